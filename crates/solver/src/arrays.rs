//! Reads of memories, by lemmas on demand.
//!
//! After R. Brummayer, A. Biere: "Lemmas on Demand for the Extensional Theory of Arrays" (2009), without
//! extensionality, which terms do not have. A read is a word of free bits. When the SAT solver has a model, each read is
//! followed down its memory: past writes at other indices and the untaken sides of conditionals, to the write that it
//! hits, or to a known memory, or to an unknown one, where reads of one index must agree. A read with the wrong value yields a
//! clause that holds in general and excludes the model. There are finitely many such clauses, so this ends; when no
//! read is wrong the model is exact.
//!
//! One clause per write passed would need many rounds, so a read that turns out wrong behind writes is expanded instead, once: it
//! equals the selection among the values written, down to reads of the memories at the bottom. Only these, and reads
//! behind more writes than `EXPANSION_LIMIT`, are treated clause by clause.
//!
//! A known memory is taken in aligned blocks of 64 elements, so that a search through a long table needs one clause per block and
//! not one per element. So are the elements of an unknown memory that are read at constants: a table may be given by what is said of them.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::rc::Rc;

use everypath_term::ops::mask;
use everypath_term::{InputId, Kind, Term, TermTable};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::blast::circuits;
use crate::blast::cnf::{Clauses, Cnf};
use crate::blast::literal::Lit;
use crate::blast::words::Words;
use crate::sat::Sat;

/// Index bits of one block of a known memory.
const BLOCK_BITS: usize = 6;

/// A read behind at most this many writes and conditionals is expanded.
const EXPANSION_LIMIT: usize = 512;

/// The contents that a model gives to unknown memories.
pub type Memories = BTreeMap<InputId, BTreeMap<u64, u64>>;

/// A clause over gates.
type Lemma = Rc<[Lit]>;

/// What is known of the reads of one set of words and one SAT solver.
#[derive(Debug, Default)]
pub struct Arrays {
    /// The lemmas found so far, by the read that they are about.
    lemmas: FxHashMap<Term, Vec<Lemma>>,
    /// What expanded reads are equal to.
    expansions: FxHashMap<Term, Term>,
    /// Reads and memories whose words the present SAT solver has.
    active: FxHashSet<Term>,
}

/// The solver's parts that reads need.
pub struct Parts<'a> {
    /// All terms.
    pub table: &'a TermTable,
    /// Words of terms.
    pub words: &'a mut Words,
    /// Gates that the SAT solver has.
    pub cnf: &'a mut Cnf,
    /// The SAT solver.
    pub sat: &'a mut Sat,
}

impl Parts<'_> {
    fn hand_over(&mut self, term: Term) {
        for i in 0..self.words.word(self.table, term).len() {
            let lit = self.words.word(self.table, term)[i];
            self.cnf.literal(&self.words.gates, self.sat, lit);
        }
    }

    /// The value of a word of at most 64 bits in the SAT solver's model; bits that it does not have are 0.
    pub fn value(&mut self, term: Term) -> u64 {
        let word = self.words.word(self.table, term);
        word.iter().enumerate().fold(0, |value, (i, &lit)| {
            value | (bit(self.cnf, self.sat, lit) as u64) << i
        })
    }

    /// The value of one bit in the SAT solver's model; 0 if it does not have it.
    pub fn bit(&mut self, lit: Lit) -> bool {
        bit(self.cnf, self.sat, lit)
    }
}

fn bit(cnf: &Cnf, sat: &mut Sat, lit: Lit) -> bool {
    match lit.as_constant() {
        Some(value) => value,
        None => cnf.known(lit).is_some_and(|literal| sat.value(literal)),
    }
}

/// What has to be done about a model with wrong reads.
#[derive(Debug, Default)]
pub struct Faults {
    /// Lemmas added.
    pub lemmas: u64,
    /// Reads to [expand](Arrays::expand).
    pub expand: Vec<Term>,
}

/// What a read of `memory` at `index` is equal to, over reads of the memories at the bottom; `None` if that is too large.
fn expansion(table: &mut TermTable, memory: Term, index: Term) -> Option<Term> {
    // Memories in an order in which each comes after those it is made of.
    let mut values: FxHashMap<Term, Term> = FxHashMap::default();
    let mut stack = vec![memory];
    while let Some(&memory) = stack.last() {
        if values.contains_key(&memory) {
            stack.pop();
            continue;
        }
        if values.len() + stack.len() > 2 * EXPANSION_LIMIT {
            return None;
        }
        let node = table.node(memory);
        let below: &[Term] = match node.kind {
            Kind::Write => &[node.first()],
            Kind::Ite => &[node.second(), node.third()],
            _ => &[],
        };
        let missing: Vec<Term> = below
            .iter()
            .copied()
            .filter(|memory| !values.contains_key(memory))
            .collect();
        if !missing.is_empty() {
            stack.extend(missing);
            continue;
        }
        stack.pop();
        let of = |memory: Term| values.get(&memory).copied();
        let value = match node.kind {
            Kind::Write => {
                let hit = table.eq(index, node.second());
                table.ite(hit, node.third(), of(node.first())?)
            }
            Kind::Ite => table.ite(node.first(), of(node.second())?, of(node.third())?),
            _ => table.read(memory, index),
        };
        values.insert(memory, value);
    }
    values.get(&memory).copied()
}

