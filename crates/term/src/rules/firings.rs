//! What every rule makes of many nodes, for the checks of rules here and in the crates above (feature `testing`).
//!
//! Operands are a pool of terms stored as they stand. For each rule all nodes of its kind over the pool are built in two tables that
//! begin alike: in one with all rules off, in the other with only this rule and constant folding on. Where the rule fires there is a pair of terms
//! that must have one value. So nothing has to be listed by hand when a rule is added.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{FIRST, Rule, all, rewrite};
use crate::bits::Bits;
use crate::float::{FloatFormat, FloatOp, FloatOperator, Rounding};
use crate::node::{Kind, Node, Sort, Term};
use crate::ops::UnaryOp;
use crate::random::Random;
use crate::table::TermTable;

/// At most this many nodes are tried for one rule at one width.
const TRIED: usize = 60_000;

/// A node that a rule may change, as its operator and its operands.
pub(super) type Candidate = (Node, [Term; 3]);

/// Nodes over a pool of operands.
pub struct Candidates {
    /// Holds the operands, with all rules off.
    start: TermTable,
    pool: Pool,
    width: u32,
    by_kind: BTreeMap<Kind, Vec<Candidate>>,
}

/// What a rule made of some nodes.
pub struct Firings {
    /// All rules are off.
    pub plain: TermTable,
    /// Only the rule and constant folding are on. It has the same inputs.
    pub table: TermTable,
    /// The term before, in `plain`, and the term after, in `table`.
    pub pairs: Vec<(Term, Term)>,
    /// So many terms are the same in both tables.
    shared: usize,
}

impl Candidates {
    /// Nodes of all kinds but floats, whose operands are made of inputs `x` and `y` of `width` bits, and up to 64 bits of memories.
    pub fn of_width(width: u32) -> Self {
        let mut start = TermTable::without_rules();
        let pool = fill(&mut start, width);
        Self {
            start,
            pool,
            width,
            by_kind: BTreeMap::new(),
        }
    }

    /// Float nodes in these formats and between them, whose operands are made of an input of each format and of an integer.
    pub fn of_formats(formats: [FloatFormat; 2]) -> Self {
        let mut start = TermTable::without_rules();
        let terms = fill_floats(&mut start, formats);
        let candidate = |term| {
            let node = start.node(term);
            let mut operands = [Term::from_index(0); 3];
            for (place, operand) in operands.iter_mut().zip(node.children()) {
                *place = operand;
            }
            (node, operands)
        };
        let candidates = terms.into_iter().map(candidate).collect();
        Self {
            start,
            pool: Pool::default(),
            width: 0,
            by_kind: BTreeMap::from([(Kind::Float, candidates)]),
        }
    }

