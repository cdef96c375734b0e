//! Findings: a property is violated at a place, with an input that shows it.

use everypath_machine::{CallFrame, Decision, Note};
use everypath_program::{Position, Property};
use serde::{Deserialize, Serialize};

use crate::{InputCount, TestCase};

/// Whether the concrete run of a counterexample shows the same violation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReplayStatus {
    /// It does.
    Reproduced,
    /// It does not: an internal error. The text says what happened instead.
    NotReproduced(String),
}

/// A violated property at one place. Later paths that violate it there are counted, not listed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// The property.
    pub property: Property,
    /// The instruction that violates it.
    pub position: Position,
    /// What was found there; may be empty.
    pub detail: String,
    /// Places elsewhere that explain it, as where a block was allocated and freed.
    #[serde(default)]
    pub notes: Vec<Note>,
    /// Inputs that lead there.
    pub case: TestCase,
    /// The decisions of the path, oldest first.
    pub decisions: Vec<Decision>,
    /// The active calls, innermost first.
    pub call_stack: Vec<CallFrame>,
    /// Source instructions executed, with the violating one.
    pub instructions: u64,
    /// Number of paths that had ended when it was found.
    pub path_index: u64,
    /// Whether it was seen in a concrete run.
    pub replay: ReplayStatus,
    /// How many inputs violate the property here, over all paths, if they are counted.
    pub input_count: Option<InputCount>,
    /// Paths that violate the property here.
    pub occurrences: u64,
}

impl Finding {
    /// What tells findings of a program apart.
    pub(crate) fn place(&self) -> (Property, Position) {
        (self.property, self.position)
    }
}
