//! Floating-point instructions that only move bits (a part of F and D).
//!
//! Follows the chapters "F" and "D" of the Unprivileged Architecture, section "NaN Boxing of Narrower Values": a register
//! has 64 bits, a 32-bit value in it has all upper bits set, and sign injection takes one that has not for the canonical NaN.
//! Instructions that compute are named cuts.

use everypath_program::{BinaryOp, Instruction as Step, Local, Operand};

use super::{FIRST_FLOAT, FIRST_WIDE, Flow, Lifter, base};
use crate::instruction::{Instruction, Op, Register};

const BOX: u64 = 0xffff_ffff_0000_0000;
const CANONICAL_NAN: u64 = 0x7fc0_0000;
const SIGN_32: u64 = 1 << 31;
const SIGN_64: u64 = 1 << 63;

pub(super) fn lift(l: &mut Lifter, i: &Instruction) -> Flow {
    let (to, a, b) = (
        float(i.rd),
        Operand::Local(float(i.rs1)),
        Operand::Local(float(i.rs2)),
    );
    match i.op {
        Op::Flw => {
            load(l, i, to, 4);
            wide(
                l,
                BinaryOp::Or,
                to,
                Operand::Local(to),
                Operand::Constant(BOX),
            );
        }
        Op::Fld => load(l, i, to, 8),
        Op::Fsw => store(l, i, b, 4),
        Op::Fsd => store(l, i, b, 8),
        Op::FmvXW => {
            let to = l.target(i.rd);
            let width = l.width();
            l.push(Step::Resize {
                to,
                value: a,
                from: 64,
                keep: 32,
                width,
                signed: true,
            });
        }
        Op::FmvXD => {
            let to = l.target(i.rd);
            l.copy(to, a);
        }
        Op::FmvWX => {
            let (value, from) = (l.read(i.rs1), l.width());
            l.push(Step::Resize {
                to,
                value,
                from,
                keep: 32,
                width: 64,
                signed: false,
            });
            wide(
                l,
                BinaryOp::Or,
                to,
                Operand::Local(to),
                Operand::Constant(BOX),
            );
        }
        Op::FmvDX => {
            let value = l.read(i.rs1);
            l.copy(to, value);
        }
        Op::FsgnjS | Op::FsgnjnS | Op::FsgnjxS => {
            let (x, y) = (temporary(0), temporary(1));
            unbox(l, x, a);
            unbox(l, y, b);
            inject(l, i.op, to, SIGN_32, Operand::Local(x), Operand::Local(y));
            wide(
                l,
                BinaryOp::Or,
                to,
                Operand::Local(to),
                Operand::Constant(BOX),
            );
        }
        _ => inject(l, i.op, to, SIGN_64, a, b), // the sign injections of D, the only ones left
    }
    Flow::Next
}

/// The local of a floating-point register.
fn float(register: Register) -> Local {
    Local(FIRST_FLOAT + register.number() as u32)
}

/// A temporary of 64 bits.
fn temporary(number: u32) -> Local {
    Local(FIRST_WIDE + number)
}

/// `to = a op b` at 64 bits.
fn wide(l: &mut Lifter, op: BinaryOp, to: Local, a: Operand, b: Operand) {
    l.push(Step::Binary {
        op,
        width: 64,
        to,
        a,
        b,
    });
}

fn load(l: &mut Lifter, i: &Instruction, to: Local, size: u32) {
    let address = l.read(i.rs1);
    base::check_alignment(l, address, i.imm, size);
    let offset = l.settings.xlen.truncate(i.imm as u64);
    l.push(Step::Load {
        to,
        address,
        offset,
        size,
        width: 64,
        signed: false,
    });
}

fn store(l: &mut Lifter, i: &Instruction, value: Operand, size: u32) {
    let address = l.read(i.rs1);
    base::check_alignment(l, address, i.imm, size);
    let offset = l.settings.xlen.truncate(i.imm as u64);
    l.push(Step::Store {
        address,
        offset,
        value,
        width: 64,
        size,
    });
}

/// The 32-bit value in a register, or the canonical NaN if it is not boxed.
fn unbox(l: &mut Lifter, to: Local, value: Operand) {
    let flag = l.flag(0);
    wide(l, BinaryOp::Ule, flag, Operand::Constant(BOX), value);
    l.push(Step::Resize {
        to,
        value,
        from: 64,
        keep: 32,
        width: 64,
        signed: false,
    });
    l.push(Step::Select {
        width: 64,
        to,
        condition: Operand::Local(flag),
        then: Operand::Local(to),
        otherwise: Operand::Constant(CANONICAL_NAN),
    });
}

/// The magnitude of `a` with the sign of `b`, its complement, or the exclusive or of both signs.
fn inject(l: &mut Lifter, op: Op, to: Local, sign: u64, a: Operand, b: Operand) {
    let signs = temporary(2);
    let rest = Operand::Constant(if sign == SIGN_32 {
        SIGN_32 - 1
    } else {
        SIGN_64 - 1
    });
    wide(l, BinaryOp::And, signs, b, Operand::Constant(sign));
    if matches!(op, Op::FsgnjxS | Op::FsgnjxD) {
        return wide(l, BinaryOp::Xor, to, a, Operand::Local(signs));
    }
    if matches!(op, Op::FsgnjnS | Op::FsgnjnD) {
        wide(
            l,
            BinaryOp::Xor,
            signs,
            Operand::Local(signs),
            Operand::Constant(sign),
        );
    }
    wide(l, BinaryOp::And, to, a, rest);
    wide(
        l,
        BinaryOp::Or,
        to,
        Operand::Local(to),
        Operand::Local(signs),
    );
}
