//! The conflict-driven explorer on small programs in text form: what it proves with little, what it finds, and that the other explorers agree.

use std::collections::BTreeSet;

use everypath_explore::{
    CheckStatus, ConflictStatistics, Decider, ExploreError, ExploreOptions, Finding, Observer,
    Reason, Record, Silent, Verdict, explore_by_conflicts, explore_merged, explore_paths,
};
use everypath_machine::{CutReason, Machine, MachineOptions};
use everypath_program::{
    Assumption, Block, CheckSet, Operand, Position, Property, Terminator, World,
};
use everypath_solver::{Solver, SolverOptions};

use crate::scripted::{STEP, Scripted, all_findings};

type Explorer = fn(
    &mut Machine<'_>,
    &mut Solver,
    &ExploreOptions,
    &mut dyn Observer,
) -> Result<Record, ExploreError>;

/// Explores with assertions and divisions checked, and exit codes where some exit has a code that is not constant: else every end
/// of the program is one more check.
fn run(explorer: Explorer, program: &Scripted, options: &ExploreOptions) -> Record {
    let mut checks = CheckSet::NONE;
    checks.set(Property::Assertion, true);
    checks.set(Property::DivisionByZero, true);
    let has_code = |block: &Block| {
        matches!(
            block.terminator,
            Terminator::Exit {
                code: Operand::Local(_)
            }
        )
    };
    checks.set(
        Property::NonzeroExit,
        program.blocks().values().any(has_code),
    );
    let mut machine_options = MachineOptions {
        checks,
        open: World::default().open(),
        ..MachineOptions::default()
    };
    options.bounds.apply(&mut machine_options);
    let mut machine = Machine::new(program, machine_options);
    let mut solver = Solver::new(SolverOptions::default()).unwrap();
    explorer(&mut machine, &mut solver, options, &mut Silent).unwrap()
}

fn by_conflicts(program: &Scripted, options: &ExploreOptions) -> Record {
    run(explore_by_conflicts, program, options)
}

fn conflict_statistics(record: &Record) -> ConflictStatistics {
    record.statistics.conflict.expect("it was that explorer")
}

/// Refusals that a clause was learnt from: of ways and of violations.
fn conflicts(statistics: &ConflictStatistics) -> u64 {
    assert_eq!(statistics.whole_paths, 0, "all teach something");
    statistics.from_ways.clauses + statistics.from_checks.clauses
}

/// What is violated, and where.
fn places(record: &Record) -> BTreeSet<(Property, Position)> {
    let places = record.findings.iter();
    places
        .map(|finding| (finding.property, finding.position))
        .collect()
}

/// Which bounds some input exceeds.
fn bounds_exceeded(record: &Record) -> BTreeSet<&Reason> {
    let reasons = record.cuts.iter().map(|cut| &cut.reason);
    reasons.filter(|reason| reason.is_bound()).collect()
}

/// All findings of the three explorers; of the conflict-driven one with every decider that can make the graph of the program.
struct Agreed {
    conflict: Record,
    paths: Record,
    merged: Record,
}

/// Expects the verdict, the places and the bounds that are exceeded of another exploration.
fn expect(record: &Record, expected: &Record, who: &str) {
    let context = format!("{who} with {:?}: {:?}", expected.bounds, record.cuts);
    assert!(!record.has_internal_error(), "{context}");
    assert_eq!(record.verdict, expected.verdict, "{context}");
    assert_eq!(places(record), places(expected), "{context}");
    let is_bound = |record: &Record| record.cuts.iter().all(|cut| cut.reason.is_bound());
    assert_eq!(is_bound(record), is_bound(expected), "{context}");
    assert!(
        !expected.bound_checks || bounds_exceeded(record) == bounds_exceeded(expected),
        "{context}, not {:?}",
        expected.cuts
    );
}

/// Explores in all ways and expects the same.
fn agreed(program: &Scripted, options: &ExploreOptions) -> Agreed {
    let paths = run(explore_paths, program, options);
    let conflict = by_conflicts(program, options);
    expect(&conflict, &paths, "conflicts");
    for decider in [Decider::BlackBox, Decider::Guide, Decider::MAXIMISE] {
        let mut options = options.clone();
        let name = decider.to_string();
        options.own.set("decide", Some(&name)).unwrap();
        let record = by_conflicts(program, &options);
        let is_of_graph = |reason: &Reason| matches!(reason, Reason::Graph(_));
        if !record.cuts.iter().any(|cut| is_of_graph(&cut.reason)) {
            expect(&record, &paths, &decider.to_string());
        }
    }
    let merged = run(explore_merged, program, options);
    expect(&merged, &paths, "merging");
    Agreed {
        conflict,
        paths,
        merged,
    }
}

