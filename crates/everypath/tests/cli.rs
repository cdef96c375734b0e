//! Commands, options, exit codes and messages of the command line.

mod common;

use common::{everypath, record, root, run, temporary, transcript, write};
use expect_test::{Expect, expect};

/// A program whose assertion fails for one input.
const ONE_BAD_INPUT: &str = "#include <everypath.h>
int main(void) {
    unsigned char x = everypath_u8(\"x\");
    if (x > 100) everypath_assert(x != 200);
    return 0;
}
";

/// Its violation is found with one iteration; with more there are ever more paths.
const FOUND_EARLY: &str = r#"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = 0;
    while (__VERIFIER_nondet_int()) {
        n++;
        if (__VERIFIER_nondet_int()) n += 2;
    }
    assert(n != 1);
}
"#;

#[test]
fn a_run_gives_addresses_that_are_looked_at() {
    let directory = temporary();
    let source = "#include <stdint.h>
#include <stdio.h>
int main(void) {
    int a[2];
    unsigned bucket = (unsigned)((uintptr_t)a >> 4) % 64;
    printf(\"%d %d\\n\", bucket < 64, (uintptr_t)&a[1] > (uintptr_t)&a[0]);
    return (uintptr_t)a & 3;
}
";
    let program = write(&directory, "program.c", source);
    let output = run(&["run", &program]);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "1 1\n");
}

#[test]
fn bounds_on_what_the_program_does_not_have_are_warned_of() {
    let directory = temporary();
    let source = "#include <string.h>
int main(int argc, char **argv) {
    int sum = 0;
    for (int i = 0; i < argc; i++)
        sum += strlen(argv[i]) > 3;
    return sum;
}
";
    let program = write(&directory, "program.c", source);
    let said = |bound: &str| {
        let output = run(&["check", &program, "--unwindset", bound, "--args", "ab"]);
        String::from_utf8(output.stderr).unwrap()
    };
    for found in ["main:4:9", "main:*:9", "strlen:*:9"] {
        assert!(!said(found).contains("bounds nothing"), "{found}");
    }
    expect![
        "warning: --unwindset mian:*:9 bounds nothing: the program has no code of a function `mian`"
    ]
    .assert_eq(said("mian:*:9").lines().next().unwrap());
    expect!["warning: --unwindset main:40:9 bounds nothing: the program has no code of a function `main` at line 40"]
        .assert_eq(said("main:40:9").lines().next().unwrap());
}

#[test]
fn what_deepening_found_stays_found_when_a_budget_ends_it() {
    let directory = temporary();
    let program = write(&directory, "early.c", FOUND_EARLY);
    for budget in [
        ["--engine=paths", "--budget-paths=200"],
        ["--engine=merge", "--budget-instructions=150"],
    ] {
        let record = record(&["check", &program, "--deepen", "--all", budget[0], budget[1]]);
        assert_eq!(record["verdict"], "unsafe", "{budget:?}");
        assert_eq!(record["findings"].as_array().unwrap().len(), 1);
        let checks = record["checks"].as_array().unwrap();
        assert!(checks.iter().any(|check| check["status"] == "violated"));
    }
}

