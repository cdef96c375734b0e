//! Local search for models of bit-vector queries: values that assertions should have are propagated down to the inputs.
//!
//! After A. Niemetz, M. Preiner, A. Biere, "Precise and Complete Propagation Based Local Search for Satisfiability Modulo Theories"
//! (CAV 2016), and A. Niemetz, M. Preiner, "Ternary Propagation-Based Local Search for more Bit-Precise Reasoning" (FMCAD 2020). All
//! terms have values under some assignment. One move takes an assertion that is false and asks for the value 1 of it; a term that is
//! asked for a value asks one operand for a value with which it has that value itself, the other operands being as they are
//! (`inverse`); where there is none, for a value with which it could have it. The move ends at an input, which gets the value that it
//! is asked for. Only values are asked for that agree with what is known of a term in all models (`Domain`).
//!
//! Not from the papers: what is known are ranges, too, and some of it follows from the assertions; square roots; and where a sum or
//! product of a bounded range cannot be reached, an operand comes as near to it as it may, so that sums of digits and bytes are found.
//!
//! The search finds models where arithmetic makes gates many and solutions frequent. It never finds that there is none.

mod forward;
mod inverse;
#[cfg(test)]
mod tests;
mod values;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use everypath_term::{Assignment, Bits, InputId, Kind, Sort, Term, TermTable};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use inverse::{Operator, all, square_roots};
use values::{Choice, Choices, Domain, Draws, Ternary, sub, udiv};

/// How often of 1000 times any operand is asked for a consistent value, although one may have an inverse value.
const CONSISTENT: usize = 20;
/// How often of 1000 times the condition of a choice is asked for the other value instead of the branch for the target.
const FLIP_CONDITION: usize = 100;
/// How often of 1000 times a sum or product of a bounded range that cannot have its target comes as near to it as one operand allows.
const NEAR: usize = 700;
/// How often of 1000 times a term that cannot have its target gets any other value.
const DISTURB: usize = 100;

/// What a search may do.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How many values may be asked for, over all moves. What is computed anew above an input that changes is not counted.
    pub propagations: u64,
}

/// An assignment of the inputs below `assertions` (terms of width 1) under which all of them are true, or `None` if there are memories
/// or none was found. The search starts at `start`; inputs that it does not mention are 0 there. Equal arguments give equal results.
pub fn search(
    table: &TermTable,
    assertions: &[Term],
    start: &Assignment,
    seed: u64,
    effort: Effort,
) -> Option<Assignment> {
    let mut search = Search::new(table, assertions, start, seed)?;
    search.run(effort).then(|| search.assignment())
}

/// A term below the assertions.
#[derive(Debug)]
struct Entry {
    operator: Operator,
    /// Positions of the operands; the first `arity` count.
    operands: [u32; 3],
    arity: usize,
    /// Positions of the terms that have it as an operand.
    users: Vec<u32>,
    /// Whether it has one value only, whatever the inputs are.
    constant: bool,
    /// Its input, if it is one.
    input: Option<InputId>,
    /// Where it is in the list of false assertions: its place, one that is true, or no assertion.
    place: Place,
}

/// Where a term is in the list of false assertions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// It is no assertion.
    None,
    /// It is a true assertion.
    True,
    /// It is a false one, at this index.
    False(usize),
}

/// The terms below some assertions, with values.
#[derive(Debug)]
struct Search {
    /// Operands before the terms that use them.
    entries: Vec<Entry>,
    values: Vec<Bits>,
    domains: Vec<Domain>,
    /// The assertions that are false.
    wrong: Vec<u32>,
    random: Draws,
    /// How many values were asked for.
    propagations: u64,
    /// Terms whose operands changed, least first.
    changed: BinaryHeap<Reverse<u32>>,
}

