//! Candidates about the elements of an array: all that an iteration has come past are as the one that it writes or reads (`all below i are ...`).
//!
//! An iteration writes `a[i]`, or asks something of it, and goes on to the next place. What it wrote, or knew when it came back, is told of any index
//! between the place where the loop began and the one that comes next; the other cells are told as they were in the iteration that came past there, where
//! they move by constants, or as they are now. This is the range that N. Halbwachs, M. Péron: "Discovering Properties about Arrays in Simple
//! Programs" (PLDI 2008) and D. Gopan, T. Reps, M. Sagiv: "A Framework for Numeric Analysis of Array Operations" (POPL 2005) abstract by segments;
//! here it is a guess over one index that stands for all ([`Machine::any_index`](everypath_machine::Machine::any_index)), and proven as any other.

use std::collections::BTreeMap;
use std::rc::Rc;

use everypath_machine::Cell;
use everypath_solver::PathCondition;
use everypath_term::{Assignment, Evaluator, Kind, Sort, Term, TermTable, ops};
use rustc_hash::{FxHashMap, FxHashSet};

use super::candidates::{atoms, choices, weakened};
use super::knowledge::Knowledge;
use super::loops::Visit;
use crate::merge::Explorer;

/// Conditions of an iteration, the newest first, that may speak of elements.
const LOOK_BACK: usize = 48;

/// Writes of an iteration to one array.
const MOST_WRITES: usize = 64;

/// Elements are of so many bytes at most.
const WIDEST: usize = 8;

/// Numbers that cells get where it is tried how far an index moves.
const TRIED: [u64; 2] = [64, 5];

/// From these, numbers are made for the inputs of two indices, to see whether one is always as far from the other.
const EXAMPLES: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0x5851_f42d_4c95_7f2d];

/// The elements that iterations write or read one after the other, in symbols.
#[derive(Clone, Copy)]
struct Place {
    /// The index of the first byte in the next iteration, and in the first one.
    now: Term,
    first: Term,
    /// How far it moves in one.
    step: i64,
}

/// Bytes that an iteration writes to an array side by side.
struct Written {
    /// The index of the first one.
    index: Term,
    /// How many.
    size: u32,
    value: Term,
}

/// From the terms of an iteration to symbols.
struct Language {
    /// What stands for terms.
    map: FxHashMap<Term, Term>,
    /// Inputs that may be spoken of, as terms.
    known: FxHashSet<Term>,
    /// Cells: their symbols, what an iteration begins with and what it leaves.
    cells: Vec<([Term; 2], Term, Term)>,
    /// The symbols of arrays, by what an iteration begins with.
    arrays: FxHashMap<Term, [Term; 2]>,
    /// Any index.
    any: Term,
}

impl Explorer<'_, '_> {
    /// Candidates about elements that an iteration suggests.
    pub(super) fn propose_elements(
        &mut self,
        visit: usize,
        values: &BTreeMap<Cell, Term>,
        path: &PathCondition,
    ) {
        let Some(knowledge) = self.prover.as_mut().filter(|it| it.may_learn()) else {
            return;
        };
        let visit = Rc::clone(&knowledge.visits[visit]);
        let since = path.len().saturating_sub(visit.arbitrary.path.len());
        let own = path
            .iter()
            .take(since)
            .filter(|&it| !self.machine.is_told(it));
        let mut conditions: Vec<Term> = own.take(LOOK_BACK).collect();
        let terms = &mut self.machine.terms;
        let language = Language::of(terms, knowledge, &visit, values);
        let mut found = Vec::new();
        let numbers = values.iter().filter(|(cell, _)| cell.is_number());
        let after: Vec<Term> = numbers.map(|(_, &value)| value).collect();
        for condition in choices(terms, &after) {
            if conditions.len() < 2 * LOOK_BACK {
                conditions.extend([condition, terms.not(condition)]);
            }
        }
        conditions.dedup();
        let arrays = visit.now.iter().filter(|(cell, _)| !cell.is_number());
        for &(cell, before) in arrays {
            let Some(&after) = values.get(&cell).filter(|&&after| after != before) else {
                continue;
            };
            for written in written(terms, after, before) {
                language.of_written(terms, before, &written, &conditions, &mut found);
            }
        }
        for condition in conditions {
            language.of_condition(terms, condition, &mut found);
        }
        for candidate in found {
            if is_sayable(terms, candidate) {
                knowledge.propose(terms, visit.head, candidate);
            }
        }
    }

