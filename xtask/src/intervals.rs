//! The workloads of the multi-interval paper, with and without that layer of the solver stack.
//!
//! After O. S. Dustmann, K. Wehrle, C. Cadar: "PARTI" (ASE 2018), whose measure is the ratio of times for the same instructions,
//! depth-first, with the caches off. Each workload runs to its end, so both runs execute the same instructions; that is
//! checked. Every front end has columns of its own.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use everypath_report::table::{Align, Table};
use serde::Deserialize;
use serde_json::Value;

use crate::run::{check, everypath, provenance, root, store, succeed};

/// Name, and how a program is made ready for it.
const FRONT_ENDS: [(&str, Prepare); 2] = [("riscv32", compile_for_riscv32), ("lp64", as_source)];

/// Makes a C program with some macros into arguments of `everypath check`; a directory holds what is made.
type Prepare =
    fn(source: &Path, defines: &[String], directory: &Path) -> Result<Vec<OsString>, String>;

/// LLVM code is made by `everypath` itself; without passes, which turn branches into selections: the paper's programs branch.
fn as_source(source: &Path, defines: &[String], _: &Path) -> Result<Vec<OsString>, String> {
    let mut arguments = vec![
        source.into(),
        "--target=lp64".into(),
        "--no-optimise".into(),
    ];
    arguments.extend(
        defines
            .iter()
            .map(|define| format!("--define={define}").into()),
    );
    Ok(arguments)
}

/// The command of runtime/README.md, so that machine code is compiled once for all runs.
pub fn compile_for_riscv32(
    source: &Path,
    defines: &[String],
    directory: &Path,
) -> Result<Vec<OsString>, String> {
    let compiler = std::env::var_os("EVERYPATH_CLANG").unwrap_or_else(|| "clang-19".into());
    let runtime = root().join("runtime");
    let program = directory.join("program");
    let mut command = Command::new(compiler);
    command.args([
        "--target=riscv32-unknown-elf",
        "-march=rv32imac",
        "-mabi=ilp32",
        "-g",
        "-O0",
        "-fno-builtin",
        "-ffunction-sections",
        "-fdata-sections",
        "-nostdlib",
        "-nostdlibinc",
        "-static",
        "-fuse-ld=lld",
        "-Wl,--gc-sections",
    ]);
    for headers in ["riscv/include", "riscv/system", "llvm/include"] {
        command.arg("-isystem").arg(runtime.join(headers));
    }
    command.args(["-idirafter", "/usr/include/x86_64-linux-gnu"]);
    command.args(["-idirafter", "/usr/include"]);
    command.arg("-T").arg(runtime.join("riscv/link.ld"));
    command.args(defines.iter().map(|define| format!("-D{define}")));
    for file in ["crt0.S", "builtins.c", "soft_integer.S"] {
        command.arg(runtime.join("riscv").join(file));
    }
    command.arg(source).arg("-o").arg(&program);
    succeed(&mut command)?;
    Ok(vec![program.into()])
}

/// Name, layers without and with multi-intervals.
const STACKS: [(&str, &str, &str); 3] = [
    (
        "caches off",
        "independence,simplify",
        "independence,simplify,intervals",
    ),
    (
        "caches off, relations",
        "independence,simplify",
        "independence,simplify,order,intervals",
    ),
    (
        "everything on",
        "independence,simplify,order,cache",
        "independence,simplify,order,cache,intervals",
    ),
];

/// The stack that goals are about, of [`STACKS`]: relations between inputs are part of the extended solver.
const JUDGED: usize = 1;
/// Rows that take the solver less than so many seconds are not judged each by itself.
const SOON: f64 = 0.001;

#[derive(Debug, Deserialize)]
struct Workloads {
    group: Vec<Group>,
}

