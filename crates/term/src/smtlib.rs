//! Terms as SMT-LIB 2 text in the logic QF_ABV.
//!
//! Every operator becomes one `define-fun` over names defined before, so the text is as large as the graph, shows the
//! sharing, and nests no deeper than one operator however deep the term is (solvers parse recursively). All terms
//! of width 1 are `(_ BitVec 1)`; a comparison is wrapped in `ite`, and an assertion says `(= t #b1)`.
//! A float term is an operator of the theory FloatingPoint or its circuit, as is asked (`smtlib/numbers.rs`). Memories are arrays. QF_ABV has no constant arrays (z3 4.8 refuses them there), so a literal is a declared array with
//! assertions: of its elements, and of its default at every index that is read. This is enough since memories
//! are never compared.
//!
//! [`print()`] and [`Printer`] serve a solver process; [`formula`] is a file that stands for itself, [`expression`] one term for other files.
//!
//! Names: input number 3 with the name `x` is `|x!3|`; the term at index 17 is `t17`, and as a number `f17`.

mod numbers;

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use self::numbers::View;
use crate::bits::Bits;
use crate::float::FloatOp;
use crate::literal::MemoryLiteral;
use crate::node::{InputId, Kind, Node, Sort, Term};
use crate::ops::mask;
use crate::table::TermTable;

/// Prints terms for one session with a solver: what was declared or defined once is not repeated.
///
/// The text assumes that it outlives every `pop`: print definitions outside any `push`. (The option
/// `:global-declarations` keeps definitions, but not the assertions about known memories.)
#[derive(Debug)]
pub struct Printer {
    floats: Floats,
    defined: FxHashSet<(Term, View)>,
}

/// What float terms are written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Floats {
    /// Circuits: all that the theory of bit-vectors has.
    Circuits,
    /// Operators of the theory FloatingPoint, in the formats that all solvers have; circuits in others.
    Operators,
}

impl Printer {
    /// A printer for a new session.
    pub fn new(floats: Floats) -> Self {
        Self {
            floats,
            defined: FxHashSet::default(),
        }
    }

    /// What float terms are written as.
    pub fn floats(&self) -> Floats {
        self.floats
    }

    /// Whether something was written with operators of the theory FloatingPoint.
    fn has_numbers(&self) -> bool {
        let mut defined = self.defined.iter();
        defined.any(|&(_, view)| view == View::Number)
    }

    /// The operation of a term that is written as an operator.
    fn operation(&self, node: &Node) -> Option<(FloatOp, &'static str)> {
        match self.floats {
            Floats::Circuits => None,
            Floats::Operators => numbers::operation(node),
        }
    }

    /// What the definition of a term mentions.
    fn parts(&self, table: &mut TermTable, term: Term, view: View) -> Vec<(Term, View)> {
        let node = table.node(term);
        if view == View::Number {
            return numbers::parts_of_number(table, term);
        }
        if let Some((op, _)) = self.operation(&node) {
            return match op.result() {
                Some(_) => vec![(term, View::Number)],
                None => numbers::operands(op, &node).collect(),
            };
        }
        if let Some(of) = self.asked_for_nan(table, &node) {
            return vec![(of, View::Number)];
        }
        // Operands of a float term, too, so that inputs have names even where the circuit does not need them.
        let circuit = table.circuit(term);
        let needed = node.children().chain(circuit);
        needed.map(|part| (part, View::Bits)).collect()
    }

    fn asked_for_nan(&self, table: &TermTable, node: &Node) -> Option<Term> {
        match self.floats {
            Floats::Circuits => None,
            Floats::Operators => numbers::asked_for_nan(table, node),
        }
    }

