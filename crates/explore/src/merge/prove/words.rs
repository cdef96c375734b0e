//! Invariants in words: for people, with the operators of C, and as expressions of C that mean the same.
//!
//! Terms know no types. For people, what compares or shifts with a sign is written as in C and what does it without has a `u` behind it
//! (`i <u n`); nothing is said of widths where both sides have one. In C, every value is cast to the unsigned type of its width, and to the signed one
//! where it is compared as such; a term of another width than those of C's types cannot be said.

use everypath_term::{InputId, Kind, Node, Term, TermTable, ops};
use rustc_hash::FxHashMap;

/// The name of an input in invariants.
#[derive(Clone, Debug)]
pub(super) struct Name {
    /// The name.
    pub name: String,
    /// Whether it is a variable of C as it stands.
    pub in_c: bool,
}

/// Terms beyond this size are cut short for people.
const LARGEST: usize = 120;

/// Whether a text is what names a variable in C: names, members and elements.
pub(super) fn is_expression(name: &str) -> bool {
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let within = |c: char| c.is_ascii_alphanumeric() || "_[].".contains(c);
    begins && name.chars().all(within)
}

/// A text and how strongly its outermost operator binds: the greater the stronger.
type Bound = (String, u32);

/// Binds as strongly as a name.
const ATOM: u32 = 20;

fn within((text, binds): &Bound, least: u32) -> String {
    match *binds >= least {
        true => text.clone(),
        false => format!("({text})"),
    }
}

/// A term for people.
pub(super) fn words(terms: &TermTable, term: Term, names: &FxHashMap<InputId, Name>) -> String {
    let order = terms.post_order(&[term]);
    if order.len() > LARGEST {
        return format!("a condition of {} operations", order.len());
    }
    let mut texts: FxHashMap<Term, Bound> = FxHashMap::default();
    for part in order {
        let text = part_words(terms, part, names, &texts);
        texts.insert(part, text);
    }
    texts
        .remove(&term)
        .map(|(text, _)| text)
        .unwrap_or_default()
}

fn part_words(
    terms: &TermTable,
    part: Term,
    names: &FxHashMap<InputId, Name>,
    texts: &FxHashMap<Term, Bound>,
) -> Bound {
    let node = terms.node(part);
    let children: Vec<Term> = node.children().collect();
    let operand = |index: usize, least: u32| {
        let text = children.get(index).and_then(|child| texts.get(child));
        text.map(|text| within(text, least)).unwrap_or_default()
    };
    let binary = |operator: &str, binds: u32| {
        let (left, right) = (operand(0, binds), operand(1, binds + 1));
        (format!("{left} {operator} {right}"), binds)
    };
    match node.kind {
        Kind::Constant => (constant(terms, part), ATOM),
        Kind::Input | Kind::MemoryInput => {
            let name = names.get(&node.input()).map(|name| name.name.clone());
            let other = || terms.input_info(node.input()).name.clone();
            (name.unwrap_or_else(other), ATOM)
        }
        Kind::Not => negated(terms, children[0], texts),
        Kind::Neg => (format!("-{}", operand(0, 15)), 15),
        Kind::And if node.width == 1 => binary("&&", 3),
        Kind::Or if node.width == 1 => binary("||", 2),
        Kind::And => binary("&", 6),
        Kind::Or => binary("|", 4),
        Kind::Xor => binary("^", 5),
        Kind::Add => sum(terms, &children, texts),
        Kind::Mul => binary("*", 12),
        Kind::UDiv => binary("/u", 12),
        Kind::URem => binary("%u", 12),
        Kind::SDiv => binary("/", 12),
        Kind::SRem => binary("%", 12),
        Kind::Shl => binary("<<", 9),
        Kind::LShr => binary(">>u", 9),
        Kind::AShr => binary(">>", 9),
        Kind::Eq => binary("==", 7),
        Kind::Ult => binary("<u", 8),
        Kind::Slt => binary("<", 8),
        Kind::Concat => match bytes_side_by_side(terms, part) {
            Some((memory, first, size)) => {
                let text = |term| {
                    let text = texts.get(&term).map(|text| within(text, 0));
                    text.unwrap_or_default()
                };
                let (memory, from) = (text(memory), text(first));
                let to = match texts.get(&first) {
                    Some(from) => format!("{} + {size}", within(from, 10)),
                    None => size.to_string(),
                };
                (format!("{memory}[{from}..{to}]"), ATOM)
            }
            // Zeros below are a product.
            None if terms.as_u64(children[1]) == Some(0) && terms.width(children[1]) <= 6 => {
                let times = 1u64 << terms.width(children[1]);
                (format!("{times} * {}", operand(0, 13)), 12)
            }
            None => (format!("{}:{}", operand(0, 16), operand(1, 17)), 16),
        },
        // The highest bit is the sign.
        Kind::Extract if is_sign(terms, node) => (format!("{} < 0", operand(0, 9)), 8),
        // Low bits are what is left of a division by a power of two.
        Kind::Extract if node.low() == 0 && node.width <= 6 => {
            (format!("{} %u {}", operand(0, 12), 1u64 << node.width), 12)
        }
        Kind::Extract => {
            let (high, low) = (node.low() + node.width - 1, node.low());
            (format!("{}[{high}:{low}]", operand(0, ATOM)), ATOM)
        }
        Kind::ZeroExtend => (format!("(u{}){}", node.width, operand(0, 15)), 15),
        Kind::SignExtend => (format!("(i{}){}", node.width, operand(0, 15)), 15),
        Kind::Ite => {
            let [condition, then, otherwise] = [0, 1, 2].map(|index| operand(index, 2));
            (format!("{condition} ? {then} : {otherwise}"), 1)
        }
        Kind::Read => (format!("{}[{}]", operand(0, ATOM), operand(1, 0)), ATOM),
        Kind::Write => {
            let [memory, index, element] = [0, 1, 2].map(|index| operand(index, 1));
            (format!("({memory} with [{index}] = {element})"), ATOM)
        }
        Kind::MemoryLiteral => ("known contents".to_owned(), ATOM),
        Kind::Float => {
            let operands: Vec<String> = (0..children.len()).map(|it| operand(it, 0)).collect();
            (format!("float({})", operands.join(", ")), ATOM)
        }
    }
}

