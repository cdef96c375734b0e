//! Functions with frames of their own, and objects that programs allocate, on programs built by hand.

use std::collections::BTreeMap;
use std::sync::Arc;

use everypath_machine::{Event, InputSource, Machine, MachineOptions, Purpose, State, Value};
use everypath_program::testing::{
    FUNCTIONS, STEP, Scripted, binary, branch, constant, exit, input, local,
};
use everypath_program::{
    BinaryOp, BlockKey, Callee, Edge, FloatFormat, FloatOperation, Instruction, Local,
    MathFunction, Operand, Property, RegionKind, Service, Terminator,
};
use everypath_solver::{Answer, Solver, SolverOptions};

fn allocate(to: u32, size: Operand, kind: RegionKind) -> Instruction {
    Instruction::Allocate {
        to: Local(to),
        size,
        alignment: 8,
        kind,
        zeroed: false,
        name: "x".into(),
    }
}

fn store(address: u32, offset: u64, value: Operand) -> Instruction {
    Instruction::Store {
        address: local(address),
        offset,
        value,
        width: 32,
        size: 4,
    }
}

fn load(to: u32, address: u32, offset: u64) -> Instruction {
    Instruction::Load {
        to: Local(to),
        address: local(address),
        offset,
        size: 4,
        width: 32,
        signed: false,
    }
}

fn service(service: Service, to: Option<u32>, arguments: &[Operand]) -> Instruction {
    Instruction::Service {
        service,
        to: to.map(Local),
        arguments: arguments.into(),
    }
}

fn call(callee: Callee, arguments: &[Operand], result: u32, then: u64) -> Terminator {
    Terminator::Call {
        callee,
        arguments: arguments.into(),
        results: Arc::from([Local(result)]),
        return_to: BlockKey::at(then * STEP),
    }
}

fn returns(value: Operand) -> Terminator {
    Terminator::Return {
        values: [value].into(),
    }
}

fn function(block: u64) -> Callee {
    Callee::Function(BlockKey::at(block * STEP))
}

fn checking(properties: &[Property]) -> MachineOptions {
    let mut options = MachineOptions::default();
    for &property in properties {
        options.checks.set(property, true);
    }
    options
}

/// The event that a program stops with, and the state.
fn run(program: &Scripted, options: MachineOptions) -> (Event, State) {
    let mut machine = Machine::new(program, options);
    let mut state = machine.initial_state();
    let event = machine.run(&mut state, 100_000);
    (event, state)
}

fn violated(event: &Event) -> Option<(Property, &str)> {
    match event {
        Event::Check {
            property, detail, ..
        } => Some((*property, detail)),
        _ => None,
    }
}

/// Block 1 computes the factorial of its parameter by recursion.
fn factorial(of: u64) -> Scripted {
    let mut program =
        Scripted::new(&[32, 32, 32, 1]).block(vec![], call(function(1), &[constant(of)], 0, 5));
    program = program.parameters(&[1]).block(
        vec![binary(BinaryOp::Ule, 32, 3, local(1), constant(1))],
        branch(3, 2, 3),
    );
    program
        .block(vec![], returns(constant(1)))
        .block(
            vec![binary(BinaryOp::Sub, 32, 2, local(1), constant(1))],
            call(function(1), &[local(2)], 2, 4),
        )
        .block(
            vec![binary(BinaryOp::Mul, 32, 2, local(1), local(2))],
            returns(local(2)),
        )
        .block(vec![], exit())
}

#[test]
fn every_call_has_locals_of_its_own() {
    let (event, state) = run(&factorial(10), MachineOptions::default());
    assert_eq!(
        event,
        Event::Exit {
            code: Value::Constant(0)
        }
    );
    assert_eq!(state.local(Local(0)), Value::Constant(3_628_800));
}

#[test]
fn a_deep_recursion_takes_no_stack_of_ours_and_a_bound_cuts_it() {
    let program = factorial(20_000);
    let options = MachineOptions::default();
    let mut machine = Machine::new(&program, options);
    let mut state = machine.initial_state();
    assert_eq!(machine.run(&mut state, 30_000), Event::Limit);
    let copy = state.clone();
    drop(state);
    drop(copy);
    let options = MachineOptions {
        call_depth_limit: Some(100),
        ..MachineOptions::default()
    };
    let (event, _) = run(&program, options);
    assert!(matches!(event, Event::Cut(_)), "{event:?}");
}

