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