fn within_rounds(rounds: u64) -> ExploreOptions {
    let mut options = all_findings();
    options.bounds.loop_iterations = Some(rounds);
    options
}

fn within_calls(calls: u64) -> ExploreOptions {
    let mut options = all_findings();
    options.bounds.call_depth = Some(calls);
    options
}

/// Where an instruction of a block stands, or its terminator.
fn in_block(block: u64, instruction: u64) -> Position {
    Position(block * STEP + instruction)
}

/// `if (x < 0) x = -x; if (y < 0) y = -y; r = x - y; if (x < y) r = y - x; assert(least <= r)`, with a wide `r`.
fn distance(least: u64) -> Scripted {
    // Locals: x, y, a condition, wide x, wide y, r.
    Scripted::read(&format!(
        "locals 32, 32, 1, 64, 64, 64
         block 0x0:
           %0 = input.32 \"x\"
           %1 = input.32 \"y\"
           %2 = slt.32 %0, 0
           branch %2, 0x100, 0x200
         block 0x100:
           %0 = sub.32 0, %0
           jump 0x200
         block 0x200:
           %2 = slt.32 %1, 0
           branch %2, 0x300, 0x400
         block 0x300:
           %1 = sub.32 0, %1
           jump 0x400
         block 0x400:
           %3 = resize.32.32.64 signed %0
           %4 = resize.32.32.64 signed %1
           %5 = sub.64 %3, %4
           %2 = slt.32 %0, %1
           branch %2, 0x500, 0x600
         block 0x500:
           %5 = sub.64 %4, %3
           jump 0x600
         block 0x600:
           %2 = sle.64 {least}, %5
           check assertion %2
           jump 0x700
         block 0x700:
           exit 0"
    ))
}

#[test]
fn two_conflicts_prove_what_has_eight_paths() {
    let Agreed {
        conflict, paths, ..
    } = agreed(&distance(0), &all_findings());
    assert_eq!(conflict.verdict, Verdict::Safe);
    assert_eq!(conflict.checks[0].status, CheckStatus::Proven);
    let statistics = conflict_statistics(&conflict);
    assert_eq!(conflicts(&statistics), 2, "{statistics:?}");
    assert_eq!(statistics.paths, 2, "one path for each conflict");
    // x < y, the block behind it and the check; not x < y and the check.
    let checks = statistics.from_checks;
    assert_eq!((checks.least, checks.greatest), (2, 3));
    assert_eq!(paths.statistics.paths, 8);
    let instructions = |record: &Record| record.statistics.instructions;
    assert!(instructions(&conflict) < instructions(&paths));
}

#[test]
fn what_eight_paths_violate_is_one_finding() {
    let Agreed { conflict, .. } = agreed(&distance(1), &all_findings());
    assert_eq!(conflict.verdict, Verdict::Unsafe);
    assert_eq!(
        places(&conflict),
        [(Property::Assertion, in_block(6, 1))].into()
    );
}

#[test]
fn a_reason_apart_from_all_branches_is_learnt_from_one_path() {
    // assume(p); if (?) a = 1; else a = 0; if (a) x++; else x--; assert(p)
    let program = Scripted::read(
        "locals 8, 1, 1, 1, 8
         block 0x0:
           %0 = input.8 \"p\"
           %2 = input.1 \"side\"
           %4 = input.8 \"x\"
           %1 = ne.8 %0, 0
           assume %1
           branch %2, 0x100, 0x200
         block 0x100:
           %3 = 1
           jump 0x300
         block 0x200:
           %3 = 0
           jump 0x300
         block 0x300:
           branch %3, 0x400, 0x500
         block 0x400:
           %4 = add.8 %4, 1
           jump 0x600
         block 0x500:
           %4 = sub.8 %4, 1
           jump 0x600
         block 0x600:
           %1 = ne.8 %0, 0
           check assertion %1
           jump 0x700
         block 0x700:
           exit 0",
    );
    let Agreed {
        conflict, paths, ..
    } = agreed(&program, &all_findings());
    assert_eq!(conflict.verdict, Verdict::Safe);
    let statistics = conflict_statistics(&conflict);
    assert_eq!(
        (statistics.paths, conflicts(&statistics)),
        (1, 1),
        "{statistics:?}"
    );
    // What is assumed and the check.
    assert_eq!(statistics.from_checks.greatest, 2);
    assert_eq!(paths.statistics.paths, 2);
}

