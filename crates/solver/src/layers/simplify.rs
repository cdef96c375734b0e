//! What single constraints decide: a goal that is the complement of a constraint, and goals that fold to the constant 0
//! when inputs are replaced by the constants that constraints give them, or conjuncts of goals.
//!
//! Queries reach the layers only if the witness falsifies a goal, so there is nothing to find on the satisfiable side.

use std::collections::hash_map::Entry;

use everypath_term::{Kind, Term, TermTable};
use rustc_hash::{FxHashMap, FxHashSet};

use super::layer::{Layer, Query, Step};
use crate::answer::SolverError;
use crate::options::LayerKind;

/// The layer.
#[derive(Debug)]
pub struct Simplify;

/// The input and the constant of a constraint `input = constant`. A constraint on a Boolean input fixes it too.
pub(crate) fn fixed(table: &TermTable, constraint: Term) -> Option<(Term, Term)> {
    let node = table.node(constraint);
    match node.kind {
        Kind::Input => Some((constraint, table.true_())),
        Kind::Not if table.kind(node.first()) == Kind::Input => {
            Some((node.first(), table.false_()))
        }
        Kind::Eq => {
            let (a, b) = (node.first(), node.second());
            match (table.kind(a), table.kind(b)) {
                (Kind::Input, Kind::Constant) => Some((a, b)),
                (Kind::Constant, Kind::Input) => Some((b, a)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Conjunctions of a goal that are taken apart at most; what is below others is a conjunct as a whole.
const CONJUNCTIONS: usize = 256;

/// The conjuncts of a goal, in the order in which they stand there.
fn conjuncts(table: &TermTable, goal: Term) -> Vec<Term> {
    let mut conjuncts = Vec::new();
    let mut stack = vec![goal];
    let mut taken_apart = FxHashSet::default();
    while let Some(term) = stack.pop() {
        let node = table.node(term);
        let is_conjunction = node.kind == Kind::And && node.width == 1;
        match is_conjunction && taken_apart.len() < CONJUNCTIONS {
            true if !taken_apart.insert(term) => {}
            true => stack.extend([node.second(), node.first()]),
            false => conjuncts.push(term),
        }
    }
    conjuncts
}

impl Layer for Simplify {
    fn kind(&self) -> LayerKind {
        LayerKind::Simplify
    }

    fn ask(&mut self, table: &mut TermTable, query: &mut Query<'_>) -> Result<Step, SolverError> {
        let goals = query.goals.clone();
        let constraints = query.constraints();
        // Inputs with their values, and who says so.
        let mut known: Vec<(Term, (Term, Term))> = Vec::new();
        let complements: Vec<Term> = goals.iter().map(|&goal| table.not(goal)).collect();
        for &constraint in constraints {
            if let Some(i) = complements
                .iter()
                .position(|&complement| complement == constraint)
            {
                return Ok(Step::Unsat(vec![constraint, goals[i]]));
            }
            known.extend(fixed(table, constraint).map(|it| (constraint, it)));
        }
        for (i, complement) in complements.iter().enumerate() {
            if let Some(&other) = goals[..i].iter().find(|goal| *goal == complement) {
                return Ok(Step::Unsat(vec![other, goals[i]]));
            }
        }
        let parts: Vec<(Term, Vec<Term>)> = goals
            .iter()
            .map(|&goal| (goal, conjuncts(table, goal)))
            .collect();
        for (goal, conjuncts) in &parts {
            let fixed = conjuncts.iter().filter_map(|&it| fixed(table, it));
            known.extend(fixed.map(|it| (*goal, it)));
        }
        // Of two values of one input the first counts, and so does who said it.
        let mut values: FxHashMap<Term, Term> = FxHashMap::default();
        let mut reasons: Vec<(Term, Term)> = Vec::new();
        for (reason, (input, value)) in known {
            if let Entry::Vacant(entry) = values.entry(input) {
                entry.insert(value);
                reasons.push((reason, input));
            }
        }
        if values.is_empty() {
            return Ok(Step::Pass);
        }
        for (goal, conjuncts) in parts {
            for conjunct in conjuncts {
                // It is what gives an input its value.
                if let Some((input, value)) = fixed(table, conjunct)
                    && values.get(&input) == Some(&value)
                {
                    continue;
                }
                let inputs = table.inputs_of(conjunct);
                if !inputs
                    .iter()
                    .any(|&input| values.contains_key(&table.input_term(input)))
                {
                    continue;
                }
                let replaced = table.substitute(conjunct, &values);
                if table.is_false(replaced) {
                    let mut core: Vec<Term> = reasons
                        .iter()
                        .filter(|(_, input)| {
                            table
                                .input_id(*input)
                                .is_some_and(|id| inputs.binary_search(&id).is_ok())
                        })
                        .map(|(reason, _)| *reason)
                        .collect();
                    core.push(goal);
                    core.sort_unstable();
                    core.dedup();
                    return Ok(Step::Unsat(core));
                }
            }
        }
        Ok(Step::Pass)
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use everypath_term::{Assignment, TermTable};

    use super::*;
    use crate::path::PathCondition;

    /// What a goal of these conjuncts, of two numbers of 64 bits, is answered.
    fn answer(of: impl FnOnce(&mut TermTable, [Term; 2]) -> Vec<Term>) -> Option<Vec<Term>> {
        let mut table = TermTable::new();
        let inputs = ["a", "b"].map(|name| table.input(name, 64));
        let mut goal = table.true_();
        for conjunct in of(&mut table, inputs) {
            goal = table.and(goal, conjunct);
        }
        let path = PathCondition::default();
        let mut query = Query::new(&path, 0, vec![goal], Rc::new(Assignment::new()));
        match Simplify.ask(&mut table, &mut query) {
            Ok(Step::Unsat(core)) => {
                assert_eq!(core, [goal]);
                Some(core)
            }
            Ok(_) => None,
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn what_a_goal_says_of_inputs_is_known_in_its_other_conjuncts() {
        let product_is = |value: u64| {
            move |table: &mut TermTable, [a, b]: [Term; 2]| {
                let [six, seven, value] = [6, 7, value].map(|value| table.constant(64, value));
                let product = table.mul(a, b);
                vec![
                    table.eq(a, six),
                    table.eq(product, value),
                    table.eq(b, seven),
                ]
            }
        };
        assert!(answer(product_is(43)).is_some());
        assert!(answer(product_is(42)).is_none());
    }

    /// Whatever the order: what the first goal says of `a` is not the reason for what the second says.
    #[test]
    fn two_goals_that_say_two_values_of_an_input_are_both_in_the_core() {
        let mut table = TermTable::new();
        let [a, b] = ["a", "b"].map(|name| table.input(name, 64));
        let [six, seven] = [6, 7].map(|value| table.constant(64, value));
        let says = [six, seven].map(|value| table.eq(a, value));
        let less = table.ult(a, b);
        let with_more = says.map(|it| table.and(less, it));
        for goals in [says, with_more, [says[0], with_more[1]]] {
            for goals in [goals, [goals[1], goals[0]]] {
                let path = PathCondition::default();
                let mut query = Query::new(&path, 0, goals.to_vec(), Rc::new(Assignment::new()));
                let Ok(Step::Unsat(mut core)) = Simplify.ask(&mut table, &mut query) else {
                    panic!("{goals:?}");
                };
                core.sort_unstable();
                let mut wanted = goals.to_vec();
                wanted.sort_unstable();
                assert_eq!(core, wanted);
            }
        }
    }

    #[test]
    fn an_input_that_a_goal_says_two_values_of_has_none() {
        let contradiction = |table: &mut TermTable, [a, b]: [Term; 2]| {
            let [six, seven] = [6, 7].map(|value| table.constant(64, value));
            let less = table.ult(a, b);
            vec![table.eq(a, six), less, table.eq(a, seven)]
        };
        assert!(answer(contradiction).is_some());
    }
}
