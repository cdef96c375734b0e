//! Memory against a plain array of bytes: random loads and stores, constant and symbolic, narrow and wide windows.

use std::collections::BTreeSet;
use std::sync::Arc;

use everypath_program::{Permissions, Region, RegionKind};
use everypath_term::{Assignment, Evaluator, Term, TermTable};
use proptest::prelude::*;

use super::{FlatArray, Memory, Object, Span, WIDEST};
use crate::Value;
use crate::lives::Lives;
use crate::widen::Cell;

const SIZE: u64 = 700;

/// One access; offsets are taken modulo what fits.
#[derive(Clone, Debug)]
enum Step {
    Store {
        offset: u64,
        size: u32,
        value: u64,
        symbolic: bool,
    },
    StoreWindow {
        low: u64,
        count: u64,
        stride: u64,
        pick: u64,
        size: u32,
        value: u64,
    },
    Load {
        offset: u64,
        size: u32,
    },
    LoadWindow {
        low: u64,
        count: u64,
        stride: u64,
        pick: u64,
        size: u32,
    },
    /// All of it becomes one array.
    Whole,
    Clone,
}

fn size() -> impl Strategy<Value = u32> {
    prop_oneof![Just(1), Just(2), Just(4), Just(8), Just(16)]
}

fn step() -> impl Strategy<Value = Step> {
    let window = (
        0..SIZE,
        1..100u64,
        prop_oneof![Just(1u64), Just(2), Just(4), Just(8)],
        any::<u64>(),
    );
    prop_oneof![
        (0..SIZE, size(), any::<u64>(), any::<bool>()).prop_map(
            |(offset, size, value, symbolic)| Step::Store {
                offset,
                size,
                value,
                symbolic
            }
        ),
        (window.clone(), size(), any::<u64>()).prop_map(
            |((low, count, stride, pick), size, value)| {
                Step::StoreWindow {
                    low,
                    count,
                    stride,
                    pick,
                    size,
                    value,
                }
            }
        ),
        (0..SIZE, size()).prop_map(|(offset, size)| Step::Load { offset, size }),
        (window, size()).prop_map(|((low, count, stride, pick), size)| Step::LoadWindow {
            low,
            count,
            stride,
            pick,
            size
        }),
        Just(Step::Whole),
        Just(Step::Clone),
    ]
}

/// The memory under test beside plain bytes.
struct Pair {
    terms: TermTable,
    model: Assignment,
    memory: Memory,
    bytes: Vec<u8>,
    inputs: usize,
}

impl Pair {
    fn new() -> Self {
        let initial: Vec<u8> = (0..300u32).map(|i| (i * 7) as u8).collect();
        let mut bytes = initial.clone();
        bytes.resize(SIZE as usize, 0);
        let mut memory = Memory::new();
        memory.add(Object::new(&Region {
            name: "object".into(),
            base: 0x1000,
            size: SIZE,
            permissions: Permissions::READ_WRITE,
            kind: RegionKind::Segment,
            bytes: Arc::from(initial),
            arbitrary: false,
        }));
        Pair {
            terms: TermTable::new(),
            model: Assignment::new(),
            memory,
            bytes,
            inputs: 0,
        }
    }

    fn input(&mut self, width: u32, value: u64) -> Term {
        self.inputs += 1;
        let term = self.terms.input(&format!("i{}", self.inputs), width);
        if let Some(id) = self.terms.input_id(term) {
            self.model.set_u64(id, width, value);
        }
        term
    }

    /// A value of `8 * size` bits whose bytes repeat those of `value`.
    fn value(&mut self, size: u32, value: u64, symbolic: bool) -> Value {
        let low = if size >= 8 {
            value
        } else {
            value & ((1 << (8 * size)) - 1)
        };
        let part = if symbolic {
            Value::Term(self.input(8 * size.min(8), low))
        } else {
            Value::Constant(low)
        };
        if size <= 8 {
            return part;
        }
        let part = part.term(&mut self.terms, 64);
        let whole = self.terms.concat(part, part);
        Value::of(&self.terms, whole)
    }

    fn write_bytes(&mut self, offset: u64, size: u32, value: u64) {
        for i in 0..size {
            self.bytes[(offset + u64::from(i)) as usize] = value.to_le_bytes()[i as usize % 8];
        }
    }

    /// Compares a loaded value with the plain bytes, eight bytes at a time.
    fn compare(&mut self, offset: u64, size: u32, loaded: Value) {
        for i in 0..size {
            let whole = loaded.term(&mut self.terms, 8 * size);
            let byte = self.terms.extract(whole, 8 * i + 7, 8 * i);
            let actual = Evaluator::new(&self.terms, &self.model).evaluate_u64(byte);
            assert_eq!(
                actual,
                u64::from(self.bytes[(offset + u64::from(i)) as usize]),
                "byte {i} at {offset}"
            );
        }
    }

