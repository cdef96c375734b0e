//! Man pages and completion scripts, made from the definition of the command line.

use std::fs;
use std::path::Path;

use clap::{Command, CommandFactory};

use super::print::print;
use crate::cli::Cli;
use crate::exit::{CommandError, unreadable};

/// Writes the man pages of all commands into a directory.
pub fn manual(directory: &Path) -> Result<u8, CommandError> {
    let failed = |error| unreadable(format!("{}: {error}", directory.display()));
    fs::create_dir_all(directory).map_err(failed)?;
    // A page describes all options, also those that `check --help` leaves to `--help-all`.
    let whole = |check: Command| check.mut_args(|option| option.hide_short_help(false));
    let commands = Cli::command().mut_subcommand("check", whole);
    clap_mangen::generate_to(commands, directory).map_err(failed)?;
    Ok(0)
}

/// Prints the completion script of a shell.
pub fn completions(shell: clap_complete::Shell) -> Result<u8, CommandError> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "everypath", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(0)
}
