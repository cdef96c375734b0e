//! The table of the sanitizer's handlers and of its traps, and which property is violated where one is reached.
//!
//! The names are those of clang (`CodeGenFunction.h`, `LIST_SANITIZER_CHECKS`) and of compiler-rt (`ubsan_handlers.h`).

use everypath_program::Property;

/// Handlers without prefix and suffix, and the property that is violated where one is called.
pub(super) const HANDLERS: [(&str, Property); 25] = [
    ("add_overflow", Property::SignedOverflow),
    ("sub_overflow", Property::SignedOverflow),
    ("mul_overflow", Property::SignedOverflow),
    ("negate_overflow", Property::SignedOverflow),
    ("divrem_overflow", Property::DivisionByZero),
    ("shift_out_of_bounds", Property::InvalidShift),
    ("out_of_bounds", Property::ArrayBounds),
    ("local_out_of_bounds", Property::ArrayBounds),
    (ARRAY_SIZE, Property::ArrayBounds),
    ("builtin_unreachable", Property::Unreachable),
    ("missing_return", Property::Unreachable),
    ("float_cast_overflow", Property::InvalidConversion),
    (INVALID_LOAD, Property::InvalidValue),
    ("invalid_builtin", Property::InvalidValue),
    (IMPLICIT_CONVERSION, Property::ImplicitConversion),
    ("pointer_overflow", Property::PointerOverflow),
    ("nonnull_arg", Property::NullArgument),
    ("nonnull_return_v1", Property::NullArgument),
    ("nullability_arg", Property::NullArgument),
    ("nullability_return_v1", Property::NullArgument),
    // What it reports depends on the condition: see `type_mismatch`.
    (TYPE_MISMATCH, Property::InvalidLoad),
    ("alignment_assumption", Property::MisalignedAccess),
    ("function_type_mismatch", Property::InvalidCall),
    ("cfi_check_fail", Property::InvalidCall),
    ("dynamic_type_cache_miss", Property::InvalidCall),
];

/// The checks in the order of their numbers, which `llvm.ubsantrap` passes instead.
pub(super) const TRAPS: [Property; 25] = [
    Property::SignedOverflow,
    Property::Unreachable,
    Property::InvalidCall,
    Property::DivisionByZero,
    Property::InvalidCall,
    Property::InvalidConversion,
    Property::InvalidCall,
    Property::ImplicitConversion,
    Property::InvalidValue,
    Property::InvalidCall,
    Property::InvalidValue,
    Property::Unreachable,
    Property::SignedOverflow,
    Property::SignedOverflow,
    Property::NullArgument,
    Property::NullArgument,
    Property::NullArgument,
    Property::NullArgument,
    Property::ArrayBounds,
    Property::PointerOverflow,
    Property::InvalidShift,
    Property::SignedOverflow,
    Property::InvalidLoad,
    Property::MisalignedAccess,
    Property::ArrayBounds,
];

const PREFIX: &str = "__ubsan_handle_";

/// Whether a function of this name is a handler, which says that a check of the compiler's has failed.
pub(crate) fn is_handler(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// The handler of accesses through pointers that are null, not aligned or lead to too small an object.
pub(super) const TYPE_MISMATCH: &str = "type_mismatch_v1";
/// The handler of arrays of a size that is not positive.
pub(super) const ARRAY_SIZE: &str = "vla_bound_not_positive";

/// The handler of conversions that change a value.
pub(crate) const IMPLICIT_CONVERSION: &str = "implicit_conversion";
/// The handler of loaded values that their type does not have.
pub(super) const INVALID_LOAD: &str = "load_invalid_value";

/// What a handler of [`TYPE_MISMATCH`] says of the access (compiler-rt, `TypeCheckKind`).
pub(super) const STORE: u64 = 1;
pub(super) const ASSIGNMENT_OF_NONNULL: u64 = 10;

/// The name of a handler without prefix and suffix.
pub(crate) fn handler_name(callee: &str) -> Option<&str> {
    let name = callee.strip_prefix(PREFIX)?;
    Some(name.strip_suffix("_abort").unwrap_or(name))
}
