//! Executables: ELF32 and ELF64 files, little endian, for RISC-V, statically linked.
//!
//! Follows the System V ABI (ELF header, program headers, symbol table) and the RISC-V psABI (machine number, `e_flags`).
//! The program headers alone say what is in memory; section headers are optional and only give symbols and debug
//! information, so damaged ones lead to a warning and not to an error. Bytes in memory that have no bytes in the file
//! are never allocated here, whatever size the file claims.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use object::LittleEndian;
use object::elf::{self, FileHeader32, FileHeader64};
use object::read::elf::{FileHeader, ProgramHeader, SectionHeader, Sym};

use crate::instruction::Xlen;
use everypath_program::Permissions;

/// The most memory, in bytes, that the segments of a file may ask for: 1 GiB.
pub const MEMORY_LIMIT: u64 = 1 << 30;

/// Why a file is not an executable that can be run here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {problem}")]
pub struct ElfError {
    /// The file, as the user named it.
    pub file: String,
    /// What is wrong with it.
    pub problem: ElfProblem,
}

/// What is wrong with a file. Offsets count bytes from the start of the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // each field is named and explained by the message
pub enum ElfProblem {
    #[error("cannot be read: {0}")]
    Unreadable(String),
    #[error(
        "offset 0x0: not an ELF file (found bytes {found}, expected 7f 45 4c 46); give an executable for RISC-V, or a C file that ends in .c"
    )]
    NotElf { found: String },
    #[error(
        "offset {offset:#x}: the file ends within the {what} ({available} bytes, {needed} needed); it seems truncated"
    )]
    Truncated {
        offset: u64,
        what: &'static str,
        available: u64,
        needed: u64,
    },
    #[error("offset {offset:#x}: {what} is {found}, expected {expected}; {advice}")]
    Header {
        offset: u64,
        what: &'static str,
        found: String,
        expected: &'static str,
        advice: &'static str,
    },
    #[error(
        "offset 0x10: this is {kind}, expected a statically linked executable at fixed addresses; {advice}"
    )]
    NotExecutable {
        kind: &'static str,
        advice: &'static str,
    },
    #[error(
        "program header {index}: asks for the dynamic linker {interpreter:?}, expected a static executable; link with -static -no-pie"
    )]
    Dynamic { index: usize, interpreter: String },
    #[error(
        "program header {index}: its {file_size:#x} bytes at offset {offset:#x} do not lie in the file of {file_length:#x} bytes; the file seems truncated"
    )]
    SegmentOutsideFile {
        index: usize,
        offset: u64,
        file_size: u64,
        file_length: u64,
    },
    #[error(
        "program header {index}: file size {file_size:#x} exceeds memory size {memory_size:#x}; the file is damaged"
    )]
    SegmentShrinks {
        index: usize,
        file_size: u64,
        memory_size: u64,
    },
    #[error(
        "program header {index}: {memory_size:#x} bytes at address {address:#x} go beyond the {bits}-bit address space; the file is damaged"
    )]
    SegmentWraps {
        index: usize,
        address: u64,
        memory_size: u64,
        bits: u32,
    },
    #[error(
        "the segments at {first:#x} ({first_size:#x} bytes) and {second:#x} overlap; expected disjoint segments: check the linker script"
    )]
    SegmentsOverlap {
        first: u64,
        first_size: u64,
        second: u64,
    },
    #[error(
        "program header {index}: the segments need {total:#x} bytes of memory, more than the limit of {MEMORY_LIMIT:#x} (1 GiB); reduce stack, heap or arrays in the linker script"
    )]
    TooMuchMemory { index: usize, total: u64 },
    #[error(
        "no program header loads anything; expected at least one PT_LOAD segment: link the program"
    )]
    NothingToLoad,
    #[error(
        "the entry point {entry:#x} lies in no executable segment; check the linker script's ENTRY and the segment flags"
    )]
    EntryNotExecutable { entry: u64 },
}

/// A piece of memory that the file fills.
#[derive(Clone, Debug)]
pub struct Segment {
    /// First address.
    pub address: u64,
    /// Where the bytes are before start-up code copies them to their address: the same, if it has nothing to copy.
    pub loaded_at: u64,
    /// Bytes in memory, at least `bytes.len()`.
    pub memory_size: u64,
    /// What the program may do with it.
    pub permissions: Permissions,
    /// The first bytes; the others are zero.
    pub bytes: Arc<[u8]>,
}

