//! The semantic check of every rule.
//!
//! Two tables start with the same pool of operands, stored as they stand. For each rule all nodes of its kind over the
//! pool are built in both: in one with all rules off, in the other with only this rule and constant folding on. Where
//! the rule fires, both terms must have the same value: for all values of the inputs at widths 1 to 4, for corner
//! cases and random values at 32, 64, 65 and 128 bits. A rule that never fires fails its check. So nothing has to be listed
//! by hand when a rule is added.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{FIRST, Rule, all, rewrite};
use crate::bits::Bits;
use crate::evaluate::{Assignment, Evaluator};
use crate::node::{InputId, Kind, Node, Sort, Term};
use crate::random::Random;
use crate::table::TermTable;

/// At most this many firings of one rule are compared at small widths; at wide ones fewer, since there are more values.
const COMPARED: usize = 300;
const COMPARED_WIDE: usize = 60;
/// At most this many nodes are tried for one rule at one width.
const TRIED: usize = 60_000;

/// Operands by width, and memories.
#[derive(Default)]
struct Pool {
    bits: BTreeMap<u32, Vec<Term>>,
    memories: Vec<Term>,
}

impl Pool {
    fn add(&mut self, table: &TermTable, terms: impl IntoIterator<Item = Term>) {
        for term in terms {
            let of_width = self.bits.entry(table.width(term)).or_default();
            if !of_width.contains(&term) {
                of_width.push(term);
            }
        }
    }

    fn of(&self, width: u32) -> &[Term] {
        self.bits.get(&width).map_or(&[], |terms| terms)
    }
}

/// The constants that operands are combined with.
fn constants(width: u32) -> Vec<Bits> {
    if width <= 4 {
        return (0..1 << width)
            .map(|value| Bits::new(width, value))
            .collect();
    }
    let one = Bits::new(width, 1);
    let top = one.shift_left(width - 1);
    let below = |bits: Bits| bits.binary(crate::BinaryOp::Sub, &one);
    vec![
        Bits::zero(width),
        one.clone(),
        Bits::ones(width),
        top.clone(),
        below(top.clone()),
        below(below(top.clone())),
        top.binary(crate::BinaryOp::Or, &one),
        below(Bits::ones(width)),
        Bits::new(width, 2),
        Bits::new(width, 3),
        Bits::new(width, 8),
        Bits::new(width, 12),
        Bits::new(width, 0xff),
        Bits::new(width, 0xff0),
        Bits::ones(width).shift_left(4),
        one.shift_left(width / 2),
        below(one.shift_left(width / 2)),
        Bits::from_words(width, &[0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210]),
        Bits::new(width, 0xdead_beef_1234_5679),
    ]
}

