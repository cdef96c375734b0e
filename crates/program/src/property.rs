//! The table of properties: what a check can belong to, its name on the command line and its default.

use serde::{Deserialize, Serialize};

/// What the table says of one property.
#[derive(Clone, Copy, Debug)]
pub struct PropertyInfo {
    /// The property.
    pub property: Property,
    /// Its name in options and reports.
    pub name: &'static str,
    /// Whether it is checked unless switched off.
    pub default: bool,
    /// One line for the documentation: what violates it.
    pub description: &'static str,
}

macro_rules! properties {
    ($($(#[$doc:meta])* $property:ident, $name:literal, $default:literal, $description:literal;)*) => {
        /// What a check belongs to. The order is the order of reports.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum Property {
            $($(#[$doc])* #[serde(rename = $name)] $property,)*
        }

        /// All properties, in the order of [`Property`].
        static TABLE: &[PropertyInfo] = &[
            $(PropertyInfo {
                property: Property::$property,
                name: $name,
                default: $default,
                description: $description,
            },)*
        ];
    };
}

// Name, whether it is checked unless switched off, and what violates it.
properties! {
    /// An assertion of the program.
    Assertion, "assertion", true,
        "an assertion of the program fails";
    /// A load outside every live readable object.
    InvalidLoad, "invalid-load", true,
        "a load reads outside every live object";
    /// A store outside every live object.
    InvalidStore, "invalid-store", true,
        "a store writes outside every live object";
    /// Execution outside every executable object.
    InvalidFetch, "invalid-fetch", true,
        "execution reaches an address that is not executable";
    /// A store into an object that is not writable.
    WriteToReadOnly, "write-to-read-only", true,
        "a store writes to memory that is read-only";
    /// An access whose address is no multiple of its size.
    MisalignedAccess, "misaligned-access", false,
        "a load or store is not aligned to its size";
    /// An encoding that the instruction set reserves.
    IllegalInstruction, "illegal-instruction", true,
        "an encoding that the instruction set reserves is executed";
    /// A division or remainder with divisor zero.
    DivisionByZero, "division-by-zero", false,
        "a divisor is zero";
    /// The least signed number divided by -1.
    SignedDivisionOverflow, "signed-division-overflow", false,
        "the least signed number is divided by -1";
    /// The program ends with an exit code other than zero.
    NonzeroExit, "nonzero-exit", false,
        "the program exits with another code than 0";
    /// The program ends with exit code zero.
    ZeroExit, "zero-exit", false,
        "the program exits with code 0: whether it can end well";
    /// An access to the guard region below the stack.
    StackOverflow, "stack-overflow", true,
        "an access falls into the guard below the stack";
    /// `ebreak`, `unimp` or another trap instruction was reached.
    ReachedTrap, "reached-trap", true,
        "ebreak, unimp or another trap instruction is reached";
    /// Signed arithmetic leaves the range of its type.
    SignedOverflow, "signed-overflow", true,
        "signed arithmetic leaves the range of its type";
    /// Unsigned arithmetic wraps around.
    UnsignedOverflow, "unsigned-overflow", false,
        "unsigned arithmetic wraps around (C defines the result)";
    /// A shift amount is negative or not below the width, or bits are shifted out of a signed number.
    InvalidShift, "invalid-shift", true,
        "a shift amount is negative or too large, or a signed shift leaves the range";
    /// A floating-point number is converted to an integer type that cannot hold it.
    InvalidConversion, "invalid-conversion", true,
        "a number, or the text of one, is converted to an integer type that cannot hold it";
    /// An operation on floating-point numbers makes a NaN of operands that are none.
    FloatNan, "float-nan", false,
        "floating-point arithmetic makes a NaN of operands that are none (IEEE 754 defines it)";
    /// An operation on finite floating-point numbers makes an infinity, other than by a division by zero.
    FloatOverflow, "float-overflow", false,
        "floating-point arithmetic on finite numbers leaves the range (IEEE 754 gives an infinity)";
    /// A floating-point number other than zero is divided by zero.
    FloatDivisionByZero, "float-division-by-zero", false,
        "a floating-point number other than zero is divided by zero (IEEE 754 gives an infinity)";
    /// An implicit conversion of integers changes the value.
    ImplicitConversion, "implicit-conversion", false,
        "an implicit conversion of integers changes the value (C defines the result)";
    /// Pointer arithmetic wraps around the address space.
    PointerOverflow, "pointer-overflow", false,
        "pointer arithmetic wraps around the address space";
    /// An index is outside an array of known size, or the size of an array is not positive.
    ArrayBounds, "array-bounds", true,
        "an index is outside an array of known size, or the size of an array is not positive";
    /// A value is loaded that its type does not have.
    InvalidValue, "invalid-value", true,
        "a value that its type does not have (a `bool` of 2) is loaded";
    /// Code is reached that must not be.
    Unreachable, "unreachable", true,
        "code is reached that must not be (the end of a function without its return)";
    /// A null pointer is passed or returned where none is allowed.
    NullArgument, "null-argument", true,
        "a null pointer is passed or returned where none is allowed";
    /// A call goes to an address where no function of that type is, or a longjmp where no setjmp waits.
    InvalidCall, "invalid-call", true,
        "a call goes to an address where no function of that type is, passes what a format does not say, or is a longjmp where no setjmp waits";
    /// What is freed is no live block of the heap.
    InvalidFree, "invalid-free", true,
        "what is freed is no live block of the heap";
    /// The ranges of a copy that must not overlap do.
    OverlappingCopy, "overlapping-copy", true,
        "the ranges of a copy that must not overlap do";
    /// A heap block is not freed when the program ends.
    MemoryLeak, "memory-leak", false,
        "a heap block is not freed when the program ends";
    /// No pointer leads to a heap block when the program ends.
    LostMemory, "lost-memory", false,
        "no pointer leads to a heap block when the program ends";
    /// The program comes back to a state in which it was. It is asked for as termination, not as a check of its own.
    Termination, "termination", false,
        "the program can go on for ever";
    /// Bytes or a value are read that were never written.
    UninitializedRead, "uninitialized-read", false,
        "bytes or a value are read that were never written";
    /// `abort` is called.
    ReachedAbort, "reached-abort", false,
        "abort is called";
}

/// In what form a program is given: that decides which violations can be seen in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// C through LLVM, with the checks that its compiler adds.
    C,
    /// Bitcode without such checks.
    Bitcode,
    /// Machine code.
    Machine,
}

impl Form {
    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Form::C => "C",
            Form::Bitcode => "bitcode",
            Form::Machine => "machine code",
        }
    }
}

