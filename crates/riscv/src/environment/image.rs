//! Memory and registers at the start: the segments, a stack with a guard below, and what an operating system puts on it.
//!
//! The initial stack follows the System V ABI for RISC-V (psABI, "Program loading"): argument count, argument
//! pointers, environment pointers, auxiliary vector, strings. It is a memory object of its own directly above
//! the stack, so that the stack needs no bytes of its own.

use std::sync::Arc;

use everypath_program::{
    Argument, Image, Permissions, Region, RegionKind, Surroundings, SymbolicRange,
};

use super::Environment;
use crate::elf::Executable;
use crate::instruction::{Register, Xlen};
use crate::lift::{PRIVILEGE, register_local};

const PAGE: u64 = 4096;
/// Bytes below the stack that count as a stack overflow.
const GUARD: u64 = 1 << 20;
/// The most bytes of the program break.
const BREAK_LIMIT: u64 = 1 << 30;
/// The most bytes of one symbolic argument.
const ARGUMENT_LIMIT: u64 = 1 << 16;

/// The image of an executable in an environment.
pub(crate) fn image(
    executable: &Executable,
    environment: Environment,
    surroundings: &Surroundings,
) -> Image {
    let mut image = Image {
        regions: segments(executable, environment),
        ..Image::default()
    };
    if environment == Environment::RiscvTests {
        image.locals.push((PRIVILEGE, 3));
        return image;
    }
    if environment == Environment::SymIss {
        load_images(executable, &mut image);
        for &(base, size) in &surroundings.devices {
            add(&mut image, base, size, RegionKind::Registers);
        }
        for &(base, size) in &surroundings.memory {
            add(&mut image, base, size, RegionKind::Segment);
        }
        if own_stack(executable, &mut image) || memory_below_stack(executable, &mut image) {
            return image;
        }
    }
    let system = environment != Environment::SymIss;
    let size = surroundings
        .stack_size
        .unwrap_or(if system { 8 << 20 } else { 1 << 20 });
    let size = size.clamp(PAGE, BREAK_LIMIT).next_multiple_of(PAGE);
    let contents = if system {
        initial_stack(executable, surroundings)
    } else {
        Contents::default()
    };
    let contents_size = (contents.bytes.len() as u64).next_multiple_of(16);
    let whole = GUARD + size + contents_size.next_multiple_of(PAGE);
    let Some(top) = place(&image.regions, executable.xlen, environment, whole) else {
        return image; // no room: the program's first access below sp is then reported as invalid
    };
    let start = top - contents_size;
    let base = start - size;
    push(
        &mut image,
        "stack guard",
        base - GUARD,
        GUARD,
        Permissions::NONE,
        RegionKind::StackGuard,
        Arc::default(),
    );
    image.regions.push(Region {
        name: "stack".to_owned(),
        base,
        size,
        permissions: Permissions::READ_WRITE,
        kind: RegionKind::Stack,
        bytes: Arc::default(),
        // An operating system clears what it gives.
        arbitrary: !system,
    });
    if contents_size > 0 {
        let bytes = contents.at(start, executable.xlen);
        push(
            &mut image,
            "arguments",
            start,
            contents_size,
            Permissions::READ_WRITE,
            RegionKind::Stack,
            bytes.into(),
        );
        for (name, offset, size) in contents.symbolic {
            image.symbolic.push(SymbolicRange {
                name,
                address: start + offset,
                size,
                nonzero: true,
            });
        }
    }
    image.locals.push((register_local(Register::SP), start));
    if system {
        let end = executable
            .segments
            .iter()
            .map(|s| s.address + s.memory_size)
            .filter(|&end| end < base)
            .max();
        let start = end.unwrap_or(PAGE).next_multiple_of(PAGE);
        image.mapping_top = base - GUARD;
        let room = image.mapping_top.saturating_sub(start) / 2;
        image.initial_break = Some(start);
        image.break_limit = start + room.min(BREAK_LIMIT);
    }
    image
}

fn push(
    image: &mut Image,
    name: &str,
    base: u64,
    size: u64,
    permissions: Permissions,
    kind: RegionKind,
    bytes: Arc<[u8]>,
) {
    image.regions.push(Region {
        name: name.to_string(),
        base,
        size,
        permissions,
        kind,
        bytes,
        arbitrary: false,
    });
}

fn segments(executable: &Executable, environment: Environment) -> Vec<Region> {
    let mut regions = Vec::new();
    for segment in &executable.segments {
        let mut permissions = segment.permissions;
        let name = match (permissions.execute, permissions.write) {
            (true, _) => "code",
            (false, true) => "data",
            (false, false) => "constants",
        };
        if environment == Environment::RiscvTests {
            // In machine mode without memory protection everything is allowed, and some tests write code.
            permissions = Permissions {
                read: true,
                write: true,
                execute: true,
            };
        }
        regions.push(Region {
            name: name.to_string(),
            base: segment.address,
            size: segment.memory_size,
            permissions,
            kind: RegionKind::Segment,
            bytes: segment.bytes.clone(),
            arbitrary: false,
        });
    }
    regions
}

