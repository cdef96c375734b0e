//! Where promises are passed on and where they are required, while a function is lowered.

use everypath_analysis::Dominators;
use everypath_program::{
    BinaryOp, Callee, Instruction, Local, Operand, Position, Property, Terminator, UnaryOp,
};

use super::{MOST, Promise};
use crate::binding::Value;
use crate::lower::promises::{MayBePoison, Origin};
use crate::lower::{Flow, Lowerer, Piece};

impl<'m> Lowerer<'m> {
    /// Before the first block is lowered.
    pub(in crate::lower) fn prepare_poison(&mut self, successors: &[Vec<u32>], order: &[u32]) {
        if self.poison.tracked {
            let blocks = order
                .iter()
                .filter_map(|&number| self.blocks.get(number as usize).copied());
            self.poison.may_be = MayBePoison::new(blocks, self.tables.required);
            self.poison.dominators = Dominators::new(successors, order);
        }
    }

    // What values stand on.

    /// The result of an operation that keeps promises of its own if the conditions hold. `before` is the number of locals
    /// when the operation began: a value that was there before belongs to others, too.
    pub(in crate::lower) fn promise(
        &mut self,
        value: Operand,
        width: u32,
        before: usize,
        mut own: Vec<(Property, Operand)>,
    ) -> Operand {
        own.retain(|&(property, condition)| {
            self.tables.required.contains(property) && condition != Operand::Constant(1)
        });
        if !self.poison.tracked || own.is_empty() {
            return value;
        }
        let to = match value {
            Operand::Local(local) if local.0 as usize >= before => local,
            Operand::Local(_) | Operand::Constant(_) => {
                let to = self.fresh(width);
                self.push(Instruction::Copy { to, from: value });
                to
            }
        };
        let position = Some(self.position());
        let mut all = self.poison.open(&[Operand::Local(to)]);
        for (property, condition) in own {
            all.push(self.poison.add(Promise::new(property, condition, position)));
        }
        self.carry(to, all);
        if self.poison.eager || self.poison.useless {
            self.observe(Operand::Local(to));
        }
        Operand::Local(to)
    }

    /// The number of locals, to be remembered for [`Self::promise`].
    pub(in crate::lower) fn locals_so_far(&self) -> usize {
        self.locals.len()
    }

    /// Whether a result that was computed before stands on what these operands do.
    pub(in crate::lower) fn stands_on_the_same(
        &self,
        known: Operand,
        operands: &[Operand],
    ) -> bool {
        let poison = &self.poison;
        !poison.tracked
            || poison.carries_nothing(known)
                && operands.iter().all(|&other| poison.carries_nothing(other))
            || poison.open(&[known]) == poison.open(operands)
    }

    fn carry(&mut self, to: Local, mut all: Vec<u32>) {
        if all.len() > MOST {
            all = self.joined(&all);
        }
        match all.is_empty() {
            true => self.poison.carried.remove(&to),
            false => self.poison.carried.insert(to, all.into()),
        };
    }

    /// One promise per property instead of these.
    fn joined(&mut self, all: &[u32]) -> Vec<u32> {
        let mut parts: Vec<(Property, Operand)> = Vec::new();
        for &number in all {
            let Some(promise) = self.poison.promises.get(number as usize) else {
                continue;
            };
            let (property, condition) = (promise.property, promise.condition);
            match parts.iter().position(|&(known, _)| known == property) {
                Some(index) => {
                    parts[index].1 = self.connect(BinaryOp::And, parts[index].1, condition)
                }
                None => parts.push((property, condition)),
            }
        }
        let joined = parts
            .into_iter()
            .map(|(property, condition)| self.poison.add(Promise::new(property, condition, None)));
        joined.collect()
    }

    /// `and` or `or` of conditions of promises, which stand on nothing themselves.
    fn connect(&mut self, op: BinaryOp, a: Operand, b: Operand) -> Operand {
        let neutral = u64::from(op == BinaryOp::And);
        match (a, b) {
            (Operand::Constant(bit), other) | (other, Operand::Constant(bit)) => {
                return match bit == neutral {
                    true => other,
                    false => Operand::Constant(bit),
                };
            }
            (a, b) if a == b => return a,
            _ => {}
        }
        if let Some(&known) = self.computed.get(&(op, 1, a, b)) {
            return known;
        }
        let to = self.fresh(1);
        self.computed.insert((op, 1, a, b), Operand::Local(to));
        self.builder.push(Instruction::Binary {
            op,
            width: 1,
            to,
            a,
            b,
        });
        Operand::Local(to)
    }

    /// A promise that has to be kept only where a condition does not hold.
    fn unless_away(&mut self, number: u32, away: Operand) -> Option<u32> {
        let promise = self.poison.promises.get(number as usize)?.clone();
        let condition = match away {
            Operand::Constant(0) => return Some(number),
            away => self.connect(BinaryOp::Or, away, promise.condition),
        };
        if condition == Operand::Constant(1) {
            return None;
        }
        Some(self.poison.add(Promise {
            condition,
            base: Some(number),
            required: Vec::new(),
            ..promise
        }))
    }

