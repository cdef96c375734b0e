//! What constants alone decide: which ways no input takes, since the values they depend on are the same on every way there.
//!
//! Conditional constant propagation (Wegman and Zadeck, "Constant propagation with conditional branches", 1991), by call chain instead of by
//! function, with the memory that the text names. Kite has passes of LLVM do the like before it begins (section 4.2 of its
//! thesis); here a function is seen as each of its callers calls it, and a check behind ways that constants exclude is decided without
//! an instruction being executed. Rounds of loops are not told apart.

mod cells;

use std::cmp::Reverse;
use std::collections::{BTreeSet, VecDeque};

use everypath_program::{
    Assumption, Image, Instruction, Local, Operand, Position, Service, Terminator,
};
use rustc_hash::FxHashMap;

use crate::{Code, FunctionId, PlaceId, To};
use cells::{Cells, Next, Run, Values};

/// Visits of blocks after which the search begins with what the text tells.
const MOST_VISITS: usize = 20_000;

/// Values that are kept at most, over all blocks.
const MOST_VALUES: usize = 1 << 22;

/// So many things that may be known of a block are kept apart. In loops only one is, since each round would bring others.
const MOST_APART: usize = 64;

/// Choices between constants within a block that are followed apart.
const MOST_SPLITS: u32 = 8;

/// A chain of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChainId(u32);

#[derive(Debug)]
struct Chain {
    function: FunctionId,
    /// The chain that calls it, and the block with the call.
    caller: Option<(ChainId, PlaceId)>,
    depth: u32,
    /// Some call of the chain is in a loop.
    is_in_loop: bool,
    callees: FxHashMap<PlaceId, ChainId>,
    /// What is known of the blocks of the function that can be reached, by their order in it.
    visits: Vec<Option<Visit>>,
}

/// A block in a call chain that some way leads to.
#[derive(Debug, Default)]
struct Visit {
    /// What is known when it is entered: one of these.
    before: Vec<Values>,
    /// Where its ways lead that can be taken, by their order.
    ways: Vec<Option<(ChainId, PlaceId)>>,
    /// The locals that its instructions read, by index, if it may be at risk: their values where they are always the same.
    reads: FxHashMap<(usize, Local), Option<u64>>,
    /// Steps to the nearest risk.
    distance: Option<u32>,
}

/// What is known of every call chain.
#[derive(Debug)]
pub struct Constants {
    chains: Vec<Chain>,
}

impl Constants {
    /// The chain that the program starts in.
    pub const START: ChainId = ChainId(0);

    /// Follows constants through the program; nothing where they are not worth it: in machine code with calls, which share registers and
    /// have memory that the text hardly names, in recursions, where a run alone tells the next block, and in programs of very many
    /// call chains.
    pub fn new(code: &Code, image: &Image) -> Option<Self> {
        if has_calls_of_machine_code(code) {
            return None;
        }
        let cells = Cells::new(code, image);
        let mut follower = Follower {
            code,
            image,
            cells: &cells,
            chains: Vec::new(),
            waiting: BTreeSet::new(),
        };
        let chain = follower.add_chain(code.place(code.start()).function, None);
        follower.arrive((chain, code.start()), cells.initial());
        let mut left = MOST_VISITS.min(MOST_VALUES / (cells.count() + 1));
        while let Some((_, _, chain, place, number)) = follower.waiting.pop_first() {
            left = left.checked_sub(1)?;
            follower.visit((chain, place), number)?;
        }
        follower.find_distances();
        let chains = follower.chains;
        Some(Constants { chains })
    }

    /// The chain of the function that a block in a chain calls, if it can be reached.
    pub fn callee(&self, chain: ChainId, call: PlaceId) -> Option<ChainId> {
        self.chains[chain.0 as usize].callees.get(&call).copied()
    }

    /// Whether a way out of a block in a chain, by its order, can be taken as far as constants tell.
    pub fn leads_on(&self, code: &Code, at: (ChainId, PlaceId), way: usize) -> bool {
        let visit = self.visited(code, at);
        visit.is_some_and(|visit| visit.ways.get(way).is_some_and(Option::is_some))
    }

    /// Steps from a block in a chain to the nearest risk, 0 if it is at risk itself; none if there is none, or if the block cannot be reached.
    pub fn distance(&self, code: &Code, at: (ChainId, PlaceId)) -> Option<u32> {
        self.visited(code, at)?.distance
    }

