//! The machine: executes one state, block by block, until something needs a decision.
//!
//! This loop is the emulator's speed. Blocks are found through the jump that led to them before any table is asked; constant
//! operands are computed without touching the term table; coverage costs one comparison per block once it is covered.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use everypath_program::{
    Assumption, BinaryOp, Block, BlockKey, Callee, FloatFormat, FloatOperation, Image, Instruction,
    Local, Location, Operand, Permissions, Position, Program, Property, Region, RegionKind,
    Terminator, Transfer,
};
use everypath_solver::PathCondition;
use everypath_term::heap::Heaps;
use everypath_term::ops::{fold_binary, mask, signed};
use everypath_term::{Assignment, Term, TermTable};
use rustc_hash::FxHashMap;

use crate::blocks::{BlockId, Blocks};
use crate::bounds::FormBounds;
use crate::call_tree::CallTree;
use crate::event::Purpose;
use crate::float;
use crate::inputs::{InputOrigin, InputTerms};
use crate::loops::LoopBounds;
use crate::memory::{Object, Places};
use crate::merge::{Entered, Watch};
use crate::services::{Environment, Stop};
use crate::unwritten::Lives;
use crate::{
    CallFrame, Chain, Coverage, CutReason, Decision, DecisionKind, Event, InputRecord, InputSource,
    MachineOptions, Memory, MemoryEncoding, State, Value,
};

/// What all states of a run share.
pub struct Machine<'p> {
    pub(crate) program: &'p dyn Program,
    /// All terms of the run.
    pub terms: TermTable,
    /// What was executed so far.
    pub coverage: Coverage,
    pub(crate) options: MachineOptions,
    pub(crate) address_width: u32,
    pub(crate) blocks: Blocks,
    pub(crate) call_tree: CallTree,
    pub(crate) input_terms: InputTerms,
    /// The operation on floating-point constants whose exceptions were asked for last.
    last_float: Option<float::Last>,
    pub(crate) probes: BTreeMap<u32, [Term; 2]>,
    /// Locals of frames that were left, to be used again.
    pub(crate) spare: Vec<Vec<Value>>,
    /// What the locals of a function begin as, as many as any so far has.
    pub(crate) zeros: Vec<Value>,
    /// Values on their way to block parameters.
    pub(crate) passing: Vec<Value>,
    pub(crate) form_bounds: FormBounds,
    /// Heaps of the flat encoding.
    pub(crate) heaps: Heaps,
    pub(crate) loop_bounds: LoopBounds,
    pub(crate) lives: Lives,
    pub(crate) assumed: BTreeSet<(Assumption, Position)>,
    /// Whether positions are of the user's own code, as far as that was asked.
    pub(crate) positions_of_users: FxHashMap<Position, bool>,
}

/// Why straight-line execution stopped at an instruction.
pub(crate) enum Halt {
    /// The event comes first; the instruction runs again.
    Again(Event),
    /// The state stands behind the instruction.
    Behind(Event),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Again(event) => Halt::Again(event),
            Stop::Behind(event) => Halt::Behind(event),
        }
    }
}

impl State {
    /// The value of an operand.
    #[inline(always)]
    pub(crate) fn read(&self, operand: Operand) -> Value {
        match operand {
            Operand::Local(local) => self.locals[local.0 as usize],
            Operand::Constant(constant) => Value::Constant(constant),
        }
    }

    /// The constant value of an operand. Matched in place: copying a whole `Value` that was just written in halves stalls
    /// the processor's store forwarding, which halves the emulator's speed.
    #[inline(always)]
    pub(crate) fn read_constant(&self, operand: Operand) -> Option<u64> {
        match operand {
            Operand::Local(local) => match &self.locals[local.0 as usize] {
                Value::Constant(constant) => Some(*constant),
                Value::Term(_) => None,
            },
            Operand::Constant(constant) => Some(constant),
        }
    }

    #[inline(always)]
    pub(crate) fn write(&mut self, local: Local, value: Value) {
        self.locals[local.0 as usize] = value;
    }
}

