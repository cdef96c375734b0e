//! Multi-intervals: sets of numbers of one width as sorted lists of intervals.
//!
//! After O. S. Dustmann, K. Wehrle, C. Cadar: "PARTI: A Multi-Interval Theory Solver for Symbolic Execution" (ASE 2018). One
//! interval is not enough: a sign extension of [127, 128] and a sum that wraps are two. Numbers are unsigned; the signed
//! view of a set is the set moved by half the range. Every operation says whether its result is the exact image; where it
//! is not, it contains the exact image.

use everypath_term::ops::{mask, signed};
use smallvec::{SmallVec, smallvec};

/// An interval, both ends included.
pub type Range = (u64, u64);

/// Intervals; most sets have one or two.
type Ranges = SmallVec<[Range; 2]>;

/// Preimages that would take more intervals than this are not computed.
const MOST_COPIES: u128 = 128;

/// A set of numbers of one width (1 to 64 bits): disjoint intervals that do not touch, ascending.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Set {
    width: u32,
    ranges: Ranges,
}

impl Set {
    /// No number.
    pub fn empty(width: u32) -> Self {
        Self {
            width,
            ranges: Ranges::new(),
        }
    }

    /// All numbers.
    pub fn full(width: u32) -> Self {
        Self {
            width,
            ranges: smallvec![(0, mask(width))],
        }
    }

    /// One number, taken modulo 2^width.
    pub fn single(width: u32, value: u64) -> Self {
        let value = value & mask(width);
        Self {
            width,
            ranges: smallvec![(value, value)],
        }
    }

    /// The numbers from `low` up to `high`, around the end of the range if `high` is less than `low`.
    pub fn range(width: u32, low: u64, high: u64) -> Self {
        let (low, high) = (low & mask(width), high & mask(width));
        if low <= high {
            return Self {
                width,
                ranges: smallvec![(low, high)],
            };
        }
        Self::from_ranges(width, vec![(0, high), (low, mask(width))])
    }

