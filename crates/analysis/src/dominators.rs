//! Which blocks every way from the function's beginning to a block leads through.
//!
//! K. D. Cooper, T. J. Harvey, K. Kennedy, "A simple, fast dominance algorithm" (2001): immediate dominators by repeated
//! intersection, in an order where a block stands behind its dominators. The tree is numbered on the way in and out, so
//! that a question is two comparisons.

/// The tree of dominators of a function's blocks.
#[derive(Debug, Default)]
pub struct Dominators {
    /// When a walk through the tree enters each block and when it leaves it; 0 for blocks that cannot be reached.
    spans: Vec<(u32, u32)>,
    /// The immediate dominator of each block; that of the first is itself.
    immediate: Vec<Option<u32>>,
}

impl Dominators {
    /// From the successors of each block and an order of those that can be reached, with the first block in front.
    pub fn new(successors: &[Vec<u32>], order: &[u32]) -> Self {
        // From here on a block is its place in the order.
        let mut places = vec![usize::MAX; successors.len()];
        for (place, &block) in order.iter().enumerate() {
            places[block as usize] = place;
        }
        let mut predecessors = vec![Vec::new(); order.len()];
        for (place, &block) in order.iter().enumerate() {
            for &successor in &successors[block as usize] {
                if let Some(list) = predecessors.get_mut(places[successor as usize]) {
                    list.push(place);
                }
            }
        }
        let parents = immediate(&predecessors);
        let mut immediate = vec![None; successors.len()];
        for (&block, &parent) in order.iter().zip(&parents) {
            immediate[block as usize] = order.get(parent).copied();
        }
        let mut children = vec![Vec::new(); order.len()];
        for (place, &parent) in parents.iter().enumerate().skip(1) {
            if let Some(list) = children.get_mut(parent) {
                list.push(place);
            }
        }
        let mut spans = vec![(0, 0); successors.len()];
        let mut clock = 0;
        let mut path: Vec<(usize, usize)> = Vec::new();
        if let Some(&first) = order.first() {
            clock += 1;
            spans[first as usize].0 = clock;
            path.push((0, 0));
        }
        while let Some((place, next)) = path.last_mut() {
            let child = children[*place].get(*next).copied();
            *next += 1;
            clock += 1;
            match child {
                Some(child) => {
                    spans[order[child] as usize].0 = clock;
                    path.push((child, 0));
                }
                None => {
                    spans[order[*place] as usize].1 = clock;
                    path.pop();
                }
            }
        }
        Dominators { spans, immediate }
    }

    /// The nearest block other than this one that every way to it leads through; the first block is its own. None for what cannot be reached.
    pub fn immediate(&self, block: u32) -> Option<u32> {
        self.immediate.get(block as usize).copied().flatten()
    }

    /// The nearest block that dominates both; none if one cannot be reached.
    pub fn common(&self, a: u32, b: u32) -> Option<u32> {
        let mut above = a;
        self.immediate(b)?;
        while !self.dominates(above, b) {
            above = self.immediate(above)?;
        }
        Some(above)
    }

    /// Whether every way to `block` leads through `above`, which may be the same block.
    pub fn dominates(&self, above: u32, block: u32) -> bool {
        let span = |block: u32| self.spans.get(block as usize).copied().unwrap_or((0, 0));
        let (above, block) = (span(above), span(block));
        above.0 != 0 && above.0 <= block.0 && block.1 <= above.1
    }
}

/// The immediate dominator of each place; that of the first is itself.
fn immediate(predecessors: &[Vec<usize>]) -> Vec<usize> {
    let mut parents = vec![usize::MAX; predecessors.len()];
    if let Some(first) = parents.first_mut() {
        *first = 0;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for place in 1..predecessors.len() {
            let mut common = usize::MAX;
            for &predecessor in &predecessors[place] {
                if parents[predecessor] == usize::MAX {
                    continue; // not reached yet in the first round
                }
                common = match common {
                    usize::MAX => predecessor,
                    other => meet(&parents, other, predecessor),
                };
            }
            if common != usize::MAX && parents[place] != common {
                parents[place] = common;
                changed = true;
            }
        }
    }
    parents
}

/// The nearest place that dominates both; dominators have smaller numbers.
fn meet(parents: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        match a > b {
            true => a = parents[a],
            false => b = parents[b],
        }
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order;

    /// Which blocks dominate each block, by leaving one out and looking what can still be reached.
    fn slowly(successors: &[Vec<u32>], above: u32, block: u32) -> bool {
        let mut seen = vec![false; successors.len()];
        let mut work = if above == 0 { vec![] } else { vec![0] };
        while let Some(next) = work.pop() {
            if next != above && !std::mem::replace(&mut seen[next as usize], true) {
                work.extend(&successors[next as usize]);
            }
        }
        !seen[block as usize]
    }

    #[test]
    fn dominators_are_those_without_which_a_block_is_not_reached() {
        let graphs: [Vec<Vec<u32>>; 4] = [
            vec![vec![1, 2], vec![3], vec![3], vec![]],
            // A loop in a loop, with a way out of the inner one.
            vec![vec![1], vec![2, 5], vec![3, 4], vec![2, 1], vec![5], vec![]],
            // Two ways into a loop.
            vec![vec![1, 2], vec![2], vec![1, 3], vec![]],
            vec![
                vec![3, 1],
                vec![4],
                vec![6, 1],
                vec![2, 5],
                vec![1, 6],
                vec![2, 3],
                vec![],
            ],
        ];
        for graph in graphs {
            let all = order(&graph);
            let tree = Dominators::new(&graph, &all);
            for &above in &all {
                for &block in &all {
                    let expected = slowly(&graph, above, block);
                    assert_eq!(
                        tree.dominates(above, block),
                        expected,
                        "{above} {block} {graph:?}"
                    );
                    let common = tree.common(above, block).unwrap();
                    let both = |it: u32| tree.dominates(it, above) && tree.dominates(it, block);
                    assert!(
                        both(common)
                            && all
                                .iter()
                                .all(|&it| !both(it) || tree.dominates(it, common))
                    );
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_reached_dominates_nothing() {
        let graph = vec![vec![], vec![0]];
        let tree = Dominators::new(&graph, &order(&graph));
        assert!(tree.dominates(0, 0) && !tree.dominates(1, 0));
        assert_eq!((tree.immediate(0), tree.immediate(1)), (Some(0), None));
        assert_eq!((tree.common(0, 1), tree.common(1, 0)), (None, None));
    }
}
