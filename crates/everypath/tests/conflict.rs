//! Conflict-driven exploration from the command line: what it tells of what it learnt, its deciders, and what it cannot be combined
//! with.

mod common;

use std::path::Path;

use common::{everypath, record, root, run, temporary, transcript, write};
use expect_test::expect;
use serde_json::Value;

/// All deciders, the search of our own first.
const DECIDERS: [&str; 5] = ["path", "black-box", "guide", "maximise", "maximise:5"];

/// Eight paths to one check, which has nothing to do with the first two branches.
const WORKED_EXAMPLE: &str = "examples/distance.c";

/// A check of the assertions of a program whose branches the passes leave as they are.
fn assertions<'a>(file: &'a str, extra: &[&'a str]) -> Vec<&'a str> {
    let options = ["--target", "lp64", "--passes", "mem2reg", "--checks"];
    [&["check", file][..], &options, &["assertion"], extra].concat()
}

fn conflict<'a>(extra: &[&'a str]) -> Vec<&'a str> {
    assertions(WORKED_EXAMPLE, &[&["--engine", "conflict"], extra].concat())
}

#[test]
fn what_was_learnt_is_told_in_lines_of_the_source() {
    let output = run(&conflict(&["--explain", "--no-timing"]));
    expect![[r#"
        exit 0
        examples/distance.c: safe: no path leads to a check that can fail; none was followed to its end

        learnt from paths that no input takes:
          1. examples/distance.c:12:9 not taken: the check at 13:5 cannot fail behind it
          2. examples/distance.c:12:9 taken: the check at 13:5 cannot fail behind it

        0 paths, 33 instructions, 23 of 27 instructions (85.2%) covered
    "#]]
    .assert_eq(&transcript(&output));
}

#[test]
fn what_was_learnt_is_in_the_record() {
    let told = record(&conflict(&["--explain"]));
    let clauses = told["learnt"]["clauses"].as_array().unwrap();
    let of_assertion = clauses.iter().filter(|clause| {
        let places = clause["places"].as_array().unwrap();
        places.iter().any(|place| place["line"] == 13)
    });
    let of_assertion: Vec<(&Value, &Value, &Value)> = of_assertion
        .map(|clause| {
            assert_eq!(clause["excludes"], "checks");
            assert_eq!(clause["branches"].as_array().unwrap().len(), 1);
            let branch = &clause["branches"][0];
            let place = &branch["place"];
            (&place["file"], &place["line"], &branch["side"])
        })
        .collect();
    let file = &Value::from("examples/distance.c");
    let line = &Value::from(12);
    let sides = [&Value::from("not taken"), &Value::from("taken")];
    assert_eq!(of_assertion, sides.map(|side| (file, line, side)));
    assert_eq!(told["learnt"]["omitted"], 0);
    assert!(record(&conflict(&[]))["learnt"].is_null());
}

#[test]
fn learning_takes_fewer_instructions_than_all_paths() {
    let learning = record(&conflict(&[]));
    let all = record(&assertions(WORKED_EXAMPLE, &["--engine", "paths"]));
    let instructions = |record: &Value| record["statistics"]["instructions"].as_u64().unwrap();
    assert_eq!(all["statistics"]["paths"], 8);
    assert!(instructions(&learning) < instructions(&all));
}

#[test]
fn statistics_tell_what_was_learnt_and_by_which_decider() {
    for decider in DECIDERS {
        let record = record(&conflict(&["--decide", decider]));
        let counts = &record["statistics"]["conflict"];
        let name = match decider {
            "maximise" => "maximise:10",
            other => other,
        };
        assert_eq!(counts["decider"], name);
        let count = |name: &str| counts[name].as_u64().unwrap();
        assert!(count("paths") > 0 && count("steps") > 0 && count("nodes") > 0);
        assert_eq!(counts["clauses"][1]["from"], "checks");
        assert!(
            counts["clauses"][1]["clauses"].as_u64() >= Some(2),
            "{counts}"
        );
        let formula = &counts["formula"];
        assert_eq!(formula.is_null(), decider == "path", "{counts}");
        if decider == "path" {
            continue;
        }
        let of_formula = |name: &str| formula[name].as_u64().unwrap();
        assert!(of_formula("variables") > 0 && of_formula("clauses") > 0);
        assert!(of_formula("guided") + of_formula("unguided") > 2);
        match decider {
            "black-box" => assert_eq!(of_formula("guided"), 0),
            "guide" => assert!(of_formula("guided") > of_formula("unguided")),
            _ => {}
        }
    }
    let other = record(&assertions(WORKED_EXAMPLE, &[]));
    assert!(other["statistics"]["conflict"].is_null());
    let text = transcript(&run(&conflict(&["--stats", "--decide", "guide"])));
    for words in ["learning from conflicts:", "decider", "guide", "formula"] {
        assert!(text.contains(words), "{words:?} is not in {text}");
    }
}

#[test]
fn reasons_that_name_all_joins_are_larger() {
    let directory = temporary();
    let source = write(
        &directory,
        "joins.c",
        "#include <everypath.h>\nint stored, other;\nint main(void) {\n    int x = everypath_int(\"x\"), y = everypath_int(\"y\");\n    stored = x;\n    if (y > 0) other = 1;\n    everypath_assert(stored == x);\n    return 0;\n}\n",
    );
    let literals = |what: &str| {
        let extra = ["--engine", "conflict", "--memory-reasons", what];
        let record = record(&assertions(&source, &extra));
        assert_eq!(record["verdict"], "safe");
        let of_checks = &record["statistics"]["conflict"]["clauses"][1];
        assert_eq!(of_checks["from"], "checks");
        of_checks["literals"].as_u64().unwrap()
    };
    assert!(literals("definitions") < literals("joins"));
}

#[test]
fn two_runs_say_the_same() {
    for decider in DECIDERS {
        for program in ["state_machine.c", "loop_sum_safe.c", "switch_dense_safe.c"] {
            let program = format!("tests/programs/c/{program}");
            let arguments = [
                "check",
                &program,
                "--target",
                "lp64",
                "--engine",
                "conflict",
                "--all",
                "--unwind",
                "20",
                "--explain",
                "--stats",
                "--no-timing",
                "--decide",
                decider,
            ];
            let first = transcript(&run(&arguments));
            let second = transcript(&run(&arguments));
            assert_eq!(first, second, "{program} {decider}");
            let json = [&arguments[..], &["--json"]].concat();
            assert_eq!(run(&json).stdout, run(&json).stdout, "{program} {decider}");
        }
    }
}

#[test]
fn what_cannot_be_combined_is_refused_with_what_to_do() {
    let conflict = ["--engine", "conflict"];
    for (arguments, advice) in [
        (&["--count-inputs"][..], "--engine paths"),
        (&["--emit", "smt2=x.smt2"], "--engine merge or paths"),
        (&["--cores"], "--explain"),
        (&["--continue-after-violation"], "--all"),
        (&["--max-forks", "3"], "--unwind"),
        (&["--decisions"], "--trace"),
        (&["--strategy", "bfs"], "--decide"),
    ] {
        let arguments = [&["check", "x.c"], &conflict[..], arguments].concat();
        let output = run(&arguments);
        let said = transcript(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(
            said.contains(arguments[4]) && said.contains(advice),
            "{said}"
        );
    }
    for engine in ["auto", "paths", "merge"] {
        for option in [&["--explain"][..], &["--decide", "guide"]] {
            let arguments = [&["check", "x.c", "--engine", engine][..], option].concat();
            let output = run(&arguments);
            let said = transcript(&output);
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(said.contains("--engine conflict"), "{said}");
        }
    }
    let output = run(&["check", "x.c", "--engine", "conflict", "--decide", "chance"]);
    let said = transcript(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("black-box, guide, maximise[:PERCENT]"),
        "{said}"
    );
}

#[test]
fn a_graph_that_no_bound_ends_is_a_cut_with_advice() {
    let directory = temporary();
    let file = write(
        &directory,
        "endless.c",
        "#include <everypath.h>
int main(void) {
    unsigned n = everypath_unsigned(\"n\"), sum = 0;
    for (unsigned i = 0; i < n; i++) sum += i;
    everypath_assert(n != 3 || sum == 3);
    return 0;
}
",
    );
    let arguments = [
        "check", &file, "--target", "lp64", "--engine", "conflict", "--decide", "guide",
    ];
    let record = record(&arguments);
    assert_eq!(record["verdict"], "incomplete");
    assert_eq!(record["cuts"][0]["kind"], "graph");
    let advice = record["cuts"][0]["advice"].as_str().unwrap();
    assert!(advice.contains("--unwind"), "{advice}");
}

#[test]
fn a_recursion_in_which_nothing_can_fail_ends_at_its_bound() {
    let directory = temporary();
    let file = write(
        &directory,
        "recursion.c",
        "void down(void) { down(); }
int main(void) { down(); return 0; }
",
    );
    let record = record(&[
        "check",
        &file,
        "--engine",
        "conflict",
        "--max-call-depth",
        "300",
    ]);
    assert_eq!(record["verdict"], "incomplete");
    let cuts = record["cuts"].as_array().unwrap();
    let kinds: Vec<_> = cuts.iter().map(|cut| cut["kind"].as_str()).collect();
    assert_eq!(kinds, [Some("call-depth-bound")], "{cuts:?}");
}

/// What was found: the property and line of each violation, and the verdict.
fn found(program: &Path, decider: &str) -> (String, Vec<(String, Option<u64>)>) {
    let name = program.strip_prefix(root()).unwrap();
    let mut command = everypath();
    command.arg("check").arg(name);
    command.args([
        "--target", "lp64", "--engine", "conflict", "--all", "--json",
    ]);
    command.args([
        "--unwind",
        "12",
        "--library-unwind",
        "12",
        "--max-call-depth",
        "40",
        "--decide",
        decider,
    ]);
    let output = command.output().unwrap();
    let record: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{}: {error}\n{}", name.display(), transcript(&output)));
    let findings = record["findings"].as_array().unwrap().iter();
    let mut findings: Vec<(String, Option<u64>)> = findings
        .map(|finding| {
            let property = finding["property"].as_str().unwrap().to_owned();
            (property, finding["place"]["line"].as_u64())
        })
        .collect();
    findings.sort();
    (record["verdict"].as_str().unwrap().to_owned(), findings)
}

/// The programs that the deciders are compared on.
const COMPARED: [&str; 24] = [
    "absolute_value",
    "absolute_value_safe",
    "average",
    "average_safe",
    "binary_search",
    "binary_search_safe",
    "block_on_one_way",
    "division_in_second_call",
    "duff_device",
    "function_pointers",
    "function_pointers_safe",
    "goto_into_loop_safe",
    "loop_sum",
    "loop_sum_safe",
    "out_of_scope",
    "pointer_choice",
    "pointer_choice_safe",
    "recursion_factorial",
    "setjmp_chosen",
    "short_circuit_safe",
    "state_machine",
    "state_machine_safe",
    "switch_dense",
    "switch_fall_through_safe",
];

#[test]
fn every_decider_finds_the_same() {
    let folder = root().join("tests/programs/c");
    let mut unsafe_ones = 0;
    for name in COMPARED {
        let program = folder.join(format!("{name}.c"));
        let expected = found(&program, "path");
        unsafe_ones += usize::from(expected.0 == "unsafe");
        for decider in ["black-box", "guide", "maximise"] {
            assert_eq!(found(&program, decider), expected, "{name} {decider}");
        }
    }
    assert!(unsafe_ones > 5, "only {unsafe_ones} are unsafe");
}

#[test]
fn a_loop_on_which_no_check_depends_needs_no_bound() {
    let engine = |engine, extra: &[&str]| {
        let extra = [&["--engine", engine][..], extra].concat();
        record(&assertions("examples/rounds.c", &extra))
    };
    assert_eq!(engine("conflict", &[])["verdict"], "safe");
    let bounded = engine("conflict", &["--unwind", "3"]);
    assert_eq!(bounded["verdict"], "incomplete");
    assert_eq!(bounded["cuts"][0]["kind"], "loop-bound");
    let unchecked = ["--unwind", "3", "--no-bound-checks"];
    let proof = engine("conflict", &unchecked);
    assert_eq!(proof["verdict"], "safe");
    assert_eq!(proof["cuts"].as_array().unwrap().len(), 0);
    assert_eq!(engine("paths", &unchecked)["cuts"][0]["kind"], "loop-bound");
}

/// An assumption ends some of the paths that were followed; of the others nobody has to know the end.
#[test]
fn a_verdict_does_not_say_that_all_paths_end_at_assumptions() {
    let directory = temporary();
    let program = "#include <everypath.h>\nint main(void) {\n    int x = everypath_int(\"x\");\n    everypath_assume(x > 3);\n    everypath_assert(x > 2);\n    return 0;\n}\n";
    let file = write(&directory, "assumed.c", program);
    let output = run(&["check", &file, "--target", "lp64", "--engine", "conflict"]);
    let told = transcript(&output);
    assert!(
        told.contains("safe: no path leads to a check that can fail"),
        "{told}"
    );
}
