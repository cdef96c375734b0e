//! Assumptions about the world: which the run makes, and the places in the program's own code that make use of them.

use everypath_program::{Assumption, Location, Position, Program};
use rustc_hash::FxHashMap;

use crate::{Machine, State};

impl Machine<'_> {
    /// Whether the run makes an assumption about the world. If it does and the user did not say so, the record names it with the place in
    /// the program's own code. What some path asked counts, whether or not an input takes that path to its end.
    pub(crate) fn assumes(
        &mut self,
        state: &State,
        assumption: Assumption,
        position: Position,
    ) -> bool {
        if self.options.open.contains(assumption) {
            return false;
        }
        if !self.options.given.contains(assumption) {
            let place = self.place_of_user(state, position);
            self.assumed.extend(place.map(|place| (assumption, place)));
        }
        true
    }

    /// The place in the program's own code that had the instruction at a position executed.
    pub(crate) fn place_of_user(&mut self, state: &State, position: Position) -> Option<Position> {
        let chain = self.call_tree.outwards(position, state.calls);
        place_of_user(self.program, &mut self.positions_of_users, chain)
    }

    /// The same of code that was not executed, since its effects are known from the text; `chain` is the position that asks and the calls
    /// around it, innermost first.
    pub fn assumes_at(&mut self, assumption: Assumption, chain: &[Position]) {
        let options = &self.options;
        if !options.open.contains(assumption) && !options.given.contains(assumption) {
            let chain = chain.iter().copied();
            let place = place_of_user(self.program, &mut self.positions_of_users, chain);
            self.assumed.extend(place.map(|place| (assumption, place)));
        }
    }

    /// The assumptions about the world that paths made use of, each with the places where they did.
    pub fn assumed(&self) -> impl Iterator<Item = (Assumption, Position)> {
        self.assumed.iter().copied()
    }
}

/// The innermost position of the user's own code: neither in a library nor in a function of a system header; else the innermost outside of
/// the library.
fn place_of_user(
    program: &dyn Program,
    known: &mut FxHashMap<Position, bool>,
    chain: impl Iterator<Item = Position> + Clone,
) -> Option<Position> {
    let mut is_users = |position: Position| {
        *known.entry(position).or_insert_with(|| {
            let locations = program.locations(position);
            let of_system = locations.iter().all(Location::is_of_the_system);
            !program.is_library(position) && (locations.is_empty() || !of_system)
        })
    };
    let users = chain.clone().find(|&position| is_users(position));
    let outside = || {
        chain
            .clone()
            .find(|&position| !program.is_library(position))
    };
    users.or_else(outside).or_else(|| chain.clone().next())
}
