//! Every program of `tests/programs`: the verdict, the place, the inputs and the paths are those that the program's first lines
//! say. Machine code is made at -O0 and -O2, LLVM code with the usual passes and with those that are needed only; counterexamples
//! of C programs are confirmed on the real processor too.
//!
//! Each program in each way is a test of its own: `cargo test -p everypath --test corpus -- variable_length` runs those of one program,
//! `-- by_merging` those of one engine, `-- --list` tells all names.

mod common;
#[path = "common/formats.rs"]
mod formats;
#[path = "../../explore/tests/explore/resumed.rs"]
mod resumed;
#[path = "../../explore/tests/explore/together.rs"]
mod together;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use everypath::{Analysis, Job};
use everypath_explore::StopAt;
use libtest_mimic::{Arguments, Trial};
use serde_json::Value;

/// What a program says of itself.
#[derive(Debug, Default)]
struct Expected {
    targets: Vec<&'static str>,
    /// Whether the program of LLVM code is decided alike as machine code, by all engines.
    machine_code: bool,
    /// Whether the machine of machine code is another one for the program, so that it may be decided otherwise; the header says why.
    other_machine: bool,
    /// Whether the counterexample can be run natively.
    native: bool,
    /// Whether it is decided without LLVM's passes, too.
    unoptimised: bool,
    /// Runs, as target and options, for which the prover finds no invariants.
    unproven: Vec<String>,
    flags: Vec<String>,
    verdict: String,
    property: Option<String>,
    line: Option<u64>,
    inputs: Vec<(String, i128)>,
    paths: Option<u64>,
    /// The names of the assumptions that the verdict rests on.
    assumed: Option<Vec<String>>,
}

fn expected(path: &Path) -> Expected {
    let text = std::fs::read_to_string(path).unwrap();
    let riscv = path.iter().any(|part| part == "riscv");
    let mut expected = Expected {
        native: true,
        unoptimised: true,
        ..Expected::default()
    };
    for line in text.lines() {
        let Some((key, value)) = line
            .strip_prefix("// ")
            .or_else(|| line.strip_prefix("; "))
            .and_then(|line| line.split_once(": "))
        else {
            continue;
        };
        let value = value.trim();
        match key {
            "target" => {
                expected.targets = match value {
                    "riscv32" => vec!["riscv32"],
                    "riscv64" => vec!["riscv64"],
                    "both" if riscv => vec!["riscv32", "riscv64"],
                    "both" => vec!["lp64", "ilp32"],
                    "lp64" => vec!["lp64"],
                    "ilp32" => vec!["ilp32"],
                    other => panic!("{}: target {other}", path.display()),
                }
            }
            "also" => {
                assert_eq!(value, "riscv", "{}", path.display());
                expected.machine_code = true;
            }
            "machine" => {
                let reason = value.strip_prefix("no, ");
                assert!(
                    reason.is_some_and(|reason| !reason.is_empty()),
                    "{}",
                    path.display()
                );
                expected.other_machine = true;
            }
            "replay" => expected.native = false,
            "unproven" => {
                let runs = value.split(',').map(|run| run.trim().to_owned());
                expected.unproven = runs.collect();
            }
            "unoptimised" => expected.unoptimised = !value.starts_with("no"),
            "flags" => expected.flags = value.split_whitespace().map(str::to_owned).collect(),
            "expect" => match value.split_once(' ') {
                Some((verdict, property)) => {
                    expected.verdict = verdict.to_owned();
                    expected.property = Some(property.to_owned());
                }
                None => expected.verdict = value.to_owned(),
            },
            "line" => expected.line = Some(value.parse().unwrap()),
            "input" => {
                let (name, number) = value.split_once(" = ").unwrap();
                expected
                    .inputs
                    .push((name.to_owned(), number.parse().unwrap()));
            }
            "assumed" => {
                let names = value.split_whitespace().filter(|&name| name != "none");
                expected.assumed = Some(names.map(str::to_owned).collect());
            }
            "paths" => expected.paths = Some(value.parse().unwrap()),
            _ => {}
        }
    }
    assert!(
        !expected.targets.is_empty() && !expected.verdict.is_empty(),
        "{}: no header",
        path.display()
    );
    expected
}

