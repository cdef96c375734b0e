//! The programs that Celina Gomes do Val measured Kite with ("Conflict-Driven Symbolic Execution: How to Learn to Get Better", M.Sc.
//! thesis, University of British Columbia, 2014, tables 5.1, 5.2, A.5 and A.6), by following all paths and by learning from conflicts.
//!
//! They are the folders `ntdrivers-simplified` and `ssh-simplified` of SV-COMP 2013's benchmarks. As in the thesis, all loops are bounded to
//! 50 rounds and reaching the label `ERROR` is what must not happen: copies of the programs call `__VERIFIER_error` there. Seconds of
//! other machines cannot be compared, so the thesis' instructions stand beside ours; they are of other compilers, so what counts
//! are ratios.

use std::path::{Path, PathBuf};
use std::process::Command;

use everypath_report::table::{Align, Table};
use serde_json::Value;

use crate::run::{check, everypath, provenance, seconds_of, store};

/// Without and with learning.
const ENGINES: [&str; 2] = ["paths", "conflict"];
/// Seconds that a run may take, as in the thesis.
const TIME_LIMIT: u32 = 200;
/// Rounds of a run that takes less than a second; the least time counts.
const ROUNDS: usize = 3;
/// What the call of a run looks like after the program.
const OPTIONS: [&str; 9] = [
    "--target",
    "lp64",
    "--std",
    "gnu89",
    "--property",
    "unreach-call",
    "--unwind",
    "50",
    "--no-bound-checks",
];

/// How many times fewer instructions learning takes on the safe programs: the thesis' KM(10) beside the Klee that it was made from.
const FEWER_INSTRUCTIONS: f64 = 2.46;
/// The most time that learning takes on the safe programs, in parts of the time without.
const TIME_SAFE: f64 = 0.5;
/// The same for the unsafe ones, where there is little to learn.
const TIME_UNSAFE: f64 = 1.0;

/// A program: the thesis' name, the file's, and instructions of Klee and of Kite with strategy KM(10).
struct Program {
    id: &'static str,
    file: &'static str,
    klee: u64,
    kite: u64,
}

const fn program(id: &'static str, file: &'static str, klee: u64, kite: u64) -> Program {
    Program {
        id,
        file,
        klee,
        kite,
    }
}

const PROGRAMS: [Program; 35] = [
    program("safe 01", "cdaudio_simpl1", 14_095, 6_465),
    program("safe 02", "diskperf_simpl1", 12_876, 3_143),
    program("safe 03", "floppy_simpl3", 4_003, 736),
    program("safe 04", "floppy_simpl4", 6_945, 3_292),
    program("safe 05", "kbfiltr_simpl1", 655, 0),
    program("safe 06", "kbfiltr_simpl2", 1_909, 0),
    program("safe 07", "s3_clnt_1", 17_298, 6_243),
    program("safe 08", "s3_clnt_2", 17_284, 5_642),
    program("safe 09", "s3_clnt_3", 17_322, 5_790),
    program("safe 10", "s3_clnt_4", 17_284, 5_726),
    program("safe 11", "s3_srvr_1", 549_056, 50_935),
    program("safe 12", "s3_srvr_1a", 2_684, 5_399),
    program("safe 13", "s3_srvr_1b", 1_683, 2_424),
    program("safe 14", "s3_srvr_2", 614_650, 116_105),
    program("safe 15", "s3_srvr_3", 615_130, 76_877),
    program("safe 16", "s3_srvr_4", 613_162, 387_664),
    program("safe 17", "s3_srvr_6", 625_116, 338_916),
    program("safe 18", "s3_srvr_7", 616_034, 399_795),
    program("safe 19", "s3_srvr_8", 615_124, 359_172),
    program("unsafe 01", "floppy_simpl3", 2_183, 334),
    program("unsafe 02", "floppy_simpl4", 4_762, 543),
    program("unsafe 03", "kbfiltr_simpl2", 1_736, 244),
    program("unsafe 04", "cdaudio_simpl1", 3_873, 6_056),
    program("unsafe 05", "s3_srvr_10", 467, 414),
    program("unsafe 06", "s3_srvr_11", 11_549, 2_224),
    program("unsafe 07", "s3_srvr_12", 46_911, 5_034),
    program("unsafe 08", "s3_srvr_13", 4_406, 3_033),
    program("unsafe 09", "s3_srvr_14", 539, 489),
    program("unsafe 10", "s3_srvr_1", 1_153, 610),
    program("unsafe 11", "s3_srvr_2", 1_156, 632),
    program("unsafe 12", "s3_clnt_1", 2_162, 2_638),
    program("unsafe 13", "s3_srvr_6", 378, 377),
    program("unsafe 14", "s3_clnt_3", 2_339, 2_513),
    program("unsafe 15", "s3_clnt_4", 2_397, 649),
    program("unsafe 16", "s3_clnt_2", 2_397, 1_183),
];

