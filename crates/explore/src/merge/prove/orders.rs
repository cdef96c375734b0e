//! Candidates about the order of elements among each other: part of an array is sorted, or one element is the least or the greatest of a part.
//!
//! They are proposed for arrays of which the program compares elements with something (`a[j] > a[j + 1]`, `a[j - 1] > x`). Parts begin and end at the
//! numbers that the program compares and at which it reads: of each, it is guessed that it is where the sorted part ends, or begins, or what is greatest stands.
//! Sorting needs no facts about two indices that are independent of each other: that the part in front is not greater than the part behind it is said by
//! the first element of that one. There are many such guesses, so they are made where others do not prove everything. What an outer loop knows of an array, its inner loops are told as candidates, too.
//!
//! The shapes are those of D. Gopan, T. Reps, M. Sagiv: "A Framework for Numeric Analysis of Array Operations" (POPL 2005), and of N. Halbwachs, M. Péron
//! ("Discovering Properties about Arrays in Simple Programs", PLDI 2008), about one index that stands for all.

use std::collections::BTreeMap;
use std::rc::Rc;

use everypath_machine::Cell;
use everypath_term::{Kind, Term, TermTable};
use rustc_hash::FxHashMap;

use super::arrivals::Wording;
use super::candidates::General;
use super::elements::{bytes_from, read_in, width_of};
use super::knowledge::Knowledge;
use super::loops::{Head, Visit};
use crate::merge::{Explorer, Path};

/// Numbers at which parts of an array begin and end.
const MOST_BOUNDS: usize = 8;

/// Facts of outer loops that an inner one is told.
const MOST_HANDED_DOWN: usize = 64;

/// Elements that are compared: the array, the bytes of one, and whether they have a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ordered {
    array: Cell,
    size: u32,
    signed: bool,
}

/// Where a part of an array begins or ends, in elements or in bytes, in symbols of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// A number of elements.
    Elements(Term),
    /// An index of a byte.
    Bytes(Term),
}

/// What a loop has for candidates about orders.
#[derive(Debug, Default)]
pub(super) struct Orders {
    bounds: Vec<Bound>,
    /// For how many bounds and arrays candidates were made.
    made: (usize, usize),
}

impl Explorer<'_, '_> {
    /// Candidates about orders for a loop that was gone round.
    pub(super) fn propose_orders(&mut self, visit: usize) {
        let Some(knowledge) = self.prover.as_mut().filter(|it| it.guesses_orders()) else {
            return;
        };
        let visit = Rc::clone(&knowledge.visits[visit]);
        let ordered: Vec<Ordered> = knowledge.ordered.iter().copied().collect();
        let Some(known) = knowledge.loops.get_mut(&visit.head) else {
            return;
        };
        let state = (known.orders.bounds.len(), ordered.len());
        if ordered.is_empty() || known.orders.made == state {
            return;
        }
        known.orders.made = state;
        let bounds = known.orders.bounds.clone();
        let terms = &mut self.machine.terms;
        let mut back = FxHashMap::default();
        for &(cell, term) in visit.now.iter().filter(|(cell, _)| cell.is_number()) {
            let width = terms.width(term);
            let [now, first] = knowledge.symbols(terms, cell, width);
            back.insert(now, first);
        }
        let mut found = Vec::new();
        for of in ordered {
            if visit.arrays().any(|(cell, _)| cell == of.array) {
                let [array, _] = knowledge.symbols(terms, of.array, 0);
                let parts = Parts::of(terms, knowledge.any_index, array, of);
                parts.all(terms, &bounds, &back, &mut found);
            }
        }
        for candidate in found {
            knowledge.propose(&self.machine.terms, visit.head, candidate);
        }
    }

