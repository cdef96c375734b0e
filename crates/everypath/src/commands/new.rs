//! `everypath new`: a first harness for a function.

use std::path::{Path, PathBuf};

use super::print::print;
use crate::cli::NewArguments;
use crate::exit::{CommandError, unreadable};
use crate::files::write_file;
use crate::harness::{Function, relative};
use crate::job::quoted;

/// Runs the command.
pub fn new(arguments: &NewArguments) -> Result<u8, CommandError> {
    let (source, name) = source_and_function(&arguments.function)?;
    let file = &arguments.file;
    if file.exists() {
        let shown = file.display();
        return Err(unreadable(format!(
            "{shown} is there already: name another file, or remove it"
        )));
    }
    let mut options = Vec::new();
    let directories = arguments
        .include
        .iter()
        .map(|it| ("--include", "-I", it.display().to_string()));
    let definitions = arguments
        .define
        .iter()
        .map(|it| ("--define", "-D", it.clone()));
    let mut flags = Vec::new();
    for (option, flag, value) in directories.chain(definitions) {
        flags.push(format!("{flag}{value}"));
        options.push(format!(" {option} {}", quoted(&value)));
    }
    let function = Function::of(&source, name, &flags)?;
    let include = relative(file, &source).display().to_string();
    write_file(file, function.harness(&include).as_bytes()).map_err(unreadable)?;
    let shown = file.display().to_string();
    let command = format!("everypath check {}{}", quoted(&shown), options.concat());
    print(&format!(
        "{shown} calls {name} with any arguments; look at it, then: {command}\n"
    ))?;
    Ok(0)
}

/// `FILE:FUNCTION`.
fn source_and_function(text: &str) -> Result<(PathBuf, &str), CommandError> {
    match text.rsplit_once(':') {
        Some((file, function)) if !file.is_empty() && !function.is_empty() => {
            Ok((Path::new(file).to_owned(), function))
        }
        _ => Err(CommandError::Usage(format!(
            "--for {text}: expected FILE:FUNCTION, such as src/parser.c:parse"
        ))),
    }
}
