//! Random programs with faults: what a sanitizer reports on some input, Everypath must report, and never `safe`.
//!
//! Every program is run natively on all of its inputs ([`super::native`]) and checked in several ways. Beside each other stand:
//!
//! * the verdict is not `safe` if ASan or UBSan report something on some input;
//! * each line that they blame is one that a finding names, unless paths were cut, and with a property that fits;
//! * each finding's inputs lead to a report natively, or to a value that was never written, which MSan sees;
//! * with `--check uninitialized-read`, what MSan reports is found, too;
//! * no way is safe where another is unsafe.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::compose::{INPUTS, Program};
use super::native::{self, Inputs, Reports, Sanitizers};

/// Programs in one native executable.
const BATCH: u64 = 20;
/// Seconds of one check.
const SECONDS: &str = "20";
/// The name of the file in findings.
const FILE: &str = "mutant.c";

/// What a program includes for Everypath. It stands in a file of its own, so that lines are the same natively.
const PRELUDE: &str = r#"
#include <everypath.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define ASSERT(condition) everypath_assert(condition)
static void program(int x, int y);
int main(void) {
    int x = everypath_range(0, LAST_X, "x"), y = everypath_range(0, LAST_Y, "y");
    program(x, y);
    return 0;
}
"#;

/// A way to check: a name and options.
pub struct Way {
    /// In reports.
    pub name: &'static str,
    options: &'static [&'static str],
    /// Whether values that were never written are reported.
    memory: bool,
}

/// All ways. The first ones are what must agree.
pub const WAYS: [Way; 9] = [
    way("paths", &["--engine", "paths"]),
    way("merge", &["--engine", "merge"]),
    way("conflict", &["--engine", "conflict"]),
    way("auto", &[]),
    way("paths, no passes", &["--engine", "paths", "--no-optimise"]),
    way("merge, no passes", &["--engine", "merge", "--no-optimise"]),
    way(
        "conflict, no passes",
        &["--engine", "conflict", "--no-optimise"],
    ),
    Way {
        name: "paths, unwritten",
        options: &["--engine", "paths", "--check", "uninitialized-read"],
        memory: true,
    },
    Way {
        name: "merge, unwritten",
        options: &["--engine", "merge", "--check", "uninitialized-read"],
        memory: true,
    },
];

const fn way(name: &'static str, options: &'static [&'static str]) -> Way {
    Way {
        name,
        options,
        memory: false,
    }
}

/// What is compared, and how often.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Programs.
    pub programs: u64,
    /// Programs of which a sanitizer reports something.
    pub faulty: u64,
    /// Checks that were compared.
    pub checks: u64,
    /// Checks that did not decide, by the reason of the first cut.
    pub undecided: BTreeMap<String, u64>,
    /// Findings, by their property, with whose inputs no sanitizer reports anything, where sanitizers are known to miss some.
    pub silent: BTreeMap<String, u64>,
    /// How often each kind of fault was reported natively.
    pub faults: BTreeMap<String, u64>,
}

/// Properties of which sanitizers miss violations: accesses far behind an object are inside of another, and what was never written
/// counts for MSan only when it decides something.
const MISSED_NATIVELY: [&str; 3] = ["invalid-load", "invalid-store", "uninitialized-read"];

/// How a way differs from the native runs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    /// Of which sort: `missed`, `place`, `property`, `silent` or `fault`.
    pub sort: &'static str,
    /// The way.
    pub way: &'static str,
    /// What was seen on both sides.
    pub text: String,
}

/// What is known of a program natively.
struct Natively {
    address: Reports,
    memory: Reports,
}

/// A finding of ours.
struct Finding {
    property: String,
    lines: BTreeSet<u64>,
    inputs: (Option<u32>, Option<u32>),
}

/// A program that is judged differently.
pub struct Differing {
    /// Its seed.
    pub seed: u64,
    /// Its differences.
    pub differences: Vec<Difference>,
    /// What was made wrong in it.
    pub faults: String,
    /// Its text, made smaller.
    pub text: String,
}

/// So many of the ways for a seed, so that seeds one after another meet all.
pub fn some_ways(seed: u64, count: usize) -> Vec<usize> {
    let ways = WAYS.len();
    let part = |part: usize| (seed as usize + part * ways / count.max(1)) % ways;
    (0..count.min(ways)).map(part).collect()
}

