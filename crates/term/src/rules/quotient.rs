//! What a quotient makes with its divisor and its remainder: the dividend. Division with remainder holds for every divisor, 0 included
//! (see [`crate::ops`]). A product of a quotient and its divisor is as hard for a SAT solver as any other; the division computes the remainder anyway.

use super::view::either;
use super::{Entry, rule};
use crate::node::{Kind, Node, Term};
use crate::table::TermTable;

pub(super) const SUM: Entry = rule(
    "add-division-remainder",
    "(a / b) * b + a % b -> a, unsigned or signed",
    |t, n| {
        either(n, |product, other| {
            let (quotient, divisor) = quotient_times_divisor(t, product)?;
            let remainder = t.node(other);
            let is_its = remainder.kind == remainder_kind(quotient)?
                && (remainder.first(), remainder.second()) == (quotient.first(), divisor);
            is_its.then(|| quotient.first())
        })
    },
);

pub(super) const DIFFERENCE: Entry = rule(
    "add-product-remainder",
    "a - (a / b) * b -> a % b, unsigned or signed",
    |t, n| {
        let (quotient, divisor) = either(n, |dividend, other| {
            let product = t.under(Kind::Neg, other)?;
            let (quotient, divisor) = quotient_times_divisor(t, product)?;
            (quotient.first() == dividend).then_some((quotient, divisor))
        })?;
        remainder(t, quotient, divisor)
    },
);

pub(super) const WIDE_PRODUCT: Entry = rule(
    "mul-wide-quotient",
    "zext(a /u b) * zext(b) -> zext(a - a %u b); sext(a /s b) * sext(b) -> sext(a - a %s b), but for the least number by -1",
    |t, n| {
        let (quotient, divisor, kind) = either(n, |first, second| {
            let kind = t.kind(first);
            let inner = matches!(kind, Kind::ZeroExtend | Kind::SignExtend)
                .then(|| t.node(t.node(first).first()))?;
            let divisor = t.under(kind, second)?;
            let extended = match inner.kind {
                Kind::UDiv => Kind::ZeroExtend,
                Kind::SDiv => Kind::SignExtend,
                _ => return None,
            };
            (extended == kind && inner.second() == divisor).then_some((inner, divisor, kind))
        })?;
        let dividend = quotient.first();
        let rest = remainder(t, quotient, divisor)?;
        let product = t.sub(dividend, rest);
        if kind == Kind::ZeroExtend {
            return Some(t.zero_extend(product, n.width));
        }
        let width = quotient.width;
        let product = t.sign_extend(product, n.width);
        let (least, minus_one) = (t.least_signed(width), t.ones(width));
        let negated = t.zero_extend(least, n.width);
        let (is_least, is_minus_one) = (t.eq(dividend, least), t.eq(divisor, minus_one));
        let overflows = t.and(is_least, is_minus_one);
        Some(t.ite(overflows, negated, product))
    },
);

/// A quotient that a product has as one factor, and its divisor, which is the other. Products by a constant have rules of their own.
fn quotient_times_divisor(t: &TermTable, product: Term) -> Option<(Node, Term)> {
    let node = t.node(product);
    if node.kind != Kind::Mul || t.is_constant(node.second()) {
        return None;
    }
    either(node, |first, second| {
        let quotient = t.node(first);
        let is_division = remainder_kind(quotient).is_some();
        (is_division && quotient.second() == second).then_some((quotient, second))
    })
}

/// The operator that gives the remainder of a division; none for other terms.
fn remainder_kind(division: Node) -> Option<Kind> {
    match division.kind {
        Kind::UDiv => Some(Kind::URem),
        Kind::SDiv => Some(Kind::SRem),
        _ => None,
    }
}

fn remainder(t: &mut TermTable, quotient: Node, divisor: Term) -> Option<Term> {
    let dividend = quotient.first();
    Some(match remainder_kind(quotient)? {
        Kind::URem => t.urem(dividend, divisor),
        _ => t.srem(dividend, divisor),
    })
}
