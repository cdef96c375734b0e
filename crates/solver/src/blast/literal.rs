//! Literals: what gates give, and the complements of it.

/// The output of a gate or its complement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Lit(u32);

impl Lit {
    /// The constant 0.
    pub const FALSE: Lit = Lit(0);
    /// The constant 1.
    pub const TRUE: Lit = Lit(1);

    /// The constant `value`.
    pub const fn constant(value: bool) -> Self {
        Lit(value as u32)
    }

    /// The output of gate number `gate`.
    pub(super) const fn of(gate: u32) -> Self {
        Lit(gate << 1)
    }

    /// The number of the gate.
    #[inline(always)]
    pub const fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether this is the complement of the gate's output.
    #[inline(always)]
    pub const fn is_complement(self) -> bool {
        self.0 & 1 == 1
    }

    /// The value if this is a constant.
    #[inline(always)]
    pub const fn as_constant(self) -> Option<bool> {
        match self.0 {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    /// This literal, complemented if `flip`.
    #[inline(always)]
    pub const fn flip_if(self, flip: bool) -> Self {
        Lit(self.0 ^ flip as u32)
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    #[inline(always)]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}
