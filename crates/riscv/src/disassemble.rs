//! Instructions as text, in the form of `llvm-objdump -M no-aliases`: the mnemonic of the encoding itself (compressed
//! ones with their `c.`), registers by their names in the calling convention, immediates in hexadecimal, targets of
//! branches as absolute addresses.

use std::fmt::Write;

use crate::compressed::{self, Layout};
use crate::control_registers;
use crate::decode;
use crate::instruction::{Format, Instruction, Op, Register, Xlen};
use crate::undecodable::Undecodable;

/// The text of the instruction in `word` (see [`decode::decode`]) at `address`; what cannot be decoded is named.
pub fn disassemble_word(word: u32, address: u64, xlen: Xlen) -> String {
    match decode::decode(word, xlen) {
        Ok(instruction) => disassemble(&instruction, address, xlen),
        Err(undecodable) => undecodable_text(&undecodable),
    }
}

/// The text of what cannot be decoded.
pub fn undecodable_text(undecodable: &Undecodable) -> String {
    format!("<{undecodable}>")
}

/// The text of a decoded instruction at `address`.
pub fn disassemble(instruction: &Instruction, address: u64, xlen: Xlen) -> String {
    if instruction.length == 2 {
        compressed_text(instruction, address, xlen)
    } else {
        full_text(instruction, address, xlen)
    }
}

/// A signed immediate in hexadecimal.
fn hex(value: i64) -> String {
    let sign = if value < 0 { "-" } else { "" };
    format!("{sign}{:#x}", value.unsigned_abs())
}

fn full_text(instruction: &Instruction, address: u64, xlen: Xlen) -> String {
    let definition = instruction.op.definition();
    let Instruction {
        rd, rs1, rs2, imm, ..
    } = *instruction;
    let target = || format!("{:#x}", instruction.target(address, xlen));
    let mut mnemonic = definition.mnemonic.to_string();
    let mut operands: Vec<String> = Vec::new();
    match definition.format {
        Format::Upper => operands.extend([rd.to_string(), upper(imm)]),
        Format::Jump => operands.extend([rd.to_string(), target()]),
        Format::Branch => operands.extend([rs1.to_string(), rs2.to_string(), target()]),
        Format::Load => operands.extend([rd.to_string(), memory(imm, rs1)]),
        Format::Store => operands.extend([rs2.to_string(), memory(imm, rs1)]),
        Format::Immediate | Format::Shift | Format::ShiftWord => {
            operands.extend([rd.to_string(), rs1.to_string(), hex(imm)]);
        }
        Format::Register => operands.extend([rd.to_string(), rs1.to_string(), rs2.to_string()]),
        Format::Unary => operands.extend([rd.to_string(), rs1.to_string()]),
        Format::Atomic | Format::LoadReserved => {
            mnemonic.push_str(["", ".rl", ".aq", ".aqrl"][(imm & 3) as usize]);
            operands.push(rd.to_string());
            if definition.format == Format::Atomic {
                operands.push(rs2.to_string());
            }
            operands.push(format!("({rs1})"));
        }
        Format::Csr => {
            operands.extend([rd.to_string(), control_register(imm, xlen), rs1.to_string()])
        }
        Format::CsrImmediate => {
            operands.extend([
                rd.to_string(),
                control_register(imm, xlen),
                hex(rs1.number() as i64),
            ]);
        }
        Format::Fence => operands.extend([fence_set(imm >> 4), fence_set(imm)]),
        Format::LoadFloat => operands.extend([rd.float_name().to_string(), memory(imm, rs1)]),
        Format::StoreFloat => operands.extend([rs2.float_name().to_string(), memory(imm, rs1)]),
        Format::RoundedFloat | Format::FusedFloat | Format::UnaryFloat => {
            let sources = match definition.format {
                Format::FusedFloat => &[rs1, rs2, instruction.rs3()][..],
                Format::RoundedFloat => &[rs1, rs2],
                _ => &[rs1],
            };
            operands.push(rd.float_name().to_string());
            operands.extend(sources.iter().map(|source| source.float_name().to_string()));
            operands.extend(rounding_mode(instruction));
        }
        Format::CompareFloat => {
            operands.push(rd.to_string());
            operands.extend([rs1, rs2].map(|register| register.float_name().to_string()));
        }
        Format::FloatToInteger => {
            operands.extend([rd.to_string(), rs1.float_name().to_string()]);
            operands.extend(rounding_mode(instruction));
        }
        Format::IntegerToFloat => {
            operands.extend([rd.float_name().to_string(), rs1.to_string()]);
            operands.extend(rounding_mode(instruction));
        }
        Format::RegisterFloat => {
            operands.extend([rd, rs1, rs2].map(|register| register.float_name().to_string()))
        }
        Format::MoveFromFloat => operands.extend([rd.to_string(), rs1.float_name().to_string()]),
        Format::MoveToFloat => operands.extend([rd.float_name().to_string(), rs1.to_string()]),
        Format::TwoSources => operands.extend([rs1.to_string(), rs2.to_string()]),
        Format::None => {}
    }
    join(&mnemonic, &operands)
}

