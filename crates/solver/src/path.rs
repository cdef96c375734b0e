//! The path condition: the constraints that a path has collected, oldest first.
//!
//! A persistent list: cloning is O(1), clones share what they have in common, and dropping a long one does not
//! recurse. With the constraints travel three things that make the next query cheap: the *witness*, a model of a prefix
//! of the constraints (at first the all-zero assignment, a model of no constraints); the terms that are *known* to hold,
//! since they are recent constraints or a query found them to follow; and what layers have learnt about this path.
//!
//! Invariant (kept by the explorers, used by the solver): the constraints are satisfiable together. An explorer that
//! pushes a constraint has either asked the solver or is about to, by its next query.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use everypath_term::{Assignment, Term, TermTable, evaluating};
use imbl::GenericHashSet;
use imbl::shared_ptr::RcK;
use rustc_hash::FxBuildHasher;

/// The Boolean constant 0 of every term table.
pub(crate) const FALSE: Term = Term::from_index(0);
/// The Boolean constant 1 of every term table.
pub(crate) const TRUE: Term = Term::from_index(1);

#[derive(Debug)]
struct Link {
    constraint: Term,
    previous: Option<Rc<Link>>,
    length: usize,
    /// The conjunction of this constraint and all before it, once somebody asked.
    conjunction: Cell<Option<Term>>,
}

/// Two paths with a common beginning. See [`PathCondition::diverge`].
#[derive(Clone, Debug)]
pub struct Divergence {
    /// The constraints that both begin with, with a witness if one of the paths has one.
    pub common: PathCondition,
    /// What the first path added, oldest first.
    pub first: Vec<Term>,
    /// What the second path added, oldest first.
    pub second: Vec<Term>,
}

/// Constraints that are looked through when one is asked again: those since a multiple of this number.
const RECENT: usize = 128;

/// A bit for each of the recent constraints, so that most terms are known not to be among them.
#[derive(Clone, Copy, Debug, Default)]
struct Filter([u64; 8]);

impl Filter {
    /// Word and bit of a term: the high bits of a product by the golden ratio (Knuth, volume 3, section 6.4).
    fn place(term: Term) -> (usize, u64) {
        let hash = (term.index() as u32).wrapping_mul(0x9e37_79b9);
        ((hash >> 29) as usize, 1 << (hash >> 23 & 63))
    }

    fn insert(&mut self, term: Term) {
        let (word, bit) = Self::place(term);
        self.0[word] |= bit;
    }

    fn may_hold(&self, term: Term) -> bool {
        let (word, bit) = Self::place(term);
        self.0[word] & bit != 0
    }
}

/// A model of the first `verified` constraints.
#[derive(Clone, Debug)]
struct Witness {
    model: Rc<Assignment>,
    verified: usize,
}

/// The constraints of one path. See the [module documentation](self).
#[derive(Clone)]
pub struct PathCondition {
    head: Option<Rc<Link>>,
    falsified: bool,
    witness: RefCell<Witness>,
    recent: Filter,
    /// Terms that follow from the constraints, beside themselves.
    known: RefCell<GenericHashSet<Term, FxBuildHasher, RcK>>,
    learnt: RefCell<Vec<Rc<dyn Any>>>,
}

/// The constraints, newest first, without recursion; all else is there to answer faster.
impl std::fmt::Debug for PathCondition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Default for PathCondition {
    fn default() -> Self {
        Self::new()
    }
}

impl PathCondition {
    /// No constraints; the witness is the all-zero assignment.
    pub fn new() -> Self {
        let witness = Witness {
            model: Rc::new(Assignment::new()),
            verified: 0,
        };
        Self {
            head: None,
            falsified: false,
            witness: RefCell::new(witness),
            recent: Filter::default(),
            known: RefCell::default(),
            learnt: RefCell::new(Vec::new()),
        }
    }

    /// Adds a constraint (a term of width 1). The constant 1 is ignored; after the constant 0 the path
    /// condition [is false](Self::is_false).
    pub fn push(&mut self, constraint: Term) {
        if constraint == TRUE {
            return;
        }
        self.falsified |= constraint == FALSE;
        if self.len().is_multiple_of(RECENT) {
            self.recent = Filter::default();
        }
        self.recent.insert(constraint);
        let length = self.len() + 1;
        self.head = Some(Rc::new(Link {
            constraint,
            previous: self.head.take(),
            length,
            conjunction: Cell::new(None),
        }));
    }

    /// The number of constraints.
    pub fn len(&self) -> usize {
        self.head.as_ref().map_or(0, |link| link.length)
    }

    /// Whether there are no constraints.
    pub fn is_empty(&self) -> bool {
        self.head.is_none()
    }

    /// Whether the constant 0 has been pushed.
    pub fn is_false(&self) -> bool {
        self.falsified
    }

