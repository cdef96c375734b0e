//! Removes instructions whose result nobody reads: what lowering computed for a check that is off, or twice.

use everypath_program::{Block, Instruction, Local, Operand};

/// Removes them from all blocks of a function. What can violate a property or has an effect stays.
pub(super) fn remove_unused(blocks: &mut [Block], locals: usize) {
    let mut readers = vec![0u32; locals];
    for block in blocks.iter() {
        for instruction in &block.instructions {
            instruction.each_operand(|operand| count(&mut readers, operand));
        }
        block
            .terminator
            .each_operand(|operand| count(&mut readers, operand));
    }
    // Backwards, so that what only a removed instruction reads is removed too. A value is read behind its definition,
    // but for values that go around a loop, which are parameters of blocks and stay.
    for block in blocks.iter_mut().rev() {
        let mut keep = vec![true; block.instructions.len()];
        for (index, instruction) in block.instructions.iter().enumerate().rev() {
            let unread = result(instruction)
                .is_some_and(|to| readers.get(to.0 as usize).copied() == Some(0));
            if unread {
                keep[index] = false;
                instruction.each_operand(|operand| {
                    if let Operand::Local(local) = operand
                        && let Some(number) = readers.get_mut(local.0 as usize)
                    {
                        *number = number.saturating_sub(1);
                    }
                });
            }
        }
        if keep.iter().all(|&keep| keep) {
            continue;
        }
        let kept = |index: usize| keep.get(index).copied().unwrap_or(true);
        let instructions = std::mem::take(&mut block.instructions).into_vec();
        block.instructions = filtered(instructions, kept);
        let positions = std::mem::take(&mut block.positions).into_vec();
        block.positions = filtered(positions, kept);
        let steps = std::mem::take(&mut block.steps).into_vec();
        block.steps = filtered(steps, kept);
    }
}

fn filtered<T>(all: Vec<T>, kept: impl Fn(usize) -> bool) -> Box<[T]> {
    let numbered = all.into_iter().enumerate();
    numbered
        .filter(|(index, _)| kept(*index))
        .map(|(_, item)| item)
        .collect()
}

fn count(readers: &mut [u32], operand: Operand) {
    if let Operand::Local(local) = operand
        && let Some(number) = readers.get_mut(local.0 as usize)
    {
        *number += 1;
    }
}

/// The result of an instruction that does nothing else.
fn result(instruction: &Instruction) -> Option<Local> {
    match instruction {
        Instruction::Copy { to, .. }
        | Instruction::Unary { to, .. }
        | Instruction::Binary { to, .. }
        | Instruction::Select { to, .. }
        | Instruction::Resize { to, .. }
        | Instruction::Float { to, .. } => Some(*to),
        Instruction::Load { .. }
        | Instruction::Store { .. }
        | Instruction::Check { .. }
        | Instruction::Assume { .. }
        | Instruction::Input { .. }
        | Instruction::Allocate { .. }
        | Instruction::Service { .. } => None,
    }
}
