//! Control and status registers (Zicsr), traps and the return from them.
//!
//! Follows the chapter "Zicsr" of the Unprivileged and the chapter "Machine-Level ISA" of the Privileged Architecture, as far
//! as a bare-metal program on one hart without interrupts and address translation needs it: exceptions go to `mtvec`
//! with `mepc`, `mcause`, `mtval` and the privilege stack in `mstatus`, and `mret` returns. Registers that only
//! configure what is not there (physical memory protection, delegation, counters' permissions) read as zero and ignore writes.
//! Accesses are not refused for want of privilege, and floating point is always switched on, whatever `mstatus` says of it.

use everypath_program::{
    BinaryOp, Local, Operand, Property, Service, StopReason, Terminator, Transfer,
};

use super::float::{self, FloatField};
use super::lifter::{Flow, Lifter, Mode};
use super::locals::{FIRST_CONTROL, PRIVILEGE, STORED};
use crate::control_registers::{self, number};
use crate::instruction::{Instruction, Register, Xlen};

/// Exception code of an illegal instruction.
pub(crate) const ILLEGAL_INSTRUCTION: u64 = 2;
/// Exception code of `ebreak`.
pub(crate) const BREAKPOINT: u64 = 3;
/// Exception code of `ecall` in user mode; the privilege level is added to it.
pub(crate) const ENVIRONMENT_CALL: u64 = 8;

const MSTATUS: Local = Local(FIRST_CONTROL);
const MTVEC: Local = Local(FIRST_CONTROL + 1);
const MEPC: Local = Local(FIRST_CONTROL + 2);
const MCAUSE: Local = Local(FIRST_CONTROL + 3);
const MTVAL: Local = Local(FIRST_CONTROL + 4);

/// How a control register behaves.
enum Behaviour {
    /// Keeps its value in a local.
    Stored(Local),
    /// `fcsr`, or one of its fields.
    Float(FloatField),
    /// Always has this value; writes are ignored.
    Fixed(u64),
    /// Reads the clock.
    Clock,
    /// Belongs to an extension that is not executed.
    Foreign(&'static str),
    /// Does not exist.
    Missing,
}

fn behaviour(csr: u16, xlen: Xlen) -> Behaviour {
    if let Some(index) = STORED.iter().position(|(number, _)| *number == csr) {
        return Behaviour::Stored(Local(FIRST_CONTROL + index as u32));
    }
    match csr {
        number::FFLAGS => Behaviour::Float(FloatField::Flags),
        number::FRM => Behaviour::Float(FloatField::RoundingMode),
        number::FCSR => Behaviour::Float(FloatField::Both),
        0x008..=0x00f | 0xc20..=0xc22 => Behaviour::Foreign("V"),
        0x015 => Behaviour::Foreign("Zkr"),
        number::MISA => {
            // The register width and the letters A, B, C, D, F, I, M.
            let letters = 1 | 1 << 1 | 1 << 2 | 1 << 3 | 1 << 5 | 1 << 8 | 1 << 12;
            let width = if xlen == Xlen::Rv32 { 1 << 30 } else { 2 << 62 };
            Behaviour::Fixed(width | letters)
        }
        number::CYCLE | number::TIME | number::INSTRET | 0xb00 | 0xb02 => Behaviour::Clock,
        _ if control_registers::name(csr, xlen).is_some() => Behaviour::Fixed(0),
        _ => Behaviour::Missing,
    }
}

/// Whether user programs may use the register.
fn is_user_register(csr: u16) -> bool {
    matches!(
        csr,
        number::FFLAGS..=number::FCSR | number::CYCLE..=number::INSTRET | number::CYCLEH..=number::INSTRETH
    )
}

/// How an instruction changes a control register by its source.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Update {
    /// It becomes the source.
    Replace,
    /// The bits of the source are set; nothing is written where rs1 is x0 or the immediate 0.
    Set,
    /// The bits of the source are cleared; nothing is written where rs1 is x0 or the immediate 0.
    Clear,
}

