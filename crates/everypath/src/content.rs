//! What the files of runs that survive, or are divided, may hold: a unit of work or a result, and what their formats are called.

use everypath_explore::{Results, Unit};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::repeat::Wanted;

/// What the version of both formats counts.
pub const VERSION: u32 = 1;

/// What a file of this kind holds.
pub trait Content: Serialize + DeserializeOwned {
    /// The name of the format.
    const FORMAT: &'static str;
    /// What it is, for messages.
    const WANTED: Wanted;

    /// The unit that it is about.
    fn about(&self) -> &Unit;
}

impl Content for Unit {
    const FORMAT: &'static str = "everypath-unit";
    const WANTED: Wanted = Wanted {
        called: "unit of work",
        advice: "write one with `everypath split`",
        afresh: "divide the job anew",
    };

    fn about(&self) -> &Unit {
        self
    }
}

impl Content for Results {
    const FORMAT: &'static str = "everypath-result";
    const WANTED: Wanted = Wanted {
        called: "result",
        advice: "write one with `everypath check --checkpoint DIR` or `everypath work UNIT`",
        afresh: "begin anew",
    };

    fn about(&self) -> &Unit {
        self.unit()
    }
}
