//! The explorers side by side: who decides, what the user is told, and that it depends on nothing but what they do.

use std::fmt::Write as _;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use everypath_explore::{
    Answer, Asks, BudgetKind, CheckStatus, Cut, Engine, ExploreError, ExploreOptions, Finding,
    Joins, Observer, PathEnd, Progress, Reason, Record, SideOrder, Silent, Task, Undecided,
    Verdict, delay_workers, engine_named, side_by_side,
};
use everypath_program::{Position, Property};
use everypath_solver::SolverOptions;
use everypath_term::Random;

use crate::merge::diamonds;
use crate::scripted::{Scripted, all_findings, explore, machine_options, merge};

fn task<'p>(program: &'p Scripted, options: &ExploreOptions) -> Task<'p> {
    Task {
        program,
        machine: machine_options(),
        solver: SolverOptions::default(),
        options: options.clone(),
    }
}

/// The engine that decided, and its record, on so many cores.
fn decide(
    program: &Scripted,
    options: &ExploreOptions,
    cores: usize,
    observer: &mut dyn Observer,
) -> (&'static str, Record) {
    let engines = ["paths", "merge"].map(|name| engine_named(name).unwrap());
    let mut task = task(program, options);
    task.options.jobs = NonZero::new(cores).unwrap();
    let answer = side_by_side(&engines, &task, observer).unwrap();
    (answer.engine, answer.record)
}

#[test]
fn few_paths_are_followed_one_by_one_and_many_are_merged() {
    for cores in [1, 2] {
        let (engine, record) = decide(&diamonds(3, 6), &all_findings(), cores, &mut Silent);
        assert_eq!((engine, record.verdict), ("paths", Verdict::Safe));
        assert_eq!(record.statistics.paths, 8);
        assert_eq!(record.budgets, all_findings().budgets);
        let (engine, record) = decide(&diamonds(40, 80), &all_findings(), cores, &mut Silent);
        assert_eq!((engine, record.verdict), ("merge", Verdict::Safe));
        assert!(record.cuts.is_empty());
    }
}

#[test]
fn a_budget_is_for_all_together() {
    // Each alone would be done within it.
    let lasting = Step {
        work: 100_000,
        ..Step::default()
    };
    let engines = ["paths", "merge"].map(|name| {
        let steps = vec![lasting.clone(); 1_000];
        played(name, steps, Vec::new())
    });
    let mut options = all_findings();
    options.budgets.instructions = Some(3_000_000);
    for cores in [1, 2, 3] {
        let (answer, _) = play(&engines, &options, cores);
        assert_eq!(answer.record.verdict, Verdict::Incomplete);
        let spent = Reason::Budget(BudgetKind::Instructions);
        assert_eq!(answer.record.cuts, [cut(spent)]);
    }
    options.budgets.instructions = Some(5_000_000);
    let (answer, _) = play(&engines, &options, 1);
    assert_eq!(answer.record.verdict, Verdict::Safe);
}

#[test]
fn who_uses_up_a_budget_alone_ends_the_run() {
    let mut options = all_findings();
    options.budgets.queries = Some(10);
    let printed = [1, 2, 3].map(|cores| {
        let (engine, record) = decide(&diamonds(40, 80), &options, cores, &mut Silent);
        assert_eq!((engine, record.verdict), ("paths", Verdict::Incomplete));
        let spent = Reason::Budget(BudgetKind::Queries);
        assert!(record.cuts.iter().any(|cut| cut.reason == spent));
        format!("{:?}", record.cuts)
    });
    assert!(printed.iter().all(|other| *other == printed[0]));
    options = all_findings();
    options.budgets.memory_bytes = Some(1_000);
    let (_, record) = decide(&diamonds(40, 80), &options, 1, &mut Silent);
    let spent = Reason::Budget(BudgetKind::Memory);
    assert!(record.cuts.iter().any(|cut| cut.reason == spent));
}

