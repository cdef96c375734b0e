//! Merging two states that stand at the same place, and pausing where states can meet.
//!
//! After eager path merging in bounded model checking (S. Landl, "Generating Path Conditions for Bounded Model Checking of RISC-V
//! Code in Selfie", chapter on merging). The explorer joins the path conditions and finds the condition that tells the two states
//! apart; here every local, suspended frame and memory cell that differs becomes an `ite` over it. What the states share by
//! pointer is not looked at.
//!
//! States are merged exactly or not at all: [`Different`] names what cannot be expressed by a condition. Every part of a state
//! is named where states are merged, so that a new part cannot be forgotten.

use std::fmt::{Display, Formatter};
use std::rc::Rc;

use everypath_program::{Block, BlockKey, LocalInfo, Terminator};
use everypath_solver::PathCondition;
use everypath_term::Term;

use crate::call_tree::CallTree;
use crate::frame::Frame;
use crate::inputs::answers_agree;
use crate::long_jump::{JumpPoint, merge_points, points_agree};
use crate::memory::{Choice, FlatArray};
use crate::state::LoopCount;
use crate::{CallNode, CutReason, Event, Machine, State, Value};

/// A loop that no branch on a term decides is followed so often where loops are bounded: it may never end.
const CERTAIN_REPETITIONS: u64 = 1 << 20;

/// Where a state stands, as states are ordered by the merging explorer: the one that is furthest behind comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Standing {
    /// Active calls, most first: a call must return before its caller can go on.
    depth: std::cmp::Reverse<u32>,
    /// The block, in program order.
    key: BlockKey,
    /// The instruction in the block.
    index: usize,
    /// The call stack.
    calls: CallNode,
}

/// Where [`Machine::run_until`] pauses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watch {
    /// Where the state furthest behind waits: no other may get ahead of it.
    pub behind: Option<Standing>,
    /// Whether repetitions of loops are counted: the bounds hold for those that a branch on a term decides.
    pub bounds_loops: bool,
}

/// How a state came into the block that it is in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entered {
    /// The block that it left.
    from: BlockKey,
    /// The call stack there.
    calls: CallNode,
    /// Whether it came by a jump between frames.
    long_jump: bool,
}

impl Entered {
    /// From the end of a block. A jump between frames leads back to a call of `setjmp`: what it left behind is part of
    /// that loop.
    pub fn from(block: &Block, before: CallNode, now: CallNode) -> Self {
        match block.terminator {
            Terminator::LongJump { .. } => Entered {
                from: BlockKey {
                    code: u64::MAX,
                    part: u32::MAX,
                },
                calls: now,
                long_jump: true,
            },
            _ => Entered {
                from: block.key,
                calls: before,
                long_jump: false,
            },
        }
    }
}

/// A branch on a term of which another state took the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LeftSide {
    frame: CallNode,
    /// The branching block.
    from: BlockKey,
    /// The side that was left.
    to: BlockKey,
    /// The header of the loop whose repetition counted it last.
    counted: Option<BlockKey>,
}

/// Why two states at one place cannot be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Different {
    /// Code that was written differs, or a requirement is half checked.
    Code,
    /// A value that has to be a constant where they stand.
    Values,
    /// Streams at different offsets, different mappings, or different times.
    Environment,
    /// Inputs that only one side has read.
    Inputs,
    /// Frames with different variables in memory.
    Frames,
    /// Objects that overlap, or bytes that only one side ever wrote.
    Memory,
}

impl Different {
    /// All reasons.
    pub const ALL: [Different; 6] = [
        Different::Code,
        Different::Values,
        Different::Environment,
        Different::Inputs,
        Different::Frames,
        Different::Memory,
    ];
}

impl Display for Different {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Different::Code => "code",
            Different::Values => "values",
            Different::Environment => "environment",
            Different::Inputs => "inputs",
            Different::Frames => "frames",
            Different::Memory => "memory",
        })
    }
}

/// How two states become one.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The condition under which either state is reached.
    pub path: PathCondition,
    /// Holds where the first state is reached, does not where the second is.
    pub distinguishing: Term,
}

