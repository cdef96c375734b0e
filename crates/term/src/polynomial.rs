//! Sums and products as polynomials: terms of one polynomial become one term.
//!
//! Constructors normalise what is below them only a little: `x * (y + z)` and `x * y + x * z` are two terms, and a SAT solver takes long to see
//! that they are equal. Here a term of ring operations (sum, product, negation, complement as `-x - 1`, zero bits below as a power of two) is
//! written out as a polynomial over the terms below with coefficients modulo 2^width, as in computer algebra; A. Niemetz, M. Preiner
//! ("Bitwuzla", CAV 2023) call it normalisation. Equal polynomials are one term, the first one seen; an equation is what is left of the
//! difference of its sides. What would be written out at length stays as it is. Of an extended sum that cannot wrap around the summands are extended;
//! and where it makes an equation shorter, a remainder by a constant is what its quotient leaves of the dividend: digits that are added up are the number.
//!
//! This is for formulas as a whole, not for constructors: it looks at everything below a term.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::node::{Kind, Node, Term};
use crate::ops::{BinaryOp, UnaryOp};
use crate::rules::most;
use crate::table::TermTable;

/// A term with more summands than this is not written out.
const SUMMANDS: usize = 48;
/// Nor one whose products have more factors.
const FACTORS: usize = 8;
/// How deep it is looked for what a factor is at most.
const DEPTH: u32 = 8;

/// Factors, ascending; each stands for its unsigned value, whatever its width is. None: the constant 1.
type Product = Vec<Term>;

/// A sum of products with coefficients that are not zero, modulo 2^width of its term.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Polynomial(BTreeMap<Product, Bits>);

impl Polynomial {
    fn add(&mut self, product: &[Term], coefficient: &Bits) {
        let sum = match self.0.get(product) {
            Some(before) => before.binary(BinaryOp::Add, coefficient),
            None => coefficient.clone(),
        };
        match sum.is_zero() {
            true => self.0.remove(product),
            false => self.0.insert(product.to_vec(), sum),
        };
    }

    fn plus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        for (product, coefficient) in &other.0 {
            sum.add(product, coefficient);
        }
        sum
    }

    fn negated(&self) -> Self {
        let negate = |(product, coefficient): (&Product, &Bits)| {
            (product.clone(), coefficient.unary(UnaryOp::Neg))
        };
        Polynomial(self.0.iter().map(negate).collect())
    }

    /// The product of two; none if it is too large.
    fn times(&self, other: &Self) -> Option<Self> {
        if self.0.len() * other.0.len() > SUMMANDS {
            return None;
        }
        let mut sum = Self::default();
        for (one, by_one) in &self.0 {
            for (two, by_two) in &other.0 {
                let mut product = [&one[..], &two[..]].concat();
                product.sort_unstable();
                sum.add(&product, &by_one.binary(BinaryOp::Mul, by_two));
            }
        }
        let small = sum.0.keys().all(|product| product.len() <= FACTORS);
        small.then_some(sum)
    }

    /// A multiple that is zero where it is: the one with a coefficient of 1, the same for all of its multiples by odd numbers. Itself where no
    /// coefficient is odd.
    fn monic(&self) -> Self {
        let odd = self.0.values().rev().find_map(Bits::inverse);
        let Some(inverse) = odd else {
            return self.clone();
        };
        let multiple = |(product, coefficient): (&Product, &Bits)| {
            (product.clone(), coefficient.binary(BinaryOp::Mul, &inverse))
        };
        Polynomial(self.0.iter().map(multiple).collect())
    }

    /// The same with coefficients modulo another power of two: a lower one, or a higher one where the sum [is below](Self::is_below) its own.
    fn at_width(&self, table: &TermTable, width: u32) -> Self {
        let mut sum = Self::default();
        for (product, coefficient) in &self.0 {
            let coefficient = match coefficient.width() >= width {
                true => coefficient.extract(0, width),
                false => coefficient.zero_extend(width),
            };
            let mut factors: Product = product
                .iter()
                .map(|&factor| unsigned(table, factor, width))
                .collect();
            factors.sort_unstable();
            if !coefficient.is_zero() {
                sum.add(&factors, &coefficient);
            }
        }
        sum
    }

    /// What the sum, with unsigned coefficients, is at most; none if that is too large to tell.
    fn most(&self, table: &TermTable) -> Option<u128> {
        let of_product = |product: &Product| {
            product.iter().try_fold(1u128, |all, &factor| {
                let is_short = table.width(factor) <= 64;
                all.checked_mul(is_short.then(|| most(table, factor, DEPTH))?.into())
            })
        };
        self.0
            .iter()
            .try_fold(0u128, |sum, (product, coefficient)| {
                let most = of_product(product)?.checked_mul(coefficient.to_u64()?.into())?;
                sum.checked_add(most)
            })
    }

    /// Whether that is certainly below a power of two.
    fn is_below(&self, table: &TermTable, bits: u32) -> bool {
        let most = self.most(table);
        most.is_some_and(|most| bits >= 128 || most >> bits == 0)
    }

    /// The constant that it is.
    fn constant(&self, width: u32) -> Option<Bits> {
        match self.0.len() {
            0 => Some(Bits::zero(width)),
            1 => self.0.get(&Vec::new()).cloned(),
            _ => None,
        }
    }
}

