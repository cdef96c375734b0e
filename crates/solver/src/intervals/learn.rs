//! The learning stage: what a constraint that holds says of the terms in it, top down.
//!
//! After PARTI, section on the learning stage. A constraint is first evaluated bottom up with what is known, then the value 1 of
//! its root is pushed down: every operand gets the values that can lead to those of the result. Where one operand
//! is unknown and its preimage exact, only the operand learns (the paper's caterpillar trees); else the term
//! itself keeps what could not be pushed further. A disjunction teaches what all its sides teach.
//!
//! A word that a program reads byte by byte is a concatenation of inputs: it is a term like any other, and what is known of it
//! is kept beside what is known of its bytes.

use std::collections::BTreeMap;
use std::rc::Rc;

use everypath_term::{Kind, Node, Sort, Term, TermTable};
use imbl::OrdMap;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::decide;
use super::preimage;
use super::value::Value;

/// Constraints with more terms than this teach nothing.
pub const MOST_TERMS: usize = 600;
/// Steps downwards per constraint.
pub const MOST_STEPS: usize = 400;
/// Chains of more terms are learnt from as other constraints are.
const LONGEST_CHAIN: usize = 16;
/// Values that are kept between questions.
const MOST_KEPT: usize = 1 << 16;
/// Facts that are kept apart from the map.
const MOST_FRESH: usize = 8;
/// Nesting of operands downwards.
const DEEPEST: usize = 64;
/// Facts with more reasons than this hold because of all constraints.
const MOST_REASONS: usize = 96;

/// Constraints that something follows from; `None` stands for all.
pub type Reasons = Option<Rc<[Term]>>;

/// What is known of a term, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// It has one of these values.
    pub value: Value,
    /// Because of these constraints.
    pub reasons: Reasons,
}

/// Facts about terms. Persistent: clones share what they have in common.
pub type Facts = OrdMap<Term, Rc<Fact>>;

/// What comes of a constraint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Learnt {
    /// Facts, perhaps none that are new.
    Facts,
    /// It cannot hold together with the reasons (it is one of them).
    Contradiction(Reasons),
    /// The constraint is too large.
    TooLarge,
}

/// The values of a term under some facts.
#[derive(Clone, Debug)]
struct Evaluated {
    value: Rc<Value>,
    /// Whether they depend on a fact.
    by_facts: bool,
}

/// Values of terms under facts that did not change since; kept between questions about the same facts.
#[derive(Clone, Debug, Default)]
pub struct Memo(FxHashMap<Term, Evaluated>);

/// Facts, and the values of terms that follow from them.
pub struct Learner<'a> {
    pub(super) table: &'a TermTable,
    facts: Facts,
    /// The newest facts, which hide older ones: changing a shared map copies a part of it.
    fresh: SmallVec<[(Term, Rc<Fact>); 4]>,
    /// Values of terms under the facts; gone when a fact changes.
    values: Memo,
    /// Values under the facts that the learner began with, if others have come.
    first_values: Option<Memo>,
    /// The terms that have learnt something, in order.
    changed: Vec<Term>,
    /// Steps downwards that are left.
    steps: usize,
    /// Terms that one evaluation may find the values of.
    most_terms: usize,
}

/// Values that terms have been found to have, in the order in which they were found.
type Found = SmallVec<[(Term, Value); 2]>;

/// The operands that a value depends on: those of bit-vector sort, of a read its index.
#[derive(Clone, Copy)]
pub(super) struct Operands {
    terms: [Term; 3],
    count: usize,
}

impl Operands {
    /// None if the term is opaque: a leaf, a read of unknown memory or a term with an operand of more than 64 bits.
    pub(super) fn of(table: &TermTable, node: Node) -> Self {
        let mut operands = Self {
            terms: [Term::from_index(0); 3],
            count: 0,
        };
        if node.kind == Kind::Read {
            if table.literal(node.first()).is_some() {
                operands.terms[0] = node.second();
                operands.count = 1;
            }
            return operands;
        }
        for child in node.children() {
            match table.sort(child) {
                Sort::Bits(width) if width <= 64 => {
                    operands.terms[operands.count] = child;
                    operands.count += 1;
                }
                _ => {
                    operands.count = 0;
                    return operands;
                }
            }
        }
        operands
    }

