//! Lifting: from decoded instructions to blocks of the program representation.
//!
//! Each instruction's meaning is written once: `meaning.rs` is the table, the functions are in the file of the extension. Registers x0 to
//! x31 are the locals 0 to 31; x0 reads as the constant 0 and a write to it is dropped. Behind the registers come temporaries, the
//! reservation of load-reserved, and the control registers of machine mode; [`locals`] lists all.
//! A requirement becomes a check instruction only when its property is switched on, so what nobody checks costs nothing.

mod atomic;
mod base;
mod bits;
mod block;
mod csr;
mod float;
mod meaning;
mod multiply;

use everypath_program::{
    BinaryOp, BlockBuilder, BlockKey, CheckSet, DIRECTION_WIDTH, FloatFormat, Instruction as Step,
    Local, LocalInfo, Operand, Property, Service, StopReason, Terminator, UnaryOp,
};
use everypath_term::FLAGS_WIDTH;
use everypath_term::float::CLASSES_WIDTH;

use crate::instruction::{Instruction, Register, Xlen};

pub(crate) use block::{CodeMap, lift_block};
pub(crate) use csr::enter_environment_call;
pub(crate) use float::call_function;

/// Temporaries of the register width.
const WORDS: u32 = 4;
/// Temporaries of one bit.
const FLAGS: u32 = 3;
/// Temporaries of 32 bits, for the word instructions of RV64.
const NARROWS: u32 = 3;

const FIRST_WORD: u32 = 32;
const FIRST_FLAG: u32 = FIRST_WORD + WORDS;
const FIRST_NARROW: u32 = FIRST_FLAG + FLAGS;
/// Whether a reservation is held (1 bit).
pub(crate) const RESERVED: Local = Local(FIRST_NARROW + NARROWS);
/// The address of the reservation.
pub(crate) const RESERVATION: Local = Local(RESERVED.0 + 1);
/// The privilege level: 3 machine, 1 supervisor, 0 user.
pub(crate) const PRIVILEGE: Local = Local(RESERVATION.0 + 1);
const FIRST_CONTROL: u32 = PRIVILEGE.0 + 1;
/// The floating-point registers, 64 bits each.
const FIRST_FLOAT: u32 = FIRST_CONTROL + csr::STORED.len() as u32;
/// The direction of rounding that `frm` stands for, as [`everypath_term::Rounding::ALL`] numbers them; 5 to 7 are those of `frm`
/// itself, which are invalid (32 bits).
const ROUNDING: Local = Local(FIRST_FLOAT + 32);
/// The exceptions raised so far, `fflags` (5 bits).
const EXCEPTIONS: Local = Local(ROUNDING.0 + 1);
/// The exceptions that an instruction raises (5 bits).
const RAISED: Local = Local(EXCEPTIONS.0 + 1);
/// The class of a number (10 bits).
const CLASS: Local = Local(RAISED.0 + 1);
/// Temporaries of 64 bits, for floating-point registers.
const FIRST_WIDE: u32 = CLASS.0 + 1;
const WIDES: u32 = 3;
/// Temporaries of 16 bits.
const FIRST_HALF: u32 = FIRST_WIDE + WIDES;
const HALVES: u32 = 3;

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
    for (_, name) in csr::STORED {
        add(name.to_string(), width);
    }
    for number in 0..32 {
        add(Register::new(number).float_name().to_string(), 64);
    }
    add("frm".to_string(), DIRECTION_WIDTH);
    add("fflags".to_string(), FLAGS_WIDTH);
    add("raised".to_string(), FLAGS_WIDTH);
    add("class".to_string(), CLASSES_WIDTH);
    for (count, name, width) in [(WIDES, "wide", 64), (HALVES, "half", 16)] {
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

/// How an instruction goes on.
pub(crate) enum Flow {
    /// At the instruction behind it.
    Next,
    /// The block ends.
    End(Terminator),
}

/// What the program may do beside the unprivileged instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Nothing: an operating system is below it.
    User,
    /// It may use the registers of machine mode; a trap is a finding.
    BareMetal,
    /// Traps go to `mtvec` instead of being findings.
    Machine,
}

/// The settings of a lift that do not change from block to block.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) xlen: Xlen,
    pub(crate) checks: CheckSet,
    pub(crate) mode: Mode,
    /// The address where a store ends the program, if the environment has one.
    pub(crate) tohost: Option<u64>,
}

/// Collects the representation of the instructions of one block.
pub(crate) struct Lifter<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) builder: BlockBuilder,
    /// Address of the instruction that is lifted.
    pub(crate) pc: u64,
    /// Address behind it.
    pub(crate) next: u64,
    /// Registers that hold the same constant whenever this place of the block is reached.
    constants: [Option<u64>; 32],
    /// Floating-point registers that hold a number of a narrower format whenever this place of the block is reached.
    boxed: [Option<FloatFormat>; 32],
    /// Whether `frm` holds a valid rounding mode here.
    rounding_mode_valid: bool,
}

