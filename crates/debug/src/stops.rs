//! Where a run is to stop: breakpoints and watchpoints.

use std::collections::BTreeSet;

use everypath_machine::Touch;
use everypath_program::Block;

/// Which accesses a watchpoint is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchedAccess {
    /// Writes.
    Write,
    /// Reads.
    Read,
    /// Both.
    Any,
}

/// A watchpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watch {
    /// First address.
    pub address: u64,
    /// Number of bytes.
    pub size: u64,
    /// Which accesses count.
    pub access: WatchedAccess,
}

/// Where a run is to stop.
#[derive(Clone, Debug, Default)]
pub struct Stops {
    /// Addresses of instructions, before which it stops.
    pub places: BTreeSet<u64>,
    /// Memory, behind whose accesses it stops: in front of them where it goes backwards.
    pub watches: Vec<Watch>,
}

impl Stops {
    /// Whether one of the places may be in a block.
    pub(crate) fn may_be_in(&self, block: &Block) -> bool {
        let places = block.positions.iter().map(|position| position.0);
        let Some((first, last)) = places.clone().min().zip(places.max()) else {
            return false;
        };
        self.places.range(first..=last).next().is_some()
    }

    /// The watchpoint that an instruction hit.
    pub(crate) fn watched(&self, touched: &[Touch]) -> Option<Watch> {
        let hit = |watch: &&Watch| touched.iter().any(|touch| watch.is_hit_by(touch));
        self.watches.iter().find(hit).copied()
    }
}

impl Watch {
    fn is_hit_by(&self, touch: &Touch) -> bool {
        let counts = match self.access {
            WatchedAccess::Write => touch.writes,
            WatchedAccess::Read => !touch.writes,
            WatchedAccess::Any => true,
        };
        let overlaps = touch.range.is_some_and(|range| {
            range.start < self.address.saturating_add(self.size)
                && self.address < range.start.saturating_add(range.size)
        });
        counts && overlaps
    }
}
