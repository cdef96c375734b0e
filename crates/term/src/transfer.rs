//! Terms on their way to another table, as one thread tells them to another one.
//!
//! A table stays with its thread. What another one has to know goes there as data: each term once, behind its operands, by the number that it has
//! among all that were sent. The other table makes its own term of it, by its rules; models come back by the same numbers.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::evaluate::{Assignment, MemoryValue};
use crate::literal::Run;
use crate::node::{Node, Sort, Term};
use crate::table::TermTable;

/// The number of a term among all that were sent, from 0.
pub type Number = u32;

/// A term without its table.
#[derive(Debug)]
enum Sent {
    Value(Bits),
    Input {
        name: String,
        sort: Sort,
    },
    Contents {
        index_width: u32,
        element_width: u32,
        /// The first index of each run, and its elements.
        runs: Vec<(u64, Vec<u64>)>,
        default: u64,
    },
    /// Its operands are those that were sent by these numbers.
    Operation(Node, [Number; 3]),
}

/// Terms that the other table does not have yet, in the order of their numbers.
#[derive(Debug, Default)]
pub struct Parcel(Vec<Sent>);

/// Values of inputs that were sent.
#[derive(Debug)]
pub struct SentModel {
    values: Vec<(Number, Bits)>,
    memories: Vec<(Number, MemoryValue)>,
}

/// Where terms come from.
#[derive(Debug, Default)]
pub struct Sender {
    numbers: FxHashMap<Term, Number>,
    terms: Vec<Term>,
}

impl Sender {
    /// Everything of `roots`, terms of the table that all are of, that was not sent before.
    pub fn pack(&mut self, table: &TermTable, roots: &[Term]) -> Parcel {
        let known = &self.numbers;
        let order = table.order_of_parts(roots, |table, term| {
            let is_known = known.contains_key(&term);
            let operands = table.node(term).children();
            operands.take_while(move |_| !is_known)
        });
        let mut parcel = Vec::with_capacity(order.len());
        for term in order {
            if self.numbers.contains_key(&term) {
                continue;
            }
            parcel.push(self.sent(table, term));
            let number = self.terms.len() as Number;
            self.numbers.insert(term, number);
            self.terms.push(term);
        }
        Parcel(parcel)
    }

    fn sent(&self, table: &TermTable, term: Term) -> Sent {
        if let Some(value) = table.as_constant(term) {
            return Sent::Value(value);
        }
        if let Some(input) = table.input_id(term) {
            let info = table.input_info(input);
            return Sent::Input {
                name: info.name.clone(),
                sort: info.sort,
            };
        }
        if let Some(literal) = table.literal(term) {
            let runs = literal.runs().iter();
            return Sent::Contents {
                index_width: literal.index_width,
                element_width: literal.element_width,
                runs: runs
                    .map(|run| (run.start(), run.contents().to_vec()))
                    .collect(),
                default: literal.default,
            };
        }
        let node = table.node(term);
        let mut operands = [0; 3];
        for (operand, child) in operands.iter_mut().zip(node.children()) {
            *operand = self.number(child);
        }
        Sent::Operation(node, operands)
    }

    /// The number of a term that was sent.
    ///
    /// # Panics
    /// If it was not.
    pub fn number(&self, term: Term) -> Number {
        self.numbers[&term]
    }

    /// A model that came back.
    pub fn unpack(&self, table: &TermTable, model: SentModel) -> Assignment {
        let input = |number: Number| table.node(self.terms[number as usize]).input();
        let mut assignment = Assignment::new();
        for (number, value) in model.values {
            assignment.set(input(number), value);
        }
        for (number, value) in model.memories {
            assignment.set_memory(input(number), value.elements, value.default);
        }
        assignment
    }
}

/// Where terms arrive.
#[derive(Debug, Default)]
pub struct Receiver {
    terms: Vec<Term>,
    inputs: FxHashMap<Term, Number>,
}

impl Receiver {
    /// Makes the terms of a parcel, which must be the next one of those that the sender packed. All go to the same table.
    pub fn unpack(&mut self, table: &mut TermTable, parcel: &Parcel) {
        for sent in &parcel.0 {
            let number = self.terms.len() as Number;
            let term = match sent {
                Sent::Value(value) => table.constant_bits(value.clone()),
                Sent::Input { name, sort } => {
                    let input = match *sort {
                        Sort::Bits(width) => table.input(name, width),
                        Sort::Memory { index, element } => table.memory_input(name, index, element),
                    };
                    self.inputs.insert(input, number);
                    input
                }
                Sent::Contents {
                    index_width,
                    element_width,
                    runs,
                    default,
                } => {
                    let runs = runs.iter();
                    let runs: Rc<[Run]> = runs
                        .map(|(start, contents)| Run::new(*start, contents.as_slice().into()))
                        .collect();
                    table.memory_runs(*index_width, *element_width, runs, *default)
                }
                Sent::Operation(node, operands) => {
                    let operands = operands.map(|number| self.terms[number as usize]);
                    table.rebuild(*node, operands)
                }
            };
            self.terms.push(term);
        }
    }

    /// The term of a number.
    pub fn term(&self, number: Number) -> Term {
        self.terms[number as usize]
    }

    /// What a model says of inputs that came here.
    pub fn pack(&self, table: &TermTable, model: &Assignment) -> SentModel {
        let number = |input| self.inputs.get(&table.input_term(input)).copied();
        let values = model.iter();
        let memories = model.memories();
        SentModel {
            values: values
                .filter_map(|(input, value)| Some((number(input)?, value.clone())))
                .collect(),
            memories: memories
                .filter_map(|(input, value)| Some((number(input)?, value.clone())))
                .collect(),
        }
    }
}
