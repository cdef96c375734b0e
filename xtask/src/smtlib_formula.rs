//! Random formulas over all operators that `everypath solve` reads, with arrays and functions.
//!
//! Other solvers lack some operators, and take two arguments where we take more. Such an operator has a mark with its width and, if not usual,
//! the number of its arguments, as in `bvredxor@8` or `bvsub@8@3`. For a solver that knows the operator the mark is taken away; for
//! another it is a function that is defined before the formula.

use std::collections::BTreeSet;
use std::fmt::Write;

use everypath_term::Random;

/// Bit-vectors of one width to one of that width, cheap.
const FOLDS: [&str; 11] = [
    "bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor", "bvadd", "bvsub", "bvshl", "bvlshr",
    "bvashr",
];
/// The same, expensive; rotations are so where they are defined by a remainder.
const HARD_FOLDS: [&str; 8] = [
    "bvmul",
    "bvudiv",
    "bvurem",
    "bvsdiv",
    "bvsrem",
    "bvsmod",
    "ext_rotate_left",
    "ext_rotate_right",
];
/// Bit-vectors of one width to a truth value, cheap.
const CHAINS: [&str; 15] = [
    "=", "distinct", "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge",
    "bvuaddo", "bvsaddo", "bvusubo", "bvssubo", "bvsdivo",
];
/// The same, expensive.
const HARD_CHAINS: [&str; 2] = ["bvumulo", "bvsmulo"];
/// Operators that not everyone has.
const RARE: [&str; 13] = [
    "bvinc",
    "bvdec",
    "bvnego",
    "bvredxor",
    "ext_rotate_left",
    "ext_rotate_right",
    "bvuaddo",
    "bvsaddo",
    "bvumulo",
    "bvsmulo",
    "bvusubo",
    "bvssubo",
    "bvsdivo",
];
/// Operators on bit-vectors that everyone takes with more than two arguments.
const LONG: [&str; 7] = ["=", "distinct", "bvand", "bvor", "bvxor", "bvadd", "bvmul"];

/// Of multiplications, divisions and the like, the bits of one operand times those of the other that a formula may have.
const EFFORT: u32 = 400;

/// One formula, with marks.
#[derive(Debug)]
pub struct Formula {
    /// Name and declaration of each input.
    pub inputs: Vec<(&'static str, String)>,
    /// What is asserted.
    pub assertions: Vec<String>,
    /// Terms whose values a model is asked for.
    pub terms: Vec<String>,
    /// An assertion for a while.
    pub passing: String,
    /// Whether it is to be asked incrementally, too.
    pub incremental: bool,
}

impl Formula {
    /// The formula of a seed.
    pub fn new(seed: u64) -> Self {
        let mut generator = Generator::new(seed);
        let count = 1 + generator.random.below(4);
        let assertions = (0..count)
            .map(|_| {
                let depth = 2 + generator.random.below(3) as u32;
                generator.truth(depth)
            })
            .collect();
        let inputs = generator.inputs();
        let mut terms: Vec<String> = ["i", "j", "x", "y", "a", "b", "p", "q"]
            .map(str::to_owned)
            .to_vec();
        terms.extend(["(f i p)", "(f j true)", "(g x)"].map(str::to_owned));
        let width = generator.width();
        terms.push(generator.vector(width, 2));
        terms.push(generator.truth(2));
        terms.push(generator.array(1));
        Self {
            inputs,
            assertions,
            terms,
            passing: generator.truth(2),
            incremental: generator.random.below(10) == 0,
        }
    }
}

/// A formula under construction: its inputs have the widths `index` and `element`, or are truth values.
struct Generator {
    random: Random,
    index: u32,
    element: u32,
    /// What is left of [`EFFORT`].
    effort: u32,
    /// Whether what a `let` binds may have a `let` with the same names, which bitwuzla 0.9.1 does not read.
    nested: bool,
    /// Inside what a `let` binds.
    binding: bool,
}

impl Generator {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut width = || match random.below(4) {
            0 | 1 => 1 + random.below(6) as u32,
            2 => 1 + random.below(16) as u32,
            _ => 1 + random.below(128) as u32,
        };
        let (index, element) = (width(), width());
        let nested = random.below(32) == 0;
        Self {
            random,
            index,
            element,
            effort: EFFORT,
            nested,
            binding: false,
        }
    }

