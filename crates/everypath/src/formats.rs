//! The formats that a run is written in, as options of the command line: the table of formats describes them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::builder::ValueParser;
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, FromArgMatches};
use everypath_report::format::{FORMATS, Format, Need};

/// Where each format that is asked for is written; none: to standard output, instead of the report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormatArguments(BTreeMap<&'static str, Option<PathBuf>>);

impl FormatArguments {
    /// The formats that are written to files.
    pub fn to_files(&self) -> impl Iterator<Item = (&'static Format, &PathBuf)> {
        let formats = FORMATS.iter();
        formats.filter_map(|format| Some((format, self.0.get(format.name)?.as_ref()?)))
    }

    /// The format that is printed instead of the report.
    pub fn printed(&self) -> Option<&'static Format> {
        let mut all = FORMATS.iter();
        all.find(|format| self.0.get(format.name) == Some(&None))
    }

    /// What they need.
    pub fn needs(&self) -> impl Iterator<Item = Need> {
        let asked = FORMATS.iter().filter(|it| self.0.contains_key(it.name));
        asked.flat_map(|format| format.needs.iter().copied())
    }
}

impl Args for FormatArguments {
    fn augment_args(command: clap::Command) -> clap::Command {
        FORMATS.iter().fold(command, |command, format| {
            let file = Arg::new(format.name)
                .long(format.name)
                .help(format.help)
                .value_name("FILE")
                .value_parser(ValueParser::path_buf());
            command.arg(match format.to_output {
                true => file.num_args(0..=1).require_equals(true),
                false => file,
            })
        })
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for FormatArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut formats = FormatArguments::default();
        formats.update_from_arg_matches(matches)?;
        Ok(formats)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for format in &FORMATS {
            if matches.contains_id(format.name) {
                let file = matches.get_one::<PathBuf>(format.name).cloned();
                self.0.insert(format.name, file);
            }
        }
        let printed = self.0.iter().filter(|(_, file)| file.is_none());
        let printed: Vec<String> = printed.map(|(name, _)| format!("--{name}")).collect();
        match printed.len() {
            0 | 1 => Ok(()),
            _ => Err(clap::Error::raw(
                ErrorKind::ArgumentConflict,
                format!(
                    "{} cannot all be printed: name files, as in {}=FILE\n",
                    printed.join(" and "),
                    printed[0]
                ),
            )),
        }
    }
}
