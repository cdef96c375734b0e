//! Source excerpts: the line of a place with a caret under its column.

use std::collections::BTreeMap;
use std::fs;

use crate::Place;

/// Reads source files once each.
#[derive(Debug, Default)]
pub struct Sources {
    files: BTreeMap<String, Option<Vec<String>>>,
}

/// The greatest size in bytes of a file that is read for an excerpt.
const MAX_SOURCE_BYTES: u64 = 16 << 20;

impl Sources {
    /// No file read yet.
    pub fn new() -> Self {
        Sources::default()
    }

    /// Gives the contents of a file instead of reading it.
    pub fn insert(&mut self, path: &str, contents: &str) {
        self.files
            .insert(path.to_owned(), Some(lines_of(contents.as_bytes())));
    }

    /// The lines of a file with line breaks between them; `None` if it cannot be read.
    pub fn text(&mut self, path: &str) -> Option<String> {
        let lines = self.files.entry(path.to_owned());
        let lines = lines.or_insert_with(|| read(path)).as_ref()?;
        Some(lines.join("\n") + "\n")
    }

    /// A line, counted from 1; `None` if the file cannot be read or is shorter.
    pub fn line(&mut self, path: &str, line: u32) -> Option<&str> {
        let lines = self
            .files
            .entry(path.to_owned())
            .or_insert_with(|| read(path));
        let index = (line as usize).checked_sub(1)?;
        lines.as_ref()?.get(index).map(String::as_str)
    }
}

fn read(path: &str) -> Option<Vec<String>> {
    let metadata = fs::metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() > MAX_SOURCE_BYTES {
        return None;
    }
    Some(lines_of(&fs::read(path).ok()?))
}

fn lines_of(bytes: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(bytes)
        .lines()
        .map(str::to_owned)
        .collect()
}

/// The excerpt of a place, each line behind `indent`; without a known file and line it is empty.
pub fn excerpt(place: &Place, sources: &mut Sources, indent: &str) -> String {
    let (Some(file), Some(line)) = (&place.file, place.line) else {
        return String::new();
    };
    let number = line.to_string();
    let gutter = " ".repeat(number.len());
    let Some(source) = sources.line(file, line) else {
        return format!("{indent}{gutter} | (the source file {file} is not here)\n");
    };
    let shown = source.replace('\t', "    ");
    let mut text = format!("{indent}{gutter} |\n{indent}{number} | {shown}\n");
    if let Some(column) = place.column.filter(|&column| column > 0) {
        let before: usize = source
            .chars()
            .take(column as usize - 1)
            .map(|c| if c == '\t' { 4 } else { 1 })
            .sum();
        text.push_str(&format!("{indent}{gutter} | {}^\n", " ".repeat(before)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(place: Place, expected: &str) {
        let mut sources = Sources::new();
        sources.insert("a.c", "int main(void) {\n\treturn x;\n}\n");
        assert_eq!(excerpt(&place, &mut sources, "  "), expected);
    }

    fn place(file: &str, line: u32, column: Option<u32>) -> Place {
        Place {
            file: Some(file.to_owned()),
            line: Some(line),
            column,
            ..Place::default()
        }
    }

    #[test]
    fn the_caret_stands_under_the_column() {
        check(
            place("a.c", 2, Some(9)),
            "    |\n  2 |     return x;\n    |            ^\n",
        );
    }

    #[test]
    fn a_missing_file_or_line_is_said() {
        check(
            place("gone.c", 12, Some(1)),
            "     | (the source file gone.c is not here)\n",
        );
        check(
            place("a.c", 99, None),
            "     | (the source file a.c is not here)\n",
        );
    }
}
