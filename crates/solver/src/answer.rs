//! What the solver answers, and how it fails.

use std::fmt;
use std::rc::Rc;

use everypath_term::{Assignment, Term};
use serde::{Deserialize, Serialize};

/// Whether a set of assertions can hold together.
#[derive(Clone, Debug)]
pub enum Answer {
    /// They can; the model has been evaluated on them.
    Sat(Rc<Assignment>),
    /// They cannot; these of them (in the order of the query) suffice for that.
    Unsat(Rc<[Term]>),
    /// Nobody knows.
    Unknown(UnknownReason),
}

impl Answer {
    /// The word for reports: `sat`, `unsat` or `unknown`.
    pub const fn word(&self) -> &'static str {
        match self {
            Answer::Sat(_) => "sat",
            Answer::Unsat(_) => "unsat",
            Answer::Unknown(_) => "unknown",
        }
    }
}

/// Why a query has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum UnknownReason {
    /// The query used up its conflicts.
    ConflictLimit,
    /// The query used up its time.
    TimeLimit,
    /// The solver process answered `unknown`.
    Process,
    /// It could not be found out whether functions without an exact result have values that a model needs: only bounds of them are known in general.
    Enclosure,
    /// The layers passed the query on and the complete solver was not to be asked.
    NotAsked,
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UnknownReason::ConflictLimit => "conflict limit of the solver reached",
            UnknownReason::TimeLimit => "time limit of the solver reached",
            UnknownReason::Process => "the solver process answered unknown",
            UnknownReason::Enclosure => {
                "of a function without an exact result only bounds are known for symbolic arguments"
            }
            UnknownReason::NotAsked => "the layers could not decide the query",
        })
    }
}

/// Which sides of a branch a path can take.
#[derive(Clone, Debug)]
pub enum Fork {
    /// Both. A witness is a model of the path condition and that side; it is missing where a layer knew that the side is
    /// feasible without having a model.
    Both {
        /// A model where the condition is 1.
        then_witness: Option<Rc<Assignment>>,
        /// A model where the condition is 0.
        else_witness: Option<Rc<Assignment>>,
    },
    /// Only the side where the condition is 1.
    ThenOnly,
    /// Only the side where the condition is 0.
    ElseOnly,
    /// One side at least could not be decided.
    Unknown(UnknownReason),
    /// None: the path condition itself is unsatisfiable.
    Infeasible,
}

/// Values that a term can have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Values {
    /// Different values, ascending.
    pub values: Vec<u64>,
    /// Whether there are no others.
    pub complete: bool,
    /// Why the solver gave up before all were known, if it did. Where it is missing and there are others, there are more than were asked
    /// for, or the term is too wide.
    pub unknown: Option<UnknownReason>,
}

/// A failure of the solver itself: never an answer.
#[derive(Debug, thiserror::Error)]
pub enum SolverError {
    /// A model does not satisfy the query it was given for.
    #[error(
        "internal error: {layer} gave a model that does not satisfy {constraint} (query of {size} assertions)"
    )]
    WrongModel {
        /// Who gave the model.
        layer: String,
        /// The assertion that it falsifies.
        constraint: String,
        /// The number of assertions.
        size: usize,
    },
    /// A proof has a step that does not follow.
    #[error(
        "internal error: the SAT solver says that a query is unsatisfiable, but its proof is not right: {reason}"
    )]
    Uncertified {
        /// What is wrong.
        reason: String,
    },
    /// A proof cannot be written.
    #[error("cannot write the proof {}: {error}", path.display())]
    ProofFile {
        /// The file.
        path: std::path::PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// Two solvers disagree.
    #[error(
        "{first} answers {first_answer} but {second} answers {second_answer} to this query:\n{query}"
    )]
    Disagreement {
        /// Who answered first.
        first: String,
        /// Its answer.
        first_answer: &'static str,
        /// Who was asked for comparison.
        second: String,
        /// Its answer.
        second_answer: &'static str,
        /// The query in SMT-LIB 2.
        query: String,
    },
    /// A solver process cannot be started.
    #[error("cannot run the solver `{command}`: {reason}; {advice}")]
    CannotRun {
        /// The command line.
        command: String,
        /// What the system said.
        reason: String,
        /// What to do.
        advice: String,
    },
    /// A solver process ended or answered something else than SMT-LIB 2 asks for.
    #[error(
        "the solver `{command}` answered {got} where {expected} was expected, after `{sent}`{diagnostics}; only solvers that read SMT-LIB 2 from standard input will do"
    )]
    Protocol {
        /// The command line.
        command: String,
        /// What was sent last.
        sent: String,
        /// What came back.
        got: String,
        /// What should have come.
        expected: &'static str,
        /// What the process wrote to its standard error, or nothing.
        diagnostics: String,
    },
    /// A query contains something that the solver cannot express.
    #[error("the solver cannot express {what}")]
    Unsupported {
        /// What it is.
        what: String,
    },
}
