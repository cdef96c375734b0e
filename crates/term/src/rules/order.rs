//! Rules of the orders, unsigned and signed.
//!
//! Normal forms: comparisons against the ends of the range are equalities or sign bits; extended operands are
//! compared at their own width; signed comparisons of numbers that are seen not to be negative are unsigned.

use super::equality::decide_arms;
use super::{Entry, divisible, fold::constants, rule};
use crate::bits::Bits;
use crate::node::{Kind, Node, Term};
use crate::ops::{BinaryOp, UnaryOp};
use crate::table::TermTable;

pub(super) const ULT: &[Entry] = &[
    rule("ult-fold", "k1 <u k2 -> constant", constants),
    rule("ult-self", "a <u a -> 0", |t, n| {
        (n.first() == n.second()).then(|| t.false_())
    }),
    rule("ult-bit", "a <u b -> ~a & b at width 1", |t, n| {
        (t.width(n.first()) == 1).then(|| {
            let a = t.not(n.first());
            t.and(a, n.second())
        })
    }),
    rule("ult-zero", "a <u 0 -> 0", |t, n| {
        t.is_zero(n.second()).then(|| t.false_())
    }),
    rule("ult-one", "a <u 1 -> a == 0", |t, n| {
        t.is_one(n.second()).then(|| {
            let zero = t.zeros(t.width(n.first()));
            t.eq(n.first(), zero)
        })
    }),
    rule("ult-greatest", "a <u 1..1 -> ~(a == 1..1)", |t, n| {
        t.is_ones(n.second()).then(|| t.ne(n.first(), n.second()))
    }),
    rule("zero-ult", "0 <u a -> ~(a == 0)", |t, n| {
        t.is_zero(n.first()).then(|| t.ne(n.second(), n.first()))
    }),
    rule("greatest-ult", "1..1 <u a -> 0", |t, n| {
        t.is_ones(n.first()).then(|| t.false_())
    }),
    rule("almost-greatest-ult", "1..10 <u a -> a == 1..1", |t, n| {
        let k = t.as_constant(n.first())?;
        let ones = Bits::ones(k.width());
        if k.binary(BinaryOp::Add, &Bits::new(k.width(), 1)) != ones {
            return None;
        }
        let ones = t.constant_bits(ones);
        Some(t.eq(n.second(), ones))
    }),
    rule(
        "ult-not",
        "~a <u ~b -> b <u a; ~a <u k -> ~k <u a; k <u ~a -> a <u ~k",
        |t, n| complemented(t, n, TermTable::ult),
    ),
    divisible::REMAINDER,
    rule(
        "ult-add-overflow",
        "a + k <u a -> ~k <u a; a + k <u k -> ~k <u a",
        |t, n| {
            let (a, k) = t
                .with_constant(Kind::Add, n.first())
                .filter(|&(_, k)| !t.is_zero(k))?;
            if n.second() != a && n.second() != k {
                return None;
            }
            let limit = t.not(k);
            Some(t.ult(limit, a))
        },
    ),
    rule(
        "ult-add-no-overflow",
        "a <u a + k -> a <= ~k, for k not 0",
        |t, n| {
            let (a, k) = t
                .with_constant(Kind::Add, n.second())
                .filter(|&(_, k)| !t.is_zero(k))?;
            if n.first() != a {
                return None;
            }
            let limit = t.not(k);
            Some(t.ule(a, limit))
        },
    ),
    rule(
        "ult-distance",
        "a + k1 <u a + k2 -> ~(k1 - k2) <u a + k2",
        |t, n| {
            let apart = apart(t, n).filter(|apart| !apart.is_common)?;
            let limit = apart.distance.unary(UnaryOp::Not);
            let limit = t.constant_bits(limit);
            let wraps = t.ult(limit, apart.base);
            Some(if apart.base_is_left {
                t.not(wraps)
            } else {
                wraps
            })
        },
    ),
    rule(
        "ult-sum",
        "zext(a) + zext(b) <u zext(a) -> 0; zext(a) <u zext(a) + zext(b) -> ~(zext(b) == 0)",
        |t, n| {
            let spare = |t: &TermTable, term| t.leading_zeros(term) > 0;
            match summand(t, n, spare)? {
                Summand::Left(_) => Some(t.false_()),
                Summand::Right(b) => {
                    let zero = t.zeros(t.width(b));
                    Some(t.ne(b, zero))
                }
            }
        },
    ),
    rule(
        "ult-zero-extend",
        "zext(a) <u zext(b) -> a <u b; with constants: decided or narrowed",
        |t, n| {
            // Leading zeros that both have do not matter.
            let (of_a, of_b) = (t.leading_zeros(n.first()), t.leading_zeros(n.second()));
            let full = t.width(n.first());
            if of_b < of_a && t.is_constant(n.second()) {
                return Some(t.true_());
            }
            if of_a < of_b && t.is_constant(n.first()) {
                return Some(t.false_());
            }
            let zeros = of_a.min(of_b);
            if zeros == 0
                || zeros == full
                || (t.is_constant(n.first()) && t.is_constant(n.second()))
            {
                return None;
            }
            let (a, b) = (
                t.truncate(n.first(), full - zeros),
                t.truncate(n.second(), full - zeros),
            );
            Some(t.ult(a, b))
        },
    ),
    rule(
        "ult-sign-extend",
        "sext(a) <u sext(b) -> a <u b; with constants: decided or narrowed",
        |t, n| extended(t, n, TermTable::ult, BinaryOp::Ult),
    ),
    rule(
        "ult-concat",
        "concat(a, b) <u concat(a, c) -> b <u c; concat(a, c) <u concat(b, c) -> a <u b",
        |t, n| concatenated(t, n, TermTable::ult),
    ),
    rule("ult-urem", "a %u k1 <u k2 -> 1 if 0 < k1 <= k2", |t, n| {
        let (_, k1) = t.pair(Kind::URem, n.first())?;
        let (k1, k2) = (t.as_constant(k1)?, t.as_constant(n.second())?);
        (!k1.is_zero() && k1 <= k2).then(|| t.true_())
    }),
    rule(
        "ult-urem-bounds",
        "a %u b <u b -> ~(b == 0); a <u a %u b -> 0",
        |t, n| {
            if let Some((_, b)) = t.pair(Kind::URem, n.first())
                && b == n.second()
            {
                let zero = t.zeros(t.width(b));
                return Some(t.ne(b, zero));
            }
            let (a, _) = t.pair(Kind::URem, n.second())?;
            (a == n.first()).then(|| t.false_())
        },
    ),
    rule(
        "ult-ite-constant",
        "ite(c, k1, a) <u k -> c | a <u k, or ~c & a <u k; either arm, either side",
        |t, n| choices(t, n, TermTable::ult),
    ),
];

