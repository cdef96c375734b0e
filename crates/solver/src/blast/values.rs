//! Terms of few values: a literal for each value that a term can have.
//!
//! A counter that is raised on some paths and merged is a sum of bits and choices between sums. As a word, the fact that it is below a bound, or
//! that it was raised at most once, is spread over carries. Such a term has few values, though: those of its parts in all combinations.
//! Here it has one literal for each of them, exactly one of which holds ("direct" or one-hot encoding, as for the variables of
//! constraint solvers); a comparison of two such terms is made of these. A step of a counter, `n + bit`, takes one choice per value, so that it is the
//! sequential counter of C. Sinz: "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints" (2005).
//!
//! Values are taken from the form of terms alone. The literals of a term's word stay what they are beside them.

use std::rc::Rc;

use everypath_term::ops::{BinaryOp, fold_binary, mask, signed};
use everypath_term::{Kind, Node, Term, TermTable};
use rustc_hash::FxHashMap;

use super::gates::Gates;
use super::literal::Lit;

/// Terms with more values than this have no set.
const MOST_VALUES: usize = 160;
/// Pairs of values of two operands that are looked at.
const MOST_PAIRS: usize = 1024;
/// That two values exclude each other is told of sets with no more values than this.
const MOST_EXCLUDED: usize = 40;

/// The values of a term, in ascending order, each with the literal that says that the term has it. Exactly one holds.
type Set = Rc<[(u64, Lit)]>;

/// The values of the terms that were asked for.
#[derive(Debug, Default)]
pub struct FewValues {
    /// None for a term with too many.
    sets: FxHashMap<Term, Option<Set>>,
    stack: Vec<Term>,
}

impl FewValues {
    /// The literal of the comparison `node`, if both sides have few values. `bit` gives the literal of a term of width 1 below it.
    pub fn compare(
        &mut self,
        table: &TermTable,
        gates: &mut Gates,
        node: &Node,
        bit: impl Fn(Term) -> Lit,
    ) -> Option<Lit> {
        let (a, b) = (node.first(), node.second());
        let width = table.width(a);
        if width == 1 {
            return None;
        }
        let first = self.set(table, gates, a, &bit)?;
        let second = self.set(table, gates, b, &bit)?;
        Some(match node.kind {
            Kind::Eq => equal(gates, &first, &second),
            Kind::Ult => less(gates, &first, &second),
            _ => less(gates, &by_sign(&first, width), &by_sign(&second, width)),
        })
    }

    /// The values of a term.
    fn set(
        &mut self,
        table: &TermTable,
        gates: &mut Gates,
        root: Term,
        bit: &impl Fn(Term) -> Lit,
    ) -> Option<Set> {
        self.stack.push(root);
        while let Some(&term) = self.stack.last() {
            if self.sets.contains_key(&term) {
                self.stack.pop();
                continue;
            }
            let node = table.node(term);
            let operands = operands(table, &node);
            let before = self.stack.len();
            // One that has too many is enough.
            for &operand in operands.iter().flatten() {
                match self.sets.get(&operand) {
                    Some(Some(_)) => {}
                    Some(None) => {
                        self.stack.truncate(before);
                        break;
                    }
                    None => self.stack.push(operand),
                }
            }
            if self.stack.len() > before {
                continue;
            }
            self.stack.pop();
            let set = self.build(table, gates, term, &node, bit);
            let set = set.filter(|set| set.len() <= MOST_VALUES);
            if let Some(set) = &set {
                exclude(gates, set);
            }
            self.sets.insert(term, set);
        }
        self.sets.get(&root).cloned().flatten()
    }

