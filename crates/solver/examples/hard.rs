//! Two kinds of queries that are hard by themselves: overflow of a 64-bit multiplication, and an array with 32 symbolic stores
//! that is asked 120 questions.
//!
//! `cargo run --release -p everypath-solver --example hard [z3|cvc5|bitwuzla]`

use std::time::Instant;

use everypath_solver::{
    Answer, Backend, PathCondition, Solver, SolverCommand, SolverError, SolverOptions,
};
use everypath_term::{Term, TermTable};

fn report(name: &str, start: Instant, answer: &Answer) {
    println!("{name}: {} in {:.2?}", answer.word(), start.elapsed());
}

/// Can a product of two 64-bit words, each below 2^`bits`, exceed a word?
fn multiplication(
    table: &mut TermTable,
    solver: &mut Solver,
    bits: u32,
) -> Result<(), SolverError> {
    let (x, y) = (table.input("x", 64), table.input("y", 64));
    let greatest = table.constant(64, everypath_term::ops::mask(bits));
    let mut path = PathCondition::new();
    path.push(table.ule(x, greatest));
    path.push(table.ule(y, greatest));
    let (wide_x, wide_y) = (table.zero_extend(x, 128), table.zero_extend(y, 128));
    let product = table.mul(wide_x, wide_y);
    let high = table.extract(product, 127, 64);
    let zero = table.constant(64, 0);
    let overflow = table.ne(high, zero);
    let start = Instant::now();
    let answer = solver.check(table, &path, overflow)?;
    report(
        &format!("multiplication overflow, factors below 2^{bits}"),
        start,
        &answer,
    );
    Ok(())
}

/// 32 stores at symbolic indices, then 120 questions about what is read.
fn stores(table: &mut TermTable, solver: &mut Solver) -> Result<(), SolverError> {
    let mut memory = table.memory_input("memory", 32, 32);
    let mut path = PathCondition::new();
    let bound = table.constant(32, 64);
    let mut indices: Vec<Term> = Vec::new();
    for i in 0..32 {
        let index = table.input(&format!("i{i}"), 32);
        let value = table.input(&format!("v{i}"), 32);
        path.push(table.ult(index, bound));
        memory = table.write(memory, index, value);
        indices.push(index);
    }
    let start = Instant::now();
    let (mut sat, mut unsat, mut unknown) = (0, 0, 0);
    for k in 0..120u64 {
        let index = indices[(k * 7 % 32) as usize];
        let at = table.constant(32, k % 64);
        let (one, other) = (table.read(memory, index), table.read(memory, at));
        let sum = table.add(one, other);
        let limit = table.constant(32, 1000 + 977 * k);
        let goal = if k % 3 == 0 {
            table.ult(sum, limit)
        } else {
            table.eq(sum, limit)
        };
        let same = table.eq(index, at);
        let differ = table.ne(one, other);
        let goals = if k % 5 == 4 {
            vec![goal, same, differ]
        } else {
            vec![goal]
        };
        match solver.check_goals(table, &path, &goals)? {
            Answer::Sat(model) => {
                sat += 1;
                path.push(goal);
                path.set_witness(model);
            }
            Answer::Unsat(_) => unsat += 1,
            Answer::Unknown(_) => unknown += 1,
        }
    }
    println!(
        "32 stores, 120 checks: {sat} sat, {unsat} unsat, {unknown} unknown in {:.2?}",
        start.elapsed()
    );
    Ok(())
}

fn main() -> Result<(), SolverError> {
    let mut options = SolverOptions::default();
    if let Some(command) = std::env::args()
        .nth(1)
        .as_deref()
        .and_then(SolverCommand::parse)
    {
        options.backend = Backend::Process(command);
        options.time_limit = Some(std::time::Duration::from_secs(120));
    }
    let mut table = TermTable::new();
    let mut solver = Solver::new(options.clone())?;
    stores(&mut table, &mut solver)?;
    println!("{:?}", solver.statistics());
    for bits in [32, 33, 64] {
        let mut solver = Solver::new(options.clone())?;
        multiplication(&mut table, &mut solver, bits)?;
    }
    Ok(())
}
