//! The decision stage: what values a term may have, bottom up, if those of its operands are known.
//!
//! After PARTI, section on the decision stage, for all operators of bit-vectors and with known bits beside the sets. Each
//! result contains all values that the term has. That is all that an answer `True` or `False` needs, whatever the operands
//! have to do with each other (an input that occurs twice, inputs that a constraint links). The answer `Either` needs more, and
//! is given only with a model that has been evaluated (see [`super::model`]): so operands need not be independent.

use everypath_term::ops::{fold_binary, mask};
use everypath_term::{BinaryOp, Kind, Node, TermTable};

use super::float;
use super::known_bits::KnownBits;
use super::set::Set;
use super::value::{MOST_VALUES, Value};

/// Products of sets with more pairs of intervals than this are computed on their hulls.
const MOST_PAIRS: usize = 1024;
/// Shift amounts that are tried one by one.
const MOST_AMOUNTS: u128 = 8;

/// The values of a term of at most 64 bits with operands, from those of the operands (in order). Empty if an operand has none.
pub fn apply(table: &TermTable, node: Node, operands: &[&Value]) -> Value {
    let width = node.width;
    if operands.iter().any(|operand| operand.is_empty()) {
        return Value::from_set(Set::empty(width));
    }
    match (node.kind, operands) {
        (Kind::Not, [a]) => Value::new(a.set().not(), a.bits().not()),
        (Kind::Neg, [a]) => Value::new(a.set().neg(), a.bits().neg()),
        (Kind::Extract, [a]) => Value::new(
            a.set().extract(node.low(), width),
            a.bits().extract(node.low(), width),
        ),
        (Kind::ZeroExtend, [a]) => {
            Value::new(a.set().zero_extend(width), a.bits().zero_extend(width))
        }
        (Kind::SignExtend, [a]) => {
            Value::new(a.set().sign_extend(width), a.bits().sign_extend(width))
        }
        (Kind::Concat, [a, b]) => Value::new(a.set().concat(b.set()), a.bits().concat(b.bits())),
        (Kind::Ite, [condition, a, b]) => match condition.as_single() {
            Some(0) => (*b).clone(),
            Some(_) => (*a).clone(),
            None => a.join(b),
        },
        (Kind::Read, [index]) => read(table, node, index),
        (Kind::Float, operands) => match node.float_op() {
            Some(op) => {
                let same = operands.len() == 2 && node.first() == node.second();
                float::image(op, width, operands, same)
            }
            None => Value::top(width),
        },
        (kind, [a, b]) => match kind.binary_op() {
            Some(op) => binary(op, a, b),
            None => Value::top(width),
        },
        _ => Value::top(width),
    }
}

/// The element of a known memory at few indices.
fn read(table: &TermTable, node: Node, index: &Value) -> Value {
    match table.literal(node.first()) {
        Some(literal) if index.count() <= MOST_VALUES => {
            index.map(node.width, |index| literal.element(index))
        }
        _ => Value::top(node.width),
    }
}

/// The values of an operator on two operands of one width.
pub fn binary(op: BinaryOp, a: &Value, b: &Value) -> Value {
    let width = a.width();
    if let (Some(x), Some(y)) = (a.as_single(), b.as_single()) {
        return Value::constant(op.result_width(width), fold_binary(op, width, x, y));
    }
    match op {
        BinaryOp::Eq => return equality(a, b),
        BinaryOp::Ult => return less((a.min(), a.max()), (b.min(), b.max())),
        BinaryOp::Slt => {
            return match (a.signed_bounds(), b.signed_bounds()) {
                (Some(a), Some(b)) => less(a, b),
                _ => Value::top(1),
            };
        }
        _ => {}
    }
    let (set, exact) = sets(op, a, b);
    if let Some(y) = b.as_single()
        && a.count() <= MOST_VALUES
        && !(exact && a.is_dense())
    {
        return a.map(width, |x| fold_binary(op, width, x, y));
    }
    if let Some(x) = a.as_single()
        && b.count() <= MOST_VALUES
        && !(exact && b.is_dense())
    {
        return b.map(width, |y| fold_binary(op, width, x, y));
    }
    Value::new(set, bits(op, a, b))
}

fn equality(a: &Value, b: &Value) -> Value {
    if a.meet(b).is_empty() {
        Value::bool(false)
    } else {
        Value::top(1)
    }
}

/// Whether a number of the first bounds is less than one of the second.
fn less<T: Ord>(a: (T, T), b: (T, T)) -> Value {
    if a.1 < b.0 {
        Value::bool(true)
    } else if a.0 >= b.1 {
        Value::bool(false)
    } else {
        Value::top(1)
    }
}

