//! Rules of concatenation, extraction and extension.
//!
//! Normal forms: concatenations nest to the right, with constants and neighbouring extractions of one term merged;
//! zeros on top are a zero extension, which moves outwards; extractions move inwards where they vanish (see
//! [`TermTable::vanishes`]), so that a word that is stored and read in parts stays one word.

use super::view::constant_arms;
use super::{Entry, fold::constants, reciprocal, rule};
use crate::node::{Kind, Node, Term};
use crate::table::TermTable;

pub(super) const CONCAT: &[Entry] = &[
    rule("concat-fold", "concat(k1, k2) -> constant", constants),
    rule("concat-zeros", "concat(0, a) -> zext(a)", |t, n| {
        t.is_zero(n.first())
            .then(|| t.zero_extend(n.second(), n.width))
    }),
    rule(
        "concat-extracts",
        "concat(a[h:m+1], a[m:l]) -> a[h:l], where a[m:l] may be a sum, product or negation that was narrowed",
        |t, n| neighbours(t, n.first(), n.second()),
    ),
    rule(
        "concat-extracts-inner",
        "concat(a[h:m+1], concat(a[m:l], b)) -> concat(a[h:l], b)",
        |t, n| {
            let (next, rest) = t.pair(Kind::Concat, n.second())?;
            let merged = neighbours(t, n.first(), next)?;
            Some(t.concat(merged, rest))
        },
    ),
    rule(
        "concat-inverted",
        "concat(~a[h:m+1], a[m:0]) -> a ^ 1..10..0, and concat(a[h:m+1], ~a[m:0]) -> a ^ 0..01..1, for all bits of a",
        |t, n| {
            let (high, low) = (n.first(), n.second());
            let width = t.width(low);
            let above = t.under(Kind::Not, high);
            let below = t.under(Kind::Not, low);
            let whole = match (above, below) {
                (Some(above), None) => neighbours(t, above, low)?,
                (None, Some(below)) => neighbours(t, high, below)?,
                (None, None) | (Some(_), Some(_)) => return None,
            };
            // Of a part of the bits it would only be another way to write the same.
            (t.kind(whole) != Kind::Extract).then_some(())?;
            let (ones, zeros) = match above {
                Some(_) => (t.ones(n.width - width), t.zeros(width)),
                None => (t.zeros(n.width - width), t.ones(width)),
            };
            let inverted = t.concat(ones, zeros);
            Some(t.xor(whole, inverted))
        },
    ),
    rule(
        "concat-right",
        "concat(concat(a, b), c) -> concat(a, concat(b, c))",
        |t, n| {
            let (a, b) = t.pair(Kind::Concat, n.first())?;
            let rest = t.concat(b, n.second());
            Some(t.concat(a, rest))
        },
    ),
    rule(
        "concat-constants",
        "concat(k1, concat(k2, a)) -> concat(k1 k2, a)",
        |t, n| {
            let (k2, a) = t.pair(Kind::Concat, n.second())?;
            if !t.is_constant(n.first()) || !t.is_constant(k2) {
                return None;
            }
            let k = t.concat(n.first(), k2);
            Some(t.concat(k, a))
        },
    ),
    rule(
        "concat-zero-extend",
        "concat(zext(a), b) -> zext(concat(a, b))",
        |t, n| {
            let a = t.under(Kind::ZeroExtend, n.first())?;
            let inner = t.concat(a, n.second());
            Some(t.zero_extend(inner, n.width))
        },
    ),
    rule(
        "concat-constant-zero-extend",
        "concat(k, zext(a)) -> concat(k 0, a)",
        |t, n| {
            let a = t
                .under(Kind::ZeroExtend, n.second())
                .filter(|_| t.is_constant(n.first()))?;
            let zeros = t.zeros(t.width(n.second()) - t.width(a));
            let k = t.concat(n.first(), zeros);
            Some(t.concat(k, a))
        },
    ),
    rule(
        "concat-signs",
        "concat(sext(top bit of a), a) -> sext(a)",
        |t, n| {
            let high = t.node(n.first());
            let bit = match high.kind {
                Kind::SignExtend if t.width(high.first()) == 1 => high.first(),
                _ if high.width == 1 => n.first(),
                _ => return None,
            };
            t.is_sign_of(bit, n.second())
                .then(|| t.sign_extend(n.second(), n.width))
        },
    ),
    rule(
        "concat-ite-constants",
        "concat(ite(c, k1, k2), k3) -> ite(c, k1 k3, k2 k3)",
        constant_arms,
    ),
];

