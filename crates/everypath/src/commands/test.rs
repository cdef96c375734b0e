//! `everypath test`: many checks, described in one file.

use std::num::NonZero;
use std::path::Path;
use std::thread::available_parallelism;

use everypath_report::html::{self, SuiteRow};
use everypath_report::junit::{self, Entry};
use everypath_report::live::LiveTable;
use everypath_report::sarif;
use everypath_report::table::{Align, Table};

use super::print::print;
use crate::cli::TestArguments;
use crate::exit::{self, CommandError, unreadable};
use crate::files::write_file;
use crate::formats::write_folder;
use crate::interrupt;
use crate::suite::{Check, Outcome, Run, Suite, SuiteWatcher};

/// Runs the command.
pub fn test(arguments: &TestArguments) -> Result<u8, CommandError> {
    interrupt::catch();
    let suite = match &arguments.config {
        Some(file) => Suite::read(&std::path::absolute(file).map_err(unreadable)?)?,
        None => Suite::find(Path::new("."))?,
    };
    let suite = suite.only(&arguments.names)?;
    if arguments.list {
        print(&list(&suite))?;
        return Ok(0);
    }
    let cores = available_parallelism().map_or(1, NonZero::get);
    let run = Run {
        executable: std::env::current_exe()
            .map_err(|error| unreadable(format!("this program: {error}")))?,
        jobs: arguments.jobs.map_or(cores, NonZero::get),
        remembers: arguments.changed,
        pages: (arguments.html.as_ref())
            .map(std::path::absolute)
            .transpose()
            .map_err(unreadable)?,
        limit: arguments.time_limit,
    };
    let mut watcher = Terminal {
        suite: &suite,
        table: LiveTable::new(suite.checks.len(), !arguments.quiet),
    };
    let outcomes = suite.run(&run, &mut watcher);
    if let Some(table) = &watcher.table {
        table.finish();
    }
    let outcomes = outcomes?;
    let results: Vec<(&Check, &Outcome)> = suite.checks.iter().zip(&outcomes).collect();
    if let Some(file) = &arguments.junit {
        let entries: Vec<Entry> = results.iter().map(|it| entry(it, arguments)).collect();
        let text = junit::render_entries(&entries).map_err(CommandError::Internal)?;
        write_file(file, text.as_bytes()).map_err(unreadable)?;
    }
    if let Some(file) = &arguments.sarif {
        let runs = outcomes.iter().filter_map(|it| it.ran()?.sarif.as_ref());
        let text =
            sarif::joined(runs).map_err(|error| CommandError::Internal(error.to_string()))?;
        write_file(file, text.as_bytes()).map_err(unreadable)?;
    }
    if let Some(folder) = &run.pages {
        let rows: Vec<SuiteRow> = results
            .iter()
            .map(|it| page_row(it, folder, arguments))
            .collect();
        let files = html::render_suite(&rows).map_err(CommandError::Internal)?;
        write_folder(folder, &files)?;
    }
    print(&shown(&results, arguments))?;
    let codes = results
        .iter()
        .map(|(check, outcome)| outcome.code(&check.expect));
    Ok(codes.max_by_key(|&code| rank(code)).unwrap_or(0))
}

/// The order of exit codes: what is worse is greater.
fn rank(code: u8) -> u8 {
    match code {
        0 => 0,
        exit::INCOMPLETE => 1,
        exit::UNSAFE => 2,
        exit::USAGE => 3,
        exit::UNREADABLE => 4,
        _ => 5,
    }
}

struct Terminal<'s> {
    suite: &'s Suite,
    table: Option<LiveTable>,
}

impl SuiteWatcher for Terminal<'_> {
    fn begins(&mut self, number: usize) {
        let name = &self.suite.checks[number].name;
        if let Some(table) = &mut self.table {
            table.begins(number, name);
        }
    }

    fn ends(&mut self, number: usize, outcome: &Outcome) {
        let check = &self.suite.checks[number];
        let words = words(check, outcome);
        let told = (outcome.code(&check.expect) != 0).then(|| format!("{}: {words}", check.name));
        if let Some(table) = &mut self.table {
            table.ends(number, told.as_deref());
        }
    }

    fn interrupted(&self) -> bool {
        interrupt::requested()
    }
}

