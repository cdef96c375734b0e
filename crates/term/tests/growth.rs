//! Loops that mix a word grow linearly: late rounds make as many terms as early ones, however the mixing is written.
//!
//! Rules that push an operator into a term that is shared make it twice; in a loop that is once more per round, or twice
//! as much. These loops are those of checksums, hashes and random numbers, where it happens first.

use everypath_term::{Term, TermTable};

/// Instructions on words: on a machine of 32 bits, or on one of 64 bits, whose registers hold sign-extended words.
struct Machine {
    table: TermTable,
    registers: u32,
}

impl Machine {
    fn new(registers: u32) -> Self {
        Self {
            table: TermTable::new(),
            registers,
        }
    }

    /// The word that is stored.
    fn store(&mut self, register: Term) -> Term {
        self.table.truncate(register, 32)
    }

    /// A stored word, loaded.
    fn load(&mut self, word: Term) -> Term {
        self.table.sign_extend(word, self.registers)
    }

    /// The result of an instruction on words.
    fn word(&mut self, result: Term) -> Term {
        let word = self.store(result);
        self.load(word)
    }

    fn constant(&mut self, value: u64) -> Term {
        let word = self.table.constant(32, value);
        self.load(word)
    }

    fn byte(&mut self) -> Term {
        let byte = self.table.input("byte", 8);
        self.table.zero_extend(byte, self.registers)
    }

    fn add(&mut self, a: Term, b: Term) -> Term {
        let sum = self.table.add(a, b);
        self.word(sum)
    }

    fn add_byte(&mut self, a: Term) -> Term {
        let byte = self.byte();
        self.add(a, byte)
    }

    fn sub(&mut self, a: Term, b: Term) -> Term {
        let difference = self.table.sub(a, b);
        self.word(difference)
    }

    fn mul(&mut self, a: Term, factor: u64) -> Term {
        let factor = self.constant(factor);
        let product = self.table.mul(a, factor);
        self.word(product)
    }

    fn shift(&mut self, op: fn(&mut TermTable, Term, Term) -> Term, a: Term, by: u64) -> Term {
        let word = self.store(a);
        let by = self.table.constant(32, by);
        let shifted = op(&mut self.table, word, by);
        self.load(shifted)
    }

    fn shl(&mut self, a: Term, by: u64) -> Term {
        self.shift(TermTable::shl, a, by)
    }

    fn shr(&mut self, a: Term, by: u64) -> Term {
        self.shift(TermTable::lshr, a, by)
    }

    fn xor(&mut self, a: Term, b: Term) -> Term {
        self.table.xor(a, b)
    }

    fn or(&mut self, a: Term, b: Term) -> Term {
        self.table.or(a, b)
    }

    /// `a ^ (a << by)`.
    fn xor_shl(&mut self, a: Term, by: u64) -> Term {
        let shifted = self.shl(a, by);
        self.xor(a, shifted)
    }

    /// `a ^ (a >> by)`.
    fn xor_shr(&mut self, a: Term, by: u64) -> Term {
        let shifted = self.shr(a, by);
        self.xor(a, shifted)
    }

    /// `a + (a << by)`.
    fn add_shl(&mut self, a: Term, by: u64) -> Term {
        let shifted = self.shl(a, by);
        self.add(a, shifted)
    }

    fn rotate(&mut self, a: Term, by: u64) -> Term {
        let (high, low) = (self.shl(a, by), self.shr(a, 32 - by));
        self.or(high, low)
    }
}

/// What a loop does with its word in one round.
type Round = fn(&mut Machine, Term, u64) -> Term;

