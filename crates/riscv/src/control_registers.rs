//! Names and numbers of the control and status registers.
//!
//! Follows the CSR listings of the Unprivileged (Zicsr, counters) and Privileged Architecture. Bits 11..10 of a number are 3
//! for read-only registers; bits 9..8 are the least privilege level.

use crate::instruction::Xlen;

/// Machine interrupt and exception registers and identifiers that the lifter models.
pub mod number {
    #![allow(missing_docs)] // the names are the specification's
    pub const FFLAGS: u16 = 0x001;
    pub const FRM: u16 = 0x002;
    pub const FCSR: u16 = 0x003;
    pub const SATP: u16 = 0x180;
    pub const MSTATUS: u16 = 0x300;
    pub const MISA: u16 = 0x301;
    pub const MEDELEG: u16 = 0x302;
    pub const MIDELEG: u16 = 0x303;
    pub const MIE: u16 = 0x304;
    pub const MTVEC: u16 = 0x305;
    pub const MSCRATCH: u16 = 0x340;
    pub const MEPC: u16 = 0x341;
    pub const MCAUSE: u16 = 0x342;
    pub const MTVAL: u16 = 0x343;
    pub const MIP: u16 = 0x344;
    pub const CYCLE: u16 = 0xc00;
    pub const TIME: u16 = 0xc01;
    pub const INSTRET: u16 = 0xc02;
    pub const CYCLEH: u16 = 0xc80;
    pub const TIMEH: u16 = 0xc81;
    pub const INSTRETH: u16 = 0xc82;
    pub const MVENDORID: u16 = 0xf11;
    pub const MARCHID: u16 = 0xf12;
    pub const MIMPID: u16 = 0xf13;
    pub const MHARTID: u16 = 0xf14;
    pub const MCONFIGPTR: u16 = 0xf15;
}

/// Registers with a name of their own, by number.
static NAMES: &[(u16, &str)] = &[
    (0x001, "fflags"),
    (0x002, "frm"),
    (0x003, "fcsr"),
    (0x008, "vstart"),
    (0x009, "vxsat"),
    (0x00a, "vxrm"),
    (0x00f, "vcsr"),
    (0x015, "seed"),
    (0x100, "sstatus"),
    (0x104, "sie"),
    (0x105, "stvec"),
    (0x106, "scounteren"),
    (0x10a, "senvcfg"),
    (0x140, "sscratch"),
    (0x141, "sepc"),
    (0x142, "scause"),
    (0x143, "stval"),
    (0x144, "sip"),
    (0x180, "satp"),
    (0x300, "mstatus"),
    (0x301, "misa"),
    (0x302, "medeleg"),
    (0x303, "mideleg"),
    (0x304, "mie"),
    (0x305, "mtvec"),
    (0x306, "mcounteren"),
    (0x30a, "menvcfg"),
    (0x320, "mcountinhibit"),
    (0x340, "mscratch"),
    (0x341, "mepc"),
    (0x342, "mcause"),
    (0x343, "mtval"),
    (0x344, "mip"),
    (0x740, "mnscratch"),
    (0x741, "mnepc"),
    (0x742, "mncause"),
    (0x744, "mnstatus"),
    (0x747, "mseccfg"),
    (0x7a0, "tselect"),
    (0x7a1, "tdata1"),
    (0x7a2, "tdata2"),
    (0x7a3, "tdata3"),
    (0xb00, "mcycle"),
    (0xb02, "minstret"),
    (0xc00, "cycle"),
    (0xc01, "time"),
    (0xc02, "instret"),
    (0xc20, "vl"),
    (0xc21, "vtype"),
    (0xc22, "vlenb"),
    (0xf11, "mvendorid"),
    (0xf12, "marchid"),
    (0xf13, "mimpid"),
    (0xf14, "mhartid"),
    (0xf15, "mconfigptr"),
];

/// Upper halves that exist at RV32 only.
static UPPER_HALVES: &[(u16, &str)] = &[
    (0x310, "mstatush"),
    (0x31a, "menvcfgh"),
    (0x757, "mseccfgh"),
    (0xb80, "mcycleh"),
    (0xb82, "minstreth"),
    (0xc80, "cycleh"),
    (0xc81, "timeh"),
    (0xc82, "instreth"),
];

/// Numbered families: first register, last register, name in front of the number, first number.
static FAMILIES: &[(u16, u16, &str, u16)] = &[
    (0x323, 0x33f, "mhpmevent", 3),
    (0x3b0, 0x3ef, "pmpaddr", 0),
    (0xb03, 0xb1f, "mhpmcounter", 3),
    (0xc03, 0xc1f, "hpmcounter", 3),
];

/// The name of the register with this number, if it has one at this register width.
pub fn name(number: u16, xlen: Xlen) -> Option<String> {
    let find = |table: &[(u16, &str)]| {
        table
            .iter()
            .find(|(n, _)| *n == number)
            .map(|(_, name)| name.to_string())
    };
    if let Some(name) = find(NAMES) {
        return Some(name);
    }
    if xlen == Xlen::Rv32 {
        if let Some(name) = find(UPPER_HALVES) {
            return Some(name);
        }
        if (0xb83..=0xb9f).contains(&number) {
            return Some(format!("mhpmcounter{}h", number - 0xb80));
        }
        if (0xc83..=0xc9f).contains(&number) {
            return Some(format!("hpmcounter{}h", number - 0xc80));
        }
    }
    if (0x3a0..=0x3af).contains(&number) && (xlen == Xlen::Rv32 || number.is_multiple_of(2)) {
        return Some(format!("pmpcfg{}", number - 0x3a0));
    }
    FAMILIES
        .iter()
        .find(|(first, last, ..)| (*first..=*last).contains(&number))
        .map(|(first, _, prefix, start)| format!("{prefix}{}", number - first + start))
}

/// Whether writing the register is an illegal instruction.
pub const fn is_read_only(number: u16) -> bool {
    number >> 10 & 3 == 3
}
