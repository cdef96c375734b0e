//! What iterations make smaller, and what was refuted of that. See [`super::ranking`] for why this is enough.

use std::collections::{BTreeMap, BTreeSet};

use everypath_term::{Term, TermTable};

use super::loops::Head;

/// What becomes smaller: the second where the first stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Measure {
    pub first: Term,
    pub second: Option<Term>,
}

/// The measures of loops that no state has refuted.
#[derive(Debug, Default)]
pub(super) struct Ranking {
    pub measures: BTreeMap<Head, Vec<Measure>>,
    /// The heads that states came back to in this run.
    pub returned: BTreeSet<Head>,
}

impl Ranking {
    /// The loops that states came back to and that have no measure.
    pub(super) fn open(&self) -> impl Iterator<Item = Head> {
        let returned = self.returned.iter().copied();
        returned.filter(|head| self.measures.get(head).is_none_or(Vec::is_empty))
    }
}

impl Measure {
    /// That it is smaller `after` than `before`: its two parts there, in terms of the path.
    pub(super) fn decreases(
        terms: &mut TermTable,
        before: (Term, Option<Term>),
        after: (Term, Option<Term>),
    ) -> Term {
        let smaller = terms.ult(after.0, before.0);
        let (Some(one), Some(two)) = (before.1, after.1) else {
            return smaller;
        };
        let same = terms.eq(after.0, before.0);
        let second = terms.ult(two, one);
        let same = terms.and(same, second);
        terms.or(smaller, same)
    }
}
