//! Runs that are repeated from their records and test cases.

mod common;

use common::{everypath, record, run, temporary, transcript, write};

/// Checks with these options, and once more from the record; gives the record, which has to be the same.
fn repeated(arguments: &[&str]) -> String {
    let directory = temporary();
    let file = directory.path().join("record.json");
    let json = format!("--json={}", file.display());
    let check = [&["check", "--no-timing", "-q", &json], arguments].concat();
    let first = run(&check);
    assert!(
        matches!(first.status.code(), Some(0 | 5 | 10)),
        "{arguments:?}: {}",
        transcript(&first)
    );
    let before = std::fs::read_to_string(&file).unwrap();
    let from = file.display().to_string();
    let again = run(&["check", "--no-timing", "--json", "--from", &from]);
    assert_eq!(
        again.status.code(),
        first.status.code(),
        "{arguments:?}: {}",
        transcript(&again)
    );
    let after = String::from_utf8(again.stdout).unwrap();
    assert!(before == after, "{arguments:?}\n{before}\n{after}");
    before
}

#[test]
fn a_record_repeats_its_run_byte_for_byte_whatever_the_engine() {
    for engine in everypath_explore::engines() {
        for target in ["lp64", "riscv32"] {
            for program in [
                "examples/packet.c",
                "examples/midpoint.c",
                "examples/assumed.c",
            ] {
                let own: &[&str] = match engine.name() {
                    "conflict" => &["--decide", "guide", "--explain", "--unwind", "4"],
                    "merge" => &["--merge-prune", "--cores"],
                    "paths" => &[
                        "--strategy",
                        "random-path",
                        "--seed",
                        "7",
                        "--decisions",
                        "--max-values",
                        "9",
                    ],
                    _ => &["--deepen", "--trace"],
                };
                let options = [
                    program,
                    "--target",
                    target,
                    "--engine",
                    engine.name(),
                    "--all",
                ];
                repeated(&[&options[..], own].concat());
            }
        }
    }
}

#[test]
fn what_the_record_of_old_left_out_is_repeated() {
    let inputs = "int main(int argc, char **argv) { int c = 0, d; while ((d = getchar()) >= 0) c += d; return c + argc == 300; }";
    let directory = temporary();
    let source = format!("#include <stdio.h>\n{inputs}");
    let file = write(&directory, "inputs.c", source);
    let stdin = write(&directory, "stdin", b"ab\xff");
    let common = [
        file.as_str(),
        "--check",
        "nonzero-exit",
        "--rule-statistics",
    ];
    for options in [
        &["--stdin", &stdin, "--world", "fixed"][..],
        &[
            "--symbolic-stdin",
            "2",
            "--symbolic-args",
            "1",
            "--first-side",
            "fall-through",
        ],
        &[
            "--memory",
            "flat",
            "--heap",
            "symbolic",
            "--symbolic-stdin",
            "1",
        ],
        &[
            "--layers",
            "cache",
            "--disable-rules",
            "order,shift",
            "--symbolic-stdin",
            "1",
        ],
        &["--args", "x", "y"],
    ] {
        repeated(&[&common[..], options].concat());
    }
}

#[test]
fn files_that_a_run_wrote_are_named_and_not_written_again() {
    let directory = temporary();
    let tests = directory.path().join("tests").display().to_string();
    let formula = directory.path().join("formula.smt2").display().to_string();
    let emit = format!("smt2={formula}");
    for options in [
        &["--tests", &tests, "--ktest"][..],
        &["--emit", &emit, "--engine", "merge"],
    ] {
        let json = directory.path().join("record.json").display().to_string();
        let arguments = ["check", "examples/packet.c", "--no-timing", "-q"];
        let option = format!("--json={json}");
        run(&[&arguments[..], options, &[&option]].concat());
        let before = std::fs::read(&json).unwrap();
        let _ = std::fs::remove_dir_all(&tests);
        let _ = std::fs::remove_file(&formula);
        let again = run(&["check", "--from", &json, "--json", "--no-timing"]);
        assert_eq!(again.stdout, before, "{options:?}");
        assert!(!std::path::Path::new(&tests).exists() && !std::path::Path::new(&formula).exists());
        assert!(again.stderr.is_empty(), "{}", transcript(&again));
    }
}

