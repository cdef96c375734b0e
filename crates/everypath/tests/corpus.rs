//! Every program of `tests/programs`: the verdict, the place, the inputs and the paths are those that the program's first lines
//! say. Machine code is made at -O0 and -O2, LLVM code with the usual passes and with those that are needed only; counterexamples
//! of C programs are confirmed on the real processor too.

mod common;
#[path = "../../explore/tests/explore/resumed.rs"]
mod resumed;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use everypath::{Analysis, Job};
use everypath_explore::StopAt;
use serde_json::Value;

/// What a program says of itself.
#[derive(Debug, Default)]
struct Expected {
    targets: Vec<&'static str>,
    /// Whether the program of LLVM code is decided alike as machine code.
    machine_code: bool,
    /// Whether the counterexample can be run natively.
    native: bool,
    /// Whether it is decided without LLVM's passes, too.
    unoptimised: bool,
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
            "replay" => expected.native = false,
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

/// The same with the merging engine: but for the number of paths, all must be as the program says.
fn check_merged(path: &Path, expected: &Expected, way: Way) -> Result<(), String> {
    check_with("merge", &[], path, expected, way)
}

/// The same with conflict-driven search.
fn check_by_conflicts(path: &Path, expected: &Expected, way: Way) -> Result<(), String> {
    check_with("conflict", &[], path, expected, way)
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

/// Writes the first counterexample's test case and replays it, in the machine and on the real processor.
fn replay_natively(path: &Path, expected: &Expected, way: Way) -> Result<(), String> {
    let directory = common::temporary();
    let mut command = common::everypath();
    command
        .arg("check")
        .arg(path)
        .args(["--target", way.target, "--quiet", "--tests"])
        .arg(directory.path())
        .args(&expected.flags);
    let output = command.output().unwrap();
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

/// Does something with every program in every way, on all processors; all failures are told together.
fn with_all(
    runs: &[(PathBuf, Way)],
    action: impl Fn(&Path, &Expected, Way) -> Result<(), String> + Sync,
) {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some((program, way)) = runs.get(next.fetch_add(1, Ordering::SeqCst)) {
                    let name = program.strip_prefix(common::root()).unwrap();
                    if let Err(message) = action(name, &expected(program), *way) {
                        let options = way.options.join(" ");
                        let heading = format!("{} {} {options}", name.display(), way.target);
                        failures
                            .lock()
                            .unwrap()
                            .push(format!("== {heading}: {message}"));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    assert!(
        failures.is_empty(),
        "{} of {} runs fail:\n{}",
        failures.len(),
        runs.len(),
        failures.join("\n")
    );
}

/// Without the layers that would answer before it, the layer of multi-intervals is asked most; every answer and core of
/// it is compared with bit-blasting alone.
#[test]
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

#[test]
fn every_riscv_program_is_decided_as_it_says() {
    with_all(&all_runs("riscv", 90), check);
}

#[test]
fn every_c_program_is_decided_as_it_says() {
    with_all(&all_runs("c", 150), check);
}

/// Loops that no single engine need ever leave.
#[test]
fn programs_with_endless_loops_are_decided_in_turns() {
    with_all(&all_runs("endless", 3), |path, expected, way| {
        check_with("auto", &[], path, expected, way)
    });
}

#[test]
fn every_riscv_program_is_decided_by_merging_too() {
    with_all(&all_runs("riscv", 90), check_merged);
}

#[test]
fn every_c_program_is_decided_by_merging_too() {
    with_all(&all_runs("c", 150), check_merged);
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

#[test]
fn every_riscv_program_is_decided_by_conflicts_too() {
    with_all(&runs_by_conflicts("riscv", 90), check_by_conflicts);
}

#[test]
fn every_c_program_is_decided_by_conflicts_too() {
    with_all(&runs_by_conflicts("c", 150), check_by_conflicts);
}

/// Both encodings of memory give one verdict, and both see each other's counterexamples: `cargo xtask bench memory` compares all
/// programs, here are some.
#[test]
fn programs_are_decided_by_the_flat_encoding_too() {
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
    let runs = [some("c", 150, 5), some("riscv", 90, 9)].concat();
    with_all(&runs, check_flat);
}

#[test]
fn counterexamples_of_c_programs_are_confirmed_on_the_real_processor() {
    let runs: Vec<(PathBuf, Way)> = programs("c")
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
        .collect();
    with_all(&runs, replay_natively);
}

/// Longest time of one run that is compared with itself.
const PATIENCE: Duration = Duration::from_secs(4);

/// Open paths at which such a run is stopped: most programs have few.
const OPEN: [usize; 3] = [2, 3, 8];

/// Every seventh run, stopped where some paths are open: they are written down, read, followed and explored to their ends.
fn check_prefixes(folder: &str, at_least: usize) {
    let runs = all_runs(folder, at_least);
    let runs: Vec<_> = runs.into_iter().step_by(7).collect();
    let (open, decisions, late) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    with_all(&runs, |path, expected, way| {
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
        open.fetch_add(resumed.open, Ordering::Relaxed);
        decisions.fetch_add(resumed.decisions, Ordering::Relaxed);
        late.fetch_add(u64::from(resumed.given_up), Ordering::Relaxed);
        Ok(())
    });
    let [open, decisions, late] = [open, decisions, late].map(AtomicU64::into_inner);
    let count = runs.len() as u64;
    eprintln!("{count} runs, {open} open paths with {decisions} decisions, {late} too long");
    assert!(2 * open > count && decisions > 2 * open && 10 * late < count);
}

#[test]
fn open_paths_of_riscv_programs_are_taken_up_by_their_prefixes() {
    check_prefixes("riscv", 90);
}

#[test]
fn open_paths_of_c_programs_are_taken_up_by_their_prefixes() {
    check_prefixes("c", 150);
}
