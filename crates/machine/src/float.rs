//! Floating point: what the operations of programs are as operations of terms.
//!
//! All is computed by [`everypath_term::float`] on constants, and is a float term otherwise. A NaN that is computed is always the positive
//! quiet one.

use everypath_program::{DIRECTION_WIDTH, FloatFormat, FloatOperation, MathFunction, Raising};
use everypath_term::float::{
    class, compute_small, compute_small_with_flags, integer_flags, invalid_flags, value_is_nan,
};
use everypath_term::ops::mask;
use everypath_term::{FloatOp, FloatOperator, Rounding, Term, TermTable};

use crate::value::Value;

/// What an operation is.
enum Meaning {
    /// The greatest integer for a NaN, and otherwise an operation of terms.
    Clamped(FloatOp),
    /// The class of a number.
    Class,
    /// Which exceptions an operation of terms raises.
    Flags(FloatOp),
    /// Which exceptions the sum with the negated second operand raises.
    DifferenceFlags,
    /// Which exceptions a comparison or a minimum raises: for signalling NaNs only, or for all.
    InvalidFlags { all: bool },
    /// Which exceptions a conversion to an integer raises.
    IntegerFlags {
        width: u32,
        signed: bool,
        direction: Rounding,
    },
    /// An operation of terms.
    Kept(FloatOp),
    /// The sum with the negated second operand.
    Difference,
    /// Whether one of two is a NaN.
    Unordered,
    /// The lesser or the greater of two.
    Extreme { greatest: bool },
    /// The magnitude of the first with the sign of the second.
    CopySign,
}

fn meaning(operation: FloatOperation, format: FloatFormat, direction: Rounding) -> Meaning {
    use FloatOperation::*;
    let rounded = |operator, rounding| Meaning::Kept(FloatOp::new(operator, format, rounding));
    let kept = |operator| rounded(operator, direction);
    let whole = |rounding| rounded(FloatOperator::RoundToIntegral, rounding);
    let flags = |operator| Meaning::Flags(FloatOp::new(operator, format, direction));
    match operation {
        Add => kept(FloatOperator::Add),
        Sub => Meaning::Difference,
        Mul => kept(FloatOperator::Mul),
        Div => kept(FloatOperator::Div),
        MulAdd => kept(FloatOperator::MulAdd),
        Equal => kept(FloatOperator::Equal),
        Less => kept(FloatOperator::Less),
        LessEqual => kept(FloatOperator::LessEqual),
        Unordered => Meaning::Unordered,
        Convert { to } => Meaning::Kept(FloatOp::convert(format, to, direction)),
        FromInteger { signed: true, .. } => kept(FloatOperator::FromSigned),
        FromInteger { signed: false, .. } => kept(FloatOperator::FromUnsigned),
        ToInteger { signed: true, .. } => rounded(FloatOperator::ToSigned, Rounding::Zero),
        ToInteger { signed: false, .. } => rounded(FloatOperator::ToUnsigned, Rounding::Zero),
        ToIntegerSaturating { signed: true, .. } => {
            rounded(FloatOperator::ToSignedSaturating, Rounding::Zero)
        }
        ToIntegerSaturating { signed: false, .. } => {
            rounded(FloatOperator::ToUnsignedSaturating, Rounding::Zero)
        }
        ToIntegerClamping { signed, .. } => {
            let operator = match signed {
                true => FloatOperator::ToSignedSaturating,
                false => FloatOperator::ToUnsignedSaturating,
            };
            Meaning::Clamped(FloatOp::new(operator, format, direction))
        }
        Class => Meaning::Class,
        Flags(raising) => match raising {
            Raising::Add => flags(FloatOperator::Add),
            Raising::Sub => Meaning::DifferenceFlags,
            Raising::Mul => flags(FloatOperator::Mul),
            Raising::Div => flags(FloatOperator::Div),
            Raising::MulAdd => flags(FloatOperator::MulAdd),
            Raising::Sqrt => flags(FloatOperator::Sqrt),
            Raising::Quiet => Meaning::InvalidFlags { all: false },
            Raising::Signalling => Meaning::InvalidFlags { all: true },
            Raising::Convert { to } => Meaning::Flags(FloatOp::convert(format, to, direction)),
            Raising::FromInteger { signed: true, .. } => flags(FloatOperator::FromSigned),
            Raising::FromInteger { signed: false, .. } => flags(FloatOperator::FromUnsigned),
            Raising::ToInteger { width, signed } => Meaning::IntegerFlags {
                width,
                signed,
                direction,
            },
        },
        Function(function) => {
            use MathFunction::*;
            if let Some(function) = function.approximate() {
                return Meaning::Kept(FloatOp::function(function, format));
            }
            match function {
                Sqrt => kept(FloatOperator::Sqrt),
                Floor => whole(Rounding::Down),
                Ceil => whole(Rounding::Up),
                Trunc => whole(Rounding::Zero),
                Round => whole(Rounding::NearestAway),
                RoundEven => whole(Rounding::NearestEven),
                Rint => whole(direction),
                Fmod => kept(FloatOperator::Modulo),
                Remainder => kept(FloatOperator::Remainder),
                Fmin => Meaning::Extreme { greatest: false },
                Fmax => Meaning::Extreme { greatest: true },
                CopySign => Meaning::CopySign,
                // Dealt with above.
                Cbrt | Exp | Exp2 | Expm1 | Log | Log2 | Log10 | Log1p | Sin | Cos | Tan | Asin
                | Acos | Atan | Sinh | Cosh | Tanh | Pow | Atan2 | Hypot => {
                    kept(FloatOperator::Function)
                }
            }
        }
    }
}