    /// What invariants that are assumed of a visit say of elements is told where these are read.
    ///
    /// They are read by states that did not come through the visit, too: the arrays may be older, and where states are merged, one side has them and the
    /// other has not. So facts are true where a mark is, which stands on the path of who came through, and on no other.
    pub(super) fn know_elements(
        &mut self,
        visit: &Visit,
        number: u32,
        path: &mut PathCondition,
        facts: &[Term],
    ) {
        let Some(knowledge) = &mut self.prover else {
            return;
        };
        let mut is_marked = false;
        for &fact in facts {
            let terms = &mut self.machine.terms;
            let inputs = terms.inputs_of(fact);
            let any = terms.input_id(knowledge.any_index);
            if any.is_none_or(|any| !inputs.contains(&any)) {
                continue;
            }
            self.machine.tell_elements(path, fact);
            let terms = &mut self.machine.terms;
            let mark = knowledge.mark(terms, visit.head, number);
            let marked = terms.implies(mark, fact);
            is_marked = true;
            for &input in inputs.iter() {
                let array = self.machine.terms.input_term(input);
                if self.machine.terms.kind(array) == Kind::MemoryInput {
                    self.machine.know_elements(array, marked);
                }
            }
        }
        if is_marked {
            path.push(knowledge.mark(&mut self.machine.terms, visit.head, number));
        }
    }
}

/// Whether a proof can be written with a candidate in it.
fn is_sayable(terms: &TermTable, candidate: Term) -> bool {
    let parts = terms.post_order(&[candidate]);
    let mut kinds = parts.iter().map(|&part| terms.kind(part));
    kinds.all(|kind| !matches!(kind, Kind::MemoryLiteral | Kind::Float))
}

impl Language {
    fn of(
        terms: &mut TermTable,
        knowledge: &mut Knowledge,
        visit: &Visit,
        values: &BTreeMap<Cell, Term>,
    ) -> Self {
        let any = knowledge.any_index;
        let mut map: FxHashMap<Term, Term> = FxHashMap::default();
        let mut known: FxHashSet<Term> = FxHashSet::default();
        let mut cells = Vec::new();
        let mut arrays = FxHashMap::default();
        for &(cell, term) in &visit.now {
            let symbols = knowledge.symbols(terms, cell, width_of(terms, cell, term));
            map.insert(term, symbols[0]);
            known.extend(symbols);
            if !cell.is_number() {
                arrays.insert(term, symbols);
            } else if let Some(&after) = values.get(&cell).filter(|_| terms.width(term) <= 64) {
                cells.push((symbols, term, after));
            }
        }
        for &(cell, term) in &visit.fixed {
            let width = width_of(terms, cell, term);
            let symbol = knowledge.symbols(terms, cell, width)[0];
            map.entry(term).or_insert(symbol);
            known.insert(symbol);
        }
        known.extend(visit.older.iter().map(|&input| terms.input_term(input)));
        known.insert(any);
        Language {
            map,
            known,
            cells,
            arrays,
            any,
        }
    }

    /// A term over symbols; none if it speaks of what is neither a cell nor older than the loop.
    fn say(&self, terms: &mut TermTable, term: Term) -> Option<Term> {
        let said = terms.substitute(term, &self.map);
        self.is_known(terms, said).then_some(said)
    }

    fn is_known(&self, terms: &mut TermTable, said: Term) -> bool {
        let inputs = terms.inputs_of(said);
        let mut inputs = inputs.iter();
        inputs.all(|&input| self.known.contains(&terms.input_term(input)))
    }

    fn says_any(&self, terms: &mut TermTable, said: Term) -> bool {
        let any = terms.input_id(self.any);
        any.is_some_and(|any| terms.inputs_of(said).contains(&any))
    }

    /// Where iterations come past with an index, if that moves.
    fn place(&self, terms: &mut TermTable, index: Term, size: u32) -> Option<Place> {
        let now = self.say(terms, index)?;
        let step = TRIED.into_iter().find_map(|start| {
            let step = self.step(terms, index, start);
            (step != 0).then_some(step)
        });
        let mut back = FxHashMap::default();
        for &([now, first], ..) in &self.cells {
            back.insert(now, first);
        }
        let first = terms.substitute(now, &back);
        (first != now).then_some(Place {
            now,
            first,
            step: step.unwrap_or(i64::from(size)),
        })
    }

