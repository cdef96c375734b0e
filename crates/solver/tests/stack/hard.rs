//! What queries that take long go through, asked of small queries at once, against brute force.

use everypath_solver::Answer;
use everypath_solver::embedded::{CompleteSolver, Embedded};
use everypath_term::{Evaluator, Term};
use proptest::prelude::*;

use super::generate::{Terms, instructions};

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn a_query_that_is_rewritten_has_the_same_answer_and_its_core_is_one(
        code in instructions(5..40),
        picks in proptest::collection::vec(any::<[u8; 3]>(), 16)
    ) {
        let mut terms = Terms::build(3, 3, &code);
        let mut solver = Embedded::new(None, None, 0);
        solver.set_patience(0);
        solver.certify(code.len() % 2 == 0);
        for picks in picks.chunks(4) {
            let mut goals: Vec<Term> = Vec::new();
            for &[kind, a, b] in picks {
                let pick = |from: &[Term], number: u8| from[number as usize % from.len()];
                let goal = match kind % 4 {
                    // Equations of inputs are what is replaced.
                    0 | 1 => {
                        let (input, word) = (pick(&terms.inputs, a), pick(&terms.words, b));
                        let same_width = terms.table.width(input) == terms.table.width(word);
                        if same_width { terms.table.eq(input, word) } else { continue }
                    }
                    _ if terms.bools.is_empty() => continue,
                    2 => pick(&terms.bools, a),
                    _ => {
                        let (a, b) = (pick(&terms.bools, a), pick(&terms.bools, b));
                        let a = terms.table.not(a);
                        terms.table.and(a, b)
                    }
                };
                goals.push(goal);
            }
            let truth = terms.truth_table(&goals);
            let possible = |which: &[bool]| truth.iter().any(|row| row.iter().zip(which).all(|(&holds, &asked)| !asked || holds == 1));
            match solver.solve(&mut terms.table, &goals).unwrap() {
                Answer::Sat(model) => {
                    prop_assert!(Evaluator::new(&terms.table, &model).are_true(&goals));
                }
                Answer::Unsat(core) => {
                    prop_assert!(core.iter().all(|term| goals.contains(term)));
                    let asked: Vec<bool> = goals.iter().map(|goal| core.contains(goal)).collect();
                    prop_assert!(!possible(&asked));
                }
                Answer::Unknown(reason) => panic!("{reason}"),
            }
        }
    }
}
