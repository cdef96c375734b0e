//! Stops an exploration where some paths are open, writes how to come to them, and takes them up again: nothing may differ.

use std::collections::BTreeMap;

use everypath_explore::{
    Asked, BudgetKind, ExploreError, Observer, Opened, PathEnd, Prefix, Question, Reason, Record,
    Task, explore_paths, explore_paths_from, explore_paths_until, follow,
};
use everypath_solver::Solver;
use everypath_term::{Term, TermTable};

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Resumed {
    /// Paths that were open.
    pub open: u64,
    /// Decisions on them.
    pub decisions: u64,
    /// Questions behind them.
    pub questions: u64,
    /// The run took too long to compare.
    pub given_up: bool,
}

/// What a run tells while it runs.
#[derive(Default)]
struct Told {
    ends: Vec<PathEnd>,
    /// Questions with the path condition, oldest constraint first, and the condition.
    questions: Vec<(String, Vec<Term>, Term)>,
}

impl Observer for Told {
    fn path_end(&mut self, end: &PathEnd) {
        self.ends.push(end.clone());
    }

    fn wants_questions(&self) -> bool {
        true
    }

    fn question(&mut self, _terms: &mut TermTable, question: &Question<'_>) {
        let asked = match question.asked {
            Asked::Violation { property, detail } => format!("{property}: {detail}"),
            Asked::Cut(reason) => reason.to_string(),
        };
        let asked = format!("{asked} at {:#x}", question.position.0);
        let path = question.path.to_vec();
        self.questions.push((asked, path, question.condition));
    }
}

/// All that a run counts, by name; terms by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Counted(BTreeMap<String, u64>);

impl Counted {
    fn add(&mut self, name: String, count: u64) {
        if count > 0 {
            *self.0.entry(name).or_default() += count;
        }
    }

    /// What is said of programs and paths, in words that mean the same on every machine.
    fn of(record: &Record, told: &Told) -> Self {
        let mut counted = Counted::default();
        let statistics = &record.statistics;
        counted.add("paths".to_owned(), statistics.paths);
        counted.add("forks".to_owned(), statistics.forks);
        counted.add("instructions".to_owned(), statistics.instructions);
        for end in &told.ends {
            let (kind, at, after) = (&end.kind, end.position.0, end.instructions);
            counted.add(format!("end {kind:?} at {at:#x} after {after}"), 1);
        }
        for finding in record.findings.iter().chain(&record.unreproduced) {
            let (property, at) = (finding.property, finding.position.0);
            let name = format!("{property} at {at:#x}, {:?}", finding.replay);
            counted.add(name, finding.occurrences);
        }
        for cut in &record.cuts {
            counted.add(
                format!("cut {} at {:?}", cut.reason, cut.position),
                cut.count,
            );
        }
        for check in &record.checks {
            let name = format!("check of {} at {:#x}", check.property, check.position.0);
            counted.add(name, check.asked);
        }
        for property in &record.properties {
            let name = property.property;
            counted.add(format!("decided {name}"), property.decided);
            counted.add(format!("violated {name}"), property.violated);
        }
        for (asked, path, _) in &told.questions {
            let constraints = path.len();
            counted.add(format!("{asked} under {constraints} constraints"), 1);
        }
        counted
    }

    /// The same with the terms of all questions: for runs on one machine.
    fn with_terms(record: &Record, told: &Told) -> Self {
        let mut counted = Counted::of(record, told);
        for question in &told.questions {
            counted.add(format!("{question:?}"), 1);
        }
        counted
    }

    fn plus(mut self, other: Counted) -> Self {
        for (name, count) in other.0 {
            self.add(name, count);
        }
        self
    }

    /// What differs, if anything does.
    fn compare(&self, what: &str, expected: &Counted) -> Result<(), String> {
        let names = self.0.keys().chain(expected.0.keys());
        let count = |of: &Counted, name: &String| of.0.get(name).copied().unwrap_or(0);
        let differing = names.filter(|&name| count(self, name) != count(expected, name));
        let mut lines: Vec<String> = differing
            .map(|name| {
                format!(
                    "{name}: {} for {}",
                    count(self, name),
                    count(expected, name)
                )
            })
            .collect();
        lines.sort();
        lines.dedup();
        lines.truncate(20);
        match lines.is_empty() {
            true => Ok(()),
            false => Err(format!("{what} differs:\n{}", lines.join("\n"))),
        }
    }
}

