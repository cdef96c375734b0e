//! Bounds on loops and recursion: every engine counts the same iterations, of loops of every form.

use everypath_explore::{
    ExploreError, ExploreOptions, Observer, Reason, Record, Silent, Verdict, explore_by_conflicts,
    explore_merged, explore_paths,
};
use everypath_machine::{CutReason, Machine};
use everypath_program::{
    BinaryOp, BlockKey, Callee, Edge, Instruction, Operand, Position, Terminator,
};
use everypath_solver::{Solver, SolverOptions};

use crate::scripted::{
    STEP, Scripted, all_findings, assertion, binary, branch, constant, exit, input, jump, local,
    machine,
};

type Explorer = fn(
    &mut Machine<'_>,
    &mut Solver,
    &ExploreOptions,
    &mut dyn Observer,
) -> Result<Record, ExploreError>;

const ENGINES: [(&str, Explorer); 3] = [
    ("paths", explore_paths),
    ("merge", explore_merged),
    ("conflict", explore_by_conflicts),
];

fn run(explorer: Explorer, program: &Scripted, options: &ExploreOptions) -> Record {
    let mut machine = machine(program, options);
    let mut solver = Solver::new(SolverOptions::default()).unwrap();
    explorer(&mut machine, &mut solver, options, &mut Silent).unwrap()
}

// Locals: a counter, an outer counter, a condition, an input, and what the last check needs.
const WIDTHS: [u32; 6] = [8, 8, 1, 8, 8, 1];
const I: u32 = 0;
const OUTER: u32 = 1;
const IF: u32 = 2;
const X: u32 = 3;

fn add(to: u32, by: u64) -> Instruction {
    binary(BinaryOp::Add, 8, to, local(to), constant(by))
}

fn set(to: u32, value: u64) -> Instruction {
    Instruction::Copy {
        to: everypath_program::Local(to),
        from: constant(value),
    }
}

fn less(a: Operand, b: Operand) -> Instruction {
    binary(BinaryOp::Ult, 8, IF, a, b)
}

/// A check that holds for all inputs, which nobody sees without a solver: else nothing behind a loop would have to be looked at.
fn last_check() -> Vec<Instruction> {
    vec![
        input(4, 8, "y"),
        binary(BinaryOp::Or, 8, 4, local(4), constant(1)),
        binary(BinaryOp::Ne, 8, 5, local(4), constant(0)),
        assertion(5),
    ]
}

fn call(block: u64, argument: Operand, return_to: u64) -> Terminator {
    Terminator::Call {
        callee: Callee::Function(BlockKey::at(block * STEP)),
        arguments: [argument].into(),
        results: [].into(),
        return_to: BlockKey::at(return_to * STEP),
    }
}

fn switch(value: u32, cases: &[(u64, u64)], default: u64) -> Terminator {
    let edge = |block: u64| Edge::to(BlockKey::at(block * STEP));
    Terminator::Switch {
        value: local(value),
        width: 8,
        cases: cases
            .iter()
            .map(|&(constant, block)| (constant, edge(block)))
            .collect(),
        default: edge(default),
    }
}