    /// How far an index moves in an iteration that begins with one number in all cells.
    fn step(&self, terms: &TermTable, index: Term, start: u64) -> i64 {
        let mut before = Assignment::new();
        let set = |assignment: &mut Assignment, term: Term, value: u64| {
            if let Some(input) = terms.input_id(term) {
                let width = terms.width(term);
                assignment.set_u64(input, width, value & ops::mask(width));
            }
        };
        for &(_, now, _) in &self.cells {
            set(&mut before, now, start);
        }
        let mut after = Assignment::new();
        let mut evaluator = Evaluator::new(terms, &before);
        for &(_, now, value) in &self.cells {
            set(&mut after, now, evaluator.evaluate_u64(value));
        }
        let one = evaluator.evaluate_u64(index);
        let two = Evaluator::new(terms, &after).evaluate_u64(index);
        ops::signed(
            two.wrapping_sub(one) & ops::mask(terms.width(index)),
            terms.width(index),
        )
    }

    /// Whether any index is a place that iterations have come past.
    fn is_past(&self, terms: &mut TermTable, place: &Place) -> Term {
        let (low, high) = match place.step > 0 {
            true => (
                terms.sle(place.first, self.any),
                terms.slt(self.any, place.now),
            ),
            false => (
                terms.slt(place.now, self.any),
                terms.sle(self.any, place.first),
            ),
        };
        let within = terms.and(low, high);
        let width = terms.width(self.any);
        let far = terms.sub(self.any, place.first);
        let step = terms.constant(width, place.step.unsigned_abs());
        let left = terms.urem(far, step);
        let zero = terms.constant(width, 0);
        let fits = terms.eq(left, zero);
        terms.and(within, fits)
    }

    /// What a term over symbols was in the iteration that came past any index: cells that move by constants are taken back.
    fn then(&self, terms: &mut TermTable, said: Term, place: &Place) -> Term {
        let width = terms.width(self.any);
        let far = match place.step > 0 {
            true => terms.sub(self.any, place.first),
            false => terms.sub(place.first, self.any),
        };
        let step = terms.constant(width, place.step.unsigned_abs());
        let rounds = terms.udiv(far, step);
        let mut map = FxHashMap::default();
        for &([now, first], before, after) in &self.cells {
            let step = terms.sub(after, before);
            if terms.as_u64(step).is_none_or(|step| step == 0) {
                continue;
            }
            let narrow = terms.width(now);
            let rounds = match narrow <= width {
                true => terms.extract(rounds, narrow - 1, 0),
                false => terms.zero_extend(rounds, narrow),
            };
            let gone = terms.mul(rounds, step);
            map.insert(now, terms.add(first, gone));
        }
        terms.substitute(said, &map)
    }

    /// The bytes of an array from any index on, as one number.
    fn element(&self, terms: &mut TermTable, array: Term, size: u32) -> Term {
        bytes_from(terms, array, self.any, size)
    }

    /// What is written in one iteration, told of all.
    fn of_written(
        &self,
        terms: &mut TermTable,
        array: Term,
        written: &Written,
        conditions: &[Term],
        found: &mut Vec<Term>,
    ) {
        let Some(&[symbol, first]) = self.arrays.get(&array) else {
            return;
        };
        let element = self.element(terms, symbol, written.size);
        let place = self.place(terms, written.index, written.size);
        let value = self.say(terms, written.value);
        let mut facts = Vec::new();
        if let Some(value) = value {
            let then = match &place {
                Some(place) => self.then(terms, value, place),
                None => value,
            };
            facts.push(terms.eq(element, then));
        }
        let mut stored = stored_of(terms, written.value, element);
        stored.extend(self.addends(terms, written.value, element));
        for (whole, stored) in stored {
            for &condition in conditions {
                let mut back = FxHashMap::default();
                back.insert(whole, stored);
                let told = terms.substitute(condition, &back);
                if told == condition {
                    continue;
                }
                if let Some(told) = self.say(terms, told) {
                    facts.push(told);
                    facts.extend(place.map(|place| self.then(terms, told, &place)));
                }
            }
        }
        facts.dedup();
        if let Some(place) = &place {
            let is_past = self.is_past(terms, place);
            for &fact in &facts {
                found.push(terms.implies(is_past, fact));
            }
        }
        // At any place, elements are what they were, or as what is written; where iterations have not come yet, they are what they were.
        let before = self.element(terms, first, written.size);
        let is_as_before = terms.eq(element, before);
        let is_aligned = self.is_aligned(terms, written);
        for fact in facts {
            let either = terms.or(is_as_before, fact);
            found.push(terms.implies(is_aligned, either));
            found.push(terms.implies(is_aligned, fact));
        }
        let one = terms.read(symbol, self.any);
        let other = terms.read(first, self.any);
        let same = terms.eq(one, other);
        if let Some(place) = &place {
            let (below, from) = match place.step > 0 {
                true => (
                    terms.slt(self.any, place.first),
                    terms.sle(place.now, self.any),
                ),
                false => {
                    let size = terms.constant(terms.width(self.any), u64::from(written.size));
                    let (low, high) = (terms.add(place.now, size), terms.add(place.first, size));
                    (terms.slt(self.any, low), terms.sle(high, self.any))
                }
            };
            let below = terms.implies(below, same);
            let from = terms.implies(from, same);
            found.extend([below, from]);
        }
    }

