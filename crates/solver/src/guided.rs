//! A SAT solver that is led towards a model: some literals are tried first, all other variables are tried as false.
//!
//! Preferences are decisions, not assumptions: as long as one of the preferred literals has no value, the first such
//! literal is the next decision. So the model that is found is, among all models, the first in the order of the list: a
//! preferred literal is false only if it cannot be true together with those before it that are true. MiniSat as changed for
//! Celina Gomes do Val's thesis "Conflict-Driven Symbolic Execution" (University of British Columbia, 2014, section 4.5)
//! places preferred literals once, up to the first conflict; placing them again after each conflict costs nothing and
//! keeps more of them.
//!
//! CaDiCaL asks for decisions through its interface for external propagators (Fazekas, Niemetz, Preiner, Kirchweger,
//! Szeider, Biere: "IPASIR-UP: User Propagators for CDCL", SAT 2023). That interface wants to be told of variables before
//! the first run, so every variable can be preferred. Phases alone would not do: they say which value a decision
//! takes, not which variable is next, and a wrong variable that is false leaves no choice.

use std::cell::RefCell;
use std::rc::Rc;

use cadical_sys::ExternalPropagator;

use crate::blast::cnf::Clauses;
use crate::sat::{Limits, Outcome, Sat};

/// Options beside those of [`Sat`], with the reason.
const OPTIONS: [(&str, i32, &str); 4] = [
    ("phase", 0, "models with few true variables are wanted"),
    (
        "forcephase",
        1,
        "saved phases would bring back variables that an earlier model needed",
    ),
    (
        "ilb",
        0,
        "decisions of the last run would come before preferred ones",
    ),
    (
        "chrono",
        0,
        "decisions stay in order, and so do the notes about them",
    ),
];

/// A SAT solver with preferred literals.
#[derive(Debug)]
pub struct GuidedSat {
    sat: Sat,
    guide: Rc<RefCell<Guide>>,
}

/// What is preferred, and what the search has assigned.
#[derive(Debug, Default)]
struct Guide {
    preferred: Vec<i32>,
    /// Everything in `preferred` before this index has a value.
    next: usize,
    /// By variable: how often the trail has it. CaDiCaL may tell what holds at level 0 again.
    assigned: Vec<u32>,
    trail: Vec<i32>,
    /// Where each decision level begins: the length of the trail and `next`.
    levels: Vec<(usize, usize)>,
}

impl Guide {
    fn count(&mut self, literal: i32) -> Option<&mut u32> {
        self.assigned.get_mut(literal.unsigned_abs() as usize)
    }
}

/// The guide as CaDiCaL sees it.
struct Decisions(Rc<RefCell<Guide>>);

impl ExternalPropagator for Decisions {
    fn notify_assignment(&mut self, literals: &[i32]) {
        let mut guide = self.0.borrow_mut();
        for &literal in literals {
            if let Some(count) = guide.count(literal) {
                *count += 1;
                guide.trail.push(literal);
            }
        }
    }

    fn notify_new_decision_level(&mut self) {
        let mut guide = self.0.borrow_mut();
        let begin = (guide.trail.len(), guide.next);
        guide.levels.push(begin);
    }

    fn notify_backtrack(&mut self, level: usize) {
        let mut guide = self.0.borrow_mut();
        let Some(&(length, next)) = guide.levels.get(level) else {
            return;
        };
        guide.levels.truncate(level);
        while guide.trail.len() > length {
            if let Some(literal) = guide.trail.pop()
                && let Some(count) = guide.count(literal)
            {
                *count -= 1;
            }
        }
        guide.next = next;
    }

    fn cb_check_found_model(&mut self, _model: &[i32]) -> bool {
        true
    }

    fn cb_decide(&mut self) -> i32 {
        let mut guide = self.0.borrow_mut();
        while let Some(&literal) = guide.preferred.get(guide.next) {
            if guide.count(literal).is_some_and(|count| *count == 0) {
                return literal;
            }
            guide.next += 1;
        }
        0
    }

    fn cb_has_external_clause(&mut self, _is_forgettable: &mut bool) -> bool {
        false
    }

    fn cb_add_external_clause_lit(&mut self) -> i32 {
        0
    }
}

impl Clauses for GuidedSat {
    fn new_variable(&mut self) -> i32 {
        let variable = self.sat.new_variable();
        self.sat.observe(variable);
        self.guide
            .borrow_mut()
            .assigned
            .resize(variable as usize + 1, 0);
        variable
    }

    fn clause(&mut self, literals: &[i32]) {
        self.sat.clause(literals);
    }
}

impl GuidedSat {
    /// An empty instance; `seed` (at most 2e9) varies the search, not the answers.
    pub fn new(seed: u32) -> Self {
        let guide = Rc::new(RefCell::new(Guide {
            assigned: vec![0],
            ..Guide::default()
        }));
        let sat = Sat::with_propagator(seed, &OPTIONS, Decisions(guide.clone()));
        Self { sat, guide }
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.sat.variables()
    }

    /// The number of clauses added.
    pub fn clauses(&self) -> u64 {
        self.sat.clauses()
    }

    /// Runs under `assumptions`; among the models the one that is first by the list of `preferred` literals is found.
    /// A preferred literal of a variable that this instance did not make is ignored.
    pub fn solve(&mut self, assumptions: &[i32], preferred: &[i32], limits: Limits) -> Outcome {
        let mut guide = self.guide.borrow_mut();
        guide.preferred.clear();
        guide.preferred.extend_from_slice(preferred);
        guide.next = 0;
        for level in &mut guide.levels {
            level.1 = 0;
        }
        drop(guide);
        self.sat.solve(assumptions, limits)
    }

