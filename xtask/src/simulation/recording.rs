//! What a simulation rests on: how much work is in the units of jobs, what units leave, what starting them and the driver take, and runs to compare
//! with. It is recorded on one machine and kept in `benchmarks/cluster/recorded.json`.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::driver::DRIVER;
use crate::intervals::compile_for_riscv32;
use crate::jobs::PROGRAMS;
use crate::run::{
    Whose, everypath, processor_seconds, programs, provenance, root, succeed, target,
};

/// What was recorded, and where.
#[derive(Debug, Serialize, Deserialize)]
pub struct Recording {
    /// Command, date, machine with its load at the beginning, versions, and how it was measured, a line each.
    pub provenance: Vec<String>,
    pub costs: Costs,
    pub jobs: Vec<Job>,
    /// What units leave that several threads explored until the time limit.
    pub left: Vec<Left>,
    pub checks: Vec<Check>,
}

/// A job, divided more and more.
#[derive(Debug, Serialize, Deserialize)]
pub struct Job {
    pub name: String,
    pub divisions: Vec<Division>,
}

/// A job in units, each done to its end.
#[derive(Debug, Serialize, Deserialize)]
pub struct Division {
    pub into: usize,
    /// Seconds of work of each unit, in the order of their places.
    pub units: Vec<f64>,
}

/// What a time limit left of a unit.
#[derive(Debug, Serialize, Deserialize)]
pub struct Left {
    /// How many threads explored it.
    pub jobs: usize,
    /// For how many seconds.
    pub limit: f64,
    /// Pieces in the result.
    pub pieces: usize,
    /// Seconds of work of each unit that was left.
    pub units: Vec<f64>,
}

/// A run of two workers of Ray, to compare with.
#[derive(Debug, Serialize, Deserialize)]
pub struct Check {
    pub job: String,
    pub workers: usize,
    /// `--unit-time`, if it was given.
    pub unit_time: Option<f64>,
    /// From the start of the driver to the report.
    pub seconds: f64,
    /// Results but that of the division.
    pub units: usize,
    /// Seconds that all units worked, by the clock.
    pub busy: f64,
}

/// What everything but work costs, in seconds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Costs {
    /// Importing Ray and starting it.
    pub ray: f64,
    /// Ending Ray.
    pub end: f64,
    /// Until Ray has started a task for the first time on a worker.
    pub first: f64,
    /// The driver hands a task to Ray.
    pub submit: f64,
    /// A worker, from one empty task to the next.
    pub task: f64,
    /// The driver asks Ray which of its tasks are done, for each that is under way.
    pub wait: f64,
    /// The driver takes a result of one piece, which leaves a unit, and keeps it, forced to disk.
    pub take: f64,
    /// As much for each further piece.
    pub take_piece: f64,
    /// Of `take`, what forcing it to disk takes.
    pub sync: f64,
    /// A unit: starting everypath and compiling, and writing what is left.
    pub start: f64,
    /// `everypath split` into no units, and for each.
    pub split: f64,
    pub split_unit: f64,
    /// `everypath gather` without results; for each result of one piece, each further piece, and each unit that is open.
    pub gather: f64,
    pub gather_result: f64,
    pub gather_piece: f64,
    pub gather_open: f64,
    /// Bytes of a unit, and of a result of one piece.
    pub unit_bytes: usize,
    pub result_bytes: usize,
}

/// Results of which one takes a gathering so long as the simulation has it, which continues that in a straight line, and fewer, to see whether it is one.
const GATHERED: usize = 5000;
const GATHERED_FIRST: usize = 500;

/// Units into which each program is divided to see how much work is in each; the driver makes eight for two workers.
const INTO: [usize; 3] = [8, 64, 256];

/// A program each of whose eight units works much longer than a time limit.
const LONG: (&str, u32) = ("merge_sort_safe", 10);

/// Measures what the driver and Ray take.
const PROBE: &str = include_str!("probe.py");

fn file() -> PathBuf {
    root().join("benchmarks/cluster/recorded.json")
}

impl Recording {
    pub fn read() -> Result<Self, String> {
        let file = file();
        let failed = |error: &dyn std::fmt::Display| {
            format!(
                "{}: {error}; `cargo xtask simulate --record` makes it",
                file.display()
            )
        };
        let text = std::fs::read_to_string(&file).map_err(|error| failed(&error))?;
        serde_json::from_str(&text).map_err(|error| failed(&error))
    }
}

