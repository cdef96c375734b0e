//! The threads that settle obligations, and what goes to them.

use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use everypath_solver::{Interrupt, PathCondition, Solver, SolverError, SolverOptions};
use everypath_term::transfer::Sender;
use everypath_term::{RuleSet, TermTable};
use rustc_hash::FxHashSet;

use super::bench::{Batch, Bench, SentObligation};
use super::pool::{Fate, Seat, Shared, Stage};
use super::{Known, MOST_HELPERS, Outcome};
use crate::merge::obligations::Obligation;

/// Bytes of stack of a helper: as many as a process usually has. Nothing recurs to the depth of a term.
const STACK: usize = 8 << 20;

/// Settles obligations until nobody wants more.
fn help(shared: &Shared, helper: usize, solver: SolverOptions, rules: &RuleSet) {
    let work = || -> Result<(), SolverError> {
        let mut bench = Bench::new(solver, rules)?;
        while let Some((number, batches)) = shared.take(helper, bench.seen) {
            for batch in batches {
                bench.unpack(&batch);
            }
            let fate = bench.ask(number)?;
            shared.answered(helper, number, fate, bench.work());
        }
        Ok(())
    };
    if let Err(error) = work() {
        shared.pool().failed.get_or_insert(error);
    }
}

/// The helpers, as the exploration sees them.
pub(crate) struct Helpers {
    pub(super) shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    sender: Sender,
    /// The path of the obligation that was sent last.
    last: PathCondition,
    /// Obligations that were sent.
    count: usize,
    /// The ticks of the exploration's solver when something was sent last.
    pub(super) ticks: u64,
}

/// Waits until they have ended, so that no proof of theirs is half written.
impl Drop for Helpers {
    fn drop(&mut self) {
        self.shared.end();
        for thread in self.threads.drain(..) {
            // What it could not answer was asked again, and why it panicked was told.
            let _ = thread.join();
        }
    }
}

impl Helpers {
    /// So many at most; none if no threads can be begun: then the exploration finds the same alone. From now on its solver gives up what one of them has
    /// found out.
    pub(super) fn begin(count: usize, solver: &mut Solver, rules: &RuleSet) -> Option<Self> {
        let options = solver.options()?.clone();
        let shared: Arc<Shared> = Arc::default();
        let own = Seat::default();
        let abandoned = own.abandoned.clone();
        shared.pool().seats.push(own);
        let mut threads = Vec::new();
        for helper in 1..=count.min(MOST_HELPERS) {
            let seat = Seat::default();
            let mut options = options.clone();
            let before = options.interrupted.take();
            options.interrupted = Some(Interrupt::also_by(seat.abandoned.clone(), before));
            shared.pool().seats.push(seat);
            let (theirs, rules) = (shared.clone(), rules.clone());
            let thread = Builder::new().stack_size(STACK);
            match thread.spawn(move || help(&theirs, helper, options, &rules)) {
                Ok(thread) => threads.push(thread),
                Err(_) => {
                    shared.pool().seats.pop();
                    break;
                }
            }
        }
        if threads.is_empty() {
            return None;
        }
        solver.interrupt_by(abandoned);
        Some(Helpers {
            shared,
            threads,
            sender: Sender::default(),
            last: PathCondition::new(),
            count: 0,
            ticks: 0,
        })
    }

    /// From now on these are left. Those that were not sent before are sent, and numbered. Gives the numbers of all.
    pub(super) fn send(&mut self, terms: &TermTable, obligations: &mut [Obligation]) -> Vec<usize> {
        let sent: FxHashSet<usize> = obligations.iter().filter_map(|it| it.number).collect();
        self.shared.pool().only(&sent);
        let (mut roots, mut parts) = (Vec::new(), Vec::new());
        let mut numbers = Vec::with_capacity(obligations.len());
        for obligation in obligations {
            if let Some(number) = obligation.number {
                numbers.push(number);
                continue;
            }
            numbers.push(self.count);
            obligation.number = Some(self.count);
            self.count += 1;
            let path = &obligation.path.path;
            let parted = self.last.diverge(path);
            roots.extend_from_slice(&parted.second);
            roots.push(obligation.condition);
            parts.push((parted.common.len(), parted.second, obligation.condition));
            self.last = path.clone();
        }
        if parts.is_empty() {
            return numbers;
        }
        let terms = self.sender.pack(terms, &roots);
        let number = |term| self.sender.number(term);
        let sent = parts
            .into_iter()
            .map(|(common, constraints, condition)| SentObligation {
                common,
                constraints: constraints.into_iter().map(number).collect(),
                condition: number(condition),
            });
        let batch = Batch {
            terms,
            obligations: sent.collect(),
        };
        let mut pool = self.shared.pool();
        pool.stages.resize_with(self.count, || Stage::Open);
        pool.batches.push(Arc::new(batch));
        drop(pool);
        self.shared.changed.notify_all();
        numbers
    }

