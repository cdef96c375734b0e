//! The tree of paths divided before it is explored: into units that others work on.
//!
//! The unit with the fewest decisions before it is followed to where it forks, again and again, until there are enough; behind the fewest
//! decisions there is most to do, as far as anybody knows. What paths end on the way, and what they show, is part of the results.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::piece::{Piece, Results, Unit};
use super::place::Place;
use super::prefix::Prefix;
use super::team::{Listener, Seat, Team};
use super::way::Path;
use super::{Explorer, OpenPath};
use crate::engine::Task;
use crate::ledger::Work;
use crate::{ExploreError, Observer};

/// Divides the paths of a task's program into so many units, or somewhat more where the last fork has many ways; fewer if there are no more
/// paths, or if a budget or the first finding ends the run. They are open in the results.
///
/// # Errors
/// As [`crate::explore_paths`].
pub fn split(
    task: &Task<'_>,
    into: usize,
    observer: &mut dyn Observer,
) -> Result<Results, ExploreError> {
    let start = Instant::now();
    let (mut machine, mut solver) = task.begin()?;
    let whole = Unit::whole();
    // Not the clock decides where the paths are divided.
    let team = Team::new(1, &Results::none_of(whole.clone()), Some(Duration::MAX));
    let listener = Listener::new(&team, (observer.wants_tests(), observer.wants_decisions()));
    let mut listening = &listener;
    let mut explorer = Explorer::new(&mut machine, &mut solver, &task.options, &mut listening);
    explorer.seat = Some(Seat::new(&team, 0));
    let first = explorer.take_up(&Prefix::start())?;
    let mut open = BTreeMap::from([(whole.place.clone(), first)]);
    let mut pieces = Vec::new();
    while open.len() < into && !team.has_stopped() && !observer.interrupted() {
        let fewest = open.iter().min_by_key(|(_, path)| path.forks);
        let fewest = fewest.map(|(place, _)| place.clone());
        let Some((place, path)) = fewest.and_then(|place| open.remove_entry(&place)) else {
            break;
        };
        explorer.begin(place);
        explorer.run(vec![path], 2)?;
        let Some((mut piece, left)) = explorer.close_divided() else {
            break;
        };
        piece.ends = listener.ends.take();
        pieces.push(piece);
        open.extend(left);
    }
    let work = Work::of(&explorer.machine.terms, explorer.solver);
    pieces.sort_by(|one, other| one.place.cmp(&other.place));
    Ok(Results::of(whole, pieces, (work, start.elapsed())))
}

impl Explorer<'_, '_> {
    /// Closes the piece; every state that waits is a unit of its own. None if it is no part of a team.
    fn close_divided(&mut self) -> Option<(Piece, Vec<(Place, Path)>)> {
        let mut left = Vec::new();
        let must_stop = self.stop.is_some();
        while !must_stop
            && self.waiting.len() > 1
            && let Some(id) = self.scheduler.oldest()
            && let Some(path) = self.waiting.remove(&id)
        {
            self.scheduler.withdraw(id, &self.graph);
            let place = (self.seat.as_mut()?).leave_given(OpenPath((*path).clone()).prefix());
            left.push((place, *path));
        }
        let (mut piece, next) = self.close()?;
        if let Some((place, paths)) = next {
            let first = self.scheduler.pick(&mut self.random, &self.graph);
            let waiting = first.and_then(|id| self.waiting.remove(&id));
            let all = paths.into_iter().chain(waiting.map(|path| *path));
            left.extend(all.map(|path| (place.clone(), path)));
        }
        left.extend(self.seat.as_mut()?.take_last());
        // Whatever is left of one unit knows nothing of what is left of others.
        for unit in &mut piece.left {
            unit.place = unit.place.apart();
        }
        for (place, _) in &mut left {
            *place = place.apart();
        }
        Some((piece, left))
    }
}
