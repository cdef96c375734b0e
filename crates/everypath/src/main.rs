//! The program `everypath`: reads the command line, runs the command, ends with its exit code.

#![deny(clippy::print_stdout, clippy::print_stderr)]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;
use everypath::cli::Cli;
use everypath::{commands, exit, say_line, stack};
use mimalloc::MiMalloc;

/// Forks and terms are many small allocations that live long and are freed in another order than they were made: a quarter of
/// the time with the C library's allocator, and scattered over more cache lines.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Bytes of stack of the thread that does the work.
const STACK_BYTES: usize = 256 << 20;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            return match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => ExitCode::SUCCESS,
                _ => ExitCode::from(exit::USAGE),
            };
        }
    };
    stack::raise_limit();
    let work = std::thread::Builder::new()
        .name("everypath".to_owned())
        .stack_size(STACK_BYTES)
        .spawn(move || catch_unwind(AssertUnwindSafe(|| commands::run(cli.command))));
    let outcome = match work.map(|thread| thread.join()) {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(panic)) => Err(panic),
        Err(error) => {
            say_line!("everypath: cannot start a thread: {error}");
            return ExitCode::from(exit::INTERNAL);
        }
    };
    match outcome {
        Ok(Ok(code)) => ExitCode::from(code),
        Ok(Err(error)) => {
            say_line!("everypath: {error}");
            ExitCode::from(error.exit_code())
        }
        Err(_) => {
            say_line!(
                "everypath: internal error (see the message above)\nthis is a bug of everypath; please report it with the program and the command"
            );
            ExitCode::from(exit::INTERNAL)
        }
    }
}
