//! Waiting states in order of a cost that depends on the distance of their block to uncovered code.
//!
//! Distances change while states wait, but they belong to blocks, not to states. So the states are grouped by block, ordered
//! within the group by what does not change, and only the groups are ranked anew when coverage grows: picking and inserting
//! are O(log n) for n waiting states, and a change of coverage costs O(b log b) for b blocks at which states wait.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use everypath_program::BlockKey;
use rustc_hash::FxHashMap;

use super::graph::Graph;
use super::scheduler::{Candidate, Scheduler, StateId};
use everypath_term::Random;

/// What a cost is computed from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rank {
    /// The greatest merit among the states of the block.
    pub merit: u64,
    /// Distance of the block to uncovered code; none if none is known to be reachable.
    pub distance: Option<u32>,
    /// States of this block that were picked since coverage grew last.
    pub fruitless: u64,
}

/// The waiting states of one block.
#[derive(Debug, Default)]
struct Group {
    /// Best merit first, then first come.
    states: BTreeSet<(Reverse<u64>, StateId)>,
    fruitless: u64,
    /// The entry of the ranking that stands for this group.
    entry: Option<(u64, StateId)>,
}

/// Picks the state of least cost; the earliest of several.
#[derive(Debug)]
pub(crate) struct Ranked {
    /// The part of the order that belongs to the state.
    merit: fn(&Candidate) -> u64,
    /// The cost of the best state of a block.
    cost: fn(Rank) -> u64,
    groups: FxHashMap<BlockKey, Group>,
    ranking: BTreeSet<(u64, StateId, BlockKey)>,
    places: FxHashMap<StateId, (BlockKey, u64)>,
    generation: u64,
}

impl Ranked {
    /// Orders by `cost` between blocks and by greatest `merit` within a block.
    pub fn new(merit: fn(&Candidate) -> u64, cost: fn(Rank) -> u64) -> Self {
        Ranked {
            merit,
            cost,
            groups: FxHashMap::default(),
            ranking: BTreeSet::new(),
            places: FxHashMap::default(),
            generation: 0,
        }
    }

    /// Ranks a group anew after it changed.
    fn rank(&mut self, block: BlockKey, graph: &Graph) {
        let Some(group) = self.groups.get_mut(&block) else {
            return;
        };
        if let Some((cost, id)) = group.entry.take() {
            self.ranking.remove(&(cost, id, block));
        }
        let Some(&(Reverse(merit), id)) = group.states.first() else {
            return;
        };
        let rank = Rank {
            merit,
            distance: graph.distance(block),
            fruitless: group.fruitless,
        };
        let cost = (self.cost)(rank);
        group.entry = Some((cost, id));
        self.ranking.insert((cost, id, block));
    }

    /// Ranks all groups anew if the distances changed.
    fn refresh(&mut self, graph: &Graph) {
        if self.generation == graph.generation() {
            return;
        }
        self.generation = graph.generation();
        let blocks: Vec<BlockKey> = self.ranking.iter().map(|&(_, _, block)| block).collect();
        for group in self.groups.values_mut() {
            group.fruitless = 0;
        }
        for block in blocks {
            self.rank(block, graph);
        }
    }

    /// The state of least cost, which goes on waiting.
    pub fn first(&mut self, graph: &Graph) -> Option<StateId> {
        self.refresh(graph);
        self.ranking.first().map(|&(_, id, _)| id)
    }

    fn remove(&mut self, id: StateId) -> Option<BlockKey> {
        let (block, merit) = self.places.remove(&id)?;
        if let Some(group) = self.groups.get_mut(&block) {
            group.states.remove(&(Reverse(merit), id));
        }
        Some(block)
    }

    fn take(&mut self, id: StateId, graph: &Graph) {
        if let Some(block) = self.remove(id) {
            self.rank(block, graph);
        }
    }
}

impl Scheduler for Ranked {
    fn replace(&mut self, _parent: StateId, children: &[Candidate], graph: &Graph) {
        for child in children {
            let merit = (self.merit)(child);
            self.places.insert(child.id, (child.block, merit));
            let group = self.groups.entry(child.block).or_default();
            group.states.insert((Reverse(merit), child.id));
            self.rank(child.block, graph);
        }
    }

    fn pick(&mut self, _random: &mut Random, graph: &Graph) -> Option<StateId> {
        let id = self.first(graph)?;
        let (block, _) = *self.places.get(&id)?;
        if let Some(group) = self.groups.get_mut(&block) {
            group.fruitless += 1;
        }
        self.take(id, graph);
        Some(id)
    }

    fn withdraw(&mut self, id: StateId, graph: &Graph) {
        self.take(id, graph);
    }
}