    /// The union of intervals in any order; each within the width, its ends in order.
    pub fn from_ranges(width: u32, ranges: impl IntoIterator<Item = Range>) -> Self {
        let mut ranges: Ranges = ranges.into_iter().collect();
        if !ranges.is_sorted() {
            ranges.sort_unstable();
        }
        let mut merged = Ranges::new();
        for (low, high) in ranges {
            match merged.last_mut() {
                Some(last) if last.1 == u64::MAX || low <= last.1 + 1 => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        Self {
            width,
            ranges: merged,
        }
    }

    /// The set of some numbers.
    pub fn from_values(width: u32, values: impl IntoIterator<Item = u64>) -> Self {
        Self::from_ranges(width, values.into_iter().map(|v| (v, v)))
    }

    /// The integers from `low` up to `high`, modulo 2^width.
    pub fn integers(width: u32, low: i128, high: i128) -> Self {
        debug_assert!(low <= high);
        match high.checked_sub(low) {
            Some(span) if span < i128::from(mask(width)) => {
                Self::range(width, low as u64, high as u64)
            }
            _ => Self::full(width),
        }
    }

    /// The numbers from `low` up to `high` as signed numbers; none if they are in the wrong order.
    pub fn signed_range(width: u32, low: i64, high: i64) -> Self {
        if low > high {
            return Self::empty(width);
        }
        Self::range(width, low as u64, high as u64)
    }

    /// Bits of a number.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The intervals, ascending.
    pub fn ranges(&self) -> &[Range] {
        &self.ranges
    }

    /// Whether there is no number in it.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Whether all numbers are in it.
    pub fn is_full(&self) -> bool {
        self.ranges.first() == Some(&(0, mask(self.width)))
    }

    /// How many numbers are in it.
    pub fn count(&self) -> u128 {
        self.ranges
            .iter()
            .map(|&(low, high)| u128::from(high - low) + 1)
            .sum()
    }

    /// The least number.
    pub fn min(&self) -> Option<u64> {
        self.ranges.first().map(|range| range.0)
    }

    /// The greatest number.
    pub fn max(&self) -> Option<u64> {
        self.ranges.last().map(|range| range.1)
    }

    /// The least and the greatest number, signed.
    pub fn signed_bounds(&self) -> Option<(i64, i64)> {
        let moved = self.add_constant(self.half());
        let back = |value: u64| {
            signed(
                value.wrapping_sub(self.half()) & mask(self.width),
                self.width,
            )
        };
        Some((back(moved.min()?), back(moved.max()?)))
    }

    /// The number, if there is only one.
    pub fn as_single(&self) -> Option<u64> {
        match self.ranges[..] {
            [(low, high)] if low == high => Some(low),
            _ => None,
        }
    }

    /// Whether a number is in it.
    pub fn contains(&self, value: u64) -> bool {
        let after = self.ranges.partition_point(|range| range.1 < value);
        self.ranges.get(after).is_some_and(|range| range.0 <= value)
    }

    /// The numbers, ascending. There may be 2^64 of them.
    pub fn values(&self) -> impl Iterator<Item = u64> + '_ {
        self.ranges.iter().flat_map(|&(low, high)| low..=high)
    }

    /// The number in it that is nearest to `value`.
    pub fn nearest(&self, value: u64) -> Option<u64> {
        self.ranges
            .iter()
            .map(|&(low, high)| value.clamp(low, high))
            .min_by_key(|&other| (other.abs_diff(value), other))
    }

    /// The least signed number of the width, as it is stored.
    fn half(&self) -> u64 {
        1 << (self.width - 1)
    }

    /// What is in either set.
    pub fn union(&self, other: &Self) -> Self {
        Self::from_ranges(self.width, [&self.ranges[..], &other.ranges].concat())
    }

    /// What is in both sets.
    pub fn intersect(&self, other: &Self) -> Self {
        let (mut i, mut j) = (0, 0);
        let mut ranges = Ranges::new();
        while let (Some(&a), Some(&b)) = (self.ranges.get(i), other.ranges.get(j)) {
            let (low, high) = (a.0.max(b.0), a.1.min(b.1));
            if low <= high {
                ranges.push((low, high));
            }
            if a.1 < b.1 {
                i += 1;
            } else {
                j += 1;
            }
        }
        Self {
            width: self.width,
            ranges,
        }
    }

    /// What is not in it.
    pub fn complement(&self) -> Self {
        let mut ranges = Ranges::with_capacity(self.ranges.len() + 1);
        let mut next = Some(0);
        for &(low, high) in &self.ranges {
            if let Some(start) = next
                && start < low
            {
                ranges.push((start, low - 1));
            }
            next = high.checked_add(1);
        }
        if let Some(start) = next
            && start <= mask(self.width)
        {
            ranges.push((start, mask(self.width)));
        }
        Self {
            width: self.width,
            ranges,
        }
    }

    /// Fills the smallest gaps until there are at most `most` intervals. The result contains the set.
    pub fn widen(mut self, most: usize) -> Self {
        let most = most.max(1);
        if self.ranges.len() <= most {
            return self;
        }
        let mut gaps: Vec<(u64, usize)> = self
            .ranges
            .windows(2)
            .enumerate()
            .map(|(i, pair)| (pair[1].0 - pair[0].1, i))
            .collect();
        gaps.sort_unstable();
        gaps.truncate(self.ranges.len() - most);
        for (_, i) in gaps {
            let end = self.ranges[i + 1].0;
            self.ranges[i].1 = end - 1;
        }
        Self::from_ranges(self.width, self.ranges)
    }

    /// {x + constant}. Exact.
    pub fn add_constant(&self, constant: u64) -> Self {
        self.moved_ranges(constant, |ranges| Self::from_ranges(self.width, ranges))
    }

    fn moved_ranges<T>(&self, constant: u64, build: impl FnOnce(Ranges) -> T) -> T {
        let m = mask(self.width);
        let mut ranges = Ranges::with_capacity(self.ranges.len() + 1);
        for &(low, high) in &self.ranges {
            let (from, to) = (
                low.wrapping_add(constant) & m,
                high.wrapping_add(constant) & m,
            );
            if from <= to {
                ranges.push((from, to));
            } else {
                ranges.push((from, m));
                ranges.push((0, to));
            }
        }
        build(ranges)
    }

    /// {~x}. Exact.
    pub fn not(&self) -> Self {
        let m = mask(self.width);
        let ranges = self.ranges.iter().rev();
        Self {
            width: self.width,
            ranges: ranges.map(|&(low, high)| (m - high, m - low)).collect(),
        }
    }

    /// {-x}. Exact.
    pub fn neg(&self) -> Self {
        self.not().add_constant(1)
    }

    /// {x + y}. Exact; as many intervals as the product of both at worst.
    pub fn add(&self, other: &Self) -> Self {
        let m = mask(self.width);
        let mut ranges = Ranges::with_capacity(self.ranges.len() * other.ranges.len() + 1);
        for &(low, high) in &self.ranges {
            for &(other_low, other_high) in &other.ranges {
                let length = u128::from(high - low) + u128::from(other_high - other_low);
                if length >= u128::from(m) {
                    return Self::full(self.width);
                }
                let from = low.wrapping_add(other_low) & m;
                let to = high.wrapping_add(other_high) & m;
                if from <= to {
                    ranges.push((from, to));
                } else {
                    ranges.push((from, m));
                    ranges.push((0, to));
                }
            }
        }
        Self::from_ranges(self.width, ranges)
    }

    /// {x - y}. Exact, as [`Self::add`].
    pub fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }

    /// {x * constant}. Exact if there are few numbers; else the intervals hold numbers between the multiples too, and where the
    /// product of an interval is all around they are all numbers.
    pub fn mul_constant(&self, constant: u64) -> Self {
        let m = mask(self.width);
        if self.count() <= MOST_COPIES {
            return Self::from_values(
                self.width,
                self.values().map(|v| v.wrapping_mul(constant) & m),
            );
        }
        // As a signed number it is the least in magnitude, and so is the span of a product.
        let factor = i128::from(signed(constant, self.width));
        let mut union = Self::empty(self.width);
        for &(low, high) in &self.ranges {
            let (first, last) = (i128::from(low) * factor, i128::from(high) * factor);
            let product = Self::integers(self.width, first.min(last), first.max(last));
            union = union.union(&product);
        }
        union
    }

    /// {x of `have` : x * constant is in the set}. Exact; `None` if it takes too many intervals.
    pub fn mul_preimage(&self, constant: u64, have: &Self) -> Option<Self> {
        let most = u128::from(have.max().unwrap_or(0)) * u128::from(constant);
        let wraps = (most >> self.width) + 1;
        if constant == 0 {
            return Some(if self.contains(0) {
                have.clone()
            } else {
                Self::empty(self.width)
            });
        }
        if wraps * self.ranges.len() as u128 > MOST_COPIES {
            if constant % 2 == 1 && self.count() <= MOST_COPIES {
                let inverse = odd_inverse(constant);
                let values = self
                    .values()
                    .map(|v| v.wrapping_mul(inverse) & mask(self.width));
                return Some(Self::from_values(self.width, values).intersect(have));
            }
            return None;
        }
        let constant = u128::from(constant);
        let mut ranges = Ranges::new();
        for wrap in 0..wraps {
            let base = wrap << self.width;
            for &(low, high) in &self.ranges {
                let from = (base + u128::from(low)).div_ceil(constant);
                let to = ((base + u128::from(high)) / constant).min(u128::from(mask(self.width)));
                if from <= to {
                    ranges.push((from as u64, to as u64));
                }
            }
        }
        Some(Self::from_ranges(self.width, ranges).intersect(have))
    }

    /// {x / constant}, unsigned, for a constant that is not 0. Exact.
    pub fn udiv_constant(&self, constant: u64) -> Self {
        let constant = constant.max(1);
        let ranges = self.ranges.iter();
        Self::from_ranges(
            self.width,
            ranges.map(|&(low, high)| (low / constant, high / constant)),
        )
    }

    /// {x : x / constant is in the set}, unsigned, for a constant that is not 0. Exact.
    pub fn udiv_preimage(&self, constant: u64) -> Self {
        let constant = u128::from(constant.max(1));
        let most = u128::from(mask(self.width));
        let ranges = self.ranges.iter().filter_map(|&(low, high)| {
            let from = u128::from(low) * constant;
            let to = (u128::from(high) * constant + (constant - 1)).min(most);
            (from <= most).then_some((from as u64, to as u64))
        });
        Self::from_ranges(self.width, ranges)
    }

    /// {x >> amount}, filled with zeros, for an amount below the width. Exact.
    pub fn lshr_constant(&self, amount: u32) -> Self {
        let ranges = self.ranges.iter();
        Self::from_ranges(
            self.width,
            ranges.map(|&(low, high)| (low >> amount, high >> amount)),
        )
    }