impl Search {
    /// The values under an assignment. `None` if there are memories, or something cannot hold.
    fn new(table: &TermTable, assertions: &[Term], start: &Assignment, seed: u64) -> Option<Self> {
        let is_condition = |&term: &Term| table.sort(term) == Sort::Bits(1);
        if !assertions.iter().all(is_condition) {
            return None;
        }
        let mut search = Self {
            entries: Vec::new(),
            values: Vec::new(),
            domains: Vec::new(),
            wrong: Vec::new(),
            random: Draws::new(seed),
            propagations: 0,
            changed: BinaryHeap::new(),
        };
        let terms = below(table, assertions);
        let mut positions: FxHashMap<Term, u32> = FxHashMap::default();
        for (position, &term) in (0..).zip(&terms) {
            search.add(table, term, &positions)?;
            positions.insert(term, position);
        }
        let roots: Vec<u32> = assertions.iter().map(|term| positions[term]).collect();
        let roots = search.conjuncts(&roots);
        for &root in &roots {
            if !search.imply(root, Bits::new(1, 1)) {
                return None;
            }
        }
        for position in 0..search.entries.len() {
            let domain = search.domain(position);
            if !search.domains[position].meet(&domain) {
                return None;
            }
        }
        search.initialise(start);
        for root in roots {
            search.entries[root as usize].place = Place::True;
            search.judge(root);
        }
        Some(search)
    }

    /// Adds a term whose operands have positions. `None` for memories and floating point.
    fn add(
        &mut self,
        table: &TermTable,
        term: Term,
        positions: &FxHashMap<Term, u32>,
    ) -> Option<()> {
        let node = table.node(term);
        let low = match node.kind {
            Kind::Read | Kind::Write | Kind::MemoryInput | Kind::MemoryLiteral | Kind::Float => {
                return None;
            }
            Kind::Extract => node.low(),
            _ => 0,
        };
        let operator = Operator {
            kind: node.kind,
            width: node.width,
            low,
        };
        let position = self.entries.len() as u32;
        let mut operands = [0; 3];
        let arity = node.kind.arity();
        for (operand, child) in operands.iter_mut().zip(node.children()) {
            *operand = *positions.get(&child)?;
            self.entries[*operand as usize].users.push(position);
        }
        self.entries.push(Entry {
            operator,
            operands,
            arity,
            users: Vec::new(),
            constant: false,
            input: (node.kind == Kind::Input).then(|| node.input()),
            place: Place::None,
        });
        let domain = match node.kind {
            Kind::Constant => Domain::new(Ternary::constant(table.as_constant(term)?)),
            _ => self.domain(position as usize),
        };
        let bits = domain.bits();
        self.entries[position as usize].constant = bits.as_constant().is_some();
        self.values.push(bits.least().clone());
        self.domains.push(domain);
        Some(())
    }

    /// What follows for a term from what is known of its operands.
    fn domain(&self, position: usize) -> Domain {
        let entry = &self.entries[position];
        let operands = entry.operands[..entry.arity].iter();
        let known: SmallVec<[&Domain; 3]> = operands
            .map(|&operand| &self.domains[operand as usize])
            .collect();
        match entry.operator.kind {
            Kind::Constant | Kind::Input => Domain::new(Ternary::top(entry.operator.width)),
            _ => entry.operator.domain(&known),
        }
    }

    /// The conjuncts of some terms, each once.
    fn conjuncts(&self, terms: &[u32]) -> Vec<u32> {
        let mut stack = terms.to_vec();
        let mut seen: FxHashSet<u32> = terms.iter().copied().collect();
        let mut conjuncts = Vec::new();
        while let Some(term) = stack.pop() {
            let entry = &self.entries[term as usize];
            match entry.operator.kind {
                Kind::And => {
                    let parts = entry.operands[..2].iter().copied();
                    stack.extend(parts.filter(|&part| seen.insert(part)));
                }
                _ => conjuncts.push(term),
            }
        }
        conjuncts.sort_unstable();
        conjuncts.dedup();
        conjuncts
    }

    /// Notes that a term has a value in all models, and what follows for the terms below. False if that cannot be.
    fn imply(&mut self, term: u32, value: Bits) -> bool {
        let mut stack = vec![(term, value)];
        while let Some((term, value)) = stack.pop() {
            let entry = &self.entries[term as usize];
            let only = Choice::Pattern(Ternary::constant(value.clone()));
            if !self.domains[term as usize].contains(&value) {
                return false;
            }
            self.domains[term as usize].restrict(&only);
            let operator = entry.operator;
            let operands: Vec<u32> = entry.operands[..entry.arity].to_vec();
            for (which, &operand) in operands.iter().enumerate() {
                if self.entries[operand as usize].constant {
                    continue;
                }
                let choices = self.necessary(operator, which, &operands, &value);
                let [choice] = &choices[..] else {
                    continue;
                };
                let domain = &mut self.domains[operand as usize];
                let known = domain.bits().as_constant().is_some();
                if !domain.restrict(choice) {
                    return false;
                }
                if let Some(value) = domain.bits().as_constant()
                    && !known
                {
                    stack.push((operand, value.clone()));
                }
            }
        }
        true
    }

