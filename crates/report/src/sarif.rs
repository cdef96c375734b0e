//! Findings and cuts as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format", 2020): what code hosts and editors show beside
//! the source.
//!
//! A finding is a result of level `error` with a code flow: the steps of its trace where one was asked for, else the calls that were
//! active. A property is a rule. A cut is a notification of the run: what was not looked at; so is what was
//! assumed about the world. Files are named as debug
//! information names them, relative to `%SRCROOT%` unless their paths are absolute. The structures hold the part of the standard that is
//! used here.

use serde::Serialize;
use serde_json::{Value, json};

use crate::trace::assignment;
use crate::{Cut, Finding, Frame, Place, Report, TraceStep, standard_input, values};

/// The version of the standard, and where its schema is.
const VERSION: &str = "2.1.0";
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// What relative paths are relative to: whoever reads the file says where that is.
const ROOT: &str = "%SRCROOT%";
/// GitHub takes no code flow with more places: of a longer one, the last are told.
const MOST_PLACES: usize = 10_000;

#[derive(Serialize)]
struct Sarif<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool<'a>,
    invocations: [Invocation; 1],
    column_kind: &'static str,
    results: Vec<SarifResult<'a>>,
}

#[derive(Serialize)]
struct Tool<'a> {
    driver: Driver<'a>,
}

#[derive(Serialize)]
struct Driver<'a> {
    name: &'static str,
    version: &'static str,
    rules: Vec<Rule<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule<'a> {
    id: &'a str,
    short_description: Message,
    full_description: Message,
    help: Message,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    exit_code: u8,
    exit_code_description: &'static str,
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    level: &'static str,
    message: Message,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    locations: Vec<Location>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult<'a> {
    rule_id: &'a str,
    rule_index: usize,
    level: &'static str,
    message: Message,
    locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    code_flows: [CodeFlow; 1],
    occurrence_count: u64,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    physical_location: Option<PhysicalLocation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<LogicalLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactLocation {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

/// Lines and columns from 1.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<u32>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LogicalLocation {
    fully_qualified_name: String,
    kind: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CodeFlow {
    thread_flows: [ThreadFlow; 1],
}

#[derive(Serialize)]
struct ThreadFlow {
    locations: Vec<Step>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Step {
    location: Location,
    nesting_level: u64,
}

/// The run as SARIF, with a final line break. `exit_code` is what the process ends with.
///
/// # Errors
/// If something cannot be written as JSON, which would be a fault of ours.
pub fn render(report: &Report, exit_code: u8) -> Result<String, serde_json::Error> {
    let mut rules: Vec<Rule<'_>> = Vec::new();
    let mut results = Vec::new();
    let program = report.program.files.first().map_or("", |file| file);
    for finding in &report.findings {
        let known = rules.iter().position(|rule| rule.id == finding.property);
        let rule_index = known.unwrap_or_else(|| {
            rules.push(Rule {
                id: &finding.property,
                short_description: message(finding.description.clone()),
                full_description: message(format!(
                    "{}: some input leads there, and the emulator showed it.",
                    finding.description
                )),
                help: message(format!(
                    "`everypath checks` says what {} means; `everypath check --trace` shows the way to it.",
                    finding.property
                )),
                default_configuration: Configuration { level: "error" },
            });
            rules.len() - 1
        });
        results.push(result(finding, rule_index, program));
    }
    let faults = report.internal_errors.iter().map(|finding| Notification {
        level: "error",
        message: message(format!(
            "internal error: {} is not reproduced",
            finding.property
        )),
        locations: vec![location(&finding.place)],
    });
    let assumed = report.assumptions.iter().map(|assumed| Notification {
        level: "note",
        message: message(format!("assumed: {}", assumed.sentence())),
        locations: assumed.places.iter().map(location).collect(),
    });
    let notifications = report.cuts.iter().map(notification);
    let notifications = notifications.chain(assumed).chain(faults);
    let sarif = Sarif {
        schema: SCHEMA,
        version: VERSION,
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "Everypath",
                    version: env!("CARGO_PKG_VERSION"),
                    rules,
                },
            },
            invocations: [Invocation {
                execution_successful: report.internal_errors.is_empty(),
                exit_code,
                exit_code_description: report.verdict.word(),
                tool_execution_notifications: notifications.collect(),
            }],
            column_kind: "utf16CodeUnits",
            results,
        }],
    };
    let mut text = serde_json::to_string_pretty(&sarif)?;
    text.push('\n');
    Ok(text)
}

