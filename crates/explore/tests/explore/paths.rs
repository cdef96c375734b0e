//! Paths, findings and records on small programs in text form.

use std::sync::atomic::{AtomicUsize, Ordering};

use everypath_explore::{
    ExploreOptions, InputCount, PathKind, ReplayEnd, ReplayStatus, SideOrder, StopAt, StrategyKind,
    TestCase, Verdict, replay,
};
use everypath_machine::MachineOptions;
use everypath_program::{
    Block, BlockKey, CodeBytes, DataShape, Image, Local, LocalInfo, Location, Position, Program,
    Property,
};
use everypath_solver::SolverOptions;

use crate::scripted::{
    Ends, STEP, Scripted, all_findings, constructed, explore, explore_observed, explore_with,
    fingerprint,
};

/// Three diamonds in a row, each on one bit of the input: eight paths; then an assertion that not `sum` of the bits are set.
fn diamonds_without_sum(sum: u64) -> Scripted {
    Scripted::read(&format!(
        "locals 8, 8, 1, 8
         block 0x0:
           %0 = input.8 \"x\"
           jump 0x100
         block 0x100:
           %1 = and.8 %0, 1
           %2 = ne.8 %1, 0
           branch %2, 0x200, 0x300
         block 0x200:
           %3 = add.8 %3, 1
           jump 0x300
         block 0x300:
           jump 0x400
         block 0x400:
           %1 = and.8 %0, 2
           %2 = ne.8 %1, 0
           branch %2, 0x500, 0x600
         block 0x500:
           %3 = add.8 %3, 1
           jump 0x600
         block 0x600:
           jump 0x700
         block 0x700:
           %1 = and.8 %0, 4
           %2 = ne.8 %1, 0
           branch %2, 0x800, 0x900
         block 0x800:
           %3 = add.8 %3, 1
           jump 0x900
         block 0x900:
           jump 0xa00
         block 0xa00:
           %2 = ne.8 %3, {sum}
           check assertion %2
           exit 0"
    ))
}

#[test]
fn three_diamonds_have_eight_paths_and_the_order_is_depth_first() {
    let program = diamonds_without_sum(9);
    let mut ends = Ends::default();
    let record = explore_observed(&program, &all_findings(), &mut ends);
    assert_eq!(record.verdict, Verdict::Safe);
    assert_eq!(
        (
            record.statistics.paths,
            record.statistics.states(),
            record.statistics.forks
        ),
        (8, 16, 7)
    );
    assert_eq!(record.cuts, []);
    let low_bits = |ends: &Ends| -> Vec<u8> {
        ends.ends
            .iter()
            .map(|end| end.case.as_ref().unwrap().inputs[0].bytes[0] & 7)
            .collect()
    };
    // Taken first: bit 0 set comes first, and the last decision changes fastest.
    assert_eq!(low_bits(&ends), [7, 3, 5, 1, 6, 2, 4, 0]);
    assert!(
        ends.ends
            .iter()
            .all(|end| end.kind == PathKind::Exit(Some(0)))
    );
    assert_eq!(
        record.coverage.all_instructions,
        Some(record.coverage.instructions)
    );
    assert_eq!(
        (record.coverage.branches, record.coverage.branches_both),
        (3, 3)
    );

    let mut ends = Ends::default();
    let options = ExploreOptions {
        order: SideOrder::FallThroughFirst,
        ..all_findings()
    };
    explore_observed(&program, &options, &mut ends);
    assert_eq!(low_bits(&ends), [0, 4, 2, 6, 1, 5, 3, 7]);
}

#[test]
fn all_inputs_that_violate_are_found_and_counted() {
    let program = diamonds_without_sum(2);
    let options = ExploreOptions {
        count_inputs: true,
        ..all_findings()
    };
    let record = explore(&program, &options);
    assert_eq!(record.verdict, Verdict::Unsafe);
    let [finding] = record.findings.as_slice() else {
        panic!("{:?}", record.findings)
    };
    assert_eq!(
        (finding.property, finding.occurrences),
        (Property::Assertion, 3)
    );
    assert_eq!(finding.position, Position(10 * STEP + 1));
    assert_eq!(finding.replay, ReplayStatus::Reproduced);
    // Three of the eight combinations of the low bits, with any upper five bits.
    assert_eq!(
        finding.input_count,
        Some(InputCount {
            count: 3 * 32,
            exact: true
        })
    );
    assert_eq!(record.input_count, finding.input_count);
    assert_eq!(finding.case.inputs[0].bytes[0].count_ones(), 2);
    assert_eq!(finding.decisions.len(), 3);
    assert_eq!(
        record.statistics.paths, 8,
        "a path that fails counts as one"
    );
    assert_eq!(record.statistics.ends.violations, 3);
    let first = explore(&program, &ExploreOptions::default());
    assert_eq!((first.findings.len(), first.statistics.paths), (1, 2));
}

