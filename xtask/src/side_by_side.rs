//! What `everypath test` costs besides its checks: programs of the tests as one suite, beside the same checks one after another, and beside the same
//! processes with nobody who reads what they leave behind.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use everypath_report::table::{Align, Table};

use crate::corpus::{self, Subject};
use crate::run::{Whose, everypath, processor_seconds, provenance, root, store};

/// A suite takes at most so many times the sum of its checks, divided by the processors.
const MOST: f64 = 1.1;

/// Folders whose programs all end soon.
const FOLDERS: [&str; 2] = ["c", "riscv"];

/// What is measured.
pub struct Wanted {
    /// So many programs, spread evenly over the folders.
    pub programs: usize,
    /// How often all is measured.
    pub rounds: usize,
    /// Whether the result is stored.
    pub keep: bool,
}

/// What one round takes.
struct Round {
    /// The sum of the checks, one after another, divided by the processors: the mean of a time before all others and one behind, as machines get
    /// slower and faster by themselves.
    shared: Cost,
    /// The same processes side by side, the longest first.
    bare: Cost,
    /// The suite when nothing is known of it, and once more.
    first: Cost,
    again: Cost,
}

/// What something takes, in seconds.
#[derive(Clone, Copy)]
struct Cost {
    /// By the clock.
    clock: f64,
    /// Of the processors, divided by their number: what it would take if they were never idle, whatever else they do.
    processors: f64,
}

impl Round {
    /// What the numbers of the table are times, by the clock.
    fn ratios(&self) -> [f64; 3] {
        [self.bare, self.first, self.again].map(|cost| cost.clock / self.shared.clock)
    }

    /// The same by what the processors did.
    fn processor_ratios(&self) -> [f64; 3] {
        [self.bare, self.first, self.again].map(|cost| cost.processors / self.shared.processors)
    }
}

/// Measures; false if the suite takes too long in the median of all rounds.
pub fn bench(wanted: &Wanted) -> Result<bool, String> {
    let binary = everypath()?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let subjects = subjects(wanted.programs)?;
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let config = directory.path().join("everypath.toml");
    std::fs::write(&config, suite(&subjects)?).map_err(|error| error.to_string())?;
    let mut table = Table::new(&[
        ("round", Align::Right),
        ("sum / processors", Align::Right),
        ("processes", Align::Right),
        ("first", Align::Right),
        ("again", Align::Right),
        ("times: processes", Align::Right),
        ("first", Align::Right),
        ("again", Align::Right),
    ]);
    let mut rounds = Vec::new();
    for number in 1..=wanted.rounds {
        let round = measure(&binary, &subjects, directory.path(), cores)?;
        let seconds = [round.shared, round.bare, round.first, round.again];
        let seconds = seconds.map(|cost| format!("{:.2}", cost.clock));
        let ratios = round.ratios().map(|ratio| format!("{ratio:.3}"));
        let row = [number.to_string()]
            .into_iter()
            .chain(seconds)
            .chain(ratios);
        table.row(row);
        eprintln!("round {number}: {:.3}", round.ratios()[2]);
        rounds.push(round);
    }
    let [bare, first, again] = medians(&rounds, Round::ratios);
    let [bare_work, first_work, again_work] = medians(&rounds, Round::processor_ratios);
    let sums = format!(
        "{} programs on {cores} processors: in the median, `everypath test` takes {first:.3} times the sum of its checks divided by the processors, and {again:.3} times that once it knows how long each takes; the processes alone take {bare:.3}. In time of the processors: {first_work:.3}, {again_work:.3} and {bare_work:.3}.",
        subjects.len()
    );
    print!("{}", table.render(""));
    println!("{sums}");
    if wanted.keep {
        let command = format!(
            "cargo xtask bench test --programs {} --rounds {} --store",
            wanted.programs, wanted.rounds
        );
        let text = format!(
            "# `everypath test` beside its checks\n\n{}\n{sums}\n\n{}",
            provenance(&command),
            table.markdown(),
        );
        store("test", &text)?;
    }
    Ok(first <= MOST && again <= MOST)
}

/// The median of each column.
fn medians(rounds: &[Round], ratios: impl Fn(&Round) -> [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|column| {
        let mut column: Vec<f64> = rounds.iter().map(|round| ratios(round)[column]).collect();
        column.sort_by(f64::total_cmp);
        column.get(column.len() / 2).copied().unwrap_or(f64::NAN)
    })
}

