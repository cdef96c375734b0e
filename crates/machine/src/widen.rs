//! Widening: what two states at the head of a loop differ in, and a state in which all of that may be anything.
//!
//! A prover lets a state go once around a loop and compares what comes back with what set out ([`Machine::changed`]). What differs
//! is a [`Cell`]; [`Machine::widen`] gives cells fresh terms, so that the state stands for every number of iterations. Each part of a state is named
//! where states are compared, as where they are merged, so that a new part cannot be forgotten: what is compared exactly or refused is in
//! [`Machine::changed`], what does not matter is there with the reason.
//!
//! Inputs and lives are named by how many there were before. A state that comes back has more of them than the one that set out; names
//! only have to be fresh in what follows, and they are: whatever the widened state knows is older than the loop, or a term of its own.
//! Addresses are not so: an object that comes and goes within an iteration would get the address of the last iteration's once more,
//! so no value may lead there from one iteration into the next ([`Unlike::Address`]). Nor may anything follow from where such an object is, which is
//! elsewhere in each iteration: so who proves something looks at iterations whose objects are placed elsewhere, too ([`Machine::place_elsewhere`]).

use std::collections::BTreeSet;
use std::fmt::{Display, Formatter};
use std::rc::Rc;

use everypath_program::{BlockKey, Position, Property};
use everypath_term::{Kind, MemoryLiteral, Term, TermTable};
use serde::{Deserialize, Serialize};

use crate::inputs::answers_agree;
use crate::meeting::Arrival;
use crate::memory::Places;
use crate::{CallNode, Machine, MemoryEncoding, ObjectId, State, Value};

/// By so many bits an address may have been shifted right, and is still known for one.
const SHIFTS: u32 = 16;

/// A part of a state that an iteration may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    /// A local of the running frame, by number.
    Local(u32),
    /// Bytes of an object.
    Bytes {
        /// The object.
        object: ObjectId,
        /// Offset of the first byte from the base of the object.
        offset: u64,
        /// How many: 1, 2, 4 or 8.
        size: u32,
    },
    /// A part of an object whose contents are one array term.
    Array {
        /// The object.
        object: ObjectId,
        /// Offset of its first byte from the base of the object.
        start: u64,
        /// Its length in bytes.
        length: u64,
    },
}

impl Cell {
    /// Whether its value is a bit-vector.
    pub fn is_number(self) -> bool {
        match self {
            Cell::Local(_) | Cell::Bytes { .. } => true,
            Cell::Array { .. } => false,
        }
    }

    /// The object that it is a part of, if it is none of the frame's locals.
    pub fn object(&self) -> Option<ObjectId> {
        match *self {
            Cell::Local(_) => None,
            Cell::Bytes { object, .. } | Cell::Array { object, .. } => Some(object),
        }
    }
}

/// What a cell is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellName {
    /// The name of a variable, a member or an element, else of a register or a place.
    pub name: String,
    /// Whether it is all of a variable, a member or an element of the source.
    pub is_variable: bool,
}

/// Why a state cannot be widened to stand for another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Unlike {
    /// Code was written.
    Code,
    /// Frames: callers, variables in memory, calls of `setjmp`.
    Frames,
    /// Objects that exist, and where, how large and how accessible they are.
    Objects,
    /// Memory that one of the two never wrote, where that is checked.
    Unwritten,
    /// Streams, files, mappings and clock, but for how much was read from an endless input.
    Environment,
    /// Questions about the analysis.
    Answers,
    /// An address of an object that was made in the iteration is kept.
    Address,
    /// The flat encoding of memory.
    Encoding,
}

impl Display for Unlike {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Unlike::Code => "it writes code",
            Unlike::Frames => "it changes frames or calls of setjmp",
            Unlike::Objects => "it makes, frees or resizes objects that stay",
            Unlike::Unwritten => {
                "it writes memory for the first time, and reads before writes are checked"
            }
            Unlike::Environment => "it changes files, mappings or the clock",
            Unlike::Answers => "it asks whether values are symbolic",
            Unlike::Address => "it keeps an address of an object that it makes",
            Unlike::Encoding => "memory is encoded as one array",
        })
    }
}