/// A program with a loop over an input and two failing assertions.
const TWO_FINDINGS: &str = "#include <everypath.h>
int main(void) {
    unsigned n = everypath_unsigned(\"n\"), sum = 0;
    everypath_assume(n <= 20);
    for (unsigned i = 0; i < n; i++) sum += i;
    if (n == 7) everypath_assert(sum != 21);
    if (n == 9) everypath_assert(sum != 36);
    return 0;
}
";

fn check(arguments: &[&str], expected: Expect) {
    expected.assert_eq(&transcript(&run(arguments)));
}

#[test]
fn a_property_that_cannot_be_seen_is_refused() {
    let directory = temporary();
    let program = write(
        &directory,
        "empty.ll",
        "define i32 @main() {\n ret i32 0\n}\n",
    );
    let asked = |arguments: &[&str]| {
        let arguments = [&["check", &program], arguments].concat();
        transcript(&run(&arguments)).replace(&program, "empty.ll")
    };
    expect![[r#"
        exit 1
        everypath: array-bounds cannot be seen in bitcode: check the C source with --target lp64 or ilp32, or leave that out (--no-check array-bounds)
    "#]]
    .assert_eq(&asked(&["--checks", "assertion,array-bounds"]));
    let seen = [
        "--checks",
        "assertion,array-bounds",
        "--no-check",
        "array-bounds",
    ];
    for arguments in [&["--property", "no-overflow"][..], &seen, &[]] {
        let said = asked(arguments);
        assert!(said.contains("empty.ll: safe"), "{arguments:?}: {said}");
    }
}

#[test]
fn nothing_is_safe_of_which_nothing_is_asked() {
    let directory = temporary();
    let program = write(&directory, "empty.c", "int main(void) { return 0; }\n");
    for asked in [["--checks", "assertion"], ["--property", "unreach-call"]] {
        let nothing = [
            &["check", &program][..],
            &asked,
            &["--no-check", "assertion"],
        ]
        .concat();
        let said = transcript(&run(&nothing));
        let words = "everypath: --no-check takes away all that would be checked";
        assert!(said.contains("exit 1\n") && said.contains(words), "{said}");
    }
}

#[test]
fn what_a_function_does_not_return_is_no_input() {
    let directory = temporary();
    let source = "#include <everypath.h>
static const char *find(const char *s) {
    while (*s) {
        int k = *s;
        if (k == 'x') return 0;
        s++;
    }
    return s;
}
int main(void) {
    char b[3];
    EVERYPATH_SYMBOLIC(b);
    b[2] = 0;
    everypath_assert(find(b) != 0);
    return 0;
}
";
    let program = write(&directory, "find.c", source);
    let output = run(&["check", &program, "--count-inputs", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let finding = &report["findings"][0];
    let inputs = finding["inputs"].as_array().unwrap();
    assert!(
        inputs.iter().all(|input| input["name"] == "b"),
        "{inputs:?}"
    );
    // An `x` in the first place, or a letter and an `x` behind it.
    let count = 256 * 256 + 254 * 256;
    assert!(
        finding["input_count"]
            .to_string()
            .contains(&count.to_string()),
        "{finding}"
    );
}

#[test]
fn wrong_command_lines_end_with_1() {
    for arguments in [
        &["check"][..],
        &["frobnicate"],
        &["check", "x.elf", "--frobnicate"],
        &["check", "x.elf", "--strategy", "frobnicate"],
        &["check", "x.elf", "--env", "frobnicate"],
        &["check", "x.elf", "--checks", "frobnicate"],
        &["check", "x.elf", "--layers", "frobnicate"],
        &["check", "x.elf", "--disable-rules", "frobnicate"],
        &["check", "x.elf", "--budget-memory", "much"],
        &["check", "x.elf", "--time-limit", "-3"],
        &["check", "x.elf", "--symbolic-file", "x"],
        &["check", "x.elf", "--symbolic-stdin", "3", "--stdin", "file"],
        &["check", "x.elf", "-q", "-v"],
        &["check", "x.elf", "--engine", "frobnicate"],
        &["check", "x.elf", "--memory", "frobnicate"],
        &["check", "x.elf", "--heap", "symbolic"],
        &["check", "x.c", "-O", "9"],
        &["check", "x.c", "--engine", "merge", "--strategy", "bfs"],
        &["check", "x.c", "--engine", "paths", "--merge-prune"],
        &["check", "x.c", "--solver", "z3", "--certify"],
        &[],
    ] {
        let output = run(arguments);
        assert_eq!(
            output.status.code(),
            Some(1),
            "{arguments:?}: {}",
            transcript(&output)
        );
        assert!(!output.stderr.is_empty());
    }
    assert_eq!(run(&["--help"]).status.code(), Some(0));
    assert_eq!(run(&["--version"]).status.code(), Some(0));
}

#[test]
fn an_unknown_name_lists_the_known_ones() {
    check(
        &["check", "x.elf", "--checks", "assertions"],
        expect![[r#"
            exit 1
            error: invalid value 'assertions' for '--checks <LIST>': there is no such property; they are: assertion, invalid-load, invalid-store, invalid-fetch, write-to-read-only, misaligned-access, illegal-instruction, division-by-zero, signed-division-overflow, nonzero-exit, zero-exit, stack-overflow, reached-trap, signed-overflow, unsigned-overflow, invalid-shift, invalid-conversion, float-nan, float-overflow, float-division-by-zero, implicit-conversion, pointer-overflow, array-bounds, invalid-value, unreachable, null-argument, invalid-call, invalid-free, overlapping-copy, memory-leak, lost-memory, uninitialized-read, reached-abort

            For more information, try '--help'.
        "#]],
    );
}

#[test]
fn unreadable_input_ends_with_2_and_says_why() {
    let directory = temporary();
    let file = write(&directory, "text.elf", "hello");
    let empty = write(&directory, "empty.elf", "");
    let short = write(&directory, "short.elf", b"\x7fELF\x01\x01");
    let missing = directory.path().join("gone.c").display().to_string();
    let folder = directory.path().display().to_string();
    for (path, words) in [
        (file.as_str(), "not an ELF file"),
        (&empty, "not an ELF file"),
        (&short, "truncated"),
        (&missing, "there is no such file"),
        (&folder, "this is a folder"),
        ("/bin/true", "RISC-V"),
    ] {
        for command in ["check", "run", "disassemble"] {
            let output = run(&[command, path]);
            let said = transcript(&output);
            assert_eq!(output.status.code(), Some(2), "{command} {path}: {said}");
            assert!(
                said.contains(words) && said.contains(path),
                "{command}: {said}"
            );
        }
    }
    let output = run(&["check", &file, &short]);
    assert_eq!(output.status.code(), Some(1), "{}", transcript(&output));
}

#[test]
fn the_file_of_a_format_that_lacks_its_equals_sign_is_told_of() {
    check(
        &["check", "examples/packet.c", "--json", "there/is/none.json"],
        expect![[r#"
            exit 2
            everypath: there/is/none.json: no such file; if --json is to be written there: --json=there/is/none.json
        "#]],
    );
}

#[test]
fn errors_in_c_are_shown_as_the_compiler_prints_them() {
    let directory = temporary();
    let file = write(&directory, "bad.c", "int main(void) { return x; }\n");
    let output = run(&["check", &file]);
    let said = transcript(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("bad.c:1:25: error: use of undeclared identifier 'x'"),
        "{said}"
    );
    assert!(said.contains("was not compiled"), "{said}");
}

#[test]
fn a_missing_compiler_or_solver_says_what_to_install() {
    let directory = temporary();
    let file = write(&directory, "a.c", ONE_BAD_INPUT);
    let output = everypath()
        .args(["check", &file])
        .env("PATH", directory.path())
        .output()
        .unwrap();
    let said = transcript(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("apt-get install clang-19"), "{said}");

    let named = everypath()
        .args(["check", &file])
        .env("EVERYPATH_CLANG", "/nowhere/clang")
        .output()
        .unwrap();
    assert_eq!(named.status.code(), Some(2));
    assert!(transcript(&named).contains("cannot run the compiler /nowhere/clang"));

    for option in ["--solver", "--cross-check"] {
        let output = run(&["check", &file, option, "no-such-solver"]);
        let said = transcript(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("no-such-solver"), "{said}");
    }
}

#[test]
fn a_finding_shows_source_inputs_and_replay() {
    let directory = temporary();
    let file = write(&directory, "one.c", ONE_BAD_INPUT);
    let output = run(&["check", &file, "--no-timing"]);
    let said = transcript(&output);
    assert_eq!(output.status.code(), Some(10), "{said}");
    for words in [
        "unsafe: 1 violation",
        "violation 1: assertion: an assertion of the program fails",
        "--> main at ",
        "one.c:4",
        "if (x > 100) everypath_assert(x != 200);",
        "-56 (200)",
        "0xc8",
        "replayed on the emulator",
    ] {
        assert!(said.contains(words), "{words:?} is not in {said}");
    }
    assert!(!said.contains("decisions on the path"));
    let more = transcript(&run(&["check", &file, "--decisions", "--stats", "-v"]));
    for words in [
        "decisions on the path",
        "taken",
        "states (2 x paths)",
        "solver layers",
        "environment: c (",
        "bounds:",
    ] {
        assert!(more.contains(words), "{words:?} is not in {more}");
    }
    let quiet = run(&["check", &file, "-q"]);
    assert_eq!(String::from_utf8_lossy(&quiet.stdout).lines().count(), 1);
}

#[test]
fn every_option_of_check_has_its_effect() {
    let directory = temporary();
    let two = write(&directory, "two.c", TWO_FINDINGS);
    let c = |extra: &[&str]| {
        let mut arguments = vec!["check", two.as_str()];
        arguments.extend(extra);
        record(&arguments)
    };
    let findings = |record: &serde_json::Value| record["findings"].as_array().unwrap().len();
    let cut = |record: &serde_json::Value, kind: &str| {
        record["cuts"]
            .as_array()
            .unwrap()
            .iter()
            .any(|cut| cut["kind"] == kind)
    };

    assert_eq!(findings(&c(&[])), 1);
    let all = c(&["--all"]);
    assert_eq!(findings(&all), 2);
    assert_eq!(all["statistics"]["paths"], 21);
    let counted = c(&["--count-inputs", "--count-limit", "100"]);
    assert_eq!(counted["input_count"]["count"], "2");
    assert_eq!(counted["input_count"]["exact"], true);

    assert_eq!(c(&["--no-check", "assertion"])["verdict"], "safe");
    assert_eq!(
        c(&["--checks", "invalid-load,invalid-store"])["verdict"],
        "safe"
    );
    assert_eq!(
        c(&["--checks", "invalid-load", "--check", "assertion"])["verdict"],
        "unsafe"
    );

    for (option, value, kind) in [
        ("--unwind", "3", "loop-bound"),
        ("--max-instructions", "50", "instruction-bound"),
        ("--max-forks", "2", "fork-bound"),
        ("--max-call-depth", "0", "call-depth-bound"),
        ("--budget-paths", "2", "budget-paths"),
        ("--budget-queries", "3", "budget-queries"),
        ("--budget-instructions", "60", "budget-instructions"),
        ("--budget-memory", "1K", "budget-memory"),
        ("--time-limit", "0", "time-limit"),
    ] {
        let record = c(&["--first-side", "fall-through", "--all", option, value]);
        assert!(cut(&record, kind), "{option}: {}", record["cuts"]);
        assert_ne!(record["verdict"], "safe");
    }
    let auto = c(&["--no-check", "assertion"]);
    assert_eq!(auto["question"]["engine"], "paths");
    assert_eq!(auto["question"]["chosen_by"], "auto");
    for engine in ["paths", "merge"] {
        let bounded = |extra: &[&str]| {
            let all = [&["--engine", engine, "--no-check", "assertion"], extra].concat();
            c(&all)
        };
        assert_eq!(bounded(&["--unwind", "3"])["verdict"], "incomplete");
        let falsify = bounded(&["--unwind", "3", "--no-bound-checks"]);
        assert_eq!(falsify["verdict"], "safe");
        assert_eq!(falsify["question"]["bounds"]["unchecked"], true);
        assert!(cut(&falsify, "loop-bound"));
        let deep = bounded(&["--deepen"]);
        assert_eq!(deep["verdict"], "safe");
        assert!(deep["question"]["bounds"]["loop_iterations"].as_u64() > Some(3));
        assert_eq!(c(&["--engine", engine, "--deepen"])["verdict"], "unsafe");
        let named = bounded(&["--unwindset", "main:*:3"]);
        assert!(cut(&named, "loop-bound"), "{}", named["cuts"]);
        assert_eq!(named["question"]["bounds"]["loops"][0], "main:*:3");
        let line = named["cuts"][0]["place"]["line"].as_u64().unwrap();
        let here = format!("main:{line}:3");
        assert!(cut(&bounded(&["--unwindset", &here]), "loop-bound"));
        let elsewhere = format!("main:{}:3", line + 1000);
        assert_eq!(bounded(&["--unwindset", &elsewhere])["verdict"], "safe");
        let both = bounded(&["--unwind", "3", "--unwindset", "main:*:1000"]);
        assert_eq!(both["verdict"], "safe");
    }
    let states = c(&["--strategy", "bfs", "--all", "--budget-states", "1"]);
    assert_eq!(states["question"]["budgets"]["states"], 1);

    for strategy in [
        "dfs",
        "bfs",
        "random-state",
        "random-path",
        "coverage",
        "dfs,coverage",
    ] {
        let record = c(&["--all", "--strategy", strategy, "--seed", "7"]);
        assert_eq!(
            (findings(&record), &record["statistics"]["paths"]),
            (2, &21.into()),
            "{strategy}"
        );
        assert_eq!(record["question"]["strategy"], strategy);
        assert_eq!(record["question"]["seed"], 7);
    }
    for layers in ["none", "cache", "independence,simplify,cache"] {
        assert_eq!(findings(&c(&["--all", "--layers", layers])), 2, "{layers}");
    }
    for solver in ["z3", "cvc5"] {
        let record = c(&["--all", "--solver", solver, "--solver-timeout", "30"]);
        assert_eq!(
            (findings(&record), &record["question"]["solver"]),
            (2, &solver.into())
        );
    }
    assert_eq!(
        findings(&c(&[
            "--all",
            "--cross-check",
            "z3",
            "--conflict-limit",
            "0"
        ])),
        2
    );
    assert_eq!(
        c(&["--target", "riscv64"])["program"]["architecture"],
        "riscv64"
    );
    assert_eq!(
        c(&["--target", "riscv32", "--env", "sym-iss"])["program"]["environment_reason"],
        "it was asked for"
    );
    assert_eq!(
        c(&["--engine", "paths", "--max-values", "8"])["verdict"],
        "unsafe"
    );
    assert!(c(&["--no-timing"]).get("timing").is_none());
    assert!(c(&[]).get("timing").is_some());
}

#[test]
fn rules_are_counted_and_switched_off() {
    let directory = temporary();
    let two = write(&directory, "two.c", TWO_FINDINGS);
    let rules = |extra: &[&str]| {
        let mut arguments = vec!["check", two.as_str(), "--engine", "merge", "--all"];
        arguments.extend(extra);
        let record = record(&arguments);
        assert_eq!(record["findings"].as_array().unwrap().len(), 2, "{extra:?}");
        record["statistics"]["rules"].clone()
    };
    assert!(rules(&[]).is_null());
    let firings = |rules: &serde_json::Value, group: &str| {
        let groups = rules["groups"].as_array().unwrap();
        let group = groups.iter().find(|known| known["group"] == group);
        group.unwrap()["firings"].as_u64().unwrap()
    };
    let applied = |rules: &serde_json::Value, name: &str| {
        let all = rules["rules"].as_array().unwrap();
        all.iter().any(|rule| rule["rule"] == name)
    };
    let on = rules(&["--rule-statistics"]);
    let sum: u64 = on["rules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|rule| rule["firings"].as_u64().unwrap())
        .sum();
    let groups: u64 = on["groups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| group["firings"].as_u64().unwrap())
        .sum();
    assert_eq!(sum, groups);
    assert!(firings(&on, "logic") > 0 && applied(&on, "eq-parts"));
    let fold = on["rules"]
        .as_array()
        .unwrap()
        .iter()
        .find(|rule| rule["rule"] == "eq-fold")
        .unwrap();
    assert_eq!(fold["llbmc"][0], "A.1i");
    let off = rules(&["--rule-statistics", "--disable-rules", "logic,eq-parts"]);
    assert_eq!(firings(&off, "logic"), 0);
    assert!(firings(&off, "equality") > 0 && !applied(&off, "eq-parts"));
    for group in ["constants", "structure", "memory", "choice"] {
        rules(&["--disable-rules", group]);
    }
    let formula = |name: &str, extra: &[&str]| {
        let path = directory.path().join(name);
        let emit = format!("smt2={}", path.display());
        let arguments = [
            "check", &two, "--engine", "merge", "--unwind", "20", "--emit", &emit,
        ];
        run(&[&arguments, extra].concat());
        std::fs::read_to_string(path).unwrap()
    };
    // Rules have applied when terms were made, so that three more passes find nothing to do.
    assert_eq!(
        formula("plain.smt2", &[]),
        formula("simple.smt2", &["--emit-simplified"])
    );
    let text = transcript(&run(&["check", &two, "--rule-statistics"]));
    assert!(text.contains("rules that were applied:"), "{text}");
}

#[test]
fn compiler_options_reach_the_compiler() {
    let directory = temporary();
    write(&directory, "limit.h", "#define LIMIT 10\n");
    let source = "#include <everypath.h>\n#include <limit.h>\n#if !defined(SIZE) || !defined(EXTRA)\n#error\n#endif\nint helper(int);\nint main(void) { everypath_assert(helper(SIZE) == LIMIT); return 0; }\n";
    let main = write(&directory, "main.c", source);
    let helper = write(&directory, "helper.c", "int helper(int x) { return x; }\n");
    let include = directory.path().display().to_string();
    let long = [
        "--include",
        &include,
        "--define",
        "SIZE=10",
        "--cflag=-DEXTRA",
    ];
    let attached = format!("-I{include}");
    let short = [&attached, "-DSIZE=10", "-D", "EXTRA"];
    for target in [&[][..], &["--target", "riscv32", "-O", "2"]] {
        for flags in [&long[..], &short] {
            let output = run(&[&["check", &main, &helper], flags, target].concat());
            assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
        }
    }
}

#[test]
fn c_is_llvm_code_with_64_bits_unless_another_target_is_named() {
    let directory = temporary();
    let source = write(&directory, "one.c", ONE_BAD_INPUT);
    let found = record(&["check", &source]);
    assert_eq!(found["program"]["architecture"], "lp64");
    let assembly = write(
        &directory,
        "start.S",
        "    .globl main\nmain: li a0, 0\n    ret\n",
    );
    let machine_code = ["check", &assembly, "--target", "riscv32"];
    assert_eq!(run(&machine_code).status.code(), Some(0));
    for arguments in [&["check", &assembly][..], &["check", &source, "-O", "2"]] {
        let said = transcript(&run(arguments));
        assert!(
            said.starts_with("exit 1\n") && said.contains("--target riscv32"),
            "{said}"
        );
    }
}

#[test]
fn test_cases_are_written_and_replay() {
    let directory = temporary();
    let file = write(&directory, "two.c", TWO_FINDINGS);
    let tests = directory.path().join("tests").display().to_string();
    let output = run(&["check", &file, "--all", "--tests", &tests]);
    assert_eq!(output.status.code(), Some(10), "{}", transcript(&output));
    let mut names: Vec<String> = std::fs::read_dir(&tests)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(
        names
            .iter()
            .filter(|name| name.starts_with("path-"))
            .count(),
        21
    );
    assert_eq!(
        names
            .iter()
            .filter(|name| name.starts_with("violation-"))
            .count(),
        2
    );
    let mut violations = 0;
    for name in &names {
        let replayed = run(&["replay", &file, &format!("{tests}/{name}")]);
        let said = transcript(&replayed);
        assert!(said.contains("as the case says"), "{name}: {said}");
        match replayed.status.code() {
            Some(10) => violations += 1,
            Some(0) => {}
            _ => panic!("{name}: {said}"),
        }
    }
    assert_eq!(violations, 4);

    // The same case on a program without the fault is not reproduced.
    let fixed = write(
        &directory,
        "fixed.c",
        TWO_FINDINGS
            .replace("!= 21", "== 21")
            .replace("!= 36", "== 36"),
    );
    let other = run(&[
        "replay",
        &fixed,
        &format!("{tests}/{}", names.last().unwrap()),
    ]);
    let said = transcript(&other);
    assert_eq!(other.status.code(), Some(5), "{said}");
    assert!(
        said.contains("the program is not the one") && said.contains("but the case says"),
        "{said}"
    );

    let wrong = write(
        &directory,
        "wrong.json",
        "{\"format\": \"x\", \"version\": 1}",
    );
    let refused = run(&["replay", &file, &wrong]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(transcript(&refused).contains("wrong.json: not a test case: `format` is \"x\""));

    // Those of another run are told of, and the same run has none.
    let said = transcript(&run(&["check", &file, "--all", "--tests", &tests]));
    let place = format!("test cases written to {tests}; ");
    assert!(said.contains(&place), "{said}");
    let said = transcript(&run(&["check", &file, "--tests", &tests]));
    let place = format!("test cases written to {tests}, where ");
    assert!(said.contains(&place), "{said}");
}

#[test]
fn equal_runs_give_equal_bytes() {
    let directory = temporary();
    let file = write(&directory, "two.c", TWO_FINDINGS);
    let json = directory.path().join("report.json").display().to_string();
    let run_once = |strategy: &str| {
        let option = format!("--json={json}");
        let output = run(&[
            "check",
            &file,
            "--all",
            "--strategy",
            strategy,
            "--no-timing",
            &option,
        ]);
        (output.stdout, std::fs::read(&json).unwrap())
    };
    for strategy in ["dfs", "random-state", "random-path", "criteria-max"] {
        let first = run_once(strategy);
        assert_eq!(first, run_once(strategy), "{strategy}");
        assert!(!first.0.is_empty() && !first.1.is_empty());
    }
}

#[test]
fn the_emulator_passes_exit_code_and_output_on() {
    let directory = temporary();
    let source = "#include <stdio.h>\nint main(void) { puts(\"hello 42\"); return 7; }\n";
    let file = write(&directory, "hello.c", source);
    for target in ["riscv32", "riscv64"] {
        let output = run(&["run", "--stats", "--target", target, &file]);
        assert_eq!(output.status.code(), Some(7), "{}", transcript(&output));
        assert_eq!(output.stdout, b"hello 42\n");
        assert!(String::from_utf8_lossy(&output.stderr).contains("million instructions/s"));
        let probed = run(&["run", "--through-terms", "--target", target, &file]);
        assert_eq!(
            (probed.status.code(), probed.stdout.as_slice()),
            (Some(7), &b"hello 42\n"[..])
        );
    }
    let trace = directory.path().join("trace").display().to_string();
    let option = format!("--trace={trace}");
    assert_eq!(
        run(&["run", "--target", "riscv32", &option, &file])
            .status
            .code(),
        Some(7)
    );
    let text = std::fs::read_to_string(&trace).unwrap();
    assert!(
        text.contains("main:\n") && text.contains("sp=0x700f"),
        "{}",
        text.lines().take(20).collect::<String>()
    );
    let limited = run(&["run", "--max-instructions", "5", &file]);
    assert_eq!(limited.status.code(), Some(5), "{}", transcript(&limited));

    let crash = write(
        &directory,
        "crash.c",
        "int main(void) { return *(volatile int *)16; }\n",
    );
    let output = run(&["run", &crash]);
    let said = transcript(&output);
    assert_eq!(output.status.code(), Some(10), "{said}");
    assert!(
        said.contains("invalid-load violated") && said.contains("crash.c:1"),
        "{said}"
    );
}

#[test]
fn a_jump_out_of_calls_comes_back_in_machine_code() {
    let directory = temporary();
    let source = "#include <everypath.h>
#include <setjmp.h>
static jmp_buf place;
static void down(int number) {
    if (number == 0) longjmp(place, 0);
    down(number - 1);
}
int main(void) {
    int kept = everypath_range(0, 2, \"kept\"), came = setjmp(place);
    if (came == 0) down(kept);
    everypath_assert(came == 1 && kept != 2);
}
";
    let file = write(&directory, "jump.c", source);
    for target in ["riscv32", "riscv64"] {
        let found = record(&["check", &file, "--target", target, "--engine", "paths"]);
        assert_eq!(found["verdict"], "unsafe");
        assert_eq!(found["findings"][0]["place"]["line"], 11);
        let input = &found["findings"][0]["inputs"][0];
        assert_eq!(input["bytes"], "02000000", "{input}");
    }
}

#[test]
fn linux_programs_read_arguments_files_and_standard_input() {
    let directory = temporary();
    let source = "#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {\n  int c = getchar();\n  FILE *f = argc > 2 ? fopen(argv[2], \"r\") : NULL;\n  int d = f ? fgetc(f) : '-';\n  if (c == 'x' && argc > 1 && argv[1][0] == 'y' && d == 'z') abort();\n  printf(\"%d %c\\n\", argc, c);\n  return 0;\n}\n";
    let file = write(&directory, "io.c", source);
    let program = directory.path().join("io").display().to_string();
    let compiled = std::process::Command::new("riscv64-linux-gnu-gcc")
        .args(["-O1", "-static", "-o", &program, &file])
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", transcript(&compiled));

    let input = write(&directory, "input", "q");
    let output = everypath()
        .args(["run", &program, "a", "-b"])
        .stdin(std::fs::File::open(&input).unwrap())
        .output()
        .unwrap();
    assert_eq!(transcript(&output), "exit 0\n3 q\n");

    let inputs = [
        "check",
        &program,
        "--checks",
        "nonzero-exit,reached-trap,invalid-load,invalid-store",
        "--time-limit",
        "60",
    ];
    let concrete = everypath()
        .args(inputs)
        .args(["--stdin", &input, "--args", "a"])
        .output()
        .unwrap();
    assert_eq!(concrete.status.code(), Some(0), "{}", transcript(&concrete));
    let data = write(&directory, "data", "z");
    let given = format!("data={data}");
    let mut reaching = everypath();
    reaching.args(inputs).args([
        "--symbolic-stdin",
        "1",
        "--file",
        &given,
        "--args",
        "y",
        "data",
    ]);
    let output = reaching.output().unwrap();
    let said = transcript(&output);
    assert_eq!(output.status.code(), Some(10), "{said}");
    assert!(said.contains("'x'"), "{said}");
    let symbolic = record(&[
        "check",
        &program,
        "--checks",
        "nonzero-exit",
        "--symbolic-stdin",
        "1",
        "--symbolic-args",
        "1,4",
        "--symbolic-file",
        "data=1",
        "--budget-paths",
        "3",
        "--all",
        "--time-limit",
        "60",
    ]);
    assert_eq!(symbolic["program"]["environment"], "linux");
}

#[test]
fn tables_manual_and_completions_come_from_one_definition() {
    let checks = transcript(&run(&["checks"]));
    for name in ["assertion", "invalid-load", "reached-trap", "in selfie"] {
        assert!(checks.contains(name), "{checks}");
    }
    let strategies = transcript(&run(&["strategies"]));
    for name in ["dfs", "random-path", "coverage", "criteria-proportional"] {
        assert!(strategies.contains(name), "{strategies}");
    }
    let directory = temporary();
    let pages = directory.path().display().to_string();
    assert_eq!(run(&["manual", &pages]).status.code(), Some(0));
    let page = std::fs::read_to_string(directory.path().join("everypath-check.1")).unwrap();
    assert!(page.contains("budget") && page.contains("unwind"));
    let completions = run(&["completions", "bash"]);
    assert!(String::from_utf8_lossy(&completions.stdout).contains("--max-call-depth"));
}

#[test]
fn disassembly_shows_functions_and_lines() {
    let directory = temporary();
    let file = write(&directory, "one.c", ONE_BAD_INPUT);
    let all = transcript(&run(&["disassemble", "--target", "riscv32", &file]));
    assert!(all.contains("_start:") && all.contains(" main:"), "{all}");
    let main = run(&[
        "disassemble",
        "--target",
        "riscv32",
        &file,
        "--function",
        "main",
    ]);
    let said = transcript(&main);
    assert!(
        said.contains("one.c:3") && said.contains("ecall") && !said.contains("_start:"),
        "{said}"
    );
    let missing = run(&["disassemble", &file, "--function", "nothing"]);
    assert_eq!(missing.status.code(), Some(2));
}

/// A loop in which two ways part and meet twice: followed one by one, they would be 2^24.
const DIAMONDS: &str = r"
#include <everypath.h>

int main(void) {
    unsigned char bytes[12];
    int odd = 0, sum = 0;
    EVERYPATH_SYMBOLIC(bytes);
    for (int i = 0; i < 12; i++) {
        int weight;
        if (bytes[i] & 1) {
            weight = 3;
            odd++;
        } else {
            weight = 2;
        }
        if (bytes[i] > 100) sum += weight;
        else sum -= weight;
    }
    everypath_assert(odd <= 12 && sum <= 36 && sum != BAD);
    return 0;
}
";

#[test]
fn merging_makes_few_states_of_many_paths() {
    let directory = temporary();
    let program = write(&directory, "diamonds.c", DIAMONDS);
    for target in ["riscv32", "lp64"] {
        for (bad, verdict) in [("36", "unsafe"), ("37", "safe")] {
            let bad = format!("BAD={bad}");
            let record = record(&[
                "check", &program, "--engine", "merge", "--target", target, "--define", &bad,
            ]);
            assert_eq!(record["verdict"], verdict, "{target} {bad}");
            assert!(record["statistics"]["most_waiting"].as_u64() <= Some(4));
            assert!(record["statistics"]["merges"].as_u64() >= Some(12));
        }
    }
}

/// With fixed addresses all is constant, and neither validity nor room for a block is asked for.
#[test]
fn heap_blocks_at_fixed_addresses_ask_nothing() {
    let directory = temporary();
    let source = "#include <everypath.h>
#include <stdlib.h>
int main(void) {
    int *blocks[5];
    for (int i = 0; i < 5; i++) *(blocks[i] = malloc(sizeof(int))) = i;
    free(blocks[3]);
    for (int i = 0; i < 5; i++) {
        if (i == 3) continue;
        everypath_assert(*blocks[i] == i);
        free(blocks[i]);
    }
    return 0;
}
";
    let path = write(&directory, "blocks.c", source);
    for engine in ["paths", "merge"] {
        let arguments = ["check", &path, "--target", "lp64", "--memory", "flat"];
        let record = record(&[&arguments[..], &["--engine", engine]].concat());
        assert_eq!(record["verdict"], "safe");
        assert_eq!(record["statistics"]["queries"], 0, "{engine}");
    }
}

/// A counterexample says where the blocks are, and its case puts them there again.
#[test]
fn addresses_of_blocks_are_inputs_and_replay() {
    let directory = temporary();
    let cases = directory.path().join("cases");
    let output = everypath()
        .args(["check", "tests/programs/c/heap_any_address_order.c"])
        .args([
            "--target", "lp64", "--memory", "flat", "--heap", "symbolic", "--tests",
        ])
        .arg(&cases)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(10), "{}", transcript(&output));
    let mut cases = std::fs::read_dir(&cases).unwrap();
    let case = cases.find_map(|case| {
        let path = case.unwrap().path();
        let text = std::fs::read_to_string(&path).ok()?;
        text.contains("address of heap block 2").then_some(path)
    });
    let case = case.expect("a case with addresses").display().to_string();
    let replayed = run(&["replay", "tests/programs/c/heap_any_address_order.c", &case]);
    let said = transcript(&replayed);
    assert!(
        said.starts_with("exit 10") && said.contains("as the case says"),
        "{said}"
    );
}

#[test]
fn one_format_at_most_takes_the_place_of_the_report() {
    let file = root().join("examples/packet.c");
    let file = file.to_str().unwrap();
    let output = run(&["check", file, "--target", "lp64", "--json", "--sarif"]);
    assert_eq!(output.status.code(), Some(1));
    let text = transcript(&output);
    assert!(
        text.contains("--json and --sarif cannot all be printed: name files, as in --json=FILE"),
        "{text}"
    );
    let output = run(&["check", file, "--target", "lp64", "--sarif"]);
    assert_eq!(output.status.code(), Some(10));
    let sarif: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "array-bounds");
}

#[test]
fn a_preprocessed_file_is_compiled_without_a_word() {
    let directory = common::temporary();
    let file = common::write(&directory, "plain.i", "int main(void) { return 0; }\n");
    let output = common::run(&["check", &file]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
