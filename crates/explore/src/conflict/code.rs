//! The program as a static graph: functions, their loops and dominators, and what lies between a dominator and a join.
//!
//! The whole-program graph of CDSE (sections 3.3.1 and 4.2.1 of its thesis) has a copy of a block for every call chain and every
//! round of its loops. All that can be said of a block without knowing which copy it is stands here, once per function; [`super::graph`] makes
//! copies where somebody comes. Loops are strongly connected components within one another (Bourdoncle, "Efficient chaotic iteration
//! strategies with widenings", 1993), dominators the fixed point of Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm".

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use everypath_machine::{Machine, State};
use everypath_program::{
    Block, BlockKey, Callee, CheckSet, Edge, Failure, Image, Instruction, LifeEffect, Local,
    Operand, Raised, RegionKind, StopReason, Terminator, Transfer,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::effects::{Effects, variable_of};

/// A block of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct PlaceId(pub u32);

/// A function: what is reached from its first block without calls and returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FunctionId(pub u32);

/// A loop of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct LoopId(pub u32);

/// One way to leave a block, as its text tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    /// What [`everypath_machine::Ran::Entered`] says where it is taken.
    pub slot: usize,
    pub to: To,
}

/// Where a way leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum To {
    /// To a block of the function.
    Place(PlaceId),
    /// Into a function; behind the call it goes on at this block.
    Call(BlockKey, PlaceId),
    /// Back to the caller.
    Return,
    /// Only a run tells. A call goes on behind it at this block.
    Unknown(Option<PlaceId>),
}

/// How it matters which edge a block was entered through.
#[derive(Clone, Debug)]
pub(super) enum Join {
    /// There is only one.
    One,
    /// All ways to it come from this dominator, and between them this may change.
    Since(PlaceId, Rc<Effects>),
    /// Anything may have changed.
    Any,
}

