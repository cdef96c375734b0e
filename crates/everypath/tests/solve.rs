//! `everypath solve`: scripts from files and pipes, errors, and itself as the solver of `check`.

mod common;

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
