//! Control flow: branches, switches, indirect branches, returns, and the edges between blocks.

use everypath_program::{BlockKey, Edge, Instruction, Local, Operand, Property, Terminator};

use super::{Lowerer, Piece, Stopped};
use crate::binding::{BasicBlock, Opcode, Value};

impl<'m> Lowerer<'m> {
    /// The key of the first block that is made of an LLVM block: function and place in the order.
    pub(super) fn key_of(&self, number: u32) -> BlockKey {
        let rank = self.ranks.get(number as usize).copied().unwrap_or(0);
        BlockKey::at(self.first_code() | u64::from(rank))
    }

    pub(super) fn number_of(&self, block: BasicBlock<'m>) -> Option<u32> {
        self.block_numbers.get(&block.id()).copied()
    }

    /// The successors that are entered by edges; those that only report a violation are left out where the
    /// terminator becomes a check.
    pub(super) fn real_successors(&mut self, number: u32) -> Vec<u32> {
        let Some(&block) = self.blocks.get(number as usize) else {
            return Vec::new();
        };
        let Some(terminator) = block.terminator() else {
            return Vec::new();
        };
        let successors = terminator.successors();
        let all: Vec<u32> = successors
            .iter()
            .filter_map(|&block| self.number_of(block))
            .collect();
        if terminator.branch_condition().is_none() {
            return all;
        }
        let reporting: Vec<bool> = successors
            .iter()
            .map(|&block| self.is_handler(block))
            .collect();
        match reporting[..] {
            // When both report, both are blocks of their own.
            [true, true] => all,
            _ => all
                .into_iter()
                .zip(reporting)
                .filter(|(_, reports)| !reports)
                .map(|(number, _)| number)
                .collect(),
        }
    }

    /// The parameters of a block: the scalars of each phi, then what says that their promises were kept.
    pub(super) fn parameters_of(&mut self, number: u32) -> Vec<Local> {
        if let Some(known) = self.parameters.get(&number) {
            return known.clone();
        }
        let mut locals = Vec::new();
        if let Some(&block) = self.blocks.get(number as usize) {
            for phi in block.instructions() {
                if phi.opcode() != Some(Opcode::LLVMPHI) {
                    break;
                }
                let first = locals.len();
                let shape = self.shapes.of(phi.value_type());
                for scalar in shape.iter().flat_map(|shape| shape.iter()) {
                    locals.push(self.named(phi.name(), scalar.width));
                }
                let scalars = locals.get(first..).unwrap_or_default().to_vec();
                locals.extend(self.promise_parameters(phi, &scalars));
            }
        }
        self.parameters.insert(number, locals.clone());
        locals
    }

    /// The edge from one LLVM block to another.
    pub(super) fn edge(&mut self, from: BasicBlock<'m>, to: u32) -> Edge {
        if let Some(wanted) = self.wanted.get_mut(to as usize) {
            *wanted = true;
        }
        let mut arguments = Vec::new();
        let Some(&block) = self.blocks.get(to as usize) else {
            return Edge::to(self.key_of(to));
        };
        for phi in block.instructions() {
            if phi.opcode() != Some(Opcode::LLVMPHI) {
                break;
            }
            let values = match self.merged(phi, from) {
                Some(value) => self.scalars(value),
                None => {
                    let shape = self.shapes.of(phi.value_type());
                    let scalars = shape.iter().flat_map(|shape| shape.iter());
                    scalars
                        .map(|scalar| self.operand(Piece::Undefined, scalar.width))
                        .collect()
                }
            };
            let promises = self.promise_arguments(phi, &values);
            arguments.extend(values);
            arguments.extend(promises);
        }
        Edge {
            target: self.key_of(to),
            arguments: arguments.into(),
        }
    }

