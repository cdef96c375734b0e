//! What was collected on the way and what follows from it: obligations are decided together, violations are run on the inputs of the model.

use std::rc::Rc;

use everypath_program::{Position, Property};
use everypath_solver::UnknownReason;
use everypath_term::{Assignment, Term};

use super::obligations::{
    Obligation, Outcome, Places, Posed, Together, Way, What, settle_singly, settle_together,
};
use super::{Explorer, Path};
use crate::preferences::preferred;
use crate::replay::{replay_limit, run_inputs, status_of};
use crate::{ExploreError, Finding, Reason, ReplayEnd, ReplayStatus, StopAt, Undecided, Unproven};

/// So many instructions more than an arbitrary iteration took, a program may take to what goes wrong behind it.
const MORE_INSTRUCTIONS: u64 = 100_000;

/// So many violations are asked together first before their time; from then on twice as many each time.
const FIRST_TOGETHER: usize = 8;

/// When obligations are decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// Before their time: no more of them once the SAT solver's ticks have come to so many.
    Early(u64),
    /// In the middle, since there are many: what the exploration's solver does must not depend on who helps.
    Midway,
    /// Behind the exploration, or a run of the prover.
    AtEnd,
}

impl Explorer<'_, '_> {
    /// Collects a check.
    pub(super) fn require(
        &mut self,
        path: &Path,
        property: Property,
        condition: Term,
        position: Position,
        detail: String,
    ) {
        self.asked(property, position);
        self.propose_from_condition(path, condition);
        let violated = self.machine.terms.not(condition);
        let what = What::Violation { property, detail };
        self.oblige(path, what, position, violated);
    }

    /// A check depended on inputs or failed. What lies ahead is asked again when the run comes there.
    pub(super) fn asked(&mut self, property: Property, position: Position) {
        if !self.looking_ahead {
            self.ledger.asked(property, position);
        }
    }

    /// Something is not followed, on all the merged paths. What lies ahead is followed when the run comes there.
    pub(super) fn cut(&mut self, reason: Reason, position: Position) {
        if !self.looking_ahead {
            self.ledger.cut(reason, Some(position), 1);
        }
    }

    pub(super) fn oblige(&mut self, path: &Path, what: What, position: Position, condition: Term) {
        let what = match what {
            // What goes wrong from an arbitrary state need not go wrong from one that the program comes to.
            What::Violation { property, .. } if path.is_arbitrary => {
                What::Cut(Reason::Unproven(Unproven::Property(property)))
            }
            what => what,
        };
        self.obligations.push(Obligation {
            what,
            position,
            condition,
            path: Way::of(&path.state),
            number: None,
        });
    }

    /// A model of a way and a condition as the program would like it: see [`crate::preferences`].
    pub(super) fn preferred(
        &mut self,
        way: &Way,
        condition: Term,
        model: Rc<Assignment>,
    ) -> Result<Rc<Assignment>, ExploreError> {
        let preferences = way.preferences.to_vec();
        let terms = &mut self.machine.terms;
        let model = preferred(
            terms,
            self.solver,
            &way.path,
            condition,
            model,
            &preferences,
        )?;
        Ok(model)
    }

    /// Runs the program on a model's inputs, for so many instructions at most.
    pub(super) fn run_model(
        &mut self,
        model: &Assignment,
        way: &Way,
        limit: u64,
        target: Option<(Property, Position)>,
    ) -> (crate::ReplayOutcome, crate::TestCase) {
        let inputs = (self.machine).concrete_inputs(model, &way.inputs, &way.names);
        self.ledger.statistics.replays += 1;
        run_inputs(
            self.machine.program(),
            self.machine.options(),
            inputs,
            limit,
            target,
        )
    }

    /// Tells what was collected, before the solver is asked.
    pub(super) fn tell_questions(&mut self) {
        if !self.observer.wants_questions() {
            return;
        }
        let terms = &mut self.machine.terms;
        for obligation in &self.obligations {
            self.observer.question(terms, &obligation.question());
        }
        let cuts = self
            .ledger
            .cuts_with(self.stop.as_ref(), self.waiting.len());
        self.observer.questions_told(terms, &cuts);
    }

    /// Decides what was collected.
    pub(super) fn settle(&mut self, when: When) -> Result<(), ExploreError> {
        let obligations = std::mem::take(&mut self.obligations);
        self.settle_all(obligations, when)
    }

