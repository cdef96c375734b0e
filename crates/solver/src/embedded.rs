//! The complete solver of the house: terms to gates to clauses, one incremental CaDiCaL, lemmas for memories.
//!
//! A query is a set of assumed literals, one per assertion, so failed assumptions are cores. Terms are blasted once;
//! their clauses stay in the SAT solver. CaDiCaL gives a value to every variable it has, needed or not, so a long
//! run would drown in the gates of abandoned paths: when these outweigh what the present query needs, a fresh SAT
//! solver gets just that. A query that takes long gets a SAT solver of its own. Both decisions depend on counts only, never on time.
//! What is asked aside leaves nothing behind for the same reason.

use std::rc::Rc;
use std::time::{Duration, Instant};

use everypath_term::{Assignment, Bits, Evaluator, Kind, Sort, Term, TermTable};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::answer::{Answer, SolverError, UnknownReason};
use crate::arrays::{Arrays, Memories, Parts};
use crate::blast::cnf::{Clauses, Cnf};
use crate::blast::gates::Gates;
use crate::blast::literal::Lit;
use crate::blast::words::Words;
use crate::certify::Certify;
use crate::local::{self, Effort};
use crate::options::Interrupt;
use crate::reduce::Reduction;
use crate::sat::{Limits, Outcome, Sat};
use crate::statistics::BlastStatistics;
use crate::unconstrained::Names;

/// A solver that answers every query, up to its limits.
pub trait CompleteSolver {
    /// The name in statistics and messages.
    fn name(&self) -> String;

    /// Whether all of `assertions` (terms of width 1) can hold together. A model has values for their inputs; it has not
    /// been evaluated yet.
    fn solve(&mut self, table: &mut TermTable, assertions: &[Term]) -> Result<Answer, SolverError>;

    /// Lets every query take so many conflicts at most; none: no limit. Gives the limit before. Nothing where conflicts are not counted.
    fn limit_conflicts(&mut self, _limit: Option<u64>) -> Option<u64> {
        None
    }

    /// Lets every query be given up where somebody says so. Nothing where nobody is asked.
    fn interrupt(&mut self, _interrupted: Interrupt) {}

    /// From now on queries are about what may never be asked again: whatever is learnt for them goes with [`Self::end_aside`]. What
    /// was asked before is neither used nor disturbed. All of them together are worth so many ticks of the SAT solver; then they are
    /// given up. Nothing where nothing is learnt.
    fn begin_aside(&mut self, _ticks: u64) {}

    /// Goes back to where [`Self::begin_aside`] was called.
    fn end_aside(&mut self) {}

    /// What bit-blasting did, if that is what this solver does.
    fn statistics(&self) -> Option<BlastStatistics> {
        None
    }
}

/// When a fresh SAT solver pays: variables beyond this multiple of what the query needs, and beyond the allowance.
const GARBAGE_FACTOR: usize = 3;
const GARBAGE_ALLOWANCE: usize = 3000;
/// Queries between two measurements of what a query needs.
const MEASURE_INTERVAL: u32 = 32;
/// Gates after which all words are dropped.
const GATE_LIMIT: usize = 16_000_000;

/// Conflicts after which a query is rewritten.
const HASTE: u64 = 400;

/// Where the SAT solver has learnt from other queries, a query that was asked already is asked as it was rewritten if that needs fewer
/// gates by one in so many: less is not worth what it has learnt.
const SMALLER: usize = 2;

/// Least and most conflicts after which a query gets a SAT solver of its own; and how many if the shared one has learnt nothing yet.
const LEAST_PATIENCE: u64 = 1000;
const PATIENCE: u64 = 20_000;
const FIRST_PATIENCE: u64 = 500;

/// A query is about order if it has so many comparisons, and not more than one in so many of its gates are above these; conflicts that what is above is
/// worth by itself.
const MANY_COMPARISONS: usize = 16;
const ABOVE: usize = 2;
const PATIENCE_ABOVE: u64 = 50_000;

/// Values of functions without circuits that one query is told.
const MOST_VALUES: u64 = 200;