    /// The value that a phi takes where control comes from a block. A phi has as many values as its block has predecessors, each of which asks.
    fn merged(&mut self, phi: Value<'m>, from: BasicBlock<'m>) -> Option<Value<'m>> {
        let values = self.merged_values.entry(phi.id()).or_insert_with(|| {
            let incoming = phi.incoming().into_iter();
            incoming.map(|(value, block)| (block.id(), value)).collect()
        });
        values.get(&from.id()).copied()
    }

    /// Goes on at a block: in place if it has no other predecessor, else by a jump.
    fn go_to(&mut self, from: BasicBlock<'m>, to: u32) -> Option<u32> {
        let only = self.incoming.get(to as usize) == Some(&1);
        let begun = self.lowered.get(to as usize).copied().unwrap_or(true);
        if !only || begun || to == 0 {
            let edge = self.edge(from, to);
            self.jump(edge);
            return None;
        }
        let &block = self.blocks.get(to as usize)?;
        let mut merged = Vec::new();
        for phi in block.instructions() {
            if phi.opcode() != Some(Opcode::LLVMPHI) {
                break;
            }
            let pieces = match self.merged(phi, from) {
                Some(value) => self.pieces(value),
                None => self.undefined_pieces(phi.value_type()),
            };
            merged.push((phi, pieces));
        }
        for (phi, pieces) in merged {
            self.define(phi, &pieces);
        }
        Some(to)
    }

    /// Lowers a terminator; gives the block to go on with in place.
    pub(super) fn terminator(
        &mut self,
        terminator: Value<'m>,
        opcode: Opcode,
    ) -> Result<Option<u32>, Stopped> {
        let Some(block) = terminator.block() else {
            return Ok(None);
        };
        match opcode {
            Opcode::LLVMRet => {
                let values = terminator.operand(0);
                let values = values.map_or(Vec::new(), |value| self.scalars(value));
                self.end(Terminator::Return {
                    values: values.into(),
                });
                Ok(None)
            }
            Opcode::LLVMUnreachable => {
                self.violate(Property::Unreachable)?;
                Ok(None)
            }
            Opcode::LLVMSwitch => self.switch(terminator, block),
            Opcode::LLVMIndirectBr => self.indirect_branch(terminator, block),
            _ => self.branch(terminator, block),
        }
    }

    fn branch(
        &mut self,
        terminator: Value<'m>,
        block: BasicBlock<'m>,
    ) -> Result<Option<u32>, Stopped> {
        let successors = terminator.successors();
        let Some(condition) = terminator.branch_condition() else {
            let target = successors.first().and_then(|&block| self.number_of(block));
            return match target {
                Some(target) => Ok(self.go_to(block, target)),
                None => {
                    self.unsupported("a branch without a target")?;
                    Ok(None)
                }
            };
        };
        let &[then, otherwise] = &successors[..] else {
            self.unsupported("a branch without targets")?;
            return Ok(None);
        };
        let (Some(then_number), Some(otherwise_number)) =
            (self.number_of(then), self.number_of(otherwise))
        else {
            self.unsupported("a branch without targets")?;
            return Ok(None);
        };
        match (self.is_handler(then), self.is_handler(otherwise)) {
            (true, false) => {
                let piece = self.piece(condition);
                let negated = match piece {
                    Piece::Not(local) => Operand::Local(local),
                    piece => {
                        let condition = self.operand(piece, 1);
                        self.not(condition)
                    }
                };
                self.sanitizer_check(negated, None, then);
                Ok(self.go_to(block, otherwise_number))
            }
            (false, true) => {
                let of = condition;
                let condition = self.scalar(of, 1);
                self.sanitizer_check(condition, Some(of), otherwise);
                Ok(self.go_to(block, then_number))
            }
            _ => {
                let (condition, then_number, otherwise_number) = match self.piece(condition) {
                    Piece::Not(local) => (Operand::Local(local), otherwise_number, then_number),
                    piece => (self.operand(piece, 1), then_number, otherwise_number),
                };
                let constant = match condition {
                    Operand::Constant(0) => Some(otherwise_number),
                    Operand::Constant(_) => Some(then_number),
                    Operand::Local(_) => None,
                };
                if let Some(target) = constant {
                    return Ok(self.go_to(block, target));
                }
                // The edges need not pass on what is required here.
                self.observe(condition);
                let then = self.edge(block, then_number);
                let otherwise = self.edge(block, otherwise_number);
                self.source.add_branch(2);
                self.end(Terminator::Branch {
                    condition,
                    then,
                    otherwise,
                });
                Ok(None)
            }
        }
    }

    fn switch(
        &mut self,
        terminator: Value<'m>,
        block: BasicBlock<'m>,
    ) -> Result<Option<u32>, Stopped> {
        let successors = terminator.successors();
        let targets: Vec<u32> = successors
            .iter()
            .filter_map(|&block| self.number_of(block))
            .collect();
        let (Some(value), Some(&default)) = (terminator.operand(0), targets.first()) else {
            self.unsupported("an incomplete switch")?;
            return Ok(None);
        };
        let width = value.value_type().integer_width();
        if width > 64 {
            self.unsupported(&format!("a switch over {width} bits"))?;
            return Ok(None);
        }
        let value = self.scalar(value, width);
        // The operands are the value, the default's block, then constants and blocks in turn.
        let constants: Vec<u64> = (1..targets.len() as u32)
            .filter_map(|case| terminator.operand(2 * case)?.integer())
            .collect();
        if let Operand::Constant(value) = value {
            let found = constants.iter().position(|&constant| constant == value);
            let target = found.and_then(|index| targets.get(index + 1));
            return Ok(self.go_to(block, target.copied().unwrap_or(default)));
        }
        self.observe(value);
        let cases: Vec<(u64, Edge)> = constants
            .iter()
            .zip(targets.iter().skip(1))
            .map(|(&constant, &target)| (constant, self.edge(block, target)))
            .collect();
        let default = self.edge(block, default);
        // Passes put this in place of a default that no value takes.
        let nowhere = successors.first().is_some_and(|block| {
            let first = block.instructions().next();
            first.and_then(Value::opcode) == Some(Opcode::LLVMUnreachable)
        });
        self.source.add_branch(cases.len() + usize::from(!nowhere));
        self.end(Terminator::Switch {
            value,
            width,
            cases: cases.into(),
            default,
        });
        Ok(None)
    }

    /// A jump to a computed label: a switch over the addresses of the blocks that it may go to.
    fn indirect_branch(
        &mut self,
        terminator: Value<'m>,
        block: BasicBlock<'m>,
    ) -> Result<Option<u32>, Stopped> {
        let Some(address) = terminator.operand(0) else {
            self.unsupported("an incomplete indirect branch")?;
            return Ok(None);
        };
        let width = self.address_width;
        let value = self.scalar(address, width);
        self.observe(value);
        let mut cases: Vec<(u64, Edge)> = Vec::new();
        for target in terminator.successors() {
            let known = self.tables.block_addresses.get(&target.id()).copied();
            let (Some(address), Some(number)) = (known, self.number_of(target)) else {
                continue;
            };
            if !cases.iter().any(|(other, _)| *other == address) {
                cases.push((address, self.edge(block, number)));
            }
        }
        let position = self.position();
        let nowhere = self.new_part();
        // The default is a violation, no side.
        self.source.add_branch(cases.len());
        self.end(Terminator::Switch {
            value,
            width,
            cases: cases.into(),
            default: Edge::to(nowhere),
        });
        self.continue_in(nowhere, position);
        self.violate(Property::Unreachable)?;
        Ok(None)
    }

    /// Ends the program.
    pub(super) fn exit(&mut self, code: Operand) -> super::Flow {
        self.end(Terminator::Exit { code });
        Err(Stopped)
    }

    /// Gives up the path where the condition does not hold.
    pub(super) fn assume(&mut self, condition: Operand) {
        if condition != Operand::Constant(1) {
            self.push(Instruction::Assume { condition });
        }
    }
}
