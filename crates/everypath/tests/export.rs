//! Formulas that `check --emit` writes: other solvers answer them as the report does.

mod common;

use std::path::Path;

use common::{run, temporary, transcript, write};
use everypath_term::testing::said_of_file;

/// Programs and whether they are safe: branches, a loop that a bound cuts, memory at symbolic addresses, division.
const PROGRAMS: [(&str, bool, &str); 8] = [
    (
        "sum",
        false,
        "unsigned n = everypath_unsigned(\"n\"), sum = 0;
         everypath_assume(n <= 9);
         for (unsigned i = 0; i < n; i++) sum += i;
         if (n == 7) everypath_assert(sum != 21);
         if (n == 9) everypath_assert(sum != 36);",
    ),
    (
        "sum_fixed",
        true,
        "unsigned n = everypath_unsigned(\"n\"), sum = 0;
         everypath_assume(n <= 9);
         for (unsigned i = 0; i < n; i++) sum += i;
         if (n == 7) everypath_assert(sum == 21);",
    ),
    (
        "table",
        false,
        "unsigned char i = everypath_u8(\"i\"), a[8] = {3, 1, 4, 1, 5, 9, 2, 6};
         everypath_assume(i < 8);
         a[i] = 9;
         everypath_assert(a[0] + a[7] != 12);",
    ),
    (
        "table_fixed",
        true,
        "unsigned char i = everypath_u8(\"i\"), a[8] = {3, 1, 4, 1, 5, 9, 2, 6};
         everypath_assume(i < 8);
         a[i] = 9;
         everypath_assert(a[0] + a[7] != 13);",
    ),
    (
        "wide",
        false,
        "static unsigned char a[300];
         unsigned short i = everypath_u16(\"i\"), j = everypath_u16(\"j\");
         everypath_assume(i < 300 && j < 300);
         a[i] = 7;
         everypath_assert(a[j] != 7 || j < 250);",
    ),
    (
        "wide_fixed",
        true,
        "static unsigned char a[300];
         unsigned short i = everypath_u16(\"i\"), j = everypath_u16(\"j\");
         everypath_assume(i < 300 && j < 300);
         a[i] = 7;
         everypath_assert(a[j] != 7 || j == i);",
    ),
    (
        "quotient",
        false,
        "unsigned char x = everypath_u8(\"x\"), y = everypath_u8(\"y\");
         if (y > 3) everypath_assert(x / y != 21 || x % y != 2);",
    ),
    (
        "constant",
        true,
        "everypath_u8(\"x\"); everypath_assert(1);",
    ),
];

fn source(body: &str) -> String {
    format!("#include <everypath.h>\nint main(void) {{\n{body}\nreturn 0;\n}}\n")
}

/// What a solver says of a file.
fn verdict(solver: &str, file: &Path) -> String {
    let said = said_of_file(solver, &[], file);
    let first = said.lines().next().unwrap_or_default().to_owned();
    assert!(
        first == "sat" || first == "unsat",
        "{solver} says of {}: {said}",
        file.display()
    );
    first
}

fn expected(safe: bool) -> &'static str {
    if safe { "unsat" } else { "sat" }
}

fn exit_code(safe: bool) -> i32 {
    if safe { 0 } else { 10 }
}

#[test]
fn the_formula_of_a_program_is_satisfiable_iff_it_is_unsafe() {
    for (name, safe, body) in PROGRAMS {
        let directory = temporary();
        let file = write(&directory, "program.c", source(body));
        for (engine, target) in [
            ("merge", "riscv32"),
            ("merge", "lp64"),
            ("paths", "riscv32"),
        ] {
            let formula = directory.path().join("program.smt2");
            let emit = format!("smt2={}", formula.display());
            let arguments = ["check", &file, "--engine", engine, "--target", target];
            let output = run(&[&arguments[..], &["--emit", &emit]].concat());
            let said = transcript(&output);
            assert_eq!(
                output.status.code(),
                Some(exit_code(safe)),
                "{name}: {said}"
            );
            assert!(said.contains("formula written to"), "{said}");
            for solver in ["z3", "cvc5"] {
                assert_eq!(
                    verdict(solver, &formula),
                    expected(safe),
                    "{name} {engine} {target}"
                );
            }
        }
    }
}

#[test]
fn clauses_say_what_the_formula_says() {
    for (name, safe, body) in PROGRAMS {
        let directory = temporary();
        let file = write(&directory, "program.c", source(body));
        let (clauses, model) = (directory.path().join("cnf"), directory.path().join("btor2"));
        let emit = [
            format!("dimacs={}", clauses.display()),
            format!("btor2={}", model.display()),
        ];
        let arguments = ["check", &file, "--engine", "merge", "--checks", "assertion"];
        let output = run(&[&arguments[..], &["--emit", &emit[0], "--emit", &emit[1]]].concat());
        assert_eq!(output.status.code(), Some(exit_code(safe)), "{name}");
        let answer = said_of_file("z3", &["-dimacs"], &clauses);
        let expected = if safe {
            "s UNSATISFIABLE"
        } else {
            "s SATISFIABLE"
        };
        assert_eq!(answer.lines().next(), Some(expected), "{name}");
        let model = std::fs::read_to_string(&model).unwrap();
        assert_eq!(model.matches(" bad ").count(), 1, "{name}");
    }
}

#[test]
fn there_is_a_formula_for_every_property() {
    for (name, safe, body) in PROGRAMS {
        let directory = temporary();
        let file = write(&directory, "program.c", source(body));
        let all = directory.path().join("all");
        let emit = format!("smt2={}", all.display());
        let checks = ["--checks", "assertion,invalid-load,nonzero-exit"];
        let arguments = [
            "check",
            &file,
            "--engine",
            "merge",
            "--emit-per",
            "property",
        ];
        let output = run(&[&arguments[..], &["--emit", &emit], &checks].concat());
        assert_eq!(output.status.code(), Some(exit_code(safe)), "{name}");
        let of = |property: &str| verdict("z3", &all.join(format!("{property}.smt2")));
        assert_eq!(of("assertion"), expected(safe), "{name}");
        assert_eq!(of("invalid-load"), "unsat", "{name}");
        assert_eq!(of("nonzero-exit"), "unsat", "{name}");
    }
}

#[test]
fn the_formulas_of_the_paths_say_together_what_that_of_the_program_says() {
    for (name, safe, body) in PROGRAMS {
        let directory = temporary();
        let file = write(&directory, "program.c", source(body));
        let all = directory.path().join("all");
        let emit = format!("smt2={}", all.display());
        let output = run(&["check", &file, "--emit", &emit, "--emit-per", "path"]);
        assert_eq!(output.status.code(), Some(exit_code(safe)), "{name}");
        let files = std::fs::read_dir(&all).unwrap();
        let satisfiable = files
            .filter(|entry| verdict("z3", &entry.as_ref().unwrap().path()) == "sat")
            .count();
        assert_eq!(satisfiable > 0, !safe, "{name}");
    }
}

#[test]
fn what_a_bound_cuts_is_a_formula_of_its_own() {
    let directory = temporary();
    let body = "unsigned n = everypath_unsigned(\"n\"), sum = 0;
         for (unsigned i = 0; i < n; i++) sum += 2;
         everypath_assert(sum != 8);";
    let file = write(&directory, "program.c", source(body));
    for (unwind, code, violated) in [("3", 5, "unsat"), ("4", 10, "sat")] {
        let all = directory.path().join(unwind);
        let emit = format!("smt2={}", all.display());
        let arguments = ["check", &file, "--engine", "merge", "--unwind", unwind];
        let output = run(&[&arguments[..], &["--emit", &emit, "--emit-per", "property"]].concat());
        assert_eq!(output.status.code(), Some(code), "{}", transcript(&output));
        assert_eq!(verdict("z3", &all.join("assertion.smt2")), violated);
        assert_eq!(verdict("z3", &all.join("given-up.smt2")), "sat");
        let formula = directory.path().join("program.smt2");
        let emit = format!("smt2={}", formula.display());
        run(&[&arguments[..], &["--emit", &emit]].concat());
        assert_eq!(verdict("z3", &formula), violated);
        let text = std::fs::read_to_string(&formula).unwrap();
        assert!(
            text.contains(&format!("bounds --unwind {unwind}")),
            "{text}"
        );
        assert!(
            text.contains("; given up if some input comes there, "),
            "{text}"
        );
    }
}

#[test]
fn wrong_uses_of_emit_say_what_to_do() {
    let directory = temporary();
    let file = write(&directory, "program.c", source("everypath_u8(\"x\");"));
    for (arguments, code, words) in [
        (&["--emit", "smtlib=x"][..], 1, "FORMAT is one of"),
        (&["--emit", "smt2="], 1, "expected FORMAT=PATH"),
        (&["--emit-per", "path"], 1, "--emit"),
        (&["--emit", "smt2=x", "--deepen"], 1, "--deepen"),
        (
            &[
                "--emit",
                "smt2=x",
                "--emit-per",
                "path",
                "--engine",
                "merge",
            ],
            1,
            "use it with --engine paths",
        ),
        (
            &["--emit", "smt2=/nowhere/x"],
            2,
            "/nowhere/x: No such file",
        ),
    ] {
        let output = run(&[&["check", &file][..], arguments].concat());
        let said = transcript(&output);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn the_worked_example_of_llbmc_leaves_one_definition_and_one_question() {
    let directory = common::temporary();
    let formula = directory.path().join("formula.smt2");
    let emit = format!("smt2={}", formula.display());
    let program = "tests/programs/c/compare_successor.c";
    let options = ["--target", "lp64", "--engine", "merge", "--emit", &emit];
    let record = common::record(&[&["check", program][..], &options].concat());
    let text = std::fs::read_to_string(&formula).unwrap();
    // The thesis leaves two; a sum below its summand is a comparison with a constant here.
    assert_eq!(text.matches("(define-fun ").count(), 1, "{text}");
    // The access is proven without the solver: the one question is the overflow.
    assert_eq!(record["statistics"]["queries"], 1);
    assert_eq!(record["findings"][0]["property"], "signed-overflow");
    assert_eq!(record["findings"][0]["inputs"][0]["bytes"], "ffffff7f");
}
