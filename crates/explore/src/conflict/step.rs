//! The path: its steps, planned or executed, and the constraints that it got at them.
//!
//! A step whose way out is open keeps its state, so nothing is ever executed twice (section 4.3 of the CDSE thesis discards states; that
//! was Kite's main overhead). A step that was executed knows what was refused there and from what; reasons are worked out when they
//! are needed ([`super::explain`]).

use std::rc::Rc;

use everypath_analysis::PlaceId;
use everypath_machine::{Purpose, State, Touch};
use everypath_term::Term;

use super::graph::{EdgeId, NodeId};
use super::root::Root;

/// How a step was entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entered {
    Start,
    /// By a way within the function.
    Way,
    Call,
    Return,
    /// Within its block, with a value for what had to be a constant.
    Value,
    /// By a jump between frames.
    Jump,
}

/// A constraint that the path got at a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assertion {
    pub term: Term,
    pub step: usize,
    /// The instruction; behind the last, the terminator.
    pub index: usize,
    /// Whether it is the condition of the way taken out of the step.
    pub is_way: bool,
    /// That way, if it is one.
    pub slot: usize,
}

/// A term that has to be a constant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needed {
    pub term: Term,
    pub purpose: Purpose,
    /// The instruction that needs it; the terminator is behind the last.
    pub at: usize,
}

/// How far a step got.
#[derive(Debug)]
pub(super) enum Progress {
    /// It is planned only.
    Planned,
    /// It can leave by one way only; the state behind it, until somebody goes there.
    Forced(usize, Option<Box<State>>),
    /// It stands before its way out, in this state until the last way is taken; the condition of each,
    /// but for cases of a switch: theirs is made when it is tried.
    Open(Option<Box<State>>, Vec<(usize, Option<Term>)>),
    /// An instruction needs a constant.
    Value(Box<State>, Needed),
    /// It ends here; why no way out can be taken, if the text knows any.
    Over(Vec<Root>),
}

/// One node on the path.
#[derive(Debug)]
pub(super) struct Step {
    pub node: NodeId,
    pub place: PlaceId,
    /// The edge that it was entered through.
    pub edge: Option<EdgeId>,
    pub entered: Entered,
    /// The step before in the same call.
    pub previous: Option<usize>,
    /// The step that called.
    pub call: Option<usize>,
    /// Names the frame whose locals it uses.
    pub frame: u32,
    pub progress: Progress,
    pub touches: Vec<Touch>,
    /// Checks that no input on the path violates: the instruction and the constraints that this rests on.
    pub asked: Vec<(usize, Rc<[Term]>)>,
    /// Ways that no input on the path takes.
    pub refused: Vec<(usize, Rc<[Term]>)>,
    /// Constraints of the path before it.
    pub assertions: usize,
    /// It goes on within its block at this instruction.
    pub from: usize,
    /// Ways behind which nothing is left, on this path only.
    pub closed: Vec<EdgeId>,
    /// So many of the ways, in their order, are excluded.
    pub tried: usize,
    /// No further value of what has to be a constant is followed.
    pub has_all_values: bool,
    /// Instructions that did what they did because of what the path knows of a value: the constraints that this rests on.
    pub pins: Vec<(usize, Rc<[Term]>)>,
}