/// Programs of which the thesis shows safety without executing anything.
const WITHOUT_EXECUTION: [&str; 2] = ["safe 05", "safe 06"];

impl Program {
    /// The verdict, which the name begins with.
    fn expected(&self) -> &'static str {
        self.id.split(' ').next().unwrap_or(self.id)
    }

    /// The file in a checkout. The names said `safe` and `unsafe` in 2013, and `true` and `false` later.
    fn path(&self, directory: &Path) -> Result<PathBuf, String> {
        let folder = match self.file.starts_with("s3_") {
            true => "ssh-simplified",
            false => "ntdrivers-simplified",
        };
        let endings = match self.expected() {
            "safe" => ["true", "safe"],
            _ => ["false", "unsafe"],
        };
        let named = |ending| directory.join(format!("{folder}/{}_{ending}.cil.c", self.file));
        let mut candidates = endings.into_iter().map(named);
        candidates.find(|path| path.exists()).ok_or_else(|| {
            format!(
                "{}: not found; expected a checkout of SV-COMP 2013's benchmarks",
                named(endings[0]).display()
            )
        })
    }
}

/// A program in which reaching the label `ERROR` calls what must not be called.
fn with_error_call(text: &str) -> Option<String> {
    let mut found = false;
    let mut result = String::with_capacity(text.len() + 32);
    for line in text.lines() {
        match line.trim_start().strip_prefix("ERROR:") {
            Some(rest) => {
                found = true;
                result.push_str("ERROR: __VERIFIER_error();");
                result.push_str(rest);
            }
            None => result.push_str(line),
        }
        result.push('\n');
    }
    found.then_some(result)
}

/// What one engine said of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// The verdict, or why there is none.
    pub verdict: String,
    /// Seconds from the start of the search to the verdict.
    pub seconds: f64,
    /// Instructions executed.
    pub instructions: u64,
    /// Paths that were followed to an end.
    pub paths: u64,
    /// Conflicts that something was learnt from, if the engine tells.
    pub conflicts: Option<u64>,
    /// Clauses that were learnt, if the engine tells.
    pub clauses: Option<u64>,
    /// Their literals.
    pub literals: Option<u64>,
}

impl Run {
    /// Reads the record of a run.
    fn of(record: &Value) -> Self {
        let statistics = &record["statistics"];
        let count = |name: &str| statistics[name].as_u64().unwrap_or(0);
        let conflict = &statistics["conflict"];
        let learnt = |name: &str| {
            let kinds = conflict["clauses"].as_array()?.iter();
            Some(kinds.filter_map(|kind| kind[name].as_u64()).sum())
        };
        Self {
            verdict: record["verdict"].as_str().unwrap_or("?").to_owned(),
            seconds: seconds_of(record),
            instructions: count("instructions"),
            paths: count("paths"),
            conflicts: conflict["conflicts"].as_u64(),
            clauses: learnt("clauses"),
            literals: learnt("literals"),
        }
    }

