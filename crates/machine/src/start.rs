//! The state at the program's start: memory, registers and what is symbolic from the beginning.

use std::rc::Rc;

use everypath_program::{Image, Permissions, Region, RegionKind};
use everypath_solver::PathCondition;

use crate::call_tree::CallTree;
use crate::inputs::InputOrigin;
use crate::meeting::Meeting;
use crate::memory::{Object, ObjectId, Places};
use crate::names::Names;
use crate::services::Environment;
use crate::{Chain, Machine, Memory, MemoryEncoding, State, Value};

impl Machine<'_> {
    /// The state at the program's start.
    pub fn initial_state(&mut self) -> State {
        let image = self.program.image();
        let mut memory = Memory::new();
        let mut heap = None;
        for region in &image.regions {
            let id = memory.add(Object::new(region));
            if region.kind == RegionKind::Break {
                heap = Some(id);
            }
        }
        if heap.is_none()
            && let Some(region) = heap_region(image)
        {
            heap = Some(memory.add(Object::new(&region)));
        }
        if self.options.memory == MemoryEncoding::Flat {
            memory.make_flat(&mut self.terms, self.address_width, &image.regions);
        }
        let locals = self.program.locals(self.program.entry()).len();
        let mut state = State {
            path: PathCondition::new(),
            locals: vec![Value::Constant(0); locals],
            memory,
            frame_objects: Vec::new(),
            caller: None,
            jump_points: Vec::new(),
            jumps_saved: 0,
            heap: Places::new(image.areas.heap),
            local_area: Places::new(image.areas.locals),
            heap_blocks: 0,
            key: self.program.entry(),
            block: None,
            index: 0,
            executed: 0,
            begun: 0,
            jumps: 0,
            newly_covered: 0,
            calls: CallTree::ROOT,
            loops: Rc::default(),
            decisions: Chain::new(),
            inputs: Chain::new(),
            names: Names::default(),
            lives: Rc::default(),
            bound: Chain::new(),
            preferences: Chain::new(),
            widened: false,
            targets: Rc::from([]),
            environment: Rc::new(Environment::new(&self.options, image, heap)),
            required: None,
            dead: false,
            left_ways: Vec::new(),
            meeting: Meeting::default(),
        };
        for (number, region) in image.regions.iter().enumerate() {
            if region.arbitrary {
                self.begin_life(&mut state, ObjectId(number as u32));
            }
        }
        for &(local, constant) in &image.locals {
            if let Some(value) = state.locals.get_mut(local.0 as usize) {
                *value = Value::Constant(constant);
            }
        }
        for range in &image.symbolic {
            let origin = InputOrigin::Initial {
                address: range.address,
            };
            self.symbolic_bytes(&mut state, &range.name, range.address, range.size, origin);
            if range.nonzero {
                self.assume_nonzero(&mut state, range.address, range.size);
            }
        }
        state
    }

    /// Adds to the path that no byte of a range is zero.
    fn assume_nonzero(&mut self, state: &mut State, address: u64, size: u64) {
        for at in address..address + size {
            if let Ok((object, offset)) = state.memory.place(at, 1, false)
                && let Value::Term(byte) = state.memory.load(&mut self.terms, object, offset, 1)
            {
                let zero = self.terms.constant(8, 0);
                let nonzero = self.terms.ne(byte, zero);
                state.path.push(nonzero);
            }
        }
    }
}

/// The heap that starts out empty at the initial program break.
fn heap_region(image: &Image) -> Option<Region> {
    let base = image.initial_break?;
    Some(Region {
        name: "heap".into(),
        base,
        size: 0,
        permissions: Permissions::READ_WRITE,
        kind: RegionKind::Break,
        bytes: std::sync::Arc::from([]),
        arbitrary: false,
    })
}
