//! Calls of environments: a row of their tables, and what all of them need.

use everypath_program::{BinaryOp, BlockKey, Instruction as Step, Local, Operand, Terminator};

use crate::instruction::Register;
use crate::lift::{Lifter, STEPS, register_local};

/// One call of an environment.
pub(super) struct Call {
    pub(super) number: u64,
    /// Its name, for readers of the tables.
    #[allow(dead_code)]
    name: &'static str,
    /// Lifts step 0, or a further block of the call.
    pub(super) lift: fn(&mut Lifter, number: u64, step: u32) -> Terminator,
}

/// A row of a table of calls.
pub(super) const fn call(
    number: u64,
    name: &'static str,
    lift: fn(&mut Lifter, u64, u32) -> Terminator,
) -> Call {
    Call { number, name, lift }
}

/// The first call of this number.
pub(super) fn find(tables: &[&'static [Call]], number: u64) -> Option<&'static Call> {
    tables
        .iter()
        .flat_map(|table| table.iter())
        .find(|call| call.number == number)
}

/// The block of a step of a call at the present instruction.
pub(super) fn part(l: &Lifter, number: u64, step: u32) -> BlockKey {
    // Numbers come from the tables, where all are below 1024.
    BlockKey {
        code: l.pc,
        part: (number as u32 + 1) * STEPS + step,
    }
}

/// Returns `value` in a0.
pub(super) fn give(l: &mut Lifter, value: Operand) -> Terminator {
    l.copy(register_local(Register::A0), value);
    l.go_on()
}

/// Argument `number` (0 to 5) of a system call.
pub(super) fn argument(l: &Lifter, number: u32) -> Operand {
    l.read(Register::new(10 + number))
}

/// Loads `size` bytes, zero-extended.
pub(super) fn load(l: &mut Lifter, to: Local, address: Operand, offset: u64, size: u32) {
    let width = l.width();
    l.push(Step::Load {
        to,
        address,
        offset,
        size,
        width,
        signed: false,
    });
}

/// Stores the low `size` bytes of a word.
pub(super) fn store(l: &mut Lifter, address: Operand, offset: u64, value: Operand, size: u32) {
    let width = l.width();
    l.push(Step::Store {
        address,
        offset,
        value,
        width,
        size,
    });
}

/// One of two words, by whether a comparison of two others holds. The first flag is used.
pub(super) fn select(
    l: &mut Lifter,
    to: Local,
    (comparison, a, b): (BinaryOp, Operand, Operand),
    then: Operand,
    otherwise: Operand,
) {
    let (flag, width) = (l.flag(0), l.width());
    l.binary(comparison, flag, a, b);
    l.push(Step::Select {
        width,
        to,
        condition: Operand::Local(flag),
        then,
        otherwise,
    });
}
