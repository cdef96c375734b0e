//! The explorers in turns: who decides, and what the user is told.

use std::sync::Mutex;

use everypath_explore::{
    Answer, BudgetKind, Budgets, CheckStatus, Cut, Engine, ExploreError, ExploreOptions, Finding,
    Observer, Reason, Record, SideOrder, Silent, Task, Verdict, engine_named,
    in_turns as take_turns,
};
use everypath_solver::SolverOptions;

use crate::merge::diamonds;
use crate::scripted::{Scripted, all_findings, explore, machine_options, merge};

/// An engine that notes its turns.
struct Noted<'t> {
    engine: &'static dyn Engine,
    turns: &'t Mutex<Vec<&'static str>>,
}

impl Engine for Noted<'_> {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn summary(&self) -> &'static str {
        self.engine.summary()
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Result<Answer, ExploreError> {
        self.turns.lock().unwrap().push(self.name());
        self.engine.run(task, observer)
    }
}

fn task<'p>(program: &'p Scripted, options: &ExploreOptions) -> Task<'p> {
    Task {
        program,
        machine: machine_options(),
        solver: SolverOptions::default(),
        options: options.clone(),
    }
}

/// The engine that decided, its record, and whose turns there were.
fn in_turns(
    program: &Scripted,
    options: &ExploreOptions,
    observer: &mut dyn Observer,
) -> (&'static str, Record, Vec<&'static str>) {
    let turns = Mutex::default();
    let noted = |name| Noted {
        engine: engine_named(name).unwrap(),
        turns: &turns,
    };
    let (paths, merge) = (noted("paths"), noted("merge"));
    let queries = |engine: &Noted<'_>| engine.engine.first_queries().unwrap();
    let all: [(&dyn Engine, u64); 2] = [(&paths, queries(&paths)), (&merge, queries(&merge))];
    let answer = take_turns(&all, &task(program, options), observer).unwrap();
    (answer.engine, answer.record, turns.into_inner().unwrap())
}

#[test]
fn few_paths_are_followed_one_by_one() {
    let (engine, record, turns) = in_turns(&diamonds(3, 6), &all_findings(), &mut Silent);
    assert_eq!((engine, record.verdict), ("paths", Verdict::Safe));
    assert_eq!((record.statistics.paths, turns), (8, vec!["paths"]));
    assert_eq!(record.budgets, all_findings().budgets);
}

#[test]
fn many_paths_are_merged_in_the_next_turn() {
    let (engine, record, turns) = in_turns(&diamonds(40, 80), &all_findings(), &mut Silent);
    assert_eq!((engine, record.verdict), ("merge", Verdict::Safe));
    assert_eq!(turns, ["paths", "merge"]);
    assert!(record.cuts.is_empty());
}

#[test]
fn a_budget_is_for_all_turns_together() {
    let mut options = all_findings();
    options.budgets.queries = Some(10);
    let (_, record, turns) = in_turns(&diamonds(40, 80), &options, &mut Silent);
    assert_eq!(record.verdict, Verdict::Incomplete);
    assert_eq!(turns, ["paths"]);
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
    assert_eq!((engine, record.findings.len()), ("merge", 1));
    assert_eq!(told.0.len(), 1);
    let first = ExploreOptions {
        order: SideOrder::FallThroughFirst,
        ..ExploreOptions::default()
    };
    let (engine, record, turns) = in_turns(&diamonds(40, 79), &first, &mut Silent);
    assert_eq!((engine, record.verdict), ("paths", Verdict::Unsafe));
    assert_eq!(turns, ["paths"]);
}

/// An engine that gives the same record whenever it is asked.
struct Canned(&'static str, Record);

impl Engine for Canned {
    fn name(&self) -> &'static str {
        self.0
    }

    fn summary(&self) -> &'static str {
        ""
    }

    fn run(&self, _: &Task<'_>, _: &mut dyn Observer) -> Result<Answer, ExploreError> {
        Ok(Answer {
            engine: self.0,
            record: self.1.clone(),
            coverage: Default::default(),
        })
    }
}

#[test]
fn the_portfolio_needs_engines() {
    let program = diamonds(1, 2);
    let none = take_turns(&[], &task(&program, &all_findings()), &mut Silent);
    assert!(matches!(none, Err(ExploreError::NoEngine)));
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
        let (first, last) = (Canned("paths", first), Canned("merge", last));
        let program = diamonds(3, 5);
        let task = task(&program, &all_findings());
        let turns: [(&dyn Engine, u64); 2] = [(&first, 1), (&last, 1)];
        let answer = take_turns(&turns, &task, &mut Silent).unwrap();
        let record = answer.record;
        assert_eq!((answer.engine, record.verdict), ("merge", Verdict::Unsafe));
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

/// An engine that spends its share, and notes how many queries and ticks that was, until its turns are over: then time is up.
struct Spender {
    shares: Mutex<Vec<(Option<u64>, Option<u64>)>>,
    turns: usize,
    record: Record,
}

impl Engine for Spender {
    fn name(&self) -> &'static str {
        "paths"
    }

    fn summary(&self) -> &'static str {
        ""
    }

    fn run(&self, task: &Task<'_>, _: &mut dyn Observer) -> Result<Answer, ExploreError> {
        let Budgets { queries, ticks, .. } = task.options.budgets;
        let mut shares = self.shares.lock().unwrap();
        shares.push((queries, ticks));
        let kinds = match shares.len() == self.turns {
            true => vec![BudgetKind::Wall, BudgetKind::Queries],
            false => vec![BudgetKind::Ticks],
        };
        let mut record = self.record.clone();
        record.cuts.extend(kinds.into_iter().map(|kind| Cut {
            reason: Reason::Budget(kind),
            position: None,
            count: 1,
        }));
        Ok(Answer {
            engine: self.name(),
            record,
            coverage: Default::default(),
        })
    }
}

#[test]
fn the_first_turns_are_small_and_what_ended_the_last_one_is_said() {
    let program = diamonds(3, 6);
    let spender = Spender {
        shares: Mutex::default(),
        turns: 5,
        record: merge(&program, &all_findings()),
    };
    let task = task(&program, &all_findings());
    let answer = take_turns(&[(&spender, 640)], &task, &mut Silent).unwrap();
    let shares = spender.shares.into_inner().unwrap();
    let queries: Vec<_> = shares.iter().filter_map(|share| share.0).collect();
    assert_eq!(queries, [10, 80, 640, 2_560, 10_240]);
    assert!(shares.windows(2).all(|two| two[0].1 < two[1].1));
    // Nobody can change a share, so the record does not speak of it.
    let reasons: Vec<_> = answer.record.cuts.iter().map(|cut| &cut.reason).collect();
    assert_eq!(reasons, [&Reason::Budget(BudgetKind::Wall)]);
}
