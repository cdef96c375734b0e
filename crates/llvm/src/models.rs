//! The table of functions that the machine itself implements: inputs, assumptions and assertions of all harness dialects,
//! and the interface that the C library of `runtime/llvm` stands on (`machine.h`).
//!
//! A call of such a function is lowered to instructions. Everything that has a body is C, in `runtime/llvm`. A definition
//! in the program under check goes before a row here, except for the names that begin with `__everypath_`.
//!
//! Sources: the rules of SV-COMP, the manuals of CBMC and ESBMC, the LLBMC thesis (listing 3.3), and the documentation of
//! KLEE's intrinsic functions.

use std::fmt::{Display, Formatter};

use crate::missing;
use everypath_program::{FloatFormat, MathFunction, Property, Service};

/// Whose word a function is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dialect {
    /// Ours, `everypath.h`.
    Everypath,
    /// KLEE, `klee/klee.h`.
    Klee,
    /// The software verification competition.
    SvComp,
    /// CBMC.
    Cbmc,
    /// ESBMC.
    Esbmc,
    /// LLBMC.
    Llbmc,
    /// The C library.
    C,
    /// What the runtime library stands on, `machine.h`.
    Machine,
}

impl Display for Dialect {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Dialect::Everypath => "Everypath",
            Dialect::Klee => "KLEE",
            Dialect::SvComp => "SV-COMP",
            Dialect::Cbmc => "CBMC",
            Dialect::Esbmc => "ESBMC",
            Dialect::Llbmc => "LLBMC",
            Dialect::C => "C library",
            Dialect::Machine => "machine",
        })
    }
}

/// How many bits an input has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputWidth {
    /// So many.
    Bits(u32),
    /// As many as an address; `long` and `size_t` too, in both data models.
    Address,
    /// As many as the declared result of the function.
    Result,
}

/// What a function does. The arguments are those of its C declaration; more of them than are named here are ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Model {
    /// `() -> value`: a fresh input, extended or cut to the declared result.
    Input {
        /// The width of the input.
        width: InputWidth,
        /// Whether a wider result is its sign extension (else zero extension).
        signed: bool,
        /// Its name in reports.
        name: &'static str,
    },
    /// `(condition)`, of any width: only paths where it is not zero go on.
    Assume,
    /// `(condition)`, of any width: where it is zero [`Property::Assertion`] is violated, and the path ends, whether that is checked or not.
    Assert,
    /// `(condition)`: a note for a checker, which no run carries out: where assertions are not checked, a path on which it fails goes on.
    Claim,
    /// `(expression, file, line, function)`: [`Property::Assertion`] is violated; the first argument is a text that says
    /// which. Does not come back.
    AssertFail,
    /// Any arguments: the property is violated; where it is not checked, the path ends. Does not come back.
    Violation(Property),
    /// `(property, condition)`: a check of the property that the literal first argument names.
    Check,
    /// `__everypath_check_if_asked`: the same, but what goes on is defined where nobody asks for the property.
    CheckIfAsked,
    /// `(assumption) -> value`: whether the run makes the assumption that the literal argument names.
    Assumes,
    /// The service with the same arguments, each of the width of an address, and its result.
    Service(Service),
    /// `(size) -> address`: a new heap block.
    Allocate {
        /// Whether its bytes start as zero.
        zeroed: bool,
        /// Its address is a multiple of this.
        alignment: u64,
    },
    /// `(code)`: the program ends. Does not come back.
    Exit,
    /// `(buffer) -> 0`: keeps the place for [`Model::LongJump`]; further arguments (signal masks) do nothing.
    SetJump,
    /// `(buffer, value)`: goes on where the buffer was filled. Does not come back.
    LongJump,
    /// Any arguments: a cut. With [`Dialect::Machine`] the first argument is a literal text that names it, else the
    /// function's name does. Does not come back.
    Unsupported,
    /// Any arguments: nothing; a result is 0.
    Ignore,
    /// A function of `<math.h>` on one or two numbers of a format.
    Float(MathFunction, FloatFormat),
}

impl Model {
    /// Whether the program does not go on behind the call.
    pub const fn ends_the_path(self) -> bool {
        use Model::*;
        matches!(
            self,
            AssertFail | Violation(_) | Exit | LongJump | Unsupported
        )
    }
}