    /// The values of a term from those of its operands, all of which are known.
    fn build(
        &self,
        table: &TermTable,
        gates: &mut Gates,
        term: Term,
        node: &Node,
        bit: &impl Fn(Term) -> Lit,
    ) -> Option<Set> {
        let width = node.width;
        if width > 64 {
            return None;
        }
        if let Some(value) = table.as_u64(term) {
            return Some(Rc::from([(value, Lit::TRUE)]));
        }
        if width == 1 {
            let bit = bit(term);
            return Some(collected(gates, vec![(0, !bit), (1, bit)]));
        }
        let of = |operand: Term| self.sets.get(&operand).cloned().flatten();
        match node.kind {
            Kind::Not => Some(map(gates, &of(node.first())?, |a| !a & mask(width))),
            Kind::Neg => Some(map(gates, &of(node.first())?, |a| {
                a.wrapping_neg() & mask(width)
            })),
            Kind::Extract => Some(map(gates, &of(node.first())?, |a| {
                a >> node.low() & mask(width)
            })),
            Kind::ZeroExtend => of(node.first()),
            Kind::SignExtend => {
                let inner = table.width(node.first());
                Some(map(gates, &of(node.first())?, |a| {
                    signed(a, inner) as u64 & mask(width)
                }))
            }
            Kind::Ite => {
                let (then, otherwise) = (of(node.second())?, of(node.third())?);
                let chosen = choose(gates, bit(node.first()), &then, &otherwise);
                Some(collected(gates, chosen))
            }
            Kind::Concat => {
                let low = table.width(node.second());
                let (first, second) = (of(node.first())?, of(node.second())?);
                combine(gates, &first, &second, |a, b| a << low | b)
            }
            kind => {
                let op = operator(kind)?;
                let (first, second) = (of(node.first())?, of(node.second())?);
                combine(gates, &first, &second, |a, b| fold_binary(op, width, a, b))
            }
        }
    }
}

/// No two values at once: what holds of each step of a counter by unit propagation needs a search over all of them without this.
fn exclude(gates: &mut Gates, set: &Set) {
    if set.len() > MOST_EXCLUDED {
        return;
    }
    for (number, &(_, one)) in set.iter().enumerate() {
        for &(_, other) in &set[number + 1..] {
            gates.laws.add(&[!one, !other]);
        }
    }
}

/// The operands whose values those of a term are made of.
fn operands(table: &TermTable, node: &Node) -> [Option<Term>; 2] {
    if node.width == 1 || node.width > 64 {
        return [None, None];
    }
    match node.kind {
        Kind::Not | Kind::Neg | Kind::ZeroExtend | Kind::SignExtend => [Some(node.first()), None],
        Kind::Extract if table.width(node.first()) <= 64 => [Some(node.first()), None],
        Kind::Ite => [Some(node.second()), Some(node.third())],
        kind if kind == Kind::Concat || operator(kind).is_some() => {
            [Some(node.first()), Some(node.second())]
        }
        _ => [None, None],
    }
}

/// The operators that keep values few.
fn operator(kind: Kind) -> Option<BinaryOp> {
    Some(match kind {
        Kind::Add => BinaryOp::Add,
        Kind::Mul => BinaryOp::Mul,
        Kind::And => BinaryOp::And,
        Kind::Or => BinaryOp::Or,
        Kind::Xor => BinaryOp::Xor,
        Kind::Shl => BinaryOp::Shl,
        Kind::LShr => BinaryOp::LShr,
        Kind::AShr => BinaryOp::AShr,
        _ => return None,
    })
}

/// In order, each value once, without those that the term cannot have.
fn collected(gates: &mut Gates, mut values: Vec<(u64, Lit)>) -> Set {
    values.retain(|&(_, lit)| lit != Lit::FALSE);
    values.sort_by_key(|&(value, _)| value);
    values.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 = gates.or(kept.1, next.1);
        }
        same
    });
    values.into()
}

fn map(gates: &mut Gates, set: &Set, function: impl Fn(u64) -> u64) -> Set {
    let values = set.iter().map(|&(value, lit)| (function(value), lit));
    collected(gates, values.collect())
}

/// The values of a choice.
fn choose(
    gates: &mut Gates,
    condition: Lit,
    then: &[(u64, Lit)],
    otherwise: &[(u64, Lit)],
) -> Vec<(u64, Lit)> {
    let of = |set: &[(u64, Lit)], value: u64| {
        let index = set.binary_search_by_key(&value, |&(value, _)| value);
        index.map_or(Lit::FALSE, |index| set[index].1)
    };
    let only = otherwise.iter().map(|&(value, _)| value);
    let mut all: Vec<u64> = then.iter().map(|&(value, _)| value).chain(only).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter()
        .map(|value| {
            let (one, two) = (of(then, value), of(otherwise, value));
            (value, gates.ite(condition, one, two))
        })
        .collect()
}

