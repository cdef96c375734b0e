//! Functions without an exact result. What they give is what a library gives (`library.rs`).
//!
//! There is no circuit that is equal to such a function. What is known of it in general is its enclosure (`circuit/enclosure.rs`); who
//! finds values by circuits has to compare them with the function's.

/// A function of C's `<math.h>` whose result IEEE 754 leaves to libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[expect(
    missing_docs,
    reason = "each has the name and meaning of the C function"
)]
pub enum FloatFunction {
    Cbrt,
    Exp,
    Exp2,
    Expm1,
    Log,
    Log2,
    Log10,
    Log1p,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Pow,
    Atan2,
    Hypot,
}

impl FloatFunction {
    /// All functions, in the order of their discriminants.
    pub const ALL: [FloatFunction; 20] = {
        use FloatFunction::*;
        [
            Cbrt, Exp, Exp2, Expm1, Log, Log2, Log10, Log1p, Sin, Cos, Tan, Asin, Acos, Atan, Sinh,
            Cosh, Tanh, Pow, Atan2, Hypot,
        ]
    };

    /// Whether it takes two numbers; otherwise one.
    pub const fn takes_two(self) -> bool {
        use FloatFunction::*;
        match self {
            Pow | Atan2 | Hypot => true,
            Cbrt | Exp | Exp2 | Expm1 | Log | Log2 | Log10 | Log1p | Sin | Cos | Tan | Asin
            | Acos | Atan | Sinh | Cosh | Tanh => false,
        }
    }
}
