//! A solver that gives up whenever it likes: whatever it leaves open, no engine may say that it holds.

use std::collections::BTreeSet;

use everypath_explore::{
    CheckStatus, ExploreError, ExploreOptions, Observer, Reason, Record, Silent, StopAt, Verdict,
    explore_by_conflicts, explore_merged, explore_paths,
};
use everypath_machine::Machine;
use everypath_program::{Position, Property};
use everypath_solver::{
    Answer, CompleteSolver, LayerKind, Solver, SolverError, SolverOptions, UnknownReason,
};
use everypath_term::{Random, Term, TermTable};
use proptest::prelude::*;

use crate::random_programs::{cases, expected, program};
use crate::scripted::machine;

/// No jump of the programs has as many targets: what is not followed then was not decided.
const ENOUGH: usize = 64;

/// Answers a question in so many of 256 cases, drawn from a seed, and gives up on the others.
struct Moody {
    inner: Solver,
    answered: u8,
    random: Random,
}

impl Moody {
    fn answers(&mut self) -> bool {
        self.random.below(256) <= u64::from(self.answered)
    }
}

impl CompleteSolver for Moody {
    fn name(&self) -> String {
        "moody".to_owned()
    }

    fn solve(&mut self, table: &mut TermTable, assertions: &[Term]) -> Result<Answer, SolverError> {
        match self.answers() {
            true => self.inner.check_all(table, assertions),
            false => Ok(Answer::Unknown(UnknownReason::Process)),
        }
    }
}

fn moody(seed: u64, answered: u8, layers: &[LayerKind]) -> Solver {
    let inner = Solver::new(SolverOptions::default()).unwrap();
    let moody = Moody {
        inner,
        answered,
        random: Random::new(seed),
    };
    Solver::with_complete(layers, Box::new(moody))
}

type Engine = fn(
    &mut Machine<'_>,
    &mut Solver,
    &ExploreOptions,
    &mut dyn Observer,
) -> Result<Record, ExploreError>;

const ENGINES: [(&str, Engine); 3] = [
    ("paths", explore_paths),
    ("merge", explore_merged),
    ("conflict", explore_by_conflicts),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_the_solver_leaves_open_is_neither_safe_nor_proven_in_any_engine(
        genes in prop::collection::vec(any::<u32>(), 12..80),
        seed: u64,
        answered: u8,
        with_layers: bool,
        bound_checks: bool,
        values in 1..5usize,
    ) {
        let program = program(&genes);
        let text = || program.blocks().values().map(ToString::to_string).collect::<String>();
        let expected = expected(&program);
        let violated: BTreeSet<(Property, Position)> = expected.findings.keys().copied().collect();
        // Few values are a bound on what is asked: then less may be violated, but nothing undecided may be forgotten.
        for values in [values, ENOUGH] {
            let options = ExploreOptions {
                stop: StopAt::AllFindings,
                values_per_term: values,
                bound_checks,
                ..ExploreOptions::default()
            };
            for (name, engine) in ENGINES {
                let layers = if with_layers { LayerKind::defaults() } else { Vec::new() };
                let mut solver = moody(seed, answered, &layers);
                let mut machine = machine(&program, &options);
                let record = engine(&mut machine, &mut solver, &options, &mut Silent).unwrap();
                prop_assert!(record.unreproduced.is_empty(), "{name}: {:?}\n{}", record.unreproduced, text());
                let open = record.cuts.iter().any(|cut| matches!(cut.reason, Reason::Undecided { .. }));
                let bounded = record.cuts.iter().any(|cut| cut.reason.is_bound());
                prop_assert!(!bounded || values < ENOUGH, "{name}: {:?}\n{}", record.cuts, text());
                if record.verdict == Verdict::Safe {
                    prop_assert!(!open, "{name}: {:?}\n{}", record.cuts, text());
                    prop_assert!(violated.is_empty() || bounded, "{name}: {violated:?}\n{}", text());
                }
                for finding in &record.findings {
                    let place = (finding.property, finding.position);
                    prop_assert!(violated.contains(&place), "{name}: {place:?}\n{}", text());
                }
                for check in &record.checks {
                    let is_proven = match check.status {
                        CheckStatus::Proven => true,
                        CheckStatus::ProvenWithinBounds => !bounded,
                        CheckStatus::Violated | CheckStatus::Unknown => false,
                    };
                    let is_violated = violated.contains(&(check.property, check.position));
                    prop_assert!(!(is_proven && is_violated), "{name}: {check:?}\n{}", text());
                }
            }
        }
    }
}
