//! What queries that take long go through, asked of small queries at once, against brute force.

use everypath_solver::Answer;
use everypath_solver::certify::Certify;
use everypath_solver::embedded::{CompleteSolver, Embedded};
use everypath_term::{Assignment, Evaluator, Term, TermTable, UnaryOp};
use proptest::prelude::*;

use super::generate::{BINARY, COMPARISONS, Terms, instructions};

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
        if code.len() % 2 == 0 {
            solver.certify(Certify::Check);
        }
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

/// Inputs, and conditions over them in which most inputs and most terms occur once.
struct Sparse {
    table: TermTable,
    inputs: Vec<Term>,
    goals: Vec<Term>,
}

impl Sparse {
    /// Each step takes two operands out of a pool (one is put back now and then) and puts what it makes of them in.
    fn build(code: &[[u8; 4]]) -> Self {
        let mut table = TermTable::new();
        let inputs: Vec<Term> = (0..4).map(|i| table.input(&format!("x{i}"), 3)).collect();
        let mut pool = inputs.clone();
        for &[kind, a, b, choice] in code {
            let first = pool.swap_remove(usize::from(a) % pool.len());
            if kind >= 208 {
                pool.push(first);
            }
            let width = table.width(first);
            let second = match pool.len() {
                0 => table.constant(width, u64::from(b)),
                _ if b >= 208 => table.constant(width, u64::from(b)),
                length => pool.swap_remove(usize::from(b) % length),
            };
            let second = match table.width(second) {
                same if same == width => second,
                wider if wider > width => table.extract(second, wider - 1, wider - width),
                _ if choice % 2 == 0 => table.zero_extend(second, width),
                _ => table.sign_extend(second, width),
            };
            let made = match kind % 8 {
                0 => table.unary(UNARY[usize::from(choice) % UNARY.len()], first),
                1 => {
                    let both = table.concat(first, second);
                    let low = u32::from(choice) % (width + 1);
                    table.extract(both, low + width - 1, low)
                }
                2 => {
                    let condition = table.extract(first, 0, 0);
                    let other = table.constant(width, u64::from(choice));
                    table.ite(condition, second, other)
                }
                3 => {
                    let comparison = COMPARISONS[usize::from(choice) % COMPARISONS.len()];
                    table.binary(comparison, first, second)
                }
                _ => table.binary(BINARY[usize::from(choice) % BINARY.len()], first, second),
            };
            pool.push(made);
        }
        let goals = pool.into_iter().enumerate().map(|(number, term)| {
            let value = table.constant(table.width(term), 5 * number as u64 + 1);
            match number % 3 {
                0 => table.eq(term, value),
                1 => table.ult(value, term),
                _ => table.slt(term, value),
            }
        });
        let goals = goals.collect();
        Sparse {
            table,
            inputs,
            goals,
        }
    }

    /// Whether some values of the inputs meet all of some goals.
    fn is_possible(&self, goals: &[Term]) -> bool {
        (0..1u64 << 12).any(|values| {
            let mut assignment = Assignment::new();
            for (number, &input) in self.inputs.iter().enumerate() {
                if let Some(input) = self.table.input_id(input) {
                    assignment.set_u64(input, 3, values >> (3 * number) & 7);
                }
            }
            Evaluator::new(&self.table, &assignment).are_true(goals)
        })
    }
}

const UNARY: [UnaryOp; 2] = [UnaryOp::Not, UnaryOp::Neg];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn inputs_that_occur_once_go_and_come_back_in_the_model(
        code in proptest::collection::vec(any::<[u8; 4]>(), 1..16),
    ) {
        let mut sparse = Sparse::build(&code);
        let mut solver = Embedded::new(None, None, 0);
        solver.set_patience(0);
        let goals = sparse.goals.clone();
        match solver.solve(&mut sparse.table, &goals).unwrap() {
            Answer::Sat(model) => {
                prop_assert!(Evaluator::new(&sparse.table, &model).are_true(&goals));
            }
            Answer::Unsat(core) => {
                prop_assert!(core.iter().all(|term| goals.contains(term)));
                prop_assert!(!sparse.is_possible(&core));
            }
            Answer::Unknown(reason) => panic!("{reason}"),
        }
    }
}

