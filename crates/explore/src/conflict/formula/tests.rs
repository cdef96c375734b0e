use std::collections::BTreeSet;

use everypath_solver::Interrupt;
use proptest::prelude::*;

use super::*;

/// Takes down what the solver is given.
#[derive(Default)]
struct Taken {
    variables: i32,
    clauses: Vec<Vec<i32>>,
}

impl Clauses for Taken {
    fn new_variable(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    fn clause(&mut self, literals: &[i32]) {
        self.clauses.push(literals.to_vec());
    }
}

impl Taken {
    /// The number of models, by trying all assignments.
    fn models(&self) -> usize {
        let masks = |clause: &Vec<i32>| {
            let of = |sign: bool| {
                let literals = clause.iter().filter(|literal| (**literal > 0) == sign);
                literals.fold(0u32, |mask, literal| {
                    mask | 1 << (literal.unsigned_abs() - 1)
                })
            };
            (of(true), of(false))
        };
        let clauses: Vec<(u32, u32)> = self.clauses.iter().map(masks).collect();
        (0..1u32 << self.variables)
            .filter(|&assignment| {
                clauses
                    .iter()
                    .all(|&(yes, no)| assignment & yes != 0 || !assignment & no != 0)
            })
            .count()
    }
}

/// A search without limits.
trait Unlimited {
    fn model(&mut self, preferred: &[u32]) -> Option<Model>;
    fn model_assuming(
        &mut self,
        not_taken: &[Literal],
        preferred: &[u32],
    ) -> Result<Model, Vec<u32>>;
}

impl Unlimited for Formula {
    fn model(&mut self, preferred: &[u32]) -> Option<Model> {
        match self.solve(preferred, Limits::default()) {
            Search::Model(model) => Some(model),
            Search::Exhausted(failed) => {
                assert!(failed.is_empty());
                None
            }
            Search::Stopped => panic!("there was no limit"),
        }
    }

