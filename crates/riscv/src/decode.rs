//! From the bytes of an instruction to its decoded form, or to the reason why there is none.
//!
//! The table of [`crate::instruction`] is sorted once into 256 buckets by major opcode (bits 6..2) and funct3 (bits
//! 14..12), most specific rows first; a lookup then compares a handful of rows. Encodings that belong to an extension
//! that we do not execute (Q, V, Zbc, ...) are told apart from encodings that mean nothing, so that a cut can name
//! what the program needed.

use std::sync::LazyLock;

use crate::compressed;
use crate::instruction::{
    DEFINITIONS, Definition, Format, Instruction, Register, Xlen, sign_extend,
};
use crate::undecodable::{Undecodable, UndecodableKind};

/// The length in bytes of the instruction that begins with these 16 bits: 2 or 4.
///
/// Encodings of more than 32 bits are reported with length 4; no extension defines one.
pub const fn length(first: u16) -> u8 {
    if first & 3 == 3 { 4 } else { 2 }
}

/// Decodes the instruction in `word`: its first two bytes are the low 16 bits, and the high 16 bits are looked at
/// only when [`length`] of the low ones is 4.
pub fn decode(word: u32, xlen: Xlen) -> Result<Instruction, Undecodable> {
    if length(word as u16) == 2 {
        return compressed::decode(word as u16, xlen);
    }
    let mut kind = None;
    for &index in &BUCKETS[bucket(word)] {
        let Some(definition) = DEFINITIONS.get(usize::from(index)) else {
            continue;
        };
        if word & definition.mask == definition.matching && definition.widths.include(xlen) {
            match operands(definition, word, xlen) {
                Some(instruction) => return Ok(instruction),
                // An instruction that we know, with a reserved value in a field.
                None => kind = Some(UndecodableKind::Illegal),
            }
        }
    }
    Err(Undecodable {
        raw: word,
        length: 4,
        kind: kind.unwrap_or_else(|| classify(word)),
    })
}

/// Rows by major opcode and funct3, those with the most fixed bits first.
static BUCKETS: LazyLock<Vec<Vec<u16>>> = LazyLock::new(|| {
    let mut buckets = vec![Vec::new(); 256];
    for (number, rows) in buckets.iter_mut().enumerate() {
        let (major, funct3) = (number as u32 >> 3, number as u32 & 7);
        let key = (major << 2) | (funct3 << 12) | 3;
        for (index, definition) in DEFINITIONS.iter().enumerate() {
            let common = definition.mask & 0x707f;
            if key & common == definition.matching & common {
                rows.push(index as u16);
            }
        }
        rows.sort_by_key(|&index| {
            std::cmp::Reverse(DEFINITIONS[usize::from(index)].mask.count_ones())
        });
    }
    buckets
});

fn bucket(word: u32) -> usize {
    ((word >> 2 & 31) << 3 | (word >> 12 & 7)) as usize
}

/// The rounding mode in the field of funct3; 5 and 6 are reserved.
fn rounding_mode(word: u32) -> Option<i64> {
    let mode = word >> 12 & 7;
    (mode != 5 && mode != 6).then_some(i64::from(mode))
}

