//! Random C programs that mean the same for every compiler and every data model.
//!
//! A program has one to three inputs of a few bits and computes on integers of all widths and signednesses, arrays, pointers
//! and calls; it asserts things of what it computed, writes a checksum and returns a part of it. Everything it does is defined
//! in C with wrapping arithmetic (`-fwrapv`): variables are initialised, indices and shift amounts stay inside, divisors are
//! never 0 or -1, loops and recursion end, types have fixed widths, and no expression has side effects.
//!
//! The text is one C file for both sides. It includes `surroundings.h`, of which each side has its own, for the macros
//! `INPUT`, `ASSUME`, `ASSERT`, `TOUCH` and `FINISH`. Each stands on a line of its own, since findings are compared by line.

use std::fmt::Write;

pub use everypath_term::Random;

/// The types: name, width in bits, signedness.
const TYPES: [(&str, u32, bool); 8] = [
    ("uint8_t", 8, false),
    ("int8_t", 8, true),
    ("uint16_t", 16, false),
    ("int16_t", 16, true),
    ("uint32_t", 32, false),
    ("int32_t", 32, true),
    ("uint64_t", 64, false),
    ("int64_t", 64, true),
];

type Type = usize;

/// An input: it takes the values `low..=high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// Least value.
    pub low: u8,
    /// Greatest value.
    pub high: u8,
}

/// A program and what is known of it.
pub struct Program {
    /// The C text. `FINAL` has to be defined: the program fails when its checksum is that.
    pub text: String,
    /// Its inputs, named `x0`, `x1`, ...
    pub inputs: Vec<Input>,
}

#[derive(Clone)]
struct Array {
    name: String,
    of: Type,
    length: usize,
    constant: bool,
}

/// A function: it takes a number that bounds its recursion, and a value.
struct Function {
    name: String,
    takes: Type,
    gives: Type,
}

struct Generator {
    random: Random,
    text: String,
    indent: usize,
    /// Variables in scope.
    variables: Vec<(String, Type)>,
    /// Those that statements may change; loop counters and inputs are not.
    writable: Vec<(String, Type)>,
    arrays: Vec<Array>,
    functions: Vec<Function>,
    /// Name and argument type of tables of functions.
    tables: Vec<(String, Type, usize)>,
    names: usize,
    loops: usize,
    /// Multiplications and divisions that may still be made: chains of them are what SAT solvers are slowest at.
    products: usize,
    in_function: bool,
}

/// The program of a seed, with up to `size` statements in its main function.
pub fn program(seed: u64, size: usize) -> Program {
    let mut generator = Generator {
        random: Random::new(seed),
        text: String::new(),
        indent: 0,
        variables: Vec::new(),
        writable: Vec::new(),
        arrays: Vec::new(),
        functions: Vec::new(),
        tables: Vec::new(),
        names: 0,
        loops: 0,
        products: 4,
        in_function: false,
    };
    let inputs = generator.whole(size);
    Program {
        text: generator.text,
        inputs,
    }
}

impl Generator {
    fn line(&mut self, text: &str) {
        let indent = 4 * self.indent;
        let _ = writeln!(self.text, "{:indent$}{text}", "");
    }

    fn open(&mut self, text: &str) {
        self.line(text);
        self.indent += 1;
    }

