//! Memories away: a condition over bit-vectors only that is satisfiable iff one over memories is.
//!
//! The eager way to the theory of arrays, for formats that have none. A read behind writes is the selection among what
//! was written (J. McCarthy, "Towards a Mathematical Science of Computation", 1962, read-over-write); a read of a memory of
//! unknown contents is a fresh input, and any two such reads of one memory agree where their indices do (W. Ackermann,
//! "Solvable Cases of the Decision Problem", 1954). This is exact, but quadratic: reads times writes, and pairs of reads. So there is
//! a limit. A known memory becomes reads of literals that are small enough for a tree of selections.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::node::{InputId, Kind, Sort, Term};
use crate::ops::mask;
use crate::table::TermTable;

/// Selections and pairs of reads beyond which nothing is written.
pub const LIMIT: usize = 4_000_000;

/// Index bits of a known memory that is kept as it is.
const SMALL_BITS: u32 = 10;

/// The formula without memories would be too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Reads in the formula.
    pub reads: usize,
}

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "without memories the {} reads of the formula need more than {LIMIT} selections and equations",
            self.reads
        )
    }
}

/// What has been made so far.
#[derive(Default)]
struct Flattening {
    /// What each term became that is no memory.
    flat: FxHashMap<Term, Term>,
    /// Per unknown memory: the indices read, and what stands for the element.
    reads: BTreeMap<InputId, Vec<(Term, Term)>>,
    /// What a read of a memory at an index, which is flat, became.
    known: FxHashMap<(Term, Term), Term>,
    work: usize,
}

/// `condition` (of width 1) without memories, but for reads of literals of at most 1,024 elements.
pub fn flatten(table: &mut TermTable, condition: Term) -> Result<Term, TooLarge> {
    let order = table.post_order(&[condition]);
    let is_read = |term: &&Term| table.kind(**term) == Kind::Read;
    let reads = order.iter().filter(is_read).count();
    if reads == 0 {
        return Ok(condition);
    }
    let mut flattening = Flattening::default();
    for term in order {
        // Memories are never rebuilt: rules would put new reads into them.
        if matches!(table.sort(term), Sort::Memory { .. }) {
            continue;
        }
        let node = table.node(term);
        let flat = match node.kind {
            Kind::Read => {
                let index = flattening.of(node.second());
                flattening.read(table, node.first(), index)
            }
            _ => Some(table.with_operands(term, |child| flattening.of(child))),
        };
        let Some(flat) = flat else {
            return Err(TooLarge { reads });
        };
        flattening.flat.insert(term, flat);
    }
    let flat = flattening.of(condition);
    flattening.agree(table, flat).ok_or(TooLarge { reads })
}

impl Flattening {
    fn of(&self, term: Term) -> Term {
        self.flat.get(&term).copied().unwrap_or(term)
    }

    fn spend(&mut self, work: usize) -> Option<()> {
        self.work = self.work.saturating_add(work);
        (self.work <= LIMIT).then_some(())
    }

    /// What a read is equal to. None if that would be too large.
    fn read(&mut self, table: &mut TermTable, memory: Term, index: Term) -> Option<Term> {
        let mut stack = vec![memory];
        while let Some(&memory) = stack.last() {
            if self.known.contains_key(&(memory, index)) {
                stack.pop();
                continue;
            }
            let node = table.node(memory);
            let below: &[Term] = match node.kind {
                Kind::Write => &[node.first()],
                Kind::Ite => &[node.second(), node.third()],
                _ => &[],
            };
            let before = stack.len();
            let known = &self.known;
            let missing = below
                .iter()
                .filter(|below| !known.contains_key(&(**below, index)));
            stack.extend(missing);
            if stack.len() > before {
                continue;
            }
            stack.pop();
            self.spend(1)?;
            let below = |memory: Term| self.known.get(&(memory, index)).copied();
            let element = match node.kind {
                Kind::Write => {
                    let hit = table.eq(index, self.of(node.second()));
                    table.ite(hit, self.of(node.third()), below(node.first())?)
                }
                Kind::Ite => {
                    let (then, otherwise) = (below(node.second())?, below(node.third())?);
                    table.ite(self.of(node.first()), then, otherwise)
                }
                Kind::MemoryLiteral => self.element(table, memory, index)?,
                _ => self.unknown(table, memory, index),
            };
            self.known.insert((memory, index), element);
        }
        self.known.get(&(memory, index)).copied()
    }

    /// A read of a memory of unknown contents: a fresh input.
    fn unknown(&mut self, table: &mut TermTable, memory: Term, index: Term) -> Term {
        let node = table.node(memory);
        let reads = self.reads.entry(node.input()).or_default();
        let name = table.input_info(node.input()).name.clone();
        let element = table.input(&format!("{name}[read {}]", reads.len()), node.width);
        reads.push((index, element));
        element
    }

    /// A read of a memory of known contents, over literals that are small.
    fn element(&mut self, table: &mut TermTable, memory: Term, index: Term) -> Option<Term> {
        let literal = table.literal(memory)?.clone();
        let width = literal.index_width;
        let small = |table: &[u64]| table.len() <= 1 << SMALL_BITS;
        if width <= SMALL_BITS || literal.as_table().is_some_and(small) {
            return Some(table.read(memory, index));
        }
        self.spend(literal.known())?;
        let low = table.extract(index, SMALL_BITS - 1, 0);
        let high = table.extract(index, width - 1, SMALL_BITS);
        let blocks = literal.runs().iter();
        let mut blocks: Vec<u64> = blocks
            .flat_map(|run| run.start() >> SMALL_BITS..=run.last() >> SMALL_BITS)
            .collect();
        blocks.dedup();
        let mut element = table.constant(literal.element_width, literal.default);
        for block in blocks {
            let first = block << SMALL_BITS;
            let contents = (first..=first | mask(SMALL_BITS)).map(|index| literal.element(index));
            let small = table.memory_literal(
                SMALL_BITS,
                literal.element_width,
                contents.collect(),
                literal.default,
            );
            let inside = table.read(small, low);
            let this = table.constant(width - SMALL_BITS, block);
            let hit = table.eq(high, this);
            element = table.ite(hit, inside, element);
        }
        Some(element)
    }

    /// `condition`, and reads of one unknown memory agree where their indices do.
    fn agree(&mut self, table: &mut TermTable, condition: Term) -> Option<Term> {
        let reads = std::mem::take(&mut self.reads);
        let mut violated = Vec::new();
        for reads in reads.values() {
            self.spend(reads.len().saturating_mul(reads.len().saturating_sub(1)) / 2)?;
            for (number, &(index, element)) in reads.iter().enumerate() {
                for &(other_index, other_element) in &reads[..number] {
                    let same = table.eq(index, other_index);
                    let differ = table.ne(element, other_element);
                    let wrong = table.and(same, differ);
                    if !table.is_false(wrong) {
                        violated.push(wrong);
                    }
                }
            }
        }
        let any = table.disjunction(violated);
        let none = table.not(any);
        Some(table.and(condition, none))
    }
}
