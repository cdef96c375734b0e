//! Floating point: operators, comparisons and conversions of all formats of IEEE 754 that LLVM has, and of the x87's 80 bits. Pairs of
//! doubles, PowerPC's `long double`, are moved about as bits and not computed with.

use everypath_program::{
    Assumption, BinaryOp, DIRECTION_WIDTH, FloatFormat, FloatOperation, Instruction, MathFunction,
    Operand, Property, Service, UnaryOp,
};
use everypath_term::float::{WIDEST, compute_number, integer_bounds};
use everypath_term::ops::{mask, signed};
use everypath_term::{FloatOp, FloatOperator, Rounding};

use super::{Flow, Lowerer, Piece, Stopped};
use crate::binding::{AtomicOperation, FloatPredicate, Opcode, Type, TypeKind, Value};

/// The classes of NaNs in `llvm.is.fpclass`: signalling and quiet ones.
const NAN: u64 = 0b11;
/// The classes of normal numbers in `llvm.is.fpclass`: positive and negative ones.
const NORMAL: [u64; 2] = [1 << 8, 1 << 3];

/// The format of a floating-point type, or of the elements of a vector, that the machine computes with.
pub(super) fn format_of(of: Type<'_>) -> Option<FloatFormat> {
    match of.kind() {
        TypeKind::LLVMHalfTypeKind => Some(FloatFormat::Half),
        TypeKind::LLVMBFloatTypeKind => Some(FloatFormat::Brain),
        TypeKind::LLVMFloatTypeKind => Some(FloatFormat::Single),
        TypeKind::LLVMDoubleTypeKind => Some(FloatFormat::Double),
        TypeKind::LLVMX86_FP80TypeKind => Some(FloatFormat::Extended),
        TypeKind::LLVMFP128TypeKind => Some(FloatFormat::Quad),
        TypeKind::LLVMVectorTypeKind => format_of(of.element(0)?),
        _ => None,
    }
}

impl<'m> Lowerer<'m> {
    pub(super) fn float_operation(
        &mut self,
        operation: FloatOperation,
        format: FloatFormat,
        arguments: &[Operand],
    ) -> Operand {
        if let FloatOperation::Function(function) = operation
            && !function.is_exact()
        {
            let number = Operand::Constant(Assumption::FunctionValues.number());
            self.service(Service::Assumes, &[number]);
        }
        let mut arguments = arguments.to_vec();
        if operation.rounds(format) {
            arguments.extend(self.direction());
        }
        let to = self.fresh(operation.result_width(format));
        self.push(Instruction::Float {
            operation,
            format,
            to,
            arguments: arguments.into(),
        });
        Operand::Local(to)
    }

    /// Whether the program sets the direction of rounding.
    pub(super) fn has_direction(&self) -> bool {
        self.tables.direction_cell.is_some()
    }

    /// The direction of rounding, in a program that sets it.
    fn direction(&mut self) -> Option<Operand> {
        let cell = self.tables.direction_cell?;
        let direction = self.fresh(DIRECTION_WIDTH);
        self.push(Instruction::Load {
            to: direction,
            address: Operand::Constant(cell),
            offset: 0,
            size: DIRECTION_WIDTH / 8,
            width: DIRECTION_WIDTH,
            signed: false,
        });
        Some(Operand::Local(direction))
    }

    /// The direction of rounding as C numbers it (`FLT_ROUNDS`, C17 5.2.4.2.2p8), of 32 bits.
    pub(super) fn direction_of_rounding(&mut self) -> Operand {
        const WIDTH: u32 = 32;
        let numbers = [
            (Rounding::NearestEven, 1),
            (Rounding::NearestAway, 4),
            (Rounding::Up, 2),
            (Rounding::Down, 3),
            (Rounding::Zero, 0),
        ];
        // Three bits for each.
        let table = numbers.iter().fold(0, |table, &(direction, number)| {
            table | number << (3 * direction as u64)
        });
        let Some(direction) = self.direction() else {
            return Operand::Constant(1);
        };
        let direction = self.convert(direction, DIRECTION_WIDTH, WIDTH, false);
        let place = self.binary(BinaryOp::Mul, WIDTH, direction, Operand::Constant(3));
        let rest = self.binary(BinaryOp::LShr, WIDTH, Operand::Constant(table), place);
        self.binary(BinaryOp::And, WIDTH, rest, Operand::Constant(7))
    }