pub(super) const EXTRACT: &[Entry] = &[
    rule("extract-fold", "k[h:l] -> constant", constants),
    rule(
        "extract-extract",
        "a[h1:l1][h2:l2] -> a[h2+l1:l2+l1]",
        |t, n| {
            let inner = t.node(n.first());
            (inner.kind == Kind::Extract)
                .then(|| take(t, inner.first(), inner.low() + n.low(), n.width))
        },
    ),
    rule(
        "extract-zero-extend",
        "zext(a)[h:l] -> bits of a, zeros above",
        |t, n| {
            let a = t.under(Kind::ZeroExtend, n.first())?;
            let width = t.width(a);
            if n.low() >= width {
                return Some(t.zeros(n.width));
            }
            let kept = take(t, a, n.low(), n.width.min(width - n.low()));
            Some(t.zero_extend(kept, n.width))
        },
    ),
    rule(
        "extract-sign-extend",
        "sext(a)[h:l] -> bits of a, signs above",
        |t, n| {
            let a = t.under(Kind::SignExtend, n.first())?;
            let width = t.width(a);
            let low = n.low().min(width - 1);
            let kept = take(t, a, low, n.width.min(width - low));
            Some(t.sign_extend(kept, n.width))
        },
    ),
    rule(
        "extract-concat",
        "concat(a, b)[h:l] -> bits of a, bits of b",
        |t, n| {
            let (a, b) = t.pair(Kind::Concat, n.first())?;
            let seam = t.width(b);
            if n.low() >= seam {
                return Some(take(t, a, n.low() - seam, n.width));
            }
            if n.low() + n.width <= seam {
                return Some(take(t, b, n.low(), n.width));
            }
            let (high, low) = (
                take(t, a, 0, n.low() + n.width - seam),
                take(t, b, n.low(), seam - n.low()),
            );
            Some(t.concat(high, low))
        },
    ),
    rule("extract-not", "(~a)[h:l] -> ~(a[h:l])", |t, n| {
        let a = t.under(Kind::Not, n.first())?;
        let a = take(t, a, n.low(), n.width);
        Some(t.not(a))
    }),
    rule(
        "extract-overflow",
        "top bit of (a ^ (a + b)) & (b ^ (a + b)), or of (a ^ b) & (a ^ (a - b)) -> 0 for sign-extended a and b",
        |t, n| {
            let top = n.width == 1 && n.low() + 1 == t.width(n.first());
            (top && exact_by_signs(t, n.first())?).then(|| t.false_())
        },
    ),
    rule(
        "extract-bitwise",
        "(a & b)[h:l] -> a[h:l] & b[h:l], and |, ^: where no extraction is left, or one is of zeros or ones",
        |t, n| {
            let inner = t.node(n.first());
            if !matches!(inner.kind, Kind::And | Kind::Or | Kind::Xor) {
                return None;
            }
            let plain = is_plain(t, inner.second(), n) || is_plain(t, inner.first(), n);
            (plain || t.vanishes(n)).then(|| slice_operands(t, n, inner))
        },
    ),
    rule(
        "extract-low-arithmetic",
        "(a + b)[h:0] -> a[h:0] + b[h:0], and *, -: where no extraction is left",
        |t, n| {
            let inner = t.node(n.first());
            let fits = n.low() == 0
                && matches!(inner.kind, Kind::Add | Kind::Mul | Kind::Neg)
                && t.vanishes(n);
            fits.then(|| slice_operands(t, n, inner))
        },
    ),
    rule(
        "extract-ite",
        "ite(c, a, b)[h:l] -> ite(c, a[h:l], b[h:l]): where no extraction is left",
        |t, n| {
            let (c, a, b) = t.choice(n.first()).filter(|_| t.vanishes(n))?;
            let (a, b) = (take(t, a, n.low(), n.width), take(t, b, n.low(), n.width));
            Some(t.ite(c, a, b))
        },
    ),
    reciprocal::QUOTIENT,
];

pub(super) const ZERO_EXTEND: &[Entry] = &[
    rule("zero-extend-fold", "zext(k) -> constant", constants),
    rule(
        "zero-extend-zero-extend",
        "zext(zext(a)) -> zext(a)",
        |t, n| {
            let a = t.under(Kind::ZeroExtend, n.first())?;
            Some(t.zero_extend(a, n.width))
        },
    ),
    rule(
        "zero-extend-ite-constants",
        "zext(ite(c, k1, k2)) -> ite(c, zext(k1), zext(k2))",
        constant_arms,
    ),
];

