//! Depth-first search: the state that began to wait last runs next. Of the successors of a fork the first runs first.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{Candidate, Graph, Scheduler, StateId};
use crate::random::Random;

/// A stack from which any state can be withdrawn in O(log n).
#[derive(Debug, Default)]
pub(crate) struct DepthFirst {
    stack: BTreeMap<u64, StateId>,
    places: FxHashMap<StateId, u64>,
    next: u64,
}

impl Scheduler for DepthFirst {
    fn replace(&mut self, _parent: StateId, children: &[Candidate], _graph: &Graph) {
        for child in children.iter().rev() {
            self.stack.insert(self.next, child.id);
            self.places.insert(child.id, self.next);
            self.next += 1;
        }
    }

    fn pick(&mut self, _random: &mut Random, _graph: &Graph) -> Option<StateId> {
        let (_, id) = self.stack.pop_last()?;
        self.places.remove(&id);
        Some(id)
    }

    fn withdraw(&mut self, id: StateId, _graph: &Graph) {
        if let Some(place) = self.places.remove(&id) {
            self.stack.remove(&place);
        }
    }
}
