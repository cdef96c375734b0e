//! What a path decided, event after event: enough to come to its state again without asking the solver.
//!
//! The decisions that a state has ([`everypath_machine::Decision`]) say which way it went. Its path condition depends on more: whether the
//! condition of that way was added or followed from what was there, which checks were passed because they hold and which because they were
//! required, and between which bounds an address was found to be. A [`Choice`] is all that was decided at one event.
//!
//! Most choices say no more than which of a few they are. Sixteen of them are one word, so that a fork copies one number and shares the rest.

use std::sync::Arc;

use everypath_machine::{Chain, Span};

/// How the condition of a way became part of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// It follows from the path condition: nothing was added.
    Follows,
    /// It was added, and no other state takes another way.
    Alone,
    /// It was added, and other states take other ways.
    Forked,
}

/// All ways that were found feasible at a fork, where a state remembers which it left to others.
pub(super) type Ways = Option<Arc<[u64]>>;

/// What was decided at an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// A check was passed without a constraint: it holds, or paths go on behind a violation.
    Passed,
    /// A check was passed where it holds.
    Required,
    /// An assumption was made.
    Assumed,
    /// The side of a branch.
    Side(bool, How),
    /// The case of a switch, by index.
    Case { index: u64, how: How, ways: Ways },
    /// The value of what had to be a constant.
    Value { value: u64, how: How, ways: Ways },
    /// None of these values, which other states take: the next ones are looked for.
    Without(Arc<[u64]>),
    /// The object that an access goes to, by its base, and the offsets in it.
    Object { base: u64, span: Span, how: How },
    /// An access goes to whatever objects are between two addresses.
    Anywhere { low: u64, high: u64, how: How },
}

/// The choices that need nothing but a letter.
const LETTERS: [(char, Choice); 9] = [
    ('p', Choice::Passed),
    ('r', Choice::Required),
    ('a', Choice::Assumed),
    ('t', Choice::Side(true, How::Follows)),
    ('f', Choice::Side(false, How::Follows)),
    ('y', Choice::Side(true, How::Alone)),
    ('n', Choice::Side(false, How::Alone)),
    ('T', Choice::Side(true, How::Forked)),
    ('F', Choice::Side(false, How::Forked)),
];

/// Bits of a letter in a word; nothing is 0.
const LETTER_BITS: u32 = 4;

impl Choice {
    /// The place of its letter, from 1 on, if it has one.
    fn code(&self) -> Option<u64> {
        let code = match self {
            Choice::Passed => 1,
            Choice::Required => 2,
            Choice::Assumed => 3,
            Choice::Side(true, How::Follows) => 4,
            Choice::Side(false, How::Follows) => 5,
            Choice::Side(true, How::Alone) => 6,
            Choice::Side(false, How::Alone) => 7,
            Choice::Side(true, How::Forked) => 8,
            Choice::Side(false, How::Forked) => 9,
            Choice::Case { .. }
            | Choice::Value { .. }
            | Choice::Without(_)
            | Choice::Object { .. }
            | Choice::Anywhere { .. } => return None,
        };
        Some(code)
    }

    /// Its letter, if it has one.
    pub fn letter(&self) -> Option<char> {
        let place = self.code()?.checked_sub(1)?;
        let (letter, _) = LETTERS.get(place as usize)?;
        Some(*letter)
    }

    /// The choice of a letter.
    pub fn of_letter(letter: char) -> Option<Choice> {
        let mut letters = LETTERS.into_iter();
        letters
            .find(|(known, _)| *known == letter)
            .map(|(_, choice)| choice)
    }

    /// All ways that were feasible, if that is noted.
    pub fn ways(&self) -> Ways {
        match self {
            Choice::Case { ways, .. } | Choice::Value { ways, .. } => ways.clone(),
            Choice::Passed
            | Choice::Required
            | Choice::Assumed
            | Choice::Side(..)
            | Choice::Without(_)
            | Choice::Object { .. }
            | Choice::Anywhere { .. } => None,
        }
    }

