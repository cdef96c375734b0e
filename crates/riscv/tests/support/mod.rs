//! What the integration tests share: a concrete evaluator of lifted blocks, an assembler and other LLVM tools.
//!
//! The evaluator is deliberately naive (no caches, one byte map per region): it is there to say what a lifted block
//! means, independently of the machine crate (but for operations on floating-point constants, which `tests/floats.rs` compares with qemu).

#![allow(dead_code)] // each test file uses a part of it

pub mod exercise;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;

use everypath_machine::float_of_constants;
use everypath_program::{
    Block, BlockKey, CodeBytes, Edge, FetchFault, Instruction, Local, Operand, Program, Property,
    RegionKind, Service, StopReason, Terminator, verify,
};
use everypath_riscv::{Executable, RiscvOptions, RiscvProgram, Xlen};
use everypath_term::ops::{fold_binary, fold_unary, mask, signed};

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    Exit(u64),
    Violation(Property, u64),
    Cut(String),
    /// An assumption did not hold.
    Dropped,
    /// The bound on instructions was reached.
    Unfinished,
}

struct Object {
    base: u64,
    bytes: Vec<u8>,
    read: bool,
    write: bool,
    execute: bool,
    kind: RegionKind,
}

/// A concrete state of a program.
pub struct Evaluator<'a> {
    program: &'a RiscvProgram,
    pub locals: Vec<u64>,
    objects: Vec<Object>,
    pub output: Vec<u8>,
    pub input: Vec<u8>,
    pub instructions: u64,
    /// Position and locals of each request for symbolic memory.
    pub requests: Vec<(u64, Vec<u64>)>,
    program_break: u64,
    mapping_top: u64,
    clock: u64,
    blocks: BTreeMap<BlockKey, (Rc<Block>, Vec<u16>)>,
}

impl CodeBytes for Evaluator<'_> {
    fn fetch(&self, address: u64) -> Result<u16, FetchFault> {
        let object = self.object(address, 2).ok_or(FetchFault::Unmapped)?;
        let object = &self.objects[object];
        if !object.execute {
            return Err(FetchFault::NotExecutable);
        }
        let offset = (address - object.base) as usize;
        Ok(u16::from_le_bytes([
            object.bytes[offset],
            object.bytes[offset + 1],
        ]))
    }
}

impl<'a> Evaluator<'a> {
    pub fn new(program: &'a RiscvProgram) -> Self {
        let image = program.image();
        let objects = image.regions.iter().map(|region| {
            let mut bytes = region.bytes.to_vec();
            bytes.resize(region.size as usize, 0);
            let p = region.permissions;
            Object {
                base: region.base,
                bytes,
                read: p.read,
                write: p.write,
                execute: p.execute,
                kind: region.kind,
            }
        });
        let mut locals = vec![0; program.locals(program.entry()).len()];
        for (local, value) in &image.locals {
            locals[local.0 as usize] = *value;
        }
        Evaluator {
            objects: objects.collect(),
            locals,
            program,
            output: Vec::new(),
            input: Vec::new(),
            instructions: 0,
            requests: Vec::new(),
            program_break: image.initial_break.unwrap_or(0),
            mapping_top: image.mapping_top,
            clock: 0,
            blocks: BTreeMap::new(),
        }
    }

    fn object(&self, address: u64, size: u64) -> Option<usize> {
        self.objects.iter().position(|o| {
            address
                .checked_sub(o.base)
                .is_some_and(|offset| offset.saturating_add(size) <= o.bytes.len() as u64)
        })
    }

    fn get(&self, operand: Operand) -> u64 {
        match operand {
            Operand::Local(local) => self.locals[local.0 as usize],
            Operand::Constant(value) => value,
        }
    }

    fn set(&mut self, local: Local, value: u64) {
        self.locals[local.0 as usize] = value;
    }

    fn address(&self, base: Operand, offset: u64) -> u64 {
        self.get(base).wrapping_add(offset) & mask(self.program.address_width())
    }

