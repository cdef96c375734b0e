//! Rules of float terms.
//!
//! They hold for every format and every direction of rounding that they are asked with; the checks try all values of a small format, with
//! both zeros and NaNs.

use super::{Entry, fold::constants, rule};
use crate::bits::Bits;
use crate::float::{FloatFormat, FloatOp, FloatOperator, Rounding};
use crate::node::{Kind, Node, Term};
use crate::table::TermTable;

pub(super) const FLOAT: &[Entry] = &[
    rule("float-fold", "op(k1, k2, k3) -> constant", constants),
    rule(
        "float-mul-one",
        "a * 1 -> a, or the NaN that operations give",
        |t, n| first_where_second_is(t, n, FloatOperator::Mul, |op| op.format.one()),
    ),
    rule(
        "float-mul-minus-one",
        "a * -1 -> a with the other sign, or the NaN that operations give",
        |t, n| {
            let op = operation(n, FloatOperator::Mul)?;
            op.format.hides_leading_digit().then_some(())?;
            let minus_one = op.format.one() | op.format.sign();
            is_number(t, op.format, n.second(), minus_one)?;
            let negated = t.float_negate(op.format, n.first());
            Some(unless_nan(t, op.format, n.first(), negated))
        },
    ),
    rule(
        "float-div-one",
        "a / 1 -> a, or the NaN that operations give",
        |t, n| first_where_second_is(t, n, FloatOperator::Div, |op| op.format.one()),
    ),
    rule(
        "float-div-power",
        "a / k -> a * (1 / k) for k and 1 / k normal powers of two",
        |t, n| {
            let op = operation(n, FloatOperator::Div)?;
            let inverse = inverse_of_power(t, op.format, n.second())?;
            let inverse = t.float_constant(op.format, inverse);
            let factors = [n.first(), inverse];
            Some(t.float_arithmetic(FloatOperator::Mul, op.format, op.rounding, &factors))
        },
    ),
    rule(
        "float-add-minus-zero",
        "a + -0 -> a, or the NaN that operations give; a + 0 likewise where rounding is downwards",
        |t, n| {
            first_where_second_is(t, n, FloatOperator::Add, |op| match op.rounding {
                Rounding::Down => 0,
                Rounding::NearestEven | Rounding::NearestAway | Rounding::Up | Rounding::Zero => {
                    op.format.sign()
                }
            })
        },
    ),
    rule(
        "float-compare-self",
        "a == a -> a is no NaN; a < a -> 0; a <= a -> a is no NaN",
        |t, n| {
            let (op, comparison) = compared(n)?;
            if n.first() != n.second() {
                return None;
            }
            match comparison {
                Comparison::Less => Some(t.false_()),
                Comparison::Equal | Comparison::LessEqual => {
                    let nan = t.float_is_nan(op.format, n.first());
                    Some(t.not(nan))
                }
            }
        },
    ),
    rule(
        "float-compare-nan",
        "a == NaN -> 0, and the other comparisons with a NaN",
        |t, n| {
            let (op, _) = compared(n)?;
            let is_nan = |operand| {
                let bits = t.as_constant(operand);
                bits.is_some_and(|bits| op.format.is_nan(bits.low_u128()))
            };
            (is_nan(n.first()) || is_nan(n.second())).then(|| t.false_())
        },
    ),
    rule(
        "float-compare-integers",
        "from(a) < from(b) -> a < b, and ==, <=, for integers that the format has; constants that are such count as converted",
        |t, n| {
            let (op, comparison) = compared(n)?;
            let a = whole(t, op.format, n.first())?;
            let b = whole(t, op.format, n.second())?;
            let width = t.width(a.term).max(t.width(b.term)) + 1;
            let (a, b) = (a.extended(t, width), b.extended(t, width));
            Some(match comparison {
                Comparison::Equal => t.eq(a, b),
                Comparison::Less => t.slt(a, b),
                Comparison::LessEqual => t.sle(a, b),
            })
        },
    ),
    rule(
        "float-add-integers",
        "from(a) + from(b) -> from(a + b), and with -from(b), for integers whose sum the format has; downwards only where no sum is -0",
        |t, n| {
            let op = operation(n, FloatOperator::Add)?;
            let a = whole(t, op.format, n.first());
            let b = whole(t, op.format, n.second());
            let (a, b, minus) = match (a, b) {
                (Some(a), Some(b)) => (a, b, false),
                (Some(a), None) => (a, negated_whole(t, op.format, n.second())?, true),
                (None, Some(b)) => (b, negated_whole(t, op.format, n.first())?, true),
                (None, None) => return None,
            };
            let signed = a.signed || b.signed || minus;
            if signed && op.rounding == Rounding::Down {
                return None;
            }
            let room =
                |t: &TermTable, it: Whole| t.width(it.term) + u32::from(signed && !it.signed);
            let width = room(t, a).max(room(t, b)) + 1;
            if !has_integers(op.format, width, signed) {
                return None;
            }
            let (a, b) = (a.extended(t, width), b.extended(t, width));
            let sum = if minus { t.sub(a, b) } else { t.add(a, b) };
            Some(from_integer(t, op.format, sum, signed))
        },
    ),
    rule(
        "float-mul-integers",
        "from(a) * from(b) -> from(a * b), for integers whose product the format has, where that is never -0",
        |t, n| {
            let op = operation(n, FloatOperator::Mul)?;
            let a = whole(t, op.format, n.first())?;
            let b = whole(t, op.format, n.second())?;
            let signed = a.signed || b.signed;
            let positive =
                |it: Whole| !it.signed && t.as_constant(it.term).is_some_and(|it| !it.is_zero());
            if signed && !positive(a) && !positive(b) {
                return None;
            }
            let width = t.width(a.term) + t.width(b.term);
            if !has_integers(op.format, width, signed) {
                return None;
            }
            let (a, b) = (a.extended(t, width), b.extended(t, width));
            let product = t.mul(a, b);
            Some(from_integer(t, op.format, product, signed))
        },
    ),
    rule(
        "float-compare-widened",
        "widened(a) < widened(b) -> a < b, and ==, <=; constants that the narrow format has count as widened",
        |t, n| {
            let (op, _) = compared(n)?;
            let format = widened(t, n.first())
                .or_else(|| widened(t, n.second()))
                .map(|(format, _)| format)?;
            let a = narrowed(t, op.format, format, n.first())?;
            let b = narrowed(t, op.format, format, n.second())?;
            Some(t.float_arithmetic(op.operator, format, op.rounding, &[a, b]))
        },
    ),
    rule(
        "float-convert-back",
        "narrowed(widened(a)) -> a, or the NaN that operations give",
        |t, n| {
            let op = operation(n, FloatOperator::Convert)?;
            let (format, a) = widened(t, n.first())?;
            (format == op.to && format.hides_leading_digit()).then(|| unless_nan(t, format, a, a))
        },
    ),
    rule(
        "float-integer-back",
        "to(from(a)) -> a, extended, for integers that the format has and a result that has room",
        |t, n| {
            let op = n.float_op()?;
            let signed = op.operator.to_integer()?;
            let (a, from_signed) = exact_integer(t, n.first())?;
            let width = t.width(a);
            match (from_signed, signed) {
                (true, true) if width <= n.width => Some(t.sign_extend(a, n.width)),
                (false, true) if width < n.width => Some(t.zero_extend(a, n.width)),
                (false, false) if width <= n.width => Some(t.zero_extend(a, n.width)),
                _ => None,
            }
        },
    ),
    rule(
        "float-remainder-invalid",
        "the remainder of an infinity or a NaN, and that by a zero or a NaN -> the NaN that operations give",
        |t, n| {
            let op = n.float_op()?;
            if !matches!(
                op.operator,
                FloatOperator::Remainder | FloatOperator::Modulo
            ) {
                return None;
            }
            let magnitude = |operand| {
                let bits = t.as_constant(operand)?.low_u128();
                Some(bits & (op.format.sign() - 1))
            };
            let is_invalid = magnitude(n.first()).is_some_and(|it| it >= op.format.infinity())
                || magnitude(n.second()).is_some_and(|it| it == 0 || it > op.format.infinity());
            is_invalid.then(|| t.float_constant(op.format, op.format.nan()))
        },
    ),
    rule(
        "float-compare-pattern",
        "a == k -> the bits of a are those of k, for k neither 0 nor NaN; a > k and a >= k likewise, for one number only: infinity; and below",
        |t, n| {
            let (op, comparison) = compared(n)?;
            op.format.hides_leading_digit().then_some(())?;
            let (a, b) = (n.first(), n.second());
            let (number, other, is_below) = match (t.as_constant(a), t.as_constant(b)) {
                (Some(a), None) => (a, b, false),
                (None, Some(b)) => (b, a, true),
                (None, None) | (Some(_), Some(_)) => return None,
            };
            // What computes it says more about the number than about its bits.
            if t.node(other).float_op().is_some() {
                return None;
            }
            let number = number.low_u128();
            let infinity = op.format.infinity() | if is_below { op.format.sign() } else { 0 };
            let only = match comparison {
                Comparison::Equal => {
                    let is_zero = number & (op.format.sign() - 1) == 0;
                    (!is_zero && !op.format.is_nan(number)).then_some(number)?
                }
                // The pattern before that of an infinity is the greatest number's.
                Comparison::Less => (number == infinity - 1).then_some(infinity)?,
                Comparison::LessEqual => (number == infinity).then_some(infinity)?,
            };
            let only = t.float_constant(op.format, only);
            Some(t.eq(other, only))
        },
    ),
    rule(
        "float-compare-difference",
        "-(a + -b) == c -> b + -a == c, and < and <=, where rounding treats both signs alike: zeros of both signs are equal",
        |t, n| {
            let (op, _) = compared(n)?;
            let mut operands = [n.first(), n.second()];
            let place = (0..2).find_map(|place| {
                let sum = negated(t, op.format, operands[place])?;
                let rounding = operation(t.node(sum), FloatOperator::Add)?.rounding;
                let is_alike = match rounding {
                    Rounding::NearestEven | Rounding::NearestAway | Rounding::Zero => true,
                    Rounding::Up | Rounding::Down => false,
                };
                let parts = [t.node(sum).first(), t.node(sum).second()];
                let has_difference = parts
                    .iter()
                    .any(|&part| negated(t, op.format, part).is_some());
                (is_alike && has_difference).then_some((place, rounding, parts))
            });
            let (place, rounding, parts) = place?;
            let [a, b] = parts.map(|part| t.float_negate(op.format, part));
            let operator = FloatOperator::Add;
            operands[place] = t.float_arithmetic(operator, op.format, rounding, &[a, b]);
            Some(t.float(op, 1, &operands))
        },
    ),
];