/// So many programs.
fn subjects(most: usize) -> Result<Vec<Subject>, String> {
    let mut all = Vec::new();
    for folder in FOLDERS {
        all.extend(corpus::of_folder(folder)?);
    }
    let step = (all.len() / most.max(1)).max(1);
    Ok(all.into_iter().step_by(step).take(most).collect())
}

/// The file that describes them.
fn suite(subjects: &[Subject]) -> Result<String, String> {
    let mut text = String::new();
    for subject in subjects {
        let (file, options) = subject.arguments.split_first().ok_or("no file")?;
        let name = &subject.name;
        let options = options.join(" ");
        writeln!(
            text,
            "[[check]]\nname = {name:?}\nfiles = [{file:?}]\noptions = {options:?}"
        )
        .map_err(|error| error.to_string())?;
    }
    Ok(text)
}

fn measure(
    binary: &Path,
    subjects: &[Subject],
    directory: &Path,
    cores: usize,
) -> Result<Round, String> {
    let one_by_one = || -> Result<Vec<(f64, &Subject)>, String> {
        let checked = subjects
            .iter()
            .map(|subject| Ok((check(binary, subject)?, subject)));
        checked.collect()
    };
    let (mut alone, before) = cost(cores, one_by_one)?;
    alone.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let longest_last = alone.into_iter().map(|(_, subject)| subject);
    let (_, bare) = cost(cores, || side_by_side(binary, longest_last, cores))?;
    // A suite that nobody ran yet.
    let memory = directory.join(".everypath");
    if memory.exists() {
        std::fs::remove_dir_all(&memory).map_err(|error| error.to_string())?;
    }
    let (_, first) = cost(cores, || test(binary, directory))?;
    let (_, again) = cost(cores, || test(binary, directory))?;
    let (_, behind) = cost(cores, one_by_one)?;
    Ok(Round {
        shared: Cost {
            clock: (before.clock + behind.clock) / 2.0 / cores as f64,
            processors: (before.processors + behind.processors) / 2.0,
        },
        bare,
        first,
        again,
    })
}

/// Does something whose processes are waited for, and tells what it took.
fn cost<T>(cores: usize, work: impl FnOnce() -> Result<T, String>) -> Result<(T, Cost), String> {
    let spent = || processor_seconds(Whose::Children).unwrap_or(f64::NAN);
    let (start, before) = (Instant::now(), spent());
    let done = work()?;
    let cost = Cost {
        clock: start.elapsed().as_secs_f64(),
        processors: (spent() - before) / cores as f64,
    };
    Ok((done, cost))
}

/// Seconds of a check by itself, which has one processor, as the checks of a suite have.
fn check(binary: &Path, subject: &Subject) -> Result<f64, String> {
    let mut command = Command::new(binary);
    command
        .args(["check", "--jobs", "1"])
        .args(&subject.arguments)
        .current_dir(root());
    seconds(&mut command)
}

/// Checks all, as many at once as there are processors; the last goes first.
fn side_by_side<'s>(
    binary: &Path,
    subjects: impl Iterator<Item = &'s Subject>,
    cores: usize,
) -> Result<(), String> {
    let waiting = Mutex::new(subjects.collect::<Vec<_>>());
    let next = || waiting.lock().map_or(None, |mut waiting| waiting.pop());
    thread::scope(|scope| {
        let work = || -> Result<(), String> {
            while let Some(subject) = next() {
                check(binary, subject)?;
            }
            Ok(())
        };
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let mut ended = workers.into_iter().map(|worker| worker.join());
        ended.try_for_each(|ended| ended.unwrap_or_else(|_| Err("a worker panicked".to_owned())))
    })
}

/// Checks the suite; in seconds.
fn test(binary: &Path, directory: &Path) -> Result<f64, String> {
    let mut command = Command::new(binary);
    command.arg("test").current_dir(directory);
    seconds(&mut command)
}

/// Seconds of a command, whatever it says.
fn seconds(command: &mut Command) -> Result<f64, String> {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let status = command.status().map_err(|error| error.to_string())?;
    match status.code() {
        // Some programs are unsafe, and some are not decided.
        Some(0 | 5 | 10) => Ok(start.elapsed().as_secs_f64()),
        code => Err(format!("{command:?} ends with {code:?}")),
    }
}
