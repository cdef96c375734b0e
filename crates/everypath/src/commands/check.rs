//! `everypath check`: follows every path and reports.

use std::num::NonZero;
use std::path::Path;
use std::thread::available_parallelism;

use everypath_explore::process_ends_with_run;
use everypath_report::excerpt::Sources;
use everypath_report::format::Need;
use everypath_report::progress::{ProgressLine, Snapshot};
use everypath_report::text::{self, TextOptions};
use everypath_report::written::Written;
use everypath_report::{Cut, Place, Report, place_words};

use super::print::print;
use crate::Analysis;
use crate::analysis::Done;
use crate::cli::{CheckArguments, OutputArguments};
use crate::exit::{CommandError, unreadable};
use crate::formats;
use crate::interrupt;
use crate::job::{Job, TraceDetail};
use crate::observe::Watcher;
use crate::repeat::Recorded;
use crate::units::Checkpoint;
use crate::{say, say_line};

/// Runs the command.
pub fn check(arguments: &CheckArguments) -> Result<u8, CommandError> {
    interrupt::catch();
    let output = &arguments.output;
    if let Some(directory) = &arguments.resume {
        return resume(directory, arguments);
    }
    let recorded = arguments.from.as_deref().map(Recorded::read).transpose()?;
    let job = recorded
        .as_ref()
        .map_or(&arguments.job, |recorded| &recorded.job);
    job.refuse()?;
    output.formats.refuse_files_behind(&arguments.job.files)?;
    output.formats.refuse_places()?;
    let mut analysis = Analysis::new(job.clone())?;
    say!("{}", analysis.warnings());
    if let Some(recorded) = &recorded {
        recorded.refuse_changes(&analysis)?;
        analysis = analysis.without_files();
    }
    analysis = asked(analysis, output).with_jobs(threads(arguments, job));
    if let Some(directory) = &arguments.checkpoint {
        let checkpoint = Checkpoint::within(directory);
        analysis = analysis.with_checkpoint(checkpoint.clone())?;
        checkpoint.begin()?;
    }
    run(&analysis, recorded.is_none(), output)
}

/// Goes on with a run where its checkpoint says, with the budgets that are given now: they are no part of what is asked.
fn resume(directory: &Path, arguments: &CheckArguments) -> Result<u8, CommandError> {
    arguments.output.formats.refuse_places()?;
    let checkpoint = Checkpoint::within(directory);
    let read = checkpoint.read()?;
    let recorded = &read.recorded.job;
    let before = &recorded.search;
    let with_budgets = |mut job: Job, given| {
        job.search = job.search.with_budgets(given, before);
        job
    };
    let mut asked_again = with_budgets(arguments.job.clone(), before);
    if asked_again != with_budgets(Job::default(), before) {
        if asked_again.files.is_empty() {
            asked_again.files.clone_from(&recorded.files);
        }
        read.refuse_other(&asked_again)?;
    }
    let job = with_budgets(recorded.clone(), &arguments.job.search);
    let analysis = Analysis::new(job.clone())?;
    say!("{}", analysis.warnings());
    read.recorded.refuse_changes(&analysis)?;
    let analysis = asked(analysis, &arguments.output)
        .with_jobs(threads(arguments, &job))
        .with_checkpoint(checkpoint)?
        .taken_up(read.content);
    run(&analysis, true, &arguments.output)
}

/// How many threads look for the answer to a job.
fn threads(arguments: &CheckArguments, job: &Job) -> NonZero<usize> {
    let one = NonZero::<usize>::MIN;
    let usual = || match job.has_counted_budgets() {
        true => one,
        false => available_parallelism().unwrap_or(one),
    };
    arguments.jobs.unwrap_or_else(usual)
}

/// The same, and finds out what output needs.
pub(super) fn asked(analysis: Analysis, output: &OutputArguments) -> Analysis {
    let source = output.stats.then_some(Need::Source);
    analysis.with(output.formats.needs()).with(source)
}

/// What shows progress.
pub(super) fn terminal(quiet: bool, announces: bool) -> Terminal {
    Terminal {
        line: ProgressLine::new(!quiet),
        announces,
    }
}