    /// In order.
    pub(super) fn terms(&self) -> &[Term] {
        &self.terms[..self.count]
    }
}

/// One term of a chain and its values under the facts; operand number `which` is the next one.
struct Link {
    term: Term,
    node: Node,
    operands: Operands,
    which: usize,
    value: Value,
}

impl Link {
    /// The values of the operands in order; `open` for the one that is no constant.
    fn operand_values(&self, table: &TermTable, open: &Value) -> SmallVec<[Value; 3]> {
        let operands = self.operands.terms().iter().enumerate();
        operands
            .map(|(which, &operand)| match table.as_u64(operand) {
                Some(constant) if which != self.which => {
                    Value::constant(table.width(operand), constant)
                }
                _ => open.clone(),
            })
            .collect()
    }
}

impl<'a> Learner<'a> {
    /// A learner that knows some facts.
    pub fn new(table: &'a TermTable, facts: Facts) -> Self {
        Self::with_memo(table, facts, Memo::default())
    }

    /// A learner that knows some facts and values under them.
    pub fn with_memo(table: &'a TermTable, facts: Facts, values: Memo) -> Self {
        Self {
            table,
            facts,
            fresh: SmallVec::new(),
            values,
            first_values: None,
            changed: Vec::new(),
            steps: 0,
            most_terms: MOST_TERMS,
        }
    }

    /// What is known of a term.
    pub fn fact(&self, term: Term) -> Option<&Rc<Fact>> {
        let fresh = self.fresh.iter().rfind(|(other, _)| *other == term);
        fresh
            .map(|(_, fact)| fact)
            .or_else(|| self.facts.get(&term))
    }

    fn learn(&mut self, term: Term, fact: Fact) {
        let fact = Rc::new(fact);
        if self.fresh.len() == MOST_FRESH {
            self.facts.extend(self.fresh.drain(..));
        }
        self.fresh.push((term, fact));
        match self.first_values {
            None => self.first_values = Some(std::mem::take(&mut self.values)),
            Some(_) => self.values.0.clear(),
        }
    }

    /// What is known.
    pub fn into_facts(mut self) -> Facts {
        self.facts.extend(self.fresh.drain(..));
        self.facts
    }

    /// The values found under the facts that the learner began with.
    pub fn take_memo(&mut self) -> Memo {
        let mut memo = self.first_values.take();
        let memo = memo.as_mut().unwrap_or(&mut self.values);
        match memo.0.len() > MOST_KEPT {
            true => Memo::default(),
            false => std::mem::take(memo),
        }
    }

    /// The terms that learnt something since the learner was made; operands before the terms that use them.
    pub fn changed(&self) -> Vec<Term> {
        let mut changed = self.changed.clone();
        changed.sort_unstable();
        changed.dedup();
        changed
    }

    /// The values of a term of at most 64 bits under the facts, bottom up. `None` if it takes too much work.
    pub fn evaluate(&mut self, root: Term) -> Option<Rc<Value>> {
        let mut stack: SmallVec<[Term; 16]> = SmallVec::from_slice(&[root]);
        let mut work = 0;
        while let Some(&term) = stack.last() {
            if self.values.0.contains_key(&term) {
                stack.pop();
                continue;
            }
            let node = self.table.node(term);
            let operands = Operands::of(self.table, node);
            let before = stack.len();
            stack.extend(
                operands
                    .terms()
                    .iter()
                    .copied()
                    .filter(|operand| !self.values.0.contains_key(operand)),
            );
            if stack.len() > before {
                continue;
            }
            work += 1;
            self.table.count_sets(1);
            if work > self.most_terms {
                return None;
            }
            let mut by_facts = false;
            let mut value = match self.table.as_u64(term) {
                Some(constant) => Value::constant(node.width, constant),
                None if operands.count == 0 => Value::top(node.width),
                None => {
                    let found = operands.terms().iter().filter_map(|t| self.values.0.get(t));
                    let known: SmallVec<[&Value; 3]> = found
                        .map(|found| {
                            by_facts |= found.by_facts;
                            &*found.value
                        })
                        .collect();
                    decide::apply(self.table, node, &known)
                }
            };
            if let Some(fact) = self.fact(term) {
                value = value.meet(&fact.value);
                by_facts = true;
            }
            let value = Rc::new(value);
            self.values.0.insert(term, Evaluated { value, by_facts });
            stack.pop();
        }
        self.found(root)
    }

