//! Random C programs: what Everypath says of them is compared with running them natively on all inputs.
//!
//! For each program a native executable tells which assertion each input violates first, or its checksum. Everypath compiles
//! the same file for a RISC-V target at a random optimisation level and follows all paths under several strategies and
//! solver settings. Then: the verdict is unsafe iff some input fails; as many inputs fail as Everypath counts (at `-O0`, where
//! the compiler keeps every assertion apart: for each line); every test case ends as its inputs do natively; there are no
//! more paths than inputs; every setting and both engines find the same. The emulator runs every input, too. A run that is stopped and
//! taken up again by prefixes of its paths finds the same as one that is not.
//!
//! `EVERYPATH_RANDOM_PROGRAMS=N` runs N programs instead of a few, `EVERYPATH_RANDOM_SEED=S` starts with seed S. A failure
//! names the seed.

#[path = "../common/mod.rs"]
mod common;
mod generate;
mod native;
#[path = "../../../explore/tests/explore/resumed.rs"]
mod resumed;
mod unwritten;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use everypath::compile::{CompileOptions, LlvmChoices, UNOPTIMISED};
use everypath::front::Front;
use everypath::job::Target;
use everypath::load::{self, Request};
use everypath_explore::{
    BudgetKind, ExploreOptions, InputCount, Observer, PathEnd, PathKind, Reason, Record, ReplayEnd,
    SideOrder, StopAt, Task, TestCase, Verdict, engine_named, replay,
};
use everypath_machine::{InputOrigin, MachineOptions, TestInput};
use everypath_program::{Position, Surroundings};
use everypath_solver::{Backend, LayerKind, SolverCommand, SolverOptions};
use generate::{Program, Random};
use native::Outcome;

/// What the macros of a program mean to Everypath.
const PRELUDE: &str = r#"
#include <everypath.h>
#include <string.h>
#define INPUT(n) uint8_t x##n = everypath_u8("x" #n)
#define ASSUME(condition) everypath_assume(condition)
#define ASSERT(condition) everypath_assert(condition)
#define TOUCH(valid, variable) (void)*(volatile uint8_t *)((valid) ? (uintptr_t)&variable : 16)
#define FINISH(sum) do { everypath_write(&sum, 4); everypath_assert(sum != FINAL); everypath_exit(sum & 63); } while (0)
static void program(void);
int main(void) {
    program();
    return 0;
}
"#;

/// Source instructions that a concrete run may take.
const INSTRUCTIONS: u64 = 10_000_000;
/// Longest time of one exploration: behind it something hangs.
const PATIENCE: Duration = Duration::from_secs(300);
/// Longest time of one that asks a second solver everything, or one question about all paths; behind it, what is known by then is
/// compared no further.
const SLOW: Duration = Duration::from_secs(10);

/// Everything that is wrong with one program.
type Problems = Result<Tally, String>;

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    programs: u64,
    unsafe_programs: u64,
    explorations: u64,
    paths: u64,
    inputs: u64,
    cross_checked: u64,
    given_up: u64,
    open_paths: u64,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.programs += other.programs;
        self.unsafe_programs += other.unsafe_programs;
        self.explorations += other.explorations;
        self.paths += other.paths;
        self.inputs += other.inputs;
        self.cross_checked += other.cross_checked;
        self.given_up += other.given_up;
        self.open_paths += other.open_paths;
    }
}

/// How one exploration is made.
#[derive(Clone, Debug)]
struct Setting {
    engine: &'static str,
    strategy: &'static str,
    order: SideOrder,
    seed: u64,
    layers: Vec<LayerKind>,
    cross_check: bool,
    /// Whether failing inputs are counted, which takes many queries.
    count: bool,
}

impl Setting {
    /// Whether the solver may need very long.
    fn is_slow(&self) -> bool {
        self.cross_check || self.engine == "merge"
    }

    fn patience(&self) -> Duration {
        match self.is_slow() {
            true => SLOW,
            false => PATIENCE,
        }
    }
}

/// What an exploration is compared by.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    verdict: Verdict,
    /// None if paths were merged.
    paths: Option<u64>,
    places: Vec<Position>,
}

/// Keeps the ends of paths with their test cases.
#[derive(Default)]
struct Ends(Vec<PathEnd>);

impl Observer for Ends {
    fn path_end(&mut self, end: &PathEnd) {
        self.0.push(end.clone());
    }

    fn wants_tests(&self) -> bool {
        true
    }
}