/// What is known of a block.
#[derive(Debug)]
pub(super) struct Place {
    pub block: Rc<Block>,
    pub function: FunctionId,
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

/// Where jumps within functions lead that a run found, by the block that ends with the jump.
pub(super) type Jumps = BTreeMap<BlockKey, BTreeSet<u64>>;

/// What is known of a loop.
#[derive(Debug)]
struct Loop {
    header: PlaceId,
    exits: Option<Vec<PlaceId>>,
}

/// All functions that were looked at.
#[derive(Debug)]
pub(super) struct Code {
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
    pub fn new(machine: &mut Machine<'_>, state: &State, jumps: Jumps) -> Self {
        let entry = machine.program().entry();
        let mut code = Code {
            places: Vec::new(),
            functions: Vec::new(),
            by_entry: FxHashMap::default(),
            loops: Vec::new(),
            checks: machine.options().checks,
            checks_results: machine.options().checks.has_raised_by(Raised::Call)
                && !machine.program().function_addresses().is_empty(),
            shares_locals: true,
            locals: machine.program().locals(entry).len(),
            jumps,
        };
        code.function(machine, state, entry);
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

    pub fn place(&self, id: PlaceId) -> &Place {
        &self.places[id.0 as usize]
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
    pub fn function(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        entry: BlockKey,
    ) -> FunctionId {
        if let Some(&known) = self.by_entry.get(&entry) {
            return known;
        }
        // Callees come before their callers; a function that is called back before it is known may do anything.
        let mut stack = vec![self.discover(machine, state, entry)];
        while let Some(&id) = stack.last() {
            let callees: Vec<BlockKey> = self.callees(id).collect();
            let unknown = callees
                .into_iter()
                .find(|callee| !self.by_entry.contains_key(callee));
            match unknown {
                Some(callee) => {
                    let found = self.discover(machine, state, callee);
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
    fn discover(
        &mut self,
        machine: &mut Machine<'_>,
        state: &State,
        entry: BlockKey,
    ) -> FunctionId {
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
            let block = machine.block(state, key);
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
                    machine.program().image(),
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
        let first = places[0].0 as usize;
        let mut all = Effects::default();
        for &place in &places {
            all.add(&self.place(place).effects, true);
            all.add(&self.behind(place), self.shares_locals);
        }
        self.functions[id.0 as usize].effects = Some(Rc::new(all));

        let successors: Vec<Vec<usize>> = places
            .iter()
            .map(|&place| {
                let ways = self.place(place).ways.iter();
                let next = ways.filter_map(|way| match way.to {
                    To::Place(place) | To::Call(_, place) | To::Unknown(Some(place)) => {
                        Some(place.0 as usize - first)
                    }
                    To::Return | To::Unknown(None) => None,
                });
                let mut next: Vec<usize> = next.collect();
                // Two ways to one block are two: they may hand over other arguments.
                next.sort_unstable();
                next
            })
            .collect();
        let flow = Flow::new(successors);
        for (index, &rank) in flow.rank.iter().enumerate() {
            self.places[first + index].rank = rank as u32;
        }
        let base = self.loops.len();
        let nest = Nest::new(&flow);
        self.loops.extend(nest.headers.iter().map(|&header| Loop {
            header: PlaceId((first + header) as u32),
            exits: None,
        }));
        for (index, loops) in nest.loops.iter().enumerate() {
            let loops = loops.iter().map(|&inner| LoopId((base + inner) as u32));
            self.places[first + index].loops = loops.collect();
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
        let dominators = flow.dominators();
        for index in 0..places.len() {
            let is_back = |from: usize| nest.is_back(from, index);
            let (back, forth): (Vec<usize>, Vec<usize>) =
                flow.before[index].iter().partition(|&&from| is_back(from));
            let place = first + index;
            self.places[place].first =
                self.join(first, index, &forth, index == 0, &flow, &nest, &dominators);
            self.places[place].again =
                self.join(first, index, &back, false, &flow, &nest, &dominators);
        }
    }

    /// See [`Code::exits`].
    fn find_exits(&self, places: &[PlaceId], id: LoopId) -> Option<Vec<PlaceId>> {
        let is_inside = |place: PlaceId| self.place(place).loops.contains(&id);
        let mut exits = Vec::new();
        for &place in places.iter().filter(|&&place| is_inside(place)) {
            let place = self.place(place);
            if place.at_risk {
                return None;
            }
            for way in &place.ways {
                let next = match way.to {
                    To::Place(next) => next,
                    To::Call(entry, next) => {
                        let callee = self.by_entry.get(&entry)?;
                        let is_harmless = self.functions[callee.0 as usize].is_analysed
                            && self.place(self.entry(*callee)).to_risk.is_none();
                        is_harmless.then_some(next)?
                    }
                    To::Return | To::Unknown(_) => return None,
                };
                if !is_inside(next) && !exits.contains(&next) {
                    exits.push(next);
                }
            }
        }
        Some(exits)
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

    #[expect(
        clippy::too_many_arguments,
        reason = "the graph of a function in its parts"
    )]
    fn join(
        &self,
        first: usize,
        index: usize,
        from: &[usize],
        is_entry: bool,
        flow: &Flow,
        nest: &Nest,
        dominators: &[Option<usize>],
    ) -> Join {
        // A block of a loop that this one is not in has several copies on the ways here.
        let leaves_loop = |from: usize| {
            let mut loops = nest.loops[from].iter();
            loops.any(|inner| !nest.loops[index].contains(inner))
        };
        match from {
            [] => return Join::One,
            &[one] if !is_entry && !leaves_loop(one) => return Join::One,
            _ if is_entry => return Join::Any,
            _ => {}
        }
        let mut dominator = from[0];
        for &other in &from[1..] {
            dominator = match flow.common(dominators, dominator, other) {
                Some(common) => common,
                None => return Join::Any,
            };
        }
        while leaves_loop(dominator) {
            dominator = match dominators[dominator] {
                Some(next) if next != dominator => next,
                _ => return Join::Any,
            };
        }
        let mut effects = Effects::default();
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut stack: Vec<usize> = from.to_vec();
        while let Some(at) = stack.pop() {
            if nest.is_irregular(at) {
                return Join::Any;
            }
            let place = PlaceId((first + at) as u32);
            if !seen.insert(at) {
                continue;
            }
            effects.add(&self.behind(place), self.shares_locals);
            for &local in self.place(place).block.terminator.results() {
                effects.add_local(local);
            }
            if at != dominator {
                effects.add(&self.place(place).effects, true);
                stack.extend(&flow.before[at]);
            }
        }
        Join::Since(PlaceId((first + dominator) as u32), Rc::new(effects))
    }

    /// Blocks to the nearest risk and to the nearest return, backwards from them, until nothing gets shorter.
    fn find_distances(&mut self, places: &[PlaceId]) {
        let mut changed = true;
        while changed {
            changed = false;
            for &id in places.iter().rev() {
                let place = self.place(id);
                let mut to_risk = place.at_risk.then_some(0);
                let mut to_return = None;
                for way in &place.ways {
                    let (risk, ret) = match way.to {
                        To::Place(next) => {
                            let next = self.place(next);
                            (next.to_risk, next.to_return)
                        }
                        To::Call(entry, next) => {
                            let next = self.place(next);
                            let callee = self.by_entry.get(&entry).copied();
                            let known = callee
                                .filter(|id| self.functions[id.0 as usize].is_analysed)
                                .map(|id| self.place(self.entry(id)));
                            // A callee that is not analysed calls back: it may do and reach anything.
                            let (inside, through) = known.map_or((Some(0), Some(0)), |callee| {
                                (callee.to_risk, callee.to_return)
                            });
                            let add = |next: Option<u32>| {
                                next.zip(through)
                                    .map(|(next, through)| next.saturating_add(through))
                            };
                            let risk = inside.into_iter().chain(add(next.to_risk)).min();
                            (risk, add(next.to_return))
                        }
                        To::Return => (None, Some(0)),
                        To::Unknown(_) => (Some(0), Some(0)),
                    };
                    let nearer = |best: Option<u32>, new: Option<u32>| {
                        let new = new.map(|new| new.saturating_add(1));
                        best.into_iter().chain(new).min()
                    };
                    to_risk = nearer(to_risk, risk);
                    to_return = nearer(to_return, ret);
                }
                let place = &mut self.places[id.0 as usize];
                if (place.to_risk, place.to_return) != (to_risk, to_return) {
                    changed = true;
                    (place.to_risk, place.to_return) = (to_risk, to_return);
                }
            }
        }
    }
}

/// Collects the blocks of one function.
struct Finder {
    first: usize,
    blocks: Vec<Rc<Block>>,
    known: FxHashMap<BlockKey, PlaceId>,
    keys: Vec<BlockKey>,
    jumps: Jumps,
}

impl Finder {
    fn place(&mut self, key: BlockKey) -> PlaceId {
        let next = PlaceId((self.first + self.keys.len()) as u32);
        let keys = &mut self.keys;
        *self.known.entry(key).or_insert_with(|| {
            keys.push(key);
            next
        })
    }

    fn ways(&mut self, block: &Block) -> Vec<Way> {
        let one = |to| vec![Way { slot: 0, to }];
        match &block.terminator {
            Terminator::Jump { edge, transfer } => match *transfer {
                Transfer::Jump => one(To::Place(self.place(edge.target))),
                Transfer::Call { return_to } => {
                    let next = self.place(BlockKey::at(return_to));
                    one(To::Call(edge.target, next))
                }
                Transfer::Return => one(To::Return),
                Transfer::ReturnAndCall { .. } => one(To::Unknown(None)),
            },
            Terminator::Branch {
                then, otherwise, ..
            } => vec![
                Way {
                    slot: 0,
                    to: To::Place(self.place(otherwise.target)),
                },
                Way {
                    slot: 1,
                    to: To::Place(self.place(then.target)),
                },
            ],
            Terminator::Switch { cases, default, .. } => {
                let mut ways: Vec<(usize, &Edge)> = Vec::new();
                for (slot, (_, edge)) in cases.iter().enumerate() {
                    if edge != default && !ways.iter().any(|way| way.1 == edge) {
                        ways.push((slot, edge));
                    }
                }
                ways.push((cases.len(), default));
                let ways = ways.into_iter();
                ways.map(|(slot, edge)| Way {
                    slot,
                    to: To::Place(self.place(edge.target)),
                })
                .collect()
            }
            Terminator::IndirectJump { transfer, .. } => match *transfer {
                Transfer::Return => one(To::Return),
                Transfer::Call { return_to } => {
                    let next = self.place(BlockKey::at(return_to));
                    one(To::Unknown(Some(next)))
                }
                Transfer::Jump => {
                    let mut ways = one(To::Unknown(None));
                    for address in self.jumps.get(&block.key).cloned().unwrap_or_default() {
                        ways.push(Way {
                            slot: address as usize,
                            to: To::Place(self.place(BlockKey::at(address))),
                        });
                    }
                    ways
                }
                Transfer::ReturnAndCall { .. } => one(To::Unknown(None)),
            },
            Terminator::Call {
                callee, return_to, ..
            } => {
                let next = self.place(*return_to);
                match callee {
                    Callee::Function(entry) => one(To::Call(*entry, next)),
                    Callee::Address(_) => one(To::Unknown(Some(next))),
                }
            }
            Terminator::Return { .. } => one(To::Return),
            Terminator::SetJump { next, .. } => one(To::Place(self.place(*next))),
            Terminator::LongJump { .. } => one(To::Unknown(None)),
            Terminator::Exit { .. } | Terminator::Stop(_) => Vec::new(),
        }
    }
}

/// The way of a switch that stands for all that go on as a case does.
pub(super) fn slot_of_case(cases: &[(u64, Edge)], default: &Edge, case: usize) -> usize {
    match cases.get(case) {
        Some((_, edge)) if edge != default => {
            let same = cases.iter().position(|(_, other)| other == edge);
            same.unwrap_or(case)
        }
        _ => cases.len(),
    }
}

/// The slot of the way that a run took out of a block, by what the machine says of it.
pub(super) fn slot_of_way(terminator: &Terminator, way: usize) -> usize {
    match terminator {
        Terminator::Switch { cases, default, .. } => slot_of_case(cases, default, way),
        Terminator::Jump { .. }
        | Terminator::Branch { .. }
        | Terminator::IndirectJump { .. }
        | Terminator::Call { .. }
        | Terminator::Return { .. }
        | Terminator::SetJump { .. }
        | Terminator::LongJump { .. }
        | Terminator::Exit { .. }
        | Terminator::Stop(_) => way,
    }
}

/// The edge that a way within a function goes along.
pub(super) fn edge_of(terminator: &Terminator, slot: usize) -> Option<&Edge> {
    match terminator {
        Terminator::Jump { edge, .. } => Some(edge),
        Terminator::Branch { otherwise, .. } if slot == 0 => Some(otherwise),
        Terminator::Branch { then, .. } => Some(then),
        Terminator::Switch { cases, default, .. } => {
            Some(cases.get(slot).map_or(default, |case| &case.1))
        }
        Terminator::IndirectJump { .. }
        | Terminator::Call { .. }
        | Terminator::Return { .. }
        | Terminator::SetJump { .. }
        | Terminator::LongJump { .. }
        | Terminator::Exit { .. }
        | Terminator::Stop(_) => None,
    }
}

/// Whether bytes can be accessed as long as the program runs.
pub(super) fn is_always_there(image: &Image, start: u64, size: u64, store: bool) -> bool {
    image.regions.iter().any(|region| {
        let offset = start.wrapping_sub(region.base);
        let fits = region
            .size
            .checked_sub(size)
            .is_some_and(|last| offset <= last);
        let allowed = match store {
            true => region.permissions.write,
            false => region.permissions.read,
        };
        fits && allowed && matches!(region.kind, RegionKind::Global | RegionKind::Segment)
    })
}

/// Whether some instruction of a block may need a constant.
fn chooses(block: &Block, variables: &FxHashMap<Local, u64>) -> bool {
    let mut instructions = block.instructions.iter();
    instructions.any(|instruction| {
        let variable = variable_of(instruction, variables);
        let mut may_be_term = false;
        instruction.each_operand(|operand| {
            may_be_term |= match operand {
                Operand::Local(local) => Some(local) != variable,
                Operand::Constant(_) => false,
            };
        });
        instruction.takes_constants() && may_be_term
    })
}

/// The sizes of the variables of a frame that have an address, by the local that has it: one that is written once, in the first block and
/// before it is used, so that whoever uses it later finds the variable there. (A first block that is come to again makes them anew.)
fn variables(blocks: &[Rc<Block>]) -> FxHashMap<Local, u64> {
    let mut variables = FxHashMap::default();
    let mut used: FxHashSet<Operand> = FxHashSet::default();
    for instruction in blocks.first().iter().flat_map(|block| &block.instructions) {
        match instruction {
            Instruction::Allocate {
                to,
                size: Operand::Constant(size),
                kind: RegionKind::Local,
                ..
            } if !used.contains(&Operand::Local(*to)) => drop(variables.insert(*to, *size)),
            Instruction::Load { address, .. } | Instruction::Store { address, .. } => {
                used.insert(*address);
            }
            Instruction::Service { arguments, .. } => used.extend(arguments.iter().copied()),
            Instruction::Copy { .. }
            | Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Select { .. }
            | Instruction::Resize { .. }
            | Instruction::Float { .. }
            | Instruction::Input { .. }
            | Instruction::Check { .. }
            | Instruction::Assume { .. }
            | Instruction::Allocate { .. } => {}
        }
    }
    let mut times: FxHashMap<Local, u32> = FxHashMap::default();
    for block in blocks {
        let ends = block.parameters.iter().chain(block.terminator.results());
        let instructions = block.instructions.iter().filter_map(Instruction::result);
        for local in ends.copied().chain(instructions) {
            *times.entry(local).or_default() += 1;
        }
    }
    variables.retain(|local, _| times.get(local) == Some(&1));
    variables
}

/// Which of the variables of a frame are there as long as the frame is.
fn lasting(blocks: &[Rc<Block>], variables: &FxHashMap<Local, u64>) -> FxHashSet<Local> {
    let mut lasting: FxHashSet<Local> = variables.keys().copied().collect();
    for instruction in blocks.iter().flat_map(|block| &block.instructions) {
        let Instruction::Service {
            service, arguments, ..
        } = instruction
        else {
            continue;
        };
        match (service.info().lives, arguments.first()) {
            (LifeEffect::EndsVariable, Some(Operand::Local(local))) => drop(lasting.remove(local)),
            (LifeEffect::EndsVariable | LifeEffect::EndsVariables, _) => {
                return FxHashSet::default();
            }
            (LifeEffect::Unchanged | LifeEffect::BeginsVariable | LifeEffect::Objects, _) => {}
        }
    }
    lasting
}

/// Whether something in a block may fail or is not supported, as far as its text and what is known of operands tell.
fn is_at_risk(
    block: &Block,
    (checks, checks_results): (CheckSet, bool),
    image: &Image,
    (variables, lasting): (&FxHashMap<Local, u64>, &FxHashSet<Local>),
    mut begun: FxHashSet<Local>,
    known: impl Fn(usize, Operand) -> Option<u64>,
) -> bool {
    for (index, instruction) in block.instructions.iter().enumerate() {
        let is_there = |begun: &FxHashSet<Local>, address: &Operand, offset: u64, size: u64| {
            let Operand::Local(local) = address else {
                return false;
            };
            let fits = variables
                .get(local)
                .is_some_and(|&bytes| offset.checked_add(size).is_some_and(|end| end <= bytes));
            fits && (lasting.contains(local) || begun.contains(local))
        };
        let risk = match instruction {
            Instruction::Check {
                property,
                condition,
            } => {
                let holds = known(index, *condition).is_some_and(|value| value != 0);
                checks.contains(*property) && !holds
            }
            Instruction::Load {
                address,
                offset,
                size,
                ..
            }
            | Instruction::Store {
                address,
                offset,
                size,
                ..
            } => {
                let store = matches!(instruction, Instruction::Store { .. });
                let size = u64::from(*size);
                match known(index, *address) {
                    Some(base) => !is_always_there(image, base.wrapping_add(*offset), size, store),
                    None => {
                        !is_there(&begun, address, *offset, size)
                            || !store && checks.has_raised_by(Raised::Contents)
                    }
                }
            }
            Instruction::Service {
                service, arguments, ..
            } => {
                let info = service.info();
                let variable = variable_of(instruction, variables);
                match (info.lives, variable) {
                    (LifeEffect::Unchanged | LifeEffect::Objects, _) => {}
                    (LifeEffect::BeginsVariable, None) => {}
                    (LifeEffect::BeginsVariable, Some(local)) => drop(begun.insert(local)),
                    (LifeEffect::EndsVariable, Some(local)) => drop(begun.remove(&local)),
                    (LifeEffect::EndsVariable, None) | (LifeEffect::EndsVariables, _) => {
                        begun.clear();
                    }
                }
                let may_be_term = |&argument: &Operand| {
                    let is_variable = variable.map(Operand::Local) == Some(argument);
                    !is_variable && known(index, argument).is_none()
                };
                let fails = match info.failure {
                    Failure::Never => false,
                    Failure::OutOfBounds => {
                        let bytes = info.memory.range().and_then(|(start, size)| {
                            Some((arguments.get(start)?, *arguments.get(size)?))
                        });
                        !bytes.is_some_and(|(start, size)| {
                            let size = known(index, size);
                            size.is_some_and(|size| is_there(&begun, start, 0, size))
                        })
                    }
                    Failure::Possible => true,
                };
                fails || info.takes_constants() && arguments.iter().any(may_be_term)
            }
            Instruction::Allocate { to, size, kind, .. } => {
                if *kind == RegionKind::Local {
                    begun.insert(*to);
                }
                known(index, *size).is_none()
            }
            Instruction::Float { operation, .. } => operation.takes_constants(),
            Instruction::Copy { .. }
            | Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Select { .. }
            | Instruction::Resize { .. }
            | Instruction::Assume { .. }
            | Instruction::Input { .. } => false,
        };
        if risk {
            return true;
        }
    }
    match &block.terminator {
        Terminator::Exit { .. } => checks.has_raised_by(Raised::End),
        Terminator::Return { .. } => checks_results,
        Terminator::Stop(StopReason::Dead) => false,
        Terminator::Stop(StopReason::Unsupported(_)) => true,
        Terminator::Call { callee, .. } => matches!(callee, Callee::Address(_)),
        Terminator::SetJump { .. } | Terminator::LongJump { .. } => true,
        // Where a computed jump leads is not known before it runs, which makes its block one to go to in any case.
        Terminator::Jump { .. }
        | Terminator::Branch { .. }
        | Terminator::Switch { .. }
        | Terminator::IndirectJump { .. } => false,
    }
}

/// The blocks of a function and their edges, by index; 0 is the entry.
struct Flow {
    after: Vec<Vec<usize>>,
    before: Vec<Vec<usize>>,
    /// Blocks in reverse postorder.
    order: Vec<usize>,
    /// The place of each block in it.
    rank: Vec<usize>,
}

impl Flow {
    fn new(after: Vec<Vec<usize>>) -> Self {
        let mut before = vec![Vec::new(); after.len()];
        for (from, next) in after.iter().enumerate() {
            next.iter().for_each(|&to| before[to].push(from));
        }
        let mut order = Vec::with_capacity(after.len());
        let mut seen = vec![false; after.len()];
        let mut stack = vec![(0, 0)];
        seen[0] = true;
        while let Some((at, next)) = stack.pop() {
            match after[at].get(next) {
                Some(&to) => {
                    stack.push((at, next + 1));
                    if !std::mem::replace(&mut seen[to], true) {
                        stack.push((to, 0));
                    }
                }
                None => order.push(at),
            }
        }
        order.reverse();
        let mut rank = vec![usize::MAX; after.len()];
        for (place, &block) in order.iter().enumerate() {
            rank[block] = place;
        }
        Flow {
            after,
            before,
            order,
            rank,
        }
    }

    /// The immediate dominator of each block; the entry is its own.
    fn dominators(&self) -> Vec<Option<usize>> {
        let mut dominators = vec![None; self.after.len()];
        dominators[0] = Some(0);
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &self.order[1..] {
                let mut new = None;
                for &from in &self.before[block] {
                    if dominators[from].is_some() {
                        new = match new {
                            None => Some(from),
                            Some(other) => self.common(&dominators, other, from),
                        };
                    }
                }
                if dominators[block] != new {
                    dominators[block] = new;
                    changed = true;
                }
            }
        }
        dominators
    }

    /// The nearest block that dominates both.
    fn common(&self, dominators: &[Option<usize>], mut a: usize, mut b: usize) -> Option<usize> {
        while a != b {
            while self.rank[a] > self.rank[b] {
                a = dominators[a]?;
            }
            while self.rank[b] > self.rank[a] {
                b = dominators[b]?;
            }
        }
        Some(a)
    }
}

/// The loops of a function.
struct Nest {
    /// The block that each loop begins with.
    headers: Vec<usize>,
    /// Whether a loop can be entered elsewhere than at its first block.
    irregular: Vec<bool>,
    /// The loops that each block is in, outermost first.
    loops: Vec<Vec<usize>>,
}

impl Nest {
    fn new(flow: &Flow) -> Self {
        let count = flow.after.len();
        let mut nest = Nest {
            headers: Vec::new(),
            irregular: Vec::new(),
            loops: vec![Vec::new(); count],
        };
        // The part of the graph that is looked at: its blocks, without edges to the headers found so far.
        let mut parts: Vec<Vec<usize>> = vec![flow.order.clone()];
        let mut is_header = vec![false; count];
        while let Some(part) = parts.pop() {
            let inside: FxHashSet<usize> = part.iter().copied().collect();
            for component in components(flow, &inside, &is_header) {
                let header = component
                    .iter()
                    .copied()
                    .min_by_key(|&block| flow.rank[block]);
                let Some(header) = header else { continue };
                let members: FxHashSet<usize> = component.iter().copied().collect();
                let enters = |block: usize| {
                    flow.before[block]
                        .iter()
                        .any(|from| flow.rank[*from] != usize::MAX && !members.contains(from))
                };
                let number = nest.headers.len();
                nest.headers.push(header);
                nest.irregular.push(
                    component
                        .iter()
                        .any(|&block| block != header && enters(block)),
                );
                for &block in &component {
                    nest.loops[block].push(number);
                }
                is_header[header] = true;
                parts.push(component);
            }
        }
        nest
    }

    /// Whether an edge goes back to the first block of a loop that it starts in.
    fn is_back(&self, from: usize, to: usize) -> bool {
        self.loops[to]
            .last()
            .is_some_and(|inner| self.headers[*inner] == to && self.loops[from].contains(inner))
    }

    /// Whether a block is in a loop that has several entries.
    fn is_irregular(&self, block: usize) -> bool {
        self.loops[block].iter().any(|&inner| self.irregular[inner])
    }
}

/// The strongly connected components of more than one block, or with an edge to itself, of a part of a graph without the edges to
/// some blocks (Tarjan).
fn components(flow: &Flow, inside: &FxHashSet<usize>, cut: &[bool]) -> Vec<Vec<usize>> {
    let count = flow.after.len();
    let (mut number, mut low) = (vec![0; count], vec![0; count]);
    let mut on_stack = vec![false; count];
    let (mut next, mut found, mut stack) = (1, Vec::new(), Vec::new());
    let goes = |from: usize, to: usize| inside.contains(&from) && inside.contains(&to) && !cut[to];
    for &root in flow.order.iter().filter(|block| inside.contains(block)) {
        if number[root] != 0 {
            continue;
        }
        let mut calls = vec![(root, 0)];
        while let Some((at, edge)) = calls.pop() {
            if edge == 0 && number[at] == 0 {
                number[at] = next;
                low[at] = next;
                next += 1;
                stack.push(at);
                on_stack[at] = true;
            }
            match flow.after[at].get(edge) {
                Some(&to) => {
                    calls.push((at, edge + 1));
                    if goes(at, to) {
                        if number[to] == 0 {
                            calls.push((to, 0));
                        } else if on_stack[to] {
                            low[at] = low[at].min(number[to]);
                        }
                    }
                }
                None => {
                    if let Some(&(caller, _)) = calls.last() {
                        low[caller] = low[caller].min(low[at]);
                    }
                    if low[at] == number[at] {
                        let mut component = Vec::new();
                        while let Some(block) = stack.pop() {
                            on_stack[block] = false;
                            component.push(block);
                            if block == at {
                                break;
                            }
                        }
                        let is_loop =
                            component.len() > 1 || goes(at, at) && flow.after[at].contains(&at);
                        if is_loop {
                            component.sort_unstable_by_key(|&block| flow.rank[block]);
                            found.push(component);
                        }
                    }
                }
            }
        }
    }
    found
}