/// The job of a program of the Sym-ISS thesis, as `split` takes it.
fn job(name: &str, size: u32) -> [String; 6] {
    [
        format!("benchmarks/sym-iss/{name}.c"),
        format!("--define=SIZE={size}"),
        "--target=riscv32".to_owned(),
        "--engine".to_owned(),
        "paths".to_owned(),
        "--all".to_owned(),
    ]
}

/// The least seconds that something takes in three turns, each in a directory of its own, with the last of them.
fn least(
    mut once: impl FnMut(&Path) -> Result<(), String>,
) -> Result<(f64, tempfile::TempDir), String> {
    let mut best: Option<(f64, tempfile::TempDir)> = None;
    for _ in 0..3 {
        let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
        let start = std::time::Instant::now();
        once(directory.path())?;
        let seconds = start.elapsed().as_secs_f64();
        if best.as_ref().is_none_or(|(least, _)| seconds < *least) {
            best = Some((seconds, directory));
        }
    }
    best.ok_or_else(|| "nothing was measured".to_owned())
}

/// Seconds of the processor that processes took that this one waited for.
fn processor() -> Result<f64, String> {
    processor_seconds(Whose::Children)
        .ok_or_else(|| "the system does not tell what processes took; Linux does".to_owned())
}

/// The program that is measured.
struct Tool {
    binary: PathBuf,
}

impl Tool {
    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(&self.binary);
        command.arg(name).current_dir(root());
        command
    }

    fn split(&self, job: &[String], into: usize, units: &Path) -> Result<(), String> {
        let mut command = self.command("split");
        command.args(job).arg(format!("--into={into}"));
        succeed(command.arg("--units").arg(units)).map(drop)
    }

    fn gather(&self, units: &Path, missing: Option<&Path>, record: &Path) -> Result<(), String> {
        let mut command = self.command("gather");
        command.arg(units).arg("-q");
        command.args(missing.map(|missing| format!("--missing={}", missing.display())));
        command.arg(format!("--json={}", record.display()));
        let output = command.output().map_err(|error| error.to_string())?;
        match output.status.code() {
            Some(0 | 5 | 10) => Ok(()),
            _ => Err(format!(
                "gather fails: {}",
                String::from_utf8_lossy(&output.stderr)
            )),
        }
    }

    /// Does a unit, and gives its seconds of work: of the processor, less what else a unit takes of it, or by the clock if that is less.
    fn work(&self, unit: &Path, result: &Path, start: f64, more: &[&str]) -> Result<f64, String> {
        let before = processor()?;
        let mut command = self.command("work");
        command.arg(unit).args(["-q", "--jobs=1"]).args(more);
        succeed(command.arg("--result").arg(result))?;
        let spent = processor()? - before;
        Ok(elapsed(&json(result)?).min((spent - start).max(0.0)))
    }
}

fn json(file: &Path) -> Result<Value, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let text = std::fs::read_to_string(file).map_err(|error| failed(&error))?;
    serde_json::from_str(&text).map_err(|error| failed(&error))
}

/// How long a unit worked, by the clock.
fn elapsed(result: &Value) -> f64 {
    let part = |name: &str| result["content"]["elapsed"][name].as_f64().unwrap_or(0.0);
    part("secs") + part("nanos") / 1e9
}

fn pieces(result: &Value) -> usize {
    result["content"]["pieces"].as_array().map_or(0, Vec::len)
}

/// Units in a directory, in the order of their places.
fn units(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let mut units = programs(directory, "json")?;
    units.retain(|file| file.to_string_lossy().ends_with(".unit.json"));
    Ok(units)
}

fn size(file: &Path) -> Result<usize, String> {
    let text = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(text.len())
}