    /// What [`Self::evaluate`] found.
    fn found(&self, term: Term) -> Option<Rc<Value>> {
        Some(self.values.0.get(&term)?.value.clone())
    }

    /// The values of a term: those found by [`Self::evaluate`], else all.
    pub fn value(&self, term: Term) -> Rc<Value> {
        self.found(term)
            .unwrap_or_else(|| Rc::new(Value::top(self.table.width(term))))
    }

    /// The values of a term as far as they are known without work: what was found before the newest facts, and what these say
    /// of the term itself.
    pub fn value_at_hand(&self, term: Term) -> Rc<Value> {
        let before = self
            .first_values
            .as_ref()
            .unwrap_or(&self.values)
            .0
            .get(&term);
        let fresh = self.fresh.iter().rfind(|(other, _)| *other == term);
        match (before, fresh) {
            (Some(before), None) => before.value.clone(),
            (_, Some((_, fact))) => Rc::new(fact.value.clone()),
            (None, None) => self.fact(term).map_or_else(
                || Rc::new(Value::top(self.table.width(term))),
                |fact| Rc::new(fact.value.clone()),
            ),
        }
    }

    /// Learns from a constraint (of width 1) that holds, as much as [`MOST_STEPS`] give.
    pub fn assume(&mut self, constraint: Term) -> Learnt {
        self.steps = MOST_STEPS;
        self.assume_in_steps(constraint, true)
    }

    /// The same for the last constraints, with `steps` steps downwards for all of them, and of as few terms. How many are left.
    pub fn assume_within(&mut self, constraints: &[Term], steps: usize) -> (Learnt, usize) {
        self.steps = steps;
        self.most_terms = (4 * steps).min(MOST_TERMS);
        let mut all = Learnt::Facts;
        for (place, &constraint) in constraints.iter().enumerate() {
            // Nobody asks for the reasons of what the last one teaches.
            match self.assume_in_steps(constraint, place + 1 < constraints.len()) {
                Learnt::Facts => {}
                Learnt::TooLarge => all = Learnt::TooLarge,
                contradiction => return (contradiction, self.steps),
            }
        }
        (all, self.steps)
    }

    /// Learns from one case of a condition (of width 1) that is open: that it holds, or that it does not. What that teaches has no other
    /// reasons than those of the facts that were there, so it counts only together with the other case.
    pub fn suppose(&mut self, condition: Term, truth: bool) -> Learnt {
        self.steps = MOST_STEPS;
        let Some(value) = self.evaluate(condition) else {
            return Learnt::TooLarge;
        };
        let mut found = Found::new();
        let possible =
            !value.is_empty() && self.narrow(condition, Value::bool(truth), &mut found, DEEPEST);
        let reasons = self.reasons_within(condition, Vec::new());
        match possible.then_some(found).and_then(merge) {
            None => Learnt::Contradiction(reasons),
            Some(merged) => {
                self.learn_all(merged, reasons);
                Learnt::Facts
            }
        }
    }

    /// A learner that knows the same, for one of several cases.
    pub fn branch(&self) -> Self {
        Self {
            table: self.table,
            facts: self.facts.clone(),
            fresh: self.fresh.clone(),
            values: Memo::default(),
            first_values: None,
            changed: self.changed.clone(),
            steps: 0,
            most_terms: self.most_terms,
        }
    }