/// A program compiled for one target, with what it has to do.
struct Subject<'a> {
    program: &'a dyn everypath_program::Program,
    options: MachineOptions,
    outcomes: &'a [Outcome],
    exact_lines: bool,
}

impl Subject<'_> {
    fn failing(&self) -> usize {
        self.outcomes
            .iter()
            .filter(|outcome| outcome.failed_line.is_some())
            .count()
    }

    /// The inputs that fail, by line.
    fn failing_lines(&self) -> BTreeMap<u32, u128> {
        let mut lines = BTreeMap::new();
        for line in self
            .outcomes
            .iter()
            .filter_map(|outcome| outcome.failed_line)
        {
            *lines.entry(line).or_default() += 1;
        }
        lines
    }

    fn outcome(&self, case: &TestCase) -> Result<&Outcome, String> {
        let mut inputs: Vec<u8> = Vec::new();
        for (number, input) in case.inputs.iter().enumerate() {
            if input.name != format!("x{number}") || input.bytes.len() != 1 {
                return Err(format!("unexpected input {input:?}"));
            }
            inputs.extend(&input.bytes);
        }
        self.outcomes
            .iter()
            .find(|outcome| outcome.inputs == inputs)
            .ok_or_else(|| format!("the test case {inputs:?} breaks an assumption"))
    }

    /// The line of the program's text that holds a position.
    fn line(&self, position: Position) -> Option<u32> {
        let locations = self.program.locations(position);
        let mut named = locations.iter().filter(|location| {
            location
                .file
                .as_deref()
                .is_some_and(|file| file.ends_with("random.c"))
        });
        named.next().and_then(|location| location.line)
    }

    /// Runs a case on the machine; it has to end as it does natively.
    fn check_run(&self, case: &TestCase, options: &MachineOptions) -> Result<(), String> {
        let expected = self.outcome(case)?;
        let found = replay(self.program, options, case, INSTRUCTIONS);
        let agrees = match (&found.end, expected.failed_line) {
            (ReplayEnd::Exit(code), None) => {
                *code == u64::from(expected.checksum & 63)
                    && found.output == expected.checksum.to_le_bytes()
            }
            (ReplayEnd::Violation { position, .. }, Some(line)) => {
                !self.exact_lines || self.line(*position) == Some(line)
            }
            _ => false,
        };
        if agrees {
            return Ok(());
        }
        Err(format!(
            "natively {expected:?}, on the machine {} and output {:x?}",
            found.end, found.output
        ))
    }

    fn explore(&self, setting: &Setting) -> Result<(Record, Ends, u64), String> {
        let solver = SolverOptions {
            layers: setting.layers.clone(),
            end: Instant::now().checked_add(setting.patience()),
            cross_check: setting
                .cross_check
                .then(|| SolverCommand::parse("z3"))
                .flatten()
                .map(Backend::Process),
            ..SolverOptions::default()
        };
        let mut options = ExploreOptions {
            strategy: setting.strategy.parse().map_err(|_| "no such strategy")?,
            seed: setting.seed,
            stop: StopAt::AllFindings,
            order: setting.order,
            count_inputs: setting.count,
            ..ExploreOptions::default()
        };
        options.budgets.wall = Some(setting.patience());
        let mut ends = Ends::default();
        let task = Task {
            program: self.program,
            machine: self.options.clone(),
            solver,
            options,
        };
        let engine = engine_named(setting.engine).ok_or("no such engine")?;
        let answer = engine
            .run(&task, &mut ends)
            .map_err(|error| error.to_string())?;
        let record = answer.record;
        let checked = record.statistics.solver.cross_checked;
        Ok((record, ends, checked))
    }

    /// Compares one exploration with the native runs.
    fn check(&self, setting: &Setting, tally: &mut Tally) -> Result<Option<Found>, String> {
        // The run begins later than the solver's time.
        let start = Instant::now();
        let (record, ends, cross_checked) = self.explore(setting)?;
        let late = start.elapsed() >= setting.patience();
        tally.explorations += 1;
        tally.paths += record.statistics.paths;
        tally.cross_checked += cross_checked;
        if let Some(cut) = record.cuts.first() {
            let is_late = |reason: &Reason| {
                let undecided = matches!(reason, Reason::Undecided { .. });
                *reason == Reason::Budget(BudgetKind::Wall) || undecided && late
            };
            if setting.is_slow() && record.cuts.iter().all(|cut| is_late(&cut.reason)) {
                tally.given_up += 1; // the other solver is slow, or the one question about all paths is hard
                return Ok(None);
            }
            return Err(format!("cut: {} at {:x?}", cut.reason, cut.position));
        }
        if record.has_internal_error() {
            return Err(format!("not reproduced: {:?}", record.unreproduced));
        }
        let expected = if self.failing() > 0 {
            Verdict::Unsafe
        } else {
            Verdict::Safe
        };
        if record.verdict != expected {
            return Err(format!(
                "verdict {}, expected {expected}: {:?}",
                record.verdict,
                self.failing_lines()
            ));
        }
        let count = record.input_count.unwrap_or(InputCount::ZERO);
        if setting.count && (count.count != self.failing() as u128 || !count.exact) {
            return Err(format!(
                "{count} inputs fail, expected {}: {:?}",
                self.failing(),
                self.failing_lines()
            ));
        }
        for finding in &record.findings {
            self.check_run(&finding.case, &self.options)
                .map_err(|message| format!("counterexample: {message}"))?;
        }
        if self.exact_lines {
            let mut lines = BTreeMap::new();
            for finding in &record.findings {
                let line = self
                    .line(finding.position)
                    .ok_or("a finding without a line")?;
                *lines.entry(line).or_default() +=
                    finding.input_count.map_or(0, |count| count.count);
            }
            if !setting.count {
                let expected = self.failing_lines();
                for (line, count) in &mut lines {
                    *count = expected.get(line).copied().unwrap_or(0);
                }
            }
            if lines != self.failing_lines() {
                return Err(format!(
                    "failing inputs by line {lines:?}, expected {:?}",
                    self.failing_lines()
                ));
            }
        }
        if record.statistics.paths > self.outcomes.len() as u64 {
            return Err(format!(
                "{} paths for {} inputs",
                record.statistics.paths,
                self.outcomes.len()
            ));
        }
        self.check_ends(&ends)?;
        let mut places: Vec<Position> = record
            .findings
            .iter()
            .map(|finding| finding.position)
            .collect();
        places.sort_unstable_by_key(|position| position.0);
        Ok(Some(Found {
            verdict: record.verdict,
            paths: (setting.engine == "paths").then_some(record.statistics.paths),
            places,
        }))
    }

    /// Stops where so many paths are open, and takes them up by their prefixes.
    fn check_prefixes(&self, most_open: usize, tally: &mut Tally) -> Result<(), String> {
        let mut options = ExploreOptions {
            strategy: "bfs".parse().map_err(|_| "no such strategy")?,
            stop: StopAt::AllFindings,
            ..ExploreOptions::default()
        };
        options.budgets.wall = Some(SLOW);
        let task = Task {
            program: self.program,
            machine: self.options.clone(),
            solver: SolverOptions::default(),
            options,
        };
        let resumed = resumed::compare(&task, most_open)
            .map_err(|message| format!("{most_open} open paths: {message}"))?;
        if !resumed.given_up {
            tally.open_paths += resumed.open;
        }
        Ok(())
    }

    /// Every path that ends has inputs that end so; no two paths have the same.
    fn check_ends(&self, ends: &Ends) -> Result<(), String> {
        let mut seen = Vec::new();
        for end in &ends.0 {
            let failing = match &end.kind {
                PathKind::Exit(_) => false,
                PathKind::Violation => true,
                other => return Err(format!("a path ends with {other:?}")),
            };
            let Some(case) = &end.case else {
                return Err(format!("a path without a test case: {end:?}"));
            };
            let expected = self.outcome(case)?;
            if expected.failed_line.is_some() != failing {
                return Err(format!(
                    "a path ends with {:?}, natively {expected:?}",
                    end.kind
                ));
            }
            self.check_run(case, &self.options)
                .map_err(|message| format!("test case: {message}"))?;
            if let PathKind::Exit(Some(code)) = end.kind
                && code != u64::from(expected.checksum & 63)
            {
                return Err(format!("exit code {code}, natively {expected:?}"));
            }
            seen.push(&expected.inputs);
        }
        seen.sort_unstable();
        match seen.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(format!("two paths for the inputs {:?}", pair[0])),
            None => Ok(()),
        }
    }

    /// Every input on the emulator.
    fn check_emulator(&self) -> Result<(), String> {
        let mut options = self.options.clone();
        for (number, outcome) in self.outcomes.iter().enumerate() {
            let inputs = outcome
                .inputs
                .iter()
                .enumerate()
                .map(|(number, &byte)| TestInput {
                    name: format!("x{number}"),
                    bytes: vec![byte],
                    element_size: 1,
                    origin: InputOrigin::Register,
                });
            let case = TestCase {
                inputs: inputs.collect(),
            };
            options.through_terms = number == 0;
            self.check_run(&case, &options)
                .map_err(|message| format!("emulator: {message}"))?;
        }
        Ok(())
    }
}