    fn load(&self, address: u64, size: u32) -> Result<u64, Property> {
        let object = &self.objects[self
            .object(address, u64::from(size))
            .ok_or(Property::InvalidLoad)?];
        if !object.read {
            let overflow = object.kind == RegionKind::StackGuard;
            return Err(if overflow {
                Property::StackOverflow
            } else {
                Property::InvalidLoad
            });
        }
        let offset = (address - object.base) as usize;
        Ok(object.bytes[offset..offset + size as usize]
            .iter()
            .rev()
            .fold(0, |value, &b| value << 8 | u64::from(b)))
    }

    fn store(&mut self, address: u64, size: u32, value: u64) -> Result<(), Property> {
        let index = self
            .object(address, u64::from(size))
            .ok_or(Property::InvalidStore)?;
        let object = &mut self.objects[index];
        if !object.write {
            let overflow = object.kind == RegionKind::StackGuard;
            return Err(if overflow {
                Property::StackOverflow
            } else {
                Property::WriteToReadOnly
            });
        }
        let offset = (address - object.base) as usize;
        object.bytes[offset..offset + size as usize]
            .copy_from_slice(&value.to_le_bytes()[..size as usize]);
        Ok(())
    }

    /// The lifted block of a key; lifted anew when its code has changed.
    fn block(&mut self, key: BlockKey) -> Rc<Block> {
        let halves = |this: &Self, length: u32| -> Vec<u16> {
            (0..u64::from(length))
                .step_by(2)
                .filter_map(|i| this.fetch(key.code + i).ok())
                .collect()
        };
        if let Some((block, code)) = self.blocks.get(&key)
            && halves(self, block.code_length) == *code
        {
            return block.clone();
        }
        let block = Rc::new(self.program.block(key, self));
        let faults = verify(
            &block,
            self.program.locals(self.program.entry()),
            self.program.address_width(),
        );
        assert!(faults.is_empty(), "{faults:?} in\n{block}");
        let code = halves(self, block.code_length);
        self.blocks.insert(key, (block.clone(), code));
        block
    }

    /// Runs from the entry until the program ends or `limit` instructions were executed.
    pub fn run(&mut self, limit: u64) -> End {
        self.run_from(self.program.entry(), limit)
    }

    pub fn run_from(&mut self, start: BlockKey, limit: u64) -> End {
        let mut key = start;
        while self.instructions < limit {
            let block = self.block(key);
            self.instructions += u64::from(block.source_instructions());
            for (index, instruction) in block.instructions.iter().enumerate() {
                if let Err(end) = self.step(instruction, block.positions[index].0) {
                    return end;
                }
            }
            let enter = |edge: &Edge| edge.target;
            key = match &block.terminator {
                Terminator::Jump { edge, .. } => enter(edge),
                Terminator::Branch {
                    condition,
                    then,
                    otherwise,
                } => enter(if self.get(*condition) == 1 {
                    then
                } else {
                    otherwise
                }),
                Terminator::Switch {
                    value,
                    cases,
                    default,
                    ..
                } => {
                    let value = self.get(*value);
                    enter(
                        cases
                            .iter()
                            .find(|(case, _)| *case == value)
                            .map_or(default, |(_, edge)| edge),
                    )
                }
                Terminator::IndirectJump { address, .. } => BlockKey::at(self.get(*address)),
                Terminator::Exit { code } => return End::Exit(self.get(*code)),
                Terminator::Stop(StopReason::Dead) => return End::Dropped,
                Terminator::Stop(StopReason::Unsupported(what)) => return End::Cut(what.clone()),
                other @ (Terminator::Call { .. }
                | Terminator::Return { .. }
                | Terminator::SetJump { .. }
                | Terminator::LongJump { .. }) => {
                    panic!("machine code is not lifted to: {other}")
                }
            };
        }
        End::Unfinished
    }

