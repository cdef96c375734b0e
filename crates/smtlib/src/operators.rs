//! The operators of the theories Core, FixedSizeBitVectors and ArraysEx, in one table: name, what they are applied to, meaning. Those of FloatingPoint
//! are in [`floats`].
//!
//! After the theory declarations of SMT-LIB 2.6 and 2.7, with the extensions that solvers have in common (`bvredor`, `repeat`
//! and so on). Meanings are constructors of terms; what terms do not have is spelt out here once.

use everypath_term::{BinaryOp, Bits, Term, TermTable};

use crate::floats;
use crate::sorts::Value;

type Unary = fn(&mut TermTable, Term) -> Term;
type Binary = fn(&mut TermTable, Term, Term) -> Term;
/// Result of an operator with numerals, or what is wrong with them.
type Indexed = fn(&mut TermTable, Term, &[u32]) -> Result<Term, String>;

/// What an operator is applied to, what that gives, and its meaning on terms.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// A conjunction of truth values.
    And,
    /// A disjunction of truth values.
    Or,
    /// Not.
    Not,
    /// Truth values, from the left.
    Xor,
    /// Truth values, from the right.
    Implies,
    /// Values of one sort, each with the next.
    Equal,
    /// Values of one sort, pairwise.
    Distinct,
    /// A truth value and two of one sort.
    Ite,
    /// A bit-vector to one of its width.
    Unary(Unary),
    /// A bit-vector to one of width 1.
    Reduce(Unary),
    /// A bit-vector to a truth value.
    Test(Unary),
    /// Bit-vectors of one width, from the left, to one of that width.
    Fold(Binary),
    /// Two bit-vectors of one width to one of width 1.
    Compare(Binary),
    /// Bit-vectors of one width, each with the next, to a truth value.
    Chain(Binary),
    /// Bit-vectors one above the other.
    Concat,
    /// So many numerals and a bit-vector to a bit-vector.
    Indexed(usize, Indexed),
    /// An operator on floating-point numbers.
    Float(floats::Operator),
    /// An array and an index.
    Select,
    /// An array, an index and an element.
    Store,
}

impl Meaning {
    /// How many numerals stand behind its name.
    pub const fn numerals(self) -> usize {
        match self {
            Meaning::Indexed(count, _) => count,
            Meaning::Float(operator) => operator.numerals(),
            Meaning::And
            | Meaning::Or
            | Meaning::Not
            | Meaning::Xor
            | Meaning::Implies
            | Meaning::Equal
            | Meaning::Distinct
            | Meaning::Ite
            | Meaning::Unary(_)
            | Meaning::Reduce(_)
            | Meaning::Test(_)
            | Meaning::Fold(_)
            | Meaning::Compare(_)
            | Meaning::Chain(_)
            | Meaning::Concat
            | Meaning::Select
            | Meaning::Store => 0,
        }
    }
}

/// As many arguments as an operator takes; the error is what is wrong.
pub fn exactly(arguments: &[Value], expected: usize) -> Result<(), String> {
    match arguments.len() == expected {
        true => Ok(()),
        false => Err(format!(
            "{expected} arguments were expected, not {}",
            arguments.len()
        )),
    }
}

