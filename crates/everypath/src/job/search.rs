//! How the paths are searched, and how far: the options.

use clap::{Args, ValueEnum};
use everypath_explore::Strategy;
use everypath_machine::LoopLimit;
use serde::{Deserialize, Serialize};

use super::stored;
use crate::parse::{EngineChoice, bytes, engine, loop_limit, seconds, strategy};

/// How memory becomes terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MemoryChoice {
    /// Each object has its own contents, and an access is resolved to the objects that it can reach.
    Objects,
    /// One array of bytes for the whole address space; accesses are valid by conditions on what is allocated.
    Flat,
}

/// Where heap blocks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HeapChoice {
    /// Every block has a constant address of its own.
    Fixed,
    /// A block is anywhere in the heap where no other is: its address is an input.
    Symbolic,
}

/// Which side of a fork comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstSide {
    /// The side on which the branch is taken.
    Taken,
    /// The side on which it is not.
    FallThrough,
}

/// How the paths are searched, and how far.
#[derive(Clone, Debug, PartialEq, Args, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[command(next_help_heading = "Search, bounds and budgets")]
pub struct SearchArguments {
    /// What follows the paths
    #[arg(long, value_name = "ENGINE", value_parser = engine(), default_value = "auto")]
    #[serde(with = "stored")]
    pub engine: EngineChoice,
    /// How memory becomes terms
    #[arg(long, value_name = "ENCODING", value_enum, default_value = "objects")]
    pub memory: MemoryChoice,
    /// With --memory flat, LLVM code: where heap blocks are
    #[arg(long, value_name = "ADDRESSES", value_enum, default_value = "fixed")]
    pub heap: HeapChoice,
    /// With --engine paths, which state runs next: one strategy, or several that take turns; `everypath strategies` lists them [default: dfs]
    #[arg(long, value_name = "LIST", value_parser = strategy)]
    #[serde(with = "stored")]
    pub strategy: Option<Strategy>,
    /// Determines every random choice
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Which side of a branch a depth-first search follows first
    #[arg(long, value_name = "SIDE", value_enum, default_value = "taken")]
    pub first_side: FirstSide,
    /// Go on after the first finding; one finding per property and place
    #[arg(long)]
    pub all: bool,
    /// Go on behind a violated check as if nothing had happened, so that it hides no later one; accesses to memory that is not there
    /// end a path all the same; implies --all
    #[arg(long)]
    pub continue_after_violation: bool,
    /// Count the different inputs that break each property, exactly; implies --all
    #[arg(long)]
    pub count_inputs: bool,
    /// When counting: so many cubes of inputs per group of dependent inputs, then the count is a lower bound
    #[arg(
        long,
        value_name = "N",
        default_value_t = 65_536,
        requires = "count_inputs"
    )]
    pub count_limit: u64,
    /// Bound: instructions on one path
    #[arg(long, value_name = "N")]
    pub max_instructions: Option<u64>,
    /// Bound: forks on one path
    #[arg(long, value_name = "N")]
    pub max_forks: Option<u64>,
    /// Bound: jumps back of a loop of the program each time it is entered, and calls of a function while it is active
    #[arg(long, value_name = "N")]
    pub unwind: Option<u64>,
    /// Bound: the same for loops of the C library, where only jumps back count that an input decides [default: none]
    #[arg(long, value_name = "N")]
    pub library_unwind: Option<u64>,
    /// Bound: iterations of one loop each time it is entered, in place of --unwind; LOOP is its line as reports give it, or * for
    /// all loops of the function
    #[arg(long, value_name = "FUNCTION:LOOP:N", value_delimiter = ',', value_parser = loop_limit)]
    #[serde(with = "stored")]
    pub unwindset: Vec<LoopLimit>,
    /// Look for violations only: a path that a bound ends does not make the verdict incomplete
    #[arg(long)]
    pub no_bound_checks: bool,
    /// Begin with small bounds on iterations and calls (--unwind, --max-call-depth, else 1 and 16) and double those that end
    /// paths, until a violation, a proof or a budget
    #[arg(long)]
    pub deepen: bool,
    /// Bound: calls that are active at once [default: 524288, for which a stack of 8 MiB has no room]
    #[arg(long, value_name = "N")]
    pub max_call_depth: Option<u64>,
    /// Bound: values tried where a symbolic value must be a constant (a jump target, a size)
    #[arg(long, value_name = "N", default_value_t = 4096)]
    pub max_values: usize,
    /// Budget: complete paths
    #[arg(long, value_name = "N")]
    pub budget_paths: Option<u64>,
    /// Budget: queries to the solver
    #[arg(long, value_name = "N")]
    pub budget_queries: Option<u64>,
    /// Budget: instructions over all paths
    #[arg(long, value_name = "N")]
    pub budget_instructions: Option<u64>,
    /// Budget: states that wait at once
    #[arg(long, value_name = "N")]
    pub budget_states: Option<u64>,
    /// Budget: memory, in bytes or with K, M or G
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub budget_memory: Option<u64>,
    /// Budget: seconds; like --budget-memory and --solver-timeout, it makes runs differ
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<std::time::Duration>,
}

impl SearchArguments {
    /// The same with the budgets that `given` has, and else those of `others`.
    pub fn with_budgets(self, given: &Self, others: &Self) -> Self {
        Self {
            budget_paths: given.budget_paths.or(others.budget_paths),
            budget_queries: given.budget_queries.or(others.budget_queries),
            budget_instructions: given.budget_instructions.or(others.budget_instructions),
            budget_states: given.budget_states.or(others.budget_states),
            budget_memory: given.budget_memory.or(others.budget_memory),
            time_limit: given.time_limit.or(others.time_limit),
            ..self
        }
    }

    /// The budgets that count.
    pub fn budgets(&self) -> [Option<u64>; 5] {
        [
            self.budget_paths,
            self.budget_queries,
            self.budget_instructions,
            self.budget_states,
            self.budget_memory,
        ]
    }
}
