//! The value of a term when inputs have values. Iterative, each term once; memories are never built: a read walks
//! down the writes until one has its index.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use imbl::OrdMap;
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::node::{InputId, Kind, Node, Sort, Term};
use crate::notes::{Notes, Page};
use crate::ops::mask;
use crate::semantics;
use crate::table::TermTable;

/// The contents of a memory input.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MemoryValue {
    /// Elements by index.
    pub elements: BTreeMap<u64, u64>,
    /// The element at all other indices.
    pub default: u64,
}

/// Values of inputs. An input without a value is zero everywhere. A clone shares what both have: each path has its own, and a path in a long
/// loop reads thousands of inputs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assignment {
    values: OrdMap<InputId, Bits>,
    memories: OrdMap<InputId, MemoryValue>,
}

impl Assignment {
    /// No values: all inputs are zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives an input a value, which has the input's width.
    pub fn set(&mut self, input: InputId, value: Bits) {
        self.values.insert(input, value);
    }

    /// Gives an input of `width` bits a value.
    pub fn set_u64(&mut self, input: InputId, width: u32, value: u64) {
        self.set(input, Bits::new(width, value));
    }

    /// The value given to an input.
    pub fn get(&self, input: InputId) -> Option<&Bits> {
        self.values.get(&input)
    }

    /// Gives a memory input its contents.
    pub fn set_memory(&mut self, input: InputId, elements: BTreeMap<u64, u64>, default: u64) {
        self.memories
            .insert(input, MemoryValue { elements, default });
    }

    /// The contents given to a memory input.
    pub fn get_memory(&self, input: InputId) -> Option<&MemoryValue> {
        self.memories.get(&input)
    }

    /// Forgets what was given to other inputs than these.
    pub fn retain(&mut self, keep: impl Fn(InputId) -> bool) {
        let without = |input: &&InputId| !keep(**input);
        let values: Vec<InputId> = self.values.keys().filter(without).copied().collect();
        let memories: Vec<InputId> = self.memories.keys().filter(without).copied().collect();
        for input in values {
            self.values.remove(&input);
        }
        for input in memories {
            self.memories.remove(&input);
        }
    }

    /// The values given, by input.
    pub fn iter(&self) -> impl Iterator<Item = (InputId, &Bits)> {
        self.values.iter().map(|(&input, value)| (input, value))
    }

    /// The memory contents given, by input.
    pub fn memories(&self) -> impl Iterator<Item = (InputId, &MemoryValue)> {
        self.memories.iter().map(|(&input, value)| (input, value))
    }
}

/// Evaluates terms of one table under one assignment; remembers the value of every term on the way.
pub struct Evaluator<'a> {
    table: &'a TermTable,
    assignment: &'a Assignment,
    small: Notes<'a>,
    wide: FxHashMap<Term, Bits>,
    stack: Vec<Frame>,
}

/// The values of terms under an assignment.
struct Values {
    /// Holding it keeps its address from others.
    assignment: Rc<Assignment>,
    small: Page,
    wide: FxHashMap<Term, Bits>,
}

/// What [`evaluating`] computed for the assignment that it was asked about last.
#[derive(Default)]
pub(crate) struct Remembered(RefCell<Option<Values>>);

