//! The explorers in turns: who decides, and what the user is told.

use std::convert::Infallible;

use everypath_explore::{
    BudgetKind, CheckStatus, Cut, Engine, ExploreError, ExploreOptions, Finding, Observer, Reason,
    Record, SideOrder, Silent, Verdict, explore_by_conflicts, explore_in_turns, explore_merged,
    explore_paths,
};
use everypath_solver::{Solver, SolverOptions};

use crate::merge::diamonds;
use crate::scripted::{Scripted, all_findings, explore, machine, merge};

/// The engine that decided, its record, and whose turns there were.
fn in_turns(
    program: &Scripted,
    options: &ExploreOptions,
    observer: &mut dyn Observer,
) -> (Engine, Record, Vec<Engine>) {
    let mut turns = Vec::new();
    let run =
        |turn: everypath_explore::Turn, options: &ExploreOptions, observer: &mut dyn Observer| {
            turns.push(turn.engine);
            let solver = SolverOptions {
                total_conflicts: turn.conflicts,
                ..SolverOptions::default()
            };
            let mut solver = Solver::new(solver)?;
            let mut machine = machine(program, options);
            let explore = match turn.engine {
                Engine::Paths => explore_paths,
                Engine::Merge => explore_merged,
                Engine::Conflict => explore_by_conflicts,
            };
            Ok::<_, ExploreError>((explore(&mut machine, &mut solver, options, observer)?, ()))
        };
    let (engine, record, ()) = explore_in_turns(options, observer, run).unwrap();
    (engine, record, turns)
}

#[test]
fn few_paths_are_followed_one_by_one() {
    let (engine, record, turns) = in_turns(&diamonds(3, 6), &all_findings(), &mut Silent);
    assert_eq!((engine, record.verdict), (Engine::Paths, Verdict::Safe));
    assert_eq!((record.statistics.paths, turns), (8, vec![Engine::Paths]));
    assert_eq!(record.budgets, all_findings().budgets);
}

#[test]
fn many_paths_are_merged_in_the_next_turn() {
    let (engine, record, turns) = in_turns(&diamonds(40, 80), &all_findings(), &mut Silent);
    assert_eq!((engine, record.verdict), (Engine::Merge, Verdict::Safe));
    assert_eq!(turns, Engine::TURNS);
    assert!(record.cuts.is_empty());
}

#[test]
fn a_budget_is_for_all_turns_together() {
    let mut options = all_findings();
    options.budgets.queries = Some(10);
    let (_, record, turns) = in_turns(&diamonds(40, 80), &options, &mut Silent);
    assert_eq!(record.verdict, Verdict::Incomplete);
    assert_eq!(turns, [Engine::Paths]);
    let spent = Reason::Budget(BudgetKind::Queries);
    assert!(record.cuts.iter().any(|cut| cut.reason == spent));
}

#[derive(Default)]
struct Told(Vec<Finding>);

impl Observer for Told {
    fn finding(&mut self, finding: &Finding) {
        self.0.push(finding.clone());
    }
}

#[test]
fn a_finding_is_told_once_and_ends_the_run_if_it_may() {
    let mut told = Told::default();
    let options = ExploreOptions {
        order: SideOrder::FallThroughFirst,
        ..all_findings()
    };
    let (engine, record, _) = in_turns(&diamonds(40, 79), &options, &mut told);
    assert_eq!((engine, record.findings.len()), (Engine::Merge, 1));
    assert_eq!(told.0.len(), 1);
    let first = ExploreOptions {
        order: SideOrder::FallThroughFirst,
        ..ExploreOptions::default()
    };
    let (engine, record, turns) = in_turns(&diamonds(40, 79), &first, &mut Silent);
    assert_eq!((engine, record.verdict), (Engine::Paths, Verdict::Unsafe));
    assert_eq!(turns, [Engine::Paths]);
}

#[test]
fn what_another_engine_found_is_violated_in_the_list_of_checks() {
    let found = explore(&diamonds(3, 5), &all_findings());
    let proven = merge(&diamonds(3, 6), &all_findings());
    assert_eq!(proven.checks[0].status, CheckStatus::Proven);
    let mut unasked = proven.clone();
    unasked.checks.clear();
    for last in [proven, unasked] {
        let mut first = found.clone();
        first.cuts.push(Cut {
            reason: Reason::Budget(BudgetKind::Queries),
            position: None,
            count: 1,
        });
        let mut records = vec![last, first];
        let run = |_, _: &ExploreOptions, _: &mut dyn Observer| {
            Ok::<_, Infallible>((records.pop().expect("two turns"), ()))
        };
        let (engine, record, ()) = explore_in_turns(&all_findings(), &mut Silent, run).unwrap();
        assert_eq!((engine, record.verdict), (Engine::Merge, Verdict::Unsafe));
        let [check] = &record.checks[..] else {
            panic!("one check: {:?}", record.checks);
        };
        let finding = &record.findings[0];
        assert_eq!(
            (check.property, check.position, check.status),
            (finding.property, finding.position, CheckStatus::Violated)
        );
    }
}
