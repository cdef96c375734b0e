//! Sorting and search over symbolic arrays by merging: programs that have too many paths to follow one by one, at growing sizes, and
//! how long the run takes beside CaDiCaL alone on the exported formula.

use std::path::Path;
use std::process::Command;

use everypath_report::table::{Align, Table};

use crate::run::{check, everypath, provenance, root, store, timed};

/// Seconds that a run may take.
const LONGEST: f64 = 60.0;
/// How much longer than CaDiCaL alone a run may take, if that takes longer than a second.
const SLOWER: f64 = 1.5;

/// A program of benchmarks/sym-iss and sizes of its array. The thesis that the programs come from decided the first two in 24 to 48 hours
/// at no size given here, the third up to 15 elements in 19 hours.
const PROGRAMS: [(&str, &[u64]); 3] = [
    ("bubble_sort_safe", &[4, 6, 8, 10]),
    ("sets_safe", &[2, 3, 4, 5, 6, 7, 8]),
    ("max_safe", &[8, 16, 32, 64]),
];

/// Measures all programs for both front ends; false if one is not decided in time.
pub fn bench(only: &[String], keep: bool) -> Result<bool, String> {
    let binary = everypath()?;
    let mut table = Table::new(&[
        ("program", Align::Left),
        ("target", Align::Left),
        ("size", Align::Right),
        ("verdict", Align::Left),
        ("s", Align::Right),
        ("most waiting", Align::Right),
        ("merges", Align::Right),
        ("choices", Align::Right),
        ("CaDiCaL alone, s", Align::Right),
    ]);
    let mut good = true;
    for (name, sizes) in PROGRAMS {
        if !only.is_empty() && !only.iter().any(|other| other == name) {
            continue;
        }
        for target in ["riscv32", "lp64"] {
            for &size in sizes {
                let source = root().join(format!("benchmarks/sym-iss/{name}.c"));
                let mut command = Command::new(&binary);
                command.arg("check").arg(&source);
                command.args(["--engine", "merge", "--target", target]);
                command.arg("--define").arg(format!("SIZE={size}"));
                command.args(["--time-limit", &LONGEST.to_string()]);
                let (record, run) = check(&mut command)?;
                let verdict = record["verdict"].as_str().unwrap_or("?");
                let alone = alone(&binary, &source, target, size)?;
                let mut row_good = verdict == "safe" && run.seconds <= LONGEST;
                if let Some(alone) = alone.filter(|&alone| alone > 1.0) {
                    row_good &= run.seconds <= SLOWER * alone;
                }
                if !row_good {
                    good = false;
                    eprintln!(
                        "{name} {size}, {target}: {verdict} after {:.1} s",
                        run.seconds
                    );
                }
                let count = |name: &str| record["statistics"][name].to_string();
                table.row([
                    name.to_owned(),
                    target.to_owned(),
                    size.to_string(),
                    verdict.to_owned(),
                    format!("{:.2}", run.seconds),
                    count("most_waiting"),
                    count("merges"),
                    count("ites"),
                    alone.map_or("-".to_owned(), |alone| match alone > LONGEST {
                        true => format!("> {LONGEST:.0}"),
                        false => format!("{alone:.2}"),
                    }),
                ]);
                if verdict != "safe" {
                    break;
                }
            }
        }
    }
    print!("{}", table.render(""));
    if keep {
        let text = format!(
            "# Sorting and search by merging\n\n{}* each run: `everypath check PROGRAM --engine merge --target TARGET --define SIZE=N --time-limit {LONGEST:.0}`; a size that is not decided ends its row\n* \"CaDiCaL alone\" is `cadical` on what `--emit dimacs` writes, for at most {LONGEST:.0} s\n\n{}",
            provenance("cargo xtask bench merged --store"),
            table.markdown()
        );
        store("merged", &text)?;
    }
    Ok(good)
}

/// Seconds that CaDiCaL takes for the exported formula; none without CaDiCaL.
fn alone(binary: &Path, source: &Path, target: &str, size: u64) -> Result<Option<f64>, String> {
    if Command::new("cadical").arg("--version").output().is_err() {
        return Ok(None);
    }
    let place = tempfile::tempdir().map_err(|error| error.to_string())?;
    let formula = place.path().join("formula.cnf");
    let mut command = Command::new(binary);
    command.arg("check").arg(source);
    // Without a limit on conflicts: bounds of stores are asked on the way, and a formula without them would be another one.
    command.args(["--engine", "merge", "--target", target]);
    command.arg("--define").arg(format!("SIZE={size}"));
    command
        .arg("--emit")
        .arg(format!("dimacs={}", formula.display()));
    command.args(["--quiet", "--time-limit", &LONGEST.to_string()]);
    timed(&mut command)?;
    if !formula.exists() {
        return Ok(None);
    }
    let limit = (LONGEST as u64 + 1).to_string();
    let run = timed(
        Command::new("cadical")
            .args(["-q", "-t", &limit])
            .arg(&formula),
    )?;
    Ok(Some(run.seconds))
}
