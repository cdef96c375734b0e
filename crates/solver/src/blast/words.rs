//! A word of literals for every term, made once and kept.
//!
//! Memories have no words. A read of a small known memory is a tree of selections; every other read is a word of free
//! bits whose meaning is added by need (see [`crate::arrays`]). The word of a float term is that of its circuit.

use everypath_term::{Kind, Node, Term, TermTable};
use rustc_hash::FxHashSet;

use super::circuits::{self, Shift};
use super::comparisons::Comparisons;
use super::gates::Gates;
use super::literal::Lit;
use super::values::FewValues;

/// Known memories up to this many elements are read by a tree of selections.
const SELECTION_LIMIT: usize = 1024;

const MISSING: u32 = u32::MAX;

/// Gates or terms between two looks whether to end: a comparison of choices makes few gates and can take a millisecond.
const LOOK: u64 = 512;
const LOOK_AT_TERMS: u64 = 16;

/// What a pair of bits that are multiplied counts, in gates. It needs fewer, but search in them is hard.
const OF_PAIR: u64 = 64;

/// Words of terms.
#[derive(Debug, Default)]
pub struct Words {
    /// The graph that all words are made of.
    pub gates: Gates,
    /// Comparisons of choices.
    comparisons: Comparisons,
    /// Terms of few values.
    few_values: FewValues,
    /// Where the word of each term starts in `literals`; `MISSING` if not made.
    starts: Vec<u32>,
    /// Whether a read with free bits is at or below each term.
    reads: Vec<bool>,
    literals: Vec<Lit>,
    terms: u64,
    stack: Vec<Term>,
}

impl Words {
    /// No words.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of terms with words.
    pub fn terms(&self) -> u64 {
        self.terms
    }

    /// Whether a read with free bits is at or below `term`, which has been made.
    #[inline]
    pub fn has_reads(&self, term: Term) -> bool {
        self.reads[term.index()]
    }

    /// Whether `term` has been made.
    #[inline]
    pub fn is_made(&self, term: Term) -> bool {
        self.starts
            .get(term.index())
            .is_some_and(|&start| start != MISSING)
    }

    /// Whether `read` is a read of free bits, not a tree of selections.
    pub fn is_free_read(table: &TermTable, node: &Node) -> bool {
        let selects = |memory: Term| {
            table
                .literal(memory)
                .and_then(|literal| literal.as_table())
                .is_some_and(|contents| contents.len() <= SELECTION_LIMIT)
        };
        node.kind == Kind::Read && !selects(node.first())
    }

    /// The word of a bit-vector term that has been made.
    #[inline]
    pub fn word(&self, table: &TermTable, term: Term) -> &[Lit] {
        let start = self.starts[term.index()] as usize;
        &self.literals[start..start + table.width(term) as usize]
    }

    /// How hard the terms at or below `roots` are that have not been made: a gate for each bit, and as much as many for each pair of bits
    /// that a product or a quotient multiplies. Float terms count as their circuits.
    pub fn work_to_make(&self, table: &mut TermTable, roots: &[Term]) -> u64 {
        let mut stack: Vec<Term> = roots.to_vec();
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut work = 0;
        while let Some(term) = stack.pop() {
            if self.is_made(term) || !seen.insert(term) {
                continue;
            }
            let node = table.node(term);
            let of_constant = || table.kind(node.second()) == Kind::Constant;
            let width = u64::from(node.width);
            work += match node.kind.multiplies() && !of_constant() {
                true => OF_PAIR * width.pow(2),
                false => width,
            };
            table.circuit(term);
            stack.extend(table.parts(term));
        }
        work
    }

    /// The literal of a term of one bit, which is made if it was not.
    pub fn truth(&mut self, table: &mut TermTable, term: Term) -> Lit {
        self.make(table, term);
        self.word(table, term)[0]
    }

    /// Makes the words of `root` and of everything below, operands first.
    pub fn make(&mut self, table: &mut TermTable, root: Term) {
        self.make_unless(table, root, |_| false);
    }