/// Terms of one width and of neighbouring widths over two operands of one width.
fn combine(table: &mut TermTable, pool: &mut Pool, x: Term, y: Term) {
    let t = table;
    let width = t.width(x);
    let constants: Vec<Term> = constants(width)
        .into_iter()
        .map(|value| t.constant_bits(value))
        .collect();
    let some: Vec<Term> = constants
        .iter()
        .copied()
        .step_by(1.max(constants.len() / 6))
        .take(7)
        .collect();
    pool.add(t, [x, y]);
    pool.add(t, constants.iter().copied());

    // A product divided by one of its factors.
    let product = t.mul(x, y);
    let quotient = t.udiv(product, x);
    pool.add(t, [product, quotient]);

    // Bits.
    let low = if width == 1 { y } else { t.extract(y, 0, 0) };
    let top = if width == 1 {
        x
    } else {
        t.extract(x, width - 1, width - 1)
    };
    let mut conditions = vec![low, top, t.not(low), t.eq(x, y), t.ult(x, y), t.slt(y, x)];
    for &k in &some {
        conditions.extend([t.eq(x, k), t.ult(x, k), t.slt(k, y)]);
    }
    conditions.extend([
        t.and(low, top),
        t.or(low, top),
        t.xor(low, top),
        t.ite(low, top, conditions[3]),
    ]);
    pool.add(t, conditions.iter().copied());

    // Operators.
    let (not_x, not_y, neg_x, neg_y) = (t.not(x), t.not(y), t.neg(x), t.neg(y));
    let mut first = vec![not_x, not_y, neg_x, neg_y];
    for f in [
        TermTable::and,
        TermTable::or,
        TermTable::xor,
        TermTable::add,
        TermTable::mul,
    ] {
        first.extend([
            f(t, x, y),
            f(t, not_x, y),
            f(t, x, not_y),
            f(t, not_x, not_y),
        ]);
        first.extend([f(t, x, neg_y), f(t, neg_x, y), f(t, neg_x, neg_y)]);
        first.extend(some.iter().map(|&k| f(t, x, k)));
        first.extend(constants.iter().take(12).map(|&k| f(t, not_x, k)));
    }
    for f in [
        TermTable::udiv,
        TermTable::urem,
        TermTable::sdiv,
        TermTable::shl,
        TermTable::lshr,
        TermTable::ashr,
    ] {
        first.push(f(t, x, y));
        first.extend(some.iter().map(|&k| f(t, x, k)));
    }
    for &c in conditions.iter().take(5) {
        for &k in &some {
            first.extend([t.ite(c, k, x), t.ite(c, y, k)]);
            first.push(t.ite(c, k, some[0]));
            first.push(t.ite(c, some[some.len() - 1], k));
        }
        let inner = t.ite(conditions[3], x, y);
        first.extend([t.ite(c, x, y), t.ite(c, inner, y), t.ite(c, x, inner)]);
        let minus = t.neg(y);
        first.extend([t.ite(c, minus, y), t.ite(c, y, minus)]);
        if width > 1 {
            first.extend([t.zero_extend(c, width), t.sign_extend(c, width)]);
        }
    }
    pool.add(t, first.iter().copied());
    let second: Vec<Term> = first
        .iter()
        .take(60)
        .flat_map(|&term| [t.not(term), t.neg(term)])
        .collect();
    pool.add(t, second);

    // Parts put together, and bits of larger terms.
    for at in (1..width).step_by(1.max(width as usize / 4)) {
        let (high, low) = (t.extract(x, width - 1, at), t.extract(x, at - 1, 0));
        let (high_y, low_y) = (t.extract(y, width - 1, at), t.extract(y, at - 1, 0));
        let (zeros, ones) = (t.constant(at, 0), t.constant_bits(Bits::ones(at)));
        let k = t.constant_bits(Bits::ones(width - at).shift_right(1));
        let mut parts = vec![
            t.concat(high, low_y),
            t.concat(high, zeros),
            t.concat(high_y, zeros),
        ];
        parts.extend([
            t.concat(high_y, ones),
            t.concat(k, low),
            t.concat(high_y, low),
        ]);
        parts.extend([
            t.zero_extend(low, width),
            t.zero_extend(low_y, width),
            t.sign_extend(low, width),
        ]);
        parts.extend([
            t.sign_extend(low_y, width),
            t.zero_extend(high, width),
            t.sign_extend(high_y, width),
        ]);
        let (minus_low, extended) = (t.neg(low), t.sign_extend(low, width));
        let both = [t.neg(extended), t.sign_extend(minus_low, width)];
        pool.add(t, both);
        let more: Vec<Term> = parts.iter().step_by(4).map(|&part| t.not(part)).collect();
        if at > 1 {
            let (next, rest) = (t.extract(x, at - 1, 1), t.extract(y, 0, 0));
            parts.push(t.concat(next, rest));
        }
        let sum = t.add(parts[1], parts[6]);
        pool.add(t, [high, low, high_y, low_y, zeros, ones, sum]);
        let unsigned = t.add(parts[6], parts[7]);
        pool.add(t, [unsigned]);
        overflow(t, pool, parts[8], parts[9]);
        pool.add(t, parts);
        pool.add(t, more);
    }
    let wide = width + 2;
    let (zero_x, sign_y) = (t.zero_extend(x, wide), t.sign_extend(y, wide));
    let both = t.concat(x, y);
    let masked = t.and(zero_x, sign_y);
    let wider = [
        zero_x,
        sign_y,
        both,
        masked,
        t.add(zero_x, sign_y),
        t.neg(sign_y),
        t.xor(sign_y, zero_x),
    ];
    pool.add(t, wider);
    let bits: Vec<Term> = (0..3)
        .map(|low| t.extract(masked, low + width - 1 - (low / 3), low))
        .take(3)
        .collect();
    pool.add(t, bits);
    let more = [
        t.not(zero_x),
        t.mul(zero_x, sign_y),
        t.ite(low, zero_x, sign_y),
    ];
    pool.add(t, more);
}

