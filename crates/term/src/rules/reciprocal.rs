//! Rules that give divisions by a constant back, which compilers turn into products.
//!
//! `x / d` for a constant d becomes `x * m >> s` for a number m that is a little larger than 2^s / d, with a correction where m has a bit
//! too many or x is signed: T. Granlund, P. Montgomery, "Division by Invariant Integers using Multiplication" (PLDI 1994), and
//! H. Warren, "Hacker's Delight", chapter 10. Bits of a product as wide as that are beyond a SAT solver; a division by a small number is not.
//!
//! There is no list of the sequences of instructions. Whatever they are, a step gives the number `floor(x * n / d)` for a fraction `n / d` that is
//! known ([`Scaled`]): a product by a constant multiplies it, bits from `s` on divide it by 2^s, adding x adds 1 to it. All that holds modulo 2^width of
//! a term, so nothing has to be known about overflow until the term is extended. In the end it is asked whether the fraction is so
//! close to `1 / k` that the number is `floor(x / k)` for every x that there is.
//!
//! When it is, for `k = ceil(d / n)` and `e = n * k - d`: for `x = q * k + r` the number is `q + floor((r + x * e / d) / k)`, thus q if
//! `x * e < (k - r) * d`. That is hardest for `r = k - 1`, so it holds for all x up to `most` if it does for the last of them with that remainder. For
//! negative x, where 1 is added, it is `x * e <= (k - r) * d` for the absolute value of x, and e must not be 0. These are Warren's conditions; the condition
//! of Granlund and Montgomery's theorem 4.2 is stronger, and compilers use both.

use super::view::{BOUND_DEPTH, either, most};
use super::{Entry, rule};
use crate::bits::Bits;
use crate::node::{Kind, Node, Term};
use crate::ops::BinaryOp;
use crate::table::TermTable;

/// Terms that one question looks at, at most.
const LOOKED_AT: u32 = 64;
/// Summands that are told apart, at most.
const SUMMANDS: usize = 3;
/// Numbers of more bits are not looked at.
const WIDEST: u32 = 126;
/// Operators between a sum and a quotient in it.
const BETWEEN: u32 = 10;

pub(super) const QUOTIENT: Entry = rule(
    "extract-quotient",
    "(x * m)[h:s] -> (x /u k)[h-s:0], with x or (x - (x * m)[h:s]) / 2 added, too, where m / 2^s is close enough to 1 / k",
    quotient,
);

pub(super) const SIGNED_QUOTIENT: Entry = rule(
    "add-quotient",
    "(x * m)[h:s] + (x < 0) -> (x /s k)[h-s:0], with x added, too, where m / 2^s is close enough to 1 / k",
    signed_quotient,
);

pub(super) const REMAINDER: Entry = rule(
    "add-remainder",
    "x - (x / k) * k -> x % k for a constant k, unsigned or signed",
    remainder,
);

/// The number `floor(x * numerator / denominator)`, of which a term is the last bits. The denominator is not 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Scaled {
    /// The term of `x`.
    of: Term,
    /// Whether `x` is its signed value.
    signed: bool,
    numerator: i128,
    denominator: u128,
}

impl Scaled {
    /// The unsigned value of a term.
    fn whole(of: Term) -> Self {
        Self {
            of,
            signed: false,
            numerator: 1,
            denominator: 1,
        }
    }

    /// With the fraction multiplied; none if its numbers are too large.
    fn times(self, numerator: i128, denominator: u128) -> Option<Self> {
        let numerator = self.numerator.checked_mul(numerator)?;
        let denominator = self.denominator.checked_mul(denominator)?;
        let twos = numerator.trailing_zeros().min(denominator.trailing_zeros());
        Some(Self {
            numerator: numerator >> twos,
            denominator: denominator >> twos,
            ..self
        })
    }

    /// What `x` and its negative are at most.
    fn bounds(self, table: &TermTable) -> (u128, u128) {
        let width = table.width(self.of);
        let half = 1 << (width - 1);
        if self.signed {
            return (half - 1, half);
        }
        let up = match width {
            0..=64 => u128::from(most(table, self.of, BOUND_DEPTH)),
            _ => half - 1 + half,
        };
        (up, 0)
    }

    /// What `x`, or `-x` where the numerator is negative, and its negative are at most.
    fn turned_bounds(self, table: &TermTable) -> (u128, u128) {
        let (up, down) = self.bounds(table);
        match self.numerator < 0 {
            true => (down, up),
            false => (up, down),
        }
    }