/// Marks the segment that the linker script set aside as stack, with a guard below. Whether there is one.
fn own_stack(executable: &Executable, image: &mut Image) -> bool {
    let Some(top) = executable.symbol_address("__stack_top") else {
        return false;
    };
    let bottom = executable.symbol_address("__stack_bottom");
    let last = top.wrapping_sub(1);
    let Some(region) = image
        .regions
        .iter_mut()
        .find(|region| last.wrapping_sub(region.base) < region.size)
    else {
        return false;
    };
    let base = region.base;
    if bottom.is_none_or(|bottom| bottom == base)
        && top - base == region.size
        && region.permissions.write
    {
        region.kind = RegionKind::Stack;
        region.name = "stack".to_string();
        region.arbitrary = region.bytes.is_empty();
        let below = image
            .regions
            .iter()
            .map(|region| region.base + region.size)
            .filter(|&end| end <= base)
            .max();
        let guard = GUARD.min(base - below.unwrap_or(0));
        if guard > 0 {
            let kind = RegionKind::StackGuard;
            push(
                image,
                "stack guard",
                base - guard,
                guard,
                Permissions::NONE,
                kind,
                Arc::default(),
            );
        }
    }
    if let (Some(start), Some(end)) = (
        executable.symbol_address("__heap_start"),
        executable.symbol_address("__heap_end"),
    ) {
        for region in &mut image.regions {
            if region.base == start && end.wrapping_sub(start) == region.size {
                region.name = "heap".to_string();
                region.arbitrary = region.bytes.is_empty();
            }
        }
    }
    true
}

/// Memory or registers of a device that the machine has and the executable has not, as far as nothing else is there.
fn add(image: &mut Image, base: u64, size: u64, kind: RegionKind) {
    let mut taken: Vec<(u64, u64)> = image
        .regions
        .iter()
        .map(|region| (region.base, region.base + region.size))
        .collect();
    taken.sort_unstable();
    let end = base.saturating_add(size);
    let mut from = base;
    let mut free = Vec::new();
    for (start, behind) in taken {
        if behind <= from || start >= end {
            continue;
        }
        free.push((from, start));
        from = behind;
    }
    free.push((from, end));
    let (name, permissions) = match kind {
        // Accesses are no accesses of memory.
        RegionKind::Registers => ("device", Permissions::NONE),
        _ => ("memory", Permissions::READ_WRITE),
    };
    for (from, to) in free.into_iter().filter(|(from, to)| from < to) {
        image.regions.push(Region {
            name: name.to_owned(),
            base: from,
            size: to - from,
            permissions,
            kind,
            bytes: Arc::default(),
            arbitrary: true,
        });
    }
}

/// The bytes of data at the addresses from which start-up code copies them to where they are used, as a linker script has it for data in flash memory.
/// They are there already, too.
fn load_images(executable: &Executable, image: &mut Image) {
    for segment in &executable.segments {
        let (at, size) = (segment.loaded_at, segment.bytes.len() as u64);
        let is_elsewhere = at != segment.address && size > 0;
        let Some(end) = at.checked_add(size).filter(|_| is_elsewhere) else {
            continue;
        };
        let mut regions = image.regions.iter();
        let is_free = regions.all(|region| end <= region.base || region.base + region.size <= at);
        if is_free && end - 1 == executable.xlen.truncate(end - 1) {
            image.regions.push(Region {
                name: "data to copy".to_owned(),
                base: at,
                size,
                permissions: Permissions {
                    read: true,
                    write: false,
                    execute: false,
                },
                kind: RegionKind::Segment,
                bytes: segment.bytes.clone(),
                arbitrary: false,
            });
        }
    }
}

/// What linker scripts call the first address behind the stack: those of picolibc, newlib, GNU's and vendors'.
const STACK_TOPS: [&str; 7] = [
    "__stack",
    "__stack_top",
    "_stack_top",
    "__StackTop",
    "_estack",
    "_stack",
    "_sp",
];

/// Bytes that a stack of which only the end is known has at most.
const LARGEST_GAP: u64 = 1 << 28;