/// Sum and difference, and what tells by its top bit whether they wrap around.
fn overflow(table: &mut TermTable, pool: &mut Pool, a: Term, b: Term) {
    let t = table;
    let (sum, difference) = (t.add(a, b), t.sub(a, b));
    let signs = [(a, sum), (b, sum), (a, b), (a, difference)].map(|(a, b)| t.xor(a, b));
    let wraps = [t.and(signs[0], signs[1]), t.and(signs[2], signs[3])];
    let negated = t.neg(sum);
    pool.add(t, [sum, negated]);
    pool.add(t, wraps);
}

/// Memories with indices and elements of one width.
fn memories(table: &mut TermTable, pool: &mut Pool, x: Term, y: Term) {
    let t = table;
    let width = t.width(x);
    let memory = t.memory_input("m", width, width);
    let other = t.memory_input("other", width, width);
    let contents: Rc<[u64]> = (0..1u64 << width.min(4)).map(|i| i * 7 + 3).collect();
    let literal = t.memory_literal(width, width, contents, 5);
    let uniform = t.memory_literal(width, width, Rc::from([2, 2]), 2);
    let (zero, one) = (t.constant(width, 0), t.constant(width, 1));
    let next = t.add(x, one);
    pool.add(t, [next]);
    let condition = t.eq(x, y);
    let mut found = vec![
        memory,
        other,
        literal,
        uniform,
        t.ite(condition, memory, literal),
    ];
    for base in [memory, literal] {
        for index in [x, y, zero, one, next] {
            for value in [x, y, one] {
                found.push(t.write(base, index, value));
            }
        }
    }
    let old = t.read(memory, x);
    found.push(t.write(memory, y, old));
    let known = t.read(literal, y);
    pool.add(t, [old, known]);
    for index in [x, y, one] {
        found.push(t.write(found[6], index, y));
    }
    pool.memories = found;
}

/// The pool for operands of `width` bits; the same terms at the same handles in every table.
fn fill(table: &mut TermTable, width: u32) -> Pool {
    let mut pool = Pool::default();
    let x = table.input("x", width);
    let y = table.input("y", width);
    combine(table, &mut pool, x, y);
    if (2..=4).contains(&width) {
        let (x, y) = (
            table.extract(x, width - 2, 0),
            table.extract(y, width - 1, 1),
        );
        combine(table, &mut pool, x, y);
    }
    if width <= 64 {
        memories(table, &mut pool, x, y);
    }
    pool
}

