//! Proofs without a bound as files (`check --proof FILE`, `verify`): JSON, described in `docs/proofs.md`.
//!
//! The job, the digest of the program and the digests of what it was given stand in them as in records.

use everypath_explore::{Invariant, NamedCell, Proof, ProvenLoop, ProvenMeasure};
use everypath_machine::{CallFrame, Cell, ObjectId};
use everypath_program::{BlockKey, Position};
use everypath_report::{GivenFile, Place};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::convert::Converter;

/// What the member `format` says.
pub const FORMAT: &str = "everypath-proof";
/// The version of the form.
pub const VERSION: u32 = 2;

/// Bits of the widest part of a state.
const WIDEST: u32 = 4096;

/// The whole file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofFile {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The version of everypath that wrote it.
    pub tool_version: String,
    /// What is proven, and of what.
    pub program: ProgramPart,
    /// How it was asked.
    pub job: Value,
    /// Iterations of a loop that no input decides, before it is made arbitrary.
    pub unrolled: u64,
    /// The loops.
    pub loops: Vec<LoopPart>,
}

/// The program.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramPart {
    /// Digest of the executable or bitcode.
    pub digest: String,
    /// The files of this computer that it was given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<GivenFile>,
}

/// A loop in a chain of calls.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoopPart {
    /// Where it is, for people.
    pub place: Option<Value>,
    /// The block that is jumped back to.
    pub head: (u64, u32),
    /// Its first instruction.
    pub position: u64,
    /// The active calls, outermost first: the call, the block that is called, and the address behind the call.
    pub calls: Vec<(u64, (u64, u32), u64)>,
    /// Whether the first iteration is one of its own.
    pub first_apart: bool,
    /// Whether iterations make objects.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub makes_objects: bool,
    /// What iterations change.
    pub changes: Vec<CellPart>,
    /// Locals that they do not change and that invariants speak of.
    pub keeps: Vec<CellPart>,
    /// What is true whenever the head is reached.
    pub invariants: Vec<InvariantPart>,
    /// What every iteration makes smaller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<MeasurePart>,
}

/// A measure.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasurePart {
    /// For people.
    pub words: String,
    /// A term of SMT-LIB.
    pub first: String,
    /// The same for what counts where the first stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<String>,
}

/// A part of the state.
#[derive(Debug, Serialize, Deserialize)]
pub struct CellPart {
    /// Its name in formulas.
    pub name: String,
    /// Its width in bits; 0 for the contents of an array.
    pub width: u32,
    /// What it is.
    #[serde(flatten)]
    pub cell: CellKind,
}

/// Which part of the state.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CellKind {
    /// A local of the running frame, by number.
    Local(u32),
    /// Bytes of an object: its number, the first byte, how many.
    Bytes(u32, u64, u32),
    /// The contents of a part of an object: its number, the first byte, how many.
    Array(u32, u64, u64),
}

/// An invariant.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InvariantPart {
    /// For people.
    pub words: String,
    /// An expression of C, where it can be said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub c: Option<String>,
    /// A term of SMT-LIB of width 1.
    pub formula: String,
}

impl ProofFile {
    /// The file of a proof.
    pub fn of(proof: &Proof, program: ProgramPart, job: Value, converter: &Converter<'_>) -> Self {
        let part = |of_proof: &ProvenLoop| LoopPart {
            place: place_part(&converter.place(of_proof.position)),
            head: (of_proof.head.code, of_proof.head.part),
            position: of_proof.position.0,
            calls: of_proof.calls.iter().map(call_part).collect(),
            first_apart: of_proof.first_apart,
            makes_objects: of_proof.makes_objects,
            changes: of_proof.changes.iter().map(cell_part).collect(),
            keeps: of_proof.keeps.iter().map(cell_part).collect(),
            invariants: (of_proof.invariants.iter().cloned())
                .map(|Invariant { words, c, formula }| InvariantPart { words, c, formula })
                .collect(),
            measure: (of_proof.measure.clone()).map(
                |ProvenMeasure {
                     words,
                     first,
                     second,
                 }| MeasurePart {
                    words,
                    first,
                    second,
                },
            ),
        };
        ProofFile {
            format: FORMAT.to_owned(),
            version: VERSION,
            tool_version: env!("CARGO_PKG_VERSION").to_owned(),
            program,
            job,
            unrolled: proof.unrolled,
            loops: proof.loops.iter().map(part).collect(),
        }
    }

