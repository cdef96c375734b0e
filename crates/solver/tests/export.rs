//! Exported formulas are answered as the house's own solver answers: SMT-LIB text by other solvers, DIMACS files by the SAT
//! solver alone.

use everypath_solver::Answer;
use everypath_solver::blast::cnf::Clauses;
use everypath_solver::dimacs;
use everypath_solver::embedded::{CompleteSolver, Embedded};
use everypath_solver::sat::{Limits, Outcome, Sat};
use everypath_term::smtlib::Floats;
use everypath_term::testing::{Recipe, arbitrary_easy_term, arbitrary_term, said_of_script};
use everypath_term::{Evaluator, Term, TermTable, flatten, smtlib};
use proptest::prelude::*;

/// A condition that is neither always nor never true, often: the recipe's last term is equal to what it is on these numbers,
/// and differs from another term.
fn condition(recipe: &Recipe, table: &mut TermTable, numbers: &[u64]) -> Term {
    let built = recipe.build(table);
    let values = built.assignment(table, numbers);
    let root = built.root();
    let value = Evaluator::new(table, &values).evaluate(root);
    let value = table.constant_bits(value);
    let equal = table.eq(root, value);
    let others = built.conditions(table);
    match others.last() {
        Some(&other) => table.and(equal, other),
        None => equal,
    }
}

fn embedded(table: &mut TermTable, condition: Term) -> Option<bool> {
    match Embedded::new(Some(20_000), None, 0).solve(table, &[condition]) {
        Ok(Answer::Sat(_)) => Some(true),
        Ok(Answer::Unsat(_)) => Some(false),
        _ => None,
    }
}

/// A DIMACS file, read again: variables and clauses.
fn read(text: &str) -> (i32, Vec<Vec<i32>>) {
    let mut lines = text.lines().filter(|line| !line.starts_with('c'));
    let head: Vec<&str> = lines.next().unwrap().split(' ').collect();
    let [_, "cnf", variables, count] = head[..] else {
        panic!("{head:?}");
    };
    let variables = variables.parse().unwrap();
    let clauses: Vec<Vec<i32>> = lines
        .map(|line| line.split(' ').map(|word| word.parse().unwrap()).collect())
        .map(|mut clause: Vec<i32>| {
            assert_eq!(clause.pop(), Some(0));
            assert!(
                clause
                    .iter()
                    .all(|literal| (1..=variables).contains(&literal.abs()))
            );
            clause
        })
        .collect();
    assert_eq!(clauses.len().to_string(), count);
    (variables, clauses)
}

/// The answer of the SAT solver to a file, and if it is yes, the values that the file's comments give to the inputs.
fn solve(text: &str) -> Option<Vec<(String, Vec<bool>)>> {
    let (variables, clauses) = read(text);
    let mut sat = Sat::new(0);
    for _ in 0..variables {
        sat.new_variable();
    }
    for clause in clauses {
        sat.clause(&clause);
    }
    if sat.solve(&[], Limits::default()) == Outcome::Unsatisfiable {
        return None;
    }
    let inputs = text
        .lines()
        .filter_map(|line| line.strip_prefix("c input "));
    let mut bit = |word: &str| word != "-" && sat.value(word.parse().unwrap());
    Some(
        inputs
            .map(|line| {
                let (name, bits) = line.rsplit_once(": ").unwrap();
                (name.to_owned(), bits.split(' ').map(&mut bit).collect())
            })
            .collect(),
    )
}

