//! A page: 256 bytes, each a constant, a byte of a term, undefined (never written since its object was made), or kept in the
//! array of the flat encoding.

use everypath_term::{Term, TermTable};

/// Bytes per page. Small, since a page is copied at the first write after a fork.
pub(super) const PAGE: usize = 256;

/// A byte of a term: bits `8 * byte` to `8 * byte + 7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ByteOf {
    pub term: Term,
    pub byte: u32,
}

/// 256 bytes, some of them not constant.
#[derive(Clone, Debug)]
pub(super) struct Page {
    bytes: [u8; PAGE],
    /// Which bytes are not constant: symbolic or undefined.
    marked: Bitmap,
    /// Which of the marked bytes are undefined.
    undefined: Bitmap,
    /// Which of the marked bytes are kept in the array of the flat encoding.
    flat: Bitmap,
    /// What the symbolic bytes are.
    cells: Option<Box<[ByteOf; PAGE]>>,
}

/// One bit per byte of a page.
type Bitmap = [u64; PAGE / 64];

/// What a byte of memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Byte {
    Constant(u8),
    Of(ByteOf),
    /// It was never written, and stands for an arbitrary value that nobody asked for yet.
    Undefined,
    /// It is what the array of the flat encoding has at its address.
    Flat,
}

impl Byte {
    /// A byte of this value, a term of 8 bits.
    pub fn of(terms: &TermTable, value: Term) -> Self {
        match terms.as_u64(value) {
            Some(constant) => Byte::Constant(constant as u8),
            None => Byte::Of(ByteOf {
                term: value,
                byte: 0,
            }),
        }
    }

    /// Whether the page itself has its value.
    pub fn has_value(self) -> bool {
        match self {
            Byte::Constant(_) | Byte::Of(_) => true,
            Byte::Undefined | Byte::Flat => false,
        }
    }
}

impl Page {
    /// A page that starts with these bytes (at most 256), followed by zeros.
    pub fn new(initial: &[u8]) -> Self {
        let mut bytes = [0; PAGE];
        bytes[..initial.len()].copy_from_slice(initial);
        Page {
            bytes,
            marked: [0; PAGE / 64],
            undefined: [0; PAGE / 64],
            flat: [0; PAGE / 64],
            cells: None,
        }
    }

    /// A page of undefined bytes.
    pub fn undefined() -> Self {
        Page {
            bytes: [0; PAGE],
            marked: [u64::MAX; PAGE / 64],
            undefined: [u64::MAX; PAGE / 64],
            flat: [0; PAGE / 64],
            cells: None,
        }
    }

    /// `size` bytes (1 to 8) at an offset, little endian, if all lie in the page and are constant.
    #[inline(always)]
    pub fn load_constant(&self, offset: usize, size: usize) -> Option<u64> {
        if any(&self.marked, offset, size) {
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
        if any(&self.marked, offset, size) {
            for at in offset..offset + size {
                set(&mut self.marked, at, false);
                set(&mut self.undefined, at, false);
                set(&mut self.flat, at, false);
            }
        }
    }

    pub fn byte(&self, offset: usize) -> Byte {
        if !any(&self.marked, offset, 1) {
            return Byte::Constant(self.bytes[offset]);
        }
        if any(&self.flat, offset, 1) {
            return Byte::Flat;
        }
        match &self.cells {
            Some(cells) if !any(&self.undefined, offset, 1) => Byte::Of(cells[offset]),
            _ => Byte::Undefined,
        }
    }

    pub fn store_byte_of(&mut self, offset: usize, cell: ByteOf) {
        let cells = self.cells.get_or_insert_with(|| Box::new([cell; PAGE]));
        cells[offset] = cell;
        set(&mut self.marked, offset, true);
        set(&mut self.undefined, offset, false);
        set(&mut self.flat, offset, false);
    }

    pub fn make_undefined(&mut self, offset: usize) {
        set(&mut self.marked, offset, true);
        set(&mut self.undefined, offset, true);
        set(&mut self.flat, offset, false);
    }

    /// From now on the byte is what the array of the flat encoding has.
    pub fn make_flat(&mut self, offset: usize) {
        set(&mut self.marked, offset, true);
        set(&mut self.undefined, offset, false);
        set(&mut self.flat, offset, true);
    }

    /// Whether all bytes are constant.
    pub fn is_constant(&self) -> bool {
        self.marked == [0; PAGE / 64]
    }

    /// Whether a byte may be undefined.
    pub fn may_be_undefined(&self) -> bool {
        self.undefined != [0; PAGE / 64]
    }
}

/// Whether one of up to 8 bytes is set; bytes beyond the page are not.
#[inline(always)]
fn any(bitmap: &Bitmap, offset: usize, size: usize) -> bool {
    let (word, bit) = (offset / 64, offset % 64);
    let mut bits = bitmap[word] >> bit;
    if bit + size > 64 && word + 1 < bitmap.len() {
        bits |= bitmap[word + 1] << (64 - bit);
    }
    bits & ((1 << size) - 1) != 0
}

#[inline(always)]
fn set(bitmap: &mut Bitmap, offset: usize, on: bool) {
    let bit = 1 << (offset % 64);
    if on {
        bitmap[offset / 64] |= bit;
    } else {
        bitmap[offset / 64] &= !bit;
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