#[test]
fn a_finding_is_replayed_and_a_wrong_case_is_not_believed() {
    let program = diamonds_without_sum(3);
    let options = MachineOptions::default();
    let record = explore(&program, &all_findings());
    let outcome = replay(&program, &options, &record.findings[0].case, 1000);
    let ReplayEnd::Violation {
        property, position, ..
    } = outcome.end
    else {
        panic!("{:?}", outcome.end)
    };
    assert_eq!(
        (property, position),
        (Property::Assertion, record.findings[0].position)
    );
    assert_eq!(outcome.instructions, record.findings[0].instructions);
    let other = replay(&program, &options, &TestCase::default(), 1000);
    assert_eq!(other.end, ReplayEnd::Exit(0));
    assert_eq!(
        replay(&program, &options, &TestCase::default(), 5).end,
        ReplayEnd::Limit
    );
}

#[test]
fn a_failing_check_does_not_hide_what_comes_behind_it() {
    let program = Scripted::read(
        "locals 8, 1
         block 0x0:
           %0 = input.8 \"x\"
           %1 = ne.8 %0, 1
           check assertion %1
           %1 = ne.8 %0, 2
           check assertion %1
           %1 = ne.8 %0, 1
           check assertion %1
           exit 0",
    );
    let record = explore(
        &program,
        &ExploreOptions {
            count_inputs: true,
            ..all_findings()
        },
    );
    let places: Vec<_> = record
        .findings
        .iter()
        .map(|finding| (finding.position.0, finding.case.inputs[0].bytes[0]))
        .collect();
    assert_eq!(
        places,
        [(2, 1), (4, 2)],
        "the third check cannot fail behind the first"
    );
    assert_eq!(
        record.input_count,
        Some(InputCount {
            count: 2,
            exact: true
        })
    );
    let asserted = record
        .properties
        .iter()
        .find(|record| record.property == Property::Assertion)
        .unwrap();
    assert_eq!(
        (asserted.decided, asserted.violated, asserted.places),
        (3, 2, 2)
    );
    assert_eq!(
        (record.statistics.paths, record.statistics.ends.exits),
        (1, 1)
    );
}

#[test]
fn an_infeasible_assumption_ends_the_path_without_a_finding() {
    let program = Scripted::read(
        "locals 8, 1
         block 0x0:
           %0 = input.8 \"x\"
           %1 = ult.8 %0, 4
           assume %1
           %1 = eq.8 %0, 9
           assume %1
           %1 = eq.8 %0, 3
           check assertion %1
           exit 0",
    );
    let record = explore(&program, &all_findings());
    assert_eq!(record.verdict, Verdict::Safe);
    assert_eq!(
        (record.statistics.paths, record.statistics.ends.assumptions),
        (0, 1)
    );
}

#[test]
fn a_symbolic_switch_takes_its_feasible_ways_only() {
    // One way for 1, 2 and 5, one for 4, one for 3 and the rest; none for 200.
    let program = Scripted::read(
        "locals 8, 1
         block 0x0:
           %0 = input.8 \"x\"
           %1 = ult.8 %0, 100
           assume %1
           switch.8 %0, 1: 0x100, 2: 0x100, 3: 0x200, 4: 0x300, 5: 0x100, 200: 0x400, default: 0x200
         block 0x100:
           exit 0
         block 0x200:
           exit 0
         block 0x300:
           exit 0
         block 0x400:
           exit 0",
    );
    let record = explore(&program, &all_findings());
    assert_eq!((record.statistics.paths, record.statistics.forks), (3, 2));
}

/// Reads `table[x & mask]` from 8 bytes and asserts that it is not 7.
fn table_lookup(mask: u64) -> Scripted {
    Scripted::read(&format!(
        "locals 32, 8, 1
         region \"table\" 0x1000 read 1 2 3 4 5 6 7 8
         block 0x0:
           %0 = input.32 \"x\"
           %0 = and.32 %0, {mask}
           %1 = load.1.8 unsigned [%0 + 0x1000]
           %2 = ne.8 %1, 7
           check assertion %2
           exit 0"
    ))
}

#[test]
fn a_symbolic_index_is_resolved_without_forks_and_checked() {
    let record = explore(
        &table_lookup(7),
        &ExploreOptions {
            count_inputs: true,
            ..all_findings()
        },
    );
    let found: Vec<_> = record
        .findings
        .iter()
        .map(|finding| (finding.property, finding.case.inputs[0].bytes[0] & 7))
        .collect();
    assert_eq!(found, [(Property::Assertion, 6)]);
    assert_eq!(
        record.input_count,
        Some(InputCount {
            count: 1 << 29,
            exact: true
        })
    );
    assert_eq!(record.statistics.forks, 0);

    let record = explore(&table_lookup(15), &all_findings());
    let found: Vec<_> = record
        .findings
        .iter()
        .map(|finding| finding.property)
        .collect();
    assert_eq!(found, [Property::InvalidLoad, Property::Assertion]);
    assert!(record.findings[0].case.inputs[0].bytes[0] & 8 != 0);
    assert!(
        record.findings[0]
            .detail
            .contains("load of 1 byte at 0x100"),
        "{}",
        record.findings[0].detail
    );
}