    /// Appends to `text` the declarations and definitions that `term` needs and that were not printed yet.
    pub fn define(&mut self, table: &mut TermTable, term: Term, text: &mut String) {
        let mut stack = vec![(term, View::Bits)];
        while let Some(&(term, view)) = stack.last() {
            if self.defined.contains(&(term, view)) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let parts = self.parts(table, term, view);
            stack.extend(
                parts
                    .into_iter()
                    .filter(|part| !self.defined.contains(part)),
            );
            if stack.len() > before {
                continue;
            }
            let node = table.node(term);
            if view == View::Number {
                numbers::define(table, term, text);
            } else if let Some(operation) = self.operation(&node) {
                numbers::define_bits(table, term, operation, text);
            } else if let Some(of) = self.asked_for_nan(table, &node) {
                let (name, test) = (reference(table, term), numbers::is_nan(table, of));
                let _ = writeln!(text, "(define-fun {name} () (_ BitVec 1) {test})");
            } else {
                define_one(table, term, node, text);
            }
            self.defined.insert((term, view));
            stack.pop();
        }
    }

    /// Appends the definitions that `condition` (of width 1) needs, and its assertion.
    pub fn assert(&mut self, table: &mut TermTable, condition: Term, text: &mut String) {
        self.define(table, condition, text);
        let _ = writeln!(text, "(assert {})", truth(table, condition));
    }
}

/// A whole script: logic, definitions, assertions (terms of width 1) and `(check-sat)`. Float terms are circuits.
pub fn print(table: &mut TermTable, assertions: &[Term]) -> String {
    let mut text = String::from("(set-logic QF_ABV)\n");
    let mut printer = Printer::new(Floats::Circuits);
    for &assertion in assertions {
        printer.assert(table, assertion, &mut text);
    }
    text.push_str("(check-sat)\n");
    text
}

/// A file of its own: satisfiable iff `condition` (of width 1) can be 1. `comments` stand above it, one line each.
///
/// The logic is the smallest that has what occurs: QF_BV, with A where there are memories and FP where float terms are operators. The text is as long
/// as the graph has terms.
pub fn formula(
    table: &mut TermTable,
    condition: Term,
    floats: Floats,
    comments: &[String],
) -> String {
    let order = table.post_order(&[condition]);
    let has_memories = order
        .iter()
        .any(|&term| matches!(table.sort(term), Sort::Memory { .. }));
    let mut text = String::new();
    for comment in comments {
        let _ = writeln!(text, "; {}", one_line(comment));
    }
    let mut body = String::new();
    let mut printer = Printer::new(floats);
    printer.assert(table, condition, &mut body);
    text.push_str("(set-option :produce-models true)\n");
    let logic = match (has_memories, printer.has_numbers()) {
        (false, false) => "QF_BV",
        (true, false) => "QF_ABV",
        (false, true) => "QF_BVFP",
        (true, true) => "QF_ABVFP",
    };
    let _ = writeln!(text, "(set-logic {logic})");
    text.push_str(&body);
    text.push_str("(check-sat)\n(get-model)\n");
    text
}

/// A term as one expression, in which inputs have the names that `name_of` gives; a memory of known contents is a constant array with stores. None if an
/// input has no name, or if there are floats, whose circuits are long.
pub fn expression(
    table: &TermTable,
    term: Term,
    name_of: &dyn Fn(InputId) -> Option<String>,
) -> Option<String> {
    let order = table.post_order(&[term]);
    let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
    for &part in &order {
        for child in table.node(part).children() {
            *uses.entry(child).or_default() += 1;
        }
    }
    let mut texts: FxHashMap<Term, String> = FxHashMap::default();
    let mut shared = String::new();
    let mut count = 0;
    for part in order {
        let node = table.node(part);
        let text = match node.kind {
            Kind::Constant => reference(table, part),
            Kind::Input | Kind::MemoryInput => format!("|{}|", name_of(node.input())?),
            Kind::Float => return None,
            _ => {
                let operand = |child: Term| texts.get(&child).cloned().unwrap_or_default();
                let text = match table.literal(part) {
                    Some(literal) => known_contents(literal, &sort(table.sort(part))),
                    None => body(table, node, &operand),
                };
                match uses.get(&part) {
                    Some(2..) => {
                        count += 1;
                        let _ = write!(shared, "(let ((t{count} {text})) ");
                        format!("t{count}")
                    }
                    _ => text,
                }
            }
        };
        texts.insert(part, text);
    }
    let last = texts.remove(&term)?;
    Some(format!("{shared}{last}{}", ")".repeat(count)))
}

