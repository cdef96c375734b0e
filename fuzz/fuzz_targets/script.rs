//! SMT-LIB scripts, answered as far as that is quick.

#![no_main]

use std::time::Duration;

use everypath_smtlib::{Options, run};
use everypath_solver::SolverOptions;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut options = Options::default();
    options.solver = SolverOptions {
        conflict_limit: Some(20),
        time_limit: Some(Duration::from_millis(20)),
        ..SolverOptions::default()
    };
    let _ = run("script", bytes, &mut std::io::sink(), options);
});