impl<'p> Machine<'p> {
    /// A machine for a program.
    pub fn new(program: &'p dyn Program, options: MachineOptions) -> Self {
        let mut terms = TermTable::new();
        terms.set_rules(&options.rules);
        Machine {
            program,
            loop_bounds: LoopBounds::new(&options),
            lives: Lives::new(&options),
            assumed: BTreeSet::new(),
            positions_of_users: FxHashMap::default(),
            terms,
            coverage: Coverage::default(),
            options,
            address_width: program.address_width(),
            blocks: Blocks::default(),
            call_tree: CallTree::new(),
            input_terms: InputTerms::default(),
            last_float: None,
            probes: BTreeMap::new(),
            spare: Vec::new(),
            zeros: Vec::new(),
            passing: Vec::new(),
            form_bounds: FormBounds::default(),
            heaps: Heaps::new(),
        }
    }

    /// The program.
    pub fn program(&self) -> &'p dyn Program {
        self.program
    }

    /// The options.
    pub fn options(&self) -> &MachineOptions {
        &self.options
    }

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
            names: Rc::default(),
            lives: Rc::default(),
            bound: Chain::new(),
            preferences: Chain::new(),
            targets: Rc::from([]),
            environment: Rc::new(Environment::new(&self.options, image, heap)),
            required: None,
            dead: false,
            left_ways: Vec::new(),
            merged: false,
            doubtful: false,
            bound_here: false,
        };
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

    /// Executes a state until something needs a decision, at most until it has executed `instruction_limit` source
    /// instructions in all.
    pub fn run(&mut self, state: &mut State, instruction_limit: u64) -> Event {
        if state.dead {
            return Event::Dead;
        }
        let watch = Watch::default();
        if self.options.through_terms {
            self.run_loop::<true, false>(state, instruction_limit, watch)
        } else {
            self.run_loop::<false, false>(state, instruction_limit, watch)
        }
    }

    /// Like [`Machine::run`], but pauses with [`Event::Limit`] where `watch` says, where the merging explorer has to look.
    pub fn run_until(&mut self, state: &mut State, instruction_limit: u64, watch: Watch) -> Event {
        if state.dead {
            return Event::Dead;
        }
        state.doubtful = false;
        self.run_loop::<false, true>(state, instruction_limit, watch)
    }

    fn run_loop<const PROBE: bool, const PAUSES: bool>(
        &mut self,
        state: &mut State,
        instruction_limit: u64,
        watch: Watch,
    ) -> Event {
        loop {
            let id = self.current_block(state);
            let block = self.blocks.get(id).block.clone();
            let left = instruction_limit.saturating_sub(state.executed);
            let runs_out = u64::from(block.source_instructions()) > left;
            let mut index = state.index;
            while let Some(instruction) = block.instructions.get(index) {
                if runs_out && u64::from(block.steps[index]) > left {
                    return self.pause(state, id, index, left);
                }
                match self.step::<PROBE>(state, instruction, block.positions[index]) {
                    Ok(()) => index += 1,
                    Err(halt) => return self.halt(state, id, &block, index, halt),
                }
            }
            if runs_out {
                return self.pause(state, id, index, left);
            }
            state.index = index;
            let calls = state.calls;
            if let Err(halt) = self.terminate(state, id, &block) {
                return self.halt(state, id, &block, index, halt);
            }
            if PAUSES {
                let entered = Entered::from(&block, calls, state.calls);
                if let Some(event) = self.pauses(state, entered, watch) {
                    return event;
                }
            }
        }
    }

    #[inline(always)]
    pub(crate) fn current_block(&mut self, state: &mut State) -> BlockId {
        match state.block {
            Some(id) => id,
            None => {
                let fresh = !state.memory.code_written();
                let id = self
                    .blocks
                    .find(self.program, state.key, &state.memory, fresh);
                state.block = Some(id);
                id
            }
        }
    }

    #[inline(never)]
    fn pause(&mut self, state: &mut State, id: BlockId, index: usize, left: u64) -> Event {
        state.index = index;
        state.begun = left as u32;
        self.cover(state, id, index);
        Event::Limit
    }

    #[inline(never)]
    pub(crate) fn halt(
        &mut self,
        state: &mut State,
        id: BlockId,
        block: &Block,
        index: usize,
        halt: Halt,
    ) -> Event {
        state.begun = block.steps[index];
        self.cover(state, id, index + 1);
        match halt {
            Halt::Again(event) => {
                state.index = index;
                event
            }
            Halt::Behind(event) => {
                state.index = index + 1;
                event
            }
        }
    }

    /// Executes one instruction.
    #[inline(always)]
    pub(crate) fn step<const PROBE: bool>(
        &mut self,
        state: &mut State,
        instruction: &Instruction,
        position: Position,
    ) -> Result<(), Halt> {
        match *instruction {
            Instruction::Copy { to, from } => match state.read_constant(from) {
                Some(constant) => state.write(to, Value::Constant(constant)),
                None => state.write(to, state.read(from)),
            },
            Instruction::Binary {
                op,
                width,
                to,
                a,
                b,
            } => {
                if let (Some(a), Some(b)) = (state.read_constant(a), state.read_constant(b))
                    && width <= 64
                    && !PROBE
                {
                    state.write(to, Value::Constant(fold_binary(op, width, a, b)));
                } else {
                    self.binary::<PROBE>(state, op, width, to, [a, b]);
                }
            }
            Instruction::Load {
                to,
                address,
                offset,
                size,
                width,
                signed,
            } => {
                if let Some(loaded) = self.load_constant(state, address, offset, size)
                    && width <= 64
                {
                    let value = extend(loaded, 8 * size, width, signed);
                    state.write(to, Value::Constant(value));
                } else {
                    let loaded = self.load(state, address, offset, size, position)?;
                    let value = loaded.resize(&mut self.terms, 8 * size, 8 * size, width, signed);
                    state.write(to, value);
                }
            }
            Instruction::Store {
                address,
                offset,
                value,
                width,
                size,
            } => {
                let value = match state.read_constant(value) {
                    Some(constant) if size <= 8 => Value::Constant(constant & mask(8 * size)),
                    _ => {
                        state
                            .read(value)
                            .resize(&mut self.terms, width, 8 * size, 8 * size, false)
                    }
                };
                self.store(state, address, offset, value, size, position)?;
            }
            Instruction::Resize {
                to,
                value,
                from,
                keep,
                width,
                signed,
            } => {
                if let Some(constant) = state.read_constant(value)
                    && width <= 64
                    && !PROBE
                {
                    let value = extend(constant & mask(keep), keep, width, signed);
                    state.write(to, Value::Constant(value));
                } else {
                    let value = state.read(value);
                    let result = if PROBE {
                        self.probe_resize(value, from, keep, width, signed)
                    } else {
                        value.resize(&mut self.terms, from, keep, width, signed)
                    };
                    state.write(to, result);
                }
            }
            Instruction::Unary { op, width, to, a } => {
                let a = state.read(a);
                let result = if PROBE {
                    self.probe_unary(op, width, a)
                } else {
                    Value::unary(&mut self.terms, op, width, a)
                };
                state.write(to, result);
            }
            Instruction::Select {
                width,
                to,
                condition,
                then,
                otherwise,
            } => {
                let condition = state.read(condition);
                let (then, otherwise) = (state.read(then), state.read(otherwise));
                state.write(
                    to,
                    Value::select(&mut self.terms, width, condition, then, otherwise),
                );
            }
            Instruction::Check {
                property,
                condition,
            } => {
                let condition = state.read(condition);
                if condition != Value::Constant(1) && self.options.checks.contains(property) {
                    let goes_on = self.options.continue_after_violation;
                    let event = self.check(state, property, condition, position, goes_on);
                    return Err(Halt::Behind(event));
                }
            }
            Instruction::Assume { condition } => {
                let condition = state.read(condition);
                if condition != Value::Constant(1) {
                    state.dead = condition == Value::Constant(0);
                    let condition = condition.term(&mut self.terms, 1);
                    return Err(Halt::Behind(Event::Assume {
                        condition,
                        position,
                    }));
                }
            }
            Instruction::Input {
                to,
                width,
                ref name,
            } => {
                let value = self.register_input(state, name, width);
                state.write(to, value);
            }
            Instruction::Float {
                operation,
                format,
                to,
                ref arguments,
            } => self.float(state, operation, format, to, arguments)?,
            Instruction::Allocate {
                to,
                size,
                alignment,
                kind,
                zeroed,
                ref name,
            } => {
                let base = self.allocate(state, size, alignment, kind, zeroed, name)?;
                state.write(to, base);
            }
            Instruction::Service {
                service,
                to,
                ref arguments,
            } => {
                let result = self.serve(state, service, arguments, position)?;
                if let Some(to) = to {
                    state.write(to, result);
                }
            }
        }
        Ok(())
    }

    /// A binary operation that is not on two constants, or is to be probed.
    #[inline(never)]
    fn binary<const PROBE: bool>(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        width: u32,
        to: Local,
        operands: [Operand; 2],
    ) {
        let [a, b] = operands.map(|operand| state.read(operand));
        let result = if PROBE {
            self.probe_binary(op, width, a, b)
        } else {
            Value::binary(&mut self.terms, op, width, a, b)
        };
        state.write(to, result);
    }

    /// An operation on floating-point numbers. What it takes must be constants if no term stands for its result.
    #[inline(never)]
    fn float(
        &mut self,
        state: &mut State,
        operation: FloatOperation,
        format: FloatFormat,
        to: Local,
        arguments: &[Operand],
    ) -> Result<(), Halt> {
        let mut values = [Value::Constant(0); 4];
        for (value, &argument) in values.iter_mut().zip(arguments) {
            *value = match state.read(argument) {
                Value::Term(term) if operation.takes_constants() => match state.binding(term) {
                    Some(constant) => Value::Constant(constant),
                    None => {
                        let purpose = Purpose::Number(operation);
                        return Err(Halt::Again(Event::Concretize { term, purpose }));
                    }
                },
                value => value,
            };
        }
        let arguments = &values[..arguments.len().min(values.len())];
        let result = float::compute(
            &mut self.terms,
            &mut self.last_float,
            operation,
            format,
            arguments,
        );
        state.write(to, result);
        Ok(())
    }

    /// The event of a check that does not certainly hold.
    #[inline(never)]
    pub(crate) fn check(
        &mut self,
        state: &mut State,
        property: Property,
        condition: Value,
        position: Position,
        goes_on: bool,
    ) -> Event {
        state.dead = condition == Value::Constant(0) && !goes_on;
        let condition = condition.term(&mut self.terms, 1);
        Event::Check {
            property,
            condition,
            position: self.blamed(state, position),
            detail: String::new(),
            goes_on,
        }
    }

    /// Where a violation at a position counts: the call that led out of the program's own code, if the position is in a library.
    pub fn blamed(&self, state: &State, position: Position) -> Position {
        if !self.program.is_library(position) {
            return position;
        }
        self.call_stack(state)
            .iter()
            .map(|frame| frame.call_site)
            .find(|&site| !self.program.is_library(site))
            .unwrap_or(position)
    }

    /// Whether the run makes an assumption about the world. If it does and the user did not say so, the record names it with the place in
    /// the program's own code. What some path asked counts, whether or not an input takes that path to its end.
    pub(crate) fn assumes(
        &mut self,
        state: &State,
        assumption: Assumption,
        position: Position,
    ) -> bool {
        if self.options.open.contains(assumption) {
            return false;
        }
        if !self.options.given.contains(assumption) {
            let calls = self.call_stack(state);
            let sites = calls.iter().map(|frame| frame.call_site);
            let chain: Vec<Position> = [position].into_iter().chain(sites).collect();
            self.note_assumed(assumption, &chain);
        }
        true
    }

    /// The same of code that was not executed, since its effects are known from the text; `chain` is the position that asks and the calls
    /// around it, innermost first.
    pub fn assumes_at(&mut self, assumption: Assumption, chain: &[Position]) {
        let options = &self.options;
        if !options.open.contains(assumption) && !options.given.contains(assumption) {
            self.note_assumed(assumption, chain);
        }
    }

    /// Names an assumption at the innermost position of the user's own code: neither in a library nor in a function of a system header.
    fn note_assumed(&mut self, assumption: Assumption, chain: &[Position]) {
        let program = self.program;
        let known = &mut self.positions_of_users;
        let mut is_users = |position: Position| {
            *known.entry(position).or_insert_with(|| {
                let locations = program.locations(position);
                let of_system = locations.iter().all(Location::is_of_the_system);
                !program.is_library(position) && (locations.is_empty() || !of_system)
            })
        };
        let found = chain.iter().copied().find(|&position| is_users(position));
        let outside = || {
            let mut all = chain.iter().copied();
            all.find(|&position| !program.is_library(position))
        };
        if let Some(place) = found.or_else(outside).or(chain.first().copied()) {
            self.assumed.insert((assumption, place));
        }
    }

    /// The assumptions about the world that paths made use of, each with the places where they did.
    pub fn assumed(&self) -> impl Iterator<Item = (Assumption, Position)> {
        self.assumed.iter().copied()
    }

    /// The event of a requirement of an instruction that runs again afterwards; none if it holds, is not checked, or was raised
    /// before.
    pub(crate) fn require(
        &mut self,
        state: &mut State,
        property: Property,
        condition: Value,
        position: Position,
    ) -> Option<Event> {
        if condition == Value::Constant(1) || !self.options.checks.contains(property) {
            return None;
        }
        let term = condition.term(&mut self.terms, 1);
        if state.required == Some(term) {
            return None;
        }
        state.required = Some(term);
        Some(self.check(state, property, condition, position, false))
    }

    /// The event of a requirement that certainly fails.
    #[inline(never)]
    pub(crate) fn violation(
        &mut self,
        state: &mut State,
        property: Property,
        position: Position,
        detail: String,
    ) -> Event {
        state.dead = true;
        if !self.options.checks.contains(property) {
            return Event::Cut(CutReason::Unsupported(format!(
                "{property} while that check is switched off: {detail}"
            )));
        }
        Event::Check {
            property,
            condition: self.terms.bool(false),
            position: self.blamed(state, position),
            detail,
            goes_on: false,
        }
    }

    /// Records a decision at the state's position.
    pub fn decide(&mut self, state: &mut State, kind: DecisionKind) {
        let position = self.position(state);
        state.decisions.push(Decision { position, kind });
    }

    /// The position of the instruction that the state executes next.
    pub fn position(&mut self, state: &mut State) -> Position {
        let id = self.current_block(state);
        let block = &self.blocks.get(id).block;
        block
            .positions
            .get(state.index)
            .or(block.positions.last())
            .copied()
            .unwrap_or_default()
    }

    /// The active calls of a state, innermost first.
    pub fn call_stack(&self, state: &State) -> Vec<CallFrame> {
        self.call_tree.frames(state.calls)
    }

    /// The source instruction at a position, disassembled.
    pub fn instruction_text(&self, state: &State, position: Position) -> String {
        self.program.instruction_text(position, &state.memory)
    }

    /// Whether the block at a key was executed to its end by some path.
    pub fn is_block_covered(&self, key: BlockKey) -> bool {
        self.blocks.known(key).is_some_and(|id| {
            let lifted = self.blocks.get(id);
            lifted.covered > lifted.block.instructions.len()
        })
    }

    /// The blocks that can follow the block at a key, as far as they are known from lifting; none for a block that was not
    /// lifted yet.
    pub fn successors(&self, key: BlockKey) -> Vec<BlockKey> {
        let Some(id) = self.blocks.known(key) else {
            return Vec::new();
        };
        let lifted = self.blocks.get(id);
        match &lifted.block.terminator {
            Terminator::Jump { edge, transfer } => {
                let mut keys = vec![edge.target];
                if let Transfer::Call { return_to } = transfer {
                    keys.push(BlockKey::at(*return_to));
                }
                keys
            }
            Terminator::Branch {
                then, otherwise, ..
            } => vec![then.target, otherwise.target],
            Terminator::Switch { cases, default, .. } => cases
                .iter()
                .map(|case| case.1.target)
                .chain([default.target])
                .collect(),
            Terminator::IndirectJump { .. } => {
                lifted.indirect.iter().map(|known| known.0).collect()
            }
            Terminator::Call {
                callee, return_to, ..
            } => {
                let mut keys = vec![*return_to];
                if let Callee::Function(entry) = callee {
                    keys.push(*entry);
                }
                keys
            }
            Terminator::SetJump { next, .. } => vec![*next],
            Terminator::Return { .. }
            | Terminator::LongJump { .. }
            | Terminator::Exit { .. }
            | Terminator::Stop(_) => Vec::new(),
        }
    }

    /// Where the branch or switch at the end of a block leads: the side taken first, the default last.
    pub(crate) fn ways(&self, key: BlockKey) -> Vec<BlockKey> {
        let lifted = self.blocks.known(key).map(|id| self.blocks.get(id));
        match lifted.map(|lifted| &lifted.block.terminator) {
            Some(Terminator::Branch { .. } | Terminator::Switch { .. }) => self.successors(key),
            Some(
                Terminator::Jump { .. }
                | Terminator::IndirectJump { .. }
                | Terminator::Call { .. }
                | Terminator::Return { .. }
                | Terminator::SetJump { .. }
                | Terminator::LongJump { .. }
                | Terminator::Exit { .. }
                | Terminator::Stop(_),
            )
            | None => Vec::new(),
        }
    }

    /// Whether a block ends with a jump within its function to an address that is computed.
    pub(crate) fn jumps_to_computed_address(&self, key: BlockKey) -> bool {
        let lifted = self.blocks.known(key).map(|id| self.blocks.get(id));
        let terminator = lifted.map(|lifted| &lifted.block.terminator);
        matches!(
            terminator,
            Some(Terminator::IndirectJump {
                transfer: Transfer::Jump,
                ..
            })
        )
    }

    /// What a model gives to all inputs that any path created; the answers about the analysis are those of the path with
    /// these records.
    pub fn concrete_inputs(&self, model: &Assignment, records: &Chain<InputRecord>) -> InputSource {
        let inputs = self
            .input_terms
            .of_model(&self.terms, model, records, &self.lives);
        InputSource::OfModel(inputs)
    }

    /// The number of lifted blocks.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// Records that the first `end` instructions of a block (the terminator counts as one) were executed.
    #[inline(never)]
    pub(crate) fn cover(&mut self, state: &mut State, id: BlockId, end: usize) {
        let lifted = self.blocks.get_mut(id);
        let covered = lifted.covered;
        if covered >= end {
            return;
        }
        lifted.covered = end;
        for &position in &lifted.block.positions[covered..end] {
            if self.coverage.cover(position) {
                state.newly_covered += 1;
            }
        }
    }

    /// Records that a way out of a block was taken.
    #[inline(never)]
    pub(crate) fn cover_way(&mut self, id: BlockId, block: &Block, way: usize) {
        self.blocks.get_mut(id).ways[way].taken = true;
        let Some(&position) = block.positions.last() else {
            return;
        };
        match &block.terminator {
            Terminator::Branch { .. } => self.coverage.cover_side(position, way == 1),
            Terminator::Switch { .. } => self.coverage.cover_case(position, way),
            Terminator::Jump { .. }
            | Terminator::IndirectJump { .. }
            | Terminator::Call { .. }
            | Terminator::Return { .. }
            | Terminator::SetJump { .. }
            | Terminator::LongJump { .. }
            | Terminator::Exit { .. }
            | Terminator::Stop(_) => {}
        }
    }

    /// An address in the program's address space.
    #[inline(always)]
    pub(crate) fn wrap(&self, address: u64) -> u64 {
        address & mask(self.address_width)
    }
}

/// `value` of `from` bits extended to `width` bits, at most 64.
#[inline(always)]
fn extend(value: u64, from: u32, width: u32, sign: bool) -> u64 {
    if sign {
        signed(value, from) as u64 & mask(width)
    } else {
        value
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
    })
}
