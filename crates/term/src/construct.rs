//! The constructors: one per operator, each giving a term in normal form.
//!
//! A constructor checks widths (a mismatch is a fault of the caller and panics), orders commutative operands (constants
//! last, else the less deep term first) and looks the node up. Operators without a kind of their own are expanded here:
//! `a - b` is `a + -b`, `a <= b` is `!(b < a)`, counting and reversing bits are spelt out.

use crate::node::{Kind, Node, Sort, Term};
use crate::ops::{self, BinaryOp, UnaryOp};
use crate::table::{TermTable, memory_node};

macro_rules! binary_constructors {
    ($($(#[$doc:meta])* $name:ident => $kind:ident;)*) => {
        $(
            $(#[$doc])*
            #[inline]
            pub fn $name(&mut self, a: Term, b: Term) -> Term {
                self.same_width(Kind::$kind, a, b)
            }
        )*
    };
}

/// Constructors of bit-vector terms.
impl TermTable {
    #[inline]
    fn same_width(&mut self, kind: Kind, a: Term, b: Term) -> Term {
        let (first, second) = (self.nodes[a.index()], self.nodes[b.index()]);
        assert!(
            first.width == second.width && first.index_width | second.index_width == 0,
            "operands of {kind:?} have one width, not {} and {}",
            first.width,
            second.width
        );
        let width = if matches!(kind, Kind::Eq | Kind::Ult | Kind::Slt) {
            1
        } else {
            first.width
        };
        let (a, b) = match kind.is_commutative() && self.is_behind(a, b) {
            true => (b, a),
            false => (a, b),
        };
        self.build(Node::new(kind, width, a.0, b.0, 0))
    }

    fn bits_width(&self, term: Term) -> u32 {
        match self.sort(term) {
            Sort::Bits(width) => width,
            Sort::Memory { .. } => panic!("a bit-vector is needed, not a memory"),
        }
    }

    binary_constructors! {
        /// Bitwise and.
        and => And;
        /// Bitwise or.
        or => Or;
        /// Bitwise exclusive or.
        xor => Xor;
        /// Sum modulo 2^width.
        add => Add;
        /// Product modulo 2^width.
        mul => Mul;
        /// Unsigned quotient; all ones for a zero divisor.
        udiv => UDiv;
        /// Unsigned remainder; the dividend for a zero divisor.
        urem => URem;
        /// Signed quotient towards zero; for a zero divisor 1 if the dividend is negative, else -1.
        sdiv => SDiv;
        /// Signed remainder with the dividend's sign; the dividend for a zero divisor.
        srem => SRem;
        /// Shift left; 0 when the amount is at least the width.
        shl => Shl;
        /// Logical shift right; 0 when the amount is at least the width.
        lshr => LShr;
        /// Arithmetic shift right; all sign bits when the amount is at least the width.
        ashr => AShr;
        /// Equality (width 1).
        eq => Eq;
        /// Unsigned less than (width 1).
        ult => Ult;
        /// Signed less than (width 1).
        slt => Slt;
    }

    /// Bitwise complement.
    #[inline]
    pub fn not(&mut self, a: Term) -> Term {
        let width = self.bits_width(a);
        self.build(Node::new(Kind::Not, width, a.0, 0, 0))
    }

    /// Two's complement negation.
    #[inline]
    pub fn neg(&mut self, a: Term) -> Term {
        let width = self.bits_width(a);
        self.build(Node::new(Kind::Neg, width, a.0, 0, 0))
    }

    /// Difference: `a + -b`.
    #[inline]
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let negated = self.neg(b);
        self.add(a, negated)
    }

    /// Inequality (width 1).
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Unsigned less or equal (width 1).
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    /// Unsigned greater than (width 1).
    pub fn ugt(&mut self, a: Term, b: Term) -> Term {
        self.ult(b, a)
    }

    /// Unsigned greater or equal (width 1).
    pub fn uge(&mut self, a: Term, b: Term) -> Term {
        self.ule(b, a)
    }

    /// Signed less or equal (width 1).
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let greater = self.slt(b, a);
        self.not(greater)
    }

    /// Signed greater than (width 1).
    pub fn sgt(&mut self, a: Term, b: Term) -> Term {
        self.slt(b, a)
    }

    /// Signed greater or equal (width 1).
    pub fn sge(&mut self, a: Term, b: Term) -> Term {
        self.sle(b, a)
    }

    /// The disjunction of all `parts` as a balanced tree; false if there are none.
    pub fn disjunction(&mut self, mut parts: Vec<Term>) -> Term {
        while parts.len() > 1 {
            let pairs = std::mem::take(&mut parts);
            for pair in pairs.chunks(2) {
                parts.push(match *pair {
                    [a, b] => self.or(a, b),
                    _ => pair[0],
                });
            }
        }
        parts.first().copied().unwrap_or_else(|| self.false_())
    }

    /// `!a | b` (of any width, meant for Booleans).
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// `then` where `condition` (of width 1) is 1, else `otherwise`. Both are bit-vectors of one width or memories of one sort.
    #[inline]
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        assert_eq!(
            self.sort(condition),
            Sort::Bits(1),
            "a condition has width 1"
        );
        let (first, second) = (self.nodes[then.index()], self.nodes[otherwise.index()]);
        assert_eq!(
            first.sort(),
            second.sort(),
            "the branches of ite have one sort"
        );
        self.build(Node {
            index_width: first.index_width,
            ..Node::new(Kind::Ite, first.width, condition.0, then.0, otherwise.0)
        })
    }

    /// The bits of `high` above those of `low`.
    #[inline]
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let width = self.bits_width(high).checked_add(self.bits_width(low));
        let width = width.expect("a width is below 2^32");
        self.build(Node::new(Kind::Concat, width, high.0, low.0, 0))
    }

    /// Bits `low ..= high` of `a`.
    #[inline]
    pub fn extract(&mut self, a: Term, high: u32, low: u32) -> Term {
        let width = self.bits_width(a);
        assert!(
            low <= high && high < width,
            "bits {high} to {low} of a term of {width} bits"
        );
        if low == 0 && high + 1 == width {
            return a;
        }
        self.build(Node::new(Kind::Extract, high - low + 1, a.0, low, 0))
    }

    /// `a` with zero bits above, `width` bits in all.
    #[inline]
    pub fn zero_extend(&mut self, a: Term, width: u32) -> Term {
        self.extend(Kind::ZeroExtend, a, width)
    }

    /// `a` with copies of its top bit above, `width` bits in all.
    #[inline]
    pub fn sign_extend(&mut self, a: Term, width: u32) -> Term {
        self.extend(Kind::SignExtend, a, width)
    }

    #[inline]
    fn extend(&mut self, kind: Kind, a: Term, width: u32) -> Term {
        let from = self.bits_width(a);
        assert!(from <= width, "{from} bits cannot be extended to {width}");
        if from == width {
            a
        } else {
            self.build(Node::new(kind, width, a.0, 0, 0))
        }
    }

    /// The low `width` bits of `a`.
    #[inline]
    pub fn truncate(&mut self, a: Term, width: u32) -> Term {
        assert!(width > 0, "a term has at least one bit");
        self.extract(a, width - 1, 0)
    }

    /// `a` truncated or zero-extended to `width` bits.
    pub fn resize_unsigned(&mut self, a: Term, width: u32) -> Term {
        if self.width(a) >= width {
            self.truncate(a, width)
        } else {
            self.zero_extend(a, width)
        }
    }

    /// `a` truncated or sign-extended to `width` bits.
    pub fn resize_signed(&mut self, a: Term, width: u32) -> Term {
        if self.width(a) >= width {
            self.truncate(a, width)
        } else {
            self.sign_extend(a, width)
        }
    }

    /// Bit `i` of `a` (width 1).
    pub fn bit(&mut self, a: Term, i: u32) -> Term {
        self.extract(a, i, i)
    }
}

