//! What the files of runs that survive, or are divided, may hold: a unit of work or a result, and what their formats are called.

use everypath_explore::{Results, Unit};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What the version of both formats counts.
pub const VERSION: u32 = 1;

/// What a file of this kind holds.
pub trait Content: Serialize + DeserializeOwned {
    /// The name of the format.
    const FORMAT: &'static str;
    /// What it is called.
    const CALLED: &'static str;

    /// The unit that it is about.
    fn about(&self) -> &Unit;
}

impl Content for Unit {
    const FORMAT: &'static str = "everypath-unit";
    const CALLED: &'static str = "unit of work";

    fn about(&self) -> &Unit {
        self
    }
}

impl Content for Results {
    const FORMAT: &'static str = "everypath-result";
    const CALLED: &'static str = "result";

    fn about(&self) -> &Unit {
        self.unit()
    }
}
