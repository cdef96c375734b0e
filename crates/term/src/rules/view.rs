//! What rules ask about operands: their shape, constants, zero bits at either end, and where they can be cut.

use crate::bits::Bits;
use crate::node::{Kind, Node, Term};
use crate::ops::mask;
use crate::table::TermTable;

/// The longest spine of concatenations that is looked through.
const SPINE: usize = 64;
/// The most operators that one extraction moves through.
const MOVED: u32 = 8;
/// How deep the upper bound of a term looks.
pub(super) const BOUND_DEPTH: u32 = 6;

/// Tries both orders of two operands.
pub(super) fn either<T>(node: Node, mut attempt: impl FnMut(Term, Term) -> Option<T>) -> Option<T> {
    let (a, b) = (node.first(), node.second());
    attempt(a, b).or_else(|| attempt(b, a))
}

impl TermTable {
    #[inline(always)]
    pub(super) fn is_constant(&self, term: Term) -> bool {
        self.kind(term) == Kind::Constant
    }

    #[inline]
    pub(super) fn is_zero(&self, term: Term) -> bool {
        match self.as_u64(term) {
            Some(value) => value == 0,
            None => {
                self.is_constant(term)
                    && self.as_constant(term).is_some_and(|value| value.is_zero())
            }
        }
    }

    #[inline]
    pub(super) fn is_one(&self, term: Term) -> bool {
        match self.as_u64(term) {
            Some(value) => value == 1,
            None => {
                self.is_constant(term)
                    && self
                        .as_constant(term)
                        .is_some_and(|value| value.to_u64() == Some(1))
            }
        }
    }

    #[inline]
    pub(super) fn is_ones(&self, term: Term) -> bool {
        match self.as_u64(term) {
            Some(value) => value == mask(self.width(term)),
            None => {
                self.is_constant(term)
                    && self.as_constant(term).is_some_and(|value| value.is_ones())
            }
        }
    }

    /// The operand of a term of this kind with one operand.
    #[inline]
    pub(super) fn under(&self, kind: Kind, term: Term) -> Option<Term> {
        let node = self.node(term);
        (node.kind == kind).then(|| node.first())
    }

    /// The operands of a term of this kind with two operands.
    #[inline]
    pub(super) fn pair(&self, kind: Kind, term: Term) -> Option<(Term, Term)> {
        let node = self.node(term);
        (node.kind == kind).then(|| (node.first(), node.second()))
    }

    /// The operands of a commutative term of this kind with a constant second operand.
    #[inline]
    pub(super) fn with_constant(&self, kind: Kind, term: Term) -> Option<(Term, Term)> {
        self.pair(kind, term)
            .filter(|&(_, second)| self.is_constant(second))
    }

    /// The other operand of a commutative term of this kind that has `operand` as one.
    #[inline]
    pub(super) fn partner(&self, kind: Kind, term: Term, operand: Term) -> Option<Term> {
        match self.pair(kind, term)? {
            (a, b) if a == operand => Some(b),
            (a, b) if b == operand => Some(a),
            _ => None,
        }
    }

    /// Whether one of the terms is the complement of the other.
    #[inline]
    pub(super) fn opposite(&self, a: Term, b: Term) -> bool {
        self.under(Kind::Not, a) == Some(b) || self.under(Kind::Not, b) == Some(a)
    }

    /// The operands of an ite.
    #[inline]
    pub(super) fn choice(&self, term: Term) -> Option<(Term, Term, Term)> {
        let node = self.node(term);
        (node.kind == Kind::Ite).then(|| (node.first(), node.second(), node.third()))
    }

    /// Whether one of two terms is the negated other.
    pub(super) fn negated(&self, a: Term, b: Term) -> bool {
        self.under(Kind::Neg, a) == Some(b) || self.under(Kind::Neg, b) == Some(a)
    }

    pub(super) fn zeros(&mut self, width: u32) -> Term {
        self.constant(width, 0)
    }

    pub(super) fn ones(&mut self, width: u32) -> Term {
        self.constant_bits(Bits::ones(width))
    }

    /// The constant with only the top bit set.
    pub(super) fn least_signed(&mut self, width: u32) -> Term {
        self.constant_bits(Bits::new(width, 1).shift_left(width - 1))
    }

    /// The top bit of a term.
    pub(super) fn sign(&mut self, term: Term) -> Term {
        let top = self.width(term) - 1;
        self.extract(term, top, top)
    }

    /// Bits `low ..` of a term, up to its top.
    pub(super) fn above(&mut self, term: Term, low: u32) -> Term {
        let top = self.width(term) - 1;
        self.extract(term, top, low)
    }

