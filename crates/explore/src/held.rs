//! Ends of paths that are told later than they come, if they are told at all: how many are before them is not known yet, or whether it is
//! their run that answers.
//!
//! What an observer makes of an end may take longer than its path did. If all of it were left until the ends are told, a run that is
//! stopped would go on for as long as it ran. So an observer may do beforehand what does not depend on the number of the end
//! ([`Observer::path_ahead`]).

use std::time::{Duration, Instant};

use crate::{Observer, PathEnd};

/// Nothing is done beforehand in the first second: most runs are over by then, and nothing was done for ends that are never told.
const PATIENCE: Duration = Duration::from_secs(1);

/// Ends of the paths of one run, in order.
#[derive(Debug)]
pub(crate) struct Held {
    since: Instant,
    ends: Vec<PathEnd>,
    /// For so many of them, all was done that can be done beforehand.
    prepared: usize,
}

impl Held {
    /// None yet.
    pub fn new() -> Self {
        Held {
            since: Instant::now(),
            ends: Vec::new(),
            prepared: 0,
        }
    }

    /// Holds one more.
    pub fn hold(&mut self, end: PathEnd, observer: &mut dyn Observer) {
        self.ends.push(end);
        if self.since.elapsed() >= PATIENCE {
            for end in self.ends.iter_mut().skip(self.prepared) {
                prepare(end, observer);
            }
            self.prepared = self.ends.len();
        }
    }

    /// Tells all of them.
    pub fn tell(&mut self, observer: &mut dyn Observer) {
        self.prepared = 0;
        for end in self.ends.drain(..) {
            observer.path_end(&end);
        }
    }

    /// None of them is ever told.
    pub fn forget(&mut self, observer: &mut dyn Observer) {
        self.prepared = 0;
        for end in self.ends.drain(..) {
            observer.path_forgotten(&end);
        }
    }
}

/// Lets an observer do what it can for an end that is not told yet. Its test case is then the observer's, and no longer here.
pub(crate) fn prepare(end: &mut PathEnd, observer: &mut dyn Observer) {
    end.ahead = observer.path_ahead(end);
    if end.ahead.is_some() {
        end.case = None;
    }
}

#[cfg(test)]
mod tests {
    use everypath_program::Position;

    use super::*;
    use crate::{PathKind, TestCase};

    /// What is told, in order.
    #[derive(Debug, Default)]
    struct Told {
        ahead: u64,
        told: Vec<String>,
    }

    impl Observer for Told {
        fn path_end(&mut self, end: &PathEnd) {
            let has_case = end.case.is_some();
            (self.told).push(format!("{} {:?} {has_case}", end.index, end.ahead));
        }

        fn path_ahead(&mut self, end: &PathEnd) -> Option<u64> {
            self.told.push(format!("{} ahead", end.index));
            self.ahead += 1;
            Some(10 * self.ahead)
        }

        fn path_forgotten(&mut self, end: &PathEnd) {
            self.told.push(format!("{} forgotten", end.index));
        }
    }

    fn end(index: u64) -> PathEnd {
        PathEnd {
            index,
            kind: PathKind::Exit(None),
            position: Position(0),
            case: Some(TestCase { inputs: Vec::new() }),
            instructions: 0,
            decisions: None,
            ahead: None,
        }
    }

    #[test]
    fn a_short_run_tells_its_ends_and_nothing_before() {
        let (mut held, mut told) = (Held::new(), Told::default());
        (0..2).for_each(|index| held.hold(end(index), &mut told));
        held.tell(&mut told);
        assert_eq!(told.told, ["0 None true", "1 None true"]);
    }

    #[test]
    fn what_can_be_done_for_the_ends_of_a_long_run_is_done_when_they_come() {
        let (mut held, mut told) = (Held::new(), Told::default());
        held.hold(end(0), &mut told);
        held.since -= PATIENCE;
        held.hold(end(1), &mut told);
        held.hold(end(2), &mut told);
        held.tell(&mut told);
        let ahead = ["0 ahead", "1 ahead", "2 ahead"];
        let later = ["0 Some(10) false", "1 Some(20) false", "2 Some(30) false"];
        assert_eq!(told.told, [ahead, later].concat());
        // The run is tried once more.
        told.told.clear();
        held.hold(end(0), &mut told);
        held.forget(&mut told);
        held.tell(&mut told);
        assert_eq!(told.told, ["0 ahead", "0 forgotten"]);
    }
}