/// The operand fields of `word`; nothing when the fields hold a reserved value.
fn operands(definition: &Definition, word: u32, xlen: Xlen) -> Option<Instruction> {
    let rd = Register::new(word >> 7);
    let rs1 = Register::new(word >> 15);
    let rs2 = Register::new(word >> 20);
    let zero = Register::ZERO;
    let (rd, rs1, rs2, imm) = match definition.format {
        Format::Upper => (rd, zero, zero, sign_extend(word & 0xffff_f000, 32)),
        Format::Jump => {
            let imm = (word >> 31 << 20)
                | (word >> 12 & 0xff) << 12
                | (word >> 20 & 1) << 11
                | (word >> 21 & 0x3ff) << 1;
            (rd, zero, zero, sign_extend(imm, 21))
        }
        Format::Branch => {
            let imm = (word >> 31 << 12)
                | (word >> 7 & 1) << 11
                | (word >> 25 & 0x3f) << 5
                | (word >> 8 & 0xf) << 1;
            (zero, rs1, rs2, sign_extend(imm, 13))
        }
        Format::Load | Format::LoadFloat | Format::Immediate => {
            (rd, rs1, zero, sign_extend(word >> 20, 12))
        }
        Format::Store | Format::StoreFloat => (
            zero,
            rs1,
            rs2,
            sign_extend((word >> 25 << 5) | (word >> 7 & 31), 12),
        ),
        Format::Shift => {
            let amount = word >> 20 & 63;
            if amount >= xlen.bits() {
                return None;
            }
            (rd, rs1, zero, i64::from(amount))
        }
        Format::ShiftWord => (rd, rs1, zero, i64::from(word >> 20 & 31)),
        Format::Register | Format::RegisterFloat | Format::CompareFloat => (rd, rs1, rs2, 0),
        Format::RoundedFloat => (rd, rs1, rs2, rounding_mode(word)?),
        Format::FusedFloat => (
            rd,
            rs1,
            rs2,
            rounding_mode(word)? | i64::from(word >> 27 << 3),
        ),
        Format::UnaryFloat | Format::FloatToInteger | Format::IntegerToFloat => {
            (rd, rs1, zero, rounding_mode(word)?)
        }
        Format::Unary | Format::MoveFromFloat | Format::MoveToFloat => (rd, rs1, zero, 0),
        Format::Atomic => (rd, rs1, rs2, i64::from(word >> 25 & 3)),
        Format::LoadReserved => (rd, rs1, zero, i64::from(word >> 25 & 3)),
        Format::Csr | Format::CsrImmediate => (rd, rs1, zero, i64::from(word >> 20)),
        Format::Fence => (zero, zero, zero, i64::from(word >> 20)),
        Format::TwoSources => (zero, rs1, rs2, 0),
        Format::None => (zero, zero, zero, 0),
    };
    Some(Instruction {
        op: definition.op,
        rd,
        rs1,
        rs2,
        imm,
        length: 4,
        raw: word,
    })
}

/// A group of encodings that we recognise and do not execute: name, fixed bits, mask, extension.
struct Foreign(&'static str, u32, u32, &'static str);

/// Instructions of other extensions, single ones before the groups that contain them. The first match names the encoding.
static FOREIGN: &[Foreign] = &[
    Foreign("flq", 0x4007, 0x707f, "Q"),
    Foreign("vector load", 0x0007, 0x007f, "V"),
    Foreign("fsq", 0x4027, 0x707f, "Q"),
    Foreign("vector store", 0x0027, 0x007f, "V"),
    Foreign("fused multiply-add", 0x0600_0043, 0x0600_0073, "Q"),
    Foreign("fli.s", 0xf010_0053, 0xfff0_707f, "Zfa"),
    Foreign("fli.d", 0xf210_0053, 0xfff0_707f, "Zfa"),
    Foreign("fli.h", 0xf410_0053, 0xfff0_707f, "Zfa"),
    Foreign("fminm or fmaxm", 0x2800_2053, 0xf800_607f, "Zfa"),
    Foreign("fleq or fltq", 0xa000_4053, 0xf800_607f, "Zfa"),
    Foreign("fround", 0x4040_0053, 0xf9f0_007f, "Zfa"),
    Foreign("froundnx", 0x4050_0053, 0xf9f0_007f, "Zfa"),
    Foreign("fcvtmod.w.d", 0xc280_1053, 0xfff0_707f, "Zfa"),
    Foreign("fmvh.x.d", 0xe210_0053, 0xfff0_707f, "Zfa"),
    Foreign("fmvp.d.x", 0xb200_0053, 0xfe00_707f, "Zfa"),
    Foreign("fcvt.s.bf16", 0x4060_0053, 0xfff0_007f, "Zfbfmin"),
    Foreign("fcvt.bf16.s", 0x4480_0053, 0xfff0_007f, "Zfbfmin"),
    Foreign(
        "floating-point operation",
        0x0000_0053,
        0x0000_007f,
        "Q or unknown",
    ),
    Foreign("vector operation", 0x0000_0057, 0x0000_007f, "V"),
    Foreign(
        "cryptographic vector operation",
        0x0000_0077,
        0x0000_007f,
        "Zvk",
    ),
    Foreign("clmul", 0x0a00_1033, 0xfe00_707f, "Zbc"),
    Foreign("clmulr", 0x0a00_2033, 0xfe00_707f, "Zbc"),
    Foreign("clmulh", 0x0a00_3033, 0xfe00_707f, "Zbc"),
    Foreign("czero.eqz", 0x0e00_5033, 0xfe00_707f, "Zicond"),
    Foreign("czero.nez", 0x0e00_7033, 0xfe00_707f, "Zicond"),
    Foreign("pack", 0x0800_4033, 0xfe00_707f, "Zbkb"),
    Foreign("packh", 0x0800_7033, 0xfe00_707f, "Zbkb"),
    Foreign("packw", 0x0800_403b, 0xfe00_707f, "Zbkb"),
    Foreign("brev8", 0x6870_5013, 0xfff0_707f, "Zbkb"),
    Foreign("xperm4", 0x2800_2033, 0xfe00_707f, "Zbkx"),
    Foreign("xperm8", 0x2800_4033, 0xfe00_707f, "Zbkx"),
    Foreign("amocas", 0x2800_002f, 0xf800_007f, "Zacas"),
    Foreign(
        "amo of a byte or half word",
        0x0000_002f,
        0x0000_607f,
        "Zabha",
    ),
    Foreign(
        "cache-block operation",
        0x0000_200f,
        0x0000_707f,
        "Zicbom or Zicboz",
    ),
    Foreign("mnret", 0x7020_0073, 0xffff_ffff, "Smrnmi"),
    Foreign("sinval.vma", 0x1600_0073, 0xfe00_7fff, "Svinval"),
    Foreign("sfence.w.inval", 0x1800_0073, 0xffff_ffff, "Svinval"),
    Foreign("sfence.inval.ir", 0x1810_0073, 0xffff_ffff, "Svinval"),
    Foreign("dret", 0x7b20_0073, 0xffff_ffff, "Sdext"),
    Foreign("hypervisor operation", 0x0000_4073, 0x0000_707f, "H"),
    Foreign("hfence", 0x2200_0073, 0xbe00_7fff, "H"),
    Foreign("custom instruction", 0x0000_000b, 0x0000_007f, "custom-0"),
    Foreign("custom instruction", 0x0000_002b, 0x0000_007f, "custom-1"),
    Foreign("custom instruction", 0x0000_005b, 0x0000_007f, "custom-2"),
    Foreign("custom instruction", 0x0000_007b, 0x0000_007f, "custom-3"),
];

