//! The conflict-driven explorer: every path that fails teaches a clause over branches, and no path through a clause is begun again.
//!
//! After Celina Gomes do Val, "Conflict-Driven Symbolic Execution: How to Learn to Get Better" (M.Sc. thesis, University of British
//! Columbia, 2014). The search proposes a path to a check through the graph of the program ([`graph`]); the path is executed as far as
//! inputs go that way ([`walk`]); where they do not, the refusal is traced back to the branches that it rests on ([`explain`]), and these
//! become a clause ([`clauses`]). When nothing is left to propose, every check is decided.
//!
//! How paths are proposed is our own. The thesis asks a SAT solver for a model of the graph and of all clauses after every conflict. Here the
//! path itself is the assignment: it is extended in the order of the graph, a clause is looked at where its last literal would
//! be passed, and a node all of whose ways are excluded gives a clause by resolution (rules R3 and R5 of the formula, section 3.2.1), so the
//! cost of a conflict is what changes on the path, not the size of the graph. Nothing of the graph is made before somebody comes to it.
//! The thesis' own way is there too ([`decide`], over [`formula`]).

mod blocks;
mod choices;
mod clauses;
mod decide;
mod engine;
mod explain;
mod formula;
mod generalise;
mod graph;
mod learn;
mod lessons;
mod root;
mod search;
mod step;
#[cfg(test)]
mod tests;
mod walk;

use std::collections::{BTreeMap, BTreeSet};

use everypath_analysis::{Code, Jumps, PlaceId};
use everypath_machine::{CutReason, Machine, State};
use everypath_program::{BlockKey, Program, Raised, RegionKind};
use everypath_solver::Solver;

use crate::budget::{Meter, Run, Spent};
use crate::ledger::{Ended, Ledger};
use crate::left_behind::leave;
use crate::{Asks, ConflictStatistics, ExploreError, ExploreOptions, Observer, Reason, Record};
use blocks::code_of;
use choices::Choices;
pub use choices::{Decider, MemoryReasons, UnknownDecider};
use clauses::Clauses;
pub use engine::Conflict;
use graph::Graph;
use step::{Assertion, Step};

/// What it takes to look at a literal of a clause, at what a reason needs, and to keep an instruction as a step, in about nanoseconds.
const LITERAL: u64 = 5;
const NEED: u64 = 50;
const STEP: u64 = 800;

struct Explorer<'a, 'p> {
    machine: &'a mut Machine<'p>,
    solver: &'a mut Solver,
    options: &'a ExploreOptions,
    choices: Choices,
    observer: &'a mut dyn Observer,
    /// The state at the program's start.
    start: State,
    code: Code,
    graph: Graph,
    clauses: Clauses,
    steps: Vec<Step>,
    /// So many of the steps are executed.
    executed: usize,
    assertions: Vec<Assertion>,
    frames: u32,
    /// Loops some input exceeds the bound of, by first block.
    exceeded: BTreeSet<PlaceId>,
    /// Bounds that kept the search from going on, where they are not checked.
    not_looked_beyond: BTreeMap<PlaceId, u64>,
    checks_reads: bool,
    /// A jump that was just taken leads to an address that the graph lacks.
    found_jump: Option<(BlockKey, u64)>,
    /// The graph was made anew; the path is to be begun again.
    has_restarted: bool,
    scratch: explain::Scratch,
    sources: explain::Sources,
    generalising: generalise::Effort,
    /// Extensions of the path.
    looks: u64,
    /// Whether what was proven holds only because loops are bounded.
    within_bounds: bool,
    meter: Meter,
    ledger: Ledger,
    statistics: ConflictStatistics,
    stop: Option<Reason>,
}

/// What is loaded is explained by what was stored there, or by the start: of registers of devices that is not so.
fn refuses_program(program: &dyn Program) -> Option<&'static str> {
    let mut regions = program.image().regions.iter();
    let has_devices = regions.any(|region| region.kind == RegionKind::Registers);
    has_devices.then_some("registers of devices, of which each load gives another value: --engine paths, merge or prove")
}

