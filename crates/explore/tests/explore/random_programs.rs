//! Random acyclic programs over inputs of a few bits: everything that the explorer says is compared with runs of a simple
//! interpreter on all inputs.

use std::collections::{BTreeMap, BTreeSet};

use everypath_explore::{
    ExploreOptions, InputCount, Record, SideOrder, StopAt, StrategyKind, Task, Verdict,
};
use everypath_program::{
    BinaryOp, Edge, Instruction, Local, Operand, Permissions, Position, Property, Terminator,
    Transfer,
};
use everypath_solver::SolverOptions;
use everypath_term::Random;
use proptest::prelude::*;

use crate::interpreter::{Step, run};
use crate::resumed::compare;
use crate::scripted::{
    Ends, STEP, Scripted, binary, branch, constant, explore, explore_observed, explore_with,
    fingerprint, input, jump, local, machine_options, merge, merge_with,
};
use crate::together;

const INPUTS: u32 = 3;
const INPUT_BITS: u32 = 3;
/// Bits by which an input is wider in memory than the program uses.
const UNUSED_BITS: u32 = 8 - INPUT_BITS;
/// Locals 0..3: inputs of 3 bits; 3..7: bytes; 7..9: conditions; 9: an address; 10: an exit code.
const WIDTHS: [u32; 11] = [3, 3, 3, 8, 8, 8, 8, 1, 1, 32, 32];

/// Draws decisions from a list of numbers.
struct Genes<'a> {
    genes: &'a [u32],
    next: usize,
}

impl Genes<'_> {
    fn below(&mut self, limit: u64) -> u64 {
        let gene = u64::from(self.genes[self.next % self.genes.len()]);
        self.next += 1;
        let mixed = (gene << 20 ^ self.next as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) % limit
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }

    fn byte(&mut self) -> u32 {
        3 + self.below(4) as u32
    }

    /// Where results go: mostly not where the inputs are.
    fn result(&mut self) -> u32 {
        self.pick(&[6, 6, 6, 6, 3, 4, 5])
    }

    fn condition(&mut self) -> u32 {
        7 + self.below(2) as u32
    }

    fn operand(&mut self) -> Operand {
        match self.below(6) {
            0 => constant(self.below(256)),
            1 | 2 => constant(self.below(8)),
            _ => local(self.byte()),
        }
    }

    fn compare(&mut self, code: &mut Vec<Instruction>) -> u32 {
        use BinaryOp::*;
        let to = self.condition();
        let right = if self.below(2) == 0 {
            constant(self.below(7))
        } else {
            local(self.byte())
        };
        code.push(binary(
            self.pick(&[Ne, Ult, Ule, Slt, Sle, Eq]),
            8,
            to,
            local(self.byte()),
            right,
        ));
        to
    }

    fn instruction(&mut self, code: &mut Vec<Instruction>) {
        use BinaryOp::*;
        const ARITHMETIC: [BinaryOp; 13] = [
            Add, Sub, Mul, UDiv, URem, SDiv, SRem, And, Or, Xor, Shl, LShr, AShr,
        ];
        match self.below(26) {
            0..=10 => code.push(binary(
                self.pick(&ARITHMETIC),
                8,
                self.result(),
                self.operand(),
                self.operand(),
            )),
            11..=15 => drop(self.compare(code)),
            16..=18 => code.push(Instruction::Select {
                width: 8,
                to: Local(self.result()),
                condition: local(self.condition()),
                then: self.operand(),
                otherwise: self.operand(),
            }),
            19..=23 => {
                let (to, value) = (Local(9), local(self.byte()));
                let keep = self.pick(&[3, 3, 3, 3, 4, 5]);
                code.push(Instruction::Resize {
                    to,
                    value,
                    from: 8,
                    keep,
                    width: 32,
                    signed: false,
                });
                let (address, offset) = (local(9), 0x1000);
                code.push(if self.below(2) == 0 {
                    Instruction::Load {
                        to: Local(self.result()),
                        address,
                        offset,
                        size: 1,
                        width: 8,
                        signed: false,
                    }
                } else {
                    Instruction::Store {
                        address,
                        offset,
                        value: self.operand(),
                        width: 8,
                        size: 1,
                    }
                });
            }
            24 => {
                let condition = local(self.compare(code));
                code.push(Instruction::Check {
                    property: Property::Assertion,
                    condition,
                });
            }
            _ => {
                let condition = local(self.compare(code));
                code.push(Instruction::Assume { condition });
            }
        }
    }

    /// A terminator of block `index` that leads to later blocks below `count`.
    fn terminator(&mut self, code: &mut Vec<Instruction>, index: u64, count: u64) -> Terminator {
        let later = count - index - 1;
        let target = |genes: &mut Self| index + 1 + genes.below(later.min(3));
        let kind = match later {
            0 => self.below(2),
            _ if index < 3 => 2 + self.below(14),
            _ => 1 + self.below(15),
        };
        match kind {
            0 => Terminator::Exit { code: constant(0) },
            1 => {
                let value = local(self.byte());
                code.push(Instruction::Resize {
                    to: Local(10),
                    value,
                    from: 8,
                    keep: 1,
                    width: 32,
                    signed: false,
                });
                Terminator::Exit { code: local(10) }
            }
            2 => jump(target(self)),
            3 if later >= 2 => {
                // Goes on one of the next two (or four) blocks, by the low bits of a byte.
                let keep = if later >= 4 { 2 } else { 1 };
                let value = local(self.byte());
                code.push(Instruction::Resize {
                    to: Local(9),
                    value,
                    from: 8,
                    keep,
                    width: 32,
                    signed: false,
                });
                code.push(binary(BinaryOp::Mul, 32, 9, local(9), constant(STEP)));
                code.push(binary(
                    BinaryOp::Add,
                    32,
                    9,
                    local(9),
                    constant((index + 1) * STEP),
                ));
                Terminator::IndirectJump {
                    address: local(9),
                    transfer: Transfer::Jump,
                }
            }
            4 => {
                let first = self.below(256);
                let constants: BTreeSet<u64> = [first, self.below(8), (first + 1) & 255].into();
                let edge = |genes: &mut Self| match jump(target(genes)) {
                    Terminator::Jump { edge, .. } => edge,
                    _ => Edge::to(everypath_program::BlockKey::at(0)),
                };
                let cases = constants
                    .into_iter()
                    .map(|constant| (constant, edge(self)))
                    .collect();
                Terminator::Switch {
                    value: local(self.byte()),
                    width: 8,
                    cases,
                    default: edge(self),
                }
            }
            _ => {
                let condition = self.compare(code);
                let then = target(self);
                let other = target(self);
                branch(
                    condition,
                    then,
                    if other == then && then > index + 1 {
                        then - 1
                    } else {
                        other
                    },
                )
            }
        }
    }
}

