//! From a prefix to the state: the program runs from its start, and wherever the explorer asked the solver the prefix has the answer.
//!
//! The solver is not asked at all, so nothing here says that some input takes the path: [`crate::explore_paths_from`] asks that once, at
//! the end. That the prefix fits the program is seen at each decision and, since a state knows how many instructions it executed, at the end.

use everypath_machine::{Access, Event, Machine, Purpose, State};
use everypath_program::Position;
use everypath_term::Term;

use super::choice::{Choice, How};
use super::prefix::{Prefix, PrefixError};
use super::way::{Direction, Path};
use crate::cores::Origins;
use crate::demand;

/// A state of the paths explorer that waits to be followed further.
#[derive(Clone, Debug)]
pub struct OpenPath(pub(super) Path);

impl OpenPath {
    /// The state.
    pub fn state(&self) -> &State {
        &self.0.state
    }

    /// Places so far where another feasible way was left to another state.
    pub fn forks(&self) -> u64 {
        self.0.forks
    }

    /// How to come to it.
    pub fn prefix(&self) -> Prefix {
        Prefix {
            instructions: self.0.state.instructions(),
            newly_covered: self.0.state.newly_covered(),
            paused: self.0.paused,
            choices: self.0.choices.runs(),
        }
    }
}

/// Goes the way of a prefix from the start of the machine's program. The program and all options have to be those of the run that the
/// prefix is from; the solver is not asked.
///
/// # Errors
/// If the prefix does not fit the program: at which decision, what it says, and what the program does.
pub fn follow(machine: &mut Machine<'_>, prefix: &Prefix) -> Result<OpenPath, PrefixError> {
    let mut origins = Origins::new(false);
    follow_noting(machine, &mut origins, prefix).map(OpenPath)
}

/// The same, and notes where conditions come from.
pub(super) fn follow_noting(
    machine: &mut Machine<'_>,
    origins: &mut Origins,
    prefix: &Prefix,
) -> Result<Path, PrefixError> {
    let mut path = Path::start(machine);
    let mut follower = Follower { machine, origins };
    let mut number = 0;
    for (choice, count) in &prefix.choices {
        for _ in 0..*count {
            number += 1;
            let event = follower.machine.run(&mut path.state, prefix.instructions);
            let went = follower.decide(&mut path, event, choice);
            went.map_err(|found| PrefixError::Misfit {
                number,
                expected: format!("{} (`{choice}`)", choice.decides()),
                found,
                position: follower.machine.position(&mut path.state),
            })?;
        }
    }
    let stands = !prefix.paused || {
        path.paused = true;
        follower.machine.run(&mut path.state, prefix.instructions) == Event::Limit
    };
    let (expected, found) = (prefix.instructions, path.state.instructions());
    if !stands || expected != found {
        return Err(PrefixError::Elsewhere {
            expected,
            found,
            position: machine.position(&mut path.state),
        });
    }
    path.state.set_newly_covered(prefix.newly_covered);
    Ok(path)
}

/// Makes of events what a prefix says.
struct Follower<'a, 'p> {
    machine: &'a mut Machine<'p>,
    origins: &'a mut Origins,
}

impl Follower<'_, '_> {
    /// Lets a path go on behind an event as a choice says. If it does not fit, says what is there.
    fn decide(&mut self, path: &mut Path, event: Event, choice: &Choice) -> Result<(), String> {
        match event {
            Event::Branch { condition } => self.branch(path, condition, choice),
            Event::Switch => self.switch(path, choice),
            Event::Check {
                property,
                condition,
                position,
                ..
            } => {
                self.note_origin(condition, position);
                match choice {
                    Choice::Passed => path.decided(Choice::Passed),
                    Choice::Required => {
                        self.require(path, condition)?;
                        path.decided(Choice::Required);
                    }
                    Choice::Assumed
                    | Choice::Side(..)
                    | Choice::Case { .. }
                    | Choice::Value { .. }
                    | Choice::Without(_)
                    | Choice::Object { .. }
                    | Choice::Anywhere { .. } => return Err(format!("a check of {property}")),
                }
                Ok(())
            }
            Event::Assume {
                condition,
                position,
            } => {
                self.note_origin(condition, position);
                if *choice != Choice::Assumed {
                    return Err("an assumption".to_owned());
                }
                self.require(path, condition)?;
                path.decided(Choice::Assumed);
                Ok(())
            }
            Event::Access(access) => self.access(path, &access, choice),
            Event::Concretize { term, purpose } => self.concretize(path, (term, purpose), choice),
            ending @ (Event::Limit | Event::Exit { .. } | Event::Dead | Event::Cut(_)) => {
                Err(found(&path.state, &ending))
            }
        }
    }

    fn branch(&mut self, path: &mut Path, condition: Term, choice: &Choice) -> Result<(), String> {
        let position = self.machine.position(&mut path.state);
        self.note_origin(condition, position);
        let Choice::Side(side, how) = *choice else {
            return Err("a branch".to_owned());
        };
        let condition = match side {
            true => condition,
            false => self.machine.terms.not(condition),
        };
        self.go(path, condition, Direction::Side(side), choice, how)
    }

