//! The front ends: a program is read as RISC-V machine code or as LLVM code, and everything behind asks here what it is.

use everypath_llvm::{DataModel, LlvmProgram};
use everypath_program::{CheckSet, Program};
use everypath_riscv::{Environment, RiscvProgram, Xlen};

/// A program, by the way it was read.
pub enum Front {
    /// RISC-V machine code.
    Riscv(Box<RiscvProgram>),
    /// C through LLVM, or bitcode, and the properties that are checked.
    Llvm(Box<LlvmProgram>, CheckSet),
}

impl Front {
    /// The program.
    pub fn program(&self) -> &dyn Program {
        match self {
            Front::Riscv(program) => program.as_ref(),
            Front::Llvm(program, _) => program.as_ref(),
        }
    }

    /// The properties that are checked.
    pub fn checks(&self) -> CheckSet {
        match self {
            Front::Riscv(program) => program.checks(),
            Front::Llvm(_, checks) => *checks,
        }
    }

    /// What the program is for: `riscv32`, `riscv64`, or the data model `lp64` or `ilp32`.
    pub fn architecture(&self) -> &'static str {
        match self {
            Front::Riscv(program) => match program.xlen() {
                Xlen::Rv32 => "riscv32",
                Xlen::Rv64 => "riscv64",
            },
            Front::Llvm(program, _) => match program.address_width() {
                32 => DataModel::Ilp32.name(),
                _ => DataModel::Lp64.name(),
            },
        }
    }

    /// The environment, if the way has several.
    pub fn riscv_environment(&self) -> Option<Environment> {
        match self {
            Front::Riscv(program) => Some(program.environment()),
            Front::Llvm(..) => None,
        }
    }

    /// The environment's name in reports.
    pub fn environment(&self) -> &'static str {
        self.riscv_environment().map_or("c", Environment::name)
    }

    /// How the environment was chosen.
    pub fn environment_reason(&self) -> &str {
        match self {
            Front::Riscv(program) => program.environment_reason(),
            Front::Llvm(..) => "functions of the C library are part of the program",
        }
    }
}
