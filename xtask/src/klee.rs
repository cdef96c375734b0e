//! KLEE's own tests: what `benchmarks/klee/tests.toml` says of each file of four folders of a checkout of KLEE, beside what
//! Everypath finds. The sources are KLEE's and are not in this repository.
//!
//! A test is run with the question that KLEE asks: its error kinds are the only properties, signed numbers wrap around, and
//! no pass of LLVM runs that is not needed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use everypath_report::table::{Align, Table};
use serde::Deserialize;
use serde_json::Value;
use tempfile::TempDir;

use crate::run::{check, everypath, root, timed};

/// The folders below `test`, in the order of the report.
const FOLDERS: [&str; 4] = ["Feature", "Intrinsics", "regression", "Concrete"];
/// How the names of tests end.
const SUFFIXES: [&str; 2] = [".c", ".ll"];
/// How the names of files end that are listed, too, since KLEE's own runner takes them or did.
const OTHER_SUFFIXES: [&str; 3] = [".cpp", ".kquery", ".failing"];
/// The properties that KLEE's error kinds stand for.
const CHECKS: &str = "assertion,invalid-load,invalid-store,write-to-read-only,division-by-zero,invalid-shift,invalid-free,invalid-call,unreachable,reached-trap,reached-abort";
/// Cases of one test that are run again for their output.
const MOST_CASES: usize = 300;

/// What the table says of a file.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Entry {
    LeftOut(LeftOut),
    One(Box<Run>),
    Several(Vec<Run>),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LeftOut {
    /// Why it is no question to Everypath.
    left_out: String,
}

/// One run and what comes out of it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Run {
    /// Options of `everypath check` behind the common ones.
    options: Vec<String>,
    /// Arguments of the program.
    args: Vec<String>,
    /// Other files of the checkout that belong to the program.
    with: Vec<String>,
    /// All findings.
    findings: Vec<Finding>,
    /// Paths on which the program ends, without an error and without KLEE's silent exit.
    completed: Option<u64>,
    /// What is written to standard output on each of these paths, spaces and line ends as one space.
    output: Option<Vec<String>>,
    /// The exit codes of these paths.
    codes: Option<Vec<i64>>,
    /// Inputs that occur in test cases, as `name=hexadecimal`.
    inputs: Vec<String>,
    /// What the reason of the cut says, where one is expected.
    cut: Option<String>,
    /// What the message says, where the program cannot be run.
    refused: Option<String>,
    /// Why the outcome is another one, as far as it is known.
    fails: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Finding {
    /// KLEE's kind of error: the end of the name of the file that it writes.
    kind: String,
    property: String,
    /// The line, where KLEE's test states it.
    line: Option<u64>,
    /// The paths with this violation, where KLEE's test states them.
    times: Option<u64>,
}

/// What came out of a file.
enum Outcome {
    Passes,
    /// As the table says, for this reason.
    Fails(String),
    /// Not as the table says.
    Wrong(String),
    LeftOut(String),
}

/// How many files came out how.
#[derive(Default)]
struct Score {
    passed: usize,
    failed: usize,
    wrong: usize,
    left_out: usize,
}

/// What to run and how to say it.
#[derive(Debug)]
pub struct Request<'a> {
    /// The checkout of KLEE.
    pub directory: &'a Path,
    /// Only files whose names contain one of these texts; all if there are none.
    pub only: &'a [String],
    /// Time of one run in seconds.
    pub time_limit: u64,
    /// Whether the tables are printed in Markdown.
    pub markdown: bool,
}

