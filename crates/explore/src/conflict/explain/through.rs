//! Back over the instructions of a step: what gives a value that is needed, and what of it is needed in turn.

use everypath_program::{
    BinaryOp, Instruction, LifeEffect, Local, MemoryEffect, Operand, ServiceInfo, Terminator,
};

use super::Walk;
use super::needs::{ANYTHING, AtStep, Need, Owner, What, add};

impl<'a> Walk<'a> {
    /// Goes back through a step, and on to where what is needed at its beginning comes from.
    pub(super) fn through(&mut self, index: usize, at: AtStep) {
        let step = &self.trail.steps[index];
        let AtStep { exit, mut inner } = at;
        let mut needs = std::mem::take(&mut self.needs);
        needs.clear();
        for &need in &exit {
            add(&mut needs, need);
        }
        let block = self.trail.code.place(step.place).block.clone();
        if let Terminator::SetJump { result, .. } = &block.terminator
            && needs
                .iter()
                .any(|need| need.what == What::Local(step.frame, *result))
        {
            self.whole = true;
            return;
        }
        inner.sort_by_key(|&(before, _)| before);
        let mut last = self.end_of(index);
        if needs.is_empty() {
            last = last.min(inner.last().map_or(0, |&(before, _)| before));
        }
        for number in (step.from..last).rev() {
            while let Some(&(_, need)) = inner.last().filter(|&&(before, _)| before > number) {
                add(&mut needs, need);
                inner.pop();
            }
            if needs.is_empty() {
                if inner.is_empty() {
                    break;
                }
                continue;
            }
            self.at.effort += 1 + needs.len() as u64;
            self.through_instruction(index, number, &block.instructions[number], &mut needs);
            let pins = step.pins.iter().filter(|pin| pin.0 == number);
            for &term in pins.flat_map(|(_, core)| core.iter()) {
                self.constraint(term);
            }
        }
        for &(_, need) in &inner {
            add(&mut needs, need);
        }
        self.at.give_back(AtStep { exit, inner });
        self.effort += needs.len();
        for &need in &needs {
            self.at_entry(index, need);
        }
        self.needs = needs;
    }

    /// Replaces what an instruction gives by what it gives it from.
    fn through_instruction(
        &mut self,
        step: usize,
        number: usize,
        instruction: &Instruction,
        needs: &mut Vec<Need>,
    ) {
        let frame = self.trail.steps[step].frame;
        let given = instruction.result().and_then(|local| {
            let what = What::Local(frame, local);
            let found = needs.iter().position(|need| need.what == what)?;
            Some(needs.swap_remove(found))
        });
        if given.is_some() {
            self.found.instructions.push((step, number));
        }
        let is_rigid = given.is_some_and(|need| need.rigid);
        let given = given.map(|need| need.exact);
        let operand = |needs: &mut Vec<Need>, operand: Operand, exact: bool| {
            if let Some(need) = Need::of_operand(frame, operand, exact, is_rigid) {
                add(needs, need);
            }
        };
        let rigid_operand = |needs: &mut Vec<Need>, operand: Operand, exact: bool| {
            if let Some(need) = Need::of_operand(frame, operand, exact, true) {
                add(needs, need);
            }
        };
        match instruction {
            Instruction::Store { address, value, .. } => {
                if !needs.iter().any(|need| need.what.is_memory()) {
                    return;
                }
                let range = self.touch(step, number).and_then(|touch| touch.range);
                let mut written_over = None;
                let mut rest = Vec::new();
                needs.retain(|need| match (need.what, range) {
                    (What::Memory { start, end, of }, Some(range)) => {
                        let behind = range.start.saturating_add(range.size);
                        if behind <= start || end <= range.start {
                            return true;
                        }
                        written_over = Some(written_over.unwrap_or(false) | need.exact);
                        for (start, end) in [(start, range.start), (behind, end)] {
                            if start < end {
                                let what = What::Memory { start, end, of };
                                rest.push(Need { what, ..*need });
                            }
                        }
                        false
                    }
                    (What::Memory { .. }, None) | (What::AllMemory, _) => {
                        written_over = Some(written_over.unwrap_or(false) | need.exact);
                        true
                    }
                    (What::Local(..) | What::Life(_) | What::World, _) => true,
                });
                for need in rest {
                    add(needs, need);
                }
                if let Some(exact) = written_over {
                    rigid_operand(needs, *value, exact);
                }
                // Elsewhere it would have gone over what is needed.
                if !self.is_variable(step, *address) || written_over.is_some() {
                    rigid_operand(needs, *address, range.is_none());
                }
            }
            Instruction::Service {
                service, arguments, ..
            } => {
                let variable = self.variable_of(step, instruction);
                let service = (service.info(), &arguments[..]);
                self.through_service(step, number, service, (variable, given), needs);
            }
            Instruction::Allocate { size, .. } => {
                if let Some(exact) = given {
                    rigid_operand(needs, *size, true);
                    if exact {
                        add(needs, Need::of(What::World));
                    }
                }
                if needs.iter().any(|need| need.what == What::World) {
                    rigid_operand(needs, *size, true);
                }
                // What was never written has values of its own.
                if let Some(start) = self
                    .touch(step, number)
                    .and_then(|touch| touch.value)
                    .and_then(everypath_machine::Value::constant)
                    && let Operand::Constant(bytes) = size
                {
                    let end = start.saturating_add(*bytes);
                    needs.retain(|need| match need.what {
                        What::Memory {
                            start: first,
                            end: last,
                            ..
                        } => first < start || last > end,
                        What::Life(Owner::Variable(of, local)) => {
                            (of, Some(local)) != (frame, instruction.result())
                        }
                        What::Local(..) | What::AllMemory | What::Life(_) | What::World => true,
                    });
                }
            }
            _ if given.is_none() => {}
            Instruction::Copy { from, .. } => operand(needs, *from, given == Some(true)),
            Instruction::Binary { op, a, b, .. } => {
                let address = matches!(op, BinaryOp::Add | BinaryOp::Sub);
                let exact = given == Some(true) || !address;
                operand(needs, *a, exact);
                operand(needs, *b, exact);
            }
            Instruction::Select {
                condition,
                then,
                otherwise,
                ..
            } => {
                operand(needs, *condition, true);
                operand(needs, *then, given == Some(true));
                operand(needs, *otherwise, given == Some(true));
            }
            Instruction::Unary { a, .. } => operand(needs, *a, true),
            Instruction::Resize { value, .. } => operand(needs, *value, true),
            Instruction::Float {
                operation,
                format,
                arguments,
                ..
            } => {
                for &argument in arguments {
                    match operation.takes_constants(*format) {
                        true => rigid_operand(needs, argument, true),
                        false => operand(needs, argument, true),
                    }
                }
            }
            Instruction::Load { address, .. } => {
                let exact = given == Some(true);
                match self.touch(step, number).and_then(|touch| touch.range) {
                    Some(range) => {
                        rigid_operand(needs, *address, false);
                        let of = self.owner(step, *address, range);
                        let (start, end) = (range.start, range.start.saturating_add(range.size));
                        let what = What::Memory { start, end, of };
                        let rigid = true;
                        add(needs, Need { what, exact, rigid });
                    }
                    None => {
                        rigid_operand(needs, *address, true);
                        for what in ANYTHING {
                            add(needs, Need::of(what));
                        }
                    }
                }
            }
            Instruction::Input { .. } | Instruction::Check { .. } | Instruction::Assume { .. } => {}
        }
    }

