//! Exact counting of the inputs that satisfy a path condition.
//!
//! The constraints fall into groups that share no input; the count is the product of the groups' counts and of 2 per bit of
//! the inputs that no constraint mentions. A group over few bits is counted by evaluating it on all values. A larger one
//! is counted by blocking models: each model is first widened to a cube (its bits are dropped while the rest still implies
//! the constraints and excludes all earlier cubes, as an unsatisfiable core tells), which counts 2 per dropped bit and is
//! blocked as a whole. So `x > 7` over 32 bits takes 29 cubes instead of four billion models. Counts of groups are
//! remembered, since paths with a common prefix share most of their groups.

use std::collections::{BTreeMap, BTreeSet};

use everypath_machine::{State, Value};
use everypath_solver::{Answer, Solver, SolverError};
use everypath_term::{Assignment, Evaluator, InputId, Kind, Sort, Term, TermTable};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// A number of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputCount {
    /// The number, or a lower bound of it.
    pub count: u128,
    /// Whether it is the number.
    pub exact: bool,
}

impl InputCount {
    /// No input.
    pub const ZERO: InputCount = InputCount {
        count: 0,
        exact: true,
    };

    /// Of disjoint sets.
    pub fn plus(self, other: InputCount) -> InputCount {
        let (count, overflow) = self.count.overflowing_add(other.count);
        let count = if overflow { u128::MAX } else { count };
        InputCount {
            count,
            exact: self.exact && other.exact && !overflow,
        }
    }

    /// Of all pairs.
    fn times(self, other: InputCount) -> InputCount {
        match self.count.checked_mul(other.count) {
            Some(count) => InputCount {
                count,
                exact: self.exact && other.exact,
            },
            None => InputCount {
                count: u128::MAX,
                exact: false,
            },
        }
    }

    /// All values of so many bits.
    fn of_bits(bits: u64) -> InputCount {
        match u32::try_from(bits)
            .ok()
            .and_then(|bits| 1u128.checked_shl(bits))
        {
            Some(count) => InputCount { count, exact: true },
            None => InputCount {
                count: u128::MAX,
                exact: false,
            },
        }
    }
}

impl std::fmt::Display for InputCount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.exact {
            f.write_str("at least ")?;
        }
        write!(f, "{}", self.count)
    }
}

/// Groups over at most so many bits are counted by evaluation.
const EXHAUSTIVE_BITS: u32 = 16;
/// At most so many evaluations of terms per group.
const EXHAUSTIVE_WORK: u64 = 1 << 24;

/// Counts inputs and remembers the counts of groups.
#[derive(Debug, Default)]
pub(crate) struct Counter {
    groups: FxHashMap<Vec<Term>, InputCount>,
}

/// What counting works with.
pub(crate) struct Counting<'a> {
    pub terms: &'a mut TermTable,
    pub solver: &'a mut Solver,
    /// Cubes per group.
    pub limit: u64,
    /// Whether to stop with what is known.
    pub stop: &'a dyn Fn() -> bool,
}

impl Counter {
    /// The number of values of the state's inputs that satisfy all constraints, which are satisfiable together.
    pub fn count(
        &mut self,
        with: &mut Counting<'_>,
        state: &State,
        constraints: &[Term],
    ) -> Result<InputCount, SolverError> {
        let widths = input_widths(with.terms, state);
        let mut free_bits: u64 = widths.values().map(|&width| u64::from(width)).sum();
        let mut product = InputCount::of_bits(0);
        for group in groups(with.terms, constraints) {
            let count = match group
                .inputs
                .iter()
                .map(|input| widths.get(input).copied())
                .collect::<Option<Vec<u32>>>()
            {
                Some(bits) => {
                    free_bits -= bits.iter().map(|&width| u64::from(width)).sum::<u64>();
                    self.count_group(with, &group)?
                }
                // It mentions something that is no input of the program; one model is known to exist.
                None => {
                    let known = group.inputs.iter().filter_map(|input| widths.get(input));
                    free_bits -= known.map(|&width| u64::from(width)).sum::<u64>();
                    InputCount {
                        count: 1,
                        exact: false,
                    }
                }
            };
            product = product.times(count);
        }
        Ok(product.times(InputCount::of_bits(free_bits)))
    }

