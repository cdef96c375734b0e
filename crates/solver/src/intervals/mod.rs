//! What may the value of a term be? Multi-intervals and known bits, learnt from constraints.
//!
//! After PARTI (see [`set`]). The parts, from the ground up: sets and bits ([`set`], [`known_bits`], together
//! [`value`]); results from operands ([`decide`]) and operands from results ([`preimage`]), of floating point [`float`]; what constraints
//! teach ([`learn`]); assignments that satisfy a goal ([`model`]), cases of choices ([`cases`]). The layer that uses them is
//! [`layers::intervals`](crate::layers::intervals).
//!
//! Where we leave the paper: facts are kept for any term, not only for reads, and say too much rather than give up. That
//! is enough to say that something cannot hold. That something can hold is said only with an assignment that was
//! evaluated on the whole query, so neither repeated inputs nor constraints that link inputs need a special case.

pub mod cases;
pub mod decide;
pub mod float;
pub mod known_bits;
pub mod learn;
pub mod model;
pub mod preimage;
pub mod set;
pub mod value;
