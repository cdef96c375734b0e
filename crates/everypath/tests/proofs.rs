//! Proofs without a bound: those of the corpus are confirmed by `verify` with several solvers, and a proof in which something is wrong is
//! confirmed by none.

mod common;
#[path = "common/formats.rs"]
mod formats;

use std::path::Path;
use std::process::Command;

use common::{temporary, transcript, write};
use serde_json::{Value, json};

/// Solvers that check proofs, where they are installed.
const SOLVERS: [&str; 3] = ["embedded", "z3", "cvc5"];

/// Proofs about which a solver thinks for many minutes, and those who are asked instead are two.
const TOO_LONG: [(&str, &str); 5] = [
    ("array_of_pairs_safe.c", "cvc5"),
    ("array_searched_safe.c", "cvc5"),
    ("bubble_sort_safe.c", "cvc5"),
    ("insertion_sort_safe.c", "cvc5"),
    ("selection_sort_safe.c", "cvc5"),
];

fn is_installed(solver: &str) -> bool {
    solver == "embedded" || Command::new(solver).arg("--version").output().is_ok()
}

/// A proof of a program of the folder `unbounded`, or what the run says.
fn proof_of(directory: &Path, program: &str, options: &[&str]) -> Result<Value, String> {
    let file = directory.join("proof.json");
    let output = common::everypath()
        .args(["check", "--engine", "prove", "--proof"])
        .arg(&file)
        .arg(format!("tests/programs/unbounded/{program}"))
        .args(options)
        .output()
        .unwrap();
    match output.status.code() {
        Some(0) => Ok(serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap()),
        _ => Err(transcript(&output)),
    }
}

/// What `verify` says of a proof.
fn verify(proof: &Value, solver: &str) -> String {
    let directory = temporary();
    let file = write(&directory, "changed.json", proof.to_string());
    let said = transcript(&common::run(&["verify", &file, "--solver", solver]));
    said.replace(&file, "PROOF")
}

