//! The semantic check of every rule.
//!
//! Where a rule fires (see [`firings`](super::firings)), the terms before and after must have the same value: for all values of the inputs at
//! widths 1 to 4, for corner cases and random values at 32, 64, 65 and 128 bits. A rule that never fires fails its check.

use super::all;
use super::firings::{Candidates, Firings, constants, copy_all, fill, nodes};
use crate::bits::Bits;
use crate::evaluate::{Assignment, Evaluator};
use crate::node::{InputId, Kind, Sort, Term};
use crate::random::Random;
use crate::table::TermTable;

/// At most this many firings of one rule are compared at small widths; at wide ones fewer, since there are more values.
const COMPARED: usize = 300;
const COMPARED_WIDE: usize = 60;

/// Values of the inputs `x` and `y`: all at small widths, else corner cases and random ones; and of the memories.
fn assignments(width: u32, with_memories: bool) -> Vec<Assignment> {
    let mut values: Vec<(Bits, Bits)> = Vec::new();
    if width <= 4 {
        for x in 0..1 << width {
            values.extend((0..1 << width).map(|y| (Bits::new(width, x), Bits::new(width, y))));
        }
    } else {
        let corners = constants(width);
        let mut random = Random::new(0x0bad_cafe_0bad_cafe);
        for x in corners.iter().step_by(2) {
            values.extend(corners.iter().step_by(3).map(|y| (x.clone(), y.clone())));
        }
        for _ in 0..30 {
            let mut next =
                || Bits::from_words(width, &[random.next(), random.next(), random.next()]);
            let (x, y) = (next(), next());
            values.push((x.clone(), x.clone()));
            values.push((x, y));
        }
    }
    let mut random = Random::new(0x1234_5678_9abc_def1);
    let assign = |(x, y): (Bits, Bits)| {
        let mut assignment = Assignment::new();
        if with_memories {
            for input in [2, 3] {
                let elements = (0..16).map(|index| (index, random.next())).collect();
                assignment.set_memory(InputId::from_index(input), elements, random.next());
            }
        }
        assignment.set(InputId::from_index(0), x);
        assignment.set(InputId::from_index(1), y);
        assignment
    };
    values.into_iter().map(assign).collect()
}

/// Compares terms of two tables under all assignments; for memories, elements at some indices.
fn compare(
    name: &str,
    plain: &TermTable,
    table: &TermTable,
    pairs: &[(Term, Term)],
    values: &[Assignment],
) {
    for assignment in values {
        let mut left = Evaluator::new(plain, assignment);
        let mut right = Evaluator::new(table, assignment);
        for &(before, after) in pairs {
            assert_eq!(
                plain.sort(before),
                table.sort(after),
                "{name}: {}",
                plain.display(before)
            );
            let equal = match plain.sort(before) {
                Sort::Bits(_) => left.evaluate(before) == right.evaluate(after),
                Sort::Memory { index, .. } => (0..=crate::ops::mask(index).min(40))
                    .chain([crate::ops::mask(index)])
                    .all(|index| left.read(before, index) == right.read(after, index)),
            };
            assert!(
                equal,
                "{name}: {} is not {} for {assignment:?}",
                plain.display(before),
                table.display(after)
            );
        }
    }
}

/// Checks the rules at one width; gives how often each fired.
fn check_rules(width: u32) -> Vec<u64> {
    let values = assignments(width, width <= 64);
    let most = if width <= 4 { COMPARED } else { COMPARED_WIDE };
    let mut candidates = Candidates::of_width(width);
    let mut firings = Vec::new();
    for rule in all() {
        let found = candidates.firings(rule, most);
        let Firings {
            plain,
            table,
            pairs,
            ..
        } = &found;
        compare(rule.name, plain, table, pairs, &values);
        firings.push(pairs.len() as u64);
    }
    firings
}

#[test]
fn every_rule_keeps_all_values_at_small_widths() {
    let mut firings = vec![0; all().len()];
    for width in 1..=4 {
        for (total, fired) in firings.iter_mut().zip(check_rules(width)) {
            *total += fired;
        }
    }
    let idle: Vec<&str> = all()
        .iter()
        .filter(|rule| rule.kind != Kind::Float && firings[rule.id.index()] == 0)
        .map(|rule| rule.name)
        .collect();
    assert!(idle.is_empty(), "rules that never fired: {idle:?}");
}

#[test]
fn every_rule_keeps_values_at_32_and_64_bits() {
    check_rules(32);
    check_rules(64);
}

#[test]
fn every_rule_keeps_values_beyond_64_bits() {
    check_rules(65);
    check_rules(128);
}

#[test]
fn all_rules_together_keep_values() {
    for width in [1, 2, 3, 4, 32] {
        let mut plain = TermTable::without_rules();
        let pool = fill(&mut plain, width);
        let mut table = TermTable::new();
        // The pool again, through the rules: the operands' new handles by their plain ones.
        let simple = copy_all(&plain, &mut table);
        let mut pairs: Vec<(Term, Term)> = (0..plain.len())
            .map(Term::from_index)
            .map(|before| (before, simple[&before]))
            .collect();
        let mut random = Random::new(77);
        for kind in Kind::ALL {
            if kind.arity() == 0 || kind == Kind::Float {
                continue;
            }
            let all = nodes(&plain, &pool, kind, width);
            for _ in 0..150 {
                let (node, operands) = all[random.index(all.len())];
                let after = table.rebuild(node, operands.map(|operand| simple[&operand]));
                pairs.push((plain.rebuild(node, operands), after));
            }
        }
        let values = assignments(width, true);
        let values: Vec<Assignment> = values
            .into_iter()
            .step_by(if width == 4 { 5 } else { 1 })
            .collect();
        compare("all rules", &plain, &table, &pairs, &values);
    }
}

#[test]
fn names_are_unique_and_statements_given() {
    let mut names: Vec<&str> = all().iter().map(|rule| rule.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all().len());
    assert!(all().iter().all(|rule| rule.statement.contains("->")));
}

#[test]
fn a_rule_can_be_switched_off() {
    let rule = all()
        .iter()
        .find(|rule| rule.name == "and-self")
        .expect("the rule exists");
    let mut table = TermTable::new();
    table.set_rule(rule.id, false);
    let x = table.input("x", 8);
    let term = table.and(x, x);
    assert_eq!(table.kind(term), Kind::And);
    let mut table = TermTable::new();
    let x = table.input("x", 8);
    assert_eq!(table.and(x, x), x);
    assert_eq!(table.rule_firings()[rule.id.index()], 1);
}
