//! Quotients that are only compared, as products: `a <= n / d` is `a * d <= n` at twice the width, where no product loses anything.
//!
//! Who guards a product by a quotient (`if (a > INT_MAX / b)`, as CERT C recommends in INT32-C) asks whether a division undoes a
//! multiplication, and a SAT solver has to find out bit by bit that it does. With the division gone both sides speak of one product. By the
//! definition of division (Euclid; C17 6.5.5p6 for that of signed numbers, which rounds to 0),
//!
//! * unsigned: `a <= n / d` iff `a * d <= n`; where `d` is 0 SMT-LIB's quotient is all ones, and both hold;
//! * signed, where `n` and `d` have one sign: `a <= n / d` iff `a * d` is `n` or on that side of it where less of the sign of `n` is;
//! * signed, where they have not: the same of `a >= n / d`.
//!
//! What says that such a product is in range (that it equals the extension of its lower half) becomes a comparison too, and what is known of
//! the signs and sizes of products is said, since gates do not show it.

use everypath_term::{Bits, Kind, Node, Term, TermTable};
use rustc_hash::{FxHashMap, FxHashSet};

/// Makes comparisons of products of those of quotients where nothing else is asked of them. Gives the conjuncts, in their order, and
/// behind them what is true of the products; nothing if there are no such quotients.
pub fn compared_as_products(table: &mut TermTable, conjuncts: &[Term]) -> Option<Vec<Term>> {
    let order = table.post_order(conjuncts);
    if !order.iter().any(|&term| is_quotient(table, term)) {
        return None;
    }
    let conjuncts = &with_chosen_comparisons(table, conjuncts, &order);
    let order = table.post_order(conjuncts);
    let mut made: Vec<(Term, Comparison)> = Vec::new();
    // Quotients of which more is asked than how they compare.
    let mut kept: FxHashSet<Term> = conjuncts.iter().copied().collect();
    for &term in &order {
        match comparison(table, term) {
            Some(comparison) => made.push((term, comparison)),
            None => kept.extend(table.node(term).children()),
        }
    }
    made.retain(|(_, comparison)| !kept.contains(&comparison.quotient));
    if made.is_empty() {
        return None;
    }
    let mut products: Vec<Term> = Vec::new();
    let mut results: FxHashMap<Term, Term> = FxHashMap::default();
    for (term, comparison) in made {
        products.push(comparison.product);
        results.insert(term, comparison.result);
    }
    for &term in &order {
        if !results.contains_key(&term)
            && let Some((product, range)) = in_range(table, term)
        {
            products.push(product);
            results.insert(term, range);
        }
    }
    let conjuncts = conjuncts.iter();
    let mut all: Vec<Term> = conjuncts
        .map(|&conjunct| table.substitute_with(conjunct, &mut results))
        .collect();
    let mut seen = FxHashSet::default();
    for product in products {
        if seen.insert(product) {
            known_of(table, product, &mut all);
        }
    }
    Some(all)
}

fn is_quotient(table: &TermTable, term: Term) -> bool {
    matches!(table.kind(term), Kind::UDiv | Kind::SDiv)
}

/// The same, with choices between comparisons in place of comparisons of choices of quotients: machines choose what a division by zero gives.
fn with_chosen_comparisons(table: &mut TermTable, conjuncts: &[Term], order: &[Term]) -> Vec<Term> {
    let chooses = |table: &TermTable, side: Term| {
        let node = table.node(side);
        let mut chosen = node.children().skip(1);
        node.kind == Kind::Ite && chosen.any(|it| is_quotient(table, it))
    };
    let mut results: FxHashMap<Term, Term> = FxHashMap::default();
    for &term in order {
        let node = table.node(term);
        let compare = match node.kind {
            Kind::Eq => TermTable::eq,
            Kind::Ult => TermTable::ult,
            Kind::Slt => TermTable::slt,
            _ => continue,
        };
        let sides = [node.first(), node.second()];
        let Some(at) = sides.iter().position(|&side| chooses(table, side)) else {
            continue;
        };
        let choice = table.node(sides[at]);
        let parts = [
            choice.first(),
            choice.second(),
            choice.third(),
            sides[1 - at],
        ];
        let [condition, one, two, other] =
            parts.map(|part| table.substitute_with(part, &mut results));
        let [one, two] = [one, two].map(|side| match at {
            0 => compare(table, side, other),
            _ => compare(table, other, side),
        });
        results.insert(term, table.ite(condition, one, two));
    }
    let conjuncts = conjuncts.iter();
    conjuncts
        .map(|&conjunct| table.substitute_with(conjunct, &mut results))
        .collect()
}

