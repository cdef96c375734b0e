//! Models from sets: assignments that satisfy a goal, without a SAT solver.
//!
//! A model of the path condition is changed until the goal holds: the value that the goal must have is pushed down along one
//! operand, the others keeping their values (as the propagation-based local search of A. Niemetz, M. Preiner, A. Biere does,
//! CAV 2016), with two differences: whole sets are pushed down instead of single values, and what is known of the
//! terms on the way is intersected with them. With one input that is exact. With more it is a guess, so the
//! result is evaluated on all that it should satisfy. Where few assignments are left, all are tried.

use everypath_term::{Assignment, Evaluator, InputId, Kind, Sort, Term};

use super::learn::{Learner, Operands};
use super::preimage;
use super::value::Value;

/// Assignments that are tried one by one, times the terms that each is evaluated on.
const MOST_EVALUATIONS: u128 = 16_384;
/// Nesting of operands downwards.
const DEEPEST: usize = 48;

/// Which value is taken of several.
#[derive(Clone, Copy, Debug)]
enum Pick {
    Near,
    Least,
    Greatest,
    /// One that hardly any other term has.
    Elsewhere,
}

impl Pick {
    const ALL: [Pick; 4] = [Pick::Near, Pick::Least, Pick::Greatest, Pick::Elsewhere];

    /// One of the values of `term`, which is `now`.
    fn from(self, value: &Value, term: Term, now: u64) -> Option<u64> {
        match self {
            _ if value.is_empty() => None,
            Pick::Near => value.near(now),
            Pick::Least => Some(value.min()),
            Pick::Greatest => Some(value.max()),
            Pick::Elsewhere => {
                let anywhere = (term.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                value.near(anywhere >> (64 - value.width()))
            }
        }
    }
}

/// What comes of trying all assignments.
#[derive(Clone, Debug)]
pub enum Tried {
    /// This one satisfies all.
    Model(Assignment),
    /// None does.
    None,
    /// There are too many.
    TooMany,
}

/// A model of `goals` and `constraints`, made from `witness` (a model of the constraints). The learner has learnt the goals
/// last. Takes its steps downwards from `steps`.
pub fn find(
    learner: &Learner<'_>,
    witness: &Assignment,
    goals: &[Term],
    constraints: &[Term],
    steps: &mut usize,
) -> Option<Assignment> {
    let table = learner.table;
    let changed = learner.changed();
    let are_true =
        |model: &Assignment, terms: &[Term]| Evaluator::new(table, model).are_true(terms);
    for pick in Pick::ALL {
        let mut model = witness.clone();
        let mut moved = false;
        for &term in &changed {
            let Some(fact) = learner.fact(term).cloned() else {
                continue;
            };
            let node = table.node(term);
            if node.kind == Kind::Input {
                let now = model.get(node.input()).map_or(0, |value| value.word(0));
                if let Some(value) = pick.from(&fact.value, term, now) {
                    moved |= value != now;
                    model.set_u64(node.input(), node.width, value);
                }
            } else {
                moved |= steer(learner, &mut model, term, &fact.value, pick, steps);
            }
        }
        // The witness falsifies a goal, and so does whatever equals it.
        let mut goals_hold = moved && are_true(&model, goals);
        if !goals_hold {
            for &goal in goals {
                moved |= steer(learner, &mut model, goal, &Value::bool(true), pick, steps);
            }
            goals_hold = moved && are_true(&model, goals);
        }
        if goals_hold && are_true(&model, constraints) {
            return Some(model);
        }
        if *steps == 0 {
            break;
        }
    }
    None
}

/// Changes inputs so that a term has one of some values. Whether a way was found.
fn steer(
    learner: &Learner<'_>,
    model: &mut Assignment,
    term: Term,
    target: &Value,
    pick: Pick,
    steps: &mut usize,
) -> bool {
    if *steps == 0 {
        return false;
    }
    let mut steering = Steering {
        learner,
        evaluator: Evaluator::new(learner.table, model),
        settings: Vec::new(),
        steps: *steps,
        pick,
    };
    let found = steering.descend(term, target, DEEPEST);
    *steps = steering.steps;
    let settings = std::mem::take(&mut steering.settings);
    drop(steering);
    if found {
        for &(input, width, value) in &settings {
            model.set_u64(input, width, value);
        }
    }
    found && !settings.is_empty()
}

struct Steering<'a, 'b> {
    learner: &'b Learner<'a>,
    /// The values of all terms before anything was set.
    evaluator: Evaluator<'b>,
    settings: Vec<(InputId, u32, u64)>,
    steps: usize,
    pick: Pick,
}

impl Steering<'_, '_> {
    fn descend(&mut self, term: Term, target: &Value, depth: usize) -> bool {
        let target = self.learner.value_at_hand(term).meet(target);
        if target.is_empty() || depth == 0 || self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        let now = self.evaluator.evaluate_u64(term);
        let table = self.learner.table;
        let node = table.node(term);
        if node.kind == Kind::Input {
            let Some(value) = self.pick.from(&target, term, now) else {
                return false;
            };
            self.settings.push((node.input(), node.width, value));
            return true;
        }
        if target.contains(now) {
            return true;
        }
        let operands = Operands::of(table, node);
        match (node.kind, operands.terms()) {
            (Kind::Concat, &[high, low]) => {
                let Some(value) = self.pick.from(&target, term, now) else {
                    return false;
                };
                let (high_width, low_width) = (table.width(high), table.width(low));
                self.descend(
                    high,
                    &Value::constant(high_width, value >> low_width),
                    depth - 1,
                ) && self.descend(low, &Value::constant(low_width, value), depth - 1)
            }
            (Kind::And, &[a, b]) if node.width == 1 && target.as_single() == Some(1) => {
                self.descend(a, &target, depth - 1) && self.descend(b, &target, depth - 1)
            }
            (Kind::Or, &[a, b]) if node.width == 1 && target.as_single() == Some(0) => {
                self.descend(a, &target, depth - 1) && self.descend(b, &target, depth - 1)
            }
            (Kind::Ite, &[condition, a, b]) => {
                let taken = self.evaluator.is_true(condition);
                let (branch, other) = if taken { (a, b) } else { (b, a) };
                self.attempt(|steering| steering.descend(branch, &target, depth - 1))
                    || self.attempt(|steering| {
                        steering.descend(condition, &Value::bool(!taken), depth - 1)
                            && steering.descend(other, &target, depth - 1)
                    })
            }
            (_, operands) if matches!(self.pick, Pick::Elsewhere) => {
                self.two_operands(term, operands, &target, depth)
                    || self.one_operand(term, operands, &target, depth)
            }
            (_, operands) => {
                self.one_operand(term, operands, &target, depth)
                    || self.two_operands(term, operands, &target, depth)
            }
        }
    }

