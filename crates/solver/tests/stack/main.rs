//! The whole stack against brute force, against other solvers, and against itself.

mod arrays;
mod comparisons;
mod explore;
mod generate;
mod large;
mod operators;
mod processes;
