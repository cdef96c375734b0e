//! Difference constraints between terms, as a graph: the comparisons of one signedness.

use everypath_term::{Bits, Evaluator, Kind, Term, TermTable};
use rustc_hash::FxHashMap;

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
pub(super) struct Edge {
    from: u32,
    to: u32,
    weight: i128,
    source: Option<Term>,
}

/// The comparisons of one signedness.
#[derive(Debug, Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Term>,
    numbers: FxHashMap<Term, u32>,
    edges: Vec<Edge>,
    /// A value per node that satisfies the edges, once they were relaxed.
    pub(super) values: Vec<i128>,
    /// The edge that lowered each node last.
    lowered_by: Vec<Option<u32>>,
}

/// A comparison: `a - b <= bound` between two terms, one of which may be a constant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison {
    pub(super) sign: Sign,
    pub(super) a: Term,
    pub(super) b: Term,
    pub(super) bound: i128,
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
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.numbers.clear();
        self.edges.clear();
        self.values.clear();
    }

    /// The node of a term, with the edges of its range, and the offset if it is a constant.
    fn node(
        &mut self,
        table: &TermTable,
        sign: Sign,
        term: Term,
        witness: &mut Evaluator<'_>,
    ) -> (u32, i128) {
        if self.nodes.is_empty() {
            self.nodes.push(term);
            self.values.push(0);
        }
        if let Some(constant) = table.as_constant(term) {
            return (ZERO, number(&constant, sign));
        }
        if let Some(&node) = self.numbers.get(&term) {
            return (node, 0);
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(term);
        self.values.push(number(&witness.evaluate(term), sign));
        self.numbers.insert(term, node);
        let (least, greatest) = range(table.width(term), sign);
        self.edges.push(Edge {
            from: ZERO,
            to: node,
            weight: greatest,
            source: None,
        });
        self.edges.push(Edge {
            from: node,
            to: ZERO,
            weight: -least,
            source: None,
        });
        (node, 0)
    }

    /// Adds a comparison.
    pub(super) fn add(
        &mut self,
        table: &TermTable,
        comparison: Comparison,
        source: Option<Term>,
        witness: &mut Evaluator<'_>,
    ) {
        let Comparison { sign, a, b, bound } = comparison;
        let (to, a_offset) = self.node(table, sign, a, witness);
        let (from, b_offset) = self.node(table, sign, b, witness);
        // (to + a_offset) - (from + b_offset) <= bound
        let weight = bound - a_offset + b_offset;
        self.edges.push(Edge {
            from,
            to,
            weight,
            source,
        });
    }

    /// Lowers values until all edges hold, or finds a cycle that cannot hold (Bellman and Ford). A cycle shows in the edges that lowered
    /// values last long before there were as many rounds as nodes: it is looked for whenever rounds have doubled.
    pub(super) fn relax(&mut self) -> Relaxed {
        self.lowered_by.clear();
        self.lowered_by.resize(self.nodes.len(), None);
        for round in 0..=self.nodes.len() {
            let mut lowered = false;
            for (index, edge) in self.edges.iter().enumerate() {
                let most = self.values[edge.from as usize] + edge.weight;
                if self.values[edge.to as usize] > most {
                    self.values[edge.to as usize] = most;
                    self.lowered_by[edge.to as usize] = Some(index as u32);
                    lowered = true;
                }
            }
            if !lowered {
                return Relaxed::Holds;
            }
            if round.is_power_of_two()
                && let Some(node) = self.on_cycle()
            {
                return self.cycle(node);
            }
        }
        self.on_cycle()
            .map_or(Relaxed::Lost, |node| self.cycle(node))
    }

    /// A node that was lowered by itself, over others.
    fn on_cycle(&self) -> Option<u32> {
        // For each node the first walk that came to it.
        let mut walks = vec![0u32; self.nodes.len()];
        for start in 0..self.nodes.len() as u32 {
            let walk = start + 1;
            let mut node = start;
            while walks[node as usize] == 0 {
                walks[node as usize] = walk;
                match self.lowered_by[node as usize] {
                    Some(edge) => node = self.edges[edge as usize].from,
                    None => break,
                }
            }
            if walks[node as usize] == walk && self.lowered_by[node as usize].is_some() {
                return Some(node);
            }
        }
        None
    }

    /// The negative cycle that a node is on.
    fn cycle(&self, on_cycle: u32) -> Relaxed {
        let before =
            |node: u32| self.lowered_by[node as usize].map(|edge| self.edges[edge as usize]);
        let (mut core, mut sum) = (Vec::new(), 0);
        let mut current = on_cycle;
        while let Some(edge) = before(current) {
            core.extend(edge.source);
            sum += edge.weight;
            current = edge.from;
            if current == on_cycle {
                break;
            }
        }
        if current == on_cycle && sum < 0 {
            Relaxed::Contradiction(core)
        } else {
            Relaxed::Lost
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
        let saved = self.values.clone();
        self.add(table, comparison, None, witness);
        let relaxed = self.relax();
        self.edges.pop();
        self.values[..saved.len()].copy_from_slice(&saved);
        for (value, &term) in self
            .values
            .iter_mut()
            .zip(&self.nodes)
            .skip(saved.len().max(1))
        {
            *value = number(&witness.evaluate(term), comparison.sign);
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
