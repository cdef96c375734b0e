//! Reports: what a run found, as text for people and as files for programs.
//!
//! A [`Report`] is the verdict record in plain words and numbers: places are already files and lines, inputs already have
//! names. [`text`] shows it to a person, [`format`](mod@format) lists what else it is written in, [`case`] is the file format of test cases,
//! [`progress`] is the line that a long run shows on a terminal.
//!
//! ```
//! use everypath_report::{case::TestCase, hex};
//!
//! let text = r#"{"format": "everypath-test-case", "version": 2, "program": "sum.c", "outcome": {"kind": "exit", "code": 0},
//!     "inputs": [{"name": "size", "bytes": "02000000", "element_size": 4, "origin": "memory"}]}"#;
//! let case = TestCase::parse(text)?;
//! assert_eq!(hex::decode(&case.inputs[0].bytes), Ok(vec![2, 0, 0, 0]));
//! # Ok::<(), everypath_report::case::CaseError>(())
//! ```
//!
//! Architecture invariant: this crate knows nothing of how a finding was found; it sees no state, term or solver.

pub mod case;
pub mod dot;
pub mod excerpt;
pub mod format;
pub mod hex;
pub mod html;
pub mod json;
pub mod junit;
pub mod ktest;
pub mod lcov;
mod learnt;
pub mod live;
mod model;
pub mod paths;
mod place;
pub mod progress;
mod proof;
pub mod sarif;
pub mod standard_input;
pub mod table;
pub mod testcomp;
pub mod text;
pub mod timeline;
mod trace;
pub mod utc;
pub mod values;
pub mod witness;
pub mod written;

pub use model::{
    Assumption, Bounds, Budgets, Change, CheckSummary, ClauseStatistics, ConflictStatistics, Count,
    Coverage, Cut, Decision, Finding, FormulaStatistics, Frame, GivenFile, GivenUp, Input, Layer,
    Learnt, LearntClause, NoPath, Note, Passed, PassedCall, PathEnds, Place, ProgramInfo, Proof,
    PropertySummary, ProvenLoop, Question, Replay, ReplayStatus, Report, RuleCount, RuleGroup,
    RuleStatistics, ShownCall, Statistics, Suggested, Timing, Trace, TraceInput, TraceStep,
    Verdict,
};
pub use place::place_words;