/// Constructors of memories and accesses.
impl TermTable {
    /// The element of `memory` at `index`.
    #[inline]
    pub fn read(&mut self, memory: Term, index: Term) -> Term {
        let element = self.check_access(memory, index);
        self.build(Node::new(Kind::Read, element, memory.0, index.0, 0))
    }

    /// `memory` with `value` at `index`.
    #[inline]
    pub fn write(&mut self, memory: Term, index: Term, value: Term) -> Term {
        let element = self.check_access(memory, index);
        assert_eq!(
            self.sort(value),
            Sort::Bits(element),
            "a written value has the width of an element"
        );
        let node = memory_node(Kind::Write, self.width(index), element, memory.0);
        self.build(Node {
            b: index.0,
            c: value.0,
            ..node
        })
    }

    /// Checks the sorts of an access and gives the width of an element.
    #[inline]
    fn check_access(&self, memory: Term, index: Term) -> u32 {
        match (self.sort(memory), self.sort(index)) {
            (Sort::Memory { index, element }, Sort::Bits(width)) if index == width => element,
            (memory, index) => panic!("no access to {memory:?} by an index of {index:?}"),
        }
    }
}

/// Constructors by operator, with the expansion of those that terms do not keep.
impl TermTable {
    /// The term of `op a`.
    pub fn unary(&mut self, op: UnaryOp, a: Term) -> Term {
        let width = self.bits_width(a);
        if let Some(value) = self.as_u64(a)
            && self.enabled != crate::rules::none_enabled()
        {
            return self.constant(width, ops::fold_unary(op, width, value));
        }
        match op {
            UnaryOp::Not => self.not(a),
            UnaryOp::Neg => self.neg(a),
            UnaryOp::CountLeadingZeros => self.count_zeros(a, 0..width, |i| width - 1 - i),
            UnaryOp::CountTrailingZeros => self.count_zeros(a, (0..width).rev(), |i| i),
            UnaryOp::CountOnes => self.count_ones(a),
            UnaryOp::ReverseBytes => {
                assert!(width.is_multiple_of(8), "bytes of a term of {width} bits");
                self.reverse(a, 8)
            }
            UnaryOp::ReverseBits => self.reverse(a, 1),
        }
    }