/// A comment without line breaks, which would end it.
pub fn one_line(comment: &str) -> String {
    comment.replace(char::is_control, " ")
}

/// The formula (of sort Bool) that a defined term of width 1 has the value 1.
pub fn truth(table: &TermTable, condition: Term) -> String {
    format!("(= {} #b1)", reference(table, condition))
}

/// The text that stands for a defined term: a literal for a constant, else a name.
pub fn reference(table: &TermTable, term: Term) -> String {
    let node = table.node(term);
    match node.kind {
        Kind::Constant => match table.as_constant(term) {
            Some(value) => format!("#b{}", value.to_binary()),
            None => String::new(),
        },
        Kind::Input | Kind::MemoryInput => symbol(table, node.input()),
        _ => format!("t{}", term.index()),
    }
}

/// The name of an input: quoted, and unique by its number.
pub fn symbol(table: &TermTable, input: InputId) -> String {
    let printable = |c: char| {
        if c == '|' || c == '\\' || !(' '..='~').contains(&c) {
            '_'
        } else {
            c
        }
    };
    let name: String = table
        .input_info(input)
        .name
        .chars()
        .map(printable)
        .collect();
    format!("|{name}!{}|", input.index())
}

/// The SMT-LIB sort.
pub fn sort(sort: Sort) -> String {
    match sort {
        Sort::Bits(width) => format!("(_ BitVec {width})"),
        Sort::Memory { index, element } => {
            format!("(Array (_ BitVec {index}) (_ BitVec {element}))")
        }
    }
}

/// The name of an operator that is applied to its operands as it stands.
fn operator(kind: Kind) -> &'static str {
    match kind {
        Kind::Not => "bvnot",
        Kind::Neg => "bvneg",
        Kind::And => "bvand",
        Kind::Or => "bvor",
        Kind::Xor => "bvxor",
        Kind::Add => "bvadd",
        Kind::Mul => "bvmul",
        Kind::UDiv => "bvudiv",
        Kind::URem => "bvurem",
        Kind::SDiv => "bvsdiv",
        Kind::SRem => "bvsrem",
        Kind::Shl => "bvshl",
        Kind::LShr => "bvlshr",
        Kind::AShr => "bvashr",
        Kind::Eq => "=",
        Kind::Ult => "bvult",
        Kind::Slt => "bvslt",
        Kind::Concat => "concat",
        Kind::Ite => "ite",
        Kind::Read => "select",
        Kind::Write => "store",
        other => other.name(),
    }
}

fn define_one(table: &TermTable, term: Term, node: Node, text: &mut String) {
    let name = reference(table, term);
    let of_sort = sort(node.sort());
    if node.kind == Kind::Read {
        define_defaults(table, node, text);
    }
    let body = match node.kind {
        Kind::Constant => return,
        Kind::Input | Kind::MemoryInput => {
            let _ = writeln!(text, "(declare-fun {name} () {of_sort})");
            return;
        }
        Kind::MemoryLiteral => return define_literal(table, term, &name, &of_sort, text),
        Kind::Float => match table.known_circuit(term) {
            Some(circuit) => reference(table, circuit),
            None => return,
        },
        _ => body(table, node, &|child| reference(table, child)),
    };
    let _ = writeln!(text, "(define-fun {name} () {of_sort} {body})");
}

