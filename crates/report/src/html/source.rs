//! The source: each line with what ran of it, the sides of its branches, and what was found there.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use syntect::html::{ClassStyle, ClassedHTMLGenerator};
use syntect::parsing::{SyntaxReference, SyntaxSet};
use syntect::util::LinesWithEndings;

use super::data;
use crate::excerpt;
use crate::lcov::FileCoverage;
use crate::written::{Code, Written};
use crate::{Place, place_words};

/// Files above this are shown without colours: highlighting takes time.
const MOST_HIGHLIGHTED_BYTES: usize = 400 << 10;

/// The source files of a report.
#[derive(Default)]
pub struct Sources {
    paths: Vec<String>,
    /// The lines of each, as HTML.
    lines: Vec<Vec<String>>,
}

/// A file in the overview.
#[derive(Serialize)]
pub struct Summary {
    path: String,
    href: String,
    lines: usize,
    lines_total: usize,
    sides: usize,
    sides_total: usize,
}

/// A file with its lines.
#[derive(Serialize)]
pub struct Page {
    pub path: String,
    lines: Vec<Line>,
    has_code: bool,
}

#[derive(Serialize)]
struct Line {
    number: u32,
    /// `ran`, `not`, or empty where no code comes from it.
    state: &'static str,
    branches: Vec<Branch>,
    html: String,
    notes: Vec<Note>,
    code: Vec<Instruction>,
}

#[derive(Serialize)]
struct Branch {
    /// A sign for each side: taken or not.
    signs: String,
    words: String,
    is_partial: bool,
}

#[derive(Serialize)]
struct Note {
    kind: &'static str,
    words: String,
    href: String,
}

#[derive(Serialize)]
struct Instruction {
    address: String,
    text: String,
    covered: bool,
}

impl Sources {
    /// The files that code of the program comes from, or where something was found.
    pub fn of(run: &Written<'_>) -> Self {
        let report = run.report;
        let covered = run.details.source.iter().flat_map(|it| it.files.keys());
        let mut paths: BTreeSet<&str> = covered.map(String::as_str).collect();
        let found = report.findings.iter().map(|it| &it.place);
        let cut = report.cuts.iter().filter_map(|it| it.place.as_ref());
        let shown = found.chain(cut).filter_map(|place| place.file.as_deref());
        paths.extend(shown);
        let mut files = excerpt::Sources::new();
        let syntaxes = SyntaxSet::load_defaults_newlines();
        let (mut known, mut lines) = (Vec::new(), Vec::new());
        for path in paths {
            let Some(text) = files.text(path) else {
                continue;
            };
            lines.push(highlighted(path, &text, &syntaxes));
            known.push(path.to_owned());
        }
        Sources {
            paths: known,
            lines,
        }
    }

    /// The number of a file.
    pub fn number(&self, path: &str) -> Option<usize> {
        self.paths.binary_search_by(|it| it.as_str().cmp(path)).ok()
    }

    /// The files with their lines, as a script.
    pub fn script(&self) -> String {
        let files = self.paths.iter().zip(&self.lines);
        data::script("sources", &Vec::from_iter(files))
    }

    /// What ran of each file.
    pub fn summaries(&self, run: &Written<'_>) -> Vec<Summary> {
        let none = FileCoverage::default();
        let files = self.paths.iter().enumerate();
        let summary = files.map(|(number, path)| {
            let coverage = coverage(run, path).unwrap_or(&none);
            let sides = || {
                coverage
                    .branches
                    .values()
                    .flatten()
                    .flat_map(|it| &it.sides)
            };
            Summary {
                path: path.clone(),
                href: format!("source-{number}.html"),
                lines: coverage.lines.values().filter(|ran| **ran).count(),
                lines_total: coverage.lines.len(),
                sides: sides().filter(|taken| **taken).count(),
                sides_total: sides().count(),
            }
        });
        summary.collect()
    }

    /// The pages, with their numbers.
    pub fn pages<'s>(&'s self, run: &'s Written<'_>) -> impl Iterator<Item = (usize, Page)> + 's {
        let none = FileCoverage::default();
        self.paths
            .iter()
            .zip(&self.lines)
            .enumerate()
            .map(move |(number, (path, html))| {
                let coverage = coverage(run, path).unwrap_or(&none);
                let mut notes = notes(run, path);
                let mut code = instructions(&run.details.code, path);
                let has_code = !code.is_empty();
                let lines = (1..).zip(html).map(|(line, html)| Line {
                    number: line,
                    state: match coverage.lines.get(&line) {
                        Some(true) => "ran",
                        Some(false) => "not",
                        None => "",
                    },
                    branches: branches(coverage, line),
                    html: html.clone(),
                    notes: notes.remove(&line).unwrap_or_default(),
                    code: code.remove(&line).unwrap_or_default(),
                });
                let page = Page {
                    path: path.clone(),
                    lines: lines.collect(),
                    has_code,
                };
                (number, page)
            })
    }
}

fn coverage<'r>(run: &'r Written<'_>, path: &str) -> Option<&'r FileCoverage> {
    run.details.source.as_ref()?.files.get(path)
}

