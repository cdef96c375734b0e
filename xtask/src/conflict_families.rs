//! Families of programs for learning from conflicts ([benchmarks/conflict](../../benchmarks/conflict/README.md)): where it wins by a factor that
//! grows with the size, and where it cannot win.

use std::process::Command;

use everypath_report::table::{Align, Table};

use crate::conflict::{Run, goal, known};
use crate::run::{everypath, provenance, root, store};

/// Following all paths, merging, and learning.
const ENGINES: [&str; 3] = ["paths", "merge", "conflict"];
/// Seconds that a run may take.
const TIME_LIMIT: u32 = 60;
/// The most time that learning takes where it cannot win, in parts of the time without.
const OVERHEAD: f64 = 1.2;

/// What is expected of learning beside following all paths.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// Fewer instructions, by a factor that is greater for each size.
    Wins,
    /// Not much more time.
    KeepsUp,
}

/// A family: its name, its sizes and what is expected. All are safe.
const FAMILIES: [(&str, &[u32], Expected); 4] = [
    ("shared", &[4, 6, 8, 10, 12], Expected::Wins),
    ("pairs", &[4, 6, 8, 10, 12], Expected::Wins),
    ("loop", &[4, 6, 8, 10], Expected::Wins),
    ("distinct", &[4, 5, 6, 7, 8], Expected::KeepsUp),
];

/// Measures; false if an expectation is missed.
pub fn bench(only: &[String], keep: bool) -> Result<bool, String> {
    let binary = everypath()?;
    let mut table = Table::new(&[
        ("family", Align::Left),
        ("N", Align::Right),
        ("paths, s", Align::Right),
        ("instructions", Align::Right),
        ("paths", Align::Right),
        ("merge, s", Align::Right),
        ("instructions", Align::Right),
        ("conflict, s", Align::Right),
        ("instructions", Align::Right),
        ("paths", Align::Right),
        ("conflicts", Align::Right),
        ("clauses", Align::Right),
        ("fewer instructions", Align::Right),
        ("of the time", Align::Right),
    ]);
    let mut good = true;
    let mut lines = Vec::new();
    for (name, sizes, expected) in FAMILIES {
        if !only.is_empty() && !only.iter().any(|wanted| wanted == name) {
            continue;
        }
        let source = root().join(format!("benchmarks/conflict/{name}.c"));
        let mut measured: Vec<[Run; 3]> = Vec::new();
        for &size in sizes {
            let runs = ENGINES.map(|engine| {
                Run::measure(|| {
                    let mut command = Command::new(&binary);
                    command.arg("check").arg(&source);
                    command.args(["--target", "lp64", "--define", &format!("N={size}")]);
                    command.args(["--unwind", &(size + 1).to_string(), "--no-bound-checks"]);
                    command.args(["--engine", engine]);
                    command.args(["--time-limit", &TIME_LIMIT.to_string()]);
                    command
                })
            });
            let [paths, merge, conflict] = &runs;
            let seconds = |run: &Run| match run.verdict.as_str() {
                "safe" => format!("{:.4}", run.seconds),
                "incomplete" => "not decided".to_owned(),
                other => format!("WRONG: {other}"),
            };
            table.row([
                name.to_owned(),
                size.to_string(),
                seconds(paths),
                paths.instructions.to_string(),
                paths.paths.to_string(),
                seconds(merge),
                merge.instructions.to_string(),
                seconds(conflict),
                conflict.instructions.to_string(),
                conflict.paths.to_string(),
                known(conflict.conflicts),
                known(conflict.clauses),
                format!("{:.2}", fewer(&runs)),
                format!("{:.2}", conflict.seconds / paths.seconds),
            ]);
            eprintln!("{name} {size}");
            measured.push(runs);
        }
        let right = measured.iter().flatten().all(|run| run.verdict == "safe");
        let (reached, text) = judge(&measured, expected);
        let text = format!("{name}: {text}; all runs say safe: {right}");
        good &= reached && right;
        lines.push(goal(reached && right, &text));
    }
    print!("{}", table.render(""));
    for line in &lines {
        println!("{line}");
    }
    if keep {
        let list: String = lines.iter().map(|line| format!("* {line}\n")).collect();
        let text = format!(
            "# Learning from conflicts: families\n\n{}* each run: `everypath check benchmarks/conflict/NAME.c --target lp64 --define N=SIZE --unwind SIZE+1 --no-bound-checks --engine paths|merge|conflict --time-limit {TIME_LIMIT}`\n* seconds: from the start of the search to the verdict, without compiling; the least of several runs where one takes less than a second\n* \"fewer instructions\" and \"of the time\" compare conflict with paths\n\n{}\n{list}",
            provenance("cargo xtask bench conflict-families --store"),
            table.markdown()
        );
        store("conflict-families", &text)?;
    }
    Ok(good)
}

/// How many times fewer instructions learning took than following all paths.
fn fewer([paths, _, conflict]: &[Run; 3]) -> f64 {
    paths.instructions as f64 / conflict.instructions.max(1) as f64
}

/// Whether an expectation is met, in words.
fn judge(measured: &[[Run; 3]], expected: Expected) -> (bool, String) {
    match expected {
        Expected::Wins => {
            let factors: Vec<f64> = measured.iter().map(fewer).collect();
            let grows = factors.windows(2).all(|pair| pair[0] < pair[1]);
            let wins = factors.last().is_some_and(|&last| last > 1.0);
            let list: Vec<String> = factors.iter().map(|one| format!("{one:.1}")).collect();
            let text = format!(
                "fewer instructions by a factor that grows with N; {}",
                list.join(", ")
            );
            (grows && wins, text)
        }
        Expected::KeepsUp => {
            let sum = |engine: usize| {
                measured
                    .iter()
                    .map(|runs| runs[engine].seconds)
                    .sum::<f64>()
            };
            let share = sum(2) / sum(0);
            let text = format!(
                "at most {OVERHEAD} of the time without learning, over all sizes; {share:.2}"
            );
            (share <= OVERHEAD, text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs with these instructions and seconds, without and with learning.
    fn runs(instructions: [u64; 2], seconds: [f64; 2]) -> [Run; 3] {
        let run = |index: usize| Run {
            instructions: instructions[index],
            seconds: seconds[index],
            ..Run::default()
        };
        [run(0), Run::default(), run(1)]
    }

    #[test]
    fn a_factor_has_to_grow() {
        let of = |pairs: &[[u64; 2]]| {
            let measured: Vec<_> = pairs.iter().map(|&pair| runs(pair, [1.0; 2])).collect();
            judge(&measured, Expected::Wins).0
        };
        assert!(of(&[[10, 10], [40, 20], [160, 30]]));
        assert!(!of(&[[10, 10], [40, 40], [160, 160]]));
        assert!(!of(&[[10, 40], [40, 80]]));
        assert!(!of(&[]));
    }

    #[test]
    fn overhead_is_of_the_sums() {
        let measured = [runs([1, 1], [0.1, 0.2]), runs([1, 1], [1.0, 1.1])];
        assert!(judge(&measured, Expected::KeepsUp).0);
        assert!(!judge(&measured[..1], Expected::KeepsUp).0);
    }
}
