//! What a run says of single checks and of what leads to a violation: traces, tables of checks, what proofs rest on, violations
//! behind violations.

mod common;

use common::{record, run, temporary, transcript, write};

/// Two equal additions, both of which overflow for the same inputs; without the option the first hides the second.
const SHADOWED: &str = "#include <everypath.h>
int main(void) {
    int x = everypath_int(\"x\"), y = everypath_int(\"y\");
    int first = x + y;
    int second = x + y;
    everypath_assert(first == 0);
    return first ^ second;
}
";

fn places(record: &serde_json::Value) -> Vec<(String, u64)> {
    let findings = record["findings"].as_array().unwrap().iter();
    let mut places: Vec<(String, u64)> = findings
        .map(|finding| {
            assert_eq!(finding["replay"]["status"], "reproduced");
            let line = finding["place"]["line"].as_u64().unwrap();
            (finding["property"].as_str().unwrap().to_owned(), line)
        })
        .collect();
    places.sort();
    places
}

#[test]
fn a_violation_hides_no_later_one_where_the_run_goes_on() {
    let directory = temporary();
    let file = write(&directory, "shadowed.c", SHADOWED);
    for engine in ["paths", "merge"] {
        let common = ["check", &file, "--target", "lp64", "--engine", engine];
        let hidden = record(&[&common[..], &["--all"]].concat());
        let expected = [("assertion", 6), ("signed-overflow", 4)];
        let expected = expected.map(|(property, line)| (property.to_owned(), line));
        assert_eq!(places(&hidden), expected, "{engine}");

        let cases = directory.path().join(engine);
        let cases = cases.to_str().unwrap();
        let option = ["--continue-after-violation", "--tests", cases];
        let all = record(&[&common[..], &option].concat());
        let expected = [
            ("assertion", 6),
            ("signed-overflow", 4),
            ("signed-overflow", 5),
        ];
        let expected = expected.map(|(property, line)| (property.to_owned(), line));
        assert_eq!(places(&all), expected, "{engine}");
        for finding in all["findings"].as_array().unwrap() {
            let case = finding["test_case"].as_str().unwrap();
            let said = transcript(&run(&["replay", &file, case, "-q"]));
            assert!(said.contains("as the case says"), "{said}");
        }
    }
}

#[test]
fn what_cannot_be_executed_ends_a_path_that_goes_on_behind_violations() {
    let directory = temporary();
    let file = write(
        &directory,
        "beyond.c",
        "#include <everypath.h>
int main(void) {
    int array[4] = {1, 2, 3, 4}, *p = array;
    unsigned i = everypath_unsigned(\"i\");
    everypath_assert(i < 4);
    int value = p[i];
    everypath_assert(i < 4);
    return value;
}
",
    );
    for engine in ["paths", "merge"] {
        let record = record(&[
            "check",
            &file,
            "--target",
            "lp64",
            "--engine",
            engine,
            "--continue-after-violation",
        ]);
        let expected = [("assertion", 5), ("invalid-load", 6)];
        let expected = expected.map(|(property, line)| (property.to_owned(), line));
        assert_eq!(places(&record), expected, "{engine}");
    }
}

#[test]
fn what_ends_a_path_in_the_library_is_told_at_the_call_of_the_program() {
    let directory = temporary();
    let file = write(
        &directory,
        "formatted.c",
        "#include <everypath.h>
#include <stdio.h>
int main(void) {
    char text[64];
    double third = everypath_unsigned(\"n\") / 3.0;
    sprintf(text, \"%f\", third);
    return text[0];
}
",
    );
    for engine in ["paths", "merge", "conflict"] {
        let record = record(&["check", &file, "--target", "lp64", "--engine", engine]);
        let cuts = record["cuts"].as_array().unwrap();
        let is_told = |cut: &serde_json::Value| {
            cut["kind"] == "unsupported"
                && cut["place"]["line"] == 6
                && cut["place"]["function"] == "main"
        };
        assert!(cuts.iter().any(is_told), "{engine}: {cuts:?}");
        let is_elsewhere = |cut: &serde_json::Value| {
            cut["place"]["file"]
                .as_str()
                .is_some_and(|file| !file.ends_with("formatted.c"))
        };
        assert!(!cuts.iter().any(is_elsewhere), "{engine}: {cuts:?}");
    }
}

const CALLS: &str = "#include <everypath.h>
int twice(int a) {
    int b = a;
    b += a;
    return b;
}
int main(void) {
    int n = everypath_int(\"n\"), sum = 0;
    everypath_assume(n >= 0 && n < 3);
    for (int i = 0; i < n; i++) sum += twice(i + 1);
    everypath_assert(sum != 6);
    return 0;
}
";

#[test]
fn a_trace_shows_calls_lines_and_what_they_change() {
    let directory = temporary();
    let file = write(&directory, "calls.c", CALLS);
    for (target, assigned) in [
        ("lp64", [("sum", 6), ("i", 2)]),
        ("riscv32", [("b", 4), ("sum", 6)]),
    ] {
        let options = ["--target", target, "--engine", "merge", "--trace"];
        let record = record(&[&["check", &file][..], &options].concat());
        let trace = &record["findings"][0]["trace"];
        assert_eq!(trace["omitted"], 0);
        let steps = trace["steps"].as_array().unwrap();
        let entered = steps
            .iter()
            .filter(|step| step["kind"] == "call" && step["place"]["function"] == "twice");
        assert_eq!(entered.count(), 2, "{target}");
        let back = steps.iter().filter(|step| step["kind"] == "return");
        assert_eq!(back.count(), 2, "{target}");
        assert_eq!(steps.last().unwrap()["place"]["line"], 11);
        for (name, value) in assigned {
            let changes = steps
                .iter()
                .flat_map(|step| step["changes"].as_array().unwrap());
            let mut values = changes.filter(|change| change["name"] == name);
            assert!(
                values.any(|change| change["value"] == value),
                "{target}: {name} = {value}: {steps:?}"
            );
        }
        let ours = |step: &&serde_json::Value| {
            let file = step["place"]["file"].as_str().unwrap_or_default();
            file.contains("everypath-runtime")
        };
        assert_eq!(steps.iter().find(ours), None, "{target}");
        let said = transcript(&run(&[&["check", &file][..], &options].concat()));
        assert!(said.contains("  enter main("), "{said}");
        assert!(said.contains("    enter twice("), "{said}");
    }
}

#[test]
fn a_trace_shows_memory_on_demand() {
    let directory = temporary();
    let file = write(&directory, "calls.c", CALLS);
    let trace = |option: &str| {
        transcript(&run(&[
            "check", &file, "--target", "riscv32", "--engine", "merge", option,
        ]))
    };
    let said = trace("--trace=memory");
    assert!(said.contains("sum = 6 (0x00000006 at 0x"), "{said}");
    assert!(said.contains("[0x"), "{said}");
    let said = trace("--trace");
    assert!(!said.contains("[0x") && said.contains("sum = 6,"), "{said}");
}

#[test]
fn a_trace_is_indented_by_calls() {
    let directory = temporary();
    let file = write(&directory, "calls.c", CALLS);
    let said = transcript(&run(&[
        "check", &file, "--target", "riscv32", "--engine", "merge", "--trace",
    ]));
    let trace = said.split("  trace:\n").nth(1).unwrap();
    // The instruction without a line differs from compiler to compiler.
    let lines = trace.lines().take_while(|line| !line.is_empty());
    let lines: Vec<String> = lines
        .filter(|line| !line.contains(" at 0x"))
        .map(|line| line.replace(&file, "calls.c"))
        .collect();
    let expected = "    enter main()
      calls.c:7
      calls.c:8: n = 2, sum = 0
      calls.c:9
      calls.c:9
      calls.c:10: i = 0
      enter twice()
        calls.c:2: a = 1
        calls.c:3: b = 1
        calls.c:4: b = 2
        calls.c:5
      back in main
      calls.c:10: sum = 2, i = 1
      enter twice()
        calls.c:2: a = 2
        calls.c:3: b = 2
        calls.c:4: b = 4
        calls.c:5
      back in main
      calls.c:10: sum = 6, i = 2
      calls.c:11";
    assert_eq!(lines.join("\n"), expected);
}

#[test]
fn one_finding_per_check_however_often_it_is_called() {
    let directory = temporary();
    let file = write(
        &directory,
        "five.c",
        "#include <everypath.h>
static void check(int x, int limit) {
    everypath_assert(x < limit);
}
int main(void) {
    int x = everypath_int(\"x\");
    everypath_assert(x != 7);
    everypath_assert(x != 7);
    everypath_assert(x != 8);
    check(x, 100);
    check(x, 200);
    check(x, 300);
    check(x, 400);
    everypath_assert(x != 500);
    return 0;
}
",
    );
    for engine in ["paths", "merge"] {
        let record = record(&["check", &file, "--engine", engine, "--all"]);
        let expected = [3, 7, 9].map(|line| ("assertion".to_owned(), line));
        assert_eq!(places(&record), expected, "{engine}");
        let proven = statuses(&record)
            .into_iter()
            .filter(|(_, status)| status == "proven");
        let proven: Vec<u64> = proven.map(|(line, _)| line).collect();
        assert_eq!(proven, [8, 14], "{engine}");
    }
}

/// The worked example of the LLBMC thesis (6.3.4): the addition that overflows is optimised away, the access is proven by
/// simplification alone, and one input is left.
#[test]
fn the_worked_example_leaves_one_addition_and_one_comparison() {
    let directory = temporary();
    let file = write(
        &directory,
        "worked.c",
        "#include <stdlib.h>
int isintmax(int n) { return n + 1 < n; }
int *allocate(int n, int v) {
    int *p = 0;
    if (!isintmax(n)) p = malloc(sizeof(int));
    *p = v;
    return p;
}
",
    );
    let formula = directory.path().join("worked.smt2");
    let emit = format!("smt2={}", formula.display());
    let options = [
        "--target", "ilp32", "--entry", "allocate", "--engine", "merge",
    ];
    let more = ["--all", "--emit", &emit];
    let record = record(&[&["check", &file][..], &options, &more].concat());
    assert_eq!(statuses(&record), [(2, "violated".to_owned())]);
    let inputs = &record["findings"][0]["inputs"];
    assert_eq!(
        (&inputs[0]["name"], &inputs[0]["bytes"]),
        (&"n".into(), &"ffffff7f".into())
    );
    let text = std::fs::read_to_string(formula).unwrap();
    assert!(text.matches("(define-fun ").count() <= 3, "{text}");
}

fn statuses(record: &serde_json::Value) -> Vec<(u64, String)> {
    let checks = record["checks"].as_array().unwrap().iter();
    checks
        .map(|check| {
            let line = check["place"]["line"].as_u64().unwrap();
            (line, check["status"].as_str().unwrap().to_owned())
        })
        .collect()
}

const MANY: &str = "#include <everypath.h>
int main(void) {
    unsigned n = everypath_unsigned(\"n\"), m = everypath_unsigned(\"m\"), sum = 0;
    if (m > 7) return 1;
    if (n > 5) return 1;
    for (unsigned i = 0; i < n; i++) sum++;
    everypath_assert(sum == n);
    everypath_assert(m <= 7);
    everypath_assert(sum != 3);
    return 0;
}
";

#[test]
fn each_check_is_violated_proven_or_unknown() {
    let directory = temporary();
    let file = write(&directory, "many.c", MANY);
    let status =
        |words: [&str; 3]| -> Vec<(u64, String)> { (7..).zip(words.map(str::to_owned)).collect() };
    for engine in ["paths", "merge"] {
        let check = |more: &[&str]| {
            let all = ["check", &file, "--engine", engine, "--checks", "assertion"];
            statuses(&record(&[&all[..], more].concat()))
        };
        let expected = status(["proven", "proven", "violated"]);
        assert_eq!(check(&["--all"]), expected, "{engine}");
        let expected = status(["proven within bounds", "proven within bounds", "violated"]);
        assert_eq!(check(&["--all", "--unwind", "4"]), expected, "{engine}");
        let first = check(&[]);
        assert!(first.contains(&(9, "violated".to_owned())), "{first:?}");
        assert!(!first.contains(&(7, "proven".to_owned())), "{first:?}");
    }
}

#[test]
fn a_proof_names_the_branches_that_it_rests_on_and_no_others() {
    let directory = temporary();
    let file = write(&directory, "many.c", MANY);
    for target in ["lp64", "riscv32"] {
        for engine in ["paths", "merge"] {
            let options = ["--target", target, "--engine", engine, "--all", "--cores"];
            let checks: &[&str] = match target {
                "lp64" => &["--checks", "assertion", "--no-optimise"],
                _ => &["--checks", "assertion"],
            };
            let options = [&["check", &file][..], &options, checks].concat();
            let record = record(&options);
            let rests_on = |line: u64| -> Vec<u64> {
                let mut checks = record["checks"].as_array().unwrap().iter();
                let check = checks.find(|check| check["place"]["line"] == line).unwrap();
                let places = check["rests_on"].as_array().unwrap().iter();
                let mut lines: Vec<u64> = places
                    .map(|place| place["line"].as_u64().unwrap())
                    .collect();
                lines.dedup();
                lines
            };
            assert_eq!(rests_on(8), [4], "{target} {engine}");
            // Cores are small, not always least.
            assert!(engine == "merge" || !rests_on(7).contains(&4), "{target}");
            assert!(rests_on(7).contains(&6), "{target} {engine}");
            assert!(rests_on(9).is_empty(), "{target} {engine}");
            let said = transcript(&run(&options));
            assert!(said.contains("rests on\n"), "{said}");
        }
    }
}

/// What each of its inputs does wrong with a block of the heap.
const BLOCKS: &str = "#include <everypath.h>
#include <stdlib.h>
#include <string.h>
struct node { struct node *next; char text[8]; };
static struct node *make(const char *text) {
    struct node *node = malloc(sizeof *node);
    node->next = 0;
    strcpy(node->text, text);
    return node;
}
static void drop(struct node *node) { free(node); }
static int *local(void) { int x = 3; int *p = &x; return p; }
int main(void) {
    int choice = everypath_int(\"choice\");
    struct node *first = make(\"one\"), *second = make(\"two\");
    if (choice == 1) { drop(second); return second->text[0]; }
    if (choice == 2) { drop(second); drop(second); }
    if (choice == 3) { drop(second); free(&second->text); }
    char *text = first->text;
    if (choice == 4) return text[16];
    if (choice == 5) free(first->text);
    if (choice == 6) return *local();
    drop(first);
    return 0;
}
";

/// Line, what was found, and the lines that explain it.
const TOLD: [&str; 7] = [
    "11: which is heap block 2 of 16 bytes and was freed before; allocated 6; freed 11",
    "16: where no object is any more: in heap block 2 of 16 bytes, which was freed; allocated 6; freed 11",
    "18: which is 8 bytes inside heap block 2 of 16 bytes that was freed before; allocated 6; freed 11",
    "20: where no object is (9 bytes behind heap block 1 of 16 bytes); allocated 6",
    "21: which is 8 bytes inside heap block 1 of 16 bytes; allocated 6",
    "22: where no object is any more: in x of local, which is no more",
    "?: heap block 2 of 16 bytes is not freed; allocated 6",
];

#[test]
fn a_violation_says_where_its_block_was_allocated_and_freed() {
    let directory = temporary();
    let file = write(&directory, "blocks.c", BLOCKS);
    for engine in ["paths", "merge", "conflict"] {
        let checks = "--check=memory-leak";
        let arguments = ["check", &file, "--engine", engine, "--all", checks];
        let record = record(&arguments);
        let findings = record["findings"].as_array().unwrap().iter();
        let mut told: Vec<String> = findings
            .map(|finding| {
                let line = |place: &serde_json::Value| match place["line"].as_u64() {
                    Some(line) => line.to_string(),
                    None => "?".to_owned(),
                };
                let notes = finding["notes"].as_array();
                let notes = notes.into_iter().flatten().map(|note| {
                    format!(
                        "; {} {}",
                        note["what"].as_str().unwrap(),
                        line(&note["place"])
                    )
                });
                let detail = finding["detail"].as_str().unwrap();
                // Addresses are the machine's choice.
                let (_, detail) = detail.split_once(", ").unwrap_or(("", detail));
                format!(
                    "{}: {detail}{}",
                    line(&finding["place"]),
                    notes.collect::<String>()
                )
            })
            .collect();
        told.sort();
        assert_eq!(told, TOLD, "{engine}");
    }
}
