//! Random choice in proportion to the sum of the three criteria: the third strategy of the thesis' outlook (chapter 6); see
//! [`super::criteria`] for the criteria and their scale.
//!
//! The nearness of all states of a block is the same and changes together. So the weight of a block is the sum of its states'
//! own criteria plus its nearness once per state: a pick first chooses a block, then one of the two parts, then a state by
//! its own weight or any state alike. Picks and insertions are O(log n); a change of coverage costs O(b) for b blocks.

use everypath_program::BlockKey;
use rustc_hash::FxHashMap;

use super::criteria::{nearness, own_criteria};
use super::graph::Graph;
use super::scheduler::{Candidate, Scheduler, StateId};
use super::weights::Weights;
use everypath_term::Random;

/// The waiting states of one block.
#[derive(Debug)]
struct Group {
    block: BlockKey,
    states: Vec<StateId>,
    /// The own criteria of each state, plus 1 so that every state has a chance.
    own: Weights,
    nearness: u128,
}

impl Group {
    fn weight(&self) -> u128 {
        self.own.total() + self.nearness * self.states.len() as u128
    }
}

/// The waiting states by block, with their weights.
#[derive(Debug, Default)]
pub(crate) struct Proportional {
    groups: Vec<Group>,
    weights: Weights,
    indices: FxHashMap<BlockKey, usize>,
    places: FxHashMap<StateId, (usize, usize)>,
    generation: u64,
}

impl Proportional {
    fn group_of(&mut self, block: BlockKey, graph: &Graph) -> usize {
        if let Some(&index) = self.indices.get(&block) {
            return index;
        }
        let index = self.groups.len();
        let nearness = nearness(graph.distance(block)).into();
        self.groups.push(Group {
            block,
            states: Vec::new(),
            own: Weights::default(),
            nearness,
        });
        self.weights.push(0);
        self.indices.insert(block, index);
        index
    }

    fn refresh(&mut self, graph: &Graph) {
        if self.generation == graph.generation() {
            return;
        }
        self.generation = graph.generation();
        for (index, group) in self.groups.iter_mut().enumerate() {
            group.nearness = nearness(graph.distance(group.block)).into();
            self.weights.set(index, group.weight());
        }
    }

    fn remove(&mut self, id: StateId) {
        let Some((index, place)) = self.places.remove(&id) else {
            return;
        };
        let group = &mut self.groups[index];
        group.states.swap_remove(place);
        group.own.swap_remove(place);
        if let Some(&moved) = group.states.get(place) {
            self.places.insert(moved, (index, place));
        }
        self.weights.set(index, group.weight());
    }

    /// The state that a point between 0 and the total weight falls on.
    fn state_at(&self, point: u128) -> Option<StateId> {
        let (index, rest) = self.weights.find(point)?;
        let group = self.groups.get(index)?;
        let place = match group.own.find(rest) {
            Some((place, _)) => place,
            None => ((rest - group.own.total()) / group.nearness.max(1)) as usize,
        };
        group.states.get(place).copied()
    }
}

impl Scheduler for Proportional {
    fn replace(&mut self, _parent: StateId, children: &[Candidate], graph: &Graph) {
        for child in children {
            let index = self.group_of(child.block, graph);
            let group = &mut self.groups[index];
            self.places.insert(child.id, (index, group.states.len()));
            group.states.push(child.id);
            group.own.push(u128::from(own_criteria(child)) + 1);
            self.weights.set(index, group.weight());
        }
    }

    fn pick(&mut self, random: &mut Random, graph: &Graph) -> Option<StateId> {
        self.refresh(graph);
        let total = u64::try_from(self.weights.total()).unwrap_or(u64::MAX);
        let id = self.state_at(random.below(total).into())?;
        self.remove(id);
        Some(id)
    }

    fn withdraw(&mut self, id: StateId, _graph: &Graph) {
        self.remove(id);
    }
}
