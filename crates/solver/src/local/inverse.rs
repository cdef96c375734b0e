//! What values of an operand let an operator reach a target: with the other operands as they are (inverse values), and with some other
//! operands (consistent values).
//!
//! The rows are those of A. Niemetz, M. Preiner, A. Biere, "Precise and Complete Propagation Based Local Search for Satisfiability
//! Modulo Theories" (CAV 2016), with signed division added. Each gives all values as few sets, so that bits that are known of the
//! operand can be looked for in them, as in the paper of 2020. Only the divisors for a given remainder are not all.

use everypath_term::{Bits, Kind};
use smallvec::smallvec;

use super::values::{
    Choice, Choices, Draws, Ternary, add, and, leading_zeros, low_ones, mul, neg, not, or, power,
    sub, trailing_zeros, udiv, xor,
};

/// Divisors up to this are looked for where a remainder is given.
const DIVISORS: u64 = 32;
/// The same where division takes long.
const WIDE_DIVISORS: u64 = 4;

/// The operator of a term.
#[derive(Clone, Copy, Debug)]
pub struct Operator {
    /// Which one.
    pub kind: Kind,
    /// Width of the result.
    pub width: u32,
    /// The lowest bit that an [`Kind::Extract`] takes; else 0.
    pub low: u32,
}

impl Operator {
    /// The value of the operator; 0 for what is none on bit-vectors.
    pub fn value(self, operands: &[&Bits]) -> Bits {
        match (self.kind, operands) {
            (Kind::Not, [a]) => not(a),
            (Kind::Neg, [a]) => neg(a),
            (Kind::Extract, [a]) => a.extract(self.low, self.width),
            (Kind::ZeroExtend, [a]) => a.zero_extend(self.width),
            (Kind::SignExtend, [a]) => a.sign_extend(self.width),
            (Kind::Concat, [a, b]) => a.concat(b),
            (Kind::Ite, [c, a, b]) => match c.is_zero() {
                true => (*b).clone(),
                false => (*a).clone(),
            },
            (kind, [a, b]) => match kind.binary_op() {
                Some(op) => a.binary(op, b),
                None => Bits::zero(self.width),
            },
            _ => Bits::zero(self.width),
        }
    }

    /// The values of operand number `which` with which the operator gives `target`, the others being as in `operands`.
    pub fn inverse(self, which: usize, operands: &[&Bits], target: &Bits) -> Choices {
        let width = operands.get(which).map_or(1, |operand| operand.width());
        let first = which == 0;
        match (self.kind, operands) {
            (Kind::Not, [_]) => one(not(target)),
            (Kind::Neg, [_]) => one(neg(target)),
            (Kind::Extract, [_]) => pattern(
                low_ones(width, self.width).shift_left(self.low),
                &target.zero_extend(width).shift_left(self.low),
            ),
            (Kind::ZeroExtend, [_]) => checked(target.extract(0, width), |a| {
                a.zero_extend(self.width) == *target
            }),
            (Kind::SignExtend, [_]) => checked(target.extract(0, width), |a| {
                a.sign_extend(self.width) == *target
            }),
            (Kind::Concat, [_, low]) if first => {
                checked(target.extract(low.width(), width), |_| {
                    target.extract(0, low.width()) == **low
                })
            }
            (Kind::Concat, [high, _]) => checked(target.extract(0, width), |_| {
                target.extract(width, high.width()) == **high
            }),
            (Kind::Ite, [_, a, b]) if first => match (*a == target, *b == target) {
                (true, true) => all(1),
                (true, false) => one(Bits::new(1, 1)),
                (false, true) => one(Bits::zero(1)),
                (false, false) => Choices::new(),
            },
            (Kind::Ite, [condition, a, b]) => match (condition.is_zero(), which) {
                (false, 1) | (true, 2) => one(target.clone()),
                (true, _) if *b == target => all(width),
                (false, _) if *a == target => all(width),
                _ => Choices::new(),
            },
            (kind, [a, b]) => binary(kind, first, if first { b } else { a }, target),
            _ => Choices::new(),
        }
    }

