//! Enclosures: terms that stand for all that a function without an exact result may give.
//!
//! An enclosure is an input that is held within bounds of the argument. The bounds come from what is known of the function in general (its domain and
//! range) and from its values at a few points between which it is monotonic: the library's value between two of them lies between theirs, give or
//! take [`SLACK`], since its error is a place or two (what musl and its ancestor, FreeBSD's libm, state, and what the tests try), or none. Zeros and limits are bounds without slack: the exponential is not below 1 for positive numbers, the logarithm has the sign that it
//! should have.

use super::unpack::nan;
use super::words::either;
use crate::float::operation::{FloatFormat, FloatOp, FloatOperator, Rounding};
use crate::float::value::ones;
use crate::float::{FloatFunction, compute_number};
use crate::node::Term;
use crate::table::TermTable;

/// How far a value may be from where the exact one would be, in places of the format.
const SLACK: u128 = 4;

const INFINITY: f64 = f64::INFINITY;
/// Half a turn, from below and from above.
const BELOW_PI: f64 = 3.140625;
const ABOVE_PI: f64 = 3.1416015625;
const BELOW_HALF_PI: f64 = 1.5703125;

/// What is known of a function of one number.
struct Known {
    /// The numbers for which the result is no NaN.
    domain: (f64, f64),
    /// The numbers that are results.
    range: (f64, f64),
    /// Runs of arguments, rising, in each of which the function is monotonic.
    runs: &'static [&'static [f64]],
    /// Between two arguments the result lies between two numbers.
    pieces: &'static [(f64, f64, f64, f64)],
}

const ALL: (f64, f64) = (-INFINITY, INFINITY);
/// All numbers of a format but infinities ([`end`]).
const FINITE: (f64, f64) = (-f64::MAX, f64::MAX);
const UNIT: (f64, f64) = (-1.0, 1.0);

fn known(function: FloatFunction) -> Known {
    use FloatFunction::*;
    let rising = |domain, range, runs| Known {
        domain,
        range,
        runs,
        pieces: &[],
    };
    match function {
        Cbrt => rising(
            ALL,
            ALL,
            &[&[
                -INFINITY, -8.0, -1.0, -0.125, 0.0, 0.125, 1.0, 8.0, INFINITY,
            ]],
        ),
        Exp | Exp2 => rising(
            ALL,
            (0.0, INFINITY),
            &[&[
                -INFINITY, -8.0, -1.0, 0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 64.0, INFINITY,
            ]],
        ),
        Expm1 => rising(
            ALL,
            (-1.0, INFINITY),
            &[&[-INFINITY, -1.0, 0.0, 1.0, 2.0, 8.0, INFINITY]],
        ),
        Log | Log2 => rising(
            (0.0, INFINITY),
            ALL,
            &[&[
                0.0, 0.125, 0.5, 1.0, 2.0, 4.0, 16.0, 256.0, 65536.0, INFINITY,
            ]],
        ),
        Log10 => rising(
            (0.0, INFINITY),
            ALL,
            &[&[
                0.0, 0.125, 0.5, 1.0, 2.0, 10.0, 100.0, 1000.0, 65536.0, INFINITY,
            ]],
        ),
        Log1p => rising(
            (-1.0, INFINITY),
            ALL,
            &[&[-1.0, -0.5, 0.0, 1.0, 3.0, 15.0, 255.0, INFINITY]],
        ),
        Sin => Known {
            domain: FINITE,
            range: UNIT,
            runs: &[&[-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5]],
            pieces: &[(0.0, BELOW_PI, 0.0, 1.0), (-BELOW_PI, 0.0, -1.0, 0.0)],
        },
        Cos => Known {
            domain: FINITE,
            range: UNIT,
            runs: &[&[-3.125, -2.0, -1.0, 0.0], &[0.0, 1.0, 2.0, 3.125]],
            pieces: &[(-BELOW_HALF_PI, BELOW_HALF_PI, 0.0, 1.0)],
        },
        Tan => rising(FINITE, ALL, &[&[-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5]]),
        Asin => rising(
            UNIT,
            (-ABOVE_PI / 2.0, ABOVE_PI / 2.0),
            &[&[-1.0, -0.5, 0.0, 0.5, 1.0]],
        ),
        Acos => rising(UNIT, (0.0, ABOVE_PI), &[&[-1.0, -0.5, 0.0, 0.5, 1.0]]),
        Atan => rising(
            ALL,
            (-ABOVE_PI / 2.0, ABOVE_PI / 2.0),
            &[&[-INFINITY, -16.0, -1.0, -0.5, 0.0, 0.5, 1.0, 16.0, INFINITY]],
        ),
        Sinh => rising(
            ALL,
            ALL,
            &[&[-INFINITY, -4.0, -1.0, 0.0, 1.0, 4.0, INFINITY]],
        ),
        Cosh => rising(
            ALL,
            (1.0, INFINITY),
            &[&[-INFINITY, -4.0, -1.0, 0.0], &[0.0, 1.0, 4.0, INFINITY]],
        ),
        Tanh => rising(
            ALL,
            UNIT,
            &[&[-INFINITY, -4.0, -1.0, -0.5, 0.0, 0.5, 1.0, 4.0, INFINITY]],
        ),
        // Functions of two numbers: `of_two`.
        Pow | Atan2 | Hypot => rising(ALL, ALL, &[]),
    }
}