    fn assume_in_steps(&mut self, constraint: Term, with_reasons: bool) -> Learnt {
        let found = match self.along_chain(constraint) {
            Some(found) => found,
            None => {
                let Some(value) = self.evaluate(constraint) else {
                    return Learnt::TooLarge;
                };
                if value.as_single() == Some(1) {
                    return Learnt::Facts;
                }
                let mut found = Found::new();
                let possible = !value.is_empty()
                    && self.narrow(constraint, Value::bool(true), &mut found, DEEPEST);
                possible.then_some(found)
            }
        };
        let Some(merged) = found.and_then(merge) else {
            return Learnt::Contradiction(self.reasons(constraint));
        };
        let reasons = match with_reasons {
            true => self.reasons(constraint),
            false => None,
        };
        self.learn_all(merged, reasons);
        Learnt::Facts
    }

    /// Values of terms, all for the same reasons.
    fn learn_all(&mut self, values: BTreeMap<Term, Value>, reasons: Reasons) {
        for (term, value) in values {
            if self.fact(term).is_some_and(|fact| fact.value == value) {
                continue;
            }
            let fact = Fact {
                value,
                reasons: reasons.clone(),
            };
            self.learn(term, fact);
            self.changed.push(term);
        }
    }

    /// The same as evaluating and [narrowing](Self::narrow) a constraint, for one in which every operator has one operand that
    /// is no constant, down to a leaf: most are like that. `None` if it is not; nothing found inside if it cannot hold.
    fn along_chain(&mut self, constraint: Term) -> Option<Option<Found>> {
        let mut chain: SmallVec<[Link; 6]> = SmallVec::new();
        let mut term = constraint;
        loop {
            let node = self.table.node(term);
            let operands = Operands::of(self.table, node);
            let mut open = None;
            for (which, &operand) in operands.terms().iter().enumerate() {
                if self.table.as_u64(operand).is_none() {
                    if open.is_some() {
                        return None;
                    }
                    open = Some(which);
                }
            }
            if chain.len() == LONGEST_CHAIN || node.kind == Kind::Constant {
                return None;
            }
            chain.push(Link {
                term,
                node,
                operands,
                which: open.unwrap_or(0),
                value: Value::top(node.width),
            });
            match open {
                Some(which) => term = operands.terms()[which],
                None if operands.count == 0 => break,
                None => return None,
            }
        }
        for place in (0..chain.len()).rev() {
            let mut value = match chain.get(place + 1) {
                None => Value::top(chain[place].node.width),
                Some(below) => {
                    let link = &chain[place];
                    let values = link.operand_values(self.table, &below.value);
                    let known: SmallVec<[&Value; 3]> = values.iter().collect();
                    decide::apply(self.table, link.node, &known)
                }
            };
            let term = chain[place].term;
            if let Some(fact) = self.fact(term) {
                value = value.meet(&fact.value);
            }
            chain[place].value = value;
        }
        let mut found = Found::new();
        let mut target = Value::bool(true);
        for (place, link) in chain.iter().enumerate() {
            target = link.value.meet(&target);
            if target.is_empty() {
                return Some(None);
            }
            if target == link.value {
                break;
            }
            let Some(below) = chain.get(place + 1) else {
                found.push((link.term, target));
                break;
            };
            let values = link.operand_values(self.table, &below.value);
            let known: SmallVec<[&Value; 3]> = values.iter().collect();
            let part = preimage::operand(self.table, link.node, link.which, &known, &target);
            // A branch may be taken for either value of its result; sides are a matter of disjunctions.
            if !part.exact {
                found.push((link.term, target));
            }
            target = part.value;
        }
        Some(Some(found))
    }

    /// A constraint and the reasons of all facts about terms in it.
    fn reasons(&self, constraint: Term) -> Reasons {
        self.reasons_within(constraint, vec![constraint])
    }

