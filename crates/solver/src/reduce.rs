//! A query rewritten as a whole before it goes to gates once more: what its assertions say of one another is used up.
//!
//! Assertions are taken apart into conjuncts. A conjunct is known to hold wherever else it occurs; an equation that can be solved for an
//! input replaces the input, and the equation goes; two numbers of which neither is less than the other are equal; quotients that are compared become products ([`crate::quotients`]); sums and products become polynomials ([`TermTable::with_polynomials`]); what is made of
//! inputs that occur once becomes an input ([`crate::unconstrained`]). This goes on until nothing changes. It is the preprocessing of other solvers for bit-vectors (A. Niemetz, M. Preiner, "Bitwuzla", CAV 2023:
//! flattening, embedded constraints, variable substitution, normalisation; elimination of unconstrained variables is Boolector's), but per query and for those only that turn out to be hard,
//! since what is rewritten shares no gates with other queries.
//!
//! The result is satisfiable iff the query is: a model gets the values of the inputs that were replaced, and each conjunct has the
//! assertions that it comes from, for cores.

use std::rc::Rc;

use everypath_term::{Assignment, Bits, Evaluator, InputId, Kind, Term, TermTable};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::layers::simplify::fixed;
use crate::quotients::compared_as_products;
use crate::unconstrained::{Names, eliminate};

/// Rounds of replacing at most, each over the whole query.
const ROUNDS: usize = 40;
/// How deep below the side of an equation an input is looked for.
const DEPTH: u32 = 8;
/// A conjunct that comes from more assertions than this is said to come from all.
const SOURCES: usize = 64;

/// Assertions that something comes from, by index, ascending; none: perhaps all.
type Sources = Option<Rc<[u32]>>;

/// A query that was rewritten.
#[derive(Debug)]
pub struct Reduction {
    /// The conjuncts that are left.
    pub conjuncts: Vec<Term>,
    sources: Vec<Sources>,
    /// What inputs are, over inputs that are defined later or not at all.
    definitions: Vec<(Term, Term)>,
    /// Where a conjunct became false: what it comes from.
    refuted: Option<Sources>,
}

/// Whether it can be seen by rewriting alone, without a search, that assertions do not hold together: where they are equations of polynomials.
pub fn is_contradiction(table: &mut TermTable, assertions: &[Term]) -> bool {
    let nothing = |_| None;
    let reduction = Reduction::of(table, assertions, &nothing, &mut Names::default());
    reduction.refuted.is_some()
}

/// What becomes of a conjunct in one round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// It is an equation that was solved: it goes.
    Solved,
    /// It says what holds elsewhere, so it stays itself, but for what is below it.
    Fact,
    /// All that is known is replaced in it.
    Other,
}

/// A term and what its value rests on.
#[derive(Clone, Debug)]
struct Replaced {
    term: Term,
    sources: Sources,
}

/// What holds of terms.
type Facts = FxHashMap<Term, Replaced>;

impl Reduction {
    /// Rewrites a query. `known` tells which conditions are constant although their terms are not; `names` are kept from query to query.
    pub fn of(
        table: &mut TermTable,
        assertions: &[Term],
        known: &dyn Fn(Term) -> Option<bool>,
        names: &mut Names,
    ) -> Self {
        let mut reduction = Reduction {
            conjuncts: assertions.to_vec(),
            sources: (0..assertions.len() as u32)
                .map(|number| Some(Rc::from([number])))
                .collect(),
            definitions: Vec::new(),
            refuted: None,
        };
        loop {
            for _ in 0..ROUNDS {
                reduction.take_apart(table, known);
                reduction.pinch(table);
                if reduction.refuted.is_some() || !reduction.replace(table) {
                    break;
                }
            }
            if reduction.refuted.is_some() {
                return reduction;
            }
            // All make what they replace smaller or a normal form, so this ends.
            if reduction.compare_products(table) {
                continue;
            }
            let simple = table.with_polynomials(&reduction.conjuncts);
            if simple != reduction.conjuncts {
                reduction.conjuncts = simple;
            } else if let Some(fewer) = eliminate(table, &reduction.conjuncts, names) {
                reduction.conjuncts = fewer.conjuncts;
                reduction
                    .definitions
                    .extend(fewer.definitions.into_iter().rev());
            } else {
                return reduction;
            }
        }
    }

    /// Those of the assertions that cannot hold together, if that is what was found.
    pub fn refuted(&self, assertions: &[Term]) -> Option<Rc<[Term]>> {
        let sources = self.refuted.as_ref();
        sources.map(|sources| terms(sources, assertions))
    }