/// What a symbol names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SymbolKind {
    /// A function.
    Function,
    /// A variable.
    Object,
    /// An untyped label, such as those of assembly code and linker scripts.
    Label,
}

/// A symbol of the executable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Its address.
    pub address: u64,
    /// Its size in bytes; 0 if unknown.
    pub size: u64,
    /// What it names.
    pub kind: SymbolKind,
    /// Whether other files see it; local names such as those of loop labels are worse names than global ones.
    pub global: bool,
}

/// The floating-point registers that carry arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatAbi {
    /// None.
    Soft,
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
    /// 128 bits.
    Quad,
}

/// Where the program headers lie in memory, which the C library of Linux programs wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeaderTable {
    /// Address of the first one.
    pub address: u64,
    /// How many there are.
    pub count: u64,
    /// Size of one in bytes.
    pub entry_size: u64,
}

/// A RISC-V executable: what is in memory at the start, and the names in it.
#[derive(Clone)]
pub struct Executable {
    /// The file, as the user named it.
    pub name: String,
    /// The register width.
    pub xlen: Xlen,
    /// Address of the first instruction.
    pub entry: u64,
    /// Memory, by address, not overlapping.
    pub segments: Vec<Segment>,
    /// Symbols, by address.
    pub symbols: Vec<Symbol>,
    /// Where instructions are: first addresses and sizes of the executable sections that lie in executable segments, by
    /// address; the executable segments themselves when the file has no section headers.
    pub code: Vec<(u64, u64)>,
    /// Whether compressed instructions may occur (`EF_RISCV_RVC`).
    pub compressed: bool,
    /// The floating-point calling convention.
    pub float_abi: FloatAbi,
    /// Where the program headers are in memory, if they are.
    pub header_table: Option<HeaderTable>,
    /// What is odd about the file without being in the way.
    pub warnings: Vec<String>,
    file: Arc<[u8]>,
}

impl fmt::Debug for Executable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Executable")
            .field("name", &self.name)
            .field("xlen", &self.xlen)
            .field("entry", &self.entry)
            .field("segments", &self.segments.len())
            .field("symbols", &self.symbols.len())
            .finish()
    }
}

impl Executable {
    /// Reads and parses the file at `path`.
    pub fn read(path: &Path) -> Result<Executable, ElfError> {
        let name = path.display().to_string();
        match std::fs::read(path) {
            Ok(bytes) => Executable::parse(&name, bytes),
            Err(error) => Err(ElfError {
                file: name,
                problem: ElfProblem::Unreadable(error.to_string()),
            }),
        }
    }

    /// Parses the bytes of a file; `name` is only for messages.
    pub fn parse(name: &str, bytes: impl Into<Arc<[u8]>>) -> Result<Executable, ElfError> {
        let bytes = bytes.into();
        let parsed = match identify(&bytes) {
            Ok(Xlen::Rv32) => parse::<FileHeader32<LittleEndian>>(name, bytes, Xlen::Rv32),
            Ok(Xlen::Rv64) => parse::<FileHeader64<LittleEndian>>(name, bytes, Xlen::Rv64),
            Err(problem) => Err(problem),
        };
        parsed.map_err(|problem| ElfError {
            file: name.to_string(),
            problem,
        })
    }

    /// The bytes of the whole file.
    pub fn file(&self) -> &Arc<[u8]> {
        &self.file
    }

    /// The address of the symbol with this name; a global one if there are several.
    pub fn symbol_address(&self, name: &str) -> Option<u64> {
        let mut found = None;
        for symbol in self.symbols.iter().filter(|symbol| symbol.name == name) {
            if symbol.global {
                return Some(symbol.address);
            }
            found = found.or(Some(symbol.address));
        }
        found
    }

    /// The segment that holds an address.
    pub fn segment_at(&self, address: u64) -> Option<&Segment> {
        let after = self
            .segments
            .partition_point(|segment| segment.address <= address);
        let segment = self.segments.get(after.checked_sub(1)?)?;
        (address - segment.address < segment.memory_size).then_some(segment)
    }

