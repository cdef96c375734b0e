//! Preimages: what values an operand may have if those of the result and of the other operands are known.
//!
//! The table of PARTI's learning stage, extended to all operators of bit-vectors. With constants beside the operand (the
//! caterpillar trees of the paper) most rows are exact; where the preimage would fall into too many intervals, an operand of few
//! values is enumerated, and else the row says less than it could. What a row gives always contains the true preimage.

use everypath_term::ops::{fold_binary, mask};
use everypath_term::{BinaryOp, Kind, Node, TermTable};

use super::float;
use super::known_bits::KnownBits;
use super::set::Set;
use super::value::{MOST_VALUES, Value};

/// The values of an operand, and whether these are exactly those that some values of the others lead to the result with.
#[derive(Clone, Debug)]
pub struct Preimage {
    /// Values of the operand.
    pub value: Value,
    /// Whether each of them leads to the result.
    pub exact: bool,
}

impl Preimage {
    fn exact(value: Value) -> Self {
        Self { value, exact: true }
    }

    /// From the intervals of the result alone.
    fn of_set(value: Value, result: &Value) -> Self {
        Self {
            value,
            exact: result.is_dense(),
        }
    }

    fn loose(value: Value) -> Self {
        Self {
            value,
            exact: false,
        }
    }
}

/// What operand number `which` may be if the term (of at most 64 bits, as its operands) has one of the values of `result`. The
/// operands are given in order; that of a read is its index.
pub fn operand(
    table: &TermTable,
    node: Node,
    which: usize,
    operands: &[&Value],
    result: &Value,
) -> Preimage {
    let Some(&have) = operands.get(which) else {
        return Preimage::loose(result.clone());
    };
    if result.is_empty() {
        return Preimage::exact(Value::from_set(Set::empty(have.width())));
    }
    let found = match (node.kind, operands) {
        (Kind::Not, [_]) => Preimage::exact(Value::new(result.set().not(), result.bits().not())),
        (Kind::Neg, [_]) => {
            Preimage::of_set(Value::new(result.set().neg(), result.bits().neg()), result)
        }
        (Kind::ZeroExtend, [_]) => Preimage::exact(Value::new(
            result.set().zero_extend_preimage(have.width()),
            result.bits().extract(0, have.width()),
        )),
        (Kind::SignExtend, [_]) => Preimage::of_set(
            Value::new(
                result.set().sign_extend_preimage(have.width()),
                result.bits().extract(0, have.width()),
            ),
            result,
        ),
        (Kind::Extract, [_]) => extract(node.low(), result, have),
        (Kind::Concat, [high, low]) => concat(which, high, low, result),
        (Kind::Ite, [condition, a, b]) => ite(which, condition, a, b, result),
        (Kind::Read, [_]) => match table.literal(node.first()) {
            Some(literal) if have.count() <= MOST_VALUES => {
                Preimage::exact(have.filter(|index| result.contains(literal.element(index))))
            }
            _ => Preimage::loose(have.clone()),
        },
        (Kind::Float, operands) => {
            let same = operands.len() == 2 && node.first() == node.second();
            let op = node.float_op();
            let found = op.and_then(|op| float::preimage(op, which, operands, result, same));
            found.unwrap_or_else(|| Preimage::loose(have.clone()))
        }
        (kind, [a, b]) => match kind.binary_op() {
            Some(op) => binary(op, which, a, b, result),
            None => Preimage::loose(have.clone()),
        },
        _ => Preimage::loose(have.clone()),
    };
    Preimage {
        value: have.meet(&found.value),
        exact: found.exact,
    }
}

fn extract(low: u32, result: &Value, have: &Value) -> Preimage {
    let width = have.width();
    let part = result.bits();
    let bits = KnownBits {
        width,
        known: part.known << low,
        value: part.value << low,
    };
    match result.set().extract_preimage(low, have.set()) {
        Some(set) => Preimage::exact(Value::new(set, bits)),
        None => Preimage {
            value: Value::from_bits(bits),
            exact: only_bits(result),
        },
    }
}

/// Whether the known bits of a value say all.
fn only_bits(value: &Value) -> bool {
    Value::from_bits(value.bits()) == *value
}

