//! Circuits against the library, and the library against the processor.

use super::compute;
use super::function::FloatFunction;
use super::operation::{FloatFormat, FloatOp, FloatOperator, Rounding};
use crate::bits::Bits;
use crate::evaluate::{Assignment, Evaluator};
use crate::node::{InputId, Term};
use crate::random::Random;
use crate::table::TermTable;

/// An operation on inputs, and its circuit.
struct Case {
    op: FloatOp,
    width: u32,
    inputs: Vec<(InputId, u32)>,
    table: TermTable,
    circuit: Term,
}

impl Case {
    fn new(op: FloatOp, width: u32, widths: &[u32]) -> Self {
        let mut table = TermTable::new();
        let inputs: Vec<Term> = widths
            .iter()
            .map(|&width| table.input("x", width))
            .collect();
        let term = table.float(op, width, &inputs);
        let circuit = table.circuit(term).expect("a float term");
        let width = table.width(term);
        // Operands that are exchanged have their values exchanged.
        let operands: Vec<Term> = table.node(term).children().collect();
        let inputs = operands
            .iter()
            .map(|&input| (table.input_id(input).expect("an input"), table.width(input)))
            .collect();
        Self {
            op,
            width,
            inputs,
            table,
            circuit,
        }
    }

    /// Compares the circuit with the library on some operands.
    fn check(&self, operands: &[u128]) {
        let mut assignment = Assignment::new();
        let mut values: Vec<Bits> = Vec::new();
        for (&(input, width), &operand) in self.inputs.iter().zip(operands) {
            values.push(Bits::from_u128(width, operand));
            assignment.set(input, Bits::from_u128(width, operand));
        }
        let expected = compute(self.op, self.width, &values);
        let found = Evaluator::new(&self.table, &assignment).evaluate(self.circuit);
        assert_eq!(
            found.low_u128(),
            expected.low_u128(),
            "{} of {values:x?}: {found:x?}, not {expected:x?}",
            self.op
        );
    }
}

/// The operations on one format that the tests try, with the widths of their operands; integers have these widths.
fn operations(format: FloatFormat, integers: &[u32]) -> Vec<Case> {
    let mut cases = Vec::new();
    let width = format.width();
    for operator in FloatOperator::ALL {
        let directions = match operator.rounds() {
            true => &Rounding::ALL[..],
            false => &Rounding::ALL[..1],
        };
        for &rounding in directions {
            let op = FloatOp::new(operator, format, rounding);
            use FloatOperator::*;
            match operator {
                Add | Mul | Div | MulAdd | Sqrt | Remainder | Modulo | RoundToIntegral | Equal
                | Less | LessEqual | AddFlags | MulFlags | DivFlags | MulAddFlags | SqrtFlags => {
                    cases.push(Case::new(op, 1, &vec![width; operator.arity()]));
                }
                FromSigned | FromUnsigned | FromSignedFlags | FromUnsignedFlags => {
                    cases.extend(integers.iter().map(|&from| Case::new(op, 1, &[from])));
                }
                ToSigned | ToUnsigned | ToSignedSaturating | ToUnsignedSaturating => {
                    cases.extend(integers.iter().map(|&to| Case::new(op, to, &[width])));
                }
                Convert => {
                    for to in FloatFormat::ALL {
                        let op = FloatOp::convert(format, to, rounding);
                        if to != format && op.rounding == rounding {
                            cases.push(Case::new(op, 1, &[width]));
                            let flags = op.flags().expect("conversions raise exceptions");
                            cases.push(Case::new(flags, 1, &[width]));
                        }
                    }
                }
                // Beside the conversions.
                ConvertFlags => {}
                // There is no circuit that is equal to them.
                Function | FunctionOfTwo => {}
            }
        }
    }
    cases
}

fn exhaustively(format: FloatFormat, integers: &[u32]) {
    for case in operations(format, integers) {
        let widths: Vec<u32> = case.inputs.iter().map(|&(_, width)| width).collect();
        let total: u32 = widths.iter().sum();
        // Three operands are too many to try all at the greater format.
        let stride = if total > 20 { 397 } else { 1 };
        for number in (0..1u128 << total).step_by(stride) {
            let mut rest = number;
            let mut operands = Vec::new();
            for &width in &widths {
                operands.push(rest & ((1 << width) - 1));
                rest >>= width;
            }
            case.check(&operands);
        }
    }
}

#[test]
fn circuits_of_seven_bits_are_the_library_on_all_operands() {
    exhaustively(FloatFormat::Seven, &[1, 2, 3, 5, 8]);
}

