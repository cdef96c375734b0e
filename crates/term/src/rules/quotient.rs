//! What a quotient times its divisor is: the dividend without the remainder. Division with remainder holds for every divisor, 0 included
//! (see [`crate::ops`]). Such a product is as hard for a SAT solver as any other, and the division computes the remainder anyway.
//!
//! Products by a constant have rules of their own ([`super::reciprocal`]).

use super::view::either;
use super::{Entry, rule};
use crate::node::{Kind, Node, Term};
use crate::table::TermTable;

pub(super) const PRODUCT: Entry = rule(
    "mul-quotient",
    "(a / b) * b -> a - a % b, unsigned or signed",
    |t, n| {
        let (quotient, divisor) = either(n, |first, second| {
            let quotient = t.node(first);
            let is_its = remainder_kind(quotient).is_some() && quotient.second() == second;
            (is_its && !t.is_constant(second)).then_some((quotient, second))
        })?;
        without_remainder(t, quotient, divisor)
    },
);

pub(super) const WIDE_PRODUCT: Entry = rule(
    "mul-wide-quotient",
    "zext(a /u b) * zext(b) -> zext(a - a %u b); sext(a /s b) * sext(b) -> sext(a - a %s b), but for the least number by -1",
    |t, n| {
        let (quotient, divisor, extension) = either(n, |first, second| {
            let (extension, division) = match t.kind(first) {
                Kind::ZeroExtend => (Kind::ZeroExtend, Kind::UDiv),
                Kind::SignExtend => (Kind::SignExtend, Kind::SDiv),
                _ => return None,
            };
            let quotient = t.node(t.under(extension, first)?);
            let divisor = t.under(extension, second)?;
            let is_its = quotient.kind == division && quotient.second() == divisor;
            is_its.then_some((quotient, divisor, extension))
        })?;
        let product = without_remainder(t, quotient, divisor)?;
        if extension == Kind::ZeroExtend {
            return Some(t.zero_extend(product, n.width));
        }
        let product = t.sign_extend(product, n.width);
        let (least, minus_one) = (t.least_signed(quotient.width), t.ones(quotient.width));
        let negated = t.zero_extend(least, n.width);
        let (is_least, is_minus_one) = (t.eq(quotient.first(), least), t.eq(divisor, minus_one));
        let overflows = t.and(is_least, is_minus_one);
        Some(t.ite(overflows, negated, product))
    },
);

/// The operator that gives the remainder of a division; none for other terms.
fn remainder_kind(division: Node) -> Option<Kind> {
    match division.kind {
        Kind::UDiv => Some(Kind::URem),
        Kind::SDiv => Some(Kind::SRem),
        _ => None,
    }
}

/// What is left of the dividend of a quotient without the remainder.
fn without_remainder(t: &mut TermTable, quotient: Node, divisor: Term) -> Option<Term> {
    let dividend = quotient.first();
    let remainder = match remainder_kind(quotient)? {
        Kind::URem => t.urem(dividend, divisor),
        _ => t.srem(dividend, divisor),
    };
    Some(t.sub(dividend, remainder))
}
