//! The image of an LLVM program: where global variables, functions and arguments are, and what they hold.
//!
//! With 64-bit addresses each object stands in the middle of a slot of 2^36 bytes, so that an index computed from one
//! object never leads to another. With 32 bits objects are apart by a gap that grows with their size. Nothing is
//! mapped near address 0.

use std::sync::Arc;

use everypath_program::{
    Area, Argument, Image, OPEN_ARGUMENTS, OPEN_ARRAY, OPEN_TEXT, ObjectAreas, Permissions, Region,
    RegionKind, Surroundings, SymbolicRange, barely_aligned,
};
use everypath_term::ops::mask;
use rustc_hash::FxHashSet;

use crate::LlvmError;
use crate::binding::{DataLayout, Linkage, Module, Opcode, Type, TypeKind, Value, ValueKind};
use crate::lower::{Constants, LIBRARY, Tables, is_handler, name_of};
use crate::names;
use crate::types::{TypeNumber, Types, is_constant_type};

/// A variable of the program, for naming its parts.
#[derive(Clone, Debug)]
pub(crate) struct GlobalVariable {
    pub(crate) base: u64,
    pub(crate) size: u64,
    pub(crate) name: String,
    pub(crate) type_number: Option<TypeNumber>,
}

/// What the image was built from, beside the image itself.
pub(crate) struct Globals {
    pub(crate) image: Image,
    /// In the order of their addresses.
    pub(crate) variables: Vec<GlobalVariable>,
    pub(crate) types: Types,
    /// Variables that no file defines.
    pub(crate) undefined: Vec<String>,
    /// Addresses of functions with their numbers, in ascending order.
    pub(crate) function_addresses: Vec<(u64, u32)>,
    /// Values of `argc` (the greatest, if it is open), `argv` and `envp`.
    pub(crate) arguments: [u64; 3],
    /// The texts of the arguments that may be there or not.
    pub(crate) open_arguments: Vec<u64>,
    /// Whether the program's own code looks at the list of environment variables.
    pub(crate) lists_variables: bool,
    /// Whether there are arrays of unknown size that no file defines.
    pub(crate) open_arrays: bool,
}

/// The library's variable that has the direction of rounding (`runtime/llvm/floating_environment.c`), 32 bits.
const DIRECTION: &str = "__everypath_direction";

const SLOT: u64 = 1 << 36;

/// Where objects are placed, by width of addresses.
struct Plan {
    functions: u64,
    globals: Area,
    areas: ObjectAreas,
}

fn plan(address_width: u32) -> Plan {
    match address_width {
        32 => Plan {
            functions: 0x0010_0000,
            globals: Area {
                start: 0x0100_0000,
                end: 0x5000_0000,
                slot: 0,
            },
            areas: ObjectAreas {
                locals: Area {
                    start: 0x5000_0000,
                    end: 0x8000_0000,
                    slot: 0,
                },
                heap: Area {
                    start: 0x8000_0000,
                    end: 0xf000_0000,
                    slot: 0,
                },
            },
        },
        _ => Plan {
            functions: 1 << 40,
            globals: Area {
                start: 1 << 44,
                end: 1 << 57,
                slot: SLOT,
            },
            areas: ObjectAreas {
                locals: Area {
                    start: 1 << 58,
                    end: 1 << 60,
                    slot: SLOT,
                },
                heap: Area {
                    start: 1 << 60,
                    end: 1 << 62,
                    slot: SLOT,
                },
            },
        },
    }
}

/// Bytes from one function's address to the next.
const FUNCTION_STEP: u64 = 16;
/// The most bytes of one symbolic argument.
const ARGUMENT_LIMIT: u64 = 1 << 16;

/// Places objects one behind the other.
struct Placer {
    area: Area,
    next: u64,
    bits: u32,
}

