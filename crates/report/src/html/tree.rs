//! The tree of paths for the page: where paths part most, and the tree itself as data of which the page shows what is unfolded.

use std::collections::BTreeMap;

use serde::Serialize;

use super::source::Sources;
use super::{Link, Numbers, data, link};
use crate::Place;
use crate::paths::{Choice, End, PathTree};

/// So many places are listed in the overview.
const MOST_PLACES: usize = 50;

/// The tree in the overview.
#[derive(Serialize)]
pub struct Summary {
    paths: u64,
    omitted: u64,
    ends: Vec<(&'static str, u64)>,
    places: Vec<Parting>,
    more_places: usize,
}

/// A place where paths part.
#[derive(Serialize)]
struct Parting {
    place: Link,
    /// How many paths come there; one that comes there several times counts each time.
    paths: u64,
    sides: Vec<(String, u64)>,
}

fn place_of(tree: &PathTree, address: u64) -> Place {
    let known = tree.places.get(&address).cloned();
    known.unwrap_or_else(|| Place {
        address,
        ..Place::default()
    })
}

/// The tree by places.
pub fn summary(tree: &PathTree, sources: &Sources) -> Summary {
    let mut places: BTreeMap<u64, (u64, BTreeMap<Choice, u64>)> = BTreeMap::new();
    let mut ends: BTreeMap<End, u64> = BTreeMap::new();
    for node in tree.nodes() {
        for (&(end, _), &paths) in &node.ends {
            *ends.entry(end).or_default() += paths;
        }
        let (Some(place), true) = (node.place, node.sides.len() > 1) else {
            continue;
        };
        let (paths, sides) = places.entry(place).or_default();
        *paths += node.paths;
        for &(choice, side) in &node.sides {
            *sides.entry(choice).or_default() += tree.nodes()[side].paths;
        }
    }
    let mut places: Vec<_> = places.into_iter().collect();
    places.sort_by_key(|&(address, (paths, _))| (std::cmp::Reverse(paths), address));
    let more_places = places.len().saturating_sub(MOST_PLACES);
    let listed = places.into_iter().take(MOST_PLACES);
    let listed = listed.map(|(address, (paths, sides))| Parting {
        place: link(&place_of(tree, address), sources),
        paths,
        sides: (sides.into_iter().take(8))
            .map(|(choice, paths)| (choice.words(), paths))
            .collect(),
    });
    Summary {
        paths: tree.nodes()[0].paths,
        omitted: tree.omitted,
        ends: ends
            .into_iter()
            .map(|(end, paths)| (end.word(), paths))
            .collect(),
        places: listed.collect(),
        more_places,
    }
}

/// The tree as data: what is often said is said once and has a number.
#[derive(Serialize)]
struct Data {
    /// Places: words, and the page that shows them.
    places: Vec<(String, Option<String>)>,
    /// Words of choices.
    choices: Vec<String>,
    ends: [&'static str; 5],
    /// The node of the root.
    root: usize,
    nodes: Vec<NodeData>,
}

/// A node: its place, its number of paths, its sides (choice, node) and its ends (kind, place, number of paths).
type NodeData = (
    Option<usize>,
    u64,
    Vec<(usize, usize)>,
    Vec<(usize, usize, u64)>,
);

/// The tree as a script; nodes with one side only are left out.
pub fn script(tree: &PathTree, sources: &Sources) -> String {
    let mut places: BTreeMap<u64, usize> = BTreeMap::new();
    let mut shown: Vec<(String, Option<String>)> = Vec::new();
    let mut place = |address: u64| {
        *places.entry(address).or_insert_with(|| {
            let it = link(&place_of(tree, address), sources);
            shown.push((it.words, it.href));
            shown.len() - 1
        })
    };
    let mut choices = Numbers::default();
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    let root = tree.skip(0);
    numbers.insert(root, 0);
    let mut order = vec![root];
    let mut nodes: Vec<NodeData> = Vec::new();
    let mut at = 0;
    while let Some(&number) = order.get(at) {
        at += 1;
        let node = &tree.nodes()[number];
        let sides = node.sides.iter().map(|&(choice, side)| {
            let side = tree.skip(side);
            let next = numbers.len();
            let known = *numbers.entry(side).or_insert_with(|| {
                order.push(side);
                next
            });
            (choices.of(&choice.words()), known)
        });
        let sides: Vec<_> = sides.collect();
        let ends = node.ends.iter().map(|(&(end, address), &paths)| {
            let kind = End::ALL.iter().position(|it| *it == end);
            (kind.unwrap_or(0), place(address), paths)
        });
        let ends: Vec<_> = ends.collect();
        let of_branch = node
            .place
            .filter(|_| !node.sides.is_empty())
            .map(&mut place);
        nodes.push((of_branch, node.paths, sides, ends));
    }
    let tree = Data {
        places: shown,
        choices: choices.texts,
        ends: End::ALL.map(End::word),
        root: 0,
        nodes,
    };
    data::script("paths", &tree)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_thousand_paths_are_a_few_megabytes() {
        let mut tree = PathTree::default();
        for path in 0..100_000u64 {
            let choices: Vec<_> = (0..17)
                .map(|bit| (bit, Choice::Branch(path >> bit & 1 == 1)))
                .collect();
            tree.add(&choices, End::Exit, 0x1234);
        }
        let sources = Sources::default();
        let script = script(&tree, &sources);
        assert!(script.len() < 8_000_000, "{}", script.len());
        let summary = summary(&tree, &sources);
        assert_eq!((summary.paths, summary.omitted), (100_000, 0));
        assert_eq!(summary.places.len(), 17);
    }
}
