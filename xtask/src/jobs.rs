//! Several workers, and runs that are killed: what `--jobs 2` gains on runs of some seconds and what it costs, that nothing depends on who is
//! faster, and that `--resume` loses next to nothing.
//!
//! zlib and Lua come from the crates libz-sys and lua-src, where cargo has unpacked them; nothing of them is kept here.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use everypath_report::table::{Align, Table};
use everypath_term::Random;
use serde_json::Value;

use crate::run::{Whose, everypath, processor_seconds, provenance, root, seconds_of, store};

/// Decompresses symbolic bytes.
const INFLATE: &str = r#"
#include <stddef.h>
#include "zlib.h"
extern void klee_make_symbolic(void *, size_t, const char *);
int main(void) {
    unsigned char in[SIZE], out[64];
    klee_make_symbolic(in, SIZE, "in");
    z_stream stream = {0};
    if (inflateInit2(&stream, -15) != Z_OK) return 1;
    stream.next_in = in;
    stream.avail_in = SIZE;
    stream.next_out = out;
    stream.avail_out = sizeof out;
    inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
}
"#;

const ZLIB_FILES: [&str; 6] = [
    "inflate", "inftrees", "inffast", "adler32", "crc32", "zutil",
];

/// Parses symbolic characters.
const PARSER: &str = r#"
#include <stddef.h>
#include "lua.h"
#include "lauxlib.h"
extern void klee_make_symbolic(void *, size_t, const char *);
int main(void) {
    char text[SIZE];
    klee_make_symbolic(text, SIZE, "text");
    lua_State *state = luaL_newstate();
    if (!state) return 1;
    luaL_loadbuffer(state, text, SIZE, "text");
    lua_close(state);
}
"#;

const LUA_FILES: [&str; 20] = [
    "lapi", "lauxlib", "lcode", "ldebug", "ldo", "ldump", "lfunc", "lgc", "llex", "lmem",
    "lobject", "lopcodes", "lparser", "lstate", "lstring", "ltable", "ltm", "lundump", "lvm",
    "lzio",
];

/// Programs of the Sym-ISS thesis on RISC-V, and the size at which one worker takes some ten seconds.
pub const PROGRAMS: [(&str, u32); 3] = [
    ("merge_sort_safe", 9),
    ("quick_sort_safe", 8),
    ("sets_safe", 6),
];

/// Programs of the same that `merge` takes long for, the size, and the target.
const MERGED: [(&str, u32, &str); 2] = [("sets_safe", 8, "riscv32"), ("max_safe", 64, "lp64")];

/// A run to be measured.
struct Workload {
    name: String,
    arguments: Vec<String>,
}

impl Workload {
    fn command(&self, binary: &Path, more: &[&str]) -> Command {
        let mut command = Command::new(binary);
        command.arg("check").args(&self.arguments).args(more);
        command
    }
}

/// The arguments that say which program of the Sym-ISS thesis it is.
fn of_sym_iss(name: &str, size: u32, target: &str) -> Vec<String> {
    let file = root().join(format!("benchmarks/sym-iss/{name}.c"));
    let size = format!("--define=SIZE={size}");
    vec![
        file.display().to_string(),
        size,
        format!("--target={target}"),
    ]
}

/// What `merge` divides: questions, not paths.
fn merged() -> impl Iterator<Item = Workload> {
    MERGED.into_iter().map(|(name, size, target)| {
        let mut arguments = of_sym_iss(name, size, target);
        arguments.extend(["--engine", "merge", "--all"].map(str::to_owned));
        let name = format!("{name} {size} (merge)");
        Workload { name, arguments }
    })
}

/// All workloads of paths; those whose sources are not there are told of and left out. What is written is in a directory.
fn workloads(directory: &Path) -> Result<Vec<Workload>, String> {
    let options = ["--engine", "paths", "--all"].map(str::to_owned);
    let mut all = Vec::new();
    for (name, size) in PROGRAMS {
        let mut arguments = of_sym_iss(name, size, "riscv32");
        arguments.extend(options.clone());
        let name = format!("{name} {size}");
        all.push(Workload { name, arguments });
    }
    for (name, mut arguments) in of_crates(directory)? {
        arguments.extend(options.clone());
        all.push(Workload { name, arguments });
    }
    Ok(all)
}

/// Programs of crates, with the arguments that name their files; those whose sources are not there are told of and left out. What is written is in
/// a directory.
pub fn of_crates(directory: &Path) -> Result<Vec<(String, Vec<String>)>, String> {
    let mut all = Vec::new();
    for (name, part, harness, files, size) in [
        (
            "inflate 4",
            "libz-sys-*/src/zlib",
            INFLATE,
            &ZLIB_FILES[..],
            4,
        ),
        (
            "Lua's parser 2",
            "lua-src-*/lua-5.1*",
            PARSER,
            &LUA_FILES[..],
            2,
        ),
    ] {
        let Some(sources) = of_registry(part) else {
            eprintln!(
                "{name}: left out, cargo has no {part}; `cargo fetch` for a package that depends on it unpacks it"
            );
            continue;
        };
        let file = directory.join(format!("{}.c", files[0]));
        std::fs::write(&file, harness).map_err(|error| error.to_string())?;
        let mut arguments = vec![file.display().to_string()];
        let paths = files.iter().map(|file| sources.join(format!("{file}.c")));
        arguments.extend(paths.map(|path| path.display().to_string()));
        arguments.push(format!("--include={}", sources.display()));
        arguments.push(format!("--define=SIZE={size}"));
        all.push((name.to_owned(), arguments));
    }
    Ok(all)
}

