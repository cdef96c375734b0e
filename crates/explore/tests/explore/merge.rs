//! The merging explorer on programs built by hand: how much it merges, and what bounds leave behind.

use everypath_explore::{Bounds, Reason, Verdict};
use everypath_machine::CutReason;
use everypath_program::BinaryOp;

use crate::scripted::{
    Scripted, all_findings, assertion, binary, branch, constant, exit, explore, input, jump, local,
    merge,
};

/// `sum` is raised by 1 or 2 at each of so many branches on bits of an input of its own.
pub fn diamonds(count: u64, limit: u64) -> Scripted {
    let mut program = Scripted::new(&[1, 16, 1]);
    for number in 0..count {
        let first = 3 * number;
        program = program
            .block(vec![input(0, 1, "x")], branch(0, first + 1, first + 2))
            .block(
                vec![binary(BinaryOp::Add, 16, 1, local(1), constant(1))],
                jump(first + 3),
            )
            .block(
                vec![binary(BinaryOp::Add, 16, 1, local(1), constant(2))],
                jump(first + 3),
            );
    }
    let check = vec![
        binary(BinaryOp::Ule, 16, 2, local(1), constant(limit)),
        assertion(2),
    ];
    program.block(check, exit())
}

#[test]
fn diamonds_in_sequence_cost_one_merge_each() {
    let record = merge(&diamonds(100, 200), &all_findings());
    assert_eq!(record.verdict, Verdict::Safe);
    let statistics = &record.statistics;
    assert_eq!((statistics.paths, statistics.merges), (1, 100));
    assert!(statistics.most_waiting <= 2);
    let record = merge(&diamonds(100, 199), &all_findings());
    assert_eq!(
        (record.verdict, record.findings.len()),
        (Verdict::Unsafe, 1)
    );
    let ones = record.findings[0].case.inputs.iter();
    assert_eq!(ones.filter(|input| input.bytes[0] & 1 == 1).count(), 0);
}

/// `for (i = 0; i < bound; i++);`
fn counting(bound: everypath_program::Operand) -> Scripted {
    Scripted::new(&[8, 8, 1])
        .block(vec![input(0, 8, "x")], jump(1))
        .block(
            vec![binary(BinaryOp::Ult, 8, 2, local(1), bound)],
            branch(2, 2, 3),
        )
        .block(
            vec![binary(BinaryOp::Add, 8, 1, local(1), constant(1))],
            jump(1),
        )
        .block(vec![], exit())
}

#[test]
fn a_loop_that_inputs_bound_ends_when_no_input_goes_round_again() {
    let record = merge(&counting(local(0)), &all_findings());
    assert_eq!(
        (record.verdict, record.statistics.paths),
        (Verdict::Safe, 1)
    );
    assert_eq!(record.statistics.merges, 255);
}

#[test]
fn a_bound_on_loops_leaves_a_check_that_is_decided() {
    let mut options = all_findings();
    options.bounds.loop_iterations = Some(5);
    let record = merge(&counting(local(0)), &options);
    assert_eq!(record.verdict, Verdict::Incomplete);
    assert!(
        matches!(&record.cuts[..], [cut] if matches!(cut.reason, Reason::Machine(CutReason::LoopLimit { limit: 5, .. }))),
        "{:?}",
        record.cuts
    );
    assert_eq!(record.bounds.loop_iterations, Some(5));
    options.bounds.loop_iterations = Some(255);
    assert_eq!(merge(&counting(local(0)), &options).verdict, Verdict::Safe);
}

#[test]
fn a_loop_that_no_input_decides_is_bounded_all_the_same() {
    let mut options = all_findings();
    for (bound, verdict) in [(99, Verdict::Incomplete), (100, Verdict::Safe)] {
        options.bounds.loop_iterations = Some(bound);
        let record = merge(&counting(constant(100)), &options);
        assert_eq!(record.verdict, verdict, "{bound}");
    }
}