/// Whether a bit is the highest of a number.
fn is_sign(terms: &TermTable, bit: Node) -> bool {
    let width = terms.width(bit.first());
    bit.kind == Kind::Extract && bit.width == 1 && width > 1 && bit.low() == width - 1
}

/// The memory, the first index and the number of bytes that are read from one index on, the lowest first.
fn bytes_side_by_side(terms: &TermTable, term: Term) -> Option<(Term, Term, u64)> {
    let node = terms.node(term);
    let read = |term: Term| {
        let node = terms.node(term);
        (node.kind == Kind::Read).then(|| (node.first(), node.second()))
    };
    if node.kind != Kind::Concat {
        return read(term).map(|(memory, index)| (memory, index, 1));
    }
    let (memory, first, size) = bytes_side_by_side(terms, node.second())?;
    let (other, index) = read(node.first())?;
    let index = terms.node(index);
    let mut parts = index.children();
    let is_next = index.kind == Kind::Add
        && parts.all(|part| part == first || terms.as_u64(part) == Some(size));
    (memory == other && is_next).then_some((memory, first, size + 1))
}

/// The negation of a condition, or the complement of a number.
fn negated(terms: &TermTable, of: Term, texts: &FxHashMap<Term, Bound>) -> Bound {
    let node = terms.node(of);
    let sides: Vec<&Bound> = node.children().filter_map(|it| texts.get(&it)).collect();
    let relation = |operator: &str, left: &Bound, right: &Bound, binds: u32| {
        let (left, right) = (within(left, binds), within(right, binds + 1));
        (format!("{left} {operator} {right}"), binds)
    };
    match (node.kind, &sides[..]) {
        (Kind::Eq, [left, right]) => relation("!=", left, right, 7),
        (Kind::Ult, [left, right]) => relation("<=u", right, left, 8),
        (Kind::Slt, [left, right]) => relation("<=", right, left, 8),
        (Kind::Extract, [number]) if is_sign(terms, node) => {
            (format!("{} >= 0", within(number, 9)), 8)
        }
        (Kind::Extract, _) if node.width == 1 => match texts.get(&of) {
            Some(bit) => (format!("{} == 0", within(bit, 8)), 7),
            None => (String::new(), ATOM),
        },
        _ => {
            let text = texts.get(&of).map(|text| within(text, 15));
            let operator = if node.width == 1 { "!" } else { "~" };
            (format!("{operator}{}", text.unwrap_or_default()), 15)
        }
    }
}