fn list(suite: &Suite) -> String {
    let mut table = Table::new(&[
        ("check", Align::Left),
        ("group", Align::Left),
        ("expected", Align::Left),
        ("command", Align::Left),
    ]);
    for check in &suite.checks {
        let row = [&check.name, &check.group, &check.expect.to_string()];
        let row = row.map(String::clone).into_iter();
        table.row(row.chain([check.job.command_line()]));
    }
    table.render("")
}

/// What came out, in a word or two.
fn verdict(outcome: &Outcome) -> String {
    match outcome.ran().map(|ran| (&ran.verdict, ran.code)) {
        None => "not run".to_owned(),
        Some((Some(verdict), _)) => verdict.clone(),
        Some((None, code)) => format!("error {code}"),
    }
}

/// What came out, against what was expected.
fn words(check: &Check, outcome: &Outcome) -> String {
    let note = outcome.ran().filter(|ran| !ran.note.is_empty());
    let note = note.map_or(String::new(), |ran| format!(" ({})", ran.note));
    format!("{}{note}, expected {}", verdict(outcome), check.expect)
}

/// The table of all checks, and a line about them.
fn shown(results: &[(&Check, &Outcome)], arguments: &TestArguments) -> String {
    let mut table = Table::new(&[
        ("check", Align::Left),
        ("expected", Align::Left),
        ("verdict", Align::Left),
        ("", Align::Left),
        ("seconds", Align::Right),
        ("note", Align::Left),
    ]);
    let mut counts = [0; 2];
    let mut remembered = 0;
    for (check, outcome) in results {
        let is_expected = outcome.code(&check.expect) == 0;
        counts[usize::from(is_expected)] += 1;
        let (seconds, note) = match outcome {
            Outcome::NotRun => (None, ""),
            Outcome::Ran {
                remembered: true,
                ran,
            } => {
                remembered += 1;
                (None, ran.note.as_str())
            }
            Outcome::Ran { ran, .. } => (Some(ran.seconds), ran.note.as_str()),
        };
        if arguments.quiet && is_expected {
            continue;
        }
        let seconds = seconds.filter(|_| !arguments.no_timing);
        table.row([
            check.name.clone(),
            check.expect.to_string(),
            verdict(outcome),
            if is_expected { "ok" } else { "NOT AS EXPECTED" }.to_owned(),
            seconds.map_or("-".to_owned(), |seconds| format!("{seconds:.2}")),
            note.to_owned(),
        ]);
    }
    let [others, expected] = counts;
    let mut text = match (arguments.quiet, others) {
        (true, 0) => String::new(),
        _ => table.render("") + "\n",
    };
    text.push_str(&format!(
        "{expected} of {} checks as expected",
        expected + others
    ));
    if remembered > 0 {
        text.push_str(&format!(", {remembered} remembered"));
    }
    text.push('\n');
    text
}

/// How long a check took, if that is to be said.
fn seconds(outcome: &Outcome, arguments: &TestArguments) -> Option<f64> {
    let seconds = outcome.ran().map(|ran| ran.seconds);
    seconds.filter(|_| !arguments.no_timing)
}

/// The same for the index of the pages.
fn page_row(
    (check, outcome): &(&Check, &Outcome),
    folder: &Path,
    arguments: &TestArguments,
) -> SuiteRow {
    let index = format!("{}/index.html", check.folder());
    SuiteRow {
        name: check.name.clone(),
        group: check.group.clone(),
        expected: check.expect.to_string(),
        verdict: verdict(outcome),
        is_expected: outcome.code(&check.expect) == 0,
        note: outcome.ran().map_or(String::new(), |ran| ran.note.clone()),
        seconds: seconds(outcome, arguments).map(|seconds| format!("{seconds:.2}")),
        href: folder.join(&index).is_file().then_some(index),
        command: check.job.command_line(),
    }
}

/// The same for a server.
fn entry((check, outcome): &(&Check, &Outcome), arguments: &TestArguments) -> Entry {
    let code = outcome.code(&check.expect);
    let words = words(check, outcome);
    let text = outcome.ran().map_or("", |ran| &ran.text);
    let text = format!("{}\n{text}", check.job.command_line());
    Entry {
        group: check.group.clone(),
        name: check.name.clone(),
        seconds: seconds(outcome, arguments),
        outcome: match code {
            0 => junit::Outcome::Passed,
            exit::UNSAFE | exit::INCOMPLETE => junit::Outcome::Failed(words, text),
            _ => junit::Outcome::Broken(words, text),
        },
    }
}
