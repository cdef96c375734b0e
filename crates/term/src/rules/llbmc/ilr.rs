//! The functions of the thesis' logic, written with the operators of terms: as the front ends and the machine write them.
//!
//! [`Builder::build`] reads an expression such as `and(x, not(y))`. Names: `x`, `y` integers, `p`, `q` pointers, `n`, `m` constants, all of the width
//! at hand; `b`, `b0`, `b1` Booleans, `c`, `d` constants of these; `M`, `M1`, `M2` memories of bytes; `k`, `l` amounts below the width, `2^k` the
//! power. A last letter of a name is a width: `w` the one at hand, `u` a smaller one if there is one, `v`, `t` larger ones, `I` of a word of some bytes, `J`
//! of one byte less, `S` of less than a byte, or a number.

use std::collections::BTreeMap;

use crate::bits::Bits;
use crate::node::Term;
use crate::table::TermTable;

/// What the letters stand for in one instance of a rule.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    /// The width at hand.
    pub width: u32,
    /// Bits of a word in memory.
    pub word: u32,
    /// Bits of a part of a byte.
    pub part: u32,
    /// The constants, by name.
    pub constants: BTreeMap<&'static str, u64>,
}

impl Instance {
    /// The width that a letter or number stands for.
    pub fn width_of(&self, name: &str) -> Option<u32> {
        Some(match name {
            "w" => self.width,
            "u" => self.width.max(2) - 1,
            "v" => self.width + 1,
            "t" => self.width + 2,
            "I" => self.word,
            "J" => self.word - 8,
            "S" => self.part,
            number => number.parse().ok()?,
        })
    }
}

/// The inputs of all instances of one width, in the order in which they are made.
pub(super) const INPUTS: [&str; 10] = ["x", "y", "p", "q", "b", "b0", "b1", "xu", "xt", "xI"];
pub(super) const MEMORIES: [&str; 3] = ["M", "M1", "M2"];

/// Builds expressions in one table.
pub(super) struct Builder<'a> {
    pub table: TermTable,
    instance: &'a Instance,
    symbols: BTreeMap<&'static str, Term>,
}

impl<'a> Builder<'a> {
    pub fn new(mut table: TermTable, instance: &'a Instance) -> Self {
        let mut symbols = BTreeMap::new();
        for name in INPUTS {
            let width = match name.as_bytes() {
                [b'b', ..] => 1,
                [b'x', _, ..] => instance.width_of(&name[1..]).expect("a width"),
                _ => instance.width,
            };
            symbols.insert(name, table.input(name, width));
        }
        for name in MEMORIES {
            symbols.insert(name, table.memory_input(name, instance.width, 8));
        }
        Self {
            table,
            instance,
            symbols,
        }
    }

    /// The term of an expression.
    pub fn build(&mut self, text: &str) -> Term {
        let text = text.trim();
        let Some((name, rest)) = text.split_once('(') else {
            return self.leaf(text);
        };
        let arguments = rest.strip_suffix(')').expect("a closing parenthesis");
        let arguments: Vec<Term> = split(arguments)
            .into_iter()
            .map(|argument| self.build(argument))
            .collect();
        self.function(name, &arguments)
    }

    fn leaf(&mut self, name: &str) -> Term {
        if let Some(&symbol) = self.symbols.get(name) {
            return symbol;
        }
        let width = self.instance.width;
        let amount = self.instance.constants.get("k").copied().unwrap_or(0);
        let value = match name {
            "T" | "F" => return self.table.bool(name == "T"),
            "-1" => return self.table.constant_bits(Bits::ones(width)),
            "min" => 1 << (width - 1),
            "2^k" => 1 << amount,
            "2^k-1" => (1 << amount) - 1,
            _ => match self.instance.constants.get(name) {
                Some(&value) if name == "m8" => return self.table.constant(8, value),
                Some(&value) => value,
                None => name.parse().unwrap_or_else(|_| panic!("no symbol {name}")),
            },
        };
        self.table.constant(width, value)
    }

