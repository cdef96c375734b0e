//! Guards: path conditions as ordered decision diagrams over the conditions of branches.
//!
//! Where two paths meet, the condition of the merged state is the disjunction of what each path added since they parted. As a
//! diagram it has one form only: after a diamond it is what it was before the branch, whatever was nested inside. The condition
//! that tells the two states apart is the first path's guard, simplified where neither path is (the restriction of O. Coudert
//! and J. C. Madre): after a fork it is the condition of the branch, however much each side added.
//!
//! Diagrams are R. E. Bryant's, with an order by age: conditions of early branches are near the root, so that a program without
//! jumps into the middle of things has guards as long as its branches are nested.

use everypath_term::{Kind, Term, TermTable};
use rustc_hash::FxHashMap;

/// A guard. Equal guards have equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Guard(u32);

/// Guards of paths that added more constraints than this, or take more nodes or steps to join, are not taken apart: a diagram can be
/// exponential in its variables.
const MOST_CONSTRAINTS: usize = 2000;
const MOST_NODES: usize = 20_000;
const MOST_STEPS: usize = 4 * MOST_NODES;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Node {
    variable: u32,
    high: Guard,
    low: Guard,
}

/// All guards of a run.
#[derive(Debug)]
pub(super) struct Guards {
    /// The first two stand for the constants.
    nodes: Vec<Node>,
    unique: FxHashMap<Node, Guard>,
    /// The terms of the variables.
    atoms: Vec<Term>,
    known: FxHashMap<Term, Guard>,
    terms: FxHashMap<Guard, Term>,
    choices: FxHashMap<(Guard, Guard, Guard), Guard>,
    restrictions: FxHashMap<(Guard, Guard), Guard>,
    /// Steps that a join may still take. When there are none left, what comes out means nothing, and nothing of it is remembered.
    steps: usize,
    /// Steps of all joins so far.
    pub taken: u64,
}

/// What becomes of two paths that meet.
#[derive(Debug)]
pub(super) struct Join {
    /// The constraints of the merged path behind the common ones, oldest first.
    pub constraints: Vec<Term>,
    /// Holds where the first path is taken, does not where the second is.
    pub distinguishing: Term,
}

impl Guard {
    const FALSE: Guard = Guard(0);
    const TRUE: Guard = Guard(1);
}

impl Guards {
    pub fn new() -> Self {
        let constant = Node {
            variable: u32::MAX,
            high: Guard::FALSE,
            low: Guard::FALSE,
        };
        Guards {
            nodes: vec![constant; 2],
            unique: FxHashMap::default(),
            atoms: Vec::new(),
            known: FxHashMap::default(),
            terms: FxHashMap::default(),
            choices: FxHashMap::default(),
            restrictions: FxHashMap::default(),
            steps: MOST_STEPS,
            taken: 0,
        }
    }

    /// Introduces conditions that exclude each other and of which one holds: the last is the complement of the others.
    pub fn alternatives(&mut self, terms: &TermTable, conditions: &[Term]) {
        let Some((last, others)) = conditions.split_last() else {
            return;
        };
        self.steps = MOST_STEPS;
        let mut none = Guard::TRUE;
        for &condition in others {
            let guard = self.guard(terms, condition);
            let no = self.negated(guard);
            none = self.both(none, no);
        }
        if self.steps > 0 {
            self.known.entry(*last).or_insert(none);
        }
    }

    /// The guard of a constraint. What is not known yet becomes a variable.
    pub fn guard(&mut self, terms: &TermTable, constraint: Term) -> Guard {
        if terms.is_true(constraint) {
            return Guard::TRUE;
        }
        if terms.is_false(constraint) {
            return Guard::FALSE;
        }
        if let Some(&known) = self.known.get(&constraint) {
            return known;
        }
        let node = terms.node(constraint);
        if node.kind == Kind::Not
            && let Some(inner) = node.children().next()
        {
            let inner = self.guard(terms, inner);
            let guard = self.negated(inner);
            if self.steps > 0 {
                self.known.insert(constraint, guard);
            }
            return guard;
        }
        let variable = self.atoms.len() as u32;
        self.atoms.push(constraint);
        let guard = self.node(variable, Guard::TRUE, Guard::FALSE);
        self.known.insert(constraint, guard);
        guard
    }

    /// Joins what two paths added since they parted. Neither may be empty of effect on the other: a path that added nothing
    /// covers the other one.
    pub fn join(&mut self, terms: &mut TermTable, first: &[Term], second: &[Term]) -> Join {
        let mark = self.nodes.len();
        self.steps = MOST_STEPS;
        if first.len().max(second.len()) > MOST_CONSTRAINTS {
            return plain_join(terms, first, second);
        }
        let one = self.all(terms, first);
        let two = self.all(terms, second);
        let either = self.either(one, two);
        let told_apart = self.restricted(one, either);
        if self.steps == 0 || self.nodes.len() - mark > MOST_NODES {
            return plain_join(terms, first, second);
        }
        let distinguishing = self.term(terms, told_apart);
        let mut constraints = Vec::new();
        let mut rest = either;
        while rest != Guard::TRUE && rest != Guard::FALSE {
            let Node {
                variable,
                high,
                low,
            } = self.nodes[rest.0 as usize];
            let atom = self.atoms[variable as usize];
            if low == Guard::FALSE {
                constraints.push(atom);
                rest = high;
            } else if high == Guard::FALSE {
                let no = terms.not(atom);
                constraints.push(no);
                rest = low;
            } else {
                break;
            }
        }
        if rest != Guard::TRUE {
            let term = self.term(terms, rest);
            self.known.entry(term).or_insert(rest);
            constraints.push(term);
        }
        Join {
            constraints,
            distinguishing,
        }
    }