    /// {x : x >> amount is in the set}, filled with zeros, for an amount below the width. Exact.
    pub fn lshr_preimage(&self, amount: u32) -> Self {
        let most = mask(self.width) >> amount;
        let ranges = self.ranges.iter().filter(|range| range.0 <= most);
        Self::from_ranges(
            self.width,
            ranges
                .map(|&(low, high)| (low << amount, (high.min(most) << amount) | low_ones(amount))),
        )
    }

    /// {x >> amount}, filled with the sign, for an amount below the width. Exact.
    pub fn ashr_constant(&self, amount: u32) -> Self {
        let ranges = self
            .signed_ranges()
            .into_iter()
            .map(|(low, high)| (low >> amount, high >> amount));
        Self::from_signed(self.width, ranges)
    }

    /// {x : x >> amount is in the set}, filled with the sign, for an amount below the width. Exact.
    pub fn ashr_preimage(&self, amount: u32) -> Self {
        let (least, most) = signed_limits(self.width - amount);
        let ranges = self
            .signed_ranges()
            .into_iter()
            .filter(|&(low, high)| low <= most && high >= least)
            .map(|(low, high)| {
                (
                    low.max(least) << amount,
                    (high.min(most) << amount) | low_ones(amount) as i64,
                )
            });
        Self::from_signed(self.width, ranges)
    }

    /// The intervals of the signed view, none across 0.
    fn signed_ranges(&self) -> Vec<(i64, i64)> {
        let half = self.half();
        let mut ranges = Vec::with_capacity(self.ranges.len() + 1);
        for &(low, high) in &self.ranges {
            let view = |value| signed(value, self.width);
            if low < half && high >= half {
                ranges.push((view(low), view(half - 1)));
                ranges.push((view(half), view(high)));
            } else {
                ranges.push((view(low), view(high)));
            }
        }
        ranges
    }

    /// Signed intervals, none across 0.
    fn from_signed(width: u32, ranges: impl Iterator<Item = (i64, i64)>) -> Self {
        let m = mask(width);
        Self::from_ranges(
            width,
            ranges.map(|(low, high)| (low as u64 & m, high as u64 & m)),
        )
    }

    /// The same numbers at a greater width. Exact.
    pub fn zero_extend(&self, width: u32) -> Self {
        Self {
            width,
            ranges: self.ranges.clone(),
        }
    }

    /// The same signed numbers at a greater width. Exact.
    pub fn sign_extend(&self, width: u32) -> Self {
        Self::from_signed(width, self.signed_ranges().into_iter())
    }

    /// {x of the lesser `width` : x with zeros above is in the set}. Exact.
    pub fn zero_extend_preimage(&self, width: u32) -> Self {
        let low_part = self.intersect(&Self::range(self.width, 0, mask(width)));
        Self {
            width,
            ranges: low_part.ranges,
        }
    }

    /// {x of the lesser `width` : x with its sign above is in the set}. Exact.
    pub fn sign_extend_preimage(&self, width: u32) -> Self {
        let (least, most) = signed_limits(width);
        let ranges = self
            .signed_ranges()
            .into_iter()
            .filter(|&(low, high)| low <= most && high >= least)
            .map(|(low, high)| (low.max(least), high.min(most)));
        Self::from_signed(width, ranges)
    }

    /// {x modulo 2^width} for a lesser width. Exact.
    pub fn truncate(&self, width: u32) -> Self {
        let m = mask(width);
        let mut ranges = Ranges::with_capacity(self.ranges.len() + 1);
        for &(low, high) in &self.ranges {
            if high - low >= m {
                return Self::full(width);
            }
            let (from, to) = (low & m, high & m);
            if from <= to {
                ranges.push((from, to));
            } else {
                ranges.push((from, m));
                ranges.push((0, to));
            }
        }
        Self::from_ranges(width, ranges)
    }

    /// {bits low .. low + width of x}. Exact.
    pub fn extract(&self, low: u32, width: u32) -> Self {
        self.lshr_constant(low).truncate(width)
    }

