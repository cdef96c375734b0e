//! Results as JUnit's XML, which servers for continuous integration show as tests.
//!
//! A check is a suite, and each property that was asked for a test of it: one that no input breaks has passed, each place where one breaks
//! it is a failure, and one that was not decided is skipped, with the reason. What was assumed, and what was not followed, are properties of
//! the suite. The schema is that of Jenkins' plugin, which has the
//! elements that all servers read.

use std::time::Duration;

use quick_junit::{
    NonSuccessKind, Report as JUnit, TestCase, TestCaseStatus, TestSuite, XmlString,
};

use crate::excerpt::Sources;
use crate::text::{self, TextOptions};
use crate::{Report, Verdict};

/// What was the matter with one of several runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was as expected.
    Passed,
    /// It was not; in a line, and in full.
    Failed(String, String),
    /// It has no result; in a line, and in full.
    Broken(String, String),
}

/// One of several runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The group that it belongs to.
    pub group: String,
    /// Its name.
    pub name: String,
    /// How long it took, if that is told.
    pub seconds: Option<f64>,
    /// What came out.
    pub outcome: Outcome,
}

/// A run as a suite, with a final line break.
///
/// # Errors
/// If it cannot be written, which would be a fault of ours.
pub fn render(report: &Report) -> Result<String, String> {
    let name = report.program.files.join(" ");
    let mut suite = TestSuite::new(name.as_str());
    let mut sources = Sources::new();
    for property in &report.question.checks {
        let mut case = TestCase::new(property.as_str(), status(report, property, &mut sources));
        case.set_classname(name.as_str());
        suite.add_test_case(case);
    }
    for assumed in &report.assumptions {
        suite.add_property(("assumed", assumed.sentence().as_str()));
    }
    for cut in &report.cuts {
        let words = format!("{}, {} times", cut.reason, cut.count);
        suite.add_property(("not followed", words.as_str()));
    }
    if let Some(timing) = &report.timing {
        set_time(&mut suite, timing.seconds);
    }
    written("everypath check", [suite])
}

/// Several runs as one suite for each group, with a final line break.
///
/// # Errors
/// If they cannot be written, which would be a fault of ours.
pub fn render_entries(entries: &[Entry]) -> Result<String, String> {
    let groups = entries.chunk_by(|a, b| a.group == b.group);
    let suites = groups.map(|entries| {
        let group = entries.first().map_or("", |entry| entry.group.as_str());
        let mut suite = TestSuite::new(group);
        for entry in entries {
            let mut case = TestCase::new(entry.name.as_str(), status_of(&entry.outcome));
            case.set_classname(group);
            if let Some(seconds) = entry.seconds {
                case.set_time(duration(seconds));
            }
            suite.add_test_case(case);
        }
        let seconds: Option<f64> = entries.iter().map(|entry| entry.seconds).sum();
        if let Some(seconds) = seconds {
            set_time(&mut suite, seconds);
        }
        suite
    });
    written("everypath test", suites)
}

fn written(name: &str, suites: impl IntoIterator<Item = TestSuite>) -> Result<String, String> {
    let mut report = JUnit::new(name);
    report.add_test_suites(suites);
    report.to_string().map_err(|error| error.to_string())
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

fn set_time(suite: &mut TestSuite, seconds: f64) {
    suite.set_time(duration(seconds));
}

fn status_of(outcome: &Outcome) -> TestCaseStatus {
    let (kind, line, text) = match outcome {
        Outcome::Passed => return TestCaseStatus::success(),
        Outcome::Failed(line, text) => (NonSuccessKind::Failure, line, text),
        Outcome::Broken(line, text) => (NonSuccessKind::Error, line, text),
    };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(line.as_str());
    status.set_description(text.as_str());
    status
}

/// What became of a property.
fn status(report: &Report, property: &str, sources: &mut Sources) -> TestCaseStatus {
    let found = report.findings.iter().enumerate();
    let found: Vec<_> = found
        .filter(|(_, finding)| finding.property == property)
        .collect();
    let Some((_, first)) = found.first() else {
        return match report.verdict {
            Verdict::Safe => TestCaseStatus::success(),
            Verdict::Unsafe | Verdict::Incomplete if is_proven(report, property) => {
                TestCaseStatus::success()
            }
            Verdict::Unsafe | Verdict::Incomplete => {
                let mut status = TestCaseStatus::skipped();
                status.set_message(not_decided(report));
                status
            }
        };
    };
    let place = crate::place_words(&first.place);
    let more = match found.len() {
        1 => String::new(),
        places => format!(" and {} more", places - 1),
    };
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message(format!("{}, {place}{more}", first.description));
    status.set_type(property);
    let texts = found.iter().map(|&(index, finding)| {
        text::finding(finding, index + 1, TextOptions::default(), sources)
    });
    let text = shortened(Vec::from_iter(texts).join("\n"));
    status.set_description(XmlString::new(text));
    status
}

/// Readers of XML refuse long texts (libxml2 those of ten million bytes), which a stack of many calls makes.
const MOST_BYTES: usize = 100_000;

/// A text up to where it is too long, with a word about what is left out.
fn shortened(mut text: String) -> String {
    if text.len() > MOST_BYTES {
        let mut ends = (0..=MOST_BYTES).rev();
        text.truncate(ends.find(|&end| text.is_char_boundary(end)).unwrap_or(0));
        text.push_str("\n... the rest is in the report of `everypath check`\n");
    }
    text
}

/// Whether all checks of a property are proven, though the run as a whole decided otherwise.
fn is_proven(report: &Report, property: &str) -> bool {
    let mut of_property = report
        .checks
        .iter()
        .filter(|check| check.property == property)
        .peekable();
    of_property.peek().is_some() && of_property.all(|check| check.status == "proven")
}

fn not_decided(report: &Report) -> String {
    let first = report.cuts.iter().max_by_key(|cut| cut.count);
    match first {
        _ if report.verdict == Verdict::Unsafe && !report.question.all_findings => {
            "not decided: the run ended at the first violation".to_owned()
        }
        Some(cut) => format!("not decided: paths were given up: {}", cut.reason),
        None => "not decided".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_end_with_a_word_about_the_rest() {
        let text = "ü".repeat(MOST_BYTES / 2);
        assert_eq!(shortened(text.clone()), text);
        let short = shortened(format!("x{text}"));
        let (kept, said) = short.split_once('\n').unwrap_or_default();
        assert_eq!(kept.len(), MOST_BYTES - 1);
        assert!(said.starts_with("... the rest"), "{said}");
    }
}
