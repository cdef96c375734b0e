//! Making memory symbolic: the program's own inputs.

use everypath_program::{Position, RegionKind};
use everypath_term::{InputId, Term};

use super::outcome::{Outcome, too_large};
use crate::bounds::is_choice;
use crate::inputs::{InputOrigin, InputRecord};
use crate::names::IS_SYMBOLIC;
use crate::{Machine, State, Value};

/// The most bytes that one request makes symbolic.
const LARGEST: u64 = 1 << 20;
/// The most bytes of an element of an input.
const WORD_SIZE: u32 = 8;
/// The longest name of an input in bytes.
const LONGEST_NAME: u64 = 128;

impl Machine<'_> {
    /// `size` bytes at `address` become fresh inputs, named by the string at `name` or after the data there.
    pub(super) fn make_symbolic(
        &mut self,
        state: &mut State,
        address: u64,
        size: u64,
        name: Option<u64>,
        position: Position,
    ) -> Outcome {
        if size == 0 {
            return Ok(0);
        }
        if size > LARGEST {
            return Err(too_large("make_symbolic", size, LARGEST));
        }
        self.require_object(state, true, address, position)?;
        if state.memory.place(address, size as u32, true).is_err() {
            return Err(self.bad_buffer(state, true, address, size, position));
        }
        let shape = {
            let local = |local| match state.local(local) {
                Value::Constant(value) => Some(value),
                Value::Term(_) => None,
            };
            self.program.data_at(address, size, position, &local)
        };
        let given = name.map(|at| self.input_name(state, at));
        let name = given
            .filter(|name| !name.is_empty())
            .or(shape.name)
            .or_else(|| variable_at(state, address))
            .unwrap_or_else(|| format!("memory_{address:x}"));
        let origin = InputOrigin::Memory { address };
        let element_size = element_size(shape.element_size, size);
        let fresh = fresh(size, element_size);
        self.symbolic_elements(state, &name, address, fresh, origin, element_size);
        Ok(0)
    }

    /// Makes bytes of no known type, which lie in one object, fresh inputs.
    pub(crate) fn symbolic_bytes(
        &mut self,
        state: &mut State,
        name: &str,
        address: u64,
        size: u64,
        origin: InputOrigin,
    ) {
        let element_size = element_size(None, size);
        let fresh = fresh(size, element_size);
        self.symbolic_elements(state, name, address, fresh, origin, element_size);
    }

    /// The name that a program gives an input: the string at an address.
    pub(super) fn input_name(&self, state: &State, address: u64) -> String {
        let mut bytes = state.memory.constant_bytes(address, LONGEST_NAME);
        let end = bytes.iter().position(|&byte| byte == 0);
        bytes.truncate(end.unwrap_or(bytes.len()));
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Makes elements of 1, 2, 4 or 8 bytes, which lie in one object, an input; fresh are those that are not given.
    pub(crate) fn symbolic_elements(
        &mut self,
        state: &mut State,
        name: &str,
        address: u64,
        given: impl ExactSizeIterator<Item = Option<Value>>,
        origin: InputOrigin,
        element_size: u32,
    ) {
        let elements = self.input_of(state, name, given, origin, element_size);
        for (index, &element) in elements.iter().enumerate() {
            let at = address + index as u64 * u64::from(element_size);
            if let Some((object, offset)) = state.memory.place_in_part(at, element_size) {
                state
                    .memory
                    .store(&mut self.terms, object, offset, element_size, element);
            }
        }
    }

    /// A fresh input of `size` bytes in elements of 1, 2, 4 or 8.
    pub(crate) fn fresh_elements(
        &mut self,
        state: &mut State,
        name: &str,
        size: u64,
        origin: InputOrigin,
        element_size: u32,
    ) -> Vec<Value> {
        self.input_of(state, name, fresh(size, element_size), origin, element_size)
    }

    /// An input of elements of 1, 2, 4 or 8 bytes; fresh are those that are not given.
    fn input_of(
        &mut self,
        state: &mut State,
        name: &str,
        given: impl ExactSizeIterator<Item = Option<Value>>,
        origin: InputOrigin,
        element_size: u32,
    ) -> Vec<Value> {
        let name = state.names.unique(name);
        let scalar = given.len() == 1;
        let mut elements = Vec::with_capacity(given.len());
        let is_unwritten = matches!(origin, InputOrigin::Uninitialized { .. });
        for (index, element) in (0..).zip(given) {
            elements.push(element.unwrap_or_else(|| {
                let fresh = self.input_terms.element(
                    &mut self.terms,
                    &self.options.inputs,
                    &name,
                    index,
                    element_size,
                    scalar,
                );
                if let (true, Value::Term(fresh)) = (is_unwritten, fresh) {
                    let inputs = self.terms.inputs_of(fresh);
                    self.lives.inputs.extend(inputs.iter());
                }
                fresh
            }));
        }
        state.inputs.push(InputRecord {
            name,
            element_size,
            elements: elements.clone(),
            origin,
        });
        elements
    }

    /// Whether a value is a term over nothing but memory that was never written.
    pub(super) fn is_unwritten(&mut self, value: Value) -> bool {
        let Value::Term(term) = value else {
            return false;
        };
        let inputs = self.terms.inputs_of(term);
        let is_unwritten = |&input: &InputId| self.lives.is_unwritten(input);
        !inputs.is_empty() && inputs.iter().all(is_unwritten)
    }

    /// Whether a value is symbolic. On a path with given inputs nothing is, so there the answer is among them.
    pub(super) fn ask_symbolic(&mut self, state: &mut State, value: Value) -> bool {
        self.asked_for_symbolic = true;
        let name = state.names.unique(IS_SYMBOLIC);
        let given = self.options.inputs.answer(&name);
        // What is a constant on each of the ways that were merged is one.
        let is_term = match value {
            Value::Constant(_) => false,
            Value::Term(term) => !(state.meeting.merged && is_choice(&self.terms, term)),
        };
        let symbolic = given.unwrap_or(is_term);
        if symbolic {
            state.inputs.push(InputRecord {
                name,
                element_size: 1,
                elements: vec![Value::Constant(1)],
                origin: InputOrigin::Analysis,
            });
        }
        symbolic
    }

    /// A fresh input in a register. One of more than 64 bits has elements of 8 bytes, the lowest first.
    pub(crate) fn register_input(&mut self, state: &mut State, name: &str, width: u32) -> Value {
        let element_size = width.div_ceil(8).next_power_of_two().min(WORD_SIZE);
        let size = u64::from(width.div_ceil(8 * element_size) * element_size);
        let origin = InputOrigin::Register;
        let elements = self.fresh_elements(state, name, size, origin, element_size);
        let bits = 8 * element_size;
        if let [whole] = elements[..] {
            return whole.resize(&mut self.terms, bits, width, width, false);
        }
        let terms = &mut self.terms;
        let words = elements.iter().rev().map(|word| word.term(terms, bits));
        let words: Vec<Term> = words.collect();
        let whole = (words.into_iter()).reduce(|high, low| terms.concat(high, low));
        let Some(whole) = whole else {
            return Value::Constant(0);
        };
        let whole_width = terms.width(whole);
        Value::Term(whole).resize(terms, whole_width, width, width, false)
    }
}

/// Elements of which none is given.
fn fresh(size: u64, element_size: u32) -> impl ExactSizeIterator<Item = Option<Value>> {
    std::iter::repeat_n(None, (size / u64::from(element_size)) as usize)
}

/// The variable of a calling frame that starts at an address; the front end knows those of the innermost frame only.
fn variable_at(state: &State, address: u64) -> Option<String> {
    let object = state.memory.object(state.memory.find_start(address)?);
    (object.kind() == RegionKind::Local).then(|| object.name().to_owned())
}

/// The size of the elements that an input of `size` bytes is made of: as the debug information has it, or the whole if
/// that is a machine word, else bytes.
pub(crate) fn element_size(known: Option<u32>, size: u64) -> u32 {
    let size_as_word = u32::try_from(size).ok().filter(|_| known.is_none());
    known
        .or(size_as_word)
        .filter(|&element| {
            matches!(element, 1 | 2 | 4 | 8) && size.is_multiple_of(u64::from(element))
        })
        .unwrap_or(1)
}
