//! Integers: operators and their checks, comparisons, conversions, select.
//!
//! The conditions of undefined behaviour are those of the LLBMC thesis, rules 4.31 to 4.36 (with its errata): wrapping
//! flags, exactness, shift amounts, divisors. They are checked where the program was not instrumented by the compiler.

use everypath_program::{BinaryOp, Operand, Property, UnaryOp};
use everypath_term::ops::{mask, signed};

use super::{Flow, Lowerer, Piece};
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
            let value = self.operate(instruction, opcode, width, a, b, 0);
            self.define_scalar(instruction, value);
            return Ok(());
        }
        let (a, b) = (self.scalars(left), self.scalars(right));
        let mut pieces = Vec::with_capacity(shape.len());
        for (lane, ((scalar, &a), &b)) in shape.iter().zip(&a).zip(&b).enumerate() {
            let value = self.operate(instruction, opcode, scalar.width, a, b, lane);
            pieces.push(Piece::Is(value));
        }
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
        lane: usize,
    ) -> Operand {
        if self.check_divisors
            && matches!(
                opcode,
                Opcode::LLVMUDiv | Opcode::LLVMSDiv | Opcode::LLVMURem | Opcode::LLVMSRem
            )
        {
            let is_signed = matches!(opcode, Opcode::LLVMSDiv | Opcode::LLVMSRem);
            self.check_divisor(width, a, b, is_signed);
        }
        if self.check_flags {
            return self.operate_with_flags(instruction, opcode, width, a, b, lane);
        }
        self.binary(operator(opcode), width, a, b)
    }

    /// Requires that a division is defined.
    pub(super) fn check_divisor(&mut self, width: u32, a: Operand, b: Operand, is_signed: bool) {
        let zero = Operand::Constant(0);
        if self.tables.checks.contains(Property::DivisionByZero) {
            let condition = self.binary(BinaryOp::Ne, width, b, zero);
            self.check(Property::DivisionByZero, condition);
        }
        if is_signed
            && self
                .tables
                .checks
                .contains(Property::SignedDivisionOverflow)
        {
            let condition = self.quotient_fits(width, a, b);
            self.check(Property::SignedDivisionOverflow, condition);
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
        lane: usize,
    ) -> Operand {
        use Opcode::*;
        let promise = Promise {
            guard: guard_of(instruction),
            lane,
        };
        if matches!(opcode, LLVMShl | LLVMLShr | LLVMAShr) {
            let limit = Operand::Constant(u64::from(width));
            // At small widths every amount may be too large for the width itself to be a constant of it.
            if u64::from(width) <= mask(width) {
                let condition = self.binary(BinaryOp::Ult, width, b, limit);
                self.require(promise, Property::InvalidShift, condition);
            } else if width == 1 {
                let condition = self.binary(BinaryOp::Eq, 1, b, Operand::Constant(0));
                self.require(promise, Property::InvalidShift, condition);
            }
        }
        let mut value = None;
        for (wanted, is_signed) in [
            (instruction.no_signed_wrap(), true),
            (instruction.no_unsigned_wrap(), false),
        ] {
            let property = match (opcode, is_signed) {
                (LLVMShl, _) => Property::InvalidShift,
                (_, true) => Property::SignedOverflow,
                (_, false) => Property::UnsignedOverflow,
            };
            // A flag is a promise of the program, so it is undefined behaviour to break it also where the check of
            // unsigned overflow in C is off.
            let property = match property {
                Property::UnsignedOverflow if !self.tables.checks.contains(property) => {
                    Property::SignedOverflow
                }
                property => property,
            };
            if wanted && self.tables.checks.contains(property) {
                let exact = match opcode {
                    LLVMAdd => self.add(width, a, b, is_signed),
                    LLVMSub => self.subtract(width, a, b, is_signed),
                    LLVMMul => self.multiply(width, a, b, is_signed),
                    LLVMShl => self.shift_left(width, a, b, is_signed),
                    _ => continue,
                };
                self.require(promise, property, exact.holds);
                value = Some(exact.value);
            }
        }
        if let Some(value) = value {
            return value;
        }
        let value = self.binary(operator(opcode), width, a, b);
        if instruction.is_exact() {
            let (back, property) = match opcode {
                LLVMUDiv | LLVMSDiv => (BinaryOp::Mul, Property::InvalidValue),
                _ => (BinaryOp::Shl, Property::InvalidShift),
            };
            if self.tables.checks.contains(property) {
                let again = self.binary(back, width, value, b);
                let condition = self.binary(BinaryOp::Eq, width, again, a);
                self.require(promise, property, condition);
            }
        }
        value
    }

    /// Requires that an operation gives a value and no poison; where a select may throw poison away, only if it does not.
    fn require(&mut self, promise: Promise, property: Property, condition: Operand) {
        if !self.tables.checks.contains(property) || condition == Operand::Constant(1) {
            return;
        }
        match promise.guard {
            Guard::None => self.check(property, condition),
            Guard::Freeze => {}
            Guard::Select { select, operand } => {
                let deferred = Deferred {
                    operand,
                    lane: promise.lane,
                    property,
                    condition,
                };
                self.deferred.entry(select).or_default().push(deferred);
            }
        }
    }

    /// Makes up for checks that were put off until a select: what it chooses must be no poison.
    fn check_chosen(&mut self, select: Value<'m>, conditions: &[Operand], swapped: bool) {
        let Some(all) = self.deferred.remove(&select.id()) else {
            return;
        };
        for deferred in all {
            let choice = conditions
                .get(deferred.lane)
                .or(conditions.first())
                .copied();
            let Some(choice) = choice else {
                continue;
            };
            // The operand is thrown away where the condition says so.
            let away = if (deferred.operand == 1) != swapped {
                self.not(choice)
            } else {
                choice
            };
            let holds = self.either(away, deferred.condition);
            self.check(deferred.property, holds);
        }
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
            self.define_scalar(instruction, Operand::Local(local));
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
            if from.width == to.width {
                let pieces = self.pieces(operand);
                self.define(instruction, &pieces);
                return Ok(());
            }
            let value = self.scalar(operand, from.width);
            let value = self.convert(value, from.width, to.width, sign);
            self.define_scalar(instruction, value);
            return Ok(());
        }
        let values = self.scalars(operand);
        let mut pieces = Vec::with_capacity(to_shape.len());
        for ((from, to), value) in from_shape.iter().zip(to_shape.iter()).zip(values) {
            pieces.push(Piece::Is(self.convert(value, from.width, to.width, sign)));
        }
        self.define(instruction, &pieces);
        Ok(())
    }

    /// A bit cast between vectors, or a vector and a number: the first element has the lowest bits.
    fn regroup(&mut self, instruction: Value<'m>, operand: Value<'m>) -> Flow {
        let (Some(from), Some(to)) = (
            self.shapes.of(operand.value_type()),
            self.shapes.of(instruction.value_type()),
        ) else {
            return self.unsupported("a bit cast");
        };
        let values = self.scalars(operand);
        let parts: Vec<(Operand, u32)> = values
            .into_iter()
            .zip(from.iter().map(|scalar| scalar.width))
            .collect();
        let total: u32 = parts.iter().map(|(_, width)| width).sum();
        let mut whole = self.join(&parts, total);
        let mut pieces = Vec::with_capacity(to.len());
        let mut left = total;
        for scalar in to.iter() {
            if scalar.width > left {
                return self.unsupported("a bit cast between sizes");
            }
            pieces.push(Piece::Is(self.convert(whole, total, scalar.width, false)));
            left -= scalar.width;
            let amount = Operand::Constant(u64::from(scalar.width));
            if left > 0 {
                whole = self.binary(BinaryOp::LShr, total, whole, amount);
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
            self.check_chosen(instruction, &conditions, false);
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
            Piece::Not(local) => {
                let complement = Operand::Local(local);
                self.check_chosen(instruction, &[complement], true);
                (complement, otherwise, then)
            }
            piece => {
                let condition = self.operand(piece, 1);
                self.check_chosen(instruction, &[condition], false);
                (condition, then, otherwise)
            }
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
        match pieces[..] {
            [Piece::Is(value)] => self.define_scalar(instruction, value),
            _ => self.define(instruction, &pieces),
        }
        Ok(())
    }

    /// An undefined value becomes one that stays the same at each use.
    pub(super) fn freeze(&mut self, instruction: Value<'m>) -> Flow {
        let Some(operand) = instruction.operand(0) else {
            return self.unsupported("an incomplete freeze");
        };
        let mut pieces = self.pieces(operand);
        if pieces.contains(&Piece::Undefined) {
            let values = self.scalars(operand);
            pieces = values.into_iter().map(Piece::Is).collect();
        }
        self.define(instruction, &pieces);
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

/// What stands between an operation and the observation of its result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guard {
    /// Nothing that is known.
    None,
    /// A freeze makes poison an arbitrary value.
    Freeze,
    /// A select that may not choose it: its id, and 1 or 2 for the value.
    Select { select: usize, operand: u32 },
}

/// Whose promise a check keeps.
#[derive(Clone, Copy)]
struct Promise {
    guard: Guard,
    lane: usize,
}

/// A check that a select makes.
pub(super) struct Deferred {
    operand: u32,
    lane: usize,
    property: Property,
    condition: Operand,
}

/// Optimisers compute values in advance that a select throws away where they are poison. Follows single uses through
/// operations without effect to the select or freeze.
fn guard_of(instruction: Value<'_>) -> Guard {
    use Opcode::*;
    let mut value = instruction;
    for _ in 0..8 {
        let Some(user) = value.only_user() else {
            return Guard::None;
        };
        match user.opcode() {
            Some(LLVMFreeze) => return Guard::Freeze,
            Some(LLVMSelect) if user.operand(0) != Some(value) => {
                let operand = if user.operand(1) == Some(value) { 1 } else { 2 };
                let select = user.id();
                return Guard::Select { select, operand };
            }
            Some(
                LLVMAdd | LLVMSub | LLVMMul | LLVMAnd | LLVMOr | LLVMXor | LLVMShl | LLVMLShr
                | LLVMAShr | LLVMTrunc | LLVMZExt | LLVMSExt | LLVMICmp,
            ) => value = user,
            _ => return Guard::None,
        }
    }
    Guard::None
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
