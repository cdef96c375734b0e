//! `everypath split`, `work` and `gather`: a job divided into units of work that are files, and put together again.

use std::path::{Path, PathBuf};

use everypath_explore::{Budgets, Unit};

use super::check::{asked, run, terminal};
use crate::Analysis;
use crate::cli::{GatherArguments, SplitArguments, WorkArguments};
use crate::exit::{CommandError, unreadable};
use crate::interrupt;
use crate::units::{Gathered, Origin, Read, UNIT, does_more, write_units};
use crate::{say, say_line};

/// How the names of results end.
const RESULT: &str = ".result.json";

/// Runs `split`.
pub fn split(arguments: &SplitArguments) -> Result<u8, CommandError> {
    interrupt::catch();
    let result = arguments.units.join(format!("split{RESULT}"));
    if result.exists() {
        return Err(unreadable(format!(
            "{}: a job was divided there already; name another directory with --units, or remove this one",
            result.display()
        )));
    }
    let analysis = Analysis::new(arguments.job.clone())?;
    say!("{}", analysis.warnings());
    let mut terminal = terminal(true, false);
    let results = analysis.split(arguments.into.get(), &mut terminal)?;
    let origin = Origin::of(&analysis);
    let units = write_units(&origin, &arguments.units, &results.open())?;
    origin.write(&result, &results)?;
    say_line!(
        "units written to {}: {}; `everypath work FILE` does one",
        arguments.units.display(),
        units.len(),
    );
    Ok(0)
}

/// Runs `work`.
pub fn work(arguments: &WorkArguments) -> Result<u8, CommandError> {
    interrupt::catch();
    let read = Read::<Unit>::of(&arguments.unit)?;
    let file = match &arguments.result {
        Some(file) => file.clone(),
        None => beside(&arguments.unit),
    };
    let earlier = read.earlier(&file)?;
    if (earlier.as_ref()).is_some_and(|earlier| earlier.content.open().is_empty()) {
        if !arguments.quiet {
            say_line!("{}: the unit is done", file.display());
        }
        return Ok(0);
    }
    let analysis = Analysis::new(read.recorded.job.clone())?;
    say!("{}", analysis.warnings());
    read.recorded.refuse_changes(&analysis)?;
    let analysis = analysis.with_jobs(arguments.jobs);
    let budgets = Budgets {
        paths: arguments.budget_paths,
        wall: arguments.time_limit,
        system_memory: true,
        ..Budgets::default()
    };
    let mut terminal = terminal(arguments.quiet, false);
    let results = analysis.work(read.content, budgets, &mut terminal);
    terminal.line.finish();
    let results = results?;
    if (earlier.as_ref()).is_some_and(|earlier| !does_more(&results, &earlier.content)) {
        if !arguments.quiet {
            say_line!(
                "{}: kept as it is: it has done no less of the unit",
                file.display()
            );
        }
        return Ok(0);
    }
    let origin = Origin::of(&analysis);
    let open = results.open();
    if let Some(directory) = &arguments.left {
        // Before the result: who has that has what it leaves.
        write_units(&origin, directory, &open)?;
    }
    origin.write(&file, &results)?;
    if !arguments.quiet {
        let states: u64 = open.iter().map(|unit| unit.states).sum();
        say_line!(
            "{} written: paths {}, findings {}, states left {states}",
            file.display(),
            results.paths(),
            results.findings(),
        );
    }
    Ok(0)
}

/// Where the result of a unit is written.
fn beside(unit: &Path) -> PathBuf {
    let name = unit.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.strip_suffix(UNIT).unwrap_or(&name);
    unit.with_file_name(format!("{stem}{RESULT}"))
}

/// Runs `gather`.
pub fn gather(arguments: &GatherArguments) -> Result<u8, CommandError> {
    arguments
        .output
        .formats
        .refuse_files_behind(&arguments.results)?;
    arguments.output.formats.refuse_places()?;
    let mut files = Vec::new();
    for given in &arguments.results {
        match given.is_dir() {
            true => files.extend(results_in(given)?),
            false => files.push(given.clone()),
        }
    }
    let gathered = Gathered::of(&files)?;
    let analysis = Analysis::new(gathered.recorded.job.clone())?;
    gathered.recorded.refuse_changes(&analysis)?;
    let open = gathered.results.open();
    let quiet = arguments.output.quiet;
    if gathered.unused > 0 && !quiet {
        say_line!("results that are not needed: {}", gathered.unused);
    }
    if let Some(directory) = &arguments.missing {
        let units = gathered.write_open(directory)?;
        if !quiet {
            let place = directory.display();
            say_line!("units without a result written to {place}: {}", units.len());
        }
    } else if !open.is_empty() && !quiet {
        say_line!(
            "units without a result: {}; --missing DIR writes them",
            open.len()
        );
    }
    let analysis = asked(analysis, &arguments.output).gathered(gathered.results)?;
    run(&analysis, true, &arguments.output)
}

/// The results in a directory, by name.
fn results_in(directory: &Path) -> Result<Vec<PathBuf>, CommandError> {
    let wrong = |error: std::io::Error| unreadable(format!("{}: {error}", directory.display()));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(wrong)? {
        let file = entry.map_err(wrong)?.path();
        if file.to_string_lossy().ends_with(RESULT) {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}
