//! The solver under outside eyes: the formulas of our own programs, answered by `everypath solve` and by bitwuzla.
//!
//! The formulas are what `everypath check --emit smt2` writes of the programs of `tests/programs/c` and `benchmarks`: one of each whole
//! program on merged paths, and the largest of its checks on single paths; those that are equal but for names of inputs count once, and
//! those that are constant not at all. Of the programs of another project's table (see `suites`) those of whole programs are taken.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use everypath_report::table::{Align, Table};

use crate::run::{everypath, programs, provenance, root, store, target, timed};
use crate::smtlib::{Compared, compare};
use crate::suites::table::{self, Row};

/// Where the programs are.
const PROGRAMS: [&str; 4] = [
    "tests/programs/c",
    "benchmarks/solver",
    "benchmarks/sym-iss",
    "benchmarks/conflict",
];
/// Seconds that a program may take to give its formulas.
const EMIT_LIMIT: &str = "3";
/// Formulas of single paths that are taken of each program.
const OF_PATHS: usize = 2;
/// How many times bitwuzla's time a formula may take, if it takes so many seconds more.
const FACTOR: f64 = 3.0;
const ALLOWANCE: f64 = 0.1;

/// A program whose formulas are wanted.
struct Source {
    /// A name for its files.
    stem: String,
    /// Files and options of `everypath check`.
    words: Vec<String>,
    /// How many formulas of single paths are taken.
    of_paths: usize,
}

/// Writes the formulas, asks all, and compares the times; false if an answer differs. The programs are our own, or those of a table with the
/// directory of its sources.
pub fn bench(
    suite: Option<(&Path, &Path)>,
    time_limit: u64,
    most: usize,
    to_store: bool,
) -> Result<bool, String> {
    let binary = everypath()?;
    let directory = target().join("formulas");
    let io = |error: std::io::Error| format!("{}: {error}", directory.display());
    if directory.exists() {
        fs::remove_dir_all(&directory).map_err(io)?;
    }
    fs::create_dir_all(&directory).map_err(io)?;
    let sources = match suite {
        Some((directory, table)) => sources_of_table(directory, table)?,
        None => own_sources()?,
    };
    let formulas = write_formulas(&binary, &directory, &sources)?;
    let mut rows: Vec<Compared> = Vec::new();
    for formula in formulas.iter().take(most) {
        rows.push(compare(&binary, formula, time_limit)?);
    }
    let mut slower = Vec::new();
    let mut ratios = Vec::new();
    let (mut ours, mut theirs, mut wrong, mut undecided) = (0.0, 0.0, 0, 0);
    let z3: Option<f64> = rows.iter().map(|row| row.z3_seconds).sum();
    for row in &rows {
        match (&row.ours, &row.theirs) {
            (Some(a), Some(b)) if a != b => {
                wrong += 1;
                println!("WRONG: {}: {a}, bitwuzla {b}", row.name);
            }
            (None, _) => {
                undecided += 1;
                println!(
                    "undecided: {} (bitwuzla {:.3} s)",
                    row.name, row.their_seconds
                );
            }
            _ => {}
        }
        ours += row.our_seconds;
        theirs += row.their_seconds;
        ratios.push(row.our_seconds / row.their_seconds.max(1e-6));
        if row.our_seconds > FACTOR * row.their_seconds
            && row.our_seconds > row.their_seconds + ALLOWANCE
        {
            slower.push(row);
        }
    }
    ratios.sort_by(f64::total_cmp);
    let median = ratios.get(ratios.len() / 2).copied().unwrap_or(0.0);
    let mut table = Table::new(&[
        ("formulas", Align::Right),
        ("undecided", Align::Right),
        ("different", Align::Right),
        ("seconds", Align::Right),
        ("bitwuzla", Align::Right),
        ("z3", Align::Right),
        ("ratio", Align::Right),
        ("median ratio", Align::Right),
        ("much slower", Align::Right),
    ]);
    table.row([
        rows.len().to_string(),
        undecided.to_string(),
        wrong.to_string(),
        format!("{ours:.2}"),
        format!("{theirs:.2}"),
        z3.map_or_else(|| "-".to_owned(), |it| format!("{it:.2}")),
        format!("{:.2}", ours / theirs),
        format!("{median:.2}"),
        slower.len().to_string(),
    ]);
    let mut slowest: Vec<&Compared> = rows.iter().collect();
    slowest.sort_by(|a, b| {
        let lost = |row: &Compared| row.our_seconds - row.their_seconds;
        lost(b).total_cmp(&lost(a))
    });
    let mut worst = Table::new(&[
        ("formula", Align::Left),
        ("answer", Align::Left),
        ("seconds", Align::Right),
        ("bitwuzla", Align::Right),
    ]);
    for row in slowest.iter().take(10) {
        worst.row([
            row.name.clone(),
            row.ours.clone().unwrap_or_else(|| "undecided".to_owned()),
            format!("{:.3}", row.our_seconds),
            format!("{:.3}", row.their_seconds),
        ]);
    }
    print!("{}\n{}", table.render(""), worst.render(""));
    if to_store {
        let text = format!(
            "# The solver on formulas of our own programs\n\n{}* seconds of `everypath solve` and of z3 less those of their start, and of bitwuzla in a Python process without its start; at most {time_limit} each\n\n{}\nWhere most is lost:\n\n{}",
            provenance("cargo xtask bench solver --store"),
            table.markdown(),
            worst.markdown()
        );
        store("solver", &text)?;
    }
    Ok(wrong == 0 && !rows.is_empty())
}

