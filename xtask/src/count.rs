//! Exact counting: the Selfie programs of the Unicorn project say in a comment how many inputs are bad.

use std::path::Path;
use std::process::Command;

use everypath_report::table::{Align, Table};

use crate::run::{check, everypath};

/// The comment that gives the number.
const MARK: &str = "@SOLUTIONS = ";
/// Programs that this way of counting does not reach.
const LEFT_OUT: [&str; 1] = ["n-queen"];

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
        let expected = text
            .split_once(MARK)
            .and_then(|(_, rest)| rest.lines().next())
            .ok_or_else(|| format!("{}: no {MARK}", source.display()))?
            .trim();
        let run = check(
            Command::new(&binary)
                .arg("check")
                .arg(directory.join(format!("{name}.n")))
                .args(["--env", "selfie", "--count-inputs", "--conflict-limit", "0"])
                .args(["--time-limit", &time_limit.to_string()]),
        );
        let (counted, paths, seconds, verdict) = match run {
            Ok((record, _)) => {
                let count = &record["input_count"];
                let bound = if count["exact"] == true { "" } else { ">= " };
                (
                    format!("{bound}{}", count["count"].as_str().unwrap_or("?")),
                    record["statistics"]["paths"].to_string(),
                    format!("{:.3}", record["timing"]["seconds"].as_f64().unwrap_or(0.0)),
                    record["verdict"].as_str().unwrap_or("?").to_owned(),
                )
            }
            Err(message) => ("?".to_owned(), String::new(), String::new(), message),
        };
        let remarks = if counted == expected {
            verdict
        } else {
            right = false;
            format!("WRONG ({verdict})")
        };
        table.row([name, expected.to_owned(), counted, paths, seconds, remarks]);
    }
    print!("{}", table.render(""));
    Ok(right)
}
