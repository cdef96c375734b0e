//! The machine: executes one state, block by block, until something needs a decision.
//!
//! This loop is the emulator's speed. Blocks are found through the jump that led to them before any table is asked; constant
//! operands are computed without touching the term table; coverage costs one comparison per block once it is covered.

use std::collections::{BTreeMap, BTreeSet};

use everypath_program::{Assumption, Block, BlockKey, Position, Program};
use everypath_term::heap::Heaps;
use everypath_term::ops::mask;
use everypath_term::{Assignment, Term, TermTable};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::blocks::{BlockId, Blocks};
use crate::bounds::FormBounds;
use crate::call_tree::CallTree;
use crate::elements::Elements;
use crate::halt::Halt;
use crate::histories::Histories;
use crate::input_terms::InputTerms;
use crate::lives::Lives;
use crate::names::Names;
use crate::rounds::LoopBounds;
use crate::standing::{Entered, Watch};
use crate::{
    CallFrame, CallNode, Chain, Coverage, Decision, DecisionKind, Event, InputRecord, InputSource,
    MachineOptions, State, Value,
};

/// What all states of a run share.
pub struct Machine<'p> {
    pub(crate) program: &'p dyn Program,
    /// All terms of the run.
    pub terms: TermTable,
    /// What was executed so far.
    pub coverage: Coverage,
    pub(crate) options: MachineOptions,
    pub(crate) address_width: u32,
    pub(crate) blocks: Blocks,
    pub(crate) call_tree: CallTree,
    pub(crate) input_terms: InputTerms,
    /// The operation on floating-point constants whose exceptions were asked for last.
    pub(crate) last_float: Option<crate::float::Last>,
    pub(crate) probes: BTreeMap<u32, [Term; 2]>,
    /// Locals of frames that were left, to be used again.
    pub(crate) spare: Vec<Vec<Value>>,
    /// What the locals of a function begin as, as many as any so far has.
    pub(crate) zeros: Vec<Value>,
    /// Values on their way to block parameters.
    pub(crate) passing: Vec<Value>,
    pub(crate) form_bounds: FormBounds,
    /// Heaps of the flat encoding.
    pub(crate) heaps: Heaps,
    pub(crate) loop_bounds: LoopBounds,
    pub(crate) lives: Lives,
    /// Where a prover looks at states, besides all jumps back; none: there is no prover.
    pub(crate) heads: Option<FxHashSet<(CallNode, BlockKey)>>,
    /// Whether states may be merged that have asked for different inputs.
    pub(crate) joins_names: bool,
    /// Whether some path asked if a value is symbolic.
    pub(crate) asked_for_symbolic: bool,
    /// Whether some path made a block of the heap.
    pub(crate) made_blocks: bool,
    /// What the program suggests as invariants, since somebody took it: with the place of the call.
    pub(crate) suggested: Vec<(Position, Term)>,
    /// What a prover knows of the elements of arrays.
    pub(crate) elements: Elements,
    pub(crate) assumed: BTreeSet<(Assumption, Position)>,
    pub(crate) histories: Histories,
    /// Whether positions are of the user's own code, as far as that was asked.
    pub(crate) positions_of_users: FxHashMap<Position, bool>,
}

impl<'p> Machine<'p> {
    /// A machine for a program.
    pub fn new(program: &'p dyn Program, options: MachineOptions) -> Self {
        let mut terms = TermTable::new();
        terms.set_rules(&options.rules);
        Machine {
            program,
            loop_bounds: LoopBounds::new(&options),
            lives: Lives::new(&options),
            joins_names: false,
            asked_for_symbolic: false,
            made_blocks: false,
            suggested: Vec::new(),
            elements: Elements::default(),
            heads: None,
            assumed: BTreeSet::new(),
            histories: Histories::new(&options),
            positions_of_users: FxHashMap::default(),
            terms,
            coverage: Coverage::default(),
            options,
            address_width: program.address_width(),
            blocks: Blocks::default(),
            call_tree: CallTree::new(),
            input_terms: InputTerms::default(),
            last_float: None,
            probes: BTreeMap::new(),
            spare: Vec::new(),
            zeros: Vec::new(),
            passing: Vec::new(),
            form_bounds: FormBounds::default(),
            heaps: Heaps::new(),
        }
    }

