//! One block at a time, with a log: what an explorer needs that asks afterwards why a path went as it did.
//!
//! The text of a block tells what its instructions read and write, except for memory and for values that come from outside. The
//! log has these. See `conflict` in `everypath-explore`.

use everypath_program::{Block, BlockKey, Instruction, RegionKind, Terminator};

use crate::halt::Halt;
use crate::{Event, Machine, State, Value};

/// What an instruction did that its text does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The instruction, by its index in the block.
    pub index: u32,
    /// What it gave: what a load read, the address of what was allocated, an input, the result of a service.
    pub value: Option<Value>,
    /// The bytes that it read or wrote; none where that is no range that is known.
    pub range: Option<Range>,
    /// Whether it may have written them.
    pub writes: bool,
}

/// A range of bytes at a constant address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Address of the first byte.
    pub start: u64,
    /// Number of bytes.
    pub size: u64,
    /// Whether the bytes are there as long as the program runs.
    pub lasting: bool,
}

/// How [`Machine::run_block`] came to stop.
#[derive(Clone, Debug, PartialEq)]
pub enum Ran {
    /// The state entered another block. Gives which way it left the one before: 1 for the side of a branch where the condition is 1
    /// and 0 for the other, the index of the case of a switch (behind the last for the default), else 0.
    Entered(usize),
    /// Something must be decided for the instruction with this index; that of the terminator is behind the last.
    Stopped(Event, usize),
}