#[test]
fn a_call_through_an_address_reaches_the_function_there_and_no_other_place() {
    let calling = |target: u64| {
        Scripted::new(&[32, 32])
            .block(vec![], call(Callee::Address(constant(target)), &[], 0, 2))
            .block(vec![], returns(constant(7)))
            .block(vec![], exit())
            .with_objects()
    };
    let (event, state) = run(&calling(FUNCTIONS + STEP), MachineOptions::default());
    assert_eq!(
        event,
        Event::Exit {
            code: Value::Constant(0)
        }
    );
    assert_eq!(state.local(Local(0)), Value::Constant(7));
    let (event, _) = run(&calling(0x1234), MachineOptions::default());
    assert_eq!(
        violated(&event),
        Some((
            Property::InvalidCall,
            "call of 0x1234, where no function is"
        ))
    );
}

#[test]
fn a_symbolic_function_address_must_be_one_of_the_functions_and_each_is_followed() {
    let program = Scripted::new(&[32, 32])
        .block(
            vec![input(1, 32, "f")],
            call(Callee::Address(local(1)), &[], 0, 2),
        )
        .block(vec![], returns(constant(7)))
        .block(vec![], exit())
        .with_objects();
    let mut machine = Machine::new(&program, MachineOptions::default());
    let mut state = machine.initial_state();
    let Event::Check {
        property,
        condition,
        ..
    } = machine.run(&mut state, 100)
    else {
        panic!("no check");
    };
    assert_eq!(property, Property::InvalidCall);
    state.path.push(condition);
    let Event::Concretize { term, purpose } = machine.run(&mut state, 100) else {
        panic!("not asked for a value");
    };
    assert_eq!(purpose, Purpose::JumpTarget);
    let mut solver = Solver::new(SolverOptions::default()).unwrap();
    let values = solver
        .values(&mut machine.terms, &state.path, term, 10)
        .unwrap();
    let mut values = values.values;
    values.sort_unstable();
    assert_eq!(values, [FUNCTIONS, FUNCTIONS + STEP, FUNCTIONS + 2 * STEP]);
}

#[test]
fn a_function_with_other_parameters_than_arguments_is_an_invalid_call() {
    let program = Scripted::new(&[32, 32])
        .block(
            vec![],
            call(Callee::Address(constant(FUNCTIONS + STEP)), &[], 0, 2),
        )
        .parameters(&[1])
        .block(vec![], returns(constant(7)))
        .block(vec![], exit())
        .with_objects();
    let (event, _) = run(&program, MachineOptions::default());
    assert_eq!(
        violated(&event),
        Some((
            Property::InvalidCall,
            "a function of 1 parameters is called with 0 arguments"
        ))
    );
}

/// One block with these instructions.
fn straight(instructions: Vec<Instruction>) -> Scripted {
    Scripted::new(&[32; 6])
        .block(instructions, exit())
        .with_objects()
}

#[test]
fn a_heap_block_lives_until_it_is_freed_and_no_longer() {
    let program = straight(vec![
        allocate(0, constant(8), RegionKind::Heap),
        store(0, 4, constant(99)),
        load(1, 0, 4),
        service(Service::BlockSize, Some(2), &[local(0)]),
        service(Service::Free, None, &[local(0)]),
        load(3, 0, 4),
    ]);
    let (event, state) = run(&program, MachineOptions::default());
    assert_eq!(state.local(Local(1)), Value::Constant(99));
    assert_eq!(state.local(Local(2)), Value::Constant(8));
    let (property, detail) = violated(&event).unwrap();
    assert_eq!(property, Property::InvalidLoad);
    assert!(detail.contains("a freed block of the heap"), "{detail}");
}

