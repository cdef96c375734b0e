//! Arrays as elements, indices, arguments and results: a number stands for each.
//!
//! * Where a sort has so few arrays that their elements fit side by side into [`EXACT`] bits, **the number is the elements**, that at
//!   index 0 lowest. Nothing more has to be said.
//! * All other sorts have more arrays than there are numbers of 64 bits, and no script has so many: there, numbers are inputs or elements
//!   that are **equal iff the arrays are** (`Numbered` of `reduction.rs`), as names of wide indices are.
//!
//! So elements of an outer array are compared, stored and passed on as numbers, and only `select` from an inner one asks for its memory.

use everypath_term::{Term, TermTable};
use rustc_hash::FxHashMap;

use crate::reader::Texts;
use crate::reduction::{Atom, From, Numbered, Reduction};
use crate::sorts::{ArraySort, MEMORY_WIDTH, Scalar, Slices, Sort};

/// The elements of an array are its number if they have at most so many bits together.
pub const EXACT: u32 = 63;

/// The sorts of arrays that are elements, indices, arguments or results.
#[derive(Default, Debug)]
pub struct Nested {
    sorts: Vec<(Scalar, Scalar)>,
    numbers: FxHashMap<(Scalar, Scalar), ArraySort>,
}

impl Nested {
    /// The sort of what stands for values of a sort: itself, or numbers of arrays.
    pub fn scalar(&mut self, texts: &mut Texts, sort: Sort) -> Scalar {
        let (index, element) = match sort {
            Sort::Scalar(scalar) => return scalar,
            Sort::Array { index, element } => (index, element),
        };
        if let Some(&known) = self.numbers.get(&(index, element)) {
            return Scalar::Array(known);
        }
        let new = ArraySort {
            number: self.sorts.len() as u32,
            width: exact_width(index, element).unwrap_or(MEMORY_WIDTH),
            text: texts.intern(&sort.print(texts)),
        };
        self.sorts.push((index, element));
        self.numbers.insert((index, element), new);
        Scalar::Array(new)
    }

    /// The sorts of indices and elements.
    pub fn parts(&self, sort: ArraySort) -> (Scalar, Scalar) {
        self.sorts[sort.number as usize]
    }

    /// The sort of the values that this one stands for.
    pub fn sort(&self, scalar: Scalar) -> Sort {
        match scalar {
            Scalar::Bool
            | Scalar::Bits(_)
            | Scalar::Float(_)
            | Scalar::Rounding
            | Scalar::Declared(_) => Sort::Scalar(scalar),
            Scalar::Array(sort) => {
                let (index, element) = self.parts(sort);
                Sort::Array { index, element }
            }
        }
    }
}

/// How many bits all elements have together, if that is few.
fn exact_width(index: Scalar, element: Scalar) -> Option<u32> {
    let count = 1u32.checked_shl(index.width())?;
    let width = count.checked_mul(element.width())?;
    (width <= EXACT).then_some(width)
}

impl ArraySort {
    /// Whether the number of an array is its elements.
    pub fn is_exact(self) -> bool {
        self.width <= EXACT
    }
}

impl Reduction {
    /// The number of an array with indices of `index_width` bits.
    pub fn number_of(
        &mut self,
        table: &mut TermTable,
        sort: ArraySort,
        index_width: u32,
        slices: &Slices,
    ) -> Term {
        let key = (sort.number, slices.clone());
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        let number = if sort.is_exact() {
            let slice = slices[0];
            let element = |table: &mut TermTable, at: u64| {
                let index = table.constant(index_width, at);
                self.read(table, slice, index)
            };
            let lowest = element(table, 0);
            (1..1u64 << index_width).fold(lowest, |low, at| {
                let high = element(table, at);
                table.concat(high, low)
            })
        } else {
            table.input("array", sort.width)
        };
        self.pair(table, sort, number, slices.clone(), From::Array);
        number
    }

    /// The array that a number stands for: memories with indices of `index_width` bits and elements of these widths.
    pub fn array_of(
        &mut self,
        table: &mut TermTable,
        sort: ArraySort,
        number: Term,
        index_width: u32,
        widths: &[u32],
    ) -> Slices {
        if let Some(slices) = self.arrays.get(&(sort.number, number)) {
            return slices.clone();
        }
        let slices: Slices = if sort.is_exact() {
            let width = widths[0];
            let mut memory = table.memory_literal(index_width, width, std::rc::Rc::from([]), 0);
            for at in 0..1u32 << index_width {
                let index = table.constant(index_width, u64::from(at));
                let element = table.extract(number, (at + 1) * width - 1, at * width);
                memory = table.write(memory, index, element);
            }
            Slices::from_buf([memory])
        } else {
            let memories = widths.iter();
            memories
                .map(|&width| table.memory_input("element", index_width, width))
                .collect()
        };
        self.pair(table, sort, number, slices.clone(), From::Number);
        slices
    }

    /// Notes that a number stands for an array.
    fn pair(
        &mut self,
        table: &TermTable,
        sort: ArraySort,
        number: Term,
        slices: Slices,
        from: From,
    ) {
        self.numbers.insert((sort.number, slices.clone()), number);
        self.arrays.insert((sort.number, number), slices.clone());
        if sort.is_exact() {
            return;
        }
        let inputs = match from {
            From::Array => Slices::from_buf([number]),
            From::Number => slices.clone(),
        };
        let numbered = Numbered {
            sort,
            number,
            slices,
            from,
        };
        self.add(table, &inputs, Atom::Numbered(numbered));
    }

    /// What numbers of arrays mean: of any two, they are equal iff the arrays are. The equalities that this takes become atoms.
    pub fn number_constraints(
        &mut self,
        table: &mut TermTable,
        atoms: &mut Vec<usize>,
        constraints: &mut Vec<Term>,
    ) {
        let numbered = atoms.iter().filter_map(|&at| match &self.atoms[at] {
            Atom::Numbered(it) => Some(it.clone()),
            Atom::Equality(_) | Atom::Constant(_) | Atom::Application(_) | Atom::Name(_) => None,
        });
        let numbered: Vec<Numbered> = numbered.collect();
        for (at, a) in numbered.iter().enumerate() {
            for b in numbered[..at].iter().filter(|b| b.sort == a.sort) {
                let mut equal = table.true_();
                for (&left, &right) in a.slices.iter().zip(&b.slices) {
                    let same = self.equal(table, left, right);
                    let atom = table.input_id(same).and_then(|id| self.atom_of(id));
                    atoms.extend(atom);
                    equal = table.and(equal, same);
                }
                let same = table.eq(a.number, b.number);
                constraints.push(table.eq(same, equal));
            }
        }
        atoms.sort_unstable();
        atoms.dedup();
    }
}
