//! Bit-vector values of any width.
//!
//! Values of up to 64 bits (nearly all) are one word and call [`crate::ops`]; wider ones are boxed words, least
//! significant first, with schoolbook arithmetic: they occur only where products and concatenations outgrow a word.

use std::cmp::Ordering;
use std::fmt;

use crate::ops::{self, BinaryOp, UnaryOp, mask};

/// A bit-vector value of a width of at least 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bits {
    width: u32,
    words: Words,
}

/// Bits above the width are zero; `Large` exactly for widths above 64.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Words {
    Small(u64),
    Large(Box<[u64]>),
}

impl Bits {
    /// `value` modulo 2^`width`.
    #[inline]
    pub fn new(width: u32, value: u64) -> Self {
        assert!(width > 0, "a bit-vector has at least one bit");
        if width <= 64 {
            Self {
                width,
                words: Words::Small(value & mask(width)),
            }
        } else {
            let mut words = vec![0; word_count(width)];
            words[0] = value;
            Self {
                width,
                words: Words::Large(words.into()),
            }
        }
    }

    /// The words, least significant first, modulo 2^`width`; missing words are zero.
    pub fn from_words(width: u32, words: &[u64]) -> Self {
        Self::from_vec(width, words.to_vec())
    }

    fn from_vec(width: u32, mut words: Vec<u64>) -> Self {
        if width <= 64 {
            return Self::new(width, words.first().copied().unwrap_or(0));
        }
        words.resize(word_count(width), 0);
        if let Some(top) = words.last_mut()
            && !width.is_multiple_of(64)
        {
            *top &= mask(width % 64);
        }
        Self {
            width,
            words: Words::Large(words.into()),
        }
    }

    /// The value of `width` bits that a number is, without what does not fit.
    pub(crate) fn from_u128(width: u32, value: u128) -> Self {
        Self::from_words(width, &[value as u64, (value >> 64) as u64])
    }

    /// The low 128 bits.
    pub(crate) fn low_u128(&self) -> u128 {
        let words = self.words();
        let word = |at: usize| words.get(at).copied().unwrap_or(0);
        u128::from(word(0)) | u128::from(word(1)) << 64
    }

    /// A value of width 1.
    pub fn bool(value: bool) -> Self {
        Self::new(1, value as u64)
    }

    /// All bits zero.
    pub fn zero(width: u32) -> Self {
        Self::new(width, 0)
    }

    /// All bits one.
    pub fn ones(width: u32) -> Self {
        if width <= 64 {
            Self::new(width, u64::MAX)
        } else {
            Self::from_vec(width, vec![u64::MAX; word_count(width)])
        }
    }

    /// The least signed number: the top bit alone.
    pub fn least_signed(width: u32) -> Self {
        let mut words = vec![0; word_count(width)];
        words[word_count(width) - 1] = 1 << ((width - 1) % 64);
        Self::from_vec(width, words)
    }

    /// The greatest signed number: all bits but the top one.
    pub fn greatest_signed(width: u32) -> Self {
        Self::least_signed(width).unary(UnaryOp::Not)
    }

    /// The inverse of an odd number modulo 2^width, by Newton's iteration: each step doubles the bits that are right. None for an even
    /// number.
    pub fn inverse(&self) -> Option<Self> {
        if !self.bit(0) {
            return None;
        }
        let two = Self::from_words(self.width, &[2]);
        // A number is its own inverse modulo 8.
        let (mut inverse, mut right) = (self.clone(), 3);
        while right < self.width {
            let rest = two.binary(BinaryOp::Sub, &self.binary(BinaryOp::Mul, &inverse));
            inverse = inverse.binary(BinaryOp::Mul, &rest);
            right *= 2;
        }
        Some(inverse)
    }

    /// The number of bits.
    #[inline]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The value as an unsigned number, if it fits.
    #[inline]
    pub fn to_u64(&self) -> Option<u64> {
        match &self.words {
            Words::Small(value) => Some(*value),
            Words::Large(words) => words[1..].iter().all(|&w| w == 0).then(|| words[0]),
        }
    }

    /// The words, least significant first.
    #[inline]
    pub fn words(&self) -> &[u64] {
        match &self.words {
            Words::Small(value) => std::slice::from_ref(value),
            Words::Large(words) => words,
        }
    }

    /// Bits `64 * i` and above as a word; 0 above the width.
    #[inline]
    pub fn word(&self, i: usize) -> u64 {
        self.words().get(i).copied().unwrap_or(0)
    }

