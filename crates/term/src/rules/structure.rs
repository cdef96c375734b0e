//! Rules (first version: folding).

use super::{Entry, fold::constants, rule};

pub(super) const CONCAT: &[Entry] = &[rule(
    "concat-fold",
    "concat(constants) -> constant",
    constants,
)];
pub(super) const EXTRACT: &[Entry] = &[rule(
    "extract-fold",
    "extract(constants) -> constant",
    constants,
)];
pub(super) const ZERO_EXTEND: &[Entry] = &[rule(
    "zero-extend-fold",
    "zero-extend(constants) -> constant",
    constants,
)];
pub(super) const SIGN_EXTEND: &[Entry] = &[rule(
    "sign-extend-fold",
    "sign-extend(constants) -> constant",
    constants,
)];
