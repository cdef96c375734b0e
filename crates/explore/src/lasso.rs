//! Lassos: runs that never end, because the program comes back to a state in which it was.
//!
//! Paths are followed, breadth first and within narrow limits, and each state that jumps back is compared with one that stood there before, which
//! is kept for as long as Brent's method says: until the number of visits has doubled (R. P. Brent, "An Improved Monte Carlo Factorization
//! Algorithm", BIT 20, 1980). Where both are alike but for some cells of memory, the solver is asked for inputs on which those are equal, too. From
//! there the program does the same again, if it asks for inputs and is given the same again: so it never ends. (Lassos, as they are looked
//! for with templates: A. Gupta, T. Henzinger, R. Majumdar, A. Rybalchenko, R. Xu, "Proving Non-Termination", POPL 2008.)
//!
//! Nothing is concluded where none is found. What is found is run on the model's inputs, where both states are constants.

use std::collections::VecDeque;
use std::rc::Rc;

use everypath_machine::{CallNode, Event, Machine, State, Watch};
use everypath_program::{BlockKey, Position, Property};
use everypath_solver::{Answer, Fork, Solver};
use everypath_term::{Assignment, Evaluator, Term};

use crate::violation::Violation;
use crate::{ExploreError, Finding};

/// Instructions of all paths together, and what the solver is asked at an event is worth.
const MOST_WORK: u64 = 300_000;
const EVENT: u64 = 300;
/// Instructions of a path before the others have their turn.
const TURN: u64 = 20_000;
/// Paths that wait.
const MOST_WAITING: usize = 500;
/// Cells that may differ where the solver is asked whether they are equal.
const MOST_CELLS: usize = 64;
/// Such questions.
const MOST_QUESTIONS: u64 = 400;

/// The places that a path jumped back to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visits(Vec<Visit>);

#[derive(Clone, Debug)]
struct Visit {
    place: (CallNode, BlockKey),
    count: u64,
    kept: Rc<State>,
}

impl Visits {
    /// Notes that a state has jumped back to where it stands. Gives the state that was kept of the visits before, if there were some.
    pub fn note(&mut self, state: &State) -> Option<Rc<State>> {
        let place = state.place();
        let Some(visit) = self.0.iter_mut().find(|visit| visit.place == place) else {
            self.0.push(Visit {
                place,
                count: 1,
                kept: Rc::new(state.clone()),
            });
            return None;
        };
        visit.count += 1;
        let kept = visit.kept.clone();
        if visit.count.is_power_of_two() {
            visit.kept = Rc::new(state.clone());
        }
        Some(kept)
    }
}

/// When a state is one of before again; none if never, or if that cannot be said. Objects that came and went in between, and of which no address
/// is kept, may have their addresses once more.
pub(crate) fn is_again(machine: &mut Machine<'_>, before: &State, now: &State) -> Option<Term> {
    if machine.has_asked_for_symbolic() {
        return None;
    }
    let cells = machine.changed(before, now).ok()?;
    if cells.len() > MOST_CELLS {
        return None;
    }
    let mut equal = machine.terms.bool(true);
    for cell in cells {
        if !cell.is_number() {
            return None;
        }
        let one = machine.cell_value(before, cell)?;
        let two = machine.cell_value(now, cell)?;
        let same = machine.terms.eq(one, two);
        equal = machine.terms.and(equal, same);
        if machine.terms.is_false(equal) {
            return None;
        }
    }
    Some(equal)
}

/// What is said of a state that is one of before again.
pub(crate) fn detail(before: &State, now: &State) -> String {
    let inputs = |state: &State| state.input_records().len();
    let round = now.instructions() - before.instructions();
    let asked = match inputs(now) - inputs(before) {
        0 => "",
        _ => ", and asks for inputs on the way: given the same each time it never ends",
    };
    let never = if asked.is_empty() { " for ever" } else { "" };
    format!("after {round} instructions the state is the same again{never}{asked}")
}

#[derive(Clone)]
struct Path {
    state: State,
    visits: Visits,
}

/// Looks for a run that never ends, on a machine and with a solver that are made for this. `goes_on` says whether there is time left.
///
/// # Errors
/// If the solver fails.
pub(crate) fn find_lasso(
    machine: &mut Machine<'_>,
    solver: &mut Solver,
    mut goes_on: impl FnMut() -> bool,
) -> Result<Option<Finding>, ExploreError> {
    machine.watch_heads([]);
    let mut search = Search {
        questions: 0,
        machine,
        solver,
    };
    let start = Path {
        state: search.machine.initial_state(),
        visits: Visits::default(),
    };
    let mut waiting = VecDeque::from([start]);
    let mut work = 0;
    while let Some(mut path) = waiting.pop_front() {
        let first = path.state.instructions();
        loop {
            let before = path.state.instructions();
            if before - first >= TURN {
                waiting.push_back(path);
                break;
            }
            let event = (search.machine).run_until(&mut path.state, first + TURN, Watch::default());
            work += path.state.instructions().saturating_sub(before).max(1);
            if work >= MOST_WORK || !goes_on() {
                return Ok(None);
            }
            if event == Event::Limit {
                if search.machine.take_arrival(&mut path.state).is_some()
                    && let Some(finding) = search.visit(&mut path)?
                {
                    return Ok(Some(finding));
                }
                continue;
            }
            work += EVENT;
            let successors = search.successors(path, event)?;
            if waiting.len() + successors.len() > MOST_WAITING {
                return Ok(None);
            }
            waiting.extend(successors);
            break;
        }
    }
    Ok(None)
}