/// The reads with free bits at or below `roots`, and below what reads are expanded to.
fn reads_below(
    table: &TermTable,
    words: &Words,
    expansions: &FxHashMap<Term, Term>,
    roots: &[Term],
) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut stack: Vec<Term> = roots
        .iter()
        .copied()
        .filter(|&root| words.has_reads(root))
        .collect();
    let mut reads = Vec::new();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        let node = table.node(term);
        if Words::is_free_read(table, &node) {
            reads.push(term);
            if let Some(&expanded) = expansions.get(&term) {
                stack.push(expanded);
            }
        }
        stack.extend(table.parts(term).filter(|&part| words.has_reads(part)));
    }
    reads.sort_unstable();
    reads
}

/// A read that reached an unknown memory: the read, and the conditions on the way, each of them false in the model.
struct Arrival {
    read: Term,
    way: Vec<Lit>,
}

impl Arrays {
    /// Nothing known.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets what the SAT solver has, since it is a fresh one. Lemmas are kept.
    pub fn restart(&mut self) {
        self.active.clear();
    }

    /// Has another SAT solver for a while; gives what the present one has, for [`Self::set_active`].
    pub fn take_active(&mut self) -> FxHashSet<Term> {
        std::mem::take(&mut self.active)
    }

    /// Goes back to a SAT solver that has this. It gets the lemmas of all reads anew, since some were found meanwhile.
    pub fn set_active(&mut self, active: FxHashSet<Term>) {
        self.active = active;
        self.active.retain(|term| !self.lemmas.contains_key(term));
    }

    /// The reads with free bits at or below `roots`, and below what reads are expanded to.
    pub fn reads_below(&self, table: &TermTable, words: &Words, roots: &[Term]) -> Vec<Term> {
        reads_below(table, words, &self.expansions, roots)
    }

    /// Says what a read behind writes is equal to, for good. Gives false if that would be too large; such a read gets lemmas
    /// one by one from then on.
    pub fn expand(
        &mut self,
        table: &mut TermTable,
        words: &mut Words,
        cnf: &mut Cnf,
        sat: &mut Sat,
        read: Term,
    ) -> bool {
        let node = table.node(read);
        let Some(expanded) = expansion(table, node.first(), node.second()) else {
            self.expansions.insert(read, read);
            return false;
        };
        words.make(table, expanded);
        let mut parts = Parts {
            table,
            words,
            cnf,
            sat,
        };
        let lemma: Lemma = Rc::from([equal(&mut parts, read, expanded)]);
        add_clause(&mut parts, &lemma);
        self.lemmas.entry(read).or_default().push(lemma);
        self.expansions.insert(read, expanded);
        true
    }

    /// Hands over the words that decide the reads among `reads` that the SAT solver's clauses mention, and the known
    /// lemmas about them. Gives these reads.
    pub fn activate(&mut self, parts: &mut Parts<'_>, reads: &[Term]) -> Vec<Term> {
        let mut relevant = Vec::new();
        let mut waiting: Vec<Term> = reads.to_vec();
        loop {
            let before = waiting.len();
            waiting.retain(|&read| {
                let word = parts.words.word(parts.table, read);
                if !word.iter().any(|&lit| parts.cnf.known(lit).is_some()) {
                    return true;
                }
                relevant.push(read);
                if self.active.insert(read) {
                    self.activate_one(parts, read);
                }
                false
            });
            if waiting.len() == before {
                relevant.sort_unstable();
                return relevant;
            }
        }
    }

    fn activate_one(&mut self, parts: &mut Parts<'_>, read: Term) {
        let node = parts.table.node(read);
        parts.hand_over(read);
        parts.hand_over(node.second());
        let mut stack = vec![node.first()];
        while let Some(memory) = stack.pop() {
            if !self.active.insert(memory) {
                continue;
            }
            let node = parts.table.node(memory);
            match node.kind {
                Kind::Write => {
                    parts.hand_over(node.second());
                    parts.hand_over(node.third());
                    stack.push(node.first());
                }
                Kind::Ite => {
                    parts.hand_over(node.first());
                    stack.push(node.second());
                    stack.push(node.third());
                }
                _ => {}
            }
        }
        for lemma in self.lemmas.get(&read).into_iter().flatten() {
            add_clause(parts, lemma);
        }
    }

