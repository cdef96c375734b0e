//! The command line: one table of commands and options, from which parsing, `--help`, the man page and the completions
//! come. What an option does is said here and nowhere else.

use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand};
use everypath_report::format::COVERAGE;

use crate::formats::FormatArguments;
use crate::job::{CompileArguments, EnvironmentArguments, GROUPS, Job, SolverArguments};
use crate::parse::seconds;

/// Follows every path of a compiled program and says of each property whether some input breaks it.
#[derive(Debug, Parser)]
#[command(
    name = "everypath",
    version,
    max_term_width = 100,
    subcommand_required = true
)]
#[command(after_help = EXAMPLES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Follow every path of a program and report what breaks its properties.
    #[command(disable_help_flag = true)]
    Check(Box<CheckArguments>),
    /// Run a program on the emulator, with this terminal's input and output.
    Run(RunArguments),
    /// Run a test case again and say what happens.
    Replay(ReplayArguments),
    /// Debug a test case of machine code with GDB, forwards and backwards.
    Gdb(GdbArguments),
    /// Check a proof without a bound anew: start, keeping and use of each invariant.
    Verify(VerifyArguments),
    /// Print the instructions of a program.
    Disassemble(DisassembleArguments),
    /// Answer an SMT-LIB 2 script: bit-vectors, arrays, functions.
    Solve(SolveArguments),
    /// Write a first harness for a function, from the types of its parameters.
    New(NewArguments),
    /// Run the checks that everypath.toml describes, side by side.
    Test(TestArguments),
    /// Divide a job into units of work, which other processes or machines do.
    Split(Box<SplitArguments>),
    /// Do a unit of work.
    Work(WorkArguments),
    /// Put the results of units together to the record of the whole run.
    Gather(GatherArguments),
    /// Print the table of properties that are checked.
    Checks,
    /// Print the table of search strategies.
    Strategies,
    /// Print the man pages of all commands into a directory.
    #[command(hide = true)]
    Manual {
        /// Where the pages are written.
        directory: PathBuf,
    },
    /// Print the completion script of a shell.
    #[command(hide = true)]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// The options of `check` that `--help` shows; `--help-all` shows the rest as well.
pub const COMMON: [&str; 10] = [
    "target",
    "include",
    "define",
    "entry",
    "all",
    "unwind",
    "time_limit",
    "tests",
    "trace",
    "html",
];

/// What `check --help` ends with. A test runs each command.
const CHECK_EXAMPLES: &str = "\
Examples:
  everypath check examples/midpoint.c
  everypath check examples/distance.c --all --trace
  everypath check examples/rounds.c --unwind 100 --time-limit 60
  everypath check examples/packet.c --target riscv32 --tests cases

Verdicts: safe (exit code 0), unsafe (10), incomplete (5), which names what was not looked at and what to try next.
All options: everypath check --help-all";

/// What `gdb --help` ends with.
const GDB_EXAMPLES: &str = "\
Examples:
  everypath check prog.elf --tests cases
  gdb-multiarch prog.elf -ex 'target remote | everypath gdb prog.elf cases/violation-001-assertion.json --stdio'

In GDB: continue leads to the violation, reverse-continue, reverse-next and reverse-step back; monitor help
names more. The end of a session is exit code 0.";

/// What `everypath --help` ends with. A test runs each command.
const EXAMPLES: &str = "\
Examples:
  everypath check examples/packet.c
  everypath check examples/packet.c --tests cases
  everypath replay examples/packet.c cases/violation-001-array-bounds.json
  everypath run examples/lock.c
  everypath check --help

Exit codes: 0 safe, 10 unsafe, 5 incomplete, 1 usage, 2 unreadable input, 6 internal error.";

/// Arguments of `check`.
#[derive(Clone, Debug, Args)]
#[command(mut_arg("files", |files| files.required_unless_present_any(["from", "resume"])))]
#[command(mut_args(only_common), after_help = CHECK_EXAMPLES)]
pub struct CheckArguments {
    /// Print the options that people use most
    #[arg(short, long, action = ArgAction::HelpShort)]
    help: Option<bool>,
    /// Print all options
    #[arg(long, action = ArgAction::HelpLong)]
    help_all: Option<bool>,
    /// Repeat the run that a record (--json) or a test case (--tests) tells of, with all its options; writes nothing but what this
    /// command line names
    #[arg(long, value_name = "RECORD", conflicts_with_all = GROUPS)]
    pub from: Option<PathBuf>,
    /// What is asked.
    #[command(flatten)]
    pub job: Job,
    /// Threads that may look for the answer, which does not depend on how many there are [default: one for each processor that
    /// this process may use; one where a budget counts]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<std::num::NonZero<usize>>,
    /// Keep what is done and what is open in a directory, so that --resume goes on whatever ends this run
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    pub checkpoint: Option<PathBuf>,
    /// Go on with the run whose checkpoint is in a directory
    #[arg(long, value_name = "DIR", conflicts_with = "from")]
    pub resume: Option<PathBuf>,
    /// Output.
    #[command(flatten)]
    pub output: OutputArguments,
}