#[test]
fn every_proof_of_the_corpus_is_confirmed_by_several_solvers() {
    let folder = common::root().join("tests/programs/unbounded");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with("_safe.c"))
        .collect();
    names.sort();
    let directory = temporary();
    let mut proofs = 0;
    let mut wrong = Vec::new();
    for name in names {
        let text = common::root().join("tests/programs/unbounded").join(&name);
        let text = std::fs::read_to_string(text).unwrap();
        for (target, options) in [
            ("lp64", &["--target", "lp64"][..]),
            ("riscv32 -O 0", &["--target", "riscv32", "-O", "0"][..]),
        ] {
            let unproven = text.lines().any(|line| {
                line.strip_prefix("// unproven: ")
                    .is_some_and(|runs| runs.split(", ").any(|run| run == target))
            });
            if unproven || (target != "lp64" && !text.contains("// also: riscv")) {
                continue;
            }
            match proof_of(directory.path(), &name, options) {
                Ok(proof) => {
                    proofs += 1;
                    let is_asked =
                        |it: &&str| is_installed(it) && !TOO_LONG.contains(&(name.as_str(), *it));
                    for solver in SOLVERS.into_iter().filter(is_asked) {
                        let said = verify(&proof, solver);
                        if !said.starts_with("exit 0\n") {
                            wrong.push(format!("{name} {target} {solver}: {said}"));
                        }
                    }
                }
                Err(said) => wrong.push(format!("{name} {target}: {said}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(proofs >= 10, "{proofs} proofs");
}

/// A proof in which something was changed, with what is said of it.
fn check_changed(change: impl FnOnce(&mut Value), expected: &str) {
    let directory = temporary();
    let mut proof = proof_of(directory.path(), "parity_safe.c", &[]).unwrap();
    change(&mut proof);
    let said = verify(&proof, "embedded");
    assert!(said.starts_with("exit 5\n"), "{said}");
    assert!(said.contains(expected), "{said}");
}

fn invariants(proof: &mut Value) -> &mut Vec<Value> {
    let list = proof["loops"][0]["invariants"].as_array_mut();
    list.unwrap()
}

fn invariant(words: &str, formula: &str) -> Value {
    json!({ "words": words, "formula": formula })
}

#[test]
fn an_invariant_that_does_not_hold_in_the_beginning_is_not_confirmed() {
    check_changed(
        |proof| invariants(proof).push(invariant("never", "(ite (= |x| |x|) #b0 #b1)")),
        "start: never need not hold",
    );
}

#[test]
fn an_invariant_that_iterations_do_not_keep_is_not_confirmed() {
    let formula = "(ite (= |x| #x00000000) #b1 #b0)";
    check_changed(
        |proof| invariants(proof).push(invariant("x == 0", formula)),
        "keeping: an iteration of the loop",
    );
}

#[test]
fn without_its_invariants_nothing_follows_from_a_proof() {
    check_changed(
        |proof| invariants(proof).clear(),
        "use: no proof without a bound: no invariant that was found excludes assertion",
    );
}

#[test]
fn what_cannot_be_read_is_told() {
    for formula in ["(", "|y|", "|x|", ""] {
        check_changed(
            |proof| invariants(proof).push(invariant("what", formula)),
            "invariant: what says nothing of the loop",
        );
    }
}

#[test]
fn a_change_that_the_proof_does_not_name_is_told() {
    check_changed(
        |proof| {
            let changes = proof["loops"][0]["changes"].as_array_mut().unwrap();
            changes.retain(|it| it["name"] != "x");
            invariants(proof).clear();
        },
        "changes more than the proof says: x",
    );
}

#[test]
fn a_loop_that_the_proof_does_not_know_is_told() {
    check_changed(
        |proof| proof["loops"] = json!([]),
        "loops: the proof does not know the loop",
    );
}

#[test]
fn a_loop_that_there_is_not_is_told() {
    check_changed(
        |proof| {
            let mut other = proof["loops"][0].clone();
            other["head"][1] = json!(7);
            proof["loops"].as_array_mut().unwrap().push(other);
        },
        "loops: no path enters the loop",
    );
}

#[test]
fn proofs_of_other_programs_and_other_files_are_refused() {
    let directory = temporary();
    let mut proof = proof_of(directory.path(), "parity_safe.c", &[]).unwrap();
    let file = write(&directory, "proof.json", proof.to_string());
    let other = "tests/programs/unbounded/goto_loop_safe.c";
    let said = transcript(&common::run(&["verify", &file, other]));
    assert!(said.starts_with("exit 2\n"), "{said}");
    assert!(said.contains("the program has changed"), "{said}");
    proof["version"] = json!(99);
    let said = verify(&proof, "embedded");
    assert!(
        said.starts_with("exit 2\n") && said.contains("version"),
        "{said}"
    );
    for cell in [json!([5, 0, 3]), json!([5, 0, 0]), json!([5, 0, 4])] {
        let mut proof = proof_of(directory.path(), "parity_safe.c", &[]).unwrap();
        let changes = proof["loops"][0]["changes"].as_array_mut().unwrap();
        let width = if cell[2] == 4 { 32 } else { 0 };
        for name in ["one", "two"] {
            changes.push(json!({ "name": name, "width": width, "bytes": cell }));
        }
        let said = verify(&proof, "embedded");
        assert!(
            said.starts_with("exit 2\n") && said.contains("overlaps"),
            "{said}"
        );
    }
    let file = write(&directory, "text.json", "no proof");
    let said = transcript(&common::run(&["verify", &file]));
    assert!(
        said.starts_with("exit 2\n") && said.contains("--proof"),
        "{said}"
    );
}

#[test]
fn the_same_run_writes_the_same_proof_and_the_same_witness() {
    let directory = temporary();
    let path = |name: &str| directory.path().join(name).display().to_string();
    let mut written = Vec::new();
    for number in 0..2 {
        let (proof, witness) = (
            path(&format!("{number}.json")),
            path(&format!("{number}.yml")),
        );
        let output = common::everypath()
            .env("SOURCE_DATE_EPOCH", "0")
            .args(["check", "tests/programs/unbounded/parity_safe.c"])
            .args(["--proof", &proof, "--correctness-witness", &witness])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
        let proof = std::fs::read_to_string(&proof).unwrap();
        let proof = proof.replace(&path(&number.to_string()), "");
        written.push((proof, std::fs::read_to_string(&witness).unwrap()));
    }
    assert_eq!(written[0], written[1]);
    let (_, witness) = &written[0];
    let read = formats::correctness(witness).unwrap_or_else(|error| panic!("{error}\n{witness}"));
    assert!(!read[0].content.is_empty(), "{witness}");
    for line in [
        "    format_version: \"2.0\"",
        "    creation_time: \"1970-01-01T00:00:00Z\"",
        "        line: 10",
        "      value: \"((unsigned int)x & 1U) == 0U\"",
        "      format: \"c_expression\"",
    ] {
        assert!(witness.lines().any(|it| it == line), "{line}\n{witness}");
    }
}

#[test]
fn engines_that_prove_nothing_without_a_bound_refuse_to_write_proofs() {
    for engine in ["paths", "merge", "conflict"] {
        let program = "tests/programs/unbounded/parity_safe.c";
        let said = transcript(&common::run(&[
            "check",
            program,
            "--engine",
            engine,
            "--invariants",
        ]));
        assert!(said.starts_with("exit 1\n"), "{said}");
        assert!(said.contains("--engine prove or auto"), "{said}");
    }
}

#[test]
fn programs_end_or_not_or_nothing_is_said_of_them() {
    let folder = common::root().join("tests/programs/termination");
    let mut programs: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    programs.sort();
    assert!(programs.len() >= 12);
    let directory = temporary();
    let mut proofs = 0;
    let mut wrong = Vec::new();
    for program in programs {
        let text = std::fs::read_to_string(&program).unwrap();
        let begins_with = |line: &str| text.lines().take(2).any(|it| it == line);
        for target in ["lp64", "riscv32"] {
            let ends = begins_with("// expect: safe")
                || target == "riscv32" && begins_with("// machine: safe");
            let (expected, code) = match ends {
                true => ("safe", 0),
                false if begins_with("// expect: unsafe") => ("unsafe", 10),
                false => ("incomplete", 5),
            };
            let proof = directory.path().join("proof.json");
            let output = common::everypath()
                .arg("check")
                .arg(&program)
                .args(["--property", "termination", "--target", target])
                .args(["--time-limit", "20", "--proof"])
                .arg(&proof)
                .output()
                .unwrap();
            let said = transcript(&output);
            if output.status.code() == Some(0) && proof.exists() {
                proofs += 1;
                let proof: Value = serde_json::from_slice(&std::fs::read(&proof).unwrap()).unwrap();
                for solver in SOLVERS.into_iter().filter(|it| is_installed(it)) {
                    let said = verify(&proof, solver);
                    if !said.starts_with("exit 0\n") {
                        wrong.push(format!("{} {target} {solver}: {said}", program.display()));
                    }
                }
            }
            let _ = std::fs::remove_file(&proof);
            // Machine code has more that is no measure.
            let gives_up = target == "riscv32" && output.status.code() == Some(5);
            if output.status.code() != Some(code) && !gives_up {
                wrong.push(format!("{expected}: {said}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(proofs >= 5, "{proofs} proofs");
}

#[test]
fn a_measure_that_no_iteration_makes_smaller_is_not_confirmed() {
    let directory = temporary();
    let program = "tests/programs/termination/nested_loops.c";
    let file = directory.path().join("proof.json");
    let output = common::everypath()
        .args(["check", program, "--property", "termination", "--proof"])
        .arg(&file)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    let proof: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    let mut other = proof.clone();
    let measure = &mut other["loops"][0]["measure"];
    let first = measure["first"].as_str().unwrap();
    measure["first"] = json!(format!("(bvnot {first})"));
    let said = verify(&other, "embedded");
    assert!(said.starts_with("exit 5\n"), "{said}");
    assert!(said.contains("measure: an iteration of the loop"), "{said}");
    other["loops"][0].as_object_mut().unwrap().remove("measure");
    let said = verify(&other, "embedded");
    assert!(said.starts_with("exit 5\n"), "{said}");
    assert!(said.contains("measure: nothing that the loop"), "{said}");
}

#[test]
fn a_suggestion_that_is_wrong_is_told_with_a_state_and_proves_nothing() {
    let program = "tests/programs/unbounded/suggested.c";
    let record = common::record(&["check", program, "--engine", "prove"]);
    assert_ne!(record["verdict"], "safe");
    let suggested = &record["suggested"][0];
    assert_eq!(suggested["status"], "not kept", "{record}");
    assert_eq!(suggested["state"], json!([["x", 9]]), "{record}");
}

#[test]
fn a_suggestion_that_a_proof_does_without_is_an_invariant_all_the_same() {
    let source = r#"
        #include <everypath.h>
        int main(void) {
            int i = 0;
            while (everypath_bool("again")) {
                everypath_invariant((i == 0) | (i == 1));
                i = 1 - i;
            }
            everypath_assert(i >= 0);
            return 0;
        }
    "#;
    let directory = temporary();
    let program = write(&directory, "flips.c", source);
    for proof in [&["--invariants"][..], &[]] {
        let arguments = [&["check", program.as_str(), "--engine", "prove"], proof].concat();
        let record = common::record(&arguments);
        assert_eq!(record["verdict"], "safe", "{record}");
        let suggested = &record["suggested"][0];
        assert_eq!(suggested["status"], "invariant", "{record}");
    }
}

#[test]
fn a_suggestion_is_not_called_an_invariant_where_the_prover_was_stopped() {
    let program = "tests/programs/unbounded/suggested_safe.c";
    for queries in ["10", "30", "55"] {
        let record = common::record(&[
            "check",
            program,
            "--engine",
            "prove",
            "--budget-queries",
            queries,
        ]);
        assert_ne!(record["verdict"], "safe", "{record}");
        for suggested in record["suggested"].as_array().into_iter().flatten() {
            assert_ne!(suggested["status"], "invariant", "{record}");
        }
    }
}
