//! Random formulas of the theory FloatingPoint, with bit-vectors and functions.
//!
//! What the theory leaves open each solver answers as it likes, so that it is behind a condition here: integers of numbers that do not fit, and
//! the lesser of two zeros.

use everypath_term::Random;

use crate::smtlib_formula::Formula;

/// Bits of exponent and digits, and what a hard operation of the format costs.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Format {
    exponent: u32,
    digits: u32,
    cost: u32,
}

const fn format(exponent: u32, digits: u32, cost: u32) -> Format {
    Format {
        exponent,
        digits,
        cost,
    }
}

/// Half of the formulas have two of these, about which more is decided; bitwuzla does not read them.
const SMALL: [Format; 5] = [
    format(3, 4, 1),
    format(4, 5, 1),
    format(3, 4, 1),
    format(4, 5, 1),
    format(8, 8, 3),
];
/// The others have two of these.
const USUAL: [Format; 4] = [
    format(5, 11, 3),
    format(5, 11, 3),
    format(8, 24, 12),
    format(11, 53, 40),
];

/// What the hard operations of a formula may cost together.
const EFFORT: u32 = 40;

const MODES: [&str; 7] = ["RNE", "RNA", "RTP", "RTN", "RTZ", "roundTowardZero", "r"];
const COMPARISONS: [&str; 7] = [
    "fp.leq", "fp.lt", "fp.geq", "fp.gt", "fp.eq", "=", "distinct",
];
const TESTS: [&str; 7] = [
    "fp.isNormal",
    "fp.isSubnormal",
    "fp.isZero",
    "fp.isInfinite",
    "fp.isNaN",
    "fp.isNegative",
    "fp.isPositive",
];

impl Format {
    fn sort(self) -> String {
        match (self.exponent, self.digits) {
            (8, 24) => "Float32".to_owned(),
            (exponent, digits) => format!("(_ FloatingPoint {exponent} {digits})"),
        }
    }

    fn width(self) -> u32 {
        self.exponent + self.digits
    }

    fn to_fp(self) -> String {
        format!("(_ to_fp {} {})", self.exponent, self.digits)
    }

    /// The greatest exponent of a number.
    fn greatest(self) -> u32 {
        (1 << (self.exponent - 1)) - 1
    }
}

impl Formula {
    /// The formula of a seed over floating-point numbers.
    pub fn of_floats(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let small = random.index(2) == 0;
        let mut pick = || match small {
            true => random.pick(&SMALL),
            false => random.pick(&USUAL),
        };
        let formats = [pick(), pick()];
        let mut generator = Generator {
            random,
            formats,
            small,
            effort: EFFORT,
            names: 0,
        };
        let count = 1 + generator.random.below(4);
        let assertions = (0..count)
            .map(|_| {
                let depth = 2 + generator.random.below(3) as u32;
                generator.truth(depth)
            })
            .collect();
        let inputs = generator.inputs();
        let mut terms: Vec<String> = ["x", "y", "z", "r", "b", "p", "(f x r)"]
            .map(str::to_owned)
            .to_vec();
        terms.push(generator.number(formats[0], 2));
        terms.push(generator.number(formats[1], 2));
        terms.push(generator.truth(2));
        Formula {
            inputs,
            assertions,
            terms,
            passing: generator.truth(2),
            incremental: generator.random.below(10) == 0,
        }
    }
}

/// A formula under construction: `x` and `y` are of the first format, `z` of the second, `b` is as wide as the first.
struct Generator {
    random: Random,
    formats: [Format; 2],
    small: bool,
    effort: u32,
    names: u32,
}

impl Generator {
    fn inputs(&self) -> Vec<(&'static str, String)> {
        let [first, second] = self.formats.map(Format::sort);
        let bits = self.formats[0].width();
        vec![
            ("x", format!("(declare-const x {first})")),
            ("y", format!("(declare-const y {first})")),
            ("z", format!("(declare-const z {second})")),
            ("r", "(declare-const r RoundingMode)".to_owned()),
            ("b", format!("(declare-const b (_ BitVec {bits}))")),
            ("p", "(declare-const p Bool)".to_owned()),
            (
                "f",
                format!("(declare-fun f ({first} RoundingMode) {first})"),
            ),
        ]
    }

