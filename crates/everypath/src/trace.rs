//! The trace of a concrete run: each instruction with its address and the registers that it changes.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use everypath_machine::{Event, Machine, State, Value};
use everypath_program::Local;

use crate::exit::CommandError;
use crate::load::unreadable;

/// Number of registers; x0 never changes.
const REGISTERS: u32 = 32;

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
    let mut before = registers(state);
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
        let event = machine.run(state, state.instructions() + 1);
        let after = registers(state);
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

fn registers(state: &State) -> Vec<Value> {
    (0..REGISTERS)
        .map(|number| state.local(Local(number)))
        .collect()
}
