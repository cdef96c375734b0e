//! Shorthands to explore a program in text form.

use everypath_explore::{
    ExploreOptions, Observer, PathEnd, Record, Silent, StopAt, explore_merged, explore_paths,
};
use everypath_machine::{Machine, MachineOptions};
pub use everypath_program::testing::{
    STEP, Scripted, binary, branch, constant, input, jump, local,
};
use everypath_program::{CheckSet, Program, Property};
use everypath_solver::{Solver, SolverOptions};

/// Options that go on after the first finding.
pub fn all_findings() -> ExploreOptions {
    ExploreOptions {
        stop: StopAt::AllFindings,
        ..ExploreOptions::default()
    }
}

/// Explores with the checks of the table and of exit codes.
pub fn explore_with(
    program: &dyn Program,
    solver: SolverOptions,
    options: &ExploreOptions,
    observer: &mut dyn Observer,
) -> Record {
    let mut machine = machine(program, options);
    let mut solver = Solver::new(solver).unwrap();
    explore_paths(&mut machine, &mut solver, options, observer).unwrap()
}

/// The checks of the table and of exit codes.
pub fn machine_options() -> MachineOptions {
    let mut checks = CheckSet::defaults();
    checks.set(Property::NonzeroExit, true);
    MachineOptions {
        checks,
        ..MachineOptions::default()
    }
}

pub fn machine<'p>(program: &'p dyn Program, options: &ExploreOptions) -> Machine<'p> {
    let mut machine_options = machine_options();
    options.bounds.apply(&mut machine_options);
    Machine::new(program, machine_options)
}

/// The same by merging.
pub fn merge_with(
    program: &dyn Program,
    solver: SolverOptions,
    options: &ExploreOptions,
) -> Record {
    let mut machine = machine(program, options);
    let mut solver = Solver::new(solver).unwrap();
    explore_merged(&mut machine, &mut solver, options, &mut Silent).unwrap()
}

pub fn merge(program: &dyn Program, options: &ExploreOptions) -> Record {
    merge_with(program, SolverOptions::default(), options)
}

pub fn explore_observed(
    program: &Scripted,
    options: &ExploreOptions,
    observer: &mut dyn Observer,
) -> Record {
    explore_with(program, SolverOptions::default(), options, observer)
}

pub fn explore(program: &Scripted, options: &ExploreOptions) -> Record {
    explore_observed(program, options, &mut Silent)
}

/// Collects the ends of paths with their tests.
#[derive(Default)]
pub struct Ends {
    pub ends: Vec<PathEnd>,
    pub interrupt_after: Option<usize>,
}

impl Observer for Ends {
    fn path_end(&mut self, end: &PathEnd) {
        self.ends.push(end.clone());
    }

    fn interrupted(&self) -> bool {
        self.interrupt_after
            .is_some_and(|limit| self.ends.len() >= limit)
    }

    fn wants_tests(&self) -> bool {
        true
    }
}

/// Everything in a record that must not differ between equal runs.
pub fn fingerprint(record: &Record) -> String {
    let mut statistics = record.statistics.clone();
    statistics.elapsed = Default::default();
    statistics.peak_memory = None;
    statistics.solver.time = Default::default();
    for layer in &mut statistics.solver.layers {
        layer.time = Default::default();
        layer.passed_time = Default::default();
    }
    format!(
        "{} {:?} {:?} {:?} {:?} {:?} {:?}",
        record.verdict,
        record.findings,
        record.unreproduced,
        record.cuts,
        record.properties,
        record.coverage,
        statistics
    )
}

/// The thesis' Listing 11: `for (; a != 0; a++); assert(0)`.
pub fn constructed() -> Scripted {
    Scripted::read(
        "locals 32, 1, 1
         block 0x0:
           %0 = input.32 \"a\"
           jump 0x100
         block 0x100:
           %1 = ne.32 %0, 0
           branch %1, 0x200, 0x300
         block 0x200:
           %0 = add.32 %0, 1
           jump 0x100
         block 0x300:
           check assertion %2
           exit 0",
    )
}
