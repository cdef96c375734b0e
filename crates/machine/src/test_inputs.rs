//! The values that a model gives to the inputs of a path, as test cases have them.

use everypath_term::{Assignment, Bits, TermTable};

use crate::inputs::{TestInput, TestInputs};
use crate::{State, Value};

/// The values that a model gives to the inputs of a path.
pub fn input_values(terms: &TermTable, state: &State, model: &Assignment) -> TestInputs {
    let mut evaluator = everypath_term::Evaluator::new(terms, model);
    let mut inputs = Vec::new();
    for record in state.inputs() {
        let mut bytes = Vec::with_capacity(record.elements.len() * record.element_size as usize);
        for &element in &record.elements {
            let bits = match element {
                Value::Constant(constant) => Bits::new(8 * record.element_size, constant),
                Value::Term(term) => evaluator.evaluate(term),
            };
            let value = bits.to_u64().unwrap_or(0).to_le_bytes();
            bytes.extend_from_slice(&value[..record.element_size as usize]);
        }
        inputs.push(TestInput {
            name: record.name.to_string(),
            bytes,
            element_size: record.element_size,
            origin: record.origin.clone(),
        });
    }
    inputs
}