    /// The operand for a number of a format.
    fn float_number(&mut self, format: FloatFormat, bits: u128) -> Operand {
        self.wide_constant(&[bits as u64, (bits >> 64) as u64], format.width())
    }

    pub(super) fn float_format(&mut self, of: Type<'m>) -> Result<FloatFormat, Stopped> {
        match format_of(of) {
            Some(format) => Ok(format),
            None => {
                self.unsupported(&format!("floating point of type {}", of.text()))?;
                Err(Stopped)
            }
        }
    }

    pub(super) fn float_arithmetic(&mut self, instruction: Value<'m>, opcode: Opcode) -> Flow {
        let of = instruction.value_type();
        if opcode == Opcode::LLVMFNeg {
            return self.negate(instruction);
        }
        let format = self.float_format(of)?;
        let operation = match opcode {
            Opcode::LLVMFAdd => FloatOperation::Add,
            Opcode::LLVMFSub => FloatOperation::Sub,
            Opcode::LLVMFMul => FloatOperation::Mul,
            Opcode::LLVMFDiv => FloatOperation::Div,
            _ => FloatOperation::Function(MathFunction::Fmod),
        };
        let operands: Vec<Value<'m>> = instruction.operands().collect();
        self.float_lanes(instruction, operation, format, &operands)
    }

    /// Whether the leading digit of a number of 80 bits is what its exponent says, as in all that the processor computes.
    pub(super) fn is_usual(&mut self, value: Operand) -> Operand {
        let format = FloatFormat::Extended;
        let leading = self.leading_digit(format, value);
        let normal = self.has_normal_exponent(format, value);
        self.binary(BinaryOp::Eq, 1, leading, normal)
    }

    /// Whether the exponent of a number is above that of subnormal ones.
    fn has_normal_exponent(&mut self, format: FloatFormat, value: Operand) -> Operand {
        let width = format.width();
        let magnitude = self.magnitude(width, value);
        let first_normal = self.float_number(format, 1 << format.fraction_bits());
        self.binary(BinaryOp::Ule, width, first_normal, magnitude)
    }