/// What is known of a constant operand makes circuits smaller, and exceptions too.
#[test]
fn circuits_with_a_constant_are_the_library_on_all_operands() {
    use FloatOperator::*;
    let format = FloatFormat::Seven;
    let width = format.width();
    for (operator, rounding) in [Add, Mul, Div, Remainder, MulFlags, DivFlags]
        .into_iter()
        .flat_map(|operator| Rounding::ALL.map(|rounding| (operator, rounding)))
    {
        let op = FloatOp::new(operator, format, rounding);
        for constant in 0..1u128 << width {
            for place in [0, 1] {
                let mut table = TermTable::new();
                let a = table.input("a", width);
                let constant = Bits::from_u128(width, constant);
                let mut operands = [a, table.constant_bits(constant.clone())];
                operands.rotate_left(place);
                let term = table.float(op, 1, &operands);
                let circuit = table.circuit(term).unwrap_or(term);
                let input = table.input_id(a).expect("an input");
                for value in 0..1u128 << width {
                    let mut values = [Bits::from_u128(width, value), constant.clone()];
                    values.rotate_left(place);
                    let mut assignment = Assignment::new();
                    assignment.set(input, Bits::from_u128(width, value));
                    let found = Evaluator::new(&table, &assignment).evaluate(circuit);
                    let expected = compute(op, table.width(term), &values);
                    assert_eq!(found, expected, "{op} of {values:x?}");
                }
            }
        }
    }
}

#[test]
#[ignore = "takes minutes: `cargo xtask floats` runs it"]
fn circuits_of_nine_bits_are_the_library_on_all_operands() {
    exhaustively(FloatFormat::Nine, &[1, 3, 4, 6, 9]);
}

#[test]
fn classes_and_exceptions_that_are_written_out_are_those_of_constants() {
    for format in [FloatFormat::Seven, FloatFormat::Nine, FloatFormat::Half] {
        for rounding in Rounding::ALL {
            let mut table = TermTable::new();
            let a = table.input("a", format.width());
            let input = table.input_id(a).expect("an input");
            let class = table.float_class(format, a);
            let mut conversions = Vec::new();
            for (width, signed) in [1, 3, 4, 8, 17, 32]
                .into_iter()
                .flat_map(|width| [(width, false), (width, true)])
            {
                let flags = table.float_integer_flags(signed, format, rounding, width, a);
                conversions.push((width, signed, flags));
            }
            let stride = if format == FloatFormat::Half { 7 } else { 1 };
            for value in (0..1u128 << format.width()).step_by(stride) {
                let mut assignment = Assignment::new();
                assignment.set(input, Bits::from_u128(format.width(), value));
                let mut evaluator = Evaluator::new(&table, &assignment);
                let found = evaluator.evaluate(class).to_u64();
                assert_eq!(
                    found,
                    Some(super::class(format, value)),
                    "{format:?} {value:#x}"
                );
                for &(width, signed, flags) in &conversions {
                    let found = evaluator.evaluate(flags).to_u64();
                    let expected = super::integer_flags(signed, format, rounding, width, value);
                    assert_eq!(
                        found,
                        Some(expected.into()),
                        "{format:?} {value:#x} to {width} bits, signed: {signed}, {rounding:?}"
                    );
                }
            }
        }
    }
}

/// A number of a format: often one at the border of a class, or close to the one before.
fn operand(random: &mut Random, format: FloatFormat, before: u128) -> u128 {
    let wide = u128::from(random.next()) << 64 | u128::from(random.next());
    let mask = format.sign() | (format.sign() - 1);
    let sign = wide & format.sign();
    let fraction = (1u128 << (format.precision() - 1)) - 1;
    let leading = match format.hides_leading_digit() {
        true => 0,
        false => 1 << (format.precision() - 1),
    };
    let exponent = |value: u128| value << format.fraction_bits();
    let bias = format.bias() as u128;
    let random_fraction = match random.index(4) {
        0 => 0,
        1 => fraction,
        2 => wide & fraction & !(fraction >> (random.index(format.precision() as usize))),
        _ => wide & fraction,
    };
    let chosen = match random.index(10) {
        // Patterns that the processor takes for NaNs, and a second one of each number with the least exponent.
        3 | 4 if !format.hides_leading_digit() && random.index(2) == 0 => match random.index(4) {
            0 => wide,
            1 => exponent(2 * bias + 1) | (wide & 1) << 63 | random_fraction,
            _ => leading | random_fraction,
        },
        0 => 0,
        1 => format.infinity(),
        2 => format.nan(),
        3 => wide & fraction,
        4 => exponent(1) | leading | random_fraction,
        5 => exponent(2 * bias) | leading | random_fraction,
        6 => {
            exponent(bias + random.index(format.precision() as usize + 2) as u128)
                | leading
                | random_fraction
        }
        7 => exponent(bias - random.index(4) as u128) | leading | random_fraction,
        8 => {
            let near = before ^ (1 << random.index(format.width() as usize - 1));
            let normal = near >> format.fraction_bits() & ((1 << format.exponent_bits()) - 1) != 0;
            match normal {
                true => near | leading,
                false => near & !leading,
            }
        }
        _ => {
            let exponents = (wide >> 7) % (2 * bias);
            exponent(exponents + 1) | leading | random_fraction
        }
    };
    (chosen & (mask >> 1)) | sign
}

