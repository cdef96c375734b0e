//! Stops an exploration where some paths are open, writes how to come to them, and takes them up again: nothing may differ.

use std::collections::BTreeMap;

use everypath_explore::{
    Asked, BudgetKind, Explored, Observer, OpenPath, PathEnd, Prefix, Question, Reason, Record,
    Task, explore_paths, explore_paths_from, follow,
};
use everypath_machine::Machine;
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

/// A run that followed a part of the paths.
struct Part {
    record: Record,
    told: Told,
    open: Vec<OpenPath>,
}

impl Part {
    /// Follows what begins with some prefixes, on a machine that may have followed others before.
    fn explore(
        task: &Task<'_>,
        machine: &mut Machine<'_>,
        prefixes: &[Prefix],
        most_open: usize,
    ) -> Result<Self, String> {
        let mut solver = Solver::new(task.solver.clone()).map_err(|error| error.to_string())?;
        let (options, mut told) = (&task.options, Told::default());
        let explored = explore_paths_from(
            machine,
            &mut solver,
            options,
            &mut told,
            prefixes,
            most_open,
        );
        let Explored { record, open } = explored.map_err(|error| error.to_string())?;
        Ok(Part { record, told, open })
    }

    /// Whether a bound on values left some out: which, depends on the models that the solver found.
    fn chose_values(&self) -> bool {
        let mut reasons = self.record.cuts.iter().map(|cut| &cut.reason);
        reasons.any(|reason| matches!(reason, Reason::Values { .. }))
    }

    /// Whether time ended it.
    fn is_late(&self) -> bool {
        let late = Reason::Budget(BudgetKind::Wall);
        self.record.cuts.iter().any(|cut| cut.reason == late)
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
    fn of(part: &Part) -> Self {
        let Part { record, told, .. } = part;
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
    fn with_terms(part: &Part) -> Self {
        let mut counted = Counted::of(part);
        for question in &part.told.questions {
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

/// So many times paths are taken up one by one, to be stopped where many are open again; those that are left then are followed to their ends.
const TAKEN_UP: usize = 6;

/// Follows a task in parts: to where so many paths are open, and what they begin with from there. `explore` follows a part and gives the
/// prefixes of what is open. None if it took too long.
fn in_parts(
    most_open: usize,
    mut explore: impl FnMut(&[Prefix], usize) -> Result<(Part, Vec<Prefix>), String>,
) -> Result<Option<Vec<Part>>, String> {
    let (mut parts, mut open) = (Vec::new(), vec![Prefix::start()]);
    for round in 0.. {
        let (prefixes, limit) = match round {
            0..TAKEN_UP => (open.pop().into_iter().collect(), most_open),
            _ => (std::mem::take(&mut open), usize::MAX),
        };
        if prefixes.is_empty() {
            break;
        }
        let (part, left) = explore(&prefixes, limit)?;
        if part.is_late() {
            return Ok(None);
        }
        open.extend(left);
        parts.push(part);
    }
    Ok(Some(parts))
}

/// Follows a task in parts, on one machine and on one for each part, and compares with following it to its end at once: every state
/// as it is printed, all counts, and the path condition of every question as terms. Which paths are open where a part stops may differ
/// between machines: some strategies look at what was covered. What is found may differ, too, where a bound leaves values out.
pub fn compare(task: &Task<'_>, most_open: usize) -> Result<Resumed, String> {
    let another = || match task.begin() {
        Ok((machine, _)) => Ok(machine),
        Err(error) => Err(error.to_string()),
    };
    let mut machine = another()?;
    let mut resumed = Resumed::default();
    let late = Resumed {
        given_up: true,
        ..resumed
    };
    let here = in_parts(most_open, |prefixes, limit| {
        let part = Part::explore(task, &mut machine, prefixes, limit)?;
        let mut open = Vec::new();
        for path in &part.open {
            let prefix = same_behind_its_prefix(&mut machine, path)?;
            resumed.open += 1;
            resumed.decisions += prefix.len();
            open.push(prefix);
        }
        resumed.questions += part.told.questions.len() as u64;
        Ok((part, open))
    })?;
    let elsewhere = in_parts(most_open, |prefixes, limit| {
        let part = Part::explore(task, &mut another()?, prefixes, limit)?;
        let open = part.open.iter().map(OpenPath::prefix).collect();
        Ok((part, open))
    })?;
    let (Some(here), Some(elsewhere)) = (here, elsewhere) else {
        return Ok(late);
    };

    let mut solver = Solver::new(task.solver.clone()).map_err(|error| error.to_string())?;
    let mut told = Told::default();
    let record = explore_paths(&mut machine, &mut solver, &task.options, &mut told);
    let whole = Part {
        record: record.map_err(|error| error.to_string())?,
        told,
        open: Vec::new(),
    };
    if whole.is_late() {
        return Ok(late);
    }
    let sum = |parts: &[Part], count: fn(&Part) -> Counted| {
        let counts = parts.iter().map(count);
        counts.fold(Counted::default(), Counted::plus)
    };
    if whole.chose_values() {
        return Ok(resumed);
    }
    sum(&elsewhere, Counted::of).compare("what other machines find", &Counted::of(&whole))?;
    sum(&here, Counted::with_terms).compare("what follows", &Counted::with_terms(&whole))?;
    Ok(resumed)
}

/// The prefix of a path, once it was written, read and followed (which no solver has a part in), and leads to the same state.
fn same_behind_its_prefix(machine: &mut Machine<'_>, path: &OpenPath) -> Result<Prefix, String> {
    let prefix = path.prefix();
    let text = prefix.to_string();
    let read: Prefix = text.parse().map_err(|error| format!("{text}: {error}"))?;
    if read != prefix {
        return Err(format!("{text} is read as {read}"));
    }
    let followed = follow(machine, &read).map_err(|error| format!("{text}: {error}"))?;
    if followed.prefix() != prefix {
        return Err(format!("{text} leads to {}", followed.prefix()));
    }
    same_text(&format!("{path:?}"), &format!("{followed:?}"))
        .map_err(|difference| format!("{text} leads to another state: {difference}"))?;
    Ok(read)
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