    fn step(&mut self, instruction: &Instruction, position: u64) -> Result<(), End> {
        let violation = |property| End::Violation(property, position);
        match instruction {
            Instruction::Copy { to, from } => self.set(*to, self.get(*from)),
            Instruction::Unary { op, width, to, a } => {
                self.set(*to, fold_unary(*op, *width, self.get(*a)))
            }
            Instruction::Binary {
                op,
                width,
                to,
                a,
                b,
            } => {
                self.set(*to, fold_binary(*op, *width, self.get(*a), self.get(*b)));
            }
            Instruction::Select {
                to,
                condition,
                then,
                otherwise,
                ..
            } => {
                self.set(
                    *to,
                    self.get(if self.get(*condition) == 1 {
                        *then
                    } else {
                        *otherwise
                    }),
                );
            }
            Instruction::Resize {
                to,
                value,
                keep,
                width,
                signed: extend,
                ..
            } => {
                let kept = self.get(*value) & mask(*keep);
                let value = if *extend {
                    signed(kept, *keep) as u64 & mask(*width)
                } else {
                    kept
                };
                self.set(*to, value);
            }
            Instruction::Load {
                to,
                address,
                offset,
                size,
                width,
                signed: extend,
            } => {
                let loaded = self
                    .load(self.address(*address, *offset), *size)
                    .map_err(violation)?;
                let value = if *extend {
                    signed(loaded, 8 * size) as u64 & mask(*width)
                } else {
                    loaded
                };
                self.set(*to, value);
            }
            Instruction::Store {
                address,
                offset,
                value,
                size,
                ..
            } => {
                self.store(self.address(*address, *offset), *size, self.get(*value))
                    .map_err(violation)?;
            }
            Instruction::Check {
                property,
                condition,
            } => {
                if self.get(*condition) == 0 {
                    return Err(violation(*property));
                }
            }
            Instruction::Assume { condition } => {
                if self.get(*condition) == 0 {
                    return Err(End::Dropped);
                }
            }
            Instruction::Input { to, .. } => self.set(*to, 0),
            Instruction::Float {
                operation,
                format,
                to,
                arguments,
            } => {
                let arguments: Vec<u64> = arguments
                    .iter()
                    .map(|&argument| self.get(argument))
                    .collect();
                self.set(*to, float_of_constants(*operation, *format, &arguments));
            }
            Instruction::Allocate { .. } => {
                panic!("machine code is not lifted to: {instruction}")
            }
            Instruction::Service {
                service,
                to,
                arguments,
            } => {
                let arguments: Vec<u64> = arguments
                    .iter()
                    .map(|&argument| self.get(argument))
                    .collect();
                if matches!(service, Service::MakeSymbolic) {
                    self.requests.push((position, self.locals.clone()));
                }
                let result = self.service(*service, &arguments).map_err(violation)?;
                if let Some(to) = to {
                    self.set(*to, result & mask(self.program.address_width()));
                }
            }
        }
        Ok(())
    }

    fn service(&mut self, service: Service, arguments: &[u64]) -> Result<u64, Property> {
        Ok(match (service, arguments) {
            (Service::WriteStream, &[_, address, size]) => {
                for i in 0..size {
                    let byte = self.load(address + i, 1)? as u8;
                    self.output.push(byte);
                }
                size
            }
            (Service::ReadStream, &[_, address, size]) => {
                let count = size.min(self.input.len() as u64);
                let bytes: Vec<u8> = self.input.drain(..count as usize).collect();
                for (i, byte) in bytes.into_iter().enumerate() {
                    self.store(address + i as u64, 1, u64::from(byte))?;
                }
                count
            }
            (Service::MakeSymbolic | Service::MakeNamedSymbolic, &[address, size, ..]) => {
                for i in 0..size {
                    self.store(address + i, 1, 0)?;
                }
                0
            }
            (Service::SetBreak, &[address]) => {
                let start = self.program.image().initial_break.unwrap_or(0);
                if (start..self.program.image().break_limit).contains(&address) {
                    self.objects
                        .retain(|object| object.kind != RegionKind::Break);
                    let bytes = vec![0; (address - start) as usize]; // forgets old contents; growth from 0 only in tests
                    self.add(start, bytes, RegionKind::Break);
                    self.program_break = address;
                }
                self.program_break
            }
            (Service::MapMemory, &[_, size, _]) => {
                let size = size.next_multiple_of(4096);
                self.mapping_top -= size;
                self.add(
                    self.mapping_top,
                    vec![0; size as usize],
                    RegionKind::Mapping,
                );
                self.mapping_top
            }
            (Service::StreamKind, &[stream]) => {
                if stream < 3 {
                    2
                } else {
                    (-9i64) as u64
                }
            }
            (Service::Clock, _) => {
                self.clock += 1000;
                self.clock
            }
            (Service::OpenFile | Service::CloseStream | Service::SeekStream, _) => (-2i64) as u64,
            _ => 0,
        })
    }

