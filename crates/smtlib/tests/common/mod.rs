//! What the tests of scripts have in common.

use everypath_smtlib::{Options, run};
use expect_test::Expect;

/// All answers to a script.
pub fn answers(script: &str) -> String {
    let mut output = Vec::new();
    // The answer to an error is among the answers.
    let _ = run("t", script.as_bytes(), &mut output, Options::default());
    String::from_utf8(output).unwrap()
}

/// Compares them with what is expected.
pub fn check(script: &str, expected: Expect) {
    expected.assert_eq(&answers(script));
}
