//! Random terms for property tests, what rules make of many nodes, and solvers of others, here and in the crates above (feature
//! `testing`).
//!
//! A [`Recipe`] says how to build terms, not which: the same recipe builds the same meaning in any table, with rules on or
//! off, and shrinks well, since every step may be left out. Operands are chosen by number among the terms so far
//! and resized to fit, so every recipe is valid.

mod process;

use std::collections::BTreeMap;
use std::rc::Rc;

use proptest::collection::vec;
use proptest::prelude::*;

use crate::bits::Bits;
use crate::evaluate::Assignment;
use crate::node::{InputId, Term};
use crate::ops::{BinaryOp, UnaryOp};
pub use crate::rules::firings::{Candidates, Firings};
use crate::table::TermTable;
pub use process::{said_of_file, said_of_script};

/// The widths that inputs of recipes have.
pub const WIDTHS: [u32; 8] = [1, 8, 32, 3, 16, 64, 5, 33];

const UNARY: [UnaryOp; 6] = [
    UnaryOp::Not,
    UnaryOp::Neg,
    UnaryOp::CountLeadingZeros,
    UnaryOp::CountTrailingZeros,
    UnaryOp::CountOnes,
    UnaryOp::ReverseBits,
];

const BINARY: [BinaryOp; 28] = BinaryOp::ALL;

/// How to build terms. Widths stay at or below 64 bits, but for the products inside high multiplications.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Width of the inputs, as positions in [`WIDTHS`].
    pub inputs: Vec<usize>,
    /// Whether there are memories (an unknown and a known one, with indices and elements of 8 bits).
    pub memories: bool,
    /// Whether divisions, products and rotations may occur (they are hard for solvers).
    pub hard: bool,
    /// What is built, in order.
    pub steps: Vec<Step>,
}

/// One term to build: an operator by number, three operands by number, and a number for what else it needs.
#[derive(Clone, Debug)]
pub struct Step {
    operator: u8,
    operands: [u8; 3],
    number: u64,
}

/// What the steps of a recipe begin with.
#[derive(Clone, Debug, Default)]
pub struct Beginning {
    inputs: Vec<Term>,
    memories: Vec<Term>,
}

/// What a recipe built.
#[derive(Clone, Debug)]
pub struct Built {
    /// All bit-vector terms, in the order of the recipe: inputs first.
    pub terms: Vec<Term>,
    /// The inputs of bit-vector sort.
    pub inputs: Vec<InputId>,
    /// The memory input, if any.
    pub memory: Option<InputId>,
}

impl Built {
    /// The last term.
    pub fn root(&self) -> Term {
        self.terms[self.terms.len() - 1]
    }

    /// The terms of width 1, to be used as conditions.
    pub fn conditions(&self, table: &TermTable) -> Vec<Term> {
        self.terms
            .iter()
            .copied()
            .filter(|&term| table.width(term) == 1)
            .collect()
    }

    /// An assignment made from arbitrary numbers: to the inputs in order, and to the first elements of the memory.
    pub fn assignment(&self, table: &TermTable, numbers: &[u64]) -> Assignment {
        let mut assignment = Assignment::new();
        let mut numbers = numbers.iter().copied().cycle();
        for &input in &self.inputs {
            let width = table.width(table.input_term(input));
            assignment.set(input, Bits::new(width, numbers.next().unwrap_or(0)));
        }
        if let Some(memory) = self.memory {
            let elements: BTreeMap<u64, u64> =
                (0..256).zip(numbers.map(|number| number & 0xff)).collect();
            assignment.set_memory(memory, elements, 0);
        }
        assignment
    }
}

/// Recipes of up to `size` steps, with every operator and with memories.
pub fn arbitrary_term(size: usize) -> impl Strategy<Value = Recipe> {
    recipes(size, any::<bool>(), any::<bool>())
}

/// Recipes over narrow inputs, without products, divisions and memories: easy for every solver.
pub fn arbitrary_easy_term(size: usize) -> impl Strategy<Value = Recipe> {
    recipes(size, Just(false), Just(false)).prop_map(|mut recipe| {
        recipe
            .inputs
            .iter_mut()
            .for_each(|width| *width = [0, 1, 3, 6][*width % 4]);
        recipe
    })
}

fn recipes(
    size: usize,
    memories: impl Strategy<Value = bool>,
    hard: impl Strategy<Value = bool>,
) -> impl Strategy<Value = Recipe> {
    let number = prop_oneof![
        2 => 0..40u64,
        1 => any::<u64>(),
        1 => (0..64u32).prop_map(|bit| 1 << bit),
        1 => (0..64u32).prop_map(|bit| u64::MAX << bit),
    ];
    let step =
        (any::<u8>(), any::<[u8; 3]>(), number).prop_map(|(operator, operands, number)| Step {
            operator,
            operands,
            number,
        });
    (
        vec(0..WIDTHS.len(), 1..4),
        memories,
        hard,
        vec(step, 1..=size),
    )
        .prop_map(|(inputs, memories, hard, steps)| Recipe {
            inputs,
            memories,
            hard,
            steps,
        })
}

