//! Traces: what a program does on the inputs of a counterexample, in terms of its source.
//!
//! The program runs once more with constant inputs, one source instruction at a time: calls that are entered and left, the lines in
//! between, and the variables that each line changes. (Section 6.2 of the LLBMC thesis walks through its bounded program under the
//! model; the machine is that walk, so that nothing in a trace was not executed.)

use std::collections::VecDeque;
use std::rc::Rc;

use everypath_machine::{CallNode, Event, Machine, MachineOptions, State, Value};
use everypath_program::{
    Block, BlockKey, Instruction, Local, Location, Operand, Position, Program, Property,
};
use rustc_hash::FxHashMap;

use crate::TestCase;

/// So many steps are kept, the last ones.
const MOST_STEPS: usize = 10_000;

/// Something that was given a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The variable, if it is known.
    pub name: Option<String>,
    /// Where it lies, if in memory.
    pub address: Option<u64>,
    /// The value.
    pub value: u64,
    /// Its size in bytes.
    pub size: u32,
}

/// A step of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// A function of the program's own code is entered; its parameters, where they are locals.
    Call,
    /// It is left.
    Return,
    /// Code of one source line is executed, or of one instruction where lines are not known.
    Line,
}

/// A step of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// What happens.
    pub kind: StepKind,
    /// Calls of own code that are active, those of the library left out.
    pub depth: usize,
    /// The first instruction of the line or of the function; where a call returns to.
    pub position: Position,
    /// What is changed, in order; of changes to one variable the last.
    pub changes: Vec<Change>,
}

/// Where a program reads an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceInput {
    /// The name of the input.
    pub name: String,
    /// The instruction of the program's own code that reads it, or calls what does.
    pub position: Position,
    /// The number of steps before, those included that were left out.
    pub step: u64,
}

/// A trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The inputs, in the order of reading; each part of a stream by itself.
    pub inputs: Vec<TraceInput>,
    /// The steps, oldest first.
    pub steps: VecDeque<TraceStep>,
    /// Steps before them that were left out.
    pub omitted: u64,
}

/// The trace of a test case up to a violation, for at most so many instructions. `is_own` says whether code of a place is shown.
pub fn trace(
    program: &dyn Program,
    options: &MachineOptions,
    case: &TestCase,
    instruction_limit: u64,
    (property, position): (Property, Position),
    is_own: &dyn Fn(&Location) -> bool,
) -> Trace {
    let mut machine = Machine::new(program, options.concrete(case.source()));
    let mut state = machine.initial_state();
    let mut tracer = Tracer {
        program,
        is_own,
        blocks: FxHashMap::default(),
        lines: FxHashMap::default(),
        calls: Vec::new(),
        noted: None,
        own: None,
        trace: Trace::default(),
    };
    while state.instructions() < instruction_limit {
        let known = state.input_records().len();
        let event = tracer.step(&mut machine, &mut state);
        let more = state.input_records().len().saturating_sub(known);
        if more > 0 {
            tracer.read(&state, more);
        }
        match event {
            Event::Limit => {}
            Event::Check {
                property: found,
                position: place,
                goes_on: true,
                ..
            } if (found, place) != (property, position) => {}
            _ => break,
        }
    }
    tracer.trace
}

struct Tracer<'p> {
    program: &'p dyn Program,
    is_own: &'p dyn Fn(&Location) -> bool,
    blocks: FxHashMap<BlockKey, Rc<Block>>,
    /// The line of each position; none where it is not shown.
    lines: FxHashMap<Position, Option<Location>>,
    /// The active calls of own code: all active calls below each.
    calls: Vec<usize>,
    /// The call stack that they were noted for.
    noted: Option<CallNode>,
    /// The last instruction of own code.
    own: Option<Position>,
    trace: Trace,
}

