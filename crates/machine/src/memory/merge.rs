//! Merging the memories of two states, by difference only.
//!
//! What both share, by pointer, is not looked at: chunks of objects, pages, whole objects. A byte that differs becomes a part of
//! an `ite` over the condition that tells the states apart, as wide as what either side stored there. An object that only one
//! side has gets a *live* condition; one that both made at the same address with different sizes gets a size that is a term.

use everypath_program::{Permissions, RegionKind};
use everypath_term::TermTable;

use super::object::shares_page;
use super::page::{Byte, ByteOf, PAGE};
use super::span::{ArrayRegion, Part};
use super::{Choice, Memory, Object, ObjectId, WIDEST};
use crate::lives::Lives;

/// The size in bytes that constants are taken to have.
pub(super) const INTEGER: u32 = 4;

/// What becomes of the objects of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pair {
    /// Both sides have the same.
    Same,
    /// Both sides have it, with differences.
    Both,
    /// Only the first side has it.
    First,
    /// Only the second side has it.
    Second,
}

impl Memory {
    /// Whether this memory can be merged with another one: objects of one number must be the same object.
    pub(crate) fn can_merge(&self, other: &Memory, lives: &Lives) -> bool {
        let mut numbers = self.objects.unshared(&other.objects);
        numbers.all(|number| match self.pair(other, number) {
            None => false,
            Some(Pair::First) => other.has_room_for(self.object(ObjectId(number as u32))),
            Some(Pair::Second) => self.has_room_for(other.object(ObjectId(number as u32))),
            Some(Pair::Both) => {
                let id = ObjectId(number as u32);
                self.object(id).can_merge(other.object(id), lives)
            }
            Some(Pair::Same) => true,
        })
    }

    /// What the two sides have under a number; none if that cannot be merged.
    fn pair(&self, other: &Memory, number: usize) -> Option<Pair> {
        let live = |memory: &Memory| {
            let known = number < memory.objects.len();
            known && memory.is_live(ObjectId(number as u32))
        };
        match (live(self), live(other)) {
            (false, false) => Some(Pair::Same),
            (true, false) => Some(Pair::First),
            (false, true) => Some(Pair::Second),
            (true, true) => {
                let (a, b) = (self.objects.get(number), other.objects.get(number));
                if a.is_untouched_since(b) {
                    return Some(Pair::Same);
                }
                (a.base() == b.base() && a.kind() == b.kind()).then_some(Pair::Both)
            }
        }
    }

    /// Whether the number is that of an object in the address space.
    pub(crate) fn is_live(&self, id: ObjectId) -> bool {
        let base = self.object(id).base();
        self.index.at_or_below(base) == Some(id)
    }

    /// Whether an object overlaps none here. Only blocks of the heap come and go without their frame.
    fn has_room_for(&self, object: &Object) -> bool {
        if object.kind() != RegionKind::Heap {
            return false;
        }
        let (first, size) = (object.base(), object.size().max(1));
        let mut near = self.objects_from(first);
        near.all(|(_, other)| {
            let (start, length) = (other.base(), other.size().max(1));
            start >= first.saturating_add(size) || start.saturating_add(length) <= first
        })
    }

    /// Takes over what differs in another memory, which [`Memory::can_merge`] accepted.
    pub(crate) fn merge(&mut self, choice: &mut Choice<'_>, other: &Memory) {
        let Memory {
            // Looked at pair by pair below.
            objects: _,
            index: _,
            // Made anew below, where a number is used again.
            unused: _,
            // A guess that is looked at before it is believed.
            recent: _,
            code_written,
            // Joined by `meet` below.
            flat: _,
        } = other;
        let meeting = self.meet(choice, other);
        let count = self.objects.len().max(other.objects.len());
        while self.objects.len() < count {
            self.unused.push(ObjectId(self.objects.len() as u32));
            self.objects.push(Object::removed());
        }
        let mut revived = false;
        for number in self.objects.unshared(&other.objects) {
            let id = ObjectId(number as u32);
            match self.pair(other, number) {
                Some(Pair::Both) => {
                    let theirs = other.object(id);
                    self.object_mut(id).merge(choice, theirs);
                }
                Some(Pair::First) => {
                    let object = self.object_mut(id);
                    object.restrict(choice.terms, choice.condition);
                }
                Some(Pair::Second) => {
                    let mut object = other.object(id).clone();
                    let theirs = choice.terms.not(choice.condition);
                    object.restrict(choice.terms, theirs);
                    self.index.insert(object.base(), id);
                    *self.object_mut(id) = object;
                    revived = true;
                }
                Some(Pair::Same) | None => {}
            }
        }
        if revived {
            let dead: Vec<ObjectId> = self
                .unused
                .to_vec()
                .into_iter()
                .filter(|&id| !self.is_live(id))
                .collect();
            self.unused = crate::Chain::new();
            for id in dead {
                self.unused.push(id);
            }
        }
        self.code_written |= *code_written;
        self.part(meeting);
    }
}

