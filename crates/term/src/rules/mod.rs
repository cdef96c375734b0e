//! Rewrite rules: the tables, their order and their switches.
//!
//! Each kind of term has a table of rules in the file of its group. A constructor that meets a new node tries the rules
//! of its kind in the order of the table; the first that applies gives the term. Names, statements, counters,
//! switches and the semantic checks (in `tests`) all derive from these tables. A rule stands alone: it is right, and
//! does not fail, whichever others are off.
//!
//! Why this ends. A rule builds its result from operands through the constructors, and every rule does one of these:
//!
//! * it gives an operand or a constant;
//! * it gives fewer operators (absorption, cancellation, comparisons of choices against constants), or fewer on every way
//!   to its inputs (divisors);
//! * it gives the same operators at smaller widths (parts, narrowing, extraction moving inwards to where it vanishes);
//! * it moves one operator in the one direction that its kind has in the normal form: constants out of sums and to
//!   the second place, complements out of xor, zero extension out of concatenation, common operators out of ite,
//!   concatenation to the right, shifts and masks by constants into extraction. No rule moves them back;
//! * it gives a division by a constant for what was written without it, of an operand that is less deep. No rule writes a division as a product.
//!
//! Independently of this argument, rules nest at most to a fixed depth (see the table); beyond it a node is stored
//! as it stands, so neither a mistake in a rule nor a deep term can exhaust the stack. Such a term may miss its normal
//! form; its value is the same.

mod arithmetic;
mod divisible;
mod division;
mod equality;
mod factors;
#[cfg(any(test, feature = "testing"))]
pub(crate) mod firings;
mod float;
mod fold;
mod ite;
pub mod llbmc;
mod logic;
mod memory;
mod order;
mod quotient;
mod reciprocal;
mod shift;
mod structure;
#[cfg(test)]
mod tests;
mod view;

pub(crate) use view::most;

use std::sync::LazyLock;

use crate::node::{Kind, Node, Term};
use crate::table::TermTable;

/// The number of a rule: its position in `all`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RuleId(u16);

impl RuleId {
    /// The position in the list of rules.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The rule at `index` of the list.
    pub const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }
}

/// What rules are about; they are counted and switched off by group, too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Group {
    /// The value of an operator on constants.
    Constants,
    /// Bitwise operators and connectives.
    Logic,
    /// Negation, sum and product.
    Arithmetic,
    /// Quotients and remainders.
    Division,
    /// Shifts.
    Shift,
    /// Equality.
    Equality,
    /// Comparisons, unsigned and signed.
    Order,
    /// Concatenation, extraction and extension.
    Structure,
    /// Choices between values.
    Choice,
    /// Memories.
    Memory,
    /// Floating point.
    Float,
}

impl Group {
    /// All groups with their names.
    pub const TABLE: [(Group, &'static str); 11] = [
        (Group::Constants, "constants"),
        (Group::Logic, "logic"),
        (Group::Arithmetic, "arithmetic"),
        (Group::Division, "division"),
        (Group::Shift, "shift"),
        (Group::Equality, "equality"),
        (Group::Order, "order"),
        (Group::Structure, "structure"),
        (Group::Choice, "choice"),
        (Group::Memory, "memory"),
        (Group::Float, "float"),
    ];

    /// The group's name.
    pub fn name(self) -> &'static str {
        Self::TABLE[self as usize].1
    }

    fn of(kind: Kind, name: &str) -> Self {
        if name.ends_with("-fold") {
            return Group::Constants;
        }
        // What is a division, though it is written without one.
        if name.ends_with("-quotient") || name.ends_with("-remainder") {
            return Group::Division;
        }
        match kind {
            Kind::Not | Kind::And | Kind::Or | Kind::Xor => Group::Logic,
            Kind::Neg | Kind::Add | Kind::Mul => Group::Arithmetic,
            Kind::UDiv | Kind::URem | Kind::SDiv | Kind::SRem => Group::Division,
            Kind::Shl | Kind::LShr | Kind::AShr => Group::Shift,
            Kind::Eq => Group::Equality,
            Kind::Ult | Kind::Slt => Group::Order,
            Kind::Concat | Kind::Extract | Kind::ZeroExtend | Kind::SignExtend => Group::Structure,
            Kind::Ite if name.starts_with("ite-write") => Group::Memory,
            Kind::Ite => Group::Choice,
            Kind::Float => Group::Float,
            Kind::Constant
            | Kind::Input
            | Kind::Read
            | Kind::Write
            | Kind::MemoryInput
            | Kind::MemoryLiteral => Group::Memory,
        }
    }
}

/// One line of a rule table.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) statement: &'static str,
    pub(crate) apply: fn(&mut TermTable, Node) -> Option<Term>,
}

pub(crate) const fn rule(
    name: &'static str,
    statement: &'static str,
    apply: fn(&mut TermTable, Node) -> Option<Term>,
) -> Entry {
    Entry {
        name,
        statement,
        apply,
    }
}

