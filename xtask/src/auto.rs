//! The portfolio beside the single engines, over all programs of the tests and the benchmarks: what `auto` takes of the best of them, which nobody
//! knows beforehand, and whether it contradicts any.

use std::path::Path;
use std::process::Command;

use everypath_explore::{Engine, of_portfolio};
use everypath_report::table::{Align, Table};
use serde_json::Value;

use crate::corpus::{self, Subject};
use crate::jobs::of_crates;
use crate::run::{check, everypath, programs, provenance, root, seconds_of, store};

/// Benchmarks, the target for which they are compiled, and their size where they have none of their own.
const BENCHMARKS: [(&str, &str, &[&str]); 4] = [
    ("sym-iss", "riscv32", &[]),
    (
        "conflict",
        "lp64",
        &["--define=N=8", "--unwind=9", "--no-bound-checks"],
    ),
    ("memory", "lp64", &["--define=N=4"]),
    ("objects", "lp64", &[]),
];

/// `auto` takes at most so many times what the best engine takes, all programs together: on one core, and on more.
const IN_TURNS: f64 = 2.5;
const SIDE_BY_SIDE: f64 = 1.3;

/// On several cores, it takes for no program more than so many times that, and so many seconds.
const MOST: (f64, f64) = (2.0, 0.5);

/// So many seconds more than the best engine others may take, to be the best themselves.
const MARGIN: f64 = 0.1;

/// Shorter runs are not shown by themselves.
const SHOWN: f64 = 0.3;

/// What is measured.
pub struct Wanted<'a> {
    /// Only programs whose name contains one of these; all, if there are none.
    pub only: &'a [String],
    pub jobs: usize,
    /// Seconds for each run.
    pub time_limit: u64,
    /// Each so many-th program of the corpora.
    pub every: usize,
    pub keep: bool,
}

/// What a run came to.
struct Outcome {
    verdict: String,
    engine: String,
    seconds: f64,
}

impl Outcome {
    fn has_decided(&self) -> bool {
        self.verdict != "incomplete"
    }
}

/// All programs. What is written is in a directory.
fn subjects(wanted: &Wanted<'_>, directory: &Path) -> Result<Vec<Subject>, String> {
    let mut all = Vec::new();
    for (folder, target, size) in BENCHMARKS {
        for file in programs(&root().join("benchmarks").join(folder), "c")? {
            let mut more = vec![format!("--target={target}")];
            more.extend(size.iter().map(|&option| option.to_owned()));
            all.push(Subject::of_file(folder, &file, more));
        }
    }
    for folder in corpus::FOLDERS {
        all.extend(corpus::of_folder(folder)?.into_iter().step_by(wanted.every));
    }
    let crates = of_crates(directory)?.into_iter();
    all.extend(crates.map(|(name, arguments)| Subject { name, arguments }));
    all.retain(|subject| corpus::is_wanted(&subject.name, wanted.only));
    Ok(all)
}

fn run(
    binary: &Path,
    subject: &Subject,
    time_limit: f64,
    options: &[&str],
) -> Result<Outcome, String> {
    let mut command = Command::new(binary);
    command
        .arg("check")
        .args(&subject.arguments)
        .args(options)
        .arg(format!("--time-limit={time_limit:.2}s"))
        .current_dir(root());
    let (record, _) = check(&mut command).map_err(|why| format!("{}: {why}", subject.name))?;
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok(Outcome {
        verdict: word(&record["verdict"]),
        engine: word(&record["question"]["engine"]),
        seconds: seconds_of(&record),
    })
}

/// Runs every program with each engine and with all of them; false if `auto` takes too long, or says something else than an engine that decided.
/// Programs that no engine decides within the time are counted, and not compared.
pub fn bench(wanted: &Wanted<'_>) -> Result<bool, String> {
    let binary = everypath()?;
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let jobs = wanted.jobs.to_string();
    let mut table = Table::new(&[
        ("program", Align::Left),
        ("best engine", Align::Left),
        ("seconds", Align::Right),
        ("`auto`", Align::Right),
        ("decided by", Align::Left),
        ("times", Align::Right),
    ]);
    let (mut compared, mut undecided) = (0, 0);
    let (mut of_best, mut of_all) = (0.0, 0.0);
    let mut right = true;
    let time_limit = wanted.time_limit as f64;
    for subject in subjects(wanted, directory.path())? {
        let auto = run(&binary, &subject, time_limit, &["--jobs", jobs.as_str()])?;
        // Who decided there is asked first, and what takes longer than the best is not asked for.
        let mut engines: Vec<&str> = of_portfolio().map(Engine::name).collect();
        engines.sort_by_key(|&engine| engine != auto.engine || !auto.has_decided());
        let mut best: Option<Outcome> = None;
        for engine in engines {
            let limit = best
                .as_ref()
                .map_or(time_limit, |best| (best.seconds + MARGIN).min(time_limit));
            let outcome = run(
                &binary,
                &subject,
                limit,
                &["--jobs", "1", "--engine", engine],
            )?;
            let known = best.as_ref();
            if outcome.has_decided() && known.is_none_or(|known| outcome.seconds < known.seconds) {
                best = Some(outcome);
            }
        }
        let Some(best) = best else {
            undecided += 1;
            continue;
        };
        compared += 1;
        of_best += best.seconds;
        of_all += auto.seconds;
        let is_slow = wanted.jobs > 1 && auto.seconds > MOST.0 * best.seconds + MOST.1;
        let is_other = auto.has_decided() && auto.verdict != best.verdict;
        right &= !is_slow && !is_other;
        if is_slow || is_other || !auto.has_decided() || best.seconds.max(auto.seconds) >= SHOWN {
            let decided = match auto.has_decided() {
                true => auto.engine.clone(),
                false => "nobody".to_owned(),
            };
            table.row([
                subject.name.clone(),
                best.engine,
                format!("{:.2}", best.seconds),
                format!("{:.2}", auto.seconds),
                if is_other {
                    "OTHERWISE".to_owned()
                } else {
                    decided
                },
                format!("{:.2}", auto.seconds / best.seconds),
            ]);
        }
        eprintln!(
            "{}: {:.2} s and {:.2} s{}",
            subject.name,
            best.seconds,
            auto.seconds,
            if is_slow { ", TOO SLOW" } else { "" }
        );
    }
    let times = of_all / of_best;
    right &= times
        <= if wanted.jobs > 1 {
            SIDE_BY_SIDE
        } else {
            IN_TURNS
        };
    let sums = format!(
        "{compared} programs, {of_best:.1} s by the best engine of each, {of_all:.1} s by `auto`: {times:.2} times. {undecided} more that no engine decides."
    );
    print!("{}", table.render(""));
    println!("{sums}");
    if wanted.keep {
        let command = format!(
            "cargo xtask bench auto --jobs {jobs} --time-limit {} --every {} --store",
            wanted.time_limit, wanted.every
        );
        let text = format!(
            "# `auto` beside the best engine, {jobs} at the same time\n\n{}\n{sums}\n\n{}",
            provenance(&command),
            table.markdown(),
        );
        store("auto", &text)?;
    }
    Ok(right)
}
