//! What is known of the value of a term: a multi-interval and known bits, each refined by the other.

use std::borrow::Cow;

use everypath_term::ops::{mask, signed};

use super::known_bits::KnownBits;
use super::set::Set;

/// Sets with more intervals than this are widened.
pub const MOST_RANGES: usize = 64;
/// Up to this many intervals keep the gaps between them, even if the bits explain the gaps.
const FEW_RANGES: usize = 4;
/// Operands with at most this many values are enumerated where nothing better is exact.
pub const MOST_VALUES: u128 = 256;

/// The values that a term may have: those of `set` that agree with `bits`. Refined: no bound of an interval disagrees with
/// the bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value {
    set: Set,
    bits: KnownBits,
}

impl Value {
    /// Everything of a width.
    pub fn top(width: u32) -> Self {
        Self {
            set: Set::full(width),
            bits: KnownBits::top(width),
        }
    }

    /// One number.
    pub fn constant(width: u32, value: u64) -> Self {
        Self {
            set: Set::single(width, value),
            bits: KnownBits::constant(width, value),
        }
    }

    /// A value of width 1.
    pub fn bool(value: bool) -> Self {
        Self::constant(1, u64::from(value))
    }

    /// The numbers that are in a set and agree with bits.
    pub fn new(set: Set, bits: KnownBits) -> Self {
        let mut value = Self {
            set: set.widen(MOST_RANGES),
            bits,
        };
        value.refine();
        value
    }

    /// The numbers of a set.
    pub fn from_set(set: Set) -> Self {
        let width = set.width();
        Self::new(set, KnownBits::top(width))
    }

    /// The numbers that agree with bits.
    pub fn from_bits(bits: KnownBits) -> Self {
        Self::new(Set::full(bits.width), bits)
    }

    /// The intervals.
    pub fn set(&self) -> &Set {
        &self.set
    }

    /// The bits.
    pub fn bits(&self) -> KnownBits {
        self.bits
    }

    /// Bits of a number.
    pub fn width(&self) -> u32 {
        self.set.width()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.set.is_empty()
    }

    /// Whether nothing is known.
    pub fn is_top(&self) -> bool {
        self.bits.known == 0 && self.set.is_full()
    }

    /// The number, if there is only one.
    pub fn as_single(&self) -> Option<u64> {
        self.set.as_single()
    }

    /// The least number; attained.
    pub fn min(&self) -> u64 {
        self.set.min().unwrap_or(0)
    }

    /// The greatest number; attained.
    pub fn max(&self) -> u64 {
        self.set.max().unwrap_or(0)
    }

    /// Whether a number is among them.
    pub fn contains(&self, value: u64) -> bool {
        self.bits.contains(value) && self.set.contains(value)
    }

    /// At least as many as there are.
    pub fn count(&self) -> u128 {
        self.set.count()
    }

    /// Whether all numbers of the intervals agree with the bits.
    pub fn is_dense(&self) -> bool {
        let width = self.width();
        let ranges = self.set.ranges().iter();
        ranges.fold(true, |dense, &(low, high)| {
            dense && self.bits.known & !KnownBits::between(width, low, high).known == 0
        })
    }

