//! Simplifying terms that were built without rules.

use everypath_term::testing::arbitrary_term;
use everypath_term::{
    BinaryOp, Evaluator, Group, Kind, RuleSet, Term, TermTable, evaluate, simplify,
};
use proptest::prelude::*;

/// A table whose terms so far are stored as they stand, with all rules on from now on.
fn built_plainly(build: impl FnOnce(&mut TermTable) -> Term) -> (TermTable, Term) {
    let mut table = TermTable::without_rules();
    let root = build(&mut table);
    table.set_rules(&RuleSet::all());
    (table, root)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Three passes keep the value, and a second time nothing changes.
    #[test]
    fn three_passes_keep_values_and_are_idempotent(recipe in arbitrary_term(30), numbers: [u64; 8]) {
        let mut table = TermTable::without_rules();
        let built = recipe.build(&mut table);
        table.set_rules(&RuleSet::all());
        let simple = simplify::three_passes(&mut table, &built.terms);
        prop_assert_eq!(simplify::three_passes(&mut table, &simple), simple.clone());
        let assignment = built.assignment(&table, &numbers);
        let mut evaluator = Evaluator::new(&table, &assignment);
        for (&before, &after) in built.terms.iter().zip(&simple) {
            prop_assert_eq!(evaluator.evaluate(before), evaluator.evaluate(after));
        }
    }
}

#[test]
fn a_rule_set_limits_what_applies() {
    let (mut table, root) = built_plainly(|t| {
        let x = t.input("x", 8);
        let sum = t.sub(x, x);
        t.or(sum, x)
    });
    let logic = RuleSet::of(|rule| rule.group == Group::Logic);
    let simple = simplify::innermost_first(&mut table, &[root], &logic);
    assert_eq!(table.kind(simple[0]), Kind::Or);
    assert_eq!(table.rules_on(), RuleSet::all(), "as before");
    let simple = simplify::innermost_first(&mut table, &[root], &RuleSet::all());
    assert_eq!(table.kind(simple[0]), Kind::Input);
}

/// What a condition rules out is not written out: reading a chain of choices, and dividing.
#[test]
fn three_passes_make_fewer_terms_than_one() {
    let build = |t: &mut TermTable| {
        let x = t.input("x", 32);
        let c = t.input("c", 1);
        let memory = t.memory_input("m", 32, 32);
        let other = t.memory_input("n", 32, 32);
        let zero = t.constant(32, 0);
        let mut sum = x;
        for i in 0..20 {
            let (k, five) = (t.constant(32, i), t.constant(32, 15 * (i + 1)));
            let written = t.write(other, k, sum);
            let either = t.ite(c, memory, written);
            let read = t.read(either, k);
            let power = t.constant(32, 8);
            let rest = t.binary(BinaryOp::SRem, read, power);
            let (wide_x, wide_read) = (t.zero_extend(x, 64), t.zero_extend(rest, 64));
            let product = t.mul(wide_x, wide_read);
            let five = t.zero_extend(five, 64);
            let factors = t.eq(product, five);
            let factors = t.zero_extend(factors, 32);
            let never = t.ult(x, zero);
            let either = t.ite(never, factors, x);
            sum = t.add(sum, either);
        }
        sum
    };
    let (mut once, root) = built_plainly(build);
    let all = simplify::innermost_first(&mut once, &[root], &RuleSet::all());
    let (mut thrice, root) = built_plainly(build);
    let plain = thrice.len();
    let passes = simplify::three_passes(&mut thrice, &[root]);
    assert_eq!(once.size(&all), thrice.size(&passes));
    assert!(
        2 * (thrice.len() - plain) < once.len() - plain,
        "{} terms more in three passes, {} in one",
        thrice.len() - plain,
        once.len() - plain
    );
}

#[test]
fn a_hundred_thousand_levels_need_no_stack() {
    const DEPTH: u64 = 100_000;
    let simplify = || {
        let (mut table, root) = built_plainly(|t| {
            let one = t.constant(32, 1);
            let mut sum = t.input("x", 32);
            for _ in 0..DEPTH {
                sum = t.add(sum, one);
            }
            sum
        });
        let simple = simplify::three_passes(&mut table, &[root]);
        assert_eq!(table.size(&simple), 3);
        let assignment = everypath_term::Assignment::new();
        let value = evaluate(&table, &assignment, simple[0]);
        assert_eq!(value.to_u64(), Some(DEPTH));
    };
    let thread = std::thread::Builder::new()
        .stack_size(256 * 1024)
        .spawn(simplify)
        .expect("a thread starts");
    thread.join().expect("no overflow and no failure");
}
