//! Floating point: F, D and Zfh.
//!
//! Follows the chapters "F", "D" and "Zfh" of the Unprivileged Architecture. A register has 64 bits. In a narrower number all bits above it are
//! set ("NaN Boxing of Narrower Values"); what has not is taken for the canonical NaN. Where the same block has written such a number, this is
//! known and not asked again.
//!
//! Exceptions are a set of bits of their own (`fflags`). Each instruction adds what it raises, by an operation over the same operands that nobody needs
//! to look at while the set is not read. The rounding mode (`frm`) is kept in the numbering of directions that operations take, and whether it is valid is asked
//! once in a block.

use everypath_program::{
    Assumption, BinaryOp, BlockKey, DIRECTION_WIDTH, FloatFormat, FloatOperation,
    Instruction as Step, Local, MathFunction, Operand, Property, Raising, Terminator,
};
use everypath_term::float::CLASSES_WIDTH;
use everypath_term::{FLAGS_WIDTH, Rounding};

use super::lifter::{Flow, Lifter, Mode};
use super::locals::{CLASS, EXCEPTIONS, FIRST_FLOAT, FIRST_HALF, FIRST_WIDE, RAISED, ROUNDING};
use super::parts;
use crate::instruction::{Instruction, Register};

/// What is said of an instruction there.
pub(super) const INVALID_ROUNDING_MODE: &str =
    "floating-point instruction with an invalid rounding mode in frm";

/// The width of a floating-point register.
const WIDTH: u32 = 64;
/// The rounding mode of an instruction that takes that of `frm`.
const DYNAMIC: u32 = 7;
/// The number of a direction of rounding by that of a rounding mode, in hexadecimal digits from the lowest; and the other way round, too.
const DIRECTIONS: u64 = {
    let directions = [
        Rounding::NearestEven,
        Rounding::Zero,
        Rounding::Down,
        Rounding::Up,
        Rounding::NearestAway,
    ];
    let mut table = 0x7650_0000;
    let mut mode = 0;
    while mode < directions.len() {
        table |= (directions[mode] as u64) << (4 * mode);
        mode += 1;
    }
    table
};

/// Which sign the result of a sign injection has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// That of the second operand.
    Same,
    /// The other one.
    Opposite,
    /// The exclusive or of both operands' signs.
    Product,
}

/// What is computed of two factors and a further number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fused {
    /// `a * b + c`.
    AddProduct,
    /// `a * b - c`.
    SubtractFromProduct,
    /// `-(a * b) + c`.
    SubtractProduct,
    /// `-(a * b) - c`.
    NegateSum,
}

/// What of the control and status register is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FloatField {
    /// `fflags`.
    Flags,
    /// `frm`.
    RoundingMode,
    /// `fcsr`.
    Both,
}

pub(super) fn load(l: &mut Lifter, i: &Instruction, format: FloatFormat) {
    let size = format.width() / 8;
    let address = l.read(i.rs1);
    l.check_alignment(address, i.imm, size);
    let offset = l.settings.xlen.truncate(i.imm as u64);
    l.push(Step::Load {
        to: float(i.rd),
        address,
        offset,
        size,
        width: WIDTH,
        signed: false,
    });
    if format == FloatFormat::Double {
        return note(l, i.rd, format);
    }
    set_upper(l, i.rd, format);
}

pub(super) fn store(l: &mut Lifter, i: &Instruction, format: FloatFormat) {
    let size = format.width() / 8;
    let value = Operand::Local(float(i.rs2));
    let address = l.read(i.rs1);
    l.check_alignment(address, i.imm, size);
    let offset = l.settings.xlen.truncate(i.imm as u64);
    l.push(Step::Store {
        address,
        offset,
        value,
        width: WIDTH,
        size,
    });
}

/// The bits of a floating-point register, sign-extended, whether they are a number of the format or not.
pub(super) fn move_to_integer(l: &mut Lifter, i: &Instruction, format: FloatFormat) {
    let (to, width) = (l.target(i.rd), l.width());
    l.push(Step::Resize {
        to,
        value: Operand::Local(float(i.rs1)),
        from: WIDTH,
        keep: format.width(),
        width,
        signed: true,
    });
}