    /// The firings of a rule, at most so many.
    pub fn firings(&mut self, rule: &Rule, most: usize) -> Firings {
        let (start, pool, width) = (&self.start, &self.pool, self.width);
        let tried = self
            .by_kind
            .entry(rule.kind)
            .or_insert_with(|| nodes(start, pool, rule.kind, width));
        let (mut plain, mut table) = (start.clone(), start.clone());
        for folding in all().iter().filter(|rule| rule.name.ends_with("-fold")) {
            table.set_rule(folding.id, true);
        }
        table.set_rule(rule.id, true);
        let only = 1 << (rule.id.0 - FIRST[rule.kind as usize]);
        let mut pairs = Vec::new();
        for &(node, operands) in tried.iter() {
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
        Firings {
            plain,
            table,
            pairs,
            shared: start.len(),
        }
    }
}

impl Firings {
    /// The pairs in the table without rules, both terms as they stand: for whoever asks whether they are equal, and shall not use the rule for
    /// that.
    pub fn in_one_table(self) -> (TermTable, Vec<(Term, Term)>) {
        let (mut plain, table) = (self.plain, self.table);
        let mut known: FxHashMap<Term, Term> = FxHashMap::default();
        let pairs = self.pairs.into_iter().map(|(before, after)| {
            for term in table.post_order(&[after]) {
                if !known.contains_key(&term) {
                    let copy = match term.index() < self.shared {
                        true => term,
                        false => copy(&table, term, &known, &mut plain),
                    };
                    known.insert(term, copy);
                }
            }
            (before, known[&after])
        });
        let pairs = pairs.collect();
        (plain, pairs)
    }
}

/// A term of one table in another, where its operands are `known`.
fn copy(from: &TermTable, term: Term, known: &FxHashMap<Term, Term>, to: &mut TermTable) -> Term {
    let node = from.node(term);
    let operands: Vec<Term> = node.children().map(|child| known[&child]).collect();
    match (node.kind, operands.as_slice()) {
        (Kind::Constant, _) => to.constant_bits(from.as_constant(term).expect("a constant")),
        (Kind::Input, _) => to.input(&from.input_info(node.input()).name, node.width),
        (Kind::MemoryInput, _) => {
            let Sort::Memory { index, element } = node.sort() else {
                unreachable!("a memory");
            };
            to.memory_input(&from.input_info(node.input()).name, index, element)
        }
        (Kind::MemoryLiteral, _) => {
            let literal = from.literal(term).expect("a literal");
            let runs = literal.runs().into();
            to.memory_runs(
                literal.index_width,
                literal.element_width,
                runs,
                literal.default,
            )
        }
        (_, [a]) => to.rebuild(node, [*a; 3]),
        (_, [a, b]) => to.rebuild(node, [*a, *b, *b]),
        (_, [a, b, c]) => to.rebuild(node, [*a, *b, *c]),
        _ => unreachable!("terms have at most three operands"),
    }
}

/// All terms of a table in another that is empty but for the Boolean constants: the new handles by the old ones.
#[cfg(test)]
pub(super) fn copy_all(from: &TermTable, to: &mut TermTable) -> FxHashMap<Term, Term> {
    let mut known: FxHashMap<Term, Term> = FxHashMap::default();
    for index in 0..from.len() {
        let term = Term::from_index(index);
        known.insert(term, copy(from, term, &known, to));
    }
    known
}

/// Operands by width, and memories.
#[derive(Default)]
pub(super) struct Pool {
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
pub(super) fn constants(width: u32) -> Vec<Bits> {
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
    let eight = t.constant(width, 8);
    let product = t.mul(x, eight);
    let quotient = t.udiv(product, eight);
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
        for k in [1, 3] {
            let k = t.constant(width, k);
            let minus = t.constant_bits(t.as_constant(k).expect("a constant").unary(UnaryOp::Neg));
            first.extend([t.ite(c, k, minus), t.ite(c, minus, k)]);
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
        let small = t.mul(parts[6], parts[7]);
        pool.add(t, [small]);
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

/// What compilers make of a division by 3 of a few bits and of all, and of its remainder.
fn reciprocals(table: &mut TermTable, pool: &mut Pool, x: Term) {
    let t = table;
    let width = t.width(x);
    for bits in [width.min(4), width] {
        let part = match bits == width {
            true => x,
            false => t.extract(x, bits - 1, 0),
        };
        // 2^shift / 3, rounded up.
        let shift = bits + 2;
        let third = Bits::ones(2 * shift).binary(crate::BinaryOp::UDiv, &Bits::new(2 * shift, 3));
        let third = third.shift_right(shift);
        let factor = third.binary(crate::BinaryOp::Add, &Bits::new(2 * shift, 1));
        let factor = t.constant_bits(factor);
        let (unsigned, signed) = (
            t.zero_extend(part, 2 * shift),
            t.sign_extend(part, 2 * shift),
        );
        let (product, signed) = (t.mul(unsigned, factor), t.mul(signed, factor));
        pool.add(t, [product, signed]);
        if bits < 3 {
            continue;
        }
        let rounded = t.extract(signed, shift + bits - 1, shift);
        let negative = t.extract(signed, 2 * shift - 1, 2 * shift - 1);
        let (rounded, negative) = (
            t.sign_extend(rounded, width),
            t.zero_extend(negative, width),
        );
        let sum = t.add(rounded, negative);
        pool.add(t, [sum]);
        let (three, minus_three) = (t.constant(bits, 3), Bits::new(width, 3).unary(UnaryOp::Neg));
        let minus_three = t.constant_bits(minus_three);
        let (unsigned, signed) = (t.udiv(part, three), t.sdiv(part, three));
        let both = [
            (t.zero_extend(part, width), t.zero_extend(unsigned, width)),
            (t.sign_extend(part, width), t.sign_extend(signed, width)),
        ];
        for (part, quotient) in both {
            let product = t.mul(quotient, minus_three);
            let sum = t.add(part, product);
            pool.add(t, [sum]);
        }
    }
}

/// Two parts that are all of a number, and the same inverted.
fn halves(table: &mut TermTable, pool: &mut Pool, x: Term) {
    let width = table.width(x);
    if width < 2 {
        return;
    }
    let (high, low) = (table.extract(x, width - 1, 1), table.bit(x, 0));
    let inverted = [table.not(high), table.not(low)];
    pool.add(table, [high, low]);
    pool.add(table, inverted);
}

/// What compilers make of tests whether 3 or 6 divides a number, but for the comparison.
fn multiples(table: &mut TermTable, pool: &mut Pool, x: Term) {
    let t = table;
    let width = t.width(x);
    let Some(third) = Bits::new(width, 3).inverse().filter(|_| width > 2) else {
        return;
    };
    // How many multiples of 3 are not negative.
    let above = Bits::ones(width)
        .shift_right(1)
        .binary(crate::BinaryOp::UDiv, &Bits::new(width, 3));
    let [third, above] = [third, above].map(|it| t.constant_bits(it));
    let product = t.mul(x, third);
    let signed = t.add(product, above);
    let one = t.constant(width, 1);
    let rotated = t.binary(crate::BinaryOp::RotateRight, product, one);
    pool.add(t, [product, signed, rotated]);
    for divisor in [3, 6] {
        let most = Bits::ones(width).binary(crate::BinaryOp::UDiv, &Bits::new(width, divisor));
        let most = t.constant_bits(most);
        let limit = t.add(most, one);
        pool.add(t, [most, limit]);
    }
}

/// Quotients of two numbers, times the divisor: with the remainder, from the dividend, and with room for all of the product.
fn divisions(table: &mut TermTable, pool: &mut Pool, x: Term, y: Term) {
    let t = table;
    let width = t.width(x);
    let unsigned = (t.udiv(x, y), t.urem(x, y));
    let signed = (t.sdiv(x, y), t.srem(x, y));
    for (quotient, remainder) in [unsigned, signed] {
        let product = t.mul(quotient, y);
        let (sum, difference) = (t.add(product, remainder), t.sub(x, product));
        pool.add(t, [sum, difference]);
    }
    let half = width / 2;
    if half == 0 {
        return;
    }
    let [x, y] = [x, y].map(|of| t.extract(of, half - 1, 0));
    let (unsigned, signed) = (t.udiv(x, y), t.sdiv(x, y));
    let unsigned = (t.zero_extend(unsigned, width), t.zero_extend(y, width));
    let signed = (t.sign_extend(signed, width), t.sign_extend(y, width));
    for (quotient, divisor) in [unsigned, signed] {
        let product = t.mul(quotient, divisor);
        pool.add(t, [product]);
    }
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
pub(super) fn fill(table: &mut TermTable, width: u32) -> Pool {
    let mut pool = Pool::default();
    let x = table.input("x", width);
    let y = table.input("y", width);
    combine(table, &mut pool, x, y);
    halves(table, &mut pool, x);
    reciprocals(table, &mut pool, x);
    multiples(table, &mut pool, x);
    divisions(table, &mut pool, x, y);
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
pub(super) fn nodes(table: &TermTable, pool: &Pool, kind: Kind, width: u32) -> Vec<Candidate> {
    let mut random = Random::new(kind as u64);
    let terms = pool.of(width);
    // Conditions, among which there are comparisons of terms.
    let bits = if width > 1 { pool.of(1) } else { &[] };
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
    for &term in terms {
        let node = table.node(term);
        if node.kind == kind && kind.arity() == 2 {
            push(width, 0, [node.first(), node.second(), node.second()]);
        }
    }
    match kind {
        // Their operands have the widths of formats: see `fill_floats`.
        Kind::Float => {}
        Kind::Not | Kind::Neg => {
            terms.iter().for_each(|&a| push(width, 0, [a; 3]));
            bits.iter().for_each(|&a| push(1, 0, [a; 3]));
        }
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
            let source = |term: Term| {
                let part = table.under(Kind::Not, term).unwrap_or(term);
                table.under(Kind::Extract, part)
            };
            let first = |term: Term| table.pair(Kind::Concat, term).map(|(first, _)| first);
            let parts = all.iter().filter(|&&a| source(a).is_some());
            let before_a_part = all.iter().filter(|&&b| first(b).and_then(source).is_some());
            let of_one = parts.clone();
            for (&a, &b) in of_one.flat_map(|a| parts.clone().map(move |b| (a, b))) {
                if source(a) == source(b) {
                    push(table.width(a) + table.width(b), 0, [a, b, b]);
                }
            }
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
            // Arms that a condition extends to.
            let ends = terms
                .iter()
                .copied()
                .filter(|&it| table.is_zero(it) || table.is_one(it) || table.is_ones(it));
            for (a, b) in ends.clone().flat_map(|a| ends.clone().map(move |b| (a, b))) {
                push(width, 0, [conditions[random.index(conditions.len())], a, b]);
            }
            for _ in 0..if width > 1 { TRIED } else { 0 } {
                let [c, a, b] = [(); 3].map(|()| bits[random.index(bits.len())]);
                push(1, 0, [c, a, b]);
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
            // A term and what it is made of, and small numbers.
            let small: Vec<Term> = terms
                .iter()
                .copied()
                .filter(|&term| {
                    table
                        .as_constant(term)
                        .is_some_and(|it| it <= Bits::new(width, 12))
                })
                .collect();
            for &a in terms {
                for b in parts_of(table, a).into_iter().chain(small.iter().copied()) {
                    push(width, 0, [a, b, b]);
                    push(width, 0, [b, a, a]);
                }
            }
            for &a in bits {
                for &b in bits {
                    push(1, 0, [a, b, b]);
                }
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

/// What a term is made of, down to its operands' operands, where that has its width.
fn parts_of(table: &TermTable, term: Term) -> Vec<Term> {
    let of_its_sort = |&child: &Term| table.sort(child) == table.sort(term);
    let children = |term: Term| table.node(term).children().filter(of_its_sort);
    let mut parts: Vec<Term> = children(term).collect();
    for at in 0..parts.len() {
        parts.extend(children(parts[at]));
    }
    parts
}

/// Operands of the format: inputs, constants, and what was converted from other formats and from integers.
fn float_operands(
    table: &mut TermTable,
    format: FloatFormat,
    formats: [FloatFormat; 2],
    inputs: &[Term],
) -> Vec<Term> {
    let nearest = Rounding::NearestEven;
    let mut found = Vec::new();
    for &input in inputs {
        let width = table.width(input);
        if width == format.width() {
            found.push(input);
            let operands = [input, input];
            let square = table.float_arithmetic(FloatOperator::Mul, format, nearest, &operands);
            let difference = table.float_sub(format, nearest, square, input);
            let negated = table.float_negate(format, difference);
            found.extend([square, difference, negated]);
        }
        for operator in [FloatOperator::FromSigned, FloatOperator::FromUnsigned] {
            let number = table.float_arithmetic(operator, format, nearest, &[input]);
            found.push(number);
            if width < 4 {
                found.push(table.float_negate(format, number));
            }
        }
        for from in formats {
            if from != format && from.width() == width {
                let op = FloatOp::convert(from, format, nearest);
                found.push(table.float(op, 1, &[input]));
            }
        }
    }
    let one = format.one();
    let step = 1 << format.fraction_bits();
    for number in [
        0,
        1,
        one,
        one + step,
        one - step,
        one + 1,
        one + 2,
        format.infinity(),
        format.nan(),
        3,
    ] {
        found.push(table.float_constant(format, number));
        found.push(table.float_constant(format, number | format.sign()));
    }
    found
}

/// All operations of a format over its operands.
fn float_terms(
    table: &mut TermTable,
    format: FloatFormat,
    formats: [FloatFormat; 2],
    inputs: &[Term],
) -> Vec<Term> {
    let operands = float_operands(table, format, formats, inputs);
    let mut found = Vec::new();
    for operator in FloatOperator::ALL {
        if operator.arity() == 3 {
            continue;
        }
        let directions = match operator.rounds() {
            true => &Rounding::ALL[..],
            false => &Rounding::ALL[..1],
        };
        for &rounding in directions {
            let op = FloatOp::new(operator, format, rounding);
            for &a in &operands {
                let integral = op.result().is_none() && operator.arity() == 1;
                match operator {
                    FloatOperator::Convert => {
                        for to in formats {
                            let op = FloatOp::convert(format, to, rounding);
                            found.push(table.float(op, 1, &[a]));
                        }
                    }
                    FloatOperator::ConvertFlags => {
                        for to in formats {
                            let op = FloatOp::convert(format, to, rounding);
                            let op = op.flags().expect("conversions raise exceptions");
                            found.push(table.float(op, 1, &[a]));
                        }
                    }
                    FloatOperator::FromSigned
                    | FloatOperator::FromUnsigned
                    | FloatOperator::FromSignedFlags
                    | FloatOperator::FromUnsignedFlags
                    | FloatOperator::Function
                    | FloatOperator::FunctionOfTwo => {}
                    FloatOperator::SqrtFlags => found.push(table.float(op, 1, &[a])),
                    _ if integral => {
                        found.extend([1, 3, 4, 9].map(|width| table.float(op, width, &[a])));
                    }
                    _ if operator.arity() == 1 => found.push(table.float(op, 1, &[a])),
                    _ => {
                        for &b in &operands {
                            found.push(table.float(op, 1, &[a, b]));
                        }
                    }
                }
            }
        }
    }
    found
}

/// All operations of two formats over an input of each and of an integer of 3 bits: the same in every table, but for the rules.
pub(super) fn fill_floats(table: &mut TermTable, formats: [FloatFormat; 2]) -> Vec<Term> {
    let [first, second] = formats.map(FloatFormat::width);
    let inputs: Vec<Term> = [("x", first), ("y", second), ("i", 3)]
        .map(|(name, width)| table.input(name, width))
        .to_vec();
    formats
        .into_iter()
        .flat_map(|format| float_terms(table, format, formats, &inputs))
        .collect()
}