/// A comparison of a quotient with something.
struct Comparison {
    quotient: Term,
    /// The product that takes its place.
    product: Term,
    /// The same without the quotient.
    result: Term,
}

/// How a quotient compares with a number.
#[derive(Clone, Copy)]
enum Order {
    /// The quotient is the number.
    Equal,
    /// The quotient is less.
    Less,
    /// The quotient is greater.
    Greater,
}

/// What a term says of a quotient, if it compares one.
fn comparison(table: &mut TermTable, term: Term) -> Option<Comparison> {
    let node = table.node(term);
    let division = match node.kind {
        Kind::Eq => [Kind::UDiv, Kind::SDiv].as_slice(),
        Kind::Ult => &[Kind::UDiv],
        Kind::Slt => &[Kind::SDiv],
        _ => return None,
    };
    let (a, b) = (node.first(), node.second());
    let [first, second] = [a, b].map(|side| division.contains(&table.kind(side)));
    let (quotient, other) = match (first, second) {
        (true, false) => (a, b),
        (false, true) => (b, a),
        (true, true) | (false, false) => return None,
    };
    let order = match (node.kind, first) {
        (Kind::Eq, _) => Order::Equal,
        (_, true) => Order::Less,
        (_, false) => Order::Greater,
    };
    let (product, result) = match table.kind(quotient) {
        Kind::UDiv => unsigned(table, table.node(quotient), order, other),
        _ => signed(table, table.node(quotient), order, other),
    };
    Some(Comparison {
        quotient,
        product,
        result,
    })
}

/// How an unsigned quotient compares with a number, and the product.
fn unsigned(table: &mut TermTable, quotient: Node, order: Order, a: Term) -> (Term, Term) {
    let (n, d, width) = (quotient.first(), quotient.second(), quotient.width);
    let [wide_n, wide_d, wide_a] = [n, d, a].map(|term| table.zero_extend(term, 2 * width));
    let product = table.mul(wide_a, wide_d);
    // The quotient is less than `a`, and it is not greater.
    let less = table.ult(wide_n, product);
    let next = table.add(product, wide_d);
    let next_is_beyond = table.ult(wide_n, next);
    let [zero, greatest] =
        [Bits::zero(width), Bits::ones(width)].map(|value| table.constant_bits(value));
    let [by_zero, is_greatest] = [table.eq(d, zero), table.eq(a, greatest)];
    let is_quotient_by_zero = table.and(by_zero, is_greatest);
    let at_most = table.or(next_is_beyond, is_quotient_by_zero);
    let result = match order {
        Order::Less => less,
        Order::Greater => table.not(at_most),
        Order::Equal => {
            let at_least = table.not(less);
            table.and(at_least, at_most)
        }
    };
    (product, result)
}

/// How a signed quotient compares with a number, and the product.
fn signed(table: &mut TermTable, quotient: Node, order: Order, a: Term) -> (Term, Term) {
    let (n, d, width) = (quotient.first(), quotient.second(), quotient.width);
    let [wide_n, wide_d, wide_a] = [n, d, a].map(|term| table.sign_extend(term, 2 * width));
    let product = table.mul(wide_a, wide_d);
    let [zero, one, minus_one, least] = [
        Bits::zero(width),
        Bits::new(width, 1),
        Bits::ones(width),
        Bits::least_signed(width),
    ]
    .map(|value| table.constant_bits(value));
    let [n_is_negative, d_is_negative] = [n, d].map(|term| table.slt(term, zero));
    let is_upwards = table.eq(n_is_negative, d_is_negative);
    // Whether a product is `n` or on 0's side of it.
    let within = |table: &mut TermTable, product: Term| {
        let (at_least, at_most) = (table.sle(wide_n, product), table.sle(product, wide_n));
        table.ite(n_is_negative, at_least, at_most)
    };
    // Upwards, whether `a` is at most the quotient, and less; downwards, at least, and greater.
    let reaches = within(table, product);
    let (above, below) = (table.add(product, wide_d), table.sub(product, wide_d));
    let next = table.ite(is_upwards, above, below);
    let next_reaches = within(table, next);
    let misses = table.not(reaches);
    let usual = match order {
        Order::Equal => {
            let is_last = table.not(next_reaches);
            table.and(reaches, is_last)
        }
        Order::Less => table.ite(is_upwards, misses, next_reaches),
        Order::Greater => table.ite(is_upwards, next_reaches, misses),
    };
    // Divisions by 0 (as SMT-LIB has them), and the one that leaves the range.
    let constant = |table: &mut TermTable, value: Term| match order {
        Order::Equal => table.eq(value, a),
        Order::Less => table.slt(value, a),
        Order::Greater => table.slt(a, value),
    };
    let [of_one, of_minus_one, of_least] =
        [one, minus_one, least].map(|value| constant(table, value));
    let of_zero = table.ite(n_is_negative, of_one, of_minus_one);
    let by_zero = table.eq(d, zero);
    let (n_is_least, negates) = (table.eq(n, least), table.eq(d, minus_one));
    let leaves_range = table.and(n_is_least, negates);
    let result = table.ite(by_zero, of_zero, usual);
    (product, table.ite(leaves_range, of_least, result))
}