impl Object {
    /// Whether nothing differs, as far as pointers show.
    fn is_untouched_since(&self, other: &Object) -> bool {
        self.has_same_frame(other)
            && self.size() == other.size()
            && self.symbolic_size() == other.symbolic_size()
            && self.live() == other.live()
            && self.permissions() == other.permissions()
            && self.arrays == other.arrays
            && self.life == other.life
            && self.copied == other.copied
            && self.partly == other.partly
            && self.pages.is(&other.pages)
    }

    /// Whether it can be merged with another version of itself.
    fn can_merge(&self, other: &Object, lives: &Lives) -> bool {
        if !self.has_same_frame(other) || self.partly != other.partly {
            return false;
        }
        let sizes_agree =
            self.size() == other.size() && self.symbolic_size() == other.symbolic_size();
        if !sizes_agree && self.kind() != RegionKind::Heap {
            return false;
        }
        if self.permissions() != other.permissions() {
            // A variable whose scope is over on one side.
            return self.kind() == RegionKind::Local
                && (self.permissions() == Permissions::NONE
                    || other.permissions() == Permissions::NONE);
        }
        lives.can_join([self.life, other.life]) && self.can_define(other)
    }

    /// Whether bytes that only one of the two has never written have names there, and those that neither has written have the same
    /// one, or one each.
    fn can_define(&self, other: &Object) -> bool {
        let has_value =
            |object: &Object, at: u64| !object.is_undefined(at) || object.unwritten(at).is_some();
        let may_be =
            |object: &Object, part| object.array_over(part).is_some() || object.may_be_whole(part);
        let is_too_much =
            |&part: &Part| part.1 > WIDEST && !(may_be(self, part) && may_be(other, part));
        if self.parts_to_join(other).iter().any(is_too_much) {
            return false;
        }
        let mut bytes = self.bytes_to_define(other).into_iter();
        bytes.all(|at| has_value(self, at) && has_value(other, at))
    }

    /// The ranges that become array parts where two versions are merged whose array parts differ.
    fn parts_to_join(&self, other: &Object) -> Vec<Part> {
        match self.arrays == other.arrays {
            true => Vec::new(),
            false => joined(self.arrays.iter().chain(&other.arrays)),
        }
    }

    /// The bytes that only one of two versions has written, those that neither has written which are called
    /// otherwise than the lives of the two say, and those that neither has written in what becomes an array part.
    fn bytes_to_define(&self, other: &Object) -> Vec<u64> {
        let mut found = Vec::new();
        for (start, length) in self.parts_to_join(other) {
            let range = start..start + length;
            if self.has_undefined(range.clone()) || other.has_undefined(range.clone()) {
                found.extend(range.filter(|&at| self.is_undefined(at) || other.is_undefined(at)));
            }
        }
        for number in self.pages.unshared(&other.pages) {
            let may_be = |object: &Object| object.may_have_undefined(number);
            if shares_page(&self.pages, &other.pages, number) || !(may_be(self) || may_be(other)) {
                continue;
            }
            let start = (number * PAGE) as u64;
            for at in start..(start + PAGE as u64).min(self.size().max(other.size())) {
                if self.is_undefined(at) != other.is_undefined(at) {
                    found.push(at);
                }
            }
        }
        if self.copied != other.copied {
            let source = |object: &Object, at| object.copied.as_ref()?.get(&at).copied();
            let copied = [self, other].map(|object| object.copied.iter().flat_map(|it| it.keys()));
            let copied = copied.into_iter().flatten().copied();
            found.extend(copied.filter(|&at| {
                let unwritten = self.is_undefined(at) && other.is_undefined(at);
                unwritten && source(self, at) != source(other, at)
            }));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Merges another version of the same object into this one.
    fn merge(&mut self, choice: &mut Choice<'_>, other: &Object) {
        if self.permissions() != other.permissions() {
            // What one side cannot reach any more needs no value.
            if self.permissions() == Permissions::NONE {
                *self = other.clone();
                let theirs = choice.terms.not(choice.condition);
                self.restrict(choice.terms, theirs);
            } else {
                self.restrict(choice.terms, choice.condition);
            }
            return;
        }
        if self.size() != other.size() || self.symbolic_size() != other.symbolic_size() {
            let width = choice.address_width;
            let size = |choice: &mut Choice<'_>, object: &Object| match object.symbolic_size() {
                Some(term) => term,
                None => choice.terms.constant(width, object.size()),
            };
            let (first, second) = (size(choice, self), size(choice, other));
            let merged = choice.term(first, second);
            self.set_symbolic_size(self.size().max(other.size()), merged);
        }
        if self.live() != other.live() {
            let live = |choice: &mut Choice<'_>, object: &Object| match object.live() {
                Some(term) => term,
                None => choice.terms.bool(true),
            };
            let (first, second) = (live(choice, self), live(choice, other));
            let merged = choice.term(first, second);
            self.set_live(choice.terms, merged);
        }
        let mut other = other.clone();
        for at in self.bytes_to_define(&other) {
            self.define_unwritten(choice.terms, choice.lives, at);
            other.define_unwritten(choice.terms, choice.lives, at);
        }
        self.life = choice.lives.join(choice.condition, [self.life, other.life]);
        if self.arrays != other.arrays {
            for (start, length) in self.parts_to_join(&other) {
                let width = choice.address_width;
                self.make_array(choice.terms, width, start, length);
                other.make_array(choice.terms, width, start, length);
            }
            for (mine, theirs) in self.arrays.iter_mut().zip(&other.arrays) {
                let merged = choice.term(mine.contents(), theirs.contents());
                mine.set_contents(merged);
            }
        }
        // Both have the same: what is merged is written no more than it was.
        let partly = self.partly.clone();
        self.merge_pages(choice, &other);
        self.partly = partly;
    }