pub(super) const SLT: &[Entry] = &[
    rule("slt-fold", "k1 <s k2 -> constant", constants),
    rule("slt-self", "a <s a -> 0", |t, n| {
        (n.first() == n.second()).then(|| t.false_())
    }),
    rule("slt-bit", "a <s b -> a & ~b at width 1", |t, n| {
        (t.width(n.first()) == 1).then(|| {
            let b = t.not(n.second());
            t.and(n.first(), b)
        })
    }),
    rule("slt-zero", "a <s 0 -> top bit of a", |t, n| {
        t.is_zero(n.second()).then(|| t.sign(n.first()))
    }),
    rule("minus-one-slt", "-1 <s a -> ~(top bit of a)", |t, n| {
        t.is_ones(n.first()).then(|| {
            let sign = t.sign(n.second());
            t.not(sign)
        })
    }),
    rule(
        "slt-ends",
        "a <s least -> 0; greatest <s a -> 0; a <s greatest -> ~(a == greatest); least <s a -> ~(a == least)",
        |t, n| {
            if !t.is_constant(n.first()) && !t.is_constant(n.second()) {
                return None;
            }
            let least = t.least_signed(t.width(n.first()));
            let greatest = t.not(least);
            if n.second() == least || n.first() == greatest {
                return Some(t.false_());
            }
            (n.second() == greatest || n.first() == least).then(|| t.ne(n.first(), n.second()))
        },
    ),
    rule(
        "slt-near-ends",
        "a <s least + 1 -> a == least; greatest - 1 <s a -> a == greatest",
        |t, n| {
            if !t.is_constant(n.first()) && !t.is_constant(n.second()) {
                return None;
            }
            let width = t.width(n.first());
            let one = Bits::new(width, 1);
            let least = one.shift_left(width - 1);
            let greatest = least.unary(UnaryOp::Not);
            if t.as_constant(n.second()) == Some(least.binary(BinaryOp::Add, &one)) {
                let least = t.constant_bits(least);
                return Some(t.eq(n.first(), least));
            }
            if t.as_constant(n.first()) == Some(greatest.binary(BinaryOp::Sub, &one)) {
                let greatest = t.constant_bits(greatest);
                return Some(t.eq(n.second(), greatest));
            }
            None
        },
    ),
    rule(
        "slt-not",
        "~a <s ~b -> b <s a; ~a <s k -> ~k <s a; k <s ~a -> a <s ~k",
        |t, n| complemented(t, n, TermTable::slt),
    ),
    rule(
        "slt-non-negative",
        "zext(a) <s zext(b) -> zext(a) <u zext(b); decided against negative constants",
        |t, n| {
            let (of_a, of_b) = (t.leading_zeros(n.first()), t.leading_zeros(n.second()));
            if of_a > 0 && of_b > 0 {
                return Some(t.ult(n.first(), n.second()));
            }
            let negative =
                |term: Term| t.as_constant(term).is_some_and(|value| value.is_negative());
            if of_a > 0 && negative(n.second()) {
                return Some(t.false_());
            }
            (of_b > 0 && negative(n.first())).then(|| t.true_())
        },
    ),
    rule(
        "slt-distance",
        "a + k1 <s a + k2 -> greatest - (k1 - k2) <s a + k2, where k1 - k2 is positive; else ~(a + k2 <s least - (k1 - k2))",
        |t, n| {
            let apart = apart(t, n)?;
            let least = Bits::new(apart.distance.width(), 1).shift_left(apart.distance.width() - 1);
            let (goes_down, limit) = match apart.distance.is_negative() {
                true => (true, least),
                false => (false, least.unary(UnaryOp::Not)),
            };
            let limit = limit.binary(BinaryOp::Sub, &apart.distance);
            let limit = t.constant_bits(limit);
            // Whether the sum is on the other side of the base than its distance says.
            let wraps = match goes_down {
                true => t.slt(apart.base, limit),
                false => t.slt(limit, apart.base),
            };
            Some(if apart.base_is_left == goes_down {
                wraps
            } else {
                t.not(wraps)
            })
        },
    ),
    rule(
        "slt-sum",
        "sext(a) + sext(b) <s sext(a) -> sext(b) <s 0; sext(a) <s sext(a) + sext(b) -> 0 <s sext(b)",
        |t, n| {
            let spare = |t: &TermTable, term| t.spare_signs(term) > 0;
            let zero = t.zeros(t.width(n.first()));
            Some(match summand(t, n, spare)? {
                Summand::Left(b) => t.slt(b, zero),
                Summand::Right(b) => t.slt(zero, b),
            })
        },
    ),
    rule(
        "slt-sign-extend",
        "sext(a) <s sext(b) -> a <s b; with constants: decided or narrowed",
        |t, n| extended(t, n, TermTable::slt, BinaryOp::Slt),
    ),
    rule(
        "slt-concat",
        "concat(a, b) <s concat(a, c) -> b <u c; concat(a, c) <s concat(b, c) -> a <s b",
        |t, n| concatenated(t, n, TermTable::slt),
    ),
    rule(
        "slt-ite-constant",
        "ite(c, k1, a) <s k -> c | a <s k, or ~c & a <s k; either arm, either side",
        |t, n| choices(t, n, TermTable::slt),
    ),
];