    /// The best of several runs, if they are quick. A program that cannot be run has no verdict.
    pub fn measure(mut command: impl FnMut() -> Command) -> Self {
        let mut best: Option<Self> = None;
        for _ in 0..ROUNDS {
            let run = match check(&mut command()) {
                Ok((record, _)) => Self::of(&record),
                Err(message) => {
                    eprintln!("{message}");
                    return Self {
                        verdict: "error".to_owned(),
                        ..Self::default()
                    };
                }
            };
            let slow = run.seconds >= 1.0;
            if best.as_ref().is_none_or(|best| run.seconds < best.seconds) {
                best = Some(run);
            }
            if slow {
                break;
            }
        }
        best.unwrap_or_default()
    }

    /// Literals of a clause, on average.
    fn mean(&self) -> String {
        match (self.literals, self.clauses) {
            (Some(literals), Some(clauses)) if clauses > 0 => {
                format!("{:.1}", ratio(literals, clauses))
            }
            _ => "-".to_owned(),
        }
    }

    /// Whether there is an answer.
    pub fn decided(&self) -> bool {
        ["safe", "unsafe"].contains(&self.verdict.as_str())
    }
}

/// A count that some engines do not tell.
pub fn known(count: Option<u64>) -> String {
    count.map_or("-".to_owned(), |count| count.to_string())
}

/// A line that says whether a goal is reached.
pub fn goal(reached: bool, text: &str) -> String {
    let word = if reached { "REACHED" } else { "MISSED" };
    format!("{word}: {text}")
}

/// Sums over the programs of a set.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    seconds: [f64; 2],
    instructions: [u64; 2],
    klee: u64,
    kite: u64,
}

impl Sums {
    fn add(&mut self, program: &Program, runs: &[Run; 2]) {
        for (index, run) in runs.iter().enumerate() {
            self.seconds[index] += run.seconds;
            self.instructions[index] += run.instructions;
        }
        self.klee += program.klee;
        self.kite += program.kite;
    }

    /// The second engine's seconds in parts of the first's.
    fn time(&self) -> f64 {
        self.seconds[1] / self.seconds[0]
    }

    /// How many times fewer instructions the second engine took.
    fn fewer(&self) -> f64 {
        ratio(self.instructions[0], self.instructions[1])
    }
}

/// How many times as much.
fn ratio(first: u64, second: u64) -> f64 {
    first as f64 / second as f64
}