/// A rewrite rule.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its number.
    pub id: RuleId,
    /// The kind of term that it rewrites.
    pub kind: Kind,
    /// The group that it belongs to.
    pub group: Group,
    /// Its name, unique.
    pub name: &'static str,
    /// What it does, as `before -> after`.
    pub statement: &'static str,
}

const KINDS: usize = Kind::ALL.len();

/// For each kind the set of its rules that are on, by position in the table of the kind.
pub(crate) type Enabled = [u64; KINDS];

/// A set of rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleSet(pub(crate) Enabled);

impl RuleSet {
    /// All rules.
    pub fn all() -> Self {
        Self(all_enabled())
    }

    /// The rules that pass a test.
    pub fn of(mut test: impl FnMut(&Rule) -> bool) -> Self {
        let mut set = Self(none_enabled());
        for rule in all().iter().filter(|rule| test(rule)) {
            set_rule(&mut set.0, rule.id, true);
        }
        set
    }

    /// The rules of both sets.
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|kind| self.0[kind] & other.0[kind]))
    }
}

/// The set of the rules that fold constants: the first of each kind.
pub(crate) const FOLDING: u64 = 1;

/// The rules of each kind.
static TABLES: [&[Entry]; KINDS] = CONST_TABLES;

const CONST_TABLES: [&[Entry]; KINDS] = {
    let mut tables: [&[Entry]; KINDS] = [&[]; KINDS];
    tables[Kind::Not as usize] = logic::NOT;
    tables[Kind::And as usize] = logic::AND;
    tables[Kind::Or as usize] = logic::OR;
    tables[Kind::Xor as usize] = logic::XOR;
    tables[Kind::Neg as usize] = arithmetic::NEG;
    tables[Kind::Add as usize] = arithmetic::ADD;
    tables[Kind::Mul as usize] = arithmetic::MUL;
    tables[Kind::UDiv as usize] = division::UDIV;
    tables[Kind::URem as usize] = division::UREM;
    tables[Kind::SDiv as usize] = division::SDIV;
    tables[Kind::SRem as usize] = division::SREM;
    tables[Kind::Shl as usize] = shift::SHL;
    tables[Kind::LShr as usize] = shift::LSHR;
    tables[Kind::AShr as usize] = shift::ASHR;
    tables[Kind::Eq as usize] = equality::EQ;
    tables[Kind::Ult as usize] = order::ULT;
    tables[Kind::Slt as usize] = order::SLT;
    tables[Kind::Concat as usize] = structure::CONCAT;
    tables[Kind::Extract as usize] = structure::EXTRACT;
    tables[Kind::ZeroExtend as usize] = structure::ZERO_EXTEND;
    tables[Kind::SignExtend as usize] = structure::SIGN_EXTEND;
    tables[Kind::Ite as usize] = ite::ITE;
    tables[Kind::Read as usize] = memory::READ;
    tables[Kind::Write as usize] = memory::WRITE;
    tables[Kind::Float as usize] = float::FLOAT;
    tables
};

/// The number of the first rule of each kind.
const FIRST: [u16; KINDS] = {
    let mut first = [0; KINDS];
    let mut next = 0;
    let mut kind = 0;
    while kind < KINDS {
        first[kind] = next;
        assert!(CONST_TABLES[kind].len() < 64);
        next += CONST_TABLES[kind].len() as u16;
        kind += 1;
    }
    first
};

static ALL: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let entries = Kind::ALL
        .iter()
        .flat_map(|&kind| TABLES[kind as usize].iter().map(move |entry| (kind, entry)));
    let rule = |(id, (kind, entry)): (usize, (Kind, &Entry))| Rule {
        id: RuleId(id as u16),
        kind,
        group: Group::of(kind, entry.name),
        name: entry.name,
        statement: entry.statement,
    };
    entries.enumerate().map(rule).collect()
});

/// All rules by id: kind after kind, each in the order of its table.
pub(crate) fn all() -> &'static [Rule] {
    &ALL
}

/// All rules on.
pub(crate) fn all_enabled() -> Enabled {
    std::array::from_fn(|kind| (1 << TABLES[kind].len()) - 1)
}

/// All rules off.
pub(crate) const fn none_enabled() -> Enabled {
    [0; KINDS]
}

/// Switches one rule.
pub(crate) fn set_rule(enabled: &mut Enabled, rule: RuleId, on: bool) {
    let kind = ALL[rule.index()].kind as usize;
    let bit = 1 << (rule.0 - FIRST[kind]);
    if on {
        enabled[kind] |= bit;
    } else {
        enabled[kind] &= !bit;
    }
}

/// The result of the first rule of the node's kind that applies, among those in `enabled`.
#[inline]
pub(crate) fn rewrite(table: &mut TermTable, node: Node, enabled: u64) -> Option<(Term, RuleId)> {
    let entries = TABLES[node.kind as usize];
    let mut left = enabled;
    while left != 0 {
        let at = left.trailing_zeros();
        left &= left - 1;
        if let Some(term) = entries
            .get(at as usize)
            .and_then(|entry| (entry.apply)(table, node))
        {
            return Some((term, RuleId(FIRST[node.kind as usize] + at as u16)));
        }
    }
    None
}
