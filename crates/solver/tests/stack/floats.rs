//! Conditions on floating-point numbers: answers of the stack against all values of a small format.

use everypath_solver::{Answer, PathCondition, Solver, SolverOptions, UnknownReason};
use everypath_term::Random;
use everypath_term::{
    Assignment, Bits, Evaluator, FloatFormat, FloatFunction, FloatOp, FloatOperator, Rounding,
    Term, TermTable,
};

const FORMAT: FloatFormat = FloatFormat::Seven;

/// A term of the format over `pool`; perhaps of a function without an exact result.
fn number(table: &mut TermTable, random: &mut Random, pool: &[Term], functions: bool) -> Term {
    use FloatOperator::*;
    if functions && random.index(2) == 0 {
        let op = FloatOp::function(random.pick(&FloatFunction::ALL), FORMAT);
        let operands: Vec<Term> = (0..op.operator.arity())
            .map(|_| pool[random.index(pool.len())])
            .collect();
        return table.float(op, 1, &operands);
    }
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
    let [_, unknown] = compare(60, false);
    assert_eq!(unknown, 0);
}

#[test]
fn answers_about_functions_are_those_of_trying_all_values() {
    let [decided, unknown] = compare(80, true);
    assert!(decided > 5 * unknown, "{decided} {unknown}");
}

/// Compares answers with what trying all values finds; gives how many there are and how many were not decided.
fn compare(rounds: u32, functions: bool) -> [u32; 2] {
    let mut random = Random::new(0x51ee_d001);
    let mut counts = [0, 0];
    let mut unknown = 0;
    for _ in 0..rounds {
        let mut table = TermTable::new();
        let (x, y) = (table.input("x", 7), table.input("y", 7));
        let mut pool = vec![x, y];
        for bits in [FORMAT.one(), 0, 3] {
            pool.push(table.float_constant(FORMAT, bits));
        }
        for _ in 0..3 {
            let term = number(&mut table, &mut random, &pool, functions);
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
            Answer::Unknown(UnknownReason::Enclosure) if functions => {
                unknown += 1;
                continue;
            }
            Answer::Unknown(reason) => panic!("{reason:?}"),
        }
        counts[usize::from(satisfied)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
    [counts.iter().sum(), unknown]
}

/// A condition on a function of a number of 64 bits.
fn ask(
    function: FloatFunction,
    condition: impl Fn(&mut TermTable, [Term; 2]) -> Vec<Term>,
) -> Answer {
    let mut table = TermTable::new();
    let x = table.input("x", 64);
    let op = FloatOp::function(function, FloatFormat::Double);
    let value = table.float(op, 64, &[x]);
    let goals = condition(&mut table, [x, value]);
    let mut solver = Solver::new(SolverOptions::default()).expect("the embedded solver");
    solver
        .check_goals(&mut table, &PathCondition::new(), &goals)
        .expect("an answer")
}

fn below(table: &mut TermTable, a: Term, number: f64) -> Term {
    let number = table.constant(64, number.to_bits());
    let op = FloatOp::new(
        FloatOperator::Less,
        FloatFormat::Double,
        Rounding::NearestEven,
    );
    table.float(op, 1, &[a, number])
}

#[test]
fn functions_are_decided_by_bounds_and_by_their_values() {
    let never = ask(FloatFunction::Exp, |table, [_, value]| {
        vec![below(table, value, 0.0)]
    });
    assert!(matches!(never, Answer::Unsat(_)), "{never:?}");
    let sometimes = ask(FloatFunction::Sin, |table, [_, value]| {
        vec![below(table, value, 0.5)]
    });
    assert!(matches!(sometimes, Answer::Sat(_)), "{sometimes:?}");
    // Some number has this sine, or none has; to find out is too much.
    let perhaps = ask(FloatFunction::Sin, |table, [_, value]| {
        let number = table.constant(64, 0.123f64.to_bits());
        vec![table.eq(value, number)]
    });
    assert!(
        matches!(perhaps, Answer::Unknown(UnknownReason::Enclosure)),
        "{perhaps:?}"
    );
}
