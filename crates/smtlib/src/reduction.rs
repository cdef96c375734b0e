//! What terms do not have, as inputs with constraints on them: equality of arrays, arrays of one element that is no constant,
//! functions, and indices that are wider than those of memories.
//!
//! Reading a script makes an input for each such thing at once, an *atom*; what it means is said when a set of assertions is about to be
//! checked, over those atoms and indices that occur there.
//!
//! * **Equality** of arrays a and b is an input e of width 1. If e is 0 they differ at an input k of its own, the witness; if it is 1
//!   they agree at every index that matters: those of all accesses to memories of these widths, the witnesses, and one further input,
//!   λ, which differs from all of them. A memory then has its element at λ wherever no index that matters lies, and so arrays that agree at λ
//!   agree there. Where the widths leave no room for λ, all indices matter. (The index set is that of A. R. Bradley, Z. Manna,
//!   H. B. Sipma: "What's Decidable About Arrays?" (2006), section 4; λ is theirs, too.)
//! * **An array of one element** v is a memory input that has v at every index that matters, and elsewhere.
//! * **A function** applied to arguments is an input for each list of arguments; equal arguments give equal results (W. Ackermann:
//!   "Solvable Cases of the Decision Problem" (1954)).
//! * **A wide index** has a name of 64 bits; names are equal iff the indices are. No script has 2^64 indices.
//! * **An array within another** has a number; see [`crate::nested`].

use everypath_term::{InputId, Kind, Sort, Term, TermTable};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::sorts::{ArraySort, MEMORY_WIDTH, Slices};

/// At most so many indices are listed instead of having a λ, even where there are fewer that matter.
const SMALL_DOMAIN: u64 = 8;

/// Widths of indices and elements of memories.
pub type Widths = (u32, u32);

/// Equality of two memories.
#[derive(Clone, Copy, Debug)]
pub struct Equality {
    /// The input that says whether they are equal.
    pub atom: Term,
    /// A memory.
    pub left: Term,
    /// Another one.
    pub right: Term,
    /// Where they differ, if they do.
    pub witness: Term,
}

/// A memory with the same element everywhere.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// The memory input.
    pub atom: Term,
    /// The element.
    pub element: Term,
}

/// A function with arguments.
#[derive(Clone, Debug)]
pub struct Application {
    /// The input that is the result.
    pub atom: Term,
    /// The number of the function.
    pub function: u32,
    /// The arguments.
    pub arguments: Vec<Term>,
}

/// The name of a wide index.
#[derive(Clone, Copy, Debug)]
pub struct Name {
    /// The input that is the name.
    pub atom: Term,
    /// The index.
    pub index: Term,
}

/// Which of the two came first; the other is an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum From {
    /// The array, which was stored or passed on.
    Array,
    /// The number, which was an element or a result.
    Number,
}

/// The number of an array.
#[derive(Clone, Debug)]
pub struct Numbered {
    /// The sort of the array.
    pub sort: ArraySort,
    /// The number.
    pub number: Term,
    /// The array.
    pub slices: Slices,
    /// Which of the two came first.
    pub from: From,
}

/// One of the things that terms do not have.
#[derive(Clone, Debug)]
pub enum Atom {
    /// Equality of memories.
    Equality(Equality),
    /// A memory with the same element everywhere.
    Constant(Constant),
    /// A function with arguments.
    Application(Application),
    /// The name of a wide index.
    Name(Name),
    /// The number of an array.
    Numbered(Numbered),
}

impl Atom {
    /// The terms that it is about.
    pub fn terms(&self) -> Vec<Term> {
        match self {
            Atom::Equality(it) => vec![it.left, it.right, it.witness],
            Atom::Constant(it) => vec![it.element],
            Atom::Application(it) => it.arguments.clone(),
            Atom::Name(it) => vec![it.index],
            Atom::Numbered(it) => {
                let mut terms = it.slices.to_vec();
                terms.push(it.number);
                terms
            }
        }
    }
}

