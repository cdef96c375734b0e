//! What one core loses or gains against an earlier build, in instructions of the processor as callgrind counts them: the whole of a check, from the source to
//! the verdict.

use std::path::Path;
use std::process::Command;
use std::thread;

use everypath_report::table::{Align, Table};

use crate::run::{collected, counted, everypath, provenance, root, store, timed};

/// Engines, programs of the benchmarks, and their sizes.
const WORKLOADS: [(&str, &str, &str); 12] = [
    ("paths", "sym-iss/sets_safe.c", "SIZE=4"),
    ("paths", "sym-iss/quick_sort_safe.c", "SIZE=6"),
    ("paths", "sym-iss/merge_sort_safe.c", "SIZE=7"),
    ("paths", "sym-iss/string_to_num_safe.c", "SIZE=4"),
    ("merge", "sym-iss/max_safe.c", "SIZE=16"),
    ("merge", "sym-iss/max_safe.c", "SIZE=24"),
    ("merge", "sym-iss/max_safe.c", "SIZE=32"),
    ("merge", "sym-iss/sets_safe.c", "SIZE=5"),
    ("merge", "sym-iss/quick_sort_safe.c", "SIZE=4"),
    ("conflict", "sym-iss/sets_safe.c", "SIZE=3"),
    ("conflict", "conflict/pairs.c", "N=8"),
    ("conflict", "conflict/distinct.c", "N=6"),
];

/// More than this is a loss.
const ALLOWED: f64 = 1.02;

/// Counts for all workloads; false if the sum of an engine has grown by more than is allowed.
pub fn bench(before: &Path, keep: bool) -> Result<bool, String> {
    let now = everypath()?;
    let builds = [before, &now];
    let mut table = Table::new(&[
        ("engine", Align::Left),
        ("program", Align::Left),
        ("before, million instructions", Align::Right),
        ("now", Align::Right),
        ("ratio", Align::Right),
    ]);
    let mut sums: Vec<(&str, [f64; 2])> = Vec::new();
    for (engine, file, size) in WORKLOADS {
        let [before, now] = thread::scope(|scope| {
            builds
                .map(|build| scope.spawn(move || count(build, engine, file, size)))
                .map(|run| {
                    run.join()
                        .unwrap_or_else(|_| Err("a run panics".to_owned()))
                })
        });
        let counts = [before?, now?];
        let ratio = counts[1] / counts[0];
        eprintln!("{engine}, {file} {size}: {ratio:.3}");
        table.row([
            engine.to_owned(),
            format!("{file} {size}"),
            format!("{:.1}", counts[0] / 1e6),
            format!("{:.1}", counts[1] / 1e6),
            format!("{ratio:.3}"),
        ]);
        if sums.last().is_none_or(|(last, _)| *last != engine) {
            sums.push((engine, [0.0; 2]));
        }
        if let Some((_, sum)) = sums.last_mut() {
            (sum[0], sum[1]) = (sum[0] + counts[0], sum[1] + counts[1]);
        }
    }
    let mut text = table.render("");
    for (engine, [before, now]) in &sums {
        text += &format!("{engine}: {:.3} of before in the sum\n", now / before);
    }
    print!("{text}");
    if keep {
        let provenance = provenance("cargo xtask bench before BINARY --store");
        let text = format!("# One core against an earlier build\n\n{provenance}\n```\n{text}```\n");
        store("before", &text)?;
    }
    Ok(sums
        .iter()
        .all(|(_, [before, now])| now / before <= ALLOWED))
}

/// The instructions of a check.
fn count(build: &Path, engine: &str, file: &str, size: &str) -> Result<f64, String> {
    let mut command = counted(build);
    command
        .arg("check")
        .arg(root().join("benchmarks").join(file))
        .args(["--define", size, "--engine", engine, "--all", "-q"]);
    if file.starts_with("sym-iss") {
        command.args(["--target", "riscv32"]);
    }
    if takes_jobs(build)? {
        command.args(["--jobs", "1"]);
    }
    let run = timed(&mut command)?;
    match run.output.status.code() {
        Some(0) => collected(&run),
        code => Err(format!(
            "{} check {file} ends with {code:?}: {}",
            build.display(),
            String::from_utf8_lossy(&run.output.stderr).trim()
        )),
    }
}

/// Whether a build can have several workers; without a file, it complains about what comes first.
fn takes_jobs(build: &Path) -> Result<bool, String> {
    let run = timed(Command::new(build).args(["check", "--jobs", "1"]))?;
    Ok(!String::from_utf8_lossy(&run.output.stderr).contains("unexpected argument"))
}