    fn inputs(&self) -> Vec<(&'static str, String)> {
        let index = format!("(_ BitVec {})", self.index);
        let element = format!("(_ BitVec {})", self.element);
        let array = format!("(Array {index} {element})");
        let sorts = [
            ("i", &index),
            ("j", &index),
            ("x", &element),
            ("y", &element),
            ("a", &array),
            ("b", &array),
        ];
        let mut inputs: Vec<_> = sorts
            .map(|(name, sort)| (name, format!("(declare-const {name} {sort})")))
            .to_vec();
        inputs.extend(["p", "q"].map(|name| (name, format!("(declare-const {name} Bool)"))));
        inputs.push(("f", format!("(declare-fun f ({index} Bool) {element})")));
        inputs.push(("g", format!("(declare-fun g ({element}) Bool)")));
        inputs
    }

    /// Two, at times more.
    fn count(&mut self) -> usize {
        match self.random.below(12) {
            0 => 3 + self.random.below(2) as usize,
            _ => 2,
        }
    }

    /// An operator on bit-vectors of one width, with the mark that it needs.
    fn marked(operator: &str, width: u32, count: usize) -> String {
        match count > 2 && !LONG.contains(&operator) {
            true => format!("{operator}@{width}@{count}"),
            false if RARE.contains(&operator) => format!("{operator}@{width}"),
            false => operator.to_owned(),
        }
    }

    fn vectors(&mut self, width: u32, depth: u32, count: usize) -> String {
        let vectors: Vec<String> = (0..count).map(|_| self.vector(width, depth)).collect();
        vectors.join(" ")
    }

    /// An operator and its operands. Once the formula has enough of the expensive ones, they are rare, and one of two operands is constant.
    fn applied(&mut self, easy: &[&str], hard: &[&str], width: u32, depth: u32) -> String {
        let all = (easy.len() + hard.len()) as u64;
        let chosen = self.random.below(all) as usize;
        let hard = chosen.checked_sub(easy.len()).map(|at| hard[at]);
        let cost = width * width;
        let (operator, count) = match hard {
            None => (easy[chosen], self.count()),
            Some(operator) if cost <= self.effort => {
                self.effort -= cost;
                (operator, self.count())
            }
            Some(operator) if self.random.below(32) == 0 => {
                let operator = Self::marked(operator, width, 2);
                let operand = self.vector(width, depth.min(1));
                let constant = self.constant(width);
                return match self.random.below(2) {
                    0 => format!("({operator} {operand} {constant})"),
                    _ => format!("({operator} {constant} {operand})"),
                };
            }
            Some(_) => (self.random.pick(easy), self.count()),
        };
        let operator = Self::marked(operator, width, count);
        format!("({operator} {})", self.vectors(width, depth, count))
    }

    fn truth(&mut self, depth: u32) -> String {
        if depth == 0 {
            return (self.random.pick(&["p", "q", "p", "q", "true", "false"])).to_owned();
        }
        let depth = depth - 1;
        match self.random.below(16) {
            0 => format!("(not {})", self.truth(depth)),
            1 | 2 => {
                let operators = ["and", "or", "xor", "=>", "=", "distinct"];
                let operator = self.random.pick(&operators);
                let count = self.count();
                let truths: Vec<String> = (0..count).map(|_| self.truth(depth)).collect();
                format!("({operator} {})", truths.join(" "))
            }
            3 => format!(
                "(ite {} {} {})",
                self.truth(depth),
                self.truth(depth),
                self.truth(depth)
            ),
            4 | 5 => {
                let operator = self.random.pick(&["=", "distinct"]);
                let count = self.count();
                let arrays: Vec<String> = (0..count).map(|_| self.array(depth)).collect();
                format!("({operator} {})", arrays.join(" "))
            }
            6 => {
                let width = self.width();
                let operator = Self::marked("bvnego", width, 1);
                format!("({operator} {})", self.vector(width, depth))
            }
            7 => format!("(g {})", self.vector(self.element, depth)),
            8 if self.nested || !self.binding => {
                let outer = std::mem::replace(&mut self.binding, true);
                let truth = self.truth(depth);
                let vector = self.vector(self.element, depth);
                let array = self.array(depth);
                self.binding = outer;
                let body = self.truth(depth);
                format!("(let ((p {truth}) (y {vector}) (a {array})) {body})")
            }
            _ => {
                let width = self.width();
                self.applied(&CHAINS, &HARD_CHAINS, width, depth)
            }
        }
    }

