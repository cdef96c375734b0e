//! Rules of equality.
//!
//! Normal forms: at width 1 equality is a complemented exclusive or; invertible operators move over to the constant;
//! terms that are put together at one place are equal part by part.

use super::view::either;
use super::{Entry, fold::constants, rule};
use crate::node::{Kind, Node, Term};
use crate::ops::BinaryOp;
use crate::table::TermTable;

pub(super) const EQ: &[Entry] = &[
    rule("eq-fold", "k1 == k2 -> constant", constants),
    rule("eq-self", "a == a -> 1", |t, n| {
        (n.first() == n.second()).then(|| t.true_())
    }),
    rule("eq-bit", "a == b -> ~(a ^ b) at width 1", |t, n| {
        (t.width(n.first()) == 1).then(|| {
            let differ = t.xor(n.first(), n.second());
            t.not(differ)
        })
    }),
    rule("eq-complement", "a == ~a -> 0", |t, n| {
        t.opposite(n.first(), n.second()).then(|| t.false_())
    }),
    rule(
        "eq-not",
        "~a == ~b -> a == b; ~a == k -> a == ~k",
        |t, n| inverse(t, n, Kind::Not, TermTable::not),
    ),
    rule(
        "eq-neg",
        "-a == -b -> a == b; -a == k -> a == -k",
        |t, n| inverse(t, n, Kind::Neg, TermTable::neg),
    ),
    rule("eq-add-constant", "a + k1 == k2 -> a == k2 - k1", |t, n| {
        let (a, k1) = t
            .with_constant(Kind::Add, n.first())
            .filter(|_| t.is_constant(n.second()))?;
        let k = t.sub(n.second(), k1);
        Some(t.eq(a, k))
    }),
    rule("eq-sub-zero", "a + -b == 0 -> a == b", |t, n| {
        let (a, b) = t
            .pair(Kind::Add, n.first())
            .filter(|_| t.is_zero(n.second()))?;
        if let Some(b) = t.under(Kind::Neg, b) {
            return Some(t.eq(a, b));
        }
        let a = t.under(Kind::Neg, a)?;
        Some(t.eq(a, b))
    }),
    rule("eq-add-operand", "a + b == a -> b == 0", |t, n| {
        either(n, |sum, a| {
            let b = t.partner(Kind::Add, sum, a)?;
            let zero = t.zeros(t.width(a));
            Some(t.eq(b, zero))
        })
    }),
    rule("eq-add-common", "a + b == a + c -> b == c", |t, n| {
        common(t, n, Kind::Add)
    }),
    rule("eq-xor-constant", "a ^ k1 == k2 -> a == k1 ^ k2", |t, n| {
        let (a, k1) = t
            .with_constant(Kind::Xor, n.first())
            .filter(|_| t.is_constant(n.second()))?;
        let k = t.xor(n.second(), k1);
        Some(t.eq(a, k))
    }),
    rule("eq-xor-zero", "a ^ b == 0 -> a == b", |t, n| {
        let (a, b) = t
            .pair(Kind::Xor, n.first())
            .filter(|_| t.is_zero(n.second()))?;
        Some(t.eq(a, b))
    }),
    rule("eq-xor-operand", "a ^ b == a -> b == 0", |t, n| {
        either(n, |sum, a| {
            let b = t.partner(Kind::Xor, sum, a)?;
            let zero = t.zeros(t.width(a));
            Some(t.eq(b, zero))
        })
    }),
    rule("eq-xor-common", "a ^ b == a ^ c -> b == c", |t, n| {
        common(t, n, Kind::Xor)
    }),
    rule(
        "eq-mul-odd",
        "a * k1 == k2 -> a == k2 * inverse of k1, for odd k1",
        |t, n| {
            let (a, k1) = t.with_constant(Kind::Mul, n.first())?;
            let (inverse, k2) = (t.as_constant(k1)?.inverse()?, t.as_constant(n.second())?);
            let k = t.constant_bits(k2.binary(BinaryOp::Mul, &inverse));
            Some(t.eq(a, k))
        },
    ),
    rule(
        "eq-quotient-of-product",
        "(a * b) /u a == b -> ite(a == 0, b == 1..1, the upper half of a * b is 0)",
        |t, n| {
            either(n, |quotient, b| {
                let (product, a) = t.pair(Kind::UDiv, quotient)?;
                t.partner(Kind::Mul, product, a).filter(|&c| c == b)?;
                let (zero, ones) = (t.zeros(t.width(a)), t.ones(t.width(a)));
                let upper = t.binary(BinaryOp::MulHighUnsigned, a, b);
                let (by_zero, all) = (t.eq(a, zero), t.eq(b, ones));
                let fits = t.eq(upper, zero);
                Some(t.ite(by_zero, all, fits))
            })
        },
    ),
    rule(
        "eq-and-impossible",
        "a & k1 == k2 -> 0 if k2 has other bits than k1",
        |t, n| {
            let (_, k1) = t.with_constant(Kind::And, n.first())?;
            let (k1, k2) = (t.as_constant(k1)?, t.as_constant(n.second())?);
            (k1.binary(BinaryOp::And, &k2) != k2).then(|| t.false_())
        },
    ),
    rule(
        "eq-or-impossible",
        "a | k1 == k2 -> 0 if k2 lacks bits of k1",
        |t, n| {
            let (_, k1) = t.with_constant(Kind::Or, n.first())?;
            let (k1, k2) = (t.as_constant(k1)?, t.as_constant(n.second())?);
            (k1.binary(BinaryOp::Or, &k2) != k2).then(|| t.false_())
        },
    ),
    rule("eq-or-zero", "a | b == 0 -> a == 0 & b == 0", |t, n| {
        let (a, b) = t
            .pair(Kind::Or, n.first())
            .filter(|_| t.is_zero(n.second()))?;
        let (a, b) = (t.eq(a, n.second()), t.eq(b, n.second()));
        Some(t.and(a, b))
    }),
    rule(
        "eq-sign-extend",
        "sext(a) == sext(b) -> a == b; sext(a) == k -> a == low bits of k, or 0",
        |t, n| {
            let a = t.under(Kind::SignExtend, n.first())?;
            let width = t.width(a);
            if let Some(b) = t.under(Kind::SignExtend, n.second()) {
                let wide = width.max(t.width(b));
                let (a, b) = (t.sign_extend(a, wide), t.sign_extend(b, wide));
                return Some(t.eq(a, b));
            }
            let k = t.as_constant(n.second())?;
            let low = k.extract(0, width);
            if low.sign_extend(k.width()) != k {
                return Some(t.false_());
            }
            let low = t.constant_bits(low);
            Some(t.eq(a, low))
        },
    ),
    rule(
        "eq-parts",
        "concat(a, b) == concat(c, d) -> a == c & b == d",
        |t, n| {
            let at = t.common_seam(n.first(), n.second())?;
            let (a, b) = t.cut(n.first(), at);
            let (c, d) = t.cut(n.second(), at);
            let high = t.eq(a, c);
            if t.is_false(high) {
                return Some(high);
            }
            let low = t.eq(b, d);
            Some(t.and(high, low))
        },
    ),
    rule(
        "eq-ite-constant",
        "ite(c, k1, a) == k -> c | (a == k) if k1 = k, else ~c & (a == k); either arm",
        |t, n| {
            let (c, a, b) = t.choice(n.first()).filter(|_| t.is_constant(n.second()))?;
            decide_arms(t, c, a, b, |t, arm| t.eq(arm, n.second()))
        },
    ),
    rule(
        "eq-ite-arm",
        "ite(c, a, b) == a -> c | (b == a); either arm",
        |t, n| {
            either(n, |choice, other| {
                let (c, a, b) = t.choice(choice)?;
                if a == other {
                    let equal = t.eq(b, a);
                    Some(t.or(c, equal))
                } else if b == other {
                    let (not_c, equal) = (t.not(c), t.eq(a, b));
                    Some(t.or(not_c, equal))
                } else {
                    None
                }
            })
        },
    ),
    rule(
        "eq-choices",
        "ite(c, a, b) == ite(c, d, e) -> (c & (a == d)) | (~c & (b == e)); where the choice is extended, too",
        |t, n| {
            let (c, a, b) = extended_choice(t, n.first())?;
            let (_, d, e) = extended_choice(t, n.second()).filter(|&(other, _, _)| other == c)?;
            let (a, b) = (extended_as(t, n.first(), a), extended_as(t, n.first(), b));
            let (d, e) = (extended_as(t, n.second(), d), extended_as(t, n.second(), e));
            let (then, otherwise) = (t.eq(a, d), t.eq(b, e));
            Some(t.ite(c, then, otherwise))
        },
    ),
    rule(
        "eq-negated-extension",
        "sext(-a) == -sext(a) -> a != the least number",
        |t, n| {
            either(n, |extended, negated| {
                let a = t.under(Kind::Neg, t.under(Kind::SignExtend, extended)?)?;
                let other = t.under(Kind::SignExtend, t.under(Kind::Neg, negated)?)?;
                if a != other {
                    return None;
                }
                let least = t.least_signed(t.width(a));
                Some(t.ne(a, least))
            })
        },
    ),
    super::factors::FACTORS,
];

