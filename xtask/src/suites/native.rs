//! What a program does on the processor of this machine, under clang's sanitizers.
//!
//! Only programs that read no inputs are run, since what a run shows of others is about one input.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::table::{Model, Row};
use crate::run::timed;

/// Seconds of one run.
const SECONDS: &str = "5";

/// Texts in sources that say that the program has inputs: functions of harnesses, and reading.
const INPUTS: [&str; 14] = [
    "nondet",
    "VERIFIER",
    "ESBMC",
    "CPROVER",
    "klee_",
    "everypath_",
    "getchar",
    "scanf",
    "fgets",
    "getenv",
    "rand(",
    "time(",
    "read(",
    "argv",
];

/// What was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Native {
    /// Nothing was run, for this reason.
    NotRun(&'static str),
    /// It ended, and no sanitizer reported anything.
    Clean,
    /// A sanitizer, or a failed assertion; the line that says so.
    Reported(String),
}

/// Compiles a program with the sanitizers that its row asks for, and runs it.
pub fn run(row: &Row, files: &[PathBuf], directory: &Path) -> Result<Native, String> {
    if row.model() == Model::Ilp32 {
        return Ok(Native::NotRun("not for this processor"));
    }
    if row.has_open_world() {
        return Ok(Native::NotRun("the world around it is open"));
    }
    for file in files {
        let text = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let text = String::from_utf8_lossy(&text);
        if INPUTS.iter().any(|word| text.contains(word)) {
            return Ok(Native::NotRun("it has inputs"));
        }
    }
    let executable = directory.join("native");
    let mut compile = Command::new("clang-19");
    compile
        .args(["-g", "-O0", "-w", "-fno-sanitize-recover=all"])
        .arg("-Wno-error=implicit-function-declaration")
        .arg(format!("-fsanitize={}", sanitizers(row.properties())))
        .arg("-fsanitize-address-use-after-return=always")
        .args(row.defines().map(|define| format!("-D{define}")))
        .args(files)
        .arg("-lm")
        .arg("-o")
        .arg(&executable);
    if !timed(&mut compile)?.output.status.success() {
        return Ok(Native::NotRun("it does not compile or link by itself"));
    }
    let mut run = Command::new("timeout");
    run.args(["-k", "1", SECONDS])
        .arg(&executable)
        .stdin(std::process::Stdio::null())
        .env("ASAN_OPTIONS", asan_options(row.properties()))
        .current_dir(directory);
    let run = timed(&mut run)?.output;
    let said = String::from_utf8_lossy(&run.stderr);
    let report = said.lines().find(|line| {
        [
            "runtime error:",
            "ERROR: ",
            "Assertion `",
            "assertion failed",
        ]
        .iter()
        .any(|mark| line.contains(mark))
    });
    Ok(match (report, run.status.code()) {
        (Some(line), _) => Native::Reported(line.trim().to_owned()),
        (None, Some(124)) => Native::NotRun("it does not end within its time"),
        (None, Some(_)) => Native::Clean,
        (None, None) => Native::NotRun("a signal ended it without a report"),
    })
}

/// The sanitizers for our properties: what was not asked is not to be reported.
fn sanitizers(properties: &[&str]) -> String {
    let groups: [(&str, &str); 10] = [
        ("array-bounds", "bounds"),
        ("division-by-zero", "integer-divide-by-zero"),
        ("signed-overflow", "signed-integer-overflow"),
        ("invalid-shift", "shift"),
        ("invalid-conversion", "float-cast-overflow"),
        ("unsigned-overflow", "unsigned-integer-overflow"),
        ("misaligned-access", "alignment"),
        (
            "null-argument",
            "nonnull-attribute,returns-nonnull-attribute",
        ),
        ("invalid-load", "address"),
        ("memory-leak", "leak"),
    ];
    let asked = groups
        .iter()
        .filter(|(property, _)| properties.contains(property));
    let mut names: Vec<&str> = asked.map(|(_, group)| *group).collect();
    // The allocator of ASan finds leaks by itself, and does not go together with the other.
    if names.contains(&"address") {
        names.retain(|name| *name != "leak");
    }
    if names.is_empty() {
        names.push("unreachable");
    }
    names.join(",")
}

fn asan_options(properties: &[&str]) -> String {
    let leaks = u8::from(properties.contains(&"memory-leak"));
    format!("detect_leaks={leaks}:detect_stack_use_after_return=1:allocator_may_return_null=1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_asked_is_watched() {
        assert_eq!(sanitizers(&["assertion"]), "unreachable");
        assert_eq!(
            sanitizers(&["invalid-load", "memory-leak", "division-by-zero"]),
            "integer-divide-by-zero,address"
        );
        assert!(asan_options(&["memory-leak"]).starts_with("detect_leaks=1"));
    }
}
