//! The RISC-V instructions this crate knows, in one table.
//!
//! Follows the RISC-V Unprivileged Architecture (chapters RV32I, RV64I, M, A, F, D, Zfh, Zicsr, Zifencei, Zba, Zbb, Zbs; the opcode
//! map of the chapter "RV32/64G Instruction Set Listings") and, for `mret`, `sret`, `wfi` and `sfence.vma`, the
//! Privileged Architecture. Decoding, disassembly and encoding all derive from [`DEFINITIONS`]; compressed
//! instructions are in [`crate::compressed`] and expand to these.
//!
//! What surprised us: `rev8` and `zext.h` have different encodings on RV32 and RV64, so each has two rows; and
//! the shift-by-immediate rows reserve bit 25 on RV32, which no mask common to both widths can say (the decoder checks it).

use std::fmt;

/// The width of the integer registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Xlen {
    /// 32-bit registers and addresses.
    Rv32,
    /// 64-bit registers and addresses.
    Rv64,
}

impl Xlen {
    /// The register width in bits: 32 or 64.
    pub const fn bits(self) -> u32 {
        match self {
            Xlen::Rv32 => 32,
            Xlen::Rv64 => 64,
        }
    }

    /// The register width in bytes: 4 or 8.
    pub const fn bytes(self) -> u64 {
        self.bits() as u64 / 8
    }

    /// `value` cut to the register width.
    pub const fn truncate(self, value: u64) -> u64 {
        match self {
            Xlen::Rv32 => value & 0xffff_ffff,
            Xlen::Rv64 => value,
        }
    }
}

impl fmt::Display for Xlen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Xlen::Rv32 => "RV32",
            Xlen::Rv64 => "RV64",
        })
    }
}

/// One of the 32 integer registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Register(u8);

/// The names of the integer registers in the standard calling convention (psABI), by number.
const ABI_NAMES: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4",
    "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4",
    "t5", "t6",
];

/// The names of the floating-point registers in the standard calling convention, by number.
const FLOAT_NAMES: [&str; 32] = [
    "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "fs0", "fs1", "fa0", "fa1", "fa2",
    "fa3", "fa4", "fa5", "fa6", "fa7", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9",
    "fs10", "fs11", "ft8", "ft9", "ft10", "ft11",
];

impl Register {
    /// x0, always zero.
    pub const ZERO: Register = Register(0);
    /// x1, the return address.
    pub const RA: Register = Register(1);
    /// x2, the stack pointer.
    pub const SP: Register = Register(2);
    /// x3, the global pointer.
    pub const GP: Register = Register(3);
    /// x4, the thread pointer.
    pub const TP: Register = Register(4);
    /// x5, the alternate return address; the function selector of the sym-iss environment.
    pub const T0: Register = Register(5);
    /// x6.
    pub const T1: Register = Register(6);
    /// x7.
    pub const T2: Register = Register(7);
    /// x10, first argument and result.
    pub const A0: Register = Register(10);
    /// x11, second argument.
    pub const A1: Register = Register(11);
    /// x17, the system call number.
    pub const A7: Register = Register(17);
    /// x28.
    pub const T3: Register = Register(28);

    /// The register whose number is in the low five bits of `number`.
    pub const fn new(number: u32) -> Register {
        Register((number & 31) as u8)
    }

    /// All registers, by number.
    pub fn all() -> impl Iterator<Item = Register> {
        (0..32).map(Register::new)
    }

    /// 0 to 31.
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The name in the calling convention, such as `a0`.
    pub fn abi_name(self) -> &'static str {
        ABI_NAMES[self.number() & 31]
    }

    /// The name of the floating-point register with this number, such as `fa0`.
    pub fn float_name(self) -> &'static str {
        FLOAT_NAMES[self.number() & 31]
    }

    /// Whether this is one of the two link registers, x1 and x5, of the return-address-stack hints (table of the
    /// chapter "RV32I Base Integer Instruction Set", unconditional jumps).
    pub const fn is_link(self) -> bool {
        self.0 == 1 || self.0 == 5
    }
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.abi_name())
    }
}

/// The extension that an instruction belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extension {
    /// The base integer instructions.
    I,
    /// Multiplication and division.
    M,
    /// Atomic memory operations, load-reserved and store-conditional.
    A,
    /// Control and status registers.
    Zicsr,
    /// Instruction-fetch fence.
    Zifencei,
    /// Address generation.
    Zba,
    /// Basic bit manipulation.
    Zbb,
    /// Single-bit instructions.
    Zbs,
    /// Machine and supervisor mode.
    Privileged,
    /// Floating point of 32 bits.
    F,
    /// Floating point of 64 bits.
    D,
    /// Floating point of 16 bits; Zfhmin is a part of it.
    Zfh,
}

impl Extension {
    /// Whether its instructions are on floating-point numbers.
    pub const fn is_of_floats(self) -> bool {
        match self {
            Extension::F | Extension::D | Extension::Zfh => true,
            Extension::I
            | Extension::M
            | Extension::A
            | Extension::Zicsr
            | Extension::Zifencei
            | Extension::Zba
            | Extension::Zbb
            | Extension::Zbs
            | Extension::Privileged => false,
        }
    }

