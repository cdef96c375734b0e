//! Cases: a question is split at the conditions of its choices, and the sets decide each case.
//!
//! Where paths have merged, a number is a choice between those of the paths, `c ? a : b`, and what is known of `a` where `c` holds is lost in
//! the union of both sides. With `c` supposed, and then with its negation, the learner knows more in either case; if it
//! finds a contradiction in both, there is none that holds, and the reasons of both are the core. The outermost choice comes first, so a
//! number that was built in n rounds of a loop takes n + 1 cases and not 2^n. It is the search of DPLL with sets in place of unit
//! propagation (M. Davis, G. Logemann, D. Loveland: "A Machine Program for Theorem-Proving", 1962; with intervals over reals it
//! is the branch-and-prune of P. Van Hentenryck, D. McAllester, D. Kapur, 1997).
//!
//! It is for questions with arithmetic, whose circuits are hard; comparisons and choices alone are nothing to a SAT solver.

use everypath_term::{Assignment, Kind, Term, TermTable};
use rustc_hash::FxHashSet;

use super::learn::{Learner, Learnt, MOST_TERMS, Operands, Reasons};
use super::model;

/// Nesting of cases.
const DEEPEST: usize = 64;
/// Steps downwards that finding a model of one case may take.
const MODEL_STEPS: usize = 200;

/// What comes of looking at all cases.
#[derive(Clone, Debug)]
pub enum Cases {
    /// One of them has this model.
    Model(Assignment),
    /// None is possible, for these reasons.
    None(Reasons),
    /// There are too many, or of one the sets say too little.
    Undecided,
}

/// Whether a term is made by multiplying, dividing or computing with floating point, within as many terms as are evaluated.
pub fn has_arithmetic(table: &TermTable, roots: &[Term]) -> bool {
    let mut seen = FxHashSet::default();
    let mut open = roots.to_vec();
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        let node = table.node(term);
        if let Kind::Mul | Kind::UDiv | Kind::URem | Kind::SDiv | Kind::SRem = node.kind {
            return true;
        }
        // Comparisons have small circuits; all else is rounded or shifted.
        if node.kind == Kind::Float && node.width > 1 {
            return true;
        }
        if seen.len() > MOST_TERMS {
            return false;
        }
        open.extend_from_slice(Operands::of(table, node).terms());
    }
    false
}

/// Whether `goals` can hold together with `constraints`, which `witness` satisfies and `learner` has learnt. Takes the cases that it looks
/// at from `cases`.
pub fn distinguish(
    learner: Learner<'_>,
    witness: &Assignment,
    goals: &[Term],
    constraints: &[Term],
    cases: &mut usize,
) -> Cases {
    let mut search = Search {
        witness,
        goals,
        constraints,
        cases,
    };
    search.decide(learner, DEEPEST)
}

struct Search<'q> {
    witness: &'q Assignment,
    goals: &'q [Term],
    constraints: &'q [Term],
    cases: &'q mut usize,
}

impl Search<'_> {
    fn decide(&mut self, mut learner: Learner<'_>, depth: usize) -> Cases {
        if *self.cases == 0 || depth == 0 {
            return Cases::Undecided;
        }
        *self.cases -= 1;
        for &goal in self.goals {
            match learner.assume(goal) {
                Learnt::Facts => {}
                Learnt::Contradiction(reasons) => return Cases::None(reasons),
                Learnt::TooLarge => return Cases::Undecided,
            }
        }
        let Some(condition) = open_choice(&mut learner, self.goals) else {
            let mut steps = MODEL_STEPS;
            let (goals, constraints) = (self.goals, self.constraints);
            return match model::find(&learner, self.witness, goals, constraints, &mut steps) {
                Some(model) => Cases::Model(model),
                None => Cases::Undecided,
            };
        };
        let mut all: Vec<Term> = Vec::new();
        let mut known = true;
        for truth in [true, false] {
            let mut case = learner.branch();
            let found = match case.suppose(condition, truth) {
                Learnt::Facts => self.decide(case, depth - 1),
                Learnt::Contradiction(reasons) => Cases::None(reasons),
                Learnt::TooLarge => Cases::Undecided,
            };
            match found {
                Cases::None(Some(reasons)) => all.extend_from_slice(&reasons),
                Cases::None(None) => known = false,
                Cases::Model(_) | Cases::Undecided => return found,
            }
        }
        all.sort_unstable();
        all.dedup();
        Cases::None(known.then(|| all.into()))
    }
}

/// The condition of a choice on which the truth of `goals` may depend, and of which it is open whether it holds: the first from above.
fn open_choice(learner: &mut Learner<'_>, goals: &[Term]) -> Option<Term> {
    let table = learner.table;
    let mut seen = FxHashSet::default();
    let mut open: Vec<Term> = goals.iter().rev().copied().collect();
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        let node = table.node(term);
        if node.kind == Kind::Ite && node.width > 1 && node.width <= 64 {
            let condition = node.first();
            match learner.evaluate(condition)?.as_single() {
                None => return Some(condition),
                Some(0) => open.push(node.third()),
                Some(_) => open.push(node.second()),
            }
            continue;
        }
        let operands = Operands::of(table, node);
        open.extend(operands.terms().iter().rev());
    }
    None
}
