//! The order layer against brute force.

use everypath_term::{BinaryOp, evaluate};
use proptest::prelude::*;

use super::*;
use crate::{Answer, PathCondition, Solver, SolverOptions};

/// A comparison between two of four inputs of 3 bits and constants.
type Literal = (BinaryOp, bool, usize, usize);

fn literal() -> impl Strategy<Value = Literal> {
    let op = prop::sample::select(vec![
        BinaryOp::Eq,
        BinaryOp::Ult,
        BinaryOp::Ule,
        BinaryOp::Slt,
        BinaryOp::Sle,
    ]);
    (op, any::<bool>(), 0..6usize, 0..12usize)
}

fn term(table: &mut TermTable, inputs: &[Term], (op, negated, a, b): Literal) -> Term {
    let mut side = |number: usize| match inputs.get(number) {
        Some(&input) => input,
        None => table.constant(3, number as u64 - 4),
    };
    let (a, b) = (side(a), side(b));
    let atom = table.binary(op, a, b);
    if negated { table.not(atom) } else { atom }
}

/// Whether some values of the inputs satisfy all terms.
fn brute_force(table: &TermTable, inputs: &[Term], terms: &[Term]) -> bool {
    (0..1u64 << 12).any(|values| {
        let mut model = Assignment::new();
        for (i, &input) in inputs.iter().enumerate() {
            model.set_u64(table.input_id(input).unwrap(), 3, values >> (3 * i) & 7);
        }
        terms
            .iter()
            .all(|&term| !evaluate(table, &model, term).is_zero())
    })
}

fn solver() -> Solver {
    let options = SolverOptions {
        layers: vec![LayerKind::Order],
        ..SolverOptions::default()
    };
    Solver::new(options).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn answers_and_cores_agree_with_brute_force(
        constraints in prop::collection::vec(literal(), 0..7),
        goals in prop::collection::vec(literal(), 1..5),
        shape in 0..4u8,
        plain: bool,
    ) {
        // Terms need no normal form.
        let mut table = if plain { TermTable::without_rules() } else { TermTable::new() };
        let inputs: Vec<Term> = (0..4).map(|i| table.input(&format!("x{i}"), 3)).collect();
        let mut solver = solver();
        let mut path = PathCondition::new();
        let mut all = Vec::new();
        for literal in constraints {
            let constraint = term(&mut table, &inputs, literal);
            all.push(constraint);
            if !brute_force(&table, &inputs, &all) {
                all.pop();
                continue;
            }
            path.push(constraint);
        }
        let parts: Vec<Term> = goals.iter().map(|&literal| term(&mut table, &inputs, literal)).collect();
        let goal = parts.iter().copied().reduce(|a, b| match shape {
            0 => table.and(a, b),
            1 => table.or(a, b),
            2 => table.xor(a, b),
            _ => table.ite(parts[0], a, b),
        }).unwrap();
        all.push(goal);
        let expected = brute_force(&table, &inputs, &all);
        match solver.check(&mut table, &path, goal).unwrap() {
            Answer::Sat(_) => prop_assert!(expected),
            Answer::Unsat(core) => {
                prop_assert!(!expected);
                prop_assert!(!brute_force(&table, &inputs, &core), "the core can hold");
            }
            Answer::Unknown(reason) => prop_assert!(false, "{reason}"),
        }
    }
}

#[test]
fn a_constraint_that_the_goal_denies_is_in_the_core() {
    let mut table = TermTable::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| table.input(name, 8));
    let (less, other) = (table.ult(x, y), table.eq(z, y));
    let mut path = PathCondition::new();
    path.push(less);
    let not_less = table.not(less);
    let goal = table.and(not_less, other);
    let Ok(Answer::Unsat(core)) = solver().check(&mut table, &path, goal) else {
        panic!("the goal denies the constraint");
    };
    assert!(core.contains(&less) && core.contains(&goal));
    let either = table.xor(less, other);
    let neither = table.not(other);
    let both = table.and(either, other);
    path.push(other);
    let Ok(Answer::Unsat(core)) = solver().check(&mut table, &path, both) else {
        panic!("exactly one of two constraints cannot hold");
    };
    assert!(core.contains(&less) && core.contains(&both) && !core.contains(&neither));
}

#[test]
fn what_follows_from_a_chain_needs_no_other_solver() {
    let mut table = TermTable::new();
    let inputs: Vec<Term> = (0..20).map(|i| table.input(&format!("x{i}"), 32)).collect();
    let mut solver = solver();
    let mut path = PathCondition::new();
    for pair in inputs.windows(2) {
        let less = table.slt(pair[0], pair[1]);
        assert!(matches!(
            solver.check(&mut table, &path, less),
            Ok(Answer::Sat(_))
        ));
        path.push(less);
    }
    let back = table.sle(inputs[19], inputs[0]);
    let Ok(Answer::Unsat(core)) = solver.check(&mut table, &path, back) else {
        panic!("a cycle must be found");
    };
    assert_eq!(core.len(), 20);
    let first_is_least = inputs[1..].iter().fold(table.true_(), |all, &other| {
        let less = table.slt(inputs[0], other);
        table.and(all, less)
    });
    let not_least = table.not(first_is_least);
    assert!(matches!(
        solver.check(&mut table, &path, not_least),
        Ok(Answer::Unsat(_))
    ));
    assert_eq!(
        solver.statistics().layers[1].queries,
        0,
        "bit-blasting was asked"
    );
}