/// The memory between the program's data and the end of its stack, where only a symbol says where that is: the stack grows into it from above, and the
/// heap from below. Whether there is such.
fn memory_below_stack(executable: &Executable, image: &mut Image) -> bool {
    let mut tops = STACK_TOPS.iter();
    let Some(top) = tops.find_map(|name| executable.symbol_address(name)) else {
        return false;
    };
    let behind = |region: &Region| region.base + region.size;
    let is_below = |region: &&Region| region.permissions.write && region.base < top;
    let data = image
        .regions
        .iter()
        .filter(is_below)
        .max_by_key(|it| it.base);
    let Some(from) = data.map(behind) else {
        return false;
    };
    let gap = top.saturating_sub(from);
    if gap > LARGEST_GAP {
        return false;
    }
    add(image, from, gap, RegionKind::Segment);
    image.locals.push((register_local(Register::SP), top));
    true
}

/// The end of `size` free bytes for the stack, from the usual place downwards.
fn place(regions: &[Region], xlen: Xlen, environment: Environment, size: u64) -> Option<u64> {
    let mut top: u64 = match (xlen, environment) {
        (Xlen::Rv32, _) => 0x7fff_f000,
        (Xlen::Rv64, Environment::Selfie) => 0xffff_f000,
        (Xlen::Rv64, _) => 0x3f_ffff_f000,
    };
    loop {
        let base = top.checked_sub(size)?;
        let overlapping = regions
            .iter()
            .find(|region| region.base < top && base < region.base + region.size);
        match overlapping {
            None => return Some(top),
            Some(region) => top = region.base & !(PAGE - 1),
        }
    }
}

/// The initial stack, with pointers still relative to its start.
#[derive(Default)]
struct Contents {
    bytes: Vec<u8>,
    /// Offsets of words that hold an offset.
    pointers: Vec<usize>,
    /// Name, offset and size of symbolic texts.
    symbolic: Vec<(String, u64, u64)>,
}

impl Contents {
    /// The bytes when the stack starts at `start`.
    fn at(&self, start: u64, xlen: Xlen) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        let size = xlen.bytes() as usize;
        for &offset in &self.pointers {
            if let Some(word) = bytes.get_mut(offset..offset + size) {
                let mut value = [0; 8];
                value[..size].copy_from_slice(word);
                let address = start.wrapping_add(u64::from_le_bytes(value)).to_le_bytes();
                word.copy_from_slice(&address[..size]);
            }
        }
        bytes
    }
}

/// A word of the initial stack.
enum Word {
    Number(u64),
    /// A pointer to this offset into the strings.
    Text(u64),
}

fn initial_stack(executable: &Executable, surroundings: &Surroundings) -> Contents {
    let size = executable.xlen.bytes();
    let mut texts: Vec<u8> = Vec::new();
    let mut symbolic = Vec::new();
    let mut words = vec![Word::Number(surroundings.arguments.len() as u64)];
    for argument in &surroundings.arguments {
        words.push(Word::Text(texts.len() as u64));
        match argument {
            Argument::Concrete(bytes) => texts.extend(bytes),
            Argument::Symbolic { name, length } => {
                let length = (*length).min(ARGUMENT_LIMIT);
                symbolic.push((name.clone(), texts.len() as u64, length));
                texts.resize(texts.len() + length as usize, b'?');
            }
        }
        texts.push(0);
    }
    words.push(Word::Number(0));
    for variable in &surroundings.variables {
        words.push(Word::Text(texts.len() as u64));
        texts.extend(variable.as_bytes());
        texts.push(0);
    }
    words.push(Word::Number(0));
    let random = texts.len() as u64;
    texts.extend((0..16).map(|i: u8| i.wrapping_mul(37) ^ 0x5a)); // any fixed bytes
    // The auxiliary vector: page size, entry, user and group, clock ticks, not privileged, random bytes, headers.
    let mut auxiliary = |kind: u64, value: Word| words.extend([Word::Number(kind), value]);
    if let Some(table) = executable.header_table {
        auxiliary(3, Word::Number(table.address));
        auxiliary(4, Word::Number(table.entry_size));
        auxiliary(5, Word::Number(table.count));
    }
    auxiliary(6, Word::Number(PAGE));
    auxiliary(9, Word::Number(executable.entry));
    for kind in 11..=14 {
        auxiliary(kind, Word::Number(1000));
    }
    auxiliary(17, Word::Number(100));
    auxiliary(23, Word::Number(0));
    auxiliary(25, Word::Text(random));
    auxiliary(0, Word::Number(0));

    let mut contents = Contents::default();
    let texts_start = words.len() as u64 * size;
    for word in words {
        let value = match word {
            Word::Number(value) => value,
            Word::Text(offset) => {
                contents.pointers.push(contents.bytes.len());
                texts_start + offset
            }
        };
        contents.bytes.extend(&value.to_le_bytes()[..size as usize]);
    }
    contents.symbolic = symbolic
        .into_iter()
        .map(|(name, offset, length)| (name, texts_start + offset, length))
        .collect();
    contents.bytes.extend(texts);
    contents
}