struct Search<'s, 'p> {
    machine: &'s mut Machine<'p>,
    solver: &'s mut Solver,
    questions: u64,
}

impl Search<'_, '_> {
    /// A path has jumped back.
    fn visit(&mut self, path: &mut Path) -> Result<Option<Finding>, ExploreError> {
        let Some(before) = path.visits.note(&path.state) else {
            return Ok(None);
        };
        let Some(condition) = is_again(self.machine, &before, &path.state) else {
            return Ok(None);
        };
        if self.questions >= MOST_QUESTIONS {
            return Ok(None);
        }
        self.questions += 1;
        let state = &mut path.state;
        let answer = (self.solver).check(&mut self.machine.terms, &state.path, condition)?;
        let Answer::Sat(model) = answer else {
            return Ok(None);
        };
        let position = self.machine.position(state);
        let violation = Violation {
            property: Property::Termination,
            position,
            detail: detail(&before, state),
            condition,
            model,
            count: None,
        };
        let finding = violation.run(self.machine, self.solver, state, 0)?;
        let is_seen = finding.replay == crate::ReplayStatus::Reproduced;
        Ok(is_seen.then_some(finding))
    }

    /// The ways that a path can go on behind an event, those that are easily found.
    fn successors(&mut self, mut path: Path, event: Event) -> Result<Vec<Path>, ExploreError> {
        match event {
            Event::Branch { condition } => self.sides(path, condition),
            Event::Switch => {
                let conditions = self.machine.case_conditions(&path.state);
                let mut successors = Vec::new();
                for (index, &condition) in conditions.iter().enumerate() {
                    if let Some(mut other) = self.with(&path, condition)?
                        && self.machine.take_case(&mut other.state, index).is_none()
                    {
                        successors.push(other);
                    }
                }
                Ok(successors)
            }
            Event::Check { condition, .. } | Event::Assume { condition, .. } => {
                Ok(self.with(&path, condition)?.into_iter().collect())
            }
            Event::Access(access) => {
                let resolution = self.machine.resolve(&path.state, self.solver, &access)?;
                let mut successors = Vec::new();
                for alternative in resolution.alternatives {
                    if let Some(mut other) = self.with(&path, alternative.condition)? {
                        other.state.set_target(alternative.target);
                        successors.push(other);
                    }
                }
                Ok(successors)
            }
            Event::Concretize { term, .. } => {
                let Some(model) = self.model(&path.state)? else {
                    return Ok(Vec::new());
                };
                let terms = &mut self.machine.terms;
                let value = Evaluator::new(terms, &model).evaluate_u64(term);
                let width = terms.width(term);
                let constant = terms.constant(width, value);
                let condition = terms.eq(term, constant);
                path.state.path.push(condition);
                path.state.path.set_witness(model);
                path.state.bind(term, value);
                Ok(vec![path])
            }
            Event::Limit | Event::Exit { .. } | Event::Dead | Event::Cut(_) => Ok(Vec::new()),
        }
    }

    fn sides(&mut self, path: Path, condition: Term) -> Result<Vec<Path>, ExploreError> {
        let otherwise = self.machine.terms.not(condition);
        let fork = (self.solver).fork(&mut self.machine.terms, &path.state.path, condition)?;
        let sides = match fork {
            Fork::Both {
                then_witness,
                else_witness,
            } => vec![
                (true, condition, then_witness),
                (false, otherwise, else_witness),
            ],
            Fork::ThenOnly => vec![(true, condition, None)],
            Fork::ElseOnly => vec![(false, otherwise, None)],
            Fork::Unknown(_) | Fork::Infeasible => Vec::new(),
        };
        let mut successors = Vec::new();
        for (side, condition, witness) in sides {
            let mut other = path.clone();
            other.state.path.push(condition);
            other.state.path.set_witness(witness);
            if self.machine.take_branch(&mut other.state, side).is_none() {
                successors.push(other);
            }
        }
        Ok(successors)
    }

    /// The path where a condition holds, if some input takes it.
    fn with(&mut self, path: &Path, condition: Term) -> Result<Option<Path>, ExploreError> {
        let answer = (self.solver).check(&mut self.machine.terms, &path.state.path, condition)?;
        let Answer::Sat(model) = answer else {
            return Ok(None);
        };
        let mut other = path.clone();
        other.state.path.push(condition);
        other.state.path.set_witness(model);
        Ok(Some(other))
    }

    fn model(&mut self, state: &State) -> Result<Option<Rc<Assignment>>, ExploreError> {
        let anything = self.machine.terms.bool(true);
        let answer = (self.solver).check(&mut self.machine.terms, &state.path, anything)?;
        Ok(match answer {
            Answer::Sat(model) => Some(model),
            Answer::Unsat(_) | Answer::Unknown(_) => None,
        })
    }
}

/// Runs a state whose inputs are constants until it is at this place in the same state as before, or to another event. Gives what is said of that.
pub(crate) fn run_to_same_state(
    machine: &mut Machine<'_>,
    state: &mut State,
    limit: u64,
    place: Position,
) -> Result<String, Event> {
    machine.watch_heads([]);
    let mut visits = Visits::default();
    loop {
        let event = machine.run_until(state, limit, Watch::default());
        let jumped_back = event == Event::Limit && machine.take_arrival(state).is_some();
        if !jumped_back {
            return Err(event);
        }
        if let Some(before) = visits.note(state)
            && let Some(same) = is_again(machine, &before, state)
            && machine.terms.is_true(same)
            && machine.position(state) == place
        {
            return Ok(detail(&before, state));
        }
    }
}
