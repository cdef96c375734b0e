//! Several workers find what one finds, whoever is faster.

use std::num::NonZero;
use std::time::Duration;

use everypath_explore::{
    Answer, BudgetKind, Finding, Observer, PathEnd, Reason, Statistics, Task, delay_workers,
    engine_named,
};
use everypath_solver::SolverStatistics;

/// Numbers of workers.
const WORKERS: [usize; 4] = [1, 2, 3, 7];

/// What a run tells.
#[derive(Debug, Default)]
struct Told {
    findings: Vec<String>,
    ends: Vec<String>,
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
        self.ends.push(format!("{end:?}"));
    }

    fn wants_decisions(&self) -> bool {
        true
    }
}

/// All that a run found, as it is printed, but for what it took. None if time or memory ended it.
fn run(task: &Task<'_>, workers: usize) -> Result<Option<String>, String> {
    let mut task = task.clone();
    task.options.jobs = NonZero::new(workers).ok_or("no worker")?;
    let mut told = Told::default();
    let engine = engine_named("paths").ok_or("no such engine")?;
    let answer = engine.run(&task, &mut told);
    let Answer {
        mut record,
        coverage,
        ..
    } = answer.map_err(|error| error.to_string())?;
    let late = [BudgetKind::Wall, BudgetKind::Memory].map(Reason::Budget);
    if record.cuts.iter().any(|cut| late.contains(&cut.reason)) {
        return Ok(None);
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
    Ok(Some(format!("{record:#?}\n{executed:?}\n{told:#?}")))
}

/// Compares what several workers find with what one does, with delays of up to so long between them. Gives whether it was compared: one alone
/// may have been too slow.
pub fn compare(task: &Task<'_>, delay: Duration) -> Result<bool, String> {
    delay_workers(delay);
    let Some(alone) = run(task, WORKERS[0])? else {
        return Ok(false);
    };
    for workers in &WORKERS[1..] {
        let Some(together) = run(task, *workers)? else {
            return Ok(false);
        };
        if together != alone {
            let lines = alone.lines().zip(together.lines());
            let first = lines.enumerate().find(|(_, (one, other))| one != other);
            let (line, (one, other)) = first.unwrap_or((0, ("", "")));
            return Err(format!(
                "{workers} workers find something else, in line {line}:\n{one}\n{other}"
            ));
        }
    }
    Ok(true)
}
