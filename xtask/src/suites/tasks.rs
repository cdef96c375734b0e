//! Tasks of SV-COMP: a file `*.yml` beside the sources says which they are, how wide pointers are, and what is expected of each property.
//!
//! The format is that of <https://gitlab.com/sosy-lab/benchmarking/task-definition-format>, version 2.0. Of the properties, `unreach-call` alone
//! is asked here; a task that expects nothing of it is none of ours. Witnesses are YAML as well and lie in the same folders: what
//! names no input files is passed over.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::table::{Claim, Row};
use crate::run::programs_below;

/// The property that is asked, as its file is called.
const PROPERTY: &str = "unreach-call.prp";

#[derive(Debug, Deserialize)]
struct Task {
    input_files: Files,
    #[serde(default)]
    properties: Vec<Expected>,
    #[serde(default)]
    options: Options,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Files {
    One(PathBuf),
    Several(Vec<PathBuf>),
}

#[derive(Debug, Deserialize)]
struct Expected {
    property_file: PathBuf,
    expected_verdict: Option<bool>,
}

#[derive(Debug, Default, Deserialize)]
struct Options {
    #[serde(default)]
    data_model: DataModel,
}

/// What the format calls by these names; tasks that are older than the field are ILP32.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
enum DataModel {
    #[default]
    #[serde(rename = "ILP32")]
    Ilp32,
    #[serde(rename = "LP64")]
    Lp64,
}

/// The tasks below a directory that expect something of `unreach-call`, in the order of their names.
///
/// # Errors
/// If a directory or a task cannot be read, or if there is no such task.
pub fn rows(directory: &Path) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for file in programs_below(directory, "yml")? {
        let of_file = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let text = std::fs::read_to_string(&file).map_err(|error| of_file(&error))?;
        let folder = file.parent().and_then(|it| it.strip_prefix(directory).ok());
        rows.extend(row(&text, folder.unwrap_or(Path::new(""))).map_err(|error| of_file(&error))?);
    }
    match rows.is_empty() {
        true => Err(format!(
            "{}: no task (*.yml) that expects something of {PROPERTY}; --table FILE names the programs of other suites",
            directory.display()
        )),
        false => Ok(rows),
    }
}

/// The task of a file in a folder; none if the file is no task, or expects nothing of the property.
fn row(text: &str, folder: &Path) -> Result<Option<Row>, String> {
    let document: serde_yaml_ng::Value =
        serde_yaml_ng::from_str(text).map_err(|error| error.to_string())?;
    if document.get("input_files").is_none() {
        return Ok(None);
    }
    let task: Task = serde_yaml_ng::from_value(document).map_err(|error| error.to_string())?;
    let asked = |it: &&Expected| {
        it.property_file
            .file_name()
            .is_some_and(|it| it == PROPERTY)
    };
    let verdict = task.properties.iter().find(asked);
    let Some(safe) = verdict.and_then(|it| it.expected_verdict) else {
        return Ok(None);
    };
    let files = match task.input_files {
        Files::One(file) => vec![file],
        Files::Several(files) => files,
    };
    let sources = files
        .iter()
        .map(|file| folder.join(file).display().to_string());
    let claim = match safe {
        true => Claim::Safe,
        false => Claim::Unsafe,
    };
    let model = match task.options.data_model {
        DataModel::Ilp32 => "-m32",
        DataModel::Lp64 => "-m64",
    };
    Row::of_assertions(sources.collect(), claim, model).map(Some)
}

#[cfg(test)]
mod tests {
    use super::super::table::Model;
    use super::*;

    const TASK: &str = "format_version: '2.0'
input_files: 'a.c'
properties:
  - property_file: ../properties/termination.prp
    expected_verdict: true
  - property_file: ../properties/unreach-call.prp
    expected_verdict: false
  - property_file: ../properties/coverage-branches.prp
options:
  language: C
  data_model: ILP32
";

    fn one(text: &str) -> Option<Row> {
        row(text, Path::new("loops")).unwrap()
    }

    #[test]
    fn a_task_is_a_row() {
        let row = one(TASK).unwrap();
        assert_eq!(
            (row.name(), row.claim, row.model()),
            ("loops/a.c", Claim::Unsafe, Model::Ilp32)
        );
        assert_eq!(row.options(), ["--checks", "assertion"]);
        let other = TASK
            .replace("'a.c'", "[a.c, b.c]")
            .replace("false", "true")
            .replace("ILP32", "LP64");
        let row = one(&other).unwrap();
        assert_eq!(row.sources, ["loops/a.c", "loops/b.c"]);
        assert_eq!((row.claim, row.model()), (Claim::Safe, Model::Lp64));
    }

    #[test]
    fn what_expects_nothing_of_the_property_is_passed_over() {
        assert_eq!(one(&TASK.replace("unreach-call", "no-overflow")), None);
        assert_eq!(
            one(&TASK.replace("    expected_verdict: false\n", "")),
            None
        );
        assert_eq!(one("- entry_type: invariant_set\n"), None);
    }

    #[test]
    fn a_task_that_cannot_be_read_is_an_error() {
        for (text, said) in [
            ("input_files: {", "flow node"),
            ("input_files: 1\n", "untagged enum Files"),
            (&TASK.replace("ILP32", "LP128"), "LP128"),
        ] {
            let error = row(text, Path::new("")).unwrap_err();
            assert!(error.contains(said), "{error}");
        }
    }
}
