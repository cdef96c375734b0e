//! Which properties are checked: the options.

use clap::Args;
use everypath_program::Property;
use serde::{Deserialize, Serialize};

use super::stored;
use crate::parse::property;
use crate::property_file::{Asked, asked};

/// Which properties are checked.
#[derive(Clone, Debug, PartialEq, Args, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[command(next_help_heading = "Properties")]
pub struct PropertyArguments {
    /// Check these properties and no others; `everypath checks` lists them
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = property)]
    #[serde(with = "stored")]
    pub checks: Option<Vec<Property>>,
    /// Check this property, one of SV-COMP's (unreach-call, no-overflow, valid-memsafety, ...), or those of a .prp file, and no
    /// others; may be repeated
    #[arg(long, value_name = "NAME|FILE.prp", value_parser = asked, conflicts_with = "checks")]
    #[serde(with = "stored")]
    pub property: Vec<Asked>,
    /// Check this property too; may be repeated
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = property)]
    #[serde(with = "stored")]
    pub check: Vec<Property>,
    /// Do not check this property; may be repeated
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = property)]
    #[serde(with = "stored")]
    pub no_check: Vec<Property>,
}