/// Polynomials of terms, and the terms that stand for them.
#[derive(Default)]
struct Normal {
    of: FxHashMap<Term, Rc<Polynomial>>,
    first: FxHashMap<(u32, Rc<Polynomial>), Term>,
    /// Equations by the polynomial that they say is zero.
    equations: FxHashMap<(u32, Polynomial), Term>,
}

impl TermTable {
    /// The terms (of bit-vectors), with equal polynomials below them made one term and equations taken apart.
    pub fn with_polynomials(&mut self, roots: &[Term]) -> Vec<Term> {
        let mut normal = Normal::default();
        let mut became: FxHashMap<Term, Term> = FxHashMap::default();
        for term in self.post_order(roots) {
            let rebuilt =
                self.with_operands(term, |child| became.get(&child).copied().unwrap_or(child));
            let result = normal.simpler(self, rebuilt);
            became.insert(term, result);
        }
        let of = |root: &Term| became.get(root).copied().unwrap_or(*root);
        roots.iter().map(of).collect()
    }
}

/// The low part that zero bits are below, and how many.
fn above_zeros(table: &TermTable, node: Node) -> Option<(Term, u32)> {
    let low = node.second();
    let zeros = node.kind == Kind::Concat && table.as_constant(low)?.is_zero();
    zeros.then(|| (node.first(), table.width(low)))
}

/// Whether the operator is one of the ring, or takes or keeps low bits.
fn is_of_ring(table: &TermTable, node: Node) -> bool {
    match node.kind {
        Kind::Add | Kind::Mul | Kind::Neg | Kind::ZeroExtend | Kind::SignExtend => true,
        Kind::Not => node.width > 1,
        Kind::Extract => node.low() == 0,
        Kind::Concat => above_zeros(table, node).is_some(),
        _ => false,
    }
}

/// What the unsigned value of a term is a product of: a product of extended numbers does not wrap where it has room for both.
fn factors(table: &TermTable, term: Term) -> Product {
    let mut factors = Vec::new();
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        let node = table.node(term);
        let narrow = |of: Term| {
            let node = table.node(of);
            (node.kind == Kind::ZeroExtend).then(|| node.first())
        };
        if let Some(inner) = narrow(term) {
            stack.push(inner);
        } else if node.kind == Kind::Mul
            && let (Some(a), Some(b)) = (narrow(node.first()), narrow(node.second()))
            && table.width(a) + table.width(b) <= node.width
        {
            stack.extend([a, b]);
        } else {
            factors.push(term);
        }
    }
    factors.sort_unstable();
    factors
}

