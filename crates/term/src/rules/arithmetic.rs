//! Rules of negation, sum and product.
//!
//! Normal forms: constants move out of sums and come second; `a - b` is `a + -b`; a product by a constant is by an
//! odd one, with the power of two as zeros below.

use super::logic::reassociate;
use super::view::{constant_arms, either};
use super::{Entry, fold::constants, quotient, reciprocal, rule};
use crate::bits::Bits;
use crate::node::{Kind, Term};
use crate::table::TermTable;

pub(super) const NEG: &[Entry] = &[
    rule("neg-fold", "-k -> constant", constants),
    rule("neg-bit", "-a -> a at width 1", |_, n| {
        (n.width == 1).then(|| n.first())
    }),
    rule("neg-neg", "--a -> a", |t, n| t.under(Kind::Neg, n.first())),
    rule("neg-not", "-~a -> a + 1", |t, n| {
        let a = t.under(Kind::Not, n.first())?;
        let one = t.constant(n.width, 1);
        Some(t.add(a, one))
    }),
    rule("neg-add-constant", "-(a + k) -> -a + -k", |t, n| {
        let (a, k) = t.with_constant(Kind::Add, n.first())?;
        let (a, k) = (t.neg(a), t.neg(k));
        Some(t.add(a, k))
    }),
    rule("neg-add-neg", "-(a + -b) -> b + -a", |t, n| {
        let (a, b) = t.pair(Kind::Add, n.first())?;
        let (kept, negated) = match (t.under(Kind::Neg, a), t.under(Kind::Neg, b)) {
            (_, Some(b)) => (a, b),
            (Some(a), _) => (b, a),
            _ => return None,
        };
        let kept = t.neg(kept);
        Some(t.add(negated, kept))
    }),
    rule("neg-mul-constant", "-(a * k) -> a * -k", |t, n| {
        let (a, k) = t.with_constant(Kind::Mul, n.first())?;
        let k = t.neg(k);
        Some(t.mul(a, k))
    }),
    rule(
        "neg-ite-constants",
        "-ite(c, k1, k2) -> ite(c, -k1, -k2)",
        constant_arms,
    ),
    rule(
        "neg-extended-bit",
        "-zext(bit) -> sext(bit); -sext(bit) -> zext(bit)",
        |t, n| {
            let node = t.node(n.first());
            let bit = node.first();
            match node.kind {
                Kind::ZeroExtend if t.width(bit) == 1 => Some(t.sign_extend(bit, n.width)),
                Kind::SignExtend if t.width(bit) == 1 => Some(t.zero_extend(bit, n.width)),
                _ => None,
            }
        },
    ),
    rule(
        "neg-zeros-below",
        "-concat(a, 0) -> concat(-a, 0)",
        |t, n| {
            let (a, zeros) = t
                .pair(Kind::Concat, n.first())
                .filter(|&(_, low)| t.is_zero(low))?;
            let a = t.neg(a);
            Some(t.concat(a, zeros))
        },
    ),
];