/// The immediate that stands in the field of rs1.
pub(super) fn immediate(i: &Instruction) -> Operand {
    Operand::Constant(i.rs1.number() as u64)
}

pub(super) fn machine_return(l: &mut Lifter, i: &Instruction) -> Flow {
    match l.settings.mode {
        Mode::Machine => Flow::End(return_from_trap(l)),
        Mode::User | Mode::BareMetal => unsupported_return(i),
    }
}

pub(super) fn unsupported_return(i: &Instruction) -> Flow {
    let name = i.op.definition().mnemonic;
    Flow::End(unsupported(format!("{name} (return from a trap handler)")))
}

/// Reads a control register to rd and changes it.
pub(super) fn access(l: &mut Lifter, i: &Instruction, update: Update, source: Operand) -> Flow {
    let csr = (i.imm & 0xfff) as u16;
    let writes = update == Update::Replace || i.rs1 != Register::ZERO;
    let xlen = l.settings.xlen;
    let name = || match control_registers::name(csr, xlen) {
        Some(name) => name,
        None => format!("{csr:#x}"),
    };
    if l.settings.mode == Mode::User && !is_user_register(csr) {
        return Flow::End(unsupported(format!(
            "control register {} in a user program",
            name()
        )));
    }
    if writes && control_registers::is_read_only(csr) {
        return Flow::End(illegal(
            l,
            i,
            format!("write to the read-only control register {}", name()),
        ));
    }
    let old = l.word(0);
    let stored = match behaviour(csr, l.settings.xlen) {
        Behaviour::Stored(local) => {
            l.copy(old, Operand::Local(local));
            Some(local)
        }
        Behaviour::Float(field) => {
            float::read_status(l, old, field);
            if writes {
                let new = l.word(1);
                write(l, new, old, update, source);
                float::write_status(l, new, field);
            }
            None
        }
        Behaviour::Fixed(value) => {
            l.copy(old, Operand::Constant(value));
            None
        }
        Behaviour::Clock => {
            l.service(Service::Clock, Some(old), &[]);
            None
        }
        Behaviour::Foreign(extension) => {
            return Flow::End(unsupported(format!(
                "control register {} ({extension} extension)",
                name()
            )));
        }
        Behaviour::Missing => {
            return Flow::End(illegal(
                l,
                i,
                format!("control register {} does not exist", name()),
            ));
        }
    };
    if let (Some(local), true) = (stored, writes) {
        write(l, local, old, update, source);
    }
    if i.rd != Register::ZERO {
        l.copy(l.target(i.rd), Operand::Local(old));
    }
    Flow::Next
}

/// Gives a stored register its new value.
fn write(l: &mut Lifter, local: Local, old: Local, update: Update, source: Operand) {
    match update {
        Update::Replace => l.copy(local, source),
        Update::Set => l.binary(BinaryOp::Or, local, Operand::Local(old), source),
        Update::Clear => {
            let keep = match source {
                Operand::Constant(bits) => l.constant(!(bits as i64)),
                Operand::Local(_) => {
                    let word = l.word(1);
                    l.unary(everypath_program::UnaryOp::Not, word, source);
                    Operand::Local(word)
                }
            };
            l.binary(BinaryOp::And, local, Operand::Local(old), keep);
        }
    }
    if local == MEPC {
        let even = l.constant(!1);
        l.binary(BinaryOp::And, MEPC, Operand::Local(MEPC), even);
    }
}

fn unsupported(what: String) -> Terminator {
    Terminator::Stop(StopReason::Unsupported(what))
}

/// The instruction is illegal for what is said: a trap in machine mode, and a violation otherwise.
pub(super) fn illegal(l: &mut Lifter, i: &Instruction, what: String) -> Terminator {
    if l.settings.mode == Mode::Machine {
        return enter_trap(l, ILLEGAL_INSTRUCTION, Operand::Constant(u64::from(i.raw)));
    }
    l.violate(Property::IllegalInstruction, what)
}

