//! Random programs: verdicts are those of all runs and of the other explorers, and every learnt clause is true of every run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use everypath_analysis::{PlaceId, slot_of_way};
use everypath_machine::{Machine, MachineOptions};
use everypath_program::testing::Scripted;
use everypath_program::{CheckSet, Position, Property};
use everypath_solver::{Solver, SolverOptions};
use proptest::prelude::*;

use super::generate::{Kind, Shape, program};
use super::runs::{End as RunEnd, Run, all_runs};
use crate::conflict::Explorer;
use crate::conflict::clauses::{Clause, Head, Literal, Origin};
use crate::conflict::graph::{EdgeId, End, Graph, NodeId};
use crate::{
    ExploreOptions, Reason, Record, Silent, StopAt, Verdict, explore_merged, explore_paths,
};

/// What was known when a clause was learnt.
#[derive(Clone, Debug, Default)]
struct Known {
    /// Places where a violation was found.
    found: BTreeSet<Position>,
    /// Loops that some input exceeds the bound of.
    exceeded: BTreeSet<PlaceId>,
    /// The number of edges.
    edges: usize,
}

/// A run as a path through the graph.
#[derive(Debug, Default)]
struct Walked {
    /// What it passes, with the number of the node.
    passed: BTreeMap<Literal, usize>,
    nodes: Vec<NodeId>,
    /// Ways that only a run tells of; none for one that the graph lacks.
    unknown: Vec<(usize, Option<EdgeId>)>,
    /// The place where it violates a property.
    violated: Option<Position>,
    /// The loop whose bound it exceeds.
    beyond: Option<PlaceId>,
    /// It violates a property behind a node from where nothing was thought to be at risk.
    surprised: bool,
}

impl Walked {
    fn last(&self) -> usize {
        self.nodes.len().saturating_sub(1)
    }

    /// Whether a way out of a node was not known.
    fn surprises(&self, at: usize, known: &Known) -> bool {
        let mut unknown = self.unknown.iter().filter(|way| way.0 == at);
        unknown.any(|&(_, edge)| edge.is_none_or(|edge| edge.0 as usize >= known.edges))
    }

    /// Whether something that is not decided is met in the node with this number or behind it.
    fn has_undecided(&self, from: usize, known: &Known, bound_checks: bool) -> bool {
        let violates = self.violated.is_some_and(|it| !known.found.contains(&it));
        let exceeds = self.beyond.is_some_and(|it| !known.exceeded.contains(&it));
        violates
            || bound_checks && exceeds
            || (from..=self.last()).any(|at| self.surprises(at, known))
    }

    /// Whether the run does what a clause says that no run does.
    fn refutes(&self, clause: &Clause, known: &Known, bound_checks: bool) -> bool {
        if !clause.body.iter().all(|it| self.passed.contains_key(it)) {
            return false;
        }
        let literal = match clause.head {
            Head::Edge(edge) => Literal::Edge(edge),
            Head::Node(node) | Head::Risk(node) | Head::Unknown(node) => Literal::Node(node),
        };
        let Some(&at) = self.passed.get(&literal) else {
            return false;
        };
        match (clause.head, clause.origin) {
            (Head::Edge(_), Origin::Conflict) => true,
            (Head::Edge(_) | Head::Node(_), _) => self.has_undecided(at, known, bound_checks),
            (Head::Risk(_), _) => {
                at == self.last() && self.violated.is_some_and(|it| !known.found.contains(&it))
            }
            (Head::Unknown(_), _) => self.surprises(at, known),
        }
    }
}