/// The intervals of a result, and whether they are exact for independent operands.
fn sets(op: BinaryOp, a: &Value, b: &Value) -> (Set, bool) {
    let width = a.width();
    let m = mask(width);
    let full = || (Set::full(width), false);
    let constant = b.as_single();
    match op {
        BinaryOp::Add => {
            let (x, y) = (a.set(), b.set());
            if x.ranges().len() * y.ranges().len() <= MOST_PAIRS {
                (x.add(y), true)
            } else {
                (x.clone().widen(8).add(&y.clone().widen(8)), false)
            }
        }
        BinaryOp::Mul => match (a.as_single(), constant) {
            (_, Some(factor)) => (a.set().mul_constant(factor), factor.is_power_of_two()),
            (Some(factor), None) => (b.set().mul_constant(factor), factor.is_power_of_two()),
            _ => match a.max().checked_mul(b.max()) {
                Some(most) if most <= m => (Set::range(width, a.min() * b.min(), most), false),
                _ => (signed_corners(a, b, |x, y| x * y), false),
            },
        },
        // The quotient of the least number and -1 wraps around, as the integer does.
        BinaryOp::SDiv if !b.contains(0) => (signed_corners(a, b, |x, y| x / y), false),
        BinaryOp::SRem if !b.contains(0) => (signed_remainders(a, b), false),
        BinaryOp::UDiv => match constant {
            Some(divisor) if divisor > 0 => (a.set().udiv_constant(divisor), true),
            _ if b.min() > 0 => (
                Set::range(width, a.min() / b.max(), a.max() / b.min()),
                false,
            ),
            _ => full(),
        },
        BinaryOp::URem => {
            if a.max() < b.min() {
                (a.set().clone(), true)
            } else if b.min() > 0 {
                (Set::range(width, 0, a.max().min(b.max() - 1)), false)
            } else {
                (Set::range(width, 0, a.max()), false)
            }
        }
        BinaryOp::And => and_sets(a, b),
        BinaryOp::Or => {
            // ~(~a & ~b)
            let not = |value: &Value| Value::new(value.set().not(), value.bits().not());
            let (set, exact) = and_sets(&not(a), &not(b));
            (set.not(), exact)
        }
        BinaryOp::Xor => match (a.as_single(), constant) {
            (_, Some(other)) => (a.set().xor_constant(other), true),
            (Some(other), None) => (b.set().xor_constant(other), true),
            _ => full(),
        },
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => shifts(op, a, b),
        _ => full(),
    }
}

/// What a function of signed numbers that is monotonic in each operand, on either side of zero, makes of two operands.
fn signed_corners(a: &Value, b: &Value, function: impl Fn(i128, i128) -> i128) -> Set {
    let width = a.width();
    let (Some(of_a), Some(of_b)) = (a.signed_bounds(), b.signed_bounds()) else {
        return Set::full(width);
    };
    let mut operands: Vec<i128> = vec![of_b.0.into(), of_b.1.into()];
    // The divisors next to zero, which is none.
    operands.extend(
        [-1, 1]
            .into_iter()
            .filter(|&next| i128::from(of_b.0) < next && next < i128::from(of_b.1)),
    );
    let corners = operands
        .into_iter()
        .flat_map(|y| [of_a.0, of_a.1].map(|x| function(x.into(), y)));
    let (least, most) = corners.fold((i128::MAX, i128::MIN), |(least, most), corner| {
        (least.min(corner), most.max(corner))
    });
    Set::integers(width, least, most)
}

/// Signed remainders: nearer to zero than the divisor and not farther than the dividend, whose sign they have.
fn signed_remainders(a: &Value, b: &Value) -> Set {
    let width = a.width();
    let (Some(of_a), Some(of_b)) = (a.signed_bounds(), b.signed_bounds()) else {
        return Set::full(width);
    };
    let most = i128::from(of_b.0).abs().max(i128::from(of_b.1).abs()) - 1;
    let (low, high) = (i128::from(of_a.0), i128::from(of_a.1));
    Set::integers(width, low.clamp(-most, 0), high.clamp(0, most))
}

fn and_sets(a: &Value, b: &Value) -> (Set, bool) {
    let width = a.width();
    let m = mask(width);
    for (x, other) in [(a, b), (b, a)] {
        let Some(other) = other.as_single() else {
            continue;
        };
        if (other & m).wrapping_add(1).is_power_of_two() || other == m {
            let kept = other.count_ones();
            if kept == 0 {
                return (Set::single(width, 0), true);
            }
            return (x.set().truncate(kept).zero_extend(width), true);
        }
        let dropped = other.trailing_zeros();
        if dropped < width && other == m >> dropped << dropped {
            let ranges = x.set().ranges().iter();
            return (
                Set::from_ranges(
                    width,
                    ranges.map(|&(low, high)| (low & other, high & other)),
                ),
                true,
            );
        }
    }
    (Set::range(width, 0, a.max().min(b.max())), false)
}