pub(super) const SIGN_EXTEND: &[Entry] = &[
    rule("sign-extend-fold", "sext(k) -> constant", constants),
    rule(
        "sign-extend-sign-extend",
        "sext(sext(a)) -> sext(a)",
        |t, n| {
            let a = t.under(Kind::SignExtend, n.first())?;
            Some(t.sign_extend(a, n.width))
        },
    ),
    rule(
        "sign-extend-zero-extend",
        "sext(zext(a)) -> zext(a)",
        |t, n| {
            let a = t.under(Kind::ZeroExtend, n.first())?;
            Some(t.zero_extend(a, n.width))
        },
    ),
    rule(
        "sign-extend-concat-constant",
        "sext(concat(k, a)) -> concat(sext(k), a)",
        |t, n| {
            let (k, a) = t
                .pair(Kind::Concat, n.first())
                .filter(|&(k, _)| t.is_constant(k))?;
            let k = t.sign_extend(k, n.width - t.width(a));
            Some(t.concat(k, a))
        },
    ),
    rule(
        "sign-extend-ite-constants",
        "sext(ite(c, k1, k2)) -> ite(c, sext(k1), sext(k2))",
        constant_arms,
    ),
];

/// Bits `low .. low + width` of a term.
fn take(table: &mut TermTable, term: Term, low: u32, width: u32) -> Term {
    table.extract(term, low + width - 1, low)
}

/// Two extractions of one term that lie side by side, as one. The lower one may be an operator that the extraction has moved into.
fn neighbours(table: &mut TermTable, high: Term, low: Term) -> Option<Term> {
    let (above, below) = (table.node(high), table.node(low));
    if above.kind != Kind::Extract {
        return None;
    }
    let whole = above.first();
    if below.kind == Kind::Extract && below.first() == whole {
        return (above.low() == below.low() + below.width)
            .then(|| take(table, whole, below.low(), above.width + below.width));
    }
    let moved = above.low() == below.width
        && below.kind == table.kind(whole)
        && matches!(below.kind, Kind::Neg | Kind::Add | Kind::Mul)
        && take(table, whole, 0, below.width) == low;
    moved.then(|| take(table, whole, 0, above.width + below.width))
}

/// Whether the bits that an extraction takes of this operand are all zeros or all ones.
fn is_plain(table: &TermTable, operand: Term, node: Node) -> bool {
    table.as_constant(operand).is_some_and(|value| {
        let bits = value.extract(node.low(), node.width);
        bits.is_zero() || bits.is_ones()
    })
}

/// Whether the top bit of the term says if a signed sum or difference wraps around, and it does not.
fn exact_by_signs(table: &TermTable, term: Term) -> Option<bool> {
    let (first, second) = table.pair(Kind::And, term)?;
    let (a, b) = table.pair(Kind::Xor, first)?;
    table.pair(Kind::Xor, second)?;
    let (shared, left) = match table.partner(Kind::Xor, second, a) {
        Some(_) => (a, b),
        None => (b, a),
    };
    let right = table.partner(Kind::Xor, second, shared)?;
    let spare = |term: Term| table.spare_signs(term) > 0;
    let is_sum = |sum: Term, a: Term, b: Term| table.partner(Kind::Add, sum, a) == Some(b);
    let is_difference = |difference: Term, a: Term, b: Term| {
        let negated = table.partner(Kind::Add, difference, a);
        negated.is_some_and(|negated| table.under(Kind::Neg, negated) == Some(b))
    };
    let sum = is_sum(shared, left, right) && spare(left) && spare(right);
    let room = |b: Term| spare(shared) && spare(b);
    let difference = (is_difference(right, shared, left) && room(left))
        || (is_difference(left, shared, right) && room(right));
    Some(sum || difference)
}

/// The operator `inner` on the extraction's bits of its operands.
fn slice_operands(table: &mut TermTable, node: Node, inner: Node) -> Term {
    let mut operands = [inner.first(); 3];
    for (slice, operand) in operands.iter_mut().zip(inner.children()) {
        *slice = take(table, operand, node.low(), node.width);
    }
    table.rebuild(
        Node {
            width: node.width,
            ..inner
        },
        operands,
    )
}
