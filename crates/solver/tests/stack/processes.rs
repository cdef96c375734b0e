//! SMT-LIB processes: as the core, as the cross-check, and all the ways in which they fail.

use std::time::{Duration, Instant};

use everypath_solver::{
    Answer, Backend, Fork, PathCondition, Solver, SolverCommand, SolverError, SolverOptions,
    UnknownReason,
};
use everypath_term::{Term, TermTable};

fn command(text: &str) -> SolverCommand {
    SolverCommand::parse(text).unwrap()
}

/// A solver that answers each command as the `case` arms of a shell script say.
fn script(arms: &str) -> SolverCommand {
    let script =
        format!("while read -r line; do case \"$line\" in *echo*) echo ready;; {arms} esac; done");
    SolverCommand {
        program: "sh".to_owned(),
        arguments: vec!["-c".to_owned(), script],
    }
}

/// No layers: everything is asked of the process.
fn with_backend(command: SolverCommand) -> Result<Solver, SolverError> {
    Solver::new(SolverOptions {
        layers: Vec::new(),
        backend: Backend::Process(command),
        ..SolverOptions::default()
    })
}

/// Two words and an equation between them that has solutions.
fn puzzle(table: &mut TermTable) -> (Term, Term, Term) {
    let (x, y) = (table.input("x|\\ y", 16), table.input("y", 16));
    let product = table.mul(x, y);
    let constant = table.constant(16, 391);
    (x, y, table.eq(product, constant))
}

fn walk(mut solver: Solver) {
    let mut table = TermTable::new();
    let (x, y, equation) = puzzle(&mut table);
    let memory = table.memory_input("m", 16, 8);
    let mut path = PathCondition::new();
    let limit = table.constant(16, 100);
    for word in [x, y] {
        path.push(table.ult(word, limit));
    }
    path.push(equation);
    path.push(table.ult(x, y));
    assert_eq!(solver.maximum(&mut table, &path, x).unwrap(), Some(17));
    let less = table.ult(y, x);
    let Answer::Unsat(core) = solver.check(&mut table, &path, less).unwrap() else {
        panic!("unsatisfiable")
    };
    assert!(core.len() <= 5 && core.contains(&less));
    let (hundred, three) = (table.constant(8, 100), table.constant(8, 3));
    let stored = table.write(memory, x, hundred);
    let stored = table.write(stored, y, three);
    let (at_x, at_y) = (table.read(stored, x), table.read(memory, y));
    let differ = table.ne(at_x, at_y);
    assert!(matches!(
        solver.fork(&mut table, &path, differ).unwrap(),
        Fork::Both { .. }
    ));
}

#[test]
fn z3_and_cvc5_as_the_core() {
    for name in ["z3", "cvc5"] {
        walk(with_backend(command(name)).unwrap());
    }
}

#[test]
fn z3_and_cvc5_as_the_cross_check() {
    for name in ["z3", "cvc5"] {
        let options = SolverOptions {
            cross_check: Some(Backend::Process(command(name))),
            ..SolverOptions::default()
        };
        walk(Solver::new(options).unwrap());
    }
}

#[test]
fn programs_that_are_no_solvers() {
    let fails = |command: SolverCommand| match with_backend(command) {
        Ok(_) => panic!("no solver"),
        Err(error) => error.to_string(),
    };
    let missing = fails(command("no-such-solver --fast"));
    assert!(
        missing.contains("no-such-solver --fast") && missing.contains("PATH"),
        "{missing}"
    );
    let missing = fails(command("/nowhere/cvc5"));
    assert!(missing.contains("apt-get install cvc5"), "{missing}");
    for (program, part) in [("true", "process"), ("cat", "ready"), ("yes", "ready")] {
        let message = fails(command(program));
        assert!(
            message.contains(program) && message.contains(part),
            "{message}"
        );
    }
    let complains = fails(SolverCommand {
        program: "sh".to_owned(),
        arguments: vec!["-c".to_owned(), "echo bad option >&2; exit 3".to_owned()],
    });
    assert!(
        complains.contains("bad option") || complains.contains("exit status: 3"),
        "{complains}"
    );
}

