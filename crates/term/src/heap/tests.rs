//! Heaps against sets of blocks, and against tables of blocks that may be live.

use std::collections::BTreeSet;

use super::*;
use crate::{Assignment, Evaluator};

const WIDTH: u32 = 4;
const ADDRESSES: u64 = 1 << WIDTH;
const ANYWHERE: (u64, u64) = (0, u64::MAX);

/// The meaning of a heap: its blocks by address and size.
type Model = BTreeSet<(u64, u64)>;

fn model_allocatable(model: &Model, address: u64, size: u64) -> bool {
    let fits = |start: u64, size: u64| start + size < ADDRESSES;
    let apart = |&(other, length): &(u64, u64)| {
        fits(other, length) && (other + length < address || address + size < other)
    };
    address != 0 && fits(address, size) && model.iter().all(apart)
}

fn model_valid(model: &Model, address: u64, size: u64) -> bool {
    let holds =
        |&(start, length): &(u64, u64)| start <= address && address + size <= start + length;
    model.iter().any(holds)
}

/// Numbers that look random and are the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }
}

/// One of two halves of a heap's history that meet in the end, or all of it.
#[derive(Clone, Debug)]
enum Step {
    Allocate(u64, u64),
    Free(u64),
}

/// All heaps of up to three steps whose blocks can be allocated: every observer gives what the set gives.
#[test]
fn observers_of_all_short_histories_are_those_of_sets() {
    let mut steps = Vec::new();
    for address in 0..6 {
        steps.extend((1..3).map(|size| Step::Allocate(address, size)));
        steps.push(Step::Free(address));
    }
    let mut terms = TermTable::new();
    let constants: Vec<Term> = (0..ADDRESSES).map(|i| terms.constant(WIDTH, i)).collect();
    let mut heaps = Heaps::new();
    let mut waiting = vec![(Heap::EMPTY, Model::new(), 0)];
    let mut compared = 0;
    while let Some((heap, model, length)) = waiting.pop() {
        for address in 0..8 {
            let at = constants[address as usize];
            let starts = model.iter().find(|block| block.0 == address);
            let freed = heaps.can_be_freed(&mut terms, heap, at);
            assert_eq!(terms.is_true(freed), starts.is_some());
            let size = heaps.size_at(&mut terms, heap, at);
            assert_eq!(terms.as_u64(size), Some(starts.map_or(0, |block| block.1)));
            for bytes in 0..4 {
                let size = constants[bytes as usize];
                let valid = heaps.is_valid(&mut terms, heap, (at, size), (address, address));
                assert_eq!(terms.is_true(valid), model_valid(&model, address, bytes));
                let possible = heaps.allocatable(&mut terms, heap, at, size);
                assert_eq!(
                    terms.is_true(possible),
                    model_allocatable(&model, address, bytes)
                );
                compared += 2;
            }
        }
        let empty = heaps.is_empty(&mut terms, heap);
        assert_eq!(terms.is_true(empty), model.is_empty());
        if length == 3 {
            continue;
        }
        for step in &steps {
            let mut model = model.clone();
            let heap = match *step {
                Step::Allocate(address, size) => {
                    if !model_allocatable(&model, address, size) {
                        continue;
                    }
                    model.insert((address, size));
                    let (at, bytes) = (constants[address as usize], constants[size as usize]);
                    heaps.allocate(heap, at, bytes)
                }
                Step::Free(address) => {
                    model.retain(|block| block.0 != address);
                    heaps.free(heap, constants[address as usize])
                }
            };
            waiting.push((heap, model, length + 1));
        }
    }
    assert!(compared > 50_000, "only {compared}");
}

/// The other form of a heap: every block that was ever allocated, with the condition under which it is live.
#[derive(Clone, Default)]
struct BlockTable {
    blocks: Vec<(Term, Term, Term)>,
}

impl BlockTable {
    fn free(&mut self, terms: &mut TermTable, address: Term) {
        for (start, _, live) in &mut self.blocks {
            let other = terms.ne(*start, address);
            *live = terms.and(*live, other);
        }
    }

