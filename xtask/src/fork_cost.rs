//! What a fork costs with 10 and with 1,000 states waiting, in instructions of the processor as callgrind counts them.
//!
//! The example `fork_cost` of the explorer tells times; those include what the caches of this computer hold, which 1,000
//! states do not fit in. Instructions do not: if cloning a state took longer for a longer path, they would grow.

use std::path::Path;
use std::process::Command;

use everypath_report::table::{Align, Table};

use crate::run::{build, collected, counted, provenance, store, target, timed};

/// Strategies whose scheduling differs, as the command line names them.
const STRATEGIES: [&str; 8] = [
    "dfs",
    "bfs",
    "random-state",
    "random-path",
    "coverage",
    "criteria-max",
    "criteria-sum",
    "criteria-proportional",
];
/// Numbers of waiting states, the least first.
const WAITING: [u64; 2] = [10, 1_000];
/// How much more a fork may take with more states waiting: searches in trees and rare moves of tables.
const ALLOWED: f64 = 1.05;

/// Counts for every strategy; false if one takes more than is allowed.
pub fn bench(keep: bool) -> Result<bool, String> {
    build(&["--package", "everypath-explore", "--example", "fork_cost"])?;
    let example = target().join("release/examples/fork_cost");
    let mut table = Table::new(&[
        ("strategy", Align::Left),
        ("instructions per fork, 10 waiting", Align::Right),
        ("1,000 waiting", Align::Right),
        ("ratio", Align::Right),
    ]);
    let mut constant = true;
    for strategy in STRATEGIES {
        let mut costs = Vec::new();
        for waiting in WAITING {
            costs.push(per_fork(&example, strategy, waiting)?);
        }
        let [few, many] = costs[..] else { continue };
        let ratio = many / few;
        constant &= ratio <= ALLOWED;
        eprintln!("{strategy}: {ratio:.3}");
        table.row([
            strategy.to_owned(),
            format!("{few:.0}"),
            format!("{many:.0}"),
            format!("{ratio:.3}"),
        ]);
    }
    print!("{}", table.render(""));
    if keep {
        let times = timed(&mut Command::new(&example))?;
        let text = format!(
            "# What a fork costs\n\n{}\nInstructions of the processor per fork, counted by callgrind over 50,000 forks:\n\n{}\nTimes of the same, processor time, the least of 11 rounds (`cargo run --release -p everypath-explore --example fork_cost`); they include the misses of the caches:\n\n```\n{}```\n",
            provenance("cargo xtask bench fork-cost --store"),
            table.markdown(),
            String::from_utf8_lossy(&times.output.stdout),
        );
        store("fork-cost", &text)?;
    }
    Ok(constant)
}

fn per_fork(example: &Path, strategy: &str, waiting: u64) -> Result<f64, String> {
    let run = timed(
        counted(example)
            .arg(strategy)
            .env("FORK_COST_ONCE", waiting.to_string()),
    )?;
    let said = String::from_utf8_lossy(&run.output.stdout).into_owned();
    let forks = said.split(' ').next().and_then(|count| count.parse().ok());
    match forks.filter(|&forks: &f64| forks > 0.0) {
        Some(forks) => Ok(collected(&run)? / forks),
        None => Err(format!("{strategy} tells no forks: {said}")),
    }
}
