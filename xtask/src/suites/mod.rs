//! Programs that others wrote, with what they claim of them: every verdict beside the claim, and beside every other way to ask
//! the same: the engines, with and without passes, as bitcode, as machine code, and natively under sanitizers.
//!
//! The programs stay outside the repository; a table names them ([`table`]), or the tasks of SV-COMP beside them ([`tasks`]). A verdict that
//! contradicts a claim is wrong unless `benchmarks/suites/exceptions.tsv` says by which clause of C17 the claim is.

mod native;
pub mod table;
mod tasks;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use everypath_program::{Form, Property};
use everypath_report::table::{Align, Table};
use serde_json::Value;

use crate::run::{everypath, provenance, root, store, timed};
use native::Native;
use table::{Claim, Exceptions, Model, Row};

/// Memory of one run: what takes more would slow down the others.
const MEMORY: &str = "3G";
/// Seconds that compiling may take beside the search.
const COMPILING: u64 = 20;

/// What to run and how to say it.
#[derive(Debug)]
pub struct Request<'a> {
    /// Where the sources of the table are.
    pub directory: &'a Path,
    /// The table; without one, the tasks of SV-COMP below the directory.
    pub table: Option<&'a Path>,
    /// Only programs whose first source contains one of these texts; all if there are none.
    pub only: &'a [String],
    /// Every engine, not only the default.
    pub engines: bool,
    /// Everything without passes, too.
    pub no_optimise: bool,
    /// As bitcode that clang made, too.
    pub as_bitcode: bool,
    /// As machine code for RISC-V, too.
    pub riscv: bool,
    /// Programs without inputs natively, too.
    pub native: bool,
    /// More options for `everypath check`.
    pub options: &'a [String],
    /// Solvers with which proofs without a bound are checked anew; a run whose proof is not confirmed is an error.
    pub verify: &'a [String],
    /// Time of one run in seconds.
    pub time_limit: u64,
    /// Runs at once.
    pub jobs: usize,
    /// Where the outcome of each program in the default way is written, as tab-separated text.
    pub outcomes: Option<&'a Path>,
    /// Whether the tables are stored.
    pub store: bool,
}

/// One way to ask about a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    engine: Option<&'static str>,
    optimised: bool,
    form: Form,
}

impl Way {
    const DEFAULT: Way = Way {
        engine: None,
        optimised: true,
        form: Form::C,
    };

    fn name(self) -> String {
        let form = match self.form {
            Form::C => "C",
            Form::Bitcode => "bitcode",
            Form::Machine => "RISC-V",
        };
        let passes = match self.optimised {
            true => "",
            false => ", no passes",
        };
        format!("{form}, {}{passes}", self.engine.unwrap_or("auto"))
    }

    /// What is compared when another verdict is contradicted by this way: the word of the table of exceptions.
    fn comparison(self) -> &'static str {
        match (self.form, self.optimised) {
            (Form::Machine, _) => "riscv",
            (Form::Bitcode, _) => "bitcode",
            (Form::C, false) => "passes",
            (Form::C, true) => "engines",
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    Safe,
    Unsafe,
    Incomplete,
    TimeOut,
    Error,
}

impl Ended {
    fn word(self) -> &'static str {
        match self {
            Ended::Safe => "safe",
            Ended::Unsafe => "unsafe",
            Ended::Incomplete => "incomplete",
            Ended::TimeOut => "time-out",
            Ended::Error => "error",
        }
    }

    fn is_decided(self) -> bool {
        matches!(self, Ended::Safe | Ended::Unsafe)
    }
}

/// What came out of a run.
#[derive(Clone, Debug)]
struct Outcome {
    ended: Ended,
    /// The first finding, the first cut or the message.
    reason: String,
    /// The property of the first finding.
    property: String,
    /// The engine that decided, or came farthest.
    engine: String,
    seconds: f64,
    /// Whether each solver confirmed its proof, if it has one.
    confirmed: Option<bool>,
}

/// What an outcome is beside the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Judgement {
    Right,
    /// Against the claim, and C17 is against the claim.
    Explained,
    Wrong,
    Undecided,
}

