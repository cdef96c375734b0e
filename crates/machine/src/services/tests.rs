//! The table of services against what the machine does: each service is performed with all combinations of some arguments, and what
//! changes has to be among what its row says.

use everypath_program::testing::Scripted;
use everypath_program::{
    Failure, LifeEffect, Local, MemoryEffect, Operand, Permissions, Position, RegionKind, Service,
};
use everypath_term::{Assignment, Evaluator, Term};

use crate::halt::Halt;
use crate::{Event, FileContents, FileSource, Machine, MachineOptions, State, Value};

const DATA: u64 = 0x1000;
const NAME: u64 = 0x2000;
/// The local that is a term.
const SYMBOLIC: Operand = Operand::Local(Local(0));

/// An object: its first address, size, permissions and bytes, none where one was never written.
type Contents = (u64, u64, Permissions, Vec<Option<Value>>);

/// All that services may change.
struct Snapshot {
    objects: Vec<Contents>,
    state: State,
}

impl Snapshot {
    fn of(machine: &mut Machine<'_>, state: &State) -> Self {
        let memory = &state.memory;
        let mut objects: Vec<Contents> = Vec::new();
        for (id, object) in memory.objects_from(0) {
            let byte = |at| {
                let is_written = !object.is_undefined(at);
                is_written.then(|| memory.load(&mut machine.terms, id, at, 1))
            };
            let bytes = (0..object.size()).map(byte).collect();
            objects.push((object.base(), object.size(), object.permissions(), bytes));
        }
        let state = state.clone();
        Snapshot { objects, state }
    }

    /// The addresses of objects whose life is another one.
    fn lives(&self, other: &Snapshot) -> Vec<u64> {
        let has = |all: &Snapshot, (base, size, permissions, _): &Contents| {
            all.objects
                .iter()
                .any(|it| (it.0, it.1, it.2) == (*base, *size, *permissions))
        };
        let ended = self.objects.iter().filter(|it| !has(other, it));
        let begun = other.objects.iter().filter(|it| !has(self, it));
        ended.chain(begun).map(|it| it.0).collect()
    }

    /// The addresses of bytes that are others, in objects that are in both.
    fn bytes(&self, other: &Snapshot) -> Vec<u64> {
        let mut changed = Vec::new();
        for (base, _, _, bytes) in &self.objects {
            let now = other.objects.iter().find(|it| it.0 == *base);
            for (at, byte) in (*base..).zip(bytes) {
                if now.is_some_and(|now| now.3.get((at - base) as usize) != Some(byte)) {
                    changed.push(at);
                }
            }
        }
        changed
    }

    fn has_same_world(&self, other: &Snapshot) -> bool {
        let (one, two) = (&self.state, &other.state);
        one.environment.agrees_with(&two.environment)
            && [1, 2].map(|it| one.environment.output(it))
                == [1, 2].map(|it| two.environment.output(it))
            && one.frame_objects == two.frame_objects
            && one.heap.used() == two.heap.used()
            && one.local_area.used() == two.local_area.used()
    }
}

/// Calls back with each service and each combination of arguments.
fn each_call(values: &[u64], mut call: impl FnMut(Service, &[u64])) {
    for &service in Service::all() {
        let count = service.info().arguments;
        for number in 0..values.len().pow(count as u32) {
            let digit = |index: u32| number / values.len().pow(index) % values.len();
            let arguments: Vec<u64> = (0..count).map(|at| values[digit(at as u32)]).collect();
            call(service, &arguments);
        }
    }
}