    /// Whether the number is never negative and below 2^width.
    fn is_unsigned(self, table: &TermTable, width: u32) -> bool {
        let (up, down) = self.turned_bounds(table);
        down == 0 && self.product(up) < self.power(width.min(128))
    }

    /// Whether the number is at least -2^(width-1) and below 2^(width-1).
    fn is_signed(self, table: &TermTable, width: u32) -> bool {
        let (up, down) = self.turned_bounds(table);
        let half = self.power((width - 1).min(128));
        self.product(up) < half && self.product(down) <= half
    }

    /// A number times the absolute value of the numerator.
    fn product(self, number: u128) -> Bits {
        product(number, self.numerator.unsigned_abs())
    }

    /// The denominator times 2^exponent.
    fn power(self, exponent: u32) -> Bits {
        product(1, self.denominator).shift_left(exponent)
    }

    /// Whether the last `width` bits are the same for the signed and the unsigned value of the term.
    fn has_any_sign(self, table: &TermTable, width: u32) -> bool {
        let known = table.width(self.of) + self.numerator.trailing_zeros();
        self.denominator == 1 && width <= known
    }

    /// The constant by which this is a quotient towards zero, where 1 is added for negative numbers if there are any.
    fn divisor(self, table: &TermTable) -> Option<u128> {
        let (up, down) = self.turned_bounds(table);
        let (numerator, denominator) = (self.numerator.unsigned_abs(), self.denominator);
        if numerator == 0 || numerator >= denominator {
            return None;
        }
        let divisor = denominator.div_ceil(numerator);
        let excess = numerator.checked_mul(divisor)? - denominator;
        let last = |bound: u128| bound - (bound + 1) % divisor;
        if up < divisor || product(last(up), excess) >= self.power(0) {
            return None;
        }
        let fits = match self.signed {
            true => excess > 0 && down >= divisor && product(last(down), excess) <= self.power(0),
            false => down == 0,
        };
        fits.then_some(divisor)
    }
}

/// The product of two numbers, with room for a factor of 2^128.
fn product(a: u128, b: u128) -> Bits {
    let wide = |value: u128| Bits::from_u128(384, value);
    wide(a).binary(BinaryOp::Mul, &wide(b))
}

/// A constant as the signed number of its bits.
fn signed_value(table: &TermTable, term: Term) -> Option<i128> {
    let value = table.as_constant(term)?;
    let extended = value.sign_extend(value.width().max(128));
    let low = extended.extract(0, 128);
    (low.sign_extend(extended.width()) == extended).then(|| low.low_u128() as i128)
}

/// 2^exponent, if it is small enough.
fn power_of_two(exponent: u32) -> Option<u128> {
    1_u128.checked_shl(exponent)
}

/// A look at terms as scaled numbers, which ends. What it gives is said of the last so many bits of a term; the others do not matter.
struct Look<'a> {
    table: &'a TermTable,
    left: u32,
}

impl<'a> Look<'a> {
    fn new(table: &'a TermTable) -> Self {
        Self {
            table,
            left: LOOKED_AT,
        }
    }

    /// The node of a term, unless too many were looked at.
    fn next(&mut self, term: Term) -> Option<Node> {
        self.left = self.left.checked_sub(1)?;
        Some(self.table.node(term))
    }

    /// The term as the number that its bits are.
    fn as_it_stands(&self, term: Term) -> Option<Scaled> {
        (self.table.width(term) <= WIDEST).then(|| Scaled::whole(term))
    }

    /// The last bits of a term as a scaled number, by a fraction where that can be.
    fn scaled(&mut self, term: Term, bits: u32) -> Option<Scaled> {
        let node = self.next(term)?;
        let found = match node.kind {
            Kind::Extract => {
                let inner = self.scaled(node.first(), node.low() + bits);
                let shifted = inner.filter(|it| node.low() > 0 || it.denominator != 1);
                shifted.and_then(|it| it.times(1, power_of_two(node.low())?))
            }
            Kind::UDiv => match self.table.as_u64(node.second()) {
                None | Some(0) => None,
                Some(divisor) => self
                    .value(node.first(), false, Self::scaled)
                    .and_then(|it| it.times(1, u128::from(divisor))),
            },
            Kind::ZeroExtend | Kind::SignExtend => {
                return self.extended(node, bits, Self::scaled);
            }
            Kind::Add => self
                .average(node.first(), node.second())
                .or_else(|| self.average(node.second(), node.first()))
                .or_else(|| self.sum(node, bits)),
            _ => return self.whole(term, bits),
        };
        found.or_else(|| self.as_it_stands(term))
    }