/// Decides every check of the machine's program by conflict-driven symbolic execution.
///
/// The record has the form of that of [`crate::explore_paths`]. Strategy and order of sides do not apply, and inputs cannot be counted.
pub fn explore_by_conflicts(
    machine: &mut Machine<'_>,
    solver: &mut Solver,
    options: &ExploreOptions,
    observer: &mut dyn Observer,
) -> Result<Record, ExploreError> {
    let mut explorer = Explorer::new(machine, solver, options, observer);
    if let Some(why) = refuses_program(explorer.machine.program()) {
        let reason = CutReason::Unsupported(why.to_owned());
        explorer.ledger.cut(Reason::Machine(reason), None, 1);
        return Ok(explorer.into_record());
    }
    match explorer.choices.decider.guidance() {
        Some(guidance) => explorer.decide(guidance)?,
        None => explorer.search()?,
    }
    Ok(explorer.into_record())
}

impl<'a, 'p> Explorer<'a, 'p> {
    /// Stands before the program's start; with an empty path if no check can be reached from there.
    fn new(
        machine: &'a mut Machine<'p>,
        solver: &'a mut Solver,
        options: &'a ExploreOptions,
        observer: &'a mut dyn Observer,
    ) -> Self {
        let meter = Meter::new(solver.statistics());
        let choices = Choices::of(&options.own);
        machine.leave_loops();
        let start = machine.initial_state();
        let code = code_of(machine, &start, Jumps::default());
        let graph = Graph::new(&code, machine.program().image());
        let checks_reads = machine.options().checks.has_raised_by(Raised::Contents);
        let mut explorer = Explorer {
            machine,
            solver,
            options,
            choices,
            observer,
            start,
            code,
            graph,
            clauses: Clauses::default(),
            steps: Vec::new(),
            executed: 0,
            assertions: Vec::new(),
            frames: 0,
            exceeded: BTreeSet::new(),
            not_looked_beyond: BTreeMap::new(),
            checks_reads,
            found_jump: None,
            has_restarted: false,
            scratch: explain::Scratch::default(),
            sources: explain::Sources::default(),
            generalising: generalise::Effort::default(),
            looks: 0,
            within_bounds: false,
            meter,
            ledger: Ledger::default(),
            statistics: ConflictStatistics {
                decider: choices.decider,
                ..ConflictStatistics::default()
            },
            stop: None,
        };
        if explorer.graph.node(Graph::ENTRY).distance.is_some() {
            explorer.push(None, Graph::ENTRY);
        }
        explorer
    }

    /// What was found out, at the end.
    fn into_record(mut self) -> Record {
        if self.within_bounds {
            for (header, limit) in std::mem::take(&mut self.not_looked_beyond) {
                let header = self.graph.bound_position(&self.code, self.machine, header);
                let reason = CutReason::LoopLimit { header, limit };
                self.ledger.cut(Reason::Machine(reason), Some(header), 1);
            }
        }
        for (assumption, chain) in self.graph.assumptions(&self.code) {
            self.machine.assumes_at(assumption, &chain);
        }
        self.count_graph();
        self.ledger.statistics.conflict = Some(self.statistics);
        self.ledger.learnt = self.lessons();
        let ended = Ended {
            waiting: usize::from(self.stop.is_some()),
            stop: self.stop.clone(),
            elapsed: self.meter.elapsed(),
        };
        leave(
            (self.graph, self.clauses, self.steps, self.assertions),
            &self.stop,
        );
        self.ledger
            .into_record(self.machine, self.solver, self.options, ended)
    }

    /// Decides everything by paths that the search proposes.
    fn search(&mut self) -> Result<(), ExploreError> {
        while self.stop.is_none() && self.propose()? {
            self.execute()?;
            self.look_at_budgets();
        }
        Ok(())
    }

    /// Counts the graph as it is, before it goes.
    pub(super) fn count_graph(&mut self) {
        self.statistics.nodes += self.graph.node_count() as u64;
        self.statistics.edges += self.graph.edge_count() as u64;
    }

    /// Remembers whether the run has to stop now. Shows progress on the way.
    pub(super) fn look_at_budgets(&mut self) {
        let run = Run {
            machine: self.machine,
            solver: self.solver,
            options: self.options,
            ledger: &self.ledger,
            waiting: self.steps.len(),
            own_work: self.clauses.looked_at * LITERAL
                + self.scratch.effort * NEED
                + self.ledger.statistics.instructions * STEP,
            done: 0.0,
            longest: 0,
            has_given_up: self.ledger.has_given_up(),
            asks: Asks::Others,
            beside: Spent::default(),
        };
        self.meter.must_stop(run, self.observer, &mut self.stop);
    }
}
