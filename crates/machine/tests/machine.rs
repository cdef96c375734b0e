//! The machine on programs built by hand: bounds, services, symbolic addresses, and what a state is asked.

use std::collections::BTreeMap;

use everypath_machine::{
    CutReason, DecisionKind, Event, FileContents, FileSource, InputSource, Machine, MachineOptions,
    Purpose, State, StdinSource, Target, Value,
};
use everypath_program::testing::{
    STEP, Scripted, assertion, binary, branch, constant, exit, input, jump, local,
};
use everypath_program::{
    BinaryOp, BlockKey, Edge, Instruction, Local, Permissions, Position, Property, Service,
    Terminator, Transfer,
};
use everypath_solver::{Solver, SolverOptions};

fn service(service: Service, to: u32, arguments: &[u64]) -> Instruction {
    Instruction::Service {
        service,
        to: Some(Local(to)),
        arguments: arguments
            .iter()
            .map(|&argument| constant(argument))
            .collect(),
    }
}

fn load(to: u32, address: u64) -> Instruction {
    Instruction::Load {
        to: Local(to),
        address: constant(address),
        offset: 0,
        size: 4,
        width: 32,
        signed: false,
    }
}

fn run(program: &Scripted, options: MachineOptions) -> (Event, Vec<Value>) {
    let mut machine = Machine::new(program, options);
    let mut state = machine.initial_state();
    let event = machine.run(&mut state, 1000);
    let locals = (0..6).map(|i| state.local(Local(i))).collect();
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
    let memory = [b"notes\0\0\0".as_slice(), &[0; 56]].concat();
    let program = Scripted::new(&[32; 6])
        .region("data", 0x1000, &memory, Permissions::READ_WRITE)
        .block(
            vec![
                service(Service::ReadStream, 0, &[0, 0x1010, 8]),
                service(Service::ReadStream, 1, &[0, 0x1018, 8]),
                service(Service::OpenFile, 2, &[0x1000, 0]),
                service(Service::SeekStream, 3, &[3, 1, 0]),
                service(Service::ReadStream, 4, &[3, 0x1020, 4]),
                load(5, 0x1020),
            ],
            exit(),
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
    let program = Scripted::new(&[32; 6])
        .region("data", 0x1000, &[0; 16], Permissions::READ_WRITE)
        .block(
            vec![
                service(Service::ReadStream, 0, &[9, 0x1000, 1]),
                service(Service::OpenFile, 1, &[0x1000, 0]),
                service(Service::SeekStream, 2, &[0, 0, 0]),
                service(Service::CloseStream, 3, &[7]),
                service(Service::MapMemory, 4, &[0, 0, 3]),
                service(Service::SetBreak, 5, &[0]),
            ],
            exit(),
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
    let program = Scripted::new(&[32; 6])
        .region("data", 0x1000, &[0; 16], Permissions::READ)
        .block(
            vec![service(Service::ReadStream, 0, &[0, address, 4])],
            exit(),
        );
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
    let count = |to, limit, condition| {
        vec![
            binary(BinaryOp::Add, 32, to, local(to), constant(1)),
            binary(BinaryOp::Ult, 32, condition, local(to), constant(limit)),
        ]
    };
    Scripted::new(&[32, 32, 1, 32, 32, 32])
        .block(
            vec![binary(BinaryOp::And, 32, 1, local(1), constant(0))],
            jump(1),
        )
        .block(count(1, 4, 2), branch(2, 1, 2))
        .block(count(0, 3, 2), branch(2, 0, 3))
        .block(vec![], exit())
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
    let call = |target: u64, return_to: u64| Terminator::Jump {
        edge: Edge::to(BlockKey::at(target * STEP)),
        transfer: Transfer::Call {
            return_to: return_to * STEP,
        },
    };
    let back = |target: u64| Terminator::IndirectJump {
        address: constant(target * STEP),
        transfer: Transfer::Return,
    };
    let program = Scripted::new(&[32; 6])
        .block(vec![], call(2, 1))
        .block(vec![], exit())
        .block(vec![], call(3, 4))
        .block(vec![], back(4))
        .block(vec![], back(1));
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
    let program = Scripted::new(&[32, 32, 1, 32, 32, 32])
        .block(
            vec![input(0, 32, "target")],
            Terminator::IndirectJump {
                address: local(0),
                transfer: Transfer::Jump,
            },
        )
        .block(vec![], exit());
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
    let table: Vec<u8> = (0..12u32).flat_map(|i| (i * i).to_le_bytes()).collect();
    let mut lookup = load(1, 0);
    if let Instruction::Load {
        address, offset, ..
    } = &mut lookup
    {
        (*address, *offset) = (local(0), 0x1000);
    }
    Scripted::new(&[32, 32, 1, 32, 32, 32])
        .region("table", 0x1000, &table, Permissions::READ)
        .block(
            vec![
                input(0, 32, "x"),
                binary(BinaryOp::And, 32, 0, local(0), constant(15)),
                binary(BinaryOp::Shl, 32, 0, local(0), constant(2)),
                lookup,
                binary(BinaryOp::Ne, 32, 2, local(1), constant(49)),
                assertion(2),
            ],
            exit(),
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
    let mut program = Scripted::new(&[32, 32, 1, 32, 32, 32]);
    let tables: Vec<u64> = (0..8).map(|table| 0x1000 + 0x200 * table).collect();
    for &table in &tables {
        program = program.region("table", table, &[7; 0x100], Permissions::READ);
    }
    let mut lookup = load(1, 0);
    if let Instruction::Load {
        address, offset, ..
    } = &mut lookup
    {
        (*address, *offset) = (local(0), 0x1000);
    }
    // Far outside where x is negative; else where x * (x + 13) says, which is hard to tell.
    let program = program.block(
        vec![
            input(0, 32, "x"),
            binary(BinaryOp::Add, 32, 1, local(0), constant(13)),
            binary(BinaryOp::Mul, 32, 1, local(0), local(1)),
            binary(BinaryOp::And, 32, 1, local(1), constant(0xffc)),
            binary(BinaryOp::AShr, 32, 0, local(0), constant(31)),
            binary(BinaryOp::And, 32, 0, local(0), constant(0x1ffc)),
            binary(BinaryOp::Or, 32, 0, local(0), local(1)),
            lookup,
        ],
        exit(),
    );
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
    let block = vec![
        input(0, 8, "x"),
        service(Service::ReadStream, 1, &[0, 0x1000, 2]),
        input(0, 8, "x#2"),
        input(0, 8, "x"),
        input(0, 8, "stdin"),
        service(Service::ReadStream, 1, &[0, 0x1002, 3]),
        input(0, 8, "x"),
        input(0, 8, "x#4"),
    ];
    let program = Scripted::new(&[8, 32])
        .region("data", 0x1000, &[0; 16], Permissions::READ_WRITE)
        .block(block, exit());
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
