//! Where a part of the tree of paths stands in the order in which one worker alone, searching depth-first, comes to it.
//!
//! A worker explores a piece of the tree after another. What it leaves of a piece is further pieces, and each gets its place when it is
//! left, without knowing of any others:
//!
//! * The rest that it explores itself, where a piece is closed since some time has passed, comes next.
//! * A state that is given to another worker is the oldest that waits: the search would come to it when it has nothing else. So it stands
//!   behind the rest, and before all that was given away before it.
//! * A state that has run for long without a choice lets all others go first. It stands in the next round, which is behind all of this one,
//!   in the order in which states were sent there.
//!
//! * What is written down, to be taken up by somebody else, gets a place of its own below the one that it had.
//!
//! So a place is a round and a path of numbers, compared from the front; what is given away has numbers from the greatest down.

use std::fmt::{Display, Formatter};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The place of a piece among all pieces of a run. Smaller ones come earlier.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Place {
    round: u32,
    /// The last one counts the rests of one piece.
    steps: Vec<u32>,
}

/// What a worker leaves of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaving {
    /// The rest.
    Rest,
    /// The oldest state, when so many were given away before.
    Given(u32),
    /// A state that goes last, when so many were sent there before.
    Last(u32),
    /// The only state there is, which goes last.
    OnlyLast,
}

impl Place {
    /// All paths.
    pub fn whole() -> Self {
        Place {
            round: 0,
            steps: vec![0],
        }
    }

    /// A place for whoever takes up what is here without knowing what else was left around it: what it leaves stands below this place.
    pub(super) fn apart(&self) -> Self {
        let mut place = self.clone();
        place.steps.push(0);
        place
    }

    /// Whether all that is left below this place in the same round follows upon it, with nothing else between: it does, but in other rounds.
    pub(super) fn is_in_round_of(&self, other: &Place) -> bool {
        self.round == other.round
    }

    /// The place of what is left here.
    pub(super) fn of(&self, leaving: Leaving) -> Self {
        let mut place = self.clone();
        let last = place.steps.pop().unwrap_or(0);
        match leaving {
            Leaving::Rest => place.steps.push(last.saturating_add(1)),
            Leaving::Given(before) => place.steps.extend([u32::MAX - before, 0]),
            Leaving::Last(before) => {
                place.round += 1;
                place.steps.extend([last, before, 0]);
            }
            Leaving::OnlyLast => {
                place.round += 1;
                place.steps.push(last);
            }
        }
        place
    }
}

/// The greater half of the numbers, which are counted from the greatest down.
const FROM_BEHIND: u32 = 1 << 31;

/// `2:0.~1.3`: the round, and the numbers; `~` counts from the greatest down.
impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:", self.round)?;
        for (index, &step) in self.steps.iter().enumerate() {
            let dot = if index > 0 { "." } else { "" };
            match step {
                0..FROM_BEHIND => write!(f, "{dot}{step}")?,
                FROM_BEHIND.. => write!(f, "{dot}~{}", !step)?,
            }
        }
        Ok(())
    }
}

/// A text is no place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a place is written as `0:1.~2.0`, found `{0}`")]
pub struct WrongPlace(String);

impl From<Place> for String {
    fn from(place: Place) -> String {
        place.to_string()
    }
}

impl TryFrom<String> for Place {
    type Error = WrongPlace;

    fn try_from(text: String) -> Result<Self, WrongPlace> {
        text.parse()
    }
}

impl FromStr for Place {
    type Err = WrongPlace;

    fn from_str(text: &str) -> Result<Self, WrongPlace> {
        let step = |step: &str| match step.strip_prefix('~') {
            Some(behind) => behind.parse().ok().map(|behind: u32| !behind),
            None => step.parse().ok(),
        };
        let read = || {
            let (round, steps) = text.split_once(':')?;
            Some(Place {
                round: round.parse().ok()?,
                steps: steps.split('.').map(step).collect::<Option<_>>()?,
            })
        };
        read().ok_or_else(|| WrongPlace(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_stands_in_the_order_of_one_worker() {
        let whole = Place::whole();
        let given = [0, 1].map(|before| whole.of(Leaving::Given(before)));
        let rest = whole.of(Leaving::Rest);
        let given_later = rest.of(Leaving::Given(2));
        let of_given = given[1].of(Leaving::Given(0));
        let rest_of_given = given[1].of(Leaving::Rest);
        let last = [
            whole.of(Leaving::Last(0)),
            whole.of(Leaving::Last(1)),
            rest.of(Leaving::OnlyLast),
            given_later.of(Leaving::Last(0)),
            given[1].of(Leaving::OnlyLast),
            rest_of_given.of(Leaving::Last(0)),
            given[0].of(Leaving::OnlyLast),
        ];
        let last_again = last[1].of(Leaving::OnlyLast);
        let order: Vec<Place> = [whole, rest, given_later]
            .into_iter()
            .chain([given[1].clone(), rest_of_given, of_given, given[0].clone()])
            .chain(last)
            .chain([last_again])
            .collect();
        for pair in order.windows(2) {
            assert!(pair[0] < pair[1], "{} before {}", pair[0], pair[1]);
        }
        for place in order {
            assert_eq!(place.to_string().parse(), Ok(place));
        }
    }

    #[test]
    fn a_loop_without_an_end_does_not_make_places_long() {
        let mut place = Place::whole();
        for _ in 0..1000 {
            place = place.of(Leaving::OnlyLast);
        }
        assert_eq!(place.to_string(), "1000:0");
    }

    #[test]
    fn what_is_no_place_is_named() {
        for text in ["", "0", "0:", "x:0", "0:1.", "0:~x", "0:-1"] {
            let wrong = text.parse::<Place>().unwrap_err();
            assert!(wrong.to_string().ends_with(&format!("found `{text}`")));
        }
    }
}
