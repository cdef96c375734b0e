//! Inputs that occur once: what is made of one takes any value, so it is an input itself, and the operation goes.
//!
//! R. Brummayer, A. Biere, "Boolector: An Efficient SMT Solver for Bit-Vectors and Arrays" (TACAS 2009) and R. Bruttomesso, "RTL
//! Verification: From SAT to SMT(BV)" (2008) call it the elimination of unconstrained variables. `x + t`, where `x` occurs nowhere else,
//! has every value whatever `t` is: a fresh input stands for it wherever it occurs, and `x` is what is left of a value of that input when
//! `t` is subtracted. That input may occur once in turn.
//!
//! A fresh input has at least the values of what it stands for, so what is unsatisfiable with it is so without; in a model each
//! operand gets the value that its definition says.

use std::cmp::Reverse;

use everypath_term::{Bits, Kind, Node, Term, TermTable};
use rustc_hash::FxHashMap;

/// What terms are called that were made inputs; one name for each, so that queries share gates.
pub type Names = FxHashMap<Term, Term>;

/// What an operation on an operand that takes any value can be replaced by.
struct Freed {
    /// The fresh input, or what it says about the values that the operation cannot have.
    stands: Stands,
    /// Operands, and the values that make the operation what the fresh input says.
    operands: Vec<(Term, Term)>,
}

#[derive(Clone, Copy)]
enum Stands {
    /// The operation has every value.
    Free,
    /// It is false where this holds, a condition on what is left, and has every value elsewhere.
    FalseWhere(Term),
}

/// Conjuncts in which operations on inputs that occur once were replaced.
pub struct Elimination {
    /// The conjuncts, in their order.
    pub conjuncts: Vec<Term>,
    /// What inputs are, each over inputs that are left or stand earlier in the list.
    pub definitions: Vec<(Term, Term)>,
}

/// An operation that was replaced, and what follows for its operands.
struct Unit {
    term: Term,
    definitions: Vec<(Term, Term)>,
}

/// Replaces what inputs that occur once make free; nothing if there is none.
pub fn eliminate(
    table: &mut TermTable,
    conjuncts: &[Term],
    names: &mut Names,
) -> Option<Elimination> {
    let order = table.post_order(conjuncts);
    let mut occurrences: FxHashMap<Term, u32> = FxHashMap::default();
    let operands = order.iter().flat_map(|&term| table.node(term).children());
    for term in operands.chain(conjuncts.iter().copied()) {
        *occurrences.entry(term).or_default() += 1;
    }
    let occurs_once = |term: Term| occurrences.get(&term) == Some(&1);
    // Terms that take any value independently of all others, and the inputs that they are.
    let mut free: FxHashMap<Term, Term> = FxHashMap::default();
    let mut results: FxHashMap<Term, Term> = FxHashMap::default();
    let mut units: Vec<Unit> = Vec::new();
    // By which unit an operand gets its value.
    let mut taken: FxHashMap<Term, usize> = FxHashMap::default();
    for &term in &order {
        let width = table.node(term).width;
        if table.kind(term) == Kind::Input {
            if occurs_once(term) {
                free.insert(term, term);
            }
            continue;
        }
        let mut name = None;
        let freed = freed(table, term, &free, &results, |table| {
            let made = names.entry(term);
            *name.insert(*made.or_insert_with(|| table.input("free", width)))
        });
        let (Some(freed), Some(name)) = (freed, name) else {
            let result = table.with_operands(term, |child| result_of(&results, child));
            results.insert(term, result);
            continue;
        };
        for (operand, _) in &freed.operands {
            taken.insert(*operand, units.len());
        }
        let definitions = freed.operands.into_iter();
        units.push(Unit {
            term,
            definitions: definitions
                .map(|(operand, value)| (result_of(&free, operand), value))
                .collect(),
        });
        let result = match freed.stands {
            Stands::Free => {
                if occurs_once(term) {
                    free.insert(term, name);
                }
                name
            }
            Stands::FalseWhere(condition) => {
                let elsewhere = table.not(condition);
                table.and(name, elsewhere)
            }
        };
        results.insert(term, result);
    }
    if units.is_empty() {
        return None;
    }
    let conjuncts = conjuncts.iter();
    Some(Elimination {
        conjuncts: conjuncts.map(|&term| result_of(&results, term)).collect(),
        definitions: in_order(units, &taken),
    })
}

/// Definitions in the order in which they can be evaluated: what gives an operand its value goes before what this operand gives its own.
/// Else the order of the units stays, since their values are over operands that units before them define.
fn in_order(units: Vec<Unit>, taken: &FxHashMap<Term, usize>) -> Vec<(Term, Term)> {
    let mut last: Vec<usize> = (0..units.len()).collect();
    for number in (0..units.len()).rev() {
        if let Some(&by) = taken.get(&units[number].term) {
            last[number] = last[by];
        }
    }
    let mut numbers: Vec<usize> = (0..units.len()).collect();
    numbers.sort_by_key(|&number| (last[number], Reverse(number)));
    let mut units: Vec<Option<Unit>> = units.into_iter().map(Some).collect();
    let sorted = numbers
        .into_iter()
        .filter_map(|number| units[number].take());
    sorted.flat_map(|unit| unit.definitions).collect()
}

fn result_of(results: &FxHashMap<Term, Term>, term: Term) -> Term {
    results.get(&term).copied().unwrap_or(term)
}

