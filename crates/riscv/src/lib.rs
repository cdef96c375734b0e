//! The RISC-V front end: executables, instructions and environments, lowered to the program representation.
//!
//! [`Executable`] reads an ELF file; [`RiscvProgram`] makes a [`Program`](everypath_program::Program) of it, whose blocks
//! are lifted on demand from the bytes in memory. The environment (what `ecall` means and what is on the stack at
//! the start) is found out or chosen.
//!
//! ```
//! use everypath_riscv::{Xlen, disassemble_word};
//!
//! assert_eq!(disassemble_word(0x0015_0513, 0x1000, Xlen::Rv32), "addi a0, a0, 0x1");
//! ```
//!
//! Architecture invariant: this crate knows nothing of exploration, and nothing above it knows RISC-V.

mod code_map;
pub mod compressed;
pub mod control_registers;
pub mod debug_info;
pub mod decode;
pub mod disassemble;
pub mod elf;
mod environment;
pub mod instruction;
mod lift;
mod program;
mod registers;
mod undecodable;

pub use debug_info::DebugInfo;
pub use decode::decode;
pub use disassemble::{disassemble, disassemble_word};
pub use elf::{ElfError, ElfProblem, Executable, MEMORY_LIMIT};
pub use environment::{Argument, Detected, Environment, Surroundings, detect};
pub use instruction::{
    DEFINITIONS, Definition, Extension, Format, Instruction, Op, Register, Widths, Xlen, encode,
};
pub use program::{RiscvOptions, RiscvProgram, default_checks};
pub use registers::{DebugRegister, RegisterGroup, architecture_name};
pub use undecodable::{Undecodable, UndecodableKind};
