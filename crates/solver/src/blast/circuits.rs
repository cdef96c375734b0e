//! Words of literals and the arithmetic on them: the least significant bit first.
//!
//! Textbook circuits: ripple-carry adders, comparison by a chain of majorities, array multipliers (with as few rows as
//! runs of equal bits allow), restoring division and logarithmic shifters.
//! Division needs no case for a zero divisor: the restoring circuit yields all ones and the dividend, as SMT-LIB wants.

use std::cmp::Ordering;

use super::gates::Gates;
use super::literal::Lit;

/// The constant whose bit `i` is `bit(i)`.
pub fn constant(width: u32, bit: impl Fn(u32) -> bool) -> Vec<Lit> {
    (0..width).map(|i| Lit::constant(bit(i))).collect()
}

/// Bitwise complement.
pub fn not(a: &[Lit]) -> Vec<Lit> {
    a.iter().map(|&l| !l).collect()
}

/// One gate per position.
pub fn bitwise(
    gates: &mut Gates,
    a: &[Lit],
    b: &[Lit],
    gate: fn(&mut Gates, Lit, Lit) -> Lit,
) -> Vec<Lit> {
    a.iter().zip(b).map(|(&x, &y)| gate(gates, x, y)).collect()
}

/// `a + b + carry`, modulo 2^width.
pub fn add(gates: &mut Gates, a: &[Lit], b: &[Lit], mut carry: Lit) -> Vec<Lit> {
    let mut sum = Vec::with_capacity(a.len());
    for (i, (&x, &y)) in a.iter().zip(b).enumerate() {
        let half = gates.xor(x, y);
        sum.push(gates.xor(half, carry));
        if i + 1 < a.len() {
            carry = gates.majority(x, y, carry);
        }
    }
    sum
}

/// `a - b`, modulo 2^width.
pub fn subtract(gates: &mut Gates, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    add(gates, a, &not(b), Lit::TRUE)
}

/// `-a`, modulo 2^width.
pub fn negate(gates: &mut Gates, a: &[Lit]) -> Vec<Lit> {
    let zero = vec![Lit::FALSE; a.len()];
    subtract(gates, &zero, a)
}

/// Whether `a` and `b` are equal.
pub fn equal(gates: &mut Gates, a: &[Lit], b: &[Lit]) -> Lit {
    let same: Vec<Lit> = a.iter().zip(b).map(|(&x, &y)| !gates.xor(x, y)).collect();
    gates.conjunction(&same)
}

/// `a < b`, unsigned.
pub fn unsigned_less(gates: &mut Gates, a: &[Lit], b: &[Lit]) -> Lit {
    let mut less = Lit::FALSE;
    for (&x, &y) in a.iter().zip(b) {
        less = gates.majority(!x, y, less);
    }
    less
}

/// `a < b`, signed.
pub fn signed_less(gates: &mut Gates, a: &[Lit], b: &[Lit]) -> Lit {
    let mut less = Lit::FALSE;
    let top = a.len() - 1;
    for (i, (&x, &y)) in a.iter().zip(b).enumerate() {
        less = if i == top {
            gates.majority(x, !y, less)
        } else {
            gates.majority(!x, y, less)
        };
    }
    less
}

/// `then` or `otherwise`, by `condition`.
pub fn select(gates: &mut Gates, condition: Lit, then: &[Lit], otherwise: &[Lit]) -> Vec<Lit> {
    then.iter()
        .zip(otherwise)
        .map(|(&x, &y)| gates.ite(condition, x, y))
        .collect()
}

