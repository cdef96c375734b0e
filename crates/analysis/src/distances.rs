//! How far blocks are from what may fail and from the end of their function, and where loops end in which nothing can.

use crate::code::Code;
use crate::{LoopId, PlaceId, To};

impl Code {
    /// See [`Code::exits`].
    pub(crate) fn find_exits(&self, places: &[PlaceId], id: LoopId) -> Option<Vec<PlaceId>> {
        let is_inside = |place: PlaceId| self.place(place).loops.contains(&id);
        let mut exits = Vec::new();
        for &place in places.iter().filter(|&&place| is_inside(place)) {
            let place = self.place(place);
            if place.at_risk {
                return None;
            }
            for way in &place.ways {
                let next = match way.to {
                    To::Place(next) => next,
                    To::Call(entry, next) => {
                        let callee = self.analysed(entry)?;
                        let is_harmless = self.place(self.entry(callee)).to_risk.is_none();
                        is_harmless.then_some(next)?
                    }
                    To::Return | To::Unknown(_) => return None,
                };
                if !is_inside(next) && !exits.contains(&next) {
                    exits.push(next);
                }
            }
        }
        Some(exits)
    }

    /// Blocks to the nearest risk and to the nearest return, backwards from them, until nothing gets shorter.
    pub(crate) fn find_distances(&mut self, places: &[PlaceId]) {
        let mut changed = true;
        while changed {
            changed = false;
            for &id in places.iter().rev() {
                let place = self.place(id);
                let mut to_risk = place.at_risk.then_some(0);
                let mut to_return = None;
                for way in &place.ways {
                    let (risk, ret) = match way.to {
                        To::Place(next) => {
                            let next = self.place(next);
                            (next.to_risk, next.to_return)
                        }
                        To::Call(entry, next) => {
                            let next = self.place(next);
                            let known = self.analysed(entry);
                            let known = known.map(|id| self.place(self.entry(id)));
                            // A callee that is not analysed calls back: it may do and reach anything.
                            let (inside, through) = known.map_or((Some(0), Some(0)), |callee| {
                                (callee.to_risk, callee.to_return)
                            });
                            let add = |next: Option<u32>| {
                                next.zip(through)
                                    .map(|(next, through)| next.saturating_add(through))
                            };
                            let risk = inside.into_iter().chain(add(next.to_risk)).min();
                            (risk, add(next.to_return))
                        }
                        To::Return => (None, Some(0)),
                        To::Unknown(_) => (Some(0), Some(0)),
                    };
                    let nearer = |best: Option<u32>, new: Option<u32>| {
                        let new = new.map(|new| new.saturating_add(1));
                        best.into_iter().chain(new).min()
                    };
                    to_risk = nearer(to_risk, risk);
                    to_return = nearer(to_return, ret);
                }
                let place = self.place_mut(id);
                if (place.to_risk, place.to_return) != (to_risk, to_return) {
                    changed = true;
                    (place.to_risk, place.to_return) = (to_risk, to_return);
                }
            }
        }
    }
}
