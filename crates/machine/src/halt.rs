//! Why straight-line execution stops, and where the state stands then. A service stops it as an instruction does.

use crate::Event;

/// Why straight-line execution stopped at an instruction.
pub(crate) enum Halt {
    /// The event comes first; the instruction runs again.
    Again(Event),
    /// The state stands behind the instruction.
    Behind(Event),
}
