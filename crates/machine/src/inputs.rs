//! Inputs: what a path read from outside, by name, and where their values come from.
//!
//! An input is known by its name, which is made unique on each path (`x`, `x#2`, ...). Two paths that read the same input
//! share its terms, so that the solver's caches serve both and merged states agree.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use everypath_program::NumberKind;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::{Chain, Value};

/// Values of words on the path of a model: by the name of the variable, its life, and the index of the word.
pub(crate) type UnwrittenWords = BTreeMap<(Arc<str>, u32, u64), u64>;

/// Where the values of inputs come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputSource {
    /// Every input is a fresh term.
    Symbolic,
    /// Inputs are these bytes, by name; a missing byte is zero.
    Concrete(BTreeMap<String, Vec<u8>>),
    /// Inputs are those that a model gives to each of the ways that were merged: see [`crate::Machine::concrete_inputs`].
    OfModel(ModelInputs),
}

/// The values of the inputs of several paths. One name can stand for inputs of different sizes on different paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelInputs {
    /// By name, index of the element and size in bytes.
    pub(crate) elements: BTreeMap<(String, u64, u32), u64>,
    /// Answers about the analysis, by name.
    pub(crate) answers: BTreeMap<String, bool>,
    /// What was in memory that was never written, where the explorer asked for it before the program did.
    pub(crate) unwritten: UnwrittenWords,
}

impl InputSource {
    /// What was answered to a question about the analysis, if it is given.
    pub(crate) fn answer(&self, name: &str) -> Option<bool> {
        match self {
            InputSource::Symbolic => None,
            InputSource::Concrete(bytes) => {
                let answer = bytes.get(name).and_then(|answer| answer.first());
                Some(answer.is_some_and(|&answer| answer != 0))
            }
            InputSource::OfModel(model) => Some(model.answers.get(name).copied() == Some(true)),
        }
    }
}

/// What an input is part of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InputOrigin {
    /// A register that the program made symbolic.
    Register,
    /// Memory that the program made symbolic.
    Memory {
        /// First address.
        address: u64,
    },
    /// What a stream delivered: standard input or a file.
    Stream,
    /// A number that standard input was asked for.
    Number {
        /// What it is.
        kind: NumberKind,
        /// How many bytes and numbers standard input delivered before. That many bytes from its start there is a blank in the stream's
        /// own input, where the text of the number stands.
        stream_offset: u64,
        /// How many characters the text has at most, if that is bounded.
        width: Option<u64>,
    },
    /// Memory that the program read before it wrote it.
    Uninitialized {
        /// First address.
        address: u64,
    },
    /// A register of a device that the program read.
    Device {
        /// Its address.
        address: u64,
    },
    /// Memory that is symbolic from the start, such as arguments.
    Initial {
        /// First address.
        address: u64,
    },
    /// An answer that is about the analysis: whether a value is symbolic.
    Analysis,
    /// The address of a heap block, where those are symbolic.
    Address,
}

/// An input of a path: a sequence of elements of one size.
#[derive(Clone, Debug)]
pub struct InputRecord {
    /// Its name, unique on the path.
    pub name: Rc<str>,
    /// Bytes per element: 4 for an array of `int`; 1 when nothing is known.
    pub element_size: u32,
    /// The values of the elements, in order; for streams as many as were read.
    pub elements: Vec<Value>,
    /// What it is part of.
    pub origin: InputOrigin,
}

/// The value of an input, as bytes in memory order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestInput {
    /// Its name.
    pub name: String,
    /// Its bytes, little endian within elements.
    pub bytes: Vec<u8>,
    /// Bytes per element.
    pub element_size: u32,
    /// What it is part of.
    pub origin: InputOrigin,
}

/// The values of a path's inputs, in the order in which the path created them.
pub type TestInputs = Vec<TestInput>;

/// The questions about the analysis that were answered with yes, the newest first.
pub(crate) fn answers(records: &Chain<InputRecord>) -> impl Iterator<Item = &Rc<str>> {
    let answers = records.iter();
    let answers = answers.filter(|record| record.origin == InputOrigin::Analysis);
    answers.map(|record| &record.name)
}

/// Whether two paths were given the same answers about the analysis.
pub(crate) fn answers_agree(first: &Chain<InputRecord>, second: &Chain<InputRecord>) -> bool {
    first.is(second) || answers(first).eq(answers(second))
}

/// The records of a path, oldest first, with those of each stream joined into one at the place of the first.
pub(crate) fn join_streams(records: &Chain<InputRecord>) -> Vec<InputRecord> {
    let mut streams: FxHashMap<Rc<str>, usize> = FxHashMap::default();
    let mut joined: Vec<InputRecord> = Vec::new();
    for record in records.to_vec() {
        if record.origin == InputOrigin::Stream {
            if let Some(&index) = streams.get(&record.name) {
                joined[index].elements.extend(record.elements);
                continue;
            }
            streams.insert(record.name.clone(), joined.len());
        }
        joined.push(record);
    }
    joined
}