    fn model_assuming(
        &mut self,
        not_taken: &[Literal],
        preferred: &[u32],
    ) -> Result<Model, Vec<u32>> {
        match self.solve_assuming(not_taken, preferred, Limits::default()) {
            Search::Model(model) => Ok(model),
            Search::Exhausted(failed) => Err(failed),
            Search::Stopped => panic!("there was no limit"),
        }
    }
}

/// The program with two absolute values and their distance: nodes A to I, edges b1 to b11.
fn distance() -> Shape {
    let [a, b, c, d, e, f, g, h, i] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    Shape {
        nodes: 9,
        edges: vec![
            (a, b),
            (a, c),
            (b, c),
            (c, d),
            (c, e),
            (d, e),
            (e, f),
            (e, g),
            (f, g),
            (g, h),
            (g, i),
        ],
        entry: a,
        exits: vec![i],
        violations: vec![9],
    }
}

/// Edges by the names that the thesis has for them.
fn named(names: &[u32]) -> Vec<Literal> {
    names.iter().map(|name| Literal::Edge(name - 1)).collect()
}

#[test]
fn the_worked_example_has_the_models_that_it_should() {
    let shape = distance();
    let count = |learnt: &[&[u32]]| {
        let mut taken = Taken::default();
        let variables = encode(&shape, &mut taken);
        assert_eq!((taken.variables, taken.clauses.len()), (21, 42));
        for clause in learnt {
            let negations = named(clause)
                .into_iter()
                .map(|literal| -variables.of(literal));
            taken.clauses.push(negations.collect());
        }
        taken.models()
    };
    assert_eq!(count(&[]), 27);
    assert_eq!(count(&[&[7, 9, 10]]), 9);
    assert_eq!(count(&[&[8, 10]]), 9);
    assert_eq!(count(&[&[7, 9, 10], &[8, 10]]), 0);
}

#[test]
fn the_worked_example_takes_two_conflicts() {
    let mut formula = Formula::new(&distance()).unwrap();
    assert_eq!((formula.size().variables, formula.size().clauses), (21, 42));
    let path = [1, 3, 4, 6, 7, 9, 10].map(|name| name - 1);
    let model = formula.model(&path).unwrap();
    assert!(path.iter().all(|&edge| model.passes(edge)));
    assert!(!model.passes(10), "b11 leads to the exit");
    formula.learn(&named(&[7, 9, 10]));
    // Only the end of the path changes.
    let model = formula.model(&path).unwrap();
    assert!(path[..4].iter().all(|&edge| model.passes(edge)));
    assert!(!model.passes(8) && model.passes(7) && model.passes(9));
    formula.learn(&named(&[8, 10]));
    assert_eq!(formula.model(&path), None);
    assert_eq!(formula.size().clauses, 44);
}

#[test]
fn a_graph_with_cycles_is_refused() {
    // Two loops, each of which would justify itself, and an edge between them that nothing forces (Figure 3.2).
    let [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7];
    let shape = Shape {
        nodes: 8,
        edges: vec![
            (a, b),
            (b, c),
            (c, b),
            (b, d),
            (d, e),
            (e, d),
            (d, f),
            (f, g),
            (f, h),
        ],
        entry: a,
        exits: vec![h],
        violations: vec![7],
    };
    let Cyclic { node } = Formula::new(&shape).unwrap_err();
    assert!([b, c, d, e].contains(&node), "{node}");
    // The formula would have the model that the thesis shows: everything but the edge between the loops.
    let mut sat = GuidedSat::new(0);
    let variables = encode(&shape, &mut sat);
    let without = [-variables.of(Literal::Edge(3))];
    assert_eq!(
        sat.solve(&without, &[], Limits::default()),
        Outcome::Satisfiable
    );
    let own = Shape {
        nodes: 2,
        edges: vec![(0, 1), (1, 1)],
        ..Shape::default()
    };
    assert_eq!(Formula::new(&own).unwrap_err(), Cyclic { node: 1 });
}

#[test]
fn a_cycle_is_named_by_a_node_on_it() {
    let shape = Shape {
        nodes: 6,
        edges: vec![(0, 1), (2, 3), (3, 2), (3, 4), (4, 1), (1, 5)],
        ..Shape::default()
    };
    let Cyclic { node } = Formula::new(&shape).unwrap_err();
    assert!([2, 3].contains(&node), "{node}");
}

#[test]
fn nothing_is_left_without_a_violation_or_after_an_empty_conflict() {
    let without = Shape {
        violations: Vec::new(),
        ..distance()
    };
    assert_eq!(Formula::new(&without).unwrap().model(&[]), None);
    let mut formula = Formula::new(&distance()).unwrap();
    formula.learn(&[]);
    assert_eq!(formula.model(&[]), None);
    assert_eq!(formula.model(&[0, 1]), None);
    let dead = Shape {
        nodes: 4,
        edges: vec![(0, 1), (2, 3)],
        entry: 0,
        exits: vec![1],
        violations: vec![1],
    };
    assert_eq!(Formula::new(&dead).unwrap().model(&[]), None);
    let at_once = Shape {
        nodes: 2,
        edges: vec![(0, 1)],
        entry: 0,
        exits: vec![0],
        violations: vec![0],
    };
    assert_eq!(Formula::new(&at_once).unwrap().model(&[]), None);
}

#[test]
fn a_learnt_edge_does_not_block_a_way_around_it() {
    // A to B to C, and straight from A to C; the latter is infeasible.
    let shape = Shape {
        nodes: 4,
        edges: vec![(0, 1), (1, 2), (0, 2), (2, 3)],
        entry: 0,
        exits: Vec::new(),
        violations: vec![3],
    };
    let mut formula = Formula::new(&shape).unwrap();
    formula.learn(&[Literal::Edge(2)]);
    let model = formula.model(&[2]).unwrap();
    assert_eq!(model.edges().collect::<Vec<_>>(), [0, 1, 3]);
    formula.learn(&[Literal::Node(1)]);
    assert_eq!(formula.model(&[]), None);
}

#[test]
fn each_violation_is_decided_by_itself() {
    // A chain with a violation beside each node.
    let shape = Shape {
        nodes: 5,
        edges: vec![(0, 1), (1, 2), (2, 3), (0, 4), (1, 4), (2, 4)],
        entry: 0,
        exits: vec![3],
        violations: vec![3, 4, 5],
    };
    let mut formula = Formula::new(&shape).unwrap();
    let mut open: BTreeSet<u32> = shape.violations.iter().copied().collect();
    while let Some(model) = formula.model(&[]) {
        let reached = open.iter().copied().find(|&edge| model.passes(edge));
        let reached = reached.expect("a violation that is not decided");
        open.remove(&reached);
        formula.exclude_violation(reached);
    }
    assert!(open.is_empty());
}

#[test]
fn failed_assumptions_say_what_to_unroll() {
    // A loop of which the second round is not taken, before a violation; and one behind it that does not matter.
    let [head, body, after, bad, exit] = [0, 1, 2, 3, 4];
    let shape = Shape {
        nodes: 5,
        edges: vec![
            (head, after),
            (head, body),
            (body, after),
            (after, bad),
            (after, exit),
        ],
        entry: head,
        exits: vec![exit],
        violations: vec![3],
    };
    let mut formula = Formula::new(&shape).unwrap();
    let not_taken = [Literal::Edge(4), Literal::Node(body)];
    let model = formula.model_assuming(&not_taken, &[1]).unwrap();
    assert_eq!(model.edges().collect::<Vec<_>>(), [0, 3]);
    formula.learn(&[Literal::Edge(0), Literal::Edge(3)]);
    assert_eq!(formula.model_assuming(&not_taken, &[]), Err(vec![1]));
    assert!(formula.model_assuming(&not_taken[..1], &[]).is_ok());
    formula.learn(&[Literal::Edge(2), Literal::Edge(3)]);
    assert_eq!(formula.model_assuming(&not_taken, &[]), Err(vec![]));
}

#[test]
fn a_search_can_be_stopped() {
    let mut formula = Formula::new(&distance()).unwrap();
    let limits = Limits {
        interrupted: Some(Interrupt::new(|_| true)),
        ..Limits::default()
    };
    assert_eq!(formula.solve(&[], limits), Search::Stopped);
}

#[test]
fn guidance_follows_the_share_of_the_path() {
    assert_eq!(Guidance::default(), Guidance::Maximise { percent: 10 });
    for (guidance, learnt, path, guides) in [
        (Guidance::BlackBox, 1, 1000, false),
        (Guidance::Always, 1000, 1, true),
        (Guidance::default(), 2, 20, true),
        (Guidance::default(), 3, 29, false),
        (Guidance::default(), 3, 30, true),
        (Guidance::default(), 0, 0, true),
        (Guidance::Maximise { percent: 15 }, 3, 20, true),
        (Guidance::Maximise { percent: 5 }, 2, 20, false),
    ] {
        assert_eq!(
            guidance.guides(learnt, path),
            guides,
            "{guidance:?} {learnt} {path}"
        );
    }
}

/// An acyclic graph: edges go from smaller to greater numbers; the last node aborts, the one before is an exit.
fn arbitrary_shape() -> impl Strategy<Value = Shape> {
    (4u32..9)
        .prop_flat_map(|nodes| {
            let edge = (0..nodes - 2, 1..nodes).prop_filter("forward", |(from, to)| from < to);
            (Just(nodes), prop::collection::vec(edge, 1..16))
        })
        .prop_map(|(nodes, edges)| {
            let abort = nodes - 1;
            let violations = (0u32..).zip(&edges);
            let violations =
                violations.filter_map(|(index, edge)| (edge.1 == abort).then_some(index));
            Shape {
                nodes,
                violations: violations.collect(),
                edges,
                entry: 0,
                exits: vec![nodes - 2],
            }
        })
}

/// All paths from the entry to a violation, as lists of edges.
fn paths(shape: &Shape) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    let mut open = vec![(shape.entry, Vec::new())];
    while let Some((node, path)) = open.pop() {
        if node == shape.nodes - 1 {
            found.push(path);
            continue;
        }
        for (index, &(from, to)) in (0u32..).zip(&shape.edges) {
            if from == node {
                let mut longer = path.clone();
                longer.push(index);
                open.push((to, longer));
            }
        }
    }
    found
}

