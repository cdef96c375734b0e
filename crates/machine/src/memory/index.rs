//! Which object is where: addresses and objects in order, in chunks that are shared until they are written.
//!
//! A clone costs nothing; a change after it copies one chunk and the list of chunks. Finding an address is two binary
//! searches.

use std::rc::Rc;

use super::ObjectId;

/// A chunk of this size is split in two.
const LARGEST: usize = 256;

type Entry = (u64, ObjectId);

/// The live objects by first address, sorted.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// Chunks, none of them empty.
    chunks: Rc<Vec<Rc<Vec<Entry>>>>,
}

impl Index {
    /// The chunk that an address belongs to.
    fn chunk(&self, address: u64) -> usize {
        self.chunks
            .partition_point(|chunk| chunk[0].0 <= address)
            .saturating_sub(1)
    }

    /// The object with the greatest first address that is not above an address.
    pub fn at_or_below(&self, address: u64) -> Option<ObjectId> {
        let chunk = self.chunks.get(self.chunk(address))?;
        let behind = chunk.partition_point(|&(start, _)| start <= address);
        Some(chunk[behind.checked_sub(1)?].1)
    }

    pub fn insert(&mut self, base: u64, id: ObjectId) {
        let at = self.chunk(base);
        let chunks = Rc::make_mut(&mut self.chunks);
        let Some(chunk) = chunks.get_mut(at) else {
            chunks.push(Rc::new(vec![(base, id)]));
            return;
        };
        let chunk = Rc::make_mut(chunk);
        let place = chunk.partition_point(|&(start, _)| start < base);
        chunk.insert(place, (base, id));
        if chunk.len() >= LARGEST {
            // Most objects are made at ascending addresses: a full chunk at the end stays nearly full.
            let half = if place + 1 == chunk.len() {
                LARGEST - 8
            } else {
                LARGEST / 2
            };
            let upper = chunk.split_off(half);
            chunks.insert(at + 1, Rc::new(upper));
        }
    }

    pub fn remove(&mut self, base: u64) {
        let at = self.chunk(base);
        let chunks = Rc::make_mut(&mut self.chunks);
        let Some(chunk) = chunks.get_mut(at) else {
            return;
        };
        let chunk = Rc::make_mut(chunk);
        let place = chunk.partition_point(|&(start, _)| start < base);
        if chunk.get(place).is_some_and(|&(start, _)| start == base) {
            chunk.remove(place);
        }
        if chunk.is_empty() {
            chunks.remove(at);
        }
    }

    /// All objects, by address.
    pub fn iter(&self) -> impl Iterator<Item = Entry> {
        self.chunks.iter().flat_map(|chunk| chunk.iter().copied())
    }

    /// The objects from the one that can hold `least` on, by address.
    pub fn from(&self, least: u64) -> impl Iterator<Item = Entry> {
        let first = self.chunk(least);
        let start = self.chunks.get(first).map_or(0, |chunk| {
            chunk
                .partition_point(|&(start, _)| start <= least)
                .saturating_sub(1)
        });
        self.chunks
            .iter()
            .skip(first)
            .flat_map(|chunk| chunk.iter().copied())
            .skip(start)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn it_agrees_with_a_sorted_map_over_random_changes_and_clones_stay_as_they_were() {
        let mut index = Index::default();
        let mut map = BTreeMap::new();
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        let mut kept = None;
        for step in 0..4000u32 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let base = random % 1000 * 16;
            if random >> 40 & 3 != 0 {
                if let std::collections::btree_map::Entry::Vacant(entry) = map.entry(base) {
                    index.insert(base, ObjectId(step));
                    entry.insert(ObjectId(step));
                }
            } else {
                index.remove(base);
                map.remove(&base);
            }
            let probe = random >> 20 & 0x3fff;
            let expected = map.range(..=probe).next_back().map(|entry| *entry.1);
            assert_eq!(index.at_or_below(probe), expected);
            let from: Vec<_> = index.from(probe).filter(|entry| entry.0 >= probe).collect();
            let expected: Vec<_> = map
                .range(probe..)
                .map(|entry| (*entry.0, *entry.1))
                .collect();
            assert_eq!(from, expected);
            if step == 2000 {
                kept = Some((index.clone(), map.clone()));
            }
        }
        if let Some((index, map)) = kept {
            assert_eq!(
                index.iter().collect::<Vec<_>>(),
                map.into_iter().collect::<Vec<_>>()
            );
        }
    }
}
