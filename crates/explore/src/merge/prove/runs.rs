//! Iterations repeated on numbers: what a loop does for some inputs, without a solver.
//!
//! From where a loop was entered, the terms that an iteration leaves in cells are evaluated one iteration after the other. As long as the conditions on the
//! way hold, these are states that the loop comes to, and a candidate that is false in one of them is none: most of what is only guessed falls here, as in
//! M. D. Ernst et al.: "The Daikon System for Dynamic Detection of Likely Invariants" (Science of Computer Programming, 2007). What goes on behind
//! that still shows how cells depend on each other ([`super::polynomials`]).

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use everypath_machine::Cell;
use everypath_solver::PathCondition;
use everypath_term::{Assignment, Evaluator, InputId, Random, Sort, Term, TermTable, ops};
use rustc_hash::FxHashSet;

use super::loops::{Head, Visit};
use crate::merge::Explorer;

/// Times that a loop is entered on numbers, and iterations each time.
const ENTRIES: usize = 40;
const ITERATIONS: usize = 12;

/// Inputs get numbers from 0 to this, so that products remain small.
const LARGEST_INPUT: u64 = 30;

/// How often other inputs are tried where one of an iteration's conditions does not hold.
const TRIES: usize = 4;

/// Iterations of one loop that are repeated.
const MOST_REPEATED: usize = 8;

/// The largest terms that are evaluated.
const LARGEST: usize = 4_000;

/// A number that iterations may change: what it is before one, behind it, and where the loop is entered.
#[derive(Debug)]
pub(super) struct Number {
    pub cell: Cell,
    pub before: Term,
    pub after: Term,
    pub entry: Term,
    pub width: u32,
}

/// The numbers of a loop in some iterations.
#[derive(Debug)]
pub(super) struct Runs {
    pub numbers: Vec<Number>,
    /// Inputs that are older than the loop, on which iterations depend: they stay.
    pub older: Vec<InputId>,
    /// Whether the way to the loop is the program's: none of a loop around it that was made arbitrary, too.
    pub is_outermost: bool,
    pub runs: Vec<Run>,
}

/// What numbers, and behind them older inputs, are at the head, iteration by iteration.
#[derive(Debug)]
pub(super) struct Run {
    pub points: Vec<Vec<u64>>,
    /// How many of them the loop comes to in fact.
    pub real: usize,
}

/// An iteration as a function of numbers.
struct Iteration<'a> {
    numbers: &'a [Number],
    older: &'a [InputId],
    /// Inputs of the iteration itself: others each time.
    own: Vec<InputId>,
    /// What holds where the loop is entered, and in an iteration that comes back. None if that depends on more than numbers.
    conditions: Option<[Vec<Term>; 2]>,
}

impl Explorer<'_, '_> {
    /// Repeats an iteration that came back with some values, if that was not done before. Gives the iterations, if they are new.
    pub(super) fn repeat(
        &mut self,
        visit: usize,
        values: &BTreeMap<Cell, Term>,
        path: &PathCondition,
    ) -> Option<Rc<Runs>> {
        let knowledge = self.prover.as_mut().filter(|it| it.may_learn())?;
        let visit = Rc::clone(&knowledge.visits[visit]);
        let terms = &mut self.machine.terms;
        let numbers = numbers(terms, &visit, values);
        let since = path.since(visit.arbitrary.path.len());
        let all: Vec<Term> = numbers
            .iter()
            .map(|it| it.after)
            .chain(since.iter().copied())
            .collect();
        knowledge.note_products(terms, &all);
        let repeated = knowledge.loops.get(&visit.head)?.runs.len();
        if repeated >= MOST_REPEATED || terms.post_order(&all).len() > LARGEST {
            return None;
        }
        let tried = (visit.head, knowledge.multiplies(), all);
        if !knowledge.repeated.insert(tried) {
            return None;
        }
        let of_visits = knowledge.visits.iter().flat_map(|other| &other.now);
        let arbitrary: FxHashSet<InputId> = of_visits
            .filter_map(|&(_, term)| terms.input_id(term))
            .collect();
        let runs = Rc::new(repeat(terms, &visit, numbers, since, &arbitrary));
        let known = knowledge.loops.get_mut(&visit.head)?;
        known.runs.push(Rc::clone(&runs));
        Some(runs)
    }

