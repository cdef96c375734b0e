//! Rules (first version: folding).

use super::{Entry, fold::constants, rule};

pub(super) const NOT: &[Entry] = &[rule("not-fold", "not(constants) -> constant", constants)];
pub(super) const AND: &[Entry] = &[rule("and-fold", "and(constants) -> constant", constants)];
pub(super) const OR: &[Entry] = &[rule("or-fold", "or(constants) -> constant", constants)];
pub(super) const XOR: &[Entry] = &[rule("xor-fold", "xor(constants) -> constant", constants)];