impl Display for Model {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match *self {
            Model::Input { width, signed, .. } => {
                let sign = if signed { "signed " } else { "" };
                match width {
                    InputWidth::Bits(bits) => write!(f, "a {sign}input of {bits} bits"),
                    InputWidth::Address => write!(f, "a {sign}input as wide as an address"),
                    InputWidth::Result => f.write_str("an input as wide as the declared result"),
                }
            }
            Model::Assume => f.write_str("assumes its argument"),
            Model::Assert => f.write_str("asserts its argument"),
            Model::Claim => f.write_str("claims its argument"),
            Model::AssertFail => f.write_str("a failed assertion"),
            Model::Violation(property) => write!(f, "violates {property}"),
            Model::Check | Model::CheckIfAsked => f.write_str("checks a named property"),
            Model::Assumes => f.write_str("asks for a named assumption about the world"),
            Model::Service(service) => write!(f, "service {}", service.info().name),
            Model::Allocate { zeroed, alignment } => write!(
                f,
                "allocates{} memory, aligned to {alignment}",
                if zeroed { " zeroed" } else { "" }
            ),
            Model::Exit => f.write_str("ends the program"),
            Model::SetJump => f.write_str("keeps the place for a jump"),
            Model::LongJump => f.write_str("jumps to the place that was kept"),
            Model::Unsupported => f.write_str("not supported: gives up the path"),
            Model::Ignore => f.write_str("does nothing"),
            Model::Float(function, format) => write!(
                f,
                "the function {}, on {} bits",
                format!("{function:?}").to_lowercase(),
                format.width()
            ),
        }
    }
}

/// One function of the list that is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Whose function it is.
    pub dialect: Dialect,
    /// Its name in object code.
    pub name: String,
    /// What the machine does; nothing for a function that the runtime library has.
    pub model: Option<Model>,
}

