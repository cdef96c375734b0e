//! A state: one point on one path.

use std::rc::Rc;

use everypath_program::{BlockKey, Position};
use everypath_solver::PathCondition;
use everypath_term::Term;
use serde::{Deserialize, Serialize};

use crate::blocks::BlockId;
use crate::frame::Frame;
use crate::inputs::join_streams;
use crate::jump_point::JumpPoint;
use crate::meeting::Meeting;
use crate::memory::{ObjectId, Places};
use crate::names::Names;
use crate::rounds::{LeftWay, LoopCount};
use crate::services::Environment;
use crate::{Alternative, CallNode, Chain, InputRecord, Memory, Target, Value};

/// One point on one path: where it is, its locals and memory, and the condition under which it is reached.
/// Cloning costs the same whatever the path did before.
#[derive(Clone, Debug)]
pub struct State {
    /// The conjunction of what was assumed on the way.
    pub path: PathCondition,
    pub(crate) locals: Vec<Value>,
    pub(crate) memory: Memory,
    /// The running frame's variables in memory.
    pub(crate) frame_objects: Vec<ObjectId>,
    /// The frame that called the running one.
    pub(crate) caller: Option<Rc<Frame>>,
    /// The calls of `setjmp` in the running frame that can come back once more.
    pub(crate) jump_points: Vec<JumpPoint>,
    /// The greatest number of a jump point so far.
    pub(crate) jumps_saved: u64,
    /// Where the next heap block goes, and the next variable of a frame.
    pub(crate) heap: Places,
    pub(crate) local_area: Places,
    /// Heap blocks made so far.
    pub(crate) heap_blocks: u64,
    pub(crate) key: BlockKey,
    /// The block at `key`, once it was looked up.
    pub(crate) block: Option<BlockId>,
    /// The next instruction in the block; its length for the terminator.
    pub(crate) index: usize,
    /// Source instructions executed in blocks that were left.
    pub(crate) executed: u64,
    /// Source instructions begun in the present block when the last event was raised.
    pub(crate) begun: u32,
    /// Taken jumps: ends of blocks that did not fall through.
    pub(crate) jumps: u64,
    pub(crate) newly_covered: u64,
    pub(crate) calls: CallNode,
    pub(crate) loops: Rc<Vec<LoopCount>>,
    pub(crate) decisions: Chain<Decision>,
    /// Inputs in the order in which the path created them; a stream has one record per read that delivered something new.
    pub(crate) inputs: Chain<InputRecord>,
    pub(crate) names: Names,
    /// How many lives of each variable there were so far, where they are counted: see `unwritten`.
    pub(crate) lives: Rc<Vec<u32>>,
    pub(crate) bound: Chain<(Term, u64)>,
    /// What the program would like of the inputs of test cases.
    pub(crate) preferences: Chain<Term>,
    /// Where the access that raised the last event goes; empty if nobody chose yet.
    pub(crate) targets: Rc<[Alternative]>,
    pub(crate) environment: Rc<Environment>,
    /// The requirement of the present instruction that was raised already, if it has several.
    pub(crate) required: Option<Term>,
    /// The path stands behind a check that certainly fails.
    pub(crate) dead: bool,
    /// Parts of it were made arbitrary, so it may stand for states that no path comes to.
    pub(crate) widened: bool,
    /// Ways that other states take, for the bounds on loops of the library.
    pub(crate) left_ways: Vec<LeftWay>,
    /// What the merging of states needs to know.
    pub(crate) meeting: Meeting,
}

/// A place where the path could have gone another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The branching instruction.
    pub position: Position,
    /// Which way it went.
    pub kind: DecisionKind,
}

/// Which way a path went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DecisionKind {
    /// The side of a branch.
    Branch(bool),
    /// The case of a switch, by index; the last is the default.
    Case(usize),
    /// The value of what had to be a constant.
    Value(u64),
    /// The object that an address lies in, by its base.
    Object(u64),
}