    /// Forgets the settings of an attempt that failed.
    fn attempt(&mut self, attempt: impl FnOnce(&mut Self) -> bool) -> bool {
        let before = self.settings.len();
        let done = attempt(self);
        if !done {
            self.settings.truncate(before);
        }
        done
    }

    /// Changes one operand; the others keep their values.
    fn one_operand(&mut self, term: Term, operands: &[Term], target: &Value, depth: usize) -> bool {
        let now: Vec<Value> = operands
            .iter()
            .map(|&operand| {
                let value = self.evaluator.evaluate_u64(operand);
                Value::constant(self.learner.table.width(operand), value)
            })
            .collect();
        (0..operands.len()).any(|which| {
            let part = self.preimage(term, operands, &now, which, target);
            !part.is_empty()
                && self.attempt(|steering| steering.descend(operands[which], &part, depth - 1))
        })
    }

    /// Moves the first of two operands to an end of what it may be, and then the second.
    fn two_operands(
        &mut self,
        term: Term,
        operands: &[Term],
        target: &Value,
        depth: usize,
    ) -> bool {
        let &[a, b] = operands else { return false };
        let (first, second) = (self.learner.value_at_hand(a), self.learner.value_at_hand(b));
        if first.as_single().is_some() || second.as_single().is_some() {
            return false;
        }
        let common = first.meet(&second);
        let ends = [
            self.pick.from(&common, term, 0),
            Some(first.min()),
            Some(first.max()),
        ];
        ends.into_iter().flatten().any(|end| {
            let fixed = Value::constant(first.width(), end);
            let part = self.preimage(
                term,
                operands,
                &[fixed.clone(), (*second).clone()],
                1,
                target,
            );
            !part.is_empty()
                && self.attempt(|steering| {
                    steering.descend(a, &fixed, depth - 1) && steering.descend(b, &part, depth - 1)
                })
        })
    }

    fn preimage(
        &self,
        term: Term,
        operands: &[Term],
        values: &[Value],
        which: usize,
        target: &Value,
    ) -> Value {
        let have = self.learner.value_at_hand(operands[which]);
        let mut known: Vec<&Value> = values.iter().collect();
        known[which] = &have;
        let node = self.learner.table.node(term);
        preimage::operand(self.learner.table, node, which, &known, target).value
    }
}

/// Tries all assignments to `inputs` that the facts leave, if they are few; `assertions` mention no other inputs.
pub fn try_all(
    learner: &Learner<'_>,
    witness: &Assignment,
    inputs: &[InputId],
    assertions: &[Term],
) -> Tried {
    let table = learner.table;
    let mut combinations: u128 = 1;
    let mut choices: Vec<(InputId, u32, Vec<u64>)> = Vec::new();
    for &input in inputs {
        let Sort::Bits(width) = table.input_info(input).sort else {
            return Tried::TooMany;
        };
        if width > 64 {
            return Tried::TooMany;
        }
        let fact = learner.fact(table.input_term(input));
        let count = fact.map_or(1 << width, |fact| fact.value.count());
        if count > 4096 {
            return Tried::TooMany;
        }
        let values: Vec<u64> = match fact {
            Some(fact) => fact.value.values().collect(),
            None => (0..1u64 << width).collect(),
        };
        combinations = combinations.saturating_mul(values.len() as u128);
        if combinations > MOST_EVALUATIONS {
            return Tried::TooMany;
        }
        choices.push((input, width, values));
    }
    if combinations.saturating_mul(table.size(assertions) as u128) > MOST_EVALUATIONS {
        return Tried::TooMany;
    }
    for number in 0..combinations {
        let mut model = witness.clone();
        let mut rest = number;
        for (input, width, values) in &choices {
            let which = (rest % values.len() as u128) as usize;
            rest /= values.len() as u128;
            if let Some(&value) = values.get(which) {
                model.set_u64(*input, *width, value);
            }
        }
        if Evaluator::new(table, &model).are_true(assertions) {
            return Tried::Model(model);
        }
    }
    Tried::None
}