pub(super) const ADD: &[Entry] = &[
    rule("add-fold", "k1 + k2 -> constant", constants),
    rule("add-zero", "a + 0 -> a", |t, n| {
        t.is_zero(n.second()).then(|| n.first())
    }),
    rule("add-bit", "a + b -> a ^ b at width 1", |t, n| {
        (n.width == 1).then(|| t.xor(n.first(), n.second()))
    }),
    rule("add-constants", "(a + k1) + k2 -> a + (k1 + k2)", |t, n| {
        reassociate(t, n, Kind::Add)
    }),
    rule("add-inverse", "a + -a -> 0", |t, n| {
        either(n, |a, b| {
            (t.under(Kind::Neg, b) == Some(a)).then(|| t.zeros(n.width))
        })
    }),
    rule("add-complement", "a + ~a -> 1..1", |t, n| {
        t.opposite(n.first(), n.second()).then(|| t.ones(n.width))
    }),
    rule("add-self", "a + a -> concat(a, 0)", |t, n| {
        (n.first() == n.second() && n.width > 1).then(|| {
            let (kept, zero) = (t.truncate(n.first(), n.width - 1), t.zeros(1));
            t.concat(kept, zero)
        })
    }),
    rule(
        "add-cancel",
        "(a + b) + -a -> b; (a + -b) + b -> a",
        |t, n| {
            either(n, |sum, other| {
                if let Some(a) = t.under(Kind::Neg, other)
                    && let Some(b) = t.partner(Kind::Add, sum, a)
                {
                    return Some(b);
                }
                let (a, b) = t.pair(Kind::Add, sum)?;
                if t.under(Kind::Neg, b) == Some(other) {
                    Some(a)
                } else {
                    (t.under(Kind::Neg, a) == Some(other)).then_some(b)
                }
            })
        },
    ),
    rule("add-neg-sum", "a + -(a + b) -> -b", |t, n| {
        either(n, |a, negated| {
            let sum = t.under(Kind::Neg, negated)?;
            let b = t.partner(Kind::Add, sum, a)?;
            Some(t.neg(b))
        })
    }),
    rule("add-constant-out", "(a + k) + b -> (a + b) + k", |t, n| {
        either(n, |sum, b| {
            let (a, k) = t.with_constant(Kind::Add, sum)?;
            let inner = t.add(a, b);
            Some(t.add(inner, k))
        })
    }),
    rule("add-not-constant", "~a + k -> -a + (k - 1)", |t, n| {
        let a = t
            .under(Kind::Not, n.first())
            .filter(|_| t.is_constant(n.second()))?;
        let ones = t.ones(n.width);
        let (a, k) = (t.neg(a), t.add(n.second(), ones));
        Some(t.add(a, k))
    }),
    rule("add-negs", "-a + -b -> -(a + b)", |t, n| {
        let (a, b) = (
            t.under(Kind::Neg, n.first())?,
            t.under(Kind::Neg, n.second())?,
        );
        let sum = t.add(a, b);
        Some(t.neg(sum))
    }),
    rule(
        "add-ite-constants",
        "ite(c, k1, k2) + k3 -> ite(c, k1 + k3, k2 + k3)",
        constant_arms,
    ),
    rule(
        "add-extended-bit",
        "sext(bit) + 1 -> zext(~bit); zext(bit) + -1 -> sext(~bit)",
        |t, n| {
            let node = t.node(n.first());
            let bit = node.first();
            match node.kind {
                Kind::SignExtend if t.width(bit) == 1 && t.is_one(n.second()) => {
                    let bit = t.not(bit);
                    Some(t.zero_extend(bit, n.width))
                }
                Kind::ZeroExtend if t.width(bit) == 1 && t.is_ones(n.second()) => {
                    let bit = t.not(bit);
                    Some(t.sign_extend(bit, n.width))
                }
                _ => None,
            }
        },
    ),
    rule(
        "add-parts",
        "concat(a, b) + concat(c, 0) -> concat(a + c, b)",
        |t, n| {
            let at = t.common_seam(n.first(), n.second())?;
            if t.trailing_zeros(n.first())
                .max(t.trailing_zeros(n.second()))
                < at
            {
                return None;
            }
            let (a_high, a_low) = t.cut(n.first(), at);
            let (b_high, b_low) = t.cut(n.second(), at);
            let (high, low) = (t.add(a_high, b_high), t.or(a_low, b_low));
            Some(t.concat(high, low))
        },
    ),
    reciprocal::SIGNED_QUOTIENT,
    reciprocal::REMAINDER,
];