/// The functions with names of their own.
static FUNCTIONS: &[(Dialect, &str, Model)] = {
    use Dialect::*;
    use Model::*;
    &[
        (
            Everypath,
            "everypath_make_symbolic",
            Service(self::Service::MakeNamedSymbolic),
        ),
        (Everypath, "everypath_assume", Assume),
        (Everypath, "everypath_assert", Assert),
        (Everypath, "everypath_exit", Exit),
        (
            Everypath,
            "everypath_invariant",
            Service(self::Service::Invariant),
        ),
        (
            Everypath,
            "riscv_make_symbolic",
            Service(self::Service::MakeSymbolic),
        ),
        (Everypath, "riscv_assume", Assume),
        (Everypath, "riscv_assert", Assert),
        (Klee, "klee_assume", Assume),
        (Klee, "klee_report_error", Violation(Property::Assertion)),
        (Klee, "klee_prefer_cex", Service(self::Service::Prefer)),
        (
            Klee,
            "klee_posix_prefer_cex",
            Service(self::Service::Prefer),
        ),
        (Klee, "klee_warning", Ignore),
        (Klee, "klee_warning_once", Ignore),
        (Klee, "klee_print_expr", Ignore),
        (Klee, "klee_print_range", Ignore),
        (Klee, "klee_stack_trace", Ignore),
        (Klee, "klee_set_forking", Ignore),
        (Klee, "klee_open_merge", Ignore),
        (Klee, "klee_close_merge", Ignore),
        (Klee, "klee_mark_global", Ignore),
        (Klee, "klee_is_replay", Ignore),
        (Klee, "klee_alias_function", Unsupported),
        (
            Klee,
            "klee_define_fixed_object",
            Service(self::Service::DefineObject),
        ),
        (
            Klee,
            "klee_is_symbolic",
            Service(self::Service::AskSymbolic),
        ),
        (
            Klee,
            "klee_get_obj_size",
            Service(self::Service::ObjectSize),
        ),
        (SvComp, "__VERIFIER_assume", Assume),
        (SvComp, "__VERIFIER_assert", Assert),
        (SvComp, "__VERIFIER_error", Violation(Property::Assertion)),
        (SvComp, "reach_error", Violation(Property::Assertion)),
        (
            SvComp,
            "__VERIFIER_nondet_memory",
            Service(self::Service::MakeSymbolic),
        ),
        (SvComp, "__VERIFIER_atomic_begin", Ignore),
        (SvComp, "__VERIFIER_atomic_end", Ignore),
        (Cbmc, "__CPROVER_assume", Assume),
        (Cbmc, "__CPROVER_assert", Claim),
        (Cbmc, "__CPROVER_precondition", Claim),
        (Cbmc, "__CPROVER_postcondition", Claim),
        (Cbmc, "__CPROVER_cover", Ignore),
        (Cbmc, "__CPROVER_input", Ignore),
        (Cbmc, "__CPROVER_output", Ignore),
        (Cbmc, "__CPROVER_atomic_begin", Ignore),
        (Cbmc, "__CPROVER_atomic_end", Ignore),
        (
            Cbmc,
            "__CPROVER_havoc_slice",
            Service(self::Service::MakeSymbolic),
        ),
        (Esbmc, "__ESBMC_assume", Assume),
        (Esbmc, "__ESBMC_assert", Claim),
        (
            Esbmc,
            "__ESBMC_loop_invariant",
            Service(self::Service::Invariant),
        ),
        (Esbmc, "__ESBMC_unroll", Ignore),
        (Esbmc, "__ESBMC_unreachable", Ignore),
        (Esbmc, "__ESBMC_atomic_begin", Ignore),
        (Esbmc, "__ESBMC_atomic_end", Ignore),
        (Llbmc, "__llbmc_assume", Assume),
        (Llbmc, "_llbmc_assume", Assume),
        (Llbmc, "__llbmc_assert", Claim),
        (Llbmc, "_llbmc_assert", Claim),
        (C, "assert", Assert),
        (C, "__assert_fail", AssertFail),
        (C, "__assert", AssertFail),
        (C, "__assert_perror_fail", Violation(Property::Assertion)),
        (C, "__assert_rtn", Violation(Property::Assertion)),
        (C, "__assert2", Violation(Property::Assertion)),
        (C, "__stack_chk_fail", Violation(Property::InvalidStore)),
        (C, "setjmp", SetJump),
        (C, "_setjmp", SetJump),
        (C, "__sigsetjmp", SetJump),
        (C, "sigsetjmp", SetJump),
        (C, "longjmp", LongJump),
        (C, "_longjmp", LongJump),
        (C, "__longjmp_chk", LongJump),
        (C, "siglongjmp", LongJump),
        (
            Machine,
            "__everypath_make_symbolic",
            Service(self::Service::MakeNamedSymbolic),
        ),
        (Machine, "__everypath_assume", Assume),
        (Machine, "__everypath_check", Check),
        (Machine, "__everypath_check_if_asked", CheckIfAsked),
        (Machine, "__everypath_assumes", Assumes),
        (Machine, "__everypath_exit", Exit),
        (Machine, "__everypath_unsupported", Unsupported),
        (
            Machine,
            "__everypath_allocate",
            Allocate {
                zeroed: false,
                alignment: 16,
            },
        ),
        (
            Machine,
            "__everypath_allocate_zeroed",
            Allocate {
                zeroed: true,
                alignment: 16,
            },
        ),
        (
            Machine,
            "__everypath_allocate_page",
            Allocate {
                zeroed: false,
                alignment: 4096,
            },
        ),
        (
            Machine,
            "__everypath_copy",
            Service(self::Service::CopyMemory),
        ),
        (
            Machine,
            "__everypath_fill",
            Service(self::Service::FillMemory),
        ),
        (
            Machine,
            "__everypath_read",
            Service(self::Service::ReadStream),
        ),
        (
            Machine,
            "__everypath_read_number",
            Service(self::Service::ReadNumber),
        ),
        (
            Machine,
            "__everypath_write",
            Service(self::Service::WriteStream),
        ),
        (
            Machine,
            "__everypath_open",
            Service(self::Service::OpenFile),
        ),
        (
            Machine,
            "__everypath_close",
            Service(self::Service::CloseStream),
        ),
        (
            Machine,
            "__everypath_seek",
            Service(self::Service::SeekStream),
        ),
    ]
};

