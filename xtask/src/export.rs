//! How large exported formulas are: they grow with the length of the program, not with its paths.
//!
//! Three families of programs: a loop without branches on inputs, unwound further and further; more and more diamonds (a branch
//! whose sides meet) in a row, of which `n` have 2^n paths; and a loop that an input ends, whose formula grows with the square.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use everypath_report::table::{Align, Table};

use crate::run::{everypath, provenance, store, timed};

/// How much faster than linear a formula may grow that is linear: numbers of terms and variables get more digits.
const LINEAR: f64 = 1.2;
/// Each size is so many times the one before.
const STEP: usize = 2;
/// Seconds that `SIZES[0]` diamonds may take, compiling and solving included.
const LONGEST: f64 = 1.0;
/// Iterations, and diamonds. Growth is measured from the second on: a sum of 100 diamonds has so few values that a
/// comparison with one is encoded by them.
const SIZES: [usize; 4] = [100, 200, 200 * STEP, 200 * STEP * STEP];

/// A family of programs.
struct Family {
    name: &'static str,
    program: fn(usize) -> String,
    /// Whether the size is the bound of a loop.
    unwinds: bool,
    /// How much faster than linear it may grow.
    allowed: f64,
}

const FAMILIES: [Family; 3] = [
    Family {
        name: "loop",
        program: |count| {
            let body = format!(
                "unsigned char in[{count}]; EVERYPATH_SYMBOLIC(in);\nunsigned x = 1;\n\
                 for (unsigned i = 0; i < {count}; i++) x += in[i] ^ i;\n\
                 everypath_assert(x != 77);\n"
            );
            main_of(&body)
        },
        unwinds: false,
        allowed: LINEAR,
    },
    // The condition under which the loop was left after k iterations is made anew from all k exits.
    Family {
        name: "exits",
        program: |_| {
            main_of(
                "unsigned n = everypath_unsigned(\"n\"), x = everypath_unsigned(\"x\");\n\
                 for (unsigned i = 0; i < n; i++) x ^= i;\n\
                 everypath_assert(x != 77);\n",
            )
        },
        unwinds: true,
        allowed: LINEAR * STEP as f64,
    },
    Family {
        name: "diamonds",
        program: |count| {
            let mut body =
                format!("unsigned char x[{count}]; EVERYPATH_SYMBOLIC(x);\nunsigned sum = 0;\n");
            for i in 0..count {
                let _ = writeln!(body, "if (x[{i}] & 1) sum += {i}; else sum += {};", i + 1);
            }
            let _ = writeln!(
                body,
                "everypath_assert(sum != {});",
                count * (count - 1) / 2
            );
            main_of(&body)
        },
        unwinds: false,
        allowed: LINEAR,
    },
];

fn main_of(body: &str) -> String {
    format!("#include <everypath.h>\nint main(void) {{\n{body}return 0;\n}}\n")
}

/// What was measured of one formula.
struct Sizes {
    /// In the order of the table's columns.
    figures: [(&'static str, f64); 5],
    seconds: f64,
}

/// Measures all families; false if a formula grows faster than is allowed.
pub fn bench(keep: bool) -> Result<bool, String> {
    let binary = everypath()?;
    let mut table = Table::new(&[
        ("program", Align::Left),
        ("n", Align::Right),
        ("smt2 bytes", Align::Right),
        ("terms", Align::Right),
        ("btor2 bytes", Align::Right),
        ("gates", Align::Right),
        ("clauses", Align::Right),
        ("greatest growth / linear", Align::Right),
        ("seconds", Align::Right),
    ]);
    let mut good = true;
    for family in FAMILIES {
        let mut before: Option<Sizes> = None;
        for size in SIZES {
            let sizes = measure(&binary, &family, size)?;
            let growth = before.as_ref().map(|before| growth(before, &sizes));
            if let Some((figure, growth)) = growth
                && growth > family.allowed
            {
                good = false;
                eprintln!(
                    "{} {size}: {figure} grow {growth:.2} times faster",
                    family.name
                );
            }
            if family.name == "diamonds" && size == SIZES[0] && sizes.seconds > LONGEST {
                good = false;
                eprintln!("{} {size}: {:.2} s", family.name, sizes.seconds);
            }
            let mut row = vec![family.name.to_owned(), size.to_string()];
            row.extend(sizes.figures.iter().map(|(_, count)| format!("{count:.0}")));
            row.push(growth.map_or(String::new(), |(_, growth)| format!("{growth:.2}")));
            row.push(format!("{:.2}", sizes.seconds));
            table.row(row);
            before = (size != SIZES[0]).then_some(sizes);
        }
    }
    print!("{}", table.render(""));
    if keep {
        let text = format!(
            "# How large exported formulas are\n\n{}* each run: `everypath check PROGRAM --target riscv32 --engine merge --emit FORMAT=FILE`; seconds include compiling, and solving for at most 100 conflicts\n\n{}",
            provenance("cargo xtask bench export --store"),
            table.markdown()
        );
        store("export", &text)?;
    }
    Ok(good)
}

/// What grew most, and how much faster than linear.
fn growth(before: &Sizes, after: &Sizes) -> (&'static str, f64) {
    let pairs = before.figures.iter().zip(&after.figures);
    let ratios = pairs.map(|((name, few), (_, many))| (*name, many / few / STEP as f64));
    ratios.fold(
        ("", 0.0),
        |most, next| if next.1 > most.1 { next } else { most },
    )
}

fn measure(binary: &Path, family: &Family, size: usize) -> Result<Sizes, String> {
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = |name: &str| directory.path().join(name);
    let program = path("program.c");
    fs::write(&program, (family.program)(size)).map_err(|error| error.to_string())?;
    let mut command = Command::new(binary);
    command
        .args(["check", "--jobs", "1"])
        .arg(&program)
        .args(["--target", "riscv32", "--engine", "merge"]);
    command.args(["--conflict-limit", "100", "--no-bound-checks", "--quiet"]);
    if family.unwinds {
        command.args(["--unwind", &size.to_string()]);
    }
    for format in ["smt2", "btor2", "dimacs"] {
        command
            .arg("--emit")
            .arg(format!("{format}={}", path(format).display()));
    }
    let run = timed(&mut command)?;
    let read = |name: &str| {
        fs::read_to_string(path(name)).map_err(|error| {
            let said = String::from_utf8_lossy(&run.output.stderr).into_owned();
            format!(
                "{} {size}: no {name} formula ({error}): {said}",
                family.name
            )
        })
    };
    let (smt2, btor2, dimacs) = (read("smt2")?, read("btor2")?, read("dimacs")?);
    let head = dimacs.lines().find(|line| line.starts_with("p cnf "));
    let counts: Vec<f64> = head
        .unwrap_or_default()
        .split(' ')
        .filter_map(|word| word.parse().ok())
        .collect();
    let [variables, clauses] = counts[..] else {
        return Err(format!(
            "{} {size}: no head in the DIMACS file",
            family.name
        ));
    };
    Ok(Sizes {
        figures: [
            ("smt2 bytes", smt2.len() as f64),
            ("terms", smt2.matches("(define-fun ").count() as f64),
            ("btor2 bytes", btor2.len() as f64),
            ("gates", variables),
            ("clauses", clauses),
        ],
        seconds: run.seconds,
    })
}
