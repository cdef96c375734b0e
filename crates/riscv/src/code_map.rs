//! A linear sweep over the code of an executable: where instructions are, and where they jump to.

use crate::decode;
use crate::elf::Executable;
use crate::instruction::{Format, Op, Register};

/// What a linear sweep over the executable sections finds.
#[derive(Clone, Debug, Default)]
pub(crate) struct CodeMap {
    /// Addresses of instructions, ascending.
    pub(crate) positions: Vec<u64>,
    /// Addresses of conditional branches, ascending.
    pub(crate) branches: Vec<u64>,
    /// Targets of jumps and branches, ascending.
    pub(crate) targets: Vec<u64>,
    /// What is known of the selector registers at each environment call: (t0, a7).
    pub(crate) calls: Vec<(Option<u64>, Option<u64>)>,
    /// Whether there are instructions on floating-point numbers.
    pub(crate) has_floats: bool,
}

impl CodeMap {
    /// Sweeps over the code of an executable as the file has it.
    pub(crate) fn of(executable: &Executable) -> CodeMap {
        let xlen = executable.xlen;
        let mut map = CodeMap::default();
        let mut targets = Vec::new();
        for &(start, size) in &executable.code {
            let Some(segment) = executable.segment_at(start) else {
                continue;
            };
            let first = (start - segment.address) as usize;
            let bytes = segment.bytes.get(first..).unwrap_or_default();
            let bytes = bytes.get(..size as usize).unwrap_or(bytes);
            let half = |offset: usize| {
                let pair = bytes.get(offset..offset.checked_add(2)?)?;
                Some(u32::from(u16::from_le_bytes([
                    *pair.first()?,
                    *pair.get(1)?,
                ])))
            };
            let mut offset = 0;
            let (mut t0, mut a7) = (None, None);
            while let Some(low) = half(offset) {
                let address = start + offset as u64;
                let length = decode::length(low as u16);
                let word = if length == 4 {
                    low | half(offset + 2).unwrap_or(0) << 16
                } else {
                    low
                };
                offset += usize::from(length);
                let Ok(instruction) = decode::decode(word, xlen) else {
                    continue;
                };
                map.positions.push(address);
                let definition = instruction.op.definition();
                map.has_floats |= definition.extension.is_of_floats();
                if matches!(
                    instruction.op.definition().format,
                    Format::Branch | Format::Jump
                ) {
                    targets.push(instruction.target(address, xlen));
                }
                if instruction.op.definition().format == Format::Branch {
                    map.branches.push(address);
                }
                if instruction.op == Op::Ecall {
                    map.calls.push((t0, a7));
                }
                let value = (instruction.op == Op::Addi && instruction.rs1 == Register::ZERO)
                    .then_some(instruction.imm as u64);
                if instruction.op.definition().format.writes_float() {
                    continue;
                }
                if instruction.rd == Register::T0 {
                    t0 = value;
                } else if instruction.rd == Register::A7 {
                    a7 = value;
                }
            }
        }
        map.positions.sort_unstable();
        map.positions.dedup();
        map.branches.sort_unstable();
        map.branches.dedup();
        targets.sort_unstable();
        targets.dedup();
        map.targets = targets;
        map
    }

    /// Whether a jump or branch leads to an address.
    pub(crate) fn is_target(&self, address: u64) -> bool {
        self.targets.binary_search(&address).is_ok()
    }
}