    /// Checks the values of `reads` in the SAT solver's model. If some are wrong, adds lemmas and tells which
    /// reads to expand; else gives the contents of the unknown memories.
    pub fn check(&mut self, parts: &mut Parts<'_>, reads: &[Term]) -> Result<Memories, Faults> {
        let mut values: FxHashMap<Term, u64> = FxHashMap::default();
        let mut arrivals: FxHashMap<(Term, u64), Arrival> = FxHashMap::default();
        let mut memories = Memories::new();
        let mut found: Vec<(Term, Lemma)> = Vec::new();
        let mut expand: Vec<Term> = Vec::new();
        let mut fixed: FxHashMap<Term, BTreeMap<u64, Term>> = FxHashMap::default();
        for &read in reads {
            let node = parts.table.node(read);
            let index = node.second();
            let at = value(parts, &mut values, index);
            let got = value(parts, &mut values, read);
            let mut way: Vec<Lit> = Vec::new();
            let mut memory = node.first();
            let clause = loop {
                let node = parts.table.node(memory);
                match node.kind {
                    Kind::Write => {
                        let hit = value(parts, &mut values, node.second()) == at;
                        let same = equal(parts, index, node.second());
                        if hit {
                            way.push(!same);
                            let written = value(parts, &mut values, node.third());
                            break (written != got).then(|| equal(parts, read, node.third()));
                        }
                        way.push(same);
                        memory = node.first();
                    }
                    Kind::Ite => {
                        let condition = parts.words.word(parts.table, node.first())[0];
                        let holds = parts.bit(condition);
                        way.push(if holds { !condition } else { condition });
                        memory = if holds { node.second() } else { node.third() };
                    }
                    Kind::MemoryLiteral => {
                        let right = parts
                            .table
                            .literal(memory)
                            .map_or(0, |literal| literal.element(at));
                        break (right != got)
                            .then(|| known_element(parts, memory, read, index, at, &mut way));
                    }
                    _ => match arrivals.get(&(memory, at)) {
                        Some(other) => {
                            if value(parts, &mut values, other.read) == got {
                                break None;
                            }
                            let other_index = parts.table.node(other.read).second();
                            if way.is_empty()
                                && other.way.is_empty()
                                && let Some((read, known)) =
                                    with_constant(parts.table, read, other.read)
                            {
                                let known = parts.table.node(known).second();
                                let at = parts.table.as_u64(known).unwrap_or(at);
                                let fixed = fixed.entry(memory).or_insert_with(|| {
                                    reads_at_constants(parts.table, reads, memory)
                                });
                                break Some(read_at_constant(parts, fixed, read, at, &mut way));
                            }
                            way.extend_from_slice(&other.way);
                            way.push(!equal(parts, index, other_index));
                            break Some(equal(parts, read, other.read));
                        }
                        None => {
                            memories.entry(node.input()).or_default().insert(at, got);
                            arrivals.insert(
                                (memory, at),
                                Arrival {
                                    read,
                                    way: std::mem::take(&mut way),
                                },
                            );
                            break None;
                        }
                    },
                }
            };
            if let Some(right) = clause {
                let behind = matches!(parts.table.kind(node.first()), Kind::Write | Kind::Ite);
                if behind && !self.expansions.contains_key(&read) {
                    expand.push(read);
                    continue;
                }
                way.push(right);
                way.retain(|&lit| lit != Lit::FALSE);
                way.sort_unstable();
                way.dedup();
                found.push((read, way.into()));
            }
        }
        if found.is_empty() && expand.is_empty() {
            return Ok(memories);
        }
        let lemmas = found.len() as u64;
        for (read, lemma) in found {
            add_clause(parts, &lemma);
            self.lemmas.entry(read).or_default().push(lemma);
        }
        Err(Faults { lemmas, expand })
    }
}

fn value(parts: &mut Parts<'_>, values: &mut FxHashMap<Term, u64>, term: Term) -> u64 {
    if let Some(&value) = values.get(&term) {
        return value;
    }
    let value = parts.value(term);
    values.insert(term, value);
    value
}

fn equal(parts: &mut Parts<'_>, a: Term, b: Term) -> Lit {
    let (a, b) = (
        parts.words.word(parts.table, a).to_vec(),
        parts.words.word(parts.table, b).to_vec(),
    );
    circuits::equal(&mut parts.words.gates, &a, &b)
}

