//! A finding as a walk: the steps of its trace, which the page goes through forwards and backwards.

use serde::Serialize;

use super::source::Sources;
use super::{Link, data, link};
use crate::trace::assignment;
use crate::written::Written;
use crate::{Place, ShownCall, TraceStep, standard_input, values};

/// So many steps are shown of all findings together, and of each at least the last [`LEAST_STEPS`] and at most [`MOST_STEPS`]: a folder of many
/// findings stays small, and a page is built at once.
const ALL_STEPS: usize = 20_000;
const LEAST_STEPS: usize = 100;
const MOST_STEPS: usize = 2_000;

/// A finding with its walk.
#[derive(Serialize)]
pub struct Walk {
    number: usize,
    property: String,
    description: String,
    detail: String,
    place: Link,
    instruction: Option<String>,
    calls: Vec<(String, Option<Link>)>,
    notes: Vec<(String, Link)>,
    inputs: Vec<InputRow>,
    replayed: u64,
    occurrences: u64,
    test_case: Option<String>,
    replay: Option<String>,
    omitted: u64,
    previous: Option<usize>,
    next: Option<usize>,
    steps: Vec<Step>,
}

#[derive(Serialize)]
struct InputRow {
    name: String,
    value: String,
    hexadecimal: String,
    /// Where it is read.
    place: Option<Link>,
    /// Before which of the shown steps, from 0.
    step: Option<u64>,
}

#[derive(Serialize)]
struct Step {
    kind: String,
    depth: u64,
    function: String,
    /// The file, by number, and the line; none if the source is not shown.
    file: Option<usize>,
    line: Option<u32>,
    place: String,
    changes: Vec<String>,
}

/// The walk of a finding, by its index.
pub fn walk(run: &Written<'_>, index: usize, sources: &Sources) -> Walk {
    let finding = &run.report.findings[index];
    let trace = run.details.traces.get(index).cloned().unwrap_or_default();
    let share = ALL_STEPS / run.report.findings.len().max(1);
    let share = share.clamp(LEAST_STEPS, MOST_STEPS);
    let left_out = trace.steps.len().saturating_sub(share);
    let omitted = trace.omitted + left_out as u64;
    let shown = standard_input::shown(&finding.inputs);
    let inputs = shown.iter().map(|input| {
        let read = trace.inputs.iter().find(|read| read.name == input.name);
        let (elements, size) = values::elements(&input.bytes, input.element_size);
        let hexadecimal = elements.iter().take(8);
        let hexadecimal = hexadecimal.map(|&it| values::hexadecimal(it, size));
        InputRow {
            name: input.name.clone(),
            value: values::short(&input.bytes, input.element_size),
            hexadecimal: Vec::from_iter(hexadecimal).join(" "),
            place: read.map(|read| link(&read.place, sources)),
            step: read.and_then(|read| read.step.checked_sub(omitted)),
        }
    });
    let calls = finding.shown_calls().map(|call| match call {
        ShownCall::Call(frame) => {
            let name = frame.function.clone().unwrap_or_else(|| "?".to_owned());
            (name, Some(link(&frame.call_site, sources)))
        }
        ShownCall::More(count) => (format!("{count} more calls"), None),
    });
    let mut steps: Vec<Step> = (trace.steps.iter().skip(left_out))
        .map(|it| step(it, sources))
        .collect();
    steps.push(Step {
        kind: "violation".to_owned(),
        changes: vec![finding.description.clone()],
        ..at(
            &finding.place,
            steps.last().map_or(0, |it| it.depth),
            sources,
        )
    });
    let program = run.report.program.files.first();
    Walk {
        number: index + 1,
        property: finding.property.clone(),
        description: finding.description.clone(),
        detail: finding.detail.clone(),
        place: link(&finding.place, sources),
        instruction: finding.place.instruction.clone(),
        calls: calls.collect(),
        notes: (finding.notes.iter())
            .map(|note| (note.what.clone(), link(&note.place, sources)))
            .collect(),
        inputs: inputs.collect(),
        replayed: finding.instructions,
        occurrences: finding.occurrences,
        replay: (finding.test_case.as_ref().zip(program))
            .map(|(case, program)| format!("everypath replay {program} {case} --trace")),
        test_case: finding.test_case.clone(),
        omitted,
        previous: index.checked_sub(1).map(|it| it + 1),
        next: (index + 1 < run.report.findings.len()).then_some(index + 2),
        steps,
    }
}

fn step(step: &TraceStep, sources: &Sources) -> Step {
    // Memory without a name would be addresses: `--trace=memory` prints it.
    let changes = step.changes.iter();
    let changes = changes.filter_map(|change| assignment(change, false));
    Step {
        kind: step.kind.clone(),
        changes: changes.collect(),
        ..at(&step.place, step.depth, sources)
    }
}

fn at(place: &Place, depth: u64, sources: &Sources) -> Step {
    Step {
        kind: String::new(),
        depth,
        function: place.function.clone().unwrap_or_else(|| "?".to_owned()),
        file: place.file.as_deref().and_then(|file| sources.number(file)),
        line: place.line,
        place: crate::place_words(place),
        changes: Vec::new(),
    }
}

impl Walk {
    /// The steps as a script.
    pub fn script(&self) -> String {
        data::script("walk", &self.steps)
    }
}
