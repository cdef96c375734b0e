//! Exit codes and the errors that lead to them (`docs/exit-codes.md`).

use everypath_report::Verdict;
use thiserror::Error;

/// Exit code of an unsafe program, and of a replay that shows a violation.
pub const UNSAFE: u8 = 10;
/// Exit code when paths were cut and nothing was found.
pub const INCOMPLETE: u8 = 5;
/// Exit code of a command line that cannot be understood.
pub const USAGE: u8 = 1;
/// Exit code of input that cannot be read, a missing compiler or solver included.
pub const UNREADABLE: u8 = 2;
/// Exit code of a fault of everypath itself.
pub const INTERNAL: u8 = 6;

/// The exit code of a verdict.
pub fn of_verdict(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Safe => 0,
        Verdict::Unsafe => UNSAFE,
        Verdict::Incomplete => INCOMPLETE,
    }
}

/// Why a command has no result.
#[derive(Debug, Error)]
pub enum CommandError {
    /// The command line asks for something impossible.
    #[error("{0}")]
    Usage(String),
    /// A file, a compiler or a solver is missing or wrong.
    #[error("{0}")]
    Unreadable(String),
    /// The user, or a time limit, ended it before anything was known.
    #[error("{0}")]
    Stopped(String),
    /// A fault of everypath itself.
    #[error("{0}\nthis is a bug of everypath; please report it with the program and the command")]
    Internal(String),
}

impl CommandError {
    /// The exit code.
    pub fn exit_code(&self) -> u8 {
        match self {
            CommandError::Usage(_) => USAGE,
            CommandError::Unreadable(_) => UNREADABLE,
            CommandError::Stopped(_) => INCOMPLETE,
            CommandError::Internal(_) => INTERNAL,
        }
    }
}

/// An error of input that cannot be read.
pub fn unreadable(error: impl std::fmt::Display) -> CommandError {
    CommandError::Unreadable(error.to_string())
}