    /// The last bits of a term as a multiple of a number.
    fn whole(&mut self, term: Term, bits: u32) -> Option<Scaled> {
        let node = self.next(term)?;
        let found = match node.kind {
            Kind::ZeroExtend | Kind::SignExtend => {
                return self.extended(node, bits, Self::whole);
            }
            Kind::Extract if node.low() == 0 => {
                let inner = self.whole(node.first(), bits);
                inner.filter(|it| it.numerator != 1 || is_quotient(self.table, it.of))
            }
            Kind::Mul => {
                let factor = signed_value(self.table, node.second());
                factor.and_then(|factor| self.whole(node.first(), bits)?.times(factor, 1))
            }
            Kind::Neg => {
                let inner = self.whole(node.first(), bits);
                inner.and_then(|it| it.times(-1, 1))
            }
            Kind::Add | Kind::Concat => match self.summands(&[term], bits).as_deref() {
                Some([one]) => Some(*one),
                _ => None,
            },
            _ => None,
        };
        found.or_else(|| self.as_it_stands(term))
    }

    /// What is extended.
    fn extended(&mut self, node: Node, bits: u32, look: Seen<'a>) -> Option<Scaled> {
        match bits <= self.table.width(node.first()) {
            true => look(self, node.first(), bits),
            false => self.value(node.first(), node.kind == Kind::SignExtend, look),
        }
    }

    /// The unsigned or signed value of a term: what `look` sees if that is the value, else the term as it stands.
    fn value(&mut self, term: Term, signed: bool, look: Seen<'a>) -> Option<Scaled> {
        let width = self.table.width(term);
        let mut found = look(self, term, width)?;
        if found.has_any_sign(self.table, width) {
            found.signed = signed;
        }
        let is_value = match signed {
            true => found.is_signed(self.table, width),
            false => found.is_unsigned(self.table, width),
        };
        match is_value {
            true => Some(found),
            false => self.as_it_stands(term).map(|it| Scaled { signed, ..it }),
        }
    }

    /// The sum of two scalings of one number, of which one is by a whole number.
    fn sum(&mut self, node: Node, bits: u32) -> Option<Scaled> {
        let (a, b) = (
            self.scaled(node.first(), bits)?,
            self.scaled(node.second(), bits)?,
        );
        self.together(a, b, bits)
            .or_else(|| self.together(b, a, bits))
    }

    /// The sum of a scaling by a whole number and another one of the same number.
    fn together(&self, whole: Scaled, other: Scaled, bits: u32) -> Option<Scaled> {
        let any = |it: Scaled| it.has_any_sign(self.table, bits);
        let same = whole.signed == other.signed || any(whole) || any(other);
        if whole.denominator != 1 || whole.of != other.of || !same {
            return None;
        }
        let denominator = i128::try_from(other.denominator).ok()?;
        let more = whole.numerator.checked_mul(denominator)?;
        let sum = Scaled {
            numerator: other.numerator.checked_add(more)?,
            signed: match any(other) {
                true => whole.signed,
                false => other.signed,
            },
            ..other
        };
        sum.times(1, 1)
    }

    /// The sum of a scaled number t of x, where t <= x, and of (x - t) / 2: half of x + t, where nothing overflows.
    fn average(&mut self, small: Term, half: Term) -> Option<Scaled> {
        let unextended = |term: Term| self.table.under(Kind::ZeroExtend, term).unwrap_or(term);
        let (small, half) = (unextended(small), unextended(half));
        let half = self.table.node(half);
        let difference = half.first();
        if half.kind != Kind::Extract || half.low() != 1 || self.table.kind(difference) != Kind::Add
        {
            return None;
        }
        let bits = half.low() + half.width;
        let unsigned = |it: &Scaled| !it.signed || it.has_any_sign(self.table, bits);
        let whole = self.value(small, false, Self::whole)?;
        let (x, minus) = match self.summands(&[difference], bits)?.as_slice() {
            [a, b] if b.of == whole.of => (*a, *b),
            [b, a] if b.of == whole.of => (*a, *b),
            _ => return None,
        };
        if whole.numerator != 1 || whole.signed {
            return None;
        }
        if (x.numerator, minus.numerator) != (1, -1) || !unsigned(&x) || !unsigned(&minus) {
            return None;
        }
        let t = self.value(small, false, Self::scaled)?;
        let is_less = u128::try_from(t.numerator).is_ok_and(|it| it <= t.denominator);
        let fits = Scaled::whole(x.of).is_unsigned(self.table, bits);
        if t.of != x.of || t.signed || !is_less || !fits {
            return None;
        }
        let whole = i128::try_from(t.denominator).ok()?;
        let sum = Scaled {
            numerator: t.numerator.checked_add(whole)?,
            ..t
        };
        sum.times(1, 2)
    }