/// All about one program.
struct Examined {
    outcomes: Vec<(Way, Outcome)>,
    native: Option<Native>,
}

/// Something that cannot be true together.
struct Contradiction {
    of: &'static str,
    text: String,
}

/// Runs a table; false if something is wrong that no exception explains.
pub fn suites(request: &Request<'_>) -> Result<bool, String> {
    let binary = everypath()?;
    let exceptions = table::exceptions(&root().join("benchmarks/suites/exceptions.tsv"))?;
    let mut rows = match request.table {
        Some(table) => table::rows(table)?,
        None => tasks::rows(request.directory)?,
    };
    if !request.only.is_empty() {
        rows.retain(|row| {
            let mut parts = request.only.iter();
            parts.any(|part| row.name().contains(part.as_str()))
        });
    }
    let ways = ways(request);
    let examined = examine_all(&binary, request, &rows, &ways)?;

    let mut right = true;
    let mut listed = Table::new(&[
        ("program", Align::Left),
        ("claim", Align::Left),
        ("ours", Align::Left),
        ("seconds", Align::Right),
        ("reason", Align::Left),
    ]);
    let mut said = String::new();
    let (mut proofs, mut confirmed) = (0, 0);
    for (row, examined) in rows.iter().zip(&examined) {
        for (way, outcome) in &examined.outcomes {
            let judgement = judge(row, outcome.ended, &exceptions);
            // Machine code lacks what clang's sanitizers and objects tell: it may miss a violation.
            let excused = way.form != Form::C && outcome.ended == Ended::Safe;
            if judgement == Judgement::Wrong && !excused {
                right = false;
                let _ = writeln!(
                    said,
                    "WRONG: {} ({}): claimed {}, found {}: {}",
                    row.name(),
                    way.name(),
                    row.claim,
                    outcome.ended.word(),
                    outcome.reason
                );
            }
            if outcome.confirmed == Some(false) {
                right = false;
                let (name, way) = (row.name(), way.name());
                let _ = writeln!(said, "NOT CONFIRMED: {name} ({way}): {}", outcome.reason);
            }
            proofs += usize::from(outcome.confirmed.is_some());
            confirmed += usize::from(outcome.confirmed == Some(true));
            if *way == Way::DEFAULT && judgement != Judgement::Right {
                listed.row([
                    row.name().to_owned(),
                    row.claim.to_string(),
                    outcome.ended.word().to_owned(),
                    format!("{:.1}", outcome.seconds),
                    match judgement {
                        Judgement::Explained => format!("C17: {}", clause(row, &exceptions)),
                        _ => outcome.reason.clone(),
                    },
                ]);
            }
        }
        for contradiction in contradictions(examined) {
            let explained = exceptions
                .get(row.name())
                .and_then(|list| list.iter().find(|one| one.of == contradiction.of));
            match explained {
                Some(exception) => {
                    let _ = writeln!(
                        said,
                        "explained: {}: {} ({}: {})",
                        row.name(),
                        contradiction.text,
                        exception.clause,
                        exception.why
                    );
                }
                None => {
                    right = false;
                    let _ = writeln!(
                        said,
                        "CONTRADICTION ({}): {}: {}",
                        contradiction.of,
                        row.name(),
                        contradiction.text
                    );
                }
            }
        }
        if let Some(note) = missed_natively(examined) {
            let _ = writeln!(said, "to look at: {}: {note}", row.name());
        }
    }
    if !request.verify.is_empty() {
        let solvers = request.verify.join(", ");
        let _ = writeln!(
            said,
            "{proofs} proofs were checked anew by {solvers}: {confirmed} are confirmed by each"
        );
    }
    let counts = counts(&rows, &examined, &ways, &exceptions);
    print!("{}\n{said}\n{}", listed.render(""), counts.render(""));
    if let Some(path) = request.outcomes {
        write_outcomes(path, &rows, &examined)?;
    }
    if request.store {
        let name = request.table.and_then(Path::file_stem);
        let name = name.unwrap_or("sv-comp".as_ref());
        let command = command_line(request);
        store(
            &format!("suites-{}", name.display()),
            &format!(
                "# Programs of others: {}\n\n{}\n{}\nNot as claimed in the default way:\n\n{}",
                name.display(),
                provenance(&command),
                counts.markdown(),
                listed.markdown()
            ),
        )?;
    }
    Ok(right && !rows.is_empty())
}

