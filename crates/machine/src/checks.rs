//! Checks and requirements of instructions: the events that they raise, and where a violation counts.

use everypath_program::{Position, Property};

use crate::{CutReason, Event, Machine, State, Value};

impl Machine<'_> {
    /// The event of a check that does not certainly hold.
    #[inline(never)]
    pub(crate) fn check(
        &mut self,
        state: &mut State,
        property: Property,
        condition: Value,
        position: Position,
        goes_on: bool,
    ) -> Event {
        state.dead = condition == Value::Constant(0) && !goes_on;
        let condition = condition.term(&mut self.terms, 1);
        Event::Check {
            property,
            condition,
            position: self.blamed(state, position),
            detail: String::new(),
            goes_on,
        }
    }

    /// Where what happens at a position counts: the call that led out of the program's own code, if the position is in a library.
    pub fn blamed(&self, state: &State, position: Position) -> Position {
        let mut outwards = self.call_tree.outwards(position, state.calls);
        let own = outwards.find(|&position| !self.program.is_library(position));
        own.unwrap_or(position)
    }

    /// Where what happens at a state's next instruction counts.
    pub fn blamed_position(&mut self, state: &mut State) -> Position {
        let position = self.position(state);
        self.blamed(state, position)
    }

    /// The event of a requirement of an instruction that runs again afterwards; none if it holds, is not checked, or was raised
    /// before.
    pub(crate) fn require(
        &mut self,
        state: &mut State,
        property: Property,
        condition: Value,
        position: Position,
    ) -> Option<Event> {
        if condition == Value::Constant(1) || !self.options.checks.contains(property) {
            return None;
        }
        let term = condition.term(&mut self.terms, 1);
        if state.required == Some(term) {
            return None;
        }
        state.required = Some(term);
        Some(self.check(state, property, condition, position, false))
    }

    /// The event of a requirement that certainly fails.
    #[inline(never)]
    pub(crate) fn violation(
        &mut self,
        state: &mut State,
        property: Property,
        position: Position,
        detail: String,
    ) -> Event {
        state.dead = true;
        if !self.options.checks.contains(property) {
            return Event::Cut(CutReason::Unsupported(format!(
                "{property} while that check is switched off: {detail}"
            )));
        }
        Event::Check {
            property,
            condition: self.terms.bool(false),
            position: self.blamed(state, position),
            detail,
            goes_on: false,
        }
    }
}