impl Machine<'_> {
    /// Where a state stands.
    pub fn standing(&self, state: &State) -> Standing {
        Standing {
            depth: std::cmp::Reverse(self.call_tree.depth(state.calls)),
            key: state.key,
            index: state.index,
            calls: state.calls,
        }
    }

    /// Whether two states that stand at the same place can be merged, and if not, why.
    pub fn can_merge(&self, first: &State, second: &State) -> Result<(), Different> {
        let same_code = first.memory.code_written() == second.memory.code_written()
            && (first.block == second.block || !first.memory.code_written())
            && first.required == second.required
            && first.dead == second.dead
            && first.targets.is_empty()
            && second.targets.is_empty();
        if !same_code {
            return Err(Different::Code);
        }
        if first.bound_here || second.bound_here {
            return Err(Different::Values);
        }
        let (one, two) = (&first.environment, &second.environment);
        if !Rc::ptr_eq(one, two) && !one.agrees_with(two) {
            return Err(Different::Environment);
        }
        let same_names = Rc::ptr_eq(&first.names, &second.names) || first.names == second.names;
        if !same_names || !answers_agree(&first.inputs, &second.inputs) {
            return Err(Different::Inputs);
        }
        if !frames_agree(first, second) {
            return Err(Different::Frames);
        }
        if !first.memory.can_merge(&second.memory, &self.lives) {
            return Err(Different::Memory);
        }
        Ok(())
    }

    /// Merges a second state, which [`Machine::can_merge`] accepted, into a first one. Gives the number of choices made.
    ///
    /// The record of inputs, the decisions and the output of the merged state are those of the first; the values are right for
    /// both.
    pub fn merge(&mut self, first: &mut State, second: State, how: Merged) -> u64 {
        let State {
            path: _,
            locals,
            memory,
            caller,
            jump_points,
            jumps_saved,
            heap,
            local_area,
            heap_blocks,
            block,
            executed,
            begun,
            jumps,
            newly_covered,
            loops,
            bound,
            preferences,
            left_sides,
            doubtful,
            // Equal: where they stand, and what `can_merge` has compared.
            key: _,
            index: _,
            calls: _,
            frame_objects: _,
            names: _,
            lives: _,
            environment: _,
            targets: _,
            required: _,
            dead: _,
            bound_here: _,
            // How each came here; the first's stand for both.
            decisions: _,
            inputs: _,
            merged: _,
        } = second;
        first.path = how.path;
        let mut choice = Choice {
            terms: &mut self.terms,
            condition: how.distinguishing,
            address_width: self.address_width,
            ites: 0,
            heaps: &mut self.heaps,
            arrays: [FlatArray::NONE; 2],
            joins: false,
            lives: &mut self.lives,
        };
        let program = self.program;
        let locals_of = |key| program.locals(key);
        let widths = locals_of(first.key);
        merge_locals(&mut choice, &mut first.locals, &locals, widths);
        merge_jump_points(&mut choice, &mut first.jump_points, &jump_points, locals_of);
        if let (Some(mine), Some(theirs)) = (&first.caller, &caller)
            && !Rc::ptr_eq(mine, theirs)
        {
            first.caller = Some(merge_frames(&mut choice, mine, theirs, locals_of));
        }
        first.memory.merge(&mut choice, &memory);
        let ites = choice.ites;
        first.jumps_saved = first.jumps_saved.max(jumps_saved);
        first.heap.merge(heap);
        first.local_area.merge(local_area);
        first.heap_blocks = first.heap_blocks.max(heap_blocks);
        if first.block != block {
            first.block = None;
        }
        first.executed = first.executed.max(executed);
        first.begun = first.begun.max(begun);
        first.jumps = first.jumps.max(jumps);
        first.newly_covered = first.newly_covered.max(newly_covered);
        merge_loops(&mut first.loops, &loops);
        for side in left_sides {
            if !first.left_sides.contains(&side) {
                first.left_sides.push(side);
            }
        }
        first.bound = first.bound.common(&bound);
        first.preferences = first.preferences.common(&preferences);
        first.merged = true;
        first.doubtful = first.doubtful && doubtful;
        ites
    }

    /// What [`Machine::run_until`] does where a state enters a block, for one that the explorer led along a branch of the block
    /// `from`: counts the jump if it goes back, and says why the path is given up if it must be.
    pub fn enter_by_branch(
        &mut self,
        state: &mut State,
        from: BlockKey,
        watch: Watch,
    ) -> Option<CutReason> {
        let calls = state.calls;
        let entered = Entered {
            from,
            calls,
            long_jump: false,
        };
        match self.pauses(state, entered, watch) {
            Some(Event::Cut(reason)) => Some(reason),
            _ => None,
        }
    }

    /// Whether a state that has just entered a block is to pause, with which event.
    #[inline(never)]
    pub(crate) fn pauses(
        &mut self,
        state: &mut State,
        entered: Entered,
        watch: Watch,
    ) -> Option<Event> {
        let Entered { from, calls, .. } = entered;
        state.bound_here = false;
        if state.calls != calls {
            if self.call_tree.depth(state.calls) > self.call_tree.depth(calls) {
                let here = state.calls;
                state.left_sides.retain(|side| side.frame != here);
                if state.loops.iter().any(|entry| entry.frame == here) {
                    Rc::make_mut(&mut state.loops).retain(|entry| entry.frame != here);
                }
                state.doubtful =
                    state.path.witness().is_none() && self.call_tree.is_recursive(here);
            }
        } else if state.key <= from {
            let limit = self.loop_limit(state.key);
            let bounded = watch.bounds_loops && limit.is_some();
            let endless = bounded && !self.has_way_out(state.key, from);
            if bounded && let Some(limit) = count_repetition(state, &entered, limit, endless) {
                let header = self.loop_position(state.key);
                return Some(Event::Cut(CutReason::LoopLimit { header, limit }));
            }
            state.doubtful = state.path.witness().is_none();
        }
        if state.doubtful {
            return Some(Event::Limit);
        }
        let behind = watch.behind?;
        let depth = std::cmp::Reverse(self.call_tree.depth(state.calls));
        ((depth, state.key) >= (behind.depth, behind.key)).then_some(Event::Limit)
    }

    /// Remembers that another state takes this way of those that the block's end offers, in the order of
    /// [`Event::Branch`] (the side taken first) or [`Event::Switch`].
    pub fn leave_way(&mut self, state: &mut State, way: usize) {
        if let Some(&to) = self.ways(state.key).get(way) {
            leave(state, to);
        }
    }

    /// The same for a jump to a computed address, if the block ends with one: another state goes on at this address.
    pub fn leave_target(&mut self, state: &mut State, address: u64) {
        if self.jumps_to_computed_address(state.key) {
            leave(state, BlockKey::at(address));
        }
    }
}

