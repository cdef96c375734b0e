//! Replay: runs a test case on the same machine with constant inputs, and says how it ended.

use everypath_machine::{
    CallFrame, CutReason, Event, InputOrigin, InputSource, Machine, MachineOptions, Note, State,
    Value, input_values,
};
use everypath_program::{Position, Program, Property};
use everypath_term::Assignment;

use crate::lasso::run_to_same_state;
use crate::{ReplayStatus, TestCase};

/// Instructions that a replay may execute beyond those of the path, before it counts as lost. A path leaves out digits of numbers that depend on
/// inputs where they go to a terminal: some ten thousand for one of 309 digits, and more if a format asks for them.
const REPLAY_MARGIN: u64 = 2_000_000;

/// How a concrete run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayEnd {
    /// A property is violated.
    Violation {
        /// The property.
        property: Property,
        /// The violating instruction.
        position: Position,
        /// What was found there; may be empty.
        detail: String,
        /// The active calls, innermost first.
        call_stack: Vec<CallFrame>,
        /// Places elsewhere that explain it.
        notes: Vec<Note>,
    },
    /// The program ended with this exit code.
    Exit(u64),
    /// An assumption does not hold: the inputs are none that the program admits.
    AssumeFailed(Position),
    /// An instruction cannot be executed, and the check that would say so is switched off.
    Dead(Position),
    /// Something that is not supported, or a bound.
    Cut(CutReason, Position),
    /// The instructions ran out.
    Limit,
}

impl ReplayEnd {
    /// What the event means that ends a run with constant inputs.
    pub fn of(machine: &mut Machine<'_>, state: &mut State, event: Event) -> Self {
        let position = machine.position(state);
        match event {
            Event::Check {
                property,
                condition,
                position,
                detail,
                ..
            } if machine.terms.is_false(condition) => ReplayEnd::Violation {
                property,
                position,
                detail,
                call_stack: machine.call_stack(state),
                notes: machine.notes().to_vec(),
            },
            Event::Check { position, .. } => not_concrete("check", position),
            Event::Assume {
                condition,
                position,
            } if machine.terms.is_false(condition) => ReplayEnd::AssumeFailed(position),
            Event::Assume { position, .. } => not_concrete("assumption", position),
            Event::Exit {
                code: Value::Constant(code),
            } => ReplayEnd::Exit(code),
            Event::Exit { .. } => not_concrete("exit code", position),
            Event::Limit => ReplayEnd::Limit,
            Event::Dead => ReplayEnd::Dead(position),
            Event::Cut(reason) => ReplayEnd::Cut(reason, position),
            Event::Branch { .. } => not_concrete("branch", position),
            Event::Switch => not_concrete("switch", position),
            Event::Access(access) => not_concrete("address", access.position),
            Event::Concretize { .. } => not_concrete("value", position),
        }
    }
}

/// Whether a run goes on behind an event: a run with a target goes on behind violations until that property is violated at that place.
pub fn passes(event: &Event, target: Option<(Property, Position)>) -> bool {
    match event {
        Event::Check {
            property,
            position,
            goes_on: true,
            ..
        } => target.is_some_and(|target| target != (*property, *position)),
        _ => false,
    }
}

impl std::fmt::Display for ReplayEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReplayEnd::Violation {
                property, position, ..
            } => {
                write!(f, "{property} violated at {:#x}", position.0)
            }
            ReplayEnd::Exit(code) => write!(f, "exit with code {code}"),
            ReplayEnd::AssumeFailed(position) => write!(f, "assumption fails at {:#x}", position.0),
            ReplayEnd::Dead(position) => write!(f, "cannot go on at {:#x}", position.0),
            ReplayEnd::Cut(reason, position) => write!(f, "{reason} at {:#x}", position.0),
            ReplayEnd::Limit => f.write_str("instruction limit reached"),
        }
    }
}

/// What a concrete run did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayOutcome {
    /// How it ended.
    pub end: ReplayEnd,
    /// Source instructions executed.
    pub instructions: u64,
    /// What it wrote to standard output.
    pub output: Vec<u8>,
    /// What it wrote to standard error.
    pub error_output: Vec<u8>,
}

/// Runs a program with the inputs of a test case, for at most `instruction_limit` source instructions.
///
/// The options are those of the symbolic run; inputs come from the case, and the bounds on loops and calls do not apply.
pub fn replay(
    program: &dyn Program,
    options: &MachineOptions,
    case: &TestCase,
    instruction_limit: u64,
) -> ReplayOutcome {
    run_inputs(program, options, case.source(), instruction_limit, None).0
}

