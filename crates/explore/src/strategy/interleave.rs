//! Several strategies that take turns, one pick each: a search that needs luck and one that needs thoroughness in one run
//! (KLEE's interleaved searcher).

use super::graph::Graph;
use super::scheduler::{Candidate, Scheduler, StateId};
use everypath_term::Random;

/// Schedulers that all know all waiting states.
pub(crate) struct Interleave {
    schedulers: Vec<Box<dyn Scheduler>>,
    turn: usize,
}

impl Interleave {
    /// Takes turns between these, in order.
    pub fn new(schedulers: Vec<Box<dyn Scheduler>>) -> Self {
        Interleave {
            schedulers,
            turn: 0,
        }
    }
}

impl Scheduler for Interleave {
    fn replace(&mut self, parent: StateId, children: &[Candidate], graph: &Graph) {
        for scheduler in &mut self.schedulers {
            scheduler.replace(parent, children, graph);
        }
    }

    fn pick(&mut self, random: &mut Random, graph: &Graph) -> Option<StateId> {
        let turn = self.turn;
        self.turn = (turn + 1) % self.schedulers.len().max(1);
        let id = self.schedulers.get_mut(turn)?.pick(random, graph)?;
        for (index, scheduler) in self.schedulers.iter_mut().enumerate() {
            if index != turn {
                scheduler.withdraw(id, graph);
            }
        }
        Some(id)
    }

    fn withdraw(&mut self, id: StateId, graph: &Graph) {
        for scheduler in &mut self.schedulers {
            scheduler.withdraw(id, graph);
        }
    }
}