impl Placer {
    fn place(&mut self, size: u64, alignment: u64, name: &str) -> Result<u64, LlvmError> {
        let too_large = || LlvmError::TooLarge {
            bits: self.bits,
            name: name.to_owned(),
            size,
        };
        let alignment = alignment.max(1);
        let (base, next) = if self.area.slot > 0 {
            let middle = self.next.checked_add(self.area.slot / 2);
            let base = middle.and_then(|middle| barely_aligned(middle, alignment));
            let end = base.and_then(|base| base.checked_add(size)?.checked_add(self.area.slot / 4));
            let next = end.and_then(|end| end.checked_next_multiple_of(self.area.slot));
            (base, next)
        } else {
            let gap = (size / 2).clamp(64, 1 << 16);
            let base = barely_aligned(self.next, alignment);
            let next = base.and_then(|base| base.checked_add(size)?.checked_add(gap));
            (base, next)
        };
        let (Some(base), Some(next)) = (base, next) else {
            return Err(too_large());
        };
        if next > self.area.end {
            return Err(too_large());
        }
        self.next = next;
        Ok(base)
    }
}

/// Gives addresses to variables and functions, and fills `tables` with them.
pub(crate) fn build(
    module: &Module,
    tables: &mut Tables,
    surroundings: &Surroundings,
    with_arguments: bool,
) -> Result<Globals, LlvmError> {
    let plan = plan(tables.address_width);
    let used = Used::find(module);
    let mut image = Image {
        areas: plan.areas,
        ..Image::default()
    };
    let mut function_addresses = Vec::new();
    let mut next = plan.functions;
    for (number, function) in module.functions().into_iter().enumerate() {
        tables.functions.insert(function.id(), number as u32);
        if !used.functions.contains(&function.id()) {
            continue;
        }
        if function.is_declaration() && function.linkage() == Linkage::LLVMExternalWeakLinkage {
            tables.addresses.insert(function.id(), 0);
            continue;
        }
        tables.addresses.insert(function.id(), next);
        function_addresses.push((next, number as u32));
        image.regions.push(Region {
            name: function.name(),
            base: next,
            size: 1,
            permissions: Permissions::NONE,
            kind: RegionKind::Function,
            bytes: Arc::default(),
            arbitrary: false,
        });
        next += FUNCTION_STEP;
    }
    for &block in &used.blocks {
        tables.block_addresses.insert(block, next);
        next += FUNCTION_STEP;
    }

    let mut placer = Placer {
        area: plan.globals,
        next: plan.globals.start,
        bits: tables.address_width,
    };
    let pointer = u64::from(tables.address_width / 8);
    let cell = placer.place(pointer, pointer, "variable arguments")?;
    tables.variadic_cell = cell;
    push(
        &mut image,
        "variable arguments",
        cell,
        vec![0; pointer as usize],
    );

    let layout = module.layout();
    let debug_kind = module.metadata_kind("dbg");
    let mut types = Types::default();
    let mut variables = Vec::new();
    let mut undefined = Vec::new();
    let mut open_arrays = false;
    let mut defined = Vec::new();
    for variable in module.variables() {
        if !used.variables.contains(&variable.id()) {
            continue;
        }
        let Some(of) = variable.global_type() else {
            continue;
        };
        let has_no_length = of.kind() == TypeKind::LLVMArrayTypeKind && of.length() == 0;
        let is_open = variable.is_declaration() && (has_no_length || !of.is_sized());
        let size = match is_open {
            true => OPEN_ARRAY,
            false => of.allocation_size(layout),
        };
        let alignment = variable.alignment().max(of.alignment(layout));
        let described = variable
            .global_metadata(debug_kind)
            .and_then(|node| node.variable());
        let name = described.and_then(|node| name_of(module, node));
        let name = name.unwrap_or_else(|| plain_name(variable));
        if variable.is_declaration() && variable.linkage() == Linkage::LLVMExternalWeakLinkage {
            tables.addresses.insert(variable.id(), 0);
            continue;
        }
        open_arrays |= is_open;
        let base = placer.place(size.max(1), alignment, &name)?;
        tables.addresses.insert(variable.id(), base);
        if variable.name() == DIRECTION {
            tables.direction_cell = Some(base);
        }
        let type_node = described.and_then(|node| node.operands(module).get(3).copied().flatten());
        let type_number = type_node.map(|node| types.add(module, node));
        variables.push(GlobalVariable {
            base,
            size,
            name: name.clone(),
            type_number,
        });
        if variable.is_declaration() {
            undefined.push(name.clone());
            if size > 0 {
                image.symbolic.push(SymbolicRange {
                    name: name.clone(),
                    address: base,
                    size,
                    nonzero: false,
                });
            }
        }
        // A declaration that may be one of several of the same variable (-fcommon) loses that it is constant, but for debuggers.
        let is_constant = variable.is_constant_variable()
            || type_node.is_some_and(|node| is_constant_type(module, node));
        defined.push((variable, of, base, size, name, is_constant));
    }
    // Initial values may hold the addresses of all variables.
    for (variable, of, base, size, name, is_constant) in defined {
        let mut writer = Writer {
            constants: Constants {
                module,
                layout,
                tables,
            },
            layout,
            bytes: Vec::new(),
        };
        if let Some(initial) = variable.initializer() {
            writer.write(0, initial, of);
        }
        let mut bytes = writer.bytes;
        bytes.truncate(usize::try_from(size).unwrap_or(usize::MAX));
        let permissions = match is_constant {
            true => Permissions::READ,
            false => Permissions::READ_WRITE,
        };
        image.regions.push(Region {
            name,
            base,
            size,
            permissions,
            kind: RegionKind::Global,
            bytes: bytes.into(),
            arbitrary: false,
        });
    }
    let (arguments, open_arguments) = match with_arguments || !surroundings.variables.is_empty() {
        true => arguments(&mut image, &mut placer, surroundings, pointer)?,
        false => ([0; 3], Vec::new()),
    };
    variables.sort_by_key(|variable| variable.base);
    Ok(Globals {
        image,
        variables,
        types,
        undefined,
        function_addresses,
        arguments,
        open_arguments,
        lists_variables: used.lists_variables,
        open_arrays,
    })
}