    fn switch(&mut self, path: &mut Path, choice: &Choice) -> Result<(), String> {
        let conditions = self.machine.case_conditions(&path.state);
        let position = self.machine.position(&mut path.state);
        for &condition in conditions.iter() {
            self.note_origin(condition, position);
        }
        let Choice::Case { index, how, .. } = *choice else {
            return Err("a switch".to_owned());
        };
        let index = index as usize;
        let Some(&condition) = conditions.get(index) else {
            return Err(format!("a switch of {} ways", conditions.len()));
        };
        self.go(path, condition, Direction::Case(index), choice, how)
    }

    fn access(&mut self, path: &mut Path, access: &Access, choice: &Choice) -> Result<(), String> {
        let machine = &mut *self.machine;
        let (reached, how) = match *choice {
            Choice::Object { base, span, how } => {
                (machine.alternative_in(&path.state, access, base, span), how)
            }
            Choice::Anywhere { low, high, how } => {
                let bounds = (low, high);
                (
                    machine.alternative_between(&path.state, access, bounds),
                    how,
                )
            }
            Choice::Passed
            | Choice::Required
            | Choice::Assumed
            | Choice::Side(..)
            | Choice::Case { .. }
            | Choice::Value { .. }
            | Choice::Without(_) => return Err("an access through a symbolic address".to_owned()),
        };
        let Some(alternative) = reached else {
            let detail = demand::access_detail(access);
            return Err(format!("a {detail} that cannot go there"));
        };
        let direction = Direction::Target(alternative.target);
        self.go(path, alternative.condition, direction, choice, how)
    }

    fn concretize(
        &mut self,
        path: &mut Path,
        (term, purpose): (Term, Purpose),
        choice: &Choice,
    ) -> Result<(), String> {
        let tried = demand::tried_before(&mut path.tried, term);
        let width = self.machine.terms.width(term);
        let fits = |value: u64| width >= u64::BITS || value >> width == 0;
        let too_wide = || format!("a {purpose} of {width} bits");
        match choice {
            Choice::Value { value, how, .. } => {
                let (value, how) = (*value, *how);
                if !fits(value) {
                    return Err(too_wide());
                }
                let terms = &mut self.machine.terms;
                let constant = terms.constant(width, value);
                let condition = terms.eq(term, constant);
                self.go(path, condition, Direction::Value(term, value), choice, how)
            }
            Choice::Without(values) => {
                if !values.iter().copied().all(fits) {
                    return Err(too_wide());
                }
                path.leave_values(self.machine, term, values, tried);
                match path.state.path.is_false() {
                    true => Err("no other value".to_owned()),
                    false => Ok(()),
                }
            }
            Choice::Passed
            | Choice::Required
            | Choice::Assumed
            | Choice::Side(..)
            | Choice::Case { .. }
            | Choice::Object { .. }
            | Choice::Anywhere { .. } => Err(format!("a {purpose}")),
        }
    }

    /// Lets a path go on in a direction.
    fn go(
        &mut self,
        path: &mut Path,
        condition: Term,
        direction: Direction,
        choice: &Choice,
        how: How,
    ) -> Result<(), String> {
        match how {
            How::Follows if self.machine.terms.is_false(condition) => {
                return Err("a condition that cannot hold".to_owned());
            }
            How::Follows => {}
            How::Alone | How::Forked => self.require(path, condition)?,
        }
        match path.take(self.machine, direction, how, choice.ways()) {
            Some(event) => Err(found(&path.state, &event)),
            None => Ok(()),
        }
    }

    /// Adds a constraint.
    fn require(&mut self, path: &mut Path, condition: Term) -> Result<(), String> {
        if self.machine.terms.is_false(condition) {
            return Err("a condition that cannot hold".to_owned());
        }
        path.state.path.push(condition);
        Ok(())
    }

    fn note_origin(&mut self, condition: Term, position: Position) {
        let terms = &self.machine.terms;
        self.origins.note(terms, condition, position);
    }
}

/// What a program does, in words.
fn found(state: &State, event: &Event) -> String {
    match event {
        Event::Limit => format!("none within {} instructions", state.instructions()),
        Event::Branch { .. } => "a branch".to_owned(),
        Event::Switch => "a switch".to_owned(),
        Event::Check { property, .. } => format!("a check of {property}"),
        Event::Assume { .. } => "an assumption".to_owned(),
        Event::Access(access) => format!("a {}", demand::access_detail(access)),
        Event::Concretize { purpose, .. } => format!("a {purpose}"),
        Event::Exit { .. } => "the end of the program".to_owned(),
        Event::Dead => "the end of the path behind a check that fails".to_owned(),
        Event::Cut(reason) => format!("the end of the path ({reason})"),
    }
}
