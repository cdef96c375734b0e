//! Clauses of the SAT solver, as its proofs are about them.

use std::rc::Rc;

/// A clause: ascending literals, each once.
pub(crate) type Clause = Rc<[i32]>;

/// The clause of these literals.
pub(crate) fn clause(literals: &[i32]) -> Clause {
    let mut literals = literals.to_vec();
    literals.sort_unstable();
    literals.dedup();
    literals.into()
}
