//! Images and preimages against all operands of a format of seven bits.

use everypath_term::float::compute_small;
use everypath_term::ops::mask;
use everypath_term::{FloatFormat, FloatOp, FloatOperator, Random, Rounding};

use super::{image, preimage};
use crate::intervals::known_bits::KnownBits;
use crate::intervals::set::Set;
use crate::intervals::value::Value;

const FORMAT: FloatFormat = FloatFormat::Seven;

/// One to three intervals, sometimes with a known bit; as often as not around zeros, infinities and NaNs.
fn value(random: &mut Random, width: u32) -> Value {
    let interesting = [0, 1, 0x38, 0x39, 0x3c, 0x40, 0x41, 0x78, 0x79, 0x7f];
    let mut end = || match random.index(3) {
        0 => interesting[random.index(interesting.len())] & mask(width),
        _ => random.below(mask(width) + 1),
    };
    let mut set = Set::empty(width);
    for _ in 0..1 + end() % 3 {
        let (a, b) = (end(), end());
        let b = if b % 3 == 0 { a } else { b };
        set = set.union(&Set::range(width, a.min(b), a.max(b)));
    }
    let known = match end() % 4 {
        0 => 1 << (end() % u64::from(width)),
        _ => 0,
    };
    let bits = KnownBits {
        width,
        known,
        value: known & end(),
    };
    Value::new(set, bits)
}

/// A random operation with the widths of its operands and of its result.
fn operation(random: &mut Random) -> (FloatOp, u32, u32) {
    let operator = FloatOperator::ALL[random.index(FloatOperator::ALL.len())];
    let rounding = Rounding::ALL[random.index(Rounding::ALL.len())];
    let integer = 1 + random.index(7) as u32;
    match operator {
        FloatOperator::Convert => {
            let to = [FloatFormat::Nine, FloatFormat::Half, FORMAT][random.index(3)];
            let op = match random.index(2) {
                0 => FloatOp::convert(FORMAT, to, rounding),
                _ => FloatOp::convert(FloatFormat::Nine, FORMAT, rounding),
            };
            (op, op.format.width(), op.to.width())
        }
        _ => {
            let op = FloatOp::new(operator, FORMAT, rounding);
            let operand = match operator.from_integer() {
                Some(_) => integer,
                None => FORMAT.width(),
            };
            let result = match (op.result(), operator.to_integer()) {
                (Some(format), _) => format.width(),
                (None, Some(_)) => integer,
                (None, None) if operator.arity() == 2 && operator.flags().is_none() => {
                    match operator {
                        FloatOperator::Equal | FloatOperator::Less | FloatOperator::LessEqual => 1,
                        _ => everypath_term::FLAGS_WIDTH,
                    }
                }
                (None, None) => everypath_term::FLAGS_WIDTH,
            };
            (op, operand, result)
        }
    }
}

/// Up to `most` members, spread.
fn members(value: &Value, most: usize) -> Vec<u64> {
    let all: Vec<u64> = value.values().collect();
    let step = all.len().div_ceil(most).max(1);
    let last = all.last().copied();
    all.iter().step_by(step).copied().chain(last).collect()
}

#[test]
fn images_and_preimages_lose_nothing_and_are_as_exact_as_they_say() {
    let mut random = Random::new(1);
    let (mut exact, mut narrowed) = (0, 0);
    for _ in 0..60_000 {
        let (op, operand_width, width) = operation(&mut random);
        let arity = op.operator.arity();
        let mut operands: Vec<Value> = (0..arity)
            .map(|_| value(&mut random, operand_width))
            .collect();
        if arity == 2 && random.index(2) == 0 {
            let only = value(&mut random, operand_width).max();
            operands[random.index(2)] = Value::constant(operand_width, only);
        }
        if operands.iter().any(Value::is_empty) {
            continue;
        }
        let known: Vec<&Value> = operands.iter().collect();
        let found = image(op, width, &known, false);
        let result = value(&mut random, width);
        let parts: Vec<_> = (0..arity)
            .map(|which| match result.is_empty() {
                true => None,
                false => preimage(op, which, &known, &result, false),
            })
            .collect();
        narrowed += parts.iter().flatten().count();
        let most = if arity == 3 { 8 } else { 200 };
        let lists: Vec<Vec<u64>> = operands.iter().map(|it| members(it, most)).collect();
        let unit = vec![0];
        // Of each operand, the values that lead to the result with some of the others.
        let mut leading = vec![[false; 512]; arity];
        for &a in &lists[0] {
            for &b in lists.get(1).unwrap_or(&unit) {
                for &c in lists.get(2).unwrap_or(&unit) {
                    let bits = compute_small(op, width, operand_width, [a, b, c]);
                    assert!(
                        found.contains(bits),
                        "{op} of {a:#x}, {b:#x}, {c:#x} is {bits:#x}: {operands:x?}, {found:x?}"
                    );
                    if !result.contains(bits) {
                        continue;
                    }
                    for (which, operand) in [a, b, c].into_iter().enumerate().take(arity) {
                        leading[which][operand as usize] = true;
                        let part = parts[which].as_ref();
                        assert!(
                            part.is_none_or(|part| part.value.contains(operand)),
                            "{op} of {a:#x}, {b:#x}, {c:#x} is {bits:#x}: operand {which} of {operands:x?}, {result:x?}: {part:x?}"
                        );
                    }
                }
            }
        }
        for (which, part) in parts.iter().enumerate() {
            let Some(part) = part.as_ref().filter(|part| part.exact) else {
                continue;
            };
            exact += 1;
            for &operand in lists[which].iter().filter(|&&it| part.value.contains(it)) {
                assert!(
                    leading[which][operand as usize],
                    "{op}: {operand:#x} as operand {which} of {operands:x?} does not give {result:x?}: {part:x?}"
                );
            }
        }
    }
    assert!(exact > 15_000 && narrowed > 30_000, "{exact} of {narrowed}");
}