/// The rounding mode of an instruction; nothing for the usual one of an instruction that does not round.
fn rounding_mode(instruction: &Instruction) -> Option<String> {
    const NAMES: [&str; 8] = [
        "rne", "rtz", "rdn", "rup", "rmm", "unknown", "unknown", "dyn",
    ];
    let mode = instruction.rounding_mode();
    let is_exact = matches!(
        instruction.op,
        Op::FcvtDS | Op::FcvtSH | Op::FcvtDH | Op::FcvtDW | Op::FcvtDWu
    );
    if is_exact && mode == 0 {
        return None;
    }
    Some(NAMES[mode as usize & 7].to_string())
}

fn join(mnemonic: &str, operands: &[String]) -> String {
    let mut text = mnemonic.to_string();
    for (index, operand) in operands.iter().enumerate() {
        let separator = if index == 0 { " " } else { ", " };
        let _ = write!(text, "{separator}{operand}"); // writing to a String cannot fail
    }
    text
}

fn memory(offset: i64, base: Register) -> String {
    format!("{}({base})", hex(offset))
}

/// The upper 20 bits of an immediate as the assembler writes them: an unsigned number.
fn upper(imm: i64) -> String {
    format!("{:#x}", imm >> 12 & 0xf_ffff)
}

fn control_register(number: i64, xlen: Xlen) -> String {
    match control_registers::name(number as u16, xlen) {
        Some(name) => name,
        None => format!("{number:#x}"),
    }
}

fn fence_set(bits: i64) -> String {
    let letters: String = "iorw"
        .chars()
        .enumerate()
        .filter(|(i, _)| bits >> (3 - i) & 1 == 1)
        .map(|(_, c)| c)
        .collect();
    if letters.is_empty() {
        "0".into()
    } else {
        letters
    }
}

fn compressed_text(instruction: &Instruction, address: u64, xlen: Xlen) -> String {
    let Some(form) = compressed::form_of(instruction.raw as u16, xlen) else {
        return full_text(instruction, address, xlen);
    };
    let Instruction {
        rd, rs1, rs2, imm, ..
    } = *instruction;
    let target = || format!("{:#x}", instruction.target(address, xlen));
    let float = matches!(
        instruction.op.definition().format,
        Format::LoadFloat | Format::StoreFloat
    );
    let mut mnemonic = form.mnemonic.to_string();
    let operands: Vec<String> = match form.layout {
        Layout::Addi4Spn => vec![rd.to_string(), rs1.to_string(), hex(imm)],
        Layout::LoadWord | Layout::LoadDouble | Layout::LoadWordStack | Layout::LoadDoubleStack => {
            vec![
                if float {
                    rd.float_name().to_string()
                } else {
                    rd.to_string()
                },
                memory(imm, rs1),
            ]
        }
        Layout::StoreWord
        | Layout::StoreDouble
        | Layout::StoreWordStack
        | Layout::StoreDoubleStack => {
            vec![
                if float {
                    rs2.float_name().to_string()
                } else {
                    rs2.to_string()
                },
                memory(imm, rs1),
            ]
        }
        Layout::Nop if imm == 0 => vec![],
        Layout::Nop => vec![hex(imm)],
        Layout::Immediate
        | Layout::ImmediateWord
        | Layout::LoadImmediate
        | Layout::AndImmediate
        | Layout::Addi16Sp => {
            vec![rd.to_string(), hex(imm)]
        }
        Layout::Upper => vec![rd.to_string(), upper(imm)],
        Layout::Shift | Layout::ShiftFull if imm == 0 => {
            mnemonic.push_str("64"); // the assembler's name for the HINT
            vec![rd.to_string()]
        }
        Layout::Shift | Layout::ShiftFull => vec![rd.to_string(), hex(imm)],
        Layout::Arithmetic | Layout::Move | Layout::Add => vec![rd.to_string(), rs2.to_string()],
        Layout::Jump | Layout::JumpAndLink => vec![target()],
        Layout::Branch => vec![rs1.to_string(), target()],
        Layout::JumpRegister | Layout::JumpRegisterAndLink => vec![rs1.to_string()],
        Layout::None => vec![],
    };
    join(&mnemonic, &operands)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(word: u32, expected: &str) {
        assert_eq!(disassemble_word(word, 0x1000, Xlen::Rv64), expected);
    }

    #[test]
    fn one_of_each_format() {
        check(0x1234_5517, "auipc a0, 0x12345");
        check(0x0100_00ef, "jal ra, 0x1010");
        check(0xfeb5_08e3, "beq a0, a1, 0xff0");
        check(0xffc5_a503, "lw a0, -0x4(a1)");
        check(0xfea5_ae23, "sw a0, -0x4(a1)");
        check(0xffb5_8513, "addi a0, a1, -0x5");
        check(0x06b6_252f, "amoadd.w.aqrl a0, a1, (a2)");
        check(0x1405_a52f, "lr.w.aq a0, (a1)");
        check(0x3005_9573, "csrrw a0, mstatus, a1");
        check(0x3001_d573, "csrrwi a0, mstatus, 0x3");
        check(0x0ff0_000f, "fence iorw, iorw");
        check(0x000d, "c.nop 0x3");
        check(0x8082, "c.jr ra");
        check(0x00c5_f553, "fadd.s fa0, fa1, fa2, dyn");
        check(0x68c5_8543, "fmadd.s fa0, fa1, fa2, fa3, rne");
        check(0xc005_9553, "fcvt.w.s a0, fa1, rtz");
        check(0xd205_8553, "fcvt.d.w fa0, a1");
        check(0xa2c5_a553, "feq.d a0, fa1, fa2");
        check(0x0a05_1533, "<clmul (Zbc extension, 0x0a051533)>");
    }
}
