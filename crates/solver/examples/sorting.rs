//! Every path of merge sort over symbolic 32-bit words, as an explorer asks for them: one fork per comparison.
//!
//! `cargo run --release -p everypath-solver --example sorting [words] [seed]`

use std::time::Instant;

use everypath_solver::{Fork, PathCondition, Solver, SolverError, SolverOptions};
use everypath_term::{Term, TermTable};

/// The comparison that merge sort of `count` words makes after those decided: positions of two of the words in the input.
fn next_comparison(count: usize, decisions: &[bool]) -> Option<(usize, usize)> {
    let mut decisions = decisions.iter().copied();
    let mut order: Vec<usize> = (0..count).collect();
    let mut width = 1;
    while width < count {
        for start in (0..count).step_by(2 * width) {
            let (middle, end) = ((start + width).min(count), (start + 2 * width).min(count));
            let (mut i, mut j) = (start, middle);
            let mut merged = Vec::with_capacity(end - start);
            while i < middle && j < end {
                let Some(second_first) = decisions.next() else {
                    return Some((order[j], order[i]));
                };
                let from = if second_first { &mut j } else { &mut i };
                merged.push(order[*from]);
                *from += 1;
            }
            merged.extend_from_slice(&order[i..middle]);
            merged.extend_from_slice(&order[j..end]);
            order[start..end].copy_from_slice(&merged);
        }
        width *= 2;
    }
    None
}

fn main() -> Result<(), SolverError> {
    let numbers: Vec<u64> = std::env::args()
        .skip(1)
        .filter_map(|argument| argument.parse().ok())
        .collect();
    let count = numbers.first().map_or(7, |&count| count as usize);
    let seed = numbers.get(1).copied().unwrap_or(0);
    let mut table = TermTable::new();
    let mut solver = Solver::new(SolverOptions {
        seed,
        ..SolverOptions::default()
    })?;
    let words: Vec<Term> = (0..count)
        .map(|i| table.input(&format!("x{i}"), 32))
        .collect();
    let start = Instant::now();
    let mut paths = 0u64;
    let mut waiting = vec![(PathCondition::new(), Vec::new())];
    while let Some((mut path, mut decisions)) = waiting.pop() {
        let Some((i, j)) = next_comparison(count, &decisions) else {
            paths += 1;
            continue;
        };
        let less = table.slt(words[i], words[j]);
        let not_less = table.not(less);
        let then = match solver.fork(&mut table, &path, less)? {
            Fork::Both {
                then_witness,
                else_witness,
            } => {
                let mut other = path.clone();
                other.push(not_less);
                other.set_witness(else_witness);
                let mut other_decisions = decisions.clone();
                other_decisions.push(false);
                waiting.push((other, other_decisions));
                path.push(less);
                path.set_witness(then_witness);
                decisions.push(true);
                waiting.push((path, decisions));
                continue;
            }
            Fork::ThenOnly => true,
            Fork::ElseOnly => false,
            Fork::Unknown(_) | Fork::Infeasible => continue,
        };
        path.push(if then { less } else { not_less });
        decisions.push(then);
        waiting.push((path, decisions));
    }
    let elapsed = start.elapsed();
    let statistics = solver.statistics();
    println!(
        "{paths} paths, {} queries, {elapsed:.2?}",
        statistics.queries
    );
    println!(
        "per fork: {:.1?}",
        elapsed / u32::try_from(statistics.questions.max(1)).unwrap_or(u32::MAX)
    );
    println!("{statistics:#?}");
    Ok(())
}
