//! Where allocated objects are placed: one behind the other in an area of the address space.
//!
//! With slots, every object stands in the middle of a slot of its own, far from every other, and addresses are not used
//! again: an address computed from one object leads into no other, and one that was freed is known for ever. In a small
//! address space objects are kept apart by gaps as large as they are, and an area that is full is searched for room again:
//! then addresses of what is no more are [used again](Places::are_used_again).
//! No object is aligned better than it has to be ([`barely_aligned`]).

use everypath_program::{Area, barely_aligned};

use super::Memory;

/// Least distance in bytes between two objects of an area without slots.
const LEAST_GAP: u64 = 64;
/// Greatest distance that an object's size asks for.
const GREATEST_GAP: u64 = 4096;

/// The next free place of an area.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places {
    area: Area,
    next: u64,
    /// Where the part ends that objects were placed in: behind `next` if the area is searched again.
    farthest: u64,
}

impl Places {
    pub fn new(area: Area) -> Self {
        Places {
            area,
            next: area.start,
            farthest: area.start,
        }
    }

    /// The most bytes that an object in this area can have.
    pub fn largest(&self) -> u64 {
        match self.area.slot {
            0 => (self.area.end - self.area.start) / 2,
            slot => slot / 2,
        }
    }

    /// The first address of the area.
    pub fn start(&self) -> u64 {
        self.area.start
    }

    /// So many bytes were given out, as far as that is counted: see [`Places::use_up`].
    pub fn used(&self) -> u64 {
        self.next - self.area.start
    }

    /// Gives out bytes at places that are not known.
    pub fn use_up(&mut self, bytes: u64) {
        self.next = self.next.saturating_add(bytes);
    }

    /// Leaves room free, the more the greater a number is: so many slots, or so many sixteenths of what is left and a little more, so that the
    /// low digits of addresses differ, too. None if it would be too much.
    pub fn leave_room(&mut self, number: u64) {
        let left = self.area.end.saturating_sub(self.next);
        let room = match self.area.slot {
            0 => number.saturating_mul(left / 16 + 0x110),
            slot => number.saturating_mul(slot),
        };
        if room < left / 2 {
            self.next += room;
        }
    }

    /// The place that both of two states regard as free: addresses behind what either used.
    pub fn merge(&mut self, other: Places) {
        self.next = self.next.max(other.next);
        self.farthest = self.farthest.max(other.farthest);
    }

    /// Whether an address lies in the part of the area that objects were placed in.
    pub fn was_used(&self, address: u64) -> bool {
        (self.area.start..self.next.max(self.farthest)).contains(&address)
    }

    /// Whether the last object may be where another was that is no more.
    pub fn are_used_again(&self) -> bool {
        self.next < self.farthest
    }

    /// Whether some object may be placed between two addresses.
    pub fn reaches(&self, from: u64, to: u64) -> bool {
        from < self.area.end && self.area.start < to
    }

    /// An address for an object, if there is room.
    pub fn place(&mut self, memory: &Memory, size: u64, alignment: u64) -> Option<u64> {
        if size > self.largest() {
            return None;
        }
        if self.area.slot != 0 {
            let slot = self.area.slot;
            let base = barely_aligned(self.next + slot / 2, alignment)?;
            self.next = self
                .next
                .checked_add(slot)
                .filter(|&next| next <= self.area.end)?;
            return Some(base);
        }
        let gap = size.clamp(LEAST_GAP, GREATEST_GAP);
        self.fit(memory, self.next, size, gap, alignment)
            .or_else(|| self.fit(memory, self.area.start, size, gap, alignment))
    }

    /// The first place from an address on.
    fn fit(
        &mut self,
        memory: &Memory,
        from: u64,
        size: u64,
        gap: u64,
        alignment: u64,
    ) -> Option<u64> {
        let mut base = barely_aligned(from.checked_add(gap)?, alignment)?;
        for (_, object) in memory.objects_from(from) {
            if base + size + gap <= object.base() {
                break;
            }
            let behind = object.base() + object.size() + gap;
            base = base.max(barely_aligned(behind, alignment)?);
        }
        if base.checked_add(size)?.checked_add(gap)? > self.area.end {
            return None;
        }
        self.next = base + size.max(1);
        self.farthest = self.farthest.max(self.next);
        Some(base)
    }
}