    fn width(&mut self) -> u32 {
        match self.random.below(12) {
            0..4 => self.index,
            4..8 => self.element,
            8..11 => 1 + self.random.below(12) as u32,
            _ => 1 + self.random.below(128) as u32,
        }
    }

    fn constant(&mut self, width: u32) -> String {
        let size = width as usize;
        match self.random.below(8) {
            0 => format!("(_ bv{} {width})", self.random.below(1 << width.min(4))),
            1 => format!("#b{}", "0".repeat(size)),
            2 => format!("#b{}", "1".repeat(size)),
            3 => format!("#b1{}", "0".repeat(size - 1)),
            4 => format!("#b0{}", "1".repeat(size - 1)),
            5 if size.is_multiple_of(4) => {
                let digits = (0..size / 4).map(|_| format!("{:x}", self.random.below(16)));
                format!("#x{}", digits.collect::<String>())
            }
            _ => {
                let digits = (0..size).map(|_| self.random.pick(&['0', '1']));
                format!("#b{}", digits.collect::<String>())
            }
        }
    }

    fn vector(&mut self, width: u32, depth: u32) -> String {
        if depth == 0 {
            let mut names: Vec<&str> = Vec::new();
            if width == self.index {
                names.extend(["i", "j"]);
            }
            if width == self.element {
                names.extend(["x", "y"]);
            }
            if !names.is_empty() && self.random.below(5) > 0 {
                return (self.random.pick(&names)).to_owned();
            }
            return self.constant(width);
        }
        let depth = depth - 1;
        match self.random.below(16) {
            0 => {
                let operator = self.random.pick(&["bvnot", "bvneg", "bvinc", "bvdec"]);
                let operator = Self::marked(operator, width, 1);
                format!("({operator} {})", self.vector(width, depth))
            }
            1 if width > 1 => self.concatenation(width, depth),
            2 | 3 => self.resized(width, depth),
            4 => {
                let operator = self.random.pick(&["rotate_left", "rotate_right"]);
                let by = self.random.below(200);
                format!("((_ {operator} {by}) {})", self.vector(width, depth))
            }
            5 => format!(
                "(ite {} {} {})",
                self.truth(depth),
                self.vector(width, depth),
                self.vector(width, depth)
            ),
            6 | 7 if width == 1 => {
                let inner = self.width();
                let operators = ["bvcomp", "bvredor", "bvredand", "bvredxor"];
                let operator = self.random.pick(&operators);
                let count = if operator == "bvcomp" { 2 } else { 1 };
                let operator = Self::marked(operator, inner, count);
                format!("({operator} {})", self.vectors(inner, depth, count))
            }
            6 => {
                let times = 1 + self.random.below(4) as u32;
                match width.is_multiple_of(times) {
                    true => format!("((_ repeat {times}) {})", self.vector(width / times, depth)),
                    false => self.resized(width, depth),
                }
            }
            8 | 9 if width == self.element => format!(
                "(select {} {})",
                self.array(depth),
                self.vector(self.index, depth)
            ),
            10 if width == self.element => format!(
                "(f {} {})",
                self.vector(self.index, depth),
                self.truth(depth)
            ),
            11 if self.nested || !self.binding => {
                let outer = std::mem::replace(&mut self.binding, true);
                let (index, element) = (
                    self.vector(self.index, depth),
                    self.vector(self.element, depth),
                );
                self.binding = outer;
                let body = self.vector(width, depth);
                format!("(let ((i {index}) (x {element})) {body})")
            }
            _ => self.applied(&FOLDS, &HARD_FOLDS, width, depth),
        }
    }

    fn concatenation(&mut self, width: u32, depth: u32) -> String {
        let (mut left, mut parts) = (width, Vec::new());
        while left > 0 && parts.len() < 3 {
            let part = match parts.len() {
                0 => 1 + self.random.below(u64::from(left) - 1) as u32,
                1 if self.random.below(4) == 0 => 1 + self.random.below(u64::from(left)) as u32,
                _ => left,
            };
            parts.push(self.vector(part, depth));
            left -= part;
        }
        format!("(concat {})", parts.join(" "))
    }