#[test]
fn only_live_heap_blocks_can_be_freed_and_a_null_pointer_always() {
    let twice = straight(vec![
        service(Service::Free, None, &[constant(0)]),
        allocate(0, constant(8), RegionKind::Heap),
        service(Service::Free, None, &[local(0)]),
        service(Service::Free, None, &[local(0)]),
    ]);
    let inside = straight(vec![
        allocate(0, constant(8), RegionKind::Heap),
        binary(BinaryOp::Add, 32, 1, local(0), constant(4)),
        service(Service::Free, None, &[local(1)]),
    ]);
    let variable = straight(vec![
        allocate(0, constant(8), RegionKind::Local),
        service(Service::Free, None, &[local(0)]),
    ]);
    for (program, words) in [
        (twice, "freed before"),
        (inside, "4 bytes inside heap block 1"),
        (variable, "which is x, not a block of the heap"),
    ] {
        let (event, _) = run(&program, MachineOptions::default());
        let (property, detail) = violated(&event).unwrap();
        assert_eq!(property, Property::InvalidFree);
        assert!(detail.contains(words), "{detail}");
    }
}

#[test]
fn bytes_that_were_never_written_are_inputs_or_violations() {
    let program = straight(vec![
        allocate(0, constant(8), RegionKind::Heap),
        store(0, 0, constant(1)),
        load(1, 0, 0),
        load(2, 0, 4),
        load(3, 0, 4),
    ]);
    let (event, state) = run(&program, MachineOptions::default());
    assert_eq!(
        event,
        Event::Exit {
            code: Value::Constant(0)
        }
    );
    assert_eq!(state.local(Local(1)), Value::Constant(1));
    assert!(matches!(state.local(Local(2)), Value::Term(_)));
    assert_eq!(
        state.local(Local(2)),
        state.local(Local(3)),
        "they are read as one value"
    );
    let (event, _) = run(&program, checking(&[Property::UninitializedRead]));
    assert_eq!(violated(&event).unwrap().0, Property::UninitializedRead);
}

#[test]
fn a_variable_ends_with_its_scope_and_its_frame() {
    let scope = straight(vec![
        allocate(0, constant(4), RegionKind::Local),
        store(0, 0, constant(5)),
        service(Service::EndScope, None, &[local(0)]),
        service(Service::BeginScope, None, &[local(0)]),
        load(1, 0, 0),
        service(Service::EndScope, None, &[local(0)]),
        load(2, 0, 0),
    ]);
    let (event, state) = run(&scope, MachineOptions::default());
    assert!(
        matches!(state.local(Local(1)), Value::Term(_)),
        "a new life, undefined again"
    );
    let (property, detail) = violated(&event).unwrap();
    assert_eq!(property, Property::InvalidLoad);
    assert!(detail.contains("whose scope has ended"), "{detail}");

    let frame = Scripted::new(&[32; 3])
        .block(vec![], call(function(1), &[], 0, 2))
        .block(
            vec![allocate(1, constant(4), RegionKind::Local)],
            returns(local(1)),
        )
        .block(vec![load(2, 0, 0)], exit())
        .with_objects();
    let (event, _) = run(&frame, MachineOptions::default());
    let (property, detail) = violated(&event).unwrap();
    assert_eq!(property, Property::InvalidLoad);
    assert!(detail.contains("a function that returned"), "{detail}");
}

#[test]
fn variables_made_since_a_mark_can_be_released() {
    let program = straight(vec![
        allocate(0, constant(4), RegionKind::Local),
        service(Service::MarkLocals, Some(1), &[]),
        allocate(2, constant(4), RegionKind::Local),
        service(Service::ReleaseLocals, None, &[local(1)]),
        store(0, 0, constant(1)),
        store(2, 0, constant(1)),
    ]);
    let (event, state) = run(&program, MachineOptions::default());
    assert_eq!(state.local(Local(1)), Value::Constant(1));
    assert_eq!(violated(&event).unwrap().0, Property::InvalidStore);
}

#[test]
fn what_is_left_at_the_exit_is_a_leak_where_that_is_checked() {
    let program = straight(vec![allocate(0, constant(4), RegionKind::Heap)]);
    let (event, _) = run(&program, MachineOptions::default());
    assert_eq!(
        event,
        Event::Exit {
            code: Value::Constant(0)
        }
    );
    let (event, _) = run(&program, checking(&[Property::MemoryLeak]));
    assert_eq!(violated(&event).unwrap().0, Property::MemoryLeak);
    let (event, _) = run(&program, checking(&[Property::LostMemory]));
    assert_eq!(
        event,
        Event::Exit {
            code: Value::Constant(0)
        },
        "a local leads to it"
    );
    let lost = straight(vec![
        allocate(0, constant(4), RegionKind::Heap),
        Instruction::Copy {
            to: Local(0),
            from: constant(0),
        },
    ]);
    let (event, _) = run(&lost, checking(&[Property::LostMemory]));
    assert_eq!(violated(&event).unwrap().0, Property::LostMemory);
}

