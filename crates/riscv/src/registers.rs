//! The registers of a program as debuggers know them: in the order and groups of GDB's target descriptions, read from the locals.
//!
//! Follows "RISC-V Features" of GDB's manual: `org.gnu.gdb.riscv.cpu` has x0 to x31 and pc, `org.gnu.gdb.riscv.fpu` f0 to f31, `fflags`,
//! `frm` and `fcsr`.

use everypath_program::Local;
use everypath_term::FLAGS_WIDTH;

use crate::elf::FloatAbi;
use crate::instruction::{Register, Xlen};
use crate::lift::{EXCEPTIONS, ROUNDING, float_local, register_local, rounding_mode};
use crate::program::RiscvProgram;

/// A group of registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterGroup {
    /// GDB's name of it.
    pub feature: &'static str,
    /// Its registers, in order.
    pub registers: Vec<DebugRegister>,
}

/// A register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugRegister {
    /// GDB's name of it.
    pub name: String,
    /// Its width in bits.
    pub width: u32,
    /// GDB's name of the type of its values.
    pub kind: &'static str,
    content: Content,
}

/// Where the value of a register is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    /// In a local.
    Local(Local),
    /// The address of the next instruction.
    Pc,
    /// In the local of the direction of rounding.
    RoundingMode,
    /// In that and the local of exceptions.
    Status,
}

impl DebugRegister {
    /// Its value where the next instruction is at `pc`, zero-extended; `local` gives the values of locals.
    pub fn value(&self, pc: u64, local: &dyn Fn(Local) -> Option<u64>) -> Option<u64> {
        match self.content {
            Content::Local(place) => local(place),
            Content::Pc => Some(pc),
            Content::RoundingMode => Some(rounding_mode(local(ROUNDING)?)),
            Content::Status => {
                let mode = rounding_mode(local(ROUNDING)?);
                Some(mode << FLAGS_WIDTH | local(EXCEPTIONS)?)
            }
        }
    }
}

/// The address space that a debugger sees, in GDB's words.
pub fn architecture_name(xlen: Xlen) -> &'static str {
    match xlen {
        Xlen::Rv32 => "riscv:rv32",
        Xlen::Rv64 => "riscv:rv64",
    }
}

impl RiscvProgram {
    /// The registers that a debugger shows: those of floating point only if the program has to do with them.
    pub fn debug_registers(&self) -> Vec<RegisterGroup> {
        let mut groups = vec![integers(self.xlen())];
        let passes_floats = self.executable().float_abi != FloatAbi::Soft;
        if passes_floats || self.code_map().has_floats {
            groups.push(floats());
        }
        groups
    }
}

fn integers(xlen: Xlen) -> RegisterGroup {
    let register = |name: &str, kind, content| DebugRegister {
        name: name.to_owned(),
        width: xlen.bits(),
        kind,
        content,
    };
    let mut registers: Vec<DebugRegister> = Register::all()
        .map(|one| {
            let kind = match one {
                Register::SP | Register::GP | Register::TP => "data_ptr",
                Register::RA => "code_ptr",
                _ => "int",
            };
            register(one.abi_name(), kind, Content::Local(register_local(one)))
        })
        .collect();
    registers.push(register("pc", "code_ptr", Content::Pc));
    RegisterGroup {
        feature: "org.gnu.gdb.riscv.cpu",
        registers,
    }
}

fn floats() -> RegisterGroup {
    let register = |name: &str, width, kind, content| DebugRegister {
        name: name.to_owned(),
        width,
        kind,
        content,
    };
    let mut registers: Vec<DebugRegister> = Register::all()
        .map(|one| {
            let content = Content::Local(float_local(one));
            register(one.float_name(), 64, "ieee_double", content)
        })
        .collect();
    registers.extend([
        register("fflags", 32, "int", Content::Local(EXCEPTIONS)),
        register("frm", 32, "int", Content::RoundingMode),
        register("fcsr", 32, "int", Content::Status),
    ]);
    RegisterGroup {
        feature: "org.gnu.gdb.riscv.fpu",
        registers,
    }
}

#[cfg(test)]
mod tests {
    use everypath_term::Rounding;

    use super::*;

    #[test]
    fn the_status_of_floating_point_has_the_numbers_of_the_specification() {
        // "Floating-Point Control and Status Register", table of rounding modes: RNE 0, RTZ 1, RDN 2, RUP 3, RMM 4.
        for (direction, mode) in [
            (Rounding::NearestEven, 0),
            (Rounding::Zero, 1),
            (Rounding::Down, 2),
            (Rounding::Up, 3),
            (Rounding::NearestAway, 4),
        ] {
            let local = |local| match local {
                ROUNDING => Some(direction as u64),
                EXCEPTIONS => Some(0b10001),
                _ => None,
            };
            let floats = floats();
            let value = |name: &str| {
                let register = floats
                    .registers
                    .iter()
                    .find(|register| register.name == name);
                register.and_then(|register| register.value(0x1000, &local))
            };
            assert_eq!(value("fflags"), Some(0b10001));
            assert_eq!(value("frm"), Some(mode));
            assert_eq!(value("fcsr"), Some(mode << 5 | 0b10001));
        }
    }

    #[test]
    fn the_integer_registers_are_those_of_the_width() {
        for xlen in [Xlen::Rv32, Xlen::Rv64] {
            let group = integers(xlen);
            assert_eq!(group.registers.len(), 33);
            assert!(
                group
                    .registers
                    .iter()
                    .all(|register| register.width == xlen.bits())
            );
            let local = |local: Local| Some(u64::from(local.0));
            let values = group
                .registers
                .iter()
                .map(|register| register.value(0x1000, &local));
            let expected = (0..32).chain([0x1000]).map(Some);
            assert!(values.eq(expected));
        }
    }
}
