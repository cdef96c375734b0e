//! What a fork of a C program costs with 100 and with 10,000 objects that it does not touch, in instructions of the processor.
//!
//! `benchmarks/objects/untouched.c` makes so many heap blocks and then forks; what is counted is the difference between a
//! run with many forks and one with few, so that neither compiling nor making the objects counts.

use std::path::Path;

use everypath_report::table::{Align, Table};

use crate::run::{collected, counted, everypath, provenance, root, store, timed};

/// Numbers of objects, the least first; with fewer, the nodes of the tree of objects are not full.
const OBJECTS: [u64; 3] = [100, 1_000, 10_000];
/// Numbers of forks of the two runs.
const FORKS: [u64; 2] = [100, 1_100];
/// How much more a fork may take with more objects.
const ALLOWED: f64 = 1.05;

/// Counts; false if a fork takes more with more objects.
pub fn bench(keep: bool) -> Result<bool, String> {
    let binary = everypath()?;
    let mut table = Table::new(&[
        ("objects", Align::Right),
        ("instructions per fork", Align::Right),
        ("ratio", Align::Right),
    ]);
    let (mut first, mut constant) = (None, true);
    for objects in OBJECTS {
        let [few, many] = FORKS.map(|forks| count(&binary, objects, forks));
        let cost = (many? - few?) / (FORKS[1] - FORKS[0]) as f64;
        let ratio = cost / *first.get_or_insert(cost);
        constant &= ratio <= ALLOWED;
        table.row([
            objects.to_string(),
            format!("{cost:.0}"),
            format!("{ratio:.3}"),
        ]);
    }
    print!("{}", table.render(""));
    if keep {
        let text = format!(
            "# What a fork costs with objects that it does not touch\n\n{}* each run: `everypath check benchmarks/objects/untouched.c --target lp64 --define OBJECTS=N --define FORKS=M` under callgrind, with M = {} and {}\n\n{}",
            provenance("cargo xtask bench untouched --store"),
            FORKS[0],
            FORKS[1],
            table.markdown()
        );
        store("untouched", &text)?;
    }
    Ok(constant)
}

fn count(binary: &Path, objects: u64, forks: u64) -> Result<f64, String> {
    let run = timed(
        counted(binary)
            .args(["check", "--jobs", "1", "--engine", "paths"])
            .arg(root().join("benchmarks/objects/untouched.c"))
            .args(["--target", "lp64"])
            .arg(format!("--define=OBJECTS={objects}"))
            .arg(format!("--define=FORKS={forks}")),
    )?;
    if !run.output.status.success() {
        return Err(format!(
            "untouched.c with {objects} objects is not safe: {}",
            String::from_utf8_lossy(&run.output.stdout)
        ));
    }
    collected(&run)
}
