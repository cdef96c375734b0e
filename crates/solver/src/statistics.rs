//! What the solver counts.

use std::borrow::Cow;
use std::ops::AddAssign;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::certify::Checked;
use crate::sat::Sat;

/// What one layer (or the complete solver) did.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LayerStatistics {
    /// The name of the layer.
    pub name: String,
    /// Queries that reached it.
    pub queries: u64,
    /// Queries it answered: satisfiable.
    pub sat: u64,
    /// Queries it answered: unsatisfiable.
    pub unsat: u64,
    /// Queries it gave up on, at the end of the stack.
    pub unknown: u64,
    /// Queries it passed on.
    pub passed: u64,
    /// Why queries were passed on, and how often, if the layer counts that.
    pub given_up: Vec<(Cow<'static, str>, u64)>,
    /// Time spent in it.
    pub time: Duration,
    /// The part of the time that went into queries which it passed on: what giving up costs.
    pub passed_time: Duration,
}

impl LayerStatistics {
    pub(crate) fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..Self::default()
        }
    }

    /// Takes over why queries were passed on so far.
    pub(crate) fn note_given_up(&mut self, counts: &[(&'static str, u64)]) {
        let counts = counts.iter().filter(|(_, count)| *count > 0);
        let counts = counts.map(|&(reason, count)| (Cow::Borrowed(reason), count));
        self.given_up.clear();
        self.given_up.extend(counts);
    }

    pub(crate) fn count(&mut self, answer: Option<&Answer>, time: Duration) {
        self.queries += 1;
        self.time += time;
        match answer {
            Some(Answer::Sat(_)) => self.sat += 1,
            Some(Answer::Unsat(_)) => self.unsat += 1,
            Some(Answer::Unknown(_)) => self.unknown += 1,
            None => {
                self.passed += 1;
                self.passed_time += time;
            }
        }
    }
}

/// What the embedded solver did.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BlastStatistics {
    /// Terms turned into words of gates.
    pub terms: u64,
    /// Gates made.
    pub gates: u64,
    /// Variables handed to SAT solvers, over all restarts.
    pub variables: u64,
    /// Clauses handed to SAT solvers, over all restarts.
    pub clauses: u64,
    /// Runs of the SAT solver.
    pub sat_calls: u64,
    /// Conflicts in these runs.
    pub conflicts: u64,
    /// The work of these runs in ticks of CaDiCaL: cache lines that were looked at, about.
    pub ticks: u64,
    /// How often these runs asked whether to stop: the work of what they do between searches.
    #[serde(default)]
    pub looks: u64,
    /// Variables that these runs began with, summed over them: a run goes over all it knows, however little it is asked.
    pub assigned: u64,
    /// Array lemmas added.
    pub lemmas: u64,
    /// Answers and derived clauses whose proofs were checked.
    pub checked: Checked,
    /// Fresh SAT solvers, since old gates outweighed the queries.
    pub restarts: u64,
}

impl BlastStatistics {
    /// Adds what a SAT solver did so far.
    pub(crate) fn count(&mut self, sat: &Sat) {
        self.variables += sat.variables() as u64;
        self.clauses += sat.clauses();
        self.conflicts += sat.conflicts();
        self.ticks += sat.ticks();
        self.looks += sat.looks();
        self.assigned += sat.assigned();
        self.checked = self.checked + sat.checked();
    }
}

/// What a [`Solver`](crate::Solver) did.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SolverStatistics {
    /// Questions asked from outside: checks, forks, bounds and values.
    pub questions: u64,
    /// Single satisfiability queries that these became.
    pub queries: u64,
    /// Queries answered because what they ask is a recent constraint of the path, or was found to follow from it earlier.
    pub by_known: u64,
    /// Queries answered by constants or by the witness of the path, before any layer.
    pub by_witness: u64,
    /// Those of them whose answer was that they are unsatisfiable.
    pub by_witness_unsat: u64,
    /// Constraints and goals of the queries that were no such ones, each of which layers look at.
    pub assertions: u64,
    /// Those that the complete solver was asked.
    pub complete_assertions: u64,
    /// What layers did that nothing else counts, in steps of about 100 nanoseconds.
    #[serde(default)]
    pub steps: u64,
    /// Per layer, in the order of the stack; the complete solver last.
    pub layers: Vec<LayerStatistics>,
    /// The embedded solver.
    pub blast: BlastStatistics,
    /// Queries compared with the cross-check solver.
    pub cross_checked: u64,
    /// Time spent in the solver, all included.
    pub time: Duration,
}

impl AddAssign<&LayerStatistics> for LayerStatistics {
    fn add_assign(&mut self, other: &Self) {
        let Self {
            name: _,
            queries,
            sat,
            unsat,
            unknown,
            passed,
            given_up,
            time,
            passed_time,
        } = other;
        self.queries += queries;
        self.sat += sat;
        self.unsat += unsat;
        self.unknown += unknown;
        self.passed += passed;
        for (reason, count) in given_up {
            match self.given_up.iter_mut().find(|(known, _)| known == reason) {
                Some((_, sum)) => *sum += count,
                None => self.given_up.push((reason.clone(), *count)),
            }
        }
        self.time += *time;
        self.passed_time += *passed_time;
    }
}

impl AddAssign<&BlastStatistics> for BlastStatistics {
    fn add_assign(&mut self, other: &Self) {
        let Self {
            terms,
            gates,
            variables,
            clauses,
            sat_calls,
            conflicts,
            ticks,
            looks,
            assigned,
            lemmas,
            checked,
            restarts,
        } = other;
        self.terms += terms;
        self.gates += gates;
        self.variables += variables;
        self.clauses += clauses;
        self.sat_calls += sat_calls;
        self.conflicts += conflicts;
        self.ticks += ticks;
        self.looks += looks;
        self.assigned += assigned;
        self.lemmas += lemmas;
        self.checked = self.checked + *checked;
        self.restarts += restarts;
    }
}

/// Of several solvers that were made alike.
impl AddAssign<&SolverStatistics> for SolverStatistics {
    fn add_assign(&mut self, other: &Self) {
        let Self {
            questions,
            queries,
            by_known,
            by_witness,
            by_witness_unsat,
            assertions,
            complete_assertions,
            steps,
            layers,
            blast,
            cross_checked,
            time,
        } = other;
        self.questions += questions;
        self.queries += queries;
        self.steps += steps;
        self.by_known += by_known;
        self.by_witness += by_witness;
        self.by_witness_unsat += by_witness_unsat;
        self.assertions += assertions;
        self.complete_assertions += complete_assertions;
        for layer in layers {
            let mut known = self.layers.iter_mut();
            match known.find(|known| known.name == layer.name) {
                Some(known) => *known += layer,
                None => self.layers.push(layer.clone()),
            }
        }
        self.blast += blast;
        self.cross_checked += cross_checked;
        self.time += *time;
    }
}