/// Values that local search may propagate down in one query; less in large ones, where each may change all terms above an input.
const MOST_PROPAGATIONS: u64 = 5_000;
const SEARCHED_TERMS: u64 = 5_000_000;

/// A query that needs about so many gates that were not made yet, or products as hard, is worth rewriting before it becomes gates.
const LARGE: u64 = 1 << 20;

/// What a gate takes to be made, and once more to be handed to a SAT solver, in about nanoseconds.
pub const GATE: u64 = 500;

/// What is asked, and of whom.
#[derive(Debug)]
struct Question<'a> {
    assertions: &'a [Term],
    /// Those of them that are no constants.
    asserted: Vec<Term>,
    /// The gates of those.
    literals: Vec<Lit>,
    /// What the SAT solver assumes for each.
    assumptions: Vec<i32>,
    deadline: Option<Instant>,
    /// How many conflicts there had been when it was first asked.
    first: u64,
}

/// A SAT solver that waits while another has its place, and what it has been told.
#[derive(Debug)]
struct Instance {
    sat: Sat,
    cnf: Cnf,
    laws: Laws,
    arrays: FxHashSet<Term>,
}

/// Which laws of comparisons the SAT solver has.
#[derive(Debug, Default)]
struct Laws {
    /// So many were seen.
    seen: usize,
    /// Those of them that speak of gates that it does not know.
    waiting: Vec<usize>,
    /// How many variables it had then.
    variables: usize,
}

/// Bit-blasting and CaDiCaL. See the [module documentation](self).
#[derive(Debug)]
pub struct Embedded {
    words: Words,
    cnf: Cnf,
    sat: Sat,
    /// SAT solvers that wait, the latest last.
    waiting: Vec<Instance>,
    arrays: Arrays,
    conflict_limit: Option<u64>,
    /// How many ticks there are when queries aside end.
    ticks_aside: Option<u64>,
    patience: u64,
    time_limit: Option<Duration>,
    end: Option<Instant>,
    interrupted: Option<Interrupt>,
    seed: u32,
    certify: Certify,
    since_measured: u32,
    laws: Laws,
    /// What terms are called that stand for whatever they can be.
    names: Names,
    visited: Vec<u32>,
    visit: u32,
    past: BlastStatistics,
}

impl Embedded {
    /// A solver that has seen no terms.
    pub fn new(conflict_limit: Option<u64>, time_limit: Option<Duration>, seed: u64) -> Self {
        let seed = (seed % 2_000_000_000) as u32;
        Self {
            words: Words::new(),
            cnf: Cnf::with_redundant_clauses(),
            sat: Sat::new(seed),
            waiting: Vec::new(),
            arrays: Arrays::new(),
            conflict_limit,
            ticks_aside: None,
            patience: PATIENCE,
            time_limit,
            end: None,
            interrupted: None,
            seed,
            certify: Certify::No,
            since_measured: 0,
            laws: Laws::default(),
            names: Names::default(),
            visited: Vec::new(),
            visit: 0,
            past: BlastStatistics::default(),
        }
    }

    /// Gives a query a SAT solver of its own after so many conflicts at the latest.
    pub fn set_patience(&mut self, conflicts: u64) {
        self.patience = conflicts;
    }

    /// What becomes of answers that a query is unsatisfiable. To be called before any query.
    pub fn certify(&mut self, certify: Certify) {
        self.certify = certify;
        match self.certify {
            Certify::No => {}
            Certify::Check | Certify::Write(_) => self.sat = self.instance(Sat::new),
        }
    }

    /// A SAT solver that proves what it says, if that is asked.
    fn instance(&self, new: fn(u32) -> Sat) -> Sat {
        let mut sat = new(self.seed);
        match &self.certify {
            Certify::No => {}
            Certify::Check => sat.certify(None),
            Certify::Write(files) => sat.certify(Some(files.clone())),
        }
        sat
    }

    /// Gives up every query at a moment, or once somebody says so.
    pub fn end_at(&mut self, end: Option<Instant>, interrupted: Option<Interrupt>) {
        self.end = end;
        self.interrupted = interrupted;
    }

