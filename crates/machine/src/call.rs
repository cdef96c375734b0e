//! Calls of functions that have frames of their own, and returns from them.
//!
//! Calls of machine code are jumps that [`everypath_program::Transfer`] describes; they need none of this.

use std::rc::Rc;
use std::sync::Arc;

use everypath_program::{BinaryOp, Block, BlockKey, Callee, Local, Operand, Position, Property};

use crate::blocks::{BlockId, Called};
use crate::frame::Frame;
use crate::halt::{Halt, chosen};
use crate::{CallFrame, CutReason, Event, Machine, Purpose, State, Value};

/// So many frames' locals are kept for further calls.
const SPARE: usize = 64;

impl Machine<'_> {
    /// Enters a function.
    #[inline(never)]
    #[expect(clippy::too_many_arguments, reason = "the parts of the terminator")]
    pub(crate) fn call(
        &mut self,
        state: &mut State,
        id: BlockId,
        block: &Block,
        callee: Callee,
        arguments: &[Operand],
        results: &Arc<[Local]>,
        return_to: BlockKey,
    ) -> Result<(), Halt> {
        let position = block.positions.last().copied().unwrap_or_default();
        let entry = match callee {
            Callee::Function(entry) => entry,
            Callee::Address(address) => self.callee_at(state, address, position)?,
        };
        if let Some(limit) = self.options.most_calls()
            && u64::from(self.call_tree.depth(state.calls)) >= limit
        {
            return Err(Halt::Again(Event::Cut(CutReason::CallDepth { limit })));
        }
        let known = self.blocks.get(id).called;
        let known = known.filter(|called| called.entry == entry);
        let called = match known.filter(|called| called.from == state.calls) {
            Some(called) => called,
            None => {
                let (target, site) = match known {
                    Some(called) => (called.block, called.site),
                    None => {
                        let target = self.blocks.find(self.program, entry, &state.memory, true);
                        let first = &self.blocks.get(target).block;
                        if let Callee::Address(_) = callee
                            && let Some(detail) =
                                self.mismatch(block.key, position, first, arguments)
                        {
                            let event =
                                self.violation(state, Property::InvalidCall, position, detail);
                            return Err(Halt::Again(event));
                        }
                        let call = CallFrame {
                            call_site: position,
                            callee: entry,
                            return_to: return_to.code,
                        };
                        (target, self.call_tree.site(call))
                    }
                };
                let called = Called {
                    entry,
                    block: target,
                    site,
                    from: state.calls,
                    calls: self.call_tree.call(state.calls, site),
                };
                self.blocks.get_mut(id).called = Some(called);
                called
            }
        };
        let calls = called.calls;
        if let Some(reason) = self.exceeded_recursion(calls, entry) {
            return Err(Halt::Again(Event::Cut(reason)));
        }
        self.leave(state, id, block);

        let target = self.blocks.get(called.block);
        let mut locals = self.spare.pop().unwrap_or_default();
        locals.clear();
        if self.zeros.len() < target.locals {
            self.zeros.resize(target.locals, Value::Constant(0));
        }
        locals.extend_from_slice(&self.zeros[..target.locals]);
        for (parameter, &argument) in target.block.parameters.iter().zip(arguments) {
            locals[parameter.0 as usize] = state.read(argument);
        }
        state.caller = Some(Rc::new(Frame {
            locals: std::mem::replace(&mut state.locals, locals),
            objects: std::mem::take(&mut state.frame_objects),
            jump_points: std::mem::take(&mut state.jump_points),
            block: id,
            return_to,
            results: results.clone(),
            calls: state.calls,
            caller: state.caller.take(),
        }));
        state.calls = calls;
        self.forget_loops(state, calls);
        state.key = entry;
        state.block = Some(called.block);
        Ok(())
    }

    /// Leaves a function and goes on behind its call.
    #[inline(never)]
    pub(crate) fn return_from(
        &mut self,
        state: &mut State,
        id: BlockId,
        block: &Block,
        values: &[Operand],
    ) -> Result<(), Halt> {
        let Some(frame) = &state.caller else {
            let what = "a return from the function that the program starts in".to_owned();
            return Err(Halt::Again(Event::Cut(CutReason::Unsupported(what))));
        };
        if self.blocks.get(id).returned != Some(frame.block) {
            if let Some(detail) = self.result_mismatch(block.key, frame, values) {
                let position = block.positions.last().copied().unwrap_or_default();
                let event = self.violation(state, Property::InvalidCall, position, detail);
                return Err(Halt::Again(event));
            }
            self.blocks.get_mut(id).returned = Some(frame.block);
        }
        self.leave(state, id, block);
        self.passing.clear();
        let values = values.iter().map(|&value| state.read(value));
        self.passing.extend(values);
        let Some(frame) = self.drop_frame(state) else {
            return Ok(());
        };
        for (&result, &value) in frame.results.iter().zip(&self.passing) {
            state.write(result, value);
        }
        state.key = frame.return_to;
        let known = self.blocks.get(frame.block).ways[0].next;
        state.block = known;
        if known.is_none() {
            let next = self.current_block(state);
            self.blocks.get_mut(frame.block).ways[0].next = Some(next);
        }
        Ok(())
    }

    /// Ends the running frame and its variables: its caller's goes on. Gives what of that is no part of the state.
    pub(crate) fn drop_frame(&mut self, state: &mut State) -> Option<Frame> {
        for object in std::mem::take(&mut state.frame_objects) {
            state.memory.remove(object);
        }
        self.forget_loops(state, state.calls);
        let mut frame = Rc::unwrap_or_clone(state.caller.take()?);
        let left = std::mem::replace(&mut state.locals, std::mem::take(&mut frame.locals));
        if self.spare.len() < SPARE {
            self.spare.push(left);
        }
        state.frame_objects = std::mem::take(&mut frame.objects);
        state.jump_points = std::mem::take(&mut frame.jump_points);
        state.calls = frame.calls;
        state.caller = frame.caller.take();
        Some(frame)
    }

    /// Counts a block that is left by a call, a return or a jump between frames.
    pub(crate) fn leave(&mut self, state: &mut State, id: BlockId, block: &Block) {
        if self.blocks.get(id).covered <= block.instructions.len() {
            self.cover(state, id, block.instructions.len() + 1);
        }
        state.executed += u64::from(block.source_instructions());
        state.begun = 0;
        state.jumps += 1;
        state.index = 0;
    }

    /// The function at an address. A symbolic address must be one of those of functions, and each is followed.
    fn callee_at(
        &mut self,
        state: &mut State,
        address: Operand,
        position: Position,
    ) -> Result<BlockKey, Halt> {
        let address = match state.read(address) {
            Value::Constant(address) => address,
            Value::Term(term) => match state.binding(term) {
                Some(address) => address,
                None => {
                    let width = self.address_width;
                    let mut known = Value::Constant(0);
                    for &function in self.program.function_addresses() {
                        let function = Value::Constant(function);
                        let value = Value::Term(term);
                        let equal =
                            Value::binary(&mut self.terms, BinaryOp::Eq, width, value, function);
                        known = Value::binary(&mut self.terms, BinaryOp::Or, 1, known, equal);
                    }
                    if let Some(event) = self.require(state, Property::InvalidCall, known, position)
                    {
                        return Err(Halt::Again(event));
                    }
                    let purpose = Purpose::JumpTarget;
                    if !self.options.checks.contains(Property::InvalidCall)
                        && !chosen(state, known, purpose)?
                    {
                        let detail = "call of an address where no function is".to_owned();
                        return Err(Halt::Again(self.violation(
                            state,
                            Property::InvalidCall,
                            position,
                            detail,
                        )));
                    }
                    return Err(Halt::Again(Event::Concretize { term, purpose }));
                }
            },
        };
        self.program.function_at(address).ok_or_else(|| {
            let detail = match state.memory.find(address) {
                Some(id) => format!(
                    "call of {address:#x}, which is in {}",
                    state.memory.object(id).name()
                ),
                None => format!("call of {address:#x}, where no function is"),
            };
            Halt::Again(self.violation(state, Property::InvalidCall, position, detail))
        })
    }

    /// Why arguments do not fit the parameters of a function that is called through a pointer.
    fn mismatch(
        &self,
        caller: BlockKey,
        position: Position,
        target: &Block,
        arguments: &[Operand],
    ) -> Option<String> {
        let expected = target.parameters.len();
        if arguments.len() != expected {
            let given = arguments.len();
            return Some(format!(
                "a function of {expected} parameters is called with {given} arguments"
            ));
        }
        let (from, to) = (self.program.locals(caller), self.program.locals(target.key));
        for (number, (parameter, argument)) in target.parameters.iter().zip(arguments).enumerate() {
            let Operand::Local(argument) = argument else {
                continue;
            };
            let given = from.get(argument.0 as usize).map(|info| info.width);
            let expected = to.get(parameter.0 as usize).map(|info| info.width);
            if let (Some(given), Some(expected)) = (given, expected)
                && given != expected
            {
                let number = number + 1;
                return Some(format!(
                    "argument {number} has {given} bits, the function expects {expected}"
                ));
            }
        }
        let checks = self.options.checks;
        let is_asked = checks.contains(Property::InvalidCall);
        is_asked.then(|| self.program.misfit(position, target.key))?
    }

    /// Why what a function returns does not fit what its caller expects.
    fn result_mismatch(&self, from: BlockKey, frame: &Frame, values: &[Operand]) -> Option<String> {
        let expected = frame.results.len();
        if expected == 0 {
            return None;
        }
        if values.len() != expected {
            return Some("the caller expects another result than the function returns".to_owned());
        }
        let callee = self.program.locals(from);
        let caller = self.program.locals(frame.return_to);
        let width = |locals: &[everypath_program::LocalInfo], local: Local| {
            locals.get(local.0 as usize).map(|info| info.width)
        };
        for (&result, value) in frame.results.iter().zip(values) {
            if let &Operand::Local(value) = value
                && width(callee, value) != width(caller, result)
            {
                return Some("the caller expects a result of another size".to_owned());
            }
        }
        None
    }
}
