//! Words of literals and the arithmetic on them: the least significant bit first.
//!
//! Textbook circuits: ripple-carry adders, comparison by a chain of majorities, array multipliers (constant operands
//! in non-adjacent form, so that runs of ones cost one subtraction), restoring division and logarithmic shifters.
//! Division needs no case for a zero divisor: the restoring circuit yields all ones and the dividend, as SMT-LIB wants.

use super::gates::{Gates, Lit};

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

/// `a * b`, modulo 2^width.
pub fn multiply(gates: &mut Gates, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let constants = |word: &[Lit]| word.iter().filter(|l| l.as_constant().is_some()).count();
    let (word, rows) = if constants(a) > constants(b) {
        (b, a)
    } else {
        (a, b)
    };
    if let Some(bits) = rows
        .iter()
        .map(|l| l.as_constant())
        .collect::<Option<Vec<bool>>>()
    {
        return multiply_by_constant(gates, word, &bits);
    }
    let width = word.len();
    let mut sum = vec![Lit::FALSE; width];
    for (i, &row) in rows.iter().enumerate() {
        if row == Lit::FALSE {
            continue;
        }
        let partial: Vec<Lit> = word[..width - i]
            .iter()
            .map(|&l| gates.and(row, l))
            .collect();
        let upper = add(gates, &sum[i..], &partial, Lit::FALSE);
        sum.truncate(i);
        sum.extend(upper);
    }
    sum
}

/// `word` times a constant, by its non-adjacent form.
fn multiply_by_constant(gates: &mut Gates, word: &[Lit], bits: &[bool]) -> Vec<Lit> {
    let width = word.len();
    let mut sum = vec![Lit::FALSE; width];
    let mut carry = false;
    for i in 0..width {
        let bit = bits[i] ^ carry;
        let carried = bits[i] && carry;
        if !bit {
            carry = carried;
            continue;
        }
        // An odd remainder: digit -1 if the next bit is also 1 (a run), else +1.
        let subtracts = bits.get(i + 1).copied().unwrap_or(false);
        carry = subtracts;
        let upper = if subtracts {
            subtract(gates, &sum[i..], &word[..width - i])
        } else {
            add(gates, &sum[i..], &word[..width - i], Lit::FALSE)
        };
        sum.truncate(i);
        sum.extend(upper);
    }
    sum
}

/// The unsigned quotient and remainder of `a` by `b`; all ones and `a` for a zero divisor.
pub fn divide(gates: &mut Gates, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
    let width = a.len();
    let mut quotient = vec![Lit::FALSE; width];
    // One bit more than the operands, since the shifted remainder may outgrow them.
    let mut divisor = b.to_vec();
    divisor.push(Lit::FALSE);
    let mut remainder = vec![Lit::FALSE; width];
    for i in (0..width).rev() {
        let mut shifted = Vec::with_capacity(width + 1);
        shifted.push(a[i]);
        shifted.extend_from_slice(&remainder);
        let fits = !unsigned_less(gates, &shifted, &divisor);
        quotient[i] = fits;
        let difference = subtract(gates, &shifted, &divisor);
        remainder = select(gates, fits, &difference[..width], &shifted[..width]);
    }
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