    /// The text of the file.
    ///
    /// # Errors
    /// If something of ours is wrong.
    pub fn text(&self) -> Result<String, serde_json::Error> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        Ok(text)
    }

    /// What is wrong with the parts of the state that the file names: sizes that no part has, or parts that overlap.
    pub fn wrong_cell(&self) -> Option<&str> {
        self.loops.iter().find_map(|of_proof| {
            let cells: Vec<&CellPart> = of_proof.changes.iter().chain(&of_proof.keeps).collect();
            let wrong = cells.iter().enumerate().find(|(index, part)| {
                let overlaps = |other: &&CellPart| part.cell.overlaps(&other.cell);
                !part.has_a_size() || cells[..*index].iter().any(overlaps)
            });
            wrong.map(|(_, part)| part.name.as_str())
        })
    }

    /// The proof.
    pub fn proof(self) -> Proof {
        let key = |(code, part): (u64, u32)| BlockKey { code, part };
        let of_part = |part: LoopPart| ProvenLoop {
            head: key(part.head),
            position: Position(part.position),
            calls: (part.calls.into_iter())
                .map(|(call_site, callee, return_to)| CallFrame {
                    call_site: Position(call_site),
                    callee: key(callee),
                    return_to,
                })
                .collect(),
            first_apart: part.first_apart,
            makes_objects: part.makes_objects,
            changes: part.changes.into_iter().map(named_cell).collect(),
            keeps: part.keeps.into_iter().map(named_cell).collect(),
            invariants: (part.invariants.into_iter())
                .map(|InvariantPart { words, c, formula }| Invariant { words, c, formula })
                .collect(),
            measure: part.measure.map(
                |MeasurePart {
                     words,
                     first,
                     second,
                 }| ProvenMeasure {
                    words,
                    first,
                    second,
                },
            ),
        };
        Proof {
            unrolled: self.unrolled,
            loops: self.loops.into_iter().map(of_part).collect(),
        }
    }
}

impl CellPart {
    /// Whether it is as large as some part of a state may be.
    fn has_a_size(&self) -> bool {
        self.width <= WIDEST
            && match self.cell {
                CellKind::Local(_) => self.width > 0,
                CellKind::Bytes(_, _, size) => {
                    matches!(size, 1 | 2 | 4 | 8) && [0, 8 * size].contains(&self.width)
                }
                CellKind::Array(_, _, length) => length > 0 && self.width == 0,
            }
    }
}

impl CellKind {
    /// Object, first byte and the one behind the last.
    fn bytes(&self) -> Option<(u32, u64, u64)> {
        match *self {
            CellKind::Local(_) => None,
            CellKind::Bytes(object, offset, size) => {
                Some((object, offset, offset.saturating_add(u64::from(size))))
            }
            CellKind::Array(object, start, length) => {
                Some((object, start, start.saturating_add(length)))
            }
        }
    }

    fn overlaps(&self, other: &CellKind) -> bool {
        match (self, other) {
            (CellKind::Local(one), CellKind::Local(two)) => one == two,
            _ => match (self.bytes(), other.bytes()) {
                (Some((of, start, end)), Some((with, first, behind))) => {
                    of == with && start < behind && first < end
                }
                _ => false,
            },
        }
    }
}

fn place_part(place: &Place) -> Option<Value> {
    serde_json::to_value(place).ok()
}

fn call_part(call: &CallFrame) -> (u64, (u64, u32), u64) {
    let callee = (call.callee.code, call.callee.part);
    (call.call_site.0, callee, call.return_to)
}

fn cell_part(named: &NamedCell) -> CellPart {
    CellPart {
        name: named.name.clone(),
        width: named.width,
        cell: match named.cell {
            Cell::Local(number) => CellKind::Local(number),
            Cell::Bytes {
                object,
                offset,
                size,
            } => CellKind::Bytes(object.0, offset, size),
            Cell::Array {
                object,
                start,
                length,
            } => CellKind::Array(object.0, start, length),
        },
    }
}

fn named_cell(part: CellPart) -> NamedCell {
    NamedCell {
        name: part.name,
        width: part.width,
        cell: match part.cell {
            CellKind::Local(number) => Cell::Local(number),
            CellKind::Bytes(object, offset, size) => Cell::Bytes {
                object: ObjectId(object),
                offset,
                size,
            },
            CellKind::Array(object, start, length) => Cell::Array {
                object: ObjectId(object),
                start,
                length,
            },
        },
    }
}
