//! The image: memory and locals as they are when the program starts.

use std::sync::Arc;

use crate::{CodeBytes, FetchFault, Local};

/// What a region may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Permissions {
    /// Loads are valid.
    pub read: bool,
    /// Stores are valid.
    pub write: bool,
    /// Execution is valid.
    pub execute: bool,
}

impl Permissions {
    /// Loads only.
    pub const READ: Permissions = Permissions {
        read: true,
        write: false,
        execute: false,
    };
    /// Loads and stores.
    pub const READ_WRITE: Permissions = Permissions {
        read: true,
        write: true,
        execute: false,
    };
    /// Loads and execution.
    pub const READ_EXECUTE: Permissions = Permissions {
        read: true,
        write: false,
        execute: true,
    };
    /// Nothing: every access is a violation.
    pub const NONE: Permissions = Permissions {
        read: false,
        write: false,
        execute: false,
    };
}

/// What a memory object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegionKind {
    /// A segment of the executable.
    Segment,
    /// The stack.
    Stack,
    /// Never accessible; an access is a stack overflow.
    StackGuard,
    /// The heap that the program break delimits; `size` is its present extent.
    Break,
    /// Anonymous memory that the program mapped.
    Mapping,
    /// A device or a cell of the environment.
    Device,
    /// Registers of a device: each load gives any value, and what is stored there is gone.
    Registers,
    /// A variable with static storage.
    Global,
    /// A function: it has an address, and no bytes that can be accessed.
    Function,
    /// A variable or temporary of a frame; it ends with the frame or its scope.
    Local,
    /// An allocated block; it ends when it is freed.
    Heap,
}

impl RegionKind {
    /// Whether it is one object of the program; otherwise it is memory where several may lie, of which nothing says where they begin.
    pub fn is_one_object(self) -> bool {
        match self {
            RegionKind::Device
            | RegionKind::Registers
            | RegionKind::Global
            | RegionKind::Function
            | RegionKind::Local
            | RegionKind::Heap => true,
            RegionKind::Segment
            | RegionKind::Stack
            | RegionKind::StackGuard
            | RegionKind::Break
            | RegionKind::Mapping => false,
        }
    }
}

/// A memory object of the start.
#[derive(Clone, Debug)]
pub struct Region {
    /// Its name in reports: `.text`, `stack`, ...
    pub name: String,
    /// First address.
    pub base: u64,
    /// Size in bytes.
    pub size: u64,
    /// What it may be used for.
    pub permissions: Permissions,
    /// What it is.
    pub kind: RegionKind,
    /// Its first bytes.
    pub bytes: Arc<[u8]>,
    /// Whether the rest has any values, as memory has that nobody wrote; otherwise it is zero. Then it has no first bytes.
    pub arbitrary: bool,
}

/// Bytes that are fresh inputs from the start (symbolic arguments).
#[derive(Clone, Debug)]
pub struct SymbolicRange {
    /// Name of the input.
    pub name: String,
    /// First address.
    pub address: u64,
    /// Size in bytes.
    pub size: u64,
    /// Whether no byte is zero (a string argument with a fixed length).
    pub nonzero: bool,
}

/// Memory and locals as they are when the program starts.
#[derive(Clone, Debug, Default)]
pub struct Image {
    /// Memory objects; they do not overlap.
    pub regions: Vec<Region>,
    /// Locals that start with another value than zero.
    pub locals: Vec<(Local, u64)>,
    /// Bytes that are inputs from the start.
    pub symbolic: Vec<SymbolicRange>,
    /// Where the program break starts, if the environment has one.
    pub initial_break: Option<u64>,
    /// The greatest address the program break may reach (exclusive).
    pub break_limit: u64,
    /// Where anonymous mappings are placed (downwards from here), if the environment has them.
    pub mapping_top: u64,
    /// Where objects of [`crate::Instruction::Allocate`] are placed, if the program has such.
    pub areas: ObjectAreas,
    /// Whether all variables of the program lie in memory: then no local is one, and each holds what is computed on the way.
    pub variables_in_memory: bool,
}

/// Where objects that the program allocates are placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ObjectAreas {
    /// The area of heap blocks.
    pub heap: Area,
    /// The area of the frames' variables.
    pub locals: Area,
}

/// A part of the address space in which objects are placed one behind the other. Objects do not touch: each starts in the
/// middle of a slot of its own if slots are given, so that an address computed from one object does not lead into another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// First address.
    pub start: u64,
    /// First address behind it.
    pub end: u64,
    /// Size in bytes of a slot, a power of two; 0 where the address space is too small for slots.
    pub slot: u64,
}

/// The least address from `from` on that is aligned as asked and no better: a multiple of `alignment`, a power of two, but not of
/// twice as much. A program that takes a better alignment for granted than its objects have is then seen to err. Nothing where
/// the address space ends.
pub fn barely_aligned(from: u64, alignment: u64) -> Option<u64> {
    let aligned = from.checked_next_multiple_of(alignment)?;
    match aligned & alignment {
        0 => aligned.checked_add(alignment),
        _ => Some(aligned),
    }
}

impl CodeBytes for Image {
    fn fetch(&self, address: u64) -> Result<u16, FetchFault> {
        let byte = |address: u64| {
            let region = self
                .regions
                .iter()
                .find(|region| address.wrapping_sub(region.base) < region.size)
                .ok_or(FetchFault::Unmapped)?;
            if !region.permissions.execute {
                return Err(FetchFault::NotExecutable);
            }
            let offset = (address - region.base) as usize;
            Ok(u16::from(region.bytes.get(offset).copied().unwrap_or(0)))
        };
        let low = byte(address)?;
        let high = byte(address.checked_add(1).ok_or(FetchFault::Unmapped)?)?;
        Ok(low | high << 8)
    }
}