/// Records what `Recording` has.
pub fn recorded() -> Result<(), String> {
    /// Units into which a job is divided to see what each takes.
    const MANY: usize = 4000;
    /// Units of which the time of starting is the median.
    const SAMPLES: usize = 15;
    let python = target().join("cluster/bin/python");
    if !python.exists() {
        return Err(format!(
            "{}: there is no Ray; `cargo xtask cluster` installs it",
            python.display()
        ));
    }
    let tool = Tool {
        binary: everypath()?,
    };
    let mut provenance: Vec<String> = provenance("cargo xtask simulate --record")
        .lines()
        .map(str::to_owned)
        .collect();
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let at = |name: &str| directory.path().join(name);
    let (name, number) = PROGRAMS[0];
    let short = job(name, number);
    // The division, and gatherings, with few units and many.
    let (few, kept) = least(|place| tool.split(&short, 8, place))?;
    let (many, much) = least(|place| tool.split(&short, MANY, place))?;
    let gathers = |results: &Path| {
        least(|place| {
            let missing = place.join("missing");
            tool.gather(results, Some(&missing), &place.join("record.json"))
        })
    };
    let (none, _) = gathers(kept.path())?;
    let (all, _) = gathers(much.path())?;
    let each = (MANY - 8) as f64;
    let gather_open = ((all - none) / each).max(0.0);
    eprintln!("split {few:.2} s and {many:.2} s, gather {none:.2} s and {all:.2} s");
    // What starting takes of the processor: of units in which next to nothing is to be done.
    let mut starts = Vec::new();
    for unit in units(much.path())?.iter().step_by(MANY / SAMPLES) {
        let before = processor()?;
        tool.work(unit, &at("result.json"), 0.0, &["--budget-paths=1"])?;
        starts.push(processor()? - before);
    }
    starts.sort_by(f64::total_cmp);
    let start = starts[starts.len() / 2];
    eprintln!("starting takes {start:.2} s of the processor");
    let [gather_few, gather_result] = gatherings(&tool, &at("gathered"))?;
    provenance.push(
        "* the driver, Ray, `split` and `gather`: by the clock, the least of 3 to 10 turns, but starting and ending Ray and its first task, one turn"
            .to_owned(),
    );
    provenance.push(format!(
        "* a result, to `gather`: of {GATHERED} of a compiled program; of the first {GATHERED_FIRST} of these it took {:.2} ms for each",
        1000.0 * gather_few
    ));
    provenance.push(
        "* work: of the processor, in ticks of 10 ms, less what starting takes of it, one turn; a unit that takes less than starting varies has none"
            .to_owned(),
    );
    let mut jobs = Vec::new();
    for (name, number) in PROGRAMS {
        let mut divisions = Vec::new();
        for into in INTO {
            divisions.push(division(&tool, &job(name, number), into, start)?);
        }
        jobs.push(Job {
            name: format!("{name} {number}"),
            divisions,
        });
    }
    // What several threads leave of a unit.
    let long = job(LONG.0, LONG.1);
    let divided = at("long");
    tool.split(&long, 8, &divided)?;
    let whole = units(&divided)?;
    let mut left = Vec::new();
    for jobs in [4, 16] {
        let alone = at(&format!("left-{jobs}"));
        std::fs::create_dir_all(&alone).map_err(|error| error.to_string())?;
        std::fs::copy(
            divided.join("split.result.json"),
            alone.join("split.result.json"),
        )
        .map_err(|error| error.to_string())?;
        let limit = DRIVER.shortest;
        let open = at(&format!("open-{jobs}"));
        let mut command = tool.command("work");
        command
            .arg(&whole[1])
            .arg("-q")
            .arg(format!("--time-limit={limit}"))
            .arg(format!("--jobs={jobs}"))
            .arg("--left")
            .arg(&open);
        succeed(command.arg("--result").arg(alone.join("1.result.json")))?;
        let mut works = Vec::new();
        for unit in units(&open)? {
            works.push(tool.work(&unit, &at("result.json"), start, &[])?);
        }
        eprintln!("{jobs} threads leave {works:.2?}");
        left.push(Left {
            jobs,
            limit,
            pieces: pieces(&json(&alone.join("1.result.json"))?),
            units: works,
        });
    }
    let large = at("left-16/1.result.json");
    let further = pieces(&json(&large)?).max(2) - 1;
    let (with_large, _) = gathers(&at("left-16"))?;
    let written = gather_open * left.last().map_or(0, |left| left.units.len()) as f64;
    // The driver and Ray.
    let unit = units(much.path())?.swap_remove(MANY / 2);
    let small = at("small.result.json");
    tool.work(&unit, &small, start, &[])?;
    let probe = succeed(
        Command::new(&python)
            .args(["-c", PROBE])
            .arg(&tool.binary)
            .arg(&unit)
            .args([&small, &large, &whole[1]])
            .current_dir(root()),
    )?;
    let found: Value = serde_json::from_slice(&probe.output.stdout)
        .map_err(|error| format!("the probe: {error}"))?;
    eprintln!("{found}");
    let seconds = |name: &str| {
        found[name]
            .as_f64()
            .ok_or_else(|| format!("the probe tells no {name}"))
    };
    let take = seconds("take")?;
    let costs = Costs {
        ray: seconds("ray")?,
        end: seconds("end")?,
        first: seconds("first")?,
        submit: seconds("submit")?,
        task: seconds("task")?,
        wait: seconds("wait")?,
        take,
        take_piece: ((seconds("large")? - take) / further as f64).max(0.0),
        sync: (take - seconds("unforced")?).max(0.0),
        start: seconds("start")?,
        split: few,
        split_unit: ((many - few) / each).max(0.0),
        gather: none,
        gather_result,
        gather_piece: ((with_large - none - written) / further as f64).max(0.0),
        gather_open,
        unit_bytes: size(&unit)?,
        result_bytes: size(&small)?,
    };
    let mut checks = Vec::new();
    for (name, number) in [PROGRAMS[0], PROGRAMS[1]] {
        for unit_time in [None, Some(1.0)] {
            checks.push(ran(&tool, &python, name, number, unit_time)?);
        }
    }
    let recording = Recording {
        provenance,
        costs,
        jobs,
        left,
        checks,
    };
    let file = file();
    let text = serde_json::to_string_pretty(&recording).map_err(|error| error.to_string())?;
    let folder = file.parent().unwrap_or(&file);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&file, text + "\n"))
        .map_err(|error| format!("{}: {error}", file.display()))?;
    println!("stored in {}", file.display());
    Ok(())
}