/// The atoms of a script.
#[derive(Default, Debug)]
pub struct Reduction {
    /// All atoms, each after those it is about.
    pub atoms: Vec<Atom>,
    by_input: FxHashMap<InputId, usize>,
    equalities: FxHashMap<(Term, Term), Term>,
    constants: FxHashMap<(u32, Term), Term>,
    applications: FxHashMap<(u32, Vec<Term>), Term>,
    names: FxHashMap<Term, Term>,
    /// The numbers of arrays, by sort.
    pub(crate) numbers: FxHashMap<(u32, Slices), Term>,
    /// The arrays of numbers, by sort.
    pub(crate) arrays: FxHashMap<(u32, Term), Slices>,
    outsiders: FxHashMap<Widths, Term>,
}

/// Which indices of memories of some widths matter.
#[derive(Clone, Debug, Default)]
pub struct Indices {
    /// The indices.
    pub terms: Vec<Term>,
    /// An index that is none of them; none if `terms` are all that exist.
    pub outsider: Option<Term>,
}

/// What matters for some assertions.
#[derive(Clone, Debug, Default)]
pub struct Relevant {
    /// The atoms that occur, by number.
    pub atoms: Vec<usize>,
    /// The memory inputs that occur and are no atoms.
    pub memories: Vec<Term>,
    /// The indices that matter, for widths with equalities or constants.
    pub indices: Vec<(Widths, Indices)>,
}

impl Relevant {
    /// The indices that matter for memories of these widths, if any equality or constant has them.
    pub fn indices_of(&self, widths: Widths) -> Option<&Indices> {
        let found = self.indices.iter().find(|(other, _)| *other == widths);
        found.map(|(_, indices)| indices)
    }
}

/// The widths of a memory.
pub fn widths(table: &TermTable, memory: Term) -> Widths {
    match table.sort(memory) {
        Sort::Memory { index, element } => (index, element),
        Sort::Bits(width) => (0, width),
    }
}

impl Reduction {
    /// Notes an atom, and that these inputs are it.
    pub(crate) fn add(&mut self, table: &TermTable, inputs: &[Term], atom: Atom) {
        for id in inputs.iter().filter_map(|&input| table.input_id(input)) {
            self.by_input.insert(id, self.atoms.len());
        }
        self.atoms.push(atom);
    }

    /// The atom that an input is.
    pub fn atom_of(&self, input: InputId) -> Option<usize> {
        self.by_input.get(&input).copied()
    }

    /// Whether two memories of the same widths are equal, as a term.
    pub fn equal(&mut self, table: &mut TermTable, left: Term, right: Term) -> Term {
        if left == right {
            return table.true_();
        }
        let (left, right) = (left.min(right), left.max(right));
        if let Some(&atom) = self.equalities.get(&(left, right)) {
            return atom;
        }
        let atom = table.input("equal", 1);
        let witness = table.input("witness", widths(table, left).0);
        let equality = Equality {
            atom,
            left,
            right,
            witness,
        };
        self.add(table, &[atom], Atom::Equality(equality));
        self.equalities.insert((left, right), atom);
        atom
    }

    /// A memory with one element everywhere.
    pub fn constant(&mut self, table: &mut TermTable, index_width: u32, element: Term) -> Term {
        let width = table.width(element);
        if let Some(value) = table.as_u64(element) {
            return table.memory_literal(index_width, width, std::rc::Rc::from([]), value);
        }
        if let Some(&atom) = self.constants.get(&(index_width, element)) {
            return atom;
        }
        let atom = table.memory_input("constant", index_width, width);
        self.add(table, &[atom], Atom::Constant(Constant { atom, element }));
        self.constants.insert((index_width, element), atom);
        atom
    }

    /// A function, of this width, of some arguments.
    pub fn apply(
        &mut self,
        table: &mut TermTable,
        function: u32,
        name: &str,
        arguments: Vec<Term>,
        width: u32,
    ) -> Term {
        let key = (function, arguments);
        if let Some(&atom) = self.applications.get(&key) {
            return atom;
        }
        let atom = table.input(name, width);
        let application = Application {
            atom,
            function,
            arguments: key.1.clone(),
        };
        self.add(table, &[atom], Atom::Application(application));
        self.applications.insert(key, atom);
        atom
    }

