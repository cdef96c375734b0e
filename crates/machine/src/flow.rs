//! Flow: how a state leaves a block for another.
//!
//! Terminators, edges with arguments, the call stack and the bounds on loops and calls. Where a block's edges led last is
//! remembered beside it, so that a jump asks no table.

use std::rc::Rc;

use everypath_program::{
    BinaryOp, Block, BlockKey, Edge, Operand, Property, StopReason, Terminator, Transfer,
};
use everypath_term::Term;
use rustc_hash::FxHashMap;

use crate::blocks::{BlockId, Way};
use crate::halt::Halt;
use crate::{CallFrame, CutReason, DecisionKind, Event, Machine, Purpose, State, Value};

impl Machine<'_> {
    /// Executes the terminator and enters the next block.
    #[inline(always)]
    pub(crate) fn terminate(
        &mut self,
        state: &mut State,
        id: BlockId,
        block: &Block,
    ) -> Result<(), Halt> {
        match &block.terminator {
            Terminator::Jump { edge, transfer } => {
                self.follow(state, id, block, edge, 0, *transfer)
            }
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => match state.read_constant(*condition) {
                Some(0) => self.follow(state, id, block, otherwise, 0, Transfer::Jump),
                Some(_) => self.follow(state, id, block, then, 1, Transfer::Jump),
                None => {
                    let condition = state.read(*condition).term(&mut self.terms, 1);
                    Err(Halt::Again(Event::Branch { condition }))
                }
            },
            Terminator::IndirectJump { address, transfer } => {
                self.jump_to(state, id, block, *address, *transfer)
            }
            Terminator::Switch {
                value,
                cases,
                default,
                ..
            } => match state.read(*value) {
                Value::Constant(constant) => {
                    let found = cases.iter().position(|case| case.0 == constant);
                    let case = found.unwrap_or(cases.len());
                    let edge = cases.get(case).map_or(default, |case| &case.1);
                    self.follow(state, id, block, edge, case, Transfer::Jump)
                }
                Value::Term(_) => Err(Halt::Again(Event::Switch)),
            },
            Terminator::Call {
                callee,
                arguments,
                results,
                return_to,
            } => self.call(state, id, block, *callee, arguments, results, *return_to),
            Terminator::Return { values } => self.return_from(state, id, block, values),
            Terminator::SetJump {
                buffer,
                result,
                next,
            } => self.set_jump(state, id, block, *buffer, *result, *next),
            Terminator::LongJump {
                buffer,
                value,
                width,
            } => self.long_jump(state, id, block, *buffer, *value, *width),
            Terminator::Exit { code } => Err(self.exit(state, *code, block)),
            Terminator::Stop(StopReason::Dead) => Err(Halt::Again(Event::Dead)),
            Terminator::Stop(StopReason::Unsupported(what)) => Err(Halt::Again(Event::Cut(
                CutReason::Unsupported(what.clone()),
            ))),
        }
    }

    /// The condition of each case of the switch that raised [`Event::Switch`], and last that of the default: exclusive, and one of them
    /// holds. Cases that go on in the same way are one: the first of them has the condition of all, the others never hold; the default
    /// has those that go on as it does.
    pub fn case_conditions(&mut self, state: &State) -> Rc<[Term]> {
        let block = self.block_of_switch(state);
        let Terminator::Switch {
            value,
            width,
            cases,
            default,
        } = &block.terminator
        else {
            unreachable!("only a switch has cases");
        };
        let value = state.read(*value).term(&mut self.terms, *width);
        let mut ways: Vec<(usize, Vec<u64>)> = Vec::new();
        let mut by_target: FxHashMap<BlockKey, Vec<usize>> = FxHashMap::default();
        for (index, (constant, edge)) in cases.iter().enumerate() {
            if edge == default {
                continue;
            }
            let same_target = by_target.entry(edge.target).or_default();
            let known = same_target.iter().copied().find(|&way| {
                let (first, _) = ways[way];
                cases[first].1 == *edge
            });
            match known {
                Some(way) => ways[way].1.push(*constant),
                None => {
                    same_target.push(ways.len());
                    ways.push((index, vec![*constant]));
                }
            }
        }
        let mut conditions = vec![self.terms.bool(false); cases.len() + 1];
        let mut none = self.terms.bool(true);
        for (first, constants) in ways {
            let condition = self.is_one_of(value, *width, constants);
            let differs = self.terms.not(condition);
            none = self.terms.and(none, differs);
            conditions[first] = condition;
        }
        conditions[cases.len()] = none;
        conditions.into()
    }

    /// One of [`Machine::case_conditions`], by the index of the first case that goes on in its way; for a case, the others are not made.
    pub fn case_condition(&mut self, state: &State, case: usize) -> Term {
        let block = self.block_of_switch(state);
        if let Terminator::Switch {
            value,
            width,
            cases,
            ..
        } = &block.terminator
            && let Some((_, edge)) = cases.get(case)
        {
            let value = state.read(*value).term(&mut self.terms, *width);
            let same = cases.iter().filter(|(_, other)| other == edge);
            return self.is_one_of(value, *width, same.map(|&(constant, _)| constant).collect());
        }
        let conditions = self.case_conditions(state);
        conditions[conditions.len() - 1]
    }

    /// The block of a state that stands before its switch.
    fn block_of_switch(&self, state: &State) -> Rc<Block> {
        match state.block {
            Some(id) => self.blocks.get(id).block.clone(),
            None => unreachable!("a state that raised an event stands in its block"),
        }
    }

    /// Whether a value is one of some constants: a comparison for each run of them.
    fn is_one_of(&mut self, value: Term, width: u32, mut constants: Vec<u64>) -> Term {
        constants.sort_unstable();
        constants.dedup();
        let mut condition = self.terms.bool(false);
        let mut rest = &constants[..];
        while let Some(&least) = rest.first() {
            let run = (rest.iter().zip(least..=u64::MAX))
                .take_while(|&(&constant, expected)| constant == expected)
                .count();
            let least = self.terms.constant(width, least);
            let holds = match run {
                1 => self.terms.eq(value, least),
                _ => {
                    let length = self.terms.constant(width, run as u64 - 1);
                    let distance = self.terms.sub(value, least);
                    self.terms.ule(distance, length)
                }
            };
            condition = self.terms.or(condition, holds);
            rest = &rest[run..];
        }
        condition
    }

    #[inline(never)]
    fn exit(&mut self, state: &mut State, code: Operand, block: &Block) -> Halt {
        let code = state.read(code);
        let position = block.positions.last().copied().unwrap_or_default();
        let zero = Value::Constant(0);
        let width = self.address_width;
        let is_zero = Value::binary(&mut self.terms, BinaryOp::Eq, width, code, zero);
        let no = Value::Constant(0);
        let is_not = Value::binary(&mut self.terms, BinaryOp::Eq, 1, is_zero, no);
        let required = [
            (Property::NonzeroExit, is_zero),
            (Property::ZeroExit, is_not),
        ];
        // What was required last tells how far the exit came before.
        let looked = required
            .iter()
            .position(|&(_, it)| matches!(it, Value::Term(term) if state.required == Some(term)));
        if looked.is_none()
            && let Some(event) = self.check_leaks(state, position)
        {
            return Halt::Again(event);
        }
        for (property, condition) in required.into_iter().skip(looked.map_or(0, |last| last + 1)) {
            if let Some(event) = self.require(state, property, condition, position) {
                return Halt::Again(event);
            }
        }
        Halt::Again(Event::Exit { code })
    }

    /// Enters the block at the end of an edge. `way` is the edge's place among the block's ways out.
    #[inline(always)]
    fn follow(
        &mut self,
        state: &mut State,
        id: BlockId,
        block: &Block,
        edge: &Edge,
        way: usize,
        transfer: Transfer,
    ) -> Result<(), Halt> {
        let lifted = self.blocks.get(id);
        let Way { taken, next } = lifted.ways[way];
        let known = next.filter(|_| !state.memory.code_written());
        if lifted.covered <= block.instructions.len() {
            self.cover(state, id, block.instructions.len() + 1);
        }
        if !taken {
            self.cover_way(id, block, way);
        }
        if transfer != Transfer::Jump {
            self.transfer(state, block, edge.target, transfer)?;
        }
        self.enter(state, block, edge.target, transfer)?;
        state.block = known;
        if known.is_none() {
            let next = self.current_block(state);
            if !state.memory.code_written() {
                self.blocks.get_mut(id).ways[way].next = Some(next);
            }
        }
        if !edge.arguments.is_empty() {
            self.pass_arguments(state, &edge.arguments);
        }
        Ok(())
    }

    /// Assigns the arguments of an edge to the parameters of its target, which the state has entered, in parallel.
    #[inline]
    fn pass_arguments(&mut self, state: &mut State, arguments: &[Operand]) {
        let next = self.current_block(state);
        let parameters = &self.blocks.get(next).block.parameters;
        if let ([parameter], [argument]) = (&parameters[..], arguments) {
            let value = state.read(*argument);
            state.write(*parameter, value);
            return;
        }
        self.passing.clear();
        let values = arguments.iter().map(|&argument| state.read(argument));
        self.passing.extend(values);
        for (&parameter, &value) in parameters.iter().zip(&self.passing) {
            state.write(parameter, value);
        }
    }

    #[inline(always)]
    fn jump_to(
        &mut self,
        state: &mut State,
        id: BlockId,
        block: &Block,
        address: Operand,
        transfer: Transfer,
    ) -> Result<(), Halt> {
        let code = match state.read(address) {
            Value::Constant(constant) => constant,
            Value::Term(term) => match state.binding(term) {
                Some(constant) => constant,
                None => {
                    return Err(Halt::Again(Event::Concretize {
                        term,
                        purpose: Purpose::JumpTarget,
                    }));
                }
            },
        };
        let target = BlockKey::at(code);
        let lifted = self.blocks.get(id);
        let known = lifted
            .indirect
            .filter(|known| known.0 == target && !state.memory.code_written());
        if lifted.covered <= block.instructions.len() {
            self.cover(state, id, block.instructions.len() + 1);
        }
        if transfer != Transfer::Jump {
            self.transfer(state, block, target, transfer)?;
        }
        self.enter(state, block, target, transfer)?;
        match known {
            Some((_, next)) => state.block = Some(next),
            None => {
                state.block = None;
                let next = self.current_block(state);
                self.blocks.get_mut(id).indirect = Some((target, next));
            }
        }
        Ok(())
    }

    /// Leaves a block for another.
    #[inline(always)]
    fn enter(
        &mut self,
        state: &mut State,
        block: &Block,
        target: BlockKey,
        transfer: Transfer,
    ) -> Result<(), Halt> {
        let behind = block.key.code.wrapping_add(u64::from(block.code_length));
        let is_back = target <= block.key;
        if target.code != behind || is_back {
            state.jumps += 1;
            // Calls and returns lead to other functions.
            if self.loop_bounds.counts && is_back && transfer == Transfer::Jump {
                self.count_iteration(state, block.key, target)?;
            }
        }
        state.executed += u64::from(block.source_instructions());
        state.begun = 0;
        state.key = target;
        state.index = 0;
        Ok(())
    }

    /// Keeps the call stack.
    #[inline(never)]
    fn transfer(
        &mut self,
        state: &mut State,
        block: &Block,
        target: BlockKey,
        transfer: Transfer,
    ) -> Result<(), Halt> {
        if matches!(transfer, Transfer::Return | Transfer::ReturnAndCall { .. }) {
            self.forget_loops(state, state.calls);
            state.calls = self.call_tree.return_to(state.calls, target.code);
        }
        if let Transfer::Call { return_to } | Transfer::ReturnAndCall { return_to } = transfer {
            let call_site = block.positions.last().copied().unwrap_or_default();
            let frame = CallFrame {
                call_site,
                callee: target,
                return_to,
            };
            if let Some(limit) = self.options.most_calls()
                && u64::from(self.call_tree.depth(state.calls)) >= limit
            {
                return Err(Halt::Again(Event::Cut(CutReason::CallDepth { limit })));
            }
            let site = self.call_tree.site(frame);
            let calls = self.call_tree.call(state.calls, site);
            if let Some(reason) = self.exceeded_recursion(calls, target) {
                return Err(Halt::Again(Event::Cut(reason)));
            }
            state.calls = calls;
            self.forget_loops(state, calls);
        }
        Ok(())
    }

    /// Goes on at one side of the branch that raised [`Event::Branch`].
    pub fn take_branch(&mut self, state: &mut State, side: bool) -> Option<Event> {
        self.take(state, DecisionKind::Branch(side))
    }

    /// Goes on at a case of the switch that raised [`Event::Switch`], by the index of its condition.
    pub fn take_case(&mut self, state: &mut State, index: usize) -> Option<Event> {
        self.take(state, DecisionKind::Case(index))
    }

    /// Takes an edge of the terminator. An event means that the path is given up at it.
    fn take(&mut self, state: &mut State, kind: DecisionKind) -> Option<Event> {
        let id = self.current_block(state);
        let block = self.blocks.get(id).block.clone();
        self.decide(state, kind);
        let (edge, way) = match (&block.terminator, kind) {
            (Terminator::Branch { then, .. }, DecisionKind::Branch(true)) => (then, 1),
            (Terminator::Branch { otherwise, .. }, DecisionKind::Branch(false)) => (otherwise, 0),
            (Terminator::Switch { cases, default, .. }, DecisionKind::Case(index)) => {
                (cases.get(index).map_or(default, |case| &case.1), index)
            }
            _ => return None,
        };
        match self.follow(state, id, &block, edge, way, Transfer::Jump) {
            Ok(()) => None,
            Err(Halt::Again(event) | Halt::Behind(event)) => Some(event),
        }
    }
}
