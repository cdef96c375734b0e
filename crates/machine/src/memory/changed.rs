//! What two versions of a memory differ in, as cells of objects that both have, and those cells read and written.

use std::collections::BTreeSet;

use everypath_program::Permissions;
use everypath_term::{Term, TermTable};

use super::flat_array::FlatArray;
use super::merge::{INTEGER, joined};
use super::object::shares_page;
use super::page::{Byte, PAGE};
use super::span::{ArrayRegion, Part};
use super::{Memory, Object, ObjectId, WIDEST};
use crate::lives::Lives;
use crate::widen::{Cell, Unlike};

impl Memory {
    /// Adds the cells in which another version of this memory differs. `checked`: whether it matters what was never written.
    pub(crate) fn changed(
        &self,
        terms: &TermTable,
        back: &Memory,
        checked: bool,
        address_width: u32,
        cells: &mut BTreeSet<Cell>,
    ) -> Result<(), Unlike> {
        for number in self.objects.unshared(&back.objects) {
            let id = ObjectId(number as u32);
            let live = |memory: &Memory| number < memory.objects.len() && memory.is_live(id);
            match (live(self), live(back)) {
                (false, false) => {}
                (true, true) => {
                    let (one, two) = (self.object(id), back.object(id));
                    one.changed(terms, two, id, checked, address_width, cells)?;
                }
                (true, false) | (false, true) => return Err(Unlike::Objects),
            }
        }
        Ok(())
    }

    /// Whether an object has these bytes and can be read.
    pub(crate) fn has_cell(&self, id: ObjectId, offset: u64, length: u64) -> bool {
        let known = (id.0 as usize) < self.objects.len() && self.is_live(id);
        known && {
            let object = self.object(id);
            let inside = offset
                .checked_add(length)
                .is_some_and(|end| end <= object.size());
            inside && object.permissions() != Permissions::NONE
        }
    }

    /// The value of bytes of an object; none if there are none, or if they were never written and have no names.
    pub(crate) fn bytes_of_cell(
        &self,
        terms: &mut TermTable,
        lives: &mut Lives,
        id: ObjectId,
        offset: u64,
        size: u32,
    ) -> Option<Term> {
        if !self.has_cell(id, offset, u64::from(size)) {
            return None;
        }
        let object = self.object(id);
        let range = offset..offset + u64::from(size);
        if !object.has_undefined(range.clone()) {
            let value = object.load(terms, FlatArray::NONE, offset, size);
            return Some(value.term(terms, 8 * size));
        }
        let mut defined = object.clone();
        for at in range.clone() {
            defined.define_unwritten(terms, lives, at);
        }
        if defined.has_undefined(range) {
            return None;
        }
        let value = defined.load(terms, FlatArray::NONE, offset, size);
        Some(value.term(terms, 8 * size))
    }

    /// The contents of a part of an object as an array term; none if the object does not have it, or it has bytes without a value and without a name.
    pub(crate) fn array_of_cell(
        &self,
        terms: &mut TermTable,
        lives: &mut Lives,
        address_width: u32,
        id: ObjectId,
        part @ (start, length): Part,
    ) -> Option<Term> {
        if !self.has_cell(id, start, length) {
            return None;
        }
        let object = self.object(id);
        let of_part = object.arrays.iter().find(|region| region.part() == part);
        if let Some(region) = of_part {
            return Some(region.contents());
        }
        if length > WIDEST {
            let is_whole = part == (0, object.size());
            return is_whole.then(|| object.whole_contents(terms, address_width))?;
        }
        let mut object = object.clone();
        let range = start..start + length;
        if object.has_undefined(range.clone()) {
            for at in range.clone() {
                object.define_unwritten(terms, lives, at);
            }
        }
        if object.has_undefined(range) {
            return None;
        }
        Some(object.array_of(terms, address_width, part))
    }

    /// Sets the contents of a part of an object that it has.
    pub(crate) fn set_array_of_cell(
        &mut self,
        terms: &mut TermTable,
        address_width: u32,
        id: ObjectId,
        part: Part,
        contents: Term,
    ) {
        let object = self.object_mut(id);
        object.take_out(terms, part.0..part.0 + part.1);
        object.put_array_over(part, address_width, contents);
    }
}