#[test]
fn copies_keep_symbolic_bytes_and_fills_set_them() {
    let program = straight(vec![
        allocate(0, constant(8), RegionKind::Heap),
        allocate(1, constant(8), RegionKind::Heap),
        input(2, 32, "x"),
        service(
            Service::FillMemory,
            Some(3),
            &[local(0), constant(0x11), constant(8)],
        ),
        store(0, 0, local(2)),
        service(
            Service::CopyMemory,
            Some(4),
            &[local(1), local(0), constant(8)],
        ),
        load(3, 1, 0),
        load(5, 1, 4),
    ]);
    let (event, state) = run(&program, MachineOptions::default());
    assert_eq!(
        event,
        Event::Exit {
            code: Value::Constant(0)
        }
    );
    assert_eq!(state.local(Local(4)), Value::Constant(1));
    assert_eq!(state.local(Local(3)), state.local(Local(2)));
    assert_eq!(state.local(Local(5)), Value::Constant(0x1111_1111));
    let beyond = straight(vec![
        allocate(0, constant(8), RegionKind::Heap),
        service(
            Service::FillMemory,
            Some(3),
            &[local(0), constant(0x11), constant(9)],
        ),
    ]);
    let (_, state) = run(&beyond, MachineOptions::default());
    assert_eq!(state.local(Local(3)), Value::Constant(0), "not done");
}

#[test]
fn an_object_of_symbolic_size_is_valid_up_to_it() {
    let program = straight(vec![
        input(1, 32, "size"),
        allocate(0, local(1), RegionKind::Heap),
        store(0, 4, constant(7)),
        load(2, 0, 4),
    ]);
    let mut machine = Machine::new(&program, MachineOptions::default());
    let mut solver = Solver::new(SolverOptions::default()).unwrap();
    let mut state = machine.initial_state();
    for _ in 0..2 {
        let Event::Access(access) = machine.run(&mut state, 100) else {
            panic!("no access");
        };
        let resolution = machine.resolve(&state, &mut solver, &access).unwrap();
        assert_eq!(resolution.alternatives.len(), 1);
        let alternative = resolution.alternatives[0];
        state.path.push(alternative.condition);
        state.set_target(alternative.target);
    }
    let event = machine.run(&mut state, 100);
    assert_eq!(
        event,
        Event::Exit {
            code: Value::Constant(0)
        }
    );
    assert_eq!(state.local(Local(2)), Value::Constant(7));
    let size = match state.local(Local(1)) {
        Value::Term(term) => term,
        Value::Constant(_) => panic!("the size is symbolic"),
    };
    let least = solver
        .minimum(&mut machine.terms, &state.path, size)
        .unwrap();
    assert_eq!(least, Some(8), "the store at offset 4 needs 8 bytes");
    let eight = machine.terms.constant(32, 8);
    let is_eight = machine.terms.eq(size, eight);
    let answer = solver
        .check(&mut machine.terms, &state.path, is_eight)
        .unwrap();
    assert!(matches!(answer, Answer::Sat(_)));
}

#[test]
fn numbers_are_computed_on_constants_and_asked_for_only_where_no_term_stands_for_the_result() {
    let float = |operation: FloatOperation, a| Instruction::Float {
        operation,
        format: FloatFormat::Single,
        to: Local(1),
        arguments: [a, constant(1.5f32.to_bits().into())][..operation.arguments()].into(),
    };
    let add = |a| float(FloatOperation::Add, a);
    let (_, state) = run(
        &straight(vec![add(constant(2.25f32.to_bits().into()))]),
        MachineOptions::default(),
    );
    assert_eq!(
        state.local(Local(1)),
        Value::Constant(3.75f32.to_bits().into())
    );
    let (event, _) = run(
        &straight(vec![input(0, 32, "x"), add(local(0))]),
        MachineOptions::default(),
    );
    assert!(matches!(event, Event::Exit { .. }), "{event:?}");
    let sine = FloatOperation::Function(MathFunction::Sin);
    let (event, _) = run(
        &straight(vec![input(0, 32, "x"), float(sine, local(0))]),
        MachineOptions::default(),
    );
    let Event::Concretize { purpose, .. } = event else {
        panic!("{event:?}");
    };
    assert_eq!(purpose, Purpose::Number(sine));
}

