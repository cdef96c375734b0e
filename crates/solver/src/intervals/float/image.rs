//! Results from operands.

use everypath_term::{FloatOp, FloatOperator};

use super::Operation;
use super::places::{self, Numbers, Piece, Pieces, rank};
use crate::intervals::set::Set;
use crate::intervals::value::Value;

/// Operands of binary operations with more pieces than this are taken as the hull.
const MOST_PIECES: usize = 3;

/// What an operation may give; none of the operands is empty. `same` says that the first two are the same term.
pub fn image(op: FloatOp, width: u32, operands: &[&Value], same: bool) -> Value {
    use FloatOperator::*;
    let top = || Value::top(width);
    let Some(operation) = operands
        .first()
        .and_then(|first| Operation::new(op, width, first.width()))
    else {
        return top();
    };
    let singles: Option<Vec<u64>> = operands.iter().map(|operand| operand.as_single()).collect();
    if let Some(singles) = singles {
        let mut bits = [0; 3];
        for (bits, single) in bits.iter_mut().zip(singles) {
            *bits = single;
        }
        return Value::constant(width, operation.on_bits(bits));
    }
    let number = |which: usize| Numbers::of(op.format, operands[which]);
    match op.operator {
        Add => sums(operation, &number(0), &number(1)).into_results(),
        Mul | Div => {
            let mut found = by_corners(operation, &[number(0), number(1)]);
            if same {
                // A square, or 1.
                found.pieces.retain(|piece| piece.1 >= 0);
                for piece in &mut found.pieces {
                    piece.0 = piece.0.max(0);
                }
            }
            found.into_results()
        }
        MulAdd => by_corners(operation, &[number(0), number(1), number(2)]).into_results(),
        Sqrt | RoundToIntegral | Convert => pieces_of_one(operation, &number(0)).into_results(),
        Remainder | Modulo => remainders(operation, &number(0), &number(1)).into_results(),
        Equal | Less | LessEqual => compare(op.operator, &number(0), &number(1)),
        FromSigned | FromUnsigned => from_integers(operation, operands[0]).into_results(),
        ToSigned | ToUnsigned | ToSignedSaturating | ToUnsignedSaturating => {
            to_integers(operation, &number(0))
        }
        AddFlags | MulFlags | DivFlags | MulAddFlags | SqrtFlags | ConvertFlags
        | FromSignedFlags | FromUnsignedFlags | Function | FunctionOfTwo => top(),
    }
}

/// The places that numbers of both signs have, those of each sign apart.
fn by_sign(pieces: &[Piece]) -> Pieces {
    let halves = |&(low, high): &Piece| [(low, high.min(-1)), (low.max(0), high)];
    pieces
        .iter()
        .flat_map(halves)
        .filter(|(low, high)| low <= high)
        .collect()
}

/// Sums: monotonic in both operands. A NaN comes of opposite infinities, which are ends of pieces.
fn sums(operation: Operation, a: &Numbers, b: &Numbers) -> Numbers {
    let mut pieces = Pieces::new();
    let mut nan = a.nan || b.nan;
    let (a, b) = (a.few(MOST_PIECES).0, b.few(MOST_PIECES).0);
    for &(a_low, a_high) in &a {
        for &(b_low, b_high) in &b {
            let corners = [
                (a_low, b_low),
                (a_high, b_high),
                (a_low, b_high),
                (a_high, b_low),
            ];
            corner_hull(
                operation,
                corners.iter().map(|&(a, b)| [a, b, 0]),
                &mut pieces,
                &mut nan,
            );
        }
    }
    Numbers::new(operation.op.to, pieces, nan)
}

/// Adds what lies between the results of the corners of a box.
fn corner_hull(
    operation: Operation,
    corners: impl Iterator<Item = [i64; 3]>,
    pieces: &mut Pieces,
    nan: &mut bool,
) {
    let mut hull: Option<Piece> = None;
    let mut of_three = false;
    for corner in corners {
        match operation.at(&corner) {
            None => {
                *nan = true;
                of_three |= operation.op.operator == FloatOperator::MulAdd;
            }
            Some(place) => {
                let (low, high) = hull.unwrap_or((place, place));
                hull = Some((low.min(place), high.max(place)));
            }
        }
    }
    match hull {
        // Beside a corner that is a NaN there may be anything.
        _ if of_three => pieces.push(places::all(operation.op.to)),
        Some(hull) => pieces.push(hull),
        None => {}
    }
}

/// Products, quotients, and products with a sum: monotonic in each operand where the others keep their signs. NaNs come of zeros and
/// infinities, which are ends of pieces.
fn by_corners(operation: Operation, operands: &[Numbers]) -> Numbers {
    let mut nan = operands.iter().any(|operand| operand.nan);
    let parts: Vec<Pieces> = operands
        .iter()
        .map(|operand| by_sign(&operand.few(MOST_PIECES - 1).0))
        .collect();
    let one = Pieces::from_slice(&[(0, 0)]);
    let third = parts.get(2).unwrap_or(&one);
    let mut pieces = Pieces::new();
    for &a in &parts[0] {
        for &b in &parts[1] {
            for &c in third {
                let ends = |piece: Piece, which: usize| if which == 0 { piece.0 } else { piece.1 };
                let count = if c.0 == c.1 { 4 } else { 8 };
                let corners =
                    (0..count).map(|at| [ends(a, at & 1), ends(b, at >> 1 & 1), ends(c, at >> 2)]);
                corner_hull(operation, corners, &mut pieces, &mut nan);
            }
        }
    }
    Numbers::new(operation.op.to, pieces, nan)
}

