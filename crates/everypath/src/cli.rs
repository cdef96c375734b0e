//! The command line: one table of commands and options, from which parsing, `--help`, the man page and the completions
//! come. What an option does is said here and nowhere else.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches, Parser, Subcommand, ValueEnum};
use everypath_explore::{
    Demand, Engine, OwnOption, OwnOptions, Strategy, Takes, answering, engines,
};
use everypath_machine::LoopLimit;
use everypath_program::{Property, World};
use everypath_solver::LayerKind;
use everypath_term::RuleId;

use crate::emit::Emission;
use crate::parse::{
    RuleNames, bytes, emission, engine, environment, layer, loop_limit, named_path, named_size,
    property, rules, seconds, stdin_size, strategy, variable, world,
};
use crate::property_file::{Asked, asked};

/// Follows every path of a compiled program and says of each property whether some input breaks it.
#[derive(Debug, Parser)]
#[command(
    name = "everypath",
    version,
    max_term_width = 100,
    subcommand_required = true
)]
#[command(
    after_help = "Exit codes: 0 safe, 10 unsafe, 5 incomplete, 1 usage, 2 unreadable input, 6 internal error."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Follow every path of a program and report what breaks its properties.
    Check(Box<CheckArguments>),
    /// Run a program on the emulator, with this terminal's input and output.
    Run(RunArguments),
    /// Run a test case again and say what happens.
    Replay(ReplayArguments),
    /// Print the instructions of a program.
    Disassemble(DisassembleArguments),
    /// Answer an SMT-LIB 2 script: bit-vectors, arrays, functions.
    Solve(SolveArguments),
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

/// What a C program is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// LLVM code with the data model LP64 (x86-64 Linux): undefined behaviour of C is checked.
    Lp64,
    /// LLVM code with the data model ILP32 (i386 Linux).
    Ilp32,
    /// Machine code for RV32 (ILP32).
    Riscv32,
    /// Machine code for RV64 (LP64).
    Riscv64,
}

/// How C files are compiled.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Compiling C")]
pub struct CompileArguments {
    /// What to compile for; bitcode brings its own
    #[arg(long, value_name = "TARGET", value_enum, default_value = "lp64")]
    pub target: Target,
    /// `-m32` is short for --target ilp32, `-m64` for --target lp64
    #[arg(short = 'm', value_name = "BITS", value_parser = ["32", "64"], conflicts_with = "target")]
    pub machine: Option<String>,
    /// Optimisation level of machine code: 0, 1, 2, 3, s, z or g
    #[arg(short = 'O', value_name = "LEVEL", default_value = "0", value_parser = ["0", "1", "2", "3", "s", "z", "g"])]
    pub optimization: String,
    /// Directory with header files; may be repeated
    #[arg(long, value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Macro, as NAME or NAME=VALUE; may be repeated
    #[arg(long, value_name = "MACRO")]
    pub define: Vec<String>,
    /// Any other flag for clang, such as --cflag=-march=rv32im; may be repeated
    #[arg(long, value_name = "FLAG", allow_hyphen_values = true)]
    pub cflag: Vec<String>,
    /// C standard, such as c99
    #[arg(long, value_name = "STANDARD")]
    pub std: Option<String>,
    /// LLVM code: the function that the program starts with; its parameters are symbolic if it is not main
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,
    /// LLVM code: run these passes instead of the usual ones, as behind `opt -passes=`
    #[arg(long, value_name = "PASSES")]
    pub passes: Option<String>,
    /// LLVM code: run it as the compiler wrote it
    #[arg(long, conflicts_with = "passes")]
    pub no_optimise: bool,
    /// LLVM code: a function without a definition gives an arbitrary result, instead of ending the path
    #[arg(long)]
    pub havoc_externals: bool,
    /// LLVM code: malloc and its kind may give a null pointer
    #[arg(long)]
    pub malloc_may_fail: bool,
}

