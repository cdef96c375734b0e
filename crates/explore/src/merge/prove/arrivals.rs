//! States at heads of loops: those that enter become arbitrary, those that come back must be instances.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use everypath_machine::{Arrival, Cell, State, Value};
use everypath_solver::{Answer, PathCondition, is_contradiction};
use everypath_term::{Evaluator, InputId, Kind, Term, TermTable};
use rustc_hash::{FxHashMap, FxHashSet};

use super::elements::width_of;
use super::given::DoubtKind;
use super::knowledge::{Knowledge, has_product};
use super::loops::{Head, Stage, Visit, is_within};
use super::measure::Measure;
use crate::merge::{Explorer, Path};
use crate::record::Unproven;
use crate::{ExploreError, Reason};

/// Loops that are entered in one run.
const MOST_VISITS: usize = 1500;

/// Cells of one loop.
const MOST_CELLS: usize = 3000;

/// Conflicts of the SAT solver that the question may take whether some candidates are kept, as long as it is not known that others are missing: what takes
/// more is asked in halves, and what takes as many alone falls.
const CONFLICTS: u64 = 1_000;

/// Candidates that one question is about: those that are kept together are shown to be by a proof that is as large as those of all of them.
const MOST_AT_ONCE: usize = 8;

/// Where claims are asked about, and the state there, for those who suggested one.
type Told<'a> = ((Head, Stage), &'a [(Cell, Term)]);

impl Explorer<'_, '_> {
    /// Looks at a state that may have come to the head of a loop. Gives the state that goes on from there, if one does.
    pub(super) fn arrive(&mut self, mut path: Path) -> Result<Option<Path>, ExploreError> {
        let Some(arrival) = self.machine.take_arrival(&mut path.state) else {
            return Ok(Some(path));
        };
        self.machine.forget_dead(&mut path.state);
        let head: Head = (path.state.call_node(), path.state.block_key());
        if arrival == Arrival::Forward
            && let Some(knowledge) = &self.prover
            && knowledge.loops.get(&head).is_some_and(|known| known.peeled)
        {
            path.visits
                .retain(|&visit| knowledge.visits[visit].head != head);
            return Ok(Some(path));
        }
        if arrival == Arrival::Back {
            if !self.is_feasible(&path)? {
                return Ok(None);
            }
            let Some(knowledge) = &self.prover else {
                return Ok(Some(path));
            };
            let mut visits = path.visits.iter().rev().copied();
            if let Some(number) = visits.find(|&number| knowledge.visits[number].head == head) {
                self.come_back(path, number)?;
                return Ok(None);
            }
            if !knowledge.loops.contains_key(&head) && path.is_unrolled(head, knowledge.unrolled) {
                return Ok(Some(path));
            }
        }
        self.enter(path, head)
    }

