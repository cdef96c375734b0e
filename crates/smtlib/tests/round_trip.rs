//! Random terms, printed and read back, have the same values; so have operators that terms do not have, by their definitions.

use std::rc::Rc;

use everypath_smtlib::context::Context;
use everypath_smtlib::reader::Reader;
use everypath_smtlib::sorts::Value;
use everypath_smtlib::symbols::Meaning;
use everypath_term::testing::arbitrary_term;
use everypath_term::{Assignment, Bits, TermTable, evaluate, smtlib};
use proptest::prelude::*;

/// Reads the definitions of a script; gives the value of the last one.
fn read(context: &mut Context, script: &str) -> Value {
    let mut reader = Reader::new(script.as_bytes());
    let mut last = None;
    while let Some(tree) = reader.command(&mut context.texts).unwrap() {
        let tree = Rc::new(tree);
        let elements = tree.elements(0).unwrap();
        let name = tree.symbol(elements[1]);
        match context.texts.get(tree.symbol(elements[0]).unwrap()) {
            "declare-fun" => {
                let name = name.unwrap();
                let sort = context.sort(&tree, elements[3]).unwrap();
                let text = context.texts.get(name).to_owned();
                let value = context.fresh(&text, sort);
                context.symbols.declare(name, Meaning::Value(value));
            }
            "define-fun" => {
                let value = context.term(&tree, elements[4], &[]).unwrap();
                last = Some(value.clone());
                context.symbols.define(name.unwrap(), Meaning::Value(value));
            }
            // Known elements of literals: the tables here have none.
            other => panic!("{other}"),
        }
    }
    last.unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_is_read(
        recipe in arbitrary_term(12),
        numbers in prop::collection::vec(any::<u64>(), 20),
        wide in 1u32..70,
        number in any::<[u64; 2]>(),
    ) {
        let mut recipe = recipe;
        recipe.memories = false;
        let mut table = TermTable::new();
        let built = recipe.build(&mut table);
        // Beyond 64 bits, too.
        let extra = table.input("wide", wide);
        let root = table.concat(extra, built.root());
        let root = table.mul(root, root);
        let copy = table.not(root);
        let mut text = String::new();
        smtlib::Printer::new(smtlib::Floats::Operators).define(&mut table, copy, &mut text);
        let mut assignment = built.assignment(&table, &numbers);
        assignment.set(table.input_id(extra).unwrap(), Bits::from_words(wide, &number));
        let expected = evaluate(&table, &assignment, copy);

        let mut context = Context::new(TermTable::new());
        let value = if text.contains("define-fun") { read(&mut context, &text) } else { return Ok(()) };
        let mut same = Assignment::new();
        for (input, bits) in assignment.iter() {
            let name = smtlib::symbol(&table, input);
            let name = context.texts.intern(name.trim_matches('|'));
            if let Some(Meaning::Value(value)) = context.symbols.term(name) {
                same.set(context.table.input_id(value.term()).unwrap(), bits.clone());
            }
        }
        prop_assert_eq!(evaluate(&context.table, &same, value.term()), expected);
    }

    /// Operators beside those of terms, against arithmetic on wider integers.
    #[test]
    fn derived_operators(width in 1u32..=60, a in any::<u64>(), b in any::<u64>(), small in any::<bool>()) {
        let mask = (1u64 << width) - 1;
        let (a, b) = (a & mask, if small { b & mask & 7 } else { b & mask });
        let signed = |x: u64| ((x << (64 - width)) as i64 >> (64 - width)) as i128;
        let (x, y) = (i128::from(a), i128::from(b));
        let (s, t) = (signed(a), signed(b));
        let (least, most, all) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1, i128::from(mask));
        let out = |value: i128| value < least || value > most;
        let truths = [
            ("(bvnego a)", s == least),
            ("(bvuaddo a b)", x + y > all),
            ("(bvsaddo a b)", out(s + t)),
            ("(bvumulo a b)", x * y > all),
            ("(bvsmulo a b)", out(s * t)),
            ("(bvusubo a b)", x < y),
            ("(bvssubo a b)", out(s - t)),
            ("(bvsdivo a b)", s == least && t == -1),
            ("(= (bvredor a) #b1)", a != 0),
            ("(= (bvredand a) #b1)", a == mask),
            ("(= (bvredxor a) #b1)", a.count_ones() % 2 == 1),
            ("(= (bvcomp a b) #b1)", a == b),
            ("(bvsge a b a)", s >= t && t >= s),
            ("(xor (bvugt a b) (bvule a b) (bvslt a b))", s >= t),
            ("(=> (bvult a b) (bvult b a) false)", true),
        ];
        let modulo = if t == 0 { s } else { s - t * s.div_euclid(t) };
        // Euclid's remainder is never negative; that of bvsmod has the divisor's sign.
        let modulo = if t < 0 && modulo > 0 { modulo + t } else { modulo };
        let rotated = |by: u64| if by == 0 { a } else { (a << by | a >> (u64::from(width) - by)) & mask };
        let (w, amount) = (u64::from(width), b % u64::from(width));
        let terms = [
            ("(bvsmod a b)".to_owned(), modulo as u64 & mask),
            ("(bvnand a b)".to_owned(), !(a & b) & mask),
            ("(bvnor a b)".to_owned(), !(a | b) & mask),
            ("(bvxnor a b)".to_owned(), !(a ^ b) & mask),
            ("(bvsub a b)".to_owned(), a.wrapping_sub(b) & mask),
            ("(ext_rotate_left a b)".to_owned(), rotated(amount)),
            ("(ext_rotate_right a b)".to_owned(), rotated((w - amount) % w)),
            (format!("((_ rotate_left {}) a)", b % 1000), rotated(b % 1000 % w)),
            (format!("((_ rotate_right {}) a)", b % 1000), rotated((w - b % 1000 % w) % w)),
            ("((_ extract W 0) ((_ repeat 3) a))".replace('W', &(width - 1).to_string()), a),
        ];
        let truths = truths.iter().map(|(text, value)| ((*text).to_owned(), "Bool".to_owned(), u64::from(*value)));
        let terms = terms.into_iter().map(|(text, value)| (text, format!("(_ BitVec {width})"), value));
        for (text, sort, expected) in truths.chain(terms) {
            // With inputs, so that constants do not fold, and with constants.
            let inputs = format!(
                "(declare-fun a () (_ BitVec {width}))(declare-fun b () (_ BitVec {width}))(define-fun r () {sort} {text})"
            );
            let constants = format!(
                "(define-fun a () (_ BitVec {width}) (_ bv{a} {width}))(define-fun b () (_ BitVec {width}) (_ bv{b} {width}))(define-fun r () {sort} {text})"
            );
            for script in [inputs, constants] {
                let mut context = Context::new(TermTable::new());
                let value = read(&mut context, &script);
                let mut assignment = Assignment::new();
                for declared in context.symbols.declared() {
                    if let Meaning::Value(input) = &declared.meaning {
                        let number = if context.texts.get(declared.name) == "a" { a } else { b };
                        let id = context.table.input_id(input.term()).unwrap();
                        assignment.set_u64(id, width, number);
                    }
                }
                let got = evaluate(&context.table, &assignment, value.term());
                prop_assert_eq!(got.to_u64(), Some(expected), "{} at {} of {} and {}", text, width, a, b);
            }
        }
    }
}
