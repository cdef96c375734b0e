//! The machine on programs in text form: bounds, services, symbolic addresses, and what a state is asked.

use std::collections::BTreeMap;

use everypath_machine::{
    CutReason, DecisionKind, Event, FileContents, FileSource, InputSource, Machine, MachineOptions,
    Purpose, State, StdinSource, Target, Value,
};
use everypath_program::testing::{STEP, Scripted};
use everypath_program::{Local, Position, Program, Property};
use everypath_solver::{Solver, SolverOptions};

fn run(program: &Scripted, options: MachineOptions) -> (Event, Vec<Value>) {
    let mut machine = Machine::new(program, options);
    let mut state = machine.initial_state();
    let event = machine.run(&mut state, 1000);
    let locals = 0..program.locals(program.entry()).len() as u32;
    let locals = locals.map(|i| state.local(Local(i))).collect();
    (event, locals)
}

fn concrete() -> MachineOptions {
    MachineOptions {
        inputs: InputSource::Concrete(BTreeMap::new()),
        ..MachineOptions::default()
    }
}

const EXIT: Event = Event::Exit {
    code: Value::Constant(0),
};

#[test]
fn streams_deliver_bytes_once_and_files_can_be_moved_in() {
    let program = Scripted::read(
        "locals 32, 32, 32, 32, 32, 32
         region \"name\" 0x1000 read-write 0x6e 0x6f 0x74 0x65 0x73 0
         region \"buffers\" 0x1010 read-write 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
         block 0x0:
           %0 = read_stream(0, 0x1010, 8)
           %1 = read_stream(0, 0x1018, 8)
           %2 = open_file(0x1000, 0)
           %3 = seek_stream(3, 1, 0)
           %4 = read_stream(3, 0x1020, 4)
           %5 = load.4.32 unsigned [0x1020 + 0]
           exit 0",
    );
    let options = MachineOptions {
        stdin: StdinSource::Bytes(b"abcde".to_vec()),
        files: vec![FileContents {
            path: "notes".into(),
            source: FileSource::Bytes(b"12345".to_vec()),
        }],
        ..concrete()
    };
    let (event, locals) = run(&program, options);
    assert_eq!(event, EXIT);
    let text = u64::from(u32::from_le_bytes(*b"2345"));
    assert_eq!(locals, [5, 0, 3, 1, 4, text].map(Value::Constant));
}

#[test]
fn errors_of_services_are_negated_linux_numbers() {
    let program = Scripted::read(
        "locals 32, 32, 32, 32, 32, 32
         region \"data\" 0x1000 read-write 0 0 0 0
         block 0x0:
           %0 = read_stream(9, 0x1000, 1)
           %1 = open_file(0x1000, 0)
           %2 = seek_stream(0, 0, 0)
           %3 = close_stream(7)
           %4 = map_memory(0, 0, 3)
           %5 = set_break(0)
           exit 0",
    );
    let (event, locals) = run(&program, concrete());
    assert_eq!(event, EXIT);
    let errors =
        [-9, -2, -29, -9, -22, -12].map(|error: i32| Value::Constant(u64::from(error as u32)));
    assert_eq!(locals, errors);
}

#[test]
fn a_bad_buffer_given_to_the_environment_is_an_invalid_access() {
    for (address, expected) in [
        (0x1000, Property::WriteToReadOnly),
        (0x100e, Property::InvalidStore),
        (0x2000, Property::InvalidStore),
    ] {
        reads_into(address, expected);
    }
}

