//! The formats that other tools read say what happens: whoever follows a test or a witness comes to the violation.

mod common;
#[path = "common/formats.rs"]
mod formats;

use std::path::Path;
use std::process::Command;

use common::{root, run, temporary, transcript, write};

/// Calls that return inputs, on three ways; on one of them an error is reached.
const PROGRAM: &str = r#"extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char sum = 0;
  for (int i = 0; i < 2; i++) sum += __VERIFIER_nondet_uchar();
  if (x < -3 && sum == 200) reach_error();
  return 0;
}
"#;

/// The functions of the competition: inputs are the lines of a file, one by one, and an error ends the run.
const HARNESS: &str = r#"#include <stdio.h>
#include <stdlib.h>
static long long next(void) {
  long long value;
  if (scanf("%lld", &value) != 1) exit(3);
  return value;
}
void reach_error(void) { abort(); }
int __VERIFIER_nondet_int(void) { return (int)next(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)next(); }
"#;

/// Compiles the program with the harness for this machine.
fn native(directory: &tempfile::TempDir, program: &str) -> String {
    let harness = write(directory, "harness.c", HARNESS);
    let executable = directory.path().join("native").display().to_string();
    let clang = Command::new("clang-19")
        .args([program, &harness, "-o", &executable])
        .output()
        .unwrap();
    assert!(
        clang.status.success(),
        "{}",
        String::from_utf8_lossy(&clang.stderr)
    );
    executable
}

/// Runs it with these values; gives whether it ended by itself.
fn ends(executable: &str, values: &[String]) -> bool {
    let directory = temporary();
    let input = write(&directory, "input", values.join("\n"));
    let input = std::fs::File::open(input).unwrap();
    let status = Command::new(executable).stdin(input).status().unwrap();
    match status.code() {
        Some(0) => true,
        None => false,
        Some(code) => panic!("{values:?}: {code}"),
    }
}