/// The result of an operation on as many values as it takes, and perhaps a direction of rounding.
pub(crate) fn compute(
    terms: &mut TermTable,
    last: &mut Option<Last>,
    operation: FloatOperation,
    format: FloatFormat,
    arguments: &[Value],
) -> Value {
    let (operands, direction) = arguments.split_at(operation.arguments().min(arguments.len()));
    let width = operation.argument_width(format);
    let direction = match direction.first() {
        None => Direction::Known(Rounding::NearestEven),
        Some(Value::Constant(number)) => Direction::Known(rounding(*number)),
        Some(Value::Term(term)) => Direction::Open(*term),
    };
    let operands: Vec<Term> = match (constants(operands), direction) {
        (Some(bits), Direction::Known(direction))
            if width <= 64 && operation.result_width(format) <= 64 =>
        {
            return Value::Constant(on_constants(last, operation, format, direction, bits));
        }
        _ => operands
            .iter()
            .map(|value| value.term(terms, width))
            .collect(),
    };
    let term = match direction {
        Direction::Known(direction) => on_terms(terms, operation, format, direction, &operands),
        Direction::Open(number) => {
            let [first, others @ ..] = Rounding::ALL;
            let mut result = on_terms(terms, operation, format, first, &operands);
            for direction in others {
                let this = terms.constant(DIRECTION_WIDTH, direction as u64);
                let is_this = terms.eq(number, this);
                let rounded = on_terms(terms, operation, format, direction, &operands);
                result = terms.ite(is_this, rounded, result);
            }
            result
        }
    };
    Value::of(terms, term)
}

/// The result of an operation on constants of at most 64 bits, and perhaps a direction of rounding behind them.
pub fn float_of_constants(
    operation: FloatOperation,
    format: FloatFormat,
    arguments: &[u64],
) -> u64 {
    let (operands, direction) = arguments.split_at(operation.arguments().min(arguments.len()));
    let direction = direction
        .first()
        .map_or(Rounding::NearestEven, |&number| rounding(number));
    let mut bits = [0; 3];
    for (bits, operand) in bits.iter_mut().zip(operands) {
        *bits = *operand;
    }
    on_constants(&mut None, operation, format, direction, bits)
}