fn push(image: &mut Image, name: &str, base: u64, bytes: Vec<u8>) {
    image.regions.push(Region {
        name: name.to_owned(),
        base,
        size: bytes.len() as u64,
        permissions: Permissions::READ_WRITE,
        kind: RegionKind::Global,
        bytes: bytes.into(),
        arbitrary: false,
    });
}

/// The name of a variable without debug information: a literal shows its text.
fn plain_name(variable: Value<'_>) -> String {
    let text = variable.initializer().and_then(|value| value.string());
    let is_literal = variable.is_constant_variable()
        && matches!(variable.linkage(), Linkage::LLVMPrivateLinkage);
    match text {
        Some(bytes) if is_literal => {
            let bytes = bytes.strip_suffix(b"\0").unwrap_or(&bytes);
            let text = String::from_utf8_lossy(bytes);
            let short: String = text.chars().take(24).collect();
            let dots = if short.len() < text.len() { "..." } else { "" };
            format!("{short:?}{dots}")
        }
        _ => match variable.name() {
            name if name.is_empty() => "unnamed".to_owned(),
            name => name,
        },
    }
}

/// Puts arguments and environment variables into memory: `argc`, `argv` and `envp`, and the texts of arguments that may be there or not.
fn arguments(
    image: &mut Image,
    placer: &mut Placer,
    surroundings: &Surroundings,
    pointer: u64,
) -> Result<([u64; 3], Vec<u64>), LlvmError> {
    let own_name = [Argument::Concrete(b"program".to_vec())];
    let given = match surroundings.arguments.is_empty() {
        true => &own_name[..],
        false => &surroundings.arguments[..],
    };
    let mut texts = Vec::new();
    for (number, argument) in given.iter().enumerate() {
        let (bytes, symbolic) = match argument {
            Argument::Concrete(bytes) => (bytes.clone(), None),
            Argument::Symbolic { name, length } => {
                let length = (*length).min(ARGUMENT_LIMIT);
                let range = (name.clone(), length, true);
                (vec![b'?'; length as usize], Some(range))
            }
        };
        texts.push((format!("argv[{number}]"), bytes, symbolic));
    }
    let named = texts.len();
    if surroundings.open_arguments {
        for number in (named as u64..).take(OPEN_ARGUMENTS as usize) {
            let name = format!("argv[{number}]");
            // A zero among them ends the text.
            let range = (name.clone(), OPEN_TEXT, false);
            texts.push((name, vec![0; OPEN_TEXT as usize], Some(range)));
        }
    }
    let count = texts.len();
    for variable in &surroundings.variables {
        let name = variable.split('=').next().unwrap_or_default();
        texts.push((
            format!("environment {name}"),
            variable.clone().into_bytes(),
            None,
        ));
    }
    let mut pointers = Vec::new();
    for (name, mut bytes, symbolic) in texts {
        bytes.push(0);
        let base = placer.place(bytes.len() as u64, 1, &name)?;
        if let Some((name, size, nonzero)) = symbolic.filter(|(_, size, _)| *size > 0) {
            image.symbolic.push(SymbolicRange {
                name,
                address: base,
                size,
                nonzero,
            });
        }
        push(image, &name, base, bytes);
        pointers.push(base);
    }
    let mut table = |name: &str, pointers: &[u64]| {
        let mut bytes = Vec::new();
        for address in pointers.iter().chain([&0]) {
            bytes.extend_from_slice(&address.to_le_bytes()[..pointer as usize]);
        }
        let base = placer.place(bytes.len() as u64, pointer, name)?;
        push(image, name, base, bytes);
        Ok::<u64, LlvmError>(base)
    };
    let (given, environment) = pointers.split_at(count);
    let argv = table("argv", given)?;
    let envp = table("envp", environment)?;
    let open = given.get(named..).unwrap_or_default().to_vec();
    Ok(([count as u64, argv, envp], open))
}