/// What a result takes a gathering, if there are few and if there are many. The program is compiled once for all of them.
fn gatherings(tool: &Tool, place: &Path) -> Result<[f64; 2], String> {
    let compiled = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (name, number) = PROGRAMS[0];
    let source = root().join(format!("benchmarks/sym-iss/{name}.c"));
    let defines = [format!("SIZE={number}")];
    let program = compile_for_riscv32(&source, &defines, compiled.path())?;
    let mut job: Vec<String> = program
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    job.extend(["--engine=paths", "--all"].map(str::to_owned));
    tool.split(&job, GATHERED, place)?;
    let gathered = || least(|other| tool.gather(place, None, &other.join("record.json")));
    let (none, _) = gathered()?;
    let all = units(place)?;
    let (first, rest) = all.split_at(GATHERED_FIRST.min(all.len()));
    let each = |done: usize, seconds: f64| ((seconds - none) / done as f64).max(0.0);
    for unit in first {
        tool.work(unit, &unit.with_extension("result.json"), 0.0, &[])?;
    }
    let (few, _) = gathered()?;
    for unit in rest {
        tool.work(unit, &unit.with_extension("result.json"), 0.0, &[])?;
    }
    let (many, _) = gathered()?;
    eprintln!(
        "no result is gathered in {none:.2} s, {} in {few:.2} s, {} in {many:.2} s",
        first.len(),
        all.len()
    );
    Ok([each(first.len(), few), each(all.len(), many)])
}

/// Divides a job and does each unit to its end.
fn division(tool: &Tool, job: &[String], into: usize, start: f64) -> Result<Division, String> {
    let place = tempfile::tempdir().map_err(|error| error.to_string())?;
    tool.split(job, into, place.path())?;
    let mut works = Vec::new();
    for unit in units(place.path())? {
        works.push(tool.work(&unit, &unit.with_extension("result.json"), start, &[])?);
    }
    let sum: f64 = works.iter().sum();
    eprintln!("{} in {into}: {sum:.1} s of work", job[0]);
    Ok(Division { into, units: works })
}

/// A run of two workers of Ray that is started for it.
fn ran(
    tool: &Tool,
    python: &Path,
    name: &str,
    number: u32,
    unit_time: Option<f64>,
) -> Result<Check, String> {
    let workers = 2;
    let place = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut command = Command::new(python);
    command
        .args(["-m", "everypath.cluster", "check"])
        .args(job(name, number));
    command
        .arg(format!("--workers={workers}"))
        .arg("-q")
        .arg("--units")
        .arg(place.path());
    command.args(unit_time.map(|seconds| format!("--unit-time={seconds}")));
    let run = succeed(command.env("EVERYPATH", &tool.binary).current_dir(root()))?;
    let mut results = programs(place.path(), "json")?;
    results.retain(|file| !file.ends_with("split.result.json"));
    let mut busy = 0.0;
    for result in &results {
        busy += elapsed(&json(result)?);
    }
    eprintln!(
        "{name} {number} with {workers} workers: {:.1} s, {} units",
        run.seconds,
        results.len()
    );
    Ok(Check {
        job: format!("{name} {number}"),
        workers,
        unit_time,
        seconds: run.seconds,
        units: results.len(),
        busy,
    })
}
