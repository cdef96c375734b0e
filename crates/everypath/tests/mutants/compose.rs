//! Random C programs with a fault: fragments put together, and one or two places of them made wrong.
//!
//! A program is a function of two small inputs, `program(x, y)`, in a file of its own. It includes nothing: who compiles it says what
//! `ASSERT` means, and includes the headers. All names of file scope are its own, so that many programs fit into one native executable.

use std::fmt::Write;

use super::fragments::{FRAGMENTS, Fragment};
use everypath_term::Random;

/// The values of the inputs: `x` is below the first number, `y` below the second.
pub const INPUTS: (u32, u32) = (8, 4);

/// Integer types. Those from the second on are wider than `char`.
const TYPES: [&str; 9] = [
    "signed char",
    "short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "unsigned short",
    "long long",
    "unsigned char",
];
/// How many of the types are no `char`: those behind the first.
const WIDE: std::ops::Range<usize> = 1..8;

/// How a fragment stands in its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Block,
    Branch,
    Loop,
    Case,
    Function,
    FunctionByPointer,
}

/// A text with places that can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    /// The kind, and the alternatives; the first one is right.
    Hole(String, Vec<String>),
}

/// A fragment whose marks are filled in.
#[derive(Clone, Debug)]
struct Piece {
    number: usize,
    place: Place,
    condition: String,
    top: Vec<Part>,
    body: Vec<Part>,
    /// The places that are wrong: the number of the place in top and body, and the alternative.
    wrong: Vec<(usize, usize)>,
}

/// A program in pieces.
#[derive(Clone, Debug)]
pub struct Program {
    seed: u64,
    pieces: Vec<Piece>,
}

impl Program {
    /// The program of a seed.
    pub fn new(seed: u64) -> Program {
        let mut random = Random::new(seed);
        let count = 1 + random.index(4);
        let pieces = (0..count).map(|number| Piece::new(seed, number, &mut random));
        let mut program = Program {
            seed,
            pieces: pieces.collect(),
        };
        let faults = match random.chance(10) {
            true => 0,
            false => 1 + usize::from(random.chance(15)),
        };
        for _ in 0..faults {
            program.mutate(&mut random);
        }
        program
    }

    /// Makes a place wrong.
    fn mutate(&mut self, random: &mut Random) {
        let at = random.index(self.pieces.len());
        let piece = &mut self.pieces[at];
        let holes: Vec<usize> = piece
            .parts()
            .filter_map(|part| match part {
                Part::Hole(_, alternatives) => Some(alternatives.len()),
                Part::Text(_) => None,
            })
            .collect();
        if !holes.is_empty() {
            let hole = random.index(holes.len());
            let alternative = 1 + random.index(holes[hole] - 1);
            piece.wrong.retain(|(one, _)| *one != hole);
            piece.wrong.push((hole, alternative));
        }
    }

    /// What was made wrong, in words.
    pub fn faults(&self) -> Vec<&str> {
        let faults = self.pieces.iter().flat_map(|piece| {
            piece
                .wrong
                .iter()
                .filter_map(|(hole, _)| piece.kind_of(*hole))
        });
        faults.collect()
    }

    /// The programs that lack one thing of this: a piece, or what is around one.
    pub fn smaller(&self) -> Vec<Program> {
        let mut all = Vec::new();
        for at in 0..self.pieces.len() {
            if self.pieces.len() > 1 {
                let mut smaller = self.clone();
                smaller.pieces.remove(at);
                all.push(smaller);
            }
            if self.pieces[at].place != Place::Block {
                let mut smaller = self.clone();
                smaller.pieces[at].place = Place::Block;
                all.push(smaller);
            }
        }
        all
    }

    /// The C text.
    pub fn text(&self) -> String {
        let mut text = "static unsigned sum;\n".to_owned();
        let mut main = "static void program(int x, int y) {\n".to_owned();
        let _ = writeln!(main, "    sum = 0;");
        for piece in &self.pieces {
            let (top, body) = piece.render();
            if !top.is_empty() {
                let _ = writeln!(text, "{top}");
            }
            let name = format!("part{}_{}", self.seed, piece.number);
            let condition = &piece.condition;
            let (open, close) = match piece.place {
                Place::Block => ("{".to_owned(), "}"),
                Place::Branch => (format!("if ({condition}) {{"), "}"),
                Place::Loop => ("for (int r = 0; r < 2; r++) {".to_owned(), "}"),
                Place::Case => (format!("switch ({condition}) {{ default: {{"), "} }"),
                Place::Function | Place::FunctionByPointer => {
                    let body = indented(&body, "    ");
                    let _ = writeln!(text, "static void {name}(int x, int y) {{\n{body}}}");
                    let _ = match piece.place {
                        Place::FunctionByPointer => writeln!(
                            main,
                            "    void (*{name}_pointer)(int, int) = {name};\n    {name}_pointer(x, y);"
                        ),
                        _ => writeln!(main, "    {name}(x, y);"),
                    };
                    continue;
                }
            };
            let body = indented(&body, "        ");
            let _ = writeln!(main, "    {open}\n{body}    {close}");
        }
        let _ = writeln!(main, "    ASSERT(sum != 0xdeadbeefu);\n}}");
        text + &main
    }
}

fn indented(text: &str, indent: &str) -> String {
    let lines = text.lines().map(|line| format!("{indent}{line}\n"));
    lines.collect()
}

