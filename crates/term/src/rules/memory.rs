//! Rules of memories: reading over writing, known contents, writes that are overwritten or change nothing.

use super::{Entry, rule};
use crate::bits::Bits;
use crate::node::{Kind, Term};
use crate::ops::mask;
use crate::table::TermTable;

/// The longest chain of writes that is looked through for one access.
const CHAIN: usize = 4096;

pub(super) const READ: &[Entry] = &[
    rule("read-literal", "literal[k] -> its element", |t, n| {
        let index = t.as_u64(n.second())?;
        let value = t.literal(n.first())?.element(index);
        Some(t.constant(n.width, value))
    }),
    rule(
        "read-uniform",
        "literal[a] -> k if all elements are k",
        |t, n| {
            let literal = t.literal(n.first())?;
            let first = literal.elements().next();
            let value = first.map_or(literal.default, |(_, element)| element);
            let covered = literal.known() as u64 > mask(literal.index_width);
            let uniform = literal.elements().all(|(_, element)| element == value);
            (uniform && (covered || literal.default == value)).then(|| t.constant(n.width, value))
        },
    ),
    rule(
        "read-literal-ite",
        "literal[ite(c, k1, k2)] -> ite(c, literal[k1], literal[k2])",
        |t, n| {
            t.literal(n.first())?;
            let (c, a, b) = t
                .choice(n.second())
                .filter(|&(_, a, b)| t.is_constant(a) && t.is_constant(b))?;
            let (a, b) = (t.read(n.first(), a), t.read(n.first(), b));
            Some(t.ite(c, a, b))
        },
    ),
    rule("read-write-same", "write(m, i, v)[i] -> v", |t, n| {
        let memory = t.node(n.first());
        (memory.kind == Kind::Write && memory.second() == n.second()).then(|| memory.third())
    }),
    rule(
        "read-write-distinct",
        "write(m, i, v)[j] -> m[j] if i and j are seen to differ",
        |t, n| {
            let mut memory = n.first();
            for _ in 0..CHAIN {
                let write = t.node(memory);
                if write.kind != Kind::Write || !distinct(t, write.second(), n.second()) {
                    break;
                }
                memory = write.first();
            }
            (memory != n.first()).then(|| t.read(memory, n.second()))
        },
    ),
    rule(
        "read-ite",
        "ite(c, m1, m2)[k] -> ite(c, m1[k], m2[k])",
        |t, n| {
            let (c, a, b) = t.choice(n.first()).filter(|_| t.is_constant(n.second()))?;
            let (a, b) = (t.read(a, n.second()), t.read(b, n.second()));
            Some(t.ite(c, a, b))
        },
    ),
];

pub(super) const WRITE: &[Entry] = &[
    rule(
        "write-write",
        "write(write(m, i, a), i, b) -> write(m, i, b)",
        |t, n| {
            let inner = t.node(n.first());
            (inner.kind == Kind::Write && inner.second() == n.second())
                .then(|| t.write(inner.first(), n.second(), n.third()))
        },
    ),
    rule("write-read", "write(m, i, m[i]) -> m", |t, n| {
        (t.pair(Kind::Read, n.third()) == Some((n.first(), n.second()))).then(|| n.first())
    }),
    rule(
        "write-literal",
        "write(literal, k, v) -> literal if it has v there",
        |t, n| {
            let (index, value) = (t.as_u64(n.second())?, t.as_u64(n.third())?);
            (t.literal(n.first())?.element(index) == value).then(|| n.first())
        },
    ),
];

/// Whether two indices are seen to differ: they are a common term plus different constants, or constants in a
/// common place of a concatenation.
fn distinct(table: &TermTable, a: Term, b: Term) -> bool {
    if a == b {
        return false;
    }
    let split = |term: Term| match table.with_constant(Kind::Add, term) {
        Some((base, constant)) => (Some(base), table.as_constant(constant)),
        None if table.is_constant(term) => (None, table.as_constant(term)),
        None => (Some(term), Some(Bits::zero(table.width(term)))),
    };
    let ((base_a, offset_a), (base_b, offset_b)) = (split(a), split(b));
    if base_a == base_b {
        return offset_a != offset_b;
    }
    parts_differ(table, a, b)
}

/// Whether constant parts at the bottom of two terms differ.
fn parts_differ(table: &TermTable, a: Term, b: Term) -> bool {
    let low = |term: Term| -> Option<Bits> {
        let mut at = term;
        while let Some((_, low)) = table.pair(Kind::Concat, at) {
            at = low;
        }
        table.as_constant(at)
    };
    match (low(a), low(b)) {
        (Some(a), Some(b)) => {
            let width = a.width().min(b.width());
            a.extract(0, width) != b.extract(0, width)
        }
        _ => false,
    }
}
