//! A SAT solver that is led towards a model: some literals are tried first, and what is not needed is false.
//!
//! Preferences are decisions, not assumptions: as long as one of the preferred literals has no value, the first such
//! literal is the next decision. So the model that is found is, among all models, the first in the order of the list: a
//! preferred literal is false only if it cannot be true together with those before it that are true. MiniSat as changed for
//! Celina Gomes do Val's thesis "Conflict-Driven Symbolic Execution" (University of British Columbia, 2014, section 4.5)
//! places preferred literals once, up to the first conflict; placing them again after each conflict costs nothing and
//! keeps more of them.
//!
//! A clause with several positive and at most one negative literal is a *need*: if the variable of its negative literal is true, one of
//! the others has to be. After the preferred literals come decisions that fulfil needs, in the order in which they were raised. When
//! none is open and propagation has found no conflict, all variables without a value can be false: a clause with at most one
//! positive literal is true by propagation or through a variable without a value. So the search ends there, and takes as long as the
//! model has true variables, not as long as the formula is. If there are clauses of other kinds, or needs that were added after a run,
//! all variables are assigned, as usual.
//!
//! CaDiCaL asks for decisions through its interface for external propagators (Fazekas, Niemetz, Preiner, Kirchweger,
//! Szeider, Biere: "IPASIR-UP: User Propagators for CDCL", SAT 2023). That interface wants to be told of variables before
//! the first run, so every variable can be preferred. Phases alone would not do: they say which value a decision
//! takes, not which variable is next, and a wrong variable that is false leaves no choice.

use std::cell::RefCell;
use std::rc::Rc;

use cadical_sys::ExternalPropagator;

use crate::blast::cnf::Clauses;
use crate::sat::{Limits, Outcome, Sat, Watched};

/// Options beside those of [`Sat`], with the reason.
const OPTIONS: [(&str, i32, &str); 5] = [
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
    (
        "terminateint",
        0,
        "the search ends as soon as no need is open",
    ),
];

/// How often a run may go back to earlier decisions until CaDiCaL chooses what fulfils needs: its scores are better at what is hard.
const PATIENCE: u64 = 2_000;

/// A SAT solver with preferred literals.
#[derive(Debug)]
pub struct GuidedSat {
    sat: Sat,
    guide: Rc<RefCell<Guide>>,
    /// Whether there was a run.
    ran: bool,
    /// Whether the last run ended since no need was open; the guide knows the model then.
    early: bool,
}

/// Some variables of which one has to be true.
#[derive(Debug)]
struct Need {
    options: Vec<i32>,
    /// How many of them are true.
    fulfilled: u32,
}

/// What the search says of a variable, and what the variable has to do with needs.
#[derive(Debug, Default)]
struct Variable {
    /// How often the trail has it. CaDiCaL may tell what holds at level 0 again.
    assigned: u32,
    /// The needs that it raises when it is true.
    raises: Vec<u32>,
    /// The needs that it fulfils when it is true.
    fulfils: Vec<u32>,
}

/// How long the lists were, and how far they had been gone through, when a decision level began.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    trail: usize,
    raised: usize,
    next_preferred: usize,
    next_raised: usize,
}

/// What is preferred and needed, and what the search has assigned.
#[derive(Debug)]
struct Guide {
    preferred: Vec<i32>,
    /// By number; there is no variable 0.
    variables: Vec<Variable>,
    needs: Vec<Need>,
    /// Needs that no variable raises.
    always: Vec<u32>,
    /// Whether there are clauses that are neither needs nor true once all else is false.
    others: bool,
    trail: Vec<i32>,
    /// Needs that are raised, in the order of the trail.
    raised: Vec<u32>,
    /// Everything in `preferred` before this index has a value.
    next_preferred: usize,
    /// Everything in `raised` before this index is fulfilled.
    next_raised: usize,
    levels: Vec<Mark>,
    backtracks: u64,
    /// The true variables of the last run that ended early, as they were found.
    holding: Vec<i32>,
    watched: Rc<Watched>,
}

