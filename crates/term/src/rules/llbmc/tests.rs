//! Every line of the appendix, built in all ways at widths 1 to 4.

use std::collections::{BTreeMap, BTreeSet};

use super::ilr::{Builder, INPUTS, Instance, MEMORIES};
use super::{Numbered, Place, appendix};
use crate::bits::Bits;
use crate::evaluate::{Assignment, Evaluator, evaluate};
use crate::node::{InputId, Kind, Sort, Term};
use crate::ops::{mask, signed};
use crate::table::TermTable;

/// The two sides of a rule and whether it needs more than one bit.
fn sides(rule: &Numbered) -> (&'static str, &'static str, u32) {
    let (rule, least) = match rule.statement.split_once(';') {
        Some((rule, condition)) => {
            assert_eq!(condition.trim(), "W > 1");
            (rule, 2)
        }
        None => (rule.statement, 1),
    };
    let (before, after) = rule.split_once("->").expect("two sides");
    (before.trim(), after.trim(), least)
}

/// The names in an expression.
fn names(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .flat_map(|name| [Some(name), name.rsplit_once('_').map(|(_, width)| width)])
        .flatten()
        .collect()
}

/// All instances of a rule at one width.
fn instances(rule: &Numbered, width: u32) -> Vec<Instance> {
    let used = names(rule.statement);
    let words: &[u32] = match used.contains("I") {
        true => &[16, 24, 32],
        false => &[16],
    };
    let parts: &[u32] = match used.contains("S") {
        true => &[1, 3, 7],
        false => &[1],
    };
    let mut found = Vec::new();
    for &word in words {
        found.extend(parts.iter().map(|&part| Instance {
            width,
            word,
            part,
            constants: BTreeMap::new(),
        }));
    }
    let of_width: Vec<u64> = (0..=mask(width)).collect();
    let amounts: Vec<u64> = (0..u64::from(width)).collect();
    let constants: [(&'static str, &[u64]); 5] = [
        ("n", &of_width),
        ("m", &of_width),
        ("m8", &[0, 0xa5]),
        ("k", &amounts),
        ("l", &amounts),
    ];
    for (name, values) in constants {
        if used.contains(name) {
            let with = |instance: Instance| {
                values.iter().map(move |&value| {
                    let mut instance = instance.clone();
                    instance.constants.insert(name, value);
                    instance
                })
            };
            found = found.into_iter().flat_map(with).collect();
        }
    }
    found
}

/// All values of the inputs that a rule uses; for words and memories some.
fn assignments(rule: &Numbered, instance: &Instance, table: &TermTable) -> Vec<Assignment> {
    let used = names(rule.statement);
    let mut found = vec![Assignment::new()];
    for (number, name) in INPUTS.into_iter().enumerate() {
        if !used.contains(name) {
            continue;
        }
        let input = InputId::from_index(number);
        let width = table.width(table.input_term(input));
        let values: Vec<u64> = match width {
            1..=6 => (0..=mask(width)).collect(),
            _ => vec![0, 0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210],
        };
        let with = |assignment: Assignment| {
            values.clone().into_iter().map(move |value| {
                let mut assignment = assignment.clone();
                assignment.set(input, Bits::new(width, value));
                assignment
            })
        };
        found = found.into_iter().flat_map(with).collect();
    }
    for (number, name) in MEMORIES.into_iter().enumerate() {
        if used.contains(name) {
            let input = InputId::from_index(INPUTS.len() + number);
            let bytes = (0..=mask(instance.width)).map(|at| (at, (at * 37 + 11) & 0xff));
            for assignment in &mut found {
                assignment.set_memory(input, bytes.clone().collect(), 0);
            }
        }
    }
    found
}

/// Whether terms of two tables have one value.
fn agree(a: (&TermTable, Term), b: (&TermTable, Term), assignment: &Assignment) -> bool {
    let (mut left, mut right) = (
        Evaluator::new(a.0, assignment),
        Evaluator::new(b.0, assignment),
    );
    match a.0.sort(a.1) {
        Sort::Bits(_) => left.evaluate(a.1) == right.evaluate(b.1),
        Sort::Memory { index, .. } => {
            (0..=mask(index)).all(|at| left.read(a.1, at) == right.read(b.1, at))
        }
    }
}

/// Checks all instances of a rule at one width; gives the rules that applied and how many instances there were, and notes
/// what comes out too large.
fn check(
    rule: &Numbered,
    width: u32,
    wrong: &mut BTreeSet<String>,
) -> (BTreeSet<&'static str>, usize) {
    let (before, after, least) = sides(rule);
    let mut applied = BTreeSet::new();
    let mut count = 0;
    if width < least {
        return (applied, count);
    }
    for instance in instances(rule, width) {
        let mut plain = Builder::new(TermTable::without_rules(), &instance);
        let mut simple = Builder::new(TermTable::new(), &instance);
        let expected = plain.build(before);
        let constant = after == "constant";
        let right = match constant {
            true => expected,
            false => plain.build(after),
        };
        // A predicate of constants has one rule for each of its values.
        let decided = matches!(after, "T" | "F")
            && plain.table.inputs_of(expected).is_empty()
            && evaluate(&plain.table, &Assignment::new(), expected).is_zero() == (after == "T");
        if decided {
            continue;
        }
        count += 1;
        let result = simple.build(before);
        for (fired, rule) in simple.table.rule_firings().iter().zip(TermTable::rules()) {
            if *fired > 0 {
                applied.insert(rule.name);
            }
        }
        let shown = || {
            format!(
                "{} at {instance:?}: {} became {}",
                rule.number,
                before,
                simple.table.display(result)
            )
        };
        for assignment in assignments(rule, &instance, &plain.table) {
            let (plain, simple) = (&plain.table, &simple.table);
            assert!(
                agree((plain, expected), (plain, right), &assignment),
                "{} is wrong at {instance:?} for {assignment:?}",
                rule.number
            );
            assert!(
                agree((plain, expected), (simple, result), &assignment),
                "{} for {assignment:?}",
                shown()
            );
        }
        if constant {
            assert_eq!(simple.table.kind(result), Kind::Constant, "{}", shown());
            continue;
        }
        let (shown, size) = (shown(), simple.table.size(&[result]));
        let promised = plain.table.size(&[right]);
        // Something has happened: it is smaller, or another operator.
        let changed = size < plain.table.size(&[expected])
            || simple.table.kind(result) != plain.table.kind(expected);
        let in_effect = changed && size <= promised;
        if !in_effect && simple.build(after) != result {
            wrong.insert(shown);
        }
    }
    (applied, count)
}

#[test]
fn the_appendix_has_275_numbers_in_three_groups() {
    let mut numbers = BTreeSet::new();
    let mut groups = [0; 3];
    for rule in appendix() {
        assert!(numbers.insert(rule.number), "{} twice", rule.number);
        let section = rule.number.trim_start_matches("A.");
        let section = section.trim_end_matches(|c: char| c.is_ascii_lowercase());
        groups[match section.parse() {
            Ok(1..=7) => 0,
            Ok(8..=24) => 1,
            Ok(25..=26) => 2,
            section => panic!("{}: {section:?}", rule.number),
        }] += 1;
    }
    assert_eq!(groups, [92, 174, 9]);
}

#[test]
fn every_rule_of_the_appendix_keeps_values_and_is_in_effect_where_it_says() {
    let mut wrong = BTreeSet::new();
    for rule in appendix() {
        let mut applied = BTreeSet::new();
        let mut count = 0;
        for width in 1..=4 {
            let (here, instances) = check(rule, width, &mut wrong);
            // At width 1 every operator is a connective, by rules of its own.
            if width > 1 {
                applied.extend(here);
            }
            count += instances;
        }
        assert!(count > 0, "{} has no instance", rule.number);
        let named: BTreeSet<&str> = match &rule.place {
            Place::Rules(names) => names.iter().copied().collect(),
            Place::Superfluous(why) => {
                assert!(!why.is_empty());
                BTreeSet::new()
            }
        };
        if named != applied {
            let applied: Vec<&str> = applied.into_iter().collect();
            wrong.insert(format!(
                "{} {} | {}",
                rule.number,
                rule.statement,
                applied.join(" ")
            ));
        }
    }
    let wrong: Vec<String> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn predicates_mean_what_they_say() {
    type Meaning = fn(i64, i64, i64, i64, u32) -> bool;
    let fits = |value: i64, width: u32| {
        let half = 1 << (width - 1);
        (-half..half).contains(&value)
    };
    // Unsigned values, signed values, width.
    let predicates: [(&str, Meaning); 13] = [
        ("addo_u(n, m)", |a, b, _, _, w| a + b >= 1 << w),
        ("subo_u(n, m)", |a, b, _, _, _| a - b < 0),
        ("mulo_u(n, m)", |a, b, _, _, w| a * b >= 1 << w),
        ("divo_s(n, m)", |_, _, a, b, w| {
            a == -(1 << (w - 1)) && b == -1
        }),
        ("divz(n, m)", |_, b, _, _, _| b == 0),
        ("divx_u(n, m)", |a, b, _, _, _| b != 0 && a % b != 0),
        ("divx_s(n, m)", |_, _, a, b, _| b != 0 && a % b != 0),
        ("sho(n, m)", |_, b, _, _, w| b >= i64::from(w)),
        ("shrx_u(n, m)", |a, b, _, _, _| a % (1 << b) != 0),
        ("shrx_s(n, m)", |_, b, a, _, _| a % (1 << b) != 0),
        ("ge_s(n, m)", |_, _, a, b, _| a >= b),
        ("le_u(n, m)", |a, b, _, _, _| a <= b),
        ("gt_s(n, m)", |_, _, a, b, _| a > b),
    ];
    for width in 1..=5 {
        for (n, m) in (0..=mask(width)).flat_map(|n| (0..=mask(width)).map(move |m| (n, m))) {
            let instance = Instance {
                width,
                word: 16,
                part: 1,
                constants: BTreeMap::from([("n", n), ("m", m)]),
            };
            let value = |text: &str| {
                let mut plain = Builder::new(TermTable::without_rules(), &instance);
                let term = plain.build(text);
                !evaluate(&plain.table, &Assignment::new(), term).is_zero()
            };
            let (a, b) = (signed(n, width), signed(m, width));
            for (text, meaning) in predicates {
                // Of a division by zero only divz speaks.
                if !(m == 0 && text.starts_with("divx")) {
                    let expected = meaning(n as i64, m as i64, a, b, width);
                    assert_eq!(value(text), expected, "{text}: {instance:?}");
                }
            }
            for (text, exact) in [
                ("addo_s(n, m)", a + b),
                ("subo_s(n, m)", a - b),
                ("mulo_s(n, m)", a * b),
            ] {
                assert_eq!(value(text), !fits(exact, width), "{text}: {instance:?}");
            }
        }
    }
}

#[test]
fn loads_and_stores_of_words_are_those_of_bytes_in_an_array() {
    let (width, bytes) = (4, 16usize);
    for word in [16, 24, 32] {
        for (n, value) in (0..16).flat_map(|n| [(n, 0x0123_4567u64), (n, 0xfedc_ba98)]) {
            let instance = Instance {
                width,
                word,
                part: 1,
                constants: BTreeMap::from([("n", n)]),
            };
            let value = value & mask(word);
            for big_endian in [false, true] {
                let letter = if big_endian { "b" } else { "l" };
                let mut builder = Builder::new(TermTable::new(), &instance);
                let stored = builder.build(&format!("store_{letter}_I(M, n, xI)"));
                let loaded = builder.build(&format!("load_{letter}_I(M, n)"));
                let mut model: Vec<u8> = (0..16u8)
                    .map(|at| at.wrapping_mul(37).wrapping_add(11))
                    .collect();
                let mut assignment = Assignment::new();
                let contents = model.iter().enumerate();
                assignment.set_memory(
                    InputId::from_index(INPUTS.len()),
                    contents
                        .map(|(at, &byte)| (at as u64, byte.into()))
                        .collect(),
                    0,
                );
                assignment.set(InputId::from_index(9), Bits::new(word, value));
                let place = |byte: u32| {
                    let at = if big_endian {
                        word / 8 - 1 - byte
                    } else {
                        byte
                    };
                    (n as usize + at as usize) % bytes
                };
                let expected: u64 = (0..word / 8)
                    .map(|byte| u64::from(model[place(byte)]) << (8 * byte))
                    .sum();
                let mut evaluator = Evaluator::new(&builder.table, &assignment);
                assert_eq!(evaluator.evaluate_u64(loaded), expected);
                for byte in 0..word / 8 {
                    model[place(byte)] = (value >> (8 * byte)) as u8;
                }
                for (at, &byte) in model.iter().enumerate() {
                    assert_eq!(evaluator.read(stored, at as u64), u64::from(byte));
                }
            }
        }
    }
}
