//! What is in memory that was never written.
//!
//! A byte that nobody wrote has some value, which becomes an input. Its name is the *life* of its object (one allocation, or one time
//! that the scope of a variable began) and the place in it: not who read it first, so a run that reads it in other pieces, or writes some
//! of them before, asks for the same. A copy of such a byte has the name of what it was copied from.
//!
//! A path counts the lives of each variable. Where paths are merged that is not enough: they may have had different numbers of
//! lives. There each life has the condition of the paths on which it began, and objects that become one have a life that is a choice.
//! A counterexample is replayed on one path, which counts again: the model says which lives are on this path, in which order.

use everypath_program::Property;
use everypath_term::TermTable;

use crate::inputs::{InputOrigin, InputSource};
use crate::lives::{Naming, Seen};
use crate::memory::{Object, ObjectId};
use crate::services::element_size;
use crate::{Machine, MemoryEncoding, State, Value};

impl Machine<'_> {
    /// Paths are going to be merged. Where it matters that bytes were never written, they have no names then, and states that wrote
    /// different ones stay apart.
    pub fn merge_unwritten(&mut self) {
        let matters = self.options.checks.contains(Property::UninitializedRead);
        self.lives.naming = match !matters && self.options.memory == MemoryEncoding::Objects {
            true => Naming::Seen,
            false => Naming::Nothing,
        };
    }

    /// How much the machine has seen: for [`Machine::forget_since`].
    pub fn mark(&self) -> usize {
        self.lives.seen.len()
    }

    /// The explorer forgets all states that ran since a mark, and comes to their paths again.
    pub fn forget_since(&mut self, mark: usize) {
        for life in &mut self.lives.seen[mark..] {
            if let Seen::Begun { forgotten, .. } = life {
                *forgotten = true;
            }
        }
    }

    /// Begins the life of an object whose bytes were not written yet.
    pub(crate) fn begin_life(&mut self, state: &mut State, object: ObjectId) {
        let name = state.memory.object(object).name_of_lives();
        let life = self.lives.begin(name, &state.path, &mut state.lives);
        if life.is_some() {
            state.memory.object_mut(object).set_life(life);
        }
    }

    /// Makes inputs of the bytes in a range that were never written; from then on they count as written.
    pub(crate) fn name_undefined(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: u64,
        length: u64,
    ) {
        let range = offset..offset + length;
        if self.lives.naming == Naming::Seen {
            // No record: it is not known on which of the merged paths somebody reads them. The replay notes what it reads.
            let object = state.memory.object_mut(object);
            for at in range.clone() {
                object.define_unwritten(&mut self.terms, &mut self.lives, at);
            }
        }
        let contents = state.memory.object(object);
        let name = format!("uninitialized {}", contents.name_of_contents());
        let base = contents.base();
        let mut at = range.start;
        while at < range.end {
            let contents = state.memory.object(object);
            let run = (at..range.end)
                .take_while(|&at| contents.has_no_value(at))
                .count() as u64;
            if run > 0 {
                let element_size = element_size(None, run);
                let given = (at..at + run).step_by(element_size as usize);
                let given: Vec<_> = given
                    .map(|at| self.unwritten(state.memory.object(object), at, element_size))
                    .collect();
                let address = base + at;
                let origin = InputOrigin::Uninitialized { address };
                let given = given.into_iter();
                self.symbolic_elements(state, &name, address, given, origin, element_size);
            }
            at += run.max(1);
        }
        state.memory.object_mut(object).write_all_bits(range);
    }

    /// The value of an element that was never written, if its bytes have names.
    fn unwritten(&mut self, object: &Object, offset: u64, size: u32) -> Option<Value> {
        let (lives, terms) = (&mut self.lives, &mut self.terms);
        let mut bytes = (offset..offset + u64::from(size)).rev();
        match &self.options.inputs {
            InputSource::Concrete(_) => None,
            InputSource::OfModel(model) => {
                let value = bytes.try_fold(0, |value, at| {
                    let byte = lives.of_path(&model.unwritten, object.unwritten(at)?)?;
                    Some(value << 8 | byte)
                });
                value.map(Value::Constant)
            }
            InputSource::Symbolic => {
                let mut byte = |terms: &mut TermTable, at| {
                    let (word, byte) = lives.byte(terms, object.unwritten(at)?);
                    Some(terms.extract(word, 8 * byte + 7, 8 * byte))
                };
                let high = byte(terms, bytes.next()?)?;
                let value = bytes.try_fold(high, |value, at| {
                    let low = byte(terms, at)?;
                    Some(terms.concat(value, low))
                });
                value.map(Value::Term)
            }
        }
    }
}
