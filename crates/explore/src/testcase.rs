//! Test cases: the values of all inputs of a path, by which it can be run again.

use everypath_machine::{InputSource, TestInput};
use serde::{Deserialize, Serialize};

/// The values of all inputs of a path, in the order in which the path created them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestCase {
    /// The inputs.
    pub inputs: Vec<TestInput>,
}

impl TestCase {
    /// The inputs as the machine wants them for a concrete run.
    pub fn source(&self) -> InputSource {
        let bytes = self
            .inputs
            .iter()
            .map(|input| (input.name.clone(), input.bytes.clone()));
        InputSource::Concrete(bytes.collect())
    }
}