/// The programs of this repository.
fn own_sources() -> Result<Vec<Source>, String> {
    let mut sources = Vec::new();
    for folder in PROGRAMS {
        for program in programs(&root().join(folder), "c")? {
            let text = fs::read_to_string(&program).unwrap_or_default();
            let flags = text
                .lines()
                .find_map(|line| line.strip_prefix("// flags: "));
            let flags: Vec<&str> = flags.map_or_else(Vec::new, |flags| flags.split(' ').collect());
            if flags.contains(&"--engine") {
                continue;
            }
            let mut words = vec![program.display().to_string()];
            words.extend(flags.into_iter().map(str::to_owned));
            let stem = program.file_stem().unwrap_or_default().to_string_lossy();
            sources.push(Source {
                stem: stem.into_owned(),
                words,
                of_paths: OF_PATHS,
            });
        }
    }
    Ok(sources)
}

/// The programs of a table, whose sources are in a directory.
fn sources_of_table(directory: &Path, table: &Path) -> Result<Vec<Source>, String> {
    let source = |row: &Row| {
        let files = row.sources.iter().map(|it| directory.join(it));
        let mut words: Vec<String> = files.map(|it| it.display().to_string()).collect();
        words.extend(row.options());
        words.extend(row.defines().map(|define| format!("--define={define}")));
        Source {
            stem: row.name().replace('/', "-"),
            words,
            of_paths: 0,
        }
    };
    Ok(table::rows(table)?.iter().map(source).collect())
}

/// Writes the formulas of programs; those that are taken, in order.
fn write_formulas(
    binary: &Path,
    directory: &Path,
    sources: &[Source],
) -> Result<Vec<PathBuf>, String> {
    let mut taken = Vec::new();
    let mut seen = BTreeSet::new();
    for source in sources {
        let whole = directory.join(format!("{}.smt2", source.stem));
        let paths = directory.join(format!("{}-paths", source.stem));
        for (engine, what, path) in [("merge", "program", &whole), ("paths", "path", &paths)] {
            if what == "path" && source.of_paths == 0 {
                continue;
            }
            // What cannot be written is no formula; the corpus tests look at verdicts.
            timed(
                Command::new("timeout")
                    .args(["20", &binary.display().to_string(), "check"])
                    .args(&source.words)
                    .args(["-q", "--engine", engine, "--time-limit", EMIT_LIMIT])
                    .args(["--emit-per", what, "--emit"])
                    .arg(format!("smt2={}", path.display()))
                    .current_dir(root()),
            )?;
        }
        let mut of_paths = match paths.is_dir() {
            true => programs(&paths, "smt2")?,
            false => Vec::new(),
        };
        let size = |path: &PathBuf| fs::metadata(path).map_or(0, |data| data.len());
        of_paths.sort_by_key(|path| std::cmp::Reverse(size(path)));
        of_paths.truncate(source.of_paths);
        for path in std::iter::once(whole).chain(of_paths) {
            let Ok(text) = fs::read_to_string(&path) else {
                continue;
            };
            let formula: String = text
                .lines()
                .filter(|line| !line.starts_with(';') && !line.contains("get-model"))
                .map(|line| format!("{line}\n"))
                .collect();
            if formula.contains("declare-fun") && seen.insert(formula.clone()) {
                fs::write(&path, formula)
                    .map_err(|error| format!("{}: {error}", path.display()))?;
                taken.push(path);
            }
        }
    }
    Ok(taken)
}
