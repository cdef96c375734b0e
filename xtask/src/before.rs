//! What one core loses or gains against an earlier build, in instructions of the processor as callgrind counts them: the whole of a check, from the source to
//! the verdict.

use std::path::Path;
use std::process::Command;
use std::thread;

use everypath_report::table::{Align, Table};

use crate::run::{collected, counted, everypath, provenance, root, store, succeed, timed};

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

/// A build, and the options with which it uses one core.
type Build<'a> = (&'a Path, &'static [&'static str]);

/// Counts for all workloads; false if the sum of an engine has grown by more than is allowed.
pub fn bench(before: &Path, keep: bool) -> Result<bool, String> {
    let now = everypath()?;
    let builds = [(before, one_core(before)?), (&*now, one_core(&now)?)];
    let mut table = Table::new(&[
        ("engine", Align::Left),
        ("program", Align::Left),
        ("before, million instructions", Align::Right),
        ("now", Align::Right),
        ("ratio", Align::Right),
    ]);
    let mut counts = Vec::new();
    for (engine, file, size) in WORKLOADS {
        let [before, now] = thread::scope(|scope| {
            builds
                .map(|build| scope.spawn(move || count(build, engine, file, size)))
                .map(|run| {
                    run.join()
                        .unwrap_or_else(|_| Err("a run panics".to_owned()))
                })
        });
        let (before, now) = (before?, now?);
        let ratio = now / before;
        eprintln!("{engine}, {file} {size}: {ratio:.3}");
        table.row([
            engine.to_owned(),
            format!("{file} {size}"),
            format!("{:.1}", before / 1e6),
            format!("{:.1}", now / 1e6),
            format!("{ratio:.3}"),
        ]);
        counts.push((engine, before, now));
    }
    let (mut sums, mut right) = (String::new(), true);
    for of_engine in counts.chunk_by(|one, other| one.0 == other.0) {
        let before: f64 = of_engine.iter().map(|count| count.1).sum();
        let now: f64 = of_engine.iter().map(|count| count.2).sum();
        let ratio = now / before;
        right &= ratio <= ALLOWED;
        sums += &format!("* {}: {ratio:.3} of before in the sum\n", of_engine[0].0);
    }
    print!("{}{sums}", table.render(""));
    if keep {
        let text = format!(
            "# One core against an earlier build\n\n{}\n{sums}\n{}",
            provenance("cargo xtask bench before BINARY --store"),
            table.markdown()
        );
        store("before", &text)?;
    }
    Ok(right)
}

/// The instructions of a check that finds nothing.
fn count(
    (program, one_core): Build<'_>,
    engine: &str,
    file: &str,
    size: &str,
) -> Result<f64, String> {
    let mut command = counted(program);
    command
        .arg("check")
        .arg(root().join("benchmarks").join(file))
        .args(["--define", size, "--engine", engine, "--all", "-q"])
        .args(one_core);
    if file.starts_with("sym-iss") {
        command.args(["--target", "riscv32"]);
    }
    collected(&succeed(&mut command)?)
}

/// What makes a build use one core: builds before there were workers know no option for it, and say so before they ask for a file.
fn one_core(program: &Path) -> Result<&'static [&'static str], String> {
    let run = timed(Command::new(program).args(["check", "--jobs", "1"]))?;
    let said = String::from_utf8_lossy(&run.output.stderr);
    Ok(match said.contains("unexpected argument") {
        true => &[],
        false => &["--jobs", "1"],
    })
}