/// Loops, and how often each jumps back at most: the least bound with which nothing is cut.
fn loops() -> Vec<(&'static str, Scripted, u64)> {
    let new = || Scripted::new(&WIDTHS);
    vec![
        (
            "for (i = 0; i < 5; i++);",
            new()
                .block(vec![], jump(1))
                .block(vec![less(local(I), constant(5))], branch(IF, 2, 3))
                .block(vec![add(I, 1)], jump(1))
                .block(last_check(), exit()),
            5,
        ),
        (
            "do i++; while (i < 5);",
            new()
                .block(vec![], jump(1))
                .block(
                    vec![add(I, 1), less(local(I), constant(5))],
                    branch(IF, 1, 2),
                )
                .block(last_check(), exit()),
            4,
        ),
        (
            "for (i = 0; i < (x & 3); i++);",
            new()
                .block(
                    vec![
                        input(X, 8, "x"),
                        binary(BinaryOp::And, 8, X, local(X), constant(3)),
                    ],
                    jump(1),
                )
                .block(vec![less(local(I), local(X))], branch(IF, 2, 3))
                .block(vec![add(I, 1)], jump(1))
                .block(last_check(), exit()),
            3,
        ),
        (
            "for (o = 0; o < 3; o++) for (i = 0; i < 4; i++);",
            new()
                .block(vec![], jump(1))
                .block(vec![less(local(OUTER), constant(3))], branch(IF, 2, 6))
                .block(vec![set(I, 0)], jump(3))
                .block(vec![less(local(I), constant(4))], branch(IF, 4, 5))
                .block(vec![add(I, 1)], jump(3))
                .block(vec![add(OUTER, 1)], jump(1))
                .block(last_check(), exit()),
            4,
        ),
        (
            "a loop that two places jump back in, as an input decides",
            new()
                .block(vec![], jump(1))
                .block(vec![less(local(I), constant(4))], branch(IF, 2, 5))
                .block(
                    vec![add(I, 1), input(X, 8, "x"), less(local(X), constant(100))],
                    branch(IF, 3, 4),
                )
                .block(vec![], jump(1))
                .block(vec![add(OUTER, 1)], jump(1))
                .block(last_check(), exit()),
            4,
        ),
        (
            "a loop that is entered in its middle",
            new()
                .block(vec![], jump(2))
                .block(vec![add(I, 1)], jump(2))
                .block(vec![less(local(I), constant(3))], branch(IF, 1, 3))
                .block(last_check(), exit()),
            3,
        ),
        (
            "a switch in a loop: 0, 1, 2, then out",
            new()
                .block(vec![], jump(1))
                .block(vec![], switch(I, &[(0, 2), (1, 3), (2, 2)], 4))
                .block(vec![add(I, 1)], jump(1))
                .block(vec![add(I, 1)], jump(1))
                .block(last_check(), exit()),
            3,
        ),
        (
            "a function that calls itself",
            new()
                .block(vec![], call(2, constant(0), 1))
                .block(last_check(), exit())
                .parameters(&[I])
                .block(vec![less(local(I), constant(3))], branch(IF, 3, 4))
                .block(vec![add(I, 1)], call(2, local(I), 4))
                .block(vec![], Terminator::Return { values: [].into() }),
            3,
        ),
        (
            "two functions that call each other",
            new()
                .block(vec![], call(2, constant(0), 1))
                .block(last_check(), exit())
                .parameters(&[I])
                .block(vec![less(local(I), constant(4))], branch(IF, 3, 4))
                .block(vec![add(I, 1)], call(5, local(I), 4))
                .block(vec![], Terminator::Return { values: [].into() })
                .parameters(&[I])
                .block(vec![add(I, 1)], call(2, local(I), 6))
                .block(vec![], Terminator::Return { values: [].into() }),
            2,
        ),
        (
            "a call in a loop: what it calls starts anew each time",
            new()
                .block(vec![], jump(1))
                .block(vec![less(local(OUTER), constant(3))], branch(IF, 2, 4))
                .block(vec![], call(5, constant(0), 3))
                .block(vec![add(OUTER, 1)], jump(1))
                .block(last_check(), exit())
                .parameters(&[I])
                .block(vec![], jump(6))
                .block(
                    vec![add(I, 1), less(local(I), constant(3))],
                    branch(IF, 6, 7),
                )
                .block(vec![], Terminator::Return { values: [].into() }),
            3,
        ),
    ]
}

