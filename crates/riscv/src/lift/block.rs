//! Blocks on demand: straight-line code from an address up to a jump, an environment call, or a place where paths join.
//!
//! A block also ends where another instruction jumps to, as far as a linear sweep over the code sections tells: so two paths that
//! come to such a place stand at the same block and can merge. Lifting is total: what cannot be fetched or decoded
//! becomes a block that says so.

use everypath_program::{
    Block, BlockKey, CodeBytes, FetchFault, Operand, Position, Property, StopReason, Terminator,
};

use super::float::INVALID_ROUNDING_MODE;
use super::lifter::{Flow, Lifter, Mode, Settings};
use super::{csr, parts};
use crate::code_map::CodeMap;
use crate::decode;
use crate::environment::Environment;
use crate::instruction::{Instruction, Op, Xlen};
use crate::undecodable::{Undecodable, UndecodableKind};

/// The most instructions in one block.
const LONGEST: u32 = 128;

/// Why there is no instruction at an address.
enum NoInstruction {
    Fetch(FetchFault),
    Decode(Undecodable),
}

/// Fetches and decodes the instruction at an address.
fn fetch(address: u64, code: &dyn CodeBytes, xlen: Xlen) -> Result<Instruction, NoInstruction> {
    let low = code.fetch(address).map_err(NoInstruction::Fetch)?;
    let mut word = u32::from(low);
    if decode::length(low) == 4 {
        let second = xlen.truncate(address.wrapping_add(2));
        word |= u32::from(code.fetch(second).map_err(NoInstruction::Fetch)?) << 16;
    }
    decode::decode(word, xlen).map_err(NoInstruction::Decode)
}

/// The block of a key.
pub(crate) fn lift_block(
    key: BlockKey,
    code: &dyn CodeBytes,
    map: &CodeMap,
    settings: &Settings,
    environment: Environment,
) -> Block {
    let mut lifter = Lifter::new(key, settings);
    if key.part == parts::ROUNDING_MODE_VALID {
        lifter.rounding_mode_valid = true;
    } else if key.part != 0 {
        return lift_part(lifter, key, code, environment);
    }
    let mut address = key.code;
    let terminator = loop {
        if address != key.code
            && (lifter.builder.source_instructions() >= LONGEST
                || map.is_target(address)
                || address < key.code)
        {
            break Terminator::jump(BlockKey::at(address));
        }
        if settings.errors.contains(&address) {
            if address != key.code {
                break Terminator::jump(BlockKey::at(address));
            }
            lifter.builder.begin_source(Position(address));
            address = address.wrapping_add(2);
            break lifter.violate(Property::Assertion, "the error is called".to_owned());
        }
        match fetch(address, code, settings.xlen) {
            Ok(instruction) => {
                lifter.pc = address;
                lifter.next = instruction.next_address(address, settings.xlen);
                match key.part != 0 && address == key.code {
                    true => lifter.builder.continue_source(Position(address)),
                    false => lifter.builder.begin_source(Position(address)),
                }
                let flow = if instruction.op == Op::Ecall {
                    Flow::End(environment.call(&mut lifter))
                } else if is_semihosting(&instruction, address, code, environment) {
                    Flow::End(environment.semihosting_call(&mut lifter))
                } else {
                    lifter.instruction(&instruction)
                };
                address = lifter.next;
                if let Flow::End(terminator) = flow {
                    break terminator;
                }
            }
            // The block of that address tells what is wrong with it.
            Err(_) if address != key.code => break Terminator::jump(BlockKey::at(address)),
            Err(reason) => {
                lifter.builder.begin_source(Position(address));
                address = address.wrapping_add(2);
                break explain(&mut lifter, reason);
            }
        }
    };
    lifter
        .builder
        .set_code_length(address.wrapping_sub(key.code) as u32);
    lifter.builder.finish(terminator)
}

/// Whether an instruction is the breakpoint that calls the debugger's host: it stands between two shifts that do nothing ("RISC-V Semihosting", 1.0).
fn is_semihosting(
    instruction: &Instruction,
    address: u64,
    code: &dyn CodeBytes,
    environment: Environment,
) -> bool {
    const BEFORE: u32 = 0x01f0_1013;
    const BEHIND: u32 = 0x4070_5013;
    let word = |address: u64| {
        let low = code.fetch(address).ok()?;
        let high = code.fetch(address.wrapping_add(2)).ok()?;
        Some(u32::from(low) | u32::from(high) << 16)
    };
    instruction.op == Op::Ebreak
        && instruction.length == 4
        && environment.has_semihosting()
        && word(address.wrapping_sub(4)) == Some(BEFORE)
        && word(address.wrapping_add(4)) == Some(BEHIND)
}

/// A further block of the environment call (or the store) at `key.code`.
fn lift_part(
    mut lifter: Lifter,
    key: BlockKey,
    code: &dyn CodeBytes,
    environment: Environment,
) -> Block {
    lifter.builder.continue_source(Position(key.code));
    let terminator = match fetch(key.code, code, lifter.settings.xlen) {
        Ok(instruction) => {
            lifter.next = instruction.next_address(key.code, lifter.settings.xlen);
            lifter
                .builder
                .set_code_length(u32::from(instruction.length));
            if key.part == parts::ROUNDING_MODE_INVALID {
                let end = csr::illegal(&mut lifter, &instruction, INVALID_ROUNDING_MODE.into());
                return lifter.builder.finish(end);
            }
            environment.part(&mut lifter, key.part, &instruction)
        }
        Err(reason) => explain(&mut lifter, reason),
    };
    lifter.builder.finish(terminator)
}

/// The end of a path that comes to an address without an instruction.
fn explain(l: &mut Lifter, reason: NoInstruction) -> Terminator {
    match reason {
        NoInstruction::Fetch(FetchFault::Symbolic) => Terminator::Stop(StopReason::Unsupported(
            "execution of bytes that depend on the input".to_string(),
        )),
        NoInstruction::Fetch(FetchFault::Unmapped) => l.violate(
            Property::InvalidFetch,
            format!("execution at {:#x}, where no memory is", l.pc),
        ),
        NoInstruction::Fetch(FetchFault::NotExecutable) => l.violate(
            Property::InvalidFetch,
            format!("execution at {:#x}, which is not executable", l.pc),
        ),
        NoInstruction::Decode(undecodable) => match undecodable.kind {
            UndecodableKind::Unsupported { .. } => {
                Terminator::Stop(StopReason::Unsupported(undecodable.to_string()))
            }
            UndecodableKind::Illegal if l.settings.mode == Mode::Machine => {
                l.next = l.pc;
                csr::enter_trap(
                    l,
                    csr::ILLEGAL_INSTRUCTION,
                    Operand::Constant(u64::from(undecodable.raw)),
                )
            }
            UndecodableKind::Illegal => {
                l.violate(Property::IllegalInstruction, undecodable.to_string())
            }
        },
    }
}