/// What a 32-bit encoding that is not in the instruction table is.
fn classify(word: u32) -> UndecodableKind {
    match FOREIGN
        .iter()
        .find(|Foreign(_, matching, mask, _)| word & mask == *matching)
    {
        Some(&Foreign(name, _, _, extension)) => UndecodableKind::Unsupported { name, extension },
        None => UndecodableKind::Illegal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instruction::{Op, encode};
    use proptest::prelude::*;

    fn check(word: u32, xlen: Xlen, expected: &str) {
        let found = match decode(word, xlen) {
            Ok(i) => format!("{:?} {} {} {} {}", i.op, i.rd, i.rs1, i.rs2, i.imm),
            Err(undecodable) => undecodable.to_string(),
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn immediates_at_their_extremes() {
        check(0x8000_0537, Xlen::Rv64, "Lui a0 zero zero -2147483648");
        check(0x8000_006f, Xlen::Rv64, "Jal zero zero zero -1048576");
        check(0x7fff_f06f, Xlen::Rv64, "Jal zero zero zero 1048574");
        check(0x8000_0063, Xlen::Rv32, "Beq zero zero zero -4096");
        check(0x7e00_0fe3, Xlen::Rv32, "Beq zero zero zero 4094");
        check(0x8005_0513, Xlen::Rv32, "Addi a0 a0 zero -2048");
        check(0x7eb5_2fa3, Xlen::Rv32, "Sw zero a0 a1 2047");
    }

    #[test]
    fn shift_amounts_of_32_and_more_exist_on_rv64_only() {
        check(0x0205_1513, Xlen::Rv64, "Slli a0 a0 zero 32");
        check(0x0205_1513, Xlen::Rv32, "illegal instruction 0x02051513");
    }

    #[test]
    fn instructions_of_one_width_are_illegal_at_the_other() {
        check(0x0005_3503, Xlen::Rv64, "Ld a0 a0 zero 0");
        check(0x0005_3503, Xlen::Rv32, "illegal instruction 0x00053503");
        check(0x6985_5513, Xlen::Rv32, "Rev8On32 a0 a0 zero 0");
        check(0x6985_5513, Xlen::Rv64, "illegal instruction 0x69855513");
    }

    #[test]
    fn other_extensions_are_named() {
        check(
            0x0eb5_7553,
            Xlen::Rv64,
            "floating-point operation (Q or unknown extension, 0x0eb57553)",
        );
        check(0x0a05_1533, Xlen::Rv64, "clmul (Zbc extension, 0x0a051533)");
        check(
            0x0205_7057,
            Xlen::Rv64,
            "vector operation (V extension, 0x02057057)",
        );
        check(0x0000_2188, Xlen::Rv64, "Fld a0 a1 zero 0");
    }

    #[test]
    fn reserved_rounding_modes_are_illegal() {
        check(0x00c5_f553, Xlen::Rv64, "FaddS a0 a1 a2 7");
        check(0x00c5_c553, Xlen::Rv64, "FaddS a0 a1 a2 4");
        for mode in ["d", "e"] {
            let text = format!("illegal instruction 0x00c5{mode}553");
            let word = u32::from_str_radix(&text[text.len() - 8..], 16).expect("a number");
            check(word, Xlen::Rv64, &text);
        }
        check(0x6ac5_f543, Xlen::Rv64, "FmaddD a0 a1 a2 111");
    }

    #[test]
    fn special_encodings_win_over_the_general_row() {
        check(0xc000_1073, Xlen::Rv32, "Unimp zero zero zero 0");
        check(0x8330_000f, Xlen::Rv32, "FenceTso zero zero zero 0");
        check(0x0ff0_000f, Xlen::Rv32, "Fence zero zero zero 255");
    }

    /// Cuts an arbitrary immediate to one that the format can hold.
    fn fit(format: Format, imm: i64, xlen: Xlen) -> i64 {
        match format {
            Format::Upper => sign_extend(imm as u32 & 0xffff_f000, 32),
            Format::Jump => sign_extend(imm as u32 & 0x1f_fffe, 21),
            Format::Branch => sign_extend(imm as u32 & 0x1ffe, 13),
            Format::Load
            | Format::Store
            | Format::LoadFloat
            | Format::StoreFloat
            | Format::Immediate => sign_extend(imm as u32, 12),
            Format::Shift => imm & i64::from(xlen.bits() - 1),
            Format::ShiftWord => imm & 31,
            Format::Atomic | Format::LoadReserved => imm & 3,
            Format::Csr | Format::CsrImmediate => imm & 0xfff,
            Format::Fence => imm & 0xff,
            Format::RoundedFloat
            | Format::UnaryFloat
            | Format::FloatToInteger
            | Format::IntegerToFloat => [0, 1, 2, 3, 4, 7][(imm & 0xffff) as usize % 6],
            Format::FusedFloat => imm & 0xf8 | [0, 1, 2, 3, 4, 7][(imm >> 8 & 0xffff) as usize % 6],
            _ => 0,
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn any_word_decodes_or_is_explained(word: u32, narrow: bool) {
            let xlen = if narrow { Xlen::Rv32 } else { Xlen::Rv64 };
            match decode(word, xlen) {
                Ok(instruction) => {
                    prop_assert_eq!(instruction.length, length(word as u16));
                    prop_assert!(instruction.op.definition().widths.include(xlen));
                }
                Err(undecodable) => prop_assert_eq!(undecodable.length, length(word as u16)),
            }
        }

        #[test]
        fn what_is_encoded_decodes_to_itself(
            row in 0..DEFINITIONS.len(), rd in 0u32..32, rs1 in 0u32..32, rs2 in 0u32..32, imm: i64, narrow: bool,
        ) {
            let xlen = if narrow { Xlen::Rv32 } else { Xlen::Rv64 };
            let definition = &DEFINITIONS[row];
            prop_assume!(definition.widths.include(xlen));
            let imm = fit(definition.format, imm, xlen);
            let [rd, rs1, rs2] = [rd, rs1, rs2].map(Register::new);
            let word = encode(definition.op, rd, rs1, rs2, imm);
            let found = decode(word, xlen).map_err(|e| TestCaseError::fail(e.to_string()))?;
            if found.op == Op::Unimp {
                return Ok(()); // one encoding of csrrw
            }
            prop_assert_eq!(found.op, definition.op);
            prop_assert_eq!(found.imm, imm);
            prop_assert_eq!(encode(found.op, found.rd, found.rs1, found.rs2, found.imm), word);
        }
    }
}
