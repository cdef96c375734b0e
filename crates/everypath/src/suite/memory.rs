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
    /// Hashes of files of this run.
    known: BTreeMap<PathBuf, Option<String>>,
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
        }
    }

    /// What the check said, if nothing changed since.
    pub fn recall(&mut self, check: &Check) -> Option<Ran> {
        let text = std::fs::read_to_string(self.file(check)?).ok()?;
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
            let changed = std::fs::metadata(self.directory.join(file)).and_then(|it| it.modified());
            if changed.is_ok_and(|time| time + CLOCK >= begun) {
                return;
            }
            self.known.remove(file);
            match self.hash(file) {
                Some(hash) => files.insert(file.clone(), hash),
                None => return,
            };
        }
        let entry = Entry {
            files,
            ran: ran.clone(),
        };
        if let (Some(file), Ok(text)) = (self.file(check), serde_json::to_string(&entry)) {
            let folder = self.directory.join(FOLDER);
            let made = std::fs::create_dir_all(&folder);
            // It is nothing to look at or to share.
            let ignore = folder.join(".gitignore");
            if made.is_ok() && (ignore.exists() || write_file(&ignore, b"*\n").is_ok()) {
                let _ = write_file(&file, text.as_bytes());
            }
        }
    }

    /// The file of an entry.
    fn file(&self, check: &Check) -> Option<PathBuf> {
        let job = serde_json::to_string(&check.job).ok()?;
        let mut hash = Sha256::new();
        hash.update(&self.program);
        hash.update(job);
        let name = hex::encode(&hash.finalize());
        Some(self.directory.join(FOLDER).join(format!("{name}.json")))
    }

    fn hash(&mut self, file: &Path) -> Option<String> {
        let directory = &self.directory;
        let known = self
            .known
            .entry(file.to_owned())
            .or_insert_with(|| sha256(&directory.join(file)).ok());
        known.clone()
    }
}
