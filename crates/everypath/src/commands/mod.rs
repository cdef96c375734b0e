//! The commands: each takes its arguments and gives an exit code.

mod check;
mod disassemble;
mod gdb;
mod generate;
mod new;
mod print;
mod replay;
mod run;
mod solve;
mod tables;
mod test;
mod units;
mod verify;

use crate::cli::Command;
use crate::exit::CommandError;

/// Runs a command; gives the exit code of the process.
pub fn run(command: Command) -> Result<u8, CommandError> {
    match command {
        Command::Check(arguments) => check::check(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Replay(arguments) => replay::replay(&arguments),
        Command::Gdb(arguments) => gdb::gdb(&arguments),
        Command::Verify(arguments) => verify::verify(&arguments),
        Command::Disassemble(arguments) => disassemble::disassemble(&arguments),
        Command::Solve(arguments) => solve::solve(&arguments),
        Command::New(arguments) => new::new(&arguments),
        Command::Test(arguments) => test::test(&arguments),
        Command::Split(arguments) => units::split(&arguments),
        Command::Work(arguments) => units::work(&arguments),
        Command::Gather(arguments) => units::gather(&arguments),
        Command::Checks => tables::checks(),
        Command::Strategies => tables::strategies(),
        Command::Manual { directory } => generate::manual(&directory),
        Command::Completions { shell } => generate::completions(shell),
    }
}
