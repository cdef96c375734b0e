//! The locals of a RISC-V program.
//!
//! Registers x0 to x31 are the locals 0 to 31. Behind them come temporaries, the reservation of load-reserved, the privilege level, the
//! control registers of machine mode and what belongs to floating point; [`locals`] lists all.

use everypath_program::{DIRECTION_WIDTH, Local, LocalInfo};
use everypath_term::FLAGS_WIDTH;
use everypath_term::float::CLASSES_WIDTH;

use crate::control_registers::number;
use crate::instruction::{Register, Xlen};

/// Temporaries of the register width.
pub(super) const WORDS: u32 = 4;
/// Temporaries of one bit.
pub(super) const FLAGS: u32 = 3;
/// Temporaries of 32 bits, for the word instructions of RV64.
pub(super) const NARROWS: u32 = 3;

pub(super) const FIRST_WORD: u32 = 32;
pub(super) const FIRST_FLAG: u32 = FIRST_WORD + WORDS;
pub(super) const FIRST_NARROW: u32 = FIRST_FLAG + FLAGS;
/// Whether a reservation is held (1 bit).
pub(crate) const RESERVED: Local = Local(FIRST_NARROW + NARROWS);
/// The address of the reservation.
pub(crate) const RESERVATION: Local = Local(RESERVED.0 + 1);
/// The privilege level: 3 machine, 1 supervisor, 0 user.
pub(crate) const PRIVILEGE: Local = Local(RESERVATION.0 + 1);
pub(super) const FIRST_CONTROL: u32 = PRIVILEGE.0 + 1;
/// The floating-point registers, 64 bits each.
pub(super) const FIRST_FLOAT: u32 = FIRST_CONTROL + STORED.len() as u32;
/// The direction of rounding that `frm` stands for, as [`everypath_term::Rounding::ALL`] numbers them; 5 to 7 are those of `frm`
/// itself, which are invalid (32 bits).
pub(crate) const ROUNDING: Local = Local(FIRST_FLOAT + 32);
/// The exceptions raised so far, `fflags` (5 bits).
pub(crate) const EXCEPTIONS: Local = Local(ROUNDING.0 + 1);
/// The exceptions that an instruction raises (5 bits).
pub(super) const RAISED: Local = Local(EXCEPTIONS.0 + 1);
/// The class of a number (10 bits).
pub(super) const CLASS: Local = Local(RAISED.0 + 1);
/// Temporaries of 64 bits, for floating-point registers.
pub(super) const FIRST_WIDE: u32 = CLASS.0 + 1;
pub(super) const WIDES: u32 = 3;
/// Temporaries of 16 bits.
pub(super) const FIRST_HALF: u32 = FIRST_WIDE + WIDES;
pub(super) const HALVES: u32 = 3;
/// Temporaries of two registers.
pub(super) const FIRST_DOUBLE: u32 = FIRST_HALF + HALVES;
pub(super) const DOUBLES: u32 = 5;

/// The control registers that keep what is written to them. Their locals follow each other in this order.
pub(super) const STORED: &[(u16, &str)] = &[
    (number::MSTATUS, "mstatus"),
    (number::MTVEC, "mtvec"),
    (number::MEPC, "mepc"),
    (number::MCAUSE, "mcause"),
    (number::MTVAL, "mtval"),
    (number::MSCRATCH, "mscratch"),
    (number::MIE, "mie"),
    (number::SATP, "satp"),
    (number::MEDELEG, "medeleg"),
    (number::MIDELEG, "mideleg"),
    (0x105, "stvec"),
    (0x140, "sscratch"),
    (0x141, "sepc"),
    (0x142, "scause"),
    (0x143, "stval"),
];

/// All locals of a RISC-V program, by index.
pub(crate) fn locals(xlen: Xlen) -> Vec<LocalInfo> {
    let width = xlen.bits();
    let mut locals: Vec<LocalInfo> = Vec::new();
    let mut add = |name: String, width: u32| locals.push(LocalInfo { name, width });
    for number in 0..32 {
        add(Register::new(number).abi_name().to_string(), width);
    }
    for (count, name, width) in [
        (WORDS, "word", width),
        (FLAGS, "flag", 1),
        (NARROWS, "narrow", 32),
    ] {
        for number in 0..count {
            add(format!("{name}.{number}"), width);
        }
    }
    add("reserved".to_string(), 1);
    add("reservation".to_string(), width);
    add("privilege".to_string(), width);
    for (_, name) in STORED {
        add(name.to_string(), width);
    }
    for number in 0..32 {
        add(Register::new(number).float_name().to_string(), 64);
    }
    add("frm".to_string(), DIRECTION_WIDTH);
    add("fflags".to_string(), FLAGS_WIDTH);
    add("raised".to_string(), FLAGS_WIDTH);
    add("class".to_string(), CLASSES_WIDTH);
    for (count, name, width) in [
        (WIDES, "wide", 64),
        (HALVES, "half", 16),
        (DOUBLES, "double", 2 * width),
    ] {
        for number in 0..count {
            add(format!("{name}.{number}"), width);
        }
    }
    locals
}

/// The local that holds a register.
pub(crate) const fn register_local(register: Register) -> Local {
    Local(register.number() as u32)
}