    /// The constraints, newest first.
    pub fn iter(&self) -> impl Iterator<Item = Term> + '_ {
        std::iter::successors(self.head.as_deref(), |link| link.previous.as_deref())
            .map(|link| link.constraint)
    }

    /// The constraints, oldest first.
    pub fn to_vec(&self) -> Vec<Term> {
        let mut constraints: Vec<Term> = self.iter().collect();
        constraints.reverse();
        constraints
    }

    /// The constraints from position `from` (counted from the oldest) on, oldest first. O(number of them).
    pub fn since(&self, from: usize) -> Vec<Term> {
        let mut constraints: Vec<Term> =
            self.iter().take(self.len().saturating_sub(from)).collect();
        constraints.reverse();
        constraints
    }

    /// The conjunction of all constraints. Every prefix's is remembered, so that paths with a common beginning share it.
    pub fn conjunction(&self, table: &mut TermTable) -> Term {
        let links = std::iter::successors(self.head.as_deref(), |link| link.previous.as_deref());
        let open: Vec<&Link> = links
            .take_while(|link| link.conjunction.get().is_none())
            .collect();
        let known = match open.last() {
            Some(oldest) => oldest.previous.as_ref(),
            None => self.head.as_ref(),
        };
        let mut all = known.map_or(TRUE, |link| link.conjunction.get().unwrap_or(TRUE));
        for link in open.into_iter().rev() {
            all = table.and(all, link.constraint);
            link.conjunction.set(Some(all));
        }
        all
    }

    /// Where two paths part: the constraints that they share (the same pushes, not only equal ones), and the others. O(number
    /// of the others).
    pub fn diverge(&self, other: &PathCondition) -> Divergence {
        let (mut a, mut b) = (self.head.as_ref(), other.head.as_ref());
        let (mut first, mut second) = (Vec::new(), Vec::new());
        let length = |link: Option<&Rc<Link>>| link.map_or(0, |link| link.length);
        loop {
            match (a, b) {
                (Some(x), Some(y)) if Rc::ptr_eq(x, y) => break,
                (None, None) => break,
                _ => {}
            }
            let (from_a, from_b) = (length(a), length(b));
            if from_a >= from_b
                && let Some(link) = a
            {
                first.push(link.constraint);
                a = link.previous.as_ref();
            }
            if from_b >= from_a
                && let Some(link) = b
            {
                second.push(link.constraint);
                b = link.previous.as_ref();
            }
        }
        first.reverse();
        second.reverse();
        let head = a.cloned();
        let shared = length(head.as_ref());
        let (one, two) = (self.witness.borrow(), other.witness.borrow());
        let better = if one.verified.min(shared) >= two.verified.min(shared) {
            &*one
        } else {
            &*two
        };
        let witness = Witness {
            model: better.model.clone(),
            verified: better.verified.min(shared),
        };
        let mut links = std::iter::successors(head.as_deref(), |link| link.previous.as_deref());
        let falsified =
            self.falsified && other.falsified && links.any(|link| link.constraint == FALSE);
        // What was found to follow since they parted need not follow from what they share.
        let (one, two) = (self.known.borrow(), other.known.borrow());
        let known = match one.ptr_eq(&two) {
            true => one.clone(),
            false => GenericHashSet::default(),
        };
        let mut common = PathCondition {
            head,
            falsified,
            witness: RefCell::new(witness),
            recent: Filter::default(),
            known: RefCell::new(known),
            learnt: RefCell::new(Vec::new()),
        };
        common.recent = common.recent_filter();
        Divergence {
            common,
            first,
            second,
        }
    }

    /// A model of all constraints, if one is at hand.
    pub fn witness(&self) -> Option<Rc<Assignment>> {
        let witness = self.witness.borrow();
        (witness.verified == self.len()).then(|| witness.model.clone())
    }

    /// Sets the witness: a model of all constraints pushed so far, as a solver's answer gave it. `None` changes
    /// nothing: the solver finds a model when it next needs one.
    pub fn set_witness(&self, model: impl Into<Option<Rc<Assignment>>>) {
        if let Some(model) = model.into() {
            *self.witness.borrow_mut() = Witness {
                model,
                verified: self.len(),
            };
        }
    }

    /// Evaluates the constraints that the witness has not been evaluated on, as far as it satisfies them. Gives the
    /// witness, the number of constraints that it satisfies, and the others (oldest first).
    pub(crate) fn advance(&self, table: &TermTable) -> (Rc<Assignment>, usize, Vec<Term>) {
        let mut witness = self.witness.borrow_mut();
        if witness.verified == self.len() {
            return (witness.model.clone(), witness.verified, Vec::new());
        }
        let mut pending = self.since(witness.verified);
        let model = witness.model.clone();
        let satisfied = evaluating(table, &model, |evaluator| {
            let holds = |&&constraint: &&Term| evaluator.is_true(constraint);
            pending.iter().take_while(holds).count()
        });
        witness.verified += satisfied;
        pending.drain(..satisfied);
        (model.clone(), witness.verified, pending)
    }

    /// The number of constraints that count as recent.
    fn recent_count(&self) -> usize {
        self.len().saturating_sub(1) % RECENT + 1
    }

    /// The filter of the recent constraints, made anew.
    fn recent_filter(&self) -> Filter {
        let mut filter = Filter::default();
        for constraint in self.iter().take(self.recent_count()) {
            filter.insert(constraint);
        }
        filter
    }

    /// Whether a term (of width 1) is one of the recent constraints, or was found to follow from the constraints.
    pub(crate) fn knows(&self, term: Term) -> bool {
        let is_recent = || {
            self.iter()
                .take(self.recent_count())
                .any(|constraint| constraint == term)
        };
        self.recent.may_hold(term) && is_recent() || self.known.borrow().contains(&term)
    }

    /// Remembers that a term (of width 1) follows from the constraints: it holds on every path that begins with this one.
    pub(crate) fn follows(&self, term: Term) {
        self.known.borrow_mut().insert(term);
    }

    /// What a layer has put here with [`Self::learn`], for this path or the path it was cloned from.
    pub fn learnt<T: Any>(&self) -> Option<Rc<T>> {
        self.learnt
            .borrow()
            .iter()
            .find_map(|entry| entry.clone().downcast::<T>().ok())
    }

    /// Takes away what [`Self::learn`] has put here, so that an unshared value can be changed in place.
    pub fn take_learnt<T: Any>(&self) -> Option<Rc<T>> {
        let mut learnt = self.learnt.borrow_mut();
        let position = learnt.iter().position(|entry| entry.is::<T>())?;
        learnt.swap_remove(position).downcast::<T>().ok()
    }

    /// Keeps something about this path for later queries: one value per type.
    pub fn learn<T: Any>(&self, value: Rc<T>) {
        let mut learnt = self.learnt.borrow_mut();
        learnt.retain(|entry| !entry.is::<T>());
        learnt.push(value);
    }
}

