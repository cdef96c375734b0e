//! Rules (first version: folding).

use super::{Entry, fold::constants, rule};

pub(super) const NEG: &[Entry] = &[rule("neg-fold", "neg(constants) -> constant", constants)];
pub(super) const ADD: &[Entry] = &[rule("add-fold", "add(constants) -> constant", constants)];
pub(super) const MUL: &[Entry] = &[rule("mul-fold", "mul(constants) -> constant", constants)];
