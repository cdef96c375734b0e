//! A memory object: a range of the address space with permissions and contents.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use everypath_program::{Permissions, Region, RegionKind};
use everypath_term::{Term, TermTable};

use super::cow_vec::CowVec;
use super::flat_array::FlatArray;
use super::page::{Byte, ByteOf, PAGE, Page, little_endian};
use super::span::ArrayRegion;
use crate::Value;
use crate::lives::{LifeId, Lives, Unwritten};

/// Names a live memory object of a state. The number of an object that ended may be used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

/// The pages of an object that were written.
pub(super) type Pages = CowVec<Option<Rc<Page>>>;

/// The page of a number, if there is one.
pub(super) fn page(pages: &Pages, number: usize) -> Option<Rc<Page>> {
    match number < pages.len() {
        true => pages.get(number).clone(),
        false => None,
    }
}

/// Whether two versions of an object's pages have the very same page of a number, or both none.
pub(super) fn shares_page(one: &Pages, other: &Pages, number: usize) -> bool {
    match (page(one, number), page(other, number)) {
        (Some(one), Some(two)) => Rc::ptr_eq(&one, &two),
        (None, None) => true,
        _ => false,
    }
}

/// A range of the address space with permissions and contents. Offsets are in bytes from its base.
#[derive(Clone, Debug)]
pub struct Object {
    base: u64,
    size: u64,
    permissions: Permissions,
    kind: RegionKind,
    name: Rc<str>,
    /// Its first bytes at the start; the rest was zero, or undefined.
    initial: Arc<[u8]>,
    /// Whether bytes beyond the initial ones, never written, are undefined instead of zero.
    undefined: bool,
    /// The size as a term, if it is no constant; then `size` is its upper bound.
    symbolic_size: Option<Term>,
    /// Where it exists at all, if that depends on the way that a merged state took.
    live: Option<Term>,
    /// Pages that were written; shorter than the object if its end was never written.
    pub(super) pages: Pages,
    /// Parts whose contents are an array term, because of a store through a widely ranging address.
    pub(super) arrays: Vec<ArrayRegion>,
    /// What its bytes are called that were never written, if they have names.
    pub(super) life: Option<LifeId>,
    /// The same for bytes that were copied from others that were never written.
    pub(super) copied: Option<Rc<BTreeMap<u64, Option<Unwritten>>>>,
    /// The bits that were never written of bytes of which others were; never empty.
    pub(super) partly: Option<Rc<BTreeMap<u64, u8>>>,
}

impl Object {
    /// The object of a region at the start.
    pub(crate) fn new(region: &Region) -> Self {
        Object {
            base: region.base,
            size: region.size,
            permissions: region.permissions,
            kind: region.kind,
            name: region.name.as_str().into(),
            initial: region.bytes.clone(),
            undefined: region.arbitrary,
            symbolic_size: None,
            live: None,
            pages: CowVec::new(),
            arrays: Vec::new(),
            life: None,
            copied: None,
            partly: None,
        }
    }

    /// An object that the program makes, readable and writable.
    pub(crate) fn allocated(
        base: u64,
        size: u64,
        symbolic_size: Option<Term>,
        kind: RegionKind,
        zeroed: bool,
        name: Rc<str>,
    ) -> Self {
        Object {
            base,
            size,
            permissions: Permissions::READ_WRITE,
            kind,
            name,
            initial: Arc::from([]),
            undefined: !zeroed,
            symbolic_size,
            live: None,
            pages: CowVec::new(),
            arrays: Vec::new(),
            life: None,
            copied: None,
            partly: None,
        }
    }

    /// What is left of an object that was taken out of the address space.
    pub(super) fn removed() -> Self {
        Object::allocated(0, 0, None, RegionKind::Heap, true, Rc::from(""))
    }

    /// The size as a term, if it is no constant.
    pub fn symbolic_size(&self) -> Option<Term> {
        self.symbolic_size
    }

    /// Where it exists at all, if that depends on the way that a merged state took; elsewhere an access to it is invalid.
    pub fn live(&self) -> Option<Term> {
        self.live
    }