    /// What the sum of some terms is made of, by the numbers that are multiplied; none if there are too many.
    fn summands(&mut self, terms: &[Term], bits: u32) -> Option<Vec<Scaled>> {
        let mut work = terms.to_vec();
        let mut found: Vec<Scaled> = Vec::new();
        while let Some(term) = work.pop() {
            match self.table.kind(term) {
                Kind::Add => {
                    let sum = self.next(term)?;
                    work.extend([sum.first(), sum.second()]);
                }
                Kind::Concat => {
                    let parts = self.next(term)?;
                    let seam = self.table.width(parts.second());
                    let low = match self.table.is_zero(parts.second()) {
                        true => None,
                        false if bits <= seam => Some(self.whole(parts.second(), bits)?),
                        false => Some(self.value(parts.second(), false, Self::whole)?),
                    };
                    found = low.map_or(Some(found.clone()), |low| self.with(found, low, bits))?;
                    if bits > seam {
                        let factor = i128::try_from(power_of_two(seam)?).ok()?;
                        let high = self.whole(parts.first(), bits - seam)?.times(factor, 1)?;
                        found = self.with(found, high, bits)?;
                    }
                }
                _ => {
                    let next = self.whole(term, bits)?;
                    found = self.with(found, next, bits)?;
                }
            }
        }
        found.retain(|it| it.numerator != 0);
        Some(found)
    }

    /// A sum with one more summand.
    fn with(&self, sum: Vec<Scaled>, mut next: Scaled, bits: u32) -> Option<Vec<Scaled>> {
        let mut others = Vec::new();
        for other in sum {
            match self.together(next, other, bits) {
                Some(both) => next = both,
                None => others.push(other),
            }
        }
        others.push(next);
        (others.len() <= SUMMANDS).then_some(others)
    }
}

/// One of the ways to look at the last bits of a term.
type Seen<'a> = fn(&mut Look<'a>, Term, u32) -> Option<Scaled>;

/// The constant by which a term is a quotient, not 0.
fn quotient_by(table: &TermTable, term: Term) -> Option<i128> {
    let node = table.node(term);
    let divisor = match node.kind {
        Kind::UDiv => i128::from(table.as_u64(node.second())?),
        Kind::SDiv => signed_value(table, node.second())?,
        _ => return None,
    };
    (divisor != 0).then_some(divisor)
}

/// Whether a term is a quotient by a constant, or what is left of one when it is divided by a power of two.
fn is_quotient(table: &TermTable, term: Term) -> bool {
    let node = table.node(term);
    match node.kind {
        Kind::Extract if node.low() > 0 => table.kind(node.first()) == Kind::UDiv,
        _ => quotient_by(table, term).is_some(),
    }
}

/// The last `bits` bits of a term as those of a product: a number of so many bits and a factor. Sums of multiples of one number are one.
pub(super) fn multiple(table: &mut TermTable, term: Term, bits: u32) -> Option<(Term, i128)> {
    let found = Look::new(table).whole(term, bits)?;
    let number = match found.signed {
        true => table.resize_signed(found.of, bits),
        false => table.resize_unsigned(found.of, bits),
    };
    Some((number, found.numerator))
}

/// A constant of the width of a term.
fn constant_like(table: &mut TermTable, term: Term, value: u128) -> Term {
    table.constant_bits(Bits::from_u128(table.width(term), value))
}

fn quotient(table: &mut TermTable, node: Node) -> Option<Term> {
    let inner = table.node(node.first());
    let is_part = |term: Term| {
        let term = table.under(Kind::ZeroExtend, term).unwrap_or(term);
        table.kind(term) == Kind::Extract
    };
    let may_be = match inner.kind {
        Kind::Mul => table.is_constant(inner.second()),
        Kind::Add => is_part(inner.first()) || is_part(inner.second()),
        _ => false,
    };
    if !may_be || node.low() == 0 {
        return None;
    }
    let product = Look::new(table).scaled(node.first(), node.low() + node.width)?;
    let found = product.times(1, power_of_two(node.low())?)?;
    let is_part = found.numerator == 1 && found.denominator.is_power_of_two();
    if found.signed || found.numerator <= 0 || is_part {
        return None;
    }
    if found.product(found.bounds(table).0) < found.power(0) {
        return Some(table.zeros(node.width));
    }
    let divisor = found.divisor(table)?;
    let divisor = constant_like(table, found.of, divisor);
    let quotient = table.udiv(found.of, divisor);
    Some(table.resize_unsigned(quotient, node.width))
}

