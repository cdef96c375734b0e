//! Several runs about one program, told to its observer as one.

use std::collections::BTreeSet;

use everypath_program::{Position, Property};

use crate::held::Held;
use crate::{Finding, Observer, PathEnd, Progress, Reason};

/// Stands between several runs about one program and their observer: a finding is told when it is found for the first time, the ends
/// of paths only of the last run.
pub(crate) struct Attempt<'o> {
    observer: &'o mut dyn Observer,
    found: BTreeSet<(Property, Position)>,
    ends: Held,
}

impl<'o> Attempt<'o> {
    /// Before the first run.
    pub fn new(observer: &'o mut dyn Observer) -> Self {
        Attempt {
            observer,
            found: BTreeSet::new(),
            ends: Held::new(),
        }
    }

    /// Before each run: the one before was not the last.
    pub fn begin(&mut self) {
        self.ends.forget(self.observer);
    }

    /// After the last run.
    pub fn tell(mut self) {
        self.ends.tell(self.observer);
    }
}

impl Observer for Attempt<'_> {
    fn finding(&mut self, finding: &Finding) {
        if self.found.insert(finding.place()) {
            self.observer.finding(finding);
        }
    }

    fn path_end(&mut self, end: &PathEnd) {
        if self.wants_tests() || self.wants_decisions() {
            self.ends.hold(end.clone(), self.observer);
        }
    }

    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(progress);
    }

    fn interrupted(&self) -> bool {
        self.observer.interrupted()
    }

    fn look(&mut self, progress: &Progress) -> Option<Reason> {
        self.observer.look(progress)
    }

    fn wants_tests(&self) -> bool {
        self.observer.wants_tests()
    }

    fn wants_decisions(&self) -> bool {
        self.observer.wants_decisions()
    }
}