    /// Whether none of its instructions does more than to give rd a value.
    pub const fn only_computes(self) -> bool {
        match self {
            Extension::Zba | Extension::Zbb | Extension::Zbs => true,
            Extension::I
            | Extension::M
            | Extension::A
            | Extension::Zicsr
            | Extension::Zifencei
            | Extension::Privileged
            | Extension::F
            | Extension::D
            | Extension::Zfh => false,
        }
    }
}

/// The register widths at which an instruction exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Widths {
    /// RV32 and RV64.
    Both,
    /// RV32 only.
    Only32,
    /// RV64 only.
    Only64,
}

impl Widths {
    /// Whether an instruction with these widths exists at `xlen`.
    pub const fn include(self, xlen: Xlen) -> bool {
        matches!(
            (self, xlen),
            (Widths::Both, _) | (Widths::Only32, Xlen::Rv32) | (Widths::Only64, Xlen::Rv64)
        )
    }
}

/// Which operand fields an instruction has and where its immediate lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// rd, 20-bit upper immediate (`imm` holds it shifted left by 12, sign-extended).
    Upper,
    /// rd, 21-bit jump offset.
    Jump,
    /// rs1, rs2, 13-bit branch offset.
    Branch,
    /// rd, 12-bit offset(rs1): loads and `jalr`.
    Load,
    /// rs2, 12-bit offset(rs1).
    Store,
    /// rd, rs1, 12-bit immediate.
    Immediate,
    /// rd, rs1, shift amount below the register width.
    Shift,
    /// rd, rs1, shift amount below 32.
    ShiftWord,
    /// rd, rs1, rs2.
    Register,
    /// rd, rs1; the field of rs2 is part of the opcode.
    Unary,
    /// rd, rs2, (rs1); `imm` is aq * 2 + rl.
    Atomic,
    /// rd, (rs1); `imm` is aq * 2 + rl.
    LoadReserved,
    /// rd, CSR number in `imm`, rs1.
    Csr,
    /// rd, CSR number in `imm`, 5-bit immediate in the field of rs1.
    CsrImmediate,
    /// Predecessor and successor sets in `imm` (fm, pred, succ: 12 bits).
    Fence,
    /// rs1, rs2 without rd.
    TwoSources,
    /// Floating-point rd, 12-bit offset(rs1).
    LoadFloat,
    /// Floating-point rs2, 12-bit offset(rs1).
    StoreFloat,
    /// Floating-point rd, rs1, rs2.
    RegisterFloat,
    /// Floating-point rd, rs1, rs2; `imm` is the rounding mode.
    RoundedFloat,
    /// Floating-point rd, rs1, rs2, rs3; `imm` is rs3 * 8 + the rounding mode.
    FusedFloat,
    /// Floating-point rd, rs1; `imm` is the rounding mode.
    UnaryFloat,
    /// Integer rd, floating-point rs1, rs2.
    CompareFloat,
    /// Integer rd, floating-point rs1; `imm` is the rounding mode.
    FloatToInteger,
    /// Floating-point rd, integer rs1; `imm` is the rounding mode.
    IntegerToFloat,
    /// Integer rd, floating-point rs1.
    MoveFromFloat,
    /// Floating-point rd, integer rs1.
    MoveToFloat,
    /// No operand.
    None,
}

impl Format {
    /// Whether rd is a floating-point register.
    pub const fn writes_float(self) -> bool {
        matches!(
            self,
            Format::LoadFloat
                | Format::RegisterFloat
                | Format::RoundedFloat
                | Format::FusedFloat
                | Format::UnaryFloat
                | Format::IntegerToFloat
                | Format::MoveToFloat
        )
    }

    /// Whether there is a field for the rounding mode, which is in the low three bits of `imm`.
    pub const fn has_rounding_mode(self) -> bool {
        matches!(
            self,
            Format::RoundedFloat
                | Format::FusedFloat
                | Format::UnaryFloat
                | Format::FloatToInteger
                | Format::IntegerToFloat
        )
    }
}

/// One row of the instruction table.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The instruction.
    pub op: Op,
    /// The assembler mnemonic.
    pub mnemonic: &'static str,
    /// The fixed bits' values.
    pub matching: u32,
    /// Which bits are fixed.
    pub mask: u32,
    /// The operand fields.
    pub format: Format,
    /// Where the instruction is defined.
    pub extension: Extension,
    /// The register widths it exists at.
    pub widths: Widths,
}

macro_rules! instructions {
    ($($op:ident $mnemonic:literal $matching:literal $mask:literal $format:ident $extension:ident $widths:ident;)*) => {
        /// An instruction of 32 bits; the operation of a decoded [`Instruction`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs)] // the table below is the documentation: each variant is the mnemonic beside it
        #[repr(u8)]
        pub enum Op { $($op,)* }

        /// Every instruction, in the order of [`Op`].
        pub static DEFINITIONS: &[Definition] = &[
            $(Definition {
                op: Op::$op,
                mnemonic: $mnemonic,
                matching: $matching,
                mask: $mask,
                format: Format::$format,
                extension: Extension::$extension,
                widths: Widths::$widths,
            },)*
        ];
    };
}

