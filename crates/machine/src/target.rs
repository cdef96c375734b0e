//! Where an access goes: the objects that a symbolic address can reach, and the conditions of that.

use everypath_program::Property;
use everypath_term::Term;

use crate::memory::{ObjectId, Span};

/// Where an access goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// To one object.
    Object {
        /// The object that holds the access.
        object: ObjectId,
        /// Its base.
        base: u64,
        /// The offsets of the first byte.
        span: Span,
    },
    /// To whatever objects are there, in the flat encoding.
    Anywhere {
        /// The least address that it can have.
        low: u64,
        /// The greatest.
        high: u64,
    },
}

impl Target {
    /// The base of the object, if it is one.
    pub fn base(&self) -> Option<u64> {
        match self {
            Target::Object { base, .. } => Some(*base),
            Target::Anywhere { .. } => None,
        }
    }
}

/// One object that an access can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// Holds where the access lies in the object.
    pub condition: Term,
    /// The object and the offsets.
    pub target: Target,
}

/// Where an access can go.
#[derive(Clone, Debug, Default)]
pub struct Resolution {
    /// The objects that it can reach; their conditions exclude each other.
    pub alternatives: Vec<Alternative>,
    /// The properties that it can violate, with the violating condition.
    pub violations: Vec<(Property, Term)>,
    /// Whether alternatives and violations cover every input of the path; not if the solver gave up.
    pub complete: bool,
}