/// The operation on constants whose exceptions were asked for last: its result came with them, and is mostly what is asked for next.
pub(crate) struct Last {
    op: FloatOp,
    width: u32,
    operands: [u64; 3],
    result: u64,
}

impl Last {
    /// The exceptions of an operation whose first operand has `width` bits.
    fn flags(last: &mut Option<Last>, op: FloatOp, width: u32, operands: [u64; 3]) -> u64 {
        let (result, flags) = compute_small_with_flags(op, width, operands);
        *last = Some(Last {
            op,
            width,
            operands,
            result,
        });
        flags.into()
    }

    /// The result of an operation.
    fn result(
        last: &Option<Last>,
        op: FloatOp,
        result: u32,
        width: u32,
        operands: [u64; 3],
    ) -> u64 {
        match last {
            Some(last) if (last.op, last.width, last.operands) == (op, width, operands) => {
                last.result
            }
            _ => compute_small(op, result, width, operands),
        }
    }
}

/// The direction of rounding of an operation.
#[derive(Clone, Copy)]
enum Direction {
    Known(Rounding),
    /// The number of one, a term.
    Open(Term),
}

/// The direction of a number; to nearest for one that is none.
fn rounding(number: u64) -> Rounding {
    let index = usize::try_from(number).ok();
    let found = index.and_then(|index| Rounding::ALL.get(index));
    found.copied().unwrap_or(Rounding::NearestEven)
}

/// The bits of some values if all are constants.
fn constants(values: &[Value]) -> Option<[u64; 3]> {
    let mut bits = [0; 3];
    for (bits, value) in bits.iter_mut().zip(values) {
        *bits = value.constant()?;
    }
    Some(bits)
}

fn on_constants(
    last: &mut Option<Last>,
    operation: FloatOperation,
    format: FloatFormat,
    direction: Rounding,
    [a, b, c]: [u64; 3],
) -> u64 {
    let sign = 1 << (format.width() - 1);
    let result = operation.result_width(format);
    let width = operation.argument_width(format);
    let add = FloatOp::new(FloatOperator::Add, format, direction);
    let is_nan = |bits| value_is_nan(format, bits);
    match meaning(operation, format, direction) {
        Meaning::Kept(op) => Last::result(last, op, result, width, [a, b, c]),
        Meaning::Flags(op) => Last::flags(last, op, width, [a, b, c]),
        Meaning::Clamped(op) => match is_nan(a) {
            true => greatest_integer(op, result),
            false => compute_small(op, result, width, [a, b, c]),
        },
        Meaning::Class => class(format, a.into()),
        Meaning::DifferenceFlags => Last::flags(last, add, width, [a, b ^ sign, c]),
        Meaning::InvalidFlags { all } => {
            u64::from(invalid_flags(format, all, [a.into(), b.into()]))
        }
        Meaning::IntegerFlags {
            width,
            signed,
            direction,
        } => u64::from(integer_flags(signed, format, direction, width, a.into())),
        Meaning::Difference => Last::result(last, add, result, width, [a, b ^ sign, c]),
        Meaning::Unordered => u64::from(is_nan(a) || is_nan(b)),
        Meaning::Extreme { greatest } => {
            if is_nan(a) {
                // Also where both are.
                return if is_nan(b) { format.nan() as u64 } else { b };
            }
            if is_nan(b) {
                return a;
            }
            // In the order of numbers whose magnitude is complemented below zero, integers are in theirs.
            let key = |bits: u64| {
                if bits & sign == 0 {
                    bits | sign
                } else {
                    !bits & (sign | (sign - 1))
                }
            };
            if (key(a) < key(b)) != greatest { a } else { b }
        }
        Meaning::CopySign => (a & (sign - 1)) | (b & sign),
    }
}

