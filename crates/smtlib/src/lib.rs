//! SMT-LIB 2.6 scripts over the solver stack: bit-vectors, arrays, functions.
//!
//! [`run`] reads commands one after the other and answers each at once, so a script may be a file or the other end of a pipe.
//!
//! ```
//! use everypath_smtlib::{Options, run};
//!
//! let script = b"(declare-const x (_ BitVec 8))
//!                (assert (= (bvmul x x) #x51))
//!                (assert (bvult x #x10))
//!                (check-sat)
//!                (get-value (x))";
//! let mut answers = Vec::new();
//! run("square.smt2", &script[..], &mut answers, Options::default())?;
//! assert_eq!(String::from_utf8_lossy(&answers), "sat\n((x #b00001001))\n");
//! # Ok::<(), everypath_smtlib::Failure>(())
//! ```
//!
//! The way of a script: [`reader`] makes a tree of each command, [`script`] says what commands do, [`terms`] makes terms of
//! trees by the table [`operators`], [`reduction`] says in terms what terms do not have (equality of arrays, functions, ...) and [`nested`] how arrays stand within others, and
//! [`model`] turns the solver's models back.
//!
//! Architecture invariant: this crate knows nothing of programs and states.

pub mod arrays;
pub mod context;
pub mod error;
pub mod float_operations;
pub mod floats;
pub mod model;
pub mod nested;
pub mod operators;
pub mod print;
pub mod reader;
pub mod reduction;
pub mod script;
pub mod sorts;
pub mod symbols;
pub mod terms;

pub use error::{Error, Failure, Position};
pub use script::{Options, run};
