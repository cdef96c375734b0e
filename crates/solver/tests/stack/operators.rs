//! Each blasted operator against its meaning on constants: operands are fixed by assumptions, and the result cannot differ.

use everypath_solver::Answer;
use everypath_solver::embedded::{CompleteSolver, Embedded};
use everypath_term::ops::{fold_binary, fold_unary, mask};
use everypath_term::{BinaryOp, Term, TermTable, UnaryOp};

const UNARY: [UnaryOp; 6] = [
    UnaryOp::Not,
    UnaryOp::Neg,
    UnaryOp::CountLeadingZeros,
    UnaryOp::CountTrailingZeros,
    UnaryOp::CountOnes,
    UnaryOp::ReverseBits,
];

struct Bench {
    table: TermTable,
    solver: Embedded,
    width: u32,
    a: Term,
    b: Term,
}

impl Bench {
    fn new(width: u32) -> Self {
        let mut table = TermTable::new();
        let (a, b) = (table.input("a", width), table.input("b", width));
        Self {
            table,
            solver: Embedded::new(None, None, 0),
            width,
            a,
            b,
        }
    }

    fn is(&mut self, term: Term, value: u64) -> Term {
        let width = self.table.width(term);
        let constant = self.table.constant(width, value);
        self.table.eq(term, constant)
    }

    /// `result` has the value `expected` and no other where the operands are `x` and `y`.
    fn expect(&mut self, what: &str, result: Term, x: u64, y: u64, expected: u64) {
        let mut assertions = vec![self.is(self.a, x), self.is(self.b, y)];
        let right = self.is(result, expected);
        let wrong = self.table.not(right);
        assertions.push(right);
        let answer = self.solver.solve(&mut self.table, &assertions).unwrap();
        assert!(
            matches!(answer, Answer::Sat(_)),
            "{what} at width {}: {x}, {y} is {expected}",
            self.width
        );
        assertions[2] = wrong;
        let answer = self.solver.solve(&mut self.table, &assertions).unwrap();
        assert!(
            matches!(answer, Answer::Unsat(_)),
            "{what} at width {}: {x}, {y} is only {expected}",
            self.width
        );
    }
}

#[test]
fn small_widths_exhaustively() {
    for width in 1..=4 {
        let mut bench = Bench::new(width);
        for op in BinaryOp::ALL {
            let result = bench.table.binary(op, bench.a, bench.b);
            for x in 0..=mask(width) {
                for y in 0..=mask(width) {
                    bench.expect(
                        &format!("{op:?}"),
                        result,
                        x,
                        y,
                        fold_binary(op, width, x, y),
                    );
                }
            }
        }
        for op in UNARY {
            let result = bench.table.unary(op, bench.a);
            for x in 0..=mask(width) {
                bench.expect(&format!("{op:?}"), result, x, 0, fold_unary(op, width, x));
            }
        }
    }
}

/// Interesting and arbitrary values, always the same.
fn samples(width: u32, seed: u64) -> Vec<u64> {
    let mut state = seed;
    let mut next = || {
        state = state
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        (state ^ state >> 29) & mask(width)
    };
    let top = 1 << (width - 1);
    let mut values = vec![0, 1, mask(width), top, top - 1, u64::from(width), 3];
    values.extend((0..3).map(|_| next()));
    values.push(next() >> (width / 2));
    values
        .into_iter()
        .map(|value| value & mask(width))
        .collect()
}

#[test]
fn large_widths_on_samples() {
    for width in [5, 7, 8, 13, 16, 32, 64] {
        let mut bench = Bench::new(width);
        for op in BinaryOp::ALL {
            let result = bench.table.binary(op, bench.a, bench.b);
            for (i, x) in samples(width, 1).into_iter().enumerate() {
                for (j, y) in samples(width, 2).into_iter().enumerate() {
                    // All pairs at small widths, a diagonal pattern at large ones.
                    if width <= 16 || (i + 2 * j) % 3 == 0 {
                        bench.expect(
                            &format!("{op:?}"),
                            result,
                            x,
                            y,
                            fold_binary(op, width, x, y),
                        );
                    }
                }
            }
        }
        for op in UNARY {
            let result = bench.table.unary(op, bench.a);
            for x in samples(width, 3) {
                bench.expect(&format!("{op:?}"), result, x, 0, fold_unary(op, width, x));
            }
        }
    }
}

#[test]
fn constant_operands() {
    for width in [1, 3, 6, 16, 32] {
        let mut bench = Bench::new(width);
        for op in BinaryOp::ALL {
            for constant in samples(width, 4) {
                let fixed = bench.table.constant(width, constant);
                let right = bench.table.binary(op, bench.a, fixed);
                let left = bench.table.binary(op, fixed, bench.a);
                for x in samples(width, 5).into_iter().skip(5) {
                    bench.expect(
                        &format!("{op:?} {constant}"),
                        right,
                        x,
                        0,
                        fold_binary(op, width, x, constant),
                    );
                    bench.expect(
                        &format!("{constant} {op:?}"),
                        left,
                        x,
                        0,
                        fold_binary(op, width, constant, x),
                    );
                }
            }
        }
    }
}

#[test]
fn wide_terms() {
    let mut bench = Bench::new(64);
    let (a, b) = (
        bench.table.zero_extend(bench.a, 128),
        bench.table.sign_extend(bench.b, 128),
    );
    let product = bench.table.mul(a, b);
    let high = bench.table.extract(product, 127, 64);
    for (x, y) in samples(64, 6).into_iter().zip(samples(64, 7)) {
        let expected = ((x as i128).wrapping_mul(y as i64 as i128) >> 64) as u64;
        bench.expect("high half", high, x, y, expected);
    }
}