/// A sum; what is negative is taken away.
fn sum(terms: &TermTable, children: &[Term], texts: &FxHashMap<Term, Bound>) -> Bound {
    let text = |term: &Term, least: u32| {
        let text = texts.get(term).map(|text| within(text, least));
        text.unwrap_or_default()
    };
    let &[a, b] = children else {
        return (String::new(), ATOM);
    };
    let (first, second) = match terms.as_u64(a) {
        Some(_) => (b, a),
        None => (a, b),
    };
    let left = text(&first, 10);
    let right = match terms.node(second) {
        node if node.kind == Kind::Neg => {
            let inner = node.first();
            return (format!("{left} - {}", text(&inner, 11)), 10);
        }
        _ => text(&second, 11),
    };
    match right.strip_prefix('-') {
        Some(positive) => (format!("{left} - {positive}"), 10),
        None => (format!("{left} + {right}"), 10),
    }
}

/// A constant, as a signed number if it is as wide as one of C.
fn constant(terms: &TermTable, term: Term) -> String {
    let width = terms.width(term);
    match (terms.as_u64(term), width) {
        (Some(value), 1..=7) => value.to_string(),
        (Some(value), 8..=64) => ops::signed(value, width).to_string(),
        _ => terms.display(term).to_string(),
    }
}

/// The unsigned and the signed type of C of a width, where `long long` has 64 bits.
fn types(width: u32) -> Option<(&'static str, &'static str)> {
    Some(match width {
        8 => ("unsigned char", "signed char"),
        16 => ("unsigned short", "short"),
        32 => ("unsigned int", "int"),
        64 => ("unsigned long long", "long long"),
        _ => return None,
    })
}

/// A condition as an expression of C. None if it speaks of what is no variable, or has widths that C does not.
pub(super) fn in_c(
    terms: &TermTable,
    term: Term,
    names: &FxHashMap<InputId, Name>,
) -> Option<String> {
    let order = terms.post_order(&[term]);
    if order.len() > LARGEST {
        return None;
    }
    let mut texts: FxHashMap<Term, String> = FxHashMap::default();
    for part in order {
        let text = part_in_c(terms, part, names, &texts)?;
        texts.insert(part, text);
    }
    let text = texts.remove(&term)?;
    let inner = text.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    Some(match inner {
        Some(inner) if encloses(inner) => inner.to_owned(),
        _ => text,
    })
}

/// Whether the parentheses around a text belong together.
fn encloses(inner: &str) -> bool {
    let mut open = 0i64;
    inner.chars().all(|c| {
        open += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        open >= 0
    })
}

