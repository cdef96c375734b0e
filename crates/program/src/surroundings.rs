//! What surrounds a program at its start: arguments, environment variables, stack. Each front end puts them into its image.

/// A command-line argument of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// These bytes, without a NUL.
    Concrete(Vec<u8>),
    /// A text of this many bytes, each any value but 0.
    Symbolic {
        /// Name of the input.
        name: String,
        /// Number of bytes.
        length: u64,
    },
}

/// What surrounds the program at its start.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// The arguments, the program's own name first.
    pub arguments: Vec<Argument>,
    /// Whether there are up to [`crate::OPEN_ARGUMENTS`] more arguments of up to [`crate::OPEN_TEXT`] bytes, as inputs decide. Only front ends
    /// that say so look at it.
    pub open_arguments: bool,
    /// The environment variables, as `NAME=value`.
    pub variables: Vec<String>,
    /// Bytes of stack, where the program has one; nothing for the usual size.
    pub stack_size: Option<u64>,
    /// Memory of a machine without an operating system beside what the executable has: first addresses and sizes. It has any values at first.
    pub memory: Vec<(u64, u64)>,
    /// Registers of its devices: first addresses and sizes.
    pub devices: Vec<(u64, u64)>,
}
