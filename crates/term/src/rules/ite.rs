//! Rules of choices.
//!
//! Normal forms: conditions are not complemented; choices between Booleans are connectives, between 0 and 1 (or all
//! ones) extensions of the condition; what both arms have in common is outside.

use super::{Entry, rule};
use crate::node::{Kind, Node, Sort, Term};
use crate::table::TermTable;

pub(super) const ITE: &[Entry] = &[
    rule(
        "ite-constant-condition",
        "ite(1, a, b) -> a; ite(0, a, b) -> b",
        |t, n| match t.as_u64(n.first())? {
            0 => Some(n.third()),
            _ => Some(n.second()),
        },
    ),
    rule("ite-same", "ite(c, a, a) -> a", |_, n| {
        (n.second() == n.third()).then(|| n.second())
    }),
    rule("ite-not", "ite(~c, a, b) -> ite(c, b, a)", |t, n| {
        let c = t.under(Kind::Not, n.first())?;
        Some(t.ite(c, n.third(), n.second()))
    }),
    rule(
        "ite-nested",
        "ite(c, ite(c, a, b), d) -> ite(c, a, d); ite(c, a, ite(c, b, d)) -> ite(c, a, d)",
        |t, n| {
            if let Some((c, a, _)) = t.choice(n.second()).filter(|&(c, _, _)| c == n.first()) {
                return Some(t.ite(c, a, n.third()));
            }
            let (c, _, d) = t.choice(n.third()).filter(|&(c, _, _)| c == n.first())?;
            Some(t.ite(c, n.second(), d))
        },
    ),
    rule(
        "ite-bit",
        "ite(c, 1, b) -> c | b; ite(c, 0, b) -> ~c & b; ite(c, a, 0) -> c & a; ite(c, a, 1) -> ~c | a",
        |t, n| {
            if !is_bit(n) {
                return None;
            }
            let (c, a, b) = (n.first(), n.second(), n.third());
            if a == c || t.is_true(a) {
                Some(t.or(c, b))
            } else if b == c || t.is_false(b) {
                Some(t.and(c, a))
            } else if t.is_false(a) || t.opposite(a, c) {
                let not_c = t.not(c);
                Some(t.and(not_c, b))
            } else if t.is_true(b) || t.opposite(b, c) {
                let not_c = t.not(c);
                Some(t.or(not_c, a))
            } else {
                None
            }
        },
    ),
    rule(
        "ite-bit-complement",
        "ite(c, a, ~a) -> ~(c ^ a) at width 1",
        |t, n| {
            (is_bit(n) && t.opposite(n.second(), n.third())).then(|| {
                let differ = t.xor(n.first(), n.second());
                t.not(differ)
            })
        },
    ),
    rule(
        "ite-extension",
        "ite(c, 1, 0) -> zext(c); ite(c, 1..1, 0) -> sext(c); arms exchanged: of ~c",
        |t, n| {
            if n.width == 1 || n.index_width != 0 {
                return None;
            }
            let (c, value) = if t.is_zero(n.third()) {
                (n.first(), n.second())
            } else if t.is_zero(n.second()) {
                (t.not(n.first()), n.third())
            } else {
                return None;
            };
            if t.is_one(value) {
                Some(t.zero_extend(c, n.width))
            } else {
                t.is_ones(value).then(|| t.sign_extend(c, n.width))
            }
        },
    ),
    rule(
        "ite-condition-below",
        "ite(c, concat(a, c), b) -> ite(c, concat(a, 1), b); c in the other place, extended, or in the other arm likewise",
        |t, n| {
            let c = n.first();
            let with_constant = |t: &mut TermTable, arm: Term, holds: bool| {
                let node = t.node(arm);
                let extends = matches!(
                    node.kind,
                    Kind::Concat | Kind::ZeroExtend | Kind::SignExtend
                );
                if !extends || !node.children().any(|operand| operand == c) {
                    return None;
                }
                let constant = t.bool(holds);
                Some(t.with_operands(arm, |operand| if operand == c { constant } else { operand }))
            };
            let then = with_constant(t, n.second(), true);
            let otherwise = with_constant(t, n.third(), false);
            if then.is_none() && otherwise.is_none() {
                return None;
            }
            let (then, otherwise) = (then.unwrap_or(n.second()), otherwise.unwrap_or(n.third()));
            Some(t.ite(c, then, otherwise))
        },
    ),
    rule(
        "ite-merge",
        "ite(c, a, ite(d, a, b)) -> ite(c | d, a, b); likewise for the other places of a",
        |t, n| {
            let (c, a, b) = (n.first(), n.second(), n.third());
            if let Some((d, x, y)) = t.choice(b) {
                if x == a {
                    let either = t.or(c, d);
                    return Some(t.ite(either, a, y));
                }
                if y == a {
                    let not_c = t.not(c);
                    let second = t.and(not_c, d);
                    return Some(t.ite(second, x, a));
                }
            }
            let (d, x, y) = t.choice(a)?;
            if y == b {
                let both = t.and(c, d);
                return Some(t.ite(both, x, b));
            }
            (x == b).then(|| {
                let not_d = t.not(d);
                let first = t.and(c, not_d);
                t.ite(first, y, b)
            })
        },
    ),
    rule(
        "ite-equality",
        "ite(a == b, a, b) -> b; ite(a == b, b, a) -> a",
        |t, n| {
            let (a, b) = t.pair(Kind::Eq, n.first())?;
            let arms = (n.second(), n.third());
            (arms == (a, b) || arms == (b, a)).then(|| n.third())
        },
    ),
    rule(
        "ite-unary",
        "ite(c, f(a), f(b)) -> f(ite(c, a, b)) for not, neg, zext, sext",
        |t, n| {
            let (a, b) = (t.node(n.second()), t.node(n.third()));
            let unary = matches!(
                a.kind,
                Kind::Not | Kind::Neg | Kind::ZeroExtend | Kind::SignExtend
            );
            if !unary || a.kind != b.kind || t.width(a.first()) != t.width(b.first()) {
                return None;
            }
            let inner = t.ite(n.first(), a.first(), b.first());
            Some(t.rebuild(a, [inner; 3]))
        },
    ),
    rule(
        "ite-zero-extend-constant",
        "ite(c, zext(a), k) -> zext(ite(c, a, k)) if k fits; either arm",
        |t, n| {
            let (a, b) = (n.second(), n.third());
            let (extended, constant) = if t.is_constant(b) { (a, b) } else { (b, a) };
            let width = t.width(t.under(Kind::ZeroExtend, extended)?);
            if !t.is_constant(constant) || t.leading_zeros(constant) < n.width - width {
                return None;
            }
            let (a, b) = (t.truncate(a, width), t.truncate(b, width));
            let inner = t.ite(n.first(), a, b);
            Some(t.zero_extend(inner, n.width))
        },
    ),
    rule(
        "ite-common",
        "ite(c, f(a, b), f(a, d)) -> f(a, ite(c, b, d)) for operators with a common operand",
        common_operand,
    ),
    rule(
        "ite-increment",
        "ite(c, a + k, a) -> a + ite(c, k, 0); either arm",
        |t, n| {
            if n.index_width != 0 {
                return None;
            }
            let (a, b) = (n.second(), n.third());
            if let Some((base, k)) = t.with_constant(Kind::Add, a)
                && base == b
            {
                let zero = t.zeros(n.width);
                let step = t.ite(n.first(), k, zero);
                return Some(t.add(base, step));
            }
            let (base, k) = t
                .with_constant(Kind::Add, b)
                .filter(|&(base, _)| base == a)?;
            let zero = t.zeros(n.width);
            let step = t.ite(n.first(), zero, k);
            Some(t.add(base, step))
        },
    ),
    rule(
        "ite-writes",
        "ite(c, write(m, i, a), write(m, i, b)) -> write(m, i, ite(c, a, b))",
        |t, n| {
            let (a, b) = (t.node(n.second()), t.node(n.third()));
            let fit = a.kind == Kind::Write
                && b.kind == Kind::Write
                && a.first() == b.first()
                && a.second() == b.second();
            fit.then(|| {
                let value = t.ite(n.first(), a.third(), b.third());
                t.write(a.first(), a.second(), value)
            })
        },
    ),
    rule(
        "ite-write",
        "ite(c, write(m, i, a), m) -> write(m, i, ite(c, a, m[i])); either arm",
        |t, n| {
            if !matches!(n.sort(), Sort::Memory { .. }) {
                return None;
            }
            let (a, b) = (t.node(n.second()), t.node(n.third()));
            if a.kind == Kind::Write && a.first() == n.third() {
                let old = t.read(n.third(), a.second());
                let value = t.ite(n.first(), a.third(), old);
                return Some(t.write(n.third(), a.second(), value));
            }
            (b.kind == Kind::Write && b.first() == n.second()).then(|| {
                let old = t.read(n.second(), b.second());
                let value = t.ite(n.first(), old, b.third());
                t.write(n.second(), b.second(), value)
            })
        },
    ),
];

