//! Terms that go to another table mean there what they mean here, and models that come back mean it, too.

use everypath_term::testing::arbitrary_term;
use everypath_term::transfer::{Receiver, Sender};
use everypath_term::{
    Assignment, Bits, FloatFormat, FloatOperator, InputId, Rounding, Sort, Term, TermTable,
    evaluate,
};
use proptest::prelude::*;

/// Two tables, and the way from one to the other.
#[derive(Default)]
struct Way {
    here: TermTable,
    sender: Sender,
    there: TermTable,
    receiver: Receiver,
}

impl Way {
    /// What becomes of terms on the other side.
    fn send(&mut self, roots: &[Term]) -> Vec<Term> {
        let parcel = self.sender.pack(&self.here, roots);
        self.receiver.unpack(&mut self.there, &parcel);
        let arrived = roots
            .iter()
            .map(|&root| self.receiver.term(self.sender.number(root)));
        arrived.collect()
    }

    /// The values on both sides, with the inputs that were sent.
    fn values(&self, root: Term, arrived: Term, there: &Assignment) -> (Bits, Bits) {
        let packed = self.receiver.pack(&self.there, there);
        let here = self.sender.unpack(&self.here, packed);
        (
            evaluate(&self.here, &here, root),
            evaluate(&self.there, there, arrived),
        )
    }

    /// The inputs on the other side, with some values.
    fn assignment(&self, numbers: &[u64]) -> Assignment {
        let mut assignment = Assignment::new();
        let mut numbers = numbers.iter().copied().cycle();
        for input in 0..self.there.input_count() {
            let input = InputId::from_index(input);
            match self.there.input_info(input).sort {
                Sort::Bits(width) => {
                    assignment.set(input, Bits::new(width, numbers.next().unwrap_or(0)));
                }
                Sort::Memory { element, .. } => {
                    let elements = (0..64).map(|index| {
                        let value = numbers.next().unwrap_or(0) & (u64::MAX >> (64 - element));
                        (index, value)
                    });
                    assignment.set_memory(input, elements.collect(), 1);
                }
            }
        }
        assignment
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn terms_mean_there_what_they_mean_here(
        recipe in arbitrary_term(40),
        rules in any::<bool>(),
        numbers in proptest::collection::vec(any::<u64>(), 8),
    ) {
        let mut way = Way::default();
        if !rules {
            way.here = TermTable::without_rules();
        }
        let built = recipe.build(&mut way.here);
        let middle = built.terms.len() / 2;
        let mut arrived = way.send(&built.terms[..middle]);
        arrived.extend(way.send(&built.terms[middle..]));
        let sent = way.there.len();
        prop_assert_eq!(&way.send(&built.terms), &arrived);
        prop_assert_eq!(way.there.len(), sent, "what was sent once is known");
        let assignment = way.assignment(&numbers);
        for (&root, &arrived) in built.terms.iter().zip(&arrived) {
            let (here, there) = way.values(root, arrived, &assignment);
            prop_assert_eq!(here, there);
        }
    }
}

#[test]
fn values_wider_than_a_word_and_floats_arrive() {
    let mut way = Way::default();
    let wide = way.here.input("wide", 100);
    let large = way.here.constant_bits(Bits::from_words(100, &[5, 1 << 26]));
    let sum = way.here.add(wide, large);
    let (x, y) = (way.here.input("x", 64), way.here.input("y", 64));
    let (double, nearest) = (FloatFormat::Double, Rounding::NearestEven);
    let float = (way.here).float_arithmetic(FloatOperator::Add, double, nearest, &[x, y]);
    let arrived = way.send(&[sum, float]);
    assert!(way.there.len() > 6);
    let numbers = [7, 1.5f64.to_bits(), 2.25f64.to_bits()];
    let assignment = way.assignment(&numbers);
    let (here, there) = way.values(sum, arrived[0], &assignment);
    assert_eq!(
        (&here, &here),
        (&there, &Bits::from_words(100, &[12, 1 << 26]))
    );
    let (here, there) = way.values(float, arrived[1], &assignment);
    assert_eq!(here, there);
    assert_eq!(f64::from_bits(there.word(0)), 3.75);
}