/// Follows a run through the graph.
fn walk(explorer: &mut Explorer<'_, '_>, run: &Run) -> Walked {
    let mut walked = Walked::default();
    let mut node = Graph::ENTRY;
    for (number, &(key, way)) in run.blocks.iter().enumerate() {
        if explorer.graph.node(node).distance.is_none() {
            walked.surprised = matches!(run.end, RunEnd::Violated(_));
            return walked;
        }
        let place = explorer.graph.node(node).place;
        let block = explorer.code.place(place).block.clone();
        assert_eq!(block.key, key, "the graph leads elsewhere");
        walked.nodes.push(node);
        walked.passed.insert(Literal::Node(node), number);
        if number + 1 == run.blocks.len() {
            break;
        }
        explorer.open(node);
        let slot = slot_of_way(&block.terminator, way as usize);
        let edges = &explorer.graph.node(node).edges;
        let mut edges = edges.iter().copied();
        let edge = edges.find(|&edge| explorer.graph.edge(edge).slot == slot);
        if explorer.code.is_unknown(place) {
            walked.unknown.push((number, edge));
        }
        let Some(edge) = edge else {
            assert!(explorer.code.is_unknown(place), "the graph lacks a way");
            return walked;
        };
        walked.passed.insert(Literal::Edge(edge), number);
        node = match explorer.graph.edge(edge).end {
            End::Node(next) => next,
            End::Bound(header, _) => {
                walked.beyond = Some(header);
                return walked;
            }
        };
    }
    match run.end {
        RunEnd::Violated(position) => walked.violated = Some(position),
        RunEnd::Long => panic!("a run that no bound ends"),
        RunEnd::Exit | RunEnd::Excluded => {}
    }
    walked
}

/// An exploration with all that can be said of it.
struct Explored {
    record: Record,
    walked: Vec<Walked>,
    clauses: Vec<(String, Origin)>,
    /// Clauses that are not true, with the inputs that show it.
    refuted: Vec<String>,
}

pub(super) fn machine<'p>(program: &'p Scripted, options: &ExploreOptions) -> Machine<'p> {
    let mut checks = CheckSet::defaults();
    checks.set(Property::NonzeroExit, true);
    let mut machine_options = MachineOptions {
        checks,
        ..MachineOptions::default()
    };
    options.bounds.apply(&mut machine_options);
    Machine::new(program, machine_options)
}

fn explore(program: &Scripted, options: &ExploreOptions, runs: &[Run]) -> Explored {
    let mut machine = machine(program, options);
    let mut solver = Solver::new(SolverOptions::default()).unwrap();
    let mut silent = Silent;
    let mut explorer = Explorer::new(&mut machine, &mut solver, options, &mut silent);
    let mut known: Vec<Known> = Vec::new();
    let mut restarts = 0;
    loop {
        let found = explorer.ledger.findings.iter();
        let found = found.map(|finding| finding.position).collect();
        let goes_on = explorer.stop.is_none() && explorer.propose().unwrap();
        if restarts != explorer.statistics.restarts {
            restarts = explorer.statistics.restarts;
            known.clear();
        }
        let now = Known {
            found,
            exceeded: explorer.exceeded.clone(),
            edges: explorer.graph.edge_count(),
        };
        known.resize(explorer.clauses.all().len(), now);
        if !goes_on {
            break;
        }
        explorer.execute().unwrap();
        if explorer.steps.len() > LONGEST {
            let refuted = vec!["a path that no bound ends".to_owned()];
            return Explored {
                record: explorer.into_record(),
                walked: Vec::new(),
                clauses: Vec::new(),
                refuted,
            };
        }
    }
    let walked: Vec<Walked> = runs.iter().map(|run| walk(&mut explorer, run)).collect();
    let clauses: Vec<(String, Origin)> = (explorer.clauses.all().iter())
        .map(|clause| {
            (
                format!("{:?} excludes {:?}", clause.body, clause.head),
                clause.origin,
            )
        })
        .collect();
    let mut refuted = Vec::new();
    for (number, clause) in explorer.clauses.all().iter().enumerate() {
        let against = walked
            .iter()
            .position(|run| run.refutes(clause, &known[number], options.bound_checks));
        if let Some(against) = against {
            let mut text = format!("clause {number}, {:?}: ", clause.origin);
            let _ = writeln!(text, "{}", clauses[number].0);
            let run = &runs[against];
            let _ = writeln!(text, "refuted on {:?} by {:?}", run.inputs, run.blocks);
            let _ = writeln!(text, "which walks {:?}", walked[against]);
            refuted.push(text);
        }
    }
    let record = explorer.into_record();
    Explored {
        record,
        walked,
        clauses,
        refuted,
    }
}