    /// A fresh SAT solver; words and lemmas are kept.
    pub fn restart(&mut self) {
        let new = self.instance(Sat::new);
        let old = std::mem::replace(&mut self.sat, new);
        self.past.count(&old);
        self.past.restarts += 1;
        self.cnf = Cnf::with_redundant_clauses();
        self.laws = Laws::default();
        self.arrays.restart();
    }

    /// Lets the SAT solver wait, and goes on with one that knows nothing.
    fn put_aside(&mut self, new: fn(u32) -> Sat, cnf: Cnf) {
        let new = self.instance(new);
        self.waiting.push(Instance {
            sat: std::mem::replace(&mut self.sat, new),
            cnf: std::mem::replace(&mut self.cnf, cnf),
            laws: std::mem::take(&mut self.laws),
            arrays: self.arrays.take_active(),
        });
    }

    /// Goes on with the SAT solver that was put aside last.
    fn take_back(&mut self) {
        if let Some(instance) = self.waiting.pop() {
            let done = std::mem::replace(&mut self.sat, instance.sat);
            self.past.count(&done);
            self.cnf = instance.cnf;
            self.laws = instance.laws;
            self.arrays.set_active(instance.arrays);
        }
    }

    /// Drops all words, and what SAT solvers were told of them.
    fn forget_words(&mut self) {
        self.past.terms += self.words.terms();
        self.past.gates += self.words.gates.count() as u64;
        self.words = Words::new();
        self.visited.clear();
        self.restart();
        for instance in std::mem::take(&mut self.waiting) {
            self.past.count(&instance.sat);
            self.put_aside(Sat::new, Cnf::with_redundant_clauses());
        }
        self.arrays = Arrays::new();
    }

    /// Hands over the laws of comparisons whose gates the SAT solver knows.
    fn add_laws(&mut self) {
        let laws = &self.words.gates.laws;
        let variables = self.sat.variables();
        if laws.count() == self.laws.seen && variables == self.laws.variables {
            return;
        }
        self.laws.waiting.extend(self.laws.seen..laws.count());
        self.laws.seen = laws.count();
        self.laws.variables = variables;
        let (cnf, sat) = (&self.cnf, &mut self.sat);
        let mut clause = Vec::new();
        self.laws.waiting.retain(|&number| {
            clause.clear();
            for &lit in laws.clause(number) {
                match cnf.known(lit) {
                    Some(literal) => clause.push(literal),
                    None => return true,
                }
            }
            sat.clause(&clause);
            false
        });
    }

    /// Restarts if the gates of other queries outweigh those of `literals`.
    fn tidy(&mut self, literals: &[Lit]) {
        self.since_measured += 1;
        if self.since_measured < MEASURE_INTERVAL || self.sat.variables() < GARBAGE_ALLOWANCE {
            return;
        }
        self.since_measured = 0;
        let enough = (self.sat.variables() - GARBAGE_ALLOWANCE) / GARBAGE_FACTOR;
        if self.gates_below(literals, enough) < enough {
            self.restart();
        }
    }

    /// How many gates `literals` need; no more than `enough` are counted.
    fn gates_below(&mut self, literals: &[Lit], enough: usize) -> usize {
        self.gates_between(literals, enough, |_, _| false)
    }

    /// How many gates `literals` need, nothing below those at which it ends; no more than `enough` are counted.
    fn gates_between(
        &mut self,
        literals: &[Lit],
        enough: usize,
        mut ends: impl FnMut(&Gates, usize) -> bool,
    ) -> usize {
        self.visit += 1;
        self.visited.resize(self.words.gates.count(), 0);
        let mut count = 0;
        let mut stack: Vec<usize> = literals.iter().map(|lit| lit.gate()).collect();
        while let Some(gate) = stack.pop() {
            if count >= enough {
                break;
            }
            if std::mem::replace(&mut self.visited[gate], self.visit) == self.visit {
                continue;
            }
            count += 1;
            if !ends(&self.words.gates, gate) {
                let gates = &self.words.gates;
                stack.extend(gates.operands(gates.gate(gate)).map(Lit::gate));
            }
        }
        count
    }

