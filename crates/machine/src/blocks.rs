//! The lifted blocks of a program: looked up by key, lifted once, executed many times.
//!
//! Code in writable memory can change. A block remembers the bytes it was lifted from; once a state wrote to an executable
//! object, its blocks are compared with its memory when they are entered, and lifted again where they differ. So several
//! versions of a block can be known under one key.

use std::rc::Rc;

use everypath_program::{Block, BlockKey, CodeBytes, Program};
use rustc_hash::FxHashMap;

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
    /// Sides of its branch that are known to be covered: bit 0 `otherwise`, bit 1 `then`.
    pub sides: u8,
    /// The same for the cases of its switch, by index; missing ones are not covered.
    pub cases: Vec<bool>,
    /// Where its jump edges led last: `then` or only edge, and `otherwise`.
    pub successors: [Option<BlockId>; 2],
    /// Where its indirect jump led last.
    pub indirect: Option<(BlockKey, BlockId)>,
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
        let id = BlockId(self.lifted.len() as u32);
        self.lifted.push(Lifted {
            block: Rc::new(block),
            code: bytes,
            covered: 0,
            sides: 0,
            cases: Vec::new(),
            successors: [None, None],
            indirect: None,
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