/// What begins the names of functions that the runtime library stands on; each service is one, by its name.
const MACHINE_PREFIX: &str = "__everypath_";

/// What begins the names of functions that give an input; the rest is a type of [`TYPES`]. With `true` any other rest
/// gives an input as wide as the declared result.
static INPUT_PREFIXES: &[(Dialect, &str, bool)] = &[
    (Dialect::SvComp, "__VERIFIER_nondet_", true),
    (Dialect::Llbmc, "__llbmc_nondef_", false),
    (Dialect::Llbmc, "_llbmc_nondef_", false),
    (Dialect::Esbmc, "nondet_", true),
    (Dialect::Cbmc, "__CPROVER_nondet_", true),
];

/// What begins the names of functions of which nothing is known but that they give the same for the same arguments.
static UNINTERPRETED_PREFIXES: [&str; 2] = ["__CPROVER_uninterpreted_", "__ESBMC_uninterpreted_"];

/// The types of inputs: name, width, whether signed.
static TYPES: &[(&str, InputWidth, bool)] = {
    use InputWidth::{Address, Bits, Result};
    &[
        ("bool", Bits(1), false),
        ("_Bool", Bits(1), false),
        ("char", Bits(8), true),
        ("signed_char", Bits(8), true),
        ("schar", Bits(8), true),
        ("uchar", Bits(8), false),
        ("unsigned_char", Bits(8), false),
        ("short", Bits(16), true),
        ("ushort", Bits(16), false),
        ("unsigned_short", Bits(16), false),
        ("int", Bits(32), true),
        ("uint", Bits(32), false),
        ("unsigned", Bits(32), false),
        ("unsigned_int", Bits(32), false),
        ("long", Address, true),
        ("ulong", Address, false),
        ("unsigned_long", Address, false),
        ("longlong", Bits(64), true),
        ("long_long", Bits(64), true),
        ("ulonglong", Bits(64), false),
        ("unsigned_long_long", Bits(64), false),
        ("int128", Bits(128), true),
        ("uint128", Bits(128), false),
        ("float", Bits(32), false),
        ("double", Bits(64), false),
        ("ldouble", Result, false),
        ("long_double", Result, false),
        ("int8_t", Bits(8), true),
        ("int16_t", Bits(16), true),
        ("int32_t", Bits(32), true),
        ("int64_t", Bits(64), true),
        ("uint8_t", Bits(8), false),
        ("uint16_t", Bits(16), false),
        ("uint32_t", Bits(32), false),
        ("uint64_t", Bits(64), false),
        ("s8", Bits(8), true),
        ("s16", Bits(16), true),
        ("s32", Bits(32), true),
        ("s64", Bits(64), true),
        ("u8", Bits(8), false),
        ("u16", Bits(16), false),
        ("u32", Bits(32), false),
        ("u64", Bits(64), false),
        ("S8", Bits(8), true),
        ("S16", Bits(16), true),
        ("S32", Bits(32), true),
        ("S64", Bits(64), true),
        ("U8", Bits(8), false),
        ("U16", Bits(16), false),
        ("U32", Bits(32), false),
        ("U64", Bits(64), false),
        ("size_t", Address, false),
        ("ssize_t", Address, true),
        ("ptrdiff_t", Address, true),
        ("intptr_t", Address, true),
        ("uintptr_t", Address, false),
        ("off_t", Address, true),
        ("loff_t", Bits(64), true),
        ("sector_t", Bits(64), false),
        ("pid_t", Bits(32), true),
        ("time_t", Address, true),
        ("pthread_t", Address, false),
        ("pointer", Address, false),
        ("charp", Address, false),
        ("pchar", Address, false),
        ("const_char_pointer", Address, false),
    ]
};

