//! Invariants that the program suggests (`everypath_invariant`): candidates like all others, of which it is told what became of them.

use everypath_machine::Cell;
use everypath_program::Position;
use everypath_term::{Evaluator, Term};

use super::knowledge::Knowledge;
use super::loops::{Head, Stage};
use crate::merge::{Explorer, Path};

/// So many values of a state that breaks a suggestion are told.
const MOST_VALUES: usize = 16;

/// What became of a suggested invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// It is always true.
    Invariant,
    /// It need not be true where the loop is entered.
    NotAtFirst,
    /// An iteration need not keep it.
    NotKept,
    /// It speaks of what is no part of a loop's state, or stands in no loop that was made arbitrary.
    NotTried,
    /// No state is known that breaks it, but the prover or the solver gave up before all iterations were checked.
    Undecided,
}

/// An invariant that the program suggests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggested {
    /// The call that suggests it.
    pub position: Position,
    /// What became of it.
    pub fate: Fate,
    /// A state that breaks it: names in the source and values. Where it is not kept, the state from which an iteration leads to one in which it does
    /// not hold.
    pub state: Vec<(String, u64)>,
}

impl Explorer<'_, '_> {
    /// Takes up what a path suggested since the last time.
    pub(in crate::merge) fn take_suggestions(&mut self, path: &Path) {
        for (position, condition) in self.machine.take_suggested() {
            self.propose_from_condition(path, condition);
            let general = path.visits.last().and_then(|&visit| {
                let general = self.in_general(visit, condition)?;
                let head = self.prover.as_ref()?.visits[visit].head;
                Some((head, general))
            });
            let Some(knowledge) = &mut self.prover else {
                return;
            };
            let suggestion = knowledge.suggestions.entry(position).or_default();
            if let Some((head, candidate)) = general {
                if !suggestion.candidates.contains(&(head, candidate)) {
                    suggestion.candidates.push((head, candidate));
                }
                knowledge.propose(&self.machine.terms, head, candidate);
            }
        }
    }

    /// What became of all suggestions. To be asked as long as all invariants are there that were found.
    /// `is_complete` says whether all iterations were checked.
    pub(super) fn suggestions(&self, is_complete: bool) -> Vec<Suggested> {
        let Some(knowledge) = &self.prover else {
            return Vec::new();
        };
        let told = knowledge.suggestions.iter().map(|(&position, suggestion)| {
            let holds = |(head, candidate): &(Head, Term)| {
                let known = knowledge.loops.get(head);
                self.machine.terms.is_true(*candidate)
                    || known.is_some_and(|known| known.candidates.contains(candidate))
            };
            let all = &suggestion.candidates;
            let is_kept = all.iter().all(holds);
            let fate = match &suggestion.broken {
                _ if all.is_empty() => Fate::NotTried,
                _ if is_kept && is_complete => Fate::Invariant,
                Some((Stage::Start, ..)) if !is_kept => Fate::NotAtFirst,
                Some((Stage::Keeping, ..)) if !is_kept => Fate::NotKept,
                _ => Fate::Undecided,
            };
            let state = match (fate, &suggestion.broken) {
                (Fate::NotAtFirst | Fate::NotKept, Some((_, head, values))) => {
                    self.named(knowledge, *head, values)
                }
                _ => Vec::new(),
            };
            Suggested {
                position,
                fate,
                state,
            }
        });
        told.collect()
    }

    /// Values of cells with the names of variables, as far as they have some.
    fn named(
        &self,
        knowledge: &Knowledge,
        head: Head,
        values: &[(Cell, u64)],
    ) -> Vec<(String, u64)> {
        let mut visits = knowledge.visits.iter();
        let Some(visit) = visits.find(|visit| visit.head == head) else {
            return Vec::new();
        };
        let position = Position(head.1.code);
        let mut named: Vec<(String, u64)> = Vec::new();
        for &(cell, value) in values {
            let called = self.machine.cell_name(&visit.arbitrary, cell, position);
            let is_new = named.iter().all(|(name, _)| *name != called.name);
            if called.is_variable && is_new && named.len() < MOST_VALUES {
                named.push((called.name, value));
            }
        }
        named
    }
}

impl Knowledge {
    /// Whether the program suggests a candidate for a loop.
    pub(super) fn is_suggested(&self, head: Head, candidate: Term) -> bool {
        let mut suggestions = self.suggestions.values();
        suggestions.any(|suggestion| suggestion.candidates.contains(&(head, candidate)))
    }

    /// Notes the state that breaks candidates, if somebody suggested them.
    pub(super) fn note_broken(
        &mut self,
        (head, stage): (Head, Stage),
        broken: &[Term],
        state: &[(Cell, Term)],
        evaluator: &mut Evaluator<'_>,
    ) {
        let mut values = None;
        for suggestion in self.suggestions.values_mut() {
            let mut candidates = suggestion.candidates.iter();
            if !candidates.any(|(of, candidate)| *of == head && broken.contains(candidate)) {
                continue;
            }
            let values = values.get_or_insert_with(|| {
                let numbers = state.iter().filter(|(cell, _)| cell.is_number());
                let values = numbers.map(|&(cell, term)| {
                    let value = evaluator.evaluate(term);
                    (cell, value.to_u64())
                });
                let known = values.filter_map(|(cell, value)| Some((cell, value?)));
                known.collect::<Vec<_>>()
            });
            suggestion.broken = Some((stage, head, values.clone()));
        }
    }
}