    /// All values that an operand can have if the term has some value; none if that is not known.
    fn necessary(
        &mut self,
        operator: Operator,
        which: usize,
        operands: &[u32],
        value: &Bits,
    ) -> Choices {
        let mut others = operands.iter().enumerate().filter(|&(i, _)| i != which);
        let fixed = others.all(|(_, &other)| self.entries[other as usize].constant);
        let values: Vec<&Bits> = operands.iter().map(|&o| &self.values[o as usize]).collect();
        match operator.kind {
            // What these give is not all.
            Kind::UDiv | Kind::URem | Kind::SDiv | Kind::SRem if !fixed || which == 1 => {
                Choices::new()
            }
            // A branch that is not taken has any value.
            Kind::Ite => Choices::new(),
            Kind::Mul if operands[0] == operands[1] => square_roots(value),
            _ if fixed => operator.inverse(which, &values, value),
            _ => operator.consistent(which, &values, value, &mut self.random),
        }
    }

    /// Gives inputs their values, and all terms theirs.
    fn initialise(&mut self, start: &Assignment) {
        for position in 0..self.entries.len() {
            let entry = &self.entries[position];
            let value = match entry.input {
                Some(input) => {
                    let width = entry.operator.width;
                    let given = start.get(input).filter(|value| value.width() == width);
                    let given = given.cloned().unwrap_or(Bits::zero(width));
                    match self.domains[position].contains(&given) {
                        true => given,
                        false => {
                            let domain = &self.domains[position];
                            let near = domain.pick(&all(width), &given, &mut self.random);
                            near.unwrap_or(given)
                        }
                    }
                }
                None if entry.operator.kind == Kind::Constant => continue,
                None => self.evaluate(position),
            };
            self.values[position] = value;
        }
    }

    /// The value of an operator from those of its operands.
    fn evaluate(&self, position: usize) -> Bits {
        let entry = &self.entries[position];
        let [a, b, c] = entry.operands.map(|operand| &self.values[operand as usize]);
        let operands = [a, b, c];
        entry.operator.value(&operands[..entry.arity])
    }

    /// Moves until all assertions are true or the effort is spent; whether they are.
    fn run(&mut self, effort: Effort) -> bool {
        while !self.wrong.is_empty() {
            if self.propagations >= effort.propagations {
                return false;
            }
            let root = self.wrong[self.random.below(self.wrong.len())];
            if let Some((input, value)) = self.descend(root) {
                self.assign(input, value);
            }
        }
        true
    }

    /// Asks `root` for the value 1 and goes down to an input, which should get the value.
    fn descend(&mut self, root: u32) -> Option<(u32, Bits)> {
        let (mut term, mut target) = (root, Bits::new(1, 1));
        self.propagations += 1;
        while self.entries[term as usize].input.is_none() {
            let (operand, value) = self.propagate(term, &target)?;
            self.propagations += 1;
            if self.values[operand as usize] == value {
                return None;
            }
            (term, target) = (operand, value);
        }
        Some((term, target))
    }

