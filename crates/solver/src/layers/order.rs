//! Order: comparisons between terms as difference constraints.
//!
//! Sorting and searching compare inputs with each other, and what such programs ask follows from transitivity: hard work for
//! a SAT solver, bit by bit, and a shortest path here. A comparison `x < y` of the path condition is an edge with a
//! weight between the nodes of `x` and `y` (as integers: `x - y <= -1`); constants share one node. Then (Cormen et al.,
//! *Introduction to Algorithms*, section "Difference constraints and shortest paths"):
//!
//! * a cycle of negative weight is a contradiction, and the comparisons on it are the core;
//! * otherwise the distances are values that satisfy all comparisons. Starting from the witness instead of zero changes
//!   as few of them as it can. Values that the terms cannot have, or that other constraints refuse, are found out by
//!   evaluating the whole query; the layer then passes.
//!
//! Signed and unsigned comparisons are two graphs over the same terms; an equality is in both. A goal that is no
//! comparison, but made of comparisons by Boolean operators, is decided if enough of its parts are implied by the graph.
//! Terms that are no inputs serve as nodes too: a contradiction between comparisons is one whatever they stand for.

use std::rc::Rc;

use everypath_term::ops::mask;
use everypath_term::{Assignment, Bits, Evaluator, Kind, Term, TermTable};
use rustc_hash::FxHashMap;

use super::{Layer, Query, Step};
use crate::answer::SolverError;
use crate::options::LayerKind;

/// A query with more comparisons than this is passed on.
const MOST_EDGES: usize = 4096;
/// A goal with more comparisons than this is passed on.
const MOST_PARTS: usize = 128;

/// The layer.
#[derive(Debug, Default)]
pub struct Order {
    graphs: [Graph; 2],
}

/// Whether numbers are compared as signed; selects the graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    Unsigned = 0,
    Signed = 1,
}

/// The node of all constants; its value is 0.
const ZERO: u32 = 0;

/// `value(to) - value(from) <= weight`, because of an assertion (none for the range of a term).
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: u32,
    to: u32,
    weight: i128,
    source: Option<Term>,
}

/// The comparisons of one signedness.
#[derive(Debug, Default)]
struct Graph {
    nodes: Vec<Term>,
    numbers: FxHashMap<Term, u32>,
    edges: Vec<Edge>,
    /// A value per node that satisfies the edges, once they were relaxed.
    values: Vec<i128>,
    /// The edge that lowered each node last.
    lowered_by: Vec<Option<u32>>,
}

/// A comparison: `a - b <= bound` between two terms, one of which may be a constant.
#[derive(Clone, Copy, Debug)]
struct Comparison {
    sign: Sign,
    a: Term,
    b: Term,
    bound: i128,
}

/// What comes of relaxing a graph.
#[derive(Debug)]
enum Relaxed {
    /// The values satisfy all edges.
    Holds,
    /// These assertions contradict each other.
    Contradiction(Vec<Term>),
    /// Neither was shown.
    Lost,
}

