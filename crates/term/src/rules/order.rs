//! Rules (first version: folding).

use super::{Entry, fold::constants, rule};

pub(super) const ULT: &[Entry] = &[rule("ult-fold", "ult(constants) -> constant", constants)];
pub(super) const SLT: &[Entry] = &[rule("slt-fold", "slt(constants) -> constant", constants)];