/// Conditions are truth values of C, all else has the unsigned type of its width.
fn part_in_c(
    terms: &TermTable,
    part: Term,
    names: &FxHashMap<InputId, Name>,
    texts: &FxHashMap<Term, String>,
) -> Option<String> {
    let node = terms.node(part);
    if node.width == 1 {
        return condition_in_c(terms, part, node, texts);
    }
    let Some((unsigned, of_sign)) = types(node.width) else {
        return odd_in_c(terms, part, node, texts);
    };
    let children: Vec<Term> = node.children().collect();
    let operand = |index: usize| texts.get(children.get(index)?).cloned();
    let binary = |operator: &str| {
        let (left, right) = (operand(0)?, operand(1)?);
        // Types below `int` become `int`: the cast takes what is too much away again; and products of two of them must not overflow there.
        let wide = if node.width < 32 {
            "(unsigned int)"
        } else {
            ""
        };
        Some(format!("({unsigned})({wide}{left} {operator} {right})"))
    };
    let with_sign = |operator: &str| {
        let (left, right) = (operand(0)?, operand(1)?);
        Some(format!(
            "({unsigned})(({of_sign}){left} {operator} ({of_sign}){right})"
        ))
    };
    match node.kind {
        Kind::Constant => {
            let suffix = if node.width == 64 { "ULL" } else { "U" };
            Some(format!("({unsigned}){}{suffix}", terms.as_u64(part)?))
        }
        Kind::Input => {
            let name = names.get(&node.input()).filter(|name| name.in_c)?;
            Some(format!("({unsigned}){}", name.name))
        }
        Kind::Not => Some(format!("({unsigned})~{}", operand(0)?)),
        Kind::Neg => Some(format!("({unsigned})(0U - {})", operand(0)?)),
        Kind::And => binary("&"),
        Kind::Or => binary("|"),
        Kind::Xor => binary("^"),
        Kind::Add => binary("+"),
        Kind::Mul => binary("*"),
        Kind::ZeroExtend if terms.width(node.first()) > 1 => {
            Some(format!("({unsigned}){}", operand(0)?))
        }
        Kind::ZeroExtend => Some(format!("({unsigned})({} ? 1 : 0)", operand(0)?)),
        Kind::SignExtend if terms.width(node.first()) > 1 => {
            let (_, inner) = types(terms.width(node.first()))?;
            Some(format!("({unsigned})({inner}){}", operand(0)?))
        }
        Kind::Extract => {
            let whole = operand(0)?;
            Some(match node.low() {
                0 => format!("({unsigned}){whole}"),
                low => format!("({unsigned})({whole} >> {low})"),
            })
        }
        Kind::Ite => {
            let [condition, then, otherwise] = [operand(0)?, operand(1)?, operand(2)?];
            Some(format!("({condition} ? {then} : {otherwise})"))
        }
        // Division by zero and shifts by too much are something else in C.
        Kind::URem | Kind::UDiv | Kind::SRem | Kind::SDiv => {
            let divisor = terms.as_u64(children[1])?;
            let minus_one = ops::mask(node.width);
            match node.kind {
                _ if divisor == 0 || divisor == minus_one => None,
                Kind::URem => binary("%"),
                Kind::UDiv => binary("/"),
                Kind::SRem => with_sign("%"),
                _ => with_sign("/"),
            }
        }
        Kind::Shl | Kind::LShr => {
            let amount = terms.as_u64(children[1])?;
            match node.kind {
                _ if amount >= u64::from(node.width) => None,
                Kind::Shl => binary("<<"),
                _ => binary(">>"),
            }
        }
        Kind::SignExtend
        | Kind::AShr
        | Kind::Eq
        | Kind::Ult
        | Kind::Slt
        | Kind::Concat
        | Kind::Read
        | Kind::Write
        | Kind::MemoryInput
        | Kind::MemoryLiteral
        | Kind::Float => None,
    }
}

/// Bits of a number, and constants, of a width that C does not have: in a type that is wide enough.
fn odd_in_c(
    terms: &TermTable,
    part: Term,
    node: Node,
    texts: &FxHashMap<Term, String>,
) -> Option<String> {
    match node.kind {
        Kind::Constant => Some(format!("{}U", terms.as_u64(part)?)),
        Kind::Extract if node.width < 64 => {
            let whole = texts.get(&node.first())?;
            let mask = ops::mask(node.width);
            types(terms.width(node.first()))?;
            Some(match node.low() {
                0 => format!("({whole} & {mask}U)"),
                low => format!("({whole} >> {low} & {mask}U)"),
            })
        }
        _ => None,
    }
}

