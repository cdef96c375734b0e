//! The flat encoding against plain bytes: random stores and loads, constant and symbolic, objects that come and go, and ways that
//! part and meet.

use std::collections::BTreeMap;
use std::sync::Arc;

use everypath_program::Permissions;
use everypath_term::{Assignment, Evaluator};
use proptest::prelude::*;

use super::*;
use crate::lives::Lives;

const WIDTH: u32 = 32;
/// Where objects come and go.
const PLACES: [(u64, u64); 4] = [(0x4000, 40), (0x4020, 600), (0x5000, 8), (0x5000, 300)];

/// One step; numbers are taken modulo what fits.
#[derive(Clone, Debug)]
enum Step {
    Store {
        place: u64,
        size: u32,
        value: u64,
        symbolic: bool,
    },
    StoreAnywhere {
        place: u64,
        size: u32,
        value: u64,
        reach: u64,
    },
    Load {
        place: u64,
        size: u32,
    },
    LoadAnywhere {
        place: u64,
        size: u32,
        reach: u64,
    },
    Copy {
        from: u64,
        to: u64,
        size: u64,
    },
    Add(usize),
    Remove(u64),
    Part {
        first: Vec<Step>,
        second: Vec<Step>,
        taken: bool,
    },
}

fn step() -> impl Strategy<Value = Step> {
    let size = || prop_oneof![Just(1u32), Just(2), Just(4), Just(8)];
    let number = any::<u64>;
    // How far the bounds of an address are from it.
    let reach = || prop_oneof![Just(0u64), 0..64u64, Just(0x8000)];
    let leaf = prop_oneof![
        3 => (number(), size(), number(), any::<bool>()).prop_map(|(place, size, value, symbolic)| {
            Step::Store { place, size, value, symbolic }
        }),
        2 => (number(), size(), number(), reach()).prop_map(|(place, size, value, reach)| {
            Step::StoreAnywhere { place, size, value, reach }
        }),
        2 => (number(), size()).prop_map(|(place, size)| Step::Load { place, size }),
        2 => (number(), size(), reach())
            .prop_map(|(place, size, reach)| Step::LoadAnywhere { place, size, reach }),
        1 => (number(), number(), 1..40u64).prop_map(|(from, to, size)| Step::Copy { from, to, size }),
        1 => (0..PLACES.len()).prop_map(Step::Add),
        1 => number().prop_map(Step::Remove),
    ];
    leaf.prop_recursive(2, 24, 6, |inner| {
        let way = || prop::collection::vec(inner.clone(), 0..6);
        (way(), way(), any::<bool>()).prop_map(|(first, second, taken)| Step::Part {
            first,
            second,
            taken,
        })
    })
}

/// What all ways share.
struct Shared {
    terms: TermTable,
    model: Assignment,
    heaps: Heaps,
    inputs: usize,
    lives: Lives,
}

impl Shared {
    fn input(&mut self, width: u32, value: u64) -> Term {
        self.inputs += 1;
        let term = self.terms.input(&format!("i{}", self.inputs), width);
        if let Some(id) = self.terms.input_id(term) {
            self.model.set_u64(id, width, value);
        }
        term
    }
}

/// The memory of one way beside plain bytes, those of its objects.
#[derive(Clone)]
struct Pair {
    memory: Memory,
    bytes: BTreeMap<u64, u8>,
}

impl Pair {
    /// An address that has so many bytes of one object behind it.
    fn place(&self, number: u64, size: u64) -> Option<u64> {
        let fits = |&&address: &&u64| {
            let object = self.memory.find(address).map(|id| self.memory.object(id));
            let last = address + size - 1;
            object.is_some_and(|object| object.holds(last)) && self.bytes.contains_key(&last)
        };
        let all: Vec<u64> = self.bytes.keys().filter(fits).copied().collect();
        all.get((number % all.len().max(1) as u64) as usize)
            .copied()
    }

    fn objects(&self) -> Vec<ObjectId> {
        self.memory.objects().map(|(id, _)| id).collect()
    }

    /// What an access reaches whose bounds are so far from its address.
    fn parts(&self, address: u64, size: u32, reach: u64) -> Vec<(ObjectId, Range<u64>)> {
        let (first, end) = (
            address.saturating_sub(reach),
            address + u64::from(size) + reach,
        );
        let part = |(id, object): (ObjectId, &Object)| {
            let start = first.max(object.base()) - object.base();
            let end = end
                .min(object.base() + object.size())
                .saturating_sub(object.base());
            (start < end).then_some((id, start..end))
        };
        self.memory.objects().filter_map(part).collect()
    }

