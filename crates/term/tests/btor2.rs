//! BTOR2 models, read again by a small reader: they are well formed, and mean what the terms mean.

use std::collections::BTreeMap;

use everypath_term::testing::arbitrary_term;
use everypath_term::{
    Assignment, BinaryOp, Bits, Evaluator, InputId, Sort, TermTable, UnaryOp, btor2, smtlib,
};
use expect_test::expect;
use proptest::prelude::*;

/// A value of a line: bits, or a memory with its default.
#[derive(Clone)]
enum Value {
    Bits(Bits),
    Memory(BTreeMap<u64, Bits>, Bits),
}

impl Value {
    fn bits(&self) -> &Bits {
        match self {
            Value::Bits(bits) => bits,
            Value::Memory(..) => panic!("a memory where bits are expected"),
        }
    }
}

/// The values of all `bad` lines in the first step. `free` gives the values of inputs and of states without `init`, by name.
fn bad_states(model: &str, free: &dyn Fn(&str) -> Value) -> Vec<(String, bool)> {
    let mut sorts: BTreeMap<u64, (u32, u32)> = BTreeMap::new();
    let mut values: BTreeMap<u64, Value> = BTreeMap::new();
    let mut sort_of_state: BTreeMap<u64, u64> = BTreeMap::new();
    let mut bad = Vec::new();
    let mut last = 0;
    for line in model.lines().filter(|line| !line.starts_with(';')) {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |i: usize| words[i].parse::<u64>().unwrap();
        let line_number = number(0);
        assert!(line_number > last, "numbers grow: {line}");
        last = line_number;
        match words[1] {
            "sort" if words[2] == "bitvec" => {
                sorts.insert(line_number, (0, number(3) as u32));
                continue;
            }
            "sort" => {
                let (index, element) = (sorts[&number(3)].1, sorts[&number(4)].1);
                sorts.insert(line_number, (index, element));
                continue;
            }
            "bad" => {
                let value = values[&number(2)].bits();
                assert_eq!(value.width(), 1);
                bad.push((words[3].to_owned(), value.bit(0)));
                continue;
            }
            "init" => {
                assert_eq!(sort_of_state[&number(3)], number(2));
                assert!(
                    number(4) < number(3),
                    "a value is defined before the state: {line}"
                );
                let default = values[&number(4)].bits().clone();
                values.insert(number(3), Value::Memory(BTreeMap::new(), default));
                continue;
            }
            "next" => {
                assert_eq!(
                    (number(3), sort_of_state[&number(3)]),
                    (number(4), number(2))
                );
                continue;
            }
            _ => {}
        }
        let (index_width, width) = sorts[&number(2)];
        let bits = |i: usize| values[&number(i)].bits();
        let unary = |op| Value::Bits(bits(3).unary(op));
        let binary = |op| Value::Bits(bits(3).binary(op, bits(4)));
        let value = match words[1] {
            "const" => {
                assert_eq!(words[3].len(), width as usize);
                let zero = Bits::new(1, 0);
                let digits = words[3].chars().map(|c| Bits::new(1, u64::from(c == '1')));
                let value = digits.fold(zero, |value, digit| value.concat(&digit));
                Value::Bits(value.extract(0, width))
            }
            "input" => free(words[3]),
            "state" => {
                sort_of_state.insert(line_number, number(2));
                match words.get(3) {
                    Some(name) => free(name),
                    None => Value::Memory(BTreeMap::new(), Bits::zero(width)),
                }
            }
            "slice" => Value::Bits(bits(3).extract(number(5) as u32, width)),
            "uext" => Value::Bits(bits(3).zero_extend(bits(3).width() + number(4) as u32)),
            "sext" => Value::Bits(bits(3).sign_extend(bits(3).width() + number(4) as u32)),
            "not" => unary(UnaryOp::Not),
            "neg" => unary(UnaryOp::Neg),
            "and" => binary(BinaryOp::And),
            "or" => binary(BinaryOp::Or),
            "xor" => binary(BinaryOp::Xor),
            "add" => binary(BinaryOp::Add),
            "mul" => binary(BinaryOp::Mul),
            "udiv" => binary(BinaryOp::UDiv),
            "urem" => binary(BinaryOp::URem),
            "sdiv" => binary(BinaryOp::SDiv),
            "srem" => binary(BinaryOp::SRem),
            "sll" => binary(BinaryOp::Shl),
            "srl" => binary(BinaryOp::LShr),
            "sra" => binary(BinaryOp::AShr),
            "eq" => binary(BinaryOp::Eq),
            "ult" => binary(BinaryOp::Ult),
            "slt" => binary(BinaryOp::Slt),
            "concat" => Value::Bits(bits(3).concat(bits(4))),
            "ite" => {
                assert_eq!(bits(3).width(), 1);
                let side = if bits(3).bit(0) { 4 } else { 5 };
                values[&number(side)].clone()
            }
            "read" => match &values[&number(3)] {
                Value::Memory(elements, default) => {
                    let element = elements.get(&bits(4).word(0)).unwrap_or(default);
                    Value::Bits(element.clone())
                }
                Value::Bits(_) => panic!("{line}"),
            },
            "write" => match &values[&number(3)] {
                Value::Memory(elements, default) => {
                    let mut elements = elements.clone();
                    elements.insert(bits(4).word(0), bits(5).clone());
                    Value::Memory(elements, default.clone())
                }
                Value::Bits(_) => panic!("{line}"),
            },
            other => panic!("`{other}` is no operator of BTOR2"),
        };
        match &value {
            Value::Bits(bits) => assert_eq!((0, bits.width()), (index_width, width), "{line}"),
            Value::Memory(..) => assert!(index_width > 0, "{line}"),
        }
        values.insert(line_number, value);
    }
    bad
}

