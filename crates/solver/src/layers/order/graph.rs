//! Difference constraints between terms, as a graph: the comparisons of one signedness.
//!
//! The values that terms have under the witness satisfy the constraints of a path, so only what is asked besides can fail. It is added edge by
//! edge, and each is repaired by itself: nodes are lowered in the order of how much they have to be, each once, and a value that is not
//! touched is not even computed (S. Cotton, O. Maler, "Fast and Flexible Difference Constraint Propagation for DPLL(T)", SAT 2006, section 3.1).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use everypath_term::{Bits, Evaluator, Kind, Node, Term, TermTable};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether numbers are compared as signed; selects the graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    Unsigned = 0,
    Signed = 1,
}

/// The node of all constants; its value is 0.
pub(super) const ZERO: u32 = 0;

/// `value(to) - value(from) <= weight`, because of an assertion (none for the range of a term).
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: u32,
    to: u32,
    weight: i128,
    source: Option<Term>,
    /// The edge that was the last to leave `from` before this one.
    before: Option<u32>,
}

/// The comparisons of one signedness.
#[derive(Debug)]
pub(super) struct Graph {
    sign: Sign,
    nodes: Vec<Term>,
    numbers: FxHashMap<Term, u32>,
    edges: Vec<Edge>,
    /// The last edge that leaves each node, of those that hold.
    leaving: Vec<Option<u32>>,
    /// Edges that may not hold, and do not leave their nodes yet.
    open: Vec<u32>,
    /// A value per node, once it was asked for; under them edges hold.
    values: Vec<Option<i128>>,
    /// The nodes that were lowered, with what they were before.
    lowered: Vec<(u32, i128)>,
    /// The repair that is under way.
    needs: Needs,
    /// Edges that were added or looked at, since there is this graph.
    pub(super) steps: u64,
}

/// What a repair has found so far; its room is used by the next one.
#[derive(Debug, Default)]
struct Needs {
    /// By node; shorter than the graph if its last nodes have none.
    by_node: Vec<Option<Need>>,
    /// The nodes that have an entry.
    nodes: Vec<u32>,
    /// The nodes that are not lowered yet, and some that are; who has to be lowered most comes first.
    order: BinaryHeap<(i128, Reverse<u32>)>,
}

/// A node has to be lowered.
#[derive(Clone, Copy, Debug)]
struct Need {
    amount: i128,
    /// Because of this edge.
    edge: u32,
    /// It was lowered.
    is_met: bool,
}

impl Needs {
    /// Forgets those of the repair before.
    fn clear(&mut self) {
        for node in self.nodes.drain(..) {
            self.by_node[node as usize] = None;
        }
        self.order.clear();
    }

    /// A node has to be lowered by so much, because of an edge.
    fn add(&mut self, node: u32, amount: i128, edge: u32) {
        let at = node as usize;
        if at >= self.by_node.len() {
            self.by_node.resize(at + 1, None);
        }
        let need = Need {
            amount,
            edge,
            is_met: false,
        };
        if self.by_node[at].replace(need).is_none() {
            self.nodes.push(node);
        }
        self.order.push((amount, Reverse(node)));
    }

    fn of(&self, node: u32) -> Option<Need> {
        self.by_node.get(node as usize).copied().flatten()
    }

    /// The node that has to be lowered most of those that were not, and by how much; it is from now on.
    fn next(&mut self) -> Option<(u32, i128)> {
        while let Some((amount, Reverse(node))) = self.order.pop() {
            if let Some(need) = &mut self.by_node[node as usize]
                && !std::mem::replace(&mut need.is_met, true)
            {
                return Some((node, amount));
            }
        }
        None
    }
}

/// A comparison: `a - b <= bound` between two terms, one of which may be a constant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison {
    pub(super) sign: Sign,
    pub(super) a: Term,
    pub(super) b: Term,
    pub(super) bound: i128,
}

/// Why a comparison is in the graph, which says whether it holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Given {
    /// It is part of a constraint of the path, which the witness satisfies.
    Constraint(Term),
    /// It is part of a goal.
    Goal(Term),
    /// It is supposed.
    Supposed,
}

/// What comes of relaxing a graph.
#[derive(Debug)]
pub(super) enum Relaxed {
    /// The values satisfy all edges.
    Holds,
    /// These assertions contradict each other.
    Contradiction(Vec<Term>),
    /// Neither was shown.
    Lost,
}