    fn count_group(
        &mut self,
        with: &mut Counting<'_>,
        group: &Group,
    ) -> Result<InputCount, SolverError> {
        if let Some(&count) = self.groups.get(&group.constraints) {
            return Ok(count);
        }
        let bits: u64 = group
            .inputs
            .iter()
            .map(|&input| u64::from(width_of(with.terms, input)))
            .sum();
        let size = with.terms.size(&group.constraints) as u64;
        let few =
            bits <= u64::from(EXHAUSTIVE_BITS) && size.saturating_mul(1 << bits) <= EXHAUSTIVE_WORK;
        let count = if few {
            by_evaluation(with.terms, group)
        } else {
            by_blocking(with, group)?
        };
        self.groups.insert(group.constraints.clone(), count);
        Ok(count)
    }
}

/// Constraints that share inputs, directly or through others.
#[derive(Debug)]
struct Group {
    /// Sorted.
    constraints: Vec<Term>,
    /// Sorted.
    inputs: Vec<InputId>,
}

fn width_of(terms: &TermTable, input: InputId) -> u32 {
    match terms.input_info(input).sort {
        Sort::Bits(width) => width,
        Sort::Memory { .. } => 0,
    }
}

/// The inputs of the path and their widths.
fn input_widths(terms: &TermTable, state: &State) -> BTreeMap<InputId, u32> {
    let elements = state
        .inputs()
        .into_iter()
        .flat_map(|record| record.elements);
    let inputs = elements.filter_map(|element| match element {
        Value::Term(term) => terms.input_id(term),
        Value::Constant(_) => None,
    });
    inputs
        .map(|input| (input, width_of(terms, input)))
        .collect()
}

/// The conjuncts of constraints, in groups, ordered by their first input.
fn groups(terms: &mut TermTable, constraints: &[Term]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for conjunct in conjuncts(terms, constraints) {
        let mut merged = Group {
            constraints: vec![conjunct],
            inputs: terms.inputs_of(conjunct).to_vec(),
        };
        let mut inputs: BTreeSet<InputId> = merged.inputs.iter().copied().collect();
        groups.retain_mut(|group| {
            let shares = group.inputs.iter().any(|input| inputs.contains(input));
            if shares {
                inputs.extend(&group.inputs);
                merged.constraints.append(&mut group.constraints);
            }
            !shares
        });
        merged.inputs = inputs.into_iter().collect();
        groups.push(merged);
    }
    for group in &mut groups {
        group.constraints.sort_unstable();
    }
    groups.sort_by(|a, b| a.inputs.cmp(&b.inputs));
    groups
}

/// The constraints with conjunctions taken apart, each once.
fn conjuncts(terms: &TermTable, constraints: &[Term]) -> BTreeSet<Term> {
    let mut found = BTreeSet::new();
    let mut stack = constraints.to_vec();
    while let Some(term) = stack.pop() {
        let node = terms.node(term);
        if node.kind == Kind::And && node.width == 1 {
            stack.extend(node.children());
        } else if !terms.is_true(term) {
            found.insert(term);
        }
    }
    found
}

fn by_evaluation(terms: &TermTable, group: &Group) -> InputCount {
    let widths: Vec<u32> = group
        .inputs
        .iter()
        .map(|&input| width_of(terms, input))
        .collect();
    let bits: u32 = widths.iter().sum();
    let mut count = 0;
    for number in 0..1u64 << bits {
        let mut assignment = Assignment::new();
        let mut rest = number;
        for (&input, &width) in group.inputs.iter().zip(&widths) {
            assignment.set_u64(input, width, rest & ((1 << width) - 1));
            rest >>= width;
        }
        let mut evaluator = Evaluator::new(terms, &assignment);
        if group
            .constraints
            .iter()
            .all(|&constraint| evaluator.is_true(constraint))
        {
            count += 1;
        }
    }
    InputCount { count, exact: true }
}

