//! The loops of a function: strongly connected components within one another.
//!
//! F. Bourdoncle, "Efficient chaotic iteration strategies with widenings" (1993). A loop begins with the first of its blocks in the order
//! of [`Flow`], and what is left of it without edges back to that block has loops of its own.

use rustc_hash::FxHashSet;

use crate::Flow;

/// The loops of a function.
#[derive(Clone, Debug)]
pub struct Loops {
    /// The block that each loop begins with.
    pub headers: Vec<u32>,
    /// Whether a loop can be entered elsewhere than at its first block.
    pub irregular: Vec<bool>,
    /// The loops that each block is in, outermost first.
    pub around: Vec<Vec<usize>>,
}

impl Loops {
    /// The loops of a graph.
    pub fn new(flow: &Flow) -> Self {
        let count = flow.after.len();
        let mut nest = Loops {
            headers: Vec::new(),
            irregular: Vec::new(),
            around: vec![Vec::new(); count],
        };
        // The part of the graph that is looked at: its blocks, without edges to the headers found so far.
        let mut parts: Vec<Vec<u32>> = vec![flow.order.clone()];
        let mut is_header = vec![false; count];
        while let Some(part) = parts.pop() {
            let inside: FxHashSet<u32> = part.iter().copied().collect();
            for component in components(flow, &inside, &is_header) {
                let header = component
                    .iter()
                    .copied()
                    .min_by_key(|&block| flow.rank[block as usize]);
                let Some(header) = header else { continue };
                let members: FxHashSet<u32> = component.iter().copied().collect();
                let enters = |block: u32| {
                    flow.before[block as usize].iter().any(|from| {
                        flow.rank[*from as usize] != u32::MAX && !members.contains(from)
                    })
                };
                let number = nest.headers.len();
                nest.headers.push(header);
                nest.irregular.push(
                    component
                        .iter()
                        .any(|&block| block != header && enters(block)),
                );
                for &block in &component {
                    nest.around[block as usize].push(number);
                }
                is_header[header as usize] = true;
                parts.push(component);
            }
        }
        nest
    }

    /// Whether an edge goes back to the first block of a loop that it starts in.
    pub fn is_back(&self, from: u32, to: u32) -> bool {
        let around = &self.around[from as usize];
        self.around[to as usize]
            .last()
            .is_some_and(|inner| self.headers[*inner] == to && around.contains(inner))
    }

    /// Whether a block is in a loop that has several entries.
    pub fn is_irregular(&self, block: u32) -> bool {
        self.around[block as usize]
            .iter()
            .any(|&inner| self.irregular[inner])
    }
}

/// The strongly connected components of more than one block, or with an edge to itself, of a part of a graph without the edges to
/// some blocks (Tarjan).
fn components(flow: &Flow, inside: &FxHashSet<u32>, cut: &[bool]) -> Vec<Vec<u32>> {
    let count = flow.after.len();
    let (mut number, mut low) = (vec![0; count], vec![0; count]);
    let mut on_stack = vec![false; count];
    let (mut next, mut found, mut stack) = (1, Vec::new(), Vec::new());
    let goes =
        |from: u32, to: u32| inside.contains(&from) && inside.contains(&to) && !cut[to as usize];
    for &root in flow.order.iter().filter(|block| inside.contains(block)) {
        if number[root as usize] != 0 {
            continue;
        }
        let mut calls = vec![(root, 0)];
        while let Some((at, edge)) = calls.pop() {
            if edge == 0 && number[at as usize] == 0 {
                number[at as usize] = next;
                low[at as usize] = next;
                next += 1;
                stack.push(at);
                on_stack[at as usize] = true;
            }
            match flow.after[at as usize].get(edge) {
                Some(&to) => {
                    calls.push((at, edge + 1));
                    if goes(at, to) {
                        if number[to as usize] == 0 {
                            calls.push((to, 0));
                        } else if on_stack[to as usize] {
                            low[at as usize] = low[at as usize].min(number[to as usize]);
                        }
                    }
                }
                None => {
                    if let Some(&(caller, _)) = calls.last() {
                        low[caller as usize] = low[caller as usize].min(low[at as usize]);
                    }
                    if low[at as usize] == number[at as usize] {
                        let mut component = Vec::new();
                        while let Some(block) = stack.pop() {
                            on_stack[block as usize] = false;
                            component.push(block);
                            if block == at {
                                break;
                            }
                        }
                        let is_loop = component.len() > 1
                            || goes(at, at) && flow.after[at as usize].contains(&at);
                        if is_loop {
                            component.sort_unstable_by_key(|&block| flow.rank[block as usize]);
                            found.push(component);
                        }
                    }
                }
            }
        }
    }
    found
}
