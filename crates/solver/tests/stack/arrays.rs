//! Memories against brute force.

use everypath_solver::embedded::{CompleteSolver, Embedded};
use everypath_solver::{Answer, PathCondition, Solver, SolverOptions};
use everypath_term::{Evaluator, Term, TermTable};
use proptest::prelude::*;

use super::generate::{Terms, instructions};

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn memories_agree_with_brute_force(code in instructions(5..50), picks in proptest::collection::vec(any::<u8>(), 12)) {
        // Two memories of four elements and three words, of one bit each: eleven bits.
        for (width, memories) in [(1, 2), (2, 1)] {
            let mut terms = Terms::build_with_memories(width, if width == 1 { 3 } else { 2 }, memories, 2, &code);
            if terms.bools.is_empty() {
                continue;
            }
            let truth = terms.truth_table(&terms.bools);
            let mut solver = Embedded::new(None, None, 0);
            if code.len() % 2 == 0 {
                solver.set_patience(0);
            }
            for picks in picks.chunks(3) {
                let chosen: Vec<usize> = picks.iter().map(|&pick| pick as usize % terms.bools.len()).collect();
                let goals: Vec<Term> = chosen.iter().map(|&i| terms.bools[i]).collect();
                let possible = truth.iter().any(|row| chosen.iter().all(|&i| row[i] == 1));
                match solver.solve(&mut terms.table, &goals).unwrap() {
                    Answer::Sat(model) => {
                        prop_assert!(possible);
                        let mut evaluator = Evaluator::new(&terms.table, &model);
                        prop_assert!(goals.iter().all(|&goal| evaluator.is_true(goal)));
                    }
                    Answer::Unsat(core) => {
                        prop_assert!(!possible);
                        prop_assert!(core.iter().all(|term| goals.contains(term)));
                    }
                    Answer::Unknown(reason) => panic!("{reason}"),
                }
                if picks[0] % 3 == 0 {
                    solver.restart();
                }
            }
        }
    }
}

#[test]
fn search_in_a_long_known_memory() {
    let mut table = TermTable::new();
    let mut solver = Solver::new(SolverOptions::default()).unwrap();
    let contents: Vec<u64> = (0..5000u64).map(|i| i * i % 7919).collect();
    let memory = table.memory_literal(32, 16, contents.clone().into(), 9000);
    let index = table.input("index", 32);
    let element = table.read(memory, index);
    let mut path = PathCondition::new();
    for (wanted, place) in [
        (7918, None),
        (
            contents[4321],
            contents.iter().position(|&c| c == contents[4321]),
        ),
    ] {
        let wanted = table.constant(16, wanted);
        let goal = table.eq(element, wanted);
        let answer = solver.check(&mut table, &path, goal).unwrap();
        assert_eq!(matches!(answer, Answer::Sat(_)), place.is_some());
    }
    let beyond = table.constant(16, 8000);
    path.push(table.ugt(element, beyond));
    assert_eq!(
        solver.minimum(&mut table, &path, index).unwrap(),
        Some(5000)
    );
    assert_eq!(
        solver.values(&mut table, &path, element, 4).unwrap().values,
        [9000]
    );
}