fn condition_in_c(
    terms: &TermTable,
    part: Term,
    node: Node,
    texts: &FxHashMap<Term, String>,
) -> Option<String> {
    let children: Vec<Term> = node.children().collect();
    let operand = |index: usize| texts.get(children.get(index)?).cloned();
    let of_sign = || {
        let (_, of_sign) = types(terms.width(children[0]))?;
        let (left, right) = (operand(0)?, operand(1)?);
        Some(format!("(({of_sign}){left} < ({of_sign}){right})"))
    };
    match node.kind {
        Kind::Constant => terms.as_u64(part).map(|value| value.to_string()),
        Kind::Not => {
            let text = operand(0)?;
            // Relations stand in parentheses.
            let turned = [(" == ", " != "), (" != ", " == ")];
            let of = terms.kind(children[0]);
            let found = turned.iter().find(|(from, _)| {
                matches!(of, Kind::Eq | Kind::Extract) && text.matches(from).count() == 1
            });
            Some(match found {
                Some((from, to)) => text.replace(from, to),
                None => format!("!{text}"),
            })
        }
        Kind::And => Some(format!("({} && {})", operand(0)?, operand(1)?)),
        Kind::Or => Some(format!("({} || {})", operand(0)?, operand(1)?)),
        Kind::Xor => Some(format!("(!{} != !{})", operand(0)?, operand(1)?)),
        Kind::Eq if terms.width(children[0]) == 1 => {
            Some(format!("(!{} == !{})", operand(0)?, operand(1)?))
        }
        Kind::Eq => Some(format!("({} == {})", operand(0)?, operand(1)?)),
        Kind::Ult if terms.width(children[0]) > 1 => {
            Some(format!("({} < {})", operand(0)?, operand(1)?))
        }
        Kind::Slt if terms.width(children[0]) > 1 => of_sign(),
        Kind::Ite => {
            let [condition, then, otherwise] = [operand(0)?, operand(1)?, operand(2)?];
            Some(format!("({condition} ? {then} : {otherwise})"))
        }
        Kind::Extract => Some(match node.low() {
            0 => format!("(({} & 1U) != 0U)", operand(0)?),
            low => format!("(({} >> {low} & 1U) != 0U)", operand(0)?),
        }),
        Kind::Input
        | Kind::Neg
        | Kind::Add
        | Kind::Mul
        | Kind::UDiv
        | Kind::URem
        | Kind::SDiv
        | Kind::SRem
        | Kind::Shl
        | Kind::LShr
        | Kind::AShr
        | Kind::Ult
        | Kind::Slt
        | Kind::Concat
        | Kind::ZeroExtend
        | Kind::SignExtend
        | Kind::Read
        | Kind::Write
        | Kind::MemoryInput
        | Kind::MemoryLiteral
        | Kind::Float => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    /// What a condition over `i` and `n`, of 32 bits, is for people and in C.
    fn check(make: impl FnOnce(&mut TermTable, Term, Term) -> Term, expected: Expect) {
        let mut terms = TermTable::new();
        let (i, n) = (terms.input("1", 32), terms.input("2", 32));
        let mut names = FxHashMap::default();
        for (term, name) in [(i, "i"), (n, "n")] {
            let name = name.to_owned();
            names.extend(
                terms
                    .input_id(term)
                    .map(|it| (it, Name { name, in_c: true })),
            );
        }
        let made = make(&mut terms, i, n);
        let c = in_c(&terms, made, &names);
        let text = format!(
            "{}\n{}\n",
            words(&terms, made, &names),
            c.unwrap_or_default()
        );
        expected.assert_eq(&text);
    }

    #[test]
    fn relations_have_their_sign() {
        check(
            |terms, i, n| terms.sle(i, n),
            expect![[r#"
                i <= n
                !((int)(unsigned int)n < (int)(unsigned int)i)
            "#]],
        );
        check(
            |terms, i, n| terms.ult(i, n),
            expect![[r#"
                i <u n
                (unsigned int)i < (unsigned int)n
            "#]],
        );
        check(
            |terms, i, n| terms.ne(i, n),
            expect![[r#"
                i != n
                (unsigned int)i != (unsigned int)n
            "#]],
        );
    }

    #[test]
    fn the_lowest_bit_is_a_remainder() {
        check(
            |terms, i, _| {
                let low = terms.extract(i, 0, 0);
                terms.not(low)
            },
            expect![[r#"
                i %u 2 == 0
                ((unsigned int)i & 1U) == 0U
            "#]],
        );
    }

    #[test]
    fn signs_and_products_are_said_as_such() {
        check(
            |terms, i, _| terms.extract(i, 31, 31),
            expect![[r#"
                i < 0
                ((unsigned int)i >> 31 & 1U) != 0U
            "#]],
        );
        check(
            |terms, i, _| {
                let zero = terms.constant(3, 0);
                let product = terms.concat(i, zero);
                let limit = terms.constant(35, 100);
                terms.ult(product, limit)
            },
            expect![[r#"
                8 * i <u 100

            "#]],
        );
    }

    #[test]
    fn bytes_that_are_read_side_by_side_are_one_number() {
        check(
            |terms, i, n| {
                let memory = terms.memory_input("3", 32, 8);
                let mut word = terms.read(memory, i);
                for number in 1..4 {
                    let number = terms.constant(32, number);
                    let index = terms.add(i, number);
                    let byte = terms.read(memory, index);
                    word = terms.concat(byte, word);
                }
                terms.slt(word, n)
            },
            expect![[r#"
                3[i..i + 4] < n

            "#]],
        );
    }

    #[test]
    fn what_c_does_not_define_is_not_said_in_c() {
        check(
            |terms, i, n| {
                let quotient = terms.udiv(i, n);
                let three = terms.constant(32, 3);
                terms.ult(quotient, three)
            },
            expect![[r#"
                i /u n <u 3

            "#]],
        );
    }
}
