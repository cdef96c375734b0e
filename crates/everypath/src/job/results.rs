//! What is found out besides the verdict, and written beside the report: the options.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

use super::stored;
use crate::emission::Emission;
use crate::parse::emission;

/// What one exported formula is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EmitPer {
    /// All properties, on all paths.
    Program,
    /// One property, on all paths.
    Property,
    /// One check on one path, with --engine paths.
    Path,
}

/// What traces show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TraceDetail {
    /// Calls, lines, and variables that change.
    Variables,
    /// Addresses, and memory without a name.
    Memory,
}

/// What is found out besides the verdict, and written beside the report.
#[derive(Clone, Debug, PartialEq, Args, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[command(next_help_heading = "Results")]
pub struct ResultArguments {
    /// Write one replayable test case per path and per finding into a directory; with --engine conflict, per finding only
    #[arg(long, value_name = "DIR")]
    #[serde(with = "stored")]
    pub tests: Option<PathBuf>,
    /// Write KLEE's .ktest files beside the test cases
    #[arg(long, requires = "tests")]
    pub ktest: bool,
    /// Write Test-Comp's XML files beside the test cases
    #[arg(long, requires = "tests")]
    pub testcomp: bool,
    /// Write what is asked of the solver to a file before it is asked: smt2 (SMT-LIB 2), btor2 or dimacs; may be repeated. It is
    /// satisfiable iff some input violates a property within the bounds. Use it with --engine merge; --engine paths then implies --all
    #[arg(long, value_name = "FORMAT=PATH", value_parser = emission, conflicts_with = "deepen")]
    #[serde(with = "stored")]
    pub emit: Vec<Emission>,
    /// What one file of --emit is about; behind `program`, PATH is a directory
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        default_value = "program",
        requires = "emit"
    )]
    pub emit_per: EmitPer,
    /// Simplify the formulas of --emit once more, in three passes
    #[arg(long, requires = "emit")]
    pub emit_simplified: bool,
    /// Show the decisions on the path of each finding
    #[arg(long)]
    pub decisions: bool,
    /// Show what the program does on the inputs of each finding: calls, lines and the variables that they change; `memory` shows addresses
    /// and memory without a name too
    #[arg(
        long,
        value_name = "DETAIL",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "variables"
    )]
    pub trace: Option<TraceDetail>,
    /// Find out which branches, assumptions and earlier checks each proof rests on, at the cost of a query for each; implies --list-checks
    #[arg(long)]
    pub cores: bool,
    /// Show the invariants that a proof without a bound rests on, in terms of the source
    #[arg(long)]
    pub invariants: bool,
    /// Write a proof without a bound to a file; `everypath verify` checks it
    #[arg(long, value_name = "FILE")]
    #[serde(with = "stored")]
    pub proof: Option<PathBuf>,
    /// Write a correctness witness of SV-COMP (YAML, version 2.0) to a file, with those invariants that can be said in C
    #[arg(long, value_name = "FILE")]
    #[serde(with = "stored")]
    pub correctness_witness: Option<PathBuf>,
    /// Show how often each rule that simplifies terms was applied, by group and by rule
    #[arg(long)]
    pub rule_statistics: bool,
}