#[test]
fn wide_products_of_inputs_that_occur_once_need_no_gates() {
    let mut table = TermTable::new();
    let inputs: Vec<Term> = (0..5).map(|i| table.input(&format!("x{i}"), 512)).collect();
    let square = table.mul(inputs[0], inputs[0]);
    let first = table.mul(square, inputs[1]);
    let other = table.mul(inputs[2], inputs[3]);
    let other = table.add(other, inputs[4]);
    let goal = table.eq(first, other);
    let goals = [table.not(goal)];
    let mut solver = Embedded::new(None, None, 0);
    let answer = solver.solve(&mut table, &goals).unwrap();
    let Answer::Sat(model) = answer else {
        panic!("{answer:?}")
    };
    assert!(Evaluator::new(&table, &model).are_true(&goals));
    let statistics = solver.statistics().unwrap();
    assert_eq!(statistics.conflicts, 0);
    assert!(statistics.gates < 5000, "{}", statistics.gates);
}

/// `~x` is an input f of its own, and `y < ~x` true but where f is 0; which is no condition on x.
#[test]
fn what_an_operand_that_went_may_not_be_is_said_of_the_input_that_stands_for_it() {
    let mut sparse = Sparse::build(&[[16, 0, 0, 0], [107, 232, 7, 188]]);
    let mut solver = Embedded::new(None, None, 0);
    solver.set_patience(0);
    let goals = sparse.goals.clone();
    let Answer::Sat(model) = solver.solve(&mut sparse.table, &goals).unwrap() else {
        panic!("0 < 1");
    };
    assert!(Evaluator::new(&sparse.table, &model).are_true(&goals));
}

/// That what a program finds as the greatest of some inputs is none: that it is less than another, or is not among them. Some of the bytes ask
/// something else at one of the comparisons.
fn wrong_greatest(table: &mut TermTable, inputs: &[Term], kinds: &[u8], signed: bool) -> Term {
    let less = |table: &mut TermTable, kind: u8, a, b| match (signed, kind % 4) {
        (true, 0) => table.slt(a, b),
        (true, _) => table.sle(a, b),
        (false, 0) => table.ult(a, b),
        (false, _) => table.ule(a, b),
    };
    let mut greatest = inputs[0];
    let mut kinds = kinds.iter().copied().cycle();
    let mut next = || kinds.next().unwrap_or(0);
    for &input in &inputs[1..] {
        let is_greater = less(table, next(), greatest, input);
        greatest = table.ite(is_greater, input, greatest);
    }
    let mut all = table.bool(true);
    let mut some = table.bool(false);
    for &input in inputs {
        let fits = match next() {
            0..16 => less(table, 0, input, greatest),
            _ => less(table, 1, input, greatest),
        };
        all = table.and(all, fits);
        let equal = table.eq(input, greatest);
        some = table.or(some, equal);
    }
    let right = table.and(all, some);
    table.not(right)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn questions_about_order_have_the_answers_that_enumeration_gives(
        kinds in proptest::collection::vec(any::<u8>(), 12),
        signed: bool,
        certified: bool,
    ) {
        let mut table = TermTable::new();
        let inputs: Vec<Term> = (0..6).map(|i| table.input(&format!("x{i}"), 2)).collect();
        let goals = [wrong_greatest(&mut table, &inputs, &kinds, signed)];
        let mut solver = Embedded::new(None, None, 0);
        solver.set_patience(0);
        if certified {
            solver.certify(Certify::Check);
        }
        let possible = (0..1u64 << 12).any(|values| {
            let mut assignment = Assignment::new();
            for (number, &input) in inputs.iter().enumerate() {
                if let Some(input) = table.input_id(input) {
                    assignment.set_u64(input, 2, values >> (2 * number) & 3);
                }
            }
            Evaluator::new(&table, &assignment).are_true(&goals)
        });
        match solver.solve(&mut table, &goals).unwrap() {
            Answer::Sat(model) => prop_assert!(Evaluator::new(&table, &model).are_true(&goals)),
            Answer::Unsat(_) => prop_assert!(!possible),
            Answer::Unknown(reason) => panic!("{reason}"),
        }
    }
}
