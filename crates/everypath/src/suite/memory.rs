//! Results that are remembered: what a check said, and of which files.
//!
//! An entry is called by a hash of the job, of this program and of its version. It names every file that the compiler read, with its hash: it
//! is taken only if all of them are as they were. A run whose files are not known is not remembered.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use everypath_report::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Check, Ran};
use crate::files::write_file;

/// The folder beside the file of the checks.
pub const FOLDER: &str = ".everypath";

/// An entry.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// The files, with their hashes.
    files: BTreeMap<PathBuf, String>,
    ran: Ran,
}

/// Remembers for one suite.
pub struct Memory {
    directory: PathBuf,
    /// What else the results depend on: this program.
    program: String,
    /// Hashes of files of this run.
    known: BTreeMap<PathBuf, Option<String>>,
}

impl Memory {
    /// The memory of the suite of a directory, for checks by this executable.
    pub fn new(directory: &Path, executable: &Path) -> Self {
        let metadata = std::fs::metadata(executable);
        let (size, time) = metadata.map_or((0, None), |it| (it.len(), it.modified().ok()));
        Memory {
            directory: directory.to_owned(),
            program: format!("{} {size} {time:?}", env!("CARGO_PKG_VERSION")),
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

    /// Remembers what a check said, and the files that were read beside those that its job names. What cannot be written is found out
    /// once more.
    pub fn note(&mut self, check: &Check, ran: &Ran, read: &[PathBuf]) {
        let named = check.job.files.iter();
        let given = check.job.inputs.stdin.iter();
        let given = given.chain(check.job.inputs.file.iter().map(|(_, path)| path));
        let all = named.chain(given).chain(read);
        let mut files = BTreeMap::new();
        for file in all {
            // A file may have changed while the check ran; hashes from before its start are not kept.
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
        let known = self.known.entry(file.to_owned()).or_insert_with(|| {
            let bytes = std::fs::read(directory.join(file)).ok()?;
            Some(hex::encode(&Sha256::digest(bytes)))
        });
        known.clone()
    }
}
