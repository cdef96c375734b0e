//! From what the machine executed to lines, functions and branches of the user's source.
//!
//! An instruction stands for the line it comes from, and for the lines it was inlined at. What is listed are the lines that
//! instructions of the program come from, so a line whose code was optimised away is not there. The line of a function's definition
//! stands for entering it: which other code compilers put there differs.

use std::collections::BTreeMap;

use everypath_machine::Coverage;
use everypath_program::OWN_SOURCES;
use everypath_program::{Location, Position, Program};
use everypath_report::lcov::{BranchCoverage, SourceCoverage};

use crate::convert::Converter;

/// Where each function is defined, by file and name.
type Definitions = BTreeMap<(String, String), u32>;

/// The coverage of the program's own source files. Files of our own library and headers are not among them.
pub fn source_coverage(
    program: &dyn Program,
    converter: &Converter<'_>,
    covered: &Coverage,
) -> SourceCoverage {
    let mut source = SourceCoverage::default();
    let definitions = functions(&mut source, program, converter, covered);
    for position in program.code_positions() {
        for location in program.locations(position) {
            add_line(
                &mut source,
                converter,
                &definitions,
                location,
                covered.is_covered(position),
            );
        }
    }
    for (position, sides) in program.branches() {
        add_branch(&mut source, program, converter, covered, position, sides);
    }
    source
}

fn functions(
    source: &mut SourceCoverage,
    program: &dyn Program,
    converter: &Converter<'_>,
    covered: &Coverage,
) -> Definitions {
    let mut definitions = Definitions::new();
    for (first, location) in program.functions() {
        let Location {
            function: Some(name),
            file: Some(file),
            line: Some(line),
            ..
        } = location
        else {
            continue;
        };
        let Some(path) = users_file(converter, file) else {
            continue;
        };
        let entered = covered.is_covered(first);
        let file = source.files.entry(path.clone()).or_default();
        *file.functions.entry((line, name.clone())).or_default() |= entered;
        *file.lines.entry(line).or_default() |= entered;
        definitions.insert((path, name), line);
    }
    definitions
}

fn add_line(
    source: &mut SourceCoverage,
    converter: &Converter<'_>,
    definitions: &Definitions,
    location: Location,
    ran: bool,
) {
    let (Some(file), Some(line)) = (location.file, location.line) else {
        return;
    };
    let Some(path) = users_file(converter, file) else {
        return;
    };
    // Without a column: the beginning of a function, or an instruction that only its function is known of.
    let key = (path, location.function.unwrap_or_default());
    if location.column.is_none() && definitions.get(&key) == Some(&line) {
        return;
    }
    let file = source.files.entry(key.0).or_default();
    *file.lines.entry(line).or_default() |= ran;
}

fn add_branch(
    source: &mut SourceCoverage,
    program: &dyn Program,
    converter: &Converter<'_>,
    covered: &Coverage,
    position: Position,
    sides: u32,
) {
    let Some(Location {
        file: Some(file),
        line: Some(line),
        ..
    }) = program.locations(position).into_iter().next()
    else {
        return;
    };
    let Some(path) = users_file(converter, file) else {
        return;
    };
    let branch = BranchCoverage {
        reached: covered.is_covered(position),
        sides: (0..sides)
            .map(|side| covered.is_side_covered(position, side))
            .collect(),
    };
    let file = source.files.entry(path).or_default();
    file.branches.entry(line).or_default().push(branch);
}

/// The path of a file as reports show it, unless it is one of our own.
pub fn users_file(converter: &Converter<'_>, file: String) -> Option<String> {
    let path = converter.shorten(file);
    let below = path.strip_prefix(OWN_SOURCES);
    match below.is_some_and(|rest| rest.starts_with('/')) {
        true => None,
        false => Some(path),
    }
}
