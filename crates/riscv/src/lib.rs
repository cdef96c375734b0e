//! The RISC-V front end: executables, instructions and environments, lowered to the program representation.

pub mod compressed;
pub mod control_registers;
pub mod debug_info;
pub mod decode;
pub mod disassemble;
pub mod elf;
pub mod instruction;

pub use debug_info::DebugInfo;
pub use decode::{Undecodable, UndecodableKind, decode};
pub use disassemble::{disassemble, disassemble_word};
pub use elf::{ElfError, ElfProblem, Executable};
pub use instruction::{
    DEFINITIONS, Definition, Extension, Format, Instruction, Op, Register, Widths, Xlen, encode,
};