pub(super) fn move_from_integer(l: &mut Lifter, i: &Instruction, format: FloatFormat) {
    let (value, from) = (l.read(i.rs1), l.width());
    l.push(Step::Resize {
        to: float(i.rd),
        value,
        from,
        keep: format.width(),
        width: WIDTH,
        signed: false,
    });
    if format == FloatFormat::Double {
        return note(l, i.rd, format);
    }
    set_upper(l, i.rd, format);
}

/// The magnitude of the first operand with a sign made of both.
pub(super) fn inject(l: &mut Lifter, i: &Instruction, format: FloatFormat, kind: Sign) {
    let [a, b] = operands(l, format, [i.rs1, i.rs2]);
    let width = format.width();
    let (signs, to) = (temporary(l, format, 2), result(l, i.rd, format));
    let (own, bit) = (Operand::Local(signs), sign(format));
    let others = Operand::Constant(format.sign() as u64 - 1);
    binary(l, width, BinaryOp::And, signs, b, bit);
    if kind == Sign::Product {
        binary(l, width, BinaryOp::Xor, to, a, own);
    } else {
        if kind == Sign::Opposite {
            binary(l, width, BinaryOp::Xor, signs, own, bit);
        }
        binary(l, width, BinaryOp::And, to, a, others);
        binary(l, width, BinaryOp::Or, to, Operand::Local(to), own);
    }
    finish(l, i.rd, format);
}

/// Sum, difference, product and quotient.
pub(super) fn arithmetic(
    l: &mut Lifter,
    i: &Instruction,
    format: FloatFormat,
    operation: FloatOperation,
    raising: Raising,
) -> Flow {
    rounded(l, i, |l, direction| {
        let [a, b] = operands(l, format, [i.rs1, i.rs2]);
        let arguments = [a, b, direction];
        raise(l, format, raising, &arguments);
        let to = result(l, i.rd, format);
        compute(l, format, operation, to, &arguments);
        finish(l, i.rd, format);
    })
}

pub(super) fn square_root(l: &mut Lifter, i: &Instruction, format: FloatFormat) -> Flow {
    rounded(l, i, |l, direction| {
        let [a] = operands(l, format, [i.rs1]);
        let arguments = [a, direction];
        raise(l, format, Raising::Sqrt, &arguments);
        let to = result(l, i.rd, format);
        let operation = FloatOperation::Function(MathFunction::Sqrt);
        compute(l, format, operation, to, &arguments);
        finish(l, i.rd, format);
    })
}

/// Products with a further number; a number with the other sign is subtracted.
pub(super) fn fused(l: &mut Lifter, i: &Instruction, format: FloatFormat, kind: Fused) -> Flow {
    rounded(l, i, |l, direction| {
        let [mut a, b, mut c] = operands(l, format, [i.rs1, i.rs2, i.rs3()]);
        let (product, addend) = match kind {
            Fused::AddProduct => (false, false),
            Fused::SubtractFromProduct => (false, true),
            Fused::SubtractProduct => (true, false),
            Fused::NegateSum => (true, true),
        };
        for (negates, operand, number) in [(product, &mut a, 0), (addend, &mut c, 2)] {
            if negates {
                let negated = temporary(l, format, number);
                let bit = sign(format);
                binary(l, format.width(), BinaryOp::Xor, negated, *operand, bit);
                *operand = Operand::Local(negated);
            }
        }
        let arguments = [a, b, c, direction];
        raise(l, format, Raising::MulAdd, &arguments);
        let to = result(l, i.rd, format);
        compute(l, format, FloatOperation::MulAdd, to, &arguments);
        finish(l, i.rd, format);
    })
}

/// The lesser or the greater of two numbers.
pub(super) fn extreme(
    l: &mut Lifter,
    i: &Instruction,
    format: FloatFormat,
    function: MathFunction,
) {
    let arguments = operands(l, format, [i.rs1, i.rs2]);
    raise(l, format, Raising::Quiet, &arguments);
    let to = result(l, i.rd, format);
    let operation = FloatOperation::Function(function);
    compute(l, format, operation, to, &arguments);
    finish(l, i.rd, format);
}

pub(super) fn compare(
    l: &mut Lifter,
    i: &Instruction,
    format: FloatFormat,
    operation: FloatOperation,
    raising: Raising,
) {
    let arguments = operands(l, format, [i.rs1, i.rs2]);
    raise(l, format, raising, &arguments);
    let flag = l.flag(0);
    compute(l, format, operation, flag, &arguments);
    l.widen(l.target(i.rd), flag, 1, false);
}

