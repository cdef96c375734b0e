//! A run as those see it that write it in one format or another: the record, and what was found out beside it.

use crate::lcov::SourceCoverage;
use crate::paths::PathTree;
use crate::timeline::Timeline;
use crate::witness::{self, Violation};
use crate::{Place, Report, Trace};

/// An instruction of the program, where machine code is shown beside the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// Where it is and what.
    pub place: Place,
    /// Whether some path executed it.
    pub covered: bool,
}

/// What was found out beside the record; empty where no format of the run needs it.
#[derive(Clone, Debug, Default)]
pub struct Details {
    /// What part of the source ran.
    pub source: Option<SourceCoverage>,
    /// The trace of each finding, in their order.
    pub traces: Vec<Trace>,
    /// The formula of SV-COMP that each finding violates, where one says so.
    pub formulas: Vec<Option<String>>,
    /// How the paths part.
    pub paths: Option<PathTree>,
    /// The task as others know it.
    pub task: witness::Task,
    /// How the run went over time.
    pub timeline: Timeline,
    /// The instructions, if the program is machine code.
    pub code: Vec<Code>,
}

/// A run, as writers see it.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    /// The record.
    pub report: &'a Report,
    /// What the process ends with.
    pub exit_code: u8,
    /// What was found out besides.
    pub details: &'a Details,
}

impl<'a> Written<'a> {
    /// The findings that a property of SV-COMP forbids, with what the program does on their inputs.
    pub fn violations(&self) -> Vec<Violation<'a>> {
        let details = self.details;
        let findings = self.report.findings.iter();
        let findings = findings.zip(&details.traces).zip(&details.formulas);
        let violations = findings.filter_map(|((finding, trace), formula)| {
            Some(Violation {
                finding,
                trace,
                specification: formula.as_deref()?,
            })
        });
        violations.collect()
    }
}