/// Does a job and tells of it; gives the exit code. If `writes`, the files that the job names are written.
pub(super) fn run(
    analysis: &Analysis,
    writes: bool,
    output: &OutputArguments,
) -> Result<u8, CommandError> {
    process_ends_with_run();
    let mut terminal = terminal(output.quiet, output.verbose > 0);
    let done = analysis.run(&mut terminal);
    terminal.line.finish();
    let mut done = done?;
    if output.no_timing {
        done = done.without_times();
    }
    let written = done.written();
    let files = output.formats.to_files();
    let files: Vec<_> = files
        .map(|(format, path)| formats::write(format, &written, path))
        .collect();
    // What is known is told, whatever could not be written.
    match output.formats.printed() {
        Some(format) => print(&formats::text(format, &written)?)?,
        None => show(&done.report, analysis.job(), output)?,
    }
    if let Some(failure) = &done.failure {
        return Err(unreadable(failure));
    }
    files.into_iter().collect::<Result<(), _>>()?;
    if !output.quiet {
        tell_files(&done, &written, writes, analysis.job(), output);
        let is_left = |cut: &Cut| cut.kind != "first-finding";
        let kept = (analysis.checkpoint()).filter(|_| done.report.cuts.iter().any(is_left));
        if let Some(directory) = kept.map(|checkpoint| checkpoint.directory().display()) {
            say_line!(
                "what is done is kept in {directory}: --resume {directory} goes on, with other budgets if some are given"
            );
        }
    }
    Ok(done.exit_code)
}

/// Shows progress on a terminal.
pub(super) struct Terminal {
    pub(super) line: ProgressLine,
    /// Whether findings are told where no line of progress is.
    announces: bool,
}

impl Watcher for Terminal {
    fn violation(&mut self, number: u64, property: &str, place: &Place) {
        let place = place_words(place);
        let notice = format!("violation {number}: {property}, {place}");
        if self.line.is_visible() {
            self.line.print_above(&notice);
        } else if self.announces {
            say_line!("{notice}");
        }
    }

    fn progress(&mut self, progress: &Snapshot) {
        self.line.show(progress);
    }

    fn warning(&mut self, what: &str) {
        let notice = format!("everypath: warning: {what}");
        match self.line.is_visible() {
            true => self.line.print_above(&notice),
            false => say_line!("{notice}"),
        }
    }

    fn wants_progress(&self) -> bool {
        self.line.is_visible()
    }

    fn interrupted(&self) -> bool {
        interrupt::requested()
    }
}

/// Says on standard error which files were written.
fn tell_files(
    done: &Done,
    written: &Written<'_>,
    writes: bool,
    job: &Job,
    output: &OutputArguments,
) {
    if writes {
        say!("{}", done.formulas);
    }
    for (format, path) in output.formats.to_files() {
        if let Some(told) = (format.tell)(written, path) {
            say_line!("{told}");
        }
    }
    let results = &job.results;
    for (path, what, use_it) in [
        (&results.proof, "proof", "; `everypath verify` checks it"),
        (&results.correctness_witness, "correctness witness", ""),
    ] {
        match path {
            Some(path) if done.report.proof.is_some() && writes => {
                say_line!("{what} written to {}{use_it}", path.display());
            }
            Some(_) if done.report.proof.is_none() => {
                say_line!("no {what}: nothing is proven without a bound")
            }
            _ => {}
        }
    }
    if let (Some(directory), true) = (&job.results.tests, writes) {
        let (count, place) = (done.cases, directory.display());
        let beside = match done.other_cases {
            0 => String::new(),
            others => format!(", where {others} of other runs are"),
        };
        say_line!(
            "{count} test cases written to {place}{beside}; `everypath replay FILE CASE` runs one"
        );
    }
}

fn show(report: &Report, job: &Job, output: &OutputArguments) -> Result<(), CommandError> {
    if output.quiet {
        return print(&text::verdict_line(report));
    }
    let options = TextOptions {
        decisions: job.results.decisions,
        checks: output.list_checks || job.results.cores,
        memory: job.results.trace == Some(TraceDetail::Memory),
        statistics: output.stats,
        verbose: output.verbose > 0,
    };
    print(&text::render(report, options, &mut Sources::new()))
}