/// Whether the input's bytes, little endian, are this number, read as signed or unsigned.
fn has_value(input: &Value, number: i128) -> bool {
    let digits = input["bytes"].as_str().unwrap();
    let bits = digits.len() as u32 * 4;
    let bytes: Vec<u8> = everypath_report::hex::decode(digits).unwrap();
    let value = bytes
        .iter()
        .rev()
        .fold(0i128, |value, &byte| value << 8 | i128::from(byte));
    value == number || value - (1i128 << bits) == number
}

/// Whether a finding is in this line, or in what this line calls.
fn is_at(finding: &Value, line: Option<u64>) -> bool {
    let Some(line) = line else { return true };
    let calls = finding["call_stack"].as_array();
    let mut calls = calls.into_iter().flatten();
    finding["place"]["line"] == line || calls.any(|frame| frame["call_site"]["line"] == line)
}

/// How a program is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    target: &'static str,
    /// Options behind the target.
    options: &'static [&'static str],
    /// Whether places and paths are those of the source.
    exact: bool,
}

const fn way(target: &'static str, options: &'static [&'static str], exact: bool) -> Way {
    Way {
        target,
        options,
        exact,
    }
}

/// All ways for a program's targets. Of two targets, the second is tried in the second way only: all combinations of two occur in
/// the corpus.
fn ways(expected: &Expected) -> Vec<Way> {
    let targets = &expected.targets;
    let both = targets.len() == 2;
    let mut ways = Vec::new();
    for &target in targets {
        let (first, second) = match target {
            "riscv32" | "riscv64" => (
                way(target, &["-O", "0"], true),
                way(target, &["-O", "2"], false),
            ),
            _ => (
                way(target, &[], true),
                way(target, &["--no-optimise"], false),
            ),
        };
        if !(both && matches!(target, "riscv64" | "ilp32")) {
            ways.push(first);
        }
        ways.push(second);
    }
    if !expected.unoptimised {
        ways.retain(|way| way.options.is_empty());
    }
    if expected.machine_code {
        ways.push(way("riscv32", &["-O", "0"], false));
        ways.push(way("riscv64", &["-O", "2"], false));
    }
    ways
}

fn check(path: &Path, expected: &Expected, way: Way) -> Result<(), String> {
    check_with("paths", &[], path, expected, way)
}

/// The same where it was not tried out how long a run takes.
fn check_machine_code(path: &Path, expected: &Expected, way: Way) -> Result<(), String> {
    check_with("paths", &["--time-limit", "30"], path, expected, way)
}

/// The same with the merging engine: but for the number of paths, all must be as the program says.
fn check_merged(path: &Path, expected: &Expected, way: Way) -> Result<(), String> {
    check_with("merge", &[], path, expected, way)
}

/// The same with conflict-driven search.
fn check_by_conflicts(path: &Path, expected: &Expected, way: Way) -> Result<(), String> {
    check_with("conflict", &[], path, expected, way)
}

/// Queries of a run of the prover: those that find a proof take a tenth.
const QUERIES_OF_A_PROOF: &str = "6000";

/// Seconds of a run that is to find a proof, which the queries bound: so many that no machine is too busy.
const SECONDS_OF_A_PROOF: &str = "150";

/// Seconds of a run that need find none.
const SECONDS_WITHOUT_A_PROOF: &str = "25";

/// What the prover says of a program whose claim is about all numbers of iterations: a proof of what is safe, unless the program says for which
/// targets it has none, and never one of what is not.
fn check_proven(path: &Path, expected: &Expected, way: Way) -> Result<(), String> {
    let run = [&[way.target][..], way.options].concat().join(" ");
    let unproven = expected.unproven.contains(&run);
    let seconds = match expected.verdict == "safe" && !unproven {
        true => SECONDS_OF_A_PROOF,
        false => SECONDS_WITHOUT_A_PROOF,
    };
    let mut command = common::everypath();
    let output = command
        .arg("check")
        .arg(path)
        .args(["--target", way.target])
        .args(way.options)
        .args([
            "--json",
            "--engine",
            "prove",
            "--budget-queries",
            QUERIES_OF_A_PROOF,
            "--time-limit",
            seconds,
        ])
        .args(&expected.flags)
        .output()
        .unwrap();
    let said = common::transcript(&output);
    let record: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("{error}\n{said}"))?;
    let verdict = record["verdict"].as_str().unwrap_or_default();
    let is_right = match (expected.verdict.as_str(), unproven) {
        ("safe", false) => verdict == "safe",
        ("safe", true) => matches!(verdict, "safe" | "incomplete"),
        _ => matches!(verdict, "unsafe" | "incomplete"),
    };
    match is_right {
        true => Ok(()),
        false => Err(format!("{verdict}\n{said}")),
    }
}

