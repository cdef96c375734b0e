//! From files to one module: compiling, reading, linking with the C library, passes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::thread;

use everypath_program::{CheckSet, Property};
use rustc_hash::FxHashMap;

use crate::binding::{Linkage, Module, Pass};
use crate::clang::{self, Compiler, InputKind, input_kind};
use crate::image::{self, Globals};
use crate::lower::{
    INSTRUMENTED, LIBRARY, Tables, UNDEFINED, VARIABLE, attach_variables, converts_addresses,
    makes_pointers,
};
use crate::names::{
    ADDRESS_NUMBER, APPLY, COPY_BYTES, DESTRUCTORS, ERRNO, FILL_BYTES, IS_ALIGNED, MAIN_EXIT,
    MATH_ERROR, RUN_AT_EXIT, SAME_ADDRESS, SAME_POINTER, SET_ENVIRONMENT,
};
use crate::prepare::{self, Origin};
use crate::process::Stop;
use crate::{LlvmError, LlvmOptions, bit_field_checks, models, results, runtime, scopes};

/// The functions of the library that leave something to do to [`MAIN_EXIT`].
const LEAVE_THE_END: [&str; 9] = [
    "atexit",
    "on_exit",
    "__cxa_atexit",
    RUN_AT_EXIT,
    "getenv",
    "secure_getenv",
    "setenv",
    "unsetenv",
    "putenv",
];
/// The functions of the library that lowering calls, and nothing in the module yet.
const CALLED_LATER: [&str; 2] = [COPY_BYTES, FILL_BYTES];
/// The same for programs that make numbers of addresses, or pointers of numbers, or have checks of alignment.
const CALLED_FOR_ADDRESSES: [&str; 4] = [SAME_ADDRESS, ADDRESS_NUMBER, SAME_POINTER, IS_ALIGNED];

pub(crate) struct Loaded {
    pub(crate) module: Module,
    pub(crate) tables: Tables,
    pub(crate) globals: Globals,
    pub(crate) file: Vec<u8>,
    pub(crate) warnings: String,
}

pub(crate) fn load(files: &[PathBuf], options: &LlvmOptions) -> Result<Loaded, LlvmError> {
    if files.is_empty() {
        return Err(LlvmError::NoInput);
    }
    let mut warnings = String::new();
    let mut file = Vec::new();
    let mut module = Module::new("program");
    let mut all_from_c = true;
    for (path, bitcode) in files.iter().zip(compile(files, options)?) {
        let (bitcode, messages) = bitcode;
        warnings.push_str(&messages);
        let origin = match input_kind(path) {
            Some(InputKind::Ir) => Origin::Bitcode,
            _ => Origin::C,
        };
        all_from_c &= origin == Origin::C;
        link(&mut module, path, &bitcode, origin, options)?;
        file.extend_from_slice(&bitcode);
    }
    if module.layout_text().is_empty() {
        module.set_target(options.data_model.layout(), options.data_model.target());
    }
    link_library(&mut module, options)?;
    for warning in module.take_warnings() {
        warnings.push_str("warning: ");
        warnings.push_str(&warning);
        warnings.push('\n');
    }
    check_start(&module)?;
    if !module.inline_assembly().is_empty() {
        warnings.push_str("warning: assembly outside of functions is left out\n");
    }
    let entry = module.function(&options.entry);
    if entry.is_none_or(|entry| entry.is_declaration()) {
        let functions = functions(&module);
        return Err(LlvmError::NoEntry {
            entry: options.entry.clone(),
            hint: hint(&functions),
            functions,
        });
    }
    let mut entries = vec![
        options.entry.as_str(),
        MAIN_EXIT,
        SET_ENVIRONMENT,
        RUN_AT_EXIT,
        APPLY,
        MATH_ERROR,
    ];
    entries.extend(CALLED_LATER.into_iter().chain(CALLED_FOR_ADDRESSES));
    prepare::know_alloca(&module);
    prepare::internalise(&module, &entries);
    prepare::forget_facts(&module);
    if options.passes.is_some() {
        prepare::protect(&module);
    }
    module.use_debug_intrinsics(true);
    attach_variables(&module);
    bit_field_checks::mend(&module);
    scopes::mark(&module);
    results::mark(&module);
    module.use_debug_intrinsics(false);
    module.run(Pass::RemoveUnused);
    optimise(&mut module, options)?;
    settle_constants(&mut module);
    module.use_debug_intrinsics(true);

    let mut tables = Tables {
        address_width: 8 * module.layout().pointer_size(),
        checks: options.checks,
        required: options.required(),
        instruments_overflow: clang::instruments_overflow(options.shown(), &options.flags),
        simplify: options.optimise && options.passes.is_none(),
        havoc_externals: options.havoc_externals,
        functions: FxHashMap::default(),
        addresses: FxHashMap::default(),
        block_addresses: FxHashMap::default(),
        variadic_cell: 0,
        direction_cell: None,
        copy_bytes: None,
        fill_bytes: None,
        same_address: None,
        address_number: None,
        same_pointer: None,
        is_aligned: None,
        apply: None,
        math_error: None,
    };
    let is_main = options.entry == "main";
    let mut globals = image::build(&module, &mut tables, &options.surroundings, is_main)?;
    globals.image.variables_in_memory = all_from_c
        && options.passes.is_none()
        && (!options.optimise || needs_memory(options.checks));
    for name in &globals.undefined {
        warnings.push_str(&format!(
            "warning: no file defines the variable `{name}`; its contents are arbitrary\n"
        ));
    }
    Ok(Loaded {
        module,
        tables,
        globals,
        file,
        warnings,
    })
}