#[test]
fn an_assertion_that_no_code_leads_to_costs_nothing() {
    let program = Scripted::read(
        "locals 8, 1
         block 0x0:
           %0 = input.8 \"x\"
           %1 = ult.8 %0, 7
           branch %1, 0x100, 0x200
         block 0x100:
           jump 0x200
         block 0x200:
           exit 0
         block 0x300:
           check assertion %1
           jump 0x200",
    );
    let Agreed {
        conflict, paths, ..
    } = agreed(&program, &all_findings());
    assert_eq!(conflict.verdict, Verdict::Safe);
    let statistics = conflict_statistics(&conflict);
    assert_eq!((conflict.statistics.instructions, statistics.paths), (0, 0));
    assert!(paths.statistics.instructions > 0);
}

/// `state = 1; if (x < 7) state = 2; assert(state != forbidden)`
fn check_of_a_state(forbidden: u64) -> Scripted {
    Scripted::read(&format!(
        "locals 8, 8, 1
         block 0x0:
           %1 = 1
           %0 = input.8 \"x\"
           %2 = ult.8 %0, 7
           branch %2, 0x100, 0x200
         block 0x100:
           %1 = 2
           jump 0x200
         block 0x200:
           %2 = ne.8 %1, {forbidden}
           check assertion %2
           exit 0"
    ))
}

#[test]
fn an_assertion_that_constants_exclude_costs_nothing() {
    let Agreed {
        conflict, paths, ..
    } = agreed(&check_of_a_state(3), &all_findings());
    assert_eq!(conflict.verdict, Verdict::Safe);
    let statistics = conflict_statistics(&conflict);
    assert_eq!((conflict.statistics.instructions, statistics.paths), (0, 0));
    assert!(paths.statistics.instructions > 0);
    for forbidden in [1, 2] {
        let Agreed { conflict, .. } = agreed(&check_of_a_state(forbidden), &all_findings());
        assert_eq!(conflict.verdict, Verdict::Unsafe);
    }
}

/// `assume(y < 10); for (i = 0; i < x; i++); assert(y != forbidden)`
fn check_behind_another_loop(forbidden: u64) -> Scripted {
    Scripted::read(&format!(
        "locals 8, 8, 8, 1
         block 0x0:
           %0 = input.8 \"x\"
           %1 = input.8 \"y\"
           %2 = 0
           %3 = ult.8 %1, 10
           assume %3
           jump 0x100
         block 0x100:
           %3 = ult.8 %2, %0
           branch %3, 0x200, 0x300
         block 0x200:
           %2 = add.8 %2, 1
           jump 0x100
         block 0x300:
           %3 = ne.8 %1, {forbidden}
           check assertion %3
           jump 0x400
         block 0x400:
           exit 0"
    ))
}

#[test]
fn a_loop_that_does_not_matter_to_a_check_is_not_unrolled() {
    let program = check_behind_another_loop(20);
    for loop_iterations in [None, Some(1000)] {
        let mut options = all_findings();
        options.bound_checks = false;
        options.bounds.loop_iterations = loop_iterations;
        let Agreed {
            conflict, paths, ..
        } = agreed(&program, &options);
        assert_eq!(conflict.verdict, Verdict::Safe);
        assert_eq!(conflict.checks[0].status, CheckStatus::Proven);
        assert!(conflict.cuts.is_empty(), "{:?}", conflict.cuts);
        // A round is four instructions.
        assert!(
            conflict.statistics.instructions <= 20,
            "{} instructions within {loop_iterations:?}",
            conflict.statistics.instructions
        );
        assert_eq!(paths.statistics.paths, 256);
    }
    let mut options = all_findings();
    options.bound_checks = false;
    let Agreed { conflict, .. } = agreed(&check_behind_another_loop(9), &options);
    assert_eq!(conflict.verdict, Verdict::Unsafe);
    assert!(conflict.statistics.instructions <= 20);
}

/// `for (i = 0; ; i++) { assert(i != round); if (i >= x) break; }`: before the check fails, the loop jumps back `round` times.
fn fails_in_round(round: u64) -> Scripted {
    Scripted::read(&format!(
        "locals 8, 8, 1
         block 0x0:
           %0 = input.8 \"x\"
           %1 = 0
           jump 0x100
         block 0x100:
           %2 = ne.8 %1, {round}
           check assertion %2
           %2 = ult.8 %1, %0
           branch %2, 0x200, 0x300
         block 0x200:
           %1 = add.8 %1, 1
           jump 0x100
         block 0x300:
           exit 0"
    ))
}

