//! Random terms from bytes: every list of instructions is a valid program that builds terms, so shrinking works.

use std::collections::BTreeSet;
use std::rc::Rc;

use everypath_term::ops::mask;
use everypath_term::{Assignment, BinaryOp, Evaluator, InputId, Run, Term, TermTable, UnaryOp};
use proptest::prelude::*;

/// One instruction: operator and operands, by position in the pools.
pub type Instruction = [u8; 4];

/// Instructions for random terms.
pub fn instructions(length: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Instruction>> {
    proptest::collection::vec(any::<Instruction>(), length)
}

/// Terms over some inputs.
pub struct Terms {
    pub table: TermTable,
    pub inputs: Vec<Term>,
    pub memories: Vec<Term>,
    pub words: Vec<Term>,
    pub bools: Vec<Term>,
    width: u32,
    index_width: u32,
}

/// Operations on words.
pub const BINARY: [BinaryOp; 22] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::UDiv,
    BinaryOp::URem,
    BinaryOp::SDiv,
    BinaryOp::SRem,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Shl,
    BinaryOp::LShr,
    BinaryOp::AShr,
    BinaryOp::RotateLeft,
    BinaryOp::RotateRight,
    BinaryOp::UMin,
    BinaryOp::UMax,
    BinaryOp::SMin,
    BinaryOp::SMax,
    BinaryOp::MulHighUnsigned,
    BinaryOp::MulHighSigned,
    BinaryOp::Add,
];

/// Comparisons of words.
pub const COMPARISONS: [BinaryOp; 6] = [
    BinaryOp::Eq,
    BinaryOp::Ne,
    BinaryOp::Ult,
    BinaryOp::Ule,
    BinaryOp::Slt,
    BinaryOp::Sle,
];

fn pick(pool: &[Term], choice: u8) -> Term {
    // Recent terms more often, so that terms get deep.
    pool[pool.len() - 1 - (choice as usize * choice as usize / 256) % pool.len()]
}

impl Terms {
    /// `count` inputs of `width` bits, and terms over them.
    pub fn build(width: u32, count: usize, code: &[Instruction]) -> Self {
        Self::build_with_memories(width, count, 0, 1, code)
    }

    /// The same, with `memories` unknown memories of `index_width` and `width`, and a known one.
    pub fn build_with_memories(
        width: u32,
        count: usize,
        memories: usize,
        index_width: u32,
        code: &[Instruction],
    ) -> Self {
        let mut table = TermTable::new();
        let inputs: Vec<Term> = (0..count)
            .map(|i| table.input(&format!("x{i}"), width))
            .collect();
        let mut pool: Vec<Term> = (0..memories)
            .map(|i| table.memory_input(&format!("m{i}"), index_width, width))
            .collect();
        if memories > 0 {
            let contents: Rc<[u64]> = (0..(1u64 << index_width) - 1).map(|i| i * 5 + 1).collect();
            pool.push(table.memory_literal(index_width, width, contents, 2));
            let end = (1u64 << index_width) - 1;
            let run = |start: u64, elements: &[u64]| {
                let elements = elements.iter().map(|element| element & mask(width));
                Run::new(start, elements.collect())
            };
            let runs = [run(1, &[3]), run(end - 1, &[6, 5])];
            pool.push(table.memory_runs(index_width, width, Rc::new(runs), 1));
        }
        let (words, bools) = (inputs.clone(), Vec::new());
        let mut terms = Self {
            table,
            inputs,
            memories: pool,
            words,
            bools,
            width,
            index_width,
        };
        for &instruction in code {
            terms.step(instruction);
        }
        terms
    }