fn branches(coverage: &FileCoverage, line: u32) -> Vec<Branch> {
    let branches = coverage.branches.get(&line).into_iter().flatten();
    let shown = branches.map(|branch| {
        let taken = branch.sides.iter().filter(|taken| **taken).count();
        let signs = branch
            .sides
            .iter()
            .map(|taken| if *taken { '✓' } else { '✗' });
        let all = branch.sides.len();
        let signs: String = match all {
            0..=4 => signs.collect(),
            _ => format!("{taken}/{all}"),
        };
        Branch {
            signs,
            words: match branch.reached {
                true => format!("a branch, {taken} of {all} sides taken"),
                false => "a branch that no path came to".to_owned(),
            },
            is_partial: taken < all,
        }
    });
    shown.collect()
}

/// What is said in the margin, by line.
fn notes(run: &Written<'_>, path: &str) -> BTreeMap<u32, Vec<Note>> {
    let mut notes: BTreeMap<u32, Vec<Note>> = BTreeMap::new();
    let mut add = |place: &Place, note: Note| {
        if let (Some(file), Some(line)) = (&place.file, place.line)
            && file == path
        {
            notes.entry(line).or_default().push(note);
        }
    };
    for (number, finding) in (1..).zip(&run.report.findings) {
        let words = format!("violation {number}: {}", finding.description);
        let href = format!("finding-{number}.html");
        let kind = "violation";
        add(&finding.place, Note { kind, words, href });
    }
    for cut in &run.report.cuts {
        if let Some(place) = &cut.place {
            let words = format!("{} not followed: {}", cut.count, cut.reason);
            let href = "index.html#cuts".to_owned();
            add(
                place,
                Note {
                    kind: "cut",
                    words,
                    href,
                },
            );
        }
    }
    notes
}

fn instructions(code: &[Code], path: &str) -> BTreeMap<u32, Vec<Instruction>> {
    let mut lines: BTreeMap<u32, Vec<Instruction>> = BTreeMap::new();
    for it in code
        .iter()
        .filter(|it| it.place.file.as_deref() == Some(path))
    {
        if let Some(line) = it.place.line {
            lines.entry(line).or_default().push(Instruction {
                address: format!("{:x}", it.place.address),
                text: it
                    .place
                    .instruction
                    .clone()
                    .unwrap_or_else(|| place_words(&it.place)),
                covered: it.covered,
            });
        }
    }
    lines
}

/// The lines of a file as HTML.
fn highlighted(path: &str, text: &str, syntaxes: &SyntaxSet) -> Vec<String> {
    let syntax = syntax(path, syntaxes).filter(|_| text.len() <= MOST_HIGHLIGHTED_BYTES);
    let plain = || Vec::from_iter(text.lines().map(escaped));
    let Some(syntax) = syntax else {
        return plain();
    };
    let style = ClassStyle::SpacedPrefixed { prefix: "s-" };
    let mut lines = ClassedHTMLGenerator::new_with_class_style(syntax, syntaxes, style);
    for line in LinesWithEndings::from(text) {
        if lines
            .parse_html_for_line_which_includes_newline(line)
            .is_err()
        {
            return plain();
        }
    }
    let mut lines = closed(&lines.finalize());
    // What is open at the end is closed behind the last line break.
    lines.truncate(text.lines().count());
    lines
}

fn syntax<'s>(path: &str, syntaxes: &'s SyntaxSet) -> Option<&'s SyntaxReference> {
    let ending = path.rsplit_once('.')?.1;
    let ending = if ending == "i" { "c" } else { ending };
    syntaxes.find_syntax_by_extension(ending)
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

/// Lines of HTML each of which closes the elements that it opens; those that are open at its end are opened again in the next.
fn closed(html: &str) -> Vec<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut lines = Vec::new();
    for line in html.lines() {
        let mut text: String = open.concat();
        text.push_str(line);
        let mut rest = line;
        while let Some(at) = rest.find('<') {
            let tag = &rest[at..];
            let end = tag.find('>').map_or(tag.len(), |end| end + 1);
            match tag.starts_with("</") {
                true => {
                    open.pop();
                }
                false => open.push(&tag[..end]),
            }
            rest = &tag[end..];
        }
        text.push_str(&"</span>".repeat(open.len()));
        lines.push(text);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_closes_what_it_opens() {
        let syntaxes = SyntaxSet::load_defaults_newlines();
        let text = "/* a\n * <b> */\nint x = 1; // \"c\"\n\nchar *s = \"&\";\n";
        let lines = highlighted("a.c", text, &syntaxes);
        assert_eq!(lines.len(), text.lines().count());
        for (line, source) in lines.iter().zip(text.lines()) {
            assert_eq!(
                line.matches("<span").count(),
                line.matches("</span>").count(),
                "{line}"
            );
            let mut shown = String::new();
            let mut rest = line.as_str();
            while let Some((before, tag)) = rest.split_once('<') {
                shown.push_str(before);
                rest = tag.split_once('>').unwrap().1;
            }
            shown.push_str(rest);
            assert_eq!(shown, escaped(source));
        }
        assert!(lines[1].contains("comment"), "{lines:?}");
        assert_eq!(highlighted("x", "a < b", &syntaxes), ["a &lt; b"]);
    }
}
