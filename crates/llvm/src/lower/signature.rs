//! In what a call through a pointer has to agree with the function that it reaches, beside the numbers and widths of arguments and results.
//!
//! A function that is called under a type that is not compatible with its own is undefined (C17 6.5.2.2p9). Common machines pass
//! floating-point numbers in other registers than the rest, and tell functions of variable arguments how many of these there are, so there it
//! shows. Widths of arguments that are no constants are compared where they are passed; those of constants only the types tell. Signedness is
//! not compared, nor what a pointer points at, nor pointers with integers of their width.

use crate::binding::{Type, TypeKind, Value};

/// What is compared of a function's type, or of the type that a call has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Signature {
    /// Each fixed parameter.
    parameters: Vec<Passed>,
    /// The result; none for `void`, and where nobody uses it.
    result: Option<Passed>,
    /// Whether further arguments may follow. A call of a function without a prototype says so, too, and passes none.
    is_variadic: bool,
    /// Whether further arguments are passed.
    passes_more: bool,
}

/// How an argument or a result is passed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Passed {
    /// The type, if it is or holds floating-point numbers.
    floats: Option<String>,
    /// How many bits an integer or an address has.
    width: Option<u32>,
}

impl Passed {
    fn of(of: Type<'_>, address_width: u32) -> Self {
        Passed {
            floats: floats(of),
            width: match of.kind() {
                TypeKind::LLVMIntegerTypeKind => Some(of.integer_width()),
                TypeKind::LLVMPointerTypeKind => Some(address_width),
                _ => None,
            },
        }
    }

    /// What differs, of what is given and what is expected, in words.
    fn difference(&self, expected: &Passed) -> Option<(String, String)> {
        if self.floats != expected.floats {
            return Some((in_words(&self.floats), in_words(&expected.floats)));
        }
        match (self.width, expected.width) {
            (Some(given), Some(wanted)) if given != wanted => {
                Some((format!("{given} bits"), format!("{wanted} bits")))
            }
            _ => None,
        }
    }
}

impl Signature {
    /// That of a type of functions.
    pub(super) fn of(function: Type<'_>, address_width: u32) -> Self {
        let passed = |of| Passed::of(of, address_width);
        let result = function.result().filter(|of| of.is_sized());
        Signature {
            parameters: function.parameters().into_iter().map(passed).collect(),
            result: result.map(passed),
            is_variadic: function.is_variadic(),
            passes_more: false,
        }
    }

    /// That of a call under a type.
    pub(super) fn of_call(call: Value<'_>, under: Type<'_>, address_width: u32) -> Self {
        let mut signature = Signature::of(under, address_width);
        signature.passes_more = call.arguments().len() > signature.parameters.len();
        if call.users().next().is_none() {
            signature.result = None;
        }
        signature
    }

    /// Why a call does not fit this function, if it does not.
    pub(crate) fn misfit(&self, call: &Signature) -> Option<String> {
        let parameters = self.parameters.iter().zip(&call.parameters);
        for (number, (expected, given)) in parameters.enumerate() {
            if let Some((given, expected)) = given.difference(expected) {
                return Some(format!(
                    "argument {} is {given}, the function expects {expected}",
                    number + 1
                ));
            }
        }
        if let (Some(given), Some(expected)) = (&self.result, &call.result)
            && let Some((given, expected)) = given.difference(expected)
        {
            return Some(format!(
                "the caller expects {expected}, the function returns {given}"
            ));
        }
        match (self.is_variadic, call.is_variadic) {
            (true, false) => Some(
                "a function of variable arguments is called as one of fixed arguments".to_owned(),
            ),
            (false, true) if call.passes_more => Some(
                "a function of fixed arguments is called as one of variable arguments".to_owned(),
            ),
            (true, true) | (false, _) => None,
        }
    }
}

/// The text of a type that is or holds floating-point numbers.
fn floats(of: Type<'_>) -> Option<String> {
    let has_floats = |of: Type<'_>| of.float_width().is_some();
    let mut parts = vec![of];
    let mut found = false;
    while let Some(part) = parts.pop() {
        found |= has_floats(part);
        // All elements of arrays and vectors are alike.
        let different = match part.element(0) == part.element(part.length().saturating_sub(1)) {
            true => part.length().min(1),
            false => part.length(),
        };
        parts.extend((0..different).filter_map(|index| part.element(index)));
    }
    found.then(|| of.text())
}

fn in_words(floats: &Option<String>) -> String {
    floats
        .clone()
        .unwrap_or_else(|| "no floating-point number".to_owned())
}
