//! The report as a folder of HTML pages, which opens from disk and needs no network.
//!
//! `index.html` is the overview; each source file and each finding has a page. What pages share (style, script, sources, the tree of paths) is in
//! files of its own: the script loads what is large only where it is looked at, as scripts, since browsers read no other files from disk.
//! Pages are templates (`templates/`, minijinja); without scripts they still say everything but the walk and the tree.

mod data;
mod source;
mod tree;
mod walk;

use std::collections::BTreeMap;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Value, context};
use serde::Serialize;

use crate::text::FIRST_FINDING;
use crate::written::Written;
use crate::{Place, Verdict, place_words};
use source::Sources;

/// A file of the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub contents: String,
}

/// The files that are the same for all reports.
const ASSETS: [(&str, &str); 2] = [
    ("style.css", include_str!("../../templates/style.css")),
    ("report.js", include_str!("../../templates/report.js")),
];

const TEMPLATES: [(&str, &str); 5] = [
    ("base.html", include_str!("../../templates/base.html")),
    ("index.html", include_str!("../../templates/index.html")),
    ("source.html", include_str!("../../templates/source.html")),
    ("finding.html", include_str!("../../templates/finding.html")),
    ("suite.html", include_str!("../../templates/suite.html")),
];

fn environment() -> Result<Environment<'static>, minijinja::Error> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build()?;
    environment.set_syntax(syntax);
    for (name, text) in TEMPLATES {
        environment.add_template(name, text)?;
    }
    Ok(environment)
}

/// A place, and the page that shows it.
#[derive(Clone, Debug, Serialize)]
struct Link {
    words: String,
    /// The page and the line; none if its source is not shown.
    href: Option<String>,
}

fn link(place: &Place, sources: &Sources) -> Link {
    let href = place
        .file
        .as_ref()
        .zip(place.line)
        .and_then(|(file, line)| {
            let number = sources.number(file)?;
            Some(format!("source-{number}.html#L{line}"))
        });
    Link {
        words: place_words(place),
        href,
    }
}

/// The folder of a run.
///
/// # Errors
/// If a page cannot be written, which would be a fault of ours.
pub fn render(run: &Written<'_>) -> Result<Vec<File>, String> {
    let words = |error: minijinja::Error| format!("{error:#}");
    let environment = environment().map_err(words)?;
    let sources = Sources::of(run);
    let title = run.report.program.files.join(" ");
    let page = |name: &str, context: Value| {
        let template = environment.get_template(name).map_err(words)?;
        template.render(context).map_err(words)
    };
    let mut files: Vec<File> = Vec::new();
    let mut add = |name: String, contents: String| files.push(File { name, contents });
    let overview = overview(run, &sources);
    add(
        "index.html".to_owned(),
        page(
            "index.html",
            context! { title, overview => Serde(&overview) },
        )?,
    );
    for (number, source) in sources.pages(run) {
        let contents = page(
            "source.html",
            context! { title => source.path.clone(), source => Serde(&source) },
        )?;
        add(format!("source-{number}.html"), contents);
    }
    for (index, finding) in run.report.findings.iter().enumerate() {
        let number = index + 1;
        let walk = walk::walk(run, index, &sources);
        let title = format!("{number}: {}", finding.property);
        let contents = page("finding.html", context! { title, walk => Serde(&walk) })?;
        add(format!("finding-{number}.html"), contents);
        add(format!("walk-{number}.js"), walk.script());
    }
    add("sources.js".to_owned(), sources.script());
    if let Some(tree) = &run.details.paths {
        add("paths.js".to_owned(), tree::script(tree, &sources));
    }
    for (name, contents) in ASSETS {
        add(name.to_owned(), contents.to_owned());
    }
    Ok(files)
}

