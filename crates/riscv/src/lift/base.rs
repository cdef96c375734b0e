//! The base integer instructions (RV32I and RV64I) and `fence.i`.
//!
//! Follows the chapters "RV32I Base Integer Instruction Set" and "RV64I". Shifts by a register mask the amount here, since
//! the representation's shifts by the width or more give 0. The call hints of `jal` and `jalr` are the table of the
//! return-address stack in the section "Unconditional Jumps".

use everypath_program::{
    BinaryOp, BlockKey, Edge, Instruction as Step, Local, Operand, Property, Terminator, Transfer,
};

use super::lifter::{Flow, Lifter, Mode};
use super::{csr, parts};
use crate::instruction::{Instruction, Op, Register, Xlen};

pub(super) fn load_upper(l: &mut Lifter, i: &Instruction) {
    if i.rd != Register::ZERO {
        l.copy(l.target(i.rd), l.constant(i.imm));
    }
}

pub(super) fn add_upper(l: &mut Lifter, i: &Instruction) {
    if i.rd != Register::ZERO {
        let value = l.constant(l.pc.wrapping_add(i.imm as u64) as i64);
        l.copy(l.target(i.rd), value);
    }
}

pub(super) fn jump(l: &mut Lifter, i: &Instruction) -> Flow {
    link(l, i.rd);
    let transfer = if i.rd.is_link() {
        Transfer::Call { return_to: l.next }
    } else {
        Transfer::Jump
    };
    let target = BlockKey::at(i.target(l.pc, l.settings.xlen));
    Flow::End(Terminator::Jump {
        edge: Edge::to(target),
        transfer,
    })
}

/// The constant that an instruction leaves in its destination, if its sources are known.
pub(super) fn constant_result(l: &Lifter, i: &Instruction) -> Option<u64> {
    let xlen = l.settings.xlen;
    let value = match i.op {
        Op::Lui => i.imm as u64,
        Op::Auipc => l.pc.wrapping_add(i.imm as u64),
        // `written` has not been called yet, so a source that is the destination still has its old value.
        Op::Addi => l.known(i.rs1)?.wrapping_add(i.imm as u64),
        Op::Addiw => i64::from(l.known(i.rs1)?.wrapping_add(i.imm as u64) as i32) as u64,
        Op::Add => l.known(i.rs1)?.wrapping_add(l.known(i.rs2)?),
        // Nothing needs to be known: others are computed when the program runs.
        _ => return None,
    };
    Some(xlen.truncate(value))
}

pub(super) fn trap(l: &mut Lifter, cause: u64, name: &str) -> Flow {
    if l.settings.mode == Mode::Machine {
        return Flow::End(csr::enter_trap(l, cause, Operand::Constant(0)));
    }
    Flow::End(l.violate(Property::ReachedTrap, format!("{name} was reached")))
}

fn link(l: &mut Lifter, rd: Register) {
    if rd != Register::ZERO {
        l.copy(l.target(rd), Operand::Constant(l.next));
    }
}

pub(super) fn jump_register(l: &mut Lifter, i: &Instruction) -> Flow {
    let address = l.word(0);
    let mut base = l.read(i.rs1);
    if i.imm != 0 {
        let offset = l.constant(i.imm);
        l.binary(BinaryOp::Add, address, base, offset);
        base = Operand::Local(address);
    }
    let even = l.constant(!1);
    l.binary(BinaryOp::And, address, base, even);
    link(l, i.rd);
    let return_to = l.next;
    let transfer = match (i.rd.is_link(), i.rs1.is_link()) {
        (false, false) => Transfer::Jump,
        (false, true) => Transfer::Return,
        (true, true) if i.rd != i.rs1 => Transfer::ReturnAndCall { return_to },
        (true, _) => Transfer::Call { return_to },
    };
    Flow::End(Terminator::IndirectJump {
        address: Operand::Local(address),
        transfer,
    })
}

pub(super) fn branch(
    l: &mut Lifter,
    i: &Instruction,
    op: BinaryOp,
    a: Operand,
    b: Operand,
) -> Flow {
    let flag = l.flag(0);
    l.binary(op, flag, a, b);
    let taken = BlockKey::at(i.target(l.pc, l.settings.xlen));
    Flow::End(Terminator::branch(
        Operand::Local(flag),
        taken,
        BlockKey::at(l.next),
    ))
}

