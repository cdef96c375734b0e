//! Records and test cases as what a run is repeated from.

#![no_main]

use std::path::Path;

use everypath::repeat::Recorded;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = Recorded::parse(Path::new("record"), text);
});
