//! What became of objects, for who explains a violation: where a block of the heap was allocated and where it was freed, and whose a variable
//! was that is no more.
//!
//! It is kept where a violation is shown with constants for all inputs ([`MachineOptions::histories`]). There is one state then, and paths that
//! are followed symbolically pay nothing for it. What is told is what AddressSanitizer tells of an address (K. Serebryany, D. Bruening, A.
//! Potapenko, D. Vyukov, "AddressSanitizer: A Fast Address Sanity Checker", USENIX ATC 2012).

use std::collections::BTreeMap;
use std::fmt::{Display, Formatter};
use std::rc::Rc;

use everypath_program::{Position, RegionKind};
use serde::{Deserialize, Serialize};

use crate::memory::ObjectId;
use crate::{Machine, MachineOptions, State};

/// Of more objects than this, those at the highest addresses are kept: blocks of the heap before variables, of each the last ones made.
const MOST_OBJECTS: usize = 1 << 16;

/// A place that explains a violation elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// What happened there.
    pub what: Happened,
    /// Where, in the program's own code.
    pub position: Position,
}

/// What happened to a block of the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Happened {
    /// It was allocated.
    Allocated,
    /// It was freed.
    Freed,
}

impl Display for Happened {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Happened::Allocated => "allocated",
            Happened::Freed => "freed",
        })
    }
}

/// The objects that were made, by their addresses; none where that is not kept.
#[derive(Debug, Default)]
pub(crate) struct Histories {
    objects: Option<BTreeMap<u64, History>>,
    /// What explains the last violation.
    notes: Vec<Note>,
}

/// An object that was made.
#[derive(Debug)]
struct History {
    size: u64,
    name: Rc<str>,
    what: What,
}

#[derive(Debug)]
enum What {
    /// A block of the heap, with the places in the program's own code where it was allocated and where it was freed.
    Block {
        allocated: Option<Position>,
        freed: Option<Position>,
    },
    /// A variable that is made here.
    Variable(Position),
}

impl Histories {
    pub(crate) fn new(options: &MachineOptions) -> Self {
        Histories {
            objects: options.histories.then(BTreeMap::new),
            notes: Vec::new(),
        }
    }

    /// The last object that was made at an address, or around it.
    fn around(&self, address: u64) -> Option<(u64, &History)> {
        let (&base, history) = self.objects.as_ref()?.range(..=address).next_back()?;
        (address - base < history.size.max(1)).then_some((base, history))
    }

    /// Notes where the block of the heap at an address, or around it, was allocated and freed.
    pub(crate) fn explain(&mut self, address: u64) {
        let places = match self.around(address).map(|(_, history)| &history.what) {
            Some(&What::Block { allocated, freed }) => {
                [(Happened::Allocated, allocated), (Happened::Freed, freed)]
            }
            Some(What::Variable(_)) | None => return self.notes.clear(),
        };
        let places = places.into_iter();
        let notes = places.filter_map(|(what, position)| {
            Some(Note {
                what,
                position: position?,
            })
        });
        self.notes = notes.collect();
    }
}

impl Machine<'_> {
    /// The places that explain the violation that a run with constants for all inputs ended with.
    pub fn notes(&self) -> &[Note] {
        &self.histories.notes
    }

    /// An object was made by the instruction at a position.
    pub(crate) fn begin_history(&mut self, state: &State, id: ObjectId, position: Position) {
        if self.histories.objects.is_none() {
            return;
        }
        let object = state.memory.object(id);
        let what = match object.kind() == RegionKind::Heap {
            true => What::Block {
                allocated: self.place_of_user(state, position),
                freed: None,
            },
            false => What::Variable(position),
        };
        let history = History {
            size: object.size(),
            name: object.name().into(),
            what,
        };
        if let Some(objects) = &mut self.histories.objects {
            objects.insert(object.base(), history);
            if objects.len() > MOST_OBJECTS {
                objects.pop_first();
            }
        }
    }

    /// The block of the heap at an address was freed by the instruction at a position.
    pub(crate) fn end_history(&mut self, state: &State, base: u64, position: Position) {
        if self.histories.objects.is_none() {
            return;
        }
        let place = self.place_of_user(state, position);
        let objects = self.histories.objects.as_mut();
        if let Some(history) = objects.and_then(|objects| objects.get_mut(&base))
            && let What::Block { freed, .. } = &mut history.what
        {
            *freed = place;
        }
    }

    /// What was at an address where no object is any more, if that is known; and notes where it was made and where it ended.
    pub(crate) fn object_before(&mut self, state: &State, address: u64) -> Option<String> {
        self.histories.explain(address);
        let (base, History { name, what, .. }) = self.histories.around(address)?;
        // One of no bytes is there, but at no address.
        if state.memory.find_start(base).is_some() {
            return None;
        }
        Some(match what {
            What::Block { .. } => format!("{name}, which was freed"),
            What::Variable(made) => match self.program.function_name(*made) {
                Some(function) => format!("{name} of {function}, which is no more"),
                None => format!("{name}, which is no more"),
            },
        })
    }

    /// The freed block of the heap that an address is in, and how far, if that is known; and notes where it was allocated and freed.
    pub(crate) fn freed_block(&mut self, address: u64) -> Option<(Rc<str>, u64)> {
        self.histories.explain(address);
        let (base, history) = self.histories.around(address)?;
        let is_block = matches!(history.what, What::Block { .. });
        is_block.then(|| (history.name.clone(), address - base))
    }
}
