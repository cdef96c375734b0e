//! Integers: operators and their checks, comparisons, conversions, select.
//!
//! The conditions of undefined behaviour are those of the LLBMC thesis, rules 4.31 to 4.36 (with its errata): wrapping
//! flags, exactness, shift amounts, divisors. They count where the program was not instrumented by the compiler; broken
//! flags make poison (`poison.rs`), divisors are checked where they stand.

use everypath_program::{BinaryOp, Operand, Property, UnaryOp};
use everypath_term::ops::{mask, signed};

use super::promises::wrapping_property;
use super::shape::Scalar;
use super::{Divisions, Flow, Lowerer, Piece};
use crate::binding::{IntegerPredicate, Opcode, TypeKind, Value};

/// What an operation that can overflow gives: the result modulo 2^width, and whether it is right.
pub(super) struct Exact {
    pub(super) value: Operand,
    pub(super) holds: Operand,
}

impl<'m> Lowerer<'m> {
    pub(super) fn arithmetic(&mut self, instruction: Value<'m>, opcode: Opcode) -> Flow {
        let (Some(left), Some(right)) = (instruction.operand(0), instruction.operand(1)) else {
            return self.unsupported("an incomplete instruction");
        };
        let of = instruction.value_type();
        let Some(shape) = self.shapes.of(of) else {
            return self.unsupported(&format!("a value of type {}", of.text()));
        };
        if let [scalar] = *shape {
            let width = scalar.width;
            if opcode == Opcode::LLVMXor && width == 1 && self.complement(instruction, left, right)
            {
                return Ok(());
            }
            let (a, b) = (self.scalar(left, width), self.scalar(right, width));
            let value = self.operate(instruction, opcode, width, a, b);
            self.define_scalar(instruction, value);
            return Ok(());
        }
        let (a, b) = (self.scalars(left), self.scalars(right));
        let mut pieces = Vec::with_capacity(shape.len());
        // The compiler's checks are of scalars.
        let of_scalars = std::mem::replace(&mut self.divisions, Divisions::All);
        for ((scalar, &a), &b) in shape.iter().zip(&a).zip(&b) {
            let value = self.operate(instruction, opcode, scalar.width, a, b);
            pieces.push(Piece::Is(value));
        }
        self.divisions = of_scalars;
        self.define(instruction, &pieces);
        Ok(())
    }

    /// `xor x, true` needs no instruction until its value is asked for.
    fn complement(&mut self, instruction: Value<'m>, left: Value<'m>, right: Value<'m>) -> bool {
        if right.integer() != Some(1) {
            return false;
        }
        let piece = match self.piece(left) {
            Piece::Is(Operand::Local(local)) => Piece::Not(local),
            Piece::Is(Operand::Constant(bit)) => Piece::Is(Operand::Constant(bit ^ 1)),
            Piece::Not(local) => Piece::Is(Operand::Local(local)),
            Piece::Offset(..) | Piece::Undefined => return false,
        };
        self.define(instruction, &[piece]);
        true
    }

    fn operate(
        &mut self,
        instruction: Value<'m>,
        opcode: Opcode,
        width: u32,
        a: Operand,
        b: Operand,
    ) -> Operand {
        if self.divisions != Divisions::None
            && matches!(
                opcode,
                Opcode::LLVMUDiv | Opcode::LLVMSDiv | Opcode::LLVMURem | Opcode::LLVMSRem
            )
        {
            let is_signed = matches!(opcode, Opcode::LLVMSDiv | Opcode::LLVMSRem);
            self.check_divisor(width, a, b, is_signed);
        }
        if self.check_flags {
            return self.operate_with_flags(instruction, opcode, width, a, b);
        }
        self.binary(operator(opcode), width, a, b)
    }

    /// Requires that a division is defined.
    pub(super) fn check_divisor(&mut self, width: u32, a: Operand, b: Operand, is_signed: bool) {
        if self.divisions == Divisions::All {
            self.observe(b);
            let nonzero = self.binary(BinaryOp::Ne, width, b, Operand::Constant(0));
            self.check(Property::DivisionByZero, nonzero);
        }
        if is_signed && self.divisions != Divisions::None {
            // Only with -1 does it matter whether the dividend is poison.
            let minus_one = self.all_ones(width);
            let other = self.binary(BinaryOp::Ne, width, b, minus_one);
            self.observe_unless(other, a);
            let condition = self.quotient_fits(width, a, b);
            self.require_as_it_is(Property::SignedDivisionOverflow, condition);
        }
    }