    /// Drops candidates for a loop that are false in a state which it comes to: of iterations that are new, all are asked, of others the new ones.
    pub(super) fn drop_by_runs(&mut self, visit: usize, latest: Option<&Rc<Runs>>) {
        let Some(knowledge) = self.prover.as_mut().filter(|it| it.may_learn()) else {
            return;
        };
        let head = knowledge.visits[visit].head;
        let Some(known) = knowledge.loops.get_mut(&head) else {
            return;
        };
        let all = known.candidates.clone();
        let mut new = all.clone();
        new.retain(|it| known.examined.insert(*it));
        for runs in known.runs.clone() {
            let is_latest = latest.is_some_and(|latest| Rc::ptr_eq(latest, &runs));
            self.drop_false(head, &runs, if is_latest { &all } else { &new });
        }
    }

    /// Drops those of some candidates that are false in a state of some iterations.
    fn drop_false(&mut self, head: Head, runs: &Runs, candidates: &[Term]) {
        let Some(knowledge) = &mut self.prover else {
            return;
        };
        let terms = &mut self.machine.terms;
        let mut said: FxHashSet<InputId> = runs.older.iter().copied().collect();
        let mut symbols = Vec::new();
        for number in &runs.numbers {
            let both = knowledge.symbols(terms, number.cell, number.width);
            said.extend(both.iter().filter_map(|&symbol| terms.input_id(symbol)));
            symbols.push((both, number.width));
        }
        let mut open = candidates.to_vec();
        open.retain(|&candidate| {
            let inputs = terms.inputs_of(candidate);
            let is_said = inputs.iter().all(|input| said.contains(input));
            // Of what somebody suggested, it is told in which state the solver breaks it.
            is_said && !knowledge.is_suggested(head, candidate)
        });
        let mut broken: FxHashSet<Term> = FxHashSet::default();
        for run in &runs.runs {
            for point in run.points.iter().take(run.real) {
                let state = runs.state(terms, &symbols, point, &run.points[0]);
                let mut evaluator = Evaluator::new(terms, &state);
                open.retain(|&candidate| {
                    let holds = evaluator.is_true(candidate);
                    if !holds {
                        broken.insert(candidate);
                    }
                    holds
                });
            }
        }
        knowledge.drop_by_examples(head, broken, runs.is_outermost);
    }
}

impl Runs {
    /// What the symbols of cells, now and where the loop was entered, and older inputs are at two points of a run.
    fn state(
        &self,
        terms: &TermTable,
        symbols: &[([Term; 2], u32)],
        point: &[u64],
        first: &[u64],
    ) -> Assignment {
        let mut state = Assignment::new();
        for (index, &(both, width)) in symbols.iter().enumerate() {
            for (symbol, value) in both.into_iter().zip([point[index], first[index]]) {
                if let Some(input) = terms.input_id(symbol) {
                    state.set_u64(input, width, value);
                }
            }
        }
        for (&input, &value) in self.older.iter().zip(&point[symbols.len()..]) {
            if let Sort::Bits(width) = terms.sort(terms.input_term(input)) {
                state.set_u64(input, width, value);
            }
        }
        state
    }
}

/// The numbers of a loop's state.
fn numbers(terms: &TermTable, visit: &Visit, values: &BTreeMap<Cell, Term>) -> Vec<Number> {
    let mut numbers = Vec::new();
    for &(cell, before) in visit.now.iter().filter(|(cell, _)| cell.is_number()) {
        let (Some(&after), Some(&entry)) = (values.get(&cell), visit.entry.get(&cell)) else {
            continue;
        };
        let width = terms.width(before);
        let is_one = |term: Term| terms.sort(term) == Sort::Bits(width);
        if width <= 64 && is_one(after) && is_one(entry) {
            numbers.push(Number {
                cell,
                before,
                after,
                entry,
                width,
            });
        }
    }
    numbers
}

