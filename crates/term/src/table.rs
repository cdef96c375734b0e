//! The table of all terms of one worker: an arena of nodes, shared by hashing before anything is stored.
//!
//! A node is looked up as it stands first: a term that exists needs one probe and no allocation. Only a node that is
//! new runs through the rules of its kind (see [`crate::rules`]); if none applies, it is stored. Nodes hold handles,
//! so dropping a table frees a few vectors, whatever the depth of its terms.

use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};

use crate::bits::Bits;
use crate::evaluate::Remembered;
use crate::literal::{MemoryLiteral, Run};
use crate::node::{InputId, Kind, Node, Sort, Term, fold_multiply};
use crate::notes::Pages;
use crate::ops::mask;
use crate::rules::{self, Rule, RuleId, RuleSet};
use crate::support::Support;

/// What is known about an input.
#[derive(Clone, Debug)]
pub struct InputInfo {
    /// The name given at creation; not necessarily unique.
    pub name: String,
    /// What values it has.
    pub sort: Sort,
    /// The term that stands for it.
    pub term: Term,
}

/// Rules apply at most this deep inside each other; deeper constructions are stored as they stand (constants still
/// fold). This bounds the stack whatever the rules do.
const NESTING_LIMIT: u32 = 512;

/// All terms of one worker. See the [crate documentation](crate).
#[derive(Clone)]
pub struct TermTable {
    pub(crate) nodes: Vec<Node>,
    /// The rank of each term, which says what it looks like, whatever else is in the table.
    ranks: Vec<Rank>,
    index: HashTable<u32>,
    wide: Vec<Bits>,
    wide_index: FxHashMap<Bits, u32>,
    inputs: Vec<InputInfo>,
    literals: Vec<MemoryLiteral>,
    literal_index: FxHashMap<MemoryLiteral, u32>,
    support: Support,
    pub(crate) enabled: rules::Enabled,
    firings: Vec<u64>,
    nesting: u32,
    pub(crate) pages: Pages,
    /// How many terms were asked for, and how many sets of values of terms were computed.
    built: u64,
    sets: Cell<u64>,
    pub(crate) remembered: Remembered,
    /// Whether there are float terms.
    pub(crate) floats: bool,
    /// Whether one of them has no circuit but an enclosure.
    pub(crate) enclosures: bool,
    /// The circuits of float terms that have been asked for.
    pub(crate) circuits: FxHashMap<Term, Term>,
}

impl Default for TermTable {
    fn default() -> Self {
        Self::new()
    }
}

impl TermTable {
    /// An empty table with all rules on.
    pub fn new() -> Self {
        let mut table = Self {
            nodes: Vec::new(),
            ranks: Vec::new(),
            index: HashTable::new(),
            wide: Vec::new(),
            wide_index: FxHashMap::default(),
            inputs: Vec::new(),
            literals: Vec::new(),
            literal_index: FxHashMap::default(),
            support: Support::default(),
            enabled: rules::all_enabled(),
            firings: vec![0; rules::all().len()],
            nesting: 0,
            pages: Pages::default(),
            built: 0,
            sets: Cell::new(0),
            remembered: Remembered::default(),
            floats: false,
            enclosures: false,
            circuits: FxHashMap::default(),
        };
        // Terms 0 and 1 are the Boolean constants.
        table.constant(1, 0);
        table.constant(1, 1);
        table
    }

    /// An empty table with all rules off (constants do not fold either): constructors store what they are given.
    pub fn without_rules() -> Self {
        let mut table = Self::new();
        table.enabled = rules::none_enabled();
        table
    }

    /// The number of terms stored.
    #[inline]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many terms were asked for so far, the known ones, too: what constructing costs.
    pub fn constructions(&self) -> u64 {
        self.built
    }

    /// How many sets of values of terms were computed so far, as who computes them [tells](Self::count_sets).
    pub fn sets(&self) -> u64 {
        self.sets.get()
    }

    /// Counts sets of values that were computed for terms.
    pub fn count_sets(&self, count: u64) {
        self.sets.set(self.sets.get() + count);
    }

    /// How many values of terms were computed so far, under whatever assignments: what evaluation costs, whoever asked.
    pub fn evaluations(&self) -> u64 {
        self.pages.noted()
    }