/// The block of elements that one is in: how many bits of the index say which of them, and their indices.
fn block_of(index: &[Lit], at: u64) -> (usize, RangeInclusive<u64>) {
    let low = BLOCK_BITS.min(index.len());
    let first = (at >> low) << low;
    (low, first..=first | mask(low as u32))
}

/// Whether an index lies in a block.
fn is_in_block(parts: &mut Parts<'_>, index: &[Lit], block: &RangeInclusive<u64>) -> Lit {
    let low = BLOCK_BITS.min(index.len());
    let first = circuits::constant(index.len() as u32, |i| block.start() >> i & 1 == 1);
    circuits::equal(&mut parts.words.gates, &index[low..], &first[low..])
}

/// Says what `read` is when its index lies in the same block of the known `memory` as `at`: pushes the negated condition to `way`
/// and gives the equality.
fn known_element(
    parts: &mut Parts<'_>,
    memory: Term,
    read: Term,
    index: Term,
    at: u64,
    way: &mut Vec<Lit>,
) -> Lit {
    let index = parts.words.word(parts.table, index).to_vec();
    let word = parts.words.word(parts.table, read).to_vec();
    let Some(literal) = parts.table.literal(memory) else {
        return Lit::TRUE;
    };
    let width = word.len() as u32;
    let constant = |value: u64| circuits::constant(width, |i| value >> i & 1 == 1);
    if let Some((first, last)) = literal.gap(at) {
        let bound = |bound: u64| circuits::constant(index.len() as u32, |i| bound >> i & 1 == 1);
        let gates = &mut parts.words.gates;
        way.push(circuits::unsigned_less(gates, &index, &bound(first)));
        way.push(circuits::unsigned_less(gates, &bound(last), &index));
        return circuits::equal(gates, &word, &constant(literal.default));
    }
    let (low, block) = block_of(&index, at);
    let mut elements: Vec<u64> = block.clone().map(|i| literal.element(i)).collect();
    while elements.last() == Some(&literal.default) {
        elements.pop();
    }
    let elements = elements.into_iter().map(constant).collect();
    way.push(!is_in_block(parts, &index, &block));
    let element = parts
        .words
        .select_element(&index[..low], elements, &constant(literal.default));
    circuits::equal(&mut parts.words.gates, &word, &element)
}

/// Of two reads the one whose index is no constant, then the other, if that is at a constant.
fn with_constant(table: &TermTable, a: Term, b: Term) -> Option<(Term, Term)> {
    let is_constant = |read: Term| table.kind(table.node(read).second()) == Kind::Constant;
    match (is_constant(a), is_constant(b)) {
        (false, true) => Some((a, b)),
        (true, false) => Some((b, a)),
        (false, false) | (true, true) => None,
    }
}

/// The reads of a memory at constants, by index.
fn reads_at_constants(table: &TermTable, reads: &[Term], memory: Term) -> BTreeMap<u64, Term> {
    let of_memory = reads.iter().copied();
    let of_memory = of_memory.filter(|&read| table.node(read).first() == memory);
    let with_index = of_memory.map(|read| Some((table.as_u64(table.node(read).second())?, read)));
    with_index.flatten().collect()
}

/// Says what `read` is when its index lies in the same block as the constant `at`: pushes the negated condition to `way` and gives the
/// equality with one of the reads at constants there, by index; at other indices the read equals itself.
fn read_at_constant(
    parts: &mut Parts<'_>,
    fixed: &BTreeMap<u64, Term>,
    read: Term,
    at: u64,
    way: &mut Vec<Lit>,
) -> Lit {
    let index = parts.table.node(read).second();
    let index = parts.words.word(parts.table, index).to_vec();
    let word = parts.words.word(parts.table, read).to_vec();
    let (low, block) = block_of(&index, at);
    let mut elements = vec![word.clone(); 1 << low];
    for (&at, &known) in fixed.range(block.clone()) {
        elements[(at - block.start()) as usize] = parts.words.word(parts.table, known).to_vec();
    }
    way.push(!is_in_block(parts, &index, &block));
    let element = (parts.words).select_element(&index[..low], elements, &word);
    circuits::equal(&mut parts.words.gates, &word, &element)
}

fn add_clause(parts: &mut Parts<'_>, lemma: &[Lit]) {
    if lemma.contains(&Lit::TRUE) {
        return;
    }
    let clause: Vec<i32> = lemma
        .iter()
        .map(|&lit| parts.cnf.literal(&parts.words.gates, parts.sat, lit))
        .collect();
    parts.sat.clause(&clause);
}
