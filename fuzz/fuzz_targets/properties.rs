//! Files of properties (`.prp`).

#![no_main]

use everypath::property_file::Asked;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(asked) = Asked::of_text(text) {
        assert_eq!(Asked::of_record(&asked.to_string()), Ok(asked));
    }
});