/// The numbers as wide as an address that stand anywhere in known contents: some narrow elements side by side, the lowest first, or the elements.
fn words_of(literal: &MemoryLiteral, address_width: u32) -> impl Iterator<Item = u64> {
    let width = literal.element_width;
    let count = u64::from(address_width.div_ceil(width));
    let word = move |start: u64| {
        (0..count).fold(0, |word, number| {
            let element = literal.element(start.wrapping_add(number));
            word | element << (u64::from(width) * number)
        })
    };
    let starts = literal.runs().iter().flat_map(move |run| {
        // What stands before a run and behind it may belong to the number, too.
        let before = count - 1;
        let known = run.contents().len() as u64;
        (0..before + known).map(move |at| run.start().wrapping_add(at).wrapping_sub(before))
    });
    starts.map(word)
}

/// The number as wide as an address whose bytes are the last that were written to a memory, the lowest first, if they are constants.
fn word_written(terms: &TermTable, memory: Term, address_width: u32) -> Option<u64> {
    let (mut memory, mut word) = (memory, 0);
    for _ in 0..address_width / 8 {
        let node = terms.node(memory);
        if node.kind != Kind::Write || terms.width(node.third()) != 8 {
            return None;
        }
        word = word << 8 | terms.as_u64(node.third())?;
        memory = node.first();
    }
    Some(word)
}