    /// Bit `i`; false above the width.
    #[inline]
    pub fn bit(&self, i: u32) -> bool {
        self.word(i as usize / 64) >> (i % 64) & 1 == 1
    }

    /// Whether all bits are zero.
    pub fn is_zero(&self) -> bool {
        self.words().iter().all(|&w| w == 0)
    }

    /// Whether all bits are one.
    pub fn is_ones(&self) -> bool {
        *self == Self::ones(self.width)
    }

    /// Whether the top bit is one.
    pub fn is_negative(&self) -> bool {
        self.bit(self.width - 1)
    }

    fn zip(&self, other: &Self, word: impl Fn(u64, u64) -> u64) -> Self {
        let words = self
            .words()
            .iter()
            .zip(other.words())
            .map(|(&a, &b)| word(a, b))
            .collect();
        Self::from_vec(self.width, words)
    }

    /// The value of a unary operator. Operators that terms do not keep work on at most 64 bits.
    pub fn unary(&self, op: UnaryOp) -> Self {
        match (&self.words, op) {
            (Words::Small(a), _) => Self::new(self.width, ops::fold_unary(op, self.width, *a)),
            (_, UnaryOp::Not) => {
                Self::from_vec(self.width, self.words().iter().map(|w| !w).collect())
            }
            (_, UnaryOp::Neg) => self.unary(UnaryOp::Not).add(&Self::new(self.width, 1)),
            (_, UnaryOp::CountOnes) => Self::new(
                self.width,
                self.words().iter().map(|w| w.count_ones() as u64).sum(),
            ),
            (_, UnaryOp::CountLeadingZeros) => {
                let zeros = (0..self.width).rev().take_while(|&i| !self.bit(i)).count();
                Self::new(self.width, zeros as u64)
            }
            (_, UnaryOp::CountTrailingZeros) => {
                let zeros = (0..self.width).take_while(|&i| !self.bit(i)).count();
                Self::new(self.width, zeros as u64)
            }
            (_, UnaryOp::ReverseBits) => self.map_bits(|i| self.bit(self.width - 1 - i)),
            (_, UnaryOp::ReverseBytes) => {
                self.map_bits(|i| self.bit((self.width / 8 - 1 - i / 8) * 8 + i % 8))
            }
        }
    }

    fn map_bits(&self, bit: impl Fn(u32) -> bool) -> Self {
        let mut words = vec![0; word_count(self.width)];
        for i in 0..self.width {
            words[i as usize / 64] |= (bit(i) as u64) << (i % 64);
        }
        Self::from_vec(self.width, words)
    }

    /// The value of a binary operator on operands of one width.
    pub fn binary(&self, op: BinaryOp, other: &Self) -> Self {
        assert_eq!(self.width, other.width, "operands of {op:?} have one width");
        let width = self.width;
        if let (Words::Small(a), Words::Small(b)) = (&self.words, &other.words) {
            return Self::new(op.result_width(width), ops::fold_binary(op, width, *a, *b));
        }
        let choose = |first: bool| if first { self.clone() } else { other.clone() };
        match op {
            BinaryOp::Add => self.add(other),
            BinaryOp::Sub => self.add(&other.unary(UnaryOp::Neg)),
            BinaryOp::Mul => self.multiply(other, width),
            BinaryOp::MulHighUnsigned => self.multiply(other, 2 * width).extract(width, width),
            BinaryOp::MulHighSigned => self
                .sign_extend(2 * width)
                .multiply(&other.sign_extend(2 * width), 2 * width)
                .extract(width, width),
            BinaryOp::MulHighSignedUnsigned => self
                .sign_extend(2 * width)
                .multiply(&other.zero_extend(2 * width), 2 * width)
                .extract(width, width),
            BinaryOp::UDiv => self.divide(other).0,
            BinaryOp::URem => self.divide(other).1,
            BinaryOp::SDiv => self.signed_divide(other).0,
            BinaryOp::SRem => self.signed_divide(other).1,
            BinaryOp::And => self.zip(other, |a, b| a & b),
            BinaryOp::Or => self.zip(other, |a, b| a | b),
            BinaryOp::Xor => self.zip(other, |a, b| a ^ b),
            BinaryOp::Shl => match other.shift_amount(width) {
                Some(amount) => self.shift_left(amount),
                None => Self::zero(width),
            },
            BinaryOp::LShr => match other.shift_amount(width) {
                Some(amount) => self.shift_right(amount),
                None => Self::zero(width),
            },
            BinaryOp::AShr => {
                let amount = other.shift_amount(width).unwrap_or(width - 1);
                self.sign_extend(2 * width).extract(amount, width)
            }
            BinaryOp::RotateLeft => {
                let amount = other.divide(&Self::new(width, width as u64)).1.word(0) as u32;
                self.concat(self).extract(width - amount, width)
            }
            BinaryOp::RotateRight => {
                let amount = other.divide(&Self::new(width, width as u64)).1.word(0) as u32;
                self.concat(self).extract(amount, width)
            }
            BinaryOp::UMin => choose(self < other),
            BinaryOp::UMax => choose(self > other),
            BinaryOp::SMin => choose(self.signed_less(other)),
            BinaryOp::SMax => choose(!self.signed_less(other)),
            BinaryOp::Eq => Self::bool(self == other),
            BinaryOp::Ne => Self::bool(self != other),
            BinaryOp::Ult => Self::bool(self < other),
            BinaryOp::Ule => Self::bool(self <= other),
            BinaryOp::Slt => Self::bool(self.signed_less(other)),
            BinaryOp::Sle => Self::bool(!other.signed_less(self)),
        }
    }