/// The settings that a program is explored under: always depth-first, and what chance adds.
fn settings(random: &mut Random) -> Vec<Setting> {
    let all: Vec<LayerKind> = LayerKind::TABLE.iter().map(|(_, kind)| *kind).collect();
    let plain = Setting {
        engine: "paths",
        strategy: "dfs",
        order: SideOrder::TakenFirst,
        seed: random.index(1000) as u64,
        layers: all.clone(),
        cross_check: false,
        count: random.chance(30),
    };
    let mut settings = vec![plain.clone()];
    let plain = Setting {
        count: false,
        ..plain
    };
    let strategy = random.pick(&[
        "random-path",
        "random-path",
        "bfs",
        "random-state",
        "coverage",
        "dfs,random-path",
    ]);
    settings.push(Setting {
        engine: "merge",
        ..plain.clone()
    });
    settings.push(Setting {
        strategy,
        order: SideOrder::FallThroughFirst,
        layers: all.iter().copied().filter(|_| random.chance(60)).collect(),
        ..plain.clone()
    });
    if random.chance(25) {
        let layers = Vec::new();
        settings.push(Setting {
            layers,
            ..plain.clone()
        });
    }
    if random.chance(12) {
        let cross_check = true;
        settings.push(Setting {
            cross_check,
            ..plain
        });
    }
    settings
}

