//! All that is written for other tools, of every program of the tests: each file is read by the reader that the tests read examples with, and says as
//! much as the record of the run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use everypath_report::format::{FORMATS, Writer};
use everypath_report::table::{Align, Table};
use serde_json::Value;

use crate::corpus::{self, Subject};
use crate::run::{everypath, root, timed};

/// The readers of the tests.
#[path = "../../crates/everypath/tests/common/formats.rs"]
mod readers;

/// How a program is checked, and whether test cases are written: then single paths are followed.
struct Way {
    name: &'static str,
    options: &'static [&'static str],
    has_tests: bool,
    has_proof: bool,
}

/// A violation has no trace in the one way and has one in the other, which is in SARIF.
const WAYS: [Way; 3] = [
    Way {
        name: "tests",
        options: &["--all", "--testcomp", "--ktest"],
        has_tests: true,
        has_proof: false,
    },
    Way {
        name: "auto",
        options: &["--all", "--trace"],
        has_tests: false,
        has_proof: false,
    },
    Way {
        name: "prove",
        options: &["--engine", "prove"],
        has_tests: false,
        has_proof: true,
    },
];

/// Folders with programs that have loops without a bound.
const PROVEN: [&str; 2] = ["unbounded/", "termination/"];

/// What is looked at.
pub struct Wanted<'a> {
    /// Only programs whose folder and name contain one of these; all, if there are none.
    pub only: &'a [String],
    /// Seconds for each run.
    pub time_limit: u64,
    /// Where the files are kept, if they are wanted for more readers.
    pub keep: Option<&'a Path>,
}

/// What was read of one format.
#[derive(Default)]
struct Read {
    files: usize,
    /// Results, tests, waypoints and the like.
    entries: usize,
    errors: usize,
}

/// The formats with what was read of them.
#[derive(Default)]
struct Counts {
    of: BTreeMap<String, Read>,
    findings: usize,
    runs: usize,
}

impl Counts {
    /// Counts a file, by the number of its entries or what is wrong with it.
    fn add(&mut self, format: &str, what: &str, read: Result<usize, String>) {
        let counts = self.of.entry(format.to_owned()).or_default();
        counts.files += 1;
        match read {
            Ok(entries) => counts.entries += entries,
            Err(error) => {
                counts.errors += 1;
                println!("{what}: {format}: {error}");
            }
        }
    }
}

/// Checks each program in each way, and reads what is written; false if something cannot be read.
pub fn formats(wanted: &Wanted<'_>) -> Result<bool, String> {
    let binary = everypath()?;
    let mut counts = Counts::default();
    let folders = corpus::FOLDERS.into_iter().chain([corpus::TERMINATION]);
    for folder in folders {
        for subject in corpus::of_folder(folder)? {
            if !corpus::is_wanted(&subject.name, wanted.only) {
                continue;
            }
            let is_proven = PROVEN.iter().any(|part| subject.name.starts_with(part));
            for way in WAYS.iter().filter(|way| is_proven || !way.has_proof) {
                look(&binary, &subject, way, wanted, &mut counts)?;
            }
        }
        eprintln!("{folder}: {} runs so far", counts.runs);
    }
    let mut table = Table::new(&[
        ("format", Align::Left),
        ("files", Align::Right),
        ("entries", Align::Right),
        ("errors", Align::Right),
    ]);
    for (format, read) in &counts.of {
        let numbers = [read.files, read.entries, read.errors].map(|number| number.to_string());
        table.row([format.clone()].into_iter().chain(numbers));
    }
    print!("{}", table.render(""));
    println!("{} runs, {} findings", counts.runs, counts.findings);
    let errors: usize = counts.of.values().map(|read| read.errors).sum();
    Ok(errors == 0 && counts.findings > 0)
}

