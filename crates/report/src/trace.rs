//! Traces in words: calls that are entered and left, the lines in between, what they change.

use crate::{Change, Place, Trace, place_words, values};

/// So many calls are indented; what is deeper stands below the last.
const MOST_INDENTED: u64 = 24;

/// The steps of a trace, one line each, indented by calls; `memory` shows what has no name, and addresses.
pub fn render(trace: &Trace, memory: bool) -> String {
    let mut text = "  trace:\n".to_owned();
    if trace.omitted > 0 {
        text.push_str(&format!(
            "    ({} steps before are not shown)\n",
            trace.omitted
        ));
    }
    for step in &trace.steps {
        let changes: Vec<String> = step
            .changes
            .iter()
            .filter_map(|change| assignment(change, memory))
            .collect();
        let changes = changes.join(", ");
        let depth = step.depth.min(MOST_INDENTED) as usize;
        text.push_str(&"  ".repeat(depth + 2));
        let place = &step.place;
        let function = place.function.as_deref().unwrap_or("?");
        match step.kind.as_str() {
            "call" => text.push_str(&format!("enter {function}({changes})\n")),
            "return" => text.push_str(&format!("back in {function}\n")),
            _ if changes.is_empty() => text.push_str(&format!("{}\n", line(place))),
            _ => text.push_str(&format!("{}: {changes}\n", line(place))),
        }
    }
    text
}

/// `file:line`, or what is known.
fn line(place: &Place) -> String {
    match (&place.file, place.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        _ => {
            let instruction = place.instruction.as_deref().unwrap_or_default();
            format!("{} {instruction}", place_words(place))
        }
    }
}

/// `name = value`; for memory without a name only where that is asked for.
pub(crate) fn assignment(change: &Change, memory: bool) -> Option<String> {
    let size = change.size;
    let value = values::decimal(change.value, size);
    match (&change.name, change.address) {
        (Some(name), Some(address)) if memory => {
            let bytes = values::hexadecimal(change.value, size);
            Some(format!("{name} = {value} ({bytes} at {address:#x})"))
        }
        (Some(name), _) => Some(format!("{name} = {value}")),
        (None, Some(address)) if memory => {
            let bytes = values::hexadecimal(change.value, size);
            Some(format!("[{address:#x}] = {bytes}"))
        }
        (None, _) => None,
    }
}