fn shifts(op: BinaryOp, a: &Value, b: &Value) -> (Set, bool) {
    let width = a.width();
    if b.count() <= MOST_AMOUNTS {
        let mut union: Option<Set> = None;
        let mut exact = true;
        for amount in b.values() {
            let (shifted, is_exact) = shift(op, a, amount);
            exact &= is_exact;
            union = Some(match union {
                None => shifted,
                Some(union) => union.union(&shifted),
            });
        }
        return (union.unwrap_or_else(|| Set::empty(width)), exact);
    }
    match op {
        BinaryOp::LShr => {
            let most = fold_binary(BinaryOp::LShr, width, a.max(), b.min());
            (Set::range(width, 0, most), false)
        }
        _ => (Set::full(width), false),
    }
}

fn shift(op: BinaryOp, a: &Value, amount: u64) -> (Set, bool) {
    let width = a.width();
    if amount >= u64::from(width) {
        return match op {
            BinaryOp::AShr => (a.set().ashr_constant(width - 1), true),
            _ => (Set::single(width, 0), true),
        };
    }
    let amount = amount as u32;
    match op {
        BinaryOp::Shl => (a.set().mul_constant(1 << amount), true),
        BinaryOp::LShr => (a.set().lshr_constant(amount), true),
        _ => (a.set().ashr_constant(amount), true),
    }
}

/// The known bits of a result.
fn bits(op: BinaryOp, a: &Value, b: &Value) -> KnownBits {
    let width = a.width();
    let (x, y) = (a.bits(), b.bits());
    match op {
        BinaryOp::And => x.and(y),
        BinaryOp::Or => x.or(y),
        BinaryOp::Xor => x.xor(y),
        BinaryOp::Add => x.add(y),
        BinaryOp::Mul => x.mul(y),
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if b.count() <= MOST_AMOUNTS => b
            .values()
            .map(|amount| {
                let inside = amount.min(u64::from(width - 1)) as u32;
                match op {
                    BinaryOp::AShr => x.ashr(inside),
                    _ if amount >= u64::from(width) => KnownBits::constant(width, 0),
                    BinaryOp::Shl => x.shl(inside),
                    _ => x.lshr(inside),
                }
            })
            .reduce(KnownBits::join)
            .unwrap_or(KnownBits::top(width)),
        _ => KnownBits::top(width),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u32 = 4;

    const OPERATORS: [BinaryOp; 15] = [
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::Add,
        BinaryOp::Mul,
        BinaryOp::UDiv,
        BinaryOp::URem,
        BinaryOp::SDiv,
        BinaryOp::SRem,
        BinaryOp::Shl,
        BinaryOp::LShr,
        BinaryOp::AShr,
        BinaryOp::Eq,
        BinaryOp::Ult,
        BinaryOp::Slt,
    ];

    fn value(bits: u64) -> Value {
        Value::from_set(Set::from_values(
            WIDTH,
            (0..16).filter(|&v| bits >> v & 1 == 1),
        ))
    }

    #[test]
    fn one_variable_is_exact() {
        for bits in (1..256).chain((256..1u64 << 16).step_by(7)) {
            let a = value(bits);
            for c in [0, 1, 2, 3, 4, 7, 8, 12, 13, 15] {
                let b = Value::constant(WIDTH, c);
                for op in OPERATORS {
                    let members = (0..16).filter(|&v| bits >> v & 1 == 1);
                    for swap in [false, true] {
                        let width = op.result_width(WIDTH);
                        let f = |v| {
                            let (x, y) = if swap { (c, v) } else { (v, c) };
                            fold_binary(op, WIDTH, x, y)
                        };
                        let expected =
                            Value::from_set(Set::from_values(width, members.clone().map(f)));
                        let found = if swap {
                            binary(op, &b, &a)
                        } else {
                            binary(op, &a, &b)
                        };
                        assert!(
                            found.values().eq(expected.values()),
                            "{op:?} {swap} {a:?} {c}: {found:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn two_variables_lose_nothing_and_comparisons_are_exact() {
        let mut seed = 1u64;
        let mut next = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed & 0xffff).max(1)
        };
        for _ in 0..20_000 {
            let (x, y) = (next(), next() & next() | 2);
            let (a, b) = (value(x), value(y));
            for op in OPERATORS {
                let found = binary(op, &a, &b);
                let mut expected: Vec<u64> = a
                    .values()
                    .flat_map(|x| b.values().map(move |y| fold_binary(op, WIDTH, x, y)))
                    .collect();
                expected.sort_unstable();
                expected.dedup();
                if op.is_comparison() || op == BinaryOp::Add && a.is_dense() && b.is_dense() {
                    assert!(found.values().eq(expected), "{op:?} {a:?} {b:?}: {found:?}");
                } else {
                    assert!(
                        expected.iter().all(|&v| found.contains(v)),
                        "{op:?} {a:?} {b:?}"
                    );
                }
            }
        }
    }
}
