//! What was learnt from paths that no input takes, in words: one line for each clause.

use crate::{Learnt, LearntClause, Passed, PassedCall, Place};

/// The clauses, numbered in the order of learning.
pub(crate) fn render(learnt: &Learnt) -> String {
    let mut text = "learnt from paths that no input takes:\n".to_owned();
    if learnt.clauses.is_empty() {
        text.push_str("  nothing\n");
    }
    for (number, clause) in learnt.clauses.iter().enumerate() {
        text.push_str(&format!("  {}. {}\n", number + 1, words(clause)));
    }
    if learnt.omitted > 0 {
        text.push_str(&format!("  and {} more\n", learnt.omitted));
    }
    text
}

fn words(clause: &LearntClause) -> String {
    let mut file = None;
    let branches = clause.branches.iter().map(|it| branch(it, &mut file));
    let branches: Vec<String> = branches.collect();
    let places = clause.places.iter().map(|it| place(it, &mut file));
    let places: Vec<String> = places.collect();
    let (branches, places) = (branches.join(", "), places.join(", "));
    let behind = match clause.branches.len() {
        0 => return format!("{} on any path", excluded(clause, &places)),
        1 => "it",
        _ => "them",
    };
    match clause.excludes.as_str() {
        "together" if clause.branches.len() == 1 => format!("{branches}: never happens"),
        "together" => format!("{branches}: cannot be taken together"),
        _ => format!("{branches}: {} behind {behind}", excluded(clause, &places)),
    }
}

fn excluded(clause: &LearntClause, places: &str) -> String {
    match (clause.excludes.as_str(), clause.places.len()) {
        ("together", _) => "nothing happens".to_owned(),
        ("checks", 1) => format!("the check at {places} cannot fail"),
        ("checks", _) => format!("the checks at {places} cannot fail"),
        _ => format!("{places} goes no other way"),
    }
}

fn branch<'a>(passed: &'a Passed, file: &mut Option<&'a str>) -> String {
    let mut text = format!("{} {}", place(&passed.place, file), passed.side);
    text.push_str(&rounds(&passed.rounds));
    let calls = passed.calls.iter();
    let calls: Vec<String> = calls
        .map(
            |PassedCall {
                 place: at,
                 rounds: round,
             }| format!("{}{}", place(at, file), rounds(round)),
        )
        .collect();
    if !calls.is_empty() {
        text.push_str(&format!(" (called at {})", calls.join(" from ")));
    }
    text
}

fn rounds(rounds: &[u32]) -> String {
    let rounds: Vec<String> = rounds.iter().map(u32::to_string).collect();
    match rounds.is_empty() {
        true => String::new(),
        false => format!(" in round {}", rounds.join(".")),
    }
}

/// `file:line:column`, without the file if it is the one that was named last; or the address.
fn place<'a>(place: &'a Place, last: &mut Option<&'a str>) -> String {
    match (&place.file, place.line) {
        (Some(file), Some(line)) => {
            let prefix = match last.replace(file) {
                Some(last) if last == file => String::new(),
                _ => format!("{file}:"),
            };
            match place.column.filter(|&column| column > 0) {
                Some(column) => format!("{prefix}{line}:{column}"),
                None => format!("{prefix}{line}"),
            }
        }
        _ => match &place.function {
            Some(function) => format!("{function} ({:#x})", place.address),
            None => format!("{:#x}", place.address),
        },
    }
}
