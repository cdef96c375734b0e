//! Memory: variables of a frame, loads, stores, address computations, atomic accesses, copies.
//!
//! A number of N bits lies in memory as its N/8 bytes (rounded up), zero-extended. Atomic accesses are plain ones, since
//! there is one thread.

use everypath_program::{
    BinaryOp, Callee, Instruction, Local, Operand, Property, RegionKind, Service, Terminator,
};
use everypath_term::ops::{mask, signed};

use super::constants::Index;
use super::shape::is_packed;
use super::{Flow, Lowerer, Piece, bit_fields};
use crate::binding::{AtomicOperation, Opcode, Type, TypeKind, Value};

/// The most bytes of one load or store.
const ACCESS: u32 = 16;
/// The most bytes that are copied through locals where addresses are not constant.
const COPIED_IN_PLACE: u64 = 256;

/// A place in memory: base and constant offset.
#[derive(Clone, Copy)]
pub(super) struct Address {
    pub(super) base: Operand,
    pub(super) offset: u64,
}

impl Address {
    pub(super) fn plus(self, bytes: u64) -> Address {
        Address {
            offset: self.offset.wrapping_add(bytes),
            ..self
        }
    }
}

impl<'m> Lowerer<'m> {
    pub(super) fn alloca(&mut self, instruction: Value<'m>) -> Flow {
        let (Some(of), Some(count)) = (instruction.allocated_type(), instruction.operand(0)) else {
            return self.unsupported("an incomplete alloca");
        };
        if !of.is_sized() || of.kind() == TypeKind::LLVMScalableVectorTypeKind {
            return self.unsupported(&format!("a variable of type {}", of.text()));
        }
        let width = self.address_width;
        let element = of.allocation_size(self.layout);
        let from = count.value_type().integer_width();
        let count = self.scalar(count, from);
        let count = self.convert(count, from, width, false);
        let (size, constant) = match count {
            Operand::Constant(count) => {
                let Some(size) = element.checked_mul(count).filter(|&s| s <= mask(width)) else {
                    return self.unsupported("a variable that is larger than the address space");
                };
                (Operand::Constant(size), Some(size))
            }
            count => {
                let factor = Operand::Constant(element & mask(width));
                let size = self.multiply(width, count, factor, false);
                self.check(Property::ArrayBounds, size.holds);
                (size.value, None)
            }
        };
        let alignment = instruction.alignment().max(1).next_power_of_two();
        let name = self.variable_name(instruction);
        let to = self.named(instruction.name(), width);
        self.push(Instruction::Allocate {
            to,
            size,
            alignment,
            kind: RegionKind::Local,
            zeroed: false,
            name,
        });
        self.source.add_variable(instruction, to, constant);
        self.new_variables.insert(instruction.id());
        self.define(instruction, &[Piece::Is(Operand::Local(to))]);
        Ok(())
    }

    fn variable_name(&self, alloca: Value<'m>) -> String {
        if let Some(name) = self.source.variable_name(alloca) {
            return name.to_owned();
        }
        let name = alloca.name();
        match name.strip_suffix(".addr").unwrap_or(&name) {
            "" => "temporary".to_owned(),
            name => name.to_owned(),
        }
    }

    /// The address that a pointer holds.
    pub(super) fn address(&mut self, pointer: Value<'m>) -> Address {
        match self.piece(pointer) {
            Piece::Offset(base, offset) => Address {
                base: Operand::Local(base),
                offset,
            },
            piece => Address {
                base: self.operand(piece, self.address_width),
                offset: 0,
            },
        }
    }

    /// A place as one operand.
    pub(super) fn flat(&mut self, address: Address) -> Operand {
        self.add_offset(address.base, address.offset)
    }

    pub(super) fn load_instruction(&mut self, instruction: Value<'m>) -> Flow {
        let Some(pointer) = instruction.operand(0) else {
            return self.unsupported("an incomplete load");
        };
        let of = instruction.value_type();
        let Some(shape) = self.shapes.of(of) else {
            return self.unsupported(&format!("a load of type {}", of.text()));
        };
        self.check_punned(instruction, of, pointer);
        let address = self.address(pointer);
        self.note_punned_address(instruction, of, pointer, address);
        if self.tables.checks.contains(Property::UninitializedRead) {
            match bit_fields::is_unit(instruction) {
                true => self.begin_bit_field(instruction, pointer, address)?,
                false => self.define_travelling(of, pointer, address),
            }
        }
        if let [scalar] = *shape
            && let Some(()) = self.load_extended(instruction, address, scalar.width)
        {
            return Ok(());
        }
        let pieces = self.load(of, address)?;
        self.define_lanes(instruction, &pieces);
        self.end_bit_field(instruction);
        Ok(())
    }