/// One program at several sizes.
#[derive(Debug, Deserialize)]
struct Group {
    name: String,
    title: String,
    /// The paper's ratio.
    paper: String,
    /// What the ratio of solver times on the [`JUDGED`] stack should be at least, over the whole group.
    least: Option<f64>,
    /// The same of every row, for those that take the solver longer than [`SOON`].
    least_row: Option<f64>,
    program: String,
    /// Macros and their values; every combination is a row.
    series: Vec<BTreeMap<String, Vec<Definition>>>,
    /// Runs of which the fastest counts.
    #[serde(default = "three")]
    repeat: u32,
    /// Seeds of the SAT solver over which times are summed: where luck decides, one run says nothing.
    #[serde(default = "one")]
    seeds: u32,
}

fn one() -> u32 {
    1
}

/// What a macro stands for.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Definition {
    Number(u64),
    Text(String),
}

fn three() -> u32 {
    3
}

impl Group {
    /// All combinations, as definitions of macros.
    fn rows(&self) -> Vec<Vec<String>> {
        let mut rows: Vec<Vec<String>> = vec![Vec::new()];
        for (name, values) in self.series.iter().flatten() {
            let extended = rows.iter().flat_map(|row| {
                values.iter().map(move |value| {
                    let text = match value {
                        Definition::Number(number) => number.to_string(),
                        Definition::Text(text) => text.clone(),
                    };
                    [&row[..], &[format!("{name}={text}")]].concat()
                })
            });
            rows = extended.collect();
        }
        rows
    }
}

/// What is measured of one run, or of several together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measured {
    seconds: f64,
    solver_seconds: f64,
    queries: u64,
    /// Queries that reached the complete solver.
    complete: u64,
    complete_seconds: f64,
    /// Queries that reached the layer, and those that it answered.
    reached: u64,
    answered: u64,
    /// Seconds of the layer on queries that it passed on.
    passed_seconds: f64,
}

impl Measured {
    /// The figures of a record.
    pub fn of(record: &Value) -> Self {
        let layers = record["statistics"]["layers"].as_array();
        let layers = layers.map_or(&[][..], Vec::as_slice);
        let count = |layer: &Value, what: &str| layer[what].as_u64().unwrap_or(0);
        let timing = &record["timing"];
        let number = |value: &Value| value.as_f64().unwrap_or(0.0);
        let mut measured = Self {
            seconds: number(&timing["seconds"]),
            solver_seconds: number(&timing["solver_seconds"]),
            queries: record["statistics"]["queries"].as_u64().unwrap_or(0),
            ..Self::default()
        };
        if let Some(complete) = layers.last() {
            measured.complete = count(complete, "queries");
            measured.complete_seconds = number(&timing["layer_seconds"][layers.len() - 1]);
        }
        if let Some(place) = layers.iter().position(|layer| layer["name"] == "intervals") {
            measured.reached = count(&layers[place], "queries");
            measured.answered = count(&layers[place], "answered");
            measured.passed_seconds = number(&timing["layer_passed_seconds"][place]);
        }
        measured
    }

    fn add(&mut self, other: &Self) {
        self.seconds += other.seconds;
        self.solver_seconds += other.solver_seconds;
        self.queries += other.queries;
        self.complete += other.complete;
        self.complete_seconds += other.complete_seconds;
        self.reached += other.reached;
        self.answered += other.answered;
        self.passed_seconds += other.passed_seconds;
    }

    /// The share of all queries that were answered without the complete solver.
    pub fn without_sat(&self) -> String {
        percent(self.queries - self.complete.min(self.queries), self.queries)
    }
}

fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "-".to_owned();
    }
    format!("{:.1}%", 100.0 * part as f64 / whole as f64)
}

fn ratio(without: f64, with: f64) -> String {
    if with > 0.0 {
        format!("{:.2}", without / with)
    } else {
        "-".to_owned()
    }
}

/// One workload on one front end and one stack.
#[derive(Clone, Copy, Debug, Default)]
struct Pair {
    without: Measured,
    with: Measured,
}

