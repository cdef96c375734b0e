//! The rows against brute force at small widths; searches that have to end within a stated effort.

use everypath_term::ops::mask;
use everypath_term::{Assignment, BinaryOp, Bits, Evaluator, Kind, Term, TermTable};

use super::inverse::{Operator, square_roots};
use super::values::{Choice, Choices, Domain, Draws, Ternary, add, mul};
use super::{Effort, Search, search};

/// The operators and the widths of their operands, for operands of up to `width` bits.
fn operators(width: u32) -> Vec<(Operator, Vec<u32>)> {
    let mut all = Vec::new();
    let mut push = |kind, result, low, operands: &[u32]| {
        let operator = Operator {
            kind,
            width: result,
            low,
        };
        all.push((operator, operands.to_vec()));
    };
    for kind in Kind::ALL {
        match kind {
            Kind::Constant | Kind::Input => {}
            Kind::Read | Kind::Write | Kind::MemoryInput | Kind::MemoryLiteral | Kind::Float => {}
            Kind::Not | Kind::Neg => push(kind, width, 0, &[width]),
            Kind::Eq | Kind::Ult | Kind::Slt => push(kind, 1, 0, &[width, width]),
            Kind::And | Kind::Or | Kind::Xor | Kind::Add | Kind::Mul => {
                push(kind, width, 0, &[width, width])
            }
            Kind::UDiv | Kind::URem | Kind::SDiv | Kind::SRem => {
                push(kind, width, 0, &[width, width])
            }
            Kind::Shl | Kind::LShr | Kind::AShr => push(kind, width, 0, &[width, width]),
            Kind::Concat => (1..=2).for_each(|low| push(kind, width + low, 0, &[width, low])),
            Kind::Extract => {
                for low in 0..width {
                    (1..=width - low).for_each(|result| push(kind, result, low, &[width]));
                }
            }
            Kind::ZeroExtend | Kind::SignExtend => {
                (1..=2).for_each(|more| push(kind, width + more, 0, &[width]));
            }
            Kind::Ite => push(kind, width, 0, &[1, width, width]),
        }
    }
    all
}

/// All values of a width.
fn every(width: u32) -> impl Iterator<Item = Bits> + Clone {
    (0..=mask(width)).map(move |value| Bits::new(width, value))
}

/// All lists of values of some widths.
fn tuples(widths: &[u32]) -> Vec<Vec<Bits>> {
    let mut lists = vec![Vec::new()];
    for &width in widths {
        let longer =
            |list: Vec<Bits>| every(width).map(move |value| [list.clone(), vec![value]].concat());
        lists = lists.into_iter().flat_map(longer).collect();
    }
    lists
}

fn contains(choices: &[Choice], value: &Bits) -> bool {
    choices.iter().any(|choice| match choice {
        Choice::Pattern(pattern) => pattern.contains(value),
        Choice::Range(low, high) => low <= value && value <= high,
        Choice::Stride { first, last, step } => {
            let mut at = first.clone();
            while at != *value && at != *last {
                at = add(&at, step);
            }
            at == *value
        }
    })
}

/// All ternary values of a width.
fn patterns(width: u32) -> Vec<Ternary> {
    let mut patterns = Vec::new();
    for known in every(width) {
        for value in every(width).filter(|value| value.word(0) & !known.word(0) == 0) {
            patterns.push(Ternary::new(known.clone(), &value));
        }
    }
    patterns
}

fn value_with(operator: Operator, operands: &[Bits], which: usize, value: &Bits) -> Bits {
    let mut operands: Vec<&Bits> = operands.iter().collect();
    operands[which] = value;
    operator.value(&operands)
}

