//! Random numbers: what search strategies, local search and tests draw from.
//!
//! SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): the published sequence, so that equal seeds
//! give equal runs on every machine and with every version of every library.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};

/// A pseudorandom sequence that its seed determines.
#[derive(Clone, Debug)]
pub struct Random(SplitMix64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Random(SplitMix64::from_seed(seed.to_le_bytes()))
    }

    /// The next 64 bits.
    #[expect(
        clippy::should_implement_trait,
        reason = "a sequence without an end is no iterator here"
    )]
    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `limit`, all equally likely; 0 for a limit of 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        if limit == 0 {
            return 0;
        }
        // Numbers above the greatest multiple of the limit would favour small remainders.
        let rejected = (u64::MAX % limit + 1) % limit;
        loop {
            let number = self.next();
            if number <= u64::MAX - rejected {
                return number % limit;
            }
        }
    }

    /// An index below `length`.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// True in so many of a hundred cases.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// One of a list that is not empty.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.index(list.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_sequence_is_the_published_one() {
        // The first outputs of the reference implementation for seed 1234567.
        let mut random = Random::new(1234567);
        let numbers = [random.next(), random.next(), random.next()];
        assert_eq!(
            numbers,
            [
                6457827717110365317,
                3203168211198807973,
                9817491932198370423
            ]
        );
    }

    #[test]
    fn small_numbers_are_equally_likely() {
        let mut random = Random::new(1);
        let mut counts = [0u32; 3];
        for _ in 0..30_000 {
            counts[random.index(3)] += 1;
        }
        assert!(
            counts.iter().all(|&count| (9_700..10_300).contains(&count)),
            "{counts:?}"
        );
        assert_eq!(random.below(0), 0);
    }
}
