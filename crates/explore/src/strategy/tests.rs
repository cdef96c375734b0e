//! The order of each strategy on a known tree of forks, and what all of them have in common.

use everypath_program::BlockKey;
use everypath_term::Random;

use super::*;

/// A state at a block of its own.
pub(super) fn candidate(id: u64) -> Candidate {
    at(id, id, 0, 0)
}

fn at(id: u64, code: u64, jumps: u64, newly_covered: u64) -> Candidate {
    Candidate {
        id: StateId(id),
        block: BlockKey::at(code),
        jumps,
        newly_covered,
        goes_last: false,
    }
}

/// Runs a strategy over the complete binary tree of this depth; the leaves in the order in which they end. Leaves are numbered
/// from the left; the left child of a fork comes first.
fn leaves(strategy: &str, depth: u32, seed: u64) -> Vec<u64> {
    let strategy: Strategy = strategy.parse().unwrap();
    let mut scheduler = strategy.scheduler();
    let mut random = Random::new(seed);
    let mut graph = Graph::default();
    let mut waiting = FxHashMap::default();
    let mut next = 1;
    let mut order = Vec::new();
    scheduler.replace(StateId::NONE, &[at(next, 1, 0, 0)], &graph);
    waiting.insert(StateId(next), (0u32, 0u64));
    while let Some(id) = {
        graph.refresh();
        scheduler.pick(&mut random, &graph)
    } {
        let (level, number) = waiting.remove(&id).expect("a state is handed out once");
        graph.cover(BlockKey::at(1 << level | number));
        if level == depth {
            order.push(number);
            scheduler.replace(id, &[], &graph);
            continue;
        }
        let children = [2 * number, 2 * number + 1].map(|child| {
            next += 1;
            waiting.insert(StateId(next), (level + 1, child));
            let block = 1 << (level + 1) | child;
            graph.connect(BlockKey::at(1 << level | number), BlockKey::at(block));
            at(next, block, u64::from(level) + 1, child)
        });
        scheduler.replace(id, &children, &graph);
    }
    assert!(waiting.is_empty(), "no state is forgotten");
    order
}

use rustc_hash::FxHashMap;

#[test]
fn the_table_is_in_order_and_names_are_read_back() {
    for (index, info) in TABLE.iter().enumerate() {
        assert_eq!(info.kind as usize, index);
        assert_eq!(info.name.parse(), Ok(Strategy::single(info.kind)));
    }
    let both: Strategy = "dfs, random-path".parse().unwrap();
    assert_eq!(both.parts(), [StrategyKind::Dfs, StrategyKind::RandomPath]);
    assert_eq!(both.to_string(), "dfs,random-path");
    let error = "dfs,best".parse::<Strategy>().unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("unknown strategy \"best\": use one of dfs, bfs, ")
    );
}