    /// What a helper found out, in terms of the exploration's table.
    pub(super) fn known(&self, terms: &TermTable, fate: Fate) -> Known {
        match fate {
            Fate::Never => Known::Never,
            Fate::Happens(model) => {
                let model = self.sender.unpack(terms, model);
                Known::Outcome(Outcome::Happens(model.into()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use everypath_machine::{Chain, Names};
    use everypath_program::Position;
    use everypath_term::{Evaluator, Term};

    use super::*;
    use crate::Reason;
    use crate::merge::obligations::{Way, What};

    fn obligation(constraints: &[Term], condition: Term) -> Obligation {
        let mut path = PathCondition::new();
        constraints.iter().for_each(|&it| path.push(it));
        Obligation {
            what: What::Cut(Reason::Missing),
            position: Position(0),
            path: Way {
                path,
                instructions: 0,
                preferences: Chain::default(),
                inputs: Chain::default(),
                names: Names::default(),
            },
            condition,
            number: None,
        }
    }

    #[test]
    fn helpers_are_asked_what_was_collected_whatever_paths_have_in_common() {
        // Without rules, so that the other table makes constants of what are none here.
        let mut terms = TermTable::without_rules();
        let (x, y) = (terms.input("x", 8), terms.input("y", 8));
        let five = terms.constant(8, 5);
        let (small, same) = (terms.ult(x, five), terms.eq(y, y));
        let (large, never) = (terms.ult(five, x), terms.ult(x, x));
        let (less, more) = (terms.ult(x, y), terms.ult(y, x));
        let fork = [small, same, less];
        let mut all = vec![
            (obligation(&[], large), true),
            (obligation(&[small], large), false),
            (obligation(&fork, less), true),
            (obligation(&fork, more), false),
            (obligation(&[small, same, more], more), true),
            (obligation(&[large], never), false),
            (obligation(&[never], large), false),
            (obligation(&[], more), true),
        ];
        // One whose path goes on where that of another one ends, as states do that have parted.
        let mut longer = all[2].0.clone();
        longer.path.path.push(large);
        longer.condition = large;
        all.insert(4, (longer, false));
        let mut helpers = Helpers {
            shared: Arc::default(),
            threads: Vec::new(),
            sender: Sender::default(),
            last: PathCondition::new(),
            count: 0,
            ticks: 0,
        };
        helpers.shared.pool().seats.push(Seat::default());
        let (mut sent, expected): (Vec<Obligation>, Vec<bool>) = all.into_iter().unzip();
        let middle = sent.len() / 2;
        assert_eq!(helpers.send(&terms, &mut sent[..middle]), [0, 1, 2, 3]);
        let numbers = helpers.send(&terms, &mut sent);
        assert_eq!(numbers, Vec::from_iter(0..9));
        let mut bench = Bench::new(SolverOptions::default(), &TermTable::new().rules_on()).unwrap();
        let batches = helpers.shared.pool().batches.clone();
        assert_eq!(batches.len(), 2);
        batches.iter().for_each(|batch| bench.unpack(batch));
        for ((number, one), expected) in numbers.into_iter().zip(&sent).zip(expected) {
            match helpers.known(&terms, bench.ask(number).unwrap().unwrap()) {
                Known::Never => assert!(!expected, "{number}"),
                Known::Outcome(Outcome::Happens(model)) => {
                    assert!(expected, "{number}");
                    let mut evaluator = Evaluator::new(&terms, &model);
                    assert!(evaluator.is_true(one.condition), "{number}");
                    assert!(
                        one.path.path.iter().all(|it| evaluator.is_true(it)),
                        "{number}"
                    );
                }
                Known::Outcome(Outcome::Unknown(_)) | Known::Nothing | Known::Settled => {
                    panic!("{number}")
                }
            }
        }
    }
}