/// Which environment the program believes to be in.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Environment")]
pub struct EnvironmentArguments {
    /// Environment: sym-iss, linux, binsym, selfie or riscv-tests [default: detected]
    #[arg(long, value_name = "NAME", value_parser = environment)]
    pub env: Option<everypath_riscv::Environment>,
}

/// The engine that follows the paths.
#[derive(Clone, Copy)]
pub struct EngineChoice(pub &'static dyn Engine);

impl std::fmt::Debug for EngineChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name())
    }
}

impl PartialEq for EngineChoice {
    fn eq(&self, other: &Self) -> bool {
        self.0.name() == other.0.name()
    }
}

/// The options that only one engine has, as the table of engines describes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineArguments(pub OwnOptions);

impl Args for EngineArguments {
    fn augment_args(command: clap::Command) -> clap::Command {
        let options = engines().iter().flat_map(|engine| engine.options());
        options.fold(command, |command, option| {
            command.arg(engine_option(option))
        })
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for EngineArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut own = EngineArguments::default();
        own.update_from_arg_matches(matches)?;
        Ok(own)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for option in engines().iter().flat_map(|engine| engine.options()) {
            let value = match option.takes {
                Takes::Nothing if !matches.get_flag(option.name) => continue,
                Takes::Nothing => None,
                Takes::OneOf(..) | Takes::Text(..) => {
                    let Some(value) = matches.get_one::<String>(option.name) else {
                        continue;
                    };
                    Some(value.as_str())
                }
            };
            self.0
                .set(option.name, value)
                .map_err(|error| clap::Error::raw(ErrorKind::InvalidValue, error))?;
        }
        Ok(())
    }
}

/// An option of one engine as one of the command line.
fn engine_option(option: &'static OwnOption) -> Arg {
    let arg = Arg::new(option.name).long(option.name).help(option.help);
    match option.takes {
        Takes::Nothing => arg.action(ArgAction::SetTrue),
        Takes::OneOf(name, words) => {
            let words = words.iter();
            let words = words.map(|&(word, meaning)| PossibleValue::new(word).help(meaning));
            arg.value_name(name)
                .value_parser(PossibleValuesParser::new(words))
        }
        Takes::Text(name, check) => arg
            .value_name(name)
            .value_parser(move |text: &str| check(text).map(|()| text.to_owned())),
    }
}

/// What one exported formula is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EmitPer {
    /// All properties, on all paths.
    Program,
    /// One property, on all paths.
    Property,
    /// One check on one path, with --engine paths.
    Path,
}

/// How memory becomes terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MemoryChoice {
    /// Each object has its own contents, and an access is resolved to the objects that it can reach.
    Objects,
    /// One array of bytes for the whole address space; accesses are valid by conditions on what is allocated.
    Flat,
}

/// Where heap blocks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HeapChoice {
    /// Every block has a constant address of its own.
    Fixed,
    /// A block is anywhere in the heap where no other is: its address is an input.
    Symbolic,
}

/// What traces show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TraceDetail {
    /// Calls, lines, and variables that change.
    Variables,
    /// Addresses, and memory without a name.
    Memory,
}

/// Which side of a fork comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FirstSide {
    /// The side on which the branch is taken.
    Taken,
    /// The side on which it is not.
    FallThrough,
}

/// Arguments of `check`.
#[derive(Clone, Debug, Args)]
pub struct CheckArguments {
    /// An executable for RISC-V, C files, or LLVM bitcode (.bc, .ll)
    #[arg(required = true, value_name = "FILE")]
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
    /// Solver.
    #[command(flatten)]
    pub solver: SolverArguments,
    /// Output.
    #[command(flatten)]
    pub output: OutputArguments,
}