    fn add(&self, other: &Self) -> Self {
        let mut carry = false;
        let sum = self.words().iter().zip(other.words()).map(|(&a, &b)| {
            let (low, first) = a.overflowing_add(b);
            let (low, second) = low.overflowing_add(carry as u64);
            carry = first | second;
            low
        });
        let sum = sum.collect();
        Self::from_vec(self.width, sum)
    }

    /// The product modulo 2^`width`.
    fn multiply(&self, other: &Self, width: u32) -> Self {
        let mut product = vec![0u64; word_count(width)];
        for (i, &a) in self.words().iter().enumerate() {
            let mut carry = 0u128;
            for (target, j) in product.iter_mut().skip(i).zip(0..) {
                let sum = *target as u128 + a as u128 * other.word(j) as u128 + carry;
                *target = sum as u64;
                carry = sum >> 64;
            }
        }
        Self::from_vec(width, product)
    }

    /// Unsigned quotient and remainder, bit by bit.
    fn divide(&self, divisor: &Self) -> (Self, Self) {
        if divisor.is_zero() {
            return (Self::ones(self.width), self.clone());
        }
        // One bit more than the operands, since the doubled remainder may outgrow them.
        let width = self.width + 1;
        let divisor = divisor.zero_extend(width);
        let negated = divisor.unary(UnaryOp::Neg);
        let mut remainder = Self::zero(width);
        let mut quotient = vec![0; word_count(self.width)];
        for i in (0..self.width).rev() {
            remainder = remainder
                .shift_left(1)
                .binary(BinaryOp::Or, &Self::new(width, self.bit(i) as u64));
            if remainder >= divisor {
                remainder = remainder.binary(BinaryOp::Add, &negated);
                quotient[i as usize / 64] |= 1 << (i % 64);
            }
        }
        (
            Self::from_vec(self.width, quotient),
            remainder.extract(0, self.width),
        )
    }

    fn signed_divide(&self, divisor: &Self) -> (Self, Self) {
        let absolute = |value: &Self| {
            if value.is_negative() {
                value.unary(UnaryOp::Neg)
            } else {
                value.clone()
            }
        };
        let signed = |value: Self, negative: bool| {
            if negative {
                value.unary(UnaryOp::Neg)
            } else {
                value
            }
        };
        let (quotient, remainder) = absolute(self).divide(&absolute(divisor));
        (
            signed(quotient, self.is_negative() != divisor.is_negative()),
            signed(remainder, self.is_negative()),
        )
    }

    fn signed_less(&self, other: &Self) -> bool {
        match (self.is_negative(), other.is_negative()) {
            (true, false) => true,
            (false, true) => false,
            _ => self < other,
        }
    }

    /// The value as a shift amount, if it is below `width`.
    fn shift_amount(&self, width: u32) -> Option<u32> {
        self.to_u64()
            .filter(|&amount| amount < width as u64)
            .map(|amount| amount as u32)
    }

    /// Shifted towards the top by `amount`, within the width.
    pub fn shift_left(&self, amount: u32) -> Self {
        let (skip, shift) = (amount as usize / 64, amount % 64);
        let words = (0..word_count(self.width)).map(|i| {
            let Some(from) = i.checked_sub(skip) else {
                return 0;
            };
            let below = from.checked_sub(1).map_or(0, |below| self.word(below));
            if shift == 0 {
                self.word(from)
            } else {
                self.word(from) << shift | below >> (64 - shift)
            }
        });
        Self::from_vec(self.width, words.collect())
    }