/// A product that is made at twice the width, and whether it is in range, where a term says so by its lower half.
fn in_range(table: &mut TermTable, term: Term) -> Option<(Term, Term)> {
    let node = table.node(term);
    if node.kind != Kind::Eq {
        return None;
    }
    let (product, half) = match table.kind(node.first()) {
        Kind::Mul => (node.first(), table.node(node.second())),
        _ => (node.second(), table.node(node.first())),
    };
    if !matches!(half.kind, Kind::SignExtend | Kind::ZeroExtend) {
        return None;
    }
    let (extension, factors) = exact_factors(table, product)?;
    let narrow = table.node(half.first());
    let are_equal = narrow.kind == Kind::Mul
        && half.kind == extension
        && [[0, 1], [1, 0]]
            .map(|[one, two]| (factors[one], factors[two]))
            .contains(&(narrow.first(), narrow.second()));
    if !are_equal {
        return None;
    }
    let (width, wide) = (narrow.width, table.width(product));
    let range = match extension {
        Kind::ZeroExtend => {
            let most = table.constant_bits(Bits::ones(width).zero_extend(wide));
            table.ule(product, most)
        }
        _ => {
            let [least, most] = [Bits::least_signed(width), Bits::greatest_signed(width)]
                .map(|bound| table.constant_bits(bound.sign_extend(wide)));
            let (from, to) = (table.sle(least, product), table.sle(product, most));
            table.and(from, to)
        }
    };
    Some((product, range))
}

/// How the factors of a product are extended, and what they are, if it is so wide that nothing is lost.
fn exact_factors(table: &TermTable, product: Term) -> Option<(Kind, [Term; 2])> {
    let node = table.node(product);
    if node.kind != Kind::Mul {
        return None;
    }
    let [one, two] = [node.first(), node.second()].map(|factor| table.node(factor));
    let is_extended = matches!(one.kind, Kind::SignExtend | Kind::ZeroExtend);
    if !is_extended || one.kind != two.kind {
        return None;
    }
    let factors = [one.first(), two.first()];
    let widths = factors.map(|factor| table.width(factor));
    (widths[0] == widths[1] && node.width >= 2 * widths[0]).then_some((one.kind, factors))
}

/// What is true of the sign and the size of a product that loses nothing.
fn known_of(table: &mut TermTable, product: Term, all: &mut Vec<Term>) {
    let Some((extension, factors)) = exact_factors(table, product) else {
        return;
    };
    let wide = table.width(product);
    let zero = table.constant_bits(Bits::zero(wide));
    let factors = factors.map(|factor| match extension {
        Kind::ZeroExtend => table.zero_extend(factor, wide),
        _ => table.sign_extend(factor, wide),
    });
    let is_zero = factors.map(|factor| table.eq(factor, zero));
    let [one, two] = is_zero;
    let [product_is_zero, some_is_zero] = [table.eq(product, zero), table.or(one, two)];
    all.push(table.eq(product_is_zero, some_is_zero));
    let negative = factors.map(|factor| table.slt(factor, zero));
    if extension == Kind::SignExtend {
        let is_negative = table.slt(product, zero);
        let differ = table.xor(negative[0], negative[1]);
        let sign = table.eq(is_negative, differ);
        all.push(table.or(some_is_zero, sign));
    }
    // Where neither is negative, it is at least each, unless the other is 0.
    let some_is_negative = table.or(negative[0], negative[1]);
    for (factor, other_is_zero) in [(factors[0], is_zero[1]), (factors[1], is_zero[0])] {
        let at_least = table.ule(factor, product);
        let excused = table.or(some_is_negative, other_is_zero);
        all.push(table.or(excused, at_least));
    }
}

#[cfg(test)]
mod tests {
    use everypath_term::{Assignment, evaluate};

    use super::*;

    const WIDTH: u32 = 3;