/// The operation of a node if it is this one.
fn operation(node: Node, operator: FloatOperator) -> Option<FloatOp> {
    node.float_op().filter(|op| op.operator == operator)
}

/// The operation of a node that compares two numbers, and how.
fn compared(node: Node) -> Option<(FloatOp, Comparison)> {
    let op = node.float_op().filter(|_| node.arity() == 2)?;
    Some((op, comparison(op.operator)?))
}

/// The first operand of an operation whose second is its neutral number, or the NaN that operations give. Where the leading digit is written, a
/// number can have a pattern that no operation gives.
fn first_where_second_is(
    table: &mut TermTable,
    node: Node,
    operator: FloatOperator,
    neutral: impl FnOnce(FloatOp) -> u128,
) -> Option<Term> {
    let op = operation(node, operator)?;
    op.format.hides_leading_digit().then_some(())?;
    is_number(table, op.format, node.second(), neutral(op))?;
    Some(unless_nan(table, op.format, node.first(), node.first()))
}

/// Whether a term is this constant.
fn is_number(table: &TermTable, format: FloatFormat, term: Term, number: u128) -> Option<()> {
    let value = table.as_constant(term)?;
    (value == Bits::from_u128(format.width(), number)).then_some(())
}

/// `result`, but the NaN that operations give where `of` is a NaN.
fn unless_nan(table: &mut TermTable, format: FloatFormat, of: Term, result: Term) -> Term {
    // Results of operations are no other NaNs.
    let result_of = table.node(of).float_op().and_then(FloatOp::result);
    if result_of == Some(format) && of == result {
        return result;
    }
    let is_nan = table.float_is_nan(format, of);
    let nan = table.float_constant(format, format.nan());
    table.ite(is_nan, nan, result)
}

