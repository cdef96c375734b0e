//! Operands from results: bisection over places.
//!
//! Of two operands, one is looked for while the other may be anywhere in a piece. The results are then between those at the ends of the piece, and
//! both of these are monotonic in the operand that is looked for. Where an end gives a NaN (infinity less infinity, zero times infinity), what numbers
//! beside it give stands in for it.

use everypath_term::ops::{mask, signed};
use everypath_term::{FloatFormat, FloatOp, FloatOperator};

use super::Operation;
use super::image::{domain, is_signed, saturating};
use super::places::{self, Numbers, Piece, Pieces, first_of, last_of, rank};
use crate::intervals::preimage::Preimage;
use crate::intervals::set::Set;
use crate::intervals::value::Value;

/// Results of more pieces than this are taken as the hull.
const MOST_PIECES: usize = 4;

/// What operand number `which` may be if the operation gives one of `result`; nothing that this has to say if it says nothing. The operands are given
/// in order, and none is empty.
pub fn preimage(
    op: FloatOp,
    which: usize,
    operands: &[&Value],
    result: &Value,
    same: bool,
) -> Option<Preimage> {
    use FloatOperator::*;
    let first = operands.first()?;
    let operation = Operation::new(op, result.width(), first.width())?;
    let number = |which: usize| Numbers::of(op.format, operands[which]);
    let other = || number(1 - which);
    match op.operator {
        Equal | Less | LessEqual => {
            let truth = result.as_single()? == 1;
            comparison(op, which == 0, &other(), truth)
        }
        Add | Mul if same => twice(operation, result),
        Add => arithmetic(operation, &other(), result, Sought::Summand),
        Mul => arithmetic(operation, &other(), result, Sought::Factor),
        Div if which == 0 => arithmetic(operation, &other(), result, Sought::Factor),
        Div => arithmetic(operation, &other(), result, Sought::Divisor),
        Sqrt | RoundToIntegral | Convert => one(operation, result),
        FromSigned | FromUnsigned => from_integers(operation, result),
        ToSigned | ToUnsigned | ToSignedSaturating | ToUnsignedSaturating => {
            to_integers(operation, result)
        }
        MulAdd | Remainder | Modulo | AddFlags | MulFlags | DivFlags | MulAddFlags | SqrtFlags
        | ConvertFlags | FromSignedFlags | FromUnsignedFlags | Function | FunctionOfTwo => None,
    }
}

/// The first of the numbers from `low` to `high` for which a condition holds that then holds for all above; one more than `high` if there is none.
fn first_where(low: i128, high: i128, mut holds: impl FnMut(i128) -> bool) -> i128 {
    let (mut from, mut to) = (low, high + 1);
    while from < to {
        let middle = from + (to - from) / 2;
        match holds(middle) {
            true => to = middle,
            false => from = middle + 1,
        }
    }
    from
}

/// The places in `piece` at which a monotonic function is not below `least`, and another one not above `most`.
fn between(
    piece: Piece,
    (least, most): Piece,
    greatest: impl Fn(i64) -> i64,
    smallest: impl Fn(i64) -> i64,
) -> Option<Piece> {
    let (low, high) = (i128::from(piece.0), i128::from(piece.1));
    let from = first_where(low, high, |x| greatest(x as i64) >= least);
    let beyond = first_where(from, high, |x| smallest(x as i64) > most);
    (from < beyond).then(|| (from as i64, (beyond - 1) as i64))
}

/// The places that are not between two.
fn complement(format: FloatFormat, of: Piece) -> Pieces {
    let (least, most) = places::all(format);
    let sides = [(least, of.0 - 1), (of.1 + 1, most)];
    sides.into_iter().filter(|side| side.0 <= side.1).collect()
}

