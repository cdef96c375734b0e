//! Names that we give functions to say what they are, between preparing a module and lowering it.

/// Marks functions whose C source was instrumented: LLVM's own flags say nothing new there.
pub(crate) const INSTRUMENTED: &str = "everypath-instrumented";
/// Marks functions of the C library.
pub(crate) const LIBRARY: &str = "everypath-library";
/// Marks functions of foreign bitcode that no optimiser changed.
pub(crate) const UNOPTIMISED: &str = "everypath-unoptimised";
/// Is called behind a call whose value is used: with what the last function that had no result left, which is its address, and with whom was called.
pub(crate) const USES_RESULT: &str = "everypath.uses.result";
/// Begins the names of functions that stand for undefined values, until lowering.
pub(crate) const UNDEFINED: &str = "everypath.undefined.";
