//! How a run on a cluster of up to 1,000 workers would go (`docs/cluster.md`): a simulation of events, of what the driver of
//! `python/everypath/cluster.py` does, with times of units of work, of starting them and of the driver that were recorded on one machine.
//!
//! Nothing is run but with `--record`: the recording is `benchmarks/cluster/recorded.json`, and all that is drawn has a fixed seed, so the same
//! recording gives the same tables everywhere. Work is in seconds of one processor, so that other work of the machine that recorded does not
//! count; what the driver does is in seconds of the least of several turns.
//!
//! What surprised: not the workers but the driver decides. When it asked `gather`, which reads every result since the beginning, which units
//! were open, that was most of the time of a run of 100 hours; told by each result, it is busy for a small part of the time.

mod driver;
mod picture;
mod recording;

use std::path::PathBuf;

use everypath_report::table::{Align, Table};
use everypath_term::Random;

use crate::run::{root, store};
use driver::{DRIVER, Keeps, Opens, Policy, Run, Shares, draw, simulate};
use picture::drawn;
use recording::{Costs, Division, Job, Recording, recorded};

/// How many hours of one processor the job takes that is simulated by default.
pub const HOURS: f64 = 100.0;

/// How many workers.
const WORKERS: [usize; 12] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 750, 1000];

const SECONDS_OF_HOUR: f64 = 3600.0;

/// What is drawn.
const SEED: u64 = 1;

/// Ways of the driver: as it is, and others.
const WAYS: [(&str, &str, Policy); 5] = [
    ("as it is", "#1a4f9c", DRIVER),
    (
        "and forces results to disk together",
        "#6a3d9a",
        Policy {
            keeps: Keeps::Together,
            ..DRIVER
        },
    ),
    (
        "`--unit-time 30`",
        "#a15c00",
        Policy {
            fixed: Some(30.0),
            ..DRIVER
        },
    ),
    (
        "units do not depend on the driver",
        "#1d6b34",
        Policy {
            busy: 0.0,
            ..DRIVER
        },
    ),
    (
        "asks `gather` each time, as before",
        "#a31515",
        Policy {
            busy: 0.0,
            opens: Opens::Gathered,
            ..DRIVER
        },
    ),
];

fn picture() -> PathBuf {
    root().join("docs/pictures/cluster.svg")
}

impl Recording {
    fn shares(&self) -> Shares<'_> {
        Shares {
            left: &self.left,
            random: Random::new(SEED),
        }
    }

    /// Units of a job of so many seconds: as unequal as those of the recorded jobs, divided into as many.
    fn scaled(&self, seconds: f64, into: usize) -> Vec<f64> {
        let nearest = |job: &Job| {
            let near = |division: &&Division| division.into.abs_diff(into);
            let division = job.divisions.iter().min_by_key(near)?;
            let sum: f64 = division.units.iter().sum();
            let mean = sum / division.units.len().max(1) as f64;
            Some(division.units.iter().map(|work| work / mean).collect())
        };
        let from: Vec<f64> = self
            .jobs
            .iter()
            .filter(|job| job.divisions.len() > 1)
            .filter_map(nearest)
            .flat_map(|units: Vec<f64>| units)
            .collect();
        draw(seconds, into, &from, &mut Random::new(SEED))
    }

    /// A run of a job of so many hours.
    fn run(&self, hours: f64, workers: usize, policy: &Policy) -> Run {
        let into = (policy.first_units * workers).max(2);
        let units = self.scaled(SECONDS_OF_HOUR * hours, into);
        simulate(&units, workers, policy, &self.costs, &mut self.shares())
    }

    /// How many times as fast as one processor a job of so many hours is done.
    fn speedup(&self, hours: f64, workers: usize, policy: &Policy) -> f64 {
        SECONDS_OF_HOUR * hours / self.run(hours, workers, policy).seconds
    }

    /// All that is told, in this order: predictions beside runs, more and more workers, ways of the driver, sizes of jobs.
    fn tables(&self, hours: f64) -> [Table; 4] {
        [
            compared(self),
            table(self, hours),
            ways(self, hours),
            sizes(self),
        ]
    }
}

