//! Words of usual sizes: against z3, against restarts, and twice the same.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use everypath_solver::embedded::{CompleteSolver, Embedded};
use everypath_solver::process::ProcessSolver;
use everypath_solver::sat::{LOOK, TICK};
use everypath_solver::{Answer, Interrupt, PathCondition, Solver, SolverCommand, SolverOptions};
use everypath_term::{Evaluator, FloatFormat, FloatOp, FloatOperator, Rounding, Term, TermTable};
use proptest::prelude::*;

use super::generate::{Terms, instructions};

fn other(name: &str) -> ProcessSolver {
    let limit = Some(std::time::Duration::from_secs(2));
    ProcessSolver::start(SolverCommand::parse(name).unwrap(), limit).unwrap()
}

/// Wants a query to end at the look of a number, and at all that follow.
fn at_look(number: u64) -> Interrupt {
    let looks = AtomicU64::new(0);
    Interrupt::new(move |_| looks.fetch_add(1, Relaxed) + 1 >= number)
}

#[test]
fn a_query_is_given_up_while_its_gates_are_made_and_while_they_are_handed_over() {
    let mut table = TermTable::default();
    let factors = ["a", "b", "c"].map(|name| table.input(name, 64));
    let product = factors.into_iter().reduce(|a, b| table.mul(a, b)).unwrap();
    let number = table.constant(64, 0x1234_5678_9abc_def1);
    let goal = table.eq(product, number);
    let gates_until = |table: &mut TermTable, look| {
        let mut solver = Embedded::new(None, None, 0);
        solver.end_at(None, Some(at_look(look)));
        let answer = solver.solve(table, &[goal]).unwrap();
        assert_eq!(answer.word(), "unknown");
        let statistics = solver.statistics().unwrap();
        (statistics.gates, statistics.clauses, statistics.sat_calls)
    };
    let looks = (1..).map(|look| gates_until(&mut table, look));
    let seen: Vec<_> = looks.take_while(|&(_, _, calls)| calls == 0).collect();
    let all = seen.last().unwrap().0;
    assert!(
        seen.iter()
            .any(|&(gates, clauses, _)| gates < all && clauses == 0)
    );
    assert!(
        seen.iter()
            .any(|&(gates, clauses, _)| gates == all && clauses > 0)
    );
    assert!(seen.is_sorted());
}

/// More words than values for them.
fn pigeons(table: &mut TermTable) -> Vec<Term> {
    let names = (0..9).map(|number| format!("w{number}"));
    let all: Vec<Term> = names.map(|name| table.input(&name, 4)).collect();
    let values = table.constant(4, 8);
    let mut goals: Vec<Term> = all.iter().map(|&word| table.ult(word, values)).collect();
    for (at, &word) in all.iter().enumerate() {
        let others = all[..at].iter();
        goals.extend(others.map(|&other| table.ne(word, other)));
    }
    goals
}

/// The whole part of a number and the rest are not the number.
fn parts_of_a_float(table: &mut TermTable) -> Vec<Term> {
    let format = FloatFormat::Single;
    let x = table.input("x", 32);
    let truncation = FloatOp::new(FloatOperator::RoundToIntegral, format, Rounding::Zero);
    let whole = table.float(truncation, 1, &[x]);
    let nearest = |operator| FloatOp::new(operator, format, Rounding::NearestEven);
    let rest = table.float_sub(format, Rounding::NearestEven, x, whole);
    let sum = table.float(nearest(FloatOperator::Add), 1, &[whole, rest]);
    let least = table.constant(32, 1.5_f32.to_bits().into());
    let most = table.constant(32, 1000_f32.to_bits().into());
    let less = [[least, x], [x, most]];
    let mut goals = less
        .map(|operands| table.float(nearest(FloatOperator::Less), 1, &operands))
        .to_vec();
    goals.push(table.ne(sum, x));
    goals
}