fn on_terms(
    terms: &mut TermTable,
    operation: FloatOperation,
    format: FloatFormat,
    direction: Rounding,
    operands: &[Term],
) -> Term {
    let width = operation.result_width(format);
    let operand = |index: usize| operands.get(index).copied().unwrap_or(Term::from_index(0));
    let (a, b) = (operand(0), operand(1));
    match meaning(operation, format, direction) {
        Meaning::Kept(op) => terms.float(op, width, operands),
        Meaning::Flags(op) => match op.flags() {
            Some(flags) => terms.float(flags, width, operands),
            None => terms.constant(width, 0),
        },
        Meaning::Clamped(op) => {
            let nan = terms.float_is_nan(format, a);
            let greatest = terms.constant(width, greatest_integer(op, width));
            let integer = terms.float(op, width, operands);
            terms.ite(nan, greatest, integer)
        }
        Meaning::Class => terms.float_class(format, a),
        Meaning::DifferenceFlags => {
            let b = terms.float_negate(format, b);
            terms.float_arithmetic(FloatOperator::AddFlags, format, direction, &[a, b])
        }
        Meaning::InvalidFlags { all } => {
            let invalid = [a, b].map(|operand| match all {
                true => terms.float_is_nan(format, operand),
                false => terms.float_is_signalling(format, operand),
            });
            let invalid = terms.or(invalid[0], invalid[1]);
            terms.float_invalid(invalid)
        }
        Meaning::IntegerFlags {
            width,
            signed,
            direction,
        } => terms.float_integer_flags(signed, format, direction, width, a),
        Meaning::Difference => terms.float_sub(format, direction, a, b),
        Meaning::Unordered => terms.float_unordered(format, a, b),
        Meaning::Extreme { greatest } => terms.float_extreme(format, greatest, a, b),
        Meaning::CopySign => {
            let magnitude = terms.float_absolute(format, a);
            let sign = terms.float_constant(format, format.sign());
            let sign = terms.and(b, sign);
            terms.or(magnitude, sign)
        }
    }
}