    /// The same, as long as `ends`, which is told now and then of so many gates more, does not say to end; whether all of it is made. What is made stays.
    pub fn make_unless(
        &mut self,
        table: &mut TermTable,
        root: Term,
        mut ends: impl FnMut(u64) -> bool,
    ) -> bool {
        self.make_room(table);
        if self.starts[root.index()] != MISSING {
            return true;
        }
        let mut told = self.gates.count();
        self.stack.push(root);
        while let Some(&term) = self.stack.last() {
            if self.starts[term.index()] != MISSING {
                self.stack.pop();
                continue;
            }
            let node = table.node(term);
            if node.kind == Kind::Float && table.circuit(term).is_some() {
                self.make_room(table);
            }
            let before = self.stack.len();
            for part in table.parts(term) {
                if self.starts[part.index()] == MISSING {
                    self.stack.push(part);
                }
            }
            if self.stack.len() > before {
                continue;
            }
            self.stack.pop();
            let word = self.build(table, term, &node);
            self.reads[term.index()] = Self::is_free_read(table, &node)
                || table.parts(term).any(|part| self.reads[part.index()]);
            self.starts[term.index()] = self.literals.len() as u32;
            self.literals.extend_from_slice(&word);
            self.terms += 1;
            let untold = (self.gates.count() - told) as u64;
            if untold < LOOK && !self.terms.is_multiple_of(LOOK_AT_TERMS) {
                continue;
            }
            told = self.gates.count();
            if ends(untold) {
                self.stack.clear();
                return false;
            }
        }
        true
    }

    fn make_room(&mut self, table: &TermTable) {
        if self.starts.len() < table.len() {
            self.starts.resize(table.len(), MISSING);
            self.reads.resize(table.len(), false);
        }
    }

    fn copy(&self, table: &TermTable, term: Term) -> Vec<Lit> {
        self.word(table, term).to_vec()
    }

    /// The word of `term`, whose operands have theirs; empty for memories.
    fn build(&mut self, table: &TermTable, term: Term, node: &Node) -> Vec<Lit> {
        let width = node.width as usize;
        let memory = matches!(table.sort(term), everypath_term::Sort::Memory { .. });
        if memory {
            return Vec::new();
        }
        match node.kind {
            Kind::Constant => match table.as_u64(term) {
                Some(value) => circuits::constant(node.width, |i| value >> i & 1 == 1),
                None => match table.as_constant(term) {
                    Some(value) => circuits::constant(node.width, |i| value.bit(i)),
                    None => Vec::new(),
                },
            },
            Kind::Input => (0..width).map(|_| self.gates.input()).collect(),
            Kind::MemoryInput | Kind::MemoryLiteral | Kind::Write => Vec::new(),
            Kind::Read => self.read(table, node),
            Kind::Float => match table.known_circuit(term) {
                Some(circuit) => self.copy(table, circuit),
                None => Vec::new(),
            },
            Kind::Ite => {
                let condition = self.word(table, node.first())[0];
                let (then, otherwise) = (
                    self.copy(table, node.second()),
                    self.copy(table, node.third()),
                );
                circuits::select(&mut self.gates, condition, &then, &otherwise)
            }
            Kind::Not | Kind::Neg | Kind::Extract | Kind::ZeroExtend | Kind::SignExtend => {
                let mut a = self.copy(table, node.first());
                match node.kind {
                    Kind::Not => circuits::not(&a),
                    Kind::Neg => circuits::negate(&mut self.gates, &a),
                    Kind::Extract => a[node.low() as usize..][..width].to_vec(),
                    _ => {
                        let sign = a.last().copied().unwrap_or(Lit::FALSE);
                        let fill = if node.kind == Kind::SignExtend {
                            sign
                        } else {
                            Lit::FALSE
                        };
                        a.resize(width, fill);
                        a
                    }
                }
            }
            kind => {
                if let Kind::Eq | Kind::Ult | Kind::Slt = kind
                    && let Some(literal) = self.compare(table, node)
                {
                    return vec![literal];
                }
                let (a, b) = (
                    self.copy(table, node.first()),
                    self.copy(table, node.second()),
                );
                let word = self.binary(kind, &a, &b);
                if let Kind::Eq | Kind::Ult | Kind::Slt = kind {
                    let sides = (kind, node.first(), node.second());
                    let laws = &mut self.gates.laws;
                    self.comparisons.note(table, laws, sides, word[0]);
                }
                word
            }
        }
    }