    /// An operand of a term and a value for it, so that the term comes to have `target`.
    fn propagate(&mut self, term: u32, target: &Bits) -> Option<(u32, Bits)> {
        let entry = &self.entries[term as usize];
        let (operator, arity) = (entry.operator, entry.arity);
        let all_operands = entry.operands;
        let [a, b, c] = all_operands.map(|operand| &self.values[operand as usize]);
        let operands = [a, b, c];
        let operands = &operands[..arity];

        // The operands in the order in which they are tried.
        let mut order = [0, 1, 2];
        match operator.kind {
            Kind::Ite => {
                // The branch that is not taken has no part in the value.
                let taken = if a.is_zero() { 2 } else { 1 };
                order = [taken, 0, 3 - taken];
                let condition = all_operands[0] as usize;
                let flipped = Bits::bool(a.is_zero());
                if (self.entries[all_operands[taken] as usize].constant
                    || self.random.per_mille(FLIP_CONDITION))
                    && self.domains[condition].contains(&flipped)
                {
                    return Some((all_operands[0], flipped));
                }
            }
            _ if arity == 2 && self.random.below(2) == 1 => order.swap(0, 1),
            _ => {}
        }
        let is_free = |&which: &usize| !self.entries[all_operands[which] as usize].constant;
        let mut free: SmallVec<[usize; 3]> =
            order[..arity].iter().copied().filter(is_free).collect();
        // A square has one operand only. Other operators on equal operands, such as shifts, are treated as if these differed.
        let square = operator.kind == Kind::Mul && all_operands[0] == all_operands[1];
        if square {
            free.truncate(1);
        }
        let &first = free.first()?;

        // An operand is essential iff no other has an inverse value, so the first that has one will do.
        if free.len() == 1 || !self.random.per_mille(CONSISTENT) {
            for &which in &free {
                let operand = all_operands[which];
                let choices = match square {
                    true => square_roots(target),
                    false => operator.inverse(which, operands, target),
                };
                let domain = &self.domains[operand as usize];
                if let Some(value) = domain.pick(&choices, operands[which], &mut self.random) {
                    return Some((operand, value));
                }
            }
        }
        let operand = all_operands[first];
        if self.domains[term as usize].is_bounded() && arity == 2 && self.random.per_mille(NEAR) {
            // The value with which a sum or product that does not wrap around comes near to the target.
            let other = operands[1 - first];
            let wanted = match operator.kind {
                Kind::Add => Some(sub(target, other)),
                Kind::Mul if !other.is_zero() => Some(udiv(target, other)),
                _ => None,
            };
            let near = wanted.and_then(|wanted| self.domains[operand as usize].nearest(&wanted));
            if let Some(near) = near
                && near != *operands[first]
            {
                return Some((operand, near));
            }
        }
        let choices = if free.len() > 1 {
            operator.consistent(first, operands, target, &mut self.random)
        } else if self.random.per_mille(DISTURB) {
            all(operands[first].width())
        } else {
            return None;
        };
        let domain = &self.domains[operand as usize];
        let value = domain.pick(&choices, operands[first], &mut self.random)?;
        Some((operand, value))
    }

    /// Gives an input a value, and what is above it.
    fn assign(&mut self, input: u32, value: Bits) {
        self.values[input as usize] = value;
        self.judge(input);
        self.touch_users(input);
        while let Some(Reverse(term)) = self.changed.pop() {
            // A term that was touched through several operands is there several times in a row.
            while self.changed.peek() == Some(&Reverse(term)) {
                self.changed.pop();
            }
            let value = self.evaluate(term as usize);
            if value != self.values[term as usize] {
                self.values[term as usize] = value;
                self.judge(term);
                self.touch_users(term);
            }
        }
    }

    fn touch_users(&mut self, term: u32) {
        let users = self.entries[term as usize].users.iter();
        self.changed.extend(users.map(|&user| Reverse(user)));
    }

    /// Brings the list of false assertions up to date with the value of a term.
    fn judge(&mut self, term: u32) {
        let holds = !self.values[term as usize].is_zero();
        match (self.entries[term as usize].place, holds) {
            (Place::None, _) | (Place::True, true) | (Place::False(_), false) => {}
            (Place::True, false) => {
                self.entries[term as usize].place = Place::False(self.wrong.len());
                self.wrong.push(term);
            }
            (Place::False(place), true) => {
                self.entries[term as usize].place = Place::True;
                self.wrong.swap_remove(place);
                if let Some(&moved) = self.wrong.get(place) {
                    self.entries[moved as usize].place = Place::False(place);
                }
            }
        }
    }

    /// The values of the inputs.
    fn assignment(&self) -> Assignment {
        let mut assignment = Assignment::new();
        for (entry, value) in self.entries.iter().zip(&self.values) {
            if let Some(input) = entry.input {
                assignment.set(input, value.clone());
            }
        }
        assignment
    }
}

/// The terms that some terms are made of, operands before the terms that use them.
fn below(table: &TermTable, roots: &[Term]) -> Vec<Term> {
    let mut seen: FxHashSet<Term> = roots.iter().copied().collect();
    let mut terms: Vec<Term> = seen.iter().copied().collect();
    let mut next = 0;
    while let Some(&term) = terms.get(next) {
        next += 1;
        let children = table.node(term).children();
        terms.extend(children.filter(|&child| seen.insert(child)));
    }
    terms.sort_unstable();
    terms
}