/// Functions of `<math.h>`: the name of the form for `double`; `f`, `l` and `f128` behind it are the others.
static MATH: &[(&str, MathFunction)] = {
    use MathFunction::*;
    &[
        ("sqrt", Sqrt),
        ("cbrt", Cbrt),
        ("floor", Floor),
        ("ceil", Ceil),
        ("trunc", Trunc),
        ("round", Round),
        ("roundeven", RoundEven),
        ("rint", Rint),
        ("nearbyint", Rint),
        ("exp", Exp),
        ("exp2", Exp2),
        ("expm1", Expm1),
        ("log", Log),
        ("log2", Log2),
        ("log10", Log10),
        ("log1p", Log1p),
        ("sin", Sin),
        ("cos", Cos),
        ("tan", Tan),
        ("asin", Asin),
        ("acos", Acos),
        ("atan", Atan),
        ("sinh", Sinh),
        ("cosh", Cosh),
        ("tanh", Tanh),
        ("pow", Pow),
        ("atan2", Atan2),
        ("hypot", Hypot),
        ("fmod", Fmod),
        ("remainder", Remainder),
        ("drem", Remainder),
        ("fmin", Fmin),
        ("fmax", Fmax),
        ("copysign", CopySign),
    ]
};

/// Functions of the dialects that the runtime library defines in C, for the list that is printed.
static LIBRARY: &[(Dialect, &str)] = &[
    (Dialect::Everypath, "everypath_write"),
    (Dialect::Klee, "klee_make_symbolic"),
    (Dialect::Klee, "klee_range"),
    (Dialect::Klee, "klee_int"),
    (Dialect::Klee, "klee_choose"),
    (Dialect::Klee, "klee_abort"),
    (Dialect::Klee, "klee_silent_exit"),
    (Dialect::Klee, "klee_get_errno"),
    (Dialect::Klee, "klee_get_valuef"),
    (Dialect::Klee, "klee_get_valued"),
    (Dialect::Klee, "klee_get_valuel"),
    (Dialect::Klee, "klee_get_valuell"),
    (Dialect::Klee, "klee_get_value_i32"),
    (Dialect::Klee, "klee_get_value_i64"),
    (Dialect::Klee, "klee_check_memory_access"),
    (Dialect::Cbmc, "__CPROVER_isnanf"),
    (Dialect::Cbmc, "__CPROVER_isnand"),
    (Dialect::Cbmc, "__CPROVER_isnanld"),
    (Dialect::Cbmc, "__CPROVER_isinff"),
    (Dialect::Cbmc, "__CPROVER_isinfd"),
    (Dialect::Cbmc, "__CPROVER_isinfld"),
    (Dialect::Cbmc, "__CPROVER_isfinitef"),
    (Dialect::Cbmc, "__CPROVER_isfinited"),
    (Dialect::Cbmc, "__CPROVER_isfiniteld"),
    (Dialect::Cbmc, "__CPROVER_isnormalf"),
    (Dialect::Cbmc, "__CPROVER_isnormald"),
    (Dialect::Cbmc, "__CPROVER_isnormalld"),
    (Dialect::Cbmc, "__CPROVER_signf"),
    (Dialect::Cbmc, "__CPROVER_signd"),
    (Dialect::Cbmc, "__CPROVER_signld"),
    (Dialect::Cbmc, "__CPROVER_fabs"),
    (Dialect::Cbmc, "__CPROVER_fabsf"),
    (Dialect::Cbmc, "__CPROVER_fabsl"),
    (Dialect::Esbmc, "__ESBMC_isnanf"),
    (Dialect::Esbmc, "__ESBMC_isnand"),
    (Dialect::Esbmc, "__ESBMC_isnanld"),
    (Dialect::Esbmc, "__ESBMC_isinff"),
    (Dialect::Esbmc, "__ESBMC_isinfd"),
    (Dialect::Esbmc, "__ESBMC_isinfld"),
    (Dialect::Esbmc, "__ESBMC_isfinitef"),
    (Dialect::Esbmc, "__ESBMC_isfinited"),
    (Dialect::Esbmc, "__ESBMC_isfiniteld"),
    (Dialect::Esbmc, "__ESBMC_isnormalf"),
    (Dialect::Esbmc, "__ESBMC_isnormald"),
    (Dialect::Esbmc, "__ESBMC_isnormalld"),
    (Dialect::Esbmc, "__ESBMC_signf"),
    (Dialect::Esbmc, "__ESBMC_signd"),
    (Dialect::Esbmc, "__ESBMC_signld"),
    (Dialect::Esbmc, "__ESBMC_fabs"),
    (Dialect::Esbmc, "__ESBMC_fabsf"),
    (Dialect::Esbmc, "__ESBMC_fabsl"),
];

