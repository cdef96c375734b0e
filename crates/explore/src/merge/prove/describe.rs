//! What the last run proved, put into names and words: a [`Proof`] of what is known.

use std::collections::{BTreeMap, BTreeSet};

use everypath_machine::{Cell, Machine};
use everypath_term::{InputId, Term, TermTable, smtlib};
use rustc_hash::FxHashMap;

use super::knowledge::Knowledge;
use super::loops::{Head, Visit};
use super::proof::{
    ANY_INDEX, Invariant, NamedCell, Proof, ProvenLoop, ProvenMeasure, at_entry, name_of_older,
    quotable,
};
use super::words::{self, Name};
use crate::merge::Explorer;

impl Explorer<'_, '_> {
    /// What the last run proved, if it proved something.
    pub(super) fn proof(&mut self) -> Option<Proof> {
        let knowledge = self.prover.as_mut()?;
        let heads: Vec<Head> = knowledge.heads().collect();
        let mut loops = Vec::new();
        for head in heads {
            let mut visits = knowledge.visits.iter().filter(|visit| visit.head == head);
            let Some(first) = visits.next().cloned() else {
                continue;
            };
            loops.push(describe(self.machine, knowledge, &first));
        }
        Some(Proof {
            unrolled: knowledge.unrolled,
            loops,
        })
    }
}

/// What is known of the loop of a visit.
fn describe(machine: &mut Machine<'_>, knowledge: &mut Knowledge, visit: &Visit) -> ProvenLoop {
    let head = visit.head;
    let position = machine.position(&mut visit.arbitrary.clone());
    let known = &knowledge.loops[&head];
    let (cells, candidates) = (known.cells.clone(), known.candidates.clone());
    let (first_apart, makes_objects) = (known.peeled, known.makes_objects);
    let widths: BTreeMap<Cell, u32> = visit
        .now
        .iter()
        .chain(&visit.fixed)
        .filter(|(cell, _)| cell.is_number())
        .map(|&(cell, term)| (cell, machine.terms.width(term)))
        .collect();
    let fixed = visit.fixed.iter().map(|&(cell, _)| cell);
    let mut taken = BTreeSet::new();
    let mut names: FxHashMap<InputId, Name> = FxHashMap::default();
    let (mut changes, mut keeps) = (Vec::new(), Vec::new());
    for (cell, changed) in
        (cells.iter().map(|&cell| (cell, true))).chain(fixed.map(|it| (it, false)))
    {
        let called = machine.cell_name(&visit.arbitrary, cell, position);
        let plain = quotable(&called.name);
        let mut name = plain.clone();
        let mut number = 1;
        while !taken.insert(name.clone()) {
            number += 1;
            name = format!("{plain}'{number}");
        }
        let in_c = called.is_variable && number == 1 && words::is_expression(&name);
        let width = widths.get(&cell).copied().unwrap_or(0);
        let named = NamedCell { cell, width, name };
        if named.has_symbols() {
            let [now, first] = knowledge.symbols(&mut machine.terms, cell, width);
            let mut call = |symbol: Term, name: String, in_c: bool| {
                if let Some(input) = machine.terms.input_id(symbol) {
                    names.insert(input, Name { name, in_c });
                }
            };
            call(now, named.name.clone(), in_c);
            call(first, at_entry(&named.name), false);
        }
        match changed {
            true => changes.push(named),
            false => keeps.push(named),
        }
    }
    name_older(&machine.terms, knowledge, head, &mut names);
    let any_index = machine.terms.input_id(knowledge.any_index);
    names.extend(any_index.map(|input| {
        let name = ANY_INDEX.to_owned();
        (input, Name { name, in_c: false })
    }));
    let free = ["k", "m"].into_iter().find(|&name| !taken.contains(name));
    let letter = free.unwrap_or(ANY_INDEX);
    let constants = constants_at_entry(&machine.terms, knowledge, head);
    let mut at_first: FxHashMap<Term, Term> = FxHashMap::default();
    for (cell, constant) in constants {
        let width = machine.terms.width(constant);
        at_first.insert(
            knowledge.symbols(&mut machine.terms, cell, width)[1],
            constant,
        );
    }
    let mut spoken = BTreeSet::new();
    let mut invariants = Vec::new();
    for candidate in candidates {
        let name_of = |input: InputId| names.get(&input).map(|name| name.name.clone());
        let Some(formula) = smtlib::expression(&machine.terms, candidate, &name_of) else {
            continue;
        };
        spoken.extend(machine.terms.inputs_of(candidate).iter().copied());
        let shown = machine.terms.substitute(candidate, &at_first);
        let of_any = any_index.filter(|any| machine.terms.inputs_of(shown).contains(any));
        let words = match of_any {
            Some(any) => {
                let mut names = names.clone();
                let name = letter.to_owned();
                names.insert(any, Name { name, in_c: false });
                let words = words::words(&machine.terms, shown, &names);
                format!("for every {letter}: {words}")
            }
            None => words::words(&machine.terms, shown, &names),
        };
        invariants.push(Invariant {
            words,
            c: words::in_c(&machine.terms, shown, &names),
            formula,
        });
    }
    let measures = knowledge.ranking.as_ref();
    let measures = measures.and_then(|ranking| ranking.measures.get(&head));
    let measure = measures.into_iter().flatten().find_map(|measure| {
        let name_of = |input: InputId| names.get(&input).map(|name| name.name.clone());
        let formula = |term: Term| smtlib::expression(&machine.terms, term, &name_of);
        let part = |term: Term| words::words(&machine.terms, term, &names);
        let first = formula(measure.first)?;
        let (words, second) = match measure.second {
            Some(second) => (
                format!("({}, {})", part(measure.first), part(second)),
                Some(formula(second)?),
            ),
            None => (part(measure.first), None),
        };
        for term in std::iter::once(measure.first).chain(measure.second) {
            spoken.extend(machine.terms.inputs_of(term).iter().copied());
        }
        Some(ProvenMeasure {
            words,
            first,
            second,
        })
    });
    keeps.retain(|named| {
        let [symbol, _] = knowledge.symbols(&mut machine.terms, named.cell, named.width);
        let input = machine.terms.input_id(symbol);
        input.is_some_and(|input| spoken.contains(&input))
    });
    let mut calls = machine.calls_of(head.0);
    calls.reverse();
    ProvenLoop {
        head: head.1,
        position,
        calls,
        first_apart,
        makes_objects,
        changes,
        keeps,
        invariants,
        measure,
    }
}

