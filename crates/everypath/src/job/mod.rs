//! A job: one run of `check`, described whole.
//!
//! Everything that decides what a run finds is here, and nothing else: the command line fills it, records and test cases store it, and
//! [`crate::Analysis`] does it. What a report looks like is no part of it. An option is a field of one of the groups; from that come its
//! parsing, its help, its place in records, and that `--from` refuses it.

mod command;
mod compile;
mod engine;
mod inputs;
mod properties;
mod results;
mod search;
mod solver;
pub(crate) mod stored;
mod task;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use clap::{Args, Parser};
use serde::{Deserialize, Serialize};

use crate::exit::CommandError;

pub use command::{line, quoted};
pub use compile::{CompileArguments, EnvironmentArguments, Target};
pub use engine::EngineArguments;
pub use inputs::InputArguments;
pub use properties::PropertyArguments;
pub use results::{EmitPer, ResultArguments, TraceDetail};
pub use search::{FirstSide, HeapChoice, MemoryChoice, SearchArguments};
pub use solver::SolverArguments;

/// What a job is made of, as the command line knows it: the files and the groups of options.
pub const GROUPS: [&str; 9] = [
    "files",
    "CompileArguments",
    "EnvironmentArguments",
    "InputArguments",
    "PropertyArguments",
    "SearchArguments",
    "EngineArguments",
    "SolverArguments",
    "ResultArguments",
];

/// One run of `check`.
#[derive(Clone, Debug, PartialEq, Args, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Job {
    /// An executable for RISC-V, C files, or LLVM bitcode (.bc, .ll)
    #[arg(value_name = "FILE")]
    #[serde(with = "stored")]
    pub files: Vec<PathBuf>,
    /// How C files are compiled.
    #[command(flatten)]
    pub compile: CompileArguments,
    /// The environment.
    #[command(flatten)]
    pub environment: EnvironmentArguments,
    /// Inputs.
    #[command(flatten)]
    pub inputs: InputArguments,
    /// Properties.
    #[command(flatten)]
    pub properties: PropertyArguments,
    /// Search, bounds and budgets.
    #[command(flatten)]
    pub search: SearchArguments,
    /// Options of single engines.
    #[command(flatten, next_help_heading = "Search, bounds and budgets")]
    #[serde(with = "stored")]
    pub engine_options: EngineArguments,
    /// Solver.
    #[command(flatten)]
    pub solver: SolverArguments,
    /// What is found out besides.
    #[command(flatten)]
    pub results: ResultArguments,
}

/// A job by itself.
#[derive(Parser)]
#[command(args_override_self = true)]
struct Alone {
    #[command(flatten)]
    job: Job,
}

/// A job is what the command line makes of nothing: defaults are said once.
impl Default for Job {
    fn default() -> Self {
        Alone::parse_from([""]).job
    }
}

macro_rules! defaults {
    ($($group:ty = $field:ident),* $(,)?) => {
        $(impl Default for $group {
            fn default() -> Self {
                Job::default().$field
            }
        })*
    };
}

defaults! {
    CompileArguments = compile,
    EnvironmentArguments = environment,
    InputArguments = inputs,
    PropertyArguments = properties,
    SearchArguments = search,
    SolverArguments = solver,
    ResultArguments = results,
}

impl Job {
    /// The check of a program with all options as they are where nobody says otherwise.
    pub fn of(files: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        Job {
            files: files.into_iter().map(Into::into).collect(),
            ..Job::default()
        }
    }

    /// The same with options as the command line has them, such as `["--unwind", "8"]`.
    ///
    /// # Errors
    /// What cannot be understood, in words.
    pub fn with_options<'a>(
        files: impl IntoIterator<Item = impl Into<PathBuf>>,
        options: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, CommandError> {
        let options = std::iter::once("").chain(options);
        let alone = Alone::try_parse_from(options);
        let alone = alone.map_err(|error| CommandError::Usage(error.to_string()))?;
        Ok(Job {
            files: files.into_iter().map(Into::into).collect(),
            ..alone.job
        })
    }

    /// The first file, which the program is named by.
    pub fn first_file(&self) -> &Path {
        self.files.first().map_or(Path::new(""), |file| file)
    }
}