instructions! {
    Lui      "lui"      0x0000_0037 0x0000_007f Upper     I Both;
    Auipc    "auipc"    0x0000_0017 0x0000_007f Upper     I Both;
    Jal      "jal"      0x0000_006f 0x0000_007f Jump      I Both;
    Jalr     "jalr"     0x0000_0067 0x0000_707f Load      I Both;
    Beq      "beq"      0x0000_0063 0x0000_707f Branch    I Both;
    Bne      "bne"      0x0000_1063 0x0000_707f Branch    I Both;
    Blt      "blt"      0x0000_4063 0x0000_707f Branch    I Both;
    Bge      "bge"      0x0000_5063 0x0000_707f Branch    I Both;
    Bltu     "bltu"     0x0000_6063 0x0000_707f Branch    I Both;
    Bgeu     "bgeu"     0x0000_7063 0x0000_707f Branch    I Both;
    Lb       "lb"       0x0000_0003 0x0000_707f Load      I Both;
    Lh       "lh"       0x0000_1003 0x0000_707f Load      I Both;
    Lw       "lw"       0x0000_2003 0x0000_707f Load      I Both;
    Ld       "ld"       0x0000_3003 0x0000_707f Load      I Only64;
    Lbu      "lbu"      0x0000_4003 0x0000_707f Load      I Both;
    Lhu      "lhu"      0x0000_5003 0x0000_707f Load      I Both;
    Lwu      "lwu"      0x0000_6003 0x0000_707f Load      I Only64;
    Sb       "sb"       0x0000_0023 0x0000_707f Store     I Both;
    Sh       "sh"       0x0000_1023 0x0000_707f Store     I Both;
    Sw       "sw"       0x0000_2023 0x0000_707f Store     I Both;
    Sd       "sd"       0x0000_3023 0x0000_707f Store     I Only64;
    Addi     "addi"     0x0000_0013 0x0000_707f Immediate I Both;
    Slti     "slti"     0x0000_2013 0x0000_707f Immediate I Both;
    Sltiu    "sltiu"    0x0000_3013 0x0000_707f Immediate I Both;
    Xori     "xori"     0x0000_4013 0x0000_707f Immediate I Both;
    Ori      "ori"      0x0000_6013 0x0000_707f Immediate I Both;
    Andi     "andi"     0x0000_7013 0x0000_707f Immediate I Both;
    Slli     "slli"     0x0000_1013 0xfc00_707f Shift     I Both;
    Srli     "srli"     0x0000_5013 0xfc00_707f Shift     I Both;
    Srai     "srai"     0x4000_5013 0xfc00_707f Shift     I Both;
    Add      "add"      0x0000_0033 0xfe00_707f Register  I Both;
    Sub      "sub"      0x4000_0033 0xfe00_707f Register  I Both;
    Sll      "sll"      0x0000_1033 0xfe00_707f Register  I Both;
    Slt      "slt"      0x0000_2033 0xfe00_707f Register  I Both;
    Sltu     "sltu"     0x0000_3033 0xfe00_707f Register  I Both;
    Xor      "xor"      0x0000_4033 0xfe00_707f Register  I Both;
    Srl      "srl"      0x0000_5033 0xfe00_707f Register  I Both;
    Sra      "sra"      0x4000_5033 0xfe00_707f Register  I Both;
    Or       "or"       0x0000_6033 0xfe00_707f Register  I Both;
    And      "and"      0x0000_7033 0xfe00_707f Register  I Both;
    Fence    "fence"    0x0000_000f 0x0000_707f Fence     I Both;
    FenceTso "fence.tso" 0x8330_000f 0xffff_ffff None     I Both;
    FenceI   "fence.i"  0x0000_100f 0x0000_707f None      Zifencei Both;
    Ecall    "ecall"    0x0000_0073 0xffff_ffff None      I Both;
    Ebreak   "ebreak"   0x0010_0073 0xffff_ffff None      I Both;
    Unimp    "unimp"    0xc000_1073 0xffff_ffff None      I Both;

    Addiw    "addiw"    0x0000_001b 0x0000_707f Immediate I Only64;
    Slliw    "slliw"    0x0000_101b 0xfe00_707f ShiftWord I Only64;
    Srliw    "srliw"    0x0000_501b 0xfe00_707f ShiftWord I Only64;
    Sraiw    "sraiw"    0x4000_501b 0xfe00_707f ShiftWord I Only64;
    Addw     "addw"     0x0000_003b 0xfe00_707f Register  I Only64;
    Subw     "subw"     0x4000_003b 0xfe00_707f Register  I Only64;
    Sllw     "sllw"     0x0000_103b 0xfe00_707f Register  I Only64;
    Srlw     "srlw"     0x0000_503b 0xfe00_707f Register  I Only64;
    Sraw     "sraw"     0x4000_503b 0xfe00_707f Register  I Only64;

    Mul      "mul"      0x0200_0033 0xfe00_707f Register  M Both;
    Mulh     "mulh"     0x0200_1033 0xfe00_707f Register  M Both;
    Mulhsu   "mulhsu"   0x0200_2033 0xfe00_707f Register  M Both;
    Mulhu    "mulhu"    0x0200_3033 0xfe00_707f Register  M Both;
    Div      "div"      0x0200_4033 0xfe00_707f Register  M Both;
    Divu     "divu"     0x0200_5033 0xfe00_707f Register  M Both;
    Rem      "rem"      0x0200_6033 0xfe00_707f Register  M Both;
    Remu     "remu"     0x0200_7033 0xfe00_707f Register  M Both;
    Mulw     "mulw"     0x0200_003b 0xfe00_707f Register  M Only64;
    Divw     "divw"     0x0200_403b 0xfe00_707f Register  M Only64;
    Divuw    "divuw"    0x0200_503b 0xfe00_707f Register  M Only64;
    Remw     "remw"     0x0200_603b 0xfe00_707f Register  M Only64;
    Remuw    "remuw"    0x0200_703b 0xfe00_707f Register  M Only64;

    LrW      "lr.w"      0x1000_202f 0xf9f0_707f LoadReserved A Both;
    ScW      "sc.w"      0x1800_202f 0xf800_707f Atomic   A Both;
    AmoswapW "amoswap.w" 0x0800_202f 0xf800_707f Atomic   A Both;
    AmoaddW  "amoadd.w"  0x0000_202f 0xf800_707f Atomic   A Both;
    AmoxorW  "amoxor.w"  0x2000_202f 0xf800_707f Atomic   A Both;
    AmoandW  "amoand.w"  0x6000_202f 0xf800_707f Atomic   A Both;
    AmoorW   "amoor.w"   0x4000_202f 0xf800_707f Atomic   A Both;
    AmominW  "amomin.w"  0x8000_202f 0xf800_707f Atomic   A Both;
    AmomaxW  "amomax.w"  0xa000_202f 0xf800_707f Atomic   A Both;
    AmominuW "amominu.w" 0xc000_202f 0xf800_707f Atomic   A Both;
    AmomaxuW "amomaxu.w" 0xe000_202f 0xf800_707f Atomic   A Both;
    LrD      "lr.d"      0x1000_302f 0xf9f0_707f LoadReserved A Only64;
    ScD      "sc.d"      0x1800_302f 0xf800_707f Atomic   A Only64;
    AmoswapD "amoswap.d" 0x0800_302f 0xf800_707f Atomic   A Only64;
    AmoaddD  "amoadd.d"  0x0000_302f 0xf800_707f Atomic   A Only64;
    AmoxorD  "amoxor.d"  0x2000_302f 0xf800_707f Atomic   A Only64;
    AmoandD  "amoand.d"  0x6000_302f 0xf800_707f Atomic   A Only64;
    AmoorD   "amoor.d"   0x4000_302f 0xf800_707f Atomic   A Only64;
    AmominD  "amomin.d"  0x8000_302f 0xf800_707f Atomic   A Only64;
    AmomaxD  "amomax.d"  0xa000_302f 0xf800_707f Atomic   A Only64;
    AmominuD "amominu.d" 0xc000_302f 0xf800_707f Atomic   A Only64;
    AmomaxuD "amomaxu.d" 0xe000_302f 0xf800_707f Atomic   A Only64;

    Csrrw    "csrrw"    0x0000_1073 0x0000_707f Csr          Zicsr Both;
    Csrrs    "csrrs"    0x0000_2073 0x0000_707f Csr          Zicsr Both;
    Csrrc    "csrrc"    0x0000_3073 0x0000_707f Csr          Zicsr Both;
    Csrrwi   "csrrwi"   0x0000_5073 0x0000_707f CsrImmediate Zicsr Both;
    Csrrsi   "csrrsi"   0x0000_6073 0x0000_707f CsrImmediate Zicsr Both;
    Csrrci   "csrrci"   0x0000_7073 0x0000_707f CsrImmediate Zicsr Both;

    Mret      "mret"       0x3020_0073 0xffff_ffff None       Privileged Both;
    Sret      "sret"       0x1020_0073 0xffff_ffff None       Privileged Both;
    Wfi       "wfi"        0x1050_0073 0xffff_ffff None       Privileged Both;
    SfenceVma "sfence.vma" 0x1200_0073 0xfe00_7fff TwoSources Privileged Both;

    Sh1add   "sh1add"    0x2000_2033 0xfe00_707f Register Zba Both;
    Sh2add   "sh2add"    0x2000_4033 0xfe00_707f Register Zba Both;
    Sh3add   "sh3add"    0x2000_6033 0xfe00_707f Register Zba Both;
    AddUw    "add.uw"    0x0800_003b 0xfe00_707f Register Zba Only64;
    Sh1addUw "sh1add.uw" 0x2000_203b 0xfe00_707f Register Zba Only64;
    Sh2addUw "sh2add.uw" 0x2000_403b 0xfe00_707f Register Zba Only64;
    Sh3addUw "sh3add.uw" 0x2000_603b 0xfe00_707f Register Zba Only64;
    SlliUw   "slli.uw"   0x0800_101b 0xfc00_707f Shift    Zba Only64;

    Andn     "andn"     0x4000_7033 0xfe00_707f Register  Zbb Both;
    Orn      "orn"      0x4000_6033 0xfe00_707f Register  Zbb Both;
    Xnor     "xnor"     0x4000_4033 0xfe00_707f Register  Zbb Both;
    Clz      "clz"      0x6000_1013 0xfff0_707f Unary     Zbb Both;
    Ctz      "ctz"      0x6010_1013 0xfff0_707f Unary     Zbb Both;
    Cpop     "cpop"     0x6020_1013 0xfff0_707f Unary     Zbb Both;
    Clzw     "clzw"     0x6000_101b 0xfff0_707f Unary     Zbb Only64;
    Ctzw     "ctzw"     0x6010_101b 0xfff0_707f Unary     Zbb Only64;
    Cpopw    "cpopw"    0x6020_101b 0xfff0_707f Unary     Zbb Only64;
    Max      "max"      0x0a00_6033 0xfe00_707f Register  Zbb Both;
    Maxu     "maxu"     0x0a00_7033 0xfe00_707f Register  Zbb Both;
    Min      "min"      0x0a00_4033 0xfe00_707f Register  Zbb Both;
    Minu     "minu"     0x0a00_5033 0xfe00_707f Register  Zbb Both;
    SextB    "sext.b"   0x6040_1013 0xfff0_707f Unary     Zbb Both;
    SextH    "sext.h"   0x6050_1013 0xfff0_707f Unary     Zbb Both;
    ZextH32  "zext.h"   0x0800_4033 0xfff0_707f Unary     Zbb Only32;
    ZextH64  "zext.h"   0x0800_403b 0xfff0_707f Unary     Zbb Only64;
    Rol      "rol"      0x6000_1033 0xfe00_707f Register  Zbb Both;
    Ror      "ror"      0x6000_5033 0xfe00_707f Register  Zbb Both;
    Rori     "rori"     0x6000_5013 0xfc00_707f Shift     Zbb Both;
    Rolw     "rolw"     0x6000_103b 0xfe00_707f Register  Zbb Only64;
    Rorw     "rorw"     0x6000_503b 0xfe00_707f Register  Zbb Only64;
    Roriw    "roriw"    0x6000_501b 0xfe00_707f ShiftWord Zbb Only64;
    OrcB     "orc.b"    0x2870_5013 0xfff0_707f Unary     Zbb Both;
    Rev8On32 "rev8"     0x6980_5013 0xfff0_707f Unary     Zbb Only32;
    Rev8On64 "rev8"     0x6b80_5013 0xfff0_707f Unary     Zbb Only64;

    Bclr     "bclr"     0x4800_1033 0xfe00_707f Register  Zbs Both;
    Bclri    "bclri"    0x4800_1013 0xfc00_707f Shift     Zbs Both;
    Bext     "bext"     0x4800_5033 0xfe00_707f Register  Zbs Both;
    Bexti    "bexti"    0x4800_5013 0xfc00_707f Shift     Zbs Both;
    Binv     "binv"     0x6800_1033 0xfe00_707f Register  Zbs Both;
    Binvi    "binvi"    0x6800_1013 0xfc00_707f Shift     Zbs Both;
    Bset     "bset"     0x2800_1033 0xfe00_707f Register  Zbs Both;
    Bseti    "bseti"    0x2800_1013 0xfc00_707f Shift     Zbs Both;

    Flw     "flw"       0x0000_2007 0x0000_707f LoadFloat      F Both;
    Fsw     "fsw"       0x0000_2027 0x0000_707f StoreFloat     F Both;
    FmaddS  "fmadd.s"   0x0000_0043 0x0600_007f FusedFloat     F Both;
    FmsubS  "fmsub.s"   0x0000_0047 0x0600_007f FusedFloat     F Both;
    FnmsubS "fnmsub.s"  0x0000_004b 0x0600_007f FusedFloat     F Both;
    FnmaddS "fnmadd.s"  0x0000_004f 0x0600_007f FusedFloat     F Both;
    FaddS   "fadd.s"    0x0000_0053 0xfe00_007f RoundedFloat   F Both;
    FsubS   "fsub.s"    0x0800_0053 0xfe00_007f RoundedFloat   F Both;
    FmulS   "fmul.s"    0x1000_0053 0xfe00_007f RoundedFloat   F Both;
    FdivS   "fdiv.s"    0x1800_0053 0xfe00_007f RoundedFloat   F Both;
    FsqrtS  "fsqrt.s"   0x5800_0053 0xfff0_007f UnaryFloat     F Both;
    FsgnjS  "fsgnj.s"   0x2000_0053 0xfe00_707f RegisterFloat  F Both;
    FsgnjnS "fsgnjn.s"  0x2000_1053 0xfe00_707f RegisterFloat  F Both;
    FsgnjxS "fsgnjx.s"  0x2000_2053 0xfe00_707f RegisterFloat  F Both;
    FminS   "fmin.s"    0x2800_0053 0xfe00_707f RegisterFloat  F Both;
    FmaxS   "fmax.s"    0x2800_1053 0xfe00_707f RegisterFloat  F Both;
    FleS    "fle.s"     0xa000_0053 0xfe00_707f CompareFloat   F Both;
    FltS    "flt.s"     0xa000_1053 0xfe00_707f CompareFloat   F Both;
    FeqS    "feq.s"     0xa000_2053 0xfe00_707f CompareFloat   F Both;
    FclassS "fclass.s"  0xe000_1053 0xfff0_707f MoveFromFloat  F Both;
    FmvXW   "fmv.x.w"   0xe000_0053 0xfff0_707f MoveFromFloat  F Both;
    FmvWX   "fmv.w.x"   0xf000_0053 0xfff0_707f MoveToFloat    F Both;
    FcvtWS  "fcvt.w.s"  0xc000_0053 0xfff0_007f FloatToInteger F Both;
    FcvtWuS "fcvt.wu.s" 0xc010_0053 0xfff0_007f FloatToInteger F Both;
    FcvtLS  "fcvt.l.s"  0xc020_0053 0xfff0_007f FloatToInteger F Only64;
    FcvtLuS "fcvt.lu.s" 0xc030_0053 0xfff0_007f FloatToInteger F Only64;
    FcvtSW  "fcvt.s.w"  0xd000_0053 0xfff0_007f IntegerToFloat F Both;
    FcvtSWu "fcvt.s.wu" 0xd010_0053 0xfff0_007f IntegerToFloat F Both;
    FcvtSL  "fcvt.s.l"  0xd020_0053 0xfff0_007f IntegerToFloat F Only64;
    FcvtSLu "fcvt.s.lu" 0xd030_0053 0xfff0_007f IntegerToFloat F Only64;

    Fld     "fld"       0x0000_3007 0x0000_707f LoadFloat      D Both;
    Fsd     "fsd"       0x0000_3027 0x0000_707f StoreFloat     D Both;
    FmaddD  "fmadd.d"   0x0200_0043 0x0600_007f FusedFloat     D Both;
    FmsubD  "fmsub.d"   0x0200_0047 0x0600_007f FusedFloat     D Both;
    FnmsubD "fnmsub.d"  0x0200_004b 0x0600_007f FusedFloat     D Both;
    FnmaddD "fnmadd.d"  0x0200_004f 0x0600_007f FusedFloat     D Both;
    FaddD   "fadd.d"    0x0200_0053 0xfe00_007f RoundedFloat   D Both;
    FsubD   "fsub.d"    0x0a00_0053 0xfe00_007f RoundedFloat   D Both;
    FmulD   "fmul.d"    0x1200_0053 0xfe00_007f RoundedFloat   D Both;
    FdivD   "fdiv.d"    0x1a00_0053 0xfe00_007f RoundedFloat   D Both;
    FsqrtD  "fsqrt.d"   0x5a00_0053 0xfff0_007f UnaryFloat     D Both;
    FsgnjD  "fsgnj.d"   0x2200_0053 0xfe00_707f RegisterFloat  D Both;
    FsgnjnD "fsgnjn.d"  0x2200_1053 0xfe00_707f RegisterFloat  D Both;
    FsgnjxD "fsgnjx.d"  0x2200_2053 0xfe00_707f RegisterFloat  D Both;
    FminD   "fmin.d"    0x2a00_0053 0xfe00_707f RegisterFloat  D Both;
    FmaxD   "fmax.d"    0x2a00_1053 0xfe00_707f RegisterFloat  D Both;
    FleD    "fle.d"     0xa200_0053 0xfe00_707f CompareFloat   D Both;
    FltD    "flt.d"     0xa200_1053 0xfe00_707f CompareFloat   D Both;
    FeqD    "feq.d"     0xa200_2053 0xfe00_707f CompareFloat   D Both;
    FclassD "fclass.d"  0xe200_1053 0xfff0_707f MoveFromFloat  D Both;
    FmvXD   "fmv.x.d"   0xe200_0053 0xfff0_707f MoveFromFloat  D Only64;
    FmvDX   "fmv.d.x"   0xf200_0053 0xfff0_707f MoveToFloat    D Only64;
    FcvtWD  "fcvt.w.d"  0xc200_0053 0xfff0_007f FloatToInteger D Both;
    FcvtWuD "fcvt.wu.d" 0xc210_0053 0xfff0_007f FloatToInteger D Both;
    FcvtLD  "fcvt.l.d"  0xc220_0053 0xfff0_007f FloatToInteger D Only64;
    FcvtLuD "fcvt.lu.d" 0xc230_0053 0xfff0_007f FloatToInteger D Only64;
    FcvtDW  "fcvt.d.w"  0xd200_0053 0xfff0_007f IntegerToFloat D Both;
    FcvtDWu "fcvt.d.wu" 0xd210_0053 0xfff0_007f IntegerToFloat D Both;
    FcvtDL  "fcvt.d.l"  0xd220_0053 0xfff0_007f IntegerToFloat D Only64;
    FcvtDLu "fcvt.d.lu" 0xd230_0053 0xfff0_007f IntegerToFloat D Only64;
    FcvtDS  "fcvt.d.s"  0x4200_0053 0xfff0_007f UnaryFloat     D Both;
    FcvtSD  "fcvt.s.d"  0x4010_0053 0xfff0_007f UnaryFloat     D Both;

    Flh     "flh"       0x0000_1007 0x0000_707f LoadFloat      Zfh Both;
    Fsh     "fsh"       0x0000_1027 0x0000_707f StoreFloat     Zfh Both;
    FmaddH  "fmadd.h"   0x0400_0043 0x0600_007f FusedFloat     Zfh Both;
    FmsubH  "fmsub.h"   0x0400_0047 0x0600_007f FusedFloat     Zfh Both;
    FnmsubH "fnmsub.h"  0x0400_004b 0x0600_007f FusedFloat     Zfh Both;
    FnmaddH "fnmadd.h"  0x0400_004f 0x0600_007f FusedFloat     Zfh Both;
    FaddH   "fadd.h"    0x0400_0053 0xfe00_007f RoundedFloat   Zfh Both;
    FsubH   "fsub.h"    0x0c00_0053 0xfe00_007f RoundedFloat   Zfh Both;
    FmulH   "fmul.h"    0x1400_0053 0xfe00_007f RoundedFloat   Zfh Both;
    FdivH   "fdiv.h"    0x1c00_0053 0xfe00_007f RoundedFloat   Zfh Both;
    FsqrtH  "fsqrt.h"   0x5c00_0053 0xfff0_007f UnaryFloat     Zfh Both;
    FsgnjH  "fsgnj.h"   0x2400_0053 0xfe00_707f RegisterFloat  Zfh Both;
    FsgnjnH "fsgnjn.h"  0x2400_1053 0xfe00_707f RegisterFloat  Zfh Both;
    FsgnjxH "fsgnjx.h"  0x2400_2053 0xfe00_707f RegisterFloat  Zfh Both;
    FminH   "fmin.h"    0x2c00_0053 0xfe00_707f RegisterFloat  Zfh Both;
    FmaxH   "fmax.h"    0x2c00_1053 0xfe00_707f RegisterFloat  Zfh Both;
    FleH    "fle.h"     0xa400_0053 0xfe00_707f CompareFloat   Zfh Both;
    FltH    "flt.h"     0xa400_1053 0xfe00_707f CompareFloat   Zfh Both;
    FeqH    "feq.h"     0xa400_2053 0xfe00_707f CompareFloat   Zfh Both;
    FclassH "fclass.h"  0xe400_1053 0xfff0_707f MoveFromFloat  Zfh Both;
    FmvXH   "fmv.x.h"   0xe400_0053 0xfff0_707f MoveFromFloat  Zfh Both;
    FmvHX   "fmv.h.x"   0xf400_0053 0xfff0_707f MoveToFloat    Zfh Both;
    FcvtWH  "fcvt.w.h"  0xc400_0053 0xfff0_007f FloatToInteger Zfh Both;
    FcvtWuH "fcvt.wu.h" 0xc410_0053 0xfff0_007f FloatToInteger Zfh Both;
    FcvtLH  "fcvt.l.h"  0xc420_0053 0xfff0_007f FloatToInteger Zfh Only64;
    FcvtLuH "fcvt.lu.h" 0xc430_0053 0xfff0_007f FloatToInteger Zfh Only64;
    FcvtHW  "fcvt.h.w"  0xd400_0053 0xfff0_007f IntegerToFloat Zfh Both;
    FcvtHWu "fcvt.h.wu" 0xd410_0053 0xfff0_007f IntegerToFloat Zfh Both;
    FcvtHL  "fcvt.h.l"  0xd420_0053 0xfff0_007f IntegerToFloat Zfh Only64;
    FcvtHLu "fcvt.h.lu" 0xd430_0053 0xfff0_007f IntegerToFloat Zfh Only64;
    FcvtHS  "fcvt.h.s"  0x4400_0053 0xfff0_007f UnaryFloat     Zfh Both;
    FcvtSH  "fcvt.s.h"  0x4020_0053 0xfff0_007f UnaryFloat     Zfh Both;
    FcvtHD  "fcvt.h.d"  0x4410_0053 0xfff0_007f UnaryFloat     Zfh Both;
    FcvtDH  "fcvt.d.h"  0x4220_0053 0xfff0_007f UnaryFloat     Zfh Both;
}