/// A number in a format.
fn number(format: FloatFormat, rounding: Rounding, value: f64) -> u128 {
    let op = FloatOp::convert(FloatFormat::Double, format, rounding);
    let bits = [value.to_bits().into(), 0, 0];
    compute_number(op, format.width(), bits)
}

/// The number of places between zero and a magnitude: its bits without the leading digit.
fn places(format: FloatFormat, magnitude: u128) -> u128 {
    let digits = format.precision() - 1;
    let exponent = magnitude >> format.fraction_bits();
    exponent << digits | magnitude & ones(digits)
}

/// The magnitude some places from zero.
fn at_place(format: FloatFormat, places: u128) -> u128 {
    let digits = format.precision() - 1;
    let exponent = places >> digits;
    let leading = u128::from(exponent != 0 && !format.hides_leading_digit());
    exponent << format.fraction_bits() | leading << digits | places & ones(digits)
}

/// The end of a domain.
fn end(format: FloatFormat, value: f64) -> u128 {
    let bits = number(format, Rounding::Zero, value);
    let greatest = at_place(format, places(format, format.infinity()) - 1);
    match value.abs() == f64::MAX {
        true => greatest | bits & format.sign(),
        false => bits,
    }
}

/// The number some places further up or down.
fn moved(format: FloatFormat, bits: u128, up: bool) -> u128 {
    let sign = format.sign();
    let infinity = places(format, format.infinity());
    let magnitude = places(format, bits & (sign - 1));
    let negative = bits & sign != 0;
    let (magnitude, sign) = match negative == up {
        // Towards zero, and beyond.
        true if magnitude < SLACK => (SLACK - magnitude, bits & sign ^ sign),
        true => (magnitude - SLACK, bits & sign),
        false => ((magnitude + SLACK).min(infinity), bits & sign),
    };
    at_place(format, magnitude) | sign
}

/// Bounds of what lies between two values of a function, `exact` or with an error.
fn bounds(format: FloatFormat, ends: [(u128, bool); 2]) -> [u128; 2] {
    let less = FloatOp::new(FloatOperator::Less, format, Rounding::NearestEven);
    let [first, second] = ends;
    let falls = compute_number(less, 1, [second.0, first.0, 0]) == 1;
    let [low, high] = if falls {
        [second, first]
    } else {
        [first, second]
    };
    [(low, false), (high, true)].map(|((bits, exact), up)| match exact {
        true => bits,
        false => moved(format, bits, up),
    })
}

/// Terms for what an enclosure needs.
struct Enclosure<'t> {
    t: &'t mut TermTable,
    format: FloatFormat,
}

impl Enclosure<'_> {
    fn constant(&mut self, bits: u128) -> Term {
        self.t.float_constant(self.format, bits)
    }

    fn compare(&mut self, operator: FloatOperator, a: Term, b: Term) -> Term {
        let nearest = Rounding::NearestEven;
        self.t
            .float_arithmetic(operator, self.format, nearest, &[a, b])
    }

    /// Whether a number lies between two others, which it may be.
    fn between(&mut self, low: Term, a: Term, high: Term) -> Term {
        let above = self.compare(FloatOperator::LessEqual, low, a);
        let below = self.compare(FloatOperator::LessEqual, a, high);
        self.t.and(above, below)
    }

    fn between_numbers(&mut self, low: u128, a: Term, high: u128) -> Term {
        let (low, high) = (self.constant(low), self.constant(high));
        self.between(low, a, high)
    }

    /// Any number between two.
    fn within(&mut self, low: Term, high: Term) -> Term {
        let any = self.t.input("value of a function", self.format.width());
        let inside = self.between(low, any, high);
        self.t.ite(inside, any, low)
    }
}

