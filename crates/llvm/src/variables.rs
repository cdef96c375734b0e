//! The environment variables that name LLVM's programs.

/// Names the compiler instead of searching for it.
pub const CLANG_VARIABLE: &str = "EVERYPATH_CLANG";

/// Names LLVM's `opt` instead of searching for it.
pub const OPT_VARIABLE: &str = "EVERYPATH_OPT";