/// Nodes of one kind over the pool, whose result or operands have `width` bits.
fn nodes(table: &TermTable, pool: &Pool, kind: Kind, width: u32) -> Vec<(Node, [Term; 3])> {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15 ^ (kind as u64) << 32);
    let terms = pool.of(width);
    let mut found = Vec::new();
    let mut push = |width: u32, low: u32, operands: [Term; 3]| {
        found.push((
            Node {
                b: low,
                ..Node::new(kind, width, 0, 0, 0)
            },
            operands,
        ));
    };
    match kind {
        // Their operands have the widths of formats: see the checks beside the rules.
        Kind::Float => {}
        Kind::Not | Kind::Neg => terms.iter().for_each(|&a| push(width, 0, [a; 3])),
        Kind::ZeroExtend | Kind::SignExtend => {
            let narrow = pool.bits.range(..=width).flat_map(|(_, terms)| terms);
            narrow.for_each(|&a| push(width + 3, 0, [a; 3]));
        }
        Kind::Extract => {
            for (&from, terms) in pool.bits.range(2..) {
                for &a in terms {
                    for low in [0, 1, from / 2, from - 1] {
                        for size in [1, from / 2, from - 1] {
                            if size > 0 && low + size <= from && size < from {
                                push(size, low, [a; 3]);
                            }
                        }
                    }
                }
            }
        }
        Kind::Concat => {
            let all: Vec<Term> = pool
                .bits
                .range(..=width)
                .flat_map(|(_, terms)| terms)
                .copied()
                .collect();
            let source = |term: Term| table.under(Kind::Extract, term);
            let first = |term: Term| table.pair(Kind::Concat, term).map(|(first, _)| first);
            let parts = all.iter().filter(|&&a| source(a).is_some());
            let before_a_part = all.iter().filter(|&&b| first(b).and_then(source).is_some());
            for (&a, &b) in parts.flat_map(|a| before_a_part.clone().map(move |b| (a, b))) {
                if source(a) == first(b).and_then(source) {
                    push(table.width(a) + table.width(b), 0, [a, b, b]);
                }
            }
            for _ in 0..2 * TRIED {
                let (a, b) = (all[random.index(all.len())], all[random.index(all.len())]);
                push(table.width(a) + table.width(b), 0, [a, b, b]);
            }
        }
        Kind::Ite => {
            let conditions = pool.of(1);
            for &c in conditions {
                if let Some((a, b)) = table
                    .pair(Kind::Eq, c)
                    .filter(|&(a, _)| table.width(a) == width)
                {
                    push(width, 0, [c, a, b]);
                    push(width, 0, [c, b, a]);
                }
            }
            for round in 0..4 * TRIED {
                let c = conditions[random.index(conditions.len())];
                let from = if round % 4 == 0 && !pool.memories.is_empty() {
                    &pool.memories
                } else {
                    terms
                };
                push(
                    width,
                    0,
                    [
                        c,
                        from[random.index(from.len())],
                        from[random.index(from.len())],
                    ],
                );
            }
        }
        Kind::Read | Kind::Write => {
            for &memory in &pool.memories {
                for &index in terms {
                    for round in 0..if kind == Kind::Write { 8 } else { 1 } {
                        let value = if round == 0 {
                            terms[0]
                        } else {
                            terms[random.index(terms.len())]
                        };
                        push(width, 0, [memory, index, value]);
                    }
                    // Writing what is there.
                    if let Some(&read) = terms
                        .iter()
                        .find(|&&term| table.pair(Kind::Read, term) == Some((memory, index)))
                    {
                        push(width, 0, [memory, index, read]);
                    }
                }
                if kind == Kind::Write {
                    for (index, value) in [(0, 3), (1, 10)] {
                        let find = |wanted: u64| {
                            terms.iter().copied().find(|&term| {
                                table.as_u64(term) == Some(wanted & crate::ops::mask(width))
                            })
                        };
                        if let (Some(index), Some(value)) = (find(index), find(value)) {
                            push(width, 0, [memory, index, value]);
                        }
                    }
                }
            }
        }
        _ if width > 3 => {
            for &a in terms {
                push(width, 0, [a; 3]);
            }
            // The negated extension of what is extended negated.
            let inside = |outer: Kind, inner: Kind, term: Term| {
                let term = table.under(outer, term)?;
                table.under(inner, term)
            };
            for &a in terms {
                if let Some(negated) = inside(Kind::SignExtend, Kind::Neg, a) {
                    let same =
                        |b: &&Term| inside(Kind::Neg, Kind::SignExtend, **b) == Some(negated);
                    terms
                        .iter()
                        .filter(same)
                        .for_each(|&b| push(width, 0, [a, b, b]));
                }
            }
            for _ in 0..TRIED {
                let (a, b) = (
                    terms[random.index(terms.len())],
                    terms[random.index(terms.len())],
                );
                push(width, 0, [a, b, b]);
            }
        }
        _ => {
            for &a in terms {
                for &b in terms {
                    push(width, 0, [a, b, b]);
                }
            }
        }
    }
    found
}