impl Tracer<'_> {
    /// Executes one source instruction and notes what it does.
    fn step(&mut self, machine: &mut Machine<'_>, state: &mut State) -> Event {
        let position = machine.position(state);
        let limit = state.instructions() + 1;
        if self.line(position).is_none() {
            return machine.run(state, limit);
        }
        self.own = Some(position);
        self.enter_and_leave(machine, state, position);
        let key = state.block_key();
        let stores = stores(&self.block(key), position);
        let mask = u64::MAX >> (64 - self.program.address_width());
        let known = |state: &State| -> Vec<Option<(u64, u64, u32)>> {
            let stores = stores.iter();
            stores.map(|store| store.evaluated(state, mask)).collect()
        };
        let before = known(state);
        let values = values(self.program, state);
        let calls = state.call_node();
        let event = machine.run(state, limit);
        let here = state.block_key() == key && state.call_node() == calls;
        let after = if here { known(state) } else { before.clone() };
        let mut changes = Vec::new();
        if matches!(event, Event::Limit) {
            for (before, after) in before.into_iter().zip(after) {
                let Some((address, value, size)) = after.or(before) else {
                    continue;
                };
                let local = |local| state.local(local).constant();
                let shape = self
                    .program
                    .data_at(address, u64::from(size), position, &local);
                // Without a type it is a place on the stack, no variable.
                let name = shape.name.filter(|_| shape.element_size.is_some());
                changes.push(Change {
                    name,
                    address: Some(address),
                    value,
                    size,
                });
            }
            if state.call_node() == calls {
                changes.extend(changed(self.program, &values, state));
            }
        }
        self.note(position, changes);
        event
    }

    /// Notes calls and returns since the last instruction of own code.
    fn enter_and_leave(&mut self, machine: &Machine<'_>, state: &State, position: Position) {
        if self.noted.replace(state.call_node()) == Some(state.call_node()) {
            return;
        }
        let depth = machine.call_depth(state);
        while self.calls.last().is_some_and(|&call| call > depth) {
            self.calls.pop();
            self.push(StepKind::Return, position, Vec::new());
        }
        // Several at once, where one instruction of the machine is a call in a function that begins with it.
        let known = self.calls.last().copied().unwrap_or(0);
        let calls = machine.calls_within(state, known).into_iter().rev();
        for (number, frame) in (known + 1..).zip(calls) {
            let entry = Position(frame.callee.code);
            if self.line(entry).is_none() {
                continue;
            }
            let arguments = match number == depth && frame.callee == state.block_key() {
                true => self.arguments(state),
                false => Vec::new(),
            };
            self.push(StepKind::Call, entry, arguments);
            self.calls.push(number);
        }
    }

    /// The parameters of a function that was just entered.
    fn arguments(&mut self, state: &State) -> Vec<Change> {
        let key = state.block_key();
        let block = self.block(key);
        let locals = self.program.locals(key);
        let arguments = block.parameters.iter().filter_map(|&local| {
            let info = locals.get(local.0 as usize)?;
            Some(Change {
                name: Some(info.name.clone()).filter(|name| !name.is_empty()),
                address: None,
                value: state.local(local).constant()?,
                size: info.width.div_ceil(8),
            })
        });
        arguments.collect()
    }

    /// Adds to the present line, or begins a new one.
    fn note(&mut self, position: Position, changes: Vec<Change>) {
        let line = self.line(position).cloned();
        let same = match self.trace.steps.back() {
            Some(last) if last.kind == StepKind::Line && last.depth == self.calls.len() => {
                let place = last.position;
                let known = |line: &Option<Location>| {
                    line.as_ref()
                        .and_then(|line| Some((line.file.clone()?, line.line?)))
                };
                match (known(&line), known(&self.line(place).cloned())) {
                    (Some(here), Some(there)) => here == there,
                    _ => false,
                }
            }
            _ => false,
        };
        if !same {
            self.push(StepKind::Line, position, Vec::new());
        }
        if let Some(step) = self.trace.steps.back_mut() {
            for change in changes {
                let of =
                    |other: &Change| (&other.name, other.address) == (&change.name, change.address);
                step.changes.retain(|other| !of(other));
                step.changes.push(change);
            }
        }
    }

    /// Notes the inputs that the last instruction read.
    fn read(&mut self, state: &State, count: usize) {
        let records = state.input_records().iter().take(count);
        let mut names: Vec<String> = records.map(|record| record.name.to_string()).collect();
        names.reverse();
        let Some(position) = self.own else { return };
        let step = self.trace.omitted + self.trace.steps.len() as u64;
        self.trace
            .inputs
            .extend(names.into_iter().map(|name| TraceInput {
                name,
                position,
                step,
            }));
    }

    fn push(&mut self, kind: StepKind, position: Position, changes: Vec<Change>) {
        if self.trace.steps.len() == MOST_STEPS {
            self.trace.steps.pop_front();
            self.trace.omitted += 1;
        }
        let depth = self.calls.len();
        self.trace.steps.push_back(TraceStep {
            kind,
            depth,
            position,
            changes,
        });
    }

    fn block(&mut self, key: BlockKey) -> Rc<Block> {
        let program = self.program;
        let block = self.blocks.entry(key);
        block
            .or_insert_with(|| Rc::new(program.block(key, program.image())))
            .clone()
    }

    /// The line of a position; none where it is not shown.
    fn line(&mut self, position: Position) -> Option<&Location> {
        let (program, is_own) = (self.program, self.is_own);
        let line = self.lines.entry(position).or_insert_with(|| {
            if program.is_library(position) {
                return None;
            }
            let location = program.locations(position).into_iter().next();
            Some(location.unwrap_or_default()).filter(|location| is_own(location))
        });
        line.as_ref()
    }
}

