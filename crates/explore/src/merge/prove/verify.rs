//! Proofs checked anew: one run of the machine in which nothing is found out, and all that a proof says is asked.
//!
//! The run makes arbitrary what the proof says that loops change, and asks whether each invariant holds where its loop is entered (start), in each
//! state that comes back (keeping), and whether no check can fail behind them (use). What is not so, or what the solver does not know, is a
//! [`Doubt`]; it corrects nothing. Candidates, the search for a largest inductive subset and what earlier runs left behind have no part in it.

use std::rc::Rc;

use everypath_machine::Machine;
use everypath_program::Position;
use everypath_solver::Solver;
use everypath_term::{Term, TermTable};
use rustc_hash::FxHashSet;

use super::given::{Doubt, DoubtKind, Given, ReadFormula};
use super::knowledge::Knowledge;
use super::loops::{Head, Visit};
use super::measure::{Measure, Ranking};
use super::proof::{ANY_INDEX, Proof, at_entry, name_of_older};
use crate::merge::Explorer;
use crate::{ExploreError, ExploreOptions, Observer, Record};

/// What a proof was found to be.
#[derive(Debug)]
pub struct Verification {
    /// What the run came to: safe if each property follows from the invariants.
    pub record: Record,
    /// What of the proof could not be confirmed, in the order in which it was asked.
    pub doubts: Vec<Doubt>,
}

/// Checks a proof of the machine's program.
///
/// # Errors
/// If the solver cannot be run.
pub(super) fn verify_proof(
    machine: &mut Machine<'_>,
    solver: &mut Solver,
    options: &ExploreOptions,
    observer: &mut dyn Observer,
    (proof, read): (&Proof, Rc<ReadFormula>),
) -> Result<Verification, ExploreError> {
    let options = &super::without_bounds(options);
    machine.leave_loops();
    let mut knowledge = Knowledge::new(proof.unrolled, machine);
    let mut loops = Vec::new();
    for of_proof in &proof.loops {
        let head = (machine.node_of_calls(&of_proof.calls), of_proof.head);
        let known = knowledge.loops.entry(head).or_default();
        known.peeled = of_proof.first_apart;
        known.makes_objects = of_proof.makes_objects;
        known.cells = of_proof.changes.iter().map(|named| named.cell).collect();
        loops.push((head, of_proof.clone()));
    }
    knowledge.placement = super::ELSEWHERE_AGAIN;
    knowledge.is_patient = true;
    knowledge.given = Some(Given {
        read,
        loops,
        read_as: Vec::new(),
        doubts: Vec::new(),
        told: FxHashSet::default(),
    });
    let mut explorer = Explorer::new(machine, solver, options, observer, Some(knowledge));
    explorer.verify()?;
    let given = explorer.prover.as_mut().and_then(|it| it.given.take());
    let mut doubts = given.map(|given| given.doubts).unwrap_or_default();
    // What belongs to one loop stands together.
    doubts.sort_by_key(|doubt| doubt.position);
    Ok(Verification {
        record: explorer.into_record(),
        doubts,
    })
}

impl Explorer<'_, '_> {
    fn verify(&mut self) -> Result<(), ExploreError> {
        if self.asks_termination()
            && let Some(knowledge) = &mut self.prover
        {
            knowledge.ranking = Some(Ranking::default());
        }
        self.run_on_trial()?;
        if self.is_stopped() {
            return Ok(());
        }
        if let Some(knowledge) = &mut self.prover {
            knowledge.doubt_what_was_not_reached();
            knowledge.doubt_measures();
        }
        self.conclude()
    }

    /// Reads the invariants of a loop that can be said where it was just entered, if a proof is being checked.
    pub(super) fn read_invariants(&mut self, visit: &Visit) {
        let Some(knowledge) = &mut self.prover else {
            return;
        };
        let Some(mut given) = knowledge.given.take() else {
            return;
        };
        given.read(&mut self.machine.terms, knowledge, visit);
        knowledge.given = Some(given);
    }
}

