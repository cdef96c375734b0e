//! Rules that give tests of a remainder by a constant back, which compilers turn into a product and a comparison.
//!
//! Times the inverse of an odd d modulo 2^width, the multiples 0, d, 2d, ... of d are 0, 1, 2, ..., and all other numbers are beyond these. So `x % d == 0` is
//! `x * inverse <=u most`: T. Granlund, P. Montgomery, "Division by Invariant Integers using Multiplication" (PLDI 1994), section 9, and H. Warren,
//! "Hacker's Delight", section 10-17. For `d << k` the product is rotated by k bits; for other remainders and for signed numbers something is added.
//! A solver finds such a product as hard as any other, and a division by a small number easy.
//!
//! All these are one question: is x among the first numbers of the progression b, b + d, b + 2d, ... modulo 2^width? For `rotr(x * m + a, k) <=u most`
//! that is with `d = 2^k / m` and `b = -a / m`, for every odd m and every a. So the constants are not compared with what a compiler computes:
//! it is asked whether the progression is that of the numbers with one remainder.

use super::reciprocal::multiple;
use super::view::BOUND_DEPTH;
use super::{Entry, rule};
use crate::bits::Bits;
use crate::node::{Kind, Term};
use crate::ops::mask;
use crate::table::TermTable;

/// Sums, products and extractions that are looked through.
const LOOKED_THROUGH: u32 = BOUND_DEPTH;

pub(super) const REMAINDER: Entry = rule(
    "ult-remainder",
    "rotr(a * k1 + k2, k3) <u k4 -> a % k5 == k6, unsigned or signed, where that is the same for every a; the same for k4 <u rotr(...)",
    |t, n| match (t.as_u64(n.first()), t.as_u64(n.second())) {
        (None, Some(limit)) => is_remainder(t, n.first(), limit.checked_sub(1)?),
        (Some(most), None) => {
            let is_remainder = is_remainder(t, n.second(), most)?;
            Some(t.not(is_remainder))
        }
        _ => None,
    },
);

/// `number * factor + more`, modulo 2^width.
#[derive(PartialEq, Eq)]
struct Linear {
    number: Term,
    factor: u64,
    more: u64,
}

/// The last `width` bits of a term as a multiple of a number and a constant.
fn linear(table: &mut TermTable, mut term: Term, width: u32) -> Option<Linear> {
    let (mut factor, mut more) = (1_u64, 0_u64);
    for _ in 0..LOOKED_THROUGH {
        let node = table.node(term);
        let constant = |second| Some(table.as_constant(second)?.word(0));
        match node.kind {
            Kind::Add => match constant(node.second()) {
                Some(k) => more = more.wrapping_add(factor.wrapping_mul(k)),
                None => break,
            },
            Kind::Mul => match constant(node.second()) {
                Some(k) => factor = factor.wrapping_mul(k),
                None => break,
            },
            Kind::Extract if node.low() == 0 => {}
            Kind::Concat => match constant(node.second()) {
                Some(k) => {
                    more = more.wrapping_add(factor.wrapping_mul(k));
                    let below = table.width(node.second());
                    factor = factor.checked_shl(below).unwrap_or(0);
                }
                None => break,
            },
            _ => break,
        }
        term = node.first();
    }
    let (number, times) = multiple(table, term, width)?;
    Some(Linear {
        number,
        factor: factor.wrapping_mul(times as u64) & mask(width),
        more: more & mask(width),
    })
}

/// The last `width` bits of a term, rotated to the right by `k` bits.
struct Rotated {
    term: Term,
    width: u32,
    k: u32,
}

/// A term as a rotated one. Signs may stand above it: what is at most a number of `width - k` bits has zeros there, however many bits that are.
fn rotated(table: &mut TermTable, term: Term) -> Option<Rotated> {
    let node = table.node(term);
    if node.kind != Kind::Concat || table.is_constant(node.second()) {
        return Some(Rotated {
            term,
            width: node.width,
            k: 0,
        });
    }
    let top = node.first();
    let (top, rest) = (
        table.under(Kind::SignExtend, top).unwrap_or(top),
        table.node(node.second()),
    );
    let (k, width) = (table.width(top), table.width(top) + rest.width);
    if rest.kind != Kind::Extract || rest.low() != k {
        return None;
    }
    // What is extracted from both may be told differently.
    let last_bits = linear(table, top, k)?;
    let same = linear(table, rest.first(), k)? == last_bits;
    same.then_some(Rotated {
        term: rest.first(),
        width,
        k,
    })
}

