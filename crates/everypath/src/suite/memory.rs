//! Results that are remembered: what a check said, and of which files.
//!
//! An entry is called by a hash of the job, of this program and of its version. It names every file that the compiler read, with its hash: it
//! is taken only if all of them are as they were. A run whose files are not known is not remembered.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use everypath_llvm::find_compiler;
use everypath_report::hex;
use object::{Object, ReadCache};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Check, Ran};
use crate::files::{sha256, write_file};

/// The file with the times of all checks.
const TIMES: &str = "times.json";

/// The folder beside the file of the checks.
pub const FOLDER: &str = ".everypath";

/// How coarse the clock of file systems may be.
const CLOCK: Duration = Duration::from_millis(10);

/// An entry.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// The files, with their hashes.
    files: BTreeMap<PathBuf, String>,
    ran: Ran,
}

/// What tells a program from another one of this name: its size and time.
fn stamp(program: &Path) -> String {
    let metadata = std::fs::metadata(program);
    let (size, time) = metadata.map_or((0, None), |it| (it.len(), it.modified().ok()));
    format!("{} {size} {time:?}", program.display())
}

/// What the linker noted of the contents of a program; installed or built anew, it is the same. A compiler that is linked with libraries does
/// not change with them.
fn build_id(program: &Path) -> Option<String> {
    let contents = ReadCache::new(std::fs::File::open(program).ok()?);
    let file = object::File::parse(&contents).ok()?;
    file.build_id().ok()?.map(hex::encode)
}

/// Remembers for one suite.
pub struct Memory {
    directory: PathBuf,
    /// What else the results depend on: this program, and the compiler.
    program: String,
    /// Hashes of files of this run, and when these were written.
    known: BTreeMap<PathBuf, (SystemTime, String)>,
    /// How many seconds checks took the last time, whatever has changed since: by their jobs.
    times: BTreeMap<String, f64>,
}

impl Memory {
    /// The memory of the suite of a directory, for checks by this executable.
    pub fn new(directory: &Path, executable: &Path) -> Self {
        let compiler = find_compiler().map(|compiler| stamp(&compiler));
        let own = build_id(executable).unwrap_or_else(|| stamp(executable));
        let version = env!("CARGO_PKG_VERSION");
        Memory {
            directory: directory.to_owned(),
            program: format!("{version} {own} {compiler:?}"),
            known: BTreeMap::new(),
            times: std::fs::read_to_string(directory.join(FOLDER).join(TIMES))
                .ok()
                .and_then(|text| serde_json::from_str(&text).ok())
                .unwrap_or_default(),
        }
    }

    /// How many seconds the check took the last time.
    pub fn seconds(&self, check: &Check) -> Option<f64> {
        self.times.get(&check.job.command_line()).copied()
    }

    /// Remembers how many seconds the check took.
    pub fn took(&mut self, check: &Check, seconds: f64) {
        self.times.insert(check.job.command_line(), seconds);
    }

    /// Writes how long checks took.
    pub fn keep_times(&self) {
        if let Ok(text) = serde_json::to_string_pretty(&self.times) {
            self.write(TIMES, &text);
        }
    }

    /// What the check said, if nothing changed since.
    pub fn recall(&mut self, check: &Check) -> Option<Ran> {
        let file = self.directory.join(FOLDER).join(self.name(check)?);
        let text = std::fs::read_to_string(file).ok()?;
        let entry: Entry = serde_json::from_str(&text).ok()?;
        let mut files = entry.files.into_iter();
        let same = files.all(|(file, hash)| self.hash(&file) == Some(hash));
        same.then_some(entry.ran)
    }

    /// Remembers what a check said that began then, and the files that were read beside those that its job names. Nothing is remembered where
    /// one of them changed since: what was read is not known. What cannot be written is found out once more.
    pub fn note(&mut self, check: &Check, ran: &Ran, read: &[PathBuf], begun: SystemTime) {
        let named = check.job.files.iter();
        let given = check.job.inputs.stdin.iter();
        let given = given.chain(check.job.inputs.file.iter().map(|(_, path)| path));
        let all = named.chain(given).chain(read);
        let mut files = BTreeMap::new();
        for file in all {
            if self.written(file).is_some_and(|time| time + CLOCK >= begun) {
                return;
            }
            match self.hash(file) {
                Some(hash) => files.insert(file.clone(), hash),
                None => return,
            };
        }
        let entry = Entry {
            files,
            ran: ran.clone(),
        };
        if let (Some(name), Ok(text)) = (self.name(check), serde_json::to_string(&entry)) {
            self.write(&name, &text);
        }
    }

    /// Writes a file of the folder. Nothing rests on it: what cannot be written is no error.
    fn write(&self, name: &str, text: &str) {
        let folder = self.directory.join(FOLDER);
        let made = std::fs::create_dir_all(&folder);
        // It is nothing to look at or to share.
        let ignore = folder.join(".gitignore");
        if made.is_ok() && (ignore.exists() || write_file(&ignore, b"*\n").is_ok()) {
            let _ = write_file(&folder.join(name), text.as_bytes());
        }
    }

    /// The name of the file of an entry.
    fn name(&self, check: &Check) -> Option<String> {
        let job = serde_json::to_string(&check.job).ok()?;
        let mut hash = Sha256::new();
        hash.update(&self.program);
        hash.update(job);
        Some(format!("{}.json", hex::encode(&hash.finalize())))
    }

    /// When a file was written.
    fn written(&self, file: &Path) -> Option<SystemTime> {
        let metadata = std::fs::metadata(self.directory.join(file));
        metadata.and_then(|it| it.modified()).ok()
    }

    /// The hash of a file as it is now.
    fn hash(&mut self, file: &Path) -> Option<String> {
        let written = self.written(file)?;
        if let Some((time, hash)) = self.known.get(file)
            && *time == written
        {
            return Some(hash.clone());
        }
        let now = SystemTime::now();
        let hash = sha256(&self.directory.join(file)).ok()?;
        // Written again in the same moment, it would have the same time.
        if written + CLOCK < now {
            let known = (written, hash.clone());
            self.known.insert(file.to_owned(), known);
        }
        Some(hash)
    }
}
