//! What happens while a run goes on: test cases are written as soon as their path ends, findings as soon as they are
//! found, so that an interrupt or a crash loses nothing; whoever watches is told.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use everypath_explore::{
    Cut, Finding, Observer, PathEnd, PathKind, Progress, Question, ReplayEnd, ReplayStatus,
    Results, TestCase, peak_memory_bytes, replay,
};
use everypath_machine::{Decision, DecisionKind, InputOrigin, MachineOptions};
use everypath_program::Program;
use everypath_report::case::{self, CaseInput, Outcome};
use everypath_report::ktest::Ktest;
use everypath_report::paths::{self, PathTree};
use everypath_report::progress::Snapshot;
use everypath_report::testcomp;
use everypath_report::timeline::{Sample, Timeline};
use everypath_report::{Place, hex, place_words};
use everypath_term::TermTable;

use crate::convert::{CaseFiles, Converter, in_stream, origin};
use crate::emit::Emitter;
use crate::files::{Files, Unnamed, write_file};
use crate::units::{Checkpoint, Origin};

/// Instructions that a path may take when its outcome is looked up for the test case.
const OUTCOME_INSTRUCTIONS: u64 = 1_000_000_000;

/// Watches a run. Every method has a default that does nothing.
pub trait Watcher {
    /// A property is violated at a place, for the first time; the emulator showed it. `number` counts from 1.
    fn violation(&mut self, _number: u64, _property: &str, _place: &Place) {}

    /// How far the run is, about ten times a second.
    fn progress(&mut self, _progress: &Snapshot) {}

    /// Whether progress is to come with the number of instructions that could be covered, which takes time to count.
    fn wants_progress(&self) -> bool {
        false
    }

    /// Something does not work that the run goes on without.
    fn warning(&mut self, _what: &str) {}

    /// Whether the run is to stop now, with what is known.
    fn interrupted(&self) -> bool {
        false
    }
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watcher for Unwatched {}

/// What is written to test cases besides inputs and outcome.
#[derive(Debug)]
pub struct CaseWriter {
    /// Where they are written.
    pub directory: PathBuf,
    /// The program as it was named.
    pub program: String,
    /// Whether KLEE's test files are written beside them.
    pub ktest: bool,
    /// Whether Test-Comp's files are written beside them.
    pub testcomp: bool,
    /// Digest of the executable.
    pub digest: String,
    /// The job.
    pub job: serde_json::Value,
    /// Given files: the path and the bytes of each, hexadecimal.
    pub given: Vec<(String, String)>,
    /// Whether they are written.
    pub files: Files,
}

impl CaseWriter {
    /// A test case as files: the extension and the bytes of each.
    fn files_of(&self, inputs: &TestCase, outcome: Outcome) -> Result<CaseFormats, String> {
        let case = case::TestCase {
            format: case::FORMAT.to_owned(),
            version: case::VERSION,
            program: self.program.clone(),
            program_digest: Some(self.digest.clone()),
            job: Some(self.job.clone()),
            given: self.given.clone(),
            outcome,
            inputs: inputs
                .inputs
                .iter()
                .map(|input| CaseInput {
                    name: input.name.clone(),
                    bytes: hex::encode(&input.bytes),
                    element_size: input.element_size,
                    origin: origin(&input.origin).to_owned(),
                    stream_offset: in_stream(&input.origin).map(|(offset, _)| offset),
                    text_width: in_stream(&input.origin).and_then(|(_, width)| width),
                })
                .collect(),
        };
        let text = case.render().map_err(|error| error.to_string())?;
        let mut files = vec![("json", text.into_bytes())];
        if self.ktest {
            files.push(("ktest", ktest(&self.program, inputs)));
        }
        if self.testcomp {
            files.push(("xml", testcomp::render(&case).into_bytes()));
        }
        Ok(files)
    }

