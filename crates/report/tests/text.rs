//! The report as a person reads it, and the record as a program reads it.

use everypath_report::excerpt::Sources;
use everypath_report::lcov::SourceCounts;
use everypath_report::text::{TextOptions, render};
use everypath_report::{
    Assumption, CheckSummary, ClauseStatistics, ConflictStatistics, Coverage, Cut, Decision,
    Finding, FormulaStatistics, Frame, GivenUp, Input, Layer, Learnt, LearntClause, Passed,
    PassedCall, Place, ProgramInfo, Question, Report, Statistics, Timing, Trace, TraceStep,
    Verdict, json, sarif, text,
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
        no_path: None,
        program: ProgramInfo {
            files: vec!["a.c".to_owned()],
            architecture: "riscv32".to_owned(),
            environment: "sym-iss".to_owned(),
            environment_reason: "it was asked for".to_owned(),
            digest: "af63dc4c8601ec8c".to_owned(),
            given: Vec::new(),
        },
        job: None,
        next: None,
        question: Question {
            engine: "paths".to_owned(),
            chosen_by: Some("auto".to_owned()),
            strategy: "dfs".to_owned(),
            seed: 3,
            solver: "embedded".to_owned(),
            checks: vec!["assertion".to_owned()],
            ..Question::default()
        },
        assumptions: Vec::new(),
        findings: vec![Finding {
            property: "assertion".to_owned(),
            description: "an assertion of the program fails".to_owned(),
            place: place(2, 5, "ecall"),
            call_stack: vec![Frame {
                function: Some("main".to_owned()),
                call_site: Place {
                    address: 0x10004,
                    ..Place::default()
                },
            }],
            inputs: vec![
                Input {
                    name: "x".to_owned(),
                    bytes: vec![0xff; 4],
                    element_size: 4,
                    origin: "memory".to_owned(),
                    stream_offset: None,
                    text_width: None,
                },
                Input {
                    name: "text".to_owned(),
                    bytes: b"a\0".to_vec(),
                    element_size: 1,
                    origin: "stream".to_owned(),
                    stream_offset: None,
                    text_width: None,
                },
            ],
            decisions: vec![Decision {
                place: place(1, 1, "beq a0, a1, 0x10080"),
                choice: "not taken".to_owned(),
            }],
            instructions: 12,
            ..Finding::default()
        }],
        internal_errors: Vec::new(),
        input_count: None,
        cuts: vec![
            Cut {
                kind: "first-finding".to_owned(),
                reason: "stopped at the first finding".to_owned(),
                count: 2,
                ..Cut::default()
            },
            Cut {
                kind: "loop-bound".to_owned(),
                reason: "loop bound: more than 3 iterations".to_owned(),
                place: Some(place(1, 1, "j 0x10070")),
                count: 1,
                advice: Some("--unwind N allows more iterations".to_owned()),
            },
        ],
        checks: vec![CheckSummary {
            property: "assertion".to_owned(),
            place: place(2, 5, "ecall"),
            status: "violated".to_owned(),
            asked: 3,
            rests_on: vec![place(1, 9, "beq")],
        }],
        learnt: None,
        suggested: Vec::new(),
        proof: None,
        properties: Vec::new(),
        statistics: Statistics {
            paths: 3,
            states: 6,
            instructions: 40,
            queries: Some(5),
            layers: vec![Layer {
                name: "cache".to_owned(),
                queries: 5,
                answered: 2,
                satisfiable: 1,
                unsatisfiable: 1,
                given_up: vec![GivenUp {
                    reason: "size".to_owned(),
                    queries: 3,
                }],
            }],
            ..Statistics::default()
        },
        coverage: Coverage {
            instructions: 10,
            instructions_total: Some(40),
            branch_sides: 3,
            branch_sides_total: 4,
            source: Some(SourceCounts {
                lines: 7,
                lines_total: 9,
                functions: 1,
                functions_total: 1,
                branch_sides: 5,
                branch_sides_total: 8,
            }),
        },
        timing: None,
    }
}