impl Op {
    /// The table row of this instruction.
    pub fn definition(self) -> &'static Definition {
        // The macro above writes one row per variant in the order of the variants, so the index always exists.
        &DEFINITIONS[self as usize]
    }
}

/// A decoded instruction; a compressed one in the form of the instruction that it abbreviates.
///
/// Fields that the format does not have are x0 and 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// What it does.
    pub op: Op,
    /// Destination register.
    pub rd: Register,
    /// First source register (for [`Format::CsrImmediate`]: the 5-bit immediate as a register number).
    pub rs1: Register,
    /// Second source register.
    pub rs2: Register,
    /// The immediate, sign-extended; see [`Format`] for what it means.
    pub imm: i64,
    /// Bytes in memory: 2 or 4.
    pub length: u8,
    /// The bytes as they are in memory, little endian, in the low 16 or all 32 bits.
    pub raw: u32,
}

impl Instruction {
    /// The address behind this instruction when it lies at `address`.
    pub fn next_address(&self, address: u64, xlen: Xlen) -> u64 {
        xlen.truncate(address.wrapping_add(u64::from(self.length)))
    }

    /// The third source register of [`Format::FusedFloat`].
    pub const fn rs3(&self) -> Register {
        Register::new(self.imm as u32 >> 3)
    }

