//! The flat encoding: the contents of all memory as one array of bytes over the whole address space, and the heap as a term.
//!
//! After F. Merz: "Theory and Implementation of Software Bounded Model Checking" (thesis, KIT 2016), chapters 4 and 5: a load through a
//! symbolic address is a read of the array, a store is a write to it, and no access is resolved to objects. What the thesis leaves to
//! rewriting, reads of constant addresses behind writes to constant addresses, is done here before there is a term: the pages of the
//! objects are a cache in front of the array. A byte is constant, or a byte of a term, or [`Byte::Flat`]: then the array has it.
//!
//! The array is brought up to date where it is read: constants go into the literal at its bottom, bytes of terms become writes on
//! top, each time anew. A store through a symbolic address seals it: the bytes that it can reach are the array's from then on, and what is written
//! later lies above. `written` has, per object, the pages that the array agrees with: what differs from them by pointer is looked at,
//! and nothing else.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use everypath_program::{Region, RegionKind};
use everypath_term::heap::{Heap, Heaps};
use everypath_term::{Run, Sort, Term, TermTable};

use super::choice::Choice;
use super::cow_vec::CowVec;
use super::flat_array::FlatArray;
use super::object::{Pages, page, shares_page};
use super::page::{Byte, PAGE};
use super::span::little_endian;
use super::{Memory, Object, ObjectId};
use crate::Value;

/// What the flat encoding adds to the objects of a state.
#[derive(Clone, Debug)]
pub(super) struct Flat {
    array: Term,
    /// Whether a store through a symbolic address was written to the array; it is a literal before that.
    sealed: bool,
    /// By number of an object: its pages as the array has them. None: the array knows nothing of it.
    written: CowVec<Option<Pages>>,
    /// Ranges (first address and size) of objects that ended, which the array knew.
    gone: Rc<Vec<(u64, u64)>>,
    /// Which blocks of the heap are allocated.
    heap: Heap,
}

/// The array brought up to date.
struct Current {
    /// The literal at the bottom; the array as it was once it is sealed.
    bottom: Term,
    /// The contents of memory, as far as was asked.
    whole: Term,
}

/// What two memories agreed on before their objects are merged.
pub(super) struct Meeting {
    /// The objects that both arrays are up to date with, if they were joined.
    joined: Option<Vec<ObjectId>>,
}

impl Flat {
    /// The array of the memory at the start. `width` is that of an address.
    pub fn new(terms: &mut TermTable, width: u32, regions: &[Region]) -> Self {
        let mut runs = Vec::new();
        let mut regions: Vec<&Region> = regions.iter().collect();
        regions.sort_by_key(|region| region.base);
        for region in regions {
            for (number, bytes) in region.bytes.chunks(PAGE).enumerate() {
                if bytes.iter().any(|&byte| byte != 0) {
                    let start = region.base + (number * PAGE) as u64;
                    let contents = bytes.iter().map(|&byte| u64::from(byte)).collect();
                    runs.push(Run::new(start, contents));
                }
            }
        }
        Flat {
            array: terms.memory_runs(width, 8, runs.into(), 0),
            sealed: false,
            written: CowVec::new(),
            gone: Rc::default(),
            heap: Heap::EMPTY,
        }
    }

    fn written(&self, id: ObjectId) -> Option<&Pages> {
        let number = id.0 as usize;
        match number < self.written.len() {
            true => self.written.get(number).as_ref(),
            false => None,
        }
    }

    fn set_written(&mut self, id: ObjectId, pages: Option<Pages>) {
        let number = id.0 as usize;
        while self.written.len() <= number {
            self.written.push(None);
        }
        *self.written.get_mut(number) = pages;
    }

    /// The object's first pages are those that the array was made with.
    pub fn starts_with(&mut self, id: ObjectId) {
        self.set_written(id, Some(Pages::new()));
    }

    /// The array knows nothing of an object.
    pub fn forget(&mut self, id: ObjectId, object: &Object) {
        if self.written(id).is_some() {
            Rc::make_mut(&mut self.gone).push((object.base(), object.size()));
            self.set_written(id, None);
        }
    }

    /// Whether the array may have bytes that were another object's.
    fn has_traces_below(&self, object: &Object) -> bool {
        let (base, end) = (object.base(), object.base().saturating_add(object.size()));
        // Mappings come and go in parts.
        object.kind() == RegionKind::Mapping
            || self
                .gone
                .iter()
                .any(|&(start, size)| start < end && base < start.saturating_add(size))
    }

