//! Why C files or bitcode could not be made a program.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::variables::{CLANG_VARIABLE, OPT_VARIABLE};

/// Why C files or bitcode could not be made a program.
#[derive(Debug, Error)]
pub enum LlvmError {
    /// No file was given.
    #[error("no C file or bitcode was given")]
    NoInput,
    /// No compiler.
    #[error(
        "cannot compile C: no clang-19 or clang found on the PATH; install it (Debian: apt-get install clang-19) or name it in {CLANG_VARIABLE}"
    )]
    NoCompiler,
    /// No reader of bitcode.
    #[error(
        "cannot read bitcode: LLVM's opt was not found beside the compiler or on the PATH; install it (Debian: apt-get install llvm-19) or name it in {OPT_VARIABLE}"
    )]
    NoReader,
    /// The compiler cannot be started.
    #[error("cannot run the compiler {compiler}: {error}; check {CLANG_VARIABLE} and the PATH", compiler = compiler.display())]
    CannotRun {
        /// The compiler.
        compiler: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The compiler found faults; its messages end with a line break.
    #[error("{messages}{file} was not compiled: {compiler} failed{advice}", file = file.display(), compiler = compiler.display())]
    Compile {
        /// The C file.
        file: PathBuf,
        /// The compiler.
        compiler: PathBuf,
        /// What it printed.
        messages: String,
        /// What to do, if that is known.
        advice: String,
    },
    /// Bitcode or LLVM assembly is malformed, or of another version.
    #[error("{messages}{file} is no bitcode that LLVM 19 can read{advice}", file = file.display())]
    Bitcode {
        /// The file.
        file: PathBuf,
        /// What LLVM says, with a line break behind it.
        messages: String,
        /// What to do, if that is known.
        advice: String,
    },
    /// A file cannot be read or written.
    #[error("{path}: {error}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The bitcode is for another kind of machine.
    #[error("{file}: {found}; {expected}", file = file.display())]
    Target {
        /// The file.
        file: PathBuf,
        /// What it is for.
        found: String,
        /// What is expected, and what to do.
        expected: String,
    },
    /// The files do not fit together.
    #[error("{file} cannot be linked: {message}", file = file.display())]
    Link {
        /// The file that was linked when it failed.
        file: PathBuf,
        /// Why.
        message: String,
    },
    /// A pass failed, or there is none of this name.
    #[error("cannot run the passes '{passes}': {message}")]
    Passes {
        /// The passes.
        passes: String,
        /// Why.
        message: String,
    },
    /// The entry is missing, or cannot be one.
    #[error("no function '{entry}' to start with{hint}")]
    NoEntry {
        /// The function that was asked for.
        entry: String,
        /// Functions that there are, or why it cannot be one.
        hint: String,
        /// The functions, some of them, where none has its name.
        functions: Vec<String>,
    },
    /// Something that stands outside of functions and is not supported.
    #[error("{name} is {what}, which is not supported; {advice}")]
    Unsupported {
        /// What the program calls it.
        name: String,
        /// What it is.
        what: &'static str,
        /// What to do.
        advice: &'static str,
    },
    /// Global variables do not fit into the address space.
    #[error(
        "the global variables do not fit into an address space of {bits} bits: {name} needs {size} bytes"
    )]
    TooLarge {
        /// Width of addresses.
        bits: u32,
        /// The first variable that did not fit.
        name: String,
        /// Its size.
        size: u64,
    },
}