/// Remembers that another state goes on here from where this state is.
fn leave(state: &mut State, to: BlockKey) {
    let left = LeftSide {
        frame: state.calls,
        from: state.key,
        to,
        counted: None,
    };
    state
        .left_sides
        .retain(|known| (known.frame, known.from, known.to) != (left.frame, left.from, left.to));
    state.left_sides.push(left);
}

impl State {
    /// Whether the state may stand in an iteration or a recursion that no input reaches: no model of its path condition is at
    /// hand. It paused to let the explorer ask.
    pub fn is_doubtful(&self) -> bool {
        self.doubtful
    }
}

impl CallTree {
    /// Whether the innermost active call calls what is being executed already.
    fn is_recursive(&self, node: CallNode) -> bool {
        let frames = self.frames(node);
        match frames.split_first() {
            Some((newest, older)) => older.iter().any(|frame| frame.callee == newest.callee),
            None => false,
        }
    }
}

/// Counts a repetition of the loop that the state has just jumped back in. Gives the bound that it has reached, if any. Of an
/// endless loop each counts, else those that a branch on a term decided.
fn count_repetition(
    state: &mut State,
    entered: &Entered,
    limit: Option<u64>,
    endless: bool,
) -> Option<u64> {
    let (frame, header, from) = (state.calls, state.key, entered.from);
    let is_in = |key: BlockKey| (header..=from).contains(&key);
    // What leaves the loop of a jump between frames cannot be told by places.
    let mut decided = entered.long_jump || endless;
    for side in &mut state.left_sides {
        let leaves = side.frame == frame && is_in(side.from) && !is_in(side.to);
        if leaves && side.counted != Some(header) {
            side.counted = Some(header);
            decided = true;
        }
    }
    let stays = |side: &LeftSide| side.frame == frame && is_in(side.from) && is_in(side.to);
    state.left_sides.retain(|side| !stays(side));
    let loops = Rc::make_mut(&mut state.loops);
    loops.retain(|entry| entry.frame != frame || entry.header <= header || entry.header > from);
    let index = loops
        .iter()
        .position(|entry| entry.frame == frame && entry.header == header);
    let index = index.unwrap_or_else(|| {
        loops.push(LoopCount {
            frame,
            header,
            count: 0,
            certain: 0,
        });
        loops.len() - 1
    });
    let entry = &mut loops[index];
    entry.count += u64::from(decided);
    entry.certain += u64::from(!decided);
    let often = limit.is_some() && entry.certain > CERTAIN_REPETITIONS;
    limit
        .filter(|&limit| entry.count > limit)
        .or(often.then_some(CERTAIN_REPETITIONS))
}