    /// The same files, written and not named yet.
    fn ahead(&self, inputs: &TestCase, outcome: Outcome) -> Result<Ahead, String> {
        let files = self.files_of(inputs, outcome)?.into_iter();
        let written = files.map(|(extension, bytes)| {
            let file = Unnamed::new(&self.directory, &bytes).map_err(|error| error.to_string());
            Ok((extension, file?))
        });
        written.collect()
    }
}

/// A test case in each format that is wanted, by extension.
type CaseFormats = Vec<(&'static str, Vec<u8>)>;

/// A test case that is written and has no name yet.
type Ahead = Vec<(&'static str, Unnamed)>;

/// Keeps what is done and what is open on disk.
#[derive(Debug)]
pub struct Keeper {
    /// Where.
    pub checkpoint: Checkpoint,
    /// What is checked.
    pub origin: Origin,
    /// Whether the last attempt failed: that is told once.
    pub is_hindered: bool,
}

/// The observer of `check`.
pub struct CheckObserver<'p> {
    program: &'p dyn Program,
    machine: MachineOptions,
    converter: Converter<'p>,
    writer: Option<CaseWriter>,
    /// Writes formulas, if that is asked for.
    pub emitter: Option<Emitter<'p>>,
    /// Keeps what is known, if that is asked for.
    pub keeper: Option<Keeper>,
    /// When the run began, if its timeline is wanted.
    pub timeline: Option<Instant>,
    /// Points of it.
    pub samples: Timeline,
    /// The tree of paths, if it is wanted.
    pub paths: Option<PathTree>,
    watcher: &'p mut dyn Watcher,
    coverable: Option<u64>,
    found: u64,
    /// Files of the findings' test cases.
    pub cases: CaseFiles,
    /// Number of test cases written.
    pub written: u64,
    /// The first failure to write a test case.
    pub failure: Option<String>,
    /// Test cases of ends that are not told yet.
    ahead: BTreeMap<u64, Ahead>,
    begun_ahead: u64,
}

impl<'p> CheckObserver<'p> {
    /// An observer that tells a watcher.
    pub fn new(
        program: &'p dyn Program,
        machine: &MachineOptions,
        writer: Option<CaseWriter>,
        watcher: &'p mut dyn Watcher,
        coverable: Option<u64>,
    ) -> Self {
        CheckObserver {
            program,
            machine: machine.clone(),
            converter: Converter::new(program),
            writer,
            emitter: None,
            keeper: None,
            timeline: None,
            samples: Timeline::default(),
            paths: None,
            watcher,
            coverable,
            found: 0,
            cases: CaseFiles::new(),
            written: 0,
            failure: None,
            ahead: BTreeMap::new(),
            begun_ahead: 0,
        }
    }

    /// Writes a test case; gives its file.
    fn write(&mut self, name: &str, inputs: &TestCase, outcome: Outcome) -> Option<String> {
        let writer = self.writer.as_ref()?;
        let path = writer.directory.join(name);
        let written = match writer.files {
            Files::Named => return Some(path.display().to_string()),
            Files::Written => writer.files_of(inputs, outcome).and_then(|files| {
                let write = |(extension, bytes): (_, Vec<u8>)| {
                    write_file(&path.with_extension(extension), &bytes)
                };
                files.into_iter().try_for_each(write)
            }),
        };
        self.note(&path, written)
    }

    /// Counts what was written; gives its file.
    fn note(&mut self, path: &Path, written: Result<(), String>) -> Option<String> {
        match written {
            Ok(()) => {
                self.written += 1;
                Some(path.display().to_string())
            }
            Err(message) => {
                self.failure.get_or_insert(message);
                None
            }
        }
    }

    /// Names a test case that is written; its first file is named so.
    fn name(&mut self, name: &str, files: Ahead) {
        let Some(writer) = &self.writer else { return };
        let path = writer.directory.join(name);
        let name = |(extension, file): (_, Unnamed)| file.name(&path.with_extension(extension));
        let named = files.into_iter().try_for_each(name);
        self.note(&path, named);
    }

    /// How a path ended, for its test case.
    fn outcome_of_path(&self, kind: &PathKind, inputs: &TestCase) -> Outcome {
        match kind {
            PathKind::Exit(Some(code)) => Outcome::Exit { code: *code },
            PathKind::Exit(None) | PathKind::Violation => self.outcome(inputs),
            PathKind::Assumption => Outcome::Cut {
                reason: "an assumption excludes every input".to_owned(),
            },
            PathKind::Dead => Outcome::Cut {
                reason: "an instruction cannot be executed".to_owned(),
            },
            PathKind::Cut(reason) => Outcome::Cut {
                reason: reason.to_string(),
            },
        }
    }

    /// What happens with these inputs, seen on the emulator.
    fn outcome(&self, inputs: &TestCase) -> Outcome {
        let replayed = replay(self.program, &self.machine, inputs, OUTCOME_INSTRUCTIONS);
        self.outcome_of(&replayed.end)
    }

    fn outcome_of(&self, end: &ReplayEnd) -> Outcome {
        match end {
            ReplayEnd::Violation {
                property,
                position,
                detail,
                ..
            } => Outcome::Violation {
                property: property.name().to_owned(),
                address: format!("{:#x}", position.0),
                detail: detail.clone(),
                place: place_words(&self.converter.place(*position)),
            },
            ReplayEnd::Exit(code) => Outcome::Exit { code: *code },
            other => Outcome::Cut {
                reason: other.to_string(),
            },
        }
    }
}

/// Progress as it is shown; `coverable`: the number of instructions that could be covered.
pub(crate) fn snapshot(progress: &Progress, coverable: Option<u64>) -> Snapshot {
    Snapshot {
        paths: progress.paths,
        waiting: progress.waiting,
        instructions: progress.instructions,
        queries: progress.queries,
        findings: progress.findings,
        covered: progress.covered,
        coverable,
    }
}

/// A decision as the tree of paths has it.
fn choice(decision: &Decision) -> (u64, paths::Choice) {
    let choice = match decision.kind {
        DecisionKind::Branch(taken) => paths::Choice::Branch(taken),
        DecisionKind::Case(index) => paths::Choice::Case(index as u64),
        DecisionKind::Value(value) => paths::Choice::Value(value),
        DecisionKind::Object(base) => paths::Choice::Object(base),
    };
    (decision.position.0, choice)
}

fn end_of(kind: &PathKind) -> paths::End {
    match kind {
        PathKind::Exit(_) => paths::End::Exit,
        PathKind::Violation => paths::End::Violation,
        PathKind::Assumption => paths::End::Assumption,
        PathKind::Dead => paths::End::Dead,
        PathKind::Cut(_) => paths::End::Cut,
    }
}

/// A test case in KLEE's format: what the program made symbolic itself, in order.
fn ktest(program: &str, inputs: &TestCase) -> Vec<u8> {
    let objects = inputs.inputs.iter().filter(|input| {
        matches!(
            input.origin,
            InputOrigin::Register | InputOrigin::Memory { .. }
        )
    });
    Ktest {
        arguments: vec![program.as_bytes().to_vec()],
        objects: objects
            .map(|input| (input.name.clone(), input.bytes.clone()))
            .collect(),
    }
    .to_bytes()
}

impl Observer for CheckObserver<'_> {
    fn finding(&mut self, finding: &Finding) {
        if finding.replay != ReplayStatus::Reproduced {
            return;
        }
        self.found += 1;
        let place = self.converter.place(finding.position);
        let outcome = Outcome::Violation {
            property: finding.property.name().to_owned(),
            address: format!("{:#x}", finding.position.0),
            detail: finding.detail.clone(),
            place: place_words(&place),
        };
        let name = format!("violation-{:03}-{}.json", self.found, finding.property);
        if let Some(file) = self.write(&name, &finding.case, outcome) {
            self.cases
                .insert((finding.property, finding.position), file);
        }
        let property = finding.property.name();
        self.watcher.violation(self.found, property, &place);
    }

    fn path_end(&mut self, end: &PathEnd) {
        if let (Some(tree), Some(decisions)) = (&mut self.paths, &end.decisions) {
            let choices: Vec<_> = decisions.iter().map(choice).collect();
            tree.add(&choices, end_of(&end.kind), end.position.0);
        }
        let name = format!("path-{:06}.json", end.index);
        if let Some(files) = end.ahead.and_then(|ahead| self.ahead.remove(&ahead)) {
            return self.name(&name, files);
        }
        let Some(inputs) = &end.case else { return };
        let outcome = self.outcome_of_path(&end.kind, inputs);
        self.write(&name, inputs, outcome);
    }

    fn path_ahead(&mut self, end: &PathEnd) -> Option<u64> {
        let writer = self.writer.as_ref()?;
        let inputs = end.case.as_ref()?;
        if writer.files == Files::Named {
            return None;
        }
        let outcome = self.outcome_of_path(&end.kind, inputs);
        // What fails now is told when the end is.
        let files = writer.ahead(inputs, outcome).ok()?;
        self.begun_ahead += 1;
        self.ahead.insert(self.begun_ahead, files);
        Some(self.begun_ahead)
    }

    fn path_forgotten(&mut self, end: &PathEnd) {
        if let Some(ahead) = &end.ahead {
            self.ahead.remove(ahead);
        }
    }

    fn progress(&mut self, progress: &Progress) {
        if let Some(start) = self.timeline {
            self.samples.add(Sample {
                seconds: start.elapsed().as_secs_f64(),
                paths: progress.paths,
                queries: progress.queries,
                memory: peak_memory_bytes().unwrap_or(0),
            });
        }
        self.watcher.progress(&snapshot(progress, self.coverable));
    }

    fn interrupted(&self) -> bool {
        self.watcher.interrupted()
    }

    fn question(&mut self, terms: &mut TermTable, question: &Question<'_>) {
        if let Some(emitter) = &mut self.emitter {
            emitter.question(terms, question);
        }
    }

    fn questions_told(&mut self, terms: &mut TermTable, cuts: &[Cut]) {
        if let Some(emitter) = &mut self.emitter {
            emitter.questions_told(terms, cuts);
        }
    }

    fn wants_questions(&self) -> bool {
        self.emitter.is_some()
    }

    fn results(&mut self, results: &Results) {
        let Some(keeper) = &mut self.keeper else {
            return;
        };
        let kept = keeper.checkpoint.keep(&keeper.origin, results);
        let was_hindered = std::mem::replace(&mut keeper.is_hindered, kept.is_err());
        if let (Err(why), false) = (kept, was_hindered) {
            let warning = format!("the checkpoint cannot be written, the run goes on: {why}");
            self.watcher.warning(&warning);
        }
    }

    fn wants_results(&self) -> bool {
        self.keeper.is_some()
    }

    fn wants_tests(&self) -> bool {
        self.writer.is_some()
    }

    fn wants_decisions(&self) -> bool {
        self.paths.is_some()
    }
}
