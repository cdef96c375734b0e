//! The paths explorer: symbolic execution of every path (chapter 4 of the Sym-ISS thesis, with strategies and bounds).
//!
//! A state runs until it forks, ends, or has used up its turn; its successors then wait until the strategy picks them.
//! A state forks only where both sides are feasible. A condition that follows from the path condition is not added to it: the
//! one feasible side of a branch, and a check that cannot fail (thesis, section 3.2).
//!
//! A path remembers what was decided on it (`choice.rs`), so that what is left open can be written down (`prefix.rs`) and taken up elsewhere
//! (`follow.rs`).

mod afresh;
mod choice;
mod engine;
mod events;
mod follow;
mod gather;
mod piece;
mod place;
mod prefix;
mod split;
mod team;
mod way;

use everypath_machine::Machine;
use everypath_program::BlockKey;
use everypath_solver::{Answer, Solver};
use rustc_hash::FxHashMap;

use crate::budget::{Meter, Run, Spent};
use crate::cores::Origins;
use crate::count::Counter;
use crate::ledger::{Ended, Ledger};
use crate::left_behind::leave;
use crate::strategy::{Candidate, Graph, Scheduler, StateId};
pub use engine::Paths;
use everypath_term::Random;
use follow::follow_noting;
pub use follow::{OpenPath, follow};
pub use gather::gather;
pub use piece::{Results, Unit};
pub use prefix::{Prefix, PrefixError};
pub use split::split;
use team::Seat;
pub use team::explore_on;
use way::Path;

use crate::{Asks, BudgetKind, ExploreError, ExploreOptions, Observer, Reason, Record, StopAt};

/// Instructions after which a state that does not fork lets others have their turn.
const TURN: u64 = 200_000;

/// What becomes of a state at an event.
#[expect(
    clippy::large_enum_variant,
    reason = "one short-lived value per event; a box would cost an allocation each"
)]
enum Step {
    /// It goes on.
    Go(Path),
    /// These states take its place, in the order of a depth-first search; none if its path ended.
    Wait(Vec<Path>),
}

struct Explorer<'a, 'p> {
    machine: &'a mut Machine<'p>,
    solver: &'a mut Solver,
    options: &'a ExploreOptions,
    observer: &'a mut dyn Observer,
    scheduler: Box<dyn Scheduler>,
    random: Random,
    graph: Graph,
    /// Lifted blocks and covered instructions at the last update of the graph.
    graph_version: (usize, usize),
    /// In boxes, so that the table stays small and moves little.
    waiting: FxHashMap<StateId, Box<Path>>,
    last_id: u64,
    /// The part of all paths that is done, and those of states that wait, if nobody shares them.
    done: f64,
    parts: FxHashMap<StateId, f64>,
    /// Taken jumps of the longest path.
    longest: u64,
    meter: Meter,
    ledger: Ledger,
    origins: Origins,
    counter: Counter,
    stop: Option<Reason>,
    /// Its place among others, if there are such.
    seat: Option<Seat<'a>>,
    /// What was spent that is not in the books, where budgets count: by others, and on other pieces.
    beside: Spent,
}

/// Follows every path of the machine's program, within bounds and budgets.
///
/// The verdict and everything in the record but times and memory are determined by program, options and seed, unless the
/// budgets of time or memory strike.
pub fn explore_paths(
    machine: &mut Machine<'_>,
    solver: &mut Solver,
    options: &ExploreOptions,
    observer: &mut dyn Observer,
) -> Result<Record, ExploreError> {
    let start = Path::start(machine);
    let mut explorer = Explorer::new(machine, solver, options, observer);
    explorer.run(vec![start], usize::MAX)?;
    Ok(explorer.finish())
}

/// What is known where exploring a part of a program ended.
#[derive(Debug)]
pub struct Explored {
    /// What was found. That paths are open is no cut of it: the verdict is one of the paths that were followed.
    pub record: Record,
    /// The paths that are open, in the order in which they came to be. None if the run had to stop, by a budget or at a finding: the record
    /// says so.
    pub open: Vec<OpenPath>,
}

