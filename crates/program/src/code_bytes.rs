//! Machine code in memory, as it is fetched.

/// Why bytes cannot be executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FetchFault {
    /// No live object holds the address.
    Unmapped,
    /// The object is not executable.
    NotExecutable,
    /// A byte has no constant value.
    Symbolic,
}

/// Memory as the lifter of machine code sees it: the bytes of one state at one moment.
pub trait CodeBytes {
    /// The two bytes at `address`, little endian.
    fn fetch(&self, address: u64) -> Result<u16, FetchFault>;
}