/// A directory of a crate that cargo has unpacked.
fn of_registry(part: &str) -> Option<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")))?;
    let pattern = home.join("registry/src/*").join(part);
    let mut found: Vec<PathBuf> = glob::glob(&pattern.to_string_lossy())
        .ok()?
        .flatten()
        .collect();
    found.sort();
    found.pop()
}

/// What of a record does not depend on how the work was divided.
fn timeless(record: &Value) -> Value {
    let mut record = record.clone();
    record["timing"] = Value::Null;
    record["statistics"]["queries"] = Value::Null;
    record["statistics"]["layers"] = Value::Null;
    record
}

/// Instructions that were executed, those included that followed others.
fn instructions(record: &Value) -> f64 {
    let executed = record["statistics"]["instructions"].as_f64().unwrap_or(0.0);
    executed
        + record["timing"]["followed_instructions"]
            .as_f64()
            .unwrap_or(0.0)
}

/// Runs a check to its end; gives its record, and what it took.
fn measured(command: &mut Command, directory: &Path) -> Result<(Value, Life), String> {
    let file = directory.join("record.json");
    command.arg(format!("--json={}", file.display())).arg("-q");
    let (_, life) = watched(command, None)?;
    let text = std::fs::read_to_string(&file).map_err(|error| error.to_string())?;
    std::fs::remove_file(&file).map_err(|error| error.to_string())?;
    let record = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    Ok((record, life))
}

/// Runs a check so many times at once, each with one worker; gives how many times as fast that is as one after another, of which one took so many seconds. Several
/// workers can hardly gain more: who is alone has the caches, the memory and the heat of the processor for himself.
fn apart(
    workload: &Workload,
    binary: &Path,
    jobs: usize,
    seconds_of_one: f64,
    directory: &Path,
) -> Result<f64, String> {
    let one = |number: usize| {
        let directory = directory.join(number.to_string());
        std::fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
        measured(&mut workload.command(binary, &["--jobs", "1"]), &directory)
    };
    let runs: Vec<Result<(Value, Life), String>> = std::thread::scope(|scope| {
        let one = &one;
        let threads: Vec<_> = (0..jobs)
            .map(|number| scope.spawn(move || one(number)))
            .collect();
        let ended = threads.into_iter().map(|thread| {
            let stopped = |_| Err("a thread of the benchmark panicked".to_owned());
            thread.join().unwrap_or_else(stopped)
        });
        ended.collect()
    });
    let mut sum = 0.0;
    for run in runs {
        sum += seconds_of(&run?.0);
    }
    Ok(jobs as f64 * seconds_of_one / (sum / jobs as f64))
}

/// Runs each workload with one worker and with several; false if they find something else.
pub fn bench(only: &[String], jobs: usize, keep: bool) -> Result<bool, String> {
    let binary = everypath()?;
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut table = Table::new(&[
        ("workload", Align::Left),
        ("paths", Align::Right),
        ("seconds, 1", Align::Right),
        ("more", Align::Right),
        ("times as fast", Align::Right),
        ("side by side", Align::Right),
        ("processor", Align::Right),
        ("instructions", Align::Right),
        ("queries", Align::Right),
        ("memory", Align::Right),
        ("same", Align::Right),
    ]);
    let mut right = true;
    let mut all = workloads(directory.path())?;
    all.extend(merged());
    for workload in chosen(all, only) {
        let number = jobs.to_string();
        let (one, alone) = measured(
            &mut workload.command(&binary, &["--jobs", "1"]),
            directory.path(),
        )?;
        let mut command = workload.command(&binary, &["--jobs", &number]);
        let (more, together) = measured(&mut command, directory.path())?;
        let same = timeless(&one) == timeless(&more);
        right &= same;
        let (before, after) = (seconds_of(&one), seconds_of(&more));
        let of_machine = apart(&workload, &binary, jobs, before, directory.path())?;
        let grows = |of: &dyn Fn(&Value) -> &Value| {
            let number = |record| of(record).as_f64().unwrap_or(0.0);
            format!("{:.2}", number(&more) / number(&one))
        };
        table.row([
            workload.name.clone(),
            one["statistics"]["paths"].to_string(),
            format!("{before:.2}"),
            format!("{after:.2}"),
            format!("{:.2}", before / after),
            format!("{of_machine:.2}"),
            format!("{:.2}", together.processor / alone.processor),
            format!("{:.2}", instructions(&more) / instructions(&one)),
            grows(&|record| &record["statistics"]["queries"]),
            grows(&|record| &record["timing"]["peak_memory_bytes"]),
            if same { "yes" } else { "NO" }.to_owned(),
        ]);
        eprintln!("{}: {before:.2} s and {after:.2} s", workload.name);
    }
    print!("{}", table.render(""));
    if keep {
        let text = format!(
            "# One worker and {jobs}\n\n{}\nSeconds, and what {jobs} workers take of that of one. Side by side: how many times as fast {jobs} checks of one worker each are, at once, as one after another: about what the machine has to give.\n\n{}",
            provenance(&format!("cargo xtask bench jobs --jobs {jobs} --store")),
            table.markdown(),
        );
        store("jobs", &text)?;
    }
    Ok(right)
}