pub(super) fn classify(l: &mut Lifter, i: &Instruction, format: FloatFormat) {
    let arguments = operands(l, format, [i.rs1]);
    compute(l, format, FloatOperation::Class, CLASS, &arguments);
    l.widen(l.target(i.rd), CLASS, CLASSES_WIDTH, false);
}

/// To another format. Whether the wider of the two is the result decides whether anything is rounded.
pub(super) fn convert(
    l: &mut Lifter,
    i: &Instruction,
    format: FloatFormat,
    to: FloatFormat,
) -> Flow {
    rounded(l, i, |l, direction| {
        let [a] = operands(l, format, [i.rs1]);
        let operation = FloatOperation::Convert { to };
        let target = result(l, i.rd, to);
        if operation.rounds(format) {
            raise(l, format, Raising::Convert { to }, &[a, direction]);
            compute(l, format, operation, target, &[a, direction]);
        } else {
            raise(l, format, Raising::Quiet, &[a, a]);
            compute(l, format, operation, target, &[a]);
        }
        finish(l, i.rd, to);
    })
}

/// To an integer of `width` bits, which is sign-extended even if it is unsigned.
pub(super) fn to_integer(
    l: &mut Lifter,
    i: &Instruction,
    format: FloatFormat,
    width: u32,
    signed: bool,
) -> Flow {
    rounded(l, i, |l, direction| {
        let [a] = operands(l, format, [i.rs1]);
        let arguments = [a, direction];
        raise(l, format, Raising::ToInteger { width, signed }, &arguments);
        let operation = FloatOperation::ToIntegerClamping { width, signed };
        let target = l.target(i.rd);
        if width == l.width() {
            return compute(l, format, operation, target, &arguments);
        }
        let narrow = l.narrow(0);
        compute(l, format, operation, narrow, &arguments);
        l.widen(target, narrow, width, true);
    })
}

/// From an integer of `width` bits.
pub(super) fn from_integer(
    l: &mut Lifter,
    i: &Instruction,
    format: FloatFormat,
    width: u32,
    signed: bool,
) -> Flow {
    rounded(l, i, |l, direction| {
        let mut integer = l.read(i.rs1);
        if width != l.width() {
            let narrow = l.narrow(0);
            l.shrink(narrow, integer);
            integer = Operand::Local(narrow);
        }
        let operation = FloatOperation::FromInteger { width, signed };
        let to = result(l, i.rd, format);
        if operation.rounds(format) {
            let arguments = [integer, direction];
            raise(
                l,
                format,
                Raising::FromInteger { width, signed },
                &arguments,
            );
            compute(l, format, operation, to, &arguments);
        } else {
            compute(l, format, operation, to, &[integer]);
        }
        finish(l, i.rd, format);
    })
}

/// A function of the C library: fa0 becomes that of fa0 and fa1, without exceptions.
pub(crate) fn call_function(l: &mut Lifter, function: MathFunction, format: FloatFormat) {
    let operation = FloatOperation::Function(function);
    if !function.is_exact() {
        l.assume(Assumption::FunctionValues);
    }
    let [first, second] = [10, 11].map(Register::new);
    let [a, b] = operands(l, format, [first, second]);
    let mut arguments = vec![a];
    arguments.extend((function.arguments() == 2).then_some(b));
    arguments.extend(operation.rounds(format).then_some(Operand::Local(ROUNDING)));
    let to = result(l, first, format);
    compute(l, format, operation, to, &arguments);
    finish(l, first, format);
}

/// Reads the status, or a field of it, to a local of the register width.
pub(super) fn read_status(l: &mut Lifter, to: Local, field: FloatField) {
    let (mode, flags) = (l.narrow(0), l.narrow(1));
    match field {
        FloatField::Flags => return l.widen(to, EXCEPTIONS, FLAGS_WIDTH, false),
        FloatField::RoundingMode => translate(l, mode, ROUNDING),
        FloatField::Both => {
            translate(l, mode, ROUNDING);
            let places = Operand::Constant(u64::from(FLAGS_WIDTH));
            narrow(l, BinaryOp::Shl, mode, Operand::Local(mode), places);
            l.push(Step::Resize {
                to: flags,
                value: Operand::Local(EXCEPTIONS),
                from: FLAGS_WIDTH,
                keep: FLAGS_WIDTH,
                width: DIRECTION_WIDTH,
                signed: false,
            });
            let [a, b] = [mode, flags].map(Operand::Local);
            narrow(l, BinaryOp::Or, mode, a, b);
        }
    }
    l.widen(to, mode, DIRECTION_WIDTH, false);
}