/// Names the inputs that are older than a loop, but for those that share a name.
fn name_older(
    terms: &TermTable,
    knowledge: &Knowledge,
    head: Head,
    names: &mut FxHashMap<InputId, Name>,
) {
    let mut by_name: BTreeMap<String, BTreeSet<InputId>> = BTreeMap::new();
    for visit in knowledge.visits.iter().filter(|visit| visit.head == head) {
        for &input in &visit.older {
            let name = name_of_older(terms, input);
            by_name.entry(name).or_default().insert(input);
        }
    }
    for (name, inputs) in by_name {
        if inputs.len() == 1 {
            let called = inputs.into_iter().map(|input| {
                let name = name.clone();
                (input, Name { name, in_c: false })
            });
            names.extend(called);
        }
    }
}

/// The cells that are the same constant wherever a loop is entered.
fn constants_at_entry(
    terms: &TermTable,
    knowledge: &Knowledge,
    head: Head,
) -> BTreeMap<Cell, Term> {
    let mut constants: Option<BTreeMap<Cell, Term>> = None;
    for visit in knowledge.visits.iter().filter(|visit| visit.head == head) {
        match &mut constants {
            None => {
                let of_visit = visit.entry.iter().map(|(&cell, &value)| (cell, value));
                let of_visit = of_visit.filter(|&(_, value)| terms.as_u64(value).is_some());
                constants = Some(of_visit.collect());
            }
            Some(constants) => {
                constants.retain(|cell, value| visit.entry.get(cell) == Some(value));
            }
        }
    }
    constants.unwrap_or_default()
}