/// Writes constants as bytes; what is not written is zero.
struct Writer<'m> {
    constants: Constants<'m>,
    layout: DataLayout<'m>,
    bytes: Vec<u8>,
}

impl<'m> Writer<'m> {
    fn put(&mut self, offset: u64, bytes: &[u8]) {
        let Some(used) = bytes.iter().rposition(|&byte| byte != 0) else {
            return;
        };
        let Ok(start) = usize::try_from(offset) else {
            return;
        };
        let end = start + used + 1;
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        if let Some(place) = self.bytes.get_mut(start..end) {
            place.copy_from_slice(&bytes[..=used]);
        }
    }

    fn write(&mut self, offset: u64, value: Value<'m>, of: Type<'m>) {
        if value.is_zero() || value.is_undefined() {
            return;
        }
        if let Some(text) = value.string() {
            self.put(offset, &text);
            return;
        }
        let length = of.length();
        match of.kind() {
            TypeKind::LLVMStructTypeKind => {
                for index in 0..length {
                    let start = of.member_offset(index, self.layout);
                    let (Some(start), Some(member), Some(element)) =
                        (start, of.element(index), value.element(index))
                    else {
                        continue;
                    };
                    self.write(offset.wrapping_add(start), element, member);
                }
            }
            TypeKind::LLVMArrayTypeKind | TypeKind::LLVMVectorTypeKind => {
                let Some(member) = of.element(0) else {
                    return;
                };
                let size = match of.kind() {
                    TypeKind::LLVMArrayTypeKind => member.allocation_size(self.layout),
                    _ => member.store_size(self.layout),
                };
                if crate::lower::is_packed(of) {
                    self.write_bits(offset, value, member.integer_width(), length);
                    return;
                }
                for index in 0..length {
                    if let Some(element) = value.element(index) {
                        let at = offset.wrapping_add(index.wrapping_mul(size));
                        self.write(at, element, member);
                    }
                }
            }
            _ => {
                let size = of.store_size(self.layout) as usize;
                let words = self.constants.words(value).unwrap_or_default();
                let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                bytes.resize(size, 0);
                self.put(offset, &bytes);
            }
        }
    }

