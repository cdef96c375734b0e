//! Assumptions about the world: which the run makes, and the places in the program's own code that make use of them.

use everypath_program::{Assumption, Location, Position};

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
            let calls = self.call_stack(state);
            let sites = calls.iter().map(|frame| frame.call_site);
            let chain: Vec<Position> = [position].into_iter().chain(sites).collect();
            self.note_assumed(assumption, &chain);
        }
        true
    }

    /// The same of code that was not executed, since its effects are known from the text; `chain` is the position that asks and the calls
    /// around it, innermost first.
    pub fn assumes_at(&mut self, assumption: Assumption, chain: &[Position]) {
        let options = &self.options;
        if !options.open.contains(assumption) && !options.given.contains(assumption) {
            self.note_assumed(assumption, chain);
        }
    }

    /// Names an assumption at the innermost position of the user's own code: neither in a library nor in a function of a system header.
    fn note_assumed(&mut self, assumption: Assumption, chain: &[Position]) {
        let program = self.program;
        let known = &mut self.positions_of_users;
        let mut is_users = |position: Position| {
            *known.entry(position).or_insert_with(|| {
                let locations = program.locations(position);
                let of_system = locations.iter().all(Location::is_of_the_system);
                !program.is_library(position) && (locations.is_empty() || !of_system)
            })
        };
        let found = chain.iter().copied().find(|&position| is_users(position));
        let outside = || {
            let mut all = chain.iter().copied();
            all.find(|&position| !program.is_library(position))
        };
        if let Some(place) = found.or_else(outside).or(chain.first().copied()) {
            self.assumed.insert((assumption, place));
        }
    }

    /// The assumptions about the world that paths made use of, each with the places where they did.
    pub fn assumed(&self) -> impl Iterator<Item = (Assumption, Position)> {
        self.assumed.iter().copied()
    }
}