/// The same with the flat encoding of memory, with the one engine or the other.
fn check_flat(path: &Path, expected: &Expected, way: Way) -> Result<(), String> {
    let engine = ["paths", "merge"][path.as_os_str().len() % 2];
    let encoding = ["--memory", "flat"];
    check_with(engine, &encoding, path, expected, way)
}

fn check_with(
    engine: &str,
    options: &[&str],
    path: &Path,
    expected: &Expected,
    way: Way,
) -> Result<(), String> {
    let mut command = common::everypath();
    command
        .arg("check")
        .arg(path)
        .args(["--target", way.target])
        .args(way.options)
        .args(["--json", "--engine", engine])
        .args(options)
        .args(&expected.flags);
    let output = command.output().unwrap();
    let said = common::transcript(&output);
    let record: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("{error}\n{said}"))?;
    let differs = |what: &str, found: &Value| Err(format!("{what}: found {found}\n{said}"));
    if record["verdict"] != expected.verdict.as_str() {
        return differs("verdict", &record["verdict"]);
    }
    let code = match expected.verdict.as_str() {
        "safe" => 0,
        "unsafe" => 10,
        _ => 5,
    };
    if output.status.code() != Some(code) {
        return Err(format!("exit code\n{said}"));
    }
    if let Some(expected) = &expected.assumed {
        let assumed = record["assumptions"].as_array().unwrap();
        let names = assumed
            .iter()
            .map(|it| it["assumption"].as_str().unwrap_or_default());
        let mut names: Vec<&str> = names.collect();
        names.sort_unstable();
        // What conflict-driven search decides without a run is named as far as the text tells: it may be more.
        if engine == "conflict" {
            names.retain(|name| expected.iter().any(|it| it == name));
        }
        if names != *expected {
            return differs("assumptions", &record["assumptions"]);
        }
    }
    if let Some(property) = &expected.property {
        // An index without a check breaks several properties at once; the named one must be among them.
        let mut all = record["findings"].clone();
        // These engines may come to another place first.
        let elsewhere = matches!(engine, "merge" | "conflict");
        if all[0]["property"] != property.as_str() || elsewhere {
            let output = command.arg("--all").output().unwrap();
            let record: Value =
                serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
            all = record["findings"].clone();
        }
        let found = all.as_array().and_then(|all| {
            let mut named = all
                .iter()
                .filter(|finding| finding["property"] == property.as_str());
            let first = named.clone().next();
            named
                .find(|finding| way.exact && is_at(finding, expected.line))
                .or(first)
        });
        let Some(finding) = found else {
            return differs("property", &all);
        };
        if finding["replay"]["status"] != "reproduced" {
            return differs("replay", &finding["replay"]);
        }
        if way.exact && !is_at(finding, expected.line) {
            return differs("line", &finding["place"]);
        }
        // Which of several paths comes first decides what is preferred on it.
        let inputs = (engine != "conflict" || way.exact).then_some(&expected.inputs);
        for (name, number) in inputs.into_iter().flatten() {
            let inputs = finding["inputs"].as_array().unwrap();
            match inputs.iter().find(|input| input["name"] == name.as_str()) {
                Some(input) if has_value(input, *number) => {}
                _ => return differs(&format!("input {name}"), &finding["inputs"]),
            }
        }
    }
    match expected.paths {
        Some(paths)
            if engine == "paths"
                && options.is_empty()
                && way.exact
                && record["statistics"]["paths"] != paths =>
        {
            differs("paths", &record["statistics"]["paths"])
        }
        _ => Ok(()),
    }
}