/// The values of an operator. If an operand has two values, it is a choice between two functions of the other one.
fn combine(
    gates: &mut Gates,
    first: &Set,
    second: &Set,
    function: impl Fn(u64, u64) -> u64,
) -> Option<Set> {
    if first.len().saturating_mul(second.len()) > MOST_PAIRS {
        return None;
    }
    if let [(low, not), (high, holds)] = **second
        && not == !holds
    {
        let then = map(gates, first, |a| function(a, high));
        let otherwise = map(gates, first, |a| function(a, low));
        let chosen = choose(gates, holds, &then, &otherwise);
        return Some(collected(gates, chosen));
    }
    if let [(low, not), (high, holds)] = **first
        && not == !holds
    {
        let then = map(gates, second, |b| function(high, b));
        let otherwise = map(gates, second, |b| function(low, b));
        let chosen = choose(gates, holds, &then, &otherwise);
        return Some(collected(gates, chosen));
    }
    let mut values = Vec::with_capacity(first.len() * second.len());
    for &(a, one) in first.iter() {
        for &(b, two) in second.iter() {
            values.push((function(a, b), gates.and(one, two)));
        }
    }
    Some(collected(gates, values))
}

/// The values such that their order is that of signed numbers.
fn by_sign(set: &Set, width: u32) -> Set {
    let values = set
        .iter()
        .map(|&(value, lit)| (value ^ 1 << (width - 1), lit));
    let mut values: Vec<_> = values.collect();
    values.sort_unstable();
    values.into()
}

fn equal(gates: &mut Gates, first: &Set, second: &Set) -> Lit {
    let mut both = Vec::new();
    for &(value, one) in first.iter() {
        if let Ok(index) = second.binary_search_by_key(&value, |&(value, _)| value) {
            both.push(gates.and(one, second[index].1));
        }
    }
    gates.disjunction(&both)
}

fn less(gates: &mut Gates, first: &Set, second: &Set) -> Lit {
    let mut less = Vec::new();
    let mut below = Lit::FALSE;
    let mut rest = first.iter().peekable();
    for &(value, lit) in second.iter() {
        // What is below this value is shared with the comparisons with others.
        while let Some(&(_, lower)) = rest.next_if(|&&(lower, _)| lower < value) {
            below = gates.or(below, lower);
        }
        less.push(gates.and(below, lit));
    }
    gates.disjunction(&less)
}

#[cfg(test)]
mod tests {
    use everypath_term::{Assignment, Evaluator};
    use proptest::prelude::*;

    use super::super::gates::Gate;
    use super::super::words::Words;
    use super::*;

    const WIDTH: u32 = 6;
    const BITS: usize = 5;

    /// The values of all gates; `inputs` are those of the inputs, in the order in which they were made.
    fn evaluate(gates: &Gates, inputs: &[bool]) -> Vec<bool> {
        let mut inputs = inputs.iter().copied();
        let mut values: Vec<bool> = Vec::with_capacity(gates.count());
        for gate in 0..gates.count() {
            let of = |lit: Lit| values[lit.gate()] ^ lit.is_complement();
            values.push(match gates.gate(gate) {
                Gate::False => false,
                Gate::Input => inputs.next().unwrap(),
                Gate::And(a, b) => of(a) & of(b),
                Gate::Xor(a, b) => of(a) ^ of(b),
                Gate::Ite(a, b, c) => of(if of(a) { b } else { c }),
                Gate::Majority(a, b, c) => of(a) as u8 + of(b) as u8 + of(c) as u8 > 1,
                Gate::Conjunction { start, length } => {
                    gates.conjuncts(start, length).iter().all(|&lit| of(lit))
                }
            });
        }
        values
    }

