//! Random programs: no run takes a way that constants exclude, and no check fails where they leave no risk.

use everypath_analysis::{Code, Constants, Jumps, To, slot_of_way};
use everypath_program::Program;
use everypath_program::testing::Scripted;
use proptest::prelude::*;

use super::generate::{Kind, Shape, program};
use super::learnt::{MOST_RUNS, cases, machine, text};
use super::runs::{End, Run, all_runs};
use crate::ExploreOptions;
use crate::conflict::blocks::code_of;

/// Follows a run through call chains. Gives how many ways it took that others at the same place cannot.
fn follow(code: &Code, constants: &Constants, run: &Run) -> Result<u32, TestCaseError> {
    let mut chain = Constants::START;
    let mut place = code.start();
    let mut calls = Vec::new();
    let mut excluded = 0;
    let last = run.blocks.len() - 1;
    for (number, &(key, way)) in run.blocks.iter().enumerate() {
        let about = code.place(place);
        prop_assert_eq!(about.block.key, key);
        if number == last {
            let distance = constants.distance(code, (chain, place));
            let violates = matches!(run.end, End::Violated(_));
            prop_assert!(!violates || distance == Some(0), "a violation at {key:?}");
            break;
        }
        let slot = slot_of_way(&about.block.terminator, way as usize);
        let ways = about.ways.iter().enumerate();
        let ways = ways.filter(|(order, _)| constants.leads_on(code, (chain, place), *order));
        let left: Vec<_> = ways.map(|(_, way)| *way).collect();
        excluded += (about.ways.len() - left.len()) as u32;
        let taken = left.iter().find(|way| way.slot == slot);
        prop_assert!(taken.is_some(), "block {number} of {:?}", run.blocks);
        match taken.map(|way| way.to) {
            Some(To::Place(next)) => place = next,
            Some(To::Call(entry, _)) => {
                let callee = constants.callee(chain, place);
                prop_assert!(callee.is_some(), "a call at {key:?}");
                calls.push((chain, place));
                chain = callee.unwrap_or(chain);
                let function = code.known_function(entry);
                place = function.map_or(place, |function| code.entry(function));
            }
            Some(To::Return) => {
                let Some((caller, call)) = calls.pop() else {
                    break;
                };
                chain = caller;
                place = code.behind_call(call).unwrap_or(place);
            }
            Some(To::Unknown(_)) | None => break,
        }
    }
    Ok(excluded)
}

/// Compares what constants exclude with all runs of a program. Gives whether they exclude anything.
fn check(program: &Scripted) -> Result<bool, TestCaseError> {
    let Some(runs) = all_runs(program, 300, MOST_RUNS) else {
        return Ok(false);
    };
    let mut machine = machine(program, &ExploreOptions::default());
    let start = machine.initial_state();
    let code = code_of(&mut machine, &start, Jumps::default());
    let Some(constants) = Constants::new(&code, program.image()) else {
        return Ok(false);
    };
    let mut excluded = 0;
    for run in &runs {
        excluded += follow(&code, &constants, run)
            .map_err(|error| TestCaseError::fail(format!("{error}\n{}", text(program))))?;
    }
    Ok(excluded > 0)
}

/// The sides of the branch at the end of a program's first block that constants leave: whether they leave otherwise, and then. The block
/// compares a byte that it loads from 0x1000, sign-extended to 16 bits, with a value.
fn sides(before: &str, value: u64) -> [bool; 2] {
    let program = Scripted::read(&format!(
        "locals 32, 16, 1
         region \"table\" 0x1000 read-write 3 0xfe
         block 0x0:
           {before}
           %1 = load.1.16 signed [0x1000 + 0]
           %2 = eq.16 %1, {value}
           branch %2, 0x100, 0x200
         block 0x100:
           exit 0
         block 0x200:
           exit 0"
    ));
    let mut machine = machine(&program, &ExploreOptions::default());
    let start = machine.initial_state();
    let code = code_of(&mut machine, &start, Jumps::default());
    let constants = Constants::new(&code, program.image()).unwrap();
    let way = |order| constants.leads_on(&code, (Constants::START, code.start()), order);
    [way(0), way(1)]
}

#[test]
fn what_memory_holds_at_the_start_is_known_until_it_may_be_written() {
    assert_eq!(sides("", 3), [false, true]);
    let store_behind_it = "store.1.8 [0x1001 + 0], 7";
    assert_eq!(sides(store_behind_it, 3), [false, true]);
    let store = "store.1.8 [0x1000 + 0], 0xfe";
    assert_eq!(sides(store, 0xfffe), [false, true]);
    let store_anywhere = "%0 = input.32 \"p\"\nstore.1.8 [%0 + 0], 7";
    assert_eq!(sides(store_anywhere, 3), [true, true]);
    assert_eq!(sides("fill_memory(0x1000, 7, 2)", 3), [true, true]);
    assert_eq!(sides("copy_memory(0x1000, 0x1001, 1)", 3), [true, true]);
}

#[test]
fn no_run_takes_a_way_that_constants_exclude() {
    let config = ProptestConfig {
        cases: cases(20_000),
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..ProptestConfig::default()
    };
    let cases = config.cases;
    let useful = std::cell::Cell::new(0);
    let genes = prop::collection::vec(any::<u32>(), 20..400);
    let strategy = (genes, any::<bool>(), 0..3u32);
    let run = proptest::test_runner::TestRunner::new(config).run(&strategy, |input| {
        let (genes, loops, inputs) = input;
        let kind = Kind::Frames;
        let shape = Shape {
            kind,
            loops,
            inputs,
        };
        useful.set(useful.get() + u32::from(check(&program(&genes, shape))?));
        Ok(())
    });
    if let Err(error) = run {
        panic!("{error}");
    }
    assert!(
        useful.get() > cases / 20,
        "only {} of {cases}",
        useful.get()
    );
}