/// Checks a program in one way, and reads what is written.
fn look(
    binary: &Path,
    subject: &Subject,
    way: &Way,
    wanted: &Wanted<'_>,
    counts: &mut Counts,
) -> Result<(), String> {
    let temporary = tempfile::tempdir().map_err(|error| error.to_string())?;
    let directory = match wanted.keep {
        Some(folder) => folder.join(&subject.name).join(way.name),
        None => temporary.path().to_owned(),
    };
    std::fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
    let mut command = Command::new(binary);
    command
        .arg("check")
        .args(&subject.arguments)
        .args(way.options)
        .args([
            "--quiet".to_owned(),
            format!("--time-limit={}", wanted.time_limit),
        ])
        .args(FORMATS.iter().map(|format| {
            let path = directory.join(format.name);
            format!("--{}={}", format.name, path.display())
        }))
        .current_dir(root());
    if way.has_tests {
        command.arg("--tests").arg(directory.join("tests"));
    }
    if way.has_proof {
        let witness = directory.join("correctness");
        command.arg("--correctness-witness").arg(witness);
    }
    let run = timed(&mut command)?;
    let what = format!("{} ({})", subject.name, way.name);
    let code = run.output.status.code();
    if code == Some(1) && !directory.join("json").exists() {
        // What one engine cannot do, it refuses before anything is written.
        return Ok(());
    }
    counts.runs += 1;
    let text = |name: &str| read(&directory.join(name));
    let record: Value = match text("json")
        .and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()))
    {
        Ok(record) => record,
        Err(error) => {
            let said = String::from_utf8_lossy(&run.output.stderr).into_owned();
            counts.add(
                "json",
                &what,
                Err(format!("exit {code:?}: {error}: {said}")),
            );
            return Ok(());
        }
    };
    let findings = record["findings"].as_array().map_or(0, Vec::len);
    counts.findings += findings;
    for format in &FORMATS {
        let read = match format.writer {
            Writer::Folder(_) => readers::pages(&directory.join(format.name)),
            _ => text(format.name).and_then(|text| entries(format.name, &text, &record)),
        };
        counts.add(format.name, &what, read);
    }
    if way.has_tests {
        look_at_tests(&directory.join("tests"), findings, &what, counts)?;
    }
    if way.has_proof && directory.join("correctness").exists() {
        let read = text("correctness").and_then(|text| readers::correctness(&text));
        let invariants = read.map(|entries| entries.iter().map(|it| it.content.len()).sum());
        counts.add("correctness-witness", &what, invariants);
    }
    Ok(())
}

fn read(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// Reads a format; gives how many entries it has, which agrees with the record.
fn entries(format: &str, text: &str, record: &Value) -> Result<usize, String> {
    let findings = record["findings"].as_array().map_or(0, Vec::len);
    let all = |found: usize, what: &str| match found == findings {
        true => Ok(found),
        false => Err(format!("{found} {what} of {findings} findings")),
    };
    match format {
        "json" => all(findings, "findings"),
        "sarif" => all(readers::sarif(text)?, "results"),
        "junit" => {
            let read = readers::junit(text)?;
            let failed: u64 = read.suites.iter().map(|suite| suite.failures).sum();
            let list = record["findings"].as_array().into_iter().flatten();
            let mut violated: Vec<&str> = list.filter_map(|it| it["property"].as_str()).collect();
            violated.sort_unstable();
            violated.dedup();
            match failed == violated.len() as u64 {
                true => Ok(read.suites.iter().map(|suite| suite.cases.len()).sum()),
                false => Err(format!("{failed} failures for {violated:?}")),
            }
        }
        "witness" => match readers::witness(text)?.len() {
            // Some findings break no property of the competition.
            written if written <= findings => Ok(written),
            written => all(written, "witnesses"),
        },
        "coverage" => readers::tracefile(text),
        "dot" => readers::dot(text).map(|()| 1),
        other => Err(format!("nobody reads {other}")),
    }
}

/// Reads the suite of Test-Comp: each test case has a test, and each finding one that covers it.
fn look_at_tests(
    directory: &Path,
    findings: usize,
    what: &str,
    counts: &mut Counts,
) -> Result<(), String> {
    let files = |extension: &str| -> Result<Vec<PathBuf>, String> {
        let pattern = directory.join(format!("*.{extension}"));
        let paths = glob::glob(&pattern.to_string_lossy()).map_err(|error| error.to_string())?;
        Ok(paths.flatten().collect())
    };
    let mut covers = 0;
    let mut tests = 0;
    for file in files("xml")? {
        let text = read(&file)?;
        let read = if file.ends_with("metadata.xml") {
            readers::metadata(&text).map(|()| 1)
        } else {
            tests += 1;
            // The test of a path that ends at a violation covers it, too.
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let covers_error = text.contains("coversError=\"true\"");
            covers += usize::from(covers_error && name.starts_with("violation"));
            readers::testcase(&text).map(|values| values.len())
        };
        counts.add("testcomp", what, read);
    }
    let cases = files("json")?.len();
    if cases != tests || covers != findings {
        let error = format!("{tests} tests of {cases} cases, {covers} of {findings} findings");
        counts.add("testcomp", what, Err(error));
    }
    Ok(())
}
