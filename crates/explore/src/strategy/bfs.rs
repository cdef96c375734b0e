//! Breadth-first search: the state that has waited longest runs next.

use std::collections::BTreeSet;

use super::graph::Graph;
use super::scheduler::{Candidate, Scheduler, StateId};
use everypath_term::Random;

/// A queue. Identities grow with time, so their order is the order of arrival.
#[derive(Debug, Default)]
pub(crate) struct BreadthFirst {
    queue: BTreeSet<StateId>,
}

impl Scheduler for BreadthFirst {
    fn replace(&mut self, _parent: StateId, children: &[Candidate], _graph: &Graph) {
        self.queue.extend(children.iter().map(|child| child.id));
    }

    fn pick(&mut self, _random: &mut Random, _graph: &Graph) -> Option<StateId> {
        self.queue.pop_first()
    }

    fn withdraw(&mut self, id: StateId, _graph: &Graph) {
        self.queue.remove(&id);
    }
}