fn chosen(all: Vec<Workload>, only: &[String]) -> impl Iterator<Item = Workload> {
    let wanted = |workload: &Workload| {
        let mut only = only.iter();
        only.len() == 0 || only.any(|part| workload.name.contains(part.as_str()))
    };
    all.into_iter()
        .filter(move |workload| wanted(workload))
        .collect::<Vec<_>>()
        .into_iter()
}

/// Kills runs at random moments and takes them up; false if one finds something else, or takes a tenth more in the mean than the
/// uninterrupted runs in front of it and behind it: what a processor does in a second changes within minutes.
pub fn kill(only: &[String], rounds: u32, jobs: usize, seed: u64) -> Result<bool, String> {
    let binary = everypath()?;
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut random = Random::new(seed);
    let mut right = true;
    for workload in chosen(workloads(directory.path())?, only) {
        let number = jobs.to_string();
        let with_jobs = ["--jobs", number.as_str()];
        let uninterrupted =
            || measured(&mut workload.command(&binary, &with_jobs), directory.path());
        let (alone, whole) = uninterrupted()?;
        let mut before = whole.processor;
        let expected = timeless(&alone);
        let quiet = [&with_jobs[..], &["-q"]].concat();
        let (mut round, mut kills, mut sum, mut worst) = (0, 0, 0.0, 0.0_f64);
        // A run that comes to its end before its moment is not one of those that were to be killed.
        while kills < rounds {
            round += 1;
            let kept = directory.path().join(format!("kept-{round}"));
            let name = kept.display().to_string();
            let share = random.below(1 << 20) as f64 / f64::from(1 << 20);
            let moment = before * share;
            let begun = [&quiet[..], &["--checkpoint", &name]].concat();
            let (was_killed, first) = watched(
                &mut workload.command(&binary, &begun),
                Some((moment, &kept)),
            )?;
            kills += u32::from(was_killed);
            let mut again = Command::new(&binary);
            again.args(["check", "--resume", &name]).args(with_jobs);
            let (record, second) = measured(&mut again, directory.path())?;
            let (_, beside) = uninterrupted()?;
            let ratio = 2.0 * (first.processor + second.processor) / (before + beside.processor);
            before = beside.processor;
            sum += ratio;
            worst = worst.max(ratio);
            let same = timeless(&record) == expected;
            right &= same;
            eprintln!(
                "{} round {round}: {} after {:.1} s of the processor, work {ratio:.3}{}",
                workload.name,
                if was_killed { "killed" } else { "at its end" },
                first.processor,
                if same { "" } else { ", SOMETHING ELSE FOUND" },
            );
            std::fs::remove_dir_all(&kept).map_err(|error| error.to_string())?;
        }
        let mean = sum / f64::from(round.max(1));
        right &= mean <= 1.1;
        println!(
            "{}: {round} rounds, {kills} killed, {:.1} s by itself; work {mean:.3} in the mean, {worst:.3} at most",
            workload.name, whole.seconds
        );
    }
    Ok(right)
}

/// How long a process was there, and what it took of the processor.
#[derive(Clone, Copy, Default)]
struct Life {
    seconds: f64,
    processor: f64,
}

/// Runs a command, and kills it when it has taken so many seconds of the processor, if they are given, but not before its checkpoint is there. Gives whether it was killed.
fn watched(command: &mut Command, end: Option<(f64, &Path)>) -> Result<(bool, Life), String> {
    let start = Instant::now();
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut life = Life::default();
    loop {
        let spent = processor_seconds(Whose::Process(child.id()));
        life.processor = spent.filter(|&spent| spent > 0.0).unwrap_or(life.processor);
        life.seconds = start.elapsed().as_secs_f64();
        if child
            .try_wait()
            .map_err(|error| error.to_string())?
            .is_some()
        {
            return Ok((false, life));
        }
        if let Some((moment, kept)) = end
            && life.processor >= moment
            && kept.join("checkpoint.json").exists()
        {
            child
                .kill()
                .and_then(|()| child.wait())
                .map_err(|error| error.to_string())?;
            return Ok((true, life));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}
