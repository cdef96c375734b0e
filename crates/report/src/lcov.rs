//! Coverage of the source as an lcov tracefile: what genhtml, editors and services for continuous integration read.
//!
//! The format is that of the manual page `geninfo(1)`, section FILES. Counts are 1 or 0: whether some path came there, not how
//! often. What no instruction of the program comes from has no record at all, neither covered nor uncovered.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

/// What some path executed, per source file by its path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceCoverage {
    /// The files that code comes from.
    pub files: BTreeMap<String, FileCoverage>,
}

/// What some path executed of one source file. Lines count from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileCoverage {
    /// Functions by the line of their definition and their name: whether one was entered.
    pub functions: BTreeMap<(u32, String), bool>,
    /// Lines that have code: whether some of it ran.
    pub lines: BTreeMap<u32, bool>,
    /// Branches by line; those of one line in the order of the program's code.
    pub branches: BTreeMap<u32, Vec<BranchCoverage>>,
}

/// What some path did at one conditional branch or switch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BranchCoverage {
    /// Whether a path came to it.
    pub reached: bool,
    /// Its sides (cases, and the default last): whether a path took them.
    pub sides: Vec<bool>,
}

/// How much of the source ran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SourceCounts {
    /// Lines of which some code ran.
    pub lines: u64,
    /// Lines that have code.
    pub lines_total: u64,
    /// Functions that were entered.
    pub functions: u64,
    /// Functions that have code.
    pub functions_total: u64,
    /// Sides of conditional branches, and cases of switches, that were taken.
    pub branch_sides: u64,
    /// Sides of all conditional branches, and cases of all switches.
    pub branch_sides_total: u64,
}

impl SourceCoverage {
    /// The sums over all files.
    pub fn counts(&self) -> SourceCounts {
        let mut sum = SourceCounts::default();
        for file in self.files.values() {
            let counts = file.counts();
            sum.lines += counts.lines;
            sum.lines_total += counts.lines_total;
            sum.functions += counts.functions;
            sum.functions_total += counts.functions_total;
            sum.branch_sides += counts.branch_sides;
            sum.branch_sides_total += counts.branch_sides_total;
        }
        sum
    }

    /// The tracefile.
    pub fn render(&self) -> String {
        let mut text = String::new();
        for (path, file) in &self.files {
            // Writing to a text does not fail.
            let _ = file.render(path, &mut text);
        }
        text
    }
}

impl FileCoverage {
    fn counts(&self) -> SourceCounts {
        let sides = || {
            let branches = self.branches.values().flatten();
            branches.flat_map(|branch| branch.sides.iter().copied())
        };
        SourceCounts {
            lines: count(self.lines.values().copied()),
            lines_total: self.lines.len() as u64,
            functions: count(self.functions.values().copied()),
            functions_total: self.functions.len() as u64,
            branch_sides: count(sides()),
            branch_sides_total: sides().count() as u64,
        }
    }

    fn render(&self, path: &str, text: &mut String) -> std::fmt::Result {
        let counts = self.counts();
        writeln!(text, "TN:\nSF:{}", one_line(path))?;
        for (line, name) in self.functions.keys() {
            writeln!(text, "FN:{line},{}", one_line(name))?;
        }
        for ((_, name), &entered) in &self.functions {
            writeln!(text, "FNDA:{},{}", u8::from(entered), one_line(name))?;
        }
        writeln!(text, "FNF:{}", counts.functions_total)?;
        writeln!(text, "FNH:{}", counts.functions)?;
        for (line, branches) in &self.branches {
            for (block, branch) in branches.iter().enumerate() {
                for (side, taken) in branch.sides.iter().enumerate() {
                    let taken = match (branch.reached, taken) {
                        (false, _) => "-",
                        (true, false) => "0",
                        (true, true) => "1",
                    };
                    writeln!(text, "BRDA:{line},{block},{side},{taken}")?;
                }
            }
        }
        writeln!(text, "BRF:{}", counts.branch_sides_total)?;
        writeln!(text, "BRH:{}", counts.branch_sides)?;
        for (line, &ran) in &self.lines {
            writeln!(text, "DA:{line},{}", u8::from(ran))?;
        }
        writeln!(text, "LF:{}", counts.lines_total)?;
        writeln!(text, "LH:{}\nend_of_record", counts.lines)
    }
}

fn count(all: impl Iterator<Item = bool>) -> u64 {
    all.filter(|&covered| covered).count() as u64
}

/// A record is a line: names with line breaks come from damaged debug information only.
fn one_line(name: &str) -> String {
    name.replace(char::is_control, "?")
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn every_kind_of_record_is_written() {
        let mut coverage = SourceCoverage::default();
        let file = coverage.files.entry("a\n.c".to_owned()).or_default();
        file.functions.insert((3, "main".to_owned()), true);
        file.functions.insert((1, "unused".to_owned()), false);
        file.lines.extend([(3, true), (4, true), (1, false)]);
        let branch = |reached, sides: &[bool]| BranchCoverage {
            reached,
            sides: sides.to_vec(),
        };
        let here = vec![branch(true, &[true, false]), branch(true, &[false, true])];
        file.branches.insert(4, here);
        let there = vec![branch(false, &[false, false, false])];
        file.branches.insert(1, there);
        expect![[r#"
            TN:
            SF:a?.c
            FN:1,unused
            FN:3,main
            FNDA:0,unused
            FNDA:1,main
            FNF:2
            FNH:1
            BRDA:1,0,0,-
            BRDA:1,0,1,-
            BRDA:1,0,2,-
            BRDA:4,0,0,1
            BRDA:4,0,1,0
            BRDA:4,1,0,0
            BRDA:4,1,1,1
            BRF:7
            BRH:2
            DA:1,0
            DA:3,1
            DA:4,1
            LF:3
            LH:2
            end_of_record
        "#]]
        .assert_eq(&coverage.render());
    }
}