/// Follows the paths that begin with one of some prefixes, until so many are open at once: others may follow those, see
/// [`OpenPath::prefix`]. The record is of what comes behind the prefixes only, since the run that they are from has told of the rest.
///
/// # Errors
/// Beside those of [`explore_paths`]: if a prefix is not one of the machine's program.
pub fn explore_paths_from(
    machine: &mut Machine<'_>,
    solver: &mut Solver,
    options: &ExploreOptions,
    observer: &mut dyn Observer,
    prefixes: &[Prefix],
    most_open: usize,
) -> Result<Explored, ExploreError> {
    let mut explorer = Explorer::new(machine, solver, options, observer);
    let mut paths = Vec::with_capacity(prefixes.len());
    for prefix in prefixes {
        paths.push(explorer.take_up(prefix)?);
    }
    explorer.run(paths, most_open)?;
    let open = explorer.hand_over();
    let record = explorer.finish();
    Ok(Explored { record, open })
}

impl<'a, 'p> Explorer<'a, 'p> {
    fn new(
        machine: &'a mut Machine<'p>,
        solver: &'a mut Solver,
        options: &'a ExploreOptions,
        observer: &'a mut dyn Observer,
    ) -> Self {
        let meter = Meter::new(solver.statistics());
        Explorer {
            machine,
            solver,
            options,
            observer,
            scheduler: options.strategy.scheduler(),
            random: Random::new(options.seed),
            graph: Graph::default(),
            graph_version: (0, 0),
            waiting: FxHashMap::default(),
            last_id: StateId::NONE.0,
            done: 0.0,
            longest: 0,
            parts: FxHashMap::default(),
            meter,
            ledger: Ledger::default(),
            origins: Origins::new(options.cores),
            counter: Counter::default(),
            stop: None,
            seat: None,
            beside: Spent::default(),
        }
    }
}

impl Explorer<'_, '_> {
    /// Follows paths to their ends, as long as fewer than `most_open` are open.
    fn run(&mut self, paths: Vec<Path>, most_open: usize) -> Result<(), ExploreError> {
        self.put(StateId::NONE, paths)?;
        while !self.waiting.is_empty()
            && self.waiting.len() < most_open
            && !self.must_stop()
            && !self.is_over()
        {
            self.update_graph();
            let Some(id) = self.scheduler.pick(&mut self.random, &self.graph) else {
                break;
            };
            let Some(path) = self.waiting.remove(&id) else {
                break;
            };
            let successors = self.advance(*path)?;
            let successors = self.send_last(successors);
            self.put(id, successors)?;
        }
        Ok(())
    }

    /// Whether the piece of a team that this worker explores is to be closed.
    fn is_over(&self) -> bool {
        let tells = self.observer.wants_tests() || self.observer.wants_decisions();
        let ends = if tells { self.ledger.path_ends } else { 0 };
        self.seat.as_ref().is_some_and(|seat| seat.is_over(ends))
    }

    /// Gives the paths away that are open, unless the run had to stop.
    fn hand_over(&mut self) -> Vec<OpenPath> {
        if self.stop.is_some() {
            return Vec::new();
        }
        let mut open: Vec<_> = self.waiting.drain().collect();
        open.sort_unstable_by_key(|&(id, _)| id);
        open.into_iter().map(|(_, path)| OpenPath(*path)).collect()
    }

    /// The path that a prefix leads to.
    fn take_up(&mut self, prefix: &Prefix) -> Result<Path, ExploreError> {
        let mut path = follow_noting(self.machine, &mut self.origins, prefix)?;
        if prefix.is_empty() {
            return Ok(path);
        }
        let anything = self.machine.terms.bool(true);
        let terms = &mut self.machine.terms;
        match self.solver.check(terms, &path.state.path, anything)? {
            Answer::Sat(model) => path.state.path.set_witness(model),
            Answer::Unsat(_) => {
                let position = self.machine.position(&mut path.state);
                return Err(PrefixError::Infeasible { position }.into());
            }
            // It may be decided later.
            Answer::Unknown(_) => {}
        }
        Ok(path)
    }

    /// Runs a state until others take its place.
    fn advance(&mut self, mut path: Path) -> Result<Vec<Path>, ExploreError> {
        let turn_end = path.state.instructions().saturating_add(TURN);
        loop {
            self.share();
            let before = path.state.instructions();
            let limit = self.instruction_limit(before).min(turn_end);
            let event = self.machine.run(&mut path.state, limit);
            let executed = path.state.instructions().saturating_sub(before);
            self.ledger.statistics.instructions += executed;
            path = match self.on_event(path, event)? {
                Step::Wait(successors) => return Ok(successors),
                Step::Go(path) => path,
            };
            if self.must_stop() {
                return Ok(vec![path]);
            }
        }
    }