fn passed(shape: &Shape, path: &[u32], literal: Literal) -> bool {
    match literal {
        Literal::Edge(edge) => path.contains(&edge),
        Literal::Node(node) => {
            node == shape.entry
                || path
                    .iter()
                    .any(|&edge| shape.edges[edge as usize].1 == node)
        }
    }
}

fn literals(shape: &Shape, numbers: &[u8]) -> Vec<Literal> {
    let literal = |&number: &u8| {
        let (nodes, edges) = (shape.nodes - 2, shape.edges.len() as u32);
        match u32::from(number) % (nodes + edges) {
            node if node < nodes => Literal::Node(node),
            edge => Literal::Edge(edge - nodes),
        }
    };
    numbers.iter().map(literal).collect()
}

/// Every walk from the entry along edges of the model ends in a violation and contains nothing that was learnt.
fn check_walks(shape: &Shape, model: &Model, learnt: &[Vec<Literal>], not_taken: &[Literal]) {
    let mut open = vec![(shape.entry, Vec::new())];
    while let Some((node, path)) = open.pop() {
        let out = (0u32..).zip(&shape.edges);
        let out: Vec<u32> = out
            .filter_map(|(index, edge)| (edge.0 == node && model.passes(index)).then_some(index))
            .collect();
        if let Some(last) = path.last()
            && shape.violations.contains(last)
        {
            let through = |literal: &Literal| passed(shape, &path, *literal);
            assert!(!learnt.iter().any(|clause| clause.iter().all(through)));
            assert!(!not_taken.iter().any(through));
            continue;
        }
        assert!(!out.is_empty(), "dead end at {node}");
        for edge in out {
            let mut longer = path.clone();
            longer.push(edge);
            open.push((shape.edges[edge as usize].1, longer));
        }
    }
}

