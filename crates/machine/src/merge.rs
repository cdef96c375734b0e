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

use everypath_program::{BlockKey, LocalInfo};
use everypath_solver::PathCondition;
use everypath_term::Term;

use crate::frame::Frame;
use crate::inputs::answers_agree;
use crate::jump_point::{JumpPoint, merge_points, points_agree};
use crate::meeting::Meeting;
use crate::memory::{Choice, FlatArray};
use crate::rounds::merge_loops;
use crate::standing::{Entered, Standing, Watch};
use crate::{Event, Machine, State, Value};

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
    /// Numbers of iterations of the loops that they are in, where these are bounded.
    Iterations,
    /// Objects that overlap, or bytes that only one side ever wrote.
    Memory,
}

impl Different {
    /// All reasons.
    pub const ALL: [Different; 7] = [
        Different::Code,
        Different::Values,
        Different::Environment,
        Different::Inputs,
        Different::Frames,
        Different::Iterations,
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
            Different::Iterations => "iterations",
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
            iterations: self.iterations_around(state),
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
        if first.meeting.arrived != second.meeting.arrived {
            return Err(Different::Iterations);
        }
        if first.meeting.bound_here || second.meeting.bound_here {
            return Err(Different::Values);
        }
        let (one, two) = (&first.names, &second.names);
        // Who left a loop in another round has other names, mostly, and stays apart: a way out after any number of rounds is a condition over
        // all of them.
        let same_rounds = first.meeting.rounds == second.meeting.rounds;
        let may_join = self.joins_names && same_rounds;
        if !(one.agree(two) || may_join && one.can_join(two)) {
            return Err(Different::Inputs);
        }
        let (one, two) = (&first.environment, &second.environment);
        if !Rc::ptr_eq(one, two) && !one.agrees_with(two) {
            return Err(Different::Environment);
        }
        if !answers_agree(&first.inputs, &second.inputs) {
            return Err(Different::Inputs);
        }
        if !frames_agree(first, second) {
            return Err(Different::Frames);
        }
        if !self.same_iterations(first, second) {
            return Err(Different::Iterations);
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
    pub fn merge(&mut self, first: &mut State, mut second: State, how: Merged) -> u64 {
        // Nobody chooses between values that nobody reads.
        if first.index == 0 {
            self.forget_dead(first);
            self.forget_dead(&mut second);
        }
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
            names,
            bound,
            preferences,
            widened,
            left_ways,
            meeting,
            // Equal: where they stand, and what `can_merge` has compared.
            key: _,
            index: _,
            calls: _,
            frame_objects: _,
            lives: _,
            environment: _,
            targets: _,
            required: _,
            dead: _,
            // How each came here; the first's stand for both.
            decisions: _,
            inputs: _,
        } = second;
        first.path = how.path;
        first.names.join(&names, how.distinguishing);
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
        for way in left_ways {
            if !first.left_ways.contains(&way) {
                first.left_ways.push(way);
            }
        }
        first.bound = first.bound.common(&bound);
        first.preferences = first.preferences.common(&preferences);
        first.widened |= widened;
        let Meeting {
            merged: _,
            doubtful,
            bound_here: _,
            rounds,
            // Equal: compared by `can_merge`.
            arrived: _,
        } = meeting;
        first.meeting.merged = true;
        first.meeting.doubtful &= doubtful;
        first.meeting.rounds = first.meeting.rounds.max(rounds);
        ites
    }

    /// What [`Machine::run_until`] does where a state enters a block, for one that the explorer led along a branch of the block `from`.
    pub fn enter_by_branch(&mut self, state: &mut State, from: BlockKey) {
        let calls = state.calls;
        self.pauses(state, Entered { from, calls }, Watch::default());
    }

    /// Whether a state that has just entered a block is to pause, with which event.
    #[inline(never)]
    pub(crate) fn pauses(
        &mut self,
        state: &mut State,
        entered: Entered,
        watch: Watch,
    ) -> Option<Event> {
        let Entered { from, calls } = entered;
        state.meeting.bound_here = false;
        state.meeting.arrived = self.arrival(state, from, calls);
        if state.calls != calls {
            if self.call_tree.depth(state.calls) > self.call_tree.depth(calls) {
                let is_recursive = self.call_tree.recursion(state.calls) > 0;
                state.meeting.doubtful = state.path.witness().is_none() && is_recursive;
            }
        } else if state.key <= from {
            state.meeting.rounds += 1;
            state.meeting.doubtful = state.path.witness().is_none();
        }
        if state.meeting.doubtful || state.meeting.arrived.is_some() {
            return Some(Event::Limit);
        }
        let behind = watch.behind?;
        let depth = std::cmp::Reverse(self.call_tree.depth(state.calls));
        ((depth, state.key) >= (behind.depth, behind.key)).then_some(Event::Limit)
    }
}

impl State {
    /// Jumps back within functions, as far as a merging explorer led it; the most of any path that it stands for.
    pub fn rounds(&self) -> u64 {
        self.meeting.rounds
    }

    /// Whether the state may stand in an iteration or a recursion that no input reaches: no model of its path condition is at
    /// hand. It paused to let the explorer ask.
    pub fn is_doubtful(&self) -> bool {
        self.meeting.doubtful
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
