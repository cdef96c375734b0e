//! `--coverage`: tracefiles in terms of the source, for both front ends.

mod common;
#[path = "common/formats.rs"]
mod formats;

use common::{record, run, temporary, transcript, write};
use expect_test::{Expect, expect};

/// A side that no input takes, a function that only it calls, a loop that is cut, a switch with a case that is left out.
const PROGRAM: &str = "#include <everypath.h>
static int never(int x) {
    return x - 1;
}
static int weight(unsigned char n) {
    switch (n & 3) {
    case 0: return 10;
    case 1: return 11;
    case 2: return 12;
    default: return 13;
    }
}
int main(void) {
    unsigned char n = everypath_u8(\"n\");
    int sum = 0;
    everypath_assume(n < 6 && (n & 3) != 2);
    if (n > 20)
        sum = never(sum);
    for (int i = 0; i < n; i++) {
        if (i == 4)
            sum += 100;
        sum += i;
    }
    sum += weight(n);
    return sum == 0;
}
";

fn tracefile(target: &str, options: &[&str], expected: Expect) {
    let directory = temporary();
    let program = write(&directory, "program.c", PROGRAM);
    let file = directory.path().join("coverage.info");
    let mut arguments = vec!["check", &program, "--target", target, "--unwind", "3"];
    arguments.extend(options);
    let path = file.display().to_string();
    arguments.extend(["--coverage", &path]);
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(5), "{}", transcript(&output));
    let text = std::fs::read_to_string(&file).unwrap();
    formats::tracefile(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let here = format!("{}/", directory.path().display());
    // Records of one kind side by side.
    let mut lines: Vec<String> = Vec::new();
    for line in text.replace(&here, "").lines() {
        let kind = line.split(':').next().unwrap_or_default();
        match lines.last_mut() {
            Some(last) if last.split(':').next() == Some(kind) => {
                last.push(' ');
                last.push_str(line.trim_start_matches(kind).trim_start_matches(':'));
            }
            _ => lines.push(line.to_owned()),
        }
    }
    expected.assert_eq(&(lines.join("\n") + "\n"));
    let again = directory.path().join("again.info");
    let path = again.display().to_string();
    *arguments.last_mut().unwrap() = &path;
    run(&arguments);
    assert_eq!(std::fs::read_to_string(&again).unwrap(), text);
}

#[test]
fn a_tracefile_of_llvm_code_as_it_was_written() {
    tracefile(
        "lp64",
        &["--no-optimise"],
        expect![[r#"
        TN:
        SF:program.c
        FN:2,never 5,weight 13,main
        FNDA:0,never 1,weight 1,main
        FNF:3
        FNH:2
        BRDA:6,0,0,1 6,0,1,1 6,0,2,0 6,0,3,1 16,0,0,1 16,0,1,1 17,0,0,0 17,0,1,1 19,0,0,1 19,0,1,1 20,0,0,0 20,0,1,1
        BRF:12
        BRH:9
        DA:2,0 3,0 5,1 6,1 7,1 8,1 9,0 10,1 12,1 13,1 14,1 15,1 16,1 17,1 18,0 19,1 20,1 21,0 22,1 24,1 25,1 26,1
        LF:22
        LH:17
        end_of_record
    "#]],
    );
}

#[test]
fn a_tracefile_of_llvm_code_leaves_out_what_was_optimised_away() {
    tracefile(
        "lp64",
        &[],
        expect![[r#"
            TN:
            SF:program.c
            FN:2,never 5,weight 13,main
            FNDA:0,never 1,weight 1,main
            FNF:3
            FNH:2
            BRDA:6,0,0,1 6,0,1,1 6,0,2,0 6,0,3,1 17,0,0,0 17,0,1,1 19,0,0,1 19,0,1,1 20,0,0,0 20,0,1,1
            BRF:10
            BRH:7
            DA:2,0 3,0 5,1 6,1 7,1 8,1 9,0 10,1 12,1 13,1 14,1 16,1 17,1 18,0 19,1 20,1 21,0 22,1 24,1 25,1
            LF:20
            LH:15
            end_of_record
        "#]],
    );
}

#[test]
fn a_tracefile_of_machine_code() {
    tracefile(
        "riscv32",
        &["-O", "0"],
        expect![[r#"
        TN:
        SF:program.c
        FN:2,never 5,weight 13,main
        FNDA:0,never 1,weight 1,main
        FNF:3
        FNH:2
        BRDA:6,0,0,1 6,0,1,1 6,1,0,1 6,1,1,1 6,2,0,0 6,2,1,1 16,0,0,1 16,0,1,1 17,0,0,1 17,0,1,0 19,0,0,1 19,0,1,1 20,0,0,1 20,0,1,0
        BRF:14
        BRH:11
        DA:2,0 3,0 5,1 6,1 7,1 8,1 9,0 10,1 12,1 13,1 14,1 15,1 16,1 17,1 18,0 19,1 20,1 21,0 22,1 23,1 24,1 25,1
        LF:22
        LH:17
        end_of_record
    "#]],
    );
}

#[test]
fn lines_behind_something_unsupported_are_not_covered_but_listed() {
    let directory = temporary();
    let source = "int main(void) {
    int x = 1;
    __asm__(\"nop; incl %0\" : \"+r\"(x));
    if (x > 3)
        return 0;
    return x;
}
";
    let program = write(&directory, "program.c", source);
    let file = directory.path().join("coverage.info");
    let path = file.display().to_string();
    let output = run(&[
        "check",
        &program,
        "--target",
        "lp64",
        "--no-optimise",
        "--coverage",
        &path,
    ]);
    assert_eq!(output.status.code(), Some(5), "{}", transcript(&output));
    let text = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("DA:") || line.starts_with("BRDA:"))
        .collect();
    expect!["BRDA:4,0,0,- BRDA:4,0,1,- DA:1,1 DA:2,1 DA:3,1 DA:4,0 DA:5,0 DA:6,0 DA:7,0"]
        .assert_eq(&lines.join(" "));
}

#[test]
fn the_record_counts_lines_functions_and_sides() {
    let directory = temporary();
    let program = write(&directory, "program.c", PROGRAM);
    let record = record(&["check", &program, "-m64", "--no-optimise", "--unwind", "3"]);
    let source = &record["coverage"]["source"];
    expect![[r#"{"lines":17,"lines_total":22,"functions":2,"functions_total":3,"branch_sides":9,"branch_sides_total":12}"#]].assert_eq(&source.to_string());
}

#[test]
fn a_concrete_run_has_coverage_too() {
    let directory = temporary();
    let program = write(&directory, "program.c", PROGRAM);
    let file = directory.path().join("coverage.info");
    let path = file.display().to_string();
    let output = run(&[
        "run",
        "-m64",
        "--no-optimise",
        "--coverage",
        &path,
        &program,
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("DA:7,1") && text.contains("DA:8,0"), "{text}");
    assert!(!text.contains("everypath-runtime"), "{text}");
}