    fn current(
        &self,
        terms: &mut TermTable,
        objects: impl Iterator<Item = (ObjectId, Object)>,
    ) -> Current {
        if self.sealed {
            let mut whole = self.array;
            for (id, object) in objects {
                self.write_changes(&object, self.written(id), |at, byte| {
                    whole = write_byte(terms, whole, object.base() + at, byte);
                });
            }
            let bottom = self.array;
            return Current { bottom, whole };
        }
        let mut changes = Changes::default();
        let mut of_terms: Vec<(u64, Byte)> = Vec::new();
        for (id, object) in objects {
            changes.collect(&object, self.written(id));
            symbolic_bytes(&object, |at, byte| {
                of_terms.push((object.base() + at, byte))
            });
        }
        let bottom = changes.apply(terms, self.array);
        let write = |whole, (address, byte)| write_byte(terms, whole, address, byte);
        let whole = of_terms.into_iter().fold(bottom, write);
        Current { bottom, whole }
    }

    /// Calls with every byte that the sealed array has not, by offset.
    fn write_changes(
        &self,
        object: &Object,
        before: Option<&Pages>,
        mut write: impl FnMut(u64, Byte),
    ) {
        let size = object.size();
        match before {
            Some(before) => {
                for number in changed_pages(&object.pages, before) {
                    let old = page(before, number);
                    let start = (number * PAGE) as u64;
                    for at in start..(start + PAGE as u64).min(size) {
                        let now = object.byte(at);
                        if now != object.byte_of(old.as_deref(), at as usize) {
                            write(at, now);
                        }
                    }
                }
            }
            None => {
                // What was never there is 0 in the array.
                let all = self.has_traces_below(object);
                let pages = (object.pages.len() * PAGE) as u64;
                let end = match all {
                    true => size,
                    false => size.min(pages.max(object.initial_length())),
                };
                for at in 0..end {
                    let byte = object.byte(at);
                    if all || byte != Byte::Constant(0) {
                        write(at, byte);
                    }
                }
            }
        }
    }
}

/// The numbers of the pages that are not the very same.
fn changed_pages(now: &Pages, before: &Pages) -> Vec<usize> {
    let unshared = now.unshared(before);
    unshared
        .filter(|&number| !shares_page(now, before, number))
        .collect()
}

/// Calls with every byte of an object that is one of a term, by offset.
fn symbolic_bytes(object: &Object, mut found: impl FnMut(u64, Byte)) {
    for number in 0..object.pages.len() {
        let constant = |page: &Rc<super::page::Page>| page.is_constant();
        if object.pages.get(number).as_ref().is_none_or(constant) {
            continue;
        }
        let start = (number * PAGE) as u64;
        for at in start..(start + PAGE as u64).min(object.size()) {
            if let byte @ Byte::Of(_) = object.byte(at) {
                found(at, byte);
            }
        }
    }
}

fn write_byte(terms: &mut TermTable, array: Term, address: u64, byte: Byte) -> Term {
    let Sort::Memory { index, .. } = terms.sort(array) else {
        return array;
    };
    let value = match byte {
        Byte::Constant(constant) => terms.constant(8, u64::from(constant)),
        Byte::Of(cell) => terms.extract(cell.term, 8 * cell.byte + 7, 8 * cell.byte),
        Byte::Undefined | Byte::Flat => return array,
    };
    let index = terms.constant(index, address);
    terms.write(array, index, value)
}

/// What changes in a literal.
#[derive(Default)]
struct Changes {
    /// Ranges whose old contents go, first.
    cleared: Vec<Range<u64>>,
    /// New contents, by first address; none where all is 0.
    runs: BTreeMap<u64, Option<Run>>,
}

impl Changes {
    fn collect(&mut self, object: &Object, before: Option<&Pages>) {
        let numbers = match before {
            Some(before) => changed_pages(&object.pages, before),
            None => {
                self.cleared
                    .push(object.base()..object.base().saturating_add(object.size()));
                let initial = object.initial_length().div_ceil(PAGE as u64) as usize;
                (0..object.pages.len().max(initial)).collect()
            }
        };
        for number in numbers {
            let start = (number * PAGE) as u64;
            let end = (start + PAGE as u64).min(object.size());
            let constant = |at| match object.byte(at) {
                Byte::Constant(constant) => u64::from(constant),
                _ => 0,
            };
            let contents: Rc<[u64]> = (start..end).map(constant).collect();
            let first = object.base() + start;
            let some = contents.iter().any(|&element| element != 0);
            self.runs
                .insert(first, some.then(|| Run::new(first, contents)));
        }
    }