impl Drop for PathCondition {
    fn drop(&mut self) {
        let mut next = self.head.take();
        while let Some(link) = next {
            next = Rc::into_inner(link).and_then(|mut link| link.previous.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_and_long_lists_drop() {
        let mut table = TermTable::new();
        let mut path = PathCondition::new();
        assert!(path.witness().is_some());
        let constraints: Vec<Term> = (0..200_000).map(|_| table.input("x", 1)).collect();
        for &constraint in &constraints[..2] {
            path.push(constraint);
        }
        let mut other = path.clone();
        for &constraint in &constraints[2..] {
            path.push(constraint);
        }
        other.push(constraints[9]);
        assert_eq!(path.to_vec(), constraints);
        assert_eq!(
            other.to_vec(),
            [constraints[0], constraints[1], constraints[9]]
        );
        assert_eq!(path.since(199_999), [constraints[199_999]]);
        drop(path);
        assert_eq!(other.iter().count(), other.len());
    }

    #[test]
    fn paths_part_where_their_pushes_part() {
        let mut table = TermTable::new();
        let terms: Vec<Term> = (0..5).map(|_| table.input("x", 1)).collect();
        let mut one = PathCondition::new();
        one.push(terms[0]);
        let mut two = one.clone();
        one.push(terms[1]);
        one.push(terms[2]);
        two.push(terms[3]);
        let parts = one.diverge(&two);
        assert_eq!(parts.common.to_vec(), [terms[0]]);
        assert_eq!(parts.first, [terms[1], terms[2]]);
        assert_eq!(parts.second, [terms[3]]);
        assert!(one.knows(terms[1]) && parts.common.knows(terms[0]));
        assert!(!parts.common.knows(terms[1]));
        let parts = one.diverge(&one);
        assert_eq!((parts.common.len(), parts.first.len()), (3, 0));
        one.follows(terms[4]);
        assert!(!one.diverge(&two).common.knows(terms[4]));
        assert_eq!(
            one.diverge(&PathCondition::new()).first,
            [terms[0], terms[1], terms[2]]
        );
        let both = table.and(terms[0], terms[3]);
        assert_eq!(two.conjunction(&mut table), both);
        assert_eq!(PathCondition::new().conjunction(&mut table), TRUE);
    }

    #[test]
    fn constants_are_not_kept() {
        let mut path = PathCondition::new();
        path.push(TRUE);
        assert!(path.is_empty() && !path.is_false());
        path.push(FALSE);
        assert!(path.is_false());
    }

    #[test]
    fn learnt_values_are_found_by_type() {
        let path = PathCondition::new();
        path.learn(Rc::new(7u32));
        path.learn(Rc::new("seven"));
        path.learn(Rc::new(8u32));
        let clone = path.clone();
        assert_eq!(path.take_learnt::<u32>().as_deref(), Some(&8));
        assert_eq!(path.learnt::<u32>(), None);
        assert_eq!(clone.learnt::<u32>().as_deref(), Some(&8));
    }
}
