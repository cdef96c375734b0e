//! The programs of the Sym-ISS thesis through both front ends, depth-first: the same verdicts, and which takes less time.
//!
//! As LLVM code a program is checked for more than as machine code (signed overflow, array bounds), so it runs twice: with the
//! checks that machine code has, which compares like with like, and with its own default ones. Compilers negate the
//! conditions of branches as they like, and a faulty program ends at the first finding: so each way follows first the
//! one side of every branch and, in another run, the other. The sum at the end is over the runs that every way decides.

use std::path::Path;
use std::process::Command;

use everypath_report::table::{Align, Table};

use crate::benchmark::Expectations;
use crate::run::{check, everypath, provenance, root, seconds_of, store};

/// The checks of machine code.
const MACHINE_CHECKS: &str = "assertion,invalid-load,invalid-store,invalid-fetch,write-to-read-only,illegal-instruction,stack-overflow,reached-trap";
/// How a program is given to Everypath: the label, and the options.
const WAYS: [(&str, &[&str]); 3] = [
    ("RISC-V", &["--target", "riscv32"]),
    (
        "LLVM, same checks",
        &["--target", "ilp32", "--checks", MACHINE_CHECKS],
    ),
    ("LLVM, all checks", &["--target", "ilp32"]),
];
/// Rounds of a program that takes less than a second; the least time counts, since whatever disturbs only adds.
const ROUNDS: usize = 7;

/// Which side of a branch is followed first.
const SIDES: [&str; 2] = ["taken", "fall-through"];

/// What one way gave, by first side.
#[derive(Default)]
struct Found {
    verdict: [String; SIDES.len()],
    seconds: [f64; SIDES.len()],
}

/// Runs the programs; false if a verdict is wrong or LLVM code takes longer in sum.
pub fn bench(only: &[String], time_limit: u64, keep: bool) -> Result<bool, String> {
    let binary = everypath()?;
    let directory = root().join("benchmarks/sym-iss");
    let mut table = Table::new(&[
        ("program", Align::Left),
        ("way", Align::Left),
        ("verdict", Align::Left),
        ("seconds, taken side first", Align::Right),
        ("RISC-V's / this", Align::Right),
        ("seconds, other side first", Align::Right),
        ("RISC-V's / this", Align::Right),
    ]);
    let mut right = true;
    let mut sums = [0.0; WAYS.len()];
    for program in Expectations::read(&directory)?.program {
        if !only.is_empty() && !only.contains(&program.name) {
            continue;
        }
        let source = directory.join(format!("{}.c", program.name));
        let found = measure(&binary, &source, time_limit)?;
        let expected = match program.verdict.as_str() {
            "not-decided" => "safe",
            verdict => verdict,
        };
        let decided: Vec<bool> = (0..SIDES.len())
            .map(|side| found.iter().all(|way| way.verdict[side] == expected))
            .collect();
        for (((way, _), this), sum) in WAYS.iter().zip(&found).zip(&mut sums) {
            let mut cells = Vec::new();
            for (side, &decided) in decided.iter().enumerate() {
                let seconds = this.seconds[side];
                cells.push(format!("{seconds:.4}"));
                cells.push(match decided {
                    true => format!("{:.2}", found[0].seconds[side] / seconds),
                    false => this.verdict[side].clone(),
                });
                if decided {
                    *sum += seconds;
                }
            }
            let wrong = |verdict: &String| verdict != expected && verdict != "incomplete";
            let verdict = match this.verdict.iter().find(|verdict| wrong(verdict)) {
                Some(verdict) => {
                    right = false;
                    format!("WRONG: {verdict}")
                }
                None if this.verdict.iter().any(|verdict| verdict == expected) => {
                    expected.to_owned()
                }
                None => "not decided".to_owned(),
            };
            let mut row = vec![program.name.clone(), (*way).to_owned(), verdict];
            row.append(&mut cells);
            table.row(row);
        }
        eprintln!("{}", program.name);
    }
    let [machine, same, all] = sums;
    let summary = format!(
        "runs that every way decides, in sum: RISC-V {:.3} s, LLVM with the same checks {:.3} s ({:.2} times as fast), LLVM with all checks {:.3} s ({:.2} times as fast)\n",
        machine,
        same,
        machine / same,
        all,
        machine / all
    );
    print!("{}{summary}", table.render(""));
    if keep {
        let text = format!(
            "# The programs of the Sym-ISS thesis through both front ends\n\n{}* each run: `everypath check benchmarks/sym-iss/NAME.c --target riscv32|ilp32 --first-side taken|fall-through --time-limit {time_limit} --json`, depth-first; \"same checks\": `--checks {MACHINE_CHECKS}`\n* seconds: from the start of the search to the verdict, without compiling; the least of {ROUNDS} runs where one takes less than a second\n\n{}\n{summary}",
            provenance(&format!(
                "cargo xtask bench front-ends --time-limit {time_limit} --store"
            )),
            table.markdown()
        );
        store("front-ends", &text)?;
    }
    Ok(right && same < machine)
}

/// Runs a program every way, in turns.
fn measure(binary: &Path, source: &Path, time_limit: u64) -> Result<Vec<Found>, String> {
    let mut best: Vec<Found> = WAYS.iter().map(|_| Found::default()).collect();
    for (side, name) in SIDES.iter().enumerate() {
        for round in 0..ROUNDS {
            for ((way, options), best) in WAYS.iter().zip(&mut best) {
                let mut command = Command::new(binary);
                command
                    .args(["check", "--jobs", "1", "--engine", "paths"])
                    .arg(source)
                    .args(["--time-limit", &time_limit.to_string()])
                    .args(["--first-side", name])
                    .args(*options);
                let (record, _) = check(&mut command)
                    .map_err(|message| format!("{}, {way}: {message}", source.display()))?;
                let seconds = seconds_of(&record);
                if round == 0 || seconds < best.seconds[side] {
                    best.seconds[side] = seconds;
                }
                best.verdict[side] = record["verdict"].as_str().unwrap_or("?").to_owned();
            }
            if best.iter().any(|found| found.seconds[side] > 1.0) {
                break;
            }
        }
    }
    Ok(best)
}