    /// The number of low bits that are seen to be zero (at most the width).
    pub(super) fn trailing_zeros(&self, term: Term) -> u32 {
        let mut at = term;
        for _ in 0..SPINE {
            match self.node(at).kind {
                Kind::Concat => {
                    let low = self.node(at).second();
                    if self.is_zero(low) {
                        return self.width(low);
                    }
                    at = low;
                }
                Kind::Constant => {
                    let Some(value) = self.as_constant(at) else {
                        return 0;
                    };
                    return (0..value.width()).take_while(|&i| !value.bit(i)).count() as u32;
                }
                _ => return 0,
            }
        }
        0
    }

    /// The number of high bits that are seen to be zero (at most the width).
    pub(super) fn leading_zeros(&self, term: Term) -> u32 {
        let node = self.node(term);
        match node.kind {
            Kind::ZeroExtend => node.width - self.width(node.first()),
            Kind::Constant => match self.as_constant(term) {
                Some(value) => (0..value.width())
                    .rev()
                    .take_while(|&i| !value.bit(i))
                    .count() as u32,
                None => 0,
            },
            _ => 0,
        }
    }

    /// The number of bits below the top bit that are seen to be copies of it.
    pub(super) fn spare_signs(&self, term: Term) -> u32 {
        let node = self.node(term);
        match node.kind {
            Kind::SignExtend => node.width - self.width(node.first()),
            Kind::ZeroExtend => node.width - self.width(node.first()) - 1,
            Kind::Constant => match self.as_constant(term) {
                Some(value) => {
                    let top = node.width - 1;
                    let is_sign = |&i: &u32| value.bit(i) == value.bit(top);
                    (0..top).rev().take_while(is_sign).count() as u32
                }
                None => 0,
            },
            _ => 0,
        }
    }

    /// The position at which a term is put together from two parts.
    pub(super) fn seam(&self, term: Term) -> Option<u32> {
        let node = self.node(term);
        match node.kind {
            Kind::Concat => Some(self.width(node.second())),
            Kind::ZeroExtend => Some(self.width(node.first())),
            _ => None,
        }
    }

    /// Whether the parts of a term below and above position `at` exist already or are constants, but for zeros.
    fn has_seam(&self, mut term: Term, mut at: u32) -> bool {
        for _ in 0..SPINE {
            let node = self.node(term);
            match node.kind {
                Kind::Constant => return true,
                Kind::Concat => {
                    let low = self.width(node.second());
                    if at == low {
                        return true;
                    }
                    (term, at) = if at < low {
                        (node.second(), at)
                    } else {
                        (node.first(), at - low)
                    };
                }
                Kind::ZeroExtend if at >= self.width(node.first()) => return true,
                Kind::ZeroExtend => term = node.first(),
                // Signs above a part are no more work than the part.
                Kind::SignExtend if at < self.width(node.first()) => term = node.first(),
                _ => return false,
            }
        }
        false
    }

    /// A position where both terms are put together from parts.
    pub(super) fn common_seam(&self, a: Term, b: Term) -> Option<u32> {
        let of_a = self.seam(a).filter(|&at| self.has_seam(b, at));
        of_a.or_else(|| self.seam(b).filter(|&at| self.has_seam(a, at)))
    }

    /// The parts of a term above and below a position.
    pub(super) fn cut(&mut self, term: Term, at: u32) -> (Term, Term) {
        (self.above(term, at), self.truncate(term, at))
    }

    /// Whether `bit` is seen to be the top bit of `term` (nothing is built to find out).
    pub(super) fn is_sign_of(&self, bit: Term, term: Term) -> bool {
        let mut at = term;
        while let Kind::SignExtend | Kind::Concat = self.kind(at) {
            at = self.node(at).first();
        }
        let node = self.node(at);
        if node.width == 1 {
            return at == bit;
        }
        let (source, top) = match node.kind {
            Kind::Extract => (node.first(), node.low() + node.width - 1),
            _ => (at, node.width - 1),
        };
        self.node(bit) == Node::new(Kind::Extract, 1, source.0, top, 0)
    }

