//! The prover, broken on purpose: each of the edits in `xtask/prover-mutants.toml` leaves out something that a proof rests on, and some test
//! of `everypath-explore` has to fail.
//!
//! The edits are made one by one in a copy of the sources, of which cargo builds what an edit touches.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::run::{root, succeed, target};

/// Tests that are run.
const TESTS: [&str; 2] = ["prove::", "random_loops::"];

/// How cargo starts the tests: after so many seconds they count as failed, since an edit can make the prover run for ever. What edits touch is
/// compiled fast.
const CONFIGURATION: [&str; 5] = [
    "target.'cfg(all())'.runner = ['timeout', '300']",
    "profile.dev.package.everypath-explore.opt-level = 0",
    "profile.dev.package.everypath-explore.debug = false",
    "profile.dev.package.everypath-machine.opt-level = 0",
    "profile.dev.package.everypath-machine.debug = false",
];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mutants {
    mutant: Vec<Mutant>,
}

/// An edit that breaks the prover.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mutant {
    /// What is forgotten.
    name: String,
    file: PathBuf,
    from: String,
    to: String,
    /// A second edit that the first needs.
    and: Option<Edit>,
}

/// A text that stands once in a file, and what stands there instead.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    file: PathBuf,
    from: String,
    to: String,
}

impl Mutant {
    fn edits(&self) -> Vec<Edit> {
        let first = Edit {
            file: self.file.clone(),
            from: self.from.clone(),
            to: self.to.clone(),
        };
        std::iter::once(first).chain(self.and.clone()).collect()
    }
}

impl Edit {
    /// The text of its file with the edit.
    fn applied(&self, directory: &Path) -> Result<String, String> {
        let path = directory.join(&self.file);
        let text =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        match text.matches(&self.from).count() {
            1 => Ok(text.replacen(&self.from, &self.to, 1)),
            count => Err(format!(
                "{}: expected once, found {count} times: {}",
                self.file.display(),
                self.from
            )),
        }
    }
}

fn mutants() -> Result<Vec<Mutant>, String> {
    let path = root().join("xtask/prover-mutants.toml");
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let read: Mutants =
        toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(read.mutant)
}

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Caught,
    /// No test fails.
    Survived,
    /// The edit is none that compiles, which tells nothing.
    NotCompiled,
}

/// Tries the mutants whose name contains one of these texts; whether all were caught.
pub fn prover_mutants(only: &[String]) -> Result<bool, String> {
    let copy = target().join("prover-mutants");
    let caught = try_in(&copy, only);
    // What was built of the copy counts for the sources as long as it is there.
    fs::remove_dir_all(&copy).map_err(|error| format!("{}: {error}", copy.display()))?;
    caught
}

/// The same in a folder, which gets a copy of the sources.
fn try_in(copy: &Path, only: &[String]) -> Result<bool, String> {
    copy_sources(copy)?;
    println!("without an edit");
    if run(copy)? != Fate::Survived {
        return Err("the tests fail without an edit".to_owned());
    }
    let mut all_caught = true;
    let wanted = |name: &str| only.is_empty() || only.iter().any(|it| name.contains(it));
    for mutant in mutants()?.into_iter().filter(|it| wanted(&it.name)) {
        let edits = mutant.edits();
        for edit in &edits {
            let text = edit.applied(copy)?;
            write(&copy.join(&edit.file), &text)?;
        }
        let fate = run(copy)?;
        for edit in &edits {
            let original = root().join(&edit.file);
            let text = fs::read_to_string(&original)
                .map_err(|error| format!("{}: {error}", original.display()))?;
            write(&copy.join(&edit.file), &text)?;
        }
        let word = match fate {
            Fate::Caught => "caught",
            Fate::Survived => "NOT CAUGHT",
            Fate::NotCompiled => "DOES NOT COMPILE",
        };
        println!("{word:16} {}", mutant.name);
        all_caught &= fate == Fate::Caught;
    }
    Ok(all_caught)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Copies what git knows of the working tree.
fn copy_sources(to: &Path) -> Result<(), String> {
    let listed = succeed(
        Command::new("git")
            .args([
                "ls-files",
                "-z",
                "--cached",
                "--others",
                "--exclude-standard",
            ])
            .current_dir(root()),
    )?;
    let names = String::from_utf8_lossy(&listed.output.stdout).into_owned();
    for name in names.split('\0').filter(|name| !name.is_empty()) {
        let (from, to) = (root().join(name), to.join(name));
        let (Ok(text), Some(folder)) = (fs::read(&from), to.parent()) else {
            continue;
        };
        // A file that is as it was keeps its time, so that it is not compiled again.
        if fs::read(&to).is_ok_and(|there| there == text) {
            continue;
        }
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&to, text))
            .map_err(|error| format!("{}: {error}", to.display()))?;
    }
    Ok(())
}

/// Builds and runs the tests in a directory.
fn run(directory: &Path) -> Result<Fate, String> {
    let cargo = |arguments: &[&str]| {
        Command::new("cargo")
            .args(["test", "--quiet", "--package", "everypath-explore"])
            .args(["--test", "explore"])
            .args(CONFIGURATION.iter().flat_map(|line| ["--config", line]))
            .args(arguments)
            .env("CARGO_TARGET_DIR", target())
            .current_dir(directory)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("cargo: {error}"))
    };
    if !cargo(&["--no-run"])?.status.success() {
        return Ok(Fate::NotCompiled);
    }
    let tests = [&["--"][..], &TESTS[..]].concat();
    Ok(match cargo(&tests)?.status.success() {
        true => Fate::Survived,
        false => Fate::Caught,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mutant_is_an_edit_of_the_sources() {
        let mutants = mutants().unwrap();
        assert!(mutants.len() >= 20);
        for edit in mutants.iter().flat_map(Mutant::edits) {
            let text = edit.applied(&root()).unwrap();
            assert!(!text.is_empty());
        }
    }
}
