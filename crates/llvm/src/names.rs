//! What the C library that is linked to programs, and LLVM, call what is asked for by its name.

/// The library's function that runs handlers and ends the program.
pub(crate) const MAIN_EXIT: &str = "__everypath_main_exit";
/// The library's function that has a function run at the end of the program.
pub(crate) const RUN_AT_EXIT: &str = "__everypath_run_at_exit";
/// Gets the environment variables, if there are any, before anything else runs.
pub(crate) const SET_ENVIRONMENT: &str = "__everypath_set_environment";
/// The variable of a module that lists what runs before the entry.
pub(crate) const CONSTRUCTORS: &str = "llvm.global_ctors";
/// The variable of a module that lists what runs after it.
pub(crate) const DESTRUCTORS: &str = "llvm.global_dtors";
/// The library's function that copies bytes one by one.
pub(crate) const COPY_BYTES: &str = "__everypath_copy_bytes";
/// The library's function that sets bytes one by one.
pub(crate) const FILL_BYTES: &str = "__everypath_fill_bytes";
/// The library's function that says whether two numbers that may be addresses are equal.
pub(crate) const SAME_ADDRESS: &str = "__everypath_same_address";
/// The library's function that gives an arbitrary number which an address may be.
pub(crate) const ADDRESS_NUMBER: &str = "__everypath_address_number";
/// The library's function that says whether two pointers are equal one of which may be made of a number.
pub(crate) const SAME_POINTER: &str = "__everypath_same_pointer";
/// The library's function that applies one of which nothing is known.
pub(crate) const APPLY: &str = "__everypath_apply";
/// The library's function that says whether an address is aligned, wherever its object is.
pub(crate) const IS_ALIGNED: &str = "__everypath_is_aligned";
/// The library's function that notes that a function of `<math.h>` failed.
pub(crate) const MATH_ERROR: &str = "__everypath_math_error";
/// The library's function by which programs find `errno`.
pub(crate) const ERRNO: &str = "__errno_location";
