//! Kinds of numbers that a program asks standard input for.

use serde::{Deserialize, Serialize};

/// How the bits of a number are to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum NumberKind {
    /// An integer in two's complement.
    Signed,
    /// An integer that is not negative.
    Unsigned,
    /// A floating-point number of IEEE 754, binary32 or binary64.
    Float,
}

impl NumberKind {
    /// All kinds, in the order of their numbers, by which the C library names them (`runtime/llvm/world.c`).
    pub const ALL: [NumberKind; 3] = [NumberKind::Signed, NumberKind::Unsigned, NumberKind::Float];

    /// The kind of this number.
    pub fn from_number(number: u64) -> Option<NumberKind> {
        Self::ALL.get(usize::try_from(number).ok()?).copied()
    }
}