fn concat(which: usize, high: &Value, low: &Value, result: &Value) -> Preimage {
    let low_width = low.width();
    let part = |low_bit, width| result.bits().extract(low_bit, width);
    if which == 0 {
        let bits = part(low_width, high.width());
        return match low.as_single() {
            Some(low) => Preimage::exact(Value::new(
                result.set().concat_high_preimage(low, low_width),
                bits,
            )),
            None => Preimage::loose(Value::new(
                result.set().extract(low_width, high.width()),
                bits,
            )),
        };
    }
    let bits = part(0, low_width);
    let prefixes = result
        .set()
        .extract(low_width, high.width())
        .intersect(high.set());
    match (high.as_single(), prefixes.as_single()) {
        (known, Some(prefix)) => {
            let base = prefix << low_width;
            let inside =
                result
                    .set()
                    .intersect(&Set::range(result.width(), base, base | mask(low_width)));
            Preimage {
                value: Value::new(inside.truncate(low_width), bits),
                exact: known.is_some(),
            }
        }
        _ if prefixes.is_empty() => Preimage::exact(Value::from_set(Set::empty(low_width))),
        _ => Preimage::loose(Value::from_bits(bits)),
    }
}

fn ite(which: usize, condition: &Value, a: &Value, b: &Value, result: &Value) -> Preimage {
    let possible = [b.meet(result), a.meet(result)].map(|value| !value.is_empty());
    match which {
        0 => Preimage::exact(match possible {
            [true, true] => condition.clone(),
            [false, true] => Value::bool(true),
            [true, false] => Value::bool(false),
            [false, false] => Value::from_set(Set::empty(1)),
        }),
        // A branch is bound only if it is taken.
        1 if condition.as_single() == Some(1) || !possible[0] => Preimage::exact(result.clone()),
        2 if condition.as_single() == Some(0) || !possible[1] => Preimage::exact(result.clone()),
        1 => Preimage::loose(a.clone()),
        _ => Preimage::loose(b.clone()),
    }
}

fn binary(op: BinaryOp, which: usize, a: &Value, b: &Value, result: &Value) -> Preimage {
    let (have, other) = if which == 0 { (a, b) } else { (b, a) };
    let width = have.width();
    if let Some(constant) = other.as_single() {
        let found = with_constant(op, which, constant, have, result);
        if found.exact || have.count() > MOST_VALUES {
            return found;
        }
        return Preimage::exact(have.filter(|v| {
            let (x, y) = if which == 0 {
                (v, constant)
            } else {
                (constant, v)
            };
            result.contains(fold_binary(op, width, x, y))
        }));
    }
    let bits = result.bits();
    Preimage::loose(match op {
        BinaryOp::Add => {
            let by_bits = bits.add(other.bits().neg());
            if result.set().ranges().len() * other.set().ranges().len() > 256 {
                Value::from_bits(by_bits)
            } else {
                Value::new(result.set().sub(other.set()), by_bits)
            }
        }
        BinaryOp::And => {
            // No operand is less than the result.
            let bound = Set::range(width, result.min(), mask(width));
            Value::new(bound, bits.and_operand(other.bits()))
        }
        BinaryOp::Or => {
            let bound = Set::range(width, 0, result.max());
            Value::new(bound, bits.or_operand(other.bits()))
        }
        BinaryOp::Xor => Value::from_bits(bits.xor(other.bits())),
        BinaryOp::Eq if result.as_single() == Some(1) => other.clone(),
        BinaryOp::Ult => match (result.as_single(), which) {
            (Some(1), 0) => below(width, other.max()),
            (Some(1), _) => above(width, other.min()),
            (Some(0), 0) => from_set(Set::range(width, other.min(), mask(width))),
            (Some(0), _) => from_set(Set::range(width, 0, other.max())),
            _ => have.clone(),
        },
        BinaryOp::Slt => {
            let half = 1u64 << (width - 1);
            let Some((least, most)) = other.signed_bounds() else {
                return Preimage::loose(have.clone());
            };
            // Comparisons of signed numbers are those of unsigned ones, moved by half the range.
            let moved = |value: i64| (value as u64).wrapping_add(half) & mask(width);
            let bound = match (result.as_single(), which) {
                (Some(1), 0) => below(width, moved(most)),
                (Some(1), _) => above(width, moved(least)),
                (Some(0), 0) => from_set(Set::range(width, moved(least), mask(width))),
                (Some(0), _) => from_set(Set::range(width, 0, moved(most))),
                _ => return Preimage::loose(have.clone()),
            };
            from_set(bound.set().add_constant(half))
        }
        _ => have.clone(),
    })
}

fn from_set(set: Set) -> Value {
    Value::from_set(set)
}

/// The numbers less than `limit`.
fn below(width: u32, limit: u64) -> Value {
    from_set(match limit.checked_sub(1) {
        Some(most) => Set::range(width, 0, most),
        None => Set::empty(width),
    })
}