    /// An operation on scalars, or on vectors element by element.
    pub(super) fn float_lanes(
        &mut self,
        result: Value<'m>,
        operation: FloatOperation,
        format: FloatFormat,
        operands: &[Value<'m>],
    ) -> Flow {
        let lanes: Vec<Vec<Operand>> = operands.iter().map(|&value| self.scalars(value)).collect();
        let count = lanes.first().map_or(0, Vec::len);
        let mut pieces = Vec::with_capacity(count);
        for lane in 0..count {
            let arguments: Vec<Operand> = lanes
                .iter()
                .filter_map(|values| values.get(lane).copied())
                .collect();
            if arguments.len() != operation.arguments() {
                return self.unsupported("floating-point vectors of different lengths");
            }
            let value = self.float_operation(operation, format, &arguments);
            self.check_float(operation, format, &arguments, value);
            pieces.push(Piece::Is(value));
        }
        self.define_lanes(result, &pieces);
        Ok(())
    }

    /// Numbers to the power of an integer, by squaring: the multiplications of libgcc's `__powidf2`, in their order.
    pub(super) fn integer_power(
        &mut self,
        call: Value<'m>,
        base: Value<'m>,
        exponent: Value<'m>,
    ) -> Flow {
        use FloatOperation::{Div, Mul};
        let format = self.float_format(call.value_type())?;
        let width = exponent.value_type().integer_width();
        let known = exponent.integer().map(|bits| signed(bits, width));
        let exponent = self.scalar(exponent, width);
        let is_negative = self.binary(BinaryOp::Slt, width, exponent, Operand::Constant(0));
        let magnitude = self.absolute(width, exponent);
        let one = self.float_number(format, format.one());
        let digits = known.map_or(width, |known| {
            u64::BITS - known.unsigned_abs().leading_zeros()
        });
        let mut pieces = Vec::new();
        for base in self.scalars(base) {
            let (mut power, mut square) = (one, base);
            for digit in 0..digits {
                if digit > 0 {
                    square = self.float_operation(Mul, format, &[square, square]);
                }
                let is_set = known.map(|known| known.unsigned_abs() >> digit & 1 == 1);
                if is_set == Some(false) {
                    continue;
                }
                let product = self.float_operation(Mul, format, &[power, square]);
                power = match is_set {
                    Some(_) => product,
                    None => {
                        let digit = Operand::Constant(u64::from(digit));
                        let rest = self.binary(BinaryOp::LShr, width, magnitude, digit);
                        let is_set = self.convert(rest, width, 1, false);
                        self.select(format.width(), is_set, product, power)
                    }
                };
            }
            let inverse = self.float_operation(Div, format, &[one, power]);
            let result = self.select(format.width(), is_negative, inverse, power);
            self.check_float(Mul, format, &[base], result);
            pieces.push(Piece::Is(result));
        }
        self.define_lanes(call, &pieces);
        Ok(())
    }

    /// Checks what is asked of arithmetic.
    fn check_float(
        &mut self,
        operation: FloatOperation,
        format: FloatFormat,
        arguments: &[Operand],
        value: Operand,
    ) {
        let checks = self.tables.checks;
        if checks.contains(Property::FloatDivisionByZero) {
            self.check_float_divisor(operation, format, arguments);
        }
        if checks.contains(Property::FloatOverflow) {
            self.check_float_range(operation, format, arguments, value);
        }
        if checks.contains(Property::FloatNan) {
            self.check_nan(operation, format, arguments, value);
        }
    }

    /// Checks that nothing but zeros and NaNs is divided by zero.
    fn check_float_divisor(
        &mut self,
        operation: FloatOperation,
        format: FloatFormat,
        arguments: &[Operand],
    ) {
        let (FloatOperation::Div, &[dividend, divisor]) = (operation, arguments) else {
            return;
        };
        let by_zero = self.is_zero(format, divisor);
        let nothing = self.is_zero(format, dividend);
        let nan = self.float_operation(FloatOperation::Unordered, format, &[dividend, dividend]);
        let other = self.not(by_zero);
        let harmless = self.either(nothing, nan);
        let holds = self.either(other, harmless);
        self.check(Property::FloatDivisionByZero, holds);
    }

    /// Checks that finite numbers make no infinity, other than by a division by zero.
    fn check_float_range(
        &mut self,
        operation: FloatOperation,
        format: FloatFormat,
        arguments: &[Operand],
        value: Operand,
    ) {
        use FloatOperation::*;
        use MathFunction::{Cosh, Exp, Exp2, Expm1, Hypot, Sinh};
        // The result's format, and the operands that are numbers.
        let (result, numbers) = match operation {
            Add | Sub | Mul | Div | MulAdd => (format, arguments),
            Function(Exp | Exp2 | Expm1 | Sinh | Cosh | Hypot) => (format, arguments),
            Convert { to } => (to, arguments),
            FromInteger { .. } => (format, &[][..]),
            Function(_)
            | Equal
            | Less
            | LessEqual
            | Unordered
            | ToInteger { .. }
            | ToIntegerSaturating { .. }
            | ToIntegerClamping { .. }
            | Class
            | Flags(_) => return,
        };
        let infinite = self.is_infinite(result, value);
        let mut holds = self.not(infinite);
        for &number in numbers {
            let infinite = self.is_infinite(format, number);
            holds = self.either(holds, infinite);
        }
        if let (Div, &[_, divisor]) = (operation, arguments) {
            let by_zero = self.is_zero(format, divisor);
            holds = self.either(holds, by_zero);
        }
        self.check(Property::FloatOverflow, holds);
    }

    /// Checks that arithmetic makes no NaN of operands that are none.
    fn check_nan(
        &mut self,
        operation: FloatOperation,
        format: FloatFormat,
        arguments: &[Operand],
        value: Operand,
    ) {
        use FloatOperation::*;
        match operation {
            Add | Sub | Mul | Div | MulAdd | Function(_) => {}
            Equal
            | Less
            | LessEqual
            | Unordered
            | Convert { .. }
            | FromInteger { .. }
            | ToInteger { .. }
            | ToIntegerSaturating { .. }
            | ToIntegerClamping { .. }
            | Class
            | Flags(_) => return,
        }
        // Whether all operands are numbers: of pairs of them none is unordered.
        let mut holds = self.float_operation(Equal, format, &[value, value]);
        for &argument in arguments {
            let nan = self.float_operation(Unordered, format, &[argument, argument]);
            holds = self.either(holds, nan);
        }
        self.check(Property::FloatNan, holds);
    }

    /// Whether a number is zero, of either sign.
    fn is_zero(&mut self, format: FloatFormat, value: Operand) -> Operand {
        self.float_operation(
            FloatOperation::Equal,
            format,
            &[value, Operand::Constant(0)],
        )
    }

    /// Whether a number is an infinity.
    fn is_infinite(&mut self, format: FloatFormat, value: Operand) -> Operand {
        let width = format.width();
        let magnitude = self.magnitude(width, value);
        let infinity = self.float_number(format, format.infinity());
        self.binary(BinaryOp::Eq, width, magnitude, infinity)
    }

    /// The sign bit is the highest one in every format.
    fn negate(&mut self, instruction: Value<'m>) -> Flow {
        let Some(operand) = instruction.operand(0) else {
            return self.unsupported("an incomplete fneg");
        };
        let shape = self.shapes.of(instruction.value_type());
        let values = self.scalars(operand);
        let mut pieces = Vec::new();
        for (scalar, value) in shape.iter().flat_map(|shape| shape.iter()).zip(values) {
            let sign = self.least(scalar.width);
            pieces.push(Piece::Is(self.binary(
                BinaryOp::Xor,
                scalar.width,
                value,
                sign,
            )));
        }
        self.define(instruction, &pieces);
        Ok(())
    }

    /// The absolute value of numbers of these widths.
    pub(super) fn clear_sign(&mut self, call: Value<'m>, operand: Value<'m>) -> Flow {
        let shape = self.shapes.of(call.value_type());
        let values = self.scalars(operand);
        let mut pieces = Vec::new();
        for (scalar, value) in shape.iter().flat_map(|shape| shape.iter()).zip(values) {
            let value = self.magnitude(scalar.width, value);
            pieces.push(Piece::Is(value));
        }
        self.define(call, &pieces);
        Ok(())
    }

    fn magnitude(&mut self, width: u32, value: Operand) -> Operand {
        if width <= 64 {
            return self.binary(
                BinaryOp::And,
                width,
                value,
                Operand::Constant(mask(width) >> 1),
            );
        }
        let sign = self.least(width);
        let others = self.unary(UnaryOp::Not, width, sign);
        self.binary(BinaryOp::And, width, value, others)
    }

    /// The magnitude of one number with the sign of another.
    pub(super) fn copy_sign(&mut self, call: Value<'m>, of: Value<'m>, sign: Value<'m>) -> Flow {
        let shape = self.shapes.of(call.value_type());
        let (values, signs) = (self.scalars(of), self.scalars(sign));
        let mut pieces = Vec::new();
        let scalars = shape.iter().flat_map(|shape| shape.iter());
        for ((scalar, value), sign) in scalars.zip(values).zip(signs) {
            let value = self.magnitude(scalar.width, value);
            let bit = self.least(scalar.width);
            let sign = self.binary(BinaryOp::And, scalar.width, sign, bit);
            pieces.push(Piece::Is(self.binary(
                BinaryOp::Or,
                scalar.width,
                value,
                sign,
            )));
        }
        self.define(call, &pieces);
        Ok(())
    }

    pub(super) fn float_compare(&mut self, instruction: Value<'m>) -> Flow {
        let (Some(predicate), Some(left), Some(right)) = (
            instruction.float_predicate(),
            instruction.operand(0),
            instruction.operand(1),
        ) else {
            return self.unsupported("an incomplete fcmp");
        };
        self.float_compared(instruction, predicate, left, right)
    }

    /// What a predicate says of two numbers, or of vectors element by element.
    pub(super) fn float_compared(
        &mut self,
        result: Value<'m>,
        predicate: FloatPredicate,
        left: Value<'m>,
        right: Value<'m>,
    ) -> Flow {
        let format = self.float_format(left.value_type())?;
        let (a, b) = (self.scalars(left), self.scalars(right));
        let mut pieces = Vec::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(&b) {
            pieces.push(self.float_comparison(predicate, format, a, b));
        }
        self.define_lanes(result, &pieces);
        Ok(())
    }

    /// A predicate from equality, order and unorderedness.
    pub(super) fn float_comparison(
        &mut self,
        predicate: FloatPredicate,
        format: FloatFormat,
        a: Operand,
        b: Operand,
    ) -> Piece {
        use FloatOperation::{Equal, Less, LessEqual, Unordered};
        use FloatPredicate::*;
        // Which operation, with its operands exchanged or not, and whether its complement is meant.
        let (operation, exchanged, complement) = match predicate {
            LLVMRealPredicateFalse => return Piece::Is(Operand::Constant(0)),
            LLVMRealPredicateTrue => return Piece::Is(Operand::Constant(1)),
            LLVMRealOEQ => (Equal, false, false),
            LLVMRealUNE => (Equal, false, true),
            LLVMRealOLT => (Less, false, false),
            LLVMRealUGE => (Less, false, true),
            LLVMRealOLE => (LessEqual, false, false),
            LLVMRealUGT => (LessEqual, false, true),
            LLVMRealOGT => (Less, true, false),
            LLVMRealULE => (Less, true, true),
            LLVMRealOGE => (LessEqual, true, false),
            LLVMRealULT => (LessEqual, true, true),
            LLVMRealUNO => (Unordered, false, false),
            LLVMRealORD => (Unordered, false, true),
            LLVMRealONE | LLVMRealUEQ => {
                let equal = self.float_operation(Equal, format, &[a, b]);
                let unordered = self.float_operation(Unordered, format, &[a, b]);
                let either = self.either(equal, unordered);
                return match predicate {
                    LLVMRealUEQ => Piece::Is(either),
                    _ => Self::complement_of(either),
                };
            }
        };
        let (a, b) = if exchanged { (b, a) } else { (a, b) };
        let value = self.float_operation(operation, format, &[a, b]);
        match complement {
            true => Self::complement_of(value),
            false => Piece::Is(value),
        }
    }

    pub(super) fn float_cast(&mut self, instruction: Value<'m>, opcode: Opcode) -> Flow {
        let Some(operand) = instruction.operand(0) else {
            return self.unsupported("an incomplete conversion");
        };
        let (from, to) = (operand.value_type(), instruction.value_type());
        let integer = |of: Type<'m>| match of.kind() {
            TypeKind::LLVMVectorTypeKind => of.element(0).map_or(0, Type::integer_width),
            TypeKind::LLVMIntegerTypeKind => of.integer_width(),
            _ => 0,
        };
        self.narrow_enough(integer(from).max(integer(to)))?;
        let (operation, format) = match opcode {
            Opcode::LLVMFPToUI | Opcode::LLVMFPToSI => {
                let (width, signed) = (integer(to), opcode == Opcode::LLVMFPToSI);
                (
                    FloatOperation::ToInteger { width, signed },
                    self.float_format(from)?,
                )
            }
            Opcode::LLVMUIToFP | Opcode::LLVMSIToFP => {
                let (width, signed) = (integer(from), opcode == Opcode::LLVMSIToFP);
                (
                    FloatOperation::FromInteger { width, signed },
                    self.float_format(to)?,
                )
            }
            _ => {
                let target = self.float_format(to)?;
                (
                    FloatOperation::Convert { to: target },
                    self.float_format(from)?,
                )
            }
        };
        if !self.check_flags {
            return self.float_lanes(instruction, operation, format, &[operand]);
        }
        let width = operation.result_width(format);
        let mut pieces = Vec::new();
        for value in self.scalars(operand) {
            let before = self.locals_so_far();
            let result = self.float_operation(operation, format, &[value]);
            let mut own = Vec::new();
            match operation {
                FloatOperation::ToInteger { width, signed } => {
                    let fits = self.conversion_fits(format, width, signed, value);
                    own.push((Property::InvalidConversion, fits));
                }
                FloatOperation::FromInteger { width, .. } if instruction.is_not_negative() => {
                    let condition = self.binary(BinaryOp::Sle, width, Operand::Constant(0), value);
                    own.push((Property::InvalidValue, condition));
                }
                FloatOperation::FromInteger { .. }
                | FloatOperation::ToIntegerSaturating { .. }
                | FloatOperation::ToIntegerClamping { .. }
                | FloatOperation::Class
                | FloatOperation::Flags(_)
                | FloatOperation::Convert { .. }
                | FloatOperation::Add
                | FloatOperation::Sub
                | FloatOperation::Mul
                | FloatOperation::Div
                | FloatOperation::MulAdd
                | FloatOperation::Equal
                | FloatOperation::Less
                | FloatOperation::LessEqual
                | FloatOperation::Unordered
                | FloatOperation::Function(_) => {}
            }
            pieces.push(Piece::Is(self.promise(result, width, before, own)));
        }
        self.define_lanes(instruction, &pieces);
        Ok(())
    }