/// Measures; false if a goal is missed.
pub fn bench(directory: &Path, only: &[String], keep: bool) -> Result<bool, String> {
    let binary = everypath()?;
    let place = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut table = Table::new(&[
        ("program", Align::Left),
        ("file", Align::Left),
        ("paths", Align::Left),
        ("s", Align::Right),
        ("instructions", Align::Right),
        ("paths", Align::Right),
        ("conflict", Align::Left),
        ("s", Align::Right),
        ("instructions", Align::Right),
        ("paths", Align::Right),
        ("conflicts", Align::Right),
        ("clauses", Align::Right),
        ("literals", Align::Right),
        ("by joins", Align::Right),
        ("fewer instructions", Align::Right),
        ("Klee", Align::Right),
        ("KM(10)", Align::Right),
        ("Klee/KM(10)", Align::Right),
    ]);
    let mut measured: Vec<(&Program, [Run; 2])> = Vec::new();
    let mut by_joins: Vec<Run> = Vec::new();
    for program in &PROGRAMS {
        let named = |wanted: &String| program.id == wanted || program.file.contains(wanted);
        if !only.is_empty() && !only.iter().any(named) {
            continue;
        }
        let original = program.path(directory)?;
        let failed = |error: std::io::Error| format!("{}: {error}", original.display());
        let text = std::fs::read_to_string(&original).map_err(failed)?;
        let text = with_error_call(&text)
            .ok_or_else(|| format!("{}: no label ERROR", original.display()))?;
        let source = place.path().join(original.file_name().unwrap_or_default());
        std::fs::write(&source, text).map_err(failed)?;
        let command = |engine: &str| {
            let mut command = Command::new(&binary);
            command.arg("check").arg(&source).args(OPTIONS);
            command.args(["--engine", engine]);
            command.args(["--time-limit", &TIME_LIMIT.to_string()]);
            command
        };
        let runs = ENGINES.map(|engine| {
            let run = Run::measure(|| command(engine));
            eprintln!(
                "{} {engine}: {} {:.3} s",
                program.id, run.verdict, run.seconds
            );
            run
        });
        measured.push((program, runs));
        let (record, _) = check(command("conflict").args(["--memory-reasons", "joins"]))?;
        by_joins.push(Run::of(&record));
    }

    let mut safe = Sums::default();
    let mut unsafe_ = Sums::default();
    for ((program, runs), by_joins) in measured.iter().zip(&by_joins) {
        match program.expected() {
            "safe" => safe.add(program, runs),
            _ => unsafe_.add(program, runs),
        }
        let said = |run: &Run| match run.verdict == program.expected() {
            false if run.decided() => format!("WRONG: {}", run.verdict),
            _ => run.verdict.clone(),
        };
        let [paths, conflict] = runs;
        table.row([
            program.id.to_owned(),
            program.file.to_owned(),
            said(paths),
            format!("{:.3}", paths.seconds),
            paths.instructions.to_string(),
            paths.paths.to_string(),
            said(conflict),
            format!("{:.3}", conflict.seconds),
            conflict.instructions.to_string(),
            conflict.paths.to_string(),
            known(conflict.conflicts),
            known(conflict.clauses),
            conflict.mean(),
            by_joins.mean(),
            times(ratio(paths.instructions, conflict.instructions)),
            program.klee.to_string(),
            program.kite.to_string(),
            times(ratio(program.klee, program.kite)),
        ]);
    }
    for (name, sums) in [("safe", &safe), ("unsafe", &unsafe_)] {
        let mut row = vec![String::new(); 18];
        row[0] = format!("sum {name}");
        row[3] = format!("{:.3}", sums.seconds[0]);
        row[4] = sums.instructions[0].to_string();
        row[7] = format!("{:.3}", sums.seconds[1]);
        row[8] = sums.instructions[1].to_string();
        row[14] = times(sums.fewer());
        row[15] = sums.klee.to_string();
        row[16] = sums.kite.to_string();
        row[17] = times(ratio(sums.klee, sums.kite));
        table.row(row);
    }
    print!("{}", table.render(""));

    let (good, lines) = goals(&measured, &safe, &unsafe_);
    for line in &lines {
        println!("{line}");
    }
    if keep {
        let options = OPTIONS.join(" ");
        let list: String = lines.iter().map(|line| format!("* {line}\n")).collect();
        let text = format!(
            "# Learning from conflicts: Kite's programs\n\n{}* each run: `everypath check PROGRAM {options} --engine paths|conflict --time-limit {TIME_LIMIT}`; the label `ERROR` was made a call of `__VERIFIER_error`\n* seconds: from the start of the search to the verdict, without compiling; the least of {ROUNDS} runs where one takes less than a second\n* literals: of a learnt clause, on average; by joins: the same with `--memory-reasons joins`, where a reason names all joins between where memory is written and where it is read\n* Klee and KM(10): instructions in the thesis, whose limit was {TIME_LIMIT} s as well\n\n{}\n{list}",
            provenance("cargo xtask bench conflict DIR --store"),
            table.markdown()
        );
        store("conflict", &text)?;
    }
    Ok(good)
}

/// A ratio as a table has it.
fn times(ratio: f64) -> String {
    match ratio {
        ratio if ratio.is_nan() => "-".to_owned(),
        ratio if ratio.is_infinite() => "all".to_owned(),
        ratio => format!("{ratio:.2}"),
    }
}

