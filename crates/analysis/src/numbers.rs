//! Sets of small numbers, as bits.

/// A set of small numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    words: Vec<u64>,
}

impl Numbers {
    /// All numbers below a limit, rounded up to a multiple of 64.
    pub fn all(limit: usize) -> Self {
        Numbers {
            words: vec![u64::MAX; limit.div_ceil(64)],
        }
    }

    /// Puts a number in.
    pub fn insert(&mut self, number: u32) {
        let word = number as usize / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (number % 64);
    }

    /// Takes a number out. Gives whether it was there.
    pub fn remove(&mut self, number: u32) -> bool {
        let was_there = self.contains(number);
        if was_there {
            self.words[number as usize / 64] &= !(1 << (number % 64));
        }
        was_there
    }

    /// Takes all numbers out.
    pub fn clear(&mut self) {
        self.words.clear();
    }

    /// Takes out all numbers from this one on.
    pub fn truncate(&mut self, number: u32) {
        let word = number as usize / 64;
        self.words.truncate(word + 1);
        if let Some(last) = self.words.get_mut(word) {
            *last &= (1 << (number % 64)) - 1;
        }
    }

    /// Whether a number is in the set.
    pub fn contains(&self, number: u32) -> bool {
        let word = self.words.get(number as usize / 64);
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Puts in all numbers of another set.
    pub fn add(&mut self, other: &Numbers) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine |= theirs;
        }
    }

    /// Takes out all numbers of another set.
    pub fn subtract(&mut self, other: &Numbers) {
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine &= !theirs;
        }
    }

    /// Whether no number is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// How many numbers are in the set.
    pub fn len(&self) -> usize {
        let ones = self.words.iter().map(|word| word.count_ones());
        ones.sum::<u32>() as usize
    }

    /// The greatest.
    pub fn last(&mut self) -> Option<u32> {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
        let word = self.words.last()?;
        Some(64 * self.words.len() as u32 - 1 - word.leading_zeros())
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().zip(0_u32..).flat_map(|(&word, index)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                (bit < 64).then_some(64 * index + bit)
            })
        })
    }
}

impl FromIterator<u32> for Numbers {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Self {
        let mut set = Numbers::default();
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}
