//! Terms a million levels deep are built, measured, evaluated, substituted, printed and dropped on a small stack.

use everypath_term::{Assignment, Evaluator, Term, TermTable, evaluate, smtlib};
use rustc_hash::FxHashMap;

const DEPTH: usize = 1_000_000;

/// Runs on a thread with a stack of 256 KiB, far less than one frame per level would need.
fn on_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new()
        .stack_size(256 * 1024)
        .spawn(test)
        .expect("a thread starts");
    thread.join().expect("no overflow and no failure");
}

#[test]
fn a_million_nested_sums() {
    on_small_stack(|| {
        let mut table = TermTable::new();
        let mut values = Assignment::new();
        let mut expected = 0u32;
        let first = table.input("x", 32);
        let mut sum = first;
        for i in 1..DEPTH as u64 {
            let input = table.input("x", 32);
            values.set_u64(table.input_id(input).expect("an input"), 32, i * 77);
            expected = expected.wrapping_add((i * 77) as u32);
            sum = table.add(sum, input);
        }
        assert_eq!(table.size(&[sum]), 2 * DEPTH - 1);
        assert_eq!(
            evaluate(&table, &values, sum).to_u64(),
            Some(expected as u64)
        );
        assert_eq!(table.inputs_of(sum).len(), DEPTH);
        assert!(table.display(sum).to_string().len() < 10_000);
        let script = smtlib::print(&mut table, &[]);
        assert!(script.contains("QF_ABV"));
        let mut text = String::new();
        smtlib::Printer::new(smtlib::Floats::Operators).define(&mut table, sum, &mut text);
        assert_eq!(text.matches("define-fun").count(), DEPTH - 1);
        let five = table.constant(32, 5);
        let replaced = table.substitute(sum, &FxHashMap::from_iter([(first, five)]));
        assert_eq!(
            evaluate(&table, &values, replaced).to_u64(),
            Some(expected.wrapping_add(5) as u64)
        );
        // Taking part of it, or comparing it, goes no deeper than the rules' limit.
        let low = table.truncate(sum, 8);
        assert_eq!(
            evaluate(&table, &values, low).to_u64(),
            Some(expected as u64 & 0xff)
        );
    });
}

#[test]
fn a_million_nested_choices() {
    on_small_stack(|| {
        let mut table = TermTable::new();
        let index = table.input("index", 32);
        let mut chain = table.constant(32, 0xffff_ffff);
        for i in 0..DEPTH as u64 {
            let at = table.constant(32, i);
            let here = table.eq(index, at);
            let value = table.constant(32, i * 3 + 2);
            chain = table.ite(here, value, chain);
        }
        assert!(table.size(&[chain]) > 2 * DEPTH);
        let mut values = Assignment::new();
        let id = table.input_id(index).expect("an input");
        for (at, expected) in [(0, 2), (500_000, 1_500_002), (DEPTH as u64, 0xffff_ffff)] {
            values.set_u64(id, 32, at);
            assert_eq!(evaluate(&table, &values, chain).to_u64(), Some(expected));
        }
        // Rules that go into the arms stop at their limit and keep the value.
        let (zero, low) = (table.constant(32, 8), table.truncate(chain, 7));
        let derived = [table.eq(chain, zero), table.ult(chain, zero), low];
        for at in [2, 3, 999_999] {
            values.set_u64(id, 32, at);
            let mut evaluator = Evaluator::new(&table, &values);
            let value = at * 3 + 2;
            let expected = [(value == 8) as u64, (value < 8) as u64, value & 0x7f];
            assert_eq!(
                derived.map(|term: Term| evaluator.evaluate_u64(term)),
                expected
            );
        }
        assert_eq!(table.inputs_of(chain).len(), 1);
        let seven = table.constant(32, 7);
        let replaced = table.substitute(chain, &FxHashMap::from_iter([(index, seven)]));
        assert_eq!(table.as_u64(replaced), Some(23));
    });
}

#[test]
fn a_hundred_thousand_writes() {
    on_small_stack(|| {
        let mut table = TermTable::new();
        let memory = table.memory_input("m", 32, 8);
        let mut written = memory;
        for i in 0..100_000u64 {
            let index = table.input("i", 32);
            let value = table.constant(8, i);
            written = table.write(written, index, value);
        }
        let index = table.input("j", 32);
        let read = table.read(written, index);
        let mut values = Assignment::new();
        let last = table.input_id(index).expect("an input");
        values.set_u64(last, 32, 9);
        values.set_memory(
            table.input_id(memory).expect("an input"),
            [(9, 200)].into(),
            0,
        );
        assert_eq!(evaluate(&table, &values, read).to_u64(), Some(200));
        values.set_u64(last, 32, 0);
        assert_eq!(
            evaluate(&table, &values, read).to_u64(),
            Some(99_999 & 0xff)
        );
    });
}