/// Writes the first counterexample's test case and replays it, in the machine and on the real processor; what is written for other
/// tools is read by others.
fn replay_natively(path: &Path, expected: &Expected, way: Way) -> Result<(), String> {
    let directory = common::temporary();
    let mut command = common::everypath();
    command
        .arg("check")
        .arg(path)
        .args(["--target", way.target, "--quiet"])
        .args(formats::options(directory.path()))
        .args(["--testcomp", "--tests"])
        .arg(directory.path())
        .args(&expected.flags);
    let output = command.output().unwrap();
    formats::check(directory.path())?;
    let mut cases: Vec<PathBuf> = std::fs::read_dir(directory.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|case| {
            case.file_name()
                .unwrap()
                .to_str()
                .unwrap()
                .starts_with("violation")
        })
        .collect();
    cases.sort();
    let suite = cases
        .iter()
        .filter(|case| case.extension().is_some_and(|it| it == "xml"));
    for case in suite {
        let text = std::fs::read_to_string(case).map_err(|error| error.to_string())?;
        formats::testcase(&text).map_err(|error| format!("testcomp: {error}\n{text}"))?;
    }
    cases.retain(|case| case.extension().is_some_and(|it| it == "json"));
    let Some(case) = cases.first() else {
        return Err(format!(
            "no case of a violation\n{}",
            common::transcript(&output)
        ));
    };
    let output = common::everypath()
        .arg("replay")
        .arg(path)
        .arg(case)
        .arg("--native")
        .output()
        .unwrap();
    match output.status.code() {
        Some(10) => Ok(()),
        _ => Err(common::transcript(&output)),
    }
}

/// The programs of a folder of the corpus.
fn programs(folder: &str) -> Vec<PathBuf> {
    let directory = common::root().join("tests/programs").join(folder);
    let mut programs: Vec<PathBuf> = std::fs::read_dir(&directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| ["c", "S", "ll"].iter().any(|known| extension == *known))
        })
        .collect();
    programs.sort();
    programs
}

/// Programs with floating point for instruction sets that have none, or none of 64 bits: functions of the library do what instructions do. They
/// round to nearest only.
fn runs_without_floats() -> Vec<(PathBuf, Way)> {
    let ways = [
        way("riscv32", &["-O", "0", "--cflag=-march=rv32imac"], false),
        way("riscv32", &["-O", "2", "--cflag=-march=rv32imafc"], false),
        way("riscv64", &["-O", "2", "--cflag=-march=rv64imac"], false),
    ];
    let computes = |program: &PathBuf| {
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        // Without instructions, the compiler makes arithmetic on bits of `isnan`, from which no bounds of a function follow.
        name.starts_with("float_")
            && name != "float_functions_symbolic_safe.c"
            && expected(program).machine_code
            && !std::fs::read_to_string(program)
                .unwrap()
                .contains("fesetround")
    };
    let programs: Vec<PathBuf> = programs("c").into_iter().filter(computes).collect();
    assert!(programs.len() > 50, "only {} programs", programs.len());
    let runs = programs.iter().enumerate().flat_map(|(number, program)| {
        let first = number % ways.len();
        [ways[first], ways[(first + 1) % ways.len()]].map(|way| (program.clone(), way))
    });
    runs.collect()
}