#[test]
fn all_engines_count_the_same_iterations() {
    for (what, program, needed) in loops() {
        for (engine, explorer) in ENGINES {
            for bound in [needed - 1, needed] {
                let mut options = all_findings();
                options.bounds.loop_iterations = Some(bound);
                let record = run(explorer, &program, &options);
                let expected = match bound < needed {
                    true => Verdict::Incomplete,
                    false => Verdict::Safe,
                };
                let who = format!("{what}, {engine}, {bound} iterations: {:?}", record.cuts);
                assert_eq!(record.verdict, expected, "{who}");
                let is_bound = |reason: &Reason| {
                    matches!(
                        reason,
                        Reason::Machine(
                            CutReason::LoopLimit { limit, .. }
                                | CutReason::RecursionLimit { limit, .. }
                        ) if *limit == bound
                    )
                };
                assert!(record.cuts.iter().all(|cut| is_bound(&cut.reason)), "{who}");
            }
        }
    }
}

/// A loop without an end that two places jump back in; it fails in an iteration that only the second counts.
fn fails_in_iteration(number: u64) -> Scripted {
    Scripted::new(&WIDTHS)
        .block(vec![], jump(1))
        .block(
            vec![input(X, 8, "x"), less(local(X), constant(100))],
            branch(IF, 2, 3),
        )
        .block(vec![add(I, 1)], jump(1))
        .block(
            vec![
                binary(BinaryOp::Ne, 8, IF, local(I), constant(number)),
                assertion(IF),
                add(I, 1),
            ],
            jump(1),
        )
}

#[test]
fn a_path_that_was_merged_with_one_that_went_round_more_often_keeps_its_own_bound() {
    let number = 3;
    let program = fails_in_iteration(number);
    for (engine, explorer) in ENGINES {
        for (bound, verdict) in [
            (number - 1, Verdict::Safe),
            (number, Verdict::Unsafe),
            (number + 2, Verdict::Unsafe),
        ] {
            let mut options = all_findings();
            options.bounds.loop_iterations = Some(bound);
            options.bound_checks = false;
            let record = run(explorer, &program, &options);
            assert_eq!(record.verdict, verdict, "{engine}, {bound} iterations");
        }
    }
}

/// The program calls a function of its library, which counts to a number: an input of three bits, or a constant.
fn library_loop(end: Operand) -> Scripted {
    let x = vec![
        input(X, 8, "x"),
        binary(BinaryOp::And, 8, X, local(X), constant(7)),
    ];
    Scripted::new(&WIDTHS)
        .block(x, call(2, end, 1))
        .block(last_check(), exit())
        .library()
        .parameters(&[X])
        .block(vec![], jump(3))
        .block(vec![less(local(I), local(X))], branch(IF, 4, 5))
        .block(vec![add(I, 1)], jump(3))
        .block(vec![], Terminator::Return { values: [].into() })
}

#[test]
fn the_bound_of_the_program_is_not_one_of_its_library() {
    for end in [constant(5), local(X)] {
        for (engine, explorer) in ENGINES {
            let mut options = all_findings();
            options.bounds.loop_iterations = Some(0);
            let record = run(explorer, &library_loop(end), &options);
            assert_eq!(record.verdict, Verdict::Safe, "{engine}: {:?}", record.cuts);
        }
    }
}

#[test]
fn iterations_of_a_library_count_where_an_input_decides_them() {
    let bounded = |explorer, end, bound| {
        let mut options = all_findings();
        options.bounds.library_iterations = Some(bound);
        run(explorer, &library_loop(end), &options)
    };
    for (engine, explorer) in ENGINES {
        assert_eq!(
            bounded(explorer, local(X), 7).verdict,
            Verdict::Safe,
            "{engine}"
        );
        let record = bounded(explorer, local(X), 6);
        assert_eq!(record.verdict, Verdict::Incomplete, "{engine}");
        let reason = Reason::Machine(CutReason::LoopLimit {
            header: Position(3 * STEP),
            limit: 6,
        });
        assert!(
            record.cuts.iter().all(|cut| cut.reason == reason),
            "{engine}"
        );
    }
    // The graph of the conflict-driven engine does not know who decides.
    for (engine, explorer) in &ENGINES[..2] {
        let record = bounded(*explorer, constant(5), 0);
        assert_eq!(record.verdict, Verdict::Safe, "{engine}");
    }
}