    /// An index for memories: itself, or its name.
    pub fn index(&mut self, table: &mut TermTable, index: Term) -> Term {
        if table.width(index) <= MEMORY_WIDTH {
            return index;
        }
        if let Some(&atom) = self.names.get(&index) {
            return atom;
        }
        let atom = table.input("name", MEMORY_WIDTH);
        self.add(table, &[atom], Atom::Name(Name { atom, index }));
        self.names.insert(index, atom);
        atom
    }

    /// The element of a memory at an index. One of a constant is known at once.
    pub fn read(&self, table: &mut TermTable, memory: Term, index: Term) -> Term {
        let constant = table
            .input_id(memory)
            .and_then(|input| self.atom_of(input))
            .map(|number| &self.atoms[number]);
        match constant {
            Some(Atom::Constant(constant)) => constant.element,
            _ => table.read(memory, index),
        }
    }

    /// The atoms below some terms, each after those it is about; and the terms themselves that are memory inputs or accesses.
    pub fn below(&self, table: &TermTable, roots: &[Term]) -> (Vec<usize>, Vec<Term>) {
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut stack: Vec<Term> = roots.to_vec();
        let (mut atoms, mut memories) = (Vec::new(), Vec::new());
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            let node = table.node(term);
            match node.kind {
                Kind::Input | Kind::MemoryInput => match self.atom_of(node.input()) {
                    Some(atom) => {
                        atoms.push(atom);
                        stack.extend(self.atoms[atom].terms());
                        let open = matches!(&self.atoms[atom], Atom::Numbered(_));
                        if open && node.kind == Kind::MemoryInput {
                            memories.push(term);
                        }
                    }
                    None if node.kind == Kind::MemoryInput => memories.push(term),
                    None => {}
                },
                Kind::Read | Kind::Write => memories.push(term),
                _ => {}
            }
            stack.extend(node.children());
        }
        atoms.sort_unstable();
        atoms.dedup();
        memories.sort_unstable();
        (atoms, memories)
    }

    /// What matters for some assertions, and the constraints that say what the atoms in them mean.
    pub fn constraints(&mut self, table: &mut TermTable, roots: &[Term]) -> (Relevant, Vec<Term>) {
        if self.atoms.is_empty() {
            return (Relevant::default(), Vec::new());
        }
        let (atoms, memories) = self.below(table, roots);
        let mut relevant = Relevant {
            atoms,
            ..Relevant::default()
        };
        let mut constraints = Vec::new();
        self.number_constraints(table, &mut relevant.atoms, &mut constraints);
        self.name_constraints(table, &relevant.atoms, &mut constraints);
        self.function_constraints(table, &relevant.atoms, &mut constraints);
        self.collect_indices(table, &mut relevant, memories, &mut constraints);
        for &number in &relevant.atoms {
            match self.atoms[number].clone() {
                Atom::Equality(it) => {
                    let widths = widths(table, it.left);
                    let mut parts = Vec::new();
                    for index in indices(&relevant, widths) {
                        let (a, b) = (
                            self.read(table, it.left, index),
                            self.read(table, it.right, index),
                        );
                        let same = table.eq(a, b);
                        parts.push(table.implies(it.atom, same));
                    }
                    let (a, b) = (
                        self.read(table, it.left, it.witness),
                        self.read(table, it.right, it.witness),
                    );
                    let differ = table.ne(a, b);
                    parts.push(table.or(it.atom, differ));
                    constraints.extend(parts);
                }
                Atom::Constant(it) => {
                    for index in indices(&relevant, widths(table, it.atom)) {
                        let element = table.read(it.atom, index);
                        constraints.push(table.eq(element, it.element));
                    }
                }
                Atom::Application(_) | Atom::Name(_) | Atom::Numbered(_) => {}
            }
        }
        let mut seen = FxHashSet::default();
        constraints.retain(|&term| !table.is_true(term) && seen.insert(term));
        (relevant, constraints)
    }

    /// Which indices matter, and that each λ is another one.
    fn collect_indices(
        &mut self,
        table: &mut TermTable,
        relevant: &mut Relevant,
        memories: Vec<Term>,
        constraints: &mut Vec<Term>,
    ) {
        let mut concerned: Vec<Widths> = Vec::new();
        let mut found: FxHashMap<Widths, Vec<Term>> = FxHashMap::default();
        for &number in &relevant.atoms {
            match &self.atoms[number] {
                Atom::Equality(it) => {
                    let widths = widths(table, it.left);
                    concerned.push(widths);
                    found.entry(widths).or_default().push(it.witness);
                }
                Atom::Constant(it) => concerned.push(widths(table, it.atom)),
                Atom::Application(_) | Atom::Name(_) | Atom::Numbered(_) => {}
            }
        }
        concerned.sort_unstable();
        concerned.dedup();
        for term in memories {
            let node = table.node(term);
            match node.kind {
                Kind::Read | Kind::Write => {
                    let widths = widths(table, node.first());
                    found.entry(widths).or_default().push(node.second());
                }
                _ => relevant.memories.push(term),
            }
        }
        for widths in concerned {
            let mut terms = found.remove(&widths).unwrap_or_default();
            terms.sort_unstable();
            terms.dedup();
            let size = 1u64.checked_shl(widths.0).filter(|_| widths.0 < 64);
            let outsider = match size {
                Some(size) if size <= SMALL_DOMAIN || size <= terms.len() as u64 => {
                    terms = (0..size)
                        .map(|index| table.constant(widths.0, index))
                        .collect();
                    None
                }
                _ => {
                    let outsider = *self
                        .outsiders
                        .entry(widths)
                        .or_insert_with(|| table.input("outside", widths.0));
                    for &term in &terms {
                        constraints.push(table.ne(outsider, term));
                    }
                    Some(outsider)
                }
            };
            relevant.indices.push((widths, Indices { terms, outsider }));
        }
    }

    fn name_constraints(
        &self,
        table: &mut TermTable,
        atoms: &[usize],
        constraints: &mut Vec<Term>,
    ) {
        let names = atoms.iter().filter_map(|&number| match self.atoms[number] {
            Atom::Name(name) => Some(name),
            _ => None,
        });
        let names: Vec<Name> = names.collect();
        for (at, a) in names.iter().enumerate() {
            for b in &names[..at] {
                if table.width(a.index) == table.width(b.index) {
                    let same = table.eq(a.index, b.index);
                    let named = table.eq(a.atom, b.atom);
                    constraints.push(table.eq(same, named));
                }
            }
        }
    }

    fn function_constraints(
        &self,
        table: &mut TermTable,
        atoms: &[usize],
        constraints: &mut Vec<Term>,
    ) {
        let mut by_function: FxHashMap<u32, Vec<&Application>> = FxHashMap::default();
        for &number in atoms {
            if let Atom::Application(it) = &self.atoms[number] {
                let earlier = by_function.entry(it.function).or_default();
                for other in earlier.iter() {
                    let mut same = table.true_();
                    for (&a, &b) in it.arguments.iter().zip(&other.arguments) {
                        let equal = table.eq(a, b);
                        same = table.and(same, equal);
                    }
                    let equal = table.eq(it.atom, other.atom);
                    constraints.push(table.implies(same, equal));
                }
                earlier.push(it);
            }
        }
    }
}

/// All indices that matter for memories of some widths, λ included.
fn indices(relevant: &Relevant, widths: Widths) -> Vec<Term> {
    let Some(indices) = relevant.indices_of(widths) else {
        return Vec::new();
    };
    indices
        .terms
        .iter()
        .copied()
        .chain(indices.outsider)
        .collect()
}
