//! Multi-intervals: what follows from the values that terms may have.
//!
//! After PARTI (see [`crate::intervals`]). What constraints teach is kept with the path condition and extended by the
//! constraints pushed since. The goals are learnt on top of it: a contradiction is a core. Otherwise the witness, which
//! falsifies a goal, is changed into a model that satisfies it; since the witness stands for the other answer, that is the paper's
//! `Either`. Where few assignments to the inputs are left, all are tried, which decides both ways.

use std::rc::Rc;

use everypath_term::{Kind, Term, TermTable};

use super::layer::{Layer, Query, Step};
use crate::answer::SolverError;
use crate::intervals::cases::{self, Cases};
use crate::intervals::learn::{self, Facts, Learner, Learnt, Memo, Reasons};
use crate::intervals::model::{self, Tried};
use crate::options::LayerKind;
use crate::path::PathCondition;

/// What the first `length` constraints of a path condition teach.
#[derive(Clone, Debug, Default)]
struct PathFacts {
    length: usize,
    facts: Facts,
    /// Equal for equal facts.
    version: u64,
}

/// Why a query was passed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GivenUp {
    /// A goal has too many terms.
    Size,
    /// A goal reads unknown memory.
    Memory,
    /// A goal mentions several inputs, and no model was found.
    SeveralInputs,
    /// A goal has one input, and no model was found.
    Operators,
    /// A contradiction whose core could not be made small.
    Core,
}

impl GivenUp {
    /// Their names, and that none was a reason yet.
    const NONE: [(&'static str, u64); 5] = [
        ("size", 0),
        ("memory", 0),
        ("several inputs", 0),
        ("operators", 0),
        ("core", 0),
    ];
}

/// How many steps downwards a query may take: fewer while steps are in vain, more when they are not.
#[derive(Clone, Copy, Debug)]
struct Effort(usize);

impl Effort {
    const LEAST: usize = 64;

    /// After a query that took `used` steps.
    fn after(self, used: usize, answered: bool) -> Self {
        Self(match answered {
            true => self.0.max(2 * used).min(learn::MOST_STEPS),
            false => (self.0 - self.0 / 4).max(Self::LEAST),
        })
    }
}

impl Default for Effort {
    fn default() -> Self {
        Self(learn::MOST_STEPS)
    }
}

/// Cases that a query may have: fewer while distinguishing them is in vain, more when it is not.
const MOST_CASES: usize = 512;
const LEAST_CASES: usize = 8;

/// The layer.
#[derive(Debug)]
pub struct Intervals {
    effort: Effort,
    cases: usize,
    given_up: [(&'static str, u64); 5],
    /// Whether small queries are left to the sets and the cases too.
    without_trying: bool,
    /// The versions of facts so far.
    versions: u64,
    /// Values under the facts that were asked about last, and the version of these.
    memo: Memo,
    memo_version: u64,
}

impl Default for Intervals {
    fn default() -> Self {
        Self {
            effort: Effort::default(),
            cases: MOST_CASES,
            given_up: GivenUp::NONE,
            without_trying: false,
            versions: 0,
            memo: Memo::default(),
            memo_version: 0,
        }
    }
}

impl Intervals {
    /// A learner that knows what the first `length` constraints of a path teach; that is kept with the path.
    fn learner<'a>(
        &mut self,
        table: &'a TermTable,
        path: &PathCondition,
        length: usize,
    ) -> Learner<'a> {
        let mut known = path.take_learnt::<PathFacts>().unwrap_or_default();
        if known.length > length {
            // The question is about an older part of the path.
            known = Rc::new(PathFacts::default());
        }
        if known.length < length {
            let mut constraints = path.since(known.length);
            constraints.truncate(length - known.length);
            let memo = self.memo_of(known.version);
            let extended = Rc::make_mut(&mut known);
            let facts = std::mem::take(&mut extended.facts);
            let mut learner = Learner::with_memo(table, facts, memo);
            for constraint in constraints {
                let learnt = learner.assume(constraint);
                debug_assert!(
                    !matches!(learnt, Learnt::Contradiction(_)),
                    "the constraints of a path hold together"
                );
            }
            extended.facts = learner.into_facts();
            extended.length = length;
            self.versions += 1;
            extended.version = self.versions;
        }
        let facts = known.facts.clone();
        let memo = self.memo_of(known.version);
        self.memo_version = known.version;
        path.learn(known);
        Learner::with_memo(table, facts, memo)
    }

