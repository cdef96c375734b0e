//! A part of the tree of paths, before and behind its exploration.
//!
//! A [`Unit`] is a part that is to be explored: the prefixes of the paths that wait in it. A [`Piece`] is what was found out about a part,
//! with the units that were left of it. [`Results`] are the pieces of a unit, as many as there are: with all that is left of them they say
//! what is done and what is open. Workers of one process pass these to each other, a checkpoint is the results of the whole tree, a unit of
//! work that is done elsewhere comes back as results, and `gather.rs` makes a record of them; so this is all there is to write down.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use everypath_machine::Coverage;
use everypath_program::{Assumption, Position};
use serde::{Deserialize, Serialize};

use super::place::Place;
use super::prefix::Prefix;
use crate::PathEnd;
use crate::budget::Spent;
use crate::ledger::{Ledger, Work};

/// A part of the tree of paths that is to be explored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Where it stands among all parts.
    pub place: Place,
    /// States that wait in it.
    pub states: u64,
    /// How to come to them, in the order in which they are followed; none where nobody wants that written down.
    pub prefixes: Vec<Prefix>,
}

impl Unit {
    /// All paths.
    pub fn whole() -> Self {
        Unit {
            place: Place::whole(),
            states: 1,
            prefixes: vec![Prefix::start()],
        }
    }

    /// The same for whoever takes it up without knowing what else was left around it.
    fn apart(&self) -> Self {
        Unit {
            place: self.place.apart(),
            ..self.clone()
        }
    }

    /// Instructions that following its prefixes takes.
    pub(super) fn to_follow(&self) -> u64 {
        let instructions = self.prefixes.iter().map(Prefix::instructions);
        instructions.fold(0, u64::saturating_add)
    }
}

/// What was found out about a part of the tree.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Piece {
    pub place: Place,
    /// Findings, cuts and counts.
    pub ledger: Ledger,
    /// The ends of its paths, if somebody wants them.
    pub ends: Vec<PathEnd>,
    /// What its paths executed.
    pub coverage: Coverage,
    /// What they assumed about the world, and where.
    pub assumed: BTreeSet<(Assumption, Position)>,
    /// What was left of it.
    pub left: Vec<Unit>,
    /// If the run ends here, at a finding: how many states waited then.
    pub ended: Option<u64>,
}

impl Piece {
    /// Nothing was found out yet about what stands at a place.
    pub fn empty(place: Place) -> Self {
        Piece {
            place,
            ledger: Ledger::default(),
            ends: Vec::new(),
            coverage: Coverage::default(),
            assumed: BTreeSet::new(),
            left: Vec::new(),
            ended: None,
        }
    }
}

/// What was found out about a unit, as far as it was explored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Results {
    unit: Unit,
    pub(super) pieces: Vec<Piece>,
    pub(super) work: Work,
    pub(super) elapsed: Duration,
}

impl Results {
    /// Nothing yet.
    pub fn none_of(unit: Unit) -> Self {
        Results {
            unit,
            pieces: Vec::new(),
            work: Work::default(),
            elapsed: Duration::ZERO,
        }
    }

    /// Pieces of a unit, each reachable from it: no piece counts whose beginning is no known end of another, since whoever left it may leave
    /// something else when it comes there again. What is left of all of them gets places of its own.
    pub(super) fn of(unit: Unit, pieces: Vec<Piece>, (work, elapsed): (Work, Duration)) -> Self {
        let mut known = BTreeSet::from([unit.place.clone()]);
        let mut reached = Vec::with_capacity(pieces.len());
        // What is left of a piece stands behind it.
        for piece in pieces {
            if known.contains(&piece.place) {
                known.extend(piece.left.iter().map(|left| left.place.clone()));
                reached.push(piece);
            }
        }
        let done: BTreeSet<Place> = reached.iter().map(|piece| piece.place.clone()).collect();
        for left in reached.iter_mut().flat_map(|piece| &mut piece.left) {
            if !done.contains(&left.place) {
                *left = left.apart();
            }
        }
        Results {
            unit,
            pieces: reached,
            work,
            elapsed,
        }
    }

    /// What they are about.
    pub fn unit(&self) -> &Unit {
        &self.unit
    }

    /// The units that are open, in their order.
    pub fn open(&self) -> Vec<Unit> {
        let mut open = BTreeMap::from([(self.unit.place.clone(), self.unit.clone())]);
        for piece in &self.pieces {
            let left = piece.left.iter().cloned();
            open.extend(left.map(|unit| (unit.place.clone(), unit)));
        }
        for piece in &self.pieces {
            open.remove(&piece.place);
        }
        if let Some(end) = self.end() {
            open.split_off(&end);
        }
        open.into_values().collect()
    }

    /// Adds the results of a unit that is open in these.
    pub fn add(&mut self, of_unit: Results) {
        self.pieces.extend(of_unit.pieces);
        self.work.add(&of_unit.work);
        self.elapsed += of_unit.elapsed;
    }

    /// Where the run ends, if at a finding.
    pub(super) fn end(&self) -> Option<Place> {
        let ends = self.pieces.iter().filter(|piece| piece.ended.is_some());
        ends.map(|piece| piece.place.clone()).min()
    }

    /// Paths that were followed to their ends.
    pub fn paths(&self) -> u64 {
        self.spent().paths
    }

    /// Different findings, or more: one may be found in several pieces.
    pub fn findings(&self) -> u64 {
        self.spent().findings
    }

    /// What they took, as budgets count it.
    pub(super) fn spent(&self) -> Spent {
        let mut spent = Spent {
            queries: self.work.solver.queries,
            ..Spent::default()
        };
        for Piece { ledger, .. } in &self.pieces {
            spent.paths += ledger.statistics.paths;
            spent.instructions += ledger.statistics.instructions;
            spent.findings += ledger.findings.len() as u64;
        }
        spent
    }
}