    fn function(&mut self, name: &str, arguments: &[Term]) -> Term {
        let t = &mut self.table;
        match (name, arguments) {
            ("phi", _) => return self.phi(arguments),
            ("not", &[a]) => return t.not(a),
            ("and", &[a, b]) => return t.and(a, b),
            ("or", &[a, b]) => return t.or(a, b),
            ("xor", &[a, b]) => return t.xor(a, b),
            ("add" | "add_p", &[a, b]) => return t.add(a, b),
            ("sub" | "sub_p", &[a, b]) => return t.sub(a, b),
            ("mul", &[a, b]) => return t.mul(a, b),
            ("div_u", &[a, b]) => return t.udiv(a, b),
            ("div_s", &[a, b]) => return t.sdiv(a, b),
            ("rem_u", &[a, b]) => return t.urem(a, b),
            ("rem_s", &[a, b]) => return t.srem(a, b),
            ("shl", &[a, b]) => return t.shl(a, b),
            ("shr_u", &[a, b]) => return t.lshr(a, b),
            ("shr_s", &[a, b]) => return t.ashr(a, b),
            ("eq", &[a, b]) => return t.eq(a, b),
            ("ne", &[a, b]) => return t.ne(a, b),
            ("lt_u", &[a, b]) => return t.ult(a, b),
            ("le_u", &[a, b]) => return t.ule(a, b),
            ("gt_u", &[a, b]) => return t.ugt(a, b),
            ("ge_u", &[a, b]) => return t.uge(a, b),
            ("lt_s", &[a, b]) => return t.slt(a, b),
            ("le_s", &[a, b]) => return t.sle(a, b),
            ("gt_s", &[a, b]) => return t.sgt(a, b),
            ("ge_s", &[a, b]) => return t.sge(a, b),
            ("select", &[c, a, b]) => return t.ite(c, a, b),
            ("concat", &[a, b]) => return t.concat(a, b),
            ("bitcast", &[a]) => return a,
            ("extract", &[a, k, l]) => {
                let (k, l) = (t.as_u64(k).expect("k"), t.as_u64(l).expect("l"));
                return t.extract(a, k.max(l) as u32, k.min(l) as u32);
            }
            ("load_8", &[memory, pointer]) => return t.read(memory, pointer),
            ("store_8", &[memory, pointer, value]) => return t.write(memory, pointer, value),
            (_, &[a, b]) if !name.contains("load") => return self.check(name, a, b),
            _ => {}
        }
        let (name, width) = name.rsplit_once('_').expect("a function with a width");
        let width = self.instance.width_of(width).expect("a width");
        match (name, arguments) {
            ("ext_u", &[a]) => self.table.zero_extend(a, width),
            ("ext_s", &[a]) => self.table.sign_extend(a, width),
            ("trunc" | "low", &[a]) => self.table.truncate(a, width),
            ("high", &[a]) => {
                let top = self.table.width(a) - 1;
                self.table.extract(a, top, top + 1 - width)
            }
            // Pointers are bit-vectors: a conversion changes the width, if anything.
            ("inttoptr" | "ptrtoint", &[a]) => self.table.resize_unsigned(a, width),
            ("load", &[memory, pointer]) => {
                let byte = self.table.read(memory, pointer);
                self.table.truncate(byte, width)
            }
            ("load_b" | "load_l", &[memory, pointer]) => {
                self.load(memory, pointer, width, name == "load_b")
            }
            ("store_b" | "store_l", &[memory, pointer, value]) => {
                self.store(memory, pointer, value, name == "store_b")
            }
            _ => panic!("no function {name} of {} arguments", arguments.len()),
        }
    }

    /// The value whose condition holds, the last one if none does. Values that are never reached do not come to a join.
    fn phi(&mut self, arguments: &[Term]) -> Term {
        let alive = |&pair: &&[Term]| !self.table.is_false(pair[1]);
        let pairs: Vec<&[Term]> = arguments.chunks(2).filter(alive).collect();
        let is_true = |pair: &&&[Term]| self.table.is_true(pair[1]);
        if let Some(taken) = pairs.iter().find(is_true) {
            return taken[0];
        }
        let mut rest = pairs.iter().rev();
        let mut result = rest.next().expect("a value is reached")[0];
        for pair in rest {
            result = self.table.ite(pair[1], pair[0], result);
        }
        result
    }

