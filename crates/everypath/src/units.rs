//! The files that runs which survive, and runs that are divided, are written in (`docs/units.md`).
//!
//! A **unit** is a part of the tree of paths that is to be explored; a **result** is what was found out about one, with the units that are
//! left of it. A checkpoint is the result of the whole tree so far, and what `split` writes is one too: so there are two formats, and both
//! begin alike, with the job and the program as records have them.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use everypath_explore::{Results, Unit};
use everypath_report::hex;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::Analysis;
use crate::content::{Content, VERSION};
use crate::exit::{CommandError, unreadable};
use crate::files::{write_durably, write_new_durably};
use crate::job::Job;
use crate::proof_file::ProgramPart;
use crate::repeat::Recorded;

/// The file of a checkpoint in its directory.
const CHECKPOINT: &str = "checkpoint.json";

/// What decides, with a unit, what is found out about it. Files of one run agree in it.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The job, as files have it.
    job: serde_json::Value,
    program: ProgramPart,
}

impl Origin {
    /// The job of an analysis and its program.
    pub fn of(analysis: &Analysis) -> Self {
        Origin {
            job: analysis.stored().clone(),
            program: ProgramPart {
                digest: analysis.digest().to_owned(),
                given: analysis.given(),
            },
        }
    }

    /// The name of a unit: a digest of all that decides what is found out about it.
    pub fn name(&self, unit: &Unit) -> Result<String, CommandError> {
        let this = env!("CARGO_PKG_VERSION");
        let all = json(&(this, &self.program, &self.job, unit))?;
        let mut name = sha256(&all);
        name.truncate(16);
        Ok(name)
    }

    /// Writes a file; it is on disk when this is done, whole, or what was there before is.
    ///
    /// # Errors
    /// What hinders it, with the name of the file.
    pub fn write<T: Content>(&self, path: &Path, content: &T) -> Result<(), CommandError> {
        write_durably(path, self.text(content)?.as_bytes()).map_err(unreadable)
    }

    /// What a file holds.
    fn text<T: Content>(&self, content: &T) -> Result<String, CommandError> {
        let text = json(content)?;
        let head = Head {
            format: T::FORMAT.to_owned(),
            version: VERSION,
            tool_version: env!("CARGO_PKG_VERSION").to_owned(),
            program: self.program.clone(),
            job: self.job.clone(),
            unit: self.name(content.about())?,
            content_digest: sha256(&text),
        };
        let head = json(&head)?;
        let head = head.strip_suffix('}').unwrap_or(&head);
        Ok(format!("{head},\n\"content\":{text}}}\n"))
    }
}

/// What is before the content.
#[derive(Serialize)]
struct Head {
    format: String,
    version: u32,
    tool_version: String,
    program: ProgramPart,
    job: serde_json::Value,
    unit: String,
    content_digest: String,
}

/// What else is read of a file whose head was read as that of a record.
#[derive(Deserialize)]
#[serde(bound(deserialize = "T: DeserializeOwned"))]
struct Body<T> {
    format: String,
    program: ProgramPart,
    job: serde_json::Value,
    unit: String,
    content_digest: String,
    content: T,
}

/// A file that was read.
#[derive(Debug)]
pub struct Read<T> {
    file: PathBuf,
    /// The run as records tell of it.
    pub recorded: Recorded,
    origin: Origin,
    /// The name of the unit.
    pub name: String,
    /// What it holds.
    pub content: T,
}

impl<T: Content> Read<T> {
    /// Reads a unit or a result.
    ///
    /// # Errors
    /// If the file cannot be read, is something else, is of another version, or was changed.
    pub fn of(file: &Path) -> Result<Self, CommandError> {
        let wrong = |what: String| unreadable(format!("{}: {what}", file.display()));
        let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
        let recorded = Recorded::parse(file, &text, T::WANTED)?;
        let called = T::WANTED.called;
        let body: Body<serde::de::IgnoredAny> =
            serde_json::from_str(&text).map_err(|error| wrong(format!("no {called}: {error}")))?;
        if body.format != T::FORMAT {
            return Err(wrong(format!(
                "no {called}: `format` is \"{}\", expected \"{}\"",
                body.format,
                T::FORMAT
            )));
        }
        let body: Body<T> =
            serde_json::from_str(&text).map_err(|error| wrong(format!("no {called}: {error}")))?;
        let digest = sha256(&json(&body.content)?);
        if digest != body.content_digest {
            return Err(wrong(format!(
                "the file was changed: `content` has digest {digest}, expected {} (`content_digest`); write it anew",
                body.content_digest
            )));
        }
        let (program, job) = (body.program, body.job);
        let origin = Origin { job, program };
        let name = origin.name(body.content.about())?;
        if name != body.unit {
            return Err(wrong(format!(
                "the file was changed: what it is about has name {name}, expected {} (`unit`); write it anew",
                body.unit
            )));
        }
        Ok(Read {
            file: file.to_owned(),
            recorded,
            origin,
            name,
            content: body.content,
        })
    }

