//! Where candidates for invariants come from. Each is only a guess, over the symbols of cells: what a cell is now, and what it was where the
//! loop was entered.

use std::collections::BTreeMap;
use std::rc::Rc;

use everypath_machine::{Cell, State};
use everypath_solver::PathCondition;
use everypath_term::{InputId, Kind, Term, TermTable, ops};
use rustc_hash::{FxHashMap, FxHashSet};

use super::elements::width_of;
use super::knowledge::{Hull, Knowledge};
use super::loops::{Head, Visit};
use crate::ExploreError;
use crate::merge::{Explorer, Path};

/// Cells of one width of which all pairs are compared.
const MOST_PAIRED: usize = 24;

/// Cells of one width that are compared with those of another.
const MOST_BETWEEN: usize = 8;

/// Comparisons with constants that say where other facts are true, and such facts.
const MOST_GUARDS: usize = 8;

/// Conditions of the program that a loop takes over.
const LARGEST_CONDITION: usize = 300;

/// Constants that a cell takes.
const MOST_CONSTANTS: usize = 8;

/// Conditions of an iteration, the newest first, that are told of the next one.
const LOOK_BACK: usize = 16;

/// Cells of an iteration of which the solver is asked between which numbers they lie, how often for each, and choices of a value.
const MOST_HULLS: usize = 8;
const MOST_ASKED: u32 = 3;
const MOST_PARTS: usize = 8;

/// Choices within choices that are looked through for constants.
const DEEPEST_CHOICE: u32 = 16;

/// What is now and was at entry.
type Symbols = [Term; 2];

impl Explorer<'_, '_> {
    /// Candidates about all cells of a loop, once they are known.
    pub(super) fn propose_for_cells(&mut self, visit: usize, state: &State) {
        let Some(knowledge) = &mut self.prover else {
            return;
        };
        if !knowledge.may_learn() {
            return;
        }
        let head = knowledge.visits[visit].head;
        let cells = knowledge.loops[&head].cells.clone();
        let mut by_width: BTreeMap<u32, Vec<Symbols>> = BTreeMap::new();
        for cell in cells.into_iter().filter(|cell| cell.is_number()) {
            let Some(value) = self.machine.cell_value(state, cell) else {
                continue;
            };
            let width = self.machine.terms.width(value);
            if width <= 64 {
                let symbols = knowledge.symbols(&mut self.machine.terms, cell, width);
                by_width.entry(width).or_default().push(symbols);
            }
        }
        let terms = &mut self.machine.terms;
        let mut found = Vec::new();
        for all in by_width.values() {
            for &symbols in all {
                alone(terms, symbols, &mut found);
            }
            for (index, &one) in all.iter().enumerate().take(MOST_PAIRED) {
                for &two in all.iter().take(MOST_PAIRED).skip(index + 1) {
                    pair(terms, one, two, &mut found);
                }
            }
        }
        between_widths(terms, &by_width, &mut found);
        for candidate in found {
            knowledge.propose(&self.machine.terms, head, candidate);
        }
    }

