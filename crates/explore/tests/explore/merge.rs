//! The merging explorer on small programs in text form: how much it merges, and what bounds leave behind.

use everypath_explore::{Bounds, Reason, Verdict};
use everypath_machine::CutReason;

use crate::scripted::{STEP, Scripted, all_findings, constructed, explore, merge};

/// `sum` is raised by 1 or 2 at each of so many branches on bits of an input of its own.
pub fn diamonds(count: u64, limit: u64) -> Scripted {
    let mut text = "locals 1, 16, 1\n".to_owned();
    for number in 0..count {
        let [first, one, two, next] = [0, 1, 2, 3].map(|block| (3 * number + block) * STEP);
        text += &format!(
            "block {first:#x}:
               %0 = input.1 \"x\"
               branch %0, {one:#x}, {two:#x}
             block {one:#x}:
               %1 = add.16 %1, 1
               jump {next:#x}
             block {two:#x}:
               %1 = add.16 %1, 2
               jump {next:#x}\n"
        );
    }
    text += &format!(
        "block {:#x}:
           %2 = ule.16 %1, {limit}
           check assertion %2
           exit 0",
        3 * count * STEP
    );
    Scripted::read(&text)
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

/// So many rounds of a loop, in each of which an input says whether another one is asked for; `sum` counts those that are less than 100. Not
/// more than `limit` may be.
fn inputs_on_one_side(rounds: u64, limit: u64) -> Scripted {
    Scripted::read(&format!(
        "locals 8, 16, 16, 1
         block 0x0:
           jump 0x100
         block 0x100:
           %0 = input.8 \"whether\"
           %3 = ult.8 %0, 50
           branch %3, 0x200, 0x400
         block 0x200:
           %0 = input.8 \"which\"
           %3 = ult.8 %0, 100
           branch %3, 0x300, 0x400
         block 0x300:
           %1 = add.16 %1, 1
           jump 0x400
         block 0x400:
           %2 = add.16 %2, 1
           %3 = ult.16 %2, {rounds}
           branch %3, 0x100, 0x500
         block 0x500:
           %3 = ule.16 %1, {limit}
           check assertion %3
           exit 0"
    ))
}

#[test]
fn paths_that_asked_for_different_numbers_of_inputs_meet_in_each_round() {
    let record = merge(&inputs_on_one_side(50, 50), &all_findings());
    let statistics = &record.statistics;
    assert_eq!((record.verdict, statistics.paths), (Verdict::Safe, 1));
    assert_eq!(statistics.merges, 100);
    assert!(statistics.most_waiting <= 3);
    // With the names that the path itself gives, by which it is replayed.
    let record = merge(&inputs_on_one_side(8, 6), &all_findings());
    assert_eq!(record.verdict, Verdict::Unsafe);
    let inputs = &record.findings[0].case.inputs;
    let which = |input: &&everypath_machine::TestInput| input.name.starts_with("which");
    let names: Vec<&str> = inputs.iter().filter(which).map(|it| &*it.name).collect();
    let numbered = (2..=names.len()).map(|number| format!("which#{number}"));
    let expected: Vec<String> = std::iter::once("which".to_owned())
        .chain(numbered)
        .collect();
    assert_eq!(names, expected);
    assert!(names.len() >= 7);
}

/// `for (i = 0; i < bound; i++);`, where a bound `%0` is an input.
fn counting(bound: &str) -> Scripted {
    Scripted::read(&format!(
        "locals 8, 8, 1
         block 0x0:
           %0 = input.8 \"x\"
           jump 0x100
         block 0x100:
           %2 = ult.8 %1, {bound}
           branch %2, 0x200, 0x300
         block 0x200:
           %1 = add.8 %1, 1
           jump 0x100
         block 0x300:
           exit 0"
    ))
}

#[test]
fn a_loop_that_inputs_bound_ends_when_no_input_goes_round_again() {
    let record = merge(&counting("%0"), &all_findings());
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
    let record = merge(&counting("%0"), &options);
    assert_eq!(record.verdict, Verdict::Incomplete);
    assert!(
        matches!(&record.cuts[..], [cut] if matches!(cut.reason, Reason::Machine(CutReason::LoopLimit { limit: 5, .. }))),
        "{:?}",
        record.cuts
    );
    assert_eq!(record.bounds.loop_iterations, Some(5));
    options.bounds.loop_iterations = Some(255);
    assert_eq!(merge(&counting("%0"), &options).verdict, Verdict::Safe);
}

#[test]
fn a_loop_that_no_input_decides_is_bounded_all_the_same() {
    let mut options = all_findings();
    for (bound, verdict) in [(99, Verdict::Incomplete), (100, Verdict::Safe)] {
        options.bounds.loop_iterations = Some(bound);
        let record = merge(&counting("100"), &options);
        assert_eq!(record.verdict, verdict, "{bound}");
    }
}

#[test]
fn each_repetition_of_a_loop_that_nothing_leaves_counts() {
    // for (;;) { if (input) n++; }
    let program = Scripted::read(
        "locals 1, 8
         block 0x0:
           jump 0x100
         block 0x100:
           %0 = input.1 \"x\"
           branch %0, 0x200, 0x300
         block 0x200:
           %1 = add.8 %1, 1
           jump 0x300
         block 0x300:
           jump 0x100",
    );
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
    let options = everypath_explore::ExploreOptions::default();
    let record = merge(&constructed(), &options);
    assert_eq!(
        (record.verdict, record.findings.len()),
        (Verdict::Unsafe, 1)
    );
}

#[test]
fn a_fault_in_an_endless_loop_is_found_although_the_loop_goes_on() {
    // for (;;) { if (input) n++; assert(n != 3); }
    let program = Scripted::read(
        "locals 1, 8
         block 0x0:
           jump 0x100
         block 0x100:
           %0 = input.1 \"x\"
           branch %0, 0x200, 0x300
         block 0x200:
           %1 = add.8 %1, 1
           jump 0x300
         block 0x300:
           %0 = eq.8 %1, 3
           check assertion %0
           jump 0x100",
    );
    let mut options = everypath_explore::ExploreOptions::default();
    options.budgets.instructions = Some(100_000);
    let record = merge(&program, &options);
    assert_eq!(
        (record.verdict, record.findings.len()),
        (Verdict::Unsafe, 1)
    );
    let executed = record.statistics.instructions;
    assert!(executed < 1_000, "{executed}");
}

#[test]
fn a_loop_whose_branch_jumps_back_itself_ends_and_is_bounded() {
    // do x++ while (x < 200), over a byte
    let program = Scripted::read(
        "locals 8, 1
         block 0x0:
           %0 = input.8 \"x\"
           jump 0x100
         block 0x100:
           %0 = add.8 %0, 1
           %1 = ult.8 %0, 200
           branch %1, 0x100, 0x200
         block 0x200:
           exit 0",
    );
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
    let mut text = "locals 1, 16, 1\n".to_owned();
    for number in 0..4 {
        let [first, long, short, next] = [0, 1, 2, 3].map(|block| (3 * number + block) * STEP);
        let add = "%1 = add.16 %1, 1\n".repeat(1 + number as usize);
        text += &format!(
            "block {first:#x}:
               %0 = input.1 \"x\"
               branch %0, {long:#x}, {short:#x}
             block {long:#x}:
               {add}jump {next:#x}
             block {short:#x}:
               jump {next:#x}\n"
        );
    }
    text += "block 0xc00:
               %2 = ult.16 0, %1
               check assertion %2
               exit 0";
    Scripted::read(&text)
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
