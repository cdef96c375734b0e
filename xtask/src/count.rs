//! Exact counting: the Selfie programs of the Unicorn project say in comments how many inputs are bad within how many
//! instructions (@SOLUTIONS, @UNROLL). Behind that bound there may be more: `invalid-memory-access-fail` exits with 1 on a
//! second input, 1034 instructions after its start, where its bound is 920.

use std::path::Path;
use std::process::Command;

use everypath_report::table::{Align, Table};

use crate::run::{check, everypath, seconds_of};

/// The comment that gives the number of bad inputs.
const SOLUTIONS: &str = "@SOLUTIONS = ";
/// The comment that gives the bound on instructions.
const UNROLL: &str = "@UNROLL = ";
/// Programs that this way of counting does not reach.
const LEFT_OUT: [&str; 1] = ["n-queen"];

/// Programs whose comment is wrong: its number, the right one, and why.
const CORRECTED: [(&str, &str, &str, &str); 1] = [(
    "factorize_bits32easy",
    "119",
    "117",
    "the divisor 5 * 10^9 does not come of an input of 32 bits, so neither does 2",
)];

/// Counts the bad inputs of all programs of a directory; false if a number is wrong.
pub fn count(directory: &Path, only: &[String], time_limit: u64) -> Result<bool, String> {
    let binary = everypath()?;
    let failed = |error: std::io::Error| format!("{}: {error}", directory.display());
    let mut names = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "n")
            && let Some(stem) = path.file_stem()
        {
            names.push(stem.to_string_lossy().into_owned());
        }
    }
    names.sort();
    let mut table = Table::new(&[
        ("program", Align::Left),
        ("instructions", Align::Right),
        ("expected", Align::Right),
        ("counted", Align::Right),
        ("paths", Align::Right),
        ("seconds", Align::Right),
        ("remarks", Align::Left),
    ]);
    let mut right = !names.is_empty();
    for name in names {
        if LEFT_OUT.contains(&name.as_str()) && !only.contains(&name)
            || !only.is_empty() && !only.contains(&name)
        {
            continue;
        }
        let source = directory.join(format!("{name}.c"));
        let text = std::fs::read_to_string(&source)
            .map_err(|error| format!("{}: {error}", source.display()))?;
        let comment = |mark: &str| {
            text.split_once(mark)
                .and_then(|(_, rest)| rest.lines().next())
                .map(str::trim)
                .ok_or_else(|| format!("{}: no {mark}", source.display()))
        };
        let (expected, bound) = (comment(SOLUTIONS)?, comment(UNROLL)?);
        let run = check(
            Command::new(&binary)
                .args(["check", "--jobs", "1", "--engine", "paths"])
                .arg(directory.join(format!("{name}.n")))
                .args(["--env", "selfie", "--count-inputs", "--conflict-limit", "0"])
                .args([
                    "--max-instructions",
                    bound,
                    "--time-limit",
                    &time_limit.to_string(),
                ]),
        );
        let (counted, paths, seconds, verdict) = match run {
            Ok((record, _)) => {
                // Only the bound itself may leave paths out.
                let cuts = record["cuts"].as_array().map_or(&[][..], Vec::as_slice);
                let all = cuts.iter().all(|cut| cut["kind"] == "instruction-bound");
                let least = if all { "" } else { ">= " };
                (
                    format!(
                        "{least}{}",
                        record["input_count"]["count"].as_str().unwrap_or("?")
                    ),
                    record["statistics"]["paths"].to_string(),
                    format!("{:.3}", seconds_of(&record)),
                    record["verdict"].as_str().unwrap_or("?").to_owned(),
                )
            }
            Err(message) => ("?".to_owned(), String::new(), String::new(), message),
        };
        let corrected = CORRECTED
            .iter()
            .find(|(program, claimed, ..)| *program == name && *claimed == expected);
        let remarks = match corrected {
            Some((_, _, true_count, why)) if counted == *true_count => {
                format!("{verdict}; {why}")
            }
            None if counted == expected => verdict,
            _ => {
                right = false;
                format!("WRONG ({verdict})")
            }
        };
        table.row([
            name,
            bound.to_owned(),
            expected.to_owned(),
            counted,
            paths,
            seconds,
            remarks,
        ]);
    }
    print!("{}", table.render(""));
    Ok(right)
}
