//! Weighted random choice: a list of weights with their sums in a binary tree, so that changing a weight and finding the
//! element at a given partial sum take O(log n).

/// A list of weights. The sum of all must stay below 2^128.
#[derive(Debug, Default)]
pub(crate) struct Weights {
    /// Leaf `i` stands at `capacity + i`; node `n` holds the sum of nodes `2n` and `2n + 1`; node 1 is the root.
    sums: Vec<u128>,
    capacity: usize,
    length: usize,
}

impl Weights {
    /// The sum of all weights.
    pub fn total(&self) -> u128 {
        self.sums.get(1).copied().unwrap_or(0)
    }

    /// The weight at an index, 0 outside.
    pub fn get(&self, index: usize) -> u128 {
        if index < self.length {
            self.sums[self.capacity + index]
        } else {
            0
        }
    }

    /// Adds a weight at the end.
    pub fn push(&mut self, weight: u128) {
        if self.length == self.capacity {
            self.grow();
        }
        self.length += 1;
        self.set(self.length - 1, weight);
    }

    /// Changes the weight at an index below the length.
    pub fn set(&mut self, index: usize, weight: u128) {
        let mut node = self.capacity + index;
        self.sums[node] = weight;
        while node > 1 {
            node /= 2;
            self.sums[node] = self.sums[2 * node] + self.sums[2 * node + 1];
        }
    }

    /// Removes the weight at an index below the length; the last one takes its place.
    pub fn swap_remove(&mut self, index: usize) {
        let last = self.get(self.length - 1);
        self.set(self.length - 1, 0);
        self.length -= 1;
        if index < self.length {
            self.set(index, last);
        }
    }

    /// The index whose weight covers `point`, counted from 0 up to the total, and what is left of `point` within it.
    pub fn find(&self, mut point: u128) -> Option<(usize, u128)> {
        if point >= self.total() {
            return None;
        }
        let mut node = 1;
        while node < self.capacity {
            node *= 2;
            if point >= self.sums[node] {
                point -= self.sums[node];
                node += 1;
            }
        }
        Some((node - self.capacity, point))
    }

    fn grow(&mut self) {
        let weights: Vec<u128> = (0..self.length).map(|index| self.get(index)).collect();
        self.capacity = (2 * self.capacity).max(4);
        self.sums = vec![0; 2 * self.capacity];
        self.sums[self.capacity..self.capacity + weights.len()].copy_from_slice(&weights);
        for node in (1..self.capacity).rev() {
            self.sums[node] = self.sums[2 * node] + self.sums[2 * node + 1];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Weights;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_a_plain_list(steps in prop::collection::vec((0..3u8, 0..40usize, 0..9u128), 1..60)) {
            let mut weights = Weights::default();
            let mut plain: Vec<u128> = Vec::new();
            for (kind, index, weight) in steps {
                match kind {
                    0 => { weights.push(weight); plain.push(weight); }
                    1 if index < plain.len() => { weights.set(index, weight); plain[index] = weight; }
                    2 if index < plain.len() => { weights.swap_remove(index); plain.swap_remove(index); }
                    _ => {}
                }
                prop_assert_eq!(weights.total(), plain.iter().sum::<u128>());
                let mut point = 0;
                for (place, &weight) in plain.iter().enumerate() {
                    for rest in 0..weight {
                        prop_assert_eq!(weights.find(point + rest), Some((place, rest)));
                    }
                    point += weight;
                }
                prop_assert_eq!(weights.find(point), None);
            }
        }
    }
}