#[test]
fn a_run_without_time_says_so() {
    let mut options = all_findings();
    options.budgets.wall = Some(Duration::ZERO);
    let (_, record) = decide(&diamonds(40, 80), &options, 1, &mut Silent);
    let spent = Reason::Budget(BudgetKind::Wall);
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
    let (engine, record) = decide(&diamonds(40, 79), &options, 2, &mut told);
    assert_eq!((engine, record.findings.len()), ("merge", 1));
    assert_eq!(told.0.len(), 1);
    let first = ExploreOptions {
        order: SideOrder::FallThroughFirst,
        ..ExploreOptions::default()
    };
    let (engine, record) = decide(&diamonds(40, 79), &first, 2, &mut Silent);
    assert_eq!((engine, record.verdict), ("paths", Verdict::Unsafe));
}

/// Cannot bear to be told anything.
struct Failing;

impl Observer for Failing {
    fn path_end(&mut self, _: &PathEnd) {
        panic!("this listener fails");
    }

    fn wants_tests(&self) -> bool {
        true
    }
}

#[test]
fn a_run_whose_listener_fails_comes_to_its_end() {
    let program = diamonds(12, 23);
    for name in ["paths", "auto"] {
        let mut task = task(&program, &all_findings());
        // So many that they have more to say than anyone keeps for who does not listen.
        task.options.jobs = NonZero::new(7).unwrap();
        let engine = engine_named(name).unwrap();
        let run = || engine.run(&task, &mut Failing);
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err(), "{name}");
    }
}

#[test]
fn the_portfolio_needs_engines() {
    let program = diamonds(1, 2);
    let none = side_by_side(&[], &task(&program, &all_findings()), &mut Silent);
    assert!(matches!(none, Err(ExploreError::NoEngine)));
}

/// What an engine does between two looks at its budgets.
#[derive(Clone, Debug, Default)]
struct Step {
    work: u64,
    sleeps: Duration,
    finds: Option<Finding>,
    done: f64,
    longest: u64,
    /// It is in a query, which may be given up.
    asks: bool,
}

/// An engine that does what it is told, and ends with a record.
#[derive(Clone, Debug)]
struct Played {
    name: &'static str,
    steps: Vec<Step>,
    record: Record,
    joins: Joins,
    behind_questions: u64,
    asks: Asks,
    has_given_up: bool,
}

impl Engine for Played {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        ""
    }

    fn joins(&self) -> Joins {
        self.joins
    }

    fn behind_questions(&self) -> u64 {
        self.behind_questions
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Result<Answer, ExploreError> {
        let interrupt = task.solver.interrupted.as_ref().unwrap();
        let mut record = self.record.clone();
        let mut progress = Progress {
            asks: self.asks,
            has_given_up: self.has_given_up,
            ..Progress::default()
        };
        for step in &self.steps {
            std::thread::sleep(step.sleeps);
            progress.instructions += step.work / 50;
            progress.work += step.work;
            if step.asks {
                let is_stopped = interrupt.is_wanted(step.work);
                progress.queries += 1;
                if !is_stopped {
                    continue;
                }
            }
            progress.done = step.done;
            progress.longest = step.longest;
            if let Some(finding) = &step.finds {
                observer.finding(finding);
                record.findings.push(finding.clone());
                record.verdict = Verdict::Unsafe;
            }
            if let Some(reason) = observer.look(&progress) {
                record.cuts = vec![cut(reason)];
                if record.findings.is_empty() {
                    record.verdict = Verdict::Incomplete;
                }
                break;
            }
        }
        record.statistics.instructions = progress.instructions;
        Ok(Answer {
            engine: self.name,
            record,
            coverage: Default::default(),
        })
    }
}

fn cut(reason: Reason) -> Cut {
    Cut {
        reason,
        position: None,
        count: 1,
    }
}

