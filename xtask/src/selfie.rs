//! The programs of Selfie's symbolic examples: the least number of instructions after which each has a bad state, beside what
//! two other tools found, with the same answers from z3.
//!
//! The directory is the folder `benchmarks` of rotor-rust: `binaries/*.m` and two tables of least bounds, one for programs that
//! must not exit with code 0 and one for code 1. Both count from 0, so their bound k is our bound of k + 1 instructions.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use everypath_report::table::{Align, Table};

use crate::run::{everypath, provenance, store, timed};

/// Instructions up to which a program of which the tables know no bad state is searched.
const MOST: u64 = 1500;
/// Seconds that the question for one bound may take.
const LONGEST: f64 = 1.0;

/// The tables, and the property that stands for the exit code that they look for.
const TABLES: [(&str, &str); 2] = [
    ("deep_equivalence_results.csv", "zero-exit"),
    ("deep_equivalence_results_exit1.csv", "nonzero-exit"),
];

/// The tables' names of properties and ours.
const PROPERTIES: [(&str, &str); 3] = [
    ("division-by-zero", "division-by-zero"),
    ("store-invalid-address", "invalid-store"),
    ("load-seg-fault", "invalid-load"),
];

/// What one run says.
struct Answer {
    /// The property that is violated, if one is.
    found: Option<String>,
    seconds: f64,
    /// What z3 says of the formula; none without z3.
    z3: Option<String>,
}

/// Compares all programs; false if a least bound differs or takes too long. A bad state beyond the tables' is shown by a run on
/// its inputs, so it is no difference of ours.
pub fn bench(directory: &Path, keep: bool) -> Result<bool, String> {
    let binary = everypath()?;
    let mut table = Table::new(&[
        ("program", Align::Left),
        ("exit", Align::Left),
        ("theirs", Align::Left),
        ("least bound", Align::Right),
        ("violated", Align::Left),
        ("s at it", Align::Right),
        ("s below", Align::Right),
        ("z3", Align::Left),
    ]);
    let mut good = true;
    for (file, exit) in TABLES {
        let path = directory.join(file);
        let text =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for line in text.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let [name, theirs, bound, ..] = fields[..] else {
                return Err(format!("{}: no table: {line}", path.display()));
            };
            let program = directory.join("binaries").join(format!("{name}.m"));
            let known = bound.parse::<u64>().ok();
            let ask = |bound: u64, formula: bool| ask(&binary, &program, exit, bound, formula);
            let least = match known {
                Some(bound) => Some(bound),
                None => least(|bound| Ok(ask(bound, false)?.found.is_some()))?,
            };
            let row = match least {
                None => {
                    let none = ask(MOST, true)?;
                    good &= none.z3.is_none_or(|said| said == "unsat");
                    let seconds = format!("{:.2}", none.seconds);
                    [
                        format!("> {MOST}"),
                        String::new(),
                        String::new(),
                        seconds,
                        "unsat".to_owned(),
                    ]
                }
                Some(bound) => {
                    let (at, below) = (ask(bound, true)?, ask(bound.saturating_sub(1), true)?);
                    let property = PROPERTIES
                        .iter()
                        .find(|(name, _)| *name == theirs)
                        .map_or(exit, |(_, ours)| ours);
                    let agree = at.found.as_deref() == Some(property) && below.found.is_none();
                    let z3: Vec<String> = at.z3.into_iter().chain(below.z3).collect();
                    let same = z3.is_empty() || z3 == ["sat", "unsat"];
                    let quick = at.seconds.max(below.seconds) <= LONGEST;
                    if !agree || !same || !quick {
                        good = false;
                        eprintln!("{name}, {exit}: differs, or takes longer than {LONGEST} s");
                    }
                    [
                        bound.to_string(),
                        at.found.unwrap_or_default(),
                        format!("{:.2}", at.seconds),
                        format!("{:.2}", below.seconds),
                        z3.join(", "),
                    ]
                }
            };
            let mut cells = vec![
                name.to_owned(),
                exit.to_owned(),
                format!("{theirs} {bound}"),
            ];
            cells.extend(row);
            table.row(cells);
        }
    }
    print!("{}", table.render(""));
    if keep {
        let text = format!(
            "# Selfie's symbolic examples: least bounds\n\n{}* each run: `everypath check PROGRAM.m --engine merge --max-instructions BOUND+1`; a bound counts from 0; z3 answers the emitted formulas at the bound and one below\n* \"theirs\" is what C rotor and rotor-rust found with btormc; they look for bad states up to {MOST}\n\n{}",
            provenance("cargo xtask bench selfie DIR --store"),
            table.markdown()
        );
        store("selfie", &text)?;
    }
    Ok(good)
}

/// The least bound at which something is found; none up to [`MOST`].
fn least(found: impl Fn(u64) -> Result<bool, String>) -> Result<Option<u64>, String> {
    if !found(MOST)? {
        return Ok(None);
    }
    let (mut low, mut high) = (0, MOST);
    while low < high {
        let middle = (low + high) / 2;
        match found(middle)? {
            true => high = middle,
            false => low = middle + 1,
        }
    }
    Ok(Some(low))
}

fn ask(
    binary: &Path,
    program: &Path,
    exit: &str,
    bound: u64,
    formula: bool,
) -> Result<Answer, String> {
    let mut command = Command::new(binary);
    let limit = (bound + 1).to_string();
    command
        .args(["check", "--jobs", "1"])
        .arg(program)
        .args(["--engine", "merge"]);
    if exit != "nonzero-exit" {
        command.args(["--no-check", "nonzero-exit", "--check", exit]);
    }
    command.args(["--max-instructions", &limit, "--json"]);
    let run = timed(&mut command)?;
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", program.display());
    let record: serde_json::Value =
        serde_json::from_slice(&run.output.stdout).map_err(|error| failed(&error))?;
    let found = record["findings"][0]["property"]
        .as_str()
        .map(str::to_owned);
    let z3 = match formula && has_z3() {
        true => {
            let place = tempfile::tempdir().map_err(|error| failed(&error))?;
            let file: PathBuf = place.path().join("formula.smt2");
            timed(
                command
                    .arg("--emit")
                    .arg(format!("smt2={}", file.display())),
            )?;
            let said = timed(Command::new("z3").arg(&file))?.output.stdout;
            let said = String::from_utf8_lossy(&said).into_owned();
            Some(said.lines().next().unwrap_or_default().to_owned())
        }
        false => None,
    };
    Ok(Answer {
        found,
        seconds: run.seconds,
        z3,
    })
}

fn has_z3() -> bool {
    Command::new("z3").arg("--version").output().is_ok()
}
