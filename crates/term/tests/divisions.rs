//! What compilers make of divisions by a constant becomes a division again.
//!
//! `divisions/rv32.s` and `rv64.s` are what clang 19 makes of functions that divide their argument, with `-O2` and then some with `-O0`;
//! `rv32_remainder_tests.s` and `rv64_remainder_tests.s` of functions that compare its remainder, with `-O2`. A name says which:
//! the type (`u` or `s` and its bits), `d` for the quotient, `r` for the remainder, `e3` for whether that is 3 and `n0` for whether it is not 0, and the
//! divisor (`m7` for -7). The functions run here on terms, instruction after instruction as `riscv` lifts them.
//!
//! What is not recognised, and not in the files: on RV32 with `-O2` remainders of signed characters and half-words by 14 and 60, where a sum of
//! 32 bits is the quotient in its low bits only.

use std::collections::HashMap;

use everypath_term::{Assignment, BinaryOp, Bits, Evaluator, Kind, Term, TermTable};

/// A machine whose registers and stack hold terms.
struct Machine {
    table: TermTable,
    /// Bits of a register.
    size: u32,
    registers: HashMap<String, Term>,
    /// By base and offset.
    stack: HashMap<String, Term>,
    /// Of 64-bit constants beside the code, by label.
    constants: HashMap<String, u64>,
}

impl Machine {
    fn get(&mut self, register: &str) -> Term {
        match self.registers.get(register) {
            Some(&term) => term,
            None if register == "zero" => self.table.constant(self.size, 0),
            None => self.table.input(register, self.size),
        }
    }

    fn number(&mut self, text: &str) -> Term {
        let value: i64 = text.parse().expect("a number");
        self.table.constant(self.size, value as u64)
    }

    fn binary(&mut self, op: BinaryOp, word: bool, a: Term, b: Term) -> Term {
        if !word {
            return self.table.binary(op, a, b);
        }
        let (a, b) = (self.table.truncate(a, 32), self.table.truncate(b, 32));
        let result = self.table.binary(op, a, b);
        self.table.sign_extend(result, self.size)
    }

    /// Runs one instruction; false for those that this does not know.
    fn step(&mut self, line: &str) -> bool {
        let (name, rest) = line.split_once('\t').unwrap_or((line, ""));
        let operands: Vec<&str> = rest.split(',').map(str::trim).collect();
        let (word, base) = match name.strip_suffix('w') {
            Some(base) if !matches!(name, "lw" | "sw") => (true, base),
            _ => (false, name),
        };
        let (immediate, base) = match base.strip_suffix('i') {
            Some(base) if !matches!(base, "l" | "lu") => (true, base),
            _ => (false, base),
        };
        let op = match base {
            "add" => Some(BinaryOp::Add),
            "sub" => Some(BinaryOp::Sub),
            "mul" => Some(BinaryOp::Mul),
            "mulh" => Some(BinaryOp::MulHighSigned),
            "mulhu" => Some(BinaryOp::MulHighUnsigned),
            "and" => Some(BinaryOp::And),
            "or" => Some(BinaryOp::Or),
            "xor" => Some(BinaryOp::Xor),
            "sll" => Some(BinaryOp::Shl),
            "srl" => Some(BinaryOp::LShr),
            "sra" => Some(BinaryOp::AShr),
            "sltu" => Some(BinaryOp::Ult),
            _ => None,
        };
        let result = match (base, op) {
            ("add", _) if immediate && rest.contains("%lo(") => self.get(operands[1]),
            (_, Some(op)) => {
                let a = self.get(operands[1]);
                let b = match immediate {
                    true => self.number(operands[2]),
                    false => self.get(operands[2]),
                };
                let result = self.binary(op, word, a, b);
                self.table.resize_unsigned(result, self.size)
            }
            ("li", _) => self.number(operands[1]),
            ("sltiu", _) => {
                let (a, limit) = (self.get(operands[1]), self.number(operands[2]));
                let is_less = self.table.ult(a, limit);
                self.table.zero_extend(is_less, self.size)
            }
            ("seqz" | "snez", _) => {
                let (zero, a) = (self.table.constant(self.size, 0), self.get(operands[1]));
                let is = match base {
                    "seqz" => self.table.eq(a, zero),
                    _ => self.table.ne(a, zero),
                };
                self.table.zero_extend(is, self.size)
            }
            ("lui", _) if rest.contains("%hi(") => self.table.constant(self.size, 0),
            ("lui", _) => {
                let upper: u64 = operands[1].parse().expect("a number");
                let upper = self.table.constant(32, upper << 12);
                self.table.sign_extend(upper, self.size)
            }
            ("neg", _) => {
                let (zero, a) = (self.table.constant(self.size, 0), self.get(operands[1]));
                self.binary(BinaryOp::Sub, word, zero, a)
            }
            ("sext.", _) => {
                let (zero, a) = (self.table.constant(self.size, 0), self.get(operands[1]));
                self.binary(BinaryOp::Add, true, a, zero)
            }
            ("mv", _) => self.get(operands[1]),
            ("lw", _) | ("ld", _) if rest.contains("%lo(") => {
                let label = operands[1].split(['(', ')']).nth(1).expect("a label");
                let value = self.constants[label];
                self.table.constant(self.size, value)
            }
            ("sw" | "sd" | "sh" | "sb", _) => {
                let bits = width_of(name);
                let value = self.get(operands[0]);
                let value = self.table.truncate(value, bits);
                self.stack.insert(operands[1].to_owned(), value);
                return true;
            }
            ("lw" | "ld" | "lh" | "lb" | "l" | "lwu" | "lhu" | "lbu", _) => {
                let bits = width_of(name.trim_end_matches('u'));
                let Some(&value) = self.stack.get(operands[1]) else {
                    // Saved registers, and arguments that were stored wider.
                    return false;
                };
                let value = self.table.truncate(value, bits);
                match name.ends_with('u') {
                    true => self.table.zero_extend(value, self.size),
                    false => self.table.sign_extend(value, self.size),
                }
            }
            _ => return false,
        };
        self.registers.insert(operands[0].to_owned(), result);
        true
    }
}