    /// Candidates that an iteration suggests: how far cells went, and which constants they took.
    pub(super) fn propose_from_iteration(
        &mut self,
        visit: usize,
        values: &BTreeMap<Cell, Term>,
        path: &PathCondition,
    ) {
        let Some(knowledge) = &mut self.prover else {
            return;
        };
        if !knowledge.may_learn() {
            return;
        }
        let visit = Rc::clone(&knowledge.visits[visit]);
        let head = visit.head;
        let mut steps: Vec<(Symbols, Term)> = Vec::new();
        let mut bounded: Vec<(Symbols, u64)> = Vec::new();
        let mut sets: Vec<(Term, Vec<Term>)> = Vec::new();
        let mut found = Vec::new();
        let mut leaps: FxHashSet<Term> = FxHashSet::default();
        let cells = visit.now.iter().copied();
        for (cell, before) in cells.filter(|(cell, _)| cell.is_number()) {
            let terms = &mut self.machine.terms;
            let width = terms.width(before);
            let Some(&after) = values.get(&cell).filter(|_| width <= 64) else {
                continue;
            };
            let symbols = knowledge.symbols(terms, cell, width);
            let step = terms.sub(after, before);
            match terms.as_u64(step) {
                Some(0) => {}
                Some(_) => steps.push((symbols, step)),
                None => {
                    leaps.insert(symbols[0]);
                }
            }
            if let Some(most) = greatest(terms, step, 0).filter(|&most| most > 0) {
                bounded.push((symbols, most));
            }
            let mut constants = constants_of(terms, after, before, 0).unwrap_or_default();
            let at_entry = visit.entry.get(&cell);
            constants.extend(at_entry.filter(|&&it| terms.as_u64(it).is_some()));
            constants.sort_unstable();
            constants.dedup();
            if !constants.is_empty() && constants.len() <= MOST_CONSTANTS {
                let is = constants
                    .iter()
                    .map(|&constant| terms.eq(symbols[0], constant));
                let is: Vec<Term> = is.collect();
                found.push(terms.disjunction(is));
                for &constant in &constants {
                    for bound in [
                        terms.ule(symbols[0], constant),
                        terms.ule(constant, symbols[0]),
                    ] {
                        found.push(bound);
                    }
                }
                sets.push((symbols[0], constants));
            }
        }
        let terms = &mut self.machine.terms;
        for (index, &([one, one_first], one_step)) in steps.iter().enumerate() {
            for &([two, two_first], two_step) in &steps[index + 1..] {
                let width = terms.width(one).max(terms.width(two));
                let mut far = |now: Term, first: Term, step: Term| {
                    let gone = terms.sub(now, first);
                    let gone = terms.sign_extend(gone, width);
                    (gone, terms.sign_extend(step, width))
                };
                let (one_gone, one_step) = far(one, one_first, one_step);
                let (two_gone, two_step) = far(two, two_first, two_step);
                let left = terms.mul(one_gone, two_step);
                let right = terms.mul(two_gone, one_step);
                found.push(terms.eq(left, right));
            }
        }
        // What an iteration chooses between is a condition of the program, too, where no state forks at it.
        let general = General::of(terms, knowledge, &visit);
        let numbers = values.iter().filter(|(cell, _)| cell.is_number());
        let after: Vec<Term> = numbers.map(|(_, &value)| value).collect();
        for condition in choices(terms, &after) {
            if let Some(condition) = general.say(terms, &visit, condition) {
                found.extend(weakened(terms, condition));
                knowledge.guarded(terms, head, condition, &mut found);
            }
        }
        // What was decided since the head; before that stands what is assumed there, and no candidate is made of others.
        let since = path.len().saturating_sub(visit.arbitrary.path.len());
        let own = path
            .iter()
            .take(since)
            .filter(|&it| !self.machine.is_told(it));
        let own: Vec<Term> = own.take(LOOK_BACK).collect();
        let terms = &mut self.machine.terms;
        for condition in own {
            if let Some(condition) = general.say(terms, &visit, condition) {
                found.extend(one_step_back(terms, &steps, &leaps, condition));
            }
        }
        for &([sum, sum_first], most) in &bounded {
            for &([count, count_first], step) in &steps {
                let width = terms.width(sum);
                if terms.width(count) > width || terms.as_u64(step) != Some(1) {
                    continue;
                }
                let gone = terms.sub(count, count_first);
                let gone = terms.zero_extend(gone, width);
                let most = terms.constant(width, most);
                let limit = terms.mul(gone, most);
                let gained = terms.sub(sum, sum_first);
                found.push(terms.ule(gained, limit));
            }
        }
        if sets.len() <= MOST_PAIRED {
            for (index, (one, of_one)) in sets.iter().enumerate() {
                for (other, (two, of_two)) in sets.iter().enumerate() {
                    if index == other {
                        continue;
                    }
                    for &constant in of_one {
                        let here = terms.eq(*one, constant);
                        for &then in of_two {
                            let there = terms.eq(*two, then);
                            found.push(terms.implies(here, there));
                        }
                    }
                }
            }
        }
        for candidate in found {
            knowledge.propose(&self.machine.terms, head, candidate);
        }
    }