impl Machine<'_> {
    /// From now on states pause where they jump back, and where they enter these blocks with these call stacks: see
    /// [`Machine::take_arrival`].
    pub fn watch_heads(&mut self, heads: impl IntoIterator<Item = (CallNode, BlockKey)>) {
        self.heads = Some(heads.into_iter().collect());
    }

    /// Whether some path asked if a value is symbolic: what is arbitrary in a widened state may be no term on a path.
    pub fn has_asked_for_symbolic(&self) -> bool {
        self.asked_for_symbolic
    }

    /// Whether some path made a block of the heap, since that was forgotten last.
    pub fn has_made_blocks(&self) -> bool {
        self.made_blocks
    }

    /// Forgets that blocks of the heap were made: another run begins.
    pub fn forget_blocks(&mut self) {
        self.made_blocks = false;
    }

    /// Locals that nobody reads any more become 0, in a state that stands at the beginning of a block.
    pub fn forget_dead(&self, state: &mut State) {
        for local in self.program.dead(state.key) {
            if let Some(value) = state.locals.get_mut(local.0 as usize) {
                *value = Value::Constant(0);
            }
        }
    }

    /// How a state has just entered a watched block, for the first one who asks.
    pub fn take_arrival(&self, state: &mut State) -> Option<Arrival> {
        state.meeting.arrived.take()
    }

    /// How a state entered the block that it is in, if that is watched.
    pub(crate) fn arrival(
        &self,
        state: &State,
        from: BlockKey,
        calls: CallNode,
    ) -> Option<Arrival> {
        let heads = self.heads.as_ref()?;
        if state.calls == calls && state.key <= from {
            return Some(Arrival::Back);
        }
        let is_head = heads.contains(&(state.calls, state.key));
        is_head.then_some(Arrival::Forward)
    }

    /// What a state that came back to the head of a loop differs in from the one that set out there.
    ///
    /// # Errors
    /// If more than cells differ.
    pub fn changed(&mut self, from: &State, back: &State) -> Result<BTreeSet<Cell>, Unlike> {
        let State {
            // What is known of the values: the one that came back knows more.
            path: _,
            locals,
            memory,
            frame_objects,
            caller,
            jump_points,
            jumps_saved,
            heap,
            local_area,
            key,
            index,
            calls,
            environment,
            targets,
            required,
            dead,
            // How it came here, and what was counted on the way; bounds are none of a prover's.
            heap_blocks: _,
            block: _,
            executed: _,
            begun: _,
            jumps: _,
            newly_covered: _,
            loops: _,
            decisions: _,
            inputs,
            left_ways: _,
            meeting: _,
            // Names of what is new from here on.
            names: _,
            lives: _,
            // What terms are constants on the path, and what the program would like.
            bound: _,
            preferences: _,
            // A state that comes back was widened where it set out.
            widened: _,
        } = back;
        if self.options.memory != MemoryEncoding::Objects {
            return Err(Unlike::Encoding);
        }
        let stands = (from.key, from.index, from.calls) == (*key, *index, *calls)
            && from.required == *required
            && from.dead == *dead
            && from.targets.is_empty()
            && targets.is_empty();
        if !stands || from.memory.code_written() || memory.code_written() {
            return Err(Unlike::Code);
        }
        let same_callers = match (&from.caller, caller) {
            (None, None) => true,
            (Some(one), Some(two)) => Rc::ptr_eq(one, two),
            _ => false,
        };
        // An iteration that calls `setjmp` would give out the numbers of the last one's calls once more.
        let no_points = from.jump_points.is_empty()
            && jump_points.is_empty()
            && from.jumps_saved == *jumps_saved;
        if !same_callers || !no_points || from.frame_objects != *frame_objects {
            return Err(Unlike::Frames);
        }
        if !from.environment.agrees_but_for_reading(environment) {
            return Err(Unlike::Environment);
        }
        if !answers_agree(&from.inputs, inputs) {
            return Err(Unlike::Answers);
        }
        let mut cells = BTreeSet::new();
        for (number, (mine, theirs)) in (0..).zip(from.locals.iter().zip(locals)) {
            if mine != theirs {
                cells.insert(Cell::Local(number));
            }
        }
        let checked = self.options.checks.contains(Property::UninitializedRead);
        from.memory
            .changed(&self.terms, memory, checked, self.address_width, &mut cells)?;
        for (before, after) in [(from.heap, *heap), (from.local_area, *local_area)] {
            self.keeps_no_address(back, &cells, before, after)?;
        }
        Ok(cells)
    }

    /// Whether objects were made between two states, or there was an attempt.
    pub fn makes_objects(&self, from: &State, back: &State) -> bool {
        let used = |state: &State| (state.heap.used(), state.local_area.used());
        used(from) != used(back)
    }

    /// What a state makes from here on is placed somewhere else than usually; elsewhere for each number.
    pub fn place_elsewhere(&self, state: &mut State, number: u64) {
        state.heap.leave_room(number);
        state.local_area.leave_room(number);
    }

    /// That no value of a cell is made of an address that was given out between two states of an area.
    ///
    /// Every constant within the value that is as wide as an address is looked at, also for what is left of an address that was shifted right.
    fn keeps_no_address(
        &mut self,
        state: &State,
        cells: &BTreeSet<Cell>,
        before: Places,
        after: Places,
    ) -> Result<(), Unlike> {
        if before.used() == after.used() {
            return Ok(());
        }
        let start = before.start();
        let (first, behind) = (start + before.used(), start + after.used());
        if behind < first {
            return Err(Unlike::Objects);
        }
        let mut roots = Vec::new();
        for &cell in cells {
            match self.cell_value(state, cell) {
                Some(value) => roots.push(value),
                None => return Err(Unlike::Address),
            }
        }
        let is_address = |constant: u64| {
            let mut shifts = 0..SHIFTS;
            shifts.any(|shift| ((first >> shift)..=(behind >> shift)).contains(&constant))
        };
        for term in self.terms.post_order(&roots) {
            let keeps = match self.terms.literal(term) {
                Some(literal) => words_of(literal, self.address_width).any(is_address),
                None if self.terms.kind(term) == Kind::Write => {
                    word_written(&self.terms, term, self.address_width).is_some_and(is_address)
                }
                None => {
                    let wide = self.terms.width(term) >= self.address_width;
                    wide && self.terms.as_u64(term).is_some_and(is_address)
                }
            };
            if keeps {
                return Err(Unlike::Address);
            }
        }
        Ok(())
    }

    /// The value of a cell, as wide as the cell; none if the state does not have the cell or the value has no name.
    pub fn cell_value(&mut self, state: &State, cell: Cell) -> Option<Term> {
        match cell {
            Cell::Local(number) => {
                let width = self.program.locals(state.key).get(number as usize)?.width;
                let value = *state.locals.get(number as usize)?;
                Some(value.term(&mut self.terms, width))
            }
            Cell::Bytes {
                object,
                offset,
                size,
            } => state
                .memory
                .bytes_of_cell(&mut self.terms, &mut self.lives, object, offset, size),
            Cell::Array {
                object,
                start,
                length,
            } => state.memory.array_of_cell(
                &mut self.terms,
                &mut self.lives,
                self.address_width,
                object,
                (start, length),
            ),
        }
    }

    /// What a cell is called in the source, where an instruction stands; else by its place.
    pub fn cell_name(&self, state: &State, cell: Cell, position: Position) -> CellName {
        let plain = |name: String| CellName {
            name,
            is_variable: false,
        };
        let (object, offset, size) = match cell {
            Cell::Local(number) => {
                let locals = self.program.locals(state.key);
                let Some(info) = locals.get(number as usize) else {
                    return plain(format!("local {number}"));
                };
                return match self.program.variable_in(info) {
                    Some(name) => CellName {
                        name: name.to_owned(),
                        is_variable: true,
                    },
                    None if info.name.is_empty() => plain(format!("local {number}")),
                    None => plain(info.name.clone()),
                };
            }
            Cell::Bytes {
                object,
                offset,
                size,
            } => (object, offset, u64::from(size)),
            Cell::Array {
                object,
                start,
                length,
            } => (object, start, length),
        };
        if !state.memory.has_cell(object, offset, size) {
            return plain(format!("object {} at {offset}", object.0));
        }
        let address = state.memory.object(object).base().wrapping_add(offset);
        let local = |local| state.local(local).constant();
        let shape = self.program.data_at(address, size, position, &local);
        let is_variable = shape.element_size.map(u64::from) == Some(size) && cell.is_number();
        match shape.name {
            Some(name) => CellName { name, is_variable },
            None => plain(format!("{size} bytes at {address:#x}")),
        }
    }

    /// Locals, and variables of the frame that are single numbers, which have terms and are none of some cells.
    pub fn others_with_terms(
        &mut self,
        state: &State,
        cells: &BTreeSet<Cell>,
    ) -> Vec<(Cell, Term)> {
        let mut others = Vec::new();
        for (number, &value) in (0..).zip(&state.locals) {
            match value {
                Value::Term(term) if self.terms.width(term) <= 64 => {
                    others.push((Cell::Local(number), term));
                }
                Value::Term(_) | Value::Constant(_) => {}
            }
        }
        others.retain(|(cell, _)| !cells.contains(cell));
        let changed: BTreeSet<ObjectId> = cells.iter().filter_map(Cell::object).collect();
        let variables = state.frame_objects.iter().copied();
        for object in variables.filter(|object| !changed.contains(object)) {
            let size = match state.memory.is_live(object) {
                true => state.memory.object(object).size(),
                false => 0,
            };
            if !matches!(size, 1 | 2 | 4 | 8) {
                continue;
            }
            let cell = Cell::Bytes {
                object,
                offset: 0,
                size: size as u32,
            };
            let term = self.cell_value(state, cell);
            let term = term.filter(|&term| self.terms.as_constant(term).is_none());
            others.extend(term.map(|term| (cell, term)));
        }
        others
    }

    /// Gives cells fresh terms, named after `label` and the cell: `fresh` makes one of a width, or a memory of bytes for a width of 0. Gives
    /// them; cells that the state does not have, or has not written where that is checked, stay as they are, and what comes back then differs there.
    pub fn widen(
        &mut self,
        state: &mut State,
        cells: &BTreeSet<Cell>,
        label: &str,
        mut fresh: impl FnMut(&mut TermTable, Cell, String, u32) -> Term,
    ) -> Vec<(Cell, Term)> {
        state.widened = true;
        let mut widened = Vec::new();
        for &cell in cells {
            match cell {
                Cell::Local(number) => {
                    let locals = self.program.locals(state.key);
                    let (Some(info), Some(value)) = (
                        locals.get(number as usize),
                        state.locals.get_mut(number as usize),
                    ) else {
                        continue;
                    };
                    let name = format!("{label} local {number}");
                    let term = fresh(&mut self.terms, cell, name, info.width);
                    *value = Value::Term(term);
                    widened.push((cell, term));
                }
                Cell::Bytes {
                    object,
                    offset,
                    size,
                } => {
                    let part = (offset, u64::from(size));
                    if !self.may_be_arbitrary(state, object, part) {
                        continue;
                    }
                    let name = format!("{label} object {} at {offset}", object.0);
                    let term = fresh(&mut self.terms, cell, name, 8 * size);
                    state
                        .memory
                        .store(&mut self.terms, object, offset, size, Value::Term(term));
                    widened.push((cell, term));
                }
                Cell::Array {
                    object,
                    start,
                    length,
                } => {
                    if self.may_be_arbitrary(state, object, (start, length)) {
                        let name = format!("{label} object {} from {start}", object.0);
                        let contents = fresh(&mut self.terms, cell, name, 0);
                        widened.push((cell, contents));
                        state.memory.set_array_of_cell(
                            &mut self.terms,
                            self.address_width,
                            object,
                            (start, length),
                            contents,
                        );
                    }
                }
            }
        }
        widened
    }

    /// Whether bytes of an object can become arbitrary: not where some of them were never written and that is checked, for then nobody would see it.
    fn may_be_arbitrary(
        &self,
        state: &State,
        object: ObjectId,
        (start, length): (u64, u64),
    ) -> bool {
        let checked = self.options.checks.contains(Property::UninitializedRead);
        state.memory.has_cell(object, start, length)
            && !(checked
                && state
                    .memory
                    .object(object)
                    .has_undefined(start..start + length))
    }
}
