//! The operators of instructions and terms, and their concrete meaning at widths of 1 to 64 bits.
//!
//! This is the only place where an operator gets its meaning on constants: the emulator, constant folding in the
//! term constructors and the evaluator of models all call [`fold_unary`] and [`fold_binary`]. Division follows
//! SMT-LIB 2 (`x udiv 0` = all ones, `x urem 0` = x; signed forms by sign cases), which differs from RISC-V only in
//! `sdiv` by zero. Shifts by the width or more give 0 (or the sign for `ashr`), as in SMT-LIB.

/// The greatest value of `width` bits (1 to 64).
#[inline(always)]
pub const fn mask(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1u64 << width) - 1
    }
}

/// `value` of `width` bits (1 to 64) as a signed number.
#[inline(always)]
pub const fn signed(value: u64, width: u32) -> i64 {
    let shift = 64 - width;
    ((value << shift) as i64) >> shift
}

/// An operator with one operand; result and operand have the same width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnaryOp {
    /// Bitwise complement.
    Not,
    /// Two's complement negation.
    Neg,
    /// Number of leading zero bits; the width for zero.
    CountLeadingZeros,
    /// Number of trailing zero bits; the width for zero.
    CountTrailingZeros,
    /// Number of one bits.
    CountOnes,
    /// Bytes in reverse order; the width is a multiple of 8.
    ReverseBytes,
    /// Bits in reverse order.
    ReverseBits,
}

/// An operator with two operands of one width. Comparisons give width 1, the others the operands' width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BinaryOp {
    /// Sum, modulo 2^width.
    Add,
    /// Difference, modulo 2^width.
    Sub,
    /// Product, modulo 2^width.
    Mul,
    /// The upper half of the unsigned product of double width.
    MulHighUnsigned,
    /// The upper half of the signed product of double width.
    MulHighSigned,
    /// The upper half of the product of a signed first and an unsigned second operand.
    MulHighSignedUnsigned,
    /// Unsigned quotient; all ones for a zero divisor.
    UDiv,
    /// Unsigned remainder; the dividend for a zero divisor.
    URem,
    /// Signed quotient, towards zero; for a zero divisor 1 if the dividend is negative, else -1.
    SDiv,
    /// Signed remainder with the dividend's sign; the dividend for a zero divisor.
    SRem,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift left; 0 when the amount is at least the width.
    Shl,
    /// Logical shift right; 0 when the amount is at least the width.
    LShr,
    /// Arithmetic shift right; all sign bits when the amount is at least the width.
    AShr,
    /// Rotation left by the amount modulo the width.
    RotateLeft,
    /// Rotation right by the amount modulo the width.
    RotateRight,
    /// The lesser of two unsigned numbers.
    UMin,
    /// The greater of two unsigned numbers.
    UMax,
    /// The lesser of two signed numbers.
    SMin,
    /// The greater of two signed numbers.
    SMax,
    /// Equality (width 1).
    Eq,
    /// Inequality (width 1).
    Ne,
    /// Unsigned less than (width 1).
    Ult,
    /// Unsigned less or equal (width 1).
    Ule,
    /// Signed less than (width 1).
    Slt,
    /// Signed less or equal (width 1).
    Sle,
}

impl UnaryOp {
    /// All operators.
    pub const ALL: [UnaryOp; 7] = [
        UnaryOp::Not,
        UnaryOp::Neg,
        UnaryOp::CountLeadingZeros,
        UnaryOp::CountTrailingZeros,
        UnaryOp::CountOnes,
        UnaryOp::ReverseBytes,
        UnaryOp::ReverseBits,
    ];
}

impl BinaryOp {
    /// All operators, in order.
    pub const ALL: [BinaryOp; 28] = [
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::MulHighUnsigned,
        Self::MulHighSigned,
        Self::MulHighSignedUnsigned,
        Self::UDiv,
        Self::URem,
        Self::SDiv,
        Self::SRem,
        Self::And,
        Self::Or,
        Self::Xor,
        Self::Shl,
        Self::LShr,
        Self::AShr,
        Self::RotateLeft,
        Self::RotateRight,
        Self::UMin,
        Self::UMax,
        Self::SMin,
        Self::SMax,
        Self::Eq,
        Self::Ne,
        Self::Ult,
        Self::Ule,
        Self::Slt,
        Self::Sle,
    ];

    /// Whether the result has width 1 whatever the operands' width.
    #[inline(always)]
    pub const fn is_comparison(self) -> bool {
        matches!(
            self,
            Self::Eq | Self::Ne | Self::Ult | Self::Ule | Self::Slt | Self::Sle
        )
    }

