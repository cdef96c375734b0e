//! A test case run again, for the command line and for whoever uses Everypath as a library: on the machine of the run that made it,
//! and on this computer's processor.

mod case_file;
mod debug;
mod native;

use std::io::Write;
use std::path::Path;

use everypath_explore::{ReplayEnd, ReplayOutcome, TestCase, replay, replay_until};
use everypath_llvm::process::Stop;
use everypath_machine::{Machine, MachineOptions};
use everypath_program::{Position, Property};
use everypath_report::case::{self, Outcome};
use everypath_report::{Input, Note, Place};

use crate::analysis::{load_job, machine_options};
use crate::convert::{self, Converter};
use crate::exit::{CommandError, unreadable};
use crate::job::{CompileArguments, Job};
use crate::load::Loaded;
use crate::{setting, trace};

pub use case_file::CaseFile;
pub use debug::Debugging;
pub use native::{Agreement, NativeEnd};

/// A test case and the program that it is run on.
///
/// ```
/// use everypath::{Analysis, CaseFile, Job, Replay, Unwatched};
///
/// let directory = tempfile::tempdir()?;
/// let file = directory.path().join("half.c");
/// std::fs::write(&file, "int half(unsigned char x) { return 100 / (x - 7); }")?;
/// let tests = directory.path().join("tests");
/// let options = ["--entry", "half", "--tests", tests.to_str().unwrap()];
/// Analysis::new(Job::with_options([&file], options)?)?.run(&mut Unwatched)?;
///
/// let case = CaseFile::read(&tests.join("violation-001-division-by-zero.json"), &file)?;
/// let replayed = Replay::new(&file, case, &Default::default())?.run(1_000);
/// assert!(replayed.reproduced);
/// assert_eq!(replayed.words, "division-by-zero violated");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Replay {
    case: case::TestCase,
    job: Job,
    loaded: Loaded,
    machine: MachineOptions,
    inputs: TestCase,
}

/// What a case does.
pub struct Replayed {
    /// How it ended, and what was written on the way.
    pub outcome: ReplayOutcome,
    /// Whether it ended as the case says.
    pub reproduced: bool,
    /// How it ended, in words.
    pub words: String,
    /// Where it ended, if that says more than the words.
    pub place: Option<Place>,
    /// Places elsewhere that explain a violation.
    pub notes: Vec<Note>,
}

impl Replay {
    /// Reads or compiles the program. Where the case does not say how a C file is compiled, `compile` does.
    ///
    /// # Errors
    /// If a file cannot be read or compiled, or the case has bytes that are none.
    pub fn new(
        program: &Path,
        file: CaseFile,
        compile: &CompileArguments,
    ) -> Result<Self, CommandError> {
        let inputs = file.inputs().map_err(unreadable)?;
        let given = file.case.given_files().map_err(unreadable)?;
        let CaseFile {
            case,
            mut job,
            says_how_to_compile,
        } = file;
        if !says_how_to_compile {
            job.compile = compile.clone();
        }
        let others = job.files.drain(..).skip(1);
        job.files = std::iter::once(program.to_owned()).chain(others).collect();
        // The program finds the name that it had when the case was made.
        let surroundings = setting::of_inputs(Path::new(&case.program), &job.inputs);
        let surroundings = job.environment.complete(surroundings);
        let loaded = load_job(&job, &job.compile_options(), surroundings, Stop::default())?;
        let machine = machine_options(&job, &loaded, &given)?;
        Ok(Self {
            case,
            job,
            loaded,
            machine,
            inputs,
        })
    }

    /// Whether the program is not the one that the case was made with.
    pub fn program_changed(&self) -> bool {
        let digest = self.case.program_digest.as_ref();
        digest.is_some_and(|digest| *digest != self.loaded.digest)
    }

    /// What the case says that happens, in words.
    pub fn expected(&self) -> String {
        match &self.case.outcome {
            Outcome::Violation {
                property,
                address,
                place,
                ..
            } => {
                let place = if place.is_empty() { address } else { place };
                format!("{property} violated at {place}")
            }
            Outcome::Exit { code } => format!("exit with code {code}"),
            Outcome::Cut { reason } => reason.clone(),
        }
    }

