//! Constants: the pieces of constant values, and the numbers that constant expressions stand for.

use everypath_program::{BinaryOp, Operand};
use everypath_term::ops::mask;

use super::{Lowerer, Piece, Tables};
use crate::binding::{DataLayout, Module, Opcode, Type, TypeKind, Value, ValueKind};

/// Constant expressions nest at most this deep.
const DEPTH: u32 = 256;

/// Evaluates constants of at most 64 bits.
#[derive(Clone, Copy)]
pub(crate) struct Constants<'m> {
    pub(crate) module: &'m Module,
    pub(crate) layout: DataLayout<'m>,
    pub(crate) tables: &'m Tables,
}

impl<'m> Constants<'m> {
    /// The number that a scalar constant of at most 64 bits stands for; nothing for undefined and unknown ones.
    pub(crate) fn number(&self, value: Value<'m>) -> Option<u64> {
        self.number_at(value, 0)
    }

    fn number_at(&self, value: Value<'m>, depth: u32) -> Option<u64> {
        if depth > DEPTH {
            return None;
        }
        match value.kind() {
            ValueKind::LLVMConstantIntValueKind => value.integer(),
            ValueKind::LLVMConstantPointerNullValueKind
            | ValueKind::LLVMConstantAggregateZeroValueKind => Some(0),
            ValueKind::LLVMConstantFPValueKind => {
                let width = value.value_type().float_width()?;
                let bits = value.bit_cast(self.module.integer_type(width))?;
                bits.integer().filter(|_| width <= 64)
            }
            ValueKind::LLVMFunctionValueKind
            | ValueKind::LLVMGlobalVariableValueKind
            | ValueKind::LLVMGlobalIFuncValueKind => {
                self.tables.addresses.get(&value.id()).copied()
            }
            ValueKind::LLVMGlobalAliasValueKind => self.number_at(value.aliasee()?, depth + 1),
            ValueKind::LLVMBlockAddressValueKind => {
                let (_, block) = value.block_address()?;
                self.tables.block_addresses.get(&block.id()).copied()
            }
            ValueKind::LLVMConstantExprValueKind => self.expression(value, depth),
            _ => None,
        }
    }

    fn width(&self, of: Type<'m>) -> Option<u32> {
        match of.kind() {
            TypeKind::LLVMIntegerTypeKind => Some(of.integer_width()).filter(|&width| width <= 64),
            TypeKind::LLVMPointerTypeKind => Some(self.tables.address_width),
            _ => None,
        }
    }

    fn expression(&self, value: Value<'m>, depth: u32) -> Option<u64> {
        let width = self.width(value.value_type())?;
        let first = value.operand(0)?;
        let number = |value: Value<'m>| self.number_at(value, depth + 1);
        let binary = |op: BinaryOp| {
            let (a, b) = (number(first)?, number(value.operand(1)?)?);
            Some(everypath_term::ops::fold_binary(op, width, a, b))
        };
        match value.constant_opcode()? {
            Opcode::LLVMGetElementPtr => {
                let mut address = number(first)?;
                for (scale, index) in self.steps(value)? {
                    let index = match index {
                        Index::Constant(index) => index,
                        Index::Value(index) => {
                            let from = self.width(index.value_type())?;
                            everypath_term::ops::signed(number(index)?, from) as u64
                        }
                    };
                    address = address.wrapping_add(index.wrapping_mul(scale));
                }
                Some(address & mask(width))
            }
            Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast => match first.value_type().kind() {
                TypeKind::LLVMIntegerTypeKind | TypeKind::LLVMPointerTypeKind => number(first),
                _ => None,
            },
            Opcode::LLVMPtrToInt | Opcode::LLVMIntToPtr | Opcode::LLVMTrunc | Opcode::LLVMZExt => {
                Some(number(first)? & mask(width))
            }
            Opcode::LLVMAdd => binary(BinaryOp::Add),
            Opcode::LLVMSub => binary(BinaryOp::Sub),
            Opcode::LLVMMul => binary(BinaryOp::Mul),
            Opcode::LLVMXor => binary(BinaryOp::Xor),
            Opcode::LLVMAnd => binary(BinaryOp::And),
            Opcode::LLVMOr => binary(BinaryOp::Or),
            Opcode::LLVMShl => binary(BinaryOp::Shl),
            _ => None,
        }
    }

    /// The steps of an address computation: the size of what is stepped over, and how often. Constant offsets come as
    /// steps of size 1. Nothing for types without a size.
    pub(crate) fn steps(&self, address: Value<'m>) -> Option<Vec<(u64, Index<'m>)>> {
        let mut of = address.element_type()?;
        let mut steps = Vec::new();
        for position in 1..address.operand_count() {
            let index = address.operand(position)?;
            if position == 1 {
                steps.push((of.allocation_size(self.layout), Index::Value(index)));
                continue;
            }
            match of.kind() {
                TypeKind::LLVMStructTypeKind => {
                    // The index of a vector of addresses may be a vector; all its elements are equal.
                    let scalar = match index.value_type().kind() {
                        TypeKind::LLVMVectorTypeKind if index.is_zero() => Some(0),
                        TypeKind::LLVMVectorTypeKind => index.element(0)?.integer(),
                        _ => index.integer(),
                    };
                    let member = scalar?;
                    let offset = of.member_offset(member, self.layout)?;
                    steps.push((1, Index::Constant(offset)));
                    of = of.element(member)?;
                }
                TypeKind::LLVMVectorTypeKind => {
                    of = of.element(0)?;
                    let size = of.store_size(self.layout);
                    steps.push((size, Index::Value(index)));
                }
                _ => {
                    of = of.element(0)?;
                    steps.push((of.allocation_size(self.layout), Index::Value(index)));
                }
            }
        }
        Some(steps)
    }

