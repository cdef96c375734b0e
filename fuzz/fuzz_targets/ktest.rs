//! KLEE's test cases (`.ktest`): what is read is written and read again.

#![no_main]

use everypath_report::ktest::Ktest;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(test) = Ktest::parse(bytes) {
        assert_eq!(Ktest::parse(&test.to_bytes()), Ok(test));
    }
});
