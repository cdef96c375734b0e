//! Probing: constants computed through terms, as a self-check of the symbolic semantics on concrete runs.
//!
//! An operation on constants is built as a term over two inputs, which rewriting cannot fold away, and evaluated with the
//! constants as the inputs' values.

use everypath_program::{BinaryOp, UnaryOp};
use everypath_term::{Assignment, Bits, Evaluator, Term};

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

    /// The number that a value is, if it is one; those of more than 64 bits are terms.
    fn number(&self, value: Value, width: u32) -> Option<Bits> {
        match value {
            Value::Constant(constant) => Some(Bits::new(width, constant)),
            Value::Term(term) => self.terms.as_constant(term),
        }
    }

    /// Evaluates a term over the probe inputs.
    fn evaluate_probe(&mut self, term: Term, inputs: [Term; 2], numbers: [Bits; 2]) -> Value {
        let mut assignment = Assignment::new();
        for (input, number) in inputs.into_iter().zip(numbers) {
            if let Some(id) = self.terms.input_id(input) {
                assignment.set(id, number);
            }
        }
        let result = Evaluator::new(&self.terms, &assignment).evaluate(term);
        match result.to_u64() {
            Some(constant) if result.width() <= u64::BITS => Value::Constant(constant),
            Some(_) | None => Value::Term(self.terms.constant_bits(result)),
        }
    }

    pub(crate) fn probe_binary(&mut self, op: BinaryOp, width: u32, a: Value, b: Value) -> Value {
        let [Some(first), Some(second)] = [a, b].map(|value| self.number(value, width)) else {
            return Value::binary(&mut self.terms, op, width, a, b);
        };
        let inputs = self.probe_inputs(width);
        let term = self.terms.binary(op, inputs[0], inputs[1]);
        self.evaluate_probe(term, inputs, [first, second])
    }

    pub(crate) fn probe_unary(&mut self, op: UnaryOp, width: u32, a: Value) -> Value {
        let Some(number) = self.number(a, width) else {
            return Value::unary(&mut self.terms, op, width, a);
        };
        let inputs = self.probe_inputs(width);
        let term = self.terms.unary(op, inputs[0]);
        self.evaluate_probe(term, inputs, [number.clone(), number])
    }

    pub(crate) fn probe_resize(
        &mut self,
        value: Value,
        from: u32,
        keep: u32,
        width: u32,
        signed: bool,
    ) -> Value {
        let Some(number) = self.number(value, from) else {
            return value.resize(&mut self.terms, from, keep, width, signed);
        };
        let inputs = self.probe_inputs(from);
        let resized = Value::Term(inputs[0]).resize(&mut self.terms, from, keep, width, signed);
        let term = resized.term(&mut self.terms, width);
        self.evaluate_probe(term, inputs, [number.clone(), number])
    }
}