impl CheckArguments {
    /// What is asked for that not every engine can do.
    pub fn demands(&self) -> Vec<Demand> {
        let (output, search) = (&self.output, &self.search);
        let emits = !output.emit.is_empty();
        let of_paths = output.emit_per == EmitPer::Path;
        let asked = [
            (search.count_inputs, Demand::CountInputs),
            (output.tests.is_some(), Demand::TestCases),
            (output.decisions, Demand::Decisions),
            (emits, Demand::Formulas),
            (emits && of_paths, Demand::FormulasOfPaths),
            (output.cores, Demand::Cores),
            (
                search.continue_after_violation,
                Demand::ContinueAfterViolation,
            ),
            (search.max_forks.is_some(), Demand::MaxForks),
            (search.strategy.is_some(), Demand::Strategy),
        ];
        let asked = asked.into_iter().filter(|(asked, _)| *asked);
        asked.map(|(_, demand)| demand).collect()
    }

    /// The engine that answers.
    pub fn engine(&self) -> &'static dyn Engine {
        answering(self.search.engine.0, &self.demands())
    }

    /// Whether the run goes on after the first finding. Formulas of paths are complete only then.
    pub fn wants_all_findings(&self) -> bool {
        let exports_paths =
            !self.output.emit.is_empty() && self.engine().tells_questions_on_the_way();
        self.search.all
            || self.search.count_inputs
            || self.search.continue_after_violation
            || exports_paths
    }
}

/// Where the program's inputs come from.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Inputs of the program")]
pub struct InputArguments {
    /// Standard input is N symbolic bytes, or `endless` (the default of selfie)
    #[arg(long, value_name = "N", value_parser = stdin_size, conflicts_with = "stdin")]
    pub symbolic_stdin: Option<StdinSize>,
    /// Standard input is this file's contents
    #[arg(long, value_name = "FILE")]
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
    pub world: World,
    /// What was assumed about the world makes the verdict incomplete
    #[arg(long)]
    pub no_assumptions: bool,
    /// The program's arguments: everything that follows
    #[arg(long, value_name = "ARG", num_args = 1.., allow_hyphen_values = true)]
    pub args: Vec<String>,
}

/// How much symbolic standard input there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StdinSize {
    /// So many bytes.
    Bytes(u64),
    /// As many as the program reads.
    Endless,
}

/// Which properties are checked.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Properties")]
pub struct PropertyArguments {
    /// Check these properties and no others; `everypath checks` lists them
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = property)]
    pub checks: Option<Vec<Property>>,
    /// Check this property, one of SV-COMP's (unreach-call, no-overflow, valid-memsafety, ...), or those of a .prp file, and no
    /// others; may be repeated
    #[arg(long, value_name = "NAME|FILE.prp", value_parser = asked, conflicts_with = "checks")]
    pub property: Vec<Asked>,
    /// Check this property too; may be repeated
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = property)]
    pub check: Vec<Property>,
    /// Do not check this property; may be repeated
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = property)]
    pub no_check: Vec<Property>,
}

/// How the paths are searched, and how far.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Search, bounds and budgets")]
pub struct SearchArguments {
    /// What follows the paths
    #[arg(long, value_name = "ENGINE", value_parser = engine(), default_value = "auto")]
    pub engine: EngineChoice,
    /// Options of single engines.
    #[command(flatten)]
    pub own: EngineArguments,
    /// How memory becomes terms
    #[arg(long, value_name = "ENCODING", value_enum, default_value = "objects")]
    pub memory: MemoryChoice,
    /// With --memory flat, LLVM code: where heap blocks are
    #[arg(long, value_name = "ADDRESSES", value_enum, default_value = "fixed")]
    pub heap: HeapChoice,
    /// With --engine paths, which state runs next: one strategy, or several that take turns; `everypath strategies` lists them [default: dfs]
    #[arg(long, value_name = "LIST", value_parser = strategy)]
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
    pub unwindset: Vec<LoopLimit>,
    /// Look for violations only: a path that a bound ends does not make the verdict incomplete
    #[arg(long)]
    pub no_bound_checks: bool,
    /// Begin with small bounds on iterations and calls (--unwind, --max-call-depth, else 1 and 16) and double those that end
    /// paths, until a violation, a proof or a budget
    #[arg(long)]
    pub deepen: bool,
    /// Bound: calls that are active at once
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
    /// Budget: seconds; the only one that makes runs differ
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<std::time::Duration>,
}