/// Whether a function is a service under its own name, as the C library calls it.
fn is_name_of(function: &str, service: Service) -> bool {
    function.strip_prefix(MACHINE_PREFIX) == Some(service.info().name)
}

/// What the machine does for a function that the program does not define; nothing for one that it does not know.
pub fn model(name: &str) -> Option<Model> {
    if let Some(row) = FUNCTIONS.iter().find(|row| row.1 == name) {
        return Some(row.2);
    }
    if let Some(service) = (Service::all().iter()).find(|&&service| is_name_of(name, service)) {
        return Some(Model::Service(*service));
    }
    if let Some(alignment) = name.strip_prefix("__everypath_allocate_aligned_") {
        let zeroed = false;
        let alignment = alignment.parse().ok()?;
        return Some(Model::Allocate { zeroed, alignment });
    }
    let formats = [
        (name.strip_suffix('f'), FloatFormat::Single),
        (name.strip_suffix('l'), FloatFormat::Extended),
        (name.strip_suffix("f128"), FloatFormat::Quad),
        (Some(name), FloatFormat::Double),
    ];
    for (stem, format) in formats {
        if let Some(row) = MATH.iter().find(|row| stem == Some(row.0)) {
            return Some(Model::Float(row.1, format));
        }
    }
    if missing::reason(name).is_some() {
        return Some(Model::Unsupported);
    }
    INPUT_PREFIXES.iter().find_map(|&(_, prefix, any)| {
        let rest = name.strip_prefix(prefix)?;
        match TYPES.iter().find(|row| row.0 == rest) {
            Some(&(name, width, signed)) => Some(Model::Input {
                width,
                signed,
                name,
            }),
            None if any && !rest.is_empty() => Some(Model::Input {
                width: InputWidth::Result,
                signed: false,
                name: "value",
            }),
            None => None,
        }
    })
}

/// Whether a function that the program does not define is one of which nothing is known but that it is a function.
pub fn is_uninterpreted(name: &str) -> bool {
    UNINTERPRETED_PREFIXES
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

/// Whether a name is one that CBMC or ESBMC gives a meaning to: what is unknown of those is none of any function.
pub fn is_of_a_checker(name: &str) -> bool {
    name.starts_with("__CPROVER_") || name.starts_with("__ESBMC_")
}

/// The C type of what a function gives whose name says that it is an input of a type.
pub fn spelling(name: &str) -> Option<&'static str> {
    let Some(Model::Input { name: of, .. }) = model(name) else {
        return None;
    };
    let &(_, width, signed) = TYPES.iter().find(|row| row.0 == of)?;
    Some(match (of, width, signed) {
        ("bool" | "_Bool", ..) => "_Bool",
        ("char", ..) => "char",
        ("float", ..) => "float",
        ("double", ..) => "double",
        ("ldouble" | "long_double", ..) => "long double",
        ("pointer", ..) => "void *",
        ("charp" | "pchar", ..) => "char *",
        ("const_char_pointer", ..) => "const char *",
        (_, InputWidth::Bits(8), true) => "signed char",
        (_, InputWidth::Bits(8), false) => "unsigned char",
        (_, InputWidth::Bits(16), true) => "short",
        (_, InputWidth::Bits(16), false) => "unsigned short",
        (_, InputWidth::Bits(32), true) => "int",
        (_, InputWidth::Bits(32), false) => "unsigned int",
        (_, InputWidth::Bits(64), true) => "long long",
        (_, InputWidth::Bits(64), false) => "unsigned long long",
        (_, InputWidth::Bits(_), true) => "__int128",
        (_, InputWidth::Bits(_), false) => "unsigned __int128",
        (_, InputWidth::Address, true) => "long",
        (_, InputWidth::Address, false) => "unsigned long",
        (_, InputWidth::Result, _) => return None,
    })
}

/// Whether the machine's meaning of a function goes before a definition in the program.
pub fn is_reserved(name: &str) -> bool {
    name.starts_with(MACHINE_PREFIX) && model(name).is_some()
}