#[test]
fn each_repetition_of_a_loop_that_nothing_leaves_counts() {
    // for (;;) { if (input) n++; }
    let program = Scripted::new(&[1, 8])
        .block(vec![], jump(1))
        .block(vec![input(0, 1, "x")], branch(0, 2, 3))
        .block(
            vec![binary(BinaryOp::Add, 8, 1, local(1), constant(1))],
            jump(3),
        )
        .block(vec![], jump(1));
    let mut options = all_findings();
    options.bounds.loop_iterations = Some(3);
    let record = merge(&program, &options);
    assert_eq!(record.verdict, Verdict::Incomplete);
    let reasons: Vec<_> = record.cuts.iter().map(|cut| &cut.reason).collect();
    assert!(
        matches!(
            reasons[..],
            [Reason::Machine(CutReason::LoopLimit { limit: 3, .. })]
        ),
        "{reasons:?}"
    );
    assert!(record.statistics.forks <= 4);
}

#[test]
fn a_fault_behind_an_endless_loop_is_found_by_looking_ahead() {
    // for (x = input; x != 0; x++); assert(0)
    let program = Scripted::new(&[32, 1, 1])
        .block(vec![input(0, 32, "x")], jump(1))
        .block(
            vec![binary(BinaryOp::Ne, 32, 1, local(0), constant(0))],
            branch(1, 2, 3),
        )
        .block(
            vec![binary(BinaryOp::Add, 32, 0, local(0), constant(1))],
            jump(1),
        )
        .block(vec![assertion(2)], exit());
    let options = everypath_explore::ExploreOptions::default();
    let record = merge(&program, &options);
    assert_eq!(
        (record.verdict, record.findings.len()),
        (Verdict::Unsafe, 1)
    );
}

#[test]
fn a_loop_whose_branch_jumps_back_itself_ends_and_is_bounded() {
    // do x++ while (x < 200), over a byte
    let program = Scripted::new(&[8, 1])
        .block(vec![input(0, 8, "x")], jump(1))
        .block(
            vec![
                binary(BinaryOp::Add, 8, 0, local(0), constant(1)),
                binary(BinaryOp::Ult, 8, 1, local(0), constant(200)),
            ],
            branch(1, 1, 2),
        )
        .block(vec![], exit());
    let record = merge(&program, &all_findings());
    assert_eq!(
        (record.verdict, record.statistics.paths),
        (Verdict::Safe, 1)
    );
    let mut options = all_findings();
    options.bounds.loop_iterations = Some(3);
    assert_eq!(merge(&program, &options).verdict, Verdict::Incomplete);
    options.bounds.loop_iterations = Some(200);
    assert_eq!(merge(&program, &options).verdict, Verdict::Safe);
}

/// Four branches on inputs, one side of each an instruction longer, then another 1, 2, 3 on a side; the assertion fails where all
/// the short sides were taken.
fn uneven_diamonds() -> Scripted {
    let mut program = Scripted::new(&[1, 16, 1]);
    let add = |by| binary(BinaryOp::Add, 16, 1, local(1), constant(by));
    for number in 0..4 {
        let first = 3 * number;
        let long = std::iter::repeat_n(add(1), 1 + number as usize).collect();
        program = program
            .block(vec![input(0, 1, "x")], branch(0, first + 1, first + 2))
            .block(long, jump(first + 3))
            .block(vec![], jump(first + 3));
    }
    let check = vec![
        binary(BinaryOp::Ult, 16, 2, constant(0), local(1)),
        assertion(2),
    ];
    program.block(check, exit())
}

#[test]
fn bounds_end_the_same_paths_whether_they_are_merged_or_not() {
    let program = uneven_diamonds();
    let mut found = Vec::new();
    for limit in 1..=40 {
        for (instructions, forks) in [(Some(limit), None), (None, Some(limit))] {
            let mut options = all_findings();
            options.bounds = Bounds {
                instructions_per_path: instructions,
                forks_per_path: forks,
                ..Bounds::default()
            };
            let (merged, apart) = (merge(&program, &options), explore(&program, &options));
            assert_eq!(merged.verdict, apart.verdict, "{:?}", options.bounds);
            assert_eq!(
                merged.cuts.is_empty(),
                apart.cuts.is_empty(),
                "{:?}",
                options.bounds
            );
            found.push((instructions.is_some(), limit, merged.findings.len()));
        }
    }
    let least = |of_instructions| {
        let found = found.iter().copied();
        let mut found =
            found.filter(|&(instructions, _, count)| instructions == of_instructions && count > 0);
        found.next().map(|(_, limit, _)| limit)
    };
    // Four times input, branch and jump, then comparison and assertion: the shortest path fails if it is the only one within the bound.
    assert_eq!((least(true), least(false)), (Some(14), Some(4)));
}