/// The task as it was asked, without the machine's paths.
fn command_line(request: &Request<'_>) -> String {
    let mut command = "cargo xtask suites DIR".to_owned();
    if let Some(table) = request.table.and_then(Path::file_name) {
        let _ = write!(command, " --table {}", table.display());
    }
    for (given, flag) in [
        (request.engines, "--engines"),
        (request.no_optimise, "--no-optimise"),
        (request.as_bitcode, "--as-bitcode"),
        (request.riscv, "--riscv"),
        (request.native, "--native"),
    ] {
        if given {
            let _ = write!(command, " {flag}");
        }
    }
    for option in request.options {
        let _ = write!(command, " --option={option}");
    }
    for solver in request.verify {
        let _ = write!(command, " --verify {solver}");
    }
    let _ = write!(command, " --time-limit {}", request.time_limit);
    command
}

/// The default first, then everything that the request adds.
fn ways(request: &Request<'_>) -> Vec<Way> {
    let mut engines = vec![None];
    if request.engines {
        engines.extend(["paths", "merge", "conflict"].map(Some));
    }
    let mut forms = vec![Form::C];
    if request.as_bitcode {
        forms.push(Form::Bitcode);
    }
    if request.riscv {
        forms.push(Form::Machine);
    }
    let mut ways = Vec::new();
    for &form in &forms {
        for optimised in [true, false] {
            // Passes are a matter of LLVM code.
            if !optimised && (!request.no_optimise || form == Form::Machine) {
                continue;
            }
            ways.extend(engines.iter().map(|&engine| Way {
                engine,
                optimised,
                form,
            }));
        }
    }
    ways
}

