//! The table of formats that a run is written in beside the text for people. Each is an option of the command line, by its name; a new
//! one is a file with its writer and a row here.

use std::path::Path;

use crate::lcov::SourceCoverage;
use crate::{Report, json, sarif};

/// A run, as writers see it.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    /// The record.
    pub report: &'a Report,
    /// What the process ends with.
    pub exit_code: u8,
    /// What part of the source ran; none if no format of the run needs it.
    pub source: Option<&'a SourceCoverage>,
}

/// A format.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Its name: the option is `--NAME`, with a file behind it.
    pub name: &'static str,
    /// What is written, for the help.
    pub help: &'static str,
    /// Whether it takes the place of the text on standard output where no file is named.
    pub to_output: bool,
    /// Whether it needs what part of the source ran.
    pub needs_source: bool,
    /// The text of a run.
    ///
    /// # Errors
    /// If something cannot be written as JSON, which would be a fault of ours.
    pub render: fn(&Written<'_>) -> Result<String, serde_json::Error>,
    /// What is said of a file that was written.
    pub tell: fn(&Written<'_>, &Path) -> Option<String>,
}

/// What part of the source ran, for all paths of `check` and for the one of `run`.
pub const COVERAGE: Format = Format {
    name: "coverage",
    help: "Write which lines, functions and branches of the source were executed to a file, as an lcov tracefile",
    to_output: false,
    needs_source: true,
    render: |run| Ok(run.source.map(SourceCoverage::render).unwrap_or_default()),
    tell: |run, path| {
        let counts = run.source?.counts();
        let (lines, total, path) = (counts.lines, counts.lines_total, path.display());
        Some(format!(
            "coverage written to {path}: {lines} of {total} lines"
        ))
    },
};

/// All formats, in the order of the help.
pub static FORMATS: [Format; 3] = [
    COVERAGE,
    Format {
        name: "json",
        help: "Write the whole record as JSON to a file, or instead of the report to standard output",
        to_output: true,
        needs_source: true,
        render: |run| json::render(run.report, run.exit_code),
        tell: |_, _| None,
    },
    Format {
        name: "sarif",
        help: "Write findings and cuts as SARIF 2.1.0, which code hosts and editors show beside the source, to a file, or instead of the report to standard output",
        to_output: true,
        needs_source: false,
        render: |run| sarif::render(run.report, run.exit_code),
        tell: |_, _| None,
    },
];

#[cfg(test)]
mod tests {
    use super::FORMATS;

    #[test]
    fn every_format_has_a_name_of_its_own() {
        let mut names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), FORMATS.len());
    }
}