    /// Whether an access needs more than constants to be valid: the size or the life is a term.
    #[inline(always)]
    pub(crate) fn is_conditional(&self) -> bool {
        self.symbolic_size.is_some() || self.live.is_some()
    }

    pub(super) fn set_live(&mut self, terms: &TermTable, live: Term) {
        self.live = (!terms.is_true(live)).then_some(live);
    }

    /// It certainly exists on the state's path.
    pub(crate) fn is_there(&mut self) {
        self.live = None;
    }

    /// It exists under a condition only, beside those that it had.
    pub(super) fn restrict(&mut self, terms: &mut TermTable, condition: Term) {
        let live = match self.live {
            Some(live) => terms.and(live, condition),
            None => condition,
        };
        self.set_live(terms, live);
    }

    pub(super) fn set_symbolic_size(&mut self, most: u64, size: Term) {
        self.size = most;
        self.symbolic_size = Some(size);
    }

    /// Whether two are versions of one object.
    pub(super) fn has_same_frame(&self, other: &Object) -> bool {
        let Object {
            base,
            kind,
            initial,
            undefined,
            // Names are for messages only.
            name: _,
            // What versions may differ in; `merge.rs` looks at all of it.
            size: _,
            permissions: _,
            symbolic_size: _,
            live: _,
            pages: _,
            arrays: _,
            life: _,
            copied: _,
            partly: _,
        } = other;
        self.base == *base
            && self.kind == *kind
            && self.undefined == *undefined
            && Arc::ptr_eq(&self.initial, initial) | (self.initial == *initial)
    }

    /// Whether bytes that were never written are undefined.
    pub(super) fn is_undefined_at_first(&self) -> bool {
        self.undefined
    }

    /// Its bytes that were never written are those of a life that just began.
    pub(crate) fn set_life(&mut self, life: Option<LifeId>) {
        self.life = life;
        self.copied = None;
    }

    /// What a byte is called that was never written, if it has a name.
    pub(crate) fn unwritten(&self, offset: u64) -> Option<Unwritten> {
        let copied = self.copied.as_ref();
        match copied.and_then(|copied| copied.get(&offset)) {
            Some(&from) => from,
            None => self.life.map(|life| (life, offset)),
        }
    }

    /// Gives a byte that was never written the value that its name stands for, if it has one.
    pub(crate) fn define_unwritten(
        &mut self,
        terms: &mut TermTable,
        lives: &mut Lives,
        offset: u64,
    ) {
        if self.has_no_value(offset)
            && let Some(name) = self.unwritten(offset)
        {
            let (term, byte) = lives.byte(terms, name);
            self.paste_byte(terms, offset, Byte::Of(ByteOf { term, byte }));
        }
    }

    /// A byte that was never written was copied to here.
    pub(super) fn copy_unwritten(&mut self, offset: u64, from: Option<Unwritten>) {
        if self.unwritten(offset) != from {
            Rc::make_mut(self.copied.get_or_insert_default()).insert(offset, from);
        }
    }

    /// Ends or begins the scope of a frame's variable; at the beginning its bytes are undefined.
    pub(crate) fn set_scope(&mut self, live: bool) {
        self.live = None;
        self.partly = None;
        if live {
            self.permissions = Permissions::READ_WRITE;
            self.undefined = true;
            self.pages = CowVec::new();
            self.arrays.clear();
            self.set_life(None);
        } else {
            self.permissions = Permissions::NONE;
        }
    }

    /// First address.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// Size in bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// What it may be used for.
    pub fn permissions(&self) -> Permissions {
        self.permissions
    }

    /// What it is.
    pub fn kind(&self) -> RegionKind {
        self.kind
    }

    /// Its name in reports.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name that inputs in it are named after: without the size of a heap block, which is a term on some paths and a
    /// constant where they are replayed.
    pub(crate) fn name_of_contents(&self) -> &str {
        match self.name.split_once(" of ") {
            Some((block, _)) if self.kind == RegionKind::Heap => block,
            _ => &self.name,
        }
    }

