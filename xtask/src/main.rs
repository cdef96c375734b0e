//! Tasks that a developer or CI runs. Each runs the built program `everypath` as a user would and checks what it prints.

mod auto;
mod before;
mod benchmark;
mod bitwuzla;
mod c_testsuite;
mod cluster;
mod concrete;
mod conflict;
mod conflict_families;
mod corpus;
mod count;
mod csmith;
mod emulator;
mod export;
mod floats;
mod fork_cost;
mod formats;
mod front_ends;
mod fuzz;
mod intervals;
mod jobs;
mod klee;
mod memory;
mod merged;
mod mutants;
mod number;
mod pages;
mod prover_mutants;
mod rules;
mod run;
mod scale;
mod selfie;
mod session;
mod side_by_side;
mod simulation;
mod smtlib;
mod smtlib_float_formula;
mod smtlib_formula;
mod smtlib_random;
mod solver;
mod suite;
mod suites;
mod untouched;

use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::smtlib_formula::Formula;

/// Tasks of the Everypath project.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Measure, and check what is measured.
    Bench {
        #[command(subcommand)]
        what: Bench,
    },
    /// Run the prebuilt RISC-V instruction set tests rv{32,64}u{i,m,a,c}-p-* of a directory on the emulator.
    RiscvTests {
        /// Where the programs are.
        directory: PathBuf,
        /// Compute every instruction through terms as well.
        #[arg(long)]
        through_terms: bool,
    },
    /// Count the bad inputs of the Selfie programs of a directory (*.n with *.c beside them that say @SOLUTIONS).
    Count {
        /// Where the programs are.
        directory: PathBuf,
        /// Only these programs.
        #[arg(long)]
        only: Vec<String>,
        /// Time per program in seconds.
        #[arg(long, default_value_t = 300)]
        time_limit: u64,
    },
    /// Run the programs of a checkout of c-testsuite on the machine, for every target: the output is the expected one.
    CTestsuite {
        /// The checkout, with its folder `tests/single-exec`.
        directory: PathBuf,
        /// Only programs whose name contains this.
        #[arg(long)]
        only: Vec<String>,
    },
    /// Run random C programs from csmith natively and on the machine: same output, same exit code.
    Csmith {
        /// How many.
        #[arg(long, default_value_t = 2_300)]
        programs: u64,
        /// The first program's seed; the others follow.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Where programs that differ are kept.
        #[arg(long, default_value = "target/csmith")]
        keep: PathBuf,
    },
    /// Run KLEE's own tests from a checkout of KLEE, and compare with benchmarks/klee/tests.toml.
    Klee {
        /// The checkout, with its folder `test`.
        directory: PathBuf,
        /// Only tests whose folder and name contain this.
        #[arg(long)]
        only: Vec<String>,
        /// Time per run in seconds.
        #[arg(long, default_value_t = 60)]
        time_limit: u64,
        /// Print the tables as they are in docs/klee-tests.md.
        #[arg(long)]
        markdown: bool,
    },
    /// Run the SMT-LIB scripts below a directory, and compare the answers with what they state, and the times with bitwuzla's.
    Smtlib {
        /// Where the scripts are, such as test/regress of a checkout of bitwuzla.
        directory: PathBuf,
        /// Only scripts whose path contains this.
        #[arg(long)]
        only: Vec<String>,
        /// Time per script in seconds.
        #[arg(long, default_value_t = 10)]
        time_limit: u64,
    },
    /// Ask random SMT-LIB formulas of `everypath solve` and of z3, cvc5 and bitwuzla, as far as they are there; models, cores and steps, too.
    SmtlibRandom {
        /// How many.
        #[arg(long, default_value_t = 1_000)]
        formulas: u64,
        /// The first formula's seed; the others follow.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Over floating-point numbers instead of arrays.
        #[arg(long)]
        floats: bool,
        /// Where formulas that differ are kept.
        #[arg(long, default_value = "target/smtlib")]
        keep: PathBuf,
    },
    /// Compare the circuits of floating-point operations with the library on all operands of 9 bits, and on many of each common format; and
    /// floating-point instructions of RISC-V with qemu on a million operands each.
    Floats,
    /// Check every program of the tests, write all formats of other tools, and read every file with the readers of the tests.
    Formats {
        /// Only programs whose folder and name contain this.
        #[arg(long)]
        only: Vec<String>,
        /// Time per run in seconds.
        #[arg(long, default_value_t = 5)]
        time_limit: u64,
        /// Where the files are kept, for more readers.
        #[arg(long)]
        keep: Option<PathBuf>,
    },
    /// Fuzz all readers of bytes from outside, led by coverage.
    Fuzz {
        /// Only these targets.
        #[arg(long)]
        only: Vec<String>,
        /// Time per target in seconds.
        #[arg(long, default_value_t = 60)]
        seconds: u64,
    },
    /// Run random C programs with memory errors and undefined behaviour under sanitizers, and compare with what is found.
    Mutants {
        /// How many.
        #[arg(long, default_value_t = 10_000)]
        programs: u64,
        /// The first program's seed; the others follow.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// In how many of the nine ways each is checked; those of one seed after another differ.
        #[arg(long, default_value_t = 9)]
        ways: usize,
        /// Where programs that differ are kept.
        #[arg(long, default_value = "target/mutants")]
        keep: PathBuf,
    },
    /// Kill runs with a checkpoint at random moments, go on, and compare with the run that nobody interrupts: what is found, and the work.
    Kill {
        /// Only workloads of `bench jobs` whose name contains this.
        #[arg(long)]
        only: Vec<String>,
        /// How often each is killed.
        #[arg(long, default_value_t = 50)]
        rounds: u32,
        /// How many workers.
        #[arg(long, default_value_t = 1)]
        jobs: usize,
        /// Determines the moments.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Install Ray into an environment of its own, and test runs on a cluster on this machine: workers and drivers that are killed, units that crash.
    Cluster {
        /// Instead, run a job of some minutes with two workers of Ray and with `--jobs 2`, so many times in turns.
        #[arg(long, value_name = "TURNS")]
        beside_jobs: Option<u32>,
    },
    /// How a run on a cluster would go, with up to 1,000 workers, by what units of work and the driver were recorded to take.
    Simulate {
        /// How many hours of one processor the job takes.
        #[arg(long, default_value_t = simulation::HOURS)]
        hours: f64,
        /// Record anew, which takes a quarter of an hour and needs Ray where `cluster` puts it.
        #[arg(long)]
        record: bool,
        /// Store the picture in docs/pictures, and the tables in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// Break the prover in each way of xtask/prover-mutants.toml, and see that a test fails. Each is compiled.
    ProverMutants {
        /// Only those whose name contains this.
        #[arg(long)]
        only: Vec<String>,
    },
    /// Run programs that others wrote, of a table or tasks of SV-COMP, and compare the verdicts with what they claim and with each other.
    Suites {
        /// Where the sources that the table names are, or the tasks.
        directory: PathBuf,
        /// The table: sources, claim, checks, unwind and options, separated by tabs; without it, the tasks of SV-COMP (*.yml) with an
        /// expected verdict for unreach-call.
        #[arg(long)]
        table: Option<PathBuf>,
        /// Only programs whose first source contains this.
        #[arg(long)]
        only: Vec<String>,
        /// Every engine, not only the default.
        #[arg(long)]
        engines: bool,
        /// Without passes, too.
        #[arg(long)]
        no_optimise: bool,
        /// As bitcode that clang made, too.
        #[arg(long)]
        as_bitcode: bool,
        /// As machine code, too, where that compiles.
        #[arg(long)]
        riscv: bool,
        /// Programs without inputs natively under sanitizers, too.
        #[arg(long)]
        native: bool,
        /// One more option for each `everypath check`.
        #[arg(long, allow_hyphen_values = true)]
        option: Vec<String>,
        /// Check each proof without a bound anew with this solver; several can be named.
        #[arg(long)]
        verify: Vec<String>,
        /// Time per run in seconds.
        #[arg(long, default_value_t = 10)]
        time_limit: u64,
        /// Programs that are examined at once.
        #[arg(long, default_value_t = 1)]
        jobs: usize,
        /// Write the outcome of each program to this file, separated by tabs.
        #[arg(long)]
        outcomes: Option<PathBuf>,
        /// Store the tables in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
}

#[derive(Debug, Subcommand)]
enum Bench {
    /// The 22 programs of the Sym-ISS thesis beside the thesis' figures.
    SymIss {
        /// Only these programs.
        #[arg(long)]
        only: Vec<String>,
        /// Other sizes of some programs, instead of all programs at their own size.
        #[arg(long)]
        scaled: bool,
        /// Time per run in seconds.
        #[arg(long, default_value_t = 120)]
        time_limit: u64,
        /// Store the table with commands, versions and machine in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// The workloads of the multi-interval paper, with and without that layer.
    Intervals {
        /// Only these groups of workloads.
        #[arg(long)]
        only: Vec<String>,
        /// Store the tables with commands, versions and machine in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// The programs of the Sym-ISS thesis as RISC-V and as LLVM code: verdicts and times.
    FrontEnds {
        /// Only these programs.
        #[arg(long)]
        only: Vec<String>,
        /// Time per run in seconds.
        #[arg(long, default_value_t = 30)]
        time_limit: u64,
        /// Store the table in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// `auto` beside the best single engine, over all programs of tests and benchmarks.
    Auto {
        /// Only programs whose folder and name contain this.
        #[arg(long)]
        only: Vec<String>,
        /// How many engines may run at the same time.
        #[arg(long, default_value_t = 2)]
        jobs: usize,
        /// Time per run in seconds.
        #[arg(long, default_value_t = 20)]
        time_limit: u64,
        /// Of the corpora, each so many-th program.
        #[arg(long, default_value_t = NonZero::<usize>::MIN)]
        every: NonZero<usize>,
        /// Store the table in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// Runs of some seconds with one worker and with several: time, work and memory.
    Jobs {
        /// Only workloads whose name contains this.
        #[arg(long)]
        only: Vec<String>,
        /// How many workers.
        #[arg(long, default_value_t = 2)]
        jobs: usize,
        /// Store the table in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// One core against an earlier build of everypath, in instructions (needs valgrind): at most 1.02 times as many in the sum of an engine.
    Before {
        /// The earlier build.
        build: PathBuf,
        /// Store the table in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// The pages of a run with 131,072 paths and of one with 200 findings: their size, and how long Chromium takes
    Html {
        /// Store the result in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// What a fork costs with 10 and with 1,000 states waiting, in instructions (needs valgrind).
    ForkCost {
        /// Store the result in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// Programs of growing sizes, in instructions (needs valgrind): twice the program takes at most three times as many.
    Scale {
        /// Only what has one of these words in its name.
        #[arg(long)]
        only: Vec<String>,
        /// Store the table in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// What a fork of a C program costs with objects that it does not touch, in instructions (needs valgrind).
    Untouched {
        /// Store the result in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// `everypath test` on many programs: at most 1.1 times the sum of its checks, divided by the processors.
    Test {
        /// How many programs of the tests.
        #[arg(long, default_value_t = 200)]
        programs: usize,
        /// How often all is measured.
        #[arg(long, default_value_t = 5)]
        rounds: usize,
        /// Store the table in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// How large exported formulas are: linear in loops and diamonds, up to a factor of 1.2.
    Export {
        /// Store the result in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// A decimal number of up to N characters, by every engine on every input, each within half a second.
    Number {
        /// Store the table in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// Formulas of our own programs, answered by `everypath solve` and by bitwuzla.
    Solver {
        /// Of the programs of this table instead of our own.
        #[arg(long, requires = "directory")]
        table: Option<PathBuf>,
        /// Where the sources of the table are.
        #[arg(long, requires = "table")]
        directory: Option<PathBuf>,
        /// Time per formula in seconds.
        #[arg(long, default_value_t = 10)]
        time_limit: u64,
        /// Only so many formulas.
        #[arg(long, default_value_t = 1000)]
        most: usize,
        /// Store the tables in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// What the rules that simplify terms are worth: each group of them switched off.
    Rules {
        /// Only programs whose name contains this.
        #[arg(long)]
        only: Vec<String>,
        /// Time per run in seconds.
        #[arg(long, default_value_t = 10)]
        time_limit: u64,
        /// Store the tables in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// Both encodings of memory on workloads that differ in how memory is used, and on all programs of tests/programs.
    Memory {
        /// Only these workloads, and no program of tests/programs.
        #[arg(long)]
        only: Vec<String>,
        /// Store the tables in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// Selfie's symbolic examples: the least number of instructions to each bad state.
    Selfie {
        /// The folder `benchmarks` of a checkout of rotor-rust: binaries/*.m and the tables of least bounds.
        directory: PathBuf,
        /// Store the result in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// Sorting and search over symbolic arrays by merging, beside CaDiCaL on the exported formulas.
    Merged {
        /// Only these programs.
        #[arg(long)]
        only: Vec<String>,
        /// Store the result in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// The programs that Kite was measured with, by following all paths and by learning from conflicts, beside the thesis' figures.
    Conflict {
        /// A checkout of SV-COMP 2013's benchmarks, with its folders ssh-simplified and ntdrivers-simplified.
        directory: PathBuf,
        /// Only programs that the thesis names so, or with this in the name of their file.
        #[arg(long)]
        only: Vec<String>,
        /// Store the result in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// Families of programs where learning from conflicts wins, and where it cannot.
    ConflictFamilies {
        /// Only these families.
        #[arg(long)]
        only: Vec<String>,
        /// Store the result in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// Instructions per second of LLVM code, concretely.
    Concrete {
        /// Store the result in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
    /// Instructions per second on a compute loop, beside qemu-riscv64.
    Emulator {
        /// Store the result in benchmarks/results.
        #[arg(long)]
        store: bool,
    },
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().task {
        Task::Bench {
            what:
                Bench::SymIss {
                    only,
                    scaled,
                    time_limit,
                    store,
                },
        } => benchmark::sym_iss(&only, scaled, time_limit, store),
        Task::Bench {
            what: Bench::Emulator { store },
        } => emulator::bench(store),
        Task::Bench {
            what: Bench::Intervals { only, store },
        } => intervals::intervals(&only, store),
        Task::Bench {
            what:
                Bench::FrontEnds {
                    only,
                    time_limit,
                    store,
                },
        } => front_ends::bench(&only, time_limit, store),
        Task::Bench {
            what: Bench::Untouched { store },
        } => untouched::bench(store),
        Task::Bench {
            what:
                Bench::Test {
                    programs,
                    rounds,
                    store,
                },
        } => side_by_side::bench(&side_by_side::Wanted {
            programs,
            rounds,
            keep: store,
        }),
        Task::Bench {
            what: Bench::Export { store },
        } => export::bench(store),
        Task::Bench {
            what: Bench::Number { store },
        } => number::bench(store),
        Task::Bench {
            what:
                Bench::Solver {
                    table,
                    directory,
                    time_limit,
                    most,
                    store,
                },
        } => {
            let suite = directory.as_deref().zip(table.as_deref());
            solver::bench(suite, time_limit, most, store)
        }
        Task::Bench {
            what:
                Bench::Rules {
                    only,
                    time_limit,
                    store,
                },
        } => rules::bench(&only, time_limit, store),
        Task::Bench {
            what: Bench::Memory { only, store },
        } => memory::bench(&only, store),
        Task::Bench {
            what: Bench::Selfie { directory, store },
        } => selfie::bench(&directory, store),
        Task::Bench {
            what: Bench::Merged { only, store },
        } => merged::bench(&only, store),
        Task::Bench {
            what:
                Bench::Conflict {
                    directory,
                    only,
                    store,
                },
        } => conflict::bench(&directory, &only, store),
        Task::Bench {
            what: Bench::ConflictFamilies { only, store },
        } => conflict_families::bench(&only, store),
        Task::Bench {
            what: Bench::Concrete { store },
        } => concrete::bench(store),
        Task::Bench {
            what:
                Bench::Auto {
                    only,
                    jobs,
                    time_limit,
                    every,
                    store,
                },
        } => auto::bench(&auto::Wanted {
            only: &only,
            jobs,
            time_limit,
            every: every.get(),
            keep: store,
        }),
        Task::Bench {
            what: Bench::Jobs { only, jobs, store },
        } => jobs::bench(&only, jobs, store),
        Task::Bench {
            what: Bench::Html { store },
        } => pages::bench(store),
        Task::Bench {
            what: Bench::ForkCost { store },
        } => fork_cost::bench(store),
        Task::Bench {
            what: Bench::Scale { only, store },
        } => scale::bench(&only, store),
        Task::Bench {
            what: Bench::Before { build, store },
        } => before::bench(&build, store),
        Task::Kill {
            only,
            rounds,
            jobs,
            seed,
        } => jobs::kill(&only, rounds, jobs, seed),
        Task::Cluster { beside_jobs } => match beside_jobs {
            Some(turns) => cluster::beside_jobs(turns),
            None => cluster::test(),
        },
        Task::Simulate {
            hours,
            record,
            store,
        } => simulation::simulation(hours, record, store),
        Task::RiscvTests {
            directory,
            through_terms,
        } => suite::riscv_tests(&directory, through_terms),
        Task::Count {
            directory,
            only,
            time_limit,
        } => count::count(&directory, &only, time_limit),
        Task::CTestsuite { directory, only } => c_testsuite::c_testsuite(&directory, &only),
        Task::Csmith {
            programs,
            seed,
            keep,
        } => csmith::csmith(programs, seed, &keep),
        Task::Klee {
            directory,
            only,
            time_limit,
            markdown,
        } => klee::klee(&klee::Request {
            directory: &directory,
            only: &only,
            time_limit,
            markdown,
        }),
        Task::Smtlib {
            directory,
            only,
            time_limit,
        } => smtlib::smtlib(&directory, &only, time_limit),
        Task::SmtlibRandom {
            formulas,
            seed,
            floats,
            keep,
        } => {
            let formula = match floats {
                true => Formula::of_floats,
                false => Formula::new,
            };
            smtlib_random::smtlib_random(formula, formulas, seed, &keep)
        }
        Task::Floats => floats::floats(),
        Task::Formats {
            only,
            time_limit,
            keep,
        } => formats::formats(&formats::Wanted {
            only: &only,
            time_limit,
            keep: keep.as_deref(),
        }),
        Task::Fuzz { only, seconds } => fuzz::fuzz(&only, seconds),
        Task::Mutants {
            programs,
            seed,
            ways,
            keep,
        } => mutants::mutants(programs, seed, ways, &keep),
        Task::ProverMutants { only } => prover_mutants::prover_mutants(&only),
        Task::Suites {
            directory,
            table,
            only,
            engines,
            no_optimise,
            as_bitcode,
            riscv,
            native,
            option,
            verify,
            time_limit,
            jobs,
            outcomes,
            store,
        } => suites::suites(&suites::Request {
            directory: &directory,
            table: table.as_deref(),
            only: &only,
            engines,
            no_optimise,
            as_bitcode,
            riscv,
            native,
            options: &option,
            verify: &verify,
            time_limit,
            jobs,
            outcomes: outcomes.as_deref(),
            store,
        }),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
