//! The program representation: what both front ends lower to and what the machine executes.
//!
//! A [`Program`] hands out [`Block`]s by [`BlockKey`], on demand, since the jump targets of machine code are only
//! known when they run. A block has parameters (no phi: an [`Edge`] carries arguments), straight-line
//! [`Instruction`]s over [`Local`]s, and one [`Terminator`]. Everything that can go wrong is explicit: a front end
//! writes a [`Instruction::Check`] in front of the instruction that requires it, and an effect on the environment
//! is a [`Service`]. Values are typed by their width in bits only.
//!
//! ```
//! use everypath_program::{BinaryOp, BlockBuilder, BlockKey, Instruction, Local, Operand, Position, Terminator};
//!
//! let a0 = Local(10);
//! let mut block = BlockBuilder::new(BlockKey::at(0x1000));
//! block.begin_source(Position(0x1000));
//! block.push(Instruction::Binary { op: BinaryOp::Add, width: 32, to: a0, a: Operand::Local(a0), b: Operand::Constant(12) });
//! let block = block.finish(Terminator::Exit { code: Operand::Local(a0) });
//! assert_eq!(block.to_string(), "block 0x1000:\n  %10 = add.32 %10, 12\n  exit %10\n");
//! ```
//!
//! Architecture invariant: this crate knows nothing of how a program is executed.

mod assumption;
mod block;
mod code_bytes;
mod float;
mod image;
mod instruction;
mod names;
mod number;
mod parse;
mod program;
mod property;
mod service;
mod surroundings;
#[cfg(feature = "testing")]
pub mod testing;
mod text;
mod verify;

pub use assumption::{
    Assumption, AssumptionInfo, AssumptionSet, OPEN_ARGUMENTS, OPEN_ARRAY, OPEN_FILE, OPEN_INPUT,
    OPEN_TEXT, World,
};
pub use block::{Block, BlockBuilder};
pub use code_bytes::{CodeBytes, FetchFault};
pub use everypath_term::FloatFormat;
pub use everypath_term::{BinaryOp, UnaryOp};
pub use float::{DIRECTION_WIDTH, FloatOperation, MathFunction, Raising};
pub use image::{
    Area, Image, ObjectAreas, Permissions, Region, RegionKind, SymbolicRange, barely_aligned,
};
pub use instruction::{Callee, Edge, Instruction, Operand, StopReason, Terminator, Transfer};
pub use names::{BlockKey, Local, Position};
pub use number::NumberKind;
pub use parse::{ParseError, parse_blocks};
pub use program::{DataShape, LocalInfo, Location, OWN_SOURCES, Program};
pub use property::{CheckSet, ERROR_FUNCTIONS, Form, Property, PropertyInfo, Raised};
pub use service::{
    BlockEffect, Failure, LifeEffect, MemoryEffect, Service, ServiceInfo, Takes, VARIABLE_ARGUMENTS,
};
pub use surroundings::{Argument, Surroundings};
pub use verify::{Fault, verify};
