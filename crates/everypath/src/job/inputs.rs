//! Where the program's inputs come from, and how open the world around it is: the options.

use std::path::PathBuf;

use clap::Args;
use everypath_program::World;
use serde::{Deserialize, Serialize};

use super::stored;
use crate::parse::{StdinSize, named_path, named_size, stdin_size, variable, world};

/// Where the program's inputs come from.
#[derive(Clone, Debug, PartialEq, Args, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[command(next_help_heading = "Inputs of the program")]
pub struct InputArguments {
    /// Standard input is N symbolic bytes, or `endless` (the default of selfie)
    #[arg(long, value_name = "N", value_parser = stdin_size, conflicts_with = "stdin")]
    #[serde(with = "stored")]
    pub symbolic_stdin: Option<StdinSize>,
    /// Standard input is this file's contents
    #[arg(long, value_name = "FILE")]
    #[serde(with = "stored")]
    pub stdin: Option<PathBuf>,
    /// One symbolic argument per number, with so many bytes, none of them zero; they stand behind those of --args
    #[arg(long, value_name = "LEN,..", value_delimiter = ',')]
    pub symbolic_args: Vec<u64>,
    /// Any arguments, as in an open world
    #[arg(long, conflicts_with_all = ["symbolic_args", "args"])]
    pub open_args: bool,
    /// A file of SIZE symbolic bytes that the program can open; may be repeated
    #[arg(long, value_name = "NAME=SIZE", value_parser = named_size)]
    pub symbolic_file: Vec<(String, u64)>,
    /// A file that the program can open, with the contents of PATH; may be repeated
    #[arg(long, value_name = "NAME=PATH", value_parser = named_path)]
    pub file: Vec<(String, PathBuf)>,
    /// An environment variable of the program, which has no others; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = variable)]
    pub variable: Vec<String>,
    /// How much of the world around the program is open: fixed (nothing, as `run` has it), usual (standard input, pseudo-random numbers,
    /// clocks and process numbers), open (arguments, environment variables, files and running out of memory too)
    #[arg(long, value_name = "WORLD", value_parser = world, default_value = "usual")]
    #[serde(with = "stored")]
    pub world: World,
    /// What was assumed about the world makes the verdict incomplete
    #[arg(long)]
    pub no_assumptions: bool,
    /// The program's arguments: everything that follows
    #[arg(long, value_name = "ARG", num_args = 1.., allow_hyphen_values = true)]
    pub args: Vec<String>,
}