/// Something that is no bound, and nobody's fault.
fn undecided() -> Cut {
    cut(Reason::Undecided {
        what: Undecided::Branch,
        reason: None,
    })
}

fn safe() -> Record {
    merge(&diamonds(3, 6), &all_findings())
}

fn found_at(position: u64) -> Finding {
    let found = explore(&diamonds(3, 5), &all_findings());
    Finding {
        position: Position(position),
        ..found.findings[0].clone()
    }
}

fn finds(position: u64) -> Step {
    Step {
        work: 50,
        finds: Some(found_at(position)),
        ..Step::default()
    }
}

/// An engine that takes these steps and ends with these cuts.
fn played(name: &'static str, steps: Vec<Step>, cuts: Vec<Cut>) -> Played {
    let record = Record { cuts, ..safe() };
    Played {
        name,
        steps,
        record,
        joins: Joins::AtOnce,
        behind_questions: 1,
        asks: Asks::Others,
        has_given_up: false,
    }
}

/// What comes of engines side by side, on so many cores: all that is said, and the places that were told.
fn play(engines: &[Played], options: &ExploreOptions, cores: usize) -> (Answer, Vec<u64>) {
    let program = diamonds(1, 2);
    let mut task = task(&program, options);
    task.options.jobs = NonZero::new(cores).unwrap();
    let all: Vec<&dyn Engine> = engines.iter().map(|engine| engine as &dyn Engine).collect();
    let mut told = Told::default();
    let mut answer = side_by_side(&all, &task, &mut told).unwrap();
    answer.record.statistics.elapsed = Duration::ZERO;
    answer.record.statistics.peak_memory = None;
    let places = told.0.iter().map(|finding| finding.position.0);
    (answer, places.collect())
}