    /// The values under a version of facts, as far as they are kept.
    fn memo_of(&mut self, version: u64) -> Memo {
        let memo = std::mem::take(&mut self.memo);
        if self.memo_version == version {
            memo
        } else {
            Memo::default()
        }
    }

    /// Decides a query with arithmetic by distinguishing the cases of its choices.
    fn by_cases(&mut self, table: &TermTable, query: &mut Query<'_>) -> Option<Step> {
        let goals = query.goals.clone();
        if !cases::has_arithmetic(table, &goals) {
            return None;
        }
        let mut learner = self.learner(table, query.path, query.base);
        self.memo = learner.take_memo();
        let witness = query.witness.clone();
        let mut left = self.cases;
        let found = cases::distinguish(learner, &witness, &goals, query.constraints(), &mut left);
        let step = match found {
            Cases::Model(model) => Some(Step::Evaluated(Rc::new(model))),
            // Without reasons there is no small core.
            Cases::None(None) if query.small_core => None,
            Cases::None(reasons) => Some(Step::Unsat(core(query, reasons))),
            Cases::Undecided => None,
        };
        self.cases = match step {
            Some(_) => MOST_CASES.min(2 * self.cases),
            None => LEAST_CASES.max(self.cases / 2),
        };
        step
    }

    fn give_up(&mut self, reason: GivenUp) -> Result<Step, SolverError> {
        self.given_up[reason as usize].1 += 1;
        Ok(Step::Pass)
    }
}

/// The reasons as a core; all assertions if they are not known.
fn core(query: &mut Query<'_>, reasons: Reasons) -> Vec<Term> {
    let assertions = query.assertions();
    match reasons {
        Some(reasons) if reasons.iter().all(|reason| assertions.contains(reason)) => {
            reasons.to_vec()
        }
        _ => assertions,
    }
}

impl Layer for Intervals {
    fn kind(&self) -> LayerKind {
        LayerKind::Intervals
    }

    fn ask(&mut self, table: &mut TermTable, query: &mut Query<'_>) -> Result<Step, SolverError> {
        let goals = query.goals.clone();
        let mut learner = self.learner(table, query.path, query.base);
        let witness = query.witness.clone();
        let effort = self.effort;
        let (learnt, mut left) = learner.assume_within(&goals, effort.0);
        let model = match learnt {
            Learnt::Facts => {
                let constraints = query.constraints();
                left = effort.0;
                model::find(&learner, &witness, &goals, constraints, &mut left)
            }
            Learnt::TooLarge | Learnt::Contradiction(_) => None,
        };
        let answered = model.is_some() || matches!(learnt, Learnt::Contradiction(_));
        self.effort = effort.after(effort.0 - left, answered);
        self.memo = learner.take_memo();
        match (learnt, model) {
            (_, Some(model)) => return Ok(Step::Evaluated(Rc::new(model))),
            (Learnt::Facts, None) => {}
            (Learnt::TooLarge, None) => return self.give_up(GivenUp::Size),
            (Learnt::Contradiction(reasons), None) => {
                let core = core(query, reasons);
                if !query.small_core {
                    return Ok(Step::Unsat(core));
                }
                return match learn::shrink(table, &core) {
                    Some(small) => Ok(Step::Unsat(small)),
                    None => self.give_up(GivenUp::Core),
                };
            }
        }
        let facts = learner.into_facts();
        let inputs = query.all_inputs(table).to_vec();
        let mut goal_inputs = 0;
        let mut memory = false;
        for &goal in &goals {
            let inputs = table.inputs_of(goal);
            goal_inputs = goal_inputs.max(inputs.len());
            memory |= inputs
                .iter()
                .any(|&input| table.kind(table.input_term(input)) == Kind::MemoryInput);
        }
        let learner = Learner::new(table, facts);
        let assertions = query.assertions();
        let tried = match self.without_trying {
            true => Tried::TooMany,
            false => model::try_all(&learner, &witness, &inputs, &assertions),
        };
        if let Tried::TooMany = tried
            && let Some(step) = self.by_cases(table, query)
        {
            return Ok(step);
        }
        match tried {
            Tried::Model(model) => Ok(Step::Evaluated(Rc::new(model))),
            // All assignments together say nothing about which assertions exclude them.
            Tried::None if query.small_core => self.give_up(GivenUp::Core),
            Tried::None => Ok(Step::Unsat(assertions)),
            Tried::TooMany if memory => self.give_up(GivenUp::Memory),
            Tried::TooMany if goal_inputs > 1 => self.give_up(GivenUp::SeveralInputs),
            Tried::TooMany => self.give_up(GivenUp::Operators),
        }
    }

