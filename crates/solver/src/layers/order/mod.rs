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

mod graph;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use everypath_term::ops::mask;
use everypath_term::{Assignment, Evaluator, Kind, Term, TermTable, evaluating};
use rustc_hash::FxHashMap;

use super::layer::{Layer, Query, Step};
use crate::answer::SolverError;
use crate::options::LayerKind;
use graph::{Comparison, Given, Graph, Relaxed, Sign, comparisons, has_comparisons, is_connective};

/// A query with more comparisons than this is passed on.
const MOST_EDGES: usize = 4096;
/// A goal with more comparisons than this is passed on.
const MOST_PARTS: usize = 128;

/// The layer.
#[derive(Debug)]
pub struct Order {
    /// By their [`Sign`].
    graphs: [Graph; 2],
}

impl Default for Order {
    fn default() -> Self {
        Order {
            graphs: [Sign::Unsigned, Sign::Signed].map(Graph::new),
        }
    }
}

/// What the graphs say of a query.
enum Found {
    Unsat(Vec<Term>),
    /// Under these values all edges hold. That its terms have them is not said: inputs are changed one by one.
    Model(Assignment),
    Nothing,
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
            if !is_connective(table, &node) {
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

    /// Asks the graphs of a query, whose witness the evaluator has.
    fn relax(
        &mut self,
        table: &TermTable,
        query: &mut Query<'_>,
        evaluator: &mut Evaluator<'_>,
    ) -> Found {
        self.graphs.iter_mut().for_each(Graph::clear);
        for &constraint in query.constraints() {
            comparisons(table, constraint, true, &mut |comparison| {
                let graph = &mut self.graphs[comparison.sign as usize];
                graph.add(table, comparison, Given::Constraint(constraint));
            });
        }
        let mut only_comparisons = true;
        let mut others = Vec::new();
        for &goal in &query.goals {
            let whole = comparisons(table, goal, true, &mut |comparison| {
                let graph = &mut self.graphs[comparison.sign as usize];
                graph.add(table, comparison, Given::Goal(goal));
            });
            if !whole {
                only_comparisons = false;
                others.push(goal);
            }
        }
        for graph in &mut self.graphs {
            match graph.relax(evaluator) {
                Relaxed::Holds => {}
                Relaxed::Contradiction(core) => return Found::Unsat(core),
                Relaxed::Lost => return Found::Nothing,
            }
        }
        if only_comparisons {
            return Found::Model(self.model(table, &query.witness, evaluator));
        }
        for goal in others {
            let mut reasons = Vec::new();
            if self.truth(table, goal, evaluator, &mut reasons) == Truth::False {
                reasons.push(goal);
                reasons.sort_unstable();
                reasons.dedup();
                return Found::Unsat(reasons);
            }
        }
        Found::Nothing
    }

    /// The witness with the inputs changed so that the nodes have their values.
    fn model(
        &mut self,
        table: &TermTable,
        witness: &Assignment,
        before: &mut Evaluator<'_>,
    ) -> Assignment {
        let mut model = witness.clone();
        for graph in &mut self.graphs {
            for (term, value) in graph.changed(before) {
                set(table, &mut model, term, value as u64);
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

    fn steps(&self) -> u64 {
        self.graphs.iter().map(|graph| graph.steps).sum()
    }

    fn ask(&mut self, table: &mut TermTable, query: &mut Query<'_>) -> Result<Step, SolverError> {
        let constraints = query.constraints();
        if constraints.len() > MOST_EDGES {
            return Ok(Step::Pass);
        }
        let table = &*table;
        let goals = &query.goals;
        if !goals.is_empty() && !goals.iter().any(|&goal| has_comparisons(table, goal)) {
            return Ok(Step::Pass);
        }
        let witness = query.witness.clone();
        let found = evaluating(table, &witness, |evaluator| {
            self.relax(table, query, evaluator)
        });
        Ok(match found {
            Found::Unsat(core) => Step::Unsat(core),
            Found::Nothing => Step::Pass,
            Found::Model(model) => {
                let holds = Evaluator::new(table, &model).are_true(&query.assertions());
                match holds {
                    true => Step::Evaluated(Rc::new(model)),
                    false => Step::Pass,
                }
            }
        })
    }
}
