//! Bounds, budgets and interruptions: each leaves a cut that says where, why and how many.

use std::time::{Duration, Instant};

use everypath_explore::{BudgetKind, Budgets, ExploreOptions, Reason, Record, Verdict};
use everypath_machine::CutReason;
use everypath_program::Position;
use everypath_solver::SolverOptions;

use crate::scripted::{Ends, Scripted, all_findings, explore, explore_observed, merge_with};

/// `for (i = 0; i < x; i++);` over a byte: 256 paths.
fn counting() -> Scripted {
    Scripted::read(
        "locals 8, 8, 1
         block 0x0:
           %0 = input.8 \"x\"
           jump 0x100
         block 0x100:
           %2 = ult.8 %1, %0
           branch %2, 0x200, 0x300
         block 0x200:
           %1 = add.8 %1, 1
           jump 0x100
         block 0x300:
           exit 0",
    )
}

fn with_budget(set: impl FnOnce(&mut Budgets)) -> Record {
    let mut options = all_findings();
    set(&mut options.budgets);
    explore(&counting(), &options)
}

fn texts(record: &Record) -> Vec<(String, Option<u64>, u64)> {
    let cut = |cut: &everypath_explore::Cut| {
        (
            cut.reason.to_string(),
            cut.position.map(|position| position.0),
            cut.count,
        )
    };
    record.cuts.iter().map(cut).collect()
}

#[test]
fn without_limits_everything_is_explored() {
    let record = explore(&counting(), &all_findings());
    assert_eq!(
        (record.verdict, record.statistics.paths),
        (Verdict::Safe, 256)
    );
}

#[test]
fn a_bound_on_instructions_cuts_each_long_path_at_its_place() {
    let mut options = all_findings();
    options.bounds.instructions_per_path = Some(11);
    let record = explore(&counting(), &options);
    assert_eq!(record.verdict, Verdict::Incomplete);
    // 2 at the start, 4 per iteration, 3 at the end: the third test of the loop does not get to its branch.
    assert_eq!(
        texts(&record),
        [(
            "instruction bound: more than 11 instructions on the path".into(),
            Some(0x101),
            1
        )]
    );
    assert_eq!(record.statistics.paths, 2);
    assert_eq!(record.statistics.ends.cuts, 1);
    assert_eq!(record.bounds.instructions_per_path, Some(11));
}

#[test]
fn a_bound_on_forks_cuts_where_the_path_would_fork_again() {
    let mut options = all_findings();
    options.bounds.forks_per_path = Some(3);
    let record = explore(&counting(), &options);
    assert_eq!(
        texts(&record),
        [(
            "fork bound: more than 3 forks on the path".into(),
            Some(0x101),
            1
        )]
    );
    assert_eq!(
        (record.verdict, record.statistics.paths),
        (Verdict::Incomplete, 3)
    );
}

#[test]
fn a_bound_on_loops_is_kept_by_the_machine() {
    let mut options = all_findings();
    options.bounds.loop_iterations = Some(5);
    let record = explore(&counting(), &options);
    assert_eq!(record.verdict, Verdict::Incomplete);
    assert!(
        matches!(&record.cuts[..], [cut] if matches!(cut.reason, Reason::Machine(CutReason::LoopLimit { limit: 5, .. }))),
        "{:?}",
        record.cuts
    );
    assert_eq!(record.bounds.loop_iterations, Some(5));
}

