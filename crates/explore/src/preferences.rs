//! Test cases as the program would like them: of the inputs that take a path, those that satisfy its preferences.

use std::rc::Rc;

use everypath_solver::{Answer, PathCondition, Solver, SolverError};
use everypath_term::{Assignment, Term, TermTable};

/// A model of the path and the condition that satisfies as many preferences as the earlier ones allow; `model` if
/// there are none.
pub(crate) fn preferred(
    terms: &mut TermTable,
    solver: &mut Solver,
    path: &PathCondition,
    condition: Term,
    model: Rc<Assignment>,
    preferences: &[Term],
) -> Result<Rc<Assignment>, SolverError> {
    let (mut condition, mut model) = (condition, model);
    for &preference in preferences {
        let both = terms.and(condition, preference);
        if let Answer::Sat(better) = solver.check(terms, path, both)? {
            (condition, model) = (both, better);
        }
    }
    Ok(model)
}
