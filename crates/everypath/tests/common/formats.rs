//! The formats that other tools read, read by others: structures that were made from a schema, or by whoever wrote another reader.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use quick_xml::Reader;
use quick_xml::events::Event;
use serde::Deserialize;

/// What a run wrote in all formats, but for coverage.
pub const OPTIONS: [&str; 4] = ["sarif", "junit", "witness", "dot"];

/// The options that write all formats into a directory.
pub fn options(directory: &Path) -> Vec<String> {
    let option = |name| format!("--{name}={}", directory.join(name).display());
    OPTIONS.map(option).into()
}

/// Whether all that a run wrote that found violations can be read.
pub fn check(directory: &Path) -> Result<(), String> {
    let text = |name: &str| {
        std::fs::read_to_string(directory.join(name)).map_err(|error| format!("{name}: {error}"))
    };
    let results = sarif(&text("sarif")?).map_err(|error| format!("sarif: {error}"))?;
    if results == 0 {
        return Err("sarif: no results".to_owned());
    }
    junit(&text("junit")?).map_err(|error| format!("junit: {error}"))?;
    witness(&text("witness")?).map_err(|error| format!("witness: {error}"))?;
    dot(&text("dot")?).map_err(|error| format!("dot: {error}"))
}

/// Whether it is a graph from its beginning to its end.
pub fn dot(text: &str) -> Result<(), String> {
    match text.starts_with("digraph paths {\n") && text.ends_with("}\n") {
        true => Ok(()),
        false => Err(text.to_owned()),
    }
}