impl Normal {
    /// The term itself, or a simpler one of the same value. Its operands are as simple as they get.
    fn simpler(&mut self, table: &mut TermTable, term: Term) -> Term {
        let node = table.node(term);
        match node.kind {
            Kind::Eq => return self.equation(table, term, node),
            Kind::Ult | Kind::Slt => return self.comparison(table, term, node),
            _ => {}
        }
        if !is_of_ring(table, node) {
            return term;
        }
        let polynomial = self.polynomial(table, term);
        if let Some(constant) = polynomial.constant(node.width) {
            return table.constant_bits(constant);
        }
        *self.first.entry((node.width, polynomial)).or_insert(term)
    }

    /// The polynomial of a term; that of what cannot be written out is itself.
    fn polynomial(&mut self, table: &mut TermTable, root: Term) -> Rc<Polynomial> {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.of.contains_key(&term) {
                stack.pop();
                continue;
            }
            let node = table.node(term);
            let before = stack.len();
            if is_of_ring(table, node) {
                let operands = node.children();
                stack.extend(operands.filter(|operand| !self.of.contains_key(operand)));
            }
            if stack.len() > before {
                continue;
            }
            stack.pop();
            let polynomial = self
                .written_out(table, term, node)
                .unwrap_or_else(|| itself(table, term));
            self.of.insert(term, Rc::new(polynomial));
        }
        self.of[&root].clone()
    }

    fn written_out(&self, table: &mut TermTable, term: Term, node: Node) -> Option<Polynomial> {
        if let Some(constant) = table.as_constant(term) {
            let mut sum = Polynomial::default();
            sum.add(&[], &constant);
            return Some(sum);
        }
        if !is_of_ring(table, node) {
            return None;
        }
        let first = &self.of[&node.first()];
        let sum = match node.kind {
            Kind::Add => first.plus(&self.of[&node.second()]),
            Kind::Mul => first.times(&self.of[&node.second()])?,
            Kind::Neg => first.negated(),
            // -a - 1
            Kind::Not => {
                let mut sum = first.negated();
                sum.add(&[], &Bits::ones(node.width));
                sum
            }
            // The value of the low bits is that of all, modulo 2^width.
            Kind::Extract => first.at_width(table, node.width),
            Kind::ZeroExtend if first.is_below(table, table.width(node.first())) => {
                first.at_width(table, node.width)
            }
            // A number that is not negative.
            Kind::SignExtend if first.is_below(table, table.width(node.first()) - 1) => {
                first.at_width(table, node.width)
            }
            Kind::ZeroExtend | Kind::SignExtend => itself(table, term),
            // 2^zeros times the operand.
            _ => {
                let (_, zeros) = above_zeros(table, node)?;
                let shifted = |(product, coefficient): (&Product, &Bits)| {
                    let coefficient = coefficient.zero_extend(node.width).shift_left(zeros);
                    (product.clone(), coefficient)
                };
                Polynomial(first.0.iter().map(shifted).collect())
            }
        };
        (sum.0.len() <= SUMMANDS).then_some(sum)
    }

    /// The unsigned value of a term, modulo 2^width.
    fn value(&mut self, table: &mut TermTable, term: Term, width: u32) -> Polynomial {
        let own = table.width(term);
        let polynomial = self.polynomial(table, term);
        match width <= own || polynomial.is_below(table, own) {
            true => polynomial.at_width(table, width),
            false => Polynomial(BTreeMap::from([(
                factors(table, term),
                Bits::new(width, 1),
            )])),
        }
    }

    /// The same with `a - c * (a / c)` in place of a summand `a % c`; none if there is no such summand, or too many.
    fn without_remainders(
        &mut self,
        table: &mut TermTable,
        polynomial: &Polynomial,
        width: u32,
    ) -> Option<Polynomial> {
        let mut sum = polynomial.clone();
        for turn in 0..SUMMANDS {
            let remainder = sum.0.iter().find_map(|(product, coefficient)| {
                let [factor] = product[..] else { return None };
                let node = table.node(factor);
                let is_one = node.kind == Kind::URem
                    && table
                        .as_constant(node.second())
                        .is_some_and(|by| !by.is_zero());
                is_one.then(|| (factor, node, coefficient.clone()))
            });
            let Some((factor, node, coefficient)) = remainder else {
                return (turn > 0).then_some(sum);
            };
            sum.0.remove(&vec![factor]);
            let mut constant = Polynomial::default();
            constant.add(&[], &coefficient);
            let dividend = self.value(table, node.first(), width);
            sum = sum.plus(&dividend.times(&constant)?);
            let quotient = table.udiv(node.first(), node.second());
            let multiple = self.value(table, quotient, width);
            let by = self.value(table, node.second(), width).negated();
            sum = sum.plus(&multiple.times(&by.times(&constant)?)?);
        }
        None
    }

    /// A comparison with a constant, which is one where the other side is never so large.
    fn comparison(&mut self, table: &mut TermTable, term: Term, node: Node) -> Term {
        let (a, b) = (node.first(), node.second());
        let (other, constant) = match (table.as_u64(a), table.as_u64(b)) {
            (Some(constant), None) => (b, constant),
            (None, Some(constant)) => (a, constant),
            _ => return term,
        };
        let width = table.width(other);
        if width > 64 {
            return term;
        }
        // Numbers that are not negative are compared alike.
        let room = width - u32::from(node.kind == Kind::Slt);
        let fits = |number: u128| number >> room == 0;
        let constant = u128::from(constant);
        let most = self.polynomial(table, other).most(table);
        let Some(most) = most.filter(|&most| fits(most) && fits(constant)) else {
            return term;
        };
        match other == a {
            true if most < constant => table.true_(),
            false if most <= constant => table.false_(),
            _ => term,
        }
    }

    /// An equation without what its sides have in common.
    fn equation(&mut self, table: &mut TermTable, term: Term, node: Node) -> Term {
        let (a, b) = (node.first(), node.second());
        let width = table.width(a);
        let of_ring = |side: Term| is_of_ring(table, table.node(side));
        if width == 1 || !(of_ring(a) || of_ring(b)) {
            return term;
        }
        let (left, right) = (self.polynomial(table, a), self.polynomial(table, b));
        let mut difference = left.plus(&right.negated());
        if let Some(shorter) = self
            .without_remainders(table, &difference, width)
            .filter(|shorter| shorter.0.len() < difference.0.len())
        {
            difference = shorter;
        }
        if let Some(constant) = difference.constant(width) {
            return table.bool(constant.is_zero());
        }
        let simple = without_common(table, term, &difference, [&left, &right]);
        let key = (width, difference.monic());
        *self.equations.entry(key).or_insert(simple)
    }
}