/// Examines all programs, several at once; the results are in the order of the rows.
fn examine_all(
    binary: &Path,
    request: &Request<'_>,
    rows: &[Row],
    ways: &[Way],
) -> Result<Vec<Examined>, String> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..request.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::SeqCst);
                    let Some(row) = rows.get(index) else { return };
                    let result = examine(binary, request, row, ways);
                    let Ok(mut done) = done.lock() else { return };
                    done.push((index, result));
                    if done.len().is_multiple_of(50) {
                        eprintln!("{} of {} programs", done.len(), rows.len());
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().map_err(|error| error.to_string())?;
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

fn examine(
    binary: &Path,
    request: &Request<'_>,
    row: &Row,
    ways: &[Way],
) -> Result<Examined, String> {
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let files: Vec<PathBuf> = row
        .sources
        .iter()
        .map(|source| request.directory.join(source))
        .collect();
    if let Some(missing) = files.iter().find(|file| !file.is_file()) {
        return Err(format!(
            "{}: no such file; the sources of the table are relative to the directory",
            missing.display()
        ));
    }
    let mut outcomes = Vec::new();
    let mut bitcode = None;
    for &way in ways {
        let inputs = match way.form {
            Form::C | Form::Machine => Some(files.clone()),
            Form::Bitcode => {
                if bitcode.is_none() {
                    bitcode = Some(compile(row, &files, directory.path())?);
                }
                bitcode.clone().flatten()
            }
        };
        let Some(inputs) = inputs else { continue };
        let proof = directory.path().join("proof.json");
        let mut outcome = check(binary, request, row, way, (&inputs, &proof))?;
        if outcome.ended == Ended::Safe && proof.exists() {
            confirm(binary, request, &proof, &mut outcome)?;
        }
        // Only what compiles for RISC-V is asked there.
        if way.form == Form::Machine && outcome.ended == Ended::Error {
            continue;
        }
        outcomes.push((way, outcome));
    }
    let native = match request.native {
        true => Some(native::run(row, &files, directory.path())?),
        false => None,
    };
    Ok(Examined { outcomes, native })
}

/// Bitcode of each file as clang writes it before any pass; none if it does not compile.
fn compile(row: &Row, files: &[PathBuf], directory: &Path) -> Result<Option<Vec<PathBuf>>, String> {
    let mut compiled = Vec::new();
    for (number, file) in files.iter().enumerate() {
        let output = directory.join(format!("{number}.bc"));
        let mut command = Command::new("clang-19");
        command
            .args(["-c", "-emit-llvm", "-g", "-O0", "-w"])
            .args(["-Xclang", "-disable-O0-optnone"])
            .args([
                "-Wno-error=implicit-function-declaration",
                "-Wno-error=implicit-int",
            ])
            .arg(match row.model() {
                Model::Lp64 => "-m64",
                Model::Ilp32 => "-m32",
            })
            .arg("-I")
            .arg(root().join("runtime/llvm/include"))
            .args(row.defines().map(|define| format!("-D{define}")))
            .arg(file)
            .arg("-o")
            .arg(&output);
        if !timed(&mut command)?.output.status.success() {
            return Ok(None);
        }
        compiled.push(output);
    }
    Ok(Some(compiled))
}

/// Options that only LLVM code takes.
const OF_LLVM_CODE: [&str; 2] = ["--malloc-may-fail", "--havoc-externals"];

/// Whether violations of a property can be seen in a program of this form.
fn sees(form: Form, property: &str) -> bool {
    Property::from_name(property).is_some_and(|property| property.is_seen_in(form))
}

fn check(
    binary: &Path,
    request: &Request<'_>,
    row: &Row,
    way: Way,
    (inputs, proof): (&[PathBuf], &Path),
) -> Result<Outcome, String> {
    let hard = (request.time_limit + COMPILING).to_string();
    let mut command = Command::new("timeout");
    command
        .args(["-k", "1", &hard])
        .arg(binary)
        .arg("check")
        .args(inputs)
        .arg("--target")
        .arg(match (way.form, row.model()) {
            (Form::Machine, Model::Lp64) => "riscv64",
            (Form::Machine, Model::Ilp32) => "riscv32",
            (Form::C | Form::Bitcode, Model::Lp64) => "lp64",
            (Form::C | Form::Bitcode, Model::Ilp32) => "ilp32",
        });
    let mut options = row.options();
    let properties = row.properties().iter();
    let known = properties.filter(|property| sees(way.form, property));
    options[1] = known.copied().collect::<Vec<_>>().join(",");
    if way.form == Form::Machine {
        options.retain(|option| !OF_LLVM_CODE.contains(&option.as_str()));
    }
    command.args(options);
    if way.form != Form::Bitcode {
        command.args(row.defines().map(|define| format!("--define={define}")));
    }
    if let Some(engine) = way.engine {
        command.args(["--engine", engine]);
    }
    if !way.optimised {
        command.arg("--no-optimise");
    }
    if !request.verify.is_empty() {
        command.arg("--proof").arg(proof);
    }
    let run = timed(
        command
            .args(["--budget-memory", MEMORY])
            .args(["--time-limit", &request.time_limit.to_string()])
            .args(request.options)
            .arg("--json"),
    )?;
    let seconds = run.seconds;
    let status = run.output.status.code();
    Ok(match serde_json::from_slice::<Value>(&run.output.stdout) {
        Ok(record) => Outcome {
            seconds,
            ..outcome(&record)
        },
        Err(_) => Outcome {
            ended: match status {
                Some(124 | 137) => Ended::TimeOut,
                _ => Ended::Error,
            },
            reason: message(&String::from_utf8_lossy(&run.output.stderr)),
            property: String::new(),
            engine: String::new(),
            seconds,
            confirmed: None,
        },
    })
}

/// Has a proof checked anew with each solver, and forgets it.
fn confirm(
    binary: &Path,
    request: &Request<'_>,
    proof: &Path,
    outcome: &mut Outcome,
) -> Result<(), String> {
    for solver in request.verify {
        let hard = (request.time_limit + COMPILING).to_string();
        let mut command = Command::new("timeout");
        command.args(["-k", "1", &hard]).arg(binary).arg("verify");
        let run = timed(command.arg(proof).args(["--solver", solver]))?;
        let said = String::from_utf8_lossy(&run.output.stdout).into_owned();
        if !run.output.status.success() {
            let line = said.lines().nth(1).unwrap_or("no answer").trim();
            outcome.ended = Ended::Error;
            outcome.reason = format!("the proof is not confirmed by {solver}: {line}");
            outcome.confirmed = Some(false);
            break;
        }
        outcome.confirmed = Some(true);
    }
    std::fs::remove_file(proof).map_err(|error| format!("{}: {error}", proof.display()))
}

/// The line of an error that says most: the compiler's first error, else the last line.
fn message(errors: &str) -> String {
    let first = errors.lines().find(|line| line.contains("error: "));
    let line = first.or_else(|| errors.lines().rfind(|line| !line.trim().is_empty()));
    line.unwrap_or("no message").trim().replace('\t', " ")
}

/// What a record says.
fn outcome(record: &Value) -> Outcome {
    let place = |place: &Value| {
        let function = place["function"].as_str().unwrap_or("?");
        match place["line"].as_u64() {
            Some(line) => format!("{function}, line {line}"),
            None => function.to_owned(),
        }
    };
    let finding = &record["findings"][0];
    let cuts = record["cuts"].as_array().map_or(&[][..], Vec::as_slice);
    let late = cuts.iter().any(|cut| cut["kind"] == "time-limit");
    let mut reason = String::new();
    let property = finding["property"].as_str().unwrap_or("");
    let ended = match record["verdict"].as_str() {
        Some("safe") => Ended::Safe,
        Some("unsafe") => {
            let _ = write!(reason, "{property} in {}", place(&finding["place"]));
            Ended::Unsafe
        }
        Some("incomplete") => {
            // What ends paths silently beside the clock says more.
            let other = cuts.iter().find(|cut| cut["kind"] != "time-limit");
            if let Some(cut) = other.or(cuts.first()) {
                let _ = write!(
                    reason,
                    "{} in {}",
                    cut["reason"].as_str().unwrap_or("?"),
                    place(&cut["place"])
                );
            }
            match late {
                true => Ended::TimeOut,
                false => Ended::Incomplete,
            }
        }
        _ => Ended::Error,
    };
    let faults = record["internal_errors"].as_array().map_or(0, Vec::len);
    if faults > 0 {
        reason = format!("{faults} violations do not replay; {reason}");
    }
    Outcome {
        ended: match faults {
            0 => ended,
            _ => Ended::Error,
        },
        reason: reason.replace(['\t', '\n'], " "),
        property: property.to_owned(),
        engine: record["question"]["engine"]
            .as_str()
            .unwrap_or("")
            .to_owned(),
        seconds: 0.0,
        confirmed: None,
    }
}

fn clause(row: &Row, exceptions: &Exceptions) -> String {
    let mut list = exceptions.get(row.name()).into_iter().flatten();
    let exception = list.find(|exception| exception.of == "claim");
    exception.map_or(String::new(), |exception| {
        format!("{}: {}", exception.clause, exception.why)
    })
}

fn judge(row: &Row, ended: Ended, exceptions: &Exceptions) -> Judgement {
    match (row.claim, ended) {
        (Claim::Safe | Claim::SafeUpToBound, Ended::Safe)
        | (Claim::Unsafe, Ended::Unsafe)
        | (Claim::SafeUpToBound, Ended::Incomplete) => Judgement::Right,
        (Claim::Safe | Claim::SafeUpToBound, Ended::Unsafe) | (Claim::Unsafe, Ended::Safe) => {
            match clause(row, exceptions).is_empty() {
                true => Judgement::Wrong,
                false => Judgement::Explained,
            }
        }
        (Claim::Safe | Claim::Unsafe, Ended::Incomplete) | (_, Ended::TimeOut | Ended::Error) => {
            Judgement::Undecided
        }
    }
}

/// What cannot be true together among the ways and the native run.
fn contradictions(examined: &Examined) -> Vec<Contradiction> {
    let mut found = Vec::new();
    let decided = |(_, outcome): &&(Way, Outcome)| outcome.ended.is_decided();
    let of_c: Vec<_> = examined.outcomes.iter().filter(decided).collect();
    let Some((first_way, first)) = of_c.first() else {
        return found;
    };
    for (way, outcome) in &of_c[1..] {
        if outcome.ended == first.ended {
            continue;
        }
        // Machine code has no bounds of objects inside a frame, and bitcode only what its compiler left.
        let hides = way.form == Form::Machine
            && !["assertion", "division-by-zero"].contains(&first.property.as_str());
        let blind = outcome.ended == Ended::Safe && (hides || !sees(way.form, &first.property));
        if !blind {
            found.push(Contradiction {
                of: way.comparison(),
                text: format!(
                    "{} as {} ({}), {} as {} ({})",
                    first.ended.word(),
                    first_way.name(),
                    first.reason,
                    outcome.ended.word(),
                    way.name(),
                    outcome.reason
                ),
            });
        }
    }
    if let (Some(Native::Reported(line)), Ended::Safe) = (&examined.native, first.ended) {
        found.push(Contradiction {
            of: "native",
            text: format!("safe as {}, but natively {line}", first_way.name()),
        });
    }
    found
}

/// A violation in a program without inputs that no sanitizer reports: they miss some, and initial values of memory are theirs.
fn missed_natively(examined: &Examined) -> Option<String> {
    let (_, outcome) = examined.outcomes.first()?;
    let clean = examined.native == Some(Native::Clean) && outcome.ended == Ended::Unsafe;
    clean.then(|| format!("{}; natively nothing is reported", outcome.reason))
}

/// How many programs came out how, for each way.
fn counts(rows: &[Row], examined: &[Examined], ways: &[Way], exceptions: &Exceptions) -> Table {
    let mut table = Table::new(&[
        ("way", Align::Left),
        ("programs", Align::Right),
        ("right", Align::Right),
        ("C17 is against the claim", Align::Right),
        ("wrong", Align::Right),
        ("incomplete", Align::Right),
        ("time-out", Align::Right),
        ("error", Align::Right),
        ("% right", Align::Right),
        ("seconds", Align::Right),
    ]);
    for way in ways {
        let mut count = [0_usize; 6];
        let mut seconds = 0.0;
        for (row, examined) in rows.iter().zip(examined) {
            let Some((_, outcome)) = examined.outcomes.iter().find(|(one, _)| one == way) else {
                continue;
            };
            seconds += outcome.seconds;
            let column = match (judge(row, outcome.ended, exceptions), outcome.ended) {
                (Judgement::Right, _) => 0,
                (Judgement::Explained, _) => 1,
                (Judgement::Wrong, _) => 2,
                (Judgement::Undecided, Ended::TimeOut) => 4,
                (Judgement::Undecided, Ended::Error) => 5,
                (Judgement::Undecided, _) => 3,
            };
            count[column] += 1;
        }
        let all: usize = count.iter().sum();
        let right = 100.0 * (count[0] + count[1]) as f64 / all.max(1) as f64;
        let mut cells = vec![way.name(), all.to_string()];
        cells.extend(count.iter().map(usize::to_string));
        cells.extend([format!("{right:.1}"), format!("{seconds:.1}")]);
        table.row(cells);
    }
    table
}

fn write_outcomes(path: &Path, rows: &[Row], examined: &[Examined]) -> Result<(), String> {
    let mut text = "program\tclaim\tours\tengine\tseconds\treason\n".to_owned();
    for (row, examined) in rows.iter().zip(examined) {
        if let Some((_, outcome)) = examined.outcomes.first() {
            let _ = writeln!(
                text,
                "{}\t{}\t{}\t{}\t{:.2}\t{}",
                row.name(),
                row.claim,
                outcome.ended.word(),
                outcome.engine,
                outcome.seconds,
                outcome.reason
            );
        }
    }
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