impl Graph {
    /// No comparisons.
    pub(super) fn new(sign: Sign) -> Self {
        Graph {
            sign,
            nodes: Vec::new(),
            numbers: FxHashMap::default(),
            edges: Vec::new(),
            leaving: Vec::new(),
            open: Vec::new(),
            values: Vec::new(),
            lowered: Vec::new(),
            needs: Needs::default(),
            steps: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.numbers.clear();
        self.edges.clear();
        self.leaving.clear();
        self.open.clear();
        self.values.clear();
        self.lowered.clear();
    }

    /// The value of a node.
    fn value(&mut self, node: u32, witness: &mut Evaluator<'_>) -> i128 {
        if let Some(value) = self.values[node as usize] {
            return value;
        }
        let value = number(&witness.evaluate(self.nodes[node as usize]), self.sign);
        self.values[node as usize] = Some(value);
        value
    }

    /// The terms whose values have changed, with those that they have now.
    pub(super) fn changed(&mut self, witness: &mut Evaluator<'_>) -> Vec<(Term, i128)> {
        let zero = self.values.first().copied().flatten().unwrap_or(0);
        let mut changed = Vec::new();
        for node in 1..self.nodes.len() as u32 {
            if zero == 0 && self.values[node as usize].is_none() {
                continue;
            }
            let value = self.value(node, witness) - zero;
            let term = self.nodes[node as usize];
            if number(&witness.evaluate(term), self.sign) != value {
                changed.push((term, value));
            }
        }
        changed
    }

    /// The node of a term, with the edges of its range, and the offset if it is a constant.
    fn node(&mut self, table: &TermTable, term: Term) -> (u32, i128) {
        if self.nodes.is_empty() {
            self.nodes.push(term);
            self.leaving.push(None);
            self.values.push(Some(0));
        }
        if let Some(constant) = table.as_constant(term) {
            return (ZERO, number(&constant, self.sign));
        }
        if let Some(&node) = self.numbers.get(&term) {
            return (node, 0);
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(term);
        self.leaving.push(None);
        self.values.push(None);
        self.numbers.insert(term, node);
        let (least, greatest) = range(table.width(term), self.sign);
        let is_moved = self.values[ZERO as usize] != Some(0);
        for (from, to, weight) in [(ZERO, node, greatest), (node, ZERO, -least)] {
            self.connect(from, to, weight, None, !is_moved);
        }
        (node, 0)
    }

    /// Adds an edge, which holds or may not.
    fn connect(&mut self, from: u32, to: u32, weight: i128, source: Option<Term>, holds: bool) {
        self.steps += 1;
        let number = self.edges.len() as u32;
        self.edges.push(Edge {
            from,
            to,
            weight,
            source,
            before: None,
        });
        match holds {
            true => self.link(number),
            false => self.open.push(number),
        }
    }

    /// Lets an edge leave its node.
    fn link(&mut self, number: u32) {
        let edge = &mut self.edges[number as usize];
        let last = &mut self.leaving[edge.from as usize];
        edge.before = last.replace(number);
    }

    /// Adds a comparison.
    pub(super) fn add(&mut self, table: &TermTable, comparison: Comparison, given: Given) {
        let Comparison {
            sign: _,
            a,
            b,
            bound,
        } = comparison;
        let (to, a_offset) = self.node(table, a);
        let (from, b_offset) = self.node(table, b);
        // (to + a_offset) - (from + b_offset) <= bound
        let weight = bound - a_offset + b_offset;
        let (source, holds) = match given {
            Given::Constraint(term) => (Some(term), true),
            Given::Goal(term) => (Some(term), false),
            Given::Supposed => (None, false),
        };
        self.connect(from, to, weight, source, holds);
    }

    /// Lowers values until all edges hold, or finds a cycle that cannot hold.
    pub(super) fn relax(&mut self, witness: &mut Evaluator<'_>) -> Relaxed {
        for number in std::mem::take(&mut self.open) {
            match self.repair(number, witness) {
                Relaxed::Holds => self.link(number),
                failed @ (Relaxed::Contradiction(_) | Relaxed::Lost) => return failed,
            }
        }
        Relaxed::Holds
    }

    /// Lowers values until an edge holds together with those that do. Since these hold, who has to be lowered most is not lowered again.
    fn repair(&mut self, number: u32, witness: &mut Evaluator<'_>) -> Relaxed {
        let Edge {
            from, to, weight, ..
        } = self.edges[number as usize];
        let origin = from;
        let most = self.value(from, witness) + weight;
        let amount = self.value(to, witness) - most;
        if amount <= 0 {
            return Relaxed::Holds;
        }
        self.needs.clear();
        self.needs.add(to, amount, number);
        if to == origin {
            return self.cycle(origin);
        }
        while let Some((node, amount)) = self.needs.next() {
            let before = self.value(node, witness);
            let value = before - amount;
            self.values[node as usize] = Some(value);
            self.lowered.push((node, before));
            let mut next = self.leaving[node as usize];
            while let Some(leaving) = next {
                let Edge {
                    to, weight, before, ..
                } = self.edges[leaving as usize];
                next = before;
                self.steps += 1;
                let known = self.needs.of(to);
                if known.is_some_and(|need| need.is_met) {
                    continue;
                }
                let amount = self.value(to, witness) - (value + weight);
                if amount > known.map_or(0, |need| need.amount) {
                    self.needs.add(to, amount, leaving);
                    if to == origin {
                        return self.cycle(origin);
                    }
                }
            }
        }
        Relaxed::Holds
    }

    /// The negative cycle that a node is on, from the edges because of which nodes have to be lowered.
    fn cycle(&self, origin: u32) -> Relaxed {
        let (mut core, mut sum) = (Vec::new(), 0);
        let mut current = origin;
        while let Some(need) = self.needs.of(current) {
            let edge = &self.edges[need.edge as usize];
            core.extend(edge.source);
            sum += edge.weight;
            current = edge.from;
            if current == origin {
                break;
            }
        }
        match current == origin && sum < 0 {
            true => Relaxed::Contradiction(core),
            false => Relaxed::Lost,
        }
    }

    /// Whether the edges rule a comparison out, and because of which assertions. The comparison itself is a supposition
    /// without a source: its term may be an assertion too, and then belongs to the core.
    pub(super) fn refutes(
        &mut self,
        table: &TermTable,
        comparison: Comparison,
        witness: &mut Evaluator<'_>,
    ) -> Option<Vec<Term>> {
        self.lowered.clear();
        self.add(table, comparison, Given::Supposed);
        let relaxed = self.relax(witness);
        for (node, before) in std::mem::take(&mut self.lowered).into_iter().rev() {
            self.values[node as usize] = Some(before);
        }
        // It leaves its node only if it could hold.
        let number = self.edges.len() as u32 - 1;
        if let Some(edge) = self.edges.pop()
            && self.leaving[edge.from as usize] == Some(number)
        {
            self.leaving[edge.from as usize] = edge.before;
        }
        match relaxed {
            Relaxed::Contradiction(core) => Some(core),
            Relaxed::Holds | Relaxed::Lost => None,
        }
    }
}

/// The least and greatest number of a width.
pub(super) fn range(width: u32, sign: Sign) -> (i128, i128) {
    match sign {
        Sign::Unsigned => (0, (1i128 << width) - 1),
        Sign::Signed => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
    }
}

/// The number that bits stand for; at most 64 of them.
pub(super) fn number(bits: &Bits, sign: Sign) -> i128 {
    let value = i128::from(bits.word(0));
    match sign {
        Sign::Signed if bits.is_negative() => value - (1i128 << bits.width()),
        _ => value,
    }
}

/// Calls `found` for each comparison that a Boolean term, or its complement, is a conjunction of. False if part of it is
/// something else.
pub(super) fn comparisons(
    table: &TermTable,
    term: Term,
    positive: bool,
    found: &mut impl FnMut(Comparison),
) -> bool {
    let mut stack = vec![(term, positive)];
    let mut all = true;
    while let Some((term, positive)) = stack.pop() {
        let node = table.node(term);
        match (node.kind, positive) {
            (Kind::Not, _) => stack.push((node.first(), !positive)),
            (Kind::And, true) | (Kind::Or, false) if node.width == 1 => {
                stack.extend([(node.first(), positive), (node.second(), positive)]);
            }
            (Kind::Slt | Kind::Ult, _) => {
                let sign = if node.kind == Kind::Slt {
                    Sign::Signed
                } else {
                    Sign::Unsigned
                };
                let (a, b) = (node.first(), node.second());
                if table.width(a) > 64 {
                    all = false;
                } else if positive {
                    found(Comparison {
                        sign,
                        a,
                        b,
                        bound: -1,
                    });
                } else {
                    found(Comparison {
                        sign,
                        a: b,
                        b: a,
                        bound: 0,
                    });
                }
            }
            (Kind::Eq, true) if (2..=64).contains(&table.width(node.first())) => {
                let (a, b) = (node.first(), node.second());
                for sign in [Sign::Unsigned, Sign::Signed] {
                    found(Comparison {
                        sign,
                        a,
                        b,
                        bound: 0,
                    });
                    found(Comparison {
                        sign,
                        a: b,
                        b: a,
                        bound: 0,
                    });
                }
            }
            _ => all = false,
        }
    }
    all
}

/// Whether a node joins Boolean terms to one.
pub(super) fn is_connective(table: &TermTable, node: &Node) -> bool {
    match node.kind {
        Kind::Not | Kind::And | Kind::Or | Kind::Xor | Kind::Ite => node.width == 1,
        Kind::Eq => table.width(node.first()) == 1,
        _ => false,
    }
}

/// Boolean terms that are looked at for a comparison.
const MOST_TERMS: usize = 512;

/// Whether a Boolean term is made of comparisons, among others; true where it is large.
pub(super) fn has_comparisons(table: &TermTable, term: Term) -> bool {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        let node = table.node(term);
        if is_connective(table, &node) {
            stack.extend(node.children());
        }
        let compares = matches!(node.kind, Kind::Slt | Kind::Ult)
            || node.kind == Kind::Eq && table.width(node.first()) > 1;
        if compares && table.width(node.first()) <= 64 || seen.len() > MOST_TERMS {
            return true;
        }
    }
    false
}