    /// The assumptions that blocks ask for that can be reached, each with the position that asks and the calls around it, innermost
    /// first: what constants decide rests on them, and is not executed.
    pub fn assumptions(&self, code: &Code) -> Vec<(Assumption, Vec<Position>)> {
        let mut found = Vec::new();
        for chain in &self.chains {
            let places = code.places(chain.function);
            for &place in places {
                if chain.visits[index(code, place)].is_none() {
                    continue;
                }
                let block = &code.place(place).block;
                for (instruction, &position) in block.instructions.iter().zip(&block.positions) {
                    let Some(assumption) = assumption(instruction) else {
                        continue;
                    };
                    let mut positions = vec![position];
                    let mut at = chain.caller;
                    while let Some((caller, call)) = at {
                        positions.extend(code.place(call).block.positions.last());
                        at = self.chains[caller.0 as usize].caller;
                    }
                    found.push((assumption, positions));
                }
            }
        }
        found
    }

    fn visited(&self, code: &Code, (chain, place): (ChainId, PlaceId)) -> Option<&Visit> {
        let visits = &self.chains[chain.0 as usize].visits;
        visits[index(code, place)].as_ref()
    }
}

/// The assumption that an instruction asks for.
fn assumption(instruction: &Instruction) -> Option<Assumption> {
    let Instruction::Service {
        service: Service::Assumes,
        arguments,
        ..
    } = instruction
    else {
        return None;
    };
    Assumption::from_number(arguments.first()?.constant()?)
}

/// The order of a block in its function.
fn index(code: &Code, place: PlaceId) -> usize {
    (place.0 - code.entry(code.place(place).function).0) as usize
}

/// Whether some call or return is one of registers that all functions share.
fn has_calls_of_machine_code(code: &Code) -> bool {
    let mut places = code.functions().flat_map(|function| code.places(function));
    places.any(|&place| {
        let place = code.place(place);
        let has_frames = place.block.terminator.has_frames();
        let mut ways = place.ways.iter();
        !has_frames && ways.any(|way| matches!(way.to, To::Call(..) | To::Return))
    })
}

/// Follows constants through a program.
struct Follower<'a> {
    code: &'a Code,
    image: &'a Image,
    cells: &'a Cells,
    chains: Vec<Chain>,
    /// What is to be visited, each with one of the things known there: what returns first, then what comes first in its function.
    waiting: BTreeSet<(Reverse<u32>, u32, ChainId, PlaceId, usize)>,
}

