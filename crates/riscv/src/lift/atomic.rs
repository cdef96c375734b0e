//! Atomic memory operations, load-reserved and store-conditional (A), for one hart.
//!
//! Follows the chapter "A Extension for Atomic Instructions". With one hart every sequence is atomic and the
//! orderings `aq` and `rl` say nothing. A store-conditional succeeds iff a reservation for the same address is held, and
//! always gives it up; where it fails it stores what was there before, since the representation has no
//! conditional store.

use everypath_program::{BinaryOp, Instruction as Step, Local, Operand};

use super::lifter::Lifter;
use super::locals::{RESERVATION, RESERVED};
use crate::instruction::{Instruction, Register};

/// What an AMO makes of the old value and the source.
pub(super) enum Combine {
    /// The source takes its place.
    Swap,
    /// This operation on the old value and the source.
    With(BinaryOp),
}

/// Replaces what is at an address by what is made of it; the old value goes to rd.
pub(super) fn modify(l: &mut Lifter, i: &Instruction, size: u32, combine: Combine) {
    let address = l.read(i.rs1);
    l.check_alignment(address, 0, size);
    let (old, new) = (l.word(0), l.word(1));
    load(l, old, address, size);
    let mut source = l.read(i.rs2);
    match combine {
        Combine::Swap => {}
        Combine::With(op) => {
            let compares = matches!(
                op,
                BinaryOp::SMin | BinaryOp::SMax | BinaryOp::UMin | BinaryOp::UMax
            );
            if compares && size * 8 < l.width() {
                // Sign extension keeps the order of 32-bit numbers, signed and unsigned; the old value has it already.
                l.extend(new, source, 32, true);
                source = Operand::Local(new);
            }
            l.binary(op, new, Operand::Local(old), source);
            source = Operand::Local(new);
        }
    }
    store(l, address, source, size);
    if i.rd != Register::ZERO {
        l.copy(l.target(i.rd), Operand::Local(old));
    }
}

fn load(l: &mut Lifter, to: Local, address: Operand, size: u32) {
    let width = l.width();
    l.push(Step::Load {
        to,
        address,
        offset: 0,
        size,
        width,
        signed: true,
    });
}

fn store(l: &mut Lifter, address: Operand, value: Operand, size: u32) {
    let width = l.width();
    l.push(Step::Store {
        address,
        offset: 0,
        value,
        width,
        size,
    });
}

pub(super) fn load_reserved(l: &mut Lifter, i: &Instruction, size: u32) {
    let address = l.read(i.rs1);
    l.check_alignment(address, 0, size);
    l.copy(RESERVATION, address);
    l.copy(RESERVED, Operand::Constant(1));
    load(l, l.target(i.rd), address, size);
}

pub(super) fn store_conditional(l: &mut Lifter, i: &Instruction, size: u32) {
    let [address, value] = [l.read(i.rs1), l.read(i.rs2)];
    l.check_alignment(address, 0, size);
    let (old, new, success) = (l.word(0), l.word(1), l.flag(0));
    let width = l.width();
    l.binary(BinaryOp::Eq, success, Operand::Local(RESERVATION), address);
    l.push(Step::Binary {
        op: BinaryOp::And,
        width: 1,
        to: success,
        a: Operand::Local(success),
        b: Operand::Local(RESERVED),
    });
    load(l, old, address, size);
    l.push(Step::Select {
        width,
        to: new,
        condition: Operand::Local(success),
        then: value,
        otherwise: Operand::Local(old),
    });
    store(l, address, Operand::Local(new), size);
    l.copy(RESERVED, Operand::Constant(0));
    if i.rd != Register::ZERO {
        let condition = Operand::Local(success);
        let to = l.target(i.rd);
        l.push(Step::Select {
            width,
            to,
            condition,
            then: Operand::Constant(0),
            otherwise: Operand::Constant(1),
        });
    }
}