    /// Decides which violations collected so far happen; what is not decided once the SAT solver's ticks have come to `enough` is asked
    /// again later. What a proof rests on is found at the end.
    pub(super) fn settle_so_far(&mut self, enough: u64) -> Result<(), ExploreError> {
        if self.options.cores {
            return Ok(());
        }
        let is_violation = |it: &Obligation| matches!(it.what, What::Violation { .. });
        let collected = std::mem::take(&mut self.obligations);
        let (violations, cuts) = collected.into_iter().partition(is_violation);
        self.obligations = cuts;
        let undecided = self.settle_early(violations, enough)?;
        self.obligations.extend(undecided);
        Ok(())
    }

    /// Decides violations before their time, the first ones first: a few that were collected early are easier than all at once. Gives back
    /// those that are not reached before the SAT solver's ticks have come to `enough`.
    pub(super) fn settle_early(
        &mut self,
        mut violations: Vec<Obligation>,
        enough: u64,
    ) -> Result<Vec<Obligation>, ExploreError> {
        let mut count = FIRST_TOGETHER;
        while !violations.is_empty() && self.ticks() < enough && !self.must_stop() {
            let later = violations.split_off(count.min(violations.len()));
            self.settle_all(violations, When::Early(enough))?;
            violations = later;
            count *= 2;
        }
        Ok(violations)
    }

    /// Whether it is not known yet: what is known to be violated needs no second proof.
    pub(super) fn is_open(&self, obligation: &Obligation) -> bool {
        match &obligation.what {
            What::Violation { property, .. } => {
                !self.ledger.is_found(*property, obligation.position)
            }
            What::Cut(_) => true,
        }
    }

    /// Decides these.
    pub(super) fn settle_all(
        &mut self,
        mut obligations: Vec<Obligation>,
        when: When,
    ) -> Result<(), ExploreError> {
        obligations.retain(|obligation| self.is_open(obligation));
        if obligations.is_empty() {
            return Ok(());
        }
        let proven = match self.options.cores && !self.looking_ahead {
            true => obligations.clone(),
            false => Vec::new(),
        };
        let first_only = self.options.stop == StopAt::FirstFinding;
        let mut places = Places::default();
        let posed = obligations.iter().map(|obligation| Posed {
            obligation,
            place: places.number(obligation),
        });
        let posed: Vec<Posed> = posed.collect();
        let mut happened: Vec<(usize, Outcome)> = Vec::new();
        let mut report = |index: usize, outcome: Outcome| {
            let is_violation = matches!(obligations[index].what, What::Violation { .. });
            let found = is_violation && matches!(outcome, Outcome::Happens(_));
            happened.push((index, outcome));
            !(found && first_only)
        };
        let terms = &mut self.machine.terms;
        let all = match settle_together(terms, self.solver, &posed, &mut report)? {
            Together::Settled(all) => all,
            Together::Open(open) if when == When::AtEnd => {
                self.divide_rest(open.len());
                self.settle_divided(&posed, &open, &mut report)?
            }
            Together::Open(open) => {
                let terms = &mut self.machine.terms;
                let enough = match when {
                    When::Early(enough) => Some(enough),
                    When::Midway | When::AtEnd => None,
                };
                settle_singly(terms, self.solver, &posed, &open, enough, &mut report)?
            }
        };
        let happened = happened.into_iter();
        let happened = happened.map(|(index, outcome)| (obligations[index].clone(), outcome));
        let happened = happened.collect();
        self.file_all(happened, all, when)?;
        for obligation in proven {
            self.note_core(&obligation)?;
        }
        Ok(())
    }