impl Follower<'_> {
    fn add_chain(&mut self, function: FunctionId, caller: Option<(ChainId, PlaceId)>) -> ChainId {
        let id = ChainId(self.chains.len() as u32);
        let (depth, is_in_loop) = caller.map_or((0, false), |(chain, call)| {
            let depth = self.chains[chain.0 as usize].depth + 1;
            (depth, self.is_in_loop((chain, call)))
        });
        let count = self.code.places(function).len();
        self.chains.push(Chain {
            function,
            caller,
            depth,
            is_in_loop,
            callees: FxHashMap::default(),
            visits: std::iter::repeat_with(|| None).take(count).collect(),
        });
        id
    }

    fn visited(&mut self, (chain, place): (ChainId, PlaceId)) -> &mut Option<Visit> {
        let index = index(self.code, place);
        &mut self.chains[chain.0 as usize].visits[index]
    }

    fn is_in_loop(&self, (chain, place): (ChainId, PlaceId)) -> bool {
        self.chains[chain.0 as usize].is_in_loop || !self.code.place(place).loops.is_empty()
    }

    /// Whether a function is called by a chain, at some depth.
    fn is_within(&self, function: FunctionId, mut chain: ChainId) -> bool {
        loop {
            let about = &self.chains[chain.0 as usize];
            match about.caller {
                _ if about.function == function => return true,
                Some((caller, _)) => chain = caller,
                None => return false,
            }
        }
    }

    /// A block is entered with values.
    fn arrive(&mut self, at: (ChainId, PlaceId), mut values: Values) {
        self.cells.forget_dead(at.1, &mut values);
        let about = self.code.place(at.1);
        let most = match self.is_in_loop(at) {
            true => 1,
            false => MOST_APART,
        };
        let visit = self.visited(at).get_or_insert_with(|| Visit {
            ways: vec![None; about.ways.len()],
            ..Visit::default()
        });
        if visit.before.iter().any(|known| known.covers(&values)) {
            return;
        }
        if visit.before.len() < most {
            visit.before.push(values);
        } else if let Some(last) = visit.before.last_mut() {
            last.meet(&values);
        }
        let number = visit.before.len() - 1;
        let depth = Reverse(self.chains[at.0.0 as usize].depth);
        self.waiting.insert((depth, about.rank, at.0, at.1, number));
    }

    /// Goes through a block and on along the ways that its constants leave. Nothing if they cannot be told.
    fn visit(&mut self, at: (ChainId, PlaceId), number: usize) -> Option<()> {
        let Some(visit) = self.visited(at) else {
            return Some(());
        };
        let before = visit.before[number].clone();
        let place = self.code.place(at.1);
        let run = self.cells.run(self.code, place.function, before);
        let mut runs = vec![(run, 0)];
        let mut splits = match self.is_in_loop(at) {
            true => 0,
            false => MOST_SPLITS,
        };
        'runs: while let Some((mut run, from)) = runs.pop() {
            for (index, instruction) in place.block.instructions.iter().enumerate().skip(from) {
                if place.at_risk {
                    self.read(at, index, instruction, &run);
                }
                match run.instruction(instruction) {
                    Next::Goes => {}
                    Next::Ends => continue 'runs,
                    Next::Splits(_) if splits == 0 => run.choose(instruction, None),
                    Next::Splits([one, other]) => {
                        splits -= 1;
                        let mut others = run.clone();
                        others.choose(instruction, Some(other));
                        runs.push((others, index + 1));
                        run.choose(instruction, Some(one));
                    }
                }
            }
            self.leave(at, &run)?;
        }
        Some(())
    }

    /// Remembers what an instruction of a block reads.
    fn read(
        &mut self,
        at: (ChainId, PlaceId),
        index: usize,
        instruction: &Instruction,
        run: &Run<'_>,
    ) {
        let Some(visit) = self.visited(at) else {
            return;
        };
        instruction.each_operand(|operand| {
            if let Operand::Local(local) = operand {
                let value = run.read(operand);
                let known = visit.reads.entry((index, local)).or_insert(value);
                *known = known.filter(|&known| value == Some(known));
            }
        });
    }

    /// Goes on behind a block. Nothing if that cannot be told.
    fn leave(&mut self, at: (ChainId, PlaceId), run: &Run<'_>) -> Option<()> {
        let (chain, place) = at;
        let about = self.code.place(place);
        let terminator = &about.block.terminator;
        for (order, way) in about.ways.iter().enumerate() {
            if !run.takes(terminator, way.slot) {
                continue;
            }
            let (next, values) = match way.to {
                To::Place(next) => {
                    if let Terminator::SetJump { .. } = terminator {
                        return None;
                    }
                    let entered = &self.code.place(next).block;
                    (
                        (chain, next),
                        run.through_edge(terminator, way.slot, entered),
                    )
                }
                To::Call(entry, behind) => {
                    let callee = self.code.known_function(entry)?;
                    let called = self.called(at, callee)?;
                    let first = self.code.entry(callee);
                    let entered = &self.code.place(first).block;
                    let mut values = run.through_call(terminator, callee, entered);
                    self.cells.forget_dead(behind, &mut values);
                    ((called, first), values)
                }
                To::Return => {
                    let Some((caller, call)) = self.chains[chain.0 as usize].caller else {
                        continue;
                    };
                    let next = self.code.behind_call(call)?;
                    let call = self.code.place(call);
                    ((caller, next), run.through_return(terminator, call))
                }
                To::Unknown(_) => return None,
            };
            if let Some(visit) = self.visited(at) {
                visit.ways[order] = Some(next);
            }
            self.arrive(next, values);
        }
        Some(())
    }

    /// The chain of a function that a block calls; nothing in a recursion.
    fn called(&mut self, (chain, call): (ChainId, PlaceId), callee: FunctionId) -> Option<ChainId> {
        if let Some(&known) = self.chains[chain.0 as usize].callees.get(&call) {
            return Some(known);
        }
        if self.is_within(callee, chain) {
            return None;
        }
        let new = self.add_chain(callee, Some((chain, call)));
        self.chains[chain.0 as usize].callees.insert(call, new);
        Some(new)
    }

    /// Finds the nearest risks, backwards from them, and forgets the values.
    fn find_distances(&mut self) {
        let code = self.code;
        let mut before: FxHashMap<(ChainId, PlaceId), Vec<(ChainId, PlaceId)>> =
            FxHashMap::default();
        let mut near = VecDeque::new();
        for (number, chain) in self.chains.iter_mut().enumerate() {
            for (visit, &place) in chain.visits.iter_mut().zip(code.places(chain.function)) {
                let Some(visit) = visit else { continue };
                let at = (ChainId(number as u32), place);
                for &next in visit.ways.iter().flatten() {
                    before.entry(next).or_default().push(at);
                }
                if code.place(place).at_risk {
                    let there = self.cells.there(chain.function, &visit.before);
                    let reads = std::mem::take(&mut visit.reads);
                    let known = |index: usize, operand: Operand| match operand {
                        Operand::Constant(value) => Some(value),
                        Operand::Local(local) => reads.get(&(index, local)).copied().flatten(),
                    };
                    if code.is_at_risk_with(self.image, place, there, known) {
                        visit.distance = Some(0);
                        near.push_back((at, 0));
                    }
                }
                visit.before = Vec::new();
            }
        }
        while let Some((at, distance)) = near.pop_front() {
            for nearer in before.remove(&at).unwrap_or_default() {
                if let Some(visit) = self.visited(nearer)
                    && visit.distance.is_none()
                {
                    visit.distance = Some(distance + 1);
                    near.push_back((nearer, distance + 1));
                }
            }
        }
    }
}