/// Functions that could be meant.
fn functions(module: &Module) -> Vec<String> {
    let functions = module.functions().into_iter();
    let own =
        functions.filter(|function| !function.is_declaration() && !function.has_marker(LIBRARY));
    own.map(|function| function.name()).take(8).collect()
}

fn hint(functions: &[String]) -> String {
    match functions.is_empty() {
        true => ": the files define no function".to_owned(),
        false => format!("; the files define {}", functions.join(", ")),
    }
}

/// Bitcode and messages of each file, compiled side by side.
fn compile(files: &[PathBuf], options: &LlvmOptions) -> Result<Vec<(Vec<u8>, String)>, LlvmError> {
    let compiler = Compiler::find()?;
    if let [file] = files {
        return Ok(vec![compiler.bitcode(file, options)?]);
    }
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let mut results = Vec::with_capacity(files.len());
    for chunk in files.chunks(workers) {
        let compiled = thread::scope(|scope| {
            let running: Vec<_> = chunk
                .iter()
                .map(|file| scope.spawn(|| compiler.bitcode(file, options)))
                .collect();
            let mut compiled = Vec::with_capacity(chunk.len());
            for (thread, file) in running.into_iter().zip(chunk) {
                compiled.push(thread.join().unwrap_or_else(|_| {
                    Err(LlvmError::Io {
                        path: file.clone(),
                        error: std::io::Error::other("the thread that compiled it failed"),
                    })
                }));
            }
            compiled
        });
        for result in compiled {
            results.push(result?);
        }
    }
    Ok(results)
}

/// Why a part could not be linked.
enum Refused {
    Message(String),
    Error(LlvmError),
}

impl From<String> for Refused {
    fn from(message: String) -> Self {
        Refused::Message(message)
    }
}

fn link(
    module: &mut Module,
    path: &Path,
    bitcode: &[u8],
    origin: Origin,
    options: &LlvmOptions,
) -> Result<(), LlvmError> {
    let name = path.display().to_string();
    let linked = module.link(bitcode, &name, false, |part| {
        part.verify().map_err(Refused::Message)?;
        if part.layout_text().is_empty() {
            part.set_target(options.data_model.layout(), options.data_model.target());
        }
        check_target(part, path, options).map_err(Refused::Error)?;
        prepare::mark(part, origin);
        Ok(())
    });
    linked.map_err(|refused| match refused {
        Refused::Message(message) => LlvmError::Link {
            file: path.to_path_buf(),
            message,
        },
        Refused::Error(error) => error,
    })
}

fn check_target(part: &Module, path: &Path, options: &LlvmOptions) -> Result<(), LlvmError> {
    let layout = part.layout();
    let bits = 8 * layout.pointer_size();
    let wrong = |found: String, expected: String| LlvmError::Target {
        file: path.to_path_buf(),
        found,
        expected,
    };
    if !layout.is_little_endian() {
        return Err(wrong(
            format!(
                "it is for a machine with the highest byte first ({})",
                part.target()
            ),
            "only machines with the lowest byte first are supported".to_owned(),
        ));
    }
    let wanted = options.data_model.address_width();
    if bits != wanted {
        return Err(wrong(
            format!("its addresses have {bits} bits"),
            format!(
                "the data model {} has {wanted}; choose the other one or compile it again",
                options.data_model.name()
            ),
        ));
    }
    Ok(())
}

