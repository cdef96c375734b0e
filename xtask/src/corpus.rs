//! The programs of `tests/programs`, by the arguments that they are checked with.

use std::path::Path;

use crate::run::{programs, root};

/// Programs that say in their first lines how they are checked.
pub const FOLDERS: [&str; 4] = ["c", "riscv", "endless", "unbounded"];

/// Programs that say nothing of that: whether they end is asked.
pub const TERMINATION: &str = "termination";

/// A program, by the arguments that it is checked with.
pub struct Subject {
    /// Its folder and its name.
    pub name: String,
    /// Its files and options.
    pub arguments: Vec<String>,
}

impl Subject {
    /// A file of a folder, and options.
    pub fn of_file(folder: &str, file: &Path, options: impl IntoIterator<Item = String>) -> Self {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let mut arguments = vec![file.display().to_string()];
        arguments.extend(options);
        Subject {
            name: format!("{folder}/{name}"),
            arguments,
        }
    }
}

/// The programs of a folder, as they say that they are checked.
pub fn of_folder(folder: &str) -> Result<Vec<Subject>, String> {
    let directory = root().join("tests/programs").join(folder);
    let mut all = Vec::new();
    for extension in ["c", "ll", "S"] {
        for file in programs(&directory, extension)? {
            let options = match folder {
                TERMINATION => vec!["--property=termination".to_owned()],
                _ => of_header(&file, folder)?,
            };
            all.push(Subject::of_file(folder, &file, options));
        }
    }
    Ok(all)
}

/// Whether a name has one of these parts, or there are none.
pub fn is_wanted(name: &str, only: &[String]) -> bool {
    only.is_empty() || only.iter().any(|part| name.contains(part.as_str()))
}

/// The options that a program says it is checked with.
fn of_header(file: &Path, folder: &str) -> Result<Vec<String>, String> {
    let failed = |error| format!("{}: {error}", file.display());
    let text = std::fs::read_to_string(file).map_err(failed)?;
    let said = |key: &str| {
        let mut lines = text.lines().filter_map(|line| {
            let line = line
                .strip_prefix("// ")
                .or_else(|| line.strip_prefix("; "))?;
            line.strip_prefix(key)?.strip_prefix(": ")
        });
        lines.next().map(str::trim)
    };
    let target = match (said("target"), folder) {
        (Some("both"), "riscv") => "riscv32",
        (Some("both") | None, _) => "lp64",
        (Some(target), _) => target,
    };
    let mut options = vec![format!("--target={target}")];
    let flags = said("flags").unwrap_or_default();
    options.extend(flags.split_whitespace().map(str::to_owned));
    Ok(options)
}