    fn write_bytes(&mut self, address: u64, size: u32, value: u64) {
        for i in 0..u64::from(size) {
            self.bytes
                .insert(address + i, value.to_le_bytes()[i as usize]);
        }
    }

    fn compare(&self, shared: &mut Shared, address: u64, size: u32, loaded: Value) {
        let term = loaded.term(&mut shared.terms, 8 * size);
        let value = Evaluator::new(&shared.terms, &shared.model).evaluate_u64(term);
        for i in 0..u64::from(size) {
            let expected = self.bytes[&(address + i)];
            assert_eq!(
                value.to_le_bytes()[i as usize],
                expected,
                "byte {i} at {address:#x}"
            );
        }
    }

    fn run(&mut self, shared: &mut Shared, step: &Step) {
        match *step {
            Step::Store {
                place,
                size,
                value,
                symbolic,
            } => {
                let Some(address) = self.place(place, u64::from(size)) else {
                    return;
                };
                let value = value & everypath_term::ops::mask(8 * size);
                let stored = match symbolic {
                    true => Value::Term(shared.input(8 * size, value)),
                    false => Value::Constant(value),
                };
                self.store(shared, address, size, stored);
                self.write_bytes(address, size, value);
            }
            Step::StoreAnywhere {
                place,
                size,
                value,
                reach,
            } => {
                let Some(address) = self.place(place, u64::from(size)) else {
                    return;
                };
                let value = value & everypath_term::ops::mask(8 * size);
                let at = shared.input(WIDTH, address);
                let parts = self.parts(address, size, reach);
                let stored = Value::Constant(value);
                self.memory
                    .store_flat(&mut shared.terms, at, &parts, size, stored);
                self.write_bytes(address, size, value);
            }
            Step::Load { place, size } => {
                let Some(address) = self.place(place, u64::from(size)) else {
                    return;
                };
                if let Some(id) = self.memory.find(address) {
                    let offset = address - self.memory.object(id).base();
                    let loaded = self.memory.load(&mut shared.terms, id, offset, size);
                    self.compare(shared, address, size, loaded);
                }
            }
            Step::LoadAnywhere { place, size, reach } => {
                let Some(address) = self.place(place, u64::from(size)) else {
                    return;
                };
                let at = shared.input(WIDTH, address);
                let parts = self.parts(address, size, reach);
                let objects: Vec<ObjectId> = parts.into_iter().map(|(id, _)| id).collect();
                let loaded = self.memory.load_flat(&mut shared.terms, at, &objects, size);
                self.compare(shared, address, size, loaded);
            }
            Step::Copy { from, to, size } => {
                let (Some(from), Some(to)) = (self.place(from, size), self.place(to, size)) else {
                    return;
                };
                let at = |address: u64| {
                    let id = self.memory.find(address).unwrap();
                    (id, address - self.memory.object(id).base())
                };
                let (source, destination) = (at(from), at(to));
                self.memory
                    .copy(&mut shared.terms, source, destination, size);
                let copied: Vec<u8> = (from..from + size).map(|at| self.bytes[&at]).collect();
                self.bytes.extend((to..).zip(copied));
            }
            Step::Add(which) => {
                let (base, size) = PLACES[which];
                let overlaps = |(_, object): (ObjectId, &Object)| {
                    object.base() < base + size && base < object.base() + object.size()
                };
                if self.memory.objects().any(overlaps) {
                    return;
                }
                let kind = RegionKind::Heap;
                let object = Object::allocated(base, size, None, kind, true, Rc::from("block"));
                self.memory.add(object);
                self.bytes.extend((base..base + size).map(|at| (at, 0)));
            }
            Step::Remove(place) => {
                let found = self.place(place, 1).and_then(|at| self.memory.find(at));
                let Some(id) = found.filter(|id| id.0 > 0) else {
                    return;
                };
                let object = self.memory.object(id);
                let (base, end) = (object.base(), object.base() + object.size());
                self.bytes.retain(|at, _| !(base..end).contains(at));
                self.memory.remove(id);
            }
            Step::Part {
                ref first,
                ref second,
                taken,
            } => {
                // Both ways have inputs of their own, as in the machine; the values of the one that is not taken do not matter.
                let condition = shared.input(1, u64::from(taken));
                let mut other = self.clone();
                first.iter().for_each(|step| self.run(shared, step));
                second.iter().for_each(|step| other.run(shared, step));
                if !self.memory.can_merge(&other.memory, &shared.lives) {
                    if !taken {
                        *self = other;
                    }
                    return;
                }
                let mut choice = Choice {
                    terms: &mut shared.terms,
                    condition,
                    address_width: WIDTH,
                    ites: 0,
                    heaps: &mut shared.heaps,
                    arrays: [FlatArray::NONE; 2],
                    joins: false,
                    lives: &mut shared.lives,
                };
                self.memory.merge(&mut choice, &other.memory);
                if !taken {
                    self.bytes = other.bytes;
                }
            }
        }
    }