/// All operators by name, but for those of [`floats::TABLE`].
pub const TABLE: &[(&str, Meaning)] = &[
    ("and", Meaning::And),
    ("or", Meaning::Or),
    ("not", Meaning::Not),
    ("xor", Meaning::Xor),
    ("=>", Meaning::Implies),
    ("=", Meaning::Equal),
    ("distinct", Meaning::Distinct),
    ("ite", Meaning::Ite),
    ("bvnot", Meaning::Unary(TermTable::not)),
    ("bvneg", Meaning::Unary(TermTable::neg)),
    ("bvand", Meaning::Fold(TermTable::and)),
    ("bvor", Meaning::Fold(TermTable::or)),
    ("bvxor", Meaning::Fold(TermTable::xor)),
    ("bvnand", Meaning::Fold(nand)),
    ("bvnor", Meaning::Fold(nor)),
    ("bvxnor", Meaning::Fold(xnor)),
    ("bvadd", Meaning::Fold(TermTable::add)),
    ("bvsub", Meaning::Fold(TermTable::sub)),
    ("bvmul", Meaning::Fold(TermTable::mul)),
    ("bvudiv", Meaning::Fold(TermTable::udiv)),
    ("bvurem", Meaning::Fold(TermTable::urem)),
    ("bvsdiv", Meaning::Fold(TermTable::sdiv)),
    ("bvsrem", Meaning::Fold(TermTable::srem)),
    ("bvsmod", Meaning::Fold(smod)),
    ("bvshl", Meaning::Fold(TermTable::shl)),
    ("bvlshr", Meaning::Fold(TermTable::lshr)),
    ("bvashr", Meaning::Fold(TermTable::ashr)),
    ("ext_rotate_left", Meaning::Fold(rotate_left)),
    ("ext_rotate_right", Meaning::Fold(rotate_right)),
    ("bvinc", Meaning::Unary(increment)),
    ("bvdec", Meaning::Unary(decrement)),
    ("bvcomp", Meaning::Compare(TermTable::eq)),
    ("bvredor", Meaning::Reduce(redor)),
    ("bvredand", Meaning::Reduce(redand)),
    ("bvredxor", Meaning::Reduce(redxor)),
    ("bvult", Meaning::Chain(TermTable::ult)),
    ("bvule", Meaning::Chain(TermTable::ule)),
    ("bvugt", Meaning::Chain(TermTable::ugt)),
    ("bvuge", Meaning::Chain(TermTable::uge)),
    ("bvslt", Meaning::Chain(TermTable::slt)),
    ("bvsle", Meaning::Chain(TermTable::sle)),
    ("bvsgt", Meaning::Chain(TermTable::sgt)),
    ("bvsge", Meaning::Chain(TermTable::sge)),
    ("bvnego", Meaning::Test(is_least)),
    ("bvuaddo", Meaning::Chain(unsigned_add_overflow)),
    ("bvsaddo", Meaning::Chain(signed_add_overflow)),
    ("bvumulo", Meaning::Chain(unsigned_multiply_overflow)),
    ("bvsmulo", Meaning::Chain(signed_multiply_overflow)),
    ("bvusubo", Meaning::Chain(TermTable::ult)),
    ("bvssubo", Meaning::Chain(signed_subtract_overflow)),
    ("bvsdivo", Meaning::Chain(signed_divide_overflow)),
    ("concat", Meaning::Concat),
    ("extract", Meaning::Indexed(2, extract)),
    ("repeat", Meaning::Indexed(1, repeat)),
    ("zero_extend", Meaning::Indexed(1, zero_extend)),
    ("sign_extend", Meaning::Indexed(1, sign_extend)),
    ("rotate_left", Meaning::Indexed(1, rotate_left_by)),
    ("rotate_right", Meaning::Indexed(1, rotate_right_by)),
    ("select", Meaning::Select),
    ("store", Meaning::Store),
];

fn nand(table: &mut TermTable, a: Term, b: Term) -> Term {
    let both = table.and(a, b);
    table.not(both)
}

fn nor(table: &mut TermTable, a: Term, b: Term) -> Term {
    let one = table.or(a, b);
    table.not(one)
}

fn xnor(table: &mut TermTable, a: Term, b: Term) -> Term {
    let different = table.xor(a, b);
    table.not(different)
}

fn rotate_left(table: &mut TermTable, a: Term, amount: Term) -> Term {
    table.binary(BinaryOp::RotateLeft, a, amount)
}

fn rotate_right(table: &mut TermTable, a: Term, amount: Term) -> Term {
    table.binary(BinaryOp::RotateRight, a, amount)
}

/// The top bit.
fn sign(table: &mut TermTable, a: Term) -> Term {
    let top = table.width(a) - 1;
    table.bit(a, top)
}

fn absolute(table: &mut TermTable, a: Term) -> Term {
    let negative = sign(table, a);
    let negated = table.neg(a);
    table.ite(negative, negated, a)
}

/// The remainder with the divisor's sign: that of the absolute values, moved to the divisor's side.
fn smod(table: &mut TermTable, a: Term, b: Term) -> Term {
    let (a_negative, b_negative) = (sign(table, a), sign(table, b));
    let (a_size, b_size) = (absolute(table, a), absolute(table, b));
    let rest = table.urem(a_size, b_size);
    let negated = table.neg(rest);
    let zero = table.constant_bits(Bits::zero(table.width(a)));
    let none = table.eq(rest, zero);
    let signed = table.ite(a_negative, negated, rest);
    let moved = table.add(signed, b);
    let same = xnor(table, a_negative, b_negative);
    let keep = table.or(none, same);
    table.ite(keep, signed, moved)
}

fn redor(table: &mut TermTable, a: Term) -> Term {
    let zero = table.constant_bits(Bits::zero(table.width(a)));
    table.ne(a, zero)
}

fn redand(table: &mut TermTable, a: Term) -> Term {
    let ones = table.constant_bits(Bits::ones(table.width(a)));
    table.eq(a, ones)
}

fn redxor(table: &mut TermTable, a: Term) -> Term {
    (1..table.width(a)).fold(table.bit(a, 0), |parity, i| {
        let bit = table.bit(a, i);
        table.xor(parity, bit)
    })
}

/// The least signed number of a width.
fn least(table: &mut TermTable, width: u32) -> Term {
    let one = Bits::new(width, 1);
    table.constant_bits(one.shift_left(width - 1))
}

fn is_least(table: &mut TermTable, a: Term) -> Term {
    let least = least(table, table.width(a));
    table.eq(a, least)
}

fn unsigned_add_overflow(table: &mut TermTable, a: Term, b: Term) -> Term {
    let width = table.width(a);
    let (a, b) = (
        table.zero_extend(a, width + 1),
        table.zero_extend(b, width + 1),
    );
    let sum = table.add(a, b);
    table.bit(sum, width)
}

