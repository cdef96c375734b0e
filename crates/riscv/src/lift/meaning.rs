//! What each instruction means, in one table; the functions are in the files of the extensions.
//!
//! The match has no rest, so that an instruction which is added to [`crate::instruction::DEFINITIONS`] cannot be forgotten here.

use everypath_program::{BinaryOp, Property, UnaryOp};

use super::atomic::{self, Combine};
use super::base::{self, arithmetic, compare, shift, word_arithmetic, word_shift_right};
use super::bits;
use super::csr::{self, Update};
use super::float::{self, Sign};
use super::multiply::{self, Size};
use super::{Flow, Lifter};
use crate::instruction::{Instruction, Op};

pub(super) fn lift(l: &mut Lifter, i: &Instruction) -> Flow {
    let [a, b] = [l.read(i.rs1), l.read(i.rs2)];
    let imm = l.constant(i.imm);
    let to = l.target(i.rd);
    match i.op {
        // I
        Op::Lui => base::load_upper(l, i),
        Op::Auipc => base::add_upper(l, i),
        Op::Jal => return base::jump(l, i),
        Op::Jalr => return base::jump_register(l, i),
        Op::Beq => return base::branch(l, i, BinaryOp::Eq, a, b),
        Op::Bne => return base::branch(l, i, BinaryOp::Ne, a, b),
        Op::Blt => return base::branch(l, i, BinaryOp::Slt, a, b),
        Op::Bge => return base::branch(l, i, BinaryOp::Sle, b, a),
        Op::Bltu => return base::branch(l, i, BinaryOp::Ult, a, b),
        Op::Bgeu => return base::branch(l, i, BinaryOp::Ule, b, a),
        Op::Lb => base::load(l, i, 1, true),
        Op::Lh => base::load(l, i, 2, true),
        Op::Lw => base::load(l, i, 4, true),
        Op::Ld => base::load(l, i, 8, true),
        Op::Lbu => base::load(l, i, 1, false),
        Op::Lhu => base::load(l, i, 2, false),
        Op::Lwu => base::load(l, i, 4, false),
        Op::Sb => return base::store(l, i, 1),
        Op::Sh => return base::store(l, i, 2),
        Op::Sw => return base::store(l, i, 4),
        Op::Sd => return base::store(l, i, 8),
        Op::Addi => arithmetic(l, i.rd, BinaryOp::Add, a, imm),
        Op::Slti => compare(l, i.rd, BinaryOp::Slt, a, imm),
        Op::Sltiu => compare(l, i.rd, BinaryOp::Ult, a, imm),
        Op::Xori => arithmetic(l, i.rd, BinaryOp::Xor, a, imm),
        Op::Ori => arithmetic(l, i.rd, BinaryOp::Or, a, imm),
        Op::Andi => arithmetic(l, i.rd, BinaryOp::And, a, imm),
        Op::Slli => arithmetic(l, i.rd, BinaryOp::Shl, a, imm),
        Op::Srli => arithmetic(l, i.rd, BinaryOp::LShr, a, imm),
        Op::Srai => arithmetic(l, i.rd, BinaryOp::AShr, a, imm),
        Op::Add => arithmetic(l, i.rd, BinaryOp::Add, a, b),
        Op::Sub => arithmetic(l, i.rd, BinaryOp::Sub, a, b),
        Op::Sll => shift(l, i.rd, BinaryOp::Shl, a, b),
        Op::Slt => compare(l, i.rd, BinaryOp::Slt, a, b),
        Op::Sltu => compare(l, i.rd, BinaryOp::Ult, a, b),
        Op::Xor => arithmetic(l, i.rd, BinaryOp::Xor, a, b),
        Op::Srl => shift(l, i.rd, BinaryOp::LShr, a, b),
        Op::Sra => shift(l, i.rd, BinaryOp::AShr, a, b),
        Op::Or => arithmetic(l, i.rd, BinaryOp::Or, a, b),
        Op::And => arithmetic(l, i.rd, BinaryOp::And, a, b),
        Op::Addiw => word_arithmetic(l, i.rd, BinaryOp::Add, a, imm),
        Op::Addw => word_arithmetic(l, i.rd, BinaryOp::Add, a, b),
        Op::Subw => word_arithmetic(l, i.rd, BinaryOp::Sub, a, b),
        Op::Slliw => word_arithmetic(l, i.rd, BinaryOp::Shl, a, imm),
        Op::Srliw => word_shift_right(l, i.rd, BinaryOp::LShr, a, imm),
        Op::Sraiw => word_shift_right(l, i.rd, BinaryOp::AShr, a, imm),
        Op::Sllw => {
            let amount = base::word_amount(l, b);
            word_arithmetic(l, i.rd, BinaryOp::Shl, a, amount);
        }
        Op::Srlw => {
            let amount = base::word_amount(l, b);
            word_shift_right(l, i.rd, BinaryOp::LShr, a, amount);
        }
        Op::Sraw => {
            let amount = base::word_amount(l, b);
            word_shift_right(l, i.rd, BinaryOp::AShr, a, amount);
        }
        // One hart that executes in program order needs no fences.
        Op::Fence | Op::FenceTso => {}
        // What follows may have been written by this block: it is fetched anew.
        Op::FenceI => return Flow::End(l.go_on()),
        Op::Ebreak => return base::trap(l, csr::BREAKPOINT, "ebreak"),
        Op::Unimp => return base::trap(l, csr::ILLEGAL_INSTRUCTION, "unimp"),
        // The environment gives it its meaning; the block builder never sends it here.
        Op::Ecall => {
            let what = "environment call without an environment".into();
            return Flow::End(l.violate(Property::IllegalInstruction, what));
        }
        // M
        Op::Mul => multiply::lift(l, i, BinaryOp::Mul, Size::Register),
        Op::Mulh => multiply::lift(l, i, BinaryOp::MulHighSigned, Size::Register),
        Op::Mulhsu => multiply::lift(l, i, BinaryOp::MulHighSignedUnsigned, Size::Register),
        Op::Mulhu => multiply::lift(l, i, BinaryOp::MulHighUnsigned, Size::Register),
        Op::Div => multiply::lift(l, i, BinaryOp::SDiv, Size::Register),
        Op::Divu => multiply::lift(l, i, BinaryOp::UDiv, Size::Register),
        Op::Rem => multiply::lift(l, i, BinaryOp::SRem, Size::Register),
        Op::Remu => multiply::lift(l, i, BinaryOp::URem, Size::Register),
        Op::Mulw => multiply::lift(l, i, BinaryOp::Mul, Size::Word),
        Op::Divw => multiply::lift(l, i, BinaryOp::SDiv, Size::Word),
        Op::Divuw => multiply::lift(l, i, BinaryOp::UDiv, Size::Word),
        Op::Remw => multiply::lift(l, i, BinaryOp::SRem, Size::Word),
        Op::Remuw => multiply::lift(l, i, BinaryOp::URem, Size::Word),
        // A
        Op::LrW => atomic::load_reserved(l, i, 4),
        Op::ScW => atomic::store_conditional(l, i, 4),
        Op::AmoswapW => atomic::modify(l, i, 4, Combine::Swap),
        Op::AmoaddW => atomic::modify(l, i, 4, Combine::With(BinaryOp::Add)),
        Op::AmoxorW => atomic::modify(l, i, 4, Combine::With(BinaryOp::Xor)),
        Op::AmoandW => atomic::modify(l, i, 4, Combine::With(BinaryOp::And)),
        Op::AmoorW => atomic::modify(l, i, 4, Combine::With(BinaryOp::Or)),
        Op::AmominW => atomic::modify(l, i, 4, Combine::With(BinaryOp::SMin)),
        Op::AmomaxW => atomic::modify(l, i, 4, Combine::With(BinaryOp::SMax)),
        Op::AmominuW => atomic::modify(l, i, 4, Combine::With(BinaryOp::UMin)),
        Op::AmomaxuW => atomic::modify(l, i, 4, Combine::With(BinaryOp::UMax)),
        Op::LrD => atomic::load_reserved(l, i, 8),
        Op::ScD => atomic::store_conditional(l, i, 8),
        Op::AmoswapD => atomic::modify(l, i, 8, Combine::Swap),
        Op::AmoaddD => atomic::modify(l, i, 8, Combine::With(BinaryOp::Add)),
        Op::AmoxorD => atomic::modify(l, i, 8, Combine::With(BinaryOp::Xor)),
        Op::AmoandD => atomic::modify(l, i, 8, Combine::With(BinaryOp::And)),
        Op::AmoorD => atomic::modify(l, i, 8, Combine::With(BinaryOp::Or)),
        Op::AmominD => atomic::modify(l, i, 8, Combine::With(BinaryOp::SMin)),
        Op::AmomaxD => atomic::modify(l, i, 8, Combine::With(BinaryOp::SMax)),
        Op::AmominuD => atomic::modify(l, i, 8, Combine::With(BinaryOp::UMin)),
        Op::AmomaxuD => atomic::modify(l, i, 8, Combine::With(BinaryOp::UMax)),
        // Zicsr and what is privileged
        Op::Csrrw => return csr::access(l, i, Update::Replace, a),
        Op::Csrrs => return csr::access(l, i, Update::Set, a),
        Op::Csrrc => return csr::access(l, i, Update::Clear, a),
        Op::Csrrwi => return csr::access(l, i, Update::Replace, csr::immediate(i)),
        Op::Csrrsi => return csr::access(l, i, Update::Set, csr::immediate(i)),
        Op::Csrrci => return csr::access(l, i, Update::Clear, csr::immediate(i)),
        Op::Mret => return csr::machine_return(l, i),
        Op::Sret => return csr::unsupported_return(i),
        // Waiting for interrupts that never come may end at once; there is no address translation to fence.
        Op::Wfi => {}
        Op::SfenceVma => return Flow::End(l.go_on()),
        // Zba
        Op::Sh1add => bits::shift_add(l, i, 1, a, b),
        Op::Sh2add => bits::shift_add(l, i, 2, a, b),
        Op::Sh3add => bits::shift_add(l, i, 3, a, b),
        Op::AddUw => bits::shift_add_word(l, i, 0, a, b),
        Op::Sh1addUw => bits::shift_add_word(l, i, 1, a, b),
        Op::Sh2addUw => bits::shift_add_word(l, i, 2, a, b),
        Op::Sh3addUw => bits::shift_add_word(l, i, 3, a, b),
        Op::SlliUw => bits::shift_word(l, i, a, imm),
        // Zbb
        Op::Andn => bits::with_complement(l, i, BinaryOp::And, a, b),
        Op::Orn => bits::with_complement(l, i, BinaryOp::Or, a, b),
        Op::Xnor => bits::exclusive_nor(l, i, a, b),
        Op::Clz => l.unary(UnaryOp::CountLeadingZeros, to, a),
        Op::Ctz => l.unary(UnaryOp::CountTrailingZeros, to, a),
        Op::Cpop => l.unary(UnaryOp::CountOnes, to, a),
        Op::Clzw => bits::narrow_count(l, i, UnaryOp::CountLeadingZeros, a),
        Op::Ctzw => bits::narrow_count(l, i, UnaryOp::CountTrailingZeros, a),
        Op::Cpopw => bits::narrow_count(l, i, UnaryOp::CountOnes, a),
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
        Op::Rolw => bits::narrow_rotate(l, i, BinaryOp::RotateLeft, a, b),
        Op::Rorw => bits::narrow_rotate(l, i, BinaryOp::RotateRight, a, b),
        Op::Roriw => bits::narrow_rotate(l, i, BinaryOp::RotateRight, a, imm),
        Op::OrcB => bits::or_combine(l, i, a),
        Op::Rev8On32 | Op::Rev8On64 => l.unary(UnaryOp::ReverseBytes, to, a),
        // Zbs
        Op::Bclr => bits::clear_bit(l, i, a, b),
        Op::Bclri => bits::clear_bit(l, i, a, imm),
        Op::Bext => {
            let index = bits::bit_index(l, b);
            bits::extract_bit(l, i, a, index);
        }
        Op::Bexti => bits::extract_bit(l, i, a, imm),
        Op::Binv => bits::change_bit(l, i, BinaryOp::Xor, a, b),
        Op::Binvi => bits::change_bit(l, i, BinaryOp::Xor, a, imm),
        Op::Bset => bits::change_bit(l, i, BinaryOp::Or, a, b),
        Op::Bseti => bits::change_bit(l, i, BinaryOp::Or, a, imm),
        // F and D
        Op::Flw => float::load_single(l, i),
        Op::Fsw => float::store(l, i, 4),
        Op::FsgnjS => float::inject_single(l, i, Sign::Same),
        Op::FsgnjnS => float::inject_single(l, i, Sign::Opposite),
        Op::FsgnjxS => float::inject_single(l, i, Sign::Product),
        Op::FmvXW => float::single_to_integer(l, i),
        Op::FmvWX => float::integer_to_single(l, i),
        Op::Fld => float::load_double(l, i),
        Op::Fsd => float::store(l, i, 8),
        Op::FsgnjD => float::inject_double(l, i, Sign::Same),
        Op::FsgnjnD => float::inject_double(l, i, Sign::Opposite),
        Op::FsgnjxD => float::inject_double(l, i, Sign::Product),
        Op::FmvXD => float::double_to_integer(l, i),
        Op::FmvDX => float::integer_to_double(l, i),
    }
    Flow::Next
}
