//! The bounds on loops and recursion: what is bounded, by how much, and what counts as an iteration.
//!
//! An iteration is a jump back: within a function, to a block that does not lie behind the one that is left. Each counts, whether an
//! input decides it or not. Loops of the library that belongs to the front end are none of the program's own: there only iterations count
//! that an input decides, and against a bound of their own. An iteration of a loop lets the loops within it start anew, and so does a
//! call those of the function that is called.
//!
//! A call of a function that is active is an iteration, too, and has the bound of the program's loops.

use std::rc::Rc;

use everypath_program::{BlockKey, Position};

use crate::halt::Halt;
use crate::rounds::{BEHIND_ALL, LeftWay, LoopBound, LoopCount};
use crate::{CallNode, CutReason, DecisionKind, Event, LoopLimit, Machine, State};

impl Machine<'_> {
    /// Leaves counting iterations of loops to an explorer.
    pub fn leave_loops(&mut self) {
        self.loop_bounds.counts = false;
    }

    /// The bound on iterations of the loop that begins at a block, if it has one.
    pub fn loop_limit(&mut self, header: BlockKey) -> Option<u64> {
        self.loop_bound(header).limit
    }

    fn loop_bound(&mut self, header: BlockKey) -> LoopBound {
        if let Some(&known) = self.loop_bounds.loops.get(&header) {
            return known;
        }
        let position = self.loop_position(header);
        let is_library = self.program.is_library(position);
        let limit = self.limit_at(position, |_| true);
        let bound = LoopBound {
            limit: limit.or(match is_library {
                true => self.options.library_loop_limit,
                false => self.options.loop_limit,
            }),
            is_library,
        };
        self.loop_bounds.loops.insert(header, bound);
        bound
    }

    /// The last of the named bounds that is one of a place, and that a condition admits.
    fn limit_at(&self, position: Position, admits: impl Fn(&LoopLimit) -> bool) -> Option<u64> {
        if self.options.loop_limits.is_empty() {
            return None;
        }
        let places = self.program.locations(position);
        let symbol = self.program.function_name(position);
        let symbol = symbol.as_deref();
        let mut bounds = self.options.loop_limits.iter().rev();
        let named = bounds.find(|bound| admits(bound) && bound.is_of(&places, symbol));
        named.map(|bound| bound.limit)
    }

    /// How often a function may be called while it is active, by its first block.
    fn recursion_limit(&mut self, callee: BlockKey) -> Option<u64> {
        if let Some(&known) = self.loop_bounds.recursion.get(&callee) {
            return known;
        }
        let position = self.loop_position(callee);
        let is_library = self.program.is_library(position);
        let limit = self.limit_at(position, |bound| bound.line.is_none());
        let limit = limit.or(self.options.loop_limit.filter(|_| !is_library));
        self.loop_bounds.recursion.insert(callee, limit);
        limit
    }

    /// Why a call is not followed, if its function is active too often already. `node` is the call stack with it.
    pub(crate) fn exceeded_recursion(
        &mut self,
        node: CallNode,
        callee: BlockKey,
    ) -> Option<CutReason> {
        if !self.loop_bounds.is_bounded {
            return None;
        }
        let active = u64::from(self.call_tree.recursion(node));
        if active == 0 {
            return None;
        }
        let limit = self.recursion_limit(callee)?;
        (active > limit).then(|| CutReason::RecursionLimit {
            function: self.loop_position(callee),
            limit,
        })
    }

    /// The place of a loop, by its first block.
    pub fn loop_position(&self, header: BlockKey) -> Position {
        let block = self.blocks.known(header).map(|id| self.blocks.get(id));
        let first = block.and_then(|lifted| lifted.block.positions.first().copied());
        first.unwrap_or(Position(header.code))
    }

    /// Counts a jump from a block back to another as an iteration of the loop that begins there.
    #[inline(never)]
    pub(crate) fn count_iteration(
        &mut self,
        state: &mut State,
        from: BlockKey,
        header: BlockKey,
    ) -> Result<(), Halt> {
        let LoopBound { limit, is_library } = self.loop_bound(header);
        let counts = !is_library || leaves_ways_out(state, from, header);
        let frame = state.calls;
        let loops = Rc::make_mut(&mut state.loops);
        loops.retain(|entry| entry.frame != frame || entry.header <= header || entry.header > from);
        let same = |entry: &LoopCount| entry.frame == frame && entry.header == header;
        let index = loops.iter().position(same).unwrap_or_else(|| {
            loops.push(LoopCount {
                frame,
                header,
                last: from,
                count: 0,
            });
            loops.len() - 1
        });
        let entry = &mut loops[index];
        entry.last = entry.last.max(from);
        entry.count += u64::from(counts && limit.is_some());
        match limit {
            Some(limit) if entry.count > limit => {
                let header = self.loop_position(header);
                let reason = CutReason::LoopLimit { header, limit };
                Err(Halt::Again(Event::Cut(reason)))
            }
            _ => Ok(()),
        }
    }

    /// The loops of a frame that is entered or left start anew.
    #[inline]
    pub(crate) fn forget_loops(&self, state: &mut State, frame: CallNode) {
        if !self.loop_bounds.counts {
            return;
        }
        if state.loops.iter().any(|entry| entry.frame == frame) {
            Rc::make_mut(&mut state.loops).retain(|entry| entry.frame != frame);
        }
        state.left_ways.retain(|way| way.frame != frame);
    }

    /// Whether states remember which ways other states take: only loops of the library ask who decides.
    pub fn remembers_left_ways(&self) -> bool {
        self.loop_bounds.counts && self.options.library_loop_limit.is_some()
    }

    /// Remembers that other states take the other ways out of the block that a state is in.
    pub fn leave_ways(&mut self, state: &mut State, taken: DecisionKind, ways: &[DecisionKind]) {
        if !self.remembers_left_ways() {
            return;
        }
        let targets = self.ways(state.key);
        let jumps = self.jumps_to_computed_address(state.key);
        for &way in ways.iter().filter(|&&way| way != taken) {
            let to = match way {
                // The side taken is the first of the ways.
                DecisionKind::Branch(side) => targets.get(usize::from(!side)).copied(),
                DecisionKind::Case(index) => targets.get(index).copied(),
                DecisionKind::Value(address) => jumps.then_some(BlockKey::at(address)),
                DecisionKind::Object(_) => None,
            };
            let Some(to) = to else { continue };
            let left = LeftWay {
                frame: state.calls,
                from: state.key,
                to,
                counted: None,
            };
            let place = |way: &LeftWay| (way.frame, way.from, way.to);
            state.left_ways.retain(|known| place(known) != place(&left));
            state.left_ways.push(left);
        }
    }

    /// The loops that a state is in, and how often each jumped back: what states must have in common to be merged, since each of the
    /// merged paths ends at its own bound.
    fn loops_around<'s>(
        &'s self,
        state: &'s State,
    ) -> impl Iterator<Item = (CallNode, BlockKey, u64)> + 's {
        let around = state.loops.iter().filter(|entry| {
            if entry.frame == state.calls {
                return (entry.header..=entry.last).contains(&state.key);
            }
            let goes_on = self.call_tree.return_below(entry.frame, state.calls);
            goes_on.is_some_and(|code| (entry.header.code..=entry.last.code).contains(&code))
        });
        around.map(|entry| (entry.frame, entry.header, entry.count))
    }

    /// Iterations of all loops that a state is in.
    pub(crate) fn iterations_around(&self, state: &State) -> u64 {
        let counts = self.loops_around(state).map(|(_, _, count)| count);
        counts.fold(0, u64::saturating_add)
    }

    /// Whether two states that stand at one place are in the same iterations of the loops around it.
    pub(crate) fn same_iterations(&self, first: &State, second: &State) -> bool {
        if Rc::ptr_eq(&first.loops, &second.loops) {
            return true;
        }
        let around = |state| {
            let counted = self.loops_around(state).filter(|(_, _, count)| *count > 0);
            let mut loops: Vec<_> = counted.collect();
            loops.sort_unstable();
            loops
        };
        around(first) == around(second)
    }
}

/// Whether an input decided that a loop jumps back: some way out of it was left to another state since it did so last.
fn leaves_ways_out(state: &mut State, from: BlockKey, header: BlockKey) -> bool {
    let frame = state.calls;
    let is_in = |key: BlockKey| (header..=from).contains(&key);
    // What leaves the loop of a jump between frames cannot be told by places.
    let mut decided = from == BEHIND_ALL;
    for way in &mut state.left_ways {
        let leaves = way.frame == frame && is_in(way.from) && !is_in(way.to);
        if leaves && way.counted != Some(header) {
            way.counted = Some(header);
            decided = true;
        }
    }
    let stays = |way: &LeftWay| way.frame == frame && is_in(way.from) && is_in(way.to);
    state.left_ways.retain(|way| !stays(way));
    decided
}
