//! The further blocks of one instruction, by the number of their part ([`everypath_program::BlockKey::part`]).

/// The block that ends the program after a store to `tohost`.
pub(crate) const TOHOST: u32 = 1;
/// The block of calls that no table has.
pub(crate) const OTHER_CALL: u32 = 2;
/// The block that begins with an instruction in whose place the rounding mode has been found valid.
pub(crate) const ROUNDING_MODE_VALID: u32 = 3;
/// The block where it has been found invalid.
pub(crate) const ROUNDING_MODE_INVALID: u32 = 4;
/// Blocks that one call may have; the parts of call number n are (n + 1) * STEPS and following.
pub(crate) const STEPS: u32 = 64;