    /// What of a sum nobody can speak of, as what is left of the element: where `i + k` is stored and `k` was read, it is `element - i`.
    fn addends(&self, terms: &mut TermTable, value: Term, element: Term) -> Vec<(Term, Term)> {
        let (mut open, mut addends) = (vec![value], Vec::new());
        let mut seen = FxHashSet::default();
        while let Some(part) = open.pop().filter(|_| addends.len() < 2) {
            if !seen.insert(part) {
                // What is added twice is not what is left.
                return Vec::new();
            }
            let node = terms.node(part);
            match node.kind {
                Kind::Add => open.extend(node.children()),
                _ if part != value && self.say(terms, part).is_none() => addends.push(part),
                _ => {}
            }
        }
        // One of several unknowns is not what is left.
        let &[addend] = addends.as_slice() else {
            return Vec::new();
        };
        let others = terms.sub(value, addend);
        vec![(addend, terms.sub(element, others))]
    }

    /// Whether any index is a multiple of the size of what is written, where the index of that always is.
    fn is_aligned(&self, terms: &mut TermTable, written: &Written) -> Term {
        let bits = written.size.trailing_zeros();
        if bits == 0 {
            return terms.bool(true);
        }
        let low = terms.extract(written.index, bits - 1, 0);
        match terms.as_u64(low).is_some() {
            true => {
                let any = terms.extract(self.any, bits - 1, 0);
                terms.eq(any, low)
            }
            false => terms.bool(true),
        }
    }

    /// What a condition says of elements that it reads, told of all that were come past.
    fn of_condition(&self, terms: &mut TermTable, condition: Term, found: &mut Vec<Term>) {
        let index_of = |terms: &TermTable, read: Term| terms.node(read).second();
        let width = terms.width(self.any);
        let mut reads = terms.post_order(&[condition]);
        reads.retain(|&part| {
            terms.kind(part) == Kind::Read && terms.width(index_of(terms, part)) == width
        });
        if reads.is_empty() {
            return;
        }
        // The lowest byte of an element is that from which all others have a positive distance.
        let mut lowest = index_of(terms, reads[0]);
        let mut is_one = true;
        for &read in &reads {
            let index = index_of(terms, read);
            match distance(terms, lowest, index) {
                Some(far) if far < 0 => lowest = index,
                Some(_) => {}
                None => is_one = false,
            }
        }
        let Some(place) = self.place(terms, lowest, 1) else {
            return;
        };
        let mut map = self.map.clone();
        reads.retain(|&read| {
            let node = terms.node(read);
            let far = distance(terms, lowest, node.second());
            if let (Some(far), Some(memory)) = (far, self.say(terms, node.first())) {
                let far = terms.constant(width, far as u64);
                let at = terms.add(self.any, far);
                map.insert(read, terms.read(memory, at));
            }
            map.contains_key(&read)
        });
        // Comparisons of elements are made of those of bytes.
        let atoms = match is_one {
            true => vec![condition],
            false => atoms(terms, condition),
        };
        let is_past = self.is_past(terms, &place);
        for atom in atoms {
            let said = terms.substitute(atom, &map);
            if !self.is_known(terms, said) || !self.says_any(terms, said) {
                continue;
            }
            for fact in weakened(terms, said) {
                let then = self.then(terms, fact, &place);
                found.push(terms.implies(is_past, fact));
                found.push(terms.implies(is_past, then));
            }
        }
    }
}

/// The bytes of an array from an index on, as one number.
pub(super) fn bytes_from(terms: &mut TermTable, array: Term, first: Term, size: u32) -> Term {
    let width = terms.width(first);
    let mut element = terms.read(array, first);
    for number in 1..u64::from(size) {
        let number = terms.constant(width, number);
        let index = terms.add(first, number);
        let byte = terms.read(array, index);
        element = terms.concat(byte, element);
    }
    element
}

