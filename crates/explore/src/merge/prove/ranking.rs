//! Ranking: that loops end, by measures that every iteration makes smaller.
//!
//! A measure is a term over the cells of a loop, or two of them, of which the first comes first in a dictionary (A. R. Bradley, Z. Manna, H. B. Sipma:
//! "Linear Ranking with Reachability", 2005, on bit-vectors, where what is unsigned has no endless way down). Measures are guessed as invariants are: values, differences
//! of the two sides of conditions, both ways up, with and without a sign. A state that comes back and has not made one smaller drops it.
//!
//! This is enough. A run that never ends comes back to some head for ever, since calls are not followed deeper than a bound. Of the heads of the outermost
//! such function, the first in the order of the program is not entered anew for ever: so from some time on each state that comes to it
//! came back, and each has a smaller measure than the one before.

use std::collections::{BTreeMap, BTreeSet};

use everypath_machine::Machine;
use everypath_term::{Kind, Term, TermTable};

use super::knowledge::Knowledge;
use super::loops::Head;
use super::measure::{Measure, Ranking};
use crate::lasso::find_lasso;
use crate::merge::Explorer;
use crate::record::Unproven;
use crate::{ExploreError, Reason};

/// Single measures of a loop.
const MOST_SINGLE: usize = 60;

/// Of these, how many are put into pairs.
const MOST_PAIRED: usize = 20;

impl Explorer<'_, '_> {
    /// Looks for measures of all loops, once their invariants are known; a loop that has none leaves a cut.
    pub(super) fn rank(&mut self, mark: usize) -> Result<(), ExploreError> {
        let Some(knowledge) = &mut self.prover else {
            return Ok(());
        };
        knowledge.is_fixed = true;
        knowledge.is_patient = true;
        let heads: Vec<Head> = knowledge.heads().collect();
        let mut measures = BTreeMap::new();
        for &head in &heads {
            measures.insert(head, single(&mut self.machine.terms, knowledge, head));
        }
        for round in 0..2 {
            if let Some(knowledge) = &mut self.prover {
                knowledge.ranking = Some(Ranking {
                    measures: measures.clone(),
                    returned: BTreeSet::new(),
                });
            }
            let is_settled = self.settle_invariants(mark)?;
            if self.is_stopped() {
                return Ok(());
            }
            self.conclude()?;
            let Some(knowledge) = &mut self.prover else {
                return Ok(());
            };
            let Some(ranking) = &knowledge.ranking else {
                return Ok(());
            };
            let open: Vec<Head> = ranking.open().collect();
            if open.is_empty() && is_settled {
                return Ok(());
            }
            if round == 1 || !is_settled {
                self.ledger
                    .cut(Reason::Unproven(Unproven::Termination), None, 1);
                return Ok(());
            }
            for head in open {
                let singles = measures.get(&head).cloned().unwrap_or_default();
                measures.insert(head, in_pairs(&singles));
            }
        }
        Ok(())
    }

    /// Looks for a run that never ends, where it was not proven that there is none.
    pub(super) fn look_for_lasso(&mut self) -> Result<(), ExploreError> {
        if self.is_stopped() || !self.ledger.findings.is_empty() {
            return Ok(());
        }
        let Some(mut solver) = self.solver.anew()? else {
            return Ok(());
        };
        let mut machine = Machine::new(self.machine.program(), self.machine.options().clone());
        let found = find_lasso(&mut machine, &mut solver, || !self.must_stop())?;
        if let Some(finding) = found {
            self.ledger.asked(finding.property, finding.position);
            self.ledger.forget_lack_of_proof();
            self.ledger.found(finding, self.observer);
            self.stop.get_or_insert(Reason::FirstFinding);
        }
        Ok(())
    }

    /// Whether it is asked that the program ends, too.
    pub(super) fn asks_termination(&self) -> bool {
        self.options.termination
    }
}

/// Values of cells and differences of conditions, with and without a sign, and what remains to the greatest number.
fn single(terms: &mut TermTable, knowledge: &mut Knowledge, head: Head) -> Vec<Measure> {
    let known = &knowledge.loops[&head];
    let conditions: Vec<Term> = known.guards.iter().chain(&known.facts).copied().collect();
    let mut found: Vec<Term> = Vec::new();
    let both_ways = |terms: &mut TermTable, term: Term, found: &mut Vec<Term>| {
        let width = terms.width(term);
        let signed = match width {
            2..=64 => {
                let top = terms.constant(width, 1 << (width - 1));
                vec![term, terms.xor(term, top)]
            }
            _ => vec![term],
        };
        for measure in signed {
            found.push(measure);
            found.push(terms.not(measure));
        }
    };
    for condition in conditions {
        let node = terms.node(condition);
        let sides: Vec<Term> = node.children().collect();
        let (Kind::Eq | Kind::Ult | Kind::Slt, &[a, b]) = (node.kind, &sides[..]) else {
            continue;
        };
        for (x, y) in [(a, b), (b, a)] {
            let difference = terms.sub(x, y);
            if terms.as_u64(difference).is_none() {
                both_ways(terms, difference, &mut found);
            }
        }
    }
    for (cell, width) in knowledge.numbers_of(head) {
        let [now, _] = knowledge.symbols(terms, cell, width);
        both_ways(terms, now, &mut found);
    }
    let mut measures: Vec<Measure> = Vec::new();
    for first in found {
        let measure = Measure {
            first,
            second: None,
        };
        if measures.len() < MOST_SINGLE && !measures.contains(&measure) {
            measures.push(measure);
        }
    }
    measures
}

/// Each with each.
fn in_pairs(singles: &[Measure]) -> Vec<Measure> {
    let mut pairs = Vec::new();
    for (index, one) in singles.iter().enumerate().take(MOST_PAIRED) {
        for (other, two) in singles.iter().enumerate().take(MOST_PAIRED) {
            if index != other {
                pairs.push(Measure {
                    first: one.first,
                    second: Some(two.first),
                });
            }
        }
    }
    pairs
}
