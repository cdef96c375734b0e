//! What the prover knows of loops, from run to run, and of the visits of a run.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use everypath_machine::{CallNode, Cell, ObjectId, State};
use everypath_program::{BlockKey, Position};
use everypath_term::{InputId, Term, TermTable};
use rustc_hash::{FxHashMap, FxHashSet};

use super::ranking::Ranking;
use super::suggested::Suggestion;
use super::verify::{Given, Stage};

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
    /// Candidates for invariants that no state has broken, over the [symbols](Knowledge::symbols) of cells; in the order in which they came.
    pub candidates: Vec<Term>,
    /// All candidates that there ever were.
    pub tried: FxHashSet<Term>,
    /// Comparisons with constants, on one side of which facts may be true, and such facts.
    pub guards: Vec<Term>,
    pub facts: Vec<Term>,
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
    /// Locals that are no cells, and their terms: what comes back has the same.
    pub fixed: Vec<(Cell, Term)>,
    /// The candidates that were assumed.
    pub assumed: Vec<Term>,
    /// Inputs that were read, or made, before: what an invariant may speak of.
    pub older: FxHashSet<InputId>,
}

/// What the prover knows.
#[derive(Debug)]
pub(in crate::merge) struct Knowledge {
    pub(super) loops: BTreeMap<Head, Loop>,
    pub(super) visits: Vec<Rc<Visit>>,
    /// How often each loop was entered in this run.
    entered: BTreeMap<Head, u32>,
    /// Conditions that candidates were made of in this run, by visit.
    pub(super) seen: FxHashSet<(usize, Term)>,
    /// The terms of cells: the same in each run for the same visit.
    fresh: FxHashMap<(Head, u32, Cell, u32), Term>,
    /// Stand for the value of a cell at the head now, and where the loop was entered.
    symbols: FxHashMap<(Cell, u32), [Term; 2]>,
    /// Whether the run corrected something.
    pub(super) changed: bool,
    /// Whether it found a loop that it did not know: it begins anew, with the loop from its first iteration on.
    pub(super) abandoned: bool,
    /// Iterations without a decision before a loop is widened, and whether that was reached.
    pub(super) unrolled: u64,
    cut_short: bool,
    /// Whether the solver may take as long as it likes for questions about candidates.
    pub(super) is_patient: bool,
    /// Where iterations that make objects place them: usually (0), or elsewhere.
    pub(super) placement: u64,
    /// Whether nothing is added to what is known: candidates are only dropped.
    pub(super) is_fixed: bool,
    /// Whether something would have had to be added.
    pub(super) needs_more: bool,
    /// What the program suggests.
    pub(super) suggestions: BTreeMap<Position, Suggestion>,
    /// What loops make smaller, if that is asked.
    pub(super) ranking: Option<Ranking>,
    /// The proof that is checked, if there is one: then nothing is corrected.
    pub(super) given: Option<Given>,
}

impl Knowledge {
    pub fn new(unrolled: u64) -> Self {
        Knowledge {
            loops: BTreeMap::new(),
            visits: Vec::new(),
            entered: BTreeMap::new(),
            seen: FxHashSet::default(),
            fresh: FxHashMap::default(),
            symbols: FxHashMap::default(),
            changed: false,
            abandoned: false,
            unrolled,
            cut_short: false,
            is_patient: false,
            placement: 0,
            is_fixed: false,
            needs_more: false,
            suggestions: BTreeMap::new(),
            ranking: None,
            given: None,
        }
    }

    pub(super) fn begin_run(&mut self) {
        self.visits.clear();
        self.entered.clear();
        self.seen.clear();
        self.changed = false;
        self.abandoned = false;
        self.needs_more = false;
        if let Some(ranking) = &mut self.ranking {
            ranking.returned.clear();
        }
    }

    /// The cells of a loop that are numbers, with their widths, as they were when the loop was last entered.
    pub(super) fn numbers_of(&self, head: Head) -> Vec<(Cell, u32)> {
        let visits = self.symbols.keys().copied();
        let mut numbers: Vec<(Cell, u32)> = match self.loops.get(&head) {
            Some(known) => visits
                .filter(|(cell, _)| known.cells.contains(cell))
                .collect(),
            None => Vec::new(),
        };
        numbers.sort_unstable();
        numbers
    }

