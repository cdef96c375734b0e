//! The verifier: whether a block is well-formed. Front ends run it over what they lift in their tests.

use crate::{
    Block, Callee, DIRECTION_WIDTH, Edge, Instruction, Local, LocalInfo, Operand, RegionKind,
    Terminator,
};
use everypath_term::ops::mask;

/// A place where a block breaks a rule of the representation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Index of the instruction; the number of instructions for the terminator.
    pub index: usize,
    /// What is wrong.
    pub message: String,
}

/// Checks widths, local numbers, argument counts and the side tables of a block.
///
/// Returns all faults, in order; an empty list for a well-formed block.
pub fn verify(block: &Block, locals: &[LocalInfo], address_width: u32) -> Vec<Fault> {
    let mut verifier = Verifier {
        locals,
        address_width,
        index: 0,
        faults: Vec::new(),
    };
    for (index, instruction) in block.instructions.iter().enumerate() {
        verifier.index = index;
        verifier.instruction(instruction);
    }
    verifier.index = block.instructions.len();
    verifier.terminator(&block.terminator);
    for parameter in &block.parameters {
        verifier.width_of(*parameter);
    }
    let expected = block.instructions.len() + 1;
    verifier.require(
        block.positions.len() == expected && block.steps.len() == expected,
        || format!("positions and steps need {expected} entries"),
    );
    verifier.require(block.steps.is_sorted(), || "steps must not decrease".into());
    verifier.faults
}

struct Verifier<'a> {
    locals: &'a [LocalInfo],
    address_width: u32,
    index: usize,
    faults: Vec<Fault>,
}