/// An equation without what its sides have in common: the equation itself where that is no simpler.
fn without_common(
    table: &mut TermTable,
    term: Term,
    difference: &Polynomial,
    [left, right]: [&Polynomial; 2],
) -> Term {
    let node = table.node(term);
    let (a, b) = (node.first(), node.second());
    let width = table.width(a);
    let products = |product: &Product| product.len().saturating_sub(1);
    let left_over: usize = difference.0.keys().map(products).sum();
    if difference.0.len() >= left.0.len() + right.0.len()
        || left_over > products_below(table, [a, b])
    {
        return term;
    }
    let mut sides = [Vec::new(), Vec::new()];
    for (product, coefficient) in &difference.0 {
        match coefficient.is_negative() && !product.is_empty() {
            false => sides[0].push((product, coefficient.clone())),
            true => sides[1].push((product, coefficient.unary(UnaryOp::Neg))),
        }
    }
    let [left, right] = sides.map(|summands| {
        let mut sum = table.constant_bits(Bits::zero(width));
        for (product, coefficient) in summands {
            let mut value = table.constant_bits(coefficient);
            for &factor in product {
                let factor = at_width(table, factor, width);
                value = table.mul(factor, value);
            }
            sum = table.add(sum, value);
        }
        sum
    });
    table.eq(left, right)
}

