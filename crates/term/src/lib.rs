//! Terms: hash-consed expressions over bit-vectors, memories and floating-point numbers, in normal form.
//!
//! A `TermTable` owns all terms of one worker; a `Term` is a `u32` handle into it. Equal terms have equal
//! handles, so equality is one comparison. Every constructor normalises: constants fold, rewrite rules apply.
//! A Boolean is a bit-vector of width 1.
//!
//! The operators that instructions use on values ([`UnaryOp`], [`BinaryOp`]) are a superset of the operators that
//! terms keep: `TermTable::unary` and `TermTable::binary` expand the rest. Their concrete meaning is written
//! once, in [`ops`].
//!
//! Architecture invariant: this crate knows nothing of programs, paths and solvers.

mod bits;
pub mod btor2;
mod construct;
mod display;
mod evaluate;
pub mod flatten;
pub mod float;
pub mod heap;
mod literal;
mod node;
mod notes;
pub mod ops;
mod polynomial;
mod random;
mod rules;
mod semantics;
pub mod simplify;
pub mod smtlib;
mod substitute;
mod support;
mod table;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod transfer;

pub use bits::Bits;
pub use display::Display;
pub use evaluate::{Assignment, Evaluator, MemoryValue, evaluate, evaluating};
pub use float::{FLAGS_WIDTH, FloatFormat, FloatFunction, FloatOp, FloatOperator, Rounding};
pub use literal::{MemoryLiteral, Run};
pub use node::{InputId, Kind, Node, Sort, Term};
pub use ops::{BinaryOp, UnaryOp};
pub use random::Random;
pub use rules::llbmc;
pub use rules::{Group, Rule, RuleId, RuleSet};
pub use table::{InputInfo, TermTable};