impl Verifier<'_> {
    fn require(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.faults.push(Fault {
                index: self.index,
                message: message(),
            });
        }
    }

    fn width_of(&mut self, local: Local) -> Option<u32> {
        let width = self.locals.get(local.0 as usize).map(|info| info.width);
        self.require(width.is_some(), || format!("{local} does not exist"));
        width
    }

    fn reads(&mut self, operand: Operand, width: u32) {
        match operand {
            Operand::Local(local) => {
                if let Some(actual) = self.width_of(local) {
                    self.require(actual == width, || {
                        format!("{local} has {actual} bits, {width} expected")
                    });
                }
            }
            Operand::Constant(value) => self.require(value <= mask(width), || {
                format!("constant {value:#x} does not fit {width} bits")
            }),
        }
    }

    fn writes(&mut self, local: Local, width: u32) {
        self.reads(Operand::Local(local), width);
    }

    fn instruction(&mut self, instruction: &Instruction) {
        let address_width = self.address_width;
        match instruction {
            Instruction::Copy { to, from } => {
                if let Some(width) = self.width_of(*to) {
                    self.reads(*from, width);
                }
            }
            Instruction::Unary { width, to, a, .. } => {
                self.writes(*to, *width);
                self.reads(*a, *width);
            }
            Instruction::Binary {
                op,
                width,
                to,
                a,
                b,
            } => {
                self.writes(*to, op.result_width(*width));
                self.reads(*a, *width);
                self.reads(*b, *width);
            }
            Instruction::Select {
                width,
                to,
                condition,
                then,
                otherwise,
            } => {
                self.writes(*to, *width);
                self.reads(*condition, 1);
                self.reads(*then, *width);
                self.reads(*otherwise, *width);
            }
            Instruction::Resize {
                to,
                value,
                from,
                keep,
                width,
                ..
            } => {
                self.writes(*to, *width);
                self.reads(*value, *from);
                self.require(*keep >= 1 && keep <= from && keep <= width, || {
                    format!("cannot keep {keep} of {from} bits in {width}")
                });
            }
            Instruction::Load {
                to,
                address,
                size,
                width,
                ..
            } => {
                self.writes(*to, *width);
                self.reads(*address, address_width);
                self.access(*size, *width);
            }
            Instruction::Store {
                address,
                value,
                width,
                size,
                ..
            } => {
                self.reads(*address, address_width);
                self.reads(*value, *width);
                self.access(*size, *width);
            }
            Instruction::Check { condition, .. } | Instruction::Assume { condition } => {
                self.reads(*condition, 1);
            }
            Instruction::Input { to, width, .. } => self.writes(*to, *width),
            Instruction::Float {
                operation,
                format,
                to,
                arguments,
            } => {
                let takes = operation.arguments();
                let directed = operation.rounds(*format) && arguments.len() == takes + 1;
                self.require(arguments.len() == takes || directed, || {
                    format!("{operation} takes {takes} arguments")
                });
                for (number, argument) in arguments.iter().enumerate() {
                    let width = match number < takes {
                        true => operation.argument_width(*format),
                        false => DIRECTION_WIDTH,
                    };
                    self.reads(*argument, width);
                }
                self.writes(*to, operation.result_width(*format));
            }
            Instruction::Allocate {
                to,
                size,
                alignment,
                kind,
                ..
            } => {
                self.reads(*size, address_width);
                self.writes(*to, address_width);
                self.require(alignment.is_power_of_two(), || {
                    format!("alignment {alignment} is no power of two")
                });
                self.require(matches!(kind, RegionKind::Heap | RegionKind::Local), || {
                    format!("{kind:?} objects cannot be allocated")
                });
            }
            Instruction::Service {
                service,
                to,
                arguments,
            } => {
                let info = service.info();
                self.require(arguments.len() == info.arguments, || {
                    format!("{} takes {} arguments", info.name, info.arguments)
                });
                for argument in arguments {
                    self.reads(*argument, address_width);
                }
                if let Some(to) = to {
                    self.require(info.result, || format!("{} gives no result", info.name));
                    self.writes(*to, address_width);
                }
            }
        }
    }

    fn access(&mut self, size: u32, width: u32) {
        self.require((1..=16).contains(&size) && 8 * size <= width, || {
            format!("an access of {size} bytes does not fit {width} bits")
        });
    }

    fn edge(&mut self, edge: &Edge) {
        self.exist(&edge.arguments);
    }

    fn exist(&mut self, operands: &[Operand]) {
        for operand in operands {
            if let Operand::Local(local) = operand {
                self.width_of(*local);
            }
        }
    }

    fn terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Jump { edge, .. } => self.edge(edge),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                self.reads(*condition, 1);
                self.edge(then);
                self.edge(otherwise);
            }
            Terminator::Switch {
                value,
                width,
                cases,
                default,
            } => {
                self.reads(*value, *width);
                for (constant, edge) in cases {
                    self.reads(Operand::Constant(*constant), *width);
                    self.edge(edge);
                }
                self.edge(default);
            }
            Terminator::IndirectJump { address, .. } => self.reads(*address, self.address_width),
            Terminator::Call {
                callee,
                arguments,
                results,
                ..
            } => {
                if let Callee::Address(address) = callee {
                    self.reads(*address, self.address_width);
                }
                self.exist(arguments);
                for &result in results.iter() {
                    self.width_of(result);
                }
            }
            Terminator::Return { values } => self.exist(values),
            Terminator::SetJump { buffer, result, .. } => {
                self.reads(*buffer, self.address_width);
                self.width_of(*result);
            }
            Terminator::LongJump {
                buffer,
                value,
                width,
            } => {
                self.reads(*buffer, self.address_width);
                self.reads(*value, *width);
            }
            Terminator::Exit { code } => self.reads(*code, self.address_width),
            Terminator::Stop(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BinaryOp, BlockBuilder, BlockKey, Position};

    fn locals() -> Vec<LocalInfo> {
        [32, 32, 1]
            .iter()
            .enumerate()
            .map(|(i, &width)| LocalInfo {
                name: format!("l{i}"),
                width,
            })
            .collect()
    }

    fn faults_of(instruction: Instruction) -> Vec<String> {
        let mut builder = BlockBuilder::new(BlockKey::at(0));
        builder.begin_source(Position(0));
        builder.push(instruction);
        let block = builder.finish(Terminator::Exit {
            code: Operand::Constant(0),
        });
        verify(&block, &locals(), 32)
            .into_iter()
            .map(|fault| fault.message)
            .collect()
    }

    #[test]
    fn a_well_formed_instruction_has_no_fault() {
        let compare = Instruction::Binary {
            op: BinaryOp::Ult,
            width: 32,
            to: Local(2),
            a: Operand::Local(Local(0)),
            b: Operand::Constant(7),
        };
        assert_eq!(faults_of(compare), Vec::<String>::new());
    }

    #[test]
    fn wrong_widths_and_missing_locals_are_found() {
        let add = Instruction::Binary {
            op: BinaryOp::Add,
            width: 32,
            to: Local(2),
            a: Operand::Local(Local(9)),
            b: Operand::Constant(1 << 32),
        };
        assert_eq!(
            faults_of(add),
            [
                "%2 has 1 bits, 32 expected",
                "%9 does not exist",
                "constant 0x100000000 does not fit 32 bits"
            ]
        );
    }

    #[test]
    fn an_access_must_fit_its_width() {
        let load = Instruction::Load {
            to: Local(0),
            address: Operand::Local(Local(1)),
            offset: 0,
            size: 8,
            width: 32,
            signed: false,
        };
        assert_eq!(
            faults_of(load),
            ["an access of 8 bytes does not fit 32 bits"]
        );
    }
}
