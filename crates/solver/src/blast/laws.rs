//! Clauses that follow from the gates, but only by much reasoning, or by none that unit propagation does.
//!
//! They are kept apart from the gates, in the order in which they were made: a SAT solver gets those whose gates it knows.

use rustc_hash::FxHashSet;

use super::literal::Lit;

/// Clauses; at least one literal of each holds.
#[derive(Debug, Default)]
pub struct Laws {
    literals: Vec<Lit>,
    /// Where each clause ends.
    ends: Vec<usize>,
    /// Gates that compare two terms, of which the laws speak.
    comparisons: FxHashSet<usize>,
}

impl Laws {
    /// The number of clauses.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// The literals of a clause.
    pub fn clause(&self, number: usize) -> &[Lit] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.literals[start..self.ends[number]]
    }

    /// Takes note of the gate of a comparison.
    pub fn note_comparison(&mut self, comparison: Lit) {
        self.comparisons.insert(comparison.gate());
    }

    /// Whether a gate compares two terms that are no constants: the laws tell much of what the bits below it do.
    pub fn is_comparison(&self, gate: usize) -> bool {
        self.comparisons.contains(&gate)
    }

    /// Adds a clause, unless a literal of it is true whatever the inputs.
    pub fn add(&mut self, clause: &[Lit]) {
        if !clause.contains(&Lit::TRUE) {
            let open = clause.iter().filter(|lit| lit.as_constant().is_none());
            self.literals.extend(open);
            self.ends.push(self.literals.len());
        }
    }
}
