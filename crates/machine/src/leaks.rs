//! What is left of the heap when the program ends.

use everypath_program::{Permissions, Position, Property, RegionKind};
use everypath_term::{Term, TermTable};
use rustc_hash::FxHashSet;

use crate::bounds::is_choice;
use crate::event::Purpose;
use crate::memory::{Object, ObjectId};
use crate::{CutReason, Event, Machine, State, Value};

impl Machine<'_> {
    /// The event of a heap block that was not freed, or that nothing points to any more.
    pub(crate) fn check_leaks(&mut self, state: &mut State, position: Position) -> Option<Event> {
        let checks = self.options.checks;
        if self.has_symbolic_heap(state) {
            return self.check_blocks_left(state, position);
        }
        if checks.contains(Property::MemoryLeak) {
            let left: Vec<ObjectId> = heap_blocks(state)
                .filter(|(_, block)| block.live().is_none())
                .map(|(id, _)| id)
                .collect();
            if let [first, more @ ..] = &left[..] {
                let block = state.memory.object(*first);
                self.histories.explain(block.base());
                let name = block.name();
                let detail = match more.len() {
                    0 => format!("{name} is not freed"),
                    1 => format!("{name} is not freed, nor is another one"),
                    more => format!("{name} is not freed, nor are {more} others"),
                };
                return Some(self.violation(state, Property::MemoryLeak, position, detail));
            }
            // Blocks that only some of the merged ways have.
            let lives = heap_blocks(state).filter_map(|(_, block)| block.live());
            let none = none_of(&mut self.terms, lives.collect());
            return self.require(state, Property::MemoryLeak, none, position);
        }
        // What is lost is left, too: nothing is where both are checked.
        if checks.contains(Property::LostMemory) {
            return self.check_lost(state, position);
        }
        None
    }

    /// The same where the addresses of blocks are terms.
    fn check_blocks_left(&mut self, state: &mut State, position: Position) -> Option<Event> {
        let heap = state.memory.heap()?;
        let none = self.heaps.is_empty(&mut self.terms, heap);
        let checks = self.options.checks;
        if checks.contains(Property::MemoryLeak) {
            let none = Value::of(&self.terms, none);
            return self.require(state, Property::MemoryLeak, none, position);
        }
        if checks.contains(Property::LostMemory) && !self.terms.is_true(none) {
            let what = "the search for lost memory among blocks at symbolic addresses";
            return Some(Event::Cut(CutReason::Unsupported(what.to_owned())));
        }
        None
    }

    /// The event of a heap block that no chain of pointers leads to, or of a pointer that has to be known for that.
    fn check_lost(&mut self, state: &mut State, position: Position) -> Option<Event> {
        let Reached { objects, open } = self.reached(state);
        let lost: Vec<ObjectId> = heap_blocks(state)
            .map(|(id, _)| id)
            .filter(|id| !objects.contains(id))
            .collect();
        let &first = lost.first()?;
        if state.meeting.merged {
            // A value that is a choice between the ways that were merged: each way by itself.
            if let Some(&term) = open.iter().find(|&&term| is_choice(&self.terms, term)) {
                let purpose = Purpose::Argument("the search for lost memory");
                return Some(Event::Concretize { term, purpose });
            }
            if !open.is_empty() {
                let what = "whether a block of the heap is lost, where a value may be a pointer of one of the merged ways";
                return Some(Event::Cut(CutReason::Unsupported(what.to_owned())));
            }
        }
        let lives = lost.iter().map(|&id| state.memory.object(id).live());
        match lives.collect::<Option<Vec<Term>>>() {
            Some(lives) => {
                let none = none_of(&mut self.terms, lives);
                self.require(state, Property::LostMemory, none, position)
            }
            None => {
                let block = state.memory.object(first);
                self.histories.explain(block.base());
                let name = block.name();
                let detail = format!("no pointer leads to {name}, which is not freed");
                Some(self.violation(state, Property::LostMemory, position, detail))
            }
        }
    }

    /// The objects that chains of constant pointers lead to from the variables that are live. A pointer into the middle of an
    /// object counts.
    fn reached(&mut self, state: &State) -> Reached {
        let memory = &state.memory;
        let mut reached = Reached::default();
        let mut waiting: Vec<ObjectId> = memory
            .objects()
            .filter(|(_, object)| match object.kind() {
                RegionKind::Global => true,
                // In the end of its scope a variable lost what it held.
                RegionKind::Local => object.permissions() != Permissions::NONE,
                RegionKind::Segment
                | RegionKind::Stack
                | RegionKind::StackGuard
                | RegionKind::Break
                | RegionKind::Mapping
                | RegionKind::Device
                | RegionKind::Registers
                | RegionKind::Function
                | RegionKind::Heap => false,
            })
            .map(|(id, _)| id)
            .collect();
        reached.objects.extend(&waiting);
        if !self.program.image().variables_in_memory {
            for value in state.all_locals() {
                waiting.extend(self.follow_pointer(state, value, &mut reached));
            }
        }
        let pointer = self.address_width / 8;
        while let Some(id) = waiting.pop() {
            let size = state.memory.object(id).size();
            let mut offset = 0;
            while offset + u64::from(pointer) <= size {
                let word = offset..offset + u64::from(pointer);
                offset = word.end;
                // What was never written is no pointer that anybody has.
                if !state.memory.object(id).has_undefined(word.clone()) {
                    let value = state.memory.load(&mut self.terms, id, word.start, pointer);
                    waiting.extend(self.follow_pointer(state, value, &mut reached));
                }
            }
        }
        reached
    }

    /// The object that a pointer leads to, if it was not reached before.
    fn follow_pointer(
        &mut self,
        state: &State,
        value: Value,
        reached: &mut Reached,
    ) -> Option<ObjectId> {
        let address = match value {
            Value::Constant(address) => address,
            Value::Term(term) => match state.binding(term) {
                Some(address) => address,
                None if !state.meeting.merged => return None,
                None => {
                    let (least, greatest) = self.form_bounds.of(&self.terms, term);
                    let mut near = heap_blocks(state);
                    let may_lead = self.terms.width(term) == self.address_width
                        && near.any(|(_, block)| {
                            let last = block.base() + block.size().saturating_sub(1);
                            least <= last && block.base() <= greatest
                        });
                    if may_lead && !reached.open.contains(&term) {
                        reached.open.push(term);
                    }
                    return None;
                }
            },
        };
        let target = state.memory.find(address)?;
        reached.objects.insert(target).then_some(target)
    }
}

/// What chains of pointers lead to.
#[derive(Debug, Default)]
struct Reached {
    objects: FxHashSet<ObjectId>,
    /// Terms on the way that may be pointers into the heap.
    open: Vec<Term>,
}

/// Holds where none of the terms does.
fn none_of(terms: &mut TermTable, all: Vec<Term>) -> Value {
    let mut none = terms.bool(true);
    for term in all {
        let not = terms.not(term);
        none = terms.and(none, not);
    }
    Value::of(terms, none)
}

fn heap_blocks(state: &State) -> impl Iterator<Item = (ObjectId, &Object)> {
    let objects = state.memory.objects();
    objects.filter(|(_, object)| object.kind() == RegionKind::Heap)
}