#[test]
fn arguments_on_edges_are_assigned_in_parallel() {
    let swap = Terminator::Jump {
        edge: Edge {
            target: BlockKey::at(STEP),
            arguments: [local(1), local(0)].into(),
        },
        transfer: everypath_program::Transfer::Jump,
    };
    let set = |to, value| Instruction::Copy {
        to: Local(to),
        from: constant(value),
    };
    let program = Scripted::new(&[32, 32])
        .block(vec![set(0, 1), set(1, 2)], swap)
        .parameters(&[0, 1])
        .block(vec![], exit());
    let options = MachineOptions {
        inputs: InputSource::Concrete(BTreeMap::new()),
        ..MachineOptions::default()
    };
    let (_, state) = run(&program, options);
    assert_eq!(
        [state.local(Local(0)), state.local(Local(1))],
        [Value::Constant(2), Value::Constant(1)]
    );
}

fn long_jump(buffer: u32, value: u64) -> Terminator {
    Terminator::LongJump {
        buffer: local(buffer),
        value: constant(value),
        width: 32,
    }
}

/// Block 3 is a function that jumps to where block 0 called `setjmp`, with its parameter as the buffer.
fn jumping(token: Vec<Instruction>) -> Scripted {
    let set = |to, value| Instruction::Copy {
        to: Local(to),
        from: constant(value),
    };
    let mut before = vec![allocate(0, constant(8), RegionKind::Local), set(1, 5)];
    before.push(store(0, 4, local(1)));
    let keep = Terminator::SetJump {
        buffer: local(0),
        result: Local(2),
        next: BlockKey::at(STEP),
    };
    let mut inside = vec![set(1, 9), store(0, 4, local(1))];
    inside.extend(token);
    let program = Scripted::new(&[32, 32, 32, 1, 32])
        .block(before, keep)
        .block(
            vec![binary(BinaryOp::Ne, 32, 3, local(2), constant(0))],
            branch(3, 4, 2),
        )
        .block(inside, call(function(3), &[local(0)], 2, 4))
        .parameters(&[0])
        .block(
            vec![allocate(1, constant(4), RegionKind::Local)],
            long_jump(0, 0),
        );
    program.block(vec![load(4, 0, 4)], exit()).with_objects()
}

#[test]
fn a_jump_brings_back_the_locals_and_leaves_memory_as_it_is() {
    let (event, state) = run(&jumping(vec![]), MachineOptions::default());
    assert!(matches!(event, Event::Exit { .. }), "{event:?}");
    let values = [1, 2, 4].map(|number| state.local(Local(number)));
    assert_eq!(values, [5, 1, 9].map(Value::Constant));
    let variables = state.memory().objects();
    let variables = variables.filter(|(_, object)| object.kind() == RegionKind::Local);
    assert_eq!(variables.count(), 1);
}

#[test]
fn a_jump_with_a_symbolic_token_follows_each_of_its_values() {
    let (event, _) = run(
        &jumping(vec![input(4, 32, "token"), store(0, 0, local(4))]),
        MachineOptions::default(),
    );
    let Event::Concretize { purpose, .. } = event else {
        panic!("{event:?}");
    };
    assert_eq!(purpose, Purpose::Argument("longjmp"));
}

#[test]
fn a_jump_with_a_buffer_that_was_overwritten_is_seen() {
    let (event, _) = run(
        &jumping(vec![store(0, 0, constant(77))]),
        checking(&[Property::InvalidCall]),
    );
    let detail = "a longjmp with a buffer that no call of setjmp has filled";
    assert_eq!(violated(&event), Some((Property::InvalidCall, detail)));
}
