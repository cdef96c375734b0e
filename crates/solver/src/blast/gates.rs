//! A graph of gates with structural hashing and constant propagation.
//!
//! An and-inverter graph (after Kuehlmann, Paruthi, Krohm, Ganai: "Robust Boolean Reasoning for Equivalence Checking
//! and Functional Property Verification", 2002) that keeps four more gates as they are instead of rediscovering them
//! when clauses are made: exclusive or, if-then-else, majority (a carry, and one step of a comparison) and the
//! conjunction of many operands (an equality of words). Complement is a bit of the literal, so it costs nothing.

use rustc_hash::FxHashMap;

use super::laws::Laws;
use super::literal::Lit;

/// What a gate computes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gate {
    /// The constant 0 (gate number 0 only).
    False,
    /// A free bit.
    Input,
    /// Conjunction of two.
    And(Lit, Lit),
    /// Exclusive or of two, neither complemented.
    Xor(Lit, Lit),
    /// The second where the first is 1, else the third; first and second are not complemented.
    Ite(Lit, Lit, Lit),
    /// What at least two of the three are.
    Majority(Lit, Lit, Lit),
    /// Conjunction of at least three: `length` operands from `start` of the side table.
    Conjunction {
        /// Position of the first operand.
        start: u32,
        /// Number of operands.
        length: u32,
    },
}

/// The graph. Operands of a gate have lower numbers than the gate.
#[derive(Debug)]
pub struct Gates {
    gates: Vec<Gate>,
    operands: Vec<Lit>,
    known: FxHashMap<Gate, u32>,
    known_conjunctions: FxHashMap<Box<[Lit]>, u32>,
    /// Clauses that follow from the gates.
    pub laws: Laws,
}

impl Default for Gates {
    fn default() -> Self {
        Self::new()
    }
}

impl Gates {
    /// A graph of the constant only.
    pub fn new() -> Self {
        Self {
            gates: vec![Gate::False],
            operands: Vec::new(),
            known: FxHashMap::default(),
            known_conjunctions: FxHashMap::default(),
            laws: Laws::default(),
        }
    }

    /// The number of gates, the constant and free bits included.
    pub fn count(&self) -> usize {
        self.gates.len()
    }

    /// What gate number `gate` computes.
    #[inline]
    pub fn gate(&self, gate: usize) -> Gate {
        self.gates[gate]
    }

    /// The operands of a conjunction.
    #[inline]
    pub fn conjuncts(&self, start: u32, length: u32) -> &[Lit] {
        &self.operands[start as usize..(start + length) as usize]
    }