    fn all(&mut self, terms: &TermTable, constraints: &[Term]) -> Guard {
        let mut all = Guard::TRUE;
        // From the newest on: each step then puts one more variable on top.
        for &constraint in constraints.iter().rev() {
            let guard = self.guard(terms, constraint);
            all = self.both(guard, all);
        }
        all
    }

    /// Takes one of the steps that are left, if there are any.
    fn take_step(&mut self) -> bool {
        let is_left = self.steps > 0;
        self.steps -= usize::from(is_left);
        self.taken += u64::from(is_left);
        is_left
    }

    fn node(&mut self, variable: u32, high: Guard, low: Guard) -> Guard {
        if high == low {
            return high;
        }
        let node = Node {
            variable,
            high,
            low,
        };
        let next = Guard(self.nodes.len() as u32);
        let guard = *self.unique.entry(node).or_insert(next);
        if guard == next {
            self.nodes.push(node);
        }
        guard
    }

    fn negated(&mut self, guard: Guard) -> Guard {
        self.choice(guard, Guard::FALSE, Guard::TRUE)
    }

    fn both(&mut self, a: Guard, b: Guard) -> Guard {
        self.choice(a, b, Guard::FALSE)
    }

    fn either(&mut self, a: Guard, b: Guard) -> Guard {
        self.choice(a, Guard::TRUE, b)
    }

    fn variable(&self, guard: Guard) -> u32 {
        self.nodes[guard.0 as usize].variable
    }

    /// The two sides of a guard at a variable that is not below its own.
    fn sides(&self, guard: Guard, variable: u32) -> (Guard, Guard) {
        let node = self.nodes[guard.0 as usize];
        if node.variable == variable {
            (node.high, node.low)
        } else {
            (guard, guard)
        }
    }

    /// `if condition then a else b`. Recurses once per variable, of which a join has a few thousand at most.
    fn choice(&mut self, condition: Guard, a: Guard, b: Guard) -> Guard {
        match (condition, a, b) {
            (Guard::TRUE, ..) => return a,
            (Guard::FALSE, ..) => return b,
            (_, Guard::TRUE, Guard::FALSE) => return condition,
            _ if a == b => return a,
            _ => {}
        }
        let key = (condition, a, b);
        if let Some(&known) = self.choices.get(&key) {
            return known;
        }
        if !self.take_step() {
            return Guard::FALSE;
        }
        let variable = self
            .variable(condition)
            .min(self.variable(a))
            .min(self.variable(b));
        let (condition_high, condition_low) = self.sides(condition, variable);
        let (a_high, a_low) = self.sides(a, variable);
        let (b_high, b_low) = self.sides(b, variable);
        let high = self.choice(condition_high, a_high, b_high);
        let low = self.choice(condition_low, a_low, b_low);
        if self.steps == 0 {
            return Guard::FALSE;
        }
        let result = self.node(variable, high, low);
        self.choices.insert(key, result);
        result
    }

    /// A guard that equals the given one where `care` holds, and is simpler if possible.
    fn restricted(&mut self, guard: Guard, care: Guard) -> Guard {
        if care == Guard::TRUE
            || care == Guard::FALSE
            || guard == Guard::TRUE
            || guard == Guard::FALSE
        {
            return guard;
        }
        let key = (guard, care);
        if let Some(&known) = self.restrictions.get(&key) {
            return known;
        }
        if !self.take_step() {
            return Guard::FALSE;
        }
        let (of_guard, of_care) = (self.variable(guard), self.variable(care));
        let variable = of_guard.min(of_care);
        let (care_high, care_low) = self.sides(care, variable);
        let result = if of_care < of_guard {
            let either = self.either(care_high, care_low);
            self.restricted(guard, either)
        } else {
            let (high, low) = self.sides(guard, variable);
            if care_high == Guard::FALSE {
                self.restricted(low, care_low)
            } else if care_low == Guard::FALSE {
                self.restricted(high, care_high)
            } else {
                let high = self.restricted(high, care_high);
                let low = self.restricted(low, care_low);
                self.node(variable, high, low)
            }
        };
        if self.steps > 0 {
            self.restrictions.insert(key, result);
        }
        result
    }

    /// A guard as a term.
    fn term(&mut self, terms: &mut TermTable, guard: Guard) -> Term {
        if guard == Guard::TRUE || guard == Guard::FALSE {
            return terms.bool(guard == Guard::TRUE);
        }
        if let Some(&known) = self.terms.get(&guard) {
            return known;
        }
        let Node {
            variable,
            high,
            low,
        } = self.nodes[guard.0 as usize];
        let then = self.term(terms, high);
        let otherwise = self.term(terms, low);
        let term = terms.ite(self.atoms[variable as usize], then, otherwise);
        self.terms.insert(guard, term);
        term
    }
}