/// Generates the program of a seed and compares everything.
fn check(seed: u64) -> Problems {
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let directory = directory.path();
    let Program { text, inputs } = generate::program(seed, size());
    let mut random = Random::new(seed ^ 0x5eed);
    let source = directory.join("random.c");
    let (native, checked) = (directory.join("native"), directory.join("checked"));
    let write = |path: &Path, contents: &str| {
        std::fs::write(path, contents).map_err(|error| error.to_string())
    };
    for directory in [&native, &checked] {
        std::fs::create_dir(directory).map_err(|error| error.to_string())?;
    }
    write(&source, &text)?;
    write(&checked.join("surroundings.h"), PRELUDE)?;
    let compiler = random.pick(&["cc", "clang-19"]);
    let mut outcomes = native::outcomes(&native, &source, &inputs, compiler)?;

    // Two programs of three are to fail at their end, too: with the checksum of one of the inputs.
    let last = random.index(outcomes.len());
    let final_checksum = match outcomes[last].failed_line {
        None if random.chance(66) => outcomes[last].checksum,
        _ => 0x1234_5678,
    };
    let end = text
        .lines()
        .position(|line| line.contains("FINISH("))
        .ok_or("no end")? as u32
        + 1;
    for outcome in &mut outcomes {
        if outcome.failed_line.is_none() && outcome.checksum == final_checksum {
            outcome.failed_line = Some(end);
        }
    }

    let mut tally = Tally {
        programs: 1,
        inputs: outcomes.len() as u64,
        unsafe_programs: u64::from(outcomes.iter().any(|outcome| outcome.failed_line.is_some())),
        ..Tally::default()
    };
    for target in targets(seed) {
        let level = random.pick(&["0", "0", "0", "1", "2", "3", "s"]);
        let march = random.pick(&["imac", "imac", "imac_zba_zbb_zbs", "im"]);
        let machine_code = target.data_model().is_none();
        let bits = if target == Target::Riscv32 { 32 } else { 64 };
        let mut llvm = LlvmChoices::default();
        let mut flags = vec![format!("-DFINAL={final_checksum}u")];
        flags.extend(["-w", "-fwrapv", "-fno-strict-aliasing"].map(str::to_owned));
        let name = if machine_code {
            flags.push(format!("-march=rv{bits}{march}"));
            format!("rv{bits}{march} -O{level}")
        } else {
            llvm.no_optimise = level == "0";
            let passes = if llvm.no_optimise { "" } else { " with passes" };
            format!("{}{passes}", target.name())
        };
        flags.push(format!("-I{}", checked.display()));
        let options = CompileOptions {
            target,
            optimization: match machine_code {
                true => level.to_owned(),
                false => UNOPTIMISED.to_owned(),
            },
            flags,
            llvm,
        };
        let context = |message: String| format!("{name}: {message}");
        let front = front(&source, &options).map_err(context)?;
        let subject = Subject {
            options: MachineOptions {
                checks: front.checks(),
                ..MachineOptions::default()
            },
            program: front.program(),
            outcomes: &outcomes,
            exact_lines: level == "0",
        };
        subject.check_emulator().map_err(context)?;
        subject
            .check_prefixes(random.index(8) + 2, &mut tally)
            .map_err(context)?;
        let mut first = None;
        for setting in settings(&mut random) {
            let context = |message: String| format!("{name}, {setting:?}: {message}");
            let Some(found) = subject.check(&setting, &mut tally).map_err(context)? else {
                continue;
            };
            let first = first.get_or_insert_with(|| Found {
                places: found.places.clone(),
                ..found
            });
            let paths = first.paths.zip(found.paths);
            let same = first.verdict == found.verdict
                && first.places == found.places
                && paths.is_none_or(|(one, other)| one == other);
            if !same {
                return Err(context(format!("found {found:?}, before {first:?}")));
            }
        }
    }
    Ok(tally)
}