/// The standard's schema, and what GitHub asks of a file that is uploaded: each result has a rule that is described, a text, and a
/// place with a file and a line; no more than 25,000 results, and 20 runs; a code flow has at most 10,000 places. Gives the number of results.
pub fn sarif(text: &str) -> Result<usize, String> {
    let read: serde_sarif::sarif::Sarif =
        serde_json::from_str(text).map_err(|error| error.to_string())?;
    let json: serde_json::Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if read.runs.len() != 1 || json["version"] != "2.1.0" {
        return Err("expected one run of version 2.1.0".to_owned());
    }
    let run = &json["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array();
    let rules = rules.ok_or("no rules")?;
    for rule in rules {
        for part in ["shortDescription", "fullDescription", "help"] {
            if rule[part]["text"].as_str().is_none_or(str::is_empty) {
                return Err(format!("{} has no {part}", rule["id"]));
            }
        }
    }
    let results = run["results"].as_array().ok_or("no results")?;
    if results.len() > 25_000 {
        return Err(format!("{} results", results.len()));
    }
    for result in results {
        let index = result["ruleIndex"]
            .as_u64()
            .and_then(|it| usize::try_from(it).ok());
        let rule = index.and_then(|index| rules.get(index));
        if rule.is_none_or(|rule| rule["id"] != result["ruleId"]) {
            return Err(format!("no rule of {result}"));
        }
        if result["message"]["text"].as_str().is_none_or(str::is_empty) {
            return Err(format!("no text of {result}"));
        }
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"]
            .as_str()
            .unwrap_or_default();
        if uri.is_empty() || place["region"]["startLine"].as_u64().unwrap_or(0) == 0 {
            return Err(format!("no file or line of {result}"));
        }
        let flow = &result["codeFlows"][0]["threadFlows"][0]["locations"];
        let steps = flow.as_array().map_or(0, Vec::len);
        if steps == 0 || steps > 10_000 {
            return Err(format!("{steps} places in a code flow"));
        }
    }
    Ok(results.len())
}

/// Read by another reader; the counts are those of the tests.
pub fn junit(text: &str) -> Result<junit_parser::TestSuites, String> {
    let read = junit_parser::from_reader(text.as_bytes()).map_err(|error| error.to_string())?;
    for suite in &read.suites {
        let count = |is: fn(&junit_parser::TestStatus) -> bool| {
            suite.cases.iter().filter(|case| is(&case.status)).count() as u64
        };
        let counted = (
            suite.cases.len() as u64,
            count(junit_parser::TestStatus::is_failure),
            count(junit_parser::TestStatus::is_error),
        );
        let said = (suite.tests, suite.failures, suite.errors);
        if counted != said {
            return Err(format!("{counted:?} are said to be {said:?}"));
        }
    }
    Ok(read)
}

/// An entry of a witness, by the schema of format 2.0: nothing else may be there.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry<Content = Segment> {
    entry_type: String,
    metadata: Metadata,
    pub content: Vec<Content>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Metadata {
    format_version: String,
    uuid: String,
    creation_time: String,
    producer: Producer,
    task: Task,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Producer {
    name: String,
    version: String,
    #[serde(default)]
    command_line: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Task {
    input_files: Vec<String>,
    input_file_hashes: BTreeMap<String, String>,
    specification: String,
    data_model: String,
    language: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Segment {
    segment: Vec<Step>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    waypoint: Waypoint,
}

/// A waypoint.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waypoint {
    #[serde(rename = "type")]
    pub kind: String,
    pub action: String,
    pub constraint: Option<Constraint>,
    pub location: Location,
}

/// What a witness of correctness says of one loop.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfLoop {
    pub invariant: Invariant,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Invariant {
    #[serde(rename = "type")]
    kind: String,
    pub location: Location,
    pub value: String,
    format: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constraint {
    pub value: String,
    pub format: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Location {
    pub file_name: String,
    pub line: u32,
    pub column: Option<u32>,
    pub function: Option<String>,
}

impl Entry {
    /// The waypoints, in order.
    pub fn waypoints(&self) -> impl Iterator<Item = &Waypoint> {
        let segments = self.content.iter();
        segments.flat_map(|segment| segment.segment.iter().map(|step| &step.waypoint))
    }
}

impl Metadata {
    /// Whether numbers, times, digests and formulas have their forms, and all names are from the lists.
    fn is_right(&self) -> bool {
        let task = &self.task;
        let is_hash =
            |hash: &String| hash.len() == 64 && hash.chars().all(|c| c.is_ascii_hexdigit());
        let parts: Vec<usize> = self.uuid.split('-').map(str::len).collect();
        let is_formula =
            |line: &str| line.starts_with("CHECK( init(main()), LTL(") && line.ends_with(") )");
        self.format_version == "2.0"
            && parts == [8, 4, 4, 4, 12]
            && self.creation_time.len() == "2000-01-01T00:00:00Z".len()
            && self.producer.name == "Everypath"
            && !self.producer.version.is_empty()
            && (self.producer.command_line.is_empty()
                || self.producer.command_line.starts_with("everypath check "))
            && !task.input_files.is_empty()
            && task
                .input_files
                .iter()
                .all(|file| task.input_file_hashes.contains_key(file))
            && task.input_file_hashes.values().all(is_hash)
            && !task.specification.is_empty()
            && task.specification.lines().all(is_formula)
            && ["LP64", "ILP32"].contains(&task.data_model.as_str())
            && task.language == "C"
    }
}

/// What the format says of a witness of correctness: each invariant of a loop is an expression of C, and has a place.
pub fn correctness(text: &str) -> Result<Vec<Entry<OfLoop>>, String> {
    let entries: Vec<Entry<OfLoop>> =
        serde_yaml_ng::from_str(text).map_err(|error| error.to_string())?;
    for entry in &entries {
        let mut invariants = entry.content.iter().map(|it| &it.invariant);
        let is_right = entry.entry_type == "invariant_set"
            && entry.metadata.is_right()
            && invariants.all(|it| {
                let has_form = it.kind == "loop_invariant" && it.format == "c_expression";
                has_form && !it.value.is_empty() && it.location.line > 0
            });
        if !is_right {
            return Err(format!("{entry:?}"));
        }
    }
    match entries.len() {
        1 => Ok(entries),
        count => Err(format!("{count} entries, expected one")),
    }
}

/// What the format says of a witness of violations: the last segment, and only that, is the target; what is returned has a constraint in
/// ACSL, `\result == N`; numbers and times have their forms.
pub fn witness(text: &str) -> Result<Vec<Entry>, String> {
    let entries: Vec<Entry> = serde_yaml_ng::from_str(text).map_err(|error| error.to_string())?;
    for entry in &entries {
        let is_right = entry.entry_type == "violation_sequence" && entry.metadata.is_right();
        if !is_right {
            return Err(format!("{entry:?}"));
        }
        let waypoints: Vec<&Waypoint> = entry.waypoints().collect();
        if waypoints.len() != entry.content.len() {
            return Err(format!("segments of several waypoints: {entry:?}"));
        }
        for (index, waypoint) in waypoints.iter().enumerate() {
            let is_last = index + 1 == waypoints.len();
            let constraint = waypoint.constraint.as_ref();
            let is_right = match waypoint.kind.as_str() {
                "target" => is_last && constraint.is_none(),
                "function_return" => {
                    !is_last
                        && waypoint.location.column.is_some()
                        && constraint.is_some_and(|it| {
                            let number = it.value.strip_prefix("\\result == ");
                            let number = number.and_then(|number| number.parse::<i128>().ok());
                            it.format == "acsl_expression" && number.is_some()
                        })
                }
                _ => false,
            };
            if !is_right || waypoint.action != "follow" || waypoint.location.line == 0 {
                return Err(format!("{waypoint:?}"));
            }
        }
    }
    Ok(entries)
}

/// The values of a test of Test-Comp, by its document type: a root with inputs, which hold text.
pub fn testcase(text: &str) -> Result<Vec<String>, String> {
    let mut reader = Reader::from_str(text);
    let (mut depth, mut values, mut doctype) = (0, Vec::new(), String::new());
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::DocType(found) => doctype = found.to_string(),
            Event::Start(tag) => {
                let expected = if depth == 0 { "testcase" } else { "input" };
                if tag.name().as_ref() != expected || depth > 1 {
                    return Err(format!("unexpected element {tag:?}"));
                }
                depth += 1;
            }
            Event::Text(found) if depth == 2 => {
                values.push(found.to_string());
            }
            Event::Text(found) if found.trim().is_empty() => {}
            Event::End(_) => depth -= 1,
            Event::Empty(tag) if depth == 0 && tag.name().as_ref() == "testcase" => {}
            Event::Decl(_) => {}
            Event::Eof if doctype.contains("//DTD test-format testcase 1.1//EN") => {
                return Ok(values);
            }
            other => return Err(format!("unexpected {other:?}")),
        }
    }
}

/// What describes a suite of Test-Comp, by its document type: these elements in this order, each with a text.
pub fn metadata(text: &str) -> Result<(), String> {
    const ELEMENTS: [&str; 8] = [
        "sourcecodelang",
        "producer",
        "specification",
        "programfile",
        "programhash",
        "entryfunction",
        "architecture",
        "creationtime",
    ];
    let mut reader = Reader::from_str(text);
    let (mut open, mut found, mut doctype) = (Vec::new(), Vec::new(), String::new());
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::DocType(text) => doctype = text.to_string(),
            Event::Start(tag) => open.push(tag.name().as_ref().to_owned()),
            Event::Text(text) if open.len() == 2 && !text.trim().is_empty() => {
                found.push(open[1].clone());
            }
            Event::Text(text) if text.trim().is_empty() => {}
            Event::GeneralRef(_) if open.len() == 2 => {}
            Event::End(_) => drop(open.pop()),
            Event::Decl(_) => {}
            Event::Eof => break,
            other => return Err(format!("unexpected {other:?}")),
        }
    }
    // A text with a reference to a character comes in pieces.
    found.dedup();
    match doctype.contains("//DTD test-format test-metadata 1.1//EN") && found == ELEMENTS {
        true => Ok(()),
        false => Err(format!("{doctype}: {found:?}")),
    }
}

/// What geninfo(1) says of a tracefile: records of known kinds, sums that are those of their records. Gives the number of files.
pub fn tracefile(text: &str) -> Result<usize, String> {
    let mut files = 0;
    let records = text.split_terminator("end_of_record\n");
    for record in records {
        let of = |kind: &'static str| {
            let lines = record.lines();
            lines.filter_map(move |line| line.strip_prefix(kind)?.strip_prefix(':'))
        };
        let kinds = "TN SF FN FNDA FNF FNH BRDA BRF BRH DA LF LH";
        let mut all = record.lines().map(|line| line.split(':').next());
        if let Some(other) = all.find(|kind| !kinds.split(' ').any(|known| *kind == Some(known))) {
            return Err(format!("unknown record {other:?}"));
        }
        let last = |line: &str| line.rsplit(',').next().map(str::to_owned);
        let first = |line: &str| line.split(',').next().map(str::to_owned);
        let covered = |value: &Option<String>| {
            value
                .as_ref()
                .is_some_and(|count| count != "0" && count != "-")
        };
        for (kind, all, hit, count) in [
            ("DA", "LF", "LH", last as fn(&str) -> Option<String>),
            ("FNDA", "FNF", "FNH", first),
            ("BRDA", "BRF", "BRH", last),
        ] {
            let values: Vec<_> = of(kind).map(count).collect();
            let hits = values.iter().filter(|value| covered(value)).count();
            let said = [of(all).next(), of(hit).next()];
            let counted = [values.len(), hits].map(|number| number.to_string());
            if said != [Some(counted[0].as_str()), Some(counted[1].as_str())] {
                return Err(format!("{kind}: {counted:?} are said to be {said:?}"));
            }
        }
        if of("SF").count() != 1 {
            return Err(format!("{} files in a record", of("SF").count()));
        }
        files += 1;
    }
    Ok(files)
}