#[test]
fn a_test_case_repeats_the_run_that_made_it() {
    let directory = temporary();
    let tests = directory.path().join("tests").display().to_string();
    let first = record(&[
        "check",
        "examples/packet.c",
        "--tests",
        &tests,
        "--no-timing",
    ]);
    let case = first["findings"][0]["test_case"].as_str().unwrap();
    let again = record(&["check", "--from", case, "--no-timing"]);
    assert_eq!(first, again);
}

/// What `check --from` says of a file with these contents.
fn refused(contents: &str) -> String {
    let directory = temporary();
    let file = write(&directory, "record.json", contents);
    let output = run(&["check", "--from", &file]);
    let said = transcript(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("record.json"), "{said}");
    said
}

#[test]
fn what_is_no_record_is_refused_with_what_to_do() {
    for (contents, parts) in [
        ("", &["no record", "line 1", "--json=FILE"][..]),
        ("{}", &["no record", "missing field `format`"]),
        (
            r#"{"format": "x", "version": 1}"#,
            &["`format` is \"x\"", "everypath-report"],
        ),
        (
            r#"{"format": "everypath-report", "version": 9}"#,
            &["`version` is 9", "expected 1"],
        ),
        (
            r#"{"format": "everypath-test-case", "version": 1}"#,
            &["`version` is 1", "expected 2"],
        ),
        (
            r#"{"format": "everypath-report", "version": 1}"#,
            &["`job` is missing", "--json=FILE"],
        ),
        (
            r#"{"format": "everypath-report", "version": 1, "job": {"search": {"unwind": "x"}}}"#,
            &["`job`", "expected u64"],
        ),
        (
            r#"{"format": "everypath-report", "version": 1, "job": {}, "tool_version": "0.0.1", "program": {"digest": ""}}"#,
            &["`tool_version` is \"0.0.1\"", "expected"],
        ),
    ] {
        let said = refused(contents);
        for part in parts {
            assert!(said.contains(part), "{contents}: {said}");
        }
    }
    let missing = run(&["check", "--from", "no-such-record.json"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(transcript(&missing).contains("no-such-record.json"));
}

#[test]
fn a_program_or_an_input_that_has_changed_is_refused() {
    let directory = temporary();
    let text = "#include <stdio.h>\nint main(void) { return getchar() == 'x'; }";
    let program = write(&directory, "program.c", text);
    let input = write(&directory, "input", "a");
    let file = directory.path().join("record.json").display().to_string();
    let json = format!("--json={file}");
    for target in ["lp64", "riscv32"] {
        let made = everypath()
            .args([
                "check", &program, "--stdin", &input, "--target", target, &json, "-q",
            ])
            .output()
            .unwrap();
        assert_eq!(made.status.code(), Some(0), "{}", transcript(&made));
        let expect = |code, parts: &[&str]| {
            let output = run(&["check", "--from", &file]);
            let said = transcript(&output);
            assert_eq!(output.status.code(), Some(code), "{said}");
            assert!(parts.iter().all(|part| said.contains(part)), "{said}");
        };
        expect(0, &[]);
        write(&directory, "input", "x");
        expect(
            2,
            &[
                "input has changed",
                "expected",
                "(`given`)",
                "without --from",
            ],
        );
        write(&directory, "input", "a");
        write(&directory, "program.c", text.replace("'x'", "'y'"));
        expect(
            2,
            &[
                "program has changed",
                "expected",
                "(`program.digest`)",
                "without --from",
            ],
        );
        write(&directory, "program.c", text);
        expect(0, &[]);
        std::fs::remove_file(&input).unwrap();
        expect(2, &["input"]);
        write(&directory, "input", "a");
    }
}
