//! Paths, findings and records on programs built by hand.

use std::sync::atomic::{AtomicUsize, Ordering};

use everypath_explore::{
    ExploreOptions, InputCount, PathKind, ReplayEnd, ReplayStatus, SideOrder, StopAt, StrategyKind,
    TestCase, Verdict, replay,
};
use everypath_machine::MachineOptions;
use everypath_program::{
    BinaryOp, Block, BlockKey, CodeBytes, DataShape, Image, Instruction, Local, LocalInfo,
    Location, Permissions, Position, Program, Property, Terminator, Transfer,
};
use everypath_solver::SolverOptions;

use crate::scripted::{
    Ends, STEP, Scripted, all_findings, assertion, binary, branch, constant, exit, explore,
    explore_observed, explore_with, fingerprint, input, jump, local,
};

/// Three diamonds in a row, each on one bit of the input: eight paths; `sum` counts the bits.
fn diamonds() -> Scripted {
    // Locals: 0 input, 1 bit, 2 condition, 3 sum.
    let mut program = Scripted::new(&[8, 8, 1, 8]).block(vec![input(0, 8, "x")], jump(1));
    for i in 0..3 {
        let base = 1 + 3 * i;
        let test = vec![
            binary(BinaryOp::And, 8, 1, local(0), constant(1 << i)),
            binary(BinaryOp::Ne, 8, 2, local(1), constant(0)),
        ];
        program = program
            .block(test, branch(2, base + 1, base + 2))
            .block(
                vec![binary(BinaryOp::Add, 8, 3, local(3), constant(1))],
                jump(base + 2 + u64::from(i == 9)),
            )
            .block(vec![], jump(base + 3));
    }
    program
}

/// The diamonds with an assertion that the sum is not `sum`.
fn diamonds_without_sum(sum: u64) -> Scripted {
    diamonds().block(
        vec![
            binary(BinaryOp::Ne, 8, 2, local(3), constant(sum)),
            assertion(2),
        ],
        exit(),
    )
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
    // assert x != 1; assert x != 2; assert x != 1.
    let check = |value| {
        [
            binary(BinaryOp::Ne, 8, 1, local(0), constant(value)),
            assertion(1),
        ]
    };
    let code = [
        vec![input(0, 8, "x")],
        [check(1), check(2), check(1)].concat(),
    ]
    .concat();
    let program = Scripted::new(&[8, 1]).block(code, exit());
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
    let code = vec![
        input(0, 8, "x"),
        binary(BinaryOp::Ult, 8, 1, local(0), constant(4)),
        Instruction::Assume {
            condition: local(1),
        },
        binary(BinaryOp::Eq, 8, 1, local(0), constant(9)),
        Instruction::Assume {
            condition: local(1),
        },
        binary(BinaryOp::Eq, 8, 1, local(0), constant(3)),
        assertion(1),
    ];
    let record = explore(&Scripted::new(&[8, 1]).block(code, exit()), &all_findings());
    assert_eq!(record.verdict, Verdict::Safe);
    assert_eq!(
        (record.statistics.paths, record.statistics.ends.assumptions),
        (0, 1)
    );
}

#[test]
fn a_symbolic_switch_takes_its_feasible_ways_only() {
    let to =
        |block: u64| everypath_program::Edge::to(everypath_program::BlockKey::at(block * STEP));
    // One way for 1, 2 and 5, one for 4, one for 3 and the rest; none for 200.
    let switch = Terminator::Switch {
        value: local(0),
        width: 8,
        cases: [(1, 1), (2, 1), (3, 2), (4, 3), (5, 1), (200, 4)]
            .map(|(value, block)| (value, to(block)))
            .into(),
        default: to(2),
    };
    let code = vec![
        input(0, 8, "x"),
        binary(BinaryOp::Ult, 8, 1, local(0), constant(100)),
        Instruction::Assume {
            condition: local(1),
        },
    ];
    let program = Scripted::new(&[8, 1])
        .block(code, switch)
        .block(vec![], exit())
        .block(vec![], exit())
        .block(vec![], exit())
        .block(vec![], exit());
    let record = explore(&program, &all_findings());
    assert_eq!((record.statistics.paths, record.statistics.forks), (3, 2));
}

