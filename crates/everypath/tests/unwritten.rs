//! Memory that was never written: what is there may be anything, but it is one thing, whoever reads it first and in which pieces.

mod common;

use common::{record, run, temporary, transcript, write};
use serde_json::Value;

const ENGINES: [&str; 3] = ["paths", "merge", "conflict"];

/// A program of a body of `main` with two inputs, and of what stands before it.
fn program(before: &str, body: &str) -> String {
    format!(
        "#include <everypath.h>\n#include <stdlib.h>\n#include <string.h>\n{before}\nint main(void) {{\n    int x = everypath_int(\"x\"), y = everypath_int(\"y\");\n    {body}\n    return 0;\n}}\n"
    )
}

/// Passes that leave variables in memory.
fn check<'a>(file: &'a str, engine: &'a str) -> [&'a str; 11] {
    [
        "check",
        file,
        "--target",
        "lp64",
        "--passes",
        "mem2reg",
        "--checks",
        "assertion",
        "--all",
        "--engine",
        engine,
    ]
}

/// What every engine says of a program: it is safe, or so many assertions fail, and a replay of each shows it.
fn expect(source: &str, violations: usize) {
    let directory = temporary();
    let file = write(&directory, "program.c", source);
    for engine in ENGINES {
        let record = record(&check(&file, engine));
        let findings = record["findings"].as_array().unwrap();
        assert_eq!(findings.len(), violations, "{engine}: {record:#}");
        let verdict = if violations == 0 { "safe" } else { "unsafe" };
        assert_eq!(record["verdict"], verdict, "{engine}: {record:#}");
        // 6 if a counterexample does not replay.
        let code = if violations == 0 { 0 } else { 10 };
        assert_eq!(record["exit_code"], code, "{engine}: {record:#}");
    }
}

#[test]
fn a_byte_has_one_value_however_often_it_is_read() {
    let body = "int a[4]; int first = a[x & 3]; everypath_assert(a[x & 3] == first);";
    expect(&program("", body), 0);
}

#[test]
fn what_a_symbolic_index_read_is_found_again_by_a_replay_that_reads_single_elements() {
    let body = "int a[4], b[4]; a[0] = x; if (y & 2) a[x & 3] = y; b[x & 3] = 1;
    everypath_assert(b[2] < y); everypath_assert(a[1] != 77 || b[3] != 3);";
    expect(&program("", body), 2);
}

#[test]
fn a_copy_of_a_byte_that_was_never_written_is_equal_to_it() {
    let body = "struct pair a, b; a.first = x; b = a; everypath_assert(b.second == a.second);";
    let pair = "struct pair { int first; int second; };";
    expect(&program(pair, body), 0);
    let body = "int a[4], b[4]; a[1] = x; if (y) memcpy(b, a, sizeof a); else memcpy(b + 1, a, 2 * sizeof(int));
    everypath_assert(b[2] == (y ? a[2] : x)); everypath_assert(b[3] == a[3]);";
    expect(&program("", body), 1);
}

#[test]
fn two_lives_of_a_variable_may_differ() {
    let callee = "static int read(int at) { int a[4]; if (at < 0) a[1] = at; return a[1]; }";
    let body = "int first = 0; if (x > 0) first = read(1); int second = read(y & 1);
    everypath_assert(x <= 0 || first == second); everypath_assert(first != 5);";
    expect(&program(callee, body), 2);
    let body = "for (int i = 0; i < 2; i++) { int a[2]; a[0] = x; if (i == y) everypath_assert(a[1] != 4); }";
    expect(&program("", body), 1);
    let body = "int *a = malloc(8), *b = malloc(8); if (!a || !b) return 0; if (x) a[1] = b[1];
    everypath_assert(a[1] == b[1]);";
    expect(&program("", body), 1);
}

#[test]
fn blocks_that_two_ways_made_for_themselves_hold_what_each_found_there() {
    let body = "int *a; if (x) a = malloc(8); else a = malloc(8); if (!a) return 0;
    everypath_assert(x || a[1] != 7); everypath_assert(!x || a[1] != 8);";
    expect(&program("", body), 2);
}

#[test]
fn paths_that_wrote_different_elements_meet() {
    let body = "int a[8]; int l = 0; for (int i = 0; i < 8; i++) if (x >> i & 1) a[l++] = i;
    for (int i = 1; i < l; i++) everypath_assert(a[i - 1] < a[i]);";
    let directory = temporary();
    let file = write(&directory, "program.c", program("", body));
    let record = record(&check(&file, "merge"));
    assert_eq!(record["verdict"], "safe");
    let waiting = record["statistics"]["most_waiting"].as_u64().unwrap();
    assert!(waiting <= 4, "{waiting} states wait");
}

#[test]
fn a_test_case_of_memory_that_was_never_written_replays() {
    let directory = temporary();
    let body =
        "int a[4]; a[1] = x; if (a[y & 3] == 9 && y != 1) everypath_assert(a[2] != 9 || x != 3);";
    let file = write(&directory, "program.c", program("", body));
    let tests = directory.path().join("tests").display().to_string();
    for engine in ENGINES {
        let mut arguments = check(&file, engine).to_vec();
        // Conflicts lead to checks, not to the ends of paths.
        if engine != "conflict" {
            arguments.extend(["--tests", &tests]);
        }
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(10), "{}", transcript(&output));
    }
    let mut violations = 0;
    let mut files: Vec<_> = std::fs::read_dir(&tests).unwrap().collect();
    files.sort_by_key(|it| it.as_ref().unwrap().path());
    for case in files {
        let case = case.unwrap().path().display().to_string();
        let text: Value = serde_json::from_str(&std::fs::read_to_string(&case).unwrap()).unwrap();
        let replayed = run(&["replay", &file, &case]);
        let said = transcript(&replayed);
        match replayed.status.code() {
            Some(10) => violations += 1,
            Some(0) => {}
            _ => panic!("{text:#}\n{said}"),
        }
    }
    assert!(violations > 0);
}