/// Arguments of `split`.
#[derive(Clone, Debug, Args)]
#[command(mut_arg("files", |files| files.required(true)))]
pub struct SplitArguments {
    /// What is asked.
    #[command(flatten)]
    pub job: Job,
    /// How many units: somewhat more where a fork has many ways, fewer if there are no more paths
    #[arg(long, value_name = "N", required = true)]
    pub into: std::num::NonZero<usize>,
    /// The directory that they are written to, with the result of dividing
    #[arg(long, value_name = "DIR", required = true)]
    pub units: PathBuf,
}

/// Arguments of `work`.
#[derive(Clone, Debug, Args)]
pub struct WorkArguments {
    /// The unit: a file of `split`, of `work --left`, or of `gather --missing`
    #[arg(required = true, value_name = "UNIT")]
    pub unit: PathBuf,
    /// Where the result is written [default: beside the unit, .result.json instead of .unit.json]
    #[arg(long, value_name = "FILE")]
    pub result: Option<PathBuf>,
    /// Write the units that the result leaves open into a directory
    #[arg(long, value_name = "DIR")]
    pub left: Option<PathBuf>,
    /// Threads that may look for the answer
    #[arg(short, long, value_name = "N", default_value = "1")]
    pub jobs: std::num::NonZero<usize>,
    /// Stop after so many seconds; what is open then is left in the result
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<std::time::Duration>,
    /// Stop after so many paths
    #[arg(long, value_name = "N")]
    pub budget_paths: Option<u64>,
    /// Print nothing
    #[arg(short, long)]
    pub quiet: bool,
}

/// Arguments of `gather`.
#[derive(Clone, Debug, Args)]
pub struct GatherArguments {
    /// Results: files, or directories whose *.result.json are read
    #[arg(required = true, value_name = "RESULT")]
    pub results: Vec<PathBuf>,
    /// Write the units that have no result into a directory
    #[arg(long, value_name = "DIR")]
    pub missing: Option<PathBuf>,
    /// Output.
    #[command(flatten)]
    pub output: OutputArguments,
}

/// Leaves an option out of the short help unless it is one of [`COMMON`].
fn only_common(option: clap::Arg) -> clap::Arg {
    let shown = ["help", "help_all"].into_iter().chain(COMMON);
    let shown = option.is_positional() || shown.into_iter().any(|it| option.get_id() == it);
    option.hide_short_help(!shown)
}

/// What is printed, and where the record goes.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArguments {
    /// The formats that the run is written in.
    #[command(flatten)]
    pub formats: FormatArguments,
    /// Leave times and memory out, so that equal runs give equal bytes
    #[arg(long)]
    pub no_timing: bool,
    /// Show of each check that depends on inputs, or fails, whether it is violated, proven or unknown
    #[arg(long)]
    pub list_checks: bool,
    /// Show all statistics
    #[arg(long)]
    pub stats: bool,
    /// Print the verdict only
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print environment, checks, bounds and budgets too
    #[arg(short, long, action = ArgAction::Count)]
    pub verbose: u8,
}

/// Arguments of `new`.
#[derive(Clone, Debug, Args)]
pub struct NewArguments {
    /// The harness that is written
    #[arg(required = true, value_name = "HARNESS.c")]
    pub file: PathBuf,
    /// The function, with the C file that defines it
    #[arg(long = "for", required = true, value_name = "FILE:FUNCTION")]
    pub function: String,
    /// Directory with header files; may be repeated
    #[arg(long, value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Macro, as NAME or NAME=VALUE; may be repeated
    #[arg(long, value_name = "MACRO")]
    pub define: Vec<String>,
}

/// Arguments of `test`.
#[derive(Clone, Debug, Args)]
pub struct TestArguments {
    /// Only checks whose name has this part, or of this group; all without it
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Take results that are remembered, where neither program nor options changed since
    #[arg(long)]
    pub changed: bool,
    /// Run so many checks at once [default: one for each processor]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<std::num::NonZero<usize>>,
    /// Seconds for all checks together; what is not done by then is not run
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<std::time::Duration>,
    /// Read this file instead of the everypath.toml here or in the nearest directory above
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Print what would run
    #[arg(long)]
    pub list: bool,
    /// Write what became of each check as JUnit's XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Write all findings as SARIF 2.1.0
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Write an index and the pages of each check into a directory
    #[arg(long, value_name = "DIR")]
    pub html: Option<PathBuf>,
    /// Leave times out
    #[arg(long)]
    pub no_timing: bool,
    /// Print only what is not as expected
    #[arg(short, long)]
    pub quiet: bool,
}

