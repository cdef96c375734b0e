//! SMT-LIB scripts of other projects, such as bitwuzla's regression tests: `everypath solve` answers what they say.
//!
//! What a script expects is in a file beside it that ends in `.expect`, else in its `(set-info :status ...)`, one for each check; where neither
//! says anything, it is what bitwuzla answers. Bitwuzla's Python module, where it is installed, is timed on the same file in a process of its
//! own, without the start of the interpreter, and what `everypath solve` takes for nothing is no part of our times.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::bitwuzla;
use crate::run::{everypath, is_there, programs_below, timed};

/// The logics whose scripts are run; a script without one is run, too.
const LOGICS: [&str; 5] = ["QF_BV", "QF_ABV", "QF_UFBV", "QF_AUFBV", "ALL"];

/// Files that are listed as the slowest.
const SLOWEST: usize = 10;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Outcome {
    Right,
    Wrong,
    Undecided,
    Refused,
    /// Nobody says what the answer is.
    Unjudged,
}

/// What became of one script.
struct Row {
    name: String,
    outcome: Outcome,
    detail: String,
    seconds: f64,
    /// Bitwuzla's seconds, if it answered everything.
    theirs: Option<f64>,
}

/// Runs the scripts below a directory; false if an answer is wrong.
pub fn smtlib(directory: &Path, only: &[String], time_limit: u64) -> Result<bool, String> {
    let binary = everypath()?;
    let scripts = programs_below(directory, "smt2")?;
    let compare = bitwuzla::installed();
    let start = (0..5)
        .map(|_| seconds_for_nothing(&binary, time_limit))
        .collect::<Result<Vec<_>, _>>()?;
    let start = start.into_iter().fold(f64::MAX, f64::min);
    let mut rows = Vec::new();
    let mut others = 0;
    for script in &scripts {
        let name = script.strip_prefix(directory).unwrap_or(script);
        let name = name.display().to_string();
        if !only.is_empty() && !only.iter().any(|part| name.contains(part)) {
            continue;
        }
        let text = fs::read(script).map_err(|error| format!("{}: {error}", script.display()))?;
        let text = String::from_utf8_lossy(&text);
        if logic(&text).is_some_and(|logic| !LOGICS.contains(&logic)) {
            others += 1;
            continue;
        }
        let mut row = judge(&binary, script, name, &text, time_limit, compare)?;
        row.seconds = (row.seconds - start).max(0.0);
        if row.outcome != Outcome::Right {
            println!("{:?}: {}: {}", row.outcome, row.name, row.detail);
        }
        rows.push(row);
    }
    println!("{} scripts, and {others} of other logics", rows.len());
    report(&rows);
    let wrong = rows.iter().any(|row| row.outcome == Outcome::Wrong);
    Ok(!wrong && !rows.is_empty())
}

/// The logic that a script sets.
fn logic(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("(set-logic ")?;
    rest.split(')').next().map(str::trim)
}

/// The answers to checks among lines of output.
fn answers(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    lines
        .filter(|line| ["sat", "unsat", "unknown"].contains(line))
        .map(str::to_owned)
        .collect()
}

/// What a script says that its answers are.
fn expected(script: &Path, text: &str) -> Vec<String> {
    if let Ok(expected) = fs::read(script.with_extension("expect")) {
        return answers(&String::from_utf8_lossy(&expected));
    }
    let status = text.lines().filter_map(|line| {
        let (_, rest) = line.trim().split_once("(set-info :status")?;
        Some(rest.trim().trim_end_matches(')').trim().to_owned())
    });
    status.collect()
}

/// Runs bitwuzla on a script; its seconds are the last line of standard error.
fn bitwuzla(script: &str, time_limit: u64) -> Result<crate::run::Timed, String> {
    let mut command = Command::new("timeout");
    command.arg(time_limit.to_string()).args(bitwuzla::file());
    timed(command.arg(script))
}

/// What `everypath solve` takes for a script without commands.
fn seconds_for_nothing(binary: &Path, time_limit: u64) -> Result<f64, String> {
    let mut command = Command::new("timeout");
    command.arg(time_limit.to_string()).arg(binary);
    Ok(timed(command.args(["solve", "/dev/null"]))?.seconds)
}

fn judge(
    binary: &Path,
    script: &Path,
    name: String,
    text: &str,
    time_limit: u64,
    compare: bool,
) -> Result<Row, String> {
    let mut command = Command::new("timeout");
    command.arg(time_limit.to_string()).arg(binary).arg("solve");
    let run = timed(command.arg(script))?;
    let printed = String::from_utf8_lossy(&run.output.stdout).into_owned();
    let ours = answers(&printed);
    let mut expected = expected(script, text);
    let mut theirs = None;
    let mut refused_too = "";
    if compare {
        let path = script.display().to_string();
        let run = bitwuzla(&path, time_limit)?;
        let found = answers(&String::from_utf8_lossy(&run.output.stdout));
        let said = String::from_utf8_lossy(&run.output.stderr);
        let seconds = said.lines().last().and_then(|line| line.parse().ok());
        let decided = !found.is_empty() && !found.iter().any(|answer| answer == "unknown");
        theirs = seconds.filter(|_| decided);
        if seconds.is_some() && found.is_empty() {
            refused_too = " (bitwuzla does not answer, either)";
        }
        if expected.is_empty() && theirs.is_some() {
            expected = found;
        }
    }
    let contradiction = ours
        .iter()
        .zip(&expected)
        .any(|(a, b)| a != b && a != "unknown" && b != "unknown");
    let error = printed.lines().find(|line| line.starts_with("(error"));
    let (outcome, detail) = if contradiction {
        (Outcome::Wrong, format!("{ours:?}, expected {expected:?}"))
    } else if let Some(error) = error {
        (Outcome::Refused, format!("{error}{refused_too}"))
    } else if run.output.status.code() == Some(124) {
        (Outcome::Undecided, format!("{time_limit} s"))
    } else if ours.iter().any(|answer| answer == "unknown") {
        (Outcome::Undecided, "unknown".to_owned())
    } else if run.output.status.code() != Some(0) {
        let said = String::from_utf8_lossy(&run.output.stderr);
        (
            Outcome::Wrong,
            format!("{} {}", run.output.status, said.trim()),
        )
    } else if expected.is_empty() && !ours.is_empty() {
        (Outcome::Unjudged, format!("{ours:?}"))
    } else if ours.len() != expected.len() {
        (
            Outcome::Unjudged,
            format!("{ours:?}, expected {expected:?}"),
        )
    } else {
        (Outcome::Right, String::new())
    };
    Ok(Row {
        name,
        outcome,
        detail,
        seconds: run.seconds,
        theirs,
    })
}