    /// What a gate is computed from, in order.
    #[inline]
    pub fn operands(&self, gate: Gate) -> impl Iterator<Item = Lit> + '_ {
        let (few, many): ([Option<Lit>; 3], &[Lit]) = match gate {
            Gate::False | Gate::Input => ([None; 3], &[]),
            Gate::And(a, b) | Gate::Xor(a, b) => ([Some(a), Some(b), None], &[]),
            Gate::Ite(a, b, c) | Gate::Majority(a, b, c) => ([Some(a), Some(b), Some(c)], &[]),
            Gate::Conjunction { start, length } => ([None; 3], self.conjuncts(start, length)),
        };
        few.into_iter().flatten().chain(many.iter().copied())
    }

    fn push(&mut self, gate: Gate) -> u32 {
        let number = self.gates.len() as u32;
        self.gates.push(gate);
        number
    }

    fn share(&mut self, gate: Gate) -> Lit {
        if let Some(&number) = self.known.get(&gate) {
            return Lit::of(number);
        }
        let number = self.push(gate);
        self.known.insert(gate, number);
        Lit::of(number)
    }

    /// A new free bit.
    pub fn input(&mut self) -> Lit {
        Lit::of(self.push(Gate::Input))
    }

    /// `a` and `b`.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        for (one, other) in [(a, b), (b, a)] {
            if let Gate::And(x, y) = self.gates[one.gate()] {
                match one.is_complement() {
                    false if other == x || other == y => return one,
                    false if other == !x || other == !y => return Lit::FALSE,
                    true if other == !x || other == !y => return other,
                    true if other == x => return self.and(other, !y),
                    true if other == y => return self.and(other, !x),
                    _ => {}
                }
            }
        }
        self.share(Gate::And(a, b))
    }

    /// `a` or `b`.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Exactly one of `a` and `b`.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let flip = a.is_complement() ^ b.is_complement();
        let (a, b) = (a.flip_if(a.is_complement()), b.flip_if(b.is_complement()));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == b {
            return Lit::FALSE.flip_if(flip);
        }
        if a == Lit::FALSE {
            return b.flip_if(flip);
        }
        if let Gate::Xor(x, y) = self.gates[b.gate()] {
            if a == x {
                return y.flip_if(flip);
            }
            if a == y {
                return x.flip_if(flip);
            }
        }
        self.share(Gate::Xor(a, b)).flip_if(flip)
    }

    /// `then` where `condition` is 1, else `otherwise`.
    pub fn ite(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        let (condition, then, otherwise) = if condition.is_complement() {
            (!condition, otherwise, then)
        } else {
            (condition, then, otherwise)
        };
        if condition == Lit::FALSE {
            return otherwise;
        }
        if then == otherwise {
            return then;
        }
        if then == !otherwise {
            return self.xor(condition, otherwise);
        }
        if then == Lit::TRUE || then == condition {
            return self.or(condition, otherwise);
        }
        if then == Lit::FALSE || then == !condition {
            return self.and(!condition, otherwise);
        }
        if otherwise == Lit::FALSE || otherwise == condition {
            return self.and(condition, then);
        }
        if otherwise == Lit::TRUE || otherwise == !condition {
            return self.or(!condition, then);
        }
        let flip = then.is_complement();
        self.share(Gate::Ite(
            condition,
            then.flip_if(flip),
            otherwise.flip_if(flip),
        ))
        .flip_if(flip)
    }

    /// What at least two of the three are.
    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
        let [a, b, c] = sorted;
        if a == b || b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        match a.as_constant() {
            Some(false) => return self.and(b, c),
            Some(true) => return self.or(b, c),
            None => {}
        }
        let complements = sorted.iter().filter(|l| l.is_complement()).count();
        let flip = complements >= 2;
        self.share(Gate::Majority(
            a.flip_if(flip),
            b.flip_if(flip),
            c.flip_if(flip),
        ))
        .flip_if(flip)
    }

    /// All of `literals`.
    pub fn conjunction(&mut self, literals: &[Lit]) -> Lit {
        let mut sorted: Vec<Lit> = literals
            .iter()
            .copied()
            .filter(|&l| l != Lit::TRUE)
            .collect();
        sorted.sort_unstable();
        sorted.dedup();
        // A literal and its complement are neighbours in the order.
        if sorted.first() == Some(&Lit::FALSE) || sorted.windows(2).any(|pair| pair[0] == !pair[1])
        {
            return Lit::FALSE;
        }
        match sorted[..] {
            [] => return Lit::TRUE,
            [only] => return only,
            [a, b] => return self.and(a, b),
            _ => {}
        }
        if let Some(&number) = self.known_conjunctions.get(&sorted[..]) {
            return Lit::of(number);
        }
        let start = self.operands.len() as u32;
        self.operands.extend_from_slice(&sorted);
        let number = self.push(Gate::Conjunction {
            start,
            length: sorted.len() as u32,
        });
        self.known_conjunctions.insert(sorted.into(), number);
        Lit::of(number)
    }

    /// At least one of `literals`.
    pub fn disjunction(&mut self, literals: &[Lit]) -> Lit {
        let complements: Vec<Lit> = literals.iter().map(|&l| !l).collect();
        !self.conjunction(&complements)
    }
}