fn link_library(module: &mut Module, options: &LlvmOptions) -> Result<(), LlvmError> {
    let Some(library) = runtime::library(options.data_model, &options.flags) else {
        return Ok(());
    };
    for name in CALLED_LATER.into_iter().chain([MAIN_EXIT]) {
        module.declare(name);
    }
    if converts_addresses(module)
        || makes_pointers(module)
        || options.checks.contains(Property::MisalignedAccess)
    {
        for name in CALLED_FOR_ADDRESSES {
            module.declare(name);
        }
    }
    if (module.functions().iter()).any(|function| models::is_uninterpreted(&function.name())) {
        module.declare(APPLY);
    }
    if module.function(ERRNO).is_some() {
        module.declare(MATH_ERROR);
    }
    if !options.surroundings.variables.is_empty() {
        module.declare(SET_ENVIRONMENT);
    }
    if module.variable(DESTRUCTORS).is_some() {
        module.declare(RUN_AT_EXIT);
    }
    let defined: BTreeSet<String> = module
        .functions()
        .into_iter()
        .filter(|function| !function.is_declaration())
        .map(|function| function.name())
        .collect();
    let target = module.target();
    let linked = module.link(library, "library", true, |part| {
        // It is for any machine of these sizes; LLVM warns where names of machines differ.
        part.set_target(options.data_model.layout(), &target);
        prepare::mark(part, Origin::Library);
        prepare::yield_to_program(part, &defined);
        Ok::<(), String>(())
    });
    linked.map_err(|message| LlvmError::Link {
        file: PathBuf::from("the C library"),
        message,
    })?;
    // What nothing calls yet would be dropped: copies become calls when they are lowered, and so do the beginning and the end.
    let mut later = vec![SET_ENVIRONMENT, RUN_AT_EXIT, APPLY, MATH_ERROR];
    later.extend(CALLED_LATER.into_iter().chain(CALLED_FOR_ADDRESSES));
    if (LEAVE_THE_END.iter()).any(|name| module.function(name).is_some()) {
        later.push(MAIN_EXIT);
    }
    for name in later {
        if let Some(function) = module.function(name) {
            function.set_linkage(Linkage::LLVMExternalLinkage);
        }
    }
    Ok(())
}

/// Runs the passes that a user asks for, in a process of their own.
fn run_passes(module: &mut Module, passes: &str, stop: &Stop) -> Result<(), LlvmError> {
    let failed = |message| LlvmError::Passes {
        passes: passes.to_owned(),
        message,
    };
    let bitcode = Compiler::find()?.run_passes(&module.bitcode(), passes, stop)?;
    module.replace(&bitcode.map_err(failed)?).map_err(failed)
}

/// Settles what of `llvm.objectsize` and `llvm.is.constant` is known by now.
fn settle_constants(module: &mut Module) {
    let asks = |name: String| {
        name.starts_with("llvm.objectsize.") || name.starts_with("llvm.is.constant.")
    };
    let functions = module.functions();
    if functions.iter().any(|function| asks(function.name())) {
        module.run(Pass::SettleConstants);
    }
}

/// What a user asks for, or the one pass of LLVM that runs over a program: it makes values of variables all of whose uses are loads and stores
/// of their whole type and marks of their life; of those that are so from the start ([`Module::hold_variables`]). Such an access is by the
/// variable's own name and cannot be invalid, so nothing that a check could find goes with it; whatever else can be made shorter is made so by
/// `simplify`.
fn optimise(module: &mut Module, options: &LlvmOptions) -> Result<(), LlvmError> {
    if let Some(passes) = &options.passes {
        return run_passes(module, passes, &options.stop);
    }
    if !options.optimise || needs_memory(options.checks) {
        return Ok(());
    }
    module.initialise_variables(UNDEFINED, VARIABLE);
    let held = module.hold_variables();
    module.run(Pass::VariablesToValues);
    module.release_variables(held);
    module.settle_undefined(INSTRUMENTED, UNDEFINED);
    Ok(())
}

/// Whether variables stay in memory for what is checked. What was never written is found there: as a value, a variable would lose the
/// difference wherever passes choose. Values are not told from what is only computed on the way, so where it matters which
/// pointers the variables hold, they are no values.
fn needs_memory(checks: CheckSet) -> bool {
    checks.contains(Property::UninitializedRead) || checks.contains(Property::LostMemory)
}

/// Sections of pointers to functions that common systems run before and after `main`.
const RUN_SECTIONS: [&str; 5] = [
    ".preinit_array",
    ".init_array",
    ".fini_array",
    ".ctors",
    ".dtors",
];

/// Refuses what a system would run or choose when the program begins, and nothing here does.
fn check_start(module: &Module) -> Result<(), LlvmError> {
    if let Some(function) = module.indirect_functions().first() {
        return Err(LlvmError::Unsupported {
            name: function.name(),
            what: "a function that a resolver chooses when the program begins (ifunc)",
            advice: "define it as a function of this name",
        });
    }
    let runs = |section: &str| RUN_SECTIONS.iter().any(|&known| section.starts_with(known));
    match (module.variables().into_iter()).find(|variable| runs(&variable.section())) {
        None => Ok(()),
        Some(variable) => Err(LlvmError::Unsupported {
            name: variable.name(),
            what: "in a section of functions that run before or after main",
            advice: "write __attribute__((constructor)) or ((destructor)) before the function",
        }),
    }
}