impl Clone for Remembered {
    /// A table of its own may grow otherwise.
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Evaluates terms under an assignment, with what is known of it if it is the one that was asked about before: along a path the same model
/// is asked about again and again, and a loop makes terms that rest on those of the round before.
pub fn evaluating<T>(
    table: &TermTable,
    assignment: &Rc<Assignment>,
    evaluate: impl FnOnce(&mut Evaluator<'_>) -> T,
) -> T {
    let mut evaluator = match table.remembered.0.take() {
        Some(known) if Rc::ptr_eq(&known.assignment, assignment) => Evaluator {
            table,
            assignment,
            small: Notes::on(&table.pages, known.small, table.len()),
            wide: known.wide,
            stack: Vec::new(),
        },
        Some(known) => {
            table.pages.give_back(known.small);
            Evaluator::new(table, assignment)
        }
        None => Evaluator::new(table, assignment),
    };
    let result = evaluate(&mut evaluator);
    let Evaluator { small, wide, .. } = evaluator;
    let values = Values {
        assignment: assignment.clone(),
        small: small.leave(),
        wide,
    };
    *table.remembered.0.borrow_mut() = Some(values);
    result
}

/// A term to evaluate; for a read, how far down the memory it has come.
#[derive(Clone, Copy)]
struct Frame {
    term: Term,
    memory: Option<Term>,
}

/// The value of `term`, a bit-vector.
pub fn evaluate(table: &TermTable, assignment: &Assignment, term: Term) -> Bits {
    Evaluator::new(table, assignment).evaluate(term)
}

impl<'a> Evaluator<'a> {
    /// An evaluator that has seen nothing yet.
    pub fn new(table: &'a TermTable, assignment: &'a Assignment) -> Self {
        Self {
            table,
            assignment,
            small: Notes::new(&table.pages, table.len()),
            wide: FxHashMap::default(),
            stack: Vec::new(),
        }
    }

    /// The value of a bit-vector term.
    pub fn evaluate(&mut self, term: Term) -> Bits {
        let width = self.run(term);
        match self.wide.get(&term) {
            Some(value) => value.clone(),
            None => Bits::new(width, self.small.get(term).unwrap_or(0)),
        }
    }

    /// The value of a bit-vector term; its low 64 bits if it is wider.
    pub fn evaluate_u64(&mut self, term: Term) -> u64 {
        if let Some(value) = self.small.get(term) {
            return value;
        }
        self.run(term);
        self.small
            .get(term)
            .or_else(|| Some(self.wide.get(&term)?.word(0)))
            .unwrap_or(0)
    }

    /// Whether a term of width 1 has the value 1.
    pub fn is_true(&mut self, term: Term) -> bool {
        self.evaluate_u64(term) == 1
    }

    /// Whether all of some terms of width 1 have the value 1.
    pub fn are_true(&mut self, terms: &[Term]) -> bool {
        terms.iter().all(|&term| self.is_true(term))
    }

    /// The element of a memory term at `index`.
    pub fn read(&mut self, memory: Term, index: u64) -> u64 {
        let mut at = memory;
        loop {
            let node = self.table.node(at);
            at = match node.kind {
                Kind::Write if self.evaluate_u64(node.second()) == index => {
                    return self.evaluate_u64(node.third());
                }
                Kind::Write => node.first(),
                Kind::Ite if self.is_true(node.first()) => node.second(),
                Kind::Ite => node.third(),
                _ => return self.element(node, at, index),
            }
        }
    }

    /// The contents of a memory input.
    pub fn memory(&self, input: Term) -> MemoryValue {
        let node = self.table.node(input);
        let known = match node.kind {
            Kind::MemoryInput => self.assignment.get_memory(node.input()),
            _ => None,
        };
        known.cloned().unwrap_or_default()
    }

    /// The element of a memory input or literal.
    fn element(&self, node: Node, memory: Term, index: u64) -> u64 {
        let element = match node.kind {
            Kind::MemoryLiteral => self
                .table
                .literal(memory)
                .map(|literal| literal.element(index)),
            _ => self
                .assignment
                .get_memory(node.input())
                .map(|value| value.elements.get(&index).copied().unwrap_or(value.default)),
        };
        element.unwrap_or(0) & mask(node.width)
    }

    /// Evaluates `root` and what it needs; gives its width.
    fn run(&mut self, root: Term) -> u32 {
        let Sort::Bits(width) = self.table.sort(root) else {
            panic!("a memory has no value as a bit-vector; read its elements");
        };
        self.stack.push(Frame {
            term: root,
            memory: None,
        });
        while let Some(frame) = self.stack.pop() {
            if !self.known(frame.term) {
                self.step(frame);
            }
        }
        width
    }

    fn known(&self, term: Term) -> bool {
        self.small.get(term).is_some() || self.wide.contains_key(&term)
    }

    /// Asks for `term` before the frame goes on.
    fn need(&mut self, frame: Frame, term: Term) {
        self.stack.push(frame);
        self.stack.push(Frame { term, memory: None });
    }

    fn step(&mut self, frame: Frame) {
        let term = frame.term;
        let node = self.table.node(term);
        match node.kind {
            Kind::Constant => match self.table.as_u64(term) {
                Some(value) => self.small.set(term, value),
                None => {
                    let value = self
                        .table
                        .as_constant(term)
                        .unwrap_or(Bits::zero(node.width));
                    self.wide.insert(term, value);
                }
            },
            Kind::Input => {
                let value = self.assignment.get(node.input());
                if node.width <= 64 {
                    self.small.set(
                        term,
                        value.map_or(0, |value| value.word(0) & mask(node.width)),
                    );
                } else {
                    let value = value.map_or(Bits::zero(node.width), |value| {
                        value.zero_extend(node.width)
                    });
                    self.wide.insert(term, value);
                }
            }
            Kind::Read => self.step_read(frame, node),
            Kind::Ite => {
                let Some(condition) = self.small.get(node.first()) else {
                    return self.need(frame, node.first());
                };
                let chosen = if condition == 1 {
                    node.second()
                } else {
                    node.third()
                };
                if !self.known(chosen) {
                    return self.need(frame, chosen);
                }
                if let Some(value) = self.small.get(chosen) {
                    self.small.set(term, value);
                } else if let Some(value) = self.wide.get(&chosen).cloned() {
                    self.wide.insert(term, value);
                }
            }
            _ => self.step_operator(frame, node),
        }
    }

    fn step_operator(&mut self, frame: Frame, node: Node) {
        let mut widths = [0; 2];
        let mut values = [0; 3];
        let mut all_small = node.width <= 64;
        let mut missing = false;
        for (i, child) in node.children().enumerate() {
            if let Some(value) = self.small.get(child) {
                values[i] = value;
                widths[i.min(1)] = self.table.width(child);
            } else if self.wide.contains_key(&child) {
                all_small = false;
            } else {
                if !missing {
                    self.stack.push(frame);
                    missing = true;
                }
                self.stack.push(Frame {
                    term: child,
                    memory: None,
                });
            }
        }
        if missing {
            return;
        }
        if all_small {
            self.small
                .set(frame.term, semantics::small(&node, widths, values));
            return;
        }
        let operands: Vec<Bits> = node
            .children()
            .map(|child| match self.wide.get(&child) {
                Some(value) => value.clone(),
                None => Bits::new(self.table.width(child), self.small.get(child).unwrap_or(0)),
            })
            .collect();
        let value = semantics::wide(&node, &operands);
        if node.width <= 64 {
            self.small.set(frame.term, value.word(0));
        } else {
            self.wide.insert(frame.term, value);
        }
    }

    fn step_read(&mut self, frame: Frame, read: Node) {
        let Some(index) = self.small.get(read.second()) else {
            return self.need(frame, read.second());
        };
        let mut at = frame.memory.unwrap_or(read.first());
        let value = loop {
            let node = self.table.node(at);
            let here = Frame {
                term: frame.term,
                memory: Some(at),
            };
            match node.kind {
                Kind::Write => match self.small.get(node.second()) {
                    None => return self.need(here, node.second()),
                    Some(written) if written == index => match self.small.get(node.third()) {
                        None => return self.need(here, node.third()),
                        Some(value) => break value,
                    },
                    Some(_) => at = node.first(),
                },
                Kind::Ite => match self.small.get(node.first()) {
                    None => return self.need(here, node.first()),
                    Some(1) => at = node.second(),
                    Some(_) => at = node.third(),
                },
                _ => break self.element(node, at, index),
            }
        };
        self.small.set(frame.term, value);
    }
}
