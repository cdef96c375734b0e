//! Violations as witnesses of SV-COMP, format 2.0 (Ayaziová, Beyer, Lingsch-Rosenfeld, Spiessl and Strejček, "Software Verification
//! Witnesses 2.0", SPIN 2024): YAML that other verifiers replay.
//!
//! A witness is a sequence of segments. Each of ours follows one call that gave the program an input and says what it returned; the last
//! is the place of the violation. Calls whose place the source does not show are left out: the witness then says less, and nothing wrong.
//! A finding has a witness if a property of the competition says that it must not be. Proofs, which the format calls sets of
//! invariants, would be entries beside `Entry`.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::excerpt::Sources;
use crate::{Finding, Place, Trace, values};

/// What is said of the task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Task {
    /// The files, and SHA-256 of each, hexadecimal.
    pub files: Vec<(String, String)>,
    /// `LP64` or `ILP32`.
    pub data_model: String,
    /// The command, for a shell.
    pub command: String,
    /// Seconds since 1970 (UTC).
    pub created: u64,
}

/// A finding, and what the program does on its inputs.
#[derive(Clone, Copy, Debug)]
pub struct Violation<'a> {
    /// The finding.
    pub finding: &'a Finding,
    /// Its trace.
    pub trace: &'a Trace,
    /// The formula of the competition that it violates.
    pub specification: &'a str,
}

#[derive(Serialize)]
struct Entry<'a> {
    entry_type: &'static str,
    metadata: Metadata<'a>,
    content: Vec<Segment>,
}

#[derive(Serialize)]
struct Metadata<'a> {
    format_version: &'static str,
    uuid: String,
    creation_time: String,
    producer: Producer<'a>,
    task: TaskOf<'a>,
}

#[derive(Serialize)]
struct Producer<'a> {
    name: &'static str,
    version: &'static str,
    command_line: &'a str,
}

#[derive(Serialize)]
struct TaskOf<'a> {
    input_files: Vec<&'a str>,
    input_file_hashes: BTreeMap<&'a str, &'a str>,
    specification: &'a str,
    data_model: &'a str,
    language: &'static str,
}

#[derive(Serialize)]
struct Segment {
    segment: [Step; 1],
}

#[derive(Serialize)]
struct Step {
    waypoint: Waypoint,
}

#[derive(Serialize)]
struct Waypoint {
    #[serde(rename = "type")]
    kind: &'static str,
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    constraint: Option<Constraint>,
    location: Location,
}

#[derive(Serialize)]
struct Constraint {
    value: String,
    format: &'static str,
}

#[derive(Serialize)]
struct Location {
    file_name: String,
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<String>,
}

/// The witness, one entry for each violation that the source shows; an empty list if there is none.
///
/// # Errors
/// If it cannot be written as YAML, which would be a fault of ours.
pub fn render(
    task: &Task,
    violations: &[Violation<'_>],
    sources: &mut Sources,
) -> Result<String, String> {
    let entries = violations.iter().zip(0..);
    let entries = entries.filter_map(|(violation, index)| entry(task, violation, index, sources));
    let entries: Vec<Entry<'_>> = entries.collect();
    serde_saphyr::to_string(&entries).map_err(|error| error.to_string())
}

fn entry<'a>(
    task: &'a Task,
    violation: &Violation<'a>,
    index: u32,
    sources: &mut Sources,
) -> Option<Entry<'a>> {
    let finding = violation.finding;
    let target = Waypoint {
        kind: "target",
        action: "follow",
        constraint: None,
        // The column of an expression need not be that of the statement, which is meant; without one it is the first of the line.
        location: location(task, &finding.place, None)?,
    };
    let mut waypoints = returns(task, violation, sources);
    waypoints.push(target);
    let content = waypoints.into_iter();
    let content = content.map(|waypoint| Segment {
        segment: [Step { waypoint }],
    });
    Some(Entry {
        entry_type: "violation_sequence",
        metadata: Metadata {
            format_version: "2.0",
            uuid: uuid(task, violation, index),
            creation_time: crate::utc::date_time(task.created),
            producer: Producer {
                name: "Everypath",
                version: env!("CARGO_PKG_VERSION"),
                command_line: &task.command,
            },
            task: TaskOf {
                input_files: task.files.iter().map(|(path, _)| path.as_str()).collect(),
                input_file_hashes: (task.files.iter())
                    .map(|(path, hash)| (path.as_str(), hash.as_str()))
                    .collect(),
                specification: violation.specification,
                data_model: &task.data_model,
                language: "C",
            },
        },
        content: content.collect(),
    })
}

