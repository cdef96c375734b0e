//! The order of a function's blocks: a weak topological order.
//!
//! F. Bourdoncle, "Efficient chaotic iteration strategies with widenings" (1993), section 3: the strongly connected
//! components of the control flow graph in topological order, each with the block that is entered first in front and
//! the rest ordered the same way without the edges back to that block. So a block stands behind everything that dominates
//! it, and the blocks of a loop stand together before what follows the loop. Nothing recurses.

/// Numbers of the blocks that can be reached from block 0, in order.
pub fn order(successors: &[Vec<u32>]) -> Vec<u32> {
    let mut search = Search::new(successors);
    let mut found = Vec::with_capacity(successors.len());
    let mut parts = 1;
    let mut work = Vec::new();
    if !successors.is_empty() {
        // Components come with the last one first, so that the first is taken first.
        work.extend(search.components(&[0], 0));
    }
    while let Some(component) = work.pop() {
        let Some(&head) = component.first() else {
            continue;
        };
        found.push(head);
        let begins_loop = component.len() > 1;
        if begins_loop {
            for &block in &component[1..] {
                search.nodes[block as usize].part = parts;
            }
            // The head belongs to no part any more, so edges back to it do not count.
            search.nodes[head as usize].part = u32::MAX;
            work.extend(search.components(&successors[head as usize], parts));
            parts += 1;
        }
    }
    found
}

/// For each block that can be reached from block 0, whether control can come back to it.
pub fn repeated(successors: &[Vec<u32>]) -> Vec<bool> {
    let mut search = Search::new(successors);
    let mut repeated = vec![false; successors.len()];
    if successors.is_empty() {
        return repeated;
    }
    for component in search.components(&[0], 0) {
        for &block in &component {
            let leads_to_itself = successors[block as usize].contains(&block);
            repeated[block as usize] = component.len() > 1 || leads_to_itself;
        }
    }
    repeated
}

#[derive(Clone, Default)]
struct Node {
    /// The part of the graph that it belongs to; edges to other parts do not count.
    part: u32,
    /// The order of visits, from 1; 0 if it was not visited in this search.
    visit: u32,
    /// The earliest visit that it reaches among open blocks.
    low: u32,
    /// Whether its component is not complete.
    open: bool,
}

struct Search<'a> {
    successors: &'a [Vec<u32>],
    nodes: Vec<Node>,
    open: Vec<u32>,
}

impl<'a> Search<'a> {
    fn new(successors: &'a [Vec<u32>]) -> Self {
        Search {
            successors,
            nodes: vec![Node::default(); successors.len()],
            open: Vec::new(),
        }
    }

    /// The strongly connected components of a part that can be reached from `roots`, each with the block in front that
    /// was visited first; the last component to be entered comes first (Tarjan's algorithm).
    fn components(&mut self, roots: &[u32], part: u32) -> Vec<Vec<u32>> {
        let mut components = Vec::new();
        let mut visited: Vec<u32> = Vec::new();
        let mut path: Vec<(u32, usize)> = Vec::new();
        // The later successors first, so that the first one stands in front in the result.
        for &root in roots.iter().rev() {
            if !self.enter(root, part, &mut visited) {
                continue;
            }
            path.push((root, 0));
            while let Some((block, next)) = path.last_mut() {
                let block = *block;
                let all = &self.successors[block as usize];
                if let Some(&successor) = all.len().checked_sub(*next + 1).and_then(|i| all.get(i))
                {
                    *next += 1;
                    if self.enter(successor, part, &mut visited) {
                        path.push((successor, 0));
                    } else {
                        let node = &self.nodes[successor as usize];
                        if node.part == part && node.open {
                            let low = node.visit;
                            let node = &mut self.nodes[block as usize];
                            node.low = node.low.min(low);
                        }
                    }
                    continue;
                }
                path.pop();
                let (visit, low) = {
                    let node = &self.nodes[block as usize];
                    (node.visit, node.low)
                };
                if let Some(&(parent, _)) = path.last() {
                    let node = &mut self.nodes[parent as usize];
                    node.low = node.low.min(low);
                }
                if visit == low {
                    let from = self.open.iter().rposition(|&other| other == block);
                    let component = self.open.split_off(from.unwrap_or(0));
                    for &member in &component {
                        self.nodes[member as usize].open = false;
                    }
                    components.push(component);
                }
            }
        }
        for block in visited {
            self.nodes[block as usize].visit = 0;
        }
        components
    }

    /// Begins the visit of a block, unless it was visited or belongs to another part.
    fn enter(&mut self, block: u32, part: u32, visited: &mut Vec<u32>) -> bool {
        let Some(node) = self.nodes.get_mut(block as usize) else {
            return false;
        };
        if node.part != part || node.visit != 0 {
            return false;
        }
        visited.push(block);
        node.visit = visited.len() as u32;
        node.low = node.visit;
        node.open = true;
        self.open.push(block);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(edges: &[(u32, u32)], count: usize, expected: &[u32]) {
        let mut successors = vec![Vec::new(); count];
        for &(from, to) in edges {
            successors[from as usize].push(to);
        }
        assert_eq!(order(&successors), expected);
    }

    #[test]
    fn a_diamond_is_in_the_order_of_its_branches() {
        check(&[(0, 1), (0, 2), (1, 3), (2, 3)], 4, &[0, 1, 2, 3]);
        check(&[(0, 2), (0, 1), (1, 3), (2, 3)], 4, &[0, 2, 1, 3]);
    }

    #[test]
    fn loops_stand_together_before_what_follows_them() {
        // 1 is a loop with 2 and 3, and inside it 2 is a loop of its own; 4 follows. The exit is the first successor.
        check(
            &[(0, 1), (1, 4), (1, 2), (2, 3), (2, 2), (3, 1)],
            5,
            &[0, 1, 2, 3, 4],
        );
    }

    #[test]
    fn blocks_of_loops_are_repeated_and_no_others() {
        // 1 and 2 are a loop, 3 is one by itself, 5 cannot be reached.
        let successors = [vec![1], vec![2], vec![1, 3], vec![3, 4], vec![], vec![5]];
        let expected = [false, true, true, true, false, false];
        assert_eq!(repeated(&successors), expected);
        assert_eq!(repeated(&[]), [false; 0]);
    }

    #[test]
    fn what_cannot_be_reached_is_left_out() {
        check(&[(0, 2), (1, 2)], 3, &[0, 2]);
    }

    #[test]
    fn a_loop_with_two_entries_is_ordered_too() {
        check(&[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)], 4, &[0, 2, 1, 3]);
    }

    #[test]
    fn a_long_chain_of_nested_loops_does_not_recurse() {
        let count = 3000u32;
        let mut edges: Vec<(u32, u32)> = (0..count - 1).map(|i| (i, i + 1)).collect();
        edges.extend((1..count / 2).map(|i| (count - 1 - i, i)));
        let expected: Vec<u32> = (0..count).collect();
        check(&edges, count as usize, &expected);
    }
}
