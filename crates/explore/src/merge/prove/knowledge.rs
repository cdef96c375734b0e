//! What the prover knows of loops, from run to run, and of the visits of a run.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use everypath_machine::{Cell, Machine};
use everypath_program::Position;
use everypath_term::{Kind, Term, TermTable};
use rustc_hash::{FxHashMap, FxHashSet};

use super::given::Given;
use super::loops::{Head, Loop, Stage, Visit, insert_cell, is_part};
use super::measure::Ranking;
use super::orders::Ordered;
use super::strengthen::Exclusion;
use crate::Asks;

/// A suggestion on the way.
#[derive(Debug, Default)]
pub(super) struct Suggestion {
    /// What it is as a candidate, in each loop that it was tried in.
    pub candidates: Vec<(Head, Term)>,
    /// Where it was broken last, and in which state.
    pub broken: Option<(Stage, Head, Values)>,
}

/// A state that breaks a suggestion.
pub(super) type Values = Vec<(Cell, u64)>;

/// The values that an iteration leaves in a cell lie between two numbers, without a sign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hull {
    pub least: u64,
    pub greatest: u64,
    /// How often the solver was asked.
    pub asked: u32,
}

/// What the prover knows.
#[derive(Debug)]
pub(in crate::merge) struct Knowledge {
    pub(super) loops: BTreeMap<Head, Loop>,
    pub(super) visits: Vec<Rc<Visit>>,
    /// How often each loop was entered in this run.
    entered: BTreeMap<Head, u32>,
    /// The least and the greatest value that an iteration left in a cell, as far as it was asked, and how often that was.
    pub(super) hulls: BTreeMap<(Head, Cell), Hull>,
    /// States that are to be excluded, where nothing else proves a check.
    pub(super) exclusion: Exclusion,
    /// Elements of arrays that the program compares.
    pub(super) ordered: BTreeSet<Ordered>,
    /// Whether the program multiplies unknowns, so that candidates may.
    multiplies: bool,
    /// Iterations that were repeated on numbers, by what they leave in cells, and whether for products.
    pub(super) repeated: FxHashSet<(Head, bool, Vec<Term>)>,
    /// Conditions that candidates were made of in this run, by visit.
    pub(super) seen: FxHashSet<(usize, Term)>,
    /// Of indices of memories, in bits.
    address_width: u32,
    /// Stands for every index of a memory in candidates.
    pub(super) any_index: Term,
    /// The terms of cells: the same in each run for the same visit.
    fresh: FxHashMap<(Head, u32, Cell, u32), Term>,
    /// Say that a state came through a visit.
    marks: FxHashMap<(Head, u32), Term>,
    /// Stand for the value of a cell at the head now, and where the loop was entered.
    symbols: FxHashMap<(Cell, u32), [Term; 2]>,
    /// Whether the run corrected something.
    pub(super) changed: bool,
    /// Whether it found a loop that it did not know: it begins anew, with the loop from its first iteration on.
    pub(super) abandoned: bool,
    /// Whether the program was followed to its end, with nothing to correct: all loops are known that are arbitrary.
    pub(super) is_known: bool,
    /// Iterations without a decision before a loop is widened, and whether that was reached.
    pub(super) unrolled: u64,
    cut_short: bool,
    /// Whether the first attempt failed: then the solver may take as long as it likes for questions about candidates, and orders of elements are guessed.
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
    pub fn new(unrolled: u64, machine: &mut Machine<'_>) -> Self {
        Knowledge {
            address_width: machine.program().address_width(),
            any_index: machine.any_index(),
            loops: BTreeMap::new(),
            visits: Vec::new(),
            entered: BTreeMap::new(),
            hulls: BTreeMap::new(),
            exclusion: Exclusion::default(),
            ordered: BTreeSet::new(),
            multiplies: false,
            repeated: FxHashSet::default(),
            seen: FxHashSet::default(),
            fresh: FxHashMap::default(),
            marks: FxHashMap::default(),
            symbols: FxHashMap::default(),
            changed: false,
            abandoned: false,
            is_known: false,
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
        self.exclusion.failures.clear();
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
                .filter(|(cell, _)| cell.is_number() && known.cells.contains(cell))
                .collect(),
            None => Vec::new(),
        };
        numbers.sort_unstable();
        numbers
    }

    /// Whether a proof is checked, so that nothing may be found out.
    pub(super) fn is_given(&self) -> bool {
        self.given.is_some()
    }

    /// Whether candidates and cells may be added.
    pub(super) fn may_learn(&self) -> bool {
        !self.is_fixed && !self.is_given()
    }

