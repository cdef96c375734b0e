//! Depth-first search: the state that began to wait last runs next. Of the successors of a fork the first runs first. A state that has run
//! for long without a fork goes last: a loop that never ends would leave nobody else a turn.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::graph::Graph;
use super::scheduler::{Candidate, Scheduler, StateId};
use everypath_term::Random;

/// A stack from which any state can be withdrawn in O(log n).
#[derive(Debug, Default)]
pub(crate) struct DepthFirst {
    stack: BTreeMap<i64, StateId>,
    places: FxHashMap<StateId, i64>,
    next: i64,
    /// The lowest place that was given to one that goes last.
    last: i64,
}

impl Scheduler for DepthFirst {
    fn replace(&mut self, _parent: StateId, children: &[Candidate], _graph: &Graph) {
        for child in children.iter().rev() {
            let place = match child.goes_last {
                true => {
                    self.last -= 1;
                    self.last
                }
                false => {
                    self.next += 1;
                    self.next
                }
            };
            self.stack.insert(place, child.id);
            self.places.insert(child.id, place);
        }
    }

    fn pick(&mut self, _random: &mut Random, _graph: &Graph) -> Option<StateId> {
        let (_, id) = self.stack.pop_last()?;
        self.places.remove(&id);
        Some(id)
    }

    fn oldest(&self) -> Option<StateId> {
        self.stack.first_key_value().map(|(_, &id)| id)
    }

    fn in_order(&self) -> Vec<StateId> {
        self.stack.values().rev().copied().collect()
    }

    fn withdraw(&mut self, id: StateId, _graph: &Graph) {
        if let Some(place) = self.places.remove(&id) {
            self.stack.remove(&place);
        }
    }
}