fn width_of(access: &str) -> u32 {
    match &access[1..] {
        "b" => 8,
        "h" => 16,
        "w" => 32,
        _ => 64,
    }
}

/// The name of a function and its instructions.
type Function = (String, Vec<String>);

/// The functions of a file, and its 64-bit constants by label.
fn functions(text: &str) -> (Vec<Function>, HashMap<String, u64>) {
    let mut found: Vec<Function> = Vec::new();
    let mut constants = HashMap::new();
    let mut label = String::new();
    for line in text.lines() {
        let code = line.split('#').next().unwrap_or("").trim_end();
        if let Some(name) = code.strip_suffix(':') {
            label = name.to_owned();
            if !name.starts_with('.') {
                found.push((name.to_owned(), Vec::new()));
            }
        } else if let Some(value) = code.strip_prefix("\t.quad\t") {
            let value: i128 = match value.strip_prefix("0x") {
                Some(digits) => i128::from_str_radix(digits, 16).expect("a number"),
                None => value.parse().expect("a number"),
            };
            constants.insert(label.clone(), value as u64);
        } else if let Some(code) = code.strip_prefix('\t').filter(|it| !it.starts_with('.'))
            && let Some((_, body)) = found.last_mut()
        {
            body.push(code.to_owned());
        }
    }
    (found, constants)
}

/// What a function gives, and why it is no division.
fn check(
    name: &str,
    body: &[String],
    constants: &HashMap<String, u64>,
    size: u32,
) -> Result<(), String> {
    let parts: Vec<&str> = name.split('_').collect();
    let signed = parts[0].starts_with('s');
    let bits: u32 = parts[0][1..].parse().expect("a width");
    let what = parts[1];
    let tested = |value: i128| value == what[1..].parse::<i128>().expect("a number");
    let divisor: i128 = match parts[2].strip_prefix('m') {
        Some(digits) => -digits.parse::<i128>().expect("a number"),
        None => parts[2].parse().expect("a number"),
    };
    let mut machine = Machine {
        table: TermTable::new(),
        size,
        registers: HashMap::new(),
        stack: HashMap::new(),
        constants: constants.clone(),
    };
    let x = machine.table.input("x", bits);
    // Words are sign-extended on machines of 64 bits, whatever their type.
    let argument = match signed || bits == 32 {
        true => machine.table.sign_extend(x, size),
        false => machine.table.zero_extend(x, size),
    };
    machine.registers.insert("a0".to_owned(), argument);
    for line in body {
        if line == "ret" {
            break;
        }
        let saves = line.contains("ra,") || line.contains("s0,");
        if !machine.step(line) && !saves {
            return Err(format!("unknown: {line}"));
        }
    }
    let table = &mut machine.table;
    let result = machine.registers["a0"];
    let result = table.truncate(result, bits.max(32));
    let mask = |value: i128, bits: u32| Bits::new(bits, value as u64);
    let id = table.input_id(x).expect("an input");
    for value in (0..64u32).flat_map(|i| {
        [
            1i128 << i,
            (1 << i) - 1,
            0x0123_4567_89ab_cdef >> i,
            (divisor << i) - 1,
            divisor * i as i128,
        ]
    }) {
        let value = mask(value, bits);
        let number = match signed {
            true => i128::from(value.to_i64().expect("at most 64 bits")),
            false => i128::from(value.word(0)),
        };
        let expected = match &what[..1] {
            "d" => number / divisor,
            "r" => number % divisor,
            "e" => i128::from(tested(number % divisor)),
            _ => i128::from(!tested(number % divisor)),
        };
        let mut assignment = Assignment::new();
        assignment.set(id, value);
        let given = Evaluator::new(table, &assignment).evaluate(result);
        assert_eq!(given, mask(expected, bits.max(32)), "{name} of {number}");
    }
    let kinds: Vec<Kind> = table
        .post_order(&[result])
        .iter()
        .map(|&term| table.kind(term))
        .collect();
    let wanted = match (signed, what) {
        (false, "d") => Kind::UDiv,
        (false, _) => Kind::URem,
        (true, "d") => Kind::SDiv,
        (true, _) => Kind::SRem,
    };
    match kinds.contains(&wanted) && !kinds.contains(&Kind::Mul) {
        true => Ok(()),
        false => Err(table.display(result).to_string()),
    }
}

/// Checks the functions of a file.
fn check_all(text: &str, size: u32) {
    let (functions, constants) = functions(text);
    assert!(functions.len() > 90, "{} functions", functions.len());
    let faults: Vec<String> = functions
        .iter()
        .filter_map(|(name, body)| Some((name, check(name, body, &constants, size).err()?)))
        .map(|(name, fault)| format!("{name}: {fault}"))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn divisions_of_a_machine_of_32_bits_are_recognised() {
    check_all(include_str!("divisions/rv32.s"), 32);
}

#[test]
fn tests_of_remainders_of_a_machine_of_32_bits_are_recognised() {
    check_all(include_str!("divisions/rv32_remainder_tests.s"), 32);
}

#[test]
fn tests_of_remainders_of_a_machine_of_64_bits_are_recognised() {
    check_all(include_str!("divisions/rv64_remainder_tests.s"), 64);
}

#[test]
fn divisions_of_a_machine_of_64_bits_are_recognised() {
    check_all(include_str!("divisions/rv64.s"), 64);
}