    /// Gives up conversions from and to integers that terms do not convert.
    pub(super) fn narrow_enough(&mut self, width: u32) -> Flow {
        match width <= WIDEST {
            true => Ok(()),
            false => self.unsupported(&format!(
                "conversion between floating point and an integer of {width} bits"
            )),
        }
    }

    /// Whether a number without its fraction is in the range of an integer type.
    fn conversion_fits(
        &mut self,
        format: FloatFormat,
        width: u32,
        signed: bool,
        value: Operand,
    ) -> Operand {
        let [least, end] = integer_bounds(signed, format, width);
        let minus_one = format.one() | format.sign();
        let infinity = format.infinity();
        // The last number that is too low, or the first that is not.
        let above = match least {
            Some(least) if signed && width > format.precision() => {
                let least = self.float_number(format, least);
                self.float_operation(FloatOperation::LessEqual, format, &[least, value])
            }
            least => {
                let below = least.map_or(infinity | format.sign(), |least| {
                    sum(format, least, minus_one)
                });
                let below = self.float_number(format, below);
                self.float_operation(FloatOperation::Less, format, &[below, value])
            }
        };
        let end = self.float_number(format, end.unwrap_or(infinity));
        let below = self.float_operation(FloatOperation::Less, format, &[value, end]);
        self.both(above, below)
    }

