//! `everypath run`: the concrete emulator.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::Instant;

use everypath_llvm::process::Stop;
use everypath_machine::{Event, InputSource, Machine, MachineOptions, StdinSource, Value};
use everypath_program::Property;
use everypath_report::excerpt::{Sources, excerpt};
use everypath_report::place_words;

use crate::cli::RunArguments;
use crate::compile::CompileOptions;
use crate::convert::Converter;
use crate::exit::{self, CommandError, unreadable};
use crate::files::write_file;
use crate::load::{self, Request};
use crate::source_coverage::source_coverage;
use crate::{say, say_line};
use crate::{setting, trace};

/// Runs the command.
pub fn run(arguments: &RunArguments) -> Result<u8, CommandError> {
    let files = [arguments.file.clone()];
    let program_arguments: Vec<Vec<u8>> = arguments
        .arguments
        .iter()
        .map(|argument| argument.clone().into_bytes())
        .collect();
    let given = setting::surroundings(&arguments.file, &program_arguments, &[], &[]);
    let loaded = load::load(Request {
        files: &files,
        compile: &CompileOptions::from(&arguments.compile),
        environment: arguments.environment.env,
        // The exit code is passed on: a run is no check.
        checks: &|mut checks| {
            checks.set(Property::NonzeroExit, false);
            checks
        },
        undefined_ends: false,
        surroundings: arguments.environment.complete(given),
        stop: Stop::default(),
    })?;
    say!("{}", loaded.warnings);
    let program = loaded.front.program();
    let mut checks = loaded.front.checks();
    if loaded.front.riscv_environment().is_some() {
        // The instruction set defines division by zero.
        checks.set(Property::DivisionByZero, false);
    }
    let options = MachineOptions {
        checks,
        // Inputs that the program makes symbolic are zero here.
        inputs: InputSource::Concrete(BTreeMap::new()),
        stdin: StdinSource::Inherit,
        echo_output: true,
        through_terms: arguments.through_terms,
        ..MachineOptions::default()
    };
    let mut machine = Machine::new(program, options);
    let mut state = machine.initial_state();
    let limit = arguments.max_instructions.unwrap_or(u64::MAX - 1);
    let start = Instant::now();
    let event = match &arguments.trace {
        None => machine.run(&mut state, limit),
        Some(target) => {
            let mut output = trace::open(target)?;
            trace::run(&mut machine, &mut state, limit, &mut *output).map_err(unreadable)?
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    let _ = std::io::stdout().flush();

    let converter = Converter::new(program);
    if let Some(path) = &arguments.coverage {
        let covered = source_coverage(program, &converter, &machine.coverage);
        write_file(path, covered.render().as_bytes()).map_err(unreadable)?;
    }
    let position = machine.blamed_position(&mut state);
    let place = converter.place(position);
    let here = place_words(&place);
    let code = match event {
        Event::Exit {
            code: Value::Constant(code),
        } => code as u8,
        Event::Check {
            property,
            position,
            detail,
            ..
        } => {
            let place = converter.place(position);
            let detail = if detail.is_empty() {
                String::new()
            } else {
                format!(" ({detail})")
            };
            say_line!(
                "everypath: {property} violated: {}{detail}\n  --> {}",
                property.info().description,
                place_words(&place)
            );
            say!("{}", excerpt(&place, &mut Sources::new(), "  "));
            exit::UNSAFE
        }
        Event::Assume { position, .. } => {
            let place = place_words(&converter.place(position));
            say_line!("everypath: an assumption does not hold, {place}");
            exit::INCOMPLETE
        }
        Event::Limit => {
            say_line!("everypath: stopped after {limit} instructions (--max-instructions), {here}");
            exit::INCOMPLETE
        }
        Event::Dead => {
            say_line!("everypath: the program cannot go on, {here}");
            exit::INCOMPLETE
        }
        Event::Cut(reason) => {
            say_line!("everypath: {reason}, {here}");
            exit::INCOMPLETE
        }
        other => {
            return Err(CommandError::Internal(format!(
                "a concrete run met something symbolic, {here}: {other:?}"
            )));
        }
    };
    if arguments.stats {
        let count = state.instructions();
        let speed = if seconds > 0.0 {
            count as f64 / seconds / 1e6
        } else {
            0.0
        };
        say_line!("{count} instructions in {seconds:.3} s: {speed:.1} million instructions/s");
    }
    Ok(code)
}
