//! Sets of bit-vectors that local search picks values from, and the random numbers that it picks them with.
//!
//! Ternary values (bits that are 0, 1 or unknown) are those of A. Niemetz and M. Preiner, "Ternary Propagation-Based Local Search for
//! more Bit-Precise Reasoning" (FMCAD 2020), at any width.

use everypath_term::{BinaryOp, Bits, Random, UnaryOp};
use smallvec::SmallVec;

/// How many members of a progression are tried.
const STRIDE_TRIES: u64 = 8;

/// The numbers of a search, which its seed determines.
#[derive(Clone, Debug)]
pub struct Draws(Random);

impl Draws {
    /// The draws of a seed.
    pub fn new(seed: u64) -> Self {
        Draws(Random::new(seed))
    }

    fn next(&mut self) -> u64 {
        self.0.next()
    }

    /// A number below `limit` (below 2^32), nearly uniform; 0 for a limit of 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (((self.next() >> 32) * limit as u64) >> 32) as usize
    }

    /// Whether something happens that happens `times` times in a thousand.
    pub fn per_mille(&mut self, times: usize) -> bool {
        self.below(1000) < times
    }

    /// A uniform value of `width` bits.
    pub fn bits(&mut self, width: u32) -> Bits {
        if width <= 64 {
            return Bits::new(width, self.next());
        }
        let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.next()).collect();
        Bits::from_words(width, &words)
    }

    /// A value from `low` to `high`, about uniform.
    fn between(&mut self, low: &Bits, high: &Bits) -> Bits {
        let distance = sub(high, low);
        let mask = low_ones(low.width(), low.width() - leading_zeros(&distance));
        let mut offset = and(&self.bits(low.width()), &mask);
        if offset > distance {
            offset = offset.shift_right(1);
        }
        add(low, &offset)
    }

    /// A value to start from instead of `current`: often itself, else one that differs in a bit, a short one or any.
    fn vary(&mut self, current: &Bits) -> Bits {
        let width = current.width();
        match self.below(8) {
            0..=2 => current.clone(),
            3 => xor(current, &power(width, self.below(width as usize) as u32)),
            4 => {
                let length = 1 + self.below(width as usize) as u32;
                and(&self.bits(width), &low_ones(width, length))
            }
            _ => self.bits(width),
        }
    }
}

/// The bits of a value that are known: each bit is 0, 1 or unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ternary {
    known: Bits,
    /// 0 where a bit is not known.
    value: Bits,
}

impl Ternary {
    /// The bits of `value` where `known` is 1; both have one width.
    pub fn new(known: Bits, value: &Bits) -> Self {
        let value = and(value, &known);
        Self { known, value }
    }

    /// No bit of `width` is known.
    pub fn top(width: u32) -> Self {
        let zero = Bits::zero(width);
        Self {
            known: zero.clone(),
            value: zero,
        }
    }

    /// All bits are known.
    pub fn constant(value: Bits) -> Self {
        let known = Bits::ones(value.width());
        Self { known, value }
    }

    /// The bits above the highest in which two values differ: those of all values between them.
    fn between(low: &Bits, high: &Bits) -> Self {
        let differing = low.width() - leading_zeros(&xor(low, high));
        Self::new(not(&low_ones(low.width(), differing)), low)
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        self.known.width()
    }

    /// The value if all bits are known.
    pub fn as_constant(&self) -> Option<&Bits> {
        self.known.is_ones().then_some(&self.value)
    }

    /// The least value.
    pub fn least(&self) -> &Bits {
        &self.value
    }

    /// The greatest value.
    pub fn greatest(&self) -> Bits {
        or(&self.value, &not(&self.known))
    }

    /// The bits that are known to be 0.
    fn zeros(&self) -> Bits {
        and(&self.known, &not(&self.value))
    }

    /// Whether a value has all known bits.
    pub fn contains(&self, value: &Bits) -> bool {
        and(value, &self.known) == self.value
    }

    /// `value` with the known bits in place.
    fn fill(&self, value: &Bits) -> Bits {
        or(&self.value, &and(value, &not(&self.known)))
    }

