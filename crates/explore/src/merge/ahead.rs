//! Looking ahead: whoever left a loop waits for those who are still in it, and would wait for long; so now and then all others run on for a
//! while, and all of it but the violations that were found is forgotten, by the SAT solver, too: what lies ahead is many times larger than
//! what is decided now, and every later query would have to propagate through it.

use super::obligations::What;
use super::{Explorer, Path};
use crate::ExploreError;

/// Rounds after which the run looks ahead for the first time; from then on whenever they have doubled.
const FIRST_LOOK_AHEAD: u64 = 16;

/// Instructions that the run looks ahead at least; else as many again as it has executed.
const LOOK_AHEAD: u64 = 20_000;

/// Ticks of the SAT solver (about a fiftieth of a second) that all looking ahead may take together, beside one in so many of all others.
const TICKS_AHEAD: u64 = 2_000_000;
const SHARE_AHEAD: u64 = 8;

/// Conflicts that a query on the way is worth: what lies ahead is asked again when the run comes there.
const CONFLICTS_AHEAD: u64 = 1_000;

impl Explorer<'_, '_> {
    pub(super) fn count_round(&mut self) -> Result<(), ExploreError> {
        self.rounds += 1;
        if self.rounds >= FIRST_LOOK_AHEAD && self.rounds.is_power_of_two() {
            self.look_ahead()?;
        }
        Ok(())
    }

    /// Lets a state wait that has jumped back, or paused: in a look ahead a loop that goes on for ever would leave nobody else a turn.
    pub(super) fn wait_for_turn(&mut self, path: Path) {
        match self.looking_ahead && path.state.is_doubtful() {
            true => self.jumped_back.push(path),
            false => self.wait(path),
        }
    }

    /// Looks for violations behind loops that may go round for long yet: lets those who left them run ahead, and forgets all of it
    /// but what was found.
    fn look_ahead(&mut self) -> Result<(), ExploreError> {
        // Who wants the questions wants all of them, not a violation as soon as possible.
        let pointless =
            self.waiting.is_empty() || self.observer.wants_questions() || self.prover.is_some();
        if self.looking_ahead || pointless {
            return Ok(());
        }
        let begin = self.ticks();
        let others = begin - self.ticks_ahead;
        let worth = (TICKS_AHEAD + others / SHARE_AHEAD).saturating_sub(self.ticks_ahead);
        if worth == 0 {
            return Ok(());
        }
        let enough_ticks = begin + worth;
        self.looking_ahead = true;
        let conflict_limit = self.solver.lower_conflict_limit(CONFLICTS_AHEAD);
        self.solver.begin_aside(worth);
        let waiting = self.waiting.clone();
        let statistics = self.ledger.statistics.clone();
        let before = std::mem::take(&mut self.obligations);
        let mark = self.machine.mark();
        let enough = 2 * statistics.instructions + LOOK_AHEAD;
        while self.ledger.statistics.instructions < enough
            && self.ticks() < enough_ticks
            && !self.must_stop()
        {
            if self.waiting.is_empty() {
                for path in std::mem::take(&mut self.jumped_back) {
                    self.wait(path);
                }
            }
            let Some((_, path)) = self.waiting.pop_first() else {
                break;
            };
            self.advance(path)?;
        }
        self.jumped_back.clear();
        let mut ahead = std::mem::replace(&mut self.obligations, before);
        ahead.retain(|obligation| matches!(obligation.what, What::Violation { .. }));
        self.waiting = waiting;
        self.ledger.statistics = statistics;
        self.settle_all(ahead, Some(enough_ticks))?;
        self.machine.forget_since(mark);
        self.solver.end_aside();
        self.solver.limit_conflicts(conflict_limit);
        self.ticks_ahead += self.ticks() - begin;
        self.looking_ahead = false;
        Ok(())
    }

    /// What the SAT solver has done so far.
    fn ticks(&self) -> u64 {
        self.solver.statistics().blast.ticks
    }
}