/// The disjunction as it stands, for paths that are too different to be taken apart.
fn plain_join(terms: &mut TermTable, first: &[Term], second: &[Term]) -> Join {
    let mut all = |constraints: &[Term]| {
        let mut all = terms.bool(true);
        for &constraint in constraints {
            all = terms.and(all, constraint);
        }
        all
    };
    let (one, two) = (all(first), all(second));
    Join {
        constraints: vec![terms.or(one, two)],
        distinguishing: one,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conditions(terms: &mut TermTable, count: usize) -> Vec<Term> {
        (0..count).map(|_| terms.input("c", 1)).collect()
    }

    #[test]
    fn a_diamond_leaves_nothing_behind_whatever_was_nested_in_it() {
        let mut terms = TermTable::new();
        let mut guards = Guards::new();
        let c = conditions(&mut terms, 3);
        let no: Vec<Term> = c.iter().map(|&c| terms.not(c)).collect();
        let join = guards.join(&mut terms, &[c[0]], &[no[0]]);
        assert_eq!((join.constraints, join.distinguishing), (vec![], c[0]));
        // The else side parts again; its first half meets the then side first.
        let join = guards.join(&mut terms, &[c[0]], &[no[0], c[1]]);
        assert_eq!((join.constraints.len(), join.distinguishing), (1, c[0]));
        let join = guards.join(&mut terms, &join.constraints, &[no[0], no[1]]);
        assert!(join.constraints.is_empty());
        let either = terms.or(c[0], c[1]);
        assert_eq!(join.distinguishing, either);
    }

    #[test]
    fn what_both_sides_assume_stays_and_what_one_side_assumes_stays_conditional() {
        let mut terms = TermTable::new();
        let mut guards = Guards::new();
        let c = conditions(&mut terms, 3);
        let no = terms.not(c[0]);
        let join = guards.join(&mut terms, &[c[0], c[1]], &[no, c[1]]);
        assert_eq!(join.constraints, [c[1]]);
        let join = guards.join(&mut terms, &[c[0], c[2]], &[no]);
        let expected = terms.implies(c[0], c[2]);
        assert_eq!(
            (join.constraints, join.distinguishing),
            (vec![expected], c[0])
        );
    }

    #[test]
    fn a_guard_that_would_be_exponential_is_not_taken_apart() {
        let mut terms = TermTable::new();
        let mut guards = Guards::new();
        let c = conditions(&mut terms, 61);
        let (last, pairs) = c.split_last().unwrap();
        for &condition in pairs {
            guards.guard(&terms, condition);
        }
        // In the order of their variables, a diagram of `(c0 or c30) and (c1 or c31) and ...` has 2^30 nodes.
        let each: Vec<Term> = (0..30)
            .map(|i| guards.join(&mut terms, &[c[i]], &[c[i + 30]]).constraints[0])
            .collect();
        let join = guards.join(&mut terms, &each, &[*last]);
        assert_eq!(join.constraints.len(), 1);
        let all = each
            .iter()
            .fold(terms.bool(true), |all, &one| terms.and(all, one));
        assert_eq!(join.distinguishing, all);
        assert!(guards.nodes.len() < 2 * MOST_STEPS);
        // What comes next is taken apart as ever.
        let no = terms.not(*last);
        let next = guards.join(&mut terms, &[*last], &[no]);
        assert_eq!((next.constraints, next.distinguishing), (vec![], *last));
    }

    #[test]
    fn all_cases_of_a_switch_together_leave_nothing_behind() {
        let mut terms = TermTable::new();
        let mut guards = Guards::new();
        let c = conditions(&mut terms, 2);
        let no: Vec<Term> = c.iter().map(|&c| terms.not(c)).collect();
        let default = terms.and(no[0], no[1]);
        guards.alternatives(&terms, &[c[0], c[1], default]);
        let join = guards.join(&mut terms, &[c[0]], &[c[1]]);
        let join = guards.join(&mut terms, &join.constraints, &[default]);
        assert!(join.constraints.is_empty());
    }

    #[test]
    fn the_number_of_nodes_grows_with_the_branches_not_with_the_paths() {
        let mut terms = TermTable::new();
        let mut guards = Guards::new();
        let c = conditions(&mut terms, 200);
        let mut gone = Vec::new();
        // A loop that is left under one more condition each time round: all who left meet.
        let mut stay: Vec<Term> = Vec::new();
        for &condition in &c {
            let mut leave = stay.clone();
            leave.push(condition);
            gone = match gone.is_empty() {
                true => leave,
                false => guards.join(&mut terms, &gone, &leave).constraints,
            };
            stay.push(terms.not(condition));
        }
        assert_eq!(gone.len(), 1);
        assert!(guards.nodes.len() < 100_000, "{}", guards.nodes.len());
        assert!(guards.join(&mut terms, &gone, &stay).constraints.is_empty());
    }
}