#[test]
fn a_long_search_tells_about_as_much_work_as_it_comes_to() {
    for goals_of in [pigeons, parts_of_a_float] {
        let mut table = TermTable::default();
        let goals = goals_of(&mut table);
        let told = Arc::new(AtomicU64::new(0));
        let sum = told.clone();
        let mut solver = Embedded::new(None, None, 0);
        let counts = Interrupt::new(move |work| sum.fetch_add(work, Relaxed) == u64::MAX);
        solver.end_at(None, Some(counts));
        let answer = solver.solve(&mut table, &goals).unwrap();
        assert_eq!(answer.word(), "unsat");
        let statistics = solver.statistics().unwrap();
        let counted = statistics.ticks * TICK + statistics.looks * LOOK;
        let told = told.load(Relaxed);
        assert!(counted > 100_000_000, "{counted}");
        let [least, most] = [3 * counted / 5, 8 * counted / 5];
        assert!(
            (least..most).contains(&told),
            "{told} told, {counted} counted"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn answers_agree_with_z3(
        code in instructions(5..40),
        picks in proptest::collection::vec(any::<u8>(), 9),
        width in prop_oneof![Just(8u32), Just(16), Just(32), Just(64)],
        memories in 0usize..3,
    ) {
        let mut terms = Terms::build_with_memories(width, 3, memories, 8, &code);
        prop_assume!(!terms.bools.is_empty());
        let mut embedded = Embedded::new(Some(3_000), None, 0);
        let mut z3 = other("z3");
        for picks in picks.chunks(3) {
            let goals: Vec<Term> =
                picks.iter().map(|&pick| terms.bools[pick as usize % terms.bools.len()]).collect();
            let ours = embedded.solve(&mut terms.table, &goals).unwrap();
            let theirs = z3.solve(&mut terms.table, &goals).unwrap();
            for answer in [&ours, &theirs] {
                if let Answer::Sat(model) = answer {
                    let mut evaluator = Evaluator::new(&terms.table, model);
                    prop_assert!(goals.iter().all(|&goal| evaluator.is_true(goal)));
                }
            }
            prop_assert!(
                !matches!((&ours, &theirs), (Answer::Sat(_), Answer::Unsat(_)) | (Answer::Unsat(_), Answer::Sat(_))),
                "{:?} {:?}", ours, theirs
            );
        }
    }

    #[test]
    fn what_was_given_up_at_any_moment_is_answered_when_it_is_asked_again(
        code in instructions(5..40),
        picks in proptest::collection::vec(any::<u8>(), 6),
        looks in 1u64..12,
    ) {
        let mut terms = Terms::build_with_memories(64, 3, 1, 8, &code);
        prop_assume!(!terms.bools.is_empty());
        let mut plain = Embedded::new(Some(2_000), None, 0);
        let mut broken = Embedded::new(Some(2_000), None, 0);
        for picks in picks.chunks(2) {
            let goals: Vec<Term> =
                picks.iter().map(|&pick| terms.bools[pick as usize % terms.bools.len()]).collect();
            broken.end_at(None, Some(at_look(looks)));
            let given_up = broken.solve(&mut terms.table, &goals).unwrap();
            broken.end_at(None, None);
            let again = broken.solve(&mut terms.table, &goals).unwrap();
            let words = [given_up.word(), again.word(), plain.solve(&mut terms.table, &goals).unwrap().word()];
            let mut known = words.into_iter().filter(|&word| word != "unknown");
            let first = known.next();
            prop_assert!(known.all(|word| Some(word) == first), "{:?}", words);
        }
    }

    #[test]
    fn restarts_seeds_and_patience_do_not_change_answers(code in instructions(5..40), picks in proptest::collection::vec(any::<u8>(), 12)) {
        let mut terms = Terms::build_with_memories(16, 3, 1, 8, &code);
        prop_assume!(!terms.bools.is_empty());
        let mut solvers = [0, 0, 7, 0].map(|seed| Embedded::new(Some(2_000), None, seed));
        solvers[3].set_patience(0);
        for picks in picks.chunks(2) {
            let goals: Vec<Term> =
                picks.iter().map(|&pick| terms.bools[pick as usize % terms.bools.len()]).collect();
            let words: Vec<&str> = solvers
                .iter_mut()
                .map(|solver| solver.solve(&mut terms.table, &goals).unwrap().word())
                .filter(|&word| word != "unknown")
                .collect();
            prop_assert!(words.windows(2).all(|pair| pair[0] == pair[1]), "{:?}", words);
            solvers[1].restart();
        }
    }
}

/// All outcomes of comparing each pair of five words, depth first, as an explorer would: 120 orders (ties go one way).
fn sort_orders(seed: u64) -> (Vec<String>, u64, everypath_solver::BlastStatistics) {
    let mut table = everypath_term::TermTable::new();
    let mut solver = Solver::new(SolverOptions {
        seed,
        ..SolverOptions::default()
    })
    .unwrap();
    let x: Vec<Term> = (0..5).map(|i| table.input(&format!("x{i}"), 32)).collect();
    let mut models = Vec::new();
    let mut stack = vec![(PathCondition::new(), 0)];
    let pairs: Vec<(usize, usize)> = (0..5)
        .flat_map(|i| (i + 1..5).map(move |j| (i, j)))
        .collect();
    while let Some((mut path, at)) = stack.pop() {
        let Some(&(i, j)) = pairs.get(at) else {
            models.push(format!("{:?}", path.witness()));
            continue;
        };
        let less = table.slt(x[i], x[j]);
        let not_less = table.not(less);
        match solver.fork(&mut table, &path, less).unwrap() {
            everypath_solver::Fork::Both {
                then_witness,
                else_witness,
            } => {
                let mut other = path.clone();
                other.push(not_less);
                other.set_witness(else_witness);
                stack.push((other, at + 1));
                path.push(less);
                path.set_witness(then_witness);
            }
            everypath_solver::Fork::ThenOnly => path.push(less),
            everypath_solver::Fork::ElseOnly => path.push(not_less),
            other => panic!("{other:?}"),
        }
        stack.push((path, at + 1));
    }
    (
        models,
        solver.statistics().queries,
        solver.statistics().blast.clone(),
    )
}

#[test]
fn runs_repeat_exactly() {
    let first = sort_orders(3);
    assert_eq!(first.0.len(), 120);
    assert_eq!(first, sort_orders(3));
    assert_eq!(sort_orders(4).0.len(), 120);
}