    /// What a select stands on: its condition, and the promises of the side that it takes. Nothing if the sides
    /// stand on nothing.
    pub(in crate::lower) fn chosen(
        &mut self,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    ) -> Option<Vec<u32>> {
        if !self.poison.tracked {
            return None;
        }
        let first = self.poison.open(&[then]);
        let second = self.poison.open(&[otherwise]);
        if first.is_empty() && second.is_empty() {
            return None;
        }
        let mut all = self.poison.open(&[condition]);
        let mut negated = None;
        for &number in &first {
            if second.contains(&number) {
                all.push(number);
                continue;
            }
            let away = match negated {
                Some(away) => away,
                None => {
                    let to = self.fresh(1);
                    self.builder.push(Instruction::Unary {
                        op: UnaryOp::Not,
                        width: 1,
                        to,
                        a: condition,
                    });
                    *negated.insert(Operand::Local(to))
                }
            };
            all.extend(self.unless_away(number, away));
        }
        for number in second {
            if !first.contains(&number) {
                all.extend(self.unless_away(number, condition));
            }
        }
        all.sort_unstable();
        all.dedup();
        Some(all)
    }

    /// An instruction whose result stands on these promises and nothing else.
    pub(in crate::lower) fn push_standing_on(
        &mut self,
        instruction: Instruction,
        to: Local,
        all: Vec<u32>,
    ) {
        self.builder.push(instruction);
        self.carry(to, all);
    }

    /// A poison value becomes some value that stays the same at each use: here the one that the machine computed.
    pub(in crate::lower) fn freeze(&mut self, instruction: Value<'m>) -> Flow {
        let Some(operand) = instruction.operand(0) else {
            return self.unsupported("an incomplete freeze");
        };
        let shape = self.shapes.of(operand.value_type());
        let mut pieces = self.pieces(operand);
        for (piece, scalar) in pieces.iter_mut().zip(shape.iter().flat_map(|s| s.iter())) {
            let base = match *piece {
                Piece::Is(operand) => operand,
                Piece::Not(local) | Piece::Offset(local, _) => Operand::Local(local),
                Piece::Undefined => {
                    *piece = Piece::Is(self.operand(Piece::Undefined, scalar.width));
                    continue;
                }
            };
            if !self.poison.open(&[base]).is_empty() {
                let from = self.operand(*piece, scalar.width);
                let to = self.fresh(scalar.width);
                let copy = Instruction::Copy { to, from };
                self.push_standing_on(copy, to, Vec::new());
                *piece = Piece::Is(Operand::Local(to));
            }
        }
        self.define(instruction, &pieces);
        Ok(())
    }

    // Where promises are required.

    /// Requires that a value is no poison.
    pub(in crate::lower) fn observe(&mut self, operand: Operand) {
        if self.poison.carries_nothing(operand) {
            return;
        }
        for number in self.poison.open(&[operand]) {
            self.require_promise(number);
        }
    }

    /// Requires that a value is no poison where a condition does not hold.
    pub(in crate::lower) fn observe_unless(&mut self, away: Operand, operand: Operand) {
        for number in self.poison.open(&[operand]) {
            if let Some(number) = self.unless_away(number, away) {
                self.require_promise(number);
            }
        }
    }

    fn require_promise(&mut self, number: u32) {
        let (block, tentative) = (self.poison.block, self.poison.tentative);
        let here = self.position();
        let Some(promise) = self.poison.promises.get_mut(number as usize) else {
            return;
        };
        if !tentative {
            promise.required.push(block);
        }
        let (property, condition) = (promise.property, promise.condition);
        // It is the operation that the report has to name.
        self.builder
            .continue_source(promise.position.unwrap_or(here));
        self.require_as_it_is(property, condition);
        self.builder.continue_source(here);
    }

    /// What an instruction observes.
    pub(in crate::lower) fn observe_operands(&mut self, instruction: &Instruction) {
        if !self.poison.tracked {
            return;
        }
        match instruction {
            Instruction::Load { address, .. } => self.observe(*address),
            Instruction::Store { address, value, .. } => {
                self.observe(*address);
                self.observe(*value);
            }
            Instruction::Check { condition, .. } | Instruction::Assume { condition } => {
                self.observe(*condition);
            }
            Instruction::Allocate { size, .. } => self.observe(*size),
            Instruction::Service { arguments, .. } => {
                arguments.iter().for_each(|&value| self.observe(value));
            }
            Instruction::Copy { .. }
            | Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Select { .. }
            | Instruction::Resize { .. }
            | Instruction::Float { .. }
            | Instruction::Input { .. } => {}
        }
    }