/// Runs the tests; false if something is not as the table says.
pub fn klee(request: &Request<'_>) -> Result<bool, String> {
    let binary = everypath()?;
    let path = root().join("benchmarks/klee/tests.toml");
    let text =
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let tests: BTreeMap<String, BTreeMap<String, Entry>> =
        toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    if let Some(name) = tests.keys().find(|name| !FOLDERS.contains(&name.as_str())) {
        return Err(format!(
            "{}: the folder {name} is none of {}",
            path.display(),
            FOLDERS.join(", ")
        ));
    }
    let mut scores = Table::new(&[
        ("folder", Align::Left),
        ("files", Align::Right),
        ("left out", Align::Right),
        ("about behaviour", Align::Right),
        ("as KLEE's test says", Align::Right),
        ("otherwise", Align::Right),
    ]);
    let mut pages = String::new();
    let mut right = true;
    let mut total = Score::default();
    for folder in FOLDERS {
        let entries = tests.get(folder);
        let mut table = Table::new(&[
            ("test", Align::Left),
            ("expected", Align::Left),
            ("result", Align::Left),
        ]);
        let mut score = Score::default();
        for name in names(request.directory, folder, entries)? {
            let wanted = request.only.is_empty()
                || request
                    .only
                    .iter()
                    .any(|part| format!("{folder}/{name}").contains(part));
            if !wanted {
                continue;
            }
            let entry = entries.and_then(|entries| entries.get(&name));
            let file = request.directory.join("test").join(folder).join(&name);
            let outcome = match entry {
                _ if !file.is_file() => Outcome::Wrong("the checkout has no such file".to_owned()),
                None => Outcome::Wrong("not in the table".to_owned()),
                Some(entry) => outcome(&binary, request, &file, entry),
            };
            let (counter, result) = match outcome {
                Outcome::Passes => (&mut score.passed, "as expected".to_owned()),
                Outcome::Fails(why) => (&mut score.failed, format!("otherwise: {why}")),
                Outcome::Wrong(what) => {
                    right = false;
                    eprintln!("{folder}/{name}: WRONG: {what}");
                    (&mut score.wrong, format!("WRONG: {what}"))
                }
                Outcome::LeftOut(why) => (&mut score.left_out, format!("left out: {why}")),
            };
            *counter += 1;
            table.row([name, entry.map_or(String::new(), expectation), result]);
        }
        scores.row(score.cells(folder));
        total.passed += score.passed;
        total.failed += score.failed;
        total.wrong += score.wrong;
        total.left_out += score.left_out;
        pages += &match request.markdown {
            true => format!("\n## {folder}\n\n{}", table.markdown()),
            false => format!("{folder}\n{}\n", table.render("  ")),
        };
    }
    scores.row(total.cells("all"));
    match request.markdown {
        true => print!("{}{pages}", scores.markdown()),
        false => print!("{pages}{}", scores.render("")),
    }
    Ok(right)
}

impl Score {
    fn cells(&self, folder: &str) -> [String; 6] {
        let asked = self.passed + self.failed + self.wrong;
        [
            folder.to_owned(),
            (asked + self.left_out).to_string(),
            self.left_out.to_string(),
            asked.to_string(),
            self.passed.to_string(),
            (self.failed + self.wrong).to_string(),
        ]
    }
}

/// All tests of a folder, those of the checkout and those of the table.
fn names(
    directory: &Path,
    folder: &str,
    entries: Option<&BTreeMap<String, Entry>>,
) -> Result<Vec<String>, String> {
    let folder = directory.join("test").join(folder);
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut names: Vec<String> = entries
        .iter()
        .flat_map(|entries| entries.keys().cloned())
        .collect();
    for entry in std::fs::read_dir(&folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        let name = name.to_string_lossy().into_owned();
        let mut suffixes = SUFFIXES.iter().chain(&OTHER_SUFFIXES);
        if suffixes.any(|suffix| name.ends_with(suffix)) {
            names.push(name);
        }
    }
    names.sort();
    names.dedup();
    Ok(names)
}

/// What the table expects of a file, in words.
fn expectation(entry: &Entry) -> String {
    let runs = match entry {
        Entry::LeftOut(_) => return String::new(),
        Entry::One(run) => std::slice::from_ref(&**run),
        Entry::Several(runs) => runs,
    };
    let words: Vec<String> = runs.iter().map(Run::expectation).collect();
    words.join("; ")
}

impl Run {
    fn expectation(&self) -> String {
        let mut words: Vec<String> = self.findings.iter().map(Finding::words).collect();
        if words.is_empty() && self.cut.is_none() && self.refused.is_none() {
            words.push("no error".to_owned());
        }
        match self.completed {
            Some(1) => words.push("1 path".to_owned()),
            Some(paths) => words.push(format!("{paths} paths")),
            None => {}
        }
        if self.output.is_some() {
            words.push("output".to_owned());
        }
        if self.codes.is_some() {
            words.push("exit codes".to_owned());
        }
        if !self.inputs.is_empty() {
            words.push("inputs".to_owned());
        }
        words.extend(self.cut.as_ref().map(|cut| format!("cut ({cut})")));
        words.extend(
            self.refused
                .as_ref()
                .map(|text| format!("refused ({text})")),
        );
        words.join(", ")
    }
}

