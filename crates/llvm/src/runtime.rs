//! The C library of checked programs as bitcode, and the headers that come with it; `build.rs` makes them.

use crate::DataModel;

include!(concat!(env!("OUT_DIR"), "/runtime.rs"));

/// The library for a data model; with 80 bits for `long double`, or with the compiler's flags that make it `double`.
pub(crate) fn library(model: DataModel, flags: &[String]) -> Option<&'static [u8]> {
    let format = flags
        .iter()
        .rev()
        .find(|flag| flag.starts_with("-mlong-double-"));
    let is_double = format.is_some_and(|flag| flag == "-mlong-double-64");
    match (model, is_double) {
        (DataModel::Lp64, false) => LP64,
        (DataModel::Lp64, true) => LP64_DOUBLE,
        (DataModel::Ilp32, false) => ILP32,
        (DataModel::Ilp32, true) => ILP32_DOUBLE,
    }
}
