//! Lifting: from decoded instructions to blocks of the program representation.
//!
//! Each instruction's meaning is written once: `meaning.rs` is the table, the functions are in the file of the extension. `lifter.rs`
//! collects what they say, over the locals of `locals.rs`; `block.rs` makes blocks of it.

mod atomic;
mod base;
mod bits;
mod block;
mod csr;
mod float;
mod lifter;
mod locals;
mod meaning;
mod multiply;
mod parts;

pub(crate) use block::lift_block;
pub(crate) use csr::enter_environment_call;
pub(crate) use float::{call_function, float as float_local, rounding_mode};
pub(crate) use lifter::{Lifter, Mode, Settings};
pub(crate) use locals::{EXCEPTIONS, PRIVILEGE, ROUNDING, locals, register_local};
pub(crate) use multiply::two_registers as compute_on_two_registers;
pub(crate) use parts::{OTHER_CALL, STEPS, TOHOST};
