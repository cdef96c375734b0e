//! Why bytes are not an instruction that we execute.

use std::fmt;

/// Why bytes are not an instruction that we execute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Undecodable {
    /// The encoding, in the low `length` bytes.
    pub raw: u32,
    /// Bytes that belong to the instruction: 2 or 4 (of longer encodings the first 4).
    pub length: u8,
    /// What the encoding is.
    pub kind: UndecodableKind,
}

/// The two ways of not being executable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UndecodableKind {
    /// A defined instruction of an extension that is not executed.
    Unsupported {
        /// The mnemonic, or a description of the group where the table below does not go deeper.
        name: &'static str,
        /// The extension's name as the specification writes it.
        extension: &'static str,
    },
    /// Defined nowhere (at this register width), or reserved.
    Illegal,
}

impl fmt::Display for Undecodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = usize::from(self.length) * 2;
        match self.kind {
            UndecodableKind::Unsupported { name, extension } => {
                write!(
                    f,
                    "{name} ({extension} extension, 0x{:0digits$x})",
                    self.raw
                )
            }
            UndecodableKind::Illegal => write!(f, "illegal instruction 0x{:0digits$x}", self.raw),
        }
    }
}

impl std::error::Error for Undecodable {}
