//! The interface of a scheduler.
//!
//! A scheduler holds the identities of the waiting states, never the states. Each state gets a fresh [`StateId`] whenever
//! it starts to wait, so an identity that was handed out never comes back. Picking and inserting cost at most O(log n) for
//! n waiting states (random-path: expected).

use everypath_program::BlockKey;
use everypath_term::Random;

use super::graph::Graph;

/// One waiting of one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct StateId(pub u64);

impl StateId {
    /// The parent of the first state.
    pub const NONE: StateId = StateId(0);
}

/// What a scheduler knows of a waiting state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub id: StateId,
    /// The block that it runs next.
    pub block: BlockKey,
    /// Jumps it has taken so far.
    pub jumps: u64,
    /// Instructions that it was the first to execute.
    pub newly_covered: u64,
    /// Whether a depth-first search lets all others go first.
    pub goes_last: bool,
}

/// Decides which waiting state runs next.
pub(crate) trait Scheduler {
    /// The state that was handed out last as `parent` is replaced by its successors, in the order in which a depth-first
    /// search runs them; by none if its path ended.
    fn replace(&mut self, parent: StateId, children: &[Candidate], graph: &Graph);

    /// Hands out the next state. It no longer waits, and is to be replaced before the next one is picked.
    fn pick(&mut self, random: &mut Random, graph: &Graph) -> Option<StateId>;

    /// The state that is handed out when there is no other, whatever else comes to wait; none if nobody can say.
    fn oldest(&self) -> Option<StateId> {
        None
    }

    /// The states that wait, in the order in which they are handed out when no others come to wait; none if nobody can say.
    fn in_order(&self) -> Vec<StateId> {
        Vec::new()
    }

    /// Another scheduler handed out this waiting state.
    fn withdraw(&mut self, id: StateId, graph: &Graph);
}
