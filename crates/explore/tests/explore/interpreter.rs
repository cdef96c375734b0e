//! A second, much simpler meaning of the representation: one concrete run of one program, event by event. The machine is
//! compared with it.

use std::collections::BTreeMap;

use everypath_program::{
    BlockKey, Instruction, Local, Operand, Position, Program, Property, Terminator,
};
use everypath_term::ops::{fold_binary, mask, signed};

use crate::scripted::Scripted;

/// What a run went through that another run could have done differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    Branch(bool),
    Case(usize),
    Target(u64),
    Object(u64),
    Passed,
    Assumed,
    Exit,
    Violated(Property, Position),
    Excluded,
}

/// The events of one run; the last one says how it ended.
pub fn run(program: &Scripted, inputs: &[u64]) -> Vec<Step> {
    let mut run = Run::new(program, inputs);
    let mut key = program.entry();
    loop {
        match run.block(key) {
            Ok(next) => key = next,
            Err(end) => {
                run.steps.push(end);
                return run.steps;
            }
        }
    }
}

/// A run that stands at the beginning of a block.
pub struct Run<'a> {
    program: &'a Scripted,
    pub locals: Vec<u64>,
    pub memory: BTreeMap<u64, u8>,
    inputs: std::slice::Iter<'a, u64>,
    steps: Vec<Step>,
}

impl<'a> Run<'a> {
    pub fn new(program: &'a Scripted, inputs: &'a [u64]) -> Self {
        let mut memory = BTreeMap::new();
        for region in &program.image().regions {
            memory.extend((region.base..).zip(region.bytes.iter().copied()));
        }
        Run {
            program,
            locals: vec![0; program.locals(program.entry()).len()],
            memory,
            inputs: inputs.iter(),
            steps: Vec::new(),
        }
    }

    /// Executes a block. Gives the next one, or how the run ended.
    pub fn block(&mut self, key: BlockKey) -> Result<BlockKey, Step> {
        let block = &self.program.blocks()[&key];
        for (instruction, &position) in block.instructions.iter().zip(&block.positions) {
            if let Some(end) = self.step(instruction, position) {
                return Err(end);
            }
        }
        Ok(match &block.terminator {
            Terminator::Jump { edge, .. } => edge.target,
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                let side = self.read(*condition) == 1;
                self.steps.push(Step::Branch(side));
                if side { then.target } else { otherwise.target }
            }
            Terminator::Switch {
                value,
                cases,
                default,
                ..
            } => {
                let value = self.read(*value);
                let index = cases
                    .iter()
                    .position(|case| case.0 == value)
                    .unwrap_or(cases.len());
                let edge = cases.get(index).map_or(default, |case| &case.1);
                // Cases that go on alike are one way, and those like the default are the default.
                let first = match edge == default {
                    true => None,
                    false => cases.iter().position(|case| case.1 == *edge),
                };
                self.steps.push(Step::Case(first.unwrap_or(cases.len())));
                edge.target
            }
            Terminator::IndirectJump { address, .. } => {
                let address = self.read(*address);
                self.steps.push(Step::Target(address));
                BlockKey::at(address)
            }
            Terminator::Exit { code } if self.read(*code) != 0 => {
                let position = *block.positions.last().unwrap();
                return Err(Step::Violated(Property::NonzeroExit, position));
            }
            Terminator::Exit { .. } => {
                self.steps.push(Step::Passed);
                return Err(Step::Exit);
            }
            other => panic!("not generated: {other:?}"),
        })
    }

    fn read(&self, operand: Operand) -> u64 {
        match operand {
            Operand::Local(local) => self.locals[local.0 as usize],
            Operand::Constant(constant) => constant,
        }
    }

    fn write(&mut self, to: Local, value: u64) {
        self.locals[to.0 as usize] = value;
    }

    fn step(&mut self, instruction: &Instruction, position: Position) -> Option<Step> {
        match *instruction {
            Instruction::Copy { to, from } => self.write(to, self.read(from)),
            Instruction::Binary {
                op,
                width,
                to,
                a,
                b,
            } => {
                self.write(to, fold_binary(op, width, self.read(a), self.read(b)));
            }
            Instruction::Select {
                to,
                condition,
                then,
                otherwise,
                ..
            } => {
                let chosen = if self.read(condition) == 1 {
                    then
                } else {
                    otherwise
                };
                self.write(to, self.read(chosen));
            }
            Instruction::Resize {
                to,
                value,
                keep,
                width,
                signed: sign,
                ..
            } => {
                let kept = self.read(value) & mask(keep);
                self.write(
                    to,
                    if sign {
                        signed(kept, keep) as u64 & mask(width)
                    } else {
                        kept
                    },
                );
            }
            Instruction::Input { to, width, .. } => {
                let value = self.inputs.next().copied().unwrap_or(0);
                self.write(to, value & mask(width));
            }
            Instruction::Check {
                property,
                condition,
            } => {
                if self.read(condition) == 0 {
                    return Some(Step::Violated(property, position));
                }
                self.steps.push(Step::Passed);
            }
            Instruction::Assume { condition } => {
                if self.read(condition) == 0 {
                    return Some(Step::Excluded);
                }
                self.steps.push(Step::Assumed);
            }
            Instruction::Load {
                to,
                address,
                offset,
                ..
            } => {
                let address = (self.read(address) + offset) & mask(32);
                let violated = self.access(address, false);
                if let Some(property) = violated {
                    return Some(Step::Violated(property, position));
                }
                self.write(to, self.memory[&address].into());
            }
            Instruction::Store {
                address,
                offset,
                value,
                ..
            } => {
                let address = (self.read(address) + offset) & mask(32);
                let violated = self.access(address, true);
                if let Some(property) = violated {
                    return Some(Step::Violated(property, position));
                }
                self.memory.insert(address, self.read(value) as u8);
            }
            ref other => panic!("not generated: {other:?}"),
        }
        None
    }

    /// The property that an access of one byte violates.
    fn access(&mut self, address: u64, store: bool) -> Option<Property> {
        let regions = &self.program.image().regions;
        let Some(region) = regions
            .iter()
            .find(|region| (region.base..region.base + region.size).contains(&address))
        else {
            return Some(if store {
                Property::InvalidStore
            } else {
                Property::InvalidLoad
            });
        };
        if store && !region.permissions.write {
            return Some(Property::WriteToReadOnly);
        }
        self.steps.push(Step::Object(region.base));
        None
    }
}
