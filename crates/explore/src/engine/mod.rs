//! Engines: what each is asked, what it refuses, which options are its own, and the table of them.
//!
//! An engine answers a [`Task`] with an [`Answer`]. Those that follow paths do so on a machine and a solver of their own; the others
//! ([`crate::portfolio`], [`Deepening`]) hand tasks to engines. Whoever asks needs only the trait. A new engine is a row of the table here,
//! a `mod` of the crate, and its own folder.

mod own;

use everypath_machine::{Coverage, Machine, MachineOptions};
use everypath_program::Program;
use everypath_solver::{Solver, SolverOptions};

use crate::{ExploreError, ExploreOptions, Observer, Record};

pub use crate::deepen::Deepening;
pub use own::{OwnOption, OwnOptions, Takes, WrongOption};

/// All engines, in the order in which they are told of and have their turns.
static TABLE: [&dyn Engine; 4] = [
    &crate::portfolio::Auto,
    &crate::paths::Paths,
    &crate::merge::Merge,
    &crate::conflict::Conflict,
];

/// All engines, the one that is taken where nobody chooses first.
pub fn engines() -> &'static [&'static dyn Engine] {
    &TABLE
}

/// The engine of a name.
pub fn engine_named(name: &str) -> Option<&'static dyn Engine> {
    let mut table = TABLE.iter();
    table.find(|engine| engine.name() == name).copied()
}

/// What decides checks.
pub trait Engine: Sync {
    /// The name on the command line and in records.
    fn name(&self) -> &'static str;

    /// What it does, in a sentence or two.
    fn summary(&self) -> &'static str;

    /// The options that only this engine has.
    fn options(&self) -> &'static [OwnOption] {
        &[]
    }

    /// What it does not do, with what to do instead.
    fn refuses(&self) -> &'static [Refusal] {
        &[]
    }

    /// The engine that takes its place where these things are asked for; none: it does that itself.
    fn stand_in(&self, _demands: &[Demand]) -> Option<&'static dyn Engine> {
        None
    }

    /// Queries of its first turn in the portfolio; none: it takes no turns.
    fn first_queries(&self) -> Option<u64> {
        None
    }

    /// Whether questions are told while paths are followed, so that all of them are known only when the run goes on after the first finding.
    fn tells_questions_on_the_way(&self) -> bool {
        false
    }

    /// Answers a task.
    ///
    /// # Errors
    /// If the solver cannot be run, or if something of ours is wrong.
    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Result<Answer, ExploreError>;
}

/// The engine that answers where these things are asked for.
pub fn answering(engine: &'static dyn Engine, demands: &[Demand]) -> &'static dyn Engine {
    engine.stand_in(demands).unwrap_or(engine)
}

/// Why an engine cannot be asked so, and what to do: it refuses one of the demands, or one of the options is another engine's.
pub fn refusal(engine: &dyn Engine, demands: &[Demand], own: &OwnOptions) -> Option<&'static str> {
    let refused = (engine.refuses().iter()).find(|refusal| demands.contains(&refusal.demand));
    refused.map(|refusal| refusal.message).or_else(|| {
        let others = TABLE.iter().filter(|other| other.name() != engine.name());
        let mut options = others.flat_map(|other| other.options());
        options.find_map(|option| option.elsewhere.filter(|_| own.has(option.name)))
    })
}

/// What not every engine can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// The inputs that violate each property are counted.
    CountInputs,
    /// Every path has a test case.
    TestCases,
    /// The decisions on the path of a finding are shown.
    Decisions,
    /// What the solver is asked is written as formulas.
    Formulas,
    /// A formula is about one check on one path.
    FormulasOfPaths,
    /// It is found out what proofs rest on.
    Cores,
    /// A state goes on behind a violated check as if nothing had happened.
    ContinueAfterViolation,
    /// Forks on a path are bounded.
    MaxForks,
    /// A strategy chooses among waiting states.
    Strategy,
}

/// Something that an engine does not do.
#[derive(Clone, Copy, Debug)]
pub struct Refusal {
    /// What is asked for.
    pub demand: Demand,
    /// Why not, and what to do instead, in terms of the options of the command line.
    pub message: &'static str,
}

/// What an engine is asked: a program, and how its machine, its solver and its search are set.
#[derive(Clone)]
pub struct Task<'p> {
    /// The program.
    pub program: &'p dyn Program,
    /// How the machine is made, but for the bounds, which are in [`Task::options`].
    pub machine: MachineOptions,
    /// How the solver is made.
    pub solver: SolverOptions,
    /// Strategy, bounds, budgets and what else is asked.
    pub options: ExploreOptions,
}

/// An explorer: follows the paths of a machine's program.
pub(crate) type Explore = fn(
    &mut Machine<'_>,
    &mut Solver,
    &ExploreOptions,
    &mut dyn Observer,
) -> Result<Record, ExploreError>;

impl<'p> Task<'p> {
    /// A machine and a solver that are made for it.
    ///
    /// # Errors
    /// If the solver cannot be run.
    pub fn begin(&self) -> Result<(Machine<'p>, Solver), ExploreError> {
        let mut machine_options = self.machine.clone();
        self.options.bounds.apply(&mut machine_options);
        let solver = Solver::new(self.solver.clone())?;
        Ok((Machine::new(self.program, machine_options), solver))
    }

    /// Lets an explorer answer, on a machine and a solver that are made for it.
    pub(crate) fn answer(
        &self,
        engine: &'static str,
        explore: Explore,
        observer: &mut dyn Observer,
    ) -> Result<Answer, ExploreError> {
        let (mut machine, mut solver) = self.begin()?;
        let record = explore(&mut machine, &mut solver, &self.options, observer)?;
        Ok(Answer {
            engine,
            record,
            coverage: machine.coverage,
        })
    }
}

/// What an engine found out.
#[derive(Debug)]
pub struct Answer {
    /// The name of the engine that decided.
    pub engine: &'static str,
    /// What it found out.
    pub record: Record,
    /// What it executed.
    pub coverage: Coverage,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_has_its_name_and_every_option_one_engine() {
        let mut options = Vec::new();
        for engine in engines() {
            let found = engine_named(engine.name()).map(Engine::name);
            assert_eq!(found, Some(engine.name()));
            assert!(!engine.summary().is_empty());
            options.extend(engine.options().iter().map(|option| option.name));
        }
        let count = options.len();
        options.sort_unstable();
        options.dedup();
        assert_eq!(options.len(), count);
        assert!(engine_named("frobnicate").is_none());
    }

    #[test]
    fn options_of_another_engine_are_refused_and_its_own_are_not() {
        let mut own = OwnOptions::default();
        own.set("decide", Some("guide")).unwrap();
        let refused = |name: &str, demands: &[Demand]| {
            engine_named(name).and_then(|engine| refusal(engine, demands, &own))
        };
        assert!(refused("conflict", &[]).is_none());
        for name in ["auto", "paths", "merge"] {
            assert!(refused(name, &[]).unwrap().contains("--decide"), "{name}");
        }
        assert!(
            refused("conflict", &[Demand::Cores])
                .unwrap()
                .contains("--cores")
        );
    }

    #[test]
    fn the_portfolio_stands_aside_where_single_paths_or_formulas_are_asked_for() {
        let auto = engine_named("auto").unwrap();
        assert_eq!(answering(auto, &[]).name(), "auto");
        assert_eq!(answering(auto, &[Demand::Formulas]).name(), "merge");
        let both = [Demand::Formulas, Demand::Decisions];
        assert_eq!(answering(auto, &both).name(), "paths");
    }
}