    /// The program.
    pub fn program(&self) -> &'p dyn Program {
        self.program
    }

    /// The options.
    pub fn options(&self) -> &MachineOptions {
        &self.options
    }

    /// Executes a state until something needs a decision, at most until it has executed `instruction_limit` source
    /// instructions in all.
    pub fn run(&mut self, state: &mut State, instruction_limit: u64) -> Event {
        if state.dead {
            return Event::Dead;
        }
        let watch = Watch::default();
        if self.options.through_terms {
            self.run_loop::<true, false>(state, instruction_limit, watch)
        } else {
            self.run_loop::<false, false>(state, instruction_limit, watch)
        }
    }

    /// Like [`Machine::run`], but pauses with [`Event::Limit`] where `watch` says, where the merging explorer has to look.
    pub fn run_until(&mut self, state: &mut State, instruction_limit: u64, watch: Watch) -> Event {
        if state.dead {
            return Event::Dead;
        }
        state.meeting.doubtful = false;
        self.run_loop::<false, true>(state, instruction_limit, watch)
    }

    fn run_loop<const PROBE: bool, const PAUSES: bool>(
        &mut self,
        state: &mut State,
        instruction_limit: u64,
        watch: Watch,
    ) -> Event {
        loop {
            let id = self.current_block(state);
            let block = self.blocks.get(id).block.clone();
            let left = instruction_limit.saturating_sub(state.executed);
            let runs_out = u64::from(block.source_instructions()) > left;
            let mut index = state.index;
            while let Some(instruction) = block.instructions.get(index) {
                if runs_out && u64::from(block.steps[index]) > left {
                    return self.pause(state, id, index, left);
                }
                match self.step::<PROBE>(state, instruction, block.positions[index]) {
                    Ok(()) => index += 1,
                    Err(halt) => return self.halt(state, id, &block, index, halt),
                }
            }
            if runs_out {
                return self.pause(state, id, index, left);
            }
            state.index = index;
            let calls = state.calls;
            if let Err(halt) = self.terminate(state, id, &block) {
                return self.halt(state, id, &block, index, halt);
            }
            if PAUSES {
                let entered = Entered::from(&block, calls, state.calls);
                if let Some(event) = self.pauses(state, entered, watch) {
                    return event;
                }
            }
        }
    }

    #[inline(always)]
    pub(crate) fn current_block(&mut self, state: &mut State) -> BlockId {
        match state.block {
            Some(id) => id,
            None => {
                let fresh = !state.memory.code_written();
                let id = self
                    .blocks
                    .find(self.program, state.key, &state.memory, fresh);
                state.block = Some(id);
                id
            }
        }
    }

    #[inline(never)]
    pub(crate) fn pause(
        &mut self,
        state: &mut State,
        id: BlockId,
        index: usize,
        left: u64,
    ) -> Event {
        state.index = index;
        state.begun = left as u32;
        self.cover(state, id, index);
        Event::Limit
    }

    #[inline(never)]
    pub(crate) fn halt(
        &mut self,
        state: &mut State,
        id: BlockId,
        block: &Block,
        index: usize,
        halt: Halt,
    ) -> Event {
        state.begun = block.steps[index];
        self.cover(state, id, index + 1);
        match halt {
            Halt::Again(event) => {
                state.index = index;
                event
            }
            Halt::Behind(event) => {
                state.index = index + 1;
                event
            }
        }
    }

    /// Records a decision at the state's position.
    pub fn decide(&mut self, state: &mut State, kind: DecisionKind) {
        let position = self.position(state);
        state.decisions.push(Decision { position, kind });
    }

    /// The position of the instruction that the state executes next.
    pub fn position(&mut self, state: &mut State) -> Position {
        let id = self.current_block(state);
        let block = &self.blocks.get(id).block;
        block
            .positions
            .get(state.index)
            .or(block.positions.last())
            .copied()
            .unwrap_or_default()
    }

    /// How many source instructions are left in the block that a paused state is in.
    pub fn left_in_block(&mut self, state: &mut State) -> u32 {
        let block = self.block_of(state);
        block.source_instructions().saturating_sub(state.begun)
    }

    /// The active calls of a state, innermost first.
    pub fn call_stack(&self, state: &State) -> Vec<CallFrame> {
        self.calls_of(state.calls)
    }

    /// The active calls of a state but for so many outermost ones, innermost first.
    pub fn calls_within(&self, state: &State, outermost: usize) -> Vec<CallFrame> {
        let within = self.call_depth(state).saturating_sub(outermost);
        self.call_tree.frames(state.calls).take(within).collect()
    }

    /// How many calls of a state are active.
    pub fn call_depth(&self, state: &State) -> usize {
        self.call_tree.depth(state.calls) as usize
    }

    /// What programs suggested as invariants since the last time, if heads of loops are watched: conditions, with the places of the calls.
    pub fn take_suggested(&mut self) -> Vec<(Position, Term)> {
        std::mem::take(&mut self.suggested)
    }

    /// The active calls of a call stack, innermost first.
    pub fn calls_of(&self, node: CallNode) -> Vec<CallFrame> {
        self.call_tree.frames(node).collect()
    }

    /// The call stack of active calls, outermost first.
    pub fn node_of_calls(&mut self, calls: &[CallFrame]) -> CallNode {
        let mut node = CallTree::ROOT;
        for &frame in calls {
            let site = self.call_tree.site(frame);
            node = self.call_tree.call(node, site);
        }
        node
    }

    /// The source instruction at a position, disassembled.
    pub fn instruction_text(&self, state: &State, position: Position) -> String {
        self.program.instruction_text(position, &state.memory)
    }

    /// From now on, states can be merged that have asked for different inputs.
    pub fn join_names(&mut self) {
        self.joins_names = true;
    }

    /// What a model gives to all inputs that any path created; the answers about the analysis are those of the path with
    /// these records, the names those of the path that it takes of all that came to these names.
    pub fn concrete_inputs(
        &self,
        model: &Assignment,
        records: &Chain<InputRecord>,
        names: &Names,
    ) -> InputSource {
        let path = (records, names);
        let inputs = (self.input_terms).of_model(&self.terms, model, path, &self.lives);
        InputSource::OfModel(inputs)
    }

    /// An address in the program's address space.
    #[inline(always)]
    pub(crate) fn wrap(&self, address: u64) -> u64 {
        address & mask(self.address_width)
    }
}
