//! Obligations settled side by side, by several solvers.
//!
//! Whether loops go on is asked while the program is explored, what must not happen at its end; by one solver that is one after the other, though neither
//! rests on the other. So where the exploration keeps its solver busy, obligations go to **helpers** soon after they were collected: threads with a solver
//! and a table of their own, which settle one after the other meanwhile. What they have not come to when the exploration is done, they and its own solver
//! divide. When nothing is left to begin with, who is free asks what another one is asking, and whoever has the answer first spares the other one the rest.
//!
//! Nothing that is found depends on who answers, nor on whether there are helpers. What obligations have in common is asked of the exploration's solver
//! alone, before. Whether a single one can happen has one answer; what a helper cannot answer, the exploration's solver is asked, too. Of those that are
//! settled by one answer it is the first in the order of the list that counts. And the models of those that happen come from a solver that is asked
//! nothing else ([`bench::Afresh`]), also where there are no helpers.

mod bench;
mod helpers;
mod pool;

use everypath_solver::{Backend, SolverError, UnknownReason};
use rustc_hash::FxHashSet;

use super::Explorer;
use super::obligations::{Obligation, Outcome, Posed, What, settle_singly};
use crate::delays::{at_once, delay};
use crate::{ExploreError, StopAt};
pub(super) use bench::Afresh;
pub(super) use helpers::Helpers;
use pool::{OWN, Pool, Stage};

/// Ticks of the exploration's solver behind which helpers are worth their while; from then on they get what is new each time that so many more have passed.
const BUSY: u64 = 8_000_000;
const AGAIN: u64 = 1_000_000;

/// Helpers at most: each makes all gates of its questions.
const MOST_HELPERS: usize = 3;

/// What the exploration knows of an obligation that it divides with others.
enum Known {
    Nothing,
    Never,
    Outcome(Outcome),
    /// An earlier one settles it, or ends the run.
    Settled,
}

/// An obligation that is divided with others.
struct Part {
    /// Among all that are settled now.
    index: usize,
    /// Among all that were sent.
    number: usize,
    place: usize,
    is_violation: bool,
    known: Known,
}

/// Does without what an earlier one settles; `first_only`: the first violation settles all behind it.
fn settle_later_ones(parts: &mut [Part], pool: &mut Pool, first_only: bool) {
    let mut happened: FxHashSet<usize> = FxHashSet::default();
    let mut is_over = false;
    for part in parts {
        if is_over || happened.contains(&part.place) {
            pool.done(part.number);
            part.known = Known::Settled;
        }
        if let Known::Outcome(Outcome::Happens(_)) = part.known {
            happened.insert(part.place);
            is_over |= first_only && part.is_violation;
        }
    }
}

/// What the exploration's solver is asked next: what nobody has begun, or else what a helper is asking.
fn next_of(parts: &[Part], pool: &Pool) -> Option<usize> {
    let unknown = |is_stage: fn(&Stage) -> bool| {
        let mut parts = parts.iter();
        parts.position(|part| {
            matches!(part.known, Known::Nothing) && is_stage(&pool.stages[part.number])
        })
    };
    unknown(|stage| matches!(stage, Stage::Open | Stage::Left))
        .or_else(|| unknown(|stage| matches!(stage, Stage::Asked)))
}

impl Explorer<'_, '_> {
    /// Whether what is found may be found by several solvers. Who asks what proofs rest on, or wants the questions, or counts them, asks one; a prover
    /// begins anew all the time; and a process whose answer is not wanted any more cannot be told so.
    fn may_divide(&self) -> bool {
        !self.looking_ahead
            && !self.options.cores
            && !self.observer.wants_questions()
            && self.prover.is_none()
            && self.options.budgets.queries.is_none()
            && (self.solver.options())
                .is_some_and(|it| it.backend == Backend::Embedded && it.cross_check.is_none())
    }

    /// From now on obligations are divided, if there is somebody to divide them with.
    fn divide(&mut self) {
        self.divides = true;
        let others = self.options.jobs.get() - 1;
        let rules = self.machine.terms.rules_on();
        self.helpers = Helpers::begin(others, self.solver, &rules);
    }