    fn add(&mut self, base: u64, bytes: Vec<u8>, kind: RegionKind) {
        self.objects.push(Object {
            base,
            bytes,
            read: true,
            write: true,
            execute: false,
            kind,
        });
    }
}

/// Runs a tool; a missing one fails the test and says what to install.
pub fn tool(name: &str, package: &str, arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(name).args(arguments).output();
    let output = output
        .unwrap_or_else(|error| panic!("{name}: {error}; install the Debian package {package}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name} {arguments:?}: {errors}");
    output.stdout
}

/// The clang options of a target: `rv32imac...` or `rv64imac...`.
fn target(march: &str) -> [String; 3] {
    let (target, abi) = if march.starts_with("rv32") {
        ("riscv32", "ilp32")
    } else {
        ("riscv64", "lp64")
    };
    [
        format!("--target={target}-unknown-elf"),
        format!("-march={march}"),
        format!("-mabi={abi}"),
    ]
}

/// Compiles and links a freestanding source file (`name` tells the language by its ending) with clang and lld.
pub fn build(directory: &Path, name: &str, source: &str, march: &str, options: &[&str]) -> PathBuf {
    let input = directory.join(name);
    let output = directory.join(format!("{name}.{march}.elf"));
    std::fs::write(&input, source).expect("temporary directory is writable");
    let target = target(march);
    let mut arguments: Vec<&str> = target.iter().map(String::as_str).collect();
    let (input, out) = (input.display().to_string(), output.display().to_string());
    arguments.extend([
        "-nostdlib",
        "-static",
        "-fuse-ld=lld",
        "-ffreestanding",
        "-mno-relax",
        "-o",
        &out,
        &input,
    ]);
    arguments.extend(options);
    tool("clang-19", "clang-19 and lld-19", &arguments);
    output
}

/// Reads an executable and prepares it with the given options.
pub fn program(path: &Path, options: &RiscvOptions) -> RiscvProgram {
    let executable = Executable::read(path).unwrap_or_else(|error| panic!("{error}"));
    RiscvProgram::new(executable, options)
}

/// The bytes of a valid executable without section headers: one segment with `code` at 0x10000, readable, writable and
/// executable, with room for data up to 0x12000.
pub fn bare_file(code: &[u8], xlen: Xlen) -> Vec<u8> {
    let wide = xlen == Xlen::Rv64;
    let (header, program_header) = if wide { (64u16, 56u16) } else { (52, 32) };
    let mut file = vec![0x7f, b'E', b'L', b'F', if wide { 2 } else { 1 }, 1, 1];
    file.resize(16, 0);
    file.extend([2, 0, 243, 0, 1, 0, 0, 0]);
    let number =
        |file: &mut Vec<u8>, value: u64| file.extend(&value.to_le_bytes()[..xlen.bytes() as usize]);
    for value in [0x10000, u64::from(header), 0] {
        number(&mut file, value);
    }
    file.extend([0; 4]);
    for value in [header, program_header, 1, 0, 0, 0] {
        file.extend(value.to_le_bytes());
    }
    file.extend(1u32.to_le_bytes());
    if wide {
        file.extend(7u32.to_le_bytes());
    }
    let (start, size) = (u64::from(header + program_header), code.len() as u64);
    for value in [start, 0x10000, 0x10000, size, 0x2000] {
        number(&mut file, value);
    }
    if !wide {
        file.extend(7u32.to_le_bytes());
    }
    number(&mut file, 1);
    file.extend(code);
    file
}