    /// A term made of others; width 1 are conditions, all others have [`WIDTH`].
    fn step(table: &mut TermTable, bits: &[Term], words: &[Term], code: [u8; 4]) -> Term {
        let [kind, a, b, bit] = code;
        let bit = bits[bit as usize % bits.len()];
        let (a, b) = (
            words[a as usize % words.len()],
            words[b as usize % words.len()],
        );
        let counted = table.zero_extend(bit, WIDTH);
        match kind % 14 {
            0 | 1 => table.add(a, counted),
            2 => table.add(a, b),
            3 => table.mul(a, b),
            4 => table.and(a, b),
            5 => table.or(a, b),
            6 => table.xor(a, b),
            7 => table.not(a),
            8 => table.neg(a),
            9 => table.shl(a, b),
            10 => table.ashr(a, b),
            11 => {
                let (high, low) = (table.extract(a, 2, 0), table.extract(b, 5, 3));
                table.concat(high, low)
            }
            12 => {
                let low = table.extract(a, 2, 0);
                table.sign_extend(low, WIDTH)
            }
            _ => table.ite(bit, a, b),
        }
    }

    /// The literals of the conditions in some terms.
    fn conditions(table: &TermTable, made: &Words, words: &[Term]) -> FxHashMap<Term, Lit> {
        let mut literals = FxHashMap::default();
        let mut below = words.to_vec();
        while let Some(term) = below.pop() {
            if table.width(term) == 1 {
                literals.insert(term, made.word(table, term)[0]);
            } else {
                below.extend(table.node(term).children());
            }
        }
        literals
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

        #[test]
        fn exactly_the_literal_of_the_value_holds_and_comparisons_and_laws_are_true(
            constants in prop::collection::vec(0..1u64 << WIDTH, 1..4),
            code in prop::collection::vec(any::<[u8; 4]>(), 1..12),
            goals in prop::collection::vec(any::<[u8; 3]>(), 6),
        ) {
            let mut table = TermTable::new();
            let bits: Vec<Term> = (0..BITS)
                .map(|number| table.input(&format!("x{number}"), 1))
                .collect();
            let mut words: Vec<Term> = constants
                .into_iter()
                .map(|constant| table.constant(WIDTH, constant))
                .collect();
            for code in code {
                let word = step(&mut table, &bits, &words, code);
                words.push(word);
            }
            let goals: Vec<Term> = goals
                .into_iter()
                .map(|[kind, a, b]| {
                    let pick = |number: u8| words[number as usize % words.len()];
                    match kind % 3 {
                        0 => table.eq(pick(a), pick(b)),
                        1 => table.ult(pick(a), pick(b)),
                        _ => table.slt(pick(a), pick(b)),
                    }
                })
                .collect();
            let mut made = Words::new();
            for &term in bits.iter().chain(&words).chain(&goals) {
                made.make(&mut table, term);
            }
            let literals = conditions(&table, &made, &words);
            let goals: Vec<(Term, Lit)> = goals
                .into_iter()
                .map(|goal| (goal, made.word(&table, goal)[0]))
                .collect();
            let gates = &mut made.gates;
            let mut few_values = FewValues::default();
            let mut sets: Vec<(Term, Set)> = Vec::new();
            for &word in &words {
                let set = few_values.set(&table, gates, word, &|bit| literals[&bit]);
                sets.extend(set.map(|set| (word, set)));
            }
            for assignment in 0..1u64 << BITS {
                let chosen: Vec<bool> = (0..BITS).map(|number| assignment >> number & 1 == 1).collect();
                let values = evaluate(gates, &chosen);
                let holds = |lit: Lit| values[lit.gate()] ^ lit.is_complement();
                let mut model = Assignment::new();
                for (&bit, &value) in bits.iter().zip(&chosen) {
                    model.set_u64(table.node(bit).input(), 1, value.into());
                }
                let mut evaluator = Evaluator::new(&table, &model);
                for (word, set) in &sets {
                    let value = evaluator.evaluate_u64(*word);
                    let found: Vec<u64> =
                        set.iter().filter(|(_, lit)| holds(*lit)).map(|&(value, _)| value).collect();
                    prop_assert_eq!(found, vec![value]);
                }
                for &(goal, lit) in &goals {
                    prop_assert_eq!(holds(lit), evaluator.is_true(goal));
                }
                for number in 0..gates.laws.count() {
                    prop_assert!(gates.laws.clause(number).iter().any(|&lit| holds(lit)));
                }
            }
        }
    }
}
