//! Events: what a state needs from the explorer before it can go on.

use std::collections::BTreeSet;
use std::fmt::{Display, Formatter};
use std::sync::{Mutex, PoisonError};

use everypath_program::{Position, Property};
use everypath_term::Term;
use serde::{Deserialize, Deserializer, Serialize};

use crate::Value;

/// Why [`crate::Machine::run`] stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The state has executed as many instructions as the call allowed.
    Limit,
    /// A branch on a 1-bit condition that is no constant. Push the side's condition on the path, then
    /// [`crate::Machine::take_branch`].
    Branch {
        /// The condition of the `then` side.
        condition: Term,
    },
    /// A switch on a value that is no constant. Push the condition of a case ([`crate::Machine::case_conditions`]), then
    /// [`crate::Machine::take_case`] with its index.
    Switch,
    /// A check whose 1-bit condition is not constant true. The state stands behind it; push the condition to go on.
    Check {
        /// What the check belongs to.
        property: Property,
        /// Holds where the check passes; may be constant false.
        condition: Term,
        /// Where the check stands.
        position: Position,
        /// What was found, for the report.
        detail: String,
        /// Whether the state may go on where the check is violated, see
        /// [`crate::MachineOptions::continue_after_violation`].
        goes_on: bool,
    },
    /// An assumption that is not constant true. The state stands behind it; push the condition to go on.
    Assume {
        /// The assumption; may be constant false.
        condition: Term,
        /// Where it stands.
        position: Position,
    },
    /// An access through an address that is no constant: [`crate::Machine::resolve`] it, then for each alternative push its
    /// condition and [`crate::State::set_target`].
    Access(Access),
    /// A value must be a constant here. For each feasible value push `term == value` and [`crate::State::bind`].
    Concretize {
        /// The value.
        term: Term,
        /// What it is needed for.
        purpose: Purpose,
    },
    /// The program ended.
    Exit {
        /// Its exit code.
        code: Value,
    },
    /// The path cannot go on: it stands behind a check that certainly fails.
    Dead,
    /// The path is given up, with a reason.
    Cut(CutReason),
}

/// An access through a symbolic address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Address of the first byte, of the program's address width.
    pub address: Term,
    /// Number of bytes.
    pub size: u32,
    /// Whether it is a store.
    pub store: bool,
    /// Where the instruction stands.
    pub position: Position,
}

/// A word of ours. (Of what it sees to be borrowed, `serde` takes for granted that it is borrowed from the file.)
type Word = &'static str;

/// What a constant is needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Purpose {
    /// The target of an indirect jump.
    JumpTarget,
    /// An argument of this service.
    Argument(#[serde(deserialize_with = "known_word")] Word),
    /// The program asks for a constant ([`everypath_program::Service::ConstantOf`]): some of the values are enough.
    Sample,
}

/// A word that is read once more is the same, so that no file makes more of them than it has different ones.
fn known_word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Word, D::Error> {
    static WORDS: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());
    let word = String::deserialize(deserializer)?;
    let mut words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = words.get(word.as_str()) {
        return Ok(*known);
    }
    let word: Word = Box::leak(word.into_boxed_str());
    words.insert(word);
    Ok(word)
}

impl Display for Purpose {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Purpose::JumpTarget => f.write_str("jump target"),
            Purpose::Sample => f.write_str("constant that the program asks for"),
            Purpose::Argument(service) => write!(f, "argument of {service}"),
        }
    }
}

/// Why a path is given up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum CutReason {
    /// It needs something that is not supported.
    Unsupported(String),
    /// A loop reached the bound on its iterations.
    LoopLimit {
        /// The loop's first block.
        header: Position,
        /// The bound.
        limit: u64,
    },
    /// A function reached the bound on calls of it while it is active.
    RecursionLimit {
        /// The function's first instruction.
        function: Position,
        /// The bound.
        limit: u64,
    },
    /// The bound on active calls was reached.
    CallDepth {
        /// The bound.
        limit: u64,
    },
}

impl Display for CutReason {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            CutReason::Unsupported(what) => write!(f, "unsupported: {what}"),
            CutReason::LoopLimit { limit, .. } => {
                write!(f, "loop bound: more than {limit} iterations")
            }
            CutReason::RecursionLimit { limit, .. } => {
                write!(
                    f,
                    "recursion bound: more than {limit} calls of a function within itself"
                )
            }
            CutReason::CallDepth { limit } => {
                write!(f, "call depth bound: more than {limit} active calls")
            }
        }
    }
}