/// All functions of all dialects that have a name of their own, by dialect, in the order of the tables.
pub fn list() -> Vec<Row> {
    let mut rows: Vec<Row> = FUNCTIONS
        .iter()
        .map(|&(dialect, name, model)| (dialect, name.to_owned(), Some(model)))
        .chain(
            LIBRARY
                .iter()
                .map(|&(dialect, name)| (dialect, name.to_owned(), None)),
        )
        .chain(Service::all().iter().filter_map(|&service| {
            let name = format!("{MACHINE_PREFIX}{}", service.info().name);
            let has_row = FUNCTIONS.iter().any(|row| row.1 == name);
            (!has_row).then_some((Dialect::Machine, name, Some(Model::Service(service))))
        }))
        .chain(INPUT_PREFIXES.iter().flat_map(|&(dialect, prefix, _)| {
            TYPES.iter().map(move |row| {
                let name = format!("{prefix}{}", row.0);
                let found = model(&name);
                (dialect, name, found)
            })
        }))
        .chain(MATH.iter().flat_map(|row| {
            ["", "f", "l", "f128"].map(|suffix| {
                let name = format!("{}{suffix}", row.0);
                let found = model(&name);
                (Dialect::C, name, found)
            })
        }))
        .chain(missing::names().map(|name| (Dialect::C, name.to_owned(), Some(Model::Unsupported))))
        .map(|(dialect, name, model)| Row {
            dialect,
            name,
            model,
        })
        .collect();
    rows.sort_by_key(|row| row.dialect);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_the_list_agrees_with_the_lookup() {
        let mut names = std::collections::BTreeSet::new();
        for row in list() {
            assert!(names.insert(row.name.clone()), "{} twice", row.name);
            assert_eq!(model(&row.name), row.model, "{}", row.name);
        }
        assert!(names.len() > 400, "{}", names.len());
    }

    #[test]
    fn inputs_know_their_width_in_both_data_models() {
        let width = |name: &str| match model(name) {
            Some(Model::Input { width, signed, .. }) => Some((width, signed)),
            _ => None,
        };
        use InputWidth::*;
        assert_eq!(width("__VERIFIER_nondet_bool"), Some((Bits(1), false)));
        assert_eq!(width("__VERIFIER_nondet_long"), Some((Address, true)));
        assert_eq!(width("__VERIFIER_nondet_loff_t"), Some((Bits(64), true)));
        assert_eq!(width("nondet_uchar"), Some((Bits(8), false)));
        assert_eq!(width("nondet_node"), Some((Result, false)));
        assert_eq!(width("_llbmc_nondef_int"), Some((Bits(32), true)));
        assert_eq!(width("__llbmc_nondef_elephant"), None);
        assert_eq!(width("nondet_"), None);
    }

    #[test]
    fn math_functions_come_in_four_formats() {
        use FloatFormat::*;
        use MathFunction::*;
        assert_eq!(model("floor"), Some(Model::Float(Floor, Double)));
        assert_eq!(model("floorf"), Some(Model::Float(Floor, Single)));
        assert_eq!(model("ceill"), Some(Model::Float(Ceil, Extended)));
        assert_eq!(model("ceilf128"), Some(Model::Float(Ceil, Quad)));
        assert_eq!(model("expf"), Some(Model::Float(Exp, Single)));
        assert_eq!(model("f"), None);
        assert_eq!(model("strlen"), None);
    }

    #[test]
    fn only_names_of_the_machine_are_reserved() {
        assert!(is_reserved("__everypath_copy"));
        assert!(!is_reserved("__everypath_copy_bytes"));
        assert!(!is_reserved("reach_error"));
    }

    #[test]
    fn the_errors_of_sv_comp_violate_assertions() {
        use everypath_program::ERROR_FUNCTIONS;
        for &(_, name, model) in FUNCTIONS.iter().filter(|row| row.0 == Dialect::SvComp) {
            let is_violation = model == Model::Violation(Property::Assertion);
            assert_eq!(ERROR_FUNCTIONS.contains(&name), is_violation, "{name}");
        }
    }

    #[test]
    fn every_property_and_service_of_the_table_says_what_it_is() {
        assert_eq!(
            model("__everypath_free").map(|model| model.to_string()),
            Some("service free".to_owned())
        );
        assert!(model("abort").is_none() && model("reach_error").is_some_and(Model::ends_the_path));
    }
}
