//! Where states meet: those that stand at one place with one call stack become one, if what they are made of permits it.

use everypath_machine::{Different, Merged, Standing};
use everypath_solver::Divergence;

use super::guards::Join;
use super::lag::Lag;
use super::waiting::Place;
use super::{Explorer, Path};
use crate::{BudgetKind, Reason};

impl Explorer<'_, '_> {
    /// Lets a state wait; merges it with one that waits at the same place.
    pub(super) fn wait(&mut self, mut path: Path) {
        let standing = self.machine.standing(&path.state);
        // What a merged state is, another that waits may be merged with.
        while let Some(place) = self.find_partner(standing, &path) {
            if let Some(other) = self.waiting.remove(place) {
                path = self.merge(other, path);
            }
        }
        if let Some(limit) = self.options.budgets.states
            && self.waiting.len() as u64 >= limit
        {
            let reason = Reason::Budget(BudgetKind::States);
            self.give_up(&mut path, reason);
            return;
        }
        self.waiting.push(standing, path);
        let waiting = self.waiting.len() as u64;
        let most = &mut self.ledger.statistics.most_waiting;
        *most = (*most).max(waiting);
    }

    /// The first of those who wait at a place that a path there can be merged with.
    fn find_partner(&mut self, standing: Standing, path: &Path) -> Option<Place> {
        let mut refused = Vec::new();
        let mut compared = 0;
        let found = self
            .waiting
            .alike(standing, path)
            .find_map(|(place, other)| {
                compared += 1;
                if !other.meets(path) {
                    return None;
                }
                let answer = self.machine.can_merge(&other.state, &path.state);
                answer.map_err(|different| refused.push(different)).ok()?;
                Some(place)
            });
        self.compared += compared;
        for different in refused {
            let counts = &mut self.ledger.statistics.not_merged;
            let index = Different::ALL.iter().position(|&other| other == different);
            if let Some(count) = index.and_then(|index| counts.get_mut(index)) {
                *count += 1;
            }
        }
        found
    }

    fn merge(&mut self, mut first: Path, second: Path) -> Path {
        let Divergence {
            common,
            first: mine,
            second: theirs,
        } = first.state.path.diverge(&second.state.path);
        let (one, two) = (first.state.path.witness(), second.state.path.witness());
        let terms = &mut self.machine.terms;
        let Join {
            constraints,
            distinguishing,
        } = self.guards.join(terms, &mine, &theirs);
        let mut path = common;
        for constraint in constraints {
            path.push(constraint);
        }
        // A model of one side is one of both.
        path.set_witness(one.or(two));
        let how = Merged {
            path,
            distinguishing,
        };
        let bounds = &self.options.bounds;
        if bounds.instructions_per_path.is_some() {
            first.instruction_lag = Lag::join(
                terms,
                distinguishing,
                (first.state.instructions(), &first.instruction_lag),
                (second.state.instructions(), &second.instruction_lag),
            );
        }
        if bounds.forks_per_path.is_some() {
            first.fork_lag = Lag::join(
                terms,
                distinguishing,
                (first.forks, &first.fork_lag),
                (second.forks, &second.fork_lag),
            );
        }
        let ites = self.machine.merge(&mut first.state, second.state, how);
        let statistics = &mut self.ledger.statistics;
        statistics.merges += 1;
        statistics.ites += ites;
        first.forks = first.forks.max(second.forks);
        first.tried = None;
        first.visits.retain(|visit| second.visits.contains(visit));
        first.is_arbitrary |= second.is_arbitrary;
        first.rounds.retain(|round| second.rounds.contains(round));
        first
    }
}

impl Path {
    /// Whether two paths at one place are in the same visits of the loops that both entered.
    fn meets(&self, other: &Path) -> bool {
        let (one, two) = (&self.visits, &other.visits);
        one == two
            || one.is_empty()
            || two.is_empty()
            || one.starts_with(two)
            || two.starts_with(one)
    }
}
