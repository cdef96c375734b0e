//! Compressed instructions: 16 bits that abbreviate one 32-bit instruction.
//!
//! Follows the chapter "C Extension for Compressed Instructions" of the Unprivileged Architecture with its listing of
//! the three quadrants. Each row of `FORMS` names an encoding, how its fields are laid out, and the instruction it stands for.
//! Reserved encodings are illegal; HINTs (a destination x0, a shift by 0, ...) expand to an instruction
//! without effect.

use crate::instruction::{Instruction, Op, Register, Widths, Xlen, sign_extend};
use crate::undecodable::{Undecodable, UndecodableKind};

/// How the fields of a 16-bit encoding are laid out and which values are reserved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// rd', sp, zero-extended immediate (reserved: 0).
    Addi4Spn,
    /// rd', offset(rs1') scaled by 4.
    LoadWord,
    /// rd', offset(rs1') scaled by 8.
    LoadDouble,
    /// rs2', offset(rs1') scaled by 4.
    StoreWord,
    /// rs2', offset(rs1') scaled by 8.
    StoreDouble,
    /// rd = rs1, 6-bit signed immediate.
    Immediate,
    /// The same with rd = x0: `c.nop`.
    Nop,
    /// The same; reserved: rd = x0.
    ImmediateWord,
    /// rd, x0, 6-bit signed immediate.
    LoadImmediate,
    /// sp, sp, signed immediate scaled by 16 (reserved: 0).
    Addi16Sp,
    /// rd, 6-bit signed upper immediate (reserved: 0).
    Upper,
    /// rd' = rs1', shift amount.
    Shift,
    /// rd' = rs1', 6-bit signed immediate.
    AndImmediate,
    /// rd' = rs1', rs2'.
    Arithmetic,
    /// 12-bit offset; the link register is x0.
    Jump,
    /// 12-bit offset; the link register is x1.
    JumpAndLink,
    /// rs1', x0, 9-bit offset.
    Branch,
    /// rd = rs1, shift amount.
    ShiftFull,
    /// rd, offset(sp) scaled by 4 (reserved: integer rd = x0).
    LoadWordStack,
    /// rd, offset(sp) scaled by 8 (reserved: integer rd = x0).
    LoadDoubleStack,
    /// x0, 0(rs1) (reserved: rs1 = x0).
    JumpRegister,
    /// x1, 0(rs1).
    JumpRegisterAndLink,
    /// rd, x0, rs2.
    Move,
    /// rd = rs1, rs2.
    Add,
    /// No operand.
    None,
    /// rs2, offset(sp) scaled by 4.
    StoreWordStack,
    /// rs2, offset(sp) scaled by 8.
    StoreDoubleStack,
}

/// One row of the table of compressed instructions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    pub(crate) mnemonic: &'static str,
    matching: u16,
    mask: u16,
    pub(crate) layout: Layout,
    widths: Widths,
    op: Op,
}

const fn form(
    mnemonic: &'static str,
    matching: u16,
    mask: u16,
    layout: Layout,
    widths: Widths,
    op: Op,
) -> Form {
    Form {
        mnemonic,
        matching,
        mask,
        layout,
        widths,
        op,
    }
}

use Widths::{Both, Only32, Only64};