/// A store of a block.
struct Store {
    address: Operand,
    offset: u64,
    value: Operand,
    size: u32,
}

impl Store {
    /// Address, value and size, where they are known. `mask` has the bits of addresses.
    fn evaluated(&self, state: &State, mask: u64) -> Option<(u64, u64, u32)> {
        let of = |operand| match operand {
            Operand::Constant(value) => Some(value),
            Operand::Local(local) => state.local(local).constant(),
        };
        let address = of(self.address)?.wrapping_add(self.offset) & mask;
        let value = of(self.value)?;
        let kept = match self.size {
            0..8 => value & ((1 << (8 * self.size)) - 1),
            _ => value,
        };
        Some((address, kept, self.size))
    }
}

/// The stores of a source instruction.
fn stores(block: &Block, position: Position) -> Vec<Store> {
    let steps = block.instructions.iter().zip(&block.positions);
    let here = steps.filter(|&(_, &place)| place == position);
    here.filter_map(|(instruction, _)| match *instruction {
        Instruction::Store {
            address,
            offset,
            value,
            size,
            ..
        } if size <= 8 => Some(Store {
            address,
            offset,
            value,
            size,
        }),
        _ => None,
    })
    .collect()
}

/// The values of the locals that hold variables.
fn values(program: &dyn Program, state: &State) -> Vec<(Local, Value)> {
    let numbered = (0u32..).map(Local).zip(program.locals(state.block_key()));
    let variables = numbered.filter(|(_, info)| program.variable_in(info).is_some());
    variables
        .map(|(local, _)| (local, state.local(local)))
        .collect()
}

/// Which of them have other values now.
fn changed(program: &dyn Program, before: &[(Local, Value)], state: &State) -> Vec<Change> {
    let locals = program.locals(state.block_key());
    let changes = before.iter().filter_map(|&(local, value)| {
        let info = locals.get(local.0 as usize)?;
        let now = state.local(local);
        Some(Change {
            name: Some(program.variable_in(info)?.to_owned()),
            address: None,
            value: now.constant().filter(|_| now != value)?,
            size: info.width.div_ceil(8),
        })
    });
    changes.collect()
}