/// What should hold, each with whether it does. Goals about a whole set are left out if some of its programs were not run.
fn goals(measured: &[(&Program, [Run; 2])], safe: &Sums, unsafe_: &Sums) -> (bool, Vec<String>) {
    let of = |wrong: &dyn Fn(&Program, &Run) -> bool| {
        let runs = measured.iter().flat_map(|(program, runs)| {
            let named = ENGINES.iter().zip(runs);
            named.map(move |(engine, run)| (*program, *engine, run))
        });
        let found = runs.filter(|(program, _, run)| wrong(program, run));
        found
            .map(|(program, engine, _)| format!("{} by {engine}", program.id))
            .collect::<Vec<_>>()
    };
    let mut all = Vec::new();
    let mut state = |reached: bool, text: String| all.push((reached, text));
    let wrong = of(&|program, run| run.decided() && run.verdict != program.expected());
    state(
        wrong.is_empty(),
        format!("no wrong verdict; wrong: [{}]", wrong.join(", ")),
    );
    // Kite decides all; whoever follows all paths may not.
    let open = of(&|_, run| !run.decided());
    let learning = open.iter().all(|run| !run.ends_with(ENGINES[1]));
    state(
        learning,
        format!(
            "no time-out with learning; not decided: [{}]",
            open.join(", ")
        ),
    );
    for (program, [_, conflict]) in measured {
        if WITHOUT_EXECUTION.contains(&program.id) {
            let count = conflict.instructions;
            state(
                count == 0,
                format!("{} with 0 instructions; took {count}", program.id),
            );
        }
    }
    if measured.len() == PROGRAMS.len() {
        let (fewer, slow) = (safe.fewer(), safe.time());
        state(
            fewer >= FEWER_INSTRUCTIONS,
            format!("instructions, safe: {FEWER_INSTRUCTIONS} times fewer; {fewer:.2} times"),
        );
        state(
            slow <= TIME_SAFE,
            format!("time, safe: at most {TIME_SAFE} of that without learning; {slow:.2}"),
        );
        let slow = unsafe_.time();
        state(
            slow <= TIME_UNSAFE,
            format!("time, unsafe: at most {TIME_UNSAFE} of that without learning; {slow:.2}"),
        );
    }
    let good = all.iter().all(|(reached, _)| *reached);
    let lines = all.iter().map(|(reached, text)| goal(*reached, text));
    (good, lines.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_label_becomes_a_call() {
        let text = "void f(void)\n{\n  goto ERROR;\n  ERROR: \n  return;\n}\n";
        let expected =
            "void f(void)\n{\n  goto ERROR;\nERROR: __VERIFIER_error(); \n  return;\n}\n";
        assert_eq!(with_error_call(text).as_deref(), Some(expected));
        assert_eq!(with_error_call("int main(void) { return 0; }\n"), None);
    }

    #[test]
    fn the_thesis_sums_are_right() {
        let sum = |verdict: &str, of: fn(&Program) -> u64| {
            let set = PROGRAMS
                .iter()
                .filter(|program| program.expected() == verdict);
            set.map(of).sum::<u64>()
        };
        assert_eq!(sum("safe", |program| program.klee), 4_362_310);
        assert_eq!(sum("safe", |program| program.kite), 1_774_324);
        assert_eq!(sum("unsafe", |program| program.klee), 88_408);
        assert_eq!(sum("unsafe", |program| program.kite), 26_973);
    }

    #[test]
    fn counts_are_found_where_the_record_has_them() {
        let record = serde_json::json!({
            "verdict": "safe",
            "timing": { "seconds": 0.5 },
            "statistics": { "instructions": 7, "paths": 2, "conflict": {
                "conflicts": 3,
                "clauses": [{ "from": "ways", "clauses": 4 }, { "from": "nodes", "clauses": 5 }]
            } }
        });
        let run = Run::of(&record);
        assert_eq!((run.instructions, run.paths, run.clauses), (7, 2, Some(9)));
        assert_eq!(run.conflicts, Some(3));
    }
}