pub fn program(genes: &[u32]) -> Scripted {
    let mut genes = Genes { genes, next: 0 };
    let table: Vec<u8> = (0..8).map(|_| genes.below(256) as u8).collect();
    let mut program = Scripted::new(&WIDTHS)
        .region("table", 0x1000, &table, Permissions::READ_WRITE)
        .region("constants", 0x1010, &table[2..], Permissions::READ);
    let count = 4 + genes.below(6);
    for index in 0..count {
        let mut code = Vec::new();
        if index == 0 {
            for i in 0..INPUTS {
                code.push(input(i, INPUT_BITS, "x"));
                let (to, value) = (Local(3 + i), local(i));
                let signed = genes.below(2) == 1;
                code.push(Instruction::Resize {
                    to,
                    value,
                    from: INPUT_BITS,
                    keep: INPUT_BITS,
                    width: 8,
                    signed,
                });
            }
        }
        for _ in 0..1 + genes.below(5) {
            genes.instruction(&mut code);
        }
        let terminator = genes.terminator(&mut code, index, count);
        program = program.block(code, terminator);
    }
    program
}

/// What the runs on all inputs say.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Expected {
    exits: u64,
    violations: u64,
    assumptions: u64,
    /// Per property and place: paths and inputs that violate it.
    pub findings: BTreeMap<(Property, Position), (u64, u128)>,
}

fn all_inputs() -> impl Iterator<Item = Vec<u64>> {
    let bits = INPUTS * INPUT_BITS;
    (0..1u64 << bits).map(|number| {
        (0..INPUTS)
            .map(|i| number >> (i * INPUT_BITS) & 7)
            .collect()
    })
}