    fn merge_pages(&mut self, choice: &mut Choice<'_>, other: &Object) {
        let end = self.size();
        for number in self.pages.unshared(&other.pages) {
            if shares_page(&self.pages, &other.pages, number) {
                continue;
            }
            let mut at = (number * PAGE) as u64;
            let page_end = (at + PAGE as u64).min(end);
            while at < page_end {
                if self.byte(at) == other.byte(at) || self.in_array(at) {
                    at += 1;
                    continue;
                }
                let flat = self.byte(at) == Byte::Flat || other.byte(at) == Byte::Flat;
                if flat && choice.joins {
                    self.make_flat(at..at + 1);
                    at += 1;
                    continue;
                }
                let (start, size) = self.unit(choice, other, at, page_end);
                let [mine, theirs] = choice.arrays;
                let first = self.load(choice.terms, mine, start, size);
                let second = other.load(choice.terms, theirs, start, size);
                let merged = choice.value(8 * size, first, second);
                self.store(choice.terms, start, size, merged);
                at = start + u64::from(size);
            }
        }
    }

    /// Whether so many bytes are one whole value that is a term.
    pub(super) fn holds_whole(&self, terms: &TermTable, start: u64, size: u32) -> bool {
        match self.byte(start) {
            Byte::Of(cell) => {
                let last = ByteOf {
                    term: cell.term,
                    byte: size - 1,
                };
                cell.byte == 0
                    && terms.width(cell.term) == 8 * size
                    && self.byte(start + u64::from(size) - 1) == Byte::Of(last)
            }
            Byte::Constant(_) | Byte::Undefined | Byte::Flat => false,
        }
    }

    /// The aligned unit that a byte which differs is merged with: the widest that one side holds as one value. Constants do not
    /// tell their size; most are those of an `int`.
    fn unit(&self, choice: &Choice<'_>, other: &Object, at: u64, end: u64) -> (u64, u32) {
        let mut size = choice.address_width / 8;
        while size > 1 {
            let start = at - at % u64::from(size);
            let half = start + u64::from(size / 2);
            let range = start..start + u64::from(size);
            let inside = range.end <= end
                && !range.clone().any(|byte| {
                    self.in_array(byte)
                        || !self.byte(byte).has_value()
                        || !other.byte(byte).has_value()
                });
            let differs = |mut range: std::ops::Range<u64>| {
                range.any(|byte| self.byte(byte) != other.byte(byte))
            };
            let whole = |object: &Object| object.holds_whole(choice.terms, start, size);
            let constant = |object: &Object| {
                range
                    .clone()
                    .all(|byte| matches!(object.byte(byte), Byte::Constant(_)))
            };
            let fits = |object: &Object| whole(object) || constant(object);
            if inside
                && fits(self)
                && fits(other)
                && (whole(self)
                    || whole(other)
                    || size == INTEGER
                    || differs(start..half) && differs(half..range.end))
            {
                return (start, size);
            }
            size /= 2;
        }
        (at, 1)
    }
}

/// The parts that are arrays, joined where they overlap, by start.
pub(super) fn joined<'a>(regions: impl Iterator<Item = &'a ArrayRegion>) -> Vec<Part> {
    let mut parts: Vec<Part> = regions.map(ArrayRegion::part).collect();
    parts.sort_unstable();
    let mut joined: Vec<Part> = Vec::new();
    for (start, length) in parts {
        match joined.last_mut() {
            Some(last) if start < last.0 + last.1 => {
                last.1 = last.1.max(start + length - last.0);
            }
            _ => joined.push((start, length)),
        }
    }
    joined
}