    /// Whether an extraction from an operator moves inwards and vanishes: at constants, at parts that exist, in other extractions.
    ///
    /// Only then does moving it make nothing twice. An extraction from `a + b` that became one from `a` would be a second sum beside
    /// the whole one; a loop that mixes a word would make sums of every width and, without a limit, of every number
    /// of rounds. So the limit is part of the normal form: few operators may move, however far the leaves are.
    pub(super) fn vanishes(&self, node: Node) -> bool {
        let mut work: Vec<(Term, u32, u32)> = Vec::new();
        work.push((node.first(), node.low(), node.width));
        let mut left = MOVED;
        while let Some((mut term, mut low, mut width)) = work.pop() {
            loop {
                let node = self.node(term);
                if low == 0 && width == node.width {
                    break;
                }
                match node.kind {
                    Kind::Constant | Kind::Extract => break,
                    Kind::Not => term = node.first(),
                    Kind::ZeroExtend | Kind::SignExtend => {
                        term = node.first();
                        let from = self.width(term);
                        if low >= from && node.kind == Kind::ZeroExtend {
                            break;
                        }
                        low = low.min(from - 1);
                        width = width.min(from - low);
                    }
                    Kind::Concat => {
                        let seam = self.width(node.second());
                        if low + width <= seam {
                            term = node.second();
                        } else {
                            term = node.first();
                            if low < seam {
                                work.push((node.second(), low, seam - low));
                                width -= seam - low;
                                low = 0;
                            } else {
                                low -= seam;
                            }
                        }
                    }
                    Kind::And | Kind::Or | Kind::Xor | Kind::Ite if left > 0 => {
                        left -= 1;
                        term = node.second();
                        let other = match node.kind {
                            Kind::Ite => node.third(),
                            _ => node.first(),
                        };
                        work.push((other, low, width));
                    }
                    Kind::Add | Kind::Mul if low == 0 && left > 0 => {
                        left -= 1;
                        term = node.second();
                        work.push((node.first(), 0, width));
                    }
                    Kind::Neg if low == 0 && left > 0 => {
                        left -= 1;
                        term = node.first();
                    }
                    _ => return false,
                }
            }
        }
        true
    }
}

/// An upper bound of the unsigned value of a term of at most 64 bits, looking so deep.
pub(crate) fn most(table: &TermTable, term: Term, depth: u32) -> u64 {
    let node = table.node(term);
    let all = u64::MAX >> (64 - node.width.min(64));
    if let Some(value) = table.as_u64(term) {
        return value;
    }
    if depth == 0 {
        return all;
    }
    let of = |term: Term| match table.width(term) {
        0..=64 => most(table, term, depth - 1),
        _ => u64::MAX,
    };
    let bound = match node.kind {
        Kind::ZeroExtend => Some(of(node.first())),
        Kind::Add => of(node.first()).checked_add(of(node.second())),
        Kind::Mul => of(node.first()).checked_mul(of(node.second())),
        Kind::And => Some(of(node.first()).min(of(node.second()))),
        Kind::UDiv => {
            // By zero the quotient is all ones.
            let divisor = table.as_u64(node.second()).filter(|&divisor| divisor > 0);
            divisor.map(|divisor| of(node.first()) / divisor)
        }
        Kind::URem => {
            let divisor = table.as_u64(node.second()).filter(|&divisor| divisor > 0);
            divisor.map(|divisor| of(node.first()).min(divisor - 1))
        }
        Kind::LShr => Some(match table.as_u64(node.second()) {
            Some(by) if by < 64 => of(node.first()) >> by,
            _ => of(node.first()),
        }),
        Kind::Ite => Some(of(node.second()).max(of(node.third()))),
        Kind::Concat => {
            let low = table.width(node.second());
            let high = of(node.first()) << low.min(63);
            Some(high | u64::MAX >> (64 - low.clamp(1, 64)))
        }
        Kind::Extract if node.low() == 0 => Some(of(node.first())),
        _ => None,
    };
    // A bound beyond the width says that the term may wrap around.
    bound.filter(|&bound| bound <= all).unwrap_or(all)
}

/// For an operator whose operands are constants and choices between constants by one condition: the choice between
/// the two folded values.
pub(super) fn constant_arms(table: &mut TermTable, node: Node) -> Option<Term> {
    let mut condition = None;
    let mut then = [node.first(); 3];
    let mut otherwise = then;
    for (i, operand) in node.children().enumerate() {
        (then[i], otherwise[i]) = (operand, operand);
        if let Some((by, a, b)) = table.choice(operand) {
            if !table.is_constant(a)
                || !table.is_constant(b)
                || condition.is_some_and(|known| known != by)
            {
                return None;
            }
            condition = Some(by);
            (then[i], otherwise[i]) = (a, b);
        } else if !table.is_constant(operand) {
            return None;
        }
    }
    let condition = condition?;
    let then = table.rebuild(node, then);
    let otherwise = table.rebuild(node, otherwise);
    Some(table.ite(condition, then, otherwise))
}

/// A bitwise operator on operands that are put together at one position, one of the parts being constant: the
/// operator on the parts.
pub(super) fn bitwise_parts(table: &mut TermTable, node: Node) -> Option<Term> {
    let at = table.common_seam(node.first(), node.second())?;
    let (a_high, a_low) = table.cut(node.first(), at);
    let (b_high, b_low) = table.cut(node.second(), at);
    if ![a_high, a_low, b_high, b_low]
        .iter()
        .any(|&part| table.is_constant(part))
    {
        return None;
    }
    let high = table.rebuild(
        Node {
            width: node.width - at,
            ..node
        },
        [a_high, b_high, b_high],
    );
    let low = table.rebuild(Node { width: at, ..node }, [a_low, b_low, b_low]);
    Some(table.concat(high, low))
}