fn at_random(format: FloatFormat, integers: &[u32], count: u32, expensive: bool) {
    let mut random = Random::new(format.width().into());
    for case in operations(format, integers) {
        let is_remainder = matches!(
            case.op.operator,
            FloatOperator::Remainder | FloatOperator::Modulo
        );
        if is_remainder && format.exponent_bits() > 11 {
            continue;
        }
        let count = match is_remainder && !expensive {
            true => count / 20 + 1,
            false => count,
        };
        let mut before = 0;
        for _ in 0..count {
            let operands: Vec<u128> = case
                .inputs
                .iter()
                .map(|&(_, width)| {
                    if case.op.operator.from_integer().is_some() {
                        let shift = random.index(width.min(64) as usize);
                        let wide = u128::from(random.next()) << 64 | u128::from(random.next());
                        return wide >> shift & (u128::MAX >> (128 - width));
                    }
                    before = operand(&mut random, format, before);
                    before
                })
                .collect();
            case.check(&operands);
        }
    }
}

#[test]
fn circuits_of_common_formats_are_the_library_on_some_operands() {
    at_random(FloatFormat::Half, &[1, 8, 16, 32], 150, false);
    at_random(FloatFormat::Brain, &[16], 100, false);
    at_random(FloatFormat::Single, &[8, 32, 64], 150, false);
    at_random(FloatFormat::Double, &[8, 32, 64], 100, false);
    at_random(FloatFormat::Extended, &[32, 64], 60, false);
    at_random(FloatFormat::Quad, &[64, 128], 40, false);
}

#[test]
#[ignore = "takes minutes: `cargo xtask floats` runs it"]
fn circuits_of_common_formats_are_the_library_on_many_operands() {
    at_random(FloatFormat::Half, &[1, 8, 16, 32], 20_000, true);
    at_random(FloatFormat::Single, &[8, 32, 64], 20_000, true);
    at_random(FloatFormat::Double, &[8, 32, 64, 128], 20_000, false);
    at_random(FloatFormat::Extended, &[32, 64], 5_000, false);
    at_random(FloatFormat::Quad, &[64, 128], 2_000, false);
}

#[test]
fn values_are_those_of_the_processor() {
    let mut random = Random::new(5);
    let same = |op: FloatOp, width: u32, operands: &[f64], expected: f64| {
        let operands: Vec<Bits> = operands
            .iter()
            .map(|operand| Bits::new(64, operand.to_bits()))
            .collect();
        let found = f64::from_bits(compute(op, width, &operands).word(0));
        let equal = found.to_bits() == expected.to_bits() || (found.is_nan() && expected.is_nan());
        assert!(equal, "{op} of {operands:x?}: {found}, not {expected}");
    };
    use FloatOperator::*;
    for _ in 0..20_000 {
        let [a, b, c] = [0; 3].map(|_| operand(&mut random, FloatFormat::Double, 0) as u64);
        let [a, b, c] = [a, b, c].map(f64::from_bits);
        let op = |operator| FloatOp::new(operator, FloatFormat::Double, Rounding::NearestEven);
        same(op(Add), 64, &[a, b], a + b);
        same(op(Mul), 64, &[a, b], a * b);
        same(op(Div), 64, &[a, b], a / b);
        same(op(MulAdd), 64, &[a, b, c], a.mul_add(b, c));
        same(op(Sqrt), 64, &[a], a.sqrt());
        same(op(Modulo), 64, &[a, b], a % b);
        same(op(RoundToIntegral), 64, &[a], a.round_ties_even());
        let down = FloatOp::new(RoundToIntegral, FloatFormat::Double, Rounding::Down);
        same(down, 64, &[a], a.floor());
    }
}