    /// Those of the assertions that some of the conjuncts come from.
    pub fn origin(&self, core: &[Term], assertions: &[Term]) -> Rc<[Term]> {
        let core: FxHashSet<Term> = core.iter().copied().collect();
        let mut sources: Sources = Some(Rc::from([]));
        for (conjunct, its) in self.conjuncts.iter().zip(&self.sources) {
            if core.contains(conjunct) {
                sources = both(&sources, its);
            }
        }
        terms(&sources, assertions)
    }

    /// A model of the query from one of the conjuncts, of the query's inputs only. Inputs that neither mentions are 0.
    pub fn model(
        &self,
        table: &mut TermTable,
        assertions: &[Term],
        model: &Assignment,
    ) -> Assignment {
        let mut model = model.clone();
        let mut inputs: Vec<InputId> = Vec::new();
        for &assertion in assertions {
            inputs.extend_from_slice(&table.inputs_of(assertion));
        }
        inputs.sort_unstable();
        inputs.dedup();
        for &input in &inputs {
            let node = table.node(table.input_term(input));
            if node.kind == Kind::Input && model.get(input).is_none() {
                model.set(input, Bits::zero(node.width));
            }
        }
        for &(input, value) in self.definitions.iter().rev() {
            let value = Evaluator::new(table, &model).evaluate(value);
            if let Some(input) = table.input_id(input) {
                model.set(input, value);
            }
        }
        model.retain(|input| inputs.binary_search(&input).is_ok());
        model
    }

    /// Makes every conjunction several conjuncts, and leaves out what is known.
    fn take_apart(&mut self, table: &mut TermTable, known: &dyn Fn(Term) -> Option<bool>) {
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let conjuncts = std::mem::take(&mut self.conjuncts);
        let sources = std::mem::take(&mut self.sources);
        for (whole, sources) in conjuncts.into_iter().zip(sources) {
            let mut stack = vec![whole];
            while let Some(term) = stack.pop() {
                let node = table.node(term);
                let negated = (node.kind == Kind::Not).then(|| table.node(node.first()));
                match (node.kind, negated) {
                    (Kind::And, _) => stack.extend([node.second(), node.first()]),
                    (Kind::Not, Some(inner)) if inner.kind == Kind::Or => {
                        let parts = [inner.second(), inner.first()].map(|part| table.not(part));
                        stack.extend(parts);
                    }
                    (Kind::Or, _) if known(node.first()) == Some(false) => {
                        stack.push(node.second())
                    }
                    (Kind::Or, _) if known(node.second()) == Some(false) => {
                        stack.push(node.first())
                    }
                    (Kind::Or, _)
                        if [node.first(), node.second()]
                            .map(known)
                            .contains(&Some(true)) => {}
                    _ if table.is_true(term) || !seen.insert(term) => {}
                    _ if table.is_false(term) => {
                        self.refuted = Some(sources.clone());
                        return;
                    }
                    _ => {
                        self.conjuncts.push(term);
                        self.sources.push(sources.clone());
                    }
                }
            }
        }
    }

    /// Makes an equation of two conjuncts by which neither of two numbers is less than the other.
    fn pinch(&mut self, table: &mut TermTable) {
        let mut not_less: FxHashMap<(Kind, Term, Term), usize> = FxHashMap::default();
        let mut superfluous: Vec<usize> = Vec::new();
        for number in 0..self.conjuncts.len() {
            let node = table.node(self.conjuncts[number]);
            if node.kind != Kind::Not {
                continue;
            }
            let less = table.node(node.first());
            if !matches!(less.kind, Kind::Ult | Kind::Slt) {
                continue;
            }
            let (a, b) = (less.first(), less.second());
            match not_less.get(&(less.kind, b, a)) {
                Some(&other) => {
                    self.conjuncts[other] = table.eq(a, b);
                    self.sources[other] = both(&self.sources[other], &self.sources[number]);
                    superfluous.push(number);
                }
                None => {
                    not_less.insert((less.kind, a, b), number);
                }
            }
        }
        for number in superfluous.into_iter().rev() {
            self.conjuncts.remove(number);
            self.sources.remove(number);
        }
    }

    /// Compares products in place of quotients; whether that changed anything.
    fn compare_products(&mut self, table: &mut TermTable) -> bool {
        let Some(conjuncts) = compared_as_products(table, &self.conjuncts) else {
            return false;
        };
        // What is true of products comes from nothing.
        self.sources.resize(conjuncts.len(), Some(Rc::from([])));
        self.conjuncts = conjuncts;
        true
    }