impl State {
    /// The block that it stands in, and its active calls.
    pub fn place(&self) -> (CallNode, BlockKey) {
        (self.calls, self.key)
    }

    /// Source instructions executed so far, with the one that raised the last event.
    pub fn instructions(&self) -> u64 {
        self.executed + u64::from(self.begun)
    }

    /// Inputs that were asked for so far, over all names; where paths were merged, on all of them together.
    pub fn input_count(&self) -> u64 {
        self.names.count()
    }

    /// The names of these inputs.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Taken jumps so far: transfers of control to another place than the next instruction.
    pub fn jumps(&self) -> u64 {
        self.jumps
    }

    /// Source instructions that this path was the first to execute, ancestors' share included.
    pub fn newly_covered(&self) -> u64 {
        self.newly_covered
    }

    /// Says so of a path that is followed once more: what it executes was executed before.
    pub fn set_newly_covered(&mut self, count: u64) {
        self.newly_covered = count;
    }

    /// Conditions that the inputs of a test case should satisfy if they can, the first ones before the others.
    pub fn preferences(&self) -> &Chain<Term> {
        &self.preferences
    }

    /// The decisions taken on the way.
    pub fn decisions(&self) -> &Chain<Decision> {
        &self.decisions
    }

    /// Inputs in the order in which the path created them. O(number of inputs).
    pub fn inputs(&self) -> Vec<InputRecord> {
        join_streams(&self.inputs)
    }

    /// The same, as they were recorded: a stream has several records.
    pub fn input_records(&self) -> &Chain<InputRecord> {
        &self.inputs
    }

    /// The memory.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The value of a local.
    pub fn local(&self, local: everypath_program::Local) -> Value {
        self.locals
            .get(local.0 as usize)
            .copied()
            .unwrap_or(Value::Constant(0))
    }

    /// Where the state is: the block that it is in.
    pub fn block_key(&self) -> BlockKey {
        self.key
    }

    /// The call stack, as a node of the machine's call tree.
    pub fn call_node(&self) -> CallNode {
        self.calls
    }

    /// What the program wrote to standard output (1) or standard error (2). Symbolic bytes are given as terms of 8 bits.
    pub fn output(&self, stream: u8) -> Vec<Value> {
        self.environment.output(stream)
    }

    /// Chooses where the access that raised [`crate::Event::Access`] goes; the alternative's condition must have been pushed.
    pub fn set_target(&mut self, target: Target) {
        let condition = everypath_term::Term::from_index(1);
        self.targets = Rc::from([Alternative { condition, target }]);
    }

    /// Lets the access that raised [`crate::Event::Access`] go to all of these at once: a load gives the value of the one whose
    /// condition holds, a store happens there only. That one of them holds must follow from the path condition.
    pub fn set_targets(&mut self, alternatives: Vec<Alternative>) {
        self.targets = alternatives.into();
    }

    /// Says that a term is this constant on the path; `term == value` must have been pushed.
    pub fn bind(&mut self, term: Term, value: u64) {
        self.bound.push((term, value));
        self.meeting.bound_here = true;
    }

    /// The constant that a term was bound to.
    pub(crate) fn binding(&self, term: Term) -> Option<u64> {
        let mut bindings = self.bound.iter();
        bindings
            .find(|&&(bound, _)| bound == term)
            .map(|&(_, value)| value)
    }

    /// The values of the locals of all frames, and of those that jumps would bring back.
    pub(crate) fn all_locals(&self) -> impl Iterator<Item = Value> {
        fn of_frame<'a>(
            locals: &'a [Value],
            points: &'a [JumpPoint],
        ) -> impl Iterator<Item = Value> + 'a {
            let kept = points.iter().flat_map(|point| point.locals());
            locals.iter().chain(kept).copied()
        }
        let mut frame = self.caller.as_deref();
        let callers = std::iter::from_fn(move || {
            let current = frame?;
            frame = current.caller.as_deref();
            Some(of_frame(&current.locals, &current.jump_points))
        });
        of_frame(&self.locals, &self.jump_points).chain(callers.flatten())
    }
}