impl<'a> Lifter<'a> {
    pub(crate) fn new(key: BlockKey, settings: &'a Settings) -> Lifter<'a> {
        Lifter {
            settings,
            builder: BlockBuilder::new(key),
            pc: key.code,
            next: key.code,
            constants: [None; 32],
            boxed: [None; 32],
            rounding_mode_valid: false,
        }
    }

    /// The register width in bits.
    pub(crate) fn width(&self) -> u32 {
        self.settings.xlen.bits()
    }

    /// A constant of the register width.
    pub(crate) fn constant(&self, value: i64) -> Operand {
        Operand::Constant(self.settings.xlen.truncate(value as u64))
    }

    /// What reading a register gives.
    pub(crate) fn read(&self, register: Register) -> Operand {
        if register == Register::ZERO {
            Operand::Constant(0)
        } else {
            Operand::Local(register_local(register))
        }
    }

    /// Where the result for a register goes: a temporary for x0.
    pub(crate) fn target(&self, register: Register) -> Local {
        if register == Register::ZERO {
            self.word(WORDS - 1)
        } else {
            register_local(register)
        }
    }

    /// The constant that a register is known to hold here.
    pub(crate) fn known(&self, register: Register) -> Option<u64> {
        if register == Register::ZERO {
            Some(0)
        } else {
            self.constants.get(register.number()).copied().flatten()
        }
    }

    /// Records that `register` was written, with the constant if it is one.
    pub(crate) fn written(&mut self, register: Register, value: Option<u64>) {
        if let Some(known) = self.constants.get_mut(register.number()) {
            *known = value;
        }
    }

    /// A temporary of the register width; the last one is also the sink for x0.
    pub(crate) fn word(&self, number: u32) -> Local {
        Local(FIRST_WORD + number)
    }

    /// A temporary of one bit.
    pub(crate) fn flag(&self, number: u32) -> Local {
        Local(FIRST_FLAG + number)
    }

    /// A temporary of 32 bits.
    pub(crate) fn narrow(&self, number: u32) -> Local {
        Local(FIRST_NARROW + number)
    }

    pub(crate) fn push(&mut self, step: Step) {
        self.builder.push(step);
    }

    pub(crate) fn copy(&mut self, to: Local, from: Operand) {
        self.push(Step::Copy { to, from });
    }

    /// `to = a op b` at the register width.
    pub(crate) fn binary(&mut self, op: BinaryOp, to: Local, a: Operand, b: Operand) {
        let width = self.width();
        self.push(Step::Binary {
            op,
            width,
            to,
            a,
            b,
        });
    }

    /// `to = op a` at the register width.
    pub(crate) fn unary(&mut self, op: UnaryOp, to: Local, a: Operand) {
        let width = self.width();
        self.push(Step::Unary { op, width, to, a });
    }

    /// `to` = the low `keep` bits of `value`, both of the register width.
    pub(crate) fn extend(&mut self, to: Local, value: Operand, keep: u32, signed: bool) {
        let width = self.width();
        self.push(Step::Resize {
            to,
            value,
            from: width,
            keep,
            width,
            signed,
        });
    }

    /// `to` (32 bits) = the low 32 bits of a register-wide value.
    pub(crate) fn shrink(&mut self, to: Local, value: Operand) {
        let from = self.width();
        self.push(Step::Resize {
            to,
            value,
            from,
            keep: 32,
            width: 32,
            signed: false,
        });
    }

    /// `to` (register width) = a value of `from` bits, extended.
    pub(crate) fn widen(&mut self, to: Local, value: Local, from: u32, signed: bool) {
        let width = self.width();
        self.push(Step::Resize {
            to,
            value: Operand::Local(value),
            from,
            keep: from,
            width,
            signed,
        });
    }

    /// Requires the 1-bit `condition`, if the property is switched on.
    pub(crate) fn check(&mut self, property: Property, condition: Operand) {
        if self.settings.checks.contains(property) {
            self.push(Step::Check {
                property,
                condition,
            });
        }
    }

    /// Whether a property is switched on.
    pub(crate) fn checks(&self, property: Property) -> bool {
        self.settings.checks.contains(property)
    }

    /// The path violates a property whatever the inputs; when the property is switched off it is cut with `reason`.
    pub(crate) fn violate(&mut self, property: Property, reason: String) -> Terminator {
        if self.checks(property) {
            self.push(Step::Check {
                property,
                condition: Operand::Constant(0),
            });
            Terminator::Stop(StopReason::Dead)
        } else {
            Terminator::Stop(StopReason::Unsupported(reason))
        }
    }

    /// Calls a service.
    pub(crate) fn service(&mut self, service: Service, to: Option<Local>, arguments: &[Operand]) {
        self.push(Step::Service {
            service,
            to,
            arguments: arguments.into(),
        });
    }

    /// Ends the program with an exit code.
    pub(crate) fn exit(&mut self, code: Operand) -> Terminator {
        if self.checks(Property::NonzeroExit) {
            let flag = self.flag(0);
            self.binary(BinaryOp::Eq, flag, code, Operand::Constant(0));
            self.check(Property::NonzeroExit, Operand::Local(flag));
        }
        Terminator::Exit { code }
    }

    /// A jump to the instruction behind the present one.
    pub(crate) fn go_on(&self) -> Terminator {
        Terminator::jump(BlockKey::at(self.next))
    }

    /// Lifts one instruction that is no environment call.
    fn instruction(&mut self, instruction: &Instruction) -> Flow {
        let definition = instruction.op.definition();
        if definition.extension.only_computes() && instruction.rd == Register::ZERO {
            return Flow::Next;
        }
        let flow = meaning::lift(self, instruction);
        if !definition.format.writes_float() {
            let value = base::constant_result(self, instruction);
            self.written(instruction.rd, value);
        }
        flow
    }
}