/// The numbers greater than `limit`.
fn above(width: u32, limit: u64) -> Value {
    from_set(if limit == mask(width) {
        Set::empty(width)
    } else {
        Set::range(width, limit + 1, mask(width))
    })
}

/// {x : x op constant in result} for `which` 0, {x : constant op x in result} for 1.
fn with_constant(
    op: BinaryOp,
    which: usize,
    constant: u64,
    have: &Value,
    result: &Value,
) -> Preimage {
    let width = have.width();
    let m = mask(width);
    let set = result.set();
    let bits = result.bits();
    let known = KnownBits::constant(width, constant);
    let truth = result.as_single();
    match (op, which) {
        (BinaryOp::Add, _) => Preimage::of_set(
            Value::new(
                set.add_constant(constant.wrapping_neg()),
                bits.add(known.neg()),
            ),
            result,
        ),
        (BinaryOp::Xor, _) => {
            Preimage::exact(Value::new(set.xor_constant(constant), bits.xor(known)))
        }
        (BinaryOp::Mul, _) => multiple(constant, have, result),
        (BinaryOp::And, _) => and(constant, have, result),
        (BinaryOp::Or, _) => {
            let not = |value: &Value| Value::new(value.set().not(), value.bits().not());
            let found = and(!constant & m, &not(have), &not(result));
            Preimage {
                value: not(&found.value),
                exact: found.exact,
            }
        }
        (BinaryOp::UDiv, 0) if constant > 0 => {
            Preimage::of_set(from_set(set.udiv_preimage(constant)), result)
        }
        (BinaryOp::UDiv, 1) => Preimage::of_set(from_set(divisors(constant, result)), result),
        (BinaryOp::URem, 0) if constant == 0 || have.max() < constant => {
            Preimage::exact(result.clone())
        }
        (BinaryOp::URem, 0) => remainders(constant, have, result),
        (BinaryOp::Shl, 0) if constant >= u64::from(width) => nothing_of(0, have, result),
        (BinaryOp::Shl, 0) => {
            let found = multiple(1 << constant, have, result);
            let bits = KnownBits {
                width,
                known: bits.known >> constant,
                value: bits.value >> constant,
            };
            let value = found.value.meet(&Value::from_bits(bits));
            Preimage {
                value,
                exact: found.exact,
            }
        }
        (BinaryOp::LShr, 0) if constant >= u64::from(width) => nothing_of(0, have, result),
        (BinaryOp::LShr, 0) => Preimage::exact(Value::new(
            set.lshr_preimage(constant as u32),
            KnownBits {
                width,
                known: bits.known << constant & m,
                value: bits.value << constant & m,
            },
        )),
        (BinaryOp::AShr, 0) => Preimage::of_set(
            from_set(set.ashr_preimage(constant.min(u64::from(width - 1)) as u32)),
            result,
        ),
        (BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr, _) => {
            // The amounts below the width one by one; all others do the same.
            let amounts = u64::from(width).min(m);
            let amounts = (0..=amounts)
                .filter(|&amount| result.contains(fold_binary(op, width, constant, amount)));
            let mut ranges: Vec<(u64, u64)> = amounts.map(|amount| (amount, amount)).collect();
            if let Some(last) = ranges.last_mut()
                && last.0 == u64::from(width)
            {
                last.1 = m;
            }
            Preimage::exact(Value::from_set(Set::from_ranges(width, ranges)))
        }
        (BinaryOp::Eq, _) => match truth {
            Some(1) => Preimage::exact(Value::constant(width, constant)),
            Some(_) => Preimage::exact(from_set(Set::single(width, constant).complement())),
            None => Preimage::exact(have.clone()),
        },
        (BinaryOp::Ult | BinaryOp::Slt, _) => {
            let Some(truth) = truth else {
                return Preimage::exact(have.clone());
            };
            let half = if op == BinaryOp::Slt {
                1u64 << (width - 1)
            } else {
                0
            };
            let limit = constant.wrapping_add(half) & m;
            let holds = if which == 0 {
                below(width, limit)
            } else {
                above(width, limit)
            };
            let moved = holds.set().add_constant(half.wrapping_neg());
            Preimage::exact(from_set(if truth == 1 {
                moved
            } else {
                moved.complement()
            }))
        }
        _ => Preimage::loose(have.clone()),
    }
}

