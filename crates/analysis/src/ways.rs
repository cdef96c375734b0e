//! How blocks are left, and which blocks make a function.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use everypath_program::{Block, BlockKey, Callee, Edge, Terminator, Transfer};
use rustc_hash::FxHashMap;

/// A block of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlaceId(pub u32);

/// One way to leave a block, as its text tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// What the machine says where it is taken: its number among the ways of the terminator.
    pub slot: usize,
    /// Where it leads.
    pub to: To,
}

/// Where a way leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// To a block of the function.
    Place(PlaceId),
    /// Into a function; behind the call it goes on at this block.
    Call(BlockKey, PlaceId),
    /// Back to the caller.
    Return,
    /// Only a run tells. A call goes on behind it at this block.
    Unknown(Option<PlaceId>),
}

/// Where jumps within functions lead that a run found, by the block that ends with the jump.
pub type Jumps = BTreeMap<BlockKey, BTreeSet<u64>>;

/// Collects the blocks of one function.
pub(crate) struct Finder {
    pub first: usize,
    pub blocks: Vec<Rc<Block>>,
    pub known: FxHashMap<BlockKey, PlaceId>,
    pub keys: Vec<BlockKey>,
    pub jumps: Jumps,
}

impl Finder {
    /// The place of a block, which is looked at later if it is new.
    pub fn place(&mut self, key: BlockKey) -> PlaceId {
        let next = PlaceId((self.first + self.keys.len()) as u32);
        let keys = &mut self.keys;
        *self.known.entry(key).or_insert_with(|| {
            keys.push(key);
            next
        })
    }

    /// The ways out of a block.
    pub fn ways(&mut self, block: &Block) -> Vec<Way> {
        let one = |to| vec![Way { slot: 0, to }];
        match &block.terminator {
            Terminator::Jump { edge, transfer } => match *transfer {
                Transfer::Jump => one(To::Place(self.place(edge.target))),
                Transfer::Call { return_to } => {
                    let next = self.place(BlockKey::at(return_to));
                    one(To::Call(edge.target, next))
                }
                Transfer::Return => one(To::Return),
                Transfer::ReturnAndCall { .. } => one(To::Unknown(None)),
            },
            Terminator::Branch {
                then, otherwise, ..
            } => vec![
                Way {
                    slot: 0,
                    to: To::Place(self.place(otherwise.target)),
                },
                Way {
                    slot: 1,
                    to: To::Place(self.place(then.target)),
                },
            ],
            Terminator::Switch { cases, default, .. } => {
                let mut ways: Vec<(usize, &Edge)> = Vec::new();
                for (slot, (_, edge)) in cases.iter().enumerate() {
                    if edge != default && !ways.iter().any(|way| way.1 == edge) {
                        ways.push((slot, edge));
                    }
                }
                ways.push((cases.len(), default));
                let ways = ways.into_iter();
                ways.map(|(slot, edge)| Way {
                    slot,
                    to: To::Place(self.place(edge.target)),
                })
                .collect()
            }
            Terminator::IndirectJump { transfer, .. } => match *transfer {
                Transfer::Return => one(To::Return),
                Transfer::Call { return_to } => {
                    let next = self.place(BlockKey::at(return_to));
                    one(To::Unknown(Some(next)))
                }
                Transfer::Jump => {
                    let mut ways = one(To::Unknown(None));
                    for address in self.jumps.get(&block.key).cloned().unwrap_or_default() {
                        ways.push(Way {
                            slot: address as usize,
                            to: To::Place(self.place(BlockKey::at(address))),
                        });
                    }
                    ways
                }
                Transfer::ReturnAndCall { .. } => one(To::Unknown(None)),
            },
            Terminator::Call {
                callee, return_to, ..
            } => {
                let next = self.place(*return_to);
                match callee {
                    Callee::Function(entry) => one(To::Call(*entry, next)),
                    Callee::Address(_) => one(To::Unknown(Some(next))),
                }
            }
            Terminator::Return { .. } => one(To::Return),
            Terminator::SetJump { next, .. } => one(To::Place(self.place(*next))),
            Terminator::LongJump { .. } => one(To::Unknown(None)),
            Terminator::Exit { .. } | Terminator::Stop(_) => Vec::new(),
        }
    }
}

/// The way of a switch that stands for all that go on as a case does.
pub fn slot_of_case(cases: &[(u64, Edge)], default: &Edge, case: usize) -> usize {
    match cases.get(case) {
        Some((_, edge)) if edge != default => {
            let same = cases.iter().position(|(_, other)| other == edge);
            same.unwrap_or(case)
        }
        _ => cases.len(),
    }
}

/// The slot of the way that a run took out of a block, by what the machine says of it.
pub fn slot_of_way(terminator: &Terminator, way: usize) -> usize {
    match terminator {
        Terminator::Switch { cases, default, .. } => slot_of_case(cases, default, way),
        Terminator::Jump { .. }
        | Terminator::Branch { .. }
        | Terminator::IndirectJump { .. }
        | Terminator::Call { .. }
        | Terminator::Return { .. }
        | Terminator::SetJump { .. }
        | Terminator::LongJump { .. }
        | Terminator::Exit { .. }
        | Terminator::Stop(_) => way,
    }
}

/// The edge that a way within a function goes along.
pub fn edge_of(terminator: &Terminator, slot: usize) -> Option<&Edge> {
    match terminator {
        Terminator::Jump { edge, .. } => Some(edge),
        Terminator::Branch { otherwise, .. } if slot == 0 => Some(otherwise),
        Terminator::Branch { then, .. } => Some(then),
        Terminator::Switch { cases, default, .. } => {
            Some(cases.get(slot).map_or(default, |case| &case.1))
        }
        Terminator::IndirectJump { .. }
        | Terminator::Call { .. }
        | Terminator::Return { .. }
        | Terminator::SetJump { .. }
        | Terminator::LongJump { .. }
        | Terminator::Exit { .. }
        | Terminator::Stop(_) => None,
    }
}
