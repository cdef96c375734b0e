//! Values that nobody reads: what lowering computed for a check that is off, or twice, and what only went around a loop.

use everypath_program::{Instruction, Local, Operand};

use super::code::{Code, each_edge_mut, is_pure};

/// Removes pure instructions, arbitrary values for what was never written, and parameters, if nobody reads them. Events stay.
pub(super) fn remove(code: &mut Code<'_>) {
    let needed = needed(code);
    let is_needed = |local: Local| needed.get(local.0 as usize).copied().unwrap_or(true);
    // Which parameters of each part stay.
    let kept: Vec<Vec<bool>> = code
        .parts
        .iter()
        .enumerate()
        .map(|(place, part)| {
            let parameters = part.iter().flat_map(|part| &part.parameters);
            // Those of the first part are the function's.
            parameters
                .map(|&local| place == 0 || is_needed(local))
                .collect()
        })
        .collect();
    let places: Vec<Vec<Option<usize>>> = code
        .parts
        .iter()
        .map(|part| {
            let mut targets = Vec::new();
            if let Some(part) = part {
                each_edge_mut(&mut part.terminator.clone(), |edge| {
                    targets.push(code.place(edge.target));
                });
            }
            targets
        })
        .collect();
    let arbitrary = code.arbitrary;
    for (place, part) in code.parts.iter_mut().enumerate() {
        let Some(part) = part else { continue };
        part.lines.retain(|line| {
            !is_removable(&line.instruction, arbitrary)
                || line.instruction.result().is_none_or(is_needed)
        });
        let mut stays = kept[place].iter();
        part.parameters.retain(|_| stays.next() != Some(&false));
        let mut targets = places[place].iter();
        each_edge_mut(&mut part.terminator, |edge| {
            let target = targets.next().copied().flatten();
            let Some(kept) = target.and_then(|target| kept.get(target)) else {
                return;
            };
            if kept.iter().all(|&kept| kept) {
                return;
            }
            let arguments = edge.arguments.iter().zip(kept);
            edge.arguments = arguments
                .filter(|(_, kept)| **kept)
                .map(|(&argument, _)| argument)
                .collect();
        });
    }
}

fn is_removable(instruction: &Instruction, arbitrary: &rustc_hash::FxHashSet<Local>) -> bool {
    match instruction {
        Instruction::Input { to, .. } => arbitrary.contains(to),
        other => is_pure(other),
    }
}

/// The locals that some event or decision depends on.
fn needed(code: &Code<'_>) -> Vec<bool> {
    // What each local is computed from; nothing for results of events.
    let mut sources: Vec<Vec<Local>> = vec![Vec::new(); code.locals.len()];
    let mut needed = vec![false; code.locals.len()];
    let mut work: Vec<Local> = Vec::new();
    for part in code.parts.iter().flatten() {
        for line in &part.lines {
            let instruction = &line.instruction;
            let to = instruction.result().filter(|_| is_pure(instruction));
            let list = to.and_then(|to| sources.get_mut(to.0 as usize));
            let mut list = list;
            instruction.each_operand(|operand| {
                if let Operand::Local(local) = operand {
                    match &mut list {
                        Some(list) => list.push(local),
                        None => work.push(local),
                    }
                }
            });
        }
        let mut terminator = part.terminator.clone();
        each_edge_mut(&mut terminator, |edge| {
            if let Some(target) = code.place(edge.target).and_then(|place| code.part(place)) {
                for (parameter, argument) in target.parameters.iter().zip(&edge.arguments) {
                    if let Operand::Local(local) = argument
                        && let Some(list) = sources.get_mut(parameter.0 as usize)
                    {
                        list.push(*local);
                    }
                }
                edge.arguments = Box::default();
            }
        });
        terminator.each_operand(|operand| {
            if let Operand::Local(local) = operand {
                work.push(local);
            }
        });
    }
    while let Some(local) = work.pop() {
        if let Some(flag) = needed.get_mut(local.0 as usize)
            && !std::mem::replace(flag, true)
            && let Some(list) = sources.get(local.0 as usize)
        {
            work.extend(list);
        }
    }
    needed
}