    /// Candidates about cells that an iteration gives values which do not depend on what it found there: between which numbers these lie. A pointer into
    /// a table that some input chooses is such a cell, or a state that is a remainder.
    pub(super) fn propose_hulls(
        &mut self,
        visit: usize,
        values: &BTreeMap<Cell, Term>,
        path: &PathCondition,
    ) -> Result<(), ExploreError> {
        let Some(knowledge) = self.prover.as_mut().filter(|it| it.may_learn()) else {
            return Ok(());
        };
        let visit = Rc::clone(&knowledge.visits[visit]);
        let terms = &mut self.machine.terms;
        let own: FxHashSet<InputId> = visit
            .now
            .iter()
            .filter_map(|&(_, term)| terms.input_id(term))
            .collect();
        let mut asked = 0;
        for &(cell, before) in visit.now.iter().filter(|(cell, _)| cell.is_number()) {
            let (Some(&after), Some(&first)) = (values.get(&cell), visit.entry.get(&cell)) else {
                continue;
            };
            let width = terms.width(before);
            let times = knowledge
                .hulls
                .get(&(visit.head, cell))
                .map_or(0, |it| it.asked);
            let is_narrow = (2..=64).contains(&width) && terms.width(after) == width;
            if !is_narrow || asked >= MOST_HULLS || times >= MOST_ASKED {
                continue;
            }
            let Some(first) = terms.as_u64(first) else {
                continue;
            };
            let mut parts = Vec::new();
            let condition = terms.bool(true);
            let is_known = parts_of(terms, (after, before), condition, &own, &mut parts);
            if is_known.is_none() || parts.iter().all(|&(_, part)| terms.as_u64(part).is_some()) {
                continue;
            }
            asked += 1;
            let (mut least, mut greatest) = (first, first);
            for (condition, part) in parts {
                let mut here = path.clone();
                here.push(condition);
                let low = self.solver.minimum(terms, &here, part)?;
                let high = self.solver.maximum(terms, &here, part)?;
                // A part that no input takes has neither, nor has one that the solver gives up: then the guess is too narrow, and falls.
                if let (Some(low), Some(high)) = (low, high) {
                    least = least.min(low);
                    greatest = greatest.max(high);
                }
            }
            let known = knowledge.hulls.entry((visit.head, cell)).or_insert(Hull {
                least,
                greatest,
                asked: 0,
            });
            known.asked += 1;
            known.least = known.least.min(least);
            known.greatest = known.greatest.max(greatest);
            let (least, greatest) = (known.least, known.greatest);
            let [now, _] = knowledge.symbols(terms, cell, width);
            let (low, high) = (
                terms.constant(width, least),
                terms.constant(width, greatest),
            );
            for bound in [terms.ule(low, now), terms.ule(now, high)] {
                knowledge.propose(terms, visit.head, bound);
            }
        }
        Ok(())
    }

    /// Candidates that a condition of the program suggests to the loops that a path is in, or has left.
    pub(in crate::merge) fn propose_from_condition(&mut self, path: &Path, condition: Term) {
        let Some(knowledge) = &mut self.prover else {
            return;
        };
        if !knowledge.may_learn() {
            return;
        }
        for &number in &path.visits {
            if !knowledge.seen.insert((number, condition)) {
                continue;
            }
            let visit = Rc::clone(&knowledge.visits[number]);
            let terms = &mut self.machine.terms;
            let about = terms.inputs_of(condition);
            let mut own = visit
                .now
                .iter()
                .filter_map(|&(_, term)| terms.input_id(term));
            if !own.any(|input| about.contains(&input)) {
                continue;
            }
            knowledge.note_products(terms, &[condition]);
            let general = General::of(terms, knowledge, &visit);
            for atom in atoms(terms, condition) {
                knowledge.note_orders(terms, &visit, &general, atom);
                let Some(general) = general.say(terms, &visit, atom) else {
                    continue;
                };
                let mut found = weakened(terms, general);
                knowledge.guarded(terms, visit.head, general, &mut found);
                for candidate in found {
                    knowledge.propose(terms, visit.head, candidate);
                }
            }
        }
    }
}

