//! What is named by a number: blocks, positions and locals.

use serde::{Deserialize, Serialize};

/// Names a block. RISC-V: `code` is the address of its first instruction and `part` is 0, or counts the blocks that
/// one instruction (an environment call) lifts to. LLVM: `code` is function and block.
/// The order of keys is the program order that the merging explorer uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BlockKey {
    /// Where the block begins in the source's own terms.
    pub code: u64,
    /// Distinguishes blocks that begin at the same place.
    pub part: u32,
}

impl BlockKey {
    /// The first block at this place.
    pub const fn at(code: u64) -> Self {
        BlockKey { code, part: 0 }
    }
}

/// Where an instruction comes from, in the source's own terms: the address of the machine instruction, or an index of
/// a debug location. [`crate::Program::locations`] turns it into files and lines.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
pub struct Position(pub u64);

/// A virtual register of the current frame. For RISC-V locals 0 to 31 are the registers x0 to x31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Local(pub u32);