const LOOPS: &[(&str, Round)] = &[
    ("x * 3 + i as a shift and sums", |m, x, i| {
        let (sum, i) = (m.add_shl(x, 1), m.constant(i));
        m.add(sum, i)
    }),
    ("x * 6 + i as shifts and sums", |m, x, i| {
        let (twice, four) = (m.shl(x, 1), m.shl(x, 2));
        let (sum, i) = (m.add(twice, four), m.constant(i));
        m.add(sum, i)
    }),
    ("linear congruences", |m, x, _| {
        let (product, step) = (m.mul(x, 1_103_515_245), m.constant(12_345));
        m.add(product, step)
    }),
    ("djb2", |m, x, _| {
        let sum = m.add_shl(x, 5);
        m.add_byte(sum)
    }),
    ("sdbm", |m, x, _| {
        let (a, b) = (m.shl(x, 6), m.shl(x, 16));
        let (difference, byte) = (m.sub(a, x), m.byte());
        let sum = m.add(difference, b);
        m.add(sum, byte)
    }),
    ("fnv-1a", |m, x, _| {
        let byte = m.byte();
        let mixed = m.xor(x, byte);
        m.mul(mixed, 16_777_619)
    }),
    ("xorshift", |m, x, _| {
        let x = m.xor_shl(x, 13);
        let x = m.xor_shr(x, 17);
        m.xor_shl(x, 5)
    }),
    ("jenkins, one at a time", |m, x, _| {
        let x = m.add_byte(x);
        let x = m.add_shl(x, 10);
        m.xor_shr(x, 6)
    }),
    ("rotate and add", |m, x, _| {
        let rotated = m.rotate(x, 7);
        let sum = m.add(rotated, x);
        m.add_byte(sum)
    }),
    ("rotate and xor", |m, x, _| {
        let (rotated, byte) = (m.rotate(x, 7), m.byte());
        let mixed = m.xor(rotated, x);
        m.xor(mixed, byte)
    }),
    ("crc-32 with a branch", |m, x, _| {
        let (low, half) = (m.table.bit(x, 0), m.shr(x, 1));
        let polynomial = m.constant(0xedb8_8320);
        let mixed = m.xor(half, polynomial);
        m.table.ite(low, mixed, half)
    }),
    ("crc-32 with a mask", |m, x, _| {
        let (low, half) = (m.table.bit(x, 0), m.shr(x, 1));
        let registers = m.registers;
        let mask = m.table.sign_extend(low, registers);
        let polynomial = m.constant(0xedb8_8320);
        let mixed = m.table.and(mask, polynomial);
        m.xor(half, mixed)
    }),
    ("decimal digits", |m, x, _| {
        let (scaled, zero) = (m.mul(x, 10), m.constant(48));
        let sum = m.add_byte(scaled);
        m.sub(sum, zero)
    }),
    ("bits from below", |m, x, _| {
        let (shifted, byte) = (m.shl(x, 1), m.byte());
        m.or(shifted, byte)
    }),
    ("a sum of bytes in a byte", |m, x, _| {
        let scaled = m.add_shl(x, 1);
        let sum = m.add_byte(scaled);
        let (byte, registers) = (m.table.truncate(sum, 8), m.registers);
        m.table.zero_extend(byte, registers)
    }),
];

#[test]
fn rounds_of_mixing_cost_the_same() {
    for (name, round) in LOOPS {
        for registers in [32, 64] {
            for start in [8, 32] {
                let mut machine = Machine::new(registers);
                let input = machine.table.input("x", start);
                let mut x = machine.table.zero_extend(input, 32);
                let mut sizes = Vec::new();
                for i in 0..96 {
                    let register = machine.load(x);
                    let mixed = round(&mut machine, register, i);
                    x = machine.store(mixed);
                    sizes.push(machine.table.len());
                    assert!(
                        machine.table.len() < 10_000,
                        "{name}: too many terms in round {i}"
                    );
                }
                let (early, late) = (sizes[63] - sizes[31], sizes[95] - sizes[63]);
                assert!(
                    late * 10 <= early * 12 && late <= 32 * 28,
                    "{name}, registers of {registers} bits: {early} terms, then {late}"
                );
            }
        }
    }
}