impl Explorer<'_, '_> {
    /// A condition on the way of a visit as a candidate, if it can be said at the head.
    pub(super) fn in_general(&mut self, visit: usize, condition: Term) -> Option<Term> {
        let knowledge = self.prover.as_mut()?;
        let visit = Rc::clone(&knowledge.visits[visit]);
        let terms = &mut self.machine.terms;
        General::of(terms, knowledge, &visit).say(terms, &visit, condition)
    }
}

/// From the terms of a visit to the symbols of candidates.
pub(super) struct General {
    /// What stands for terms.
    map: FxHashMap<Term, Term>,
    /// The terms of cells.
    own: FxHashSet<Term>,
}

impl General {
    pub(super) fn of(terms: &mut TermTable, knowledge: &mut Knowledge, visit: &Visit) -> Self {
        let mut map: FxHashMap<Term, Term> = FxHashMap::default();
        for &(cell, term) in visit.now.iter().filter(|(cell, _)| cell.is_number()) {
            let width = terms.width(term);
            map.insert(term, knowledge.symbols(terms, cell, width)[0]);
        }
        let own = map.keys().copied().collect();
        for &(cell, term) in &visit.fixed {
            let width = width_of(terms, cell, term);
            let symbol = knowledge.symbols(terms, cell, width)[0];
            map.entry(term).or_insert(symbol);
        }
        General { map, own }
    }

    /// A condition over symbols; none if it speaks of no cell, or of what is neither a cell nor older than the loop.
    pub(super) fn say(
        &self,
        terms: &mut TermTable,
        visit: &Visit,
        condition: Term,
    ) -> Option<Term> {
        let inputs = terms.inputs_of(condition);
        let mut inputs = inputs.iter().map(|&input| terms.input_term(input));
        let speaks = inputs.any(|input| self.own.contains(&input));
        let said = speaks.then(|| self.say_older(terms, visit, condition));
        said.flatten()
    }

    /// The same, also of what speaks of no cell.
    pub(super) fn say_older(
        &self,
        terms: &mut TermTable,
        visit: &Visit,
        term: Term,
    ) -> Option<Term> {
        let inputs = terms.inputs_of(term);
        let is_known = inputs.iter().all(|input| {
            self.own.contains(&terms.input_term(*input)) || visit.older.contains(input)
        });
        is_known.then(|| self.translated(terms, term))
    }

    /// A condition over symbols, as far as these have some.
    pub(super) fn translated(&self, terms: &mut TermTable, condition: Term) -> Term {
        terms.substitute(condition, &self.map)
    }
}

/// The conditions by which values are chosen: those of choices, and comparisons, each once. A choice between a number and the next one is a sum
/// with a comparison in it.
pub(super) fn choices(terms: &TermTable, values: &[Term]) -> Vec<Term> {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let parts = terms.post_order(values).into_iter();
    let conditions = parts.filter_map(|part| {
        let node = terms.node(part);
        match node.kind {
            Kind::Ite => Some(node.first()),
            Kind::Eq | Kind::Ult | Kind::Slt => Some(part),
            _ => None,
        }
    });
    conditions.filter(|it| seen.insert(*it)).collect()
}

/// Constants, intervals, signs, known bits and congruences.
fn alone(terms: &mut TermTable, [now, first]: Symbols, found: &mut Vec<Term>) {
    let width = terms.width(now);
    found.push(terms.eq(now, first));
    if width == 1 {
        return;
    }
    found.push(terms.ule(first, now));
    found.push(terms.ule(now, first));
    found.push(terms.sle(first, now));
    found.push(terms.sle(now, first));
    let gone = terms.sub(now, first);
    for bits in 1..=3u32.min(width - 1) {
        let low = terms.extract(gone, bits - 1, 0);
        let none = terms.constant(bits, 0);
        found.push(terms.eq(low, none));
    }
    let zero = terms.constant(width, 0);
    found.push(terms.sle(zero, now));
    found.push(terms.ult(zero, now));
    for bits in [1, 8, 16, 31, 32] {
        if bits < width {
            let high = terms.extract(now, width - 1, bits);
            let none = terms.constant(width - bits, 0);
            found.push(terms.eq(high, none));
            if bits == 31 || bits == 32 {
                let low = terms.extract(now, bits - 1, 0);
                let extended = terms.sign_extend(low, width);
                found.push(terms.eq(extended, now));
            }
        }
    }
}