    /// Says whether the job is another one than this.
    ///
    /// # Errors
    /// If so: which option differs.
    pub fn refuse_other(&self, job: &Job) -> Result<(), CommandError> {
        let given = serde_json::to_value(job);
        let given = given.map_err(|error| CommandError::Internal(error.to_string()))?;
        let Some(differs) = difference("", &self.origin.job, &given) else {
            return Ok(());
        };
        Err(unreadable(format!(
            "{}: the job has changed: {differs}; leave files and options but budgets away, or check without --resume",
            self.file.display()
        )))
    }
}

/// The first member in which two values differ, in words.
fn difference(name: &str, before: &serde_json::Value, now: &serde_json::Value) -> Option<String> {
    match (before.as_object(), now.as_object()) {
        (Some(before), Some(now)) => {
            let keys = before.keys().chain(now.keys());
            let null = serde_json::Value::Null;
            keys.into_iter().find_map(|key| {
                let of = |all: &serde_json::Map<_, _>| all.get(key).cloned();
                let (one, other) = (of(before), of(now));
                let dot = if name.is_empty() { "" } else { "." };
                difference(
                    &format!("{name}{dot}{key}"),
                    one.as_ref().unwrap_or(&null),
                    other.as_ref().unwrap_or(&null),
                )
            })
        }
        _ => (before != now).then(|| format!("`{name}` is {now}, expected {before}")),
    }
}

/// Where the checkpoint of a run is.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    file: PathBuf,
}

impl Checkpoint {
    /// The checkpoint in a directory.
    pub fn within(directory: &Path) -> Self {
        Checkpoint {
            file: directory.join(CHECKPOINT),
        }
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        self.file.parent().unwrap_or(Path::new("."))
    }

    /// Makes the directory for a run that begins.
    ///
    /// # Errors
    /// If it cannot be made, or if there is a checkpoint of another run.
    pub fn begin(&self) -> Result<(), CommandError> {
        let directory = self.directory();
        if self.file.exists() {
            return Err(unreadable(format!(
                "{}: there is a checkpoint already; go on with `everypath check --resume {}`, or remove it",
                self.file.display(),
                directory.display()
            )));
        }
        std::fs::create_dir_all(directory)
            .map_err(|error| unreadable(format!("{}: {error}", directory.display())))
    }

    /// What was written there.
    ///
    /// # Errors
    /// As [`Read::of`].
    pub fn read(&self) -> Result<Read<Results>, CommandError> {
        Read::of(&self.file)
    }

    /// Writes what is known.
    ///
    /// # Errors
    /// As [`Origin::write`].
    pub fn keep(&self, origin: &Origin, results: &Results) -> Result<(), CommandError> {
        origin.write(&self.file, results)
    }
}

/// What results of one run give together.
#[derive(Debug)]
pub struct Gathered {
    /// The run.
    pub recorded: Recorded,
    origin: Origin,
    /// All that is known.
    pub results: Results,
    /// What nobody needs: of units that were done twice, and of what was left of these.
    pub unused: usize,
}

impl Gathered {
    /// Puts results together, from that of the whole tree down to what is left. Where a unit has several, the one counts that [`does_more`].
    ///
    /// # Errors
    /// If a file cannot be read, if they are of different runs, or if none is of the whole tree.
    pub fn of(files: &[PathBuf]) -> Result<Self, CommandError> {
        let mut by_name: BTreeMap<String, Read<Results>> = BTreeMap::new();
        let mut first: Option<(Origin, PathBuf)> = None;
        for file in files {
            let read = Read::<Results>::of(file)?;
            let (origin, of) = first.get_or_insert_with(|| (read.origin.clone(), file.clone()));
            if let Some(differs) = origin.difference(&read.origin) {
                return Err(unreadable(format!(
                    "{}: a result of another run than {}: {differs}",
                    file.display(),
                    of.display()
                )));
            }
            let is_better = match by_name.get(&read.name) {
                Some(known) => does_more(&read.content, &known.content),
                None => true,
            };
            if is_better {
                by_name.insert(read.name.clone(), read);
            }
        }
        let no_whole = || {
            unreadable(
                "no result of the whole tree is among the files: give the one of `everypath split`, too",
            )
        };
        let (origin, _) = first.ok_or_else(no_whole)?;
        let whole = origin.name(&Unit::whole())?;
        let whole = by_name.remove(&whole).ok_or_else(no_whole)?;
        let mut open = whole.content.open();
        let mut results = whole.content;
        let mut used = 1;
        while let Some(unit) = open.pop() {
            if let Some(read) = by_name.remove(&origin.name(&unit)?) {
                open.extend(read.content.open());
                results.add(read.content);
                used += 1;
            }
        }
        Ok(Gathered {
            recorded: whole.recorded,
            origin,
            results,
            unused: files.len() - used,
        })
    }

