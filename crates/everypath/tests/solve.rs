//! `everypath solve`: scripts from files and pipes, errors, and itself as the solver of `check`.

mod common;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use common::{everypath, run, temporary, transcript, write};
use expect_test::expect;

#[test]
fn answers_and_exit_codes() {
    let directory = temporary();
    let right = write(
        &directory,
        "right.smt2",
        "(set-logic QF_ABV)(declare-const x (_ BitVec 8))(assert (= (bvmul x #x03) #x0c))(check-sat)(get-value (x))",
    );
    expect![[r#"
        exit 0
        sat
        ((x #b00000100))
    "#]]
    .assert_eq(&transcript(&run(&["solve", &right])));
    let wrong = write(
        &directory,
        "wrong.smt2",
        "(check-sat)\n  (assert (= y #b0))",
    );
    let said = transcript(&run(&["solve", &wrong])).replace(&wrong, "wrong.smt2");
    expect![[r#"
        exit 2
        sat
        (error "wrong.smt2:2:14: `y` is not declared")
        everypath: wrong.smt2:2:14: `y` is not declared
    "#]]
    .assert_eq(&said);
    let missing = run(&["solve", "no/such/file.smt2"]);
    assert_eq!(missing.status.code(), Some(2));
    assert_eq!(run(&["solve"]).status.code(), Some(1));
}

/// Literals of each line behind `skip` numbers, up to a 0.
fn clauses(text: &str, skip: usize) -> Vec<Vec<i32>> {
    let lines = text.lines().filter(|line| !line.starts_with('p'));
    lines
        .map(|line| {
            let numbers = line
                .split(' ')
                .skip(skip)
                .map(|number| number.parse().unwrap());
            numbers.take_while(|&literal| literal != 0).collect()
        })
        .collect()
}

/// Whether the clause follows by unit propagation over all clauses: without a look at what the proof says of it.
fn follows(formula: &[Vec<i32>], clause: &[i32]) -> bool {
    let mut holds: BTreeSet<i32> = clause.iter().map(|literal| -literal).collect();
    loop {
        let before = holds.len();
        for known in formula {
            let mut open = known.iter().filter(|&&literal| !holds.contains(&-literal));
            match (open.next().copied(), open.next()) {
                (None, _) => return true,
                (Some(unit), None) => holds.insert(unit),
                (Some(_), Some(_)) => false,
            };
        }
        if holds.len() == before {
            return false;
        }
    }
}

#[test]
fn proofs_are_written_for_others_to_check() {
    let directory = temporary();
    let script = write(
        &directory,
        "unsat.smt2",
        "(declare-const a (_ BitVec 3))(declare-const b (_ BitVec 3))(declare-const c (_ BitVec 3))
         (declare-const d (_ BitVec 3))(declare-const e (_ BitVec 3))(declare-const f (_ BitVec 3))(declare-const p Bool)
         (define-fun small ((x (_ BitVec 3))) Bool (or (bvult x #b101) (and p (= x #b110))))
         (assert (and (small a) (small b) (small c) (small d) (small e) (small f) (distinct a b c d e f)))
         (check-sat-assuming ((not p)))(check-sat-assuming (p))(assert (bvult (bvor a b c) #b100))
         (assert (distinct d #b110))(assert (distinct e #b110))(assert (bvult (bvor e d) #b100))(check-sat)",
    );
    let proofs = directory.path().join("proofs");
    let proofs_text = proofs.display().to_string();
    let said = run(&[
        "solve",
        &script,
        "--proofs",
        &proofs_text,
        "--layers",
        "none",
        "--disable-rules",
        "arithmetic",
    ]);
    assert_eq!(transcript(&said), "exit 0\nunsat\nsat\nunsat\n");
    let read = |name: &str| std::fs::read_to_string(proofs.join(name)).unwrap();
    for number in ["000001", "000002"] {
        let mut formula = clauses(&read(&format!("{number}.cnf")), 0);
        let derived = clauses(&read(&format!("{number}.lrat")), 1);
        assert!(derived.len() > 10, "the proof needs no search");
        for clause in &derived {
            assert!(follows(&formula, clause), "{number}: {clause:?}");
            formula.push(clause.clone());
        }
        assert_eq!(formula.last(), Some(&Vec::new()));
    }
    assert_eq!(std::fs::read_dir(&proofs).unwrap().count(), 4);
    let file = directory
        .path()
        .join("unsat.smt2")
        .join("inside")
        .display()
        .to_string();
    assert_eq!(
        run(&["solve", &script, "--proofs", &file]).status.code(),
        Some(2)
    );
}

#[test]
fn limits_and_statistics() {
    let directory = temporary();
    let hard = write(
        &directory,
        "hard.smt2",
        "(declare-const x (_ BitVec 64))(declare-const y (_ BitVec 64))
         (assert (= (bvmul x y) (_ bv9223372036854775783 64)))
         (assert (bvult (_ bv1 64) x (_ bv4294967296 64)))(assert (bvult (_ bv1 64) y (_ bv4294967296 64)))
         (check-sat)(get-info :reason-unknown)",
    );
    let limited = run(&[
        "solve",
        &hard,
        "--conflict-limit",
        "5",
        "--stats",
        "--seed",
        "3",
    ]);
    let text = transcript(&limited);
    assert!(
        text.starts_with(
            "exit 0\nunknown\n(:reason-unknown \"conflict limit of the solver reached\")\n"
        ),
        "{text}"
    );
    assert!(text.contains("bit-blasting"), "{text}");
    let timed = transcript(&run(&[
        "solve",
        &hard,
        "--time-limit",
        "0.1",
        "--layers",
        "none",
    ]));
    assert!(timed.contains("time limit"), "{timed}");
}

#[test]
fn a_session_is_answered_command_by_command() {
    let mut child = everypath()
        .args(["solve", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for (command, answer) in [
        (
            "(declare-const x (_ BitVec 4)) (echo \"ready\")",
            "\"ready\"",
        ),
        ("(assert (bvult x #x3))(check-sat)", "sat"),
        ("(push 1)(assert (bvugt x #x5))(check-sat)", "unsat"),
        ("(pop 1)(check-sat)", "sat"),
        ("(check-sat-assuming ((= x #x9)))", "unsat"),
        ("(get-unsat-assumptions)", "((= x #x9))"),
    ] {
        writeln!(input, "{command}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(line.trim(), answer, "{command}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

/// The verdict of `check` with a solver.
fn verdict(program: &str, solver: &[&str]) -> Option<i32> {
    let mut command: Command = everypath();
    command.args(["check", program, "-q", "--layers", "none"]);
    let output = command.args(solver).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("internal error"), "{errors}");
    output.status.code()
}

#[test]
fn it_serves_check_as_a_process() {
    let binary = env!("CARGO_BIN_EXE_everypath");
    for (program, code) in [("examples/packet_fixed.c", 0), ("examples/packet.c", 10)] {
        assert_eq!(
            verdict(program, &["--solver", binary]),
            Some(code),
            "{program}"
        );
        assert_eq!(
            verdict(program, &["--cross-check", binary]),
            Some(code),
            "{program}"
        );
    }
}