/// The inverse of a power of two, both normal.
fn inverse_of_power(table: &TermTable, format: FloatFormat, term: Term) -> Option<u128> {
    let value = table.as_constant(term)?.low_u128();
    let precision = format.precision();
    if value & ((1 << (precision - 1)) - 1) != 0 || format.is_nan(value) {
        return None;
    }
    let exponent = (value & !format.sign()) >> format.fraction_bits();
    let bias = format.bias() as u128;
    // The exponent of the inverse is 2 * bias - exponent.
    if exponent == 0 || exponent >= 2 * bias {
        return None;
    }
    let leading = match format.hides_leading_digit() {
        true => 0,
        false => 1 << (precision - 1),
    };
    let inverse = (2 * bias - exponent) << format.fraction_bits() | leading;
    Some(inverse | value & format.sign())
}

enum Comparison {
    Equal,
    Less,
    LessEqual,
}

/// Which comparison an operator is, if it is one.
fn comparison(operator: FloatOperator) -> Option<Comparison> {
    match operator {
        FloatOperator::Equal => Some(Comparison::Equal),
        FloatOperator::Less => Some(Comparison::Less),
        FloatOperator::LessEqual => Some(Comparison::LessEqual),
        FloatOperator::Add
        | FloatOperator::Mul
        | FloatOperator::Div
        | FloatOperator::MulAdd
        | FloatOperator::Sqrt
        | FloatOperator::Remainder
        | FloatOperator::Modulo
        | FloatOperator::RoundToIntegral
        | FloatOperator::Convert
        | FloatOperator::FromSigned
        | FloatOperator::FromUnsigned
        | FloatOperator::ToSigned
        | FloatOperator::ToUnsigned
        | FloatOperator::ToSignedSaturating
        | FloatOperator::ToUnsignedSaturating
        | FloatOperator::AddFlags
        | FloatOperator::MulFlags
        | FloatOperator::DivFlags
        | FloatOperator::MulAddFlags
        | FloatOperator::SqrtFlags
        | FloatOperator::ConvertFlags
        | FloatOperator::FromSignedFlags
        | FloatOperator::FromUnsignedFlags
        | FloatOperator::Function
        | FloatOperator::FunctionOfTwo => None,
    }
}

