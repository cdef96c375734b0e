//! The bounds on loops: which loops are bounded, by how much, and who counts.
//!
//! The bound of a loop that is named is looked up by the place of its first block, once per loop.

use everypath_program::{BlockKey, Position, Terminator, Transfer};
use rustc_hash::FxHashMap;

use crate::{Machine, MachineOptions};

/// What the machine knows of the bounds on loops.
#[derive(Debug)]
pub(crate) struct LoopBounds {
    /// Whether the machine counts iterations; else nobody does, or the explorer.
    pub counts: bool,
    /// The bounds of loops that were asked for, by first block.
    known: FxHashMap<BlockKey, Option<u64>>,
    /// Whether a loop that was asked for, by first and last block, has a way out, and how many blocks were lifted then.
    ways_out: FxHashMap<(BlockKey, BlockKey), (bool, usize)>,
}

impl LoopBounds {
    pub fn new(options: &MachineOptions) -> Self {
        LoopBounds {
            counts: options.loop_limit.is_some() || !options.loop_limits.is_empty(),
            known: FxHashMap::default(),
            ways_out: FxHashMap::default(),
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

    /// Whether some block from the first to the last of a loop leads out of it, as far as they were lifted. A loop without one goes round
    /// for ever.
    pub(crate) fn has_way_out(&mut self, first: BlockKey, last: BlockKey) -> bool {
        let lifted = self.blocks.len();
        if let Some(&(known, before)) = self.loop_bounds.ways_out.get(&(first, last))
            && (known || before == lifted)
        {
            return known;
        }
        let is_in = |key: BlockKey| (first..=last).contains(&key);
        let found = self.blocks.iter().any(|block| {
            is_in(block.key)
                && match &block.terminator {
                    Terminator::Jump { edge, transfer } => {
                        *transfer == Transfer::Jump && !is_in(edge.target)
                    }
                    Terminator::Branch {
                        then, otherwise, ..
                    } => !is_in(then.target) || !is_in(otherwise.target),
                    Terminator::Switch { cases, default, .. } => {
                        let targets = cases.iter().map(|case| case.1.target);
                        !targets.chain([default.target]).all(is_in)
                    }
                    Terminator::IndirectJump { transfer, .. } => {
                        !matches!(transfer, Transfer::Call { .. })
                    }
                    Terminator::Return { .. }
                    | Terminator::LongJump { .. }
                    | Terminator::Exit { .. } => true,
                    Terminator::Call { .. } | Terminator::SetJump { .. } | Terminator::Stop(_) => {
                        false
                    }
                }
        });
        let known = (found, lifted);
        self.loop_bounds.ways_out.insert((first, last), known);
        found
    }

    /// The place of a loop, by its first block.
    pub fn loop_position(&self, header: BlockKey) -> Position {
        let block = self.blocks.known(header).map(|id| self.blocks.get(id));
        let first = block.and_then(|lifted| lifted.block.positions.first().copied());
        first.unwrap_or(Position(header.code))
    }
}
