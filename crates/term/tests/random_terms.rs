//! Random terms mean the same however they are built: with rules on, with rules off, and by substitution; and the same to
//! other solvers.

use std::rc::Rc;

use everypath_term::testing::{Recipe, arbitrary_easy_term, arbitrary_term, said_of_script};
use everypath_term::{Evaluator, Term, TermTable, evaluating, smtlib};
use proptest::prelude::*;
use rustc_hash::FxHashMap;

/// Compares all terms of a recipe, built with and without rules, under one assignment.
fn check_against_plain(recipe: &Recipe, numbers: &[u64]) -> Result<(), TestCaseError> {
    let (mut table, mut plain) = (TermTable::new(), TermTable::without_rules());
    let (simple, raw) = (recipe.build(&mut table), recipe.build(&mut plain));
    let values = simple.assignment(&table, numbers);
    let mut left = Evaluator::new(&table, &values);
    let mut right = Evaluator::new(&plain, &values);
    for (&a, &b) in simple.terms.iter().zip(&raw.terms) {
        prop_assert_eq!(
            left.evaluate(a),
            right.evaluate(b),
            "{} is not {}",
            plain.display(b),
            table.display(a)
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rules_keep_the_value(recipe in arbitrary_term(40), numbers in proptest::collection::vec(any::<u64>(), 8)) {
        check_against_plain(&recipe, &numbers)?;
        check_against_plain(&recipe, &numbers.iter().map(|number| number & 3).collect::<Vec<_>>())?;
        check_against_plain(&recipe, &numbers.iter().map(|number| !(number & 3)).collect::<Vec<_>>())?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// What a table was given before does not show in the terms that it builds.
    #[test]
    fn the_history_of_a_table_does_not_show(before in arbitrary_term(40), recipe in arbitrary_term(40)) {
        let before = Recipe { memories: recipe.memories, ..before };
        let (mut fresh, mut used) = (TermTable::new(), TermTable::new());
        let beginning = recipe.begin(&mut used);
        before.build_on(&mut used, &beginning);
        let (alone, behind) = (recipe.build(&mut fresh), recipe.build_on(&mut used, &beginning));
        for (&a, &b) in alone.terms.iter().zip(&behind.terms) {
            prop_assert_eq!(fresh.display(a).to_string(), used.display(b).to_string());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// An evaluation that goes on with the values of the one before gives what one that begins anew gives: while the table grows, in a table
    /// that was copied, with another assignment in between.
    #[test]
    fn remembered_values_are_those_of_a_fresh_evaluation(
        before in arbitrary_term(20),
        recipe in arbitrary_term(20),
        numbers in proptest::collection::vec(any::<u64>(), 8),
        others in proptest::collection::vec(any::<u64>(), 8),
    ) {
        let before = Recipe { memories: recipe.memories, ..before };
        let mut table = TermTable::new();
        let beginning = recipe.begin(&mut table);
        let first = before.build_on(&mut table, &beginning);
        let assignments = [numbers, others].map(|numbers| Rc::new(first.assignment(&table, &numbers)));
        let agree = |table: &TermTable, terms: &[Term]| {
            for assignment in [&assignments[0], &assignments[0], &assignments[1], &assignments[0]] {
                for &term in terms {
                    let known = evaluating(table, assignment, |it| it.evaluate(term));
                    let fresh = Evaluator::new(table, assignment).evaluate(term);
                    prop_assert_eq!(known, fresh, "{}", table.display(term));
                }
            }
            Ok(())
        };
        agree(&table, &first.terms)?;
        let second = recipe.build_on(&mut table, &beginning);
        agree(&table, &second.terms)?;
        let mut copy = table.clone();
        let grown: Vec<Term> = second.terms.iter().map(|&term| copy.not(term)).collect();
        agree(&copy, &grown)?;
        agree(&table, &second.terms)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Substituting constants for all inputs gives the constant that the evaluator gives.
    #[test]
    fn substitution_agrees_with_evaluation(
        recipe in arbitrary_term(30),
        numbers in proptest::collection::vec(any::<u64>(), 8),
    ) {
        let mut recipe = recipe;
        recipe.memories = false;
        let mut table = TermTable::new();
        let built = recipe.build(&mut table);
        let values = built.assignment(&table, &numbers);
        let mut map: FxHashMap<Term, Term> = FxHashMap::default();
        for &input in &built.inputs {
            let value = values.get(input).cloned().expect("every input has a value");
            let constant = table.constant_bits(value);
            map.insert(table.input_term(input), constant);
        }
        for &term in &built.terms {
            let expected = everypath_term::evaluate(&table, &values, term);
            let constant = table.substitute(term, &map);
            prop_assert_eq!(table.as_constant(constant), Some(expected));
        }
    }

    /// Renaming the inputs of a term to others gives the term that the recipe builds from those.
    #[test]
    fn renaming_and_back_changes_no_value(
        recipe in arbitrary_term(30),
        numbers in proptest::collection::vec(any::<u64>(), 8),
    ) {
        let mut table = TermTable::new();
        let built = recipe.build(&mut table);
        let mut map: FxHashMap<Term, Term> = FxHashMap::default();
        let mut values = built.assignment(&table, &numbers);
        for &input in &built.inputs {
            let term = table.input_term(input);
            let other = table.input("other", table.width(term));
            let value = values.get(input).cloned().expect("every input has a value");
            values.set(table.input_id(other).expect("an input"), value);
            map.insert(term, other);
        }
        for &term in &built.terms {
            let renamed = table.substitute(term, &map);
            let (a, b) = (everypath_term::evaluate(&table, &values, term), everypath_term::evaluate(&table, &values, renamed));
            prop_assert_eq!(a, b);
        }
    }

    /// The support set is what a plain walk finds.
    #[test]
    fn support_sets_agree_with_a_walk(recipe in arbitrary_term(40)) {
        let mut table = TermTable::new();
        let built = recipe.build(&mut table);
        for &term in &built.terms {
            let mut expected: Vec<_> =
                table.post_order(&[term]).into_iter().filter_map(|below| table.input_id(below)).collect();
            expected.sort_unstable();
            let found = table.inputs_of(term);
            prop_assert_eq!(found.as_ref(), expected.as_slice());
        }
    }
}

/// Asks a solver process for its verdict on a script.
fn verdict(solver: &str, arguments: &[&str], script: &str) -> String {
    let text = said_of_script(solver, arguments, script).trim().to_owned();
    assert!(
        text == "sat" || text == "unsat",
        "{solver} says {text} to\n{script}"
    );
    text
}

/// The rewritten and the plain term cannot differ: asked of a solver about the text of both.
fn equivalent(solver: &str, arguments: &[&str], recipe: &Recipe) {
    // One table whose rules are switched between the two constructions, on the same inputs.
    let mut table = TermTable::without_rules();
    let raw = recipe.build(&mut table);
    let mut simple = TermTable::new();
    let built = recipe.build(&mut simple);
    // The rewritten term is copied into the plain table as it stands.
    let mut copies: FxHashMap<Term, Term> = FxHashMap::default();
    for term in simple.post_order(&[built.root()]) {
        let copy = match simple.input_id(term) {
            Some(input) => table.input_term(input),
            None => match (simple.as_constant(term), simple.literal(term)) {
                (Some(value), _) => table.constant_bits(value),
                (None, Some(literal)) => {
                    let literal = literal.clone();
                    table.memory_runs(
                        literal.index_width,
                        literal.element_width,
                        literal.runs().into(),
                        literal.default,
                    )
                }
                (None, None) => {
                    let mut operands = [table.true_(); 3];
                    for (operand, child) in operands.iter_mut().zip(simple.node(term).children()) {
                        *operand = copies[&child];
                    }
                    table.rebuild(simple.node(term), operands)
                }
            },
        };
        copies.insert(term, copy);
    }
    let differ = table.ne(raw.root(), copies[&built.root()]);
    // A solver may give up on a proof; it must not find a difference.
    let found = verdict(solver, arguments, &smtlib::print(&mut table, &[differ]));
    assert_ne!(found, "sat", "{}", table.display(differ));
    // And a formula that is satisfied by a known assignment is satisfiable.
    let values = built.assignment(&simple, &[3, 0x8000_0001, 77, 1 << 40]);
    let value = everypath_term::evaluate(&simple, &values, built.root());
    let mut pinned = Vec::new();
    for &input in &built.inputs {
        let constant =
            table.constant_bits(values.get(input).cloned().expect("every input has a value"));
        let term = table.input_term(input);
        pinned.push(table.eq(term, constant));
    }
    if built.memory.is_none() {
        let constant = table.constant_bits(value);
        pinned.push(table.eq(raw.root(), constant));
        assert_eq!(
            verdict(solver, arguments, &smtlib::print(&mut table, &pinned)),
            "sat"
        );
        let wrong = pinned.pop().expect("just pushed");
        pinned.push(table.not(wrong));
        assert_eq!(
            verdict(solver, arguments, &smtlib::print(&mut table, &pinned)),
            "unsat"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, max_shrink_iters: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_terms_agree_with_z3(recipe in arbitrary_easy_term(25)) {
        equivalent("z3", &["-T:10"], &recipe);
    }

    #[test]
    fn random_terms_agree_with_cvc5(recipe in arbitrary_easy_term(20)) {
        equivalent("cvc5", &["--tlimit=10000"], &recipe);
    }

    #[test]
    fn random_terms_with_memories_agree_with_z3(recipe in arbitrary_easy_term(12)) {
        equivalent("z3", &["-T:10"], &Recipe { memories: true, ..recipe });
    }
}

/// Every operator in a text that both solvers read, divisions and memories included.
#[test]
fn both_solvers_read_every_operator() {
    let mut table = TermTable::without_rules();
    let x = table.input("x y|\\ü", 8);
    let y = table.input("", 8);
    let memory = table.memory_input("m", 8, 8);
    let literal = table.memory_literal(8, 8, (0..200).map(|i| i * 3).collect(), 9);
    let mut sum = table.constant(8, 1);
    for op in [
        TermTable::add,
        TermTable::sub,
        TermTable::mul,
        TermTable::udiv,
        TermTable::urem,
        TermTable::sdiv,
        TermTable::srem,
        TermTable::and,
        TermTable::or,
        TermTable::xor,
        TermTable::shl,
        TermTable::lshr,
        TermTable::ashr,
    ] {
        let term = op(&mut table, x, y);
        sum = table.add(sum, term);
    }
    let mut condition = table.eq(x, y);
    for op in [TermTable::ult, TermTable::slt] {
        let term = op(&mut table, x, sum);
        condition = table.and(condition, term);
    }
    let wide = table.concat(x, sum);
    let wide = table.sign_extend(wide, 70);
    let wide = table.zero_extend(wide, 200);
    let part = table.extract(wide, 12, 5);
    let written = table.write(memory, x, part);
    let written = table.ite(condition, written, literal);
    let read = table.read(written, y);
    let constant = table.constant_bits(everypath_term::Bits::ones(200));
    let large = table.ult(wide, constant);
    let equal = table.eq(read, part);
    let assertions = [equal, large];
    let script = smtlib::print(&mut table, &assertions);
    assert_eq!(
        verdict("z3", &["-T:10"], &script),
        verdict("cvc5", &["--tlimit=10000"], &script)
    );
}
