//! What a job asks of an engine: which engine answers, within which bounds, and how the machine executes.

use std::num::NonZero;

use everypath_explore::{
    Bounds, Budgets, Demand, Engine, ExploreOptions, SideOrder, StopAt, answering, refusal,
};
use everypath_machine::{HeapAddresses, MachineOptions, MemoryEncoding};

use super::Job;
use super::results::EmitPer;
use super::search::{FirstSide, HeapChoice, MemoryChoice};
use crate::exit::CommandError;
use crate::property_file::Asked;

impl Job {
    /// What is asked for that not every engine can do.
    pub fn demands(&self) -> Vec<Demand> {
        let (results, search) = (&self.results, &self.search);
        let emits = !results.emit.is_empty();
        let of_paths = results.emit_per == EmitPer::Path;
        let asked = [
            (search.count_inputs, Demand::CountInputs),
            (results.tests.is_some(), Demand::TestCases),
            (results.decisions, Demand::Decisions),
            (emits, Demand::Formulas),
            (emits && of_paths, Demand::FormulasOfPaths),
            (results.cores, Demand::Cores),
            (self.wants_proof(), Demand::Proof),
            (self.asks_termination(), Demand::Termination),
            (
                search.continue_after_violation,
                Demand::ContinueAfterViolation,
            ),
            (search.max_forks.is_some(), Demand::MaxForks),
            (search.strategy.is_some(), Demand::Strategy),
        ];
        let asked = asked.into_iter().filter(|(asked, _)| *asked);
        asked.map(|(_, demand)| demand).collect()
    }

    /// Whether it is asked that the program ends.
    pub fn asks_termination(&self) -> bool {
        self.properties.property.contains(&Asked::Termination)
    }

    /// Whether a proof without a bound is told of.
    pub fn wants_proof(&self) -> bool {
        let results = &self.results;
        results.invariants || results.proof.is_some() || results.correctness_witness.is_some()
    }

    /// The engine that answers.
    pub fn engine(&self) -> &'static dyn Engine {
        answering(self.search.engine.0, &self.demands())
    }

    /// Whether the run goes on after the first finding. Formulas of paths are complete only then.
    pub fn wants_all_findings(&self) -> bool {
        let exports_paths =
            !self.results.emit.is_empty() && self.engine().tells_questions_on_the_way();
        self.search.all
            || self.search.count_inputs
            || self.search.continue_after_violation
            || exports_paths
    }

    /// Says what cannot be asked together.
    ///
    /// # Errors
    /// Why not, and what to do.
    pub fn refuse(&self) -> Result<(), CommandError> {
        let search = &self.search;
        let of_engine = refusal(search.engine.0, &self.demands(), &self.engine_options.0);
        let message = match of_engine {
            Some(message) => message,
            None if !self.solver.has_proofs() => {
                "--certify and --proofs are of the embedded SAT solver's proofs, and another solver is asked: leave them or --solver out"
            }
            None if search.heap == HeapChoice::Symbolic && search.memory != MemoryChoice::Flat => {
                "--heap symbolic needs addresses that are terms: use it with --memory flat"
            }
            None => return Ok(()),
        };
        Err(CommandError::Usage(message.to_owned()))
    }

    /// Says whether the paths of this job cannot be explored in pieces, which `what` needs.
    ///
    /// # Errors
    /// If so, and what to do.
    pub fn refuse_whole(&self, what: &str) -> Result<(), CommandError> {
        let engine = self.engine();
        let emits = !self.results.emit.is_empty();
        match engine.explores_in_pieces(&self.explore_options()) && !self.search.deepen && !emits {
            true => Ok(()),
            false => Err(CommandError::Usage(format!(
                "{what} needs paths that are explored in pieces: use it with --engine paths, and without --strategy, --cores, --emit and --deepen"
            ))),
        }
    }

    /// Whether the job has budgets that count. What is reached before one strikes depends on how many threads there are, and on which is faster.
    pub fn has_counted_budgets(&self) -> bool {
        let numbers = self.search.budgets();
        numbers.iter().any(Option::is_some) || self.solver.conflict_limit.is_some()
    }

    /// Says whether the job has budgets, which hold for a whole run.
    ///
    /// # Errors
    /// If so, and what to do.
    pub fn refuse_budgets(&self) -> Result<(), CommandError> {
        let search = &self.search;
        let numbers = search.budgets();
        match numbers.iter().any(Option::is_some) || search.time_limit.is_some() {
            true => Err(CommandError::Usage(
                "budgets hold for a whole run, so a job that is divided has none: give --time-limit or --budget-paths to `everypath work`".to_owned(),
            )),
            false => Ok(()),
        }
    }

    /// What an engine is asked.
    pub fn explore_options(&self) -> ExploreOptions {
        let search = &self.search;
        ExploreOptions {
            strategy: search.strategy.clone().unwrap_or_default(),
            seed: search.seed,
            bounds: Bounds {
                instructions_per_path: search.max_instructions,
                forks_per_path: search.max_forks,
                loop_iterations: search.unwind,
                library_iterations: search.library_unwind,
                call_depth: search.max_call_depth,
            },
            budgets: Budgets {
                paths: search.budget_paths,
                queries: search.budget_queries,
                instructions: search.budget_instructions,
                states: search.budget_states,
                memory_bytes: search.budget_memory,
                system_memory: true,
                wall: search.time_limit,
            },
            stop: match self.wants_all_findings() {
                true => StopAt::AllFindings,
                false => StopAt::FirstFinding,
            },
            order: match search.first_side {
                FirstSide::Taken => SideOrder::TakenFirst,
                FirstSide::FallThrough => SideOrder::FallThroughFirst,
            },
            values_per_term: search.max_values,
            count_inputs: search.count_inputs,
            count_limit: search.count_limit,
            bound_checks: !search.no_bound_checks,
            may_assume: !self.inputs.no_assumptions,
            cores: self.results.cores,
            proof: self.wants_proof(),
            termination: self.asks_termination(),
            own: self.engine_options.0.clone(),
            jobs: NonZero::<usize>::MIN,
        }
    }

    /// What the search says of the machine: how memory becomes terms, and which bounds it keeps.
    pub(crate) fn set_machine(&self, machine: &mut MachineOptions) {
        let search = &self.search;
        machine.loop_limits = search.unwindset.clone();
        machine.memory = match search.memory {
            MemoryChoice::Objects => MemoryEncoding::Objects,
            MemoryChoice::Flat => MemoryEncoding::Flat,
        };
        machine.heap = match search.heap {
            HeapChoice::Fixed => HeapAddresses::Fixed,
            HeapChoice::Symbolic => HeapAddresses::Symbolic,
        };
        machine.continue_after_violation = search.continue_after_violation;
        machine.rules = self.solver.rules();
    }
}