    /// Values of operand number `which` with which the operator gives `target` for some other operands, of the same widths as those in
    /// `operands`. All of them, but for divisions.
    pub fn consistent(
        self,
        which: usize,
        operands: &[&Bits],
        target: &Bits,
        random: &mut Draws,
    ) -> Choices {
        let width = operands.get(which).map_or(1, |operand| operand.width());
        let ones = Bits::ones(width);
        let first = which == 0;
        match self.kind {
            Kind::Constant | Kind::Input => Choices::new(),
            Kind::Read | Kind::Write | Kind::MemoryInput | Kind::MemoryLiteral | Kind::Float => {
                Choices::new()
            }
            Kind::Not | Kind::Neg | Kind::Extract | Kind::ZeroExtend | Kind::SignExtend => {
                self.inverse(which, operands, target)
            }
            Kind::Xor | Kind::Add | Kind::Eq => all(width),
            Kind::And => pattern(target.clone(), target),
            Kind::Or => pattern(not(target), target),
            Kind::Mul if target.is_zero() => all(width),
            Kind::Mul => (0..=trailing_zeros(target))
                .map(|zeros| {
                    let known = low_ones(width, zeros + 1);
                    Choice::Pattern(Ternary::new(known, &power(width, zeros)))
                })
                .collect(),
            Kind::UDiv | Kind::URem | Kind::SDiv | Kind::SRem => {
                // With some other operand; one of these serves always.
                let one = Bits::new(width, 1);
                let short = low_ones(width, random.below(width as usize + 1) as u32);
                let short = and(&random.bits(width), &short);
                let mut others = [
                    short,
                    random.bits(width),
                    target.clone(),
                    one,
                    Bits::zero(width),
                ];
                let start = random.below(others.len());
                others.rotate_left(start);
                let mut sets = others
                    .iter()
                    .map(|other| binary(self.kind, first, other, target));
                sets.find(|choices| !choices.is_empty()).unwrap_or_default()
            }
            Kind::Shl | Kind::LShr if target.is_zero() => all(width),
            Kind::AShr if !first && target.is_ones() => all(width),
            Kind::AShr if !first && target.is_zero() => all(width),
            Kind::Shl | Kind::LShr | Kind::AShr => {
                let most = match self.kind {
                    Kind::Shl => trailing_zeros(target),
                    Kind::LShr => leading_zeros(target),
                    _ => leading_zeros(&without_sign(target)) - 1,
                };
                match first {
                    true => (0..=most)
                        .flat_map(|amount| shifted(self.kind, amount, target))
                        .collect(),
                    false => range(Bits::zero(width), Bits::new(width, u64::from(most))),
                }
            }
            Kind::Ult if target.is_zero() => all(width),
            Kind::Ult if first => range(Bits::zero(width), not(&Bits::new(width, 1))),
            Kind::Ult => range(Bits::new(width, 1), ones),
            Kind::Slt if target.is_zero() => all(width),
            Kind::Slt if first => signed_range(&Bits::zero(width), &not(&Bits::new(width, 1))),
            Kind::Slt => signed_range(&Bits::new(width, 1), &ones),
            Kind::Concat => match (operands, first) {
                ([_, low], true) => one(target.extract(low.width(), width)),
                _ => one(target.extract(0, width)),
            },
            Kind::Ite if first => all(1),
            Kind::Ite => one(target.clone()),
        }
    }
}