    /// Shifted towards the bottom by `amount`, zeros coming in.
    pub fn shift_right(&self, amount: u32) -> Self {
        self.slice(amount, self.width)
    }

    /// Bits `low ..` as a value of `width`, with zeros above this value's width.
    fn slice(&self, low: u32, width: u32) -> Self {
        let (skip, shift) = (low as usize / 64, low % 64);
        let words = (0..word_count(width)).map(|i| {
            let (at, above) = (self.word(i + skip), self.word(i + skip + 1));
            if shift == 0 {
                at
            } else {
                at >> shift | above << (64 - shift)
            }
        });
        Self::from_vec(width, words.collect())
    }

    /// Bits `low .. low + width`.
    pub fn extract(&self, low: u32, width: u32) -> Self {
        self.slice(low, width)
    }

    /// This value above `low`.
    pub fn concat(&self, low: &Self) -> Self {
        let width = self.width + low.width;
        if width <= 64 {
            return Self::new(width, self.word(0) << low.width | low.word(0));
        }
        self.zero_extend(width)
            .shift_left(low.width)
            .binary(BinaryOp::Or, &low.zero_extend(width))
    }

    /// Zeros above, up to `width` in all.
    pub fn zero_extend(&self, width: u32) -> Self {
        Self::from_words(width, self.words())
    }

    /// Copies of the top bit above, up to `width` in all.
    pub fn sign_extend(&self, width: u32) -> Self {
        let extended = self.zero_extend(width);
        if width > self.width && self.is_negative() {
            let above = Self::ones(width).shift_left(self.width);
            extended.binary(BinaryOp::Or, &above)
        } else {
            extended
        }
    }

    /// The signed value, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        if self.width <= 64 {
            return Some(ops::signed(self.word(0), self.width));
        }
        let low = self.extract(0, 64);
        (low.sign_extend(self.width) == *self).then(|| low.word(0) as i64)
    }

    /// The digits `0` and `1`, top bit first, without prefix.
    pub fn to_binary(&self) -> String {
        (0..self.width)
            .rev()
            .map(|i| if self.bit(i) { '1' } else { '0' })
            .collect()
    }
}

fn word_count(width: u32) -> usize {
    width.div_ceil(64) as usize
}

impl PartialOrd for Bits {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Narrower values come first; values of one width are ordered as unsigned numbers.
impl Ord for Bits {
    fn cmp(&self, other: &Self) -> Ordering {
        self.width
            .cmp(&other.width)
            .then_with(|| self.words().iter().rev().cmp(other.words().iter().rev()))
    }
}

/// Unsigned decimal.
impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Words::Small(value) = self.words {
            return value.fmt(f);
        }
        // Peel off 19 digits at a time, the most that fit into a word.
        const STEP: u64 = 10_000_000_000_000_000_000;
        let mut words = self.words().to_vec();
        let mut groups = Vec::new();
        while words.iter().any(|&w| w != 0) {
            let mut remainder = 0u128;
            for word in words.iter_mut().rev() {
                let value = remainder << 64 | *word as u128;
                *word = (value / STEP as u128) as u64;
                remainder = value % STEP as u128;
            }
            groups.push(remainder as u64);
        }
        let mut text = groups.pop().unwrap_or(0).to_string();
        for group in groups.iter().rev() {
            text.push_str(&format!("{group:019}"));
        }
        f.pad_integral(true, "", &text)
    }
}

