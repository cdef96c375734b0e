//! The encodings of memory beside each other: the same verdicts on all programs, and which takes less time where.
//!
//! The programs of `tests/programs` say what their verdict is; those of `benchmarks/memory` differ in how memory is used and have a size.
//! Each runs with both encodings, both engines and through both front ends.

use std::path::{Path, PathBuf};
use std::process::Command;

use everypath_report::table::{Align, Table};

use crate::run::{check, everypath, programs, provenance, root, seconds_of, store};

/// Ways to run a program: the engine and the encoding.
const ENGINES: [&str; 2] = ["paths", "merge"];
const ENCODINGS: [&str; 2] = ["objects", "flat"];
/// Seconds that a run of a workload may take.
const TIME_LIMIT: u64 = 30;
/// Rounds of a run that takes less than a second; the least time counts.
const ROUNDS: usize = 3;

/// A workload: its name, its verdict and its sizes.
const WORKLOADS: [(&str, &str, &[u32]); 8] = [
    ("lookup", "safe", &[2, 4, 8]),
    ("scatter", "safe", &[2, 4, 8]),
    ("pick", "safe", &[2, 4, 6]),
    ("wide", "safe", &[1, 2, 4]),
    ("sort", "safe", &[3, 4, 5]),
    ("text", "safe", &[3, 5, 7]),
    ("list", "safe", &[8, 16, 32]),
    ("late", "unsafe", &[4, 16, 64]),
];

/// The workload that only code through LLVM finds fault with: machine code frees blocks in a heap of its own.
const BY_OBJECT: &str = "late";

/// One run: what it said, and seconds from the start of the search to the verdict.
#[derive(Clone, Default)]
struct Found {
    verdict: String,
    replayed: bool,
    seconds: f64,
}

/// Compares; false if a verdict is wrong or a counterexample is not reproduced.
pub fn bench(only: &[String], keep: bool) -> Result<bool, String> {
    let binary = everypath()?;
    let mut right = true;
    let mut text = String::new();
    for target in ["lp64", "riscv32"] {
        let table = workloads(&binary, target, only, &mut right)?;
        print!("{target}\n{}\n", table.render(""));
        text.push_str(&format!("## Workloads, {target}\n\n{}\n", table.markdown()));
    }
    if only.is_empty() {
        let (table, differing) = corpus(&binary)?;
        print!("{}", table.render(""));
        text.push_str(&format!(
            "## All programs of tests/programs\n\n{}\n",
            table.markdown()
        ));
        for line in &differing {
            println!("{line}");
            text.push_str(&format!("* {line}\n"));
        }
        right &= differing.is_empty();
    }
    if keep {
        let command = "cargo xtask bench memory --store";
        let text = format!(
            "# The encodings of memory beside each other\n\n{}* each run: `everypath check benchmarks/memory/NAME.c --target lp64|riscv32 --define N=SIZE --engine paths|merge --memory objects|flat --time-limit {TIME_LIMIT} --json`\n* seconds: from the start of the search to the verdict, without compiling; the least of {ROUNDS} runs where one takes less than a second\n\n{text}",
            provenance(command)
        );
        store("memory", &text)?;
    }
    Ok(right)
}

/// The workloads for one target.
fn workloads(
    binary: &Path,
    target: &str,
    only: &[String],
    right: &mut bool,
) -> Result<Table, String> {
    let mut table = Table::new(&[
        ("workload", Align::Left),
        ("N", Align::Right),
        ("paths, objects", Align::Right),
        ("paths, flat", Align::Right),
        ("merge, objects", Align::Right),
        ("merge, flat", Align::Right),
    ]);
    for (name, expected, sizes) in WORKLOADS {
        let wanted = only.is_empty() || only.iter().any(|wanted| wanted == name);
        if !wanted || name == BY_OBJECT && target != "lp64" {
            continue;
        }
        for size in sizes {
            let mut row = vec![name.to_owned(), size.to_string()];
            let source = root().join(format!("benchmarks/memory/{name}.c"));
            for engine in ENGINES {
                for encoding in ENCODINGS {
                    let found = best(|| {
                        let mut command = Command::new(binary);
                        command
                            .args(["check", "--jobs", "1"])
                            .arg(&source)
                            .args(["--target", target, "--define", &format!("N={size}")])
                            .args(["--engine", engine, "--memory", encoding])
                            .args(["--time-limit", &TIME_LIMIT.to_string()]);
                        run(&mut command)
                    })?;
                    row.push(match found.verdict.as_str() {
                        verdict if verdict == expected && found.replayed => {
                            format!("{:.3}", found.seconds)
                        }
                        "incomplete" if found.replayed => "not decided".to_owned(),
                        wrong => {
                            *right = false;
                            format!("WRONG: {wrong}")
                        }
                    });
                }
            }
            table.row(row);
        }
        eprintln!("{name}, {target}");
    }
    Ok(table)
}