    fn close(&mut self) {
        self.indent -= 1;
        self.line("}");
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn any_type(&mut self) -> Type {
        self.random.index(TYPES.len())
    }

    fn whole(&mut self, size: usize) -> Vec<Input> {
        self.line("#include \"surroundings.h\"");
        let inputs = self.inputs();
        let globals = 1 + self.random.index(3);
        for number in 0..globals {
            self.global_array(number == 0);
        }
        self.reset();
        for _ in 0..self.random.index(4) {
            self.function();
        }
        if self.random.chance(50) {
            self.table();
        }
        self.open("static void program(void) {");
        for (number, input) in inputs.iter().enumerate() {
            self.line(&format!("INPUT({number});"));
            let Input { low, high } = *input;
            let name = format!("x{number}");
            self.line(&format!("ASSUME(({name} >= {low}) & ({name} <= {high}));"));
            self.variables.push((name, 0));
        }
        for _ in 0..1 + self.random.index(3) {
            self.declaration();
        }
        if self.random.chance(60) {
            self.local_array();
        }
        for _ in 0..3 + self.random.index(size - 2) {
            self.statement(3);
        }
        self.assertion();
        self.checksum();
        self.close();
        inputs
    }

    fn inputs(&mut self) -> Vec<Input> {
        let mut left = 3 + self.random.index(5); // bits
        let mut inputs = Vec::new();
        while left > 0 && inputs.len() < 3 {
            let bits = (1 + self.random.index(5)).min(left);
            left -= bits;
            let low = self.random.pick(&[0u8, 0, 0, 1, 3, 100, 125, 200]);
            let high = low + (1u8 << bits) - 1 - (bits > 1 && self.random.chance(30)) as u8;
            inputs.push(Input { low, high });
        }
        inputs
    }

    fn global_array(&mut self, may_be_long: bool) {
        let of = self.any_type();
        let short = [1, 2, 3, 4, 5, 8, 8, 11, 16];
        let length = if may_be_long && self.random.chance(45) {
            self.random.pick(&[65, 70, 96, 128, 256, 300])
        } else {
            self.random.pick(&short)
        };
        let name = self.name("g");
        let given = self.random.index(length.min(12) + 1);
        let values: Vec<String> = (0..given).map(|_| self.constant(of)).collect();
        let constant = self.random.chance(15);
        let (of_name, ..) = TYPES[of];
        let list = if values.is_empty() {
            "0".to_owned()
        } else {
            values.join(", ")
        };
        let qualifier = if constant { "const " } else { "" };
        self.line(&format!(
            "static {qualifier}{of_name} {name}[{length}] = {{{list}}};"
        ));
        if !constant {
            self.line(&format!(
                "static const {of_name} {name}_start[{length}] = {{{list}}};"
            ));
        }
        self.arrays.push(Array {
            name,
            of,
            length,
            constant,
        });
    }

    /// A function that puts the global variables back to what they are at the start.
    fn reset(&mut self) {
        self.open("static void reset(void) {");
        for Array { name, constant, .. } in self.arrays.clone() {
            if !constant {
                self.line(&format!("memcpy({name}, {name}_start, sizeof {name});"));
            }
        }
        self.close();
    }

    fn writable_arrays(&self) -> Vec<Array> {
        self.arrays
            .iter()
            .filter(|array| !array.constant)
            .cloned()
            .collect()
    }

    /// `f(depth, value)`: statements, perhaps a call of itself, a result.
    fn function(&mut self) {
        let (takes, gives) = (self.any_type(), self.any_type());
        let name = self.name("f");
        let ((takes_name, ..), (gives_name, ..)) = (TYPES[takes], TYPES[gives]);
        let inline = self.random.pick(&["", "__attribute__((noinline)) "]);
        self.open(&format!(
            "{inline}static {gives_name} {name}(uint32_t depth, {takes_name} a) {{"
        ));
        self.in_function = true;
        self.variables = vec![("a".to_owned(), takes), ("depth".to_owned(), 4)];
        self.writable = vec![("a".to_owned(), takes)];
        self.declaration();
        for _ in 0..1 + self.random.index(2) {
            self.statement(1);
        }
        if self.random.chance(50) {
            let early = self.expression(1);
            self.line(&format!("if (depth == 0) return ({gives_name})({early});"));
            let argument = self.expression(1);
            let result = self.name("r");
            self.line(&format!(
                "{gives_name} {result} = {name}(depth - 1, ({takes_name})({argument}));"
            ));
            self.variables.push((result, gives));
        }
        let result = self.expression(2);
        self.line(&format!("return ({gives_name})({result});"));
        self.close();
        self.in_function = false;
        self.variables.clear();
        self.writable.clear();
        self.functions.push(Function { name, takes, gives });
    }

    /// A table of small functions of one signature.
    fn table(&mut self) {
        let of = self.any_type();
        let (of_name, ..) = TYPES[of];
        let length = 2 + self.random.index(4);
        let names: Vec<String> = (0..length).map(|_| self.name("t")).collect();
        for name in &names {
            self.variables = vec![("a".to_owned(), of)];
            let result = self.expression(2);
            self.line(&format!(
                "static {of_name} {name}({of_name} a) {{ return ({of_name})({result}); }}"
            ));
        }
        self.variables.clear();
        let table = self.name("table");
        let list = names.join(", ");
        self.line(&format!(
            "static {of_name} (*const {table}[{length}])({of_name}) = {{{list}}};"
        ));
        self.tables.push((table, of, length));
    }

    fn constant(&mut self, of: Type) -> String {
        let (name, width, signed) = TYPES[of];
        let bits = 1 + self.random.index(width as usize) as u32;
        let edge = self
            .random
            .pick(&[0u64, 1, u64::MAX, 1 << (width - 1), (1 << (width - 1)) - 1]);
        let any = self.random.next() & (u64::MAX >> (64 - bits));
        let value = if self.random.chance(25) { edge } else { any };
        let value = value & (u64::MAX >> (64 - width));
        if signed && width == 64 {
            return format!("({name})UINT64_C({value:#x})");
        }
        let suffix = if width == 64 { "UINT64_C" } else { "UINT32_C" };
        format!("({name}){suffix}({value:#x})")
    }

    fn index(&mut self, length: usize, depth: usize) -> String {
        let inner = self.expression(depth);
        if length.is_power_of_two() && self.random.chance(70) {
            format!("({inner}) & {}", length - 1)
        } else {
            format!("(uint32_t)({inner}) % {length}u")
        }
    }

    fn leaf(&mut self) -> String {
        if self.variables.is_empty() || self.random.chance(20) {
            let of = self.any_type();
            return self.constant(of);
        }
        let at = self.random.index(self.variables.len());
        self.variables[at].0.clone()
    }

    /// An expression without side effects.
    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.leaf();
        }
        let inner = depth - 1;
        match self.random.index(20) {
            0..=2 => self.leaf(),
            3..=7 => {
                let operator = self.random.pick(&["+", "-", "^", "|", "&", "+"]);
                let (a, b) = (self.expression(inner), self.expression(inner));
                format!("({a}) {operator} ({b})")
            }
            8 => {
                let a = self.expression(inner);
                let operator = self.random.pick(&["-", "~", "!"]);
                format!("{operator}({a})")
            }
            9 | 10 => {
                let (wide, mask) = self.random.pick(&[("32", 31), ("64", 63)]);
                let of = self.random.pick(&["uint", "int"]);
                let operator = self.random.pick(&["<<", ">>"]);
                let a = self.expression(inner);
                let amount = if self.random.chance(50) {
                    self.random.index(mask + 1).to_string()
                } else {
                    format!("(({}) & {mask})", self.leaf())
                };
                format!("({of}{wide}_t)({a}) {operator} {amount}")
            }
            11 | 12 => {
                let (name, ..) = TYPES[self.any_type()];
                let a = self.expression(inner);
                format!("({name})({a})")
            }
            13 | 14 => {
                let (a, b) = (self.expression(inner), self.expression(inner));
                let operator = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({a}) {operator} ({b})")
            }
            15 if self.products > 0 && self.loops == 0 => {
                self.products -= 1;
                let (a, b) = (self.expression(inner), self.leaf());
                match self.random.index(4) {
                    0 | 1 => format!("({a}) * ({b})"),
                    2 => {
                        let operator = self.random.pick(&["/", "%"]);
                        format!("({a}) {operator} ((({b}) & 0x7f) | 1)")
                    }
                    _ => {
                        let operator = self.random.pick(&["/", "%"]);
                        format!("(int32_t)({a}) {operator} -(int32_t)((({b}) & 0x3e) | 2)")
                    }
                }
            }
            16 => {
                let condition = self.condition(1);
                let (a, b) = (self.expression(inner), self.expression(inner));
                format!("({condition}) ? ({a}) : ({b})")
            }
            _ if !self.arrays.is_empty() => {
                let at = self.random.index(self.arrays.len());
                let array = self.arrays[at].clone();
                let index = self.index(array.length, inner);
                format!("{}[{index}]", array.name)
            }
            _ => self.leaf(),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let a = self.expression(depth);
        match self.random.index(8) {
            0 => {
                let b = self.leaf();
                let operator = self.random.pick(&["&&", "||"]);
                format!("({a}) {operator} ({b})")
            }
            1 | 2 => format!("({a}) & {}", 1 << self.random.index(4)),
            3 => {
                let mask = self.random.pick(&[1, 3, 7, 0xf]);
                format!("(({a}) & {mask}) == {}", self.random.index(mask + 1))
            }
            _ => {
                let b = self.expression(1);
                let operator = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({a}) {operator} ({b})")
            }
        }
    }