    /// `all` and the reasons of all facts about terms in `constraint`.
    fn reasons_within(&self, constraint: Term, mut all: Vec<Term>) -> Reasons {
        let mut seen = FxHashSet::default();
        let mut open: SmallVec<[Term; 16]> = SmallVec::from_slice(&[constraint]);
        while let Some(term) = open.pop() {
            let no_facts = |found: &Evaluated| !found.by_facts;
            if !seen.insert(term) || self.values.0.get(&term).is_some_and(no_facts) {
                continue;
            }
            if let Some(fact) = self.fact(term) {
                all.extend_from_slice(fact.reasons.as_ref()?);
                if all.len() > 4 * MOST_REASONS {
                    all.sort_unstable();
                    all.dedup();
                }
            }
            open.extend_from_slice(Operands::of(self.table, self.table.node(term)).terms());
        }
        all.sort_unstable();
        all.dedup();
        (all.len() <= MOST_REASONS).then(|| all.into())
    }

    /// Pushes values of a term down. False if it cannot have them.
    fn narrow(
        &mut self,
        mut term: Term,
        mut target: Value,
        found: &mut Found,
        depth: usize,
    ) -> bool {
        loop {
            let have = self.value(term);
            target = have.meet(&target);
            if target.is_empty() {
                return false;
            }
            if target == *have {
                return true;
            }
            let node = self.table.node(term);
            let operands = Operands::of(self.table, node);
            if operands.count == 0 || depth == 0 || self.steps == 0 {
                found.push((term, target));
                return true;
            }
            self.steps -= 1;
            self.table.count_sets(1);
            if let Some(sides) = self.sides(node, &target) {
                found.push((term, target));
                return self.disjunction(sides, found, depth);
            }
            let values: SmallVec<[Rc<Value>; 3]> = operands
                .terms()
                .iter()
                .map(|&operand| self.value(operand))
                .collect();
            let known: SmallVec<[&Value; 3]> = values.iter().map(Rc::as_ref).collect();
            let mut open: SmallVec<[(Term, preimage::Preimage); 3]> = SmallVec::new();
            for (which, (&operand, value)) in operands.terms().iter().zip(&known).enumerate() {
                if value.as_single().is_none() {
                    let found = preimage::operand(self.table, node, which, &known, &target);
                    open.push((operand, found));
                }
            }
            match &mut open[..] {
                // No operand is open, yet the result is: only a fact about the result can say so.
                [] => {
                    found.push((term, target));
                    return true;
                }
                [(operand, only)] => {
                    if !only.exact {
                        found.push((term, target));
                    }
                    term = *operand;
                    target = only.value.clone();
                }
                several => {
                    found.push((term, target));
                    return several.iter().all(|(operand, part)| {
                        self.narrow(*operand, part.value.clone(), found, depth - 1)
                    });
                }
            }
        }
    }

    /// The sides of a disjunction: of each, what would hold together.
    fn sides(&self, node: Node, target: &Value) -> Option<[Vec<(Term, Value)>; 2]> {
        let (a, b) = (node.first(), node.second());
        match (node.kind, node.width, target.as_single()) {
            (Kind::Or, 1, Some(1)) => Some([a, b].map(|side| vec![(side, Value::bool(true))])),
            (Kind::And, 1, Some(0)) => Some([a, b].map(|side| vec![(side, Value::bool(false))])),
            (Kind::Xor, 1, Some(truth)) => Some([true, false].map(|first| {
                vec![
                    (a, Value::bool(first)),
                    (b, Value::bool(first != (truth == 1))),
                ]
            })),
            (Kind::Ite, ..) => Some(
                [(b, true), (node.third(), false)]
                    .map(|(branch, taken)| vec![(a, Value::bool(taken)), (branch, target.clone())]),
            ),
            _ => None,
        }
    }

    /// What all sides that are possible have in common.
    fn disjunction(
        &mut self,
        sides: [Vec<(Term, Value)>; 2],
        found: &mut Found,
        depth: usize,
    ) -> bool {
        let mut possible: Vec<BTreeMap<Term, Value>> = Vec::new();
        for side in sides {
            let mut of_side = Found::new();
            let holds = side
                .into_iter()
                .all(|(term, value)| self.narrow(term, value, &mut of_side, depth - 1));
            if holds && let Some(merged) = merge(of_side) {
                possible.push(merged);
            }
        }
        let mut possible = possible.into_iter();
        let Some(first) = possible.next() else {
            return false;
        };
        match possible.next() {
            None => found.extend(first),
            Some(second) => found.extend(first.into_iter().filter_map(|(term, value)| {
                let either = value.join(second.get(&term)?);
                (either != *self.value(term)).then_some((term, either))
            })),
        }
        true
    }
}

