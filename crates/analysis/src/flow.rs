//! The blocks of a function as a graph: what lies behind and before each, and an order in which most of what is before comes first.

/// The blocks of a function and their edges, by index; 0 is the entry.
#[derive(Clone, Debug)]
pub struct Flow {
    /// The blocks behind each block; two edges to one block are two.
    pub after: Vec<Vec<u32>>,
    /// The blocks before each block.
    pub before: Vec<Vec<u32>>,
    /// The blocks that can be reached from the entry, in reverse postorder.
    pub order: Vec<u32>,
    /// The place of each block in that order; `u32::MAX` for those that cannot be reached.
    pub rank: Vec<u32>,
}

impl Flow {
    /// From the blocks behind each block.
    pub fn new(after: Vec<Vec<u32>>) -> Self {
        let mut before = vec![Vec::new(); after.len()];
        for (from, next) in after.iter().enumerate() {
            next.iter()
                .for_each(|&to| before[to as usize].push(from as u32));
        }
        let mut order = Vec::with_capacity(after.len());
        let mut seen = vec![false; after.len()];
        let mut stack = Vec::new();
        if let Some(first) = seen.first_mut() {
            *first = true;
            stack.push((0_u32, 0));
        }
        while let Some((at, next)) = stack.pop() {
            match after[at as usize].get(next) {
                Some(&to) => {
                    stack.push((at, next + 1));
                    if !std::mem::replace(&mut seen[to as usize], true) {
                        stack.push((to, 0));
                    }
                }
                None => order.push(at),
            }
        }
        order.reverse();
        let mut rank = vec![u32::MAX; after.len()];
        for (place, &block) in order.iter().enumerate() {
            rank[block as usize] = place as u32;
        }
        Flow {
            after,
            before,
            order,
            rank,
        }
    }
}
