//! Rules of the divisions. Division by zero has a value (see [`crate::ops`]), which every rule keeps.
//!
//! Normal forms: divisions by powers of two are extractions; operands that are seen to be small divide at their own
//! width; signed divisions of numbers that are seen not to be negative are unsigned.

use super::view::constant_arms;
use super::{Entry, fold::constants, rule};
use crate::bits::Bits;
use crate::node::{Kind, Node, Term};
use crate::ops::BinaryOp;
use crate::table::TermTable;

pub(super) const UDIV: &[Entry] = &[
    rule("udiv-fold", "k1 /u k2 -> constant", constants),
    rule("udiv-bit", "a /u b -> a | ~b at width 1", bit_quotient),
    rule("udiv-zero", "a /u 0 -> 1..1", |t, n| {
        t.is_zero(n.second()).then(|| t.ones(n.width))
    }),
    rule(
        "udiv-power-of-two",
        "a /u 2^k -> zext(high bits of a)",
        |t, n| {
            let k = power_of_two(t, n.second())?;
            let quotient = t.above(n.first(), k);
            Some(t.zero_extend(quotient, n.width))
        },
    ),
    rule("udiv-self", "a /u a -> ite(a == 0, 1..1, 1)", |t, n| {
        (n.first() == n.second()).then(|| {
            let one = t.constant(n.width, 1);
            unless_zero(t, n, one)
        })
    }),
    rule("udiv-of-zero", "0 /u a -> ite(a == 0, 1..1, 0)", |t, n| {
        t.is_zero(n.first()).then(|| unless_zero(t, n, n.first()))
    }),
    rule(
        "udiv-constants",
        "(a /u k1) /u k2 -> a /u (k1 * k2), or 0 if that overflows",
        |t, n| {
            let (a, k1) = t.pair(Kind::UDiv, n.first())?;
            let (k1, k2) = (t.as_constant(k1)?, t.as_constant(n.second())?);
            if k1.is_zero() || k2.is_zero() {
                return None;
            }
            if !k1.binary(BinaryOp::MulHighUnsigned, &k2).is_zero() {
                return Some(t.zeros(n.width));
            }
            let divisor = t.constant_bits(k1.binary(BinaryOp::Mul, &k2));
            Some(t.udiv(a, divisor))
        },
    ),
    rule(
        "udiv-narrow",
        "zext(a) /u k -> zext(a /u k), or 0 if k does not fit",
        |t, n| {
            let width = small_width(t, n.first())?;
            let k = t.as_constant(n.second()).filter(|k| !k.is_zero())?;
            if !k.shift_right(width).is_zero() {
                return Some(t.zeros(n.width));
            }
            let (a, k) = (t.truncate(n.first(), width), t.truncate(n.second(), width));
            let quotient = t.udiv(a, k);
            Some(t.zero_extend(quotient, n.width))
        },
    ),
    rule(
        "udiv-product",
        "(a * b) /u b -> ite(b == 0, 1..1, a) where the product does not wrap around",
        |t, n| {
            let product = t.under(Kind::ZeroExtend, n.first()).unwrap_or(n.first());
            let width = t.width(product);
            if t.leading_zeros(n.second()) + width < n.width {
                return None;
            }
            let divisor = t.truncate(n.second(), width);
            let factor = t.partner(Kind::Mul, product, divisor)?;
            if t.leading_zeros(factor) + t.leading_zeros(divisor) < width {
                return None;
            }
            let quotient = t.zero_extend(factor, n.width);
            Some(unless_zero(t, n, quotient))
        },
    ),
    rule(
        "udiv-large",
        "a /u k -> zext(k <= a) for k of more than half the range",
        |t, n| {
            t.as_constant(n.second()).filter(Bits::is_negative)?;
            let fits = t.uge(n.first(), n.second());
            Some(t.zero_extend(fits, n.width))
        },
    ),
    rule(
        "udiv-ite-constants",
        "ite(c, k1, k2) /u k3 -> ite(c, k1 /u k3, k2 /u k3)",
        constant_arms,
    ),
];