/// Arguments of `run`.
#[derive(Clone, Debug, Args)]
pub struct RunArguments {
    /// How a C file is compiled.
    #[command(flatten)]
    pub compile: CompileArguments,
    /// The environment.
    #[command(flatten)]
    pub environment: EnvironmentArguments,
    /// Print instructions, seconds and speed to standard error at the end
    #[arg(long)]
    pub stats: bool,
    /// Print each instruction with its address and the registers it changes, to standard error or a file
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    pub trace: Option<Option<PathBuf>>,
    /// Where coverage is written: described by the table of formats.
    #[arg(long, value_name = "FILE", help = COVERAGE.help)]
    pub coverage: Option<PathBuf>,
    /// Stop after so many instructions
    #[arg(long, value_name = "N")]
    pub max_instructions: Option<u64>,
    /// Compute every instruction through terms as well: a check of the symbolic semantics
    #[arg(long)]
    pub through_terms: bool,
    /// An executable for RISC-V, a C file, or LLVM bitcode (.bc, .ll)
    #[arg(required = true, value_name = "FILE")]
    pub file: PathBuf,
    /// Arguments of the program
    #[arg(
        value_name = "ARG",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub arguments: Vec<String>,
}

/// Arguments of `replay`.
#[derive(Clone, Debug, Args)]
pub struct ReplayArguments {
    /// The program: an executable, or the first C file (compiled as the case says)
    #[arg(required = true, value_name = "FILE")]
    pub file: PathBuf,
    /// The test case: a file of `check --tests`, or KLEE's .ktest (then the options say how the program is compiled)
    #[arg(required = true, value_name = "CASE")]
    pub case: PathBuf,
    /// How a C file is compiled, if the case does not say.
    #[command(flatten)]
    pub compile: CompileArguments,
    /// Compile the C program with clang's sanitizers too and run the case on this machine's processor
    #[arg(long)]
    pub native: bool,
    /// Instead of running the compiled program, keep it, with the inputs inside, and print the command that starts GDB at the place
    /// of the finding [default directory: the name of the case with .debug]
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true, requires = "native")]
    pub debug: Option<Option<PathBuf>>,
    /// Stop after so many instructions
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    pub max_instructions: u64,
    /// Print each instruction, to standard error or a file
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    pub trace: Option<Option<PathBuf>>,
    /// Print the verdict line only
    #[arg(short, long)]
    pub quiet: bool,
}

/// Arguments of `gdb`.
#[derive(Clone, Debug, Args)]
#[command(after_help = GDB_EXAMPLES)]
pub struct GdbArguments {
    /// The program: an executable for RISC-V, or the first C file (compiled as the case says)
    #[arg(required = true, value_name = "FILE")]
    pub file: PathBuf,
    /// The test case: a file of `check --tests`
    #[arg(required = true, value_name = "CASE")]
    pub case: PathBuf,
    /// Wait for GDB on this port of localhost [default: a free one, which is printed]
    #[arg(long, value_name = "PORT", value_parser = clap::value_parser!(u16).range(1..))]
    pub port: Option<u16>,
    /// Talk to GDB over standard input and output, as GDB's `target remote | COMMAND` wants it
    #[arg(long, conflicts_with = "port")]
    pub stdio: bool,
    /// Take a case that was made with another program, such as one that was built anew since
    #[arg(long)]
    pub changed_program: bool,
}

/// Arguments of `verify`.
#[derive(Clone, Debug, Args)]
pub struct VerifyArguments {
    /// The proof: a file of `check --proof`
    #[arg(required = true, value_name = "PROOF")]
    pub proof: PathBuf,
    /// The program, if it is not where the proof says
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Solver.
    #[command(flatten)]
    pub solver: SolverArguments,
    /// Print the verdict line only
    #[arg(short, long)]
    pub quiet: bool,
}

/// Arguments of `solve`.
#[derive(Clone, Debug, Args)]
pub struct SolveArguments {
    /// The script, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub file: PathBuf,
    /// Solver.
    #[command(flatten)]
    pub solver: SolverArguments,
    /// Determines every random choice
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Seconds for the whole script; what is not answered by then is unknown
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<std::time::Duration>,
    /// Print what the layers and the solver did to standard error at the end
    #[arg(long)]
    pub stats: bool,
}

/// Arguments of `disassemble`.
#[derive(Clone, Debug, Args)]
pub struct DisassembleArguments {
    /// How a C file is compiled.
    #[command(flatten)]
    pub compile: CompileArguments,
    /// An executable for RISC-V, a C file, or LLVM bitcode (.bc, .ll)
    #[arg(required = true, value_name = "FILE")]
    pub file: PathBuf,
    /// Only this function; may be repeated
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,
}
