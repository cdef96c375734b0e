//! The whole-program graph: one node per block, call chain and round of each loop around it. Without cycles by construction.
//!
//! Section 4.2.1 of the CDSE thesis builds the graph at once; here a node is made when somebody comes to it, so that loops cost what is
//! looked at of them. What is true of a node whatever was made so far (its joins, its distance to a check) is known from [`super::code`].

use everypath_analysis::{ChainId, Code, Constants, PlaceId, To};
use everypath_machine::{Machine, State};
use everypath_program::{Assumption, BlockKey, Image, Position};
use rustc_hash::FxHashMap;

use super::blocks::Lifted;

/// A copy of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct NodeId(pub u32);

/// A way from one node to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct EdgeId(pub u32);

/// The call chain of the function that the program starts in.
pub(super) const NO_CALLER: NodeId = NodeId(u32::MAX);

/// A copy of a block in the graph.
#[derive(Debug)]
pub(super) struct Node {
    pub place: PlaceId,
    /// The node that calls the function it is in: its call chain.
    pub caller: NodeId,
    /// Rounds before this one of each loop around it, outermost first.
    pub rounds: Box<[u32]>,
    /// Values that were chosen within the block, where it needs constants, with the instruction that does: the node goes on there.
    pub values: Box<[(usize, u64)]>,
    /// Jumps between frames before it.
    pub jumps: u32,
    /// Whether some check in it may fail, or something in it may not be supported.
    pub at_risk: bool,
    /// Its call chain as far as constants tell; none if they exclude it.
    chain: Option<ChainId>,
    /// The ways out of it, the one to the nearest risk first, then those that runs found; empty before it is opened.
    pub edges: Vec<EdgeId>,
    pub is_open: bool,
    /// A run may yet find ways that the text does not tell.
    pub is_unknown: bool,
    /// Steps to the nearest risk, as the text tells; none if no risk can be reached.
    pub distance: Option<u32>,
}

/// Where an edge leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Node(NodeId),
    /// Beyond the bound of the loop that begins with this block.
    Bound(PlaceId, u64),
}

/// A way out of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct GraphEdge {
    pub from: NodeId,
    pub end: End,
    /// See [`super::code::Way`]; for a way that a run found, the address or the value.
    pub slot: usize,
    /// It goes on within the block, at this instruction, with a value for a constant.
    pub at: Option<usize>,
}

/// What tells a node from others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    caller: NodeId,
    place: PlaceId,
    rounds: Box<[u32]>,
    values: Box<[(usize, u64)]>,
    jumps: u32,
}

/// The graph as far as it was made.
#[derive(Debug)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    edges: Vec<GraphEdge>,
    by_key: FxHashMap<Key, NodeId>,
    /// What constants exclude is not in the graph.
    constants: Option<Constants>,
}

impl Graph {
    /// The graph of which only the entry is made.
    pub fn new(code: &Code, image: &Image) -> Self {
        let mut graph = Graph {
            nodes: Vec::new(),
            edges: Vec::new(),
            by_key: FxHashMap::default(),
            constants: Constants::new(code, image),
        };
        graph.enter(code, NO_CALLER, code.start(), 0);
        graph
    }

    /// The assumptions about the world that what constants decide rests on, each with its position and the calls around it.
    pub fn assumptions(&self, code: &Code) -> Vec<(Assumption, Vec<Position>)> {
        let constants = self.constants.iter();
        constants.flat_map(|it| it.assumptions(code)).collect()
    }

