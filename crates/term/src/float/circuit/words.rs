//! Words of digits: constants, shifts that remember what they lose, and leading zeros.

use crate::bits::Bits;
use crate::node::Term;
use crate::table::TermTable;

/// The constant `value`, two's complement, of any width.
pub(super) fn number(t: &mut TermTable, width: u32, value: i64) -> Term {
    let words = [value as u64];
    let bits = match width <= 64 {
        true => Bits::from_words(width, &words),
        false => Bits::from_words(64, &words).sign_extend(width),
    };
    t.constant_bits(bits)
}

/// Whether some bit is set (width 1).
pub(super) fn any(t: &mut TermTable, a: Term) -> Term {
    let zero = number(t, t.width(a), 0);
    t.ne(a, zero)
}

/// Whether no bit is set (width 1).
pub(super) fn none(t: &mut TermTable, a: Term) -> Term {
    let zero = number(t, t.width(a), 0);
    t.eq(a, zero)
}

/// Whether some of the low `count` bits is set; false for none.
pub(super) fn any_below(t: &mut TermTable, a: Term, count: u32) -> Term {
    match count {
        0 => t.false_(),
        _ => {
            let low = t.extract(a, count - 1, 0);
            any(t, low)
        }
    }
}

/// The disjunction of conditions.
pub(super) fn either(t: &mut TermTable, conditions: &[Term]) -> Term {
    t.disjunction(conditions.to_vec())
}

/// The top `count` bits.
pub(super) fn top(t: &mut TermTable, a: Term, count: u32) -> Term {
    let width = t.width(a);
    t.extract(a, width - 1, width - count)
}

/// The sign-extended sum of a number and a constant; the width has room for it.
pub(super) fn plus(t: &mut TermTable, a: Term, value: i64) -> Term {
    let value = number(t, t.width(a), value);
    t.add(a, value)
}

/// `a` with `count` zeros below.
pub(super) fn append_zeros(t: &mut TermTable, a: Term, count: u32) -> Term {
    if count == 0 {
        return a;
    }
    let zeros = number(t, count, 0);
    t.concat(a, zeros)
}

/// `a` shifted left by a constant, at its width.
fn left(t: &mut TermTable, a: Term, count: u32) -> Term {
    let width = t.width(a);
    let low = t.extract(a, width - count - 1, 0);
    append_zeros(t, low, count)
}

/// `a` shifted right by a constant below its width, at its width.
fn right(t: &mut TermTable, a: Term, count: u32) -> Term {
    let width = t.width(a);
    let high = t.extract(a, width - 1, count);
    t.zero_extend(high, width)
}

/// The powers of two below `width`, the greatest first, as exponents.
fn steps(width: u32) -> impl Iterator<Item = u32> {
    let count = u32::BITS - (width - 1).leading_zeros();
    (0..count).rev()
}

/// Shifts to the left until the top bit is set; by how much (an unsigned number). Zero is shifted by as much as there are steps.
pub(super) fn normalise(t: &mut TermTable, mut a: Term) -> (Term, Term) {
    let width = t.width(a);
    let mut count: Option<Term> = None;
    for step in steps(width) {
        let distance = 1 << step;
        let head = top(t, a, distance);
        let zeros = none(t, head);
        let shifted = left(t, a, distance);
        a = t.ite(zeros, shifted, a);
        count = Some(match count {
            Some(count) => t.concat(count, zeros),
            None => zeros,
        });
    }
    let count = count.unwrap_or_else(|| t.false_());
    (a, count)
}

/// Shifts to the left until the top bit is set, but by at most `limit` (unsigned); by how much, in the width of `limit`.
pub(super) fn normalise_up_to(t: &mut TermTable, mut a: Term, limit: Term) -> (Term, Term) {
    let width = t.width(a);
    let limit_width = t.width(limit);
    let mut left_over = limit;
    let mut count = number(t, limit_width, 0);
    for step in steps(width) {
        let distance = 1u32 << step;
        if step >= limit_width {
            continue;
        }
        let head = top(t, a, distance);
        let zeros = none(t, head);
        let high = t.extract(left_over, limit_width - 1, step);
        let allowed = any(t, high);
        let shift = t.and(zeros, allowed);
        let shifted = left(t, a, distance);
        a = t.ite(shift, shifted, a);
        let amount = number(t, limit_width, i64::from(distance));
        let none = number(t, limit_width, 0);
        let amount = t.ite(shift, amount, none);
        left_over = t.sub(left_over, amount);
        count = t.or(count, amount);
    }
    (a, count)
}

/// `a` shifted right by an unsigned amount; the last bit says, too, whether a set bit was lost.
pub(super) fn shift_right_sticky(t: &mut TermTable, a: Term, amount: Term) -> Term {
    let width = t.width(a);
    let amount_width = t.width(amount);
    let mut value = a;
    let mut sticky = t.false_();
    for step in 0..amount_width {
        if step < u32::BITS - 1 && 1u32 << step < width {
            let distance = 1 << step;
            let bit = t.bit(amount, step);
            let lost = any_below(t, value, distance);
            let lost = t.and(bit, lost);
            sticky = t.or(sticky, lost);
            let shifted = right(t, value, distance);
            value = t.ite(bit, shifted, value);
        } else {
            let rest = t.extract(amount, amount_width - 1, step);
            let far = any(t, rest);
            let some = any(t, value);
            let lost = t.and(far, some);
            sticky = t.or(sticky, lost);
            let zero = number(t, width, 0);
            value = t.ite(far, zero, value);
            break;
        }
    }
    let sticky = t.zero_extend(sticky, width);
    t.or(value, sticky)
}