/// Orders of numbers of different widths, without a sign.
fn between_widths(
    terms: &mut TermTable,
    by_width: &BTreeMap<u32, Vec<Symbols>>,
    found: &mut Vec<Term>,
) {
    for (&narrow, small) in by_width.range(2..) {
        for (&wide, large) in by_width.range(narrow + 1..) {
            for &[a, _] in small.iter().take(MOST_BETWEEN) {
                let extended = terms.zero_extend(a, wide);
                for &[b, _] in large.iter().take(MOST_BETWEEN) {
                    found.push(terms.ule(extended, b));
                    found.push(terms.ule(b, extended));
                }
            }
        }
    }
}

/// Differences, sums, orders and equalities of two cells.
fn pair(
    terms: &mut TermTable,
    [a, first_a]: Symbols,
    [b, first_b]: Symbols,
    found: &mut Vec<Term>,
) {
    found.push(terms.eq(a, b));
    found.push(terms.ne(a, b));
    if terms.width(a) == 1 {
        return;
    }
    for (x, y) in [(a, b), (b, a)] {
        found.push(terms.ule(x, y));
        found.push(terms.sle(x, y));
    }
    let (now, first) = (terms.sub(a, b), terms.sub(first_a, first_b));
    found.push(terms.eq(now, first));
    let (now, first) = (terms.add(a, b), terms.add(first_a, first_b));
    found.push(terms.eq(now, first));
}

/// The constants that a value may be, if it is nothing else but perhaps what it was; at a depth of choices.
fn constants_of(terms: &mut TermTable, value: Term, before: Term, depth: u32) -> Option<Vec<Term>> {
    if value == before {
        return Some(Vec::new());
    }
    if terms.as_u64(value).is_some() {
        return Some(vec![value]);
    }
    if depth > DEEPEST_CHOICE {
        return None;
    }
    let node = terms.node(value);
    let children: Vec<Term> = node.children().collect();
    let width = terms.width(value);
    let mut found = match (node.kind, &children[..]) {
        (Kind::Ite, &[_, then, otherwise]) => {
            let mut found = constants_of(terms, then, before, depth + 1)?;
            found.extend(constants_of(terms, otherwise, before, depth + 1)?);
            found
        }
        (Kind::ZeroExtend, &[low]) => {
            let found = constants_of(terms, low, before, depth + 1)?;
            let extended = found.into_iter().map(|it| terms.zero_extend(it, width));
            extended.collect()
        }
        (Kind::SignExtend, &[low]) => {
            let found = constants_of(terms, low, before, depth + 1)?;
            let extended = found.into_iter().map(|it| terms.sign_extend(it, width));
            extended.collect()
        }
        _ if width == 1 => vec![terms.bool(false), terms.bool(true)],
        _ => return None,
    };
    found.sort_unstable();
    found.dedup();
    (found.len() <= MOST_CONSTANTS).then_some(found)
}

/// What a value may be by its choices, each with the condition for it, but for what it was before. None if there are many, or if one of them depends
/// on what the loop made arbitrary.
fn parts_of(
    terms: &mut TermTable,
    (value, before): (Term, Term),
    condition: Term,
    own: &FxHashSet<InputId>,
    parts: &mut Vec<(Term, Term)>,
) -> Option<()> {
    if value == before || terms.is_false(condition) {
        return Some(());
    }
    let node = terms.node(value);
    if node.kind == Kind::Ite {
        let (choice, then, otherwise) = (node.first(), node.second(), node.third());
        let here = terms.and(condition, choice);
        parts_of(terms, (then, before), here, own, parts)?;
        let other = terms.not(choice);
        let there = terms.and(condition, other);
        return parts_of(terms, (otherwise, before), there, own, parts);
    }
    let depends = terms
        .inputs_of(value)
        .iter()
        .any(|input| own.contains(input));
    if depends || parts.len() >= MOST_PARTS {
        return None;
    }
    parts.push((condition, value));
    Some(())
}

