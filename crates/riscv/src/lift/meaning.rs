//! What each instruction means, in one table; the functions are in the files of the extensions.
//!
//! The match has no rest, so that an instruction which is added to [`crate::instruction::DEFINITIONS`] cannot be forgotten here.

use everypath_program::FloatFormat::{Double, Half, Single};
use everypath_program::{BinaryOp, FloatOperation, MathFunction, Property, Raising, UnaryOp};

use super::atomic::{self, Combine};
use super::base::{self, arithmetic, compare, shift, word_arithmetic, word_shift_right};
use super::bits;
use super::csr::{self, Update};
use super::float::{self, Fused, Sign};
use super::lifter::{Flow, Lifter};
use super::multiply::{self, Size};
use crate::instruction::{Instruction, Op, Register};

impl Lifter<'_> {
    /// Lifts one instruction that is no environment call.
    pub(super) fn instruction(&mut self, instruction: &Instruction) -> Flow {
        let definition = instruction.op.definition();
        if definition.extension.only_computes() && instruction.rd == Register::ZERO {
            return Flow::Next;
        }
        let flow = lift(self, instruction);
        if !definition.format.writes_float() {
            let value = base::constant_result(self, instruction);
            self.written(instruction.rd, value);
        }
        flow
    }
}

fn lift(l: &mut Lifter, i: &Instruction) -> Flow {
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
        // F, D and Zfh
        Op::Flw => float::load(l, i, Single),
        Op::Fsw => float::store(l, i, Single),
        Op::FmaddS => return float::fused(l, i, Single, Fused::AddProduct),
        Op::FmsubS => return float::fused(l, i, Single, Fused::SubtractFromProduct),
        Op::FnmsubS => return float::fused(l, i, Single, Fused::SubtractProduct),
        Op::FnmaddS => return float::fused(l, i, Single, Fused::NegateSum),
        Op::FaddS => return float::arithmetic(l, i, Single, FloatOperation::Add, Raising::Add),
        Op::FsubS => return float::arithmetic(l, i, Single, FloatOperation::Sub, Raising::Sub),
        Op::FmulS => return float::arithmetic(l, i, Single, FloatOperation::Mul, Raising::Mul),
        Op::FdivS => return float::arithmetic(l, i, Single, FloatOperation::Div, Raising::Div),
        Op::FsqrtS => return float::square_root(l, i, Single),
        Op::FsgnjS => float::inject(l, i, Single, Sign::Same),
        Op::FsgnjnS => float::inject(l, i, Single, Sign::Opposite),
        Op::FsgnjxS => float::inject(l, i, Single, Sign::Product),
        Op::FminS => float::extreme(l, i, Single, MathFunction::Fmin),
        Op::FmaxS => float::extreme(l, i, Single, MathFunction::Fmax),
        Op::FleS => float::compare(l, i, Single, FloatOperation::LessEqual, Raising::Signalling),
        Op::FltS => float::compare(l, i, Single, FloatOperation::Less, Raising::Signalling),
        Op::FeqS => float::compare(l, i, Single, FloatOperation::Equal, Raising::Quiet),
        Op::FclassS => float::classify(l, i, Single),
        Op::FmvXW => float::move_to_integer(l, i, Single),
        Op::FmvWX => float::move_from_integer(l, i, Single),
        Op::FcvtWS => return float::to_integer(l, i, Single, 32, true),
        Op::FcvtWuS => return float::to_integer(l, i, Single, 32, false),
        Op::FcvtLS => return float::to_integer(l, i, Single, 64, true),
        Op::FcvtLuS => return float::to_integer(l, i, Single, 64, false),
        Op::FcvtSW => return float::from_integer(l, i, Single, 32, true),
        Op::FcvtSWu => return float::from_integer(l, i, Single, 32, false),
        Op::FcvtSL => return float::from_integer(l, i, Single, 64, true),
        Op::FcvtSLu => return float::from_integer(l, i, Single, 64, false),
        Op::FcvtSD => return float::convert(l, i, Double, Single),
        Op::FcvtSH => return float::convert(l, i, Half, Single),
        Op::Fld => float::load(l, i, Double),
        Op::Fsd => float::store(l, i, Double),
        Op::FmaddD => return float::fused(l, i, Double, Fused::AddProduct),
        Op::FmsubD => return float::fused(l, i, Double, Fused::SubtractFromProduct),
        Op::FnmsubD => return float::fused(l, i, Double, Fused::SubtractProduct),
        Op::FnmaddD => return float::fused(l, i, Double, Fused::NegateSum),
        Op::FaddD => return float::arithmetic(l, i, Double, FloatOperation::Add, Raising::Add),
        Op::FsubD => return float::arithmetic(l, i, Double, FloatOperation::Sub, Raising::Sub),
        Op::FmulD => return float::arithmetic(l, i, Double, FloatOperation::Mul, Raising::Mul),
        Op::FdivD => return float::arithmetic(l, i, Double, FloatOperation::Div, Raising::Div),
        Op::FsqrtD => return float::square_root(l, i, Double),
        Op::FsgnjD => float::inject(l, i, Double, Sign::Same),
        Op::FsgnjnD => float::inject(l, i, Double, Sign::Opposite),
        Op::FsgnjxD => float::inject(l, i, Double, Sign::Product),
        Op::FminD => float::extreme(l, i, Double, MathFunction::Fmin),
        Op::FmaxD => float::extreme(l, i, Double, MathFunction::Fmax),
        Op::FleD => float::compare(l, i, Double, FloatOperation::LessEqual, Raising::Signalling),
        Op::FltD => float::compare(l, i, Double, FloatOperation::Less, Raising::Signalling),
        Op::FeqD => float::compare(l, i, Double, FloatOperation::Equal, Raising::Quiet),
        Op::FclassD => float::classify(l, i, Double),
        Op::FmvXD => float::move_to_integer(l, i, Double),
        Op::FmvDX => float::move_from_integer(l, i, Double),
        Op::FcvtWD => return float::to_integer(l, i, Double, 32, true),
        Op::FcvtWuD => return float::to_integer(l, i, Double, 32, false),
        Op::FcvtLD => return float::to_integer(l, i, Double, 64, true),
        Op::FcvtLuD => return float::to_integer(l, i, Double, 64, false),
        Op::FcvtDW => return float::from_integer(l, i, Double, 32, true),
        Op::FcvtDWu => return float::from_integer(l, i, Double, 32, false),
        Op::FcvtDL => return float::from_integer(l, i, Double, 64, true),
        Op::FcvtDLu => return float::from_integer(l, i, Double, 64, false),
        Op::FcvtDS => return float::convert(l, i, Single, Double),
        Op::FcvtDH => return float::convert(l, i, Half, Double),
        Op::Flh => float::load(l, i, Half),
        Op::Fsh => float::store(l, i, Half),
        Op::FmaddH => return float::fused(l, i, Half, Fused::AddProduct),
        Op::FmsubH => return float::fused(l, i, Half, Fused::SubtractFromProduct),
        Op::FnmsubH => return float::fused(l, i, Half, Fused::SubtractProduct),
        Op::FnmaddH => return float::fused(l, i, Half, Fused::NegateSum),
        Op::FaddH => return float::arithmetic(l, i, Half, FloatOperation::Add, Raising::Add),
        Op::FsubH => return float::arithmetic(l, i, Half, FloatOperation::Sub, Raising::Sub),
        Op::FmulH => return float::arithmetic(l, i, Half, FloatOperation::Mul, Raising::Mul),
        Op::FdivH => return float::arithmetic(l, i, Half, FloatOperation::Div, Raising::Div),
        Op::FsqrtH => return float::square_root(l, i, Half),
        Op::FsgnjH => float::inject(l, i, Half, Sign::Same),
        Op::FsgnjnH => float::inject(l, i, Half, Sign::Opposite),
        Op::FsgnjxH => float::inject(l, i, Half, Sign::Product),
        Op::FminH => float::extreme(l, i, Half, MathFunction::Fmin),
        Op::FmaxH => float::extreme(l, i, Half, MathFunction::Fmax),
        Op::FleH => float::compare(l, i, Half, FloatOperation::LessEqual, Raising::Signalling),
        Op::FltH => float::compare(l, i, Half, FloatOperation::Less, Raising::Signalling),
        Op::FeqH => float::compare(l, i, Half, FloatOperation::Equal, Raising::Quiet),
        Op::FclassH => float::classify(l, i, Half),
        Op::FmvXH => float::move_to_integer(l, i, Half),
        Op::FmvHX => float::move_from_integer(l, i, Half),
        Op::FcvtWH => return float::to_integer(l, i, Half, 32, true),
        Op::FcvtWuH => return float::to_integer(l, i, Half, 32, false),
        Op::FcvtLH => return float::to_integer(l, i, Half, 64, true),
        Op::FcvtLuH => return float::to_integer(l, i, Half, 64, false),
        Op::FcvtHW => return float::from_integer(l, i, Half, 32, true),
        Op::FcvtHWu => return float::from_integer(l, i, Half, 32, false),
        Op::FcvtHL => return float::from_integer(l, i, Half, 64, true),
        Op::FcvtHLu => return float::from_integer(l, i, Half, 64, false),
        Op::FcvtHS => return float::convert(l, i, Single, Half),
        Op::FcvtHD => return float::convert(l, i, Double, Half),
    }
    Flow::Next
}
