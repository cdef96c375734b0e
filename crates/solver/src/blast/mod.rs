//! Bit-blasting: from terms to gates, from gates to clauses.
//!
//! [`gates`] is the graph of gates over [`literal`]s, [`circuits`] builds words out of gates, [`words`] gives every term its word,
//! [`comparisons`] takes comparisons of choices apart, [`values`] those of terms of few values, and
//! [`cnf`] hands the needed part of the graph to the SAT solver, with the [`laws`] that follow from it.

pub mod circuits;
pub mod cnf;
pub mod comparisons;
pub mod gates;
pub mod laws;
pub mod literal;
pub mod values;
pub mod words;