/// A term as the polynomial of its unsigned value, not written out.
fn itself(table: &TermTable, term: Term) -> Polynomial {
    let mut sum = Polynomial::default();
    sum.add(&factors(table, term), &Bits::new(table.width(term), 1));
    sum
}

/// What a factor is modulo 2^width: copies of a sign above do not count.
fn unsigned(table: &TermTable, factor: Term, width: u32) -> Term {
    let node = table.node(factor);
    match node.kind == Kind::SignExtend && table.width(node.first()) >= width {
        true => node.first(),
        false => factor,
    }
}

/// Products of two unknowns in the ring operations at or below terms.
fn products_below(table: &TermTable, roots: [Term; 2]) -> usize {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut stack = roots.to_vec();
    let mut products = 0;
    while let Some(term) = stack.pop() {
        let node = table.node(term);
        if !seen.insert(term) || !is_of_ring(table, node) {
            continue;
        }
        let by_constant = || {
            node.children()
                .any(|operand| table.kind(operand) == Kind::Constant)
        };
        products += usize::from(node.kind == Kind::Mul && !by_constant());
        stack.extend(node.children());
    }
    products
}

/// The unsigned value of a term, modulo 2^width.
fn at_width(table: &mut TermTable, term: Term, width: u32) -> Term {
    match table.width(term) >= width {
        true => table.truncate(term, width),
        false => table.zero_extend(term, width),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::{Assignment, evaluate};
    use crate::random::Random;

    /// A term of ring operations over inputs of several widths.
    fn term(table: &mut TermTable, random: &mut Random, width: u32, depth: u32) -> Term {
        let depth_below = depth.saturating_sub(1);
        match random.index(if depth == 0 { 3 } else { 15 }) {
            0 => {
                let value = random.next() & crate::ops::mask(width);
                table.constant(width, value)
            }
            1 | 2 => {
                let name = format!("x{}_{}", random.index(2), width);
                table.input(&name, width)
            }
            3 | 4 => {
                let a = term(table, random, width, depth_below);
                let b = term(table, random, width, depth_below);
                table.add(a, b)
            }
            5..=7 => {
                let a = term(table, random, width, depth_below);
                let b = term(table, random, width, depth_below);
                table.mul(a, b)
            }
            8 => {
                let a = term(table, random, width, depth_below);
                table.neg(a)
            }
            9 => {
                let a = term(table, random, width, depth_below);
                table.not(a)
            }
            10 if width > 1 => {
                let narrow = 1 + random.index(width as usize - 1) as u32;
                let a = term(table, random, narrow, depth_below);
                match random.index(3) {
                    0 => table.zero_extend(a, width),
                    1 => table.sign_extend(a, width),
                    _ => {
                        let zeros = table.constant(width - narrow, 0);
                        table.concat(a, zeros)
                    }
                }
            }
            12..=14 => {
                let a = term(table, random, width, depth_below);
                let by = random.next() & crate::ops::mask(width);
                let by = table.constant(width, by);
                match random.index(2) {
                    0 => table.urem(a, by),
                    _ => table.udiv(a, by),
                }
            }
            _ => {
                let a = term(table, random, width + 1, depth_below);
                table.truncate(a, width)
            }
        }
    }

    /// The digits of a number of 32 bits as characters, added up as in 64 bits: the number up to what is left behind the last digit.
    #[test]
    fn digits_that_are_added_up_are_the_number_but_for_what_is_left() {
        let mut table = TermTable::new();
        let x = table.input("x", 32);
        let [ten, zero, minus_zero] =
            [(32, 10), (8, 48), (32, 48u64.wrapping_neg())].map(|(width, value)| {
                let value = value & crate::ops::mask(width);
                table.constant(width, value)
            });
        let by_ten = table.constant(64, 10);
        let (mut digits, mut left) = (Vec::new(), x);
        for _ in 0..9 {
            let digit = table.urem(left, ten);
            let digit = table.truncate(digit, 8);
            digits.push(table.add(digit, zero));
            left = table.udiv(left, ten);
        }
        let mut read = table.constant(64, 0);
        for &character in digits.iter().rev() {
            let character = table.sign_extend(character, 32);
            let digit = table.add(character, minus_zero);
            let digit = table.zero_extend(digit, 64);
            let shifted = table.mul(read, by_ten);
            read = table.add(shifted, digit);
        }
        let wide = table.zero_extend(x, 64);
        let is_same = table.eq(read, wide);
        let simple = table.with_polynomials(&[is_same])[0];
        let terms = table.post_order(&[simple]);
        assert!(terms.iter().all(|&term| table.kind(term) != Kind::URem));
        assert!(terms.len() < 9, "{}", terms.len());
    }

    #[test]
    fn terms_keep_their_values_when_polynomials_are_made_one() {
        for seed in 0..3000 {
            let mut random = Random::new(seed + 1);
            // Without rules, what is written is what is looked at.
            let mut table = match seed % 2 {
                0 => TermTable::new(),
                _ => TermTable::without_rules(),
            };
            let width = 1 + random.index(5) as u32;
            let a = term(&mut table, &mut random, width, 4);
            let b = term(&mut table, &mut random, width, 4);
            let by = table.constant(width, random.next() & crate::ops::mask(width));
            let roots = [
                table.eq(a, b),
                table.ult(a, b),
                table.ult(a, by),
                table.ult(by, a),
                table.slt(a, by),
                table.slt(by, a),
                a,
                b,
            ];
            let simple = table.with_polynomials(&roots);
            let inputs = table.input_count();
            for _ in 0..20 {
                let mut values = Assignment::new();
                for number in 0..inputs {
                    let input = crate::node::InputId(number as u32);
                    let width = table.width(table.input_term(input));
                    values.set_u64(input, width, random.next() & crate::ops::mask(width));
                }
                for (root, simple) in roots.iter().zip(&simple) {
                    let both = [root, simple].map(|&term| evaluate(&table, &values, term));
                    let shown = [root, simple].map(|&term| table.display(term).to_string());
                    assert_eq!(both[0], both[1], "seed {seed}: {shown:?}");
                }
            }
        }
    }

    #[test]
    fn laws_of_rings_hold_at_once() {
        let mut table = TermTable::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| table.input(name, 32));
        let sum = table.add(y, z);
        let (left, xy, xz) = (table.mul(x, sum), table.mul(x, y), table.mul(x, z));
        let right = table.add(xy, xz);
        let distributive = table.eq(left, right);
        let (yz, xyz) = (table.mul(y, z), table.mul(xy, z));
        let other = table.mul(x, yz);
        let associative = table.eq(xyz, other);
        let bound = table.input("bound", 32);
        let [one, two] = [left, right].map(|side| table.ult(side, bound));
        let same = table.eq(one, two);
        for law in [distributive, associative, same] {
            assert_eq!(table.with_polynomials(&[law]), [table.true_()]);
        }
        // Equations are one where one is an odd multiple of the other.
        let three = table.constant(32, 3);
        let (thrice_left, thrice_xz) = (table.mul(three, left), table.mul(three, xz));
        let [one, other] = [table.eq(left, z), table.eq(thrice_left, thrice_xz)];
        let thrice_z = table.mul(three, z);
        let thrice = table.eq(thrice_z, thrice_left);
        let simple = table.with_polynomials(&[one, thrice, other]);
        assert_eq!(simple[0], simple[1]);
        assert_ne!(simple[0], simple[2]);
        // What does not cancel stays.
        let open = table.eq(left, yz);
        assert_eq!(table.with_polynomials(&[open]), [open]);
    }
}