    /// Whether no terms are stored (never: the Boolean constants are).
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node of a term.
    #[inline(always)]
    pub fn node(&self, term: Term) -> Node {
        self.nodes[term.index()]
    }

    /// The operator of a term.
    #[inline(always)]
    pub fn kind(&self, term: Term) -> Kind {
        self.nodes[term.index()].kind
    }

    /// The sort of a term.
    #[inline(always)]
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term.index()].sort()
    }

    /// The width in bits; of an element for memories.
    #[inline(always)]
    pub fn width(&self, term: Term) -> u32 {
        self.nodes[term.index()].width
    }

    /// The value of a constant of at most 64 bits.
    #[inline(always)]
    pub fn as_u64(&self, term: Term) -> Option<u64> {
        let node = &self.nodes[term.index()];
        (node.kind == Kind::Constant && node.width <= 64)
            .then_some(node.a as u64 | (node.b as u64) << 32)
    }

    /// The value of a constant of any width.
    pub fn as_constant(&self, term: Term) -> Option<Bits> {
        let node = &self.nodes[term.index()];
        match node.kind {
            Kind::Constant if node.width <= 64 => {
                Some(Bits::new(node.width, node.a as u64 | (node.b as u64) << 32))
            }
            Kind::Constant => self.wide.get(node.a as usize).cloned(),
            _ => None,
        }
    }

    /// Whether the term is the constant 1 of width 1.
    #[inline(always)]
    pub fn is_true(&self, term: Term) -> bool {
        term == self.true_()
    }

    /// Whether the term is the constant 0 of width 1.
    #[inline(always)]
    pub fn is_false(&self, term: Term) -> bool {
        term == self.false_()
    }

    /// The constant `value` modulo 2^`width`.
    #[inline]
    pub fn constant(&mut self, width: u32, value: u64) -> Term {
        if width > 64 {
            return self.constant_bits(Bits::new(width, value));
        }
        assert!(width > 0, "a constant has at least one bit");
        let value = value & mask(width);
        self.store(Node::new(
            Kind::Constant,
            width,
            value as u32,
            (value >> 32) as u32,
            0,
        ))
    }

    /// The constant of this value.
    pub fn constant_bits(&mut self, value: Bits) -> Term {
        let width = value.width();
        if width <= 64 {
            return self.constant(width, value.word(0));
        }
        let number = match self.wide_index.get(&value) {
            Some(&number) => number,
            None => {
                let number = self.wide.len() as u32;
                self.wide.push(value.clone());
                self.wide_index.insert(value, number);
                number
            }
        };
        self.store(Node::new(Kind::Constant, width, number, 0, 0))
    }

    /// The Boolean constant.
    #[inline(always)]
    pub fn bool(&mut self, value: bool) -> Term {
        Term(value as u32)
    }

    /// The constant 1 of width 1.
    #[inline(always)]
    pub fn true_(&self) -> Term {
        Term(1)
    }

    /// The constant 0 of width 1.
    #[inline(always)]
    pub fn false_(&self) -> Term {
        Term(0)
    }

    /// A fresh free variable of `width` bits (at least 1). Each call makes another one, whatever the name.
    pub fn input(&mut self, name: &str, width: u32) -> Term {
        assert!(width > 0, "an input has at least one bit");
        self.fresh_input(name, Node::new(Kind::Input, width, 0, 0, 0))
    }

    /// A fresh memory of unknown contents. Widths are 1 to 64.
    pub fn memory_input(&mut self, name: &str, index_width: u32, element_width: u32) -> Term {
        self.fresh_input(
            name,
            memory_node(Kind::MemoryInput, index_width, element_width, 0),
        )
    }

    fn fresh_input(&mut self, name: &str, node: Node) -> Term {
        let number = self.inputs.len() as u32;
        self.inputs.push(InputInfo {
            name: name.to_owned(),
            sort: node.sort(),
            term: Term(self.nodes.len() as u32),
        });
        self.store(Node { a: number, ..node })
    }

    /// A memory with `contents` at indices 0, 1, 2, ... and `default` elsewhere. Widths are 1 to 64; elements are taken
    /// modulo 2^`element_width`.
    pub fn memory_literal(
        &mut self,
        index_width: u32,
        element_width: u32,
        contents: Rc<[u64]>,
        default: u64,
    ) -> Term {
        let fits = |&element: &u64| element <= mask(element_width);
        let contents = if contents.iter().all(fits) {
            contents
        } else {
            contents
                .iter()
                .map(|element| element & mask(element_width))
                .collect()
        };
        let runs = match contents.is_empty() {
            true => Rc::from([]),
            false => Rc::from([Run::new(0, contents)]),
        };
        self.memory_runs(index_width, element_width, runs, default)
    }

    /// A memory with the elements of `runs`, which do not overlap, are ordered by index and fit their widths, and `default` elsewhere.
    pub fn memory_runs(
        &mut self,
        index_width: u32,
        element_width: u32,
        runs: Rc<[Run]>,
        default: u64,
    ) -> Term {
        let node = memory_node(Kind::MemoryLiteral, index_width, element_width, 0);
        let literal = MemoryLiteral {
            index_width,
            element_width,
            runs,
            default: default & mask(element_width),
        };
        let number = match self.literal_index.get(&literal) {
            Some(&number) => number,
            None => {
                let number = self.literals.len() as u32;
                self.literals.push(literal.clone());
                self.literal_index.insert(literal, number);
                number
            }
        };
        self.store(Node { a: number, ..node })
    }

    /// The contents of a [`Kind::MemoryLiteral`].
    pub fn literal(&self, term: Term) -> Option<&MemoryLiteral> {
        let node = self.node(term);
        (node.kind == Kind::MemoryLiteral).then(|| &self.literals[node.a as usize])
    }

    /// The input that a term stands for.
    pub fn input_id(&self, term: Term) -> Option<InputId> {
        let node = self.node(term);
        matches!(node.kind, Kind::Input | Kind::MemoryInput).then(|| node.input())
    }

    /// The number of inputs created.
    pub fn input_count(&self) -> usize {
        self.inputs.len()
    }

    /// The term of an input.
    pub fn input_term(&self, input: InputId) -> Term {
        self.inputs[input.index()].term
    }

    /// Name, sort and term of an input.
    pub fn input_info(&self, input: InputId) -> &InputInfo {
        &self.inputs[input.index()]
    }

    /// The inputs (including memories) that `root` mentions, sorted. Remembered for later calls.
    pub fn inputs_of(&mut self, root: Term) -> Rc<[InputId]> {
        self.support.inputs_of(&self.nodes, root)
    }

    /// All rewrite rules, in the order of their ids.
    pub fn rules() -> &'static [Rule] {
        rules::all()
    }

    /// Switches a rule on or off for the nodes stored from now on. Terms built before stay as they are.
    pub fn set_rule(&mut self, rule: RuleId, enabled: bool) {
        rules::set_rule(&mut self.enabled, rule, enabled);
    }

    /// The rules that are on.
    pub fn rules_on(&self) -> RuleSet {
        RuleSet(self.enabled)
    }

    /// Switches on these rules and no others, for the nodes stored from now on.
    pub fn set_rules(&mut self, rules: &RuleSet) {
        self.enabled = rules.0;
    }

    /// How often each rule has been applied, by rule id.
    pub fn rule_firings(&self) -> &[u64] {
        &self.firings
    }

    /// The term of `node` in normal form: found, rewritten or stored.
    #[inline]
    pub(crate) fn build(&mut self, node: Node) -> Term {
        self.built += 1;
        let hash = node.hash();
        match self.find(&node, hash) {
            Some(term) => term,
            None => self.rewrite_or_insert(node, hash),
        }
    }

    fn rewrite_or_insert(&mut self, node: Node, hash: u64) -> Term {
        let enabled = if self.nesting < NESTING_LIMIT {
            self.enabled[node.kind as usize]
        } else {
            self.enabled[node.kind as usize] & rules::FOLDING
        };
        self.nesting += 1;
        let rewritten = rules::rewrite(self, node, enabled);
        self.nesting -= 1;
        match rewritten {
            Some((term, rule)) => {
                self.firings[rule.index()] += 1;
                term
            }
            None => self.insert(node, hash),
        }
    }

    /// What a rule makes of a term that is stored as it stands, since the rule was off or the term too deep when it was built.
    pub(crate) fn rewrite_stored(&mut self, term: Term) -> Option<Term> {
        let node = self.node(term);
        let (result, rule) = rules::rewrite(self, node, self.enabled[node.kind as usize])?;
        if result == term {
            return None;
        }
        self.firings[rule.index()] += 1;
        Some(result)
    }

    /// The term of `node` as it stands: found or stored, without rules.
    #[inline]
    fn store(&mut self, node: Node) -> Term {
        let hash = node.hash();
        match self.find(&node, hash) {
            Some(term) => term,
            None => self.insert(node, hash),
        }
    }

    #[inline(always)]
    fn find(&self, node: &Node, hash: u64) -> Option<Term> {
        self.index
            .find(hash, |&at| self.nodes[at as usize] == *node)
            .map(|&at| Term(at))
    }

    /// Adds `node`, which must not be stored yet. A rule that fails may have stored other nodes, never this one: asking
    /// for it would have run the same rule again.
    fn insert(&mut self, node: Node, hash: u64) -> Term {
        let at = u32::try_from(self.nodes.len()).expect("a table holds at most 2^32 terms");
        let rank = self.rank_of(&node);
        self.ranks.push(rank);
        self.nodes.push(node);
        let nodes = &self.nodes;
        self.index
            .insert_unique(hash, at, |&at| nodes[at as usize].hash());
        Term(at)
    }

    fn rank_of(&self, node: &Node) -> Rank {
        let own = match node.kind {
            Kind::Input | Kind::MemoryInput => hash_of(&self.inputs[node.a as usize].name),
            Kind::MemoryLiteral => hash_of(&self.literals[node.a as usize]),
            Kind::Constant if node.width > 64 => hash_of(&self.wide[node.a as usize]),
            _ => {
                let ranks = node.children().map(|child| self.ranks[child.index()]);
                return Rank::of(node, ranks, 0);
            }
        };
        Rank::of(node, std::iter::empty(), own)
    }

    /// Whether the operands of a commutative operator are to be exchanged: constants are last, else what is less deep is first, inputs by name, and
    /// among others what their hashes say. So tables that were filled in another order build the same terms, as long as no two inputs have
    /// one name.
    #[inline]
    pub(crate) fn is_behind(&self, a: Term, b: Term) -> bool {
        let (first, second) = (self.nodes[a.index()], self.nodes[b.index()]);
        let is_constant = |node: Node| node.kind == Kind::Constant;
        if first.kind == Kind::Input && second.kind == Kind::Input {
            let name = |node: Node| self.inputs[node.a as usize].name.as_str();
            return (name(first), a) > (name(second), b);
        }
        let rank = |term: Term| self.ranks[term.index()];
        (is_constant(first), rank(a), a) > (is_constant(second), rank(b), b)
    }
}