    /// {x of `have` : bits low .. low + width of x are in the set}, for a set of that width. Exact; `None` if it takes too
    /// many intervals.
    pub fn extract_preimage(&self, low: u32, have: &Self) -> Option<Self> {
        let shift = low + self.width;
        let above = if shift >= 64 {
            Self::single(have.width, 0)
        } else {
            have.lshr_constant(shift)
        };
        if above.count() * self.ranges.len() as u128 > MOST_COPIES {
            return None;
        }
        let mut ranges = Ranges::new();
        for prefix in above.values() {
            let base = if shift >= 64 { 0 } else { prefix << shift };
            for &(from, to) in &self.ranges {
                ranges.push((base | from << low, base | to << low | low_ones(low)));
            }
        }
        Some(Self::from_ranges(have.width, ranges).intersect(have))
    }

    /// {x above y}. Exact if one of the sets has one number or the low one has all; else the intervals hold what is between.
    pub fn concat(&self, low: &Self) -> Self {
        let width = self.width + low.width;
        let shift = low.width;
        let mut ranges = Ranges::new();
        let pieces = self.count() * low.ranges.len() as u128;
        if pieces <= MOST_COPIES {
            for high_value in self.values() {
                let base = high_value << shift;
                ranges.extend(
                    low.ranges
                        .iter()
                        .map(|&(from, to)| (base | from, base | to)),
                );
            }
        } else if let (Some(least), Some(most)) = (low.min(), low.max()) {
            ranges.extend(
                self.ranges
                    .iter()
                    .map(|&(from, to)| (from << shift | least, to << shift | most)),
            );
        }
        Self::from_ranges(width, ranges)
    }

    /// {x : x above the constant `low` of `low_width` bits is in the set}. Exact.
    pub fn concat_high_preimage(&self, low: u64, low_width: u32) -> Self {
        let ranges = self.ranges.iter().filter_map(|&(from, to)| {
            let to = to.checked_sub(low)? >> low_width;
            let from = u128::from(from.saturating_sub(low)).div_ceil(1 << low_width) as u64;
            (from <= to).then_some((from, to))
        });
        Self::from_ranges(self.width - low_width, ranges)
    }

    /// {x ^ constant}. Exact; every interval falls apart into up to twice as many as the width.
    pub fn xor_constant(&self, constant: u64) -> Self {
        let mut ranges = Ranges::new();
        for &range in &self.ranges {
            for_each_block(range, |start, size| {
                let start = (start ^ constant) & !low_ones(size);
                ranges.push((start, start | low_ones(size)));
            });
        }
        Self::from_ranges(self.width, ranges)
    }
}

/// Calls `found` with start and bits of the aligned blocks that an interval is made of.
fn for_each_block((low, high): Range, mut found: impl FnMut(u64, u32)) {
    let mut start = low;
    loop {
        let mut size = start.trailing_zeros().min(63);
        while size > 0 && start | low_ones(size) > high {
            size -= 1;
        }
        if start == 0 && high == u64::MAX {
            // The whole range of 64 bits is two blocks of 63.
            found(1 << 63, 63);
            found(0, 63);
            return;
        }
        found(start, size);
        match (start | low_ones(size)).checked_add(1) {
            Some(next) if next <= high => start = next,
            _ => return,
        }
    }
}

/// The `count` lowest bits, below 64.
fn low_ones(count: u32) -> u64 {
    (1u64 << count) - 1
}

/// The least and greatest signed number of a width.
fn signed_limits(width: u32) -> (i64, i64) {
    (i64::MIN >> (64 - width), i64::MAX >> (64 - width))
}

/// The inverse of an odd number modulo 2^64 (Newton's iteration; each round doubles the right bits).
fn odd_inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    for _ in 0..5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

#[cfg(test)]
mod tests {
    use everypath_term::Random;

    use super::*;

    /// The set whose characteristic bits are `bits`.
    fn set(width: u32, bits: u64) -> Set {
        Set::from_values(width, (0..1u64 << width).filter(|&v| bits >> v & 1 == 1))
    }

    fn bits(set: &Set) -> u64 {
        let well_formed = set
            .ranges()
            .windows(2)
            .all(|pair| pair[0].1 + 1 < pair[1].0)
            && set
                .ranges()
                .iter()
                .all(|&(low, high)| low <= high && high <= mask(set.width()));
        assert!(well_formed, "{set:?}");
        set.values().fold(0, |bits, value| bits | 1 << value)
    }

    fn all(width: u32) -> u64 {
        mask(1 << width)
    }

