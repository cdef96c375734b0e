//! Functions with frames of their own, and objects that programs allocate, on programs in text form.

use std::collections::BTreeMap;

use everypath_machine::{
    CutReason, Event, InputSource, Machine, MachineOptions, Purpose, ROOM_FOR_CALLS, State, Value,
};
use everypath_program::testing::{FUNCTIONS, STEP, Scripted};
use everypath_program::{Local, Property, RegionKind};
use everypath_solver::{Answer, Solver, SolverOptions};

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

/// Block 0x100 computes the factorial of its parameter by recursion.
fn factorial(of: u64) -> Scripted {
    Scripted::read(&format!(
        "locals 32, 32, 32, 1
        block 0x0:
          %0 = call 0x100({of}), then 0x500
        block 0x100(%1):
          %3 = ule.32 %1, 1
          branch %3, 0x200, 0x300
        block 0x200:
          return(1)
        block 0x300:
          %2 = sub.32 %1, 1
          %2 = call 0x100(%2), then 0x400
        block 0x400:
          %2 = mul.32 %1, %2
          return(%2)
        block 0x500:
          exit 0"
    ))
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
fn a_recursion_without_end_ends_where_no_stack_has_room_but_not_on_given_inputs() {
    let program = Scripted::read(
        "locals 32
        objects
        block 0x0:
          call 0x0(), then 0x100
        block 0x100:
          exit 0",
    );
    let limit = ROOM_FOR_CALLS;
    let far = |options| {
        let mut machine = Machine::new(&program, options);
        let mut state = machine.initial_state();
        machine.run(&mut state, 2 * limit)
    };
    let symbolic = MachineOptions::default();
    let given = symbolic.concrete(InputSource::Concrete(BTreeMap::new()));
    assert_eq!(far(symbolic), Event::Cut(CutReason::CallDepth { limit }));
    assert_eq!(far(given), Event::Limit);
}

#[test]
fn a_call_through_an_address_reaches_the_function_there_and_no_other_place() {
    let calling = |target: u64| {
        Scripted::read(&format!(
            "locals 32
            objects
            block 0x0:
              %0 = call [{target:#x}](), then 0x200
            block 0x100:
              return(7)
            block 0x200:
              exit 0"
        ))
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
    let program = Scripted::read(
        "locals 32, 32
        objects
        block 0x0:
          %1 = input.32 \"f\"
          %0 = call [%1](), then 0x200
        block 0x100:
          return(7)
        block 0x200:
          exit 0",
    );
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
fn a_call_where_no_function_can_be_is_one_cut_where_that_is_not_checked() {
    let program = Scripted::read(
        "locals 32, 32, 32
        objects
        block 0x0:
          %1 = input.32 \"f\"
          %2 = and.32 %1, 0xff
          %0 = call [%2](), then 0x100
        block 0x100:
          exit 0",
    );
    let mut options = MachineOptions::default();
    options.checks.set(Property::InvalidCall, false);
    let (event, _) = run(&program, options);
    assert!(
        matches!(event, Event::Cut(CutReason::Unsupported(_))),
        "{event:?}"
    );
}

#[test]
fn a_function_with_other_parameters_than_arguments_is_an_invalid_call() {
    let program = Scripted::read(
        "locals 32, 32
        objects
        block 0x0:
          %0 = call [0x100100](), then 0x200
        block 0x100(%1):
          return(7)
        block 0x200:
          exit 0",
    );
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
fn straight(instructions: &str) -> Scripted {
    Scripted::read(&format!(
        "locals 32, 32, 32, 32, 32, 32
        objects
        block 0x0:
        {instructions}
        exit 0"
    ))
}

#[test]
fn a_heap_block_lives_until_it_is_freed_and_no_longer() {
    let program = straight(
        "%0 = allocate.heap undefined 8, align 8, \"x\"
        store.4.32 [%0 + 4], 99
        %1 = load.4.32 unsigned [%0 + 4]
        %2 = block_size(%0)
        free(%0)
        %3 = load.4.32 unsigned [%0 + 4]",
    );
    let (event, state) = run(&program, MachineOptions::default());
    assert_eq!(state.local(Local(1)), Value::Constant(99));
    assert_eq!(state.local(Local(2)), Value::Constant(8));
    let (property, detail) = violated(&event).unwrap();
    assert_eq!(property, Property::InvalidLoad);
    assert!(detail.contains("a freed block of the heap"), "{detail}");
}

#[test]
fn only_live_heap_blocks_can_be_freed_and_a_null_pointer_always() {
    let twice = straight(
        "free(0)
        %0 = allocate.heap undefined 8, align 8, \"x\"
        free(%0)
        free(%0)",
    );
    let inside = straight(
        "%0 = allocate.heap undefined 8, align 8, \"x\"
        %1 = add.32 %0, 4
        free(%1)",
    );
    let variable = straight(
        "%0 = allocate.local undefined 8, align 8, \"x\"
        free(%0)",
    );
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
    let program = straight(
        "%0 = allocate.heap undefined 8, align 8, \"x\"
        store.4.32 [%0 + 0], 1
        %1 = load.4.32 unsigned [%0 + 0]
        %2 = load.4.32 unsigned [%0 + 4]
        %3 = load.4.32 unsigned [%0 + 4]",
    );
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
    let scope = straight(
        "%0 = allocate.local undefined 4, align 8, \"x\"
        store.4.32 [%0 + 0], 5
        end_scope(%0)
        begin_scope(%0)
        %1 = load.4.32 unsigned [%0 + 0]
        end_scope(%0)
        %2 = load.4.32 unsigned [%0 + 0]",
    );
    let (event, state) = run(&scope, MachineOptions::default());
    assert!(
        matches!(state.local(Local(1)), Value::Term(_)),
        "a new life, undefined again"
    );
    let (property, detail) = violated(&event).unwrap();
    assert_eq!(property, Property::InvalidLoad);
    assert!(detail.contains("whose scope has ended"), "{detail}");

    let frame = Scripted::read(
        "locals 32, 32, 32
        objects
        block 0x0:
          %0 = call 0x100(), then 0x200
        block 0x100:
          %1 = allocate.local undefined 4, align 8, \"x\"
          return(%1)
        block 0x200:
          %2 = load.4.32 unsigned [%0 + 0]
          exit 0",
    );
    let (event, _) = run(&frame, MachineOptions::default());
    let (property, detail) = violated(&event).unwrap();
    assert_eq!(property, Property::InvalidLoad);
    assert!(detail.contains("a function that returned"), "{detail}");
}

#[test]
fn variables_made_since_a_mark_can_be_released() {
    let program = straight(
        "%0 = allocate.local undefined 4, align 8, \"x\"
        %1 = mark_locals()
        %2 = allocate.local undefined 4, align 8, \"x\"
        release_locals(%1)
        store.4.32 [%0 + 0], 1
        store.4.32 [%2 + 0], 1",
    );
    let (event, state) = run(&program, MachineOptions::default());
    assert_eq!(state.local(Local(1)), Value::Constant(1));
    assert_eq!(violated(&event).unwrap().0, Property::InvalidStore);
}

#[test]
fn what_is_left_at_the_exit_is_a_leak_where_that_is_checked() {
    let program = straight("%0 = allocate.heap undefined 4, align 8, \"x\"");
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
    let lost = straight(
        "%0 = allocate.heap undefined 4, align 8, \"x\"
        %0 = 0",
    );
    let (event, _) = run(&lost, checking(&[Property::LostMemory]));
    assert_eq!(violated(&event).unwrap().0, Property::LostMemory);
}

#[test]
fn copies_keep_symbolic_bytes_and_fills_set_them() {
    let program = straight(
        "%0 = allocate.heap undefined 8, align 8, \"x\"
        %1 = allocate.heap undefined 8, align 8, \"x\"
        %2 = input.32 \"x\"
        %3 = fill_memory(%0, 0x11, 8)
        store.4.32 [%0 + 0], %2
        %4 = copy_memory(%1, %0, 8)
        %3 = load.4.32 unsigned [%1 + 0]
        %5 = load.4.32 unsigned [%1 + 4]",
    );
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
    let beyond = straight(
        "%0 = allocate.heap undefined 8, align 8, \"x\"
        %3 = fill_memory(%0, 0x11, 9)",
    );
    let (_, state) = run(&beyond, MachineOptions::default());
    assert_eq!(state.local(Local(3)), Value::Constant(0), "not done");
}

#[test]
fn an_object_of_symbolic_size_is_valid_up_to_it() {
    let program = straight(
        "%1 = input.32 \"size\"
        %0 = allocate.heap undefined %1, align 8, \"x\"
        store.4.32 [%0 + 4], 7
        %2 = load.4.32 unsigned [%0 + 4]",
    );
    let mut machine = Machine::new(&program, MachineOptions::default());
    let mut solver = Solver::new(SolverOptions::default()).unwrap();
    let mut state = machine.initial_state();
    // Whether there is room for it is asked first.
    let Event::Concretize { term: fits, .. } = machine.run(&mut state, 100) else {
        panic!("nobody asks for room");
    };
    state.path.push(fits);
    state.bind(fits, 1);
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
fn numbers_are_computed_on_constants_and_terms_but_for_remainders_of_long_formats() {
    let [one_and_a_half, two_and_a_quarter] = [1.5f32, 2.25].map(f32::to_bits);
    let sum = format!("%1 = float.32.add {two_and_a_quarter}, {one_and_a_half}");
    let (_, state) = run(&straight(&sum), MachineOptions::default());
    assert_eq!(
        state.local(Local(1)),
        Value::Constant(3.75f32.to_bits().into())
    );
    let sum = format!("%0 = input.32 \"x\"\n%1 = float.32.add %0, {one_and_a_half}");
    let (event, _) = run(&straight(&sum), MachineOptions::default());
    assert!(matches!(event, Event::Exit { .. }), "{event:?}");
    let sine = "%0 = input.32 \"x\"\n%1 = float.32.sin %0";
    let (event, _) = run(&straight(sine), MachineOptions::default());
    assert!(matches!(event, Event::Exit { .. }), "{event:?}");
    let remainder = Scripted::read(
        "locals 80, 80
        block 0x0:
          %0 = input.80 \"x\"
          %1 = float.80.fmod %0, %0
          exit 0",
    );
    let (event, _) = run(&remainder, MachineOptions::default());
    let Event::Cut(CutReason::Unsupported(reason)) = event else {
        panic!("{event:?}");
    };
    assert_eq!(reason, "fmod of numbers of 80 bits that are no constants");
}

#[test]
fn arguments_on_edges_are_assigned_in_parallel() {
    let program = Scripted::read(
        "locals 32, 32
        block 0x0:
          %0 = 1
          %1 = 2
          jump 0x100(%1, %0)
        block 0x100(%0, %1):
          exit 0",
    );
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

/// Block 0x300 is a function that jumps to where block 0x0 called `setjmp`, with its parameter as the buffer. Before it is called, this
/// happens.
fn jumping(before: &str) -> Scripted {
    Scripted::read(&format!(
        "locals 32, 32, 32, 1, 32
        objects
        block 0x0:
          %0 = allocate.local undefined 8, align 8, \"x\"
          %1 = 5
          store.4.32 [%0 + 4], %1
          %2 = setjmp [%0], then 0x100
        block 0x100:
          %3 = ne.32 %2, 0
          branch %3, 0x400, 0x200
        block 0x200:
          %1 = 9
          store.4.32 [%0 + 4], %1
          {before}
          %2 = call 0x300(%0), then 0x400
        block 0x300(%0):
          %1 = allocate.local undefined 4, align 8, \"x\"
          longjmp.32 [%0], 0
        block 0x400:
          %4 = load.4.32 unsigned [%0 + 4]
          exit 0"
    ))
}

#[test]
fn a_jump_brings_back_the_locals_and_leaves_memory_as_it_is() {
    let (event, state) = run(&jumping(""), MachineOptions::default());
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
        &jumping("%4 = input.32 \"token\"\n store.4.32 [%0 + 0], %4"),
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
        &jumping("store.4.32 [%0 + 0], 77"),
        checking(&[Property::InvalidCall]),
    );
    let detail = "a longjmp with a buffer that no call of setjmp has filled";
    assert_eq!(violated(&event), Some((Property::InvalidCall, detail)));
}