    /// The bits known in one or the other; `None` if they contradict each other.
    pub fn meet(&self, other: &Self) -> Option<Self> {
        let both = and(&self.known, &other.known);
        let differing = and(&both, &xor(&self.value, &other.value));
        differing.is_zero().then(|| Self {
            known: or(&self.known, &other.known),
            value: or(&self.value, &other.value),
        })
    }

    /// The bits that are known in both and equal.
    pub fn join(&self, other: &Self) -> Self {
        let equal = not(&xor(&self.value, &other.value));
        let known = and(&and(&self.known, &other.known), &equal);
        Self::new(known, &self.value)
    }

    /// The least value of the set from `from` on.
    fn next(&self, from: &Bits) -> Option<Bits> {
        let width = self.width();
        let wrong = and(&xor(from, &self.value), &self.known);
        if wrong.is_zero() {
            return Some(from.clone());
        }
        let end = width - leading_zeros(&wrong);
        if self.value.bit(end - 1) {
            // The bit is raised; what is below it becomes as small as it may.
            let low = low_ones(width, end);
            return Some(or(&and(from, &not(&low)), &and(&self.value, &low)));
        }
        // The lowest free 0 above it is raised.
        let free = and(&not(&or(from, &self.known)), &not(&low_ones(width, end)));
        if free.is_zero() {
            return None;
        }
        let at = trailing_zeros(&free);
        let above = and(from, &not(&low_ones(width, at + 1)));
        let below = and(&self.value, &low_ones(width, at));
        Some(or(&or(&above, &power(width, at)), &below))
    }

    /// The greatest value of the set up to `from`.
    fn previous(&self, from: &Bits) -> Option<Bits> {
        self.not().next(&not(from)).map(|value| not(&value))
    }

    /// A value of the set from `low` to `high`, if there is one: `guess` if it may be, else one that is near it or to a random number.
    fn within(&self, low: &Bits, high: &Bits, guess: Bits, random: &mut Draws) -> Option<Bits> {
        if low > high {
            return None;
        }
        let inside = |value: &Bits| low <= value && value <= high;
        let guess = match random.below(2) {
            _ if inside(&guess) => guess,
            0 if guess < *low => low.clone(),
            0 => high.clone(),
            _ => random.between(low, high),
        };
        let filled = self.fill(&guess);
        if inside(&filled) {
            return Some(filled);
        }
        let next = self.next(&guess).filter(inside);
        next.or_else(|| self.previous(&guess).filter(inside))
    }

    /// Complement.
    pub fn not(&self) -> Self {
        Self::new(self.known.clone(), &not(&self.value))
    }

    /// Bitwise and.
    pub fn and(&self, other: &Self) -> Self {
        let ones = and(&self.value, &other.value);
        let zeros = or(&self.zeros(), &other.zeros());
        Self::new(or(&ones, &zeros), &ones)
    }

    /// Bitwise or.
    pub fn or(&self, other: &Self) -> Self {
        self.not().and(&other.not()).not()
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Self) -> Self {
        let known = and(&self.known, &other.known);
        Self::new(known, &xor(&self.value, &other.value))
    }

    /// Sum: a bit is known where both operands are and the carry is the same for least and greatest values.
    pub fn add(&self, other: &Self) -> Self {
        let least = add(&self.value, &other.value);
        let (a, b) = (self.greatest(), other.greatest());
        let low_carry = xor(&least, &xor(&self.value, &other.value));
        let high_carry = xor(&add(&a, &b), &xor(&a, &b));
        let carry_known = not(&xor(&low_carry, &high_carry));
        let known = and(&and(&self.known, &other.known), &carry_known);
        Self::new(known, &least)
    }

    /// Product: the low bits that follow from low bits, and the zeros at the end.
    pub fn mul(&self, other: &Self) -> Self {
        let width = self.width();
        let count = |bits: &Bits| trailing_zeros(&not(bits));
        let low = count(&self.known).min(count(&other.known));
        let zeros = (count(&self.zeros()) + count(&other.zeros())).min(width);
        Self::new(
            low_ones(width, low.max(zeros)),
            &mul(&self.value, &other.value),
        )
    }

