//! Where a state stands, and where the merging explorer has to look at it.

use everypath_program::{Block, BlockKey, Terminator};

use crate::CallNode;
use crate::rounds::BEHIND_ALL;

/// Where a state stands, as states are ordered by the merging explorer: the one that is furthest behind comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Standing {
    /// Active calls, most first: a call must return before its caller can go on.
    pub(crate) depth: std::cmp::Reverse<u32>,
    /// The block, in program order.
    pub(crate) key: BlockKey,
    /// The instruction in the block.
    pub(crate) index: usize,
    /// Iterations of the loops around it, where they are bounded.
    pub(crate) iterations: u64,
    /// The call stack.
    pub(crate) calls: CallNode,
}

/// Where [`crate::Machine::run_until`] pauses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watch {
    /// Where the state furthest behind waits: no other may get ahead of it.
    pub behind: Option<Standing>,
}

/// How a state came into the block that it is in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entered {
    /// The block that it left.
    pub(crate) from: BlockKey,
    /// The call stack there.
    pub(crate) calls: CallNode,
}

impl Entered {
    /// From the end of a block. A jump between frames leads back to a call of `setjmp`: what it left behind is part of
    /// that loop.
    pub fn from(block: &Block, before: CallNode, now: CallNode) -> Self {
        match block.terminator {
            Terminator::LongJump { .. } => Entered {
                from: BEHIND_ALL,
                calls: now,
            },
            Terminator::Jump { .. }
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::IndirectJump { .. }
            | Terminator::Call { .. }
            | Terminator::Return { .. }
            | Terminator::SetJump { .. }
            | Terminator::Exit { .. }
            | Terminator::Stop(_) => Entered {
                from: block.key,
                calls: before,
            },
        }
    }
}
