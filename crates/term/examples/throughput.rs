//! How many terms a second the constructors make: found again, new, rewritten, and evaluated.
//!
//! Run with `cargo run --release -p everypath-term --example throughput`.

use std::hint::black_box;
use std::time::Instant;

use everypath_term::{Assignment, Evaluator, Term, TermTable};

const COUNT: usize = 2_000_000;

fn report(what: &str, count: usize, work: impl FnOnce()) {
    let start = Instant::now();
    work();
    let seconds = start.elapsed().as_secs_f64();
    println!("{what:<44} {:>8.2} million/s", count as f64 / seconds / 1e6);
}

fn main() {
    let mut table = TermTable::new();
    let inputs: Vec<Term> = (0..1000).map(|_| table.input("x", 32)).collect();
    let pairs: Vec<(Term, Term)> = (0..COUNT)
        .map(|i| (inputs[i % 1000], inputs[(i / 1000 + i * 7) % 1000]))
        .collect();

    let mut sum = inputs[0];
    report("new: sum of a growing term and an input", COUNT, || {
        for i in 0..COUNT {
            sum = table.add(sum, inputs[i % 1000]);
        }
    });
    report(
        "new or found: and, or, xor of two inputs",
        COUNT * 3,
        || {
            for &(a, b) in &pairs {
                black_box((table.and(a, b), table.or(a, b), table.xor(a, b)));
            }
        },
    );
    let hot: Vec<(Term, Term)> = pairs.iter().copied().take(1000).collect();
    report("found: and, or, xor of two inputs", COUNT * 3, || {
        for i in 0..COUNT {
            let (a, b) = hot[i % 1000];
            black_box((table.and(a, b), table.or(a, b), table.xor(a, b)));
        }
    });
    let zero = table.constant(32, 0);
    report("rewritten: (a <u b) as a word, tested for 0", COUNT, || {
        for i in 0..COUNT {
            let (a, b) = hot[i % 1000];
            let less = table.ult(a, b);
            let word = table.zero_extend(less, 32);
            black_box(table.ne(word, zero));
        }
    });
    report("folded: sum of two constants", COUNT, || {
        for i in 0..COUNT as u64 {
            let (a, b) = (
                table.constant(32, i & 0xff),
                table.constant(32, i >> 8 & 0xff),
            );
            black_box(table.add(a, b));
        }
    });
    let values = Assignment::new();
    report("evaluated: the growing sum, per term", COUNT, || {
        black_box(Evaluator::new(&table, &values).evaluate_u64(sum));
    });
    println!("{} terms stored", table.len());
}