impl Graph {
    fn clear(&mut self) {
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
        if let Some(constant) = table.as_constant(term) {
            return (ZERO, number(&constant, sign));
        }
        if let Some(&node) = self.numbers.get(&term) {
            return (node, 0);
        }
        if self.nodes.is_empty() {
            self.nodes.push(term);
            self.values.push(0);
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
    fn add(
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

    /// Lowers values until all edges hold, or finds a cycle that cannot hold.
    fn relax(&mut self) -> Relaxed {
        self.lowered_by.clear();
        self.lowered_by.resize(self.nodes.len(), None);
        for round in 0..=self.nodes.len() {
            let mut lowered = None;
            for (index, edge) in self.edges.iter().enumerate() {
                let most = self.values[edge.from as usize] + edge.weight;
                if self.values[edge.to as usize] > most {
                    self.values[edge.to as usize] = most;
                    self.lowered_by[edge.to as usize] = Some(index as u32);
                    lowered = Some(edge.to);
                }
            }
            match lowered {
                None => return Relaxed::Holds,
                Some(node) if round == self.nodes.len() => return self.cycle(node),
                Some(_) => {}
            }
        }
        Relaxed::Lost
    }

    /// The negative cycle that `node` was lowered from.
    fn cycle(&self, node: u32) -> Relaxed {
        let before =
            |node: u32| self.lowered_by[node as usize].map(|edge| self.edges[edge as usize]);
        let mut on_cycle = node;
        for _ in 0..self.nodes.len() {
            on_cycle = before(on_cycle).map_or(on_cycle, |edge| edge.from);
        }
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
    fn refutes(
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
fn range(width: u32, sign: Sign) -> (i128, i128) {
    match sign {
        Sign::Unsigned => (0, (1i128 << width) - 1),
        Sign::Signed => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
    }
}

/// The number that bits stand for; at most 64 of them.
fn number(bits: &Bits, sign: Sign) -> i128 {
    let value = i128::from(bits.word(0));
    match sign {
        Sign::Signed if bits.is_negative() => value - (1i128 << bits.width()),
        _ => value,
    }
}

/// Calls `found` for each comparison that a Boolean term, or its complement, is a conjunction of. False if part of it is
/// something else.
fn comparisons(
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

/// What is known of a Boolean term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Truth {
    True,
    False,
    Unknown,
}

impl Truth {
    fn not(self) -> Truth {
        match self {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            Truth::Unknown => Truth::Unknown,
        }
    }

    fn and(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::False, _) | (_, Truth::False) => Truth::False,
            (Truth::True, Truth::True) => Truth::True,
            _ => Truth::Unknown,
        }
    }

    fn xor(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::Unknown, _) | (_, Truth::Unknown) => Truth::Unknown,
            _ if self == other => Truth::False,
            _ => Truth::True,
        }
    }
}

impl Order {
    /// What the graph says of a comparison or an equality, and because of which assertions.
    fn decide(
        &mut self,
        table: &TermTable,
        atom: Term,
        witness: &mut Evaluator<'_>,
        reasons: &mut Vec<Term>,
    ) -> Truth {
        if table.is_true(atom) {
            return Truth::True;
        }
        if table.is_false(atom) {
            return Truth::False;
        }
        // The witness satisfies the constraints, so the opposite of what it says cannot be implied.
        let holds = witness.is_true(atom);
        let mut refuted = None;
        let mut parts = Vec::new();
        comparisons(table, atom, !holds, &mut |comparison| {
            parts.push(comparison)
        });
        for comparison in parts {
            let graph = &mut self.graphs[comparison.sign as usize];
            refuted = graph.refutes(table, comparison, witness);
            if refuted.is_some() {
                break;
            }
        }
        if refuted.is_none() && holds && table.kind(atom) == Kind::Eq {
            refuted = self.differing_sides(table, atom, witness);
        }
        match refuted {
            Some(core) => {
                reasons.extend(core);
                if holds { Truth::True } else { Truth::False }
            }
            None => Truth::Unknown,
        }
    }

    /// For an equality: why neither side can be less than the other.
    fn differing_sides(
        &mut self,
        table: &TermTable,
        equality: Term,
        witness: &mut Evaluator<'_>,
    ) -> Option<Vec<Term>> {
        let node = table.node(equality);
        let (a, b) = (node.first(), node.second());
        if table.width(a) > 64 {
            return None;
        }
        for sign in [Sign::Signed, Sign::Unsigned] {
            let graph = &mut self.graphs[sign as usize];
            let less = Comparison {
                sign,
                a,
                b,
                bound: -1,
            };
            let greater = Comparison {
                sign,
                a: b,
                b: a,
                bound: -1,
            };
            if let Some(mut core) = graph.refutes(table, less, witness)
                && let Some(other) = graph.refutes(table, greater, witness)
            {
                core.extend(other);
                return Some(core);
            }
        }
        None
    }

    /// Decides a Boolean combination of comparisons under the graph.
    fn truth(
        &mut self,
        table: &TermTable,
        goal: Term,
        witness: &mut Evaluator<'_>,
        reasons: &mut Vec<Term>,
    ) -> Truth {
        let mut known: FxHashMap<Term, Truth> = FxHashMap::default();
        let mut stack = vec![goal];
        let mut parts = 0;
        while let Some(&term) = stack.last() {
            if known.contains_key(&term) {
                stack.pop();
                continue;
            }
            let node = table.node(term);
            let is_connective = match node.kind {
                Kind::Not | Kind::And | Kind::Or | Kind::Xor | Kind::Ite => node.width == 1,
                Kind::Eq => table.width(node.first()) == 1,
                _ => false,
            };
            if !is_connective {
                parts += 1;
                if parts > MOST_PARTS {
                    return Truth::Unknown;
                }
                let truth = self.decide(table, term, witness, reasons);
                known.insert(term, truth);
                stack.pop();
                continue;
            }
            let mut operands = [Truth::Unknown; 3];
            let mut ready = true;
            for (operand, child) in operands.iter_mut().zip(node.children()) {
                match known.get(&child) {
                    Some(&truth) => *operand = truth,
                    None => {
                        ready = false;
                        stack.push(child);
                    }
                }
            }
            if !ready {
                continue;
            }
            let [a, b, c] = operands;
            let truth = match node.kind {
                Kind::Not => a.not(),
                Kind::And => a.and(b),
                Kind::Or => a.not().and(b.not()).not(),
                Kind::Xor => a.xor(b),
                Kind::Eq => a.xor(b).not(),
                _ => match a {
                    Truth::True => b,
                    Truth::False => c,
                    Truth::Unknown if b == c => b,
                    Truth::Unknown => Truth::Unknown,
                },
            };
            known.insert(term, truth);
            stack.pop();
        }
        known.get(&goal).copied().unwrap_or(Truth::Unknown)
    }

    /// The witness with the inputs changed so that the nodes have their values.
    fn model(&self, table: &TermTable, witness: &Assignment) -> Assignment {
        let mut model = witness.clone();
        for (graph, sign) in self.graphs.iter().zip([Sign::Unsigned, Sign::Signed]) {
            let zero = graph.values.first().copied().unwrap_or(0);
            let mut before = Evaluator::new(table, witness);
            for (&term, &value) in graph.nodes.iter().zip(&graph.values).skip(1) {
                let value = value - zero;
                if number(&before.evaluate(term), sign) != value {
                    set(table, &mut model, term, value as u64);
                }
            }
        }
        model
    }
}

/// Changes inputs so that `term` (of at most 64 bits) has a value, where it is put together from inputs.
fn set(table: &TermTable, model: &mut Assignment, term: Term, value: u64) {
    let mut stack = vec![(term, value)];
    while let Some((term, value)) = stack.pop() {
        let node = table.node(term);
        match node.kind {
            Kind::Input => model.set_u64(node.input(), node.width, value & mask(node.width)),
            Kind::Concat => {
                let low_width = table.width(node.second());
                stack.push((node.second(), value));
                stack.push((node.first(), value >> low_width));
            }
            Kind::ZeroExtend | Kind::SignExtend => stack.push((node.first(), value)),
            Kind::Not => stack.push((node.first(), !value)),
            _ => {}
        }
    }
}

impl Layer for Order {
    fn kind(&self) -> LayerKind {
        LayerKind::Order
    }

    fn ask(&mut self, table: &mut TermTable, query: &mut Query<'_>) -> Result<Step, SolverError> {
        let witness = query.witness.clone();
        let goals = query.goals.clone();
        let constraints = query.constraints();
        if constraints.len() > MOST_EDGES {
            return Ok(Step::Pass);
        }
        let table = &*table;
        let mut evaluator = Evaluator::new(table, &witness);
        self.graphs.iter_mut().for_each(Graph::clear);
        for &constraint in constraints {
            comparisons(table, constraint, true, &mut |comparison| {
                self.graphs[comparison.sign as usize].add(
                    table,
                    comparison,
                    Some(constraint),
                    &mut evaluator,
                );
            });
        }
        let mut only_comparisons = true;
        let mut compares = false;
        let mut others = Vec::new();
        for &goal in &goals {
            let mut parts = Vec::new();
            let whole = comparisons(table, goal, true, &mut |comparison| parts.push(comparison));
            if !whole {
                only_comparisons = false;
                others.push(goal);
            }
            compares |= !parts.is_empty();
            for comparison in parts {
                self.graphs[comparison.sign as usize].add(
                    table,
                    comparison,
                    Some(goal),
                    &mut evaluator,
                );
            }
        }
        if compares {
            for graph in &mut self.graphs {
                match graph.relax() {
                    Relaxed::Holds => {}
                    Relaxed::Contradiction(core) => return Ok(Step::Unsat(core)),
                    Relaxed::Lost => return Ok(Step::Pass),
                }
            }
        }
        if only_comparisons {
            let model = self.model(table, &witness);
            let mut check = Evaluator::new(table, &model);
            if query
                .assertions()
                .iter()
                .all(|&assertion| check.is_true(assertion))
            {
                return Ok(Step::Sat(Rc::new(model)));
            }
            return Ok(Step::Pass);
        }
        for goal in others {
            let mut reasons = Vec::new();
            if self.truth(table, goal, &mut evaluator, &mut reasons) == Truth::False {
                reasons.push(goal);
                reasons.sort_unstable();
                reasons.dedup();
                return Ok(Step::Unsat(reasons));
            }
        }
        Ok(Step::Pass)
    }
}

#[cfg(test)]
mod tests {
    use everypath_term::{BinaryOp, evaluate};
    use proptest::prelude::*;

    use super::*;
    use crate::{Answer, PathCondition, Solver, SolverOptions};

    /// A comparison between two of four inputs of 3 bits, or an input and a constant.
    type Literal = (BinaryOp, bool, usize, usize);

    fn literal() -> impl Strategy<Value = Literal> {
        let op = prop::sample::select(vec![
            BinaryOp::Eq,
            BinaryOp::Ult,
            BinaryOp::Ule,
            BinaryOp::Slt,
            BinaryOp::Sle,
        ]);
        (op, any::<bool>(), 0..4usize, 0..12usize)
    }

    fn term(table: &mut TermTable, inputs: &[Term], (op, negated, a, b): Literal) -> Term {
        let b = match inputs.get(b) {
            Some(&input) => input,
            None => table.constant(3, b as u64 - 4),
        };
        let atom = table.binary(op, inputs[a], b);
        if negated { table.not(atom) } else { atom }
    }

    /// Whether some values of the inputs satisfy all terms.
    fn brute_force(table: &TermTable, inputs: &[Term], terms: &[Term]) -> bool {
        (0..1u64 << 12).any(|values| {
            let mut model = Assignment::new();
            for (i, &input) in inputs.iter().enumerate() {
                model.set_u64(table.input_id(input).unwrap(), 3, values >> (3 * i) & 7);
            }
            terms
                .iter()
                .all(|&term| !evaluate(table, &model, term).is_zero())
        })
    }

    fn solver() -> Solver {
        let options = SolverOptions {
            layers: vec![LayerKind::Order],
            ..SolverOptions::default()
        };
        Solver::new(options).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn answers_and_cores_agree_with_brute_force(
            constraints in prop::collection::vec(literal(), 0..7),
            goals in prop::collection::vec(literal(), 1..5),
            shape in 0..4u8,
        ) {
            let mut table = TermTable::new();
            let inputs: Vec<Term> = (0..4).map(|i| table.input(&format!("x{i}"), 3)).collect();
            let mut solver = solver();
            let mut path = PathCondition::new();
            let mut all = Vec::new();
            for literal in constraints {
                let constraint = term(&mut table, &inputs, literal);
                all.push(constraint);
                if !brute_force(&table, &inputs, &all) {
                    all.pop();
                    continue;
                }
                path.push(constraint);
            }
            let parts: Vec<Term> = goals.iter().map(|&literal| term(&mut table, &inputs, literal)).collect();
            let goal = parts.iter().copied().reduce(|a, b| match shape {
                0 => table.and(a, b),
                1 => table.or(a, b),
                2 => table.xor(a, b),
                _ => table.ite(parts[0], a, b),
            }).unwrap();
            all.push(goal);
            let expected = brute_force(&table, &inputs, &all);
            match solver.check(&mut table, &path, goal).unwrap() {
                Answer::Sat(_) => prop_assert!(expected),
                Answer::Unsat(core) => {
                    prop_assert!(!expected);
                    prop_assert!(!brute_force(&table, &inputs, &core), "the core can hold");
                }
                Answer::Unknown(reason) => prop_assert!(false, "{reason}"),
            }
        }
    }

    #[test]
    fn a_constraint_that_the_goal_denies_is_in_the_core() {
        let mut table = TermTable::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| table.input(name, 8));
        let (less, other) = (table.ult(x, y), table.eq(z, y));
        let mut path = PathCondition::new();
        path.push(less);
        let not_less = table.not(less);
        let goal = table.and(not_less, other);
        let Ok(Answer::Unsat(core)) = solver().check(&mut table, &path, goal) else {
            panic!("the goal denies the constraint");
        };
        assert!(core.contains(&less) && core.contains(&goal));
        let either = table.xor(less, other);
        let neither = table.not(other);
        let both = table.and(either, other);
        path.push(other);
        let Ok(Answer::Unsat(core)) = solver().check(&mut table, &path, both) else {
            panic!("exactly one of two constraints cannot hold");
        };
        assert!(core.contains(&less) && core.contains(&both) && !core.contains(&neither));
    }

    #[test]
    fn what_follows_from_a_chain_needs_no_other_solver() {
        let mut table = TermTable::new();
        let inputs: Vec<Term> = (0..20).map(|i| table.input(&format!("x{i}"), 32)).collect();
        let mut solver = solver();
        let mut path = PathCondition::new();
        for pair in inputs.windows(2) {
            let less = table.slt(pair[0], pair[1]);
            assert!(matches!(
                solver.check(&mut table, &path, less),
                Ok(Answer::Sat(_))
            ));
            path.push(less);
        }
        let back = table.sle(inputs[19], inputs[0]);
        let Ok(Answer::Unsat(core)) = solver.check(&mut table, &path, back) else {
            panic!("a cycle must be found");
        };
        assert_eq!(core.len(), 20);
        let first_is_least = inputs[1..].iter().fold(table.true_(), |all, &other| {
            let less = table.slt(inputs[0], other);
            table.and(all, less)
        });
        let not_least = table.not(first_is_least);
        assert!(matches!(
            solver.check(&mut table, &path, not_least),
            Ok(Answer::Unsat(_))
        ));
        assert_eq!(
            solver.statistics().layers[1].queries,
            0,
            "bit-blasting was asked"
        );
    }
}
