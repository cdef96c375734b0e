//! Non-local jumps: what `setjmp` keeps and `longjmp` goes back to.
//!
//! `setjmp` writes a token into the program's buffer and keeps, beside the running frame, what the token stands for: where to go on, and
//! the frame's locals. `longjmp` reads the token, looks for it in the frames that are alive, leaves the frames above as returns do, and
//! goes on there. Memory stays as it is. So a variable that lives in a local and was changed since has its old value, which is one of
//! the values that C allows (C11 7.13.2.1, paragraph 3). What a frame keeps ends with it: a jump to a frame that is gone is seen.

use everypath_program::{BinaryOp, Block, BlockKey, Local, Operand, Position, Property};

use crate::blocks::BlockId;
use crate::event::Purpose;
use crate::halt::Halt;
use crate::jump_point::JumpPoint;
use crate::rounds::BEHIND_ALL;
use crate::{CutReason, Event, Machine, State, Value};

/// Tokens for addresses of 64 and of 32 bits are these plus a number.
const TOKENS_64: u64 = 0x6a6d_7062 << 32;

const TOKENS_32: u64 = 0x6a << 24;

/// The greatest number of a token: 24 bits.
const MOST_TOKENS: u64 = 0xff_ffff;

impl Machine<'_> {
    /// `setjmp` as it comes back for the first time.
    #[inline(never)]
    pub(crate) fn set_jump(
        &mut self,
        state: &mut State,
        id: BlockId,
        block: &Block,
        buffer: Operand,
        result: Local,
        next: BlockKey,
    ) -> Result<(), Halt> {
        let position = block.positions.last().copied().unwrap_or_default();
        let value = state.read(buffer);
        self.give_up_in_block(state, value, "setjmp")?;
        let buffer = constant(state, value, "setjmp")?;
        let known = state
            .jump_points
            .iter()
            .position(|point| point.buffer == buffer && point.next == next);
        let number = match known {
            Some(index) => state.jump_points[index].number,
            None => state.jumps_saved + 1,
        };
        if number > MOST_TOKENS {
            let what = format!("more than {MOST_TOKENS} calls of setjmp on one path");
            return Err(Halt::Again(Event::Cut(CutReason::Unsupported(what))));
        }
        let (size, token) = (self.address_width / 8, self.tokens() + number);
        let (at, token) = (Operand::Constant(buffer), Value::Constant(token));
        self.store(state, at, 0, token, size, position)?;
        self.leave(state, id, block);
        let point = JumpPoint {
            number,
            buffer,
            next,
            result,
            locals: state.locals.as_slice().into(),
            objects: state.frame_objects.len() as u64,
        };
        match known {
            Some(index) => state.jump_points[index] = point,
            None => {
                state.jumps_saved = number;
                state.jump_points.push(point);
            }
        }
        state.write(result, Value::Constant(0));
        state.key = next;
        state.block = None;
        Ok(())
    }

    /// `longjmp`: the call of `setjmp` that filled the buffer comes back once more, with a value of `width` bits, or 1 for 0.
    #[inline(never)]
    pub(crate) fn long_jump(
        &mut self,
        state: &mut State,
        id: BlockId,
        block: &Block,
        buffer: Operand,
        value: Operand,
        width: u32,
    ) -> Result<(), Halt> {
        let position = block.positions.last().copied().unwrap_or_default();
        let number = self.token_in(state, buffer, position)?;
        let Some(depth) = depth_of(state, number) else {
            let detail =
                "a longjmp to a call of setjmp in a function that has returned since".to_owned();
            return Err(self.invalid_jump(state, position, detail));
        };
        let value = state.read(value);
        let zero = Value::Constant(0);
        let is_zero = Value::binary(&mut self.terms, BinaryOp::Eq, width, value, zero);
        let one = Value::Constant(1);
        let value = Value::select(&mut self.terms, width, is_zero, one, value);

        self.leave(state, id, block);
        for _ in 0..depth {
            self.drop_frame(state);
        }
        let found = state
            .jump_points
            .iter()
            .find(|point| point.number == number);
        let Some(point) = found.cloned() else {
            return Ok(());
        };
        state.locals.clear();
        state.locals.extend_from_slice(&point.locals);
        state.release_locals(point.objects);
        let locals = self.program.locals(point.next);
        let wide = locals
            .get(point.result.0 as usize)
            .map_or(width, |info| info.width);
        let value = value.resize(&mut self.terms, width, width.min(wide), wide, true);
        state.write(point.result, value);
        state.key = point.next;
        state.block = None;
        // A jump back is an iteration; loops that begin behind the place start anew.
        match self.loop_bounds.counts {
            true => self.count_iteration(state, BEHIND_ALL, point.next),
            false => Ok(()),
        }
    }

    /// The number of the token in a buffer.
    fn token_in(
        &mut self,
        state: &mut State,
        buffer: Operand,
        position: Position,
    ) -> Result<u64, Halt> {
        let value = state.read(buffer);
        self.give_up_in_block(state, value, "longjmp")?;
        let address = constant(state, value, "longjmp")?;
        let size = self.address_width / 8;
        let undefined = match state.memory.place(address, size, false) {
            Ok((object, offset)) => {
                let object = state.memory.object(object);
                (offset..offset + u64::from(size)).any(|at| object.is_undefined(at))
            }
            Err(_) => false,
        };
        let number = match undefined {
            true => None,
            false => {
                let token = self.load(state, Operand::Constant(address), 0, size, position)?;
                let number = constant(state, token, "longjmp")?.checked_sub(self.tokens());
                number.filter(|number| (1..=state.jumps_saved).contains(number))
            }
        };
        number.ok_or_else(|| {
            let detail = "a longjmp with a buffer that no call of setjmp has filled".to_owned();
            self.invalid_jump(state, position, detail)
        })
    }

    fn tokens(&self) -> u64 {
        match self.address_width {
            64 => TOKENS_64,
            _ => TOKENS_32,
        }
    }

    fn invalid_jump(&mut self, state: &mut State, position: Position, detail: String) -> Halt {
        Halt::Again(self.violation(state, Property::InvalidCall, position, detail))
    }
}

/// How many frames lie above the one that keeps a jump point, if it is alive.
fn depth_of(state: &State, number: u64) -> Option<usize> {
    let keeps = |points: &[JumpPoint]| points.iter().any(|point| point.number == number);
    if keeps(&state.jump_points) {
        return Some(0);
    }
    let mut frame = state.caller.as_deref();
    let mut depth = 1;
    while let Some(current) = frame {
        if keeps(&current.jump_points) {
            return Some(depth);
        }
        frame = current.caller.as_deref();
        depth += 1;
    }
    None
}

/// The constant that a value is on this path; each of a term's values is followed.
fn constant(state: &State, value: Value, what: &'static str) -> Result<u64, Halt> {
    match value {
        Value::Constant(constant) => Ok(constant),
        Value::Term(term) => state.binding(term).ok_or(Halt::Again(Event::Concretize {
            term,
            purpose: Purpose::Argument(what),
        })),
    }
}
