//! What explorers do, at widths small enough for brute force: forks, cores, bounds and values.

use everypath_solver::{Answer, Fork, LayerKind, PathCondition, Solver, SolverOptions};
use everypath_term::{Evaluator, Term};
use proptest::prelude::*;

use super::generate::{Instruction, Terms, instructions};

/// The stacks that are tested: all layers, none, and each alone.
fn stack(choice: u8) -> Vec<LayerKind> {
    match choice % 8 {
        0 => vec![LayerKind::Independence],
        1 => vec![LayerKind::Simplify, LayerKind::Cache],
        2 => Vec::new(),
        3 => vec![LayerKind::Intervals],
        4 => LayerKind::TABLE.iter().map(|(_, kind)| *kind).collect(),
        _ => SolverOptions::default().layers,
    }
}

/// The rows of a truth table where all of `columns` are 1.
fn rows<'a>(table: &'a [Vec<u64>], columns: &'a [usize]) -> impl Iterator<Item = &'a Vec<u64>> {
    table
        .iter()
        .filter(|row| columns.iter().all(|&column| row[column] == 1))
}

fn check_walk(
    code: &[Instruction],
    choices: &[u8],
    layers: Vec<LayerKind>,
) -> Result<(), TestCaseError> {
    let mut terms = Terms::build(3, 3, code);
    let conditions: Vec<Term> = terms.bools.clone();
    let complements: Vec<Term> = conditions
        .iter()
        .map(|&condition| terms.table.not(condition))
        .collect();
    let watched = *terms.words.last().unwrap();
    let columns = [&conditions[..], &complements[..], &[watched]].concat();
    let truth = terms.truth_table(&columns);
    let table = &mut terms.table;
    let column = |term: Term| columns.iter().position(|&other| other == term).unwrap();
    let mut solver = Solver::new(SolverOptions {
        layers,
        ..SolverOptions::default()
    })
    .unwrap();
    let mut path = PathCondition::new();
    let mut taken: Vec<usize> = Vec::new();
    for (i, (&condition, &complement)) in conditions.iter().zip(&complements).enumerate() {
        let choice = choices.get(i).copied().unwrap_or(0);
        let possible = |side: Term, taken: &[usize]| {
            if side == table.true_() {
                return true;
            }
            let mut with = taken.to_vec();
            with.push(column(side));
            side != table.false_() && rows(&truth, &with).next().is_some()
        };
        let expected = (possible(condition, &taken), possible(complement, &taken));
        let fork = solver.fork(table, &path, condition).unwrap();
        let found = match &fork {
            Fork::Both { .. } => (true, true),
            Fork::ThenOnly => (true, false),
            Fork::ElseOnly => (false, true),
            other => panic!("{other:?}"),
        };
        prop_assert_eq!(found, expected, "fork {}", i);
        // Cores are unsatisfiable and made of what was asked.
        for (side, possible) in [(condition, expected.0), (complement, expected.1)] {
            match solver.check(table, &path, side).unwrap() {
                Answer::Sat(model) => {
                    prop_assert!(possible);
                    let mut evaluator = Evaluator::new(table, &model);
                    prop_assert!(
                        path.iter()
                            .chain([side])
                            .all(|term| evaluator.is_true(term))
                    );
                }
                Answer::Unsat(core) => {
                    prop_assert!(!possible);
                    prop_assert!(
                        core.iter()
                            .all(|&term| term == side || path.iter().any(|other| other == term))
                    );
                    let constants = core.iter().any(|&term| table.is_false(term));
                    let core: Vec<usize> = core
                        .iter()
                        .filter(|&&term| table.as_u64(term).is_none())
                        .map(|&term| column(term))
                        .collect();
                    prop_assert!(constants || rows(&truth, &core).next().is_none());
                }
                Answer::Unknown(reason) => panic!("{reason}"),
            }
        }
        let then = if expected.0 && expected.1 {
            choice % 2 == 0
        } else {
            expected.0
        };
        let side = if then { condition } else { complement };
        path.push(side);
        if table.as_u64(side).is_none() {
            taken.push(column(side));
        }
        if let (
            Fork::Both {
                then_witness,
                else_witness,
            },
            true,
        ) = (fork, choice % 4 < 2)
        {
            path.set_witness(if then { then_witness } else { else_witness });
        }
        if choice % 8 == 0 {
            let values: std::collections::BTreeSet<u64> = rows(&truth, &taken)
                .map(|row| row[column(watched)])
                .collect();
            prop_assert_eq!(
                solver.minimum(table, &path, watched).unwrap(),
                values.first().copied()
            );
            prop_assert_eq!(
                solver.maximum(table, &path, watched).unwrap(),
                values.last().copied()
            );
            let all = solver.values(table, &path, watched, 100).unwrap();
            prop_assert!(all.complete);
            prop_assert_eq!(all.values, values.iter().copied().collect::<Vec<_>>());
            let some = solver.values(table, &path, watched, 2).unwrap();
            prop_assert_eq!(some.complete, values.len() <= 2);
            prop_assert_eq!(some.values.len(), values.len().min(2));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn forks_agree_with_brute_force(
        code in instructions(5..60),
        choices in proptest::collection::vec(any::<u8>(), 40),
        layers in any::<u8>(),
    ) {
        check_walk(&code, &choices, stack(layers))?;
    }
}

/// Asks several assumptions at once: conditions, equations of an input and a constant, and conjunctions of these.
fn check_at_once(
    code: &[Instruction],
    choices: &[u8],
    layers: Vec<LayerKind>,
) -> Result<(), TestCaseError> {
    let mut terms = Terms::build(3, 3, code);
    let mut assumptions: Vec<Term> = Vec::new();
    for (i, &choice) in choices.iter().enumerate() {
        let (of, value) = (usize::from(choice), u64::from(choice >> 5));
        let mut next = match terms.bools.len() {
            count if count > 0 && i % 2 == 0 => terms.bools[of % count],
            _ => {
                let input = terms.inputs[of % terms.inputs.len()];
                let value = terms.table.constant(3, value);
                terms.table.eq(input, value)
            }
        };
        if let Some(&last) = assumptions.last().filter(|_| choice & 8 != 0) {
            next = terms.table.and(last, next);
        }
        assumptions.push(next);
    }
    let truth = terms.truth_table(&assumptions);
    let mut solver = Solver::new(SolverOptions {
        layers,
        ..SolverOptions::default()
    })
    .unwrap();
    for last in 1..=assumptions.len() {
        let asked = &assumptions[last.saturating_sub(3)..last];
        let columns: Vec<usize> = (last.saturating_sub(3)..last).collect();
        let possible = rows(&truth, &columns).next().is_some();
        match solver.check_all(&mut terms.table, asked).unwrap() {
            Answer::Sat(_) => prop_assert!(possible),
            Answer::Unsat(core) => {
                let columns: Vec<usize> = core
                    .iter()
                    .map(|term| assumptions.iter().position(|it| it == term).unwrap())
                    .collect();
                prop_assert!(core.iter().all(|it| asked.contains(it)));
                prop_assert!(rows(&truth, &columns).next().is_none(), "{core:?}");
            }
            Answer::Unknown(_) => prop_assert!(false, "undecided"),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn what_is_asked_at_once_agrees_with_brute_force_and_so_do_its_cores(
        code in instructions(5..30),
        choices in proptest::collection::vec(any::<u8>(), 2..30),
        layers in any::<u8>(),
    ) {
        check_at_once(&code, &choices, stack(layers))?;
    }
}

#[test]
fn constraints_pushed_without_asking() {
    let mut table = everypath_term::TermTable::new();
    let mut solver = Solver::new(SolverOptions::default()).unwrap();
    let x = table.input("x", 16);
    let y = table.input("y", 16);
    let (seven, nine) = (table.constant(16, 7), table.constant(16, 9));
    let mut path = PathCondition::new();
    path.push(table.ugt(x, nine));
    path.push(table.eq(y, seven));
    assert!(path.witness().is_none());
    let less = table.ult(x, y);
    assert!(matches!(
        solver.fork(&mut table, &path, less).unwrap(),
        Fork::ElseOnly
    ));
    assert!(path.witness().is_some());
    path.push(less);
    let even = table.bit(x, 0);
    assert!(matches!(
        solver.fork(&mut table, &path, even).unwrap(),
        Fork::Infeasible
    ));
    let Answer::Unsat(core) = solver.check(&mut table, &path, even).unwrap() else {
        panic!("unsatisfiable")
    };
    assert!(core.contains(&less));
    path.push(table.false_());
    assert!(matches!(
        solver.fork(&mut table, &path, even).unwrap(),
        Fork::Infeasible
    ));
}

#[test]
fn assumptions_by_identity() {
    let mut table = everypath_term::TermTable::new();
    let mut solver = Solver::new(SolverOptions::default()).unwrap();
    let guards: Vec<_> = (0..20).map(|i| table.input(&format!("g{i}"), 1)).collect();
    let x = table.input("x", 32);
    let bounds: Vec<_> = (0..20).map(|i| table.constant(32, 100 + i)).collect();
    let mut facts: Vec<_> = (0..10)
        .map(|i| {
            let below = table.ult(x, bounds[i]);
            table.implies(guards[i], below)
        })
        .collect();
    facts.push({
        let above = table.ugt(x, bounds[15]);
        table.implies(guards[15], above)
    });
    let assumptions = [&facts[..], &guards[..]].concat();
    let Answer::Unsat(core) = solver.check_all(&mut table, &assumptions).unwrap() else {
        panic!("unsatisfiable")
    };
    assert!(core.contains(&guards[15]) && core.contains(&facts[10]));
    assert!(core.iter().all(|term| assumptions.contains(term)));
    assert!(core.len() < assumptions.len());
    assert!(matches!(
        solver.check_all(&mut table, &core).unwrap(),
        Answer::Unsat(_)
    ));
    assert!(matches!(
        solver.check_all(&mut table, &[]).unwrap(),
        Answer::Sat(_)
    ));
}