/// Tells how runs go, after recording if that is asked; false if no comparison could be made.
pub fn simulation(hours: f64, record: bool, keep: bool) -> Result<bool, String> {
    if !(hours > 0.0 && hours <= 1e6) {
        return Err(format!(
            "{hours} hours; expected more than 0, at most a million"
        ));
    }
    if record {
        recorded()?;
    }
    let recording = Recording::read()?;
    let tables = recording.tables(hours);
    let [compared, table, ways, sizes] = &tables;
    println!("Two workers of Ray, and what is predicted of them:\n");
    print!("{}", compared.render(""));
    println!("\nA job of {hours} hours of one processor:\n");
    print!("{}", table.render(""));
    println!("\nIts speed-up, by how the driver works:\n");
    print!("{}", ways.render(""));
    println!("\nThe same with jobs of other sizes, the driver as it is:\n");
    print!("{}", sizes.render(""));
    println!("\n{}", words(&recording.costs));
    if keep {
        let file = picture();
        std::fs::write(&file, drawn(&recording, hours))
            .map_err(|error| format!("{}: {error}", file.display()))?;
        println!("stored in {}", file.display());
        let text = format!(
            "# Runs on a cluster, simulated\n\n* command: `cargo xtask simulate --hours {hours} --store`; what it was computed from:\n{}\n\n{}\n{}\n",
            recording.provenance.join("\n"),
            tables.map(|table| table.markdown()).join("\n"),
            words(&recording.costs),
        );
        store("simulation", &text)?;
    }
    Ok(!recording.checks.is_empty())
}

/// The costs that matter to the driver.
fn words(costs: &Costs) -> String {
    let milliseconds = |seconds: f64| format!("{:.2} ms", 1000.0 * seconds);
    format!(
        "Starting Ray takes {:.1} s, a unit {:.0} ms until it works, a division {} a unit, a result {} (of these {} to force it to disk), a gathering {:.0} ms, \
         and {} for each result, {} for each further piece of one and {} for each open unit. A unit has {} bytes, a result {}.",
        costs.ray,
        1000.0 * costs.start,
        milliseconds(costs.split_unit),
        milliseconds(costs.take),
        milliseconds(costs.sync),
        1000.0 * costs.gather,
        milliseconds(costs.gather_result),
        milliseconds(costs.gather_piece),
        milliseconds(costs.gather_open),
        costs.unit_bytes,
        costs.result_bytes,
    )
}

/// Predictions beside runs.
fn compared(recording: &Recording) -> Table {
    let mut table = Table::new(&[
        ("job", Align::Left),
        ("unit time", Align::Right),
        ("work", Align::Right),
        ("predicted", Align::Right),
        ("slower", Align::Right),
        ("predicted so", Align::Right),
        ("measured", Align::Right),
        ("error", Align::Right),
        ("units", Align::Right),
        ("measured", Align::Right),
    ]);
    for check in &recording.checks {
        let into = DRIVER.first_units * check.workers;
        let job = recording.jobs.iter().find(|job| job.name == check.job);
        let Some(division) =
            job.and_then(|job| job.divisions.iter().find(|division| division.into == into))
        else {
            continue;
        };
        let policy = Policy {
            fixed: check.unit_time,
            ..DRIVER
        };
        let unit_time = check.unit_time.map(|seconds| format!("{seconds} s"));
        let work: f64 = division.units.iter().sum();
        let slower = check.busy / work;
        let predicted = |slower: f64| {
            let units: Vec<f64> = division.units.iter().map(|work| work * slower).collect();
            let mut costs = recording.costs.clone();
            costs.start *= slower;
            let shares = &mut recording.shares();
            simulate(&units, check.workers, &policy, &costs, shares)
        };
        let alone = predicted(1.0);
        let so = predicted(slower);
        table.row([
            check.job.clone(),
            unit_time.unwrap_or("measured".to_owned()),
            format!("{work:.1} s"),
            format!("{:.1} s", alone.seconds),
            format!("{slower:.2}"),
            format!("{:.1} s", so.seconds),
            format!("{:.1} s", check.seconds),
            format!("{:+.0} %", 100.0 * (so.seconds / check.seconds - 1.0)),
            so.units.to_string(),
            check.units.to_string(),
        ]);
    }
    table
}