    /// The two bytes at an address as the file has them, little endian; zero where the file has none.
    pub fn half_word(&self, address: u64) -> Option<u16> {
        let byte = |address: u64| {
            let segment = self.segment_at(address)?;
            let offset = usize::try_from(address - segment.address).ok()?;
            Some(segment.bytes.get(offset).copied().unwrap_or(0))
        };
        Some(u16::from_le_bytes([
            byte(address)?,
            byte(self.xlen.truncate(address.wrapping_add(1)))?,
        ]))
    }
}

/// Checks the identification bytes and tells the register width.
fn identify(bytes: &[u8]) -> Result<Xlen, ElfProblem> {
    let magic = bytes.get(..4).unwrap_or(bytes);
    if magic != b"\x7fELF" {
        let found: Vec<String> = magic.iter().map(|byte| format!("{byte:02x}")).collect();
        let found = if found.is_empty() {
            "none".to_string()
        } else {
            found.join(" ")
        };
        return Err(ElfProblem::NotElf { found });
    }
    let (Some(&class), Some(&order)) = (bytes.get(4), bytes.get(5)) else {
        let available = bytes.len() as u64;
        return Err(ElfProblem::Truncated {
            offset: 0,
            what: "ELF header",
            available,
            needed: 52,
        });
    };
    let xlen = match class {
        1 => Xlen::Rv32,
        2 => Xlen::Rv64,
        _ => {
            return Err(ElfProblem::Header {
                offset: 4,
                what: "the file class",
                found: class.to_string(),
                expected: "1 (32 bits) or 2 (64 bits)",
                advice: "the file is damaged",
            });
        }
    };
    if order != 1 {
        return Err(ElfProblem::Header {
            offset: 5,
            what: "the byte order",
            found: order.to_string(),
            expected: "1 (little endian)",
            advice: "big-endian RISC-V is not supported: compile for little endian",
        });
    }
    let needed: u64 = if xlen == Xlen::Rv32 { 52 } else { 64 };
    if (bytes.len() as u64) < needed {
        let available = bytes.len() as u64;
        return Err(ElfProblem::Truncated {
            offset: 0,
            what: "ELF header",
            available,
            needed,
        });
    }
    Ok(xlen)
}

/// A name for the most common other machines.
fn machine_name(machine: u16) -> String {
    let name = match machine {
        3 => "x86 (32 bits)",
        40 => "ARM",
        62 => "x86-64",
        183 => "AArch64",
        8 => "MIPS",
        21 => "PowerPC 64",
        247 => "BPF",
        258 => "LoongArch",
        _ => return machine.to_string(),
    };
    format!("{machine} ({name})")
}

fn parse<H: FileHeader<Endian = LittleEndian>>(
    name: &str,
    file: Arc<[u8]>,
    xlen: Xlen,
) -> Result<Executable, ElfProblem> {
    let endian = LittleEndian;
    let data: &[u8] = &file;
    let header = H::parse(data).map_err(|_| ElfProblem::Header {
        offset: 0,
        what: "the ELF header",
        found: "malformed".to_string(),
        expected: "version 1",
        advice: "the file is damaged",
    })?;
    let machine = header.e_machine(endian);
    if machine != elf::EM_RISCV {
        return Err(ElfProblem::Header {
            offset: 18,
            what: "the machine",
            found: machine_name(machine.0),
            expected: "243 (RISC-V)",
            advice: "compile with --target=riscv32 or --target=riscv64",
        });
    }
    let segments = segments(header, &file, xlen)?;
    let entry: u64 = header.e_entry(endian).into();
    let executable = segments.iter().any(|segment| {
        segment.permissions.execute && entry.wrapping_sub(segment.address) < segment.memory_size
    });
    if !executable {
        return Err(ElfProblem::EntryNotExecutable { entry });
    }
    let mut warnings = Vec::new();
    let symbols = symbols(header, data).unwrap_or_else(|error| {
        warnings.push(format!(
            "section headers or symbols cannot be read ({error}): names are missing"
        ));
        Vec::new()
    });
    let code = code_sections(header, data, &segments).unwrap_or_else(|| {
        segments
            .iter()
            .filter(|segment| segment.permissions.execute)
            .map(|segment| (segment.address, segment.bytes.len() as u64))
            .collect()
    });
    let flags = header.e_flags(endian);
    let float_abi = match flags.0 >> 1 & 3 {
        0 => FloatAbi::Soft,
        1 => FloatAbi::Single,
        2 => FloatAbi::Double,
        _ => FloatAbi::Quad,
    };
    if flags.0 & 8 != 0 {
        warnings.push("the file is for RV32E/RV64E (16 registers); it runs with 32".to_string());
    }
    let header_offset: u64 = header.e_phoff(endian).into();
    let header_table =
        header_table_address(header, data, header_offset).map(|address| HeaderTable {
            address,
            count: u64::from(header.e_phnum(endian)),
            entry_size: u64::from(header.e_phentsize(endian)),
        });
    Ok(Executable {
        name: name.to_string(),
        xlen,
        entry,
        segments,
        symbols,
        code,
        compressed: flags.0 & 1 != 0,
        float_abi,
        header_table,
        warnings,
        file,
    })
}