    /// A loop is entered: what iterations change becomes arbitrary, and invariants that hold here are assumed.
    fn enter(&mut self, mut path: Path, head: Head) -> Result<Option<Path>, ExploreError> {
        let Some(knowledge) = &mut self.prover else {
            return Ok(Some(path));
        };
        if !knowledge.loops.contains_key(&head) {
            match knowledge.may_learn() {
                true => {
                    knowledge.loops.insert(head, Default::default());
                }
                false => {
                    let position = self.machine.position(&mut path.state);
                    knowledge.doubt(head, position, DoubtKind::Unknown);
                    knowledge.needs_more = true;
                }
            }
            knowledge.changed = true;
            knowledge.abandoned = true;
            let concrete = path
                .rounds
                .iter()
                .any(|&(of, count, _)| of == head && count >= knowledge.unrolled);
            if concrete {
                knowledge.cut_short();
            }
            return Ok(None);
        }
        knowledge.share_arrays(head, &path.visits);
        let cells = knowledge.loops[&head].cells.clone();
        if knowledge.visits.len() >= MOST_VISITS || cells.len() > MOST_CELLS {
            self.give_up(&mut path, Reason::Unproven(Unproven::Loops));
            return Ok(None);
        }
        let number = knowledge.enter(head);
        let mut older = inputs_read(self.machine, &path.state);
        for &outer in &path.visits {
            let of_outer = knowledge.visits[outer].now.iter();
            older.extend(of_outer.filter_map(|&(_, term)| self.machine.terms.input_id(term)));
        }
        let mut entry = BTreeMap::new();
        for &cell in &cells {
            if let Some(value) = self.machine.cell_value(&path.state, cell) {
                entry.insert(cell, value);
            }
        }
        if knowledge.loops[&head].makes_objects {
            let placement = knowledge.placement;
            self.machine.place_elsewhere(&mut path.state, placement);
        }
        let label = format!("loop {}.{} visit {number}", head.1.code, head.1.part);
        let before = path.state.path.clone();
        let now = self.machine.widen(
            &mut path.state,
            &cells,
            &label,
            |terms, cell, name, width| knowledge.fresh(terms, (head, number, cell, width), &name),
        );
        let mut fixed = self.machine.others_with_terms(&path.state, &cells);
        fixed.extend(self.arrays_around(&path, &cells));
        let mut visit = Visit {
            head,
            arbitrary: path.state.clone(),
            now,
            entry,
            fixed,
            assumed: Vec::new(),
            older,
        };
        self.read_invariants(&visit);
        self.hand_down(&path, &visit);
        let Some(knowledge) = &mut self.prover else {
            return Ok(None);
        };
        let candidates = knowledge.loops[&head].candidates.clone();
        let terms = &mut self.machine.terms;
        let mut wording = None;
        let (mut assumed, mut at_entry) = (Vec::new(), Vec::new());
        for candidate in candidates {
            let wording =
                wording.get_or_insert_with(|| Wording::of(terms, knowledge, &visit, &visit.entry));
            if let Some(instance) = wording.instance(terms, candidate) {
                assumed.push(candidate);
                at_entry.push((candidate, instance));
            }
        }
        let first: Vec<(Cell, Term)> = visit.entry.iter().map(|(&it, &term)| (it, term)).collect();
        let broken = self.broken((head, Stage::Start), &first, &before, at_entry)?;
        assumed.retain(|candidate| !broken.contains(candidate));
        let Some(knowledge) = &mut self.prover else {
            return Ok(None);
        };
        knowledge.refute(head, &broken, Stage::Start);
        let terms = &mut self.machine.terms;
        let here: BTreeMap<Cell, Term> = visit.now.iter().copied().collect();
        let (mut wording, mut facts) = (None, Vec::new());
        for &candidate in &assumed {
            let wording =
                wording.get_or_insert_with(|| Wording::of(terms, knowledge, &visit, &here));
            if let Some(instance) = wording.instance(terms, candidate) {
                path.state.path.push(instance);
                facts.push(instance);
            }
        }
        self.know_elements(&visit, number, &mut path.state.path, &facts);
        let Some(knowledge) = &mut self.prover else {
            return Ok(None);
        };
        path.visits.push(knowledge.visits.len());
        path.is_arbitrary = true;
        path.rounds.retain(|&(of, ..)| of != head);
        visit.arbitrary = path.state.clone();
        visit.assumed = assumed;
        knowledge.visits.push(Rc::new(visit));
        Ok(Some(path))
    }

    /// Arrays that loops around another one change, and that one does not: as these made them, without what was written since.
    fn arrays_around(&mut self, path: &Path, cells: &BTreeSet<Cell>) -> BTreeMap<Cell, Term> {
        let mut found = BTreeMap::new();
        let Some(knowledge) = &self.prover else {
            return found;
        };
        let own: BTreeSet<_> = cells.iter().filter_map(Cell::object).collect();
        let around = path.visits.iter().map(|&outer| &knowledge.visits[outer]);
        for (cell, term) in around.flat_map(|outer| outer.arrays()) {
            let is_own = cell.object().is_none_or(|object| own.contains(&object));
            if !is_own && self.machine.cell_value(&path.state, cell) == Some(term) {
                found.insert(cell, term);
            }
        }
        found
    }