/// Checks so many programs from a seed on. `ways` chooses the ways for a seed; `observe` hears of what differs.
pub fn run(
    binary: &Path,
    seeds: std::ops::Range<u64>,
    ways: &dyn Fn(u64) -> Vec<usize>,
    tally: &mut Tally,
    observe: &mut dyn FnMut(Differing),
) -> Result<(), String> {
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut start = seeds.start;
    while start < seeds.end {
        let end = (start + BATCH).min(seeds.end);
        let programs: Vec<Program> = (start..end).map(Program::new).collect();
        let natively = natively(directory.path(), &programs)?;
        for ((seed, program), natively) in (start..end).zip(&programs).zip(&natively) {
            tally.programs += 1;
            tally.faulty += u64::from(!natively.address.is_empty() || !natively.memory.is_empty());
            let reports = natively.address.values().chain(natively.memory.values());
            let kinds: BTreeSet<&str> = reports.map(|report| report.kind()).collect();
            for kind in kinds {
                *tally.faults.entry(kind.to_owned()).or_default() += 1;
            }
            let ways = ways(seed);
            let differences = compare(binary, directory.path(), program, natively, &ways, tally)?;
            if !differences.is_empty() {
                let program = shrink(binary, directory.path(), program, &differences, &ways)?;
                observe(Differing {
                    seed,
                    differences,
                    faults: program.faults().join(", "),
                    text: program.text(),
                });
            }
        }
        start = end;
    }
    Ok(())
}

fn natively(directory: &Path, programs: &[Program]) -> Result<Vec<Natively>, String> {
    let texts: Vec<String> = programs.iter().map(Program::text).collect();
    let address = native::reports(directory, &texts, Sanitizers::Address)?;
    let memory = native::reports(directory, &texts, Sanitizers::Memory)?;
    let both = address.into_iter().zip(memory);
    Ok(both
        .map(|(address, mut memory)| {
            // MSan sees invalid accesses as well; what counts here is what it alone can see.
            memory.retain(|_, report| report.properties == ["uninitialized-read"]);
            Natively { address, memory }
        })
        .collect())
}

/// Drops pieces as long as one of the differences stays, whatever its lines are.
fn shrink(
    binary: &Path,
    directory: &Path,
    program: &Program,
    differences: &[Difference],
    ways: &[usize],
) -> Result<Program, String> {
    let same = |found: &[Difference]| {
        found.iter().any(|one| {
            differences
                .iter()
                .any(|other| one.sort == other.sort && one.way == other.way)
        })
    };
    let mut best = program.clone();
    'again: loop {
        for smaller in best.smaller() {
            let natively = natively(directory, std::slice::from_ref(&smaller))?;
            let mut ignored = Tally::default();
            let found = compare(
                binary,
                directory,
                &smaller,
                &natively[0],
                ways,
                &mut ignored,
            )?;
            if same(&found) {
                best = smaller;
                continue 'again;
            }
        }
        return Ok(best);
    }
}

/// Checks a program in some ways and compares each with the native runs, and with each other.
fn compare(
    binary: &Path,
    directory: &Path,
    program: &Program,
    natively: &Natively,
    ways: &[usize],
    tally: &mut Tally,
) -> Result<Vec<Difference>, String> {
    let io = |error: std::io::Error| error.to_string();
    let file = directory.join(FILE);
    let header = directory.join("surroundings.h");
    let (most_x, most_y) = INPUTS;
    let macros = format!(
        "#define LAST_X {}\n#define LAST_Y {}\n",
        most_x - 1,
        most_y - 1
    );
    std::fs::write(&header, macros + PRELUDE).map_err(io)?;
    std::fs::write(&file, program.text()).map_err(io)?;
    let mut differences = Vec::new();
    let mut verdicts: Vec<(&'static str, bool, String)> = Vec::new();
    for &index in ways {
        let way = &WAYS[index];
        let output = Command::new("timeout")
            .args(["-k", "1", "60"])
            .arg(binary)
            .arg("check")
            .arg(&file)
            .args(["--target", "lp64", "--all", "--json"])
            .args(["--check", "misaligned-access"])
            .args(["--time-limit", SECONDS, "--budget-memory", "2G"])
            .arg("--cflag=-w")
            .arg("--cflag=-include")
            .arg(format!("--cflag={}", header.display()))
            .args(way.options)
            .output()
            .map_err(io)?;
        let Ok(record) = serde_json::from_slice::<Value>(&output.stdout) else {
            differences.push(Difference {
                sort: "fault",
                way: way.name,
                text: format!(
                    "no record, exit {:?}: {}",
                    output.status.code(),
                    String::from_utf8_lossy(&output.stderr).trim()
                ),
            });
            continue;
        };
        tally.checks += 1;
        let mut add = |sort: &'static str, text: String| {
            differences.push(Difference {
                sort,
                way: way.name,
                text,
            });
        };
        if record["exit_code"] == 6 {
            add("fault", format!("{}", record["internal_errors"]));
        }
        let verdict = record["verdict"].as_str().unwrap_or("?").to_owned();
        let cut = record["cuts"][0]["reason"].as_str();
        if let (Some(cut), "incomplete") = (cut, verdict.as_str()) {
            *tally.undecided.entry(cut.to_owned()).or_default() += 1;
        }
        let findings = findings(&record);
        judge(way, &verdict, cut.is_some(), &findings, natively, &mut add);
        for finding in &findings {
            if finding.is_reported(natively) {
                continue;
            }
            if MISSED_NATIVELY.contains(&finding.property.as_str()) {
                *tally.silent.entry(finding.property.clone()).or_default() += 1;
                continue;
            }
            let Finding {
                property,
                lines,
                inputs,
            } = finding;
            add(
                "silent",
                format!("{property} in lines {lines:?} with {inputs:?}, natively nothing"),
            );
        }
        verdicts.push((way.name, way.memory, verdict));
    }
    for memory in [false, true] {
        let alike = verdicts.iter().filter(|one| one.1 == memory);
        let safe = alike.clone().find(|one| one.2 == "safe");
        let broken = alike.clone().find(|one| one.2 == "unsafe");
        if let (Some(safe), Some(broken)) = (safe, broken) {
            differences.push(Difference {
                sort: "contradiction",
                way: safe.0,
                text: format!("safe, but unsafe with {}", broken.0),
            });
        }
    }
    Ok(differences)
}

