//! The whole stack against brute force, against other solvers, and against itself.

mod arrays;
mod comparisons;
mod explore;
mod floats;
mod generate;
mod hard;
mod large;
mod local;
mod operators;
mod processes;
mod rules;