#[test]
fn what_another_engine_found_is_violated_in_the_list_of_checks() {
    let found = explore(&diamonds(3, 5), &all_findings());
    let mut unasked = safe();
    assert_eq!(unasked.checks[0].status, CheckStatus::Proven);
    unasked.checks.clear();
    for last in [safe(), unasked] {
        let finds = Step {
            finds: Some(found.findings[0].clone()),
            ..Step::default()
        };
        let first = played("paths", vec![finds], vec![undecided()]);
        let last = Played {
            record: last,
            ..played("merge", Vec::new(), Vec::new())
        };
        let (answer, _) = play(&[first, last], &all_findings(), 1);
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

#[test]
fn what_was_found_is_told_of_even_where_another_engine_took_all_the_time() {
    // One finds something and gives up, another one has nothing to say when the time is up.
    let finder = played("paths", vec![finds(16), finds(24)], vec![undecided()]);
    let endless = Step {
        work: 100_000,
        sleeps: Duration::from_millis(1),
        ..Step::default()
    };
    let endless = played("merge", vec![endless; 100_000], Vec::new());
    let mut options = all_findings();
    options.budgets.wall = Some(Duration::from_millis(100));
    for engines in [[finder.clone(), endless.clone()], [endless, finder]] {
        for cores in [1, 2] {
            let (answer, told) = play(&engines, &options, cores);
            assert_eq!((answer.engine, &told[..]), ("paths", &[16, 24][..]));
            assert_eq!(answer.record.cuts, [undecided()]);
            assert_eq!(answer.record.verdict, Verdict::Unsafe);
        }
    }
}

#[test]
fn the_report_of_a_run_that_stops_is_the_best_with_the_findings_of_all() {
    let lasting = Step {
        work: 100_000,
        ..Step::default()
    };
    let with = |first: Vec<Step>| [first, vec![lasting.clone(); 1_000]].concat();
    let one = played("paths", with(vec![finds(16)]), Vec::new());
    let two = played("merge", with(vec![finds(24), finds(32)]), Vec::new());
    let mut options = all_findings();
    options.budgets.instructions = Some(1_000_000);
    for cores in [1, 2, 3] {
        let (answer, told) = play(&[one.clone(), two.clone()], &options, cores);
        assert_eq!(answer.engine, "merge");
        assert_eq!(told, [16, 24, 32]);
        let places = answer.record.findings.iter();
        let places: Vec<u64> = places.map(|finding| finding.position.0).collect();
        assert_eq!(places, [24, 32, 16]);
        let spent = Reason::Budget(BudgetKind::Instructions);
        assert_eq!(answer.record.cuts, [cut(spent)]);
        assert!(answer.record.statistics.instructions < 1_000_000);
    }
}

/// Engines at random: long and short steps in virtual and in real time, which have nothing to do with each other.
fn at_random(random: &mut Random) -> Vec<Played> {
    let names = ["paths", "merge", "conflict", "prove"];
    let count = 1 + random.below(4) as usize;
    let engine = |name| {
        let mut steps = Vec::new();
        for at in 0..random.below(60) {
            let scale = 10_u64.pow(2 + random.below(5) as u32);
            let sleeps = [0, 0, 0, 100, 2_000][random.below(5) as usize];
            steps.push(Step {
                work: random.below(scale),
                sleeps: Duration::from_micros(random.below(sleeps + 1)),
                finds: (random.below(20) == 0).then(|| found_at(8 * random.below(6))),
                done: at as f64 / [60.0, 1e6, 1e12][random.below(3) as usize],
                longest: random.below(1 + at * at),
                asks: random.below(3) == 0,
            });
        }
        let cuts = match random.below(2) {
            0 => Vec::new(),
            _ => vec![undecided()],
        };
        let mut engine = played(name, steps, cuts);
        engine.joins = [Joins::AtOnce, Joins::Second, Joins::Late][random.below(3) as usize];
        engine.asks = [Asks::TheSame, Asks::Others, Asks::OnlyTheSame][random.below(3) as usize];
        engine.behind_questions = 1 + random.below(3);
        engine.has_given_up = random.below(4) == 0;
        engine
    };
    names[..count].iter().copied().map(engine).collect()
}

#[test]
fn what_is_said_does_not_depend_on_cores_nor_on_who_is_faster() {
    delay_workers(Duration::from_micros(300));
    let mut random = Random::new(7);
    for round in 0..40 {
        let engines = at_random(&mut random);
        let mut options = all_findings();
        if round % 3 == 0 {
            options.budgets.instructions = Some(1 + random.below(60_000));
        }
        let mut first: Option<String> = None;
        for cores in [1, 2, 3, 7] {
            let (answer, told) = play(&engines, &options, cores);
            let mut said = format!("{} {told:?}\n{:#?}", answer.engine, answer.record);
            writeln!(said, "{}", answer.record.statistics.instructions).unwrap();
            let first = first.get_or_insert_with(|| said.clone());
            assert!(
                *first == said,
                "round {round}, {cores} cores:\n{engines:#?}\n{first}\n{said}"
            );
        }
    }
}

#[test]
fn who_decides_first_by_work_decides_whatever_the_clock_says() {
    let slow = Step {
        work: 10_000,
        sleeps: Duration::from_millis(30),
        ..Step::default()
    };
    let fast = Step {
        work: 40_000_000,
        ..Step::default()
    };
    let engines = [
        played("paths", vec![slow], Vec::new()),
        played("merge", vec![fast], Vec::new()),
    ];
    for cores in [1, 2] {
        let (answer, _) = play(&engines, &all_findings(), cores);
        assert_eq!(answer.engine, "paths");
    }
    let [slow, fast] = engines;
    for cores in [1, 2] {
        let (answer, _) = play(&[fast.clone(), slow.clone()], &all_findings(), cores);
        assert_eq!(answer.engine, "paths");
    }
}

/// So many steps of a million of work each, of one that follows paths.
fn millions(count: u64, done: f64, longest: impl Fn(u64) -> u64) -> Vec<Step> {
    let step = |at| Step {
        work: 1_000_000,
        done,
        longest: longest(at),
        asks: at == 0,
        ..Step::default()
    };
    (0..count).map(step).collect()
}

#[test]
fn who_has_a_loop_to_prove_gets_most_of_the_work_where_no_end_is_in_sight() {
    let mut proves = played("prove", millions(300, 0.0, |_| 0), Vec::new());
    proves.joins = Joins::Late;
    for (done, decides) in [(1e-9, "prove"), (1e-3, "paths"), (0.5, "paths")] {
        let follows = played("paths", millions(40, done, |_| 100), Vec::new());
        let (answer, _) = play(&[follows, proves.clone()], &all_findings(), 2);
        assert_eq!(answer.engine, decides, "{done}");
    }
}

#[test]
fn who_is_in_a_long_question_is_seen_as_it_was_before_it() {
    // It finds its loop and says so in the midst of a slice, and all else is one question.
    let mut steps = millions(300, 0.0, |_| 0);
    steps[0].work = 1_000;
    steps.iter_mut().for_each(|step| step.asks = true);
    steps[0].asks = false;
    let mut proves = played("prove", steps, Vec::new());
    proves.joins = Joins::Late;
    let follows = played("paths", millions(40, 1e-9, |_| 100), Vec::new());
    let (answer, _) = play(&[follows, proves], &all_findings(), 2);
    assert_eq!(answer.engine, "prove");
}

#[test]
fn who_is_about_to_be_done_for_long_is_believed_while_its_paths_stay_as_long() {
    let merges = played("merge", millions(200, 0.0, |_| 0), Vec::new());
    // A hundred steps long at first, and so many more with each million of work.
    for (per_million, decides) in [(0.0, "paths"), (0.1, "paths"), (10.0, "merge")] {
        let longest = |at| 100 + (at as f64 * per_million) as u64;
        let follows = played("paths", millions(400, 0.9, longest), Vec::new());
        let (answer, _) = play(&[follows, merges.clone()], &all_findings(), 2);
        assert_eq!(answer.engine, decides, "{per_million}");
    }
}

#[test]
fn paths_of_one_that_is_through_came_to_their_ends() {
    let follows = played("paths", millions(10, 0.5, |_| 100), vec![undecided()]);
    let merges = played("merge", millions(60, 0.0, |_| 0), Vec::new());
    let mut proves = played("prove", millions(300, 0.0, |_| 0), Vec::new());
    proves.joins = Joins::Late;
    let engines = [follows, merges, proves];
    let (answer, _) = play(&engines, &all_findings(), 2);
    assert_eq!(answer.engine, "merge");
    let (answer, _) = play(&engines[1..], &all_findings(), 2);
    assert_eq!(answer.engine, "prove");
}

#[test]
fn where_all_are_behind_a_question_who_asks_least_gets_most_of_the_work() {
    // Behind one question as long as it runs, for so many millions of work, and then through.
    let asks = |name, count| {
        let mut steps = millions(count, 0.0, |_| 0);
        steps.iter_mut().for_each(|step| step.asks = true);
        played(name, steps, Vec::new())
    };
    for (behind_questions, decides) in [(1, "merge"), (3, "paths")] {
        let mut paths = asks("paths", 100);
        paths.behind_questions = behind_questions;
        let (answer, _) = play(&[paths, asks("merge", 60)], &all_findings(), 2);
        assert_eq!(answer.engine, decides);
    }
}

#[test]
fn properties_of_findings_are_counted() {
    let finder = played("paths", vec![finds(16)], vec![undecided()]);
    let (answer, _) = play(
        &[finder, played("merge", Vec::new(), Vec::new())],
        &all_findings(),
        1,
    );
    let of = |property: &Property| {
        let mut all = answer.record.properties.iter();
        all.find(|known| known.property == *property).copied()
    };
    let finding = &answer.record.findings[0];
    assert_eq!(of(&finding.property).map(|known| known.places), Some(1));
}
