//! Bit manipulation: address generation (Zba), basic operations (Zbb), single bits (Zbs).
//!
//! Follows the chapter "B Extension for Bit Manipulation". Rotations of the representation take the amount modulo the
//! width, so they need no mask; the single-bit instructions mask their index.

use everypath_program::{BinaryOp, Instruction as Step, Operand, UnaryOp};

use super::{Flow, Lifter, base::arithmetic};
use crate::instruction::{Instruction, Op, Register};

pub(super) fn lift(l: &mut Lifter, i: &Instruction) -> Flow {
    if i.rd == Register::ZERO {
        return Flow::Next; // none of these has an effect beside its result
    }
    let [a, b] = [l.read(i.rs1), l.read(i.rs2)];
    let imm = Operand::Constant(i.imm as u64);
    let to = l.target(i.rd);
    let (word, other) = (l.word(0), l.word(1));
    match i.op {
        Op::Sh1add => shift_add(l, i, 1, a, b),
        Op::Sh2add => shift_add(l, i, 2, a, b),
        Op::Sh3add => shift_add(l, i, 3, a, b),
        Op::AddUw | Op::Sh1addUw | Op::Sh2addUw | Op::Sh3addUw => {
            l.extend(other, a, 32, false);
            let amount = match i.op {
                Op::AddUw => 0,
                Op::Sh1addUw => 1,
                Op::Sh2addUw => 2,
                _ => 3,
            };
            shift_add(l, i, amount, Operand::Local(other), b);
        }
        Op::SlliUw => {
            l.extend(word, a, 32, false);
            l.binary(BinaryOp::Shl, to, Operand::Local(word), imm);
        }
        Op::Andn | Op::Orn => {
            l.unary(UnaryOp::Not, word, b);
            let op = if i.op == Op::Andn {
                BinaryOp::And
            } else {
                BinaryOp::Or
            };
            l.binary(op, to, a, Operand::Local(word));
        }
        Op::Xnor => {
            l.binary(BinaryOp::Xor, word, a, b);
            l.unary(UnaryOp::Not, to, Operand::Local(word));
        }
        Op::Clz => l.unary(UnaryOp::CountLeadingZeros, to, a),
        Op::Ctz => l.unary(UnaryOp::CountTrailingZeros, to, a),
        Op::Cpop => l.unary(UnaryOp::CountOnes, to, a),
        Op::Clzw => narrow_count(l, i, UnaryOp::CountLeadingZeros, a),
        Op::Ctzw => narrow_count(l, i, UnaryOp::CountTrailingZeros, a),
        Op::Cpopw => narrow_count(l, i, UnaryOp::CountOnes, a),
        Op::Max => arithmetic(l, i.rd, BinaryOp::SMax, a, b),
        Op::Maxu => arithmetic(l, i.rd, BinaryOp::UMax, a, b),
        Op::Min => arithmetic(l, i.rd, BinaryOp::SMin, a, b),
        Op::Minu => arithmetic(l, i.rd, BinaryOp::UMin, a, b),
        Op::SextB => l.extend(to, a, 8, true),
        Op::SextH => l.extend(to, a, 16, true),
        Op::ZextH32 | Op::ZextH64 => l.extend(to, a, 16, false),
        Op::Rol => arithmetic(l, i.rd, BinaryOp::RotateLeft, a, b),
        Op::Ror => arithmetic(l, i.rd, BinaryOp::RotateRight, a, b),
        Op::Rori => arithmetic(l, i.rd, BinaryOp::RotateRight, a, imm),
        Op::Rolw => narrow_rotate(l, i, BinaryOp::RotateLeft, a, b),
        Op::Rorw => narrow_rotate(l, i, BinaryOp::RotateRight, a, b),
        Op::Roriw => narrow_rotate(l, i, BinaryOp::RotateRight, a, imm),
        Op::OrcB => or_combine(l, i, a),
        Op::Rev8On32 | Op::Rev8On64 => l.unary(UnaryOp::ReverseBytes, to, a),
        Op::Bclr | Op::Bclri => {
            let bit = single_bit(l, if i.op == Op::Bclr { b } else { imm });
            match bit {
                Operand::Constant(bit) => {
                    let rest = l.constant(!(bit as i64));
                    l.binary(BinaryOp::And, to, a, rest);
                }
                Operand::Local(_) => {
                    l.unary(UnaryOp::Not, word, bit);
                    l.binary(BinaryOp::And, to, a, Operand::Local(word));
                }
            }
        }
        Op::Bset | Op::Bseti => {
            let bit = single_bit(l, if i.op == Op::Bset { b } else { imm });
            l.binary(BinaryOp::Or, to, a, bit);
        }
        Op::Binv | Op::Binvi => {
            let bit = single_bit(l, if i.op == Op::Binv { b } else { imm });
            l.binary(BinaryOp::Xor, to, a, bit);
        }
        _ => {
            // bext and bexti, the only ones left
            let amount = if i.op == Op::Bext {
                bit_index(l, b)
            } else {
                imm
            };
            l.binary(BinaryOp::LShr, word, a, amount);
            l.binary(
                BinaryOp::And,
                to,
                Operand::Local(word),
                Operand::Constant(1),
            );
        }
    }
    Flow::Next
}

fn shift_add(l: &mut Lifter, i: &Instruction, amount: u64, a: Operand, b: Operand) {
    let word = l.word(0);
    let mut shifted = a;
    if amount > 0 {
        l.binary(BinaryOp::Shl, word, a, Operand::Constant(amount));
        shifted = Operand::Local(word);
    }
    arithmetic(l, i.rd, BinaryOp::Add, shifted, b);
}

fn narrow_count(l: &mut Lifter, i: &Instruction, op: UnaryOp, a: Operand) {
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

fn narrow_rotate(l: &mut Lifter, i: &Instruction, op: BinaryOp, a: Operand, b: Operand) {
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
fn or_combine(l: &mut Lifter, i: &Instruction, a: Operand) {
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

fn bit_index(l: &mut Lifter, amount: Operand) -> Operand {
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