    /// A state came back to the head from which another one set out: it has to be an instance of that one.
    fn come_back(&mut self, mut path: Path, number: usize) -> Result<(), ExploreError> {
        let Some(knowledge) = &self.prover else {
            return Ok(());
        };
        let visit = Rc::clone(&knowledge.visits[number]);
        let head = visit.head;
        let changed = match self.machine.changed(&visit.arbitrary, &path.state) {
            Ok(changed) => changed,
            Err(unlike) => {
                if let Some(knowledge) = &mut self.prover
                    && !knowledge.may_learn()
                {
                    let position = self.machine.position(&mut path.state);
                    knowledge.doubt(head, position, DoubtKind::Changes(unlike.to_string()));
                    knowledge.needs_more = true;
                    return Ok(());
                }
                if let Some(knowledge) = &mut self.prover
                    && let Some(known) = knowledge.loops.get_mut(&head)
                    && !known.peeled
                {
                    known.peeled = true;
                    knowledge.changed = true;
                    return Ok(());
                }
                self.give_up(&mut path, Reason::Unproven(Unproven::Loop(unlike)));
                return Ok(());
            }
        };
        if self.machine.makes_objects(&visit.arbitrary, &path.state) {
            self.note_objects(head, &mut path);
        }
        let widened: BTreeSet<Cell> = visit.now.iter().map(|&(cell, _)| cell).collect();
        let more: Vec<Cell> = changed
            .into_iter()
            .filter(|&cell| !is_within(&widened, cell))
            .collect();
        if !more.is_empty() {
            let Some(knowledge) = &mut self.prover else {
                return Ok(());
            };
            if !knowledge.may_learn() {
                let position = self.machine.position(&mut path.state);
                for cell in more {
                    let name = self.machine.cell_name(&path.state, cell, position).name;
                    knowledge.doubt(head, position, DoubtKind::Changes(name));
                }
                knowledge.needs_more = true;
                return Ok(());
            }
            match knowledge.add_cells(head, more) {
                true => self.propose_for_cells(number, &path.state),
                // The state that set out does not have them as cells.
                false => self.give_up(&mut path, Reason::Unproven(Unproven::Loops)),
            }
            return Ok(());
        }
        let mut values = BTreeMap::new();
        for &(cell, _) in &visit.now {
            if let Some(value) = self.machine.cell_value(&path.state, cell) {
                values.insert(cell, value);
            }
        }
        let Some(knowledge) = &mut self.prover else {
            return Ok(());
        };
        let terms = &mut self.machine.terms;
        let mut wording = None;
        let (mut claims, mut broken) = (Vec::new(), Vec::new());
        for &candidate in &visit.assumed {
            let wording =
                wording.get_or_insert_with(|| Wording::of(terms, knowledge, &visit, &values));
            match wording.instance(terms, candidate) {
                Some(instance) => claims.push((candidate, instance)),
                None => broken.push(candidate),
            }
        }
        let told = (head, Stage::Keeping);
        broken.extend(self.broken(told, &visit.now, &path.state.path, claims)?);
        if let Some(knowledge) = &mut self.prover {
            knowledge.refute(head, &broken, Stage::Keeping);
        }
        self.propose_from_iteration(number, &values, &path.state.path);
        self.propose_elements(number, &values, &path.state.path);
        self.propose_orders(number);
        self.propose_hulls(number, &values, &path.state.path)?;
        let latest = self.repeat(number, &values, &path.state.path);
        if let Some(runs) = &latest {
            self.propose_polynomials(number, runs);
        }
        self.drop_by_runs(number, latest.as_ref());
        self.measure(&visit, &values, &path)
    }

    /// Notes that iterations of a loop make objects.
    fn note_objects(&mut self, head: Head, path: &mut Path) {
        let Some(knowledge) = &mut self.prover else {
            return;
        };
        if knowledge
            .loops
            .get(&head)
            .is_some_and(|it| it.makes_objects)
        {
            return;
        }
        if knowledge.is_given() {
            let position = self.machine.position(&mut path.state);
            knowledge.doubt(head, position, DoubtKind::Changes("objects".to_owned()));
        } else if let Some(known) = knowledge.loops.get_mut(&head) {
            known.makes_objects = true;
        }
    }