    /// The result of an operation that copies bits to other places and fills the rest with zeros.
    pub fn map(&self, operation: impl Fn(&Bits) -> Bits) -> Self {
        let least = operation(&self.value);
        let unknown = xor(&least, &operation(&self.greatest()));
        Self::new(not(&unknown), &least)
    }

    /// These bits above those of `low`.
    pub fn concat(&self, low: &Self) -> Self {
        Self {
            known: self.known.concat(&low.known),
            value: self.value.concat(&low.value),
        }
    }
}

/// Values of one width that are alike in how they reach a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Those with these bits.
    Pattern(Ternary),
    /// From the first to the second.
    Range(Bits, Bits),
    /// `first`, `first + step`, and so on up to `last`, which is one of them; `step` is not 0.
    Stride {
        /// The least.
        first: Bits,
        /// The greatest.
        last: Bits,
        /// The difference from one to the next.
        step: Bits,
    },
}

/// Sets whose union is meant.
pub type Choices = SmallVec<[Choice; 2]>;

/// What the values of a term can be in a model: such bits, in this range.
#[derive(Clone, Debug)]
pub struct Domain {
    bits: Ternary,
    low: Bits,
    high: Bits,
}

impl Domain {
    /// All values with some bits.
    pub fn new(bits: Ternary) -> Self {
        Self {
            low: bits.least().clone(),
            high: bits.greatest(),
            bits,
        }
    }

    /// The known bits.
    pub fn bits(&self) -> &Ternary {
        &self.bits
    }

    /// No value is less.
    pub fn low(&self) -> &Bits {
        &self.low
    }

    /// No value is greater.
    pub fn high(&self) -> &Bits {
        &self.high
    }

    /// Whether some values are out of the range.
    pub fn is_bounded(&self) -> bool {
        !self.low.is_zero() || !self.high.is_ones()
    }

    /// Whether a value is one of these.
    pub fn contains(&self, value: &Bits) -> bool {
        self.low <= *value && *value <= self.high && self.bits.contains(value)
    }

    /// Leaves what is in `choice`, too; of progressions only the range. False if the set is found to be empty.
    pub fn restrict(&mut self, choice: &Choice) -> bool {
        let pattern = match choice {
            Choice::Pattern(pattern) => pattern.clone(),
            Choice::Range(low, high)
            | Choice::Stride {
                first: low,
                last: high,
                ..
            } => {
                self.low = low.max(&self.low).clone();
                self.high = high.min(&self.high).clone();
                Ternary::between(&self.low, &self.high)
            }
        };
        let Some(bits) = self.bits.meet(&pattern) else {
            return false;
        };
        self.low = bits.least().max(&self.low).clone();
        self.high = bits.greatest().min(self.high.clone());
        self.bits = bits;
        self.low <= self.high
    }

    /// Leaves what is in both. False if the set is found to be empty.
    pub fn meet(&mut self, other: &Self) -> bool {
        let range = Choice::Range(other.low.clone(), other.high.clone());
        self.restrict(&Choice::Pattern(other.bits.clone())) && self.restrict(&range)
    }

    /// A value of these that is near to another, modulo 2^width.
    pub fn nearest(&self, value: &Bits) -> Option<Bits> {
        let inside = |value: &Bits| self.low <= *value && *value <= self.high;
        let value = match inside(value) {
            true => value,
            false if sub(value, &self.high) < sub(&self.low, value) => &self.high,
            false => &self.low,
        };
        let next = self.bits.next(value).filter(inside);
        next.or_else(|| self.bits.previous(value).filter(inside))
    }

    /// A value in one of the sets, some of which is near to `current`. Of progressions, not every member is tried.
    pub fn pick(&self, choices: &[Choice], current: &Bits, random: &mut Draws) -> Option<Bits> {
        let start = random.below(choices.len());
        let (before, after) = choices.split_at(start.min(choices.len()));
        let mut order = after.iter().chain(before);
        order.find_map(|choice| self.pick_from(choice, current, random))
    }

