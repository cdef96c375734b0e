//! Rules (first version: folding).

use super::{Entry, fold::constants, rule};

pub(super) const SHL: &[Entry] = &[rule("shl-fold", "shl(constants) -> constant", constants)];
pub(super) const LSHR: &[Entry] = &[rule("lshr-fold", "lshr(constants) -> constant", constants)];
pub(super) const ASHR: &[Entry] = &[rule("ashr-fold", "ashr(constants) -> constant", constants)];