/// Reading four bytes to this address violates the property.
fn reads_into(address: u64, expected: Property) {
    let program = Scripted::read(&format!(
        "locals 32
         region \"data\" 0x1000 read 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
         block 0x0:
           %0 = read_stream(0, {address:#x}, 4)
           exit 0"
    ));
    let options = MachineOptions {
        stdin: StdinSource::Symbolic(None),
        ..MachineOptions::default()
    };
    let mut machine = Machine::new(&program, options);
    let mut state = machine.initial_state();
    let Event::Check {
        property,
        condition,
        ..
    } = machine.run(&mut state, 1000)
    else {
        panic!("a check was expected");
    };
    assert_eq!(property, expected);
    assert!(machine.terms.is_false(condition));
    assert_eq!(machine.run(&mut state, 1000), Event::Dead);
}

/// An outer loop of three iterations around an inner one of four.
fn nested_loops() -> Scripted {
    Scripted::read(
        "locals 32, 32, 1
         block 0x0:
           %1 = and.32 %1, 0
           jump 0x100
         block 0x100:
           %1 = add.32 %1, 1
           %2 = ult.32 %1, 4
           branch %2, 0x100, 0x200
         block 0x200:
           %0 = add.32 %0, 1
           %2 = ult.32 %0, 3
           branch %2, 0x0, 0x300
         block 0x300:
           exit 0",
    )
}

#[test]
fn a_loop_bound_counts_anew_each_time_the_loop_is_entered() {
    let program = nested_loops();
    let within = MachineOptions {
        loop_limit: Some(3),
        ..concrete()
    };
    assert_eq!(run(&program, within).0, EXIT);
    let beyond = MachineOptions {
        loop_limit: Some(2),
        ..concrete()
    };
    let header = Position(STEP);
    assert_eq!(
        run(&program, beyond).0,
        Event::Cut(CutReason::LoopLimit { header, limit: 2 })
    );
}

#[test]
fn an_instruction_limit_stops_before_the_instruction_and_the_state_goes_on() {
    let program = nested_loops();
    let mut machine = Machine::new(&program, concrete());
    let mut whole = machine.initial_state();
    assert_eq!(machine.run(&mut whole, u64::MAX), EXIT);
    let mut stepped = machine.initial_state();
    for limit in 1..whole.instructions() {
        assert_eq!(machine.run(&mut stepped, limit), Event::Limit);
        assert_eq!(stepped.instructions(), limit);
    }
    assert_eq!(machine.run(&mut stepped, whole.instructions()), EXIT);
    assert_eq!(stepped.instructions(), whole.instructions());
}

#[test]
fn active_calls_are_counted_and_a_return_ends_one() {
    let program = Scripted::read(
        "locals 32
         block 0x0:
           call[0x100] 0x200
         block 0x100:
           exit 0
         block 0x200:
           call[0x400] 0x300
         block 0x300:
           return [0x400]
         block 0x400:
           return [0x100]",
    );
    assert_eq!(
        run(
            &program,
            MachineOptions {
                call_depth_limit: Some(2),
                ..concrete()
            }
        )
        .0,
        EXIT
    );
    let too_few = MachineOptions {
        call_depth_limit: Some(1),
        ..concrete()
    };
    assert_eq!(
        run(&program, too_few).0,
        Event::Cut(CutReason::CallDepth { limit: 1 })
    );
}

#[test]
fn a_symbolic_jump_asks_for_its_value_and_goes_where_it_is_told() {
    let program = Scripted::read(
        "locals 32
         block 0x0:
           %0 = input.32 \"target\"
           jump [%0]
         block 0x100:
           exit 0",
    );
    let mut machine = Machine::new(&program, MachineOptions::default());
    let mut state = machine.initial_state();
    let Event::Concretize { term, purpose } = machine.run(&mut state, 1000) else {
        panic!("the target must be asked for");
    };
    assert_eq!(purpose, Purpose::JumpTarget);
    machine.decide(&mut state, DecisionKind::Value(STEP));
    state.bind(term, STEP);
    assert_eq!(machine.run(&mut state, 1000), EXIT);
    assert_eq!(state.decisions().len(), 1);
}

/// Loads through `0x1000 + 4 * (x & 15)` from a table of 12 words: the last four lie outside.
fn table_lookup() -> Scripted {
    Scripted::read(
        "locals 32, 32, 1
         region \"squares\" 0x1000 read 0 0 0 0 1 0 0 0 4 0 0 0 9 0 0 0 16 0 0 0 25 0 0 0 \
           36 0 0 0 49 0 0 0 64 0 0 0 81 0 0 0 100 0 0 0 121 0 0 0
         block 0x0:
           %0 = input.32 \"x\"
           %0 = and.32 %0, 15
           %0 = shl.32 %0, 2
           %1 = load.4.32 unsigned [%0 + 0x1000]
           %2 = ne.32 %1, 49
           check assertion %2
           exit 0",
    )
}

#[test]
fn a_symbolic_address_is_resolved_to_its_objects_and_its_violations() {
    let program = table_lookup();
    let mut machine = Machine::new(&program, MachineOptions::default());
    let mut solver = Solver::new(SolverOptions::default()).unwrap();
    let mut state: State = machine.initial_state();
    let Event::Access(access) = machine.run(&mut state, 1000) else {
        panic!("the address must be asked for");
    };
    let resolution = machine.resolve(&state, &mut solver, &access).unwrap();
    assert!(resolution.complete);
    let [alternative] = resolution.alternatives.as_slice() else {
        panic!("one object was expected: {resolution:?}");
    };
    let Target::Object { span, .. } = alternative.target else {
        panic!("one object was expected: {resolution:?}");
    };
    assert_eq!((span.low, span.high, span.stride), (0, 44, 4));
    assert_eq!(resolution.violations.len(), 1);
    assert_eq!(resolution.violations[0].0, Property::InvalidLoad);
    state.path.push(alternative.condition);
    state.set_target(alternative.target);
    let Event::Check { condition, .. } = machine.run(&mut state, 1000) else {
        panic!("the assertion depends on the input");
    };
    let violated = machine.terms.not(condition);
    let x = match state.inputs()[0].elements[0] {
        Value::Term(x) => x,
        Value::Constant(_) => panic!("the input must be a term"),
    };
    let mask = machine.terms.constant(32, 15);
    let index = machine.terms.and(x, mask);
    state.path.push(violated);
    let values = solver
        .values(&mut machine.terms, &state.path, index, 10)
        .unwrap();
    assert_eq!((values.values, values.complete), (vec![7], true));
}

/// Whatever a weak solver leaves open: what it calls a violation lies in no object.
#[test]
fn a_weak_solver_calls_no_valid_access_a_violation() {
    let tables: Vec<u64> = (0..8).map(|table| 0x1000 + 0x200 * table).collect();
    let region = |table: &u64| {
        format!(
            "region \"table\" {table:#x} read {}\n",
            "7 ".repeat(0x100).trim()
        )
    };
    // Far outside where x is negative; else where x * (x + 13) says, which is hard to tell.
    let program = Scripted::read(&format!(
        "locals 32, 32
         {}block 0x0:
           %0 = input.32 \"x\"
           %1 = add.32 %0, 13
           %1 = mul.32 %0, %1
           %1 = and.32 %1, 0xffc
           %0 = ashr.32 %0, 31
           %0 = and.32 %0, 0x1ffc
           %0 = or.32 %0, %1
           %1 = load.4.32 unsigned [%0 + 0x1000]
           exit 0",
        tables.iter().map(region).collect::<String>()
    ));
    let mut incomplete_with_violation = 0;
    for conflicts in 0..100 {
        let mut machine = Machine::new(&program, MachineOptions::default());
        let mut weak = Solver::new(SolverOptions {
            conflict_limit: Some(conflicts),
            layers: Vec::new(),
            ..SolverOptions::default()
        })
        .unwrap();
        let mut solver = Solver::new(SolverOptions::default()).unwrap();
        let mut state: State = machine.initial_state();
        let Event::Access(access) = machine.run(&mut state, 1000) else {
            panic!("the address must be asked for");
        };
        let resolution = machine.resolve(&state, &mut weak, &access).unwrap();
        for (_, violated) in &resolution.violations {
            incomplete_with_violation += u32::from(!resolution.complete);
            for &table in &tables {
                let base = machine.terms.constant(32, table);
                let offset = machine.terms.sub(access.address, base);
                let last = machine.terms.constant(32, 0x100 - 4);
                let inside = machine.terms.ule(offset, last);
                let both = machine.terms.and(*violated, inside);
                let answer = solver.check(&mut machine.terms, &state.path, both);
                assert_eq!(answer.unwrap().word(), "unsat", "{conflicts} {table:#x}");
            }
        }
    }
    assert!(incomplete_with_violation > 0);
}

#[test]
fn computing_through_terms_gives_the_same_run() {
    let program = nested_loops();
    let through_terms = MachineOptions {
        through_terms: true,
        ..concrete()
    };
    assert_eq!(run(&program, through_terms), run(&program, concrete()));
}

#[test]
fn names_of_inputs_are_unique_and_a_stream_is_one_input() {
    let program = Scripted::read(
        "locals 8, 32
         region \"data\" 0x1000 read-write 0 0 0 0 0
         block 0x0:
           %0 = input.8 \"x\"
           %1 = read_stream(0, 0x1000, 2)
           %0 = input.8 \"x#2\"
           %0 = input.8 \"x\"
           %0 = input.8 \"stdin\"
           %1 = read_stream(0, 0x1002, 3)
           %0 = input.8 \"x\"
           %0 = input.8 \"x#4\"
           exit 0",
    );
    let options = MachineOptions {
        stdin: StdinSource::Symbolic(None),
        ..MachineOptions::default()
    };
    let mut machine = Machine::new(&program, options);
    let mut state = machine.initial_state();
    assert_eq!(machine.run(&mut state, 1000), EXIT);
    let inputs = state.inputs();
    let seen: Vec<(&str, usize)> = inputs
        .iter()
        .map(|input| (&*input.name, input.elements.len()))
        .collect();
    let expected = [
        ("x", 1),
        ("stdin", 5),
        ("x#2", 1),
        ("x#3", 1),
        ("stdin#2", 1),
        ("x#4", 1),
        ("x#4#2", 1),
    ];
    assert_eq!(seen, expected);
    let mut elements: Vec<Value> = inputs
        .iter()
        .flat_map(|input| input.elements.clone())
        .collect();
    elements.sort_by_key(|value| format!("{value:?}"));
    elements.dedup();
    assert_eq!(elements.len(), 11, "no two inputs share a term");
}