    /// Bytes from memory, put together.
    fn load(&mut self, memory: Term, pointer: Term, width: u32, big_endian: bool) -> Term {
        let t = &mut self.table;
        let mut result = t.read(memory, pointer);
        for number in 1..width / 8 {
            let number = t.constant(t.width(pointer), u64::from(number));
            let next = t.add(pointer, number);
            let next = t.read(memory, next);
            result = match big_endian {
                true => t.concat(result, next),
                false => t.concat(next, result),
            };
        }
        result
    }

    /// A value, byte by byte.
    fn store(&mut self, memory: Term, pointer: Term, value: Term, big_endian: bool) -> Term {
        let t = &mut self.table;
        let bytes = t.width(value) / 8;
        let mut result = memory;
        for number in 0..bytes {
            let low = match big_endian {
                true => 8 * (bytes - 1 - number),
                false => 8 * number,
            };
            let byte = t.extract(value, low + 7, low);
            let next = match number {
                0 => pointer,
                number => {
                    let number = t.constant(t.width(pointer), u64::from(number));
                    t.add(pointer, number)
                }
            };
            result = t.write(result, next, byte);
        }
        result
    }

    /// The predicates of operations that go wrong, as the front end for LLVM code writes them; `x` of a name stands for inexact.
    fn check(&mut self, name: &str, a: Term, b: Term) -> Term {
        let t = &mut self.table;
        let width = t.width(a);
        let zero = t.constant(width, 0);
        match name {
            "addo_u" => {
                let sum = t.add(a, b);
                t.ult(sum, a)
            }
            "addo_s" => {
                let sum = t.add(a, b);
                let (first, second) = (t.xor(a, sum), t.xor(b, sum));
                let both = t.and(first, second);
                t.slt(both, zero)
            }
            "subo_u" => t.ult(a, b),
            "subo_s" => {
                let difference = t.sub(a, b);
                let (first, second) = (t.xor(a, b), t.xor(a, difference));
                let both = t.and(first, second);
                t.slt(both, zero)
            }
            "mulo_u" => self.product_wraps(a, b, TermTable::zero_extend),
            "mulo_s" => self.product_wraps(a, b, TermTable::sign_extend),
            "divz" => t.eq(b, zero),
            "divo_s" => {
                let (least, minus_one) = (t.least_signed(width), t.ones(width));
                let (first, second) = (t.eq(a, least), t.eq(b, minus_one));
                t.and(first, second)
            }
            "divx_u" => {
                let rest = t.urem(a, b);
                t.ne(rest, zero)
            }
            "divx_s" => {
                let rest = t.srem(a, b);
                t.ne(rest, zero)
            }
            "sho" => {
                let bits = t.constant(width, u64::from(width));
                t.uge(b, bits)
            }
            "shrx_u" => self.bits_are_lost(a, b, TermTable::lshr),
            "shrx_s" => self.bits_are_lost(a, b, TermTable::ashr),
            _ => panic!("no function {name}"),
        }
    }

    fn product_wraps(
        &mut self,
        a: Term,
        b: Term,
        extend: fn(&mut TermTable, Term, u32) -> Term,
    ) -> Term {
        let t = &mut self.table;
        let width = t.width(a);
        let (wide_a, wide_b) = (extend(t, a, 2 * width), extend(t, b, 2 * width));
        let product = t.mul(wide_a, wide_b);
        let low = t.truncate(product, width);
        let again = extend(t, low, 2 * width);
        t.ne(again, product)
    }

    fn bits_are_lost(
        &mut self,
        a: Term,
        b: Term,
        shift: fn(&mut TermTable, Term, Term) -> Term,
    ) -> Term {
        let t = &mut self.table;
        let shifted = shift(t, a, b);
        let back = t.shl(shifted, b);
        t.ne(back, a)
    }
}

/// The arguments between commas that are in no inner parentheses.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}