/// Reads `table[x & mask]` from 8 bytes and asserts that it is not 7.
fn table_lookup(mask: u64) -> Scripted {
    let code = vec![
        input(0, 32, "x"),
        binary(BinaryOp::And, 32, 0, local(0), constant(mask)),
        Instruction::Load {
            to: Local(1),
            address: local(0),
            offset: 0x1000,
            size: 1,
            width: 8,
            signed: false,
        },
        binary(BinaryOp::Ne, 8, 2, local(1), constant(7)),
        assertion(2),
    ];
    Scripted::new(&[32, 8, 1])
        .region(
            "table",
            0x1000,
            &[1, 2, 3, 4, 5, 6, 7, 8],
            Permissions::READ,
        )
        .block(code, exit())
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
    let code = vec![
        input(0, 32, "x"),
        binary(BinaryOp::And, 32, 0, local(0), constant(mask)),
        binary(BinaryOp::Mul, 32, 0, local(0), constant(STEP)),
        binary(BinaryOp::Add, 32, 0, local(0), constant(STEP)),
    ];
    let address = Terminator::IndirectJump {
        address: local(0),
        transfer: Transfer::Jump,
    };
    Scripted::new(&[32, 1])
        .block(code, address)
        .block(vec![], exit())
        .block(vec![], exit())
        .block(vec![], exit())
        .block(vec![assertion(1)], exit())
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
    assert_eq!(record.cuts[0].position, Some(Position(STEP - 1)));
    assert_eq!(record.statistics.paths, 1);
}

/// The thesis' Listing 11: `for (; a != 0; a++); assert(0)`.
fn constructed() -> Scripted {
    Scripted::new(&[32, 1, 1])
        .block(vec![input(0, 32, "a")], jump(1))
        .block(
            vec![binary(BinaryOp::Ne, 32, 1, local(0), constant(0))],
            branch(1, 2, 3),
        )
        .block(
            vec![binary(BinaryOp::Add, 32, 0, local(0), constant(1))],
            jump(1),
        )
        .block(vec![assertion(2)], exit())
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
    let start = vec![
        input(0, 8, "n"),
        binary(BinaryOp::Ult, 8, 2, local(0), constant(20)),
        Instruction::Assume {
            condition: local(2),
        },
    ];
    Scripted::new(&[8, 8, 1])
        .block(start, jump(1))
        .block(
            vec![binary(BinaryOp::Ult, 8, 2, local(1), local(0))],
            branch(2, 2, 3),
        )
        .block(
            vec![binary(BinaryOp::Add, 8, 1, local(1), constant(1))],
            jump(1),
        )
        .block(
            vec![
                binary(BinaryOp::Ne, 8, 2, local(1), constant(15)),
                assertion(2),
            ],
            exit(),
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
    let record = explore(
        &Scripted::new(&[8]).block(vec![], exit()),
        &ExploreOptions::default(),
    );
    assert_eq!(
        (
            record.verdict,
            record.statistics.paths,
            record.statistics.forks
        ),
        (Verdict::Safe, 1, 0)
    );
    let failing = Scripted::new(&[8]).block(vec![], Terminator::Exit { code: constant(3) });
    let options = ExploreOptions {
        stop: StopAt::FirstFinding,
        ..ExploreOptions::default()
    };
    let record = explore(&failing, &options);
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
        let program = if lifts < self.first.blocks().len() {
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
    let with = |value| {
        let code = vec![
            input(0, 8, "x"),
            binary(BinaryOp::Ult, 8, 1, local(0), constant(value)),
            assertion(1),
        ];
        Scripted::new(&[8, 1]).block(code, exit())
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
    let mut code = vec![input(0, 32, "x"), input(1, 32, "y")];
    for factor in [0, 1] {
        code.push(binary(
            BinaryOp::And,
            32,
            factor,
            local(factor),
            constant(0x1ffff),
        ));
        code.push(binary(BinaryOp::Ult, 32, 3, constant(1), local(factor)));
        code.push(Instruction::Assume {
            condition: local(3),
        });
    }
    code.push(binary(BinaryOp::Mul, 32, 2, local(0), local(1)));
    code.push(binary(BinaryOp::Ne, 32, 3, local(2), constant(3599)));
    let weak = || SolverOptions {
        conflict_limit: Some(3),
        ..SolverOptions::default()
    };

    let branching = Scripted::new(&[32, 32, 32, 1])
        .block(code.clone(), branch(3, 1, 2))
        .block(vec![], exit())
        .block(vec![], exit());
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
    assert_eq!(cut.position, Some(Position(STEP - 1)));

    code.push(assertion(3));
    let checking = Scripted::new(&[32, 32, 32, 1]).block(code, exit());
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
