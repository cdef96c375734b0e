//! Bit manipulation: address generation (Zba), basic operations (Zbb), single bits (Zbs).
//!
//! Follows the chapter "B Extension for Bit Manipulation". Rotations of the representation take the amount modulo the
//! width, so they need no mask; the single-bit instructions mask their index. None of these has an effect beside its result, so
//! they are not lifted where rd is x0.

use everypath_program::{BinaryOp, Instruction as Step, Operand, UnaryOp};

use super::base::arithmetic;
use super::lifter::Lifter;
use crate::instruction::Instruction;

/// `a` shifted left, plus `b`.
pub(super) fn shift_add(l: &mut Lifter, i: &Instruction, amount: u64, a: Operand, b: Operand) {
    let word = l.word(0);
    let mut shifted = a;
    if amount > 0 {
        l.binary(BinaryOp::Shl, word, a, Operand::Constant(amount));
        shifted = Operand::Local(word);
    }
    arithmetic(l, i.rd, BinaryOp::Add, shifted, b);
}

/// The same with the low 32 bits of `a`.
pub(super) fn shift_add_word(l: &mut Lifter, i: &Instruction, amount: u64, a: Operand, b: Operand) {
    let low = l.word(1);
    l.extend(low, a, 32, false);
    shift_add(l, i, amount, Operand::Local(low), b);
}

/// The low 32 bits of `a`, shifted left.
pub(super) fn shift_word(l: &mut Lifter, i: &Instruction, a: Operand, amount: Operand) {
    let low = l.word(0);
    l.extend(low, a, 32, false);
    l.binary(BinaryOp::Shl, l.target(i.rd), Operand::Local(low), amount);
}

/// `a` and the complement of `b`, combined.
pub(super) fn with_complement(
    l: &mut Lifter,
    i: &Instruction,
    op: BinaryOp,
    a: Operand,
    b: Operand,
) {
    let complement = l.word(0);
    l.unary(UnaryOp::Not, complement, b);
    l.binary(op, l.target(i.rd), a, Operand::Local(complement));
}

/// The complement of the exclusive or.
pub(super) fn exclusive_nor(l: &mut Lifter, i: &Instruction, a: Operand, b: Operand) {
    let word = l.word(0);
    l.binary(BinaryOp::Xor, word, a, b);
    l.unary(UnaryOp::Not, l.target(i.rd), Operand::Local(word));
}

/// `a` without the bit of an index.
pub(super) fn clear_bit(l: &mut Lifter, i: &Instruction, a: Operand, index: Operand) {
    let (word, to) = (l.word(0), l.target(i.rd));
    match single_bit(l, index) {
        Operand::Constant(bit) => {
            let rest = l.constant(!(bit as i64));
            l.binary(BinaryOp::And, to, a, rest);
        }
        bit @ Operand::Local(_) => {
            l.unary(UnaryOp::Not, word, bit);
            l.binary(BinaryOp::And, to, a, Operand::Local(word));
        }
    }
}

/// `a` combined with the bit of an index.
pub(super) fn change_bit(
    l: &mut Lifter,
    i: &Instruction,
    op: BinaryOp,
    a: Operand,
    index: Operand,
) {
    let bit = single_bit(l, index);
    l.binary(op, l.target(i.rd), a, bit);
}

/// The bit of `a` at an index below the register width.
pub(super) fn extract_bit(l: &mut Lifter, i: &Instruction, a: Operand, index: Operand) {
    let word = l.word(0);
    l.binary(BinaryOp::LShr, word, a, index);
    let one = Operand::Constant(1);
    l.binary(BinaryOp::And, l.target(i.rd), Operand::Local(word), one);
}

/// Counts in the low 32 bits of `a`.
pub(super) fn narrow_count(l: &mut Lifter, i: &Instruction, op: UnaryOp, a: Operand) {
    let narrow = l.narrow(0);
    l.shrink(narrow, a);
    l.push(Step::Unary {
        op,
        width: 32,
        to: narrow,
        a: Operand::Local(narrow),
    });
    l.widen(l.target(i.rd), narrow, 32, false);
}

/// The low 32 bits of `a`, rotated and sign-extended.
pub(super) fn narrow_rotate(l: &mut Lifter, i: &Instruction, op: BinaryOp, a: Operand, b: Operand) {
    let [x, y] = [l.narrow(0), l.narrow(1)];
    l.shrink(x, a);
    let amount = match b {
        Operand::Constant(amount) => Operand::Constant(amount & 31),
        Operand::Local(_) => {
            l.shrink(y, b);
            Operand::Local(y)
        }
    };
    l.push(Step::Binary {
        op,
        width: 32,
        to: x,
        a: Operand::Local(x),
        b: amount,
    });
    l.widen(l.target(i.rd), x, 32, true);
}

/// `orc.b`: each byte that is not zero becomes 255. Adding 127 to the low seven bits of a byte carries into its
/// top bit iff one of them is set; the top bits times 255 are the result.
pub(super) fn or_combine(l: &mut Lifter, i: &Instruction, a: Operand) {
    let low = l.constant(0x7f7f_7f7f_7f7f_7f7f);
    let ones = l.constant(0x0101_0101_0101_0101);
    let (word, shifted) = (l.word(0), l.word(1));
    l.binary(BinaryOp::And, word, a, low);
    l.binary(BinaryOp::Add, word, Operand::Local(word), low);
    l.binary(BinaryOp::Or, word, Operand::Local(word), a);
    l.binary(
        BinaryOp::LShr,
        word,
        Operand::Local(word),
        Operand::Constant(7),
    );
    l.binary(BinaryOp::And, word, Operand::Local(word), ones);
    l.binary(
        BinaryOp::Shl,
        shifted,
        Operand::Local(word),
        Operand::Constant(8),
    );
    l.binary(
        BinaryOp::Sub,
        l.target(i.rd),
        Operand::Local(shifted),
        Operand::Local(word),
    );
}

/// An index modulo the register width.
pub(super) fn bit_index(l: &mut Lifter, amount: Operand) -> Operand {
    let word = l.word(0);
    let mask = Operand::Constant(u64::from(l.width() - 1));
    l.binary(BinaryOp::And, word, amount, mask);
    Operand::Local(word)
}

/// 1 shifted left by an index modulo the register width.
fn single_bit(l: &mut Lifter, amount: Operand) -> Operand {
    if let Operand::Constant(amount) = amount {
        return Operand::Constant(1 << (amount & u64::from(l.width() - 1)));
    }
    let word = l.word(0);
    let index = bit_index(l, amount);
    l.binary(BinaryOp::Shl, word, Operand::Constant(1), index);
    Operand::Local(word)
}
