//! Rules (first version: folding).

use super::{Entry, fold::constants, rule};

pub(super) const EQ: &[Entry] = &[rule("eq-fold", "eq(constants) -> constant", constants)];
