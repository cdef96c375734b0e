//! How a state goes on in one of several ways: what the path remembers of it and what the machine is told. Exploring does it with what
//! the solver says, following a prefix with what the prefix says.

use everypath_machine::{DecisionKind, Event, Machine, State, Target};
use everypath_term::Term;

use super::choice::{Choice, Choices, How, Ways};

/// Instructions without a choice after which a state lets all others go first: it may be in a loop that never ends.
const PATIENCE: u64 = 2_000_000;

/// A state and what the explorer knows of its path.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub state: State,
    /// Places where another feasible way was left to another state.
    pub forks: u64,
    /// What has to be a constant here, and how many of its values other states have taken.
    pub tried: Option<(Term, usize)>,
    /// What was decided on the way.
    pub choices: Choices,
    /// Whether the state ran on behind the last choice, and has stopped without another.
    pub paused: bool,
    /// Instructions that it had executed at the last choice.
    pub last_choice: u64,
}

/// A way to go on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Direction {
    Side(bool),
    Case(usize),
    Value(Term, u64),
    Target(Target),
}

impl Direction {
    /// The decision that it is, if it may lead out of the block.
    fn decision(self) -> Option<DecisionKind> {
        match self {
            Direction::Side(side) => Some(DecisionKind::Branch(side)),
            Direction::Case(index) => Some(DecisionKind::Case(index)),
            Direction::Value(_, value) => Some(DecisionKind::Value(value)),
            Direction::Target(_) => None,
        }
    }

    /// The decisions at a fork where this is one way of those.
    fn all(self, ways: &Ways) -> Vec<DecisionKind> {
        let listed = ways.iter().flat_map(|ways| ways.iter().copied());
        match self {
            Direction::Side(_) => vec![DecisionKind::Branch(true), DecisionKind::Branch(false)],
            Direction::Case(_) => listed
                .map(|index| DecisionKind::Case(index as usize))
                .collect(),
            Direction::Value(..) => listed.map(DecisionKind::Value).collect(),
            Direction::Target(_) => Vec::new(),
        }
    }

    /// The choice that it is.
    fn choice(self, how: How, ways: Ways) -> Choice {
        match self {
            Direction::Side(side) => Choice::Side(side, how),
            Direction::Case(index) => {
                let index = index as u64;
                Choice::Case { index, how, ways }
            }
            Direction::Value(_, value) => Choice::Value { value, how, ways },
            Direction::Target(Target::Object { base, span, .. }) => {
                Choice::Object { base, span, how }
            }
            Direction::Target(Target::Anywhere { low, high }) => {
                Choice::Anywhere { low, high, how }
            }
        }
    }
}

/// All of several directions that are feasible, as states have to remember them.
pub(super) fn ways_of(machine: &Machine<'_>, all: impl Iterator<Item = Direction>) -> Ways {
    if !machine.remembers_left_ways() {
        return None;
    }
    let numbers = all.filter_map(|direction| match direction {
        Direction::Case(index) => Some(index as u64),
        Direction::Value(_, value) => Some(value),
        // The ways of a branch are known.
        Direction::Side(_) | Direction::Target(_) => None,
    });
    let numbers: Vec<u64> = numbers.collect();
    (!numbers.is_empty()).then(|| numbers.into())
}

impl Path {
    /// The path at the start of the program.
    pub fn start(machine: &mut Machine<'_>) -> Self {
        Path {
            state: machine.initial_state(),
            forks: 0,
            tried: None,
            choices: Choices::default(),
            paused: false,
            last_choice: 0,
        }
    }

    /// Whether a depth-first search lets all others go first.
    pub fn goes_last(&self) -> bool {
        self.state.instructions().saturating_sub(self.last_choice) >= PATIENCE
    }

    /// Notes what was decided at an event.
    pub fn decided(&mut self, choice: Choice) {
        self.choices.push(choice);
        self.last_choice = self.state.instructions();
        self.paused = false;
    }

    /// Goes on in a direction whose condition is part of the path condition, or follows from it. An event means that the path is given up.
    pub fn take(
        &mut self,
        machine: &mut Machine<'_>,
        direction: Direction,
        how: How,
        ways: Ways,
    ) -> Option<Event> {
        if how == How::Forked {
            self.forks += 1;
            if let Some(taken) = direction.decision()
                && machine.remembers_left_ways()
            {
                machine.leave_ways(&mut self.state, taken, &direction.all(&ways));
            }
        }
        self.decided(direction.choice(how, ways));
        let state = &mut self.state;
        match direction {
            Direction::Side(side) => machine.take_branch(state, side),
            Direction::Case(index) => machine.take_case(state, index),
            Direction::Value(term, value) => {
                machine.decide(state, DecisionKind::Value(value));
                state.bind(term, value);
                None
            }
            Direction::Target(target) => {
                if let Some(base) = target.base() {
                    machine.decide(state, DecisionKind::Object(base));
                }
                state.set_target(target);
                None
            }
        }
    }

    /// Leaves some values of a term to other states, behind those of it that were left before.
    pub fn leave_values(
        &mut self,
        machine: &mut Machine<'_>,
        term: Term,
        values: &[u64],
        tried: usize,
    ) {
        let terms = &mut machine.terms;
        let width = terms.width(term);
        for &value in values {
            let constant = terms.constant(width, value);
            let differs = terms.ne(term, constant);
            self.state.path.push(differs);
        }
        self.tried = Some((term, tried + values.len()));
        self.decided(Choice::Without(values.into()));
    }
}
