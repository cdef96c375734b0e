//! How fast LLVM code runs concretely: each program of `benchmarks/concrete` must print what it prints natively, at
//! five million instructions per second at least.

use std::process::Command;

use everypath_report::table::{Align, Table};

use crate::run::{everypath, programs, provenance, root, store, succeed, timed};

/// Instructions per second that every program must reach.
const LEAST: f64 = 5e6;
/// Runs of a program; the fastest counts, since whatever disturbs only slows down.
const ROUNDS: usize = 3;

/// Runs all programs; false if one prints something else or is too slow.
pub fn bench(keep: bool) -> Result<bool, String> {
    let binary = everypath()?;
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let native = directory.path().join("native");
    let mut table = Table::new(&[
        ("program", Align::Left),
        ("instructions", Align::Right),
        ("seconds", Align::Right),
        ("million instructions/s", Align::Right),
        ("output", Align::Left),
    ]);
    let mut reached = true;
    for source in programs(&root().join("benchmarks/concrete"), "c")? {
        succeed(
            Command::new("clang-19")
                .args(["-O1", "-o"])
                .args([&native, &source]),
        )?;
        let expected = timed(&mut Command::new(&native))?.output.stdout;
        let (mut instructions, mut seconds, mut same) = (0.0, f64::INFINITY, true);
        for _ in 0..ROUNDS {
            let run = timed(
                Command::new(&binary)
                    .args(["run", "--stats", "--target", "lp64"])
                    .arg(&source),
            )?;
            same &= run.output.stdout == expected && run.output.status.success();
            let said = String::from_utf8_lossy(&run.output.stderr).into_owned();
            let (count, time) = figures(&said).ok_or_else(|| format!("no figures in: {said}"))?;
            instructions = count;
            seconds = time.min(seconds);
        }
        let speed = instructions / seconds;
        reached &= same && speed >= LEAST;
        table.row([
            source
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            format!("{instructions:.0}"),
            format!("{seconds:.3}"),
            format!("{:.1}", speed / 1e6),
            if same { "same" } else { "DIFFERENT" }.to_owned(),
        ]);
    }
    print!("{}", table.render(""));
    if keep {
        let text = format!(
            "# Speed of LLVM code, concretely\n\n{}* each run: `everypath run --stats --target lp64 benchmarks/concrete/NAME.c`, the fastest of {ROUNDS}; without compiling\n\n{}",
            provenance("cargo xtask bench concrete --store"),
            table.markdown()
        );
        store("concrete", &text)?;
    }
    Ok(reached)
}

/// Instructions and seconds of `N instructions in T s: ...`.
fn figures(text: &str) -> Option<(f64, f64)> {
    let (count, rest) = text.split_once(" instructions in ")?;
    let count = count.rsplit([' ', '\n']).next()?;
    let time = rest.split(' ').next()?;
    Some((count.parse().ok()?, time.parse().ok()?))
}