/// An operator over the texts of its operands.
fn body(table: &TermTable, node: Node, operand: &dyn Fn(Term) -> String) -> String {
    let operands: Vec<String> = node.children().map(operand).collect();
    let all = operands.join(" ");
    match node.kind {
        Kind::Eq | Kind::Ult | Kind::Slt => {
            format!("(ite ({} {all}) #b1 #b0)", operator(node.kind))
        }
        Kind::Ite => {
            let [condition, then, otherwise] = [0, 1, 2].map(|index| &operands[index]);
            format!("(ite (= {condition} #b1) {then} {otherwise})")
        }
        Kind::Extract => {
            let high = node.low() + node.width - 1;
            format!("((_ extract {high} {}) {all})", node.low())
        }
        Kind::ZeroExtend | Kind::SignExtend => {
            let more = node.width - table.width(node.first());
            format!("((_ {} {more}) {all})", operator(node.kind))
        }
        kind => format!("({} {all})", operator(kind)),
    }
}

/// A literal as an expression: a constant array, and stores of the elements that differ.
fn known_contents(literal: &MemoryLiteral, of_sort: &str) -> String {
    let element = |value: u64| digits(literal.element_width, value);
    let constant = format!("((as const {of_sort}) {})", element(literal.default));
    let differing = literal
        .elements()
        .filter(|&(_, value)| value != literal.default);
    differing.fold(constant, |array, (index, value)| {
        let index = digits(literal.index_width, index);
        format!("(store {array} {index} {})", element(value))
    })
}

/// A literal: an array with known elements. See [`define_defaults`] for the others.
fn define_literal(table: &TermTable, term: Term, name: &str, of_sort: &str, text: &mut String) {
    let Some(literal) = table.literal(term) else {
        return;
    };
    let _ = writeln!(text, "(declare-fun {name} () {of_sort})");
    for (index, element) in literal.elements() {
        let index = digits(literal.index_width, index);
        let element = digits(literal.element_width, element);
        let _ = writeln!(text, "(assert (= (select {name} {index}) {element}))");
    }
}

/// For an access: the literals that it may reach have their default where they have no contents.
fn define_defaults(table: &TermTable, access: Node, text: &mut String) {
    let index = reference(table, access.second());
    let mut seen = FxHashSet::default();
    let mut stack = vec![access.first()];
    while let Some(memory) = stack.pop() {
        if !seen.insert(memory) {
            continue;
        }
        let node = table.node(memory);
        match node.kind {
            Kind::Write => stack.push(node.first()),
            Kind::Ite => stack.extend([node.third(), node.second()]),
            _ => {}
        }
        let Some(literal) = table.literal(memory) else {
            continue;
        };
        if literal.known() as u64 > mask(literal.index_width) {
            continue;
        }
        let width = literal.index_width;
        let mut known = String::new();
        for run in literal.runs() {
            let start = digits(width, run.start());
            let length = digits(width, run.contents().len() as u64);
            let _ = match run.start() {
                0 => write!(known, "(bvult {index} {length}) "),
                _ => write!(known, "(bvult (bvsub {index} {start}) {length}) "),
            };
        }
        let name = reference(table, memory);
        let default = digits(literal.element_width, literal.default);
        let _ = writeln!(
            text,
            "(assert (or {known}(= (select {name} {index}) {default})))"
        );
    }
}

