//! Proofs as plain data: what iterations of each loop change and which invariants they keep, without terms, so that a proof can be written,
//! read by people, and [verified](super::verify) by a run that finds nothing out by itself.
//!
//! An invariant speaks of cells by their names in the source, where they have one. Names are unique within a loop.

use everypath_machine::{CallFrame, Cell};
use everypath_program::{BlockKey, Position};
use everypath_term::{InputId, TermTable};

/// A proof that nothing goes wrong on any path, however long.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// Iterations of a loop that no input decides, before it is made arbitrary.
    pub unrolled: u64,
    /// The loops, each in one chain of calls.
    pub loops: Vec<ProvenLoop>,
}

/// A loop in a chain of calls, and what is true of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenLoop {
    /// The block that is jumped back to.
    pub head: BlockKey,
    /// Its first instruction.
    pub position: Position,
    /// The active calls, outermost first.
    pub calls: Vec<CallFrame>,
    /// Whether the first iteration is one of its own, and the loop begins behind it.
    pub first_apart: bool,
    /// Whether iterations make objects: then nothing may follow from where these are.
    pub makes_objects: bool,
    /// What iterations change.
    pub changes: Vec<NamedCell>,
    /// Locals that they do not change and that invariants speak of.
    pub keeps: Vec<NamedCell>,
    /// What is true whenever the head is reached.
    pub invariants: Vec<Invariant>,
    /// What every iteration makes smaller, without a sign, if it was asked that the program ends.
    pub measure: Option<ProvenMeasure>,
}

/// What becomes smaller without a sign: its first part, or the second one where the first stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenMeasure {
    /// For people.
    pub words: String,
    /// A term of SMT-LIB over the names of cells, as in [`Invariant::formula`].
    pub first: String,
    /// The second part, if it has one.
    pub second: Option<String>,
}

/// A part of the state with the name by which invariants speak of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCell {
    /// The part.
    pub cell: Cell,
    /// Its width in bits; 0 for the contents of an array.
    pub width: u32,
    /// Its name.
    pub name: String,
}

impl NamedCell {
    /// Whether invariants can speak of it.
    pub(super) fn has_symbols(&self) -> bool {
        self.width > 0 || !self.cell.is_number()
    }
}

/// An invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// For people: operators of C; `<u` and its like compare without a sign.
    pub words: String,
    /// An expression of C with the same meaning, where it speaks of nothing but variables.
    pub c: Option<String>,
    /// A term of SMT-LIB of width 1. Names are those of cells, `NAME at entry` what they were where the loop was entered, and `input NAME` what was
    /// read, or made arbitrary, before. Contents of arrays are arrays of bytes; what is said of `any index` of them is true for every one.
    pub formula: String,
}

/// The name of what stands for every index of an array.
pub(super) const ANY_INDEX: &str = "any index";

/// Marks the name of what a cell was where the loop was entered.
pub(super) fn at_entry(name: &str) -> String {
    format!("{name} at entry")
}

/// The name of an input that is older than the loop.
pub(super) fn name_of_older(terms: &TermTable, input: InputId) -> String {
    format!("input {}", quotable(&terms.input_info(input).name))
}

/// A name without the characters that no symbol of SMT-LIB can have.
pub(super) fn quotable(name: &str) -> String {
    let is_plain = |c: char| (' '..='~').contains(&c) && c != '|' && c != '\\';
    let plain = |c: char| if is_plain(c) { c } else { '_' };
    name.chars().map(plain).collect()
}