    /// The numbers, ascending.
    pub fn values(&self) -> impl Iterator<Item = u64> + '_ {
        self.set.values().filter(|&value| self.bits.contains(value))
    }

    /// One that is near to `value`.
    pub fn near(&self, value: u64) -> Option<u64> {
        if self.contains(value) {
            return Some(value);
        }
        let near = self.set.nearest(value)?;
        [self.bits.next(near), self.bits.previous(near)]
            .into_iter()
            .flatten()
            .find(|&candidate| self.set.contains(candidate))
            .or(self.set.min())
    }

    /// What is in both.
    pub fn meet(&self, other: &Self) -> Self {
        if other.is_top() || self == other {
            return self.clone();
        }
        if self.is_top() {
            return other.clone();
        }
        match self.bits.meet(other.bits) {
            None => Self {
                set: Set::empty(self.width()),
                bits: self.bits,
            },
            Some(bits) => Self::new(self.set.intersect(&other.set), bits),
        }
    }

    /// What is in either.
    pub fn join(&self, other: &Self) -> Self {
        if self.is_empty() {
            return other.clone();
        }
        if other.is_empty() {
            return self.clone();
        }
        let union = self.spelled_out().union(&other.spelled_out());
        Self::new(union, self.bits.join(other.bits))
    }

    /// The intervals; without the numbers that disagree with the bits, if they are few.
    fn spelled_out(&self) -> Cow<'_, Set> {
        if self.count() <= MOST_VALUES && !self.is_dense() {
            Cow::Owned(Set::from_values(self.width(), self.values()))
        } else {
            Cow::Borrowed(&self.set)
        }
    }

    /// The least and the greatest number, signed; attained.
    pub fn signed_bounds(&self) -> Option<(i64, i64)> {
        if self.is_dense() {
            return self.set.signed_bounds();
        }
        let width = self.width();
        let half = 1u64 << (width - 1);
        let part =
            |low, high| Self::new(self.set.intersect(&Set::range(width, low, high)), self.bits);
        let (positive, negative) = (part(0, half - 1), part(half, mask(width)));
        let (first, last) = match (negative.is_empty(), positive.is_empty()) {
            (true, true) => return None,
            (false, false) => (negative.min(), positive.max()),
            (true, false) => (positive.min(), positive.max()),
            (false, true) => (negative.min(), negative.max()),
        };
        Some((signed(first, width), signed(last, width)))
    }

    /// The values of a function. For few numbers.
    pub fn map(&self, width: u32, f: impl FnMut(u64) -> u64) -> Self {
        Self::from_set(Set::from_values(width, self.values().map(f)))
    }

    /// The numbers that satisfy a condition. For few numbers.
    pub fn filter(&self, mut keep: impl FnMut(u64) -> bool) -> Self {
        Self::from_set(Set::from_values(
            self.width(),
            self.values().filter(|&value| keep(value)),
        ))
    }

    /// Lets the domains tell each other what they know.
    fn refine(&mut self) {
        let width = self.width();
        for _ in 0..3 {
            let (Some(min), Some(max)) = (self.set.min(), self.set.max()) else {
                return;
            };
            let mut common = KnownBits::between(width, min, max);
            if self.set.ranges().len() <= 8
                && self.set.ranges().iter().all(|range| range.0 == range.1)
            {
                let points = self.set.ranges().iter();
                common = points
                    .map(|range| KnownBits::constant(width, range.0))
                    .reduce(KnownBits::join)
                    .unwrap_or(common);
            }
            let Some(bits) = self.bits.meet(common) else {
                self.set = Set::empty(width);
                return;
            };
            self.bits = bits;
            if bits.known == 0 {
                return;
            }
            // A few intervals say more to operations that do not look at bits.
            let crowded = self.set.ranges().len() > FEW_RANGES;
            let mut ranges: Vec<(u64, u64)> = Vec::with_capacity(self.set.ranges().len());
            for &(low, high) in self.set.ranges() {
                let (Some(low), Some(high)) = (bits.next(low), bits.previous(high)) else {
                    continue;
                };
                if low > high {
                    continue;
                }
                match ranges.last_mut() {
                    // Nothing that agrees lies in the gap.
                    Some(last) if crowded && bits.next(last.1 + 1) == Some(low) => last.1 = high,
                    _ => ranges.push((low, high)),
                }
            }
            let refined = Set::from_ranges(width, ranges);
            if refined == self.set {
                return;
            }
            self.set = refined;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refinement_keeps_every_number_and_tightens_the_bounds() {
        let m = mask(4);
        for members in 0..1u64 << 16 {
            if members % 11 != 0 && members.count_ones() > 3 {
                continue;
            }
            let set = Set::from_values(4, (0..16).filter(|&v| members >> v & 1 == 1));
            for known in (0..=m).step_by(3) {
                let bits = KnownBits {
                    width: 4,
                    known,
                    value: members & known,
                };
                let expected: Vec<u64> = set.values().filter(|&v| bits.contains(v)).collect();
                let value = Value::new(set.clone(), bits);
                assert_eq!(value.values().collect::<Vec<_>>(), expected);
                assert_eq!(value.is_empty(), expected.is_empty());
                if let (Some(&first), Some(&last)) = (expected.first(), expected.last()) {
                    assert_eq!((value.min(), value.max()), (first, last));
                    for near in 0..=m {
                        assert!(value.near(near).is_some_and(|v| value.contains(v)));
                    }
                }
            }
        }
    }

    #[test]
    fn shifted_sets_stay_small() {
        // {4 i + 2}: one interval, whatever i is.
        let set = Set::from_ranges(32, (0..26).map(|i| (4 * i + 2, 4 * i + 2)));
        let bits = KnownBits {
            width: 32,
            known: 3,
            value: 2,
        };
        let value = Value::new(set, bits);
        assert_eq!(value.set().ranges(), [(2, 102)]);
        assert!(!value.contains(43) && value.contains(98));
    }
}
