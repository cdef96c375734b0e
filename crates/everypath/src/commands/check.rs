//! `everypath check`: follows every path and reports.

use everypath_report::excerpt::Sources;
use everypath_report::format::{Need, Written};
use everypath_report::progress::{ProgressLine, Snapshot};
use everypath_report::text::{self, TextOptions};
use everypath_report::{Place, Report, place_words};

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

/// Runs the command.
pub fn check(arguments: &CheckArguments) -> Result<u8, CommandError> {
    interrupt::catch();
    let output = &arguments.output;
    let recorded = arguments.from.as_deref().map(Recorded::read).transpose()?;
    let job = recorded
        .as_ref()
        .map_or(&arguments.job, |recorded| &recorded.job);
    job.refuse()?;
    let mut analysis = Analysis::new(job.clone())?;
    eprint!("{}", analysis.warnings());
    if let Some(recorded) = &recorded {
        recorded.refuse_changes(&analysis)?;
        analysis = analysis.without_files();
    }
    analysis = analysis
        .with(output.formats.needs())
        .with_jobs(arguments.jobs);
    if output.stats {
        analysis = analysis.with([Need::Source]);
    }
    let mut terminal = Terminal {
        line: ProgressLine::new(!output.quiet),
        announces: output.verbose > 0,
    };
    let done = analysis.run(&mut terminal);
    terminal.line.finish();
    let mut done = done?;
    if output.no_timing {
        done = done.without_times();
    }
    let written = done.written();
    for (format, path) in output.formats.to_files() {
        formats::write(format, &written, path)?;
    }
    match output.formats.printed() {
        Some(format) => print(&formats::text(format, &written)?),
        None => show(&done.report, analysis.job(), output),
    }
    if let Some(failure) = &done.failure {
        return Err(unreadable(failure));
    }
    if !output.quiet {
        tell_files(&done, &written, recorded.is_none(), analysis.job(), output);
    }
    Ok(done.exit_code)
}

/// Shows progress on a terminal.
struct Terminal {
    line: ProgressLine,
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
            eprintln!("{notice}");
        }
    }

    fn progress(&mut self, progress: &Snapshot) {
        self.line.show(progress);
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
        eprint!("{}", done.formulas);
    }
    for (format, path) in output.formats.to_files() {
        if let Some(told) = (format.tell)(written, path) {
            eprintln!("{told}");
        }
    }
    let results = &job.results;
    for (path, what, use_it) in [
        (&results.proof, "proof", "; `everypath verify` checks it"),
        (&results.correctness_witness, "correctness witness", ""),
    ] {
        match path {
            Some(path) if done.report.proof.is_some() && writes => {
                eprintln!("{what} written to {}{use_it}", path.display());
            }
            Some(_) if done.report.proof.is_none() => {
                eprintln!("no {what}: nothing is proven without a bound")
            }
            _ => {}
        }
    }
    if let (Some(directory), true) = (&job.results.tests, writes) {
        let (count, place) = (done.cases, directory.display());
        eprintln!("{count} test cases written to {place}; `everypath replay FILE CASE` runs one");
    }
}

fn show(report: &Report, job: &Job, output: &OutputArguments) {
    if output.quiet {
        print(&text::verdict_line(report));
        return;
    }
    let options = TextOptions {
        decisions: job.results.decisions,
        checks: output.list_checks || job.results.cores,
        memory: job.results.trace == Some(TraceDetail::Memory),
        statistics: output.stats,
        verbose: output.verbose > 0,
    };
    print(&text::render(report, options, &mut Sources::new()));
}