    /// The inputs, as a report tells them.
    pub fn inputs(&self) -> Vec<Input> {
        let inputs = self.inputs.inputs.iter().zip(&self.case.inputs);
        let inputs = inputs.map(|(input, given)| Input {
            origin: given.origin.clone(),
            stream_offset: given.stream_offset,
            text_width: given.text_width,
            ..convert::input(input)
        });
        inputs.collect()
    }

    /// Runs the case, for at most `limit` source instructions.
    pub fn run(&self, limit: u64) -> Replayed {
        let (program, inputs) = (self.loaded.front.program(), &self.inputs);
        let goes_on = self.job.search.continue_after_violation;
        let is_looked_for =
            |&(property, _): &(Property, Position)| goes_on || property == Property::Termination;
        let outcome = match target(&self.case.outcome).filter(is_looked_for) {
            Some(target) => replay_until(program, &self.machine, inputs, limit, target),
            None => replay(program, &self.machine, inputs, limit),
        };
        let (words, position) = happened(&outcome.end);
        let converter = Converter::new(program);
        let notes = match &outcome.end {
            ReplayEnd::Violation { notes, .. } => notes.as_slice(),
            ReplayEnd::Exit(_)
            | ReplayEnd::AssumeFailed(_)
            | ReplayEnd::Dead(_)
            | ReplayEnd::Cut(..)
            | ReplayEnd::Limit => &[],
        };
        Replayed {
            reproduced: is_reproduced(&self.case.outcome, &outcome.end),
            words,
            place: position.map(|position| converter.place(position)),
            notes: converter.notes(notes),
            outcome,
        }
    }

    /// Runs the case, for at most `limit` source instructions, and writes each.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn trace(&self, limit: u64, output: &mut dyn Write) -> Result<(), CommandError> {
        let options = self.machine.clone().concrete(self.inputs.source());
        let mut machine = Machine::new(self.loaded.front.program(), options);
        let mut state = machine.initial_state();
        trace::run(&mut machine, &mut state, limit, output).map_err(unreadable)?;
        Ok(())
    }
}

/// The violation that a case is about.
fn target(outcome: &Outcome) -> Option<(Property, Position)> {
    match outcome {
        Outcome::Violation {
            property, address, ..
        } => {
            let position = case::parse_address(address).map(Position);
            Property::from_name(property).zip(position)
        }
        Outcome::Exit { .. } | Outcome::Cut { .. } => None,
    }
}

/// Whether what happened is what the case says. A cut path has no end to compare: anything but a violation is as expected.
fn is_reproduced(expected: &Outcome, end: &ReplayEnd) -> bool {
    match (expected, end) {
        (
            Outcome::Violation { .. },
            ReplayEnd::Violation {
                property, position, ..
            },
        ) => target(expected) == Some((*property, *position)),
        (Outcome::Exit { code }, ReplayEnd::Exit(found)) => code == found,
        (Outcome::Cut { .. }, end) => !matches!(end, ReplayEnd::Violation { .. }),
        (Outcome::Violation { .. } | Outcome::Exit { .. }, _) => false,
    }
}

/// How a run ended, and where if that is not all.
fn happened(end: &ReplayEnd) -> (String, Option<Position>) {
    let (words, position) = match end {
        ReplayEnd::Violation {
            property,
            position,
            detail,
            ..
        } => {
            let detail = match detail.is_empty() {
                true => String::new(),
                false => format!(" ({detail})"),
            };
            (format!("{property} violated{detail}"), Some(position))
        }
        ReplayEnd::Exit(code) => (format!("exit with code {code}"), None),
        ReplayEnd::AssumeFailed(position) => {
            ("an assumption does not hold".to_owned(), Some(position))
        }
        ReplayEnd::Dead(position) => ("the program cannot go on".to_owned(), Some(position)),
        ReplayEnd::Cut(reason, position) => (reason.to_string(), Some(position)),
        ReplayEnd::Limit => ("stopped at --max-instructions".to_owned(), None),
    };
    (words, position.copied())
}
