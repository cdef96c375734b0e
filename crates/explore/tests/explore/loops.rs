//! Bounds on loops and recursion: every engine counts the same iterations, of loops of every form.

use everypath_explore::{
    ExploreError, ExploreOptions, Observer, Reason, Record, Silent, Verdict, explore_by_conflicts,
    explore_merged, explore_paths,
};
use everypath_machine::{CutReason, Machine};
use everypath_program::Position;
use everypath_solver::{Solver, SolverOptions};

use crate::scripted::{Scripted, all_findings, machine};

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

/// A program over a counter `%0`, an outer counter `%1`, a condition `%2` and an input `%3`. Where its text ends it goes on with a
/// check that holds for all inputs, which nobody sees without a solver: else nothing behind a loop would have to be looked at.
fn program(text: &str) -> Scripted {
    let last_check = "%4 = input.8 \"y\"
                      %4 = or.8 %4, 1
                      %5 = ne.8 %4, 0
                      check assertion %5
                      exit 0";
    Scripted::read(&format!(
        "locals 8, 8, 1, 8, 8, 1
         {text}
         {last_check}"
    ))
}

/// Loops, and how often each jumps back at most: the least bound with which nothing is cut.
fn loops() -> [(&'static str, Scripted, u64); 10] {
    let loops = [
        (
            "for (i = 0; i < 5; i++);",
            "block 0x0:
               jump 0x100
             block 0x100:
               %2 = ult.8 %0, 5
               branch %2, 0x200, 0x300
             block 0x200:
               %0 = add.8 %0, 1
               jump 0x100
             block 0x300:",
            5,
        ),
        (
            "do i++; while (i < 5);",
            "block 0x0:
               jump 0x100
             block 0x100:
               %0 = add.8 %0, 1
               %2 = ult.8 %0, 5
               branch %2, 0x100, 0x200
             block 0x200:",
            4,
        ),
        (
            "for (i = 0; i < (x & 3); i++);",
            "block 0x0:
               %3 = input.8 \"x\"
               %3 = and.8 %3, 3
               jump 0x100
             block 0x100:
               %2 = ult.8 %0, %3
               branch %2, 0x200, 0x300
             block 0x200:
               %0 = add.8 %0, 1
               jump 0x100
             block 0x300:",
            3,
        ),
        (
            "for (o = 0; o < 3; o++) for (i = 0; i < 4; i++);",
            "block 0x0:
               jump 0x100
             block 0x100:
               %2 = ult.8 %1, 3
               branch %2, 0x200, 0x600
             block 0x200:
               %0 = 0
               jump 0x300
             block 0x300:
               %2 = ult.8 %0, 4
               branch %2, 0x400, 0x500
             block 0x400:
               %0 = add.8 %0, 1
               jump 0x300
             block 0x500:
               %1 = add.8 %1, 1
               jump 0x100
             block 0x600:",
            4,
        ),
        (
            "a loop that two places jump back in, as an input decides",
            "block 0x0:
               jump 0x100
             block 0x100:
               %2 = ult.8 %0, 4
               branch %2, 0x200, 0x500
             block 0x200:
               %0 = add.8 %0, 1
               %3 = input.8 \"x\"
               %2 = ult.8 %3, 100
               branch %2, 0x300, 0x400
             block 0x300:
               jump 0x100
             block 0x400:
               %1 = add.8 %1, 1
               jump 0x100
             block 0x500:",
            4,
        ),
        (
            "a loop that is entered in its middle",
            "block 0x0:
               jump 0x200
             block 0x100:
               %0 = add.8 %0, 1
               jump 0x200
             block 0x200:
               %2 = ult.8 %0, 3
               branch %2, 0x100, 0x300
             block 0x300:",
            3,
        ),
        (
            "a switch in a loop: 0, 1, 2, then out",
            "block 0x0:
               jump 0x100
             block 0x100:
               switch.8 %0, 0: 0x200, 1: 0x300, 2: 0x200, default: 0x400
             block 0x200:
               %0 = add.8 %0, 1
               jump 0x100
             block 0x300:
               %0 = add.8 %0, 1
               jump 0x100
             block 0x400:",
            3,
        ),
        (
            "a function that calls itself",
            "block 0x0:
               call 0x200(0), then 0x100
             block 0x200(%0):
               %2 = ult.8 %0, 3
               branch %2, 0x300, 0x400
             block 0x300:
               %0 = add.8 %0, 1
               call 0x200(%0), then 0x400
             block 0x400:
               return()
             block 0x100:",
            3,
        ),
        (
            "two functions that call each other",
            "block 0x0:
               call 0x200(0), then 0x100
             block 0x200(%0):
               %2 = ult.8 %0, 4
               branch %2, 0x300, 0x400
             block 0x300:
               %0 = add.8 %0, 1
               call 0x500(%0), then 0x400
             block 0x400:
               return()
             block 0x500(%0):
               %0 = add.8 %0, 1
               call 0x200(%0), then 0x600
             block 0x600:
               return()
             block 0x100:",
            2,
        ),
        (
            "a call in a loop: what it calls starts anew each time",
            "block 0x0:
               jump 0x100
             block 0x100:
               %2 = ult.8 %1, 3
               branch %2, 0x200, 0x400
             block 0x200:
               call 0x500(0), then 0x300
             block 0x300:
               %1 = add.8 %1, 1
               jump 0x100
             block 0x500(%0):
               jump 0x600
             block 0x600:
               %0 = add.8 %0, 1
               %2 = ult.8 %0, 3
               branch %2, 0x600, 0x700
             block 0x700:
               return()
             block 0x400:",
            3,
        ),
    ];
    loops.map(|(what, text, needed)| (what, program(text), needed))
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
    Scripted::read(&format!(
        "locals 8, 1, 8
         block 0x0:
           jump 0x100
         block 0x100:
           %2 = input.8 \"x\"
           %1 = ult.8 %2, 100
           branch %1, 0x200, 0x300
         block 0x200:
           %0 = add.8 %0, 1
           jump 0x100
         block 0x300:
           %1 = ne.8 %0, {number}
           check assertion %1
           %0 = add.8 %0, 1
           jump 0x100"
    ))
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

/// The program calls a function of its library, which counts to a number: an input of three bits (`%3`), or a constant.
fn library_loop(end: &str) -> Scripted {
    program(&format!(
        "library 0x200
         block 0x0:
           %3 = input.8 \"x\"
           %3 = and.8 %3, 7
           call 0x200({end}), then 0x100
         block 0x200(%3):
           jump 0x300
         block 0x300:
           %2 = ult.8 %0, %3
           branch %2, 0x400, 0x500
         block 0x400:
           %0 = add.8 %0, 1
           jump 0x300
         block 0x500:
           return()
         block 0x100:"
    ))
}

#[test]
fn the_bound_of_the_program_is_not_one_of_its_library() {
    for end in ["5", "%3"] {
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
    let bounded = |explorer, end: &str, bound| {
        let mut options = all_findings();
        options.bounds.library_iterations = Some(bound);
        run(explorer, &library_loop(end), &options)
    };
    for (engine, explorer) in ENGINES {
        assert_eq!(
            bounded(explorer, "%3", 7).verdict,
            Verdict::Safe,
            "{engine}"
        );
        let record = bounded(explorer, "%3", 6);
        assert_eq!(record.verdict, Verdict::Incomplete, "{engine}");
        let reason = Reason::Machine(CutReason::LoopLimit {
            header: Position(0x300),
            limit: 6,
        });
        assert!(
            record.cuts.iter().all(|cut| cut.reason == reason),
            "{engine}"
        );
    }
    // The graph of the conflict-driven engine does not know who decides.
    for (engine, explorer) in &ENGINES[..2] {
        let record = bounded(*explorer, "5", 0);
        assert_eq!(record.verdict, Verdict::Safe, "{engine}");
    }
}