/// How a term has every value by the choice of operands that take any value; `results` are what terms have become, `name` makes
/// the input that stands for it.
fn freed(
    table: &mut TermTable,
    term: Term,
    free: &FxHashMap<Term, Term>,
    results: &FxHashMap<Term, Term>,
    name: impl FnOnce(&mut TermTable) -> Term,
) -> Option<Freed> {
    let node = table.node(term);
    let children: Vec<Term> = node.children().collect();
    let is_free = |term: &Term| free.contains_key(term);
    if !children.iter().any(is_free) {
        return None;
    }
    let is = |operands: Vec<(Term, Term)>| {
        Some(Freed {
            stands: Stands::Free,
            operands,
        })
    };
    match (node.kind, children.as_slice()) {
        (Kind::Not, &[a]) => {
            let value = name(table);
            let value = table.not(value);
            is(vec![(a, value)])
        }
        (Kind::Neg, &[a]) => {
            let value = name(table);
            let value = table.neg(value);
            is(vec![(a, value)])
        }
        (Kind::Add, &[a, b]) => {
            let (operand, other) = if is_free(&a) { (a, b) } else { (b, a) };
            let value = name(table);
            let value = table.sub(value, other);
            is(vec![(operand, value)])
        }
        (Kind::Xor, &[a, b]) => {
            let (operand, other) = if is_free(&a) { (a, b) } else { (b, a) };
            let value = name(table);
            let value = table.xor(value, other);
            is(vec![(operand, value)])
        }
        (Kind::Eq, &[a, b]) => {
            let (operand, other) = if is_free(&a) { (a, b) } else { (b, a) };
            let holds = name(table);
            let another = table.not(other);
            let value = table.ite(holds, other, another);
            is(vec![(operand, value)])
        }
        (Kind::Extract, &[a]) => {
            let value = name(table);
            let low = node.low();
            let value = table.zero_extend(value, table.width(a));
            let amount = table.constant(table.width(a), u64::from(low));
            let value = table.shl(value, amount);
            is(vec![(a, value)])
        }
        (Kind::Ite, &[condition, then, otherwise]) => {
            let choice = match (is_free(&condition), is_free(&then), is_free(&otherwise)) {
                (_, true, true) => vec![then, otherwise],
                (true, true, false) => vec![then],
                (true, false, true) => vec![otherwise],
                (_, false, false) | (false, _, _) => return None,
            };
            let value = name(table);
            let mut operands: Vec<(Term, Term)> = choice.iter().map(|&of| (of, value)).collect();
            if let [only] = choice[..] {
                let side = table.bool(only == then);
                operands.push((condition, side));
            }
            is(operands)
        }
        (Kind::Mul, &[a, b]) if is_free(&a) && !is_free(&b) => {
            let inverse = table.as_constant(b).and_then(|factor| factor.inverse())?;
            let inverse = table.constant_bits(inverse);
            let value = name(table);
            let value = table.mul(value, inverse);
            is(vec![(a, value)])
        }
        (Kind::Ult | Kind::Slt, &[a, b]) => {
            let width = table.width(a);
            let (least, greatest) = match node.kind {
                Kind::Ult => (Bits::zero(width), Bits::ones(width)),
                _ => (Bits::least_signed(width), Bits::greatest_signed(width)),
            };
            let (operand, other, end) = match is_free(&a) {
                true => (a, b, least),
                false => (b, a, greatest),
            };
            let holds = name(table);
            // Nothing is below the least or above the greatest. This is said of what the other side has become: an equation of
            // itself could be simplified to one of an operand that is gone.
            let end = table.constant_bits(end);
            let never = table.eq(result_of(results, other), end);
            let value = table.ite(holds, end, other);
            let stands = match table.is_false(never) {
                true => Stands::Free,
                false => Stands::FalseWhere(never),
            };
            Some(Freed {
                stands,
                operands: vec![(operand, value)],
            })
        }
        // Two free operands: one is neutral.
        (kind, &[a, b]) if a != b && is_free(&a) && is_free(&b) => {
            let value = name(table);
            if kind == Kind::Concat {
                let low = table.width(b);
                let high = table.extract(value, node.width - 1, low);
                let low = table.extract(value, low - 1, 0);
                return is(vec![(a, high), (b, low)]);
            }
            let neutral = neutral(node)?;
            let neutral = table.constant_bits(neutral);
            is(vec![(a, value), (b, neutral)])
        }
        _ => None,
    }
}

/// The second operand with which an operation gives its first.
fn neutral(node: Node) -> Option<Bits> {
    let width = node.width;
    match node.kind {
        Kind::And => Some(Bits::ones(width)),
        Kind::Mul | Kind::UDiv | Kind::SDiv => Some(Bits::new(width, 1)),
        // A remainder by zero is the dividend.
        Kind::Or | Kind::URem | Kind::SRem | Kind::Shl | Kind::LShr | Kind::AShr => {
            Some(Bits::zero(width))
        }
        Kind::Constant
        | Kind::Input
        | Kind::Not
        | Kind::Neg
        | Kind::Xor
        | Kind::Add
        | Kind::Eq
        | Kind::Ult
        | Kind::Slt
        | Kind::Concat
        | Kind::Extract
        | Kind::ZeroExtend
        | Kind::SignExtend
        | Kind::Ite
        | Kind::Read
        | Kind::Write
        | Kind::MemoryInput
        | Kind::MemoryLiteral
        | Kind::Float => None,
    }
}
