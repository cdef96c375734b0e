//! Known bits: which bits of a number are 0 and which are 1.
//!
//! The second domain beside the multi-intervals (the tristate numbers of compilers; the sum follows the carry argument that
//! H. Vishwanathan, M. Shachnai, S. Narayana, S. Nagarakatte: "Sound, Precise, and Fast Abstract Interpretation with Tristate
//! Numbers" (CGO 2022) proves). Masks, shifts and alignments are what it keeps: the numbers {4 * i} are those whose two
//! low bits are 0, so a left shift needs no attribute of its own.

use everypath_term::ops::mask;

/// What is known of the bits of a number of some width (1 to 64 bits).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownBits {
    /// Bits of the number.
    pub width: u32,
    /// The bits that are known.
    pub known: u64,
    /// What they are; 0 elsewhere.
    pub value: u64,
}

// The names of the operators, without their traits: no overloading for what is no number.
#[allow(clippy::should_implement_trait)]
impl KnownBits {
    /// Nothing is known.
    pub fn top(width: u32) -> Self {
        Self {
            width,
            known: 0,
            value: 0,
        }
    }

    /// Everything is known.
    pub fn constant(width: u32, value: u64) -> Self {
        let known = mask(width);
        Self {
            width,
            known,
            value: value & known,
        }
    }

    fn new(width: u32, known: u64, value: u64) -> Self {
        let known = known & mask(width);
        Self {
            width,
            known,
            value: value & known,
        }
    }

    /// The bits that are known to be 0.
    fn zeros(self) -> u64 {
        self.known & !self.value
    }

    /// Whether a number agrees.
    pub fn contains(self, value: u64) -> bool {
        value & self.known == self.value
    }

    /// What both say together; `None` if they contradict each other.
    pub fn meet(self, other: Self) -> Option<Self> {
        let contradiction = (self.value ^ other.value) & self.known & other.known != 0;
        (!contradiction).then(|| {
            Self::new(
                self.width,
                self.known | other.known,
                self.value | other.value,
            )
        })
    }

    /// What both say.
    pub fn join(self, other: Self) -> Self {
        let known = self.known & other.known & !(self.value ^ other.value);
        Self::new(self.width, known, self.value)
    }

    /// The bits above the highest in which two numbers differ: those of all numbers between them.
    pub fn between(width: u32, low: u64, high: u64) -> Self {
        let differing = 64 - (low ^ high).leading_zeros();
        let known = if differing == 64 {
            0
        } else {
            u64::MAX << differing
        };
        Self::new(width, known, low)
    }

    /// The least number that agrees and is not below `from`.
    pub fn next(self, from: u64) -> Option<u64> {
        let wrong = (from ^ self.value) & self.known;
        if wrong == 0 {
            return Some(from);
        }
        let top = 63 - wrong.leading_zeros();
        if self.value >> top & 1 == 1 {
            // Raise the bit; what is below it becomes as small as it may.
            let above = !((2u64 << top).wrapping_sub(1));
            return Some(from & above | self.value & !above);
        }
        // Raise the lowest free 0 above it.
        let free = !from & !self.known & mask(self.width) & !((2u64 << top).wrapping_sub(1));
        if free == 0 {
            return None;
        }
        let raised = free & free.wrapping_neg();
        let above = !(raised | (raised - 1));
        Some(from & above | raised | self.value & (raised - 1))
    }

    /// The greatest number that agrees and is not above `from`.
    pub fn previous(self, from: u64) -> Option<u64> {
        let m = mask(self.width);
        self.not().next(!from & m).map(|value| !value & m)
    }

    /// Complement.
    pub fn not(self) -> Self {
        Self::new(self.width, self.known, !self.value)
    }

    /// Bitwise and.
    pub fn and(self, other: Self) -> Self {
        let ones = self.value & other.value;
        Self::new(self.width, ones | self.zeros() | other.zeros(), ones)
    }

