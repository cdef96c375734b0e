//! The random numbers of the strategies: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
//! generators", 2014), so that equal seeds give equal runs on every machine and with every version of every library.

/// A pseudorandom sequence that its seed determines.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    state: u64,
}

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
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