/// The greatest integer that a conversion to `width` bits, at most 64, gives.
fn greatest_integer(op: FloatOp, width: u32) -> u64 {
    let ones = mask(width);
    match op.operator == FloatOperator::ToSignedSaturating {
        true => ones >> 1,
        false => ones,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compute(operation: FloatOperation, format: FloatFormat, arguments: &[u64]) -> u64 {
        let argument = |index: usize| arguments.get(index).copied().unwrap_or(0);
        let bits = [argument(0), argument(1), argument(2)];
        on_constants(&mut None, operation, format, Rounding::NearestEven, bits)
    }

    fn to(number: f64, width: u32, signed: bool) -> u64 {
        let operation = FloatOperation::ToInteger { width, signed };
        compute(operation, FloatFormat::Double, &[number.to_bits()])
    }

    #[test]
    fn numbers_become_integers_towards_zero_and_those_that_do_not_fit_become_0() {
        assert_eq!(to(-1.9, 32, true), 0xffff_ffff);
        assert_eq!(to(-0.9, 32, false), 0);
        assert_eq!(to(255.5, 8, false), 255);
        assert_eq!(to(256.0, 8, false), 0);
        assert_eq!(to(-128.9, 8, true), 0x80);
        assert_eq!(to(f64::NAN, 64, true), 0);
        assert_eq!(to(18446744073709549568.0, 64, false), 18446744073709549568);
        assert_eq!(to(18446744073709551616.0, 64, false), 0);
    }

    #[test]
    fn saturating_conversion_gives_the_nearest_integer() {
        let to = |number: f64| {
            let operation = FloatOperation::ToIntegerSaturating {
                width: 8,
                signed: true,
            };
            compute(operation, FloatFormat::Double, &[number.to_bits()])
        };
        assert_eq!([to(1e30), to(-1e30), to(f64::NAN)], [127, 0x80, 0]);
    }

    #[test]
    fn integers_become_the_nearest_number() {
        let from = |bits, signed| {
            let operation = FloatOperation::FromInteger { width: 64, signed };
            f64::from_bits(compute(operation, FloatFormat::Double, &[bits]))
        };
        assert_eq!(from(u64::MAX, false), 18446744073709551616.0);
        assert_eq!(from(u64::MAX, true), -1.0);
    }

    #[test]
    fn comparisons_with_nan_are_false_but_for_unordered() {
        let nan = f32::NAN.to_bits().into();
        let compare = |operation| compute(operation, FloatFormat::Single, &[nan, nan]);
        use FloatOperation::*;
        assert_eq!(
            [Equal, Less, LessEqual, Unordered].map(compare),
            [0, 0, 0, 1]
        );
    }

    #[test]
    fn a_result_that_came_with_exceptions_is_that_of_the_same_operation_only() {
        let mut last = None;
        let mut on = |operation, format, operands| {
            on_constants(&mut last, operation, format, Rounding::Up, operands)
        };
        let [third, one] = [1.0f64 / 3.0, 1.0].map(f64::to_bits);
        let double = FloatFormat::Double;
        assert_eq!(
            on(FloatOperation::Flags(Raising::Add), double, [third, one, 0]),
            1
        );
        let sum = f64::from_bits(on(FloatOperation::Add, double, [third, one, 0]));
        assert!(sum > 1.0 + 1.0 / 3.0);
        let double_one = f64::from_bits(on(FloatOperation::Add, double, [one, one, 0]));
        assert_eq!(double_one, 2.0);
        let difference = on(FloatOperation::Sub, double, [one, one, 0]);
        assert_eq!(difference, 0);
        for width in [32, 64] {
            let ones = u64::from(u32::MAX);
            let operation = FloatOperation::FromInteger {
                width,
                signed: true,
            };
            let raising = Raising::FromInteger {
                width,
                signed: true,
            };
            on(
                FloatOperation::Flags(raising),
                FloatFormat::Half,
                [ones, 0, 0],
            );
            let found = on(operation, FloatFormat::Half, [ones, 0, 0]);
            assert_eq!(found, if width == 32 { 0xbc00 } else { 0x7c00 });
        }
    }

    #[test]
    fn on_terms_every_exact_operation_is_what_it_is_on_constants() {
        use FloatOperation::*;
        let format = FloatFormat::Single;
        let numbers = [
            0.0f32,
            -0.0,
            1.5,
            -2.5,
            f32::NAN,
            f32::INFINITY,
            1e-42,
            3e38,
        ];
        let functions = [
            MathFunction::Sqrt,
            MathFunction::Floor,
            MathFunction::Round,
            MathFunction::Fmod,
            MathFunction::Remainder,
            MathFunction::Fmin,
            MathFunction::Fmax,
            MathFunction::CopySign,
        ];
        let signed = true;
        let with_widths = [
            ToIntegerClamping { width: 8, signed },
            Flags(Raising::Convert {
                to: FloatFormat::Half,
            }),
            Flags(Raising::ToInteger { width: 8, signed }),
        ];
        let flags = Raising::PLAIN.map(Flags);
        let functions = functions.map(Function).into_iter();
        let others = FloatOperation::PLAIN.into_iter().chain(with_widths);
        for operation in functions.chain(others).chain(flags) {
            let mut terms = TermTable::new();
            let inputs = [0, 1, 2].map(|_| terms.input("x", 32));
            let operands = &inputs[..operation.arguments()];
            let nearest = Rounding::NearestEven;
            let term = on_terms(&mut terms, operation, format, nearest, operands);
            for a in numbers {
                for b in numbers {
                    let values = [a, b, a].map(|number| u64::from(number.to_bits()));
                    let mut assignment = everypath_term::Assignment::new();
                    for (input, value) in inputs.iter().zip(values) {
                        if let Some(input) = terms.input_id(*input) {
                            assignment.set_u64(input, 32, value);
                        }
                    }
                    let found = everypath_term::evaluate(&terms, &assignment, term);
                    let expected = on_constants(&mut None, operation, format, nearest, values);
                    assert_eq!(found.to_u64(), Some(expected), "{operation} of {a} and {b}");
                }
            }
        }
    }
}