/// All compressed instructions; where two rows match, the first counts.
#[rustfmt::skip]
pub(crate) static FORMS: &[Form] = &[
    form("c.unimp", 0x0000, 0xffff, Layout::None, Both, Op::Unimp),
    form("c.addi4spn", 0x0000, 0xe003, Layout::Addi4Spn, Both, Op::Addi),
    form("c.fld", 0x2000, 0xe003, Layout::LoadDouble, Both, Op::Fld),
    form("c.lw", 0x4000, 0xe003, Layout::LoadWord, Both, Op::Lw),
    form("c.flw", 0x6000, 0xe003, Layout::LoadWord, Only32, Op::Flw),
    form("c.ld", 0x6000, 0xe003, Layout::LoadDouble, Only64, Op::Ld),
    form("c.fsd", 0xa000, 0xe003, Layout::StoreDouble, Both, Op::Fsd),
    form("c.sw", 0xc000, 0xe003, Layout::StoreWord, Both, Op::Sw),
    form("c.fsw", 0xe000, 0xe003, Layout::StoreWord, Only32, Op::Fsw),
    form("c.sd", 0xe000, 0xe003, Layout::StoreDouble, Only64, Op::Sd),
    form("c.nop", 0x0001, 0xef83, Layout::Nop, Both, Op::Addi),
    form("c.addi", 0x0001, 0xe003, Layout::Immediate, Both, Op::Addi),
    form("c.jal", 0x2001, 0xe003, Layout::JumpAndLink, Only32, Op::Jal),
    form("c.addiw", 0x2001, 0xe003, Layout::ImmediateWord, Only64, Op::Addiw),
    form("c.li", 0x4001, 0xe003, Layout::LoadImmediate, Both, Op::Addi),
    form("c.addi16sp", 0x6101, 0xef83, Layout::Addi16Sp, Both, Op::Addi),
    form("c.lui", 0x6001, 0xe003, Layout::Upper, Both, Op::Lui),
    form("c.srli", 0x8001, 0xec03, Layout::Shift, Both, Op::Srli),
    form("c.srai", 0x8401, 0xec03, Layout::Shift, Both, Op::Srai),
    form("c.andi", 0x8801, 0xec03, Layout::AndImmediate, Both, Op::Andi),
    form("c.sub", 0x8c01, 0xfc63, Layout::Arithmetic, Both, Op::Sub),
    form("c.xor", 0x8c21, 0xfc63, Layout::Arithmetic, Both, Op::Xor),
    form("c.or", 0x8c41, 0xfc63, Layout::Arithmetic, Both, Op::Or),
    form("c.and", 0x8c61, 0xfc63, Layout::Arithmetic, Both, Op::And),
    form("c.subw", 0x9c01, 0xfc63, Layout::Arithmetic, Only64, Op::Subw),
    form("c.addw", 0x9c21, 0xfc63, Layout::Arithmetic, Only64, Op::Addw),
    form("c.j", 0xa001, 0xe003, Layout::Jump, Both, Op::Jal),
    form("c.beqz", 0xc001, 0xe003, Layout::Branch, Both, Op::Beq),
    form("c.bnez", 0xe001, 0xe003, Layout::Branch, Both, Op::Bne),
    form("c.slli", 0x0002, 0xe003, Layout::ShiftFull, Both, Op::Slli),
    form("c.fldsp", 0x2002, 0xe003, Layout::LoadDoubleStack, Both, Op::Fld),
    form("c.lwsp", 0x4002, 0xe003, Layout::LoadWordStack, Both, Op::Lw),
    form("c.flwsp", 0x6002, 0xe003, Layout::LoadWordStack, Only32, Op::Flw),
    form("c.ldsp", 0x6002, 0xe003, Layout::LoadDoubleStack, Only64, Op::Ld),
    form("c.jr", 0x8002, 0xf07f, Layout::JumpRegister, Both, Op::Jalr),
    form("c.mv", 0x8002, 0xf003, Layout::Move, Both, Op::Add),
    form("c.ebreak", 0x9002, 0xffff, Layout::None, Both, Op::Ebreak),
    form("c.jalr", 0x9002, 0xf07f, Layout::JumpRegisterAndLink, Both, Op::Jalr),
    form("c.add", 0x9002, 0xf003, Layout::Add, Both, Op::Add),
    form("c.fsdsp", 0xa002, 0xe003, Layout::StoreDoubleStack, Both, Op::Fsd),
    form("c.swsp", 0xc002, 0xe003, Layout::StoreWordStack, Both, Op::Sw),
    form("c.fswsp", 0xe002, 0xe003, Layout::StoreWordStack, Only32, Op::Fsw),
    form("c.sdsp", 0xe002, 0xe003, Layout::StoreDoubleStack, Only64, Op::Sd),
];

/// The row of an encoding, if there is one at this register width.
pub(crate) fn form_of(half: u16, xlen: Xlen) -> Option<&'static Form> {
    FORMS
        .iter()
        .find(|form| half & form.mask == form.matching && form.widths.include(xlen))
}