    /// The value of a literal in the model of the last run, which must have been satisfiable.
    pub fn value(&mut self, literal: i32) -> bool {
        self.sat.value(literal)
    }

    /// Whether an assumed literal belongs to the core of the last run, which must have been unsatisfiable.
    pub fn failed(&mut self, literal: i32) -> bool {
        self.sat.failed(literal)
    }

    /// The number of conflicts so far.
    pub fn conflicts(&self) -> u64 {
        self.sat.conflicts()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const VARIABLES: usize = 8;

    fn holds(assignment: u32, literal: i32) -> bool {
        (assignment >> (literal.unsigned_abs() - 1) & 1 == 1) == (literal > 0)
    }

    /// The model that is first by the preferred literals, as the values of these.
    fn first(clauses: &[Vec<i32>], assumptions: &[i32], preferred: &[i32]) -> Option<Vec<bool>> {
        (0..1u32 << VARIABLES)
            .filter(|&assignment| {
                clauses
                    .iter()
                    .all(|clause| clause.iter().any(|&literal| holds(assignment, literal)))
                    && assumptions
                        .iter()
                        .all(|&literal| holds(assignment, literal))
            })
            .map(|assignment| {
                let of = |&literal: &i32| holds(assignment, literal);
                preferred.iter().map(of).collect::<Vec<bool>>()
            })
            .max()
    }

    fn literal() -> impl Strategy<Value = i32> {
        (1..=VARIABLES as i32, any::<bool>())
            .prop_map(|(variable, sign)| if sign { variable } else { -variable })
    }

    fn literals(most: usize) -> impl Strategy<Value = Vec<i32>> {
        prop::collection::vec(literal(), 0..most)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

        /// Runs follow each other on one instance that gets a few more clauses each time.
        #[test]
        fn the_first_model_by_preference_is_found(
            rounds in prop::collection::vec(
                (
                    prop::collection::vec(prop::collection::vec(literal(), 1..5), 0..12),
                    literals(3),
                    literals(8),
                ),
                1..6,
            )
        ) {
            let mut sat = GuidedSat::new(0);
            for _ in 0..VARIABLES {
                sat.new_variable();
            }
            let mut clauses: Vec<Vec<i32>> = Vec::new();
            for (more, assumptions, preferred) in rounds {
                for clause in more {
                    sat.clause(&clause);
                    clauses.push(clause);
                }
                let outcome = sat.solve(&assumptions, &preferred, Limits::default());
                let found = match outcome {
                    Outcome::Satisfiable => {
                        Some(preferred.iter().map(|&literal| sat.value(literal)).collect())
                    }
                    _ => None,
                };
                prop_assert_eq!(found, first(&clauses, &assumptions, &preferred));
            }
        }
    }

    #[test]
    fn what_nobody_prefers_is_false() {
        let mut sat = GuidedSat::new(0);
        let variables: Vec<i32> = (0..40).map(|_| sat.new_variable()).collect();
        // Each of the first half needs its neighbour in the second half.
        for (&a, &b) in variables[..20].iter().zip(&variables[20..]) {
            sat.clause(&[-a, b]);
        }
        let preferred = [variables[3], variables[7]];
        assert_eq!(
            sat.solve(&[], &preferred, Limits::default()),
            Outcome::Satisfiable
        );
        let holding: Vec<i32> = variables
            .iter()
            .copied()
            .filter(|&variable| sat.value(variable))
            .collect();
        assert_eq!(holding, [4, 8, 24, 28]);
        assert_eq!(sat.solve(&[], &[], Limits::default()), Outcome::Satisfiable);
        assert!(variables.iter().all(|&variable| !sat.value(variable)));
    }

    /// Large enough for restarts, inprocessing and clause deletion: one pigeon too many, and one hole more on demand.
    #[test]
    fn hard_runs_are_led_as_well() {
        const HOLES: usize = 7;
        let mut sat = GuidedSat::new(1);
        let more = sat.new_variable();
        let mut places = Vec::new();
        for _ in 0..=HOLES {
            let row: Vec<i32> = (0..=HOLES).map(|_| sat.new_variable()).collect();
            sat.clause(&row);
            sat.clause(&[-row[HOLES], more]);
            places.push(row);
        }
        for hole in 0..=HOLES {
            for (index, one) in places.iter().enumerate() {
                for other in &places[..index] {
                    sat.clause(&[-one[hole], -other[hole]]);
                }
            }
        }
        let preferred: Vec<i32> = std::iter::once(-more)
            .chain(places.iter().enumerate().map(|(index, row)| row[index]))
            .collect();
        for round in 0..3 {
            // The first preference cannot be kept, all others can.
            assert_eq!(
                sat.solve(&[], &preferred, Limits::default()),
                Outcome::Satisfiable
            );
            let kept: Vec<bool> = preferred
                .iter()
                .map(|&literal| sat.value(literal))
                .collect();
            assert!(!kept[0] && kept[1..].iter().all(|&kept| kept), "{round}");
            let outcome = sat.solve(&[-more], &preferred, Limits::default());
            assert_eq!(outcome, Outcome::Unsatisfiable);
            assert!(sat.failed(-more));
        }
    }
}
