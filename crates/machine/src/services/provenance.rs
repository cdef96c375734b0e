//! Whether a number may be the address of an object, by what it was calculated from.
//!
//! C calls it provenance (N3005, "A Provenance-aware Memory Object Model for C"): an address comes from the object that had it. An input of
//! the program comes from none, even where it happens to equal the number that the machine gave to an object.

use everypath_program::{Assumption, Position};
use everypath_term::{InputId, Kind, Term};
use rustc_hash::FxHashSet;

use crate::{Machine, State, Value};

/// So many terms of a number are looked at; one of more may be an address.
const MOST_TERMS: usize = 4096;

impl Machine<'_> {
    /// Names that addresses are assumed if bytes that the program takes for a number may be of one. Which bytes are looked at may depend on inputs:
    /// then it is named.
    pub(super) fn look_at(&mut self, state: &State, at: Value, size: Value, position: Position) {
        let may_be_of_address = match (at, size) {
            (Value::Constant(at), Value::Constant(size)) => self.may_hold_address(state, at, size),
            _ => true,
        };
        if may_be_of_address {
            self.assumes(state, Assumption::Addresses, position);
        }
    }

    /// Whether a word that some of these bytes are of may be the address of an object or a function: one that is as aligned in the object as pointers are, or
    /// begins with these bytes.
    fn may_hold_address(&mut self, state: &State, at: u64, size: u64) -> bool {
        let Some(id) = state.memory.find(at) else {
            return false;
        };
        let word = u64::from(self.address_width / 8);
        let (base, end) = {
            let object = state.memory.object(id);
            (object.base(), object.base() + object.size())
        };
        let aligned = base + (at - base) / word * word;
        let last = (at.saturating_add(size)).min(end.saturating_sub(word - 1));
        let mut words = std::iter::once(at).chain((aligned..last).step_by(word as usize));
        words.any(|start| {
            if start >= last {
                return false;
            }
            let offset = start - base;
            let is_written = !(state.memory.object(id)).has_undefined(offset..offset + word);
            is_written
                && match (state.memory).load(&mut self.terms, id, offset, word as u32) {
                    Value::Constant(value) => is_address(state, value),
                    value @ Value::Term(_) => self.may_be_address(state, value),
                }
        })
    }

    /// Whether a number may be the address of a variable or a block of the heap, one that is no more included. A constant may, and
    /// what has one in it that lies where such objects were placed, or one that may be a part of an address; and what
    /// is made of an input that the machine did not make, since that stands for anything.
    pub(super) fn may_be_address(&self, state: &State, value: Value) -> bool {
        let Value::Term(root) = value else {
            return true;
        };
        // With each term, whether it is one of the parts that a number is joined of.
        let mut seen: FxHashSet<(Term, bool)> = FxHashSet::from_iter([(root, false)]);
        let mut waiting = vec![(root, false)];
        while let Some((term, is_part)) = waiting.pop() {
            if seen.len() > MOST_TERMS {
                return true;
            }
            let node = self.terms.node(term);
            match node.kind {
                Kind::Constant if self.may_be_in_address(state, term, is_part) => return true,
                Kind::Input if !self.is_of_the_world(node.input()) => return true,
                Kind::MemoryInput | Kind::MemoryLiteral => return true,
                Kind::Eq | Kind::Ult | Kind::Slt => continue,
                Kind::Constant
                | Kind::Input
                | Kind::Not
                | Kind::Neg
                | Kind::And
                | Kind::Or
                | Kind::Xor
                | Kind::Add
                | Kind::Mul
                | Kind::UDiv
                | Kind::URem
                | Kind::SDiv
                | Kind::SRem
                | Kind::Shl
                | Kind::LShr
                | Kind::AShr
                | Kind::Concat
                | Kind::Extract
                | Kind::ZeroExtend
                | Kind::SignExtend
                | Kind::Ite
                | Kind::Read
                | Kind::Write
                | Kind::Float => {}
            }
            let are_parts = is_part || node.kind == Kind::Concat;
            // A condition chooses between values, and is no part of one.
            let values = node.children().skip(usize::from(node.kind == Kind::Ite));
            let new = values.map(|value| (value, are_parts));
            waiting.extend(new.filter(|&it| seen.insert(it)));
        }
        false
    }

    /// Whether a constant may be an address, which is as wide and lies where objects were placed that come and go, or a part of one.
    fn may_be_in_address(&self, state: &State, constant: Term, is_part: bool) -> bool {
        if self.terms.width(constant) < self.address_width {
            return is_part && self.terms.as_u64(constant) != Some(0);
        }
        let was_used = |at| state.heap.was_used(at) || state.local_area.was_used(at);
        self.terms.as_u64(constant).is_none_or(was_used)
    }

    /// Whether an input is what the program was given, or stood in memory before.
    fn is_of_the_world(&self, input: InputId) -> bool {
        self.input_terms.is_one(input) || self.lives.is_unwritten(input)
    }
}

/// Whether a constant is where an object is or was, or a function.
fn is_address(state: &State, value: u64) -> bool {
    let was_used = state.heap.was_used(value) || state.local_area.was_used(value);
    // A pointer may stand right behind its object.
    let before = value.checked_sub(1);
    was_used
        || state.memory.find(value).is_some()
        || before.is_some_and(|before| state.memory.find(before).is_some())
}
