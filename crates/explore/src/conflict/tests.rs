//! Tests that look at the graph and at the clauses, which a record does not show.

mod constants;
mod generate;
mod learnt;
mod runs;