/// The preferred edges that a model keeps if they are taken in order, each if some union of paths that are left allows it:
/// found by enumeration, since a model is what such a union is.
fn kept(
    left: &[&Vec<u32>],
    blocked: impl Fn(&BTreeSet<u32>) -> bool,
    preferred: &[u32],
) -> Vec<bool> {
    let mut sets: BTreeSet<BTreeSet<u32>> = BTreeSet::new();
    let mut open: Vec<BTreeSet<u32>> = left
        .iter()
        .map(|path| path.iter().copied().collect())
        .collect();
    while let Some(set) = open.pop() {
        if blocked(&set) || !sets.insert(set.clone()) {
            continue;
        }
        for path in left {
            let mut union = set.clone();
            union.extend(path.iter());
            open.push(union);
        }
    }
    let of = |set: &BTreeSet<u32>| preferred.iter().map(|edge| set.contains(edge)).collect();
    sets.iter().map(of).max().unwrap_or_default()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_model_is_a_set_of_paths_that_are_left(
        shape in arbitrary_shape(),
        learnt in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..4), 0..8),
        not_taken in prop::collection::vec(any::<u8>(), 0..4),
        preferred in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
    ) {
        let all = paths(&shape);
        let learnt: Vec<Vec<Literal>> = learnt.iter().map(|clause| literals(&shape, clause)).collect();
        let not_taken = literals(&shape, &not_taken);
        let preferred: Vec<u32> = preferred
            .iter()
            .map(|index| index.index(shape.edges.len()) as u32)
            .collect();
        let mut formula = Formula::new(&shape).unwrap();
        // One solver all the way, with one more clause each time.
        for known in 0..=learnt.len() {
            if let Some(clause) = known.checked_sub(1).and_then(|last| learnt.get(last)) {
                formula.learn(clause);
            }
            let learnt = &learnt[..known];
            let left = |not_taken: &[Literal]| {
                let unblocked = |path: &&Vec<u32>| {
                    let through = |literal: &Literal| passed(&shape, path, *literal);
                    !learnt.iter().any(|clause| clause.iter().all(through))
                        && !not_taken.iter().any(through)
                };
                all.iter().filter(unblocked).collect::<Vec<_>>()
            };
            match formula.model_assuming(&not_taken, &preferred) {
                Ok(model) => {
                    let left = left(&not_taken);
                    prop_assert!(!left.is_empty());
                    check_walks(&shape, &model, learnt, &not_taken);
                    let blocked = |set: &BTreeSet<u32>| {
                        let set: Vec<u32> = set.iter().copied().collect();
                        let through = |literal: &Literal| passed(&shape, &set, *literal);
                        learnt.iter().any(|clause| clause.iter().all(through))
                    };
                    let keeps: Vec<bool> = preferred.iter().map(|&edge| model.passes(edge)).collect();
                    if left.len() <= 8 {
                        prop_assert_eq!(keeps, kept(&left, blocked, &preferred));
                    }
                }
                Err(failed) => {
                    prop_assert!(left(&not_taken).is_empty());
                    prop_assert!(failed.iter().all(|&index| (index as usize) < not_taken.len()));
                    let needed: Vec<Literal> =
                        failed.iter().map(|&index| not_taken[index as usize]).collect();
                    prop_assert!(left(&needed).is_empty());
                    prop_assert!(formula.model_assuming(&needed, &[]).is_err());
                }
            }
            prop_assert_eq!(formula.model(&preferred).is_some(), !left(&[]).is_empty());
        }
    }

    #[test]
    fn clauses_are_linear_in_the_graph(shape in arbitrary_shape()) {
        let mut taken = Taken::default();
        encode(&shape, &mut taken);
        let (nodes, edges) = (shape.nodes as usize, shape.edges.len());
        // The exit and the abort have no rule R5, if there is an edge to the latter; R3 has one clause for the edge from outside; R1,
        // R2 and R6 have one each.
        let ends = 1 + usize::from(!shape.violations.is_empty());
        prop_assert_eq!(taken.clauses.len(), 2 * edges + 2 * nodes - ends + 4);
        prop_assert_eq!(taken.variables as usize, nodes + edges + 1);
        let literals: usize = taken.clauses.iter().map(Vec::len).sum();
        prop_assert!(literals <= 7 * edges + 2 * nodes + 8);
    }

    #[test]
    fn deciding_all_violations_reaches_each_that_can_be_reached(shape in arbitrary_shape()) {
        let ends: BTreeSet<u32> = paths(&shape).iter().filter_map(|path| path.last().copied()).collect();
        let mut formula = Formula::new(&shape).unwrap();
        let mut decided = BTreeSet::new();
        while let Some(model) = formula.model(&[]) {
            check_walks(&shape, &model, &[], &[]);
            for edge in shape.violations.iter().copied().filter(|&edge| model.passes(edge)) {
                prop_assert!(decided.insert(edge));
                formula.exclude_violation(edge);
            }
        }
        prop_assert_eq!(decided, ends);
    }
}