#[test]
fn budgets_stop_the_run_and_the_waiting_states_are_a_cut() {
    let cut = |kind, count| Reason::Budget(kind).to_string() + &format!(" {count}");
    let only = |record: &Record| {
        assert_eq!(record.verdict, Verdict::Incomplete);
        let [one] = record.cuts.as_slice() else {
            panic!("{:?}", record.cuts)
        };
        assert_eq!(one.position, None);
        format!("{} {}", one.reason, one.count)
    };
    let record = with_budget(|budgets| budgets.paths = Some(10));
    assert_eq!(record.statistics.paths, 10);
    let left = record.statistics.forks + 1 - 10;
    assert_eq!(only(&record), cut(BudgetKind::Paths, left));

    let record = with_budget(|budgets| budgets.queries = Some(50));
    assert!(
        (50..60).contains(&record.statistics.solver.queries),
        "{}",
        record.statistics.solver.queries
    );
    let left = record.statistics.forks + 1 - record.statistics.paths;
    assert_eq!(only(&record), cut(BudgetKind::Queries, left));

    let record = with_budget(|budgets| budgets.instructions = Some(100));
    assert_eq!(record.statistics.instructions, 100);
    let left = record.statistics.forks + 1 - record.statistics.paths;
    assert_eq!(only(&record), cut(BudgetKind::Instructions, left));

    let record = with_budget(|budgets| budgets.wall = Some(Duration::ZERO));
    assert_eq!(only(&record), cut(BudgetKind::Wall, 1));

    let record = with_budget(|budgets| budgets.memory_bytes = Some(1));
    assert_eq!(only(&record), cut(BudgetKind::Memory, 1));
}

#[test]
fn time_that_ends_the_last_query_of_merged_paths_is_named() {
    // That a prime of 60 bits is no product of two numbers of 32 takes longer than this.
    let program = Scripted::read(
        "locals 64, 64, 64, 1, 1
         block 0x0:
           %0 = input.64 \"x\"
           %1 = input.64 \"y\"
           %2 = mul.64 %0, %1
           %3 = ne.64 %2, 1000000000000000003
           %4 = ule.64 %0, 4294967295
           assume %4
           %4 = ule.64 %1, 4294967295
           assume %4
           check assertion %3
           exit 0",
    );
    let mut options = all_findings();
    let time = Duration::from_millis(50);
    options.budgets.wall = Some(time);
    let solver = SolverOptions {
        end: Some(Instant::now() + time),
        ..SolverOptions::default()
    };
    let record = merge_with(&program, solver, &options);
    assert_eq!(record.verdict, Verdict::Incomplete);
    let of_time = |cut: &everypath_explore::Cut| cut.reason == Reason::Budget(BudgetKind::Wall);
    assert!(record.cuts.iter().any(of_time), "{:?}", record.cuts);
}

#[test]
fn a_budget_that_suffices_exactly_leaves_no_cut() {
    let record = with_budget(|budgets| budgets.paths = Some(256));
    assert_eq!((record.verdict, record.cuts.len()), (Verdict::Safe, 0));
}

#[test]
fn the_budget_of_waiting_states_drops_the_last_successor_and_goes_on() {
    let mut options = ExploreOptions {
        strategy: "bfs".parse().unwrap(),
        ..all_findings()
    };
    options.budgets.states = Some(1);
    let record = explore(&counting(), &options);
    // The loop goes on first; every exit is dropped but the last, which needs no fork.
    assert_eq!(
        texts(&record),
        [("budget of waiting states reached".into(), Some(0x300), 255)]
    );
    assert_eq!(
        (record.statistics.paths, record.statistics.most_waiting),
        (1, 1)
    );
}

#[test]
fn an_interrupt_keeps_what_is_known() {
    let mut ends = Ends {
        interrupt_after: Some(7),
        ..Ends::default()
    };
    let record = explore_observed(&counting(), &all_findings(), &mut ends);
    assert_eq!(
        (record.verdict, record.statistics.paths),
        (Verdict::Incomplete, 7)
    );
    assert_eq!(
        texts(&record),
        [("interrupted".into(), None, record.statistics.forks + 1 - 7)]
    );
}

#[test]
fn something_unsupported_is_a_named_cut() {
    let program = Scripted::read(
        "locals 8, 1
         block 0x0:
           %0 = input.8 \"x\"
           %1 = ult.8 %0, 9
           branch %1, 0x100, 0x200
         block 0x100:
           stop unsupported: the square root
         block 0x200:
           exit 0",
    );
    let record = explore(&program, &all_findings());
    assert_eq!(
        texts(&record),
        [("unsupported: the square root".into(), Some(0x100), 1)]
    );
    assert_eq!(record.cuts[0].position, Some(Position(0x100)));
    assert_eq!(
        (record.verdict, record.statistics.paths),
        (Verdict::Incomplete, 1)
    );
}