impl Guide {
    fn assign(&mut self, literal: i32) {
        let Some(variable) = self.variables.get_mut(literal.unsigned_abs() as usize) else {
            return;
        };
        self.trail.push(literal);
        variable.assigned += 1;
        if literal > 0 && variable.assigned == 1 {
            self.raised.extend_from_slice(&variable.raises);
            for &need in &variable.fulfils {
                self.needs[need as usize].fulfilled += 1;
            }
        }
    }

    fn new_level(&mut self) {
        self.levels.push(Mark {
            trail: self.trail.len(),
            raised: self.raised.len(),
            next_preferred: self.next_preferred,
            next_raised: self.next_raised,
        });
    }

    fn back_to(&mut self, level: usize) {
        let Some(&mark) = self.levels.get(level) else {
            return;
        };
        self.levels.truncate(level);
        for &literal in &self.trail[mark.trail..] {
            let variable = &mut self.variables[literal.unsigned_abs() as usize];
            variable.assigned -= 1;
            if literal > 0 && variable.assigned == 0 {
                for &need in &variable.fulfils {
                    self.needs[need as usize].fulfilled -= 1;
                }
            }
        }
        self.trail.truncate(mark.trail);
        self.raised.truncate(mark.raised);
        self.next_preferred = mark.next_preferred;
        self.next_raised = mark.next_raised;
        self.backtracks += 1;
    }

    fn is_open(&self, literal: i32) -> bool {
        let variable = self.variables.get(literal.unsigned_abs() as usize);
        variable.is_some_and(|variable| variable.assigned == 0)
    }

    /// A need that is raised and not fulfilled.
    fn open_need(&mut self) -> Option<u32> {
        let open = |need: u32| self.needs[need as usize].fulfilled == 0;
        while let Some(&need) = self.raised.get(self.next_raised) {
            if open(need) {
                return Some(need);
            }
            self.next_raised += 1;
        }
        self.always.iter().copied().find(|&need| open(need))
    }

    /// The next decision; 0 leaves it to CaDiCaL.
    fn decide(&mut self) -> i32 {
        while let Some(&literal) = self.preferred.get(self.next_preferred) {
            if self.is_open(literal) {
                return literal;
            }
            self.next_preferred += 1;
        }
        if self.others {
            return 0;
        }
        match self.open_need() {
            Some(_) if self.backtracks > PATIENCE => 0,
            Some(need) => {
                let mut options = self.needs[need as usize].options.iter().copied();
                // Propagation leaves one, or there would be a conflict.
                options.find(|&option| self.is_open(option)).unwrap_or(0)
            }
            None => {
                let trail = self.trail.iter().copied();
                self.holding.clear();
                self.holding.extend(trail.filter(|&literal| literal > 0));
                self.watched.enough.set(true);
                0
            }
        }
    }

    /// Notes what kind of clause this is.
    fn note(&mut self, clause: &[i32], ran: bool) {
        let positive = clause.iter().copied().filter(|&literal| literal > 0);
        if positive.clone().count() < 2 {
            return;
        }
        let mut raising = clause.iter().filter(|literal| **literal < 0);
        let raising = (raising.next(), raising.next());
        if ran || raising.1.is_some() {
            self.others = true;
            return;
        }
        let number = self.needs.len() as u32;
        match raising.0 {
            None => self.always.push(number),
            Some(variable) => self.variables[variable.unsigned_abs() as usize]
                .raises
                .push(number),
        }
        let options: Vec<i32> = positive.collect();
        for &option in &options {
            self.variables[option as usize].fulfils.push(number);
        }
        self.needs.push(Need {
            options,
            fulfilled: 0,
        });
    }
}

/// The guide as CaDiCaL sees it.
struct Decisions(Rc<RefCell<Guide>>);