    /// Whether a is not the least number or b is not -1.
    pub(super) fn quotient_fits(&mut self, width: u32, a: Operand, b: Operand) -> Operand {
        let least = self.least(width);
        let minus_one = self.all_ones(width);
        let first = self.binary(BinaryOp::Ne, width, a, least);
        let second = self.binary(BinaryOp::Ne, width, b, minus_one);
        self.either(first, second)
    }

    /// The least signed number.
    pub(super) fn least(&mut self, width: u32) -> Operand {
        if width <= 64 {
            return Operand::Constant(1 << (width - 1));
        }
        let amount = Operand::Constant(u64::from(width) - 1);
        self.binary(BinaryOp::Shl, width, Operand::Constant(1), amount)
    }

    pub(super) fn all_ones(&mut self, width: u32) -> Operand {
        match width <= 64 {
            true => Operand::Constant(mask(width)),
            false => self.unary(UnaryOp::Not, width, Operand::Constant(0)),
        }
    }

    fn operate_with_flags(
        &mut self,
        instruction: Value<'m>,
        opcode: Opcode,
        width: u32,
        a: Operand,
        b: Operand,
    ) -> Operand {
        use Opcode::*;
        let before = self.locals_so_far();
        let mut own = Vec::new();
        if matches!(opcode, LLVMShl | LLVMLShr | LLVMAShr) {
            let limit = Operand::Constant(u64::from(width));
            // At small widths every amount may be too large for the width itself to be a constant of it.
            if u64::from(width) <= mask(width) {
                let condition = self.binary(BinaryOp::Ult, width, b, limit);
                own.push((Property::InvalidShift, condition));
            } else if width == 1 {
                let condition = self.binary(BinaryOp::Eq, 1, b, Operand::Constant(0));
                own.push((Property::InvalidShift, condition));
            }
        }
        let mut value = None;
        for (wanted, is_signed) in [
            (instruction.no_signed_wrap(), true),
            (instruction.no_unsigned_wrap(), false),
        ] {
            let property = wrapping_property(opcode, is_signed, self.tables.checks);
            // Bits that are shifted out are lost where that is not checked.
            if wanted && self.tables.checks.contains(property) {
                let exact = match opcode {
                    LLVMAdd => self.add(width, a, b, is_signed),
                    LLVMSub => self.subtract(width, a, b, is_signed),
                    LLVMMul => self.multiply(width, a, b, is_signed),
                    LLVMShl => self.shift_left(width, a, b, is_signed),
                    _ => continue,
                };
                own.push((property, exact.holds));
                value = Some(exact.value);
            }
        }
        let value = match value {
            Some(value) => value,
            None => self.binary(operator(opcode), width, a, b),
        };
        if instruction.is_exact() {
            let (back, property) = match opcode {
                LLVMUDiv | LLVMSDiv => (BinaryOp::Mul, Property::InvalidValue),
                _ => (BinaryOp::Shl, Property::InvalidShift),
            };
            if self.tables.required.contains(property) {
                let again = self.binary(back, width, value, b);
                let condition = self.binary(BinaryOp::Eq, width, again, a);
                own.push((property, condition));
            }
        }
        if instruction.is_disjoint() {
            let common = self.binary(BinaryOp::And, width, a, b);
            let condition = self.binary(BinaryOp::Eq, width, common, Operand::Constant(0));
            own.push((Property::InvalidValue, condition));
        }
        self.promise(value, width, before, own)
    }

    /// Sum and whether it fits.
    pub(super) fn add(&mut self, width: u32, a: Operand, b: Operand, is_signed: bool) -> Exact {
        let (a, b) = match a {
            Operand::Constant(_) => (b, a),
            Operand::Local(_) => (a, b),
        };
        let value = self.binary(BinaryOp::Add, width, a, b);
        let holds = match (is_signed, constant_sign(b, width)) {
            (false, _) => self.binary(BinaryOp::Ule, width, a, value),
            (true, Some(false)) => self.binary(BinaryOp::Sle, width, a, value),
            (true, Some(true)) => self.binary(BinaryOp::Slt, width, value, a),
            (true, None) => {
                let first = self.binary(BinaryOp::Xor, width, a, value);
                let second = self.binary(BinaryOp::Xor, width, b, value);
                self.sign_is_clear(width, first, second)
            }
        };
        Exact { value, holds }
    }

