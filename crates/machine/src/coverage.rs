//! Coverage: which source instructions and which sides of branches some path executed.

use std::collections::BTreeSet;

use everypath_program::Position;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize, Serializer};

/// Which sides of a conditional branch were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct BranchSides {
    /// The `then` side was taken.
    pub then: bool,
    /// The other side was taken.
    pub otherwise: bool,
}

/// The coverage of a run so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Coverage {
    #[serde(serialize_with = "in_order")]
    instructions: FxHashSet<Position>,
    #[serde(serialize_with = "in_order")]
    then_sides: FxHashSet<Position>,
    #[serde(serialize_with = "in_order")]
    else_sides: FxHashSet<Position>,
    #[serde(serialize_with = "in_order")]
    cases: FxHashSet<(Position, u32)>,
}

/// Equal sets are written alike.
fn in_order<T: Ord + Serialize, S: Serializer>(
    set: &FxHashSet<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(set.iter().collect::<BTreeSet<_>>())
}

impl Coverage {
    /// Whether an instruction was executed.
    pub fn is_covered(&self, position: Position) -> bool {
        self.instructions.contains(&position)
    }

    /// Number of different source instructions executed among those that count (all, if nothing is given: `counted` is sorted).
    pub fn count_among(&self, counted: &[Position]) -> usize {
        if counted.is_empty() {
            return self.instructions.len();
        }
        counted
            .iter()
            .filter(|position| self.instructions.contains(position))
            .count()
    }

    /// Number of different source instructions executed. It only grows, so it serves as a generation counter.
    pub fn instruction_count(&self) -> usize {
        self.instructions.len()
    }

    /// The executed source instructions, in order.
    pub fn instructions(&self) -> Vec<Position> {
        let mut positions: Vec<Position> = self.instructions.iter().copied().collect();
        positions.sort_unstable();
        positions
    }

    /// Every conditional branch of which a side was taken, in order, and which sides were.
    pub fn branches(&self) -> Vec<(Position, BranchSides)> {
        let positions: BTreeSet<Position> =
            self.then_sides.union(&self.else_sides).copied().collect();
        positions
            .into_iter()
            .map(|position| {
                let then = self.then_sides.contains(&position);
                let otherwise = self.else_sides.contains(&position);
                (position, BranchSides { then, otherwise })
            })
            .collect()
    }

    /// Whether a side of the branch or switch at a position was taken. Sides count from 0: `then` and the other side of a
    /// branch, the cases of a switch and behind them its default.
    pub fn is_side_covered(&self, position: Position, side: u32) -> bool {
        let of_branch = match side {
            0 => self.then_sides.contains(&position),
            1 => self.else_sides.contains(&position),
            _ => false,
        };
        of_branch || self.cases.contains(&(position, side))
    }

    /// Adds what another run of the program executed.
    pub fn add(&mut self, other: Coverage) {
        let Coverage {
            instructions,
            then_sides,
            else_sides,
            cases,
        } = other;
        self.instructions.extend(instructions);
        self.then_sides.extend(then_sides);
        self.else_sides.extend(else_sides);
        self.cases.extend(cases);
    }

    /// Records an executed instruction; whether it is new.
    pub(crate) fn cover(&mut self, position: Position) -> bool {
        self.instructions.insert(position)
    }

    /// Records a taken side of the branch at a position.
    pub(crate) fn cover_side(&mut self, position: Position, side: bool) {
        if side {
            self.then_sides.insert(position);
        } else {
            self.else_sides.insert(position);
        }
    }

    /// Records a taken case of the switch at a position, by index; the default is behind the last.
    pub(crate) fn cover_case(&mut self, position: Position, case: usize) {
        self.cases.insert((position, case as u32));
    }
}