    /// A load whose only user extends it is one instruction.
    fn load_extended(&mut self, load: Value<'m>, address: Address, width: u32) -> Option<()> {
        let user = load.only_user()?;
        let signed = match user.opcode()? {
            Opcode::LLVMSExt => true,
            Opcode::LLVMZExt => false,
            _ => return None,
        };
        let wide = user.value_type().integer_width();
        if width > 32 || !width.is_multiple_of(8) || wide > 64 || wide < width {
            return None;
        }
        let to = self.named(user.name(), wide);
        self.push(Instruction::Load {
            to,
            address: address.base,
            offset: address.offset & mask(self.address_width),
            size: width / 8,
            width: wide,
            signed,
        });
        self.extended.insert(user.id(), to);
        Some(())
    }

    /// Loads all scalars of a type.
    pub(super) fn load(
        &mut self,
        of: Type<'m>,
        address: Address,
    ) -> Result<Vec<Piece>, super::Stopped> {
        let Some(shape) = self.shapes.of(of) else {
            self.unsupported(&format!("a load of type {}", of.text()))?;
            return Ok(Vec::new());
        };
        let mut pieces = Vec::with_capacity(shape.len());
        if is_packed(of) {
            // Elements share bytes: the first has the lowest bits of one number.
            let total: u32 = shape.iter().map(|scalar| scalar.width).sum();
            if total == 0 {
                return Ok(pieces);
            }
            let whole = self.load_number(address, total);
            let mut at = 0;
            for scalar in shape.iter() {
                let amount = Operand::Constant(u64::from(at));
                let shifted = self.binary(BinaryOp::LShr, total, whole, amount);
                pieces.push(Piece::Is(self.convert(shifted, total, scalar.width, false)));
                at += scalar.width;
            }
            return Ok(pieces);
        }
        for scalar in shape.iter() {
            let value = self.load_number(address.plus(scalar.offset), scalar.width);
            pieces.push(Piece::Is(value));
        }
        Ok(pieces)
    }

    /// Loads a number of any width.
    pub(super) fn load_number(&mut self, address: Address, width: u32) -> Operand {
        let bytes = width.div_ceil(8);
        let stored = 8 * bytes;
        let mut parts = Vec::new();
        let mut at = 0;
        while at < bytes {
            let size = (bytes - at).min(ACCESS);
            let to = self.fresh(8 * size);
            let place = address.plus(u64::from(at));
            self.push(Instruction::Load {
                to,
                address: place.base,
                offset: place.offset & mask(self.address_width),
                size,
                width: 8 * size,
                signed: false,
            });
            parts.push((Operand::Local(to), 8 * size));
            at += size;
        }
        let whole = match parts[..] {
            [(only, _)] => only,
            _ => self.join(&parts, stored),
        };
        self.convert(whole, stored, width, false)
    }

    /// Stores a number of any width.
    pub(super) fn store_number(&mut self, address: Address, value: Operand, width: u32) {
        let bytes = width.div_ceil(8);
        let stored = 8 * bytes;
        let value = self.convert(value, width, stored, false);
        let mut at = 0;
        while at < bytes {
            let size = (bytes - at).min(ACCESS);
            let amount = Operand::Constant(u64::from(8 * at));
            let part = self.binary(BinaryOp::LShr, stored, value, amount);
            let place = address.plus(u64::from(at));
            self.push(Instruction::Store {
                address: place.base,
                offset: place.offset & mask(self.address_width),
                value: part,
                width: stored,
                size,
            });
            at += size;
        }
    }

    pub(super) fn store_instruction(&mut self, instruction: Value<'m>) -> Flow {
        let (Some(value), Some(pointer)) = (instruction.operand(0), instruction.operand(1)) else {
            return self.unsupported("an incomplete store");
        };
        let of = value.value_type();
        let Some(shape) = self.shapes.of(of) else {
            return self.unsupported(&format!("a store of type {}", of.text()));
        };
        self.check_punned(instruction, of, pointer);
        let address = self.address(pointer);
        let values = self.scalars(value);
        if is_packed(of) {
            let parts: Vec<(Operand, u32)> = values
                .into_iter()
                .zip(shape.iter().map(|scalar| scalar.width))
                .collect();
            let total: u32 = parts.iter().map(|(_, width)| width).sum();
            if total > 0 {
                let whole = self.join(&parts, total);
                self.store_number(address, whole, total);
            }
            return Ok(());
        }
        for (scalar, value) in shape.iter().zip(values) {
            self.store_number(address.plus(scalar.offset), value, scalar.width);
        }
        self.end_bit_field(instruction);
        Ok(())
    }

