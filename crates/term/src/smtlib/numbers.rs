//! Float terms as operators of the theory FloatingPoint.
//!
//! The theory has numbers, with one NaN, where terms have bit patterns. So a term has two views: its bits, and the number that they are.
//! Operands of operators are numbers, and what only numbers see is never given bits. SMT-LIB has no function from a
//! number to its bits; where a result is needed as bits, these are a constant with the assertion that they are the
//! number's, and those of the NaN that operations give for a NaN. Where the theory has no operator, or leaves open what terms
//! define, a condition stands before it or the circuit takes its place.

use crate::bits::Bits;
use crate::float::{FloatFormat, FloatOp, FloatOperator, Rounding, integer_bounds};
use crate::node::{Kind, Node, Term};
use crate::table::TermTable;

use super::{reference, sort, truth};

/// How a term is seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum View {
    /// As what it is.
    Bits,
    /// As the number that its bits are in the [format](format_of) of its width.
    Number,
}

/// The format of numbers of a width, for the formats that all solvers have.
fn format_of(width: u32) -> Option<FloatFormat> {
    match width {
        16 => Some(FloatFormat::Half),
        32 => Some(FloatFormat::Single),
        64 => Some(FloatFormat::Double),
        128 => Some(FloatFormat::Quad),
        _ => None,
    }
}

fn is_usual(format: FloatFormat) -> bool {
    format_of(format.width()) == Some(format)
}

/// The name of the operator of the theory, for operations that are one, if need be behind a condition.
fn operator(op: FloatOp) -> Option<&'static str> {
    use FloatOperator::*;
    if !is_usual(op.format) || !is_usual(op.to) {
        return None;
    }
    match op.operator {
        Add => Some("fp.add"),
        Mul => Some("fp.mul"),
        Div => Some("fp.div"),
        MulAdd => Some("fp.fma"),
        Sqrt => Some("fp.sqrt"),
        RoundToIntegral => Some("fp.roundToIntegral"),
        Equal => Some("fp.eq"),
        Less => Some("fp.lt"),
        LessEqual => Some("fp.leq"),
        Convert | FromSigned => Some("to_fp"),
        FromUnsigned => Some("to_fp_unsigned"),
        ToSigned | ToSignedSaturating => Some("fp.to_sbv"),
        ToUnsigned | ToUnsignedSaturating => Some("fp.to_ubv"),
        // Solvers have a circuit of thousands of bits for it, where ours has a loop.
        Remainder | Modulo => None,
        AddFlags | MulFlags | DivFlags | MulAddFlags | SqrtFlags | ConvertFlags
        | FromSignedFlags | FromUnsignedFlags => None,
        // Their enclosures are written.
        Function | FunctionOfTwo => None,
    }
}

/// The operation of a term that is written as an operator of the theory, and the name of that.
pub(super) fn operation(node: &Node) -> Option<(FloatOp, &'static str)> {
    let op = node.float_op()?;
    Some((op, operator(op)?))
}

/// The number of a term that is compared with infinity to see whether it is a NaN: the result of an operator of the theory.
pub(super) fn asked_for_nan(table: &TermTable, node: &Node) -> Option<Term> {
    if node.kind != Kind::Ult {
        return None;
    }
    let bound = table.as_constant(node.first())?.low_u128();
    let magnitude = table.node(node.second());
    let format = format_of(magnitude.width)?;
    let number = changed_sign(table, &magnitude)
        .filter(|&(name, _)| name == "fp.abs")?
        .1;
    let (op, _) = operation(&table.node(number))?;
    (bound == format.infinity() && op.result() == Some(format)).then_some(number)
}

/// The operand of a term that is that number without its sign, or with the other one, and the operator of the theory.
fn changed_sign(table: &TermTable, node: &Node) -> Option<(&'static str, Term)> {
    let format = format_of(node.width)?;
    let (name, mask) = match node.kind {
        Kind::Xor => ("fp.neg", format.sign()),
        Kind::And => ("fp.abs", format.sign() - 1),
        _ => return None,
    };
    let is_mask = |term: Term| {
        let bits = table.as_constant(term);
        bits.is_some_and(|bits| bits.low_u128() == mask)
    };
    match (is_mask(node.first()), is_mask(node.second())) {
        (_, true) => Some((name, node.first())),
        (true, _) => Some((name, node.second())),
        _ => None,
    }
}

/// What the text of an operator of the theory mentions.
pub(super) fn operands(op: FloatOp, node: &Node) -> impl Iterator<Item = (Term, View)> {
    let view = match op.operator.from_integer() {
        Some(_) => View::Bits,
        None => View::Number,
    };
    node.children().map(move |operand| (operand, view))
}

/// What the text of a term as a number mentions.
pub(super) fn parts_of_number(table: &TermTable, term: Term) -> Vec<(Term, View)> {
    let node = table.node(term);
    if node.kind == Kind::Constant {
        return Vec::new();
    }
    if let Some((op, _)) = operation(&node)
        && op.result().is_some()
    {
        return operands(op, &node).collect();
    }
    if let Some((_, operand)) = changed_sign(table, &node) {
        return vec![(operand, View::Number)];
    }
    match node.kind {
        Kind::Ite => vec![
            (node.first(), View::Bits),
            (node.second(), View::Number),
            (node.third(), View::Number),
        ],
        _ => vec![(term, View::Bits)],
    }
}

