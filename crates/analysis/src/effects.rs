//! Effects: what a piece of code may change, as far as its text tells.
//!
//! They say which joins matter to a value (section 5.2 of the CDSE digest's source: a definition that dominates every use needs no
//! guard): where no way from a dominator to a join changes the value, it does not matter which way was taken.

use everypath_program::{
    Block, Instruction, LifeEffect, Local, MemoryEffect, Operand, ServiceInfo, Terminator,
};
use rustc_hash::FxHashMap;

use crate::numbers::Numbers;

/// Ranges of constant addresses that are kept apart; more of them are any memory.
const MOST_RANGES: usize = 16;

/// What a piece of code may change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Locals of the frame.
    locals: Numbers,
    /// Ranges of memory at constant addresses: first address and address behind the last.
    ranges: Vec<(u64, u64)>,
    /// Variables of the frame that have addresses, by the local that has the address: contents and life.
    variables: Numbers,
    /// Memory at addresses that the text does not tell.
    memory: bool,
    /// Whether objects are alive.
    life: bool,
    /// Whether objects that no local of the frame stands for are alive: blocks and frames begin, and frames end.
    objects: bool,
    /// Everything else: streams, the clock, where the next object will be.
    world: bool,
}

impl Effects {
    /// Code that may do anything.
    pub fn anything(locals: usize) -> Self {
        Effects {
            locals: Numbers::all(locals),
            ranges: Vec::new(),
            variables: Numbers::all(locals),
            memory: true,
            life: true,
            objects: true,
            world: true,
        }
    }

    /// What the instructions of a block may change, without what it calls. `variables`: the sizes of the frame's variables by the
    /// local that has their address.
    pub fn of(block: &Block, variables: &FxHashMap<Local, u64>) -> Self {
        let mut effects = Effects::default();
        for instruction in &block.instructions {
            effects.add_instruction(instruction, variables);
        }
        match block.terminator {
            Terminator::SetJump { .. } | Terminator::LongJump { .. } => {
                effects.memory = true;
                effects.world = true;
                effects.life = true;
            }
            Terminator::Jump { .. }
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::IndirectJump { .. }
            | Terminator::Call { .. }
            | Terminator::Return { .. }
            | Terminator::Exit { .. }
            | Terminator::Stop(_) => {}
        }
        effects
    }

    /// What an instruction may change.
    pub fn add_instruction(
        &mut self,
        instruction: &Instruction,
        variables: &FxHashMap<Local, u64>,
    ) {
        if let Some(local) = instruction.result() {
            self.add_local(local);
        }
        match instruction {
            Instruction::Store {
                address,
                offset,
                size,
                ..
            } => match address {
                Operand::Constant(base) => {
                    let start = base.wrapping_add(*offset);
                    self.add_range(start, start.saturating_add(u64::from(*size)));
                }
                Operand::Local(local) if variables.contains_key(local) => {
                    self.add_variable(*local);
                }
                Operand::Local(_) => self.memory = true,
            },
            Instruction::Allocate { .. } => {
                self.world = true;
                self.objects = true;
            }
            Instruction::Service {
                service, arguments, ..
            } => match variable_of(instruction, variables) {
                Some(local) => self.add_variable(local),
                None => self.add_service(service.info(), arguments),
            },
            Instruction::Copy { .. }
            | Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Select { .. }
            | Instruction::Resize { .. }
            | Instruction::Float { .. }
            | Instruction::Load { .. }
            | Instruction::Input { .. }
            | Instruction::Check { .. }
            | Instruction::Assume { .. } => {}
        }
    }

    fn add_service(&mut self, info: ServiceInfo, arguments: &[Operand]) {
        let constant = |index: usize| arguments.get(index).and_then(|operand| operand.constant());
        match info.memory {
            MemoryEffect::Unchanged => {}
            MemoryEffect::Inputs { start, size } | MemoryEffect::Range { start, size } => {
                match (constant(start), constant(size)) {
                    (Some(start), Some(size)) => self.add_range(start, start.saturating_add(size)),
                    (None, _) | (_, None) => self.memory = true,
                }
            }
            MemoryEffect::Anywhere => self.memory = true,
        }
        self.life |= info.lives != LifeEffect::Unchanged;
        self.world |= info.world;
    }

    /// A local may change.
    pub fn add_local(&mut self, local: Local) {
        self.locals.insert(local.0);
    }

    fn add_variable(&mut self, local: Local) {
        self.variables.insert(local.0);
    }

    fn add_range(&mut self, start: u64, end: u64) {
        if self.memory || self.ranges.contains(&(start, end)) {
            return;
        }
        if self.ranges.len() == MOST_RANGES {
            self.memory = true;
            self.ranges.clear();
        } else {
            self.ranges.push((start, end));
        }
    }

    /// What either may change. `locals`: whether both speak of the same frame.
    pub fn add(&mut self, other: &Effects, locals: bool) {
        if locals {
            self.locals.add(&other.locals);
            self.variables.add(&other.variables);
        }
        self.memory |= other.memory;
        for &(start, end) in &other.ranges {
            self.add_range(start, end);
        }
        self.life |= other.life;
        self.objects |= other.objects;
        self.world |= other.world;
    }

    /// Whether a local may change.
    pub fn on_local(&self, local: Local) -> bool {
        self.locals.contains(local.0)
    }

    /// Whether a variable of the frame may change or end through the local that has its address.
    pub fn on_variable(&self, local: Local) -> bool {
        self.variables.contains(local.0)
    }

    /// Whether some variable of the frame may.
    pub fn on_variables(&self) -> bool {
        !self.variables.is_empty()
    }

    /// Whether some byte from `start` to before `end` may change.
    pub fn on_range(&self, start: u64, end: u64) -> bool {
        let meets = |&(from, to): &(u64, u64)| from < end && start < to;
        self.memory || self.ranges.iter().any(meets)
    }

    /// Whether memory may change at addresses that the text does not tell.
    pub fn is_anywhere(&self) -> bool {
        self.memory
    }

    /// Whether any memory may change.
    pub fn on_memory(&self) -> bool {
        self.memory || !self.ranges.is_empty() || self.on_variables()
    }

    /// Whether objects may end at addresses that the text does not tell.
    pub fn on_life(&self) -> bool {
        self.life
    }

    /// Whether objects may begin, or end with their frames.
    pub fn on_objects(&self) -> bool {
        self.objects
    }

    /// Whether anything else may change.
    pub fn on_world(&self) -> bool {
        self.world
    }
}

/// The local that has the address of the only object that an instruction does something to, if it is a service that does nothing else
/// and the object one of some variables.
pub fn variable_of(instruction: &Instruction, variables: &FxHashMap<Local, u64>) -> Option<Local> {
    let Instruction::Service {
        service, arguments, ..
    } = instruction
    else {
        return None;
    };
    match arguments.first() {
        Some(Operand::Local(local)) if service.info().of_object => {
            variables.contains_key(local).then_some(*local)
        }
        Some(Operand::Local(_) | Operand::Constant(_)) | None => None,
    }
}
