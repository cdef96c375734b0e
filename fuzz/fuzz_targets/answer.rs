//! Answers of solver processes.

#![no_main]

use everypath_solver::expression::Expression;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut rest = text;
    while let Ok(Some((expression, behind))) = Expression::read(rest) {
        assert!(behind.len() < rest.len());
        for width in [1, 8, 64, 65, 200] {
            let _ = expression.to_bits(width);
        }
        rest = behind;
    }
});