/// The values of the first or second operand with which an operator gives `target`, the other one being `other`.
fn binary(kind: Kind, first: bool, other: &Bits, target: &Bits) -> Choices {
    let width = other.width();
    let (zero, ones) = (Bits::zero(width), Bits::ones(width));
    match kind {
        Kind::And if !and(target, &not(other)).is_zero() => Choices::new(),
        Kind::And => pattern(other.clone(), target),
        Kind::Or if !and(other, &not(target)).is_zero() => Choices::new(),
        Kind::Or => pattern(not(other), target),
        Kind::Xor => one(xor(target, other)),
        Kind::Add => one(sub(target, other)),
        Kind::Mul => factor(other, target),
        Kind::UDiv if first => dividend(other, target),
        Kind::UDiv => divisor(other, target),
        Kind::URem if first => remainder_dividend(other, target),
        Kind::URem => remainder_divisor(other, target),
        Kind::SDiv => signed(width, |negative| {
            let differ = negative != other.is_negative();
            let target = if differ { neg(target) } else { target.clone() };
            match first {
                true => dividend(&absolute(other), &target),
                false => divisor(&absolute(other), &target),
            }
        }),
        Kind::SRem => signed(width, |negative| {
            let sign = if first { negative } else { other.is_negative() };
            let target = if sign { neg(target) } else { target.clone() };
            match first {
                true => remainder_dividend(&absolute(other), &target),
                false => remainder_divisor(&absolute(other), &target),
            }
        }),
        Kind::Shl | Kind::LShr | Kind::AShr if first => {
            let most = u64::from(width);
            let amount = other.to_u64().map_or(most, |amount| amount.min(most));
            shifted(kind, amount as u32, target)
        }
        Kind::Shl | Kind::LShr | Kind::AShr => shift_amount(kind, other, target),
        Kind::Eq if target.is_zero() => {
            let mut choices = below(other);
            choices.extend(above(other));
            choices
        }
        Kind::Eq => one(other.clone()),
        Kind::Ult => match (first, target.is_zero()) {
            (true, false) => below(other),
            (true, true) => range(other.clone(), ones),
            (false, false) => above(other),
            (false, true) => range(zero, other.clone()),
        },
        Kind::Slt => {
            // In the order of numbers whose top bit is flipped, signed is unsigned.
            let other = flip_sign(other);
            let unsigned = match (first, target.is_zero()) {
                (true, false) => below(&other),
                (true, true) => range(other, ones),
                (false, false) => above(&other),
                (false, true) => range(zero, other),
            };
            match &unsigned[..] {
                [Choice::Range(low, high)] => signed_range(low, high),
                _ => Choices::new(),
            }
        }
        Kind::Constant
        | Kind::Input
        | Kind::Not
        | Kind::Neg
        | Kind::Concat
        | Kind::Extract
        | Kind::ZeroExtend
        | Kind::SignExtend
        | Kind::Ite
        | Kind::Read
        | Kind::Write
        | Kind::MemoryInput
        | Kind::MemoryLiteral
        | Kind::Float => Choices::new(),
    }
}

/// x with x * `other` = `target`.
fn factor(other: &Bits, target: &Bits) -> Choices {
    let width = other.width();
    let zeros = trailing_zeros(other);
    if trailing_zeros(target) < zeros {
        return Choices::new();
    }
    let odd = other.shift_right(zeros);
    // Zero has no inverse and needs none: no bit is known then.
    let inverse = odd.inverse().unwrap_or(odd);
    let product = mul(&target.shift_right(zeros), &inverse);
    // The bits that the zeros at the end of `other` shift out are free.
    pattern(low_ones(width, width - zeros), &product)
}

/// x with x * x = `target`.
pub fn square_roots(target: &Bits) -> Choices {
    let width = target.width();
    let zeros = trailing_zeros(target);
    if zeros == width {
        // Half of the zeros come from each factor.
        return pattern(low_ones(width, width.div_ceil(2)), target);
    }
    // x = root * 2^(zeros / 2), with root * root = odd modulo 2^bits.
    let (odd, bits) = (target.shift_right(zeros), width - zeros);
    if zeros % 2 == 1 || (1..bits.min(3)).any(|bit| odd.bit(bit)) {
        return Choices::new();
    }
    let mut root = Bits::new(width, 1);
    for bit in 3..bits {
        if mul(&root, &root).bit(bit) != odd.bit(bit) {
            root = xor(&root, &power(width, bit - 1));
        }
    }
    // The top bit makes no difference, nor do both signs.
    let known = low_ones(width, (bits - 1).max(1)).shift_left(zeros / 2);
    let known = or(&known, &low_ones(width, zeros / 2));
    let roots = [root.clone(), neg(&root)].map(|root| root.shift_left(zeros / 2));
    let patterns = roots.map(|root| Choice::Pattern(Ternary::new(known.clone(), &root)));
    patterns.into_iter().collect()
}

/// x with x udiv `by` = `target`.
fn dividend(by: &Bits, target: &Bits) -> Choices {
    let ones = Bits::ones(by.width());
    if by.is_zero() {
        return match target.is_ones() {
            true => range(Bits::zero(by.width()), ones),
            false => Choices::new(),
        };
    }
    if *target > udiv(&ones, by) {
        return Choices::new();
    }
    let low = mul(target, by);
    let rest = sub(by, &Bits::new(by.width(), 1));
    let high = if rest > not(&low) {
        ones
    } else {
        add(&low, &rest)
    };
    range(low, high)
}