/// Jumps to block `1 + (x & mask)`; there are four of them, of which the last asserts 0.
fn computed_jump(mask: u64) -> Scripted {
    Scripted::read(&format!(
        "locals 32, 1
         block 0x0:
           %0 = input.32 \"x\"
           %0 = and.32 %0, {mask}
           %0 = mul.32 %0, {STEP}
           %0 = add.32 %0, {STEP}
           jump [%0]
         block 0x100:
           exit 0
         block 0x200:
           exit 0
         block 0x300:
           exit 0
         block 0x400:
           check assertion %1
           exit 0"
    ))
}

#[test]
fn a_symbolic_jump_goes_to_each_of_its_targets() {
    let record = explore(&computed_jump(3), &all_findings());
    assert_eq!((record.statistics.paths, record.statistics.forks), (4, 3));
    assert_eq!(record.findings.len(), 1);
    assert_eq!(record.cuts, []);

    let record = explore(
        &computed_jump(1),
        &ExploreOptions {
            values_per_term: 1,
            ..all_findings()
        },
    );
    assert_eq!(record.verdict, Verdict::Incomplete);
    assert_eq!(record.cuts.len(), 1);
    assert_eq!(
        record.cuts[0].reason.to_string(),
        "more than 1 values of a symbolic jump target"
    );
    assert_eq!(record.cuts[0].position, Some(Position(4)));
    assert_eq!(record.statistics.paths, 1);
}

#[test]
fn every_strategy_but_depth_first_leaves_the_constructed_loop_soon() {
    for info in StrategyKind::table() {
        let mut options = ExploreOptions {
            strategy: everypath_explore::Strategy::single(info.kind),
            ..ExploreOptions::default()
        };
        options.budgets.queries = Some(400);
        for seed in 0..3 {
            options.seed = seed;
            let record = explore(&constructed(), &options);
            let deep = matches!(info.kind, StrategyKind::Dfs);
            assert_eq!(
                record.verdict,
                if deep {
                    Verdict::Incomplete
                } else {
                    Verdict::Unsafe
                },
                "{}",
                info.name
            );
        }
    }
    let options = ExploreOptions {
        strategy: "dfs,random-path".parse().unwrap(),
        ..ExploreOptions::default()
    };
    assert_eq!(explore(&constructed(), &options).verdict, Verdict::Unsafe);
}

/// Asserts behind a counted loop: `n < 20; for (i = 0; i < n; i++); assert(i != 15)`.
fn counted_loop() -> Scripted {
    Scripted::read(
        "locals 8, 8, 1
         block 0x0:
           %0 = input.8 \"n\"
           %2 = ult.8 %0, 20
           assume %2
           jump 0x100
         block 0x100:
           %2 = ult.8 %1, %0
           branch %2, 0x200, 0x300
         block 0x200:
           %1 = add.8 %1, 1
           jump 0x100
         block 0x300:
           %2 = ne.8 %1, 15
           check assertion %2
           exit 0",
    )
}

#[test]
fn all_strategies_find_the_same_and_equal_seeds_give_equal_runs() {
    for info in StrategyKind::table() {
        let strategy = everypath_explore::Strategy::single(info.kind);
        let options = ExploreOptions {
            strategy,
            seed: 11,
            ..all_findings()
        };
        let record = explore(&counted_loop(), &options);
        assert_eq!(
            (
                record.statistics.paths,
                record.statistics.forks,
                record.findings.len()
            ),
            (20, 19, 1),
            "{}",
            info.name
        );
        assert_eq!(record.findings[0].case.inputs[0].bytes, [15]);
        assert_eq!(
            fingerprint(&record),
            fingerprint(&explore(&counted_loop(), &options)),
            "{}",
            info.name
        );
    }
}

#[test]
fn a_program_without_inputs_has_one_path() {
    let exits = |code| Scripted::read(&format!("locals 8\nblock 0x0:\nexit {code}"));
    let record = explore(&exits(0), &ExploreOptions::default());
    assert_eq!(
        (
            record.verdict,
            record.statistics.paths,
            record.statistics.forks
        ),
        (Verdict::Safe, 1, 0)
    );
    let options = ExploreOptions {
        stop: StopAt::FirstFinding,
        ..ExploreOptions::default()
    };
    let record = explore(&exits(3), &options);
    assert_eq!(
        (record.verdict, record.findings[0].property),
        (Verdict::Unsafe, Property::NonzeroExit)
    );
    assert_eq!(record.cuts, []);
}