pub fn expected(program: &Scripted) -> Expected {
    let mut runs: BTreeMap<Vec<Step>, u128> = BTreeMap::new();
    let mut prefixes: BTreeSet<Vec<Step>> = BTreeSet::new();
    for inputs in all_inputs() {
        let steps = run(program, &inputs);
        for end in 0..=steps.len() {
            prefixes.insert(steps[..end].to_vec());
        }
        *runs.entry(steps).or_default() += 1;
    }
    let mut expected = Expected::default();
    for (steps, inputs) in runs {
        let (last, before) = steps.split_last().unwrap();
        // Whether some other input comes to the same point and goes on.
        let goes_on = prefixes
            .range(before.to_vec()..)
            .take_while(|other| other.starts_with(before))
            .any(|other| {
                other
                    .get(before.len())
                    .is_some_and(|next| !matches!(next, Step::Violated(..) | Step::Excluded))
            });
        match last {
            Step::Exit => expected.exits += 1,
            Step::Excluded => expected.assumptions += u64::from(!goes_on),
            Step::Violated(property, position) => {
                // An access can violate two properties at once; the path ends once.
                let first = prefixes
                    .range(before.to_vec()..)
                    .find(|other| other.len() == before.len() + 1 && other.starts_with(before));
                expected.violations += u64::from(!goes_on && first == Some(&steps));
                let finding = expected.findings.entry((*property, *position)).or_default();
                finding.0 += 1;
                finding.1 += inputs;
            }
            other => panic!("a run ended with {other:?}"),
        }
    }
    expected
}

fn actual(record: &Record) -> Expected {
    let ends = record.statistics.ends;
    let findings = record.findings.iter().map(|finding| {
        let count = finding.input_count.unwrap();
        assert!(count.exact, "{count}");
        (
            (finding.property, finding.position),
            (finding.occurrences, count.count >> (INPUTS * UNUSED_BITS)),
        )
    });
    Expected {
        exits: ends.exits,
        violations: ends.violations,
        assumptions: ends.assumptions,
        findings: findings.collect(),
    }
}

fn values(case: &everypath_explore::TestCase) -> Vec<u64> {
    case.inputs
        .iter()
        .map(|input| u64::from(input.bytes[0]))
        .collect()
}