/// The definition of a term as a number; nothing for a constant.
pub(super) fn define(table: &TermTable, term: Term, text: &mut String) {
    let node = table.node(term);
    let Some(format) = format_of(node.width).filter(|_| node.kind != Kind::Constant) else {
        return;
    };
    let name = number(table, term);
    let body = if let Some((op, operator)) = operation(&node)
        && op.result().is_some()
    {
        applied(table, op, operator, &node)
    } else if let Some((operator, operand)) = changed_sign(table, &node) {
        format!("({operator} {})", number(table, operand))
    } else if node.kind == Kind::Ite {
        let [a, b] = [node.second(), node.third()].map(|it| number(table, it));
        format!("(ite {} {a} {b})", truth(table, node.first()))
    } else {
        format!("({} {})", to_fp(format), reference(table, term))
    };
    text.push_str(&format!(
        "(define-fun {name} () {} {body})\n",
        of_format(format)
    ));
}

/// The sort of a format.
fn of_format(format: FloatFormat) -> String {
    let (exponent, digits) = (format.exponent_bits(), format.precision());
    format!("(_ FloatingPoint {exponent} {digits})")
}

fn to_fp(format: FloatFormat) -> String {
    let (exponent, digits) = (format.exponent_bits(), format.precision());
    format!("(_ to_fp {exponent} {digits})")
}

fn constant(format: FloatFormat, bits: u128) -> String {
    let bits = Bits::from_u128(format.width(), bits).to_binary();
    format!("({} #b{bits})", to_fp(format))
}

/// The text that stands for a defined term as a number.
fn number(table: &TermTable, term: Term) -> String {
    match (table.as_constant(term), format_of(table.width(term))) {
        (Some(bits), Some(format)) => constant(format, bits.low_u128()),
        _ => format!("f{}", term.index()),
    }
}

fn mode(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::NearestEven => "RNE",
        Rounding::NearestAway => "RNA",
        Rounding::Up => "RTP",
        Rounding::Down => "RTN",
        Rounding::Zero => "RTZ",
    }
}

/// An operator of the theory on its operands.
fn applied(table: &TermTable, op: FloatOp, operator: &str, node: &Node) -> String {
    let texts: Vec<String> = operands(op, node)
        .map(|(term, view)| match view {
            View::Bits => reference(table, term),
            View::Number => number(table, term),
        })
        .collect();
    let mode = if op.operator.rounds() {
        format!("{} ", mode(op.rounding))
    } else {
        String::new()
    };
    let operator = match (op.operator.to_integer(), operator) {
        (Some(_), name) => format!("(_ {name} {})", node.width),
        (None, "to_fp" | "to_fp_unsigned") => {
            let (exponent, digits) = (op.to.exponent_bits(), op.to.precision());
            format!("(_ {operator} {exponent} {digits})")
        }
        (None, name) => name.to_owned(),
    };
    format!("({operator} {mode}{})", texts.join(" "))
}

/// The definition of the bits of a term that is an operator of the theory.
pub(super) fn define_bits(
    table: &TermTable,
    term: Term,
    (op, operator): (FloatOp, &str),
    text: &mut String,
) {
    let node = table.node(term);
    let name = reference(table, term);
    let of_sort = sort(node.sort());
    if op.result().is_some() {
        let number = number(table, term);
        let nan = Bits::from_u128(node.width, op.to.nan()).to_binary();
        text.push_str(&format!(
            "(declare-fun {name} () {of_sort})\n(assert (ite (fp.isNaN {number}) (= {name} #b{nan}) (= ({} {name}) {number})))\n",
            to_fp(op.to)
        ));
        return;
    }
    let applied = applied(table, op, operator, &node);
    let body = match op.operator.to_integer() {
        None => format!("(ite {applied} #b1 #b0)"),
        Some(signed) => integer(table, op, signed, &node, &applied),
    };
    text.push_str(&format!("(define-fun {name} () {of_sort} {body})\n"));
}

/// Whether a number is none: what [`asked_for_nan`] found.
pub(super) fn is_nan(table: &TermTable, of: Term) -> String {
    format!("(ite (fp.isNaN {}) #b1 #b0)", number(table, of))
}

/// An integer of a number where it fits; the theory says nothing of what does not.
fn integer(table: &TermTable, op: FloatOp, signed: bool, node: &Node, applied: &str) -> String {
    let of = number(table, node.first());
    let whole = format!("(fp.roundToIntegral {} {of})", mode(op.rounding));
    let [least, end] = integer_bounds(signed, op.format, node.width);
    let mut within = format!("(not (fp.isNaN {of})) (not (fp.isInfinite {of}))");
    if let Some(least) = least {
        within += &format!(" (fp.leq {} {whole})", constant(op.format, least));
    }
    if let Some(end) = end {
        within += &format!(" (fp.lt {whole} {})", constant(op.format, end));
    }
    let digits = |bits: Bits| format!("#b{}", bits.to_binary());
    let zero = digits(Bits::zero(node.width));
    let otherwise = match op.operator {
        FloatOperator::ToSignedSaturating | FloatOperator::ToUnsignedSaturating => {
            let (least, greatest) = match signed {
                true => (
                    Bits::least_signed(node.width),
                    Bits::greatest_signed(node.width),
                ),
                false => (Bits::zero(node.width), Bits::ones(node.width)),
            };
            let (least, greatest) = (digits(least), digits(greatest));
            format!("(ite (fp.isNaN {of}) {zero} (ite (fp.isNegative {of}) {least} {greatest}))")
        }
        _ => zero,
    };
    format!("(ite (and {within}) {applied} {otherwise})")
}