/// What the other explorers say, as far as they come with a budget: loops with several entries have many paths, and merging follows
/// a loop that no input decides for long.
fn others(program: &Scripted, options: &ExploreOptions) -> [Record; 2] {
    let mut options = options.clone();
    options.budgets.queries = Some(2000);
    options.budgets.instructions = Some(100_000);
    let options = &options;
    let solver = || Solver::new(SolverOptions::default()).unwrap();
    [
        explore_paths(
            &mut machine(program, options),
            &mut solver(),
            options,
            &mut Silent,
        )
        .unwrap(),
        explore_merged(
            &mut machine(program, options),
            &mut solver(),
            options,
            &mut Silent,
        )
        .unwrap(),
    ]
}

fn places(record: &Record) -> BTreeSet<Position> {
    record.findings.iter().map(|it| it.position).collect()
}

pub(super) fn text(program: &Scripted) -> String {
    program.blocks().values().map(ToString::to_string).collect()
}

/// `PROPTEST_CASES` asks for more.
pub(super) fn cases(otherwise: u32) -> u32 {
    let wanted = std::env::var("PROPTEST_CASES").ok();
    wanted
        .and_then(|text| text.parse().ok())
        .unwrap_or(otherwise)
}

/// More runs of one program than these are not looked at.
pub(super) const MOST_RUNS: usize = 256;

/// The places where runs violate a property.
fn violated<'a>(runs: impl Iterator<Item = &'a Walked>) -> BTreeSet<Position> {
    runs.filter_map(|run| run.violated).collect()
}

/// No path is longer than this.
const LONGEST: usize = 20_000;