/// The values of an attribute in a page; slashes as they are, which templates escape.
pub fn attributes<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let start = format!(" {name}=\"");
    let parts = text.split(start.as_str()).skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}

/// A page of a report.
pub fn page(directory: &Path, name: &str) -> Result<String, String> {
    let text = std::fs::read_to_string(directory.join(name));
    let text = text.map_err(|error| format!("{name}: {error}"))?;
    Ok(text.replace("&#x2f;", "/"))
}

/// Every link of every page leads to a page, and to a place in it, that is there. Gives the number of links.
pub fn pages(directory: &Path) -> Result<usize, String> {
    let mut texts = BTreeMap::new();
    let files = std::fs::read_dir(directory).map_err(|error| error.to_string())?;
    for file in files.flatten() {
        let path = file.path();
        if path.extension().is_some_and(|it| it == "html") {
            let name = file.file_name().to_string_lossy().into_owned();
            texts.insert(name.clone(), page(directory, &name)?);
        }
    }
    let ids: BTreeMap<&str, BTreeSet<&str>> = texts
        .iter()
        .map(|(name, text)| (name.as_str(), attributes(text, "id").into_iter().collect()))
        .collect();
    let mut links = 0;
    for (name, text) in &texts {
        let sources = attributes(text, "src");
        for href in attributes(text, "href").into_iter().chain(sources) {
            if href == "data:," {
                continue;
            }
            let (file, id) = href.split_once('#').unwrap_or((href, ""));
            let file = if file.is_empty() { name } else { file };
            let has_id = || ids.get(file).is_some_and(|ids| ids.contains(id));
            if href.contains("://")
                || !directory.join(file).is_file()
                || !id.is_empty() && !has_id()
            {
                return Err(format!("{name}: {href} leads nowhere"));
            }
            links += 1;
        }
    }
    Ok(links)
}