/// Several runs as one: the first, with the results, rules and notifications of all. Code hosts take few runs of a file, and many results.
///
/// # Errors
/// If it cannot be written as JSON, which would be a fault of ours.
pub fn joined<'a>(files: impl IntoIterator<Item = &'a Value>) -> Result<String, serde_json::Error> {
    let files: Vec<&Value> = files.into_iter().collect();
    let mut rules: Vec<Value> = Vec::new();
    let (mut results, mut notifications) = (Vec::new(), Vec::new());
    for run in files.iter().map(|file| &file["runs"][0]) {
        let said = run["invocations"][0]["toolExecutionNotifications"].as_array();
        notifications.extend(said.into_iter().flatten().cloned());
        let known = run["tool"]["driver"]["rules"].as_array();
        for rule in known.into_iter().flatten() {
            if !rules.iter().any(|other| other["id"] == rule["id"]) {
                rules.push(rule.clone());
            }
        }
        for result in run["results"].as_array().into_iter().flatten() {
            let mut result = result.clone();
            let index = rules.iter().position(|rule| rule["id"] == result["ruleId"]);
            result["ruleIndex"] = Value::from(index.unwrap_or(0));
            results.push(result);
        }
    }
    let mut whole = match files.first() {
        Some(&first) => first.clone(),
        None => {
            json!({"$schema": SCHEMA, "version": VERSION, "runs": [{"tool": {"driver": {"name": "Everypath"}}}]})
        }
    };
    let run = &mut whole["runs"][0];
    run["tool"]["driver"]["rules"] = Value::Array(rules);
    run["results"] = Value::Array(results);
    run["invocations"] =
        json!([{"executionSuccessful": true, "toolExecutionNotifications": notifications}]);
    let mut text = serde_json::to_string_pretty(&whole)?;
    text.push('\n');
    Ok(text)
}

fn message(text: String) -> Message {
    Message { text }
}

fn result<'a>(finding: &'a Finding, rule_index: usize, program: &str) -> SarifResult<'a> {
    let mut text = finding.description.clone();
    if !finding.detail.is_empty() {
        text.push_str(&format!(": {}", finding.detail));
    }
    if !finding.inputs.is_empty() {
        let inputs = standard_input::shown(&finding.inputs);
        let inputs: Vec<String> = (inputs.iter())
            .map(|input| {
                let value = values::short(&input.bytes, input.element_size);
                format!("{} = {value}", input.name)
            })
            .collect();
        text.push_str(&format!(". Inputs: {}", inputs.join(", ")));
    }
    let steps = match &finding.trace {
        Some(trace) => trace.steps.iter().map(of_trace).collect(),
        None => of_calls(&finding.call_stack),
    };
    let last = Step {
        location: Location {
            message: Some(message(finding.description.clone())),
            ..location(&finding.place)
        },
        nesting_level: steps.last().map_or(0, |step: &Step| step.nesting_level),
    };
    let too_many = steps.len().saturating_sub(MOST_PLACES - 1);
    SarifResult {
        rule_id: &finding.property,
        rule_index,
        level: "error",
        message: message(text),
        locations: vec![shown_location(&finding.place, program)],
        related_locations: (finding.notes.iter())
            .map(|note| Location {
                message: Some(message(note.what.clone())),
                ..shown_location(&note.place, program)
            })
            .collect(),
        code_flows: [CodeFlow {
            thread_flows: [ThreadFlow {
                locations: steps.into_iter().skip(too_many).chain([last]).collect(),
            }],
        }],
        occurrence_count: finding.occurrences.max(1),
    }
}