impl Object {
    fn changed(
        &self,
        terms: &TermTable,
        back: &Object,
        id: ObjectId,
        checked: bool,
        address_width: u32,
        cells: &mut BTreeSet<Cell>,
    ) -> Result<(), Unlike> {
        let same = self.has_same_frame(back)
            && self.size() == back.size()
            && self.symbolic_size() == back.symbolic_size()
            && self.permissions() == back.permissions();
        if !same {
            return Err(Unlike::Objects);
        }
        // Nobody reaches a variable whose scope is over; at the next beginning of its scope it is undefined.
        if self.permissions() == Permissions::NONE {
            return Ok(());
        }
        if self.live() != back.live() {
            return Err(Unlike::Objects);
        }
        let mut parts: Vec<Part> = Vec::new();
        if self.arrays != back.arrays {
            let of_both = |region: &&ArrayRegion| {
                self.arrays.contains(region) && back.arrays.contains(region)
            };
            let regions = self.arrays.iter().chain(&back.arrays);
            parts = joined(regions.filter(|region| !of_both(region)));
            for &(start, length) in &parts {
                let range = start..start + length;
                let undefined = self.has_undefined(range.clone()) || back.has_undefined(range);
                if undefined && checked {
                    return Err(Unlike::Unwritten);
                }
                cells.insert(Cell::Array {
                    object: id,
                    start,
                    length,
                });
            }
        }
        let is_in_array = |at: u64| {
            let covered = |&(start, length): &(u64, u64)| at.wrapping_sub(start) < length;
            parts.iter().any(covered) || self.in_array(at)
        };
        let differs = |at: u64| {
            let (one, two) = (self.byte(at), back.byte(at));
            match (one, two) {
                (Byte::Undefined, Byte::Undefined) => self.unwritten(at) != back.unwritten(at),
                _ => one != two || self.unwritten_bits(at) != back.unwritten_bits(at),
            }
        };
        // Without a write nothing differs, but in what the bytes are called that were never written.
        let renamed =
            self.is_undefined_at_first() && (self.life != back.life || self.copied != back.copied);
        let pages = match renamed {
            true => (self.size() as usize).div_ceil(PAGE),
            false => self.pages.len().max(back.pages.len()),
        };
        for number in 0..pages {
            let shared = shares_page(&self.pages, &back.pages, number);
            if shared && !renamed && self.partly == back.partly {
                continue;
            }
            let start = (number * PAGE) as u64;
            let end = (start + PAGE as u64).min(self.size());
            let mut at = start;
            while at < end {
                if is_in_array(at) || !differs(at) {
                    at += 1;
                    continue;
                }
                if checked && (self.is_undefined(at) || back.is_undefined(at)) {
                    return Err(Unlike::Unwritten);
                }
                let (offset, size) =
                    unit(terms, [self, back], at, end, address_width, &is_in_array);
                cells.insert(Cell::Bytes {
                    object: id,
                    offset,
                    size,
                });
                at = offset + u64::from(size);
            }
        }
        Ok(())
    }
}

/// The aligned unit of a byte that differs: the widest that either side holds as one value, or that of an `int` of constants.
fn unit(
    terms: &TermTable,
    objects: [&Object; 2],
    at: u64,
    end: u64,
    address_width: u32,
    is_in_array: &impl Fn(u64) -> bool,
) -> (u64, u32) {
    let mut size = address_width / 8;
    while size > 1 {
        let start = at - at % u64::from(size);
        let range = start..start + u64::from(size);
        let inside = range.end <= end && !range.clone().any(is_in_array);
        let whole = |object: &Object| object.holds_whole(terms, start, size);
        let loose = |object: &Object| {
            let mut bytes = range.clone();
            bytes.all(|at| !matches!(object.byte(at), Byte::Of(_)))
        };
        let fits = |object: &Object| whole(object) || loose(object);
        let [one, two] = objects;
        let small = size == INTEGER && loose(one) && loose(two);
        if inside && fits(one) && fits(two) && (whole(one) || whole(two) || small) {
            return (start, size);
        }
        size /= 2;
    }
    (at, 1)
}