impl Given {
    fn read(&mut self, terms: &mut TermTable, knowledge: &mut Knowledge, visit: &Visit) {
        let Some(number) = self.loops.iter().position(|(head, _)| *head == visit.head) else {
            return;
        };
        let of_proof = &self.loops[number].1;
        let is_read = |index: usize| {
            self.read_as
                .iter()
                .any(|&(of, it, _)| (of, it) == (number, index))
        };
        let asks_measure = |ranking: &Ranking| !ranking.measures.contains_key(&visit.head);
        let measure = of_proof.measure.as_ref();
        let measure = measure.filter(|_| knowledge.ranking.as_ref().is_some_and(asks_measure));
        if (0..of_proof.invariants.len()).all(is_read) && measure.is_none() {
            return;
        }
        let mut names = vec![(ANY_INDEX.to_owned(), knowledge.any_index)];
        for named in of_proof.changes.iter().chain(&of_proof.keeps) {
            if named.has_symbols() {
                let [now, first] = knowledge.symbols(terms, named.cell, named.width);
                names.push((named.name.clone(), now));
                names.push((at_entry(&named.name), first));
            }
        }
        let mut older: Vec<(String, Term)> = Vec::new();
        for &input in &visit.older {
            older.push((name_of_older(terms, input), terms.input_term(input)));
        }
        older.sort();
        let is_alone = |index: usize| {
            let name = &older[index].0;
            older.iter().filter(|(other, _)| other == name).count() == 1
        };
        let alone = (0..older.len()).filter(|&index| is_alone(index));
        names.extend(alone.map(|index| older[index].clone()));
        let mut new = Vec::new();
        for (index, invariant) in of_proof.invariants.iter().enumerate() {
            if is_read(index) {
                continue;
            }
            if let Ok(term) = (self.read)(terms, &invariant.formula, &names)
                && terms.width(term) == 1
            {
                new.push((number, index, term));
                let known = knowledge.loops.entry(visit.head).or_default();
                if !known.candidates.contains(&term) {
                    known.candidates.push(term);
                }
            }
        }
        if let Some(given) = measure {
            let read = |terms: &mut TermTable, formula: &str| (self.read)(terms, formula, &names);
            let first = read(terms, &given.first).ok();
            let second = given.second.as_deref();
            let second = second.map(|formula| read(terms, formula).ok());
            if let (Some(first), None | Some(Some(_))) = (first, second)
                && let Some(ranking) = &mut knowledge.ranking
            {
                let second = second.flatten();
                ranking
                    .measures
                    .insert(visit.head, vec![Measure { first, second }]);
            }
        }
        self.read_as.extend(new);
    }
}

impl Knowledge {
    /// Notes that something of the proof that is checked is not so. `at` says where a loop is that the proof does not know.
    pub(super) fn doubt(&mut self, head: Head, at: Position, what: DoubtKind) {
        if let Some(given) = &mut self.given {
            let mut loops = given.loops.iter();
            let known = loops.find(|(of, _)| *of == head);
            let position = known.map_or(at, |(_, of_proof)| of_proof.position);
            given.doubt(position, what);
        }
    }

    /// Loops that were gone round and have no measure that every iteration makes smaller, if that was asked.
    fn doubt_measures(&mut self) {
        let (Some(given), Some(ranking)) = (&mut self.given, &self.ranking) else {
            return;
        };
        let open = ranking.open().collect::<Vec<Head>>();
        for (head, of_proof) in given.loops.clone() {
            if open.contains(&head) {
                let words = of_proof.measure.map(|measure| measure.words);
                given.doubt(of_proof.position, DoubtKind::Measure(words));
            }
        }
    }

    /// What the proof says and nobody asked for.
    fn doubt_what_was_not_reached(&mut self) {
        let visited: FxHashSet<Head> = self.visits.iter().map(|visit| visit.head).collect();
        let Some(given) = &mut self.given else {
            return;
        };
        for (number, (head, of_proof)) in given.loops.clone().into_iter().enumerate() {
            if !visited.contains(&head) {
                given.doubt(of_proof.position, DoubtKind::Unreached);
                continue;
            }
            for (index, invariant) in of_proof.invariants.iter().enumerate() {
                let is_it = |&(of, it, _): &(usize, usize, Term)| (of, it) == (number, index);
                if !given.read_as.iter().any(is_it) {
                    let words = invariant.words.clone();
                    given.doubt(of_proof.position, DoubtKind::Unreadable(words));
                }
            }
        }
    }
}