fn comparison(op: FloatOp, first: bool, other: &Numbers, truth: bool) -> Option<Preimage> {
    let format = op.format;
    let (least, most) = places::all(format);
    let exact = other.as_single().is_some();
    let operands = |pieces: Pieces, nan: bool| {
        Some(Preimage {
            value: Numbers::new(format, pieces, nan).into_operands(),
            exact,
        })
    };
    let Some((low, high)) = other.hull() else {
        // Nothing compares with a NaN.
        return truth.then(|| Preimage {
            value: Value::from_set(Set::empty(format.width())),
            exact: true,
        });
    };
    let (low, high) = (rank(low), rank(high));
    if op.operator == FloatOperator::Equal {
        if truth {
            let with_both_zeros = other
                .pieces
                .iter()
                .map(|&(low, high)| (first_of(rank(low)), last_of(rank(high))));
            return operands(with_both_zeros.collect(), false);
        }
        if other.nan || low != high {
            return None;
        }
        return operands(complement(format, (first_of(low), last_of(low))), true);
    }
    // The ranks at which the comparison can hold, or, with no NaN on the other side, can fail.
    let strict = i64::from(op.operator == FloatOperator::Less);
    let piece = match (first, truth) {
        (true, true) => (least, last_of(high - strict)),
        (false, true) => (first_of(low + strict), most),
        _ if other.nan => return None,
        (true, false) => (first_of(low + 1 - strict), most),
        (false, false) => (least, last_of(high - 1 + strict)),
    };
    let piece = (piece.0.max(least), piece.1.min(most));
    let pieces = [piece].into_iter().filter(|(low, high)| low <= high);
    operands(pieces.collect(), !truth)
}

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sought {
    Summand,
    /// Also the dividend: both grow with the result where the other one is positive.
    Factor,
    Divisor,
}

fn arithmetic(
    operation: Operation,
    other: &Numbers,
    result: &Value,
    sought: Sought,
) -> Option<Preimage> {
    let format = operation.op.format;
    // Results that are NaNs are one bit pattern.
    let nan = result.contains(format.nan() as u64);
    if other.nan && nan {
        return None;
    }
    let (wanted, all_wanted) = Numbers::of(format, result).few(MOST_PIECES);
    let (others, _) = other.few(2);
    let mut pieces = Pieces::new();
    for &(low, high) in &others {
        for other in [(low, high.min(-1)), (low.max(0), high)] {
            if other.0 > other.1 {
                continue;
            }
            for &wanted in &wanted {
                one_side(operation, sought, other, wanted, &mut pieces);
            }
        }
    }
    let infinity = places::infinity(format);
    let may_be = |places: [i64; 2]| {
        let mut pieces = others.iter();
        pieces.any(|&(low, high)| places.into_iter().any(|at| low <= at && at <= high))
    };
    if nan && (may_be([-1, 0]) || may_be([!infinity, infinity])) {
        pieces.extend([(!infinity, !infinity), (-1, 0), (infinity, infinity)]);
    }
    let only = other.as_single();
    let usual = only.is_some_and(|place| !(-1..=0).contains(&place) && place.abs() < infinity);
    Some(Preimage {
        value: Numbers::new(format, pieces, nan).into_operands(),
        exact: usual && all_wanted && result.is_dense() && sought != Sought::Divisor,
    })
}

/// The places of the operand for one piece of the other one, all of one sign, and one of the results.
fn one_side(operation: Operation, sought: Sought, other: Piece, wanted: Piece, found: &mut Pieces) {
    let (least, most) = places::all(operation.op.format);
    // With both operands negated, the other one is positive, and products and quotients are the same.
    let negate = sought != Sought::Summand && other.0 < 0;
    let other = if negate { (!other.1, !other.0) } else { other };
    let at = |x: i64, other: i64| match sought {
        Sought::Summand | Sought::Factor => operation.at(&[x, other]).unwrap_or(x),
        // Zero by zero is as zero by what is beside it, and so with infinities.
        Sought::Divisor => {
            let stands_in = if x < 0 { !other } else { other };
            operation.at(&[other, x]).unwrap_or(stands_in)
        }
    };
    let greatest = |x: i64| at(x, other.0).max(at(x, other.1));
    let smallest = |x: i64| at(x, other.0).min(at(x, other.1));
    let mut add = |piece: Option<Piece>| {
        let piece = piece.map(|(low, high)| if negate { (!high, !low) } else { (low, high) });
        found.extend(piece);
    };
    match sought {
        Sought::Summand | Sought::Factor => {
            add(between((least, most), wanted, greatest, smallest));
        }
        // The quotient falls with the divisor, on either side of zero.
        Sought::Divisor => {
            for (low, high) in [(least, -1), (0, most)] {
                let turned = between((-high, -low), wanted, |x| greatest(-x), |x| smallest(-x));
                add(turned.map(|(low, high)| (-high, -low)));
            }
        }
    }
}

/// An operation on one number that is monotonic where it gives numbers.
fn one(operation: Operation, result: &Value) -> Option<Preimage> {
    let format = operation.op.format;
    let (wanted, all_wanted) = Numbers::of(operation.op.to, result).few(MOST_PIECES);
    let domain = domain(operation);
    let at = |x: i64| operation.at(&[x]).unwrap_or(x);
    let mut pieces: Pieces = wanted
        .iter()
        .filter_map(|&wanted| between(domain, wanted, at, at))
        .collect();
    let nan = result.contains(operation.op.to.nan() as u64);
    if nan {
        pieces.extend(complement(format, domain));
    }
    Some(Preimage {
        value: Numbers::new(format, pieces, nan).into_operands(),
        exact: all_wanted && result.is_dense(),
    })
}

