//! A place in the program, in words.

use crate::Place;

/// `function at file:line:column`, or what is known of it.
pub fn place_words(place: &Place) -> String {
    let mut words = match &place.function {
        Some(function) => format!("{function} at "),
        None => String::new(),
    };
    match (&place.file, place.line) {
        (Some(file), Some(line)) => {
            words.push_str(&format!("{file}:{line}"));
            if let Some(column) = place.column.filter(|&column| column > 0) {
                words.push_str(&format!(":{column}"));
            }
        }
        _ => words.push_str(&format!("{:#x}", place.address)),
    }
    words
}
