//! Test cases: what is read is written and read again.

#![no_main]

use everypath_report::case::TestCase;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(case) = TestCase::parse(text) {
        let written = case.render().expect("a case that was read");
        let again = TestCase::parse(&written).expect("a case that was written");
        assert_eq!(again.render().expect("the same"), written);
    }
});