/// `a * b`, modulo 2^width: one row for each digit of the operand that has fewer; of two with as many it is the same one whichever stands
/// first, and however they are extended.
pub fn multiply(gates: &mut Gates, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let (digits_a, digits_b) = (digits(a), digits(b));
    let lowest = |word: &[Lit]| word.iter().find(|lit| lit.as_constant().is_none()).copied();
    let (word, digits) = match (digits_a.len(), lowest(a)).cmp(&(digits_b.len(), lowest(b))) {
        Ordering::Less => (b, digits_a),
        Ordering::Equal | Ordering::Greater => (a, digits_b),
    };
    let width = word.len();
    if a == b && 2 * digits.len() > width {
        return square(gates, a);
    }
    let mut sum = vec![Lit::FALSE; width];
    for digit in digits {
        let place = digit.place;
        let row: Vec<Lit> = word[..width - place]
            .iter()
            .map(|&l| gates.and(digit.literal, l))
            .collect();
        let upper = match digit.is_negative {
            true => subtract(gates, &sum[place..], &row),
            false => add(gates, &sum[place..], &row, Lit::FALSE),
        };
        sum.truncate(place);
        sum.extend(upper);
    }
    sum
}

/// `a * a`, modulo 2^width: each product of two bits comes twice, so there are half as many rows.
fn square(gates: &mut Gates, a: &[Lit]) -> Vec<Lit> {
    let width = a.len();
    let mut sum = vec![Lit::FALSE; width];
    for (i, &bit) in a.iter().enumerate().take(width.div_ceil(2)) {
        // a_i 2^2i, and a_i a_j 2^(i+j+1) for each j above i.
        let mut row = vec![bit, Lit::FALSE];
        row.extend(a[i + 1..].iter().map(|&other| gates.and(bit, other)));
        row.truncate(width - 2 * i);
        let upper = add(gates, &sum[2 * i..], &row, Lit::FALSE);
        sum.truncate(2 * i);
        sum.extend(upper);
    }
    sum
}

/// A part of a number: 2^place or -2^place where a literal holds.
struct Digit {
    place: usize,
    literal: Lit,
    is_negative: bool,
}

/// A word as a sum of digits, from below; constants in their non-adjacent form. A run of one literal is a difference of two powers
/// (A. D. Booth: "A Signed Binary Multiplication Technique", 1951), at the top a negative power: so the extension of a signed number has the
/// digits of the number, and the lower half of a product of extensions is, gate by gate, the product.
fn digits(word: &[Lit]) -> Vec<Digit> {
    let width = word.len();
    let mut digits = Vec::new();
    let mut digit = |place, literal, is_negative| {
        digits.push(Digit {
            place,
            literal,
            is_negative,
        });
    };
    if let Some(bits) = word
        .iter()
        .map(|l| l.as_constant())
        .collect::<Option<Vec<bool>>>()
    {
        let mut carry = false;
        for place in 0..width {
            let bit = bits[place] ^ carry;
            carry &= bits[place];
            if bit {
                // An odd remainder: -1 if the next bit is also 1 (a run), else 1.
                carry = bits.get(place + 1).copied().unwrap_or(false);
                digit(place, Lit::TRUE, carry);
            }
        }
        return digits;
    }
    let mut place = 0;
    while place < width {
        let literal = word[place];
        let end = place + word[place..].iter().take_while(|&&l| l == literal).count();
        match (literal, end - place) {
            (Lit::FALSE, _) => {}
            (_, length) if length > 2 || end == width => {
                digit(place, literal, true);
                if end < width {
                    digit(end, literal, false);
                }
            }
            _ => (place..end).for_each(|place| digit(place, literal, false)),
        }
        place = end;
    }
    digits
}