#[test]
fn a_check_that_fails_in_a_round_is_found_with_that_bound_and_not_with_a_lower_one() {
    let round = 6;
    let program = fails_in_round(round);
    for bound in 0..round {
        let Agreed { conflict, .. } = agreed(&program, &within_rounds(bound));
        assert_eq!(conflict.verdict, Verdict::Incomplete);
        let reason = Reason::Machine(CutReason::LoopLimit {
            header: in_block(1, 0),
            limit: bound,
        });
        assert_eq!(bounds_exceeded(&conflict), [&reason].into());
        let unchecked = ExploreOptions {
            bound_checks: false,
            ..within_rounds(bound)
        };
        let Agreed { conflict, .. } = agreed(&program, &unchecked);
        assert_eq!(conflict.verdict, Verdict::Safe);
    }
    for bound in [round, round + 1, 300] {
        for bound_checks in [false, true] {
            let options = ExploreOptions {
                bound_checks,
                ..within_rounds(bound)
            };
            let Agreed { conflict, .. } = agreed(&program, &options);
            assert_eq!(conflict.verdict, Verdict::Unsafe);
            let place = (Property::Assertion, in_block(1, 1));
            assert_eq!(places(&conflict), [place].into());
            assert!(u64::from(conflict.findings[0].case.inputs[0].bytes[0]) >= round);
        }
    }
}

/// `f(x, k) { assert(k != depth); if (k < x) f(x, k + 1); }`, called as `f(x, 0)`: where the check fails, `depth + 1` calls are active.
fn fails_in_depth(depth: u64) -> Scripted {
    Scripted::read(&format!(
        "locals 8, 8, 1
         block 0x0:
           %0 = input.8 \"x\"
           call 0x200(%0, 0), then 0x100
         block 0x100:
           exit 0
         block 0x200(%0, %1):
           %2 = ne.8 %1, {depth}
           check assertion %2
           %2 = ult.8 %1, %0
           branch %2, 0x300, 0x400
         block 0x300:
           %1 = add.8 %1, 1
           call 0x200(%0, %1), then 0x400
         block 0x400:
           return()"
    ))
}

#[test]
fn a_check_that_fails_in_a_depth_is_found_with_that_bound_and_not_with_a_lower_one() {
    let depth = 4;
    let program = fails_in_depth(depth);
    for bound in 1..=depth {
        let Agreed { conflict, .. } = agreed(&program, &within_calls(bound));
        assert_eq!(conflict.verdict, Verdict::Incomplete);
        let reason = Reason::Machine(CutReason::CallDepth { limit: bound });
        assert_eq!(bounds_exceeded(&conflict), [&reason].into());
        let unchecked = ExploreOptions {
            bound_checks: false,
            ..within_calls(bound)
        };
        let Agreed { conflict, .. } = agreed(&program, &unchecked);
        assert_eq!(conflict.verdict, Verdict::Safe);
    }
    for bound in [depth + 1, depth + 2, 30] {
        let Agreed { conflict, .. } = agreed(&program, &within_calls(bound));
        assert_eq!(conflict.verdict, Verdict::Unsafe);
        let finding = &conflict.findings[0];
        assert_eq!(finding.position, in_block(2, 1));
        assert_eq!(finding.call_stack.len() as u64, depth + 1);
    }
}

#[test]
fn violations_of_several_properties_at_several_places_are_all_found() {
    let program = Scripted::read(
        "locals 8, 1, 32
         block 0x0:
           %0 = input.8 \"x\"
           %1 = ult.8 %0, 100
           branch %1, 0x100, 0x200
         block 0x100:
           %1 = ne.8 %0, 7
           check assertion %1
           %1 = ne.8 %0, 8
           check division-by-zero %1
           %1 = ne.8 %0, 107
           check assertion %1
           jump 0x300
         block 0x200:
           %1 = ne.8 %0, 7
           check assertion %1
           %1 = ne.8 %0, 108
           check division-by-zero %1
           %1 = ne.8 %0, 107
           check assertion %1
           jump 0x300
         block 0x300:
           %1 = ne.8 %0, 8
           check assertion %1
           %1 = ne.8 %0, 200
           check assertion %1
           %2 = resize.8.8.32 unsigned %0
           %2 = and.32 %2, 1
           exit %2",
    );
    let Agreed { conflict, .. } = agreed(&program, &all_findings());
    assert_eq!(conflict.verdict, Verdict::Unsafe);
    // The check of block 3 that x is not 8 does not fail: where it is 8, the division of block 1 has ended the path.
    let expected = [
        (Property::Assertion, in_block(1, 1)),
        (Property::DivisionByZero, in_block(1, 3)),
        (Property::DivisionByZero, in_block(2, 3)),
        (Property::Assertion, in_block(2, 5)),
        (Property::Assertion, in_block(3, 3)),
        (Property::NonzeroExit, in_block(3, 6)),
    ];
    assert_eq!(places(&conflict), expected.into());
    assert_eq!(conflict.findings.len(), expected.len());
    let first = by_conflicts(&program, &ExploreOptions::default());
    assert_eq!((first.verdict, first.findings.len()), (Verdict::Unsafe, 1));
}

