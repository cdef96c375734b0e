//! Loops as the prover sees them: what iterations change, what is known of them, and each time that one was entered.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use everypath_machine::{CallNode, Cell, ObjectId, State};
use everypath_program::BlockKey;
use everypath_term::{InputId, Term};
use rustc_hash::FxHashSet;

use super::orders::Orders;
use super::runs::Runs;

/// The head of a loop: a block that is jumped back to, in one chain of calls.
pub(in crate::merge) type Head = (CallNode, BlockKey);

/// What is known of a loop.
#[derive(Debug, Default)]
pub(super) struct Loop {
    /// What iterations change.
    pub cells: BTreeSet<Cell>,
    /// Whether the first iteration is one of its own: it changes what cannot be made arbitrary, the later ones do not.
    pub peeled: bool,
    /// Whether iterations make objects.
    pub makes_objects: bool,
    /// Candidates for invariants that no state has broken, over the [symbols](super::knowledge::Knowledge::symbols) of cells; in the order in which they came.
    pub candidates: Vec<Term>,
    /// All candidates that there ever were.
    pub tried: FxHashSet<Term>,
    /// Comparisons with constants, on one side of which facts may be true, and such facts.
    pub guards: Vec<Term>,
    pub facts: Vec<Term>,
    /// Iterations that were repeated on numbers, and candidates that these were asked about.
    pub runs: Vec<Rc<Runs>>,
    pub examined: FxHashSet<Term>,
    /// Candidates that a run of the program shows to be none.
    pub hopeless: FxHashSet<Term>,
    /// Where parts of arrays may begin and end.
    pub orders: Orders,
}

/// A time that a loop was entered in a run.
#[derive(Debug)]
pub(super) struct Visit {
    pub head: Head,
    /// The state that set out from the head, in which cells are arbitrary.
    pub arbitrary: State,
    /// The cells and their terms there.
    pub now: Vec<(Cell, Term)>,
    /// Their values where the loop was entered.
    pub entry: BTreeMap<Cell, Term>,
    /// Locals, variables and arrays that are no cells, and their terms: what comes back has the same.
    pub fixed: Vec<(Cell, Term)>,
    /// The candidates that were assumed.
    pub assumed: Vec<Term>,
    /// Inputs that were read, or made, before: what an invariant may speak of.
    pub older: FxHashSet<InputId>,
}

impl Visit {
    /// The arrays that may be spoken of, and their terms.
    pub(super) fn arrays(&self) -> impl Iterator<Item = (Cell, Term)> {
        let all = self.now.iter().chain(&self.fixed).copied();
        all.filter(|(cell, _)| !cell.is_number())
    }
}

/// Where an invariant was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Start,
    Keeping,
}

/// The bytes of an object that a cell is: the object, the first and the one behind the last.
fn bytes_of(cell: &Cell) -> Option<(ObjectId, u64, u64)> {
    match *cell {
        Cell::Local(_) => None,
        Cell::Bytes {
            object,
            offset,
            size,
        } => Some((object, offset, offset + u64::from(size))),
        Cell::Array {
            object,
            start,
            length,
        } => Some((object, start, start + length)),
    }
}

/// The cells of a set that have bytes in common with some bytes of an object.
fn overlapping(
    cells: &BTreeSet<Cell>,
    (object, start, end): (ObjectId, u64, u64),
) -> impl Iterator<Item = &Cell> {
    cells.iter().filter(move |other| {
        bytes_of(other)
            .is_some_and(|(of, first, behind)| of == object && first < end && start < behind)
    })
}

/// Whether a cell lies within cells of a set.
pub(super) fn is_within(cells: &BTreeSet<Cell>, cell: Cell) -> bool {
    if cells.contains(&cell) {
        return true;
    }
    let (Cell::Bytes { .. }, Some(bytes)) = (cell, bytes_of(&cell)) else {
        return false;
    };
    let others: Vec<_> = overlapping(cells, bytes).filter_map(bytes_of).collect();
    let covered = |at: u64| {
        let mut others = others.iter();
        others.any(|(_, first, behind)| (first..behind).contains(&&at))
    };
    (bytes.1..bytes.2).all(covered)
}

/// Whether a cell is an array that is a part of another one.
pub(super) fn is_part(cell: Cell, array: Cell) -> bool {
    let (Cell::Array { .. }, Cell::Array { .. }) = (cell, array) else {
        return false;
    };
    let (Some(part), Some(whole)) = (bytes_of(&cell), bytes_of(&array)) else {
        return false;
    };
    part != whole && part.0 == whole.0 && whole.1 <= part.1 && part.2 <= whole.2
}

/// Adds a cell to a set; gives whether the set did not have all of it.
pub(super) fn insert_cell(cells: &mut BTreeSet<Cell>, cell: Cell) -> bool {
    if is_within(cells, cell) {
        return false;
    }
    let Some(bytes @ (object, start, end)) = bytes_of(&cell) else {
        return cells.insert(cell);
    };
    let others: Vec<Cell> = overlapping(cells, bytes).copied().collect();
    for other in &others {
        cells.remove(other);
    }
    let is_array = |cell: &Cell| matches!(cell, Cell::Array { .. });
    let first = others.iter().filter_map(bytes_of).map(|it| it.1);
    let behind = others.iter().filter_map(bytes_of).map(|it| it.2);
    let (first, behind) = (first.fold(start, u64::min), behind.fold(end, u64::max));
    if is_array(&cell) || others.iter().any(is_array) {
        cells.insert(Cell::Array {
            object,
            start: first,
            length: behind - first,
        });
        return true;
    }
    if others.is_empty() {
        return cells.insert(cell);
    }
    for offset in first..behind {
        cells.insert(Cell::Bytes {
            object,
            offset,
            size: 1,
        });
    }
    true
}