impl Finding {
    fn words(&self) -> String {
        let line = self
            .line
            .map_or(String::new(), |line| format!(", line {line}"));
        let times = self
            .times
            .map_or(String::new(), |times| format!(" {times} x"));
        format!("{}{times} ({}{line})", self.kind, self.property)
    }
}

fn outcome(binary: &Path, request: &Request<'_>, file: &Path, entry: &Entry) -> Outcome {
    let runs = match entry {
        Entry::LeftOut(LeftOut { left_out }) => return Outcome::LeftOut(left_out.clone()),
        Entry::One(run) => std::slice::from_ref(&**run),
        Entry::Several(runs) => runs,
    };
    let mut known = Vec::new();
    for run in runs {
        match (run.differs(binary, request, file), &run.fails) {
            (None, None) => {}
            (Some(_), Some(why)) => known.push(why.clone()),
            (Some(what), None) => return Outcome::Wrong(what),
            (None, Some(_)) => {
                return Outcome::Wrong("it passes, but the table says why it fails".to_owned());
            }
        }
    }
    match known.is_empty() {
        true => Outcome::Passes,
        false => Outcome::Fails(known.join("; ")),
    }
}

impl Run {
    /// What is not as expected, if anything.
    fn differs(&self, binary: &Path, request: &Request<'_>, file: &Path) -> Option<String> {
        self.compare(binary, request, file)
            .unwrap_or_else(|message| Some(message.replace('\n', " ")))
    }

    fn compare(
        &self,
        binary: &Path,
        request: &Request<'_>,
        file: &Path,
    ) -> Result<Option<String>, String> {
        let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut command = Command::new(binary);
        command
            .args(["check", "--jobs", "1", "--engine", "paths"])
            .arg(file);
        for name in &self.with {
            command.arg(with_suffix(request.directory, name, &directory)?);
        }
        command
            .args(["--target", "lp64", "--no-optimise", "--all"])
            .args(["--cflag=-fwrapv", "--checks", CHECKS])
            .args(["--time-limit", &request.time_limit.to_string()])
            .args(&self.options);
        let cases = directory.path().join("cases");
        let wants_cases = self.output.is_some() || self.codes.is_some() || !self.inputs.is_empty();
        if wants_cases {
            command.arg("--tests").arg(&cases);
        }
        if !self.args.is_empty() {
            command.arg("--json").arg("--args").args(&self.args);
        }
        if let Some(text) = &self.refused {
            let run = timed(&mut command)?;
            let message = String::from_utf8_lossy(&run.output.stderr);
            let refused = run.output.status.code() == Some(2) && message.contains(text);
            return Ok((!refused).then(|| format!("not refused: {}", message.trim())));
        }
        let record = match self.args.is_empty() {
            true => check(&mut command)?.0,
            // The arguments of the program are the last ones.
            false => {
                let run = timed(&mut command)?;
                serde_json::from_slice(&run.output.stdout).map_err(|error| error.to_string())?
            }
        };
        if let Some(errors) = record["internal_errors"]
            .as_array()
            .filter(|errors| !errors.is_empty())
        {
            return Ok(Some(format!("{} internal errors", errors.len())));
        }
        if let Some(what) = self.compare_record(&record) {
            return Ok(Some(what));
        }
        if !wants_cases {
            return Ok(None);
        }
        self.compare_cases(binary, file, &cases)
    }

    fn compare_record(&self, record: &Value) -> Option<String> {
        let cuts = record["cuts"].as_array().map_or(&[][..], Vec::as_slice);
        let reasons: Vec<&str> = cuts
            .iter()
            .filter_map(|cut| cut["reason"].as_str())
            .collect();
        let expected = match &self.cut {
            None => reasons.is_empty(),
            Some(text) => !reasons.is_empty() && reasons.iter().all(|reason| reason.contains(text)),
        };
        if !expected {
            return Some(match reasons.is_empty() {
                true => "no cut".to_owned(),
                false => format!("cut: {}", reasons.join("; ")),
            });
        }
        let found = record["findings"].as_array().map_or(&[][..], Vec::as_slice);
        let said = || -> String {
            let words = found.iter().map(|finding| {
                format!(
                    "{} in line {} x {}",
                    finding["property"].as_str().unwrap_or("?"),
                    finding["place"]["line"],
                    finding["occurrences"]
                )
            });
            words.collect::<Vec<_>>().join(", ")
        };
        let mut left: Vec<&Value> = found.iter().collect();
        for finding in &self.findings {
            let index = left.iter().position(|found| {
                found["property"] == finding.property.as_str()
                    && finding
                        .line
                        .is_none_or(|line| found["place"]["line"] == line)
                    && finding
                        .times
                        .is_none_or(|times| found["occurrences"] == times)
            });
            match index {
                Some(index) => drop(left.remove(index)),
                None => return Some(format!("no {}; found: {}", finding.words(), said())),
            }
        }
        if !left.is_empty() {
            return Some(format!("other findings: {}", said()));
        }
        let ends = &record["statistics"]["ends"];
        if ends["dead"] != 0 {
            return Some(format!("{} dead ends", ends["dead"]));
        }
        let exits = &ends["exits"];
        match self.completed {
            Some(completed) if *exits != completed => {
                Some(format!("{exits} completed paths, not {completed}"))
            }
            _ => None,
        }
    }