/// A step of a trace, with what it changes.
fn of_trace(step: &TraceStep) -> Step {
    let function = step.place.function.as_deref().unwrap_or("unknown code");
    let before = match step.kind.as_str() {
        "call" => Some(format!("{function} is called")),
        "return" => Some(format!("back in {function}")),
        _ => None,
    };
    // Addresses are told where there is no name.
    let changes = step.changes.iter();
    let changes = changes.filter_map(|change| assignment(change, change.name.is_none()));
    let text = Vec::from_iter(before.into_iter().chain(changes)).join(", ");
    Step {
        location: Location {
            message: (!text.is_empty()).then(|| message(text)),
            ..location(&step.place)
        },
        nesting_level: step.depth,
    }
}

/// The calls that were active, outermost first.
fn of_calls(stack: &[Frame]) -> Vec<Step> {
    let calls = stack.iter().rev().zip(0..);
    let calls = calls.map(|(frame, nesting_level)| {
        let function = frame.function.as_deref().unwrap_or("unknown code");
        Step {
            location: Location {
                message: Some(message(format!("{function} is called"))),
                ..location(&frame.call_site)
            },
            nesting_level,
        }
    });
    calls.collect()
}

fn notification(cut: &Cut) -> Notification {
    let paths = if cut.count == 1 { "path" } else { "paths" };
    let mut text = format!("{} {paths} not followed: {}", cut.count, cut.reason);
    if let Some(advice) = &cut.advice {
        text.push_str(&format!("; {advice}"));
    }
    Notification {
        level: "warning",
        message: message(text),
        locations: cut.place.iter().map(location).collect(),
    }
}

fn location(place: &Place) -> Location {
    let physical_location = place.file.as_ref().map(|file| PhysicalLocation {
        artifact_location: ArtifactLocation {
            uri: uri(file),
            uri_base_id: (!file.starts_with('/')).then_some(ROOT),
        },
        region: place.line.filter(|&line| line > 0).map(|line| Region {
            start_line: line,
            start_column: place.column.filter(|&column| column > 0),
        }),
    });
    let name = match &place.function {
        Some(function) => Some((function.clone(), "function")),
        None if place.file.is_none() => Some((format!("{:#x}", place.address), "instruction")),
        None => None,
    };
    let logical_locations = name.into_iter().map(|(name, kind)| LogicalLocation {
        fully_qualified_name: name,
        kind,
    });
    Location {
        physical_location,
        logical_locations: logical_locations.collect(),
        message: None,
    }
}

/// The same for what is shown: code hosts refuse a result without a file and a line, so that what has none is in the program's file.
fn shown_location(place: &Place, program: &str) -> Location {
    let mut location = location(place);
    location
        .physical_location
        .get_or_insert_with(|| PhysicalLocation {
            artifact_location: ArtifactLocation {
                uri: uri(program),
                uri_base_id: (!program.starts_with('/')).then_some(ROOT),
            },
            region: None,
        })
        .region
        .get_or_insert(Region {
            start_line: 1,
            start_column: None,
        });
    location
}

/// A path as a reference to a URI (RFC 3986): what may not stand there is written as `%XX`.
pub(crate) fn uri(path: &str) -> String {
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "" });
    for &byte in path.as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::{of_trace, uri};
    use crate::{Change, Place, TraceStep};

    #[test]
    fn paths_are_references_to_uris() {
        assert_eq!(uri("src/a b.c"), "src/a%20b.c");
        assert_eq!(uri("/tmp/ü.c"), "file:///tmp/%C3%BC.c");
    }

    #[test]
    fn what_a_step_changes_is_told_as_in_traces_and_addresses_where_there_is_no_name() {
        let change = |name: Option<&str>, value| Change {
            name: name.map(str::to_owned),
            address: Some(0x1000),
            size: 1,
            value,
        };
        let step = TraceStep {
            kind: "call".to_owned(),
            place: Place {
                function: Some("f".to_owned()),
                ..Place::default()
            },
            depth: 0,
            changes: vec![change(Some("x"), 0xff), change(None, 0x2a)],
        };
        let message = of_trace(&step).location.message.map(|message| message.text);
        let expected = "f is called, x = -1 (255), [0x1000] = 0x2a";
        assert_eq!(message.as_deref(), Some(expected));
    }
}