/// Hexadecimal, all digits of the width.
impl fmt::LowerHex for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.width.div_ceil(4);
        let digit = |i: u32| self.word(i as usize / 16) >> (i % 16 * 4) & 15;
        let text: String = (0..digits)
            .rev()
            .filter_map(|i| char::from_digit(digit(i) as u32, 16))
            .collect();
        f.pad_integral(true, "0x", &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn inverses_of_odd_numbers() {
        for width in [1, 2, 3, 4, 7, 8, 32, 64, 65, 128] {
            for value in [1u64, 3, 5, 7, 9, 0xdead_beef, u64::MAX] {
                let odd = Bits::new(width, value);
                let product = odd
                    .inverse()
                    .map(|inverse| odd.binary(BinaryOp::Mul, &inverse));
                assert_eq!(product, Some(Bits::new(width, 1)), "{value} at {width}");
            }
            assert_eq!(Bits::zero(width).inverse(), None);
        }
    }

    #[test]
    fn least_and_greatest_signed_numbers() {
        for width in [1, 8, 64, 65, 128, 129] {
            let (least, greatest) = (Bits::least_signed(width), Bits::greatest_signed(width));
            assert!(least.is_negative() && !greatest.is_negative());
            let next = greatest.binary(BinaryOp::Add, &Bits::new(width, 1));
            assert_eq!(next, least, "of {width} bits");
        }
    }

    proptest! {
        /// Wide arithmetic against the machine's 128-bit arithmetic.
        #[test]
        fn wide_arithmetic_agrees_with_u128(a: u128, b: u128, small: u8) {
            let (x, y) = (Bits::from_u128(128, a), Bits::from_u128(128, b));
            let run = |op| Bits::low_u128(&x.binary(op, &y));
            prop_assert_eq!(run(BinaryOp::Add), a.wrapping_add(b));
            prop_assert_eq!(run(BinaryOp::Sub), a.wrapping_sub(b));
            prop_assert_eq!(run(BinaryOp::Mul), a.wrapping_mul(b));
            prop_assert_eq!(run(BinaryOp::UDiv), a.checked_div(b).unwrap_or(u128::MAX));
            prop_assert_eq!(run(BinaryOp::URem), a.checked_rem(b).unwrap_or(a));
            prop_assert_eq!(run(BinaryOp::Ult), (a < b) as u128);
            prop_assert_eq!(run(BinaryOp::Slt), ((a as i128) < b as i128) as u128);
            let divisor = b >> (small % 128);
            if divisor != 0 {
                let y = Bits::from_u128(128, divisor);
                prop_assert_eq!(Bits::low_u128(&x.binary(BinaryOp::UDiv, &y)), a / divisor);
                prop_assert_eq!(Bits::low_u128(&x.binary(BinaryOp::SDiv, &y)), (a as i128).wrapping_div(divisor as i128) as u128);
                prop_assert_eq!(Bits::low_u128(&x.binary(BinaryOp::SRem, &y)), (a as i128).wrapping_rem(divisor as i128) as u128);
            }
            let amount = small as u32;
            let y = Bits::from_u128(128, amount as u128);
            prop_assert_eq!(Bits::low_u128(&x.binary(BinaryOp::Shl, &y)), a.checked_shl(amount).unwrap_or(0));
            prop_assert_eq!(Bits::low_u128(&x.binary(BinaryOp::LShr, &y)), a.checked_shr(amount).unwrap_or(0));
            prop_assert_eq!(Bits::low_u128(&x.binary(BinaryOp::AShr, &y)), (a as i128 >> amount.min(127)) as u128);
            prop_assert_eq!(Bits::low_u128(&x.binary(BinaryOp::RotateLeft, &y)), a.rotate_left(amount));
            prop_assert_eq!(Bits::low_u128(&x.binary(BinaryOp::RotateRight, &y)), a.rotate_right(amount));
            prop_assert_eq!(Bits::low_u128(&x.unary(UnaryOp::Neg)), a.wrapping_neg());
            prop_assert_eq!(Bits::low_u128(&x.unary(UnaryOp::ReverseBits)), a.reverse_bits());
            prop_assert_eq!(Bits::low_u128(&x.unary(UnaryOp::ReverseBytes)), a.swap_bytes());
            prop_assert_eq!(Bits::low_u128(&x.unary(UnaryOp::CountLeadingZeros)), a.leading_zeros() as u128);
            prop_assert_eq!(x.to_string(), a.to_string());
            prop_assert_eq!(format!("{x:x}"), format!("{a:032x}"));
        }

        /// A sign-extended computation at 65 bits or more agrees with the one at 32 bits where both fit.
        #[test]
        fn wide_agrees_with_small(a: u32, b: u32, op in proptest::sample::select(BinaryOp::ALL.to_vec())) {
            let (x, y) = (Bits::new(32, a as u64), Bits::new(32, b as u64));
            let (wx, wy) = (x.sign_extend(100), y.sign_extend(100));
            if matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor) {
                prop_assert_eq!(x.binary(op, &y), wx.binary(op, &wy).extract(0, 32));
            }
            if op.is_comparison() || matches!(op, BinaryOp::SMin | BinaryOp::SMax | BinaryOp::SRem) {
                let narrow = x.binary(op, &y);
                let wide = wx.binary(op, &wy);
                prop_assert_eq!(narrow.clone(), wide.extract(0, narrow.width()));
            }
            prop_assert_eq!(x.concat(&y).concat(&x).extract(32, 32), y);
        }
    }
}