impl Piece {
    fn new(seed: u64, number: usize, random: &mut Random) -> Piece {
        let Fragment { top, body } = FRAGMENTS[random.index(FRAGMENTS.len())];
        let mut filler = Filler {
            name: format!("{seed}_{number}"),
            of: TYPES[random.index(TYPES.len())],
            wide: TYPES[WIDE.start + random.index(WIDE.len())],
            length: 2 + random.index(5),
            storage: random.pick(&["", "", "static "]),
            constant: random.index(16),
            random,
        };
        let (top, body) = (filler.fill(top), filler.fill(body));
        let condition = filler.condition();
        let place = random.pick(&[
            Place::Block,
            Place::Block,
            Place::Branch,
            Place::Loop,
            Place::Case,
            Place::Function,
            Place::Function,
            Place::FunctionByPointer,
        ]);
        Piece {
            number,
            place,
            condition,
            top: parts(&top),
            body: parts(&body),
            wrong: Vec::new(),
        }
    }

    fn parts(&self) -> impl Iterator<Item = &Part> {
        self.top.iter().chain(&self.body)
    }

    fn kind_of(&self, hole: usize) -> Option<&str> {
        let mut kinds = self.parts().filter_map(|part| match part {
            Part::Hole(kind, _) => Some(kind.as_str()),
            Part::Text(_) => None,
        });
        kinds.nth(hole)
    }

    fn render(&self) -> (String, String) {
        let mut hole = 0;
        let [top, body] = [&self.top, &self.body].map(|parts| {
            let mut text = String::new();
            for part in parts {
                match part {
                    Part::Text(plain) => text += plain,
                    Part::Hole(_, alternatives) => {
                        let wrong = self.wrong.iter().find(|(one, _)| *one == hole);
                        text += &alternatives[wrong.map_or(0, |(_, alternative)| *alternative)];
                        hole += 1;
                    }
                }
            }
            text
        });
        (top, body)
    }
}

/// Takes a text apart at its places `«kind: right ¦ wrong»`.
fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    for (index, piece) in text.split('«').enumerate() {
        if index == 0 {
            parts.push(Part::Text(piece.to_owned()));
            continue;
        }
        let (hole, rest) = piece.split_once('»').expect("a place ends");
        let (kind, alternatives) = hole.split_once(':').expect("a place has a kind");
        let alternatives = alternatives.split('¦').map(|one| one.trim().to_owned());
        parts.push(Part::Hole(kind.to_owned(), alternatives.collect()));
        parts.push(Part::Text(rest.to_owned()));
    }
    parts
}

/// Fills in the marks of one fragment.
struct Filler<'a> {
    name: String,
    of: &'static str,
    wide: &'static str,
    length: usize,
    storage: &'static str,
    constant: usize,
    random: &'a mut Random,
}

impl Filler<'_> {
    fn fill(&mut self, text: &str) -> String {
        let mut filled = String::new();
        for (index, piece) in text.split('$').enumerate() {
            if index == 0 {
                filled += piece;
                continue;
            }
            let (mark, rest) = piece.split_at(1);
            match mark {
                "K" => filled += &self.name,
                "T" => filled += self.of,
                "U" => filled += self.wide,
                "N" => {
                    let _ = write!(filled, "{}", self.length);
                }
                "S" => filled += self.storage,
                "W" => {
                    let _ = write!(filled, "{}", self.constant);
                }
                "V" => filled += &self.value(),
                "I" => filled += &self.index(),
                "B" => filled += &self.bad_index(),
                "C" => filled += &self.condition(),
                other => panic!("the mark ${other} is not known"),
            }
            filled += rest;
        }
        filled
    }

    fn value(&mut self) -> String {
        let constant = self.random.index(16).to_string();
        let value = self.random.pick(&[
            "x",
            "y",
            "(x + y)",
            "(2 * x + 1)",
            "(x ^ y)",
            "(x > 2 ? 5 : y)",
            "(x * y % 16)",
            constant.as_str(),
        ]);
        value.to_owned()
    }

    fn index(&mut self) -> String {
        let length = self.length;
        match self.random.index(5) {
            0 => format!("x % {length}"),
            1 => format!("(x + y) % {length}"),
            2 => "(x & 1)".to_owned(),
            3 => format!("(y * 2 + 1) % {length}"),
            _ => self.random.index(length).to_string(),
        }
    }

    fn bad_index(&mut self) -> String {
        let length = self.length;
        match self.random.index(8) {
            0 => length.to_string(),
            1 => "-1".to_owned(),
            2 => "x".to_owned(),
            3 => "x + 1".to_owned(),
            4 => format!("y + {length} - 1"),
            5 => format!("{} + 1", self.index()),
            6 => format!("{} - 1", self.index()),
            _ => format!("x % {}", length + 1),
        }
    }

    fn condition(&mut self) -> String {
        let value = self.random.index(INPUTS.0 as usize);
        match self.random.index(7) {
            0 => format!("x == {value}"),
            1 => format!("x > {value}"),
            2 => format!("y < {}", 1 + value % 3),
            3 => "x > y".to_owned(),
            4 => "(x + y) % 2".to_owned(),
            5 => format!("x * y == {value}"),
            _ => "y".to_owned(),
        }
    }
}
