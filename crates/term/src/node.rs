//! What one term is made of: its handle, its kind, its sort and the fixed-size node that the table stores.
//!
//! A node has room for three words of payload. What they mean depends on the kind and is written down once, in
//! [`Kind`]; everything else asks [`Node::children`], [`Node::low`] and [`Node::input`].

use crate::float::FloatOp;

/// A handle of a term in one [`TermTable`](crate::TermTable). Equal handles of one table are equal terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(pub(crate) u32);

impl Term {
    /// The position of the term in its table: dense from 0, operands before the terms that use them.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The term at `index` of its table; the inverse of [`Term::index`].
    #[inline(always)]
    pub const fn from_index(index: usize) -> Self {
        Self(index as u32)
    }
}

/// The number of an input (a named free variable) of one table, dense from 0 in order of creation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct InputId(pub(crate) u32);

impl InputId {
    /// The position in order of creation.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The input that was created as number `index`; the inverse of [`InputId::index`].
    #[inline(always)]
    pub const fn from_index(index: usize) -> Self {
        Self(index as u32)
    }
}

/// What values a term has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// Bit-vectors of this width (at least 1). Booleans have width 1.
    Bits(u32),
    /// Memories (arrays): a value of `element` bits for every index of `index` bits; both 1 to 64.
    Memory {
        /// Width of an index.
        index: u32,
        /// Width of an element.
        element: u32,
    },
}

/// The operators that terms keep. All others are expanded by the constructors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Kind {
    /// A value. Payload: the value if it has at most 64 bits, else its number in the side table.
    Constant,
    /// A free variable. Payload: its [`InputId`].
    Input,
    /// Bitwise complement.
    Not,
    /// Two's complement negation.
    Neg,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Sum.
    Add,
    /// Product.
    Mul,
    /// Unsigned quotient; all ones for a zero divisor.
    UDiv,
    /// Unsigned remainder; the dividend for a zero divisor.
    URem,
    /// Signed quotient.
    SDiv,
    /// Signed remainder.
    SRem,
    /// Shift left.
    Shl,
    /// Logical shift right.
    LShr,
    /// Arithmetic shift right.
    AShr,
    /// Equality of bit-vectors (width 1).
    Eq,
    /// Unsigned less than (width 1).
    Ult,
    /// Signed less than (width 1).
    Slt,
    /// The bits of the first operand above those of the second.
    Concat,
    /// Bits `low .. low + width` of the operand. Payload: operand, low.
    Extract,
    /// The operand with zero bits above.
    ZeroExtend,
    /// The operand with copies of its top bit above.
    SignExtend,
    /// The second operand where the first (of width 1) is 1, else the third; bit-vectors or memories.
    Ite,
    /// The element of the first operand (a memory) at the second.
    Read,
    /// The first operand (a memory) with the element at the second replaced by the third.
    Write,
    /// A memory of unknown contents. Payload: its [`InputId`].
    MemoryInput,
    /// A memory of known contents. Payload: its number in the side table.
    MemoryLiteral,
    /// An operation on floating-point numbers (see [`crate::FloatOp`]): as many operands as it takes.
    Float,
}

impl Kind {
    /// Whether it multiplies or divides: what takes gates by the square of its width. A float term does so in its circuit.
    pub fn multiplies(self) -> bool {
        match self {
            Kind::Mul | Kind::UDiv | Kind::URem | Kind::SDiv | Kind::SRem => true,
            Kind::Constant
            | Kind::Input
            | Kind::Not
            | Kind::Neg
            | Kind::And
            | Kind::Or
            | Kind::Xor
            | Kind::Add
            | Kind::Shl
            | Kind::LShr
            | Kind::AShr
            | Kind::Eq
            | Kind::Ult
            | Kind::Slt
            | Kind::Concat
            | Kind::Extract
            | Kind::ZeroExtend
            | Kind::SignExtend
            | Kind::Ite
            | Kind::Read
            | Kind::Write
            | Kind::MemoryInput
            | Kind::MemoryLiteral
            | Kind::Float => false,
        }
    }

    /// All kinds, in the order of their discriminants.
    pub const ALL: [Kind; 29] = [
        Kind::Constant,
        Kind::Input,
        Kind::Not,
        Kind::Neg,
        Kind::And,
        Kind::Or,
        Kind::Xor,
        Kind::Add,
        Kind::Mul,
        Kind::UDiv,
        Kind::URem,
        Kind::SDiv,
        Kind::SRem,
        Kind::Shl,
        Kind::LShr,
        Kind::AShr,
        Kind::Eq,
        Kind::Ult,
        Kind::Slt,
        Kind::Concat,
        Kind::Extract,
        Kind::ZeroExtend,
        Kind::SignExtend,
        Kind::Ite,
        Kind::Read,
        Kind::Write,
        Kind::MemoryInput,
        Kind::MemoryLiteral,
        Kind::Float,
    ];

