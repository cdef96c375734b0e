//! Proofs without a bound, checked anew: from the file to the program to what could not be confirmed.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use everypath_explore::{DoubtKind, Silent, Verdict, verify};
use everypath_program::Position;
use everypath_report::place_words;
use everypath_smtlib::context::Context;
use everypath_smtlib::reader::Reader;
use everypath_smtlib::sorts::Value;
use everypath_term::{Sort, Term, TermTable};
use serde::Deserialize;

use crate::Analysis;
use crate::analysis::explore_error;
use crate::convert::Converter;
use crate::exit::{CommandError, unreadable};
use crate::job::{Job, SolverArguments};
use crate::proof_file::{FORMAT, ProofFile, VERSION};

/// A proof and the program that it is about.
pub struct Verifier {
    proof: everypath_explore::Proof,
    analysis: Analysis,
}

/// What became of a proof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Loops of the proof.
    pub loops: usize,
    /// Invariants of the proof.
    pub invariants: usize,
    /// What could not be confirmed, a line each; empty if the proof holds.
    pub unconfirmed: Vec<String>,
}

impl Verifier {
    /// Reads a proof and the program. If no files are named, those that the proof names are read.
    ///
    /// # Errors
    /// If a file cannot be read, if the proof is none or of another version, or if the program is another one.
    pub fn new(
        file: &Path,
        program: &[PathBuf],
        solver: &SolverArguments,
    ) -> Result<Self, CommandError> {
        let wrong = |what: String| unreadable(format!("{}: {what}", file.display()));
        let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
        let advice = "write one with `everypath check --proof FILE`";
        let read: ProofFile = serde_json::from_str(&text)
            .map_err(|error| wrong(format!("no proof: {error}; {advice}")))?;
        if (read.format.as_str(), read.version) != (FORMAT, VERSION) {
            return Err(wrong(format!(
                "found `format` {} of `version` {}, expected {FORMAT} of version {VERSION}; {advice}",
                read.format, read.version
            )));
        }
        let this = env!("CARGO_PKG_VERSION");
        if read.tool_version != this {
            return Err(wrong(format!(
                "`tool_version` is \"{}\", expected \"{this}\": places in a program may have other numbers there; {advice}",
                read.tool_version
            )));
        }
        if let Some(name) = read.wrong_cell() {
            return Err(wrong(format!(
                "`{name}` overlaps another part of the state, or has a size that no part has; {advice}"
            )));
        }
        let mut job =
            Job::deserialize(&read.job).map_err(|error| wrong(format!("`job`: {error}")))?;
        if !program.is_empty() {
            job.files = program.to_vec();
        }
        job.solver = solver.clone();
        // What the layers in front of a solver know is no part of the proof.
        job.solver.layers.get_or_insert_with(|| vec![None]);
        let analysis = Analysis::new(job)?;
        if analysis.digest() != read.program.digest {
            return Err(wrong(format!(
                "the program has changed: {} has digest {}, expected {}",
                analysis.job().first_file().display(),
                analysis.digest(),
                read.program.digest
            )));
        }
        if analysis.given() != read.program.given {
            return Err(wrong(
                "a file that the program is given has changed".to_owned(),
            ));
        }
        Ok(Verifier {
            proof: read.proof(),
            analysis,
        })
    }

    /// Checks the proof.
    ///
    /// # Errors
    /// If the solver cannot be run.
    pub fn verify(&self) -> Result<Verified, CommandError> {
        let task = self.analysis.task()?;
        let read = Rc::new(read_formula);
        let done = verify(&task, &mut Silent, &self.proof, read).map_err(explore_error)?;
        let converter = Converter::new(task.program);
        let at = |position: Position| place_words(&converter.place(position));
        let mut unconfirmed = Vec::new();
        for doubt in &done.doubts {
            let place = at(doubt.position);
            unconfirmed.push(match &doubt.what {
                DoubtKind::Start(words) => {
                    format!("start: {words} need not hold where the loop at {place} is entered")
                }
                DoubtKind::Keeping(words) => {
                    format!("keeping: an iteration of the loop at {place} need not keep {words}")
                }
                DoubtKind::Unreadable(words) => {
                    format!("invariant: {words} says nothing of the loop at {place}")
                }
                DoubtKind::Changes(what) => {
                    format!("changes: the loop at {place} changes more than the proof says: {what}")
                }
                DoubtKind::Unknown => format!("loops: the proof does not know the loop at {place}"),
                DoubtKind::Unreached => format!("loops: no path enters the loop at {place}"),
                DoubtKind::Measure(Some(words)) => {
                    format!(
                        "measure: an iteration of the loop at {place} need not make {words} smaller"
                    )
                }
                DoubtKind::Measure(None) => {
                    format!("measure: nothing that the loop at {place} makes smaller is named")
                }
            });
        }
        for cut in &done.record.cuts {
            let place = cut.position.map(|position| format!(" at {}", at(position)));
            unconfirmed.push(format!("use: {}{}", cut.reason, place.unwrap_or_default()));
        }
        for finding in &done.record.findings {
            let name = finding.property.name();
            unconfirmed.push(format!(
                "use: some input violates {name} at {}",
                at(finding.position)
            ));
        }
        if unconfirmed.is_empty() && done.record.verdict != Verdict::Safe {
            unconfirmed.push("use: the verdict is not safe".to_owned());
        }
        Ok(Verified {
            loops: self.proof.loops.len(),
            invariants: (self.proof.loops.iter())
                .map(|of_proof| of_proof.invariants.len())
                .sum(),
            unconfirmed,
        })
    }
}

/// Reads the formula of an invariant, with the reader of SMT-LIB.
fn read_formula(
    terms: &mut TermTable,
    formula: &str,
    names: &[(String, Term)],
) -> Result<Term, String> {
    // A term that is nothing but a name is no list, which is what the reader reads.
    let alone = formula
        .strip_prefix('|')
        .and_then(|it| it.strip_suffix('|'));
    if let Some((_, term)) = names.iter().find(|(name, _)| Some(name.as_str()) == alone) {
        return Ok(*term);
    }
    let mut context = Context::new(std::mem::take(terms));
    let read = read_in(&mut context, formula, names);
    *terms = context.table;
    read
}

fn read_in(context: &mut Context, formula: &str, names: &[(String, Term)]) -> Result<Term, String> {
    let mut parameters = Vec::new();
    for (name, term) in names {
        let value = match context.table.sort(*term) {
            Sort::Bits(width) => Value::bits(width, *term),
            Sort::Memory { index, element } => Value::array(index, element, *term),
        };
        parameters.push((context.texts.intern(name), value));
    }
    let mut reader = Reader::new(formula.as_bytes());
    let read = reader.command(&mut context.texts);
    let tree = read.map_err(|error| error.to_string())?;
    let tree = Rc::new(tree.ok_or("no formula")?);
    let value = context.term(&tree, 0, &parameters);
    value
        .map(|value| value.term())
        .map_err(|error| error.to_string())
}