/// An integer that a number is equal to; not of -0.
#[derive(Clone, Copy)]
struct Whole {
    term: Term,
    signed: bool,
}

impl Whole {
    /// It at a greater width.
    fn extended(self, table: &mut TermTable, width: u32) -> Term {
        match self.signed {
            true => table.sign_extend(self.term, width),
            false => table.zero_extend(self.term, width),
        }
    }
}

/// Whether a format has all integers of a width.
fn has_integers(format: FloatFormat, width: u32, signed: bool) -> bool {
    let digits = if signed { width - 1 } else { width };
    digits <= format.precision() && i64::from(width) <= format.bias()
}

fn from_integer(table: &mut TermTable, format: FloatFormat, integer: Term, signed: bool) -> Term {
    let operator = match signed {
        true => FloatOperator::FromSigned,
        false => FloatOperator::FromUnsigned,
    };
    table.float_arithmetic(operator, format, Rounding::NearestEven, &[integer])
}

/// The integer of a number that was converted from one without loss, or of a constant.
fn whole(table: &mut TermTable, format: FloatFormat, term: Term) -> Option<Whole> {
    if let Some((term, signed)) = exact_integer(table, term) {
        return Some(Whole { term, signed });
    }
    let value = table.as_constant(term)?;
    let width = format.precision() + 1;
    let nearest = Rounding::NearestEven;
    let there = FloatOp::new(FloatOperator::ToSigned, format, nearest);
    let integer = crate::float::compute(there, width, std::slice::from_ref(&value));
    let back = FloatOp::new(FloatOperator::FromSigned, format, nearest);
    let same = crate::float::compute(back, format.width(), std::slice::from_ref(&integer)) == value;
    let signed = integer.is_negative();
    // As narrow as it is.
    let digits = (0..width).rev().find(|&at| integer.bit(at) != signed);
    let width = digits.map_or(1, |at| at + 1 + u32::from(signed));
    (same && has_integers(format, width, signed)).then(|| Whole {
        term: table.constant_bits(integer.extract(0, width)),
        signed,
    })
}

