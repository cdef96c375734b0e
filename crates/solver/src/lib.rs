//! The solver stack: can these constraints hold together?
//!
//! A [`Solver`] answers questions about a [`PathCondition`] and a goal. A question goes down a stack of layers, each of
//! which answers it or passes it on, to a complete solver: bit-blasting over CaDiCaL in this process, or an SMT-LIB 2
//! solver as a process. Every model is evaluated on the terms before it is believed; every core is a subset of the assertions,
//! by identity; a second solver can be asked everything for comparison.
//!
//! ```
//! use everypath_solver::{Answer, Fork, PathCondition, Solver, SolverOptions};
//! use everypath_term::{TermTable, evaluate};
//!
//! # fn main() -> Result<(), everypath_solver::SolverError> {
//! let mut table = TermTable::new();
//! let mut solver = Solver::new(SolverOptions::default())?;
//! let x = table.input("x", 32);
//! let ten = table.constant(32, 10);
//! let small = table.ult(x, ten);
//! let square = table.mul(x, x);
//! let limit = table.constant(32, 80);
//! let great = table.ugt(square, limit);
//!
//! let mut path = PathCondition::new();
//! path.push(small);
//! let Fork::Both { then_witness: Some(model), .. } = solver.fork(&mut table, &path, great)? else {
//!     panic!("both sides are feasible");
//! };
//! assert_eq!(evaluate(&table, &model, x).to_u64(), Some(9));
//! assert_eq!(solver.maximum(&mut table, &path, x)?, Some(9));
//!
//! let large = table.not(small);
//! let Answer::Unsat(core) = solver.check(&mut table, &path, large)? else { panic!("contradiction") };
//! assert_eq!(&core[..], [small, large]);
//! # Ok(())
//! # }
//! ```
//!
//! Architecture invariant: this crate knows nothing of programs and states.

pub mod answer;
pub mod arrays;
pub mod blast;
pub mod certify;
mod clause;
pub mod dimacs;
pub mod embedded;
pub mod expression;
pub mod guided;
pub mod intervals;
pub mod layers;
pub mod local;
pub mod options;
pub mod path;
pub mod process;
pub mod proof_files;
mod quotients;
mod reduce;
pub mod sat;
mod search;
pub mod solver;
pub mod statistics;
mod unconstrained;

pub use answer::{Answer, Fork, SolverError, UnknownReason, Values};
pub use embedded::CompleteSolver;
pub use options::{Backend, Interrupt, LayerKind, SolverCommand, SolverOptions};
pub use path::{Divergence, PathCondition};
pub use proof_files::ProofFiles;
pub use reduce::is_contradiction;
pub use solver::Solver;
pub use statistics::{BlastStatistics, LayerStatistics, SolverStatistics};