    fn bounds(
        &mut self,
        table: &TermTable,
        path: &PathCondition,
        base: usize,
        term: Term,
    ) -> Option<(u64, u64)> {
        let mut learner = self.learner(table, path, base);
        let value = learner.evaluate(term);
        self.memo = learner.take_memo();
        let value = value?;
        (!value.is_empty()).then(|| (value.min(), value.max()))
    }

    fn values(
        &mut self,
        table: &TermTable,
        path: &PathCondition,
        base: usize,
        term: Term,
        limit: usize,
    ) -> Option<Vec<u64>> {
        let mut learner = self.learner(table, path, base);
        let value = learner.evaluate(term);
        self.memo = learner.take_memo();
        let value = value?;
        // Numbers that the bits exclude are counted, but not many.
        if value.count() > 4 * limit as u128 {
            return None;
        }
        let values: Vec<u64> = value.values().take(limit + 1).collect();
        (values.len() <= limit).then_some(values)
    }

    fn given_up(&self) -> &[(&'static str, u64)] {
        &self.given_up
    }
}

#[cfg(test)]
mod tests {
    use everypath_term::Random;
    use everypath_term::{Assignment, BinaryOp, evaluate};
    use proptest::prelude::*;

    use super::*;
    use crate::{Answer, Solver, SolverOptions};

    fn solver(layers: Vec<LayerKind>) -> Solver {
        let options = SolverOptions {
            layers,
            ..SolverOptions::default()
        };
        Solver::new(options).unwrap()
    }

    const OPERATORS: [BinaryOp; 14] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::Shl,
        BinaryOp::LShr,
        BinaryOp::AShr,
        BinaryOp::Add,
        BinaryOp::Mul,
        BinaryOp::UDiv,
        BinaryOp::URem,
        BinaryOp::SDiv,
        BinaryOp::SRem,
    ];

    const COMPARISONS: [BinaryOp; 6] = [
        BinaryOp::Eq,
        BinaryOp::Ne,
        BinaryOp::Ult,
        BinaryOp::Ule,
        BinaryOp::Slt,
        BinaryOp::Sle,
    ];

    /// A term of `width` bits over the inputs, or over one of them; of the first `operators`.
    fn word(
        table: &mut TermTable,
        random: &mut Random,
        inputs: &[Term],
        width: u32,
        depth: u32,
        operators: usize,
    ) -> Term {
        let operand = |table: &mut TermTable, random: &mut Random| {
            if random.index(3) == 0 || depth == 0 {
                let value = random.index(1 << width.min(12));
                table.constant(width, value as u64)
            } else {
                word(table, random, inputs, width, depth - 1, operators)
            }
        };
        match if depth == 0 { 0 } else { random.index(9) } {
            0..=2 => {
                let input = inputs[random.index(inputs.len())];
                match random.index(2) {
                    0 => table.resize_unsigned(input, width),
                    _ => table.resize_signed(input, width),
                }
            }
            3 => {
                let whole = operand(table, random);
                let low = random.index(width as usize) as u32;
                let part = table.extract(whole, width - 1, low);
                match random.index(3) {
                    0 => table.resize_unsigned(part, width),
                    1 => table.resize_signed(part, width),
                    _ if low == 0 => part,
                    _ => {
                        let other = operand(table, random);
                        let other = table.extract(other, low - 1, 0);
                        table.concat(other, part)
                    }
                }
            }
            4 => {
                let condition = condition(table, random, inputs, width, depth - 1, operators);
                let (a, b) = (operand(table, random), operand(table, random));
                table.ite(condition, a, b)
            }
            _ => {
                let (a, b) = (operand(table, random), operand(table, random));
                table.binary(OPERATORS[random.index(operators)], a, b)
            }
        }
    }