    fn choose(&self, terms: &mut TermTable, condition: Term, other: &BlockTable) -> BlockTable {
        let no = terms.bool(false);
        let count = self.blocks.len().max(other.blocks.len());
        let of = |table: &BlockTable, i: usize| table.blocks.get(i).copied();
        let mut blocks = Vec::new();
        for i in 0..count {
            match (of(self, i), of(other, i)) {
                (Some(a), Some(b)) if (a.0, a.1) == (b.0, b.1) => {
                    let live = terms.ite(condition, a.2, b.2);
                    blocks.push((a.0, a.1, live));
                }
                (a, b) => {
                    if let Some((start, size, live)) = a {
                        let live = terms.ite(condition, live, no);
                        blocks.push((start, size, live));
                    }
                    if let Some((start, size, live)) = b {
                        let live = terms.ite(condition, no, live);
                        blocks.push((start, size, live));
                    }
                }
            }
        }
        BlockTable { blocks }
    }

    fn is_valid(&self, terms: &mut TermTable, address: Term, size: Term) -> Term {
        let mut valid = terms.bool(false);
        for &(start, length, live) in &self.blocks {
            let inside = contains(terms, (start, length), (address, size));
            let here = terms.and(inside, live);
            valid = terms.or(valid, here);
        }
        valid
    }

    fn allocatable(&self, terms: &mut TermTable, address: Term, size: Term) -> Term {
        let zero = terms.constant(WIDTH, 0);
        let somewhere = terms.ne(address, zero);
        let fits = does_not_wrap(terms, address, size);
        let mut possible = terms.and(somewhere, fits);
        for &(start, length, live) in &self.blocks {
            let apart = disjoint(terms, (start, length), (address, size));
            let here = terms.implies(live, apart);
            possible = terms.and(possible, here);
        }
        possible
    }
}

/// The other way to ask: the rules that push a question inwards, with the addresses that are freed later.
fn is_valid_by_rules(
    heaps: &Heaps,
    terms: &mut TermTable,
    heap: Heap,
    freed: &[Term],
    access: Range,
) -> Term {
    match heaps.node(heap) {
        Node::Empty => terms.bool(false),
        Node::Allocate {
            below,
            address,
            size,
        } => {
            let mut here = contains(terms, (address, size), access);
            for &other in freed {
                let differs = terms.ne(address, other);
                here = terms.and(here, differs);
            }
            let below = is_valid_by_rules(heaps, terms, below, freed, access);
            terms.or(here, below)
        }
        Node::Free { below, address } => {
            let freed = [freed, &[address]].concat();
            is_valid_by_rules(heaps, terms, below, &freed, access)
        }
        Node::Choose {
            condition,
            then,
            otherwise,
        } => {
            let then = is_valid_by_rules(heaps, terms, then, freed, access);
            let otherwise = is_valid_by_rules(heaps, terms, otherwise, freed, access);
            terms.ite(condition, then, otherwise)
        }
    }
}

/// A heap under construction in all forms at once: as a heap, as a table, and as the sets for given inputs.
#[derive(Clone)]
struct Forms {
    heap: Heap,
    table: BlockTable,
    model: Model,
    /// All blocks could be allocated for the given inputs.
    admissible: bool,
}

