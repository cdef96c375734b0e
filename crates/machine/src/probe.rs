//! Probing: constants computed through terms, as a self-check of the symbolic semantics on concrete runs.
//!
//! An operation on constants is built as a term over two inputs, which rewriting cannot fold away, and evaluated with the
//! constants as the inputs' values.

use everypath_program::{BinaryOp, UnaryOp};
use everypath_term::{Assignment, Evaluator, Term};

use crate::{Machine, Value};

impl Machine<'_> {
    /// Two inputs of a width, for probing.
    fn probe_inputs(&mut self, width: u32) -> [Term; 2] {
        let terms = &mut self.terms;
        *self
            .probes
            .entry(width)
            .or_insert_with(|| [terms.input("probe a", width), terms.input("probe b", width)])
    }

    /// Evaluates a term over the probe inputs.
    fn evaluate_probe(&self, term: Term, inputs: [Term; 2], values: [u64; 2], width: u32) -> Value {
        let mut assignment = Assignment::new();
        for (input, value) in inputs.into_iter().zip(values) {
            if let Some(id) = self.terms.input_id(input) {
                assignment.set_u64(id, width, value);
            }
        }
        Value::Constant(Evaluator::new(&self.terms, &assignment).evaluate_u64(term))
    }

    pub(crate) fn probe_binary(&mut self, op: BinaryOp, width: u32, a: Value, b: Value) -> Value {
        let (Value::Constant(first), Value::Constant(second)) = (a, b) else {
            return Value::binary(&mut self.terms, op, width, a, b);
        };
        let inputs = self.probe_inputs(width);
        let term = self.terms.binary(op, inputs[0], inputs[1]);
        self.evaluate_probe(term, inputs, [first, second], width)
    }

    pub(crate) fn probe_unary(&mut self, op: UnaryOp, width: u32, a: Value) -> Value {
        let Value::Constant(constant) = a else {
            return Value::unary(&mut self.terms, op, width, a);
        };
        let inputs = self.probe_inputs(width);
        let term = self.terms.unary(op, inputs[0]);
        self.evaluate_probe(term, inputs, [constant, 0], width)
    }

    pub(crate) fn probe_resize(
        &mut self,
        value: Value,
        from: u32,
        keep: u32,
        width: u32,
        signed: bool,
    ) -> Value {
        let Value::Constant(constant) = value else {
            return value.resize(&mut self.terms, from, keep, width, signed);
        };
        let inputs = self.probe_inputs(from);
        let resized = Value::Term(inputs[0]).resize(&mut self.terms, from, keep, width, signed);
        let term = resized.term(&mut self.terms, width);
        self.evaluate_probe(term, inputs, [constant, 0], from)
    }
}