    fn apply(self, terms: &mut TermTable, array: Term) -> Term {
        let Changes { cleared, runs } = self;
        if cleared.is_empty() && runs.is_empty() {
            return array;
        }
        let Some(literal) = terms.literal(array) else {
            return array;
        };
        let width = literal.index_width;
        let mut all: BTreeMap<u64, Run> = BTreeMap::new();
        for run in literal.runs() {
            keep_outside(run, &cleared, &mut all);
        }
        for (first, run) in runs {
            match run {
                Some(run) => drop(all.insert(first, run)),
                None => drop(all.remove(&first)),
            }
        }
        let all: Rc<[Run]> = all.into_values().collect();
        terms.memory_runs(width, 8, all, 0)
    }
}

/// Keeps what of a run lies in none of some ranges.
fn keep_outside(run: &Run, cleared: &[Range<u64>], all: &mut BTreeMap<u64, Run>) {
    let meets = |range: &&Range<u64>| range.start <= run.last() && run.start() < range.end;
    if !cleared.iter().any(|range| meets(&range)) {
        all.insert(run.start(), run.clone());
        return;
    }
    let kept = |address: u64| !cleared.iter().any(|range| range.contains(&address));
    let mut start = run.start();
    let mut piece: Vec<u64> = Vec::new();
    for (address, &element) in (run.start()..=run.last()).zip(run.contents().iter()) {
        if kept(address) {
            if piece.is_empty() {
                start = address;
            }
            piece.push(element);
        }
        if !piece.is_empty() && (!kept(address) || address == run.last()) {
            all.insert(start, Run::new(start, std::mem::take(&mut piece).into()));
        }
    }
}

impl Memory {
    /// Whether the flat encoding is used.
    pub(crate) fn is_flat(&self) -> bool {
        self.flat.is_some()
    }

    /// The array that has the bytes that are not in pages.
    pub(super) fn flat_array(&self) -> FlatArray {
        FlatArray(self.flat.as_ref().map(|flat| flat.array))
    }

    /// Which blocks of the heap are allocated, in the flat encoding.
    pub(crate) fn heap(&self) -> Option<Heap> {
        self.flat.as_ref().map(|flat| flat.heap)
    }

    pub(crate) fn set_heap(&mut self, heap: Heap) {
        if let Some(flat) = &mut self.flat {
            flat.heap = heap;
        }
    }

    /// The array brought up to date with some objects, which are ordered by address.
    fn current(&self, terms: &mut TermTable, objects: &[ObjectId]) -> Option<Current> {
        let of = |&id: &ObjectId| (id, self.object(id).clone());
        let flat = self.flat.as_ref()?;
        Some(flat.current(terms, objects.iter().map(of)))
    }

    /// The value of `size` bytes at a symbolic address. All bytes lie in one of the objects, which are ordered by address, and no
    /// byte that can be reached is undefined.
    pub(crate) fn load_flat(
        &mut self,
        terms: &mut TermTable,
        address: Term,
        objects: &[ObjectId],
        size: u32,
    ) -> Value {
        let Some(Current { bottom, whole }) = self.current(terms, objects) else {
            return Value::Constant(0);
        };
        self.agree_with(bottom, objects);
        let width = terms.width(address);
        let term = little_endian(terms, size, |terms, byte| {
            let number = terms.constant(width, u64::from(byte));
            let index = terms.add(address, number);
            terms.read(whole, index)
        });
        Value::of(terms, term)
    }

    /// Notes the literal that has the constants of some objects.
    fn agree_with(&mut self, bottom: Term, objects: &[ObjectId]) {
        for &id in objects {
            let pages = self.object(id).pages.clone();
            if let Some(flat) = &mut self.flat
                && !flat.sealed
            {
                flat.array = bottom;
                let known = flat.written(id).is_some_and(|written| written.is(&pages));
                if !known {
                    flat.set_written(id, Some(pages));
                }
            }
        }
    }

    /// Stores a value of exactly `8 * size` bits at a symbolic address. All bytes lie in one of the parts, which are objects with
    /// the offsets that can be reached, ordered by address; none of these bytes is undefined.
    pub(crate) fn store_flat(
        &mut self,
        terms: &mut TermTable,
        address: Term,
        parts: &[(ObjectId, Range<u64>)],
        size: u32,
        value: Value,
    ) {
        let objects = self.written_when_sealed(parts.iter().map(|&(id, _)| id).collect());
        let Some(Current { mut whole, .. }) = self.current(terms, &objects) else {
            return;
        };
        let value = value.term(terms, 8 * size);
        let width = terms.width(address);
        for byte in 0..size {
            let number = terms.constant(width, u64::from(byte));
            let index = terms.add(address, number);
            let part = terms.extract(value, 8 * byte + 7, 8 * byte);
            whole = terms.write(whole, index, part);
        }
        let mut executable = false;
        for (id, reached) in parts {
            let object = self.object_mut(*id);
            executable |= object.permissions().execute;
            object.make_flat(reached.clone());
        }
        for id in objects {
            let pages = self.object(id).pages.clone();
            if let Some(flat) = &mut self.flat {
                flat.set_written(id, Some(pages));
            }
        }
        if let Some(flat) = &mut self.flat {
            flat.array = whole;
            flat.sealed = true;
        }
        self.note_code_written(executable);
    }

