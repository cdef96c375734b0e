//! Clauses for gates, on demand: a gate is handed to the SAT solver when a query first reaches it.
//!
//! Full Tseitin encoding (both directions of every gate). The one-sided encoding of Plaisted and Greenbaum would be
//! smaller, but a gate that is later used in the other polarity would need its missing half.
//!
//! Where both arms of a choice agree, so does the choice, whatever its condition is. Clauses that say so are redundant (they follow from the
//! others), and propagate more. That decides easy queries with fewer conflicts; a long search has six clauses of a choice to
//! watch with them instead of four, and learns what it needs of them.
//!
//! Comparisons may be handed over as free bits: then the SAT solver knows the laws of an order, and nothing of the bits that are compared. What
//! is unsatisfiable so is unsatisfiable (predicates as free variables, with lemmas of a theory of order: the eager encoding of Strichman, Seshia, Bryant:
//! "Deciding Separation Formulas with SAT", 2002, and as far as the laws go that is all there is to it).

use super::gates::{Gate, Gates};
use super::literal::Lit;

/// What takes clauses: a SAT solver, or a file.
pub trait Clauses {
    /// A new variable (positive).
    fn new_variable(&mut self) -> i32;

    /// Adds a clause for good.
    fn clause(&mut self, literals: &[i32]);
}

/// Gates between two looks whether to end.
const LOOK: u64 = 512;

/// Which gates one SAT solver knows, and by which variable.
#[derive(Debug)]
pub struct Cnf {
    /// The variable of each gate; 0 for none.
    variables: Vec<i32>,
    stack: Vec<u32>,
    /// Whether choices get the clauses for arms that agree.
    redundant: bool,
    /// Whether comparisons are free bits.
    hides: bool,
}

impl Cnf {
    /// Nothing handed over yet; choices get the clauses for arms that agree, too: for queries of which most are easy.
    pub fn with_redundant_clauses() -> Self {
        Self {
            variables: Vec::new(),
            stack: Vec::new(),
            redundant: true,
            hides: false,
        }
    }

    /// Nothing handed over yet, and no clauses that follow from others: for one query that is hard.
    pub fn without_redundant_clauses() -> Self {
        Self {
            redundant: false,
            ..Self::with_redundant_clauses()
        }
    }

    /// As [`Self::without_redundant_clauses`]; comparisons of which laws are known are free bits.
    pub fn with_free_comparisons() -> Self {
        Self {
            hides: true,
            ..Self::without_redundant_clauses()
        }
    }

    /// The SAT literal of `lit` if its gate has been handed over; constants have none.
    #[inline]
    pub fn known(&self, lit: Lit) -> Option<i32> {
        match self.variables.get(lit.gate()) {
            None | Some(0) => None,
            Some(&variable) => Some(if lit.is_complement() {
                -variable
            } else {
                variable
            }),
        }
    }

    /// The SAT literal of `lit`, after handing over its gate and all gates below.
    pub fn literal(&mut self, gates: &Gates, sat: &mut impl Clauses, lit: Lit) -> i32 {
        self.hand_over(gates, sat, lit, |_| false);
        self.of(lit)
    }

    /// Hands over the gate of `lit` and everything below that is missing, operands first, as long as `ends`, which is told now and then of so many gates more,
    /// does not say to end. Gives the SAT literal, none if that was before it had one; what was handed over stays.
    pub fn hand_over(
        &mut self,
        gates: &Gates,
        sat: &mut impl Clauses,
        lit: Lit,
        mut ends: impl FnMut(u64) -> bool,
    ) -> Option<i32> {
        if self.variables.len() < gates.count() {
            self.variables.resize(gates.count(), 0);
        }
        let mut untold = 0;
        self.stack.push(lit.gate() as u32);
        while let Some(&top) = self.stack.last() {
            let number = top as usize;
            if self.variables[number] != 0 {
                self.stack.pop();
                continue;
            }
            let gate = gates.gate(number);
            if self.hides && gates.laws.is_comparison(number) {
                self.stack.pop();
                self.variables[number] = sat.new_variable();
                continue;
            }
            let before = self.stack.len();
            for operand in gates.operands(gate) {
                self.need(operand);
            }
            if self.stack.len() > before {
                continue;
            }
            self.stack.pop();
            let x = sat.new_variable();
            self.variables[number] = x;
            self.clauses(gates, sat, gate, x);
            untold += 1;
            if untold == LOOK {
                untold = 0;
                if ends(LOOK) {
                    self.stack.clear();
                }
            }
        }
        self.known(lit)
    }

    fn need(&mut self, lit: Lit) {
        if self.variables[lit.gate()] == 0 {
            self.stack.push(lit.gate() as u32);
        }
    }

    fn of(&self, lit: Lit) -> i32 {
        let variable = self.variables[lit.gate()];
        if lit.is_complement() {
            -variable
        } else {
            variable
        }
    }

    /// The clauses that say that variable `x` is what `gate` computes.
    fn clauses(&self, gates: &Gates, sat: &mut impl Clauses, gate: Gate, x: i32) {
        match gate {
            Gate::Input => {}
            Gate::False => sat.clause(&[-x]),
            Gate::And(a, b) => {
                let (a, b) = (self.of(a), self.of(b));
                sat.clause(&[-x, a]);
                sat.clause(&[-x, b]);
                sat.clause(&[x, -a, -b]);
            }
            Gate::Xor(a, b) => {
                let (a, b) = (self.of(a), self.of(b));
                sat.clause(&[-x, a, b]);
                sat.clause(&[-x, -a, -b]);
                sat.clause(&[x, -a, b]);
                sat.clause(&[x, a, -b]);
            }
            Gate::Ite(c, t, e) => {
                let (c, t, e) = (self.of(c), self.of(t), self.of(e));
                sat.clause(&[-c, -t, x]);
                sat.clause(&[-c, t, -x]);
                sat.clause(&[c, -e, x]);
                sat.clause(&[c, e, -x]);
                if self.redundant {
                    sat.clause(&[-t, -e, x]);
                    sat.clause(&[t, e, -x]);
                }
            }
            Gate::Majority(a, b, c) => {
                let (a, b, c) = (self.of(a), self.of(b), self.of(c));
                for (p, q) in [(a, b), (a, c), (b, c)] {
                    sat.clause(&[-p, -q, x]);
                    sat.clause(&[p, q, -x]);
                }
            }
            Gate::Conjunction { start, length } => {
                let mut all = Vec::with_capacity(length as usize + 1);
                all.push(x);
                for &operand in gates.conjuncts(start, length) {
                    let operand = self.of(operand);
                    sat.clause(&[-x, operand]);
                    all.push(-operand);
                }
                sat.clause(&all);
            }
        }
    }
}
