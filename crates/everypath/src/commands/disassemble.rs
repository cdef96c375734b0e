//! `everypath disassemble`: the instructions of a program with addresses, functions and source lines.

use everypath_llvm::process::Stop;
use everypath_program::{Position, Surroundings};

use super::print::print;
use crate::cli::DisassembleArguments;
use crate::compile::CompileOptions;
use crate::convert::Converter;
use crate::exit::{CommandError, unreadable};
use crate::front::Front;
use crate::load::{self, Request};
use crate::say;

/// Runs the command.
pub fn disassemble(arguments: &DisassembleArguments) -> Result<u8, CommandError> {
    let files = [arguments.file.clone()];
    let loaded = load::load(Request {
        files: &files,
        compile: &CompileOptions::from(&arguments.compile),
        environment: None,
        checks: &|checks| checks,
        undefined_ends: false,
        surroundings: Surroundings::default(),
        stop: Stop::default(),
    })?;
    say!("{}", loaded.warnings);
    let program = loaded.front.program();
    let converter = Converter::new(program);
    let digits = program.address_width() as usize / 4;
    let mut text = String::new();
    let mut function: Option<String> = None;
    let mut line = None;
    let mut seen = Vec::new();
    for Position(address) in program.code_positions() {
        let place = converter.place(Position(address));
        let symbol = program.function_name(Position(address));
        let name = symbol.unwrap_or_else(|| "?".to_owned());
        if !arguments.function.is_empty() && !arguments.function.contains(&name) {
            continue;
        }
        if function.as_ref() != Some(&name) {
            text.push_str(&format!("\n{address:0digits$x} {name}:\n"));
            if !seen.contains(&name) {
                seen.push(name.clone());
            }
            function = Some(name);
            line = None;
        }
        if let (Some(file), Some(number)) = (&place.file, place.line) {
            let now = format!("{file}:{number}");
            if line.as_ref() != Some(&now) {
                text.push_str(&format!("; {now}\n"));
                line = Some(now);
            }
        }
        let word = encoding(&loaded.front, address);
        let instruction = place.instruction.unwrap_or_default();
        text.push_str(&format!(
            "  {address:0digits$x}  {word:>8}  {instruction}\n"
        ));
    }
    if let Some(missing) = arguments.function.iter().find(|name| !seen.contains(name)) {
        return Err(unreadable(format!(
            "{}: there is no function `{missing}` with code",
            arguments.file.display()
        )));
    }
    print(text.trim_start_matches('\n'))?;
    Ok(0)
}

/// The encoding of the machine instruction at an address, in hexadecimal; LLVM instructions have none.
fn encoding(front: &Front, address: u64) -> String {
    let Front::Riscv(program) = front else {
        return String::new();
    };
    let executable = program.executable();
    let low = executable.half_word(address).unwrap_or(0);
    if everypath_riscv::decode::length(low) == 2 {
        format!("{low:04x}")
    } else {
        let high = executable.half_word(address + 2).unwrap_or(0);
        format!("{high:04x}{low:04x}")
    }
}
