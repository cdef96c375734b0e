//! Random SMT-LIB formulas over all operators, with arrays and functions: `everypath solve` beside other solvers.
//!
//! Each formula is asked of all solvers that are there; answers must agree where two are definite. What we say beyond the answer is asked again: the
//! values of a model as equations beside the formula must be satisfiable, by another solver, and a core without the other assertions
//! unsatisfiable. Formulas that differ are kept.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{everypath, timed};

/// Seconds for each solver and formula.
const SECONDS: &str = "10";

/// Other solvers: name, command.
const OTHERS: [(&str, &[&str]); 3] = [
    ("z3", &["z3", "-smt2"]),
    ("cvc5", &["cvc5", "-q", "--lang=smt2", "--arrays-exp"]),
    (
        "bitwuzla",
        &[
            "python3",
            "-c",
            "import sys, bitwuzla as b; o = b.Options(); b.Parser(b.TermManager(), o).parse(sys.argv[1], False)",
        ],
    ),
];

const FOLDS: [&str; 16] = [
    "bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor", "bvadd", "bvsub", "bvmul", "bvudiv",
    "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvshl", "bvlshr",
];
const COMPARISONS: [&str; 17] = [
    "=", "distinct", "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge",
    "bvuaddo", "bvsaddo", "bvumulo", "bvsmulo", "bvusubo", "bvssubo", "bvsdivo",
];

/// A generator of formulas (splitmix64, after G. Steele, D. Lea, C. Flood, 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let a = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let b = (a ^ a >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        b ^ b >> 31
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len() as u64) as usize]
    }
}

/// One formula under construction: its inputs have the widths `index`, `element` and 1.
struct Formula {
    random: Random,
    index: u32,
    element: u32,
}

