//! Random choice among the waiting states, all equally likely: the second strategy of the thesis (section 4.3).

use rustc_hash::FxHashMap;

use super::graph::Graph;
use super::scheduler::{Candidate, Scheduler, StateId};
use everypath_term::Random;

/// The waiting states in any order, and where each stands; picking and withdrawing are O(1).
#[derive(Debug, Default)]
pub(crate) struct RandomState {
    waiting: Vec<StateId>,
    places: FxHashMap<StateId, usize>,
}

impl RandomState {
    fn remove(&mut self, place: usize) -> StateId {
        let id = self.waiting.swap_remove(place);
        self.places.remove(&id);
        if let Some(&moved) = self.waiting.get(place) {
            self.places.insert(moved, place);
        }
        id
    }
}

impl Scheduler for RandomState {
    fn replace(&mut self, _parent: StateId, children: &[Candidate], _graph: &Graph) {
        for child in children {
            self.places.insert(child.id, self.waiting.len());
            self.waiting.push(child.id);
        }
    }

    fn pick(&mut self, random: &mut Random, _graph: &Graph) -> Option<StateId> {
        if self.waiting.is_empty() {
            return None;
        }
        let place = random.index(self.waiting.len());
        Some(self.remove(place))
    }

    fn withdraw(&mut self, id: StateId, _graph: &Graph) {
        if let Some(&place) = self.places.get(&id) {
            self.remove(place);
        }
    }
}