/// Two sides that differ by a constant.
struct Apart {
    /// The side that is nearer to what they have in common, which stays.
    base: Term,
    base_is_left: bool,
    /// Whether the base is what they have in common.
    is_common: bool,
    /// What is added to the base on the other side; not 0.
    distance: Bits,
}

/// How far two sides are apart that are sums of one term and constants.
fn apart(table: &TermTable, node: Node) -> Option<Apart> {
    let sum = |term: Term| match table.with_constant(Kind::Add, term) {
        Some((common, constant)) => (common, table.as_constant(constant)),
        None => (term, None),
    };
    let ((a, left), (b, right)) = (sum(node.first()), sum(node.second()));
    if a != b {
        return None;
    }
    let zero = Bits::zero(table.width(a));
    let (left, right) = (left.unwrap_or(zero.clone()), right.unwrap_or(zero));
    let size = |bits: &Bits| match bits.is_negative() {
        true => bits.unary(UnaryOp::Neg),
        false => bits.clone(),
    };
    let base_is_left = size(&left) < size(&right);
    let (base, from, to) = match base_is_left {
        true => (node.first(), left, right),
        false => (node.second(), right, left),
    };
    let distance = to.binary(BinaryOp::Sub, &from);
    (!distance.is_zero()).then_some(Apart {
        base,
        base_is_left,
        is_common: from.is_zero(),
        distance,
    })
}