    /// The objects that are written to the array with a store that reaches some: before it is sealed for the first time, all that
    /// the literal has without their bytes of terms.
    fn written_when_sealed(&self, reached: Vec<ObjectId>) -> Vec<ObjectId> {
        let Some(flat) = self.flat.as_ref().filter(|flat| !flat.sealed) else {
            return reached;
        };
        let of_terms = |object: &Object| {
            let pages = &object.pages;
            let page = |number| pages.get(number).as_ref();
            (0..pages.len()).any(|number| page(number).is_some_and(|page| !page.is_constant()))
        };
        let wanted = |id: &ObjectId, object: &Object| {
            reached.contains(id) || flat.written(*id).is_some() && of_terms(object)
        };
        let objects = self.objects();
        objects
            .filter(|(id, object)| wanted(id, object))
            .map(|(id, _)| id)
            .collect()
    }

    /// Joins the arrays and heaps of two memories, before their objects are merged.
    pub(super) fn meet(&mut self, choice: &mut Choice<'_>, other: &Memory) -> Meeting {
        let (Some(mine), Some(theirs)) = (&self.flat, &other.flat) else {
            return Meeting { joined: None };
        };
        let heap = choice
            .heaps
            .choose(choice.terms, choice.condition, mine.heap, theirs.heap);
        choice.arrays = [self.flat_array(), other.flat_array()];
        let mut joined = None;
        // While no array is sealed, the pages have all contents.
        let differ = mine.sealed || theirs.sealed;
        if differ && !(mine.array == theirs.array && mine.written.is(&theirs.written)) {
            let count = self.objects.len().max(other.objects.len()) as u32;
            let known = |id: &ObjectId| mine.written(*id).or(theirs.written(*id)).is_some();
            let ids: Vec<ObjectId> = (0..count).map(ObjectId).filter(known).collect();
            let first = self.up_to_date(choice.terms, &ids);
            let second = other.up_to_date(choice.terms, &ids);
            let array = choice.term(first, second);
            choice.joins = true;
            joined = Some((array, ids));
        }
        let gone = theirs.gone.clone();
        let Some(flat) = &mut self.flat else {
            return Meeting { joined: None };
        };
        flat.heap = heap;
        for range in gone.iter() {
            if !flat.gone.contains(range) {
                Rc::make_mut(&mut flat.gone).push(*range);
            }
        }
        let joined = joined.map(|(array, ids)| {
            flat.array = array;
            flat.sealed = true;
            ids
        });
        Meeting { joined }
    }

    /// The array brought up to date with those of some objects that are live.
    fn up_to_date(&self, terms: &mut TermTable, ids: &[ObjectId]) -> Term {
        let exists = |id: &ObjectId| (id.0 as usize) < self.objects.len() && self.is_live(*id);
        let mut live: Vec<ObjectId> = ids.iter().copied().filter(exists).collect();
        live.sort_by_key(|&id| self.object(id).base());
        let current = self.current(terms, &live);
        current.map_or(everypath_term::Term::from_index(0), |current| current.whole)
    }

    /// Notes that the joined array agrees with the merged objects.
    pub(super) fn part(&mut self, meeting: Meeting) {
        for id in meeting.joined.into_iter().flatten() {
            let pages = self.is_live(id).then(|| self.object(id).pages.clone());
            if let Some(flat) = &mut self.flat {
                flat.set_written(id, pages);
            }
        }
    }
}

/// The heap of a state with a block more or less, in the flat encoding.
impl Memory {
    pub(crate) fn note_allocated(&mut self, heaps: &mut Heaps, address: Term, size: Term) {
        if let Some(heap) = self.heap() {
            self.set_heap(heaps.allocate(heap, address, size));
        }
    }

    pub(crate) fn note_freed(&mut self, heaps: &mut Heaps, address: Term) {
        if let Some(heap) = self.heap() {
            self.set_heap(heaps.free(heap, address));
        }
    }
}

#[cfg(test)]
mod tests;
