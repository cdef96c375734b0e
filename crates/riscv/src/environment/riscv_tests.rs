//! The environment of the RISC-V test suite (`-p-` programs): machine mode, one hart, no address translation.
//!
//! A program ends by an environment call with a7 = 93, where a0 is 0 for a pass and twice the number of the failed test
//! plus one otherwise, or by a store to `tohost` of twice the exit code plus one. Every other environment call
//! traps to `mtvec`. The exit code here is the number of the failed test.

use everypath_program::{BinaryOp, Operand, StopReason, Terminator};

use super::call::{Call, argument, call};
use crate::instruction::Instruction;
use crate::lift::Lifter;

pub(super) static CALLS: &[Call] = &[call(93, "exit", exit)];

fn exit(l: &mut Lifter, _: u64, _: u32) -> Terminator {
    let status = argument(l, 0);
    exit_with(l, status, 0)
}

/// The exit code is `status >> 1`, or 1 when that loses the only bit.
fn exit_with(l: &mut Lifter, status: Operand, pass: u64) -> Terminator {
    let (shifted, low) = (l.word(0), l.word(1));
    l.binary(BinaryOp::LShr, shifted, status, Operand::Constant(1));
    l.binary(BinaryOp::And, low, status, Operand::Constant(1));
    if pass == 0 {
        l.binary(
            BinaryOp::UMax,
            shifted,
            Operand::Local(shifted),
            Operand::Local(low),
        );
    }
    l.exit(Operand::Local(shifted))
}

/// Ends the program after a store to `tohost`.
pub(super) fn exit_by_store(l: &mut Lifter, instruction: &Instruction) -> Terminator {
    let value = l.read(instruction.rs2);
    if value == Operand::Constant(0) {
        return Terminator::Stop(StopReason::Unsupported("store of 0 to tohost".to_string()));
    }
    exit_with(l, value, 1)
}
