//! Multiplication and division (M).
//!
//! Follows the chapter "M Extension for Integer Multiplication and Division" with its table of special quotients: a
//! division by zero gives all ones and leaves the dividend as remainder, and the least number divided by -1 gives itself
//! with remainder 0. The representation's operators already do so, but for the signed quotient by zero. The word
//! forms of RV64 work on 32 bits: a narrow multiplier or divider is far cheaper for a solver.

use everypath_program::{BinaryOp, Instruction as Step, Local, Operand, Property};

use super::lifter::Lifter;
use crate::instruction::{Instruction, Register};

/// What an instruction of this extension works on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    /// Registers as they are.
    Register,
    /// The low 32 bits of registers of 64.
    Word,
}

pub(super) fn lift(l: &mut Lifter, i: &Instruction, op: BinaryOp, size: Size) {
    let [a, b] = [l.read(i.rs1), l.read(i.rs2)];
    let is_division = matches!(
        op,
        BinaryOp::SDiv | BinaryOp::UDiv | BinaryOp::SRem | BinaryOp::URem
    );
    let checked = l.checks(Property::DivisionByZero) || l.checks(Property::SignedDivisionOverflow);
    if i.rd == Register::ZERO && !(is_division && checked) {
        return;
    }
    if size == Size::Word {
        let [x, y, z] = [0, 1, 2].map(|number| l.narrow(number));
        l.shrink(x, a);
        l.shrink(y, b);
        divide_or_multiply(l, op, 32, z, Operand::Local(x), Operand::Local(y));
        l.widen(l.target(i.rd), z, 32, true);
    } else {
        let (width, to) = (l.width(), l.target(i.rd));
        divide_or_multiply(l, op, width, to, a, b);
    }
}

fn divide_or_multiply(l: &mut Lifter, op: BinaryOp, width: u32, to: Local, a: Operand, b: Operand) {
    if !matches!(
        op,
        BinaryOp::SDiv | BinaryOp::UDiv | BinaryOp::SRem | BinaryOp::URem
    ) {
        return l.push(Step::Binary {
            op,
            width,
            to,
            a,
            b,
        });
    }
    let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
    let [nonzero, f, g] = [0, 1, 2].map(|number| l.flag(number));
    let ones = all_ones(l, width);
    let check_zero = l.checks(Property::DivisionByZero);
    if check_zero || op == BinaryOp::SDiv {
        l.push(Step::Binary {
            op: BinaryOp::Ne,
            width,
            to: nonzero,
            a: b,
            b: Operand::Constant(0),
        });
    }
    if check_zero {
        l.check(Property::DivisionByZero, Operand::Local(nonzero));
    }
    if signed && l.checks(Property::SignedDivisionOverflow) {
        let least = least(l, width, ones);
        l.push(Step::Binary {
            op: BinaryOp::Ne,
            width,
            to: f,
            a,
            b: least,
        });
        l.push(Step::Binary {
            op: BinaryOp::Ne,
            width,
            to: g,
            a: b,
            b: ones,
        });
        l.push(Step::Binary {
            op: BinaryOp::Or,
            width: 1,
            to: f,
            a: Operand::Local(f),
            b: Operand::Local(g),
        });
        l.check(Property::SignedDivisionOverflow, Operand::Local(f));
    }
    if op != BinaryOp::SDiv {
        return l.push(Step::Binary {
            op,
            width,
            to,
            a,
            b,
        });
    }
    // The quotient goes through a temporary of its width: `to` may be one of the operands where these are registers.
    let quotient = if width == l.width() { l.word(0) } else { to };
    l.push(Step::Binary {
        op,
        width,
        to: quotient,
        a,
        b,
    });
    l.push(Step::Select {
        width,
        to,
        condition: Operand::Local(nonzero),
        then: Operand::Local(quotient),
        otherwise: ones,
    });
}

/// All bits of a width, as a constant where one has room for them.
fn all_ones(l: &mut Lifter, width: u32) -> Operand {
    if width <= u64::BITS {
        return Operand::Constant(everypath_term::ops::mask(width));
    }
    let ones = l.double(3);
    l.push(Step::Resize {
        to: ones,
        value: Operand::Constant(1),
        from: 1,
        keep: 1,
        width,
        signed: true,
    });
    Operand::Local(ones)
}

/// The least signed number of a width.
fn least(l: &mut Lifter, width: u32, ones: Operand) -> Operand {
    if width <= u64::BITS {
        return Operand::Constant(1 << (width - 1));
    }
    let least = l.double(4);
    l.push(Step::Binary {
        op: BinaryOp::Shl,
        width,
        to: least,
        a: ones,
        b: Operand::Constant(u64::from(width - 1)),
    });
    Operand::Local(least)
}

/// The same on numbers of two registers, as no instruction has it: a0 and a1 become what is made of them, the first operand, and of a2 and a3. The
/// low half of a number is in the first of its registers.
pub(crate) fn two_registers(l: &mut Lifter, op: BinaryOp) {
    let [a, b, result] = [0, 1, 2].map(|number| l.double(number));
    let registers = [10, 11, 12, 13].map(Register::new);
    join(l, a, registers[0], registers[1]);
    join(l, b, registers[2], registers[3]);
    let (narrow, width) = (l.width(), 2 * l.width());
    divide_or_multiply(l, op, width, result, Operand::Local(a), Operand::Local(b));
    let keep_low = |l: &mut Lifter, register: Register| {
        let to = l.target(register);
        l.push(Step::Resize {
            to,
            value: Operand::Local(result),
            from: width,
            keep: narrow,
            width: narrow,
            signed: false,
        });
        l.written(register, None);
    };
    keep_low(l, registers[0]);
    l.push(Step::Binary {
        op: BinaryOp::LShr,
        width,
        to: result,
        a: Operand::Local(result),
        b: Operand::Constant(u64::from(narrow)),
    });
    keep_low(l, registers[1]);
}

/// `to`, of two registers = the number whose halves are in these.
fn join(l: &mut Lifter, to: Local, low: Register, high: Register) {
    let (narrow, width) = (l.width(), 2 * l.width());
    let part = l.double(2);
    for (to, register) in [(to, high), (part, low)] {
        l.push(Step::Resize {
            to,
            value: l.read(register),
            from: narrow,
            keep: narrow,
            width,
            signed: false,
        });
    }
    l.push(Step::Binary {
        op: BinaryOp::Shl,
        width,
        to,
        a: Operand::Local(to),
        b: Operand::Constant(u64::from(narrow)),
    });
    l.push(Step::Binary {
        op: BinaryOp::Or,
        width,
        to,
        a: Operand::Local(to),
        b: Operand::Local(part),
    });
}