    /// Another width, extended or cut.
    fn resized(&mut self, width: u32, depth: u32) -> String {
        let from = self.width();
        if from < width || from == width && self.random.below(2) == 0 {
            let operator = self.random.pick(&["zero_extend", "sign_extend"]);
            let by = width - from;
            return format!("((_ {operator} {by}) {})", self.vector(from, depth));
        }
        let low = self.random.below(u64::from(from - width) + 1) as u32;
        let high = low + width - 1;
        format!("((_ extract {high} {low}) {})", self.vector(from, depth))
    }

    fn array(&mut self, depth: u32) -> String {
        if depth == 0 {
            return (self.random.pick(&["a", "b"])).to_owned();
        }
        let depth = depth - 1;
        match self.random.below(6) {
            0 => format!(
                "(ite {} {} {})",
                self.truth(depth),
                self.array(depth),
                self.array(depth)
            ),
            1 => {
                let (index, element) = (self.index, self.element);
                // cvc5 wants a value.
                let of = match self.random.below(6) {
                    0 => self.vector(element, depth),
                    _ => self.constant(element),
                };
                format!("((as const (Array (_ BitVec {index}) (_ BitVec {element}))) {of})")
            }
            _ => format!(
                "(store {} {} {})",
                self.array(depth),
                self.vector(self.index, depth),
                self.vector(self.element, depth)
            ),
        }
    }
}

/// A text with marks as we read it.
pub fn ours(text: &str) -> String {
    spell(text, &mut |token, out| {
        out.push_str(token.split('@').next().unwrap_or(token));
    })
}

/// A text with marks for a solver that has some of the rare operators, and the definitions that it needs.
pub fn theirs(text: &str, has: &[&str]) -> (String, String) {
    let mut definitions = Definitions {
        has,
        known: BTreeSet::new(),
        text: String::new(),
    };
    let spelt = definitions.spell(text);
    (definitions.text, spelt)
}

fn spell(text: &str, marked: &mut dyn FnMut(&str, &mut String)) -> String {
    let mut spelt = String::with_capacity(text.len());
    for part in text.split_inclusive(['(', ')', ' ', '\n']) {
        let token = part.trim_end_matches(['(', ')', ' ', '\n']);
        match token.contains('@') {
            true => marked(token, &mut spelt),
            false => spelt.push_str(token),
        }
        spelt.push_str(&part[token.len()..]);
    }
    spelt
}

/// The operators that are defined for a solver.
struct Definitions<'a> {
    has: &'a [&'a str],
    known: BTreeSet<String>,
    text: String,
}

impl Definitions<'_> {
    fn spell(&mut self, text: &str) -> String {
        spell(text, &mut |token, out| {
            let mut parts = token.split('@');
            let operator = parts.next().unwrap_or(token);
            let width = parts.next().and_then(|it| it.parse().ok()).unwrap_or(1);
            match parts.next().and_then(|it| it.parse().ok()) {
                None if self.has.contains(&operator) => out.push_str(operator),
                count => {
                    out.push_str(token);
                    if self.known.insert(token.to_owned()) {
                        let definition = match count {
                            Some(count) => self.of_many(operator, width, count),
                            None => of_rare(operator, width),
                        };
                        let (parameters, sort, body) = definition;
                        let _ = writeln!(
                            self.text,
                            "(define-fun {token} ({parameters}) {sort} {body})"
                        );
                    }
                }
            }
        })
    }

    /// More arguments than two: parameters, sort and body.
    fn of_many(&mut self, operator: &str, width: u32, count: usize) -> (String, String, String) {
        let two = self.spell(&Generator::marked(operator, width, 2));
        let names: Vec<String> = (0..count).map(|at| format!("u{at}")).collect();
        let vector = format!("(_ BitVec {width})");
        let parameters: Vec<String> = names.iter().map(|it| format!("({it} {vector})")).collect();
        let chain = CHAINS.contains(&operator) || HARD_CHAINS.contains(&operator);
        let (sort, body) = match chain {
            true => {
                let pairs = names.windows(2);
                let pairs: Vec<String> = pairs
                    .map(|pair| format!("({two} {} {})", pair[0], pair[1]))
                    .collect();
                ("Bool".to_owned(), format!("(and {})", pairs.join(" ")))
            }
            false => {
                let folded = names.into_iter().reduce(|a, b| format!("({two} {a} {b})"));
                (vector, folded.unwrap_or_default())
            }
        };
        (parameters.join(" "), sort, body)
    }
}