/// The unsigned quotient and remainder of `a` by `b`; all ones and `a` for a zero divisor.
///
/// A remainder is never wider than the part of `a` that has been divided, nor, being less than it, than the divisor.
pub fn divide(gates: &mut Gates, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
    let width = a.len();
    let size = width - b.iter().rev().take_while(|&&l| l == Lit::FALSE).count();
    // Whether a bit of the divisor is set at a place or above it.
    let mut above = vec![Lit::FALSE; width + 1];
    for place in (0..width).rev() {
        above[place] = gates.or(b[place], above[place + 1]);
    }
    let is_zero = !above[0];
    let mut quotient = vec![is_zero; width];
    let mut remainder: Vec<Lit> = Vec::new();
    for place in (0..width).rev() {
        if remainder.is_empty() && a[place] == Lit::FALSE {
            continue;
        }
        remainder.insert(0, a[place]);
        let mut divisor = b[..remainder.len().min(width)].to_vec();
        divisor.resize(remainder.len(), Lit::FALSE);
        let less = unsigned_less(gates, &remainder, &divisor);
        let fits = !gates.or(less, above[remainder.len().min(width)]);
        quotient[place] = fits;
        let difference = subtract(gates, &remainder, &divisor);
        remainder = select(gates, fits, &difference, &remainder);
        remainder.truncate(size);
    }
    remainder.resize(width, Lit::FALSE);
    // What was cut off is missing only if the divisor is zero.
    let remainder = match size < width {
        true => select(gates, is_zero, a, &remainder),
        false => remainder,
    };
    (quotient, remainder)
}

/// The signed quotient (towards zero) and remainder (with the sign of `a`), from the unsigned ones of the magnitudes.
pub fn divide_signed(gates: &mut Gates, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
    let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
    let magnitude_a = negate_if(gates, sign_a, a);
    let magnitude_b = negate_if(gates, sign_b, b);
    let (quotient, remainder) = divide(gates, &magnitude_a, &magnitude_b);
    let differ = gates.xor(sign_a, sign_b);
    (
        negate_if(gates, differ, &quotient),
        negate_if(gates, sign_a, &remainder),
    )
}

fn negate_if(gates: &mut Gates, condition: Lit, a: &[Lit]) -> Vec<Lit> {
    let zero = vec![Lit::FALSE; a.len()];
    let flipped: Vec<Lit> = a.iter().map(|&l| gates.xor(l, condition)).collect();
    add(gates, &flipped, &zero, condition)
}

/// The direction and filling of a shift.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shift {
    /// To the left, zeros from below.
    Left,
    /// To the right, zeros from above.
    RightLogical,
    /// To the right, copies of the sign from above.
    RightArithmetic,
}

