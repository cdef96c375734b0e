//! Rules of the bitwise operators. At width 1 these are the Boolean connectives.
//!
//! Normal forms: complements move outwards through xor and towards constants; a mask that keeps one run of bits is an
//! extraction between zeros; operators on concatenations with constant parts work on the parts.

use super::view::{bitwise_parts, constant_arms, either};
use super::{Entry, fold::constants, rule};
use crate::node::{Kind, Node, Term};
use crate::table::TermTable;

pub(super) const NOT: &[Entry] = &[
    rule("not-fold", "~k -> constant", constants),
    rule("not-not", "~~a -> a", |t, n| t.under(Kind::Not, n.first())),
    rule("not-neg", "~-a -> a + -1", |t, n| {
        let a = t.under(Kind::Neg, n.first())?;
        let ones = t.ones(n.width);
        Some(t.add(a, ones))
    }),
    rule("not-xor-constant", "~(a ^ k) -> a ^ ~k", |t, n| {
        let (a, k) = t.with_constant(Kind::Xor, n.first())?;
        let k = t.not(k);
        Some(t.xor(a, k))
    }),
    rule(
        "not-and-not",
        "~(~a & ~b) -> a | b; ~(~a & k) -> a | ~k",
        |t, n| de_morgan(t, n, Kind::And, TermTable::or),
    ),
    rule(
        "not-or-not",
        "~(~a | ~b) -> a & b; ~(~a | k) -> a & ~k",
        |t, n| de_morgan(t, n, Kind::Or, TermTable::and),
    ),
    rule(
        "not-ite-constants",
        "~ite(c, k1, k2) -> ite(c, ~k1, ~k2)",
        constant_arms,
    ),
    rule(
        "not-concat-constant",
        "~concat(a, k) -> concat(~a, ~k); either part",
        |t, n| {
            let (a, b) = t.pair(Kind::Concat, n.first())?;
            if !t.is_constant(a) && !t.is_constant(b) {
                return None;
            }
            let (a, b) = (t.not(a), t.not(b));
            Some(t.concat(a, b))
        },
    ),
    rule("not-sign-extend", "~sext(a) -> sext(~a)", |t, n| {
        let a = t.under(Kind::SignExtend, n.first())?;
        let a = t.not(a);
        Some(t.sign_extend(a, n.width))
    }),
];

pub(super) const AND: &[Entry] = &[
    rule("and-fold", "k1 & k2 -> constant", constants),
    rule("and-zero", "a & 0 -> 0", |t, n| {
        t.is_zero(n.second()).then(|| n.second())
    }),
    rule("and-ones", "a & 1..1 -> a", |t, n| {
        t.is_ones(n.second()).then(|| n.first())
    }),
    rule("and-self", "a & a -> a", |_, n| {
        (n.first() == n.second()).then(|| n.first())
    }),
    rule("and-complement", "a & ~a -> 0", |t, n| {
        t.opposite(n.first(), n.second()).then(|| t.zeros(n.width))
    }),
    rule("and-constants", "(a & k1) & k2 -> a & (k1 & k2)", |t, n| {
        reassociate(t, n, Kind::And)
    }),
    rule("and-absorb-or", "a & (a | b) -> a", |t, n| {
        either(n, |a, b| t.partner(Kind::Or, b, a).map(|_| a))
    }),
    rule("and-absorb-and", "a & (a & b) -> a & b", |t, n| {
        either(n, |a, b| t.partner(Kind::And, b, a).map(|_| b))
    }),
    rule("and-complement-and", "a & (~a & b) -> 0", |t, n| {
        either(n, |a, b| {
            has_opposite(t, Kind::And, b, a).map(|_| t.zeros(n.width))
        })
    }),
    rule("and-complement-or", "a & (~a | b) -> a & b", |t, n| {
        either(n, |a, b| {
            has_opposite(t, Kind::Or, b, a).map(|rest| t.and(a, rest))
        })
    }),
    rule("and-not-and", "a & ~(a & b) -> a & ~b", |t, n| {
        either(n, |a, b| {
            let rest = t
                .under(Kind::Not, b)
                .and_then(|inner| t.partner(Kind::And, inner, a))?;
            let rest = t.not(rest);
            Some(t.and(a, rest))
        })
    }),
    rule("and-not-or", "a & ~(a | b) -> 0", |t, n| {
        either(n, |a, b| {
            t.under(Kind::Not, b)
                .and_then(|inner| t.partner(Kind::Or, inner, a))
                .map(|_| t.zeros(n.width))
        })
    }),
    rule("and-resolution", "(a | b) & (a | ~b) -> a", |t, n| {
        resolution(t, n, Kind::Or)
    }),
    rule(
        "and-ite-constants",
        "ite(c, k1, k2) & k3 -> ite(c, k1 & k3, k2 & k3)",
        constant_arms,
    ),
    rule(
        "and-sign-extended-bit",
        "sext(bit) & a -> ite(bit, a, 0)",
        |t, n| {
            either(n, |a, b| {
                let bit = t
                    .under(Kind::SignExtend, a)
                    .filter(|&bit| t.width(bit) == 1)?;
                let zero = t.zeros(n.width);
                Some(t.ite(bit, b, zero))
            })
        },
    ),
    rule(
        "and-parts",
        "concat(a, b) & concat(c, d) -> concat(a & c, b & d), a part being constant",
        bitwise_parts,
    ),
    rule(
        "and-mask",
        "a & 0..01..10..0 -> concat(0, bits of a, 0)",
        mask,
    ),
    rule("and-ite-condition", "c & ite(c, a, b) -> c & a", |t, n| {
        either(n, |c, b| match t.choice(b)? {
            (condition, then, _) if n.width == 1 && condition == c => Some(t.and(c, then)),
            (condition, _, otherwise) if n.width == 1 && t.opposite(condition, c) => {
                Some(t.and(c, otherwise))
            }
            _ => None,
        })
    }),
    rule("and-eq-distinct", "(a == k1) & (a == k2) -> 0", |t, n| {
        let (a, k1) = t.with_constant(Kind::Eq, n.first())?;
        let (b, k2) = t.with_constant(Kind::Eq, n.second())?;
        (a == b && k1 != k2).then(|| t.false_())
    }),
];

