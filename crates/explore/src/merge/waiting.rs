//! The states that wait: in the order of where they stand, and found again by what those have in common that can be merged.
//!
//! Who left a loop in different rounds waits at one place, thousands of them, and has read a different number of inputs, mostly. Each that arrives
//! is compared with those alone that have read as many as it has, or have gone round as often.

use std::collections::{BTreeMap, BTreeSet};

use everypath_machine::Standing;

use super::Path;

/// Where a state waits. Several can wait at one place if they cannot be merged.
pub(super) type Place = (Standing, u32);

/// The waiting states.
#[derive(Clone, Default)]
pub(super) struct Waiting {
    paths: BTreeMap<Place, Path>,
    /// Where they stand, how many inputs they have read, and their numbers there.
    alike: BTreeSet<(Standing, u64, u32)>,
    /// The same with the rounds that they have gone.
    rounds: BTreeSet<(Standing, u64, u32)>,
}

impl Waiting {
    /// Lets a state wait behind all others that stand where it stands.
    pub fn push(&mut self, standing: Standing, path: Path) {
        let last = self.at(standing).next_back();
        let number = last.map_or(0, |(&(_, number), _)| number + 1);
        self.alike
            .insert((standing, path.state.input_count(), number));
        self.rounds.insert((standing, path.state.rounds(), number));
        self.paths.insert((standing, number), path);
    }

    /// Takes the state that waits at a place.
    pub fn remove(&mut self, place: Place) -> Option<Path> {
        let path = self.paths.remove(&place)?;
        let (standing, number) = place;
        self.alike
            .remove(&(standing, path.state.input_count(), number));
        self.rounds.remove(&(standing, path.state.rounds(), number));
        Some(path)
    }

    /// Takes the state that is furthest behind.
    pub fn pop_first(&mut self) -> Option<Path> {
        let (&place, _) = self.paths.first_key_value()?;
        self.remove(place)
    }

    /// Where the state stands that is furthest behind.
    pub fn first(&self) -> Option<Standing> {
        self.paths.first_key_value().map(|(place, _)| place.0)
    }

    /// Those who wait at a place and have read as many inputs as `path`, in the order of their numbers; then those who have gone as many
    /// rounds.
    pub fn alike(&self, standing: Standing, path: &Path) -> impl Iterator<Item = (Place, &Path)> {
        let all = |count: u64| (standing, count, 0)..=(standing, count, u32::MAX);
        let (inputs, rounds) = (path.state.input_count(), path.state.rounds());
        let place = |&(standing, _, number): &(Standing, u64, u32)| (standing, number);
        let waits = |place: Place| Some((place, self.paths.get(&place)?));
        let by_inputs = self.alike.range(all(inputs)).map(place);
        let by_rounds = self.rounds.range(all(rounds)).map(place);
        let others = by_rounds.filter_map(waits);
        let others = others.filter(move |(_, path)| path.state.input_count() != inputs);
        by_inputs.filter_map(waits).chain(others)
    }

    fn at(&self, standing: Standing) -> impl DoubleEndedIterator<Item = (&Place, &Path)> {
        self.paths.range((standing, 0)..=(standing, u32::MAX))
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.paths.len()
    }

    /// Whether nobody waits.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.paths.clear();
        self.alike.clear();
        self.rounds.clear();
    }
}