pub(super) const UREM: &[Entry] = &[
    rule("urem-fold", "k1 %u k2 -> constant", constants),
    rule("urem-bit", "a %u b -> a & ~b at width 1", bit_remainder),
    rule("urem-zero", "a %u 0 -> a", |t, n| {
        t.is_zero(n.second()).then(|| n.first())
    }),
    rule(
        "urem-power-of-two",
        "a %u 2^k -> zext(low bits of a)",
        |t, n| match power_of_two(t, n.second())? {
            0 => Some(t.zeros(n.width)),
            k => {
                let remainder = t.truncate(n.first(), k);
                Some(t.zero_extend(remainder, n.width))
            }
        },
    ),
    rule("urem-self", "a %u a -> 0", |t, n| {
        (n.first() == n.second()).then(|| t.zeros(n.width))
    }),
    rule("urem-of-zero", "0 %u a -> 0", |t, n| {
        t.is_zero(n.first()).then(|| n.first())
    }),
    rule("urem-urem", "(a %u b) %u b -> a %u b", |t, n| {
        t.pair(Kind::URem, n.first())
            .filter(|&(_, b)| b == n.second())
            .map(|_| n.first())
    }),
    rule(
        "urem-narrow",
        "zext(a) %u zext(b) -> zext(a %u b)",
        |t, n| {
            let width = small_width(t, n.first())?;
            let divisor = small_width(t, n.second()).unwrap_or(n.width);
            if divisor > width {
                return t.as_constant(n.second()).map(|_| n.first());
            }
            let (a, b) = (t.truncate(n.first(), width), t.truncate(n.second(), width));
            let remainder = t.urem(a, b);
            Some(t.zero_extend(remainder, n.width))
        },
    ),
    rule(
        "urem-large",
        "a %u k -> ite(a < k, a, a - k) for k of more than half the range",
        |t, n| {
            t.as_constant(n.second()).filter(Bits::is_negative)?;
            let (below, rest) = (t.ult(n.first(), n.second()), t.sub(n.first(), n.second()));
            Some(t.ite(below, n.first(), rest))
        },
    ),
    rule(
        "urem-ite-constants",
        "ite(c, k1, k2) %u k3 -> ite(c, k1 %u k3, k2 %u k3)",
        constant_arms,
    ),
];

pub(super) const SDIV: &[Entry] = &[
    rule("sdiv-fold", "k1 /s k2 -> constant", constants),
    rule("sdiv-bit", "a /s b -> a | ~b at width 1", bit_quotient),
    rule("sdiv-zero", "a /s 0 -> ite(a < 0, 1, -1)", |t, n| {
        t.is_zero(n.second()).then(|| {
            let negative = t.sign(n.first());
            let (one, minus_one) = (t.constant(n.width, 1), t.ones(n.width));
            t.ite(negative, one, minus_one)
        })
    }),
    rule("sdiv-one", "a /s 1 -> a", |t, n| {
        t.is_one(n.second()).then(|| n.first())
    }),
    rule("sdiv-minus-one", "a /s -1 -> -a", |t, n| {
        t.is_ones(n.second()).then(|| t.neg(n.first()))
    }),
    rule("sdiv-self", "a /s a -> ite(a == 0, 1..1, 1)", |t, n| {
        (n.first() == n.second()).then(|| {
            let one = t.constant(n.width, 1);
            unless_zero(t, n, one)
        })
    }),
    rule(
        "sdiv-negated",
        "a /s -a -> ite(a == least, 1, -1); operands exchanged",
        |t, n| {
            t.negated(n.first(), n.second()).then(|| {
                let (least, one) = (t.least_signed(n.width), t.constant(n.width, 1));
                let (equal, minus_one) = (t.eq(n.first(), least), t.ones(n.width));
                t.ite(equal, one, minus_one)
            })
        },
    ),
    rule(
        "sdiv-choice-of-signs",
        "a /s ite(c, -a, a) -> ite(c, a /s -a, a /s a); arms exchanged",
        |t, n| {
            let (c, first, second) = t.choice(n.second())?;
            let one_is_dividend = first == n.first() || second == n.first();
            if !one_is_dividend || !t.negated(first, second) {
                return None;
            }
            let (first, second) = (t.sdiv(n.first(), first), t.sdiv(n.first(), second));
            Some(t.ite(c, first, second))
        },
    ),
    rule("sdiv-least", "a /s least -> zext(a == least)", |t, n| {
        is_least(t, n.second()).then(|| {
            let equal = t.eq(n.first(), n.second());
            t.zero_extend(equal, n.width)
        })
    }),
    rule(
        "sdiv-non-negative",
        "zext(a) /s zext(b) -> zext(a) /u zext(b)",
        |t, n| non_negative(t, n).then(|| t.udiv(n.first(), n.second())),
    ),
    rule(
        "sdiv-power-of-two",
        "a /s 2^k -> (a + (2^k - 1 if a < 0)) >>s k",
        |t, n| {
            let k = positive_power_of_two(t, n.second())?;
            let bias = bias(t, n.first(), k);
            let sum = t.add(n.first(), bias);
            let quotient = t.above(sum, k);
            Some(t.sign_extend(quotient, n.width))
        },
    ),
    rule(
        "sdiv-ite-constants",
        "ite(c, k1, k2) /s k3 -> ite(c, k1 /s k3, k2 /s k3)",
        constant_arms,
    ),
];