/// Enough for every run of the tests; `PROPTEST_CASES` asks for more.
pub fn cases() -> u32 {
    let wanted = std::env::var("PROPTEST_CASES").ok();
    wanted.and_then(|text| text.parse().ok()).unwrap_or(64)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_explorer_agrees_with_runs_on_all_inputs(
        genes in prop::collection::vec(any::<u32>(), 12..80),
        strategy in 0..8usize,
        seed in 0..4u64,
        fall_through_first: bool,
    ) {
        let program = program(&genes);
        let text = || program.blocks().values().map(ToString::to_string).collect::<String>();
        let expected = expected(&program);
        let options = ExploreOptions {
            strategy: everypath_explore::Strategy::single(StrategyKind::table()[strategy].kind),
            seed,
            stop: StopAt::AllFindings,
            order: if fall_through_first { SideOrder::FallThroughFirst } else { SideOrder::TakenFirst },
            count_inputs: true,
            ..ExploreOptions::default()
        };
        let mut ends = Ends::default();
        let record = explore_observed(&program, &options, &mut ends);
        prop_assert!(record.unreproduced.is_empty(), "{:?}\n{}", record.unreproduced, text());
        prop_assert!(record.cuts.is_empty(), "{:?}\n{}", record.cuts, text());
        prop_assert_eq!(&actual(&record), &expected, "{}", text());
        let verdict = if expected.findings.is_empty() { Verdict::Safe } else { Verdict::Unsafe };
        prop_assert_eq!(record.verdict, verdict);
        let total = expected.findings.values().map(|finding| finding.1).sum::<u128>() << (INPUTS * UNUSED_BITS);
        prop_assert_eq!(record.input_count, Some(InputCount { count: total, exact: true }));
        prop_assert_eq!(record.statistics.paths, expected.exits + expected.violations);
        prop_assert_eq!(ends.ends.len() as u64, record.statistics.forks + 1);
        for finding in &record.findings {
            let violated = Step::Violated(finding.property, finding.position);
            prop_assert_eq!(run(&program, &values(&finding.case)).last().copied(), Some(violated));
        }
        // Every test of a path takes that path: the runs of the tests are all different.
        let exits: BTreeSet<Vec<Step>> = ends.ends.iter()
            .filter(|end| matches!(end.kind, everypath_explore::PathKind::Exit(_)))
            .map(|end| run(&program, &values(end.case.as_ref().unwrap())))
            .collect();
        prop_assert_eq!(exits.len() as u64, expected.exits);
        prop_assert!(exits.iter().all(|steps| steps.last() == Some(&Step::Exit)));

        let first = explore(&program, &ExploreOptions { stop: StopAt::FirstFinding, count_inputs: false, ..options.clone() });
        prop_assert_eq!(first.verdict, verdict);
        prop_assert!(first.findings.len() <= 1);
        let again = explore_observed(&program, &options, &mut Ends::default());
        prop_assert_eq!(fingerprint(&again), fingerprint(&record));
    }

    #[test]
    fn open_paths_are_taken_up_by_their_prefixes(
        genes in prop::collection::vec(any::<u32>(), 12..80),
        strategy in 0..8usize,
        open in 1..9usize,
        library in prop::option::of(0..3u64),
        values in 1..20usize,
    ) {
        let program = program(&genes);
        let text = || program.blocks().values().map(ToString::to_string).collect::<String>();
        let mut options = ExploreOptions {
            strategy: everypath_explore::Strategy::single(StrategyKind::table()[strategy].kind),
            stop: StopAt::AllFindings,
            values_per_term: values,
            ..ExploreOptions::default()
        };
        options.bounds.library_iterations = library;
        let task = Task { program: &program, machine: machine_options(), solver: SolverOptions::default(), options };
        let resumed = compare(&task, open);
        prop_assert!(resumed.is_ok(), "{}\n{}", resumed.as_ref().unwrap_err(), text());
        prop_assert!(!resumed.unwrap().given_up);
    }

    #[test]
    fn several_workers_find_what_one_does(
        genes in prop::collection::vec(any::<u32>(), 12..80),
        values in 1..20usize,
        all: bool,
        count: bool,
        fall_through: bool,
        iterations in prop::option::of(0..3u64),
        cautious: bool,
    ) {
        let program = program(&genes);
        let text = || program.blocks().values().map(ToString::to_string).collect::<String>();
        let mut options = ExploreOptions {
            stop: if all { StopAt::AllFindings } else { StopAt::FirstFinding },
            order: if fall_through { SideOrder::FallThroughFirst } else { SideOrder::TakenFirst },
            values_per_term: values,
            count_inputs: count,
            ..ExploreOptions::default()
        };
        options.bounds.loop_iterations = iterations;
        options.bounds.forks_per_path = cautious.then_some(3);
        let task = Task { program: &program, machine: machine_options(), solver: SolverOptions::default(), options };
        let compared = together::compare(&task, std::time::Duration::from_micros(200));
        prop_assert_eq!(compared.as_ref(), Ok(&true), "{}", text());
    }

    #[test]
    fn merging_agrees_with_runs_on_all_inputs(
        genes in prop::collection::vec(any::<u32>(), 12..80),
        prune: bool,
    ) {
        let program = program(&genes);
        let text = || program.blocks().values().map(ToString::to_string).collect::<String>();
        let expected = expected(&program);
        let mut options = ExploreOptions { stop: StopAt::AllFindings, ..ExploreOptions::default() };
        if prune {
            options.own.set("merge-prune", None).unwrap();
        }
        let record = merge(&program, &options);
        prop_assert!(record.unreproduced.is_empty(), "{:?}\n{}", record.unreproduced, text());
        prop_assert!(record.cuts.is_empty(), "{:?}\n{}", record.cuts, text());
        let found: BTreeSet<_> = record.findings.iter().map(|finding| (finding.property, finding.position)).collect();
        let places: BTreeSet<_> = expected.findings.keys().copied().collect();
        prop_assert_eq!(found, places, "{}", text());
        prop_assert_eq!(record.findings.len(), expected.findings.len());
        let verdict = if expected.findings.is_empty() { Verdict::Safe } else { Verdict::Unsafe };
        prop_assert_eq!(record.verdict, verdict);
        for finding in &record.findings {
            let violated = Step::Violated(finding.property, finding.position);
            prop_assert_eq!(run(&program, &values(&finding.case)).last().copied(), Some(violated));
        }
        let first = merge(&program, &ExploreOptions { stop: StopAt::FirstFinding, ..options.clone() });
        prop_assert_eq!(first.verdict, verdict);
        prop_assert_eq!(fingerprint(&merge(&program, &options)), fingerprint(&record));
    }

    #[test]
    fn merging_with_a_weak_solver_and_small_bounds_is_never_wrong(
        genes in prop::collection::vec(any::<u32>(), 12..80),
        conflicts in 0..3u64,
        forks in prop::option::of(0..6u64),
        instructions in prop::option::of(1..40u64),
        values in 1..5usize,
    ) {
        let program = program(&genes);
        let text = || program.blocks().values().map(ToString::to_string).collect::<String>();
        let expected = expected(&program);
        let mut options = ExploreOptions { stop: StopAt::AllFindings, values_per_term: values, ..ExploreOptions::default() };
        options.bounds.forks_per_path = forks;
        options.bounds.instructions_per_path = instructions;
        let solver = SolverOptions { conflict_limit: Some(conflicts), ..SolverOptions::default() };
        let record = merge_with(&program, solver, &options);
        prop_assert!(record.unreproduced.is_empty(), "{:?}\n{}", record.unreproduced, text());
        if record.cuts.is_empty() {
            prop_assert_eq!(record.findings.len(), expected.findings.len(), "{}", text());
        }
        for finding in &record.findings {
            prop_assert!(expected.findings.contains_key(&(finding.property, finding.position)), "{}", text());
        }
    }

    #[test]
    fn a_weak_solver_and_small_budgets_make_a_verdict_incomplete_but_never_wrong(
        genes in prop::collection::vec(any::<u32>(), 12..80),
        strategy in 0..8usize,
        conflicts in 0..3u64,
        forks in prop::option::of(0..6u64),
        instructions in prop::option::of(1..40u64),
        states in prop::option::of(1..4u64),
        values in 1..5usize,
    ) {
        let program = program(&genes);
        let text = || program.blocks().values().map(ToString::to_string).collect::<String>();
        let expected = expected(&program);
        let mut options = ExploreOptions {
            strategy: everypath_explore::Strategy::single(StrategyKind::table()[strategy].kind),
            stop: StopAt::AllFindings,
            count_inputs: true,
            values_per_term: values,
            ..ExploreOptions::default()
        };
        options.bounds.forks_per_path = forks;
        options.bounds.instructions_per_path = instructions;
        options.budgets.states = states;
        let solver = SolverOptions { conflict_limit: Some(conflicts), ..SolverOptions::default() };
        let record = explore_with(&program, solver, &options, &mut Ends::default());
        prop_assert!(record.unreproduced.is_empty(), "{:?}\n{}", record.unreproduced, text());
        if record.cuts.is_empty() {
            prop_assert_eq!(record.statistics.ends.exits, expected.exits);
            prop_assert_eq!(record.findings.len(), expected.findings.len());
        }
        for finding in &record.findings {
            let place = (finding.property, finding.position);
            let (paths, inputs) = expected.findings.get(&place).copied().unwrap_or_default();
            prop_assert!(finding.occurrences <= paths, "{}", text());
            let count = finding.input_count.unwrap();
            let inputs = inputs << (INPUTS * UNUSED_BITS);
            prop_assert!(count.count <= inputs && (!count.exact || count.count == inputs), "{count} {inputs}\n{}", text());
        }
        let verdict = match (record.findings.is_empty(), record.cuts.is_empty()) {
            (false, _) => Verdict::Unsafe,
            (true, true) => Verdict::Safe,
            (true, false) => Verdict::Incomplete,
        };
        prop_assert_eq!(record.verdict, verdict);
        prop_assert!(record.statistics.ends.exits <= expected.exits);
    }
}

/// How the generated programs spread: the comparison above is worth little if all of them are trivial.
#[test]
fn generated_programs_are_not_trivial() {
    let mut random = Random::new(1);
    let (mut many_paths, mut violations) = (0, 0);
    for _ in 0..60 {
        let genes: Vec<u32> = (0..60).map(|_| random.next() as u32).collect();
        let expected = expected(&program(&genes));
        many_paths += u32::from(expected.exits >= 3);
        violations += u32::from(!expected.findings.is_empty());
    }
    assert!(
        many_paths >= 10 && (10..60).contains(&violations),
        "{many_paths} {violations}"
    );
}