    fn declaration(&mut self) {
        let of = self.any_type();
        let name = self.name("v");
        let value = self.expression(2);
        self.line(&format!("{0} {name} = ({0})({value});", TYPES[of].0));
        self.variables.push((name.clone(), of));
        self.writable.push((name, of));
    }

    fn local_array(&mut self) {
        let of = self.any_type();
        let length = self.random.pick(&[2, 3, 4, 7, 8, 80]);
        let name = self.name("l");
        let (of_name, ..) = TYPES[of];
        let first = self.expression(1);
        self.line(&format!(
            "{of_name} {name}[{length}] = {{({of_name})({first})}};"
        ));
        self.arrays.push(Array {
            name,
            of,
            length,
            constant: false,
        });
    }

    /// Several statements in a block of their own.
    fn block(&mut self, depth: usize) {
        let (variables, writable) = (self.variables.len(), self.writable.len());
        for _ in 0..1 + self.random.index(3) {
            self.statement(depth);
        }
        self.variables.truncate(variables);
        self.writable.truncate(writable);
    }

    fn target(&mut self) -> Option<(String, Type)> {
        match self.writable.len() {
            0 => None,
            length => Some(self.writable[self.random.index(length)].clone()),
        }
    }

    fn assignment(&mut self) {
        let value = self.expression(3);
        match self.target() {
            Some((name, of)) if self.random.chance(70) => {
                self.line(&format!("{name} = ({})({value});", TYPES[of].0));
            }
            Some((name, _)) => {
                let operator = self.random.pick(&["+", "-", "^", "|", "&"]);
                self.line(&format!("{name} {operator}= {value};"));
            }
            None => {}
        }
    }

