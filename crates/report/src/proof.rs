//! What a proof without a bound rests on, in words: for each loop what its iterations change and what is true at its head.

use crate::{Frame, Proof, ProvenLoop, Suggested, place_words};

/// What became of invariants that the program suggests.
pub(crate) fn suggested(all: &[Suggested]) -> String {
    let mut text = "suggested invariants:\n".to_owned();
    for one in all {
        text.push_str(&format!("  {}: {}", place_words(&one.place), one.status));
        let state = one.state.iter();
        let state: Vec<String> = state
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        if !state.is_empty() {
            text.push_str(&format!(", where {}", state.join(", ")));
        }
        text.push('\n');
    }
    text
}

/// The loops, in the order of the program.
pub(crate) fn render(proof: &Proof) -> String {
    let mut text = "proof without a bound:\n".to_owned();
    if proof.loops.is_empty() {
        text.push_str("  no loop had to be made arbitrary\n");
    }
    for of_proof in &proof.loops {
        text.push_str(&one_loop(of_proof));
    }
    text
}

fn one_loop(of_proof: &ProvenLoop) -> String {
    let mut text = format!("  loop at {}", place_words(&of_proof.place));
    for Frame { call_site, .. } in &of_proof.calls {
        text.push_str(&format!(", called at {}", place_words(call_site)));
    }
    if of_proof.first_apart {
        text.push_str(", behind its first iteration");
    }
    text.push('\n');
    if !of_proof.changes.is_empty() {
        text.push_str(&format!("    changes {}\n", of_proof.changes.join(", ")));
    }
    for invariant in &of_proof.invariants {
        text.push_str(&format!("    always {invariant}\n"));
    }
    if let Some(measure) = &of_proof.measure {
        text.push_str(&format!("    ends, since {measure} becomes smaller\n"));
    }
    text
}