    /// The name that its lives are counted under.
    pub(crate) fn name_of_lives(&self) -> &str {
        match self.kind {
            RegionKind::Heap => "heap block",
            _ => &self.name,
        }
    }

    /// Moves its end. Bytes that come into view are zero, or what the region had there at the start.
    pub(crate) fn set_size(&mut self, size: u64) {
        let (first, last) = (size.min(self.size) as usize, self.size as usize);
        self.size = size;
        self.write_all_bits(size..u64::MAX);
        self.arrays.retain(|region| region.start < size);
        for region in &mut self.arrays {
            region.length = region.length.min(size - region.start);
        }
        for number in first / PAGE..last.div_ceil(PAGE).min(self.pages.len()) {
            if number * PAGE >= first {
                *self.pages.get_mut(number) = None;
            } else if self.page(number).is_some() {
                let page = self.page_mut(number);
                for at in first % PAGE..PAGE {
                    page.store_constant(at, 1, 0);
                }
            }
        }
    }

    #[inline(always)]
    pub(crate) fn holds(&self, address: u64) -> bool {
        address.wrapping_sub(self.base) < self.size
    }

    #[inline(always)]
    fn page(&self, number: usize) -> Option<&Page> {
        if number < self.pages.len() {
            self.pages.get(number).as_deref()
        } else {
            None
        }
    }

    #[inline]
    fn page_mut(&mut self, number: usize) -> &mut Page {
        if number >= self.pages.len() {
            self.pages.extend_to(number + 1, &None);
        }
        let (initial, undefined) = (&self.initial, self.undefined);
        let page = self.pages.get_mut(number).get_or_insert_with(|| {
            if undefined {
                return Rc::new(Page::undefined());
            }
            let start = (number * PAGE).min(initial.len());
            let end = (start + PAGE).min(initial.len());
            Rc::new(Page::new(&initial[start..end]))
        });
        Rc::make_mut(page)
    }

    /// The constant in `size` bytes (1 to 8), little endian, all within the object, if they are constant, all written, and the page
    /// has all of them.
    #[inline(always)]
    pub(crate) fn load_constant(&self, offset: u64, size: u32) -> Option<u64> {
        let (at, length) = (offset as usize, size as usize);
        if length > 8
            || !self.arrays.is_empty()
            || self.has_partly_written(offset..offset + u64::from(size))
        {
            return None;
        }
        match self.page(at / PAGE) {
            Some(page) => page.load_constant(at % PAGE, length),
            None if self.undefined => None,
            None if at % PAGE + length <= PAGE => Some(self.initial_constant(at, length)),
            None => None,
        }
    }

    /// The value of `size` bytes (1 to 16), little endian, all within the object. An undefined byte, which the machine
    /// makes an input before it comes to this, counts as 0.
    #[inline]
    pub(super) fn load(
        &self,
        terms: &mut TermTable,
        flat: FlatArray,
        offset: u64,
        size: u32,
    ) -> Value {
        match self.load_constant(offset, size) {
            Some(constant) => Value::Constant(constant),
            None => self.load_by_bytes(terms, flat, offset, size),
        }
    }

    fn initial_constant(&self, at: usize, length: usize) -> u64 {
        match self.initial.get(at..at + length) {
            Some(bytes) => little_endian(bytes),
            None => little_endian(self.initial.get(at..).unwrap_or(&[])),
        }
    }

    /// The constant value of a byte within the object, if it has one.
    pub(crate) fn constant_byte(&self, offset: u64) -> Option<u8> {
        match self.byte(offset) {
            Byte::Constant(byte) if !self.in_array(offset) => Some(byte),
            _ => None,
        }
    }

    pub(super) fn byte(&self, offset: u64) -> Byte {
        let at = offset as usize;
        self.byte_of(self.page(at / PAGE), at)
    }

    /// What a byte is whose page is this one.
    pub(super) fn byte_of(&self, page: Option<&Page>, at: usize) -> Byte {
        match page {
            Some(page) => page.byte(at % PAGE),
            None if self.undefined => Byte::Undefined,
            None => Byte::Constant(self.initial.get(at).copied().unwrap_or(0)),
        }
    }