    pub(super) fn address_computation(&mut self, instruction: Value<'m>) -> Flow {
        let Some(pointer) = instruction.operand(0) else {
            return self.unsupported("an incomplete getelementptr");
        };
        let Some(steps) = self.constants().steps(instruction) else {
            return self.unsupported("a getelementptr into a type without a size");
        };
        if instruction.value_type().kind() == TypeKind::LLVMVectorTypeKind {
            return self.address_vector(instruction, pointer, &steps);
        }
        let width = self.address_width;
        let Address { base, mut offset } = self.address(pointer);
        let mut sum = base;
        for &(scale, index) in &steps {
            let index = match index {
                Index::Constant(index) => Operand::Constant(index),
                Index::Value(index) => {
                    let from = index.value_type().integer_width();
                    match self.scalar(index, from) {
                        Operand::Constant(constant) if from <= 64 => {
                            Operand::Constant(signed(constant, from) as u64)
                        }
                        operand => self.convert(operand, from, width, true),
                    }
                }
            };
            match index {
                Operand::Constant(index) => {
                    offset = offset.wrapping_add(index.wrapping_mul(scale));
                }
                index => {
                    let bytes = self.scaled(index, scale);
                    sum = self.binary(BinaryOp::Add, width, sum, bytes);
                }
            }
        }
        let offset = offset & mask(width);
        match sum {
            Operand::Constant(base) => {
                let address = base.wrapping_add(offset) & mask(width);
                self.define(instruction, &[Piece::Is(Operand::Constant(address))]);
            }
            Operand::Local(_) if offset == 0 => {
                if sum == base {
                    self.define(instruction, &[Piece::Is(sum)]);
                } else {
                    self.define_scalar(instruction, sum);
                }
            }
            // Loads and stores add the offset themselves.
            Operand::Local(base) if only_accessed(instruction) => {
                self.define(instruction, &[Piece::Offset(base, offset)]);
            }
            Operand::Local(_) => {
                let value = self.add_offset(sum, offset);
                self.define_scalar(instruction, value);
            }
        }
        Ok(())
    }

    fn scaled(&mut self, index: Operand, scale: u64) -> Operand {
        let width = self.address_width;
        let scale = scale & mask(width);
        match scale.is_power_of_two() {
            true => {
                let amount = Operand::Constant(u64::from(scale.trailing_zeros()));
                self.binary(BinaryOp::Shl, width, index, amount)
            }
            false => self.binary(BinaryOp::Mul, width, index, Operand::Constant(scale)),
        }
    }