/// `term <=u most`, if that says which remainder a number has.
fn is_remainder(table: &mut TermTable, term: Term, most: u64) -> Option<Term> {
    let node = table.node(term);
    let may_be = matches!(
        node.kind,
        Kind::Mul | Kind::Add | Kind::Concat | Kind::Extract
    );
    if !may_be || node.width > 64 || most == 0 {
        return None;
    }
    let Rotated { term, width, k } = rotated(table, term)?;
    let Linear {
        number,
        factor,
        more,
    } = linear(table, term, width)?;
    let modulus = 1_u128 << width;
    // A small divisor is the only one with so many multiples. It need not be the inverse of the factor, for the number may have a factor, too.
    let small = (modulus - 1) / u128::from(most);
    let whole = u64::try_from(small).ok().filter(|it| it % (1 << k) == 0);
    let inverse = |odd: u64| Some(Bits::new(width, odd).inverse()?.word(0));
    let of_small = whole.map(|it| it >> k);
    let odd = [of_small, inverse(factor)].into_iter().flatten();
    for odd in odd.filter(|&it| it % 2 == 1 && it > 1) {
        // Times `odd`: the number is in the progression from `-more * odd` in steps of `odd << k`.
        let times = Bits::new(width, odd.wrapping_mul(factor));
        let step = u128::from(odd) << k;
        let first = odd.wrapping_mul(more).wrapping_neg() & mask(width);
        let few_more = is_small(&times) && !is_small(&Bits::new(width, factor));
        let is_simpler = times.word(0) == 1 || few_more;
        let Some(which) = remainder(width, step, first, most).filter(|_| is_simpler) else {
            continue;
        };
        let times = table.constant_bits(times);
        let number = table.mul(number, times);
        let divisor = table.constant(width, step as u64);
        let (remainder, value) = match which {
            Remainder::Unsigned { moved, value } => {
                let moved = table.constant(width, moved);
                let number = table.add(number, moved);
                (table.urem(number, divisor), value)
            }
            Remainder::SignedZero => (table.srem(number, divisor), 0),
        };
        let value = table.constant(width, value);
        return Some(table.eq(remainder, value));
    }
    None
}

/// Whether half of the bits are enough for a number, as a signed one.
fn is_small(number: &Bits) -> bool {
    let width = number.width();
    number.extract(0, width.div_ceil(2)).sign_extend(width) == *number
}

/// Which numbers a progression consists of.
enum Remainder {
    /// Those of which, with `moved` added, the unsigned remainder is `value`.
    Unsigned { moved: u64, value: u64 },
    /// Those without a signed remainder.
    SignedZero,
}