/// What is monotonic is exact on one interval: there is nothing at the ends that is not attained.
#[test]
fn images_of_intervals_have_attained_ends() {
    let mut random = Random::new(2);
    for _ in 0..20_000 {
        let (op, operand_width, width) = operation(&mut random);
        let format = match op.result() {
            Some(format) if op.operator.arity() < 3 => format,
            _ => continue,
        };
        if let FloatOperator::Remainder
        | FloatOperator::Modulo
        | FloatOperator::Function
        | FloatOperator::FunctionOfTwo = op.operator
        {
            continue;
        }
        let mut interval = || {
            let low = random.below(mask(operand_width) + 1);
            let high = low + random.below(mask(operand_width) + 1 - low);
            Value::from_set(Set::range(operand_width, low, high))
        };
        let operands: Vec<Value> = (0..op.operator.arity()).map(|_| interval()).collect();
        let known: Vec<&Value> = operands.iter().collect();
        let found = image(op, width, &known, false);
        let unit = Value::constant(operand_width, 0);
        let mut attained = vec![];
        for a in operands[0].values() {
            for b in operands.get(1).unwrap_or(&unit).values() {
                attained.push(compute_small(op, width, operand_width, [a, b, 0]));
            }
        }
        let ends = |sign: u64| {
            let half = format.sign() as u64;
            let mut places: Vec<u64> = attained
                .iter()
                .copied()
                .filter(|bits| bits & half == sign && !format.is_nan(u128::from(*bits)))
                .collect();
            places.sort_unstable();
            Some((*places.first()?, *places.last()?))
        };
        let half = format.sign() as u64;
        let infinity = format.infinity() as u64;
        for sign in [0, half] {
            let numbers = Set::range(width, sign, sign | infinity);
            let of_found = found.set().intersect(&numbers);
            let of_found = of_found.min().zip(of_found.max());
            // Where numbers of both signs come of it, what is around zero lies between.
            let between = of_found.is_some() && ends(half - sign).is_some();
            assert!(
                of_found == ends(sign)
                    || between && of_found.map(|it| it.1) == ends(sign).map(|it| it.1)
                    || ends(sign).is_none() && between,
                "{op} of {operands:x?}: {found:x?}, {:x?}",
                ends(sign)
            );
        }
    }
}

/// Sums and products of a number with itself: what is left of it is exact, and what they may be loses nothing.
#[test]
fn a_number_with_itself() {
    let mut random = Random::new(3);
    for round in 0..4_000 {
        let operator = [FloatOperator::Add, FloatOperator::Mul][round % 2];
        let rounding = Rounding::ALL[random.index(Rounding::ALL.len())];
        let op = FloatOp::new(operator, FORMAT, rounding);
        let width = FORMAT.width();
        let (have, result) = (value(&mut random, width), value(&mut random, width));
        if have.is_empty() || result.is_empty() {
            continue;
        }
        let known = [&have, &have];
        let found = image(op, width, &known, true);
        let part = preimage(op, 0, &known, &result, true).expect("these have preimages");
        for bits in have.values() {
            let twice = compute_small(op, width, width, [bits, bits, 0]);
            assert!(found.contains(twice), "{op} of {bits:#x}: {found:x?}");
            let (leads, kept) = (result.contains(twice), part.value.contains(bits));
            assert!(
                leads == kept || kept && !part.exact,
                "{op} of {bits:#x} is {twice:#x}: {result:x?}, {part:x?}"
            );
        }
    }
}