pub(super) const OR: &[Entry] = &[
    rule("or-fold", "k1 | k2 -> constant", constants),
    rule("or-zero", "a | 0 -> a", |t, n| {
        t.is_zero(n.second()).then(|| n.first())
    }),
    rule("or-ones", "a | 1..1 -> 1..1", |t, n| {
        t.is_ones(n.second()).then(|| n.second())
    }),
    rule("or-self", "a | a -> a", |_, n| {
        (n.first() == n.second()).then(|| n.first())
    }),
    rule("or-complement", "a | ~a -> 1..1", |t, n| {
        t.opposite(n.first(), n.second()).then(|| t.ones(n.width))
    }),
    rule("or-constants", "(a | k1) | k2 -> a | (k1 | k2)", |t, n| {
        reassociate(t, n, Kind::Or)
    }),
    rule("or-absorb-and", "a | (a & b) -> a", |t, n| {
        either(n, |a, b| t.partner(Kind::And, b, a).map(|_| a))
    }),
    rule("or-absorb-or", "a | (a | b) -> a | b", |t, n| {
        either(n, |a, b| t.partner(Kind::Or, b, a).map(|_| b))
    }),
    rule("or-complement-or", "a | (~a | b) -> 1..1", |t, n| {
        either(n, |a, b| {
            has_opposite(t, Kind::Or, b, a).map(|_| t.ones(n.width))
        })
    }),
    rule("or-complement-and", "a | (~a & b) -> a | b", |t, n| {
        either(n, |a, b| {
            has_opposite(t, Kind::And, b, a).map(|rest| t.or(a, rest))
        })
    }),
    rule("or-not-or", "a | ~(a | b) -> a | ~b", |t, n| {
        either(n, |a, b| {
            let rest = t
                .under(Kind::Not, b)
                .and_then(|inner| t.partner(Kind::Or, inner, a))?;
            let rest = t.not(rest);
            Some(t.or(a, rest))
        })
    }),
    rule("or-not-and", "a | ~(a & b) -> 1..1", |t, n| {
        either(n, |a, b| {
            t.under(Kind::Not, b)
                .and_then(|inner| t.partner(Kind::And, inner, a))
                .map(|_| t.ones(n.width))
        })
    }),
    rule("or-resolution", "(a & b) | (a & ~b) -> a", |t, n| {
        resolution(t, n, Kind::And)
    }),
    rule(
        "or-ite-constants",
        "ite(c, k1, k2) | k3 -> ite(c, k1 | k3, k2 | k3)",
        constant_arms,
    ),
    rule(
        "or-parts",
        "concat(a, b) | concat(c, d) -> concat(a | c, b | d), a part being constant",
        bitwise_parts,
    ),
    rule("or-ite-condition", "c | ite(c, a, b) -> c | b", |t, n| {
        either(n, |c, b| match t.choice(b)? {
            (condition, _, otherwise) if n.width == 1 && condition == c => Some(t.or(c, otherwise)),
            (condition, then, _) if n.width == 1 && t.opposite(condition, c) => Some(t.or(c, then)),
            _ => None,
        })
    }),
];