/// x with `dividend` udiv x = `target`.
fn divisor(dividend: &Bits, target: &Bits) -> Choices {
    let (zero, one) = (Bits::zero(target.width()), Bits::new(target.width(), 1));
    if target.is_ones() {
        return range(zero.clone(), if dividend.is_ones() { one } else { zero });
    }
    if target.is_zero() {
        return above(dividend);
    }
    let low = add(&udiv(dividend, &add(target, &one)), &one);
    range(low, udiv(dividend, target))
}

/// x with x urem `by` = `target`.
fn remainder_dividend(by: &Bits, target: &Bits) -> Choices {
    if by.is_zero() {
        return one(target.clone());
    }
    if target >= by {
        return Choices::new();
    }
    let steps = udiv(&not(target), by);
    smallvec![Choice::Stride {
        first: target.clone(),
        last: add(target, &mul(&steps, by)),
        step: by.clone(),
    }]
}

/// Some x with `dividend` urem x = `target`: those that divide the difference and are small or have a small quotient.
fn remainder_divisor(dividend: &Bits, target: &Bits) -> Choices {
    let width = target.width();
    if target == dividend {
        let mut choices = one(Bits::zero(width));
        choices.extend(above(dividend));
        return choices;
    }
    if target > dividend {
        return Choices::new();
    }
    let difference = sub(dividend, target);
    let mut choices = Choices::new();
    let most = if width <= 64 { DIVISORS } else { WIDE_DIVISORS };
    for small in 1..=most {
        let small = Bits::new(width.max(8), small).extract(0, width);
        if small.is_zero() || small > difference {
            break;
        }
        let quotient = udiv(&difference, &small);
        if mul(&quotient, &small) == difference {
            let divisors = [quotient, small];
            let large = divisors.into_iter().filter(|divisor| divisor > target);
            choices.extend(large.map(|divisor| Choice::Range(divisor.clone(), divisor)));
        }
    }
    choices
}

/// Signed values from their magnitudes: `magnitudes` gives those of the negative (true) or of the other ones (false).
fn signed(width: u32, magnitudes: impl Fn(bool) -> Choices) -> Choices {
    let least = power(width, width - 1);
    let (zero, one) = (Bits::zero(width), Bits::new(width, 1));
    let positive = magnitudes(false).into_iter();
    let negative = magnitudes(true).into_iter();
    let positive = positive.filter_map(|choice| clamped(choice, &zero, &not(&least)));
    let negative = negative.filter_map(|choice| clamped(choice, &one, &least));
    let negative = negative.map(|choice| match choice {
        Choice::Pattern(pattern) => Choice::Pattern(pattern),
        Choice::Range(low, high) => Choice::Range(neg(&high), neg(&low)),
        Choice::Stride { first, last, step } => Choice::Stride {
            first: neg(&last),
            last: neg(&first),
            step,
        },
    });
    positive.chain(negative).collect()
}

/// The part of a range or progression from `low` to `high`; patterns stay.
fn clamped(choice: Choice, low: &Bits, high: &Bits) -> Option<Choice> {
    match choice {
        Choice::Pattern(pattern) => Some(Choice::Pattern(pattern)),
        Choice::Range(first, last) => {
            let (first, last) = (first.max(low.clone()), last.min(high.clone()));
            (first <= last).then_some(Choice::Range(first, last))
        }
        Choice::Stride { first, last, step } => {
            let first = if first < *low {
                let steps = udiv(&sub(low, &first), &step);
                let before = add(&first, &mul(&steps, &step));
                match before == *low {
                    true => before,
                    false if step > sub(&last, &before) => return None,
                    false => add(&before, &step),
                }
            } else {
                first
            };
            let last = last.min(high.clone());
            if first > last {
                return None;
            }
            let steps = udiv(&sub(&last, &first), &step);
            let last = add(&first, &mul(&steps, &step));
            Some(Choice::Stride { first, last, step })
        }
    }
}

