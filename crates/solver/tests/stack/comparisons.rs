//! Comparisons of choices: against brute force, and on what made them necessary.

use everypath_solver::Answer;
use everypath_solver::embedded::{CompleteSolver, Embedded};
use everypath_term::{Assignment, Evaluator, Term, TermTable};
use proptest::prelude::*;

const WIDTH: u32 = 2;

fn comparison(table: &mut TermTable, kind: u8, a: Term, b: Term) -> Term {
    match kind % 3 {
        0 => table.eq(a, b),
        1 => table.ult(a, b),
        _ => table.slt(a, b),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn comparisons_of_nested_choices_mean_what_they_say(
        code in proptest::collection::vec(any::<[u8; 6]>(), 1..10),
        goals in proptest::collection::vec(any::<[u8; 3]>(), 4),
    ) {
        let mut table = TermTable::new();
        let inputs = ["x", "y", "z"].map(|name| table.input(name, WIDTH));
        let mut pool = inputs.to_vec();
        let mut conditions: Vec<Term> = Vec::new();
        for [kind, a, b, then, otherwise, also] in code {
            let pick = |number: u8| pool[number as usize % pool.len()];
            let mut condition = comparison(&mut table, kind, pick(a), pick(b));
            if also & 1 == 1 && let Some(&last) = conditions.last() {
                condition = table.and(condition, last);
            }
            conditions.push(condition);
            let choice = table.ite(condition, pick(then), pick(otherwise));
            pool.push(choice);
        }
        let pick = |number: u8| pool[pool.len() - 1 - number as usize % pool.len()];
        let goals: Vec<Term> = goals
            .into_iter()
            .map(|[kind, a, b]| comparison(&mut table, kind, pick(a), pick(b)))
            .collect();
        let mut solver = Embedded::new(None, None, 0);
        for values in 0..1u64 << (3 * WIDTH) {
            let mut model = Assignment::new();
            let mut assertions = Vec::new();
            for (number, &input) in inputs.iter().enumerate() {
                let value = values >> (number as u32 * WIDTH) & 3;
                let constant = table.constant(WIDTH, value);
                assertions.push(table.eq(input, constant));
                model.set_u64(table.node(input).input(), WIDTH, value);
            }
            for &goal in &goals {
                let expected = Evaluator::new(&table, &model).is_true(goal);
                assertions.push(goal);
                let answer = solver.solve(&mut table, &assertions).unwrap();
                prop_assert_eq!(matches!(answer, Answer::Sat(_)), expected);
                prop_assert_eq!(matches!(answer, Answer::Unsat(_)), !expected);
                assertions.pop();
            }
        }
    }
}

fn smaller_and_larger(table: &mut TermTable, a: Term, b: Term) -> (Term, Term) {
    let swapped = table.slt(b, a);
    (table.ite(swapped, b, a), table.ite(swapped, a, b))
}

/// Whether a solver that may meet so many conflicts proves that none of `faults` can happen.
fn none_happens(table: &mut TermTable, faults: Vec<Term>, conflicts: u64) -> bool {
    let any = table.disjunction(faults);
    let mut solver = Embedded::new(Some(conflicts), None, 0);
    matches!(solver.solve(table, &[any]).unwrap(), Answer::Unsat(_))
}

#[test]
fn a_maximum_is_at_least_each_of_many() {
    let mut table = TermTable::new();
    let words: Vec<Term> = (0..32).map(|i| table.input(&format!("x{i}"), 32)).collect();
    let mut maximum = words[0];
    for &word in &words[1..] {
        maximum = smaller_and_larger(&mut table, maximum, word).1;
    }
    let faults = words.iter().map(|&word| table.slt(maximum, word));
    let faults = faults.collect();
    assert!(none_happens(&mut table, faults, 5_000));
}

#[test]
fn what_bubble_sort_leaves_is_sorted() {
    let mut table = TermTable::new();
    let mut words: Vec<Term> = (0..7).map(|i| table.input(&format!("x{i}"), 32)).collect();
    for end in (1..words.len()).rev() {
        for j in 0..end {
            (words[j], words[j + 1]) = smaller_and_larger(&mut table, words[j], words[j + 1]);
        }
    }
    let faults = words.windows(2).map(|pair| table.slt(pair[1], pair[0]));
    let faults = faults.collect();
    assert!(none_happens(&mut table, faults, 5_000));
}

/// A list to which one of `rows` words is appended for each of several conditions that exclude each other: how long it gets.
fn appended(table: &mut TermTable, rows: usize, columns: usize) -> Term {
    let words = |table: &mut TermTable, name: &str, count: usize| -> Vec<Term> {
        let word = |number| table.input(&format!("{name}{number}"), 32);
        (0..count).map(word).collect()
    };
    let (rows, columns) = (words(table, "row", rows), words(table, "column", columns));
    let one = table.constant(32, 1);
    let mut length = table.constant(32, 0);
    for &row in &rows {
        for &column in &columns {
            let same = table.eq(row, column);
            let next = table.add(length, one);
            length = table.ite(same, next, length);
        }
    }
    length
}

#[test]
fn a_counter_stays_below_the_number_of_its_steps() {
    let mut table = TermTable::new();
    let length = appended(&mut table, 8, 8);
    let most = table.constant(32, 64);
    let beyond = table.ult(most, length);
    assert!(none_happens(&mut table, vec![beyond], 0));
}

#[test]
fn two_counters_of_the_same_conditions_agree() {
    let mut table = TermTable::new();
    let bits: Vec<Term> = (0..12).map(|i| table.input(&format!("x{i}"), 1)).collect();
    let mut count = |bits: &mut dyn Iterator<Item = &Term>| {
        let mut count = table.constant(32, 0);
        for &bit in bits {
            let bit = table.zero_extend(bit, 32);
            count = table.add(count, bit);
        }
        count
    };
    let (up, down) = (count(&mut bits.iter()), count(&mut bits.iter().rev()));
    let differ = table.ne(up, down);
    assert!(none_happens(&mut table, vec![differ], 5_000));
}
