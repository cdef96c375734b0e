//! Facts about all elements of arrays that a prover made arbitrary, told where an element is read.
//!
//! A fact is true for every index, which is an input of its own in it ([`Machine::any_index`]). Where a load gives an element of such an array, what the
//! facts say of its index goes onto the path: universal quantifiers are instantiated by the reads of the array and nowhere else, as triggers do it (D. Detlefs,
//! G. Nelson, J. B. Saxe: "Simplify: A Theorem Prover for Program Checking", JACM 2005, section 5; for arrays, A. Bradley, Z. Manna, H. Sipma: "What's
//! Decidable About Arrays?", VMCAI 2006). What is not instantiated is only not known.

use everypath_solver::PathCondition;
use everypath_term::{Kind, Sort, Term, TermTable};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Machine;

/// Parts of a value that are looked through for elements.
const MOST_PARTS: usize = 400;

/// What is told of one value.
const MOST_TOLD: usize = 200;

/// Facts that tell of elements of other arrays, which are told of in turn, and so on.
const DEEPEST: u32 = 3;

/// What is known of elements.
#[derive(Debug, Default)]
pub(crate) struct Elements {
    /// By array: its facts, with the index and the fact. Empty where nobody proves something.
    facts: FxHashMap<Term, Vec<Term>>,
    /// Stands for every index.
    any_index: Option<Term>,
    /// What was told.
    told: FxHashSet<Term>,
}

impl Elements {
    /// What the facts say of the elements in a term, and of those that they speak of in turn.
    fn tell(&mut self, terms: &mut TermTable, path: &mut PathCondition, about: Term) {
        let Some(any) = self.any_index else {
            return;
        };
        let mut here: FxHashSet<Term> = FxHashSet::default();
        let mut open = vec![(about, None, 0)];
        while let Some((term, of, depth)) = open.pop() {
            let mut elements = self.elements_in(terms, term);
            // What a fact says of other elements of its own array would be told without an end.
            elements.retain(|&(array, _)| Some(array) != of);
            for (array, index) in elements {
                for &fact in self.facts.get(&array).into_iter().flatten() {
                    let mut map = FxHashMap::default();
                    map.insert(any, index);
                    let instance = terms.substitute(fact, &map);
                    if here.len() < MOST_TOLD && here.insert(instance) {
                        self.told.insert(instance);
                        path.push(instance);
                        if depth < DEEPEST {
                            open.push((instance, Some(array), depth + 1));
                        }
                    }
                }
            }
        }
    }

    /// The elements of arrays with facts that a term reads: the array and the index, each once.
    fn elements_in(&self, terms: &TermTable, term: Term) -> Vec<(Term, Term)> {
        let mut found = Vec::new();
        for part in parts(terms, term, |_| true) {
            let node = terms.node(part);
            if node.kind == Kind::Read {
                for array in arrays_below(terms, node.first()) {
                    let element = (array, node.second());
                    if self.facts.contains_key(&array) && !found.contains(&element) {
                        found.push(element);
                    }
                }
            }
        }
        found
    }
}

/// The arrays that a memory is made of by writes and choices.
fn arrays_below(terms: &TermTable, memory: Term) -> Vec<Term> {
    let is_memory = |part| matches!(terms.sort(part), Sort::Memory { .. });
    let mut found = parts(terms, memory, is_memory);
    found.retain(|&part| terms.kind(part) == Kind::MemoryInput);
    found
}

/// A term and what it is made of, each once, as far as operands are followed; some of them, if there are many.
fn parts(terms: &TermTable, root: Term, is_followed: impl Fn(Term) -> bool) -> Vec<Term> {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(part) = open.pop() {
        if found.len() >= MOST_PARTS || !seen.insert(part) {
            continue;
        }
        found.push(part);
        let operands = terms.node(part).children();
        open.extend(operands.filter(|&operand| is_followed(operand)));
    }
    found
}

impl Machine<'_> {
    /// The input that stands for every index in facts about elements, as wide as an address.
    pub fn any_index(&mut self) -> Term {
        let width = self.address_width;
        let terms = &mut self.terms;
        let make = || terms.input("any index", width);
        *self.elements.any_index.get_or_insert_with(make)
    }

    /// From now on, loads of elements of an array tell a fact, which is true for [any index](Self::any_index).
    pub fn know_elements(&mut self, array: Term, fact: Term) {
        self.elements.facts.entry(array).or_default().push(fact);
    }

    /// Nothing is known of elements any more.
    pub fn forget_elements(&mut self) {
        self.elements.facts.clear();
        self.elements.told.clear();
    }

    /// Whether a condition on a path was told of elements, and is none of the program's.
    pub fn is_told(&self, condition: Term) -> bool {
        self.elements.told.contains(&condition)
    }

    /// Adds to a path what is known of the elements in a term.
    pub fn tell_elements(&mut self, path: &mut PathCondition, about: Term) {
        if !self.elements.facts.is_empty() {
            self.elements.tell(&mut self.terms, path, about);
        }
    }
}
