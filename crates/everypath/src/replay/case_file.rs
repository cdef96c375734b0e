//! Reading a test case: ours, or one of KLEE's.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::Path;

use everypath_explore::TestCase;
use everypath_machine::{InputOrigin, TestInput};
use everypath_program::World;
use everypath_report::case::{self, CaseError, Outcome};
use everypath_report::hex;
use everypath_report::ktest::Ktest;
use serde::Deserialize;

use crate::exit::{CommandError, unreadable};
use crate::job::Job;

/// What a file says of a test case.
pub struct CaseFile {
    /// The case.
    pub case: case::TestCase,
    /// The run that made it, as far as the file says.
    pub job: Job,
    /// Whether the file says how the program is compiled.
    pub says_how_to_compile: bool,
}

impl CaseFile {
    /// Reads the test case of a program. A name that ends in `.ktest` is a test of KLEE's.
    ///
    /// # Errors
    /// If the file cannot be read, or is no test case.
    pub fn read(path: &Path, program: &Path) -> Result<Self, CommandError> {
        let in_file = |error: &dyn Display| unreadable(format!("{}: {error}", path.display()));
        if path.extension().is_some_and(|end| end == "ktest") {
            let bytes = std::fs::read(path).map_err(|error| in_file(&error))?;
            let test = Ktest::parse(&bytes).map_err(|error| in_file(&error))?;
            return Ok(Self::of_ktest(test, program));
        }
        let case = case::TestCase::read(path).map_err(|error| match error {
            CaseError::Io { .. } => unreadable(error),
            other => in_file(&other),
        })?;
        let job = case.job.as_ref().map(Job::deserialize).transpose();
        let job = job.map_err(|error| in_file(&format!("`job`: {error}")))?;
        Ok(Self {
            says_how_to_compile: job.is_some(),
            job: job.unwrap_or_default(),
            case,
        })
    }

    /// A test of KLEE's: its objects become inputs, by name, a name that comes again with its number (`x#2`).
    fn of_ktest(test: Ktest, program: &Path) -> Self {
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        let mut inputs = Vec::new();
        for (name, value) in test.objects {
            let count = counts.entry(name.clone()).or_insert(0);
            *count += 1;
            inputs.push(case::CaseInput {
                name: match count {
                    1 => name,
                    count => format!("{name}#{count}"),
                },
                bytes: hex::encode(&value),
                element_size: 1,
                origin: "memory".to_owned(),
                stream_offset: None,
                text_width: None,
            });
        }
        let mut job = Job::default();
        // KLEE's tests say what is read; nothing else of the world is open.
        job.inputs.world = World::Fixed;
        let given = test.arguments.iter().skip(1);
        job.inputs.args = given
            .map(|argument| String::from_utf8_lossy(argument).into_owned())
            .collect();
        let case = case::TestCase {
            format: case::FORMAT.to_owned(),
            version: case::VERSION,
            program: program.display().to_string(),
            program_digest: None,
            job: None,
            given: Vec::new(),
            outcome: Outcome::Cut {
                reason: "a .ktest file does not say what happens".to_owned(),
            },
            inputs,
        };
        Self {
            case,
            job,
            says_how_to_compile: false,
        }
    }

    /// The inputs, as the machine takes them.
    ///
    /// # Errors
    /// If their bytes are no bytes.
    pub(super) fn inputs(&self) -> Result<TestCase, CaseError> {
        let bytes = self.case.input_bytes()?.into_iter();
        let inputs = bytes.zip(&self.case.inputs);
        let inputs = inputs.map(|((name, bytes), input)| TestInput {
            name,
            bytes,
            element_size: input.element_size,
            origin: InputOrigin::Stream,
        });
        Ok(TestCase {
            inputs: inputs.collect(),
        })
    }
}