    fn parts<'a>(&'a mut self, table: &'a TermTable) -> (&'a mut Arrays, Parts<'a>) {
        let Self {
            words,
            cnf,
            sat,
            arrays,
            ..
        } = self;
        (
            arrays,
            Parts {
                table,
                words,
                cnf,
                sat,
            },
        )
    }

    /// The values of the inputs of `assertions` in the SAT solver's model.
    fn model(
        &mut self,
        table: &mut TermTable,
        assertions: &[Term],
        memories: Memories,
    ) -> Assignment {
        let mut inputs: Vec<_> = assertions
            .iter()
            .flat_map(|&term| table.inputs_of(term).to_vec())
            .collect();
        inputs.sort_unstable();
        inputs.dedup();
        let mut model = Assignment::new();
        let (_, mut parts) = self.parts(table);
        for input in inputs {
            let term = parts.table.input_term(input);
            let node = parts.table.node(term);
            if node.kind != Kind::Input || !parts.words.is_made(term) {
                continue;
            }
            if node.width <= 64 {
                model.set_u64(input, node.width, parts.value(term));
            } else {
                let word = parts.words.word(parts.table, term).to_vec();
                let mut value = vec![0u64; word.len().div_ceil(64)];
                for (i, lit) in word.into_iter().enumerate() {
                    value[i / 64] |= (parts.bit(lit) as u64) << (i % 64);
                }
                model.set(input, Bits::from_words(node.width, &value));
            }
        }
        for (memory, elements) in memories {
            model.set_memory(memory, elements, 0);
        }
        model
    }

    /// Conflicts of all SAT solvers so far.
    fn conflicts(&self) -> u64 {
        self.conflicts_of_others() + self.sat.conflicts()
    }

    /// Ticks of all SAT solvers so far.
    fn ticks(&self) -> u64 {
        let waiting = self.waiting.iter();
        self.past.ticks
            + self.sat.ticks()
            + waiting.map(|instance| instance.sat.ticks()).sum::<u64>()
    }

    /// Conflicts of SAT solvers that are gone or wait.
    fn conflicts_of_others(&self) -> u64 {
        let waiting = self.waiting.iter();
        self.past.conflicts
            + waiting
                .map(|instance| instance.sat.conflicts())
                .sum::<u64>()
    }

    /// A question with its gates; the answer, if a gate is a constant or the time is up.
    fn question<'a>(
        &mut self,
        table: &mut TermTable,
        assertions: &'a [Term],
        deadline: Option<Instant>,
        first: u64,
    ) -> Result<Question<'a>, Answer> {
        let end = self.end_of(deadline);
        let mut literals = Vec::with_capacity(assertions.len());
        let mut asserted = Vec::with_capacity(assertions.len());
        for &assertion in assertions {
            let is_made =
                (self.words).make_unless(table, assertion, |gates| end.end_now(gates * GATE));
            if !is_made {
                return Err(Answer::Unknown(UnknownReason::TimeLimit));
            }
            let lit = self.words.truth(table, assertion);
            match lit.as_constant() {
                Some(true) => continue,
                Some(false) => return Err(Answer::Unsat(Rc::from([assertion]))),
                None => {
                    literals.push(lit);
                    asserted.push(assertion);
                }
            }
        }
        self.tidy(&literals);
        let Some(assumptions) = self.hand_over(&literals, &end) else {
            return Err(Answer::Unknown(UnknownReason::TimeLimit));
        };
        self.add_laws();
        Ok(Question {
            assertions,
            asserted,
            literals,
            assumptions,
            deadline,
            first,
        })
    }

    /// When gates are not made any more, nor handed over.
    fn end_of(&self, deadline: Option<Instant>) -> Limits {
        Limits {
            deadline,
            interrupted: self.interrupted.clone(),
            ..Limits::default()
        }
    }

    /// The SAT solver's literals, after handing over what is below them; none if the end comes before.
    fn hand_over(&mut self, literals: &[Lit], end: &Limits) -> Option<Vec<i32>> {
        let (cnf, gates, sat) = (&mut self.cnf, &self.words.gates, &mut self.sat);
        let all = (literals.iter())
            .map(|&lit| cnf.hand_over(gates, sat, lit, |gates| end.end_now(gates * GATE)));
        all.collect()
    }

    /// What bounds a run of the SAT solver that ends at a number of conflicts.
    fn limits(&self, question: &Question<'_>, up_to: Option<u64>) -> Limits {
        let end = self.end_of_conflicts(question.first);
        let end = [end, up_to].into_iter().flatten().min();
        Limits {
            conflicts: end.map(|end| end.saturating_sub(self.conflicts())),
            ticks: (self.ticks_aside).map(|end| end.saturating_sub(self.ticks())),
            deadline: question.deadline,
            interrupted: self.interrupted.clone(),
        }
    }

    /// Runs the SAT solver until its model agrees with the memories, up to the limits and a number of conflicts.
    fn search(
        &mut self,
        table: &mut TermTable,
        question: &Question<'_>,
        up_to: Option<u64>,
    ) -> Result<Answer, SolverError> {
        let assertions = question.assertions;
        let mut reads = self.arrays.reads_below(table, &self.words, assertions);
        let functions = table.enclosed_terms(assertions);
        let mut values = 0;
        loop {
            let (arrays, mut parts) = self.parts(table);
            let relevant = if reads.is_empty() {
                Vec::new()
            } else {
                arrays.activate(&mut parts, &reads)
            };
            let limits = self.limits(question, up_to);
            self.past.sat_calls += 1;
            match self.sat.solve(&question.assumptions, limits) {
                Outcome::ConflictLimit => return Ok(Answer::Unknown(UnknownReason::ConflictLimit)),
                Outcome::TimeLimit => return Ok(Answer::Unknown(UnknownReason::TimeLimit)),
                Outcome::Unsatisfiable => {
                    self.sat.confirm(&question.assumptions)?;
                    let core = question
                        .asserted
                        .iter()
                        .zip(&question.assumptions)
                        .filter(|&(_, &literal)| self.sat.failed(literal));
                    return Ok(Answer::Unsat(core.map(|(&term, _)| term).collect()));
                }
                Outcome::Satisfiable => {}
            }
            let (arrays, mut parts) = self.parts(table);
            match arrays.check(&mut parts, &relevant) {
                Ok(memories) => {
                    let model = self.model(table, assertions, memories);
                    let refuted = self.add_values(table, &functions, &model);
                    if refuted == 0 {
                        return Ok(Answer::Sat(Rc::new(model)));
                    }
                    self.past.lemmas += refuted;
                    values += refuted;
                    if values > MOST_VALUES {
                        return Ok(Answer::Unknown(UnknownReason::Enclosure));
                    }
                }
                Err(faults) => {
                    self.past.lemmas += faults.lemmas;
                    let Self {
                        words,
                        cnf,
                        sat,
                        arrays,
                        ..
                    } = self;
                    for &read in &faults.expand {
                        if arrays.expand(table, words, cnf, sat, read) {
                            self.past.lemmas += 1;
                        }
                    }
                    if !faults.expand.is_empty() {
                        reads = self.arrays.reads_below(table, &self.words, assertions);
                    }
                }
            }
        }
    }

    /// Tells the SAT solver the values of functions that its model has otherwise, at the arguments of the model; gives how many. Their circuits
    /// are enclosures only.
    fn add_values(&mut self, table: &TermTable, functions: &[Term], model: &Assignment) -> u64 {
        let mut evaluator = Evaluator::new(table, model);
        let mut wrong = Vec::new();
        for &function in functions {
            let mut needed = table.node(function).children().chain([function]);
            if !needed.all(|term| self.words.is_made(term)) {
                continue;
            }
            let value = evaluator.evaluate(function);
            let word = self.words.word(table, function);
            // What the SAT solver does not know of does not matter.
            let mut differs = (0..).zip(word).filter(|&(at, &lit)| {
                let found = match lit.as_constant() {
                    Some(constant) => Some(constant),
                    None => self.cnf.known(lit).map(|lit| self.sat.value(lit)),
                };
                found.is_some_and(|found| found != value.bit(at))
            });
            if differs.next().is_some() {
                wrong.push((function, value));
            }
        }
        for (function, value) in &wrong {
            // Some bit of an operand is another one, or the value is this one.
            let mut clause = Vec::new();
            for operand in table.node(*function).children() {
                let number = evaluator.evaluate(operand);
                self.push_bits(table, operand, &number, true, &mut clause);
            }
            let mut bits = Vec::new();
            self.push_bits(table, *function, value, false, &mut bits);
            for bit in bits {
                clause.push(bit);
                self.sat.clause(&clause);
                clause.pop();
            }
        }
        wrong.len() as u64
    }

    /// The literals that say of each bit of a term that it is that of a number, or that it is the other one.
    fn push_bits(
        &mut self,
        table: &TermTable,
        term: Term,
        number: &Bits,
        other: bool,
        literals: &mut Vec<i32>,
    ) {
        for (at, &lit) in (0..).zip(self.words.word(table, term)) {
            let lit = if number.bit(at) == other { !lit } else { lit };
            let literal = self.cnf.literal(&self.words.gates, &mut self.sat, lit);
            literals.push(literal);
        }
    }

    /// The assertions, rewritten; what their gates know of them is used.
    fn reduction(&mut self, table: &mut TermTable, assertions: &[Term]) -> Reduction {
        let words = &self.words;
        let constant = |term: Term| {
            let constant = words.word(table, term)[0].as_constant()?;
            Some((term, constant))
        };
        let constants: FxHashMap<Term, bool> = (table.post_order(assertions).into_iter())
            .filter(|&term| table.sort(term) == Sort::Bits(1) && words.is_made(term))
            .filter_map(constant)
            .collect();
        let known = |term| constants.get(&term).copied();
        Reduction::of(table, assertions, &known, &mut self.names)
    }

    /// Whether rewriting made a question so much smaller that it is worth what the SAT solver has learnt of its gates; if earlier queries
    /// left nothing there, whether it made it no larger.
    fn is_worth_it(
        &mut self,
        table: &mut TermTable,
        question: &Question<'_>,
        reduction: &Reduction,
    ) -> bool {
        if reduction.conjuncts == question.assertions {
            return false;
        }
        // What is learnt of multipliers is little beside one that is gone.
        if multipliers(table, &reduction.conjuncts) < multipliers(table, question.assertions) {
            return true;
        }
        let conjuncts = reduction.conjuncts.iter();
        let literals: Vec<Lit> = conjuncts
            .map(|&conjunct| self.words.truth(table, conjunct))
            .collect();
        if literals.contains(&Lit::FALSE) {
            return true;
        }
        let before = self.gates_below(&question.literals, usize::MAX);
        let most = match self.learnt(question.first) {
            0 => before,
            _ => before - before / SMALLER,
        };
        self.gates_below(&literals, most + 1) <= most
    }

    /// A model found by local search on words, if there is arithmetic that takes many gates.
    fn model_by_search(&self, table: &TermTable, conjuncts: &[Term]) -> Option<Assignment> {
        let terms = table.post_order(conjuncts);
        if !terms.iter().any(|&term| table.kind(term).multiplies()) {
            return None;
        }
        let propagations = MOST_PROPAGATIONS.min(SEARCHED_TERMS / terms.len() as u64);
        let (start, effort) = (Assignment::new(), Effort { propagations });
        local::search(table, conjuncts, &start, u64::from(self.seed), effort)
    }

    /// The number of conflicts at which the limits end a query that was first asked at `first` conflicts.
    fn end_of_conflicts(&self, first: u64) -> Option<u64> {
        self.conflict_limit.map(|limit| first + limit)
    }

    /// Whether the limits permit it more conflicts.
    fn goes_on(&self, first: u64) -> bool {
        let end = self.end_of_conflicts(first);
        end.is_none_or(|end| self.conflicts() < end)
            && self.ticks_aside.is_none_or(|end| self.ticks() < end)
    }

    /// Conflicts that the shared SAT solver had before a query that was first asked at `first` conflicts.
    fn learnt(&self, first: u64) -> u64 {
        first.saturating_sub(self.conflicts_of_others())
    }

    /// Conflicts that a query may take before it gets a SAT solver of its own: more than the least by what would be lost, which is what
    /// the shared one has learnt from queries before it, and the laws that it has.
    fn patience(&self, first: u64) -> u64 {
        let learnt = self.learnt(first);
        let laws = self.laws.seen - self.laws.waiting.len();
        // A limit has to leave enough for a solver that begins anew.
        let enough = FIRST_PATIENCE + LEAST_PATIENCE;
        let is_limited = self.conflict_limit.is_some_and(|limit| limit < enough);
        let least = if learnt == 0 && !is_limited {
            FIRST_PATIENCE
        } else {
            LEAST_PATIENCE
        };
        (least + learnt + laws as u64).min(self.patience)
    }

    /// Whether most of what a question needs lies below comparisons, and these are many.
    fn is_about_order(&mut self, literals: &[Lit]) -> bool {
        let most = self.gates_below(literals, usize::MAX) / ABOVE;
        let mut comparisons = 0;
        let above = self.gates_between(literals, most + 1, |gates, gate| {
            let ends = gates.laws.is_comparison(gate);
            comparisons += usize::from(ends);
            ends
        });
        above <= most && comparisons >= MANY_COMPARISONS
    }

    /// Whether a question has no answer since the laws of comparisons leave none, whatever is compared.
    fn is_refuted_above(&mut self, question: &Question<'_>) -> Result<bool, SolverError> {
        if !self.is_about_order(&question.literals) {
            return Ok(false);
        }
        if !self.begin_alone(question, Cnf::with_free_comparisons()) {
            self.take_back();
            return Ok(false);
        }
        let limits = self.limits(question, Some(self.conflicts() + PATIENCE_ABOVE));
        self.past.sat_calls += 1;
        let refuted = match self.sat.solve(&[], limits) {
            Outcome::Unsatisfiable => self.sat.confirm(&[]).map(|()| true),
            Outcome::Satisfiable | Outcome::ConflictLimit | Outcome::TimeLimit => Ok(false),
        };
        self.take_back();
        refuted
    }

    /// Goes on with a query that is not easy.
    fn search_on(
        &mut self,
        table: &mut TermTable,
        question: &Question<'_>,
    ) -> Result<Answer, SolverError> {
        if self.is_refuted_above(question)? {
            return Ok(Answer::Unsat(question.asserted.iter().copied().collect()));
        }
        let patience = question.first + self.patience(question.first);
        match self.search(table, question, Some(patience))? {
            Answer::Unknown(UnknownReason::ConflictLimit) if self.goes_on(question.first) => {
                self.search_alone(table, question)
            }
            answer => Ok(answer),
        }
    }

    /// Begins with a SAT solver of its own, to which the assertions are clauses; false if the end comes before it has them all.
    fn begin_alone(&mut self, question: &Question<'_>, cnf: Cnf) -> bool {
        self.put_aside(Sat::for_one_query, cnf);
        let end = self.end_of(question.deadline);
        let Some(literals) = self.hand_over(&question.literals, &end) else {
            return false;
        };
        for literal in literals {
            self.sat.clause(&[literal]);
        }
        self.add_laws();
        true
    }

    /// Asks a SAT solver of its own, to which the assertions are clauses: simplification can use them, unlike assumptions. What it
    /// learns serves no other query, and a core is all assertions.
    fn search_alone(
        &mut self,
        table: &mut TermTable,
        question: &Question<'_>,
    ) -> Result<Answer, SolverError> {
        if !self.begin_alone(question, Cnf::without_redundant_clauses()) {
            self.take_back();
            return Ok(Answer::Unknown(UnknownReason::TimeLimit));
        }
        let alone = Question {
            assumptions: Vec::new(),
            asserted: Vec::new(),
            literals: Vec::new(),
            ..*question
        };
        let answer = self.search(table, &alone, None);
        self.take_back();
        Ok(match answer? {
            Answer::Unsat(_) => Answer::Unsat(question.asserted.iter().copied().collect()),
            answer => answer,
        })
    }
}