    /// Whether candidates and cells may be added.
    pub(super) fn may_learn(&self) -> bool {
        !self.is_fixed && !self.is_given()
    }

    /// Whether some loop makes objects.
    pub(super) fn makes_objects(&self) -> bool {
        self.loops.values().any(|known| known.makes_objects)
    }

    pub(super) fn heads(&self) -> impl Iterator<Item = Head> {
        self.loops.keys().copied()
    }

    pub(super) fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Whether a loop that no input decides was widened since it went on for long.
    pub(super) fn was_cut_short(&self) -> bool {
        self.cut_short
    }

    pub(super) fn cut_short(&mut self) {
        self.cut_short = true;
    }

    /// The number of a new visit of a loop in this run.
    pub(super) fn enter(&mut self, head: Head) -> u32 {
        let count = self.entered.entry(head).or_default();
        *count += 1;
        *count
    }

    /// The term of a cell in a visit; a memory of bytes for a width of 0.
    pub(super) fn fresh(
        &mut self,
        terms: &mut TermTable,
        key: (Head, u32, Cell, u32),
        name: &str,
        address_width: u32,
    ) -> Term {
        let make = || match key.3 {
            0 => terms.memory_input(name, address_width, 8),
            width => terms.input(name, width),
        };
        *self.fresh.entry(key).or_insert_with(make)
    }

    /// What stands for the value of a cell in candidates: now, and where the loop was entered.
    pub(super) fn symbols(&mut self, terms: &mut TermTable, cell: Cell, width: u32) -> [Term; 2] {
        let make = || {
            let now = terms.input(&format!("now {cell:?}"), width);
            [now, terms.input(&format!("at entry {cell:?}"), width)]
        };
        *self.symbols.entry((cell, width)).or_insert_with(make)
    }

    /// Adds a candidate for a loop, if it is new.
    pub(super) fn propose(&mut self, terms: &TermTable, head: Head, candidate: Term) {
        if terms.is_true(candidate) || terms.is_false(candidate) || !self.may_learn() {
            return;
        }
        let known = self.loops.entry(head).or_default();
        if known.tried.len() < MOST_CANDIDATES && known.tried.insert(candidate) {
            known.candidates.push(candidate);
            self.changed = true;
        }
    }

    /// Takes all candidates up again: what was dropped for want of others may be kept together with them, and what was hard is asked to its end. The
    /// order is that of the terms, which is that in which they came.
    pub(super) fn try_again(&mut self) {
        self.is_patient = true;
        for known in self.loops.values_mut() {
            known.candidates = known.tried.iter().copied().collect();
            known.candidates.sort_unstable();
        }
    }

    /// Takes away candidates that a state breaks.
    pub(super) fn refute(&mut self, head: Head, broken: &[Term], stage: Stage) {
        if self.is_given() {
            self.doubt_invariants(head, broken, stage);
            return;
        }
        if let Some(known) = self.loops.get_mut(&head) {
            known.candidates.retain(|it| !broken.contains(it));
            self.changed |= !broken.is_empty();
        }
    }

    /// Adds cells that an iteration changes; gives whether some were new. Those that overlap become single bytes.
    pub(super) fn add_cells(&mut self, head: Head, cells: impl IntoIterator<Item = Cell>) -> bool {
        if !self.may_learn() {
            self.needs_more = true;
            return false;
        }
        let known = self.loops.entry(head).or_default();
        let mut grown = false;
        for cell in cells {
            grown |= insert_cell(&mut known.cells, cell);
        }
        self.changed |= grown;
        grown
    }
}

/// Candidates of one loop.
const MOST_CANDIDATES: usize = 6000;

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

/// Adds a cell to a set; gives whether the set did not have all of it.
fn insert_cell(cells: &mut BTreeSet<Cell>, cell: Cell) -> bool {
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
