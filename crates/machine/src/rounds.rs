//! The rounds of loops: what is bounded by how much, and what a state remembers of those that it has gone.

use std::rc::Rc;

use everypath_program::BlockKey;
use rustc_hash::FxHashMap;

use crate::{CallNode, MachineOptions};

/// The block that stands for the end of the loop of a jump between frames.
pub(crate) const BEHIND_ALL: BlockKey = BlockKey {
    code: u64::MAX,
    part: u32::MAX,
};

/// Iterations of a loop since it was entered.
#[derive(Clone, Debug)]
pub(crate) struct LoopCount {
    pub(crate) frame: CallNode,
    pub(crate) header: BlockKey,
    /// The last of the blocks that jumped back so far.
    pub(crate) last: BlockKey,
    pub(crate) count: u64,
}

/// A way out of a block that another state takes, since an input decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LeftWay {
    pub(crate) frame: CallNode,
    /// The block.
    pub(crate) from: BlockKey,
    /// Where the way leads.
    pub(crate) to: BlockKey,
    /// The header of the loop whose iteration it counted for.
    pub(crate) counted: Option<BlockKey>,
}

/// The bound of a loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoopBound {
    pub(crate) limit: Option<u64>,
    pub(crate) is_library: bool,
}

/// What the machine knows of the bounds on loops.
#[derive(Debug)]
pub(crate) struct LoopBounds {
    /// Whether anything is bounded.
    pub is_bounded: bool,
    /// Whether the machine counts iterations; else nobody does, or the explorer.
    pub counts: bool,
    /// The bounds of loops that were asked for, by first block.
    pub loops: FxHashMap<BlockKey, LoopBound>,
    /// How often functions may be called while they are active, by first block.
    pub recursion: FxHashMap<BlockKey, Option<u64>>,
}

impl LoopBounds {
    pub fn new(options: &MachineOptions) -> Self {
        let is_bounded = options.loop_limit.is_some()
            || options.library_loop_limit.is_some()
            || !options.loop_limits.is_empty();
        LoopBounds {
            is_bounded,
            counts: is_bounded,
            loops: FxHashMap::default(),
            recursion: FxHashMap::default(),
        }
    }
}

/// The counts of both, the greater where both count the same loop. Where it matters they are equal: see
/// [`Machine::same_iterations`].
pub(crate) fn merge_loops(first: &mut Rc<Vec<LoopCount>>, second: &Rc<Vec<LoopCount>>) {
    if Rc::ptr_eq(first, second) {
        return;
    }
    let loops = Rc::make_mut(first);
    for entry in second.iter() {
        let same =
            |known: &&mut LoopCount| known.frame == entry.frame && known.header == entry.header;
        match loops.iter_mut().find(same) {
            Some(known) => {
                known.count = known.count.max(entry.count);
                known.last = known.last.max(entry.last);
            }
            None => loops.push(entry.clone()),
        }
    }
}