/// Random histories over symbolic addresses and sizes, with two ways that meet: heaps, tables and sets agree wherever every block
/// could be allocated.
#[test]
fn heaps_of_terms_are_tables_of_live_blocks_and_sets() {
    let mut numbers = Numbers(1);
    let mut admissible = 0;
    for round in 0..3000 {
        let mut terms = TermTable::new();
        let inputs: Vec<Term> = (0..6)
            .map(|i| terms.input(&format!("i{i}"), WIDTH))
            .collect();
        let condition = terms.input("c", 1);
        let mut assignment = Assignment::new();
        let values: Vec<u64> = inputs
            .iter()
            .map(|&input| {
                let value = numbers.below(if round % 2 == 0 { ADDRESSES } else { 6 });
                assignment.set_u64(terms.input_id(input).unwrap(), WIDTH, value);
                value
            })
            .collect();
        let taken = numbers.below(2);
        assignment.set_u64(terms.input_id(condition).unwrap(), 1, taken);
        let mut heaps = Heaps::new();
        let mut forms = Forms {
            heap: Heap::EMPTY,
            table: BlockTable::default(),
            model: Model::new(),
            admissible: true,
        };
        let operand = |terms: &mut TermTable, numbers: &mut Numbers| {
            let which = numbers.below(9) as usize;
            match inputs.get(which) {
                Some(&input) => (input, values[which]),
                None => {
                    let value = numbers.below(ADDRESSES);
                    (terms.constant(WIDTH, value), value)
                }
            }
        };
        let extend =
            |forms: &mut Forms, terms: &mut TermTable, numbers: &mut Numbers, heaps: &mut Heaps| {
                for _ in 0..numbers.below(4) {
                    let (address, at) = operand(terms, numbers);
                    if numbers.below(3) == 0 {
                        forms.heap = heaps.free(forms.heap, address);
                        forms.table.free(terms, address);
                        forms.model.retain(|block| block.0 != at);
                    } else {
                        let bytes = 1 + numbers.below(3);
                        let size = terms.constant(WIDTH, bytes);
                        let possible = model_allocatable(&forms.model, at, bytes);
                        let said = heaps.allocatable(terms, forms.heap, address, size);
                        if forms.admissible {
                            let mut evaluator = Evaluator::new(terms, &assignment);
                            assert_eq!(evaluator.is_true(said), possible, "round {round}");
                        }
                        forms.admissible &= possible;
                        forms.heap = heaps.allocate(forms.heap, address, size);
                        let yes = terms.bool(true);
                        forms.table.blocks.push((address, size, yes));
                        forms.model.insert((at, bytes));
                    }
                }
            };
        extend(&mut forms, &mut terms, &mut numbers, &mut heaps);
        let mut other = forms.clone();
        extend(&mut forms, &mut terms, &mut numbers, &mut heaps);
        extend(&mut other, &mut terms, &mut numbers, &mut heaps);
        forms.heap = heaps.choose(&terms, condition, forms.heap, other.heap);
        forms.table = forms.table.choose(&mut terms, condition, &other.table);
        if taken == 0 {
            forms.model = other.model;
            forms.admissible = other.admissible;
        }
        extend(&mut forms, &mut terms, &mut numbers, &mut heaps);
        if !forms.admissible {
            continue;
        }
        admissible += 1;
        for _ in 0..8 {
            let (address, at) = operand(&mut terms, &mut numbers);
            let bytes = numbers.below(4);
            let size = terms.constant(WIDTH, bytes);
            let Forms {
                heap, table, model, ..
            } = &forms;
            let valid = heaps.is_valid(&mut terms, *heap, (address, size), ANYWHERE);
            let valid_by_table = table.is_valid(&mut terms, address, size);
            let access = (address, size);
            let valid_by_rules = is_valid_by_rules(&heaps, &mut terms, *heap, &[], access);
            let possible = heaps.allocatable(&mut terms, *heap, address, size);
            let possible_by_table = table.allocatable(&mut terms, address, size);
            let freed = heaps.can_be_freed(&mut terms, *heap, address);
            let length = heaps.size_at(&mut terms, *heap, address);
            let empty = heaps.is_empty(&mut terms, *heap);
            let mut evaluator = Evaluator::new(&terms, &assignment);
            let mut said = |term: Term| evaluator.is_true(term);
            let expected = model_valid(model, at, bytes);
            assert_eq!(
                [valid, valid_by_table, valid_by_rules].map(&mut said),
                [expected; 3]
            );
            let expected = model_allocatable(model, at, bytes);
            assert_eq!(
                (said(possible), said(possible_by_table)),
                (expected, expected)
            );
            let starts = model.iter().find(|block| block.0 == at);
            assert_eq!(said(freed), starts.is_some());
            assert_eq!(said(empty), model.is_empty());
            let size = evaluator.evaluate_u64(length);
            assert_eq!(size, starts.map_or(0, |block| block.1));
        }
    }
    assert!(admissible > 500, "only {admissible}");
}

