//! What may fail in a block, and what has to be a constant, as far as its text tells.

use std::rc::Rc;

use everypath_program::{
    Block, Callee, CheckSet, Failure, Image, Instruction, LifeEffect, Local, Operand, Raised,
    RegionKind, StopReason, Terminator,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::effects::variable_of;

/// Whether bytes can be accessed as long as the program runs.
pub fn is_always_there(image: &Image, start: u64, size: u64, store: bool) -> bool {
    image.regions.iter().any(|region| {
        let offset = start.wrapping_sub(region.base);
        let fits = region
            .size
            .checked_sub(size)
            .is_some_and(|last| offset <= last);
        let allowed = match store {
            true => region.permissions.write,
            false => region.permissions.read,
        };
        fits && allowed && matches!(region.kind, RegionKind::Global | RegionKind::Segment)
    })
}

/// Whether some instruction of a block may need a constant.
pub(crate) fn chooses(block: &Block, variables: &FxHashMap<Local, u64>) -> bool {
    let mut instructions = block.instructions.iter();
    instructions.any(|instruction| {
        let variable = variable_of(instruction, variables);
        let mut may_be_term = false;
        instruction.each_operand(|operand| {
            may_be_term |= match operand {
                Operand::Local(local) => Some(local) != variable,
                Operand::Constant(_) => false,
            };
        });
        instruction.takes_constants() && may_be_term
    })
}

/// The sizes of the variables of a frame that have an address, by the local that has it: one that is written once, in the first block and
/// before it is used, so that whoever uses it later finds the variable there. (A first block that is come to again makes them anew.)
pub(crate) fn variables(blocks: &[Rc<Block>]) -> FxHashMap<Local, u64> {
    let mut variables = FxHashMap::default();
    let mut used: FxHashSet<Operand> = FxHashSet::default();
    for instruction in blocks.first().iter().flat_map(|block| &block.instructions) {
        match instruction {
            Instruction::Allocate {
                to,
                size: Operand::Constant(size),
                kind: RegionKind::Local,
                ..
            } if !used.contains(&Operand::Local(*to)) => drop(variables.insert(*to, *size)),
            Instruction::Load { address, .. } | Instruction::Store { address, .. } => {
                used.insert(*address);
            }
            Instruction::Service { arguments, .. } => used.extend(arguments.iter().copied()),
            Instruction::Copy { .. }
            | Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Select { .. }
            | Instruction::Resize { .. }
            | Instruction::Float { .. }
            | Instruction::Input { .. }
            | Instruction::Check { .. }
            | Instruction::Assume { .. }
            | Instruction::Allocate { .. } => {}
        }
    }
    let mut times: FxHashMap<Local, u32> = FxHashMap::default();
    for block in blocks {
        let ends = block.parameters.iter().chain(block.terminator.results());
        let instructions = block.instructions.iter().filter_map(Instruction::result);
        for local in ends.copied().chain(instructions) {
            *times.entry(local).or_default() += 1;
        }
    }
    variables.retain(|local, _| times.get(local) == Some(&1));
    variables
}

/// Which of the variables of a frame are there as long as the frame is.
pub(crate) fn lasting(blocks: &[Rc<Block>], variables: &FxHashMap<Local, u64>) -> FxHashSet<Local> {
    let mut lasting: FxHashSet<Local> = variables.keys().copied().collect();
    for instruction in blocks.iter().flat_map(|block| &block.instructions) {
        let Instruction::Service {
            service, arguments, ..
        } = instruction
        else {
            continue;
        };
        match (service.info().lives, arguments.first()) {
            (LifeEffect::EndsVariable, Some(Operand::Local(local))) => drop(lasting.remove(local)),
            (LifeEffect::EndsVariable | LifeEffect::EndsVariables, _) => {
                return FxHashSet::default();
            }
            (LifeEffect::Unchanged | LifeEffect::BeginsVariable | LifeEffect::Objects, _) => {}
        }
    }
    lasting
}

/// Whether something in a block may fail or is not supported, as far as its text and what is known of operands tell.
pub(crate) fn is_at_risk(
    block: &Block,
    (checks, checks_results): (CheckSet, bool),
    image: &Image,
    (variables, lasting): (&FxHashMap<Local, u64>, &FxHashSet<Local>),
    mut begun: FxHashSet<Local>,
    known: impl Fn(usize, Operand) -> Option<u64>,
) -> bool {
    for (index, instruction) in block.instructions.iter().enumerate() {
        let is_there = |begun: &FxHashSet<Local>, address: &Operand, offset: u64, size: u64| {
            let Operand::Local(local) = address else {
                return false;
            };
            let fits = variables
                .get(local)
                .is_some_and(|&bytes| offset.checked_add(size).is_some_and(|end| end <= bytes));
            fits && (lasting.contains(local) || begun.contains(local))
        };
        let risk = match instruction {
            Instruction::Check {
                property,
                condition,
            } => {
                let holds = known(index, *condition).is_some_and(|value| value != 0);
                checks.contains(*property) && !holds
            }
            Instruction::Load {
                address,
                offset,
                size,
                ..
            }
            | Instruction::Store {
                address,
                offset,
                size,
                ..
            } => {
                let store = matches!(instruction, Instruction::Store { .. });
                let size = u64::from(*size);
                let is_there = match known(index, *address) {
                    Some(base) => is_always_there(image, base.wrapping_add(*offset), size, store),
                    None => is_there(&begun, address, *offset, size),
                };
                // What was never written may have been copied to anywhere.
                !is_there || !store && checks.has_raised_by(Raised::Contents)
            }
            Instruction::Service {
                service, arguments, ..
            } => {
                let info = service.info();
                let variable = variable_of(instruction, variables);
                match (info.lives, variable) {
                    (LifeEffect::Unchanged | LifeEffect::Objects, _) => {}
                    (LifeEffect::BeginsVariable, None) => {}
                    (LifeEffect::BeginsVariable, Some(local)) => drop(begun.insert(local)),
                    (LifeEffect::EndsVariable, Some(local)) => drop(begun.remove(&local)),
                    (LifeEffect::EndsVariable, None) | (LifeEffect::EndsVariables, _) => {
                        begun.clear();
                    }
                }
                let may_be_term = |&argument: &Operand| {
                    let is_variable = variable.map(Operand::Local) == Some(argument);
                    !is_variable && known(index, argument).is_none()
                };
                let fails = match info.failure {
                    Failure::Never => false,
                    Failure::OutOfBounds => {
                        let bytes = info.memory.range().and_then(|(start, size)| {
                            Some((arguments.get(start)?, *arguments.get(size)?))
                        });
                        !bytes.is_some_and(|(start, size)| {
                            let size = known(index, size);
                            size.is_some_and(|size| is_there(&begun, start, 0, size))
                        })
                    }
                    Failure::Possible => true,
                };
                fails || info.takes_constants() && arguments.iter().any(may_be_term)
            }
            Instruction::Allocate { to, size, kind, .. } => {
                if *kind == RegionKind::Local {
                    begun.insert(*to);
                }
                known(index, *size).is_none()
            }
            Instruction::Float {
                operation, format, ..
            } => operation.takes_constants(*format),
            Instruction::Copy { .. }
            | Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Select { .. }
            | Instruction::Resize { .. }
            | Instruction::Assume { .. }
            | Instruction::Input { .. } => false,
        };
        if risk {
            return true;
        }
    }
    match &block.terminator {
        Terminator::Exit { .. } => checks.has_raised_by(Raised::End),
        Terminator::Return { .. } => checks_results,
        Terminator::Stop(StopReason::Dead) => false,
        Terminator::Stop(StopReason::Unsupported(_)) => true,
        Terminator::Call { callee, .. } => matches!(callee, Callee::Address(_)),
        Terminator::SetJump { .. } | Terminator::LongJump { .. } => true,
        // Where a computed jump leads is not known before it runs, which makes its block one to go to in any case.
        Terminator::Jump { .. }
        | Terminator::Branch { .. }
        | Terminator::Switch { .. }
        | Terminator::IndirectJump { .. } => false,
    }
}
