//! Correctness witnesses of SV-COMP: YAML, version 2.0, with loop invariants as expressions of C
//! (P. Ayaziová et al.: "Software Verification Witnesses 2.0", 2024).
//!
//! An invariant stands in a witness if it can be said in C, if its loop is the user's own, and if it is true for every chain of calls that the
//! loop runs in. A witness without invariants is one, too: it says no more than the verdict.

use std::collections::BTreeMap;
use std::fs;

use everypath_explore::Proof;
use everypath_program::Property;
use everypath_report::utc::date_time;
use everypath_report::{Place, hex};
use sha2::{Digest, Sha256};

use crate::convert::Converter;
use crate::front::Front;
use crate::job::Job;

/// The text of the witness, made at `created` (seconds since 1970).
///
/// # Errors
/// Which source file cannot be read.
pub fn render(
    proof: &Proof,
    job: &Job,
    front: &Front,
    digest: &str,
    created: u64,
    converter: &Converter<'_>,
) -> Result<String, String> {
    let mut files = Vec::new();
    for file in &job.files {
        let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        files.push((
            file.display().to_string(),
            hex::encode(&Sha256::digest(bytes)),
        ));
    }
    let mut text = String::from("- entry_type: \"invariant_set\"\n  metadata:\n");
    for (name, value) in [
        ("format_version", "2.0"),
        ("uuid", &identity(job, digest)),
        ("creation_time", &date_time(created)),
    ] {
        text.push_str(&format!("    {name}: {}\n", quoted(value)));
    }
    text.push_str("    producer:\n      name: \"Everypath\"\n");
    text.push_str(&format!(
        "      version: {}\n",
        quoted(env!("CARGO_PKG_VERSION"))
    ));
    text.push_str("    task:\n      input_files:\n");
    for (name, _) in &files {
        text.push_str(&format!("      - {}\n", quoted(name)));
    }
    text.push_str("      input_file_hashes:\n");
    for (name, hash) in &files {
        text.push_str(&format!("        {}: {}\n", quoted(name), quoted(hash)));
    }
    let model = match front.program().address_width() {
        32 => "ILP32",
        _ => "LP64",
    };
    for (name, value) in [
        ("specification", specification(job, front).as_str()),
        ("data_model", model),
        ("language", "C"),
    ] {
        text.push_str(&format!("      {name}: {}\n", quoted(value)));
    }
    let invariants = invariants(proof, converter);
    if invariants.is_empty() {
        text.push_str("  content: []\n");
        return Ok(text);
    }
    text.push_str("  content:\n");
    for ((file, number, column, function), values) in invariants {
        for value in values {
            text.push_str("  - invariant:\n      type: \"loop_invariant\"\n      location:\n");
            text.push_str(&format!("        file_name: {}\n", quoted(&file)));
            text.push_str(&format!("        line: {number}\n"));
            if let Some(column) = column {
                text.push_str(&format!("        column: {column}\n"));
            }
            text.push_str(&format!("        function: {}\n", quoted(&function)));
            text.push_str(&format!("      value: {}\n", quoted(&value)));
            text.push_str("      format: \"c_expression\"\n");
        }
    }
    Ok(text)
}

/// A text between quotes, as YAML and JSON have it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// What was checked of what SV-COMP has words for.
fn specification(job: &Job, front: &Front) -> String {
    // Nothing else is looked at then.
    if job.asks_termination() {
        return "CHECK( init(main()), LTL(F end) )".to_owned();
    }
    let formulas = [
        (Property::Assertion, "G ! call(reach_error())"),
        (Property::SignedOverflow, "G ! overflow"),
        (Property::InvalidFree, "G valid-free"),
        (Property::InvalidLoad, "G valid-deref"),
    ];
    let checks = front.checks();
    let checked = |property: Property| checks.iter().any(|it| it == property);
    let lines = formulas.iter().filter(|(property, _)| checked(*property));
    let lines = lines.map(|(_, formula)| format!("CHECK( init(main()), LTL({formula}) )"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The same for the same program and job.
fn identity(job: &Job, digest: &str) -> String {
    let files: Vec<String> = job
        .files
        .iter()
        .map(|it| it.display().to_string())
        .collect();
    let hash = Sha256::digest(format!("{digest} {}", files.join(" ")));
    let mut bytes: Vec<u8> = hash.iter().copied().take(16).collect();
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let digits = hex::encode(&bytes);
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32];
    let parts: Vec<&str> = parts.into_iter().map(|range| &digits[range]).collect();
    parts.join("-")
}

/// File, line, column and function of a loop.
type LoopPlace = (String, u32, Option<u32>, String);

/// What can be said in C, by loop.
fn invariants(proof: &Proof, converter: &Converter<'_>) -> BTreeMap<LoopPlace, Vec<String>> {
    let mut all: BTreeMap<LoopPlace, Vec<String>> = BTreeMap::new();
    let mut sources: BTreeMap<String, Option<String>> = BTreeMap::new();
    for of_proof in &proof.loops {
        let place = converter.place(of_proof.position);
        let Some(file) = &place.file else { continue };
        let source = (sources.entry(file.clone())).or_insert_with(|| fs::read_to_string(file).ok());
        let Some(place) = (source.as_deref()).and_then(|source| loop_place(&place, source)) else {
            continue;
        };
        let values: Vec<String> = match of_proof.first_apart {
            true => Vec::new(),
            false => (of_proof.invariants.iter())
                .filter_map(|invariant| invariant.c.clone())
                .collect(),
        };
        match all.get_mut(&place) {
            Some(known) => known.retain(|value| values.contains(value)),
            None => {
                all.insert(place, values);
            }
        }
    }
    all.retain(|_, values| !values.is_empty());
    all
}

/// Where the statement of a loop begins, whose head is at a place in a source: at the last `for`, `while` or `do` up to there.
fn loop_place(place: &Place, source: &str) -> Option<LoopPlace> {
    let file = place.file.clone()?;
    let (line, column) = (place.line?, place.column);
    let function = place.function.clone()?;
    let lines: Vec<&str> = source.lines().collect();
    let mut number = line as usize;
    let mut upto = column.map(|column| column as usize);
    while number > 0 && line as usize - number < 20 {
        let text = lines.get(number - 1)?;
        let part = upto.and_then(|upto| text.get(..upto)).unwrap_or(text);
        if let Some(at) = last_keyword(part) {
            let number = u32::try_from(number).ok()?;
            return Some((file, number, u32::try_from(at + 1).ok(), function));
        }
        number -= 1;
        upto = None;
    }
    None
}

/// Where the last keyword of a loop begins in a line.
fn last_keyword(text: &str) -> Option<usize> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let keywords = ["for", "while", "do"];
    let found = keywords.iter().filter_map(|keyword| {
        let places = text.match_indices(keyword).map(|(at, _)| at);
        let alone = places.filter(|&at| {
            let before = text[..at].chars().next_back();
            let behind = text[at + keyword.len()..].chars().next();
            !before.is_some_and(is_word) && !behind.is_some_and(is_word)
        });
        alone.last()
    });
    found.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_keyword_of_a_loop_is_found() {
        assert_eq!(last_keyword("  for (int i = 0; i"), Some(2));
        assert_eq!(last_keyword("while (before) for_each = document;"), Some(0));
        assert_eq!(last_keyword("x = 1;"), None);
    }
}