    /// Whether the sign bit of one of two numbers is 0.
    fn sign_is_clear(&mut self, width: u32, first: Operand, second: Operand) -> Operand {
        let both = self.binary(BinaryOp::And, width, first, second);
        self.binary(BinaryOp::Sle, width, Operand::Constant(0), both)
    }

    /// Difference and whether it fits.
    pub(super) fn subtract(
        &mut self,
        width: u32,
        a: Operand,
        b: Operand,
        is_signed: bool,
    ) -> Exact {
        let value = self.binary(BinaryOp::Sub, width, a, b);
        let holds = match (is_signed, constant_sign(b, width)) {
            (false, _) => self.binary(BinaryOp::Ule, width, b, a),
            (true, Some(false)) => self.binary(BinaryOp::Sle, width, value, a),
            (true, Some(true)) => self.binary(BinaryOp::Slt, width, a, value),
            (true, None) if a == Operand::Constant(0) => {
                let least = self.least(width);
                self.binary(BinaryOp::Ne, width, b, least)
            }
            (true, None) => {
                let first = self.binary(BinaryOp::Xor, width, a, b);
                let second = self.binary(BinaryOp::Xor, width, a, value);
                self.sign_is_clear(width, first, second)
            }
        };
        Exact { value, holds }
    }

    /// Product and whether it fits.
    pub(super) fn multiply(
        &mut self,
        width: u32,
        a: Operand,
        b: Operand,
        is_signed: bool,
    ) -> Exact {
        let (a, b) = match a {
            Operand::Constant(_) => (b, a),
            Operand::Local(_) => (a, b),
        };
        if let Operand::Constant(factor) = b
            && width <= 64
        {
            let value = self.binary(BinaryOp::Mul, width, a, b);
            let holds = self.product_fits(width, a, factor, is_signed);
            return Exact { value, holds };
        }
        if width == 64 {
            let high = match is_signed {
                true => BinaryOp::MulHighSigned,
                false => BinaryOp::MulHighUnsigned,
            };
            let value = self.binary(BinaryOp::Mul, width, a, b);
            let high = self.binary(high, width, a, b);
            let expected = match is_signed {
                true => self.binary(BinaryOp::AShr, width, value, Operand::Constant(63)),
                false => Operand::Constant(0),
            };
            let holds = self.binary(BinaryOp::Eq, width, high, expected);
            return Exact { value, holds };
        }
        let double = 2 * width;
        let wide_a = self.convert(a, width, double, is_signed);
        let wide_b = self.convert(b, width, double, is_signed);
        let product = self.binary(BinaryOp::Mul, double, wide_a, wide_b);
        let value = self.convert(product, double, width, false);
        let again = self.resize(product, double, width, double, is_signed);
        let holds = self.binary(BinaryOp::Eq, double, again, product);
        Exact { value, holds }
    }

    /// Whether the product with a constant fits: whether the other factor is in a range.
    fn product_fits(&mut self, width: u32, a: Operand, factor: u64, is_signed: bool) -> Operand {
        let (low, high) = if is_signed {
            let factor = i128::from(signed(factor, width));
            let (least, greatest) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
            let quotients = match factor {
                0 => return Operand::Constant(1),
                factor if factor > 0 => (ceil(least, factor), floor(greatest, factor)),
                factor => (ceil(greatest, factor), floor(least, factor)),
            };
            // With -1 the range reaches beyond the type.
            (quotients.0.max(least), quotients.1.min(greatest))
        } else {
            match factor {
                0 => return Operand::Constant(1),
                factor => (0, i128::from(mask(width) / factor)),
            }
        };
        let (low, span) = (low as u64 & mask(width), (high - low) as u64 & mask(width));
        if span == mask(width) {
            return Operand::Constant(1);
        }
        let distance = self.binary(BinaryOp::Sub, width, a, Operand::Constant(low));
        self.binary(BinaryOp::Ule, width, distance, Operand::Constant(span))
    }

    /// Shifted value and whether no bit that counts was lost. The amount is below the width.
    fn shift_left(&mut self, width: u32, a: Operand, b: Operand, is_signed: bool) -> Exact {
        let value = self.binary(BinaryOp::Shl, width, a, b);
        let back = match is_signed {
            true => BinaryOp::AShr,
            false => BinaryOp::LShr,
        };
        let again = self.binary(back, width, value, b);
        let holds = self.binary(BinaryOp::Eq, width, again, a);
        Exact { value, holds }
    }

