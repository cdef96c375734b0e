//! What all who settle obligations know: how far each obligation is, and what each of them is at.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use everypath_solver::SolverError;
use everypath_term::transfer::SentModel;
use rustc_hash::FxHashSet;

use super::bench::Batch;
use crate::delays::delay;
use crate::ledger::Work;

/// What a helper found out about an obligation.
#[derive(Debug)]
pub(super) enum Fate {
    Never,
    Happens(SentModel),
}

/// How far an obligation is.
#[derive(Debug)]
pub(super) enum Stage {
    Open,
    /// A helper could not answer; the exploration's solver may be able to, as it would without helpers.
    Left,
    /// Somebody asks.
    Asked,
    /// A helper has the answer.
    Answered(Fate),
    /// The exploration has it, or does without.
    Done,
}

/// What a solver is at.
#[derive(Debug, Default)]
pub(super) struct Seat {
    at: Option<usize>,
    /// What it could not answer.
    gave_up: FxHashSet<usize>,
    /// Whether its answer is not wanted any more.
    pub abandoned: Arc<AtomicBool>,
    /// What it has done so far; the exploration counts its own.
    pub work: Work,
}

/// The seat of the exploration's solver; helpers have the others.
pub(super) const OWN: usize = 0;

#[derive(Debug, Default)]
pub(super) struct Pool {
    pub batches: Vec<Arc<Batch>>,
    /// By the numbers of obligations: the order in which they were sent.
    pub stages: Vec<Stage>,
    pub seats: Vec<Seat>,
    /// Why a helper could not go on.
    pub failed: Option<SolverError>,
    is_over: bool,
}

