//! Violations: how an input that breaks a property becomes a finding, for explorers that know the path it takes.

use std::rc::Rc;

use everypath_machine::{Machine, State};
use everypath_program::{Position, Property};
use everypath_solver::Solver;
use everypath_term::{Assignment, Term};

use crate::preferences::preferred;
use crate::replay::{run_path, status_of};
use crate::{ExploreError, Finding, InputCount};

/// A violated property at a place.
pub(crate) struct Violation {
    pub property: Property,
    pub position: Position,
    pub detail: String,
    /// Holds, with the path condition, for the inputs that violate it.
    pub condition: Term,
    /// One of them.
    pub model: Rc<Assignment>,
    /// How many there are, if they are counted.
    pub count: Option<InputCount>,
}

impl Violation {
    /// Runs the program on one of the inputs, as the program would like it, and says what was seen. `path_index`: paths that have ended.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn run(
        self,
        machine: &mut Machine<'_>,
        solver: &mut Solver,
        state: &State,
        path_index: u64,
    ) -> Result<Finding, ExploreError> {
        let Violation {
            property,
            position,
            detail,
            condition,
            model,
            count,
        } = self;
        let preferences = state.preferences().to_vec();
        let terms = &mut machine.terms;
        let model = preferred(terms, solver, &state.path, condition, model, &preferences)?;
        let (outcome, case) = run_path(machine, state, &model, Some((property, position)));
        let (replay, detail, notes) = status_of(&outcome, property, position, detail);
        Ok(Finding {
            property,
            position,
            detail,
            notes,
            case,
            decisions: state.decisions().to_vec(),
            call_stack: machine.call_stack(state),
            instructions: state.instructions(),
            path_index,
            replay,
            input_count: count,
            occurrences: 1,
        })
    }
}
