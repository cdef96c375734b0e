//! Coverage-guided search: the state nearest to code that no path has executed runs next; among the states of one block the
//! one that covered most.
//!
//! Code may look near and be out of reach: a branch whose other side is never feasible. So every pick from a block that brings
//! no new coverage makes the block as unattractive as one more step of distance; new coverage forgives all.

use super::ranked::{Rank, Ranked};

/// The scheduler of this strategy.
pub(crate) fn nearest_uncovered() -> Ranked {
    Ranked::new(|candidate| candidate.newly_covered, cost)
}

fn cost(rank: Rank) -> u64 {
    // Blocks from which no uncovered code is known to be reachable come after all others.
    const UNREACHABLE: u64 = 1 << 40;
    rank.distance.map_or(UNREACHABLE, u64::from) + rank.fruitless
}