/// Of which numbers the numbers `first + i * step`, for i up to `most`, modulo 2^width, are all that have one remainder by `step`, which is not a power of two.
fn remainder(width: u32, step: u128, first: u64, most: u64) -> Option<Remainder> {
    let (modulus, half) = (1_u128 << width, 1_u128 << (width - 1));
    let (wide, count) = (u128::from(first), u128::from(most));
    // All with a remainder, if there are just so many: up to this before the modulus.
    let room = modulus.checked_sub(step.checked_mul(count)?)?;
    let is_all = |first: u128| first < step.min(room) && first + step >= room;
    if is_all(wide) {
        return Some(Remainder::Unsigned {
            moved: 0,
            value: first,
        });
    }
    // As many below 0 as above.
    let above = step * (count / 2);
    if count % 2 == 0 && above < half && above + step > half && wide == modulus - above {
        return Some(Remainder::SignedZero);
    }
    let value = room.saturating_sub(step);
    is_all(value).then(|| Remainder::Unsigned {
        moved: (value as u64).wrapping_sub(first) & mask(width),
        value: value as u64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::{Assignment, Evaluator};
    use crate::ops::BinaryOp;

    /// `rotr(x * factor + more, k) <=u most`, with x of so many bits.
    fn build(table: &mut TermTable, width: u32, [factor, more, k, most]: [u64; 4]) -> Term {
        let x = table.input("x", width);
        let [factor, more, k, most] = [factor, more, k, most].map(|it| table.constant(width, it));
        let product = table.mul(x, factor);
        let sum = table.add(product, more);
        let rotated = table.binary(BinaryOp::RotateRight, sum, k);
        table.ule(rotated, most)
    }

    fn value(table: &mut TermTable, term: Term, x: u64) -> bool {
        let input = crate::node::InputId(0);
        let width = table.width(table.input_term(input));
        let mut assignment = Assignment::new();
        assignment.set(input, Bits::new(width, x));
        Evaluator::new(table, &assignment).evaluate(term) == Bits::new(1, 1)
    }

    /// All of a few bits: they keep their values, and those that say of each x which remainder it has are remainders.
    #[test]
    fn all_comparisons_of_rotated_products_of_few_bits_keep_their_values() {
        let mut fired = 0;
        for width in 2..=4_u32 {
            let all = 1_u64 << width;
            for (factor, more) in
                (0..all).flat_map(|factor| (0..all).map(move |more| (factor, more)))
            {
                for (k, most) in
                    (0..u64::from(width)).flat_map(|k| (1..all - 1).map(move |most| (k, most)))
                {
                    let numbers = [factor, more, k, most];
                    let (mut table, mut plain) = (TermTable::new(), TermTable::without_rules());
                    let (after, before) = (
                        build(&mut table, width, numbers),
                        build(&mut plain, width, numbers),
                    );
                    for x in 0..all {
                        let (is, was) = (value(&mut table, after, x), value(&mut plain, before, x));
                        assert_eq!(is, was, "{width} bits, {numbers:?}, {x}");
                    }
                    let kinds: Vec<Kind> = table
                        .post_order(&[after])
                        .iter()
                        .map(|&it| table.kind(it))
                        .collect();
                    fired += u32::from(kinds.contains(&Kind::URem) || kinds.contains(&Kind::SRem));
                }
            }
        }
        assert!(fired > 100, "{fired}");
    }

    #[test]
    fn what_compilers_make_of_a_test_of_a_remainder_is_one_again() {
        for width in [3_u32, 5, 8, 13, 32, 64] {
            let all = 1_u128 << width;
            let divisors = [
                3_u64,
                5,
                6,
                7,
                10,
                11,
                12,
                100,
                641,
                1000,
                65_537,
                1_000_003,
                4_294_967_297,
            ];
            for divisor in divisors.into_iter().filter(|&it| u128::from(it) < all / 4) {
                let k = divisor.trailing_zeros();
                let odd = divisor >> k;
                let inverse = Bits::new(width, odd).inverse().expect("odd").word(0);
                let check = |more: u64, most: u64, number: &dyn Fn(u64) -> bool| {
                    let mut table = TermTable::new();
                    let test = build(&mut table, width, [inverse, more, u64::from(k), most]);
                    let text = table.display(test).to_string();
                    assert!(
                        text.contains("rem ") && !text.contains("(mul "),
                        "{width} bits, {divisor}: {text}"
                    );
                    for x in (0..200).flat_map(|i| {
                        [
                            i,
                            i * divisor,
                            mask(width).wrapping_sub(i),
                            mask(width) / 2 + i,
                            (mask(width) / 2).wrapping_sub(i),
                        ]
                    }) {
                        let x = x & mask(width);
                        assert_eq!(value(&mut table, test, x), number(x), "{x}: {text}");
                    }
                };
                for remainder in [0, 1, divisor / 2, divisor - 1] {
                    let most = (mask(width) - remainder) / divisor;
                    let more = remainder.wrapping_mul(inverse).wrapping_neg() & mask(width);
                    check(more, most, &|x| x % divisor == remainder);
                }
                let above = (mask(width) / 2 / odd) >> k;
                let signed = |x: u64| Bits::new(width, x).to_i64().expect("at most 64 bits");
                check(above << k, 2 * above, &|x| signed(x) % divisor as i64 == 0);
            }
        }
    }

    #[test]
    fn a_factor_of_the_number_stays_with_it() {
        for times in [3, 999, 1000] {
            let mut table = TermTable::new();
            let inverse = Bits::new(32, 7).inverse().expect("odd").word(0);
            let factor = inverse.wrapping_mul(times);
            let most = u64::from(u32::MAX / 7);
            let test = build(&mut table, 32, [factor, inverse, 0, most]);
            let text = table.display(test).to_string();
            assert!(text.contains("urem"), "{text}");
            for x in 0..100 {
                let is_multiple = (times * x + 1) % 7 == 0;
                assert_eq!(value(&mut table, test, x), is_multiple, "{x}");
            }
        }
    }
}
