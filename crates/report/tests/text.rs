//! The report as a person reads it, and the record as a program reads it.

use everypath_report::excerpt::Sources;
use everypath_report::text::{TextOptions, render};
use everypath_report::{
    Coverage, Cut, Decision, Finding, Frame, Input, Layer, Place, ProgramInfo, Question, Report, Statistics, Timing,
    Verdict, json,
};
use expect_test::expect;

fn place(line: u32, column: u32, instruction: &str) -> Place {
    Place {
        address: 0x10074,
        function: Some("main".to_owned()),
        file: Some("a.c".to_owned()),
        line: Some(line),
        column: Some(column),
        instruction: Some(instruction.to_owned()),
    }
}

fn sample() -> Report {
    Report {
        verdict: Verdict::Unsafe,
        interrupted: false,
        program: ProgramInfo {
            files: vec!["a.c".to_owned()],
            architecture: "riscv32".to_owned(),
            environment: "sym-iss".to_owned(),
            environment_reason: "it was asked for".to_owned(),
        },
        question: Question {
            engine: "paths".to_owned(),
            strategy: "dfs".to_owned(),
            seed: 3,
            solver: "embedded".to_owned(),
            checks: vec!["assertion".to_owned()],
            ..Question::default()
        },
        findings: vec![Finding {
            property: "assertion".to_owned(),
            description: "an assertion of the program fails".to_owned(),
            place: place(2, 5, "ecall"),
            call_stack: vec![Frame { function: Some("main".to_owned()), call_site: Place { address: 0x10004, ..Place::default() } }],
            inputs: vec![
                Input { name: "x".to_owned(), bytes: vec![0xff; 4], element_size: 4, origin: "memory".to_owned() },
                Input { name: "text".to_owned(), bytes: b"a\0".to_vec(), element_size: 1, origin: "stream".to_owned() },
            ],
            decisions: vec![Decision { place: place(1, 1, "beq a0, a1, 0x10080"), choice: "not taken".to_owned() }],
            instructions: 12,
            ..Finding::default()
        }],
        internal_errors: Vec::new(),
        input_count: None,
        cuts: vec![
            Cut { kind: "first-finding".to_owned(), reason: "stopped at the first finding".to_owned(), count: 2, ..Cut::default() },
            Cut {
                kind: "loop-bound".to_owned(),
                reason: "loop bound: more than 3 iterations".to_owned(),
                place: Some(place(1, 1, "j 0x10070")),
                count: 1,
                advice: Some("--unwind N allows more iterations".to_owned()),
            },
        ],
        properties: Vec::new(),
        statistics: Statistics {
            paths: 3,
            states: 6,
            instructions: 40,
            queries: 5,
            layers: vec![Layer { name: "cache".to_owned(), queries: 5, answered: 2 }],
            ..Statistics::default()
        },
        coverage: Coverage { instructions: 10, instructions_total: Some(40), branch_sides: 3, branch_sides_total: 4 },
        timing: None,
    }
}

#[test]
fn a_report_reads_well() {
    let mut sources = Sources::new();
    sources.insert("a.c", "int main(void) {\n    assert(x);\n}\n");
    let options = TextOptions { decisions: true, ..TextOptions::default() };
    expect![[r#""#]].assert_eq(&render(&sample(), options, &mut sources));
}

#[test]
fn all_statistics_are_shown_on_request() {
    let mut report = sample();
    report.findings.clear();
    report.cuts.clear();
    report.verdict = Verdict::Safe;
    report.timing = Some(Timing { seconds: 2.0, solver_seconds: 0.5, layer_seconds: vec![0.25], peak_memory_bytes: Some(3 << 20) });
    let options = TextOptions { statistics: true, verbose: true, ..TextOptions::default() };
    expect![[r#""#]].assert_eq(&render(&report, options, &mut Sources::new()));
}

#[test]
fn the_record_is_stable_json() {
    let mut report = sample();
    report.cuts.clear();
    report.statistics.layers.clear();
    expect![[r#""#]].assert_eq(&json::render(&report, 10).unwrap());
}