    /// A chain of ite over the bits in the given order, the last one first to be asked; the width if none is set.
    fn count_zeros(
        &mut self,
        a: Term,
        bits: impl Iterator<Item = u32>,
        count: impl Fn(u32) -> u32,
    ) -> Term {
        let width = self.width(a);
        let mut result = self.constant(width, width as u64);
        for i in bits {
            let bit = self.bit(a, i);
            let value = self.constant(width, count(i) as u64);
            result = self.ite(bit, value, result);
        }
        result
    }

    /// A balanced sum of the bits.
    fn count_ones(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let mut sums: Vec<Term> = Vec::with_capacity(width as usize);
        for i in 0..width {
            let bit = self.bit(a, i);
            sums.push(self.zero_extend(bit, width));
        }
        while sums.len() > 1 {
            let pairs = std::mem::take(&mut sums);
            for pair in pairs.chunks(2) {
                sums.push(match *pair {
                    [x, y] => self.add(x, y),
                    _ => pair[0],
                });
            }
        }
        sums[0]
    }

    /// Groups of `size` bits in reverse order.
    fn reverse(&mut self, a: Term, size: u32) -> Term {
        let mut result = self.extract(a, size - 1, 0);
        for group in 1..self.width(a) / size {
            let next = self.extract(a, group * size + size - 1, group * size);
            result = self.concat(result, next);
        }
        result
    }