    fn members(width: u32, bits: u64) -> impl Iterator<Item = u64> {
        (0..1u64 << width).filter(move |&v| bits >> v & 1 == 1)
    }

    fn image(width: u32, bits: u64, f: impl Fn(u64) -> u64) -> u64 {
        members(width, bits).fold(0, |image, v| image | 1 << f(v))
    }

    fn preimage(width: u32, bits: u64, f: impl Fn(u64) -> u64) -> u64 {
        (0..1u64 << width).fold(0, |found, v| found | (bits >> f(v) & 1) << v)
    }

    /// The characteristic bits of all intervals.
    fn intervals(width: u32) -> impl Iterator<Item = u64> {
        let m = mask(width);
        (0..=m)
            .flat_map(move |low| (low..=m).map(move |high| all(width) >> (m - high) >> low << low))
    }

    /// All sets of the widths 1 to 4; of 5 and 6 all of one interval and many others.
    fn samples(width: u32) -> Vec<u64> {
        if width <= 4 {
            return (0..=all(width)).collect();
        }
        let mut random = Random::new(1);
        let mut samples = vec![0, 1, all(width)];
        for i in 0..3000 {
            let bits = random.next();
            // Runs of equal bits: intervals rather than noise.
            let runs = match i % 2 {
                0 => bits,
                _ => bits | bits << 1 | bits << 2,
            };
            samples.push(runs & all(width));
        }
        samples.extend(intervals(width));
        samples
    }