/// Writes the low bits of a local of the register width to the status or a field of it; the others are ignored.
pub(super) fn write_status(l: &mut Lifter, value: Local, field: FloatField) {
    let from = l.width();
    if field != FloatField::RoundingMode {
        l.push(Step::Resize {
            to: EXCEPTIONS,
            value: Operand::Local(value),
            from,
            keep: FLAGS_WIDTH,
            width: FLAGS_WIDTH,
            signed: false,
        });
    }
    if field == FloatField::Flags {
        return;
    }
    if field == FloatField::Both {
        let places = Operand::Constant(u64::from(FLAGS_WIDTH));
        l.binary(BinaryOp::LShr, value, Operand::Local(value), places);
    }
    let mode = l.narrow(0);
    l.push(Step::Resize {
        to: mode,
        value: Operand::Local(value),
        from,
        keep: 3,
        width: DIRECTION_WIDTH,
        signed: false,
    });
    translate(l, ROUNDING, mode);
    l.rounding_mode_valid = false;
}

/// From the number of a rounding mode to that of its direction, and back.
fn translate(l: &mut Lifter, to: Local, number: Local) {
    let places = l.narrow(0);
    let digit = Operand::Constant(2);
    narrow(l, BinaryOp::Shl, places, Operand::Local(number), digit);
    let table = Operand::Constant(DIRECTIONS);
    narrow(l, BinaryOp::LShr, to, table, Operand::Local(places));
    narrow(
        l,
        BinaryOp::And,
        to,
        Operand::Local(to),
        Operand::Constant(7),
    );
}

/// Lifts an instruction with a rounding mode by what gets its direction. Where that of `frm` may be invalid, this is asked first: as a
/// check if that is enough, and otherwise by a branch after which the instruction stands in a block of its own.
fn rounded(l: &mut Lifter, i: &Instruction, lift: impl FnOnce(&mut Lifter, Operand)) -> Flow {
    let mode = i.rounding_mode();
    if mode != DYNAMIC {
        let direction = DIRECTIONS >> (4 * mode) & 7;
        lift(l, Operand::Constant(direction));
        return Flow::Next;
    }
    if !l.rounding_mode_valid {
        let valid = l.flag(0);
        let end = Operand::Constant(Rounding::ALL.len() as u64);
        narrow(l, BinaryOp::Ult, valid, Operand::Local(ROUNDING), end);
        let is_check = l.settings.mode != Mode::Machine && l.checks(Property::IllegalInstruction);
        if !is_check {
            let [yes, no] = [parts::ROUNDING_MODE_VALID, parts::ROUNDING_MODE_INVALID];
            let [yes, no] = [yes, no].map(|part| BlockKey { code: l.pc, part });
            return Flow::End(Terminator::branch(Operand::Local(valid), yes, no));
        }
        l.check(Property::IllegalInstruction, Operand::Local(valid));
        l.rounding_mode_valid = true;
    }
    lift(l, Operand::Local(ROUNDING));
    Flow::Next
}

/// The rounding mode that the local of the direction stands for, as `frm` numbers it.
pub(crate) const fn rounding_mode(direction: u64) -> u64 {
    DIRECTIONS >> (4 * (direction & 7)) & 7
}

/// The local of a floating-point register.
pub(crate) fn float(register: Register) -> Local {
    Local(FIRST_FLOAT + register.number() as u32)
}

/// A temporary of the width of a format: 0 to 2.
fn temporary(l: &Lifter, format: FloatFormat, number: u32) -> Local {
    match format.width() {
        16 => Local(FIRST_HALF + number),
        32 => l.narrow(number),
        _ => Local(FIRST_WIDE + number),
    }
}

/// The sign bit of a format.
fn sign(format: FloatFormat) -> Operand {
    Operand::Constant(format.sign() as u64)
}

