//! Members of structs and arrays, and elements of vectors, which are locals of their own.

use everypath_program::{BinaryOp, Operand};

use super::{Flow, Lowerer, Piece};
use crate::binding::{Type, Value};

impl<'m> Lowerer<'m> {
    /// Where the scalars of a member begin and how many they are.
    fn member(&mut self, of: Type<'m>, indices: &[u32]) -> Option<(usize, usize)> {
        let mut of = of;
        let mut start = 0;
        for &index in indices {
            let wanted = u64::from(index);
            if wanted >= of.length() {
                return None;
            }
            for before in 0..wanted {
                let element = of.element(before)?;
                start += self.shapes.of(element)?.len();
            }
            of = of.element(wanted)?;
        }
        Some((start, self.shapes.of(of)?.len()))
    }

    pub(super) fn extract_value(&mut self, instruction: Value<'m>) -> Flow {
        let Some(whole) = instruction.operand(0) else {
            return self.unsupported("an incomplete extractvalue");
        };
        let of = whole.value_type();
        let Some((start, count)) = self.member(of, &instruction.indices()) else {
            return self.unsupported(&format!("a value of type {}", of.text()));
        };
        let pieces = self.pieces(whole);
        let part = pieces.get(start..start + count).unwrap_or_default();
        self.define(instruction, part);
        Ok(())
    }

    pub(super) fn insert_value(&mut self, instruction: Value<'m>) -> Flow {
        let (Some(whole), Some(part)) = (instruction.operand(0), instruction.operand(1)) else {
            return self.unsupported("an incomplete insertvalue");
        };
        let of = whole.value_type();
        let Some((start, count)) = self.member(of, &instruction.indices()) else {
            return self.unsupported(&format!("a value of type {}", of.text()));
        };
        let mut pieces = self.pieces(whole);
        let part = self.pieces(part);
        if let Some(place) = pieces.get_mut(start..start + count)
            && part.len() == count
        {
            place.copy_from_slice(&part);
        }
        self.define(instruction, &pieces);
        Ok(())
    }

    /// The width of a vector's elements, if it has a shape.
    fn element_width(&mut self, of: Type<'m>) -> Option<u32> {
        self.shapes.of(of)?;
        self.shapes.width(of.element(0)?)
    }

    pub(super) fn extract_element(&mut self, instruction: Value<'m>) -> Flow {
        let (Some(vector), Some(index)) = (instruction.operand(0), instruction.operand(1)) else {
            return self.unsupported("an incomplete extractelement");
        };
        let Some(width) = self.element_width(vector.value_type()) else {
            return self.unsupported(&format!("a vector of type {}", vector.value_type().text()));
        };
        let index_width = index.value_type().integer_width();
        match self.scalar(index, index_width) {
            Operand::Constant(index) => {
                let pieces = self.pieces(vector);
                let found = usize::try_from(index).ok().and_then(|i| pieces.get(i));
                let piece = found.copied().unwrap_or(Piece::Undefined);
                self.define(instruction, &[piece]);
            }
            index => {
                let elements = self.scalars(vector);
                let mut value = self.operand(Piece::Undefined, width);
                for (number, &element) in elements.iter().enumerate() {
                    let number = Operand::Constant(number as u64);
                    let here = self.binary(BinaryOp::Eq, index_width, index, number);
                    value = self.select(width, here, element, value);
                }
                self.define_scalar(instruction, value);
            }
        }
        Ok(())
    }

    pub(super) fn insert_element(&mut self, instruction: Value<'m>) -> Flow {
        let (Some(vector), Some(element), Some(index)) = (
            instruction.operand(0),
            instruction.operand(1),
            instruction.operand(2),
        ) else {
            return self.unsupported("an incomplete insertelement");
        };
        let Some(width) = self.element_width(vector.value_type()) else {
            return self.unsupported(&format!("a vector of type {}", vector.value_type().text()));
        };
        let index_width = index.value_type().integer_width();
        match self.scalar(index, index_width) {
            Operand::Constant(index) => {
                let mut pieces = self.pieces(vector);
                let element = self.piece(element);
                if let Some(place) = usize::try_from(index).ok().and_then(|i| pieces.get_mut(i)) {
                    *place = element;
                }
                self.define(instruction, &pieces);
            }
            index => {
                let element = self.scalar(element, width);
                let mut pieces = Vec::new();
                for (number, old) in self.scalars(vector).into_iter().enumerate() {
                    let number = Operand::Constant(number as u64);
                    let here = self.binary(BinaryOp::Eq, index_width, index, number);
                    pieces.push(Piece::Is(self.select(width, here, element, old)));
                }
                self.define(instruction, &pieces);
            }
        }
        Ok(())
    }

    pub(super) fn shuffle(&mut self, instruction: Value<'m>) -> Flow {
        let (Some(first), Some(second)) = (instruction.operand(0), instruction.operand(1)) else {
            return self.unsupported("an incomplete shufflevector");
        };
        if self.shapes.of(instruction.value_type()).is_none()
            || self.shapes.of(first.value_type()).is_none()
        {
            let text = instruction.value_type().text();
            return self.unsupported(&format!("a vector of type {text}"));
        }
        let mut all = self.pieces(first);
        all.extend(self.pieces(second));
        let pieces: Vec<Piece> = instruction
            .shuffle_mask()
            .into_iter()
            .map(|index| {
                let found = index.and_then(|index| all.get(index as usize));
                found.copied().unwrap_or(Piece::Undefined)
            })
            .collect();
        self.define(instruction, &pieces);
        Ok(())
    }
}
