//! Constraint independence: only what shares inputs with the question matters.
//!
//! After C. Cadar, D. Dunbar, D. Engler: "KLEE" (OSDI 2008), section 3.3. Constraints that share inputs, directly or through others,
//! form a group. Since the path condition is satisfiable as a whole, a question depends only on the groups that its own inputs
//! belong to. The groups are kept with the path condition and extended by the constraints pushed since, so a
//! query costs what its own groups cost, however long the path is.

use std::rc::Rc;

use everypath_term::{InputId, Term, TermTable};
use imbl::shared_ptr::RcK;
use imbl::{GenericVector, OrdMap};

use super::layer::{Layer, Query, Step};
use crate::answer::SolverError;
use crate::options::LayerKind;

/// A list whose clones share all but their ends: each state of a long path has its own, one constraint longer than that of the state before.
type Shared<T> = GenericVector<T, RcK>;

/// Constraints that hang together, with their positions in the path condition; ascending.
#[derive(Clone, Debug, Default)]
struct Group {
    constraints: Shared<(u32, Term)>,
    inputs: Shared<InputId>,
}

/// The groups of the first `length` constraints of a path condition. Persistent: a fork shares what it has in common.
#[derive(Clone, Debug, Default)]
struct Groups {
    length: usize,
    of_input: OrdMap<InputId, u32>,
    groups: OrdMap<u32, Rc<Group>>,
    next: u32,
}

impl Groups {
    /// The numbers of the groups that `inputs` belong to, ascending.
    fn touched(&self, inputs: &[InputId]) -> Vec<u32> {
        let mut numbers: Vec<u32> = inputs
            .iter()
            .filter_map(|input| self.of_input.get(input).copied())
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Adds the next constraint.
    fn push(&mut self, constraint: Term, inputs: &[InputId]) {
        let position = self.length as u32;
        self.length += 1;
        if inputs.is_empty() {
            return;
        }
        let touched = self.touched(inputs);
        // The greatest group absorbs the others.
        let size = |number: &u32| {
            self.groups
                .get(number)
                .map_or(0, |group| group.inputs.len())
        };
        let number = touched
            .iter()
            .copied()
            .max_by_key(|number| (size(number), std::cmp::Reverse(*number)));
        let number = number.unwrap_or_else(|| {
            self.next += 1;
            self.next
        });
        let mut group = self.groups.remove(&number).unwrap_or_default();
        let target = Rc::make_mut(&mut group);
        let mut constraints: Vec<(u32, Term)> = Vec::new();
        for other in touched.into_iter().filter(|&other| other != number) {
            if let Some(absorbed) = self.groups.remove(&other) {
                constraints.extend(&absorbed.constraints);
                for &input in &absorbed.inputs {
                    target.inputs.push_back(input);
                    self.of_input.insert(input, number);
                }
            }
        }
        if !constraints.is_empty() {
            constraints.extend(&target.constraints);
            constraints.sort_unstable();
            target.constraints = constraints.into_iter().collect();
        }
        target.constraints.push_back((position, constraint));
        for &input in inputs {
            if self.of_input.insert(input, number).is_none() {
                target.inputs.push_back(input);
            }
        }
        self.groups.insert(number, group);
    }
}

/// The layer.
#[derive(Debug)]
pub struct Independence;

impl Layer for Independence {
    fn kind(&self) -> LayerKind {
        LayerKind::Independence
    }

    fn ask(&mut self, table: &mut TermTable, query: &mut Query<'_>) -> Result<Step, SolverError> {
        let mut groups = query.path.take_learnt::<Groups>().unwrap_or_default();
        if groups.length > query.base {
            // The question is about an older part of the path than the groups.
            groups = Rc::new(Groups::default());
        }
        if groups.length < query.base {
            let extended = Rc::make_mut(&mut groups);
            let mut constraints = query.path.since(extended.length);
            constraints.truncate(query.base - extended.length);
            for constraint in constraints {
                extended.push(constraint, &table.inputs_of(constraint));
            }
        }
        let mut inputs: Vec<InputId> = Vec::new();
        for &goal in &query.goals {
            inputs.extend_from_slice(&table.inputs_of(goal));
        }
        let mut constraints: Vec<(u32, Term)> = Vec::new();
        let touched = groups.touched(&inputs);
        for group in touched
            .iter()
            .filter_map(|number| groups.groups.get(number))
        {
            constraints.extend(&group.constraints);
            inputs.extend(&group.inputs);
        }
        if touched.len() > 1 {
            constraints.sort_unstable();
        }
        inputs.sort_unstable();
        inputs.dedup();
        query.path.learn(groups);
        query.narrow(
            constraints.into_iter().map(|(_, term)| term).collect(),
            inputs,
        );
        Ok(Step::Pass)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::PathCondition;
    use everypath_term::Assignment;

    fn slice(table: &mut TermTable, path: &PathCondition, goal: Term) -> Vec<Term> {
        let mut query = Query::new(path, path.len(), vec![goal], Rc::new(Assignment::new()));
        Independence.ask(table, &mut query).unwrap();
        query.constraints().to_vec()
    }

    #[test]
    fn groups_follow_shared_inputs() {
        let mut table = TermTable::new();
        let x: Vec<Term> = (0..6).map(|i| table.input(&format!("x{i}"), 8)).collect();
        let less: Vec<Term> = [(0, 1), (2, 3), (4, 5), (1, 2)]
            .iter()
            .map(|&(i, j)| table.ult(x[i], x[j]))
            .collect();
        let three = table.constant(8, 3);
        let goals: Vec<Term> = x.iter().map(|&input| table.eq(input, three)).collect();
        let mut path = PathCondition::new();
        path.push(less[0]);
        path.push(less[1]);
        assert_eq!(slice(&mut table, &path, goals[0]), [less[0]]);
        assert_eq!(slice(&mut table, &path, goals[3]), [less[1]]);
        assert!(slice(&mut table, &path, goals[4]).is_empty());
        let fork = path.clone();
        path.push(less[2]);
        path.push(less[3]);
        assert_eq!(
            slice(&mut table, &path, goals[0]),
            [less[0], less[1], less[3]]
        );
        assert_eq!(slice(&mut table, &path, goals[5]), [less[2]]);
        assert_eq!(slice(&mut table, &fork, goals[0]), [less[0]]);
    }
}
