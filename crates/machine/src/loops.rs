//! The bounds on loops: which loops are bounded, by how much, and who counts.
//!
//! The bound of a loop that is named is looked up by the place of its first block, once per loop.

use everypath_program::{BlockKey, Position};
use rustc_hash::FxHashMap;

use crate::{Machine, MachineOptions};

/// What the machine knows of the bounds on loops.
#[derive(Debug)]
pub(crate) struct LoopBounds {
    /// Whether the machine counts iterations; else nobody does, or the explorer.
    pub counts: bool,
    /// The bounds of loops that were asked for, by first block.
    known: FxHashMap<BlockKey, Option<u64>>,
}

impl LoopBounds {
    pub fn new(options: &MachineOptions) -> Self {
        LoopBounds {
            counts: options.loop_limit.is_some() || !options.loop_limits.is_empty(),
            known: FxHashMap::default(),
        }
    }
}

impl Machine<'_> {
    /// Leaves counting iterations to an explorer. Gives whether loops are bounded.
    pub fn leave_loops(&mut self) -> bool {
        std::mem::replace(&mut self.loop_bounds.counts, false)
    }

    /// The bound on iterations of the loop that begins at a block, if it has one.
    pub fn loop_limit(&mut self, header: BlockKey) -> Option<u64> {
        if self.options.loop_limits.is_empty() {
            return self.options.loop_limit;
        }
        if let Some(&known) = self.loop_bounds.known.get(&header) {
            return known;
        }
        let position = self.loop_position(header);
        let places = self.program.locations(position);
        let symbol = self.program.function_name(position);
        let named = self.options.loop_limits.iter().rev().find(|bound| {
            let function = Some(&bound.function);
            let in_function = places.iter().any(|place| {
                let line = bound.line.is_none() || place.line == bound.line;
                place.function.as_ref() == function && line
            });
            in_function || bound.line.is_none() && symbol.as_ref() == function
        });
        let limit = named.map_or(self.options.loop_limit, |bound| Some(bound.limit));
        self.loop_bounds.known.insert(header, limit);
        limit
    }

    /// The place of a loop, by its first block.
    pub fn loop_position(&self, header: BlockKey) -> Position {
        let block = self.blocks.known(header).map(|id| self.blocks.get(id));
        let first = block.and_then(|lifted| lifted.block.positions.first().copied());
        first.unwrap_or(Position(header.code))
    }
}
