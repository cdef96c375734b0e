//! Data in scripts: a page that is opened from disk can load scripts, and nothing else.

use serde::Serialize;

use crate::{Input, standard_input, values};

/// A script that sets a member of `everypath`. The data is a text that is parsed, which browsers do faster than reading it as a program.
pub fn script(member: &str, data: &impl Serialize) -> String {
    // Our structures hold no maps with keys that are no texts.
    let json = serde_json::to_string(data).unwrap_or_default();
    let text = serde_json::to_string(&json).unwrap_or_default();
    format!("everypath.{member} = JSON.parse({text});\n")
}

/// Inputs in a line.
pub fn inputs_line(inputs: &[Input]) -> String {
    let shown = standard_input::shown(inputs);
    let shown = shown.iter().map(|input| {
        let value = values::short(&input.bytes, input.element_size);
        format!("{} = {value}", input.name)
    });
    Vec::from_iter(shown).join(", ")
}