fn digits(width: u32, value: u64) -> String {
    format!("#b{}", Bits::new(width, value).to_binary())
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use std::rc::Rc;

    #[test]
    fn text_of_a_small_query() {
        let mut table = TermTable::new();
        let x = table.input("a|b", 8);
        let memory = table.memory_input("m", 8, 8);
        let literal = table.memory_literal(8, 8, Rc::from([0, 7]), 0);
        let element = table.read(memory, x);
        let known = table.read(literal, element);
        let less = table.ult(known, x);
        expect![[r#"
            (set-logic QF_ABV)
            (declare-fun |a_b!0| () (_ BitVec 8))
            (declare-fun |m!1| () (Array (_ BitVec 8) (_ BitVec 8)))
            (define-fun t5 () (_ BitVec 8) (select |m!1| |a_b!0|))
            (declare-fun t4 () (Array (_ BitVec 8) (_ BitVec 8)))
            (assert (= (select t4 #b00000000) #b00000000))
            (assert (= (select t4 #b00000001) #b00000111))
            (assert (or (bvult t5 #b00000010) (= (select t4 t5) #b00000000)))
            (define-fun t6 () (_ BitVec 8) (select t4 t5))
            (define-fun t7 () (_ BitVec 1) (ite (bvult t6 |a_b!0|) #b1 #b0))
            (assert (= t7 #b1))
            (check-sat)
        "#]]
        .assert_eq(&print(&mut table, &[less]));
    }

    #[test]
    fn a_formula_names_its_logic_and_stands_for_itself() {
        let mut table = TermTable::new();
        let x = table.input("x", 8);
        let five = table.constant(8, 5);
        let less = table.ult(x, five);
        expect![[r#"
            ; two lines
            (set-option :produce-models true)
            (set-logic QF_BV)
            (declare-fun |x!0| () (_ BitVec 8))
            (define-fun t4 () (_ BitVec 1) (ite (bvult |x!0| #b00000101) #b1 #b0))
            (assert (= t4 #b1))
            (check-sat)
            (get-model)
        "#]]
        .assert_eq(&formula(
            &mut table,
            less,
            Floats::Operators,
            &["two\nlines".to_owned()],
        ));
        let memory = table.memory_input("m", 8, 8);
        let element = table.read(memory, x);
        let equal = table.eq(element, five);
        assert!(formula(&mut table, equal, Floats::Operators, &[]).contains("(set-logic QF_ABV)"));
    }

    #[test]
    fn an_expression_shares_what_occurs_twice_and_needs_all_names() {
        let mut table = TermTable::new();
        let x = table.input("x", 8);
        let y = table.input("y", 8);
        let sum = table.add(x, y);
        let product = table.mul(sum, x);
        let less = table.ult(sum, product);
        let name_of = |input: InputId| Some(["first", "the second"][input.index()].to_owned());
        expect![
            "(let ((t1 (bvadd |first| |the second|))) (ite (bvult t1 (bvmul |first| t1)) #b1 #b0))"
        ]
        .assert_eq(&expression(&table, less, &name_of).unwrap_or_default());
        assert_eq!(expression(&table, less, &|_| None), None);
    }

    #[test]
    fn known_contents_are_an_expression_too() {
        let mut table = TermTable::new();
        let index = table.input("i", 3);
        let name_of = |_| Some("i".to_owned());
        let contents = table.memory_literal(3, 8, [5, 0, 6].into(), 0);
        let element = table.read(contents, index);
        let limit = table.constant(8, 7);
        let less = table.ult(element, limit);
        expect!["(ite (bvult (select (store (store ((as const (Array (_ BitVec 3) (_ BitVec 8))) #b00000000) #b000 #b00000101) #b010 #b00000110) |i|) #b00000111) #b1 #b0)"].assert_eq(&expression(&table, less, &name_of).unwrap_or_default());
    }

    #[test]
    fn a_session_repeats_nothing() {
        let mut table = TermTable::new();
        let x = table.input("x", 8);
        let y = table.input("y", 8);
        let sum = table.add(x, y);
        let five = table.constant(8, 5);
        let (less, equal) = (table.ult(sum, five), table.eq(sum, five));
        let mut printer = Printer::new(Floats::Operators);
        let (mut first, mut second) = (String::new(), String::new());
        printer.assert(&mut table, less, &mut first);
        printer.assert(&mut table, equal, &mut second);
        assert!(first.contains("declare-fun |x!0|"));
        assert!(!second.contains("declare-fun"));
        assert_eq!(second.matches("define-fun").count(), 1);
    }
}