/// A program whose blocks change once the first machine has lifted them all.
struct Fickle {
    first: Scripted,
    later: Scripted,
    lifts: AtomicUsize,
}

impl Program for Fickle {
    fn address_width(&self) -> u32 {
        self.first.address_width()
    }

    fn locals(&self, _block: BlockKey) -> &[LocalInfo] {
        self.first.locals(_block)
    }

    fn image(&self) -> &Image {
        self.first.image()
    }

    fn entry(&self) -> BlockKey {
        self.first.entry()
    }

    fn block(&self, key: BlockKey, code: &dyn CodeBytes) -> Block {
        let lifts = self.lifts.fetch_add(1, Ordering::Relaxed);
        // The explorer's machine, and the one that gives the input of the finding.
        let program = if lifts < 2 * self.first.blocks().len() {
            &self.first
        } else {
            &self.later
        };
        program.block(key, code)
    }

    fn locations(&self, position: Position) -> Vec<Location> {
        self.first.locations(position)
    }

    fn instruction_text(&self, position: Position, code: &dyn CodeBytes) -> String {
        self.first.instruction_text(position, code)
    }

    fn function_name(&self, position: Position) -> Option<String> {
        self.first.function_name(position)
    }

    fn data_at(
        &self,
        address: u64,
        size: u64,
        position: Position,
        local: &dyn Fn(Local) -> Option<u64>,
    ) -> DataShape {
        self.first.data_at(address, size, position, local)
    }

    fn code_positions(&self) -> Vec<Position> {
        self.first.code_positions()
    }
}

#[test]
fn a_violation_that_does_not_replay_is_an_internal_error_and_no_finding() {
    let with = |value: u64| {
        Scripted::read(&format!(
            "locals 8, 1
             block 0x0:
               %0 = input.8 \"x\"
               %1 = ult.8 %0, {value}
               check assertion %1
               exit 0"
        ))
    };
    let program = Fickle {
        first: with(0),
        later: with(255),
        lifts: AtomicUsize::new(0),
    };
    let record = explore_with(
        &program,
        SolverOptions::default(),
        &all_findings(),
        &mut Ends::default(),
    );
    assert_eq!(
        (record.verdict, record.findings.len()),
        (Verdict::Incomplete, 0)
    );
    assert!(record.has_internal_error());
    let [finding] = record.unreproduced.as_slice() else {
        panic!("{:?}", record.unreproduced)
    };
    assert_eq!(
        finding.replay,
        ReplayStatus::NotReproduced("exit with code 0".into())
    );
}

#[test]
fn what_the_solver_does_not_decide_is_cut_and_never_guessed() {
    // x * y == 3599 over 32 bits, with factors of 17 bits above 1, which may wrap around: no solver finds them with three conflicts.
    let product_is_not_3599 = |end: &str| {
        Scripted::read(&format!(
            "locals 32, 32, 32, 1
             block 0x0:
               %0 = input.32 \"x\"
               %1 = input.32 \"y\"
               %0 = and.32 %0, 0x1ffff
               %3 = ult.32 1, %0
               assume %3
               %1 = and.32 %1, 0x1ffff
               %3 = ult.32 1, %1
               assume %3
               %2 = mul.32 %0, %1
               %3 = ne.32 %2, 3599
               {end}
             block 0x100:
               exit 0
             block 0x200:
               exit 0"
        ))
    };
    let weak = || SolverOptions {
        conflict_limit: Some(3),
        ..SolverOptions::default()
    };

    let branching = product_is_not_3599("branch %3, 0x100, 0x200");
    let record = explore_with(&branching, weak(), &all_findings(), &mut Ends::default());
    assert_eq!(
        (record.verdict, record.statistics.paths),
        (Verdict::Incomplete, 1)
    );
    let [cut] = record.cuts.as_slice() else {
        panic!("{:?}", record.cuts)
    };
    assert_eq!(
        cut.reason.to_string(),
        "undecided branch: conflict limit of the solver reached"
    );
    assert_eq!(cut.position, Some(Position(10)));

    let checking = product_is_not_3599("check assertion %3\nexit 0");
    let record = explore_with(&checking, weak(), &all_findings(), &mut Ends::default());
    assert_eq!(
        (record.verdict, record.statistics.paths),
        (Verdict::Incomplete, 1)
    );
    assert_eq!(
        record.cuts[0].reason.to_string(),
        "undecided check of assertion: conflict limit of the solver reached"
    );
    let record = explore(&checking, &all_findings());
    assert_eq!(
        record.verdict,
        Verdict::Unsafe,
        "with enough conflicts it is found"
    );
}