    fn pick_from(&self, choice: &Choice, current: &Bits, random: &mut Draws) -> Option<Bits> {
        match choice {
            Choice::Pattern(pattern) => {
                let bits = self.bits.meet(pattern)?;
                let guess = bits.fill(&random.vary(current));
                bits.within(&self.low, &self.high, guess, random)
            }
            Choice::Range(low, high) => {
                let (low, high) = (low.max(&self.low), high.min(&self.high));
                let guess = random.vary(current);
                self.bits.within(low, high, guess, random)
            }
            Choice::Stride { first, last, step } => {
                let steps = udiv(&sub(last, first), step);
                let member = |count: &Bits| {
                    let value = add(first, &mul(step, count));
                    self.contains(&value).then_some(value)
                };
                if first <= current && random.below(2) == 0 {
                    let count = udiv(&sub(current, first), step).min(steps.clone());
                    if let Some(near) = member(&count) {
                        return Some(near);
                    }
                }
                match steps.to_u64() {
                    Some(most) if most < STRIDE_TRIES => {
                        let start = random.below(most as usize + 1) as u64;
                        let counts = (0..=most).map(|i| (start + i) % (most + 1));
                        counts
                            .map(|count| Bits::new(first.width(), count))
                            .find_map(|count| member(&count))
                    }
                    _ => {
                        let zero = Bits::zero(first.width());
                        let mut tries = (0..STRIDE_TRIES).map(|_| random.between(&zero, &steps));
                        tries.find_map(|count| member(&count))
                    }
                }
            }
        }
    }
}

/// Sum, modulo 2^width.
pub fn add(a: &Bits, b: &Bits) -> Bits {
    a.binary(BinaryOp::Add, b)
}

/// Difference, modulo 2^width.
pub fn sub(a: &Bits, b: &Bits) -> Bits {
    a.binary(BinaryOp::Sub, b)
}

/// Product, modulo 2^width.
pub fn mul(a: &Bits, b: &Bits) -> Bits {
    a.binary(BinaryOp::Mul, b)
}

/// Unsigned quotient; all ones for a zero divisor.
pub fn udiv(a: &Bits, b: &Bits) -> Bits {
    a.binary(BinaryOp::UDiv, b)
}

/// Bitwise and.
pub fn and(a: &Bits, b: &Bits) -> Bits {
    a.binary(BinaryOp::And, b)
}

/// Bitwise or.
pub fn or(a: &Bits, b: &Bits) -> Bits {
    a.binary(BinaryOp::Or, b)
}

/// Bitwise exclusive or.
pub fn xor(a: &Bits, b: &Bits) -> Bits {
    a.binary(BinaryOp::Xor, b)
}

/// Complement.
pub fn not(a: &Bits) -> Bits {
    a.unary(UnaryOp::Not)
}

/// Negation, modulo 2^width.
pub fn neg(a: &Bits) -> Bits {
    a.unary(UnaryOp::Neg)
}

/// A value whose `count` lowest bits are 1.
pub fn low_ones(width: u32, count: u32) -> Bits {
    Bits::ones(width).shift_right(width - count.min(width))
}

/// 2^`exponent`, which is below the width.
pub fn power(width: u32, exponent: u32) -> Bits {
    Bits::new(width, 1).shift_left(exponent)
}

/// The number of zeros above the highest 1; the width for 0.
pub fn leading_zeros(a: &Bits) -> u32 {
    let words = a.words();
    match words.iter().rposition(|&word| word != 0) {
        Some(at) => a.width() - (64 * at as u32 + 64 - words[at].leading_zeros()),
        None => a.width(),
    }
}

/// The number of zeros below the lowest 1; the width for 0.
pub fn trailing_zeros(a: &Bits) -> u32 {
    let words = a.words();
    match words.iter().position(|&word| word != 0) {
        Some(at) => 64 * at as u32 + words[at].trailing_zeros(),
        None => a.width(),
    }
}