#[test]
fn a_finding_has_the_one_chain_of_calls_that_fails() {
    // f(v) { assert(v != 0); }  g(v) { f(v); }  f(x | 1); g(x | 1); g(x | 2); and then g(x), if told so, or g(x | 4).
    let program = |last: u64| {
        Scripted::read(&format!(
            "locals 8, 8, 1
             block 0x0:
               %0 = input.8 \"x\"
               %1 = or.8 %0, 1
               call 0x500(%1), then 0x100
             block 0x100:
               %1 = or.8 %0, 1
               call 0x600(%1), then 0x200
             block 0x200:
               %1 = or.8 %0, 2
               call 0x600(%1), then 0x300
             block 0x300:
               %1 = or.8 %0, {last}
               call 0x600(%1), then 0x400
             block 0x400:
               exit 0
             block 0x500(%1):
               %2 = ne.8 %1, 0
               check assertion %2
               return()
             block 0x600(%1):
               call 0x500(%1), then 0x700
             block 0x700:
               return()"
        ))
    };
    let Agreed {
        conflict,
        paths,
        merged,
    } = agreed(&program(0), &all_findings());
    for record in [&conflict, &paths, &merged] {
        let [finding] = &record.findings[..] else {
            panic!("one finding: {:?}", record.findings);
        };
        assert_eq!(finding.position, in_block(5, 1));
        assert_eq!(call_sites(finding), [in_block(6, 0), in_block(3, 1)]);
        assert_eq!(finding.case.inputs[0].bytes, [0]);
    }
    let Agreed { conflict, .. } = agreed(&program(4), &all_findings());
    assert_eq!(conflict.verdict, Verdict::Safe);
}

/// The calling instructions, innermost first.
fn call_sites(finding: &Finding) -> Vec<Position> {
    let frames = finding.call_stack.iter();
    frames.map(|frame| frame.call_site).collect()
}

/// `for (i = 0; ; i++) goto *(input ? head : behind); assert(i != fails)`, where `i` is raised before the jump.
fn computed_loop(fails: u64) -> Scripted {
    Scripted::read(&format!(
        "locals 1, 8, 1, 32
         block 0x0:
           %1 = 0
           jump 0x100
         block 0x100:
           %0 = input.1 \"again\"
           %1 = add.8 %1, 1
           %3 = select.32 %0, 0x100, 0x200
           jump [%3]
         block 0x200:
           %2 = ne.8 %1, {fails}
           check assertion %2
           exit 0"
    ))
}

#[test]
fn a_loop_closed_by_a_computed_jump_ends_at_its_bound() {
    // With two jumps back, i is 3 at the most.
    for (fails, verdict) in [
        (1, Verdict::Unsafe),
        (3, Verdict::Unsafe),
        (4, Verdict::Incomplete),
    ] {
        for bound_checks in [true, false] {
            let mut options = within_rounds(2);
            options.bound_checks = bound_checks;
            // Not to be reached.
            options.budgets.instructions = Some(10_000);
            let conflict = agreed(&computed_loop(fails), &options).conflict;
            assert!(
                conflict.cuts.iter().all(|cut| cut.reason.is_bound()),
                "{:?}",
                conflict.cuts
            );
            match (verdict, bound_checks) {
                (Verdict::Incomplete, false) => assert_eq!(conflict.verdict, Verdict::Safe),
                _ => assert_eq!(conflict.verdict, verdict),
            }
            assert!(!bound_checks || !bounds_exceeded(&conflict).is_empty());
        }
    }
}