pub(super) fn load(l: &mut Lifter, i: &Instruction, size: u32, signed: bool) {
    let address = l.read(i.rs1);
    l.check_alignment(address, i.imm, size);
    let (to, width) = (l.target(i.rd), l.width());
    let offset = l.settings.xlen.truncate(i.imm as u64);
    l.push(Step::Load {
        to,
        address,
        offset,
        size,
        width,
        signed,
    });
}

pub(super) fn store(l: &mut Lifter, i: &Instruction, size: u32) -> Flow {
    let address = l.read(i.rs1);
    l.check_alignment(address, i.imm, size);
    let (value, width) = (l.read(i.rs2), l.width());
    let offset = l.settings.xlen.truncate(i.imm as u64);
    l.push(Step::Store {
        address,
        offset,
        value,
        width,
        size,
    });
    match l.settings.tohost {
        Some(tohost) if size >= 4 => {
            let (word, flag) = (l.word(0), l.flag(0));
            l.binary(BinaryOp::Add, word, address, Operand::Constant(offset));
            l.binary(
                BinaryOp::Eq,
                flag,
                Operand::Local(word),
                Operand::Constant(tohost),
            );
            let exit = BlockKey {
                code: l.pc,
                part: parts::TOHOST,
            };
            Flow::End(Terminator::branch(
                Operand::Local(flag),
                exit,
                BlockKey::at(l.next),
            ))
        }
        _ => Flow::Next,
    }
}

pub(super) fn arithmetic(l: &mut Lifter, rd: Register, op: BinaryOp, a: Operand, b: Operand) {
    if rd == Register::ZERO {
        return;
    }
    let to = l.target(rd);
    // `li` and `mv` are additions of zero; copies keep terms and execution short.
    match (op, a, b) {
        (BinaryOp::Add, from, Operand::Constant(0))
        | (BinaryOp::Add, Operand::Constant(0), from) => l.copy(to, from),
        _ => l.binary(op, to, a, b),
    }
}

pub(super) fn compare(l: &mut Lifter, rd: Register, op: BinaryOp, a: Operand, b: Operand) {
    if rd == Register::ZERO {
        return;
    }
    let flag = l.flag(0);
    l.binary(op, flag, a, b);
    l.widen(l.target(rd), flag, 1, false);
}

/// A shift by the low bits of a register.
pub(super) fn shift(l: &mut Lifter, rd: Register, op: BinaryOp, a: Operand, b: Operand) {
    if rd == Register::ZERO {
        return;
    }
    let amount = l.word(0);
    let mask = Operand::Constant(u64::from(l.width() - 1));
    l.binary(BinaryOp::And, amount, b, mask);
    l.binary(op, l.target(rd), a, Operand::Local(amount));
}

pub(super) fn word_amount(l: &mut Lifter, b: Operand) -> Operand {
    let amount = l.word(0);
    l.binary(BinaryOp::And, amount, b, Operand::Constant(31));
    Operand::Local(amount)
}

/// An operation whose low 32 bits depend only on the low 32 bits of `a`, sign-extended.
pub(super) fn word_arithmetic(l: &mut Lifter, rd: Register, op: BinaryOp, a: Operand, b: Operand) {
    if rd == Register::ZERO {
        return;
    }
    let to = l.target(rd);
    if (op, b) == (BinaryOp::Add, Operand::Constant(0)) {
        return l.extend(to, a, 32, true);
    }
    let word = l.word(1);
    l.binary(op, word, a, b);
    l.extend(to, Operand::Local(word), 32, true);
}

/// A right shift of the low 32 bits by an amount below 32, sign-extended.
pub(super) fn word_shift_right(
    l: &mut Lifter,
    rd: Register,
    op: BinaryOp,
    a: Operand,
    amount: Operand,
) {
    if rd == Register::ZERO {
        return;
    }
    let arithmetic = op == BinaryOp::AShr;
    let (word, to): (Local, Local) = (l.word(1), l.target(rd));
    l.extend(word, a, 32, arithmetic);
    if arithmetic {
        // The shifted value is sign-extended from 32 bits already.
        l.binary(op, to, Operand::Local(word), amount);
    } else {
        l.binary(op, word, Operand::Local(word), amount);
        l.extend(to, Operand::Local(word), 32, true);
    }
    debug_assert_eq!(l.settings.xlen, Xlen::Rv64);
}
