//! The programs of c-testsuite (<https://github.com/c-testsuite/c-testsuite>) on the machine: each prints what stands beside it, and exits with 0.
//!
//! A program that does otherwise is a failure unless [`EXCEPTIONS`] names it, with what C17 says about it or what is not supported.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::run::{everypath, timed};

/// What the programs are compiled for.
const TARGETS: [&str; 4] = ["lp64", "ilp32", "riscv32", "riscv64"];

/// Seconds that a program may take.
const SECONDS: &str = "60";

const SIZE_AS_INT: &str = "C17 7.21.6.1p9: it prints a size_t as an int";

/// Programs that need not print what is expected: name, targets it concerns, and why.
const EXCEPTIONS: [(&str, &[&str], &str); 5] = [
    (
        "00025",
        &["lp64"],
        "C17 7.1.4p2: it declares strlen with another result than size_t, and calls it",
    ),
    (
        "00200",
        &["lp64", "ilp32"],
        "C17 6.5.7p4: it shifts a negative number to the left",
    ),
    ("00178", &["lp64"], SIZE_AS_INT),
    ("00179", &["lp64"], SIZE_AS_INT),
    ("00184", &["lp64"], SIZE_AS_INT),
];

/// Runs the programs of a checkout on every target; false if one fails that is no exception, or if an exception works.
pub fn c_testsuite(directory: &Path, only: &[String]) -> Result<bool, String> {
    let binary = everypath()?;
    let mut programs = Vec::new();
    let folder = directory.join("tests/single-exec");
    let entries =
        fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = name(&path);
        let wanted = only.is_empty() || only.iter().any(|part| name.contains(part));
        if wanted && path.extension().is_some_and(|extension| extension == "c") {
            programs.push(path);
        }
    }
    programs.sort();
    let runs: Vec<(&str, &PathBuf)> = TARGETS
        .iter()
        .flat_map(|target| programs.iter().map(move |program| (*target, program)))
        .collect();
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((target, program)) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let name = name(program);
                    let exception = EXCEPTIONS
                        .iter()
                        .find(|row| row.0 == name && row.1.contains(target));
                    let line = match (run(&binary, target, program), exception) {
                        (Ok(()), None) | (Err(_), Some(_)) => continue,
                        (Ok(()), Some(_)) => format!("{target} {name}: is an exception, and works"),
                        (Err(why), None) => format!("{target} {name}: {why}"),
                    };
                    if let Ok(mut wrong) = wrong.lock() {
                        wrong.push(line);
                    }
                }
            });
        }
    });
    let mut wrong = wrong.into_inner().map_err(|error| error.to_string())?;
    wrong.sort();
    for line in &wrong {
        println!("{line}");
    }
    println!(
        "{} programs on {} targets: {} of {} runs are as expected; exceptions:",
        programs.len(),
        TARGETS.len(),
        runs.len() - wrong.len(),
        runs.len()
    );
    for (name, targets, why) in EXCEPTIONS {
        println!("  {name} on {}: {why}", targets.join(", "));
    }
    Ok(wrong.is_empty() && !runs.is_empty())
}

fn name(program: &Path) -> String {
    let stem = program.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// Runs one program; an error says what is different.
fn run(binary: &Path, target: &str, program: &Path) -> Result<(), String> {
    let expected = format!("{}.expected", program.display());
    let expected = fs::read(&expected).map_err(|error| format!("{expected}: {error}"))?;
    let mut command = Command::new("timeout");
    command
        .arg(SECONDS)
        .arg(binary)
        .args(["run", "--target", target]);
    let output = timed(command.arg(program))?.output;
    if output.stdout == expected && output.status.success() {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(format!(
        "exit {:?}, prints {:?}, expected {:?} {}",
        output.status.code(),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&expected),
        errors.trim().lines().last().unwrap_or_default()
    ))
}