/// How many terms multiply or divide, each with gates of its own: a product of extensions begins with those of the product itself.
fn multipliers(table: &TermTable, roots: &[Term]) -> usize {
    let extended = |factor: Term| match table.kind(factor) {
        Kind::SignExtend | Kind::ZeroExtend => table.node(factor).first(),
        _ => factor,
    };
    let mut seen = FxHashSet::default();
    let terms = table.post_order(roots).into_iter();
    let multipliers = terms.filter(|&term| {
        let node = table.node(term);
        node.kind.multiplies()
            && match node.kind {
                Kind::Mul => {
                    let [one, two] = [node.first(), node.second()].map(extended);
                    seen.insert((one.min(two), one.max(two)))
                }
                _ => true,
            }
    });
    multipliers.count()
}

impl CompleteSolver for Embedded {
    fn name(&self) -> String {
        "bit-blasting".to_owned()
    }

    fn limit_conflicts(&mut self, limit: Option<u64>) -> Option<u64> {
        std::mem::replace(&mut self.conflict_limit, limit)
    }

    fn interrupt(&mut self, interrupted: Interrupt) {
        self.interrupted = Some(interrupted);
    }

    fn begin_aside(&mut self, ticks: u64) {
        self.ticks_aside = Some(self.ticks() + ticks);
        self.put_aside(Sat::new, Cnf::with_redundant_clauses());
    }

