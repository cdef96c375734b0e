//! Every program of `tests/programs/riscv`, at -O0 and -O2: the verdict, the place, the inputs and the paths are those
//! that the program's first lines say.

mod common;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

/// What a program says of itself.
#[derive(Debug, Default)]
struct Expected {
    targets: Vec<&'static str>,
    flags: Vec<String>,
    verdict: String,
    property: Option<String>,
    line: Option<u64>,
    inputs: Vec<(String, i128)>,
    paths: Option<u64>,
}

fn expected(path: &Path) -> Expected {
    let text = std::fs::read_to_string(path).unwrap();
    let mut expected = Expected::default();
    for line in text.lines() {
        let Some((key, value)) = line
            .strip_prefix("// ")
            .and_then(|line| line.split_once(": "))
        else {
            continue;
        };
        let value = value.trim();
        match key {
            "target" => {
                expected.targets = match value {
                    "riscv32" => vec!["riscv32"],
                    "riscv64" => vec!["riscv64"],
                    "both" => vec!["riscv32", "riscv64"],
                    other => panic!("{}: target {other}", path.display()),
                }
            }
            "flags" => expected.flags = value.split_whitespace().map(str::to_owned).collect(),
            "expect" => match value.split_once(' ') {
                Some((verdict, property)) => {
                    expected.verdict = verdict.to_owned();
                    expected.property = Some(property.to_owned());
                }
                None => expected.verdict = value.to_owned(),
            },
            "line" => expected.line = Some(value.parse().unwrap()),
            "input" => {
                let (name, number) = value.split_once(" = ").unwrap();
                expected
                    .inputs
                    .push((name.to_owned(), number.parse().unwrap()));
            }
            "paths" => expected.paths = Some(value.parse().unwrap()),
            _ => {}
        }
    }
    assert!(
        !expected.targets.is_empty() && !expected.verdict.is_empty(),
        "{}: no header",
        path.display()
    );
    expected
}

/// Whether the input's bytes, little endian, are this number, read as signed or unsigned.
fn has_value(input: &Value, number: i128) -> bool {
    let digits = input["bytes"].as_str().unwrap();
    let bits = digits.len() as u32 * 4;
    let bytes: Vec<u8> = everypath_report::hex::decode(digits).unwrap();
    let value = bytes
        .iter()
        .rev()
        .fold(0i128, |value, &byte| value << 8 | i128::from(byte));
    value == number || value - (1i128 << bits) == number
}

fn check(path: &Path, expected: &Expected, target: &str, level: &str) -> Result<(), String> {
    let mut command = common::everypath();
    command
        .arg("check")
        .arg(path)
        .args(["--target", target, "-O", level, "--json"]);
    command.args(&expected.flags);
    let output = command.output().unwrap();
    let said = common::transcript(&output);
    let record: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("{error}\n{said}"))?;
    let differs = |what: &str, found: &Value| Err(format!("{what}: found {found}\n{said}"));
    if record["verdict"] != expected.verdict.as_str() {
        return differs("verdict", &record["verdict"]);
    }
    let code = match expected.verdict.as_str() {
        "safe" => 0,
        "unsafe" => 10,
        _ => 5,
    };
    if output.status.code() != Some(code) {
        return Err(format!("exit code\n{said}"));
    }
    if let Some(property) = &expected.property {
        // An index without a check breaks several properties at once; the named one must be among them.
        let mut all = record["findings"].clone();
        if all[0]["property"] != property.as_str() {
            let output = command.arg("--all").output().unwrap();
            let record: Value =
                serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
            all = record["findings"].clone();
        }
        let found = all.as_array().and_then(|all| {
            all.iter()
                .find(|finding| finding["property"] == property.as_str())
        });
        let Some(finding) = found else {
            return differs("property", &all);
        };
        if finding["replay"]["status"] != "reproduced" {
            return differs("replay", &finding["replay"]);
        }
        if let Some(line) = expected.line
            && level == "0"
            && finding["place"]["line"] != line
            && !finding["call_stack"]
                .as_array()
                .unwrap()
                .iter()
                .any(|frame| frame["call_site"]["line"] == line)
        {
            return differs("line", &finding["place"]);
        }
        for (name, number) in &expected.inputs {
            let inputs = finding["inputs"].as_array().unwrap();
            match inputs.iter().find(|input| input["name"] == name.as_str()) {
                Some(input) if has_value(input, *number) => {}
                _ => return differs(&format!("input {name}"), &finding["inputs"]),
            }
        }
    }
    match expected.paths {
        Some(paths) if level == "0" && record["statistics"]["paths"] != paths => {
            differs("paths", &record["statistics"]["paths"])
        }
        _ => Ok(()),
    }
}

#[test]
fn every_program_is_decided_as_it_says() {
    let directory = common::root().join("tests/programs/riscv");
    let mut programs: Vec<PathBuf> = std::fs::read_dir(&directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "c" || extension == "S")
        })
        .collect();
    programs.sort();
    assert!(programs.len() > 50, "only {} programs", programs.len());
    let mut runs = Vec::new();
    for program in &programs {
        let expected = expected(program);
        for &target in &expected.targets.clone() {
            // Both levels for one target, the other level for the other: all combinations of two occur in the corpus.
            let levels: &[&str] = match (target, expected.targets.len()) {
                ("riscv64", 2) => &["2"],
                _ => &["0", "2"],
            };
            for &level in levels {
                runs.push((program.clone(), target, level));
            }
        }
    }
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some((program, target, level)) =
                    runs.get(next.fetch_add(1, Ordering::SeqCst))
                {
                    let name = program.strip_prefix(common::root()).unwrap();
                    if let Err(message) = check(name, &expected(program), target, level) {
                        let heading = format!("{} {target} -O{level}", name.display());
                        failures
                            .lock()
                            .unwrap()
                            .push(format!("== {heading}: {message}"));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    assert!(
        failures.is_empty(),
        "{} of {} runs fail:\n{}",
        failures.len(),
        runs.len(),
        failures.join("\n")
    );
}

/// Without the layers that would answer before it, the layer of multi-intervals is asked most; every answer and core of
/// it is compared with bit-blasting alone.
#[test]
fn what_multi_intervals_answer_is_what_bit_blasting_answers() {
    let directory = common::root().join("tests/programs/riscv");
    let mut compared = 0;
    for entry in std::fs::read_dir(&directory).unwrap() {
        let program = entry.unwrap().path();
        if program.extension().is_none_or(|extension| extension != "c") {
            continue;
        }
        let expected = expected(&program);
        let output = common::everypath()
            .arg("check")
            .arg(&program)
            .args(["--target", expected.targets[0], "--all", "--json"])
            .args(["--layers", "independence,simplify,intervals"])
            .args(["--cross-check", "embedded"])
            .args(&expected.flags)
            .output()
            .unwrap();
        let said = common::transcript(&output);
        assert_ne!(output.status.code(), Some(6), "{}", program.display());
        let record: Value = serde_json::from_slice(&output.stdout).expect(&said);
        let layers = record["statistics"]["layers"].as_array().unwrap();
        let layer = layers.iter().find(|layer| layer["name"] == "intervals");
        compared += layer.map_or(0, |layer| layer["answered"].as_u64().unwrap());
    }
    assert!(compared > 100, "only {compared} answers");
}