    /// The result of an atomic operation on floating-point numbers, if the format is one to compute with.
    pub(super) fn atomic_float(
        &mut self,
        operation: AtomicOperation,
        of: Type<'m>,
        a: Operand,
        b: Operand,
    ) -> Option<Operand> {
        let format = format_of(of)?;
        let operation = match operation {
            AtomicOperation::LLVMAtomicRMWBinOpFAdd => FloatOperation::Add,
            AtomicOperation::LLVMAtomicRMWBinOpFSub => FloatOperation::Sub,
            AtomicOperation::LLVMAtomicRMWBinOpFMax => FloatOperation::Function(MathFunction::Fmax),
            AtomicOperation::LLVMAtomicRMWBinOpFMin => FloatOperation::Function(MathFunction::Fmin),
            _ => return None,
        };
        Some(self.float_operation(operation, format, &[a, b]))
    }

    /// The digit before the point, where it is written.
    fn leading_digit(&mut self, format: FloatFormat, value: Operand) -> Operand {
        let width = format.width();
        let digit = self.float_number(format, 1 << (format.precision() - 1));
        let digit = self.binary(BinaryOp::And, width, value, digit);
        self.binary(BinaryOp::Ne, width, digit, Operand::Constant(0))
    }

    /// Whether numbers belong to the classes of a mask (`llvm.is.fpclass`), from their bits. What the x87 does not take for a number is a
    /// NaN, neither quiet nor signalling, and of none of the other classes, as in the code that LLVM makes.
    pub(super) fn float_class(
        &mut self,
        call: Value<'m>,
        operand: Value<'m>,
        classes: u64,
    ) -> Flow {
        let format = self.float_format(operand.value_type())?;
        let width = format.width();
        let (infinity, quiet) = (format.infinity(), 1 << format.quiet_bit());
        let smallest_normal = 1 << format.fraction_bits();
        let largest_subnormal = (1 << (format.precision() - 1)) - 1;
        // The classes of magnitudes: signalling and quiet NaN, infinity, normal, subnormal, zero; as ranges of bits.
        let ranges = [
            (infinity + 1, infinity + quiet - 1, 0b01, 0b01),
            (infinity + quiet, format.sign() - 1, 0b10, 0b10),
            (infinity, infinity, 1 << 9, 1 << 2),
            (smallest_normal, infinity - 1, NORMAL[0], NORMAL[1]),
            (1, largest_subnormal, 1 << 7, 1 << 4),
            (0, 0, 1 << 6, 1 << 5),
        ];
        let values = self.scalars(operand);
        let mut pieces = Vec::with_capacity(values.len());
        for value in values {
            let sign = self.least(width);
            let mut result = Operand::Constant(0);
            if classes & NAN == NAN && !format.hides_leading_digit() {
                let leading = self.leading_digit(format, value);
                let missing = self.not(leading);
                let normal = self.has_normal_exponent(format, value);
                result = self.both(normal, missing);
            }
            for (first, last, positive, negative) in ranges {
                let span = last - first;
                for (wanted, sign) in [
                    (classes & positive != 0, Operand::Constant(0)),
                    (classes & negative != 0, sign),
                ] {
                    if wanted {
                        let first = self.float_number(format, first);
                        let start = self.binary(BinaryOp::Or, width, sign, first);
                        let distance = self.binary(BinaryOp::Sub, width, value, start);
                        let span = self.float_number(format, span);
                        let mut inside = self.binary(BinaryOp::Ule, width, distance, span);
                        if positive == NORMAL[0] && !format.hides_leading_digit() {
                            let leading = self.leading_digit(format, value);
                            inside = self.both(inside, leading);
                        }
                        result = self.either(result, inside);
                    }
                }
            }
            pieces.push(Piece::Is(result));
        }
        self.define(call, &pieces);
        Ok(())
    }
}

/// The sum of two numbers.
fn sum(format: FloatFormat, a: u128, b: u128) -> u128 {
    let op = FloatOp::new(FloatOperator::Add, format, Rounding::NearestEven);
    compute_number(op, format.width(), [a, b, 0])
}