    /// Drops the measures of a loop that an iteration does not make smaller.
    fn measure(
        &mut self,
        visit: &Visit,
        values: &BTreeMap<Cell, Term>,
        path: &Path,
    ) -> Result<(), ExploreError> {
        let head = visit.head;
        let Some(knowledge) = &mut self.prover else {
            return Ok(());
        };
        let Some(mut ranking) = knowledge.ranking.take() else {
            return Ok(());
        };
        let terms = &mut self.machine.terms;
        let here: BTreeMap<Cell, Term> = visit.now.iter().copied().collect();
        let before = Wording::of(terms, knowledge, visit, &here);
        let after = Wording::of(terms, knowledge, visit, values);
        let mut kept = Vec::new();
        for measure in ranking.measures.remove(&head).unwrap_or_default() {
            let mut say = |wording: &Wording| {
                let first = wording.instance(terms, measure.first)?;
                let second = match measure.second {
                    Some(second) => Some(wording.instance(terms, second)?),
                    None => None,
                };
                Some((first, second))
            };
            let (Some(before), Some(after)) = (say(&before), say(&after)) else {
                continue;
            };
            let claim = Measure::decreases(terms, before, after);
            kept.push((measure, claim));
        }
        let count = kept.len();
        let claims = kept.iter().map(|&(_, claim)| (claim, claim)).collect();
        let told = (head, Stage::Keeping);
        let broken = self.broken(told, &[], &path.state.path, claims)?;
        kept.retain(|(_, claim)| !broken.contains(claim));
        ranking.returned.insert(head);
        if let Some(knowledge) = &mut self.prover {
            knowledge.changed |= kept.len() < count;
            let left = kept.into_iter().map(|(measure, _)| measure).collect();
            ranking.measures.insert(head, left);
            knowledge.ranking = Some(ranking);
        }
        Ok(())
    }

    /// Those of some claims that need not hold on a path. It is noted in which state suggestions are broken.
    fn broken(
        &mut self,
        told: (Head, Stage),
        state: &[(Cell, Term)],
        path: &PathCondition,
        claims: Vec<(Term, Term)>,
    ) -> Result<Vec<Term>, ExploreError> {
        let terms = &mut self.machine.terms;
        let mut broken = Vec::new();
        let mut open = claims;
        open.retain(|&(candidate, claim)| {
            if terms.is_false(claim) {
                broken.push(candidate);
            }
            !terms.is_false(claim) && !terms.is_true(claim)
        });
        let is_patient = self.prover.as_ref().is_none_or(|it| it.is_patient);
        let before = (!is_patient).then(|| self.solver.lower_conflict_limit(CONFLICTS));
        let mut path = path.clone();
        for &(_, claim) in &open {
            if self.must_stop() {
                break;
            }
            self.machine.tell_elements(&mut path, claim);
        }
        let answered = self.broken_behind((told, state), &path, open);
        if let Some(before) = before {
            self.solver.limit_conflicts(before);
        }
        broken.extend(answered?);
        Ok(broken)
    }

    /// The same of claims that are no constants. Products on the path have nothing to say of most claims without, and make questions hard: what needs
    /// none is found without them.
    fn broken_behind(
        &mut self,
        told: Told<'_>,
        path: &PathCondition,
        claims: Vec<(Term, Term)>,
    ) -> Result<Vec<Term>, ExploreError> {
        if !self.prover.as_ref().is_some_and(Knowledge::multiplies) {
            return self.broken_of(Some(told), path, claims);
        }
        let terms = &self.machine.terms;
        let mut without = PathCondition::new();
        for condition in path.to_vec() {
            if !has_product(terms, &[condition]) {
                without.push(condition);
            }
        }
        let (products, others): (Vec<_>, Vec<_>) = claims
            .into_iter()
            .partition(|&(_, claim)| has_product(terms, &[claim]));
        let doubtful = self.broken_of(None, &without, others.clone())?;
        // The solver is told apart what it need not search for.
        let terms = &mut self.machine.terms;
        let mut assertions = path.to_vec();
        let (algebra, mut open): (Vec<_>, Vec<_>) =
            products.into_iter().partition(|&(_, claim)| {
                assertions.push(terms.not(claim));
                let follows = is_contradiction(terms, &assertions);
                assertions.pop();
                follows
            });
        let mut broken = self.broken_of(Some(told), path, algebra)?;
        let others = others.into_iter();
        open.extend(others.filter(|(candidate, _)| doubtful.contains(candidate)));
        broken.extend(self.broken_of(Some(told), path, open)?);
        Ok(broken)
    }

