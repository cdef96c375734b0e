//! Bounds on what single paths did, kept exact where paths are merged.
//!
//! A merged state counts the most instructions (or forks) of any of its paths. By how much each path lags behind that is a term:
//! a choice between numbers over the conditions that tell the paths apart. So a bound ends those paths that reached it and no
//! others, and a violation that needs exactly k instructions is found with a bound of k.
//!
//! Landl's engine counts the most of any path alone, which ends others too soon (chapter 3 of the thesis takes the least of what
//! is left).

use everypath_term::{Term, TermTable};

/// Width of lags in bits.
const WIDTH: u32 = 64;

/// By how much less the paths of a state did than the one that did most.
#[derive(Clone, Debug)]
pub(super) struct Lag {
    /// The lag of each path; none if there is one value only.
    term: Option<Term>,
    /// The values that it can have, ascending; never empty.
    values: Vec<u64>,
}

impl Default for Lag {
    fn default() -> Self {
        Lag {
            term: None,
            values: vec![0],
        }
    }
}

impl Lag {
    /// The lag of the paths that did most among those that are left.
    pub fn least(&self) -> u64 {
        self.values.first().copied().unwrap_or(0)
    }

    /// Joins what two states did: the most on a path of each, and the lags. `distinguishing` holds on the first one's paths.
    pub fn join(
        terms: &mut TermTable,
        distinguishing: Term,
        first: (u64, &Lag),
        second: (u64, &Lag),
    ) -> Lag {
        let most = first.0.max(second.0);
        let (mine, theirs) = (most - first.0, most - second.0);
        let mut values: Vec<u64> = first.1.values.iter().map(|lag| lag + mine).collect();
        values.extend(second.1.values.iter().map(|lag| lag + theirs));
        values.sort_unstable();
        values.dedup();
        let term = (values.len() > 1).then(|| {
            let mine = first.1.behind(terms, mine);
            let theirs = second.1.behind(terms, theirs);
            terms.ite(distinguishing, mine, theirs)
        });
        Lag { term, values }
    }

    /// Takes out the paths that did most. Gives the condition on which a path is one of them; none if all are.
    pub fn take_least(&mut self, terms: &mut TermTable) -> Option<Term> {
        let term = self.term?;
        let least = terms.constant(WIDTH, self.values.remove(0));
        if self.values.len() == 1 {
            self.term = None;
        }
        Some(terms.eq(term, least))
    }

    /// The lag behind a path that did so much more.
    fn behind(&self, terms: &mut TermTable, more: u64) -> Term {
        match self.term {
            Some(term) => {
                let more = terms.constant(WIDTH, more);
                terms.add(term, more)
            }
            None => terms.constant(WIDTH, self.least() + more),
        }
    }
}
