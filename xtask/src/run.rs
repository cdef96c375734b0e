//! Running `everypath` and other programs, and storing results with what is needed to measure again.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The root of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// The release build of `everypath`: named by EVERYPATH, else built beside this task.
pub fn everypath() -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("EVERYPATH") {
        return Ok(PathBuf::from(named));
    }
    build(&["--package", "everypath"])?;
    Ok(target().join("release/everypath"))
}

/// Builds something of this workspace for release.
pub fn build(what: &[&str]) -> Result<(), String> {
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--release"])
        .args(what)
        .current_dir(root())
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    match built.success() {
        true => Ok(()),
        false => Err(format!("cargo build --release {} fails", what.join(" "))),
    }
}

/// Where cargo builds.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A run of a program and how long it took.
#[derive(Debug)]
pub struct Timed {
    /// What it printed and its exit status.
    pub output: Output,
    /// Seconds from start to end.
    pub seconds: f64,
}

/// Runs a command to its end.
pub fn timed(command: &mut Command) -> Result<Timed, String> {
    let start = Instant::now();
    let output = command
        .output()
        .map_err(|error| {
            format!(
                "{}: {error}; programs that tasks need are Debian packages (csmith, valgrind, qemu-user)",
                command.get_program().display()
            )
        })?;
    Ok(Timed {
        output,
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// Runs a command that has to succeed.
pub fn succeed(command: &mut Command) -> Result<Timed, String> {
    let run = timed(command)?;
    if run.output.status.success() {
        return Ok(run);
    }
    Err(format!(
        "{} fails: {}",
        command.get_program().display(),
        String::from_utf8_lossy(&run.output.stderr).trim()
    ))
}

/// A program under callgrind, which counts the instructions of the processor.
pub fn counted(program: &Path) -> Command {
    let mut command = Command::new("valgrind");
    command
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program);
    command
}

/// What callgrind counted.
pub fn collected(run: &Timed) -> Result<f64, String> {
    let said = String::from_utf8_lossy(&run.output.stderr);
    let line = said.lines().find(|line| line.contains("Collected :"));
    let count = line.and_then(|line| line.rsplit(' ').next());
    count
        .and_then(|count| count.parse().ok())
        .ok_or_else(|| format!("callgrind tells no count: {}", said.trim()))
}

/// The files of a directory with an extension, sorted.
pub fn programs(directory: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", directory.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The files with an extension in a directory and all below it, sorted.
pub fn programs_below(directory: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", directory.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            found.extend(programs_below(&path, extension)?);
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Whose time on the processor is told.
#[derive(Clone, Copy, Debug)]
pub enum Whose {
    /// A process, by its number, with all its threads.
    Process(u32),
    /// Those that this process has waited for, and that they have waited for.
    Children,
}

/// Seconds of the processor that somebody took, where the system tells (Linux).
pub fn processor_seconds(whose: Whose) -> Option<f64> {
    /// Ticks of a second in /proc, on all architectures that there are.
    const TICKS: f64 = 100.0;
    // Behind the name, which may have anything in it: proc(5) counts utime as field 14, cutime as 16.
    let (process, first) = match whose {
        Whose::Process(number) => (number.to_string(), 11),
        Whose::Children => ("self".to_owned(), 13),
    };
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, rest) = text.rsplit_once(')')?;
    let fields = rest.split_whitespace().skip(first).take(2);
    Some(fields.flat_map(str::parse::<f64>).sum::<f64>() / TICKS)
}

/// Runs `everypath check --json` and gives the record.
pub fn check(command: &mut Command) -> Result<(serde_json::Value, Timed), String> {
    let run = timed(command.arg("--json"))?;
    let record = serde_json::from_slice(&run.output.stdout).map_err(|error| {
        format!(
            "no record ({error}); exit {:?}: {}",
            run.output.status.code(),
            String::from_utf8_lossy(&run.output.stderr).trim()
        )
    })?;
    Ok((record, run))
}

/// The seconds that a check took without what making the program took, as its record says; not a number where it says nothing.
pub fn seconds_of(record: &serde_json::Value) -> f64 {
    record["timing"]["seconds"].as_f64().unwrap_or(f64::NAN)
}

/// The first line that a command prints.
fn first_line(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    output.ok().map_or_else(
        || "not found".to_owned(),
        |output| {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            text.lines().next().unwrap_or("").to_owned()
        },
    )
}

/// Machine, versions and date, as a list in Markdown.
pub fn provenance(command: &str) -> String {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .map_or("unknown", |rest| rest.trim_start_matches([' ', '\t', ':']));
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let memory = memory
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("MemTotal:"))
        .map_or("unknown", str::trim);
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').take(3).collect::<Vec<_>>().join(" ");
    let commit = first_line(
        "git",
        &["-C", &root().display().to_string(), "rev-parse", "HEAD"],
    );
    format!(
        "* command: `{command}`\n* date: {}\n* commit: {commit}\n* machine: {model}, {cores} processors, {memory} memory; load averages {load}\n* {}\n* {}\n* {}\n",
        date(),
        first_line("rustc", &["--version"]),
        first_line("clang-19", &["--version"]),
        first_line("uname", &["-sr"]),
    )
}

/// Today as YYYY-MM-DD (UTC), by the civil-from-days computation on the proleptic Gregorian calendar.
pub fn date() -> String {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs());
    let mut days = seconds / 86_400;
    let mut year = 1970;
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    loop {
        let length = if leap(year) { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let february = if leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

/// Writes a result file and says where.
pub fn store(name: &str, contents: &str) -> Result<(), String> {
    let directory = root().join("benchmarks/results");
    let path = directory.join(format!("{}-{name}.md", date()));
    fs::create_dir_all(&directory)
        .and_then(|()| fs::write(&path, contents))
        .map_err(|error| format!("{}: {error}", path.display()))?;
    println!("stored in {}", path.display());
    Ok(())
}

/// Whether a program can be run.
pub fn is_there(program: &str) -> bool {
    let output = Command::new(program).arg("--version").output();
    output.is_ok_and(|it| it.status.success())
}