    /// The width of the result for operands of `width` bits.
    #[inline(always)]
    pub const fn result_width(self, width: u32) -> u32 {
        if self.is_comparison() { 1 } else { width }
    }
}

/// The value of `op a` at `width` bits (1 to 64). `a` must be below 2^width.
#[inline]
pub const fn fold_unary(op: UnaryOp, width: u32, a: u64) -> u64 {
    match op {
        UnaryOp::Not => !a & mask(width),
        UnaryOp::Neg => a.wrapping_neg() & mask(width),
        UnaryOp::CountLeadingZeros => (a.leading_zeros() - (64 - width)) as u64 & mask(width),
        UnaryOp::CountTrailingZeros => {
            let zeros = a.trailing_zeros();
            (if zeros > width { width } else { zeros }) as u64 & mask(width)
        }
        UnaryOp::CountOnes => a.count_ones() as u64 & mask(width),
        UnaryOp::ReverseBytes => a.swap_bytes() >> (64 - width),
        UnaryOp::ReverseBits => a.reverse_bits() >> (64 - width),
    }
}

/// The low `keep` bits of a value, extended to `width` bits (`keep` at most `width`, both 1 to 64).
#[inline(always)]
pub const fn fold_resize(value: u64, keep: u32, width: u32, sign: bool) -> u64 {
    let kept = value & mask(keep);
    if sign {
        signed(kept, keep) as u64 & mask(width)
    } else {
        kept
    }
}

/// The value of `a op b` at `width` bits (1 to 64). `a` and `b` must be below 2^width.
#[inline(always)]
pub const fn fold_binary(op: BinaryOp, width: u32, a: u64, b: u64) -> u64 {
    let m = mask(width);
    match op {
        BinaryOp::Add => a.wrapping_add(b) & m,
        BinaryOp::Sub => a.wrapping_sub(b) & m,
        BinaryOp::Mul => a.wrapping_mul(b) & m,
        BinaryOp::MulHighUnsigned => ((a as u128 * b as u128) >> width) as u64 & m,
        BinaryOp::MulHighSigned => {
            ((signed(a, width) as i128 * signed(b, width) as i128) >> width) as u64 & m
        }
        BinaryOp::MulHighSignedUnsigned => {
            ((signed(a, width) as i128).wrapping_mul(b as i128) >> width) as u64 & m
        }
        BinaryOp::UDiv => match a.checked_div(b) {
            Some(quotient) => quotient,
            None => m,
        },
        BinaryOp::URem => match a.checked_rem(b) {
            Some(remainder) => remainder,
            None => a,
        },
        BinaryOp::SDiv => {
            let (dividend, divisor) = (signed(a, width), signed(b, width));
            if divisor == 0 {
                if dividend < 0 { 1 } else { m }
            } else {
                dividend.wrapping_div(divisor) as u64 & m
            }
        }
        BinaryOp::SRem => {
            let (dividend, divisor) = (signed(a, width), signed(b, width));
            if divisor == 0 {
                a
            } else {
                dividend.wrapping_rem(divisor) as u64 & m
            }
        }
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => {
            if b >= width as u64 {
                0
            } else {
                (a << b) & m
            }
        }
        BinaryOp::LShr => {
            if b >= width as u64 {
                0
            } else {
                a >> b
            }
        }
        BinaryOp::AShr => {
            let amount = if b >= width as u64 {
                width - 1
            } else {
                b as u32
            };
            (signed(a, width) >> amount) as u64 & m
        }
        BinaryOp::RotateLeft => rotate_left(width, a, b % width as u64),
        BinaryOp::RotateRight => {
            rotate_left(width, a, (width as u64 - b % width as u64) % width as u64)
        }
        BinaryOp::UMin => {
            if a < b {
                a
            } else {
                b
            }
        }
        BinaryOp::UMax => {
            if a > b {
                a
            } else {
                b
            }
        }
        BinaryOp::SMin => {
            if signed(a, width) < signed(b, width) {
                a
            } else {
                b
            }
        }
        BinaryOp::SMax => {
            if signed(a, width) > signed(b, width) {
                a
            } else {
                b
            }
        }
        BinaryOp::Eq => (a == b) as u64,
        BinaryOp::Ne => (a != b) as u64,
        BinaryOp::Ult => (a < b) as u64,
        BinaryOp::Ule => (a <= b) as u64,
        BinaryOp::Slt => (signed(a, width) < signed(b, width)) as u64,
        BinaryOp::Sle => (signed(a, width) <= signed(b, width)) as u64,
    }
}

/// `a` rotated left by `amount` (below `width`).
const fn rotate_left(width: u32, a: u64, amount: u64) -> u64 {
    if amount == 0 {
        a
    } else {
        ((a << amount) | (a >> (width as u64 - amount))) & mask(width)
    }
}
