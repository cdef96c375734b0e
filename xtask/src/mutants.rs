//! Random C programs with memory errors and undefined behaviour: what a sanitizer reports on some input, Everypath must report.
//!
//! The programs and the comparison are those of the test `mutants`, which checks a few of them; here each is checked in all ways.

#[path = "../../crates/everypath/tests/mutants/campaign.rs"]
mod campaign;
#[path = "../../crates/everypath/tests/mutants/compose.rs"]
mod compose;
#[path = "../../crates/everypath/tests/mutants/fragments.rs"]
mod fragments;
#[path = "../../crates/everypath/tests/mutants/native.rs"]
mod native;

use std::collections::BTreeMap;
use std::path::Path;

use crate::run::everypath;
use campaign::Tally;

/// Checks so many programs from a seed on; false if one is judged otherwise than natively. Those are kept in a directory.
pub fn mutants(programs: u64, seed: u64, ways: usize, keep: &Path) -> Result<bool, String> {
    let binary = everypath()?;
    let mut tally = Tally::default();
    let mut sorts: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    let mut kept = Ok(());
    let mut observe = |differing: campaign::Differing| {
        let path = keep.join(format!("mutant-{}.c", differing.seed));
        let written =
            std::fs::create_dir_all(keep).and_then(|()| std::fs::write(&path, &differing.text));
        if let Err(error) = written {
            kept = Err(format!("{}: {error}", path.display()));
        }
        for difference in &differing.differences {
            *sorts.entry((difference.sort, difference.way)).or_default() += 1;
        }
        println!("{}", campaign::describe(&differing));
    };
    campaign::run(
        &binary,
        seed..seed + programs,
        &|seed| campaign::some_ways(seed, ways),
        &mut tally,
        &mut observe,
    )?;
    kept?;
    println!(
        "{} programs, {} of them with a report of a sanitizer; {} checks",
        tally.programs, tally.faulty, tally.checks
    );
    for (kind, count) in &tally.faults {
        println!("  {count} programs with {kind}");
    }
    for (property, count) in &tally.silent {
        println!("  {count} findings of {property} that no sanitizer reports");
    }
    for (reason, count) in &tally.undecided {
        println!("  {count} checks undecided: {reason}");
    }
    for ((sort, way), count) in &sorts {
        println!("  {count} differ: {sort} ({way})");
    }
    Ok(sorts.is_empty() && tally.faulty > 0)
}