/// The loadable segments, by address.
fn segments<H: FileHeader<Endian = LittleEndian>>(
    header: &H,
    file: &[u8],
    xlen: Xlen,
) -> Result<Vec<Segment>, ElfProblem> {
    let endian = LittleEndian;
    let kind = header.e_type(endian);
    if kind == elf::ET_REL {
        return Err(ElfProblem::NotExecutable {
            kind: "a relocatable object file",
            advice: "link it first",
        });
    }
    if kind == elf::ET_CORE {
        return Err(ElfProblem::NotExecutable {
            kind: "a core dump",
            advice: "give the program itself",
        });
    }
    let offset: u64 = header.e_phoff(endian).into();
    let headers = header.program_headers(endian, file).map_err(|_| {
        let needed = u64::from(header.e_phnum(endian)) * u64::from(header.e_phentsize(endian));
        let available = (file.len() as u64).saturating_sub(offset);
        ElfProblem::Truncated {
            offset,
            what: "program headers",
            available,
            needed,
        }
    })?;
    for (index, segment) in headers.iter().enumerate() {
        if segment.p_type(endian) == elf::PT_INTERP {
            let path = segment.data(endian, file).unwrap_or(b"?");
            let path = path.split(|&byte| byte == 0).next().unwrap_or(b"?");
            let path = path.get(..path.len().min(200)).unwrap_or(b"?");
            let interpreter = String::from_utf8_lossy(path).into_owned();
            return Err(ElfProblem::Dynamic { index, interpreter });
        }
    }
    if kind != elf::ET_EXEC {
        let kind = if kind == elf::ET_DYN {
            "a shared object or position-independent executable"
        } else {
            "of an unknown type"
        };
        return Err(ElfProblem::NotExecutable {
            kind,
            advice: "link with -static -no-pie",
        });
    }

    let mut segments = Vec::new();
    let mut total: u64 = 0;
    for (index, segment) in headers.iter().enumerate() {
        if segment.p_type(endian) != elf::PT_LOAD {
            continue;
        }
        let address: u64 = segment.p_vaddr(endian).into();
        let memory_size: u64 = segment.p_memsz(endian).into();
        let file_size: u64 = segment.p_filesz(endian).into();
        let offset: u64 = segment.p_offset(endian).into();
        if file_size > memory_size {
            return Err(ElfProblem::SegmentShrinks {
                index,
                file_size,
                memory_size,
            });
        }
        if memory_size == 0 {
            continue;
        }
        // The end must be a number too: nothing that runs uses the very last byte of a 64-bit address space.
        let end = address.checked_add(memory_size);
        if end.is_none_or(|end| end - 1 != xlen.truncate(end - 1)) {
            return Err(ElfProblem::SegmentWraps {
                index,
                address,
                memory_size,
                bits: xlen.bits(),
            });
        }
        total = total.saturating_add(memory_size);
        if total > MEMORY_LIMIT {
            return Err(ElfProblem::TooMuchMemory { index, total });
        }
        let bytes = segment
            .data(endian, file)
            .map_err(|()| ElfProblem::SegmentOutsideFile {
                index,
                offset,
                file_size,
                file_length: file.len() as u64,
            })?;
        let flags = segment.p_flags(endian);
        let permissions = Permissions {
            read: flags.0 & 4 != 0,
            write: flags.0 & 2 != 0,
            execute: flags.0 & 1 != 0,
        };
        segments.push(Segment {
            address,
            loaded_at: segment.p_paddr(endian).into(),
            memory_size,
            permissions,
            bytes: bytes.into(),
        });
    }
    segments.sort_by_key(|segment| segment.address);
    for pair in segments.windows(2) {
        if let [first, second] = pair
            && second.address - first.address < first.memory_size
        {
            return Err(ElfProblem::SegmentsOverlap {
                first: first.address,
                first_size: first.memory_size,
                second: second.address,
            });
        }
    }
    if segments.is_empty() {
        Err(ElfProblem::NothingToLoad)
    } else {
        Ok(segments)
    }
}