    /// Uses what each conjunct says in all others; whether that changed anything.
    fn replace(&mut self, table: &mut TermTable) -> bool {
        let mut facts = Facts::default();
        let mut mapped: FxHashSet<InputId> = FxHashSet::default();
        let mut used: FxHashSet<InputId> = FxHashSet::default();
        let mut roles = vec![Role::Other; self.conjuncts.len()];
        for (number, &conjunct) in self.conjuncts.iter().enumerate() {
            let sources = &self.sources[number];
            if let Some((input, value)) = solution(table, conjunct)
                && let Some(id) = table.input_id(input)
            {
                let below = table.inputs_of(value);
                // Replacements are made at once, so none may mention what another replaces.
                if !mapped.contains(&id)
                    && !used.contains(&id)
                    && !below.iter().any(|input| mapped.contains(input))
                {
                    mapped.insert(id);
                    used.extend(below.iter());
                    let sources = sources.clone();
                    facts.insert(
                        input,
                        Replaced {
                            term: value,
                            sources,
                        },
                    );
                    self.definitions.push((input, value));
                    roles[number] = Role::Solved;
                    continue;
                }
            }
            let node = table.node(conjunct);
            let (atom, holds) = match node.kind {
                Kind::Not => (node.first(), false),
                _ => (conjunct, true),
            };
            if table.kind(atom) != Kind::Input {
                let (term, sources) = (table.bool(holds), sources.clone());
                facts.entry(atom).or_insert_with(|| {
                    roles[number] = Role::Fact;
                    Replaced { term, sources }
                });
            }
        }
        let mut changed = roles.contains(&Role::Solved);
        let conjuncts = std::mem::take(&mut self.conjuncts);
        let sources = std::mem::take(&mut self.sources);
        let mut replacing = Replacing {
            results: facts,
            unions: FxHashMap::default(),
            nothing: Some(Rc::from([])),
        };
        for ((conjunct, sources), role) in conjuncts.into_iter().zip(sources).zip(roles) {
            let new = match role {
                Role::Solved => continue,
                Role::Fact => replacing.below(table, conjunct),
                Role::Other => replacing.all(table, conjunct),
            };
            changed |= new.term != conjunct;
            self.conjuncts.push(new.term);
            self.sources.push(match new.term == conjunct {
                true => sources,
                false => replacing.union(&sources, &new.sources),
            });
        }
        changed
    }
}

/// Two lists and their union.
type Union = (Rc<[u32]>, Rc<[u32]>, Sources);

/// Replacing in the terms of a query.
struct Replacing {
    /// What is replaced, and what terms became.
    results: Facts,
    /// Unions by the addresses of two lists, which are kept so that no other list gets their place.
    unions: FxHashMap<(*const u32, *const u32), Union>,
    /// No sources.
    nothing: Sources,
}

impl Replacing {
    /// A conjunct with what is below it replaced, but not itself by what it says.
    fn below(&mut self, table: &mut TermTable, conjunct: Term) -> Replaced {
        let node = table.node(conjunct);
        if node.kind == Kind::Not {
            let inner = self.operands_of(table, node.first());
            let term = table.not(inner.term);
            return Replaced { term, ..inner };
        }
        self.operands_of(table, conjunct)
    }

    fn operands_of(&mut self, table: &mut TermTable, term: Term) -> Replaced {
        let children: Vec<Term> = table.node(term).children().collect();
        for child in children {
            self.make(table, child);
        }
        self.rebuilt(table, term)
    }

    /// A term whose operands have results.
    fn rebuilt(&mut self, table: &mut TermTable, term: Term) -> Replaced {
        let mut sources = self.nothing.clone();
        let term = table.with_operands(term, |child| {
            let result = self.results[&child].clone();
            if result.term != child {
                sources = self.union(&sources, &result.sources);
            }
            result.term
        });
        Replaced { term, sources }
    }

    /// A term with everything replaced.
    fn all(&mut self, table: &mut TermTable, term: Term) -> Replaced {
        self.make(table, term);
        self.results[&term].clone()
    }

    fn make(&mut self, table: &mut TermTable, root: Term) {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.results.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let children = table.node(term).children();
            stack.extend(children.filter(|child| !self.results.contains_key(child)));
            if stack.len() > before {
                continue;
            }
            stack.pop();
            let result = self.rebuilt(table, term);
            self.results.insert(term, result);
        }
    }

    /// The union of two, made once for two lists.
    fn union(&mut self, a: &Sources, b: &Sources) -> Sources {
        let (Some(one), Some(two)) = (a, b) else {
            return None;
        };
        if one.is_empty() || Rc::ptr_eq(one, two) {
            return b.clone();
        }
        if two.is_empty() {
            return a.clone();
        }
        let key = (one.as_ptr(), two.as_ptr());
        if let Some((_, _, known)) = self.unions.get(&key) {
            return known.clone();
        }
        let union = both(a, b);
        let kept = (one.clone(), two.clone(), union.clone());
        self.unions.insert(key, kept);
        union
    }
}

