//! The rules of LLBMC's appendix, and the place that each has here.
//!
//! F. Merz, "Theory and Implementation of Software Bounded Model Checking" (thesis, Karlsruhe Institute of Technology, 2016), lists 275
//! numbered rewrite rules in appendix A: 92 that fold constants, 174 that simplify, 9 that reduce functions without a
//! counterpart in SMT-LIB. `appendix.txt` has one line per number: the rule in a form that holds (twenty-three do not as printed), and the
//! rules of ours that do its work, or `=` and why there is nothing left to do. The tests read the same lines: they build
//! every left side in all ways at small widths, and check that its value is kept, that the rules named are the ones that apply, and that what
//! comes out is the right side or no larger than it.
//!
//! Rules that the thesis lists for both orders of operands are one rule here, since operands of commutative operators are ordered first. Letters
//! within a family of orders are given in the thesis' order as far as it can be told from the print.

#[cfg(test)]
mod ilr;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use super::RuleId;

/// One numbered rule of the appendix.
#[derive(Clone, Debug)]
pub struct Numbered {
    /// Its number, such as `A.8a`.
    pub number: &'static str,
    /// The rule, as `before -> after`, over the functions of the thesis' logic.
    pub statement: &'static str,
    /// What does its work here.
    pub place: Place,
}

/// What does the work of a rule of the appendix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// These rules, by name.
    Rules(Vec<&'static str>),
    /// The way in which terms are written leaves nothing to do; why.
    Superfluous(&'static str),
}

static APPENDIX: LazyLock<Vec<Numbered>> = LazyLock::new(|| {
    let lines = include_str!("appendix.txt").lines();
    lines.filter_map(line).collect()
});

/// `number statement | rules, or = and why there are none`; other lines say nothing.
fn line(line: &'static str) -> Option<Numbered> {
    let (rule, place) = line.split_once('|')?;
    let (number, statement) = rule.trim().split_once(' ')?;
    let place = match place.trim().strip_prefix('=') {
        Some(why) => Place::Superfluous(why.trim()),
        None => Place::Rules(place.split_whitespace().collect()),
    };
    Some(Numbered {
        number,
        statement: statement.trim(),
        place,
    })
}

/// All rules of the appendix, in its order.
pub fn appendix() -> &'static [Numbered] {
    &APPENDIX
}

/// The numbers in the appendix that a rule of ours does the work of, in its order.
pub fn numbers(rule: RuleId) -> impl Iterator<Item = &'static str> {
    let name = super::all()[rule.index()].name;
    APPENDIX
        .iter()
        .filter(move |numbered| match &numbered.place {
            Place::Rules(names) => names.contains(&name),
            Place::Superfluous(_) => false,
        })
        .map(|numbered| numbered.number)
}
