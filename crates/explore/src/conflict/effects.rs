//! Effects: what a piece of code may change, as far as its text tells.
//!
//! They say which joins matter to a value (section 5.2 of the CDSE digest's source: a definition that dominates every use needs no
//! guard): where no way from a dominator to a join changes the value, it does not matter which way was taken.

use everypath_program::{Block, Instruction, Local, Operand, RegionKind, Service, Terminator};
use rustc_hash::FxHashMap;

use super::numbers::Numbers;

/// Ranges of constant addresses that are kept apart; more of them are any memory.
const MOST_RANGES: usize = 16;

/// What a piece of code may change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Effects {
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
    /// Whether variables of other frames are alive: frames begin and end.
    frames: bool,
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
            frames: true,
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
        if let Terminator::SetJump { .. } | Terminator::LongJump { .. } = block.terminator {
            effects.memory = true;
            effects.world = true;
            effects.life = true;
        }
        effects
    }

    /// What an instruction may change.
    pub fn add_instruction(
        &mut self,
        instruction: &Instruction,
        variables: &FxHashMap<Local, u64>,
    ) {
        if let Some(local) = written(instruction) {
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
            Instruction::Allocate { kind, .. } => {
                self.world = true;
                self.frames |= *kind == RegionKind::Local;
            }
            Instruction::Service {
                service, arguments, ..
            } => match (is_of_variable(*service), arguments.first()) {
                (true, Some(Operand::Local(local))) if variables.contains_key(local) => {
                    self.add_variable(*local);
                }
                _ => self.add_service(*service, arguments),
            },
            _ => {}
        }
    }

    fn add_service(&mut self, service: Service, arguments: &[Operand]) {
        match service {
            Service::IsSymbolic
            | Service::Assumes
            | Service::Prefer
            | Service::BlockSize
            | Service::ObjectSize
            | Service::ObjectStart
            | Service::VariableArguments => {}
            Service::MakeSymbolic | Service::MakeNamedSymbolic | Service::FillMemory => {
                let range = match service {
                    Service::FillMemory => [arguments.first(), arguments.get(2)],
                    _ => [arguments.first(), arguments.get(1)],
                };
                match range {
                    [
                        Some(&Operand::Constant(start)),
                        Some(&Operand::Constant(size)),
                    ] => {
                        self.add_range(start, start.saturating_add(size));
                    }
                    _ => self.memory = true,
                }
            }
            Service::CopyMemory | Service::DefineMemory => self.memory = true,
            Service::MarkLocals
            | Service::Clock
            | Service::WriteStream
            | Service::CloseStream
            | Service::SeekStream
            | Service::StreamSize
            | Service::StreamKind
            | Service::OpenFile => self.world = true,
            Service::ReadStream
            | Service::SetBreak
            | Service::MapMemory
            | Service::UnmapMemory
            | Service::Free
            | Service::DefineObject
            | Service::BeginScope
            | Service::EndScope
            | Service::ReleaseLocals
            | Service::ConstantOf
            | Service::AskSymbolic => {
                self.memory = true;
                self.life = true;
                self.world = true;
            }
        }
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
        self.frames |= other.frames;
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

    /// Whether frames may begin or end.
    pub fn on_frames(&self) -> bool {
        self.frames
    }

    /// Whether anything else may change.
    pub fn on_world(&self) -> bool {
        self.world
    }
}

/// Whether a service does something to the object whose address is its first argument, and nothing else.
pub(super) fn is_of_variable(service: Service) -> bool {
    matches!(
        service,
        Service::MakeSymbolic
            | Service::MakeNamedSymbolic
            | Service::BeginScope
            | Service::EndScope
    )
}

/// The local that an instruction writes.
pub(super) fn written(instruction: &Instruction) -> Option<Local> {
    match instruction {
        Instruction::Copy { to, .. }
        | Instruction::Unary { to, .. }
        | Instruction::Binary { to, .. }
        | Instruction::Select { to, .. }
        | Instruction::Resize { to, .. }
        | Instruction::Load { to, .. }
        | Instruction::Input { to, .. }
        | Instruction::Float { to, .. }
        | Instruction::Allocate { to, .. } => Some(*to),
        Instruction::Service { to, .. } => *to,
        Instruction::Store { .. } | Instruction::Check { .. } | Instruction::Assume { .. } => None,
    }
}
