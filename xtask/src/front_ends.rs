//! The programs of the Sym-ISS thesis through both front ends, depth-first: the same verdicts, and which takes less time.
//!
//! As LLVM code a program is checked for more than as machine code (signed overflow, array bounds), so it runs twice: with the
//! checks that machine code has, which compares like with like, and with its own default ones. A faulty program ends at the
//! first finding, which depends on the side of a branch that is followed first, and so on the compiler; the sum at the end
//! is over the correct ones.

use std::path::Path;
use std::process::Command;

use everypath_report::table::{Align, Table};

use crate::benchmark::Expectations;
use crate::run::{check, everypath, provenance, root, store};

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

/// What one way gave.
#[derive(Default)]
struct Found {
    verdict: String,
    paths: u64,
    instructions: u64,
    seconds: f64,
}

/// Runs the programs; false if a verdict is wrong or LLVM code takes longer in sum.
pub fn bench(only: &[String], time_limit: u64, keep: bool) -> Result<bool, String> {
    let binary = everypath()?;
    let directory = root().join("benchmarks/sym-iss");
    let mut table = Table::new(&[
        ("program", Align::Left),
        ("way", Align::Left),
        ("verdict", Align::Left),
        ("paths", Align::Right),
        ("instructions", Align::Right),
        ("seconds", Align::Right),
        ("RISC-V's time / this", Align::Right),
        ("remarks", Align::Left),
    ]);
    let mut right = true;
    let mut sums = [0.0; WAYS.len()];
    for program in Expectations::read(&directory)?.program {
        if !only.is_empty() && !only.contains(&program.name) {
            continue;
        }
        let source = directory.join(format!("{}.c", program.name));
        let found = measure(&binary, &source, time_limit)?;
        let decided = found.iter().all(|found| found.verdict != "incomplete");
        for (index, ((way, _), this)) in WAYS.iter().zip(&found).enumerate() {
            let expected = match program.verdict.as_str() {
                "not-decided" => "safe",
                verdict => verdict,
            };
            let remark = match this.verdict.as_str() {
                verdict if verdict == expected => "",
                "incomplete" => "not decided in the time",
                _ => "WRONG",
            };
            right &= remark != "WRONG";
            if decided && expected == "safe" {
                sums[index] += this.seconds;
            }
            let ratio = found[0].seconds / this.seconds;
            table.row([
                program.name.clone(),
                (*way).to_owned(),
                this.verdict.clone(),
                this.paths.to_string(),
                this.instructions.to_string(),
                format!("{:.4}", this.seconds),
                match decided && index > 0 {
                    true => format!("{ratio:.2}"),
                    false => "-".to_owned(),
                },
                remark.to_owned(),
            ]);
        }
        eprintln!("{}", program.name);
    }
    let [machine, same, all] = sums;
    let summary = format!(
        "correct programs that every way decides, in sum: RISC-V {:.3} s, LLVM with the same checks {:.3} s ({:.2} times as fast), LLVM with all checks {:.3} s ({:.2} times as fast)\n",
        machine,
        same,
        machine / same,
        all,
        machine / all
    );
    print!("{}{summary}", table.render(""));
    if keep {
        let text = format!(
            "# The programs of the Sym-ISS thesis through both front ends\n\n{}* each run: `everypath check benchmarks/sym-iss/NAME.c --target riscv32|ilp32 --time-limit {time_limit} --json`, depth-first; \"same checks\": `--checks {MACHINE_CHECKS}`\n* seconds: from the start of the search to the verdict, without compiling; the least of {ROUNDS} runs where one takes less than a second\n\n{}\n{summary}",
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
    let mut best: Vec<Found> = Vec::new();
    for round in 0..ROUNDS {
        for (index, (way, options)) in WAYS.iter().enumerate() {
            let mut command = Command::new(binary);
            command
                .arg("check")
                .arg(source)
                .args(["--time-limit", &time_limit.to_string()])
                .args(*options);
            let (record, _) = check(&mut command)
                .map_err(|message| format!("{}, {way}: {message}", source.display()))?;
            let statistics = &record["statistics"];
            let found = Found {
                verdict: record["verdict"].as_str().unwrap_or("?").to_owned(),
                paths: statistics["paths"].as_u64().unwrap_or(0),
                instructions: statistics["instructions"].as_u64().unwrap_or(0),
                seconds: record["timing"]["seconds"].as_f64().unwrap_or(f64::NAN),
            };
            if round == 0 {
                best.push(found);
            } else if found.seconds < best[index].seconds {
                best[index] = found;
            }
        }
        if best.iter().any(|found| found.seconds > 1.0) {
            break;
        }
    }
    Ok(best)
}