/// What finds violations of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Raised {
    /// Check instructions only.
    Check,
    /// Check instructions, and accesses to memory, a service's too, that do not lie in one object that may be accessed so.
    Access,
    /// Loads of what was never written, wherever they lie; and check instructions.
    Contents,
    /// Check instructions, calls through addresses, their returns, and jumps between frames.
    Call,
    /// Services that free memory.
    Free,
    /// The end of the program; and check instructions.
    End,
}

/// The functions whose call is the error that SV-COMP's property names (`G ! call(reach_error())`) and so violates [`Property::Assertion`],
/// whatever a definition in the program does.
pub const ERROR_FUNCTIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

impl Property {
    /// What finds violations of it.
    pub fn raised_by(self) -> Raised {
        match self {
            Property::Assertion
            | Property::InvalidFetch
            | Property::MisalignedAccess
            | Property::IllegalInstruction
            | Property::DivisionByZero
            | Property::SignedDivisionOverflow
            | Property::ReachedTrap
            | Property::SignedOverflow
            | Property::UnsignedOverflow
            | Property::InvalidShift
            | Property::InvalidConversion
            | Property::FloatNan
            | Property::FloatOverflow
            | Property::FloatDivisionByZero
            | Property::ImplicitConversion
            | Property::PointerOverflow
            | Property::ArrayBounds
            | Property::InvalidValue
            | Property::Unreachable
            | Property::NullArgument
            | Property::OverlappingCopy
            | Property::ReachedAbort => Raised::Check,
            Property::InvalidLoad
            | Property::InvalidStore
            | Property::WriteToReadOnly
            | Property::StackOverflow => Raised::Access,
            Property::UninitializedRead => Raised::Contents,
            Property::InvalidCall => Raised::Call,
            Property::InvalidFree => Raised::Free,
            Property::NonzeroExit
            | Property::ZeroExit
            | Property::MemoryLeak
            | Property::LostMemory
            | Property::Termination => Raised::End,
        }
    }

