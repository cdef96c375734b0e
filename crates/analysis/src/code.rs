//! The program as a static graph: functions, their loops and dominators, and what lies between a dominator and a join.
//!
//! The whole-program graph of CDSE (sections 3.3.1 and 4.2.1 of its thesis) has a copy of a block for every call chain and every
//! round of its loops. All that can be said of a block without knowing which copy it is stands here, once per function; who explores the program makes
//! copies where somebody comes.

use std::rc::Rc;

use everypath_program::{
    Block, BlockKey, CheckSet, Image, Local, Operand, Program, Raised, Terminator,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::effects::Effects;
use crate::risk::{chooses, is_at_risk, lasting, variables};
use crate::ways::Finder;
use crate::{Dominators, Flow, Jumps, Loops, PlaceId, To, Way};

/// Where blocks come from: those of machine code may have to be made first.
pub trait Blocks {
    /// The program.
    fn program(&self) -> &dyn Program;

    /// A block.
    fn block(&mut self, key: BlockKey) -> Rc<Block>;
}

/// A function: what is reached from its first block without calls and returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FunctionId(pub u32);

/// A loop of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoopId(pub u32);

/// How it matters which edge a block was entered through.
#[derive(Clone, Debug)]
pub enum Join {
    /// There is only one.
    One,
    /// All ways to it come from this dominator, and between them this may change.
    Since(PlaceId, Rc<Effects>),
    /// Anything may have changed.
    Any,
}

/// What is known of a block.
#[derive(Debug)]
pub struct Place {
    /// The block.
    pub block: Rc<Block>,
    /// The function that it is of.
    pub function: FunctionId,
    /// The ways out of it.
    pub ways: Vec<Way>,
    /// Its place in the reverse postorder of its function.
    pub rank: u32,
    /// The loops that it is in, outermost first.
    pub loops: Rc<[LoopId]>,
    /// Entered from outside of the loop that it begins, if it begins one.
    pub first: Join,
    /// Entered from inside of that loop.
    pub again: Join,
    /// Whether some check in it may fail, or something in it may not be supported.
    pub at_risk: bool,
    /// Whether something in it may have to be a constant, so that it has a copy for every value.
    pub chooses: bool,
    /// Blocks to the nearest one at risk, calls included; none if there is no way within the function.
    pub to_risk: Option<u32>,
    /// Blocks to the nearest return; none if there is no way.
    pub to_return: Option<u32>,
    effects: Effects,
}

#[derive(Debug)]
struct Function {
    places: Vec<PlaceId>,
    effects: Option<Rc<Effects>>,
    /// The sizes of variables of the frame, by the local that has their address.
    variables: FxHashMap<Local, u64>,
    /// Which of these are there as long as the frame is.
    lasting: FxHashSet<Local>,
    /// Returns of the function: how many blocks end with one.
    returns: u32,
    is_analysed: bool,
}

/// The blocks of a function as a graph; block 0 has the place `first`.
struct Shape {
    first: u32,
    flow: Flow,
    loops: Loops,
    dominators: Dominators,
}

/// What is known of a loop.
#[derive(Debug)]
struct Loop {
    header: PlaceId,
    exits: Option<Vec<PlaceId>>,
}

/// All functions that were looked at.
#[derive(Debug)]
pub struct Code {
    places: Vec<Place>,
    functions: Vec<Function>,
    by_entry: FxHashMap<BlockKey, FunctionId>,
    loops: Vec<Loop>,
    checks: CheckSet,
    /// Functions are called through pointers, which may promise other results than they give.
    checks_results: bool,
    /// Locals of machine code are registers, which calls share.
    pub shares_locals: bool,
    locals: usize,
    jumps: Jumps,
}

impl Code {
    /// The function that a program starts with, and all that it calls. `checks` are the properties that may fail.
    pub fn new(source: &mut dyn Blocks, checks: CheckSet, jumps: Jumps) -> Self {
        let entry = source.program().entry();
        let mut code = Code {
            places: Vec::new(),
            functions: Vec::new(),
            by_entry: FxHashMap::default(),
            loops: Vec::new(),
            checks,
            checks_results: checks.has_raised_by(Raised::Call)
                && !source.program().function_addresses().is_empty(),
            shares_locals: true,
            locals: source.program().locals(entry).len(),
            jumps,
        };
        code.function(source, entry);
        code
    }

    /// The block that the program starts with.
    pub fn start(&self) -> PlaceId {
        PlaceId(0)
    }

    /// Whether a jump is known to lead to an address.
    pub fn jumps_to(&self, from: BlockKey, address: u64) -> bool {
        self.jumps
            .get(&from)
            .is_some_and(|known| known.contains(&address))
    }

    /// What is known of jumps, for another graph.
    pub fn take_jumps(&mut self) -> Jumps {
        std::mem::take(&mut self.jumps)
    }

    /// What is known of a block.
    pub fn place(&self, id: PlaceId) -> &Place {
        &self.places[id.0 as usize]
    }

    pub(crate) fn place_mut(&mut self, id: PlaceId) -> &mut Place {
        &mut self.places[id.0 as usize]
    }

    /// The function that begins with a block, if all that is to be known of it is.
    pub(crate) fn analysed(&self, entry: BlockKey) -> Option<FunctionId> {
        let known = self.known_function(entry);
        known.filter(|id| self.functions[id.0 as usize].is_analysed)
    }

    /// Whether something is required of the end of the program.
    pub fn checks_ends(&self) -> bool {
        self.checks.has_raised_by(Raised::End)
    }

    /// The block that a loop begins with.
    pub fn header(&self, id: LoopId) -> PlaceId {
        self.loops[id.0 as usize].header
    }

    /// The blocks behind a loop, if nothing in it matters by itself: no check in it or in what it calls can fail, and it is left by
    /// ways within the function only.
    pub fn exits(&self, id: LoopId) -> Option<&[PlaceId]> {
        self.loops[id.0 as usize].exits.as_deref()
    }

    /// Whether a function has a single return.
    pub fn returns_once(&self, id: FunctionId) -> bool {
        self.functions[id.0 as usize].returns == 1
    }

    /// Whether a local has the address of a variable of its frame.
    pub fn is_variable(&self, id: FunctionId, local: Local) -> bool {
        self.variables(id).contains_key(&local)
    }

    /// The blocks of a function, the first one first.
    pub fn places(&self, id: FunctionId) -> &[PlaceId] {
        &self.functions[id.0 as usize].places
    }

    /// All functions that were looked at.
    pub fn functions(&self) -> impl Iterator<Item = FunctionId> + use<> {
        (0..self.functions.len() as u32).map(FunctionId)
    }

    /// The sizes of the variables of a function's frame, by the local that has their address.
    pub fn variables(&self, id: FunctionId) -> &FxHashMap<Local, u64> {
        &self.functions[id.0 as usize].variables
    }

    /// Whether a variable of a function's frame is there as long as the frame is.
    pub fn is_lasting(&self, id: FunctionId, local: Local) -> bool {
        self.functions[id.0 as usize].lasting.contains(&local)
    }

    /// The function that begins with a block, if it was looked at.
    pub fn known_function(&self, entry: BlockKey) -> Option<FunctionId> {
        self.by_entry.get(&entry).copied()
    }

    /// What a function may change, with all that it calls.
    pub fn effects(&self, id: FunctionId) -> &Effects {
        match &self.functions[id.0 as usize].effects {
            Some(effects) => effects,
            None => unreachable!("a function is analysed before anyone asks"),
        }
    }

    /// Whether a run alone tells where a block leads.
    pub fn is_unknown(&self, place: PlaceId) -> bool {
        let mut ways = self.place(place).ways.iter();
        ways.any(|way| matches!(way.to, To::Unknown(_)))
    }

    /// Whether something in a block may fail, or is not supported, where the values of some operands of instructions are known, and
    /// that some variables are there when it is entered.
    pub fn is_at_risk_with(
        &self,
        image: &Image,
        place: PlaceId,
        there: FxHashSet<Local>,
        known: impl Fn(usize, Operand) -> Option<u64>,
    ) -> bool {
        let function = &self.functions[self.place(place).function.0 as usize];
        let block = &self.place(place).block;
        let variables = (&function.variables, &function.lasting);
        let checks = (self.checks, self.checks_results);
        is_at_risk(block, checks, image, variables, there, known)
    }

    /// The block that goes on behind the call at the end of a block.
    pub fn behind_call(&self, place: PlaceId) -> Option<PlaceId> {
        self.place(place).ways.iter().find_map(|way| match way.to {
            To::Call(_, next) | To::Unknown(Some(next)) => Some(next),
            To::Place(_) | To::Return | To::Unknown(None) => None,
        })
    }

    /// The block of a function at a key, if it has one.
    pub fn place_of(&self, function: FunctionId, key: BlockKey) -> Option<PlaceId> {
        let places = &self.functions[function.0 as usize].places;
        let found = places
            .iter()
            .find(|&&place| self.place(place).block.key == key);
        found.copied()
    }

    /// The first block of a function.
    pub fn entry(&self, id: FunctionId) -> PlaceId {
        self.functions[id.0 as usize].places[0]
    }

    /// The function that begins with a block, with all that it calls.
    pub fn function(&mut self, source: &mut dyn Blocks, entry: BlockKey) -> FunctionId {
        if let Some(&known) = self.by_entry.get(&entry) {
            return known;
        }
        // Callees come before their callers; a function that is called back before it is known may do anything.
        let mut stack = vec![self.discover(source, entry)];
        while let Some(&id) = stack.last() {
            let callees: Vec<BlockKey> = self.callees(id).collect();
            let unknown = callees
                .into_iter()
                .find(|callee| !self.by_entry.contains_key(callee));
            match unknown {
                Some(callee) => {
                    let found = self.discover(source, callee);
                    stack.push(found);
                }
                None => {
                    stack.pop();
                    self.analyse(id);
                }
            }
        }
        self.by_entry[&entry]
    }

    fn callees(&self, id: FunctionId) -> impl Iterator<Item = BlockKey> + '_ {
        let places = self.functions[id.0 as usize].places.iter();
        places
            .flat_map(|&place| &self.place(place).ways)
            .filter_map(|way| match way.to {
                To::Call(entry, _) => Some(entry),
                To::Place(_) | To::Return | To::Unknown(_) => None,
            })
    }

    /// Finds the blocks of a function and how they are left.
    fn discover(&mut self, source: &mut dyn Blocks, entry: BlockKey) -> FunctionId {
        let id = FunctionId(self.functions.len() as u32);
        self.by_entry.insert(entry, id);
        let mut finder = Finder {
            first: self.places.len(),
            blocks: Vec::new(),
            known: FxHashMap::default(),
            keys: Vec::new(),
            jumps: std::mem::take(&mut self.jumps),
        };
        finder.place(entry);
        let mut ways = Vec::new();
        while let Some(&key) = finder.keys.get(finder.blocks.len()) {
            let block = source.block(key);
            if block.terminator.has_frames() {
                self.shares_locals = false;
            }
            ways.push(finder.ways(&block));
            finder.blocks.push(block);
        }
        self.jumps = std::mem::take(&mut finder.jumps);
        let variables = variables(&finder.blocks);
        let lasting = lasting(&finder.blocks, &variables);
        let mut returns = 0;
        for (block, ways) in finder.blocks.into_iter().zip(ways) {
            returns += u32::from(ways.iter().any(|way| way.to == To::Return));
            let mut effects = Effects::of(&block, &variables);
            for &local in block.terminator.results().iter().chain(&block.parameters) {
                effects.add_local(local);
            }
            self.places.push(Place {
                at_risk: is_at_risk(
                    &block,
                    (self.checks, self.checks_results),
                    source.program().image(),
                    (&variables, &lasting),
                    FxHashSet::default(),
                    |_, operand| operand.constant(),
                ),
                chooses: chooses(&block, &variables),
                block,
                function: id,
                ways,
                rank: 0,
                loops: Rc::from([]),
                first: Join::Any,
                again: Join::Any,
                to_risk: None,
                to_return: None,
                effects,
            });
        }
        self.functions.push(Function {
            places: (finder.first..self.places.len())
                .map(|index| PlaceId(index as u32))
                .collect(),
            effects: None,
            variables,
            lasting,
            returns,
            is_analysed: false,
        });
        id
    }

    /// Finds loops, joins, effects and distances of a function whose callees are known, or call it back.
    fn analyse(&mut self, id: FunctionId) {
        let function = &mut self.functions[id.0 as usize];
        if function.is_analysed {
            return;
        }
        let places = function.places.clone();
        let first = places[0].0;
        let mut all = Effects::default();
        for &place in &places {
            all.add(&self.place(place).effects, true);
            all.add(&self.behind(place), self.shares_locals);
        }
        self.functions[id.0 as usize].effects = Some(Rc::new(all));

        let successors: Vec<Vec<u32>> = places
            .iter()
            .map(|&place| {
                let ways = self.place(place).ways.iter();
                let next = ways.filter_map(|way| match way.to {
                    To::Place(place) | To::Call(_, place) | To::Unknown(Some(place)) => {
                        Some(place.0 - first)
                    }
                    To::Return | To::Unknown(None) => None,
                });
                let mut next: Vec<u32> = next.collect();
                // Two ways to one block are two: they may hand over other arguments.
                next.sort_unstable();
                next
            })
            .collect();
        let flow = Flow::new(successors);
        for (index, &rank) in flow.rank.iter().enumerate() {
            self.places[first as usize + index].rank = rank;
        }
        let base = self.loops.len();
        let nest = Loops::new(&flow);
        self.loops.extend(nest.headers.iter().map(|&header| Loop {
            header: PlaceId(first + header),
            exits: None,
        }));
        for (index, loops) in nest.around.iter().enumerate() {
            let loops = loops.iter().map(|&inner| LoopId((base + inner) as u32));
            self.places[first as usize + index].loops = loops.collect();
        }
        // A return in a loop is one of every round.
        let in_loops = places.iter().filter(|&&place| {
            let place = self.place(place);
            !place.loops.is_empty() && place.ways.iter().any(|way| way.to == To::Return)
        });
        self.functions[id.0 as usize].returns += in_loops.count() as u32;
        self.find_distances(&places);
        self.functions[id.0 as usize].is_analysed = true;
        for number in base..self.loops.len() {
            self.loops[number].exits = self.find_exits(&places, LoopId(number as u32));
        }
        // Where a run alone tells how the function goes on, or where it is entered by a jump between frames, no join is known.
        let is_opaque = places.iter().any(|&place| {
            let place = self.place(place);
            matches!(place.block.terminator, Terminator::SetJump { .. })
                || place.ways.iter().any(|way| way.to == To::Unknown(None))
        });
        if is_opaque {
            return;
        }
        let shape = Shape {
            first,
            dominators: Dominators::new(&flow.after, &flow.order),
            loops: nest,
            flow,
        };
        for index in 0..places.len() as u32 {
            let is_back = |from: u32| shape.loops.is_back(from, index);
            let before = shape.flow.before[index as usize].iter();
            let (back, forth): (Vec<u32>, Vec<u32>) = before.partition(|&&from| is_back(from));
            let (once, again) = (
                self.join(&shape, index, &forth, index == 0),
                self.join(&shape, index, &back, false),
            );
            let place = &mut self.places[(first + index) as usize];
            (place.first, place.again) = (once, again);
        }
    }

    /// What happens between leaving a block and the next block of its function: the callee.
    fn behind(&self, place: PlaceId) -> Effects {
        let mut effects = Effects::default();
        for way in &self.place(place).ways {
            match way.to {
                To::Call(entry, _) => match self.by_entry.get(&entry) {
                    Some(callee) => match &self.functions[callee.0 as usize].effects {
                        Some(known) => effects.add(known, true),
                        None => effects.add(&Effects::anything(self.locals), true),
                    },
                    None => effects.add(&Effects::anything(self.locals), true),
                },
                To::Unknown(_) => effects.add(&Effects::anything(self.locals), true),
                To::Place(_) | To::Return => {}
            }
        }
        effects
    }

    /// How it matters through which of some edges a block is entered.
    fn join(&self, shape: &Shape, index: u32, from: &[u32], is_entry: bool) -> Join {
        let (around, dominators) = (&shape.loops.around, &shape.dominators);
        // A block of a loop that this one is not in has several copies on the ways here.
        let leaves_loop = |from: u32| {
            let mut loops = around[from as usize].iter();
            loops.any(|inner| !around[index as usize].contains(inner))
        };
        match from {
            [] => return Join::One,
            &[one] if !is_entry && !leaves_loop(one) => return Join::One,
            _ if is_entry => return Join::Any,
            _ => {}
        }
        let mut dominator = from[0];
        for &other in &from[1..] {
            dominator = match dominators.common(dominator, other) {
                Some(common) => common,
                None => return Join::Any,
            };
        }
        while leaves_loop(dominator) {
            dominator = match dominators.immediate(dominator) {
                Some(next) if next != dominator => next,
                _ => return Join::Any,
            };
        }
        let mut effects = Effects::default();
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        let mut stack: Vec<u32> = from.to_vec();
        while let Some(at) = stack.pop() {
            if shape.loops.is_irregular(at) {
                return Join::Any;
            }
            let place = PlaceId(shape.first + at);
            if !seen.insert(at) {
                continue;
            }
            effects.add(&self.behind(place), self.shares_locals);
            for &local in self.place(place).block.terminator.results() {
                effects.add_local(local);
            }
            if at != dominator {
                effects.add(&self.place(place).effects, true);
                stack.extend(&shape.flow.before[at as usize]);
            }
        }
        Join::Since(PlaceId(shape.first + dominator), Rc::new(effects))
    }
}
