//! Fuzzing of all readers of bytes from outside, led by coverage: the targets of `fuzz/` with libFuzzer.
//!
//! Compiled with the coverage of LLVM's sanitizers, but without a sanitizer: a panic, a hang and a file that takes gigabytes are what is looked for, since
//! what reads is safe Rust. What was found to reach new code is kept in the target directory and taken up by the next run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use everypath_report::table::{Align, Table};

use crate::run::{root, target};

/// A target: its name, what it reads, and how many bytes at most.
const TARGETS: [(&str, &str, u32); 8] = [
    ("elf", "executables and their debug information", 16_384),
    ("properties", "files of properties (.prp)", 1_024),
    ("ktest", "KLEE's test cases (.ktest)", 1_024),
    ("test_case", "test cases", 4_096),
    (
        "record",
        "records and test cases that a run is repeated from",
        16_384,
    ),
    ("script", "SMT-LIB scripts", 4_096),
    ("answer", "answers of solver processes", 1_024),
    ("blocks", "programs as text", 4_096),
];

/// What makes rustc count which code runs.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing";

/// Seconds after which one input hangs, and the most memory in megabytes.
const PATIENCE: u32 = 20;
const MEMORY: u32 = 2_048;

/// Runs the targets, each for so many seconds; whether none found anything.
pub fn fuzz(only: &[String], seconds: u64) -> Result<bool, String> {
    let wanted = |name: &str| only.is_empty() || only.iter().any(|it| it == name);
    if let Some(unknown) = only
        .iter()
        .find(|it| TARGETS.iter().all(|row| row.0 != **it))
    {
        let names: Vec<&str> = TARGETS.iter().map(|row| row.0).collect();
        return Err(format!(
            "there is no target {unknown}, only {}",
            names.join(", ")
        ));
    }
    let host = host()?;
    let targets: Vec<_> = TARGETS.into_iter().filter(|row| wanted(row.0)).collect();
    build(&host, targets.iter().map(|row| row.0))?;
    let mut table = Table::new(&[
        ("target", Align::Left),
        ("reads", Align::Left),
        ("inputs tried", Align::Right),
        ("edges reached", Align::Right),
        ("found", Align::Left),
    ]);
    let mut clean = true;
    for (name, what, longest) in targets {
        eprintln!("{name}: {seconds} s");
        let run = Run::of(&host, name, longest, seconds)?;
        clean &= run.found.is_none();
        let found = run.found.unwrap_or_else(|| "nothing".to_owned());
        let cells = [
            name.to_owned(),
            what.to_owned(),
            run.inputs,
            run.edges,
            found,
        ];
        table.row(cells);
    }
    print!("{}", table.render(""));
    Ok(clean)
}

fn directory() -> PathBuf {
    target().join("fuzz")
}

/// The triple of this machine: a target that is named keeps the flags away from build scripts.
fn host() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output();
    let output = output.map_err(|error| format!("rustc: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| format!("rustc -vV names no host: {said}"))
}

fn build<'a>(host: &str, names: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let bins = names.flat_map(|name| ["--bin", name]);
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--target", host, "--target-dir"])
        .arg(directory())
        .args(bins)
        .env("RUSTFLAGS", COVERAGE)
        .current_dir(root().join("fuzz"))
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    match built.success() {
        true => Ok(()),
        false => Err("the fuzz targets do not compile".to_owned()),
    }
}

/// What a target did.
struct Run {
    inputs: String,
    edges: String,
    /// The file of the input that failed.
    found: Option<String>,
}

impl Run {
    fn of(host: &str, name: &str, longest: u32, seconds: u64) -> Result<Run, String> {
        let made = |folder: &str| {
            let path = directory().join(folder).join(name);
            let made = fs::create_dir_all(&path);
            made.map_err(|error| format!("{}: {error}", path.display()))?;
            Ok::<PathBuf, String>(path)
        };
        let (corpus, failures) = (made("corpus")?, made("failures")?);
        let program = directory().join(host).join("release").join(name);
        let mut command = Command::new(&program);
        command
            .arg(&corpus)
            .arg(root().join("fuzz/seeds").join(name))
            .arg(format!("-max_total_time={seconds}"))
            .arg(format!("-max_len={longest}"))
            .arg(format!("-timeout={PATIENCE}"))
            .arg(format!("-rss_limit_mb={MEMORY}"))
            .arg(format!("-artifact_prefix={}/", failures.display()))
            .arg("-print_final_stats=1");
        let output = command.output();
        let output = output.map_err(|error| format!("{}: {error}", program.display()))?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let found = (!output.status.success()).then(|| failure(&program, &output, &said));
        let inputs = last_after(&said, "stat::number_of_executed_units:");
        Ok(Run {
            inputs: inputs.unwrap_or_else(|| "?".to_owned()),
            edges: last_after(&said, " cov:").unwrap_or_else(|| "?".to_owned()),
            found,
        })
    }
}

/// The word behind the last of these texts.
fn last_after(said: &str, text: &str) -> Option<String> {
    let (_, behind) = said.rsplit_once(text)?;
    behind.split_whitespace().next().map(str::to_owned)
}

/// Shows what a target said at its end, and how to see it again.
fn failure(program: &Path, output: &Output, said: &str) -> String {
    let lines: Vec<&str> = said.lines().collect();
    let end = lines.len().saturating_sub(60);
    eprintln!("{}", lines[end..].join("\n"));
    match last_after(said, "Test unit written to ") {
        Some(file) => {
            eprintln!("again: {} {file}", program.display());
            file
        }
        None => output.status.to_string(),
    }
}
