//! Floating point in multi-intervals: operations of IEEE 754 on sets of bit patterns, forwards and backwards.
//!
//! In the order of `places` operations are monotonic, rounding included: sums everywhere, products and quotients where the operands keep
//! their signs. So what they make of intervals is spanned by the corners ([`image`]), and what they leave of an operand
//! is found by bisection over its places ([`preimage`]), with nothing but the operation on constants, in whatever direction it rounds. NaNs are no
//! numbers and stand apart. After C. Michel: "Exact projection functions for floating point number constraints" (AIMATH 2002), and B. Botella, A.
//! Gotlieb, C. Michel: "Symbolic execution of floating-point computations" (STVR 2006), whose projections are formulas for each operation.

mod image;
mod places;
mod preimage;
#[cfg(test)]
mod tests;

use everypath_term::float::compute_small;
use everypath_term::{FloatFormat, FloatOp};

pub use image::image;
pub use preimage::preimage;

/// An operation whose operands and result have at most 64 bits.
#[derive(Clone, Copy, Debug)]
struct Operation {
    op: FloatOp,
    /// Bits of the result.
    width: u32,
    /// Bits of the first operand.
    operand_width: u32,
}

impl Operation {
    fn new(op: FloatOp, width: u32, operand_width: u32) -> Option<Self> {
        let small = |format: FloatFormat| format.width() <= 64 && format.hides_leading_digit();
        let found = Self {
            op,
            width,
            operand_width,
        };
        (small(op.format) && small(op.to) && width <= 64 && operand_width <= 64).then_some(found)
    }

    /// The result for bit patterns.
    fn on_bits(self, operands: [u64; 3]) -> u64 {
        compute_small(self.op, self.width, self.operand_width, operands)
    }

    /// The place of the result for numbers at places; nothing for a NaN.
    fn at(self, operands: &[i64]) -> Option<i64> {
        let mut bits = [0; 3];
        for (bits, &place) in bits.iter_mut().zip(operands) {
            *bits = places::bits(self.op.format, place);
        }
        places::place(self.op.to, self.on_bits(bits))
    }
}
