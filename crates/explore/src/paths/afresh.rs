//! Which input stands for a finding.
//!
//! A solver that has answered for other paths finds another model than one that has not, so the input would depend on what was followed
//! before, and on which worker did. The rule is: the path is the first, in the order of the search, that violates the property at the
//! place; the input is what a machine and a solver give that have seen nothing but this path. They go its way by its prefix, without a
//! question, to the same event, and ask once.

use everypath_machine::{Event, Machine};
use everypath_program::{Position, Property};
use everypath_solver::{Answer, Solver};
use everypath_term::Term;

use super::Explorer;
use super::follow::follow_noting;
use super::prefix::Prefix;
use super::way::Path;
use crate::cores::Origins;
use crate::demand::{HazardKind, hazards};
use crate::violation::Violation;
use crate::{ExploreError, Finding};

impl Explorer<'_, '_> {
    /// The finding that a violation on a path is, as who has seen nothing else finds it; else (a limit of the solver was reached) by the
    /// model at hand.
    pub(super) fn finding(
        &mut self,
        path: &Path,
        violation: Violation,
    ) -> Result<Finding, ExploreError> {
        let path_index = self.ledger.path_ends;
        match self.finding_afresh(path, &violation, path_index)? {
            Some(finding) => Ok(finding),
            None => violation.run(self.machine, self.solver, &path.state, path_index),
        }
    }

    fn finding_afresh(
        &mut self,
        path: &Path,
        violation: &Violation,
        path_index: u64,
    ) -> Result<Option<Finding>, ExploreError> {
        let Some(mut solver) = self.solver.anew()? else {
            return Ok(None);
        };
        let mut machine = Machine::new(self.machine.program(), self.machine.options().clone());
        let mut origins = Origins::new(false);
        // To where the last decision was made; behind it the program comes to the event by itself.
        let prefix = Prefix {
            instructions: path.last_choice,
            newly_covered: 0,
            paused: false,
            choices: path.choices.runs(),
        };
        let Ok(mut there) = follow_noting(&mut machine, &mut origins, &prefix) else {
            return Ok(None);
        };
        let Violation {
            property, position, ..
        } = *violation;
        let violated = violated(
            &mut machine,
            &mut solver,
            &mut there,
            path.state.instructions(),
            (property, position),
        )?;
        let Some(condition) = violated else {
            return Ok(None);
        };
        let answer = solver.check(&mut machine.terms, &there.state.path, condition)?;
        let Answer::Sat(model) = answer else {
            return Ok(None);
        };
        let violation = Violation {
            property,
            position,
            detail: violation.detail.clone(),
            condition,
            model,
            count: violation.count,
        };
        let finding = violation.run(&mut machine, &mut solver, &there.state, path_index)?;
        Ok(Some(finding))
    }
}

/// When a property is violated at the next event of a path, which comes within so many instructions.
fn violated(
    machine: &mut Machine<'_>,
    solver: &mut Solver,
    path: &mut Path,
    instructions: u64,
    (asked, place): (Property, Position),
) -> Result<Option<Term>, ExploreError> {
    let limit = instructions.saturating_add(1);
    match machine.run(&mut path.state, limit) {
        Event::Check {
            property,
            condition,
            position,
            ..
        } if (property, position) == (asked, place) => Ok(Some(machine.terms.not(condition))),
        Event::Access(access) => {
            let resolution = machine.resolve(&path.state, solver, &access)?;
            let hazards = hazards(machine, &path.state, &access, resolution.violations);
            let mut conditions = hazards.into_iter().filter_map(|hazard| match hazard.what {
                HazardKind::Violation(property) => {
                    ((property, hazard.position) == (asked, place)).then_some(hazard.condition)
                }
                HazardKind::Cut(_) => None,
            });
            Ok(conditions.next())
        }
        Event::Limit
        | Event::Branch { .. }
        | Event::Switch
        | Event::Check { .. }
        | Event::Assume { .. }
        | Event::Concretize { .. }
        | Event::Exit { .. }
        | Event::Dead
        | Event::Cut(_) => Ok(None),
    }
}
