//! What is decided before its time, now and then.
//!
//! What was collected so far: a loop that goes on for ever would come to no decision.
//!
//! What lies ahead: whoever left a loop waits for those who are still in it, and would wait for long; so all others run on for a
//! while, and all of it but the violations that were found is forgotten, by the SAT solver, too: what lies ahead is many times larger than
//! what is decided now, and every later query would have to propagate through it.

use super::obligations::What;
use super::{Explorer, Path};
use crate::ExploreError;
use crate::budget::ticks;

/// Rounds after which that happens for the first time; from then on whenever they have doubled.
const FIRST_LOOK_AHEAD: u64 = 16;

/// Instructions that the run looks ahead at least; else as many again as it has executed.
const LOOK_AHEAD: u64 = 20_000;

/// What one of the two may take of the solver: so many ticks in all (a million are about a twenty-fifth of a second), and one in so many of all others.
struct Share {
    ticks: u64,
    one_in: u64,
}

/// What is settled stays, and what the solver learnt for it.
const SETTLED: Share = Share {
    ticks: 1_000_000,
    one_in: 16,
};

/// What was seen ahead is forgotten.
const AHEAD: Share = Share {
    ticks: 1_000_000,
    one_in: 32,
};

impl Share {
    /// The ticks that are left of all that there were so far, where it has taken some.
    fn left(self, all: u64, taken: u64) -> u64 {
        (self.ticks + (all - taken) / self.one_in).saturating_sub(taken)
    }
}

/// Conflicts that a query is worth: what is not decided is asked again when its time comes.
const CONFLICTS_AHEAD: u64 = 1_000;

impl Explorer<'_, '_> {
    pub(super) fn count_round(&mut self) -> Result<(), ExploreError> {
        self.rounds += 1;
        if self.rounds >= FIRST_LOOK_AHEAD && self.rounds.is_power_of_two() {
            self.decide_early()?;
        }
        self.settle_beside();
        Ok(())
    }

    /// Lets a state wait that has jumped back, or paused: in a look ahead a loop that goes on for ever would leave nobody else a turn.
    pub(super) fn wait_for_turn(&mut self, path: Path) {
        match self.looking_ahead && path.state.is_doubtful() {
            true => self.jumped_back.push(path),
            false => self.wait(path),
        }
    }

    /// Looks for violations in what was collected so far and in what lies ahead, as far as that is little work beside all other.
    fn decide_early(&mut self) -> Result<(), ExploreError> {
        // Who wants the questions wants all of them, not a violation as soon as possible.
        let pointless = self.observer.wants_questions() || self.prover.is_some();
        if self.looking_ahead || pointless {
            return Ok(());
        }
        let conflict_limit = self.solver.lower_conflict_limit(CONFLICTS_AHEAD);
        let begin = self.ticks();
        let left = SETTLED.left(begin, self.ticks_settled);
        if left > 0 {
            self.settle_so_far(begin + left)?;
            self.ticks_settled += self.ticks() - begin;
        }
        let begin = self.ticks();
        let left = AHEAD.left(begin, self.ticks_ahead);
        if left > 0 && self.stop.is_none() && !self.waiting.is_empty() {
            self.look_ahead(left)?;
            self.ticks_ahead += self.ticks() - begin;
        }
        self.solver.limit_conflicts(conflict_limit);
        Ok(())
    }

    /// Looks for violations behind loops that may go round for long yet: lets those who left them run ahead, and forgets all of it
    /// but what was found. That takes so many ticks of the SAT solver: half of them to see what there is, the rest to decide it.
    fn look_ahead(&mut self, ticks: u64) -> Result<(), ExploreError> {
        let begin = self.ticks();
        self.looking_ahead = true;
        self.solver.begin_aside(ticks);
        let waiting = self.waiting.clone();
        let statistics = self.ledger.statistics.clone();
        let before = std::mem::take(&mut self.obligations);
        let mark = self.machine.mark();
        let enough = 2 * statistics.instructions + LOOK_AHEAD;
        while self.ledger.statistics.instructions < enough
            && self.ticks() < begin + ticks / 2
            && !self.must_stop()
        {
            if self.waiting.is_empty() {
                for path in std::mem::take(&mut self.jumped_back) {
                    self.wait(path);
                }
            }
            let Some(path) = self.waiting.pop_first() else {
                break;
            };
            self.advance(path)?;
        }
        self.jumped_back.clear();
        let mut ahead = std::mem::replace(&mut self.obligations, before);
        ahead.retain(|obligation| matches!(obligation.what, What::Violation { .. }));
        self.waiting = waiting;
        self.ledger.statistics = statistics;
        self.settle_early(ahead, begin + ticks)?;
        self.machine.forget_since(mark);
        self.solver.end_aside();
        self.looking_ahead = false;
        Ok(())
    }

    /// What the solver has done so far.
    pub(super) fn ticks(&self) -> u64 {
        ticks(&self.machine.terms, self.solver)
    }
}
