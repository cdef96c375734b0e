//! Symbols, strings and values as SMT-LIB text.

use everypath_term::Bits;

use crate::reader::{Texts, is_symbol_byte};
use crate::sorts::Scalar;

/// Words that are no symbols without bars (SMT-LIB 2.6, section 3.1).
pub const RESERVED: [&str; 14] = [
    "!",
    "_",
    "as",
    "BINARY",
    "DECIMAL",
    "exists",
    "HEXADECIMAL",
    "forall",
    "let",
    "match",
    "NUMERAL",
    "par",
    "STRING",
    "",
];

/// A symbol, between bars where it needs them.
pub fn symbol(name: &str) -> String {
    let plain = name.bytes().all(is_symbol_byte)
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && !RESERVED.contains(&name);
    if plain {
        name.to_owned()
    } else {
        format!("|{name}|")
    }
}

/// A string, between quotation marks.
pub fn string(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// A value of a sort that is no array.
pub fn scalar(texts: &Texts, sort: Scalar, value: &Bits) -> String {
    match sort {
        Scalar::Bool => (!value.is_zero()).to_string(),
        // Models print what the number stands for.
        Scalar::Bits(_) | Scalar::Array(_) => format!("#b{}", value.to_binary()),
        Scalar::Declared(name) => {
            let sort = texts.get(name);
            format!(
                "(as {} {})",
                symbol(&format!("@{sort}_{}", value.word(0))),
                symbol(sort)
            )
        }
    }
}