    /// How many bytes it starts with; the others were zero or undefined.
    pub(super) fn initial_length(&self) -> u64 {
        self.initial.len() as u64
    }

    /// From now on, the bytes of a range are what the array of the flat encoding has at their addresses.
    pub(super) fn make_flat(&mut self, range: std::ops::Range<u64>) {
        for at in range {
            if self.byte(at) != Byte::Flat {
                self.page_mut(at as usize / PAGE)
                    .make_flat(at as usize % PAGE);
            }
        }
    }

    /// Whether a byte within the object, or a bit of it, was never written since the object was made.
    pub(crate) fn is_undefined(&self, offset: u64) -> bool {
        self.unwritten_bits(offset) != 0
    }

    /// Whether a byte of a range, or a bit of one, was never written since the object was made. Pages without such bytes are passed over.
    pub(crate) fn has_undefined(&self, range: std::ops::Range<u64>) -> bool {
        if self
            .array_over((range.start, range.end - range.start))
            .is_some()
        {
            return false;
        }
        let pages = (self.pages.len() * PAGE) as u64;
        let arrays = self.arrays.iter().filter(|_| self.undefined);
        let ends = arrays.map(|region| region.part().0 + region.part().1);
        let known = ends.fold(pages, u64::max);
        let mut at = range.start;
        while at < range.end {
            let number = at as usize / PAGE;
            // Behind all pages and arrays there is one answer.
            if at >= known {
                return self.undefined;
            }
            let behind = (number as u64 + 1) * PAGE as u64;
            let mut bytes = at..behind.min(range.end);
            if self.may_have_undefined(number) && bytes.any(|at| self.is_undefined(at)) {
                return true;
            }
            at = behind;
        }
        false
    }

    /// Whether a byte of a page may be undefined, but for array parts.
    pub(super) fn may_have_undefined(&self, number: usize) -> bool {
        let page = self.page(number);
        page.map_or(self.undefined, Page::may_be_undefined)
            || self.has_partly_written((number * PAGE) as u64..((number + 1) * PAGE) as u64)
    }

    /// What a byte is, for copying; a byte of an array part is read from it.
    pub(super) fn byte_to_copy(&self, terms: &mut TermTable, flat: FlatArray, offset: u64) -> Byte {
        let term = match self.arrays.iter().find(|region| region.holds(offset)) {
            Some(region) => region.read_byte(terms, offset),
            None => match self.byte(offset) {
                Byte::Flat => flat.byte(terms, self.base + offset),
                byte => return byte,
            },
        };
        Byte::of(terms, term)
    }

    /// Writes a byte as [`Object::byte_to_copy`] gave it. An undefined byte, which is not for array parts, makes the destination undefined.
    pub(super) fn paste_byte(&mut self, terms: &mut TermTable, offset: u64, byte: Byte) {
        self.write_all_bits(offset..offset + 1);
        let at = offset as usize;
        if self.in_array(offset) {
            debug_assert_ne!(byte, Byte::Undefined, "bytes of arrays have values");
            let value = match byte {
                Byte::Constant(constant) => Value::Constant(u64::from(constant)),
                Byte::Of(ByteOf { term, byte }) => {
                    let part = terms.extract(term, 8 * byte + 7, 8 * byte);
                    Value::of(terms, part)
                }
                Byte::Undefined | Byte::Flat => Value::Constant(0),
            };
            self.store_byte(terms, offset, value, 0, 1);
            return;
        }
        let page = self.page_mut(at / PAGE);
        match byte {
            Byte::Constant(constant) => page.store_constant(at % PAGE, 1, u64::from(constant)),
            Byte::Of(cell) => page.store_byte_of(at % PAGE, cell),
            Byte::Undefined => page.make_undefined(at % PAGE),
            Byte::Flat => page.make_flat(at % PAGE),
        }
    }

    pub(super) fn in_array(&self, offset: u64) -> bool {
        self.arrays.iter().any(|region| region.holds(offset))
    }