/// The element that a number is: the array, the index of its first byte, and how many it has, a power of two. An array that is written to
/// is the one below.
pub(super) fn read_in(terms: &mut TermTable, number: Term) -> Option<(Term, Term, u32)> {
    let mut bytes = Vec::new();
    let mut open = vec![number];
    while let Some(part) = open.pop() {
        let node = terms.node(part);
        match node.kind {
            Kind::Concat => open.extend([node.first(), node.second()]),
            Kind::Read => bytes.push(node),
            _ => return None,
        }
    }
    let first = bytes.first()?;
    let size = u32::try_from(bytes.len()).ok()?;
    if !size.is_power_of_two() || size as usize > WIDEST {
        return None;
    }
    let mut array = first.first();
    while terms.kind(array) == Kind::Write {
        array = terms.node(array).first();
    }
    (terms.kind(array) == Kind::MemoryInput).then_some((array, first.second(), size))
}

/// How far one index is from another, as far as examples can tell.
fn distance(terms: &mut TermTable, from: Term, to: Term) -> Option<i64> {
    let width = terms.width(from);
    let far = terms.sub(to, from);
    if let Some(far) = terms.as_u64(far) {
        return Some(ops::signed(far, width));
    }
    let inputs = [terms.inputs_of(from), terms.inputs_of(to)];
    let mut all = None;
    for example in EXAMPLES {
        let mut assignment = Assignment::new();
        for (number, &input) in (1..).zip(inputs.iter().flat_map(|of_one| of_one.iter())) {
            if let Sort::Bits(bits) = terms.sort(terms.input_term(input)) {
                let value = example.wrapping_mul(number) >> 40;
                assignment.set_u64(input, bits, value & ops::mask(bits));
            }
        }
        let mut evaluator = Evaluator::new(terms, &assignment);
        let far = evaluator
            .evaluate_u64(to)
            .wrapping_sub(evaluator.evaluate_u64(from));
        let far = ops::signed(far & ops::mask(width), width);
        if all.is_some_and(|all| all != far) {
            return None;
        }
        all = Some(far);
    }
    all
}

/// What an element stands for in conditions on a value that was stored there: the value, or the wider one whose low bits are stored. Of constants no
/// condition speaks.
fn stored_of(terms: &mut TermTable, value: Term, element: Term) -> Vec<(Term, Term)> {
    let node = terms.node(value);
    if node.kind == Kind::Constant {
        return Vec::new();
    }
    let mut all = vec![(value, element)];
    if node.kind == Kind::Extract && node.low() == 0 {
        let width = terms.width(node.first());
        all.push((node.first(), terms.zero_extend(element, width)));
        all.push((node.first(), terms.sign_extend(element, width)));
    }
    all
}

/// The width of a cell's symbols: 0 for the contents of an array.
pub(super) fn width_of(terms: &TermTable, cell: Cell, term: Term) -> u32 {
    match cell.is_number() {
        true => terms.width(term),
        false => 0,
    }
}

/// What an iteration writes to an array, side by side, newest first.
fn written(terms: &mut TermTable, after: Term, before: Term) -> Vec<Written> {
    let mut bytes: Vec<(Term, Term)> = Vec::new();
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut open = vec![after];
    while let Some(part) = open.pop() {
        if part == before || !seen.insert(part) || bytes.len() >= MOST_WRITES {
            continue;
        }
        let node = terms.node(part);
        if node.kind == Kind::Write {
            bytes.push((node.second(), node.third()));
        }
        let is_memory = |child: &Term| matches!(terms.sort(*child), Sort::Memory { .. });
        open.extend(node.children().filter(is_memory));
    }
    let mut all: Vec<Written> = Vec::new();
    while let Some(&(index, _)) = bytes.first() {
        let mut near: Vec<(i64, Term, Term)> = Vec::new();
        bytes.retain(|&(at, byte)| {
            let far = distance(terms, index, at);
            let is_near = far.filter(|far| far.unsigned_abs() < WIDEST as u64);
            if let Some(far) = is_near
                && near.iter().all(|&(other, ..)| other != far)
            {
                near.push((far, at, byte));
            }
            is_near.is_none()
        });
        near.sort_by_key(|&(far, ..)| far);
        let mut group: Option<(Written, i64)> = None;
        for (far, at, byte) in near {
            group = Some(match group.take() {
                Some((mut one, next)) if next == far && (one.size as usize) < WIDEST => {
                    one.value = terms.concat(byte, one.value);
                    one.size += 1;
                    (one, far + 1)
                }
                before => {
                    all.extend(before.map(|(one, _)| one));
                    let one = Written {
                        index: at,
                        size: 1,
                        value: byte,
                    };
                    (one, far + 1)
                }
            });
        }
        all.extend(group.map(|(one, _)| one));
    }
    all
}
