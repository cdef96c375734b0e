//! The ways out of blocks, as far as lifting tells them, and what of blocks and ways was covered.

use std::collections::BTreeSet;

use everypath_program::{Assumption, Block, BlockKey, Callee, Position, Terminator, Transfer};

use crate::blocks::BlockId;
use crate::{Coverage, Machine, State};

impl Machine<'_> {
    /// Whether the block at a key was executed to its end by some path.
    pub fn is_block_covered(&self, key: BlockKey) -> bool {
        self.blocks.known(key).is_some_and(|id| {
            let lifted = self.blocks.get(id);
            lifted.covered > lifted.block.instructions.len()
        })
    }

    /// The blocks that can follow the block at a key, as far as they are known from lifting; none for a block that was not
    /// lifted yet.
    pub fn successors(&self, key: BlockKey) -> Vec<BlockKey> {
        let Some(id) = self.blocks.known(key) else {
            return Vec::new();
        };
        let lifted = self.blocks.get(id);
        match &lifted.block.terminator {
            Terminator::Jump { edge, transfer } => {
                let mut keys = vec![edge.target];
                if let Transfer::Call { return_to } = transfer {
                    keys.push(BlockKey::at(*return_to));
                }
                keys
            }
            Terminator::Branch {
                then, otherwise, ..
            } => vec![then.target, otherwise.target],
            Terminator::Switch { cases, default, .. } => cases
                .iter()
                .map(|case| case.1.target)
                .chain([default.target])
                .collect(),
            Terminator::IndirectJump { .. } => {
                lifted.indirect.iter().map(|known| known.0).collect()
            }
            Terminator::Call {
                callee, return_to, ..
            } => {
                let mut keys = vec![*return_to];
                if let Callee::Function(entry) = callee {
                    keys.push(*entry);
                }
                keys
            }
            Terminator::SetJump { next, .. } => vec![*next],
            Terminator::Return { .. }
            | Terminator::LongJump { .. }
            | Terminator::Exit { .. }
            | Terminator::Stop(_) => Vec::new(),
        }
    }

    /// Where the branch or switch at the end of a block leads: the side taken first, the default last.
    pub(crate) fn ways(&self, key: BlockKey) -> Vec<BlockKey> {
        let lifted = self.blocks.known(key).map(|id| self.blocks.get(id));
        match lifted.map(|lifted| &lifted.block.terminator) {
            Some(Terminator::Branch { .. } | Terminator::Switch { .. }) => self.successors(key),
            Some(
                Terminator::Jump { .. }
                | Terminator::IndirectJump { .. }
                | Terminator::Call { .. }
                | Terminator::Return { .. }
                | Terminator::SetJump { .. }
                | Terminator::LongJump { .. }
                | Terminator::Exit { .. }
                | Terminator::Stop(_),
            )
            | None => Vec::new(),
        }
    }

    /// Whether a block ends with a jump within its function to an address that is computed.
    pub(crate) fn jumps_to_computed_address(&self, key: BlockKey) -> bool {
        let lifted = self.blocks.known(key).map(|id| self.blocks.get(id));
        let terminator = lifted.map(|lifted| &lifted.block.terminator);
        matches!(
            terminator,
            Some(Terminator::IndirectJump {
                transfer: Transfer::Jump,
                ..
            })
        )
    }

    /// The number of lifted blocks.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// Takes out what was executed and assumed so far: what is noted from now on is of paths that are followed from now on.
    pub fn take_seen(&mut self) -> (Coverage, BTreeSet<(Assumption, Position)>) {
        self.blocks.forget_covered();
        let coverage = std::mem::take(&mut self.coverage);
        (coverage, std::mem::take(&mut self.assumed))
    }

    /// Records that the first `end` instructions of a block (the terminator counts as one) were executed.
    #[inline(never)]
    pub(crate) fn cover(&mut self, state: &mut State, id: BlockId, end: usize) {
        let lifted = self.blocks.get_mut(id);
        let covered = lifted.covered;
        if covered >= end {
            return;
        }
        lifted.covered = end;
        for &position in &lifted.block.positions[covered..end] {
            if self.coverage.cover(position) {
                state.newly_covered += 1;
            }
        }
    }

    /// Records that a way out of a block was taken.
    #[inline(never)]
    pub(crate) fn cover_way(&mut self, id: BlockId, block: &Block, way: usize) {
        self.blocks.get_mut(id).ways[way].taken = true;
        let Some(&position) = block.positions.last() else {
            return;
        };
        match &block.terminator {
            Terminator::Branch { .. } => self.coverage.cover_side(position, way == 1),
            Terminator::Switch { .. } => self.coverage.cover_case(position, way),
            Terminator::Jump { .. }
            | Terminator::IndirectJump { .. }
            | Terminator::Call { .. }
            | Terminator::Return { .. }
            | Terminator::SetJump { .. }
            | Terminator::LongJump { .. }
            | Terminator::Exit { .. }
            | Terminator::Stop(_) => {}
        }
    }
}