fn by_blocking(with: &mut Counting<'_>, group: &Group) -> Result<InputCount, SolverError> {
    let bits: u64 = group
        .inputs
        .iter()
        .map(|&input| u64::from(width_of(with.terms, input)))
        .sum();
    let mut total = InputCount::ZERO;
    let mut query = group.constraints.clone();
    // Holds where a model would be new: some constraint fails, or an earlier cube has it.
    let mut spoilt = with.terms.bool(false);
    for &constraint in &group.constraints {
        let fails = with.terms.not(constraint);
        spoilt = with.terms.or(spoilt, fails);
    }
    for _ in 0..with.limit {
        let model = match with.solver.check_all(with.terms, &query)? {
            Answer::Sat(model) => model,
            Answer::Unsat(_) => return Ok(total),
            Answer::Unknown(_) => break,
        };
        let literals = literals_of(with.terms, group, &model);
        let mut assumptions = vec![spoilt];
        assumptions.extend(&literals);
        let kept = match with.solver.check_all(with.terms, &assumptions)? {
            Answer::Unsat(core) => literals
                .into_iter()
                .filter(|literal| core.contains(literal))
                .collect(),
            // Without a core the cube is the model itself.
            _ => literals,
        };
        total = total.plus(InputCount::of_bits(bits - kept.len() as u64));
        let mut cube = with.terms.bool(true);
        for &literal in &kept {
            cube = with.terms.and(cube, literal);
        }
        spoilt = with.terms.or(spoilt, cube);
        let outside = with.terms.not(cube);
        query.push(outside);
        if (with.stop)() {
            break;
        }
    }
    Ok(InputCount {
        exact: false,
        ..total
    })
}

/// One literal per bit of the group's inputs: the bit has the value that the model gives it.
fn literals_of(terms: &mut TermTable, group: &Group, model: &Assignment) -> Vec<Term> {
    let mut literals = Vec::new();
    for &input in &group.inputs {
        let term = terms.input_term(input);
        for place in 0..width_of(terms, input) {
            let bit = terms.extract(term, place, place);
            let is_one = model.get(input).is_some_and(|value| value.bit(place));
            literals.push(if is_one { bit } else { terms.not(bit) });
        }
    }
    literals
}

#[cfg(test)]
mod tests {
    use everypath_solver::SolverOptions;

    use super::*;

    fn blocking(
        terms: &mut TermTable,
        constraints: &[Term],
        limit: u64,
    ) -> Vec<(InputCount, InputCount)> {
        let mut solver = Solver::new(SolverOptions::default()).unwrap();
        let mut counts = Vec::new();
        for group in groups(terms, constraints) {
            let mut with = Counting {
                terms,
                solver: &mut solver,
                limit,
                stop: &|| false,
            };
            let blocked = by_blocking(&mut with, &group).unwrap();
            counts.push((blocked, by_evaluation(terms, &group)));
        }
        counts
    }

    #[test]
    fn blocking_agrees_with_evaluation() {
        let mut terms = TermTable::new();
        let t = &mut terms;
        let (x, y, z) = (t.input("x", 6), t.input("y", 5), t.input("z", 4));
        let square = t.mul(x, x);
        let seven = t.constant(6, 7);
        let rest = t.urem(square, seven);
        let two = t.constant(6, 2);
        let first = t.eq(rest, two);
        let low = t.extract(x, 4, 0);
        let second = t.ult(low, y);
        let three = t.constant(4, 3);
        let third = t.ult(three, z);
        let both = t.and(first, third);
        let counts = blocking(t, &[both, second], 1000);
        assert_eq!(counts.len(), 2, "z shares no constraint with x and y");
        for (blocked, evaluated) in counts {
            assert_eq!(blocked, evaluated);
            assert!(blocked.count > 0);
        }
    }

    #[test]
    fn cubes_count_wide_inputs_and_the_limit_gives_a_lower_bound() {
        let mut terms = TermTable::new();
        let x = terms.input("x", 32);
        let seven = terms.constant(32, 7);
        let greater = terms.ult(seven, x);
        let mut solver = Solver::new(SolverOptions::default()).unwrap();
        let group = groups(&mut terms, &[greater]).remove(0);
        let mut with = Counting {
            terms: &mut terms,
            solver: &mut solver,
            limit: 200,
            stop: &|| false,
        };
        let count = by_blocking(&mut with, &group).unwrap();
        assert_eq!(
            count,
            InputCount {
                count: (1 << 32) - 8,
                exact: true
            }
        );
        with.limit = 1;
        let bounded = by_blocking(&mut with, &group).unwrap();
        assert!(!bounded.exact && bounded.count > 0 && bounded.count < count.count);
        assert!(bounded.to_string().starts_with("at least "));
    }

    #[test]
    fn counts_saturate() {
        let many = InputCount::of_bits(127);
        assert_eq!(
            many.plus(many),
            InputCount {
                count: u128::MAX,
                exact: false
            }
        );
        assert_eq!(
            many.times(InputCount::of_bits(1)),
            InputCount {
                count: u128::MAX,
                exact: false
            }
        );
        assert_eq!(InputCount::of_bits(128).count, u128::MAX);
    }
}