/// The counts of both, the greater where both count the same loop.
fn merge_loops(first: &mut Rc<Vec<LoopCount>>, second: &Rc<Vec<LoopCount>>) {
    if Rc::ptr_eq(first, second) {
        return;
    }
    let loops = Rc::make_mut(first);
    for entry in second.iter() {
        let same =
            |known: &&mut LoopCount| known.frame == entry.frame && known.header == entry.header;
        match loops.iter_mut().find(same) {
            Some(known) => {
                known.count = known.count.max(entry.count);
                known.certain = known.certain.max(entry.certain);
            }
            None => loops.push(entry.clone()),
        }
    }
}

fn merge_locals(
    choice: &mut Choice<'_>,
    first: &mut [Value],
    second: &[Value],
    widths: &[LocalInfo],
) {
    for ((mine, &theirs), info) in first.iter_mut().zip(second).zip(widths) {
        if *mine != theirs {
            *mine = choice.value(info.width, *mine, theirs);
        }
    }
}

fn merge_jump_points<'l>(
    choice: &mut Choice<'_>,
    first: &mut Vec<JumpPoint>,
    second: &[JumpPoint],
    locals_of: impl Fn(BlockKey) -> &'l [LocalInfo],
) {
    *first = merge_points(first, second, |key, mine, theirs| {
        merge_locals(choice, mine, theirs, locals_of(key));
    });
}

/// The suspended frames from these on, merged; shared ones stay shared.
fn merge_frames<'l>(
    choice: &mut Choice<'_>,
    first: &Rc<Frame>,
    second: &Rc<Frame>,
    locals_of: impl Fn(BlockKey) -> &'l [LocalInfo],
) -> Rc<Frame> {
    // Outermost last; the loop below puts them together from there.
    let mut pairs: Vec<(&Rc<Frame>, &Rc<Frame>)> = Vec::new();
    let (mut mine, mut theirs) = (Some(first), Some(second));
    let mut shared = None;
    while let (Some(one), Some(two)) = (mine, theirs) {
        if Rc::ptr_eq(one, two) {
            shared = Some(one.clone());
            break;
        }
        pairs.push((one, two));
        (mine, theirs) = (one.caller.as_ref(), two.caller.as_ref());
    }
    let mut caller = shared;
    for (one, two) in pairs.into_iter().rev() {
        let (mut locals, mut jump_points) = (one.locals.clone(), one.jump_points.clone());
        merge_locals(choice, &mut locals, &two.locals, locals_of(one.return_to));
        merge_jump_points(choice, &mut jump_points, &two.jump_points, &locals_of);
        caller = Some(Rc::new(Frame {
            locals,
            jump_points,
            objects: one.objects.clone(),
            block: one.block,
            return_to: one.return_to,
            results: one.results.clone(),
            calls: one.calls,
            caller,
        }));
    }
    caller.unwrap_or_else(|| first.clone())
}

/// Whether frames differ in the values of their locals at most.
fn frames_agree(first: &State, second: &State) -> bool {
    if first.frame_objects != second.frame_objects
        || first.locals.len() != second.locals.len()
        || !points_agree(&first.jump_points, &second.jump_points)
    {
        return false;
    }
    let (mut mine, mut theirs) = (first.caller.as_ref(), second.caller.as_ref());
    loop {
        let (one, two) = match (mine, theirs) {
            (None, None) => return true,
            (Some(one), Some(two)) if Rc::ptr_eq(one, two) => return true,
            (Some(one), Some(two)) => (one, two),
            _ => return false,
        };
        let same = one.objects == two.objects
            && one.block == two.block
            && one.return_to == two.return_to
            && one.calls == two.calls
            && one.results == two.results
            && one.locals.len() == two.locals.len()
            && points_agree(&one.jump_points, &two.jump_points);
        if !same {
            return false;
        }
        (mine, theirs) = (one.caller.as_ref(), two.caller.as_ref());
    }
}
