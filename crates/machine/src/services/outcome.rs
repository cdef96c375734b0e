//! What services give back: numbers, errors, and cuts for what is too large.

use crate::halt::Halt;
use crate::{CutReason, Event};

/// Linux error numbers that services give.
pub(super) mod error {
    pub const NO_SUCH_FILE: i64 = 2;
    pub const BAD_STREAM: i64 = 9;
    pub const OUT_OF_MEMORY: i64 = 12;
    pub const FILE_EXISTS: i64 = 17;
    pub const INVALID_ARGUMENT: i64 = 22;
    pub const ILLEGAL_SEEK: i64 = 29;
    pub const NAME_TOO_LONG: i64 = 36;
}

/// What a service gives back: a number (an error if negative), or an event that has to be dealt with.
pub(super) type Outcome = Result<i64, Halt>;

/// A cut for a request that is larger than what is modelled.
pub(super) fn too_large(what: &str, size: u64, limit: u64) -> Halt {
    Halt::Behind(Event::Cut(CutReason::Unsupported(format!(
        "{what} of {size} bytes; at most {limit} are modelled"
    ))))
}
