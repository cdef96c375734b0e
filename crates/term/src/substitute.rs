//! Substitution and measures over the graph of a term, without recursion.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::node::Term;
use crate::table::TermTable;

impl TermTable {
    /// `term` with other operands, in normal form; itself if they are the same.
    pub fn with_operands(&mut self, term: Term, mut of: impl FnMut(Term) -> Term) -> Term {
        let node = self.node(term);
        let mut operands = [term; 3];
        let mut changed = false;
        for (operand, child) in operands.iter_mut().zip(node.children()) {
            *operand = of(child);
            changed |= *operand != child;
        }
        match changed {
            true => self.rebuild(node, operands),
            false => term,
        }
    }

    /// `root` with every term that `map` names replaced (without looking into the replacements), in normal form.
    /// Replacements have the sorts of what they replace.
    pub fn substitute(&mut self, root: Term, map: &FxHashMap<Term, Term>) -> Term {
        let mut memo = map.clone();
        self.substitute_with(root, &mut memo)
    }

    /// As [`TermTable::substitute`], with results kept in `memo` (which starts as the map) for further roots.
    pub fn substitute_with(&mut self, root: Term, memo: &mut FxHashMap<Term, Term>) -> Term {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if memo.contains_key(&term) {
                stack.pop();
                continue;
            }
            let node = self.node(term);
            let before = stack.len();
            stack.extend(node.children().filter(|child| !memo.contains_key(child)));
            if stack.len() > before {
                continue;
            }
            let result =
                self.with_operands(term, |child| memo.get(&child).copied().unwrap_or(child));
            memo.insert(term, result);
            stack.pop();
        }
        memo.get(&root).copied().unwrap_or(root)
    }

    /// All terms at or below `roots`, each once, operands before the terms that use them.
    pub fn post_order(&self, roots: &[Term]) -> Vec<Term> {
        self.order_of_parts(roots, |table, term| table.node(term).children())
    }

    /// All terms that `roots` are made of, each once, after what it is made of itself: what `parts` says.
    pub(crate) fn order_of_parts<I: Iterator<Item = Term>>(
        &self,
        roots: &[Term],
        parts: impl Fn(&Self, Term) -> I,
    ) -> Vec<Term> {
        let mut order = Vec::new();
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut stack: Vec<(Term, bool)> = roots.iter().rev().map(|&root| (root, false)).collect();
        while let Some((term, expanded)) = stack.pop() {
            if expanded {
                order.push(term);
            } else if seen.insert(term) {
                stack.push((term, true));
                let parts: Vec<Term> = parts(self, term).collect();
                stack.extend(
                    parts
                        .into_iter()
                        .rev()
                        .filter(|child| !seen.contains(child))
                        .map(|child| (child, false)),
                );
            }
        }
        order
    }

    /// The number of distinct terms at or below `roots`.
    pub fn size(&self, roots: &[Term]) -> usize {
        let mut seen: FxHashSet<Term> = roots.iter().copied().collect();
        let mut stack: Vec<Term> = seen.iter().copied().collect();
        while let Some(term) = stack.pop() {
            for child in self.node(term).children() {
                if seen.insert(child) {
                    stack.push(child);
                }
            }
        }
        seen.len()
    }
}
