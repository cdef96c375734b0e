//! Runs that are repeated: from a record, a test case or what else tells of a run back to the job, and whether the program is still the same.

use std::path::{Path, PathBuf};

use everypath_explore::{Results, Unit};
use everypath_report::GivenFile;
use everypath_report::case::{self, digest};
use everypath_report::{hex, json};
use serde::Deserialize;
use serde_json::Value;

use crate::Analysis;
use crate::content::{self, Content};
use crate::exit::{CommandError, unreadable};
use crate::job::Job;

/// A run as its record or a test case of it tells.
#[derive(Debug)]
pub struct Recorded {
    file: PathBuf,
    /// What to do where the program is another one.
    afresh: &'static str,
    /// The job.
    pub job: Job,
    digest: (&'static str, String),
    given: Vec<GivenFile>,
}

/// What all files say of themselves.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u32,
}

/// What a record says of the run.
#[derive(Deserialize)]
struct RecordBody {
    tool_version: String,
    program: ProgramBody,
}

#[derive(Deserialize)]
struct ProgramBody {
    digest: String,
    #[serde(default)]
    given: Vec<GivenFile>,
}

/// What a test case says of the run.
#[derive(Deserialize)]
struct CaseBody {
    #[serde(default)]
    program_digest: String,
    #[serde(default)]
    given: Vec<(String, String)>,
}

/// What a file has to be, for messages about one that is not.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// What it is called.
    pub called: &'static str,
    /// How to get one.
    pub advice: &'static str,
    /// What to do where the program is another one.
    pub afresh: &'static str,
}

/// What a run can be repeated from.
const RECORD: Wanted = Wanted {
    called: "record",
    advice: "write one with `everypath check --json=FILE` or `--tests DIR`",
    afresh: "check without --from",
};

impl Recorded {
    /// Reads a record (`check --json`) or a test case (`check --tests`).
    ///
    /// # Errors
    /// If the file cannot be read, is neither, is of another version, or does not say the job.
    pub fn read(file: &Path) -> Result<Self, CommandError> {
        let text = std::fs::read_to_string(file)
            .map_err(|error| unreadable(format!("{}: {error}", file.display())))?;
        Self::parse(file, &text, RECORD)
    }

    /// The same of the text of a file, which is for messages only.
    ///
    /// # Errors
    /// As [`Recorded::read`].
    pub fn parse(file: &Path, text: &str, wanted: Wanted) -> Result<Self, CommandError> {
        let Wanted { called, advice, .. } = wanted;
        let wrong = |what: String| unreadable(format!("{}: {what}", file.display()));
        let head: Head = serde_json::from_str(text)
            .map_err(|error| wrong(format!("no {called}: {error}; {advice}")))?;
        let expected = match head.format.as_str() {
            json::FORMAT => json::VERSION,
            case::FORMAT => case::VERSION,
            Unit::FORMAT | Results::FORMAT => content::VERSION,
            other => {
                let (record, test) = (json::FORMAT, case::FORMAT);
                return Err(wrong(format!(
                    "no {called}: `format` is \"{other}\", expected \"{record}\" or \"{test}\"; {advice}"
                )));
            }
        };
        if head.version != expected {
            return Err(wrong(format!(
                "`version` is {}, expected {expected}: it was written by another everypath; repeat the run with that one, or {advice}",
                head.version
            )));
        }
        let whole: Value = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        let job = match whole.get("job") {
            None | Some(Value::Null) => {
                return Err(wrong(format!(
                    "`job` is missing: the file does not say how the program was checked; {advice}"
                )));
            }
            Some(job) => Job::deserialize(job),
        };
        let job = job.map_err(|error| wrong(format!("`job`: {error}")))?;
        let (digest, given) = match head.format.as_str() {
            json::FORMAT | Unit::FORMAT | Results::FORMAT => {
                let body: RecordBody =
                    serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
                let this = env!("CARGO_PKG_VERSION");
                if body.tool_version != this {
                    return Err(wrong(format!(
                        "`tool_version` is \"{}\", expected \"{this}\": another everypath may decide otherwise; repeat the run with that one, or {advice}",
                        body.tool_version
                    )));
                }
                (("program.digest", body.program.digest), body.program.given)
            }
            _ => {
                let body: CaseBody =
                    serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
                let mut given = Vec::new();
                for (path, bytes) in body.given {
                    let bytes = hex::decode(&bytes)
                        .map_err(|error| wrong(format!("given, \"{path}\": {error}")))?;
                    given.push(GivenFile {
                        path,
                        digest: digest(&bytes),
                    });
                }
                (("program_digest", body.program_digest), given)
            }
        };
        Ok(Recorded {
            file: file.to_owned(),
            afresh: wanted.afresh,
            job,
            digest,
            given,
        })
    }

    /// Says whether the program or a file that it is given is another one than when the record was written.
    ///
    /// # Errors
    /// If so.
    pub fn refuse_changes(&self, analysis: &Analysis) -> Result<(), CommandError> {
        let file = self.file.display();
        let advice = format!("restore it, or {}", self.afresh);
        let (member, expected) = &self.digest;
        if analysis.digest() != expected {
            return Err(unreadable(format!(
                "{file}: the program has changed: {} has digest {}, expected {expected} (`{member}`); {advice}",
                analysis.job().first_file().display(),
                analysis.digest(),
            )));
        }
        for now in analysis.given() {
            let before = self.given.iter().find(|before| before.path == now.path);
            let before = before.map_or("none", |before| before.digest.as_str());
            if now.digest != before {
                return Err(unreadable(format!(
                    "{file}: an input has changed: {} has digest {}, expected {before} (`given`); {advice}",
                    now.path, now.digest,
                )));
            }
        }
        Ok(())
    }
}