    fn span(low: u64, count: u64, stride: u64, size: u32) -> Span {
        let low = low % (SIZE - u64::from(size));
        let count = count.min((SIZE - u64::from(size) - low) / stride + 1);
        Span {
            low,
            high: low + (count - 1) * stride,
            stride,
        }
    }

    fn run(&mut self, step: &Step) {
        let id = super::ObjectId(0);
        match *step {
            Step::Store {
                offset,
                size,
                value,
                symbolic,
            } => {
                let offset = offset % (SIZE - u64::from(size) + 1);
                let stored = self.value(size, value, symbolic);
                self.memory.store(&mut self.terms, id, offset, size, stored);
                self.write_bytes(offset, size, value);
            }
            Step::StoreWindow {
                low,
                count,
                stride,
                pick,
                size,
                value,
            } => {
                let span = Self::span(low, count, stride, size);
                let chosen = span.low + pick % span.count() * stride;
                let offset = self.input(32, chosen);
                let stored = self.value(size, value, pick % 2 == 0);
                let always = self.terms.bool(true);
                self.memory
                    .store_window(&mut self.terms, id, offset, span, size, stored, always);
                self.write_bytes(chosen, size, value);
            }
            Step::Load { offset, size } => {
                let offset = offset % (SIZE - u64::from(size) + 1);
                let loaded = self.memory.load(&mut self.terms, id, offset, size);
                self.compare(offset, size, loaded);
            }
            Step::LoadWindow {
                low,
                count,
                stride,
                pick,
                size,
            } => {
                let span = Self::span(low, count, stride, size);
                let chosen = span.low + pick % span.count() * stride;
                // The stride is a promise about the offset's low bits, which the loader may rely on.
                let number = self.input(32, pick % span.count());
                let shift = self.terms.constant(32, u64::from(stride.trailing_zeros()));
                let scaled = self.terms.shl(number, shift);
                let low = self.terms.constant(32, span.low);
                let offset = self.terms.add(scaled, low);
                let loaded = self
                    .memory
                    .load_window(&mut self.terms, id, offset, span, size);
                self.compare(chosen, size, loaded);
            }
            Step::Whole => {
                self.memory.make_whole_array(&mut self.terms, id, 32);
            }
            Step::Clone => {
                let mut other = self.memory.clone();
                other.store(&mut self.terms, id, 5, 4, Value::Constant(0xdead_beef));
                other.store(&mut self.terms, id, 690, 8, Value::Constant(1));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_load_gives_what_was_stored_last(steps in prop::collection::vec(step(), 1..25)) {
        let mut pair = Pair::new();
        for step in &steps {
            pair.run(step);
        }
        for offset in (0..SIZE - 8).step_by(8) {
            pair.run(&Step::Load { offset, size: 8 });
        }
    }
}

#[test]
fn a_stored_term_comes_back_as_itself() {
    let mut pair = Pair::new();
    let word = pair.input(32, 7);
    let id = super::ObjectId(0);
    pair.memory
        .store(&mut pair.terms, id, 254, 4, Value::Term(word));
    assert_eq!(
        pair.memory.load(&mut pair.terms, id, 254, 4),
        Value::Term(word)
    );
    let half = pair.memory.load(&mut pair.terms, id, 256, 2);
    let expected = pair.terms.extract(word, 31, 16);
    assert_eq!(half, Value::Term(expected));
}

#[test]
fn an_array_part_is_cut_where_its_object_shrinks() {
    let mut pair = Pair::new();
    let id = super::ObjectId(0);
    pair.run(&Step::StoreWindow {
        low: 100,
        count: 400,
        stride: 1,
        pick: 150,
        size: 1,
        value: 0xaa,
    });
    pair.memory.object_mut(id).set_size(300);
    pair.memory.object_mut(id).set_size(SIZE);
    pair.bytes[300..].fill(0);
    for offset in 0..SIZE {
        pair.run(&Step::Load { offset, size: 1 });
    }
}

#[test]
fn what_was_never_written_is_not_zero_in_an_array() {
    let allocated = |zeroed| {
        let mut memory = Memory::new();
        let (kind, size) = (RegionKind::Heap, WIDEST + 1);
        let name = "block".into();
        memory.add(Object::allocated(0x1000, size, None, kind, zeroed, name));
        memory
    };
    let (mut terms, mut lives) = (TermTable::new(), Lives::default());
    let (id, whole, part) = (super::ObjectId(0), (0, WIDEST + 1), (0, 100));
    let five = terms.constant(32, 5);
    for (zeroed, known) in [(true, Some(0)), (false, None)] {
        let memory = allocated(zeroed);
        let mut contents = |part| memory.array_of_cell(&mut terms, &mut lives, 32, id, part);
        let (of_whole, of_part) = (contents(whole), contents(part));
        let read = of_whole.map(|array| terms.read(array, five));
        assert_eq!(read.map(|byte| terms.as_u64(byte)), Some(known));
        // A part whose bytes have neither values nor names is none that could be told.
        let read = of_part.map(|array| terms.read(array, five));
        assert_eq!(read.and_then(|byte| terms.as_u64(byte)), known);
        assert_eq!(of_part.is_some(), zeroed);
    }
}

#[test]
fn what_was_written_of_a_block_takes_no_longer_to_find_where_the_block_is_larger() {
    let (mut terms, mut lives) = (TermTable::new(), Lives::default());
    let (kind, size, id) = (RegionKind::Heap, 1 << 52, super::ObjectId(0));
    let mut before = Memory::new();
    before.add(Object::allocated(
        0x1000,
        size,
        None,
        kind,
        false,
        "block".into(),
    ));
    let mut after = before.clone();
    let written = after.object_mut(id);
    written.store(&mut terms, 1000, 4, Value::Constant(7));
    let mut cells = BTreeSet::new();
    let changed = before.changed(&terms, &after, false, 64, &mut cells);
    let cell = Cell::Bytes {
        object: id,
        offset: 1000,
        size: 4,
    };
    assert_eq!((changed, cells), (Ok(()), BTreeSet::from([cell])));

    let array = after
        .array_of_cell(&mut terms, &mut lives, 64, id, (1000, 4))
        .unwrap();
    after.set_array_of_cell(&mut terms, 64, id, (1000, 4), array);
    assert!(after.object(id).has_undefined(1000..size));
    assert!(!after.object(id).has_undefined(1000..1004));
}

#[test]
fn versions_with_arrays_of_what_only_one_has_written_are_merged_by_names_or_stay_apart() {
    let mut terms = TermTable::new();
    let mut one = Memory::new();
    let (kind, name) = (RegionKind::Heap, "block".into());
    one.add(Object::allocated(0x1000, 100, None, kind, false, name));
    let mut other = one.clone();
    assert!(other.make_whole_array(&mut terms, super::ObjectId(0), 32));
    assert!(!one.can_merge(&other, &Lives::default()));
}

#[test]
fn a_shrunk_heap_is_zero_when_it_grows_again() {
    let mut object = Object::new(&Region {
        name: "heap".into(),
        base: 0,
        size: 1000,
        permissions: Permissions::READ_WRITE,
        kind: RegionKind::Break,
        bytes: Arc::from([]),
        arbitrary: false,
    });
    let mut terms = TermTable::new();
    for offset in [0, 300, 600, 900] {
        object.store(&mut terms, offset, 4, Value::Constant(0x0101_0101));
    }
    object.set_size(302);
    object.set_size(1000);
    let loads: Vec<Value> = [0, 300, 600, 900]
        .map(|offset| object.load(&mut terms, FlatArray::NONE, offset, 4))
        .to_vec();
    assert_eq!(loads, [0x0101_0101, 0x0101, 0, 0].map(Value::Constant));
}

#[test]
fn bits_that_were_never_written_stay_so_until_their_byte_is_written_whole() {
    let mut terms = TermTable::new();
    let mut memory = Memory::new();
    let mut make = |base| {
        let name = "block".into();
        let block = Object::allocated(base, 4, None, RegionKind::Heap, false, name);
        memory.add(block)
    };
    let (one, two) = (make(0x1000), make(0x2000));
    let object = memory.object_mut(one);
    object.store(&mut terms, 0, 2, Value::Constant(0x0102));
    object.set_unwritten_bits(1, 0xf0);
    object.set_unwritten_bits(2, 0x0f);
    let bits = |object: &Object| [0, 1, 2, 3].map(|at| object.unwritten_bits(at));
    assert_eq!(bits(object), [0, 0xf0, 0xff, 0xff]);
    assert!(object.has_undefined(1..2) && !object.has_undefined(0..1));
    memory.copy(&mut terms, (one, 0), (two, 1), 3);
    assert_eq!(bits(memory.object(two)), [0xff, 0, 0xf0, 0xff]);
    let object = memory.object_mut(one);
    assert_eq!(object.load_constant(0, 2), None);
    object.store(&mut terms, 1, 1, Value::Constant(0));
    assert_eq!(bits(object), [0, 0, 0xff, 0xff]);
    assert_eq!(object.load_constant(0, 2), Some(0x0002));
}
