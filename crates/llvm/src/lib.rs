//! The second front end: C and LLVM bitcode as a program.
//!
//! C is compiled by clang 19 with the checks of its undefined behaviour sanitizer, before any optimisation; bitcode of
//! other origin is checked by LLVM's own flags. All files are linked with the C library of `runtime/llvm`, passes make
//! the program shorter, and functions are lowered to the program representation when they are needed.
//!
//! ```no_run
//! use everypath_llvm::{LlvmOptions, LlvmProgram};
//! use everypath_program::Program;
//!
//! let program = LlvmProgram::load(&["sort.c".into()], &LlvmOptions::default())?;
//! assert_eq!(program.address_width(), 64);
//! # Ok::<(), everypath_llvm::LlvmError>(())
//! ```
//!
//! Architecture invariant: knows nothing of exploration, and nothing above it knows LLVM.

mod address;
mod binding;
mod bit_field_checks;
mod clang;
mod entry;
mod error;
mod image;
mod load;
mod lower;
mod missing;
pub mod models;
mod names;
mod options;
mod prepare;
pub mod process;
mod program;
mod results;
mod runtime;
mod scopes;
mod simplify;
mod types;
pub mod undeclared;
mod variables;

pub use clang::{InputKind, find_compiler, find_on_path, input_kind, is_llvm_input, write_headers};
pub use error::LlvmError;
pub use missing::UNDEFINED_CALL;
pub use options::{DataModel, LlvmOptions, default_checks};
pub use program::LlvmProgram;
pub use variables::{CLANG_VARIABLE, OPT_VARIABLE};