    pub const ENTRY: NodeId = NodeId(0);

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub fn edge(&self, id: EdgeId) -> GraphEdge {
        self.edges[id.0 as usize]
    }

    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// Makes the ways out of a node, as far as the text tells.
    pub fn open(&mut self, code: &mut Code, machine: &mut Machine<'_>, state: &State, id: NodeId) {
        if std::mem::replace(&mut self.nodes[id.0 as usize].is_open, true) {
            return;
        }
        let place = self.node(id).place;
        for (number, way) in code.place(place).ways.clone().into_iter().enumerate() {
            if !self.leads_on(code, id, number) {
                continue;
            }
            let end = match way.to {
                To::Place(next) => self.step(code, machine, id, next, self.node(id).jumps),
                To::Call(entry, _) => {
                    let function = code.function(&mut Lifted { machine, state }, entry);
                    let jumps = self.node(id).jumps;
                    Some(End::Node(self.enter(code, id, code.entry(function), jumps)))
                }
                To::Return => self.behind_call(code, machine, id),
                To::Unknown(_) => None,
            };
            match end {
                Some(end) => drop(self.add_edge(id, end, way.slot, None)),
                None => self.nodes[id.0 as usize].is_unknown = true,
            }
        }
        let mut edges = std::mem::take(&mut self.nodes[id.0 as usize].edges);
        edges.sort_by_key(|&edge| match self.edge(edge).end {
            End::Node(next) => self.node(next).distance.unwrap_or(u32::MAX),
            End::Bound(..) => u32::MAX,
        });
        self.nodes[id.0 as usize].edges = edges;
    }

    /// A way that a run found: a call of the function at an address. (Jumps within functions make loops, which [`Code`] has to know.)
    pub fn found_call(
        &mut self,
        code: &mut Code,
        machine: &mut Machine<'_>,
        state: &State,
        from: NodeId,
        (key, slot): (BlockKey, usize),
    ) -> Option<EdgeId> {
        let way = code.place(self.node(from).place).ways.first();
        let Some(To::Unknown(Some(_))) = way.map(|way| way.to) else {
            return None;
        };
        let function = code.function(&mut Lifted { machine, state }, key);
        let jumps = self.node(from).jumps;
        let end = End::Node(self.enter(code, from, code.entry(function), jumps));
        Some(self.add_edge(from, end, slot, None))
    }

    /// Where a way out of the loop that a node begins leads.
    pub fn behind_loop(
        &mut self,
        code: &Code,
        machine: &mut Machine<'_>,
        header: NodeId,
        exit: PlaceId,
    ) -> Option<End> {
        self.step(code, machine, header, exit, self.node(header).jumps)
    }

    /// A way that a run found: on within the block, where a constant is needed, with a value.
    pub fn found_value(&mut self, code: &Code, from: NodeId, at: usize, value: u64) -> EdgeId {
        let node = self.node(from);
        let mut values = node.values.to_vec();
        values.push((at, value));
        let key = Key {
            caller: node.caller,
            place: node.place,
            rounds: node.rounds.clone(),
            values: values.into(),
            jumps: node.jumps,
        };
        let next = self.intern(code, key);
        self.add_edge(from, End::Node(next), value as usize, Some(at))
    }

    /// A way that a run found: a jump between frames, to behind the node that has set its target.
    pub fn found_jump(
        &mut self,
        code: &Code,
        machine: &mut Machine<'_>,
        from: NodeId,
        target: NodeId,
        key: BlockKey,
    ) -> Option<EdgeId> {
        let place = self.node(target).place;
        let next = code.place_of(code.place(place).function, key)?;
        let jumps = self.node(from).jumps + 1;
        let end = match machine.loop_limit(key) {
            Some(limit) if u64::from(jumps) > limit => End::Bound(next, limit),
            _ => self.step(code, machine, target, next, jumps)?,
        };
        Some(self.add_edge(from, end, key.code as usize, None))
    }

    /// A run found that more ways lead out of a node than the text tells.
    pub fn set_unknown(&mut self, node: NodeId) {
        self.nodes[node.0 as usize].is_unknown = true;
    }

    fn add_edge(&mut self, from: NodeId, end: End, slot: usize, at: Option<usize>) -> EdgeId {
        let id = EdgeId(self.edges.len() as u32);
        self.edges.push(GraphEdge {
            from,
            end,
            slot,
            at,
        });
        self.nodes[from.0 as usize].edges.push(id);
        id
    }

    /// The first block of a function in a call chain.
    fn enter(&mut self, code: &Code, caller: NodeId, entry: PlaceId, jumps: u32) -> NodeId {
        let rounds = code.place(entry).loops.iter().map(|_| 0).collect();
        let key = Key {
            caller,
            place: entry,
            rounds,
            values: Box::default(),
            jumps,
        };
        self.intern(code, key)
    }

