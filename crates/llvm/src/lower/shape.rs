//! Shapes: which scalars a type is made of, and where each lies in memory.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::binding::{DataLayout, Type, TypeKind};

/// A scalar of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scalar {
    /// Its width in bits.
    pub(crate) width: u32,
    /// Where it lies in memory, in bytes from the start.
    pub(crate) offset: u64,
}

/// A value may be made of so many scalars.
const SCALARS: usize = 4096;
/// A number may have so many bits.
const WIDTH: u32 = 1 << 14;

/// Remembers the shapes of types.
pub(crate) struct Shapes<'m> {
    layout: DataLayout<'m>,
    address_width: u32,
    known: FxHashMap<Type<'m>, Option<Rc<[Scalar]>>>,
}

impl<'m> Shapes<'m> {
    pub(crate) fn new(layout: DataLayout<'m>, address_width: u32) -> Self {
        Shapes {
            layout,
            address_width,
            known: FxHashMap::default(),
        }
    }

    /// The scalars of a type, in order; nothing for types that values in locals cannot have.
    pub(crate) fn of(&mut self, of: Type<'m>) -> Option<Rc<[Scalar]>> {
        if let Some(known) = self.known.get(&of) {
            return known.clone();
        }
        let mut scalars = Vec::new();
        let complete = self.collect(of, 0, &mut scalars, 0);
        let shape: Option<Rc<[Scalar]>> = complete.map(|()| scalars.into());
        self.known.insert(of, shape.clone());
        shape
    }

    /// The width of a type that is one scalar.
    pub(super) fn width(&mut self, of: Type<'m>) -> Option<u32> {
        match *self.of(of)? {
            [scalar] => Some(scalar.width),
            _ => None,
        }
    }

    fn collect(
        &self,
        of: Type<'m>,
        offset: u64,
        scalars: &mut Vec<Scalar>,
        depth: u32,
    ) -> Option<()> {
        if depth > 64 {
            return None;
        }
        if let Some(width) = self.scalar_width(of) {
            if width > WIDTH || scalars.len() >= SCALARS {
                return None;
            }
            scalars.push(Scalar { width, offset });
            return Some(());
        }
        match of.kind() {
            TypeKind::LLVMVoidTypeKind => Some(()),
            TypeKind::LLVMStructTypeKind => {
                for index in 0..of.length() {
                    let start = of.member_offset(index, self.layout)?;
                    let offset = offset.checked_add(start)?;
                    self.collect(of.element(index)?, offset, scalars, depth + 1)?;
                }
                Some(())
            }
            TypeKind::LLVMArrayTypeKind => {
                let element = of.element(0)?;
                let size = element.allocation_size(self.layout);
                let length = of.length();
                self.repeat(element, size, length, offset, scalars, depth)
            }
            TypeKind::LLVMVectorTypeKind => {
                // Elements of a vector lie side by side without padding.
                let element = of.element(0)?;
                let size = u64::from(self.scalar_width(element)?).div_ceil(8);
                let length = of.length();
                self.repeat(element, size, length, offset, scalars, depth)
            }
            _ => None,
        }
    }

    fn repeat(
        &self,
        element: Type<'m>,
        size: u64,
        length: u64,
        offset: u64,
        scalars: &mut Vec<Scalar>,
        depth: u32,
    ) -> Option<()> {
        // Empty elements would make the loop long without making the shape large.
        if length > SCALARS as u64 {
            return None;
        }
        for index in 0..length {
            let offset = offset.checked_add(index.checked_mul(size)?)?;
            self.collect(element, offset, scalars, depth + 1)?;
        }
        Some(())
    }

    /// The width of a scalar type.
    fn scalar_width(&self, of: Type<'m>) -> Option<u32> {
        match of.kind() {
            TypeKind::LLVMIntegerTypeKind => Some(of.integer_width()),
            TypeKind::LLVMPointerTypeKind => Some(self.address_width),
            _ => of.float_width(),
        }
    }
}

/// Whether elements of a vector type share bytes in memory.
pub(crate) fn is_packed(of: Type<'_>) -> bool {
    of.kind() == TypeKind::LLVMVectorTypeKind
        && of
            .element(0)
            .is_some_and(|element| !element.integer_width().is_multiple_of(8))
}