    fn step(&mut self, [op, x, y, z]: Instruction) {
        let (width, kinds) = (self.width, if self.memories.is_empty() { 10 } else { 14 });
        let (a, b) = (pick(&self.words, x), pick(&self.words, y));
        let table = &mut self.table;
        match op % kinds {
            0..3 => {
                let word = table.binary(BINARY[z as usize % BINARY.len()], a, b);
                self.words.push(word);
            }
            3..6 => {
                let comparison = table.binary(COMPARISONS[z as usize % COMPARISONS.len()], a, b);
                self.bools.push(comparison);
            }
            6 => {
                let word = match z % 8 {
                    0 => table.unary(UnaryOp::Not, a),
                    1 => table.unary(UnaryOp::Neg, a),
                    2 => table.unary(UnaryOp::CountOnes, a),
                    3 => table.unary(UnaryOp::CountLeadingZeros, a),
                    4 => table.unary(UnaryOp::ReverseBits, a),
                    5 => {
                        let low = table.extract(a, y as u32 % width, 0);
                        table.sign_extend(low, width)
                    }
                    6 => {
                        let high = table.extract(a, width - 1, y as u32 % width);
                        table.zero_extend(high, width)
                    }
                    _ => {
                        let both = table.concat(a, b);
                        let low = y as u32 % width;
                        table.extract(both, low + width - 1, low)
                    }
                };
                self.words.push(word);
            }
            7 => {
                let value = u64::from_le_bytes([x, y, z, x, y ^ z, x ^ y, z, x]);
                let constant = if z % 2 == 0 { u64::from(x) } else { value };
                let constant = table.constant(width, constant & everypath_term::ops::mask(width));
                self.words.push(constant);
            }
            8 if !self.bools.is_empty() => {
                let word = table.ite(pick(&self.bools, z), a, b);
                self.words.push(word);
            }
            9 if !self.bools.is_empty() => {
                let (p, q) = (pick(&self.bools, x), pick(&self.bools, y));
                let both = match z % 4 {
                    0 => table.and(p, q),
                    1 => table.or(p, q),
                    2 => table.xor(p, q),
                    _ => table.not(p),
                };
                self.bools.push(both);
            }
            10 | 11 => {
                let index = table.resize_unsigned(a, self.index_width);
                let element = table.read(pick(&self.memories, y), index);
                self.words.push(element);
            }
            12 => {
                let index = table.resize_unsigned(a, self.index_width);
                let memory = table.write(pick(&self.memories, z), index, b);
                self.memories.push(memory);
            }
            13 if !self.bools.is_empty() => {
                let memory = table.ite(
                    pick(&self.bools, z),
                    pick(&self.memories, x),
                    pick(&self.memories, y),
                );
                self.memories.push(memory);
            }
            _ => {}
        }
    }

    /// All assignments of the inputs, which must have few bits together.
    pub fn all_assignments(&self) -> Vec<Assignment> {
        // The pool may hold a memory twice.
        let unknown: BTreeSet<InputId> = self
            .memories
            .iter()
            .filter_map(|&memory| self.table.input_id(memory))
            .collect();
        let bits = self.width * self.inputs.len() as u32
            + (self.width << self.index_width) * unknown.len() as u32;
        let value =
            |number: u64, position: u32| number >> position & everypath_term::ops::mask(self.width);
        (0..1u64 << bits)
            .map(|number| {
                let mut assignment = Assignment::new();
                let mut position = 0;
                for input in self
                    .inputs
                    .iter()
                    .filter_map(|&input| self.table.input_id(input))
                {
                    assignment.set_u64(input, self.width, value(number, position));
                    position += self.width;
                }
                for &memory in &unknown {
                    let mut elements = std::collections::BTreeMap::new();
                    for index in 0..1u64 << self.index_width {
                        elements.insert(index, value(number, position));
                        position += self.width;
                    }
                    assignment.set_memory(memory, elements, 0);
                }
                assignment
            })
            .collect()
    }

    /// For each of all assignments, the values of `terms`.
    pub fn truth_table(&self, terms: &[Term]) -> Vec<Vec<u64>> {
        self.all_assignments()
            .iter()
            .map(|assignment| {
                let mut evaluator = Evaluator::new(&self.table, assignment);
                terms
                    .iter()
                    .map(|&term| evaluator.evaluate_u64(term))
                    .collect()
            })
            .collect()
    }
}