    /// Tells a loop, as candidates, what the loops around it know of elements.
    pub(super) fn hand_down(&mut self, path: &Path, visit: &Visit) {
        let Some(knowledge) = self.prover.as_mut().filter(|it| it.guesses_orders()) else {
            return;
        };
        let terms = &mut self.machine.terms;
        let mut found = Vec::new();
        let inner = General::of(terms, knowledge, visit);
        for &outer in &path.visits {
            let outer = Rc::clone(&knowledge.visits[outer]);
            let assumed = outer.assumed.iter().copied();
            let of_elements: Vec<Term> = assumed.filter(|&it| reads(terms, it)).collect();
            if of_elements.is_empty() {
                continue;
            }
            let mut here: BTreeMap<Cell, Term> = outer.now.iter().copied().collect();
            for &(cell, _) in &visit.now {
                if let Some(term) = here.get_mut(&cell) {
                    let width = width_of(terms, cell, *term);
                    *term = knowledge.symbols(terms, cell, width)[0];
                }
            }
            let wording = Wording::of(terms, knowledge, &outer, &here);
            for candidate in of_elements {
                if let Some(instance) = wording.instance(terms, candidate)
                    && found.len() < MOST_HANDED_DOWN
                {
                    found.push(inner.translated(terms, instance));
                }
            }
        }
        for candidate in found {
            knowledge.propose(terms, visit.head, candidate);
        }
    }
}

impl Knowledge {
    /// Whether orders of elements are guessed.
    fn guesses_orders(&self) -> bool {
        self.may_learn() && self.is_patient
    }

    /// Looks for elements in a comparison of the program, and for what may be bounds of parts.
    pub(super) fn note_orders(
        &mut self,
        terms: &mut TermTable,
        visit: &Visit,
        general: &General,
        comparison: Term,
    ) {
        let node = terms.node(comparison);
        if !matches!(node.kind, Kind::Ult | Kind::Slt) {
            return;
        }
        let sides = [node.first(), node.second()];
        // Of elements that are compared with a constant, none is greater than another by that.
        let is_open = sides.iter().all(|&side| terms.as_constant(side).is_none());
        for side in sides {
            let is_signed = node.kind == Kind::Slt;
            self.note_side(terms, visit, general, side, (is_signed, is_open));
        }
    }

    /// Notes one side of a comparison for a loop: the elements in it, or a number that may be a bound.
    fn note_side(
        &mut self,
        terms: &mut TermTable,
        visit: &Visit,
        general: &General,
        side: Term,
        (signed, is_open): (bool, bool),
    ) {
        let address_width = terms.width(self.any_index);
        let node = terms.node(side);
        let (element, signed) = match node.kind {
            Kind::SignExtend => (node.first(), true),
            Kind::ZeroExtend => (node.first(), false),
            _ => (side, signed),
        };
        match read_in(terms, element) {
            Some(_) if !is_open => {}
            Some((array, index, size)) => {
                let own = visit.arrays().filter(|&(_, term)| term == array);
                self.ordered.extend(own.map(|(cell, _)| Ordered {
                    array: cell,
                    size,
                    signed,
                }));
                if let Some(index) = general.say(terms, visit, index) {
                    self.note_bound(visit.head, Bound::Bytes(index));
                }
            }
            None if (8..=address_width).contains(&terms.width(side)) => {
                if let Some(bound) = general.say_older(terms, visit, side) {
                    let bound = match signed {
                        true => terms.sign_extend(bound, address_width),
                        false => terms.zero_extend(bound, address_width),
                    };
                    self.note_bound(visit.head, Bound::Elements(bound));
                }
            }
            None => {}
        }
    }

    fn note_bound(&mut self, head: Head, bound: Bound) {
        let bounds = &mut self.loops.entry(head).or_default().orders.bounds;
        if bounds.len() < MOST_BOUNDS && !bounds.contains(&bound) {
            bounds.push(bound);
            self.changed = true;
        }
    }
}

/// Whether a candidate speaks of elements.
fn reads(terms: &TermTable, candidate: Term) -> bool {
    let parts = terms.post_order(&[candidate]);
    parts.into_iter().any(|part| terms.kind(part) == Kind::Read)
}

/// Says orders of the elements of an array.
struct Parts {
    array: Term,
    size: u32,
    signed: bool,
    /// The index of any element.
    any: Term,
    /// That of the next one.
    next: Term,
    /// The bytes of one element, as an index.
    one: Term,
    zero: Term,
}

impl Parts {
    fn of(terms: &mut TermTable, any_index: Term, array: Term, of: Ordered) -> Self {
        let width = terms.width(any_index);
        // Any multiple of the size: so that a fact about an element is the same for each of its bytes.
        let bits = of.size.trailing_zeros();
        let any = match bits {
            0 => any_index,
            bits => {
                let high = terms.extract(any_index, width - 1, bits);
                let low = terms.constant(bits, 0);
                terms.concat(high, low)
            }
        };
        let one = terms.constant(width, u64::from(of.size));
        let next = terms.add(any, one);
        let zero = terms.constant(width, 0);
        Parts {
            array,
            size: of.size,
            signed: of.signed,
            any,
            next,
            one,
            zero,
        }
    }

