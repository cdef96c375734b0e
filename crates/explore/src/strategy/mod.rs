//! Strategies: which waiting state runs next. The table of all of them, and their text form.

mod bfs;
mod coverage;
mod criteria;
mod dfs;
mod graph;
mod interleave;
mod proportional;
mod random_path;
mod random_state;
mod ranked;
mod scheduler;
mod weights;

#[cfg(test)]
mod tests;

use std::fmt::{Display, Formatter};
use std::str::FromStr;

pub(crate) use graph::Graph;
pub(crate) use scheduler::{Candidate, Scheduler, StateId};

/// One strategy of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum StrategyKind {
    /// Depth-first.
    Dfs,
    /// Breadth-first.
    Bfs,
    /// A waiting state, uniformly at random.
    RandomState,
    /// A random walk from the root of the tree of forks.
    RandomPath,
    /// Nearest to uncovered code.
    Coverage,
    /// One of the three states that are best by one criterion.
    CriteriaMax,
    /// The greatest sum of the criteria.
    CriteriaSum,
    /// At random in proportion to the sum of the criteria.
    CriteriaProportional,
}

/// What the table says of one strategy.
#[derive(Clone, Copy, Debug)]
pub struct StrategyInfo {
    /// The strategy.
    pub kind: StrategyKind,
    /// Its name on the command line.
    pub name: &'static str,
    /// One line for the documentation.
    pub description: &'static str,
    /// Whether it needs distances to uncovered code.
    pub uses_distances: bool,
    scheduler: fn() -> Box<dyn Scheduler>,
}

/// All strategies, in the order of [`StrategyKind`].
static TABLE: [StrategyInfo; 8] = [
    StrategyInfo {
        kind: StrategyKind::Dfs,
        name: "dfs",
        description: "depth-first: the state that forked last, the taken side of a branch first",
        uses_distances: false,
        scheduler: || Box::new(dfs::DepthFirst::default()),
    },
    StrategyInfo {
        kind: StrategyKind::Bfs,
        name: "bfs",
        description: "breadth-first: the state that has waited longest",
        uses_distances: false,
        scheduler: || Box::new(bfs::BreadthFirst::default()),
    },
    StrategyInfo {
        kind: StrategyKind::RandomState,
        name: "random-state",
        description: "a waiting state, all equally likely",
        uses_distances: false,
        scheduler: || Box::new(random_state::RandomState::default()),
    },
    StrategyInfo {
        kind: StrategyKind::RandomPath,
        name: "random-path",
        description: "a random walk from the root of the tree of forks: short paths are likelier",
        uses_distances: false,
        scheduler: || Box::new(random_path::RandomPath::default()),
    },
    StrategyInfo {
        kind: StrategyKind::Coverage,
        name: "coverage",
        description: "the state nearest to code that no path has executed, then the one that covered most",
        uses_distances: true,
        scheduler: || Box::new(coverage::nearest_uncovered()),
    },
    StrategyInfo {
        kind: StrategyKind::CriteriaMax,
        name: "criteria-max",
        description: "at random one of three states: most jumps, most newly covered, nearest to uncovered code",
        uses_distances: true,
        scheduler: || Box::new(criteria::CriteriaMax::default()),
    },
    StrategyInfo {
        kind: StrategyKind::CriteriaSum,
        name: "criteria-sum",
        description: "the state with the greatest sum of jumps, newly covered and nearness, each between 0 and 1",
        uses_distances: true,
        scheduler: || Box::new(criteria::greatest_sum()),
    },
    StrategyInfo {
        kind: StrategyKind::CriteriaProportional,
        name: "criteria-proportional",
        description: "a random state, as likely as its sum of jumps, newly covered and nearness is great",
        uses_distances: true,
        scheduler: || Box::new(proportional::Proportional::default()),
    },
];

impl StrategyKind {
    /// All strategies, in order.
    pub fn table() -> &'static [StrategyInfo] {
        &TABLE
    }

    /// Its row in the table.
    pub fn info(self) -> &'static StrategyInfo {
        &TABLE[self as usize]
    }

    /// The strategy of this name.
    pub fn from_name(name: &str) -> Option<StrategyKind> {
        TABLE
            .iter()
            .find(|info| info.name == name)
            .map(|info| info.kind)
    }
}

/// One strategy, or several that take turns. Its text form is their names with commas between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    parts: Vec<StrategyKind>,
}

impl Strategy {
    /// A single strategy.
    pub fn single(kind: StrategyKind) -> Self {
        Strategy { parts: vec![kind] }
    }

    /// The strategies that take turns, in order; at least one.
    pub fn parts(&self) -> &[StrategyKind] {
        &self.parts
    }

    /// Whether one of them needs distances to uncovered code.
    pub(crate) fn uses_distances(&self) -> bool {
        self.parts.iter().any(|kind| kind.info().uses_distances)
    }

    /// A scheduler with no waiting state.
    pub(crate) fn scheduler(&self) -> Box<dyn Scheduler> {
        match self.parts.as_slice() {
            [single] => (single.info().scheduler)(),
            parts => {
                let schedulers = parts.iter().map(|kind| (kind.info().scheduler)()).collect();
                Box::new(interleave::Interleave::new(schedulers))
            }
        }
    }
}

impl Default for Strategy {
    fn default() -> Self {
        Strategy::single(StrategyKind::Dfs)
    }
}

impl Display for Strategy {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.parts.iter().map(|kind| kind.info().name).collect();
        f.write_str(&names.join(","))
    }
}

/// A name that is not in the table of strategies.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown strategy {name:?}: use one of {known}, or several with commas between them", known = known_names())]
pub struct UnknownStrategy {
    /// What was found.
    pub name: String,
}

fn known_names() -> String {
    let names: Vec<&str> = TABLE.iter().map(|info| info.name).collect();
    names.join(", ")
}

impl FromStr for Strategy {
    type Err = UnknownStrategy;

    fn from_str(text: &str) -> Result<Self, UnknownStrategy> {
        let parts = text.split(',').map(str::trim).map(|name| {
            StrategyKind::from_name(name).ok_or_else(|| UnknownStrategy {
                name: name.to_string(),
            })
        });
        Ok(Strategy {
            parts: parts.collect::<Result<_, _>>()?,
        })
    }
}