#[test]
fn tests_of_the_competition_do_natively_what_they_are_said_to_do() {
    let directory = temporary();
    let program = write(&directory, "program.c", PROGRAM);
    let suite = directory.path().join("suite");
    let output = run(&[
        "check",
        &program,
        "--engine",
        "paths",
        "--all",
        "--testcomp",
        "--tests",
        suite.to_str().unwrap(),
        "-q",
    ]);
    assert_eq!(output.status.code(), Some(10), "{}", transcript(&output));
    let executable = native(&directory, &program);
    let mut errors = 0;
    let mut count = 0;
    for file in std::fs::read_dir(&suite).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.extension().is_none_or(|it| it != "xml") || name == "metadata.xml" {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let values =
            formats::testcase(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        assert_eq!(values.len(), 3, "{text}");
        let covers = text.contains("coversError=\"true\"");
        assert_eq!(ends(&executable, &values), !covers, "{name}: {text}");
        errors += usize::from(covers);
        count += 1;
    }
    assert!(errors >= 1 && count > errors, "{errors} of {count}");
    let metadata = std::fs::read_to_string(suite.join("metadata.xml")).unwrap();
    formats::metadata(&metadata).unwrap_or_else(|error| panic!("{error}\n{metadata}"));
    let hash = Command::new("sha256sum").arg(&program).output().unwrap();
    let hash = String::from_utf8_lossy(&hash.stdout)[..64].to_owned();
    assert!(
        metadata.contains(&format!("<programhash>{hash}</programhash>")),
        "{metadata}"
    );
    assert!(
        metadata.contains("<architecture>64bit</architecture>"),
        "{metadata}"
    );
}

/// TestCov executes suites in Test-Comp; `pip install testcov` has it, and where it is not installed this is skipped, with a word about it.
#[test]
fn testcov_executes_each_test_of_a_suite() {
    let testcov = |directory: &Path, arguments: &[&str]| {
        let mut testcov = Command::new("testcov");
        testcov.args(arguments).current_dir(directory).output()
    };
    let directory = temporary();
    if !testcov(directory.path(), &["--version"]).is_ok_and(|it| it.status.success()) {
        eprintln!("skipped: TestCov is not installed (pip install testcov)");
        return;
    }
    let program = write(&directory, "program.c", PROGRAM);
    let suite = directory.path().join("suite");
    let arguments = [
        "check",
        &program,
        "--engine",
        "paths",
        "--all",
        "--no-optimise",
        "--testcomp",
        "--tests",
    ];
    run(&[&arguments[..], &[suite.to_str().unwrap()]].concat());
    let files = std::fs::read_dir(&suite)
        .unwrap()
        .map(|it| it.unwrap().path());
    let files: Vec<_> = files
        .filter(|it| it.extension().is_some_and(|it| it == "xml"))
        .collect();
    let zipped = Command::new("python3")
        .args(["-m", "zipfile", "-c", "suite.zip"])
        .args(&files)
        .current_dir(directory.path())
        .output()
        .unwrap();
    assert!(zipped.status.success(), "{}", transcript(&zipped));
    // It links the program by itself.
    let linked = PROGRAM.replace(
        "extern void reach_error(void);",
        "void reach_error(void) {}",
    );
    write(&directory, "program.c", linked);
    let goal = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n";
    write(&directory, "goal.prp", goal);
    let arguments = [
        "--test-suite",
        "suite.zip",
        "--no-isolation",
        "--no-plots",
        "--use-gcov",
        "--no-stop-on-success",
    ];
    let rest = ["--goal", "goal.prp", "-64", "program.c"];
    let output = testcov(directory.path(), &[&arguments[..], &rest].concat()).unwrap();
    let said = transcript(&output);
    // All but the description of the suite are tests.
    let tests = files.len() - 1;
    for part in [
        format!("Tests run: {tests}"),
        format!("Tests in suite: {tests}"),
        "Coverage: 100.0%".to_owned(),
        "Result: DONE".to_owned(),
    ] {
        assert!(said.contains(&part), "{part} is missing in {said}");
    }
}

#[test]
fn a_witness_leads_to_the_violation() {
    let directory = temporary();
    let program = write(&directory, "program.c", PROGRAM);
    let arguments = [
        "check",
        &program,
        "--property",
        "unreach-call",
        "--witness",
        "--no-timing",
    ];
    let output = run(&arguments);
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(
        output.stdout,
        run(&arguments).stdout,
        "it is not the same again"
    );
    let entries = formats::witness(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let waypoints: Vec<_> = entries[0].waypoints().collect();
    let (target, returns) = waypoints.split_last().unwrap();
    assert_eq!(
        (target.kind.as_str(), target.location.line),
        ("target", 8),
        "{text}"
    );
    let lines: Vec<u32> = returns.iter().map(|it| it.location.line).collect();
    assert_eq!(lines, [5, 7, 7], "{text}");
    let source: Vec<&str> = PROGRAM.lines().collect();
    let mut values = Vec::new();
    for waypoint in returns {
        let line = source[waypoint.location.line as usize - 1];
        let column = waypoint.location.column.unwrap() as usize;
        assert!(
            line[..column].ends_with("_int()") || line[..column].ends_with("_uchar()"),
            "{line}: {column}"
        );
        let constraint = waypoint.constraint.as_ref().unwrap();
        values.push(
            constraint
                .value
                .strip_prefix("\\result == ")
                .unwrap()
                .to_owned(),
        );
    }
    assert!(
        values[1..].iter().all(|value| !value.starts_with('-')),
        "unsigned numbers: {values:?}"
    );
    assert!(!ends(&native(&directory, &program), &values), "{values:?}");
}

#[test]
fn a_server_sees_which_properties_hold() {
    let read = |arguments: &[&str]| {
        let output = run(&[&["check", "--junit"], arguments].concat());
        let text = String::from_utf8(output.stdout).unwrap();
        let read = formats::junit(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read.suites.len(), 1, "{text}");
        let suite = read.suites[0].clone();
        let of = |property: &str| {
            let mut cases = suite.cases.iter();
            let case = cases.find(|case| case.original_name == property);
            case.unwrap_or_else(|| panic!("no {property} in {text}"))
                .status
                .clone()
        };
        (of("assertion"), of("array-bounds"))
    };
    let (assertion, bounds) = read(&["examples/packet.c"]);
    assert!(assertion.is_skipped(), "{assertion:?}");
    assert!(bounds.is_failure(), "{bounds:?}");
    assert!(
        bounds
            .failure_as_ref()
            .message
            .contains("examples/packet.c:39"),
        "{bounds:?}"
    );
    let (assertion, bounds) = read(&["examples/packet_fixed.c"]);
    assert!(assertion.is_success() && bounds.is_success());
    let (assertion, _) = read(&["examples/rounds.c", "--unwind", "3", "--engine", "paths"]);
    assert!(
        assertion.skipped_as_ref().message.contains("loop bound"),
        "{assertion:?}"
    );
}

#[test]
fn whether_a_program_ends_is_a_test_and_a_formula() {
    let ends = |program: &str| {
        let program = format!("tests/programs/termination/{program}.c");
        let arguments = ["check", &program, "--property", "termination", "--junit"];
        let text = String::from_utf8(run(&arguments).stdout).unwrap();
        let read = formats::junit(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let [case] = &read.suites[0].cases[..] else {
            panic!("{text}")
        };
        assert_eq!(case.original_name, "termination");
        case.status.is_success()
    };
    assert!(ends("counts_rounds") && !ends("for_ever"));
    let directory = temporary();
    let witness = directory.path().join("witness.yml").display().to_string();
    let program = "tests/programs/termination/counts_rounds.c";
    let arguments = ["check", program, "--property", "termination"];
    run(&[&arguments[..], &["--correctness-witness", &witness]].concat());
    let text = std::fs::read_to_string(&witness).unwrap();
    formats::correctness(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(text.contains("LTL(F end)"), "{text}");
}

#[test]
fn the_graph_of_paths_is_drawn() {
    let directory = temporary();
    let file = directory.path().join("paths.dot");
    let option = format!("--dot={}", file.display());
    let output = run(&[
        "check",
        "examples/packet_fixed.c",
        "--engine",
        "paths",
        "-q",
        &option,
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    let text = std::fs::read_to_string(&file).unwrap();
    let ends = text
        .lines()
        .filter(|line| line.contains("shape=box"))
        .count();
    assert!(ends >= 5 && text.contains("packet_fixed.c:"), "{text}");
    let merged = run(&[
        "check",
        "examples/packet_fixed.c",
        "--engine",
        "merge",
        "--dot",
    ]);
    let merged = String::from_utf8_lossy(&merged.stdout).into_owned();
    assert!(merged.contains("--engine paths does not"), "{merged}");
    for text in [text, merged] {
        draw(directory.path(), &text);
    }
}

/// Lets Graphviz draw it, if it is here.
fn draw(directory: &Path, text: &str) {
    let file = directory.join("graph.dot");
    std::fs::write(&file, text).unwrap();
    match Command::new("dot").arg("-Tsvg").arg(&file).output() {
        Err(_) => eprintln!("skipped: Graphviz (dot) is not installed"),
        Ok(drawn) => {
            let said = String::from_utf8_lossy(&drawn.stderr).into_owned();
            assert!(drawn.status.success() && said.is_empty(), "{said}\n{text}");
        }
    }
}

#[test]
fn what_has_no_source_is_in_the_file_of_the_program_for_code_hosts() {
    let directory = temporary();
    let source = root().join("examples/midpoint.c").display().to_string();
    let executable = common::compile(&directory, &source, "riscv32");
    let stripped = directory.path().join("stripped.elf");
    let strip = Command::new("llvm-strip-19")
        .args(["-g", &executable, "-o"])
        .arg(&stripped)
        .status();
    if !strip.is_ok_and(|status| status.success()) {
        eprintln!("skipped: llvm-strip-19 is not installed");
        return;
    }
    let output = run(&["check", stripped.to_str().unwrap(), "--sarif"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    formats::sarif(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(text.contains("stripped.elf"), "{text}");
}

#[test]
fn the_page_on_formats_lists_every_format() {
    let page = std::fs::read_to_string(root().join("docs/formats.md")).unwrap();
    for format in &everypath_report::format::FORMATS {
        let row = format!("| `--{}", format.name);
        assert!(page.contains(&row), "{row} is missing");
    }
}
