//! Random C programs that read memory which was never written: no native run says what is there, but all engines must say the same of
//! it, and every counterexample must replay.

use std::collections::BTreeSet;

use crate::common::{record, temporary, write};
use crate::generate::Random;

/// Four arrays of four elements: two in `main`, two in `helper`, and one in each scope that has one.
struct Generator {
    random: Random,
    in_helper: bool,
}

impl Generator {
    fn index(&mut self) -> String {
        match self.random.chance(80) {
            true => self.random.index(4).to_string(),
            false => "x & 3".to_owned(),
        }
    }

    fn element(&mut self) -> String {
        let array = self.random.pick(&["a", "b"]);
        format!("{array}[{}]", self.index())
    }

    fn value(&mut self) -> String {
        match self.random.index(6) {
            0 => self.random.index(9).to_string(),
            1 => "x".to_owned(),
            2 => "y".to_owned(),
            3 => self.element(),
            4 => format!("(x + {})", self.random.index(5)),
            _ => "sum".to_owned(),
        }
    }

    fn condition(&mut self) -> String {
        match self.random.index(4) {
            0 => format!("x > {}", self.random.index(6)),
            1 => format!("y & {}", self.random.pick(&[1, 2, 4])),
            2 => format!("{} == {}", self.element(), self.value()),
            _ => format!("x == y + {}", self.random.index(3)),
        }
    }

    fn block(&mut self, depth: usize) -> String {
        let mut text = String::new();
        for _ in 0..1 + self.random.index(3) {
            text += &self.statement(depth);
        }
        text
    }

    fn statement(&mut self, depth: usize) -> String {
        match self.random.index(11) {
            0..=3 => format!("{} = {};\n", self.element(), self.value()),
            4 if depth > 0 => format!(
                "if ({}) {{\n{}}} else {{\n{}}}\n",
                self.condition(),
                self.block(depth - 1),
                self.block(depth - 1)
            ),
            5 if depth > 0 => {
                format!(
                    "if ({}) {{\n{}}}\n",
                    self.condition(),
                    self.block(depth - 1)
                )
            }
            6 if depth > 0 => {
                let rounds = 1 + self.random.index(3);
                let body = self.block(depth - 1);
                format!("for (int i = 0; i < {rounds}; i++) {{\n{body}}}\n")
            }
            7 if !self.in_helper => format!("sum = helper(x + {}, y);\n", self.random.index(2)),
            8 => {
                let comparison = self.random.pick(&["!=", "==", "<"]);
                let (element, value) = (self.element(), self.value());
                format!("everypath_assert({element} {comparison} {value});\n")
            }
            9 => {
                let (value, condition) = (self.value(), self.condition());
                let [first, second, third] = [0; 3].map(|_| self.index());
                format!(
                    "{{ int c[4]; c[{first}] = {value}; if ({condition}) c[{second}] = x; sum += c[{third}] & 1; }}\n"
                )
            }
            10 => {
                let (to, from) = self.random.pick(&[("a", "b"), ("b", "a")]);
                format!(
                    "memcpy({to}, {from}, {} * sizeof *a);\n",
                    1 + self.random.index(4)
                )
            }
            _ => format!("sum ^= {};\n", self.value()),
        }
    }
}

fn program(seed: u64) -> String {
    let random = Random::new(seed);
    let mut generator = Generator {
        random,
        in_helper: true,
    };
    let helper = generator.block(2);
    generator.in_helper = false;
    let body = [0; 3].map(|_| generator.block(3)).concat();
    let last = generator.element();
    let element = generator.random.pick(&["int", "char", "short"]);
    let arrays = match generator.random.chance(70) {
        true => format!("{element} a[4], b[4];"),
        false => format!(
            "{element} *a = malloc(4 * sizeof *a), *b = malloc(4 * sizeof *b);\nif (!a || !b) return 0;"
        ),
    };
    format!(
        "#include <everypath.h>\n#include <stdlib.h>\n#include <string.h>\nstatic int sum;\nstatic int helper(int x, int y) {{\n{element} a[4], b[4];\n{helper}return a[0] + b[1];\n}}\nint main(void) {{\nint x = everypath_int(\"x\"), y = everypath_int(\"y\");\n{arrays}\n{body}everypath_assert({last} != 77 || sum != 3);\nreturn 0;\n}}\n"
    )
}

#[test]
fn engines_agree_on_memory_that_was_never_written() {
    let number = |name: &str| std::env::var(name).ok().and_then(|it| it.parse().ok());
    let first: u64 = number("EVERYPATH_RANDOM_SEED").unwrap_or(1);
    let programs: u64 = number("EVERYPATH_RANDOM_PROGRAMS").unwrap_or(40);
    let directory = temporary();
    let mut compared = 0;
    for seed in first..first + programs {
        let source = program(seed);
        let file = write(&directory, "program.c", &source);
        let found = ["paths", "merge", "conflict"].map(|engine| {
            let record = record(&[
                "check",
                &file,
                "--target",
                "lp64",
                "--checks",
                "assertion",
                "--all",
                "--time-limit",
                "20",
                "--engine",
                engine,
            ]);
            // 6: a counterexample does not replay.
            assert_ne!(
                record["exit_code"], 6,
                "seed {seed}, {engine}\n{source}\n{record:#}"
            );
            let findings = record["findings"].as_array().into_iter().flatten();
            let lines = findings.map(|it| it["place"]["line"].as_u64());
            let lines: BTreeSet<_> = lines.collect();
            (record["verdict"].to_string(), lines)
        });
        if found
            .iter()
            .any(|(verdict, _)| verdict.contains("incomplete"))
        {
            continue;
        }
        compared += 1;
        assert_eq!(found[0], found[1], "seed {seed}: paths, merge\n{source}");
        assert_eq!(found[0], found[2], "seed {seed}: paths, conflict\n{source}");
    }
    assert!(2 * compared >= programs);
}