impl Pool {
    /// Whoever asks something that nobody needs to know any more gives up.
    fn abandon(&self, number: usize) {
        for seat in &self.seats {
            if seat.at == Some(number) {
                seat.abandoned.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Nobody needs to find out more about an obligation.
    pub fn done(&mut self, number: usize) {
        self.stages[number] = Stage::Done;
        self.abandon(number);
    }

    /// Nobody needs to find out more about others than these.
    pub fn only(&mut self, wanted: &FxHashSet<usize>) {
        for number in 0..self.stages.len() {
            if !wanted.contains(&number) {
                self.done(number);
            }
        }
    }

    /// The answer of a helper, if there is one. It is taken away.
    pub fn take_answer(&mut self, number: usize) -> Option<Fate> {
        match std::mem::replace(&mut self.stages[number], Stage::Done) {
            Stage::Answered(fate) => Some(fate),
            other @ (Stage::Open | Stage::Left | Stage::Asked | Stage::Done) => {
                self.stages[number] = other;
                None
            }
        }
    }

    /// What a helper may ask next: what nobody has begun, or else what the exploration's solver alone is asked.
    fn next(&self, helper: usize) -> Option<usize> {
        let is_open = |stage: &Stage| matches!(stage, Stage::Open);
        let open = self.stages.iter().position(is_open);
        open.or_else(|| {
            let own = self.seats[OWN].at?;
            let may_help = self.askers(own) == 1 && !self.seats[helper].gave_up.contains(&own);
            may_help.then_some(own)
        })
    }

    /// How many ask something whose answer is not known.
    fn askers(&self, number: usize) -> usize {
        let is_asked = matches!(self.stages[number], Stage::Asked);
        let asks = |seat: &&Seat| is_asked && seat.at == Some(number);
        self.seats.iter().filter(asks).count()
    }

    /// Whoever has a seat begins to ask something.
    pub fn begin(&mut self, seat: usize, number: usize) {
        self.stages[number] = Stage::Asked;
        let seat = &mut self.seats[seat];
        seat.at = Some(number);
        seat.abandoned.store(false, Ordering::Relaxed);
    }

    /// It asks no longer.
    pub fn end(&mut self, seat: usize) {
        let seat = &mut self.seats[seat];
        seat.at = None;
        seat.abandoned.store(false, Ordering::Relaxed);
    }
}

/// The pool, and who waits for a change of it.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pool: Mutex<Pool>,
    pub changed: Condvar,
}

impl Shared {
    /// The pool. It is whole whatever a thread that panicked was about to do.
    pub fn pool(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is something to ask: its number, and the batches behind those that a helper has seen. None if nobody wants more.
    pub fn take(&self, helper: usize, seen: usize) -> Option<(usize, Vec<Arc<Batch>>)> {
        delay();
        let mut pool = self.pool();
        loop {
            if pool.is_over {
                return None;
            }
            if let Some(number) = pool.next(helper) {
                pool.begin(helper, number);
                return Some((number, pool.batches[seen..].to_vec()));
            }
            let woken = self.changed.wait(pool);
            pool = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A helper is through with what it asked; none if it gives up.
    pub fn answered(&self, helper: usize, number: usize, fate: Option<Fate>, work: Work) {
        let mut pool = self.pool();
        pool.end(helper);
        pool.seats[helper].work = work;
        if !matches!(pool.stages[number], Stage::Asked) {
            return;
        }
        match fate {
            Some(fate) => {
                pool.stages[number] = Stage::Answered(fate);
                pool.abandon(number);
            }
            None => {
                pool.seats[helper].gave_up.insert(number);
                if pool.askers(number) == 0 {
                    pool.stages[number] = Stage::Left;
                }
                // Another one may have more luck.
                self.changed.notify_all();
            }
        }
    }

    /// Nobody wants answers any more.
    pub fn end(&self) {
        let mut pool = self.pool();
        pool.is_over = true;
        for seat in &pool.seats[OWN + 1..] {
            seat.abandoned.store(true, Ordering::Relaxed);
        }
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pool of so many obligations, for the exploration and two helpers.
    fn pool(obligations: usize) -> Shared {
        let shared = Shared::default();
        let mut pool = shared.pool();
        pool.stages.resize_with(obligations, || Stage::Open);
        pool.seats.resize_with(3, Seat::default);
        drop(pool);
        shared
    }

    fn is_abandoned(shared: &Shared, seat: usize) -> bool {
        shared.pool().seats[seat].abandoned.load(Ordering::Relaxed)
    }

    #[test]
    fn each_obligation_is_begun_once_in_the_order_in_which_they_came() {
        let shared = pool(3);
        let taken = |helper| shared.take(helper, 0).map(|(number, _)| number);
        assert_eq!((taken(1), taken(2)), (Some(0), Some(1)));
        shared.answered(1, 0, Some(Fate::Never), Work::default());
        assert_eq!(taken(1), Some(2));
    }

    #[test]
    fn who_is_free_asks_what_the_exploration_asks_and_the_first_answer_ends_the_other_question() {
        let shared = pool(1);
        shared.pool().begin(OWN, 0);
        assert_eq!(shared.take(1, 0).map(|(number, _)| number), Some(0));
        assert_eq!(shared.pool().next(2), None, "two are enough");
        shared.answered(1, 0, Some(Fate::Never), Work::default());
        assert!(is_abandoned(&shared, OWN));
        assert!(matches!(shared.pool().take_answer(0), Some(Fate::Never)));
        assert!(shared.pool().take_answer(0).is_none());
        shared.pool().end(OWN);
        assert!(!is_abandoned(&shared, OWN));
    }

    #[test]
    fn who_gives_up_leaves_the_question_to_the_other_one() {
        let shared = pool(1);
        shared.pool().begin(OWN, 0);
        shared.take(1, 0);
        shared.answered(1, 0, None, Work::default());
        assert!(!is_abandoned(&shared, OWN));
        assert!(matches!(shared.pool().stages[0], Stage::Asked));
        assert_eq!(shared.pool().next(1), None, "it gave up");
        assert_eq!(shared.pool().next(2), Some(0));
    }

    #[test]
    fn what_a_helper_cannot_answer_is_left_to_the_exploration() {
        let shared = pool(1);
        shared.take(1, 0);
        shared.answered(1, 0, None, Work::default());
        assert!(shared.pool().take_answer(0).is_none());
        assert!(matches!(shared.pool().stages[0], Stage::Left));
        let pool = shared.pool();
        assert_eq!((pool.next(1), pool.next(2)), (None, None));
    }

    #[test]
    fn what_nobody_needs_to_know_is_given_up_and_not_begun() {
        let shared = pool(3);
        shared.take(1, 0);
        shared.pool().only(&FxHashSet::from_iter([2]));
        assert!(is_abandoned(&shared, 1));
        assert_eq!(shared.take(2, 0).map(|(number, _)| number), Some(2));
        shared.answered(1, 0, Some(Fate::Never), Work::default());
        assert!(shared.pool().take_answer(0).is_none());
        shared.end();
        assert!(shared.take(1, 0).is_none());
    }
}
