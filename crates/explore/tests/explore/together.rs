//! Several workers find what one finds, whoever is faster; so do runs that go on where others were, units that are explored one by one, and
//! the portfolio on any number of cores.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::time::{Duration, Instant};

use everypath_explore::{
    Answer, BudgetKind, Finding, Observer, PathEnd, Reason, Results, Statistics, Task, TestCase,
    Unit, delay_workers, engine_named, explore_on, gather, split,
};
use everypath_solver::SolverStatistics;

/// Numbers of workers.
const WORKERS: [usize; 4] = [1, 2, 3, 7];

/// A run that takes no longer is done thirty times more: interrupted, taken up, and divided.
const SHORT: Duration = Duration::from_millis(50);

/// What a run tells.
#[derive(Debug, Default)]
struct Told {
    findings: Vec<String>,
    ends: Vec<String>,
    /// Test cases of ends that came before they were told, and the name of the next.
    ahead: BTreeMap<u64, Option<TestCase>>,
    next_ahead: u64,
}

impl Observer for Told {
    fn finding(&mut self, finding: &Finding) {
        // Counts are not final when it is told.
        let finding = Finding {
            occurrences: 0,
            input_count: None,
            ..finding.clone()
        };
        self.findings.push(format!("{finding:?}"));
    }

    fn path_end(&mut self, end: &PathEnd) {
        let mut end = end.clone();
        if let Some(ahead) = end.ahead.take() {
            // Whoever tells it has it no longer.
            assert_eq!(end.case, None);
            end.case = self.ahead.remove(&ahead).expect("an end told once");
        }
        // Any that take the path will do.
        for input in end.case.iter_mut().flat_map(|case| &mut case.inputs) {
            input.bytes.fill(0);
        }
        self.ends.push(format!("{end:?}"));
    }

    fn path_ahead(&mut self, end: &PathEnd) -> Option<u64> {
        self.ahead.insert(self.next_ahead, end.case.clone());
        self.next_ahead += 1;
        Some(self.next_ahead - 1)
    }

    fn path_forgotten(&mut self, end: &PathEnd) {
        end.ahead.and_then(|ahead| self.ahead.remove(&ahead));
    }

    fn wants_decisions(&self) -> bool {
        true
    }

    fn wants_tests(&self) -> bool {
        true
    }
}

/// Listens to a run and writes down, as a file has it, whatever it tells of its results.
#[derive(Debug, Default)]
struct Keeper {
    told: Told,
    results: Vec<String>,
    /// It is interrupted when it has told so many.
    patience: Option<usize>,
}

impl Observer for Keeper {
    fn finding(&mut self, finding: &Finding) {
        self.told.finding(finding);
    }

    fn path_end(&mut self, end: &PathEnd) {
        self.told.path_end(end);
    }

    fn wants_decisions(&self) -> bool {
        true
    }

    fn wants_tests(&self) -> bool {
        true
    }

    fn results(&mut self, results: &Results) {
        let text = serde_json::to_string(results);
        self.results.extend(text.ok());
    }

    fn wants_results(&self) -> bool {
        true
    }

    fn interrupted(&self) -> bool {
        self.patience
            .is_some_and(|patience| self.results.len() > patience)
    }
}

/// All that a run found, as it is printed, but for what it took. None if time or memory ended it.
fn run(engine: &str, task: &Task<'_>, workers: usize) -> Result<Option<String>, String> {
    Ok(printed(answer(engine, task, workers)?))
}

fn answer(engine: &str, task: &Task<'_>, workers: usize) -> Result<(Answer, Told), String> {
    let task = with_workers(task, workers);
    let mut told = Told::default();
    let engine = engine_named(engine).ok_or("no such engine")?;
    let answer = engine.run(&task, &mut told);
    Ok((answer.map_err(|error| error.to_string())?, told))
}

/// The same of the portfolio, with what the one that decided did.
fn run_portfolio(task: &Task<'_>, cores: usize) -> Result<Option<String>, String> {
    let (answer, told) = answer("auto", task, cores)?;
    // When the time is up, an answer that is there counts; who had one by then is a matter of luck.
    let wall = task.options.budgets.wall;
    if wall.is_some_and(|wall| answer.record.statistics.elapsed >= wall) {
        return Ok(None);
    }
    let (engine, statistics) = (answer.engine, &answer.record.statistics);
    let solver = &statistics.solver;
    let work = (statistics.terms, solver.queries, solver.blast.ticks);
    let printed = printed((answer, told));
    Ok(printed.map(|printed| format!("{engine} {work:?}\n{printed}")))
}

fn with_workers<'p>(task: &Task<'p>, workers: usize) -> Task<'p> {
    let mut task = task.clone();
    task.options.jobs = NonZero::new(workers).unwrap_or(NonZero::<usize>::MIN);
    task
}

fn printed((answer, told): (Answer, Told)) -> Option<String> {
    let Answer {
        mut record,
        coverage,
        ..
    } = answer;
    let late = [BudgetKind::Wall, BudgetKind::Memory].map(Reason::Budget);
    if record.cuts.iter().any(|cut| late.contains(&cut.reason)) {
        return None;
    }
    record.statistics = Statistics {
        followed: 0,
        terms: 0,
        rule_firings: Vec::new(),
        solver: SolverStatistics::default(),
        elapsed: Duration::ZERO,
        peak_memory: None,
        // One finding for each place is replayed by each worker that comes there.
        replays: 0,
        ..record.statistics
    };
    let executed = (coverage.instructions(), coverage.branches());
    let Told { findings, ends, .. } = told;
    Some(format!(
        "{record:#?}\n{executed:?}\n{findings:#?}\n{ends:#?}"
    ))
}

