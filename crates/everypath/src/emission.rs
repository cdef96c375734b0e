//! What `--emit` asks for: formats of formulas, and where they are written.

use std::path::PathBuf;

/// A format of formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// SMT-LIB 2.6.
    Smt2,
    /// BTOR2, with one `bad` per property.
    Btor2,
    /// Clauses, bit-blasted.
    Dimacs,
}

impl Format {
    /// Name, format, and how files end.
    pub const TABLE: [(&'static str, Format, &'static str); 3] = [
        ("smt2", Format::Smt2, "smt2"),
        ("btor2", Format::Btor2, "btor2"),
        ("dimacs", Format::Dimacs, "cnf"),
    ];

    /// The format of a name.
    pub fn from_name(name: &str) -> Option<Format> {
        let mut table = Self::TABLE.iter();
        table
            .find(|(known, ..)| *known == name)
            .map(|(_, format, _)| *format)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        let mut table = Self::TABLE.iter();
        table
            .find(|(_, format, _)| *format == self)
            .map_or("", |(name, ..)| name)
    }

    /// How files end.
    pub fn ending(self) -> &'static str {
        let mut table = Self::TABLE.iter();
        table
            .find(|(_, format, _)| *format == self)
            .map_or("", |(.., ending)| ending)
    }
}

/// A format and where formulas are written: a file, or a directory if there are several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emission {
    /// The format.
    pub format: Format,
    /// The file or directory.
    pub path: PathBuf,
}

impl std::fmt::Display for Emission {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.format.name(), self.path.display())
    }
}
