//! The programs of the Sym-ISS thesis, depth-first and at random, beside the thesis' figures (its tables 11 and 12); or some
//! of them at other sizes (its table 13).

use std::path::Path;
use std::process::Command;

use everypath_report::table::{Align, Table};
use serde::Deserialize;

use crate::intervals::Measured;
use crate::run::{check, everypath, provenance, root, seconds_of, store};

#[derive(Debug, Deserialize)]
pub struct Expectations {
    pub program: Vec<Program>,
    /// Programs at other sizes than their own.
    scaled: Vec<Program>,
}

#[derive(Debug, Deserialize)]
pub struct Program {
    pub name: String,
    #[serde(default)]
    thesis: String,
    pub verdict: String,
    size: Option<u64>,
    paths: Option<u64>,
    dfs_states: Option<u64>,
    dfs_seconds: Option<f64>,
    random_states: Option<u64>,
    random_seconds: Option<f64>,
}

impl Expectations {
    /// Reads `expected.toml` of a directory.
    pub fn read(directory: &Path) -> Result<Self, String> {
        let failed = |error: &dyn std::fmt::Display| format!("expected.toml: {error}");
        let text = std::fs::read_to_string(directory.join("expected.toml"))
            .map_err(|error| failed(&error))?;
        toml::from_str(&text).map_err(|error| failed(&error))
    }
}

/// Strategies of ours for the two of the thesis.
const STRATEGIES: [(&str, &str); 2] = [("dfs", "dfs"), ("random", "random-state")];

/// Runs the programs; false if a verdict or a number of paths is wrong.
pub fn sym_iss(only: &[String], scaled: bool, time_limit: u64, keep: bool) -> Result<bool, String> {
    let binary = everypath()?;
    let directory = root().join("benchmarks/sym-iss");
    let expected = Expectations::read(&directory)?;
    let mut table = Table::new(&[
        ("program", Align::Left),
        ("strategy", Align::Left),
        ("verdict", Align::Left),
        ("paths", Align::Right),
        ("states", Align::Right),
        ("thesis states", Align::Right),
        ("seconds", Align::Right),
        ("thesis seconds", Align::Right),
        ("times faster", Align::Right),
        ("no SAT", Align::Right),
        ("remarks", Align::Left),
    ]);
    let mut right = true;
    let programs = if scaled {
        &expected.scaled
    } else {
        &expected.program
    };
    for program in programs {
        if !only.is_empty() && !only.contains(&program.name) {
            continue;
        }
        for (thesis_name, strategy) in STRATEGIES {
            // The thesis scaled depth-first only.
            if scaled && thesis_name != "dfs" {
                continue;
            }
            let (states, seconds) = match thesis_name {
                "dfs" => (program.dfs_states, program.dfs_seconds),
                _ => (program.random_states, program.random_seconds),
            };
            let mut command = Command::new(&binary);
            command
                .args([
                    "check", "--jobs", "1", "--target", "riscv32", "--engine", "paths",
                ])
                .arg(directory.join(format!("{}.c", program.name)))
                .args(["--strategy", strategy])
                .args(["--time-limit", &time_limit.to_string()]);
            let mut label = match program.thesis.as_str() {
                "" => program.name.clone(),
                thesis => format!("{} ({thesis})", program.name),
            };
            if let Some(size) = program.size.filter(|_| scaled) {
                command.arg(format!("--define=SIZE={size}"));
                label += &format!(" SIZE={size}");
            }
            let (record, _) =
                check(&mut command).map_err(|message| format!("{}: {message}", program.name))?;
            let verdict = record["verdict"].as_str().unwrap_or("?").to_owned();
            let paths = record["statistics"]["paths"].as_u64().unwrap_or(0);
            let time = seconds_of(&record);
            let remarks = judge(program, &verdict, paths, &mut right);
            let ratio = seconds.filter(|_| time > 0.0).map(|seconds| seconds / time);
            eprintln!("{label} {strategy}: {time:.3} s");
            table.row([
                label,
                strategy.to_owned(),
                verdict,
                paths.to_string(),
                (2 * paths).to_string(),
                states.map_or("-".to_owned(), |states| states.to_string()),
                format!("{time:.3}"),
                match seconds {
                    Some(seconds) => format!("{seconds:.2}"),
                    None if scaled && program.verdict != "not-decided" => "-".to_owned(),
                    None => "time-out".to_owned(),
                },
                ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.0}")),
                Measured::of(&record).without_sat(),
                remarks,
            ]);
        }
    }
    print!("{}", table.render(""));
    if keep {
        let (option, name) = if scaled {
            (" --scaled", "sym-iss-scaled")
        } else {
            ("", "sym-iss")
        };
        let command =
            format!("cargo xtask bench sym-iss{option} --time-limit {time_limit} --store");
        store(
            name,
            &format!(
                "# The programs of the Sym-ISS thesis\n\n{}* each run: `everypath check benchmarks/sym-iss/NAME.c --target riscv32 --strategy STRATEGY --time-limit {time_limit} --json`\n* seconds: from the start of the search to the verdict, without compiling\n* no SAT: share of the queries that did not reach bit-blasting\n\nThe thesis measured on an Intel Xeon E3-1240 V2 with Z3 4.8.0. A faulty program ends at the first finding, so its paths depend on the strategy.\n\n{}",
                provenance(&command),
                table.markdown()
            ),
        )?;
    }
    Ok(right)
}

/// What is wrong with a run, if anything.
fn judge(program: &Program, verdict: &str, paths: u64, right: &mut bool) -> String {
    let undecided = verdict == "incomplete";
    if program.verdict == "not-decided" {
        if verdict == "unsafe" {
            *right = false;
            return "WRONG: the program is correct".to_owned();
        }
        return if undecided {
            "not decided in the thesis either"
        } else {
            "not decided in the thesis"
        }
        .to_owned();
    }
    if verdict != program.verdict {
        let timed_out =
            undecided && (program.dfs_seconds.is_none() || program.random_seconds.is_none());
        if timed_out {
            return "not decided in the time".to_owned();
        }
        *right = false;
        return format!("WRONG: expected {}", program.verdict);
    }
    match program.paths {
        Some(expected) if expected != paths => {
            *right = false;
            format!("WRONG: expected {expected} paths")
        }
        _ => String::new(),
    }
}
