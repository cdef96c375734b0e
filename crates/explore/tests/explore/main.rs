//! Tests of the explorers on programs made of hand-built and random blocks.

mod budgets;
mod conflict;
mod follow;
mod interpreter;
mod loops;
mod merge;
mod moody;
mod paths;
mod portfolio;
mod prove;
mod random_loops;
mod random_programs;
mod resumed;
mod scripted;
mod together;