/// What a file says.
fn read(text: &str) -> Result<Results, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// Goes on from results; gives what is found, and the results that were told.
fn go_on(
    task: &Task<'_>,
    workers: usize,
    begun: Results,
    patience: Option<usize>,
) -> Result<(Option<String>, Vec<String>), String> {
    let mut keeper = Keeper {
        patience,
        ..Keeper::default()
    };
    let answer = explore_on(&with_workers(task, workers), "paths", begun, &mut keeper);
    let answer = answer.map_err(|error| error.to_string())?;
    Ok((printed((answer, keeper.told)), keeper.results))
}

/// Runs that go on where another one was find what one finds that nobody interrupted: wherever it was, and whoever goes on.
fn taken_up(task: &Task<'_>, alone: &str) -> Result<bool, String> {
    let whole = || Results::none_of(Unit::whole());
    for (workers, others) in [(1, 3), (2, 1)] {
        let (all, told) = go_on(task, workers, whole(), None)?;
        let Some(all) = all else { return Ok(false) };
        same("a run that tells its results finds", &all, alone)?;
        // At the beginning, in the middle, at the end.
        for text in [told.first(), told.get(told.len() / 2), told.last()] {
            let begun = read(text.ok_or("no results")?)?;
            let (all, _) = go_on(task, others, begun, None)?;
            let Some(all) = all else { return Ok(false) };
            same("a run that goes on finds", &all, alone)?;
        }
        // Interrupted again and again, as long as it does not get through by itself.
        let mut begun = whole();
        for patience in 1..4 {
            let (_, told) = go_on(task, workers, begun, Some(patience))?;
            begun = read(told.last().ok_or("no results")?)?;
        }
        let (all, _) = go_on(task, others, begun, None)?;
        let Some(all) = all else { return Ok(false) };
        same("a run that was interrupted finds", &all, alone)?;
    }
    Ok(true)
}

/// Units that are explored one by one, each until it has a few paths, find what one run does.
fn divided(task: &Task<'_>, alone: &str) -> Result<bool, String> {
    let mut told = Told::default();
    let results = split(task, 5, &mut told).map_err(|error| error.to_string())?;
    let mut results = read(&serde_json::to_string(&results).map_err(|error| error.to_string())?)?;
    let mut task = task.clone();
    for round in 0..1000 {
        let mut open = results.open();
        // In no particular order.
        if round % 2 == 0 {
            open.reverse();
        }
        let Some(unit) = open.into_iter().next() else {
            break;
        };
        task.options.budgets.paths = (round < 12).then_some(3);
        let workers = 1 + round % 2;
        let (_, told) = go_on(&task, workers, Results::none_of(unit), None)?;
        results.add(read(told.last().ok_or("no results")?)?);
    }
    task.options.budgets.paths = None;
    let answer = gather(&task, "paths", results, &mut told);
    let Some(all) = printed((answer, told)) else {
        return Ok(false);
    };
    same("units find", &all, alone)?;
    Ok(true)
}

/// Says in which line two runs differ, if they do.
fn same(who: &str, other: &str, alone: &str) -> Result<(), String> {
    if other == alone {
        return Ok(());
    }
    let mut lines = alone.lines().zip(other.lines()).enumerate();
    let first = lines.find(|(_, (one, other))| one != other);
    let (line, (one, other)) = first.unwrap_or((0, ("", "")));
    Err(format!(
        "{who} something else, in line {line}:\n{one}\n{other}"
    ))
}

/// Compares what several workers find with what one does, with delays of up to so long between them. Gives whether it was compared: one alone
/// may have been too slow.
pub fn compare(task: &Task<'_>, delay: Duration) -> Result<bool, String> {
    delay_workers(delay);
    let start = Instant::now();
    let Some(alone) = run("paths", task, WORKERS[0])? else {
        return Ok(false);
    };
    let is_short = start.elapsed() <= SHORT;
    for workers in &WORKERS[1..] {
        let Some(together) = run("paths", task, *workers)? else {
            return Ok(false);
        };
        same(&format!("{workers} workers find"), &together, &alone)?;
    }
    if let Some(merged) = run("merge", task, WORKERS[0])? {
        for workers in &WORKERS[1..] {
            let Some(together) = run("merge", task, *workers)? else {
                return Ok(false);
            };
            same(&format!("{workers} solvers find"), &together, &merged)?;
        }
    }
    let Some(alone_in_turns) = run_portfolio(task, WORKERS[0])? else {
        return Ok(false);
    };
    for cores in &WORKERS[1..] {
        let Some(together) = run_portfolio(task, *cores)? else {
            return Ok(false);
        };
        same(
            &format!("the portfolio on {cores} cores finds"),
            &together,
            &alone_in_turns,
        )?;
    }
    let budgets = &task.options.budgets;
    let has_budgets = [budgets.paths, budgets.queries, budgets.instructions];
    if !is_short || has_budgets.iter().any(Option::is_some) || budgets.states.is_some() {
        return Ok(true);
    }
    Ok(taken_up(task, &alone)? && divided(task, &alone)?)
}
