//! Rules (first version: folding).

use super::{Entry, fold::constants, rule};

pub(super) const UDIV: &[Entry] = &[rule("udiv-fold", "udiv(constants) -> constant", constants)];
pub(super) const UREM: &[Entry] = &[rule("urem-fold", "urem(constants) -> constant", constants)];
pub(super) const SDIV: &[Entry] = &[rule("sdiv-fold", "sdiv(constants) -> constant", constants)];
pub(super) const SREM: &[Entry] = &[rule("srem-fold", "srem(constants) -> constant", constants)];