/// The number whose sign was changed.
fn negated(table: &TermTable, format: FloatFormat, term: Term) -> Option<Term> {
    let node = table.node(term);
    if node.kind != Kind::Xor {
        return None;
    }
    let (a, b) = (node.first(), node.second());
    let (sign, number) = match table.as_constant(a) {
        Some(sign) => (sign, b),
        None => (table.as_constant(b)?, a),
    };
    (sign.low_u128() == format.sign()).then_some(number)
}

/// The integer of a number whose sign was changed.
fn negated_whole(table: &mut TermTable, format: FloatFormat, term: Term) -> Option<Whole> {
    let number = negated(table, format, term)?;
    exact_integer(table, number).map(|(term, signed)| Whole { term, signed })
}

/// The integer that a number was converted from without loss, and whether it is signed.
fn exact_integer(table: &TermTable, term: Term) -> Option<(Term, bool)> {
    let node = table.node(term);
    let op = node.float_op()?;
    op.result()?;
    let signed = op.operator.from_integer()?;
    has_integers(op.format, table.width(node.first()), signed).then_some((node.first(), signed))
}

/// The number that was converted to a format that has all of its format, and that format.
fn widened(table: &TermTable, term: Term) -> Option<(FloatFormat, Term)> {
    let node = table.node(term);
    let op = operation(node, FloatOperator::Convert)?;
    (op.to.includes(op.format)).then_some((op.format, node.first()))
}

/// An operand of format `wide` in `narrow`: what was widened from it, or a constant that it has.
fn narrowed(
    table: &mut TermTable,
    wide: FloatFormat,
    narrow: FloatFormat,
    term: Term,
) -> Option<Term> {
    if let Some((format, number)) = widened(table, term) {
        return (format == narrow).then_some(number);
    }
    let value = table.as_constant(term)?;
    let nearest = Rounding::NearestEven;
    let there = FloatOp::convert(wide, narrow, nearest);
    let small = crate::float::compute(there, narrow.width(), std::slice::from_ref(&value));
    let back = FloatOp::convert(narrow, wide, nearest);
    let same = crate::float::compute(back, wide.width(), std::slice::from_ref(&small)) == value;
    same.then(|| table.constant_bits(small))
}

#[cfg(test)]
mod tests {
    //! Every rule against the meaning of its operation, for all values of operands in a small format.

    use super::*;
    use crate::bits::Bits;
    use crate::evaluate::{Assignment, Evaluator};
    use crate::node::InputId;
    use crate::rules::firings::fill_floats;

    fn build(mut table: TermTable) -> (TermTable, Vec<Term>) {
        let found = fill_floats(&mut table, [FloatFormat::Seven, FloatFormat::Nine]);
        (table, found)
    }

    #[test]
    fn every_rule_of_floats_keeps_all_values() {
        let (plain, before) = build(TermTable::without_rules());
        let (table, after) = build(TermTable::new());
        let changed: Vec<(Term, Term)> = before
            .into_iter()
            .zip(after)
            .filter(|&(before, after)| {
                table.node(after).float_op() != plain.node(before).float_op()
                    || table.kind(after) != Kind::Float
            })
            .collect();
        for step in 0..512u64 {
            let mut assignment = Assignment::new();
            let values = [(7, step & 127), (9, step), (3, step % 8)];
            for (input, (width, value)) in values.into_iter().enumerate() {
                assignment.set(InputId::from_index(input), Bits::new(width, value));
            }
            let (mut left, mut right) = (
                Evaluator::new(&plain, &assignment),
                Evaluator::new(&table, &assignment),
            );
            for &(before, after) in &changed {
                assert_eq!(
                    left.evaluate(before),
                    right.evaluate(after),
                    "{} is not {} for {assignment:?}",
                    plain.display(before),
                    table.display(after)
                );
            }
        }
        for rule in TermTable::rules() {
            let fired = table.rule_firings()[rule.id.index()];
            assert!(
                rule.kind != Kind::Float || fired > 0,
                "{} never fired",
                rule.name
            );
        }
    }
}
