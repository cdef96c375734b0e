//! The layers in front of the complete solver.
//!
//! A layer looks at a [`Query`], and answers it or passes it on, perhaps with fewer constraints. What it answers is exact:
//! a layer that is not sure passes. To add one: a file here, a line in [`LayerKind::TABLE`](crate::LayerKind::TABLE) and in `make`.

use crate::options::LayerKind;

pub mod cache;
pub mod independence;
pub mod intervals;
mod layer;
pub mod order;
pub mod simplify;

pub use layer::{Layer, Lesson, Query, Step};

/// A layer by its kind.
pub fn make(kind: LayerKind) -> Box<dyn Layer> {
    match kind {
        LayerKind::Independence => Box::new(independence::Independence),
        LayerKind::Simplify => Box::new(simplify::Simplify),
        LayerKind::Intervals => Box::<intervals::Intervals>::default(),
        LayerKind::Order => Box::<order::Order>::default(),
        LayerKind::Cache => Box::new(cache::Cache::new()),
    }
}
