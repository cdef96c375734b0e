//! The machine: what the program representation means, concretely and symbolically.
//!
//! A [`Machine`] holds what all states of a run share: the program, its lifted blocks, the term table, the call tree and
//! the coverage. A [`State`] is one point on one path; cloning it is cheap. [`Machine::run`] executes a state until
//! something needs a decision and says so with an [`Event`]: a branch on a symbolic condition, a check that may fail, an
//! access through a symbolic address. The explorer decides and lets the state go on. The emulator and replay run the
//! same code; their inputs are constants, so only violations and the end of the program stop them.
//!
//! A [`Value`] is a constant of up to 64 bits until it has to be a term: concrete stretches never touch the term table.
//!
//! Architecture invariant: this crate knows nothing of front ends, and not which state runs next.

mod access;
mod assumed;
mod blocks;
mod bounds;
mod call;
mod call_tree;
mod chain;
mod checks;
mod coverage;
mod elements;
mod event;
mod flat;
mod float;
mod flow;
mod frame;
mod halt;
mod histories;
mod input_terms;
mod inputs;
mod jump_point;
mod leaks;
mod lives;
mod long_jump;
mod loops;
mod machine;
mod meeting;
mod memory;
mod merge;
mod names;
mod options;
mod probe;
mod resolve;
mod rounds;
mod services;
mod single;
mod standing;
mod start;
mod state;
mod step;
mod target;
mod test_inputs;
mod unwritten;
mod value;
mod ways;
mod widen;

pub use call_tree::{CallFrame, CallNode};
pub use chain::Chain;
pub use coverage::{BranchSides, Coverage};
pub use event::{Access, CutReason, Event, Purpose};
pub use float::float_of_constants;
pub use histories::{Happened, Note};
pub use inputs::{InputOrigin, InputRecord, InputSource, TestInput, TestInputs};
pub use machine::Machine;
pub use meeting::Arrival;
pub use memory::{Memory, Object, ObjectId, Span};
pub use merge::{Different, Merged};
pub use names::Names;
pub use options::{
    FileContents, FileSource, HeapAddresses, LoopLimit, MachineOptions, MemoryEncoding,
    ROOM_FOR_CALLS, StdinSource,
};
pub use single::{Ran, Range, Touch};
pub use standing::{Standing, Watch};
pub use state::{Decision, DecisionKind, State};
pub use target::{Alternative, Resolution, Target};
pub use test_inputs::input_values;
pub use value::Value;
pub use widen::{Cell, CellName, Unlike};