    /// Puts a load together from runs of bytes of one term and of constants.
    #[inline(never)]
    fn load_by_bytes(
        &self,
        terms: &mut TermTable,
        flat: FlatArray,
        offset: u64,
        size: u32,
    ) -> Value {
        let mut result: Option<Term> = None;
        let mut at = 0;
        while at < size {
            let (piece, length) = self.piece(terms, flat, offset + u64::from(at), size - at);
            result = Some(match result {
                Some(low) => terms.concat(piece, low),
                None => piece,
            });
            at += length;
        }
        match result {
            Some(term) => Value::of(terms, term),
            None => Value::Constant(0),
        }
    }

    /// The longest run at an offset that is one term's consecutive bytes, or constants: its term and length in bytes.
    fn piece(
        &self,
        terms: &mut TermTable,
        flat: FlatArray,
        offset: u64,
        limit: u32,
    ) -> (Term, u32) {
        if let Some(region) = self.arrays.iter().find(|region| region.holds(offset)) {
            return (region.read_byte(terms, offset), 1);
        }
        let first = self.byte(offset);
        debug_assert_ne!(first, Byte::Undefined, "bytes have values");
        if first == Byte::Flat {
            return (flat.byte(terms, self.base + offset), 1);
        }
        let mut length = 1;
        let same_kind = |length: u32| {
            let next = offset + u64::from(length);
            if self.in_array(next) {
                return None;
            }
            match (first, self.byte(next)) {
                (Byte::Constant(_), Byte::Constant(byte)) if length < 8 => Some(byte),
                (Byte::Of(start), Byte::Of(cell))
                    if cell.term == start.term && cell.byte == start.byte + length =>
                {
                    Some(0)
                }
                _ => None,
            }
        };
        let mut constant = match first {
            Byte::Constant(byte) => u64::from(byte),
            Byte::Of(_) | Byte::Undefined | Byte::Flat => 0,
        };
        while length < limit {
            let Some(byte) = same_kind(length) else { break };
            constant |= u64::from(byte) << (8 * length.min(7));
            length += 1;
        }
        let term = match first {
            Byte::Constant(_) | Byte::Undefined | Byte::Flat => {
                terms.constant(8 * length, constant)
            }
            Byte::Of(start) => {
                let low = 8 * start.byte;
                terms.extract(start.term, low + 8 * length - 1, low)
            }
        };
        (term, length)
    }

    /// Stores a value of exactly `8 * size` bits, all bytes within the object.
    #[inline]
    pub(super) fn store(&mut self, terms: &mut TermTable, offset: u64, size: u32, value: Value) {
        let (at, length) = (offset as usize, size as usize);
        self.write_all_bits(offset..offset + u64::from(size));
        if self.arrays.is_empty()
            && let Value::Constant(constant) = value
            && length <= 8
            && at % PAGE + length <= PAGE
        {
            self.page_mut(at / PAGE)
                .store_constant(at % PAGE, length, constant);
            return;
        }
        for byte in 0..size {
            self.store_byte(terms, offset + u64::from(byte), value, byte, size);
        }
    }

    /// Stores byte number `byte` of a value of `size` bytes.
    fn store_byte(
        &mut self,
        terms: &mut TermTable,
        offset: u64,
        value: Value,
        byte: u32,
        size: u32,
    ) {
        if let Some(region) = self.arrays.iter_mut().find(|region| region.holds(offset)) {
            let whole = value.term(terms, 8 * size);
            let part = terms.extract(whole, 8 * byte + 7, 8 * byte);
            region.write_byte(terms, offset, part);
            return;
        }
        let at = offset as usize;
        let page = self.page_mut(at / PAGE);
        match value {
            Value::Constant(constant) => {
                let part = constant.checked_shr(8 * byte).unwrap_or(0);
                page.store_constant(at % PAGE, 1, part & 0xff);
            }
            Value::Term(term) => match terms.as_constant(term) {
                // A constant wider than 64 bits.
                Some(_) => {
                    let part = terms.extract(term, 8 * byte + 7, 8 * byte);
                    let constant = terms.as_u64(part).unwrap_or(0);
                    page.store_constant(at % PAGE, 1, constant);
                }
                None => page.store_byte_of(at % PAGE, ByteOf { term, byte }),
            },
        }
    }
}