#[test]
fn an_access_that_wraps_around_lies_in_no_block() {
    let mut terms = TermTable::new();
    let mut heaps = Heaps::new();
    let constant = |terms: &mut TermTable, value| terms.constant(32, value);
    let (base, size) = (
        constant(&mut terms, 0xffff_ff00),
        constant(&mut terms, 0xf0),
    );
    let heap = heaps.allocate(Heap::EMPTY, base, size);
    let four = constant(&mut terms, 4);
    for (address, expected) in [
        (0xffff_ffec, true),
        (0xffff_ffed, false),
        (0xffff_fffe, false),
    ] {
        let address = constant(&mut terms, address);
        let valid = heaps.is_valid(&mut terms, heap, (address, four), ANYWHERE);
        assert_eq!(terms.is_true(valid), expected);
        assert_eq!(terms.is_false(valid), !expected);
    }
}

#[test]
fn two_symbolic_blocks_are_apart_and_freed_room_is_used_again() {
    let mut terms = TermTable::new();
    let mut heaps = Heaps::new();
    let (p, q) = (terms.input("p", 32), terms.input("q", 32));
    let size = terms.constant(32, 8);
    let one = heaps.allocate(Heap::EMPTY, p, size);
    let same = heaps.allocatable(&mut terms, one, p, size);
    assert!(terms.is_false(same), "a block on another one");
    let freed = heaps.free(one, p);
    assert_eq!(freed, Heap::EMPTY);
    // Freed through another pointer, the block is gone where the pointers agree.
    let perhaps = heaps.free(one, q);
    let again = heaps.allocatable(&mut terms, perhaps, p, size);
    let mut assignment = Assignment::new();
    for (value, expected) in [(64, true), (65, false)] {
        assignment.set_u64(terms.input_id(p).unwrap(), 32, 64);
        assignment.set_u64(terms.input_id(q).unwrap(), 32, value);
        assert_eq!(Evaluator::new(&terms, &assignment).is_true(again), expected);
    }
}

#[test]
fn a_block_of_one_way_is_valid_under_its_condition() {
    let mut terms = TermTable::new();
    let mut heaps = Heaps::new();
    let condition = terms.input("c", 1);
    let (base, size) = (terms.constant(32, 0x1000), terms.constant(32, 16));
    let one = heaps.allocate(Heap::EMPTY, base, size);
    let both = heaps.choose(&terms, condition, one, Heap::EMPTY);
    let (address, four) = (terms.constant(32, 0x100c), terms.constant(32, 4));
    let valid = heaps.is_valid(&mut terms, both, (address, four), ANYWHERE);
    assert_eq!(valid, condition);
    assert_eq!(heaps.choose(&terms, condition, both, both), both);
    let left = heaps.is_empty(&mut terms, both);
    assert_eq!(left, terms.not(condition));
}

/// Each of many ways frees another block: the sets of blocks that may be gone are many, the conditions are not.
#[test]
fn blocks_that_some_of_many_ways_freed_cost_little() {
    let mut terms = TermTable::new();
    let mut heaps = Heaps::new();
    let size = terms.constant(32, 4);
    let blocks: Vec<Term> = (1..=200).map(|i| terms.constant(32, 64 * i)).collect();
    let mut heap = Heap::EMPTY;
    for &block in &blocks {
        heap = heaps.allocate(heap, block, size);
    }
    let conditions: Vec<Term> = (0..200).map(|i| terms.input(&format!("c{i}"), 1)).collect();
    for (&block, &condition) in blocks.iter().zip(&conditions) {
        let freed = heaps.free(heap, block);
        heap = heaps.choose(&terms, condition, freed, heap);
    }
    for (&block, &condition) in blocks.iter().zip(&conditions) {
        let valid = heaps.is_valid(&mut terms, heap, (block, size), ANYWHERE);
        assert_eq!(valid, terms.not(condition));
    }
    assert!(terms.len() < 2000, "{} terms", terms.len());
}
