//! What can be said of a program by its text, before anything runs.
//!
//! [`Flow`], [`Dominators`], [`Loops`] and [`order`] are about graphs of blocks by number, whoever numbers them. [`Code`] is the program as a
//! static graph: functions, how their blocks are left, their loops, what may fail in each block and how far it is to that, and what lies between
//! a dominator and a join. [`Effects`] say what code may change, [`Constants`] which ways no input takes.
//!
//! ```
//! use everypath_analysis::{Dominators, Flow, Loops};
//!
//! // Block 1 begins a loop with block 2; block 3 follows.
//! let flow = Flow::new(vec![vec![1], vec![2, 3], vec![1], vec![]]);
//! let dominators = Dominators::new(&flow.after, &flow.order);
//! assert!(dominators.dominates(1, 3) && !dominators.dominates(2, 3));
//! assert_eq!(Loops::new(&flow).headers, [1]);
//! ```
//!
//! Architecture invariant: this crate knows nothing of how a program is executed, nor of terms and solvers.

mod code;
mod constants;
mod distances;
mod dominators;
mod effects;
mod flow;
mod liveness;
mod loops;
mod numbers;
mod order;
mod risk;
mod ways;

pub use code::{Blocks, Code, FunctionId, Join, LoopId, Place};
pub use constants::{ChainId, Constants};
pub use dominators::Dominators;
pub use effects::{Effects, variable_of};
pub use flow::Flow;
pub use liveness::Liveness;
pub use loops::Loops;
pub use numbers::Numbers;
pub use order::{order, repeated};
pub use ways::{Jumps, PlaceId, To, Way, edge_of, slot_of_case, slot_of_way};
