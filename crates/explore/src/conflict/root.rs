//! Where the search for a reason starts.

use everypath_term::Term;

/// What a refusal starts from.
#[derive(Clone, Debug)]
pub(super) enum Root {
    /// Whether an instruction of a step can be executed, or its check can fail; behind the last, the terminator.
    Instruction { step: usize, index: usize },
    /// Constraints of the path.
    Constraints(Vec<Term>),
    /// The whole path.
    Whole,
}