    /// Lets helpers settle what was collected, where the exploration is busy.
    pub(super) fn settle_beside(&mut self) {
        if !self.may_divide() {
            return;
        }
        let ticks = self.ticks();
        if !self.divides && (ticks >= BUSY || at_once()) {
            self.divide();
        }
        if let Some(helpers) = &mut self.helpers
            && (ticks >= helpers.ticks + AGAIN || at_once())
        {
            delay();
            helpers.ticks = ticks;
            helpers.send(&self.machine.terms, &mut self.obligations);
        }
    }

    /// Lets so many obligations that are left behind the exploration, which were too hard together, be divided.
    pub(super) fn divide_rest(&mut self, left: usize) {
        let is_worth_it = left > 1 && self.stop.is_none() && !self.solver.gives_up();
        if !self.divides && is_worth_it && self.may_divide() {
            self.divide();
        }
    }

    /// Decides the open ones of some obligations one by one, with the helpers. `report` is as in [`super::obligations::settle_singly`], and so is what it gives.
    pub(super) fn settle_divided(
        &mut self,
        posed: &[Posed<'_>],
        open: &[usize],
        report: &mut dyn FnMut(usize, Outcome) -> bool,
    ) -> Result<bool, SolverError> {
        let Some(mut helpers) = self.helpers.take() else {
            let terms = &mut self.machine.terms;
            return settle_singly(terms, self.solver, posed, open, None, report);
        };
        let first_only = self.options.stop == StopAt::FirstFinding;
        let left = open.iter().map(|&index| posed[index].obligation.clone());
        let mut left: Vec<Obligation> = left.collect();
        let numbers = helpers.send(&self.machine.terms, &mut left);
        let parts = open.iter().zip(numbers).map(|(&index, number)| Part {
            index,
            number,
            place: posed[index].place,
            is_violation: matches!(posed[index].obligation.what, What::Violation { .. }),
            known: Known::Nothing,
        });
        let mut parts: Vec<Part> = parts.collect();
        let shared = helpers.shared.clone();
        loop {
            delay();
            let next = {
                let mut pool = shared.pool();
                if let Some(error) = pool.failed.take() {
                    return Err(error);
                }
                for part in &mut parts {
                    if let Some(fate) = pool.take_answer(part.number) {
                        part.known = helpers.known(&self.machine.terms, fate);
                    }
                }
                settle_later_ones(&mut parts, &mut pool, first_only);
                let next = next_of(&parts, &pool);
                if let Some(at) = next {
                    pool.begin(OWN, parts[at].number);
                    shared.changed.notify_all();
                }
                next
            };
            let Some(at) = next else { break };
            let part = &mut parts[at];
            let answer = posed[part.index].ask(&mut self.machine.terms, self.solver);
            let mut pool = shared.pool();
            pool.end(OWN);
            let answer = answer?;
            // Else a helper had the answer first.
            if let Stage::Asked = pool.stages[part.number] {
                pool.done(part.number);
                part.known = answer.map_or(Known::Never, Known::Outcome);
            }
        }
        self.helpers = Some(helpers);
        let mut settled: FxHashSet<usize> = FxHashSet::default();
        let mut parts = parts.into_iter();
        while let Some(part) = parts.next() {
            let outcome = match part.known {
                Known::Outcome(outcome) => outcome,
                Known::Nothing => Outcome::Unknown(UnknownReason::NotAsked),
                Known::Never | Known::Settled => continue,
            };
            if let Outcome::Happens(_) = outcome {
                settled.insert(part.place);
            }
            if !report(part.index, outcome) {
                return Ok(parts.all(|other| settled.contains(&other.place)));
            }
        }
        Ok(true)
    }

    /// Where the models come from of what happens behind the exploration, if obligations are divided.
    pub(super) fn afresh(&self) -> Result<Option<Afresh>, ExploreError> {
        let options = self.solver.options().filter(|_| self.divides);
        let rules = self.machine.terms.rules_on();
        let afresh = options.map(|options| Afresh::new(options.clone(), &rules));
        Ok(afresh.transpose()?)
    }

    /// Lets the helpers go, and adds what they did.
    ///
    /// # Errors
    /// If one of them could not go on.
    pub(super) fn end_helpers(&mut self) -> Result<(), ExploreError> {
        let Some(helpers) = self.helpers.take() else {
            return Ok(());
        };
        let mut pool = helpers.shared.pool();
        for seat in &pool.seats {
            self.ledger.beside.add(&seat.work);
        }
        match pool.failed.take() {
            Some(error) => Err(error.into()),
            None => Ok(()),
        }
    }
}