/// A test for each of these runs, called by the name of the whole and the run.
fn with_all(
    whole: &str,
    runs: Vec<(PathBuf, Way)>,
    action: impl Fn(&Path, &Expected, Way) -> Result<(), String> + Clone + Send + 'static,
) -> Vec<Trial> {
    let test = |(program, way): (PathBuf, Way)| {
        let action = action.clone();
        let file = program.strip_prefix(common::root()).unwrap().to_owned();
        let short = file.strip_prefix("tests/programs").unwrap().display();
        let options: String = way.options.iter().map(|it| format!(" {it}")).collect();
        let name = format!("{whole}: {short} {}{options}", way.target);
        Trial::test(name, move || {
            action(&file, &expected(&program), way).map_err(Into::into)
        })
    };
    runs.into_iter().map(test).collect()
}

/// Without the layers that would answer before it, the layer of multi-intervals is asked most; every answer and core of
/// it is compared with bit-blasting alone.
fn what_multi_intervals_answer_is_what_bit_blasting_answers() {
    let directory = common::root().join("tests/programs/riscv");
    let mut compared = 0;
    for entry in std::fs::read_dir(&directory).unwrap() {
        let program = entry.unwrap().path();
        if program.extension().is_none_or(|extension| extension != "c") {
            continue;
        }
        let expected = expected(&program);
        let output = common::everypath()
            .arg("check")
            .arg(&program)
            .args(["--target", expected.targets[0], "--all", "--json"])
            .args(["--layers", "independence,simplify,intervals"])
            .args(["--cross-check", "embedded"])
            .args(&expected.flags)
            .output()
            .unwrap();
        let said = common::transcript(&output);
        assert_ne!(output.status.code(), Some(6), "{}", program.display());
        let record: Value = serde_json::from_slice(&output.stdout).expect(&said);
        let layers = record["statistics"]["layers"].as_array().unwrap();
        let layer = layers.iter().find(|layer| layer["name"] == "intervals");
        compared += layer.map_or(0, |layer| layer["answered"].as_u64().unwrap());
    }
    assert!(compared > 100, "only {compared} answers");
}

fn all_runs(folder: &str, at_least: usize) -> Vec<(PathBuf, Way)> {
    let programs = programs(folder);
    let count = programs.len();
    assert!(count >= at_least, "only {count} programs in {folder}");
    let runs = |program: PathBuf| {
        let ways = ways(&expected(&program));
        ways.into_iter().map(move |way| (program.clone(), way))
    };
    programs.into_iter().flat_map(runs).collect()
}

/// All runs that ask for nothing that conflict-driven search refuses.
fn runs_by_conflicts(folder: &str, at_least: usize) -> Vec<(PathBuf, Way)> {
    let refused = ["--count-inputs", "--continue-after-violation", "--cores"];
    let mut runs = all_runs(folder, at_least);
    runs.retain(|(program, _)| {
        let flags = expected(program).flags;
        !flags.iter().any(|flag| refused.contains(&flag.as_str()))
    });
    runs
}

/// Both encodings of memory give one verdict, and both see each other's counterexamples: `cargo xtask bench memory` compares all
/// programs, here are some.
fn runs_by_flat_encoding() -> Vec<(PathBuf, Way)> {
    let some = |folder: &str, at_least: usize, of: usize| {
        let names_no_encoding = |(program, _): &(PathBuf, Way)| {
            !expected(program)
                .flags
                .iter()
                .any(|flag| flag == "--memory")
        };
        let runs = all_runs(folder, at_least).into_iter().step_by(of);
        runs.filter(names_no_encoding).collect::<Vec<_>>()
    };
    [some("c", 150, 5), some("riscv", 90, 9)].concat()
}

/// The programs of LLVM code that are safe or fail by an assertion: as machine code, the same holds of them. Checks of C's own rules do not count
/// there. Every program is tried in one way.
fn runs_as_machine_code() -> Vec<(PathBuf, Way)> {
    let ways = [
        way("riscv32", &["-O", "0"], false),
        way("riscv64", &["-O", "2"], false),
    ];
    let mut runs = Vec::new();
    for program in programs("c") {
        let expected = expected(&program);
        let is_alike =
            expected.verdict == "safe" || expected.property.as_deref() == Some("assertion");
        let is_c = program
            .extension()
            .is_some_and(|extension| extension == "c");
        if !is_c || !is_alike || expected.machine_code || expected.other_machine {
            continue;
        }
        let way = match (
            expected.targets.contains(&"ilp32"),
            expected.targets.contains(&"lp64"),
        ) {
            (true, true) => ways[runs.len() % 2],
            (true, false) => ways[0],
            (false, _) => ways[1],
        };
        runs.push((program, way));
    }
    assert!(runs.len() > 200, "only {} programs", runs.len());
    runs
}