/// Values of the inputs `x` and `y`: all at small widths, else corner cases and random ones; and of the memories.
fn assignments(width: u32, with_memories: bool) -> Vec<Assignment> {
    let mut values: Vec<(Bits, Bits)> = Vec::new();
    if width <= 4 {
        for x in 0..1 << width {
            values.extend((0..1 << width).map(|y| (Bits::new(width, x), Bits::new(width, y))));
        }
    } else {
        let corners = constants(width);
        let mut random = Random::new(0x0bad_cafe_0bad_cafe);
        for x in corners.iter().step_by(2) {
            values.extend(corners.iter().step_by(3).map(|y| (x.clone(), y.clone())));
        }
        for _ in 0..30 {
            let mut next =
                || Bits::from_words(width, &[random.next(), random.next(), random.next()]);
            let (x, y) = (next(), next());
            values.push((x.clone(), x.clone()));
            values.push((x, y));
        }
    }
    let mut random = Random::new(0x1234_5678_9abc_def1);
    let assign = |(x, y): (Bits, Bits)| {
        let mut assignment = Assignment::new();
        if with_memories {
            for input in [2, 3] {
                let elements = (0..16).map(|index| (index, random.next())).collect();
                assignment.set_memory(InputId::from_index(input), elements, random.next());
            }
        }
        assignment.set(InputId::from_index(0), x);
        assignment.set(InputId::from_index(1), y);
        assignment
    };
    values.into_iter().map(assign).collect()
}

/// Compares terms of two tables under all assignments; for memories, elements at some indices.
fn compare(
    name: &str,
    plain: &TermTable,
    table: &TermTable,
    pairs: &[(Term, Term)],
    values: &[Assignment],
) {
    for assignment in values {
        let mut left = Evaluator::new(plain, assignment);
        let mut right = Evaluator::new(table, assignment);
        for &(before, after) in pairs {
            assert_eq!(
                plain.sort(before),
                table.sort(after),
                "{name}: {}",
                plain.display(before)
            );
            let equal = match plain.sort(before) {
                Sort::Bits(_) => left.evaluate(before) == right.evaluate(after),
                Sort::Memory { index, .. } => (0..=crate::ops::mask(index).min(40))
                    .chain([crate::ops::mask(index)])
                    .all(|index| left.read(before, index) == right.read(after, index)),
            };
            assert!(
                equal,
                "{name}: {} is not {} for {assignment:?}",
                plain.display(before),
                table.display(after)
            );
        }
    }
}

/// Checks the rules at one width; gives how often each fired.
fn check_rules(width: u32) -> Vec<u64> {
    let values = assignments(width, width <= 64);
    let mut firings = vec![0; all().len()];
    let mut start = TermTable::without_rules();
    let pool = fill(&mut start, width);
    let start = start;
    let mut candidates: BTreeMap<Kind, Vec<(Node, [Term; 3])>> = BTreeMap::new();
    for rule in all() {
        let tried = candidates
            .entry(rule.kind)
            .or_insert_with(|| nodes(&start, &pool, rule.kind, width));
        firings[rule.id.index()] += check_rule(&start, rule, width, tried, &values);
    }
    firings
}

fn check_rule(
    start: &TermTable,
    rule: &Rule,
    width: u32,
    tried: &[(Node, [Term; 3])],
    values: &[Assignment],
) -> u64 {
    let (mut plain, mut table) = (start.clone(), start.clone());
    for folding in all().iter().filter(|rule| rule.name.ends_with("-fold")) {
        table.set_rule(folding.id, true);
    }
    table.set_rule(rule.id, true);
    let only = 1 << (rule.id.0 - FIRST[rule.kind as usize]);
    let most = if width <= 4 { COMPARED } else { COMPARED_WIDE };
    let mut pairs = Vec::new();
    for &(node, operands) in tried {
        let before = plain.rebuild(node, operands);
        // The rule is asked directly, since the node may be in the pool.
        let node = plain.node(before);
        if node.kind == rule.kind
            && let Some((after, _)) = rewrite(&mut table, node, only)
        {
            pairs.push((before, after));
            if pairs.len() >= most {
                break;
            }
        }
    }
    compare(rule.name, &plain, &table, &pairs, values);
    pairs.len() as u64
}