    /// Bitwise or.
    pub fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }

    /// Bitwise exclusive or.
    pub fn xor(self, other: Self) -> Self {
        Self::new(
            self.width,
            self.known & other.known,
            self.value ^ other.value,
        )
    }

    /// Sum.
    pub fn add(self, other: Self) -> Self {
        let m = mask(self.width);
        let greatest = (!self.zeros() & m).wrapping_add(!other.zeros() & m);
        let least = self.value.wrapping_add(other.value);
        let no_carry = !(greatest ^ self.zeros() ^ other.zeros());
        let carry = least ^ self.value ^ other.value;
        let known = self.known & other.known & (no_carry | carry);
        Self::new(self.width, known, least)
    }

    /// Negation.
    pub fn neg(self) -> Self {
        self.not().add(Self::constant(self.width, 1))
    }

    /// Product: the low bits that follow from low bits, and the zeros at the end.
    pub fn mul(self, other: Self) -> Self {
        let low = self.known.trailing_ones().min(other.known.trailing_ones());
        let zeros = self.zeros().trailing_ones() + other.zeros().trailing_ones();
        let product = self.value.wrapping_mul(other.value);
        let by_low = Self::new(self.width, ones(low), product);
        let by_zeros = Self::new(self.width, ones(zeros), 0);
        by_low.meet(by_zeros).unwrap_or(by_low)
    }

    /// Shift left by less than the width.
    pub fn shl(self, amount: u32) -> Self {
        Self::new(
            self.width,
            self.known << amount | ones(amount),
            self.value << amount,
        )
    }

    /// Shift right by less than the width, filled with zeros.
    pub fn lshr(self, amount: u32) -> Self {
        let filled = !(mask(self.width) >> amount);
        Self::new(
            self.width,
            self.known >> amount | filled,
            self.value >> amount,
        )
    }

    /// The bits `low .. low + width`.
    pub fn extract(self, low: u32, width: u32) -> Self {
        Self::new(width, self.known >> low, self.value >> low)
    }

    /// These bits above those of `low`, together at most 64.
    pub fn concat(self, low: Self) -> Self {
        Self::new(
            self.width + low.width,
            self.known << low.width | low.known,
            self.value << low.width | low.value,
        )
    }

    /// Zeros above.
    pub fn zero_extend(self, width: u32) -> Self {
        Self::new(width, self.known | !mask(self.width), self.value)
    }

    /// Copies of the top bit above.
    pub fn sign_extend(self, width: u32) -> Self {
        let shift = 64 - self.width;
        let fill = |bits: u64| ((bits << shift) as i64 >> shift) as u64;
        Self::new(width, fill(self.known), fill(self.value))
    }

    /// Shift right by less than the width, filled with the sign.
    pub fn ashr(self, amount: u32) -> Self {
        self.extract(amount, self.width - amount)
            .sign_extend(self.width)
    }

    /// What is known of the operand of an `and` with `other` if this is known of its result.
    pub fn and_operand(self, other: Self) -> Self {
        Self::new(
            self.width,
            self.value | self.zeros() & other.value,
            self.value,
        )
    }

    /// What is known of the operand of an `or` with `other` if this is known of its result.
    pub fn or_operand(self, other: Self) -> Self {
        self.not().and_operand(other.not()).not()
    }
}

/// The `count` lowest bits, at most 64.
fn ones(count: u32) -> u64 {
    if count >= 64 {
        u64::MAX
    } else {
        (1 << count) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use everypath_term::ops::signed;

    fn all(width: u32) -> impl Iterator<Item = KnownBits> {
        let m = mask(width);
        (0..=m).flat_map(move |known| {
            (0..=m)
                .filter(move |value| value & !known == 0)
                .map(move |value| KnownBits::new(width, known, value))
        })
    }

    fn members(bits: KnownBits) -> impl Iterator<Item = u64> {
        (0..=mask(bits.width)).filter(move |&value| bits.contains(value))
    }

    #[test]
    fn unary_operations_contain_every_result() {
        for bits in all(4) {
            let m = mask(4);
            for v in members(bits) {
                assert!(bits.not().contains(!v & m));
                assert!(bits.neg().contains(v.wrapping_neg() & m));
                assert!(bits.zero_extend(6).contains(v));
                assert!(bits.sign_extend(6).contains(signed(v, 4) as u64 & mask(6)));
                for amount in 0..4 {
                    assert!(bits.shl(amount).contains(v << amount & m));
                    assert!(bits.lshr(amount).contains(v >> amount));
                    assert!(
                        bits.ashr(amount)
                            .contains((signed(v, 4) >> amount) as u64 & m)
                    );
                    assert!(bits.extract(amount, 4 - amount).contains(v >> amount));
                }
            }
            for from in 0..=m {
                assert_eq!(bits.next(from), members(bits).find(|&v| v >= from));
                assert_eq!(
                    bits.previous(from),
                    members(bits).filter(|&v| v <= from).last()
                );
                for high in from..=m {
                    let between = KnownBits::between(4, from, high);
                    assert!((from..=high).all(|v| between.contains(v)));
                }
            }
        }
    }

    #[test]
    fn binary_operations_contain_every_result() {
        let m = mask(4);
        for a in all(4) {
            for b in all(4) {
                let meet: Vec<u64> = members(a).filter(|&v| b.contains(v)).collect();
                match a.meet(b) {
                    None => assert!(meet.is_empty()),
                    Some(both) => assert_eq!(members(both).collect::<Vec<_>>(), meet),
                }
                let (and, or, xor) = (a.and(b), a.or(b), a.xor(b));
                let (add, mul, join) = (a.add(b), a.mul(b), a.join(b));
                let concat = a.concat(b);
                for x in members(a) {
                    for y in members(b) {
                        assert!(and.contains(x & y) && or.contains(x | y) && xor.contains(x ^ y));
                        assert!(add.contains(x.wrapping_add(y) & m));
                        assert!(mul.contains(x.wrapping_mul(y) & m));
                        assert!(join.contains(x) && join.contains(y));
                        assert!(concat.contains(x << 4 | y));
                    }
                }
                // a as a result, b as the other operand.
                for y in members(b) {
                    for x in 0..=m {
                        assert!(!a.contains(x & y) || a.and_operand(b).contains(x));
                        assert!(!a.contains(x | y) || a.or_operand(b).contains(x));
                    }
                }
            }
        }
    }
}