    pub(super) fn compare(&mut self, instruction: Value<'m>) -> Flow {
        let (Some(predicate), Some(left), Some(right)) = (
            instruction.integer_predicate(),
            instruction.operand(0),
            instruction.operand(1),
        ) else {
            return self.unsupported("an incomplete comparison");
        };
        let of = left.value_type();
        let Some(shape) = self.shapes.of(of) else {
            return self.unsupported(&format!("a comparison of values of type {}", of.text()));
        };
        if let [scalar] = *shape {
            let (a, b) = (
                self.scalar(left, scalar.width),
                self.scalar(right, scalar.width),
            );
            if let Some(value) = self.compare_addresses(instruction, scalar.width, a, b) {
                self.define_scalar(instruction, value);
                return Ok(());
            }
            if self.only_violates(instruction) {
                // A check wants the complement.
                let opposite = self.comparison(opposite(predicate), scalar.width, a, b);
                let piece = match opposite {
                    Operand::Local(local) => Piece::Not(local),
                    Operand::Constant(bit) => Piece::Is(Operand::Constant(bit ^ 1)),
                };
                self.define(instruction, &[piece]);
            } else {
                let value = self.comparison(predicate, scalar.width, a, b);
                self.define_scalar(instruction, value);
            }
            return Ok(());
        }
        let (a, b) = (self.scalars(left), self.scalars(right));
        let mut pieces = Vec::with_capacity(shape.len());
        for ((scalar, &a), &b) in shape.iter().zip(&a).zip(&b) {
            pieces.push(Piece::Is(self.comparison(predicate, scalar.width, a, b)));
        }
        self.define(instruction, &pieces);
        Ok(())
    }

    pub(super) fn comparison(
        &mut self,
        predicate: IntegerPredicate,
        width: u32,
        a: Operand,
        b: Operand,
    ) -> Operand {
        use IntegerPredicate::*;
        match predicate {
            LLVMIntEQ => self.binary(BinaryOp::Eq, width, a, b),
            LLVMIntNE => self.binary(BinaryOp::Ne, width, a, b),
            LLVMIntULT => self.binary(BinaryOp::Ult, width, a, b),
            LLVMIntULE => self.binary(BinaryOp::Ule, width, a, b),
            LLVMIntSLT => self.binary(BinaryOp::Slt, width, a, b),
            LLVMIntSLE => self.binary(BinaryOp::Sle, width, a, b),
            LLVMIntUGT => self.binary(BinaryOp::Ult, width, b, a),
            LLVMIntUGE => self.binary(BinaryOp::Ule, width, b, a),
            LLVMIntSGT => self.binary(BinaryOp::Slt, width, b, a),
            LLVMIntSGE => self.binary(BinaryOp::Sle, width, b, a),
        }
    }

    pub(super) fn cast(&mut self, instruction: Value<'m>, opcode: Opcode) -> Flow {
        let Some(operand) = instruction.operand(0) else {
            return self.unsupported("an incomplete conversion");
        };
        if let Some(&local) = self.extended.get(&instruction.id()) {
            let (from, to) = (
                operand.value_type().integer_width(),
                instruction.value_type().integer_width(),
            );
            let mut value = Operand::Local(local);
            if self.check_flags && instruction.is_not_negative() {
                let least = Operand::Constant(1 << (from - 1));
                let condition = self.binary(BinaryOp::Ult, to, value, least);
                let own = vec![(Property::InvalidValue, condition)];
                value = self.promise(value, to, local.0 as usize, own);
            }
            self.define_scalar(instruction, value);
            return Ok(());
        }
        let (from, to) = (operand.value_type(), instruction.value_type());
        let (Some(from_shape), Some(to_shape)) = (self.shapes.of(from), self.shapes.of(to)) else {
            let what = format!("a conversion from {} to {}", from.text(), to.text());
            return self.unsupported(&what);
        };
        if matches!(opcode, Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast) {
            let same = from_shape.len() == to_shape.len()
                && from_shape
                    .iter()
                    .zip(to_shape.iter())
                    .all(|(a, b)| a.width == b.width);
            if same {
                let pieces = self.pieces(operand);
                self.define(instruction, &pieces);
                return Ok(());
            }
            return self.regroup(instruction, operand);
        }
        let sign = opcode == Opcode::LLVMSExt;
        if let ([from], [to]) = (&*from_shape, &*to_shape) {
            if let Some(number) = self.address_number(instruction, operand, from.width) {
                let value = self.convert(number, from.width, to.width, false);
                self.define_scalar(instruction, value);
                return Ok(());
            }
            if from.width == to.width {
                let pieces = self.pieces(operand);
                self.define(instruction, &pieces);
                return Ok(());
            }
            let value = self.scalar(operand, from.width);
            let value = self.cast_scalar(instruction, value, from.width, to.width, sign);
            self.define_scalar(instruction, value);
            return Ok(());
        }
        let values = self.scalars(operand);
        let mut pieces = Vec::with_capacity(to_shape.len());
        for ((from, to), value) in from_shape.iter().zip(to_shape.iter()).zip(values) {
            let value = self.cast_scalar(instruction, value, from.width, to.width, sign);
            pieces.push(Piece::Is(value));
        }
        self.define(instruction, &pieces);
        Ok(())
    }

