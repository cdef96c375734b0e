//! Random C programs with memory errors and undefined behaviour, judged by sanitizers on every input ([`campaign`]).
//!
//! `EVERYPATH_RANDOM_PROGRAMS=N` checks N programs instead of 200, `EVERYPATH_RANDOM_SEED=S` starts with seed S; `cargo xtask mutants`
//! checks each in all ways.

mod campaign;
#[path = "../common/mod.rs"]
mod common;
mod compose;
mod fragments;
mod native;

use std::path::Path;

use campaign::Tally;
use compose::Program;

fn number(variable: &str, otherwise: u64) -> u64 {
    let text = std::env::var(variable).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn what_sanitizers_report_is_reported() {
    let first = number("EVERYPATH_RANDOM_SEED", 1);
    let programs = number("EVERYPATH_RANDOM_PROGRAMS", 200);
    let binary = Path::new(env!("CARGO_BIN_EXE_everypath"));
    let threads = std::thread::available_parallelism().map_or(2, usize::from) as u64;
    let share = programs.div_ceil(threads);
    let results: Vec<_> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads)
            .map(|thread| {
                let start = first + thread * share;
                let seeds = start..(start + share).min(first + programs);
                scope.spawn(move || {
                    let (mut tally, mut differing) = (Tally::default(), Vec::new());
                    let ways = |seed| campaign::some_ways(seed, 3);
                    let mut observe = |one| differing.push(campaign::describe(&one));
                    campaign::run(binary, seeds, &ways, &mut tally, &mut observe).unwrap();
                    (tally, differing)
                })
            })
            .collect();
        handles
            .into_iter()
            .map(|handle| handle.join().unwrap())
            .collect()
    });
    let faulty: u64 = results.iter().map(|(tally, _)| tally.faulty).sum();
    let differing: Vec<String> = results.into_iter().flat_map(|(_, list)| list).collect();
    assert!(differing.is_empty(), "{}", differing.concat());
    assert!(2 * faulty > programs, "{faulty} of {programs} are faulty");
}

#[test]
fn a_program_without_a_wrong_place_is_clean() {
    let directory = common::temporary();
    let mut right: Vec<String> = (1..400)
        .map(Program::new)
        .filter(|program| program.faults().is_empty())
        .map(|program| program.text())
        .collect();
    right.truncate(20);
    for sanitizers in [native::Sanitizers::Address, native::Sanitizers::Memory] {
        let reports = native::reports(directory.path(), &right, sanitizers).unwrap();
        for (text, reports) in right.iter().zip(reports) {
            assert!(reports.is_empty(), "{reports:?}\n{text}");
        }
    }
}
