//! What single constraints decide: a goal that is the complement of a constraint, and goals that fold to the constant 0
//! when inputs are replaced by the constants that constraints give them.
//!
//! Queries reach the layers only if the witness falsifies a goal, so there is nothing to find on the satisfiable side.

use everypath_term::{Kind, Term, TermTable};
use rustc_hash::FxHashMap;

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

impl Layer for Simplify {
    fn kind(&self) -> LayerKind {
        LayerKind::Simplify
    }

    fn ask(&mut self, table: &mut TermTable, query: &mut Query<'_>) -> Result<Step, SolverError> {
        query.constraints();
        let goals = query.goals.clone();
        let constraints = query.constraints();
        let mut values: FxHashMap<Term, Term> = FxHashMap::default();
        let mut reasons: Vec<(Term, Term)> = Vec::new();
        let complements: Vec<Term> = goals.iter().map(|&goal| table.not(goal)).collect();
        for &constraint in constraints {
            if let Some(i) = complements
                .iter()
                .position(|&complement| complement == constraint)
            {
                return Ok(Step::Unsat(vec![constraint, goals[i]]));
            }
            if let Some((input, value)) = fixed(table, constraint)
                && values.insert(input, value).is_none()
            {
                reasons.push((constraint, input));
            }
        }
        for (i, complement) in complements.iter().enumerate() {
            if let Some(&other) = goals[..i].iter().find(|goal| *goal == complement) {
                return Ok(Step::Unsat(vec![other, goals[i]]));
            }
        }
        if values.is_empty() {
            return Ok(Step::Pass);
        }
        for &goal in &goals {
            let inputs = table.inputs_of(goal);
            if !inputs
                .iter()
                .any(|&input| values.contains_key(&table.input_term(input)))
            {
                continue;
            }
            let replaced = table.substitute(goal, &values);
            if table.is_false(replaced) {
                let mut core: Vec<Term> = reasons
                    .iter()
                    .filter(|(_, input)| {
                        table
                            .input_id(*input)
                            .is_some_and(|id| inputs.binary_search(&id).is_ok())
                    })
                    .map(|(constraint, _)| *constraint)
                    .collect();
                core.push(goal);
                return Ok(Step::Unsat(core));
            }
        }
        Ok(Step::Pass)
    }
}