    fn cast_scalar(
        &mut self,
        instruction: Value<'m>,
        value: Operand,
        from: u32,
        to: u32,
        sign: bool,
    ) -> Operand {
        let before = self.locals_so_far();
        let result = self.convert(value, from, to, sign);
        if !self.check_flags {
            return result;
        }
        let mut own = Vec::new();
        if instruction.is_not_negative() {
            let condition = self.binary(BinaryOp::Sle, from, Operand::Constant(0), value);
            own.push((Property::InvalidValue, condition));
        }
        for (wanted, is_signed) in [
            (instruction.no_signed_wrap(), true),
            (instruction.no_unsigned_wrap(), false),
        ] {
            if wanted {
                let property = wrapping_property(Opcode::LLVMTrunc, is_signed, self.tables.checks);
                let again = self.resize(value, from, to, from, is_signed);
                let condition = self.binary(BinaryOp::Eq, from, again, value);
                own.push((property, condition));
            }
        }
        self.promise(result, to, before, own)
    }

    /// A bit cast between vectors, or a vector and a number: the first element has the lowest bits.
    fn regroup(&mut self, instruction: Value<'m>, operand: Value<'m>) -> Flow {
        let (Some(from), Some(to)) = (
            self.shapes.of(operand.value_type()),
            self.shapes.of(instruction.value_type()),
        ) else {
            return self.unsupported("a bit cast");
        };
        let width = |scalars: &[Scalar]| scalars.first().map_or(0, |scalar| scalar.width);
        let (narrow, wide) = (width(&from), width(&to));
        let (before, behind) = (
            u64::from(narrow) * from.len() as u64,
            u64::from(wide) * to.len() as u64,
        );
        if before != behind {
            return self.unsupported("a bit cast between sizes");
        }
        let parts: Vec<(Operand, u32)> = self
            .scalars(operand)
            .into_iter()
            .map(|value| (value, narrow))
            .collect();
        let mut pieces = Vec::with_capacity(to.len());
        if narrow == 0 || wide == 0 {
            self.define(instruction, &pieces);
            return Ok(());
        }
        // Elements that begin and end together: what is poison there says nothing of the others.
        let together = common_multiple(narrow, wide);
        for group in parts.chunks((together / narrow) as usize) {
            let mut whole = self.join(group, together);
            let mut left = together;
            while left > 0 {
                pieces.push(Piece::Is(self.convert(whole, together, wide, false)));
                left -= wide;
                let amount = Operand::Constant(u64::from(wide));
                if left > 0 {
                    whole = self.binary(BinaryOp::LShr, together, whole, amount);
                }
            }
        }
        self.define(instruction, &pieces);
        Ok(())
    }

    /// Numbers side by side in one of `total` bits, the first one lowest.
    pub(super) fn join(&mut self, parts: &[(Operand, u32)], total: u32) -> Operand {
        let mut whole = Operand::Constant(0);
        let mut at = 0;
        for &(part, width) in parts {
            let wide = self.convert(part, width, total, false);
            let amount = Operand::Constant(u64::from(at));
            let shifted = self.binary(BinaryOp::Shl, total, wide, amount);
            whole = self.binary(BinaryOp::Or, total, whole, shifted);
            at += width;
        }
        whole
    }

