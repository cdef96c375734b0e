//! Bounds of a term from its form alone: cheap, valid for all inputs, not always tight.
//!
//! Merging makes addresses that are choices between few constants, or a base plus a counter that each way advanced by one or not at
//! all. Their form says enough, and the solver is not asked. Intervals are unsigned; where a sum may wrap around, all values are
//! possible.

use everypath_term::ops::mask;
use everypath_term::{Kind, Term, TermTable};
use rustc_hash::{FxHashMap, FxHashSet};

/// Terms deeper than this have all values.
const DEEPEST: u32 = 400;

/// Bounds of terms, remembered.
#[derive(Debug, Default)]
pub(crate) struct FormBounds {
    known: FxHashMap<Term, (u64, u64)>,
}

impl FormBounds {
    /// The least and the greatest value that a term of at most 64 bits may have.
    pub fn of(&mut self, terms: &TermTable, term: Term) -> (u64, u64) {
        self.bounds(terms, term, 0)
    }

    fn bounds(&mut self, terms: &TermTable, term: Term, depth: u32) -> (u64, u64) {
        let width = terms.width(term);
        let all = (0, mask(width.min(64)));
        if let Some(constant) = terms.as_u64(term) {
            return (constant, constant);
        }
        if width > 64 || depth > DEEPEST {
            return all;
        }
        if let Some(&known) = self.known.get(&term) {
            return known;
        }
        let node = terms.node(term);
        let mut children = node.children();
        let (first, second, third) = (children.next(), children.next(), children.next());
        let bounds = match (node.kind, first, second, third) {
            (Kind::Ite, Some(_), Some(a), Some(b)) => {
                let (a, b) = (
                    self.bounds(terms, a, depth + 1),
                    self.bounds(terms, b, depth + 1),
                );
                (a.0.min(b.0), a.1.max(b.1))
            }
            (Kind::Add, Some(a), Some(b), _) => {
                let (a, b) = (
                    self.bounds(terms, a, depth + 1),
                    self.bounds(terms, b, depth + 1),
                );
                sum(a, b, width)
            }
            (Kind::ZeroExtend, Some(a), ..) => self.bounds(terms, a, depth + 1),
            (Kind::And, Some(a), Some(b), _) => {
                let (a, b) = (
                    self.bounds(terms, a, depth + 1),
                    self.bounds(terms, b, depth + 1),
                );
                (0, a.1.min(b.1))
            }
            (Kind::URem, Some(a), Some(b), _) => {
                let (a, b) = (
                    self.bounds(terms, a, depth + 1),
                    self.bounds(terms, b, depth + 1),
                );
                match b.0 {
                    0 => (0, a.1),
                    _ => (0, a.1.min(b.1 - 1)),
                }
            }
            (Kind::LShr, Some(a), Some(b), _) => {
                let a = self.bounds(terms, a, depth + 1);
                match terms.as_u64(b) {
                    Some(by) if by < 64 => (a.0 >> by, a.1 >> by),
                    _ => (0, a.1),
                }
            }
            (Kind::Shl, Some(a), Some(b), _) => {
                let a = self.bounds(terms, a, depth + 1);
                match terms.as_u64(b) {
                    Some(by) if by < 64 && a.1 <= all.1 >> by => (a.0 << by, a.1 << by),
                    _ => all,
                }
            }
            (Kind::Mul, Some(a), Some(b), _) => {
                let (a, b) = (
                    self.bounds(terms, a, depth + 1),
                    self.bounds(terms, b, depth + 1),
                );
                match a.1.checked_mul(b.1) {
                    Some(most) if most <= all.1 => (a.0 * b.0, most),
                    _ => all,
                }
            }
            (Kind::Concat, Some(high), Some(low), _) => {
                let by = terms.width(low);
                let (high, low) = (
                    self.bounds(terms, high, depth + 1),
                    self.bounds(terms, low, depth + 1),
                );
                (high.0 << by | low.0, high.1 << by | low.1)
            }
            (Kind::Extract, Some(a), ..) if node.low() == 0 => {
                let a = self.bounds(terms, a, depth + 1);
                if a.1 <= all.1 { a } else { all }
            }
            _ => all,
        };
        self.known.insert(term, bounds);
        bounds
    }
}

/// Whether the form of a term says that it is one of some constants: what merging makes of constants that differ, and what is
/// computed from that.
pub(crate) fn is_choice(terms: &TermTable, term: Term) -> bool {
    let mut waiting = vec![term];
    let mut seen = FxHashSet::default();
    while let Some(term) = waiting.pop() {
        let node = terms.node(term);
        match node.kind {
            Kind::Constant => {}
            Kind::Ite => {
                let sides = node.children().skip(1);
                waiting.extend(sides.filter(|&side| seen.insert(side)));
            }
            _ if node.children().next().is_none() => return false,
            _ => waiting.extend(node.children().filter(|&child| seen.insert(child))),
        }
    }
    true
}

/// The bounds of a sum modulo 2^width: exact where both ends wrap around equally often.
fn sum(a: (u64, u64), b: (u64, u64), width: u32) -> (u64, u64) {
    let modulus = 1u128 << width;
    let (low, high) = (
        u128::from(a.0) + u128::from(b.0),
        u128::from(a.1) + u128::from(b.1),
    );
    if low / modulus == high / modulus {
        ((low % modulus) as u64, (high % modulus) as u64)
    } else {
        (0, mask(width))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_for_choices_counters_and_wrapping_sums() {
        let mut terms = TermTable::new();
        let mut bounds = FormBounds::default();
        let c = terms.input("c", 1);
        let byte = terms.input("b", 8);
        let base = terms.constant(32, 0x8000_0000);
        let wide = terms.zero_extend(byte, 32);
        let two = terms.constant(32, 2);
        let scaled = terms.shl(wide, two);
        let address = terms.add(base, scaled);
        assert_eq!(
            bounds.of(&terms, address),
            (0x8000_0000, 0x8000_0000 + 4 * 255)
        );
        let below = terms.constant(32, 0xffff_fff0);
        let before = terms.add(address, below);
        assert_eq!(
            bounds.of(&terms, before),
            (0x7fff_fff0, 0x7fff_fff0 + 4 * 255)
        );
        let wraps = terms.add(wide, below);
        assert_eq!(bounds.of(&terms, wraps), (0, 0xffff_ffff));
        let (one, seven) = (terms.constant(32, 5), terms.constant(32, 9));
        let choice = terms.ite(c, one, seven);
        assert_eq!(bounds.of(&terms, choice), (5, 9));
        let extended = terms.sign_extend(choice, 64);
        assert!(is_choice(&terms, choice) && is_choice(&terms, extended));
        assert!(!is_choice(&terms, wide) && !is_choice(&terms, address));
    }
}