/// The greatest value that a term can have by its form, if that is small; at a depth of choices.
fn greatest(terms: &TermTable, term: Term, depth: u32) -> Option<u64> {
    if let Some(value) = terms.as_u64(term) {
        return Some(value).filter(|&value| value <= u64::from(u16::MAX));
    }
    let node = terms.node(term);
    match node.kind {
        Kind::ZeroExtend if terms.width(node.first()) <= 16 => {
            Some(ops::mask(terms.width(node.first())))
        }
        Kind::Ite if depth < DEEPEST_CHOICE => {
            let then = greatest(terms, node.second(), depth + 1)?;
            Some(then.max(greatest(terms, node.third(), depth + 1)?))
        }
        _ => None,
    }
}

impl Knowledge {
    /// What a condition suggests together with others: a fact that is true on one side of a comparison with a constant.
    fn guarded(&mut self, terms: &mut TermTable, head: Head, general: Term, found: &mut Vec<Term>) {
        let known = self.loops.entry(head).or_default();
        let node = terms.node(general);
        let is_guard = matches!(node.kind, Kind::Ult | Kind::Slt)
            && node.children().any(|side| terms.as_u64(side).is_some());
        let own = match is_guard {
            true => &mut known.guards,
            false => &mut known.facts,
        };
        if own.contains(&general) || own.len() >= MOST_GUARDS {
            return;
        }
        own.push(general);
        let one = [general];
        let (guards, facts) = match is_guard {
            true => (&one[..], &known.facts[..]),
            false => (&known.guards[..], &one[..]),
        };
        for &guard in guards {
            for &fact in facts {
                for guard in [guard, terms.not(guard)] {
                    for fact in [fact, terms.not(fact)] {
                        let parts = vec![guard, fact];
                        found.push(terms.disjunction(parts));
                    }
                }
            }
        }
    }
}

/// The comparisons that a condition is made of, and the condition itself.
pub(super) fn atoms(terms: &TermTable, condition: Term) -> Vec<Term> {
    let all = terms.post_order(&[condition]);
    if all.len() > LARGEST_CONDITION {
        return vec![condition];
    }
    let is_atom = |term: &Term| {
        *term == condition || matches!(terms.kind(*term), Kind::Eq | Kind::Ult | Kind::Slt)
    };
    all.into_iter().filter(is_atom).collect()
}

/// A condition that an iteration began with, told of the values behind it, which are constant steps away: it held one step back, or there was no
/// iteration. With `i <= n` before `i++` this is what keeps `i` from being anything behind the loop where `i` wraps around. None where the
/// condition speaks of values that move in another way, or of none that move.
fn one_step_back(
    terms: &mut TermTable,
    steps: &[(Symbols, Term)],
    leaps: &FxHashSet<Term>,
    condition: Term,
) -> Option<Term> {
    let inputs = terms.inputs_of(condition);
    let is_spoken_of =
        |terms: &TermTable, now: Term| terms.input_id(now).is_some_and(|it| inputs.contains(&it));
    if leaps.iter().any(|&now| is_spoken_of(terms, now)) {
        return None;
    }
    let mut back: FxHashMap<Term, Term> = FxHashMap::default();
    let mut is_first = terms.bool(true);
    for &([now, first], step) in steps {
        if is_spoken_of(terms, now) {
            back.insert(now, terms.sub(now, step));
            let same = terms.eq(now, first);
            is_first = terms.and(is_first, same);
        }
    }
    if back.is_empty() {
        return None;
    }
    let held = terms.substitute(condition, &back);
    Some(terms.or(is_first, held))
}

/// A condition, its negation, and the other relations of the two sides of a comparison.
pub(super) fn weakened(terms: &mut TermTable, condition: Term) -> Vec<Term> {
    let mut found = vec![condition, terms.not(condition)];
    let node = terms.node(condition);
    if matches!(node.kind, Kind::Eq | Kind::Ult | Kind::Slt) {
        let sides: Vec<Term> = node.children().collect();
        if let [a, b] = sides[..]
            && terms.width(a) > 1
        {
            for (x, y) in [(a, b), (b, a)] {
                found.push(terms.ule(x, y));
                found.push(terms.sle(x, y));
            }
            found.push(terms.eq(a, b));
            found.push(terms.ne(a, b));
        }
    }
    found
}
