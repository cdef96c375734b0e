//! What is done with the bytes of a file that may be an executable; the fuzz target `elf` does the same.

use everypath_program::{BlockKey, Program, verify};
use everypath_riscv::{DebugInfo, Environment, Executable, RiscvOptions, RiscvProgram, decode};

/// Whatever the bytes are: loading, asking and lifting the entry must not panic, blocks are well-formed, and the memory
/// objects of the start do not overlap.
pub fn exercise(bytes: Vec<u8>) {
    let Ok(executable) = Executable::parse("file", bytes) else {
        return;
    };
    let info = DebugInfo::new(&executable);
    for address in (executable.entry..).take(64).chain([0, u64::MAX]) {
        let _ = info.locations(address);
        let _ = info.data_at(address, 4, address, &|_| Some(address));
        if let Some(half) = executable.half_word(address) {
            let _ = decode(u32::from(half), executable.xlen);
        }
    }
    for symbol in executable.symbols.iter().take(64) {
        let _ = info.global(symbol.address, symbol.size);
        for offset in [0, 4, 16] {
            let at = symbol.address.wrapping_add(offset);
            let _ = info.data_at(0x1000, 8, at, &|number| {
                Some(0x1000 - 8 * u64::from(number))
            });
        }
    }
    for environment in Environment::all() {
        let options = RiscvOptions {
            environment: Some(environment),
            ..RiscvOptions::default()
        };
        let program = RiscvProgram::new(executable.clone(), &options);
        let starts = program.executable().segments.iter();
        let starts: Vec<u64> = starts.map(|segment| segment.address).take(8).collect();
        for address in starts.into_iter().chain([executable.entry, 0, u64::MAX]) {
            let key = BlockKey::at(program.xlen().truncate(address));
            let block = program.block(key, program.executable());
            let faults = verify(
                &block,
                program.locals(program.entry()),
                program.address_width(),
            );
            assert!(faults.is_empty(), "{faults:?} in\n{block}");
        }
        for pair in regions_by_base(&program).windows(2) {
            let end = pair[0].0.checked_add(pair[0].1);
            assert!(
                end.is_some_and(|end| end <= pair[1].0),
                "regions overlap: {pair:x?}"
            );
        }
    }
}

/// Base and size of the memory objects at the start, by base.
fn regions_by_base(program: &RiscvProgram) -> Vec<(u64, u64)> {
    let regions = program.image().regions.iter();
    let mut regions: Vec<(u64, u64)> = regions.map(|r| (r.base, r.size)).collect();
    regions.sort_unstable();
    regions
}
