//! A proof that is checked, and what of it could not be confirmed so far.

use std::rc::Rc;

use everypath_program::Position;
use everypath_term::{Term, TermTable};
use rustc_hash::FxHashSet;

use super::loops::{Head, Stage};
use super::proof::ProvenLoop;

/// Reads the formula of an invariant, a term of SMT-LIB, in which names stand for terms.
pub type ReadFormula = dyn Fn(&mut TermTable, &str, &[(String, Term)]) -> Result<Term, String>;

/// Something in a proof that could not be confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// The head of the loop that it is about.
    pub position: Position,
    /// What.
    pub what: DoubtKind,
}

/// What can be wrong with a proof.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DoubtKind {
    /// This invariant need not hold where the loop is entered.
    Start(String),
    /// An iteration need not keep this invariant.
    Keeping(String),
    /// An invariant cannot be read, or speaks of what is not there.
    Unreadable(String),
    /// The loop changes more than the proof says.
    Changes(String),
    /// The proof does not know the loop.
    Unknown,
    /// The proof speaks of a loop that no path enters.
    Unreached,
    /// An iteration need not make this measure smaller; none if the proof has none for the loop that can be read.
    Measure(Option<String>),
}

/// A proof that is being checked.
pub(super) struct Given {
    pub read: Rc<ReadFormula>,
    pub loops: Vec<(Head, ProvenLoop)>,
    /// The invariants that were read, with the number of the loop and of the invariant in it.
    pub read_as: Vec<(usize, usize, Term)>,
    pub doubts: Vec<Doubt>,
    pub told: FxHashSet<(Position, DoubtKind)>,
}

impl std::fmt::Debug for Given {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Given")
            .field("loops", &self.loops)
            .field("doubts", &self.doubts)
            .finish_non_exhaustive()
    }
}

impl Given {
    /// Notes a doubt, once.
    pub fn doubt(&mut self, position: Position, what: DoubtKind) {
        if self.told.insert((position, what.clone())) {
            self.doubts.push(Doubt { position, what });
        }
    }

    /// Notes that invariants are broken in a stage.
    pub fn doubt_invariants(&mut self, head: Head, broken: &[Term], stage: Stage) {
        for &(number, index, term) in &self.read_as.clone() {
            let (of, of_proof) = &self.loops[number];
            if *of != head || !broken.contains(&term) {
                continue;
            }
            let words = of_proof.invariants[index].words.clone();
            let position = of_proof.position;
            let what = match stage {
                Stage::Start => DoubtKind::Start(words),
                Stage::Keeping => DoubtKind::Keeping(words),
            };
            self.doubt(position, what);
        }
    }
}