/// What both make of one formula: one script with one check.
pub struct Compared {
    /// The file's name.
    pub name: String,
    /// `sat` or `unsat`, if we decide it.
    pub ours: Option<String>,
    /// The same of bitwuzla.
    pub theirs: Option<String>,
    /// Our seconds, less those that `everypath solve` takes for nothing.
    pub our_seconds: f64,
    /// Bitwuzla's seconds.
    pub their_seconds: f64,
    /// The same of z3 as ours, if it is there.
    pub z3_seconds: Option<f64>,
}

/// Asks both and z3, twice; the faster run of each counts.
pub fn compare(binary: &Path, script: &Path, time_limit: u64) -> Result<Compared, String> {
    let decided = |output: &[u8]| {
        let answers = answers(&String::from_utf8_lossy(output));
        answers.into_iter().find(|answer| answer != "unknown")
    };
    let solve = |script: &str| {
        let mut command = Command::new("timeout");
        command.arg(time_limit.to_string()).arg(binary);
        timed(command.args(["solve", script]))
    };
    let path = script.display().to_string();
    let (mut our_seconds, mut their_seconds, mut start) = (f64::MAX, f64::MAX, f64::MAX);
    let (mut ours, mut theirs) = (None, None);
    let has_z3 = is_there("z3");
    let (mut z3_seconds, mut z3_start) = (f64::MAX, f64::MAX);
    for _ in 0..2 {
        start = start.min(seconds_for_nothing(binary, time_limit)?);
        if has_z3 {
            z3_start = z3_start.min(z3("--version", time_limit)?);
            z3_seconds = z3_seconds.min(z3(&path, time_limit)?);
        }
        let run = solve(&path)?;
        our_seconds = our_seconds.min(run.seconds);
        ours = decided(&run.output.stdout);
        let run = bitwuzla(&path, time_limit)?;
        let said = String::from_utf8_lossy(&run.output.stderr);
        let seconds = said.lines().last().and_then(|line| line.parse().ok());
        their_seconds = their_seconds.min(seconds.unwrap_or(time_limit as f64));
        theirs = decided(&run.output.stdout);
        if our_seconds + their_seconds > 1.0 {
            break;
        }
    }
    // With its folder: the formulas of paths have numbers only.
    let folder = script.parent().and_then(Path::parent).unwrap_or(script);
    let name = script.strip_prefix(folder).unwrap_or(script);
    Ok(Compared {
        name: name.display().to_string(),
        ours,
        theirs,
        our_seconds: (our_seconds - start).max(0.0),
        their_seconds,
        z3_seconds: has_z3.then_some((z3_seconds - z3_start).max(0.0)),
    })
}

/// The seconds of a run of z3.
fn z3(word: &str, time_limit: u64) -> Result<f64, String> {
    let mut command = Command::new("timeout");
    command.arg(time_limit.to_string()).args(["z3", word]);
    Ok(timed(&mut command)?.seconds)
}

fn report(rows: &[Row]) {
    let mut counts: BTreeMap<Outcome, usize> = BTreeMap::new();
    for row in rows {
        *counts.entry(row.outcome).or_default() += 1;
    }
    for (outcome, count) in &counts {
        println!("{count:>6} {outcome:?}");
    }
    let all: f64 = rows.iter().map(|row| row.seconds).sum();
    println!("{all:.2} s in all");
    let mut both: Vec<(&Row, f64)> = rows
        .iter()
        .filter(|row| row.outcome == Outcome::Right)
        .filter_map(|row| Some((row, row.theirs?)))
        .collect();
    if both.is_empty() {
        return;
    }
    let ours: f64 = both.iter().map(|(row, _)| row.seconds).sum();
    let theirs: f64 = both.iter().map(|(_, theirs)| theirs).sum();
    println!(
        "{} scripts that both decide: {ours:.2} s, bitwuzla {theirs:.2} s, ratio {:.2}",
        both.len(),
        ours / theirs
    );
    both.sort_by(|a, b| b.0.seconds.total_cmp(&a.0.seconds));
    for (row, theirs) in both.iter().take(SLOWEST) {
        println!(
            "{:>8.3} s, bitwuzla {theirs:>8.3} s, ratio {:>8.1}: {}",
            row.seconds,
            row.seconds / theirs,
            row.name
        );
    }
    let undecided = rows.iter().filter(|row| row.outcome == Outcome::Undecided);
    for row in undecided {
        if let Some(theirs) = row.theirs {
            println!("undecided, bitwuzla {theirs:>8.3} s: {}", row.name);
        }
    }
}