    fn through_service(
        &mut self,
        step: usize,
        number: usize,
        (info, arguments): (ServiceInfo, &[Operand]),
        (variable, given): (Option<Local>, Option<bool>),
        needs: &mut Vec<Need>,
    ) {
        let may_change = |need: &Need| match need.what {
            What::Local(..) => false,
            What::Memory { .. } | What::AllMemory => info.memory != MemoryEffect::Unchanged,
            What::Life(_) => info.lives != LifeEffect::Unchanged,
            What::World => info.world,
        };
        if given.is_none() && !needs.iter().any(may_change) {
            return;
        }
        let frame = self.trail.steps[step].frame;
        match (info.lives, variable) {
            (LifeEffect::BeginsVariable | LifeEffect::EndsVariable, Some(local)) => {
                // A variable begins with bytes of its own.
                let own = Owner::Variable(frame, local);
                needs.retain(|need| match need.what {
                    What::Memory { of, .. } | What::Life(of) => of != own,
                    What::Local(..) | What::AllMemory | What::World => true,
                });
                return;
            }
            (LifeEffect::BeginsVariable | LifeEffect::EndsVariable, None)
            | (LifeEffect::Unchanged | LifeEffect::EndsVariables | LifeEffect::Objects, _) => {}
        }
        if let MemoryEffect::Inputs { start, size } = info.memory {
            // The bytes are inputs of their own.
            if let Some(range) = self.touch(step, number).and_then(|touch| touch.range) {
                let end = range.start.saturating_add(range.size);
                needs.retain(|need| match need.what {
                    What::Memory {
                        start, end: last, ..
                    } => start < range.start || last > end,
                    What::Local(..) | What::AllMemory | What::Life(_) | What::World => true,
                });
            }
            for argument in [arguments[start], arguments[size]] {
                if let Some(need) = Need::of_operand(frame, argument, false, true) {
                    add(needs, need);
                }
            }
            return;
        }
        for &argument in arguments {
            if let Some(need) = Need::of_operand(frame, argument, true, true) {
                add(needs, need);
            }
        }
        if info.reads_state {
            for what in ANYTHING {
                add(needs, Need::of(what));
            }
        }
    }
}