    /// The term of `a op b`; operands have one width, comparisons give width 1.
    pub fn binary(&mut self, op: BinaryOp, a: Term, b: Term) -> Term {
        match op {
            BinaryOp::Add => self.add(a, b),
            BinaryOp::Sub => self.sub(a, b),
            BinaryOp::Mul => self.mul(a, b),
            BinaryOp::MulHighUnsigned => {
                self.multiply_high(Self::zero_extend, Self::zero_extend, a, b)
            }
            BinaryOp::MulHighSigned => {
                self.multiply_high(Self::sign_extend, Self::sign_extend, a, b)
            }
            BinaryOp::MulHighSignedUnsigned => {
                self.multiply_high(Self::sign_extend, Self::zero_extend, a, b)
            }
            BinaryOp::UDiv => self.udiv(a, b),
            BinaryOp::URem => self.urem(a, b),
            BinaryOp::SDiv => self.sdiv(a, b),
            BinaryOp::SRem => self.srem(a, b),
            BinaryOp::And => self.and(a, b),
            BinaryOp::Or => self.or(a, b),
            BinaryOp::Xor => self.xor(a, b),
            BinaryOp::Shl => self.shl(a, b),
            BinaryOp::LShr => self.lshr(a, b),
            BinaryOp::AShr => self.ashr(a, b),
            BinaryOp::RotateLeft => self.rotate(Self::shl, Self::lshr, a, b),
            BinaryOp::RotateRight => self.rotate(Self::lshr, Self::shl, a, b),
            BinaryOp::UMin => self.choose(Self::ult, a, b),
            BinaryOp::UMax => self.choose(Self::ugt, a, b),
            BinaryOp::SMin => self.choose(Self::slt, a, b),
            BinaryOp::SMax => self.choose(Self::sgt, a, b),
            BinaryOp::Eq => self.eq(a, b),
            BinaryOp::Ne => self.ne(a, b),
            BinaryOp::Ult => self.ult(a, b),
            BinaryOp::Ule => self.ule(a, b),
            BinaryOp::Slt => self.slt(a, b),
            BinaryOp::Sle => self.sle(a, b),
        }
    }

    fn choose(&mut self, compare: fn(&mut Self, Term, Term) -> Term, a: Term, b: Term) -> Term {
        let first = compare(self, a, b);
        self.ite(first, a, b)
    }

    /// The upper half of the product of double width.
    fn multiply_high(
        &mut self,
        extend_a: fn(&mut Self, Term, u32) -> Term,
        extend_b: fn(&mut Self, Term, u32) -> Term,
        a: Term,
        b: Term,
    ) -> Term {
        let width = self.bits_width(a);
        let (a, b) = (extend_a(self, a, 2 * width), extend_b(self, b, 2 * width));
        let product = self.mul(a, b);
        self.extract(product, 2 * width - 1, width)
    }

    /// The bits moved by `towards` together with those that come back in from the other end.
    fn rotate(
        &mut self,
        towards: fn(&mut Self, Term, Term) -> Term,
        back: fn(&mut Self, Term, Term) -> Term,
        a: Term,
        amount: Term,
    ) -> Term {
        let width = self.bits_width(a);
        let full = self.constant(width, width as u64);
        let amount = if width.is_power_of_two() {
            let low = self.constant(width, width as u64 - 1);
            self.and(amount, low)
        } else {
            self.urem(amount, full)
        };
        let rest = self.sub(full, amount);
        let moved = towards(self, a, amount);
        let returned = back(self, a, rest);
        self.or(moved, returned)
    }

    /// The term of `node`'s operator on other operands (of the same sorts), in normal form.
    pub fn rebuild(&mut self, node: Node, [a, b, c]: [Term; 3]) -> Term {
        match node.kind {
            Kind::Constant | Kind::Input | Kind::MemoryInput | Kind::MemoryLiteral => {
                self.build(node)
            }
            Kind::Not => self.not(a),
            Kind::Neg => self.neg(a),
            Kind::Extract => self.extract(a, node.low() + node.width - 1, node.low()),
            Kind::ZeroExtend => self.zero_extend(a, node.width),
            Kind::SignExtend => self.sign_extend(a, node.width),
            Kind::Concat => self.concat(a, b),
            Kind::Ite => self.ite(a, b, c),
            Kind::Read => self.read(a, b),
            Kind::Write => self.write(a, b, c),
            Kind::Float => match node.float_op() {
                Some(op) => self.float(op, node.width, &[a, b, c][..op.operator.arity()]),
                None => self.build(node),
            },
            kind => self.same_width(kind, a, b),
        }
    }
}
