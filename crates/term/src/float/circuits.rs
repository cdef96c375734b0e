//! The circuits of float terms: made when somebody asks for them, and kept beside the terms.

use rustc_hash::FxHashSet;

use super::circuit::build;
use crate::node::{Kind, Term};
use crate::table::TermTable;

impl TermTable {
    /// A bit-vector term over the same operands that is equal to a float term, or with one input more encloses it
    /// ([`FloatOperator::is_enclosed`](crate::FloatOperator::is_enclosed)). Made when it is first asked for; its operands may be float terms again.
    pub fn circuit(&mut self, term: Term) -> Option<Term> {
        let node = self.node(term);
        let op = node.float_op()?;
        if let Some(circuit) = self.circuits.get(&term) {
            return Some(*circuit);
        }
        let circuit = build(self, op, &node);
        self.circuits.insert(term, circuit);
        Some(circuit)
    }

    /// The circuit of a float term if it has been made.
    pub fn known_circuit(&self, term: Term) -> Option<Term> {
        self.circuits.get(&term).copied()
    }

    /// What the value of a term is made of where float terms are circuits: its operands, or the circuit if that has been made.
    pub fn parts(&self, term: Term) -> impl Iterator<Item = Term> + use<> {
        let node = self.node(term);
        let circuit = match node.kind {
            Kind::Float => self.known_circuit(term),
            _ => None,
        };
        let operands = circuit.is_none().then(|| node.children());
        operands.into_iter().flatten().chain(circuit)
    }

    /// All terms at or below `roots` and below the circuits of float terms, which are made; each once, after what it is made of.
    pub fn post_order_of_circuits(&mut self, roots: &[Term]) -> Vec<Term> {
        self.make_circuits(roots);
        self.order_of_parts(roots, |table, term| table.parts(term))
    }

    /// Makes the circuits of all float terms at or below `roots`.
    fn make_circuits(&mut self, roots: &[Term]) {
        if !self.has_floats() {
            return;
        }
        let mut stack = roots.to_vec();
        let mut seen: FxHashSet<Term> = stack.iter().copied().collect();
        while let Some(term) = stack.pop() {
            self.circuit(term);
            stack.extend(self.parts(term).filter(|&part| seen.insert(part)));
        }
    }

    /// The terms at or below `roots` and below the circuits that have been made whose circuits are only enclosures.
    pub fn enclosed_terms(&self, roots: &[Term]) -> Vec<Term> {
        if !self.enclosures {
            return Vec::new();
        }
        let parts = |table: &Self, term| {
            let children: Vec<Term> = table.node(term).children().collect();
            children.into_iter().chain(table.known_circuit(term))
        };
        let mut found = self.order_of_parts(roots, parts);
        found.retain(|&term| {
            let op = self.node(term).float_op();
            op.is_some_and(|op| op.operator.is_enclosed())
        });
        found
    }

    /// Whether there are float terms at all.
    pub fn has_floats(&self) -> bool {
        self.floats
    }
}