    fn store(&mut self, shared: &mut Shared, address: u64, size: u32, value: Value) {
        if let Some(id) = self.memory.find(address) {
            let offset = address - self.memory.object(id).base();
            self.memory
                .store(&mut shared.terms, id, offset, size, value);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_load_gives_what_was_stored_last_on_the_way_that_was_taken(
        steps in prop::collection::vec(step(), 1..16),
    ) {
        let initial: Vec<u8> = (0..70u32).map(|i| (i * 7) as u8).collect();
        let region = Region {
            name: "object".into(),
            base: 0x1000,
            size: 100,
            permissions: Permissions::READ_WRITE,
            kind: RegionKind::Segment,
            bytes: Arc::from(initial.clone()),
            arbitrary: false,
        };
        let mut shared = Shared {
            terms: TermTable::new(),
            model: Assignment::new(),
            heaps: Heaps::new(),
            inputs: 0,
            lives: Lives::default(),
        };
        let mut memory = Memory::new();
        memory.add(Object::new(&region));
        memory.make_flat(&mut shared.terms, WIDTH, &[region]);
        let mut bytes: BTreeMap<u64, u8> = (0x1000..0x1064).map(|at| (at, 0)).collect();
        bytes.extend((0x1000..).zip(initial));
        let mut pair = Pair { memory, bytes };
        for step in &steps {
            pair.run(&mut shared, step);
        }
        let addresses: Vec<u64> = pair.bytes.keys().copied().collect();
        for (number, address) in addresses.into_iter().enumerate() {
            if let Some(id) = pair.memory.find(address) {
                let offset = address - pair.memory.object(id).base();
                let loaded = pair.memory.load(&mut shared.terms, id, offset, 1);
                pair.compare(&mut shared, address, 1, loaded);
            }
            if number % 16 == 0 {
                let at = shared.input(WIDTH, address);
                let objects = pair.objects();
                let loaded = pair.memory.load_flat(&mut shared.terms, at, &objects, 1);
                pair.compare(&mut shared, address, 1, loaded);
            }
        }
    }
}

/// Stores and loads at constant addresses, and loads of a table at a symbolic one, leave nothing in front of the literal.
#[test]
fn constants_fold_into_the_literal_and_come_back_without_a_term() {
    let mut shared = Shared {
        terms: TermTable::new(),
        model: Assignment::new(),
        heaps: Heaps::new(),
        inputs: 0,
        lives: Lives::default(),
    };
    let region = Region {
        name: "object".into(),
        base: 0x1000,
        size: 16,
        permissions: Permissions::READ_WRITE,
        kind: RegionKind::Global,
        bytes: Arc::from((0..16).collect::<Vec<u8>>()),
        arbitrary: false,
    };
    let mut memory = Memory::new();
    let id = memory.add(Object::new(&region));
    memory.make_flat(&mut shared.terms, WIDTH, &[region]);
    memory.store(&mut shared.terms, id, 4, 4, Value::Constant(0x0403_0201));
    let at = shared.input(WIDTH, 0x1004);
    let loaded = memory.load_flat(&mut shared.terms, at, &[id], 1);
    let Value::Term(loaded) = loaded else {
        panic!("a load at a symbolic address");
    };
    let array = shared.terms.node(loaded).children().next().unwrap();
    let literal = shared.terms.literal(array).expect("no write remains");
    assert_eq!((literal.element(0x1004), literal.element(0x1003)), (1, 3));
    // Behind a store to a symbolic address, what is written to a constant one is still known.
    memory.store_flat(&mut shared.terms, at, &[(id, 0..16)], 1, Value::Constant(9));
    memory.store(&mut shared.terms, id, 8, 4, Value::Constant(77));
    let again = memory.load(&mut shared.terms, id, 8, 4);
    assert_eq!(again, Value::Constant(77));
    assert!(matches!(
        memory.load(&mut shared.terms, id, 4, 1),
        Value::Term(_)
    ));
}