/// Compares what is said of a program with all of its runs, each up to the bound of a loop if it exceeds one.
fn check(
    program: &Scripted,
    iterations: Option<u64>,
    bound_checks: bool,
) -> Result<(), TestCaseError> {
    let Some(runs) = all_runs(program, 300, MOST_RUNS) else {
        return Ok(());
    };
    let mut options = ExploreOptions {
        stop: StopAt::AllFindings,
        bound_checks,
        ..ExploreOptions::default()
    };
    options.bounds.loop_iterations = iterations;
    let explored = explore(program, &options, &runs);
    let text = || format!("{}\n{:#?}", text(program), explored.clauses);
    prop_assert!(
        explored.refuted.is_empty(),
        "{}\n{}",
        explored.refuted[0],
        text()
    );
    let expected = violated(explored.walked.iter());
    let exceeds = explored.walked.iter().any(|run| run.beyond.is_some());
    let verdict = match (expected.is_empty(), exceeds && bound_checks) {
        (false, _) => Verdict::Unsafe,
        (true, false) => Verdict::Safe,
        (true, true) => Verdict::Incomplete,
    };
    let record = &explored.record;
    for run in &explored.walked {
        prop_assert!(!run.surprised, "{:?}\n{}", run, text());
    }
    prop_assert!(
        record.unreproduced.is_empty(),
        "{:?}\n{}",
        record.unreproduced,
        text()
    );
    prop_assert_eq!(places(record), expected, "{}", text());
    prop_assert_eq!(record.verdict, verdict, "{}", text());
    match bound_checks {
        true => prop_assert_eq!(
            !record.cuts.is_empty(),
            exceeds,
            "{:?}\n{}",
            record.cuts,
            text()
        ),
        // Without a cut, what was proven holds beyond the bounds, too.
        false if record.cuts.is_empty() => {
            for run in &runs {
                if let RunEnd::Violated(position) = run.end {
                    prop_assert!(places(record).contains(&position), "{:?}\n{}", run, text());
                }
            }
        }
        false => {}
    }
    for other in others(program, &options) {
        let spent = (other.cuts.iter()).any(|cut| matches!(cut.reason, Reason::Budget(_)));
        if spent {
            continue;
        }
        // Others count the rounds of a loop that has several entries in another way.
        if iterations.is_none() || other.cuts.is_empty() && record.cuts.is_empty() {
            prop_assert_eq!(
                places(&other),
                places(record),
                "another explorer\n{}",
                text()
            );
            prop_assert_eq!(other.verdict, verdict, "another explorer\n{}", text());
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(1000), failure_persistence: None, max_shrink_iters: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn clauses_and_verdicts_on_code_with_frames_are_true_of_all_runs(
        genes in prop::collection::vec(any::<u32>(), 20..400),
    ) {
        check(&program(&genes, Shape::new(Kind::Frames, false)), None, true)?;
    }

    #[test]
    fn clauses_and_verdicts_on_code_with_registers_are_true_of_all_runs(
        genes in prop::collection::vec(any::<u32>(), 20..400),
    ) {
        check(&program(&genes, Shape::new(Kind::Registers, false)), None, true)?;
    }

    #[test]
    fn clauses_and_verdicts_on_loops_with_frames_are_true_of_all_runs_within_the_bounds(
        genes in prop::collection::vec(any::<u32>(), 20..200),
        iterations in 0..3u64,
        bound_checks: bool,
    ) {
        let shape = Shape::new(Kind::Frames, true);
        check(&program(&genes, shape), Some(iterations), bound_checks)?;
    }

    #[test]
    fn clauses_and_verdicts_on_loops_with_registers_are_true_of_all_runs_within_the_bounds(
        genes in prop::collection::vec(any::<u32>(), 20..200),
        iterations in 0..3u64,
        bound_checks: bool,
    ) {
        let shape = Shape::new(Kind::Registers, true);
        check(&program(&genes, shape), Some(iterations), bound_checks)?;
    }
}

/// A program that stores at an address which is known to be in an object only because of the way that was taken: the random programs
/// rarely have one.
#[rustfmt::skip]
const STORE_BOUNDED_BY_A_WAY: [u32; 127] = [
    0, 0x4924924a, 0xaaaaaaab, 0, 0x66666667, 0x55555556, 0x80000000, 0, 0x66666667, 0xaaaaaaab, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0x9999999a, 0xc0000000, 0x4b4b4b4c, 0x33333334, 0x40000000, 0x9999999a,
    0x80000000, 0x70f0f0f1, 0, 0, 0x66666667, 0x52d2d2d3, 0, 0, 0, 0, 0, 0x75555556, 0, 0, 0, 0,
    0x66666667, 0x40000000, 0x33333334, 0x55555556, 0, 0, 0x55555556, 0, 0, 0xc0000000, 0xc3c3c3c4,
    0x34b4b4b5, 0, 0, 0, 0x34b4b4b5, 0, 0, 0, 0x20000000, 0, 0, 0, 0, 0, 0, 0x55555556, 0, 0, 0, 0,
    0x55555556, 0, 0, 0, 0, 0x40000000, 0xbc3c3c3d, 0, 0x20000000, 0, 0, 0, 0, 0, 0, 0x55555556, 0,
    0, 0x55555556, 0, 0, 0x40000000, 0, 0, 0, 0, 0, 0, 0, 0x20000000, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0x80000000, 0xc0000000, 0x34b4b4b5, 0, 0, 0, 0xb4b4b4b5, 0x66666667, 0, 0x8f0f0f10, 0xaaaaaaab,
    0xaaaaaaab, 0x33333334, 0, 0, 0xaaaaaab,
];

#[test]
fn a_check_that_the_way_to_it_decides_has_that_way_among_its_reasons() {
    let program = program(&STORE_BOUNDED_BY_A_WAY, Shape::new(Kind::Frames, false));
    check(&program, None, true).unwrap();
}