fn both(a: &Sources, b: &Sources) -> Sources {
    let (a, b) = (a.as_ref()?, b.as_ref()?);
    let mut all: Vec<u32> = a.iter().chain(b.iter()).copied().collect();
    all.sort_unstable();
    all.dedup();
    (all.len() <= SOURCES).then(|| all.into())
}

fn terms(sources: &Sources, assertions: &[Term]) -> Rc<[Term]> {
    match sources {
        Some(sources) => sources.iter().map(|&at| assertions[at as usize]).collect(),
        None => assertions.into(),
    }
}

/// An input and its value, if a conjunct says no more than that.
fn solution(table: &mut TermTable, conjunct: Term) -> Option<(Term, Term)> {
    let node = table.node(conjunct);
    if node.kind != Kind::Eq {
        return fixed(table, conjunct);
    }
    let (a, b) = (node.first(), node.second());
    isolated(table, a, b, DEPTH).or_else(|| isolated(table, b, a, DEPTH))
}

/// An input and what it equals where `side` equals `other`, whose operations are undone one by one.
fn isolated(table: &mut TermTable, side: Term, other: Term, depth: u32) -> Option<(Term, Term)> {
    let node = table.node(side);
    let below = depth.checked_sub(1)?;
    match node.kind {
        Kind::Input => {
            let id = table.input_id(side)?;
            let mentions = table.inputs_of(other).binary_search(&id).is_ok();
            (!mentions).then_some((side, other))
        }
        Kind::Not => {
            let other = table.not(other);
            isolated(table, node.first(), other, below)
        }
        Kind::Neg => {
            let other = table.neg(other);
            isolated(table, node.first(), other, below)
        }
        Kind::Add | Kind::Xor => {
            for (part, rest) in [(node.first(), node.second()), (node.second(), node.first())] {
                let elsewhere = [table.inputs_of(rest), table.inputs_of(other)];
                let is_elsewhere =
                    |input: &InputId| elsewhere.iter().any(|set| set.binary_search(input).is_ok());
                if table.inputs_of(part).iter().all(is_elsewhere) {
                    continue;
                }
                let other = match node.kind {
                    Kind::Add => table.sub(other, rest),
                    _ => table.xor(other, rest),
                };
                if let Some(found) = isolated(table, part, other, below) {
                    return Some(found);
                }
            }
            None
        }
        Kind::Mul => {
            let factor = table.as_constant(node.second())?;
            let inverse = table.constant_bits(factor.inverse()?);
            let other = table.mul(other, inverse);
            isolated(table, node.first(), other, below)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_numbers_that_are_not_less_than_each_other_one_goes() {
        let mut table = TermTable::new();
        let [i, n] = ["i", "n"].map(|name| table.input(name, 32));
        let [square_i, square_n] = [i, n].map(|it| table.mul(it, it));
        let (at_most, at_least) = (table.ule(i, n), table.ule(n, i));
        let differ = table.ne(square_i, square_n);
        let query = [at_most, at_least, differ];
        let mut names = Names::default();
        let reduction = Reduction::of(&mut table, &query, &|_| None, &mut names);
        assert_eq!(reduction.refuted(&query).as_deref(), Some(&query[..]));
        let query = [at_most, differ];
        let reduction = Reduction::of(&mut table, &query, &|_| None, &mut names);
        assert_eq!(reduction.refuted(&query), None);
    }

    #[test]
    fn equations_of_one_polynomial_are_one_fact() {
        let mut table = TermTable::new();
        let [i, n, s] = ["i", "n", "s"].map(|name| table.input(name, 32));
        let [two, all] = [2, 0xffff_ffff].map(|value| table.constant(32, value));
        let (square, twice) = (table.mul(i, i), table.mul(s, two));
        let sum = table.add(i, twice);
        let invariant = table.eq(square, sum);
        let before = table.add(n, all);
        let product = table.mul(n, before);
        let wrong = table.ne(twice, product);
        let same = table.eq(i, n);
        let query = [same, invariant, wrong];
        let mut names = Names::default();
        let reduction = Reduction::of(&mut table, &query, &|_| None, &mut names);
        assert_eq!(reduction.refuted(&query).as_deref(), Some(&query[..]));
    }
}
