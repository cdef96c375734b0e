//! Why straight-line execution stops, and where the state stands then. A service stops it as an instruction does.

use crate::{Event, Purpose, State, Value};

/// Why straight-line execution stopped at an instruction.
pub(crate) enum Halt {
    /// The event comes first; the instruction runs again.
    Again(Event),
    /// The state stands behind the instruction.
    Behind(Event),
}

/// Which side of a condition this path is on: each is followed.
pub(crate) fn chosen(state: &State, condition: Value, purpose: Purpose) -> Result<bool, Halt> {
    let side = match condition {
        Value::Constant(constant) => Ok(constant),
        Value::Term(term) => {
            (state.binding(term)).ok_or(Halt::Again(Event::Concretize { term, purpose }))
        }
    };
    side.map(|side| side != 0)
}