/// The same, but goes on behind violations until a property is violated at a place.
pub fn replay_until(
    program: &dyn Program,
    options: &MachineOptions,
    case: &TestCase,
    instruction_limit: u64,
    target: (Property, Position),
) -> ReplayOutcome {
    let target = Some(target);
    run_inputs(program, options, case.source(), instruction_limit, target).0
}

/// Whether a concrete run showed a violation, what was found there, and the places that explain it.
pub(crate) fn status_of(
    outcome: &ReplayOutcome,
    property: Property,
    position: Position,
    detail: String,
) -> (ReplayStatus, String, Vec<Note>) {
    match &outcome.end {
        ReplayEnd::Violation {
            property: other,
            position: place,
            detail: seen,
            notes,
            ..
        } if *other == property && *place == position => {
            let detail = if seen.is_empty() {
                detail
            } else {
                seen.clone()
            };
            (ReplayStatus::Reproduced, detail, notes.clone())
        }
        other => {
            let status = ReplayStatus::NotReproduced(other.to_string());
            (status, detail, Vec::new())
        }
    }
}

/// Instructions of the replay of a path of so many, before it counts as lost.
pub(crate) fn replay_limit(instructions: u64) -> u64 {
    instructions.saturating_add(REPLAY_MARGIN)
}

/// The inputs of a path by a model, and how the run on them ends; with a target, it goes on behind other violations.
pub(crate) fn run_path(
    machine: &Machine<'_>,
    state: &State,
    model: &Assignment,
    target: Option<(Property, Position)>,
) -> (ReplayOutcome, TestCase) {
    let limit = replay_limit(state.instructions());
    let (program, options) = (machine.program(), machine.options());
    if reads_unwritten(state) {
        let inputs = machine.concrete_inputs(model, state.input_records(), state.names());
        return run_inputs(program, options, inputs, limit, target);
    }
    let case = path_inputs(machine, state, model);
    let outcome = run_inputs(program, options, case.source(), limit, target).0;
    (outcome, case)
}

/// The inputs of a path by a model.
pub(crate) fn case_of_path(machine: &Machine<'_>, state: &State, model: &Assignment) -> TestCase {
    match reads_unwritten(state) {
        true => run_path(machine, state, model, None).1,
        false => path_inputs(machine, state, model),
    }
}

fn path_inputs(machine: &Machine<'_>, state: &State, model: &Assignment) -> TestCase {
    TestCase {
        inputs: input_values(&machine.terms, state, model),
    }
}

/// Whether a path read bytes that were never written. A path that does so at a symbolic address reads more of them than a run, which
/// has the address; so the run says what its test case consists of.
fn reads_unwritten(state: &State) -> bool {
    let unwritten = |origin: &InputOrigin| matches!(origin, InputOrigin::Uninitialized { .. });
    let mut records = state.input_records().iter();
    records.any(|record| unwritten(&record.origin))
}

/// Runs a program with inputs that are all constant; with a target, goes on behind other violations. Gives the values of the inputs
/// that the run asked for, too.
pub(crate) fn run_inputs(
    program: &dyn Program,
    options: &MachineOptions,
    inputs: InputSource,
    instruction_limit: u64,
    target: Option<(Property, Position)>,
) -> (ReplayOutcome, TestCase) {
    let mut machine = Machine::new(program, options.concrete(inputs));
    let mut state = machine.initial_state();
    let end = match target {
        Some((property @ Property::Termination, position)) => {
            match run_to_same_state(&mut machine, &mut state, instruction_limit, position) {
                Ok(detail) => ReplayEnd::Violation {
                    property,
                    position,
                    detail,
                    call_stack: machine.call_stack(&state),
                    notes: Vec::new(),
                },
                Err(event) => ReplayEnd::of(&mut machine, &mut state, event),
            }
        }
        Some(_) | None => loop {
            let event = machine.run(&mut state, instruction_limit);
            if !passes(&event, target) {
                break ReplayEnd::of(&mut machine, &mut state, event);
            }
        },
    };
    let case = TestCase {
        inputs: input_values(&machine.terms, &state, &Assignment::new()),
    };
    let outcome = ReplayOutcome {
        end,
        instructions: state.instructions(),
        output: constant_bytes(&state.output(1)),
        error_output: constant_bytes(&state.output(2)),
    };
    (outcome, case)
}

/// A concrete run met something symbolic: an input that does not come from the case.
fn not_concrete(what: &str, position: Position) -> ReplayEnd {
    let reason = CutReason::Unsupported(format!("symbolic {what} in a concrete run"));
    ReplayEnd::Cut(reason, position)
}

fn constant_bytes(values: &[Value]) -> Vec<u8> {
    values
        .iter()
        .map(|value| value.constant().unwrap_or(0) as u8)
        .collect()
}