    /// Elements of a vector that share bytes.
    fn write_bits(&mut self, offset: u64, value: Value<'m>, width: u32, length: u64) {
        let mut bytes = vec![0u8; (u64::from(width) * length).div_ceil(8) as usize];
        for index in 0..length {
            let element = value.element(index);
            let number = element.and_then(|element| self.constants.number(element));
            let number = number.unwrap_or(0) & mask(width.clamp(1, 64));
            for bit in 0..width.min(64) {
                let at = index * u64::from(width) + u64::from(bit);
                if number >> bit & 1 == 1
                    && let Some(byte) = bytes.get_mut((at / 8) as usize)
                {
                    *byte |= 1 << (at % 8);
                }
            }
        }
        self.put(offset, &bytes);
    }
}

/// What the code of a module uses, directly or through initial values: not the data of sanitizer handlers.
#[derive(Default)]
struct Used {
    variables: FxHashSet<usize>,
    /// Functions whose address is taken.
    functions: FxHashSet<usize>,
    /// Blocks whose address is taken, in the order in which they were found.
    blocks: Vec<usize>,
    /// Whether the program's own code uses the list of environment variables.
    lists_variables: bool,
    seen: FxHashSet<usize>,
}

impl Used {
    fn find(module: &Module) -> Used {
        let mut used = Used::default();
        let mut work = Vec::new();
        let lists: Vec<usize> = ["environ", "__environ", "_environ"]
            .into_iter()
            .filter_map(|name| module.variable(name))
            .map(|list| list.id())
            .collect();
        for function in module.functions() {
            let is_own = !function.has_marker(LIBRARY);
            for block in function.blocks() {
                for instruction in block.instructions() {
                    if instruction.is_debug_call() {
                        continue;
                    }
                    if instruction.opcode() == Some(Opcode::LLVMCall) {
                        let callee = instruction.callee();
                        let name = callee.map(|callee| callee.name()).unwrap_or_default();
                        if is_handler(&name) {
                            continue;
                        }
                        // The callee itself does not need an address.
                        work.extend(instruction.arguments());
                        match callee {
                            Some(callee) if callee.is_function() => {}
                            callee => work.extend(callee),
                        }
                    } else {
                        if is_own && !lists.is_empty() {
                            let mut operands = instruction.operands();
                            used.lists_variables |=
                                operands.any(|operand| lists.contains(&operand.id()));
                        }
                        work.extend(instruction.operands());
                    }
                }
            }
        }
        // Functions that run before and after `main`.
        for list in [names::CONSTRUCTORS, names::DESTRUCTORS] {
            work.extend(module.variable(list).and_then(|list| list.initializer()));
        }
        while let Some(value) = work.pop() {
            if !value.is_constant() || !used.seen.insert(value.id()) {
                continue;
            }
            match value.kind() {
                ValueKind::LLVMFunctionValueKind if value.is_intrinsic() => {}
                ValueKind::LLVMFunctionValueKind => {
                    used.functions.insert(value.id());
                }
                ValueKind::LLVMGlobalVariableValueKind => {
                    used.variables.insert(value.id());
                    work.extend(value.initializer());
                }
                ValueKind::LLVMGlobalAliasValueKind => work.extend(value.aliasee()),
                ValueKind::LLVMBlockAddressValueKind => {
                    if let Some((_, block)) = value.block_address()
                        && !used.blocks.contains(&block.id())
                    {
                        used.blocks.push(block.id());
                    }
                }
                ValueKind::LLVMConstantExprValueKind
                | ValueKind::LLVMConstantArrayValueKind
                | ValueKind::LLVMConstantStructValueKind
                | ValueKind::LLVMConstantVectorValueKind => work.extend(value.operands()),
                _ => {}
            }
        }
        used
    }
}