impl Formula {
    fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        let small = random.below(3) > 0;
        let mut width = || match small {
            true => 1 + random.below(6) as u32,
            false => 1 + random.below(128) as u32,
        };
        let (index, element) = (width(), width());
        Self {
            random,
            index,
            element,
        }
    }

    /// Declarations, by name for the values that are asked for.
    fn declarations(&self) -> String {
        let (index, element) = (self.index, self.element);
        let mut text = String::new();
        for name in ["i", "j"] {
            let _ = writeln!(text, "(declare-const {name} (_ BitVec {index}))");
        }
        for name in ["x", "y"] {
            let _ = writeln!(text, "(declare-const {name} (_ BitVec {element}))");
        }
        for name in ["a", "b"] {
            let _ = writeln!(
                text,
                "(declare-const {name} (Array (_ BitVec {index}) (_ BitVec {element})))"
            );
        }
        let _ = writeln!(
            text,
            "(declare-const p Bool)\n(declare-fun f ((_ BitVec {index}) Bool) (_ BitVec {element}))"
        );
        text
    }

    fn truth(&mut self, depth: u32) -> String {
        if depth == 0 {
            return (*self.random.pick(&["p", "true", "false", "p"])).to_owned();
        }
        let depth = depth - 1;
        match self.random.below(10) {
            0 => format!("(not {})", self.truth(depth)),
            1 => {
                let operator = *self
                    .random
                    .pick(&["and", "or", "xor", "=>", "=", "distinct"]);
                format!("({operator} {} {})", self.truth(depth), self.truth(depth))
            }
            2 => format!(
                "(ite {} {} {})",
                self.truth(depth),
                self.truth(depth),
                self.truth(depth)
            ),
            3 | 4 => {
                let operator = *self.random.pick(&["=", "distinct"]);
                format!("({operator} {} {})", self.array(depth), self.array(depth))
            }
            5 => {
                let width = self.width();
                let name = *self.random.pick(&["bvnego"]);
                format!("({name} {})", self.vector(width, depth))
            }
            _ => {
                let width = self.width();
                let operator = *self.random.pick(&COMPARISONS);
                let (a, b) = (self.vector(width, depth), self.vector(width, depth));
                format!("({operator} {a} {b})")
            }
        }
    }

    fn width(&mut self) -> u32 {
        match self.random.below(3) {
            0 => self.index,
            1 => self.element,
            _ => 1 + self.random.below(12) as u32,
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
                return (*self.random.pick(&names)).to_owned();
            }
            let digits: String = (0..width)
                .map(|_| if self.random.below(2) == 0 { '0' } else { '1' })
                .collect();
            return match self.random.below(3) {
                0 => format!("(_ bv{} {width})", self.random.below(1 << width.min(4))),
                _ => format!("#b{digits}"),
            };
        }
        let depth = depth - 1;
        match self.random.below(14) {
            0 => {
                let operator = *self.random.pick(&["bvnot", "bvneg"]);
                format!("({operator} {})", self.vector(width, depth))
            }
            1 if width > 1 => {
                let low = 1 + self.random.below(u64::from(width) - 1) as u32;
                format!(
                    "(concat {} {})",
                    self.vector(width - low, depth),
                    self.vector(low, depth)
                )
            }
            2 => {
                let from = self.width();
                match from.cmp(&width) {
                    std::cmp::Ordering::Less => {
                        let operator = *self.random.pick(&["zero_extend", "sign_extend"]);
                        format!(
                            "((_ {operator} {}) {})",
                            width - from,
                            self.vector(from, depth)
                        )
                    }
                    _ => {
                        let low = self.random.below(u64::from(from - width) + 1) as u32;
                        format!(
                            "((_ extract {} {low}) {})",
                            low + width - 1,
                            self.vector(from, depth)
                        )
                    }
                }
            }
            3 => {
                let operator = *self.random.pick(&["rotate_left", "rotate_right"]);
                let by = self.random.below(200);
                format!("((_ {operator} {by}) {})", self.vector(width, depth))
            }
            4 => format!(
                "(ite {} {} {})",
                self.truth(depth),
                self.vector(width, depth),
                self.vector(width, depth)
            ),
            5 if width == 1 => {
                let inner = self.width();
                format!(
                    "(bvcomp {} {})",
                    self.vector(inner, depth),
                    self.vector(inner, depth)
                )
            }
            5 if width.is_multiple_of(3) => {
                format!("((_ repeat 3) {})", self.vector(width / 3, depth))
            }
            6 | 7 if width == self.element => {
                format!(
                    "(select {} {})",
                    self.array(depth),
                    self.vector(self.index, depth)
                )
            }
            8 if width == self.element => {
                format!(
                    "(f {} {})",
                    self.vector(self.index, depth),
                    self.truth(depth)
                )
            }
            9 => format!(
                "(let ((i {}) (x {})) {})",
                self.vector(self.index, depth),
                self.vector(self.element, depth),
                self.vector(width, depth)
            ),
            10 => format!(
                "(bvashr {} {})",
                self.vector(width, depth),
                self.vector(width, depth)
            ),
            _ => {
                let operator = *self.random.pick(&FOLDS);
                let (a, b) = (self.vector(width, depth), self.vector(width, depth));
                format!("({operator} {a} {b})")
            }
        }
    }

    fn array(&mut self, depth: u32) -> String {
        if depth == 0 {
            return (*self.random.pick(&["a", "b"])).to_owned();
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
                format!(
                    "((as const (Array (_ BitVec {index}) (_ BitVec {element}))) {})",
                    self.vector(element, depth)
                )
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

/// The answer among what a solver prints, and what follows.
fn answer(text: &str) -> Option<(String, String)> {
    let text = text.trim_start();
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    ["sat", "unsat"]
        .contains(&first.trim())
        .then(|| (first.trim().to_owned(), rest.to_owned()))
}

fn ask(command: &[&str], file: &Path) -> Result<(String, i32), String> {
    let mut run = Command::new("timeout");
    run.arg(SECONDS).args(command).arg(file);
    let output = timed(&mut run)?.output;
    Ok((
        String::from_utf8_lossy(&output.stdout).into_owned(),
        output.status.code().unwrap_or(-1),
    ))
}

/// The pairs of a value that `get-value` gave, as equations.
fn equations(values: &str) -> Vec<String> {
    let (mut depth, mut start) = (0, 0);
    let mut found = Vec::new();
    for (at, byte) in values.bytes().enumerate() {
        match byte {
            b'(' => {
                depth += 1;
                if depth == 2 {
                    start = at;
                }
            }
            b')' => {
                if depth == 2 {
                    found.push(format!("(assert (= {})", &values[start + 1..=at]));
                }
                depth -= 1;
            }
            _ => {}
        }
    }
    found.into_iter().map(|it| it + ")").collect()
}

/// Asks so many formulas; false if something differs.
pub fn smtlib_random(formulas: u64, seed: u64, keep: &Path) -> Result<bool, String> {
    let binary = everypath()?;
    let ours = binary.display().to_string();
    let others: Vec<_> = OTHERS
        .iter()
        .filter(|(_, command)| {
            let mut probe = Command::new(command[0]);
            match *command {
                ["python3", ..] => probe.args(["-c", "import bitwuzla"]),
                _ => probe.arg("--version"),
            };
            probe.output().is_ok_and(|it| it.status.success())
        })
        .collect();
    fs::create_dir_all(keep).map_err(|error| format!("{}: {error}", keep.display()))?;
    let write = |name: String, text: &str| -> Result<PathBuf, String> {
        let path = keep.join(name);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    };
    let (mut sat, mut unsat, mut undecided, mut differences) = (0, 0, 0, 0);
    for number in seed..seed + formulas {
        let mut formula = Formula::new(number);
        let declarations = formula.declarations();
        let count = 1 + formula.random.below(4);
        let assertions: Vec<String> = (0..count)
            .map(|_| {
                let depth = 2 + formula.random.below(3) as u32;
                formula.truth(depth)
            })
            .collect();
        let body = |which: &dyn Fn(usize) -> bool| {
            let mut text = format!("(set-logic ALL)\n{declarations}");
            for (at, assertion) in assertions.iter().enumerate().filter(|(at, _)| which(*at)) {
                let _ = writeln!(text, "(assert (! {assertion} :named n{at}))");
            }
            text
        };
        let whole = body(&|_| true);
        let plain = write(format!("{number}.smt2"), &format!("{whole}(check-sat)\n"))?;
        let values = format!("{whole}(check-sat)\n(get-value (i j x y p a b))\n");
        let valued = write(format!("{number}-values.smt2"), &values)?;
        let (printed, code) = ask(&[&ours, "solve"], &valued)?;
        let mut files = vec![plain.clone(), valued];
        let mut wrong = Vec::new();
        let Some((word, rest)) = answer(&printed) else {
            match code {
                124 => undecided += 1,
                _ => wrong.push(format!("exit {code}, prints {}", printed.trim())),
            }
            finish(number, &wrong, &files, &mut differences);
            continue;
        };
        for (name, command) in &others {
            let (printed, _) = ask(command, &plain)?;
            if let Some((other, _)) = answer(&printed)
                && other != word
            {
                wrong.push(format!("{word}, but {name} says {other}"));
            }
        }
        if word == "sat" {
            sat += 1;
            let mut text = whole.clone();
            for equation in equations(&rest) {
                text.push_str(&equation);
                text.push('\n');
            }
            let model = write(format!("{number}-model.smt2"), &(text + "(check-sat)\n"))?;
            for (name, command) in &others {
                let (printed, _) = ask(command, &model)?;
                if answer(&printed).is_some_and(|(word, _)| word == "unsat") {
                    wrong.push(format!("{name} refutes the model"));
                }
            }
            files.push(model);
        } else {
            unsat += 1;
            let asked = format!(
                "(set-option :produce-unsat-cores true)\n{whole}(check-sat)\n(get-unsat-core)\n"
            );
            let asked = write(format!("{number}-core.smt2"), &asked)?;
            let (printed, _) = ask(&[&ours, "solve"], &asked)?;
            let core = answer(&printed).map(|(_, rest)| rest).unwrap_or_default();
            let names: Vec<&str> = core
                .trim()
                .trim_matches(['(', ')'])
                .split_whitespace()
                .collect();
            let smaller = body(&|at| names.contains(&format!("n{at}").as_str()));
            let smaller = write(
                format!("{number}-smaller.smt2"),
                &(smaller + "(check-sat)\n"),
            )?;
            for (name, command) in &others {
                let (printed, _) = ask(command, &smaller)?;
                if answer(&printed).is_some_and(|(word, _)| word == "sat") {
                    wrong.push(format!("{name} refutes the core {names:?}"));
                }
            }
            files.extend([asked, smaller]);
        }
        finish(number, &wrong, &files, &mut differences);
    }
    let names: Vec<&str> = others.iter().map(|(name, _)| *name).collect();
    println!(
        "{formulas} formulas beside {}: {sat} sat, {unsat} unsat, {undecided} undecided, {differences} differ",
        names.join(", ")
    );
    Ok(differences == 0)
}

/// Tells what is wrong with a formula, or removes its files.
fn finish(number: u64, wrong: &[String], files: &[PathBuf], differences: &mut u64) {
    if wrong.is_empty() {
        for file in files {
            let _ = fs::remove_file(file);
        }
        return;
    }
    *differences += 1;
    println!("{number}: {}", wrong.join("; "));
}