/// All that a function of one number may give.
pub(super) fn of_one(t: &mut TermTable, op: FloatOp, a: Term) -> Term {
    let format = op.format;
    let known = known(op.function);
    let mut e = Enclosure { t, format };
    let mut low = e.constant(number(format, Rounding::Down, known.range.0));
    let mut high = e.constant(number(format, Rounding::Up, known.range.1));
    let mut hold = |e: &mut Enclosure<'_>, from: u128, to: u128, bounds: [u128; 2]| {
        let inside = e.between_numbers(from, a, to);
        let bounds = bounds.map(|bound| e.constant(bound));
        low = e.t.ite(inside, bounds[0], low);
        high = e.t.ite(inside, bounds[1], high);
    };
    for &(from, to, least, greatest) in known.pieces {
        // What is inside in the format is inside.
        let ends = [from, to].map(|end| number(format, Rounding::Zero, end));
        let bounds = [
            number(format, Rounding::Down, least),
            number(format, Rounding::Up, greatest),
        ];
        hold(&mut e, ends[0], ends[1], bounds);
    }
    let value_in = |format: FloatFormat, at: u128| {
        let op = FloatOp::function(op.function, format);
        compute_number(op, format.width(), [at, 0, 0])
    };
    for run in known.runs {
        let value_at = |point: f64| {
            let at = number(format, Rounding::NearestEven, point);
            let value = value_in(format, at);
            let precise = number(FloatFormat::Double, Rounding::NearestEven, point);
            let precise = value_in(FloatFormat::Double, precise);
            let precise = f64::from_bits(precise as u64);
            let is_limit = point == 0.0 || point.is_infinite();
            let is_one = precise.abs() == 1.0 && is_limit;
            let exact = precise == 0.0 || precise.is_infinite() || is_one;
            (at, (value, exact))
        };
        for ends in run.windows(2) {
            let [(from, first), (to, second)] = [ends[0], ends[1]].map(value_at);
            hold(&mut e, from, to, bounds(format, [first, second]));
        }
    }
    let result = e.within(low, high);
    let domain = [known.domain.0, known.domain.1].map(|at| end(format, at));
    let defined = e.between_numbers(domain[0], a, domain[1]);
    let nan = nan(t, format);
    t.ite(defined, result, nan)
}

/// All that a function of two numbers may give.
pub(super) fn of_two(t: &mut TermTable, op: FloatOp, a: Term, b: Term) -> Term {
    let format = op.format;
    let unordered = t.float_unordered(format, a, b);
    let any = t.input("value of a function", format.width());
    let any_nan = t.float_is_nan(format, any);
    let nan = nan(t, format);
    let anything = t.ite(any_nan, nan, any);
    let mut e = Enclosure { t, format };
    let infinity = format.infinity();
    let [zero, one] = [0, format.one()];
    let [least, top, bottom] = [0, infinity, infinity | format.sign()].map(|bits| e.constant(bits));
    let (zero_term, one_term) = (least, e.constant(one));
    match op.function {
        FloatFunction::Hypot => {
            let result = e.within(least, top);
            t.ite(unordered, anything, result)
        }
        FloatFunction::Atan2 => {
            let turn = number(format, Rounding::Up, ABOVE_PI);
            let [low, high] = [turn | format.sign(), turn].map(|bits| e.constant(bits));
            let positive = e.compare(FloatOperator::Less, zero_term, a);
            let negative = e.compare(FloatOperator::Less, a, zero_term);
            let low = e.t.ite(positive, zero_term, low);
            let high = e.t.ite(negative, zero_term, high);
            let result = e.within(low, high);
            t.ite(unordered, nan, result)
        }
        // Powers of what is not negative; of other numbers nothing is said.
        _ => {
            let large = e.between_numbers(one, a, infinity);
            let small = e.between_numbers(zero, a, one);
            let up = e.between_numbers(zero, b, infinity);
            let down = e.between(bottom, b, zero_term);
            let grows =
                [(large, up), (small, down)].map(|(base, exponent)| e.t.and(base, exponent));
            let grows = either(e.t, &grows);
            let shrinks =
                [(large, down), (small, up)].map(|(base, exponent)| e.t.and(base, exponent));
            let shrinks = either(e.t, &shrinks);
            let low = e.t.ite(grows, one_term, zero_term);
            let high = e.t.ite(shrinks, one_term, top);
            let result = e.within(low, high);
            let positive = e.between(zero_term, a, top);
            let ordered = t.not(unordered);
            // A power of -0 may be negative.
            let sign = t.float_sign(format, a);
            let unsigned = t.not(sign);
            let said = t.and(positive, ordered);
            let said = t.and(said, unsigned);
            t.ite(said, result, anything)
        }
    }
}