    /// Whether all terms are true, for all values of three inputs.
    fn truth(table: &TermTable, inputs: [Term; 3], terms: &[Term]) -> Vec<bool> {
        let inputs = inputs.map(|input| table.input_id(input));
        let assignment = |number: u64| {
            let mut assignment = Assignment::new();
            for (at, input) in (0..).zip(inputs) {
                let value = Bits::new(WIDTH, number >> (at * WIDTH) & 7);
                assignment.set(input.unwrap(), value);
            }
            assignment
        };
        let holds = |number| {
            let assignment = assignment(number);
            let mut terms = terms.iter();
            terms.all(|&term| !evaluate(table, &assignment, term).is_zero())
        };
        (0..1 << (3 * WIDTH)).map(holds).collect()
    }

    fn has_quotients(table: &TermTable, terms: &[Term]) -> bool {
        let mut order = table.post_order(terms).into_iter();
        order.any(|term| matches!(table.kind(term), Kind::UDiv | Kind::SDiv))
    }

    /// All ways to compare, as terms as they stand.
    fn comparisons(table: &mut TermTable, signed: bool, q: Term, a: Term) -> Vec<Term> {
        let less = match signed {
            true => [table.slt(q, a), table.slt(a, q)],
            false => [table.ult(q, a), table.ult(a, q)],
        };
        let mut all = vec![table.eq(q, a), less[0], less[1]];
        let negated: Vec<Term> = all.iter().map(|&term| table.not(term)).collect();
        all.extend(negated);
        all
    }

    #[test]
    fn comparisons_of_quotients_keep_their_truth() {
        let mut table = TermTable::without_rules();
        let inputs = ["a", "n", "d"].map(|name| table.input(name, WIDTH));
        let [a, n, d] = inputs;
        for signed in [false, true] {
            let quotient = match signed {
                false => table.udiv(n, d),
                true => table.sdiv(n, d),
            };
            for term in comparisons(&mut table, signed, quotient, a) {
                let before = truth(&table, inputs, &[term]);
                assert!(before.contains(&true) && before.contains(&false));
                let products = compared_as_products(&mut table, &[term]).unwrap();
                assert!(!has_quotients(&table, &products));
                assert_eq!(truth(&table, inputs, &products), before);
            }
        }
    }

    #[test]
    fn a_product_is_in_range_where_it_equals_its_lower_half_extended() {
        let mut table = TermTable::without_rules();
        let inputs = ["a", "n", "d"].map(|name| table.input(name, WIDTH));
        let [a, n, d] = inputs;
        // Something else is asked of products only beside a quotient that is compared.
        let quotient = table.udiv(n, d);
        let beside = table.ule(a, quotient);
        for signed in [false, true] {
            let extended = |table: &mut TermTable, term| match signed {
                true => table.sign_extend(term, 2 * WIDTH),
                false => table.zero_extend(term, 2 * WIDTH),
            };
            let (wide_a, wide_d) = (extended(&mut table, a), extended(&mut table, d));
            let (product, half) = (table.mul(wide_a, wide_d), table.mul(d, a));
            let half = extended(&mut table, half);
            let fits = table.eq(half, product);
            for fits in [fits, table.not(fits)] {
                let query = [beside, fits];
                let products = compared_as_products(&mut table, &query).unwrap();
                assert!(!products.contains(&fits));
                assert_eq!(
                    truth(&table, inputs, &products),
                    truth(&table, inputs, &query)
                );
            }
        }
    }

    #[test]
    fn comparisons_of_quotients_that_machines_choose_keep_their_truth() {
        let mut table = TermTable::without_rules();
        let inputs = ["a", "n", "d"].map(|name| table.input(name, WIDTH));
        let [a, n, d] = inputs;
        let [zero, ones] = [0, 7].map(|value| table.constant(WIDTH, value));
        let by_zero = table.eq(d, zero);
        let quotient = table.sdiv(n, d);
        let chosen = table.ite(by_zero, ones, quotient);
        for term in comparisons(&mut table, true, chosen, a) {
            let products = compared_as_products(&mut table, &[term]).unwrap();
            assert!(!has_quotients(&table, &products));
            let before = truth(&table, inputs, &[term]);
            assert_eq!(truth(&table, inputs, &products), before);
        }
    }

    #[test]
    fn a_quotient_that_is_needed_besides_stays() {
        let mut table = TermTable::without_rules();
        let [a, n, d] = ["a", "n", "d"].map(|name| table.input(name, WIDTH));
        let quotient = table.udiv(n, d);
        let (compared, sum) = (table.ule(a, quotient), table.add(quotient, d));
        let used = table.eq(sum, a);
        assert!(compared_as_products(&mut table, &[compared, used]).is_none());
        assert!(compared_as_products(&mut table, &[compared]).is_some());
    }
}
