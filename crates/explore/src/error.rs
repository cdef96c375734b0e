//! How an exploration fails: never because of the program that is explored, always because something of ours is wrong, or because a prefix
//! is not one of the program.

use everypath_program::Position;
use everypath_solver::SolverError;

use crate::PrefixError;

/// Why an exploration stopped without a record.
#[derive(Debug, thiserror::Error)]
pub enum ExploreError {
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A path that was followed turned out to be infeasible.
    #[error("internal error: the path condition at {:#x} is unsatisfiable although the path was followed", position.0)]
    InfeasiblePath {
        /// Where the path stands.
        position: Position,
    },
    /// A path cannot be taken up where it was left.
    #[error(transparent)]
    Prefix(#[from] PrefixError),
    /// No thread can be begun.
    #[error(
        "no thread can be begun: {0}; --engine paths, merge, conflict or prove with --jobs 1 needs none"
    )]
    NoThread(std::io::Error),
    /// There is no engine in a portfolio.
    #[error("internal error: there is no engine in the portfolio")]
    NoEngine,
}
