//! Many checks, described in one file: `everypath.toml`.
//!
//! The file names programs and entry functions with options and what is expected of them; [`Suite::find`] reads it, [`Suite::run`] runs what
//! it describes, side by side. Each check is a process, so that none can harm another and each has its own memory. Results are remembered in
//! a folder beside the file (`memory.rs`).

mod memory;
mod run;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::exit::{CommandError, unreadable};
use crate::job::Job;

pub use run::{Outcome, Ran, Run, SuiteWatcher};

/// The name of the file.
pub const FILE: &str = "everypath.toml";

/// Checks that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Suite {
    /// The directory of the file, which all paths in it are relative to.
    pub directory: PathBuf,
    /// The checks, in the order of the file.
    pub checks: Vec<Check>,
}

/// A check, and what is expected of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// Its name: the one that is given, else the file, with the entry function.
    pub name: String,
    /// The group that it belongs to.
    pub group: String,
    /// What is asked.
    pub job: Job,
    /// What is expected.
    pub expect: Expect,
}

impl Check {
    /// The name of a folder for it: its name, with other signs than letters and digits as dashes, and a number that tells it from others.
    pub fn folder(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let name: String = self.name.chars().map(plain).collect();
        let digest = everypath_report::case::digest(self.name.as_bytes());
        format!("{name}-{}", &digest[..digest.len().min(8)])
    }
}

/// What is expected of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expect {
    /// The verdict `safe`.
    Safe,
    /// A violation; of this property, if one is named.
    Unsafe(Option<String>),
    /// The verdict `incomplete`.
    Incomplete,
}

impl std::fmt::Display for Expect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Expect::Safe => f.write_str("safe"),
            Expect::Unsafe(None) => f.write_str("unsafe"),
            Expect::Unsafe(Some(property)) => write!(f, "unsafe {property}"),
            Expect::Incomplete => f.write_str("incomplete"),
        }
    }
}

impl Expect {
    fn parse(text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let expect = match (words.next(), words.next()) {
            (Some("safe"), None) => Expect::Safe,
            (Some("incomplete"), None) => Expect::Incomplete,
            (Some("unsafe"), None) => Expect::Unsafe(None),
            (Some("unsafe"), Some(property)) => {
                let property = crate::parse::property(property)?;
                Expect::Unsafe(Some(property.name().to_owned()))
            }
            _ => {
                return Err(format!(
                    "`expect` is \"{text}\", expected \"safe\", \"unsafe\", \"unsafe PROPERTY\" or \"incomplete\""
                ));
            }
        };
        match words.next() {
            None => Ok(expect),
            Some(more) => Err(format!("`expect` is \"{text}\": `{more}` is too much")),
        }
    }
}

/// What the file holds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Contents {
    #[serde(default)]
    defaults: Settings,
    #[serde(default)]
    group: std::collections::BTreeMap<String, Settings>,
    #[serde(default)]
    check: Vec<CheckTable>,
}

/// What holds for several checks.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    /// Options of `check`, as on a command line.
    #[serde(default)]
    options: String,
    expect: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckTable {
    name: Option<String>,
    group: Option<String>,
    /// The files of one program.
    #[serde(default)]
    files: Vec<PathBuf>,
    /// Patterns of files, each of which is a program.
    #[serde(default)]
    each: Vec<String>,
    /// Entry functions, each of which is a check.
    #[serde(default)]
    entries: Vec<String>,
    #[serde(default)]
    options: String,
    expect: Option<String>,
}