/// The numbers in registers, at the width of their format.
fn operands<const COUNT: usize>(
    l: &mut Lifter,
    format: FloatFormat,
    registers: [Register; COUNT],
) -> [Operand; COUNT] {
    let mut found = registers.map(|register| Operand::Local(float(register)));
    if format != FloatFormat::Double {
        for (number, (operand, register)) in found.iter_mut().zip(registers).enumerate() {
            let to = temporary(l, format, number as u32);
            unbox(l, format, register, to);
            *operand = Operand::Local(to);
        }
    }
    found
}

/// The number in a register, or the canonical NaN if it is not boxed.
fn unbox(l: &mut Lifter, format: FloatFormat, register: Register, to: Local) {
    let (value, width) = (Operand::Local(float(register)), format.width());
    l.push(Step::Resize {
        to,
        value,
        from: WIDTH,
        keep: width,
        width,
        signed: false,
    });
    if l.boxed.get(register.number()).copied().flatten() == Some(format) {
        return;
    }
    let (upper, flag) = (Local(FIRST_WIDE), l.flag(0));
    let places = Operand::Constant(u64::from(width));
    let ones = Operand::Constant(u64::MAX >> width);
    binary(l, WIDTH, BinaryOp::LShr, upper, value, places);
    binary(l, WIDTH, BinaryOp::Eq, flag, Operand::Local(upper), ones);
    l.push(Step::Select {
        width,
        to,
        condition: Operand::Local(flag),
        then: Operand::Local(to),
        otherwise: Operand::Constant(format.nan() as u64),
    });
}

/// Where a result of a format is computed: in the register itself if it has all its bits.
fn result(l: &Lifter, register: Register, format: FloatFormat) -> Local {
    match format {
        FloatFormat::Double => float(register),
        FloatFormat::Half
        | FloatFormat::Brain
        | FloatFormat::Single
        | FloatFormat::Extended
        | FloatFormat::Quad
        | FloatFormat::Seven
        | FloatFormat::Nine => temporary(l, format, 0),
    }
}

/// Moves what was computed in [`result`] to the register.
fn finish(l: &mut Lifter, register: Register, format: FloatFormat) {
    if format == FloatFormat::Double {
        return note(l, register, format);
    }
    let width = format.width();
    l.push(Step::Resize {
        to: float(register),
        value: Operand::Local(temporary(l, format, 0)),
        from: width,
        keep: width,
        width: WIDTH,
        signed: false,
    });
    set_upper(l, register, format);
}

/// Sets the bits of a register above a number.
fn set_upper(l: &mut Lifter, register: Register, format: FloatFormat) {
    let to = float(register);
    let ones = Operand::Constant(u64::MAX << format.width());
    binary(l, WIDTH, BinaryOp::Or, to, Operand::Local(to), ones);
    note(l, register, format);
}

/// Notes that a register has a number of a format.
fn note(l: &mut Lifter, register: Register, format: FloatFormat) {
    if let Some(boxed) = l.boxed.get_mut(register.number()) {
        *boxed = (format != FloatFormat::Double).then_some(format);
    }
}

fn compute(
    l: &mut Lifter,
    format: FloatFormat,
    operation: FloatOperation,
    to: Local,
    arguments: &[Operand],
) {
    l.push(Step::Float {
        operation,
        format,
        to,
        arguments: arguments.into(),
    });
}

/// Adds the exceptions that an operation raises.
fn raise(l: &mut Lifter, format: FloatFormat, raising: Raising, arguments: &[Operand]) {
    compute(l, format, FloatOperation::Flags(raising), RAISED, arguments);
    let [before, raised] = [EXCEPTIONS, RAISED].map(Operand::Local);
    binary(l, FLAGS_WIDTH, BinaryOp::Or, EXCEPTIONS, before, raised);
}

/// `to = a op b` at a width.
fn binary(l: &mut Lifter, width: u32, op: BinaryOp, to: Local, a: Operand, b: Operand) {
    l.push(Step::Binary {
        op,
        width,
        to,
        a,
        b,
    });
}

/// `to = a op b` at the width of directions of rounding.
fn narrow(l: &mut Lifter, op: BinaryOp, to: Local, a: Operand, b: Operand) {
    binary(l, DIRECTION_WIDTH, op, to, a, b);
}
