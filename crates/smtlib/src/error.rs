//! What can be wrong with a script, and where.

use std::fmt;

use everypath_solver::SolverError;
use thiserror::Error as ThisError;

/// A place in a script, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The character in its line.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// What is wrong with a script.
#[derive(Clone, PartialEq, Eq, Debug, ThisError)]
#[error("{position}: {message}")]
pub struct Error {
    /// Where.
    pub position: Position,
    /// What was found, and what was expected.
    pub message: String,
}

impl Error {
    /// An error at a place.
    pub fn new(position: Position, message: impl Into<String>) -> Self {
        Self {
            position,
            message: message.into(),
        }
    }
}

/// Why a script ended before its end.
#[derive(Debug, ThisError)]
pub enum Failure {
    /// The script is wrong or asks for what is not supported; the answer was an `(error ...)`.
    #[error(transparent)]
    Script(#[from] Error),
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A model does not satisfy the script: a fault of the reduction.
    #[error("internal error: {0}")]
    WrongModel(String),
    /// Nobody reads the answers.
    #[error("the answers cannot be written: {0}")]
    Output(#[from] std::io::Error),
}