/// An operation on one number that is monotonic where it gives numbers; a root gives none of what is below -0.
fn pieces_of_one(operation: Operation, a: &Numbers) -> Numbers {
    let least = domain(operation).0;
    let mut nan = a.nan;
    let mut pieces = Pieces::new();
    for &(low, high) in &a.pieces {
        nan |= low < least;
        let low = low.max(least);
        if low <= high
            && let (Some(low), Some(high)) = (operation.at(&[low]), operation.at(&[high]))
        {
            pieces.push((low, high));
        }
    }
    Numbers::new(operation.op.to, pieces, nan)
}

/// The places of which an operation on one number gives numbers.
pub(super) fn domain(operation: Operation) -> Piece {
    let (least, most) = places::all(operation.op.format);
    match operation.op.operator {
        FloatOperator::Sqrt => (-1, most),
        _ => (least, most),
    }
}

/// Remainders are not farther from zero than either operand; C's has the sign of the dividend.
fn remainders(operation: Operation, a: &Numbers, b: &Numbers) -> Numbers {
    let format = operation.op.format;
    let magnitude = |place: i64| if place < 0 { !place } else { place };
    let span = |numbers: &Numbers| {
        let parts = by_sign(&numbers.pieces);
        let ends = || {
            parts
                .iter()
                .flat_map(|&(low, high)| [low, high])
                .map(magnitude)
        };
        Some((ends().min()?, ends().max()?))
    };
    let (Some(of_a), Some(of_b), Some(hull)) = (span(a), span(b), a.hull()) else {
        return Numbers::new(format, Pieces::new(), true);
    };
    let nan = a.nan || b.nan || of_a.1 == places::infinity(format) || of_b.0 == 0;
    if operation.op.operator == FloatOperator::Modulo && of_a.1 < of_b.0 {
        return Numbers::new(format, a.pieces.clone(), nan);
    }
    let most = of_a.1.min(of_b.1);
    let both = operation.op.operator == FloatOperator::Remainder;
    let low = if both || hull.0 < 0 { !most } else { 0 };
    let high = if both || hull.1 >= 0 { most } else { -1 };
    Numbers::new(format, Pieces::from_slice(&[(low, high)]), nan)
}

/// Whether comparisons hold: both zeros are equal, and a NaN compares with nothing.
fn compare(operator: FloatOperator, a: &Numbers, b: &Numbers) -> Value {
    let (Some(of_a), Some(of_b)) = (a.hull(), b.hull()) else {
        return Value::bool(false);
    };
    let [a_low, a_high, b_low, b_high] = [of_a.0, of_a.1, of_b.0, of_b.1].map(rank);
    let (always, never) = match operator {
        FloatOperator::Less => (a_high < b_low, a_low >= b_high),
        FloatOperator::LessEqual => (a_high <= b_low, a_low > b_high),
        _ => {
            let meet = a.pieces.iter().any(|x| {
                let mut pieces = b.pieces.iter();
                pieces.any(|y| rank(x.0).max(rank(y.0)) <= rank(x.1).min(rank(y.1)))
            });
            (a_low == a_high && b_low == b_high && meet, !meet)
        }
    };
    match (always && !a.nan && !b.nan, never) {
        (true, _) => Value::bool(true),
        (_, true) => Value::bool(false),
        _ => Value::top(1),
    }
}

/// Whether integers are signed, for the operators that take or give them.
pub(super) fn is_signed(operator: FloatOperator) -> bool {
    let signed = operator.from_integer().or(operator.to_integer());
    signed == Some(true)
}

fn from_integers(operation: Operation, a: &Value) -> Numbers {
    let format = operation.op.format;
    let half = 1u64 << (a.width() - 1);
    // Signed numbers are in order on either side of zero.
    let sides = match is_signed(operation.op.operator) {
        true => vec![(0, half - 1), (half, half | (half - 1))],
        false => vec![(0, half | (half - 1))],
    };
    let mut pieces = Pieces::new();
    for &(low, high) in a.set().ranges() {
        for &(first, last) in &sides {
            let (low, high) = (low.max(first), high.min(last));
            if low > high {
                continue;
            }
            let ends = [low, high].map(|bits| operation.on_bits([bits, 0, 0]));
            if let [Some(low), Some(high)] = ends.map(|bits| places::place(format, bits)) {
                pieces.push((low, high));
            }
        }
    }
    Numbers::new(format, pieces, false)
}

/// The operation with the nearest integer for what does not fit: monotonic.
pub(super) fn saturating(operation: Operation) -> Operation {
    use FloatOperator::*;
    let operator = match operation.op.operator {
        ToSigned => ToSignedSaturating,
        ToUnsigned => ToUnsignedSaturating,
        other => other,
    };
    let op = FloatOp {
        operator,
        ..operation.op
    };
    Operation { op, ..operation }
}

fn to_integers(operation: Operation, a: &Numbers) -> Value {
    let monotonic = saturating(operation);
    let format = operation.op.format;
    let width = operation.width;
    let mut zero = a.nan;
    let mut found = Set::empty(width);
    for &(low, high) in &a.pieces {
        let ends = [low, high].map(|place| places::bits(format, place));
        let [low, high] = ends.map(|bits| monotonic.on_bits([bits, 0, 0]));
        let plain = ends.map(|bits| operation.on_bits([bits, 0, 0]));
        zero |= plain != [low, high];
        found = found.union(&Set::range(width, low, high));
    }
    if zero {
        found = found.union(&Set::single(width, 0));
    }
    Value::from_set(found)
}