    /// Whether violations can be seen in a program of this form. Where they cannot, who asks for the property is refused.
    pub fn is_seen_in(self, form: Form) -> bool {
        match self {
            Property::Assertion
            | Property::InvalidLoad
            | Property::InvalidStore
            | Property::InvalidFetch
            | Property::WriteToReadOnly
            | Property::IllegalInstruction
            | Property::DivisionByZero
            | Property::SignedDivisionOverflow
            | Property::NonzeroExit
            | Property::ZeroExit
            | Property::StackOverflow
            | Property::ReachedTrap
            | Property::InvalidConversion
            | Property::NullArgument
            | Property::InvalidCall
            | Property::OverlappingCopy
            | Property::ReachedAbort
            | Property::Termination => true,
            // Bitcode does not say what C said of the types.
            Property::MisalignedAccess => form != Form::Bitcode,
            Property::UnsignedOverflow
            | Property::ImplicitConversion
            | Property::PointerOverflow
            | Property::ArrayBounds => form == Form::C,
            // The instructions define the results; the heap of our own C library there takes nothing back.
            Property::SignedOverflow
            | Property::InvalidShift
            | Property::FloatNan
            | Property::FloatOverflow
            | Property::FloatDivisionByZero
            | Property::InvalidValue
            | Property::Unreachable
            | Property::InvalidFree
            | Property::MemoryLeak
            | Property::LostMemory
            | Property::UninitializedRead => form != Form::Machine,
        }
    }

    /// All properties, in order.
    pub fn table() -> &'static [PropertyInfo] {
        TABLE
    }

    /// Its row in the table.
    pub fn info(self) -> &'static PropertyInfo {
        &TABLE[self as usize]
    }

    /// Its name in options and reports.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The property of this name.
    pub fn from_name(name: &str) -> Option<Property> {
        TABLE
            .iter()
            .find(|info| info.name == name)
            .map(|info| info.property)
    }
}

impl std::fmt::Display for Property {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The properties that a run checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckSet(u64);

impl CheckSet {
    /// No property.
    pub const NONE: CheckSet = CheckSet(0);

    /// The properties that the table switches on.
    pub fn defaults() -> Self {
        let mut set = CheckSet::NONE;
        for info in TABLE {
            set.set(info.property, info.default);
        }
        set
    }

    /// Every property.
    pub fn all() -> Self {
        let mut set = CheckSet::NONE;
        for info in TABLE {
            set.set(info.property, true);
        }
        set
    }

    /// Switches a property on or off.
    pub fn set(&mut self, property: Property, on: bool) {
        let bit = 1u64 << property as u8;
        self.0 = if on { self.0 | bit } else { self.0 & !bit };
    }

    /// Whether a property is checked.
    pub fn contains(self, property: Property) -> bool {
        self.0 >> property as u8 & 1 == 1
    }

    /// Whether a property is checked of which this finds violations.
    pub fn has_raised_by(self, what: Raised) -> bool {
        self.iter().any(|property| property.raised_by() == what)
    }

    /// The properties in the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Property> {
        TABLE
            .iter()
            .map(|info| info.property)
            .filter(move |&p| self.contains(p))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_properties_and_names_are_unique() {
        for (index, info) in TABLE.iter().enumerate() {
            assert_eq!(info.property as usize, index);
            assert_eq!(Property::from_name(info.name), Some(info.property));
        }
    }

    #[test]
    fn a_check_set_holds_what_was_switched_on() {
        let mut set = CheckSet::defaults();
        assert!(set.contains(Property::Assertion) && !set.contains(Property::MisalignedAccess));
        set.set(Property::MisalignedAccess, true);
        set.set(Property::Assertion, false);
        assert!(!set.contains(Property::Assertion) && set.contains(Property::MisalignedAccess));
        assert_eq!(CheckSet::all().iter().count(), TABLE.len());
    }
}