    fn array_write(&mut self) {
        let arrays = self.writable_arrays();
        if arrays.is_empty() {
            return self.assignment();
        }
        let array = &arrays[self.random.index(arrays.len())];
        let index = self.index(array.length, 1);
        let value = self.expression(2);
        let operator = self.random.pick(&["=", "=", "=", "+=", "^="]);
        self.line(&format!(
            "{}[{index}] {operator} ({})({value});",
            array.name, TYPES[array.of].0
        ));
    }

    fn statement(&mut self, depth: usize) {
        match self.random.index(if depth == 0 { 9 } else { 20 }) {
            0..=2 => self.assignment(),
            3 | 4 => self.array_write(),
            5 => self.declaration(),
            6 if self.random.chance(60) => self.assertion(),
            7 => self.pointer(),
            8 => self.bytes(),
            9..=11 => {
                let condition = self.condition(2);
                self.open(&format!("if ({condition}) {{"));
                self.block(depth - 1);
                if self.random.chance(50) {
                    self.indent -= 1;
                    self.open("} else {");
                    self.block(depth - 1);
                }
                self.close();
            }
            12..=14 if self.loops < 2 && !(self.in_function && self.loops > 0) => {
                self.repeat(depth - 1)
            }
            15 => self.switch(depth - 1),
            16 | 17 => self.call(),
            18 => self.table_call(),
            19 => self.touch(),
            _ => self.array_write(),
        }
    }

