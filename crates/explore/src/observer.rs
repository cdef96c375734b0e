//! What an exploration tells while it runs.

use std::time::Duration;

use everypath_machine::Decision;
use everypath_program::{Position, Property};
use everypath_solver::PathCondition;
use everypath_term::{Term, TermTable};
use serde::{Deserialize, Serialize};

use crate::{Cut, Finding, Reason, Results, TestCase};

/// How a path ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PathKind {
    /// The program ended; with this exit code, if it is a constant.
    Exit(Option<u64>),
    /// Every input that comes this far violates a property.
    Violation,
    /// An assumption excludes every input.
    Assumption,
    /// It stands behind an instruction that cannot be executed, whose check is switched off.
    Dead,
    /// It was given up.
    Cut(Reason),
}

/// The end of one path.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PathEnd {
    /// Counts the ends of paths, from 0.
    pub index: u64,
    /// How it ended.
    pub kind: PathKind,
    /// Where it ended.
    pub position: Position,
    /// Inputs that take this path, if the observer wants tests and the path is feasible.
    pub case: Option<TestCase>,
    /// Source instructions executed.
    pub instructions: u64,
    /// The decisions of the path, oldest first, if the observer wants them and the state was one path.
    pub decisions: Option<Vec<Decision>>,
    /// By what the observer knows what it has done for this end already, if it has ([`Observer::path_ahead`]).
    #[serde(skip)]
    pub ahead: Option<u64>,
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked<'a> {
    /// Whether this property is violated.
    Violation {
        /// The property.
        property: Property,
        /// What is checked, in words.
        detail: &'a str,
    },
    /// Whether some input comes to where a path was given up.
    Cut(&'a Reason),
}

/// Something that must not happen, and when it does: where both the path condition and the condition hold.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// What it is about.
    pub asked: Asked<'a>,
    /// Where it happens.
    pub position: Position,
    /// How one comes there.
    pub path: &'a PathCondition,
    /// Holds, with the path condition, for the inputs on which it happens.
    pub condition: Term,
}

/// What an engine asks beside what those ask that make no loop arbitrary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asks {
    /// Nothing, so far.
    #[default]
    TheSame,
    /// Questions of its own.
    Others,
    /// Nothing, to its end.
    OnlyTheSame,
}

/// How far an exploration is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Paths that ended (see [`crate::Statistics::paths`]).
    pub paths: u64,
    /// Findings so far.
    pub findings: u64,
    /// States waiting.
    pub waiting: u64,
    /// Source instructions executed.
    pub instructions: u64,
    /// Queries to the solver.
    pub queries: u64,
    /// Terms.
    pub terms: u64,
    /// What was done, in about nanoseconds. It depends on nothing but the program and the options.
    pub work: u64,
    /// The part of all paths that is done, from 0 to 1, where it is known: at each fork, each side has the same part of what comes there.
    pub done: f64,
    /// Taken jumps of the longest path so far, where single paths are followed.
    pub longest: u64,
    /// Whether something was given up that is no bound: then the run can find violations, but not come to `safe`.
    pub has_given_up: bool,
    /// What it asks that others do not.
    pub asks: Asks,
    /// Different source instructions covered.
    pub covered: u64,
    /// Time since the start, as a clock said a few steps ago at most.
    pub elapsed: Duration,
}

/// Listens to an exploration. Every method has a default that does nothing.
pub trait Observer {
    /// A property is violated at a place for the first time; the finding was replayed. Counts in it are not final.
    fn finding(&mut self, _finding: &Finding) {}

    /// A path ended.
    fn path_end(&mut self, _end: &PathEnd) {}

    /// A path ended, of which it is not known yet how many ended before it, nor whether it will ever be told: the index of the end means
    /// nothing. What takes long may be done now; gives the name of what was done ([`PathEnd::ahead`]), and then has what it needs of the
    /// test case.
    fn path_ahead(&mut self, _end: &PathEnd) -> Option<u64> {
        None
    }

    /// An end that may have been told ahead, and will not be told.
    fn path_forgotten(&mut self, _end: &PathEnd) {}

    /// Called about ten times a second.
    fn progress(&mut self, _progress: &Progress) {}

    /// Whether the run is to stop now, with what is known.
    fn interrupted(&self) -> bool {
        false
    }

    /// Called wherever the run looks at its budgets, which depends on nothing but the program and the options. May keep it waiting; says why
    /// it has to stop, if it has.
    fn look(&mut self, _progress: &Progress) -> Option<Reason> {
        self.interrupted().then_some(Reason::Interrupted)
    }

    /// Something that must not happen, before the solver is asked whether it can; also what needs no solver.
    fn question(&mut self, _terms: &mut TermTable, _question: &Question<'_>) {}

    /// All questions were told: by the merging explorer before the first of them is asked, by the paths explorer at its end. `cuts`
    /// are the places where paths were given up for certain so far, the end of the run included.
    fn questions_told(&mut self, _terms: &mut TermTable, _cuts: &[Cut]) {}

    /// Whether questions are to be told. The merging explorer then collects all of them before it asks.
    fn wants_questions(&self) -> bool {
        false
    }

    /// What the run knows so far, and what is open: enough for another one to go on. Told at the beginning, now and then, and at the end,
    /// whatever ends it.
    fn results(&mut self, _results: &Results) {}

    /// Whether results are to be told, by an engine that explores in pieces ([`crate::Engine::explores_in_pieces`]).
    fn wants_results(&self) -> bool {
        false
    }

    /// Whether ends of paths come with their decisions.
    fn wants_decisions(&self) -> bool {
        false
    }

    /// Whether ends of paths come with test cases.
    fn wants_tests(&self) -> bool {
        false
    }
}

/// An observer that does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}
