//! What answers the queries: the options, and what they are to the solver.

use std::path::{Path, PathBuf};

use clap::Args;
use everypath_solver::certify::Certify;
use everypath_solver::{Backend, Interrupt, LayerKind, ProofFiles, SolverCommand, SolverOptions};
use everypath_term::{RuleId, RuleSet};
use serde::{Deserialize, Serialize};

use super::stored;
use crate::exit::{CommandError, unreadable};
use crate::files::Files;
use crate::interrupt;
use crate::parse::{RuleNames, layer, layer_names, rules, seconds};

/// The name of the solver that is in this process.
const EMBEDDED: &str = "embedded";

/// What the help says of `--layers`.
fn layers_help() -> String {
    format!(
        "The layers in front of the solver, in order, separated by commas: {} (these are the default); `none` for none",
        layer_names()
    )
}

/// What answers the queries.
#[derive(Clone, Debug, PartialEq, Args, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[command(next_help_heading = "Solver")]
pub struct SolverArguments {
    /// `embedded`, a known SMT-LIB 2 solver (z3, cvc5, bitwuzla, boolector, everypath), or a command
    #[arg(long, value_name = "SOLVER", default_value = "embedded")]
    pub solver: String,
    /// Ask this solver everything too, without layers, and stop if the answers differ; `embedded` checks the layers
    #[arg(long, value_name = "SOLVER")]
    pub cross_check: Option<String>,
    /// The layers in front of the solver
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = layer, help = layers_help())]
    #[serde(with = "stored")]
    pub layers: Option<Vec<Option<LayerKind>>>,
    /// Switch off rules that simplify terms: groups (constants, logic, arithmetic, division, shift, equality, order, structure,
    /// choice, memory, float) or rules as --rule-statistics names them, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = rules)]
    #[serde(with = "stored")]
    pub disable_rules: Vec<RuleNames>,
    /// Longest time of one query; what is not answered is cut
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub solver_timeout: Option<std::time::Duration>,
    /// Most conflicts of one query of the embedded solver; 0 for no limit [default: 500000 for check, 0 for solve]
    #[arg(long, value_name = "N")]
    pub conflict_limit: Option<u64>,
    /// Check each step of the embedded SAT solver's proofs that queries are unsatisfiable
    #[arg(long)]
    pub certify: bool,
    /// Check them, and write each to a directory, for other checkers: N.cnf and N.lrat
    #[arg(long, value_name = "DIR")]
    pub proofs: Option<PathBuf>,
}

impl SolverArguments {
    /// The rules that are switched off.
    pub fn rules_off(&self) -> Vec<RuleId> {
        let named = self.disable_rules.iter();
        named.flat_map(|named| &named.rules).copied().collect()
    }

    /// The rules that are left.
    pub fn rules(&self) -> RuleSet {
        let off = self.rules_off();
        RuleSet::of(|rule| !off.contains(&rule.id))
    }

    /// Whether there are proofs, if any are asked for.
    pub fn has_proofs(&self) -> bool {
        let wants = self.certify || self.proofs.is_some();
        let asked = [Some(&self.solver), self.cross_check.as_ref()];
        !wants || asked.into_iter().flatten().any(|name| name == EMBEDDED)
    }

    /// How the solver is made, and whether it writes proofs, if they are asked for.
    ///
    /// # Errors
    /// If the name of a solver is empty, or the directory for proofs cannot be made.
    pub fn options(&self, seed: u64, files: Files) -> Result<SolverOptions, CommandError> {
        let backend = |text: &str| match (text, SolverCommand::parse(text)) {
            (EMBEDDED, _) => Ok(Backend::Embedded),
            (_, Some(command)) => Ok(Backend::Process(command)),
            (_, None) => Err(CommandError::Usage(
                "the name of the solver is empty".to_owned(),
            )),
        };
        let defaults = SolverOptions::default();
        Ok(SolverOptions {
            layers: match &self.layers {
                Some(layers) => layers.iter().filter_map(|layer| *layer).collect(),
                None => defaults.layers,
            },
            backend: backend(&self.solver)?,
            cross_check: self.cross_check.as_deref().map(&backend).transpose()?,
            conflict_limit: match self.conflict_limit {
                Some(0) => None,
                Some(limit) => Some(limit),
                None => defaults.conflict_limit,
            },
            time_limit: self.solver_timeout,
            interrupted: Some(Interrupt::new(|_| interrupt::requested())),
            seed,
            certify: match (&self.proofs, files) {
                (Some(directory), Files::Written) => Certify::Write(proof_files(directory)?),
                (Some(_), Files::Named) => Certify::Check,
                (None, _) if self.certify => Certify::Check,
                (None, _) => Certify::No,
            },
            ..defaults
        })
    }
}

fn proof_files(directory: &Path) -> Result<ProofFiles, CommandError> {
    ProofFiles::create(directory).map_err(|error| {
        unreadable(format!(
            "{}: cannot make the directory for proofs: {error}",
            directory.display()
        ))
    })
}