    /// Addresses computed element by element; scalars stand for all elements.
    fn address_vector(
        &mut self,
        instruction: Value<'m>,
        pointer: Value<'m>,
        steps: &[(u64, Index<'m>)],
    ) -> Flow {
        let width = self.address_width;
        let count = instruction.value_type().length() as usize;
        let bases = self.scalars(pointer);
        let element = |values: &[Operand], lane: usize| {
            let only = values.len() == 1;
            values.get(if only { 0 } else { lane }).copied()
        };
        let mut sums: Vec<Operand> = (0..count)
            .filter_map(|lane| element(&bases, lane))
            .collect();
        for &(scale, index) in steps {
            let (values, from) = match index {
                Index::Constant(offset) => (vec![Operand::Constant(offset)], width),
                Index::Value(index) => {
                    let of = index.value_type();
                    let scalar = match of.kind() {
                        TypeKind::LLVMVectorTypeKind => of.element(0).unwrap_or(of),
                        _ => of,
                    };
                    (self.scalars(index), scalar.integer_width())
                }
            };
            for (lane, sum) in sums.iter_mut().enumerate() {
                let Some(index) = element(&values, lane) else {
                    continue;
                };
                let index = self.convert(index, from, width, true);
                let bytes = self.scaled(index, scale);
                *sum = self.binary(BinaryOp::Add, width, *sum, bytes);
            }
        }
        let pieces: Vec<Piece> = sums.into_iter().map(Piece::Is).collect();
        self.define(instruction, &pieces);
        Ok(())
    }

    pub(super) fn compare_exchange(&mut self, instruction: Value<'m>) -> Flow {
        let (Some(pointer), Some(expected), Some(new)) = (
            instruction.operand(0),
            instruction.operand(1),
            instruction.operand(2),
        ) else {
            return self.unsupported("an incomplete cmpxchg");
        };
        let Some(width) = self.shapes.width(new.value_type()) else {
            return self.unsupported("a cmpxchg of several values");
        };
        let address = self.address(pointer);
        let (expected, new) = (self.scalar(expected, width), self.scalar(new, width));
        let old = self.load_number(address, width);
        let equal = self.binary(BinaryOp::Eq, width, old, expected);
        let value = self.select(width, equal, new, old);
        self.store_number(address, value, width);
        self.define(instruction, &[Piece::Is(old), Piece::Is(equal)]);
        Ok(())
    }

    pub(super) fn read_modify_write(&mut self, instruction: Value<'m>) -> Flow {
        let (Some(pointer), Some(operand), Some(operation)) = (
            instruction.operand(0),
            instruction.operand(1),
            instruction.atomic_operation(),
        ) else {
            return self.unsupported("an incomplete atomicrmw");
        };
        let of = operand.value_type();
        let Some(width) = self.shapes.width(of) else {
            return self.unsupported("an atomicrmw of several values");
        };
        let address = self.address(pointer);
        let b = self.scalar(operand, width);
        let a = self.load_number(address, width);
        use AtomicOperation::*;
        let value = match operation {
            LLVMAtomicRMWBinOpXchg => b,
            LLVMAtomicRMWBinOpAdd => self.binary(BinaryOp::Add, width, a, b),
            LLVMAtomicRMWBinOpSub => self.binary(BinaryOp::Sub, width, a, b),
            LLVMAtomicRMWBinOpAnd => self.binary(BinaryOp::And, width, a, b),
            LLVMAtomicRMWBinOpOr => self.binary(BinaryOp::Or, width, a, b),
            LLVMAtomicRMWBinOpXor => self.binary(BinaryOp::Xor, width, a, b),
            LLVMAtomicRMWBinOpNand => {
                let both = self.binary(BinaryOp::And, width, a, b);
                self.unary(everypath_program::UnaryOp::Not, width, both)
            }
            LLVMAtomicRMWBinOpMax => self.binary(BinaryOp::SMax, width, a, b),
            LLVMAtomicRMWBinOpMin => self.binary(BinaryOp::SMin, width, a, b),
            LLVMAtomicRMWBinOpUMax => self.binary(BinaryOp::UMax, width, a, b),
            LLVMAtomicRMWBinOpUMin => self.binary(BinaryOp::UMin, width, a, b),
            LLVMAtomicRMWBinOpUIncWrap => {
                let next = self.binary(BinaryOp::Add, width, a, Operand::Constant(1));
                let wraps = self.binary(BinaryOp::Ule, width, b, a);
                self.select(width, wraps, Operand::Constant(0), next)
            }
            LLVMAtomicRMWBinOpUDecWrap => {
                let next = self.binary(BinaryOp::Sub, width, a, Operand::Constant(1));
                let zero = self.binary(BinaryOp::Eq, width, a, Operand::Constant(0));
                let above = self.binary(BinaryOp::Ult, width, b, a);
                let wraps = self.either(zero, above);
                self.select(width, wraps, b, next)
            }
            LLVMAtomicRMWBinOpFAdd
            | LLVMAtomicRMWBinOpFSub
            | LLVMAtomicRMWBinOpFMax
            | LLVMAtomicRMWBinOpFMin => match self.atomic_float(operation, of, a, b) {
                Some(value) => value,
                None => return self.unsupported(&format!("an atomicrmw of type {}", of.text())),
            },
        };
        self.store_number(address, value, width);
        self.define_scalar(instruction, a);
        Ok(())
    }

    // Copies.

    /// Copies bytes, as if all were read first.
    pub(super) fn copy_bytes(&mut self, to: Address, from: Address, size: Operand) -> Flow {
        let initialised = !self.tables.checks.contains(Property::UninitializedRead);
        match size {
            Operand::Constant(0) => return Ok(()),
            Operand::Constant(bytes @ (1 | 2 | 4 | 8)) if initialised => {
                let value = self.load_number(from, 8 * bytes as u32);
                self.store_number(to, value, 8 * bytes as u32);
                return Ok(());
            }
            Operand::Constant(_) | Operand::Local(_) => {}
        }
        let (to, from) = (self.flat(to), self.flat(from));
        let done = self.service(Service::CopyMemory, &[to, from, size]);
        let condition = self.binary(BinaryOp::Ne, self.address_width, done, Operand::Constant(0));
        self.unless(condition, |lowerer| match size {
            Operand::Constant(bytes) if bytes <= COPIED_IN_PLACE => {
                lowerer.copy_through_locals(to, from, bytes);
                Ok(())
            }
            _ => match lowerer.tables.copy_bytes {
                Some(function) => {
                    lowerer.call_library(function, &[to, from, size], &[]);
                    Ok(())
                }
                None => {
                    lowerer.unsupported("a copy between symbolic addresses or of symbolic size")
                }
            },
        });
        Ok(())
    }

    fn copy_through_locals(&mut self, to: Operand, from: Operand, bytes: u64) {
        let place = |base: Operand, offset: u64| Address { base, offset };
        let mut parts = Vec::new();
        let mut at = 0;
        while at < bytes {
            let size = (bytes - at).min(8);
            parts.push((at, self.load_number(place(from, at), 8 * size as u32), size));
            at += size;
        }
        for (at, value, size) in parts {
            self.store_number(place(to, at), value, 8 * size as u32);
        }
    }

    /// Sets bytes.
    pub(super) fn fill_bytes(&mut self, to: Address, byte: Operand, size: Operand) -> Flow {
        if let (Operand::Constant(byte), Operand::Constant(bytes @ (0 | 1 | 2 | 4 | 8))) =
            (byte, size)
        {
            if bytes > 0 {
                let width = 8 * bytes as u32;
                let value = ((byte & 0xff) * 0x0101_0101_0101_0101) & mask(width);
                self.store_number(to, Operand::Constant(value), width);
            }
            return Ok(());
        }
        let to = self.flat(to);
        let byte = self.convert(byte, 8, self.address_width, false);
        let done = self.service(Service::FillMemory, &[to, byte, size]);
        let condition = self.binary(BinaryOp::Ne, self.address_width, done, Operand::Constant(0));
        self.unless(condition, |lowerer| match size {
            Operand::Constant(bytes) if bytes <= COPIED_IN_PLACE => {
                let byte = lowerer.convert(byte, lowerer.address_width, 8, false);
                for at in 0..bytes {
                    let place = Address {
                        base: to,
                        offset: at,
                    };
                    lowerer.store_number(place, byte, 8);
                }
                Ok(())
            }
            _ => match lowerer.tables.fill_bytes {
                Some(function) => {
                    let byte = lowerer.convert(byte, lowerer.address_width, 32, false);
                    lowerer.call_library(function, &[to, byte, size], &[]);
                    Ok(())
                }
                None => lowerer.unsupported("a memset of a symbolic address or size"),
            },
        });
        Ok(())
    }

    /// A service with a result.
    pub(super) fn service(&mut self, service: Service, arguments: &[Operand]) -> Operand {
        let to = self.fresh(self.address_width);
        self.push(Instruction::Service {
            service,
            to: Some(to),
            arguments: arguments.into(),
        });
        Operand::Local(to)
    }

    /// A service whose result nobody wants.
    pub(super) fn effect(&mut self, service: Service, arguments: &[Operand]) {
        self.push(Instruction::Service {
            service,
            to: None,
            arguments: arguments.into(),
        });
    }

    /// Calls a function of the C library.
    pub(super) fn call_library(&mut self, function: u32, arguments: &[Operand], results: &[Local]) {
        let position = self.position();
        let next = self.new_part();
        self.end(Terminator::Call {
            callee: Callee::Function(everypath_program::BlockKey::at(u64::from(function) << 32)),
            arguments: arguments.into(),
            results: results.into(),
            return_to: next,
        });
        self.continue_in(next, position);
    }
}

/// Whether an address is only used by loads from it and stores to it.
fn only_accessed(address: Value<'_>) -> bool {
    address.users().all(|user| match user.opcode() {
        Some(Opcode::LLVMLoad) => true,
        Some(Opcode::LLVMStore) => user.operand(0) != Some(address),
        _ => false,
    })
}