/// How deep a term is (16 bits, at most 65,535), and a hash of what it looks like (48 bits).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(u64);

impl Rank {
    const HASH: u32 = 48;

    /// The rank of a node with operands of these ranks; `own` is a hash of what its fields only number.
    #[inline]
    fn of(node: &Node, operands: impl Iterator<Item = Rank>, own: u64) -> Rank {
        let mut depth = 0;
        let mut hash = node.hash_without_operands() ^ own;
        for operand in operands {
            depth = depth.max(1 + (operand.0 >> Rank::HASH));
            hash = fold_multiply(hash ^ operand.0, 0xd6e8_feb8_6659_fd93);
        }
        let depth = depth.min(u64::from(u16::MAX));
        Rank(depth << Rank::HASH | hash >> (u64::BITS - Rank::HASH))
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    fold_multiply(hasher.finish(), 0x9e37_79b9_7f4a_7c15)
}

pub(crate) fn memory_node(kind: Kind, index_width: u32, element_width: u32, a: u32) -> Node {
    assert!(
        (1..=64).contains(&index_width),
        "memory indices have 1 to 64 bits"
    );
    assert!(
        (1..=64).contains(&element_width),
        "memory elements have 1 to 64 bits"
    );
    Node {
        index_width: index_width as u8,
        ..Node::new(kind, element_width, a, 0, 0)
    }
}
