//! The C library of checked programs as bitcode, and the headers that come with it; `build.rs` makes them.

use crate::DataModel;

include!(concat!(env!("OUT_DIR"), "/runtime.rs"));

/// The library for a data model.
pub(crate) fn library(model: DataModel) -> Option<&'static [u8]> {
    match model {
        DataModel::Lp64 => LP64,
        DataModel::Ilp32 => ILP32,
    }
}