/// A machine, a state with objects of several kinds and an open file, and arguments that are of interest.
fn with_state(test: impl FnOnce(&mut Machine<'_>, State, Vec<u64>)) {
    let program = Scripted::read(&format!(
        "locals 32
         objects
         region \"data\" {DATA:#x} read-write {}
         region \"name\" {NAME:#x} read 0x66 0x69 0x6c 0x65 0
         block 0x0:
           exit 0",
        ["7"; 32].join(" ")
    ));
    let mut options = MachineOptions::default();
    options.files.push(FileContents {
        path: "file".into(),
        source: FileSource::Bytes(b"contents".to_vec()),
    });
    let mut machine = Machine::new(&program, options);
    let mut state = machine.initial_state();
    let mut arguments = vec![0, 1, 3, 8, DATA, DATA + 16, NAME];
    for (kind, offset) in [(RegionKind::Heap, 0), (RegionKind::Local, 8)] {
        let size = Operand::Constant(24);
        let made = machine.allocate(&mut state, size, 8, kind, true, "x", Position(0));
        let Ok(Value::Constant(address)) = made else {
            panic!("an object has an address");
        };
        arguments.extend([address, address + offset]);
    }
    arguments.dedup();
    let file = [NAME, 2].map(Operand::Constant);
    let opened = machine.serve(&mut state, Service::OpenFile, &file, Position(0));
    assert!(matches!(opened, Ok(Value::Constant(3))));
    let term = machine.terms.input("x", 32);
    state.write(Local(0), Value::Term(term));
    test(&mut machine, state, arguments);
}

#[test]
fn what_a_service_changes_is_among_what_its_row_says() {
    with_state(|machine, state, values| {
        let before = Snapshot::of(machine, &state);
        let kind_at = |address| {
            let object = state.memory.find_start(address);
            object.map(|id| state.memory.object(id).kind())
        };
        each_call(&values, |service, arguments| {
            let info = service.info();
            let operands: Vec<Operand> = arguments.iter().copied().map(Operand::Constant).collect();
            let mut state = state.clone();
            let result = machine.serve(&mut state, service, &operands, Position(0));
            let after = Snapshot::of(machine, &state);
            let what = format!("{} of {arguments:x?}", info.name);

            let (bytes, lives) = (before.bytes(&after), before.lives(&after));
            let range = info.memory.range();
            let range = range.map(|(start, size)| (arguments[start], arguments[size]));
            match (info.memory, range) {
                (MemoryEffect::Anywhere, _) => {}
                (_, Some((start, size))) => {
                    let is_inside = |at: &u64| at.wrapping_sub(start) < size;
                    assert!(bytes.iter().all(is_inside), "{what} changes {bytes:x?}");
                }
                (_, None) => assert!(bytes.is_empty(), "{what} changes {bytes:x?}"),
            }
            let is_allowed = |&at: &u64| match info.lives {
                LifeEffect::Unchanged => false,
                LifeEffect::BeginsVariable | LifeEffect::EndsVariable => {
                    at == arguments[0] && kind_at(at) == Some(RegionKind::Local)
                }
                LifeEffect::EndsVariables => kind_at(at) == Some(RegionKind::Local),
                LifeEffect::Objects => kind_at(at) != Some(RegionKind::Local),
            };
            assert!(
                lives.iter().all(is_allowed),
                "{what} begins or ends {lives:x?}"
            );
            assert!(
                info.world || before.has_same_world(&after),
                "{what} changes the world"
            );
            if info.of_object {
                let object = state.memory.find(arguments[0]);
                let is_its = |&at: &u64| object.is_some() && state.memory.find(at) == object;
                assert!(bytes.iter().all(is_its), "{what} changes {bytes:x?}");
            }
            let is_inside = range.is_some_and(|(start, size)| {
                let object = before
                    .objects
                    .iter()
                    .find(|it| start.wrapping_sub(it.0) < it.1);
                object.is_some_and(|it| it.2.write && start - it.0 + size <= it.1)
            });
            let may_fail = match info.failure {
                Failure::Never => false,
                Failure::OutOfBounds => !is_inside,
                Failure::Possible => true,
            };
            assert!(may_fail || result.is_ok(), "{what} fails");
            if !info.reads_state {
                let mut other = machine.initial_state();
                let again = machine.serve(&mut other, service, &operands, Position(0));
                assert_eq!(result.ok(), again.ok(), "{what} depends on the state");
            }
        });
    });
}

#[test]
fn a_service_takes_terms_or_asks_for_constants_as_its_row_says() {
    with_state(|machine, state, values| {
        each_call(&values, |service, arguments| {
            for place in 0..arguments.len() {
                // An input needs no name.
                let is_name = service == Service::MakeNamedSymbolic && place == 2;
                let mut operands: Vec<Operand> =
                    arguments.iter().copied().map(Operand::Constant).collect();
                operands[place] = SYMBOLIC;
                let mut state = state.clone();
                let result = machine.serve(&mut state, service, &operands, Position(0));
                let asks = matches!(
                    result,
                    Err(Halt::Again(Event::Concretize { .. } | Event::Check { .. }))
                );
                let expected = service.info().takes_constants() && !is_name;
                assert_eq!(asks, expected, "{} of {operands:?}", service.info().name);
            }
        });
    });
}

#[test]
fn at_any_address_the_object_is_there_that_has_it_within_its_bytes_or_right_behind() {
    with_state(|machine, mut state, _| {
        let width = machine.address_width;
        let any = machine.terms.input("address", width);
        let size = machine.terms.input("size", 4);
        let inputs = [any, size].map(|term| machine.terms.node(term).input());
        let bytes = machine.terms.zero_extend(size, width);
        state.write(Local(0), Value::Term(bytes));
        let mut make = |state: &mut State, bytes| {
            let made = machine.allocate(state, bytes, 8, RegionKind::Local, true, "x", Position(0));
            let Ok(Value::Constant(address)) = made else {
                panic!("an object has an address");
            };
            address
        };
        let empty = make(&mut state, Operand::Constant(0));
        let sized = make(&mut state, SYMBOLIC);
        let ended = make(&mut state, Operand::Constant(16));
        machine.set_scope(&mut state, ended, false);
        let objects: Vec<(u64, u64)> = state
            .memory
            .objects()
            .map(|(_, object)| (object.base(), object.size()))
            .collect();
        assert!(objects.contains(&(empty, 0)), "an object without bytes");
        let of_any = machine.object_there(&state, Value::Term(any), Position(0));
        let of_any = of_any.term(&mut machine.terms, width);
        for size in [0, 5, 15] {
            let is_there = objects.iter().filter(|(base, _)| *base != ended);
            let there: Vec<(u64, u64)> = is_there
                .map(|&(base, bytes)| (base, if base == sized { size } else { bytes }))
                .collect();
            let ends = there.iter().flat_map(|(base, bytes)| [*base, base + bytes]);
            for address in ends.chain([ended]).flat_map(|end| end - 1..=end + 1) {
                let has_it = |(base, bytes): &&(u64, u64)| address.wrapping_sub(*base) <= *bytes;
                let expected = there.iter().rfind(has_it).map_or(0, |object| object.0);
                let of_constant =
                    machine.object_there(&state, Value::Constant(address), Position(0));
                let of_constant = of_constant.term(&mut machine.terms, width);
                let mut assignment = Assignment::new();
                assignment.set_u64(inputs[0], width, address);
                assignment.set_u64(inputs[1], 4, size);
                let mut evaluator = Evaluator::new(&machine.terms, &assignment);
                for term in [of_any, of_constant] {
                    assert_eq!(
                        evaluator.evaluate_u64(term),
                        expected,
                        "{address:#x}, {size}"
                    );
                }
            }
        }
    });
}

/// Whether a number may be an address that is made of one that the program was given and of the address of a block of the heap.
fn may_be_address(make: impl FnOnce(&mut Machine<'_>, Term, u64) -> Term) -> bool {
    let mut result = false;
    with_state(|machine, mut state, values| {
        let block = values[7];
        assert_eq!(
            state
                .memory
                .find_start(block)
                .map(|id| state.memory.object(id).kind()),
            Some(RegionKind::Heap)
        );
        let given = machine.register_input(&mut state, "given", machine.address_width);
        let given = given.term(&mut machine.terms, machine.address_width);
        let term = make(machine, given, block);
        result = machine.may_be_address(&state, Value::Term(term));
    });
    result
}

#[test]
fn what_the_world_gave_is_no_address_and_what_is_made_of_one_may_be() {
    let input = |machine: &mut Machine<'_>, width| machine.terms.input("unknown", width);
    let width = |machine: &Machine<'_>| machine.address_width;
    assert!(!may_be_address(|_, given, _| given));
    assert!(!may_be_address(|machine, given, _| {
        let five = machine.terms.constant(width(machine), 5);
        machine.terms.mul(given, five)
    }));
    // What an address is compared with is not made of it.
    assert!(!may_be_address(|machine, given, block| {
        let address = machine.terms.constant(width(machine), block);
        let (is_less, zero) = (
            machine.terms.ult(given, address),
            machine.terms.constant(width(machine), 0),
        );
        machine.terms.ite(is_less, given, zero)
    }));
    // A choice, a sum, and a choice of its bytes.
    assert!(may_be_address(|machine, given, block| {
        let (address, choice) = (
            machine.terms.constant(width(machine), block),
            input(machine, 1),
        );
        machine.terms.ite(choice, given, address)
    }));
    assert!(may_be_address(|machine, given, block| {
        let address = machine.terms.constant(width(machine), block);
        machine.terms.add(given, address)
    }));
    assert!(may_be_address(|machine, given, block| {
        let low = machine.terms.extract(given, 7, 0);
        let high = machine.terms.constant(width(machine) - 8, block >> 8);
        machine.terms.concat(high, low)
    }));
    // What an explorer made stands for anything.
    assert!(may_be_address(|machine, _, _| input(
        machine,
        width(machine)
    )));
}