pub(super) const SREM: &[Entry] = &[
    rule("srem-fold", "k1 %s k2 -> constant", constants),
    rule("srem-bit", "a %s b -> a & ~b at width 1", bit_remainder),
    rule("srem-zero", "a %s 0 -> a", |t, n| {
        t.is_zero(n.second()).then(|| n.first())
    }),
    rule("srem-one", "a %s 1 -> 0; a %s -1 -> 0", |t, n| {
        (t.is_one(n.second()) || t.is_ones(n.second())).then(|| t.zeros(n.width))
    }),
    rule("srem-self", "a %s a -> 0", |t, n| {
        (n.first() == n.second()).then(|| t.zeros(n.width))
    }),
    rule(
        "srem-negated",
        "a %s -a -> 0; operands exchanged",
        |t, n| t.negated(n.first(), n.second()).then(|| t.zeros(n.width)),
    ),
    rule(
        "srem-negated-divisor",
        "a %s -b -> a %s b; a %s ite(c, b, -b) -> a %s b",
        |t, n| {
            let b = match t.choice(n.second()) {
                Some((_, b, other)) if t.negated(b, other) => t.under(Kind::Neg, b).unwrap_or(b),
                _ => t.under(Kind::Neg, n.second())?,
            };
            Some(t.srem(n.first(), b))
        },
    ),
    rule(
        "srem-negated-dividend",
        "-a %s b -> ite(a == least, a %s b, -(a %s b)); ite(c, -a, a) %s b -> ite(c & a != least, -(a %s b), a %s b)",
        |t, n| {
            if t.is_constant(n.second()) {
                return None;
            }
            let (condition, a) = match t.choice(n.first()) {
                Some((c, first, second)) if t.negated(first, second) => {
                    match t.under(Kind::Neg, first) {
                        Some(a) => (c, a),
                        None => (t.not(c), first),
                    }
                }
                _ => (t.true_(), t.under(Kind::Neg, n.first())?),
            };
            let least = t.least_signed(n.width);
            let other = t.ne(a, least);
            let negated = t.and(condition, other);
            let remainder = t.srem(a, n.second());
            let minus = t.neg(remainder);
            Some(t.ite(negated, minus, remainder))
        },
    ),
    rule(
        "srem-least",
        "a %s least -> ite(a == least, 0, a)",
        |t, n| {
            is_least(t, n.second()).then(|| {
                let (equal, zero) = (t.eq(n.first(), n.second()), t.zeros(n.width));
                t.ite(equal, zero, n.first())
            })
        },
    ),
    rule(
        "srem-non-negative",
        "zext(a) %s zext(b) -> zext(a) %u zext(b)",
        |t, n| non_negative(t, n).then(|| t.urem(n.first(), n.second())),
    ),
    rule(
        "srem-power-of-two",
        "a %s 2^k -> (low k bits of a + bias) - bias, bias = 2^k - 1 if a < 0",
        |t, n| {
            let k = positive_power_of_two(t, n.second())?;
            let bias = bias(t, n.first(), k);
            let sum = t.add(n.first(), bias);
            let low = t.truncate(sum, k);
            let low = t.zero_extend(low, n.width);
            Some(t.sub(low, bias))
        },
    ),
    rule(
        "srem-ite-constants",
        "ite(c, k1, k2) %s k3 -> ite(c, k1 %s k3, k2 %s k3)",
        constant_arms,
    ),
];

/// The exponent of a constant that is a power of two.
fn power_of_two(table: &TermTable, term: Term) -> Option<u32> {
    let value = table.as_constant(term)?;
    let exponent = (0..value.width()).find(|&i| value.bit(i))?;
    (value == Bits::new(value.width(), 1).shift_left(exponent)).then_some(exponent)
}

/// The same, as a signed number: the top bit alone does not count, nor does 1.
fn positive_power_of_two(table: &TermTable, term: Term) -> Option<u32> {
    power_of_two(table, term).filter(|&k| k > 0 && k + 1 < table.width(term))
}

/// Whether this is the constant with only the top bit set.
fn is_least(table: &TermTable, term: Term) -> bool {
    power_of_two(table, term) == Some(table.width(term) - 1)
}

/// `2^k - 1` if the number is negative, else 0: what makes the shift round towards zero.
fn bias(table: &mut TermTable, term: Term, k: u32) -> Term {
    let sign = table.sign(term);
    let low = table.sign_extend(sign, k);
    let width = table.width(term);
    table.zero_extend(low, width)
}

/// The number of low bits that matter, if there are some and fewer than all.
fn small_width(table: &TermTable, term: Term) -> Option<u32> {
    let zeros = table.leading_zeros(term);
    (zeros > 0 && zeros < table.width(term)).then(|| table.width(term) - zeros)
}

fn non_negative(table: &TermTable, node: Node) -> bool {
    table.leading_zeros(node.first()) > 0 && table.leading_zeros(node.second()) > 0
}

/// `value`, or all ones if the divisor is zero.
fn unless_zero(table: &mut TermTable, node: Node, value: Term) -> Term {
    let (zero, ones) = (table.zeros(node.width), table.ones(node.width));
    let by_zero = table.eq(node.second(), zero);
    table.ite(by_zero, ones, value)
}

fn bit_quotient(table: &mut TermTable, node: Node) -> Option<Term> {
    (node.width == 1).then(|| {
        let by_zero = table.not(node.second());
        table.or(node.first(), by_zero)
    })
}

fn bit_remainder(table: &mut TermTable, node: Node) -> Option<Term> {
    (node.width == 1).then(|| {
        let by_zero = table.not(node.second());
        table.and(node.first(), by_zero)
    })
}
