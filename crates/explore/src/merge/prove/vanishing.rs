//! Polynomials that are zero at all of some points: what H. M. Möller and B. Buchberger ("The Construction of Multivariate Polynomials with
//! Preassigned Zeros", EUROCAM 1982) compute, as far as coefficients are small fractions.
//!
//! Monomials are taken from the smallest on. One that depends on those before it, at all the points, gives a polynomial; its multiples are left
//! out, since they depend on others in the same way. So what comes is a basis, not each consequence of it. The arithmetic is modulo a prime;
//! fractions are found again as those with a small denominator.

/// The prime 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

/// Coefficients are fractions with a denominator up to this, and numerators whose size is below that.
const LARGEST_DENOMINATOR: u64 = 120;
const LARGEST_NUMERATOR: u64 = 1 << 20;

/// Exponents, one for each variable.
pub(super) type Monomial = Vec<u32>;

/// A sum of monomials with coefficients.
pub(super) type Vanishing = Vec<(i64, Monomial)>;

/// All monomials of some variables up to a degree, by degree, then by exponents.
pub(super) fn monomials(variables: usize, degree: u32) -> Vec<Monomial> {
    let mut all = Vec::new();
    for of_degree in 0..=degree {
        let mut one = vec![0; variables];
        monomials_from(0, of_degree, &mut one, &mut all);
    }
    all
}

fn monomials_from(first: usize, left: u32, one: &mut Monomial, all: &mut Vec<Monomial>) {
    if left == 0 {
        all.push(one.clone());
        return;
    }
    for variable in first..one.len() {
        one[variable] += 1;
        monomials_from(variable, left - 1, one, all);
        one[variable] -= 1;
    }
}

/// How many monomials of some variables there are up to a degree.
pub(super) fn count(variables: usize, degree: u32) -> usize {
    (1..=degree as usize).fold(1, |count, of| count * (variables + of) / of)
}

/// The polynomials over monomials that are zero at all points. There should be more points than monomials: else some are zero there by chance.
pub(super) fn vanishing(monomials: &[Monomial], points: &[Vec<i64>]) -> Vec<Vanishing> {
    let mut independent: Vec<Independent> = Vec::new();
    let mut leading: Vec<&Monomial> = Vec::new();
    let mut found = Vec::new();
    for (number, monomial) in monomials.iter().enumerate() {
        if leading.iter().any(|other| divides(other, monomial)) {
            continue;
        }
        let mut values: Vec<u64> = points.iter().map(|it| value_at(monomial, it)).collect();
        let mut parts: Vec<(usize, u64)> = vec![(number, 1)];
        for one in &independent {
            let factor = values[one.pivot];
            if factor == 0 {
                continue;
            }
            let factor = PRIME - factor;
            for (value, &of_one) in values.iter_mut().zip(&one.values) {
                *value = plus(*value, times(factor, of_one));
            }
            for &(part, coefficient) in &one.parts {
                let coefficient = times(factor, coefficient);
                match parts.iter_mut().find(|(known, _)| *known == part) {
                    Some((_, sum)) => *sum = plus(*sum, coefficient),
                    None => parts.push((part, coefficient)),
                }
            }
        }
        match values.iter().position(|&value| value != 0) {
            Some(pivot) => {
                let inverse = inverse(values[pivot]);
                for value in &mut values {
                    *value = times(*value, inverse);
                }
                for (_, coefficient) in &mut parts {
                    *coefficient = times(*coefficient, inverse);
                }
                independent.push(Independent {
                    pivot,
                    values,
                    parts,
                });
            }
            None => {
                leading.push(monomial);
                parts.retain(|&(_, coefficient)| coefficient != 0);
                parts.sort_unstable_by_key(|&(part, _)| part);
                found.extend(whole(&parts, monomials));
            }
        }
    }
    found
}

/// A combination of monomials that is 1 at a point, where those that come later are made 0.
struct Independent {
    pivot: usize,
    values: Vec<u64>,
    parts: Vec<(usize, u64)>,
}

/// A polynomial with whole coefficients from one modulo the prime; none if they are not small.
fn whole(parts: &[(usize, u64)], monomials: &[Monomial]) -> Option<Vanishing> {
    (1..=LARGEST_DENOMINATOR).find_map(|denominator| {
        let coefficients = parts.iter().map(|&(part, coefficient)| {
            let value = times(coefficient, denominator);
            let size = value.min(PRIME - value);
            let sign = if size == value { 1 } else { -1 };
            (size < LARGEST_NUMERATOR).then(|| (sign * size as i64, monomials[part].clone()))
        });
        coefficients.collect()
    })
}

fn divides(one: &Monomial, other: &Monomial) -> bool {
    one.iter().zip(other).all(|(one, other)| one <= other)
}

fn value_at(monomial: &Monomial, point: &[i64]) -> u64 {
    let mut value = 1;
    for (&exponent, &of) in monomial.iter().zip(point) {
        let of = i128::from(of).rem_euclid(i128::from(PRIME)) as u64;
        for _ in 0..exponent {
            value = times(value, of);
        }
    }
    value
}

fn plus(a: u64, b: u64) -> u64 {
    (a + b) % PRIME
}

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

/// By Fermat's little theorem.
fn inverse(a: u64) -> u64 {
    let (mut result, mut square, mut exponent) = (1, a, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, square);
        }
        square = times(square, square);
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn shown(polynomials: &[Vanishing], names: &str) -> String {
        let mut text = String::new();
        for polynomial in polynomials {
            for (coefficient, monomial) in polynomial {
                text += &format!("{coefficient:+}");
                for (&exponent, name) in monomial.iter().zip(names.chars()) {
                    (0..exponent).for_each(|_| text.push(name));
                }
                text.push(' ');
            }
            text += "= 0\n";
        }
        text
    }

    #[test]
    fn sums_of_numbers_and_squares_are_found_and_their_multiples_are_left_out() {
        let points: Vec<Vec<i64>> = (0..40)
            .map(|n: i64| vec![n, (0..n).sum(), (0..n).map(|it| it * it).sum()])
            .collect();
        let found = vanishing(&monomials(3, 3), &points);
        expect![[r#"
            -1n -2s +1nn = 0
            -1s -3q +2ns = 0
            +1s +3q -6nq +8ss = 0
        "#]]
        .assert_eq(&shown(&found, "nsq"));
    }

    #[test]
    fn what_vanishes_by_no_small_fractions_is_not_told() {
        let points: Vec<Vec<i64>> = (0..10).map(|n| vec![n, n * 7_654_321]).collect();
        assert_eq!(
            vanishing(&monomials(2, 1), &points),
            Vec::<Vanishing>::new()
        );
    }

    #[test]
    fn monomials_are_counted_as_they_are_listed() {
        for variables in 0..5 {
            for degree in 0..5 {
                assert_eq!(monomials(variables, degree).len(), count(variables, degree));
            }
        }
    }
}
