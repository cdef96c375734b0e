//! `everypath solve`: SMT-LIB 2 scripts.

use std::fs::File;
use std::io::{BufWriter, Read, Write, stdin, stdout};
use std::path::Path;
use std::time::Instant;

use everypath_smtlib::{Failure, Options, run};
use everypath_solver::{SolverOptions, SolverStatistics};

use super::print::told;
use crate::analysis::solver_error;
use crate::cli::SolveArguments;
use crate::exit::CommandError;
use crate::files::Files;
use crate::say;

/// Runs the command.
pub fn solve(arguments: &SolveArguments) -> Result<u8, CommandError> {
    let defaults = arguments.solver.options(arguments.seed, Files::Written)?;
    let options = Options {
        solver: SolverOptions {
            conflict_limit: arguments.solver.conflict_limit.filter(|&limit| limit > 0),
            end: arguments.time_limit.map(|limit| Instant::now() + limit),
            // An interrupt ends the script at once: nothing is to be told of it.
            interrupted: None,
            ..defaults
        },
        rules_off: arguments.solver.rules_off(),
    };
    let (name, input) = open(&arguments.file)?;
    let mut output = BufWriter::new(stdout().lock());
    let statistics = match run(&name, input, &mut output, options) {
        Ok(statistics) => statistics,
        Err(Failure::Script(error)) => {
            return Err(CommandError::Unreadable(format!("{name}:{error}")));
        }
        Err(Failure::Solver(error)) => return Err(solver_error(error)),
        Err(failure @ Failure::WrongModel(_)) => {
            return Err(CommandError::Internal(failure.to_string()));
        }
        // Whoever closed the pipe has read enough.
        Err(Failure::Output(error)) => {
            told(Err(error))?;
            return Ok(0);
        }
    };
    told(output.flush())?;
    if arguments.stats {
        say!("{}", table(&statistics));
    }
    Ok(0)
}

/// The name of a script for messages, and its text.
fn open(path: &Path) -> Result<(String, Box<dyn Read>), CommandError> {
    if path == Path::new("-") {
        return Ok(("<stdin>".to_owned(), Box::new(stdin().lock())));
    }
    let name = path.display().to_string();
    match File::open(path) {
        Ok(file) => Ok((name, Box::new(file))),
        Err(error) => Err(CommandError::Unreadable(format!("{name}: {error}"))),
    }
}

/// What was asked, and who answered.
fn table(statistics: &SolverStatistics) -> String {
    let mut text = format!(
        "{} questions, {} queries, {:.3} s in the solver stack\n",
        statistics.questions,
        statistics.queries,
        statistics.time.as_secs_f64()
    );
    text.push_str(&format!(
        "{:<14} {:>8} {:>8} {:>8} {:>8} {:>9}\n",
        "answered by", "asked", "sat", "unsat", "unknown", "seconds"
    ));
    let witness = statistics.by_witness - statistics.by_witness_unsat;
    text.push_str(&format!(
        "{:<14} {:>8} {witness:>8} {:>8} {:>8} {:>9}\n",
        "witness", statistics.queries, statistics.by_witness_unsat, 0, ""
    ));
    for layer in &statistics.layers {
        text.push_str(&format!(
            "{:<14} {:>8} {:>8} {:>8} {:>8} {:>9.3}\n",
            layer.name,
            layer.queries,
            layer.sat,
            layer.unsat,
            layer.unknown,
            layer.time.as_secs_f64()
        ));
    }
    let blast = &statistics.blast;
    text.push_str(&format!(
        "{} terms, {} gates, {} variables, {} clauses, {} conflicts, {} lemmas about memories\n",
        blast.terms, blast.gates, blast.variables, blast.clauses, blast.conflicts, blast.lemmas
    ));
    if blast.checked.answers > 0 {
        let checked = blast.checked;
        text.push_str(&format!(
            "{} proofs of unsatisfiability checked, {} steps\n",
            checked.answers, checked.steps
        ));
    }
    text
}