    /// What it decides, in words.
    pub fn decides(&self) -> &'static str {
        match self {
            Choice::Passed | Choice::Required => "a check",
            Choice::Assumed => "an assumption",
            Choice::Side(..) => "a branch",
            Choice::Case { .. } => "a switch",
            Choice::Value { .. } | Choice::Without(_) => "a value that has to be a constant",
            Choice::Object { .. } | Choice::Anywhere { .. } => {
                "an access through a symbolic address"
            }
        }
    }
}

/// The choices of a path. Cloning is O(1), clones share what they have in common.
#[derive(Clone, Debug, Default)]
pub(super) struct Choices {
    /// The letters behind all that is written down, the newest in the lowest bits.
    recent: u64,
    written: Chain<Written>,
}

/// A part of a list of choices.
#[derive(Clone, Debug)]
enum Written {
    /// Up to sixteen letters.
    Letters(u64),
    Other(Choice),
}

impl Choices {
    /// Adds a choice, in O(1).
    pub fn push(&mut self, choice: Choice) {
        match choice.code() {
            Some(code) => {
                if self.recent >> (u64::BITS - LETTER_BITS) != 0 {
                    self.write_down();
                }
                self.recent = self.recent << LETTER_BITS | code;
            }
            None => {
                self.write_down();
                self.written.push(Written::Other(choice));
            }
        }
    }

    fn write_down(&mut self) {
        if self.recent != 0 {
            self.written.push(Written::Letters(self.recent));
            self.recent = 0;
        }
    }

    /// All choices, oldest first, each with how often it follows upon itself.
    pub fn runs(&self) -> Vec<(Choice, u64)> {
        let mut newest_first = Runs::default();
        newest_first.add_letters(self.recent);
        for written in self.written.iter() {
            match written {
                Written::Letters(letters) => newest_first.add_letters(*letters),
                Written::Other(choice) => newest_first.add(choice.clone(), 1),
            }
        }
        newest_first.0.reverse();
        newest_first.0
    }
}

/// Choices with how often each follows upon itself.
#[derive(Debug, Default)]
pub(super) struct Runs(pub Vec<(Choice, u64)>);

impl Runs {
    /// Adds a choice so many times.
    pub fn add(&mut self, choice: Choice, times: u64) {
        match self.0.last_mut() {
            Some((last, count)) if *last == choice => *count = count.saturating_add(times),
            _ => self.0.push((choice, times)),
        }
    }

    /// Adds the letters of a word, the newest first.
    fn add_letters(&mut self, mut letters: u64) {
        while letters != 0 {
            let code = letters & ((1 << LETTER_BITS) - 1);
            if let Some((_, choice)) = LETTERS.get((code as usize).wrapping_sub(1)) {
                self.add(choice.clone(), 1);
            }
            letters >>= LETTER_BITS;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_letter_is_its_choice() {
        for (letter, choice) in LETTERS {
            assert_eq!(choice.letter(), Some(letter));
            assert_eq!(Choice::of_letter(letter), Some(choice));
        }
        assert_eq!(Choice::of_letter('q'), None);
    }

    #[test]
    fn choices_come_back_in_order_and_clones_share_what_they_have_in_common() {
        let without = Choice::Without([1, 2].into());
        let pattern = |i: usize| match i % 23 {
            7 => without.clone(),
            rest => LETTERS[rest % LETTERS.len()].1.clone(),
        };
        let mut choices = Choices::default();
        let mut expected = Runs::default();
        for i in 0..500 {
            choices.push(pattern(i));
            expected.add(pattern(i), 1);
            assert_eq!(choices.runs(), expected.0);
        }
        let mut other = choices.clone();
        other.push(Choice::Assumed);
        choices.push(Choice::Passed);
        assert_eq!(other.runs().last(), Some(&(Choice::Assumed, 1)));
        assert_eq!(choices.runs().last(), Some(&(Choice::Passed, 1)));
    }
}