    /// The rounding mode of a format that has one: 0 to 4, or 7 for that of `frm`.
    pub const fn rounding_mode(&self) -> u32 {
        self.imm as u32 & 7
    }

    /// The target of a branch or of `jal` when the instruction lies at `address`.
    pub fn target(&self, address: u64, xlen: Xlen) -> u64 {
        xlen.truncate(address.wrapping_add(self.imm as u64))
    }
}

/// The 32-bit encoding of `op` with these operands: the inverse of decoding, for tests and tools.
///
/// Operands that the format does not have are ignored, and immediates are cut to the bits that the format has.
pub fn encode(op: Op, rd: Register, rs1: Register, rs2: Register, imm: i64) -> u32 {
    let definition = op.definition();
    let imm = imm as u32;
    let rd = (rd.number() as u32) << 7;
    let rs1 = (rs1.number() as u32) << 15;
    let rs2 = (rs2.number() as u32) << 20;
    let bits = |high: u32, low: u32, to: u32| ((imm >> low) & ((1 << (high - low + 1)) - 1)) << to;
    let fields = match definition.format {
        Format::Upper => rd | (imm & 0xffff_f000),
        Format::Jump => {
            rd | bits(20, 20, 31) | bits(10, 1, 21) | bits(11, 11, 20) | bits(19, 12, 12)
        }
        Format::Branch => {
            rs1 | rs2 | bits(12, 12, 31) | bits(10, 5, 25) | bits(4, 1, 8) | bits(11, 11, 7)
        }
        Format::Load
        | Format::LoadFloat
        | Format::Immediate
        | Format::Csr
        | Format::CsrImmediate => rd | rs1 | bits(11, 0, 20),
        Format::Store | Format::StoreFloat => rs1 | rs2 | bits(11, 5, 25) | bits(4, 0, 7),
        Format::Shift => rd | rs1 | bits(5, 0, 20),
        Format::ShiftWord => rd | rs1 | bits(4, 0, 20),
        Format::Register => rd | rs1 | rs2,
        Format::RegisterFloat | Format::CompareFloat => rd | rs1 | rs2,
        Format::RoundedFloat => rd | rs1 | rs2 | bits(2, 0, 12),
        Format::FusedFloat => rd | rs1 | rs2 | bits(2, 0, 12) | bits(7, 3, 27),
        Format::UnaryFloat | Format::FloatToInteger | Format::IntegerToFloat => {
            rd | rs1 | bits(2, 0, 12)
        }
        Format::Unary | Format::MoveFromFloat | Format::MoveToFloat => rd | rs1,
        Format::Atomic => rd | rs1 | rs2 | bits(1, 0, 25),
        Format::LoadReserved => rd | rs1 | bits(1, 0, 25),
        Format::Fence => bits(11, 0, 20),
        Format::TwoSources => rs1 | rs2,
        Format::None => 0,
    };
    definition.matching | (fields & !definition.mask)
}

