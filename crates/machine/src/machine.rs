//! The machine: executes one state, block by block, until something needs a decision.
//!
//! This loop is the emulator's speed. Blocks are found through the jump that led to them before any table is asked; constant
//! operands are computed without touching the term table; coverage costs one comparison per block once it is covered.

use std::collections::BTreeMap;
use std::rc::Rc;

use everypath_program::{
    BinaryOp, Block, BlockKey, Edge, Image, Instruction, Local, LocalInfo, Operand, Permissions,
    Position, Program, Property, Region, RegionKind, StopReason, Terminator, Transfer,
};
use everypath_solver::PathCondition;
use everypath_term::ops::{fold_binary, mask, signed};
use everypath_term::{Assignment, Evaluator, Term, TermTable, UnaryOp};

use crate::blocks::{BlockId, Blocks};
use crate::call_tree::CallTree;
use crate::inputs::{InputOrigin, InputTerms};
use crate::memory::Object;
use crate::services::{Environment, Stop};
use crate::state::LoopCount;
use crate::{
    CallFrame, CallNode, Chain, Coverage, CutReason, Decision, DecisionKind, Event, MachineOptions,
    Memory, Purpose, State, Value,
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
    probes: BTreeMap<u32, [Term; 2]>,
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
        Machine {
            program,
            terms: TermTable::new(),
            coverage: Coverage::default(),
            options,
            address_width: program.address_width(),
            blocks: Blocks::default(),
            call_tree: CallTree::new(),
            input_terms: InputTerms::default(),
            probes: BTreeMap::new(),
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
        let locals: Vec<LocalInfo> = self.program.locals().to_vec();
        let mut state = State {
            path: PathCondition::new(),
            locals: vec![Value::Constant(0); locals.len()],
            memory,
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
            inputs: Rc::default(),
            names: Rc::default(),
            bound: Rc::default(),
            target: None,
            environment: Rc::new(Environment::new(&self.options, image, heap)),
            exit_checked: false,
            dead: false,
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
        if self.options.through_terms {
            self.run_loop::<true>(state, instruction_limit)
        } else {
            self.run_loop::<false>(state, instruction_limit)
        }
    }

    fn run_loop<const PROBE: bool>(&mut self, state: &mut State, instruction_limit: u64) -> Event {
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
            if let Err(halt) = self.terminate(state, id, &block) {
                return self.halt(state, id, &block, index, halt);
            }
        }
    }

    #[inline(always)]
    fn current_block(&mut self, state: &mut State) -> BlockId {
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
    fn halt(
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
    fn step<const PROBE: bool>(
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
                    return Err(Halt::Behind(
                        self.check(state, property, condition, position),
                    ));
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

    /// The event of a check that does not certainly hold.
    #[inline(never)]
    fn check(
        &mut self,
        state: &mut State,
        property: Property,
        condition: Value,
        position: Position,
    ) -> Event {
        state.dead = condition == Value::Constant(0);
        let condition = condition.term(&mut self.terms, 1);
        Event::Check {
            property,
            condition,
            position,
            detail: String::new(),
        }
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
            position,
            detail,
        }
    }

    /// Executes the terminator and enters the next block.
    #[inline(always)]
    fn terminate(&mut self, state: &mut State, id: BlockId, block: &Block) -> Result<(), Halt> {
        match &block.terminator {
            Terminator::Jump { edge, transfer } => {
                self.follow(state, id, block, edge, 1, *transfer)
            }
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => match state.read_constant(*condition) {
                Some(0) => self.follow(state, id, block, otherwise, 0, Transfer::Jump),
                Some(_) => self.follow(state, id, block, then, 1, Transfer::Jump),
                None => {
                    let condition = state.read(*condition).term(&mut self.terms, 1);
                    Err(Halt::Again(Event::Branch { condition }))
                }
            },
            Terminator::IndirectJump { address, transfer } => {
                self.jump_to(state, id, block, *address, *transfer)
            }
            Terminator::Switch {
                value,
                width,
                cases,
                default,
            } => match state.read(*value) {
                Value::Constant(constant) => {
                    let edge = cases
                        .iter()
                        .find(|case| case.0 == constant)
                        .map_or(default, |case| &case.1);
                    state.block = None;
                    self.follow(state, id, block, edge, usize::MAX, Transfer::Jump)
                }
                Value::Term(value) => {
                    let conditions = self.case_conditions(value, *width, cases);
                    Err(Halt::Again(Event::Switch { conditions }))
                }
            },
            Terminator::Exit { code } => Err(self.exit(state, *code, block)),
            Terminator::Stop(StopReason::Dead) => Err(Halt::Again(Event::Dead)),
            Terminator::Stop(StopReason::Unsupported(what)) => Err(Halt::Again(Event::Cut(
                CutReason::Unsupported(what.clone()),
            ))),
        }
    }

    fn case_conditions(&mut self, value: Term, width: u32, cases: &[(u64, Edge)]) -> Rc<[Term]> {
        let mut none = self.terms.bool(true);
        let mut conditions = Vec::with_capacity(cases.len() + 1);
        for &(constant, _) in cases {
            let constant = self.terms.constant(width, constant);
            let equal = self.terms.eq(value, constant);
            let differs = self.terms.not(equal);
            none = self.terms.and(none, differs);
            conditions.push(equal);
        }
        conditions.push(none);
        conditions.into()
    }

    #[inline(never)]
    fn exit(&mut self, state: &mut State, code: Operand, block: &Block) -> Halt {
        let code = state.read(code);
        if !state.exit_checked
            && code != Value::Constant(0)
            && self.options.checks.contains(Property::NonzeroExit)
        {
            state.exit_checked = true;
            let zero = Value::Constant(0);
            let is_zero = Value::binary(
                &mut self.terms,
                BinaryOp::Eq,
                self.address_width,
                code,
                zero,
            );
            let position = block.positions.last().copied().unwrap_or_default();
            return Halt::Again(self.check(state, Property::NonzeroExit, is_zero, position));
        }
        Halt::Again(Event::Exit { code })
    }

    /// Enters the block at the end of an edge. `slot` is the edge's place among the block's remembered successors.
    #[inline(always)]
    fn follow(
        &mut self,
        state: &mut State,
        id: BlockId,
        block: &Block,
        edge: &Edge,
        slot: usize,
        transfer: Transfer,
    ) -> Result<(), Halt> {
        let lifted = self.blocks.get(id);
        let known = match lifted.successors.get(slot) {
            Some(&known) if !state.memory.code_written() => known,
            _ => None,
        };
        if lifted.covered <= block.instructions.len() {
            self.cover(state, id, block.instructions.len() + 1);
        }
        if let Terminator::Branch { .. } = block.terminator
            && self.blocks.get(id).sides >> slot & 1 == 0
        {
            self.cover_side(id, block, slot);
        }
        if transfer != Transfer::Jump {
            self.transfer(state, block, edge.target, transfer)?;
        }
        self.enter(state, block, edge.target)?;
        if !edge.arguments.is_empty() {
            state.block = known;
            let next = self.current_block(state);
            self.pass_arguments(state, next, &edge.arguments);
            return Ok(());
        }
        state.block = known;
        if known.is_none() {
            let next = self.current_block(state);
            if let Some(successor) = self.blocks.get_mut(id).successors.get_mut(slot)
                && !state.memory.code_written()
            {
                *successor = Some(next);
            }
        }
        Ok(())
    }

    /// Assigns the arguments of an edge to the parameters of its target, in parallel.
    fn pass_arguments(&mut self, state: &mut State, next: BlockId, arguments: &[Operand]) {
        let values: Vec<Value> = arguments
            .iter()
            .map(|&argument| state.read(argument))
            .collect();
        let block = self.blocks.get(next).block.clone();
        for (&parameter, value) in block.parameters.iter().zip(values) {
            state.write(parameter, value);
        }
    }

    #[inline(always)]
    fn jump_to(
        &mut self,
        state: &mut State,
        id: BlockId,
        block: &Block,
        address: Operand,
        transfer: Transfer,
    ) -> Result<(), Halt> {
        let code = match state.read(address) {
            Value::Constant(constant) => constant,
            Value::Term(term) => match state.binding(term) {
                Some(constant) => constant,
                None => {
                    return Err(Halt::Again(Event::Concretize {
                        term,
                        purpose: Purpose::JumpTarget,
                    }));
                }
            },
        };
        let target = BlockKey::at(code);
        let lifted = self.blocks.get(id);
        let known = lifted
            .indirect
            .filter(|known| known.0 == target && !state.memory.code_written());
        if lifted.covered <= block.instructions.len() {
            self.cover(state, id, block.instructions.len() + 1);
        }
        if transfer != Transfer::Jump {
            self.transfer(state, block, target, transfer)?;
        }
        self.enter(state, block, target)?;
        match known {
            Some((_, next)) => state.block = Some(next),
            None => {
                state.block = None;
                let next = self.current_block(state);
                self.blocks.get_mut(id).indirect = Some((target, next));
            }
        }
        Ok(())
    }

    /// Leaves a block for another.
    #[inline(always)]
    fn enter(&mut self, state: &mut State, block: &Block, target: BlockKey) -> Result<(), Halt> {
        let behind = block.key.code.wrapping_add(u64::from(block.code_length));
        if target.code != behind || target == block.key {
            state.jumps += 1;
            if self.options.loop_limit.is_some() && target <= block.key {
                self.count_iteration(state, block.key, target)?;
            }
        }
        state.executed += u64::from(block.source_instructions());
        state.begun = 0;
        state.key = target;
        state.index = 0;
        Ok(())
    }

    /// Counts an iteration of the loop at `header`. The counts of loops inside it start anew.
    #[inline(never)]
    fn count_iteration(
        &mut self,
        state: &mut State,
        from: BlockKey,
        header: BlockKey,
    ) -> Result<(), Halt> {
        let Some(limit) = self.options.loop_limit else {
            return Ok(());
        };
        let frame = state.calls;
        let loops = Rc::make_mut(&mut state.loops);
        loops.retain(|entry| entry.frame != frame || entry.header <= header || entry.header > from);
        let entry = match loops
            .iter_mut()
            .find(|entry| entry.frame == frame && entry.header == header)
        {
            Some(entry) => entry,
            None => {
                loops.push(LoopCount {
                    frame,
                    header,
                    count: 0,
                });
                let last = loops.len() - 1;
                &mut loops[last]
            }
        };
        entry.count += 1;
        if entry.count > limit {
            let header = Position(header.code);
            return Err(Halt::Again(Event::Cut(CutReason::LoopLimit {
                header,
                limit,
            })));
        }
        Ok(())
    }

    /// Keeps the call stack.
    #[inline(never)]
    fn transfer(
        &mut self,
        state: &mut State,
        block: &Block,
        target: BlockKey,
        transfer: Transfer,
    ) -> Result<(), Halt> {
        if matches!(transfer, Transfer::Return | Transfer::ReturnAndCall { .. }) {
            state.calls = self.call_tree.return_to(state.calls, target.code);
        }
        if let Transfer::Call { return_to } | Transfer::ReturnAndCall { return_to } = transfer {
            let call_site = block.positions.last().copied().unwrap_or_default();
            let frame = CallFrame {
                call_site,
                callee: target,
                return_to,
            };
            if let Some(limit) = self.options.call_depth_limit
                && u64::from(self.call_tree.depth(state.calls)) >= limit
            {
                return Err(Halt::Again(Event::Cut(CutReason::CallDepth { limit })));
            }
            state.calls = self.call_tree.call(state.calls, frame);
            if self.options.loop_limit.is_some() {
                let calls = state.calls;
                Rc::make_mut(&mut state.loops).retain(|entry| entry.frame != calls);
            }
        }
        Ok(())
    }

    /// Goes on at one side of the branch that raised [`Event::Branch`].
    pub fn take_branch(&mut self, state: &mut State, side: bool) -> Option<Event> {
        self.take(state, DecisionKind::Branch(side))
    }

    /// Goes on at a case of the switch that raised [`Event::Switch`], by the index of its condition.
    pub fn take_case(&mut self, state: &mut State, index: usize) -> Option<Event> {
        self.take(state, DecisionKind::Case(index))
    }

    /// Takes an edge of the terminator. An event means that the path is given up at it.
    fn take(&mut self, state: &mut State, kind: DecisionKind) -> Option<Event> {
        let id = self.current_block(state);
        let block = self.blocks.get(id).block.clone();
        self.decide(state, kind);
        let (edge, slot) = match (&block.terminator, kind) {
            (Terminator::Branch { then, .. }, DecisionKind::Branch(true)) => (then, 1),
            (Terminator::Branch { otherwise, .. }, DecisionKind::Branch(false)) => (otherwise, 0),
            (Terminator::Switch { cases, default, .. }, DecisionKind::Case(index)) => {
                (cases.get(index).map_or(default, |case| &case.1), usize::MAX)
            }
            _ => return None,
        };
        match self.follow(state, id, &block, edge, slot, Transfer::Jump) {
            Ok(()) => None,
            Err(Halt::Again(event) | Halt::Behind(event)) => Some(event),
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

    /// The number of active calls at a node of the call tree.
    pub fn call_depth(&self, node: CallNode) -> u32 {
        self.call_tree.depth(node)
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
            Terminator::Exit { .. } | Terminator::Stop(_) => Vec::new(),
        }
    }

    /// The number of lifted blocks.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// Records that the first `end` instructions of a block (the terminator counts as one) were executed.
    #[inline(never)]
    fn cover(&mut self, state: &mut State, id: BlockId, end: usize) {
        let lifted = self.blocks.get_mut(id);
        let covered = lifted.covered;
        if covered >= end {
            return;
        }
        lifted.covered = end;
        if lifted.block.key.part != 0 {
            return;
        }
        for &position in &lifted.block.positions[covered..end] {
            if self.coverage.cover(position) {
                state.newly_covered += 1;
            }
        }
    }

    #[inline(never)]
    fn cover_side(&mut self, id: BlockId, block: &Block, slot: usize) {
        self.blocks.get_mut(id).sides |= 1 << slot;
        if let Some(&position) = block.positions.last() {
            self.coverage.cover_side(position, slot == 1);
        }
    }

    /// Two inputs of a width, for probing.
    fn probe_inputs(&mut self, width: u32) -> [Term; 2] {
        let terms = &mut self.terms;
        *self
            .probes
            .entry(width)
            .or_insert_with(|| [terms.input("probe a", width), terms.input("probe b", width)])
    }

    /// Evaluates a term over the probe inputs.
    fn evaluate_probe(&self, term: Term, inputs: [Term; 2], values: [u64; 2], width: u32) -> Value {
        let mut assignment = Assignment::new();
        for (input, value) in inputs.into_iter().zip(values) {
            if let Some(id) = self.terms.input_id(input) {
                assignment.set_u64(id, width, value);
            }
        }
        Value::Constant(Evaluator::new(&self.terms, &assignment).evaluate_u64(term))
    }

    fn probe_binary(&mut self, op: BinaryOp, width: u32, a: Value, b: Value) -> Value {
        let (Value::Constant(first), Value::Constant(second)) = (a, b) else {
            return Value::binary(&mut self.terms, op, width, a, b);
        };
        let inputs = self.probe_inputs(width);
        let term = self.terms.binary(op, inputs[0], inputs[1]);
        self.evaluate_probe(term, inputs, [first, second], width)
    }

    fn probe_unary(&mut self, op: UnaryOp, width: u32, a: Value) -> Value {
        let Value::Constant(constant) = a else {
            return Value::unary(&mut self.terms, op, width, a);
        };
        let inputs = self.probe_inputs(width);
        let term = self.terms.unary(op, inputs[0]);
        self.evaluate_probe(term, inputs, [constant, 0], width)
    }

    fn probe_resize(
        &mut self,
        value: Value,
        from: u32,
        keep: u32,
        width: u32,
        signed: bool,
    ) -> Value {
        let Value::Constant(constant) = value else {
            return value.resize(&mut self.terms, from, keep, width, signed);
        };
        let inputs = self.probe_inputs(from);
        let resized = Value::Term(inputs[0]).resize(&mut self.terms, from, keep, width, signed);
        let term = resized.term(&mut self.terms, width);
        self.evaluate_probe(term, inputs, [constant, 0], from)
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