#[test]
fn a_report_reads_well() {
    let mut sources = Sources::new();
    sources.insert("a.c", "int main(void) {\n    assert(x);\n}\n");
    let options = TextOptions {
        decisions: true,
        ..TextOptions::default()
    };
    expect![[r#"
        a.c: unsafe: 1 violation (the first; --all for more)

        violation 1: assertion: an assertion of the program fails
          --> main at a.c:2:5
            |
          2 |     assert(x);
            |     ^
          instruction 0x10074: ecall
          call stack, innermost first:
            main called by 0x10004
          inputs:
            name             decimal  hexadecimal  character
            x        -1 (4294967295)   0xffffffff
            text[0]               97         0x61  'a'
            text[1]                0         0x00  '\0'
            text                          as text  "a\x00"
          replayed on the emulator: the same violation after 12 instructions
          decisions on the path:
            step  place            instruction          decision
               1  main at a.c:1:1  beq a0, a1, 0x10080  not taken

        not followed to the end:
          1 path: loop bound: more than 3 iterations, main at a.c:1:1 (0x10074: j 0x10070)
            --unwind N allows more iterations

        3 paths, 40 instructions, 5 queries, 10 of 40 instructions (25.0%) covered
    "#]]
    .assert_eq(&render(&sample(), options, &mut sources));
}

#[test]
fn of_a_deep_call_stack_both_ends_are_shown() {
    let mut finding = sample().findings.remove(0);
    let frame = |index: usize| Frame {
        function: Some(format!("f{index}")),
        call_site: place(1, 1, "call"),
    };
    let mut shown = |depth: usize| {
        finding.call_stack = (0..depth).map(frame).collect();
        let text = text::finding(&finding, 1, TextOptions::default(), &mut Sources::new());
        let lines = text
            .lines()
            .filter(|line| line.contains("called by") || line.contains("more calls"));
        let words = lines.map(|line| {
            line.split_whitespace()
                .take(2)
                .collect::<Vec<_>>()
                .join(" ")
        });
        words.collect::<Vec<_>>()
    };
    let all = shown(17);
    assert_eq!(all.len(), 17);
    assert!(all.iter().all(|line| line.ends_with(" called")));
    let deep = shown(30_000);
    assert_eq!(deep.len(), 17);
    assert_eq!(deep[11..14], ["f11 called", "... 29984", "f29996 called"]);
    assert_eq!(deep[16], "f29999 called");
}

#[test]
fn what_was_assumed_stands_behind_the_verdict() {
    let mut report = sample();
    report.findings.clear();
    report.cuts.clear();
    report.checks.clear();
    report.verdict = Verdict::Safe;
    report.assumptions = vec![
        Assumption {
            assumption: "enough-memory".to_owned(),
            words: "memory does not run out".to_owned(),
            used: "allocated".to_owned(),
            places: (1..6).map(|line| place(line, 1, "ecall")).collect(),
            advice: Some("--malloc-may-fail leaves it open".to_owned()),
        },
        Assumption {
            assumption: "addresses".to_owned(),
            words: "objects have given addresses".to_owned(),
            used: "looked at".to_owned(),
            places: vec![place(7, 1, "ecall")],
            advice: None,
        },
    ];
    let mut sources = Sources::new();
    let text = render(&report, TextOptions::default(), &mut sources);
    let lines: Vec<&str> = text.lines().take(3).collect();
    assert_eq!(
        lines,
        [
            "a.c: safe: every path was followed to its end and no check can fail",
            "assumed: memory does not run out, allocated at a.c:1, a.c:2, a.c:3 and 2 more; --malloc-may-fail leaves it open",
            "assumed: objects have given addresses, looked at at a.c:7",
        ]
    );
    report.verdict = Verdict::Incomplete;
    report.question.bounds.no_assumptions = true;
    let text = render(&report, TextOptions::default(), &mut sources);
    assert!(text.starts_with(
        "a.c: incomplete: no violation found, but only in the world that is assumed\n"
    ));
}

#[test]
fn all_statistics_are_shown_on_request() {
    let mut report = sample();
    report.findings.clear();
    report.cuts.clear();
    report.verdict = Verdict::Safe;
    report.timing = Some(Timing {
        seconds: 2.0,
        solver_seconds: 0.5,
        layer_seconds: vec![0.25],
        layer_passed_seconds: vec![0.125],
        peak_memory_bytes: Some(3 << 20),
        ..Timing::default()
    });
    let options = TextOptions {
        statistics: true,
        verbose: true,
        checks: true,
        ..TextOptions::default()
    };
    expect![[r#"
        a.c: safe: every path was followed to its end and no check can fail

        checks that depend on inputs or fail:
          property   place            status    asked
          assertion  main at a.c:2:5  violated      3
        assertion, main at a.c:2:5, rests on
          main at a.c:1:9

        environment: sym-iss (it was asked for), riscv32
        checks: assertion
        bounds: instructions per path none, forks per path none, iterations of a loop none, iterations in the library none, active calls none
        budgets: paths none, queries none, instructions none, states none, memory none, time none
        engine paths (auto), strategy dfs, seed 3, solver embedded

        statistics:
          paths                  3
          states (2 x paths)     6
          paths ended by         exit 0, violation 0, assumption 0, dead end 0, cut 0
          instructions           40
          forks                  0
          most states waiting    0
          queries                5
          instructions covered   10 of 40 instructions (25.0%)
          source lines covered   7 of 9 (77.8%)
          functions entered      1 of 1 (100.0%)
          source sides covered   5 of 8 (62.5%)
          branch sides covered   3 of 4 (75.0%)
          time                   2.000 s
          time in the solver     0.500 s (25.0%)
          speed outside solver   0.00 million instructions/s
          peak memory            3.0 MiB
        solver layers:
          layer  queries  answered  satisfiable  unsatisfiable  seconds  passed on because of
          cache        5         2            1              1    0.250  size 3
    "#]].assert_eq(&render(&report, options, &mut Sources::new()));
}

fn conflict_statistics() -> ConflictStatistics {
    let clauses = |from: &str, clauses, literals, least, greatest| ClauseStatistics {
        from: from.to_owned(),
        clauses,
        literals,
        least,
        greatest,
    };
    ConflictStatistics {
        decider: "guide".to_owned(),
        paths: 9,
        conflicts: 4,
        steps: 30,
        restarts: 1,
        nodes: 20,
        edges: 25,
        clauses: vec![clauses("ways", 4, 12, 1, 6), clauses("checks", 1, 2, 2, 2)],
        whole_paths: 1,
        generalised: 2,
        literals_saved: 5,
        formula: Some(FormulaStatistics {
            variables: 46,
            clauses: 140,
            conflicts: 3,
            guided: 7,
            unguided: 2,
        }),
    }
}

#[test]
fn what_was_learnt_from_conflicts_is_counted() {
    let mut report = sample();
    report.statistics.layers.clear();
    report.statistics.conflict = Some(conflict_statistics());
    let all = text::statistics(&report);
    let own = all.find("learning").map_or("", |start| &all[start..]);
    expect![[r#"
        learning from conflicts:
          decider                guide
          proposed paths         9, 4 of them conflicts
          steps executed         30
          graph                  20 nodes, 25 edges, made anew 1 times
          formula                46 variables, 140 clauses, 3 conflicts
          models                 7 guided, 2 not
          reasons: whole path    1
          clauses made smaller   2, by 5 literals
          clauses from  clauses  literals  least  greatest
          ways                4        12      1         6
          checks              1         2      2         2
    "#]]
    .assert_eq(own);
    let json = serde_json::to_string_pretty(&report.statistics.conflict).unwrap();
    expect![[r#"
        {
          "decider": "guide",
          "paths": 9,
          "conflicts": 4,
          "steps": 30,
          "restarts": 1,
          "nodes": 20,
          "edges": 25,
          "clauses": [
            {
              "from": "ways",
              "clauses": 4,
              "literals": 12,
              "least": 1,
              "greatest": 6
            },
            {
              "from": "checks",
              "clauses": 1,
              "literals": 2,
              "least": 2,
              "greatest": 2
            }
          ],
          "whole_paths": 1,
          "generalised": 2,
          "literals_saved": 5,
          "formula": {
            "variables": 46,
            "clauses": 140,
            "conflicts": 3,
            "guided": 7,
            "unguided": 2
          }
        }"#]]
    .assert_eq(&json);
}

#[test]
fn learnt_clauses_are_told_in_lines() {
    let branch = |line, side: &str, rounds: &[u32]| Passed {
        place: place(line, 7, "br"),
        side: side.to_owned(),
        rounds: rounds.to_vec(),
        calls: Vec::new(),
    };
    let clause = |branches: Vec<Passed>, excludes: &str, lines: &[u32]| LearntClause {
        branches,
        excludes: excludes.to_owned(),
        places: lines.iter().map(|&line| place(line, 5, "call")).collect(),
    };
    let mut called = branch(30, "case 4", &[]);
    called.calls = vec![
        PassedCall {
            place: place(40, 3, "call"),
            rounds: vec![2],
        },
        PassedCall {
            place: place(50, 3, "call"),
            rounds: Vec::new(),
        },
    ];
    let report = Report {
        learnt: Some(Learnt {
            clauses: vec![
                clause(
                    vec![branch(12, "taken", &[]), branch(20, "not taken", &[2, 3])],
                    "together",
                    &[],
                ),
                clause(vec![called], "checks", &[30, 31]),
                clause(vec![branch(12, "taken", &[])], "together", &[]),
                clause(vec![], "checks", &[30]),
                clause(vec![branch(12, "reached", &[])], "other-ways", &[9]),
            ],
            omitted: 7,
        }),
        ..sample()
    };
    let all = render(&report, TextOptions::default(), &mut Sources::new());
    let own = all.find("learnt").map_or("", |start| &all[start..]);
    expect![[r#"
        learnt from paths that no input takes:
          1. a.c:12:7 taken, 20:7 not taken in round 2.3: cannot be taken together
          2. a.c:30:7 case 4 (called at 40:3 in round 2 from 50:3): the checks at 30:5, 31:5 cannot fail behind it
          3. a.c:12:7 taken: never happens
          4. the check at a.c:30:5 cannot fail on any path
          5. a.c:12:7 reached: 9:5 goes no other way behind it
          and 7 more

        3 paths, 40 instructions, 5 queries, 10 of 40 instructions (25.0%) covered
    "#]].assert_eq(own);
}

#[test]
fn the_record_is_stable_json() {
    let mut report = sample();
    report.cuts.clear();
    report.statistics.layers.clear();
    expect![[r#"
        {
          "format": "everypath-report",
          "version": 1,
          "tool_version": "0.1.0",
          "exit_code": 10,
          "verdict": "unsafe",
          "interrupted": false,
          "program": {
            "files": [
              "a.c"
            ],
            "architecture": "riscv32",
            "environment": "sym-iss",
            "environment_reason": "it was asked for",
            "digest": "af63dc4c8601ec8c"
          },
          "question": {
            "engine": "paths",
            "chosen_by": "auto",
            "strategy": "dfs",
            "seed": 3,
            "solver": "embedded",
            "checks": [
              "assertion"
            ],
            "all_findings": false,
            "bounds": {
              "instructions": null,
              "forks": null,
              "loop_iterations": null,
              "library_iterations": null,
              "call_depth": null,
              "loops": [],
              "unchecked": false,
              "no_assumptions": false
            },
            "budgets": {
              "paths": null,
              "queries": null,
              "instructions": null,
              "states": null,
              "memory_bytes": null,
              "time_ms": null
            }
          },
          "assumptions": [],
          "findings": [
            {
              "property": "assertion",
              "description": "an assertion of the program fails",
              "detail": "",
              "place": {
                "address": "0x10074",
                "function": "main",
                "file": "a.c",
                "line": 2,
                "column": 5,
                "instruction": "ecall"
              },
              "call_stack": [
                {
                  "function": "main",
                  "call_site": {
                    "address": "0x10004",
                    "function": null,
                    "file": null,
                    "line": null,
                    "column": null,
                    "instruction": null
                  }
                }
              ],
              "inputs": [
                {
                  "name": "x",
                  "bytes": "ffffffff",
                  "element_size": 4,
                  "origin": "memory"
                },
                {
                  "name": "text",
                  "bytes": "6100",
                  "element_size": 1,
                  "origin": "stream"
                }
              ],
              "decisions": [
                {
                  "place": {
                    "address": "0x10074",
                    "function": "main",
                    "file": "a.c",
                    "line": 1,
                    "column": 1,
                    "instruction": "beq a0, a1, 0x10080"
                  },
                  "choice": "not taken"
                }
              ],
              "instructions": 12,
              "path": 0,
              "replay": {
                "status": "reproduced"
              },
              "occurrences": 0
            }
          ],
          "cuts": [],
          "properties": [],
          "checks": [
            {
              "property": "assertion",
              "place": {
                "address": "0x10074",
                "function": "main",
                "file": "a.c",
                "line": 2,
                "column": 5,
                "instruction": "ecall"
              },
              "status": "violated",
              "asked": 3,
              "rests_on": [
                {
                  "address": "0x10074",
                  "function": "main",
                  "file": "a.c",
                  "line": 1,
                  "column": 9,
                  "instruction": "beq"
                }
              ]
            }
          ],
          "statistics": {
            "paths": 3,
            "states": 6,
            "ends": {
              "exits": 0,
              "violations": 0,
              "assumptions": 0,
              "dead": 0,
              "cuts": 0
            },
            "instructions": 40,
            "forks": 0,
            "merges": 0,
            "ites": 0,
            "most_waiting": 0,
            "queries": 5
          },
          "coverage": {
            "instructions": 10,
            "instructions_total": 40,
            "branch_sides": 3,
            "branch_sides_total": 4,
            "source": {
              "lines": 7,
              "lines_total": 9,
              "functions": 1,
              "functions_total": 1,
              "branch_sides": 5,
              "branch_sides_total": 8
            }
          }
        }
    "#]]
    .assert_eq(&json::render(&report, 10).unwrap());
}

#[test]
fn of_a_long_trace_sarif_has_as_many_places_as_github_takes_and_the_last_one_is_the_violation() {
    let mut report = sample();
    let steps = vec![TraceStep::default(); 10_000];
    report.findings[0].trace = Some(Trace {
        inputs: Vec::new(),
        omitted: 0,
        steps,
    });
    let text = sarif::render(&report, 10).unwrap();
    let read: serde_json::Value = serde_json::from_str(&text).unwrap();
    let flow = &read["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"];
    let places = flow.as_array().unwrap();
    assert_eq!(places.len(), 10_000);
    let last = &places[9_999]["location"]["message"]["text"];
    assert_eq!(last, report.findings[0].description.as_str());
}

#[test]
fn servers_are_told_what_was_assumed_and_what_was_not_followed() {
    let report = Report {
        assumptions: vec![everypath_report::Assumption {
            assumption: "enough-memory".to_owned(),
            words: "memory does not run out".to_owned(),
            used: "allocated".to_owned(),
            ..everypath_report::Assumption::default()
        }],
        ..sample()
    };
    let text = sarif::render(&report, 10).unwrap();
    let read: serde_json::Value = serde_json::from_str(&text).unwrap();
    let said = read["runs"][0]["invocations"][0]["toolExecutionNotifications"].as_array();
    let note = said
        .unwrap()
        .iter()
        .find(|notification| notification["level"] == "note");
    assert_eq!(
        note.unwrap()["message"]["text"],
        "assumed: memory does not run out, allocated"
    );
    let text = everypath_report::junit::render(&report).unwrap();
    let assumed = r#"<property name="assumed" value="memory does not run out, allocated"/>"#;
    assert!(text.contains(assumed), "{text}");
    assert!(
        text.contains(r#"<property name="not followed" value="loop bound"#),
        "{text}"
    );
}

#[test]
fn the_run_as_sarif_is_read_by_others_and_says_what_was_found_and_what_was_not_followed() {
    let report = sample();
    let text = sarif::render(&report, 10).unwrap();
    // Somebody else's structures, made from the schema of the standard.
    let read: serde_sarif::sarif::Sarif = serde_json::from_str(&text).unwrap();
    let run = &read.runs[0];
    assert_eq!(run.results.as_ref().unwrap().len(), 1);
    assert_eq!(run.invocations.as_ref().unwrap()[0].exit_code, Some(10));
    expect![[r#"
        {
          "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
          "version": "2.1.0",
          "runs": [
            {
              "tool": {
                "driver": {
                  "name": "Everypath",
                  "version": "0.1.0",
                  "rules": [
                    {
                      "id": "assertion",
                      "shortDescription": {
                        "text": "an assertion of the program fails"
                      },
                      "fullDescription": {
                        "text": "an assertion of the program fails: some input leads there, and the emulator showed it."
                      },
                      "help": {
                        "text": "`everypath checks` says what assertion means; `everypath check --trace` shows the way to it."
                      },
                      "defaultConfiguration": {
                        "level": "error"
                      }
                    }
                  ]
                }
              },
              "invocations": [
                {
                  "executionSuccessful": true,
                  "exitCode": 10,
                  "exitCodeDescription": "unsafe",
                  "toolExecutionNotifications": [
                    {
                      "level": "warning",
                      "message": {
                        "text": "2 paths not followed: stopped at the first finding"
                      }
                    },
                    {
                      "level": "warning",
                      "message": {
                        "text": "1 path not followed: loop bound: more than 3 iterations; --unwind N allows more iterations"
                      },
                      "locations": [
                        {
                          "physicalLocation": {
                            "artifactLocation": {
                              "uri": "a.c",
                              "uriBaseId": "%SRCROOT%"
                            },
                            "region": {
                              "startLine": 1,
                              "startColumn": 1
                            }
                          },
                          "logicalLocations": [
                            {
                              "fullyQualifiedName": "main",
                              "kind": "function"
                            }
                          ]
                        }
                      ]
                    }
                  ]
                }
              ],
              "columnKind": "utf16CodeUnits",
              "results": [
                {
                  "ruleId": "assertion",
                  "ruleIndex": 0,
                  "level": "error",
                  "message": {
                    "text": "an assertion of the program fails. Inputs: x = -1 (4294967295), text = \"a\\x00\""
                  },
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "a.c",
                          "uriBaseId": "%SRCROOT%"
                        },
                        "region": {
                          "startLine": 2,
                          "startColumn": 5
                        }
                      },
                      "logicalLocations": [
                        {
                          "fullyQualifiedName": "main",
                          "kind": "function"
                        }
                      ]
                    }
                  ],
                  "codeFlows": [
                    {
                      "threadFlows": [
                        {
                          "locations": [
                            {
                              "location": {
                                "logicalLocations": [
                                  {
                                    "fullyQualifiedName": "0x10004",
                                    "kind": "instruction"
                                  }
                                ],
                                "message": {
                                  "text": "main is called"
                                }
                              },
                              "nestingLevel": 0
                            },
                            {
                              "location": {
                                "physicalLocation": {
                                  "artifactLocation": {
                                    "uri": "a.c",
                                    "uriBaseId": "%SRCROOT%"
                                  },
                                  "region": {
                                    "startLine": 2,
                                    "startColumn": 5
                                  }
                                },
                                "logicalLocations": [
                                  {
                                    "fullyQualifiedName": "main",
                                    "kind": "function"
                                  }
                                ],
                                "message": {
                                  "text": "an assertion of the program fails"
                                }
                              },
                              "nestingLevel": 0
                            }
                          ]
                        }
                      ]
                    }
                  ],
                  "occurrenceCount": 1
                }
              ]
            }
          ]
        }
    "#]].assert_eq(&text);
}