    fn end_aside(&mut self) {
        self.ticks_aside = None;
        self.take_back();
    }

    fn solve(&mut self, table: &mut TermTable, assertions: &[Term]) -> Result<Answer, SolverError> {
        let deadline = self.time_limit.map(|limit| Instant::now() + limit);
        let deadline = match (deadline, self.end) {
            (Some(query), Some(run)) => Some(query.min(run)),
            (query, run) => query.or(run),
        };
        if self.words.gates.count() > GATE_LIMIT {
            self.forget_words();
        }
        let first = self.conflicts();
        let mut asked = None;
        if self.words.work_to_make(table, assertions) < LARGE {
            let question = match self.question(table, assertions, deadline, first) {
                Ok(question) => question,
                Err(answer) => return Ok(answer),
            };
            let haste = first + HASTE.min(self.patience);
            match self.search(table, &question, Some(haste))? {
                Answer::Unknown(UnknownReason::ConflictLimit) if self.goes_on(first) => {}
                answer => return Ok(answer),
            }
            asked = Some(question);
        }
        let reduction = self.reduction(table, assertions);
        if let Some(core) = reduction.refuted(assertions) {
            return Ok(Answer::Unsat(core));
        }
        if let Some(model) = self.model_by_search(table, &reduction.conjuncts) {
            let model = reduction.model(table, assertions, &model);
            return Ok(Answer::Sat(Rc::new(model)));
        }
        if let Some(question) = asked
            && !self.is_worth_it(table, &question, &reduction)
        {
            return self.search_on(table, &question);
        }
        let answer = match self.question(table, &reduction.conjuncts, deadline, first) {
            Ok(question) => self.search_on(table, &question)?,
            Err(answer) => answer,
        };
        Ok(match answer {
            Answer::Sat(model) => Answer::Sat(Rc::new(reduction.model(table, assertions, &model))),
            Answer::Unsat(core) => Answer::Unsat(reduction.origin(&core, assertions)),
            Answer::Unknown(reason) => Answer::Unknown(reason),
        })
    }

    fn statistics(&self) -> Option<BlastStatistics> {
        let mut all = self.past.clone();
        all.terms += self.words.terms();
        all.gates += self.words.gates.count() as u64;
        for sat in (self.waiting.iter().map(|instance| &instance.sat)).chain([&self.sat]) {
            all.count(sat);
        }
        Some(all)
    }
}