/// `if (side) *cell = 5; value = *data`, with what follows; locals: 0 side, 1 value, 2 condition.
fn stores_on_one_side(cell: u64, then: &str) -> Scripted {
    Scripted::read(&format!(
        "locals 1, 8, 1
         region \"data\" 0x10000 read-write 0 0 0 0 0 0 0 0
         block 0x0:
           %0 = input.1 \"side\"
           branch %0, 0x100, 0x200
         block 0x100:
           store.1.8 [0x10000 + {cell}], 5
           jump 0x200
         block 0x200:
           %1 = load.1.8 unsigned [0x10000 + 0]
           {then}"
    ))
}

#[test]
fn a_store_on_one_side_of_a_branch_decides_a_check_behind_the_join() {
    for (cell, value, side) in [(0, 5, Some(1)), (0, 0, Some(0)), (0, 6, None), (4, 5, None)] {
        let check = format!(
            "%2 = ne.8 %1, {value}
             check assertion %2
             exit 0"
        );
        let program = stores_on_one_side(cell, &check);
        let Agreed { conflict, .. } = agreed(&program, &all_findings());
        let case = conflict.findings.iter().map(|finding| &finding.case);
        let found: Vec<_> = case.map(|case| case.inputs[0].bytes[0] & 1).collect();
        assert_eq!(found, Vec::from_iter(side), "{value} at {cell}");
        let verdict = side.map_or(Verdict::Safe, |_| Verdict::Unsafe);
        assert_eq!(conflict.verdict, verdict);
    }
}

#[test]
fn a_proof_over_memory_depends_on_the_side_that_stored() {
    // if (side) assert(value != 0) else assert(value != other)
    for (other, verdict) in [(5, Verdict::Safe), (0, Verdict::Unsafe)] {
        let checks = format!(
            "branch %0, 0x300, 0x400
             block 0x300:
               %2 = ne.8 %1, 0
               check assertion %2
               exit 0
             block 0x400:
               %2 = ne.8 %1, {other}
               check assertion %2
               exit 0"
        );
        let program = stores_on_one_side(0, &checks);
        let Agreed { conflict, .. } = agreed(&program, &all_findings());
        assert_eq!(conflict.verdict, verdict);
        let expected = (other == 0).then_some((Property::Assertion, in_block(4, 1)));
        assert_eq!(places(&conflict), expected.into_iter().collect());
    }
}

#[test]
fn what_is_assumed_depends_on_the_number_that_is_asked_for() {
    // r = assumes(side ? clock : none); if (r == 0) assert(false)
    let [clock, none] = [Assumption::Clock.number(), u64::MAX >> 32];
    assert!(World::default().open().contains(Assumption::Clock));
    for clock_side in [1, 2] {
        let numbers = if clock_side == 1 {
            [clock, none]
        } else {
            [none, clock]
        };
        let program = Scripted::read(&format!(
            "locals 1, 32, 32, 1
             block 0x0:
               %0 = input.1 \"side\"
               branch %0, 0x100, 0x200
             block 0x100:
               %1 = {}
               jump 0x300
             block 0x200:
               %1 = {}
               jump 0x300
             block 0x300:
               %2 = assumes(%1)
               %3 = eq.32 %2, 0
               branch %3, 0x400, 0x500
             block 0x400:
               %3 = ult.32 %2, 0
               check assertion %3
               jump 0x500
             block 0x500:
               exit 0",
            numbers[0], numbers[1]
        ));
        let Agreed { conflict, .. } = agreed(&program, &all_findings());
        assert_eq!(
            conflict.verdict,
            Verdict::Unsafe,
            "clock on side {clock_side}"
        );
    }
}

#[test]
fn a_block_that_begins_on_one_side_is_not_there_on_the_other() {
    // if (side) malloc(8); a load of the address that such a block has
    for sides in ["0x100, 0x200", "0x200, 0x100"] {
        let program = Scripted::read(&format!(
            "locals 1, 32, 32
             objects
             block 0x0:
               %0 = input.1 \"side\"
               branch %0, {sides}
             block 0x100:
               %1 = allocate.heap zeroed 8, align 8, \"x\"
               jump 0x300
             block 0x200:
               jump 0x300
             block 0x300:
               %2 = load.4.32 unsigned [0x40000048 + 0]
               exit 0"
        ));
        let Agreed { conflict, .. } = agreed(&program, &all_findings());
        // The check of loads is off.
        assert_eq!(conflict.verdict, Verdict::Incomplete, "{sides}");
        assert_eq!(conflict.cuts.len(), 1, "{sides}");
    }
}
