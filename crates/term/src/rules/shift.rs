//! Rules of the shifts. A shift by a constant is an extraction with zeros or signs beside it, so that shifts,
//! masks and loads of parts of a word compose.

use super::view::constant_arms;
use super::{Entry, fold::constants, rule};
use crate::node::{Node, Term};
use crate::table::TermTable;

pub(super) const SHL: &[Entry] = &[
    rule("shl-fold", "k1 << k2 -> constant", constants),
    rule("shl-bit", "a << b -> a & ~b at width 1", bit),
    rule(
        "shl-constant",
        "a << k -> concat(low bits of a, 0)",
        |t, n| match amount(t, n)? {
            None => Some(t.zeros(n.width)),
            Some(0) => Some(n.first()),
            Some(k) => {
                let (kept, zeros) = (t.truncate(n.first(), n.width - k), t.zeros(k));
                Some(t.concat(kept, zeros))
            }
        },
    ),
    rule("shl-zero", "0 << a -> 0", zero),
    rule(
        "shl-ite-constants",
        "ite(c, k1, k2) << k3 -> ite(c, k1 << k3, k2 << k3)",
        constant_arms,
    ),
    rule(
        "shl-ite-amount",
        "a << ite(c, k1, k2) -> ite(c, a << k1, a << k2)",
        ite_amount,
    ),
];

pub(super) const LSHR: &[Entry] = &[
    rule("lshr-fold", "k1 >>u k2 -> constant", constants),
    rule("lshr-bit", "a >>u b -> a & ~b at width 1", bit),
    rule(
        "lshr-constant",
        "a >>u k -> zext(high bits of a)",
        |t, n| match amount(t, n)? {
            None => Some(t.zeros(n.width)),
            Some(k) => {
                let kept = t.above(n.first(), k);
                Some(t.zero_extend(kept, n.width))
            }
        },
    ),
    rule("lshr-zero", "0 >>u a -> 0", zero),
    rule(
        "lshr-ite-constants",
        "ite(c, k1, k2) >>u k3 -> ite(c, k1 >>u k3, k2 >>u k3)",
        constant_arms,
    ),
    rule(
        "lshr-ite-amount",
        "a >>u ite(c, k1, k2) -> ite(c, a >>u k1, a >>u k2)",
        ite_amount,
    ),
];

pub(super) const ASHR: &[Entry] = &[
    rule("ashr-fold", "k1 >>s k2 -> constant", constants),
    rule("ashr-bit", "a >>s b -> a at width 1", |_, n| {
        (n.width == 1).then(|| n.first())
    }),
    rule(
        "ashr-constant",
        "a >>s k -> sext(high bits of a)",
        |t, n| {
            let k = amount(t, n)?.unwrap_or(n.width - 1);
            let kept = t.above(n.first(), k);
            Some(t.sign_extend(kept, n.width))
        },
    ),
    rule("ashr-zero", "0 >>s a -> 0", zero),
    rule("ashr-ones", "1..1 >>s a -> 1..1", |t, n| {
        t.is_ones(n.first()).then(|| n.first())
    }),
    rule(
        "ashr-ite-constants",
        "ite(c, k1, k2) >>s k3 -> ite(c, k1 >>s k3, k2 >>s k3)",
        constant_arms,
    ),
    rule(
        "ashr-ite-amount",
        "a >>s ite(c, k1, k2) -> ite(c, a >>s k1, a >>s k2)",
        ite_amount,
    ),
    rule(
        "ashr-non-negative",
        "zext(a) >>s b -> zext(a) >>u b",
        |t, n| (t.leading_zeros(n.first()) > 0).then(|| t.lshr(n.first(), n.second())),
    ),
];

/// The constant amount of a shift: `Some(None)` if it is at least the width.
fn amount(table: &TermTable, node: Node) -> Option<Option<u32>> {
    let amount = table.as_constant(node.second())?;
    Some(
        amount
            .to_u64()
            .filter(|&amount| amount < node.width as u64)
            .map(|amount| amount as u32),
    )
}

fn zero(table: &mut TermTable, node: Node) -> Option<Term> {
    table.is_zero(node.first()).then(|| node.first())
}

fn bit(table: &mut TermTable, node: Node) -> Option<Term> {
    (node.width == 1).then(|| {
        let stay = table.not(node.second());
        table.and(node.first(), stay)
    })
}

fn ite_amount(table: &mut TermTable, node: Node) -> Option<Term> {
    let (condition, then, otherwise) = table.choice(node.second())?;
    if !table.is_constant(then) || !table.is_constant(otherwise) {
        return None;
    }
    let then = table.rebuild(node, [node.first(), then, then]);
    let otherwise = table.rebuild(node, [node.first(), otherwise, otherwise]);
    Some(table.ite(condition, then, otherwise))
}