/// The operand of its own sum or product: monotonic on either side of zero, and a square falls below it.
fn twice(operation: Operation, result: &Value) -> Option<Preimage> {
    let format = operation.op.format;
    let (wanted, all_wanted) = Numbers::of(format, result).few(MOST_PIECES);
    let (_, most) = places::all(format);
    let at = |x: i64| operation.at(&[x, x]).unwrap_or(x);
    let mut pieces = Pieces::new();
    for &wanted in &wanted {
        pieces.extend(between((0, most), wanted, at, at));
        let below = |x: i64| match operation.op.operator {
            FloatOperator::Mul => at(!x),
            _ => !at(!x),
        };
        let wanted = match operation.op.operator {
            FloatOperator::Mul => wanted,
            _ => (!wanted.1, !wanted.0),
        };
        let mirrored = between((0, most), wanted, below, below);
        pieces.extend(mirrored.map(|(low, high)| (!high, !low)));
    }
    let nan = result.contains(format.nan() as u64);
    Some(Preimage {
        value: Numbers::new(format, pieces, nan).into_operands(),
        exact: all_wanted && result.is_dense(),
    })
}

fn from_integers(operation: Operation, result: &Value) -> Option<Preimage> {
    let width = operation.operand_width;
    let (wanted, all_wanted) = Numbers::of(operation.op.to, result).few(MOST_PIECES);
    let m = i128::from(mask(width));
    let (least, most) = match is_signed(operation.op.operator) {
        true => (-(m / 2) - 1, m / 2),
        false => (0, m),
    };
    let at = |x: i128| {
        let bits = operation.on_bits([x as u64 & mask(width), 0, 0]);
        // Integers give no NaN.
        places::place(operation.op.to, bits).unwrap_or(0)
    };
    let mut found = Set::empty(width);
    for &(low, high) in &wanted {
        let from = first_where(least, most, |x| at(x) >= low);
        let beyond = first_where(from, most, |x| at(x) > high);
        if from < beyond {
            found = found.union(&Set::integers(width, from, beyond - 1));
        }
    }
    Some(Preimage {
        value: Value::from_set(found),
        exact: all_wanted && result.is_dense(),
    })
}

fn to_integers(operation: Operation, result: &Value) -> Option<Preimage> {
    let (format, width) = (operation.op.format, operation.width);
    let monotonic = saturating(operation);
    let is_signed = is_signed(operation.op.operator);
    let integer = |bits: u64| match is_signed {
        true => i128::from(signed(bits, width)),
        false => i128::from(bits),
    };
    let on =
        |operation: Operation, x: i128| operation.on_bits([places::bits(format, x as i64), 0, 0]);
    let fits = |x: i128| on(monotonic, x) == on(operation, x);
    let (least, most) = places::all(format);
    let (least, most) = (i128::from(least), i128::from(most));
    // Zero fits; what does not, is farther away on either side.
    let first_fit = first_where(least, 0, fits);
    let beyond_fit = first_where(0, most, |x| !fits(x));
    let mut pieces = Pieces::new();
    let half = 1u64 << (width - 1);
    let mut ranges: Vec<(u64, u64)> = result.set().ranges().to_vec();
    if is_signed {
        // In the order of signed numbers an interval over the middle is two.
        ranges = ranges
            .into_iter()
            .flat_map(|(low, high)| [(low, high.min(half - 1)), (low.max(half), high)])
            .filter(|(low, high)| low <= high)
            .collect();
    }
    let few = ranges.len() <= MOST_PIECES;
    if !few {
        return None;
    }
    for (low, high) in ranges {
        let (low, high) = (integer(low), integer(high));
        let at = |x: i128| integer(on(monotonic, x));
        let from = first_where(first_fit, beyond_fit - 1, |x| at(x) >= low);
        let beyond = first_where(from, beyond_fit - 1, |x| at(x) > high);
        if from < beyond {
            pieces.push((from as i64, (beyond - 1) as i64));
        }
    }
    let zero = result.contains(0);
    if zero {
        let outside = [(least, first_fit - 1), (beyond_fit, most)];
        let outside = outside.into_iter().filter(|(low, high)| low <= high);
        pieces.extend(outside.map(|(low, high)| (low as i64, high as i64)));
    }
    Some(Preimage {
        value: Numbers::new(format, pieces, zero).into_operands(),
        exact: result.is_dense(),
    })
}