#[test]
fn depth_first_takes_the_left_leaf_first_and_breadth_first_goes_level_by_level() {
    assert_eq!(leaves("dfs", 3, 0), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(leaves("bfs", 3, 0), [0, 1, 2, 3, 4, 5, 6, 7]);
    // A deeper left side separates the two.
    let graph = Graph::default();
    let order = |name: &str| {
        let mut scheduler = name.parse::<Strategy>().unwrap().scheduler();
        let mut random = Random::new(0);
        scheduler.replace(StateId::NONE, &[candidate(1)], &graph);
        let first = scheduler.pick(&mut random, &graph).unwrap();
        scheduler.replace(first, &[candidate(2), candidate(3)], &graph);
        let second = scheduler.pick(&mut random, &graph).unwrap();
        scheduler.replace(second, &[candidate(4), candidate(5)], &graph);
        let mut order = vec![second.0];
        while let Some(id) = scheduler.pick(&mut random, &graph) {
            scheduler.replace(id, &[], &graph);
            order.push(id.0);
        }
        order
    };
    assert_eq!(order("dfs"), [2, 4, 5, 3]);
    assert_eq!(order("bfs"), [2, 3, 4, 5]);
}

#[test]
fn every_strategy_visits_every_leaf_once_and_obeys_the_seed() {
    let mut names: Vec<&str> = TABLE.iter().map(|info| info.name).collect();
    names.extend([
        "dfs,random-path",
        "random-state,bfs,coverage",
        "random-path,random-path,criteria-proportional",
    ]);
    for name in names {
        let mut order = leaves(name, 6, 7);
        assert_eq!(order, leaves(name, 6, 7), "{name} obeys its seed");
        order.sort_unstable();
        assert_eq!(
            order,
            (0..64).collect::<Vec<u64>>(),
            "{name} visits all leaves"
        );
    }
    for name in [
        "random-state",
        "random-path",
        "criteria-max",
        "criteria-proportional",
    ] {
        assert_ne!(
            leaves(name, 6, 1),
            leaves(name, 6, 2),
            "{name} depends on the seed"
        );
    }
}

/// How often each of the ids is the first pick, over many seeds.
fn first_picks(name: &str, candidates: &[Candidate], graph: &Graph, seeds: u64) -> Vec<u64> {
    let mut counts = vec![0; candidates.len()];
    for seed in 0..seeds {
        let mut scheduler = name.parse::<Strategy>().unwrap().scheduler();
        let mut random = Random::new(seed);
        scheduler.replace(StateId::NONE, &[candidate(1)], graph);
        let root = scheduler.pick(&mut random, graph).unwrap();
        scheduler.replace(root, candidates, graph);
        let id = scheduler.pick(&mut random, graph).unwrap();
        let place = candidates
            .iter()
            .position(|candidate| candidate.id == id)
            .unwrap();
        counts[place] += 1;
    }
    counts
}

/// Blocks 1 to 5 in a row, all covered but the last.
fn row() -> Graph {
    let mut graph = Graph::default();
    for code in 1..5 {
        graph.cover(BlockKey::at(code));
        graph.connect(BlockKey::at(code), BlockKey::at(code + 1));
    }
    graph.refresh();
    graph
}

#[test]
fn random_state_is_uniform_and_random_path_favours_short_paths() {
    let graph = Graph::default();
    let three = [candidate(2), candidate(3), candidate(4)];
    let counts = first_picks("random-state", &three, &graph, 3000);
    assert!(
        counts.iter().all(|count| (900..1100).contains(count)),
        "{counts:?}"
    );

    let mut counts = FxHashMap::default();
    for seed in 0..4000 {
        let mut scheduler = Strategy::single(StrategyKind::RandomPath).scheduler();
        let mut random = Random::new(seed);
        scheduler.replace(StateId::NONE, &[candidate(1)], &graph);
        scheduler.replace(StateId(1), &[candidate(2), candidate(3)], &graph);
        scheduler.replace(StateId(3), &[candidate(4), candidate(5)], &graph);
        *counts
            .entry(scheduler.pick(&mut random, &graph).unwrap().0)
            .or_insert(0) += 1;
    }
    assert!(
        (1900..2100).contains(&counts[&2]) && (900..1100).contains(&counts[&4]),
        "{counts:?}"
    );
}

#[test]
fn coverage_picks_the_nearest_and_gives_up_where_nothing_new_comes() {
    let graph = row();
    let candidates = [
        at(2, 1, 0, 9),
        at(3, 4, 0, 0),
        at(4, 4, 0, 5),
        at(5, 3, 0, 0),
    ];
    let mut scheduler = Strategy::single(StrategyKind::Coverage).scheduler();
    let mut random = Random::new(0);
    scheduler.replace(StateId::NONE, &candidates, &graph);
    let mut order = Vec::new();
    // The successors of block 4 stand at block 4 again: a loop whose exit is never feasible.
    for next in 6..11 {
        let id = scheduler.pick(&mut random, &graph).unwrap();
        order.push(id.0);
        let children = if id.0 == 4 || id.0 > 5 {
            vec![at(next, 4, 0, 5)]
        } else {
            Vec::new()
        };
        scheduler.replace(id, &children, &graph);
    }
    // Distance 1 first; each fruitless pick costs a step, until distance 2, then 4 has its turn (the longer wait decides).
    assert_eq!(order, [4, 5, 6, 8, 2]);
}

#[test]
fn criteria_max_picks_the_best_of_each_criterion() {
    let graph = row();
    let candidates = [
        at(2, 1, 50, 0),
        at(3, 1, 0, 20),
        at(4, 4, 1, 1),
        at(5, 2, 40, 19),
    ];
    let counts = first_picks("criteria-max", &candidates, &graph, 3000);
    assert_eq!(counts[3], 0, "second in everything is never picked");
    assert!(
        counts[..3].iter().all(|count| (900..1100).contains(count)),
        "{counts:?}"
    );
}

#[test]
fn criteria_sum_and_proportional_follow_the_sum() {
    let graph = row();
    // Sums: 1/2 + 1/2 + 1/5; 0 + 0 + 1/2; 1/2 + 0 + 1/3.
    let candidates = [at(2, 1, 64, 8), at(3, 4, 0, 0), at(4, 3, 64, 0)];
    assert_eq!(
        first_picks("criteria-sum", &candidates, &graph, 20),
        [20, 0, 0]
    );
    let counts = first_picks("criteria-proportional", &candidates, &graph, 38_000);
    let total = 1.2 + 0.5 + 5.0 / 6.0;
    for (count, sum) in counts.iter().zip([1.2, 0.5, 5.0 / 6.0]) {
        let expected = 38_000.0 * sum / total;
        assert!(
            (*count as f64 - expected).abs() < 500.0,
            "{counts:?}: {expected}"
        );
    }
}

#[test]
fn depth_first_lets_all_others_go_before_one_that_goes_last() {
    let strategy: Strategy = "dfs".parse().unwrap();
    let (mut scheduler, graph, mut random) =
        (strategy.scheduler(), Graph::default(), Random::new(0));
    let last = Candidate {
        goes_last: true,
        ..candidate(3)
    };
    scheduler.replace(StateId::NONE, &[candidate(1), candidate(2)], &graph);
    scheduler.replace(StateId::NONE, &[last], &graph);
    let picks: Vec<_> =
        std::iter::from_fn(|| scheduler.pick(&mut random, &graph).map(|id| id.0)).collect();
    assert_eq!(picks, [1, 2, 3]);
}
