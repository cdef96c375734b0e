//! Atomic memory operations, load-reserved and store-conditional (A), for one hart.
//!
//! Follows the chapter "A Extension for Atomic Instructions". With one hart every sequence is atomic and the
//! orderings `aq` and `rl` say nothing. A store-conditional succeeds iff a reservation for the same address is held, and
//! always gives it up; where it fails it stores what was there before, since the representation has no
//! conditional store.

use everypath_program::{BinaryOp, Instruction as Step, Local, Operand};

use super::{Flow, Lifter, RESERVATION, RESERVED, base};
use crate::instruction::{Instruction, Op, Register};

/// The operation of an AMO on the old value and the source.
enum Combine {
    Swap,
    With(BinaryOp),
}

pub(super) fn lift(l: &mut Lifter, i: &Instruction) -> Flow {
    let (size, combine) = match i.op {
        Op::LrW => return load_reserved(l, i, 4),
        Op::LrD => return load_reserved(l, i, 8),
        Op::ScW => return store_conditional(l, i, 4),
        Op::ScD => return store_conditional(l, i, 8),
        Op::AmoswapW => (4, Combine::Swap),
        Op::AmoaddW => (4, Combine::With(BinaryOp::Add)),
        Op::AmoxorW => (4, Combine::With(BinaryOp::Xor)),
        Op::AmoandW => (4, Combine::With(BinaryOp::And)),
        Op::AmoorW => (4, Combine::With(BinaryOp::Or)),
        Op::AmominW => (4, Combine::With(BinaryOp::SMin)),
        Op::AmomaxW => (4, Combine::With(BinaryOp::SMax)),
        Op::AmominuW => (4, Combine::With(BinaryOp::UMin)),
        Op::AmomaxuW => (4, Combine::With(BinaryOp::UMax)),
        Op::AmoswapD => (8, Combine::Swap),
        Op::AmoaddD => (8, Combine::With(BinaryOp::Add)),
        Op::AmoxorD => (8, Combine::With(BinaryOp::Xor)),
        Op::AmoandD => (8, Combine::With(BinaryOp::And)),
        Op::AmoorD => (8, Combine::With(BinaryOp::Or)),
        Op::AmominD => (8, Combine::With(BinaryOp::SMin)),
        Op::AmomaxD => (8, Combine::With(BinaryOp::SMax)),
        Op::AmominuD => (8, Combine::With(BinaryOp::UMin)),
        _ => (8, Combine::With(BinaryOp::UMax)), // amomaxu.d, the only one left
    };
    let address = l.read(i.rs1);
    base::check_alignment(l, address, 0, size);
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
    Flow::Next
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

fn load_reserved(l: &mut Lifter, i: &Instruction, size: u32) -> Flow {
    let address = l.read(i.rs1);
    base::check_alignment(l, address, 0, size);
    l.copy(RESERVATION, address);
    l.copy(RESERVED, Operand::Constant(1));
    load(l, l.target(i.rd), address, size);
    Flow::Next
}

fn store_conditional(l: &mut Lifter, i: &Instruction, size: u32) -> Flow {
    let [address, value] = [l.read(i.rs1), l.read(i.rs2)];
    base::check_alignment(l, address, 0, size);
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
    Flow::Next
}