/// All that was found of each term. `None` if it is a contradiction.
fn merge(found: Found) -> Option<BTreeMap<Term, Value>> {
    let mut merged: BTreeMap<Term, Value> = BTreeMap::new();
    for (term, value) in found {
        let both = match merged.get(&term) {
            Some(other) => other.meet(&value),
            None => value,
        };
        if both.is_empty() {
            return None;
        }
        merged.insert(term, both);
    }
    Some(merged)
}

/// Assumptions that shrinking a core may make.
const MOST_ASSUMPTIONS: usize = 2000;

/// Why some constraints contradict each other; `None` if learning does not find that they do.
fn contradiction(table: &TermTable, constraints: &[Term]) -> Option<Reasons> {
    let mut learner = Learner::new(table, Facts::new());
    constraints
        .iter()
        .find_map(|&constraint| match learner.assume(constraint) {
            Learnt::Contradiction(reasons) => Some(reasons),
            Learnt::Facts | Learnt::TooLarge => None,
        })
}

/// A core made small: ever smaller parts of it are left out for good if the rest still is found contradictory. `None` if the
/// constraints are not found contradictory by themselves, or if there was not enough work allowed to try all parts.
///
/// After A. Zeller, R. Hildebrandt: "Simplifying and Isolating Failure-Inducing Input" (2002), without the step that starts again.
pub fn shrink(table: &TermTable, core: &[Term]) -> Option<Vec<Term>> {
    let mut core = core.to_vec();
    let keep = |candidate: Vec<Term>| match contradiction(table, &candidate)? {
        Some(reasons) => Some(
            candidate
                .into_iter()
                .filter(|constraint| reasons.contains(constraint))
                .collect(),
        ),
        None => Some(candidate),
    };
    core = keep(core)?;
    let mut work = 0;
    let mut size = core.len().div_ceil(2);
    while size > 0 {
        let mut from = 0;
        while from < core.len() && core.len() > 1 {
            work += core.len();
            if work > MOST_ASSUMPTIONS {
                return None;
            }
            let to = (from + size).min(core.len());
            let candidate: Vec<Term> = [&core[..from], &core[to..]].concat();
            match keep(candidate) {
                Some(smaller) => {
                    // What the reasons leave out may lie before.
                    from = from.min(smaller.len());
                    core = smaller;
                }
                None => from = to,
            }
        }
        size /= 2;
    }
    Some(core)
}

#[cfg(test)]
mod tests {
    use everypath_term::{BinaryOp, UnaryOp, evaluate};

    use super::*;
    use everypath_term::Assignment;

    /// The values of `input` that satisfy a term which has no other input.
    fn solutions(table: &TermTable, input: Term, term: Term) -> Vec<u64> {
        (0..1u64 << table.width(input))
            .filter(|&value| {
                let mut model = Assignment::new();
                if let Some(id) = table.input_id(input) {
                    model.set_u64(id, table.width(input), value);
                }
                !evaluate(table, &model, term).is_zero()
            })
            .collect()
    }

    /// What one constraint teaches of its input is exactly its set of solutions.
    fn check(table: &TermTable, input: Term, constraint: Term) {
        let expected = solutions(table, input, constraint);
        let mut learner = Learner::new(table, Facts::new());
        match learner.assume(constraint) {
            Learnt::Facts => {
                let value = learner.evaluate(input).expect("small");
                let found: Vec<u64> = value.values().collect();
                assert_eq!(found, expected, "{}", table.display(constraint));
                assert!(!expected.is_empty());
            }
            Learnt::Contradiction(reasons) => {
                assert!(expected.is_empty(), "{}", table.display(constraint));
                assert_eq!(reasons.as_deref(), Some(&[constraint][..]));
            }
            Learnt::TooLarge => panic!("{}", table.display(constraint)),
        }
    }