    pub(super) fn select_instruction(&mut self, instruction: Value<'m>) -> Flow {
        let (Some(condition), Some(then), Some(otherwise)) = (
            instruction.operand(0),
            instruction.operand(1),
            instruction.operand(2),
        ) else {
            return self.unsupported("an incomplete select");
        };
        let of = instruction.value_type();
        let Some(shape) = self.shapes.of(of) else {
            return self.unsupported(&format!("a value of type {}", of.text()));
        };
        if condition.value_type().kind() == TypeKind::LLVMVectorTypeKind {
            let conditions = self.scalars(condition);
            let (then, otherwise) = (self.scalars(then), self.scalars(otherwise));
            let mut pieces = Vec::with_capacity(shape.len());
            for (index, scalar) in shape.iter().enumerate() {
                let parts = (conditions.get(index), then.get(index), otherwise.get(index));
                let (Some(&condition), Some(&then), Some(&otherwise)) = parts else {
                    return self.unsupported("a select of vectors of different lengths");
                };
                pieces.push(Piece::Is(self.select(
                    scalar.width,
                    condition,
                    then,
                    otherwise,
                )));
            }
            self.define(instruction, &pieces);
            return Ok(());
        }
        let (condition, then, otherwise) = match self.piece(condition) {
            Piece::Not(local) => (Operand::Local(local), otherwise, then),
            piece => (self.operand(piece, 1), then, otherwise),
        };
        let (then, otherwise) = (self.scalars(then), self.scalars(otherwise));
        let mut pieces = Vec::with_capacity(shape.len());
        for ((scalar, &then), &otherwise) in shape.iter().zip(&then).zip(&otherwise) {
            pieces.push(Piece::Is(self.select(
                scalar.width,
                condition,
                then,
                otherwise,
            )));
        }
        self.define_lanes(instruction, &pieces);
        Ok(())
    }

    /// A 1-bit value whose complement is known.
    pub(super) fn complement_of(holds: Operand) -> Piece {
        match holds {
            Operand::Local(local) => Piece::Not(local),
            Operand::Constant(bit) => Piece::Is(Operand::Constant(bit ^ 1)),
        }
    }
}

/// The least number of bits that elements of both widths fill.
fn common_multiple(a: u32, b: u32) -> u32 {
    let (mut greatest, mut rest) = (a, b);
    while rest != 0 {
        (greatest, rest) = (rest, greatest % rest);
    }
    a / greatest.max(1) * b
}

/// Whether a constant is negative.
fn constant_sign(operand: Operand, width: u32) -> Option<bool> {
    match operand {
        // A constant of a wider number has its high bits clear.
        Operand::Constant(_) if width > 64 => Some(false),
        Operand::Constant(value) => Some(value >> (width - 1) & 1 == 1),
        Operand::Local(_) => None,
    }
}

fn floor(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) {
        quotient - 1
    } else {
        quotient
    }
}

fn ceil(a: i128, b: i128) -> i128 {
    -floor(-a, b)
}

fn operator(opcode: Opcode) -> BinaryOp {
    match opcode {
        Opcode::LLVMAdd => BinaryOp::Add,
        Opcode::LLVMSub => BinaryOp::Sub,
        Opcode::LLVMMul => BinaryOp::Mul,
        Opcode::LLVMUDiv => BinaryOp::UDiv,
        Opcode::LLVMSDiv => BinaryOp::SDiv,
        Opcode::LLVMURem => BinaryOp::URem,
        Opcode::LLVMSRem => BinaryOp::SRem,
        Opcode::LLVMShl => BinaryOp::Shl,
        Opcode::LLVMLShr => BinaryOp::LShr,
        Opcode::LLVMAShr => BinaryOp::AShr,
        Opcode::LLVMAnd => BinaryOp::And,
        Opcode::LLVMOr => BinaryOp::Or,
        _ => BinaryOp::Xor,
    }
}

/// The predicate that holds where this one does not.
fn opposite(predicate: IntegerPredicate) -> IntegerPredicate {
    use IntegerPredicate::*;
    match predicate {
        LLVMIntEQ => LLVMIntNE,
        LLVMIntNE => LLVMIntEQ,
        LLVMIntULT => LLVMIntUGE,
        LLVMIntUGE => LLVMIntULT,
        LLVMIntULE => LLVMIntUGT,
        LLVMIntUGT => LLVMIntULE,
        LLVMIntSLT => LLVMIntSGE,
        LLVMIntSGE => LLVMIntSLT,
        LLVMIntSLE => LLVMIntSGT,
        LLVMIntSGT => LLVMIntSLE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down_and_up() {
        assert_eq!((floor(-7, 2), ceil(-7, 2)), (-4, -3));
        assert_eq!((floor(7, -2), ceil(7, -2)), (-4, -3));
        assert_eq!((floor(6, 3), ceil(6, 3)), (2, 2));
    }
}
