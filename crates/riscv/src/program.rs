//! A RISC-V executable as a program: the implementation of [`Program`] that the machine and the reports work with.

use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

use everypath_program::{
    Block, BlockKey, CheckSet, CodeBytes, DataShape, ERROR_FUNCTIONS, FetchFault, Image, Local,
    LocalInfo, Location, OWN_SOURCES, Position, Program, Property, Region, RegionKind,
};

use crate::code_map::CodeMap;
use crate::debug_info::DebugInfo;
use crate::decode;
use crate::disassemble;
use crate::elf::{Executable, SymbolKind};
use crate::environment::{self, Detected, Environment, Surroundings};
use crate::instruction::Xlen;
use crate::lift::{self, Settings};

/// How a RISC-V executable is to be run.
#[derive(Clone, Debug, Default)]
pub struct RiscvOptions {
    /// The environment; nothing to find it out.
    pub environment: Option<Environment>,
    /// The properties that are checked; nothing for the defaults with those of the environment.
    pub checks: Option<CheckSet>,
    /// Arguments, environment variables and stack.
    pub surroundings: Surroundings,
}

/// A RISC-V executable, ready to run.
pub struct RiscvProgram {
    executable: Executable,
    environment: Environment,
    reason: &'static str,
    settings: Settings,
    locals: Vec<LocalInfo>,
    image: Image,
    code: OnceLock<CodeMap>,
    debug: DebugInfo,
    /// The addresses of the functions of our own library, ascending.
    library: OnceLock<Vec<Range<u64>>>,
}

impl RiscvProgram {
    /// Prepares an executable.
    pub fn new(executable: Executable, options: &RiscvOptions) -> RiscvProgram {
        let code = OnceLock::new();
        let Detected {
            environment,
            reason,
        } = match options.environment {
            Some(environment) => Detected {
                environment,
                reason: "it was asked for",
            },
            None => environment::choose(&executable, code.get_or_init(|| CodeMap::of(&executable))),
        };
        let checks = options
            .checks
            .unwrap_or_else(|| default_checks(environment));
        let tohost = match environment {
            Environment::RiscvTests => executable.symbol_address("tohost"),
            _ => None,
        };
        let settings = Settings {
            xlen: executable.xlen,
            checks,
            mode: environment.mode(),
            tohost,
            errors: Vec::new(),
        };
        let mut program = RiscvProgram {
            locals: lift::locals(executable.xlen),
            image: environment::image(&executable, environment, &options.surroundings),
            debug: DebugInfo::new(&executable),
            library: OnceLock::new(),
            environment,
            reason,
            settings,
            code,
            executable,
        };
        if checks.contains(Property::Assertion) {
            program.settings.errors = program.errors();
        }
        program
    }

    /// Where the program's own definitions begin of functions whose call is an error ([`ERROR_FUNCTIONS`]). Those of our library violate the property
    /// by themselves.
    fn errors(&self) -> Vec<u64> {
        let symbols = self.executable.symbols.iter();
        symbols
            .filter(|symbol| {
                symbol.kind == SymbolKind::Function
                    && ERROR_FUNCTIONS.contains(&symbol.name.as_str())
            })
            .map(|symbol| symbol.address)
            .filter(|&address| !self.is_library(Position(address)))
            .collect()
    }

    /// The environment that it runs in.
    pub fn environment(&self) -> Environment {
        self.environment
    }

    /// Why this environment was chosen, as half a sentence.
    pub fn environment_reason(&self) -> &'static str {
        self.reason
    }

    /// The properties that its blocks check.
    pub fn checks(&self) -> CheckSet {
        self.settings.checks
    }

    /// The executable.
    pub fn executable(&self) -> &Executable {
        &self.executable
    }

    /// The register width.
    pub fn xlen(&self) -> Xlen {
        self.settings.xlen
    }

    pub(crate) fn code_map(&self) -> &CodeMap {
        self.code.get_or_init(|| CodeMap::of(&self.executable))
    }

    /// Where the functions are that come from our own sources, as the debug information tells.
    fn library(&self) -> &[Range<u64>] {
        self.library.get_or_init(|| {
            let is_own = |address| {
                let places = self.debug.locations(address);
                let file = places.last().and_then(|place| place.file.as_deref());
                file.is_some_and(|file| Path::new(file).starts_with(OWN_SOURCES))
            };
            let functions = self.debug.functions();
            let mut own: Vec<Range<u64>> = functions
                .filter(|symbol| is_own(symbol.address))
                .map(|symbol| symbol.address..symbol.address.saturating_add(symbol.size))
                .collect();
            own.sort_unstable_by_key(|range| range.start);
            own
        })
    }
}

