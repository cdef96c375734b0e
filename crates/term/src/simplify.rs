//! Terms simplified once more, under a set of rules: operands before what uses them, until nothing changes.
//!
//! Constructors simplify what they build, so this is for terms that were built with rules off, or so deep that rules stopped
//! (see the table). [`three_passes`] goes over a formula as LLBMC does (F. Merz, "Theory and Implementation of Software Bounded Model
//! Checking", 2016, listing 6.3): first with the rules that make terms smaller, then with those of memories, then with those that write an
//! operation out. The result is that of all rules at once; but what the first pass removes is never written out.

use std::collections::hash_map::Entry;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::node::Term;
use crate::rules::{Group, RuleSet};
use crate::table::TermTable;

/// Rules that give more operators than they take.
const WRITING_OUT: [&str; 9] = [
    "eq-mul-factors",
    "udiv-self",
    "sdiv-self",
    "sdiv-zero",
    "sdiv-power-of-two",
    "srem-power-of-two",
    "shl-ite-amount",
    "lshr-ite-amount",
    "ashr-ite-amount",
];

static PASSES: LazyLock<[RuleSet; 3]> = LazyLock::new(|| {
    let writes_out = |name: &str| WRITING_OUT.contains(&name);
    [
        RuleSet::of(|rule| rule.group != Group::Memory && !writes_out(rule.name)),
        RuleSet::of(|rule| !writes_out(rule.name)),
        RuleSet::all(),
    ]
});

/// The terms, simplified by these of the rules that are on. In every term that this gives no rule applies.
pub fn innermost_first(table: &mut TermTable, roots: &[Term], rules: &RuleSet) -> Vec<Term> {
    let on = table.rules_on();
    table.set_rules(&rules.and(&on));
    let mut pass = Pass {
        // Rules end (see there); should a set of them not, this does.
        left: 64 * (table.len() as u64 + 1_000),
        normal: FxHashMap::default(),
        became: FxHashMap::default(),
    };
    let simple = roots.iter().map(|&root| pass.run(table, root)).collect();
    table.set_rules(&on);
    simple
}

/// The terms, simplified in three passes by the rules that are on.
pub fn three_passes(table: &mut TermTable, roots: &[Term]) -> Vec<Term> {
    let mut terms = roots.to_vec();
    for rules in PASSES.iter() {
        terms = innermost_first(table, &terms, rules);
    }
    terms
}

struct Pass {
    /// How many more terms may be rewritten.
    left: u64,
    /// What each term is in the end.
    normal: FxHashMap<Term, Term>,
    /// What a term became, which is not yet simple itself.
    became: FxHashMap<Term, Term>,
}

impl Pass {
    fn run(&mut self, table: &mut TermTable, root: Term) -> Term {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            let known = match self.became.get(&term) {
                _ if self.normal.contains_key(&term) => Some(term),
                Some(next) => self.normal.get(next).copied(),
                None => None,
            };
            if let Some(known) = known {
                if let Entry::Vacant(entry) = self.normal.entry(term) {
                    entry.insert(known);
                }
                stack.pop();
                continue;
            }
            let node = table.node(term);
            let before = stack.len();
            stack.extend(
                node.children()
                    .filter(|child| !self.normal.contains_key(child)),
            );
            if stack.len() > before {
                continue;
            }
            let mut operands = [term; 3];
            for (operand, child) in operands.iter_mut().zip(node.children()) {
                *operand = self.normal.get(&child).copied().unwrap_or(child);
            }
            let is_same = node.children().zip(operands).all(|(a, b)| a == b);
            let next = match is_same {
                true => table.rewrite_stored(term),
                false => Some(table.rebuild(node, operands)).filter(|&next| next != term),
            };
            match next.filter(|_| self.left > 0) {
                Some(next) => {
                    self.left -= 1;
                    self.became.insert(term, next);
                    stack.push(next);
                }
                None => {
                    self.normal.insert(term, term);
                    stack.pop();
                }
            }
        }
        self.normal.get(&root).copied().unwrap_or(root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_out_exists() {
        let names: Vec<&str> = TermTable::rules().iter().map(|rule| rule.name).collect();
        assert!(WRITING_OUT.iter().all(|name| names.contains(name)));
        let sizes = PASSES.each_ref().map(|set| {
            let kinds = set.0.iter();
            kinds.map(|rules| rules.count_ones()).sum::<u32>()
        });
        assert!(sizes[0] < sizes[1] && sizes[1] < sizes[2]);
        assert_eq!(sizes[2] as usize, names.len());
    }
}