fn signed_quotient(table: &mut TermTable, node: Node) -> Option<Term> {
    let (found, divisor) = either(node, |rounded, correction| {
        let bit = table.under(Kind::ZeroExtend, correction)?;
        if table.width(bit) != 1 || table.kind(bit) != Kind::Extract {
            return None;
        }
        let mut look = Look::new(table);
        let found = look.scaled(rounded, node.width).filter(|it| it.signed)?;
        let is_of_x = found.numerator > 0 && table.is_sign_of(bit, found.of);
        let is_negative = is_of_x || {
            let sign = look.scaled(bit, 1)?;
            sign.of == found.of
                && sign.signed
                && sign.numerator.signum() == found.numerator.signum()
                && sign.is_signed(table, 1)
        };
        let divisor = found.divisor(table).filter(|_| is_negative)?;
        Some((found, divisor))
    })?;
    let mut divisor = constant_like(table, found.of, divisor);
    if found.numerator < 0 {
        divisor = table.neg(divisor);
    }
    let quotient = table.sdiv(found.of, divisor);
    Some(table.resize_signed(quotient, node.width))
}

fn remainder(table: &mut TermTable, node: Node) -> Option<Term> {
    if !mentions_quotient(table, node, BETWEEN) {
        return None;
    }
    let found = Look::new(table).summands(&[node.first(), node.second()], node.width)?;
    let [a, b] = found.as_slice() else {
        return None;
    };
    remainder_of(table, *a, *b, node.width).or_else(|| remainder_of(table, *b, *a, node.width))
}

/// Whether an operand is made of a quotient by a constant by what [`Look::whole`] looks through.
fn mentions_quotient(table: &TermTable, node: Node, left: u32) -> bool {
    node.children().any(|operand| {
        let inner = table.node(operand);
        // A sum has two operands to look at, so few of them are looked through.
        let left = match inner.kind {
            Kind::UDiv | Kind::SDiv => return is_quotient(table, operand),
            Kind::Extract if inner.low() > 0 => return is_quotient(table, operand),
            Kind::Neg | Kind::ZeroExtend | Kind::SignExtend => left.saturating_sub(1),
            Kind::Mul if table.is_constant(inner.second()) => left.saturating_sub(1),
            Kind::Extract => left.saturating_sub(1),
            Kind::Concat if table.is_zero(inner.second()) => left.saturating_sub(1),
            Kind::Add | Kind::Concat => left / 2,
            _ => 0,
        };
        left > 0 && mentions_quotient(table, inner, left)
    })
}