/// `a` shifted by `amount` (a word of the same width); everything is shifted out from the width on.
pub fn shift(gates: &mut Gates, kind: Shift, a: &[Lit], amount: &[Lit]) -> Vec<Lit> {
    let width = a.len();
    let fill = match kind {
        Shift::RightArithmetic => a[width - 1],
        Shift::Left | Shift::RightLogical => Lit::FALSE,
    };
    let stages = (width.next_power_of_two().trailing_zeros() as usize).min(amount.len());
    let mut word = a.to_vec();
    for (stage, &by) in amount[..stages].iter().enumerate() {
        let distance = 1usize << stage;
        word = (0..width)
            .map(|i| {
                let moved = match kind {
                    Shift::Left => i.checked_sub(distance).map_or(fill, |j| word[j]),
                    _ => word.get(i + distance).copied().unwrap_or(fill),
                };
                gates.ite(by, moved, word[i])
            })
            .collect();
    }
    let beyond = gates.disjunction(&amount[stages..]);
    word.iter().map(|&l| gates.ite(beyond, fill, l)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::gates::Gate;
    use super::*;
    use everypath_term::BinaryOp;
    use everypath_term::ops::{fold_binary, mask};

    /// The values of all gates if input number `i` is bit `i` of `inputs`.
    fn evaluate(gates: &Gates, inputs: u64) -> Vec<bool> {
        let mut values: Vec<bool> = Vec::with_capacity(gates.count());
        let mut next = 0;
        for gate in 0..gates.count() {
            let of = |lit: Lit| values[lit.gate()] != lit.is_complement();
            let value = match gates.gate(gate) {
                Gate::False => false,
                Gate::Input => {
                    next += 1;
                    inputs >> (next - 1) & 1 == 1
                }
                Gate::And(a, b) => of(a) && of(b),
                Gate::Xor(a, b) => of(a) != of(b),
                Gate::Ite(a, b, c) => of(if of(a) { b } else { c }),
                Gate::Majority(a, b, c) => [a, b, c].into_iter().filter(|&l| of(l)).count() > 1,
                Gate::Conjunction { start, length } => {
                    gates.conjuncts(start, length).iter().all(|&lit| of(lit))
                }
            };
            values.push(value);
        }
        values
    }

    fn number(values: &[bool], word: &[Lit]) -> u64 {
        let bit = |lit: Lit| u64::from(values[lit.gate()] != lit.is_complement());
        (word.iter().rev()).fold(0, |number, &lit| number << 1 | bit(lit))
    }

    /// Words of `width` bits: free, extended, with runs, and constants.
    fn words(gates: &mut Gates, width: usize) -> Vec<Vec<Lit>> {
        let free: Vec<Lit> = (0..width).map(|_| gates.input()).collect();
        let mut words = vec![free.clone()];
        for kept in 1..width {
            for fill in [Lit::FALSE, Lit::TRUE, free[kept - 1], !free[0]] {
                let mut word = free[..kept].to_vec();
                word.resize(width, fill);
                words.push(word.clone());
                word.reverse();
                words.push(word);
            }
        }
        let constants = 0..1u32 << width;
        words.extend(constants.map(|c| constant(width as u32, |i| c >> i & 1 == 1)));
        words
    }

    #[test]
    fn products_and_quotients_of_words_of_every_shape_are_exact() {
        for width in 1..=4 {
            let shapes = words(&mut Gates::new(), width).len();
            for left in 0..shapes {
                for right in 0..shapes {
                    let mut gates = Gates::new();
                    let a = &words(&mut gates, width)[left];
                    let b = &words(&mut gates, width)[right];
                    let product = multiply(&mut gates, a, b);
                    let (quotient, remainder) = divide(&mut gates, a, b);
                    let signed = divide_signed(&mut gates, a, b);
                    let results = [
                        (BinaryOp::Mul, product),
                        (BinaryOp::UDiv, quotient),
                        (BinaryOp::URem, remainder),
                        (BinaryOp::SDiv, signed.0),
                        (BinaryOp::SRem, signed.1),
                    ];
                    for assignment in 0..1 << (2 * width) {
                        let values = evaluate(&gates, assignment);
                        let (x, y) = (number(&values, a), number(&values, b));
                        for (op, word) in &results {
                            let expected = fold_binary(*op, width as u32, x, y);
                            let found = number(&values, word) & mask(width as u32);
                            assert_eq!(
                                found, expected,
                                "{x} {op:?} {y}, {width} bits: {a:?} {b:?}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn squares_of_words_of_every_shape_are_exact() {
        for width in 1..=6 {
            let mut gates = Gates::new();
            for word in words(&mut gates, width) {
                let square = multiply(&mut gates, &word, &word);
                for assignment in 0..1 << width {
                    let values = evaluate(&gates, assignment);
                    let x = number(&values, &word);
                    assert_eq!(
                        number(&values, &square),
                        (x * x) & mask(width as u32),
                        "{word:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_lower_half_of_a_product_of_extensions_is_the_product() {
        let mut gates = Gates::new();
        let mut word = || (0..8).map(|_| gates.input()).collect::<Vec<Lit>>();
        let (a, b) = (word(), word());
        let product = multiply(&mut gates, &a, &b);
        for signed in [false, true] {
            let extend = |word: &[Lit]| {
                let mut wide = word.to_vec();
                wide.resize(16, if signed { word[7] } else { Lit::FALSE });
                wide
            };
            for (a, b) in [(&a, &b), (&b, &a)] {
                let wide = multiply(&mut gates, &extend(a), &extend(b));
                assert_eq!(wide[..8], product[..]);
            }
        }
    }

    #[test]
    fn a_small_divisor_takes_few_gates() {
        let mut gates = Gates::new();
        let word: Vec<Lit> = (0..64).map(|_| gates.input()).collect();
        divide(&mut gates, &word, &constant(64, |i| 10u64 >> i & 1 == 1));
        assert!(gates.count() < 64 * 30, "{}", gates.count());
    }
}