/// Sign-extends the low `bits` bits.
pub(crate) fn sign_extend(value: u32, bits: u32) -> i64 {
    let shift = 64 - bits;
    (i64::from(value) << shift) >> shift
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_the_order_of_the_operations() {
        for (index, definition) in DEFINITIONS.iter().enumerate() {
            assert_eq!(definition.op as usize, index, "{}", definition.mnemonic);
        }
    }

    #[test]
    fn fixed_bits_lie_inside_the_mask_and_name_a_32_bit_instruction() {
        for definition in DEFINITIONS {
            assert_eq!(
                definition.matching & !definition.mask,
                0,
                "{}",
                definition.mnemonic
            );
            assert_eq!(definition.matching & 3, 3, "{}", definition.mnemonic);
        }
    }

    #[test]
    fn rows_overlap_only_where_one_is_a_special_case_of_the_other() {
        for (i, a) in DEFINITIONS.iter().enumerate() {
            for b in &DEFINITIONS[i + 1..] {
                let common = a.mask & b.mask;
                let overlap = a.matching & common == b.matching & common;
                let widths =
                    a.widths == b.widths || a.widths == Widths::Both || b.widths == Widths::Both;
                if overlap && widths {
                    let special = common == a.mask || common == b.mask;
                    assert!(special, "{} and {} share encodings", a.mnemonic, b.mnemonic);
                }
            }
        }
    }
}