/// Decodes a 16-bit encoding to the instruction that it abbreviates (with `length` 2).
pub fn decode(half: u16, xlen: Xlen) -> Result<Instruction, Undecodable> {
    let illegal = Undecodable {
        raw: u32::from(half),
        length: 2,
        kind: UndecodableKind::Illegal,
    };
    let form = form_of(half, xlen).ok_or(illegal)?;
    expand(form.layout, form.op, half, xlen).ok_or(illegal)
}

/// The instruction that `half` stands for under a layout; nothing for a reserved encoding.
fn expand(layout: Layout, op: Op, half: u16, xlen: Xlen) -> Option<Instruction> {
    let word = u32::from(half);
    let zero = Register::ZERO;
    let sp = Register::SP;
    let full_rd = Register::new(word >> 7);
    let full_rs2 = Register::new(word >> 2);
    // The three-bit fields name x8 to x15.
    let short_high = Register::new(8 + (word >> 7 & 7));
    let short_low = Register::new(8 + (word >> 2 & 7));
    // `take(high, low, to)`: bits high..low of the encoding, moved to bit `to`.
    let take = |high: u32, low: u32, to: u32| (word >> low & ((1 << (high - low + 1)) - 1)) << to;
    let immediate = sign_extend(take(12, 12, 5) | take(6, 2, 0), 6);
    let word_offset = i64::from(take(5, 5, 6) | take(12, 10, 3) | take(6, 6, 2));
    let double_offset = i64::from(take(6, 5, 6) | take(12, 10, 3));
    let shift = || {
        let amount = take(12, 12, 5) | take(6, 2, 0);
        (amount < xlen.bits()).then_some(i64::from(amount))
    };
    let jump = || {
        let imm = take(12, 12, 11)
            | take(11, 11, 4)
            | take(10, 9, 8)
            | take(8, 8, 10)
            | take(7, 7, 6)
            | take(6, 6, 7)
            | take(5, 3, 1)
            | take(2, 2, 5);
        sign_extend(imm, 12)
    };
    let (rd, rs1, rs2, imm) = match layout {
        Layout::Addi4Spn => {
            let imm = take(12, 11, 4) | take(10, 7, 6) | take(6, 6, 2) | take(5, 5, 3);
            if imm == 0 {
                return None;
            }
            (short_low, sp, zero, i64::from(imm))
        }
        Layout::LoadWord => (short_low, short_high, zero, word_offset),
        Layout::LoadDouble => (short_low, short_high, zero, double_offset),
        Layout::StoreWord => (zero, short_high, short_low, word_offset),
        Layout::StoreDouble => (zero, short_high, short_low, double_offset),
        Layout::Immediate | Layout::Nop => (full_rd, full_rd, zero, immediate),
        Layout::ImmediateWord => {
            if full_rd == zero {
                return None;
            }
            (full_rd, full_rd, zero, immediate)
        }
        Layout::LoadImmediate => (full_rd, zero, zero, immediate),
        Layout::Addi16Sp => {
            let imm =
                take(12, 12, 9) | take(6, 6, 4) | take(5, 5, 6) | take(4, 3, 7) | take(2, 2, 5);
            if imm == 0 {
                return None;
            }
            (sp, sp, zero, sign_extend(imm, 10))
        }
        Layout::Upper => {
            if immediate == 0 {
                return None;
            }
            (full_rd, zero, zero, immediate << 12)
        }
        Layout::Shift => (short_high, short_high, zero, shift()?),
        Layout::AndImmediate => (short_high, short_high, zero, immediate),
        Layout::Arithmetic => (short_high, short_high, short_low, 0),
        Layout::Jump => (zero, zero, zero, jump()),
        Layout::JumpAndLink => (Register::RA, zero, zero, jump()),
        Layout::Branch => {
            let imm =
                take(12, 12, 8) | take(11, 10, 3) | take(6, 5, 6) | take(4, 3, 1) | take(2, 2, 5);
            (zero, short_high, zero, sign_extend(imm, 9))
        }
        Layout::ShiftFull => (full_rd, full_rd, zero, shift()?),
        Layout::LoadWordStack | Layout::LoadDoubleStack => {
            if full_rd == zero && !op.definition().format.writes_float() {
                return None;
            }
            let imm = if layout == Layout::LoadWordStack {
                take(3, 2, 6) | take(12, 12, 5) | take(6, 4, 2)
            } else {
                take(4, 2, 6) | take(12, 12, 5) | take(6, 5, 3)
            };
            (full_rd, sp, zero, i64::from(imm))
        }
        Layout::JumpRegister => {
            if full_rd == zero {
                return None;
            }
            (zero, full_rd, zero, 0)
        }
        Layout::JumpRegisterAndLink => (Register::RA, full_rd, zero, 0),
        Layout::Move => (full_rd, zero, full_rs2, 0),
        Layout::Add => (full_rd, full_rd, full_rs2, 0),
        Layout::None => (zero, zero, zero, 0),
        Layout::StoreWordStack => (
            zero,
            sp,
            full_rs2,
            i64::from(take(8, 7, 6) | take(12, 9, 2)),
        ),
        Layout::StoreDoubleStack => (
            zero,
            sp,
            full_rs2,
            i64::from(take(9, 7, 6) | take(12, 10, 3)),
        ),
    };
    Some(Instruction {
        op,
        rd,
        rs1,
        rs2,
        imm,
        length: 2,
        raw: word,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(half: u16, xlen: Xlen, expected: &str) {
        let found = match decode(half, xlen) {
            Ok(i) => format!("{:?} {} {} {} {}", i.op, i.rd, i.rs1, i.rs2, i.imm),
            Err(undecodable) => undecodable.to_string(),
        };
        assert_eq!(found, expected, "{half:#06x}");
    }

    #[test]
    fn shifts_by_32_and_more_exist_on_rv64() {
        check(0x1502, Xlen::Rv64, "Slli a0 a0 zero 32");
        check(0x1502, Xlen::Rv32, "illegal instruction 0x1502");
        check(0x9101, Xlen::Rv64, "Srli a0 a0 zero 32");
        check(0x9501, Xlen::Rv64, "Srai a0 a0 zero 32");
    }

    #[test]
    fn reserved_encodings_are_illegal() {
        check(0x0004, Xlen::Rv64, "illegal instruction 0x0004"); // c.addi4spn with immediate 0
        check(0x2001, Xlen::Rv64, "illegal instruction 0x2001"); // c.addiw to x0
        check(0x6101, Xlen::Rv64, "illegal instruction 0x6101"); // c.addi16sp with immediate 0
        check(0x6501, Xlen::Rv64, "illegal instruction 0x6501"); // c.lui with immediate 0
        check(0x4002, Xlen::Rv64, "illegal instruction 0x4002"); // c.lwsp to x0
        check(0x8002, Xlen::Rv64, "illegal instruction 0x8002"); // c.jr x0
        check(0x9c41, Xlen::Rv64, "illegal instruction 0x9c41"); // the gap behind c.addw
        check(0x8000, Xlen::Rv64, "illegal instruction 0x8000"); // quadrant 0, funct3 4
    }

    #[test]
    fn hints_do_nothing() {
        check(0x000d, Xlen::Rv32, "Addi zero zero zero 3");
        check(0x000e, Xlen::Rv64, "Slli zero zero zero 3");
        check(0x4015, Xlen::Rv32, "Addi zero zero zero 5");
        check(0x9002 | 5 << 2, Xlen::Rv32, "Add zero zero t0 0");
    }

    #[test]
    fn one_encoding_means_different_things_at_the_two_widths() {
        check(0x2001, Xlen::Rv32, "Jal ra zero zero 0");
        check(0x6188, Xlen::Rv64, "Ld a0 a1 zero 0");
        check(0x6188, Xlen::Rv32, "Flw a0 a1 zero 0");
    }

    #[test]
    fn every_half_word_decodes_or_is_explained() {
        for xlen in [Xlen::Rv32, Xlen::Rv64] {
            for half in (0..=u16::MAX).filter(|half| half & 3 != 3) {
                match decode(half, xlen) {
                    Ok(instruction) => assert!(
                        instruction.op.definition().widths.include(xlen),
                        "{half:#06x}"
                    ),
                    Err(undecodable) => assert_eq!(undecodable.length, 2),
                }
            }
        }
    }
}
