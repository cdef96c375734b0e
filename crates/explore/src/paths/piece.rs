//! What is found out about a piece of the tree of paths, and how the pieces are put together to what one worker alone finds out.
//!
//! Pieces are put together in the order of their places, which is the order of a depth-first search. So numbers of paths, the order of
//! findings, the first finding and how many states waited at once come out as if one worker had come to everything.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use everypath_machine::{Coverage, MachineOptions};
use everypath_program::{Assumption, Position, Program};

use super::place::Place;
use crate::ledger::{Ended, Executed, Ledger, Work};
use crate::{ExploreOptions, Observer, PathEnd, Reason, Record};

/// A piece that was left to be explored later, or by somebody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Left {
    /// Its place.
    pub place: Place,
    /// States that wait in it.
    pub states: u64,
}

/// What was found out about a piece of the tree.
#[derive(Debug)]
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
    pub left: Vec<Left>,
    /// Why it was not explored to its end, and how many states waited then.
    pub stopped: Option<(Reason, u64)>,
}

/// Puts pieces together.
#[derive(Debug, Default)]
pub(super) struct Gather {
    /// Pieces behind one that is not there yet.
    waiting: BTreeMap<Place, Piece>,
    /// Pieces that are not there yet, as far as they are known, and the states in each.
    open: BTreeMap<Place, u64>,
    /// The sum of all pieces before the first that is not there.
    ledger: Ledger,
    coverage: Coverage,
    assumed: BTreeSet<(Assumption, Position)>,
    /// The first finding, if the run ends there, and how many states waited then.
    ended: Option<u64>,
}

impl Gather {
    /// Nothing is there yet; all paths are open.
    pub fn new() -> Self {
        Gather {
            open: BTreeMap::from([(Place::whole(), 1)]),
            ..Gather::default()
        }
    }

    /// Whether all that follows is behind the end of the run.
    pub fn has_ended(&self) -> bool {
        self.ended.is_some()
    }

    /// What was executed, as far as it was put together.
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// Adds a piece. What is now known in its order is told.
    pub fn add(&mut self, piece: Piece, observer: &mut dyn Observer) {
        self.waiting.insert(piece.place.clone(), piece);
        while let Some(piece) = self.next() {
            match self.append(piece, observer) {
                Some((Reason::FirstFinding, waiting)) => {
                    self.ended = Some(waiting + self.open.values().sum::<u64>());
                }
                stopped => self.give_up(stopped),
            }
        }
    }

    /// The next piece, if it is there.
    fn next(&mut self) -> Option<Piece> {
        let (next, _) = self.open.first_key_value()?;
        match self.has_ended() {
            true => None,
            false => self.waiting.remove(next),
        }
    }

    /// Adds the piece that is next; gives why it was not explored to its end.
    fn append(&mut self, piece: Piece, observer: &mut dyn Observer) -> Option<(Reason, u64)> {
        let Piece {
            place,
            mut ledger,
            ends,
            coverage,
            assumed,
            left,
            stopped,
        } = piece;
        self.open.remove(&place);
        // What waited elsewhere, all of it behind this piece, waited with its states.
        let elsewhere: u64 = self.open.values().sum();
        ledger.statistics.most_waiting += elsewhere;
        let before = self.ledger.path_ends;
        for finding in self.ledger.add(ledger) {
            observer.finding(&finding);
        }
        for mut end in ends {
            end.index += before;
            observer.path_end(&end);
        }
        self.coverage.add(coverage);
        self.assumed.extend(assumed);
        let left = left.into_iter().map(|left| (left.place, left.states));
        self.open.extend(left);
        stopped
    }

    /// States that waited where a piece was not explored to its end are not followed.
    fn give_up(&mut self, stopped: Option<(Reason, u64)>) {
        if let Some((reason, waiting)) = stopped.filter(|&(_, waiting)| waiting > 0) {
            self.ledger.cut(reason, None, waiting);
        }
    }

    /// The record of all that is there. What is missing was given up for the reason why the run had to stop.
    pub fn into_record(
        mut self,
        (program, machine): (&dyn Program, &MachineOptions),
        options: &ExploreOptions,
        work: Work,
        (stop, elapsed): (Option<Reason>, Duration),
        observer: &mut dyn Observer,
    ) -> (Record, Coverage) {
        let ended = match self.ended {
            Some(waiting) => (Some(Reason::FirstFinding), waiting),
            None => {
                while let Some((_, piece)) = self.waiting.pop_first() {
                    let stopped = self.append(piece, observer);
                    self.give_up(stopped);
                }
                (stop, self.open.values().sum())
            }
        };
        let executed = Executed {
            program,
            machine,
            coverage: &self.coverage,
            assumed: self.assumed,
            work,
        };
        let ended = Ended {
            stop: ended.0,
            waiting: usize::try_from(ended.1).unwrap_or(usize::MAX),
            elapsed,
        };
        let record = self.ledger.record(executed, options, ended);
        (record, self.coverage)
    }
}