/// Follows a task to where so many paths are open, takes them up by their prefixes, on the same machine and on another, and compares with
/// following it to its end at once: every state as it is printed, all counts, and the path condition of every question as terms.
pub fn compare(task: &Task<'_>, most_open: usize) -> Result<Resumed, String> {
    let problem = |error: ExploreError| error.to_string();
    let options = &task.options;
    let (mut machine, mut solver) = task.begin().map_err(problem)?;
    let mut first = Told::default();
    let Opened { record, open } =
        explore_paths_until(&mut machine, &mut solver, options, &mut first, most_open)
            .map_err(problem)?;
    let mut resumed = Resumed::default();
    if is_late(&record) {
        resumed.given_up = true;
        return Ok(resumed);
    }
    let first_part = Counted::with_terms(&record, &first);
    let first_on_any = Counted::of(&record, &first);

    let queries = solver.statistics().queries;
    let mut prefixes: Vec<Prefix> = Vec::new();
    for path in &open {
        let prefix = path.prefix();
        let text = prefix.to_string();
        let read: Prefix = text.parse().map_err(|error| format!("{text}: {error}"))?;
        if read != prefix {
            return Err(format!("{text} is read as {read}"));
        }
        let followed = follow(&mut machine, &read).map_err(|error| format!("{text}: {error}"))?;
        if followed.prefix() != prefix {
            return Err(format!("{text} leads to {}", followed.prefix()));
        }
        same_text(&format!("{path:?}"), &format!("{followed:?}"))
            .map_err(|difference| format!("{text} leads to another state: {difference}"))?;
        resumed.open += 1;
        resumed.decisions += prefix.len();
        prefixes.push(read);
    }
    if solver.statistics().queries != queries {
        return Err("the solver was asked".to_owned());
    }
    drop(open);

    let mut solver = Solver::new(task.solver.clone()).map_err(|error| error.to_string())?;
    let mut rest = Told::default();
    let record = explore_paths_from(&mut machine, &mut solver, options, &mut rest, &prefixes)
        .map_err(problem)?;
    resumed.questions = rest.questions.len() as u64;
    resumed.given_up |= is_late(&record);
    let both = first_part.plus(Counted::with_terms(&record, &rest));

    let mut solver = Solver::new(task.solver.clone()).map_err(|error| error.to_string())?;
    let mut whole = Told::default();
    let record = explore_paths(&mut machine, &mut solver, options, &mut whole).map_err(problem)?;
    resumed.given_up |= is_late(&record);
    let at_once = Counted::of(&record, &whole);

    let (mut machine, mut solver) = task.begin().map_err(problem)?;
    let mut elsewhere = Told::default();
    let other = explore_paths_from(
        &mut machine,
        &mut solver,
        options,
        &mut elsewhere,
        &prefixes,
    )
    .map_err(problem)?;
    resumed.given_up |= is_late(&other);
    if resumed.given_up {
        return Ok(resumed);
    }
    let both_elsewhere = first_on_any.plus(Counted::of(&other, &elsewhere));
    both_elsewhere.compare("what another machine finds", &at_once)?;
    both.compare("what follows", &Counted::with_terms(&record, &whole))?;
    Ok(resumed)
}

/// Whether time ended a run.
fn is_late(record: &Record) -> bool {
    let late = Reason::Budget(BudgetKind::Wall);
    record.cuts.iter().any(|cut| cut.reason == late)
}

/// Where two texts differ, if they do.
fn same_text(expected: &str, found: &str) -> Result<(), String> {
    let pairs = expected.bytes().zip(found.bytes());
    let same = pairs.take_while(|(a, b)| a == b).count();
    if same == expected.len() && same == found.len() {
        return Ok(());
    }
    let around = |text: &str| {
        let bytes = &text.as_bytes()[same.saturating_sub(120)..text.len().min(same + 120)];
        String::from_utf8_lossy(bytes).into_owned()
    };
    Err(format!(
        "expected ...{}...\nfound ...{}...",
        around(expected),
        around(found)
    ))
}