/// x with x shifted by `amount` = `target`; all amounts from the width on are alike.
fn shifted(kind: Kind, amount: u32, target: &Bits) -> Choices {
    let width = target.width();
    let amount = match kind {
        Kind::AShr => amount.min(width - 1),
        _ => amount.min(width),
    };
    let (kept, shift_back) = match kind {
        Kind::Shl => (low_ones(width, width - amount), target.shift_right(amount)),
        _ => {
            let kept = Bits::ones(width).shift_left(amount);
            (kept, target.shift_left(amount))
        }
    };
    let reached = match kind {
        Kind::Shl => trailing_zeros(target) >= amount,
        Kind::LShr => leading_zeros(target) >= amount,
        _ => leading_zeros(&without_sign(target)) > amount,
    };
    match reached {
        true => pattern(kept, &shift_back),
        false => Choices::new(),
    }
}

/// x with `value` shifted by x = `target`.
fn shift_amount(kind: Kind, value: &Bits, target: &Bits) -> Choices {
    let width = value.width();
    if kind == Kind::AShr && value.is_negative() {
        return shift_amount(Kind::LShr, &not(value), &not(target));
    }
    let (have, want, left) = match kind {
        Kind::Shl => (trailing_zeros(value), trailing_zeros(target), true),
        _ => (leading_zeros(value), leading_zeros(target), false),
    };
    if target.is_zero() {
        return range(Bits::new(width, u64::from(width - have)), Bits::ones(width));
    }
    let Some(amount) = want.checked_sub(have) else {
        return Choices::new();
    };
    let result = match left {
        true => value.shift_left(amount),
        false => value.shift_right(amount),
    };
    match result == *target {
        true => one(Bits::new(width, u64::from(amount))),
        false => Choices::new(),
    }
}

/// The values from `low` to `high`, which have flipped top bits, as they are.
fn signed_range(low: &Bits, high: &Bits) -> Choices {
    let width = low.width();
    let middle = Bits::least_signed(width);
    let mut choices = Choices::new();
    for part in [
        (low.clone(), high.min(&not(&middle)).clone()),
        (low.max(&middle).clone(), high.clone()),
    ] {
        let (low, high) = part;
        if low <= high {
            choices.push(Choice::Range(flip_sign(&low), flip_sign(&high)));
        }
    }
    choices
}

/// The value with another top bit.
fn flip_sign(value: &Bits) -> Bits {
    xor(value, &Bits::least_signed(value.width()))
}

/// The complement of a negative value, others as they are: its leading zeros are the copies of the sign.
fn without_sign(value: &Bits) -> Bits {
    match value.is_negative() {
        true => not(value),
        false => value.clone(),
    }
}

/// The magnitude of a signed value, as an unsigned number.
fn absolute(value: &Bits) -> Bits {
    match value.is_negative() {
        true => neg(value),
        false => value.clone(),
    }
}

/// All values of a width.
pub fn all(width: u32) -> Choices {
    smallvec![Choice::Pattern(Ternary::top(width))]
}

/// One value.
fn one(value: Bits) -> Choices {
    smallvec![Choice::Range(value.clone(), value)]
}

/// One value if it passes a check.
fn checked(value: Bits, check: impl Fn(&Bits) -> bool) -> Choices {
    match check(&value) {
        true => one(value),
        false => Choices::new(),
    }
}

/// The values that have the bits of `value` where `known` is 1.
fn pattern(known: Bits, value: &Bits) -> Choices {
    smallvec![Choice::Pattern(Ternary::new(known, value))]
}

/// The values from `low` to `high`.
fn range(low: Bits, high: Bits) -> Choices {
    match low <= high {
        true => smallvec![Choice::Range(low, high)],
        false => Choices::new(),
    }
}

/// The values below another.
fn below(value: &Bits) -> Choices {
    match value.is_zero() {
        true => Choices::new(),
        false => range(
            Bits::zero(value.width()),
            sub(value, &Bits::new(value.width(), 1)),
        ),
    }
}

/// The values above another.
fn above(value: &Bits) -> Choices {
    match value.is_ones() {
        true => Choices::new(),
        false => range(
            add(value, &Bits::new(value.width(), 1)),
            Bits::ones(value.width()),
        ),
    }
}
