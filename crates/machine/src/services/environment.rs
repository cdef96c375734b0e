//! The services' part of a state: streams, mappings and the clock.

use everypath_program::Image;

use super::memory_map::MemoryMap;
use super::streams::Streams;
use crate::memory::ObjectId;
use crate::{MachineOptions, Value};

/// The services' part of a state.
#[derive(Clone, Debug)]
pub(crate) struct Environment {
    pub(super) streams: Streams,
    pub(super) memory_map: MemoryMap,
    pub(super) clock: u64,
}

impl Environment {
    pub fn new(options: &MachineOptions, image: &Image, break_object: Option<ObjectId>) -> Self {
        Environment {
            streams: Streams::new(options),
            memory_map: MemoryMap::new(image, break_object),
            clock: 0,
        }
    }

    pub fn output(&self, stream: u8) -> Vec<Value> {
        self.streams.output(stream)
    }

    /// Whether two states have the same environment, but for what they wrote to it.
    pub fn agrees_with(&self, other: &Environment) -> bool {
        let Environment {
            streams,
            memory_map,
            clock,
        } = other;
        self.clock == *clock && self.memory_map == *memory_map && self.streams.agree_with(streams)
    }

    /// Whether two states have the same environment, but for what they wrote to it and how much they read from an endless input.
    pub fn agrees_but_for_reading(&self, other: &Environment) -> bool {
        let Environment {
            streams,
            memory_map,
            clock,
        } = other;
        self.clock == *clock
            && self.memory_map == *memory_map
            && self.streams.agree_but_for_reading(streams)
    }
}
