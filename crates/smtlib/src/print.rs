//! Symbols and strings as SMT-LIB text.

use crate::reader::is_symbol_byte;

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
