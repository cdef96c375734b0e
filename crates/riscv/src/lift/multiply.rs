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
    let ones = Operand::Constant(everypath_term::ops::mask(width));
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
        let least = Operand::Constant(1 << (width - 1));
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
    // The quotient goes through a temporary of its width: `to` may be one of the operands.
    let quotient = if width == 32 && l.width() == 64 {
        to
    } else {
        l.word(0)
    };
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