pub(super) const MUL: &[Entry] = &[
    rule("mul-fold", "k1 * k2 -> constant", constants),
    rule("mul-zero", "a * 0 -> 0", |t, n| {
        t.is_zero(n.second()).then(|| n.second())
    }),
    rule("mul-one", "a * 1 -> a", |t, n| {
        t.is_one(n.second()).then(|| n.first())
    }),
    rule("mul-bit", "a * b -> a & b at width 1", |t, n| {
        (n.width == 1).then(|| t.and(n.first(), n.second()))
    }),
    rule("mul-minus-one", "a * -1 -> -a", |t, n| {
        t.is_ones(n.second()).then(|| t.neg(n.first()))
    }),
    rule("mul-constants", "(a * k1) * k2 -> a * (k1 * k2)", |t, n| {
        reassociate(t, n, Kind::Mul)
    }),
    rule("mul-neg-constant", "-a * k -> a * -k", |t, n| {
        let a = t
            .under(Kind::Neg, n.first())
            .filter(|_| t.is_constant(n.second()))?;
        let k = t.neg(n.second());
        Some(t.mul(a, k))
    }),
    rule("mul-negs", "-a * -b -> a * b", |t, n| {
        let (a, b) = (
            t.under(Kind::Neg, n.first())?,
            t.under(Kind::Neg, n.second())?,
        );
        Some(t.mul(a, b))
    }),
    rule(
        "mul-ite-constants",
        "ite(c, k1, k2) * k3 -> ite(c, k1 * k3, k2 * k3)",
        constant_arms,
    ),
    rule(
        "mul-zeros-below",
        "concat(a, 0) * b -> concat(a * b, 0)",
        |t, n| {
            let (of_a, of_b) = (t.trailing_zeros(n.first()), t.trailing_zeros(n.second()));
            let zeros = of_a + of_b;
            if zeros == 0 {
                return None;
            }
            if zeros >= n.width {
                return Some(t.zeros(n.width));
            }
            let width = n.width - zeros;
            let a = t.extract(n.first(), of_a + width - 1, of_a);
            let b = t.extract(n.second(), of_b + width - 1, of_b);
            let (product, below) = (t.mul(a, b), t.zeros(zeros));
            Some(t.concat(product, below))
        },
    ),
    rule(
        "mul-extended-bit",
        "zext(bit) * a -> ite(bit, a, 0)",
        |t, n| {
            either(n, |a, b| {
                let bit = t
                    .under(Kind::ZeroExtend, a)
                    .filter(|&bit| t.width(bit) == 1)?;
                let zero = t.zeros(n.width);
                Some(t.ite(bit, b, zero))
            })
        },
    ),
    rule(
        "mul-choice-of-signs",
        "ite(c, k1, k2) * a -> ite(c, k1 * a, k2 * a) if k1 and k2 are 0, 1 or -1",
        |t, n| {
            either(n, |choice, a| {
                let (c, first, second) = t.choice(choice)?;
                let is_sign = |t: &TermTable, k: Term| {
                    let ones = Bits::ones(n.width);
                    t.as_constant(k).is_some_and(|k| {
                        k == ones || k == Bits::new(n.width, 0) || k == Bits::new(n.width, 1)
                    })
                };
                if !is_sign(t, first) || !is_sign(t, second) {
                    return None;
                }
                let (first, second) = (t.mul(first, a), t.mul(second, a));
                Some(t.ite(c, first, second))
            })
        },
    ),
    rule(
        "mul-narrow",
        "zext(a) * zext(b) -> zext(zext(a) * zext(b)) at the sum of their widths",
        |t, n| {
            let width = 2 * n.width - t.leading_zeros(n.first()) - t.leading_zeros(n.second());
            if width == 0 || width >= n.width {
                return None;
            }
            let (a, b) = (t.truncate(n.first(), width), t.truncate(n.second(), width));
            let product = t.mul(a, b);
            Some(t.zero_extend(product, n.width))
        },
    ),
    rule(
        "mul-square",
        "sext(a) * sext(a) -> zext(sext(a) * sext(a)) at twice its width less 1",
        |t, n| {
            let a = t
                .under(Kind::SignExtend, n.first())
                .filter(|_| n.first() == n.second())?;
            let width = 2 * t.width(a) - 1;
            if width >= n.width {
                return None;
            }
            let a = t.truncate(n.first(), width);
            let square = t.mul(a, a);
            Some(t.zero_extend(square, n.width))
        },
    ),
    rule(
        "mul-narrow-signed",
        "sext(a) * sext(b) -> sext(sext(a) * sext(b)) at the sum of their widths",
        |t, n| {
            let a = t.under(Kind::SignExtend, n.first())?;
            let b = t.under(Kind::SignExtend, n.second())?;
            let width = t.width(a) + t.width(b);
            if width >= n.width {
                return None;
            }
            let (a, b) = (t.truncate(n.first(), width), t.truncate(n.second(), width));
            let product = t.mul(a, b);
            Some(t.sign_extend(product, n.width))
        },
    ),
    quotient::PRODUCT,
    quotient::WIDE_PRODUCT,
];