    /// A loop whose number of iterations may depend on inputs.
    fn repeat(&mut self, depth: usize) {
        let counter = self.name("i");
        let mask = if self.loops > 0 || self.in_function {
            3
        } else {
            self.random.pick(&[3, 7])
        };
        let bound = match self.random.index(3) {
            0 => (1 + self.random.index(mask)).to_string(),
            _ => {
                let bound = self.expression(1);
                format!("(uint32_t)(({bound}) & {mask})")
            }
        };
        let down = self.random.chance(30);
        let form = match down {
            true => format!("for (uint32_t {counter} = {bound}; {counter} > 0; {counter}--) {{"),
            false => {
                // The bound is computed once: the body may change what it is made of.
                let end = self.name("n");
                self.line(&format!("const uint32_t {end} = {bound};"));
                format!("for (uint32_t {counter} = 0; {counter} < {end}; {counter}++) {{")
            }
        };
        self.open(&form);
        self.variables.push((counter, 4));
        self.loops += 1;
        self.block(depth);
        if self.random.chance(30) {
            let condition = self.condition(1);
            let way = self.random.pick(&["break", "continue"]);
            self.line(&format!("if ({condition}) {way};"));
            self.assignment();
        }
        self.loops -= 1;
        self.variables.pop();
        self.close();
    }

    fn switch(&mut self, depth: usize) {
        let mask = self.random.pick(&[3usize, 7, 15]);
        let value = self.expression(2);
        self.open(&format!("switch (({value}) & {mask}) {{"));
        let mut last = self.random.index(3);
        while last <= mask {
            self.open(&format!("case {last}: {{"));
            self.block(depth.min(1));
            if self.random.chance(80) {
                self.line("break;");
            }
            self.close();
            last += 1 + self.random.index(3);
        }
        if self.random.chance(60) {
            self.open("default: {");
            self.block(depth.min(1));
            self.close();
        }
        self.close();
    }

    fn call(&mut self) {
        if self.functions.is_empty() || self.in_function && self.random.chance(50) {
            return self.assignment();
        }
        let at = self.random.index(self.functions.len());
        let Function { name, takes, gives } = &self.functions[at];
        let (name, takes, gives) = (name.clone(), *takes, *gives);
        let (depth, argument) = (self.expression(1), self.expression(2));
        let call = format!(
            "{name}((uint32_t)({depth}) & 3, ({})({argument}))",
            TYPES[takes].0
        );
        let result = self.name("c");
        self.line(&format!("{} {result} = {call};", TYPES[gives].0));
        self.variables.push((result, gives));
    }

    fn table_call(&mut self) {
        if self.tables.is_empty() {
            return self.assignment();
        }
        let at = self.random.index(self.tables.len());
        let (name, of, length) = self.tables[at].clone();
        let (index, argument) = (self.index(length, 1), self.expression(1));
        let (of_name, ..) = TYPES[of];
        let result = self.name("c");
        self.line(&format!(
            "{of_name} {result} = {name}[{index}](({of_name})({argument}));"
        ));
        self.variables.push((result, of));
    }

    /// A pointer that inputs select, read and written through.
    fn pointer(&mut self) {
        let Some((first, of)) = self.target() else {
            return;
        };
        let mut places: Vec<String> = vec![format!("&{first}")];
        for (name, other) in self.writable.clone() {
            if other == of && name != first {
                places.push(format!("&{name}"));
            }
        }
        for array in self.writable_arrays() {
            if array.of == of {
                let index = self.index(array.length, 1);
                places.push(format!("&{}[{index}]", array.name));
            }
        }
        let mut choice = places[self.random.index(places.len())].clone();
        for _ in 0..self.random.index(3) {
            let condition = self.condition(1);
            let other = &places[self.random.index(places.len())];
            choice = format!("({condition}) ? {other} : ({choice})");
        }
        let (of_name, ..) = TYPES[of];
        let name = self.name("p");
        self.line(&format!("{of_name} *{name} = {choice};"));
        let value = self.expression(1);
        match self.random.index(3) {
            0 => self.line(&format!("*{name} = ({of_name})({value});")),
            1 => self.line(&format!("*{name} += ({of_name})({value});")),
            _ => {
                let read = self.name("v");
                self.line(&format!(
                    "{of_name} {read} = ({of_name})(*{name} ^ ({value}));"
                ));
                self.variables.push((read.clone(), of));
                self.writable.push((read, of));
            }
        }
    }

