//! What an engine is: what it is asked, what it refuses, which options are its own, what it answers.
//!
//! An engine answers a [`Task`] with an [`Answer`]. Those that follow paths do so on a machine and a solver of their own; the others
//! ([`crate::portfolio`], [`crate::deepen`]) hand tasks to engines. Whoever asks needs only the trait. A new engine is a row of the table in
//! [`crate::engines`](mod@crate::engines), a `mod` of the crate, and its own folder.

mod own;

use everypath_machine::{Coverage, Machine, MachineOptions};
use everypath_program::Program;
use everypath_solver::{Solver, SolverOptions};

use crate::left_behind::leave;
use crate::{ExploreError, ExploreOptions, Observer, Record};

pub use own::{OwnOption, OwnOptions, Takes, WrongOption};

/// When an engine joins the portfolio. Short programs are decided before most have begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Joins {
    /// With the first round.
    #[default]
    AtOnce,
    /// After the first round: it looks at the whole program before it does anything.
    Second,
    /// As [`Second`](Joins::Second), and with more weight where paths do not seem to end.
    Late,
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

    /// Why it does nothing with a program, if that is so.
    fn refuses_program(&self, _program: &dyn Program) -> Option<&'static str> {
        None
    }

    /// The engine that takes its place where these things are asked for; none: it does that itself.
    fn stand_in(&self, _demands: &[Demand]) -> Option<&'static dyn Engine> {
        None
    }

    /// Whether it is one of the portfolio; else it runs only where it is asked for by its name.
    fn joins_portfolio(&self) -> bool {
        true
    }

    /// Its share of the work in the portfolio, beside those of the others, as long as nothing is known of the program: more where it is more often the one
    /// that decides first.
    fn share(&self) -> u64 {
        16
    }

    /// How many times that it gets where those that joined are each behind one question: more where it asks less at once.
    fn behind_questions(&self) -> u64 {
        1
    }

    /// When it joins the portfolio.
    fn joins(&self) -> Joins {
        Joins::AtOnce
    }

    /// Whether questions are told while paths are followed, so that all of them are known only when the run goes on after the first finding.
    fn tells_questions_on_the_way(&self) -> bool {
        false
    }

    /// Whether it explores a tree of paths in pieces, where it is asked with these options: several workers then find what one does, and what is
    /// done and open can be written down.
    fn explores_in_pieces(&self, _options: &ExploreOptions) -> bool {
        false
    }

    /// Answers a task.
    ///
    /// # Errors
    /// If the solver cannot be run, or if something of ours is wrong.
    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Result<Answer, ExploreError>;
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
    /// A proof without a bound is written down.
    Proof,
    /// Whether the program ends on every input.
    Termination,
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

/// Proofs without a bound are the prover's.
pub(crate) const HAS_NO_PROOF: Refusal = Refusal {
    demand: Demand::Proof,
    message: "--proof, --correctness-witness and --invariants tell of a proof without a bound: use them with --engine prove or auto",
};

/// Whether programs end is the prover's question.
pub(crate) const NOT_TERMINATION: Refusal = Refusal {
    demand: Demand::Termination,
    message: "--property termination is decided by --engine prove, or auto",
};

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
        let coverage = std::mem::take(&mut machine.coverage);
        leave(machine, record.cuts.iter().map(|cut| &cut.reason));
        Ok(Answer {
            engine,
            record,
            coverage,
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