/// The operand does not matter: the result is `value`.
fn nothing_of(value: u64, have: &Value, result: &Value) -> Preimage {
    Preimage::exact(if result.contains(value) {
        have.clone()
    } else {
        from_set(Set::empty(have.width()))
    })
}

fn multiple(constant: u64, have: &Value, result: &Value) -> Preimage {
    match result.set().mul_preimage(constant, have.set()) {
        // Bits between the multiples of an even constant are no matter of the set.
        Some(set) => Preimage {
            value: from_set(set),
            exact: result.is_dense(),
        },
        None => Preimage::loose(have.clone()),
    }
}

/// {x : constant / x in result}, unsigned.
fn divisors(constant: u64, result: &Value) -> Set {
    let width = result.width();
    let m = mask(width);
    let mut ranges = Vec::new();
    if result.contains(m) {
        ranges.push((0, 0));
    }
    for &(low, high) in result.set().ranges() {
        let from = match high.checked_add(1) {
            // Beyond what has a number, if not even the quotient of the greatest divisor is as small.
            Some(next) => match (constant / next).checked_add(1) {
                Some(from) => from,
                None => continue,
            },
            None => 1,
        };
        let to = constant.checked_div(low).unwrap_or(m);
        if from <= to {
            ranges.push((from, to));
        }
    }
    Set::from_ranges(width, ranges)
}

/// {x of `have` : x modulo constant in result}, where there are few periods.
fn remainders(constant: u64, have: &Value, result: &Value) -> Preimage {
    let width = have.width();
    let (first, last) = (have.min() / constant, have.max() / constant);
    let inside = result.set().intersect(&Set::range(width, 0, constant - 1));
    if inside.is_empty() {
        return Preimage::exact(from_set(Set::empty(width)));
    }
    if u128::from(last - first) * inside.ranges().len() as u128 > 32 {
        return Preimage::loose(have.clone());
    }
    let mut ranges = Vec::new();
    for period in first..=last {
        let base = period * constant;
        for &(low, high) in inside.ranges() {
            if let Some(from) = base.checked_add(low).filter(|&from| from <= mask(width)) {
                ranges.push((from, base.saturating_add(high).min(mask(width))));
            }
        }
    }
    Preimage {
        value: from_set(Set::from_ranges(width, ranges)),
        exact: result.is_dense(),
    }
}

