//! The table of formats that a run is written in beside the text for people. Each is an option of the command line, by its name; a new
//! one is a file with its writer and a row here.

use std::path::Path;

use crate::excerpt::Sources;
use crate::html::{self, File};
use crate::lcov::SourceCoverage;
use crate::paths::PathTree;
use crate::sarif::uri;
use crate::written::Written;
use crate::{dot, json, junit, sarif, witness};

/// What a format needs beside the record, since finding it out costs something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// What part of the source ran.
    Source,
    /// What the program does on the inputs of each finding.
    Traces,
    /// The tree of paths.
    Paths,
    /// Digests of the files.
    Files,
    /// How the run went over time.
    Timeline,
    /// The instructions of machine code.
    Code,
}

/// A format.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Its name: the option is `--NAME`, with a file behind it.
    pub name: &'static str,
    /// What is written, for the help.
    pub help: &'static str,
    /// What it needs.
    pub needs: &'static [Need],
    /// What is written.
    pub writer: Writer,
    /// What is said of a file that was written.
    pub tell: fn(&Written<'_>, &Path) -> Option<String>,
}

/// What writes a format. It fails if something cannot be written, which would be a fault of ours.
#[derive(Clone, Copy, Debug)]
pub enum Writer {
    /// A text for a file.
    File(fn(&Written<'_>) -> Result<String, String>),
    /// The same, which takes the place of the report on standard output where no file is named.
    FileOrOutput(fn(&Written<'_>) -> Result<String, String>),
    /// The files of a folder.
    Folder(fn(&Written<'_>) -> Result<Vec<File>, String>),
}

/// What part of the source ran, for all paths of `check` and for the one of `run`.
pub const COVERAGE: Format = Format {
    name: "coverage",
    help: "Write which lines, functions and branches of the source were executed to a file, as an lcov tracefile",
    needs: &[Need::Source],
    writer: Writer::File(|run| {
        let source = run.details.source.as_ref();
        Ok(source.map(SourceCoverage::render).unwrap_or_default())
    }),
    tell: |run, path| {
        let counts = run.details.source.as_ref()?.counts();
        let (lines, total, path) = (counts.lines, counts.lines_total, path.display());
        Some(format!(
            "coverage written to {path}: {lines} of {total} lines"
        ))
    },
};

/// All formats, in the order of the help.
pub static FORMATS: [Format; 7] = [
    COVERAGE,
    Format {
        name: "html",
        help: "Write the report as pages into a directory, whose index.html a browser opens from disk",
        needs: &[
            Need::Source,
            Need::Traces,
            Need::Paths,
            Need::Files,
            Need::Timeline,
            Need::Code,
        ],
        writer: Writer::Folder(html::render),
        tell: |_, path| {
            let index = path.join("index.html");
            let index = std::path::absolute(&index).unwrap_or(index);
            Some(format!("pages written: {}", uri(&index.to_string_lossy())))
        },
    },
    Format {
        name: "json",
        help: "Write the whole record as JSON to a file, or instead of the report to standard output",
        needs: &[Need::Source],
        writer: Writer::FileOrOutput(|run| fault(json::render(run.report, run.exit_code))),
        tell: |_, _| None,
    },
    Format {
        name: "sarif",
        help: "Write findings and cuts as SARIF 2.1.0, which code hosts and editors show beside the source, to a file, or instead of the report to standard output",
        needs: &[],
        writer: Writer::FileOrOutput(|run| fault(sarif::render(run.report, run.exit_code))),
        tell: |_, _| None,
    },
    Format {
        name: "junit",
        help: "Write what became of each property as JUnit's XML, which servers for continuous integration show as tests, to a file, or instead of the report to standard output",
        needs: &[],
        writer: Writer::FileOrOutput(|run| junit::render(run.report)),
        tell: |_, _| None,
    },
    Format {
        name: "witness",
        help: "Write the violations as witnesses of SV-COMP, format 2.0, which other verifiers replay, to a file, or instead of the report to standard output",
        needs: &[Need::Traces, Need::Files],
        writer: Writer::FileOrOutput(|run| {
            witness::render(&run.details.task, &run.violations(), &mut Sources::new())
        }),
        tell: |run, path| {
            let (written, all) = (run.violations().len(), run.report.findings.len());
            let path = path.display();
            match all {
                0 => Some(format!("no violation, so {path} has no witness")),
                _ => (written < all).then(|| {
                    format!(
                        "{written} of {all} violations written to {path}; the others break no property of SV-COMP"
                    )
                }),
            }
        },
    },
    Format {
        name: "dot",
        help: "Write how the paths part as a graph for Graphviz to a file, or instead of the report to standard output; with --engine paths",
        needs: &[Need::Paths],
        writer: Writer::FileOrOutput(|run| {
            let none = PathTree::default();
            let paths = run.details.paths.as_ref().unwrap_or(&none);
            Ok(dot::render(paths, &run.report.question.engine))
        }),
        tell: |_, _| None,
    },
];

/// A fault of ours in words.
fn fault(written: Result<String, serde_json::Error>) -> Result<String, String> {
    written.map_err(|error| error.to_string())
}

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