impl Suite {
    /// Reads the file of a directory, or of the nearest directory above that has one.
    ///
    /// # Errors
    /// If there is none, or what it says cannot be understood.
    pub fn find(from: &Path) -> Result<Self, CommandError> {
        let from = std::fs::canonicalize(from)
            .map_err(|error| unreadable(format!("{}: {error}", from.display())))?;
        let mut above = from.ancestors().map(|directory| directory.join(FILE));
        match above.find(|file| file.is_file()) {
            Some(file) => Self::read(&file),
            None => Err(unreadable(format!(
                "there is no {FILE} in {} nor above it; it has tables such as\n  [[check]]\n  files = [\"program.c\"]\n  options = \"--unwind 8\"",
                from.display()
            ))),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or what it says cannot be understood.
    pub fn read(file: &Path) -> Result<Self, CommandError> {
        let wrong = |what: String| unreadable(format!("{}: {what}", file.display()));
        let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
        let directory = file.parent().unwrap_or(Path::new(".")).to_owned();
        Self::parse(&directory, &text).map_err(wrong)
    }

    /// Reads the text of a file in this directory.
    ///
    /// # Errors
    /// What cannot be understood, in words.
    pub fn parse(directory: &Path, text: &str) -> Result<Self, String> {
        let contents: Contents = toml::from_str(text).map_err(|error| error.to_string())?;
        let mut checks: Vec<Check> = Vec::new();
        for (number, table) in (1..).zip(&contents.check) {
            let named = table.name.as_deref().unwrap_or("without a name");
            let here = |error| format!("check {number} ({named}): {error}");
            let more = table.checks(directory, &contents).map_err(here)?;
            for check in more {
                if checks.iter().any(|other| other.name == check.name) {
                    let name = &check.name;
                    return Err(here(format!(
                        "another check is called `{name}`: name one of them"
                    )));
                }
                checks.push(check);
            }
        }
        // Those of one group stand together.
        let mut groups: Vec<String> = Vec::new();
        for check in &checks {
            if !groups.contains(&check.group) {
                groups.push(check.group.clone());
            }
        }
        checks.sort_by_key(|check| groups.iter().position(|group| *group == check.group));
        match checks.is_empty() {
            true => Err("there is no [[check]] in it".to_owned()),
            false => Ok(Suite {
                directory: directory.to_owned(),
                checks,
            }),
        }
    }

    /// The same with those checks only whose names, or names of groups, have one of these parts; with all if there are none.
    ///
    /// # Errors
    /// If a part is in none.
    pub fn only(mut self, parts: &[String]) -> Result<Self, CommandError> {
        let has = |check: &Check, part: &String| check.name.contains(part) || check.group == *part;
        let mut all = parts.iter();
        if let Some(part) = all.find(|part| !self.checks.iter().any(|check| has(check, part))) {
            return Err(CommandError::Usage(format!(
                "no check of {FILE} is called `{part}`; --list shows them"
            )));
        }
        if !parts.is_empty() {
            self.checks
                .retain(|check| parts.iter().any(|part| has(check, part)));
        }
        Ok(self)
    }
}

impl CheckTable {
    /// The checks that a table stands for.
    fn checks(&self, directory: &Path, contents: &Contents) -> Result<Vec<Check>, String> {
        let group = self.group.clone().unwrap_or_else(|| "checks".to_owned());
        let of_group = contents.group.get(&group);
        if self.group.is_some() && of_group.is_none() && !contents.group.is_empty() {
            return Err(format!("there is no [group.{group}]"));
        }
        let settings = [Some(&contents.defaults), of_group];
        let mut words = Vec::new();
        let above = settings.iter().flatten().map(|settings| &settings.options);
        for options in above.chain([&self.options]) {
            let split = shlex::split(options);
            words
                .extend(split.ok_or(format!("`options` is \"{options}\": a quote is not closed"))?);
        }
        let expect = settings.iter().flatten().rev();
        let expect = expect.filter_map(|settings| settings.expect.as_ref());
        let expect = self.expect.iter().chain(expect).next();
        let expect = expect.map_or(Ok(Expect::Safe), |text| Expect::parse(text))?;

        let programs = self.programs(directory)?;
        let several = programs.len() > 1;
        let mut checks = Vec::new();
        for files in &programs {
            let entries: Vec<Option<&String>> = match self.entries.is_empty() {
                true => vec![None],
                false => self.entries.iter().map(Some).collect(),
            };
            for entry in entries {
                let of_entry = entry.into_iter().flat_map(|entry| ["--entry", entry]);
                let words = words.iter().map(String::as_str).chain(of_entry);
                let job = Job::with_options(files, words).map_err(|error| error.to_string())?;
                job.refuse().map_err(|error| error.to_string())?;
                let file = job.first_file().display().to_string();
                let base = match (&self.name, several) {
                    (Some(name), false) => name.clone(),
                    (Some(name), true) => format!("{name} {file}"),
                    (None, _) => file,
                };
                checks.push(Check {
                    name: match entry {
                        Some(entry) => format!("{base}:{entry}"),
                        None => base,
                    },
                    group: group.clone(),
                    job,
                    expect: expect.clone(),
                });
            }
        }
        Ok(checks)
    }

    /// The files of each program.
    fn programs(&self, directory: &Path) -> Result<Vec<Vec<PathBuf>>, String> {
        match (self.files.is_empty(), self.each.is_empty()) {
            (false, true) => return Ok(vec![self.files.clone()]),
            (true, false) => {}
            _ => {
                return Err(
                    "expected either `files` (one program) or `each` (patterns of programs)"
                        .to_owned(),
                );
            }
        }
        let mut found = Vec::new();
        let escaped = glob::Pattern::escape(&directory.display().to_string());
        for pattern in &self.each {
            let paths = glob::glob(&format!("{escaped}/{pattern}"))
                .map_err(|error| format!("`each`, \"{pattern}\": {error}"))?;
            let before = found.len();
            for path in paths {
                let path = path.map_err(|error| error.to_string())?;
                let path = path.strip_prefix(directory).unwrap_or(&path).to_owned();
                if !found.contains(&vec![path.clone()]) {
                    found.push(vec![path]);
                }
            }
            if found.len() == before {
                return Err(format!("`each`, \"{pattern}\": there is no such file"));
            }
        }
        Ok(found)
    }
}
