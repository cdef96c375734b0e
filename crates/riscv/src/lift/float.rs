//! Floating-point instructions that only move bits (a part of F and D).
//!
//! Follows the chapters "F" and "D" of the Unprivileged Architecture, section "NaN Boxing of Narrower Values": a register
//! has 64 bits, a 32-bit value in it has all upper bits set, and sign injection takes one that has not for the canonical NaN.
//! Instructions that compute are named cuts.

use everypath_program::{BinaryOp, Instruction as Step, Local, Operand};

use super::{FIRST_FLOAT, FIRST_WIDE, Lifter, base};
use crate::instruction::{Instruction, Register};

const BOX: u64 = 0xffff_ffff_0000_0000;
const CANONICAL_NAN: u64 = 0x7fc0_0000;
const SIGN_32: u64 = 1 << 31;
const SIGN_64: u64 = 1 << 63;

/// Which sign the result of a sign injection has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// That of the second operand.
    Same,
    /// The other one.
    Opposite,
    /// The exclusive or of both operands' signs.
    Product,
}

pub(super) fn load_single(l: &mut Lifter, i: &Instruction) {
    load(l, i, 4);
    box_result(l, i);
}

pub(super) fn load_double(l: &mut Lifter, i: &Instruction) {
    load(l, i, 8);
}

pub(super) fn single_to_integer(l: &mut Lifter, i: &Instruction) {
    let (to, width) = (l.target(i.rd), l.width());
    l.push(Step::Resize {
        to,
        value: Operand::Local(float(i.rs1)),
        from: 64,
        keep: 32,
        width,
        signed: true,
    });
}

pub(super) fn double_to_integer(l: &mut Lifter, i: &Instruction) {
    l.copy(l.target(i.rd), Operand::Local(float(i.rs1)));
}

pub(super) fn integer_to_single(l: &mut Lifter, i: &Instruction) {
    let (value, from) = (l.read(i.rs1), l.width());
    l.push(Step::Resize {
        to: float(i.rd),
        value,
        from,
        keep: 32,
        width: 64,
        signed: false,
    });
    box_result(l, i);
}

pub(super) fn integer_to_double(l: &mut Lifter, i: &Instruction) {
    l.copy(float(i.rd), l.read(i.rs1));
}

pub(super) fn inject_single(l: &mut Lifter, i: &Instruction, kind: Sign) {
    let (x, y) = (temporary(0), temporary(1));
    unbox(l, x, Operand::Local(float(i.rs1)));
    unbox(l, y, Operand::Local(float(i.rs2)));
    let [x, y] = [x, y].map(Operand::Local);
    inject(l, kind, float(i.rd), SIGN_32, x, y);
    box_result(l, i);
}

pub(super) fn inject_double(l: &mut Lifter, i: &Instruction, kind: Sign) {
    let [a, b] = [i.rs1, i.rs2].map(|register| Operand::Local(float(register)));
    inject(l, kind, float(i.rd), SIGN_64, a, b);
}

/// Sets the upper bits of rd, which has a 32-bit value.
fn box_result(l: &mut Lifter, i: &Instruction) {
    let to = float(i.rd);
    let (value, ones) = (Operand::Local(to), Operand::Constant(BOX));
    wide(l, BinaryOp::Or, to, value, ones);
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

fn load(l: &mut Lifter, i: &Instruction, size: u32) {
    let address = l.read(i.rs1);
    base::check_alignment(l, address, i.imm, size);
    let offset = l.settings.xlen.truncate(i.imm as u64);
    l.push(Step::Load {
        to: float(i.rd),
        address,
        offset,
        size,
        width: 64,
        signed: false,
    });
}

pub(super) fn store(l: &mut Lifter, i: &Instruction, size: u32) {
    let value = Operand::Local(float(i.rs2));
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

/// The magnitude of `a` with a sign made of those of `a` and `b`.
fn inject(l: &mut Lifter, kind: Sign, to: Local, sign: u64, a: Operand, b: Operand) {
    let signs = temporary(2);
    let rest = Operand::Constant(if sign == SIGN_32 {
        SIGN_32 - 1
    } else {
        SIGN_64 - 1
    });
    let (own, sign) = (Operand::Local(signs), Operand::Constant(sign));
    wide(l, BinaryOp::And, signs, b, sign);
    match kind {
        Sign::Product => return wide(l, BinaryOp::Xor, to, a, own),
        Sign::Opposite => wide(l, BinaryOp::Xor, signs, own, sign),
        Sign::Same => {}
    }
    wide(l, BinaryOp::And, to, a, rest);
    wide(l, BinaryOp::Or, to, Operand::Local(to), own);
}
