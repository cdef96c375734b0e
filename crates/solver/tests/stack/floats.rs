//! Conditions on floating-point numbers: answers of the stack against all values of a small format.

use everypath_solver::{Answer, PathCondition, Solver, SolverOptions};
use everypath_term::Random;
use everypath_term::{
    Assignment, Bits, Evaluator, FloatFormat, FloatOp, FloatOperator, Rounding, Term, TermTable,
};

const FORMAT: FloatFormat = FloatFormat::Seven;

/// A term of the format over `pool`.
fn number(table: &mut TermTable, random: &mut Random, pool: &[Term]) -> Term {
    use FloatOperator::*;
    let operators = [
        Add,
        Mul,
        Div,
        MulAdd,
        Sqrt,
        Remainder,
        Modulo,
        RoundToIntegral,
    ];
    let operator = operators[random.index(operators.len())];
    let rounding = Rounding::ALL[random.index(Rounding::ALL.len())];
    let operands: Vec<Term> = (0..operator.arity())
        .map(|_| pool[random.index(pool.len())])
        .collect();
    table.float_arithmetic(operator, FORMAT, rounding, &operands)
}

#[test]
fn answers_about_floats_are_those_of_trying_all_values() {
    let mut random = Random::new(0x51ee_d001);
    let mut counts = [0, 0];
    for _ in 0..60 {
        let mut table = TermTable::new();
        let (x, y) = (table.input("x", 7), table.input("y", 7));
        let mut pool = vec![x, y];
        for bits in [FORMAT.one(), 0, 3] {
            pool.push(table.float_constant(FORMAT, bits));
        }
        for _ in 0..3 {
            let term = number(&mut table, &mut random, &pool);
            pool.push(term);
        }
        let comparisons = [
            FloatOperator::Equal,
            FloatOperator::Less,
            FloatOperator::LessEqual,
        ];
        let mut goals = Vec::new();
        for _ in 0..2 {
            let operator = comparisons[random.index(3)];
            let of = [
                pool[pool.len() - 1 - random.index(3)],
                pool[random.index(pool.len())],
            ];
            let nearest = Rounding::NearestEven;
            let goal = table.float(FloatOp::new(operator, FORMAT, nearest), 1, &of);
            goals.push(match random.index(3) {
                0 => table.not(goal),
                _ => goal,
            });
        }
        let different = table.ne(pool[5], pool[6]);
        goals.push(different);
        let inputs = [x, y].map(|term| table.input_id(term).expect("an input"));
        let satisfied = (0..1u64 << 14).any(|values| {
            let mut assignment = Assignment::new();
            assignment.set(inputs[0], Bits::new(7, values & 127));
            assignment.set(inputs[1], Bits::new(7, values >> 7));
            Evaluator::new(&table, &assignment).are_true(&goals)
        });
        let mut solver = Solver::new(SolverOptions::default()).expect("the embedded solver");
        let answer = solver
            .check_goals(&mut table, &PathCondition::new(), &goals)
            .expect("an answer");
        match answer {
            Answer::Sat(_) => assert!(satisfied),
            Answer::Unsat(_) => assert!(!satisfied),
            Answer::Unknown(reason) => panic!("{reason:?}"),
        }
        counts[usize::from(satisfied)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}