    fn all(
        &self,
        terms: &mut TermTable,
        bounds: &[Bound],
        back: &FxHashMap<Term, Term>,
        found: &mut Vec<Term>,
    ) {
        let mut at: Vec<Term> = Vec::new();
        for bound in bounds {
            let index = match *bound {
                Bound::Bytes(index) => index,
                Bound::Elements(number) => terms.mul(number, self.one),
            };
            if !at.contains(&index) {
                at.push(index);
            }
        }
        let pairs: Vec<(Term, Term)> = at
            .iter()
            .map(|&now| (now, terms.substitute(now, back)))
            .collect();
        for &(now, first) in pairs.iter().filter(|(now, first)| now != first) {
            self.around(terms, now, first, found);
            for &(other, of_first) in &pairs {
                if other == of_first {
                    self.behind(terms, now, first, other, found);
                } else if other != now {
                    self.chosen(terms, (now, first), (other, of_first), found);
                }
            }
        }
    }

    /// What is sorted up to a bound or from one on, and what is greatest there.
    fn around(&self, terms: &mut TermTable, now: Term, first: Term, found: &mut Vec<Term>) {
        let same = terms.eq(now, first);
        let moved = terms.not(same);
        for far in [self.zero, self.one] {
            let (bound, end) = (terms.add(now, far), terms.add(first, far));
            let from_zero = terms.sle(self.zero, self.any);
            let up_to = terms.slt(self.next, bound);
            let below = terms.and(from_zero, up_to);
            self.each(terms, below, (self.any, self.next), found);
            let from = terms.sle(bound, self.any);
            let up_to = terms.slt(self.next, end);
            let above = terms.and(from, up_to);
            self.each(terms, above, (self.any, self.next), found);
            let up_to = terms.slt(self.any, bound);
            let in_front = terms.and(from_zero, up_to);
            let if_moved = terms.and(in_front, moved);
            for part in [in_front, if_moved] {
                self.each(terms, part, (self.any, bound), found);
            }
        }
        // The element that was first may be moved behind.
        let end = terms.add(first, self.one);
        let from_zero = terms.sle(self.zero, self.any);
        let up_to = terms.slt(self.next, end);
        let whole = terms.and(from_zero, up_to);
        let whole = terms.and(whole, moved);
        self.each(terms, whole, (self.any, self.next), found);
    }

    /// What stands in front of a bound is not greater than what stands between it and an end that stays.
    fn behind(
        &self,
        terms: &mut TermTable,
        now: Term,
        first: Term,
        end: Term,
        found: &mut Vec<Term>,
    ) {
        let same = terms.eq(now, first);
        let moved = terms.not(same);
        let last = terms.sub(now, self.one);
        let begins = terms.slt(self.zero, now);
        let (from, up_to) = (terms.sle(now, self.any), terms.slt(self.any, end));
        let part = terms.and(from, up_to);
        for guard in [moved, begins] {
            let part = terms.and(part, guard);
            self.each(terms, part, (last, self.any), found);
        }
    }

    /// One element is the least or the greatest of those that were come past, and of the one with which the search began.
    fn chosen(
        &self,
        terms: &mut TermTable,
        (now, first): (Term, Term),
        (chosen, of_first): (Term, Term),
        found: &mut Vec<Term>,
    ) {
        let (from, up_to) = (terms.sle(first, self.any), terms.slt(self.any, now));
        let part = terms.and(from, up_to);
        self.each(terms, part, (chosen, self.any), found);
        let always = terms.bool(true);
        self.each(terms, always, (chosen, of_first), found);
    }

    /// In a part, one element is not greater than the other, or not less.
    fn each(
        &self,
        terms: &mut TermTable,
        part: Term,
        (one, other): (Term, Term),
        found: &mut Vec<Term>,
    ) {
        let one = bytes_from(terms, self.array, one, self.size);
        let other = bytes_from(terms, self.array, other, self.size);
        for (less, more) in [(one, other), (other, one)] {
            let ordered = match self.signed {
                true => terms.sle(less, more),
                false => terms.ule(less, more),
            };
            found.push(terms.implies(part, ordered));
        }
    }
}
