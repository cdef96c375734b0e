//! Debugging a run with constant inputs, forwards and backwards: a server of GDB's remote protocol on the emulator.
//!
//! [`Timeline`] is the run: it goes to any instruction of it, in both directions, since the machine is deterministic and some of its
//! states are kept. [`Debugger`] is what GDB asks: registers, memory, breakpoints, watchpoints; the protocol itself is the crate `gdbstub`.
//! A [`Link`] leads to GDB: a TCP connection, or standard input and output.
//!
//! Architecture invariant: nothing here changes the run. It is that of the test case, so memory and registers are read only.

mod debugger;
mod description;
mod file;
mod link;
mod stops;
mod timeline;

pub use debugger::{Debugger, Ended, Guest, SessionError, Storyteller};
pub use link::Link;
pub use stops::{Stops, Watch, WatchedAccess};
pub use timeline::{Stop, Timeline};