    fn condition(
        table: &mut TermTable,
        random: &mut Random,
        inputs: &[Term],
        width: u32,
        depth: u32,
        operators: usize,
    ) -> Term {
        if depth > 0 && random.index(4) == 0 {
            let a = condition(table, random, inputs, width, depth - 1, operators);
            let b = condition(table, random, inputs, width, depth - 1, operators);
            return match random.index(3) {
                0 => table.and(a, b),
                1 => table.or(a, b),
                _ => table.xor(a, b),
            };
        }
        let a = word(table, random, inputs, width, depth, operators);
        let b = if random.index(3) == 0 {
            word(table, random, inputs, width, depth, operators)
        } else {
            let value = random.index(1 << width.min(12));
            table.constant(width, value as u64)
        };
        table.binary(COMPARISONS[random.index(6)], a, b)
    }

    /// The assignments to the inputs that satisfy a term, as bits.
    fn solutions(table: &TermTable, models: &[Assignment], term: Term) -> u64 {
        let holds = |model: &Assignment| u64::from(!evaluate(table, model, term).is_zero());
        models
            .iter()
            .enumerate()
            .fold(0, |all, (i, model)| all | holds(model) << i)
    }

    /// One path of constraints and 50 questions about it, answered by the layer, by brute force and by bit-blasting. How many
    /// the layer answered.
    fn compare(seed: u64) -> Result<usize, TestCaseError> {
        let mut random = Random::new(seed);
        let mut table = TermTable::new();
        let inputs = [table.input("x", 3), table.input("y", 3)];
        let models: Vec<Assignment> = (0..64)
            .map(|number| {
                let mut model = Assignment::new();
                for (i, &input) in inputs.iter().enumerate() {
                    model.set_u64(table.input_id(input).unwrap(), 3, number >> (3 * i) & 7);
                }
                model
            })
            .collect();
        let mut layer = Intervals {
            without_trying: !seed.is_multiple_of(4),
            ..Intervals::default()
        };
        let mut blasting = solver(vec![]);
        let mut path = PathCondition::new();
        let mut satisfied = u64::MAX;
        let mut answered = 0;
        for question in 0..50 {
            let width = [3, 4, 6][random.index(3)];
            let goal = condition(&mut table, &mut random, &inputs, width, 3, OPERATORS.len());
            let possible = solutions(&table, &models, goal) & satisfied;
            let opposite = satisfied & !possible;
            let blasted = blasting.check(&mut table, &path, goal).unwrap();
            prop_assert_eq!(matches!(blasted, Answer::Sat(_)), possible != 0);
            if opposite != 0 && goal != table.false_() {
                let witness = models[opposite.trailing_zeros() as usize].clone();
                let mut query = Query::new(&path, path.len(), vec![goal], Rc::new(witness));
                match layer.ask(&mut table, &mut query).unwrap() {
                    Step::Evaluated(model) => {
                        answered += 1;
                        prop_assert!(!evaluate(&table, &model, goal).is_zero());
                        for constraint in path.to_vec() {
                            prop_assert!(!evaluate(&table, &model, constraint).is_zero());
                        }
                    }
                    Step::Unsat(core) => {
                        answered += 1;
                        let core_holds = core.iter().fold(u64::MAX, |all, &term| {
                            all & solutions(&table, &models, term)
                        });
                        prop_assert!(core_holds == 0, "{}", table.display(goal));
                    }
                    Step::Pass => {
                        prop_assert!(layer.without_trying, "all assignments can be tried");
                    }
                    Step::Sat(_) | Step::Feasible => prop_assert!(false, "no such answer"),
                }
                for (&term, fact) in &layer.learner(&table, &path, path.len()).into_facts() {
                    for (i, model) in models.iter().enumerate() {
                        let value = evaluate(&table, model, term).to_u64().unwrap();
                        prop_assert!(satisfied >> i & 1 == 0 || fact.value.contains(value));
                    }
                }
            } else {
                answered += 1;
            }
            if question % 8 == 7 && possible != 0 {
                path.push(goal);
                satisfied = possible;
            }
        }
        Ok(answered)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        /// 100,000 queries: answers, cores and facts against all assignments, and all assignments against bit-blasting.
        #[test]
        fn answers_agree_with_brute_force_and_bit_blasting(seed in any::<u64>()) {
            let answered = compare(seed)?;
            prop_assert!(answered >= 15, "{answered} of 50 answered");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn wide_answers_agree_with_bit_blasting(seed in any::<u64>()) {
            let mut random = Random::new(seed);
            let mut table = TermTable::new();
            let width = [16, 32, 64][random.index(3)];
            let inputs = [table.input("x", width), table.input("y", 8), table.input("z", width)];
            let (mut with, mut without) = (solver(vec![LayerKind::Intervals]), solver(vec![]));
            let mut path = PathCondition::new();
            for _ in 0..12 {
                let goal = condition(&mut table, &mut random, &inputs, width, 3, 9);
                let found = with.check(&mut table, &path, goal).unwrap();
                let expected = without.check(&mut table, &path, goal).unwrap();
                prop_assert_eq!(found.word(), expected.word(), "{}", table.display(goal));
                if let Answer::Unsat(core) = &found {
                    prop_assert_eq!(without.check_all(&mut table, core).unwrap().word(), "unsat");
                } else if random.index(3) == 0 {
                    path.push(goal);
                }
                let value = word(&mut table, &mut random, &inputs[1..2], width, 2, 9);
                prop_assert_eq!(
                    with.maximum(&mut table, &path, value).unwrap(),
                    without.maximum(&mut table, &path, value).unwrap()
                );
            }
        }
    }

    #[test]
    fn indexing_needs_no_other_solver() {
        for size in [1, 2, 4, 8, 12] {
            let mut table = TermTable::new();
            let mut solver = solver(vec![LayerKind::Intervals]);
            let mut path = PathCondition::new();
            let index = table.input("i", 32);
            let count = table.constant(32, 280);
            path.push(table.ult(index, count));
            let wide = table.zero_extend(index, 64);
            let factor = table.constant(64, size);
            let offset = table.mul(wide, factor);
            let base = table.constant(64, 0x8000_1000);
            let address = table.add(base, offset);
            let last = table.constant(64, 0x8000_1000 + 279 * size);
            let outside = table.ugt(address, last);
            assert!(matches!(
                solver.check(&mut table, &path, outside),
                Ok(Answer::Unsat(_))
            ));
            let at_end = table.eq(address, last);
            assert!(matches!(
                solver.check(&mut table, &path, at_end),
                Ok(Answer::Sat(_))
            ));
            let unaligned = table.constant(64, 0x8000_1000 + 50 * size + size / 2);
            let between = table.eq(address, unaligned);
            let possible = matches!(solver.check(&mut table, &path, between), Ok(Answer::Sat(_)));
            assert_eq!(possible, size == 1);
            assert_eq!(
                solver.maximum(&mut table, &path, address).unwrap(),
                Some(0x8000_1000 + 279 * size)
            );
            assert_eq!(
                solver.minimum(&mut table, &path, address).unwrap(),
                Some(0x8000_1000)
            );
            let complete = solver.statistics().layers.last().map(|layer| layer.queries);
            assert_eq!(complete, Some(0), "elements of {size} bytes");
        }
    }

    /// A decimal number of up to seven digits, as it is where the rounds of a loop have merged: below its limit, by cases alone.
    #[test]
    fn a_number_of_merged_rounds_needs_no_other_solver() {
        let mut table = TermTable::new();
        let mut solver = solver(vec![LayerKind::Intervals]);
        let ten = table.constant(32, 10);
        let least = table.constant(8, u64::from(b'0'));
        let most = table.constant(8, u64::from(b'9'));
        let mut value = table.constant(32, 0);
        let mut goes_on = table.true_();
        for round in 0..7 {
            let digit = table.input(&format!("digit{round}"), 8);
            let (above, below) = (table.uge(digit, least), table.ule(digit, most));
            let is_digit = table.and(above, below);
            goes_on = table.and(goes_on, is_digit);
            let number = table.sub(digit, least);
            let number = table.zero_extend(number, 32);
            let shifted = table.mul(value, ten);
            let longer = table.add(shifted, number);
            value = table.ite(goes_on, longer, value);
        }
        let limit = table.constant(32, 10_000_000);
        let too_large = table.sge(value, limit);
        let path = PathCondition::new();
        let Ok(Answer::Unsat(core)) = solver.check(&mut table, &path, too_large) else {
            panic!("the number is below the limit");
        };
        assert_eq!(core[..], [too_large]);
        let smaller = table.constant(32, 9_999_999);
        let largest = table.eq(value, smaller);
        assert!(matches!(
            solver.check(&mut table, &path, largest),
            Ok(Answer::Sat(_))
        ));
        let statistics = solver.statistics().layers.last();
        assert_eq!(statistics.map(|layer| layer.unsat), Some(0));
    }

    /// The worst case of the paper: sums of variables that are 0 or a power of two have exponentially many intervals.
    #[test]
    fn sums_of_many_sets_stay_within_the_cap() {
        let mut table = TermTable::new();
        let zero = table.constant(64, 0);
        let mut path = PathCondition::new();
        let mut sum = table.input("y", 64);
        for i in 0..30 {
            let x = table.input("x", 64);
            let power = table.constant(64, 1 << (2 * i));
            let (none, some) = (table.eq(x, zero), table.eq(x, power));
            let either = table.or(none, some);
            path.push(either);
            sum = if i == 0 { x } else { table.add(sum, x) };
        }
        let mut learner = Intervals::default().learner(&table, &path, path.len());
        let value = learner.evaluate(sum).expect("few terms");
        assert!(value.set().ranges().len() <= crate::intervals::value::MOST_RANGES);
        assert_eq!(
            (value.min(), value.max()),
            (0, (0..30).map(|i| 1 << (2 * i)).sum())
        );
        assert!(value.contains(0x5005) && value.contains(0x11));
    }

    #[test]
    fn few_values_are_listed_without_another_solver() {
        let mut table = TermTable::new();
        let mut solver = solver(vec![LayerKind::Intervals]);
        let mut path = PathCondition::new();
        let x = table.input("x", 32);
        let five = table.constant(32, 5);
        path.push(table.ult(x, five));
        let eight = table.constant(32, 8);
        let scaled = table.mul(x, eight);
        let values = solver.values(&mut table, &path, scaled, 10).unwrap();
        assert_eq!(values.values, [0, 8, 16, 24, 32]);
        assert!(values.complete);
        assert_eq!(
            solver.statistics().layers.last().map(|layer| layer.queries),
            Some(0)
        );
    }

    #[test]
    fn what_is_too_large_is_given_up_and_counted() {
        let mut table = TermTable::new();
        let mut layer = Intervals::default();
        let mut term = table.input("x", 32);
        for _ in 0..1000 {
            let squared = table.mul(term, term);
            let one = table.constant(32, 1);
            term = table.add(squared, one);
        }
        let five = table.constant(32, 5);
        let goal = table.eq(term, five);
        let path = PathCondition::new();
        let mut query = Query::new(&path, 0, vec![goal], Rc::new(Assignment::new()));
        assert!(matches!(layer.ask(&mut table, &mut query), Ok(Step::Pass)));
        assert_eq!(layer.given_up()[0], ("size", 1));
        assert_eq!(layer.given_up()[1..], GivenUp::NONE[1..]);
    }
}
