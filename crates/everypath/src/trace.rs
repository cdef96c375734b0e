//! The trace of a concrete run: each instruction with its address and the locals (registers) that it changes.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use everypath_machine::{Event, Machine, State, Value};
use everypath_program::{Local, Program};

use crate::exit::{CommandError, unreadable};

/// Where the trace is written: a file, or standard error.
pub fn open(target: &Option<PathBuf>) -> Result<Box<dyn Write>, CommandError> {
    match target {
        None => Ok(Box::new(BufWriter::new(io::stderr()))),
        Some(path) => match File::create(path) {
            Ok(file) => Ok(Box::new(BufWriter::new(file))),
            Err(error) => Err(unreadable(format!("{}: {error}", path.display()))),
        },
    }
}

/// Runs a state one instruction at a time, writing each, until something other than the limit stops it.
pub fn run(
    machine: &mut Machine<'_>,
    state: &mut State,
    limit: u64,
    output: &mut dyn Write,
) -> io::Result<Event> {
    let program = machine.program();
    let width = program.address_width();
    let digits = width as usize / 4;
    let mut before = locals(program, state);
    let mut function = None;
    loop {
        if state.instructions() >= limit {
            output.flush()?;
            return Ok(Event::Limit);
        }
        let position = machine.position(state);
        let text = machine.instruction_text(state, position);
        let now = program.function_name(position);
        if now != function {
            writeln!(output, "{}:", now.as_deref().unwrap_or("?"))?;
            function = now;
        }
        let frame = state.call_node();
        let event = machine.run(state, state.instructions() + 1);
        let after = locals(program, state);
        if state.call_node() != frame && after.len() != before.len() {
            // Another function with locals of its own.
            before.clone_from(&after);
        }
        let mut changes = String::new();
        for (number, (old, new)) in before.iter().zip(&after).enumerate() {
            if old != new {
                let name = program
                    .locals(state.block_key())
                    .get(number)
                    .map_or("?", |info| info.name.as_str());
                match new {
                    Value::Constant(value) => changes.push_str(&format!("  {name}={value:#x}")),
                    Value::Term(_) => changes.push_str(&format!("  {name}=?")),
                }
            }
        }
        before = after;
        writeln!(output, "  {:0digits$x}  {text:<32}{changes}", position.0)?;
        if event != Event::Limit {
            output.flush()?;
            return Ok(event);
        }
    }
}

/// The values of the frame's locals.
fn locals(program: &dyn Program, state: &State) -> Vec<Value> {
    let count = program.locals(state.block_key()).len() as u32;
    (0..count)
        .map(|number| state.local(Local(number)))
        .collect()
}