#[test]
fn solvers_that_lie_or_fail() {
    let cases = [
        ("*check-sat*) echo maybe;;", "maybe"),
        (
            "*check-sat*) echo '(error \"out of memory\")';;",
            "out of memory",
        ),
        ("*check-sat*) exit 7;;", "exit status: 7"),
        ("*check-sat*) echo ')';;", "closing parenthesis"),
        (
            "*check-sat*) echo sat;; *get-value*) echo '((x #b1))';;",
            "a value for each term",
        ),
        (
            "*check-sat*) echo sat;; *get-value*) echo '((x #x0001) (y #x0001))';;",
            "does not satisfy",
        ),
    ];
    for (arms, part) in cases {
        let mut table = TermTable::new();
        let (_, _, equation) = puzzle(&mut table);
        let mut solver = with_backend(script(arms)).unwrap();
        let error = solver
            .check(&mut table, &PathCondition::new(), equation)
            .unwrap_err()
            .to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn disagreement_stops() {
    let mut table = TermTable::new();
    let (_, _, equation) = puzzle(&mut table);
    let liar = script("*check-sat*) echo unsat;; *get-unsat*) echo '()';;");
    let mut solver = Solver::new(SolverOptions {
        cross_check: Some(Backend::Process(liar)),
        ..SolverOptions::default()
    })
    .unwrap();
    let error = solver
        .check(&mut table, &PathCondition::new(), equation)
        .unwrap_err();
    assert!(matches!(error, SolverError::Disagreement { .. }));
    let message = error.to_string();
    assert!(
        message.contains("answers sat but sh answers unsat") && message.contains("(check-sat)"),
        "{message}"
    );
}

#[test]
fn time_limits_are_kept() {
    let mut table = TermTable::new();
    let (_, _, equation) = puzzle(&mut table);
    let options = SolverOptions {
        layers: Vec::new(),
        backend: Backend::Process(script("*check-sat*) sleep 1000;;")),
        time_limit: Some(Duration::from_millis(200)),
        ..SolverOptions::default()
    };
    let start = Instant::now();
    let mut solver = Solver::new(options).unwrap();
    for _ in 0..2 {
        let answer = solver
            .check(&mut table, &PathCondition::new(), equation)
            .unwrap();
        assert!(matches!(answer, Answer::Unknown(UnknownReason::TimeLimit)));
    }
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn limits_of_the_embedded_core() {
    let mut table = TermTable::new();
    let (x, y) = (table.input("x", 64), table.input("y", 64));
    let (x, y) = (table.zero_extend(x, 128), table.zero_extend(y, 128));
    let product = table.mul(x, y);
    // A product of two primes of 32 bits.
    let wanted = table.constant(128, 4_294_967_291 * 4_294_967_279);
    let equation = table.eq(product, wanted);
    let one = table.constant(128, 1);
    let goals = [equation, table.ugt(x, one), table.ugt(y, one)];
    let options = SolverOptions {
        conflict_limit: Some(200),
        ..SolverOptions::default()
    };
    let answer = Solver::new(options)
        .unwrap()
        .check_all(&mut table, &goals)
        .unwrap();
    assert!(matches!(
        answer,
        Answer::Unknown(UnknownReason::ConflictLimit)
    ));
    let options = SolverOptions {
        time_limit: Some(Duration::from_millis(300)),
        ..SolverOptions::default()
    };
    let start = Instant::now();
    let answer = Solver::new(options)
        .unwrap()
        .check_all(&mut table, &goals)
        .unwrap();
    assert!(matches!(answer, Answer::Unknown(UnknownReason::TimeLimit)));
    assert!(start.elapsed() < Duration::from_secs(10));
}
