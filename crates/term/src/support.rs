//! Support sets: which inputs a term depends on.
//!
//! Sets are interned, and unions of interned sets remembered, so terms over the same few inputs share one set. A
//! term over many inputs is only marked as such, since a set for each of a million nested terms would need space
//! in the square of the depth: its set is collected from the sets below and kept for the terms that were asked for.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::node::{InputId, Kind, Node, Term};

/// Sets up to this size are kept for every term.
const SMALL: usize = 24;

const UNKNOWN: u32 = 0;
const MANY: u32 = 1;
const EMPTY: u32 = 2;

/// The sets found so far.
#[derive(Clone)]
pub(crate) struct Support {
    /// For each term asked about or below one: the number of its set, `UNKNOWN` or `MANY`.
    of_term: Vec<u32>,
    sets: Vec<Rc<[InputId]>>,
    numbers: FxHashMap<Rc<[InputId]>, u32>,
    unions: FxHashMap<(u32, u32), u32>,
    /// The sets of roots marked `MANY`.
    large: FxHashMap<Term, Rc<[InputId]>>,
    /// For each term: the number of the last visit that came to it.
    visited: Vec<u32>,
    visit: u32,
}

impl Default for Support {
    fn default() -> Self {
        let empty: Rc<[InputId]> = Rc::from([]);
        Self {
            of_term: Vec::new(),
            sets: vec![empty.clone(); 3],
            numbers: FxHashMap::from_iter([(empty, EMPTY)]),
            unions: FxHashMap::default(),
            large: FxHashMap::default(),
            visited: Vec::new(),
            visit: 0,
        }
    }
}

impl Support {
    /// Begins to go over a table of so many terms.
    fn begin_visit(&mut self, terms: usize) {
        if self.visit == u32::MAX {
            self.visited.clear();
            self.visit = 0;
        }
        self.visit += 1;
        self.visited.resize(terms, 0);
    }

    /// Whether a visit comes to a term for the first time.
    fn is_new(&mut self, term: Term) -> bool {
        std::mem::replace(&mut self.visited[term.index()], self.visit) != self.visit
    }

    fn intern(&mut self, set: Vec<InputId>) -> u32 {
        if set.len() > SMALL {
            return MANY;
        }
        let set: Rc<[InputId]> = set.into();
        let next = self.sets.len() as u32;
        let number = *self.numbers.entry(set.clone()).or_insert(next);
        if number == next {
            self.sets.push(set);
        }
        number
    }

    fn union(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (a.min(b), a.max(b));
        if a == MANY {
            return MANY;
        }
        if a == b || a == EMPTY {
            return b;
        }
        if let Some(&number) = self.unions.get(&(a, b)) {
            return number;
        }
        let mut set = [&*self.sets[a as usize], &*self.sets[b as usize]].concat();
        set.sort_unstable();
        set.dedup();
        let number = self.intern(set);
        self.unions.insert((a, b), number);
        number
    }

    /// The inputs (including memories) that `root` mentions, sorted; `nodes` are all of its table.
    pub fn inputs_of(&mut self, nodes: &[Node], root: Term) -> Rc<[InputId]> {
        if self.of_term.len() <= root.index() {
            self.of_term.resize(nodes.len(), UNKNOWN);
        }
        self.find(nodes, root);
        match self.of_term[root.index()] {
            MANY => self.collect(nodes, root),
            number => self.sets[number as usize].clone(),
        }
    }

    /// Fills in the sets of `root` and everything below.
    fn find(&mut self, nodes: &[Node], root: Term) {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.of_term[term.index()] != UNKNOWN {
                stack.pop();
                continue;
            }
            let node = nodes[term.index()];
            let before = stack.len();
            stack.extend(
                node.children()
                    .filter(|child| self.of_term[child.index()] == UNKNOWN),
            );
            if stack.len() > before {
                continue;
            }
            let mut number = EMPTY;
            if matches!(node.kind, Kind::Input | Kind::MemoryInput) {
                number = self.intern(vec![node.input()]);
            }
            for child in node.children() {
                number = self.union(number, self.of_term[child.index()]);
            }
            self.of_term[term.index()] = number;
            stack.pop();
        }
    }

    /// The set of a term marked `MANY`: the union of the sets at the rim of the terms marked so.
    fn collect(&mut self, nodes: &[Node], root: Term) -> Rc<[InputId]> {
        if let Some(set) = self.large.get(&root) {
            return set.clone();
        }
        self.begin_visit(nodes.len());
        let mut numbers: FxHashSet<u32> = FxHashSet::default();
        let mut members: FxHashSet<InputId> = FxHashSet::default();
        let mut stack = vec![root];
        while let Some(term) = stack.pop() {
            for child in nodes[term.index()].children() {
                let number = self.of_term[child.index()];
                if number != MANY {
                    if numbers.insert(number) {
                        members.extend(self.sets[number as usize].iter());
                    }
                } else if self.is_new(child) {
                    match self.large.get(&child) {
                        Some(set) => members.extend(set.iter()),
                        None => stack.push(child),
                    }
                }
            }
        }
        let mut set: Vec<InputId> = members.into_iter().collect();
        set.sort_unstable();
        let set: Rc<[InputId]> = set.into();
        self.large.insert(root, set.clone());
        set
    }
}