    /// The literal of a comparison of terms of few values, or of choices.
    fn compare(&mut self, table: &TermTable, node: &Node) -> Option<Lit> {
        let Self {
            gates,
            comparisons,
            few_values,
            starts,
            literals,
            ..
        } = self;
        let word = |term: Term| {
            let start = starts[term.index()] as usize;
            &literals[start..start + table.width(term) as usize]
        };
        if let Some(literal) = few_values.compare(table, gates, node, |term| word(term)[0]) {
            return Some(literal);
        }
        let plain = |gates: &mut Gates, a: Term, b: Term| match node.kind {
            Kind::Eq => circuits::equal(gates, word(a), word(b)),
            Kind::Ult => circuits::unsigned_less(gates, word(a), word(b)),
            _ => circuits::signed_less(gates, word(a), word(b)),
        };
        let sides = (node.kind, node.first(), node.second());
        comparisons.lift(table, gates, sides, plain, |term| word(term)[0])
    }

    fn binary(&mut self, kind: Kind, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let gates = &mut self.gates;
        match kind {
            Kind::And => circuits::bitwise(gates, a, b, Gates::and),
            Kind::Or => circuits::bitwise(gates, a, b, Gates::or),
            Kind::Xor => circuits::bitwise(gates, a, b, Gates::xor),
            Kind::Add => circuits::add(gates, a, b, Lit::FALSE),
            Kind::Mul => circuits::multiply(gates, a, b),
            Kind::UDiv => circuits::divide(gates, a, b).0,
            Kind::URem => circuits::divide(gates, a, b).1,
            Kind::SDiv => circuits::divide_signed(gates, a, b).0,
            Kind::SRem => circuits::divide_signed(gates, a, b).1,
            Kind::Shl => circuits::shift(gates, Shift::Left, a, b),
            Kind::LShr => circuits::shift(gates, Shift::RightLogical, a, b),
            Kind::AShr => circuits::shift(gates, Shift::RightArithmetic, a, b),
            Kind::Eq => vec![circuits::equal(gates, a, b)],
            Kind::Ult => vec![circuits::unsigned_less(gates, a, b)],
            Kind::Slt => vec![circuits::signed_less(gates, a, b)],
            _ => [b, a].concat(), // Concat: the first operand is above.
        }
    }

    /// The word of a read: a tree of selections over a small known memory, else free bits.
    fn read(&mut self, table: &TermTable, node: &Node) -> Vec<Lit> {
        let width = node.width;
        let Some(literal) = table
            .literal(node.first())
            .filter(|_| !Self::is_free_read(table, node))
        else {
            return (0..width).map(|_| self.gates.input()).collect();
        };
        let index = self.copy(table, node.second());
        let elements: Vec<Vec<Lit>> = literal
            .as_table()
            .unwrap_or(&[])
            .iter()
            .map(|&value| circuits::constant(width, |i| value >> i & 1 == 1))
            .collect();
        let default = circuits::constant(width, |i| literal.default >> i & 1 == 1);
        self.select_element(&index, elements, &default)
    }

    /// The element of `elements` at `index`, or `default` beyond them.
    pub fn select_element(
        &mut self,
        index: &[Lit],
        elements: Vec<Vec<Lit>>,
        default: &[Lit],
    ) -> Vec<Lit> {
        let mut layer = elements;
        for &bit in index {
            if layer.len() <= 1 && layer.first().is_none_or(|only| only == default) {
                return default.to_vec();
            }
            layer = layer
                .chunks(2)
                .map(|pair| {
                    let high = pair.get(1).map_or(default, Vec::as_slice);
                    circuits::select(&mut self.gates, bit, high, &pair[0])
                })
                .collect();
        }
        layer.into_iter().next().unwrap_or_else(|| default.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_made_at_the_end_is_made_later() {
        let mut table = TermTable::default();
        let mut sum = table.input("x", 32);
        for number in 0..64 {
            let other = table.input(&format!("x{number}"), 32);
            sum = table.mul(sum, other);
        }
        let mut words = Words::default();
        let mut told = 0;
        let ends = |gates| {
            told += gates;
            true
        };
        assert!(!words.make_unless(&mut table, sum, ends));
        let made = words.terms();
        assert!((1..=LOOK_AT_TERMS).contains(&made));
        assert!(told >= LOOK && told <= words.gates.count() as u64);
        assert!(words.make_unless(&mut table, sum, |_| false));
        assert!(words.terms() > made);
        assert_eq!(words.word(&table, sum).len(), 32);
    }
}