fn verdict(solver: &str, argument: &str, script: &str) -> Option<bool> {
    let said = said_of_script(solver, &[argument], script);
    match said.lines().next() {
        Some("sat") => Some(true),
        Some("unsat") => Some(false),
        // It may give up, but it has to understand.
        _ => {
            assert!(!said.contains("error"), "{solver}: {said}\n{script}");
            None
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// The clauses are satisfiable iff the condition is, and a model of the clauses is one of the condition.
    #[test]
    fn dimacs_files_are_answered_as_the_condition_is(
        recipe in arbitrary_term(25),
        numbers in proptest::collection::vec(any::<u64>(), 8),
    ) {
        let mut table = TermTable::new();
        let condition = condition(&recipe, &mut table, &numbers);
        let text = dimacs::formula(&mut table, condition, &["a\ncomment".to_owned()]).unwrap();
        let Some(expected) = embedded(&mut table, condition) else { return Ok(()) };
        let Some(inputs) = solve(&text) else {
            prop_assert!(!expected, "{}", table.display(condition));
            return Ok(());
        };
        prop_assert!(expected, "{}", table.display(condition));
        let flat = flatten::flatten(&mut table, condition).unwrap();
        if flat != condition {
            return Ok(());
        }
        let mut model = everypath_term::Assignment::new();
        for number in 0..table.input_count() {
            let input = everypath_term::InputId::from_index(number);
            let name = smtlib::symbol(&table, input);
            let bits = inputs.iter().find(|(known, _)| *known == name.trim_matches('|'));
            let width = table.input_info(input).sort;
            let (Some((_, bits)), everypath_term::Sort::Bits(width)) = (bits, width) else { continue };
            let value = bits.iter().rev().fold(0, |value, &bit| value << 1 | u64::from(bit));
            model.set_u64(input, width, value);
        }
        prop_assert!(Evaluator::new(&table, &model).is_true(condition));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, max_shrink_iters: 50, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn smt_lib_files_are_answered_alike_by_all_solvers(
        recipe in arbitrary_easy_term(20),
        memories in any::<bool>(),
        numbers in proptest::collection::vec(any::<u64>(), 8),
    ) {
        let recipe = Recipe { memories, ..recipe };
        let mut table = TermTable::new();
        let condition = condition(&recipe, &mut table, &numbers);
        let text = smtlib::formula(&mut table, condition, Floats::Operators, &[]);
        let answers = [
            embedded(&mut table, condition),
            verdict("z3", "-T:10", &text),
            verdict("cvc5", "--tlimit=10000", &text),
        ];
        let known: Vec<bool> = answers.into_iter().flatten().collect();
        prop_assert!(known.windows(2).all(|two| two[0] == two[1]), "{answers:?}\n{text}");
    }
}

#[test]
fn constants_are_formulas_too() {
    let mut table = TermTable::new();
    let (yes, no) = (table.true_(), table.false_());
    assert!(solve(&dimacs::formula(&mut table, yes, &[]).unwrap()).is_some());
    assert!(solve(&dimacs::formula(&mut table, no, &[]).unwrap()).is_none());
    for (condition, expected) in [(yes, true), (no, false)] {
        let text = smtlib::formula(&mut table, condition, Floats::Operators, &[]);
        assert_eq!(verdict("z3", "-T:10", &text), Some(expected));
        assert_eq!(verdict("cvc5", "--tlimit=10000", &text), Some(expected));
    }
}

/// A long known memory, and two reads of an unknown one behind a write.
#[test]
fn memories_are_taken_away_exactly() {
    let mut table = TermTable::new();
    let (i, j) = (table.input("i", 16), table.input("j", 16));
    let squares: Vec<u64> = (0..3000).map(|i| i * i % 251).collect();
    let literal = table.memory_literal(16, 8, squares.clone().into(), 7);
    let read = table.read(literal, i);
    let index = table.constant(16, 2999);
    let at_end = table.eq(i, index);
    let mut answers = Vec::new();
    for element in [squares[2999], squares[2999] + 1] {
        let element = table.constant(8, element);
        let equal = table.eq(read, element);
        let both = table.and(at_end, equal);
        answers.push(solve(&dimacs::formula(&mut table, both, &[]).unwrap()).is_some());
    }
    let memory = table.memory_input("m", 16, 8);
    let value = table.input("v", 8);
    let written = table.write(memory, i, value);
    let (a, b) = (table.read(written, j), table.read(memory, j));
    let differ = table.ne(a, b);
    let elsewhere = table.ne(i, j);
    let never = table.and(differ, elsewhere);
    for condition in [differ, never] {
        answers.push(solve(&dimacs::formula(&mut table, condition, &[]).unwrap()).is_some());
    }
    assert_eq!(answers, [true, false, true, false]);
}

#[test]
fn what_is_too_large_without_memories_is_refused() {
    let mut table = TermTable::new();
    let memory = table.memory_input("m", 32, 8);
    let mut all = table.true_();
    for number in 0..3000 {
        let index = table.input(&format!("i{number}"), 32);
        let element = table.read(memory, index);
        let zero = table.constant(8, 0);
        let nonzero = table.ne(element, zero);
        all = table.and(all, nonzero);
    }
    let refused = dimacs::formula(&mut table, all, &[]).unwrap_err();
    assert_eq!(refused.reads, 3000);
    assert!(refused.to_string().contains("3000 reads"));
}
