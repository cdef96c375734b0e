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

use super::gates::{Gates, Lit};

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