/// `x - (x / k) * k`, modulo 2^width.
fn remainder_of(table: &mut TermTable, x: Scaled, product: Scaled, width: u32) -> Option<Term> {
    let quotient = table.node(product.of);
    let signed = quotient.kind == Kind::SDiv;
    let fits = |it: Scaled| it.signed == signed || it.has_any_sign(table, width);
    if x.numerator != 1 || !fits(x) || !fits(product) || !is_quotient(table, product.of) {
        return None;
    }
    let divisor = product.numerator.checked_neg()?;
    if x.of == quotient.first() && quotient_by(table, product.of) == Some(divisor) {
        if !signed {
            let remainder = table.urem(x.of, quotient.second());
            return Some(table.resize_unsigned(remainder, width));
        }
        // The least number divided by -1 is out of range.
        if divisor != -1 {
            let remainder = table.srem(x.of, quotient.second());
            return Some(table.resize_signed(remainder, width));
        }
    }
    // The dividend may be a quotient itself.
    let found = Look::new(table).value(product.of, false, Look::scaled)?;
    let is_unsigned = !signed && !found.signed && found.numerator == 1;
    if !is_unsigned || found.of != x.of || u128::try_from(divisor) != Ok(found.denominator) {
        return None;
    }
    if found.denominator >> table.width(x.of) != 0 {
        return None;
    }
    let divisor = constant_like(table, x.of, found.denominator);
    let remainder = table.urem(x.of, divisor);
    Some(table.resize_unsigned(remainder, width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::{Assignment, Evaluator};
    use crate::random::Random;

    /// A multiplier m and a shift with `floor(x * m / 2^(bits + shift))` the quotient by `divisor` of a number of `precision` bits:
    /// Granlund and Montgomery's figure 6.2.
    fn multiplier(divisor: u128, bits: u32, precision: u32) -> (u128, u32) {
        let mut shift = 128 - (divisor - 1).leading_zeros();
        let wide = |value: u128| Bits::from_u128(192, value);
        let over = |value: Bits| {
            let quotient = value.binary(BinaryOp::UDiv, &wide(divisor));
            quotient.low_u128()
        };
        let one = wide(1).shift_left(bits + shift);
        let more = wide(1).shift_left(bits + shift - precision);
        let (mut low, mut high) = (over(one.clone()), over(one.binary(BinaryOp::Add, &more)));
        while low / 2 < high / 2 && shift > 0 {
            (low, high, shift) = (low / 2, high / 2, shift - 1);
        }
        (high, shift)
    }

    /// Instructions of a machine with registers of some width.
    struct Machine {
        table: TermTable,
        bits: u32,
    }

    impl Machine {
        fn shift(&mut self, op: BinaryOp, a: Term, by: u32) -> Term {
            let by = self.table.constant(self.bits, u64::from(by));
            self.table.binary(op, a, by)
        }

        fn constant(&mut self, value: u128) -> Term {
            self.table.constant_bits(Bits::from_u128(self.bits, value))
        }

        /// An unsigned quotient: figure 4.2.
        fn unsigned(&mut self, x: Term, divisor: u128) -> Term {
            let (mut factor, mut after) = multiplier(divisor, self.bits, self.bits);
            let mut before = 0;
            if factor >> self.bits != 0 && divisor.is_multiple_of(2) {
                before = divisor.trailing_zeros();
                (factor, after) = multiplier(divisor >> before, self.bits, self.bits - before);
            }
            if factor >> self.bits != 0 {
                let factor = self.constant(factor);
                let t = self.table.binary(BinaryOp::MulHighUnsigned, x, factor);
                let difference = self.table.sub(x, t);
                let half = self.shift(BinaryOp::LShr, difference, 1);
                let sum = self.table.add(t, half);
                return self.shift(BinaryOp::LShr, sum, after - 1);
            }
            let (factor, x) = (self.constant(factor), self.shift(BinaryOp::LShr, x, before));
            let high = self.table.binary(BinaryOp::MulHighUnsigned, x, factor);
            self.shift(BinaryOp::LShr, high, after)
        }

        /// A signed quotient: figure 5.2.
        fn signed(&mut self, x: Term, divisor: u128) -> Term {
            let (factor, after) = multiplier(divisor, self.bits, self.bits - 1);
            let is_negative = factor >> (self.bits - 1) != 0;
            let factor = self.constant(factor);
            let mut high = self.table.binary(BinaryOp::MulHighSigned, x, factor);
            if is_negative {
                high = self.table.add(x, high);
            }
            let rounded = self.shift(BinaryOp::AShr, high, after);
            let sign = self.shift(BinaryOp::AShr, x, self.bits - 1);
            self.table.sub(rounded, sign)
        }
    }

    /// Builds a quotient and its remainder as compilers do; they are divisions, and have the values of divisions.
    fn check(bits: u32, divisor: u128, signed: bool, values: &[Bits]) {
        let mut machine = Machine {
            table: TermTable::new(),
            bits,
        };
        let x = machine.table.input("x", bits);
        let quotient = match signed {
            true => machine.signed(x, divisor),
            false => machine.unsigned(x, divisor),
        };
        let factor = machine.constant(divisor);
        let table = &mut machine.table;
        let product = table.mul(quotient, factor);
        let remainder = table.sub(x, product);
        let text = format!("{} {}", table.display(quotient), table.display(remainder));
        let terms = table.post_order(&[quotient, remainder]);
        assert!(
            terms.iter().all(|&term| table.kind(term) != Kind::Mul),
            "by {divisor}: {text}"
        );
        let divisor = table.as_constant(factor).expect("a constant");
        let (div, rem) = match signed {
            true => (BinaryOp::SDiv, BinaryOp::SRem),
            false => (BinaryOp::UDiv, BinaryOp::URem),
        };
        for value in values {
            let mut assignment = Assignment::new();
            assignment.set(table.input_id(x).expect("an input"), value.clone());
            let mut evaluator = Evaluator::new(table, &assignment);
            assert_eq!(
                evaluator.evaluate(quotient),
                value.binary(div, &divisor),
                "{text}"
            );
            assert_eq!(
                evaluator.evaluate(remainder),
                value.binary(rem, &divisor),
                "{text}"
            );
        }
    }

    #[test]
    fn all_divisors_of_small_numbers_are_recognised() {
        for bits in 2..=7 {
            let values: Vec<Bits> = (0..1 << bits).map(|x| Bits::new(bits, x)).collect();
            for divisor in (3..1 << bits).filter(|it: &u128| !it.is_power_of_two()) {
                check(bits, divisor, false, &values);
                if divisor >> (bits - 1) == 0 {
                    check(bits, divisor, true, &values);
                }
            }
        }
    }

    #[test]
    fn many_divisors_of_common_widths_are_recognised() {
        let mut random = Random::new(0x2545_f491_4f6c_dd1d);
        for bits in [8, 16, 32, 64] {
            for _ in 0..300 {
                let divisor =
                    u128::from(random.next() >> (64 - bits)) >> random.index(bits as usize - 2);
                if divisor < 3 || divisor.is_power_of_two() || divisor >> (bits - 1) != 0 {
                    continue;
                }
                let quotients =
                    (0..20).map(|_| u128::from(random.next()) % ((1 << bits) / divisor));
                let mut values: Vec<Bits> = quotients
                    .flat_map(|it| [it * divisor, (it * divisor).wrapping_sub(1)])
                    .map(|value| Bits::new(bits, value as u64))
                    .collect();
                values.extend((0..20).map(|_| Bits::new(bits, random.next())));
                values.extend([
                    Bits::least_signed(bits),
                    Bits::greatest_signed(bits),
                    Bits::ones(bits),
                ]);
                check(bits, divisor, false, &values);
                check(bits, divisor, true, &values);
            }
        }
    }

    #[test]
    fn a_fraction_is_a_reciprocal_just_where_all_values_say_so() {
        let mut table = TermTable::new();
        for bits in 1..=6 {
            let of = table.input("x", bits);
            for (numerator, denominator) in (-70..=70).flat_map(|n| (1..300).map(move |d| (n, d))) {
                for signed in [false, true] {
                    let scaled = Scaled {
                        of,
                        signed,
                        numerator,
                        denominator,
                    };
                    let (up, down) = match signed {
                        true => ((1 << (bits - 1)) - 1, 1 << (bits - 1)),
                        false => ((1i128 << bits) - 1, 0),
                    };
                    let is_quotient = |divisor: i128| {
                        (-down..=up).all(|x| {
                            let number = (x * numerator).div_euclid(denominator as i128);
                            number + i128::from(signed && x * numerator < 0) == x / divisor
                        })
                    };
                    let mut divisors = 2..=up;
                    let wanted =
                        divisors.find(|&it| numerator != 0 && is_quotient(it * numerator.signum()));
                    let found = scaled.divisor(&table).map(|it| it as i128);
                    assert_eq!(found, wanted, "{scaled:?}");
                }
            }
        }
    }

    /// All bits of all products of small numbers: what rules make of them has their value, and is no product where it is a quotient.
    #[test]
    fn bits_of_products_of_small_numbers_are_quotients_or_stay() {
        for bits in 1..=5 {
            for (factor, low) in (1..2u64 << bits).flat_map(|m| (1..=2 * bits).map(move |l| (m, l)))
            {
                let mut table = TermTable::new();
                let x = table.input("x", bits);
                let wide = 2 * bits + 1;
                let (extended, by) = (table.zero_extend(x, wide), table.constant(wide, factor));
                let product = table.mul(extended, by);
                let part = table.above(product, low);
                let value = |x: u64| (x * factor) >> low;
                for number in 0..1 << bits {
                    let mut assignment = Assignment::new();
                    assignment.set(
                        table.input_id(x).expect("an input"),
                        Bits::new(bits, number),
                    );
                    let given = Evaluator::new(&table, &assignment).evaluate(part);
                    assert_eq!(
                        given.to_u64(),
                        Some(value(number)),
                        "{}",
                        table.display(part)
                    );
                }
                let is_quotient = |k: u64| (0..1 << bits).all(|x| value(x) == x / k);
                if (2..1 << bits).any(is_quotient) {
                    let terms = table.post_order(&[part]);
                    let text = table.display(part).to_string();
                    assert!(
                        terms.iter().all(|&it| table.kind(it) != Kind::Mul),
                        "{text}"
                    );
                }
            }
        }
    }

    /// A step of a random computation: an operator of those that the rules look through, on terms that are there, with a random constant.
    fn step(table: &mut TermTable, terms: &[Term], random: &mut Random) -> Term {
        let t = table;
        let a = terms[terms.len() - 1 - random.index(terms.len().min(3))];
        let width = t.width(a);
        let number = random.next();
        let factor = t.constant(width, number >> random.index(64));
        let other = terms[random.index(terms.len())];
        match random.index(10) {
            0 => t.zero_extend(a, width + 1 + random.index(6) as u32),
            1 => t.sign_extend(a, width + 1 + random.index(6) as u32),
            2 | 3 => t.mul(a, factor),
            4 | 5 => {
                let low = random.index(width as usize) as u32;
                let high = low + random.index((width - low) as usize) as u32;
                t.extract(a, high, low)
            }
            6 => t.neg(a),
            7 => {
                let zeros = t.zeros(1 + random.index(3) as u32);
                t.concat(a, zeros)
            }
            8 => {
                let b = t.resize_unsigned(other, width);
                t.add(a, b)
            }
            _ => {
                let b = t.resize_signed(other, width);
                t.add(a, b)
            }
        }
    }

    /// Computations that need not be divisions keep their values, whatever the rules see in them.
    #[test]
    fn random_computations_with_one_number_keep_their_values() {
        let rules = TermTable::rules();
        let of_this_file =
            |name: &str| [QUOTIENT.name, SIGNED_QUOTIENT.name, REMAINDER.name].contains(&name);
        let mut firings = vec![0; rules.len()];
        for seed in 0..12_000 {
            let bits = 1 + seed as u32 % 6;
            let [mut plain, mut table] = [TermTable::without_rules(), TermTable::new()];
            let built = [&mut plain, &mut table].map(|table| {
                let mut random = Random::new(seed);
                let x = table.input("x", bits);
                let three = table.constant(bits, 3);
                let mut terms = vec![x, table.udiv(x, three), table.sdiv(x, three)];
                // Something that is a quotient or nearly so.
                let wide = 2 * bits + 3;
                for signed in [false, true] {
                    let k = 3 + random.next() % 9;
                    let factor = ((1 << (bits + 2)) as u64).div_ceil(k) + random.next() % 2;
                    let (by, low) = (table.constant(wide, factor), bits + random.index(3) as u32);
                    let extended = match signed {
                        true => table.sign_extend(x, wide),
                        false => table.zero_extend(x, wide),
                    };
                    let product = table.mul(extended, by);
                    let sign = table.sign(product);
                    let part = table.extract(product, (low + bits).min(wide - 1), low);
                    let sign = table.zero_extend(sign, table.width(part));
                    let sum = table.add(part, sign);
                    terms.extend([part, sum]);
                    // The average of x and such a number.
                    let of_t = bits + random.index(2) as u32;
                    let narrow = of_t + random.index(2) as u32;
                    let small = table.extract(product, low + of_t - 1, low);
                    let [x, t] = [x, small].map(|it| table.zero_extend(it, narrow));
                    let difference = table.sub(x, t);
                    let half = match narrow {
                        1 => table.false_(),
                        _ => table.extract(
                            difference,
                            narrow - 1 - random.index(2).min(narrow as usize - 2) as u32,
                            1,
                        ),
                    };
                    let [t, half] = [t, half].map(|it| table.zero_extend(it, wide));
                    let sum = table.add(t, half);
                    terms.push(table.above(sum, 1 + random.index(3) as u32));
                }
                let wide = bits + random.index(2) as u32;
                let (dividend, signed) = (terms[0], random.next() % 2);
                let [dividend, quotient] = match signed {
                    0 => [dividend, terms[1]].map(|it| table.zero_extend(it, wide)),
                    _ => [dividend, terms[2]].map(|it| table.sign_extend(it, wide)),
                };
                let by = table.constant(wide, 2 + random.next() % 2);
                // Of twice the dividend, which is not the quotient of the dividend.
                let twice = table.concat(x, table.false_());
                let three = table.constant(bits + 1, 3);
                let of_twice = table.udiv(twice, three);
                let of_twice = table.resize_unsigned(of_twice, wide);
                let products = [quotient, of_twice].map(|it| table.mul(it, by));
                terms.extend(products.map(|it| table.sub(dividend, it)));
                for _ in 0..6 {
                    let next = step(table, &terms, &mut random);
                    terms.push(next);
                }
                (x, terms)
            });
            let [(x, before), (_, after)] = built;
            for number in 0..1 << bits {
                let mut assignment = Assignment::new();
                assignment.set(
                    plain.input_id(x).expect("an input"),
                    Bits::new(bits, number),
                );
                let mut left = Evaluator::new(&plain, &assignment);
                let mut right = Evaluator::new(&table, &assignment);
                for (&before, &after) in before.iter().zip(&after) {
                    let (is, was) = (right.evaluate(after), left.evaluate(before));
                    assert_eq!(
                        is,
                        was,
                        "{} of {number}: {}",
                        plain.display(before),
                        table.display(after)
                    );
                }
            }
            for (sum, fired) in firings.iter_mut().zip(table.rule_firings()) {
                *sum += fired;
            }
        }
        for rule in rules.iter().filter(|rule| of_this_file(rule.name)) {
            eprintln!("{}: {}", rule.name, firings[rule.id.index()]);
            assert!(firings[rule.id.index()] > 100, "{}", rule.name);
        }
    }
}
