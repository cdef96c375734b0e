//! Programs as text: what is read is printed and read again.

#![no_main]

use everypath_program::{Block, parse_blocks};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(blocks) = parse_blocks(text) else {
        return;
    };
    let printed: String = blocks.iter().map(Block::to_string).collect();
    match parse_blocks(&printed) {
        Ok(again) => {
            let again: String = again.iter().map(Block::to_string).collect();
            assert_eq!(again, printed);
        }
        Err(error) => panic!("{error} in\n{printed}"),
    }
});