/// What the calls returned that gave inputs, in their order.
fn returns(task: &Task, violation: &Violation<'_>, sources: &mut Sources) -> Vec<Waypoint> {
    let read = violation.trace.inputs.iter();
    read.filter_map(|read| {
        let inputs = &violation.finding.inputs;
        let input = inputs.iter().find(|input| input.name == read.name)?;
        let (file, line) = (read.place.file.as_ref()?, read.place.line?);
        let source = sources.line(file, line)?;
        let call = call(source, read.place.column?)?;
        let (elements, size) = values::elements(&input.bytes, input.element_size);
        let [value] = elements[..] else { return None };
        let value = match is_unsigned(call.name)? {
            true => value.to_string(),
            false => values::signed(value, size).to_string(),
        };
        Some(Waypoint {
            kind: "function_return",
            action: "follow",
            constraint: Some(Constraint {
                value: format!("\\result == {value}"),
                format: "acsl_expression",
            }),
            location: location(task, &read.place, Some(call.end))?,
        })
    })
    .collect()
}

fn location(task: &Task, place: &Place, column: Option<u32>) -> Option<Location> {
    Some(Location {
        file_name: file_name(task, place.file.as_ref()?),
        line: place.line.filter(|&line| line > 0)?,
        column,
        function: place.function.clone(),
    })
}

/// A file as the task names it: debug information may have a shorter path.
fn file_name(task: &Task, file: &str) -> String {
    let mut named = task.files.iter().map(|(path, _)| path.as_str());
    let of_task = named.find(|path| Path::new(path).ends_with(file));
    of_task.unwrap_or(file).to_owned()
}

/// A call in the source.
struct Call<'s> {
    name: &'s str,
    /// The column of its closing bracket, from 1.
    end: u32,
}

/// The call of a function for inputs that begins in this column, from 1, and ends in the same line.
fn call(line: &str, column: u32) -> Option<Call<'_>> {
    let start = usize::try_from(column).ok()?.checked_sub(1)?;
    let text = line.get(start..)?;
    let name_end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    let (name, rest) = text.split_at(name_end);
    let open = rest.trim_start().strip_prefix('(')?;
    let end = line.len() - open.trim_start().len();
    line.get(end..)?.starts_with(')').then_some(Call {
        name,
        end: u32::try_from(end).ok()? + 1,
    })
}

/// Whether a function of the competition gives unsigned numbers; none for all others, and for numbers that are no integers.
fn is_unsigned(function: &str) -> Option<bool> {
    let name = function.strip_prefix("__VERIFIER_nondet_")?;
    match name {
        "bool" | "_Bool" | "size_t" | "pchar" | "pointer" => Some(true),
        "float" | "double" => None,
        _ => Some(name.starts_with('u')),
    }
}

/// A number that is the same for the same witness: version 8 of RFC 9562, whose bits are ours.
fn uuid(task: &Task, violation: &Violation<'_>, index: u32) -> String {
    let mut hash = Sha256::new();
    for (path, digest) in &task.files {
        hash.update(path);
        hash.update(digest);
    }
    hash.update(violation.specification);
    hash.update(index.to_le_bytes());
    for input in &violation.finding.inputs {
        hash.update(&input.name);
        hash.update(&input.bytes);
    }
    let hash = hash.finalize();
    let mut bytes = [0u8; 16];
    bytes.copy_from_slice(&hash[..16]);
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let digits = crate::hex::encode(&bytes);
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32];
    parts.map(|part| digits[part].to_owned()).join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_name_that_the_task_gives_it() {
        let files = ["/project/src/a.c", "lib/b.c"];
        let task = Task {
            files: files.map(|file| (file.to_owned(), String::new())).to_vec(),
            ..Task::default()
        };
        assert_eq!(file_name(&task, "src/a.c"), "/project/src/a.c");
        assert_eq!(file_name(&task, "b.c"), "lib/b.c");
        assert_eq!(file_name(&task, "c/a.c"), "c/a.c");
    }

    #[test]
    fn the_closing_bracket_of_a_call_is_found_in_its_line() {
        let line = "  int x = __VERIFIER_nondet_int ( ), y = f(x);";
        let found = call(line, 11).map(|call| (call.name, call.end));
        assert_eq!(found, Some(("__VERIFIER_nondet_int", 35)));
        assert!(line[34..].starts_with(')'));
        assert!(call(line, 42).is_none(), "it has an argument");
        assert!(call("__VERIFIER_nondet_int(", 1).is_none());
        assert!(call("ü", 2).is_none() && call("f()", 9).is_none() && call("f()", 0).is_none());
    }
}