fn best(mut run: impl FnMut() -> Result<Found, String>) -> Result<Found, String> {
    let mut best = run()?;
    for _ in 1..ROUNDS {
        if best.seconds >= 1.0 {
            break;
        }
        let again = run()?;
        if again.seconds < best.seconds {
            best = again;
        }
    }
    Ok(best)
}

fn run(command: &mut Command) -> Result<Found, String> {
    let (record, _) = check(command)?;
    let findings = record["findings"].as_array();
    let replayed = |finding: &serde_json::Value| finding["replay"]["status"] == "reproduced";
    Ok(Found {
        verdict: record["verdict"].as_str().unwrap_or("?").to_owned(),
        replayed: findings.is_none_or(|all| all.iter().all(replayed)),
        seconds: seconds_of(&record),
    })
}

/// A program of the corpus: how it is run, and its verdict.
struct Program {
    path: PathBuf,
    target: &'static str,
    flags: Vec<String>,
    verdict: String,
}

fn read(path: PathBuf, both: &'static str) -> Result<Option<Program>, String> {
    let text =
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let header = |key: &str| {
        let mut lines = text.lines();
        let of = |line: &str| {
            let line = line.strip_prefix("// ").or(line.strip_prefix("; "))?;
            let (found, value) = line.split_once(": ")?;
            (found == key).then(|| value.trim().to_owned())
        };
        lines.find_map(of)
    };
    let (Some(target), Some(expect)) = (header("target"), header("expect")) else {
        return Ok(None);
    };
    let names = ["riscv32", "riscv64", "lp64", "ilp32"];
    let target = names.into_iter().find(|name| *name == target);
    let flags = header("flags").unwrap_or_default();
    Ok(Some(Program {
        path,
        target: target.unwrap_or(both),
        flags: flags.split_whitespace().map(str::to_owned).collect(),
        verdict: expect.split(' ').next().unwrap_or_default().to_owned(),
    }))
}

/// All programs that do not choose an encoding themselves: sums of times, and what is wrong.
fn corpus(binary: &Path) -> Result<(Table, Vec<String>), String> {
    let mut table = Table::new(&[
        ("programs", Align::Left),
        ("engine", Align::Left),
        ("runs", Align::Right),
        ("seconds, objects", Align::Right),
        ("seconds, flat", Align::Right),
        ("flat twice as fast", Align::Right),
        ("objects twice as fast", Align::Right),
    ]);
    let mut differing = Vec::new();
    for (folder, both) in [("c", "lp64"), ("riscv", "riscv32")] {
        let directory = root().join("tests/programs").join(folder);
        let mut all = Vec::new();
        for extension in ["c", "S", "ll"] {
            for path in programs(&directory, extension)? {
                let program = read(path, both)?;
                let open = |program: &Program| !program.flags.iter().any(|flag| flag == "--memory");
                all.extend(program.filter(open));
            }
        }
        for engine in ENGINES {
            let mut sums = [0.0; ENCODINGS.len()];
            let mut twice = [0; ENCODINGS.len()];
            for program in &all {
                let mut seconds = [0.0; ENCODINGS.len()];
                for (encoding, seconds) in ENCODINGS.iter().zip(&mut seconds) {
                    let mut command = Command::new(binary);
                    command
                        .args(["check", "--jobs", "1"])
                        .arg(&program.path)
                        .args(["--target", program.target])
                        .args(["--engine", engine, "--memory", encoding])
                        .args(&program.flags);
                    let found = run(&mut command)
                        .map_err(|message| format!("{}: {message}", program.path.display()))?;
                    *seconds = found.seconds;
                    if found.verdict != program.verdict || !found.replayed {
                        differing.push(format!(
                            "{} with {engine} and {encoding}: {}, not {}",
                            program.path.display(),
                            found.verdict,
                            program.verdict
                        ));
                    }
                }
                let [objects, flat] = seconds;
                twice[1] += usize::from(flat * 2.0 < objects);
                twice[0] += usize::from(objects * 2.0 < flat);
                sums[0] += objects;
                sums[1] += flat;
            }
            table.row(vec![
                format!("tests/programs/{folder}"),
                engine.to_owned(),
                all.len().to_string(),
                format!("{:.2}", sums[0]),
                format!("{:.2}", sums[1]),
                twice[1].to_string(),
                twice[0].to_string(),
            ]);
            eprintln!("{folder}, {engine}");
        }
    }
    Ok((table, differing))
}