/// Repeats an iteration; `arbitrary` are the inputs that loops made arbitrary.
fn repeat(
    terms: &mut TermTable,
    visit: &Visit,
    numbers: Vec<Number>,
    since: Vec<Term>,
    arbitrary: &FxHashSet<InputId>,
) -> Runs {
    let cells: BTreeSet<InputId> = visit
        .now
        .iter()
        .filter_map(|&(_, term)| terms.input_id(term))
        .collect();
    let known: BTreeSet<InputId> = numbers
        .iter()
        .filter_map(|number| terms.input_id(number.before))
        .collect();
    let is_of_cells = |terms: &mut TermTable, term: Term| {
        terms.inputs_of(term).iter().any(|it| cells.contains(it))
    };
    // What was assumed at the head speaks of cells; what was there before does not.
    let mut before = visit.arbitrary.path.to_vec();
    before.retain(|&condition| !is_of_cells(terms, condition));
    let (mut older, mut own) = (BTreeSet::new(), BTreeSet::new());
    let mut is_known = true;
    let afters = numbers.iter().map(|number| number.after);
    for term in afters.chain(since.iter().copied()) {
        for &input in terms.inputs_of(term).iter() {
            if cells.contains(&input) {
                is_known &= known.contains(&input);
            } else if visit.older.contains(&input) {
                older.insert(input);
            } else {
                own.insert(input);
            }
        }
    }
    let entries = numbers.iter().map(|number| number.entry);
    for term in entries.chain(before.iter().copied()) {
        older.extend(terms.inputs_of(term).iter());
    }
    let is_number =
        |input: &InputId| matches!(terms.sort(terms.input_term(*input)), Sort::Bits(..=64));
    is_known &= older.iter().all(is_number) && own.iter().all(is_number);
    // What comes out of a loop within the iteration is not what that does, but what is known of it.
    is_known &= !own.iter().any(|input| arbitrary.contains(input));
    let older: Vec<InputId> = older.into_iter().collect();
    let iteration = Iteration {
        numbers: &numbers,
        older: &older,
        own: own.into_iter().collect(),
        conditions: is_known.then_some([before, since]),
    };
    let runs = iteration.runs(terms, visit);
    let is_outermost = !older.iter().any(|input| arbitrary.contains(input));
    Runs {
        numbers,
        older,
        is_outermost,
        runs,
    }
}

impl Iteration<'_> {
    fn runs(&self, terms: &TermTable, visit: &Visit) -> Vec<Run> {
        let mut random = Random::new(0);
        // From where nothing is arbitrary, there is one way only.
        let is_one = self.older.is_empty() && self.own.is_empty();
        let (entries, iterations) = match is_one {
            true => (1, ENTRIES * ITERATIONS),
            false => (ENTRIES, ITERATIONS),
        };
        let mut runs = Vec::new();
        for entry in 0..entries {
            // A model of the way to the loop first, if there is one.
            let model = visit.arbitrary.path.witness().filter(|_| entry == 0);
            let mut inputs = Assignment::new();
            for &input in self.older {
                let known = model.as_ref().and_then(|model| model.get(input).cloned());
                match known {
                    Some(value) => inputs.set(input, value),
                    None => choose(terms, input, &mut random, &mut inputs),
                }
            }
            runs.push(self.run(terms, inputs, iterations, &mut random));
        }
        runs
    }

    fn run(
        &self,
        terms: &TermTable,
        mut inputs: Assignment,
        iterations: usize,
        random: &mut Random,
    ) -> Run {
        let (mut cells, older, mut is_real) = {
            let mut evaluator = Evaluator::new(terms, &inputs);
            let entries = self
                .numbers
                .iter()
                .map(|it| evaluator.evaluate_u64(it.entry));
            let cells: Vec<u64> = entries.collect();
            let older = self.older.iter().map(|&input| {
                let term = terms.input_term(input);
                match terms.sort(term) {
                    Sort::Bits(..=64) => evaluator.evaluate_u64(term),
                    Sort::Bits(_) | Sort::Memory { .. } => 0,
                }
            });
            let older: Vec<u64> = older.collect();
            let is_entered = self
                .conditions
                .as_ref()
                .is_some_and(|[before, _]| evaluator.are_true(before));
            (cells, older, is_entered)
        };
        let mut run = Run {
            points: Vec::new(),
            real: 0,
        };
        for _ in 0..iterations {
            run.points.push([&cells[..], &older].concat());
            run.real += usize::from(is_real);
            for (number, &value) in self.numbers.iter().zip(&cells) {
                if let Some(input) = terms.input_id(number.before) {
                    inputs.set_u64(input, number.width, value);
                }
            }
            let mut comes_back = false;
            for _ in 0..TRIES {
                for &input in &self.own {
                    choose(terms, input, random, &mut inputs);
                }
                let mut evaluator = Evaluator::new(terms, &inputs);
                let after = self
                    .numbers
                    .iter()
                    .map(|it| evaluator.evaluate_u64(it.after));
                cells = after.collect();
                let conditions = self.conditions.as_ref();
                comes_back = conditions.is_some_and(|[_, since]| evaluator.are_true(since));
                if comes_back || !is_real {
                    break;
                }
            }
            is_real &= comes_back;
        }
        run
    }
}

/// Gives an input a small number.
fn choose(terms: &TermTable, input: InputId, random: &mut Random, inputs: &mut Assignment) {
    if let Sort::Bits(width) = terms.sort(terms.input_term(input)) {
        let number = random.below(LARGEST_INPUT + 1);
        inputs.set_u64(input, width, number & ops::mask(width));
    }
}