    const OPERATORS: [BinaryOp; 20] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::UDiv,
        BinaryOp::URem,
        BinaryOp::SDiv,
        BinaryOp::SRem,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::Shl,
        BinaryOp::LShr,
        BinaryOp::AShr,
        BinaryOp::Eq,
        BinaryOp::Ne,
        BinaryOp::Ult,
        BinaryOp::Ule,
        BinaryOp::Slt,
        BinaryOp::Sle,
        BinaryOp::RotateLeft,
    ];
    const COMPARISONS: [BinaryOp; 6] = [
        BinaryOp::Eq,
        BinaryOp::Ne,
        BinaryOp::Ult,
        BinaryOp::Ule,
        BinaryOp::Slt,
        BinaryOp::Sle,
    ];

    #[test]
    fn every_operator_with_a_constant_teaches_exactly_its_solutions() {
        let mut table = TermTable::without_rules();
        let x = table.input("x", 4);
        for op in OPERATORS
            .into_iter()
            .filter(|&op| op != BinaryOp::RotateLeft)
        {
            for c in 0..16 {
                let c = table.constant(4, c);
                for (a, b) in [(x, c), (c, x)] {
                    let term = table.binary(op, a, b);
                    let negated = table.not(term);
                    if op.is_comparison() {
                        check(&table, x, term);
                        check(&table, x, negated);
                        continue;
                    }
                    for limit in 0..16 {
                        let limit = table.constant(4, limit);
                        for compare in COMPARISONS {
                            let constraint = table.binary(compare, term, limit);
                            check(&table, x, constraint);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn casts_and_parts_teach_exactly_their_solutions() {
        let mut table = TermTable::new();
        let x = table.input("x", 4);
        let mut terms = vec![table.unary(UnaryOp::Not, x), table.unary(UnaryOp::Neg, x)];
        terms.extend([table.zero_extend(x, 6), table.sign_extend(x, 6)]);
        for low in 0..4 {
            for high in low..4 {
                terms.push(table.extract(x, high, low));
            }
        }
        for part in 0..4 {
            let part = table.constant(2, part);
            terms.extend([table.concat(x, part), table.concat(part, x)]);
        }
        for term in terms {
            let width = table.width(term);
            for limit in 0..1 << width {
                let limit = table.constant(width, limit);
                for compare in COMPARISONS {
                    let constraint = table.binary(compare, term, limit);
                    check(&table, x, constraint);
                    let other = table.constant(4, 5);
                    let other = table.ult(x, other);
                    let either = table.or(constraint, other);
                    check(&table, x, either);
                }
            }
        }
    }

    #[test]
    fn words_of_bytes_learn_as_words_and_as_bytes() {
        let mut table = TermTable::new();
        let bytes: Vec<Term> = (0..4).map(|i| table.input(&format!("b{i}"), 8)).collect();
        let word = bytes[1..]
            .iter()
            .fold(bytes[0], |word, &byte| table.concat(byte, word));
        let limit = table.constant(32, 300);
        let small = table.ult(word, limit);
        let mut learner = Learner::new(&table, Facts::new());
        assert_eq!(learner.assume(small), Learnt::Facts);
        assert_eq!(learner.evaluate(word).map(|v| v.max()), Some(299));
        assert_eq!(
            learner.evaluate(bytes[3]).and_then(|v| v.as_single()),
            Some(0)
        );
        assert_eq!(learner.evaluate(bytes[1]).map(|v| v.max()), Some(1));
        assert_eq!(learner.evaluate(bytes[0]).map(|v| v.max()), Some(255));
    }

    #[test]
    fn large_constraints_teach_nothing() {
        let mut table = TermTable::new();
        let mut term = table.input("x", 32);
        for _ in 0..MOST_TERMS {
            let squared = table.mul(term, term);
            let one = table.constant(32, 1);
            term = table.add(squared, one);
        }
        let five = table.constant(32, 5);
        let constraint = table.eq(term, five);
        assert_eq!(
            Learner::new(&table, Facts::new()).assume(constraint),
            Learnt::TooLarge
        );
    }
}