fn value_of(table: &TermTable, values: &Assignment, name: &str) -> Value {
    let mut inputs = (0..table.input_count()).map(InputId::from_index);
    let known = |input: &InputId| smtlib::symbol(table, *input).trim_matches('|') == name;
    let input = inputs.find(known).expect("an input of the terms");
    match table.input_info(input).sort {
        Sort::Bits(width) => {
            let value = values.get(input).cloned();
            Value::Bits(value.unwrap_or_else(|| Bits::zero(width)))
        }
        Sort::Memory { element, .. } => match values.get_memory(input) {
            Some(memory) => Value::Memory(
                memory
                    .elements
                    .iter()
                    .map(|(&index, &value)| (index, Bits::new(element, value)))
                    .collect(),
                Bits::new(element, memory.default),
            ),
            None => Value::Memory(BTreeMap::new(), Bits::zero(element)),
        },
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn models_mean_what_the_terms_mean(
        recipe in arbitrary_term(40),
        several in proptest::collection::vec(proptest::collection::vec(any::<u64>(), 8), 4),
    ) {
        let mut table = TermTable::without_rules();
        let built = recipe.build(&mut table);
        let mut conditions: Vec<_> = Vec::new();
        for (number, &term) in built.terms.iter().enumerate() {
            conditions.push((format!("bit {number}"), table.bit(term, 0)));
        }
        let model = btor2::model(&mut table, &conditions, &["one\ncomment".to_owned()]);
        for numbers in several {
            let values = built.assignment(&table, &numbers);
            let found = bad_states(&model, &|name| value_of(&table, &values, name));
            let mut evaluator = Evaluator::new(&table, &values);
            let expected: Vec<(String, bool)> = conditions
                .iter()
                .map(|(name, term)| (name.replace(' ', "_"), evaluator.is_true(*term)))
                .collect();
            prop_assert_eq!(found, expected, "{}", model);
        }
    }
}

#[test]
fn text_of_a_small_model() {
    let mut table = TermTable::new();
    let x = table.input("a b", 8);
    let memory = table.memory_input("m", 8, 8);
    let literal = table.memory_literal(8, 8, [0, 7].into(), 0);
    let element = table.read(memory, x);
    let known = table.read(literal, element);
    let less = table.ult(known, x);
    expect![[r#"
        ; a comment
        1 sort bitvec 8
        2 sort array 1 1
        3 const 1 00000000
        4 state 2
        5 init 2 4 3
        6 next 2 4 4
        7 const 1 00000001
        8 const 1 00000111
        9 write 2 4 7 8
        10 state 2 m!1
        11 next 2 10 10
        12 input 1 a_b!0
        13 read 1 10 12
        14 read 1 9 13
        15 sort bitvec 1
        16 ult 15 14 12
        17 bad 16 assertion
    "#]]
    .assert_eq(&btor2::model(
        &mut table,
        &[("assertion".to_owned(), less)],
        &["a comment".to_owned()],
    ));
}