/// The operands of an ite, or of the ite that is extended.
fn extended_choice(table: &TermTable, term: Term) -> Option<(Term, Term, Term)> {
    let extended = |kind| table.under(kind, term);
    let inner = extended(Kind::SignExtend).or_else(|| extended(Kind::ZeroExtend));
    table.choice(inner.unwrap_or(term))
}

/// An arm of such a choice, extended as the choice is.
fn extended_as(table: &mut TermTable, choice: Term, arm: Term) -> Term {
    let node = table.node(choice);
    match node.kind {
        Kind::SignExtend => table.sign_extend(arm, node.width),
        Kind::ZeroExtend => table.zero_extend(arm, node.width),
        _ => arm,
    }
}

/// For a predicate of `ite(c, a, b)` where at least one of the arms is a constant that decides it: the predicate
/// without the ite.
pub(super) fn decide_arms(
    table: &mut TermTable,
    condition: Term,
    then: Term,
    otherwise: Term,
    predicate: impl Fn(&mut TermTable, Term) -> Term,
) -> Option<Term> {
    if !table.is_constant(then) && !table.is_constant(otherwise) {
        return None;
    }
    let then = predicate(table, then);
    let otherwise = predicate(table, otherwise);
    // The arms are Boolean: the rules of ite take it from here, or it is written as connectives.
    if table.is_constant(then) || table.is_constant(otherwise) {
        Some(table.ite(condition, then, otherwise))
    } else {
        None
    }
}

/// An invertible unary operator on both sides, or on one with a constant on the other.
fn inverse(
    table: &mut TermTable,
    node: Node,
    kind: Kind,
    apply: fn(&mut TermTable, Term) -> Term,
) -> Option<Term> {
    let a = table.under(kind, node.first())?;
    let b = match table.under(kind, node.second()) {
        Some(b) => b,
        None if table.is_constant(node.second()) => apply(table, node.second()),
        None => return None,
    };
    Some(table.eq(a, b))
}

/// A common operand of an invertible binary operator on both sides.
fn common(table: &mut TermTable, node: Node, kind: Kind) -> Option<Term> {
    let (a, b) = table.pair(kind, node.first())?;
    let (left, right) = if let Some(right) = table.partner(kind, node.second(), a) {
        (b, right)
    } else {
        (a, table.partner(kind, node.second(), b)?)
    };
    Some(table.eq(left, right))
}
