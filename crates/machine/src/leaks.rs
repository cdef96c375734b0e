//! What is left of the heap when the program ends.

use everypath_program::{Position, Property, RegionKind};
use everypath_term::Term;
use rustc_hash::FxHashSet;

use crate::memory::{Object, ObjectId};
use crate::{CutReason, Event, Machine, State, Value};

impl Machine<'_> {
    /// The event of a heap block that was not freed, or that nothing points to any more.
    pub(crate) fn check_leaks(&mut self, state: &mut State, position: Position) -> Option<Event> {
        let checks = self.options.checks;
        if checks.contains(Property::MemoryLeak) {
            let left = heap_blocks(state).find(|(_, block)| block.live().is_none());
            if let Some(detail) = left.map(|(_, block)| format!("{} is not freed", block.name())) {
                return Some(self.violation(state, Property::MemoryLeak, position, detail));
            }
            // Blocks that only some of the merged ways have.
            let lives: Vec<Term> = heap_blocks(state)
                .filter_map(|(_, block)| block.live())
                .collect();
            let mut none = self.terms.bool(true);
            for live in lives {
                let gone = self.terms.not(live);
                none = self.terms.and(none, gone);
            }
            let none = Value::of(&self.terms, none);
            if let Some(event) = self.require(state, Property::MemoryLeak, none, position) {
                return Some(event);
            }
        }
        if checks.contains(Property::LostMemory) {
            let reached = self.reached(state);
            let lost = heap_blocks(state).find(|(id, _)| !reached.contains(id));
            if lost.is_some() && state.merged {
                // Pointers may be choices between the ways that were merged.
                let what = "whether a block of the heap is lost, after ways were merged";
                return Some(Event::Cut(CutReason::Unsupported(what.to_owned())));
            }
            if let Some((_, block)) = lost {
                let detail = format!("no pointer leads to {}, which is not freed", block.name());
                return Some(self.violation(state, Property::LostMemory, position, detail));
            }
        }
        None
    }

    /// The objects that chains of constant pointers lead to from the variables that are live. A pointer into the middle of an
    /// object counts.
    fn reached(&mut self, state: &State) -> FxHashSet<ObjectId> {
        let memory = &state.memory;
        let variables = memory
            .objects()
            .filter(|(_, object)| matches!(object.kind(), RegionKind::Global | RegionKind::Local))
            .map(|(id, _)| id);
        let registers = state.all_locals().filter_map(|value| match value {
            Value::Constant(address) => memory.find(address),
            Value::Term(_) => None,
        });
        let mut waiting: Vec<ObjectId> = variables.chain(registers).collect();
        let mut reached: FxHashSet<ObjectId> = waiting.iter().copied().collect();
        let pointer = self.address_width / 8;
        while let Some(id) = waiting.pop() {
            let size = state.memory.object(id).size();
            let mut offset = 0;
            while offset + u64::from(pointer) <= size {
                if let Value::Constant(address) =
                    state.memory.load(&mut self.terms, id, offset, pointer)
                    && let Some(target) = state.memory.find(address)
                    && reached.insert(target)
                {
                    waiting.push(target);
                }
                offset += u64::from(pointer);
            }
        }
        reached
    }
}

fn heap_blocks(state: &State) -> impl Iterator<Item = (ObjectId, &Object)> {
    let objects = state.memory.objects();
    objects.filter(|(_, object)| object.kind() == RegionKind::Heap)
}