impl ExternalPropagator for Decisions {
    fn notify_assignment(&mut self, literals: &[i32]) {
        let mut guide = self.0.borrow_mut();
        for &literal in literals {
            guide.assign(literal);
        }
    }

    fn notify_new_decision_level(&mut self) {
        self.0.borrow_mut().new_level();
    }

    fn notify_backtrack(&mut self, level: usize) {
        self.0.borrow_mut().back_to(level);
    }

    fn cb_check_found_model(&mut self, _model: &[i32]) -> bool {
        true
    }

    fn cb_decide(&mut self) -> i32 {
        self.0.borrow_mut().decide()
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
            .variables
            .resize_with(variable as usize + 1, Variable::default);
        variable
    }

    fn clause(&mut self, literals: &[i32]) {
        self.guide.borrow_mut().note(literals, self.ran);
        self.sat.clause(literals);
    }
}

impl GuidedSat {
    /// An empty instance; `seed` (at most 2e9) varies the search, not the answers.
    pub fn new(seed: u32) -> Self {
        let watched = Rc::new(Watched::default());
        let guide = Rc::new(RefCell::new(Guide {
            preferred: Vec::new(),
            variables: vec![Variable::default()],
            needs: Vec::new(),
            always: Vec::new(),
            others: false,
            trail: Vec::new(),
            raised: Vec::new(),
            next_preferred: 0,
            next_raised: 0,
            levels: Vec::new(),
            backtracks: 0,
            holding: Vec::new(),
            watched: watched.clone(),
        }));
        let sat = Sat::with_propagator(seed, &OPTIONS, Decisions(guide.clone()), watched);
        Self {
            sat,
            guide,
            ran: false,
            early: false,
        }
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
        guide.next_preferred = 0;
        for level in &mut guide.levels {
            level.next_preferred = 0;
        }
        guide.backtracks = 0;
        let watched = guide.watched.clone();
        drop(guide);
        self.ran = true;
        watched.enough.set(false);
        let outcome = self.sat.solve(assumptions, limits);
        let stopped = !matches!(outcome, Outcome::Satisfiable | Outcome::Unsatisfiable);
        self.early = stopped && watched.enough.get();
        match self.early {
            true => Outcome::Satisfiable,
            false => outcome,
        }
    }

    /// Calls `each` with each variable that is true in the model of the last run, which must have been satisfiable; possibly more than
    /// once, in no order.
    pub fn holding(&mut self, mut each: impl FnMut(i32)) {
        if self.early {
            self.guide.borrow().holding.iter().copied().for_each(each);
            return;
        }
        for variable in 1..=self.sat.variables() as i32 {
            if self.sat.value(variable) {
                each(variable);
            }
        }
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

    /// The values of literals in the last model.
    fn values(sat: &mut GuidedSat, literals: &[i32]) -> Vec<bool> {
        let mut holding = std::collections::BTreeSet::new();
        sat.holding(|variable| {
            holding.insert(variable);
        });
        let value = |literal: &i32| holding.contains(&literal.abs()) == (*literal > 0);
        literals.iter().map(value).collect()
    }

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
                    Outcome::Satisfiable => Some(values(&mut sat, &preferred)),
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
        let holding = |sat: &mut GuidedSat| -> Vec<i32> {
            let held = values(sat, &variables).into_iter().zip(&variables);
            held.filter_map(|(held, &variable)| held.then_some(variable))
                .collect()
        };
        assert_eq!(holding(&mut sat), [4, 8, 24, 28]);
        assert_eq!(sat.solve(&[], &[], Limits::default()), Outcome::Satisfiable);
        assert_eq!(holding(&mut sat), []);
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
            let kept = values(&mut sat, &preferred);
            assert!(!kept[0] && kept[1..].iter().all(|&kept| kept), "{round}");
            let outcome = sat.solve(&[-more], &preferred, Limits::default());
            assert_eq!(outcome, Outcome::Unsatisfiable);
            assert!(sat.failed(-more));
        }
    }
}