/// The programs whose counterexamples can be run natively.
fn runs_of_counterexamples() -> Vec<(PathBuf, Way)> {
    programs("c")
        .into_iter()
        .filter(|program| {
            program
                .extension()
                .is_some_and(|extension| extension == "c")
        })
        .filter(|program| {
            let expected = expected(program);
            expected.native && expected.verdict == "unsafe" && expected.targets.contains(&"lp64")
        })
        .map(|program| (program, way("lp64", &[], true)))
        .collect()
}

/// The tests of programs whose verdicts are compared with what they say, by engines and encodings.
fn verdicts() -> Vec<Trial> {
    let in_turns =
        |path: &Path, expected: &Expected, way| check_with("auto", &[], path, expected, way);
    [
        with_all(
            "every_riscv_program_is_decided_as_it_says",
            all_runs("riscv", 90),
            check,
        ),
        with_all(
            "every_c_program_is_decided_as_it_says",
            all_runs("c", 150),
            check,
        ),
        with_all(
            "programs_with_floats_are_decided_without_instructions_for_them_too",
            runs_without_floats(),
            check,
        ),
        with_all(
            "c_programs_are_decided_alike_as_machine_code",
            runs_as_machine_code(),
            check_machine_code,
        ),
        // Loops that no single engine need ever leave.
        with_all(
            "programs_with_endless_loops_are_decided_in_turns",
            all_runs("endless", 3),
            in_turns,
        ),
        with_all(
            "programs_without_an_end_are_proven_or_not_called_safe",
            all_runs("unbounded", 60),
            check_proven,
        ),
        with_all(
            "every_riscv_program_is_decided_by_merging_too",
            all_runs("riscv", 90),
            check_merged,
        ),
        with_all(
            "every_c_program_is_decided_by_merging_too",
            all_runs("c", 150),
            check_merged,
        ),
        with_all(
            "every_riscv_program_is_decided_by_conflicts_too",
            runs_by_conflicts("riscv", 90),
            check_by_conflicts,
        ),
        with_all(
            "every_c_program_is_decided_by_conflicts_too",
            runs_by_conflicts("c", 150),
            check_by_conflicts,
        ),
        with_all(
            "programs_are_decided_by_the_flat_encoding_too",
            runs_by_flat_encoding(),
            check_flat,
        ),
        with_all(
            "counterexamples_of_c_programs_are_confirmed_on_the_real_processor",
            runs_of_counterexamples(),
            replay_natively,
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Longest time of one run that is compared with itself.
const PATIENCE: Duration = Duration::from_secs(4);

/// Open paths at which such a run is stopped: most programs have few.
const OPEN: [usize; 3] = [2, 3, 8];

/// What was counted while open paths were taken up.
#[derive(Default)]
struct Resumed {
    runs: AtomicU64,
    open: AtomicU64,
    decisions: AtomicU64,
    late: AtomicU64,
}

impl Resumed {
    /// Whether the comparison was worth it, once all runs of a folder took part.
    fn is_enough(&self, folder: &str, count: usize) -> bool {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let [runs, open, decisions, late] =
            [&self.runs, &self.open, &self.decisions, &self.late].map(read);
        if runs < count as u64 {
            return true;
        }
        eprintln!(
            "{folder}: {runs} runs, {open} open paths with {decisions} decisions, {late} too long"
        );
        2 * open > runs && decisions > 2 * open && 10 * late < runs
    }
}

/// Every seventh run, stopped where some paths are open: they are written down, read, followed and explored to their ends.
fn prefixes(whole: &str, runs: Vec<(PathBuf, Way)>, counts: &Arc<Resumed>) -> Vec<Trial> {
    let counts = Arc::clone(counts);
    with_all(whole, runs, move |path, expected, way| {
        let mut options = vec!["--target", way.target];
        options.extend(way.options);
        options.extend(expected.flags.iter().map(String::as_str));
        let files = [common::root().join(path)];
        let problem = |error: everypath::exit::CommandError| error.to_string();
        let job = Job::with_options(files, options).map_err(problem)?;
        let analysis = Analysis::new(job).map_err(problem)?;
        let mut task = analysis.task().map_err(problem)?;
        task.options.stop = StopAt::AllFindings;
        task.options.budgets.wall = Some(PATIENCE);
        task.options.strategy = "bfs".parse().map_err(|_| "no such strategy")?;
        let most_open = OPEN[path.as_os_str().len() % OPEN.len()];
        let resumed = resumed::compare(&task, most_open)?;
        let add = |counter: &AtomicU64, more| counter.fetch_add(more, Ordering::Relaxed);
        add(&counts.open, resumed.open);
        add(&counts.decisions, resumed.decisions);
        add(&counts.late, u64::from(resumed.given_up));
        add(&counts.runs, 1);
        Ok(())
    })
}

/// Longest time of one run of several workers, or of one.
const PATIENCE_TOGETHER: Duration = Duration::from_secs(2);

/// Some runs by one, two, three and seven workers, with delays at random: all find the same. `EVERYPATH_ROUNDS` says how often each is tried.
fn workers(whole: &str, runs: Vec<(PathBuf, Way)>) -> Vec<Trial> {
    let rounds = std::env::var("EVERYPATH_ROUNDS").ok();
    let rounds: u32 = rounds.and_then(|text| text.parse().ok()).unwrap_or(1);
    with_all(whole, runs, move |path, expected, way| {
        let mut options = vec!["--target", way.target];
        options.extend(way.options);
        options.extend(expected.flags.iter().map(String::as_str));
        let files = [common::root().join(path)];
        let problem = |error: everypath::exit::CommandError| error.to_string();
        let job = Job::with_options(files, options).map_err(problem)?;
        let analysis = Analysis::new(job).map_err(problem)?;
        let mut task = analysis.task().map_err(problem)?;
        task.options.budgets.wall = Some(PATIENCE_TOGETHER);
        for _ in 0..rounds {
            if !together::compare(&task, Duration::from_micros(500))? {
                break;
            }
        }
        Ok(())
    })
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    // The longest goes first.
    let mut tests = vec![Trial::test(
        "what_multi_intervals_answer_is_what_bit_blasting_answers",
        || {
            what_multi_intervals_answer_is_what_bit_blasting_answers();
            Ok(())
        },
    )];
    tests.extend(verdicts());
    let mut counted = Vec::new();
    for (whole, folder, at_least) in [
        (
            "open_paths_of_riscv_programs_are_taken_up_by_their_prefixes",
            "riscv",
            90,
        ),
        (
            "open_paths_of_c_programs_are_taken_up_by_their_prefixes",
            "c",
            150,
        ),
    ] {
        let runs: Vec<_> = all_runs(folder, at_least).into_iter().step_by(7).collect();
        let (count, counts) = (runs.len(), Arc::default());
        tests.extend(prefixes(whole, runs, &counts));
        counted.push((folder, count, counts));
    }
    for (whole, folder, at_least) in [
        (
            "several_workers_find_of_riscv_programs_what_one_does",
            "riscv",
            90,
        ),
        ("several_workers_find_of_c_programs_what_one_does", "c", 150),
    ] {
        let runs = all_runs(folder, at_least).into_iter().skip(3).step_by(9);
        tests.extend(workers(whole, runs.collect()));
    }
    let conclusion = libtest_mimic::run(&arguments, tests);
    let mut enough = true;
    for (folder, count, counts) in counted {
        if !counts.is_enough(folder, count) {
            eprintln!("too few open paths of programs of {folder} were taken up");
            enough = false;
        }
    }
    match enough {
        true => conclusion.exit_code(),
        false => ExitCode::FAILURE,
    }
}
