//! How pieces are put together to what one worker alone finds out.
//!
//! They are put together in the order of their places, which is the order of a depth-first search. So numbers of paths, the order of
//! findings, the first finding and how many states waited at once come out as if one worker had come to everything.

use std::collections::BTreeMap;
use std::time::Duration;

use everypath_machine::{Coverage, MachineOptions};
use everypath_program::Program;

use super::piece::{Piece, Results, Unit};
use super::place::Place;
use crate::engine::{Answer, Task};
use crate::held::prepare;
use crate::ledger::{Ended, Executed, Work};
use crate::{ExploreOptions, Observer, Reason, Record};

/// Puts pieces of a unit together.
#[derive(Debug)]
pub(super) struct Gather {
    unit: Unit,
    /// Pieces behind one that is not there yet.
    waiting: BTreeMap<Place, Piece>,
    /// Units whose pieces are not there yet, as far as they are known.
    open: BTreeMap<Place, Unit>,
    /// The sum of all pieces before the first that is not there, but for what is left.
    sum: Piece,
    /// Whether the sum keeps the ends of its paths.
    keeps: bool,
}

impl Gather {
    /// Nothing is there yet. If `keeps`, results are wanted of it.
    pub fn new(unit: Unit, keeps: bool) -> Self {
        Gather {
            waiting: BTreeMap::new(),
            open: BTreeMap::from([(unit.place.clone(), unit.clone())]),
            sum: Piece::empty(unit.place.clone()),
            unit,
            keeps,
        }
    }

    /// Whether all that follows is behind the end of the run.
    pub fn has_ended(&self) -> bool {
        self.sum.ended.is_some()
    }

    /// What was executed, as far as it was put together.
    pub fn coverage(&self) -> &Coverage {
        &self.sum.coverage
    }

    /// Adds a piece. What is now known in its order is told.
    pub fn add(&mut self, piece: Piece, observer: &mut dyn Observer) {
        let place = piece.place.clone();
        self.waiting.insert(place.clone(), piece);
        while let Some(piece) = self.next() {
            if let Some(waiting) = self.append(piece, observer) {
                self.sum.ended = Some(waiting + self.open_states());
            }
        }
        // Others may need the test cases of results.
        if let (Some(piece), false) = (self.waiting.get_mut(&place), self.keeps) {
            for end in &mut piece.ends {
                prepare(end, observer);
            }
        }
    }

    /// The next piece, if it is there.
    fn next(&mut self) -> Option<Piece> {
        let (next, _) = self.open.first_key_value()?;
        let follows = self.unit.place == Place::whole() || next.is_in_round_of(&self.unit.place);
        match follows && !self.has_ended() {
            true => self.waiting.remove(next),
            // Between the rounds of a unit there is what other units leave.
            false => None,
        }
    }

    /// Adds the piece that is next. If the run ends in it, gives how many of its states waited then.
    fn append(&mut self, piece: Piece, observer: &mut dyn Observer) -> Option<u64> {
        let Piece {
            place,
            mut ledger,
            ends,
            coverage,
            assumed,
            left,
            ended,
        } = piece;
        self.open.remove(&place);
        // What waited elsewhere, all of it behind this piece, waited with its states.
        ledger.statistics.most_waiting += self.open_states();
        let before = self.sum.ledger.path_ends;
        for finding in self.sum.ledger.add(ledger) {
            observer.finding(&finding);
        }
        for mut end in ends {
            end.index += before;
            observer.path_end(&end);
            if self.keeps {
                self.sum.ends.push(end);
            }
        }
        self.sum.coverage.add(coverage);
        self.sum.assumed.extend(assumed);
        let left = left.into_iter().map(|unit| (unit.place.clone(), unit));
        self.open.extend(left);
        ended
    }

    fn open_states(&self) -> u64 {
        self.open.values().map(|unit| unit.states).sum()
    }

    /// All that is there, and what is open.
    pub fn results(&self, work: Work, elapsed: Duration) -> Results {
        let has_begun = !self.open.contains_key(&self.unit.place);
        let sum = has_begun.then(|| Piece {
            // Where the run ends, nothing is open.
            left: match self.has_ended() {
                true => Vec::new(),
                false => self.open.values().cloned().collect(),
            },
            ..self.sum.clone()
        });
        let pieces = sum.into_iter().chain(self.waiting.values().cloned());
        Results::of(self.unit.clone(), pieces.collect(), (work, elapsed))
    }

    /// The record of all that is there. What is open was given up for the reason why the run had to stop.
    pub fn into_record(
        mut self,
        (program, machine): (&dyn Program, &MachineOptions),
        options: &ExploreOptions,
        work: Work,
        (stop, elapsed): (Option<Reason>, Duration),
        observer: &mut dyn Observer,
    ) -> (Record, Coverage) {
        let (stop, waiting) = match self.sum.ended {
            Some(waiting) => (Some(Reason::FirstFinding), waiting),
            None => {
                while let Some((_, piece)) = self.waiting.pop_first() {
                    if let Some(waiting @ 1..) = self.append(piece, observer) {
                        let ledger = &mut self.sum.ledger;
                        ledger.cut(Reason::FirstFinding, None, waiting);
                    }
                }
                (stop, self.open_states())
            }
        };
        let executed = Executed {
            program,
            machine,
            coverage: &self.sum.coverage,
            assumed: self.sum.assumed,
            work,
        };
        let ended = Ended {
            stop,
            waiting: usize::try_from(waiting).unwrap_or(usize::MAX),
            elapsed,
        };
        let record = self.sum.ledger.record(executed, options, ended);
        (record, self.sum.coverage)
    }
}

/// The answer to a task that results of all its paths give. What is open in them is a cut.
pub fn gather(
    task: &Task<'_>,
    engine: &'static str,
    results: Results,
    observer: &mut dyn Observer,
) -> Answer {
    let mut gather = Gather::new(results.unit().clone(), false);
    for piece in results.pieces {
        gather.add(piece, observer);
    }
    let ended = (Some(Reason::Missing), results.elapsed);
    answer(task, engine, gather, results.work, ended, observer)
}

/// The answer that the pieces give which are there.
pub(super) fn answer(
    task: &Task<'_>,
    engine: &'static str,
    gather: Gather,
    work: Work,
    ended: (Option<Reason>, Duration),
    observer: &mut dyn Observer,
) -> Answer {
    let mut machine = task.machine.clone();
    task.options.bounds.apply(&mut machine);
    let (program, options) = ((task.program, &machine), &task.options);
    let (record, coverage) = gather.into_record(program, options, work, ended, observer);
    Answer {
        engine,
        record,
        coverage,
    }
}