/// Where the program headers are in memory: the address that the file offset is loaded to.
fn header_table_address<H: FileHeader<Endian = LittleEndian>>(
    header: &H,
    data: &[u8],
    table: u64,
) -> Option<u64> {
    let endian = LittleEndian;
    for segment in header.program_headers(endian, data).ok()? {
        let offset: u64 = segment.p_offset(endian).into();
        let size: u64 = segment.p_filesz(endian).into();
        let address: u64 = segment.p_vaddr(endian).into();
        if segment.p_type(endian) == elf::PT_LOAD
            && table
                .checked_sub(offset)
                .is_some_and(|inside| inside < size)
        {
            return address.checked_add(table - offset);
        }
    }
    None
}

/// The executable sections, as far as they lie in the file's bytes of executable segments; nothing if there are none.
fn code_sections<H: FileHeader<Endian = LittleEndian>>(
    header: &H,
    data: &[u8],
    segments: &[Segment],
) -> Option<Vec<(u64, u64)>> {
    let endian = LittleEndian;
    let mut code: Vec<(u64, u64)> = Vec::new();
    for section in header.sections(endian, data).ok()?.iter() {
        let flags = section.sh_flags(endian);
        let address: u64 = section.sh_addr(endian).into();
        let size: u64 = section.sh_size(endian).into();
        if flags.0 & elf::SHF_EXECINSTR.0 == 0 || size == 0 {
            continue;
        }
        let inside = segments.iter().any(|segment| {
            let offset = address.wrapping_sub(segment.address);
            let end = offset.checked_add(size);
            segment.permissions.execute && end.is_some_and(|end| end <= segment.bytes.len() as u64)
        });
        if inside {
            code.push((address, size));
        }
    }
    code.sort_unstable();
    // Overlapping sections say nothing new, and many of them would make a sweep long.
    let mut end = 0;
    code.retain(|&(address, size)| {
        let disjoint = address >= end;
        if disjoint {
            end = address + size;
        }
        disjoint
    });
    (!code.is_empty()).then_some(code)
}

/// The defined symbols, by address.
fn symbols<H: FileHeader<Endian = LittleEndian>>(
    header: &H,
    data: &[u8],
) -> object::read::Result<Vec<Symbol>> {
    let endian = LittleEndian;
    let sections = header.sections(endian, data)?;
    let table = sections.symbols(endian, data, elf::SHT_SYMTAB)?;
    let mut symbols = Vec::new();
    for symbol in table.iter() {
        if symbol.is_undefined(endian) {
            continue;
        }
        let kind = match symbol.st_type() {
            elf::STT_FUNC => SymbolKind::Function,
            elf::STT_OBJECT => SymbolKind::Object,
            elf::STT_NOTYPE => SymbolKind::Label,
            _ => continue,
        };
        let name = match symbol.name(endian, table.strings()) {
            Ok(name) => String::from_utf8_lossy(name).into_owned(),
            Err(_) => continue,
        };
        // Mapping symbols ($x, $d) and the assembler's local labels name nothing.
        if name.is_empty() || name.starts_with('$') || name.starts_with(".L") {
            continue;
        }
        symbols.push(Symbol {
            name,
            address: symbol.st_value(endian).into(),
            size: symbol.st_size(endian).into(),
            kind,
            global: !symbol.is_local(),
        });
    }
    symbols.sort_by(|a, b| {
        (a.address, a.kind, !a.global, &a.name).cmp(&(b.address, b.kind, !b.global, &b.name))
    });
    Ok(symbols)
}