/// The summand that makes the difference between the two sides, and the side of the sum.
enum Summand {
    Left(Term),
    Right(Term),
}

/// A sum on one side, one of its summands on the other, both with room at the top: the sum is exact.
fn summand(
    table: &TermTable,
    node: Node,
    spare: impl Fn(&TermTable, Term) -> bool,
) -> Option<Summand> {
    let (left, right) = (node.first(), node.second());
    let exact = |sum: Term, a: Term| {
        let b = table.partner(Kind::Add, sum, a)?;
        (spare(table, a) && spare(table, b)).then_some(b)
    };
    exact(left, right)
        .map(Summand::Left)
        .or_else(|| exact(right, left).map(Summand::Right))
}

type Compare = fn(&mut TermTable, Term, Term) -> Term;

/// Complement reverses both orders.
fn complemented(table: &mut TermTable, node: Node, compare: Compare) -> Option<Term> {
    let (a, b) = (node.first(), node.second());
    let (a, b) = match (table.under(Kind::Not, a), table.under(Kind::Not, b)) {
        (Some(a), Some(b)) => (a, b),
        (Some(a), None) if table.is_constant(b) => (a, table.not(b)),
        (None, Some(b)) if table.is_constant(a) => (table.not(a), b),
        _ => return None,
    };
    Some(compare(table, b, a))
}

/// Sign extension is monotone in both orders. Against a constant the comparison is with the least narrow value that
/// extends to at least the constant (or to more than it, where the constant is on the left).
fn extended(table: &mut TermTable, node: Node, compare: Compare, op: BinaryOp) -> Option<Term> {
    let (left, right) = (
        table.under(Kind::SignExtend, node.first()),
        table.under(Kind::SignExtend, node.second()),
    );
    if let (Some(a), Some(b)) = (left, right) {
        let width = table.width(a).max(table.width(b));
        let (a, b) = (table.sign_extend(a, width), table.sign_extend(b, width));
        return Some(compare(table, a, b));
    }
    let constant_left = left.is_none();
    let inner = left.or(right)?;
    let constant = table.as_constant(if constant_left {
        node.first()
    } else {
        node.second()
    })?;
    let (narrow, wide) = (table.width(inner), constant.width());
    let least = match op {
        BinaryOp::Slt => Bits::new(narrow, 1).shift_left(narrow - 1),
        _ => Bits::zero(narrow),
    };
    let greatest = least.unary(UnaryOp::Not);
    let less = |value: &Bits| !value.sign_extend(wide).binary(op, &constant).is_zero();
    if constant.extract(0, narrow).sign_extend(wide) == constant {
        let constant = table.constant_bits(constant.extract(0, narrow));
        return Some(if constant_left {
            compare(table, constant, inner)
        } else {
            compare(table, inner, constant)
        });
    }
    // The constant is not the extension of a narrow value, so below it is the same as not above it.
    let below = if !less(&least) {
        table.false_()
    } else if less(&greatest) {
        table.true_()
    } else {
        // Only the unsigned order has a gap in the middle, between the halves.
        let sign = table.sign(inner);
        table.not(sign)
    };
    Some(if constant_left {
        table.not(below)
    } else {
        below
    })
}

/// Concatenations that agree in one part, or end in all zeros or ones.
fn concatenated(table: &mut TermTable, node: Node, compare: Compare) -> Option<Term> {
    let at = table.common_seam(node.first(), node.second())?;
    let (a_high, a_low) = table.cut(node.first(), at);
    let (b_high, b_low) = table.cut(node.second(), at);
    if a_high == b_high {
        return Some(table.ult(a_low, b_low));
    }
    // If the highs agree, the lows make no difference: a low that is not below the other.
    (a_low == b_low || table.is_zero(b_low) || table.is_ones(a_low))
        .then(|| compare(table, a_high, b_high))
}

/// A choice with a constant arm on one side, a constant on the other.
fn choices(table: &mut TermTable, node: Node, compare: Compare) -> Option<Term> {
    if let Some((c, a, b)) = table.choice(node.first())
        && table.is_constant(node.second())
    {
        return decide_arms(table, c, a, b, |t, arm| compare(t, arm, node.second()));
    }
    let (c, a, b) = table
        .choice(node.second())
        .filter(|_| table.is_constant(node.first()))?;
    decide_arms(table, c, a, b, |t, arm| compare(t, node.first(), arm))
}