/// The properties that are checked in an environment unless the user says otherwise.
pub fn default_checks(environment: Environment) -> CheckSet {
    let mut checks = CheckSet::defaults();
    for property in environment.extra_checks() {
        checks.set(*property, true);
    }
    checks
}

/// The code of an executable as the file has it, for disassembling and lifting without a state.
impl CodeBytes for Executable {
    fn fetch(&self, address: u64) -> Result<u16, FetchFault> {
        let half = self.half_word(address).ok_or(FetchFault::Unmapped)?;
        let executable = self
            .segment_at(address)
            .is_some_and(|segment| segment.permissions.execute);
        if executable {
            Ok(half)
        } else {
            Err(FetchFault::NotExecutable)
        }
    }
}

impl Program for RiscvProgram {
    fn address_width(&self) -> u32 {
        self.settings.xlen.bits()
    }

    fn locals(&self, _block: BlockKey) -> &[LocalInfo] {
        &self.locals
    }

    fn image(&self) -> &Image {
        &self.image
    }

    fn entry(&self) -> BlockKey {
        BlockKey::at(self.executable.entry)
    }

    fn block(&self, key: BlockKey, code: &dyn CodeBytes) -> Block {
        lift::lift_block(key, code, self.code_map(), &self.settings, self.environment)
    }

    fn locations(&self, position: Position) -> Vec<Location> {
        self.debug.locations(position.0)
    }

    fn instruction_text(&self, position: Position, code: &dyn CodeBytes) -> String {
        let xlen = self.settings.xlen;
        let address = position.0;
        let second = xlen.truncate(address.wrapping_add(2));
        let word = code
            .fetch(address)
            .and_then(|low| match decode::length(low) {
                2 => Ok(u32::from(low)),
                _ => Ok(u32::from(low) | u32::from(code.fetch(second)?) << 16),
            });
        match word {
            Ok(word) => disassemble::disassemble_word(word, address, xlen),
            Err(FetchFault::Unmapped) => "<no memory>".to_string(),
            Err(FetchFault::NotExecutable) => "<not executable>".to_string(),
            Err(FetchFault::Symbolic) => "<symbolic bytes>".to_string(),
        }
    }

    fn function_name(&self, position: Position) -> Option<String> {
        self.debug
            .function(position.0)
            .map(|symbol| symbol.name.clone())
    }

    /// An error that the program defines itself is told at its call, as those of the library are.
    fn is_library(&self, position: Position) -> bool {
        if self.settings.errors.contains(&position.0) {
            return true;
        }
        let library = self.library();
        let after = library.partition_point(|range| range.start <= position.0);
        let before = after.checked_sub(1).and_then(|index| library.get(index));
        before.is_some_and(|range| range.contains(&position.0))
    }

    fn data_at(
        &self,
        address: u64,
        size: u64,
        position: Position,
        local: &dyn Fn(Local) -> Option<u64>,
    ) -> DataShape {
        let register = |number| local(Local(u32::from(number)));
        let shape = self.debug.data_at(address, size, position.0, &register);
        if shape.name.is_some() {
            return shape;
        }
        let holds = |region: &&Region| address.wrapping_sub(region.base) < region.size;
        let region = self.image.regions.iter().find(holds);
        let name = region
            .filter(|region| matches!(region.kind, RegionKind::Stack))
            .map(|region| format!("{}+{:#x}", region.name, address - region.base));
        DataShape { name, ..shape }
    }

    fn code_positions(&self) -> Vec<Position> {
        self.code_map()
            .positions
            .iter()
            .copied()
            .map(Position)
            .collect()
    }

    fn branches(&self) -> Vec<(Position, u32)> {
        let branches = self.code_map().branches.iter();
        branches.map(|&address| (Position(address), 2)).collect()
    }

    fn functions(&self) -> Vec<(Position, Location)> {
        let symbols = self.debug.functions();
        symbols
            .filter_map(|symbol| {
                let mut place = self.debug.locations(symbol.address).pop()?;
                place.function = Some(symbol.name.clone());
                Some((Position(symbol.address), place))
            })
            .collect()
    }
}