#[test]
fn a_long_chain_of_diamonds_is_searched_without_delay() {
    let rounds = 20_000;
    let mut shape = Shape {
        nodes: 3 * rounds + 3,
        ..Shape::default()
    };
    for round in 0..rounds {
        let [top, left, right, bottom] = [0, 1, 2, 3].map(|offset| 3 * round + offset);
        shape
            .edges
            .extend([(top, left), (top, right), (left, bottom), (right, bottom)]);
    }
    let last = 3 * rounds;
    shape.edges.extend([(last, last + 1), (last, last + 2)]);
    shape.exits = vec![last + 2];
    shape.violations = vec![4 * rounds];
    let mut formula = Formula::new(&shape).unwrap();
    let model = formula.model(&[]).unwrap();
    assert_eq!(model.edges().count(), 2 * rounds as usize + 1);
    // A path with the other side everywhere, one edge less of it each time.
    let path: Vec<u32> = (0..rounds).map(|round| 4 * round + 1).collect();
    for forbidden in (0..rounds).rev().step_by(1000) {
        formula.learn(&[Literal::Edge(4 * forbidden + 1)]);
        let model = formula.model(&path).unwrap();
        assert!(!model.passes(4 * forbidden + 1) && model.passes(4 * forbidden));
    }
}

/// Layers of nodes, three edges from each to nodes of the next layer: large enough for all that CaDiCaL does between runs.
#[test]
fn paths_through_layers_are_left_until_none_is() {
    let (layers, width) = (30, 12);
    let mut random = everypath_term::Random::new(5);
    let abort = layers * width;
    let mut shape = Shape {
        nodes: abort + 1,
        ..Shape::default()
    };
    for layer in 0..layers - 1 {
        for place in 0..width {
            for _ in 0..3 {
                let to = (layer + 1) * width + random.index(width as usize) as u32;
                shape.edges.push((layer * width + place, to));
            }
        }
    }
    for place in 0..width {
        shape.violations.push(shape.edges.len() as u32);
        shape.edges.push(((layers - 1) * width + place, abort));
    }
    let mut out_of: Vec<Vec<u32>> = vec![Vec::new(); shape.nodes as usize];
    for (index, edge) in (0u32..).zip(&shape.edges) {
        out_of[edge.0 as usize].push(index);
    }
    let mut formula = Formula::new(&shape).unwrap();
    let mut learnt: Vec<[u32; 2]> = Vec::new();
    let mut path = Vec::new();
    while let Some(model) = formula.model(if learnt.len().is_multiple_of(3) {
        &[]
    } else {
        &path
    }) {
        assert!(learnt.len() < 20_000);
        path.clear();
        let mut node = 0;
        while node != abort {
            let ways = out_of[node as usize].iter().copied();
            let ways: Vec<u32> = ways.filter(|&edge| model.passes(edge)).collect();
            assert!(!ways.is_empty(), "dead end at {node}");
            let edge = ways[random.index(ways.len())];
            path.push(edge);
            node = shape.edges[edge as usize].1;
        }
        let whole = |clause: &[u32; 2]| clause.iter().all(|edge| path.contains(edge));
        assert!(!learnt.iter().any(whole));
        let clause = [0, 1].map(|_| path[random.index(path.len())]);
        learnt.push(clause);
        formula.learn(&clause.map(Literal::Edge));
    }
    assert!(learnt.len() > 200, "{}", learnt.len());
}
