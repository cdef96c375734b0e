//! `everypath verify`: checks a proof without a bound anew.

use super::print::print;
use crate::cli::VerifyArguments;
use crate::exit::{self, CommandError};
use crate::interrupt;
use crate::verify::Verifier;

/// Runs the command.
pub fn verify(arguments: &VerifyArguments) -> Result<u8, CommandError> {
    interrupt::catch();
    let verifier = Verifier::new(&arguments.proof, &arguments.files, &arguments.solver)?;
    let verified = verifier.verify()?;
    let proof = arguments.proof.display();
    let (loops, invariants) = (verified.loops, verified.invariants);
    let of = format!(
        "{loops} loops, {invariants} invariants, {}",
        arguments.solver.solver
    );
    let is_confirmed = verified.unconfirmed.is_empty();
    let mut shown = match is_confirmed {
        true => format!("{proof}: confirmed ({of})\n"),
        false => format!("{proof}: not confirmed ({of})\n"),
    };
    if !arguments.quiet {
        for line in &verified.unconfirmed {
            shown.push_str(&format!("  {line}\n"));
        }
    }
    print(&shown)?;
    Ok(match is_confirmed {
        true => 0,
        false => exit::INCOMPLETE,
    })
}