pub(super) const XOR: &[Entry] = &[
    rule("xor-fold", "k1 ^ k2 -> constant", constants),
    rule("xor-zero", "a ^ 0 -> a", |t, n| {
        t.is_zero(n.second()).then(|| n.first())
    }),
    rule("xor-self", "a ^ a -> 0", |t, n| {
        (n.first() == n.second()).then(|| t.zeros(n.width))
    }),
    rule("xor-ones", "a ^ 1..1 -> ~a", |t, n| {
        t.is_ones(n.second()).then(|| t.not(n.first()))
    }),
    rule("xor-complement", "a ^ ~a -> 1..1", |t, n| {
        t.opposite(n.first(), n.second()).then(|| t.ones(n.width))
    }),
    rule("xor-not", "~a ^ b -> ~(a ^ b); ~a ^ k -> a ^ ~k", |t, n| {
        either(n, |a, b| {
            let a = t.under(Kind::Not, a)?;
            if t.is_constant(b) {
                let b = t.not(b);
                return Some(t.xor(a, b));
            }
            let inner = t.xor(a, b);
            Some(t.not(inner))
        })
    }),
    rule("xor-constants", "(a ^ k1) ^ k2 -> a ^ (k1 ^ k2)", |t, n| {
        reassociate(t, n, Kind::Xor)
    }),
    rule("xor-cancel", "a ^ (a ^ b) -> b", |t, n| {
        either(n, |a, b| t.partner(Kind::Xor, b, a))
    }),
    rule(
        "xor-ite-constants",
        "ite(c, k1, k2) ^ k3 -> ite(c, k1 ^ k3, k2 ^ k3)",
        constant_arms,
    ),
    rule(
        "xor-parts",
        "concat(a, b) ^ concat(c, d) -> concat(a ^ c, b ^ d), a part being constant",
        bitwise_parts,
    ),
];

/// `(a op k1) op k2 -> a op (k1 op k2)`.
pub(super) fn reassociate(table: &mut TermTable, node: Node, kind: Kind) -> Option<Term> {
    if !table.is_constant(node.second()) {
        return None;
    }
    let (a, k1) = table.with_constant(kind, node.first())?;
    let constant = table.rebuild(node, [k1, node.second(), a]);
    Some(table.rebuild(node, [a, constant, a]))
}

/// The other operand of a term of this kind, if one operand is the complement of `of`.
fn has_opposite(table: &TermTable, kind: Kind, term: Term, of: Term) -> Option<Term> {
    let (a, b) = table.pair(kind, term)?;
    if table.opposite(a, of) {
        Some(b)
    } else {
        table.opposite(b, of).then_some(a)
    }
}

/// The operand that two terms of this kind share, if their other operands are complements.
fn resolution(table: &TermTable, node: Node, kind: Kind) -> Option<Term> {
    let ((a, b), (x, y)) = (
        table.pair(kind, node.first())?,
        table.pair(kind, node.second())?,
    );
    let shared = |a: Term, b: Term, x: Term, y: Term| a == x && table.opposite(b, y);
    if shared(a, b, x, y) || shared(a, b, y, x) {
        return Some(a);
    }
    (shared(b, a, x, y) || shared(b, a, y, x)).then_some(b)
}

fn de_morgan(
    table: &mut TermTable,
    node: Node,
    kind: Kind,
    dual: fn(&mut TermTable, Term, Term) -> Term,
) -> Option<Term> {
    let (a, b) = table.pair(kind, node.first())?;
    let a = table.under(Kind::Not, a)?;
    let b = match table.under(Kind::Not, b) {
        Some(b) => b,
        None if table.is_constant(b) => table.not(b),
        None => return None,
    };
    Some(dual(table, a, b))
}

/// A mask of one run of ones keeps those bits between zeros.
fn mask(table: &mut TermTable, node: Node) -> Option<Term> {
    let (a, mask) = (node.first(), table.as_constant(node.second())?);
    let low = (0..node.width).take_while(|&i| !mask.bit(i)).count() as u32;
    let end = (low..node.width).take_while(|&i| mask.bit(i)).count() as u32 + low;
    if low == end || (end..node.width).any(|i| mask.bit(i)) {
        return None;
    }
    let kept = table.extract(a, end - 1, low);
    let kept = if low == 0 {
        kept
    } else {
        let zeros = table.zeros(low);
        table.concat(kept, zeros)
    };
    Some(table.zero_extend(kept, node.width))
}