#[test]
fn inverse_values_are_those_that_reach_the_target() {
    for width in 1..=4 {
        for (operator, widths) in operators(width) {
            for operands in tuples(&widths) {
                let references: Vec<&Bits> = operands.iter().collect();
                for which in 0..widths.len() {
                    // Its own value counts for nothing.
                    if !operands[which].is_zero() {
                        continue;
                    }
                    for target in every(operator.width) {
                        let found = operator.inverse(which, &references, &target);
                        for value in every(widths[which]) {
                            let reached = value_with(operator, &operands, which, &value) == target;
                            assert_eq!(
                                contains(&found, &value),
                                reached,
                                "{operator:?} {which} {operands:?} {target:?} {value:?}: {found:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn square_roots_are_those_that_reach_the_target() {
    for width in 1..=9 {
        for target in every(width) {
            let found = square_roots(&target);
            for value in every(width) {
                let reached = mul(&value, &value) == target;
                assert_eq!(contains(&found, &value), reached, "{target:?} {value:?}");
            }
        }
    }
}

#[test]
fn picked_inverse_values_have_the_known_bits() {
    let mut random = Draws::new(1);
    for (operator, widths) in operators(3) {
        for operands in tuples(&widths) {
            let references: Vec<&Bits> = operands.iter().collect();
            for which in 0..widths.len() {
                for bits in patterns(widths[which]) {
                    let domain = Domain::new(bits.clone());
                    for target in every(operator.width) {
                        let found = operator.inverse(which, &references, &target);
                        let picked = domain.pick(&found, &operands[which], &mut random);
                        let mut may = every(widths[which]).filter(|value| {
                            bits.contains(value)
                                && value_with(operator, &operands, which, value) == target
                        });
                        match picked {
                            Some(picked) => assert!(may.any(|value| value == picked)),
                            None => assert_eq!(may.next(), None, "{operator:?} {operands:?}"),
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn consistent_values_reach_the_target_with_some_others() {
    let mut random = Draws::new(2);
    for width in 1..=4 {
        for (operator, widths) in operators(width) {
            let some: Vec<Bits> = widths.iter().map(|&width| Bits::zero(width)).collect();
            let references: Vec<&Bits> = some.iter().collect();
            let all_of = |which| match operator.kind {
                Kind::UDiv | Kind::URem | Kind::SDiv | Kind::SRem => false,
                // A branch that is not taken may have any value.
                Kind::Ite => which == 0,
                _ => true,
            };
            for which in 0..widths.len() {
                let exact = all_of(which);
                let mut reached = vec![vec![false; 1 << widths[which]]; 1 << operator.width];
                for operands in tuples(&widths) {
                    let references: Vec<&Bits> = operands.iter().collect();
                    let target = operator.value(&references).word(0) as usize;
                    reached[target][operands[which].word(0) as usize] = true;
                }
                for (target, reached) in reached.iter().enumerate() {
                    let target = Bits::new(operator.width, target as u64);
                    for _ in 0..if exact { 1 } else { 20 } {
                        let found = operator.consistent(which, &references, &target, &mut random);
                        for value in every(widths[which]) {
                            let (is, may) =
                                (contains(&found, &value), reached[value.word(0) as usize]);
                            assert!(
                                is == may || may && !exact,
                                "{operator:?} {which} {target:?} {value:?}: {found:?}"
                            );
                        }
                        assert_eq!(found.is_empty(), !reached.contains(&true), "{operator:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn known_bits_are_those_of_all_values() {
    for width in 1..=3 {
        for (operator, widths) in operators(width) {
            let mut lists: Vec<Vec<Ternary>> = vec![Vec::new()];
            for &width in &widths {
                let longer = |list: &Vec<Ternary>| {
                    let list = list.clone();
                    let add = |bits| [list.clone(), vec![bits]].concat();
                    patterns(width).into_iter().map(add).collect::<Vec<_>>()
                };
                lists = lists.iter().flat_map(longer).collect();
            }
            let values = tuples(&widths);
            for list in lists {
                let domains: Vec<Domain> = list.iter().cloned().map(Domain::new).collect();
                let known = operator.domain(&domains.iter().collect::<Vec<_>>());
                for operands in &values {
                    let inside = list.iter().zip(operands).all(|(bits, v)| bits.contains(v));
                    let value = operator.value(&operands.iter().collect::<Vec<_>>());
                    assert!(!inside || known.contains(&value), "{operator:?} {list:?}");
                }
            }
        }
    }
}

#[test]
fn known_ranges_are_those_of_all_values() {
    let ranges = |width: u32| {
        let ends = tuples(&[width, width]).into_iter();
        let ends = ends.filter(|ends| ends[0] <= ends[1]);
        ends.map(|ends| {
            let mut domain = Domain::new(Ternary::top(ends[0].width()));
            assert!(domain.restrict(&Choice::Range(ends[0].clone(), ends[1].clone())));
            domain
        })
    };
    for (operator, widths) in (1..=3).flat_map(operators) {
        let mut lists: Vec<Vec<Domain>> = vec![Vec::new()];
        for &width in &widths {
            let longer = |list: &Vec<Domain>| {
                let list = list.clone();
                ranges(width).map(move |range| [list.clone(), vec![range]].concat())
            };
            lists = lists.iter().flat_map(longer).collect();
        }
        let values = tuples(&widths);
        for list in lists {
            let known = operator.domain(&list.iter().collect::<Vec<_>>());
            for operands in &values {
                let inside = list.iter().zip(operands).all(|(set, v)| set.contains(v));
                let value = operator.value(&operands.iter().collect::<Vec<_>>());
                assert!(!inside || known.contains(&value), "{operator:?} {list:?}");
            }
        }
    }
}

/// Wide values go the same ways: inverse values reach the target, and there is one where the target was reached before.
#[test]
fn wide_inverse_values_reach_the_target() {
    let mut random = Draws::new(3);
    for width in [63, 64, 65, 128, 200, 1024] {
        for (operator, widths) in operators(4) {
            let wide = |narrow: u32| if narrow == 4 { width } else { narrow };
            let result = match operator.kind {
                Kind::Extract => operator.width,
                _ if operator.width >= 4 => operator.width - 4 + width,
                _ => operator.width,
            };
            let operator = Operator {
                width: result,
                ..operator
            };
            for round in 0..10 {
                let operands: Vec<Bits> = widths
                    .iter()
                    .map(|&narrow| {
                        let value = random.bits(wide(narrow));
                        value.shift_right(
                            wide(narrow) / 2 * (random.below(4) as u32 / 2 * round % 2),
                        )
                    })
                    .collect();
                let references: Vec<&Bits> = operands.iter().collect();
                let target = operator.value(&references);
                for which in 0..operands.len() {
                    let found: Choices = operator.inverse(which, &references, &target);
                    let domain = Domain::new(Ternary::top(operands[which].width()));
                    let other = random.bits(operands[which].width());
                    let value = domain.pick(&found, &other, &mut random);
                    let reached = value.map(|v| value_with(operator, &operands, which, &v));
                    // Divisors for a remainder are not all found.
                    let partial = matches!(operator.kind, Kind::URem | Kind::SRem) && which == 1;
                    assert!(
                        reached.as_ref() == Some(&target) || partial && reached.is_none(),
                        "{operator:?} {which} {operands:?}"
                    );
                }
            }
        }
    }
}

/// How many propagations a search from zeros takes; its model is checked.
fn propagations(table: &TermTable, assertions: &[Term], seed: u64, most: u64) -> Option<u64> {
    let start = Assignment::new();
    let mut found = Search::new(table, assertions, &start, seed)?;
    let done = found.run(Effort { propagations: most });
    if done {
        assert!(Evaluator::new(table, &found.assignment()).are_true(assertions));
    }
    done.then_some(found.propagations)
}

/// Each of some seeds leads to a model within an effort.
#[track_caller]
fn solved(table: &TermTable, assertions: &[Term], most: u64) {
    let effort = Effort { propagations: most };
    for seed in 0..8 {
        let needed = propagations(table, assertions, seed, most);
        println!("{seed} {needed:?}");
        assert!(needed.is_some(), "seed {seed}");
        let start = Assignment::new();
        let model = search(table, assertions, &start, seed, effort);
        assert_eq!(model, search(table, assertions, &start, seed, effort));
    }
}

#[test]
fn a_product_with_an_odd_factor() {
    let mut table = TermTable::new();
    let (x, y) = (table.input("x", 32), table.input("y", 32));
    let product = table.mul(x, y);
    let wanted = table.constant(32, 0xdead_beef);
    let equal = table.eq(product, wanted);
    let bit = table.extract(x, 0, 0);
    let odd = table.eq(bit, table.true_());
    let least = table.constant(32, 1000);
    let great = table.ult(least, x);
    let most = table.constant(32, 1 << 20);
    let bounded = table.ult(x, most);
    solved(&table, &[equal, odd, great, bounded], 100);
}

#[test]
fn a_sum_of_squares() {
    for (width, wanted) in [(16, 54_321), (32, 0x1234_5677), (64, 0x1234_5678_9abc_def3)] {
        let mut table = TermTable::new();
        let (a, b) = (table.input("a", width), table.input("b", width));
        let squares = [table.mul(a, a), table.mul(b, b)];
        let three = table.constant(width, 3);
        let times = table.mul(squares[1], three);
        let sum = table.add(squares[0], times);
        let wanted = table.constant(width, wanted);
        let equal = table.eq(sum, wanted);
        solved(&table, &[equal], 1_000);
    }
}

#[test]
fn sums_of_wide_products() {
    let mut table = TermTable::new();
    let [x, y, z, w] = ["x", "y", "z", "w"].map(|name| table.input(name, 128));
    let xy = table.mul(x, y);
    let xyz = table.mul(xy, z);
    let first = table.eq(xyz, w);
    let sum = table.add(w, x);
    let wanted = table.constant_bits(Bits::from_words(128, &[0x1234_5678_9abc_def1, 77]));
    let second = table.eq(sum, wanted);
    let limit = table.constant_bits(Bits::from_words(128, &[0, 1]));
    let third = table.ult(limit, x);
    solved(&table, &[first, second, third], 1_000);
}

#[test]
fn quotients_and_remainders() {
    let mut table = TermTable::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| table.input(name, 32));
    let quotient = table.udiv(x, y);
    let remainder = table.urem(x, y);
    let again = table.udiv(quotient, z);
    let [k, l, m] = [1234, 567, 3].map(|value| table.constant(32, value));
    let first = table.eq(quotient, k);
    let second = table.eq(remainder, l);
    let third = table.ult(m, again);
    solved(&table, &[first, second, third], 1_000);
}

#[test]
fn a_number_in_decimal_digits() {
    let mut table = TermTable::new();
    let mut all = Vec::new();
    let mut number = table.constant(32, 0);
    let [ten, zero] = [10, 48].map(|value| table.constant(32, value));
    let [least, most] = [48, 57].map(|value| table.constant(8, value));
    for place in 0..5 {
        let byte = table.input(&format!("digit{place}"), 8);
        all.extend([table.ule(least, byte), table.ule(byte, most)]);
        let digit = table.zero_extend(byte, 32);
        let digit = table.sub(digit, zero);
        number = table.mul(number, ten);
        number = table.add(number, digit);
    }
    let wanted = table.constant(32, 30_741);
    all.push(table.eq(number, wanted));
    solved(&table, &all, 300_000);
}

#[test]
fn a_weighted_sum_of_printable_bytes() {
    let mut table = TermTable::new();
    let mut all = Vec::new();
    let mut sum = table.constant(32, 0);
    let [least, most] = [32, 126].map(|value| table.constant(8, value));
    for place in 0..16 {
        let byte = table.input(&format!("byte{place}"), 8);
        all.extend([table.ule(least, byte), table.ule(byte, most)]);
        let byte = table.zero_extend(byte, 32);
        let weight = table.constant(32, place * place * 3 + 5);
        let part = table.mul(byte, weight);
        sum = table.add(sum, part);
    }
    let wanted = table.constant(32, 300_003);
    all.push(table.eq(sum, wanted));
    solved(&table, &all, 100_000);
}

#[test]
fn words_in_many_operators() {
    for width in [16, 32, 64, 128] {
        let mut table = TermTable::new();
        let [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map(|name| table.input(name, width));
        let [zero, three, seven, mask] = [0, 3, 7, 0xbeef].map(|v| table.constant(width, v));
        let (ab, cd) = (table.mul(a, b), table.mul(c, d));
        let sum = table.add(ab, cd);
        let shifted = table.shl(e, three);
        let mixed = table.xor(sum, shifted);
        let remainder = table.urem(c, seven);
        let quotient = table.sdiv(b, a);
        let masked = table.and(d, mask);
        let less = table.ult(e, c);
        let chosen = table.ite(less, ab, cd);
        let last = table.udiv(chosen, e);
        let all = [
            table.eq(mixed, mask),
            table.ult(a, b),
            table.slt(c, d),
            table.eq(remainder, three),
            table.slt(three, quotient),
            table.ne(masked, zero),
            table.eq(last, seven),
        ];
        solved(&table, &all, 10_000);
    }
}

#[test]
fn rounds_of_sums_rotations_and_exclusive_ors() {
    let mut table = TermTable::new();
    let mut state = [1, 2, 3, 4].map(|value| table.constant(32, value * 0x1357_9bdf));
    let five = table.constant(32, 5);
    for round in 0..16 {
        let word = table.input(&format!("word{round}"), 32);
        let mixed = table.xor(state[1], state[2]);
        let sum = table.add(mixed, word);
        let sum = table.add(sum, state[0]);
        let rotated = table.binary(BinaryOp::RotateLeft, sum, five);
        state = [state[1], state[2], state[3], rotated];
    }
    let wanted = table.constant(32, 0x0102_0304);
    let all = state.map(|word| table.eq(word, wanted));
    solved(&table, &all, 100_000);
}

#[test]
fn signed_quotients_and_remainders() {
    let mut table = TermTable::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| table.input(name, 32));
    let quotient = table.sdiv(x, y);
    let remainder = table.srem(quotient, z);
    let sum = table.add(y, z);
    let [zero, total, wanted] = [0, 77, 0xffff_fff0].map(|value| table.constant(32, value));
    let all = [
        table.eq(remainder, wanted),
        table.slt(z, zero),
        table.slt(zero, y),
        table.eq(sum, total),
    ];
    solved(&table, &all, 10_000);
}

#[test]
fn a_product_that_overflows() {
    let mut table = TermTable::new();
    let [x, y] = ["x", "y"].map(|name| table.input(name, 64));
    let [zero, limit] = [0, 100].map(|value| table.constant(64, value));
    let product = table.mul(x, y);
    let back = table.udiv(product, y);
    let all = [
        table.ne(back, x),
        table.ne(y, zero),
        table.ult(product, limit),
        table.ult(limit, x),
    ];
    solved(&table, &all, 1_000);
}

#[test]
fn what_cannot_be_is_not_found() {
    let mut table = TermTable::new();
    let x = table.input("x", 8);
    let square = table.mul(x, x);
    let two = table.constant(8, 2);
    let impossible = table.eq(square, two);
    let start = Assignment::new();
    let effort = Effort {
        propagations: 1_000,
    };
    assert_eq!(search(&table, &[impossible], &start, 0, effort), None);
    let no = table.false_();
    assert_eq!(search(&table, &[no], &start, 0, effort), None);
    assert!(search(&table, &[], &start, 0, effort).is_some());
    let memory = table.memory_input("m", 8, 8);
    let element = table.read(memory, x);
    let read = table.eq(element, two);
    assert_eq!(search(&table, &[read], &start, 0, effort), None);
}