/// Enters the trap handler at `mtvec` from the present instruction.
pub(crate) fn enter_trap(l: &mut Lifter, cause: u64, value: Operand) -> Terminator {
    l.copy(MCAUSE, Operand::Constant(cause));
    trap_entry(l, value)
}

/// Enters the trap handler for an environment call; the cause depends on the privilege level.
pub(crate) fn enter_environment_call(l: &mut Lifter) -> Terminator {
    l.binary(
        BinaryOp::Add,
        MCAUSE,
        Operand::Local(PRIVILEGE),
        Operand::Constant(ENVIRONMENT_CALL),
    );
    trap_entry(l, Operand::Constant(0))
}

fn trap_entry(l: &mut Lifter, value: Operand) -> Terminator {
    let (status, bits, target) = (l.word(0), l.word(1), l.word(2));
    let pc = Operand::Constant(l.pc);
    l.copy(MEPC, pc);
    l.copy(MTVAL, value);
    // MPIE (bit 7) = MIE (bit 3); MIE = 0; MPP (bits 12..11) = the privilege level.
    l.binary(
        BinaryOp::And,
        bits,
        Operand::Local(MSTATUS),
        Operand::Constant(1 << 3),
    );
    l.binary(
        BinaryOp::Shl,
        bits,
        Operand::Local(bits),
        Operand::Constant(4),
    );
    let keep = l.constant(!(1 << 3 | 1 << 7 | 3 << 11));
    l.binary(BinaryOp::And, status, Operand::Local(MSTATUS), keep);
    l.binary(
        BinaryOp::Or,
        status,
        Operand::Local(status),
        Operand::Local(bits),
    );
    l.binary(
        BinaryOp::Shl,
        bits,
        Operand::Local(PRIVILEGE),
        Operand::Constant(11),
    );
    l.binary(
        BinaryOp::Or,
        MSTATUS,
        Operand::Local(status),
        Operand::Local(bits),
    );
    l.copy(PRIVILEGE, Operand::Constant(3));
    let base = l.constant(!3);
    l.binary(BinaryOp::And, target, Operand::Local(MTVEC), base);
    Terminator::IndirectJump {
        address: Operand::Local(target),
        transfer: Transfer::Jump,
    }
}

/// `mret`: goes on at `mepc` with the privilege level and interrupt bit of before the trap.
pub(crate) fn return_from_trap(l: &mut Lifter) -> Terminator {
    let (status, bits, target) = (l.word(0), l.word(1), l.word(2));
    l.binary(
        BinaryOp::LShr,
        bits,
        Operand::Local(MSTATUS),
        Operand::Constant(11),
    );
    l.binary(
        BinaryOp::And,
        PRIVILEGE,
        Operand::Local(bits),
        Operand::Constant(3),
    );
    // MIE (bit 3) = MPIE (bit 7); MPIE = 1; MPP = 0.
    l.binary(
        BinaryOp::LShr,
        bits,
        Operand::Local(MSTATUS),
        Operand::Constant(4),
    );
    l.binary(
        BinaryOp::And,
        bits,
        Operand::Local(bits),
        Operand::Constant(1 << 3),
    );
    let keep = l.constant(!(1 << 3 | 3 << 11));
    l.binary(BinaryOp::And, status, Operand::Local(MSTATUS), keep);
    l.binary(
        BinaryOp::Or,
        status,
        Operand::Local(status),
        Operand::Local(bits),
    );
    l.binary(
        BinaryOp::Or,
        MSTATUS,
        Operand::Local(status),
        Operand::Constant(1 << 7),
    );
    l.copy(target, Operand::Local(MEPC));
    Terminator::IndirectJump {
        address: Operand::Local(target),
        transfer: Transfer::Jump,
    }
}
