//! Test cases as the program would like them: of the inputs that take a path, those that satisfy its preferences.

use std::rc::Rc;

use everypath_solver::Answer;
use everypath_term::{Assignment, Term};

use super::{Explorer, Path};
use crate::ExploreError;

impl Explorer<'_, '_> {
    /// A model of the path and the condition that satisfies as many preferences as the earlier ones allow; `model` if
    /// there are none.
    pub(super) fn preferred(
        &mut self,
        path: &Path,
        condition: Term,
        model: Rc<Assignment>,
    ) -> Result<Rc<Assignment>, ExploreError> {
        let (mut condition, mut model) = (condition, model);
        for preference in path.state.preferences().to_vec() {
            let terms = &mut self.machine.terms;
            let both = terms.and(condition, preference);
            if let Answer::Sat(better) = self.solver.check(terms, &path.state.path, both)? {
                (condition, model) = (both, better);
            }
        }
        Ok(model)
    }
}