/// An operator that not everyone has: parameters, sort and body.
fn of_rare(operator: &str, width: u32) -> (String, String, String) {
    let size = width as usize;
    let vector = format!("(_ BitVec {width})");
    let (least, ones) = (
        format!("#b1{}", "0".repeat(size - 1)),
        format!("#b{}", "1".repeat(size)),
    );
    let one = format!("(_ bv1 {width})");
    let wider = |operator: &str, extend: &str, by: u32| {
        format!("({operator} ((_ {extend} {by}) u) ((_ {extend} {by}) v))")
    };
    let signed = |operator: &str| {
        let wide = wider(operator, "sign_extend", 1);
        let below = width - 1;
        format!(
            "(let ((w {wide})) (distinct ((_ extract {width} {width}) w) ((_ extract {below} {below}) w)))"
        )
    };
    let rotate = |to: &str, from: &str| {
        let by = format!("(bvurem v (_ bv{width} {width}))");
        format!("(let ((w {by})) (bvor ({to} u w) ({from} u (bvsub (_ bv{width} {width}) w))))")
    };
    let last = 2 * width - 1;
    let (sort, body) = match operator {
        "bvinc" => (vector.as_str(), format!("(bvadd u {one})")),
        "bvdec" => (vector.as_str(), format!("(bvsub u {one})")),
        "ext_rotate_left" => (vector.as_str(), rotate("bvshl", "bvlshr")),
        "ext_rotate_right" => (vector.as_str(), rotate("bvlshr", "bvshl")),
        "bvredxor" => {
            let bits = (0..width).map(|bit| format!("((_ extract {bit} {bit}) u)"));
            let parity = bits.reduce(|a, b| format!("(bvxor {a} {b})"));
            ("(_ BitVec 1)", parity.unwrap_or_default())
        }
        "bvnego" => ("Bool", format!("(= u {least})")),
        "bvuaddo" => {
            let sum = wider("bvadd", "zero_extend", 1);
            (
                "Bool",
                format!("(= #b1 ((_ extract {width} {width}) {sum}))"),
            )
        }
        "bvusubo" => ("Bool", "(bvult u v)".to_owned()),
        "bvsaddo" => ("Bool", signed("bvadd")),
        "bvssubo" => ("Bool", signed("bvsub")),
        "bvumulo" => {
            let product = wider("bvmul", "zero_extend", width);
            (
                "Bool",
                format!("(distinct (_ bv0 {width}) ((_ extract {last} {width}) {product}))"),
            )
        }
        "bvsmulo" => {
            let product = wider("bvmul", "sign_extend", width);
            let low = format!("((_ extract {} 0) w)", width - 1);
            (
                "Bool",
                format!("(let ((w {product})) (distinct w ((_ sign_extend {width}) {low})))"),
            )
        }
        _ => ("Bool", format!("(and (= u {least}) (= v {ones}))")),
    };
    let unary = ["bvinc", "bvdec", "bvredxor", "bvnego"].contains(&operator);
    let parameters = match unary {
        true => format!("(u {vector})"),
        false => format!("(u {vector}) (v {vector})"),
    };
    (parameters, sort.to_owned(), body)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;
    use crate::run::root;

    #[test]
    fn every_operator_appears() {
        let table = root().join("crates/smtlib/src/operators.rs");
        let table = fs::read_to_string(table).unwrap();
        let rows = table.lines().filter_map(|it| it.strip_prefix("    (\""));
        let mut missing: BTreeSet<&str> = rows.filter_map(|it| it.split('"').next()).collect();
        assert!(missing.len() > 50);
        for seed in 0..2_000 {
            for assertion in Formula::new(seed).assertions {
                for token in ours(&assertion).split(['(', ')', ' ']) {
                    missing.remove(token);
                }
            }
        }
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn what_a_solver_lacks_is_defined() {
        let text = "(bvuaddo@8@3 x (bvinc@8 x) x)";
        assert_eq!(ours(text), "(bvuaddo x (bvinc x) x)");
        let (definitions, spelt) = theirs(text, &["bvinc"]);
        assert_eq!(spelt, "(bvuaddo@8@3 x (bvinc x) x)");
        let names: Vec<&str> = definitions
            .lines()
            .filter_map(|line| line.split(' ').nth(1))
            .collect();
        assert_eq!(names, ["bvuaddo@8", "bvuaddo@8@3"]);
    }
}
