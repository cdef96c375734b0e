//! Floating point: operators, comparisons and conversions of `float`, `double` and the formats of 16 bits. Wider formats are moved
//! about as bits and not computed with.

use everypath_program::{
    BinaryOp, DIRECTION_WIDTH, FloatFormat, FloatOperation, Instruction, MathFunction, Operand,
    Property, UnaryOp,
};
use everypath_term::float::{WIDEST, compute_small};
use everypath_term::ops::mask;
use everypath_term::{FloatOp, Rounding};

use super::{Flow, Lowerer, Piece, Stopped};
use crate::binding::{AtomicOperation, FloatPredicate, Opcode, Type, TypeKind, Value};

/// The format of a floating-point type, or of the elements of a vector, that the machine computes with.
pub(super) fn format_of(of: Type<'_>) -> Option<FloatFormat> {
    match of.kind() {
        TypeKind::LLVMHalfTypeKind => Some(FloatFormat::Half),
        TypeKind::LLVMBFloatTypeKind => Some(FloatFormat::Brain),
        TypeKind::LLVMFloatTypeKind => Some(FloatFormat::Single),
        TypeKind::LLVMDoubleTypeKind => Some(FloatFormat::Double),
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
        let mut arguments = arguments.to_vec();
        if let Some(cell) = self.tables.direction_cell
            && operation.rounds(format)
        {
            let direction = self.fresh(DIRECTION_WIDTH);
            self.push(Instruction::Load {
                to: direction,
                address: Operand::Constant(cell),
                offset: 0,
                size: DIRECTION_WIDTH / 8,
                width: DIRECTION_WIDTH,
                signed: false,
            });
            arguments.push(Operand::Local(direction));
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

    fn float_format(&mut self, of: Type<'m>) -> Result<FloatFormat, Stopped> {
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
        match pieces[..] {
            [Piece::Is(value)] => self.define_scalar(result, value),
            _ => self.define(result, &pieces),
        }
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

    /// Whether a number of at most 64 bits is an infinity.
    fn is_infinite(&mut self, format: FloatFormat, value: Operand) -> Operand {
        let width = format.width();
        let magnitude = Operand::Constant((format.sign() - 1) as u64);
        let magnitude = self.binary(BinaryOp::And, width, value, magnitude);
        let infinity = Operand::Constant(format.infinity() as u64);
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
        let format = self.float_format(left.value_type())?;
        let (a, b) = (self.scalars(left), self.scalars(right));
        let mut pieces = Vec::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(&b) {
            pieces.push(self.float_comparison(predicate, format, a, b));
        }
        match pieces[..] {
            [Piece::Is(value)] => self.define_scalar(instruction, value),
            _ => self.define(instruction, &pieces),
        }
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
        match pieces[..] {
            [Piece::Is(value)] => self.define_scalar(instruction, value),
            _ => self.define(instruction, &pieces),
        }
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
        let bits = |number: f64| {
            let op = FloatOp::convert(FloatFormat::Double, format, Rounding::NearestEven);
            let number = [number.to_bits(), 0, 0];
            Operand::Constant(compute_small(op, format.width(), 64, number))
        };
        let digits = format.precision();
        let magnitude = if signed { width - 1 } else { width };
        // A power of two that is too large for the format becomes infinity.
        let end = f64::powi(2.0, magnitude as i32);
        let above = if !signed {
            self.float_operation(FloatOperation::Less, format, &[bits(-1.0), value])
        } else if magnitude < digits || i64::from(magnitude) > format.bias() {
            self.float_operation(FloatOperation::Less, format, &[bits(-end - 1.0), value])
        } else {
            self.float_operation(FloatOperation::LessEqual, format, &[bits(-end), value])
        };
        let below = self.float_operation(FloatOperation::Less, format, &[value, bits(end)]);
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

    /// Whether numbers belong to the classes of a mask (`llvm.is.fpclass`), from their bits.
    pub(super) fn float_class(
        &mut self,
        call: Value<'m>,
        operand: Value<'m>,
        classes: u64,
    ) -> Flow {
        let of = operand.value_type();
        let format = self.float_format(of)?;
        let width = of.float_width().unwrap_or(format.width());
        let fraction = format.fraction_bits();
        let exponent = (mask(width - 1) >> fraction) << fraction;
        let quiet = 1u64 << (fraction - 1);
        let smallest_normal = 1u64 << fraction;
        // The classes of magnitudes: signalling and quiet NaN, infinity, normal, subnormal, zero; as ranges of bits.
        let ranges = [
            (exponent + 1, exponent + quiet - 1, 0b01, 0b01),
            (exponent + quiet, mask(width - 1), 0b10, 0b10),
            (exponent, exponent, 1 << 9, 1 << 2),
            (smallest_normal, exponent - 1, 1 << 8, 1 << 3),
            (1, smallest_normal - 1, 1 << 7, 1 << 4),
            (0, 0, 1 << 6, 1 << 5),
        ];
        let values = self.scalars(operand);
        let mut pieces = Vec::with_capacity(values.len());
        for value in values {
            let sign = self.least(width);
            let mut result = Operand::Constant(0);
            for (first, last, positive, negative) in ranges {
                for (wanted, sign) in [
                    (classes & positive != 0, Operand::Constant(0)),
                    (classes & negative != 0, sign),
                ] {
                    if wanted {
                        let start =
                            self.binary(BinaryOp::Or, width, sign, Operand::Constant(first));
                        let distance = self.binary(BinaryOp::Sub, width, value, start);
                        let span = Operand::Constant(last - first);
                        let inside = self.binary(BinaryOp::Ule, width, distance, span);
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