fn front(source: &Path, options: &CompileOptions) -> Result<Front, String> {
    let loaded = load::load(Request {
        files: &[source.to_owned()],
        compile: options,
        environment: None,
        checks: &|checks| checks,
        undefined_ends: false,
        surroundings: Surroundings::default(),
        stop: Default::default(),
    });
    loaded
        .map(|loaded| loaded.front)
        .map_err(|error| error.to_string())
}

fn number(variable: &str, otherwise: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{variable}={text} is not a number")),
        Err(_) => otherwise,
    }
}

/// Campaigns compile each program for both targets.
fn targets(seed: u64) -> Vec<Target> {
    let all = [
        [Target::Riscv32, Target::Riscv64],
        [Target::Lp64, Target::Ilp32],
    ];
    if std::env::var_os("EVERYPATH_RANDOM_PROGRAMS").is_some() {
        return all.concat();
    }
    // One machine code and one LLVM code.
    all.iter().map(|pair| pair[(seed % 2) as usize]).collect()
}

/// How many statements the main function of a program has, at most: campaigns take larger ones.
fn size() -> usize {
    if std::env::var_os("EVERYPATH_RANDOM_PROGRAMS").is_some() {
        9
    } else {
        4
    }
}

#[test]
fn everypath_agrees_with_running_every_input() {
    let (first, count) = (
        number("EVERYPATH_RANDOM_SEED", 1),
        number("EVERYPATH_RANDOM_PROGRAMS", 12),
    );
    let campaign = std::env::var_os("EVERYPATH_RANDOM_PROGRAMS").is_some();
    let next = AtomicU64::new(first);
    let tally = Mutex::new(Tally::default());
    let problems = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::SeqCst);
                    if seed >= first + count {
                        return;
                    }
                    let start = Instant::now();
                    let result = std::panic::catch_unwind(|| check(seed)).unwrap_or_else(|panic| {
                        let message = panic.downcast_ref::<String>().map(String::as_str);
                        let message = message.or(panic.downcast_ref::<&str>().copied());
                        Err(format!("panic: {}", message.unwrap_or("?")))
                    });
                    let seconds = start.elapsed().as_secs_f64();
                    match result {
                        Ok(one) => {
                            if campaign && seconds > 10.0 {
                                eprintln!("seed {seed}: {seconds:.1} s, {one:?}");
                            }
                            tally.lock().unwrap().add(one);
                        }
                        Err(message) => {
                            if campaign {
                                eprintln!("seed {seed}: {message}");
                            }
                            problems.lock().unwrap().insert(seed, message);
                        }
                    }
                }
            });
        }
    });
    let tally = tally.into_inner().unwrap();
    eprintln!("{tally:?}");
    let problems = problems.into_inner().unwrap();
    let Some((&seed, _)) = problems.first_key_value() else {
        assert!(
            tally.unsafe_programs > 0 && tally.paths > count,
            "programs too simple: {tally:?}"
        );
        return;
    };
    let mut report = String::new();
    for (seed, message) in &problems {
        let _ = writeln!(report, "seed {seed}: {message}");
    }
    let text = generate::program(seed, size()).text;
    panic!(
        "{} of {count} programs disagree:\n{report}\nthe program of seed {seed}:\n{text}",
        problems.len()
    );
}