fn is_bit(node: Node) -> bool {
    node.width == 1 && node.index_width == 0
}

/// Two arms of one binary operator that share an operand in the same place (in any place, if it is commutative).
fn common_operand(table: &mut TermTable, node: Node) -> Option<Term> {
    let (then, otherwise) = (table.node(node.second()), table.node(node.third()));
    let shared = matches!(
        then.kind,
        Kind::And
            | Kind::Or
            | Kind::Xor
            | Kind::Add
            | Kind::Mul
            | Kind::UDiv
            | Kind::URem
            | Kind::SDiv
            | Kind::SRem
            | Kind::Shl
            | Kind::LShr
            | Kind::AShr
            | Kind::Concat
    );
    if !shared || then.kind != otherwise.kind {
        return None;
    }
    let ((a, b), (x, y)) = (
        (then.first(), then.second()),
        (otherwise.first(), otherwise.second()),
    );
    let condition = node.first();
    if a == x {
        let inner = table.ite(condition, b, y);
        return Some(table.rebuild(then, [a, inner, inner]));
    }
    if b == y {
        let inner = table.ite(condition, a, x);
        return Some(table.rebuild(then, [inner, b, b]));
    }
    if !then.kind.is_commutative() {
        return None;
    }
    let (common, left, right) = if a == y {
        (a, b, x)
    } else if b == x {
        (b, a, y)
    } else {
        return None;
    };
    let inner = table.ite(condition, left, right);
    Some(table.rebuild(then, [common, inner, inner]))
}