    /// The 64-bit words of an integer or floating-point constant, the lowest first.
    pub(crate) fn words(&self, value: Value<'m>) -> Option<Vec<u64>> {
        let width = match value.kind() {
            ValueKind::LLVMConstantIntValueKind => value.value_type().integer_width(),
            ValueKind::LLVMConstantFPValueKind => value.value_type().float_width()?,
            _ => return self.number(value).map(|number| vec![number]),
        };
        let integer = match value.kind() {
            ValueKind::LLVMConstantFPValueKind => {
                value.bit_cast(self.module.integer_type(width))?
            }
            _ => value,
        };
        if width <= 64 {
            return integer.integer().map(|number| vec![number]);
        }
        // LLVM's C interface gives 64 bits only; its text gives all of them, as a signed decimal number.
        let text = integer.text();
        let (_, number) = text.rsplit_once(' ')?;
        decimal_words(number, width)
    }
}

/// One step of an address computation.
#[derive(Clone, Copy)]
pub(crate) enum Index<'m> {
    Constant(u64),
    Value(Value<'m>),
}

/// A decimal number, perhaps negative, as words of a number of `width` bits in two's complement.
fn decimal_words(text: &str, width: u32) -> Option<Vec<u64>> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let mut words = vec![0u64; width.div_ceil(64) as usize];
    for digit in digits.chars() {
        let mut carry = u128::from(digit.to_digit(10)?);
        for word in &mut words {
            carry += u128::from(*word) * 10;
            *word = carry as u64;
            carry >>= 64;
        }
    }
    if negative {
        let mut carry = true;
        for word in &mut words {
            let (sum, over) = (!*word).overflowing_add(u64::from(carry));
            *word = sum;
            carry = over;
        }
    }
    if let Some(last) = words.last_mut()
        && !width.is_multiple_of(64)
    {
        *last &= mask(width % 64);
    }
    Some(words)
}

impl<'m> Lowerer<'m> {
    pub(super) fn constants(&self) -> Constants<'m> {
        Constants {
            module: self.module,
            layout: self.layout,
            tables: self.tables,
        }
    }

    /// The pieces of a constant.
    pub(super) fn constant_pieces(&mut self, value: Value<'m>) -> Vec<Piece> {
        let of = value.value_type();
        let Some(shape) = self.shapes.of(of) else {
            return Vec::new();
        };
        if value.is_undefined() {
            return vec![Piece::Undefined; shape.len()];
        }
        if value.is_zero() {
            return vec![Piece::Is(Operand::Constant(0)); shape.len()];
        }
        let scalar = !matches!(
            of.kind(),
            TypeKind::LLVMStructTypeKind
                | TypeKind::LLVMArrayTypeKind
                | TypeKind::LLVMVectorTypeKind
        );
        if scalar {
            let width = shape.first().map_or(0, |scalar| scalar.width);
            return vec![self.constant_scalar(value, width)];
        }
        let mut pieces = Vec::new();
        for index in 0..of.length() {
            match value.element(index) {
                Some(element) => pieces.extend(self.constant_pieces(element)),
                None => match of.element(index) {
                    Some(of) => pieces.extend(self.undefined_pieces(of)),
                    None => break,
                },
            }
        }
        pieces
    }

    fn constant_scalar(&mut self, value: Value<'m>, width: u32) -> Piece {
        let Some(words) = self.constants().words(value) else {
            return Piece::Undefined;
        };
        let operand = self.wide_constant(&words, width);
        Piece::Is(operand)
    }

    /// A constant of any width, from words with the lowest first.
    pub(super) fn wide_constant(&mut self, words: &[u64], width: u32) -> Operand {
        let high = words.iter().rposition(|&word| word != 0).unwrap_or(0);
        let mut value = Operand::Constant(words.get(high).copied().unwrap_or(0) & mask(width));
        for &word in words.get(..high).unwrap_or_default().iter().rev() {
            let shifted = self.binary(BinaryOp::Shl, width, value, Operand::Constant(64));
            value = self.binary(BinaryOp::Or, width, shifted, Operand::Constant(word));
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_numbers_become_words() {
        assert_eq!(decimal_words("18446744073709551617", 128), Some(vec![1, 1]));
        assert_eq!(decimal_words("-1", 80), Some(vec![u64::MAX, 0xffff]));
        assert_eq!(decimal_words("true", 128), None);
    }
}
