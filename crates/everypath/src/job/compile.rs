//! How C files are compiled, and in which environment machine code runs: the options.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use everypath_program::Surroundings;
use serde::{Deserialize, Serialize};

use super::stored;
use crate::parse::{MemoryRange, environment, memory_range};

/// What a C program is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// LLVM code with the data model LP64 (x86-64 Linux): undefined behaviour of C is checked.
    Lp64,
    /// LLVM code with the data model ILP32 (i386 Linux).
    Ilp32,
    /// Machine code for RV32 (ILP32).
    Riscv32,
    /// Machine code for RV64 (LP64).
    Riscv64,
}

/// How C files are compiled.
#[derive(Clone, Debug, PartialEq, Args, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[command(next_help_heading = "Compiling C")]
pub struct CompileArguments {
    /// What to compile for; bitcode brings its own
    #[arg(long, value_name = "TARGET", value_enum, default_value = "lp64")]
    pub target: Target,
    /// `-m32` is short for --target ilp32, `-m64` for --target lp64
    #[arg(short = 'm', value_name = "BITS", value_parser = ["32", "64"], conflicts_with = "target")]
    pub machine: Option<String>,
    /// Optimisation level of machine code: 0, 1, 2, 3, s, z or g
    #[arg(short = 'O', value_name = "LEVEL", default_value = "0", value_parser = ["0", "1", "2", "3", "s", "z", "g"])]
    pub optimization: String,
    /// Directory with header files; may be repeated
    #[arg(short = 'I', long, value_name = "DIR")]
    #[serde(with = "stored")]
    pub include: Vec<PathBuf>,
    /// Macro, as NAME or NAME=VALUE; may be repeated
    #[arg(short = 'D', long, value_name = "MACRO")]
    pub define: Vec<String>,
    /// Any other flag for clang, such as --cflag=-march=rv32im; may be repeated
    #[arg(long, value_name = "FLAG", allow_hyphen_values = true)]
    pub cflag: Vec<String>,
    /// C standard, such as c99
    #[arg(long, value_name = "STANDARD")]
    pub std: Option<String>,
    /// LLVM code: the function that the program starts with; its parameters are symbolic if it is not main
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,
    /// LLVM code: run these passes instead of the usual ones, as behind `opt -passes=`
    #[arg(long, value_name = "PASSES")]
    pub passes: Option<String>,
    /// LLVM code: run it as the compiler wrote it
    #[arg(long, conflicts_with = "passes")]
    pub no_optimise: bool,
    /// LLVM code: a function without a definition gives an arbitrary result, instead of ending the path
    #[arg(long)]
    pub havoc_externals: bool,
    /// malloc and its kind of our C library may give a null pointer
    #[arg(long)]
    pub malloc_may_fail: bool,
}

/// Which environment the program believes to be in.
#[derive(Clone, Debug, PartialEq, Args, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[command(next_help_heading = "Environment")]
pub struct EnvironmentArguments {
    /// Environment: sym-iss, linux, binsym, selfie or riscv-tests [default: detected]
    #[arg(long, value_name = "NAME", value_parser = environment)]
    #[serde(with = "stored")]
    pub env: Option<everypath_riscv::Environment>,
    /// Memory of a machine without an operating system beside what the executable has, such as 0x80000000:64K; it has any values at first [default:
    /// none, or up to the end of the stack that a symbol names (__stack, _estack, ...)]
    #[arg(long, value_name = "START:SIZE", value_parser = memory_range)]
    #[serde(with = "stored")]
    pub ram: Vec<MemoryRange>,
    /// Registers of devices of such a machine: each load gives any value, and what is stored there is gone
    #[arg(long, value_name = "START:SIZE", value_parser = memory_range)]
    #[serde(with = "stored")]
    pub device: Vec<MemoryRange>,
}

impl EnvironmentArguments {
    /// The surroundings of a program, with what the environment has of them.
    pub fn complete(&self, surroundings: Surroundings) -> Surroundings {
        let ranges = |ranges: &[MemoryRange]| {
            let ranges = ranges.iter().map(|range| (range.start, range.size));
            ranges.collect()
        };
        Surroundings {
            memory: ranges(&self.ram),
            devices: ranges(&self.device),
            ..surroundings
        }
    }
}