    /// How many instructions a state that has executed `executed` may have executed before someone has to look.
    fn instruction_limit(&self, executed: u64) -> u64 {
        let bound = self
            .options
            .bounds
            .instructions_per_path
            .unwrap_or(u64::MAX);
        let budget = self.options.budgets.instructions.unwrap_or(u64::MAX);
        let spent = self.beside.instructions + self.ledger.statistics.instructions;
        let left = budget.saturating_sub(spent);
        bound.min(executed.saturating_add(left))
    }

    /// Lets states wait that take the place of the one picked as `parent`.
    fn put(&mut self, parent: StateId, mut paths: Vec<Path>) -> Result<(), ExploreError> {
        if let Some(limit) = self.options.budgets.states {
            let room = usize::try_from(limit)
                .unwrap_or(usize::MAX)
                .saturating_sub(self.waiting.len() + self.beside.waiting as usize);
            for path in paths.split_off(room.min(paths.len())) {
                self.give_up(path, Reason::Budget(BudgetKind::States))?;
            }
        }
        let part = self.parts.remove(&parent).unwrap_or(1.0);
        if paths.is_empty() {
            self.done += part;
        }
        let part = part / paths.len() as f64;
        let uses_distances = self.options.strategy.uses_distances();
        let mut candidates = Vec::with_capacity(paths.len());
        for path in paths {
            self.last_id += 1;
            let id = StateId(self.last_id);
            let block = path.state.block_key();
            self.longest = self.longest.max(path.state.jumps());
            if uses_distances {
                self.graph.discover(block);
            }
            candidates.push(Candidate {
                id,
                block,
                jumps: path.state.jumps(),
                newly_covered: path.state.newly_covered(),
                goes_last: path.goes_last(),
            });
            if self.seat.is_none() {
                self.parts.insert(id, part);
            }
            self.waiting.insert(id, Box::new(path));
        }
        self.scheduler.replace(parent, &candidates, &self.graph);
        let left = self.seat.as_ref().map_or(0, Seat::left_states);
        let waiting = self.waiting.len() as u64 + left;
        self.ledger.statistics.most_waiting = self.ledger.statistics.most_waiting.max(waiting);
        Ok(())
    }

    /// Brings the distances to uncovered code up to date, if a strategy asks for them.
    fn update_graph(&mut self) {
        let version = (
            self.machine.block_count(),
            self.machine.coverage.instruction_count(),
        );
        if !self.options.strategy.uses_distances() || version == self.graph_version {
            return;
        }
        self.graph_version = version;
        let machine = &*self.machine;
        let is_covered = |key: BlockKey| machine.is_block_covered(key);
        self.graph.update(is_covered, |key| machine.successors(key));
        self.graph.refresh();
    }

    /// Whether the run has to stop now; remembers why. Shows progress on the way.
    fn must_stop(&mut self) -> bool {
        self.account();
        let run = Run {
            machine: self.machine,
            solver: self.solver,
            options: self.options,
            ledger: &self.ledger,
            waiting: self.waiting.len(),
            own_work: 0,
            done: self.done,
            longest: self.longest,
            has_given_up: self.ledger.has_given_up(),
            asks: Asks::Others,
            beside: self.beside,
        };
        let must_stop = self.meter.must_stop(run, self.observer, &mut self.stop);
        match (&self.seat, &self.stop) {
            // What interrupts a worker is the others: they know why.
            (Some(seat), None | Some(Reason::Interrupted)) => {
                self.stop = seat.stopped().or(self.stop.take());
                self.stop.is_some()
            }
            _ => must_stop,
        }
    }

    /// Whether the first finding ends the run. Counting inputs needs all paths.
    fn stops_at_first_finding(&self) -> bool {
        self.options.stop == StopAt::FirstFinding && !self.options.count_inputs
    }

    fn finish(self) -> Record {
        if self.observer.wants_questions() {
            let cuts = self
                .ledger
                .cuts_with(self.stop.as_ref(), self.waiting.len());
            self.observer.questions_told(&mut self.machine.terms, &cuts);
        }
        let ended = Ended {
            stop: self.stop.clone(),
            waiting: self.waiting.len(),
            elapsed: self.meter.elapsed(),
        };
        leave((self.waiting, self.scheduler, self.parts), &self.stop);
        self.ledger
            .into_record(self.machine, self.solver, self.options, ended)
    }
}