    /// Writes the units that are open into a directory.
    ///
    /// # Errors
    /// As [`write_units`].
    pub fn write_open(&self, directory: &Path) -> Result<Vec<PathBuf>, CommandError> {
        write_units(&self.origin, directory, &self.results.open())
    }
}

impl Read<Unit> {
    /// The result of this unit that a file has already.
    ///
    /// # Errors
    /// If the file has something else, which must not be lost.
    pub fn earlier(&self, file: &Path) -> Result<Option<Read<Results>>, CommandError> {
        if !file.is_file() {
            return Ok(None);
        }
        let wrong = |what: &str| {
            unreadable(format!(
                "{}: {what}, and is not written over; name another file with --result, or remove it",
                file.display()
            ))
        };
        let earlier = Read::<Results>::of(file).map_err(|_| wrong("it is there, and no result"))?;
        match earlier.name == self.name {
            true => Ok(Some(earlier)),
            false => Err(wrong("it is the result of another unit")),
        }
    }
}

/// Whether one of two results of a unit has done more of it than the other: all of it, else more paths, else it leaves fewer units.
pub fn does_more(one: &Results, other: &Results) -> bool {
    let done = |results: &Results| {
        let open = results.open().len();
        (open == 0, results.paths(), Reverse(open))
    };
    done(one) > done(other)
}

impl Origin {
    /// In what another one differs, in words.
    fn difference(&self, other: &Origin) -> Option<String> {
        let program = || {
            let (before, now) = (&self.program.digest, &other.program.digest);
            let given = self.program.given == other.program.given;
            match (before == now, given) {
                (true, true) => None,
                (true, false) => Some("the files that the program is given differ".to_owned()),
                (false, _) => Some(format!("`program.digest` is {now}, expected {before}")),
            }
        };
        difference("job", &self.job, &other.job).or_else(program)
    }
}

/// How the names of units end.
pub const UNIT: &str = ".unit.json";

/// Writes units into a directory, under the numbers behind those that are there; gives the files. No file is written over, and a unit that is there
/// already is not written again.
///
/// # Errors
/// If the directory cannot be made or read, or a file not be written.
pub fn write_units(
    origin: &Origin,
    directory: &Path,
    units: &[Unit],
) -> Result<Vec<PathBuf>, CommandError> {
    let wrong = |error: std::io::Error| unreadable(format!("{}: {error}", directory.display()));
    std::fs::create_dir_all(directory).map_err(wrong)?;
    let mut number = 0;
    let mut known: BTreeMap<String, PathBuf> = BTreeMap::new();
    for entry in std::fs::read_dir(directory).map_err(wrong)? {
        let file = entry.map_err(wrong)?.path();
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let Some(stem) = name.strip_suffix(UNIT) else {
            continue;
        };
        number = number.max(stem.parse().unwrap_or(0));
        if let Ok(read) = Read::<Unit>::of(&file) {
            known.insert(read.name, file);
        }
    }
    let digits = (number + units.len()).to_string().len().max(3);
    let mut files = Vec::with_capacity(units.len());
    for unit in units {
        if let Some(file) = known.get(&origin.name(unit)?) {
            files.push(file.clone());
            continue;
        }
        let text = origin.text(unit)?;
        // Who else writes there takes numbers, too.
        let file = loop {
            number += 1;
            let file = directory.join(format!("{number:0digits$}{UNIT}"));
            if write_new_durably(&file, text.as_bytes()).map_err(unreadable)? {
                break file;
            }
        };
        files.push(file);
    }
    Ok(files)
}

fn json(value: &impl Serialize) -> Result<String, CommandError> {
    serde_json::to_string(value).map_err(|error| CommandError::Internal(error.to_string()))
}

fn sha256(text: &str) -> String {
    hex::encode(&Sha256::digest(text))
}
