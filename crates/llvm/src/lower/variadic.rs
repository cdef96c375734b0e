//! Variable arguments: how a call passes them, and what `va_start` and `va_copy` do.
//!
//! They lie side by side in an object of the caller's frame, as in the overflow area of the System V ABI; their
//! address is passed in a cell of memory that the callee reads first, so that parameters and arguments agree
//! in number whether or not the caller knows that the callee takes variable arguments.
//!
//! Before them the object has a header, from which the C library knows what was passed (`arguments.h`): 8 bytes with the
//! header's size, a multiple of 16, then for each slot of the width of an address a byte, the kind of the argument that begins there.

use everypath_program::{BinaryOp, Instruction, Operand, RegionKind, Service, VARIABLE_ARGUMENTS};

use super::memory::Address;
use super::{Flow, Lowerer, Stopped};
use crate::binding::{Place, Type, TypeKind, Value};

/// What an argument is to the functions of the C library that take it; the numbers are those of `enum argument_kind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum ArgumentKind {
    /// No argument begins here.
    None,
    /// An integer of at most 32 bits.
    Int,
    /// An integer of 33 to 64 bits.
    Wide,
    /// A floating-point number of 64 bits.
    Double,
    /// One of 80 bits.
    Extended,
    /// An address.
    Pointer,
    /// Anything else.
    Other,
}

impl ArgumentKind {
    fn of(passed: Type<'_>) -> ArgumentKind {
        match passed.kind() {
            TypeKind::LLVMIntegerTypeKind => match passed.integer_width() {
                ..=32 => ArgumentKind::Int,
                33..=64 => ArgumentKind::Wide,
                _ => ArgumentKind::Other,
            },
            TypeKind::LLVMDoubleTypeKind => ArgumentKind::Double,
            TypeKind::LLVMX86_FP80TypeKind => ArgumentKind::Extended,
            TypeKind::LLVMPointerTypeKind => ArgumentKind::Pointer,
            _ => ArgumentKind::Other,
        }
    }
}

/// The words of the header.
fn header(kinds: &[ArgumentKind]) -> Vec<u64> {
    let size = (8 + kinds.len()).next_multiple_of(16);
    let mut bytes = vec![0u8; size - 8];
    for (byte, &kind) in bytes.iter_mut().zip(kinds) {
        *byte = kind as u8;
    }
    let words = bytes.chunks_exact(8).map(|word| {
        word.iter()
            .rev()
            .fold(0, |word, &byte| word << 8 | u64::from(byte))
    });
    std::iter::once(size as u64).chain(words).collect()
}

impl<'m> Lowerer<'m> {
    /// Stores variable arguments side by side and their address in the cell. Gives the mark that releases them.
    pub(super) fn pass_variable_arguments(
        &mut self,
        call: Value<'m>,
        arguments: &[Value<'m>],
        fixed: usize,
    ) -> Result<Option<Operand>, Stopped> {
        let slot = u64::from(self.address_width / 8);
        let cell = Address {
            base: Operand::Constant(self.tables.variadic_cell),
            offset: 0,
        };
        let mut layout = Vec::new();
        let mut size = 0u64;
        let mut kinds = Vec::new();
        for (number, &argument) in arguments.iter().enumerate().skip(fixed) {
            let place = Place::Parameter(number as u32);
            let in_memory = call.attribute_type(place, "byval");
            let of = in_memory.unwrap_or(argument.value_type());
            if in_memory.is_none() && self.shapes.of(of).is_none() {
                self.unsupported(&format!("an argument of type {}", of.text()))?;
            }
            let alignment = of.alignment(self.layout);
            if slot == 8 && alignment > 8 {
                size = size.next_multiple_of(16);
            }
            layout.push((argument, in_memory, size));
            kinds.resize((size / slot) as usize, ArgumentKind::None);
            kinds.push(match in_memory {
                Some(_) => ArgumentKind::Other,
                None => ArgumentKind::of(of),
            });
            size += of.allocation_size(self.layout).next_multiple_of(slot);
        }
        if layout.is_empty() {
            self.store_number(cell, Operand::Constant(0), self.address_width);
            return Ok(None);
        }
        let header = header(&kinds);
        let begin = header.len() as u64 * 8;
        let mark = self.service(Service::MarkLocals, &[]);
        let area = self.fresh(self.address_width);
        self.push(Instruction::Allocate {
            to: area,
            size: Operand::Constant(begin + size),
            alignment: 16,
            kind: RegionKind::Local,
            zeroed: false,
            name: VARIABLE_ARGUMENTS.to_owned(),
        });
        for (number, word) in header.into_iter().enumerate() {
            let place = Address {
                base: Operand::Local(area),
                offset: number as u64 * 8,
            };
            self.store_number(place, Operand::Constant(word), 64);
        }
        for (argument, in_memory, offset) in layout {
            let to = Address {
                base: Operand::Local(area),
                offset: begin + offset,
            };
            match in_memory {
                Some(of) => {
                    let from = self.address(argument);
                    let size = of.allocation_size(self.layout);
                    self.copy_bytes(to, from, Operand::Constant(size))?;
                }
                None => {
                    let of = argument.value_type();
                    let Some(shape) = self.shapes.of(of) else {
                        continue;
                    };
                    let values = self.scalars(argument);
                    for (scalar, value) in shape.iter().zip(values) {
                        // A number that is narrower than a slot fills it.
                        let only = shape.len() == 1 && scalar.width < self.address_width;
                        let width = if only {
                            self.address_width
                        } else {
                            scalar.width
                        };
                        let value = self.convert(value, scalar.width, width, false);
                        let place = Address {
                            offset: begin + offset + scalar.offset,
                            ..to
                        };
                        self.store_number(place, value, width);
                    }
                }
            }
        }
        let width = self.address_width;
        let first = self.binary(
            BinaryOp::Add,
            width,
            Operand::Local(area),
            Operand::Constant(begin),
        );
        self.store_number(cell, first, width);
        Ok(Some(mark))
    }

    /// Fills in a `va_list` whose registers are used up, so that every argument is taken from memory.
    pub(super) fn variable_arguments_start(&mut self, arguments: &[Value<'m>]) -> Flow {
        let (Some(&list), Some(area)) = (arguments.first(), self.variable_arguments) else {
            return self.unsupported("va_start in a function without variable arguments");
        };
        let list = self.address(list);
        let at = |offset: u64| Address {
            base: list.base,
            offset: list.offset.wrapping_add(offset),
        };
        if self.address_width == 32 {
            self.store_number(at(0), area, 32);
            return Ok(());
        }
        // System V ABI for x86-64, figure 3.34: gp_offset, fp_offset, overflow_arg_area, reg_save_area.
        self.store_number(at(0), Operand::Constant(48), 32);
        self.store_number(at(4), Operand::Constant(176), 32);
        self.store_number(at(8), area, 64);
        self.store_number(at(16), Operand::Constant(0), 64);
        Ok(())
    }

    pub(super) fn variable_arguments_copy(&mut self, arguments: &[Value<'m>]) -> Flow {
        let &[to, from] = arguments else {
            return self.unsupported("an incomplete intrinsic");
        };
        let (to, from) = (self.address(to), self.address(from));
        let words = if self.address_width == 32 { 1 } else { 3 };
        let width = self.address_width;
        for word in 0..words {
            let offset = word * u64::from(width / 8);
            let at = |place: Address| Address {
                offset: place.offset.wrapping_add(offset),
                ..place
            };
            let value = self.load_number(at(from), width);
            self.store_number(at(to), value, width);
        }
        Ok(())
    }
}