    /// Copies and fills of bytes at places and in sizes that may depend on inputs.
    fn bytes(&mut self) {
        let mut long = self.writable_arrays();
        long.retain(|array| array.length as u32 * TYPES[array.of].1 >= 64);
        if long.is_empty() {
            return self.assignment();
        }
        let to = long[self.random.index(long.len())].clone();
        let from = long[self.random.index(long.len())].clone();
        let size = |array: &Array| array.length * TYPES[array.of].1 as usize / 8;
        let most = size(&to).min(size(&from)).min(8);
        match self.random.index(4) {
            0 => {
                let (value, length) = (self.leaf(), self.index(most + 1, 1));
                self.line(&format!("memset({}, (int)({value}), {length});", to.name));
            }
            1 => {
                let start = self.index(size(&to) - most + 1, 1);
                let other = self.index(size(&from) - most + 1, 0);
                let length = self.random.pick(&[1, 2, 4, most]).min(most);
                let (to, from) = (
                    format!("(uint8_t *){}", to.name),
                    format!("(uint8_t *){}", from.name),
                );
                self.line(&format!(
                    "memmove({to} + ({start}), {from} + ({other}), {length});"
                ));
            }
            2 => {
                let start = self.index(size(&from) - 7, 1);
                let of = self.any_type();
                let (of_name, width, _) = TYPES[of];
                let name = self.name("v");
                self.line(&format!("{of_name} {name};"));
                self.line(&format!(
                    "memcpy(&{name}, (uint8_t *){} + ({start}), {});",
                    from.name,
                    width / 8
                ));
                self.variables.push((name.clone(), of));
                self.writable.push((name, of));
            }
            _ => {
                let start = self.index(size(&to) - 7, 1);
                if let Some((name, of)) = self.target() {
                    let bytes = TYPES[of].1 / 8;
                    self.line(&format!(
                        "memcpy((uint8_t *){} + ({start}), &{name}, {bytes});",
                        to.name
                    ));
                }
            }
        }
    }

    /// An assertion: mostly of something that few inputs break.
    fn assertion(&mut self) {
        if self.in_function {
            return self.assignment();
        }
        let a = self.expression(3);
        let condition = match self.random.index(9) {
            0 => self.condition(2),
            1..=3 => {
                // Holds always, and takes reasoning to see.
                let (mask, more) = self.random.pick(&[(7, 8), (0x1f, 32), (0x3f, 77)]);
                format!(
                    "(({a}) & {mask}) + (uint32_t)({}) % 5u < {}",
                    self.leaf(),
                    more + 5
                )
            }
            4 => format!("({a}) != ({})", self.expression(1)),
            _ => {
                let mask = self.random.pick(&[0x3, 0xf, 0x1f, 0xff]);
                format!("(({a}) & {mask}) != {}", self.random.index(mask + 1))
            }
        };
        self.line(&format!("ASSERT({condition});"));
    }

    /// A read through an address that is invalid for some inputs.
    fn touch(&mut self) {
        let Some((name, _)) = self.target() else {
            return;
        };
        let mask = self.random.pick(&[0x7, 0xf, 0x1f]);
        let value = self.expression(2);
        let hit = self.random.index(mask + 1);
        self.line(&format!("TOUCH((({value}) & {mask}) != {hit}, {name});"));
    }

    /// Mixes everything that the program changed, writes it and ends.
    fn checksum(&mut self) {
        self.line("uint32_t sum = 1;");
        for (name, of) in self.variables.clone() {
            let high = if TYPES[of].1 == 64 {
                format!(" ^ (uint32_t)((uint64_t){name} >> 32)")
            } else {
                String::new()
            };
            self.line(&format!(
                "sum = (sum ^ (uint32_t){name}{high}) * 31 + (sum >> 27);"
            ));
        }
        for array in self.arrays.clone() {
            let step = 1 + array.length / 8;
            let element = format!("{}[i]", array.name);
            self.line(&format!(
                "for (uint32_t i = 0; i < {}; i += {step}) sum = (sum ^ (uint32_t){element}) * 31 + (sum >> 27);",
                array.length
            ));
        }
        self.line("FINISH(sum);");
    }
}
