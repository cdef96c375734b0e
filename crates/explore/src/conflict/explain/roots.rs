//! What a refusal needs by itself: of an instruction that cannot be executed, of a check that fails, of a way that is left.

use everypath_machine::Range;
use everypath_program::{Callee, Failure, Instruction, Terminator};
use everypath_term::Term;

use super::super::clauses::{edge_spot, node_spot};
use super::super::root::Root;
use super::needs::{ANYTHING, Owner, What};
use super::{Condition, Walk};

impl<'a> Walk<'a> {
    pub(super) fn root(&mut self, root: &Root) {
        match root {
            Root::Instruction { step, index } => self.instruction(*step, *index),
            Root::Constraints(terms) => {
                for &term in terms {
                    self.constraint(term);
                }
            }
            Root::Whole => self.whole = true,
        }
    }

    /// A constraint of the path, by where it was added first.
    pub(super) fn constraint(&mut self, term: Term) {
        let assertions = self.trail.assertions;
        let Some(assertion) = assertions.iter().find(|assertion| assertion.term == term) else {
            return;
        };
        let assertion = *assertion;
        let goes_on = assertion.step + 1 < self.trail.steps.len();
        let spot = match assertion.is_way && goes_on {
            true => edge_spot(assertion.step + 1),
            false => node_spot(assertion.step),
        };
        self.found.spots.insert(spot);
        self.found.conditions.push(Condition { assertion, spot });
        self.instruction(assertion.step, assertion.index);
    }

    /// Needs all that decides whether an instruction can be executed and its check holds.
    fn instruction(&mut self, step: usize, index: usize) {
        let place = self.trail.steps[step].place;
        let block = self.trail.code.place(place).block.clone();
        let Some(instruction) = block.instructions.get(index) else {
            self.terminator(step, index, &block.terminator);
            return;
        };
        match instruction {
            Instruction::Check { condition, .. } | Instruction::Assume { condition } => {
                self.operand_before(step, index, *condition, true);
            }
            Instruction::Load { address, .. } | Instruction::Store { address, .. } => {
                match self.touch(step, index).and_then(|touch| touch.range) {
                    Some(range) => {
                        let of = self.owner(step, *address, range);
                        self.rigid_before(step, index, *address, false);
                        if of != Owner::Lasting {
                            self.before(step, index, What::Life(of), true);
                        }
                        let Range { start, size, .. } = range;
                        if self.trail.checks_reads
                            && matches!(instruction, Instruction::Load { .. })
                        {
                            let what = What::Memory {
                                start,
                                end: start.saturating_add(size),
                                of,
                            };
                            self.before(step, index, what, false);
                        }
                    }
                    None => {
                        self.rigid_before(step, index, *address, true);
                        for what in ANYTHING {
                            self.before(step, index, what, true);
                        }
                    }
                }
            }
            Instruction::Service {
                service, arguments, ..
            } => {
                let info = service.info();
                let is_of_variable = self.variable_of(step, instruction).is_some();
                for &argument in arguments {
                    self.rigid_before(step, index, argument, !is_of_variable);
                }
                if !is_of_variable {
                    if info.reads_state {
                        for what in ANYTHING {
                            self.before(step, index, what, true);
                        }
                    }
                    return;
                }
                let range = self.touch(step, index).and_then(|touch| touch.range);
                match (info.failure, range) {
                    (Failure::Never, _) | (Failure::OutOfBounds | Failure::Possible, None) => {}
                    (Failure::OutOfBounds | Failure::Possible, Some(range)) => {
                        let of = self.owner(step, arguments[0], range);
                        self.before(step, index, What::Life(of), true);
                    }
                }
            }
            Instruction::Allocate { size, .. } => {
                self.rigid_before(step, index, *size, true);
                self.before(step, index, What::World, true);
            }
            Instruction::Float {
                operation,
                format,
                arguments,
                ..
            } if operation.takes_constants(*format) => {
                for &argument in arguments {
                    self.rigid_before(step, index, argument, true);
                }
            }
            Instruction::Float { .. }
            | Instruction::Copy { .. }
            | Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Select { .. }
            | Instruction::Resize { .. }
            | Instruction::Input { .. } => {}
        }
    }

    fn terminator(&mut self, step: usize, index: usize, terminator: &Terminator) {
        match terminator {
            Terminator::Branch { condition, .. } => {
                self.operand_before(step, index, *condition, true);
            }
            Terminator::Switch { value, .. } => self.operand_before(step, index, *value, true),
            Terminator::IndirectJump { address, .. }
            | Terminator::Call {
                callee: Callee::Address(address),
                ..
            } => self.rigid_before(step, index, *address, true),
            Terminator::Jump { .. }
            | Terminator::Call {
                callee: Callee::Function(_),
                ..
            }
            | Terminator::Return { .. }
            | Terminator::Stop(_) => {}
            Terminator::SetJump { buffer, .. } => {
                self.rigid_before(step, index, *buffer, true);
                self.before(step, index, What::Life(Owner::Unknown), true);
            }
            Terminator::Exit { .. } if !self.trail.code.checks_ends() => {}
            // What is required at the end depends on all that was allocated; jumps between frames on all calls.
            Terminator::Exit { .. } | Terminator::LongJump { .. } => self.whole = true,
        }
    }
}
