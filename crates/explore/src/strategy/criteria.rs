//! The strategies that the thesis proposes in its outlook (chapter 6), from three criteria per state: jumps so far, newly
//! covered instructions, distance to the next uncovered instruction.
//!
//! The thesis leaves direction and scale open. Here many jumps, many newly covered instructions and a small distance are
//! good; distance counts blocks. For the sum each criterion becomes a number between 0 and 1 that depends on this state only:
//! `x / (x + h)` for jumps (h = 64) and newly covered instructions (h = 8), where `h` is the value that counts one half, and
//! `1 / (1 + distance)` for nearness, 0 if no uncovered code is known to be reachable.

use super::graph::Graph;
use super::ranked::Ranked;
use super::scheduler::{Candidate, Scheduler, StateId};
use everypath_term::Random;

/// The number that stands for 1.
pub(crate) const ONE: u64 = 1 << 32;

/// The criteria that belong to the state: jumps and newly covered instructions, each between 0 and [`ONE`].
pub(crate) fn own_criteria(candidate: &Candidate) -> u64 {
    saturating_part(candidate.jumps, 64) + saturating_part(candidate.newly_covered, 8)
}

/// The criterion that belongs to its block, between 0 and [`ONE`].
pub(crate) fn nearness(distance: Option<u32>) -> u64 {
    distance.map_or(0, |distance| ONE / (1 + u64::from(distance)))
}

fn saturating_part(value: u64, half: u64) -> u64 {
    let value = value.min(1 << 31);
    value * ONE / (value + half)
}

/// The state with the greatest sum of the criteria; the earliest of several.
pub(crate) fn greatest_sum() -> Ranked {
    Ranked::new(own_criteria, |rank| {
        3 * ONE
            - rank
                .merit
                .saturating_add(nearness(rank.distance))
                .min(3 * ONE)
    })
}

/// Takes the three states that are best by one criterion each and picks one of them at random.
pub(crate) struct CriteriaMax {
    best: [Ranked; 3],
}

impl Default for CriteriaMax {
    fn default() -> Self {
        let greatest_merit = |rank: super::ranked::Rank| u64::MAX - rank.merit;
        let least_distance = |rank: super::ranked::Rank| rank.distance.map_or(u64::MAX, u64::from);
        CriteriaMax {
            best: [
                Ranked::new(|candidate| candidate.jumps, greatest_merit),
                Ranked::new(|candidate| candidate.newly_covered, greatest_merit),
                Ranked::new(|_| 0, least_distance),
            ],
        }
    }
}

impl Scheduler for CriteriaMax {
    fn replace(&mut self, parent: StateId, children: &[Candidate], graph: &Graph) {
        for ranked in &mut self.best {
            ranked.replace(parent, children, graph);
        }
    }

    fn pick(&mut self, random: &mut Random, graph: &Graph) -> Option<StateId> {
        let criterion = random.index(self.best.len());
        let id = self.best[criterion].first(graph)?;
        self.withdraw(id, graph);
        Some(id)
    }

    fn withdraw(&mut self, id: StateId, graph: &Graph) {
        for ranked in &mut self.best {
            ranked.withdraw(id, graph);
        }
    }
}