impl Pair {
    fn add(&mut self, other: &Self) {
        self.without.add(&other.without);
        self.with.add(&other.with);
    }

    fn solver_ratio(&self) -> f64 {
        self.without.solver_seconds / self.with.solver_seconds.max(1e-9)
    }

    /// Cells under the headings of [`COLUMNS`].
    fn cells(&self) -> [String; 4] {
        [
            ratio(self.without.solver_seconds, self.with.solver_seconds),
            ratio(self.without.seconds, self.with.seconds),
            self.with.without_sat(),
            percent(self.with.answered, self.with.reached),
        ]
    }
}

/// Per front end and stack.
const COLUMNS: [&str; 4] = ["solver x", "total x", "no SAT", "answered"];

/// Runs the workloads; false if a pair of runs differs or a group misses its goal.
pub fn intervals(only: &[String], keep: bool) -> Result<bool, String> {
    let binary = everypath()?;
    let directory = root().join("benchmarks/intervals");
    let text = std::fs::read_to_string(directory.join("workloads.toml"))
        .map_err(|error| format!("workloads.toml: {error}"))?;
    let workloads: Workloads =
        toml::from_str(&text).map_err(|error| format!("workloads.toml: {error}"))?;
    let headings: Vec<String> = FRONT_ENDS
        .iter()
        .flat_map(|(front_end, _)| {
            STACKS.iter().flat_map(move |(stack, ..)| {
                COLUMNS.map(move |column| format!("{front_end} {stack}: {column}"))
            })
        })
        .collect();
    let mut columns = vec![("workload", Align::Left)];
    columns.extend(headings.iter().map(|name| (name.as_str(), Align::Right)));
    let mut details = Table::new(&columns);
    let mut summary_columns = columns.clone();
    summary_columns.extend([
        ("least row", Align::Right),
        ("giving up costs", Align::Right),
        ("paper", Align::Left),
        ("goal", Align::Left),
    ]);
    let mut summary = Table::new(&summary_columns);
    let mut right = true;
    for group in &workloads.group {
        if !only.is_empty() && !only.contains(&group.name) {
            continue;
        }
        let mut totals = [[Pair::default(); STACKS.len()]; FRONT_ENDS.len()];
        let mut least_row = f64::INFINITY;
        for defines in group.rows() {
            let label = format!("{} {}", group.name, defines.join(" "));
            let mut cells = vec![label.clone()];
            for (totals, (_, prepare)) in totals.iter_mut().zip(FRONT_ENDS) {
                let temporary = tempfile::tempdir().map_err(|error| error.to_string())?;
                let source = directory.join(format!("{}.c", group.program));
                let program = prepare(&source, &defines, temporary.path())
                    .map_err(|message| format!("{label}: {message}"))?;
                for (place, (_, without, with)) in STACKS.into_iter().enumerate() {
                    let run = |layers: &str| {
                        measure(&binary, &program, group, layers)
                            .map_err(|message| format!("{label} ({layers}): {message}"))
                    };
                    let (first, without) = run(without)?;
                    let (second, with) = run(with)?;
                    if first != second {
                        right = false;
                        eprintln!(
                            "WRONG: {label}: {first:?} without the layer, {second:?} with it"
                        );
                    }
                    let pair = Pair { without, with };
                    if place == JUDGED && pair.without.solver_seconds >= SOON {
                        least_row = least_row.min(pair.solver_ratio());
                    }
                    cells.extend(pair.cells());
                    totals[place].add(&pair);
                }
            }
            eprintln!("{}", cells.join("  "));
            details.row(cells);
        }
        let mut cells = vec![group.title.clone()];
        cells.extend(
            totals
                .iter()
                .flatten()
                .flat_map(|pair| pair.cells().into_iter()),
        );
        let alone = totals[0][0];
        let cost = if alone.with.complete == 0 {
            "-".to_owned()
        } else {
            let share = alone.with.passed_seconds / alone.with.complete_seconds.max(1e-9);
            format!("{:.2}%", 100.0 * share)
        };
        let ratios = totals.iter().map(|stacks| stacks[JUDGED].solver_ratio());
        let of_group = ratios.fold(f64::INFINITY, f64::min);
        let mut judge = |what: &str, goal: Option<f64>, found: f64| {
            goal.map(|goal| {
                right &= found >= goal;
                let word = if found >= goal { "reached" } else { "MISSED" };
                format!("{what}{goal} {word}")
            })
        };
        let goals = [
            judge("", group.least, of_group),
            judge("every row ", group.least_row, least_row),
        ];
        let goal = goals.into_iter().flatten().collect::<Vec<_>>().join(", ");
        cells.extend([format!("{least_row:.2}"), cost, group.paper.clone(), goal]);
        summary.row(cells);
    }
    print!("{}\n{}", details.render(""), summary.render(""));
    if keep {
        let command = "cargo xtask bench intervals --store";
        store(
            "intervals",
            &format!(
                "# Multi-intervals: with and without\n\n{}* each run: `everypath check PROGRAM --all --layers LAYERS --json`, PROGRAM compiled from benchmarks/intervals with the macros of the row, depth-first to the end; the fastest of several\n* solver x, total x: time without the layer divided by time with it, in the solver stack and from the start of the search to the verdict\n* no SAT: share of all queries that did not reach bit-blasting, with the layer\n* answered: share of the queries that reached the layer which it answered (the paper's success rate)\n* giving up costs: time of the layer on queries that it passed on, as a share of the time of bit-blasting on them, with the caches off\n* goals are about the stack \"{}\"; least row: of those that take the solver a millisecond or more without the layer\n{}\n## Groups\n\nTimes are summed over the rows of a group.\n\n{}\n## Rows\n\n{}",
                provenance(command),
                STACKS[JUDGED].0,
                stacks_in_words(),
                summary.markdown(),
                details.markdown()
            ),
        )?;
    }
    Ok(right)
}