fn and(constant: u64, have: &Value, result: &Value) -> Preimage {
    let width = have.width();
    let m = mask(width);
    let known = KnownBits::constant(width, constant);
    let Some(bits) = result.bits().meet(KnownBits {
        width,
        known: !constant & m,
        value: 0,
    }) else {
        return Preimage::exact(from_set(Set::empty(width)));
    };
    let result = result.meet(&Value::from_bits(bits));
    if result.is_empty() {
        return Preimage::exact(from_set(Set::empty(width)));
    }
    let by_bits = result.bits().and_operand(known);
    let kept = constant.trailing_ones();
    if kept > 0 && constant == mask(kept) {
        // The low bits: periodic.
        let low = result.set().zero_extend_preimage(kept);
        if let Some(set) = low.extract_preimage(0, have.set()) {
            return Preimage::exact(Value::new(set, by_bits));
        }
    }
    let dropped = constant.trailing_zeros();
    if dropped < width && constant == m >> dropped << dropped {
        // The high bits: aligned blocks.
        let blocks = result.set().lshr_constant(dropped).lshr_preimage(dropped);
        return Preimage::exact(Value::new(blocks, by_bits));
    }
    Preimage {
        value: Value::from_bits(by_bits),
        exact: only_bits(&result),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPERATORS: [Kind; 15] = [
        Kind::And,
        Kind::Or,
        Kind::Xor,
        Kind::Add,
        Kind::Mul,
        Kind::UDiv,
        Kind::URem,
        Kind::SDiv,
        Kind::SRem,
        Kind::Shl,
        Kind::LShr,
        Kind::AShr,
        Kind::Eq,
        Kind::Ult,
        Kind::Slt,
    ];

    fn value(width: u32, bits: u64) -> Value {
        Value::from_set(Set::from_values(
            width,
            (0..1u64 << width).filter(|&v| bits >> v & 1 == 1),
        ))
    }

    fn random(seed: &mut u64) -> u64 {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        *seed >> 8
    }

    /// All constants, both sides, all results of width 1 and many of width 4: equal to the true preimage.
    #[test]
    fn operands_beside_a_constant_are_exact() {
        let mut seed = 7;
        for kind in OPERATORS {
            let op = kind.binary_op().unwrap();
            let result_width = op.result_width(4);
            for constant in 0..16 {
                let other = Value::constant(4, constant);
                for which in [0, 1] {
                    for _ in 0..200 {
                        let result =
                            value(result_width, random(&mut seed) & mask(1 << result_width));
                        if result.is_empty() {
                            continue;
                        }
                        let have = value(4, random(&mut seed) | random(&mut seed));
                        let (a, b) = if which == 0 {
                            (&have, &other)
                        } else {
                            (&other, &have)
                        };
                        let found = binary(op, which, a, b, &result);
                        let expected = have.values().filter(|&v| {
                            let (x, y) = if which == 0 {
                                (v, constant)
                            } else {
                                (constant, v)
                            };
                            result.contains(fold_binary(op, 4, x, y))
                        });
                        let met = have.meet(&found.value);
                        assert!(
                            met.values().eq(expected),
                            "{kind:?} {which} {constant} {have:?} {result:?}: {met:?}"
                        );
                    }
                }
            }
        }
    }

    /// At 64 bits and their ends, where numbers of this machine wrap around, too: nothing is lost.
    #[test]
    fn the_widest_numbers_lose_nothing() {
        let ends = [0, 1, 2, 3, 1 << 63, (1 << 63) - 1, u64::MAX - 1, u64::MAX];
        for kind in OPERATORS {
            let op = kind.binary_op().unwrap();
            let result_width = op.result_width(64);
            for constant in ends {
                let other = Value::constant(64, constant);
                let have = Value::top(64);
                for (which, first) in [(0, &have), (1, &other)] {
                    let second = if which == 0 { &other } else { &have };
                    for (low, high) in ends.into_iter().flat_map(|a| ends.map(|b| (a, b))) {
                        let (low, high) = (low & mask(result_width), high & mask(result_width));
                        if low > high {
                            continue;
                        }
                        let result = Value::from_set(Set::range(result_width, low, high));
                        let found = binary(op, which, first, second, &result);
                        for x in ends {
                            let (a, b) = if which == 0 {
                                (x, constant)
                            } else {
                                (constant, x)
                            };
                            let kept = !result.contains(fold_binary(op, 64, a, b))
                                || found.value.contains(x);
                            assert!(
                                kept,
                                "{kind:?} {which} {constant:#x} {low:#x} {high:#x}: {x:#x}"
                            );
                        }
                    }
                }
            }
        }
    }

    /// The rows without enumeration: nothing is lost, and what is called exact is.
    #[test]
    fn rows_are_as_exact_as_they_say() {
        let mut seed = 11;
        let mut exact = 0;
        for kind in OPERATORS {
            let op = kind.binary_op().unwrap();
            let result_width = op.result_width(4);
            for constant in 0..16 {
                for which in [0, 1] {
                    for _ in 0..300 {
                        let result =
                            value(result_width, random(&mut seed) & mask(1 << result_width));
                        if result.is_empty() {
                            continue;
                        }
                        let have = value(4, random(&mut seed) | random(&mut seed));
                        let found = with_constant(op, which, constant, &have, &result);
                        let met = have.meet(&found.value);
                        for v in have.values() {
                            let (x, y) = if which == 0 {
                                (v, constant)
                            } else {
                                (constant, v)
                            };
                            let holds = result.contains(fold_binary(op, 4, x, y));
                            assert!(
                                met.contains(v) == holds || !holds && !found.exact,
                                "{kind:?} {which} {constant} {v} {have:?} {result:?}: {found:?}"
                            );
                        }
                        exact += usize::from(found.exact);
                    }
                }
            }
        }
        assert!(exact > 80_000, "{exact}");
    }

    #[test]
    fn two_unknown_operands_lose_nothing() {
        let mut seed = 13;
        for kind in OPERATORS {
            let op = kind.binary_op().unwrap();
            let result_width = op.result_width(4);
            for _ in 0..4000 {
                let result = value(result_width, random(&mut seed) & mask(1 << result_width));
                let a = value(4, random(&mut seed) & random(&mut seed));
                let b = value(4, random(&mut seed) & random(&mut seed));
                if a.is_empty() || b.is_empty() || result.is_empty() {
                    continue;
                }
                let found = [0, 1].map(|which| binary(op, which, &a, &b, &result));
                for x in a.values() {
                    for y in b.values() {
                        if result.contains(fold_binary(op, 4, x, y)) {
                            assert!(
                                found[0].value.contains(x) && found[1].value.contains(y),
                                "{kind:?} {a:?} {b:?} {result:?}: {found:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}