fn judge(
    way: &Way,
    verdict: &str,
    is_cut: bool,
    findings: &[Finding],
    natively: &Natively,
    add: &mut dyn FnMut(&'static str, String),
) {
    // A path that ends at a value that was never written does not come to what is behind it.
    let unwritten = findings
        .iter()
        .any(|finding| finding.property == "uninitialized-read");
    let ended_before = way.memory && unwritten;
    let mut blamed: BTreeSet<(Option<u64>, &str)> = BTreeSet::new();
    for (inputs, report) in &natively.address {
        // What is read unwritten before ends the path where that is asked, and leaves any value elsewhere.
        if way.memory && natively.memory.contains_key(inputs) {
            continue;
        }
        if verdict == "safe" {
            add(
                "missed",
                format!("safe, but natively with x, y = {inputs:?}: {}", report.said),
            );
            return;
        }
        let mut here = findings
            .iter()
            .filter(|finding| report.blames(&finding.lines));
        if !blamed.insert((report.line, report.kind())) || is_cut || ended_before {
            continue;
        }
        if here.clone().next().is_none() {
            add(
                "place",
                format!(
                    "no finding in line {:?}, but natively with {inputs:?}: {}",
                    report.line, report.said
                ),
            );
        } else if !here.any(|finding| report.fits(&finding.property)) {
            let found: Vec<&str> = findings
                .iter()
                .map(|finding| finding.property.as_str())
                .collect();
            add(
                "property",
                format!("{} there, but natively: {}", found.join(", "), report.said),
            );
        }
    }
    if way.memory {
        let alone = natively
            .memory
            .iter()
            .find(|(inputs, _)| !natively.address.contains_key(inputs));
        if let (Some((inputs, report)), false, false) = (alone, unwritten, is_cut) {
            add(
                "missed",
                format!(
                    "no uninitialized-read, but natively with {inputs:?}: {}",
                    report.said
                ),
            );
        }
    }
}

impl Finding {
    /// Whether a sanitizer reports something on its inputs; those that it does not name may be any.
    fn is_reported(&self, natively: &Natively) -> bool {
        let matches = |inputs: &Inputs| {
            self.inputs.0.is_none_or(|x| x == inputs.0)
                && self.inputs.1.is_none_or(|y| y == inputs.1)
        };
        let mut reported = natively.address.keys().chain(natively.memory.keys());
        reported.any(matches)
    }
}

/// The findings of a record.
fn findings(record: &Value) -> Vec<Finding> {
    let list = record["findings"].as_array().map_or(&[][..], Vec::as_slice);
    let of_file = |place: &Value| {
        let file = place["file"].as_str().unwrap_or("");
        place["line"].as_u64().filter(|_| file.ends_with(FILE))
    };
    list.iter()
        .map(|finding| {
            let stack = finding["call_stack"]
                .as_array()
                .map_or(&[][..], Vec::as_slice);
            let calls = stack.iter().map(|frame| &frame["call_site"]);
            let lines = std::iter::once(&finding["place"])
                .chain(calls)
                .filter_map(of_file);
            let input = |name: &str| {
                let inputs = finding["inputs"].as_array().map_or(&[][..], Vec::as_slice);
                let input = inputs.iter().find(|input| input["name"] == name)?;
                let bytes = input["bytes"].as_str()?;
                u32::from_str_radix(bytes.get(..2)?, 16).ok()
            };
            Finding {
                property: finding["property"].as_str().unwrap_or("?").to_owned(),
                lines: lines.collect(),
                inputs: (input("x"), input("y")),
            }
        })
        .collect()
}

/// A program that differs, in words.
pub fn describe(differing: &Differing) -> String {
    let mut text = format!("seed {} ({}):\n", differing.seed, differing.faults);
    for difference in &differing.differences {
        let _ = writeln!(
            text,
            "  {} ({}): {}",
            difference.sort, difference.way, difference.text
        );
    }
    let _ = writeln!(text, "{}", differing.text);
    text
}
