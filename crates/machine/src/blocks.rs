//! The lifted blocks of a program: looked up by key, lifted once, executed many times.
//!
//! Code in writable memory can change. A block remembers the bytes it was lifted from; once a state wrote to an executable
//! object, its blocks are compared with its memory when they are entered, and lifted again where they differ. So several
//! versions of a block can be known under one key.

use std::rc::Rc;

use everypath_program::{Block, BlockKey, CodeBytes, Program, Terminator};
use rustc_hash::FxHashMap;

use crate::call_tree::{CallNode, CallSite};

/// Names a lifted block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BlockId(pub u32);

/// A lifted block and what is remembered beside it.
#[derive(Debug)]
pub(crate) struct Lifted {
    pub block: Rc<Block>,
    /// The halfwords it was lifted from.
    code: Box<[u16]>,
    /// Instructions (and terminator) up to here are known to be covered.
    pub covered: usize,
    /// Its ways out, without those to computed addresses: the one way of a jump and of what a call returns to; `otherwise` and `then`
    /// of a branch; the cases of a switch and its default.
    pub ways: Box<[Way]>,
    /// Where its indirect jump led last.
    pub indirect: Option<(BlockKey, BlockId)>,
    /// What its call did last.
    pub called: Option<Called>,
    /// The block whose call its return came back from last, and fitted.
    pub returned: Option<BlockId>,
    /// The number of locals of its function.
    pub locals: usize,
}

/// A way out of a block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Way {
    /// Whether it was taken, which the coverage then knows.
    pub taken: bool,
    /// Where it led last.
    pub next: Option<BlockId>,
}

/// What is remembered of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Called {
    /// The function's first block.
    pub entry: BlockKey,
    /// The same, lifted; its parameters fit the arguments.
    pub block: BlockId,
    /// The call site with it.
    pub site: CallSite,
    /// The call stack before.
    pub from: CallNode,
    /// The call stack behind.
    pub calls: CallNode,
}

/// All lifted blocks.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    lifted: Vec<Lifted>,
    by_key: FxHashMap<BlockKey, Vec<BlockId>>,
}

impl Blocks {
    pub fn get(&self, id: BlockId) -> &Lifted {
        &self.lifted[id.0 as usize]
    }

    pub fn get_mut(&mut self, id: BlockId) -> &mut Lifted {
        &mut self.lifted[id.0 as usize]
    }

    /// Forgets which instructions and ways the coverage knows: it begins anew.
    pub fn forget_covered(&mut self) {
        for lifted in &mut self.lifted {
            lifted.covered = 0;
            lifted.ways.iter_mut().for_each(|way| way.taken = false);
        }
    }

    /// The block at `key` in a state whose memory is `code`. `fresh` says that no code was written in this state, so that
    /// the version lifted first is right.
    pub fn find(
        &mut self,
        program: &dyn Program,
        key: BlockKey,
        code: &dyn CodeBytes,
        fresh: bool,
    ) -> BlockId {
        if let Some(versions) = self.by_key.get(&key) {
            for &id in versions {
                if fresh || self.is_current(id, code) {
                    return id;
                }
            }
        }
        let block = program.block(key, code);
        let halfwords = u64::from(block.code_length / 2);
        let bytes = (0..halfwords)
            .map_while(|i| code.fetch(key.code.wrapping_add(2 * i)).ok())
            .collect();
        let ways = match &block.terminator {
            Terminator::Branch { .. } => 2,
            Terminator::Switch { cases, .. } => cases.len() + 1,
            Terminator::Jump { .. }
            | Terminator::IndirectJump { .. }
            | Terminator::Call { .. }
            | Terminator::Return { .. }
            | Terminator::SetJump { .. }
            | Terminator::LongJump { .. }
            | Terminator::Exit { .. }
            | Terminator::Stop(_) => 1,
        };
        let ways = vec![Way::default(); ways].into();
        let id = BlockId(self.lifted.len() as u32);
        self.lifted.push(Lifted {
            block: Rc::new(block),
            code: bytes,
            covered: 0,
            ways,
            indirect: None,
            called: None,
            returned: None,
            locals: program.locals(key).len(),
        });
        self.by_key.entry(key).or_default().push(id);
        id
    }

    fn is_current(&self, id: BlockId, code: &dyn CodeBytes) -> bool {
        let lifted = self.get(id);
        let start = lifted.block.key.code;
        lifted
            .code
            .iter()
            .enumerate()
            .all(|(i, &halfword)| code.fetch(start.wrapping_add(2 * i as u64)) == Ok(halfword))
    }

    /// The version of a block that was lifted first, if any was.
    pub fn known(&self, key: BlockKey) -> Option<BlockId> {
        self.by_key
            .get(&key)
            .and_then(|versions| versions.first().copied())
    }

    pub fn len(&self) -> usize {
        self.lifted.len()
    }
}
