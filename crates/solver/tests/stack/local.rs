//! Local search against brute force: what it finds is a model, and it finds most of those that are there.

use everypath_solver::local::{Effort, search};
use everypath_term::{Assignment, Evaluator, Random, Term};
use proptest::prelude::*;

use super::generate::{Terms, instructions};

/// Some of the conditions, each perhaps negated.
fn assertions(terms: &mut Terms, choices: &[(u8, bool)]) -> Vec<Term> {
    let mut assertions = Vec::new();
    for &(choice, negated) in choices {
        if terms.bools.is_empty() {
            break;
        }
        let condition = terms.bools[choice as usize % terms.bools.len()];
        assertions.push(match negated {
            true => terms.table.not(condition),
            false => condition,
        });
    }
    assertions
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn what_is_found_is_a_model(
        width in prop_oneof![Just(4u32), Just(8), Just(32), Just(64), Just(100)],
        code in instructions(4..40),
        choices in proptest::collection::vec(any::<(u8, bool)>(), 1..5),
        seed: u64,
    ) {
        let mut terms = Terms::build(width.min(64), 3, &code);
        let mut wanted = assertions(&mut terms, &choices);
        if width > 64 {
            // The same over words that are too wide for a machine word.
            let wide = terms.table.input("wide", width);
            let low = terms.table.extract(wide, 63, 0);
            let square = terms.table.mul(wide, wide);
            let high = terms.table.extract(square, width - 1, width - 64);
            let last = terms.words[terms.words.len() - 1];
            wanted.push(terms.table.eq(low, last));
            wanted.push(terms.table.ult(last, high));
        }
        let start = Assignment::new();
        let effort = Effort { propagations: 2_000 };
        let found = search(&terms.table, &wanted, &start, seed, effort);
        prop_assert_eq!(&found, &search(&terms.table, &wanted, &start, seed, effort));
        if let Some(model) = found {
            prop_assert!(Evaluator::new(&terms.table, &model).are_true(&wanted));
        }
    }
}

/// Of random queries that have a model by brute force, how many a search of some effort solves.
#[test]
fn most_models_are_found() {
    let mut random = Random::new(1);
    let mut byte = || random.below(256) as u8;
    let (mut satisfiable, mut found) = (0, 0);
    for seed in 0..400 {
        let code: Vec<[u8; 4]> = (0..30).map(|_| [byte(), byte(), byte(), byte()]).collect();
        let mut terms = Terms::build(4, 2, &code);
        let choices: Vec<(u8, bool)> = (0..3).map(|_| (byte(), byte() & 1 == 1)).collect();
        let wanted = assertions(&mut terms, &choices);
        let start = Assignment::new();
        let effort = Effort {
            propagations: 5_000,
        };
        let model = search(&terms.table, &wanted, &start, seed, effort);
        let rows = terms.truth_table(&wanted);
        if rows.iter().any(|row| row.iter().all(|&value| value == 1)) {
            satisfiable += 1;
            found += usize::from(model.is_some());
        } else {
            assert!(model.is_none());
        }
    }
    println!("{found} of {satisfiable}");
    assert!(
        satisfiable > 100 && found * 100 >= satisfiable * 95,
        "{found} of {satisfiable}"
    );
}