    /// Those of some claims that need not hold, as far as the path says.
    fn broken_of(
        &mut self,
        told: Option<Told<'_>>,
        path: &PathCondition,
        claims: Vec<(Term, Term)>,
    ) -> Result<Vec<Term>, ExploreError> {
        let (mut broken, mut open) = (Vec::new(), claims);
        let mut most = MOST_AT_ONCE;
        while !open.is_empty() {
            if self.must_stop() {
                broken.extend(open.iter().map(|&(candidate, _)| candidate));
                break;
            }
            let before = open.len().saturating_sub(most);
            let terms = &mut self.machine.terms;
            let asked = open[before..].iter();
            let wrong = asked.map(|&(_, claim)| terms.not(claim)).collect();
            let wrong = terms.disjunction(wrong);
            match self.solver.check(terms, path, wrong)? {
                Answer::Unsat(_) => {
                    open.truncate(before);
                    most = MOST_AT_ONCE;
                }
                Answer::Sat(model) => {
                    let mut evaluator = Evaluator::new(terms, &model);
                    let (left, mut fallen): (Vec<_>, Vec<_>) = std::mem::take(&mut open)
                        .into_iter()
                        .partition(|&(_, claim)| evaluator.is_true(claim));
                    open = left;
                    if fallen.is_empty() {
                        fallen = open.split_off(before);
                    }
                    broken.extend(fallen.iter().map(|&(candidate, _)| candidate));
                    let Some((told, state)) = told else {
                        continue;
                    };
                    if let Some(knowledge) = &mut self.prover {
                        let fallen = &broken[broken.len() - fallen.len()..];
                        knowledge.note_broken(told, fallen, state, &mut evaluator);
                    }
                    drop(evaluator);
                    self.exclude_predecessors(told, path, &fallen, &model)?;
                }
                // What is too hard alone is no invariant.
                Answer::Unknown(_) if before + 1 == open.len() => {
                    broken.extend(open.pop().map(|(candidate, _)| candidate));
                    most = MOST_AT_ONCE;
                }
                Answer::Unknown(_) => most = (open.len() - before) / 2,
            }
        }
        Ok(broken)
    }
}

impl Path {
    /// Whether the loop of a state that jumped back goes on by itself: no input was asked since the last time, and that not too often.
    fn is_unrolled(&mut self, head: Head, most: u64) -> bool {
        let length = self.state.path.len();
        let known = self.rounds.iter_mut().find(|(of, ..)| *of == head);
        let Some((_, count, before)) = known else {
            self.rounds.push((head, 1, length));
            return true;
        };
        if *before != length || *count >= most {
            return false;
        }
        *count += 1;
        true
    }
}

/// The inputs that a state has read.
fn inputs_read(machine: &everypath_machine::Machine<'_>, state: &State) -> FxHashSet<InputId> {
    let mut read = FxHashSet::default();
    for record in state.input_records().iter() {
        for &element in &record.elements {
            if let Value::Term(term) = element
                && machine.terms.kind(term) == Kind::Input
            {
                read.extend(machine.terms.input_id(term));
            }
        }
    }
    read
}

/// How candidates are put into words in a visit, about some values of cells.
pub(super) struct Wording {
    /// What stands for symbols.
    map: FxHashMap<Term, Term>,
    /// What may be spoken of: symbols that have a value, and inputs that are older than the loop.
    known: FxHashSet<InputId>,
}

impl Wording {
    pub(super) fn of(
        terms: &mut TermTable,
        knowledge: &mut Knowledge,
        visit: &Visit,
        values: &BTreeMap<Cell, Term>,
    ) -> Wording {
        let mut map: FxHashMap<Term, Term> = FxHashMap::default();
        let mut known: FxHashSet<InputId> = visit.older.clone();
        known.extend(terms.input_id(knowledge.any_index));
        for &(cell, term) in &visit.now {
            let width = width_of(terms, cell, term);
            let symbols = knowledge.symbols(terms, cell, width);
            for (symbol, values) in symbols.into_iter().zip([values, &visit.entry]) {
                let value = values.get(&cell).copied();
                if let Some(value) = value.filter(|&it| terms.sort(it) == terms.sort(symbol)) {
                    map.insert(symbol, value);
                    known.extend(terms.input_id(symbol));
                }
            }
        }
        for &(cell, term) in &visit.fixed {
            let width = width_of(terms, cell, term);
            let [symbol, _] = knowledge.symbols(terms, cell, width);
            map.insert(symbol, term);
            known.extend(terms.input_id(symbol));
        }
        Wording { map, known }
    }

    /// A candidate in these words. None if it cannot be said: a value is missing, or it speaks of an input that is not older than the loop.
    pub(super) fn instance(&self, terms: &mut TermTable, candidate: Term) -> Option<Term> {
        let inputs = terms.inputs_of(candidate);
        let says = inputs.iter().all(|input| self.known.contains(input));
        says.then(|| terms.substitute(candidate, &self.map))
    }
}
