//! Numbers in order: each bit pattern that is no NaN has a place, and the order of places is that of the numbers, -0 just below +0.
//!
//! The place of a number without a sign is its bit pattern as an integer, and that of its negative is the complement of that; +0 has the place 0, -0
//! the place -1.

use everypath_term::FloatFormat;
use everypath_term::ops::mask;
use smallvec::SmallVec;

use crate::intervals::set::Set;
use crate::intervals::value::Value;

/// Both ends are included.
pub(super) type Piece = (i64, i64);
pub(super) type Pieces = SmallVec<[Piece; 4]>;

/// The sign bit.
pub(super) fn sign(format: FloatFormat) -> u64 {
    format.sign() as u64
}

/// The place of infinity.
pub(super) fn infinity(format: FloatFormat) -> i64 {
    format.infinity() as i64
}

/// From negative infinity to infinity.
pub(super) fn all(format: FloatFormat) -> Piece {
    (!infinity(format), infinity(format))
}

/// The place of a bit pattern; nothing for a NaN.
pub(super) fn place(format: FloatFormat, bits: u64) -> Option<i64> {
    let magnitude = (bits & (sign(format) - 1)) as i64;
    let place = match bits & sign(format) != 0 {
        true => !magnitude,
        false => magnitude,
    };
    (magnitude <= infinity(format)).then_some(place)
}

/// The bit pattern at a place.
pub(super) fn bits(format: FloatFormat, place: i64) -> u64 {
    match place < 0 {
        true => sign(format) | !place as u64,
        false => place as u64,
    }
}

/// The places of both zeros as one number: what comparisons see.
pub(super) fn rank(place: i64) -> i64 {
    place + i64::from(place < 0)
}

/// The last place of a rank.
pub(super) fn last_of(rank: i64) -> i64 {
    rank - i64::from(rank < 0)
}

/// The first place of a rank.
pub(super) fn first_of(rank: i64) -> i64 {
    rank - i64::from(rank <= 0)
}

/// What a term of a format may be.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    pub format: FloatFormat,
    /// Places of numbers, ascending and apart.
    pub pieces: Pieces,
    /// Whether it may be a NaN.
    pub nan: bool,
}

impl Numbers {
    /// What a value of the width of a format may be.
    pub fn of(format: FloatFormat, value: &Value) -> Self {
        let (sign, infinity) = (sign(format), format.infinity() as u64);
        let mut pieces = Pieces::new();
        let mut nan = false;
        for &(low, high) in value.set().ranges() {
            for half in [0, sign] {
                let (first, last) = (low.max(half), high.min(half | (sign - 1)));
                if first > last {
                    continue;
                }
                let (first, last) = (first - half, last - half);
                nan |= last > infinity;
                let last = last.min(infinity);
                if first > last {
                    continue;
                }
                let (first, last) = (first as i64, last as i64);
                pieces.push(match half {
                    0 => (first, last),
                    _ => (!last, !first),
                });
            }
        }
        // The NaN may be one that the known bits exclude, which is no loss but for operations on numbers alone.
        Self::new(format, pieces, nan)
    }

    /// Pieces in any order.
    pub fn new(format: FloatFormat, mut pieces: Pieces, nan: bool) -> Self {
        pieces.sort_unstable();
        let mut merged = Pieces::new();
        for (low, high) in pieces {
            match merged.last_mut() {
                Some(last) if low <= last.1 + 1 => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        Self {
            format,
            pieces: merged,
            nan,
        }
    }

    /// The least and the greatest number.
    pub fn hull(&self) -> Option<Piece> {
        Some((self.pieces.first()?.0, self.pieces.last()?.1))
    }

    /// At most `most` pieces that hold all, and whether they are the same numbers.
    pub fn few(&self, most: usize) -> (Pieces, bool) {
        match self.hull() {
            Some(hull) if self.pieces.len() > most => (Pieces::from_slice(&[hull]), false),
            _ => (self.pieces.clone(), true),
        }
    }

    /// The number, if there is only one and no NaN.
    pub fn as_single(&self) -> Option<i64> {
        match self.pieces[..] {
            [(low, high)] if low == high && !self.nan => Some(low),
            _ => None,
        }
    }

    fn ranges(&self) -> impl Iterator<Item = (u64, u64)> {
        let format = self.format;
        let halves = self.pieces.iter().flat_map(|&(low, high)| {
            [(low, high.min(-1)), (low.max(0), high)]
                .into_iter()
                .filter(|(low, high)| low <= high)
        });
        // Patterns of negative numbers descend.
        halves.map(move |(low, high)| match low < 0 {
            true => (bits(format, high), bits(format, low)),
            false => (bits(format, low), bits(format, high)),
        })
    }

    /// Results of an operation: a NaN is the one that operations give.
    pub fn into_results(self) -> Value {
        let nan = self.format.nan() as u64;
        let nan = self.nan.then_some((nan, nan));
        let ranges: Vec<(u64, u64)> = self.ranges().chain(nan).collect();
        Value::from_set(Set::from_ranges(self.format.width(), ranges))
    }

    /// Operands of an operation: all NaNs are alike to it.
    pub fn into_operands(self) -> Value {
        let (sign, infinity) = (sign(self.format), self.format.infinity() as u64);
        let nans = [
            (infinity + 1, sign - 1),
            (sign + infinity + 1, mask(self.format.width())),
        ];
        let nans = nans.into_iter().filter(|_| self.nan);
        let ranges: Vec<(u64, u64)> = self.ranges().chain(nans).collect();
        Value::from_set(Set::from_ranges(self.format.width(), ranges))
    }
}
