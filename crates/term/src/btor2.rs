//! Terms as BTOR2 models: one `bad` per condition, reachable in the first step or never.
//!
//! After A. Niemetz, M. Preiner, C. Wolf, A. Biere: "Btor2, BtorMC and Boolector 3.0" (CAV 2018). Inputs are `input`s. A memory is
//! a `state` that keeps its value: without `init` if its contents are unknown, else with the default everywhere and the elements
//! written over it, as `rotor` does. The operators of terms have the meaning of BTOR2's, division by zero and wide shifts
//! included. A float term is its circuit. One line per term, so nothing nests.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::node::{Kind, Node, Sort, Term};
use crate::smtlib;
use crate::table::TermTable;

/// Lines and the numbers of what they define.
#[derive(Default)]
struct Writer {
    text: String,
    lines: u64,
    sorts: FxHashMap<Sort, u64>,
    terms: FxHashMap<Term, u64>,
}

/// A model with one `bad` per condition (of width 1), by name: it can be reached iff the condition can be 1. `comments` stand
/// above it, one line each.
pub fn model(table: &mut TermTable, conditions: &[(String, Term)], comments: &[String]) -> String {
    let mut writer = Writer::default();
    for comment in comments {
        let _ = writeln!(writer.text, "; {}", smtlib::one_line(comment));
    }
    let roots: Vec<Term> = conditions.iter().map(|(_, condition)| *condition).collect();
    for term in table.post_order_of_circuits(&roots) {
        writer.define(table, term);
    }
    for (name, condition) in conditions {
        let condition = writer.of(*condition);
        writer.line(&format!("bad {condition} {}", symbol(name)));
    }
    writer.text
}

/// A name without what ends it: blanks, and semicolons.
fn symbol(name: &str) -> String {
    let allowed = |c: char| c.is_ascii_graphic() && c != ';';
    name.chars()
        .map(|c| if allowed(c) { c } else { '_' })
        .collect()
}

/// The operators that BTOR2 names otherwise.
fn operator(kind: Kind) -> &'static str {
    match kind {
        Kind::Shl => "sll",
        Kind::LShr => "srl",
        Kind::AShr => "sra",
        other => other.name(),
    }
}

impl Writer {
    /// The number of a term that was defined.
    fn of(&self, term: Term) -> u64 {
        self.terms.get(&term).copied().unwrap_or(0)
    }

    fn line(&mut self, what: &str) -> u64 {
        self.lines += 1;
        let _ = writeln!(self.text, "{} {what}", self.lines);
        self.lines
    }

    fn sort(&mut self, sort: Sort) -> u64 {
        if let Some(&number) = self.sorts.get(&sort) {
            return number;
        }
        let number = match sort {
            Sort::Bits(width) => self.line(&format!("sort bitvec {width}")),
            Sort::Memory { index, element } => {
                let index = self.sort(Sort::Bits(index));
                let element = self.sort(Sort::Bits(element));
                self.line(&format!("sort array {index} {element}"))
            }
        };
        self.sorts.insert(sort, number);
        number
    }

    fn constant(&mut self, value: &Bits) -> u64 {
        let sort = self.sort(Sort::Bits(value.width()));
        self.line(&format!("const {sort} {}", value.to_binary()))
    }

    fn define(&mut self, table: &TermTable, term: Term) {
        let node = table.node(term);
        let sort = self.sort(node.sort());
        let operands: Vec<String> = node
            .children()
            .map(|child| self.of(child).to_string())
            .collect();
        let operands = operands.join(" ");
        let number = match node.kind {
            Kind::Constant => match table.as_constant(term) {
                Some(value) => self.constant(&value),
                None => return,
            },
            Kind::Input => self.line(&format!("input {sort} {}", input(table, node))),
            Kind::MemoryInput => {
                let state = self.line(&format!("state {sort} {}", input(table, node)));
                self.line(&format!("next {sort} {state} {state}"));
                state
            }
            Kind::MemoryLiteral => self.literal(table, term, sort),
            Kind::Float => match table.known_circuit(term) {
                Some(circuit) => self.of(circuit),
                None => return,
            },
            Kind::Extract => {
                let (high, low) = (node.low() + node.width - 1, node.low());
                self.line(&format!("slice {sort} {operands} {high} {low}"))
            }
            Kind::ZeroExtend | Kind::SignExtend => {
                let more = node.width - table.width(node.first());
                let name = match node.kind {
                    Kind::ZeroExtend => "uext",
                    _ => "sext",
                };
                self.line(&format!("{name} {sort} {operands} {more}"))
            }
            kind => self.line(&format!("{} {sort} {operands}", operator(kind))),
        };
        self.terms.insert(term, number);
    }

    /// A memory of known contents: the default, and the elements that differ from it.
    fn literal(&mut self, table: &TermTable, term: Term, sort: u64) -> u64 {
        let Some(literal) = table.literal(term) else {
            return 0;
        };
        let default = self.constant(&Bits::new(literal.element_width, literal.default));
        let state = self.line(&format!("state {sort}"));
        self.line(&format!("init {sort} {state} {default}"));
        self.line(&format!("next {sort} {state} {state}"));
        let mut memory = state;
        for (index, element) in literal.elements() {
            if element == literal.default {
                continue;
            }
            let index = self.constant(&Bits::new(literal.index_width, index));
            let element = self.constant(&Bits::new(literal.element_width, element));
            memory = self.line(&format!("write {sort} {memory} {index} {element}"));
        }
        memory
    }
}

fn input(table: &TermTable, node: Node) -> String {
    let name = smtlib::symbol(table, node.input());
    symbol(name.trim_matches('|'))
}