    /// The number of operands that are terms; the greatest that there can be for float terms (see [`Node::arity`]).
    #[inline(always)]
    pub const fn arity(self) -> usize {
        match self {
            Kind::Constant | Kind::Input | Kind::MemoryInput | Kind::MemoryLiteral => 0,
            Kind::Not | Kind::Neg | Kind::Extract | Kind::ZeroExtend | Kind::SignExtend => 1,
            Kind::Ite | Kind::Write | Kind::Float => 3,
            Kind::And
            | Kind::Or
            | Kind::Xor
            | Kind::Add
            | Kind::Mul
            | Kind::UDiv
            | Kind::URem
            | Kind::SDiv
            | Kind::SRem
            | Kind::Shl
            | Kind::LShr
            | Kind::AShr
            | Kind::Eq
            | Kind::Ult
            | Kind::Slt
            | Kind::Concat
            | Kind::Read => 2,
        }
    }

    /// Whether the operands may be exchanged; such operands are kept ordered, constants last.
    #[inline(always)]
    pub const fn is_commutative(self) -> bool {
        matches!(
            self,
            Kind::And | Kind::Or | Kind::Xor | Kind::Add | Kind::Mul | Kind::Eq
        )
    }
}

/// One term as the table stores it (20 bytes).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// The operator.
    pub kind: Kind,
    /// Width of an index for memories, 0 for bit-vectors.
    pub(crate) index_width: u8,
    /// What a float term computes, packed; 0 for all others.
    pub(crate) float: u16,
    /// Width of the result; of an element for memories.
    pub width: u32,
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) c: u32,
}

const _: () = assert!(std::mem::size_of::<Node>() == 20);

impl Node {
    #[inline(always)]
    pub(crate) const fn new(kind: Kind, width: u32, a: u32, b: u32, c: u32) -> Self {
        Self {
            kind,
            index_width: 0,
            float: 0,
            width,
            a,
            b,
            c,
        }
    }

    /// What a [`Kind::Float`] computes.
    pub fn float_op(&self) -> Option<FloatOp> {
        (self.kind == Kind::Float).then(|| FloatOp::unpack(self.float))
    }

    /// The number of operands.
    #[inline(always)]
    pub const fn arity(&self) -> usize {
        match self.kind {
            Kind::Float => FloatOp::unpack(self.float).operator.arity(),
            kind => kind.arity(),
        }
    }

    /// The operands in order (none to three).
    #[inline]
    pub fn children(&self) -> impl Iterator<Item = Term> + use<> {
        [Term(self.a), Term(self.b), Term(self.c)]
            .into_iter()
            .take(self.arity())
    }

    /// The first operand. Meaningful for kinds with at least one.
    #[inline(always)]
    pub const fn first(&self) -> Term {
        Term(self.a)
    }

    /// The second operand. Meaningful for kinds with at least two.
    #[inline(always)]
    pub const fn second(&self) -> Term {
        Term(self.b)
    }

    /// The third operand. Meaningful for kinds with three.
    #[inline(always)]
    pub const fn third(&self) -> Term {
        Term(self.c)
    }

    /// The lowest bit taken by an [`Kind::Extract`].
    #[inline(always)]
    pub const fn low(&self) -> u32 {
        self.b
    }

    /// The input that an [`Kind::Input`] or [`Kind::MemoryInput`] stands for.
    #[inline(always)]
    pub const fn input(&self) -> InputId {
        InputId(self.a)
    }

    /// The sort of the result.
    #[inline(always)]
    pub const fn sort(&self) -> Sort {
        if self.index_width == 0 {
            Sort::Bits(self.width)
        } else {
            Sort::Memory {
                index: self.index_width as u32,
                element: self.width,
            }
        }
    }

    /// A hash that depends on all fields but those that say which terms, inputs or contents these are.
    #[inline]
    pub(crate) fn hash_without_operands(&self) -> u64 {
        let numbers = match self.kind {
            Kind::Input | Kind::MemoryInput | Kind::MemoryLiteral => true,
            Kind::Constant => self.width > 64,
            _ => false,
        };
        let mut fields = [self.a, self.b, self.c];
        fields[..self.arity().max(usize::from(numbers))].fill(0);
        let [a, b, c] = fields;
        Node { a, b, c, ..*self }.hash()
    }

    /// A hash that depends on all fields (two folded multiplications, after FxHash and wyhash).
    #[inline(always)]
    pub(crate) fn hash(&self) -> u64 {
        let head = self.kind as u64
            | (self.index_width as u64) << 8
            | (self.float as u64) << 16
            | (self.width as u64) << 32;
        let operands = self.a as u64 | (self.b as u64) << 32;
        let mixed = fold_multiply(
            head ^ 0x9e37_79b9_7f4a_7c15,
            operands ^ 0xc2b2_ae3d_27d4_eb4f,
        );
        fold_multiply(mixed ^ self.c as u64, 0xd6e8_feb8_6659_fd93)
    }
}

#[inline(always)]
pub(crate) fn fold_multiply(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}
