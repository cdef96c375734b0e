//! A program that is a list of blocks, and shorthands to build it and to explore it.

use std::collections::BTreeMap;
use std::sync::Arc;

use everypath_explore::{ExploreOptions, Observer, PathEnd, Record, Silent, StopAt, explore_paths};
use everypath_machine::{Machine, MachineOptions};
use everypath_program::{
    BinaryOp, Block, BlockBuilder, BlockKey, CheckSet, CodeBytes, Image, Instruction, Local,
    LocalInfo, Location, Operand, Permissions, Position, Program, Property, Region, RegionKind,
    Terminator, verify,
};
use everypath_solver::{Solver, SolverOptions};

/// Distance between the keys of two blocks.
pub const STEP: u64 = 0x100;

/// A program made of blocks; block `i` has the key `i * STEP`.
pub struct Scripted {
    blocks: BTreeMap<BlockKey, Block>,
    locals: Vec<LocalInfo>,
    image: Image,
}

impl Scripted {
    /// Locals of these widths and no memory.
    pub fn new(widths: &[u32]) -> Self {
        let locals = widths.iter().enumerate().map(|(i, &width)| LocalInfo {
            name: format!("l{i}"),
            width,
        });
        Scripted {
            blocks: BTreeMap::new(),
            locals: locals.collect(),
            image: Image::default(),
        }
    }

    /// Adds memory.
    pub fn region(mut self, name: &str, base: u64, bytes: &[u8], permissions: Permissions) -> Self {
        self.image.regions.push(Region {
            name: name.into(),
            base,
            size: bytes.len() as u64,
            permissions,
            kind: RegionKind::Segment,
            bytes: Arc::from(bytes),
        });
        self
    }

    /// Adds the next block. Every instruction is a source instruction; the terminator is one more.
    pub fn block(mut self, instructions: Vec<Instruction>, terminator: Terminator) -> Self {
        let code = self.blocks.len() as u64 * STEP;
        let mut builder = BlockBuilder::new(BlockKey::at(code));
        for (index, instruction) in instructions.into_iter().enumerate() {
            builder.begin_source(Position(code + index as u64));
            builder.push(instruction);
        }
        builder.begin_source(Position(code + STEP - 1));
        let block = builder.finish(terminator);
        assert_eq!(verify(&block, &self.locals, 32), [], "{block}");
        self.blocks.insert(block.key, block);
        self
    }

    pub fn blocks(&self) -> &BTreeMap<BlockKey, Block> {
        &self.blocks
    }
}

impl Program for Scripted {
    fn address_width(&self) -> u32 {
        32
    }

    fn locals(&self) -> &[LocalInfo] {
        &self.locals
    }

    fn image(&self) -> &Image {
        &self.image
    }

    fn entry(&self) -> BlockKey {
        BlockKey::at(0)
    }

    fn block(&self, key: BlockKey, _code: &dyn CodeBytes) -> Block {
        let missing = || {
            let mut builder = BlockBuilder::new(key);
            builder.begin_source(Position(key.code));
            builder.finish(Terminator::Stop(
                everypath_program::StopReason::Unsupported("no such block".into()),
            ))
        };
        self.blocks.get(&key).cloned().unwrap_or_else(missing)
    }

    fn locations(&self, _position: Position) -> Vec<Location> {
        Vec::new()
    }

    fn instruction_text(&self, _position: Position, _code: &dyn CodeBytes) -> String {
        String::new()
    }

    fn function_name(&self, _position: Position) -> Option<String> {
        None
    }

    fn data_name(&self, _address: u64, _size: u64) -> Option<String> {
        None
    }

    fn code_positions(&self) -> Vec<Position> {
        self.blocks
            .values()
            .flat_map(|block| block.positions.iter().copied())
            .collect()
    }
}

pub fn local(index: u32) -> Operand {
    Operand::Local(Local(index))
}

pub fn constant(value: u64) -> Operand {
    Operand::Constant(value)
}

pub fn input(to: u32, width: u32, name: &str) -> Instruction {
    Instruction::Input {
        to: Local(to),
        width,
        name: name.into(),
    }
}

pub fn binary(op: BinaryOp, width: u32, to: u32, a: Operand, b: Operand) -> Instruction {
    Instruction::Binary {
        op,
        width,
        to: Local(to),
        a,
        b,
    }
}

pub fn assertion(condition: u32) -> Instruction {
    Instruction::Check {
        property: Property::Assertion,
        condition: local(condition),
    }
}

pub fn jump(block: u64) -> Terminator {
    Terminator::jump(BlockKey::at(block * STEP))
}

pub fn branch(condition: u32, then: u64, otherwise: u64) -> Terminator {
    Terminator::branch(
        local(condition),
        BlockKey::at(then * STEP),
        BlockKey::at(otherwise * STEP),
    )
}

pub fn exit() -> Terminator {
    Terminator::Exit { code: constant(0) }
}

/// Options that go on after the first finding.
pub fn all_findings() -> ExploreOptions {
    ExploreOptions {
        stop: StopAt::AllFindings,
        ..ExploreOptions::default()
    }
}

/// Explores with the checks of the table and of exit codes.
pub fn explore_with(
    program: &dyn Program,
    solver: SolverOptions,
    options: &ExploreOptions,
    observer: &mut dyn Observer,
) -> Record {
    let mut checks = CheckSet::defaults();
    checks.set(Property::NonzeroExit, true);
    let mut machine_options = MachineOptions {
        checks,
        ..MachineOptions::default()
    };
    options.bounds.apply(&mut machine_options);
    let mut machine = Machine::new(program, machine_options);
    let mut solver = Solver::new(solver).unwrap();
    explore_paths(&mut machine, &mut solver, options, observer).unwrap()
}

pub fn explore_observed(
    program: &Scripted,
    options: &ExploreOptions,
    observer: &mut dyn Observer,
) -> Record {
    explore_with(program, SolverOptions::default(), options, observer)
}

pub fn explore(program: &Scripted, options: &ExploreOptions) -> Record {
    explore_observed(program, options, &mut Silent)
}

/// Collects the ends of paths with their tests.
#[derive(Default)]
pub struct Ends {
    pub ends: Vec<PathEnd>,
    pub interrupt_after: Option<usize>,
}

impl Observer for Ends {
    fn path_end(&mut self, end: &PathEnd) {
        self.ends.push(end.clone());
    }

    fn interrupted(&self) -> bool {
        self.interrupt_after
            .is_some_and(|limit| self.ends.len() >= limit)
    }

    fn wants_tests(&self) -> bool {
        true
    }
}

/// Everything in a record that must not differ between equal runs.
pub fn fingerprint(record: &Record) -> String {
    let mut statistics = record.statistics.clone();
    statistics.elapsed = Default::default();
    statistics.peak_memory = None;
    statistics.solver.time = Default::default();
    for layer in &mut statistics.solver.layers {
        layer.time = Default::default();
    }
    format!(
        "{} {:?} {:?} {:?} {:?} {:?} {:?}",
        record.verdict,
        record.findings,
        record.unreproduced,
        record.cuts,
        record.properties,
        record.coverage,
        statistics
    )
}
