//! A page: 256 concrete bytes with a symbolic overlay.

use everypath_term::Term;

/// Bytes per page. Small, since a page is copied at the first write after a fork.
pub(super) const PAGE: usize = 256;

/// A byte of a term: bits `8 * byte` to `8 * byte + 7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ByteOf {
    pub term: Term,
    pub byte: u32,
}

/// 256 bytes, some of them symbolic.
#[derive(Clone, Debug)]
pub(super) struct Page {
    bytes: [u8; PAGE],
    overlay: Option<Box<Overlay>>,
}

/// Which bytes are symbolic, and what they are.
#[derive(Clone, Debug)]
struct Overlay {
    symbolic: [u64; PAGE / 64],
    cells: [ByteOf; PAGE],
}

/// What a byte of memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Byte {
    Constant(u8),
    Of(ByteOf),
}

impl Page {
    /// A page that starts with these bytes (at most 256), followed by zeros.
    pub fn new(initial: &[u8]) -> Self {
        let mut bytes = [0; PAGE];
        bytes[..initial.len()].copy_from_slice(initial);
        Page {
            bytes,
            overlay: None,
        }
    }

    /// `size` bytes (1 to 8) at an offset, little endian, if all lie in the page and are constant.
    #[inline(always)]
    pub fn load_constant(&self, offset: usize, size: usize) -> Option<u64> {
        if let Some(overlay) = &self.overlay
            && overlay.any(offset, size)
        {
            return None;
        }
        let bytes = self.bytes.get(offset..offset + size)?;
        Some(little_endian(bytes))
    }

    /// Stores the low `size` bytes (1 to 8) of a constant; they must lie in the page.
    #[inline(always)]
    pub fn store_constant(&mut self, offset: usize, size: usize, value: u64) {
        let bytes = value.to_le_bytes();
        match size {
            1 => self.bytes[offset] = bytes[0],
            4 => self.bytes[offset..offset + 4].copy_from_slice(&bytes[..4]),
            8 => self.bytes[offset..offset + 8].copy_from_slice(&bytes),
            _ => self.bytes[offset..offset + size].copy_from_slice(&bytes[..size]),
        }
        if let Some(overlay) = &mut self.overlay {
            for at in offset..offset + size {
                overlay.symbolic[at / 64] &= !(1 << (at % 64));
            }
        }
    }

    pub fn byte(&self, offset: usize) -> Byte {
        match &self.overlay {
            Some(overlay) if overlay.any(offset, 1) => Byte::Of(overlay.cells[offset]),
            _ => Byte::Constant(self.bytes[offset]),
        }
    }

    pub fn store_byte_of(&mut self, offset: usize, cell: ByteOf) {
        let overlay = self.overlay.get_or_insert_with(|| {
            Box::new(Overlay {
                symbolic: [0; PAGE / 64],
                cells: [cell; PAGE],
            })
        });
        overlay.symbolic[offset / 64] |= 1 << (offset % 64);
        overlay.cells[offset] = cell;
    }
}

impl Overlay {
    #[inline]
    fn any(&self, offset: usize, size: usize) -> bool {
        let end = (offset + size).min(PAGE);
        (offset..end).any(|at| self.symbolic[at / 64] >> (at % 64) & 1 == 1)
    }
}

/// Up to eight bytes as a number, the first the least significant.
#[inline(always)]
pub(super) fn little_endian(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => u64::from(a),
        [a, b] => u64::from(u16::from_le_bytes([a, b])),
        [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => bytes
            .iter()
            .rev()
            .fold(0, |value, &byte| value << 8 | u64::from(byte)),
    }
}