impl Machine<'_> {
    /// The block at a key, as the memory of a state has it.
    pub fn block(&mut self, state: &State, key: BlockKey) -> std::rc::Rc<Block> {
        let id = self.blocks.find(self.program, key, &state.memory, true);
        self.blocks.get(id).block.clone()
    }

    /// Executes a state to the end of the block that it is in and enters the next one. `log` is told what the text of the block does
    /// not tell.
    pub fn run_block(&mut self, state: &mut State, log: &mut Vec<Touch>) -> Ran {
        if state.dead {
            return Ran::Stopped(Event::Dead, state.index);
        }
        let id = self.current_block(state);
        let block = self.blocks.get(id).block.clone();
        let mut index = state.index;
        while index < block.instructions.len() {
            match self.step_logged(state, &block, index, log) {
                Ok(()) => index += 1,
                Err(halt) => {
                    return Ran::Stopped(self.halt(state, id, &block, index, halt), index);
                }
            }
        }
        state.index = index;
        let way = match &block.terminator {
            Terminator::Branch { condition, .. } => state.read_constant(*condition).unwrap_or(0),
            Terminator::Switch { value, cases, .. } => {
                let value = state.read_constant(*value);
                let case = cases.iter().position(|case| Some(case.0) == value);
                case.unwrap_or(cases.len()) as u64
            }
            Terminator::Jump { .. }
            | Terminator::IndirectJump { .. }
            | Terminator::Call { .. }
            | Terminator::Return { .. }
            | Terminator::SetJump { .. }
            | Terminator::LongJump { .. }
            | Terminator::Exit { .. }
            | Terminator::Stop(_) => 0,
        };
        match self.terminate(state, id, &block) {
            Ok(()) => Ran::Entered(way as usize),
            Err(halt) => Ran::Stopped(self.halt(state, id, &block, index, halt), index),
        }
    }

    /// The block that a state is in, as its memory has it.
    pub fn block_of(&mut self, state: &mut State) -> std::rc::Rc<Block> {
        let id = self.current_block(state);
        self.blocks.get(id).block.clone()
    }

    /// Like [`Machine::run`], and `log` is told what each instruction read and wrote: for whoever watches memory.
    pub fn run_logged(
        &mut self,
        state: &mut State,
        instruction_limit: u64,
        log: &mut Vec<Touch>,
    ) -> Event {
        if state.dead {
            return Event::Dead;
        }
        loop {
            let id = self.current_block(state);
            let block = self.blocks.get(id).block.clone();
            let left = instruction_limit.saturating_sub(state.executed);
            let mut index = state.index;
            // One step more than there are instructions: that of the terminator.
            while u64::from(block.steps[index]) <= left {
                let halted = match index < block.instructions.len() {
                    true => self.step_logged(state, &block, index, log),
                    false => {
                        state.index = index;
                        match self.terminate(state, id, &block) {
                            Ok(()) => break,
                            Err(halt) => Err(halt),
                        }
                    }
                };
                match halted {
                    Ok(()) => index += 1,
                    Err(halt) => return self.halt(state, id, &block, index, halt),
                }
            }
            if u64::from(block.steps[index]) > left {
                return self.pause(state, id, index, left);
            }
        }
    }

    /// Executes one instruction and logs what its text does not tell.
    #[inline(always)]
    fn step_logged(
        &mut self,
        state: &mut State,
        block: &Block,
        index: usize,
        log: &mut Vec<Touch>,
    ) -> Result<(), Halt> {
        let instruction = &block.instructions[index];
        let range = self.range_of(state, instruction);
        self.step::<false>(state, instruction, block.positions[index])?;
        if let Some(given) = given_by(instruction) {
            log.push(Touch {
                index: index as u32,
                value: given.map(|local| state.local(local)),
                range,
                writes: !matches!(instruction, Instruction::Load { .. }),
            });
        }
        Ok(())
    }

    /// The bytes that an instruction is about to read or write, for a service those that it may change, if that is a range at a
    /// constant address.
    fn range_of(&self, state: &State, instruction: &Instruction) -> Option<Range> {
        let (address, offset, size) = match instruction {
            &Instruction::Load {
                address,
                offset,
                size,
                ..
            }
            | &Instruction::Store {
                address,
                offset,
                size,
                ..
            } => (address, offset, u64::from(size)),
            Instruction::Service {
                service, arguments, ..
            } => {
                let (start, size) = service.info().memory.range()?;
                let size = state.read(*arguments.get(size)?).constant()?;
                (*arguments.get(start)?, 0, size)
            }
            Instruction::Copy { .. }
            | Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Select { .. }
            | Instruction::Resize { .. }
            | Instruction::Float { .. }
            | Instruction::Check { .. }
            | Instruction::Assume { .. }
            | Instruction::Input { .. }
            | Instruction::Allocate { .. } => return None,
        };
        let start = self.wrap(state.read_constant(address)?.wrapping_add(offset));
        let object = state.memory.find(start)?;
        let kind = state.memory.object(object).kind();
        Some(Range {
            start,
            size,
            lasting: is_lasting(kind),
        })
    }
}

/// Whether an instruction is logged, and the local that has what it gave.
fn given_by(instruction: &Instruction) -> Option<Option<everypath_program::Local>> {
    match instruction {
        Instruction::Load { to, .. }
        | Instruction::Input { to, .. }
        | Instruction::Allocate { to, .. } => Some(Some(*to)),
        Instruction::Store { .. } => Some(None),
        Instruction::Service { to, .. } => Some(*to),
        Instruction::Copy { .. }
        | Instruction::Unary { .. }
        | Instruction::Binary { .. }
        | Instruction::Select { .. }
        | Instruction::Resize { .. }
        | Instruction::Float { .. }
        | Instruction::Check { .. }
        | Instruction::Assume { .. } => None,
    }
}

/// Whether objects of a kind are there as long as the program runs, all their bytes.
fn is_lasting(kind: RegionKind) -> bool {
    match kind {
        RegionKind::Segment | RegionKind::Stack | RegionKind::Global => true,
        RegionKind::StackGuard
        | RegionKind::Break
        | RegionKind::Mapping
        | RegionKind::Device
        | RegionKind::Registers
        | RegionKind::Function
        | RegionKind::Local
        | RegionKind::Heap => false,
    }
}