impl Recipe {
    /// Builds all terms of the recipe in a table.
    pub fn build(&self, table: &mut TermTable) -> Built {
        let beginning = self.begin(table);
        self.build_on(table, &beginning)
    }

    /// The inputs and memories.
    pub fn begin(&self, table: &mut TermTable) -> Beginning {
        let mut beginning = Beginning::default();
        for (number, &width) in self.inputs.iter().enumerate() {
            let term = table.input(&format!("x{number}"), WIDTHS[width % WIDTHS.len()]);
            beginning.inputs.push(term);
        }
        if self.memories {
            beginning.memories.push(table.memory_input("m", 8, 8));
            let contents: Rc<[u64]> = (0..20).map(|i| i * i % 251).collect();
            let literal = table.memory_literal(8, 8, contents, 1);
            beginning.memories.push(literal);
        }
        beginning
    }

    /// Takes the steps from inputs and memories that are there.
    pub fn build_on(&self, table: &mut TermTable, beginning: &Beginning) -> Built {
        let id = |term: &Term| table.input_id(*term);
        let mut built = Built {
            terms: beginning.inputs.clone(),
            inputs: beginning.inputs.iter().filter_map(id).collect(),
            memory: beginning.memories.first().and_then(id),
        };
        let mut memories = beginning.memories.clone();
        for step in &self.steps {
            let term = step.build(table, &built.terms, &mut memories, self.hard);
            built.terms.push(term);
        }
        built
    }
}

impl Step {
    fn build(
        &self,
        table: &mut TermTable,
        terms: &[Term],
        memories: &mut Vec<Term>,
        hard: bool,
    ) -> Term {
        // Recent terms are more likely, so that terms grow deep.
        let pick = |which: usize| {
            let chosen = self.operands[which] as usize;
            let span = if chosen.is_multiple_of(2) {
                terms.len()
            } else {
                terms.len().min(4)
            };
            terms[terms.len() - 1 - chosen / 2 % span]
        };
        let a = pick(0);
        let width = table.width(a);
        let kinds = if memories.is_empty() { 12 } else { 14 };
        match self.operator as usize % kinds {
            0 => table.constant(width, self.number),
            1 => table.unary(UNARY[self.number as usize % UNARY.len()], a),
            2 | 3 => {
                let b = table.resize_unsigned(pick(1), width);
                table.binary(self.binary(hard), a, b)
            }
            4 => {
                let b = table.constant(width, self.number);
                table.binary(self.binary(hard), a, b)
            }
            5 => {
                let b = table.resize_signed(pick(1), width);
                let compare =
                    [BinaryOp::Eq, BinaryOp::Ult, BinaryOp::Slt][self.number as usize % 3];
                table.binary(compare, a, b)
            }
            6 => {
                let constant = table.constant(width, self.number);
                let compare = [BinaryOp::Eq, BinaryOp::Ult, BinaryOp::Slt, BinaryOp::Ule];
                table.binary(compare[self.operands[1] as usize % 4], a, constant)
            }
            7 => {
                let low = self.number as u32 % width;
                let high = low + self.operands[1] as u32 % (width - low);
                table.extract(a, high, low)
            }
            8 => {
                let b = pick(1);
                if width + table.width(b) <= 64 {
                    table.concat(a, b)
                } else {
                    table.not(a)
                }
            }
            9 => {
                let wide = (width + self.number as u32 % 33).min(64);
                if self.operands[1].is_multiple_of(2) {
                    table.zero_extend(a, wide)
                } else {
                    table.sign_extend(a, wide)
                }
            }
            10 => {
                let condition = table.truncate(pick(1), 1);
                let b = table.resize_unsigned(pick(2), width);
                table.ite(condition, a, b)
            }
            11 => {
                let condition = table.truncate(pick(1), 1);
                let constant = table.constant(width, self.number);
                table.ite(condition, constant, a)
            }
            12 => {
                let memory = memories[self.number as usize % memories.len()];
                let index = table.resize_unsigned(a, 8);
                table.read(memory, index)
            }
            _ => {
                let memory = memories[self.number as usize % memories.len()];
                let index = table.resize_unsigned(a, 8);
                let value = table.resize_unsigned(pick(1), 8);
                let mut written = table.write(memory, index, value);
                if self.number.is_multiple_of(3) {
                    let condition = table.truncate(pick(2), 1);
                    written = table.ite(condition, written, memories[0]);
                }
                memories.push(written);
                table.read(written, value)
            }
        }
    }

    fn binary(&self, hard: bool) -> BinaryOp {
        let op = BINARY[self.operands[2] as usize % BINARY.len()];
        let is_hard = matches!(
            op,
            BinaryOp::Mul
                | BinaryOp::MulHighUnsigned
                | BinaryOp::MulHighSigned
                | BinaryOp::MulHighSignedUnsigned
                | BinaryOp::UDiv
                | BinaryOp::URem
                | BinaryOp::SDiv
                | BinaryOp::SRem
                | BinaryOp::RotateLeft
                | BinaryOp::RotateRight
        );
        if is_hard && !hard { BinaryOp::Add } else { op }
    }
}