    /// The result of an operator stands on what its operands stand on.
    pub(in crate::lower) fn inherit(&mut self, instruction: &Instruction) {
        if !self.poison.tracked {
            return;
        }
        let (to, all) = match instruction {
            Instruction::Copy { to, from: a }
            | Instruction::Unary { to, a, .. }
            | Instruction::Resize { to, value: a, .. } => (*to, self.poison.open(&[*a])),
            Instruction::Binary { to, a, b, .. } => (*to, self.poison.open(&[*a, *b])),
            Instruction::Select {
                to,
                condition,
                then,
                otherwise,
                ..
            } => (*to, self.poison.open(&[*condition, *then, *otherwise])),
            Instruction::Float { to, arguments, .. } => (*to, self.poison.open(arguments)),
            // What these read is observed.
            Instruction::Load { .. }
            | Instruction::Store { .. }
            | Instruction::Check { .. }
            | Instruction::Assume { .. }
            | Instruction::Input { .. }
            | Instruction::Allocate { .. }
            | Instruction::Service { .. } => return,
        };
        self.carry(to, all);
    }

    /// What the end of a block observes.
    pub(in crate::lower) fn observe_end(&mut self, terminator: &Terminator) {
        if !self.poison.tracked {
            return;
        }
        match terminator {
            Terminator::Branch { condition, .. } => self.observe(*condition),
            Terminator::Switch { value, .. } => self.observe(*value),
            Terminator::IndirectJump { address, .. } => self.observe(*address),
            Terminator::Call {
                callee, arguments, ..
            } => {
                if let Callee::Address(address) = callee {
                    self.observe(*address);
                }
                arguments.iter().for_each(|&value| self.observe(value));
            }
            Terminator::Return { values } => {
                values.iter().for_each(|&value| self.observe(value));
            }
            Terminator::SetJump { buffer, .. } => self.observe(*buffer),
            Terminator::LongJump { buffer, value, .. } => {
                self.observe(*buffer);
                self.observe(*value);
            }
            Terminator::Exit { code } => self.observe(*code),
            Terminator::Jump { .. } | Terminator::Stop(_) => {}
        }
    }

    // Phis.

    /// The properties of which a phi's scalars get a bit each, and the operation to blame.
    fn slots_of(&self, phi: Value<'m>, scalar: usize) -> Vec<(Property, Origin)> {
        let all = self.poison.may_be.of(phi);
        let left_out = |property| self.poison.kept.contains(&(phi.id(), scalar, property));
        all.filter(|&(property, _)| !left_out(property)).collect()
    }

    /// The parameters that say whether the promises of a phi with these scalars were kept.
    pub(in crate::lower) fn promise_parameters(
        &mut self,
        phi: Value<'m>,
        scalars: &[Local],
    ) -> Vec<Local> {
        let mut parameters = Vec::new();
        for (number, &scalar) in scalars.iter().enumerate() {
            let mut all = Vec::new();
            for (property, origin) in self.slots_of(phi, number) {
                let position = match origin {
                    Origin::One(operation) => self.source.number(operation),
                    Origin::None | Origin::Many => None,
                };
                let position =
                    position.map(|number| Position(self.first_code() | u64::from(number)));
                let to = self.fresh(1);
                all.push(
                    self.poison
                        .add(Promise::new(property, Operand::Local(to), position)),
                );
                self.poison.slots.insert(to, (phi.id(), number, property));
                parameters.push(to);
            }
            self.carry(scalar, all);
        }
        parameters
    }

    /// The number of those parameters of a phi with so many scalars.
    pub(in crate::lower) fn promise_count(&self, phi: Value<'m>, scalars: usize) -> usize {
        (0..scalars)
            .map(|number| self.slots_of(phi, number).len())
            .sum()
    }

    /// What an edge passes for those parameters with these values.
    pub(in crate::lower) fn promise_arguments(
        &mut self,
        phi: Value<'m>,
        values: &[Operand],
    ) -> Vec<Operand> {
        let mut arguments = Vec::new();
        if !self.poison.tracked {
            return arguments;
        }
        for (number, &value) in values.iter().enumerate() {
            let mut open = self.poison.open(&[value]);
            for (property, _) in self.slots_of(phi, number) {
                let mut kept = Operand::Constant(1);
                let mut rest = Vec::with_capacity(open.len());
                for number in open {
                    match self.poison.promises.get(number as usize) {
                        Some(promise) if promise.property == property => {
                            let condition = promise.condition;
                            kept = self.connect(BinaryOp::And, kept, condition);
                        }
                        _ => rest.push(number),
                    }
                }
                open = rest;
                self.poison
                    .passed
                    .push(((phi.id(), number, property), kept));
                arguments.push(kept);
            }
            // A promise that the phi has no bit for is not forgotten.
            for number in open {
                self.require_promise(number);
            }
        }
        arguments
    }
}