/// What answers the queries.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Solver")]
pub struct SolverArguments {
    /// `embedded`, a known SMT-LIB 2 solver (z3, cvc5, bitwuzla, boolector, everypath), or a command
    #[arg(long, value_name = "SOLVER", default_value = "embedded")]
    pub solver: String,
    /// Ask this solver everything too, without layers, and stop if the answers differ; `embedded` checks the layers
    #[arg(long, value_name = "SOLVER")]
    pub cross_check: Option<String>,
    /// The layers in front of the solver, in order, separated by commas: independence, simplify, order, cache,
    /// intervals (these are the default); `none` for none
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = layer)]
    pub layers: Option<Vec<Option<LayerKind>>>,
    /// Switch off rules that simplify terms: groups (constants, logic, arithmetic, division, shift, equality, order, structure,
    /// choice, memory) or rules as --rule-statistics names them, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = rules)]
    pub disable_rules: Vec<RuleNames>,
    /// Longest time of one query; what is not answered is cut
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub solver_timeout: Option<std::time::Duration>,
    /// Most conflicts of one query of the embedded solver; 0 for no limit [default: 500000 for check, 0 for solve]
    #[arg(long, value_name = "N")]
    pub conflict_limit: Option<u64>,
    /// Check each step of the embedded SAT solver's proofs that queries are unsatisfiable
    #[arg(long)]
    pub certify: bool,
}

impl SolverArguments {
    /// The rules that are switched off.
    pub fn rules_off(&self) -> Vec<RuleId> {
        let named = self.disable_rules.iter();
        named.flat_map(|RuleNames(rules)| rules).copied().collect()
    }
}

/// What is printed and written.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArguments {
    /// Write one replayable test case per path and per finding into a directory; with --engine conflict, per finding only
    #[arg(long, value_name = "DIR")]
    pub tests: Option<PathBuf>,
    /// Write KLEE's .ktest files beside the test cases
    #[arg(long, requires = "tests")]
    pub ktest: bool,
    /// Write which lines, functions and branches of the source some path executed to a file, as an lcov tracefile
    #[arg(long, value_name = "FILE")]
    pub coverage: Option<PathBuf>,
    /// Write what is asked of the solver to a file before it is asked: smt2 (SMT-LIB 2), btor2 or dimacs; may be repeated. It is
    /// satisfiable iff some input violates a property within the bounds. Use it with --engine merge; --engine paths then implies --all
    #[arg(long, value_name = "FORMAT=PATH", value_parser = emission, conflicts_with = "deepen")]
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
    /// Write the whole record as JSON to a file, or instead of the report to standard output
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    pub json: Option<Option<PathBuf>>,
    /// Leave times and memory out, so that equal runs give equal bytes
    #[arg(long)]
    pub no_timing: bool,
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
    /// Show of each check that depends on inputs, or fails, whether it is violated, proven or unknown
    #[arg(long)]
    pub list_checks: bool,
    /// Find out which branches, assumptions and earlier checks each proof rests on, at the cost of a query for each; implies --list-checks
    #[arg(long)]
    pub cores: bool,
    /// Show all statistics
    #[arg(long)]
    pub stats: bool,
    /// Show how often each rule that simplifies terms was applied, by group and by rule
    #[arg(long)]
    pub rule_statistics: bool,
    /// Print the verdict only
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print environment, checks, bounds and budgets too
    #[arg(short, long, action = ArgAction::Count)]
    pub verbose: u8,
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
    /// Write which lines, functions and branches of the source were executed to a file, as an lcov tracefile
    #[arg(long, value_name = "FILE")]
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