/// A time in words.
fn time(seconds: f64) -> String {
    match seconds {
        ..300.0 => format!("{seconds:.0} s"),
        300.0..36_000.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.0} h", seconds / 3600.0),
    }
}

/// How runs with more and more workers go.
fn table(recording: &Recording, hours: f64) -> Table {
    let mut table = Table::new(&[
        ("workers", Align::Right),
        ("time", Align::Right),
        ("speed-up", Align::Right),
        ("efficiency", Align::Right),
        ("units", Align::Right),
        ("starting units", Align::Right),
        ("start, end", Align::Right),
        ("driver", Align::Right),
        ("no units", Align::Right),
    ]);
    for workers in WORKERS {
        let run = recording.run(hours, workers, &DRIVER);
        let all = run.seconds * workers as f64;
        let percent = |part: f64| format!("{:.1} %", 100.0 * part / all);
        let speedup = SECONDS_OF_HOUR * hours / run.seconds;
        table.row([
            workers.to_string(),
            time(run.seconds),
            format!("{speedup:.1}"),
            percent(run.work),
            run.units.to_string(),
            percent(run.starting),
            percent(run.ends),
            percent(run.driver),
            percent(run.lacking),
        ]);
    }
    table
}

/// The most workers, of those that are simulated, of which at least half the time is work.
fn half(recording: &Recording, hours: f64, policy: &Policy) -> String {
    let half = WORKERS.into_iter().rev().find(|&workers| {
        let run = recording.run(hours, workers, policy);
        2.0 * run.work >= run.seconds * workers as f64
    });
    half.map_or("none".to_owned(), |workers| workers.to_string())
}

/// The speed-up of jobs of so many hours, each done in a way, with some numbers of workers. What a row is about has this heading.
fn speedups(
    recording: &Recording,
    heading: (&str, Align),
    rows: impl IntoIterator<Item = (String, f64, Policy)>,
) -> Table {
    const SHOWN: [usize; 4] = [64, 256, 512, 1000];
    let numbers = SHOWN.map(|workers| workers.to_string());
    let mut columns = vec![heading];
    columns.extend(numbers.iter().map(|number| (number.as_str(), Align::Right)));
    columns.push(("half of the time is work up to", Align::Right));
    let mut table = Table::new(&columns);
    for (about, hours, policy) in rows {
        let speedups = SHOWN.map(|workers| recording.speedup(hours, workers, &policy));
        let half = half(recording, hours, &policy);
        let speedups = speedups.map(|speedup| format!("{speedup:.0}"));
        table.row([about].into_iter().chain(speedups).chain([half]));
    }
    table
}

/// What else the driver could do.
fn ways(recording: &Recording, hours: f64) -> Table {
    let rows = WAYS.map(|(name, _, policy)| (name.to_owned(), hours, policy));
    speedups(recording, ("driver", Align::Left), rows)
}

/// Jobs of other sizes.
fn sizes(recording: &Recording) -> Table {
    let rows = [1.0, 10.0, 100.0, 1000.0].map(|hours| (format!("{hours} h"), hours, DRIVER));
    speedups(recording, ("job", Align::Right), rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_recording_gives_the_same_and_the_documentation_says_so() {
        let recording = Recording::read().unwrap();
        let picture = drawn(&recording, HOURS);
        assert_eq!(picture, drawn(&recording, HOURS));
        assert_eq!(std::fs::read_to_string(super::picture()).unwrap(), picture);
        let page = std::fs::read_to_string(root().join("docs/cluster.md")).unwrap();
        for table in recording.tables(HOURS) {
            let table = table.markdown();
            assert!(page.contains(&table), "docs/cluster.md lacks\n{table}");
        }
        assert!(page.contains(&words(&recording.costs)));
    }
}
