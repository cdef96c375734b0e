//! The lifter: it collects what instructions mean, in steps of the program representation.
//!
//! x0 reads as the constant 0, and a write to it is dropped. A requirement becomes a check instruction only when its property is
//! switched on, so what nobody checks costs nothing.

use everypath_program::{
    Assumption, BinaryOp, BlockBuilder, BlockKey, CheckSet, FloatFormat, Instruction as Step,
    Local, Operand, Property, Service, StopReason, Terminator, UnaryOp,
};

use super::locals::{FIRST_DOUBLE, FIRST_FLAG, FIRST_NARROW, FIRST_WORD, WORDS, register_local};
use crate::instruction::{Register, Xlen};

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
    /// Where functions begin whose call violates [`Property::Assertion`]; none where that is not checked.
    pub(crate) errors: Vec<u64>,
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
    pub(super) constants: [Option<u64>; 32],
    /// Floating-point registers that hold a number of a narrower format whenever this place of the block is reached.
    pub(super) boxed: [Option<FloatFormat>; 32],
    /// Whether `frm` holds a valid rounding mode here.
    pub(super) rounding_mode_valid: bool,
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

    /// A temporary of two registers.
    pub(crate) fn double(&self, number: u32) -> Local {
        Local(FIRST_DOUBLE + number)
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

    /// Checks that `base + offset` is a multiple of `size`, if that is wanted.
    pub(super) fn check_alignment(&mut self, base: Operand, offset: i64, size: u32) {
        if size == 1 || !self.checks(Property::MisalignedAccess) {
            return;
        }
        let (word, flag) = (self.word(2), self.flag(2));
        let offset = self.constant(offset);
        self.binary(BinaryOp::Add, word, base, offset);
        self.binary(
            BinaryOp::And,
            word,
            Operand::Local(word),
            Operand::Constant(u64::from(size - 1)),
        );
        self.binary(
            BinaryOp::Eq,
            flag,
            Operand::Local(word),
            Operand::Constant(0),
        );
        self.check(Property::MisalignedAccess, Operand::Local(flag));
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

    /// Names an assumption; no instruction looks at the answer.
    pub(crate) fn assume(&mut self, assumption: Assumption) {
        let made = self.word(0);
        let number = Operand::Constant(assumption.number());
        self.service(Service::Assumes, Some(made), &[number]);
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
}
