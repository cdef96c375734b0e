//! The rule of products that equal a constant: the operands are a pair of divisors.
//!
//! A SAT solver factors by search, which takes it minutes for numbers that trial division takes apart in a millisecond. The rule
//! needs that the product cannot wrap around onto the constant; an upper bound of the operands tells.

use super::view::{BOUND_DEPTH, most};
use super::{Entry, rule};
use crate::node::{Kind, Node, Term};
use crate::table::TermTable;

/// Constants below this are taken apart: at most 2^20 / 3 trial divisions.
const LARGEST: u64 = 1 << 40;
/// At most so many pairs of divisors are written out.
const PAIRS: usize = 256;

pub(super) const FACTORS: Entry = rule(
    "eq-mul-factors",
    "a * b == k -> (a == d1 & b == k / d1) | ... over the divisors of k, if a * b is less than k + 2^width",
    factors,
);

fn factors(table: &mut TermTable, node: Node) -> Option<Term> {
    let (a, b) = table.pair(Kind::Mul, node.first())?;
    let width = table.width(a);
    let k = table.as_u64(node.second()).filter(|&k| k < LARGEST)?;
    if width > 64 || table.is_constant(a) || table.is_constant(b) {
        return None;
    }
    let (most_a, most_b) = (most(table, a, BOUND_DEPTH), most(table, b, BOUND_DEPTH));
    if u128::from(most_a) * u128::from(most_b) >= u128::from(k) + (1 << width) {
        return None;
    }
    if k == 0 {
        let zero = node.second();
        let (a, b) = (table.eq(a, zero), table.eq(b, zero));
        return Some(table.or(a, b));
    }
    let divisors = divisors(k)?;
    let fits = |d: u64| d <= most_a && k / d <= most_b && (a != b || d == k / d);
    let mut any = table.bool(false);
    for d in divisors.into_iter().filter(|&d| fits(d)) {
        let (of_a, of_b) = (table.constant(width, d), table.constant(width, k / d));
        let (of_a, of_b) = (table.eq(a, of_a), table.eq(b, of_b));
        let both = table.and(of_a, of_b);
        any = table.or(any, both);
    }
    Some(any)
}

/// The divisors of a number that is not zero, unless there are too many.
fn divisors(k: u64) -> Option<Vec<u64>> {
    let mut divisors = vec![1];
    let mut rest = k;
    let mut take = |prime: u64, rest: &mut u64| -> Option<()> {
        let known = divisors.len();
        let mut power = 1;
        while rest.is_multiple_of(prime) {
            *rest /= prime;
            power *= prime;
            for index in 0..known {
                divisors.push(divisors[index] * power);
            }
        }
        (divisors.len() <= PAIRS).then_some(())
    };
    for prime in [2, 3] {
        take(prime, &mut rest)?;
    }
    // All other primes are next to a multiple of 6.
    let mut next = 5;
    while next * next <= rest {
        take(next, &mut rest)?;
        take(next + 2, &mut rest)?;
        next += 6;
    }
    if rest > 1 {
        take(rest, &mut rest.clone())?;
    }
    divisors.sort_unstable();
    Some(divisors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_of_small_numbers_and_of_a_semiprime() {
        for k in 1..2000 {
            let all: Vec<u64> = (1..=k).filter(|d| k % d == 0).collect();
            assert_eq!(divisors(k), Some(all), "{k}");
        }
        assert_eq!(
            divisors(10_967_535_067).unwrap(),
            [1, 104_723, 104_729, 10_967_535_067]
        );
        assert_eq!(divisors(10_000_000_000).unwrap().len(), 121);
        assert_eq!(divisors(963_761_198_400), None, "6720 divisors");
    }

    #[test]
    fn a_product_that_may_wrap_around_stays() {
        let mut table = TermTable::new();
        let t = &mut table;
        let (x, y) = (t.input("x", 32), t.input("y", 32));
        let k = t.constant(32, 15);
        let wraps = t.mul(x, y);
        let stays = t.eq(wraps, k);
        assert_eq!(t.kind(stays), Kind::Eq);
        let (x, y) = (t.zero_extend(x, 64), t.zero_extend(y, 64));
        let two = t.constant(64, 2);
        let (a, b) = (t.add(x, two), t.add(y, two));
        let product = t.mul(a, b);
        for (k, stays) in [(15, true), (10_967_535_067, false)] {
            let k = t.constant(64, k);
            let equal = t.eq(product, k);
            let text = t.display(equal).to_string();
            assert_eq!(text.contains("(mul "), stays, "{text}");
        }
    }
}