    /// A step within a function.
    fn step(
        &mut self,
        code: &Code,
        machine: &mut Machine<'_>,
        from: NodeId,
        to: PlaceId,
        jumps: u32,
    ) -> Option<End> {
        let node = self.node(from);
        let (here, there) = (code.place(node.place), code.place(to));
        let both = here.loops.iter().zip(there.loops.iter());
        let common = both.take_while(|(mine, theirs)| mine == theirs).count();
        let mut rounds: Vec<u32> = node.rounds[..common].to_vec();
        rounds.resize(there.loops.len(), 0);
        // The last loop around its first block is the one that it begins.
        let back = there.loops.len() == common
            && there
                .loops
                .last()
                .is_some_and(|&last| code.header(last) == to);
        if back && let Some(round) = rounds.last_mut() {
            *round += 1;
            if let Some(limit) = machine.loop_limit(there.block.key)
                && u64::from(*round) > limit
            {
                return Some(End::Bound(to, limit));
            }
        }
        let key = Key {
            caller: node.caller,
            place: to,
            rounds: rounds.into(),
            values: Box::default(),
            jumps,
        };
        Some(End::Node(self.intern(code, key)))
    }

    /// Where a return leads, if the call is known.
    fn behind_call(&mut self, code: &Code, machine: &mut Machine<'_>, from: NodeId) -> Option<End> {
        let caller = self.node(from).caller;
        if caller == NO_CALLER {
            return None;
        }
        let next = code.behind_call(self.node(caller).place)?;
        self.step(code, machine, caller, next, self.node(from).jumps)
    }

    fn intern(&mut self, code: &Code, key: Key) -> NodeId {
        if let Some(&known) = self.by_key.get(&key) {
            return known;
        }
        let id = NodeId(self.nodes.len() as u32);
        let (caller, place) = (key.caller, key.place);
        let chain = self.chain(caller);
        let distance = match &self.constants {
            None => self.distance(code, place, caller),
            Some(constants) => chain.and_then(|chain| constants.distance(code, (chain, place))),
        };
        // Constants may tell that no check in it fails.
        let at_risk = match &self.constants {
            None => code.place(place).at_risk,
            Some(_) => distance == Some(0),
        };
        self.nodes.push(Node {
            place,
            caller,
            rounds: key.rounds.clone(),
            values: key.values.clone(),
            jumps: key.jumps,
            at_risk,
            chain,
            edges: Vec::new(),
            is_open: false,
            is_unknown: false,
            distance,
        });
        self.by_key.insert(key, id);
        id
    }

    /// The call chain of the nodes of a function that a node calls, as far as constants tell.
    fn chain(&self, caller: NodeId) -> Option<ChainId> {
        let constants = self.constants.as_ref()?;
        if caller == NO_CALLER {
            return Some(Constants::START);
        }
        let call = self.node(caller);
        constants.callee(call.chain?, call.place)
    }

    /// Whether a way out of a node can be taken as far as constants tell.
    fn leads_on(&self, code: &Code, node: NodeId, way: usize) -> bool {
        let node = self.node(node);
        match (&self.constants, node.chain) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(constants), Some(chain)) => constants.leads_on(code, (chain, node.place), way),
        }
    }

    /// Steps from a block to the nearest risk, as the text tells, through the ends of the calls around it; none if there is none.
    fn distance(&self, code: &Code, mut place: PlaceId, mut caller: NodeId) -> Option<u32> {
        let mut distance = 0_u32;
        loop {
            let about = code.place(place);
            if let Some(risk) = about.to_risk {
                return Some(distance.saturating_add(risk));
            }
            distance = distance.saturating_add(about.to_return?);
            if caller == NO_CALLER {
                return None;
            }
            let call = self.node(caller);
            place = code.behind_call(call.place)?;
            caller = call.caller;
        }
    }

    /// The position of the loop bound that an edge reaches.
    pub fn bound_position(&self, code: &Code, machine: &Machine<'_>, header: PlaceId) -> Position {
        machine.loop_position(code.place(header).block.key)
    }
}