    /// Whether some loop makes objects.
    pub(super) fn makes_objects(&self) -> bool {
        self.loops.values().any(|known| known.makes_objects)
    }

    /// Without an arbitrary loop, a prover is a merging explorer.
    pub(in crate::merge) fn asks(&self) -> Asks {
        match (self.loops.is_empty(), self.is_known) {
            (false, _) => Asks::Others,
            (true, false) => Asks::TheSame,
            (true, true) => Asks::OnlyTheSame,
        }
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
    ) -> Term {
        let address_width = self.address_width;
        let make = || symbol(terms, name, key.3, address_width);
        *self.fresh.entry(key).or_insert_with(make)
    }

    /// What says that a state came through a visit: an input that is true on its path, and about which nothing is known elsewhere.
    pub(super) fn mark(&mut self, terms: &mut TermTable, head: Head, number: u32) -> Term {
        let make = || {
            let name = format!(
                "came through loop {}.{} visit {number}",
                head.1.code, head.1.part
            );
            terms.input(&name, 1)
        };
        *self.marks.entry((head, number)).or_insert_with(make)
    }

    /// What stands for the value of a cell in candidates: now, and where the loop was entered; memories of bytes for a width of 0.
    pub(super) fn symbols(&mut self, terms: &mut TermTable, cell: Cell, width: u32) -> [Term; 2] {
        let address_width = self.address_width;
        let make = || {
            ["now", "at entry"].map(|when| {
                let name = format!("{when} {cell:?}");
                symbol(terms, &name, width, address_width)
            })
        };
        *self.symbols.entry((cell, width)).or_insert_with(make)
    }

    /// Whether the program multiplies unknowns.
    pub(super) fn multiplies(&self) -> bool {
        self.multiplies
    }

    /// Looks for products of unknowns. Where the first one is seen, iterations are looked at once more.
    pub(super) fn note_products(&mut self, terms: &TermTable, of: &[Term]) {
        if !self.multiplies && has_product(terms, of) {
            self.multiplies = true;
            self.changed = true;
        }
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
            let tried = known.tried.difference(&known.hopeless);
            known.candidates = tried.copied().collect();
            known.candidates.sort_unstable();
            // From where a loop begins in an iteration of another one may be known better now.
            known.runs.retain(|runs| runs.is_outermost);
        }
    }

    /// Takes away candidates that a state breaks.
    pub(super) fn refute(&mut self, head: Head, broken: &[Term], stage: Stage) {
        if let Some(given) = &mut self.given {
            given.doubt_invariants(head, broken, stage);
            return;
        }
        self.drop_candidates(head, broken.iter().copied().collect());
    }

    fn drop_candidates(&mut self, head: Head, broken: FxHashSet<Term>) {
        if let Some(known) = self.loops.get_mut(&head) {
            known.candidates.retain(|it| !broken.contains(it));
            self.changed |= !broken.is_empty();
        }
    }

    /// Takes away candidates that numbers break, for good if these are of the program.
    pub(super) fn drop_by_examples(&mut self, head: Head, broken: FxHashSet<Term>, for_good: bool) {
        if for_good && let Some(known) = self.loops.get_mut(&head) {
            known.hopeless.extend(&broken);
        }
        self.drop_candidates(head, broken);
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

    /// What a loop around another one takes for one array, that one does not divide: so that both speak of the same elements.
    pub(super) fn share_arrays(&mut self, head: Head, around: &[usize]) {
        let Some(known) = self.loops.get(&head).filter(|_| self.may_learn()) else {
            return;
        };
        let mut wider = Vec::new();
        for &outer in around {
            let arrays = self.visits[outer].arrays().map(|(cell, _)| cell);
            wider.extend(arrays.filter(|&array| known.cells.iter().any(|&it| is_part(it, array))));
        }
        self.add_cells(head, wider);
    }
}

/// Whether terms are made of a product of two unknowns.
pub(super) fn has_product(terms: &TermTable, of: &[Term]) -> bool {
    let mut parts = terms.post_order(of).into_iter();
    parts.any(|part| {
        let node = terms.node(part);
        let mut sides = node.children();
        node.kind == Kind::Mul && sides.all(|side| terms.as_constant(side).is_none())
    })
}

/// A new number of a width; a memory of bytes for a width of 0.
fn symbol(terms: &mut TermTable, name: &str, width: u32, address_width: u32) -> Term {
    match width {
        0 => terms.memory_input(name, address_width, 8),
        width => terms.input(name, width),
    }
}

/// Candidates of one loop.
const MOST_CANDIDATES: usize = 6000;