    #[test]
    fn operations_on_one_set_are_exact() {
        for width in 1..=6 {
            let m = mask(width);
            // All sets of at most two intervals of width 5.
            let pairs = intervals(5)
                .flat_map(|a| intervals(5).filter(move |&b| b <= a).map(move |b| a | b));
            let pairs = pairs.filter(|_| width == 5);
            for sample in samples(width).into_iter().chain(pairs) {
                let s = set(width, sample);
                assert_eq!(bits(&s), sample);
                assert_eq!(bits(&s.complement()), !sample & all(width));
                assert_eq!(bits(&s.not()), image(width, sample, |v| !v & m));
                assert_eq!(
                    bits(&s.neg()),
                    image(width, sample, |v| v.wrapping_neg() & m)
                );
                assert_eq!(s.count(), u128::from(sample.count_ones()));
                assert_eq!(s.min(), members(width, sample).min());
                assert_eq!(s.max(), members(width, sample).max());
                let signs = || members(width, sample).map(|v| signed(v, width));
                assert_eq!(s.signed_bounds(), signs().min().zip(signs().max()));
                for most in 1..4 {
                    let wider = s.clone().widen(most);
                    assert!(wider.ranges().len() <= most && sample & !bits(&wider) == 0);
                }
                for amount in 0..width {
                    assert_eq!(
                        bits(&s.lshr_constant(amount)),
                        image(width, sample, |v| v >> amount)
                    );
                    assert_eq!(
                        bits(&s.lshr_preimage(amount)),
                        preimage(width, sample, |v| v >> amount)
                    );
                    let ashr = |v| (signed(v, width) >> amount) as u64 & m;
                    assert_eq!(bits(&s.ashr_constant(amount)), image(width, sample, ashr));
                    assert_eq!(
                        bits(&s.ashr_preimage(amount)),
                        preimage(width, sample, ashr)
                    );
                }
                for wide in width..=6 {
                    let sext = |v| signed(v, width) as u64 & mask(wide);
                    assert_eq!(bits(&s.zero_extend(wide)), sample);
                    assert_eq!(bits(&s.sign_extend(wide)), image(width, sample, sext));
                }
                for narrow in 1..=width {
                    assert_eq!(
                        bits(&s.truncate(narrow)),
                        image(width, sample, |v| v & mask(narrow))
                    );
                    assert_eq!(bits(&s.zero_extend_preimage(narrow)), sample & all(narrow));
                    let sext = |v| signed(v, narrow) as u64 & m;
                    assert_eq!(
                        bits(&s.sign_extend_preimage(narrow)),
                        preimage(narrow, sample, sext)
                    );
                    for low in 0..=width - narrow {
                        let part = |v| v >> low & mask(narrow);
                        assert_eq!(bits(&s.extract(low, narrow)), image(width, sample, part));
                    }
                }
                for low_width in 1..width {
                    for low in 0..1 << low_width {
                        let above = |v| v << low_width | low;
                        assert_eq!(
                            bits(&s.concat_high_preimage(low, low_width)),
                            preimage(width - low_width, sample, above)
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn operations_with_a_constant_are_exact() {
        for width in 1..=6 {
            let m = mask(width);
            for sample in samples(width)
                .into_iter()
                .step_by(if width > 3 { 7 } else { 1 })
            {
                let s = set(width, sample);
                for c in 0..=m {
                    assert_eq!(
                        bits(&s.add_constant(c)),
                        image(width, sample, |v| v.wrapping_add(c) & m)
                    );
                    assert_eq!(bits(&s.xor_constant(c)), image(width, sample, |v| v ^ c));
                    let times = |v: u64| v.wrapping_mul(c) & m;
                    assert_eq!(bits(&s.mul_constant(c)), image(width, sample, times));
                    let full = Set::full(width);
                    match s.mul_preimage(c, &full) {
                        Some(found) => assert_eq!(bits(&found), preimage(width, sample, times)),
                        None => assert!(width > 4),
                    }
                    if c > 0 {
                        assert_eq!(bits(&s.udiv_constant(c)), image(width, sample, |v| v / c));
                        assert_eq!(
                            bits(&s.udiv_preimage(c)),
                            preimage(width, sample, |v| v / c)
                        );
                    }
                    let range = Set::range(width, c, c.wrapping_add(sample) & m);
                    assert_eq!(u64::from(range.contains(c)), 1);
                    assert_eq!(
                        s.nearest(c).map(|v| v.abs_diff(c)),
                        members(width, sample).map(|v| v.abs_diff(c)).min()
                    );
                }
            }
        }
    }

    #[test]
    fn operations_on_two_sets_are_exact() {
        for width in 1..=6 {
            let m = mask(width);
            let samples = samples(width);
            let step = (samples.len() / 300).max(1);
            for &a in samples.iter().step_by(step) {
                for &b in samples.iter().step_by(step + 1) {
                    let (s, t) = (set(width, a), set(width, b));
                    assert_eq!(bits(&s.union(&t)), a | b);
                    assert_eq!(bits(&s.intersect(&t)), a & b);
                    let pairs = |f: &dyn Fn(u64, u64) -> u64| {
                        members(width, a).fold(0, |all, x| all | image(width, b, |y| f(x, y)))
                    };
                    if width <= 4 {
                        assert_eq!(bits(&s.add(&t)), pairs(&|x, y| x.wrapping_add(y) & m));
                        assert_eq!(bits(&s.sub(&t)), pairs(&|x, y| x.wrapping_sub(y) & m));
                    }
                    if width <= 3 {
                        assert_eq!(bits(&s.concat(&t)), pairs(&|x, y| x << width | y));
                        let whole =
                            set(2 * width, a.wrapping_mul(b.rotate_left(7)) & all(2 * width));
                        for low in 0..=width {
                            let found = s.extract_preimage(low, &whole).expect("few copies");
                            let expected = bits(&whole) & preimage(2 * width, a, |v| v >> low & m);
                            assert_eq!(bits(&found), expected);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_widest_sets() {
        let full = Set::full(64);
        assert_eq!(full.xor_constant(5), full);
        assert_eq!(full.add_constant(5), full);
        assert_eq!(full.complement(), Set::empty(64));
        assert_eq!(full.count(), 1 << 64);
        assert_eq!(full.neg(), full);
        assert_eq!(full.lshr_preimage(63), full);
        assert_eq!(full.ashr_preimage(63), full);
        assert_eq!(full.signed_bounds(), Some((i64::MIN, i64::MAX)));
        let high = Set::range(64, u64::MAX - 3, 5);
        assert_eq!(high.ranges(), [(0, 5), (u64::MAX - 3, u64::MAX)]);
        assert_eq!(high.sign_extend(64), high);
        assert_eq!(high.signed_bounds(), Some((-4, 5)));
        assert_eq!(
            high.mul_preimage(4, &Set::range(64, 0, 9)),
            Some(Set::range(64, 0, 1))
        );
        assert_eq!(
            Set::single(64, 21).mul_preimage(3, &full),
            Some(Set::single(64, 7))
        );
        assert_eq!(Set::full(32).concat(&Set::full(32)), full);
    }
}