#[derive(Serialize)]
struct Overview {
    verdict: &'static str,
    sentence: String,
    command: String,
    next: Option<String>,
    asked: Vec<(&'static str, String)>,
    figures: Vec<(&'static str, String)>,
    assumptions: Vec<Told>,
    findings: Vec<FindingRow>,
    internal_errors: Vec<Told>,
    cuts: Vec<Told>,
    checks: Vec<CheckRow>,
    sources: Vec<source::Summary>,
    learnt: Option<String>,
    merges: Option<String>,
    timeline: Option<String>,
    timeline_words: String,
    tree: Option<tree::Summary>,
}

/// Something with places, and what to do about it.
#[derive(Serialize)]
struct Told {
    words: String,
    places: Vec<Link>,
    advice: Option<String>,
    count: Option<u64>,
}

#[derive(Serialize)]
struct FindingRow {
    number: usize,
    property: String,
    description: String,
    place: Link,
    inputs: String,
    occurrences: u64,
}

#[derive(Serialize)]
struct CheckRow {
    property: String,
    place: Link,
    status: String,
    asked: u64,
}

fn overview(run: &Written<'_>, sources: &Sources) -> Overview {
    let report = run.report;
    let line = crate::text::verdict_line(report);
    let sentence = line.splitn(3, ": ").nth(2).unwrap_or(&line).trim();
    let cuts = report.cuts.iter().filter(|cut| cut.kind != FIRST_FINDING);
    Overview {
        verdict: report.verdict.word(),
        sentence: sentence.to_owned(),
        command: run.details.task.command.clone(),
        next: report.next.clone(),
        asked: asked(run),
        figures: figures(run),
        assumptions: (report.assumptions.iter())
            .map(|assumed| Told {
                words: assumed.sentence(),
                places: assumed.places.iter().map(|it| link(it, sources)).collect(),
                advice: assumed.advice.clone(),
                count: None,
            })
            .collect(),
        findings: (1..)
            .zip(&report.findings)
            .map(|(number, finding)| FindingRow {
                number,
                property: finding.property.clone(),
                description: finding.description.clone(),
                place: link(&finding.place, sources),
                inputs: data::inputs_line(&finding.inputs),
                occurrences: finding.occurrences,
            })
            .collect(),
        internal_errors: (report.internal_errors.iter())
            .map(|finding| Told {
                words: format!("{} is not reproduced", finding.property),
                places: vec![link(&finding.place, sources)],
                advice: Some("this is a bug of everypath, please report it".to_owned()),
                count: None,
            })
            .collect(),
        cuts: cuts
            .map(|cut| Told {
                words: cut.reason.clone(),
                places: cut.place.iter().map(|it| link(it, sources)).collect(),
                advice: cut.advice.clone(),
                count: Some(cut.count),
            })
            .collect(),
        checks: (report.checks.iter())
            .map(|check| CheckRow {
                property: check.property.clone(),
                place: link(&check.place, sources),
                status: check.status.clone(),
                asked: check.asked,
            })
            .collect(),
        sources: sources.summaries(run),
        learnt: report.learnt.as_ref().map(crate::learnt::render),
        merges: merges(run),
        timeline: run.details.timeline.chart(),
        timeline_words: run.details.timeline.words(),
        tree: run
            .details
            .paths
            .as_ref()
            .map(|tree| tree::summary(tree, sources)),
    }
}

/// What merging and proofs did, in a sentence.
fn merges(run: &Written<'_>) -> Option<String> {
    let statistics = &run.report.statistics;
    let mut said = Vec::new();
    if statistics.merges > 0 {
        said.push(format!(
            "States that met became one {} times; where they differed, {} values are a choice between the two.",
            statistics.merges, statistics.ites
        ));
    }
    if let Some(no_path) = run.report.no_path {
        said.push(format!(
            "The verdict rests on no path: {}.",
            no_path.words()
        ));
    }
    (!said.is_empty()).then(|| said.join(" "))
}

fn asked(run: &Written<'_>) -> Vec<(&'static str, String)> {
    let (program, question) = (&run.report.program, &run.report.question);
    let bounds = &question.bounds;
    let given = (bounds.numbers().into_iter())
        .filter_map(|(what, bound)| Some(format!("{} {what}", bound?)));
    let mut bounded: Vec<String> = given.chain(bounds.loops.iter().cloned()).collect();
    if bounded.is_empty() {
        bounded.push("none".to_owned());
    }
    let chosen = match &question.chosen_by {
        Some(chooser) => format!("{} (chosen by {chooser})", question.engine),
        None => question.engine.clone(),
    };
    vec![
        ("Program", program.files.join(" ")),
        (
            "Compiled for",
            format!(
                "{}, environment {}",
                program.architecture, program.environment
            ),
        ),
        ("Properties", question.checks.join(", ")),
        ("Bounds", bounded.join(", ")),
        ("Engine", chosen),
        ("Solver", question.solver.clone()),
    ]
}

fn figures(run: &Written<'_>) -> Vec<(&'static str, String)> {
    let report = run.report;
    let mut figures = vec![
        ("paths", report.statistics.paths.to_string()),
        ("instructions", report.statistics.instructions.to_string()),
        (
            "queries",
            (report.statistics.queries).map_or_else(String::new, |queries| queries.to_string()),
        ),
    ];
    if let Some(timing) = &report.timing {
        figures.push(("seconds", format!("{:.2}", timing.seconds)));
        if let Some(bytes) = timing.peak_memory_bytes {
            figures.push(("MB of memory", (bytes >> 20).to_string()));
        }
    }
    if let Some(counts) = &report.coverage.source {
        figures.push((
            "lines covered",
            format!("{} of {}", counts.lines, counts.lines_total),
        ));
        figures.push((
            "branch sides covered",
            format!("{} of {}", counts.branch_sides, counts.branch_sides_total),
        ));
    }
    figures
}

/// A run of a suite.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteRow {
    /// Its name.
    pub name: String,
    /// Its group.
    pub group: String,
    /// What was expected.
    pub expected: String,
    /// What came out.
    pub verdict: String,
    /// Whether that is as expected.
    pub is_expected: bool,
    /// What was found.
    pub note: String,
    /// Seconds, if they are told.
    pub seconds: Option<String>,
    /// The page of the run.
    pub href: Option<String>,
    /// The command that repeats it.
    pub command: String,
}

/// The index of several runs.
///
/// # Errors
/// If a page cannot be written, which would be a fault of ours.
pub fn render_suite(rows: &[SuiteRow]) -> Result<Vec<File>, String> {
    let words = |error: minijinja::Error| format!("{error:#}");
    let environment = environment().map_err(words)?;
    let template = environment.get_template("suite.html").map_err(words)?;
    let expected = rows.iter().filter(|row| row.is_expected).count();
    let verdict = if expected == rows.len() {
        Verdict::Safe
    } else {
        Verdict::Unsafe
    };
    let verdict = verdict.word();
    let title = "everypath test";
    let index = template
        .render(context! { title, rows => Serde(rows), expected, verdict, all => rows.len() });
    let index = index.map_err(words)?;
    let assets = ASSETS.map(|(name, contents)| (name.to_owned(), contents.to_owned()));
    let all = [("index.html".to_owned(), index)].into_iter().chain(assets);
    Ok(all
        .map(|(name, contents)| File { name, contents })
        .collect())
}

/// The number of each different text, in the order of their first use.
#[derive(Default)]
struct Numbers {
    numbers: BTreeMap<String, usize>,
    texts: Vec<String>,
}

impl Numbers {
    fn of(&mut self, text: &str) -> usize {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = self.texts.len();
        self.numbers.insert(text.to_owned(), number);
        self.texts.push(text.to_owned());
        number
    }
}
