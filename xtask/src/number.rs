//! A decimal number of up to N characters (`benchmarks/solver/number.c`): every engine proves that it is below 10^N, on every input, and
//! finds the mistake that it has with `:` taken for a digit; each within half a second.

use std::process::Command;

use everypath_report::table::{Align, Table};

use crate::run::{check, everypath, provenance, root, store};

/// Seconds that a run may take, the compiler included.
const LONGEST: f64 = 0.5;
const TARGETS: [&str; 3] = ["lp64", "riscv32", "riscv64"];
const ENGINES: [&str; 4] = ["auto", "paths", "merge", "conflict"];
/// Runs of which the fastest counts.
const ROUNDS: usize = 3;

/// Runs all of them; false if a verdict is wrong or a run takes too long.
pub fn bench(to_store: bool) -> Result<bool, String> {
    let binary = everypath()?;
    let program = root().join("benchmarks/solver/number.c");
    let mut columns = vec![("N", Align::Right), ("last digit", Align::Left)];
    let names: Vec<String> = (TARGETS.iter())
        .flat_map(|target| ENGINES.map(|engine| format!("{target} {engine}")))
        .collect();
    columns.extend(names.iter().map(|name| (name.as_str(), Align::Right)));
    let mut table = Table::new(&columns);
    let mut good = true;
    let mut sum = 0.0;
    for characters in 3..=8 {
        for (last, expected) in [("9", "safe"), (":", "unsafe")] {
            let mut row = vec![characters.to_string(), last.to_owned()];
            for target in TARGETS {
                for engine in ENGINES {
                    let mut best = f64::INFINITY;
                    let mut verdict = String::new();
                    for _ in 0..ROUNDS {
                        let (record, run) = check(
                            Command::new(&binary)
                                .args(["check", "--jobs", "1"])
                                .arg(&program)
                                .args(["--target", target, "--engine", engine])
                                .args(["--time-limit", "20"])
                                .args(["--define", &format!("N={characters}")])
                                .args(["--define", &format!("LAST='{last}'")]),
                        )?;
                        best = best.min(run.seconds);
                        verdict = record["verdict"].as_str().unwrap_or("?").to_owned();
                    }
                    good &= verdict == expected && best <= LONGEST;
                    sum += best;
                    row.push(match verdict == expected {
                        true => format!("{best:.2}"),
                        false => format!("{best:.2} {verdict}"),
                    });
                }
            }
            table.row(row);
        }
    }
    println!("{}{sum:.2} s in all", table.render(""));
    if to_store {
        let text = format!(
            "# A decimal number below 10^N\n\n{}* seconds of `everypath check benchmarks/solver/number.c --define N=... --define LAST=...`, the compiler included; {sum:.2} in all\n\n{}",
            provenance("cargo xtask bench number --store"),
            table.markdown()
        );
        store("number", &text)?;
    }
    Ok(good)
}