    /// Files what happens or may happen; `all`: all else was shown not to.
    fn file_all(
        &mut self,
        happened: Vec<(Obligation, Outcome)>,
        all: bool,
        when: When,
    ) -> Result<(), ExploreError> {
        if !all {
            self.ledger.cut(Reason::FirstFinding, None, 1);
        }
        let mut afresh = match when {
            When::AtEnd if !happened.is_empty() => self.afresh()?,
            When::AtEnd | When::Early(_) | When::Midway => None,
        };
        for (obligation, outcome) in happened {
            let position = obligation.position;
            match (&obligation.what, outcome) {
                (
                    What::Cut(Reason::Unproven(Unproven::Property(property))),
                    Outcome::Happens(model),
                ) if self.happens_in_fact(*property, &obligation, &model) => {}
                (What::Cut(reason), outcome) => {
                    if let (Reason::Unproven(Unproven::Property(_)), Outcome::Happens(model)) =
                        (reason, &outcome)
                    {
                        let path = &obligation.path.path;
                        self.note_failure(path, obligation.condition, model);
                    }
                    let position = Some(position);
                    self.ledger.cut(reason.clone(), position, 1);
                }
                // What lies ahead is asked again when the run comes there, all else when it has come to its end.
                (What::Violation { .. }, Outcome::Unknown(_)) if self.looking_ahead => {}
                (What::Violation { .. }, Outcome::Unknown(_)) if matches!(when, When::Early(_)) => {
                    self.obligations.push(obligation);
                }
                (What::Violation { property, .. }, Outcome::Unknown(reason)) => {
                    self.undecided(*property, position, reason);
                    // Whoever ended the query may have ended the run: then nobody should think that the solver gave up by itself.
                    if reason == UnknownReason::TimeLimit
                        && self.must_stop()
                        && let Some(stop) = self.stop.clone()
                    {
                        self.ledger.cut(stop, None, 1);
                    }
                }
                (What::Violation { property, detail }, Outcome::Happens(model)) => {
                    let (property, detail) = (*property, detail.clone());
                    let (way, condition) = (&obligation.path, obligation.condition);
                    if self.ledger.violated(property, position, None).is_none() {
                        let terms = &self.machine.terms;
                        let model = match &mut afresh {
                            // Where nobody finds one within the limits of the solver, the one that was found.
                            Some(afresh) => afresh.model(terms, way, condition)?.unwrap_or(model),
                            None => self.preferred(way, condition, model)?,
                        };
                        self.found(property, position, detail, &model, way);
                    }
                }
            }
        }
        if let Some(afresh) = afresh {
            self.ledger.beside.add(&afresh.work());
        }
        Ok(())
    }

    /// Whether a violation behind a state that was made arbitrary is one of the program on the inputs of its model: then it is filed.
    /// What goes wrong in the first iterations often does.
    fn happens_in_fact(
        &mut self,
        property: Property,
        obligation: &Obligation,
        model: &Assignment,
    ) -> bool {
        let (way, position) = (&obligation.path, obligation.position);
        let limit = way.instructions.saturating_add(MORE_INSTRUCTIONS);
        let (outcome, _) = self.run_model(model, way, limit, Some((property, position)));
        let (status, ..) = status_of(&outcome, property, position, String::new());
        let happens = status == ReplayStatus::Reproduced;
        if happens {
            self.found(property, position, String::new(), model, way);
        }
        happens
    }

    /// Notes what the proof of an obligation rests on, if it is proven.
    fn note_core(&mut self, obligation: &Obligation) -> Result<(), ExploreError> {
        let (position, path) = (obligation.position, &obligation.path.path);
        let What::Violation { property, .. } = obligation.what else {
            return Ok(());
        };
        if self.ledger.is_found(property, position) {
            return Ok(());
        }
        let check = (property, position);
        let terms = &mut self.machine.terms;
        let (solver, ledger) = (&mut *self.solver, &mut self.ledger);
        self.origins
            .note_core(terms, solver, ledger, check, path, obligation.condition)?;
        Ok(())
    }

    fn undecided(&mut self, property: Property, position: Position, reason: UnknownReason) {
        let reason = Reason::Undecided {
            what: Undecided::Check(property),
            reason: Some(reason),
        };
        self.ledger.cut(reason, Some(position), 1);
        self.ledger.undecided(property, position);
    }

    /// Replays a violation and files it.
    fn found(
        &mut self,
        property: Property,
        position: Position,
        detail: String,
        model: &Assignment,
        way: &Way,
    ) {
        let target = (property, position);
        let (outcome, case) =
            self.run_model(model, way, replay_limit(way.instructions), Some(target));
        let (replay, detail, notes) = status_of(&outcome, property, position, detail);
        let call_stack = match outcome.end {
            ReplayEnd::Violation { call_stack, .. } => call_stack,
            _ => Vec::new(),
        };
        let finding = Finding {
            property,
            position,
            detail,
            notes,
            case,
            decisions: Vec::new(),
            call_stack,
            instructions: outcome.instructions,
            path_index: self.ledger.path_ends,
            replay,
            input_count: None,
            occurrences: 1,
        };
        if self.ledger.found(finding, self.observer) && self.options.stop == StopAt::FirstFinding {
            self.stop = Some(Reason::FirstFinding);
        }
    }
}