/// Decimal literals: ratios of whole numbers, as the library reads them.
#[test]
fn ratios_are_rounded_as_the_library_reads_decimals() {
    use rustc_apfloat::ieee::{Double, Half, Quad, Single};
    use rustc_apfloat::{Float, Round};
    fn read<F: Float>(text: &str, round: Round) -> u128 {
        F::from_str_r(text, round)
            .expect("a number")
            .value
            .to_bits()
    }
    let mut random = Random::new(5);
    for _ in 0..400 {
        let digits = random.next() >> random.below(64);
        let places = random.below(60) as usize;
        let text = format!("{digits}e-{places}");
        let mut power = Bits::new(256, 1);
        for _ in 0..places {
            power = power.binary(crate::ops::BinaryOp::Mul, &Bits::new(256, 10));
        }
        for (rounding, round) in [
            (Rounding::NearestEven, Round::NearestTiesToEven),
            (Rounding::NearestAway, Round::NearestTiesToAway),
            (Rounding::Up, Round::TowardPositive),
            (Rounding::Down, Round::TowardNegative),
            (Rounding::Zero, Round::TowardZero),
        ] {
            for (format, expected) in [
                (FloatFormat::Half, read::<Half>(&text, round)),
                (FloatFormat::Single, read::<Single>(&text, round)),
                (FloatFormat::Double, read::<Double>(&text, round)),
                (FloatFormat::Quad, read::<Quad>(&text, round)),
            ] {
                let mut table = TermTable::new();
                let above = Bits::new(64, digits);
                let found = table.float_ratio(format, rounding, false, &above, &power);
                let found = table.as_constant(found).expect("a constant");
                assert_eq!(found.low_u128(), expected, "{text} {format:?} {rounding:?}");
            }
        }
    }
}

/// The library's value lies in the enclosure: an enclosure with that value for its input is that value. And it is smaller than everything.
fn within_enclosures(count: u32) {
    let mut random = Random::new(6);
    let points = [
        -3.2, -2.0, -1.5, -1.0, -0.5, -0.0, 0.0, 0.5, 1.0, 1.5, 2.0, 3.125, 8.0, 64.0,
    ];
    for format in [
        FloatFormat::Single,
        FloatFormat::Double,
        FloatFormat::Half,
        FloatFormat::Brain,
        FloatFormat::Extended,
        FloatFormat::Quad,
    ] {
        // The sine of a number with an exponent of thousands takes some ten milliseconds.
        let count = match format.width() {
            ..=64 => count,
            _ => count / 20,
        };
        let near = |random: &mut Random| {
            let point: f64 = random.pick(&points);
            let op = FloatOp::convert(FloatFormat::Double, format, Rounding::NearestEven);
            let bits = super::compute_number(op, format.width(), [point.to_bits().into(), 0, 0]);
            let away = u128::from(random.below(5));
            let mask = format.sign() | (format.sign() - 1);
            (bits + away).wrapping_sub(2) & mask
        };
        for function in FloatFunction::ALL {
            let op = FloatOp::function(function, format);
            let mut table = TermTable::new();
            let width = format.width();
            let inputs: Vec<Term> = (0..op.operator.arity())
                .map(|_| table.input("x", width))
                .collect();
            let term = table.float(op, width, &inputs);
            let circuit = table.circuit(term).expect("a float term");
            let of_circuit = table.inputs_of(circuit).to_vec();
            let ids: Vec<InputId> = inputs
                .iter()
                .map(|&input| table.input_id(input).expect("an input"))
                .collect();
            let mut excluded = 0;
            for step in 0..count {
                let mut operands = [0; 3];
                let mut assignment = Assignment::new();
                for (operand, &id) in operands.iter_mut().zip(&ids) {
                    *operand = match step % 2 {
                        0 => near(&mut random),
                        _ => self::operand(&mut random, format, 0),
                    };
                    assignment.set(id, Bits::from_u128(width, *operand));
                }
                let expected = super::compute_number(op, width, operands);
                for &input in of_circuit.iter().filter(|input| !ids.contains(input)) {
                    assignment.set(input, Bits::from_u128(width, expected));
                }
                let found = Evaluator::new(&table, &assignment)
                    .evaluate(circuit)
                    .low_u128();
                assert_eq!(found, expected, "{op} of {operands:x?}");
                let other = self::operand(&mut random, format, 0);
                for &input in of_circuit.iter().filter(|input| !ids.contains(input)) {
                    assignment.set(input, Bits::from_u128(width, other));
                }
                let found = Evaluator::new(&table, &assignment)
                    .evaluate(circuit)
                    .low_u128();
                excluded += (found != other) as u32;
            }
            assert!(excluded > count / 30, "{op}: {excluded}");
        }
    }
}

#[test]
fn functions_have_values_within_their_enclosures() {
    within_enclosures(2000);
}

#[test]
#[ignore = "takes minutes: `cargo xtask floats` runs it"]
fn circuits_of_functions_enclose_many_values() {
    within_enclosures(300_000);
}