#[test]
fn every_rule_keeps_all_values_at_small_widths() {
    let mut firings = vec![0; all().len()];
    for width in 1..=4 {
        for (total, fired) in firings.iter_mut().zip(check_rules(width)) {
            *total += fired;
        }
    }
    let idle: Vec<&str> = all()
        .iter()
        .filter(|rule| rule.kind != Kind::Float && firings[rule.id.index()] == 0)
        .map(|rule| rule.name)
        .collect();
    assert!(idle.is_empty(), "rules that never fired: {idle:?}");
}

#[test]
fn every_rule_keeps_values_at_32_and_64_bits() {
    check_rules(32);
    check_rules(64);
}

#[test]
fn every_rule_keeps_values_beyond_64_bits() {
    check_rules(65);
    check_rules(128);
}

#[test]
fn all_rules_together_keep_values() {
    for width in [1, 2, 3, 4, 32] {
        let mut plain = TermTable::without_rules();
        let pool = fill(&mut plain, width);
        let mut table = TermTable::new();
        // The pool again, through the rules: the operands' new handles by their plain ones.
        let mut simple: Vec<Term> = Vec::new();
        for index in 0..plain.len() {
            let node = plain.node(Term::from_index(index));
            let operands: Vec<Term> = node.children().map(|child| simple[child.index()]).collect();
            let term = match (node.kind, operands.as_slice()) {
                (Kind::Constant, _) => {
                    let value = plain
                        .as_constant(Term::from_index(index))
                        .expect("a constant");
                    table.constant_bits(value)
                }
                (Kind::Input, _) => table.input(&plain.input_info(node.input()).name, node.width),
                (Kind::MemoryInput, _) => table.memory_input("m", width, width),
                (Kind::MemoryLiteral, _) => {
                    let literal = plain
                        .literal(Term::from_index(index))
                        .expect("a literal")
                        .clone();
                    table.memory_runs(width, width, literal.runs().into(), literal.default)
                }
                (_, [a]) => table.rebuild(node, [*a; 3]),
                (_, [a, b]) => table.rebuild(node, [*a, *b, *b]),
                (_, [a, b, c]) => table.rebuild(node, [*a, *b, *c]),
                _ => unreachable!("terms have at most three operands"),
            };
            simple.push(term);
        }
        let mut pairs: Vec<(Term, Term)> = simple
            .iter()
            .enumerate()
            .map(|(index, &after)| (Term::from_index(index), after))
            .collect();
        let mut random = Random::new(77);
        for kind in Kind::ALL {
            if kind.arity() == 0 || kind == Kind::Float {
                continue;
            }
            let all = nodes(&plain, &pool, kind, width);
            for _ in 0..150 {
                let (node, operands) = all[random.index(all.len())];
                let after = table.rebuild(node, operands.map(|operand| simple[operand.index()]));
                pairs.push((plain.rebuild(node, operands), after));
            }
        }
        let values = assignments(width, true);
        let values: Vec<Assignment> = values
            .into_iter()
            .step_by(if width == 4 { 5 } else { 1 })
            .collect();
        compare("all rules", &plain, &table, &pairs, &values);
    }
}

#[test]
fn names_are_unique_and_statements_given() {
    let mut names: Vec<&str> = all().iter().map(|rule| rule.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all().len());
    assert!(all().iter().all(|rule| rule.statement.contains("->")));
}

#[test]
fn a_rule_can_be_switched_off() {
    let rule = all()
        .iter()
        .find(|rule| rule.name == "and-self")
        .expect("the rule exists");
    let mut table = TermTable::new();
    table.set_rule(rule.id, false);
    let x = table.input("x", 8);
    let term = table.and(x, x);
    assert_eq!(table.kind(term), Kind::And);
    let mut table = TermTable::new();
    let x = table.input("x", 8);
    assert_eq!(table.and(x, x), x);
    assert_eq!(table.rule_firings()[rule.id.index()], 1);
}