/// Whether the two top bits differ.
fn top_bits_differ(table: &mut TermTable, a: Term) -> Term {
    let top = table.width(a) - 1;
    let (high, low) = (table.bit(a, top), table.bit(a, top - 1));
    table.xor(high, low)
}

fn signed_add_overflow(table: &mut TermTable, a: Term, b: Term) -> Term {
    let width = table.width(a) + 1;
    let (a, b) = (table.sign_extend(a, width), table.sign_extend(b, width));
    let sum = table.add(a, b);
    top_bits_differ(table, sum)
}

fn signed_subtract_overflow(table: &mut TermTable, a: Term, b: Term) -> Term {
    let width = table.width(a) + 1;
    let (a, b) = (table.sign_extend(a, width), table.sign_extend(b, width));
    let difference = table.sub(a, b);
    top_bits_differ(table, difference)
}

fn unsigned_multiply_overflow(table: &mut TermTable, a: Term, b: Term) -> Term {
    let width = table.width(a);
    let (a, b) = (
        table.zero_extend(a, 2 * width),
        table.zero_extend(b, 2 * width),
    );
    let product = table.mul(a, b);
    let high = table.extract(product, 2 * width - 1, width);
    redor(table, high)
}

fn signed_multiply_overflow(table: &mut TermTable, a: Term, b: Term) -> Term {
    let width = table.width(a);
    let (a, b) = (
        table.sign_extend(a, 2 * width),
        table.sign_extend(b, 2 * width),
    );
    let product = table.mul(a, b);
    let low = table.truncate(product, width);
    let expected = table.sign_extend(low, 2 * width);
    table.ne(product, expected)
}

fn signed_divide_overflow(table: &mut TermTable, a: Term, b: Term) -> Term {
    let (least, minus_one) = (is_least(table, a), redand(table, b));
    table.and(least, minus_one)
}

fn extract(table: &mut TermTable, a: Term, numerals: &[u32]) -> Result<Term, String> {
    let [high, low] = *numerals else {
        return Err("extract has two numerals".to_owned());
    };
    let width = table.width(a);
    if low > high || high >= width {
        return Err(format!(
            "bits {high} to {low} cannot be extracted from {width} bits"
        ));
    }
    Ok(table.extract(a, high, low))
}

fn numeral(numerals: &[u32]) -> u32 {
    numerals.first().copied().unwrap_or(0)
}

fn repeat(table: &mut TermTable, a: Term, numerals: &[u32]) -> Result<Term, String> {
    let times = numeral(numerals);
    if times == 0 {
        return Err("repeat 0 has no bits".to_owned());
    }
    within_limit(u64::from(times) * u64::from(table.width(a)))?;
    Ok((1..times).fold(a, |result, _| table.concat(result, a)))
}

fn extended(table: &TermTable, a: Term, numerals: &[u32]) -> Result<u32, String> {
    within_limit(u64::from(numeral(numerals)) + u64::from(table.width(a)))
}

/// A width as a number of 32 bits.
pub fn within_limit(width: u64) -> Result<u32, String> {
    let limit = crate::sorts::WIDTH_LIMIT;
    match u32::try_from(width) {
        Ok(width) if width <= limit => Ok(width),
        _ => Err(format!(
            "unsupported: a bit-vector of {width} bits; the limit is {limit}"
        )),
    }
}

fn zero_extend(table: &mut TermTable, a: Term, numerals: &[u32]) -> Result<Term, String> {
    let width = extended(table, a, numerals)?;
    Ok(table.zero_extend(a, width))
}

fn sign_extend(table: &mut TermTable, a: Term, numerals: &[u32]) -> Result<Term, String> {
    let width = extended(table, a, numerals)?;
    Ok(table.sign_extend(a, width))
}

/// The low `low` bits of `a` above the others.
fn exchange(table: &mut TermTable, a: Term, low: u32) -> Term {
    let width = table.width(a);
    if low == 0 || low == width {
        return a;
    }
    let (high_part, low_part) = (
        table.extract(a, width - 1, low),
        table.extract(a, low - 1, 0),
    );
    table.concat(low_part, high_part)
}

fn rotate_left_by(table: &mut TermTable, a: Term, numerals: &[u32]) -> Result<Term, String> {
    let width = table.width(a);
    Ok(exchange(table, a, width - numeral(numerals) % width))
}

fn rotate_right_by(table: &mut TermTable, a: Term, numerals: &[u32]) -> Result<Term, String> {
    let width = table.width(a);
    Ok(exchange(table, a, numeral(numerals) % width))
}

fn increment(table: &mut TermTable, a: Term) -> Term {
    let one = table.constant_bits(Bits::new(table.width(a), 1));
    table.add(a, one)
}

fn decrement(table: &mut TermTable, a: Term) -> Term {
    let minus_one = table.constant_bits(Bits::ones(table.width(a)));
    table.add(a, minus_one)
}