    /// Compares exit codes, inputs and output of the cases of paths and findings.
    fn compare_cases(
        &self,
        binary: &Path,
        file: &Path,
        cases: &Path,
    ) -> Result<Option<String>, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", cases.display());
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(cases).map_err(failed)? {
            paths.push(entry.map_err(failed)?.path());
        }
        paths.sort();
        paths.truncate(MOST_CASES);
        let (mut codes, mut outputs, mut inputs) = (Vec::new(), Vec::new(), Vec::new());
        for path in paths {
            let text = std::fs::read_to_string(&path).map_err(failed)?;
            let case: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            for input in case["inputs"].as_array().map_or(&[][..], Vec::as_slice) {
                inputs.push(format!(
                    "{}={}",
                    input["name"].as_str().unwrap_or("?"),
                    input["bytes"].as_str().unwrap_or("?")
                ));
            }
            if case["outcome"]["kind"] != "exit" {
                continue;
            }
            codes.extend(case["outcome"]["code"].as_i64());
            if self.output.is_some() {
                let run = timed(Command::new(binary).arg("replay").arg(file).arg(&path))?;
                outputs.push(output_of(&String::from_utf8_lossy(&run.output.stdout)));
            }
        }
        if let Some(missing) = self.inputs.iter().find(|input| !inputs.contains(input)) {
            inputs.sort();
            inputs.dedup();
            return Ok(Some(format!(
                "no input {missing}, but {}",
                inputs.join(", ")
            )));
        }
        codes.sort_unstable();
        if let Some(expected) = &self.codes {
            let mut expected = expected.clone();
            expected.sort_unstable();
            if codes != expected {
                return Ok(Some(format!("exit codes {codes:?}, not {expected:?}")));
            }
        }
        outputs.sort_unstable();
        if let Some(expected) = &self.output {
            let mut expected = expected.clone();
            expected.sort_unstable();
            if outputs != expected {
                return Ok(Some(format!("output {outputs:?}, not {expected:?}")));
            }
        }
        Ok(None)
    }
}

/// The standard output in what `replay` prints: the indented lines below its heading.
fn output_of(report: &str) -> String {
    let lines = report
        .lines()
        .skip_while(|line| *line != "  output:")
        .skip(1)
        .take_while(|line| line.starts_with("    ") || line.is_empty());
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    words.join(" ")
}

/// A file of the checkout, under a name that says what it is.
fn with_suffix(directory: &Path, name: &str, copies: &TempDir) -> Result<PathBuf, String> {
    let path = directory.join("test").join(name);
    if SUFFIXES.iter().any(|suffix| name.ends_with(suffix)) {
        return Ok(path);
    }
    let copy = copies.path().join("with.ll");
    std::fs::copy(&path, &copy).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(copy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_lists_every_test_of_the_table() {
        let table = std::fs::read_to_string(root().join("benchmarks/klee/tests.toml")).unwrap();
        let tests: BTreeMap<String, BTreeMap<String, Entry>> = toml::from_str(&table).unwrap();
        let page = std::fs::read_to_string(root().join("docs/klee-tests.md")).unwrap();
        for (folder, entries) in &tests {
            assert!(FOLDERS.contains(&folder.as_str()));
            let start = page.find(&format!("\n## {folder}\n")).unwrap();
            for (name, entry) in entries {
                let row = format!("\n| {name} | {} |", expectation(entry));
                assert!(page[start..].contains(&row), "{row}");
            }
        }
    }
}