fn stacks_in_words() -> String {
    let lines = STACKS
        .iter()
        .map(|(name, without, with)| format!("* {name}: `{without}` and `{with}`\n"));
    lines.collect()
}

/// What two runs that execute the same instructions have in common.
#[derive(Debug, PartialEq, Eq)]
struct Same {
    verdict: String,
    paths: u64,
    instructions: u64,
}

/// The fastest of several runs, summed over the seeds.
fn measure(
    binary: &Path,
    program: &[OsString],
    group: &Group,
    layers: &str,
) -> Result<(Same, Measured), String> {
    let (same, mut all) = fastest(binary, program, group.repeat, layers, 1)?;
    for seed in 2..=group.seeds {
        all.add(&fastest(binary, program, group.repeat, layers, seed)?.1);
    }
    Ok((same, all))
}

fn fastest(
    binary: &Path,
    program: &[OsString],
    repeat: u32,
    layers: &str,
    seed: u32,
) -> Result<(Same, Measured), String> {
    let mut best: Option<(Same, Measured)> = None;
    for _ in 0..repeat.max(1) {
        let mut command = Command::new(binary);
        command
            .args(["check", "--jobs", "1", "--engine", "paths"])
            .args(program)
            .args([
                "--all",
                "--layers",
                layers,
                "--time-limit",
                "120",
                "--seed",
                &seed.to_string(),
            ]);
        let (record, _) = check(&mut command)?;
        let count = |what: &str| record["statistics"][what].as_u64().unwrap_or(0);
        let same = Same {
            verdict: record["verdict"].as_str().unwrap_or("?").to_owned(),
            paths: count("paths"),
            instructions: count("instructions"),
        };
        let measured = Measured::of(&record);
        if best
            .as_ref()
            .is_none_or(|(_, best)| measured.solver_seconds < best.solver_seconds)
        {
            best = Some((same, measured));
        }
    }
    best.ok_or_else(|| "no run".to_owned())
}