    fn mode(&mut self) -> String {
        match self.random.below(10) {
            0 => format!("(ite p {} r)", self.random.pick(&MODES)),
            _ => self.random.pick(&MODES).to_owned(),
        }
    }

    fn format(&mut self) -> Format {
        self.formats[self.random.index(2)]
    }

    /// A name that no other `let` has.
    fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn truth(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.random.pick(&["p", "(not p)"]).to_owned();
        }
        let depth = depth - 1;
        match self.random.below(12) {
            0 => format!("(not {})", self.truth(depth)),
            1 | 2 => {
                let operator = self.random.pick(&["and", "or", "xor", "=>"]);
                format!("({operator} {} {})", self.truth(depth), self.truth(depth))
            }
            3 | 4 => {
                let (format, test) = (self.format(), self.random.pick(&TESTS));
                format!("({test} {})", self.number(format, depth))
            }
            5 => {
                let operator = self.random.pick(&["=", "bvult", "bvsle"]);
                let width = self.formats[0].width();
                format!(
                    "({operator} {} {})",
                    self.vector(width, depth),
                    self.vector(width, depth)
                )
            }
            6 => format!("(= {} {})", self.mode(), self.mode()),
            _ => {
                let (format, operator) = (self.format(), self.random.pick(&COMPARISONS));
                let count = if self.random.below(8) == 0 { 3 } else { 2 };
                let numbers: Vec<String> = (0..count).map(|_| self.number(format, depth)).collect();
                format!("({operator} {})", numbers.join(" "))
            }
        }
    }

    fn constant(&mut self, format: Format) -> String {
        let Format {
            exponent, digits, ..
        } = format;
        let mut bits = |count: u32| -> String {
            match self.random.below(4) {
                0 => "0".repeat(count as usize),
                1 => "1".repeat(count as usize),
                _ => (0..count)
                    .map(|_| if self.random.below(2) == 0 { '0' } else { '1' })
                    .collect(),
            }
        };
        let (sign, high, low) = (bits(1), bits(exponent), bits(digits - 1));
        match self.random.below(8) {
            0 => {
                let names = ["+oo", "-oo", "+zero", "-zero", "NaN"];
                format!("(_ {} {exponent} {digits})", self.random.pick(&names))
            }
            1 | 2 => format!("({} {} {})", format.to_fp(), self.mode(), self.real()),
            3 => format!("({} #b{sign}{high}{low})", format.to_fp()),
            _ => format!("(fp #b{sign} #b{high} #b{low})"),
        }
    }

    /// A literal of a real number.
    fn real(&mut self) -> String {
        let (whole, fraction) = (self.random.below(1 << 10), self.random.below(1000));
        let small = self.random.below(10);
        match self.random.below(5) {
            0 => format!("{small}.5"),
            1 => format!("{whole}.{fraction}"),
            // Bitwuzla reads no signs in literals.
            _ if !self.small => format!("(/ {whole}.0 {}.0)", fraction + 1),
            2 => format!("(- {small}.{fraction})"),
            3 => format!("(/ {whole}.0 {}.0)", fraction + 1),
            _ => format!("(/ (- {small}.0) {}.0)", fraction + 1),
        }
    }

    fn number(&mut self, format: Format, depth: u32) -> String {
        if depth == 0 {
            let mut names: Vec<&str> = Vec::new();
            if format == self.formats[0] {
                names.extend(["x", "y"]);
            }
            if format == self.formats[1] {
                names.push("z");
            }
            return match self.random.below(5) {
                0 => self.constant(format),
                _ => self.random.pick(&names).to_owned(),
            };
        }
        let depth = depth - 1;
        let mode = self.mode();
        let modes = if mode == "r" || mode.contains(' ') {
            5
        } else {
            1
        };
        match self.random.below(16) {
            0 => format!("(fp.abs {})", self.number(format, depth)),
            1 => format!("(fp.neg {})", self.number(format, depth)),
            2..6 => {
                let operator = self.random.pick(&["fp.add", "fp.sub"]);
                let (a, b) = (self.number(format, depth), self.number(format, depth));
                format!("({operator} {mode} {a} {b})")
            }
            6 | 7 if self.effort >= modes * format.cost => {
                self.effort -= modes * format.cost;
                let (a, b) = (self.number(format, depth), self.number(format, depth));
                match self.random.below(5) {
                    0 => format!("(fp.div {mode} {a} {b})"),
                    1 => format!("(fp.sqrt {mode} {a})"),
                    2 if format.cost <= 3 => {
                        let c = self.number(format, depth);
                        format!("(fp.fma {mode} {a} {b} {c})")
                    }
                    3 if format.cost == 1 => format!("(fp.rem {a} {b})"),
                    _ => format!("(fp.mul {mode} {a} {b})"),
                }
            }
            8 => format!("(fp.roundToIntegral {mode} {})", self.number(format, depth)),
            9 => {
                let operator = self.random.pick(&["fp.min", "fp.max"]);
                let (m, n) = (self.name(), self.name());
                let (a, b) = (self.number(format, depth), self.number(format, depth));
                format!(
                    "(let (({m} {a}) ({n} {b})) (ite (and (fp.isZero {m}) (fp.isZero {n})) {m} ({operator} {m} {n})))"
                )
            }
            10 => format!(
                "(ite {} {} {})",
                self.truth(depth),
                self.number(format, depth),
                self.number(format, depth)
            ),
            11 => {
                let width = format.width();
                format!("({} {})", format.to_fp(), self.vector(width, depth))
            }
            12 => {
                let width = 1 + self.random.below(12) as u32;
                let vector = self.vector(width, depth);
                match self.random.below(2) {
                    0 => format!("({} {mode} {vector})", format.to_fp()),
                    _ => format!(
                        "((_ to_fp_unsigned {} {}) {mode} {vector})",
                        format.exponent, format.digits
                    ),
                }
            }
            13 | 14 => {
                let other = self.format();
                format!("({} {mode} {})", format.to_fp(), self.number(other, depth))
            }
            15 if format == self.formats[0] => {
                format!("(f {} {mode})", self.number(format, depth))
            }
            _ => self.number(format, depth),
        }
    }

    fn vector(&mut self, width: u32, depth: u32) -> String {
        if depth > 0 && self.random.below(2) == 0 {
            return self.integer(width, depth - 1);
        }
        let first = self.formats[0].width();
        if width == first && self.random.below(4) > 0 {
            return "b".to_owned();
        }
        if width < first && self.random.below(2) == 0 {
            let low = self.random.below(u64::from(first - width) + 1) as u32;
            return format!("((_ extract {} {low}) b)", low + width - 1);
        }
        let digits = (0..width).map(|_| if self.random.below(2) == 0 { '0' } else { '1' });
        format!("#b{}", digits.collect::<String>())
    }

    /// The integer of a number if that fits.
    fn integer(&mut self, width: u32, depth: u32) -> String {
        let (format, mode) = (self.format(), self.mode());
        let signed = self.random.below(2) == 0;
        let (m, n) = (self.name(), self.name());
        let number = self.number(format, depth);
        let default = "1".repeat(width as usize);
        let zero = format!("(_ +zero {} {})", format.exponent, format.digits);
        // The power of two that the magnitude is below, if the format has it.
        let power = if signed { width - 1 } else { width };
        let (power, within) = match power <= format.greatest().min(63) {
            true => (power, "fp.lt"),
            false => (format.greatest().min(62), "fp.leq"),
        };
        let end = format!("({} RTZ {}.0)", format.to_fp(), 1u64 << power);
        let (least, operator) = match signed {
            true => (format!("(fp.neg {end})"), "fp.to_sbv"),
            false => (zero, "fp.to_ubv"),
        };
        format!(
            "(let (({m} {number})) (let (({n} (fp.roundToIntegral {mode} {m}))) (ite (and ({within} {n} {end}) (fp.leq {least} {n})) ((_ {operator} {width}) {mode} {m}) #b{default})))"
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;
    use crate::run::root;

    #[test]
    fn every_operator_of_floats_appears() {
        let table = root().join("crates/smtlib/src/floats.rs");
        let table = fs::read_to_string(table).unwrap();
        let names = table.split('"').skip(1).step_by(2);
        let mut missing: BTreeSet<&str> = names.filter(|it| it.starts_with("fp.")).collect();
        assert!(missing.len() > 20);
        for seed in 0..2_000 {
            for assertion in Formula::of_floats(seed).assertions {
                for token in assertion.split(['(', ')', ' ']) {
                    missing.remove(token);
                }
            }
        }
        assert!(missing.is_empty(), "{missing:?}");
    }
}
