//! What each instruction does.
//!
//! Constants are matched in place, and are computed without touching the term table.

use everypath_program::{
    BinaryOp, FloatFormat, FloatOperation, Instruction, Local, Operand, Position,
};
use everypath_term::ops::{fold_binary, mask, signed};

use crate::event::CutReason;
use crate::halt::Halt;
use crate::{Event, Machine, State, Value, float};

impl State {
    /// The value of an operand.
    #[inline(always)]
    pub(crate) fn read(&self, operand: Operand) -> Value {
        match operand {
            Operand::Local(local) => self.locals[local.0 as usize],
            Operand::Constant(constant) => Value::Constant(constant),
        }
    }

    /// The constant value of an operand. Matched in place: copying a whole `Value` that was just written in halves stalls
    /// the processor's store forwarding, which halves the emulator's speed.
    #[inline(always)]
    pub(crate) fn read_constant(&self, operand: Operand) -> Option<u64> {
        match operand {
            Operand::Local(local) => match &self.locals[local.0 as usize] {
                Value::Constant(constant) => Some(*constant),
                Value::Term(_) => None,
            },
            Operand::Constant(constant) => Some(constant),
        }
    }

    #[inline(always)]
    pub(crate) fn write(&mut self, local: Local, value: Value) {
        self.locals[local.0 as usize] = value;
    }
}

impl Machine<'_> {
    /// Executes one instruction.
    #[inline(always)]
    pub(crate) fn step<const PROBE: bool>(
        &mut self,
        state: &mut State,
        instruction: &Instruction,
        position: Position,
    ) -> Result<(), Halt> {
        match *instruction {
            Instruction::Copy { to, from } => match state.read_constant(from) {
                Some(constant) => state.write(to, Value::Constant(constant)),
                None => state.write(to, state.read(from)),
            },
            Instruction::Binary {
                op,
                width,
                to,
                a,
                b,
            } => {
                if let (Some(a), Some(b)) = (state.read_constant(a), state.read_constant(b))
                    && width <= 64
                    && !PROBE
                {
                    state.write(to, Value::Constant(fold_binary(op, width, a, b)));
                } else {
                    self.binary::<PROBE>(state, op, width, to, [a, b]);
                }
            }
            Instruction::Load {
                to,
                address,
                offset,
                size,
                width,
                signed,
            } => {
                if let Some(loaded) = self.load_constant(state, address, offset, size)
                    && width <= 64
                {
                    let value = extend(loaded, 8 * size, width, signed);
                    state.write(to, Value::Constant(value));
                } else {
                    let loaded = self.load(state, address, offset, size, position)?;
                    let value = loaded.resize(&mut self.terms, 8 * size, 8 * size, width, signed);
                    state.write(to, value);
                }
            }
            Instruction::Store {
                address,
                offset,
                value,
                width,
                size,
            } => {
                let value = match state.read_constant(value) {
                    Some(constant) if size <= 8 => Value::Constant(constant & mask(8 * size)),
                    _ => {
                        state
                            .read(value)
                            .resize(&mut self.terms, width, 8 * size, 8 * size, false)
                    }
                };
                self.store(state, address, offset, value, size, position)?;
            }
            Instruction::Resize {
                to,
                value,
                from,
                keep,
                width,
                signed,
            } => {
                if let Some(constant) = state.read_constant(value)
                    && width <= 64
                    && !PROBE
                {
                    let value = extend(constant & mask(keep), keep, width, signed);
                    state.write(to, Value::Constant(value));
                } else {
                    let value = state.read(value);
                    let result = if PROBE {
                        self.probe_resize(value, from, keep, width, signed)
                    } else {
                        value.resize(&mut self.terms, from, keep, width, signed)
                    };
                    state.write(to, result);
                }
            }
            Instruction::Unary { op, width, to, a } => {
                let a = state.read(a);
                let result = if PROBE {
                    self.probe_unary(op, width, a)
                } else {
                    Value::unary(&mut self.terms, op, width, a)
                };
                state.write(to, result);
            }
            Instruction::Select {
                width,
                to,
                condition,
                then,
                otherwise,
            } => {
                let condition = state.read(condition);
                let (then, otherwise) = (state.read(then), state.read(otherwise));
                state.write(
                    to,
                    Value::select(&mut self.terms, width, condition, then, otherwise),
                );
            }
            Instruction::Check {
                property,
                condition,
            } => {
                let condition = state.read(condition);
                if condition != Value::Constant(1) && self.options.checks.contains(property) {
                    let goes_on = self.options.continue_after_violation;
                    let event = self.check(state, property, condition, position, goes_on);
                    return Err(Halt::Behind(event));
                }
            }
            Instruction::Assume { condition } => {
                let condition = state.read(condition);
                if condition != Value::Constant(1) {
                    state.dead = condition == Value::Constant(0);
                    let condition = condition.term(&mut self.terms, 1);
                    return Err(Halt::Behind(Event::Assume {
                        condition,
                        position,
                    }));
                }
            }
            Instruction::Input {
                to,
                width,
                ref name,
            } => {
                let value = self.register_input(state, name, width);
                state.write(to, value);
            }
            Instruction::Float {
                operation,
                format,
                to,
                ref arguments,
            } => self.float(state, operation, format, to, arguments)?,
            Instruction::Allocate {
                to,
                size,
                alignment,
                kind,
                zeroed,
                ref name,
            } => {
                let base = self.allocate(state, size, alignment, kind, zeroed, name, position)?;
                state.write(to, base);
            }
            Instruction::Service {
                service,
                to,
                ref arguments,
            } => {
                let result = self.serve(state, service, arguments, position)?;
                if let Some(to) = to {
                    state.write(to, result);
                }
            }
        }
        Ok(())
    }

    /// A binary operation that is not on two constants, or is to be probed.
    #[inline(never)]
    fn binary<const PROBE: bool>(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        width: u32,
        to: Local,
        operands: [Operand; 2],
    ) {
        let [a, b] = operands.map(|operand| state.read(operand));
        let result = if PROBE {
            self.probe_binary(op, width, a, b)
        } else {
            Value::binary(&mut self.terms, op, width, a, b)
        };
        state.write(to, result);
    }

    /// An operation on floating-point numbers. What it takes must be constants if the term for its result would be of no use.
    #[inline(never)]
    fn float(
        &mut self,
        state: &mut State,
        operation: FloatOperation,
        format: FloatFormat,
        to: Local,
        arguments: &[Operand],
    ) -> Result<(), Halt> {
        let mut values = [Value::Constant(0); 4];
        for (value, &argument) in values.iter_mut().zip(arguments) {
            *value = state.read(argument);
        }
        let arguments = &values[..arguments.len().min(values.len())];
        let is_open = |value: &Value| match *value {
            Value::Constant(_) => false,
            Value::Term(term) => self.terms.as_constant(term).is_none(),
        };
        if operation.takes_constants(format) && arguments.iter().any(is_open) {
            let bits = format.width();
            let what = format!("{operation} of numbers of {bits} bits that are no constants");
            let reason = CutReason::Unsupported(what);
            return Err(Halt::Again(Event::Cut(reason)));
        }
        let result = float::compute(
            &mut self.terms,
            &mut self.last_float,
            operation,
            format,
            arguments,
        );
        state.write(to, result);
        Ok(())
    }
}

/// `value` of `from` bits extended to `width` bits, at most 64.
#[inline(always)]
fn extend(value: u64, from: u32, width: u32, sign: bool) -> u64 {
    if sign {
        signed(value, from) as u64 & mask(width)
    } else {
        value
    }
}
